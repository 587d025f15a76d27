//! What a sweep over ground of different cost works on: the scene, what is to be settled, beams and views.

use super::station::{LinkDirections, Stations};
use crate::half_edges::cone::FloatCone;
use crate::half_edges::corners::Corners;
use crate::half_edges::rings::{HalfEdges, NONE};

/// What a root sees of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostView {
    pub(crate) cell: u32,
    pub(crate) root: u32,
    /// `None`: all of it.
    pub(crate) cone: Option<FloatCone>,
    /// The least cost that it can give.
    pub(crate) least: f64,
    /// The half edge through which the root looks into the cell; [`NONE`] if the root lies in it.
    pub(crate) edge: u32,
    /// Its last view before through the same half edge; [`NONE`] if there is none.
    pub(crate) before: u32,
}

/// A cone on its way through a half edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostBeam {
    pub(crate) edge: u32,
    pub(crate) cone: FloatCone,
}

/// Something to be settled: the cheapest way so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) cost: f64,
    /// The root by which it leads, and the cell from which that is seen.
    pub(crate) next: u32,
    pub(crate) cell: u32,
    pub(crate) settled: bool,
}

impl Item {
    pub(crate) const UNREACHED: Self =
        Self { cost: f64::INFINITY, next: NONE, cell: NONE, settled: false };
}

/// What a field is made from.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) rings: HalfEdges,
    pub(crate) corners: Corners,
    pub(crate) stations: Stations,
    /// What a metre costs in each cell.
    pub(crate) rates: Vec<f64>,
    pub(crate) ways: LinkDirections,
    /// No way that costs more is asked for.
    pub(crate) limit: f64,
}
