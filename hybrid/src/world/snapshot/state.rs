//! All that decides the future of a world.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{I64Vec2, Vec2};
use navmesh::{Bounds, NavMesh, SaveError};
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::check::check;
use super::pool::{Pool, distinct};
use crate::base::handle::{OrderId, UnitId};
use crate::base::profile::{Counters, Profile};
use crate::bodies::members::OrderMembers;
use crate::bodies::order::Order;
use crate::bodies::task::Cohort;
use crate::bodies::unit::Body;
use crate::event::Event;
use crate::grids::walls::Walls;
use crate::grids::window::Sizing;
use crate::ground::meshes::Meshes;
use crate::ground::modifiers::GroundModifiers;
use crate::groups::all::Groups;
use crate::groups::group::Group;
use crate::groups::guide::{Guide, SavedGuide};
use crate::groups::guides::{Guides, MOST_UNDER_WAY, SavedSketch};
use crate::groups::window::Window;
use crate::motion::finder::UnitFinder;
use crate::motion::saved::SavedNeighbours;
use crate::parameters::{WorldDefinition, WorldParameters};
use crate::passages::map::PassageGround;
use crate::passages::network::Passages;
use crate::recording::recorder::RecorderSlot;
use crate::saving::error::SnapshotError;
use crate::saving::{rectangles, roster};
use crate::schedule::DecisionClock;
use crate::tasks::lent::Lent;
use crate::tasks::thread_pool::ThreadPool;
use crate::world::core::Core;
use crate::world::phases::ParallelPhases;
use crate::world::state::{StepScratch, World, searches};

/// A world as it is written. What guides and windows know of meshes is made anew.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedWorld {
    #[serde(with = "rectangles::one")]
    bounds: Bounds,
    class_radii: Vec<f32>,
    /// How many movement kinds there are: what they are stands in the meshes.
    movement_kinds: usize,
    parameters: WorldParameters,
    /// Those of the classes first, then older ones that guides were made for.
    all_meshes: Vec<Vec<u8>>,
    meshes: Meshes,
    #[serde(with = "roster")]
    bodies: SlotMap<UnitId, Body>,
    #[serde(with = "roster")]
    orders: SlotMap<OrderId, Order>,
    order_count: u64,
    groups: Vec<Group>,
    group_count: u32,
    /// The number of each group's guide.
    guides_of_groups: Vec<Option<u32>>,
    all_guides: Vec<SavedGuide>,
    guides: Vec<(Cohort, u32)>,
    coming_guides: Vec<(Cohort, SavedSketch)>,
    last_path_served: UnitId,
    tick: u64,
    watch: DecisionClock,
    #[serde(with = "rectangles::many")]
    changed: Vec<Bounds>,
    escapes: BTreeMap<UnitId, Vec2>,
    events: Vec<Event>,
    announced: Vec<Event>,
    neighbours: SavedNeighbours,
    passages: Passages,
    origin: I64Vec2,
    modifiers: GroundModifiers,
}

impl SavedWorld {
    /// The state of a world. Whoever gives a world another field has to say here whether it decides the future.
    pub(crate) fn of(world: World) -> Result<Self, SaveError> {
        let World {
            core,
            members: _,
            gathering: _,
            order_count,
            last_path_served,
            tick,
            watch,
            changed,
            escapes,
            events,
            announced,
            profile: _,
            searches: _,
            finder: _,
            origin,
            scenes: _,
            executor: _,
            counters: _,
            modifiers,
            phases: _,
            scratch: _,
            recorder: _,
        } = world;
        let Core {
            definition,
            meshes,
            bodies,
            orders,
            groups,
            guides,
            neighbours,
            passages,
            walkers: _,
        } = core;
        let WorldDefinition { bounds, class_radii, walkable: _, movement_kinds, parameters } =
            Arc::unwrap_or_clone(definition);
        let mut all_guides = Pool::new(Vec::new());
        let numbers: Vec<(Cohort, u32)> =
            guides.all().map(|(cohort, guide)| (*cohort, all_guides.number(guide))).collect();
        let number = |group: &Group| group.guide.as_ref().map(|guide| all_guides.number(guide));
        let guides_of_groups = groups.iter().map(number).collect();
        let (groups, group_count) = groups.into_parts();
        let mut all_meshes = Pool::new(meshes.all().to_vec());
        // An edit that changes no cell leaves guides current that were made before: they belong to the mesh as it is now.
        let current = |guide: &Guide| meshes.all().iter().find(|mesh| guide.is_current(mesh));
        let ground = |guide: &Guide| current(guide).unwrap_or(guide.mesh()).clone();
        let grounds: Vec<u32> =
            all_guides.all().iter().map(|guide| all_meshes.number(&ground(guide))).collect();
        let mut coming_guides = guides.coming(|Cohort { class, .. }, mesh| {
            let now = meshes.all().get(class).filter(|now| now.is_copy_of(mesh));
            all_meshes.number(now.unwrap_or(mesh))
        });
        let all_meshes = all_meshes.all().iter().map(|mesh| mesh.to_bytes());
        // Refused edits leave copies of a mesh behind: by what is in them, they are one.
        let (all_meshes, places) = distinct(all_meshes.collect::<Result<_, _>>()?, meshes.count());
        coming_guides.iter_mut().for_each(|(_, sketch)| sketch.renumber(&places));
        let saved = |(guide, ground): (&Arc<Guide>, u32)| guide.saved(places[ground as usize]);
        let all_guides = all_guides.all().iter().zip(grounds).map(saved).collect();
        let looks = watch.looks(tick, &parameters);
        Ok(Self {
            bounds,
            class_radii,
            movement_kinds: movement_kinds.len(),
            parameters,
            all_meshes,
            meshes,
            bodies,
            orders,
            order_count,
            groups,
            group_count,
            guides_of_groups,
            all_guides,
            guides: numbers,
            coming_guides,
            last_path_served,
            tick,
            watch,
            changed,
            escapes,
            events,
            announced,
            neighbours: SavedNeighbours::of(&neighbours, !looks),
            passages,
            origin,
            modifiers: Arc::unwrap_or_clone(modifiers),
        })
    }

