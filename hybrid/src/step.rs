//! One step of the world.

use flowfield::Disc;

use crate::arrival::assignment::take_slots;
use crate::arrival::settle::{settle, swap_slots};
use crate::bodies::unit::Driver;
use crate::error::WorldError;
use crate::event::Event;
use crate::grids::window::Sizing;
use crate::groups::ahead::Ahead;
use crate::groups::guide::Ration;
use crate::groups::plan::Planner;
use crate::groups::regroup::regroup;
use crate::motion::avoid::avoid;
use crate::motion::contacts::touching;
use crate::motion::drive::drive;
use crate::motion::idle::steer_resting;
use crate::motion::neighbours::Horizon;
use crate::parameters::WorldParameters;
use crate::passages::network::Clock;
use crate::profile::Stopwatch;
use crate::steer::Helm;
use crate::tolerances::TICK;
use crate::world::World;

impl World {
    /// Moves the world on by one tick of `dt` seconds, which must be the world's parameter `tick`.
    ///
    /// # Errors
    /// Another `dt`, or staged obstacles that do not fit a mesh: nothing moved.
    pub fn step(&mut self, dt: f32) -> Result<(), WorldError> {
        self.check_tick(dt)?;
        let mut stopwatch = Stopwatch::start();
        self.commit()?;
        self.events.clear();
        self.apply_changes();
        stopwatch.lap("edits");
        self.look_around();
        stopwatch.lap("neighbours");
        self.regroup();
        stopwatch.lap("regroup");
        self.plan();
        stopwatch.lap("plan");
        self.steer();
        stopwatch.lap("steer");
        self.share_passages();
        stopwatch.lap("passages");
        self.avoid();
        stopwatch.lap("avoid");
        self.drive();
        stopwatch.lap("move");
        self.keep_apart();
        stopwatch.lap("contacts");
        self.settle();
        stopwatch.lap("events");
        self.finder.forget();
        self.profile = stopwatch.finish();
        self.tick += 1;
        Ok(())
    }

    fn check_tick(&self, dt: f32) -> Result<(), WorldError> {
        let expected = self.definition.parameters.tick;
        let right = (dt - expected).abs() <= TICK * expected;
        if right { Ok(()) } else { Err(WorldError::TimeStep { given: dt, expected }) }
    }

    fn look_around(&mut self) {
        let WorldParameters { anticipation: sight, tick, personal_space: space, .. } =
            self.definition.parameters;
        self.neighbours.rebuild(&self.bodies, Horizon { sight, tick, space });
    }

    fn regroup(&mut self) {
        let parameters = &self.definition.parameters;
        let sizing = Sizing { parameters, bounds: self.definition.bounds };
        let period = parameters.plan_ticks();
        take_slots(&mut self.bodies, &self.orders, |order| order.is_due(self.tick, period));
        let (orders, tick) = (&self.orders, self.tick);
        let WorldParameters { window_units, search_cells, .. } = *parameters;
        let ration = Ration { least: window_units as usize, cells: search_cells as usize, tick };
        let is_due = |order| orders.get(order).is_none_or(|order| order.is_due(tick, period));
        self.guides.refresh(&self.bodies, &self.meshes, ration, is_due);
        let orders = (&mut self.orders, &self.guides);
        regroup(&mut self.groups, &mut self.bodies, orders, &sizing, tick);
    }

    fn plan(&mut self) {
        if self.groups.iter().all(|group| !group.due) {
            return;
        }
        let parameters = &self.definition.parameters;
        let influence =
            |radius: f32| (parameters.influence * radius).max(1.5 * parameters.cell_size);
        self.discs.clear();
        self.discs.extend(self.neighbours.discs().iter().map(|disc| Disc {
            position: disc.position,
            velocity: disc.velocity,
            influence: influence(disc.radius),
        }));
        let planner = Planner {
            sizing: Sizing { parameters, bounds: self.definition.bounds },
            meshes: &self.meshes,
            bodies: &self.bodies,
            discs: &self.discs,
            passages: &self.passages,
        };
        self.groups.iter_mut().filter(|group| group.due).for_each(|group| planner.plan(group));
    }

    fn steer(&mut self) {
        let parameters = &self.definition.parameters;
        let helm = Helm { parameters, meshes: &self.meshes, groups: &self.groups };
        helm.steer(&mut self.bodies, &mut self.search, &mut self.turn);
        steer_resting(touching(&self.neighbours), &mut self.bodies, parameters);
    }

    fn share_passages(&mut self) {
        if self.orders.is_empty() {
            return;
        }
        let is_due = self.tick.is_multiple_of(self.definition.parameters.plan_ticks());
        let radii = &self.definition.class_radii;
        let (least, greatest) = (radii[0], radii[radii.len() - 1]);
        self.passages.refresh(self.meshes.of(0), greatest, is_due);
        let ahead = Ahead { guides: &self.guides, groups: &self.groups };
        let (shortest, likely) = (|body| ahead.shortest(body), |body| ahead.likely(body));
        self.passages.look_up(&self.bodies, &shortest, &likely, self.tick);
        let WorldParameters { tick: dt, personal_space: space, .. } = self.definition.parameters;
        let clock = Clock { tick: self.tick, dt, space };
        self.passages.conduct(&mut self.bodies, least, clock);
    }

    fn avoid(&mut self) {
        self.neighbours.take_wishes(&self.bodies);
        avoid(&self.neighbours, &mut self.bodies, self.definition.parameters.anticipation);
    }

    fn drive(&mut self) {
        let dt = self.definition.parameters.tick;
        let driven = self.bodies.values_mut().filter(|body| body.driver == Driver::World);
        driven.for_each(|body| drive(body, dt));
    }

    fn keep_apart(&mut self) {
        let parameters = &self.definition.parameters;
        self.contacts.resolve(&mut self.neighbours, &mut self.bodies, &self.meshes, parameters);
    }

    fn settle(&mut self) {
        let parameters = &self.definition.parameters;
        settle(&mut self.bodies, parameters, &mut self.events);
        let touching = touching(&self.neighbours);
        swap_slots(touching, &mut self.bodies, &self.orders, &self.meshes, parameters);
        self.free_stuck();
        self.events.sort_by_key(Event::unit);
    }
}
