//! The path that one unit follows.

use std::ops::RangeInclusive;

use glam::{Vec2, Vec2Swizzles};
use navmesh::{Bounds, CellId, KindCosts, LinkId, NavMesh, Path};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::sight::sees_near;
use crate::base::cloning::clone_by_fields;
use crate::base::tolerances::EVEN_GROUND;

/// How many way points ahead a unit looks for a short cut.
const SHORT_CUTS: usize = 3;

/// A unit that has left a leg comes back to it over so many times as far as it is off.
const BACK: f32 = 2.0;

/// Metres of free ground: no way of a mesh costs more.
const LIMIT: f32 = 1e30;

/// Way points. Straight routes, which are most of all, need no memory of their own.
type Points = SmallVec<[Vec2; 2]>;

/// A string-pulled path and how far along it the unit is.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Route {
    points: Points,
    /// The index of the next way point.
    next: usize,
    /// The link that begins at its end and by which the way leads on, and where that leads to.
    link: Option<(LinkId, Vec2)>,
    /// What the way from its end on costs, in metres of free ground, as far as that is known.
    beyond: f32,
    /// The version of the mesh that it was found on.
    version: u64,
}

clone_by_fields!(Route { points, next, link, beyond, version });

impl Route {
    /// A route along a path, up to the first link on it.
    pub(crate) fn new(path: &Path, version: u64) -> Self {
        let Path { points, links, .. } = path;
        let first = links.first();
        let link = first.and_then(|first| Some((first.link, *points.get(first.point + 1)?)));
        let end = first.map_or(points.len(), |first| first.point + 1);
        let points = Points::from_slice(&points[..end.min(points.len())]);
        let here: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let beyond = link.map_or(0.0, |_| (path.cost - here).clamp(0.0, LIMIT));
        Self { points, next: 1, link, beyond, version }
    }

    /// A route along some way points, from the last of which the way leads on to a place.
    pub(crate) fn along(way_points: &[Vec2], place: Vec2, version: u64) -> Self {
        let points = Points::from_slice(way_points);
        let beyond = points.last().map_or(0.0, |last| last.distance(place));
        Self { points, next: 1, link: None, beyond, version }
    }

    /// The link that begins at a way point and by which the way leads on, and where that leads to.
    pub(crate) fn link_at(&self, point: Vec2) -> Option<(LinkId, Vec2)> {
        self.link.filter(|_| self.ends_at(point))
    }

    /// Returns whether the link by which the way leads on is there no more.
    pub(crate) fn has_lost_link(&self, mesh: &NavMesh) -> bool {
        self.link.is_some_and(|(link, _)| mesh.link(link).is_none())
    }

    /// Returns whether it ends at a way point.
    pub(crate) fn ends_at(&self, point: Vec2) -> bool {
        self.points.last() == Some(&point)
    }

    /// The number of its last way point, if that is this place.
    pub(crate) fn end_at(&self, place: Vec2) -> Option<usize> {
        self.points.len().checked_sub(1).filter(|_| self.ends_at(place))
    }

    /// All way points.
    pub(crate) fn all(&self) -> &[Vec2] {
        &self.points
    }

    /// Returns whether it has way points, and the next one is one of them or the end.
    pub(crate) fn is_valid(&self) -> bool {
        !self.points.is_empty()
            && self.next <= self.points.len()
            && self.link.is_none_or(|(_, to)| to.is_finite())
            && (0.0..=LIMIT).contains(&self.beyond)
    }

    /// Returns what the way from its end on costs, in metres of free ground, as far as that is known.
    pub(crate) fn beyond(&self) -> f32 {
        self.beyond
    }

    /// The way points still ahead.
    pub(crate) fn ahead(&self) -> &[Vec2] {
        self.points.get(self.next..).unwrap_or_default()
    }

