//! One step of the world.

use std::sync::Arc;

use flowfield::Disc;

use crate::arrival::assignment::take_slots;
use crate::arrival::facing::face;
use crate::arrival::settle::{settle, take_back};
use crate::arrival::swaps::{MANY_PARTS, SlotGround, swap_slots};
use crate::base::clock::Moment;
use crate::base::handle::{OrderId, UnitId};
use crate::base::profile::{Counters, Stopwatch};
use crate::base::tolerances::TICK;
use crate::bodies::order::due_orders;
use crate::bodies::unit::Body;
use crate::error::WorldError;
use crate::event::Event;
use crate::grids::window::Sizing;
use crate::groups::barriers::Firmness;
use crate::groups::group::Group;
use crate::groups::guides::PublishedGuides;
use crate::groups::plan::CrowdSnapshot;
use crate::groups::regroup::regroup;
use crate::groups::schedule::{Planner, adopt, take_guides};
use crate::motion::avoid::{Avoidance, choice_parts, drive_all};
use crate::motion::contacts::move_all;
use crate::motion::disc::Foresight;
use crate::motion::headway::Headway;
use crate::motion::idle::steer_resting;
use crate::parameters::WorldDefinition;
use crate::passages::map::PassageGround;
use crate::passages::queue::Spacing;
use crate::schedule::StepContext;
use crate::steering::context::SteeringContext;
use crate::steering::parallel::{decision_parts, has_decision, note_sightings, steer_all};
use crate::steering::round::go_round;
use crate::tasks::parallel::Parts;
use crate::world::core::Core;
use crate::world::state::{StepScratch, World};

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
        self.note_before_step();
        let begun = Moment::now();
        // Staged edits, links and goals that move take effect.
        self.take_effect()?;
        self.place_gathered();
        let mut stopwatch = Stopwatch::since(begun, std::mem::take(&mut self.profile));
        self.events.clear();
        if self.modifiers.is_over(self.tick) {
            Arc::make_mut(&mut self.modifiers).expire(self.tick);
        }
        self.apply_changes();
        self.cross_links();
        self.follow_goals();
        self.keep_pace();
        self.feel_ground();
        stopwatch.lap("edits");
        // Who is near whom, and who decides in this tick.
        let executor = self.executor.clone();
        let parameters = self.core.parameters();
        let context = StepContext {
            tick: self.tick,
            dt: parameters.tick,
            looks: self.watch.looks(self.tick, parameters),
            decision: self.watch.begin(self.tick, parameters),
            executor: executor.as_deref(),
        };
        self.look_around(&context);
        stopwatch.lap("neighbours");
        self.counters = Counters { units: self.core.bodies.len(), ..Counters::default() };
        // Units that walk together form groups, and their guides are asked for.
        stopwatch.wait(self.regroup(&context));
        stopwatch.lap("regroup");
        // Plans that are due become windows; new ones are asked for.
        stopwatch.wait(self.take_plans());
        self.plan(&context);
        if context.decision.is_some() {
            stopwatch.wait(self.take_plans());
        }
        stopwatch.lap("plan");
        // Each unit decides where it wants to go.
        self.steer(&context);
        stopwatch.lap("steer");
        // Before narrow ways some wait.
        self.share_passages(&context);
        self.seek_passages();
        stopwatch.lap("passages");
        self.make_room(&context);
        // Velocities that hit nobody, within what units can do.
        self.avoid(&context);
        stopwatch.lap("avoid");
        self.drive(&context);
        stopwatch.lap("move");
        // Discs are pushed apart, and kept out of walls.
        self.keep_apart(&context);
        self.add_landings();
        self.board();
        stopwatch.lap("contacts");
        // Who has arrived, who is stuck.
        self.settle(&context);
        stopwatch.lap("events");
        // Who does not decide follows no new field: others had until now for the plans of this very tick.
        stopwatch.wait(self.take_plans());
        stopwatch.lap("fields");
        self.finder.forget();
        self.profile = stopwatch.finish();
        self.tick += 1;
        self.note_step();
        Ok(())
    }

    fn check_tick(&self, dt: f32) -> Result<(), WorldError> {
        let expected = self.core.parameters().tick;
        let right = (dt - expected).abs() <= TICK * expected;
        if right { Ok(()) } else { Err(WorldError::TimeStep { given: dt, expected }) }
    }

    /// Notes who wants to go anywhere, and whose order is due; and who is near whom, if units look around, else only where
    /// those are now.
    fn look_around(&mut self, context: &StepContext<'_>) {
        let period = self.core.parameters().plan_ticks();
        let is_due = due_orders(&self.core.orders, context.tick, period);
        let (due, walkers) = (&mut self.scratch.regrouping.due, &mut self.core.walkers);
        due.clear();
        walkers.clear();
        // Units of one order mostly come one after the other.
        let mut last: Option<(OrderId, bool)> = None;
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
        if !context.looks {
            self.core.bodies.iter().for_each(|(unit, body)| note(unit, body));
            self.core.neighbours.refresh(&self.core.bodies);
        } else {
            let horizon = Foresight::of(&self.core.definition.parameters);
            self.core.neighbours.rebuild(&self.core.bodies, horizon, context.executor, note);
        }
        self.core.neighbours.note_targets(&self.core.orders);
    }

    /// Returns how long distance fields had to be waited for, in seconds.
    fn regroup(&mut self, context: &StepContext<'_>) -> f64 {
        let (core, tick) = (&mut self.core, context.tick);
        let parameters = &core.definition.parameters;
        let sizing = Sizing { parameters, bounds: core.definition.bounds };
        let scratch = &mut self.scratch.regrouping;
        let due = &scratch.due;
        take_slots(&mut core.bodies, &core.orders, &core.meshes, due, &mut self.scratch.taking);
        let is_due = due_orders(&core.orders, tick, parameters.plan_ticks());
        self.counters.distance_fields =
            core.guides.refresh(&core.bodies, due, &core.meshes, parameters, context, is_due);
        let mut published = PublishedGuides::new(tick, parameters);
        core.guides.adopt(tick, &mut published);
        scratch.axis = core.neighbours.axis();
        let (groups, bodies, orders) = (&mut core.groups, &mut core.bodies, &mut core.orders);
        regroup(groups, bodies, orders, &core.guides, &sizing, tick, scratch);
        take_guides(groups, &core.guides, &published.cohorts, tick);
        self.counters.groups = groups.len();
        published.waited
    }

    /// Puts plans to use that are due. Returns how long they had to be waited for, in seconds.
    fn take_plans(&mut self) -> f64 {
        adopt(&mut self.core.groups, &self.core.meshes, self.tick)
    }

    /// Asks for plans.
    fn plan(&mut self, context: &StepContext<'_>) {
        if !self.core.groups.iter().any(Group::waits) {
            return;
        }
        let scene = self.scene();
        let planner = Planner {
            scene: &scene,
            meshes: &self.core.meshes,
            bodies: &self.core.bodies,
            executor: context.executor,
        };
        let asked = planner.ask(&mut self.core.groups, &mut self.scratch.waiting);
        (self.counters.plans, self.counters.plan_cells) = (asked.plans, asked.cells);
        self.counters.carried_over = asked.carried_over;
        self.scenes.push(scene);
    }

    /// Returns what plans of this tick have in common.
    fn scene(&mut self) -> Arc<CrowdSnapshot> {
        let WorldDefinition { parameters, bounds, .. } = &*self.core.definition;
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
            self.core.passages.tell(&mut scene.waits);
            scene.discs.clear();
            scene.turns.clear();
            scene.held.clear();
            scene.radii.clear();
            scene.firm.clear();
            scene.rules.clear();
            scene.rules.extend_from_slice(self.core.neighbours.rules());
            let holds = self.core.passages.may_hold();
            let discs = self.core.neighbours.discs();
            let are_foes = discs.iter().any(|disc| disc.team != discs[0].team);
            for disc in discs {
                let (position, velocity) = (disc.position, disc.velocity);
                scene.discs.push(Disc { position, velocity, influence: influence(disc.radius) });
                scene.turns.push(disc.turn);
                let waits = || holds && self.core.passages.hold(disc.unit, disc.radius);
                scene.held.push(disc.holds || waits());
                scene.radii.push(disc.radius);
                scene.firm.push(match disc.holds {
                    true => Firmness::Holds,
                    false if are_foes && disc.lingers => Firmness::Rests(disc.team),
                    false => Firmness::Gives,
                });
            }
        }
        scene
    }

    /// Has each unit decide where it wants to go, if it is time.
    fn steer(&mut self, context: &StepContext<'_>) {
        let Some(moment) = context.decision else { return };
        let count = decision_parts(&self.core.walkers);
        self.phases.deciding.open().phase.moment = moment;
        let executor = context.executor.filter(|_| count > 1);
        let mut decided = self.phases.deciding.run(&mut self.core, count, executor);
        let Core { definition, meshes, bodies, orders, groups, guides, .. } = &mut self.core;
        let StepScratch { lost, path, .. } = &mut self.scratch;
        let signs = steer_all(bodies, meshes, guides, &mut decided.outputs, lost);
        let parameters = &definition.parameters;
        let steering = SteeringContext { parameters, meshes, groups, guides, moment };
        let (search_of, last) = (&mut self.searches[..], &mut self.last_path_served);
        let (searches, are_all) = steering.find_ways(lost, bodies, orders, search_of, path, last);
        self.counters.searches = searches;
        if !are_all {
            self.watch.decide_again();
        }
        if signs.may_be_any() {
            go_round(bodies, meshes, parameters.stuck_time);
        }
    }

    /// Has units at rest make room for those that want to pass, and return.
    fn make_room(&mut self, context: &StepContext<'_>) {
        let Some(moment) = context.decision else { return };
        let Core { definition, bodies, neighbours, .. } = &mut self.core;
        let requests = &mut self.scratch.requests;
        steer_resting(neighbours, bodies, &definition.parameters, moment, requests);
    }

    /// Has units wait, queue up and keep to their side before and in narrow passages, if it is time to decide.
    fn share_passages(&mut self, context: &StepContext<'_>) {
        let Some(moment) = context.decision.filter(|_| !self.core.orders.is_empty()) else {
            return;
        };
        let is_time = moment.is_time(self.core.parameters().plan_period, 0);
        if self.core.passages.are_due(self.core.meshes.of(0), context.tick, is_time) {
            let changed = self.core.meshes.take_changed();
            let Core { passages, meshes, definition, .. } = &mut self.core;
            passages.refresh(PassageGround::of(meshes, definition), &changed);
        }
        if self.core.passages.are_known() {
            self.core.passages.begin();
            let count = decision_parts(&self.core.walkers);
            self.phases.looking_ahead.open().phase.moment = moment;
            let executor = context.executor.filter(|_| count > 1);
            let mut seen = self.phases.looking_ahead.run(&mut self.core, count, executor);
            note_sightings(&mut self.core.passages, &mut seen.outputs, count);
        }
        let Core { passages, bodies, definition, .. } = &mut self.core;
        let (least, parameters) = (definition.class_radii[0], &definition.parameters);
        let spacing =
            Spacing { space: parameters.personal_space, headway: parameters.headway_time };
        if passages.conduct(bodies, least, spacing, context) {
            self.watch.decide_again();
        }
    }

    /// Looks for passages that are put to use later.
    fn seek_passages(&mut self) {
        let Core { passages, meshes, definition, .. } = &mut self.core;
        if passages.seek(PassageGround::of(meshes, definition), self.tick) {
            meshes.take_changed();
        }
    }

    /// Has units choose velocities that hit nobody.
    fn avoid(&mut self, context: &StepContext<'_>) {
        if context.decision.is_some() {
            self.core.neighbours.take_wishes(&self.core.bodies);
        }
        let sight = context.decision.map(|_| self.core.parameters().sight());
        let headway = Headway::new(self.core.parameters().headway_time);
        self.phases.avoiding.open().phase = Avoidance { sight, headway, dt: context.dt };
        let count = choice_parts(&self.core.neighbours);
        drop(self.phases.avoiding.run(&mut self.core, count, context.executor));
    }

    /// Gives units the velocities that they have chosen.
    fn drive(&mut self, context: &StepContext<'_>) {
        let Core { neighbours, bodies, meshes, .. } = &mut self.core;
        let count = choice_parts(neighbours);
        let mut chosen = self.phases.avoiding.open();
        let choices = chosen.outputs.iter_mut().take(count);
        drive_all(neighbours, bodies, choices, meshes, context.dt);
    }

    /// Moves units, pushes them apart where they overlap, and keeps them out of walls.
    fn keep_apart(&mut self, context: &StepContext<'_>) {
        let Core { definition, bodies, neighbours, .. } = &mut self.core;
        let mut contacts = self.phases.resolving.open();
        let Parts { phase, outputs, .. } = &mut *contacts;
        let count = phase.share(neighbours, &definition.parameters, outputs);
        phase.halt(neighbours, bodies);
        drop(contacts);
        let executor = context.executor.filter(|_| count > 1);
        let mut resolved = self.phases.resolving.run(&mut self.core, count, executor);
        let Core { bodies, neighbours, meshes, .. } = &mut self.core;
        let batches = resolved.outputs.iter_mut().take(count);
        if move_all(batches, bodies, neighbours, meshes, context.dt) {
            self.watch.call();
        }
    }

    /// Lets units arrive, swap their slots, and try ways out where they are stuck.
    fn settle(&mut self, context: &StepContext<'_>) {
        // What calls and edits have announced happened before anybody arrives now.
        self.events.append(&mut self.announced);
        let before = self.events.len();
        settle(&mut self.core.bodies, &self.core.definition.parameters, &mut self.events);
        face(&mut self.core.bodies, &self.core.orders);
        if context.looks && !self.core.orders.is_empty() {
            let count = self.core.neighbours.part_count();
            let executor = context.executor.filter(|_| count > MANY_PARTS);
            let mut swaps = self.phases.swapping.run(&mut self.core, count, executor);
            let found = swaps.outputs.iter_mut().take(count).flat_map(|found| found.drain(..));
            let Core { bodies, orders, meshes, neighbours, definition, .. } = &mut self.core;
            let near = definition.parameters.direct_distance;
            let ground = SlotGround { orders, meshes, near };
            swap_slots(bodies, &ground, neighbours, found, &mut self.scratch.swapped);
            take_back(bodies, &mut self.events, before);
        }
        self.note_arrivals(before);
        self.pass_way_points();
        self.free_stuck();
        self.events.append(&mut self.announced);
        self.events.sort_by_key(Event::unit);
    }
}
