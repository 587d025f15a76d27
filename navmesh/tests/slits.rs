//! Gaps that are too narrow to pass are closed for all that asks, and others are open.

#[path = "support/narrow.rs"]
mod narrow;
#[path = "support/narrow_worlds.rs"]
mod narrow_worlds;
use crate::support::Random;
use glam::{Vec2, vec2};
use narrow_worlds::{Judged, judge};
use navmesh as mesh;
use navmesh::{
    Bounds, DistanceOptions, Entry, Goal, MeshDefinition, NavMesh, PathOptions, Ray, Search,
};

#[test]
fn all_answers_agree_with_the_oracle_in_worlds_of_narrow_gaps() {
    let mut all = Judged::default();
    // In the last one a corner is a splinter's, too, from which no way leads.
    for seed in (0..200).chain([1054]) {
        let mut random = Random(seed * 7919);
        let judged = judge(&mut |below| random.below(below));
        all.joined += judged.joined;
        all.parted += judged.parted;
        all.between += judged.between;
        all.slits += judged.slits;
        all.narrow += judged.narrow;
    }
    println!("{all:?}");
    assert!(all.joined > 100 && all.parted > 20 && all.between * 5 < all.joined, "{all:?}");
    assert!(all.slits > 100 && all.narrow > 100, "{all:?}");
}

/// Two walls, grown by 0.25 m, that are 0.6 mm apart where they are nearest; the second one moved.
fn needle(by: Vec2) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, vec2(35.85984, 36.452686));
    let definition = MeshDefinition { agent_radius: 0.25, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let corners = [
        (27.364258, 25.057617),
        (29.859375, 22.90625),
        (30.93457, 24.15332),
        (28.44043, 26.304688),
    ];
    mesh.add_obstacle(&corners.map(|(x, y)| vec2(x, y))).unwrap();
    let corners = [
        (29.009766, 22.72168),
        (30.095703, 18.493164),
        (30.30664, 18.547852),
        (29.22168, 22.77539),
    ];
    mesh.add_obstacle(&corners.map(|(x, y)| vec2(x, y) + by)).unwrap();
    mesh.commit().unwrap();
    mesh
}

/// The lengths of the ways past the needle by all entries, then by a distance field; tiled, then baked.
fn lengths(tiled: &NavMesh) -> Vec<f32> {
    let (from, to) = (vec2(31.0, 22.5), vec2(8.822668, 20.53317));
    let baked = tiled.bake(&mut |_| {}).unwrap();
    let mut lengths = Vec::new();
    for mesh in [tiled, &baked] {
        for entry in [Entry::Portals, Entry::Exact] {
            let options = PathOptions::with_entry(entry);
            let path = mesh.find_path(&mut Search::default(), from, to, &options).unwrap();
            for leg in path.points.windows(2) {
                assert_eq!(mesh.ray_cast(leg[0], leg[1]), Ok(Ray::Clear), "{entry:?}: {leg:?}");
            }
            lengths.push(path.length);
        }
        let field = mesh.distance_field(&[Goal::new(to)], &DistanceOptions::default()).unwrap();
        lengths.push(field.remaining(mesh, from).unwrap().distance);
    }
    lengths
}

#[test]
fn no_way_leads_through_a_gap_of_less_than_a_unit() {
    let round = lengths(&needle(Vec2::ZERO));
    let least = round[1];
    assert!(least > 23.5, "round the walls: {round:?}");
    assert!(round.iter().all(|length| (length / least - 1.0).abs() < 0.02), "{round:?}");
    // 5 mm farther away it is open for all.
    let through = lengths(&needle(vec2(-0.005, 0.0)));
    assert!(through.iter().all(|&length| length < least - 0.5), "{through:?}, round: {least}");
}

#[test]
fn gaps_of_one_unit_are_open_and_touching_obstacles_leave_none() {
    for (units, is_open) in [(0, false), (1, true), (2, true), (3, true), (4, true)] {
        let bounds = Bounds::new(Vec2::ZERO, vec2(20.0, 10.0));
        let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
        let gap = units as f32 / 1024.0;
        let wall = |low: f32, high: f32| {
            [vec2(9.0, low), vec2(11.0, low), vec2(11.0, high), vec2(9.0, high)]
        };
        mesh.add_obstacle(&wall(-1.0, 5.0)).unwrap();
        mesh.add_obstacle(&wall(5.0 + gap, 11.0)).unwrap();
        mesh.commit().unwrap();
        for mesh in [&mesh, &mesh.bake(&mut |_| {}).unwrap()] {
            let (from, to) = (vec2(4.0, 5.0), vec2(16.0, 5.0));
            assert_eq!(mesh.reachable(from, to), Ok(is_open), "{units} units");
            assert_eq!(mesh.ray_cast(from, to) == Ok(Ray::Clear), is_open, "{units} units");
            assert_eq!(mesh.slide(from, to) == Ok(to), is_open, "{units} units");
        }
    }
}

#[test]
fn slides_get_into_a_gap_of_one_unit_from_a_hair_beside_it() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(10.0));
    let definition =
        MeshDefinition { agent_radius: 0.25, tile_size: 4.0, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let walls: [&[(f32, f32)]; 3] = [
        &[(2.7529297, 6.9873047), (4.169922, 5.0039063), (5.611328, 5.8378906), (3.04, 7.279297)],
        &[(1.2236328, 7.1621094), (1.2958984, 6.984375), (2.2519531, 7.149414), (2.07, 8.0)],
        &[(1.3251953, 7.4628906), (2.0185547, 6.8046875), (2.2519531, 6.788086), (2.23, 7.498)],
    ];
    for wall in walls {
        let corners: Vec<Vec2> = wall.iter().map(|&corner| corner.into()).collect();
        mesh.add_obstacle(&corners).unwrap();
    }
    mesh.commit().unwrap();
    // The corner of the gap is 1.5 units ahead, and half a unit to the left.
    let (mut at, end) = (vec2(2.5033846, 6.8813434), vec2(2.5029297, 7.091797));
    for _ in 0..4 {
        at = mesh.slide(at, at + (end - at).clamp_length_max(0.15)).unwrap();
    }
    assert!(at.distance(end) < 0.003, "{at}");
}