    /// The way points ahead of a unit, and its place, if it is not at a link that the way ends. It may have left the leg that it
    /// is on a little, to make room: first back to that, as the straight way to the next way point may lead past the end of a
    /// gate, through the wall.
    pub(crate) fn ahead_of(&self, position: Vec2, place: Vec2) -> impl Iterator<Item = Vec2> {
        let leg = self.points.get(self.next.wrapping_sub(1)).zip(self.points.get(self.next));
        let back = leg.and_then(|(&from, &to)| {
            let (along, length) = ((to - from).normalize_or_zero(), from.distance(to));
            let off = position - from;
            let at = off.dot(along) + BACK * off.perp_dot(along).abs();
            (at < length).then_some(from + along * at.max(0.0))
        });
        let end = (self.link.is_none() && !self.ends_at(place)).then_some(place);
        back.into_iter().chain(self.ahead().iter().copied()).chain(end)
    }

    /// Returns how long the rest of it is from a position, in metres, and where it ends; `None` where nothing is left.
    pub(crate) fn rest(&self, mut position: Vec2) -> Option<(f32, Vec2)> {
        let legs = self
            .ahead()
            .iter()
            .map(|&point| point.distance(std::mem::replace(&mut position, point)));
        let length = legs.sum();
        Some((length, *self.ahead().last()?))
    }

    /// Returns whether the mesh has changed since: what is in sight may be walked, but there may be a shorter way.
    pub(crate) fn is_stale(&self, mesh: &NavMesh) -> bool {
        self.version != mesh.version()
    }

    /// Takes the route over from one version of the mesh to another, for a unit that goes from a position to a place, if it was
    /// found on the former and is the shortest way still: the ground has `changed` only where the shortest way, even the
    /// straight one, is longer, and `obstacles` have come only there or beside it.
    pub(crate) fn keep(
        &mut self,
        [before, version]: [u64; 2],
        [position, place]: [Vec2; 2],
        changed: &[Bounds],
        obstacles: &[Bounds],
    ) {
        let Some((rest, end)) = self.rest(position).filter(|_| self.version == before) else {
            return;
        };
        let most = (rest + end.distance(place)) * (1.0 + EVEN_GROUND);
        let is_farther = |area: &Bounds| {
            let to = |point: Vec2| point.distance(point.clamp(area.min, area.max));
            to(position) + to(place) > most
        };
        // Beyond a link nobody knows where the way leads.
        let is_beside =
            |area: &Bounds| self.link.is_none() && !self.passes([position, place], area);
        if changed.iter().all(is_farther)
            && obstacles.iter().all(|area| is_farther(area) || is_beside(area))
        {
            self.version = version;
        }
    }

    /// Returns whether the rest of it from a position, and straight on to a place, meets a rectangle.
    fn passes(&self, [mut position, place]: [Vec2; 2], area: &Bounds) -> bool {
        let (middle, half) = (area.min.midpoint(area.max), 0.5 * (area.max - area.min));
        self.ahead().iter().chain([&place]).any(|&point| {
            let from = std::mem::replace(&mut position, point);
            let (off, along) = (from.midpoint(point) - middle, 0.5 * (point - from));
            // No side of the rectangle and no side of the leg has all of the other one behind it.
            off.abs().cmple(half + along.abs()).all()
                && along.perp_dot(off).abs() <= half.dot(along.abs().yx())
        })
    }

    /// Goes on with the way point of this number.
    pub(crate) fn go_on(&mut self, next: usize) {
        self.next = next;
    }

