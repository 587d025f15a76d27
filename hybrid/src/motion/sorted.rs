//! All discs, sorted into a grid, and who is near one of them.

use glam::Vec2;

use super::disc::{Disc, Foresight};
use super::disc_grid::DiscGrid;
use super::look::{Aim, MOST_NEAREST, NOWHERE, NeighbourSearch};
use crate::base::cloning::clone_by_fields;
use crate::base::handle::UnitId;
use crate::bodies::meeting::MeetingRules;

/// Typical radii: the side of a grid cell. About two discs lie in a cell of a loose crowd.
const CELL: f32 = 5.0;

/// Neighbours are looked for first within this multiple of where the farthest was before.
const GROWTH: f32 = 1.15;

/// The nearest neighbours of a disc, the nearest first, and numbers that no disc has where there are no more.
pub(super) type Nearest = [u32; MOST_NEAREST];

/// All discs, sorted into a grid.
#[derive(Default)]
pub(super) struct Sorted {
    pub(super) discs: Vec<Disc>,
    /// Their positions along the axes of the grid, close together.
    pub(super) points: Vec<Vec2>,
    /// By disc, whom it meets; empty where all meet all as most do.
    pub(super) rules: Vec<MeetingRules>,
    /// By disc, the unit that its order follows, or nobody's handle; empty where nobody follows anybody.
    pub(super) follows: Vec<UnitId>,
    pub(super) grid: DiscGrid,
    pub(super) horizon: Foresight,
    pub(super) extremes: Extremes,
}

clone_by_fields!(Sorted { discs, points, rules, follows, grid, horizon, extremes });

impl Sorted {
    /// Discs that are sorted already, and where they were then.
    pub(super) fn of(
        discs: Vec<Disc>,
        points: Vec<Vec2>,
        rules: Vec<MeetingRules>,
        horizon: Foresight,
    ) -> Self {
        let mut extremes = Extremes::none();
        discs.iter().for_each(|disc| extremes.include(disc.radius, disc.max_speed));
        rules.iter().for_each(|rules| extremes.include_rules(rules));
        let extremes = extremes.finish();
        let mut grid = DiscGrid::default();
        grid.sort(&points, extremes.cell());
        Self { discs, points, rules, follows: Vec::new(), grid, horizon, extremes }
    }

    /// The nearest neighbours of a disc; adds the later ones that it may touch, in order.
    pub(super) fn look(&self, disc: usize, partners: &mut Vec<u32>) -> Nearest {
        let first = partners.len();
        let (sight, touch) = self.squared(disc);
        // Crowds hardly change from tick to tick. Where too few are found so near, all are looked at.
        let reach = GROWTH * self.discs[disc].reach;
        let guess = sight.min(reach * reach);
        let mut nearest = self.within(disc, (guess, touch), partners);
        if guess < sight && nearest[MOST_NEAREST - 1] == u32::MAX {
            partners.truncate(first);
            nearest = self.within(disc, (sight, touch), partners);
        }
        nearest
    }

    /// Adds the later discs that one may touch, in order.
    pub(super) fn touch(&self, disc: usize, partners: &mut Vec<u32>) {
        let (_, touch) = self.squared(disc);
        self.within(disc, (NOWHERE, touch), partners);
    }

    /// Returns how far the farthest of the neighbours of a disc is, in metres; infinite where there are few.
    pub(super) fn reach(&self, disc: usize, nearest: &Nearest) -> f32 {
        let last = self.discs.get(nearest[MOST_NEAREST - 1] as usize);
        let from = self.discs[disc].position;
        last.map_or(f32::INFINITY, |last| last.position.distance(from))
    }

