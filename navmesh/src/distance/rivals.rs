//! What goals take from each other: behind a door only the parts where no other goal is nearer are of use.
//!
//! Where one goal is nearer than another by more than a margin is a convex area (half a plane, or the inside of a branch of
//! a hyperbola). So if a goal is nearer at both ends of a part of a door that it sees, it is so on all of it, and for all
//! that is seen through it. Of many goals side by side each keeps the strip in front of it.

use glam::DVec2;

use crate::store::sparse::Sparse;
use crate::tolerances::DOMINATION_MARGIN;

/// No claim.
const NONE: u32 = u32::MAX;

/// How often the end of what is taken is halved in.
const HALVINGS: u32 = 6;

/// How often all claims to a door are gone through, since one may show what another one takes.
const ROUNDS: u32 = 3;

/// Below this share of a door a part is none.
const SLIVER: f64 = 1.0e-9;

/// A goal as it sees a part of a door.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival {
    pub(super) root: u32,
    pub(super) apex: DVec2,
    /// The distance that it starts with.
    pub(super) start: f64,
}

/// That a goal sees a part of a door.
#[derive(Clone, Copy, Debug)]
struct Claim {
    rival: Rival,
    door: (u32, u32),
    part: [f64; 2],
    /// The one before it of the same cell.
    before: u32,
}

/// Which goals see which parts of doors, by the cells behind these.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals {
    last: Sparse<u32>,
    claims: Vec<Claim>,
}

/// A door, and the number of the cell behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoorInto {
    pub(super) door: (u32, u32),
    pub(super) cell: u32,
    /// Its right and its left end.
    pub(super) ends: [DVec2; 2],
}

impl DoorInto {
    /// The point that lies so far along it, from 0 on the right to 1 on the left.
    pub(super) fn at(&self, share: f64) -> DVec2 {
        self.ends[0].lerp(self.ends[1], share)
    }

    /// Returns where a point of it lies, from 0 on the right to 1 on the left.
    pub(super) fn share_of(&self, point: DVec2) -> f64 {
        let along = self.ends[1] - self.ends[0];
        let length_squared = along.length_squared();
        if length_squared > 0.0 {
            ((point - self.ends[0]).dot(along) / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

impl Rivals {
    /// Of so many cells.
    pub(super) fn new(cell_count: usize) -> Rivals {
        Rivals { last: Sparse::new(cell_count, NONE), claims: Vec::new() }
    }

    /// Returns what others leave of the part of a door that a goal sees: both its ends, from 0 on the right to 1 on the left.
    /// `None` if that is nothing.
    pub(super) fn left_over(
        &self,
        own: Rival,
        gate: &DoorInto,
        part: [f64; 2],
    ) -> Option<[f64; 2]> {
        let mut left = part;
        for _ in 0..ROUNDS {
            let before = left;
            let mut next = self.last[gate.cell as usize];
            while let Some(claim) = self.claims.get(next as usize) {
                next = claim.before;
                if claim.door == gate.door && claim.rival.root != own.root {
                    left = claim.cut(own, gate, left)?;
                }
            }
            if left == before {
                break;
            }
        }
        Some(left)
    }

    /// Remembers that a goal sees a part of a door.
    pub(super) fn claim(&mut self, rival: Rival, gate: &DoorInto, part: [f64; 2]) {
        let last = self.last.at(gate.cell as usize);
        self.claims.push(Claim { rival, door: gate.door, part, before: *last });
        *last = self.claims.len() as u32 - 1;
    }
}

impl Claim {
    /// Returns what is left of a part that another goal sees.
    fn cut(&self, own: Rival, gate: &DoorInto, [mut from, mut to]: [f64; 2]) -> Option<[f64; 2]> {
        let lead = DOMINATION_MARGIN + self.rival.start - own.start;
        // Else the area is not convex.
        if lead < 0.0 {
            return Some([from, to]);
        }
        let is_nearer = |share: f64| {
            let at = gate.at(share);
            let most = at.distance(own.apex) - lead;
            most >= 0.0 && at.distance_squared(self.rival.apex) <= most * most
        };
        let [low, high] = self.part;
        if low <= from && from < high && is_nearer(from) {
            from = farthest(from, to.min(high), is_nearer);
        }
        if to - from > SLIVER && low < to && to <= high && is_nearer(to) {
            to = farthest(to, from.max(low), is_nearer);
        }
        (to - from > SLIVER).then_some([from, to])
    }
}

/// Returns how far it holds, from where it does up to an end at most; a little less.
fn farthest(from: f64, end: f64, holds: impl Fn(f64) -> bool) -> f64 {
    if holds(end) {
        return end;
    }
    let (mut yes, mut no) = (from, end);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (yes + no);
        if holds(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    yes
}
