//! Cutting a pulled path short: a corridor may turn on open ground, where the straight way is free.

use std::ops::RangeInclusive;

use glam::DVec2;

use super::exits::Exits;
use super::funnel::{Bend, PortalEnds, is_same};
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::queries::ray::Ray;
use crate::tolerances::PORTAL_SLACK;

/// The way through the cells, from the first to the last: the exits that it takes, and where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Through<'a> {
    pub(crate) exits: &'a [u32],
    pub(crate) gates: &'a [PortalEnds],
}

impl Through<'_> {
    /// The cells of the corridor, counted along it, that meet in a bend.
    fn cells_at(&self, bend: &Bend, is_first: bool) -> RangeInclusive<usize> {
        let Some((gate, _)) = bend.turn else {
            let end = if is_first { 0 } else { self.exits.len() };
            return end..=end;
        };
        let touches =
            |gate: &PortalEnds| is_same(gate.left, bend.point) || is_same(gate.right, bend.point);
        let before = self.gates[..gate].iter().rev().take_while(|gate| touches(gate)).count();
        let behind = self.gates[gate..].iter().take_while(|gate| touches(gate)).count();
        gate - before..=gate + behind
    }

    /// The number of a cell of the corridor.
    fn cell(&self, exits: &mut Exits, mesh: &NavMesh, place: usize) -> Option<u32> {
        match place.checked_sub(1) {
            None => self.exits.first().map(|&exit| exits.exit(exit).from),
            Some(before) => {
                let beyond = exits.exit(*self.exits.get(before)?).to;
                Some(exits.number(mesh, beyond))
            }
        }
    }
}

impl NavMesh {
    /// Drops the points without which the way is free. Where it turns at a wall, that is in the way.
    pub(crate) fn cut_corners(&self, exits: &mut Exits, through: Through, bends: &mut Vec<Bend>) {
        // The bends up to `last` are kept so far; those from `next` on are still to come.
        let (mut last, mut next) = (0, 1);
        while next < bends.len() {
            let bend = bends[last];
            let at_wall = |exits: &mut Exits, (gate, left): (usize, bool)| {
                exits.ends_at_wall(self, through.exits[gate], left)
            };
            let holds = last == 0
                || !bend.moved && bend.turn.is_some_and(|turn| at_wall(exits, turn))
                || !self.is_clear(exits, through, &bends[..], last - 1, next);
            if holds {
                last += 1;
                bends[last] = bends[next];
                next += 1;
            } else {
                // Those beside it turn otherwise now.
                last -= 1;
                bends[last].moved = true;
                bends[next].moved = true;
            }
        }
        bends.truncate(last + 1);
    }

    /// Returns whether a path may go straight between two of its points.
    fn is_clear(
        &self,
        exits: &mut Exits,
        through: Through,
        bends: &[Bend],
        from: usize,
        to: usize,
    ) -> bool {
        let (from, to) = ((&bends[from], from == 0), (&bends[to], false));
        if let Some(free) = self.is_free_through_exits(exits, through, [from, to]) {
            return free;
        }
        // Not where one of them is a point at which obstacles touch: a ray does not tell on which side of them it arrives.
        let [from, to] = [from, to].map(|(bend, _)| bend.point.as_vec2());
        self.ray_cast(from, to) == Ok(Ray::Clear)
            && ![from, to].iter().any(|&end| self.is_pinched(quantised(end)))
    }

    /// Returns whether a path may go straight, told by the exits alone: in a fraction of the time, but `None` where the way
    /// passes close to the end of one, or arrives round a point from another side than the corridor.
    fn is_free_through_exits(
        &self,
        exits: &mut Exits,
        through: Through,
        ends: [(&Bend, bool); 2],
    ) -> Option<bool> {
        let [first, last] = ends.map(|(bend, is_first)| through.cells_at(bend, is_first));
        if first.end() >= last.start() {
            return Some(true);
        }
        let [from, to] = ends.map(|(bend, _)| bend.point);
        for place in first {
            let mut cell = through.cell(exits, self, place)?;
            let mut steps = 0;
            loop {
                match self.step(exits, cell, [from, to]) {
                    // No straight way passes a cell twice; a rounding must not make it go round.
                    CutStep::Into(next) if steps < exits.cell_limit() => cell = next,
                    CutStep::Wall if steps > 0 => return Some(false),
                    // The way does not lead into this cell, perhaps into the next one.
                    _ if steps == 0 => break,
                    _ => return None,
                }
                steps += 1;
                for goal in last.clone() {
                    if through.cell(exits, self, goal) == Some(cell) {
                        return Some(true);
                    }
                }
            }
        }
        None
    }

