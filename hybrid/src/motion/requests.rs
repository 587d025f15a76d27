//! What units at rest notice of those that they touch.

use glam::Vec2;

use super::disc::Disc;

/// Of a disc that has noticed nothing.
const NONE: u32 = u32::MAX;

/// Of a disc that is not at rest.
const MOVES: u32 = u32::MAX - 1;

/// What units at rest notice of those that they touch.
#[derive(Clone, Debug, Default)]
pub(crate) struct YieldRequests {
    /// By disc, which is its own; [`NONE`] if it has noticed nothing, [`MOVES`] if it is not at rest.
    numbers: Vec<u32>,
    noticed: Vec<Noticed>,
    /// By disc at rest, the last of its entries in `touching`; [`NONE`] if no friend at rest touches it.
    lasts: Vec<u32>,
    /// A friend at rest that touches a disc, and that disc's entry before this one, or [`NONE`].
    touching: Vec<[u32; 2]>,
    /// Discs that step aside, those first that were asked first.
    asked: Vec<u32>,
}

/// A unit that wants to pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passer {
    /// How far it is, squared.
    pub(super) distance: f32,
    pub(super) position: Vec2,
    /// Whether one order has led it and the unit at rest here; else it is on its way through.
    pub(super) is_mate: bool,
}

impl Passer {
    /// Returns whether it is nearer than another one.
    pub(super) fn is_nearer(self, other: Self) -> bool {
        let key = |passer: Self| (passer.distance, passer.position.x, passer.position.y);
        key(self) < key(other)
    }
}

/// What a unit at rest has noticed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noticed {
    /// The nearest unit that wants to pass.
    pub(super) passer: Option<Passer>,
    /// Whether another unit rests where it would go on its way back.
    pub(super) is_obstructed: bool,
    /// Whether another unit rests at its own place so near to this one's that not both can.
    pub(super) is_replaced: bool,
    /// Whether it has to step aside since a friend does that touches it.
    pub(super) is_pushed: bool,
}

impl YieldRequests {
    /// Begins anew, with nothing noticed. Returns whether any unit is at rest.
    pub(super) fn begin(&mut self, discs: &[Disc]) -> bool {
        self.noticed.clear();
        self.touching.clear();
        self.lasts.clear();
        self.lasts.resize(discs.len(), NONE);
        self.numbers.clear();
        self.numbers.extend(discs.iter().map(|disc| if disc.rests() { NONE } else { MOVES }));
        self.numbers.contains(&NONE)
    }

    pub(super) fn rests(&self, disc: u32) -> bool {
        self.numbers[disc as usize] != MOVES
    }

    pub(super) fn of(&self, disc: u32) -> Noticed {
        self.noticed.get(self.numbers[disc as usize] as usize).copied().unwrap_or_default()
    }

    pub(super) fn of_mut(&mut self, disc: u32) -> &mut Noticed {
        let number = &mut self.numbers[disc as usize];
        if *number == NONE {
            *number = self.noticed.len() as u32;
            self.noticed.push(Noticed::default());
        }
        &mut self.noticed[*number as usize]
    }

    /// Notes that two discs of friends at rest touch each other.
    pub(super) fn note_touching(&mut self, one: u32, other: u32) {
        for (disc, partner) in [(one, other), (other, one)] {
            let last = &mut self.lasts[disc as usize];
            self.touching.push([partner, std::mem::replace(last, self.touching.len() as u32)]);
        }
    }

    /// Asks those to step aside that are in the way of friends that do for one on its way through, layer by layer: in a packed
    /// crowd nobody else could. Mates of who rests have places of their own beside it.
    /// `push` has the second disc step as the first one does, and returns whether it is in its way.
    pub(super) fn spread(&mut self, mut push: impl FnMut(u32, u32) -> bool) {
        let mut asked = std::mem::take(&mut self.asked);
        let is_through = |passer: Passer| !passer.is_mate;
        let discs = 0..self.numbers.len() as u32;
        asked.clear();
        asked.extend(discs.filter(|&disc| self.of(disc).passer.is_some_and(is_through)));
        let mut next = 0;
        while let Some(&disc) = asked.get(next) {
            next += 1;
            let mut at = self.lasts[disc as usize];
            while let Some(&[other, before]) = self.touching.get(at as usize) {
                at = before;
                let Noticed { passer, is_pushed, .. } = self.of(other);
                if passer.is_none() && !is_pushed && push(disc, other) {
                    self.of_mut(other).is_pushed = true;
                    asked.push(other);
                }
            }
        }
        self.asked = asked;
    }
}
