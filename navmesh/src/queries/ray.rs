//! Walking straight over the mesh: until a wall, or along it.

use glam::{DVec2, I64Vec2, Vec2};

use super::locate::Location;
use crate::bounds::Bounds;
use crate::cells::id::{CellId, WidePortal};
use crate::error::PathError;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tolerances::{BESIDE_GAP, FARTHEST_SLIDE, METRES_PER_UNIT, PORTAL_SLACK, WALL_GAP};

/// What a ray met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ray {
    /// Nothing: the whole way is free.
    Clear,
    /// A wall.
    Hit {
        /// A free point on the ray, about 2 mm before the wall; farther before it where the ray meets it at a shallow angle.
        point: Vec2,
        /// The side of the cell where the ray ended, counter-clockwise round that cell: free space is to its left.
        wall: [Vec2; 2],
    },
}

/// Where a straight walk ends: how much of the way was walked (1 is all), and the wall that ended it.
struct RayWalk {
    share: f64,
    wall: Option<[DVec2; 2]>,
}

/// A cell, and the share of a way at which the way leaves it and through which side; `None` if it ends there.
struct Leave {
    cell: CellId,
    exit: Option<(f64, [DVec2; 2])>,
}

/// Cells that are looked at round a point: more than ever meet in one.
const MOST_AROUND: usize = 64;

/// How often a way that is known to be free is taken up again where it leads beside free ground.
const MOST_ASIDE: usize = 64;

/// Slides go round this many corners at most in one move.
const MOST_CORNERS: usize = 3;

impl NavMesh {
    /// Returns whether the straight way between two points is free, or where the first wall is. A way that only grazes a corner
    /// may count as free or not.
    ///
    /// # Errors
    /// Points that are not finite; a start that is outside or blocked.
    pub fn ray_cast(&self, from: Vec2, to: Vec2) -> Result<Ray, PathError> {
        self.ray_cast_near(from, to, None)
    }

    /// As [`ray_cast`](NavMesh::ray_cast), in less time where the start lies inside the cell `hint`; see
    /// [`locate_near`](NavMesh::locate_near).
    ///
    /// # Errors
    /// As for [`ray_cast`](NavMesh::ray_cast).
    pub fn ray_cast_near(
        &self,
        from: Vec2,
        to: Vec2,
        hint: Option<CellId>,
    ) -> Result<Ray, PathError> {
        let cell = self.start_cell_near(from, hint)?;
        if !to.is_finite() {
            return Err(PathError::NotFinite { point: to });
        }
        // Cells are convex, and most short ways end where they begin.
        if self.cells.has_inside(cell, to, &self.definition().bounds) {
            return Ok(Ray::Clear);
        }
        // The lattice point that decided on the cell lies in the cell; `from` may lie a hair outside.
        let start = quantised(from).as_dvec2() * METRES_PER_UNIT;
        let way = to.as_dvec2() - start;
        let walk = self.walk_freely(cell, start, way);
        let Some([p, q]) = walk.wall else { return Ok(Ray::Clear) };
        let length = way.length();
        let (mut walked, mut gap) = (walk.share * length, WALL_GAP);
        let point = loop {
            walked = (walked - gap).max(0.0);
            let point =
                if walked > 0.0 { (start + way * (walked / length)).as_vec2() } else { from };
            if walked <= 0.0 || matches!(self.locate(point), Location::Cell(_)) {
                break point;
            }
            // At a shallow angle the gap along the ray is not enough of a gap across.
            gap *= 2.0;
        };
        Ok(Ray::Hit { point, wall: [p.as_vec2(), q.as_vec2()] })
    }

    /// Returns where a disc ends that moves from one point towards another and glides along the walls that it meets. The end is
    /// always free. Going straight into a wall it stops there; round a corner it gives up what leads away from it.
    ///
    /// # Errors
    /// Points that are not finite; a start that is outside or blocked.
    pub fn slide(&self, from: Vec2, to: Vec2) -> Result<Vec2, PathError> {
        self.slide_near(from, to, None)
    }

