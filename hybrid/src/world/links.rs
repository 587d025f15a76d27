//! Links: ways that lead from one point to another without a way over the ground, and the units on them.

use glam::Vec2;
use navmesh::{CellId, Link, LinkDefinition, Location};

use crate::base::handle::{LinkId, UnitId};
use crate::bodies::crossing::{Boarders, LONGEST, LinkCrossing, LinkQueue};
use crate::bodies::unit::{Body, Driver};
use crate::error::WorldError;
use crate::event::Event;
use crate::recording::call::Call;
use crate::ways::ground::standing;
use crate::world::state::World;

impl World {
    /// Adds a link from one point to another: a jump, a ladder, a ferry, a teleport. Ways lead over it where that is
    /// cheaper, or where there is no other; it takes a unit as long as walking its cost would
    /// ([`LinkDefinition::cost`], metres of free ground; at least one tick). A unit enters it at its beginning
    /// ([`Event::LinkEntered`]) and leaves it at its end ([`Event::LinkLeft`]), in between it moves straight at an even
    /// speed, over walls and all: nobody is in its way, and it is in nobody's. Of both directions together no more than
    /// [`LinkDefinition::capacity`] are on it at once, and each follows at a
    /// distance, or a second later; others wait at its beginning.
    ///
    /// It is in use for a class of units as long as both its ends are free for them, and its kind is not excluded by their
    /// movement kind. Staged edits take effect, even if the link is refused; it is in use from the next plan on.
    ///
    /// ```
    /// use hybrid::navmesh::{Bounds, LinkDefinition};
    /// use hybrid::{Event, Goal, UnitDefinition, World, WorldDefinition, glam::Vec2};
    ///
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    /// let wall = [(15.0, 0.0), (16.0, 0.0), (16.0, 32.0), (15.0, 32.0)];
    /// world.add_obstacle(&wall.map(Vec2::from))?;
    /// let (this, that) = (Vec2::new(14.0, 8.0), Vec2::new(17.0, 8.0));
    /// let ladder = world.add_link(this, that, &LinkDefinition::new(4.2))?;
    /// let unit = world.add_unit(&UnitDefinition::new(Vec2::new(8.0, 8.0), 0.25, 1.4))?;
    /// world.order(&[unit], &Goal::Point(Vec2::new(24.0, 8.0)))?;
    /// let mut entered = 0;
    /// while !world.unit(unit).is_some_and(|unit| unit.arrived) {
    ///     world.step(0.1)?;
    ///     let enters = |event: &&Event| matches!(event, Event::LinkEntered { link, .. } if *link == ladder);
    ///     entered += world.events().iter().filter(enters).count();
    /// }
    /// assert_eq!(entered, 1);
    /// # Ok::<(), hybrid::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// An end that is not finite, outside the bounds, or free for no class; a cost that is negative or not finite, a kind
    /// of 16 or more, a capacity of 0. There is no link then.
    pub fn add_link(
        &mut self,
        from: Vec2,
        to: Vec2,
        definition: &LinkDefinition,
    ) -> Result<LinkId, WorldError> {
        self.note(|| Call::AddLink { from, to, definition: *definition });
        self.take_effect()?;
        self.gathering = None;
        let link = self.core.meshes.add_link(Link { from, to, definition: *definition })?;
        self.core.orders.values_mut().for_each(|order| order.planned = false);
        Ok(link)
    }

