//! The world: what a game holds, and what it can read.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{I64Vec2, Vec2};
use navmesh::{Bounds, NavMesh, Path, Search};

use crate::arrival::assignment::AssignmentScratch;
use crate::base::handle::{OrderId, UnitId};
use crate::base::hash::Fnv;
use crate::base::profile::{Counters, Profile};
use crate::bodies::crossing::Boarders;
use crate::bodies::gathering::Gathering;
use crate::bodies::members::OrderMembers;
use crate::bodies::view::Unit;
use crate::error::WorldError;
use crate::event::Event;
use crate::grids::window::Sizing;
use crate::ground::meshes::Meshes;
use crate::ground::modifiers::GroundModifiers;
use crate::groups::group::{GroupView, Plan};
use crate::groups::plan::CrowdSnapshot;
use crate::groups::regroup::RegroupScratch;
use crate::motion::finder::UnitFinder;
use crate::motion::requests::YieldRequests;
use crate::parameters::WorldDefinition;
use crate::recording::recorder::RecorderSlot;
use crate::schedule::DecisionClock;
use crate::steering::own_paths::UnitsWithoutPath;
use crate::steering::stuck::StuckScratch;
use crate::tasks::executor::Executor;
use crate::tasks::thread_pool::ThreadPool;
use crate::ways::route::Route;
use crate::world::core::Core;
use crate::world::phases::ParallelPhases;

/// A world: static obstacles, units, and their orders. See the crate's first page for an example.
///
/// Obstacles take effect in the next [`World::step`], or as soon as a call needs the meshes: [`World::add_unit`] and
/// [`World::order`].
#[derive(Clone)]
pub struct World {
    pub(crate) core: Core,
    /// Which units have which order: as their tasks say.
    pub(crate) members: OrderMembers,
    /// What is known of the room of the order that units join.
    pub(crate) gathering: Option<Gathering>,
    /// How many orders there have been.
    pub(crate) order_count: u64,
    /// The last unit that got a path of its own.
    pub(crate) last_path_served: UnitId,
    pub(crate) tick: u64,
    pub(crate) watch: DecisionClock,
    /// Where the meshes have changed since units and windows were last looked over.
    pub(crate) changed: Vec<Bounds>,
    /// Where units get out over which an obstacle has come since the last step, if not at the nearest free place.
    pub(crate) escapes: BTreeMap<UnitId, Vec2>,
    pub(crate) events: Vec<Event>,
    /// What calls, edits and the passing of way points have to tell. It is told in the next step, before who arrives there.
    pub(crate) announced: Vec<Event>,
    pub(crate) profile: Profile,
    /// One for each mesh, which remembers what it has seen of it. Steady ones: how many units find their ways in a tick depends
    /// on their work.
    pub(crate) searches: Vec<Search>,
    pub(crate) finder: UnitFinder,
    /// In whole tiles of the game's coordinates.
    pub(crate) origin: I64Vec2,
    /// What the plans of a tick have in common, for each tick that had some under way at the same time.
    pub(crate) scenes: Vec<Arc<CrowdSnapshot>>,
    /// Who helps with the work; `None`: nobody.
    pub(crate) executor: Option<Arc<dyn Executor>>,
    pub(crate) counters: Counters,
    pub(crate) phases: ParallelPhases,
    /// Shared with the plans under way.
    pub(crate) modifiers: Arc<GroundModifiers>,
    pub(crate) scratch: StepScratch,
    pub(crate) recorder: RecorderSlot,
}

/// Buffers that are used again from step to step; nothing in them matters.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepScratch {
    pub(crate) taking: AssignmentScratch,
    pub(crate) regrouping: RegroupScratch,
    pub(crate) lost: UnitsWithoutPath,
    pub(crate) stuck: StuckScratch,
    /// By disc, whether it has swapped its slot.
    pub(crate) swapped: Vec<bool>,
    /// The path that was found last.
    pub(crate) path: Path,
    /// Orders whose goals move.
    pub(crate) moving: Vec<OrderId>,
    /// Groups that wait for a plan.
    pub(crate) waiting: Vec<(u64, usize)>,
    pub(crate) requests: YieldRequests,
    pub(crate) boarders: Boarders,
    /// Whether nobody is on a link, as is known from the last look and since.
    pub(crate) is_nobody_on_links: bool,
    /// Who has left a link in this step, and what it moved there, in m/s.
    pub(crate) landed: Vec<(UnitId, Vec2)>,
    /// Whether all units are as fast as on free ground, as far as is known.
    pub(crate) is_nobody_slowed: bool,
}

