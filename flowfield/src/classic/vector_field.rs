//! A vector for every tile, and what a unit finds at its place.

use glam::{IVec2, UVec2, Vec2};

use super::heat_map::HeatMap;
use crate::lattice::bilinear;
use crate::lattice::direction::Direction;
use crate::lattice::frame::Frame;
use crate::lattice::grid::Grid;
use crate::lattice::steps::Steps;

/// The eight neighbours, those across a corner last: of equal ones the first counts.
pub(super) const NEIGHBOURS: [IVec2; 8] = [
    IVec2::new(1, 0),
    IVec2::new(0, 1),
    IVec2::new(-1, 0),
    IVec2::new(0, -1),
    IVec2::new(1, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, -1),
    IVec2::new(1, -1),
];

/// The way to go from every tile: a unit vector, or zero where there is no way on.
///
/// A unit's velocity is `field · speed`; or the field is the *desired* velocity of a steering behaviour,
/// as in the example `steering`.
#[derive(Clone, Debug)]
pub struct VectorField {
    steps: Steps,
    vectors: Grid<Vec2>,
    reached: Grid<bool>,
}

impl Default for VectorField {
    fn default() -> Self {
        let frame = Frame::default();
        Self {
            steps: Steps::closed(frame),
            vectors: Grid::new(frame.size, Vec2::ZERO),
            reached: Grid::new(frame.size, false),
        }
    }
}

impl VectorField {
    /// Becomes the gradient of a heat map: along x the distance of the left neighbour less that of the
    /// right one, along y that of the one below less that of the one above, normalised; a neighbour
    /// that cannot be stepped to counts with the tile's own distance.
    ///
    /// Where two best ways are equally long the vector has no part along the wall between them: it is
    /// zero, or points into the wall, and a unit stands still. The cure is to subdivide the tiles once
    /// ([`Steps::subdivided`]) and to let the wave start from the four tiles that were the goal's: no
    /// row of tiles lies on the axis of symmetry then.
    ///
    /// Source: Sidney Durant, *Understanding Goal-Based Vector Field Pathfinding*, 2013.
    pub fn set_gradient(&mut self, heat_map: &HeatMap) {
        let distances = heat_map.distances();
        self.begin(heat_map.steps(), |cell| distances[cell] != HeatMap::UNREACHED);
        for cell in 0..self.steps.frame().cell_count() {
            if self.reached[cell] {
                let distance = |direction| {
                    let open = self.steps.step_is_open(cell, direction);
                    let beyond =
                        if open { self.steps.frame().toward(cell, direction) } else { cell };
                    f64::from(distances[beyond])
                };
                let x = distance(Direction::West) - distance(Direction::East);
                let y = distance(Direction::South) - distance(Direction::North);
                self.vectors[cell] = Vec2::new(x as f32, y as f32).normalize_or_zero();
            }
        }
    }

    /// Points every tile to that of its eight neighbours which is nearest to a goal, if it is nearer than
    /// the tile itself; to one across a corner only if both ways round the corner are open.
    ///
    /// Source: the flow-field project *Flow Field Pathfinding* (vector towards the adjacent node of least
    /// heat).
    pub fn set_descent(&mut self, heat_map: &HeatMap) {
        let distances = heat_map.distances();
        self.begin(heat_map.steps(), |cell| distances[cell] != HeatMap::UNREACHED);
        self.point_to_least(|_, beyond| Some(distances[beyond]), |cell| distances[cell]);
    }

    /// Takes over the steps, and which cells are reached.
    pub(super) fn begin(&mut self, steps: &Steps, reached: impl Fn(usize) -> bool) {
        let frame = steps.frame();
        self.steps.copy_from(steps);
        self.vectors.reset(frame.size, Vec2::ZERO);
        self.reached.reset(frame.size, false);
        for cell in 0..frame.cell_count() {
            self.reached[cell] = reached(cell);
        }
    }

    /// Points every reached cell to the neighbour of least value, from cell to neighbour, if that is
    /// below the cell's own.
    pub(super) fn point_to_least<V: PartialOrd>(
        &mut self,
        value: impl Fn(usize, usize) -> Option<V>,
        own: impl Fn(usize) -> V,
    ) {
        for cell in 0..self.steps.frame().cell_count() {
            if !self.reached[cell] {
                continue;
            }
            let mut least = own(cell);
            for offset in NEIGHBOURS {
                let beyond = self.step(cell, offset).filter(|&beyond| self.reached[beyond]);
                if let Some(there) = beyond.and_then(|beyond| value(cell, beyond))
                    && there < least
                {
                    least = there;
                    self.vectors[cell] = offset.as_vec2().normalize();
                }
            }
        }
    }

    /// The neighbour at an offset, if one can step there: across a corner, by both ways.
    fn step(&self, cell: usize, offset: IVec2) -> Option<usize> {
        let along_x = if offset.x < 0 { Direction::West } else { Direction::East };
        let along_y = if offset.y < 0 { Direction::South } else { Direction::North };
        let step = |from: usize, direction: Direction| {
            let open = self.steps.step_is_open(from, direction);
            open.then(|| self.steps.frame().toward(from, direction))
        };
        match (offset.x != 0, offset.y != 0) {
            (true, false) => step(cell, along_x),
            (false, true) => step(cell, along_y),
            _ => {
                let one = step(cell, along_x).and_then(|next| step(next, along_y))?;
                step(cell, along_y).and_then(|next| step(next, along_x)).map(|_| one)
            }
        }
    }

    pub(super) fn set(&mut self, cell: usize, vector: Vec2) {
        self.vectors[cell] = vector;
    }

    /// The tiles that the field is about.
    pub const fn frame(&self) -> &Frame {
        self.steps.frame()
    }

    /// By tile, the unit vector of the way to go; zero at goals, where there is no way on, and where no
    /// goal can be reached.
    pub const fn vectors(&self) -> &Grid<Vec2> {
        &self.vectors
    }

    /// The vector of the tile that contains a point, as the sources have it; `None` off the frame and
    /// where no goal can be reached.
    pub fn at(&self, point: Vec2) -> Option<Vec2> {
        let tile: UVec2 = self.frame().cell_of(point)?;
        self.reached[tile].then(|| self.vectors[tile])
    }

    /// The vector at a point, bilinear between tile centres as in
    /// [`FlowField::sample`](crate::FlowField::sample); `None` off the frame and where no goal can be
    /// reached. At most 1 long.
    pub fn sample(&self, point: Vec2) -> Option<Vec2> {
        let corners = bilinear::corners(&self.steps, point)?;
        if !corners.iter().all(|&(cell, _)| self.reached[cell]) {
            return None;
        }
        let [a, b, c, d] = corners.map(|(cell, weight)| self.vectors[cell] * weight);
        Some((a + b) + (c + d))
    }
}
