//! The islands of a window: the cells of a mesh cut to a rectangle, joined by the portals inside it.

use flowfield::Frame;
use glam::{DVec2, UVec2};
use navmesh::{Bounds, CellId, NavMesh};

use super::clip::{X, Y, length_within, span, split};
use crate::base::tolerances::PORTAL_LENGTH;

/// The lines of a frame in metres, exact: the product of a lattice coordinate and a cell size fits an f64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    origin: DVec2,
    cell_size: f64,
    pub(crate) size: UVec2,
}

impl Lines {
    /// The lines of a frame.
    pub(crate) fn new(frame: &Frame) -> Self {
        Self {
            origin: frame.origin.as_dvec2(),
            cell_size: f64::from(frame.cell_size),
            size: frame.size,
        }
    }

    /// Line `index` across an axis: the lower side of column or row `index`.
    pub(crate) fn at<const AXIS: usize>(&self, index: u32) -> f64 {
        (self.origin[AXIS] + f64::from(index)) * self.cell_size
    }

    /// The corner with the least coordinates.
    pub(crate) fn min(&self) -> DVec2 {
        self.origin * self.cell_size
    }

    /// The corner with the greatest coordinates.
    pub(crate) fn max(&self) -> DVec2 {
        (self.origin + self.size.as_dvec2()) * self.cell_size
    }

    /// The least line that is not below `value`, at most the last one.
    pub(crate) fn first_from<const AXIS: usize>(&self, value: f64) -> u32 {
        let guess = (value / self.cell_size - self.origin[AXIS])
            .floor()
            .clamp(0.0, f64::from(self.size[AXIS]));
        let mut index = guess as u32;
        while index < self.size[AXIS] && self.at::<AXIS>(index) < value {
            index += 1;
        }
        index
    }

    /// The column or row in which `value` lies, its lower side included; at most the last one.
    pub(crate) fn containing<const AXIS: usize>(&self, value: f64) -> u32 {
        let above = self.first_from::<AXIS>(value);
        let index = if above < self.size[AXIS] && self.at::<AXIS>(above) == value {
            above
        } else {
            above.max(1) - 1
        };
        index.min(self.size[AXIS] - 1)
    }
}

/// The cells of a mesh that reach into a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct WindowRegions {
    /// In ascending order.
    cells: Vec<CellId>,
    /// The island of each cell.
    labels: Vec<u32>,
    /// The clipped outlines, one after another, and where each starts.
    vertices: Vec<DVec2>,
    starts: Vec<usize>,
}

/// Room to cut meshes in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cutting {
    ring: Vec<DVec2>,
    parts: [Vec<DVec2>; 2],
    parents: Vec<u32>,
}

impl WindowRegions {
    /// Cuts the mesh to the frame and finds the islands. They are numbered by their least cells.
    pub(crate) fn find(&mut self, mesh: &NavMesh, frame: &Frame, room: &mut Cutting) {
        let lines = Lines::new(frame);
        self.cells.clear();
        self.vertices.clear();
        self.starts.clear();
        self.starts.push(0);
        let Cutting { ring, parts, parents } = room;
        for cell in mesh.cells_in(Bounds::new(frame.min(), frame.max())) {
            ring.clear();
            ring.extend(mesh.outline(cell).map(|vertex| vertex.as_dvec2()));
            clip(ring, &lines, parts);
            if !ring.is_empty() {
                self.cells.push(cell);
                self.vertices.extend_from_slice(ring);
                self.starts.push(self.vertices.len());
            }
        }
        self.join(mesh, &lines, parents);
    }

    /// Returns how many cells there are.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// A cell by its place in the list: its clipped outline and its island.
    pub(crate) fn piece(&self, index: usize) -> (&[DVec2], u32) {
        (&self.vertices[self.starts[index]..self.starts[index + 1]], self.labels[index])
    }

    /// The mesh cell at a place of the list.
    pub(crate) fn cell(&self, index: usize) -> CellId {
        self.cells[index]
    }

