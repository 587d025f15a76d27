//! Looking ahead: who will touch whom within the next second, and what each does about it.
//!
//! Each unit compares where it wants to go with where its nearest neighbours are going (after the closest-approach
//! rules of C. Reynolds, “Steering Behaviors for Autonomous Characters”, 1999; both sides take a share, as in J. van
//! den Berg, M. Lin, D. Manocha, “Reciprocal Velocity Obstacles”, 2008). Whoever would touch another turns just so far
//! that it passes on the side where it is already; head on, both turn to their own right. It keeps its speed: braking is
//! left to contacts, which do it only where nothing else is possible; but of two that are wedged before a narrow way
//! one backs off.

use glam::Vec2;
use slotmap::SlotMap;

use super::disc::Disc;
use super::drive::{Motion, driven};
use super::engine::within_walls;
use super::headway::{Headway, Stride};
use super::neighbours::{Neighbours, PART};
use super::sorted::KnownDisc;
use crate::base::handle::UnitId;
use crate::base::tolerances::STILL;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;

/// Sums of two radii: the room to pass with.
const PASSING: f32 = 1.1;

/// Sums of two radii: a miss below this is head on. Both see the same miss, so both turn to their own right.
const HEAD_ON: f32 = 0.05;

/// Seconds: who will be nearest sooner than this is passed as if there were this much time left; else units would turn
/// abruptly.
const LEAST_TIME: f32 = 0.4;

/// A neighbour slower than this share of its greatest speed does not do its half.
const STANDING: f32 = 0.1;

/// Sums of two radii: nearer than this two discs touch.
const TOUCHING: f32 = 1.1;

/// Relative: by how much more than needed somebody misses, or is far, for whom this is found without a root or a division.
const PLAIN: f32 = 1e-4;

/// Shares of the greatest speed: slower than this a disc is blocked; and with this share of its desired speed the one
/// of two that block each other backs off.
const BLOCKED: f32 = 0.3;
const BACK_OFF: f32 = 0.7;

/// The greatest cosine between the common way of two discs and the line between them at which they are side by side.
const BESIDE: f32 = 0.5;

/// What units are asked when they choose their velocities.
#[derive(Clone, Copy, Default)]
pub(crate) struct Avoidance {
    /// Units turn so that they pass whom they would touch within so many seconds; `None`: all stay with what they have chosen.
    pub(crate) sight: Option<f32>,
    /// What they keep to those ahead; `None`: no more than contacts ask for.
    pub(crate) headway: Option<Headway>,
    /// The length of a tick, in seconds.
    pub(crate) dt: f32,
}

/// What a disc that wants to move chooses.
struct Choice {
    /// The velocity that it would like to have.
    chosen: Vec2,
    /// Whether it waits for those who walk before it.
    queues: bool,
    /// How far its farthest neighbour is.
    reach: f32,
    /// The heading and velocity that it has next.
    next: Motion,
}

/// What was chosen for a part of the discs.
#[derive(Default)]
pub(crate) struct Choices {
    /// Of those that want to move, in order.
    chosen: Vec<Choice>,
    /// Scratch.
    partners: Vec<u32>,
}

fn wants_to_move(disc: &Disc) -> bool {
    disc.desired.length() > STILL
}

impl Choice {
    fn new(Stride { velocity, queues }: Stride, reach: f32) -> Self {
        Self {
            chosen: velocity,
            queues,
            reach,
            next: Motion { heading: Vec2::ZERO, velocity: Vec2::ZERO },
        }
    }

    /// Returns what a unit has chosen before.
    fn kept(body: &Body) -> Self {
        Self::new(Stride { velocity: body.chosen, queues: body.queues }, body.reach)
    }
}

/// Returns in how many parts units choose.
pub(crate) fn choice_parts(neighbours: &Neighbours) -> usize {
    neighbours.discs().len().div_ceil(PART)
}

/// Returns the discs of a part that want to move.
fn movers(neighbours: &Neighbours, part: usize) -> impl Iterator<Item = &Disc> {
    let discs = neighbours.discs().iter().skip(part * PART).take(PART);
    discs.filter(|disc| wants_to_move(disc))
}

