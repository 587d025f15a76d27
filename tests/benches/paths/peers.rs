//! The peers, on the same polygons.

use std::collections::BTreeMap;

use glam::Vec2;
use headless::command::bench::BenchResult;
use headless::sources::queries::Query;
use petgraph::algo::astar;
use petgraph::graph::{NodeIndex, UnGraph};
use polyanya::{Coords, Mesh};

use super::side::{Answer, Side};

/// The `polyanya` crate: exact paths by Michael Cui, Daniel Harabor, Alban Grastien, *Compromise-free Pathfinding on a
/// Navigation Mesh* (2017).
pub(crate) struct Polyanya<'a> {
    pub(crate) mesh: &'a Mesh,
}

impl Side for Polyanya<'_> {
    fn name(&self) -> (String, Option<bool>) {
        ("polyanya".into(), None)
    }

    fn ask(&mut self, query: &Query) -> BenchResult<Answer> {
        let path = self.mesh.path(place(query.start), place(query.goal));
        Ok(path.map_or(Answer::NONE, |path| Answer { found: true, length: path.length.into() }))
    }
}

/// The peer has another version of the same library of vectors.
fn place(point: Vec2) -> Coords {
    Coords::on_mesh(point.to_array().into())
}

/// petgraph's A* over the middles of the portals: costs only, the path is not even pulled straight.
pub(crate) struct Petgraph<'a> {
    mesh: &'a Mesh,
    graph: UnGraph<Vec2, f64>,
    /// The portals of each polygon.
    portals: Vec<Vec<NodeIndex>>,
}

impl<'a> Petgraph<'a> {
    pub(crate) fn new(mesh: &'a Mesh) -> Self {
        let layer = &mesh.layers[0];
        let mut graph = UnGraph::default();
        let mut sides: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut portals = vec![Vec::new(); layer.polygons.len()];
        for (polygon, number) in layer.polygons.iter().zip(0..) {
            let ring = &polygon.vertices;
            for (&p, &q) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let Some(other) = sides.insert([p.min(q), p.max(q)], number) else { continue };
                let at = |vertex: u32| {
                    Vec2::from_array(layer.vertices[vertex as usize].coords.to_array())
                };
                let portal = graph.add_node((at(p) + at(q)) * 0.5);
                portals[number as usize].push(portal);
                portals[other as usize].push(portal);
            }
        }
        for ends in &portals {
            for (k, &p) in ends.iter().enumerate() {
                for &q in &ends[..k] {
                    graph.add_edge(p, q, f64::from(graph[p].distance(graph[q])));
                }
            }
        }
        Self { mesh, graph, portals }
    }

    /// An end of a query, joined to the portals of its polygon.
    fn join(&mut self, point: Vec2) -> Option<(NodeIndex, usize)> {
        let polygon = self.mesh.get_closest_point(place(point))?.polygon() as usize;
        let node = self.graph.add_node(point);
        for &portal in &self.portals[polygon] {
            let length = f64::from(point.distance(self.graph[portal]));
            self.graph.add_edge(node, portal, length);
        }
        Some((node, polygon))
    }

    fn cost(&mut self, query: &Query) -> Option<f64> {
        let (start, first) = self.join(query.start)?;
        let (goal, last) = self.join(query.goal)?;
        if first == last {
            return Some(f64::from(query.start.distance(query.goal)));
        }
        let graph = &self.graph;
        let left = |node: NodeIndex| f64::from(graph[node].distance(query.goal));
        astar(graph, start, |node| node == goal, |edge| *edge.weight(), left).map(|(cost, _)| cost)
    }
}

impl Side for Petgraph<'_> {
    fn name(&self) -> (String, Option<bool>) {
        ("petgraph, midpoints".into(), None)
    }

    fn ask(&mut self, query: &Query) -> BenchResult<Answer> {
        let known = self.graph.node_count();
        let cost = self.cost(query);
        // The last nodes first, so that no other takes their numbers.
        while self.graph.node_count() > known {
            self.graph.remove_node(NodeIndex::new(self.graph.node_count() - 1));
        }
        Ok(cost.map_or(Answer::NONE, |length| Answer { found: true, length }))
    }
}
