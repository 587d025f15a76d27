//! Passages as they are: for pictures and debuggers.

use glam::Vec2;

use crate::base::handle::UnitId;
use crate::passages::conduct::is_shared;
use crate::passages::network::PassageState;
use crate::passages::passage::Mouth;
use crate::passages::traffic::Traveller;
use crate::world::state::World;

/// A narrow way that groups share, as of the last step. Its ends are numbered 0 and 1; who goes in by an end is said to come
/// from it. Of a dead end the last gate lies in the wall at its bottom: who comes out is inside all the time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PassageView<'a> {
    /// The least distance between its walls, in metres.
    pub width: f32,
    /// How far it is from mouth to mouth, in metres.
    pub length: f32,
    /// Whether units come from both ends, or did so within the last two seconds.
    pub is_opposed: bool,
    /// The end from which units go first, if those from both take turns; those from the other one must wait. `None` where
    /// nobody must.
    pub turn: Option<usize>,
    /// How long those wait who come to the mouth of each end now, in seconds.
    pub waits: [f32; 2],
    /// The units whose shortest way leads through it before any other passage, in the order of their handles.
    pub users: Vec<PassageUser>,
    state: PassageState<'a>,
}

/// A unit whose way leads through a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PassageUser {
    /// The unit.
    pub unit: UnitId,
    /// The end from which it comes, 0 or 1.
    pub end: usize,
    /// How far it is from the mouth, in metres, along its way; 0 inside.
    pub distance: f32,
    /// Whether it has passed the mouth.
    pub is_inside: bool,
    /// Whether it must wait before the mouth, or go back out to it, as it is the others' turn.
    pub must_wait: bool,
}

impl PassageView<'_> {
    /// Its gates from end 0 to end 1: the left and the right end of each, as seen on that way, in metres. The centre of a unit
    /// of the least class can be there: walls are its radius farther.
    pub fn gates(&self) -> impl ExactSizeIterator<Item = [Vec2; 2]> {
        self.state.passage.gates.iter().copied().map(sides)
    }

    /// How many units of a radius, in metres, fit side by side.
    pub fn lanes(&self, radius: f32) -> u32 {
        self.state.passage.lanes(radius)
    }

    /// The mouth of an end, 0 or 1: its left and its right end, as seen when going in; `None` for another number.
    pub fn mouth(&self, end: usize) -> Option<[Vec2; 2]> {
        (end < 2).then(|| sides(self.state.passage.mouth(end)))
    }

    /// The part of the mouth of an end, 0 or 1, by which units of a radius go in now: its right half where directions keep to
    /// their sides, else all of it; `None` while those who come there must wait, and for another number.
    pub fn entry(&self, end: usize, radius: f32) -> Option<[Vec2; 2]> {
        let PassageState { passage, traffic, .. } = self.state;
        if end > 1 || traffic.is_shut(end) {
            return None;
        }
        let mouth = passage.mouth(end);
        let half = Mouth { left: mouth.middle(), ..mouth };
        Some(sides(if is_shared(traffic, passage.lanes(radius)) { half } else { mouth }))
    }
}

fn sides(mouth: Mouth) -> [Vec2; 2] {
    [mouth.left, mouth.right]
}

impl World {
    /// All passages, and who uses them, in an order that depends on where they are alone. None are known before the first step
    /// ([`World::step`]), those of a large mesh some steps later, and users only after a step: not yet in a world that was
    /// read from bytes. It takes as long as there are passages and users.
    ///
    /// ```
    /// use hybrid::navmesh::Bounds;
    /// use hybrid::{Goal, UnitDefinition, World, WorldDefinition, glam::vec2};
    ///
    /// // A wall with a gap of 1 m.
    /// let bounds = Bounds::new(vec2(0.0, 0.0), vec2(20.0, 20.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    /// for [low, high] in [[0.0, 9.5], [10.5, 20.0]] {
    ///     world.add_outline(Bounds::new(vec2(10.0, low), vec2(11.0, high)))?;
    /// }
    /// let unit = world.add_unit(&UnitDefinition::new(vec2(5.0, 10.0), 0.25, 1.4))?;
    /// world.order(&[unit], &Goal::Point(vec2(15.0, 10.0)))?;
    /// world.step(0.1)?;
    /// let gap = world.passages().next().ok_or("no passage")?;
    /// assert!((gap.width - 1.0).abs() < 0.01 && gap.lanes(0.25) == 2 && gap.turn.is_none());
    /// assert!(gap.users.iter().any(|user| user.unit == unit && !user.must_wait));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn passages(&self) -> impl Iterator<Item = PassageView<'_>> {
        self.core.passages.states().map(|state| self.passage_view(state))
    }

    /// The passage of this index in [`passages`](Self::passages), as of the same step; `None` if there are not so many. It
    /// does not look who uses the others.
    pub fn passage(&self, index: usize) -> Option<PassageView<'_>> {
        self.core.passages.states().nth(index).map(|state| self.passage_view(state))
    }

    fn passage_view<'a>(&'a self, state: PassageState<'a>) -> PassageView<'a> {
        let PassageState { passage, traffic, travellers, waits } = state;
        // Those that were removed since the last step are still noted.
        let there = travellers.iter().filter(|one| self.core.bodies.contains_key(one.unit));
        let user = |one: &Traveller| PassageUser {
            unit: one.unit,
            end: one.end,
            distance: one.distance,
            is_inside: one.is_inside(),
            must_wait: traffic.must_wait(one),
        };
        PassageView {
            width: passage.width,
            length: passage.length,
            is_opposed: traffic.is_opposed(),
            turn: traffic.turn,
            waits,
            users: there.map(user).collect(),
            state,
        }
    }
}