    /// As [`slide`](NavMesh::slide), in less time where the start lies inside the cell `hint`; see
    /// [`locate_near`](NavMesh::locate_near).
    ///
    /// # Errors
    /// As for [`slide`](NavMesh::slide).
    pub fn slide_near(
        &self,
        from: Vec2,
        to: Vec2,
        hint: Option<CellId>,
    ) -> Result<Vec2, PathError> {
        let (way, far) = (to.as_dvec2() - from.as_dvec2(), FARTHEST_SLIDE);
        let is_far = way.is_finite() && way.length() > far;
        let to = if is_far { (from.as_dvec2() + way * (far / way.length())).as_vec2() } else { to };
        let (end, is_between) = self.glide(from, to, hint)?;
        let gains = |end: Vec2| (end - from).dot(to - from) > WALL_GAP as f32 * from.distance(to);
        if is_between && !gains(end) {
            // A gap that is hardly wider than nothing: the way leads beside it by the hair to which way points are told.
            let right = (from - to).perp().normalize_or_zero();
            let beside = BESIDE_GAP.map(|metres| from + right * metres);
            let along = |start: Vec2| {
                let is_seen = matches!(self.ray_cast_near(from, start, hint), Ok(Ray::Clear));
                is_seen.then(|| self.glide(start, start + (to - from), None).ok()).flatten()
            };
            let mut ends = beside.into_iter().filter_map(along).map(|(end, _)| end);
            return Ok(ends.find(|&end| gains(end)).unwrap_or(end));
        }
        Ok(end)
    }

    /// Returns where a slide ends that goes no other way, and whether it has met walls that lead against each other.
    fn glide(&self, from: Vec2, to: Vec2, hint: Option<CellId>) -> Result<(Vec2, bool), PathError> {
        let (mut at, mut target) = (from, to);
        let (mut first, mut is_between) = (Vec2::ZERO, false);
        for _ in 0..=MOST_CORNERS {
            match self.ray_cast_near(at, target, hint)? {
                Ray::Clear => return Ok((target, is_between)),
                Ray::Hit { point, wall } => {
                    let along = (wall[1] - wall[0]).normalize_or_zero();
                    is_between |= along.dot(first) < 0.0;
                    first = if first == Vec2::ZERO { along } else { first };
                    let rest = along * (target - point).dot(along);
                    // A little off the wall: points on a slanting wall are rounded into it half of the time.
                    (at, target) = (point, point + rest + along.perp() * WALL_GAP as f32);
                    if rest.length_squared() <= (PORTAL_SLACK * PORTAL_SLACK) as f32 {
                        break;
                    }
                }
            }
        }
        Ok((at, is_between))
    }

    /// Returns whether the straight way between two points is free and only passes cells that it may enter; asked with the
    /// share of the way that lies before each.
    pub(crate) fn may_walk(
        &self,
        from: Vec2,
        to: Vec2,
        may_enter: &mut dyn FnMut(CellId, f64) -> bool,
    ) -> bool {
        let at = quantised(from);
        let Some(first) = self.cells.at(at).find(|&cell| may_enter(cell, 0.0)) else {
            return false;
        };
        let start = at.as_dvec2() * METRES_PER_UNIT;
        self.walk(first, start, to.as_dvec2() - start, may_enter).wall.is_none()
    }

    /// Returns whether a straight way that is known to be free only passes cells that it may enter. It may lie a little beside
    /// free ground, as its ends are rounded, and along walls that bend by less than that: there it goes on a little farther
    /// ahead.
    pub(crate) fn may_walk_free(
        &self,
        [from, to]: [Vec2; 2],
        may_enter: &mut dyn FnMut(CellId, f64) -> bool,
    ) -> bool {
        let (start, way) = (from.as_dvec2(), to.as_dvec2() - from.as_dvec2());
        let gap = WALL_GAP / way.length();
        let mut share = 0.0;
        for _ in 0..MOST_ASIDE {
            let at = start + way * share;
            let is_near = |cell| {
                let mut sides = self.cells.sides(cell);
                sides.all(|[p, q]| (q - p).perp_dot(at - p) >= -WALL_GAP * p.distance(q))
            };
            let round = Bounds::new(at.as_vec2(), at.as_vec2()).expanded(WALL_GAP as f32);
            let mut farthest = share;
            for cell in self.cells_in(round).filter(|&cell| is_near(cell)) {
                if may_enter(cell, share) {
                    let walk = self.walk(cell, start, way, may_enter);
                    if walk.wall.is_none() || 1.0 - walk.share <= gap {
                        return true;
                    }
                    farthest = walk.share.max(farthest).max(share + gap);
                }
            }
            if farthest == share {
                return false;
            }
            share = farthest;
        }
        false
    }

