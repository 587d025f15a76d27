//! Whether what was read is a world: everything that steps rely on.

use glam::Vec2;
use navmesh::Bounds;

use crate::base::tolerances::UNIT_LENGTH;
use crate::bodies::crossing::{LONGEST, LinkCrossing};
use crate::bodies::free::ClearDisc;
use crate::bodies::order::{MOST_WAY_POINTS, Order, Repeat, SharedGoal};
use crate::bodies::task::{Assignment, Beside};
use crate::bodies::unit::{Body, LIMIT};
use crate::groups::group::Group;
use crate::groups::window::Window;
use crate::saving::error::SnapshotError;
use crate::world::state::World;

/// The most ticks and orders of a world: it takes 28 million years at a tick of 0.1 s.
const MOST_TICKS: u64 = 1 << 53;

/// Ticks: longer counts are none. They are counted in 32 bits.
const LONGEST_COUNT: u32 = 1 << 31;

/// Metres per second: no unit is faster.
const FASTEST: f32 = 2e6;

/// Nothing if a world keeps what steps rely on.
pub(crate) fn check(world: &World) -> Result<(), SnapshotError> {
    let counts = world.tick < MOST_TICKS && world.order_count < MOST_TICKS;
    let counts = counts && world.watch.is_valid(world.tick);
    SnapshotError::unless(counts, "counts")?;
    SnapshotError::unless(world.core.meshes.fit_together(), "obstacles")?;
    let place = PlaceCheck { world };
    let modifiers =
        world.modifiers.is_valid(|surcharge| world.core.meshes.has_surcharges(surcharge));
    SnapshotError::unless(modifiers, "heights and discomforts")?;
    let bodies = world.core.bodies.values().all(|body| place.has_body(body));
    SnapshotError::unless(bodies, "units")?;
    SnapshotError::unless(place.has_orders(), "orders")?;
    let groups = world.core.groups.iter().all(|group| place.has_group(group));
    SnapshotError::unless(groups && world.core.groups.is_valid(), "groups")?;
    let changes = world.changed.iter().all(|area| area.min.is_finite() && area.max.is_finite());
    let escapes: Vec<Vec2> = world.escapes.values().copied().collect();
    SnapshotError::unless(changes && place.has_all(&escapes), "changes")?;
    let radii = world.core.definition.class_radii.iter().copied();
    let greatest = radii.fold(0.0, f32::max);
    let passages = world.core.passages.is_valid(place.near(), greatest, world.tick);
    SnapshotError::unless(passages, "passages")
}

/// Where things may be.
struct PlaceCheck<'a> {
    world: &'a World,
}

