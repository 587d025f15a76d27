//! Who is near whom.
//!
//! The discs of all units are sorted into a uniform grid ([`DiscGrid`]); the neighbours of a disc are looked for in the
//! cells round its own, ring by ring, until nobody farther away can be of interest. The order depends on where the discs
//! are alone, not on when their units were made: whatever is computed in this order is the same however a world was set
//! up. It turns with the world, too: the grid's first axis is the one along which the first units look on the whole, so a
//! world that is turned by a quarter moves bit for bit as before.

use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::disc::{Disc, Horizon};
use super::disc_grid::DiscGrid;
use super::look::{Look, MOST_NEAREST, squared_of};
use crate::bodies::unit::Body;
use crate::handle::UnitId;
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};

/// Typical radii: the side of a grid cell. About two discs lie in a cell of a loose crowd.
const CELL: f32 = 5.0;

/// The units in which headings are summed.
const HEADING_UNITS: f32 = 1_048_576.0;

/// Neighbours are looked for first within this multiple of where the farthest was before.
const GROWTH: f32 = 1.15;

/// Every unit's disc, and who is near whom.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Neighbours {
    #[serde(skip)]
    discs: Vec<Disc>,
    /// What was found, part by part.
    #[serde(skip)]
    parts: Vec<Found>,
    #[serde(skip)]
    grid: DiscGrid,
    /// The first axis of the grid, kept while there are units.
    axis: Option<Vec2>,
    /// The positions of the discs along the axes of the grid, close together.
    #[serde(skip)]
    points: Vec<Vec2>,
    /// Scratch of sorting.
    #[serde(skip)]
    units: Vec<UnitId>,
    #[serde(skip)]
    search: Parallel<Searching>,
}

/// The nearest neighbours of a disc, the nearest first, and [`NOBODY`] where there are no more.
type Nearest = [u32; MOST_NEAREST];

const NOBODY: u32 = u32::MAX;

/// Discs that one thread looks at at a time.
pub(super) const PART: usize = 512;

/// The search for the neighbours of all discs.
#[derive(Default)]
struct Searching {
    discs: Vec<Disc>,
    points: Vec<Vec2>,
    grid: DiscGrid,
    horizon: Horizon,
    extremes: Extremes,
    found: Vec<Mutex<Found>>,
}

/// What was found for a part of the discs.
#[derive(Clone, Default)]
struct Found {
    nearest: Vec<Nearest>,
    /// How far the farthest of them is from each, in metres; infinite where there are few.
    reaches: Vec<f32>,
    /// For each the later ones that it may touch within a tick, in order; and where those of each end.
    partners: Vec<u32>,
    ends: Vec<u32>,
}

impl Parts for Searching {
    fn part(&self, index: usize) {
        let mut found = self.found[index].lock().unwrap_or_else(PoisonError::into_inner);
        let Found { nearest, reaches, partners, ends } = &mut *found;
        nearest.clear();
        reaches.clear();
        partners.clear();
        ends.clear();
        let first = index * PART;
        for disc in first..self.discs.len().min(first + PART) {
            let (found, reach) = self.look(disc, partners);
            nearest.push(found);
            reaches.push(reach);
            ends.push(partners.len() as u32);
        }
    }
}

impl Searching {
    fn swap(&mut self, discs: &mut Vec<Disc>, points: &mut Vec<Vec2>, grid: &mut DiscGrid) {
        std::mem::swap(&mut self.discs, discs);
        std::mem::swap(&mut self.points, points);
        std::mem::swap(&mut self.grid, grid);
    }