    /// For a unit that has `moved` from one place to another since it last looked, and is perhaps in the cell `hint`, the number
    /// of the way point to head for and where it is: the next one, or, if it `cuts` corners, the farthest of the next few that
    /// is in sight and costs no more than the route. `None` where the route is of no use any more, since none is in sight; where
    /// no corners are cut it is enough that the way is free for as far as it is in `sight`, in metres.
    pub(crate) fn follow(
        &self,
        mesh: &NavMesh,
        moved: [Vec2; 2],
        hint: Option<CellId>,
        near: f32,
        cuts: bool,
        sight: f32,
    ) -> Option<(usize, Vec2)> {
        let (last, mut next) = (self.points.len().checked_sub(1)?, self.next);
        let position = moved[1];
        while next < last && self.may_turn(mesh, moved, near, next) {
            next += 1;
        }
        let farthest = if cuts { last.min(next + SHORT_CUTS) } else { next };
        let seen = (next + 1..=farthest)
            .take_while(|&index| sees_near(mesh, [position, self.points[index]], hint))
            .last();
        let beyond = (next + 1..=seen.unwrap_or(next))
            .rev()
            .find(|&index| self.is_no_dearer(mesh, position, next..=index));
        let next = beyond.unwrap_or(next.min(last));
        let (target, passed) = (self.points[next], self.points[next.saturating_sub(1)]);
        let way = target - position;
        let is_far = !cuts && way.length_squared() > sight * sight;
        let seen = if is_far { position + way.clamp_length_max(sight) } else { target };
        // On a corner the rounding of the corner may hide the way point behind it.
        let on_corner = passed.distance_squared(position) <= 4.0 * near * near;
        (beyond.is_some() || on_corner || sees_near(mesh, [position, seen], hint))
            .then_some((next, target))
    }

    /// Returns whether a unit that has `moved` to a way point, or past it, may turn to the one behind that. Where ground slows,
    /// all of the way along the edge of some mud would lead through it a little before the corner: there it must have passed
    /// the way point, or cut nothing that is dearer.
    fn may_turn(&self, mesh: &NavMesh, moved: [Vec2; 2], near: f32, next: usize) -> bool {
        let [before, position] = moved;
        let past = position - self.points[next];
        let is_near = past.length_squared() <= near * near;
        if !mesh.has_slow_ground() {
            return is_near;
        }
        let trail = position - before;
        let length = trail.length();
        let is_past = past.dot(trail) >= 0.0
            && past.dot(trail) <= length * (length + near)
            && past.perp_dot(trail).abs() <= near * length;
        is_past && length > 0.0 || is_near && self.is_no_dearer(mesh, position, next..=next + 1)
    }

    /// Returns what the way from a position to the next way point costs: as the leg that it is on, of which the position may lie a
    /// little on the dearer side, or straight.
    fn cost_to(&self, mesh: &NavMesh, position: Vec2, next: usize) -> f32 {
        let (to, from) = (self.points[next], self.points[next.saturating_sub(1)]);
        let (length, rest) = (from.distance(to), position.distance(to));
        let by_leg =
            if length > 0.0 { straight_cost(mesh, from, to) / length * rest } else { rest };
        straight_cost(mesh, position, to).min(by_leg)
    }

    /// Returns whether the straight way from a position to the last one of some way points costs no more than the way over them.
    fn is_no_dearer(&self, mesh: &NavMesh, position: Vec2, legs: RangeInclusive<usize>) -> bool {
        let costs_no_more = || {
            let (first, last) = (*legs.start(), *legs.end());
            let later = self.points[first..=last].windows(2);
            let along: f32 = later.map(|leg| straight_cost(mesh, leg[0], leg[1])).sum();
            straight_cost(mesh, position, self.points[last])
                <= (self.cost_to(mesh, position, first) + along) * (1.0 + EVEN_GROUND)
        };
        !mesh.has_areas() || costs_no_more()
    }
}

