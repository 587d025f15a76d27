//! What is walkable of levels, compared with what `rerecast` says of them by itself.

use glam::{Vec2, Vec3, vec2, vec3};
use hybrid::navmesh::{Location, MeshDefinition, NavMesh};
use hybrid::{FloorChoice, SoupDefinition, SoupError, SoupGround, World};
use rerecast::{Aabb3d, AreaType, CompactHeightfield, HeightfieldBuilder, TriMesh};

use super::shapes::hill;
use super::{ground, level};

const CELL: f32 = 0.2;
const VOXEL: f32 = 0.1;

/// Each level, and a place to start from.
const LEVELS: [(&str, Vec3); 3] = [
    ("courtyard.obj", vec3(4.0, 4.0, 0.0)),
    ("hills.obj", vec3(4.0, 4.0, 0.0)),
    ("house.glb", vec3(2.0, 2.0, 0.0)),
];

/// A level by `rerecast` alone, in its own words, and with a frame of its own.
struct Peer {
    field: CompactHeightfield,
    /// By span: whether one gets there from the start.
    reached: Vec<bool>,
}

impl Peer {
    fn of(name: &str, start: Vec3) -> Self {
        let level = level(name);
        let mut mesh = TriMesh {
            vertices: level.vertices.iter().map(|at| at.to_array().into()).collect(),
            indices: level.triangles.iter().map(|corners| (*corners).into()).collect(),
            area_types: vec![AreaType::NOT_WALKABLE; level.triangles.len()],
        };
        mesh.mark_walkable_triangles(std::f32::consts::FRAC_PI_4);
        let min = level.vertices.iter().copied().reduce(Vec3::min).unwrap() - 3.0 * CELL;
        let max = level.vertices.iter().copied().reduce(Vec3::max).unwrap() + 3.0 * CELL;
        let aabb = Aabb3d { min: min.to_array().into(), max: max.to_array().into() };
        let builder = HeightfieldBuilder { aabb, cell_size: CELL, cell_height: VOXEL };
        let mut field = builder.build().unwrap();
        field.populate_from_trimesh(mesh, 18, 4).unwrap();
        let field = field.into_compact(18, 4).unwrap();
        let mut peer = Self { reached: vec![false; field.spans.len()], field };
        peer.reach(start);
        peer
    }

    fn reach(&mut self, start: Vec3) {
        let [x, z] = self.column(vec2(start.x, start.y));
        let first = self.field.cell_at(x, z).index() as usize;
        self.reached[first] = true;
        let mut open = vec![(i32::from(x), i32::from(z), first)];
        while let Some((x, z, span)) = open.pop() {
            for direction in 0..4 {
                let Some(layer) = self.field.spans[span].con(direction) else { continue };
                let (x, z, next) = self.field.con_indices(x, z, direction, layer);
                if !std::mem::replace(&mut self.reached[next], true) {
                    open.push((x, z, next));
                }
            }
        }
    }

    /// The column of a place in the world.
    fn column(&self, at: Vec2) -> [u16; 2] {
        let [x, _, z] = self.field.aabb.min.to_array();
        [(at.x - x) / CELL, (-at.y - z) / CELL].map(|cell| cell as u16)
    }

    /// Whether one gets to the column of a place, and may stand there.
    fn is_ground(&self, at: Vec2) -> bool {
        let [x, z] = self.column(at);
        let spans = self.field.cell_at(x, z).index_range();
        spans.into_iter().any(|span| self.reached[span] && self.field.areas[span].is_walkable())
    }

    /// The middles of all columns in the world.
    fn columns(&self) -> impl Iterator<Item = Vec2> {
        let [x, _, z] = self.field.aabb.min.to_array();
        let middle = move |column: u16, row: u16| {
            vec2(x + (f32::from(column) + 0.5) * CELL, -z - (f32::from(row) + 0.5) * CELL)
        };
        let (width, depth) = (self.field.width, self.field.height);
        (0..depth).flat_map(move |row| (0..width).map(move |column| middle(column, row)))
    }

    fn area(&self) -> f64 {
        let count = self.columns().filter(|at| self.is_ground(*at)).count();
        count as f64 * f64::from(CELL) * f64::from(CELL)
    }
}

fn around(at: Vec2) -> impl Iterator<Item = Vec2> {
    let steps = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| vec2(dx as f32, dy as f32)));
    steps.map(move |step| at + step * CELL)
}

fn from(name: &str, start: Vec3) -> SoupGround {
    let (floor, start) = (FloorChoice::Lowest, Some(start));
    ground(name, SoupDefinition { floor, start, ..SoupDefinition::default() }).unwrap()
}

