//! What must hold of every unit in every step: numbers, free ground, walls.

use std::collections::BTreeMap;

use glam::Vec2;
use hybrid::navmesh::{Location, Ray};
use hybrid::{Activity, Driver, Unit, UnitId, World};

use super::finding::{FindingKind, Findings};
use super::measure::Measure;
use super::stage::SoakStage;
use crate::scoring::walls::Walls;

/// Radii: nearer to a wall than this no unit stands. Obstacles lie on a lattice, so a few millimetres come on top.
const DEPTH: (f32, f32) = (0.95, 0.003);

/// Who has gone round a corner in a tick went no farther than this many times the straight way, or what it can walk in a tick if
/// that is more, and radii on top: others push it along.
const ROUND: (f32, f32) = (1.5, 1.0);

/// Relative, and m/s: how much faster than it may a unit may be by rounding.
const SPEED: (f32, f32) = (1.001, 1e-4);

/// Looks at the units after each step.
#[derive(Default)]
pub struct Safety {
    /// Where units were, and whether they were on a link.
    before: BTreeMap<UnitId, (Vec2, bool)>,
    walls: Option<Walls>,
}

impl Safety {
    /// Looks at a world after a step.
    pub fn look(&mut self, stage: &SoakStage, measure: &mut Measure, findings: &mut Findings) {
        let world = stage.world();
        if stage.called.ground || self.walls.is_none() {
            self.walls = Some(walls(stage));
        }
        let before = std::mem::take(&mut self.before);
        for unit in world.units() {
            let known = before.get(&unit.id).filter(|(_, was_on_link)| !was_on_link);
            let is_put = stage.called.ground || stage.called.moved.contains(&unit.id);
            let from = known.filter(|_| !is_put).map(|&(from, _)| from);
            self.look_at(stage, (&unit, from), measure, findings);
            self.before.insert(unit.id, (unit.position, unit.link.is_some()));
        }
    }

    /// Looks at a unit, which stood somewhere else before the step unless it was put elsewhere.
    pub(super) fn look_at(
        &self,
        stage: &SoakStage,
        (unit, from): (&Unit, Option<Vec2>),
        measure: &mut Measure,
        findings: &mut Findings,
    ) {
        let world = stage.world();
        let tick = world.tick_count();
        let says =
            |what: &str| format!("{what}; unit {:?} at {}", stage.number(unit.id), unit.position);
        if let Some(what) = wrong(world, unit) {
            findings.note(FindingKind::State, tick, || says(&what));
        }
        if unit.driver == Driver::World && unit.link.is_none() {
            if let Some(what) = self.in_wall(world, unit) {
                findings.note(FindingKind::InWall, tick, || says(&what));
            }
            let crossed = from.and_then(|from| crossed(world, unit, from, measure));
            if let Some(what) = crossed {
                findings.note(FindingKind::Crossed, tick, || says(&what));
            }
        }
    }

    /// Says how a unit stands in a wall.
    fn in_wall(&self, world: &World, unit: &Unit) -> Option<String> {
        let mesh = world.mesh(unit.class)?;
        // Where nothing at all is free a unit cannot but stand in a wall.
        if mesh.cell_count() == 0 {
            return None;
        }
        if !matches!(mesh.locate(unit.position), Location::Cell(_)) {
            return Some("it is not on free ground".into());
        }
        let far = self.walls.as_ref()?.distance(unit.position);
        let least = DEPTH.0 * unit.radius - DEPTH.1;
        (far < least).then(|| format!("it is {far:.3} m from a wall, of at least {least:.3}"))
    }
}

/// Returns the walls that stand: convex obstacles and bounds.
fn walls(stage: &SoakStage) -> Walls {
    let definition = stage.world().definition();
    let greatest = definition.class_radii.iter().copied().fold(0.0, f32::max);
    let mut walls = Walls::new(definition.bounds, greatest);
    for outline in stage.walls.values() {
        walls.add(outline);
    }
    walls.refresh();
    walls
}

/// Says what is wrong with a unit's numbers.
fn wrong(world: &World, unit: &Unit) -> Option<String> {
    let vectors = [unit.position, unit.velocity, unit.push, unit.desired_velocity, unit.heading];
    if !vectors.iter().all(|vector| vector.is_finite()) {
        return Some(format!("{vectors:?} are not finite"));
    }
    if !world.definition().bounds.contains(unit.position) {
        return Some("it is outside".into());
    }
    let speed = (unit.velocity - unit.push).length();
    if unit.driver == Driver::World && speed > SPEED.0 * unit.max_speed + SPEED.1 {
        return Some(format!("it moves with {speed} m/s, of at most {}", unit.max_speed));
    }
    if (unit.heading.length() - 1.0).abs() > 1e-3 {
        return Some(format!("its heading {} has not the length 1", unit.heading));
    }
    let has_order = unit.order.is_some_and(|order| world.order_view(order).is_some());
    let (shown, is_on) = (unit.activity, unit.link.is_some());
    let is_right = unit.order.is_some() == has_order
        && unit.place.is_some() == has_order
        && (!unit.arrived || has_order)
        && is_on == (shown == Activity::Crossing)
        && match shown {
            Activity::Idle | Activity::Holding => !has_order,
            Activity::Moving | Activity::Stuck => has_order,
            Activity::Resting => has_order && unit.arrived,
            _ => true,
        };
    (!is_right).then(|| {
        let Unit { order, place, arrived, .. } = unit;
        format!("{shown:?} with order {order:?}, place {place:?}, arrived {arrived}")
    })
}

/// Says how a unit has passed a wall in a tick.
fn crossed(world: &World, unit: &Unit, from: Vec2, measure: &mut Measure) -> Option<String> {
    let mesh = world.mesh(unit.class)?;
    let straight = from.distance(unit.position);
    if straight < 0.5 * unit.radius || mesh.ray_cast(from, unit.position) == Ok(Ray::Clear) {
        return None;
    }
    let way = measure.length(world, unit.class, [from, unit.position]);
    let walked = unit.max_speed * world.definition().parameters.tick;
    let most = ROUND.0 * straight.max(walked) + ROUND.1 * unit.radius;
    match way {
        Some(way) if way <= most => None,
        Some(way) => Some(format!("from {from} it is a way of {way:.2} m, not {straight:.2}")),
        None => Some(format!("no way leads there from {from}")),
    }
}
