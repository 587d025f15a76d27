//! Where the leader's path leaves the window, and the cells of the window's border that the field flows out of.

use flowfield::{Frame, Goal};
use glam::{UVec2, Vec2};
use navmesh::NavMesh;

use crate::grids::walls::Walls;
use crate::ways::sight::sees;

/// The most border cells on each side of the exit that become goals: 30 m at the usual cell size, wider than most
/// crowds.
const SPREAD: u32 = 96;

/// How many border cells from the exit a replacement is looked for, where a wall's corner hides the exit's own cell.
const NEARBY: u32 = 3;

/// The point where a path leaves a window, and the next way point after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exit {
    pub(crate) point: Vec2,
    pub(crate) beyond: Vec2,
}

/// Returns where a path that starts in the frame first leaves it; `None` if it ends inside.
pub(crate) fn exit(path: &[Vec2], frame: &Frame) -> Option<Exit> {
    let (min, max) = (frame.min(), frame.max());
    let outside = |point: Vec2| point.cmplt(min).any() || point.cmpgt(max).any();
    let last_inside = path.iter().position(|&point| outside(point))?.checked_sub(1)?;
    let (from, beyond) = (path[last_inside], path[last_inside + 1]);
    let way = beyond - from;
    let border = Vec2::select(way.cmplt(Vec2::ZERO), min, max);
    let shares = Vec2::select(way.cmpeq(Vec2::ZERO), Vec2::INFINITY, (border - from) / way);
    let point = (from + way * shares.min_element().clamp(0.0, 1.0)).clamp(min, max);
    Some(Exit { point, beyond })
}

/// The goals of a window that the leader's path leaves: the exit's cell, and the border cells next to it from which the
/// next way point is in sight and outside. Each starts with what remains from it to that way point, less the least of
/// them; so no cell promises a shorter way than it has, and units spread over the whole outflow.
pub(crate) fn outflow(mesh: &NavMesh, walls: &Walls, exit: Exit, island: u32) -> Vec<Goal> {
    let frame = walls.steps().frame();
    let border = Border { size: frame.size };
    let ours = |cell: UVec2| walls.island(frame.index_of(cell)) == Some(island);
    let leads_out = |cell: UVec2| {
        let center = frame.center(cell);
        ours(cell) && faces(frame, cell, exit.beyond) && sees(mesh, center, exit.beyond)
    };
    let inside = exit.point.clamp(frame.center(UVec2::ZERO), frame.center(frame.size - 1));
    let Some(start) = frame.cell_of(inside).and_then(|cell| border.position(cell)) else {
        return Vec::new();
    };
    let half = SPREAD.min(border.length() / 2);
    let mut cells = Vec::new();
    if let Some(start) = (0..=NEARBY)
        .flat_map(|off| [start + off, start + border.length() - off])
        .find(|&at| ours(border.cell(at)))
    {
        cells.push(border.cell(start));
        cells.extend(
            (1..half).map(|off| border.cell(start + off)).take_while(|&cell| leads_out(cell)),
        );
        cells.extend(
            (1..half)
                .map(|off| border.cell(start + border.length() - off))
                .take_while(|&cell| leads_out(cell)),
        );
    }
    let rest = |cell: UVec2| frame.center(cell).distance(exit.beyond);
    let least = cells.iter().map(|&cell| rest(cell)).fold(f32::INFINITY, f32::min);
    cells.into_iter().map(|cell| Goal { cell, start: rest(cell) - least }).collect()
}

/// Returns whether a point lies beyond a side of the frame that a border cell touches.
fn faces(frame: &Frame, cell: UVec2, point: Vec2) -> bool {
    let (low, high) = (cell.cmpeq(UVec2::ZERO), cell.cmpeq(frame.size - 1));
    (low & point.cmplt(frame.min()) | high & point.cmpgt(frame.max())).any()
}

/// The cells on the border of a frame, numbered counter-clockwise from cell (0, 0); the numbering goes round and round.
#[derive(Clone, Copy, Debug)]
struct Border {
    size: UVec2,
}

impl Border {
    fn length(self) -> u32 {
        let UVec2 { x, y } = self.size;
        if x == 1 || y == 1 { x * y } else { 2 * (x + y) - 4 }
    }

    fn cell(self, position: u32) -> UVec2 {
        let last = self.size - 1;
        let at = position % self.length();
        if at <= last.x {
            UVec2::new(at, 0)
        } else if at <= last.x + last.y {
            UVec2::new(last.x, at - last.x)
        } else if at <= 2 * last.x + last.y {
            UVec2::new(2 * last.x + last.y - at, last.y)
        } else {
            UVec2::new(0, 2 * (last.x + last.y) - at)
        }
    }

    /// The number of a cell, if it is on the border.
    fn position(self, cell: UVec2) -> Option<u32> {
        let last = self.size - 1;
        if cell.y == 0 {
            Some(cell.x)
        } else if cell.x == last.x {
            Some(last.x + cell.y)
        } else if cell.y == last.y {
            Some(2 * last.x + last.y - cell.x)
        } else {
            (cell.x == 0).then_some(2 * (last.x + last.y) - cell.y)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowfield::glam::IVec2;
    use navmesh::{Bounds, MeshDefinition};

    fn frame() -> Frame {
        Frame::new(IVec2::new(10, 10), UVec2::new(20, 10), 0.5).unwrap()
    }

    #[test]
    fn the_border_is_numbered_both_ways() {
        for size in
            [UVec2::new(5, 4), UVec2::new(1, 6), UVec2::new(6, 1), UVec2::new(2, 2), UVec2::ONE]
        {
            let border = Border { size };
            for position in 0..border.length() {
                let cell = border.cell(position);
                assert!(cell.cmplt(size).all(), "{size} {position} {cell}");
                assert_eq!(border.position(cell), Some(position), "{size}");
            }
        }
        assert_eq!(Border { size: UVec2::new(5, 4) }.position(UVec2::new(2, 2)), None);
    }

    #[test]
    fn the_first_way_out() {
        let path =
            [Vec2::new(6.0, 6.0), Vec2::new(8.0, 6.0), Vec2::new(8.0, 20.0), Vec2::new(6.0, 6.0)];
        let found = exit(&path, &frame()).unwrap();
        assert_eq!(found, Exit { point: Vec2::new(8.0, 10.0), beyond: Vec2::new(8.0, 20.0) });
        assert_eq!(exit(&path[..2], &frame()), None);
    }

    #[test]
    fn outflow_lies_on_the_side_of_the_next_way_point() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
        let mesh =
            NavMesh::new(&MeshDefinition { agent_radius: 0.4, ..MeshDefinition::new(bounds) })
                .unwrap();
        let walls = Walls::new(&mesh, frame()).unwrap();
        let exit = Exit { point: Vec2::new(15.0, 7.0), beyond: Vec2::new(30.0, 7.0) };
        let goals = outflow(&mesh, &walls, exit, 0);
        assert_eq!(goals.len(), 10, "the whole eastern side");
        assert!(goals.iter().all(|goal| goal.cell.x == 19 && (0.0..1.0).contains(&goal.start)));
        assert!(goals.iter().any(|goal| goal.start == 0.0));
    }
}
