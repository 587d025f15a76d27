//! Units: what a game says of one, and what the world keeps of one.

use glam::Vec2;
use navmesh::CellId;
use serde::{Deserialize, Serialize};
use slotmap::Key;

use super::activity::Activity;
use super::aside::Aside;
use super::crossing::{Boarding, LinkCrossing};
use super::free::ClearDisc;
use super::meeting::{FIRST_LAYER, MOST_AVOIDANCE, MeetingRules};
use super::precedence::Precedence;
use super::task::Assignment;
use crate::base::cloning::clone_by_fields;
use crate::base::direction::direction_of;
use crate::base::handle::UnitId;
use crate::base::hash::Fnv;
use crate::error::WorldError;
use crate::saving::roster::Filler;

/// The greatest of a unit's numbers: what the crowd's momentum can be summed with.
pub(crate) const LIMIT: f32 = 1e6;

/// The least mass that counts: its inverse is far from the limits of f32.
pub(super) const LEAST_MASS: f32 = 1e-6;

/// Metres: a unit of this radius has the mass 1, if its definition does not say otherwise.
const UNIT_RADIUS: f32 = 0.25;

/// How much of a moving unit's mobility one has that is idle or rests: less, so that a crowd that has settled stays where it is.
const RESTING_MOBILITY: f32 = 0.3;

/// Radii: this far from where it belongs a unit without an order is half as mobile as there. So it makes room, and is not carried
/// along by a crowd that can go round it.
const HALFWAY: f32 = 2.0;

/// The mobility of those in a way for one and of the first one before it: else others would hold them at its mouths.
const FIRST_MOBILITY: f32 = 0.1;

/// What a game says of a new unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitDefinition {
    /// Where its centre stands, in metres: inside the world, free for its radius class.
    pub position: Vec2,
    /// The radius of its disc, in metres. Above 0, at most the world's largest class.
    pub radius: f32,
    /// Its greatest speed, in m/s. Above 0, at most 1 000 000.
    pub max_speed: f32,
    /// The greatest change of its velocity, in m/s². Above 0, at most 1 000 000; default: full speed in half a second,
    /// or the most where that would be more. In a crowd that goes in by a narrow way units get back the speed that others
    /// took from them up to four times as fast.
    pub acceleration: f32,
    /// The greatest change of its heading, in rad/s. Above 0, at most 1 000 000; default 2π.
    pub turn_rate: f32,
    /// How heavy it is, relative to others: of two units that touch the lighter one makes the greater part of the room.
    /// Above 0, at most 1 000 000 (less than 0.000 001 counts as that); default (radius ÷ 0.25 m)², in proportion to its
    /// area.
    pub mass: f32,
    /// Its movement kind: its place in the list of the world's
    /// ([`WorldDefinition::movement_kinds`](crate::WorldDefinition::movement_kinds)); default 0, the first.
    pub movement_kind: usize,
    /// Its team; default 0. An idle or resting unit steps aside for moving units of its own team only; for others it
    /// stands in the way and is not pushed, unless orders have led both to one point, or an engine moves the other one.
    pub team: u32,
    /// Who moves it; default [`Driver::World`].
    pub driver: Driver,
    /// The layers that it is in, a bit for each of 32; default 1, the first layer. Called as in Box2D and Godot, and with the
    /// rule of the former: two units touch, avoid and see each other only if each one's [`collision_mask`] holds a layer of
    /// the other. Else they walk through each other, and neither stands in the other's way: not in contacts, nor among
    /// places at rest, nor as what one is stuck at, nor in the density of flow fields. (A group of units of one order whose
    /// masks differ sees the density of all whom one of them meets. An obstacle puts units beside it where they have room
    /// of all.) In 0, or with a mask of 0, it is a ghost. Walls hold all units.
    ///
    /// Narrow passages are shared, and their queues formed, by units that one of the first layer with a full mask meets.
    ///
    /// [`collision_mask`]: Self::collision_mask
    pub collision_layers: u32,
    /// The layers of those that it meets, a bit for each; default all. See [`collision_layers`](Self::collision_layers).
    pub collision_mask: u32,
    /// The layers of those that it gives way to, a bit for each; default 0, none. Of two units on a course that leads them
    /// together it does all of the dodging then, and the other goes on as if it were not there; at rest the other does not
    /// step aside for it, and where they touch it makes nearly all of the room. Otherwise each does half, and so do two that
    /// give way to each other. (A mask, where Unity and Godot have a priority: who gives way to whom need not be a ranking.)
    pub yields_to: u32,
    /// How large it is when it and others avoid each other, in metres, apart from its [`radius`](Self::radius), which is that
    /// of contacts, walls and places. Two units try to pass at the sum of both. At least the radius, at most 100 m; 0 (the
    /// default): the radius. Only the 8 nearest neighbours of a unit are avoided.
    pub avoidance_radius: f32,
    /// Where it looks at first: a direction of any length but 0; default east.
    pub heading: Vec2,
    /// Whatever the game wants to keep with it; the world never looks at it. Default 0.
    pub user_data: u64,
}

