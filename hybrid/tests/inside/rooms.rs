//! Which passages there are, where it is known from the drawing.

use glam::Vec2;
use navmesh::{Bounds, MeshDefinition, NavMesh};

use super::super::finder::PassageFinder;
use super::super::passage::Passage;

const RADIUS: f32 = 0.4;

/// The passages narrower than 4.4 m between boxes in a world of 40 m × 40 m.
fn found(boxes: &[[f32; 4]]) -> Vec<Passage> {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
    let definition = MeshDefinition { agent_radius: RADIUS, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for &[x0, y0, x1, y1] in boxes {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Vec2::from);
        mesh.add_obstacle(&corners).unwrap();
    }
    mesh.commit().unwrap();
    let news = PassageFinder::new(&mesh, 4.4).find(&mesh);
    assert!(news.gone.is_empty());
    news.come.into_iter().map(|(_, _, passage)| passage).collect()
}

fn close(found: f32, expected: f32, slack: f32) {
    assert!((found - expected).abs() <= slack, "{found}, expected {expected}");
}

#[test]
fn a_gap_in_a_wall_has_two_mouths() {
    let found = found(&[[0.0, 18.0, 19.0, 21.0], [21.0, 18.0, 40.0, 21.0]]);
    assert_eq!(found.len(), 1, "{found:?}");
    let passage = &found[0];
    assert_eq!(passage.gates.len(), 2);
    close(passage.width, 2.0, 0.01);
    close(passage.length, 3.0, RADIUS);
    for end in [0, 1] {
        let mouth = passage.mouth(end);
        assert!(mouth.depth(Vec2::new(20.0, 19.5)) > 1.0, "{mouth:?}");
        let right = mouth.right - mouth.middle();
        assert!(right.dot(-mouth.inward().perp()) > 0.5, "{mouth:?}");
    }
}

#[test]
fn a_corridor_that_bends_is_one_passage_and_a_junction_ends_it() {
    let bend = found(&[
        [0.0, 17.0, 19.0, 22.0],
        [21.0, 17.0, 40.0, 20.0],
        [27.0, 20.0, 40.0, 25.0],
        [0.0, 22.0, 25.0, 25.0],
    ]);
    assert_eq!(bend.len(), 1, "{bend:?}");
    assert!(bend[0].length > 8.0 && bend[0].gates.len() >= 4);
    let tee = found(&[[10.0, 0.0, 30.0, 18.0], [0.0, 20.0, 19.0, 30.0], [21.0, 20.0, 40.0, 30.0]]);
    assert_eq!(tee.len(), 3, "{tee:?}");
}

#[test]
fn rooms_with_two_doors_are_none_and_thin_walls_have_short_ones() {
    let wall = |low: f32, high: f32| [[0.0, low, 19.0, high], [21.0, low, 40.0, high]];
    let walls = [wall(10.0, 10.2), wall(28.0, 28.2)].concat();
    let passages = found(&walls);
    assert_eq!(passages.len(), 2);
    for passage in passages {
        assert!(passage.length <= 1.5 * RADIUS, "{passage:?}");
    }
    assert!(found(&[[10.0, 10.0, 20.0, 20.0]]).is_empty(), "a single box");
}

#[test]
fn all_are_inside_who_come_out_of_a_narrow_dead_end() {
    // An alley 1.2 m wide and 10 m deep, and a yard behind a gap of that width.
    let walls = |wide: f32| {
        [[15.0, 20.6, 30.0, 40.0], [15.0, 0.0, 30.0, 19.4], [28.0, 20.0 - wide, 40.0, 20.0 + wide]]
    };
    let alley = found(&walls(3.0)[..]);
    assert_eq!(alley.len(), 1, "{alley:?}");
    let passage = &alley[0];
    assert!(passage.is_dead_end && passage.gates.len() == 2);
    close(passage.width, 1.2, 0.01);
    close(passage.length, 13.0, RADIUS);
    let [mouth, bottom] = [passage.mouth(0), passage.gates[1]];
    close(mouth.middle().x, 15.0, RADIUS);
    close(bottom.middle().x, 28.0 - 0.5 * RADIUS, 0.01);
    assert!(bottom.depth(mouth.middle()) < -10.0, "{bottom:?}");
    let yard = [[15.0, 20.6, 16.0, 40.0], [15.0, 0.0, 16.0, 19.4]];
    let gap = found(&yard);
    assert!(gap.len() == 1 && !gap[0].is_dead_end, "{gap:?}");
}