fn area_of(mesh: &NavMesh) -> f64 {
    let area = |corners: Vec<glam::DVec2>| {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        sides.map(|(a, b)| 0.5 * a.perp_dot(*b)).sum::<f64>()
    };
    mesh.cells().map(|cell| area(mesh.outline(cell).map(|at| at.as_dvec2()).collect())).sum()
}

#[test]
fn areas_are_those_of_rerecast_within_a_cell_along_the_border() {
    for (name, start) in LEVELS {
        let ground = from(name, start);
        let peer = Peer::of(name, start);
        let (area, within) = (peer.area(), f64::from(CELL) * ground.report.perimeter);
        println!(
            "{name}: {:.1} m², rerecast {area:.1} m², a cell along the border {within:.1} m²",
            ground.report.area
        );
        assert!((ground.report.area - area).abs() <= within, "{name}");
        // Place by place: what is in the middle of the one is in the other, but where floors lie over each other.
        let mesh = NavMesh::new(&MeshDefinition::within(ground.walkable.clone())).unwrap();
        for at in peer.columns() {
            let is_free = matches!(mesh.locate(at), Location::Cell(_));
            if is_free && mesh.free_radius(at) > 1.5 * CELL {
                assert!(peer.is_ground(at), "{name}: {at} is no ground");
            }
            if !is_free && peer.is_ground(at) && !is_near_stairs(name, at) {
                assert!(!around(at).all(|near| peer.is_ground(near)), "{name}: {at} is ground");
            }
        }
    }
}

/// Where the floor below stairs and the stairs meet, walls are between them that one floor alone has not.
fn is_near_stairs(name: &str, at: Vec2) -> bool {
    name == "house.glb" && (9.0..18.0).contains(&at.x) && (12.0..15.0).contains(&at.y)
}

#[test]
fn a_class_has_the_ground_that_rerecast_leaves_a_radius() {
    const RADIUS: f32 = 0.4;
    for (name, start) in LEVELS {
        let ground = from(name, start);
        let mut peer = Peer::of(name, start);
        peer.field.erode_walkable_area((RADIUS / CELL) as u16);
        let world = World::new(&ground.world(vec![RADIUS])).unwrap();
        let free = area_of(world.mesh(0).unwrap());
        let (area, within) = (peer.area(), f64::from(CELL) * ground.report.perimeter);
        println!("{name}: {free:.1} m² for a radius of {RADIUS} m, rerecast {area:.1} m²");
        assert!((free - area).abs() <= within, "{name}: {free} and {area}, {within}");
    }
}

#[test]
fn floors_over_each_other_are_told_of() {
    let error = ground("house.glb", SoupDefinition::default()).unwrap_err();
    let SoupError::FloorsOverlap { overlaps } = error else { panic!("{error}") };
    // The upper floor, and nothing that lies in walls.
    let [upper] = &overlaps[..] else { panic!("{overlaps:?}") };
    assert!((12.0..=17.6).contains(&upper.at.x) && (5.4..=12.6).contains(&upper.at.y));
    let [low, high] = upper.heights[..] else { panic!("{upper:?}") };
    assert!(low.abs() <= VOXEL && (high - 3.0).abs() <= VOXEL, "{upper:?}");
    // 5.6 m by 7.2 m, and 2 m by 2 m beside the stairs.
    let within = f64::from(CELL) * 30.0;
    assert!((upper.area - 44.3).abs() <= within, "{upper:?}");
    for (name, _) in &LEVELS[..2] {
        let report = ground(name, SoupDefinition::default()).unwrap().report;
        assert_eq!((report.islands, &report.overlaps[..]), (1, &[][..]), "{name}");
    }
}

#[test]
fn heights_are_those_of_the_hills() {
    let ground = ground("hills.obj", SoupDefinition::default()).unwrap();
    let mut world = World::new(&ground.world(vec![0.3])).unwrap();
    world.set_heights(Some(ground.heights)).unwrap();
    let mesh = world.mesh(0).unwrap();
    let (mut most, mut seen) = (0.0_f32, 0);
    for (row, column) in (0..96).flat_map(|row| (0..96).map(move |column| (row, column))) {
        let at = vec2(0.5 * column as f32, 0.5 * row as f32);
        if matches!(mesh.locate(at), Location::Cell(_)) {
            most = most.max((world.height_at(at) - hill(at.x, at.y)).abs());
            seen += 1;
        }
    }
    println!("{seen} places, {most} m at most");
    // Triangles of 2 m leave the hills by so much.
    assert!(seen > 8000 && most <= 0.1, "{seen} places, {most} m");
}