    /// The world of this state, which may be anybody's.
    pub(crate) fn world(self) -> Result<World, SnapshotError> {
        // Lists by order have room for the greatest number of an order: they are made of orders that are known alone.
        let has_order = |body: &Body| {
            body.task.as_ref().is_none_or(|task| self.orders.contains_key(task.order))
        };
        SnapshotError::unless(self.bodies.values().all(has_order), "units")?;
        let executor = ThreadPool::default();
        let all_meshes = self.all_meshes(&executor)?;
        let definition = self.definition(all_meshes.all())?;
        let all_guides = self.all_guides(&all_meshes)?;
        let guide = |number: u32| {
            all_guides.get(number).cloned().ok_or(SnapshotError::Value { part: "guides" })
        };
        let guides: Vec<(Cohort, Arc<Guide>)> = (self.guides.iter())
            .map(|&(cohort, number)| Ok((cohort, guide(number)?)))
            .collect::<Result<_, SnapshotError>>()?;
        let classes = definition.class_count();
        let is_few = self.coming_guides.len() <= MOST_UNDER_WAY;
        SnapshotError::unless(
            is_few && guides.iter().all(|(cohort, _)| cohort.class < classes),
            "guides",
        )?;
        let mesh_of = |&Cohort { class, .. }: &Cohort, sketch: &SavedSketch| {
            let mesh = all_meshes.get(sketch.mesh()).filter(|mesh| sketch.is_valid(mesh));
            let mesh = mesh.filter(|_| class < classes).cloned();
            mesh.ok_or(SnapshotError::Value { part: "guides" })
        };
        let coming: Vec<(Cohort, SavedSketch, Arc<NavMesh>)> = (self.coming_guides.into_iter())
            .map(|(cohort, sketch)| mesh_of(&cohort, &sketch).map(|mesh| (cohort, sketch, mesh)))
            .collect::<Result<_, SnapshotError>>()?;
        let right = self.guides_of_groups.len() == self.groups.len();
        SnapshotError::unless(right, "groups")?;
        let mut groups = self.groups;
        for (group, number) in groups.iter_mut().zip(self.guides_of_groups) {
            group.guide = number.map(guide).transpose()?;
        }
        let is_kept = !self.watch.looks(self.tick, &definition.parameters);
        let neighbours = self.neighbours.among(&self.bodies, is_kept, &definition.parameters);
        let neighbours = neighbours.ok_or(SnapshotError::Value { part: "neighbours" })?;
        let classes = all_meshes.all()[..definition.class_count()].to_vec();
        let searches = searches(classes.len());
        let mut world = World {
            members: OrderMembers::new(&self.bodies),
            core: Core {
                meshes: self.meshes.with_classes(classes),
                definition: Arc::new(definition),
                bodies: self.bodies,
                orders: self.orders,
                groups: Groups::new(groups, self.group_count),
                guides: Guides::new(guides, coming, Some(&executor)),
                neighbours,
                passages: self.passages,
                walkers: Vec::new(),
            },
            gathering: None,
            order_count: self.order_count,
            last_path_served: self.last_path_served,
            tick: self.tick,
            watch: self.watch,
            changed: self.changed,
            escapes: self.escapes,
            events: self.events,
            announced: self.announced,
            profile: Profile::default(),
            searches,
            finder: UnitFinder::default(),
            origin: self.origin,
            scenes: Vec::new(),
            executor: Some(Arc::new(executor)),
            counters: Counters::default(),
            modifiers: Arc::new(self.modifiers),
            phases: ParallelPhases::default(),
            scratch: StepScratch::default(),
            recorder: RecorderSlot::default(),
        };
        check(&world)?;
        make_anew(&mut world)?;
        Ok(world)
    }

    fn all_meshes(&self, executor: &ThreadPool) -> Result<Pool<NavMesh>, SnapshotError> {
        let mesh =
            |bytes: &Vec<u8>| Ok(Arc::new(NavMesh::from_bytes_with(bytes, &Lent(Some(executor)))?));
        let meshes = self.all_meshes.iter().map(mesh).collect::<Result<_, SnapshotError>>()?;
        Ok(Pool::new(meshes))
    }