impl Avoidance {
    /// Finds the velocities that the units of a part choose: the desired ones, turned so that they pass whom they would
    /// touch; or, of two that block each other side by side before a narrow way, backwards for the one behind. And how they
    /// follow them within a tick.
    pub(crate) fn choose(
        self,
        neighbours: &Neighbours,
        bodies: &SlotMap<UnitId, Body>,
        part: usize,
        choices: &mut Choices,
    ) {
        choices.chosen.clear();
        if let Some(sight) = self.sight {
            choose_anew(neighbours, part, sight, self.headway, choices);
        } else {
            let kept = |disc: &Disc| Choice::kept(&bodies[disc.unit]);
            choices.chosen.extend(movers(neighbours, part).map(kept));
        }
        // Bodies are far away in memory: several are fetched at once where little else is done between.
        for (disc, choice) in movers(neighbours, part).zip(&mut choices.chosen) {
            let (body, decision) = (&bodies[disc.unit], choice.chosen);
            choice.next = if disc.driven {
                driven(body, disc.max_speed, decision, self.regained(body), self.dt)
            } else {
                Motion::of(body)
            };
        }
    }

    /// Returns which speed a unit gets back at once that others took from it, in m/s. Who keeps a distance to those ahead sets out
    /// when they are gone.
    fn regained(self, body: &Body) -> f32 {
        if body.sets_out && self.headway.is_none() { body.held_back } else { 0.0 }
    }
}

/// Has the discs of a part choose that want to move.
fn choose_anew(
    neighbours: &Neighbours,
    part: usize,
    sight: f32,
    headway: Option<Headway>,
    Choices { chosen, partners }: &mut Choices,
) {
    let sorted = neighbours.sorted();
    let mut known = neighbours.nearest_in(part).peekable();
    for (at, disc) in sorted.discs.iter().enumerate().skip(part * PART).take(PART) {
        let nearest = known.next_if(|(of, _)| *of as usize == at);
        if !wants_to_move(disc) {
            continue;
        }
        let nearest = nearest.map(|(_, nearest)| *nearest).unwrap_or_else(|| {
            partners.clear();
            sorted.look(at, partners)
        });
        // Nobody has a number beyond all.
        let known = |other: &u32| sorted.get(*other as usize);
        let others = || nearest.iter().map_while(known);
        let turned = turned(sorted.known(at), others, sight);
        let discs = || others().map(|other| other.disc);
        let stride = match headway {
            Some(headway) => headway.stride(disc, turned, discs),
            // Those who keep a distance let others go first in any case.
            None => Stride::free(backwards(disc, discs()).unwrap_or(turned)),
        };
        chosen.push(Choice::new(stride, sorted.reach(at, &nearest)));
    }
}

/// Returns the velocity that a disc wants, turned so that it passes its neighbours.
fn turned<'a, I: Iterator<Item = KnownDisc<'a>>>(
    known: KnownDisc<'a>,
    others: impl Fn() -> I,
    sight: f32,
) -> Vec2 {
    let disc = known.disc;
    let speed = disc.desired.length();
    let aside: f32 = others().map(|other| sideways(known, other, sight)).sum();
    let turned = disc.desired + disc.desired.perp() / speed * aside.clamp(-speed, speed);
    turned.normalize_or_zero() * speed
}

/// Gives every unit the velocity that it has chosen, along walls if an engine moves it, and brings those that the world moves
/// forward by a tick of `dt` seconds.
pub(crate) fn drive_all<'a>(
    neighbours: &mut Neighbours,
    bodies: &mut SlotMap<UnitId, Body>,
    choices: impl Iterator<Item = &'a mut Choices>,
    meshes: &Meshes,
    dt: f32,
) {
    let mut chosen = choices.flat_map(|part| &part.chosen);
    for disc in neighbours.discs_mut() {
        let body = &mut bodies[disc.unit];
        (body.held_back, body.push) = (0.0, Vec2::ZERO);
        let choice = if wants_to_move(disc) { chosen.next() } else { None };
        let next = if let Some(Choice { chosen, queues, reach, next }) = choice {
            (body.chosen, body.queues, body.reach) = (*chosen, *queues, *reach);
            *next
        } else {
            (body.chosen, body.queues) = (disc.desired, false);
            driven(body, disc.max_speed, disc.desired, 0.0, dt)
        };
        if disc.driven {
            (body.heading, body.velocity) = (next.heading, next.velocity);
            disc.velocity = next.velocity;
        } else {
            body.chosen = within_walls(body, meshes, body.chosen, dt);
        }
    }
}

