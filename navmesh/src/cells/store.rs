//! Which cells a mesh has: the one interface behind which its stores differ.

use std::sync::Arc;

use glam::{DVec2, I64Vec2, Vec2};

use super::baked::BakedCells;
use super::id::{CellId, Cuts, WidePortal};
use super::one_of::OneOf;
use super::tiled::sites::TiledCells;
use crate::areas::{Area, Footing};
use crate::bounds::Bounds;
use crate::fixed::cells::FixedCells;
use crate::tiles::islands::Component;
use crate::tiles::tiling::State;
use crate::tiles::wall_graph::WallGraph;

/// The cells of a mesh, in one of two stores: tiles that edits cut anew, or baked cells that never change. All that looks at a
/// mesh asks here; nothing else knows which of the two it is.
///
/// # What a third store has to answer
///
/// Each method below, and in `sight` beside this file, is a question with an arm for each store; the compiler names those
/// that are missing. They are of four kinds:
///
/// - *Names.* A [`CellId`] is a number in a *part* of at most 65 535 cells ([`part_count`](Self::part_count),
///   [`cells_of_part`](Self::cells_of_part)), and all cells have numbers in the same order
///   ([`number_of`](Self::number_of)). [`state`](Self::state) is another [`State`] after each change, and shared by copies.
/// - *Places.* Convex rings in metres ([`ring`](Self::ring), [`each_side`](Self::each_side)), the portals between them, which
///   both cells tell alike ([`portals`](Self::portals), [`each_portal_near`](Self::each_portal_near),
///   [`each_part`](Self::each_part)), which cells hold a point or meet a box ([`at`](Self::at),
///   [`within`](Self::within)), and what cells are like ([`area`](Self::area), [`component`](Self::component)).
/// - *Sight.* The cells again in *grounds*, each a [`SightGraph`](crate::tiles::ground::SightGraph) that is made when it is
///   first asked for ([`ground`](Self::ground)), put together by [`opened`](super::doors::opened); and the corners where cells
///   meet ([`sector`](Self::sector), [`walls_at`](Self::walls_at)). Levels that overlap are cells of several grounds, or of
///   one: nothing but [`at`](Self::at) and [`within`](Self::within) goes from a place to a cell.
/// - *Knowledge.* What saves time or memory and may be denied: what lies behind portals ([`order`](Self::order)), which ground
///   is wide open ([`over_open_parts`](Self::over_open_parts)), what an edit left as it was
///   ([`shared_tile`](Self::shared_tile)), the whole corner graph ([`chart`](Self::chart)).
///
/// Saving it, and making it, is its own affair. [`tiles`](Self::tiles) is for what is about tiles as such.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "inner loops ask tiles; a pointer between costs time"
)]
pub(crate) enum Cells {
    Tiled(TiledCells),
    Baked(BakedCells),
}

/// Asks a store what both answer alike.
macro_rules! ask {
    ($cells:expr, $store:ident => $answer:expr) => {
        match $cells {
            Cells::Tiled($store) => $answer,
            Cells::Baked($store) => $answer,
        }
    };
}

/// Asks a store for things in a row.
macro_rules! ask_each {
    ($cells:expr, $store:ident => $answer:expr) => {
        match $cells {
            Cells::Tiled($store) => OneOf::Tiled($answer),
            Cells::Baked($store) => OneOf::Baked($answer),
        }
    };
}

pub(super) use ask;

/// Which cells there are.
impl Cells {
    /// Returns the tiles, for what is about tiles as such. `None`: cells never change, and there are none.
    pub(crate) fn tiles(&self) -> Option<&TiledCells> {
        match self {
            Cells::Tiled(tiles) => Some(tiles),
            Cells::Baked(_) => None,
        }
    }

    /// Returns the tiles, to be edited; `None`: cells never change.
    pub(crate) fn tiles_mut(&mut self) -> Option<&mut TiledCells> {
        match self {
            Cells::Tiled(tiles) => Some(tiles),
            Cells::Baked(_) => None,
        }
    }

    /// Returns the cells that are saved themselves; `None` where they follow from the obstacles.
    pub(crate) fn to_be_saved(&self) -> Option<&FixedCells> {
        match self {
            Cells::Tiled(_) => None,
            Cells::Baked(baked) => Some(baked.cells()),
        }
    }

    /// Returns what tells one state of the cells from another: it is new with every change, and copies share it.
    pub(crate) fn state(&self) -> &Arc<State> {
        ask!(self, cells => cells.state())
    }

