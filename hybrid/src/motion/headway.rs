//! Keeping one's distance: nobody walks faster than the gap to those who walk before it allows.
//!
//! This is the speed of A. Tordeux, M. Chraibi, A. Seyfried, “Collision-Free Speed Model for Pedestrian Dynamics”, Traffic
//! and Granular Flow '15, 2016: the gap to the next one ahead, over a time. It gives crowds a speed that falls as they become
//! denser, and doors a flow that is bounded. There all count who are ahead within a body's width of the way, wherever they go,
//! so that crowds that meet stand still for ever. Here
//! - the time falls evenly from the middle of the way to its sides, so that no step aside changes the speed at once;
//! - of two who go the same way only the one behind waits, and both see alike who that is: by the mean of their ways;
//! - the less another's way is one's own, the less it counts: who comes the other way is passed as ever, and who crosses brings
//!   nobody to a halt;
//! - who rests, or stands for another reason, is passed or pushed as ever;
//! - who is kept back turns to the side where there is more room: else files form that leave half of a door unused.

use glam::Vec2;

use super::disc::Disc;
use crate::base::tolerances::STILL;

/// Sums of two radii: who is so far beside a way does not count.
const BESIDE: f32 = 1.2;

/// How much less, as a share, those count who go another way, for each 1 by which the cosine between the ways is below 0:
/// under more than 120 degrees they do not count at all.
const OTHER_WAY: f32 = 2.0;

/// The share of its speed that a unit keeps at least behind one whose way crosses its own at a right angle: were it none, four
/// who turn round each other would stand for ever.
const CREEP: f32 = 0.2;

/// The share of its speed below which a unit waits for those ahead.
const WAITS: f32 = 0.5;

/// The cosine and the sine of the angle, to both sides, under which a unit that is kept back looks for more room.
const ASLANT: Vec2 = Vec2::new(0.8, 0.6);

/// What units keep to those ahead of them.
#[derive(Clone, Copy)]
pub(crate) struct Headway {
    /// Seconds in which a unit would touch the one ahead if that stood.
    time: f32,
}

/// How a unit walks among those ahead.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    pub(super) velocity: Vec2,
    /// Whether it waits for those ahead.
    pub(super) queues: bool,
}

impl Stride {
    /// That of a unit which nobody keeps back.
    pub(super) fn free(velocity: Vec2) -> Self {
        Self { velocity, queues: false }
    }
}

impl Headway {
    /// That of so many seconds; `None` for 0.
    pub(crate) fn new(time: f32) -> Option<Self> {
        (time > 0.0).then_some(Self { time })
    }

    /// Returns how a disc walks that would choose a velocity if nobody were ahead.
    pub(super) fn stride<'a, I: Iterator<Item = &'a Disc>>(
        self,
        disc: &Disc,
        chosen: Vec2,
        others: impl Fn() -> I,
    ) -> Stride {
        let speed = chosen.length();
        if speed <= STILL {
            return Stride::free(chosen);
        }
        let most = |of: &dyn Fn(&Disc) -> f32| others().map(of).fold(speed, f32::min);
        let way = chosen / speed;
        let straight = most(&|other| self.behind(disc, way, speed, other));
        if straight >= speed {
            return Stride::free(chosen);
        }
        let beside = |way: Vec2| most(&|other| self.room(disc, way, other));
        let (ahead, aside) = (way * ASLANT.x, way.perp() * ASLANT.y);
        let lack = 1.0 - straight / speed;
        let more = (beside(ahead + aside) - beside(ahead - aside)) / speed;
        let way = (way + way.perp() * (lack * more)).normalize_or(way);
        let allowed = most(&|other| self.behind(disc, way, speed, other));
        Stride { velocity: way * allowed, queues: allowed < WAITS * speed }
    }

    /// Returns how fast a disc may go behind another one, in m/s: the less that one goes the same way, the more of its speed it
    /// keeps in any case.
    fn behind(self, disc: &Disc, way: Vec2, speed: f32, other: &Disc) -> f32 {
        let wish = other.desired.normalize_or_zero();
        let offset = other.position - disc.position;
        let alike = way.dot(wish);
        if other.lingers || wish == Vec2::ZERO || (way + wish).dot(offset) <= 0.0 {
            return f32::INFINITY;
        }
        let share = (1.0 + OTHER_WAY * alike).min(1.0);
        if share <= 0.0 {
            return f32::INFINITY;
        }
        let creep = CREEP * (1.0 - alike.max(0.0));
        let least = speed * (1.0 - share * (1.0 - creep));
        (self.room(disc, way, other) / share).max(least)
    }