impl PlaceCheck<'_> {
    fn bounds(&self) -> Bounds {
        self.world.core.definition.bounds
    }

    /// The bounds and a little more: way points lie on their border, corners of gates beyond.
    fn near(&self) -> Bounds {
        self.bounds().expanded(1.0)
    }

    fn has_all(&self, points: &[Vec2]) -> bool {
        points.iter().all(|&point| self.near().contains(point))
    }

    /// Returns whether ground that counts as free is so.
    fn has_free(&self, class: usize, ground: &ClearDisc) -> bool {
        let Some(mesh) = self.world.core.meshes.get(class) else { return false };
        // Of another version of the mesh nothing is believed.
        let is_old = !ground.is_of(mesh.version());
        let is_unknown = ground.radius == ClearDisc::UNKNOWN.radius;
        let is_free = || ground.radius <= mesh.free_radius(ground.center);
        is_old || is_unknown || ground.center.is_finite() && is_free()
    }

    fn has_body(&self, body: &Body) -> bool {
        let definition = &self.world.core.definition;
        let numbers = [body.radius, body.max_speed, body.ease, body.acceleration, body.mass];
        let speeds = [body.velocity, body.desired, body.chosen];
        let is_unit = |vector: Vec2| (vector.length_squared() - 1.0).abs() <= UNIT_LENGTH;
        let aside = &body.aside;
        body.class() < definition.class_count()
            && body.radius <= definition.class_radius(body.class())
            && numbers.iter().all(|&number| number > 0.0 && number <= LIMIT)
            && body.ease <= 1.0
            && speeds.iter().all(|speed| speed.is_finite() && speed.length() <= FASTEST)
            && body.push.is_finite()
            && (0.0..=FASTEST).contains(&body.held_back)
            && self.has_free(body.class(), &body.free)
            && body.own_rules().is_none_or(|rules| rules.is_valid(body.radius))
            && is_unit(body.heading)
            && is_unit(body.turn)
            && body.turn.y >= -UNIT_LENGTH
            && self.has_all(&[body.position, body.home])
            && (aside.direction == Vec2::ZERO || is_unit(aside.direction))
            && aside.calm.max(aside.kept) < LONGEST_COUNT
            && body.crossing.as_ref().is_none_or(|over| self.has_crossing(over))
            && body.boarding.as_ref().is_none_or(|link| self.has_all(&[link.from, link.to]))
            && body.task.as_ref().is_none_or(|task| self.has_task(task))
    }

    fn has_crossing(&self, over: &LinkCrossing) -> bool {
        self.has_all(&[over.from, over.to])
            && over.passed <= over.ticks
            && (1..=LONGEST).contains(&over.ticks)
    }

    fn has_task(&self, task: &Assignment) -> bool {
        let world = self.world;
        let still = &task.stuck_state;
        let Some(order) = world.core.orders.get(task.order) else { return false };
        let leg = task.leg.is_none_or(|(way_point, end)| {
            order.legs_from(way_point).next().is_some_and(|(leg, _)| leg == way_point)
                && self.has_all(&[end.place])
        });
        leg && task.lost.is_none_or(|goal| goal.is_finite())
            && task.pace > 0.0
            && task.depth >= 0.0
            && task.depth.is_finite()
            && self.has_all(&[task.place])
            && task.passed_at.is_none_or(Vec2::is_finite)
            && task.carried >= 0.0
            && task.carried.is_finite()
            && !matches!(task.beside, Beside::Resting(at) if !at.is_finite())
            && still.is_valid()
            && task.progress.is_valid()
            && still.ticks.max(still.tried).max(still.given_up) < LONGEST_COUNT
            && task.route.as_ref().is_none_or(|route| route.is_valid() && self.has_all(route.all()))
    }

    fn has_orders(&self) -> bool {
        let count = |order| self.world.members.count(order);
        self.world
            .core
            .orders
            .iter()
            .all(|(id, order)| self.has_order(order) && order.units == count(id))
    }

    fn has_order(&self, order: &Order) -> bool {
        order.number < self.world.order_count
            && order.placed.is_finite()
            && order.goal.is_none_or(|goal| self.has_all(&[goal]))
            && order.bands < LONGEST_COUNT
            && order.range >= 0.0
            && order.range.is_finite()
            && order.formed.as_ref().is_none_or(|formed| formed.is_valid())
            && self.has_all(&order.way_points)
            && order.way_points.len() <= MOST_WAY_POINTS
            && order.passed < LONGEST_COUNT
            && (order.repeat == Repeat::Once || order.can_repeat())
            && order.rested.is_none_or(Vec2::is_finite)
            && order
                .shared
                .iter()
                .chain(order.exchanged.values())
                .all(|shared| self.has_shared(shared))
    }

    fn has_shared(&self, shared: &SharedGoal) -> bool {
        let lengths = [shared.spacing, shared.reach, shared.ring.least];
        let count = self.world.core.definition.class_count();
        self.has_all(&shared.approach)
            && shared.found_on.0 < count
            && self.has_all(&[shared.goal])
            && shared.ring.center.is_finite()
            && shared.ring.most >= 0.0
            && shared.ring.ahead.is_finite()
            && shared.spacing > 0.0
            && lengths.iter().all(|length| length.is_finite() && *length >= 0.0)
    }

    fn has_group(&self, group: &Group) -> bool {
        let planned = group.plan.as_ref().and_then(|plan| plan.pending.made());
        let mut windows = group.window.as_ref().into_iter().chain(&planned);
        group.class < self.world.core.definition.class_count()
            && group.due.is_none_or(|due| due <= self.world.tick)
            && windows.all(|window| self.has_window(window))
    }

    fn has_window(&self, window: &Window) -> bool {
        let parameters = &self.world.core.definition.parameters;
        let frame = window.field.frame();
        let fits = frame.cell_size == parameters.cell_size
            && frame.cell_count() <= parameters.window_cells as usize
            && Bounds::new(frame.min(), frame.max()).intersection(&self.bounds()).is_some();
        (fits || !window.solved)
            && window.tick <= self.world.tick
            && self.has_all(&window.path)
            && window.exit.is_none_or(|exit| exit.is_finite())
            && window.seeds.iter().all(|seed| frame.contains(seed.cell))
    }
}
