//! Who gets which slot: first come, deepest slot.
//!
//! Slots are given when the order is, but units overtake each other on the way. So a unit that comes near to the slots
//! swaps its own for the deepest that nobody before it has taken: then nobody must pass one that rests. Where units come to a
//! point from several sides, the deepest are those in the middle, and of orders to one point all slots count.

use glam::Vec2;
use slotmap::{SecondaryMap, SlotMap};

use super::places::remaining;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, SharedGoal, Slot};
use crate::bodies::task::Assignment;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;

/// Slot spacings: units this near to the slots take theirs. Half a second's walk more than what units that touch may be
/// apart, so that the first one has it before the next one comes.
const NEAR: f32 = 4.0;

/// As [`NEAR`], where units come to a point from several sides: the earlier each has its own, the fewer come to rest in the way of
/// others, and have to move up. Of 1000 units each walked 1.3 radii on the average in the ten seconds after it had come to rest
/// with 16, and 0.9 with 40 or 56.
const NEAR_POINT: f32 = 48.0;

/// Slot spacings: slots whose depths differ by less than this are equally deep, and the nearest one is taken.
const LEVEL: f32 = 0.6;

/// How many metres farther a unit goes for a place that lies a metre deeper.
const DEPTH: f32 = 2.0;

/// How many metres farther a unit goes for a place that lies a metre nearer to the point round which all lie. With less, holes are
/// left that others fill by moving up; with more than 7, units in a room that is too small for all may get stuck once they are there.
const INWARDS: f32 = 6.0;

/// A straight way that is longer than another one by this factor is so with all roundings.
const SURELY: f32 = 1.01;

/// How far it still is for a unit and where it is, as bits, and which it is.
type Coming = (u32, [u32; 2], UnitId);

/// Room to give slots in.
#[derive(Clone, Debug, Default)]
pub(crate) struct AssignmentScratch {
    free: Vec<(Sharers, UnitId)>,
    /// Several orders to one point, by their number, and how many they are.
    pools: Vec<(u64, u32)>,
    near: Vec<Coming>,
    ranked: Ranked,
}

/// Gives the units that have come near to the slots of their order the deepest ones that are left. `due` are those whose
/// orders are looked at in this tick.
pub(crate) fn take_slots(
    bodies: &mut SlotMap<UnitId, Body>,
    orders: &SlotMap<OrderId, Order>,
    meshes: &Meshes,
    due: &[UnitId],
    AssignmentScratch { free, pools, near, ranked }: &mut AssignmentScratch,
) {
    // Places round a unit on its way lie elsewhere soon.
    let is_still = |order: &&Order| {
        let target = order.target.and_then(|target| bodies.get(target));
        target.is_none_or(Body::is_settled_or_idle)
    };
    let open = |unit: UnitId| {
        let is_open = |task: &&Assignment| !(task.has_taken || task.settled || task.is_passing());
        let task = bodies[unit].task.as_deref().filter(is_open)?;
        Some((task, orders.get(task.order).filter(is_still)?))
    };
    pools.clear();
    let pool = |&unit: &UnitId| open(unit).and_then(|(task, order)| order.pool(task.band));
    pools.extend(due.iter().filter_map(pool).map(|pool| (pool, 0)));
    pools.sort_unstable();
    pools.dedup();
    let find = |pools: &[(u64, u32)], pool| pools.binary_search_by_key(&pool, |&(pool, _)| pool);
    if !pools.is_empty() {
        for pool in orders.values().filter_map(|order| order.pool) {
            if let Ok(at) = find(pools, pool) {
                pools[at].1 += 1;
            }
        }
        // The others may have gone elsewhere.
        pools.retain(|&(_, orders)| orders > 1);
    }
    let sharers = |unit: UnitId| {
        let (task, order) = open(unit)?;
        order.filled(task.band)?;
        let pool = order.pool(task.band).filter(|&pool| find(pools, pool).is_ok());
        Some((pool.map_or(Sharers::Order(task.order, task.band), Sharers::Pool), unit))
    };
    free.clear();
    let is_pool = |sharers: &(Sharers, UnitId)| matches!(sharers.0, Sharers::Pool(_));
    free.extend(due.iter().filter_map(|&unit| sharers(unit)).filter(|of| !is_pool(of)));
    if !pools.is_empty() {
        free.extend(bodies.keys().filter_map(sharers).filter(is_pool));
    }
    free.sort_unstable();
    for together in free.chunk_by(|a, b| a.0 == b.0) {
        let units = together.iter().map(|&(_, unit)| unit);
        take_of(bodies, orders, meshes, is_pool(&together[0]), units, near, ranked);
    }
}