    /// Returns where a straight way goes on from a cell.
    fn step(&self, exits: &mut Exits, cell: u32, [from, to]: [DVec2; 2]) -> CutStep {
        let (way, corner) = (to - from, exits.corner(cell) - from);
        let slack = PORTAL_SLACK * way.length();
        let mut unsure = false;
        for number in exits.of(cell) {
            let exit = exits.exit(number);
            let (left, right) = (corner + exit.left.as_dvec2(), corner + exit.right.as_dvec2());
            let sides = (way.perp_dot(left), way.perp_dot(right));
            if sides.0 > slack && sides.1 < -slack {
                // The end may lie in the cell without being one of the corridor's.
                let is_beyond = (left - right).perp_dot(way - right) < 0.0;
                let beyond = exit.to;
                return if is_beyond {
                    CutStep::Into(exits.number(self, beyond))
                } else {
                    CutStep::Unsure
                };
            }
            unsure |= sides.0 >= -slack && sides.1 <= slack;
        }
        if unsure { CutStep::Unsure } else { CutStep::Wall }
    }
}

/// Where a straight way goes on.
enum CutStep {
    /// Into the cell with this number.
    Into(u32),
    Wall,
    Unsure,
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use crate::bounds::Bounds;
    use crate::definition::MeshDefinition;
    use crate::mesh::NavMesh;
    use crate::paths::options::{Entry, PathOptions};
    use crate::paths::search::Search;

    /// Walls across a field, with gaps now at one end and now at the other, and boxes that make dead ends of the rest.
    fn comb() -> NavMesh {
        let bounds = Bounds::new(Vec2::ZERO, vec2(120.0, 60.0));
        let mut mesh =
            NavMesh::new(&MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) })
                .unwrap();
        let mut rectangle = |x: f32, y: f32, width: f32, height: f32| {
            let ring = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
            mesh.add_obstacle(&ring.map(|(dx, dy)| vec2(x + dx, y + dy))).unwrap();
        };
        for wall in 1..12 {
            let low = if wall % 2 == 0 { 0.0 } else { 5.0 };
            rectangle(wall as f32 * 10.0, low, 1.0, 55.0);
            for shelf in 0..5 {
                rectangle(wall as f32 * 10.0, 8.0 + shelf as f32 * 10.0, 6.0, 1.0);
            }
        }
        mesh.commit().unwrap();
        mesh
    }

    #[test]
    fn steady_searches_do_the_same_work_whatever_was_asked_before() {
        let mesh = comb();
        for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
            let options = PathOptions::with_entry(entry);
            let ask = |search: &mut Search, y: f32| {
                mesh.find_path(search, vec2(2.0, y), vec2(118.0, 60.0 - y), &options).unwrap()
            };
            let mut search = Search::steady();
            for round in 0..40 {
                let y = 5.0 + (round % 10) as f32 * 5.0;
                assert_eq!(ask(&mut search, y), ask(&mut Search::steady(), y), "{entry:?}");
            }
        }
    }

    #[test]
    fn searches_on_tiles_come_to_leave_dead_ends_out() {
        let (mesh, mut search) = (comb(), Search::default());
        let options = PathOptions::with_entry(Entry::Crossing);
        let mut ask =
            || mesh.find_path(&mut search, vec2(2.0, 30.0), vec2(118.0, 30.0), &options).unwrap();
        let first = ask();
        let last = (0..20).map(|_| ask()).last().unwrap();
        assert_eq!(first.points, last.points);
        assert!(last.expanded < first.expanded, "{} {}", first.expanded, last.expanded);
    }

    #[test]
    fn paths_that_are_cut_short_are_free() {
        let (mesh, mut search) = (comb(), Search::default());
        let options = PathOptions::with_entry(Entry::Crossing);
        for k in 0..40 {
            let (from, to) = (vec2(2.0, 1.0 + k as f32), vec2(118.0, 58.0 - k as f32));
            let path = mesh.find_path(&mut search, from, to, &options).unwrap();
            for leg in path.points.windows(2) {
                assert_eq!(mesh.ray_cast(leg[0], leg[1]), Ok(crate::Ray::Clear), "{leg:?}");
            }
        }
    }
}
