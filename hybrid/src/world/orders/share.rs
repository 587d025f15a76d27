//! Units that share a goal: which of them can get how near, and what they have in common.

use glam::Vec2;
use navmesh::{Component, PathOptions};

use crate::arrival::places::way_into;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, Ring, SharedGoal};
use crate::bodies::unit::Body;
use crate::event::PathLostReason;
use crate::ways::ground::{is_free, is_quilt};
use crate::world::state::World;

/// How much farther apart slots are than diameters, for each part that personal space is wider than a diameter.
const ROOM: f32 = 3.0;

/// Sums of radii: so far from a unit that is followed free ground for its followers is looked for.
const BESIDE: f32 = 3.0;

/// How many times the nearest point is looked for that is free for units of several movement kinds.
const ROUNDS: usize = 4;

/// How far the mean of units is from their goal, as a share of the mean of their distances, below which they come from several
/// sides: at a right angle it is 0.71.
const ASIDE: f32 = 0.6;

/// The share of its greatest speed above which a unit that is followed goes somewhere.
const GOES: f32 = 0.25;

/// Returns where a unit is going, as a unit vector; zero if it stands.
pub(super) fn course(body: &Body) -> Vec2 {
    let goes = body.velocity.length() > GOES * body.speed();
    if goes { body.velocity.normalize_or_zero() } else { Vec2::ZERO }
}

/// Units that share a goal and can get equally near to it.
pub(super) struct Party {
    pub(super) units: Vec<UnitId>,
    /// The goal, or the point nearest to it that they can reach.
    pub(super) goal: Vec2,
    /// Why that is not the goal.
    pub(super) lost: Option<PathLostReason>,
}

impl World {
    /// Returns where the goal of an order is for its units, and where round it their places may lie. The goal beside a unit
    /// that is followed is the nearest point where all of them can stand.
    pub(super) fn aim(&self, order: &Order, goal: Vec2, units: &[UnitId]) -> (Vec2, Ring) {
        let most = if order.range > 0.0 { order.range } else { f32::INFINITY };
        let Some(target) = order.target.and_then(|target| self.core.bodies.get(target)) else {
            return (goal, Ring { most, ..Ring::open(goal) });
        };
        let apart = self.greatest_radius(units) + target.radius;
        let least = apart * self.core.definition.parameters.slot_spacing;
        let ahead = if order.range == 0.0 { course(target) } else { Vec2::ZERO };
        let ring = Ring { center: goal, least, most: most.max(least), ahead };
        (self.beside(goal, target.radius, units), ring)
    }

    /// The point nearest to a goal where all of some units can stand, of those beside a disc round the goal; the goal itself
    /// if there is none.
    pub(crate) fn beside(&self, goal: Vec2, radius: f32, units: &[UnitId]) -> Vec2 {
        let apart = self.greatest_radius(units) + radius;
        let meshes = self.meshes_for(units);
        let mut point = goal;
        // What is nearest for one movement kind may not be free for another one.
        for _ in 0..ROUNDS {
            let from = point;
            for mesh in &meshes {
                let free = mesh.nearest_point(point, BESIDE * apart).ok().flatten();
                let Some(free) = free else { return goal };
                point = free.point;
            }
            if meshes.len() == 1 || point == from {
                return point;
            }
        }
        goal
    }

    /// Parts units by how near they can get to a goal: first those who can reach it, then the others, by the parts of the
    /// free ground on which they stand.
    pub(super) fn parties(&self, goal: Vec2, units: &[UnitId]) -> Vec<Party> {
        let (reaching, lost): (Vec<UnitId>, Vec<UnitId>) =
            units.iter().partition(|&&unit| self.reaches(unit, goal));
        let mut parties = Vec::new();
        if !reaching.is_empty() {
            parties.push(Party { units: reaching, goal, lost: None });
        }
        let mut known: Vec<((usize, Option<Component>), usize)> = Vec::new();
        for unit in lost {
            let body = &self.core.bodies[unit];
            let mesh = self.core.meshes.of(body.class());
            let from = self.foothold(unit);
            let ground = (body.class(), self.footing(unit).map(|cell| mesh.component(cell)));
            if let Some(&(_, party)) = known.iter().find(|&&(of, _)| of == ground) {
                parties[party].units.push(unit);
                continue;
            }
            known.push((ground, parties.len()));
            let nearest = mesh.nearest_reachable(from, goal);
            parties.push(Party {
                units: vec![unit],
                goal: nearest.map_or(from, |nearest| nearest.point),
                lost: Some(self.why_lost(body.class(), goal)),
            });
        }
        parties
    }

    /// Why units of a class do not get to a point.
    pub(super) fn why_lost(&self, class: usize, goal: Vec2) -> PathLostReason {
        let is_free = is_free(self.core.meshes.of(class), goal);
        if is_free { PathLostReason::Unreachable } else { PathLostReason::PlaceBlocked }
    }