/// Who moves a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Driver {
    /// The world: it moves in [`World::step`](crate::World::step).
    #[default]
    World,
    /// The engine: the world never moves it. The engine says where it is, once a tick, with
    /// [`World::set_motion`](crate::World::set_motion), and gets a desired velocity; the others avoid it.
    /// When it enters a link ([`Event::LinkEntered`](crate::Event::LinkEntered)), the engine takes it to the other end: one
    /// that is still at the beginning when it leaves the link enters it again.
    Engine,
}

impl UnitDefinition {
    /// A unit with the default acceleration, turn rate and mass, of team 0, that the world moves.
    pub fn new(position: Vec2, radius: f32, max_speed: f32) -> Self {
        let size = radius / UNIT_RADIUS;
        Self {
            position,
            radius,
            max_speed,
            acceleration: (2.0 * max_speed).min(LIMIT),
            turn_rate: std::f32::consts::TAU,
            mass: (size * size).clamp(LEAST_MASS, LIMIT),
            movement_kind: 0,
            team: 0,
            driver: Driver::World,
            collision_layers: FIRST_LAYER,
            collision_mask: u32::MAX,
            yields_to: 0,
            avoidance_radius: 0.0,
            heading: Vec2::X,
            user_data: 0,
        }
    }

    /// Returns whether every number is in its range; the position is the mesh's affair.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        let values = [
            ("radius", self.radius),
            ("max_speed", self.max_speed),
            ("acceleration", self.acceleration),
            ("turn_rate", self.turn_rate),
            ("mass", self.mass),
        ];
        for (name, value) in values {
            if !(value > 0.0 && value <= LIMIT) {
                return Err(WorldError::UnitValue { name, value });
            }
        }
        let (radius, most) = (self.radius, MOST_AVOIDANCE.max(self.radius));
        let value = self.avoidance_radius;
        if value != 0.0 && !(value >= radius && value <= most) {
            return Err(WorldError::AvoidanceRadius { value, radius, most });
        }
        let heading = self.heading;
        direction_of(heading).map(|_| ()).ok_or(WorldError::UnitHeading { heading })
    }
}

/// Returns what a definition says of whom a unit meets; `None` where that is nothing.
pub(super) fn rules(definition: &UnitDefinition) -> Option<Box<MeetingRules>> {
    let &UnitDefinition { collision_layers, collision_mask, yields_to, radius, .. } = definition;
    let avoidance_radius = definition.avoidance_radius.max(radius);
    let (layers, mask) = (collision_layers, collision_mask);
    let rules = MeetingRules { layers, mask, yields_to, avoidance_radius };
    (rules != MeetingRules::plain(radius)).then(|| Box::new(rules))
}

