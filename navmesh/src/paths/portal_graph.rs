//! The portals of a mesh as a graph that petgraph's algorithms run on.

use std::collections::HashSet;

use glam::{DVec2, Vec2};
use petgraph::Undirected;
use petgraph::visit::{
    Data, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges, IntoNeighbors,
    IntoNodeIdentifiers, IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable,
    Visitable,
};

use crate::cells::id::CellId;
use crate::error::PathError;
use crate::mesh::NavMesh;

/// A portal, or the start or goal of a way: the number of a node of a [`PortalGraph`], from 0 up.
pub type PortalNode = u32;

/// The portals of a mesh as an undirected graph: two portals are joined if they lead out of one cell. The weight of a node
/// is its place, the middle of the portal; the weight of an edge is the distance between the places, in metres.
///
/// A reference to it is a `Copy` view with petgraph's visit traits, so that any algorithm of petgraph runs on it. It is
/// made from one state of a mesh, and does not follow its edits.
#[derive(Clone, Debug, Default)]
pub struct PortalGraph {
    /// The middles of the portals, then the start and the goal.
    places: Vec<DVec2>,
    /// The numbers of the cells on both sides; the same one twice for a start or goal.
    sides: Vec<[u32; 2]>,
    cells: Vec<CellId>,
    /// For each cell the first of its nodes, and the number of all at the end.
    first: Vec<u32>,
    nodes: Vec<PortalNode>,
    ends: Option<[PortalNode; 2]>,
}

/// An edge of a [`PortalGraph`]: the way from one portal to another through the cell that has both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalEdge {
    from: PortalNode,
    to: PortalNode,
    cell: u32,
    length: f64,
}

/// Names an edge: the number of the cell, and the nodes, the lesser one first.
pub type PortalEdgeId = (u32, PortalNode, PortalNode);

impl NavMesh {
    /// The portals of the mesh as a graph for petgraph's algorithms.
    pub fn portal_graph(&self) -> PortalGraph {
        self.graph_with(&[])
    }

    /// The portals as a graph with a start and a goal as its last two nodes, each joined to the portals of its cell.
    ///
    /// # Errors
    /// Points that are not finite, outside the bounds, or blocked.
    pub fn portal_graph_between(&self, from: Vec2, to: Vec2) -> Result<PortalGraph, PathError> {
        let ends = [(self.start_cell(from)?, from), (self.goal_cell(to)?, to)];
        Ok(self.graph_with(&ends))
    }

    fn graph_with(&self, ends: &[(CellId, Vec2)]) -> PortalGraph {
        let mut graph = PortalGraph { cells: self.cells().collect(), ..PortalGraph::default() };
        for cell in self.cells() {
            let number = self.cells.number_of(cell);
            for portal in self.cells.portals(cell) {
                let beyond = self.cells.number_of(portal.cell);
                // Each is seen from both sides.
                if number < beyond {
                    graph.places.push((portal.left + portal.right) * 0.5);
                    graph.sides.push([number, beyond]);
                }
            }
        }
        let count = graph.places.len() as PortalNode;
        for &(cell, point) in ends {
            graph.places.push(point.as_dvec2());
            graph.sides.push([self.cells.number_of(cell); 2]);
        }
        graph.ends = (!ends.is_empty()).then_some([count, count + 1]);
        graph.join();
        graph
    }
}

impl PortalGraph {
    /// Sorts the nodes by cell.
    fn join(&mut self) {
        self.first = vec![0; self.cells.len() + 1];
        let cells_of =
            |sides: [u32; 2]| sides.into_iter().take(1 + (sides[0] != sides[1]) as usize);
        for cell in self.sides.iter().flat_map(|&sides| cells_of(sides)) {
            self.first[cell as usize + 1] += 1;
        }
        for cell in 0..self.cells.len() {
            self.first[cell + 1] += self.first[cell];
        }
        let mut next = self.first.clone();
        self.nodes = vec![0; next.last().map_or(0, |&count| count as usize)];
        for (&sides, node) in self.sides.iter().zip(0..) {
            for cell in cells_of(sides) {
                self.nodes[next[cell as usize] as usize] = node;
                next[cell as usize] += 1;
            }
        }
    }

    /// The node of the start, if the graph has one.
    pub fn start(&self) -> Option<PortalNode> {
        self.ends.map(|ends| ends[0])
    }

    /// The node of the goal, if the graph has one.
    pub fn goal(&self) -> Option<PortalNode> {
        self.ends.map(|ends| ends[1])
    }

    /// Returns where a node is: the middle of a portal, the start or the goal; metres. `None` for numbers of no node.
    pub fn place(&self, node: PortalNode) -> Option<DVec2> {
        self.places.get(node as usize).copied()
    }

    /// The cells on both sides of a portal; twice the same for a start or goal. `None` for numbers of no node.
    pub fn cells(&self, node: PortalNode) -> Option<[CellId; 2]> {
        let sides = self.sides.get(node as usize)?;
        Some(sides.map(|cell| self.cells[cell as usize]))
    }
}