    /// Returns how many parts hold the cells: tiles, or runs of cells.
    pub(crate) fn part_count(&self) -> u32 {
        ask!(self, cells => cells.part_count())
    }

    /// Returns how many cells a part holds.
    pub(crate) fn cells_of_part(&self, part: u32) -> u16 {
        ask!(self, cells => cells.cells_of_part(part))
    }

    /// Returns a place near the cells of a part, in metres: relative to it f32 tells places well enough.
    pub(crate) fn part_corner(&self, part: u32) -> DVec2 {
        ask!(self, cells => cells.part_corner(part))
    }

    /// Returns how many cells there are.
    pub(crate) fn count(&self) -> usize {
        ask!(self, cells => cells.count())
    }

    /// Returns the number of a cell among all cells.
    pub(crate) fn number_of(&self, cell: CellId) -> u32 {
        ask!(self, cells => cells.number_of(cell))
    }

    /// Returns whether a cell of this name exists.
    pub(crate) fn exists(&self, id: CellId) -> bool {
        id.tile < self.part_count() && id.cell < self.cells_of_part(id.tile)
    }

    /// Returns all cells, in ascending order.
    pub(crate) fn all(&self) -> impl Iterator<Item = CellId> {
        (0..self.part_count())
            .flat_map(|tile| (0..self.cells_of_part(tile)).map(move |cell| CellId { tile, cell }))
    }

    /// Returns what the ground of a cell is like.
    pub(crate) fn area(&self, cell: CellId) -> Area {
        ask!(self, cells => cells.area(cell))
    }

    /// Returns all that is known of the ground of a cell.
    pub(crate) fn footing(&self, cell: CellId) -> Footing {
        ask!(self, cells => cells.footing(cell))
    }

    /// Returns whether units are slower in any area.
    pub(crate) fn is_slow(&self) -> bool {
        ask!(self, cells => cells.is_slow())
    }

    /// Returns whether any cell lies in an area.
    pub(crate) fn has_areas(&self) -> bool {
        ask!(self, cells => cells.has_areas())
    }

    /// Returns the connected part of the mesh to which a cell belongs.
    pub(crate) fn component(&self, cell: CellId) -> Component {
        ask!(self, cells => cells.component(cell))
    }
}

/// Where cells are, and what is beyond.
impl Cells {
    /// Returns the vertices of a cell, counter-clockwise; metres.
    pub(crate) fn ring(&self, cell: CellId) -> impl Iterator<Item = DVec2> + Clone {
        ask_each!(self, cells => cells.ring(cell))
    }

    /// Returns the end points of a cell's sides, counter-clockwise; metres.
    pub(crate) fn sides(&self, cell: CellId) -> impl Iterator<Item = [DVec2; 2]> {
        let mut ring = self.ring(cell);
        let last = ring.clone().last();
        let mut from = last.unwrap_or_default();
        std::iter::from_fn(move || {
            let to = ring.next()?;
            Some([std::mem::replace(&mut from, to), to])
        })
    }

    /// Calls `each` with the ends of all sides of a cell, as [`sides`](Self::sides) gives them.
    pub(crate) fn each_side(&self, cell: CellId, each: impl FnMut([DVec2; 2])) {
        ask!(self, cells => cells.each_side(cell, each))
    }

    /// Returns the ways out of a cell.
    pub(crate) fn portals(&self, cell: CellId) -> impl Iterator<Item = WidePortal> {
        ask_each!(self, cells => cells.portals(cell))
    }

    /// Calls `each` with the portals of a cell that may hold a point of its border: all, less those that are known to be far
    /// from there.
    pub(crate) fn each_portal_near(
        &self,
        cell: CellId,
        point: DVec2,
        each: impl FnMut(WidePortal),
    ) {
        match self {
            Cells::Tiled(tiles) => tiles.each_portal_near(cell, point, each),
            Cells::Baked(baked) => baked.portals(cell).for_each(each),
        }
    }

    /// Cuts the sides of a cell into portals and the walls between them, and calls `each` with the side, the place where each
    /// part starts, and the cell beyond or `None`, counter-clockwise.
    pub(crate) fn each_part(
        &self,
        cell: CellId,
        cuts: &mut Cuts,
        each: impl FnMut(u16, DVec2, Option<CellId>),
    ) {
        match self {
            Cells::Tiled(tiles) => tiles.each_part(cell, cuts, each),
            Cells::Baked(baked) => baked.each_part(cell, each),
        }
    }