    /// Returns how fast a disc may go a way, wherever another one goes, in m/s; infinite if that is not ahead.
    fn room(self, disc: &Disc, way: Vec2, other: &Disc) -> f32 {
        let offset = other.position - disc.position;
        let radii = disc.radius + other.radius;
        let beside = way.perp_dot(offset) / (BESIDE * radii);
        let share = 1.0 - beside * beside;
        if way.dot(offset) <= 0.0 || share <= 0.0 {
            return f32::INFINITY;
        }
        (offset.length() - radii).max(0.0) / (self.time * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::handle::UnitId;
    use crate::bodies::unit::{Body, UnitDefinition};
    use crate::motion::disc::Duty;

    const SPEED: f32 = 1.34;

    fn disc(x: f32, y: f32, desired: Vec2) -> Disc {
        let mut body = Body::new(&UnitDefinition::new(Vec2::new(x, y), 0.2, SPEED), 0, 0.1);
        body.desired = desired * SPEED;
        let duty = Duty { turn: 0, lingers: false, is_near: false, max_speed: SPEED };
        Disc::of(UnitId::default(), &body, duty)
    }

    /// How the first one walks, which would go east, 1 s behind the others.
    fn stride(one: &Disc, others: &[Disc]) -> Stride {
        let headway = Headway::new(1.0).unwrap();
        headway.stride(one, one.desired, || others.iter())
    }

    fn speed(others: &[Disc]) -> f32 {
        stride(&disc(0.0, 0.0, Vec2::X), others).velocity.length()
    }

    #[test]
    fn the_gap_to_the_next_one_ahead_limits_the_speed() {
        let at = |x: f32| speed(&[disc(x, 0.0, Vec2::X), disc(x + 1.0, 0.0, Vec2::X)]);
        assert!((at(1.0) - 0.6).abs() < 1e-5 && (at(0.7) - 0.3).abs() < 1e-5);
        assert_eq!((at(0.4), at(2.0)), (0.0, SPEED));
        assert!(Headway::new(0.0).is_none());
        let waits = |x: f32| stride(&disc(0.0, 0.0, Vec2::X), &[disc(x, 0.0, Vec2::X)]).queues;
        assert!(waits(0.7) && !waits(1.5));
    }

    #[test]
    fn who_is_behind_or_beside_or_rests_or_stands_does_not_count() {
        let resting = Disc { lingers: true, ..disc(0.5, 0.0, Vec2::X) };
        for other in [
            disc(-0.5, 0.0, Vec2::X),
            disc(0.3, 0.5, Vec2::X),
            disc(0.5, 0.0, Vec2::ZERO),
            disc(0.5, 0.0, Vec2::NEG_X),
            resting,
        ] {
            assert_eq!(speed(&[other]), SPEED, "{other:?}");
        }
    }

    #[test]
    fn of_two_only_the_one_behind_waits() {
        for (x, y) in [(0.4, 0.0), (0.3, 0.28), (0.1, 0.39), (0.2, -0.35)] {
            for wish in [Vec2::X, Vec2::new(0.8, 0.6), Vec2::new(0.6, -0.8)] {
                let (one, other) = (disc(0.0, 0.0, Vec2::X), disc(x, y, wish));
                let waits = [stride(&one, &[other]).queues, stride(&other, &[one]).queues];
                assert!(waits != [true, true], "{x} {y} {wish}");
            }
        }
    }

    #[test]
    fn nobody_stands_for_those_who_cross_and_the_speed_has_no_jumps() {
        assert!((speed(&[disc(0.4, 0.0, Vec2::Y)]) - CREEP * SPEED).abs() < 1e-5);
        let mut last = speed(&[disc(0.7, 0.0, Vec2::X)]);
        for step in 1..6000 {
            let now = speed(&[disc(0.7, 1e-4 * step as f32, Vec2::X)]);
            assert!((now - last).abs() < 0.005, "at {step} ÷ 10 mm: {last} m/s, then {now}");
            last = now;
        }
        assert_eq!(last, SPEED);
    }

    #[test]
    fn who_is_kept_back_turns_to_where_there_is_room() {
        let ahead = disc(0.6, 0.1, Vec2::X);
        let velocity = stride(&disc(0.0, 0.0, Vec2::X), &[ahead]).velocity;
        assert!(velocity.y < 0.0 && velocity.x > 0.0, "{velocity}");
        let both = [disc(0.6, 0.0, Vec2::X), disc(0.4, -0.4, Vec2::X), disc(0.4, 0.4, Vec2::X)];
        assert_eq!(stride(&disc(0.0, 0.0, Vec2::X), &both).velocity.y, 0.0);
    }
}