    /// Walks as where every cell may be entered, but takes less time over open tiles.
    fn walk_freely(&self, first: CellId, start: DVec2, way: DVec2) -> RayWalk {
        let mut from = first;
        loop {
            from = self.cells.over_open_parts(from, start, way);
            let (mut tile, mut open) = (from.tile, None);
            let walk = self.walk(from, start, way, &mut |cell, _| {
                if cell.tile != tile {
                    tile = cell.tile;
                    open = self.cells.is_open_part(tile).then_some(cell);
                }
                open.is_none()
            });
            match open {
                Some(cell) => from = cell,
                None => return walk,
            }
        }
    }

    /// Walks from cell to cell along `start + way · share` until a side without portal, a cell that it may not enter,
    /// or the end of the way. It ends,
    /// as every cell is left later than the one before.
    fn walk(
        &self,
        first: CellId,
        start: DVec2,
        way: DVec2,
        may_enter: &mut dyn FnMut(CellId, f64) -> bool,
    ) -> RayWalk {
        let leave = |cell: CellId| Leave { cell, exit: self.exit(cell, start, way) };
        let mut here = leave(first);
        loop {
            let Some((exit, wall)) = here.exit else {
                return RayWalk { share: 1.0, wall: self.wall_at(here.cell, start + way) };
            };
            let share = exit.max(0.0);
            let at = start + way * share;
            // Through a corner several cells are open: the way lies in the one that it leaves last.
            let mut next = Latest { share, found: None };
            self.cells.each_portal_near(here.cell, at, |portal| {
                if holds(&portal, at) && leads_out(&portal, way) {
                    next.offer(leave(portal.cell));
                }
            });
            if next.found.is_none() {
                self.cells_around(here.cell, at).for_each(|cell| next.offer(leave(cell)));
            }
            let next = next.found;
            match next {
                Some(next) if may_enter(next.cell, share) => here = next,
                _ => return RayWalk { share, wall: Some(wall) },
            }
        }
    }

    /// Returns whether obstacles touch in a lattice point, so that the cells that meet there are not all joined there.
    pub(crate) fn is_pinched(&self, point: I64Vec2) -> bool {
        let at = point.as_dvec2() * METRES_PER_UNIT;
        let mut cells = self.cells.at(point);
        let Some(first) = cells.next() else { return false };
        cells.any(|cell| self.cells_around(first, at).all(|joined| joined != cell))
    }

    /// The cells that meet in a point of a cell's border and are joined there.
    pub(crate) fn cells_around(&self, cell: CellId, point: DVec2) -> impl Iterator<Item = CellId> {
        let (mut cells, mut count, mut next) = ([cell; MOST_AROUND], 1, 0);
        while next < count {
            self.cells.each_portal_near(cells[next], point, |portal| {
                let is_there = || holds(&portal, point);
                if count < MOST_AROUND && is_there() && !cells[..count].contains(&portal.cell) {
                    cells[count] = portal.cell;
                    count += 1;
                }
            });
            next += 1;
        }
        cells.into_iter().take(count)
    }

    /// The side of the cell that is nearest to a point where a walk ends, if that is rounded into the wall.
    fn wall_at(&self, cell: CellId, end: DVec2) -> Option<[DVec2; 2]> {
        if matches!(self.locate_near(end.as_vec2(), Some(cell)), Location::Cell(_)) {
            return None;
        }
        let depth = |&[from, to]: &[DVec2; 2]| (to - from).perp_dot(end - from) / from.distance(to);
        self.cells.sides(cell).min_by(|p, q| depth(p).total_cmp(&depth(q)))
    }

