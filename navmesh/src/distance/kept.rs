//! What edits leave exact of a distance field.
//!
//! A shorter way than before would lead through ground that changed, and is no shorter than straight to it and straight on
//! to a goal; the way of before is still there where it does not touch such ground.

use glam::{DVec2, Vec2};

use super::field::DistanceField;
use super::views::NONE;
use crate::bounds::Bounds;
use crate::mesh::NavMesh;
use crate::tolerances::BESIDE_CHANGE;

/// Which distances of a field are the same after edits: see [`DistanceField::kept`].
#[derive(Clone, Debug)]
pub struct Kept<'a> {
    field: &'a DistanceField,
    /// The boxes that changed, and how far it is from each to a goal, at least.
    changed: Vec<(Bounds, f64)>,
}

impl DistanceField {
    /// Returns what edits leave exact that only change ground within some boxes: those of the tiles that a
    /// [`Commit`](crate::Commit) names ([`NavMesh::tile_bounds`]). So an old field can be used on where it still holds, on a
    /// copy of the mesh for which it was made, until a new one is there. Of a box with a corner that is no number all is taken
    /// to have changed.
    pub fn kept(&self, changed: &[Bounds]) -> Kept<'_> {
        let goals = || self.roots.iter().filter(|root| root.next == NONE);
        let rest = |bounds: &Bounds| {
            let far = goals().map(|goal| goal.distance + distance_to(bounds, goal.place));
            far.fold(f64::INFINITY, f64::min)
        };
        let grown = changed.iter().map(|&bounds| ordered(bounds).expanded(BESIDE_CHANGE));
        Kept { field: self, changed: grown.map(|bounds| (bounds, rest(&bounds))).collect() }
    }
}

impl Kept<'_> {
    /// Returns whether the field's distance of a point is still the shortest. `mesh` is the one for which the field was made,
    /// without the edits. False says that it may be another one; always so where the field has no answer.
    pub fn is_exact(&self, mesh: &NavMesh, point: Vec2) -> bool {
        let Some(distance) = self.field.distance(mesh, point) else { return false };
        let from = point.as_dvec2();
        let shorter = |&(bounds, rest): &(Bounds, f64)| {
            distance_to(&bounds, from) + rest < f64::from(distance)
        };
        if self.changed.iter().any(shorter) {
            return false;
        }
        let mut last = from;
        self.field.way_points(mesh, point, None).all(|next| {
            let leg = [std::mem::replace(&mut last, next.as_dvec2()), next.as_dvec2()];
            !self.changed.iter().any(|(bounds, _)| meets(bounds, leg))
        })
    }
}

/// Returns a box with its corners in order.
fn ordered(Bounds { min, max }: Bounds) -> Bounds {
    match min.is_nan() || max.is_nan() {
        true => Bounds::new(Vec2::NEG_INFINITY, Vec2::INFINITY),
        false => Bounds::new(min.min(max), min.max(max)),
    }
}

fn distance_to(bounds: &Bounds, point: DVec2) -> f64 {
    point.distance(point.clamp(bounds.min.as_dvec2(), bounds.max.as_dvec2()))
}

/// Returns whether a leg has a point in common with a box.
fn meets(bounds: &Bounds, [from, to]: [DVec2; 2]) -> bool {
    let (min, max) = (bounds.min.as_dvec2(), bounds.max.as_dvec2());
    let boxes_meet = from.min(to).cmple(max).all() && from.max(to).cmpge(min).all();
    let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    let sides = corners.map(|corner| (to - from).perp_dot(corner - from));
    let parted = sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0);
    boxes_meet && !parted
}