/// Gives units that have not taken a slot yet and share those that are left one each, if they have come near; whether they are of
/// several orders.
fn take_of(
    bodies: &mut SlotMap<UnitId, Body>,
    orders: &SlotMap<OrderId, Order>,
    meshes: &Meshes,
    are_several: bool,
    open: impl Iterator<Item = UnitId> + Clone,
    near: &mut Vec<Coming>,
    ranked: &mut Ranked,
) {
    near.clear();
    let first = open.clone().next();
    let Some((first, known)) = first.and_then(|unit| Some((unit, shared(bodies, orders, unit)?)))
    else {
        return;
    };
    let has_own_goal = bodies[first].task.as_ref().is_some_and(|task| task.has_own_goal);
    let preference = match (has_own_goal, are_several || known.is_surrounded) {
        (true, _) => Preference::Straight(known.direction().unwrap_or_default()),
        (_, true) => Preference::Central(known.goal),
        (_, false) => Preference::Nearest(LEVEL * known.spacing),
    };
    let reaches = open.clone().filter_map(|unit| Some(shared(bodies, orders, unit)?.reach));
    let reach = reaches.fold(0.0, f32::max);
    let coming = |unit: UnitId| {
        let (shared, position) = (shared(bodies, orders, unit)?, bodies[unit].position);
        let most = reach + preference.near() * shared.spacing;
        // No way is shorter than the straight one.
        let end = shared.approach.last();
        if end.is_some_and(|end| end.distance(position) > SURELY * most) {
            return None;
        }
        let rest = match (preference, &shared.approach[..]) {
            // Along a straight way only those on it are as far as it seems.
            (Preference::Central(goal), [] | [_] | [_, _]) => goal.distance(position),
            _ => remaining(&shared.approach, position),
        };
        (rest <= most).then(|| (rest.to_bits(), position.to_array().map(f32::to_bits), unit))
    };
    // Of units that are as near the place decides, so that it does not matter which one was made first.
    near.extend(open.clone().filter_map(coming));
    near.sort_unstable();
    if near.is_empty() {
        return;
    }
    ranked.fill(bodies, open, preference);
    for &(_, _, unit) in &*near {
        let suits = |holder| holder == unit || can_swap(&bodies[unit], &bodies[holder], meshes);
        let Some(holder) = ranked.take(unit, bodies[unit].position, preference, suits) else {
            continue;
        };
        if let Some([one, other]) = bodies.get_disjoint_mut([unit, holder]) {
            swap(one, other);
        }
        if let Some(task) = &mut bodies[unit].task {
            task.has_taken = true;
        }
    }
}

/// Returns what a unit's order knows of the slots round its goal.
fn shared<'a>(
    bodies: &SlotMap<UnitId, Body>,
    orders: &'a SlotMap<OrderId, Order>,
    unit: UnitId,
) -> Option<&'a SharedGoal> {
    let task = bodies[unit].task.as_ref()?;
    orders.get(task.order)?.filled(task.band)
}

/// Which of the slots that are left a unit takes.
#[derive(Clone, Copy)]
enum Preference {
    /// Of those that are less than so many metres less deep than the deepest the nearest.
    Nearest(f32),
    /// A deep one that lies little aside of its way, which leads along a unit vector: the game knows why the places lie as they do.
    Straight(Vec2),
    /// One that is near to the point round which all lie, and to the unit: others come from other sides.
    Central(Vec2),
}

/// Units that share the slots that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sharers {
    /// Those of one band of an order.
    Order(OrderId, u32),
    /// Those of several orders to one point, by their number.
    Pool(u64),
}

impl Preference {
    /// Returns how near to the slots units take theirs, in slot spacings.
    fn near(self) -> f32 {
        match self {
            Self::Central(_) => NEAR_POINT,
            Self::Nearest(_) | Self::Straight(_) => NEAR,
        }
    }

    /// Returns what orders slots as they are looked at: the deepest, or those in the middle, first.
    fn rank(self, slot: &Slot) -> u32 {
        // Neither is negative: their bits are ordered as they are.
        match self {
            Self::Central(goal) => slot.place.distance(goal).to_bits(),
            Self::Nearest(_) | Self::Straight(_) => !slot.depth.to_bits(),
        }
    }
}

/// The slots that nobody has taken yet, the first ones by rank first, and who holds them: so that a look at few of them is enough.
#[derive(Clone, Debug, Default)]
struct Ranked {
    slots: Vec<(Slot, Option<UnitId>)>,
    /// The index of the slot that a unit holds; and who holds any: clearing the map would look at all units there are.
    held: SecondaryMap<UnitId, usize>,
    holders: Vec<UnitId>,
    /// All before this one are taken.
    first: usize,
}