    /// The definition, and whether the first meshes are those of its classes.
    fn definition(&self, meshes: &[Arc<NavMesh>]) -> Result<WorldDefinition, SnapshotError> {
        let wrong = SnapshotError::Value { part: "definition" };
        let radii = self.class_radii.len();
        let classes = self.movement_kinds.saturating_mul(radii);
        let (Some(first), true) = (meshes.first(), radii > 0 && meshes.len() >= classes) else {
            return Err(wrong);
        };
        let kind = |kind: usize| meshes[kind * radii].definition().kinds;
        let definition = WorldDefinition {
            bounds: self.bounds,
            class_radii: self.class_radii.clone(),
            walkable: first.definition().walkable.clone(),
            movement_kinds: (0..self.movement_kinds).map(kind).collect(),
            parameters: self.parameters.clone(),
        };
        let is_checked = definition.checked().is_ok_and(|checked| checked == definition);
        let sizing = Sizing { parameters: &definition.parameters, bounds: definition.bounds };
        let is_mesh = |class: usize| *meshes[class].definition() == definition.mesh(class);
        let right = is_checked && sizing.check().is_ok() && (0..classes).all(is_mesh);
        if right { Ok(definition) } else { Err(wrong) }
    }

    fn all_guides(&self, meshes: &Pool<NavMesh>) -> Result<Pool<Guide>, SnapshotError> {
        let guide = |saved: &SavedGuide| {
            let guide = meshes.get(saved.mesh()).and_then(|mesh| saved.guide(mesh));
            guide.map(Arc::new).ok_or(SnapshotError::Value { part: "guides" })
        };
        Ok(Pool::new(self.all_guides.iter().map(guide).collect::<Result<_, _>>()?))
    }
}

/// Makes what follows from the rest: walls of windows, and where gates are.
fn make_anew(world: &mut World) -> Result<(), SnapshotError> {
    for group in world.core.groups.iter_mut() {
        let mesh = world.core.meshes.of(group.class);
        let planned = group.plan.as_mut().and_then(|plan| plan.pending.made_mut());
        for window in group.window.iter_mut().chain(planned).filter(|window| window.solved) {
            make_walls(Arc::make_mut(window), mesh)?;
        }
    }
    let Core { passages, meshes, definition, .. } = &mut world.core;
    passages.make_gates(PassageGround::of(meshes, definition));
    Ok(())
}

fn make_walls(window: &mut Window, mesh: &NavMesh) -> Result<(), SnapshotError> {
    let walls = Walls::new(mesh, *window.field.frame());
    window.walls = Some(Arc::new(walls.map_err(|_| SnapshotError::Value { part: "windows" })?));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::order::Goal;
    use crate::bodies::unit::UnitDefinition;
    use glam::Vec2;
    use slotmap::KeyData;

    /// The state of a world with a unit on its way.
    fn state() -> SavedWorld {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(20.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap();
        let unit = world.add_unit(&UnitDefinition::new(Vec2::splat(5.0), 0.5, 1.0)).unwrap();
        world.order(&[unit], &Goal::Point(Vec2::splat(15.0))).unwrap();
        SavedWorld::of(world).unwrap()
    }

    fn refused(state: SavedWorld) -> SnapshotError {
        state.world().map(|_| ()).unwrap_err()
    }

    #[test]
    fn an_order_of_any_number_is_looked_for_before_room_is_made_for_so_many() {
        assert!(state().world().is_ok());
        let mut forged = state();
        let order = OrderId::from(KeyData::from_ffi(1 << 32 | 0xffff_fff0));
        for body in forged.bodies.values_mut() {
            body.task.as_mut().unwrap().order = order;
        }
        assert_eq!(refused(forged), SnapshotError::Value { part: "units" });
    }

    #[test]
    fn guides_under_way_are_few_and_can_be_made() {
        let cohort = Cohort { order: OrderId::default(), class: 0, way_point: None, band: 0 };
        let goals = |count: usize, goal: Vec2| -> Vec<(Cohort, SavedSketch)> {
            (0..count).map(|_| (cohort, SavedSketch::to(goal))).collect()
        };
        let free = Vec2::splat(15.0);
        for (count, goal, class, is_right) in [
            (1, free, 0, true),
            (MOST_UNDER_WAY + 1, free, 0, false),
            (1, Vec2::splat(25.0), 0, false),
            (1, Vec2::NAN, 0, false),
            (1, free, 1, false),
        ] {
            let mut forged = state();
            forged.coming_guides = goals(count, goal);
            forged.coming_guides.iter_mut().for_each(|(cohort, _)| cohort.class = class);
            let made = forged.world().map(|_| ());
            let expected =
                if is_right { Ok(()) } else { Err(SnapshotError::Value { part: "guides" }) };
            assert_eq!(made, expected, "{count} guides to {goal} of class {class}");
        }
    }
}