/// Returns with which velocity a disc backs off from one of others with which it is wedged. `None` if there is no such need.
fn backwards<'a>(disc: &Disc, mut others: impl Iterator<Item = &'a Disc>) -> Option<Vec2> {
    let way =
        if is_blocked(disc) { others.find_map(|other| from_beside(disc, other)) } else { None };
    way.map(|way| way * disc.desired.length())
}

/// Returns which way a disc that is blocked backs off from another one with which it is wedged: both want the same way, neither
/// gets on, and they are side by side, as two discs in the mouth of a passage for one. The one that is less far lets the other
/// go first.
fn from_beside(disc: &Disc, other: &Disc) -> Option<Vec2> {
    let offset = other.position - disc.position;
    let touch = TOUCHING * (disc.radius + other.radius);
    let squared = offset.length_squared();
    if squared > touch * touch || disc.desired.dot(other.desired) <= 0.0 {
        return None;
    }
    let way = (disc.desired + other.desired).normalize_or_zero();
    let ahead = offset.dot(way);
    // Of two that are level the one on the right goes first, on whichever side one looks.
    let goes_first = ahead > 0.0 || (ahead == 0.0 && way.perp_dot(offset) < 0.0);
    let beside = ahead * ahead < BESIDE * BESIDE * squared;
    (goes_first && beside && is_blocked(other)).then_some(-way * BACK_OFF)
}

fn is_blocked(disc: &Disc) -> bool {
    let slow = BLOCKED * disc.max_speed * disc.ease;
    disc.velocity.length_squared() < slow * slow
}