    /// The distance between neighbouring places of units of an order, in metres.
    pub(super) fn spacing_of(&self, order: &Order, radius: f32) -> f32 {
        if let Some(formed) = &order.formed {
            return 2.0 * radius + formed.formation.spacing;
        }
        let parameters = &self.core.definition.parameters;
        // Units that keep a distance on their way must get in between those that rest already.
        let roomy = 1.0 + ROOM * (parameters.personal_space - 1.0);
        let diameter = 2.0 * radius;
        diameter * parameters.slot_spacing.max(roomy)
    }

    /// Returns what the units of a party have in common. How far the slots reach is not known yet.
    pub(super) fn share(&mut self, order: &Order, party: &Party, ring: Ring) -> SharedGoal {
        let spacing = self.spacing_of(order, self.greatest_radius(&party.units));
        let (mut approach, class) = self.approach(order, &party.units, party.goal);
        if ring.most.is_finite() {
            let mesh = self.core.meshes.of(self.greatest_class(&party.units));
            approach = way_into(mesh, approach, ring, 0.5 * spacing);
        }
        let found_on = (class, self.core.meshes.of(class).version());
        let is_surrounded = order.way_points.is_empty() && self.surround(&party.units, party.goal);
        SharedGoal {
            goal: party.goal,
            ring,
            spacing,
            approach,
            found_on,
            is_surrounded,
            reach: 0.0,
        }
    }

    /// The path to a goal from the last way point, or else of the unit nearest to the mean of the units' positions; and the
    /// class for which it was searched.
    fn approach(&mut self, order: &Order, units: &[UnitId], goal: Vec2) -> (Vec<Vec2>, usize) {
        let Some((middle, unit)) = self.middle(units) else { return (vec![goal], 0) };
        let from = order.way_points.last().copied().unwrap_or(middle);
        let class = self.core.bodies[unit].class();
        let mesh = self.core.meshes.of(class);
        let options = PathOptions::with_entry(self.core.definition.parameters.entry);
        let options = if is_quilt(mesh) { options.by_length() } else { options };
        let found = mesh.find_path(&mut self.searches[class], from, goal, &options);
        // A unit that an obstacle has just landed on has no path; straight will do for sorting.
        (found.map_or_else(|_| vec![from, goal], |path| path.points), class)
    }

    /// Returns the number of the first of the orders with which one shares its places, if there are others.
    pub(super) fn pool_of(&self, order: &Order) -> Option<u64> {
        let alike = |other: &&Order| other.number != order.number && order.pools_with(other);
        let first = self.core.orders.values().find(alike)?;
        Some(first.pool.unwrap_or(first.number))
    }

    /// Has the orders know with which an order shares its places.
    pub(super) fn pool(&mut self, order: OrderId) {
        let Some(pool) = self.core.orders.get(order).and_then(|order| order.pool) else { return };
        let mut orders = self.core.orders.values_mut();
        if let Some(first) = orders.find(|other| other.number == pool) {
            first.pool = Some(pool);
        }
    }

    /// Returns whether units are on several sides of a point.
    fn surround(&self, units: &[UnitId], point: Vec2) -> bool {
        let (mut sum, mut distances) = (Vec2::ZERO, 0.0);
        for &unit in units {
            let offset = self.core.bodies[unit].position - point;
            sum += offset;
            distances += offset.length();
        }
        sum.length() < ASIDE * distances
    }

    /// The unit nearest to the mean of the units' positions, and where it is.
    fn middle(&self, units: &[UnitId]) -> Option<(Vec2, UnitId)> {
        // In the order of their positions, so that it does not matter which unit was made first.
        let mut all: Vec<(Vec2, UnitId)> =
            units.iter().map(|&unit| (self.core.bodies[unit].position, unit)).collect();
        all.sort_by_key(|(position, unit)| (position.to_array().map(f32::to_bits), *unit));
        let mean = all.iter().map(|(position, _)| position).sum::<Vec2>() / units.len() as f32;
        let far = |(position, _): &(Vec2, UnitId)| position.distance_squared(mean).to_bits();
        all.into_iter().min_by_key(far)
    }

    pub(super) fn greatest_radius(&self, units: &[UnitId]) -> f32 {
        units.iter().map(|&unit| self.core.bodies[unit].radius).fold(0.0, f32::max)
    }

    /// Returns the class of the largest of some units.
    pub(super) fn greatest_class(&self, units: &[UnitId]) -> usize {
        let radii = self.core.definition.class_radii.len();
        let classes = units.iter().map(|&unit| self.core.bodies[unit].class());
        classes.max_by_key(|class| (class % radii, *class)).unwrap_or(0)
    }
}