    /// The share of the way at which it leaves a cell, and the side where it does; `None` if it ends in the cell.
    fn exit(&self, cell: CellId, start: DVec2, way: DVec2) -> Option<(f64, [DVec2; 2])> {
        let mut first: Option<(f64, [DVec2; 2])> = None;
        self.cells.each_side(cell, |[from, to]| {
            let side = to - from;
            let (inside, gain) = (side.perp_dot(start - from), side.perp_dot(way));
            if gain < 0.0 && inside + gain < -PORTAL_SLACK * side.length() {
                let share = inside / -gain;
                if first.is_none_or(|(least, _)| share < least) {
                    first = Some((share, [from, to]));
                }
            }
        });
        first
    }
}

/// Returns whether a point lies on a portal.
fn holds(portal: &WidePortal, point: DVec2) -> bool {
    // Most do not, and a box tells so for less.
    let (low, high) = (portal.left.min(portal.right), portal.left.max(portal.right));
    let beyond = point.cmplt(low - 2.0 * PORTAL_SLACK) | point.cmpgt(high + 2.0 * PORTAL_SLACK);
    if beyond.any() {
        return false;
    }
    let side = portal.left - portal.right;
    let length = side.length();
    let offset = point - portal.right;
    let (along, beside) = (side.dot(offset) / length, side.perp_dot(offset).abs() / length);
    beside <= PORTAL_SLACK && along >= -PORTAL_SLACK && along <= length + PORTAL_SLACK
}

/// Returns whether a way crosses a portal outwards.
fn leads_out(portal: &WidePortal, way: DVec2) -> bool {
    (portal.left - portal.right).perp_dot(way) < 0.0
}

/// Of cells that are left later than at a share of the way the one that is left last; of equal ones the last.
struct Latest {
    share: f64,
    found: Option<Leave>,
}

impl Latest {
    fn offer(&mut self, leave: Leave) {
        let last = |leave: &Leave| leave.exit.map_or(f64::INFINITY, |(share, _)| share);
        let own = last(&leave);
        if own > self.share && self.found.as_ref().is_none_or(|found| last(found) <= own) {
            self.found = Some(leave);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;
    use crate::definition::MeshDefinition;

    #[test]
    fn walks_over_open_tiles_end_where_walks_from_cell_to_cell_do() {
        let bounds = Bounds::new(Vec2::splat(-40.0), Vec2::splat(120.0));
        let definition = MeshDefinition { tile_size: 8.0, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        let mut state = 5_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for _ in 0..16 {
            let at = Vec2::new(random(150) as f32, random(150) as f32) - 36.0;
            mesh.add_obstacle(&[at, at + Vec2::new(3.0, 1.0), at + Vec2::new(1.0, 4.0)]).unwrap();
        }
        mesh.commit().unwrap();
        let (mut skipped, mut clear) = (0, 0);
        for k in 0..20_000 {
            // Every other one from lattice points that are often on borders of tiles, and along them.
            let step = if k % 2 == 0 { 4.0 } else { 0.013 };
            let most = (160.0 / step) as u32;
            let mut point = || Vec2::new(random(most) as f32, random(most) as f32) * step - 40.0;
            let (from, to) = (point(), point());
            let Ok(cell) = mesh.start_cell(from) else { continue };
            let start = quantised(from).as_dvec2() * METRES_PER_UNIT;
            let way = to.as_dvec2() - start;
            let far = mesh.cells.over_open_parts(cell, start, way);
            let [slow, fast] =
                [cell, far].map(|cell| mesh.walk(cell, start, way, &mut |_, _| true));
            let free = mesh.walk_freely(cell, start, way);
            assert_eq!((slow.share, slow.wall), (fast.share, fast.wall), "{from} to {to}");
            assert_eq!((slow.share, slow.wall), (free.share, free.wall), "{from} to {to}");
            skipped += usize::from(far != cell);
            clear += usize::from(slow.wall.is_none());
        }
        assert!(skipped > 4000 && clear > 2000, "{skipped} {clear}");
    }
}
