//! Every tolerance of the crate, with unit and reason.

/// Relative. A straight way that costs more than the dearest ground at its ends by no more than this is on even ground: the
/// cost of a way is a sum of roundings of f32.
pub(crate) const EVEN_GROUND: f32 = 1.0e-3;

/// Relative. What a guide says of the cost of a way may be less than that by this.
pub(crate) const GUIDED: f32 = 0.03;

/// Metres: the lattice of obstacles, 1/1024 m, less what positions far from the origin lose as f32. A gap that
/// is narrower than a unit is closed, so a part of a portal that lies inside a window joins two mesh cells only from this
/// length on, if it is not all of the portal; parts of exactly one unit are common, as windows lie on the lattice too.
pub(crate) const PORTAL_LENGTH: f64 = 0.95 / 1024.0;

/// Metres: the least length over which free area must cross a side of a grid cell for the step to be open. Far above
/// the rounding of f64 at 10 km (2e-12), far below the narrowest passage of a mesh ([`PORTAL_LENGTH`]).
pub(crate) const CROSSING_LENGTH: f64 = 1e-7;

/// Relative: a cell of the grid of which less is wall has no neck, a place where walls touch. Far above the rounding of
/// areas; what is left out is a corner of 0.2 mm of a cell 0.5 m wide.
pub(crate) const NECK_AREA: f64 = 1e-7;

/// Metres: two discs nearer than this have no usable direction between them; one is made from their ids.
pub(crate) const COINCIDENT: f32 = 1e-5;

/// Metres: a ray that stops this near to its target counts as having reached it. Way points touch corners of walls
/// exactly, and a ray that meets a wall stops about 2 mm before it.
pub(crate) const SIGHT: f32 = 4e-3;

/// Metres: a way that is longer than the straight one by this much leads round something. Twice what distances (1 mm, and
/// f32 some kilometres from the origin) and [`SIGHT`] are off by.
pub(crate) const DETOUR: f32 = 0.02;

/// Metres: a line that passes the ends of a wall at this distance crosses it for sure, whatever a ray is rounded by (about
/// 2 mm).
pub(crate) const SCREEN: f32 = 0.01;

/// Metres per second: below this a velocity has no usable direction.
pub(crate) const STILL: f32 = 1e-4;

/// Relative: discs are kept apart by this much more than their radii, and overlaps of this much of that are not
/// corrected any more: so what remains is not seen as an overlap.
pub(crate) const SKIN: f32 = 0.01;

/// Relative: how far `dt` may be from the world's tick. Callers compute `1.0 / 60.0` in their own precision.
pub(crate) const TICK: f32 = 1e-6;

/// Sine of an angle: walls that lead towards the other side of a gate by less than this count as parallel. About 6°:
/// corners of walls turned against the lattice are off by less.
pub(crate) const GATE_SLACK: f32 = 0.1;

/// Metres: how far inside its ends a gate is looked along, as its ends touch walls. Three times what rays and vertices are
/// rounded by.
pub(crate) const GATE_INSET: f32 = 6e-3;

/// Metres: walls whose ends are no farther than this from one line have no corner between them. As in the boundary of a
/// mesh.
pub(crate) const STRAIGHT: f64 = 2.0e-4;

/// Metres: what is no farther than this from a tile touches it. Far above what vertices are rounded by.
pub(crate) const TOUCHING: f32 = 0.01;

/// Relative: how far the squared length of a direction may be from 1. Directions are turned a little in every tick and made
/// as long as before, in f32.
pub(crate) const UNIT_LENGTH: f32 = 1e-3;

/// Relative: overlaps of up to this much of the sum of the radii may come about where a crowd is pressed; deeper ones never
/// become deeper. Less than 1 %, from which on overlaps count as faults; with less, crowds stand where they could still
/// squeeze past each other.
pub(crate) const PRESSED: f32 = 0.009;

/// Metres: by less than this distances of two discs are off that were computed twice.
pub(crate) const ROUNDING: f32 = 1e-5;

/// Metres: walls that come no nearer to a way than this do not touch it, and those that reach so far beyond it on both sides
/// cross it, whatever rays are rounded by. Ten times as much as that (2 to 3 mm).
pub(crate) const CLEAR: f32 = 0.03;

/// Metres: so far from the origin positions as f32 are off by no more than 0.5 mm, the lattice of obstacles; farther away
/// roundings decide more than [`CLEAR`] allows for.
pub(crate) const EXACT_REACH: f32 = 8192.0;

/// Metres: walls whose parts lie farther than this beside the line between their ends are not looked along as that line. Far
/// more than [`STRAIGHT`] with roundings, far less than [`CLEAR`].
pub(crate) const CROOKED: f32 = 2e-3;