    /// The nearest neighbours of a disc, and how far the farthest of them is; adds the later ones that it may
    /// touch.
    fn look(&self, disc: usize, partners: &mut Vec<u32>) -> (Nearest, f32) {
        let (one, extremes, horizon) = (&self.discs[disc], &self.extremes, self.horizon);
        let (sight, touch) =
            horizon.squared(one.radius + extremes.radius, one.max_speed + extremes.speed);
        let all_alike = extremes.all_alike;
        let nearest = [u64::MAX; MOST_NEAREST];
        let first = partners.len();
        // Crowds hardly change from tick to tick. Where too few are found so near, all are looked at.
        let reach = GROWTH * one.reach;
        let guess = sight.min(reach * reach);
        let mut look = Look { disc, horizon, touch, all_alike, sight: guess, nearest };
        look.around(&self.discs, &self.points, &self.grid, partners);
        if guess < sight && look.nearest[MOST_NEAREST - 1] == u64::MAX {
            partners.truncate(first);
            look = Look { disc, horizon, touch, all_alike, sight, nearest };
            look.around(&self.discs, &self.points, &self.grid, partners);
        }
        partners[first..].sort_unstable();
        let last = look.nearest[MOST_NEAREST - 1];
        let is_full = last != u64::MAX;
        let reach = if is_full { squared_of(last).sqrt() } else { f32::INFINITY };
        (look.nearest.map(|key| key as u32), reach)
    }
}

impl Neighbours {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        let discs =
            self.discs.capacity() * size_of::<Disc>() + self.units.capacity() * size_of::<UnitId>();
        let of_part = |found: &Found| {
            found.nearest.capacity() * (size_of::<Nearest>() + size_of::<f32>())
                + (found.partners.capacity() + found.ends.capacity()) * size_of::<u32>()
        };
        let found: usize = self.parts.iter().map(of_part).sum();
        discs + found + self.points.capacity() * size_of::<Vec2>() + self.grid.bytes()
    }

    /// Whether the axis of the grid is one.
    pub(crate) fn is_valid(&self) -> bool {
        let axes = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
        self.axis.is_none_or(|axis| axes.contains(&axis))
    }

    /// All discs, in order.
    pub(crate) fn discs(&self) -> &[Disc] {
        &self.discs
    }

    /// The pairs that may touch in this tick, each once.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let discs = (0..).zip(self.partners());
        discs.flat_map(|(disc, partners)| partners.iter().map(move |&other| (disc, other)))
    }

    /// The later ones that each disc may touch in this tick, disc by disc.
    pub(super) fn partners(&self) -> impl Iterator<Item = &[u32]> {
        self.parts.iter().flat_map(|found| {
            let mut first = 0;
            found.ends.iter().map(move |&end| {
                let begin = std::mem::replace(&mut first, end as usize);
                &found.partners[begin..end as usize]
            })
        })
    }

    /// Tells the discs where their units want to go.
    pub(crate) fn take_wishes(&mut self, bodies: &SlotMap<UnitId, Body>) {
        for disc in &mut self.discs {
            let body = &bodies[disc.unit];
            (disc.desired, disc.mobility) = (body.desired, body.mobility());
        }
    }

    /// A disc, to tell it where it has got to.
    pub(super) fn disc_mut(&mut self, disc: usize) -> &mut Disc {
        &mut self.discs[disc]
    }

    /// The nearest neighbours of a disc, the nearest first.
    pub(crate) fn of(&self, disc: usize) -> &[u32] {
        let nearest = &self.parts[disc / PART].nearest[disc % PART];
        let count = nearest.iter().position(|&other| other == NOBODY);
        &nearest[..count.unwrap_or(MOST_NEAREST)]
    }

    /// How far the farthest neighbour of a disc was, in metres; infinite where there are few.
    pub(super) fn reach_of(&self, disc: usize) -> f32 {
        self.parts[disc / PART].reaches[disc % PART]
    }

    /// Looks at all units anew, with the help of an executor.
    pub(crate) fn rebuild(
        &mut self,
        bodies: &SlotMap<UnitId, Body>,
        horizon: Horizon,
        executor: Option<&dyn Executor>,
    ) {
        self.axis =
            Some(self.axis.unwrap_or_else(|| main_axis(bodies))).filter(|_| !bodies.is_empty());
        let extremes = self.gather(bodies);
        self.sort(bodies, CELL * (extremes.least_radius * extremes.radius).sqrt());
        let count = self.discs.len().div_ceil(PART);
        let mut searching = self.search.open();
        (searching.horizon, searching.extremes) = (horizon, extremes);
        let slots = searching.found.len().max(count);
        searching.found.resize_with(slots, Mutex::default);
        // Their room is used again.
        for (found, room) in searching.found.iter_mut().zip(self.parts.drain(..)) {
            *found.get_mut().unwrap_or_else(PoisonError::into_inner) = room;
        }
        searching.swap(&mut self.discs, &mut self.points, &mut self.grid);
        drop(searching);
        let mut searching = self.search.run(executor, count);
        searching.swap(&mut self.discs, &mut self.points, &mut self.grid);
        let found = searching.found[..count].iter_mut();
        let found = found.map(|found| found.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.parts.extend(found.map(std::mem::take));
    }

    /// Gathers where the units on the ground are.
    fn gather(&mut self, bodies: &SlotMap<UnitId, Body>) -> Extremes {
        let axis = self.axis.unwrap_or(Vec2::X);
        let mut extremes = Extremes::none();
        self.units.clear();
        self.points.clear();
        self.units.reserve(bodies.len());
        self.points.reserve(bodies.len());
        for (unit, body) in bodies.iter().filter(|(_, body)| body.crossing.is_none()) {
            extremes.include(body);
            self.units.push(unit);
            self.points.push(along(axis, body.position));
        }
        extremes.finish()
    }

    /// Sorts the units into a grid, and makes their discs in this order.
    fn sort(&mut self, bodies: &SlotMap<UnitId, Body>, side: f32) {
        let axis = self.axis.unwrap_or(Vec2::X);
        self.grid.sort(&self.points, side);
        self.discs.clear();
        let units = self.grid.order().iter().map(|&index| self.units[index as usize]);
        self.discs.extend(units.map(|unit| Disc::of(unit, &bodies[unit])));
        self.points.clear();
        self.points.extend(self.discs.iter().map(|disc| along(axis, disc.position)));
    }
}