/// What the world keeps of a unit.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Body {
    /// The index of its class: there are few.
    class: u8,
    pub(crate) radius: f32,
    pub(crate) max_speed: f32,
    /// Which share of its speed the ground below it allows.
    pub(crate) ease: f32,
    pub(crate) acceleration: f32,
    /// Cosine and sine of the largest turn in one tick.
    pub(crate) turn: Vec2,
    pub(crate) mass: f32,
    pub(crate) team: u32,
    pub(crate) driver: Driver,
    /// Whether it holds its position.
    pub(crate) holding: bool,
    pub(crate) position: Vec2,
    /// The cell of its mesh where it was last seen: a hint for the next look.
    #[serde(skip)]
    pub(crate) cell: Option<CellId>,
    /// Where walls need not be looked for.
    pub(crate) free: ClearDisc,
    /// How far its farthest neighbour was, in metres: a guess for the next look. Infinite where nothing is known.
    #[serde(skip, default = "nothing_known")]
    pub(crate) reach: f32,
    /// At most its greatest speed: what it goes on from.
    pub(crate) velocity: Vec2,
    /// The speed that contacts took from it in the last step, in m/s.
    pub(crate) held_back: f32,
    /// What it moved in the last step beyond its velocity, in m/s. It decides nothing.
    pub(crate) push: Vec2,
    /// Where it wants to go, as if it were alone.
    pub(crate) desired: Vec2,
    /// Where it goes, others avoided.
    pub(crate) chosen: Vec2,
    /// Whether it waits for those who walk before it, as it keeps its distance; said anew whenever units decide.
    pub(crate) queues: bool,
    /// Whether it is in a crowd that goes in by a mouth, said anew whenever units decide.
    pub(crate) sets_out: bool,
    /// How it stands to a way in which one fits, said anew whenever units decide.
    pub(crate) precedence: Precedence,
    pub(crate) heading: Vec2,
    /// Where it belongs while it has no order.
    pub(crate) home: Vec2,
    pub(crate) aside: Aside,
    /// Its way over the link that it is on.
    pub(crate) crossing: Option<Box<LinkCrossing>>,
    /// The link that it wants to enter, said anew whenever units decide.
    pub(crate) boarding: Option<Box<Boarding>>,
    pub(crate) task: Option<Box<Assignment>>,
    /// Whom it meets and who gives way, unless that is what most do.
    pub(super) rules: Option<Box<MeetingRules>>,
    pub(crate) user_data: u64,
}

clone_by_fields!(Body {
    class,
    radius,
    max_speed,
    ease,
    acceleration,
    turn,
    mass,
    team,
    driver,
    holding,
    position,
    cell,
    free,
    reach,
    velocity,
    held_back,
    push,
    desired,
    chosen,
    queues,
    sets_out,
    precedence,
    heading,
    home,
    aside,
    crossing,
    boarding,
    task,
    rules,
    user_data
});

/// Cosine and sine of the largest turn in a step of `tick` seconds. `libm` gives the same sine on every platform.
pub(super) fn turn_in(turn_rate: f32, tick: f32) -> Vec2 {
    let turn = (turn_rate * tick).min(std::f32::consts::PI);
    Vec2::new(libm::cosf(turn), libm::sinf(turn))
}

fn nothing_known() -> f32 {
    f32::INFINITY
}

impl Body {
    /// A unit at rest.
    pub(crate) fn new(definition: &UnitDefinition, class: usize, tick: f32) -> Self {
        Self {
            class: u8::try_from(class).unwrap_or(u8::MAX),
            radius: definition.radius,
            max_speed: definition.max_speed,
            ease: 1.0,
            acceleration: definition.acceleration,
            turn: turn_in(definition.turn_rate, tick),
            mass: definition.mass.max(LEAST_MASS),
            team: definition.team,
            driver: definition.driver,
            holding: false,
            position: definition.position,
            cell: None,
            free: ClearDisc::UNKNOWN,
            reach: nothing_known(),
            velocity: Vec2::ZERO,
            held_back: 0.0,
            push: Vec2::ZERO,
            desired: Vec2::ZERO,
            chosen: Vec2::ZERO,
            queues: false,
            sets_out: false,
            precedence: Precedence::None,
            heading: direction_of(definition.heading).unwrap_or(Vec2::X),
            home: definition.position,
            aside: Aside::stopping(),
            crossing: None,
            boarding: None,
            task: None,
            rules: rules(definition),
            user_data: definition.user_data,
        }
    }