    /// A disc, whom it meets and whom it follows.
    pub(super) fn known(&self, disc: usize) -> KnownDisc<'_> {
        self.with_rules(disc, &self.discs[disc])
    }

    /// The disc of a number, whom it meets and whom it follows, if there is one.
    pub(super) fn get(&self, disc: usize) -> Option<KnownDisc<'_>> {
        Some(self.with_rules(disc, self.discs.get(disc)?))
    }

    fn with_rules<'a>(&'a self, at: usize, disc: &'a Disc) -> KnownDisc<'a> {
        let follows = self.follows.get(at).copied().unwrap_or_default();
        KnownDisc { disc, rules: self.rules.get(at), follows }
    }

    /// Squared distances beyond which nobody is seen by a disc, and nobody touched.
    fn squared(&self, disc: usize) -> (f32, f32) {
        let (one, most) = (&self.discs[disc], &self.extremes);
        let speeds = one.max_speed + most.speed;
        let squared = self.horizon.squared(one.radius + most.radius, speeds);
        let Some(rules) = self.rules.get(disc) else { return squared };
        let radii = rules.avoidance_radius + most.avoidance_radius.max(most.radius);
        (self.horizon.squared(radii, speeds).0, squared.1)
    }

    /// The later ones are met in order: those of the own row, then those of rows above.
    fn within(&self, disc: usize, squared: (f32, f32), partners: &mut Vec<u32>) -> Nearest {
        let (horizon, all_alike) = (self.horizon, self.extremes.all_alike);
        let rules = &self.rules;
        let look = NeighbourSearch::new(Aim { disc, horizon, rules, all_alike, squared });
        look.around(&self.discs, &self.points, &self.grid, partners)
    }
}

/// What no disc goes beyond.
#[derive(Clone, Copy, Default)]
pub(super) struct Extremes {
    least_radius: f32,
    radius: f32,
    least_speed: f32,
    speed: f32,
    /// Of those who say whom they meet.
    avoidance_radius: f32,
    has_rules: bool,
    /// Whether all discs have one radius and one greatest speed, and meet all.
    all_alike: bool,
}

impl Extremes {
    /// Of no discs: nothing is less or greater.
    pub(super) fn none() -> Self {
        Self {
            least_radius: f32::INFINITY,
            radius: 0.0,
            least_speed: f32::INFINITY,
            speed: 0.0,
            avoidance_radius: 0.0,
            has_rules: false,
            all_alike: true,
        }
    }

    pub(super) fn include(&mut self, radius: f32, max_speed: f32) {
        self.least_radius = self.least_radius.min(radius);
        self.radius = self.radius.max(radius);
        self.least_speed = self.least_speed.min(max_speed);
        self.speed = self.speed.max(max_speed);
    }

    /// There is one that says whom it meets.
    pub(super) fn include_rules(&mut self, rules: &MeetingRules) {
        self.avoidance_radius = self.avoidance_radius.max(rules.avoidance_radius);
        self.has_rules = true;
    }

    /// Returns whether there is anybody who says whom it meets.
    pub(super) fn has_rules(&self) -> bool {
        self.has_rules
    }

    /// The side of a grid cell for such discs, in metres.
    pub(super) fn cell(&self) -> f32 {
        CELL * (self.least_radius * self.radius).sqrt()
    }

    pub(super) fn finish(self) -> Self {
        let all_alike = self.least_radius == self.radius && self.least_speed == self.speed;
        Self { all_alike: all_alike && !self.has_rules, ..self }
    }
}

/// A disc, whom it meets where that is not all, and whom it follows.
#[derive(Clone, Copy)]
pub(super) struct KnownDisc<'a> {
    pub(super) disc: &'a Disc,
    pub(super) rules: Option<&'a MeetingRules>,
    /// Nobody's handle if it follows none.
    pub(super) follows: UnitId,
}

impl KnownDisc<'_> {
    /// Returns whether it gives way to another one, as it follows it or says that it yields to such.
    pub(super) fn gives_way_to(self, other: Self) -> bool {
        let both = self.rules.zip(other.rules);
        both.is_some_and(|(its, theirs)| its.gives_way_to(theirs)) || self.is_behind(other)
    }

    /// Returns whether it follows another one. Two that follow each other are equals.
    fn is_behind(self, other: Self) -> bool {
        // Nobody's handle is nobody's unit.
        self.follows == other.disc.unit && other.follows != self.disc.unit
    }
}