/// A position along an axis and to the left of it.
fn along(axis: Vec2, position: Vec2) -> Vec2 {
    Vec2::new(axis.dot(position), axis.perp_dot(position))
}

/// The axis along which the units look on the whole. Headings are summed as integers: no order of units can change it.
fn main_axis(bodies: &SlotMap<UnitId, Body>) -> Vec2 {
    let (mut x, mut y) = (0_i64, 0_i64);
    for body in bodies.values() {
        x += (body.heading.x * HEADING_UNITS) as i64;
        y += (body.heading.y * HEADING_UNITS) as i64;
    }
    // A quarter turn takes each case to the next.
    match (x + y, y - x) {
        (1.., ..=0) => Vec2::X,
        (0.., 1..) => Vec2::Y,
        (..=-1, 0..) => Vec2::NEG_X,
        (_, ..=-1) => Vec2::NEG_Y,
        // They look everywhere alike.
        _ => Vec2::X,
    }
}

/// What no disc goes beyond.
#[derive(Clone, Copy, Default)]
struct Extremes {
    least_radius: f32,
    radius: f32,
    least_speed: f32,
    speed: f32,
    /// Whether all discs have one radius and one greatest speed.
    all_alike: bool,
}

impl Extremes {
    /// Of no discs: nothing is less or greater.
    fn none() -> Self {
        Self {
            least_radius: f32::INFINITY,
            radius: 0.0,
            least_speed: f32::INFINITY,
            speed: 0.0,
            all_alike: true,
        }
    }

    fn include(&mut self, body: &Body) {
        self.least_radius = self.least_radius.min(body.radius);
        self.radius = self.radius.max(body.radius);
        self.least_speed = self.least_speed.min(body.max_speed);
        self.speed = self.speed.max(body.max_speed);
    }

