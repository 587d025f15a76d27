//! Colours of the pictures.
//!
//! Potential: viridis (Stéfan van der Walt, Nathaniel Smith, 2015). Density: YlOrRd (Cynthia
//! Brewer, ColorBrewer). Groups: Masataka Okabe, Kei Ito, "Color Universal Design", 2008: apart for
//! all eyes.

use crate::drawing::canvas::Colour;

/// Behind everything: ground that the centre of a unit cannot reach.
pub const GROUND: Colour = Colour::hex(0xd9d5cc);
/// Ground that it can reach.
pub const FREE: Colour = Colour::hex(0xfaf8f3);
/// Obstacles and blocked cells.
pub const WALL: Colour = Colour::hex(0x3b4048);
/// Open cells that no goal is reached from.
pub const UNREACHED: Colour = Colour::hex(0xb9bdc4);
/// Thin lines: sides of cells.
pub const LINE: Colour = Colour::hex(0x8d949e);
/// Letters, outlines of units.
pub const INK: Colour = Colour::hex(0x1d2126);
/// What the eye should follow: paths, exits.
pub const ACCENT: Colour = Colour::hex(0xd5285a);
/// Where a way ends.
pub const GOAL: Colour = Colour::hex(0x0b7a4b);

/// From low to high, equally far apart.
pub type Scale = [u32];

/// Dark violet to yellow.
pub const VIRIDIS: &Scale = &[
    0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151,
    0xbddf26, 0xfde725,
];

/// White over orange to dark red.
pub const HEAT: &Scale =
    &[0xfffdf0, 0xffeda0, 0xfed976, 0xfeb24c, 0xfd8d3c, 0xfc4e2a, 0xe31a1c, 0xbd0026, 0x800026];

/// Red (hardly moving) over orange and green to blue (free).
pub const SPEED: &Scale = &[0xb5122f, 0xe07b14, 0x4f9140, 0x1a6c8e];

const GROUPS: [u32; 6] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9];

/// The colour of a share (0 … 1) on a scale.
pub fn on_scale(scale: &Scale, share: f32) -> Colour {
    let last = scale.len().saturating_sub(1);
    let at = share.clamp(0.0, 1.0) * last as f32;
    let below = (at as usize).min(last.saturating_sub(1));
    match (scale.get(below), scale.get(below + 1)) {
        (Some(&low), Some(&high)) => Colour::hex(low).towards(Colour::hex(high), at - below as f32),
        _ => INK,
    }
}

/// The colours of the kinds of ground, over and over.
const KINDS: [u32; 4] = [0xc9b28a, 0xbcd9ec, 0xb7a58e, 0xcfe0b8];

/// The colour of an area: by its kind, the stronger the dearer it is.
pub fn of_ground(kind: u8, cost: f32) -> Colour {
    let strength = if kind == 0 { (1.0 - 1.0 / cost).clamp(0.0, 1.0) } else { 1.0 };
    FREE.towards(Colour::hex(KINDS[usize::from(kind) % KINDS.len()]), strength)
}

/// The colour of a group.
pub fn of_group(group: usize) -> Colour {
    Colour::hex(GROUPS[group % GROUPS.len()])
}
