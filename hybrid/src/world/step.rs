//! One step of the world.

use std::sync::Arc;
use std::time::Instant;

use flowfield::Disc;
use slotmap::SlotMap;

use crate::arrival::assignment::take_slots;
use crate::arrival::settle::settle;
use crate::arrival::swaps::{SwapInputs as Swapped, swap_slots};
use crate::base::handle::{OrderId, UnitId};
use crate::base::profile::{Counters, Stopwatch};
use crate::base::tolerances::TICK;
use crate::bodies::order::Order;
use crate::bodies::unit::Body;
use crate::error::WorldError;
use crate::event::Event;
use crate::grids::window::Sizing;
use crate::ground::meshes::Meshes;
use crate::groups::group::Group;
use crate::groups::guides::{GuideBudget, PublishedGuides};
use crate::groups::plan::CrowdSnapshot;
use crate::groups::regroup::regroup;
use crate::groups::schedule::{PlanBudget, Planner, adopt, take_guides};
use crate::motion::avoid::{avoid, drive_all};
use crate::motion::batch::ContactInputs as Colliding;
use crate::motion::contacts::resolve;
use crate::motion::disc::Foresight;
use crate::motion::idle::steer_resting;
use crate::parameters::{WorldDefinition, WorldParameters};
use crate::passages::map::PassageGround;
use crate::passages::network::PassageTime;
use crate::schedule::{DecisionClock, DecisionTime};
use crate::steering::context::SteeringContext;
use crate::steering::parallel::{SteeringInputs, has_decision, look_ahead, steer_all};
use crate::world::state::World;

