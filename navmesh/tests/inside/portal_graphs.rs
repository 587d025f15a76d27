//! petgraph's algorithms on the portals of random meshes, against our own answers.

use petgraph::algo::{astar, connected_components, dijkstra};
use petgraph::visit::{EdgeRef, IntoEdgeReferences, IntoEdges, IntoNodeReferences, NodeIndexable};

use super::random_scene::Scene;
use crate::paths::cell_search::CellSearch;
use crate::paths::options::Entry;
use crate::{Component, Location, PortalGraph};

fn cost_by_petgraph(graph: &PortalGraph) -> Option<f64> {
    let (start, goal) = graph.start().zip(graph.goal()).unwrap();
    let end = graph.place(goal).unwrap();
    let left = |node: u32| graph.place(node).unwrap().distance(end);
    let found = astar(graph, start, |node| node == goal, |edge| *edge.weight(), left);
    found.map(|(cost, _)| cost)
}

#[test]
fn our_search_and_petgraph_agree_in_cost() {
    let (mut found, mut search) = (0, CellSearch::default());
    for seed in 8000..8400 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mut mesh = scene.mesh();
        if seed % 3 == 0 {
            mesh = mesh.bake(&mut |_| ()).unwrap();
        }
        let (from, to) = (scene.point(), scene.point());
        let Ok(graph) = mesh.portal_graph_between(from, to) else { continue };
        let cost = cost_by_petgraph(&graph);
        assert_eq!(cost.is_some(), mesh.reachable(from, to).unwrap());
        let Some(cost) = cost else { continue };
        let (Location::Cell(start), Location::Cell(goal)) = (mesh.locate(from), mesh.locate(to))
        else {
            panic!("both are free")
        };
        let ends = [(start, from.as_dvec2()), (goal, to.as_dvec2())];
        search.begin_by_exits(&mesh, ends[0], ends[1], Entry::Midpoint);
        assert!(search.run(&mesh, u32::MAX));
        let own = search.cost() as f64;
        assert!((own - cost).abs() <= 1e-5 * cost + 1e-5, "seed {seed}: {own}, petgraph {cost}");
        found += 1;
    }
    assert!(found > 150, "{found}");
}

#[test]
fn graphs_have_every_portal_once_and_the_components_of_the_mesh() {
    for seed in 8400..8500 {
        let mesh = Scene::new(seed).mesh();
        let graph = mesh.portal_graph();
        let portals = mesh.cells().flat_map(|cell| mesh.portals(cell)).count();
        assert_eq!((&graph).node_references().count() * 2, portals);
        assert_eq!((graph.start(), graph.goal()), (None, None));
        // Edges from both sides, each once.
        let twice: usize =
            (0..graph.node_bound()).map(|node| (&graph).edges(node as u32).count()).sum();
        assert_eq!((&graph).edge_references().count() * 2, twice);
        let mut ids: Vec<_> = (&graph).edge_references().map(|edge| edge.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len() * 2, twice);
        // Components without a portal have no node.
        let mut parts: Vec<Component> = mesh
            .cells()
            .filter(|&cell| mesh.portals(cell).next().is_some())
            .map(|cell| mesh.component(cell))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        assert_eq!(connected_components(&graph), parts.len());
        if graph.node_bound() > 0 {
            let reached = dijkstra(&graph, 0, None, |edge| *edge.weight());
            let own = mesh.component(graph.cells(0).unwrap()[0]);
            let joined = |node: &u32| mesh.component(graph.cells(*node).unwrap()[0]) == own;
            let all = (0..graph.node_bound() as u32).filter(joined).count();
            assert_eq!(reached.len(), all);
        }
    }
}
