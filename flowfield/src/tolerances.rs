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
