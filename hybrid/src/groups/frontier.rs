//! Where a window's field begins: goal cells inside, and the border cells over which the shortest ways leave.
//!
//! A border cell is one of *outflow* if the distance field falls across it, towards the outside. Only those are seeded:
//! one whose way leads back through the window would promise a free way round the jam inside.

use flowfield::{Direction, Frame, Goal};
use glam::{UVec2, Vec2};
use navmesh::{Bounds, CellId, Location, NavMesh};

use super::guide::Guide;
use crate::grids::walls::{WallScratch, Walls};

/// A way has at most this many corners in one cell that matter.
const MOST_CORNERS: usize = 4;

/// What a window is seeded from.
#[derive(Clone, Copy)]
pub(crate) struct Seeding<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) walls: &'a Walls,
    pub(crate) guide: &'a Guide,
    /// Where the units go that have not arrived yet.
    pub(crate) places: &'a [Vec2],
    /// The world's bounds: a side of the window on them is no border.
    pub(crate) bounds: Bounds,
}

impl Seeding<'_> {
    /// The cells of outflow, each with the distance that the guide tells of a free point in it and what `more` adds to
    /// that, in metres of free travel, and the cells of places inside, with 0. On an island without any, the way leads over
    /// places that are taken already: then theirs.
    pub(crate) fn seeds(
        &self,
        seeds: &mut Vec<Goal>,
        scratch: &mut WallScratch,
        mut more: impl FnMut(Vec2) -> f32,
    ) {
        seeds.clear();
        seeds.extend(self.inside(self.places));
        for (cell, direction) in self.border() {
            let Some((point, ground)) = self.free_point(cell, scratch) else { continue };
            if let Some(distance) = self.outflow(cell, point, ground, direction) {
                seeds.push(Goal { cell, start: distance + more(point) });
            }
        }
        for start in self.departures() {
            let Some(cell) = self.frame().cell_of(start) else { continue };
            if self.shows(cell, start, None).is_some()
                && let Some(distance) = self.guide.distance(start)
            {
                seeds.push(Goal { cell, start: distance + more(start) });
            }
        }
        let island = |seed: &Goal| self.walls.island(self.frame().index_of(seed.cell));
        let (own, mut last) = (seeds.len(), None);
        for seed in self.inside(self.guide.goals()) {
            // Places lie close together, mostly on one island.
            let ours = island(&seed);
            let is_known = |seeds: &[Goal]| seeds.iter().any(|known| island(known) == ours);
            if last == Some(ours) || is_known(&seeds[..own]) {
                last = Some(ours);
            } else {
                seeds.push(seed);
            }
        }
    }

    fn frame(&self) -> &Frame {
        self.walls.steps().frame()
    }

    /// The cells of places that lie in the window, unless another island hides them.
    pub(crate) fn inside(&self, places: &[Vec2]) -> impl Iterator<Item = Goal> {
        // Places lie close together.
        let mut last = None;
        places.iter().filter_map(move |&place| {
            let cell = self.frame().cell_of(place)?;
            last = self.shows(cell, place, last);
            last.map(|_| Goal { cell, start: 0.0 })
        })
    }

    /// Returns where links begin inside by which the cheapest way leads on from there: ways leave the window there as over its
    /// border.
    fn departures(&self) -> impl Iterator<Item = Vec2> {
        let ways = self.mesh.links().flat_map(|(_, link)| link.ways());
        let is_inside = |from: &Vec2| self.frame().cell_of(*from).is_some();
        ways.map(|[from, _]| from).filter(is_inside).filter(|&from| {
            let rest = self.guide.remaining(from);
            rest.is_some_and(|rest| rest.link.is_some() && rest.direction == Vec2::ZERO)
        })
    }

    /// The ground at a point of a cell, perhaps the `hint`, if it is that of the cell's island.
    fn shows(&self, cell: UVec2, point: Vec2, hint: Option<CellId>) -> Option<CellId> {
        let index = self.frame().index_of(cell);
        self.walls.island(index)?;
        let Location::Cell(ground) = self.mesh.locate_near(point, hint) else { return None };
        self.walls.shows(index, ground).then_some(ground)
    }

    /// Returns whether there is ground beyond a side of the window.
    fn is_border(&self, direction: Direction) -> bool {
        let frame = self.frame();
        match direction {
            Direction::East => frame.max().x < self.bounds.max.x,
            Direction::North => frame.max().y < self.bounds.max.y,
            Direction::West => frame.min().x > self.bounds.min.x,
            Direction::South => frame.min().y > self.bounds.min.y,
        }
    }

    /// The cells on the border, those of the corners once for each of their sides.
    fn border(&self) -> impl Iterator<Item = (UVec2, Direction)> {
        let size = self.frame().size;
        let last = size - 1;
        let side = move |direction: Direction| {
            let length = if direction.offset().x == 0 { size.x } else { size.y };
            (0..length).map(move |along| {
                let cell = match direction {
                    Direction::East => UVec2::new(last.x, along),
                    Direction::North => UVec2::new(along, last.y),
                    Direction::West => UVec2::new(0, along),
                    Direction::South => UVec2::new(along, 0),
                };
                (cell, direction)
            })
        };
        Direction::ALL.into_iter().filter(|&direction| self.is_border(direction)).flat_map(side)
    }

    /// The distance from a free point of a border cell, if the shortest way from it leads out of the window there: the
    /// distance falls towards the outside. Corners of the way that lie in the cell itself are passed first.
    fn outflow(
        &self,
        cell: UVec2,
        from: Vec2,
        ground: Option<CellId>,
        direction: Direction,
    ) -> Option<f32> {
        let mut rest = self.guide.remaining_near(from, ground)?;
        let (distance, mut at) = (rest.distance, from);
        for _ in 0..MOST_CORNERS {
            let ends = rest.way_point == at || self.frame().cell_of(rest.way_point) != Some(cell);
            if ends {
                return (rest.direction.dot(direction.unit()) > 0.0).then_some(distance);
            }
            at = rest.way_point;
            rest = self.guide.remaining(at)?;
        }
        None
    }

    /// A point of a cell on the ground of its island, and that where it is known: its centre, or the middle of its largest
    /// free part.
    fn free_point(&self, cell: UVec2, scratch: &mut WallScratch) -> Option<(Vec2, Option<CellId>)> {
        let center = self.frame().center(cell);
        if let Some(ground) = self.shows(cell, center, None) {
            return Some((center, Some(ground)));
        }
        let island = self.walls.island(self.frame().index_of(cell))?;
        let middle = self.walls.middle_of(self.mesh, cell, island, scratch)?;
        Some((middle, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walled::mesh_with;
    use std::sync::Arc;

    const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));

    fn mesh(walls: &[[f32; 4]]) -> NavMesh {
        mesh_with(40.0, 0.4, walls)
    }

    fn frame(min: Vec2, max: Vec2) -> Frame {
        Frame::covering(min, max, 0.5).unwrap()
    }

    fn seeds(mesh: &NavMesh, frame: Frame, goals: &[Vec2]) -> Vec<Goal> {
        let walls = Walls::new(mesh, frame).unwrap();
        let guide = Guide::new(&Arc::new(mesh.clone()), goals.to_vec(), None, 0).unwrap();
        let seeding = Seeding { mesh, walls: &walls, guide: &guide, places: goals, bounds: BOUNDS };
        let mut seeds = Vec::new();
        seeding.seeds(&mut seeds, &mut WallScratch::default(), |_| 0.0);
        seeds
    }

    #[test]
    fn in_the_open_the_sides_towards_the_goal_are_seeded() {
        let goal = Vec2::new(30.0, 12.0);
        let frame = frame(Vec2::splat(10.0), Vec2::new(20.0, 15.0));
        let seeds = seeds(&mesh(&[]), frame, &[goal]);
        assert_eq!(seeds.len(), 10, "the eastern side");
        for seed in seeds {
            assert_eq!(seed.cell.x, 19);
            assert!((seed.start - frame.center(seed.cell).distance(goal)).abs() < 1e-3);
        }
    }

    #[test]
    fn goals_inside_are_seeded_and_the_worlds_edge_is_no_border() {
        let frame = frame(Vec2::ZERO, Vec2::splat(10.0));
        let seeds = seeds(&mesh(&[]), frame, &[Vec2::splat(5.2), Vec2::new(30.0, 5.0)]);
        assert!(seeds.contains(&Goal { cell: UVec2::splat(10), start: 0.0 }));
        // Only where the goal outside is the nearer one.
        assert!(seeds.len() == 1, "{seeds:?}");
    }

    #[test]
    fn behind_a_wall_inside_the_way_that_leaves_is_seeded() {
        // The wall cuts the window in two; the way round it is in the east, the goal in the window's other half.
        let mesh = mesh(&[[0.0, 20.0, 30.0, 20.5]]);
        let frame = frame(Vec2::new(5.0, 15.0), Vec2::new(15.0, 25.0));
        let seeds = seeds(&mesh, frame, &[Vec2::new(10.0, 22.0)]);
        let (goal, border): (Vec<&Goal>, Vec<&Goal>) =
            seeds.iter().partition(|seed| seed.start == 0.0);
        assert_eq!(goal.len(), 1);
        assert!(border.len() >= 9, "{border:?}");
        for seed in border {
            assert!(seed.cell.x == 19 && seed.start > 30.0, "{seed:?}");
            assert!(frame.center(seed.cell).y < 20.0);
        }
    }

    #[test]
    fn a_gap_narrower_than_a_cell_is_seeded() {
        // For centres 0.02 m are free, and no cell's centre lies in them.
        let mesh = mesh(&[[15.0, 0.0, 25.0, 11.8], [15.0, 12.62, 25.0, 40.0]]);
        let frame = frame(Vec2::new(10.0, 10.0), Vec2::new(20.0, 14.0));
        let seeds = seeds(&mesh, frame, &[Vec2::new(30.0, 12.2)]);
        assert_eq!(seeds.len(), 1, "{seeds:?}");
        assert_eq!(seeds[0].cell, UVec2::new(19, 4));
    }
}