impl EdgeRef for PortalEdge {
    type NodeId = PortalNode;
    type EdgeId = PortalEdgeId;
    type Weight = f64;

    fn source(&self) -> PortalNode {
        self.from
    }

    fn target(&self) -> PortalNode {
        self.to
    }

    fn weight(&self) -> &f64 {
        &self.length
    }

    fn id(&self) -> PortalEdgeId {
        (self.cell, self.from.min(self.to), self.from.max(self.to))
    }
}

/// The edges of a node.
#[derive(Clone, Debug)]
pub struct PortalEdges<'a> {
    graph: &'a PortalGraph,
    from: PortalNode,
    /// The places in the table of nodes that are still to come, in both cells.
    rest: [(u32, std::ops::Range<u32>); 2],
}

impl<'a> PortalEdges<'a> {
    fn new(graph: &'a PortalGraph, from: PortalNode) -> Self {
        let none = (0, 0..0);
        let Some(&[cell, other]) = graph.sides.get(from as usize) else {
            return Self { graph, from, rest: [none.clone(), none] };
        };
        let range = |cell: u32| (cell, graph.first[cell as usize]..graph.first[cell as usize + 1]);
        let second = if cell == other { none } else { range(other) };
        Self { graph, from, rest: [range(cell), second] }
    }
}

impl Iterator for PortalEdges<'_> {
    type Item = PortalEdge;

    fn next(&mut self) -> Option<PortalEdge> {
        let Self { graph, from, rest } = self;
        for (cell, places) in rest {
            if let Some(to) = places.map(|place| graph.nodes[place as usize]).find(|to| to != from)
            {
                let ends = [*from, to].map(|node| graph.places[node as usize]);
                let length = ends[0].distance(ends[1]);
                return Some(PortalEdge { from: *from, to, cell: *cell, length });
            }
        }
        None
    }
}

/// All edges, each once.
#[derive(Clone, Debug)]
pub struct AllPortalEdges<'a> {
    edges: PortalEdges<'a>,
}

impl Iterator for AllPortalEdges<'_> {
    type Item = PortalEdge;

    fn next(&mut self) -> Option<PortalEdge> {
        loop {
            if let Some(edge) = self.edges.find(|edge| edge.from < edge.to) {
                return Some(edge);
            }
            let next = self.edges.from + 1;
            if next as usize >= self.edges.graph.places.len() {
                return None;
            }
            self.edges = PortalEdges::new(self.edges.graph, next);
        }
    }
}

/// The neighbours of a node.
#[derive(Clone, Debug)]
pub struct PortalNeighbors<'a>(PortalEdges<'a>);

impl Iterator for PortalNeighbors<'_> {
    type Item = PortalNode;

    fn next(&mut self) -> Option<PortalNode> {
        self.0.next().map(|edge| edge.to)
    }
}

impl GraphBase for PortalGraph {
    type NodeId = PortalNode;
    type EdgeId = PortalEdgeId;
}

impl Data for PortalGraph {
    type NodeWeight = DVec2;
    type EdgeWeight = f64;
}

impl GraphProp for PortalGraph {
    type EdgeType = Undirected;
}

impl NodeCount for PortalGraph {
    fn node_count(&self) -> usize {
        self.places.len()
    }
}

impl NodeIndexable for PortalGraph {
    fn node_bound(&self) -> usize {
        self.places.len()
    }

    fn to_index(&self, node: PortalNode) -> usize {
        node as usize
    }

    fn from_index(&self, index: usize) -> PortalNode {
        index as PortalNode
    }
}

impl NodeCompactIndexable for PortalGraph {}

impl Visitable for PortalGraph {
    type Map = HashSet<PortalNode>;

    fn visit_map(&self) -> Self::Map {
        HashSet::with_capacity(self.places.len())
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

impl<'a> IntoNeighbors for &'a PortalGraph {
    type Neighbors = PortalNeighbors<'a>;

    fn neighbors(self, node: PortalNode) -> Self::Neighbors {
        PortalNeighbors(PortalEdges::new(self, node))
    }
}

impl<'a> IntoEdgeReferences for &'a PortalGraph {
    type EdgeRef = PortalEdge;
    type EdgeReferences = AllPortalEdges<'a>;

    fn edge_references(self) -> Self::EdgeReferences {
        AllPortalEdges { edges: PortalEdges::new(self, 0) }
    }
}

impl<'a> IntoEdges for &'a PortalGraph {
    type Edges = PortalEdges<'a>;

    fn edges(self, node: PortalNode) -> Self::Edges {
        PortalEdges::new(self, node)
    }
}

impl IntoNodeIdentifiers for &PortalGraph {
    type NodeIdentifiers = std::ops::Range<PortalNode>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.places.len() as PortalNode
    }
}

impl<'a> IntoNodeReferences for &'a PortalGraph {
    type NodeRef = (PortalNode, &'a DVec2);
    type NodeReferences = std::iter::Zip<std::ops::Range<PortalNode>, std::slice::Iter<'a, DVec2>>;

    fn node_references(self) -> Self::NodeReferences {
        self.node_identifiers().zip(&self.places)
    }
}