    /// The island of a mesh cell, if it reaches into the frame.
    pub(crate) fn of(&self, cell: CellId) -> Option<u32> {
        self.cells.binary_search(&cell).ok().map(|index| self.labels[index])
    }

    fn join(&mut self, mesh: &NavMesh, lines: &Lines, parents: &mut Vec<u32>) {
        let (min, max) = (lines.min(), lines.max());
        parents.clear();
        parents.extend(0..self.cells.len() as u32);
        for (index, &cell) in self.cells.iter().enumerate() {
            for portal in mesh.portals(cell).filter(|portal| portal.cell > cell) {
                let Ok(beyond) = self.cells.binary_search(&portal.cell) else { continue };
                let (left, right) = (portal.left.as_dvec2(), portal.right.as_dvec2());
                // One that lies inside as a whole joins, however short it is.
                if length_within(left, right, min, max) >= PORTAL_LENGTH.min(left.distance(right)) {
                    union(parents, index as u32, beyond as u32);
                }
            }
        }
        // A root is the least of its set, so that it is numbered before the others look for its number.
        let mut count = 0;
        self.labels.clear();
        for index in 0..parents.len() as u32 {
            let root = find(parents, index);
            let label = if root == index { count } else { self.labels[root as usize] };
            count += u32::from(root == index);
            self.labels.push(label);
        }
    }
}

/// The root of a set; on the way parents are replaced by grandparents.
pub(crate) fn find(parents: &mut [u32], mut index: u32) -> u32 {
    while parents[index as usize] != index {
        parents[index as usize] = parents[parents[index as usize] as usize];
        index = parents[index as usize];
    }
    index
}

/// Joins two sets; the lesser root stays one.
pub(crate) fn union(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}

/// Cuts a ring to the rectangle of the lines. Nothing is left of one that lies outside or only touches a side. One
/// without area, as rounding may leave of a very thin cell, counts: its portals join what lies on both its sides.
fn clip(ring: &mut Vec<DVec2>, lines: &Lines, parts: &mut [Vec<DVec2>; 2]) {
    clip_axis::<X>(ring, lines, parts);
    clip_axis::<Y>(ring, lines, parts);
}

fn clip_axis<const AXIS: usize>(ring: &mut Vec<DVec2>, lines: &Lines, parts: &mut [Vec<DVec2>; 2]) {
    let (low, high, extent) = (lines.min()[AXIS], lines.max()[AXIS], span::<AXIS>(ring));
    if extent.end <= low || extent.start >= high {
        ring.clear();
    }
    if extent.start < low {
        split::<AXIS>(ring, low, parts);
        std::mem::swap(ring, &mut parts[1]);
    }
    if extent.end > high {
        split::<AXIS>(ring, high, parts);
        std::mem::swap(ring, &mut parts[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowfield::glam::IVec2;

    #[test]
    fn lines_and_what_lies_between() -> Result<(), flowfield::FrameError> {
        let lines = Lines::new(&Frame::new(IVec2::new(-2, 3), UVec2::new(4, 5), 0.3125)?);
        assert_eq!(lines.at::<X>(0), -0.625);
        assert_eq!(lines.first_from::<X>(-5.0), 0);
        assert_eq!(lines.first_from::<X>(-0.625), 0);
        assert_eq!(lines.first_from::<X>(-0.62), 1);
        assert_eq!(lines.first_from::<X>(9.0), 4);
        assert_eq!(lines.containing::<X>(-0.62), 0);
        assert_eq!(lines.containing::<X>(-0.3125), 1);
        assert_eq!(lines.containing::<X>(0.625), 3);
        assert_eq!(lines.containing::<Y>(0.9375), 0);
        Ok(())
    }

    #[test]
    fn sets_keep_their_least_member_as_root() {
        let mut parents: Vec<u32> = (0..6).collect();
        union(&mut parents, 5, 3);
        union(&mut parents, 4, 1);
        union(&mut parents, 3, 4);
        assert_eq!(
            (0..6).map(|index| find(&mut parents, index)).collect::<Vec<_>>(),
            [0, 1, 2, 1, 1, 1]
        );
    }
}