/// Returns what a free straight way costs, in metres of free ground; infinite where that is not known.
fn straight_cost(mesh: &NavMesh, from: Vec2, to: Vec2) -> f32 {
    mesh.straight_cost(from, to, &KindCosts::default()).unwrap_or(f32::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walled::mesh_with;
    use navmesh::{PathOptions, Search};

    const FAR: f32 = f32::INFINITY;

    fn mesh() -> NavMesh {
        mesh_with(20.0, 0.5, &[[9.0, 0.0, 11.0, 14.0]])
    }

    fn route(mesh: &NavMesh, from: Vec2, to: Vec2) -> Route {
        let path =
            mesh.find_path(&mut Search::default(), from, to, &PathOptions::default()).unwrap();
        Route::new(&path, mesh.version())
    }

    #[test]
    fn walks_round_the_corners_to_the_end() {
        let mesh = mesh();
        let (mut at, goal) = (Vec2::new(3.0, 5.0), Vec2::new(17.0, 5.0));
        let mut route = route(&mesh, at, goal);
        for _ in 0..400 {
            let (next, target) = route.follow(&mesh, [at; 2], None, 0.1, true, FAR).unwrap();
            route.go_on(next);
            at = mesh.slide(at, at + (target - at).clamp_length_max(0.1)).unwrap();
        }
        assert!(at.distance(goal) < 0.1, "{at}");
    }

    #[test]
    fn who_has_left_its_leg_comes_back_to_it() {
        let points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)].map(Vec2::from);
        let route = Route { next: 1, ..Route::along(&points, points[2], 1) };
        let ahead = |x: f32, y: f32| route.ahead_of(Vec2::new(x, y), points[2]).collect::<Vec<_>>();
        assert_eq!(ahead(2.0, 1.0), [Vec2::new(4.0, 0.0), points[1], points[2]]);
        assert_eq!(ahead(-3.0, -1.0), [points[0], points[1], points[2]]);
        // Near the bend it goes there at once.
        assert_eq!(ahead(9.0, 1.0), points[1..]);
        let over = Route { next: 3, ..route.clone() };
        assert_eq!(over.ahead_of(Vec2::ZERO, points[2]).count(), 0);
        // On from where it ends, but for a link.
        let place = Vec2::new(9.0, 12.0);
        assert_eq!(over.ahead_of(Vec2::ZERO, place).collect::<Vec<_>>(), [place]);
        let link = Some((LinkId::default(), Vec2::ZERO));
        assert_eq!(Route { link, ..over }.ahead_of(Vec2::ZERO, place).count(), 0);
    }

    #[test]
    fn of_no_use_out_of_sight() {
        let mut mesh = mesh();
        let (from, goal) = (Vec2::new(3.0, 5.0), Vec2::new(17.0, 5.0));
        let path = route(&mesh, from, goal);
        assert!(
            path.follow(&mesh, [Vec2::new(15.0, 1.0); 2], None, 0.1, true, FAR).is_none()
                || path.ahead().len() == 1
        );
        let hidden = route(&mesh, Vec2::new(17.0, 8.0), goal);
        assert_eq!(hidden.follow(&mesh, [from; 2], None, 0.1, true, FAR), None);
        // Where no corners are cut only a wall within sight counts.
        assert!(hidden.follow(&mesh, [from; 2], None, 0.1, false, 3.0).is_some());
        assert_eq!(hidden.follow(&mesh, [from; 2], None, 0.1, false, 9.0), None);
        let old = route(&mesh, from, goal);
        mesh.add_obstacle(&[(1.0, 18.0), (2.0, 18.0), (1.0, 19.0)].map(Vec2::from)).unwrap();
        mesh.commit().unwrap();
        assert!(
            old.is_stale(&mesh) && old.follow(&mesh, [from; 2], None, 0.1, true, FAR).is_some()
        );
    }

    #[test]
    fn an_obstacle_beside_the_way_leaves_it_as_it_is() {
        let (from, bend, place) = (Vec2::ZERO, Vec2::new(10.0, 10.0), Vec2::new(20.0, 0.0));
        let square = |x: f32, y: f32| Bounds::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
        let is_kept = |changed: &[Bounds], obstacles: &[Bounds]| {
            let mut route = Route::along(&[from, bend], place, 1);
            route.keep([1, 2], [from, place], changed, obstacles);
            route.version == 2
        };
        // Below the bend, on the leg to it, and on the straight way on from there.
        let (beside, before, behind) = (square(9.5, 5.0), square(4.5, 4.5), square(14.5, 4.5));
        assert!(is_kept(&[], &[beside]) && !is_kept(&[beside], &[]));
        assert!(!is_kept(&[], &[beside, before]) && !is_kept(&[], &[behind]));
        let far = square(10.0, 40.0);
        assert!(is_kept(&[far], &[far, beside]) && !is_kept(&[far, beside], &[far]));
        let mut old = Route::along(&[from, bend], place, 0);
        old.keep([1, 2], [from, place], &[], &[beside]);
        assert_eq!(old.version, 0);
    }
}
