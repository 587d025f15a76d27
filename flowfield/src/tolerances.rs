//! Every limit of the crate, with its unit and the reason for its value.

/// Cells. The farthest a frame may reach from the lattice's origin: up to here centres (half a cell)
/// have three bits to spare in an `f32`, so no cell's centre is ever rounded into its neighbour.
pub(crate) const LATTICE_LIMIT: i32 = 1 << 20;

/// Cells. The longest side of a frame: 16 M cells still have 32-bit indices, and a little more than a
/// gigabyte holds their crowd and field.
pub(crate) const MOST_CELLS_A_SIDE: u32 = 4096;

/// Metres. The range of cell sizes in which squares of step costs neither overflow nor vanish in an
/// `f32`, with room for every speed floor.
pub(crate) const CELL_SIZES: std::ops::RangeInclusive<f32> = 0.001..=10_000.0;

/// Fraction of the free speed. The least speed floor: below it a crowd costs as much as a wall, and
/// step costs differ so much that an `f32` potential loses the cheap ones.
pub(crate) const LEAST_SPEED_FLOOR: f32 = 0.001;

/// Metres a second. The greatest speed of a disc: sums over millions of discs stay finite.
pub(crate) const MOST_SPEED: f32 = 1e6;

/// Metres of free travel. The range of the cost of a step: sums over all cells of a frame stay finite.
pub(crate) const STEP_COSTS: std::ops::RangeInclusive<f32> = 1e-6..=1e12;

/// The least cost of a step. The width of a bucket: narrower ones are mostly empty, in wider ones more
/// cells come too early.
pub(crate) const BUCKET_WIDTH: f32 = 2.0;

/// The most buckets, a power of two: where costs differ more, buckets are wider. A ring of them fits
/// into a corner of the first cache of a processor.
pub(crate) const MOST_BUCKETS: usize = 1 << 8;

/// Factor. The range of the cost of terrain: beyond it ground is as good as a wall, or a portal.
pub(crate) const TERRAIN_COSTS: std::ops::RangeInclusive<f32> = 0.001..=1000.0;

/// Metres. The greatest height, up or down: differences are exact to a decimetre.
pub(crate) const MOST_HEIGHT: f32 = 1e6;

/// The greatest discomfort: with the greatest weight its costs stay in the range of those of steps.
pub(crate) const MOST_DISCOMFORT: f32 = 1e6;

/// The greatest weight of discomfort, in units of α + β.
pub(crate) const MOST_DISCOMFORT_WEIGHT: f32 = 1000.0;

/// Fraction of the free speed. The greatest speed down a slope.
pub(crate) const MOST_SLOPE_SPEED: f32 = 10.0;

/// Seconds. The farthest that a crowd's motion is predicted; discs are laid down along the way.
pub(crate) const MOST_PREDICTION: f32 = 60.0;

/// The greatest exponent of the density's fall-off: from here on a disc is felt in one cell only.
pub(crate) const MOST_EXPONENT: u8 = 32;

/// Metres of free travel: a greater toll is none. Sums of a few of them and of ways are exact enough to compare.
pub(crate) const MOST_TOLL: f32 = 1e6;
