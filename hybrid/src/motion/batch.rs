//! Discs that have to do with nobody else in a tick: where their contacts take them.

use glam::Vec2;
use slotmap::SlotMap;

use super::contact_range::{ContactRange, DiscState, goes};
use super::disc::{Disc, PUSHED};
use super::harm::{harm, is_deep, may_pass_through};
use super::holding::Pressed;
use super::look::MOST_TOUCHING;
use super::neighbours::Neighbours;
use super::pairs::{Pairs, make_room};
use super::press::{MOST_PACE, Press, is_short, most_push};
use super::relaxation::{Pushes, Relaxation};
use super::stepping::Step;
use crate::base::handle::UnitId;
use crate::base::tolerances::{ROUNDING, SKIN};
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::parameters::WorldParameters;

/// What contacts read of a world.
pub(super) struct ContactGround<'a> {
    pub(super) bodies: &'a SlotMap<UnitId, Body>,
    pub(super) meshes: &'a Meshes,
    pub(super) neighbours: &'a Neighbours,
    pub(super) parameters: &'a WorldParameters,
    /// By disc, which of its batch it is.
    pub(super) places: &'a [u32],
}

/// Discs that have to do with nobody else in a tick.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// Which, in ascending order.
    pub(super) discs: Vec<u32>,
    /// Which of them may touch each other.
    pairs: Pairs,
    spots: Vec<DiscState>,
    /// By disc, which of the steps is its own; [`NONE`] while it stands where it did.
    steppers: Vec<u32>,
    steps: Vec<Step>,
    /// By disc, where it gets without contacts.
    aims: Vec<Vec2>,
    /// By disc, how far it may be pushed, in metres; as soon as that is asked for.
    pushable: Vec<f32>,
    /// How far the fastest disc walks in a tick, in metres, and the slowest may get; and the least radius.
    walk: f32,
    least_way: f32,
    least_radius: f32,
    passes: u32,
    pushes: Pushes,
    press: Press,
    /// Whether the last pass has moved nobody.
    is_calm: bool,
    /// Whether what it holds is whole.
    is_whole: bool,
}

/// The overlap from which on a crowd is looked at, whether it is crammed.
const CRAMMED: f32 = 0.1;

/// Of a disc without a step.
pub(super) const NONE: u32 = u32::MAX;

/// Tells a unit that stands where it did so.
pub(super) fn stand(disc: &Disc, bodies: &mut SlotMap<UnitId, Body>) {
    // Most stood before as well, and their bodies need not be looked up. What pushed them before has been taken from them.
    if disc.driven && disc.velocity.to_array().map(f32::to_bits) != [0; 2] {
        bodies[disc.unit].velocity = Vec2::ZERO;
    }
}