impl World {
    /// Moves the world on by one tick of `dt` seconds, which must be the world's parameter `tick`.
    ///
    /// Narrow passages are found when there are first orders. In a world whose first mesh has more than 2 048 cells that is
    /// shared out over steps, one for each 1 024 cells: units wait for each other before passages from then on.
    ///
    /// # Errors
    /// Another `dt`, or staged obstacles that do not fit a mesh: nothing moved.
    pub fn step(&mut self, dt: f32) -> Result<(), WorldError> {
        self.check_tick(dt)?;
        let begun = Instant::now();
        // Staged edits, links and goals that move take effect.
        self.commit()?;
        self.place_gathered();
        let mut stopwatch = Stopwatch::since(begun, std::mem::take(&mut self.profile));
        self.events.clear();
        if self.modifiers.is_over(self.tick) {
            Arc::make_mut(&mut self.modifiers).expire(self.tick);
        }
        self.apply_changes();
        self.cross_links();
        self.follow_goals();
        stopwatch.lap("edits");
        // Who is near whom, and who decides in this tick.
        let looks = self.watch.looks(self.tick, &self.definition.parameters);
        let moment = self.watch.begin(self.tick, &self.definition.parameters);
        self.look_around(looks);
        stopwatch.lap("neighbours");
        self.counters = Counters { units: self.bodies.len(), ..Counters::default() };
        // Units that walk together form groups, and their guides are asked for.
        stopwatch.wait(self.regroup());
        stopwatch.lap("regroup");
        // Plans that are due become windows; new ones are asked for.
        stopwatch.wait(self.take_plans());
        self.plan();
        if moment.is_some() {
            stopwatch.wait(self.take_plans());
        }
        stopwatch.lap("plan");
        // Each unit decides where it wants to go.
        if let Some(moment) = moment {
            self.steer(moment);
        }
        stopwatch.lap("steer");
        // Before narrow ways some wait.
        if let Some(moment) = moment {
            self.share_passages(moment);
        }
        self.seek_passages();
        stopwatch.lap("passages");
        // Velocities that hit nobody, within what units can do.
        self.avoid(moment.is_some());
        stopwatch.lap("avoid");
        self.drive();
        stopwatch.lap("move");
        // Discs are pushed apart, and kept out of walls.
        self.keep_apart();
        self.board();
        stopwatch.lap("contacts");
        // Who has arrived, who is stuck.
        self.settle(looks);
        stopwatch.lap("events");
        // Who does not decide follows no new field: others had until now for the plans of this very tick.
        stopwatch.wait(self.take_plans());
        stopwatch.lap("fields");
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

    /// Notes who wants to go anywhere, and whose order is due; and who is near whom, if units look around, else only where
    /// those are now.
    fn look_around(&mut self, looks: bool) {
        let is_due = is_due(&self.orders, (self.tick, self.definition.parameters.plan_ticks()));
        let (due, walkers) = (&mut self.scratch.regrouping.due, &mut self.scratch.walkers);
        due.clear();
        walkers.clear();
        // Units of one order mostly come one after the other.
        let mut last = None;
        let mut note = |unit: UnitId, body: &Body| {
            if has_decision(body) {
                walkers.push(unit);
            }
            let Some(order) = body.task.as_ref().map(|task| task.order) else { return };
            if last.is_none_or(|(known, _)| known != order) {
                last = Some((order, is_due(order)));
            }
            if last.is_some_and(|(_, is_due)| is_due) {
                due.push(unit);
            }
        };
        if !looks {
            self.bodies.iter().for_each(|(unit, body)| note(unit, body));
            self.neighbours.refresh(&self.bodies);
            return;
        }
        let horizon = Foresight::of(&self.definition.parameters);
        self.neighbours.rebuild(&self.bodies, horizon, self.executor.as_deref(), note);
    }

    /// Gives how long distance fields had to be waited for, in seconds.
    fn regroup(&mut self) -> f64 {
        let parameters = &self.definition.parameters;
        let sizing = Sizing { parameters, bounds: self.definition.bounds };
        let (orders, tick) = (&self.orders, self.tick);
        let is_due = is_due(orders, (tick, parameters.plan_ticks()));
        let due = &self.scratch.regrouping.due;
        take_slots(&mut self.bodies, (orders, &self.meshes), due, &mut self.scratch.taking);
        let WorldParameters { window_units, search_cells, plan_latency, .. } = *parameters;
        // Where there are links a unit on its own needs to be led to them as well.
        let least = if self.meshes.has_links() { 1 } else { window_units as usize };
        let ration = GuideBudget {
            least,
            cells: search_cells,
            leisure: DecisionClock::leisure(tick, parameters),
            tick,
            latency: plan_latency.into(),
            executor: self.executor.as_deref(),
        };
        self.counters.distance_fields =
            self.guides.refresh((&self.bodies, due), &self.meshes, ration, is_due);
        let mut adopted = PublishedGuides::new(&ration);
        self.guides.adopt(tick, &mut adopted);
        let orders = (&mut self.orders, &self.guides);
        let room = &mut self.scratch.regrouping;
        room.axis = self.neighbours.axis();
        regroup(&mut self.groups, &mut self.bodies, orders, (&sizing, tick), room);
        take_guides(&mut self.groups, &self.guides, &adopted.cohorts, tick);
        self.counters.groups = self.groups.len();
        adopted.waited
    }

    /// Puts plans to use that are due. Gives how long they had to be waited for, in seconds.
    fn take_plans(&mut self) -> f64 {
        adopt(&mut self.groups, &self.meshes, self.tick)
    }

    /// Asks for plans.
    fn plan(&mut self) {
        if !self.groups.iter().any(Group::waits) {
            return;
        }
        let WorldParameters { plan_latency, plan_cells, .. } = self.definition.parameters;
        let scene = self.scene();
        let planner = Planner {
            scene: &scene,
            meshes: &self.meshes,
            bodies: &self.bodies,
            executor: self.executor.as_deref(),
        };
        let (tick, latency, cells) = (self.tick, plan_latency.into(), plan_cells as usize);
        let term = PlanBudget { tick, latency, cells };
        let asked = planner.ask(&mut self.groups, term, &mut self.scratch.waiting);
        (self.counters.plans, self.counters.plan_cells) = (asked.plans, asked.cells);
        self.counters.carried_over = asked.carried_over;
        self.scenes.push(scene);
    }

    /// What plans of this tick have in common.
    fn scene(&mut self) -> Arc<CrowdSnapshot> {
        let WorldDefinition { parameters, bounds, .. } = &self.definition;
        let influence =
            |radius: f32| (parameters.influence * radius).max(1.5 * parameters.cell_size);
        // Plans of earlier ticks that are still under way keep theirs.
        let empty = || Arc::new(CrowdSnapshot::empty(parameters, *bounds));
        let free = self.scenes.iter_mut().position(|scene| Arc::get_mut(scene).is_some());
        let mut scene = free.map_or_else(empty, |free| self.scenes.swap_remove(free));
        if let Some(scene) = Arc::get_mut(&mut scene) {
            scene.parameters.clone_from(parameters);
            (scene.bounds, scene.tick) = (*bounds, self.tick);
            scene.modifiers = Arc::clone(&self.modifiers);
            self.passages.tell(&mut scene.waits);
            scene.discs.clear();
            scene.turns.clear();
            scene.held.clear();
            let holds = self.passages.may_hold();
            for disc in self.neighbours.discs() {
                let (position, velocity) = (disc.position, disc.velocity);
                scene.discs.push(Disc { position, velocity, influence: influence(disc.radius) });
                scene.turns.push(disc.turn);
                let waits = || holds && self.passages.hold(disc.unit, disc.radius);
                scene.held.push(disc.holds || waits());
            }
        }
        scene
    }

    fn steer(&mut self, moment: DecisionTime) {
        let (parameters, executor) = (&self.definition.parameters, self.executor.as_deref());
        let moved = SteeringInputs {
            bodies: &mut self.bodies,
            meshes: &mut self.meshes,
            groups: &mut self.groups,
            guides: &mut self.guides,
            passages: &mut self.passages,
            units: &mut self.scratch.walkers,
        };
        let lost = &mut self.scratch.lost;
        steer_all(&self.steering, moved, (moment, parameters), executor, lost);
        let context = SteeringContext {
            parameters,
            meshes: &self.meshes,
            groups: &self.groups,
            guides: &self.guides,
            moment,
        };
        let (bodies, search) = (&mut self.bodies, (&mut self.search, &mut self.scratch.path));
        let led = (&mut *bodies, &self.orders);
        let (searches, are_all) = context.find_ways(lost, led, search, &mut self.last_path_served);
        self.counters.searches = searches;
        if !are_all {
            self.watch.decide_again();
        }
        let resting = (parameters, moment);
        steer_resting(&self.neighbours, bodies, resting, &mut self.scratch.requests);
    }

    fn share_passages(&mut self, moment: DecisionTime) {
        if self.orders.is_empty() {
            return;
        }
        let (parameters, tick) = (&self.definition.parameters, self.tick);
        let is_due = moment.is_time(parameters.plan_period, 0);
        if self.passages.are_due(self.meshes.of(0), (tick, is_due)) {
            let changed = self.meshes.take_changed();
            self.passages.refresh(passage_ground(&self.meshes, &self.definition), &changed);
        }
        let moved = SteeringInputs {
            bodies: &mut self.bodies,
            meshes: &mut self.meshes,
            groups: &mut self.groups,
            guides: &mut self.guides,
            passages: &mut self.passages,
            units: &mut self.scratch.walkers,
        };
        look_ahead(&self.steering, moved, (moment, parameters), self.executor.as_deref());
        let (dt, space) = (parameters.tick, parameters.personal_space);
        let clock = PassageTime { tick, dt, elapsed: moment.elapsed(), space };
        let least = self.definition.class_radii[0];
        if self.passages.conduct(&mut self.bodies, least, clock) {
            self.watch.decide_again();
        }
    }

    /// Looks for passages that are put to use later.
    fn seek_passages(&mut self) {
        let ground = passage_ground(&self.meshes, &self.definition);
        if self.passages.seek(ground, self.tick) {
            self.meshes.take_changed();
        }
    }

    fn avoid(&mut self, decides: bool) {
        if decides {
            self.neighbours.take_wishes(&self.bodies);
        }
        let parameters = &self.definition.parameters;
        let (sight, tick) = (decides.then(|| parameters.sight()), parameters.tick);
        let moved = (&mut self.neighbours, &mut self.bodies);
        avoid(&self.avoiding, moved, (sight, tick), self.executor.as_deref());
    }

    fn drive(&mut self) {
        drive_all(&self.avoiding, &mut self.neighbours, &mut self.bodies);
    }

    fn keep_apart(&mut self) {
        let moved = Colliding {
            bodies: &mut self.bodies,
            meshes: &mut self.meshes,
            neighbours: &mut self.neighbours,
        };
        let parameters = &self.definition.parameters;
        if resolve(&self.contacts, moved, parameters, self.executor.as_deref()) {
            self.watch.call();
        }
    }

    fn settle(&mut self, looks: bool) {
        // What calls and edits have announced happened before anybody arrives now.
        self.events.append(&mut self.announced);
        let parameters = &self.definition.parameters;
        settle(&mut self.bodies, parameters, &mut self.events);
        if looks {
            let moved = Swapped {
                bodies: &mut self.bodies,
                orders: &mut self.orders,
                meshes: &mut self.meshes,
                neighbours: &mut self.neighbours,
            };
            swap_slots(&self.swapping, moved, parameters.direct_distance, self.executor.as_deref());
        }
        self.pass_way_points();
        self.free_stuck();
        self.events.append(&mut self.announced);
        self.events.sort_by_key(Event::unit);
    }
}

/// The ground in which passages are looked for.
fn passage_ground<'a>(meshes: &'a Meshes, definition: &WorldDefinition) -> PassageGround<'a> {
    let greatest_radius = definition.class_radii.iter().copied().fold(0.0, f32::max);
    PassageGround { mesh: meshes.of(0), greatest_radius }
}

/// Whether the units of an order are grouped anew in a tick, by how many ticks there are from one time to the next.
fn is_due(
    orders: &SlotMap<OrderId, Order>,
    (tick, period): (u64, u64),
) -> impl Fn(OrderId) -> bool + Copy {
    move |order| orders.get(order).is_none_or(|order| order.is_due(tick, period))
}