/// Returns a search for each mesh.
pub(crate) fn searches(count: usize) -> Vec<Search> {
    (0..count).map(|_| Search::steady()).collect()
}

impl World {
    /// A world without obstacles and units.
    ///
    /// # Errors
    /// A class radius or a parameter is out of its range, or a class has no mesh in these bounds.
    pub fn new(definition: &WorldDefinition) -> Result<Self, WorldError> {
        let definition = definition.checked()?;
        let meshes = Meshes::new(&definition)?;
        Sizing { parameters: &definition.parameters, bounds: definition.bounds }.check()?;
        Ok(Self {
            searches: searches(meshes.count()),
            core: Core::new(definition, meshes),
            members: OrderMembers::default(),
            gathering: None,
            order_count: 0,
            last_path_served: UnitId::default(),
            tick: 0,
            watch: DecisionClock::default(),
            changed: Vec::new(),
            escapes: BTreeMap::new(),
            events: Vec::new(),
            announced: Vec::new(),
            profile: Profile::default(),
            finder: UnitFinder::default(),
            origin: I64Vec2::ZERO,
            scenes: Vec::new(),
            executor: Some(Arc::new(ThreadPool::default())),
            counters: Counters::default(),
            phases: ParallelPhases::default(),
            modifiers: Arc::default(),
            scratch: StepScratch::default(),
            recorder: RecorderSlot::default(),
        })
    }

    /// Returns what the world was made from: classes in ascending order, automatic values replaced by numbers.
    pub fn definition(&self) -> &WorldDefinition {
        &self.core.definition
    }

    /// Returns how many steps were done.
    pub fn tick_count(&self) -> u64 {
        self.tick
    }

    /// All units, in id order.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        self.core.bodies.iter().map(|(id, body)| body.view(id))
    }

    /// A unit; `None` if the handle is stale.
    pub fn unit(&self, id: UnitId) -> Option<Unit> {
        self.core.bodies.get(id).map(|body| body.view(id))
    }

    /// Returns how many units there are.
    pub fn unit_count(&self) -> usize {
        self.core.bodies.len()
    }

    /// The class of a unit; `None` if the handle is stale.
    pub fn class_of(&self, id: UnitId) -> Option<usize> {
        self.core.bodies.get(id).map(|body| body.class())
    }

    /// Returns how many classes there are.
    pub fn class_count(&self) -> usize {
        self.core.meshes.count()
    }

    /// The mesh of a class, without edits that are still to take effect; `None` if there is no such class.
    pub fn mesh(&self, class: usize) -> Option<&NavMesh> {
        self.core.meshes.get(class)
    }

    /// Returns what happened in the last step, in the order of the units' ids.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The groups as of the last step.
    pub fn groups(&self) -> impl Iterator<Item = GroupView<'_>> {
        self.core.groups.iter().filter(|group| !group.units.is_empty()).map(|group| {
            let task = self.core.bodies.get(group.leader).and_then(|body| body.task.as_ref());
            let route = task.and_then(|task| task.route.as_ref());
            group.view(route.map(Route::ahead).unwrap_or_default())
        })
    }

    /// Returns who helps with the work of steps, see [`World::set_executor`].
    pub fn executor(&self) -> Option<Arc<dyn Executor>> {
        self.executor.clone()
    }

    /// Has an executor help with the work of steps; `None`: the thread that calls [`World::step`] does all of it. A new world
    /// has a [`ThreadPool`] of its own, which starts no thread before there is work for it; clones of a world share one.
    /// Whoever helps, and however late, results are the same bits.
    pub fn set_executor(&mut self, executor: Option<Arc<dyn Executor>>) {
        self.executor = executor;
    }

    /// Gets all plans done that are under way, on this thread where nobody else has begun: then the world is plain data,
    /// and no other thread works for it. They are used when they are due, as ever: results do not change.
    pub fn finish_plans(&mut self) {
        self.core.guides.finish();
        self.core.groups.iter_mut().filter_map(|group| group.plan.as_mut()).for_each(Plan::finish);
    }

    /// Returns what the last step did, in numbers.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Returns where the time of the last step went.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// A hash of the tick and of every unit: id, position, velocity, heading, mass, team, driver, order, place, whether it
    /// has arrived, rests, holds, steps aside or is stuck; and of every passage: whose turn it is.
    /// Equal worlds that were treated equally have equal hashes on every platform.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.number(self.tick);
        self.core.bodies.iter().for_each(|(id, body)| body.hash(id, &mut hash));
        self.core.passages.hash(&mut hash);
        hash.finish()
    }
}