impl Ranked {
    fn fill(
        &mut self,
        bodies: &SlotMap<UnitId, Body>,
        units: impl Iterator<Item = UnitId>,
        preference: Preference,
    ) {
        let slot = |unit: UnitId| {
            let task = bodies[unit].task.as_ref()?;
            Some((task.slot(), Some(unit)))
        };
        let Self { slots, held, holders, first } = self;
        for holder in holders.drain(..) {
            held.remove(holder);
        }
        slots.clear();
        slots.extend(units.filter_map(slot));
        slots.sort_unstable_by_key(|(slot, unit)| {
            (preference.rank(slot), slot.place.to_array().map(f32::to_bits), *unit)
        });
        for (index, holder) in slots.iter().enumerate().filter_map(|(k, slot)| Some((k, slot.1?))) {
            held.insert(holder, index);
            holders.push(holder);
        }
        *first = 0;
    }

    /// Takes a slot for a unit at a point, of those whose holders it `suits` to swap with it; returns its holder.
    fn take(
        &mut self,
        unit: UnitId,
        point: Vec2,
        preference: Preference,
        suits: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        self.first +=
            self.slots[self.first..].iter().take_while(|(_, unit)| unit.is_none()).count();
        let left = self.slots[self.first..].iter().zip(self.first..);
        let free = left.filter_map(|(&(slot, unit), index)| Some((slot, unit?, index)));
        let mut free = free.peekable();
        let deepest = free.peek()?.0.depth;
        let distance = |slot: &Slot| slot.place.distance_squared(point).to_bits();
        let (holder, index) = match preference {
            Preference::Nearest(level) => {
                let mut free = free.filter(|&(_, holder, _)| suits(holder)).peekable();
                let least = free.peek()?.0.depth - level;
                let deep = free.take_while(|(slot, ..)| slot.depth >= least);
                let (_, holder, index) =
                    deep.min_by_key(|(slot, _, index)| (distance(slot), *index))?;
                (holder, index)
            }
            Preference::Straight(ahead) => {
                let back = |slot: &Slot| DEPTH * (deepest - slot.depth);
                let aside = |slot: &Slot| (slot.place - point).perp_dot(ahead).abs();
                cheapest(free, back, |slot| (aside(slot) + back(slot), distance(slot)), suits)?
            }
            Preference::Central(goal) => {
                let off = goal.distance(point);
                let least = |slot: &Slot| {
                    let from = slot.place.distance(goal);
                    INWARDS * from + (off - from).abs()
                };
                let cost =
                    |slot: &Slot| INWARDS * slot.place.distance(goal) + slot.place.distance(point);
                cheapest(free, least, |slot| (cost(slot), 0), suits)?
            }
        };
        let own = *self.held.get(unit)?;
        self.slots[own].1 = Some(holder);
        self.held.insert(holder, own);
        self.slots[index].1 = None;
        Some(holder)
    }
}

/// Returns the holder and the index of the slot that costs least, of those whose holders suit; of equal ones the second part of the
/// cost decides. What a slot costs at `least` rises from one to the next: the rest need not be looked at.
fn cheapest(
    free: impl Iterator<Item = (Slot, UnitId, usize)>,
    least: impl Fn(&Slot) -> f32,
    cost: impl Fn(&Slot) -> (f32, u32),
    suits: impl Fn(UnitId) -> bool,
) -> Option<(UnitId, usize)> {
    let mut best: Option<((f32, u32), UnitId, usize)> = None;
    for (slot, holder, index) in free {
        if best.is_some_and(|((known, _), ..)| least(&slot) > SURELY * known) {
            break;
        }
        let cost = cost(&slot);
        if best.is_none_or(|(known, ..)| cost < known) && suits(holder) {
            best = Some((cost, holder, index));
        }
    }
    best.map(|(_, holder, index)| (holder, index))
}

/// Returns whether two units with slots of one order can swap them: the slots are of one kind, and each can get to the other's.
/// Where obstacles have changed, a slot may have room for the smaller one alone.
pub(super) fn can_swap(one: &Body, other: &Body, meshes: &Meshes) -> bool {
    let (Some(task), Some(with)) = (&one.task, &other.task) else { return false };
    // Of places that the game has chosen nobody knows how large a unit has room there.
    let has_room = !task.has_own_goal
        || (one.radius == other.radius && task.lost.is_none() && with.lost.is_none());
    // Kinds are an order's own.
    let is_alike = task.order == with.order || (task.kind == 0 && one.radius == other.radius);
    if task.kind != with.kind || !has_room || !is_alike {
        return false;
    }
    one.class() == other.class()
        || meshes.joined(one.class(), task.place, with.place)
            && meshes.joined(other.class(), with.place, task.place)
}

/// Has two units with slots of one order swap them.
pub(crate) fn swap(one: &mut Body, other: &mut Body) {
    if let (Some(task), Some(with)) = (&mut one.task, &mut other.task) {
        std::mem::swap(&mut task.place, &mut with.place);
        std::mem::swap(&mut task.depth, &mut with.depth);
        for task in [task, with] {
            task.settled = false;
            task.forget_way();
            task.stuck_state.try_again();
        }
    }
}
