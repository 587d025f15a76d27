//! What calls return, and which failure of the world is which result.

use hybrid::navmesh::{
    AreaError, BlockError, Bounds, CommitError, LinkError, MeshError, ObstacleError, PathError,
};
use hybrid::{DiscomfortError, HeightGridError, Region, WorldError};

/// What a call returns: 0 = done, above 0 = done in part, below 0 = refused (nothing has changed, no result has been
/// written, and hnavGetLastErrorMessage() says what would be right).
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCode {
    /// Done.
    Ok = 0,
    /// Done, but not all results fitted into the caller's array: the first ones are there, and the count says how many
    /// there are.
    More = 1,
    /// Done, but the path ends before the goal, at the nearest point that can be reached.
    Partial = 2,
    /// There is no such thing; no result was written.
    None = 3,
    /// A pointer is NULL, or not aligned for its type.
    BadPointer = -1,
    /// A handle is null, or names something that was destroyed, or belongs to another world.
    StaleHandle = -2,
    /// A definition does not come from its hnavDefault... function, or from that of another version of the library.
    ForeignStruct = -3,
    /// A number is NaN or infinite.
    NotFinite = -4,
    /// A number or a count is out of its range.
    OutOfRange = -5,
    /// An outline is not convex, encloses nothing, or is too large.
    BadOutline = -6,
    /// A point or an outline lies outside the bounds of the world.
    Outside = -7,
    /// A point lies in an obstacle, or too near to a wall for the radius.
    Blocked = -8,
    /// No way leads to the goal.
    Unreachable = -9,
    /// Round the goal there is not enough room for all units.
    NoRoom = -10,
    /// A unit is listed twice.
    Duplicate = -11,
    /// The obstacles of one place are too many for the mesh: remove some.
    TooManyCells = -12,
    /// Another call with the same world is still running: a world takes one call at a time that changes it, or several
    /// that read it.
    Locked = -13,
    /// The library has been used already: the call belongs before every other one.
    TooLate = -15,
    /// The call does not fit what it names: a motion for a unit that the world moves, another goal for units that have goals
    /// of their own, a unit that would follow itself, an earlier state for a world that is being recorded.
    Mismatch = -17,
    /// Bytes are no saved world, or were cut off or damaged, or are of a newer or an older format.
    BadBytes = -16,
    /// What a recording was written to has refused a part of it.
    NotWritten = -18,
    /// A world that is replayed is not the one any more that was recorded.
    Different = -19,
    /// A fault in the library. A world that the call was changing refuses further work: destroy it. Others are not
    /// affected.
    Panic = -14,
}

