//! All pictures of a run.

use std::iter::repeat_n;
use std::path::{Path, PathBuf};

use glam::Vec2;

use crate::drawing::crowd_pictures::CrowdView;
use crate::drawing::map_pictures::{Traces, draw_mesh, draw_traces};
use crate::drawing::palette::of_ground;
use crate::drawing::queue_pictures::QueueView;
use crate::drawing::window_pictures::{View, draw_density, draw_flow, draw_potential};
use crate::error::Error;
use crate::scenes::loaded::LoadedScene;
use crate::scenes::scene::{Area, Link};
use crate::scoring::recording::Recording;

/// Draws what a recording has into a folder; returns the files.
///
/// # Errors
/// [`Error::Output`] if a file cannot be written.
pub fn draw(
    folder: &Path,
    loaded: &LoadedScene,
    recording: &Recording,
) -> Result<Vec<PathBuf>, Error> {
    let scene = &loaded.scene;
    let mut files = Vec::new();
    let mut file = |name: &str| {
        files.push(folder.join(name));
        folder.join(name)
    };
    if let Some(mesh) = &recording.mesh {
        draw_mesh(&file("mesh.png"), &scene.name, mesh, &recording.outlines, &recording.paths)?;
    }
    if let Some((moment, window)) =
        recording.telling_moment().and_then(|moment| Some((moment, moment.window.as_ref()?)))
    {
        let title = format!("{}, {:.0} s", scene.name, moment.tick as f32 * scene.world.tick);
        let view = View { title: &title, moment, window, outlines: &recording.outlines };
        draw_density(&file("density.png"), &view)?;
        draw_potential(&file("potential.png"), &view)?;
        draw_flow(&file("flow.png"), &view)?;
    }
    let (radii, groups) = (radii(loaded), groups(loaded));
    if let Some(moment) = recording.telling_moment() {
        let title = format!("{}, {:.0} s", scene.name, moment.tick as f32 * scene.world.tick);
        let ends = |[x0, y0, x1, y1]: [f32; 4]| {
            [Vec2::new(x0, y0), Vec2::new(x1, y1)].map(|end| scene.turned(end))
        };
        let gaps: Vec<_> =
            scene.gaps.iter().map(|&gap| ends(gap)).zip(recording.gap_shares.clone()).collect();
        let view = CrowdView {
            title: &title,
            moment,
            groups: &groups,
            outlines: &recording.outlines,
            gaps: &gaps,
            bounds: loaded.bounds,
        };
        view.draw(&file("crowd.png"))?;
    }
    if let Some(queues) = &recording.queues.longest {
        let title = format!("{}, {:.0} s", scene.name, queues.tick as f32 * scene.world.tick);
        let view = QueueView {
            title: &title,
            queues,
            groups: &groups,
            outlines: &recording.outlines,
            bounds: loaded.bounds,
            inset: scene.class_radii().first().copied().unwrap_or_default(),
        };
        view.draw(&file("queues.png"))?;
    }
    let area =
        |area: &Area| (scene.area_outline(area), of_ground(area.kind, area.definition().cost));
    let areas: Vec<_> = scene.areas.iter().map(area).collect();
    let link = |link: &Link| [link.from, link.to].map(|end| scene.turned(end.into()));
    let links: Vec<_> = scene.links.iter().map(link).collect();
    let traces = Traces {
        positions: recording.traces(),
        radii: &radii,
        groups: &groups,
        outlines: &recording.outlines,
        areas: &areas,
        links: &links,
    };
    draw_traces(&file("traces.png"), &scene.name, loaded.bounds, &traces)?;
    Ok(files)
}

fn radii(loaded: &LoadedScene) -> Vec<f32> {
    let radius = |kind: &str| loaded.scene.kinds.get(kind).map_or(0.0, |kind| kind.radius);
    loaded
        .scene
        .blocks
        .iter()
        .flat_map(|block| repeat_n(radius(&block.kind), block.count as usize))
        .collect()
}

/// The colour of each unit: one for all that share an order.
fn groups(loaded: &LoadedScene) -> Vec<usize> {
    let blocks = loaded.scene.blocks.iter().enumerate();
    let group = |index: usize| loaded.scene.order_of(index);
    blocks.flat_map(|(index, block)| repeat_n(group(index), block.count as usize)).collect()
}
