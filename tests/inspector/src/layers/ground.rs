//! Ground, obstacles, areas, cells and links.

use hybrid::World;
use hybrid::glam::Vec2;
use hybrid::navmesh::{Bounds, NavMesh, Outline};

use crate::batch::Batch;
use crate::choices::Layers;
use crate::palette::{ACCENT, FREE, GROUND, LINE, WALL, of_ground};

/// No more cells are drawn: they would be smaller than a point of the screen.
const MOST_CELLS: usize = 30_000;

/// Draws what does not walk.
pub fn draw(batch: &mut Batch<'_>, world: &World, layers: &Layers) {
    let seen = batch.view.bounds();
    let mesh = world.mesh(layers.class.min(world.class_count().saturating_sub(1)));
    let Bounds { min, max } = world.definition().bounds;
    batch.rectangle(min, max, GROUND);
    if let Some(mesh) =
        mesh.filter(|mesh| mesh.cells_in(seen).take(MOST_CELLS + 1).count() <= MOST_CELLS)
    {
        draw_cells(batch, mesh, layers, seen);
    } else {
        batch.rectangle(min, max, FREE);
    }
    for obstacle in world.obstacles() {
        if let Some(view) = world.obstacle(obstacle) {
            fill(batch, view.outline, seen, WALL);
        }
    }
    if layers.links {
        draw_links(batch, world);
    }
}

fn draw_cells(batch: &mut Batch<'_>, mesh: &NavMesh, layers: &Layers, seen: Bounds) {
    let mut outline = Vec::new();
    for cell in mesh.cells_in(seen) {
        outline.clear();
        outline.extend(mesh.outline(cell));
        let area = mesh.area(cell);
        batch.convex(&outline, of_ground(area.kind, area.cost));
    }
    if layers.cells {
        for cell in mesh.cells_in(seen) {
            outline.clear();
            outline.extend(mesh.outline(cell));
            batch.outline(&outline, 1.0, LINE);
        }
    }
    if layers.portals {
        for cell in mesh.cells_in(seen) {
            for portal in mesh.portals(cell).filter(|portal| portal.cell > cell) {
                batch.line(portal.left, portal.right, 1.5, ACCENT.gamma_multiply(0.5));
            }
        }
    }
}

/// Fills an outline, with its holes left out.
fn fill(batch: &mut Batch<'_>, outline: &Outline, seen: Bounds, color: eframe::egui::Color32) {
    let is_seen =
        |bounds: Bounds| bounds.min.cmple(seen.max).all() && bounds.max.cmpge(seen.min).all();
    if !outline.bounds().is_some_and(is_seen) {
        return;
    }
    for polygon in outline.polygons() {
        let mut points: Vec<Vec2> = polygon.border().iter().map(|point| point.as_vec2()).collect();
        if polygon.holes().len() == 0 && is_convex(&points) {
            batch.convex(&points, color);
            continue;
        }
        let mut holes = Vec::new();
        for hole in polygon.holes() {
            holes.push(points.len() as u32);
            points.extend(hole.iter().map(|point| point.as_vec2()));
        }
        let mut triangles: Vec<u32> = Vec::new();
        earcut::Earcut::new().earcut(
            points.iter().map(|point| point.to_array()),
            &holes,
            &mut triangles,
        );
        batch.triangles(&points, triangles, color);
    }
}

fn is_convex(points: &[Vec2]) -> bool {
    let turns = (0..points.len()).map(|k| {
        let [a, b, c] = [0, 1, 2].map(|next| points[(k + next) % points.len()]);
        (b - a).perp_dot(c - b)
    });
    let (mut left, mut right) = (false, false);
    turns.for_each(|turn| (left, right) = (left || turn > 0.0, right || turn < 0.0));
    !(left && right)
}

fn draw_links(batch: &mut Batch<'_>, world: &World) {
    for (_, link) in world.links() {
        batch.arrow(link.from, link.to - link.from, 2.0, ACCENT.gamma_multiply(0.7));
        if link.definition.both_ways {
            batch.arrow(link.to, link.from - link.to, 2.0, ACCENT.gamma_multiply(0.7));
        }
    }
}
