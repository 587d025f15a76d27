//! Text in pictures, in one size: Ubuntu Light by Dalton Maag (2011), as the crate `epaint_default_fonts` brings it.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, PxScaleFont, ScaleFont, point};
use epaint_default_fonts::UBUNTU_LIGHT;
use glam::Vec2;

use crate::drawing::canvas::{Canvas, Colour};

/// Pixels: how high a capital letter is.
pub const HEIGHT: f32 = 14.0;

/// The font in that size. A test sees to it that there is one.
static FONT: LazyLock<Option<PxScaleFont<FontRef<'static>>>> = LazyLock::new(|| {
    let font = FontRef::try_from_slice(UBUNTU_LIGHT).ok()?;
    let capital = font.outline(font.glyph_id('H'))?.bounds;
    let share = (capital.max.y - capital.min.y).abs() / font.height_unscaled();
    Some(font.into_scaled(HEIGHT / share))
});

/// The letters of a line that begins at a point of its base line, and where it ends.
fn laid_out(text: &str, at: Vec2) -> (Vec<Glyph>, f32) {
    let Some(font) = &*FONT else { return (Vec::new(), at.x) };
    let (mut glyphs, mut x) = (Vec::new(), at.x);
    for letter in text.chars() {
        let mut glyph = font.scaled_glyph(letter);
        if let Some(before) = glyphs.last().map(|glyph: &Glyph| glyph.id) {
            x += font.kern(before, glyph.id);
        }
        glyph.position = point(x, at.y);
        x += font.h_advance(glyph.id);
        glyphs.push(glyph);
    }
    (glyphs, x)
}

/// Writes a line; the top left corner of its capital letters is at a point.
pub fn write(canvas: &mut Canvas, at: Vec2, text: &str, colour: Colour) {
    let Some(font) = &*FONT else { return };
    for glyph in laid_out(text, at + Vec2::new(0.0, HEIGHT)).0 {
        let Some(outline) = font.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, coverage| {
            let (x, y) = (corner.x + x as f32, corner.y + y as f32);
            if x >= 0.0 && y >= 0.0 {
                canvas.blend(x as usize, y as usize, colour, coverage);
            }
        });
    }
}

/// Width of a line in pixels.
pub fn width(text: &str) -> f32 {
    laid_out(text, Vec2::ZERO).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_there_and_as_high_as_it_is_said_to_be() {
        let font = FONT.as_ref().unwrap();
        for letter in (' '..='~').chain("äöüß°²×±–…µ≥".chars()) {
            assert!(font.glyph_id(letter).0 > 0, "{letter}");
        }
        let mut canvas = Canvas::new(40, 40, Colour::hex(0xffffff));
        write(&mut canvas, Vec2::splat(10.0), "H", Colour::hex(0));
        let is_dark = |y: usize| (0..40).any(|x| canvas.pixel(x, y)[0] < 0.5);
        let dark: Vec<usize> = (0..40).filter(|&y| is_dark(y)).collect();
        assert_eq!((dark.first(), dark.last()), (Some(&10), Some(&23)));
    }

    #[test]
    fn longer_lines_are_wider_and_none_leaves_the_canvas() {
        assert_eq!(width(""), 0.0);
        assert!(width("maze: 200 units") > width("maze: 200") && width("W") > width("i"));
        let mut canvas = Canvas::new(20, 20, Colour::hex(0xffffff));
        write(&mut canvas, Vec2::splat(-5.0), "off the canvas on all sides", Colour::hex(0));
    }
}
