//! A part of the mesh as sight wants it: the doors between its cells, and the corners of the walls at their ends.
//!
//! Portals are rounded to f32 and have a least length. Sight is more delicate: it passes through slits where cuts nearly
//! meet on open ground, and along walls that are nearly in line. So doors are made anew from the cells' lines, in f64.

use glam::DVec2;

use crate::tolerances::BLUNT_SLACK;

/// No corner.
pub(crate) const NO_CORNER: u32 = u32::MAX;

/// No end of a door.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// No tile.
pub(crate) const NO_TILE: u32 = u32::MAX;

/// What two cells share of their borders. Left and right as seen when leaving the cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door {
    /// The places of its ends.
    pub(crate) right: u32,
    pub(crate) left: u32,
    /// The tile beyond, and the name of the cell there: its number, if that is the ground's own tile, or else what
    /// [`name_across`](super::edge::name_across) gives.
    pub(crate) tile: u32,
    pub(crate) cell: u32,
}

/// On which side of a path that turns at a corner the obstacle lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Left,
    Right,
}

impl Turn {
    pub(crate) const BOTH: [Turn; 2] = [Turn::Left, Turn::Right];
}

/// A corner of the walls: a place round which more than half a turn is free, in one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WallCorner {
    /// Where it is, in metres; exact, but for a rounding where it is blunt.
    pub(crate) at: DVec2,
    /// The directions of its two walls: what is free lies counter-clockwise from the first to the second.
    pub(crate) walls: [DVec2; 2],
    /// The cells round it, in the tables of its ground: the first, and how many there are; 0 where they are not kept.
    pub(crate) cells: (u32, u32),
    /// Whether it, or others of the mesh, may not be on the lattice, so that the walls do not lead to the next exactly.
    pub(crate) is_blunt: bool,
}

impl WallCorner {
    /// Returns how a path turns that comes or goes along a direction: the line through the corner must touch the obstacle
    /// without cutting it. `None`: no shortest path bends here.
    pub(crate) fn turn(&self, way: DVec2) -> Option<Turn> {
        Turn::BOTH.into_iter().find(|&turn| self.turns(turn, way))
    }

    /// Returns whether a path that comes along a direction may turn so. Nearly always it is one turn at most; along a wall as
    /// thin as a line, both.
    pub(crate) fn turns(&self, turn: Turn, way: DVec2) -> bool {
        let mut sides = self.walls.map(|wall| way.perp_dot(wall));
        if self.is_blunt {
            let slack = |wall: DVec2| BLUNT_SLACK * way.length() * wall.length();
            let slack = self.walls.map(slack);
            // Beside a wall by no more than a rounding is along it.
            let along = |k: usize| if sides[k].abs() <= slack[k] { 0.0 } else { sides[k] };
            sides = [along(0), along(1)];
        }
        match turn {
            Turn::Left => sides.iter().all(|&side| side >= 0.0),
            Turn::Right => sides.iter().all(|&side| side <= 0.0),
        }
    }

    /// The directions in which a path may leave that turns here, counter-clockwise; less than half a turn.
    pub(crate) fn taut_arc(&self, turn: Turn) -> [DVec2; 2] {
        match turn {
            Turn::Left => [-self.walls[0], self.walls[1]],
            Turn::Right => [self.walls[0], -self.walls[1]],
        }
    }
}

/// The doors of the cells of a tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightGraph {
    /// For each cell its first door, and the number of all at the end.
    pub(crate) first_door: Vec<u32>,
    /// The doors of each cell, counter-clockwise.
    pub(crate) doors: Vec<Door>,
    /// Where doors end, in metres. Where two parts of the ground touch in a point, there are two places.
    pub(crate) places: Vec<DVec2>,
    /// For each place its corner, or [`NO_CORNER`].
    pub(crate) corner_of: Vec<u32>,
    /// For each place whether a wall is known to end there: walls of the ground's own cells are.
    pub(crate) at_wall: Vec<bool>,
    pub(crate) corners: Vec<WallCorner>,
    /// Whether corners of the mesh may not be on the lattice: see [`WallCorner::is_blunt`].
    pub(crate) is_blunt: bool,
    /// The cells round the corners: tile, and name as in [`Door`].
    pub(crate) round: Vec<(u32, u32)>,
    /// For each cell which of the tiles in `near` it touches, a bit each; empty where there are no tiles.
    pub(crate) touches: Vec<u8>,
    /// The tiles round this one, or [`NO_TILE`]: west, east, south, north, then the corners in between.
    pub(crate) near: [u32; 8],
}

impl SightGraph {
    /// The doors of a cell, counter-clockwise.
    pub(crate) fn doors(&self, cell: u32) -> &[Door] {
        let cell = cell as usize;
        &self.doors[self.first_door[cell] as usize..self.first_door[cell + 1] as usize]
    }

    /// The doors of a cell with their numbers in the ground, counter-clockwise.
    pub(crate) fn doors_of(&self, cell: u32) -> impl Iterator<Item = (u32, &Door)> {
        (self.first_door[cell as usize]..).zip(self.doors(cell))
    }

    /// Returns whether a place is known exactly: a corner that is.
    pub(crate) fn is_sharp(&self, place: u32) -> bool {
        self.corner_of[place as usize] != NO_CORNER && !self.is_blunt
    }

    /// The cells round a corner that are kept: tile, and name as in [`Door`].
    pub(crate) fn cells_round(&self, corner: &WallCorner) -> &[(u32, u32)] {
        &self.round[corner.cells.0 as usize..(corner.cells.0 + corner.cells.1) as usize]
    }

    /// The other tiles that a cell touches: what borders on it, and so what is seen from it, depends on them.
    pub(crate) fn touched_by(&self, cell: u32) -> impl Iterator<Item = u32> {
        let touches = self.touches.get(cell as usize).copied().unwrap_or(0);
        let touched = move |&(k, &near): &(usize, &u32)| touches >> k & 1 != 0 && near != NO_TILE;
        let near = if touches == 0 { &[] } else { &self.near[..] };
        near.iter().enumerate().filter(touched).map(|(_, &near)| near)
    }

    /// Returns how many bytes it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first_door)
            + size_of_val(&*self.doors)
            + size_of_val(&*self.places)
            + size_of_val(&*self.corner_of)
            + size_of_val(&*self.at_wall)
            + size_of_val(&*self.corners)
            + size_of_val(&*self.round)
            + size_of_val(&*self.touches)
    }
}