    /// Whom it meets, and who gives way; `None` where that is as most do.
    pub(crate) fn own_rules(&self) -> Option<&MeetingRules> {
        self.rules.as_deref()
    }

    /// Whom it meets, and who gives way.
    pub(crate) fn rules(&self) -> MeetingRules {
        self.rules.as_deref().copied().unwrap_or(MeetingRules::plain(self.radius))
    }

    /// Returns whether it meets those of which nothing else is said, with whom it shares passages.
    pub(crate) fn meets_most(&self) -> bool {
        self.own_rules().is_none_or(|rules| rules.meets(&MeetingRules::plain(self.radius)))
    }

    /// Enters another class: what is known of the mesh of its former one says nothing any more.
    pub(super) fn enter(&mut self, class: usize) {
        self.class = u8::try_from(class).unwrap_or(u8::MAX);
        (self.cell, self.free, self.reach) = (None, ClearDisc::UNKNOWN, nothing_known());
        self.boarding = None;
    }

    /// Notes what it really moved in a step, in m/s.
    pub(crate) fn has_moved(&mut self, moved: Vec2) {
        let speed = self.velocity.length();
        self.velocity = moved.clamp_length_max(self.max_speed * self.ease);
        self.held_back = (speed - self.velocity.length()).max(0.0);
        self.push = moved - self.velocity;
    }

    /// The index of its class.
    pub(crate) fn class(&self) -> usize {
        self.class.into()
    }

    /// Returns how fast it may go where it stands, in m/s.
    pub(crate) fn speed(&self) -> f32 {
        self.free_speed() * self.ease
    }

    /// Returns how fast it may go on ground that does not slow it, in m/s: as fast as it can, or as its order says.
    pub(crate) fn free_speed(&self) -> f32 {
        self.task.as_ref().map_or(self.max_speed, |task| task.pace.min(self.max_speed))
    }

    /// Returns how easily contacts move it, if it is idle or rests or does not: the inverse of its mass; less while it is idle or
    /// rests, and the less the farther an idle one was pushed, unless friends are stuck at it; less if it goes first; 0 if nothing
    /// but its engine moves it.
    pub(crate) fn mobility(&self, lingers: bool) -> f32 {
        let share = match (self.driver, self.holding, lingers) {
            (Driver::Engine, ..) | (_, true, _) => 0.0,
            (.., true) if self.task.is_some() => RESTING_MOBILITY,
            (.., true) if self.aside.gives => 1.0,
            (.., true) => {
                let off = self.belongs().distance_squared(self.position);
                let half = HALFWAY * self.radius;
                RESTING_MOBILITY / (1.0 + off / (half * half))
            }
            _ if self.precedence != Precedence::None => FIRST_MOBILITY,
            _ => 1.0,
        };
        share / self.mass
    }

    /// Returns where it returns to while it is idle or rests.
    pub(crate) fn belongs(&self) -> Vec2 {
        self.task.as_ref().map_or(self.home, |task| task.place)
    }

    /// Returns whether it is idle or at rest and may make room.
    pub(crate) fn rests(&self) -> bool {
        !self.holding && self.is_settled_or_idle()
    }

    /// Returns whether it has no order, or rests at its place.
    pub(crate) fn is_settled_or_idle(&self) -> bool {
        self.task.as_ref().is_none_or(|task| task.settled)
    }