    /// Returns whether a wall goes straight on where the next one begins. They are parts of these sides of cells, and lead from
    /// the first of the places to the second, and on to the third.
    pub(crate) fn are_in_line(&self, sides: [(CellId, u16); 2], places: [DVec2; 3]) -> bool {
        match self {
            Cells::Tiled(tiles) => tiles.are_in_line(sides),
            Cells::Baked(baked) => baked.are_in_line(places),
        }
    }

    /// Returns the cells that hold a lattice point (their borders included), in ascending order. Exact.
    pub(crate) fn at(&self, point: I64Vec2) -> impl Iterator<Item = CellId> {
        ask_each!(self, cells => cells.at(point))
    }

    /// Returns the first of [`at`](Self::at) from which a portal leads, or just the first; in less time than from there.
    pub(crate) fn first_at(&self, point: I64Vec2) -> Option<CellId> {
        match self {
            Cells::Tiled(tiles) => tiles.first_at(point),
            Cells::Baked(baked) => baked.at(point).next(),
        }
    }

    /// Returns whether a point within the bounds, rounded to the lattice, is known to lie in a cell and not on its border, so
    /// that no other cell holds it. `false` where that is not told in less time than which cell it is.
    pub(crate) fn has_inside(&self, cell: CellId, point: Vec2, bounds: &Bounds) -> bool {
        match self {
            Cells::Tiled(tiles) => tiles.has_inside(cell, point, bounds),
            Cells::Baked(_) => false,
        }
    }

    /// Returns the cells of a mesh with these bounds whose bounding boxes meet the area, in ascending order. An area that is
    /// not finite meets none.
    pub(crate) fn within(&self, area: Bounds, bounds: Bounds) -> impl Iterator<Item = CellId> {
        match self {
            Cells::Tiled(tiles) => OneOf::Tiled(tiles.within(area, bounds)),
            Cells::Baked(baked) => OneOf::Baked(baked.within(area)),
        }
    }

    /// Returns the border of the free area.
    pub(crate) fn walls(&self) -> WallGraph {
        match self {
            Cells::Tiled(tiles) => WallGraph::of_tiles(tiles.tiling(), false),
            Cells::Baked(baked) => baked.walls(),
        }
    }
}

/// What is known to save time.
impl Cells {
    /// Returns whether one cell is all of a part, which is a square.
    pub(crate) fn is_open_part(&self, part: u32) -> bool {
        match self {
            Cells::Tiled(tiles) => tiles.is_open_part(part),
            Cells::Baked(_) => false,
        }
    }

    /// Returns the last cell to which `start + way · share` leads from a cell that holds its start, over open parts alone and past
    /// no corner of theirs: a walk from cell to cell comes there, too.
    pub(crate) fn over_open_parts(&self, first: CellId, start: DVec2, way: DVec2) -> CellId {
        match self {
            Cells::Tiled(tiles) => tiles.over_open_parts(first, start, way),
            Cells::Baked(_) => first,
        }
    }

    /// Returns how many numbers the windows of portals count round; `None` where nobody has looked what lies behind them.
    pub(crate) fn order_count(&self) -> Option<u32> {
        match self {
            Cells::Tiled(_) => None,
            Cells::Baked(baked) => Some(baked.count() as u32),
        }
    }

    /// Returns the number of a cell in the order by which windows are told, where they are known.
    pub(crate) fn order(&self, cell: CellId) -> Option<u32> {
        match self {
            Cells::Tiled(_) => None,
            Cells::Baked(baked) => Some(baked.order(cell)),
        }
    }

    /// Returns for each portal of a cell which cells can be reached through it without coming back: the first number in that
    /// order, and how many there are, counted round the end. None at all where that is not known.
    pub(crate) fn windows(&self, cell: CellId) -> impl Iterator<Item = [u32; 2]> {
        match self {
            Cells::Tiled(_) => OneOf::Tiled(std::iter::empty()),
            Cells::Baked(baked) => OneOf::Baked(baked.windows(cell)),
        }
    }

    /// Returns the bytes of all cells, without what is kept for sight.
    pub(crate) fn size_in_bytes(&self) -> usize {
        match self {
            Cells::Tiled(tiles) => tiles.size_in_bytes(),
            Cells::Baked(baked) => baked.cells().size_in_bytes(),
        }
    }
}
