//! Sides of rings, and which of them may meet: a sweep along x.

use glam::DVec2;

use crate::kernel::turn::turn;

/// A side of a ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineSide {
    pub(crate) from: DVec2,
    pub(crate) to: DVec2,
    /// The region of whose border it is a part; what is inside lies to its left.
    pub(crate) region: usize,
}

impl OutlineSide {
    pub(crate) fn min(&self) -> DVec2 {
        self.from.min(self.to)
    }

    pub(crate) fn max(&self) -> DVec2 {
        self.from.max(self.to)
    }

    /// Returns whether a point lies on the side or is one of its ends.
    pub(crate) fn holds(&self, point: DVec2) -> bool {
        point.cmpge(self.min()).all()
            && point.cmple(self.max()).all()
            && turn(self.from, self.to, point) == 0
    }

    /// Returns whether the side passes below a point. Of two that follow each other only one does.
    pub(crate) fn passes_below(&self, point: DVec2) -> bool {
        let (left, right) =
            if self.from.x < self.to.x { (self.from, self.to) } else { (self.to, self.from) };
        left.x <= point.x && point.x < right.x && turn(left, right, point) > 0
    }

    /// On which sides of this one the ends of another lie.
    fn turns(&self, other: &OutlineSide) -> [i32; 2] {
        [other.from, other.to].map(|end| turn(self.from, self.to, end))
    }

    /// Returns whether both pass through each other: neither ends on the other.
    pub(crate) fn crosses(&self, other: &OutlineSide) -> bool {
        let ends = [self.from, self.to];
        // Thousands may meet in one vertex.
        if ends.contains(&other.from) || ends.contains(&other.to) {
            return false;
        }
        let apart = |[p, q]: [i32; 2]| p * q < 0;
        apart(self.turns(other)) && apart(other.turns(self))
    }

    /// Returns whether both have a point in common.
    pub(crate) fn meets(&self, other: &OutlineSide) -> bool {
        let [p, q] = self.turns(other);
        if p != q {
            let [p, q] = other.turns(self);
            p != q
        } else {
            // On one line, their boxes meet as they do.
            p == 0 && self.min().cmple(other.max()).all() && self.max().cmpge(other.min()).all()
        }
    }
}

/// Sides from left to right.
fn sorted(sides: &[OutlineSide]) -> Vec<OutlineSide> {
    let mut sorted = sides.to_vec();
    sorted.sort_by(|p, q| p.min().x.total_cmp(&q.min().x));
    sorted
}

/// Goes through all pairs of sides whose boxes meet, until one is what is looked for.
pub(crate) fn find_pair<T>(
    sides: &[OutlineSide],
    mut look: impl FnMut(&OutlineSide, &OutlineSide) -> Option<T>,
) -> Option<T> {
    let mut open: Vec<OutlineSide> = Vec::new();
    for side in sorted(sides) {
        let (min, max) = (side.min(), side.max());
        open.retain(|other| other.max().x >= min.x);
        let near = open.iter().filter(|other| other.min().y <= max.y && other.max().y >= min.y);
        if let Some(found) = near.into_iter().find_map(|other| look(other, &side)) {
            return Some(found);
        }
        open.push(side);
    }
    None
}

/// The sides that a vertical line meets, as it goes from left to right.
pub(crate) struct SideSweep {
    sides: Vec<OutlineSide>,
    next: usize,
    open: Vec<OutlineSide>,
}

impl SideSweep {
    pub(crate) fn new(sides: &[OutlineSide]) -> Self {
        Self { sides: sorted(sides), next: 0, open: Vec::new() }
    }

    /// Moves the line on to `x`.
    pub(crate) fn at(&mut self, x: f64) -> &[OutlineSide] {
        self.open.retain(|side| side.max().x >= x);
        let come = self.sides[self.next..].iter().take_while(|side| side.min().x <= x);
        let before = self.open.len();
        self.open.extend(come.copied());
        self.next += self.open.len() - before;
        &self.open
    }
}