impl Batch {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        self.discs.capacity() * size_of::<u32>()
            + self.pairs.bytes()
            + self.pushes.bytes()
            + self.spots.capacity() * size_of::<DiscState>()
            + self.steppers.capacity() * size_of::<u32>()
            + self.steps.capacity() * size_of::<Step>()
            + self.aims.capacity() * size_of::<Vec2>()
            + self.pushable.capacity() * size_of::<f32>()
            + self.press.bytes()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.discs.clear();
        make_room(&mut self.discs, 0);
        self.pushable.clear();
        self.press.clear();
        self.is_whole = false;
    }

    /// Does passes until hardly any overlap is left, and as many as are asked for.
    pub(super) fn resolve(&mut self, ground: &ContactGround<'_>) {
        if self.is_whole {
            return;
        }
        self.advance(ground);
        let most = ground.parameters.contact_iterations;
        while self.passes < most && self.pushes.deepest > SKIN {
            self.pass(ground);
            if self.passes == 1 && self.pushes.deepest > CRAMMED && self.is_crammed(ground) {
                break;
            }
        }
        if most > 0 {
            self.watch(ground);
            self.press(ground);
        }
        self.is_whole = true;
    }

    /// Returns whether any were pressed so hard that they may have got farther than they walk.
    pub(super) fn is_relieved(&self) -> bool {
        self.press.relieves()
    }

    /// Takes every disc to where it gets without contacts, and finds those that may touch there.
    fn advance(&mut self, ground: &ContactGround<'_>) {
        let count = self.discs.len();
        self.steps.clear();
        make_room(&mut self.steps, count);
        self.pairs.clear(count);
        self.spots.clear();
        make_room(&mut self.spots, count);
        self.steppers.clear();
        make_room(&mut self.steppers, count);
        self.steppers.resize(count, NONE);
        self.pushes.begin(count);
        let (mut fastest, mut slowest, mut least) = (0.0_f32, f32::INFINITY, f32::INFINITY);
        for index in 0..count {
            let disc = &ground.neighbours.discs()[self.discs[index] as usize];
            self.spots.push(DiscState::of(disc));
            (fastest, slowest) = (fastest.max(disc.max_speed), slowest.min(disc.max_speed));
            least = least.min(disc.radius);
            if goes(disc) {
                // Bodies are far away in memory: several are fetched at once where nothing else is done between.
                self.steppers[index] = self.steps.len() as u32;
                self.steps.push(Step::new(disc, ground.bodies, ground.meshes));
            }
        }
        for index in 0..count {
            if self.steppers[index] != NONE {
                let disc = &ground.neighbours.discs()[self.discs[index] as usize];
                let to = disc.position + disc.velocity * ground.parameters.tick;
                self.walk(index, to, ground);
            }
        }
        let Batch { discs, pairs, spots, aims, .. } = self;
        aims.clear();
        make_room(aims, count);
        aims.extend(spots.iter().map(|spot| spot.position));
        let (reach, way) = (ContactRange::new(ground.parameters), fastest * ground.parameters.tick);
        let mut near = [0; MOST_TOUCHING];
        for (&disc, one) in discs.iter().zip(&*spots) {
            let mut count = 0;
            for &partner in ground.neighbours.partners_of(disc as usize).iter().take(MOST_TOUCHING)
            {
                let place = ground.places[partner as usize];
                let other = &spots[place as usize];
                let touch = reach.most(one, other);
                // Nobody is pushed much farther than it could have gone.
                let room = (PUSHED * touch).max(touch + 2.0 * way);
                // Without a branch for each.
                near[count] = place;
                count += usize::from(one.position.distance_squared(other.position) < room * room);
            }
            pairs.push(near[..count].iter().copied());
        }
        (self.walk, self.least_radius) = (way, least);
        self.least_way = MOST_PACE * slowest * ground.parameters.tick;
        (self.passes, self.is_calm) = (0, false);
    }

    /// A pass over all pairs, then a look at the walls.
    fn pass(&mut self, ground: &ContactGround<'_>) {
        self.passes += 1;
        if self.is_calm {
            return;
        }
        let Self { discs: numbers, pairs, spots, pushes, .. } = self;
        let (discs, pass) = (ground.neighbours.sorted(), self.passes as u8);
        Relaxation { pairs, spots, numbers, discs, pushes, pass }.run(ground.parameters);
        self.keep_out_of_walls(ground);
    }

    /// Takes discs that were pushed as far as they may get, and off their free ground there along the mesh, from where they
    /// stood.
    fn keep_out_of_walls(&mut self, ground: &ContactGround<'_>) {
        self.is_calm = self.pushes.pushed.is_empty();
        for at in 0..self.pushes.pushed.len() {
            let index = self.pushes.pushed[at] as usize;
            let to = self.spots[index].position;
            let way = to - self.start(index, ground);
            // Most get no farther than they would without others.
            let is_near = way.length_squared() <= self.least_way * self.least_way;
            let most = if is_near { f32::INFINITY } else { self.most_way(index, ground) };
            let within = self.start(index, ground) + way.clamp_length_max(most);
            self.walk(index, if is_near { to } else { within }, ground);
            if self.spots[index].position != to {
                self.pushes.stop(index);
            }
        }
    }

    /// Returns whether there are more overlaps than discs, at their starts: moving pairs apart one after the other would only
    /// press others deeper. Notes their islands.
    fn is_crammed(&mut self, ground: &ContactGround<'_>) -> bool {
        let (mut count, discs) = (0, self.discs.len());
        for index in 0..discs {
            count += self.deep_pairs(index, ground).count();
        }
        if count <= discs {
            return false;
        }
        for index in 0..discs {
            if self.deep_pairs(index, ground).next().is_some() {
                self.note(index, true, ground);
            }
        }
        true
    }

    /// The later partners of a disc that it has overlapped before the tick.
    fn deep_pairs(&self, index: usize, ground: &ContactGround<'_>) -> impl Iterator<Item = usize> {
        let partners = self.pairs.of(index).map(|place| self.pairs.at(place));
        partners.filter(move |&other| {
            let apart = self.start(index, ground) - self.start(other, ground);
            is_deep(apart, self.spots[index].radius + self.spots[other].radius)
        })
    }

    /// Finds the islands in which somebody was pushed too far, through another one, or deeper into it than before.
    fn watch(&mut self, ground: &ContactGround<'_>) {
        for index in 0..self.discs.len() {
            let spot = &self.spots[index];
            let is_pushed = self.pushes.has_moved(index);
            if !is_pushed || is_short(spot.position - self.aims[index], spot.radius) {
                continue;
            }
            let got = spot.position.distance(self.start(index, ground));
            if got > self.way(index, ground) + self.pushable(index, ground) + ROUNDING {
                self.note(index, true, ground);
            }
        }
        let is_fast = may_pass_through(self.least_radius, self.walk);
        if self.pushes.deepest <= SKIN && !is_fast {
            return;
        }
        for index in 0..self.pairs.len() {
            for place in self.pairs.of(index) {
                let other = self.pairs.at(place);
                let (one, two) = (&self.spots[index], &self.spots[other]);
                let (apart, radii) = (one.position - two.position, one.radius + two.radius);
                let starts = self.start(index, ground) - self.start(other, ground);
                if let Some(is_anew) = harm(starts, apart, radii) {
                    self.note(index, is_anew, ground);
                }
            }
        }
    }

    /// Notes that the island of a disc is pressed.
    fn note(&mut self, index: usize, is_anew: bool, ground: &ContactGround<'_>) {
        let island = ground.neighbours.islands()[self.discs[index] as usize];
        self.press.note(island, is_anew);
    }

    /// Returns where a disc was before the tick.
    fn start(&self, index: usize, ground: &ContactGround<'_>) -> Vec2 {
        ground.neighbours.discs()[self.discs[index] as usize].position
    }

    /// Returns how far a disc gets without ground.
    fn way(&self, index: usize, ground: &ContactGround<'_>) -> f32 {
        self.start(index, ground).distance(self.aims[index])
    }

    /// Returns how far a disc may get at all, in metres.
    fn most_way(&self, index: usize, ground: &ContactGround<'_>) -> f32 {
        let disc = &ground.neighbours.discs()[self.discs[index] as usize];
        MOST_PACE * ground.bodies[disc.unit].max_speed * ground.parameters.tick
    }

    /// Returns how far a disc may be pushed, in metres.
    fn pushable(&mut self, index: usize, ground: &ContactGround<'_>) -> f32 {
        if self.pushable.is_empty() {
            self.find_pushable(ground);
        }
        self.pushable[index]
    }

    /// Finds how far each disc may be pushed: as far as the deepest of its overlaps alone would push it, if that is farther
    /// than else.
    fn find_pushable(&mut self, ground: &ContactGround<'_>) {
        let mut pushable = std::mem::take(&mut self.pushable);
        make_room(&mut pushable, self.discs.len());
        for (spot, &disc) in self.spots.iter().zip(&self.discs) {
            let disc = &ground.neighbours.discs()[disc as usize];
            pushable.push(most_push(spot.radius, disc.max_speed * ground.parameters.tick));
        }
        let (gain, reach) = (ground.parameters.contact_gain, ContactRange::new(ground.parameters));
        for index in 0..self.discs.len() {
            for place in self.pairs.of(index) {
                let other = self.pairs.at(place);
                let (one, two) = (&self.spots[index], &self.spots[other]);
                let apart = self.start(index, ground).distance(self.start(other, ground));
                let out = gain * (reach.room(one, two) - apart);
                let shares = one.mobility() + two.mobility();
                if out > 0.0 && shares > 0.0 {
                    let push = [one.mobility(), two.mobility()].map(|share| out * share / shares);
                    pushable[index] = pushable[index].max(push[0]);
                    pushable[other] = pushable[other].max(push[1]);
                }
            }
        }
        self.pushable = pushable;
    }

    /// Finds anew where those of islands get that are pressed.
    fn press(&mut self, ground: &ContactGround<'_>) {
        if self.press.is_idle() {
            return;
        }
        let mut press = std::mem::take(&mut self.press);
        let neighbours = ground.neighbours;
        press.begin(self.discs.len());
        let mut numbers = std::mem::take(&mut press.numbers);
        numbers.clear();
        numbers.resize(self.discs.len(), NONE);
        for (index, place) in numbers.iter_mut().enumerate() {
            let number = self.discs[index];
            let island = neighbours.islands()[number as usize];
            let Some(is_anew) = press.island(island) else { continue };
            *place = press.discs.len() as u32;
            let disc = &neighbours.discs()[number as usize];
            let mut spot = self.spots[index];
            // Pressed crowds take some ticks: nobody is pushed far at once.
            let push = self.pushable(index, ground).min(spot.radius);
            let most = self.most_way(index, ground);
            let limit = if disc.driven { (self.way(index, ground) + push).min(most) } else { 0.0 };
            if is_anew {
                spot.position = self.aims[index];
            }
            let (index, start) = (index as u32, disc.position);
            press.add(Pressed { index, start, limit, is_relieved: is_anew, deepest: 0.0 }, spot);
        }
        let reach = ContactRange::new(ground.parameters);
        for (index, &number) in self.discs.iter().enumerate() {
            let one = numbers[index];
            if one == NONE {
                continue;
            }
            let number_of = |disc: u32| numbers[ground.places[disc as usize] as usize];
            let partners = neighbours.partners_of(number as usize).iter();
            let partners = partners.map(|&partner| (number_of(partner), partner));
            press.join((one, number), partners, neighbours.discs(), reach);
        }
        let mut walk = |index: u32, to: Vec2| {
            self.walk(index as usize, to, ground);
            self.spots[index as usize].position
        };
        press.run(ground.parameters.contact_iterations, &mut walk);
        for (disc, spot) in press.discs.iter().zip(&press.spots) {
            if self.spots[disc.index as usize].position != spot.position {
                self.walk(disc.index as usize, spot.position, ground);
            }
        }
        press.numbers = numbers;
        self.press = press;
    }

    /// Takes a disc from where it stood towards a point.
    fn walk(&mut self, index: usize, to: Vec2, ground: &ContactGround<'_>) {
        let stepper = &mut self.steppers[index];
        if *stepper == NONE {
            *stepper = self.steps.len() as u32;
            let disc = &ground.neighbours.discs()[self.discs[index] as usize];
            self.steps.push(Step::new(disc, ground.bodies, ground.meshes));
        }
        let step = &mut self.steps[*stepper as usize];
        self.spots[index].position = step.walk(ground.meshes, to);
    }

    /// Tells the units where they have got to in `dt` seconds. What stands where it did need not be told, but that it stands.
    pub(super) fn tell(
        &self,
        bodies: &mut SlotMap<UnitId, Body>,
        neighbours: &mut Neighbours,
        meshes: &Meshes,
        dt: f32,
    ) {
        for ((&index, spot), &stepper) in self.discs.iter().zip(&self.spots).zip(&self.steppers) {
            let disc = neighbours.disc_mut(index as usize);
            let Some(step) = self.steps.get(stepper as usize) else {
                stand(disc, bodies);
                continue;
            };
            let body = &mut bodies[disc.unit];
            disc.position = spot.position;
            let version = meshes.of(step.class.into()).version();
            (body.cell, body.free) = (step.cell, step.ground(version));
            if disc.driven {
                body.has_moved((disc.position - step.from) / dt);
                body.position = disc.position;
            }
        }
    }
}