    fn finish(self) -> Self {
        let all_alike = self.least_radius == self.radius && self.least_speed == self.speed;
        Self { all_alike, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::look::MOST_TOUCHING;
    use super::*;
    use crate::bodies::unit::UnitDefinition;

    const HORIZON: Horizon = Horizon { sight: 1.0, tick: 0.1, space: 1.0 };

    fn scattered(count: u32, area: f32) -> SlotMap<UnitId, Body> {
        let mut state = 7_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let mut bodies = SlotMap::with_key();
        for _ in 0..count {
            let position = Vec2::new(random() - 0.5, random() - 0.5) * area;
            let definition = UnitDefinition::new(position, 0.1 + 0.3 * random(), 0.5 + random());
            bodies.insert(Body::new(&definition, 0, 0.1));
        }
        bodies
    }

    #[test]
    fn neighbours_are_the_nearest_and_pairs_are_all_that_may_touch() {
        for area in [6.0, 20.0, 100.0] {
            let mut neighbours = Neighbours::default();
            neighbours.rebuild(&scattered(300, area), HORIZON, None);
            let discs = neighbours.discs().to_vec();
            let mut pairs = Vec::new();
            for (index, one) in discs.iter().enumerate() {
                let mut near = Vec::new();
                for (other, two) in discs.iter().enumerate().filter(|&(other, _)| other != index) {
                    let squared = one.position.distance_squared(two.position);
                    let (sight, touch) =
                        HORIZON.squared(one.radius + two.radius, one.max_speed + two.max_speed);
                    if squared <= sight {
                        near.push((squared, other as u32));
                    }
                    if other > index && squared < touch {
                        pairs.push((index as u32, other as u32));
                    }
                }
                near.sort_by(|a, b| a.0.total_cmp(&b.0));
                near.truncate(MOST_NEAREST);
                let expected: Vec<f32> = near.iter().map(|&(squared, _)| squared).collect();
                let found =
                    neighbours.of(index).iter().map(|&other| discs[other as usize].position);
                let found: Vec<f32> =
                    found.map(|position| position.distance_squared(one.position)).collect();
                assert_eq!(found, expected, "in {area} m");
            }
            // In the narrowest crowd a disc has more partners than it may have.
            if area > 6.0 {
                assert!(neighbours.pairs().eq(pairs));
            }
        }
    }

    #[test]
    fn the_order_of_creation_does_not_matter() {
        let bodies = scattered(200, 12.0);
        let mut backwards = SlotMap::with_key();
        let all: Vec<&Body> = bodies.values().collect();
        for &body in all.iter().rev() {
            backwards.insert(body.clone());
        }
        let (mut one, mut other) = (Neighbours::default(), Neighbours::default());
        one.rebuild(&bodies, HORIZON, None);
        other.rebuild(&backwards, HORIZON, None);
        let positions =
            |of: &Neighbours| of.discs().iter().map(|disc| disc.position).collect::<Vec<_>>();
        assert_eq!(positions(&one), positions(&other));
        let found = |of: &Neighbours| {
            let nearest = (0..200).map(|disc| of.of(disc).to_vec());
            (of.pairs().collect::<Vec<_>>(), nearest.collect::<Vec<_>>())
        };
        assert_eq!(found(&one), found(&other));
    }

    #[test]
    fn an_army_on_one_point_is_bounded() {
        let mut bodies = SlotMap::with_key();
        for _ in 0..20_000 {
            bodies.insert(Body::new(&UnitDefinition::new(Vec2::ONE, 0.3, 1.4), 0, 0.1));
        }
        let mut neighbours = Neighbours::default();
        neighbours.rebuild(&bodies, HORIZON, None);
        assert!(neighbours.pairs().count() <= 20_000 * MOST_TOUCHING);
        neighbours.rebuild(&SlotMap::with_key(), HORIZON, None);
        assert!(neighbours.discs().is_empty() && neighbours.pairs().next().is_none());
    }
}
