//! Runs algorithms of petgraph on the portals of a mesh: which passages must every way between two points take, and how
//! long is the way through the middles of the portals?
//!
//! `cargo run -p hybridnav_navmesh --example bottlenecks`
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use navmesh::glam::{Vec2, vec2};
use navmesh::{Bounds, MeshDefinition, NavMesh};
use petgraph::algo::{articulation_points::articulation_points, astar};
use petgraph::visit::{Dfs, EdgeRef, NodeFiltered};

/// Three rooms in a row: one door between the first two, two doors between the last two.
fn rooms() -> Result<NavMesh, Box<dyn Error>> {
    let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(Vec2::ZERO, vec2(60.0, 20.0))))?;
    let walls = [
        [19.0, 0.0, 21.0, 9.0],
        [19.0, 11.0, 21.0, 20.0],
        [39.0, 0.0, 41.0, 4.0],
        [39.0, 6.0, 41.0, 14.0],
        [39.0, 16.0, 41.0, 20.0],
    ];
    for [left, bottom, right, top] in walls {
        let corners = [(left, bottom), (right, bottom), (right, top), (left, top)];
        mesh.add_obstacle(&corners.map(|(x, y)| vec2(x, y)))?;
    }
    mesh.commit()?;
    // Fewer cells, so that a door is one portal wide.
    Ok(mesh.bake(&mut |_| ())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mesh = rooms()?;
    let (from, to) = (vec2(5.0, 5.0), vec2(55.0, 10.0));
    let graph = &mesh.portal_graph_between(from, to)?;
    let (start, goal) = graph.start().zip(graph.goal()).ok_or("a graph without ends")?;

    // A portal is a bottleneck if without it the start is cut off from the goal.
    let mut bottlenecks: Vec<u32> = articulation_points(graph)
        .into_iter()
        .filter(|&portal| {
            let others = NodeFiltered::from_fn(graph, |node| node != portal);
            let mut reached = Dfs::new(&others, start);
            portal != start && std::iter::from_fn(|| reached.next(&others)).all(|node| node != goal)
        })
        .collect();
    bottlenecks.sort_unstable();
    for portal in &bottlenecks {
        let place = graph.place(*portal).ok_or("a portal without a place")?;
        println!("every way passes the portal round {place:.1}");
        assert!((18.0..22.0).contains(&place.x), "only the single door");
    }
    assert!(!bottlenecks.is_empty());

    let middles = |node: u32| graph.place(node).unwrap_or_default();
    let end = middles(goal);
    let is_goal = |node| node == goal;
    let found =
        astar(graph, start, is_goal, |edge| *edge.weight(), |node| middles(node).distance(end));
    let (length, nodes) = found.ok_or("no way")?;
    println!("{} portals, {length:.2} m through their middles", nodes.len() - 2);
    assert!(length >= f64::from(from.distance(to)));
    Ok(())
}
