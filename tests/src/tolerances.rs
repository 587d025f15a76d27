//! Every tolerance and threshold of the scorecard, with unit and reason, in one place.

/// Seconds that a run goes on after the last arrival, so that the behaviour at rest can be seen.
pub const REST_SECONDS: f32 = 15.0;

/// Seconds over which the jitter of a unit at rest is added up.
pub const JITTER_SECONDS: f32 = 10.0;

/// Seconds below [`SLOW_SHARE`] after which a unit counts as rested.
pub const RESTED_SECONDS: f32 = 1.0;

/// Share of its maximum speed below which a unit counts as hardly moving (rest, stuck).
pub const SLOW_SHARE: f32 = 0.1;

/// Metres of free way from which on a unit counts for `time_ratio_mean`: shorter ones are all
/// acceleration.
pub const LEAST_WAY: f32 = 1.0;

/// Seconds that `stuck` looks back from the end of the run.
pub const STUCK_SECONDS: f32 = 5.0;

/// Metres per second below which a unit stands still: 1/64 m per tick of 0.1 s, as the game's
/// benchmark has it.
pub const STANDSTILL_SPEED: f32 = 10.0 / 64.0;

/// Metres around a unit in which others count for `peak_density`, as the game's benchmark has it.
pub const DENSITY_REACH: f32 = 1.5;

/// Factor of the sum of two radii up to which two units touch: contact resolution leaves gaps of
/// about one per cent.
pub const TOUCH_FACTOR: f32 = 1.02;

/// Relative overlap of two units from which `overlap_pairs_per_1000` counts the pair.
pub const OVERLAP_COUNTED: f32 = 0.01;

/// Seconds that an overlap has to last to count for `overlap_max`.
pub const OVERLAP_SECONDS: f32 = 0.5;

/// Seconds at the start of a run that `overlap_max` leaves out: scenes may set units down
/// overlapping.
pub const OVERLAP_GRACE_SECONDS: f32 = 1.0;

/// Share of its radius that a unit's centre may come near to a wall before it counts as a
/// violation.
pub const WALL_SHARE: f32 = 0.95;

/// Share of the units that must end near their goals for a run to count as resolved.
pub const RESOLVED_SHARE: f64 = 0.75;

/// Metres by which a path may be shorter than the exact length (which its file gives with five
/// decimals).
pub const BELOW_OPTIMAL: f64 = 1e-3;

/// Seconds between two looks at the order of lanes.
pub const LANE_SECONDS: f32 = 0.5;

/// Seconds in which a turn of the flow counts as one.
pub const REVERSAL_SECONDS: f32 = 2.0;

/// Cosine of 120°: a turn by more is a reversal.
pub const REVERSAL_COSINE: f32 = -0.5;

/// Radii: who ends farther than this from its place is off it.
pub const OFF_PLACE: f32 = 0.7;

/// Seconds before and after a turn of a unit in which it walks, for the turn to count as a reversal.
pub const TURN_SECONDS: f32 = 0.5;

/// Share of its speed that a unit walks at least before and after a reversal: slower ones are jostled.
pub const TURN_SHARE: f32 = 0.25;

/// Share of its speed below which a unit that is told to wait does so: before, it comes near.
pub const WAITING_SHARE: f32 = 0.5;
