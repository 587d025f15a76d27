//! Goals and corners, and what is seen from them.

use glam::DVec2;

use crate::sight::cone::Cone;

/// No root; no door, or more than one.
pub(crate) const NONE: u32 = u32::MAX;

/// A goal or a settled corner, from which a part of the mesh is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    pub(crate) place: DVec2,
    /// The point from which its cones start: the corner itself, or the lattice point of a goal.
    pub(crate) apex: DVec2,
    /// The remaining distance from here.
    pub(crate) distance: f64,
    /// The root to which the way leads on; [`NONE`] from a goal.
    pub(crate) next: u32,
}

/// What a root sees of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The number of the cell.
    pub(crate) cell: u32,
    pub(crate) root: u32,
    /// The directions of its limits, right and left; `None`: all of it.
    pub(crate) limits: Option<[DVec2; 2]>,
    /// The least distance that it can give.
    pub(crate) least: f64,
    /// The tile and door through which the root looks into the cell, if there is but one.
    pub(super) door: Option<(u32, u32)>,
}

/// A cone that enters a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) tile: u32,
    pub(super) cell: u32,
    pub(super) cone: Cone,
    /// The least distance behind the doors through which it came.
    pub(super) least: f64,
    pub(super) door: Option<(u32, u32)>,
    /// Whether the sweep starts in the cell.
    pub(super) first: bool,
}
