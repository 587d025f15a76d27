//! Ways and places are lost, and found again, when obstacles change.

use glam::Vec2;
use navmesh::Location;

use super::send::Sent;
use crate::arrival::places::slots;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, Slot, Unreachable};
use crate::bodies::unit::Body;
use crate::event::PathLostReason;
use crate::ways::ground::is_free;
use crate::world::state::World;

/// A unit that cannot get to its place any more, or for which there may be a better one.
struct Loss {
    unit: UnitId,
    order: OrderId,
    band: u32,
    /// Why its place is lost; `None` if only its goal is.
    reason: Option<PathLostReason>,
}

impl World {
    /// After a change of the meshes: gives new places to those whose slot was lost, has those that cannot get to their goals
    /// any more stop or go as near as they can, and those that could not go on, if they can now.
    pub(crate) fn look_for_losses(&mut self) {
        let losses = self.core.bodies.iter().filter_map(|(unit, body)| self.loss(unit, body));
        let lost = losses.collect();
        self.replace_all(lost);
    }

    /// As [`World::look_for_losses`], for some units that have another class, or stand elsewhere. Those of orders whose places
    /// are given anew in any case are seen to then.
    pub(super) fn look_for_losses_of(&mut self, units: &[UnitId]) {
        let loss = |&unit: &UnitId| {
            let body = &self.core.bodies[unit];
            let order = self.core.orders.get(body.task.as_ref()?.order)?;
            if order.is_unplaced() { None } else { self.loss(unit, body) }
        };
        let lost = units.iter().filter_map(loss).collect();
        self.replace_all(lost);
    }

    fn replace_all(&mut self, mut lost: Vec<Loss>) {
        lost.sort_by_key(|loss| (loss.order, loss.band, loss.unit));
        for of_band in lost.chunk_by(|a, b| (a.order, a.band) == (b.order, b.band)) {
            self.replace(of_band);
        }
        self.pass_over();
    }

    /// Returns whether a unit can still get to its place.
    fn loss(&self, unit: UnitId, body: &Body) -> Option<Loss> {
        let (task, mesh) = (body.task.as_ref()?, self.core.meshes.of(body.class()));
        let reason = match (mesh.locate(task.end().place), self.footing(unit)) {
            (Location::Cell(place), Some(here)) => {
                let joined = self.core.meshes.leads(body.class(), here, place);
                (!joined).then_some(PathLostReason::Unreachable)
            }
            (Location::Cell(_), _) => Some(PathLostReason::Unreachable),
            _ => Some(PathLostReason::PlaceBlocked),
        };
        let concerns = reason.is_some() || task.lost.is_some();
        concerns.then_some(Loss { unit, order: task.order, band: task.band, reason })
    }

    /// Gives units of one order and band whose slots are blocked other slots round the shared goal, if there are enough;
    /// the others stop, or get other places.
    fn replace(&mut self, lost: &[Loss]) {
        let is_blocked = |loss: &&Loss| loss.reason == Some(PathLostReason::PlaceBlocked);
        let blocked: Vec<UnitId> = lost.iter().filter(is_blocked).map(|loss| loss.unit).collect();
        let order = lost[0].order;
        let fresh = self.free_slots(order, lost[0].band, &blocked);
        for (&unit, &place) in blocked.iter().zip(&fresh) {
            if let Some(task) = &mut self.core.bodies[unit].task {
                task.end_at(Slot::at(place));
                (task.has_taken, task.settled) = (true, false);
            }
        }
        let rest = lost.iter().filter(|loss| fresh.is_empty() || !is_blocked(loss));
        match self.core.orders.get(order).map(|order| order.unreachable) {
            Some(Unreachable::Nearest) => self.relocate(order, &rest.collect::<Vec<_>>()),
            _ => {
                let stopping = rest.filter_map(|loss| Some((loss.unit, loss.reason?)));
                stopping.for_each(|(unit, reason)| self.lose(unit, order, reason));
            }
        }
    }

    /// As many free slots round a shared goal as there are units, reachable for all of them; else none.
    fn free_slots(&self, order: OrderId, band: u32, units: &[UnitId]) -> Vec<Vec2> {
        let shared = self.core.orders.get(order).and_then(|order| order.shared.get(band as usize));
        let Some(shared) = shared.filter(|_| !units.is_empty()) else { return Vec::new() };
        let meshes = self.meshes_for(units);
        let reachable = units.iter().all(|&unit| self.reaches(unit, shared.goal));
        if !(reachable && meshes.iter().all(|mesh| is_free(mesh, shared.goal))) {
            return Vec::new();
        }
        let taken = self.ends(order, &[]);
        let others = self.others(&self.core.orders[order], shared.goal, units, taken.len());
        let found = slots(&meshes, shared, units.len(), &taken, &others);
        let places = found.iter().map(|slot| slot.place);
        if found.len() == units.len() { places.collect() } else { Vec::new() }
    }

    /// Has units go as near to their goals as they can.
    fn relocate(&mut self, id: OrderId, lost: &[&Loss]) {
        let Some(mut order) = self.core.orders.get(id).cloned() else { return };
        let wanting: Vec<&Loss> =
            lost.iter().copied().filter(|loss| self.is_better(&order, loss)).collect();
        if wanting.is_empty() {
            return;
        }
        let units: Vec<UnitId> = wanting.iter().map(|loss| loss.unit).collect();
        let taken = self.ends(id, &units);
        let sent: Vec<Sent> = match order.goal {
            Some(goal) => self.send_to(&mut order, goal, &units, &taken),
            None => {
                let goals: Vec<Vec2> =
                    units.iter().filter_map(|&unit| self.decision(unit)).collect();
                self.send_each(&mut order, &units, &goals, &taken)
            }
        };
        self.core.orders[id] = order;
        self.redirect(id, &sent);
    }

    /// Returns whether a unit whose goal is lost, but whose place is not, can get nearer to its goal now.
    fn is_better(&self, order: &Order, loss: &Loss) -> bool {
        if loss.reason.is_some() {
            return true;
        }
        let body = &self.core.bodies[loss.unit];
        let (Some(task), Some(goal)) = (&body.task, self.decision(loss.unit)) else { return false };
        let mesh = self.core.meshes.of(body.class());
        let from = self.foothold(loss.unit);
        let Ok(nearest) = mesh.nearest_reachable(from, goal) else { return false };
        // Places round a shared point that was the nearest already are as good as they can be.
        let shared = order.shared.get(task.band as usize).filter(|_| order.goal.is_some());
        let known = shared.map_or(task.end().place, |shared| shared.goal);
        let is_open = nearest.distance == 0.0 && known != goal;
        is_open || nearest.distance + body.radius < known.distance(goal)
    }

    /// Returns where a unit would go if it could.
    fn decision(&self, unit: UnitId) -> Option<Vec2> {
        let task = self.core.bodies[unit].task.as_ref()?;
        Some(task.lost.unwrap_or(task.end().place))
    }
}
