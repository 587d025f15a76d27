//! What may be found wrong.

use std::fmt;

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// The library panicked.
    Panic,
    /// A step was refused.
    Refused,
    /// Worlds that saw the same calls differ.
    Twins,
    /// A number is not finite, out of its range, or contradicts another.
    State,
    /// A unit stands in a wall.
    InWall,
    /// A unit has passed a wall.
    Crossed,
    /// A unit with an order came no nearer to its place for 10 s, and was not told that it is stuck.
    Silent,
    /// A unit walked more than three times its shortest way and 10 m, and was not told that it is stuck.
    FarWalk,
    /// When all time was over a unit was neither at its place, nor had it been told that it will not get there.
    Unended,
    /// A minute after the last unit was under way somebody still moved.
    Restless,
    /// A unit was told that there is no room for it, while there was.
    FalseNoRoom,
    /// A unit was told that it lost its way, for a reason that is not true.
    FalseLoss,
    /// A unit was told that it is stuck, for a reason that is not true.
    FalseStuck,
    /// A unit arrived, or rests in the end, that is not at its place, or whose place is not near its goal.
    FalseArrival,
    /// Events that contradict each other, or are not in order.
    Events,
}

impl FindingKind {
    /// All kinds, the worst first.
    pub const ALL: [Self; 15] = [
        Self::Panic,
        Self::Refused,
        Self::Twins,
        Self::State,
        Self::InWall,
        Self::Crossed,
        Self::Silent,
        Self::FarWalk,
        Self::Unended,
        Self::Restless,
        Self::FalseNoRoom,
        Self::FalseLoss,
        Self::FalseStuck,
        Self::FalseArrival,
        Self::Events,
    ];

    /// Returns whether it breaks what must hold in every world, whatever units do in it.
    pub const fn is_grave(self) -> bool {
        matches!(
            self,
            Self::Panic | Self::Refused | Self::Twins | Self::State | Self::InWall | Self::Crossed
        )
    }

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Refused => "refused",
            Self::Twins => "twins",
            Self::State => "state",
            Self::InWall => "in_wall",
            Self::Crossed => "crossed",
            Self::Silent => "silent",
            Self::FarWalk => "far_walk",
            Self::Unended => "unended",
            Self::Restless => "restless",
            Self::FalseNoRoom => "false_no_room",
            Self::FalseLoss => "false_loss",
            Self::FalseStuck => "false_stuck",
            Self::FalseArrival => "false_arrival",
            Self::Events => "events",
        }
    }
}

/// A fault that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Of what kind.
    pub kind: FindingKind,
    /// In which tick.
    pub tick: u64,
    /// What was seen.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at tick {}: {}", self.kind.name(), self.tick, self.text)
    }
}

/// What was found in a run: the first of each kind.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    found: Vec<Finding>,
}

impl Findings {
    /// Notes a fault, if it is the first of its kind. The text is made only then.
    pub fn note(&mut self, kind: FindingKind, tick: u64, text: impl FnOnce() -> String) {
        if !self.has(kind) {
            self.found.push(Finding { kind, tick, text: text() });
        }
    }

    /// Whether there is one of a kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.found.iter().any(|finding| finding.kind == kind)
    }

    /// Returns them in the order in which they were found.
    pub fn all(&self) -> &[Finding] {
        &self.found
    }
}