/// The speed to its left with which a disc passes another one; negative to the right.
fn sideways(one: KnownDisc<'_>, two: KnownDisc<'_>, sight: f32) -> f32 {
    let (disc, other) = (one.disc, two.disc);
    let offset = other.position - disc.position;
    let closing = disc.desired - other.velocity;
    let rate = closing.dot(offset);
    if rate <= 0.0 {
        return 0.0;
    }
    if two.gives_way_to(one) {
        return 0.0;
    }
    let radii = match (one.rules, two.rules) {
        (Some(rules), Some(others)) => rules.avoidance_radius + others.avoidance_radius,
        _ => disc.radius + other.radius,
    };
    let room = radii * PASSING;
    let (squared, across) = (closing.length_squared(), closing.perp_dot(offset));
    // That is so with most.
    let plain = room * room * squared * (1.0 + PLAIN);
    let late = rate * (1.0 - PLAIN) - sight * squared;
    if across * across > plain || (late > 0.0 && late * late > plain) {
        return 0.0;
    }
    let speed = squared.sqrt();
    let nearest = rate / (speed * speed);
    // Above 0 the other one is on the left.
    let miss = across / speed;
    let (lack, contact) = (room - miss.abs(), nearest - room / speed);
    if lack <= 0.0 || contact >= sight {
        return 0.0;
    }
    let standing = STANDING * other.max_speed * other.ease;
    let does_nothing = other.velocity.length_squared() < standing * standing;
    let share = if does_nothing || one.gives_way_to(two) { 1.0 } else { 0.5 };
    let urgency = 1.0 - (contact / sight).max(0.0);
    let side = if miss < -HEAD_ON * room { 1.0 } else { -1.0 };
    side * share * urgency * lack / nearest.max(LEAST_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::meeting::MeetingRules;
    use crate::bodies::unit::UnitDefinition;

    fn sideways(disc: &Disc, other: &Disc, sight: f32) -> f32 {
        let known = |disc| KnownDisc { disc, rules: None, follows: UnitId::default() };
        super::sideways(known(disc), known(other), sight)
    }

    fn disc(position: Vec2, desired: Vec2) -> Disc {
        let body = Body::new(&UnitDefinition::new(position, 0.5, 2.0), 0, 0.1);
        Disc {
            unit: UnitId::default(),
            position,
            velocity: desired,
            desired,
            radius: body.radius,
            max_speed: body.max_speed,
            ease: 1.0,
            mobility: body.mobility(false),
            mass: body.mass,
            reach: f32::INFINITY,
            turn: 0,
            class: 0,
            team: 0,
            driven: true,
            holds: false,
            lingers: false,
            is_near: false,
        }
    }

    #[test]
    fn head_on_both_turn_to_their_own_right() {
        let (one, other) = (disc(Vec2::ZERO, Vec2::X), disc(Vec2::new(2.0, 0.0), Vec2::NEG_X));
        let (here, there) = (sideways(&one, &other, 1.0), sideways(&other, &one, 1.0));
        assert!(here < 0.0 && here == there, "{here} {there}");
    }

    #[test]
    fn each_passes_on_the_side_where_it_is() {
        for y in [-0.4, -0.2, 0.2, 0.4] {
            let one = disc(Vec2::ZERO, Vec2::X);
            let other = disc(Vec2::new(2.0, y), Vec2::NEG_X);
            let (here, there) = (sideways(&one, &other, 1.0), sideways(&other, &one, 1.0));
            assert!(here * y < 0.0, "the other one is at {y}: {here}");
            assert!((here - there).abs() < 1e-6, "each does its half");
        }
    }

    #[test]
    fn who_misses_or_leaves_or_is_far_does_not_matter() {
        let one = disc(Vec2::ZERO, Vec2::X);
        for other in [
            disc(Vec2::new(2.0, 1.2), Vec2::NEG_X),
            disc(Vec2::new(2.0, 0.0), Vec2::X * 1.5),
            disc(Vec2::new(-1.0, 0.0), Vec2::NEG_X),
            disc(Vec2::new(9.0, 0.0), Vec2::NEG_X),
        ] {
            assert_eq!(sideways(&one, &other, 1.0), 0.0, "{other:?}");
        }
    }

    #[test]
    fn who_stands_is_passed_by_the_mover_alone() {
        let one = disc(Vec2::ZERO, Vec2::X);
        let moving = disc(Vec2::new(1.5, 0.2), Vec2::new(0.0, -0.3));
        let standing = Disc { velocity: Vec2::ZERO, ..moving };
        assert!(sideways(&one, &standing, 1.0).abs() > sideways(&one, &moving, 1.0).abs());
    }

    #[test]
    fn of_two_that_are_wedged_the_one_behind_backs_off() {
        let still =
            |x: f32, y: f32| Disc { velocity: Vec2::ZERO, ..disc(Vec2::new(x, y), Vec2::X) };
        let backwards = |disc: &Disc, other: &Disc| backwards(disc, std::iter::once(other));
        let (front, behind) = (still(0.2, 0.0), still(0.0, 1.0));
        assert_eq!(backwards(&front, &behind), None);
        assert_eq!(backwards(&behind, &front), Some(Vec2::NEG_X * BACK_OFF));
        let level = still(0.2, 1.0);
        let backs_off = [backwards(&front, &level), backwards(&level, &front)];
        assert_eq!(backs_off.iter().flatten().count(), 1, "exactly one of two that are level");
        let free = Disc { velocity: Vec2::X, ..behind };
        assert_eq!(backwards(&free, &front), None, "who gets on does not back off");
        let after = still(-0.9, 0.1);
        assert_eq!(backwards(&after, &front), None, "who is behind just waits");
    }

    #[test]
    fn who_yields_does_all_of_the_dodging_and_equals_half_each() {
        let (one, other) = (disc(Vec2::ZERO, Vec2::X), disc(Vec2::new(2.0, 0.3), Vec2::NEG_X));
        let plain = MeetingRules::plain(0.5);
        let turns = |its: MeetingRules, theirs: MeetingRules| {
            let follows = UnitId::default();
            let known = |disc, rules| KnownDisc { disc, rules: Some(rules), follows };
            let (one, other) = (known(&one, &its), known(&other, &theirs));
            [super::sideways(one, other, 1.0), super::sideways(other, one, 1.0)]
        };
        let both = turns(plain, plain);
        let half = sideways(&one, &other, 1.0);
        assert!(half != 0.0 && both == [half; 2], "{both:?}");
        let yields = MeetingRules { yields_to: 1, ..plain };
        assert_eq!(turns(yields, plain), [2.0 * half, 0.0]);
        assert_eq!(turns(plain, yields), [0.0, 2.0 * half]);
        assert_eq!(turns(yields, yields), both);
        let large = MeetingRules { avoidance_radius: 0.7, ..plain };
        assert!(turns(large, plain).iter().all(|turn| turn.abs() > half.abs()));
    }
}