/// Why a call is refused.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: ResultCode,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: ResultCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// Says which item of an array the failure is about.
    pub(crate) fn at(self, array: &str, index: usize) -> Self {
        Self { message: format!("{array}[{index}]: {}", self.message), ..self }
    }
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Self {
        Self::new(code_of(&error), error.to_string())
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        let code = match error {
            PathError::NotFinite { .. } => ResultCode::NotFinite,
            PathError::StartOutside { .. } | PathError::GoalOutside { .. } => ResultCode::Outside,
            PathError::StartBlocked { .. } | PathError::GoalBlocked { .. } => ResultCode::Blocked,
            PathError::Unreachable { .. } => ResultCode::Unreachable,
            PathError::Radius { radius } => code_of_number(radius),
            PathError::Share { share } if !share.is_finite() => ResultCode::NotFinite,
            _ => ResultCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}

impl From<CommitError> for Failure {
    fn from(error: CommitError) -> Self {
        Self::new(ResultCode::TooManyCells, error.to_string())
    }
}

impl From<BlockError> for Failure {
    fn from(error: BlockError) -> Self {
        match error {
            BlockError::Obstacle(error) => WorldError::from(error).into(),
            BlockError::Point(error) => error.into(),
            BlockError::Commit(error) => error.into(),
            _ => Self::new(ResultCode::OutOfRange, error.to_string()),
        }
    }
}

fn code_of(error: &WorldError) -> ResultCode {
    match *error {
        WorldError::UnitHeading { heading } if heading.is_finite() => ResultCode::OutOfRange,
        WorldError::UnitHeading { .. }
        | WorldError::FormationFacing { .. }
        | WorldError::OffsetNotFinite { .. }
        | WorldError::MotionNotFinite { .. }
        | WorldError::GoalNotFinite { .. }
        | WorldError::WayPointNotFinite { .. }
        | WorldError::Mesh { source: MeshError::BoundsNotFinite { .. }, .. } => {
            ResultCode::NotFinite
        }
        WorldError::ClassRadius { radius: value, .. }
        | WorldError::UnitValue { value, .. }
        | WorldError::AvoidanceRadius { value, .. }
        | WorldError::Parameter { value, .. }
        | WorldError::OrderRange { range: value, .. }
        | WorldError::FormationSpacing { spacing: value, .. }
        | WorldError::Area(AreaError::Cost { cost: value } | AreaError::Speed { speed: value })
        | WorldError::Link(LinkError::Cost { cost: value })
        | WorldError::TimeStep { given: value, .. } => code_of_number(value),
        WorldError::Link(LinkError::OffMesh { point }) if !point.is_finite() => {
            ResultCode::NotFinite
        }
        WorldError::Region { ref region } => code_of_region(region),
        WorldError::Heights(ref error) => code_of_heights(error),
        WorldError::Discomfort(ref error) => code_of_discomfort(error),
        WorldError::Link(LinkError::OffMesh { .. }) => ResultCode::Blocked,
        WorldError::GoalOutside { .. }
        | WorldError::WayPointOutside { .. }
        | WorldError::UnitOutside { .. } => ResultCode::Outside,
        WorldError::Obstacle(ref error)
        | WorldError::Area(AreaError::Outline(ref error))
        | WorldError::Mesh { source: MeshError::Walkable(ref error), .. } => code_of_outline(error),
        WorldError::Mesh { source: MeshError::TooManyCells(_), .. } => ResultCode::TooManyCells,
        WorldError::StaleObstacle
        | WorldError::StaleUnit { .. }
        | WorldError::StaleArea
        | WorldError::StaleLink
        | WorldError::StaleDiscomfort
        | WorldError::StaleOrder { .. }
        | WorldError::StaleObject { .. } => ResultCode::StaleHandle,
        WorldError::UnitBlocked { .. }
        | WorldError::UnitDoesNotFit { .. }
        | WorldError::GoalBlocked { .. }
        | WorldError::WayPointBlocked { .. } => ResultCode::Blocked,
        WorldError::GoalUnreachable { .. } | WorldError::WayPointUnreachable { .. } => {
            ResultCode::Unreachable
        }
        WorldError::TooFewPlaces { .. } => ResultCode::NoRoom,
        WorldError::DuplicateUnit { .. } => ResultCode::Duplicate,
        WorldError::NotEngineDriven { .. }
        | WorldError::RangeOfEach
        | WorldError::FormationGoal
        | WorldError::OffsetCount { .. }
        | WorldError::OffsetsOfTheirOwn { .. }
        | WorldError::FollowsItself { .. }
        | WorldError::GoalsOfTheirOwn { .. }
        | WorldError::FollowsUnit { .. }
        | WorldError::RepeatNeeds { .. }
        | WorldError::OrderRepeats { .. }
        | WorldError::Recorded => ResultCode::Mismatch,
        WorldError::Commit(_) => ResultCode::TooManyCells,
        _ => ResultCode::OutOfRange,
    }
}

/// The result for a region that is refused.
fn code_of_region(region: &Region) -> ResultCode {
    let is_finite = match *region {
        Region::Box(Bounds { min, max }) => min.is_finite() && max.is_finite(),
        Region::Circle { center, radius } => center.is_finite() && radius.is_finite(),
    };
    if is_finite { ResultCode::OutOfRange } else { ResultCode::NotFinite }
}

/// The result for heights that are refused.
fn code_of_heights(error: &HeightGridError) -> ResultCode {
    match *error {
        HeightGridError::Place { min, spacing } if min.is_finite() => code_of_number(spacing),
        HeightGridError::Place { .. } => ResultCode::NotFinite,
        HeightGridError::Height { height, .. } => code_of_number(height),
        _ => ResultCode::OutOfRange,
    }
}

/// The result for a discomfort that is refused.
fn code_of_discomfort(error: &DiscomfortError) -> ResultCode {
    match *error {
        DiscomfortError::Disc { center, radius } if center.is_finite() => code_of_number(radius),
        DiscomfortError::Disc { .. } => ResultCode::NotFinite,
        DiscomfortError::Amount { amount: value } | DiscomfortError::Seconds { seconds: value } => {
            code_of_number(value)
        }
        _ => ResultCode::OutOfRange,
    }
}

fn code_of_outline(error: &ObstacleError) -> ResultCode {
    match error {
        ObstacleError::NotFinite { .. } => ResultCode::NotFinite,
        ObstacleError::OutsideBounds { .. } => ResultCode::Outside,
        ObstacleError::TooMany => ResultCode::OutOfRange,
        _ => ResultCode::BadOutline,
    }
}

/// The result for a number that is refused.
pub(crate) fn code_of_number(value: f32) -> ResultCode {
    if value.is_finite() { ResultCode::OutOfRange } else { ResultCode::NotFinite }
}