    /// Returns what it is doing.
    pub(crate) fn activity(&self) -> Activity {
        match &self.task {
            _ if self.crossing.is_some() => Activity::Crossing,
            _ if self.holding => Activity::Holding,
            None => Activity::Idle,
            Some(task) if task.settled => Activity::Resting,
            Some(task) if task.stuck_state.is_stuck || task.progress.is_astray() => Activity::Stuck,
            Some(_) => Activity::Moving,
        }
    }

    /// Adds what decides its future to a hash.
    pub(crate) fn hash(&self, id: UnitId, hash: &mut Fnv) {
        hash.number(id.data().as_ffi());
        hash.vector(self.position);
        hash.vector(self.velocity);
        hash.vector(self.chosen);
        hash.vector(self.heading);
        hash.vector(self.home);
        self.aside.hash(hash);
        hash.number(u64::from(self.mass.to_bits()) << 32 | u64::from(self.team));
        hash.number(u64::from(self.driver == Driver::Engine) << 1 | u64::from(self.holding));
        if self.ease != 1.0 {
            hash.number(self.ease.to_bits().into());
        }
        if self.queues {
            hash.number(1);
        }
        if self.sets_out {
            hash.number(2);
        }
        if self.held_back > 0.0 {
            hash.number(self.held_back.to_bits().into());
        }
        self.crossing.iter().for_each(|crossing| crossing.hash(hash));
        self.rules.iter().for_each(|rules| rules.hash(hash));
        if let Some(task) = &self.task {
            task.hash(hash);
        }
    }
}

impl Filler for Body {
    fn filler() -> Self {
        Self::new(&UnitDefinition::new(Vec2::ZERO, 1.0, 1.0), 0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_named() {
        let right = UnitDefinition::new(Vec2::ZERO, 0.3, 1.4);
        assert!(right.check().is_ok());
        for (name, wrong) in [
            ("radius", UnitDefinition { radius: 0.0, ..right }),
            ("max_speed", UnitDefinition { max_speed: f32::NAN, ..right }),
            ("acceleration", UnitDefinition { acceleration: -1.0, ..right }),
            ("turn_rate", UnitDefinition { turn_rate: f32::INFINITY, ..right }),
            ("mass", UnitDefinition { mass: 0.0, ..right }),
            ("mass", UnitDefinition { mass: f32::NAN, ..right }),
        ] {
            let message = wrong.check().unwrap_err().to_string();
            assert!(message.contains(name) && message.contains("above 0"), "{message}");
        }
        for heading in [Vec2::ZERO, Vec2::NAN, Vec2::new(f32::INFINITY, 0.0)] {
            let error = UnitDefinition { heading, ..right }.check().unwrap_err();
            assert!(matches!(error, WorldError::UnitHeading { .. }), "{error}");
        }
    }

    #[test]
    fn all_finite_vectors_but_zero_have_a_direction() {
        let (least, greatest) = (f32::from_bits(1), f32::MAX);
        let lengths = [least, 2e-23, 1e-22, 1e-19, 1.0, 1e19, 1e30, greatest];
        for (x, y) in lengths.into_iter().flat_map(|x| lengths.map(|y| (x, y))) {
            for vector in [Vec2::new(x, y), Vec2::new(-x, y), Vec2::new(0.0, -y)] {
                let heading = direction_of(vector).unwrap_or_default();
                assert!((heading.length_squared() - 1.0).abs() < 1e-6, "{vector}: {heading}");
                let right = UnitDefinition::new(Vec2::ZERO, 0.3, 1.4);
                let definition = UnitDefinition { heading: vector, ..right };
                assert!(definition.check().is_ok());
                assert_eq!(Body::new(&definition, 0, 0.1).heading, heading);
            }
        }
        assert_eq!(direction_of(Vec2::ZERO), None);
        assert_eq!(direction_of(Vec2::new(f32::NAN, 1.0)), None);
        assert_eq!(direction_of(Vec2::new(0.0, f32::INFINITY)), None);
    }
}