    /// Removes a link. Units that are on it get to its end; units that cannot go on without it lose their order in the
    /// next step, as where an obstacle cuts them off.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_link(&mut self, link: LinkId) -> Result<(), WorldError> {
        self.note(|| Call::RemoveLink(link));
        self.gathering = None;
        self.core.meshes.remove_link(link)
    }

    /// A link; `None` if the handle is stale.
    pub fn link(&self, link: LinkId) -> Option<Link> {
        self.core.meshes.link(link)
    }

    /// All links, in id order.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, Link)> {
        self.core.meshes.links()
    }

    /// Moves the units that are on links, and has those leave that are over.
    pub(crate) fn cross_links(&mut self) {
        self.scratch.landed.clear();
        if self.scratch.is_nobody_on_links {
            return;
        }
        self.scratch.is_nobody_on_links = true;
        let dt = self.core.definition.parameters.tick;
        for (unit, body) in &mut self.core.bodies {
            let Some(crossing) = &mut body.crossing else { continue };
            self.scratch.is_nobody_on_links = false;
            crossing.passed += 1;
            let (link, is_over, to) = (crossing.link, crossing.is_over(), crossing.position());
            if body.driver == Driver::World {
                body.has_moved((to - body.position) / dt);
                body.position = to;
            }
            if is_over {
                if body.driver == Driver::World {
                    self.scratch.landed.push((unit, body.velocity + body.push));
                }
                land(body, standing(self.core.meshes.of(body.class()), to));
                self.events.push(Event::LinkLeft { unit, link });
                self.watch.call();
            }
        }
    }

    /// Adds to what units moved that left a link in this step, and went on from there, what they moved on it.
    pub(crate) fn add_landings(&mut self) {
        for (unit, moved) in self.scratch.landed.drain(..) {
            self.core.bodies[unit].push += moved;
        }
    }

    /// Has the units that have come to the beginning of a link enter it, as many as it holds: the nearest first.
    pub(crate) fn board(&mut self) {
        if !self.core.meshes.has_links() {
            return;
        }
        let mut boarders = std::mem::take(&mut self.scratch.boarders);
        self.list_boarders(&mut boarders.waiting);
        if !boarders.waiting.is_empty() {
            self.board_all(&mut boarders);
        }
        self.scratch.boarders = boarders;
    }

    /// Lists who has come to the beginning of a link.
    fn list_boarders(&self, waiting: &mut Vec<(LinkQueue, Vec2)>) {
        let tick = self.core.definition.parameters.tick;
        waiting.clear();
        for (unit, body) in &self.core.bodies {
            let Some(boarding) = &body.boarding else { continue };
            let distance = body.position.distance(boarding.from);
            let Some(link) = self.core.meshes.link_of(body.class(), boarding.link) else {
                continue;
            };
            if body.crossing.is_none() && distance <= body.radius.max(body.max_speed * tick) {
                let place = body.position.to_array().map(f32::to_bits);
                waiting.push(((link, distance.to_bits(), place, unit), boarding.to));
            }
        }
        waiting.sort_unstable_by_key(|&(key, _)| key);
    }

    /// Has those enter links who wait for it, link by link.
    fn board_all(&mut self, Boarders { waiting, crossing, on }: &mut Boarders) {
        let tick = self.core.definition.parameters.tick;
        let links = self.core.bodies.iter().zip(0_u32..);
        crossing.clear();
        crossing.extend(
            links.filter_map(|((unit, body), index)| {
                Some((body.crossing.as_ref()?.link, index, unit))
            }),
        );
        crossing.sort_unstable();
        for of_link in waiting.chunk_by(|((a, ..), _), ((b, ..), _)| a == b) {
            let (link, ..) = of_link[0].0;
            let Some(known) = self.core.meshes.link(link) else { continue };
            on.clear();
            let first = crossing.partition_point(|&(other, ..)| other < link);
            let same = crossing[first..].iter().take_while(|&&(other, ..)| other == link);
            on.extend(
                same.map(|&(_, _, unit)| {
                    let body = &self.core.bodies[unit];
                    (body.position, body.radius, body.crossing.as_deref().copied())
                })
                .filter_map(|(at, radius, crossing)| Some((at, radius, crossing?))),
            );
            for &((.., unit), to) in of_link {
                let body = &mut self.core.bodies[unit];
                if on.len() >= known.definition.capacity as usize || !has_room(body, on, tick) {
                    continue;
                }
                let ticks = known.definition.cost / (body.max_speed * tick);
                let ticks = (ticks.ceil() as u32).clamp(1, LONGEST);
                let from = body.position;
                let crossing = LinkCrossing { link, from, to, ticks, passed: 0 };
                on.push((from, body.radius, crossing));
                body.crossing = Some(Box::new(crossing));
                self.scratch.is_nobody_on_links = false;
                self.events.push(Event::LinkEntered { unit, link });
                self.watch.call();
            }
        }
    }

    /// The unit's way begins here: where it stands, or where the link ends that it is on.
    pub(crate) fn foothold(&self, unit: UnitId) -> Vec2 {
        let body = &self.core.bodies[unit];
        let at = body.crossing.as_ref().map_or(body.position, |crossing| crossing.to);
        standing(self.core.meshes.of(body.class()), at)
    }

    /// The cell of a unit's foothold; `None` if nothing is free.
    pub(crate) fn footing(&self, unit: UnitId) -> Option<CellId> {
        let body = &self.core.bodies[unit];
        let mesh = self.core.meshes.of(body.class());
        let here = mesh.locate_near(body.position, body.cell);
        match (here, &body.crossing) {
            (Location::Cell(cell), None) => Some(cell),
            _ => match mesh.locate(self.foothold(unit)) {
                Location::Cell(cell) => Some(cell),
                _ => None,
            },
        }
    }
}

/// Seconds after which a unit follows another onto a link in any case: slow ones are not entered at their own pace.
const FOLLOWS: f32 = 1.0;

/// Returns whether a unit that enters a link touches nobody of those who are on it, neither now nor where they come down.
fn has_room(body: &Body, on: &[(Vec2, f32, LinkCrossing)], tick: f32) -> bool {
    on.iter().all(|&(other, radius, crossing)| {
        let apart = body.radius + radius;
        let is_clear =
            body.position.distance(other) >= apart && crossing.from.distance(other) >= apart;
        is_clear || crossing.passed as f32 * tick >= FOLLOWS
    })
}

/// A unit is back on the ground.
fn land(body: &mut Body, at: Vec2) {
    body.crossing = None;
    if body.driver == Driver::World {
        body.position = at;
    }
    match &mut body.task {
        Some(task) => {
            task.route = None;
            task.stuck_state.queue(at);
        }
        None => body.home = at,
    }
}
