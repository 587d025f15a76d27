//! Pictures of fields alone: ground or heat map, walls, arrows, units, goals.

use std::path::{Path, PathBuf};

use glam::Vec2;

use crate::drawing::field_scenes::{FieldScene, all};
use crate::drawing::figure::{Figure, round_number};
use crate::drawing::grid_pictures::{arrow, cells, heat_map};
use crate::drawing::palette::{FREE, GOAL, INK, VIRIDIS, on_scale};
use crate::error::Error;

/// Pixels of the longer side.
const LONGER_SIDE: f32 = 720.0;
/// Least pixels between two arrows.
const ARROW_STEP: f32 = 24.0;
/// Contour lines of a potential, about.
const CONTOURS: f32 = 20.0;
/// The radius at which units are drawn, as a part of their influence.
const BODY: f32 = 1.0 / 3.0;

/// Draws an example of each kind of field into a folder; returns the files.
///
/// # Errors
/// [`Error::Output`] if a file cannot be written.
pub fn draw_all(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let scenes = all().map_err(|reason| Error::Step {
        scene: "fields".into(),
        tick: 0,
        reason: reason.to_string(),
    })?;
    let draw = |scene: &FieldScene| {
        let file = folder.join(scene.name).with_extension("png");
        draw_field(&file, scene).map(|()| file)
    };
    scenes.iter().map(draw).collect()
}

/// Draws a field.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_field(file: &Path, scene: &FieldScene) -> Result<(), Error> {
    let frame = *scene.steps.frame();
    let mut figure = Figure::sized(frame.min(), frame.max(), &scene.title, LONGER_SIDE);
    cells(&mut figure, &scene.steps, |index| scene.colours[index]);
    if let Some(field) = &scene.potential {
        let finite = field.potential().as_slice().iter().copied().filter(|value| value.is_finite());
        let most = finite.fold(1e-3, f32::max);
        let colour = |value: f32| on_scale(VIRIDIS, 1.0 - value / most).towards(FREE, 0.45);
        heat_map(
            &mut figure,
            |point| field.potential_at(point),
            colour,
            round_number(most / CONTOURS),
        );
    }
    for disc in &scene.discs {
        let (at, radius) = (figure.at(disc.position), figure.length(disc.influence * BODY));
        figure.canvas.disc(at, radius, INK.faded(0.75));
    }
    let stride = (ARROW_STEP / figure.length(frame.cell_size)).ceil().max(1.0) as u32;
    let length = figure.length(frame.cell_size) * stride as f32 * 0.75;
    for (index, &vector) in scene.arrows.iter().enumerate() {
        let cell = frame.cell_at_index(index);
        if cell.x % stride == stride / 2 && cell.y % stride == stride / 2 && vector != Vec2::ZERO {
            arrow(&mut figure, frame.center(cell), vector, length);
        }
    }
    for &goal in &scene.goals {
        figure.mark(frame.center(goal), 5.0, GOAL);
    }
    figure.finish(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_field_is_drawn() {
        let folder = std::env::temp_dir().join(format!("hybridnav-fields-{}", std::process::id()));
        let files = draw_all(&folder);
        let sizes: Vec<u64> = files
            .iter()
            .flatten()
            .map(|file| std::fs::metadata(file).map_or(0, |data| data.len()))
            .collect();
        _ = std::fs::remove_dir_all(&folder);
        assert_eq!(sizes.len(), 7, "{files:?}");
        assert!(sizes.iter().all(|&size| size > 2000), "{sizes:?}");
    }
}
