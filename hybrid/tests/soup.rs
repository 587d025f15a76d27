//! Level meshes: what is walkable of triangles, how high it lies, which floors lie over each other, and what is refused.

use hybrid::glam::{Vec2, Vec3, vec2, vec3};
use hybrid::navmesh::{Location, MeshDefinition, NavMesh};
use hybrid::{FloorChoice, SoupDefinition, SoupError, SoupGround, UpAxis, World};
use proptest::prelude::*;

/// Triangles in the making.
#[derive(Default)]
struct Soup {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// A quadrangle, counter-clockwise seen from where it shows.
    fn quad(mut self, corners: [[f32; 3]; 4]) -> Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners.map(Vec3::from));
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        self
    }

    /// A rectangle that faces up: west, south, east, north, and its heights in the west and in the east.
    fn floor(self, [x0, y0, x1, y1]: [f32; 4], [low, high]: [f32; 2]) -> Self {
        self.quad([[x0, y0, low], [x1, y0, high], [x1, y1, high], [x0, y1, low]])
    }

    fn build(&self, definition: &SoupDefinition) -> Result<SoupGround, SoupError> {
        definition.build(&self.vertices, &self.triangles)
    }
}

/// A road of 30 m by 4 m, and a bridge 3 m above it, which ramps lead to.
fn bridge() -> Soup {
    Soup::default()
        .floor([0.0, 0.0, 30.0, 4.0], [0.0, 0.0])
        .floor([12.0, -2.0, 18.0, 6.0], [3.0, 3.0])
        .quad([[12.0, 6.0, 3.0], [18.0, 6.0, 3.0], [18.0, 14.0, 0.0], [12.0, 14.0, 0.0]])
        .quad([[12.0, -10.0, 0.0], [18.0, -10.0, 0.0], [18.0, -2.0, 3.0], [12.0, -2.0, 3.0]])
}

fn world(ground: &SoupGround, radius: f32) -> World {
    let mut world = World::new(&ground.world(vec![radius])).unwrap();
    world.set_heights(Some(ground.heights.clone())).unwrap();
    world
}

fn is_free(world: &World, at: Vec2) -> bool {
    matches!(world.mesh(0).unwrap().locate(at), Location::Cell(_))
}

#[test]
fn a_floor_keeps_its_corners() {
    let ground =
        Soup::default().floor([1.1, 2.1, 9.1, 8.1], [0.5, 0.5]).build(&SoupDefinition::default());
    let SoupGround { walkable, report, .. } = ground.unwrap();
    assert_eq!((report.islands, report.holes, report.vertices), (1, 0, 4), "{walkable:?}");
    assert_eq!((report.triangles, report.degenerate), (2, 0));
    let [polygon] = walkable.polygons() else { panic!("{walkable:?}") };
    for corner in polygon.border() {
        let near = [1.1, 9.1].iter().any(|x| (corner.x - x).abs() <= 0.2);
        let near = near && [2.1, 8.1].iter().any(|y| (corner.y - y).abs() <= 0.2);
        assert!(near, "{corner}");
    }
}

#[test]
fn heights_are_those_of_the_triangles() {
    let soup = Soup::default()
        .floor([0.0, 0.0, 10.0, 10.0], [1.0, 1.0])
        .floor([10.0, 0.0, 20.0, 10.0], [1.0, 5.0])
        .floor([20.0, 0.0, 30.0, 10.0], [5.0, 5.0]);
    let ground = soup.build(&SoupDefinition::default()).unwrap();
    let world = world(&ground, 0.3);
    for step in 5..=295 {
        let x = 0.1 * step as f32;
        let expected = 1.0 + 0.4 * (x - 10.0).clamp(0.0, 10.0);
        // At a bend, samples half a metre apart cut the corner.
        let found = world.height_at(vec2(x, 5.0));
        assert!((found - expected).abs() <= 0.051, "{found} instead of {expected} at {x}");
    }
    assert_eq!((ground.report.lowest, ground.report.highest), (1.0, 5.0));
}

#[test]
fn a_bridge_over_a_road_is_told_of() {
    let soup = bridge();
    let error = soup.build(&SoupDefinition::default()).unwrap_err();
    let SoupError::FloorsOverlap { overlaps } = &error else { panic!("{error}") };
    let [overlap] = &overlaps[..] else { panic!("{overlaps:?}") };
    assert!((12.0..=18.0).contains(&overlap.at.x) && (0.0..=4.0).contains(&overlap.at.y));
    // 6 m by 4 m, but for what is too near a ledge.
    assert!((20.0..=25.0).contains(&overlap.area), "{}", overlap.area);
    let [low, high] = overlap.heights[..] else { panic!("{:?}", overlap.heights) };
    assert!((low - 0.0).abs() <= 0.11 && (high - 3.0).abs() <= 0.11, "{low} and {high}");
    assert!(overlap.bounds.contains(overlap.at));
    assert!(error.to_string().starts_with("floors lie over each other at (15."), "{error}");

    let lowest = SoupDefinition { floor: FloorChoice::Lowest, ..SoupDefinition::default() };
    let ground = soup.build(&lowest).unwrap();
    assert_eq!(&ground.report.overlaps, overlaps);
    let world_below = world(&ground, 0.3);
    assert!(world_below.height_at(vec2(15.0, 2.0)).abs() <= 0.01);
    let ends = [vec2(1.0, 2.0), vec2(29.0, 2.0)];
    assert_eq!(world_below.mesh(0).unwrap().reachable(ends[0], ends[1]), Ok(true));

    let highest = SoupDefinition { floor: FloorChoice::Highest, ..SoupDefinition::default() };
    let world_above = world(&soup.build(&highest).unwrap(), 0.3);
    assert!((world_above.height_at(vec2(15.0, 2.0)) - 3.0).abs() <= 0.01);
    let mesh = world_above.mesh(0).unwrap();
    assert_eq!(mesh.reachable(vec2(15.0, -9.0), vec2(15.0, 13.0)), Ok(true));
    assert_eq!(mesh.reachable(ends[0], ends[1]), Ok(false));
}

#[test]
fn only_ground_that_one_gets_to_from_the_start_counts() {
    let from = |start: Vec3| {
        bridge().build(&SoupDefinition { start: Some(start), ..SoupDefinition::default() })
    };
    let on_the_road = from(vec3(15.0, 2.0, 0.0)).unwrap();
    assert_eq!(on_the_road.report.overlaps, []);
    assert!((100.0..=120.0).contains(&on_the_road.report.area), "{}", on_the_road.report.area);
    let on_the_bridge = from(vec3(15.0, 2.0, 3.0)).unwrap();
    assert!((130.0..=144.0).contains(&on_the_bridge.report.area));
    for start in [vec3(15.0, 2.0, 10.0), vec3(1.0, 9.0, 0.0), vec3(-1e9, 0.0, 0.0)] {
        assert_eq!(from(start), Err(SoupError::NoStart { start, reach: 1.8 }));
    }
}

#[test]
fn steps_slopes_and_ceilings_are_walls() {
    // A step that is too high parts two floors.
    let step = |height: f32| {
        let soup = Soup::default()
            .floor([0.0, 0.0, 10.0, 10.0], [0.0, 0.0])
            .floor([10.0, 0.0, 20.0, 10.0], [height, height]);
        let world = world(&soup.build(&SoupDefinition::default()).unwrap(), 0.3);
        world.mesh(0).unwrap().reachable(vec2(2.0, 5.0), vec2(18.0, 5.0))
    };
    assert_eq!((step(0.35), step(0.8)), (Ok(true), Ok(false)));
    // A slope of 40 degrees is ground, one of 50 is none.
    let slope = |degrees: f32| {
        let rise = 10.0 * degrees.to_radians().tan();
        let soup = Soup::default()
            .floor([0.0, 0.0, 10.0, 10.0], [0.0, 0.0])
            .floor([10.0, 0.0, 20.0, 10.0], [0.0, rise]);
        is_free(&world(&soup.build(&SoupDefinition::default()).unwrap(), 0.1), vec2(15.0, 5.0))
    };
    assert_eq!((slope(40.0), slope(50.0)), (true, false));
    // A ceiling that turns down is no ground, and too low to stand under.
    let ceiling = |height: f32| {
        let at = |x: f32, y: f32| [x, y, height];
        let soup = Soup::default().floor([0.0, 0.0, 20.0, 10.0], [0.0, 0.0]).quad([
            at(8.0, 0.0),
            at(8.0, 10.0),
            at(12.0, 10.0),
            at(12.0, 0.0),
        ]);
        is_free(&world(&soup.build(&SoupDefinition::default()).unwrap(), 0.1), vec2(10.0, 5.0))
    };
    assert_eq!((ceiling(2.5), ceiling(1.5)), (true, false));
}

#[test]
fn narrow_ground_is_left_out() {
    // A wall of 1 m by 12 m and one of 0.4 m by 12 m, each with a top of its own.
    let top = |width: f32| {
        let at = |x: f32, y: f32| [x, y, 2.0];
        let [west, east] = [5.0, 5.0 + width];
        Soup::default()
            .floor([0.0, 0.0, 12.0, 12.0], [0.0, 0.0])
            .quad([at(west, 0.0), at(east, 0.0), at(east, 12.0), at(west, 12.0)])
            .build(&SoupDefinition { floor: FloorChoice::Highest, ..SoupDefinition::default() })
            .map(|ground| ground.report.overlaps.len())
    };
    assert_eq!((top(1.0), top(0.4)), (Ok(1), Ok(0)));
    let narrow = Soup::default().floor([0.0, 0.0, 12.0, 0.4], [0.0, 0.0]);
    let error = narrow.build(&SoupDefinition::default()).unwrap_err();
    assert_eq!(error, SoupError::NotWalkable { flat: 2, turned: 0, islands: 1 });
}

#[test]
fn either_axis_points_up() {
    let soup = Soup::default().floor([0.0, 0.0, 8.0, 4.0], [1.0, 2.0]);
    let mut turned = Soup { vertices: Vec::new(), triangles: soup.triangles.clone() };
    turned.vertices.extend(soup.vertices.iter().map(|at| vec3(at.x, at.z, -at.y)));
    let definition = SoupDefinition { up: UpAxis::Y, ..SoupDefinition::default() };
    assert_eq!(turned.build(&definition), soup.build(&SoupDefinition::default()));
    // Seen from below there is no ground, unless both sides count.
    let mut below = Soup { vertices: soup.vertices.clone(), triangles: Vec::new() };
    below.triangles.extend(soup.triangles.iter().map(|[a, b, c]| [*a, *c, *b]));
    let error = below.build(&SoupDefinition::default()).unwrap_err();
    assert_eq!(error, SoupError::NotWalkable { flat: 0, turned: 2, islands: 0 });
    let both = SoupDefinition { two_sided: true, ..SoupDefinition::default() };
    assert_eq!(below.build(&both), soup.build(&SoupDefinition::default()));
}

#[test]
fn bad_definitions_are_refused() {
    let soup = Soup::default().floor([0.0, 0.0, 8.0, 4.0], [0.0, 0.0]);
    let right = SoupDefinition::default;
    for (name, definition) in [
        ("cell_size", SoupDefinition { cell_size: 0.0, ..right() }),
        ("cell_size", SoupDefinition { cell_size: f32::NAN, ..right() }),
        ("cell_height", SoupDefinition { cell_height: -1.0, ..right() }),
        ("agent_height", SoupDefinition { agent_height: f32::INFINITY, ..right() }),
        ("agent_radius", SoupDefinition { agent_radius: -0.1, ..right() }),
        ("climb", SoupDefinition { climb: -0.1, ..right() }),
        ("slope", SoupDefinition { slope: 45.0, ..right() }),
        ("least_island", SoupDefinition { least_island: f32::NAN, ..right() }),
        ("height_spacing", SoupDefinition { height_spacing: 0.1, ..right() }),
        ("start", SoupDefinition { start: Some(Vec3::NAN), ..right() }),
    ] {
        let error = soup.build(&definition).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{name} is ")), "{error}");
    }
}

#[test]
fn bad_triangles_are_refused() {
    let definition = SoupDefinition::default();
    let soup = || Soup::default().floor([0.0, 0.0, 8.0, 4.0], [0.0, 0.0]);
    assert_eq!(Soup::default().build(&definition), Err(SoupError::Empty));
    for wrong in [f32::NAN, f32::INFINITY, 1e6] {
        let mut soup = soup();
        soup.vertices[2].z = wrong;
        let error = soup.build(&definition).unwrap_err();
        assert!(matches!(error, SoupError::Vertex { index: 2, .. }), "{error}");
    }
    let mut unknown = soup();
    unknown.triangles.push([0, 1, 4]);
    let error = SoupError::UnknownVertex { triangle: 2, vertex: 4, count: 4 };
    assert_eq!(unknown.build(&definition), Err(error));
    // Cells that nobody has room for.
    let mut large = soup();
    large.vertices.extend([vec3(65_000.0, 65_000.0, 0.0)]);
    large.triangles.push([0, 1, 4]);
    assert!(matches!(large.build(&definition), Err(SoupError::TooLarge { .. })));
    let mut high = soup();
    high.vertices.push(vec3(0.0, 0.0, 60_000.0));
    high.triangles.push([0, 1, 4]);
    assert!(matches!(high.build(&definition), Err(SoupError::TooLarge { .. })));
    let mut dense = Soup::default().floor([0.0, 0.0, 80.0, 80.0], [0.0, 0.0]);
    dense.triangles = dense.triangles.repeat(100);
    assert!(matches!(dense.build(&definition), Err(SoupError::TooDense { .. })));
    let mut tower = Soup::default();
    for floor in 0..70 {
        tower = tower.floor([0.0, 0.0, 4.0, 4.0], [3.0 * floor as f32; 2]);
    }
    assert!(matches!(tower.build(&definition), Err(SoupError::TooManyFloors { count: 70, .. })));
    // Nobody can stand on a wall, on a line, or on a table.
    for (vertices, degenerate) in [
        ([vec3(0.0, 0.0, 0.0), vec3(8.0, 0.0, 0.0), vec3(8.0, 0.0, 8.0)], false),
        ([vec3(0.0, 0.0, 0.0), vec3(4.0, 4.0, 0.0), vec3(8.0, 8.0, 0.0)], true),
        ([vec3(0.0, 0.0, 0.0), vec3(1.2, 0.0, 0.0), vec3(0.0, 1.2, 0.0)], false),
    ] {
        let error = definition.build(&vertices, &[[0, 1, 2]]).unwrap_err();
        assert!(matches!(error, SoupError::NotWalkable { .. }), "{degenerate}: {error}");
    }
}

/// As `rerecast` cuts it where sides of cells nearly are, it would have more corners than there is room for.
#[test]
fn a_sliver_on_the_side_of_a_cell_is_cut() {
    let vertices = [
        vec3(0.0, -4.0, 0.0),
        vec3(10.400001, -0.4, 0.0),
        vec3(9.8, -0.4, 0.0),
        vec3(0.0, -4.2000003, 0.0),
        vec3(0.0, 0.0, 0.0),
        vec3(-11.856441, 0.0, 0.0),
    ];
    let definition =
        SoupDefinition { least_island: 0.0, agent_radius: 0.0, ..SoupDefinition::default() };
    let ground = definition.build(&vertices, &[[0, 1, 2], [3, 4, 4], [4, 5, 4]]).unwrap();
    assert_eq!(ground.report.degenerate, 2);
}

/// Places that often lie on cells' sides, or nearly.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        -12.0_f32..12.0,
        (-60_i32..60).prop_map(|cells| cells as f32 * 0.2),
        (-60_i32..60, 0_i32..64).prop_map(|(cells, part)| (cells * 64 + part) as f32 * 0.2 / 64.0),
        (-60_i32..60, -2_i32..3)
            .prop_map(|(cells, ulps)| {
                let at = cells as f32 * 0.2;
                f32::from_bits(at.to_bits().saturating_add_signed(ulps))
            })
            .prop_filter("finite", |at| at.is_finite()),
    ]
}

fn soup() -> impl Strategy<Value = Soup> {
    let height = prop_oneof![0.0_f32..6.0, Just(0.0), Just(2.5)];
    let vertices = prop::collection::vec((coordinate(), coordinate(), height), 3..24);
    let triangles = prop::collection::vec(any::<[prop::sample::Index; 3]>(), 1..60);
    (vertices, triangles).prop_map(|(vertices, triangles)| {
        let vertices: Vec<Vec3> = vertices.into_iter().map(Vec3::from).collect();
        let triangle = |corners: &[prop::sample::Index; 3]| {
            corners.map(|corner| corner.index(vertices.len()) as u32)
        };
        Soup { triangles: triangles.iter().map(triangle).collect(), vertices }
    })
}

fn definition() -> impl Strategy<Value = SoupDefinition> {
    let floor =
        prop_oneof![Just(FloorChoice::Only), Just(FloorChoice::Lowest), Just(FloorChoice::Highest)];
    let lengths =
        (prop_oneof![Just(0.2_f32), 0.1_f32..1.0], 0.05_f32..0.5, 0.1_f32..3.0, 0.0_f32..0.5);
    let rest = (0.0_f32..1.0, 0.0_f32..1.57, prop_oneof![Just(0.0_f32), Just(1.0)], any::<bool>());
    (floor, lengths, rest).prop_map(|(floor, lengths, rest)| {
        let (cell_size, cell_height, agent_height, agent_radius) = lengths;
        let (climb, slope, least_island, two_sided) = rest;
        SoupDefinition {
            cell_size,
            cell_height,
            agent_height,
            agent_radius,
            climb,
            slope,
            least_island,
            two_sided,
            floor,
            height_spacing: cell_size.max(0.5),
            ..SoupDefinition::default()
        }
    })
}

impl std::fmt::Debug for Soup {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}, {:?}", self.vertices, self.triangles)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn random_triangles_become_ground_or_are_refused(soup in soup(), definition in definition()) {
        match soup.build(&definition) {
            Ok(ground) => check(&ground, &definition)?,
            Err(SoupError::FloorsOverlap { overlaps }) => {
                prop_assert_eq!(definition.floor, FloorChoice::Only);
                prop_assert!(overlaps.iter().all(|overlap| overlap.heights.len() > 1));
            }
            Err(SoupError::NotWalkable { .. }) => {}
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

/// 200, or what `PROPTEST_CASES` says.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200)
}

fn check(ground: &SoupGround, definition: &SoupDefinition) -> Result<(), TestCaseError> {
    let report = &ground.report;
    let within = 0.5 * f64::from(definition.cell_size) * report.perimeter + 1e-6;
    prop_assert!((report.area - report.cell_area).abs() <= within, "{:?}", report);
    prop_assert_eq!(ground.walkable.polygons().len(), report.islands);
    prop_assert!(report.lowest <= report.highest);
    // Ground is as high as a voxel that it lies in at most.
    prop_assert!(report.lowest > -1.0 && report.highest < 7.0, "{:?}", report);
    // A world takes it, with as much ground as was said: lines do not cross.
    let mesh = NavMesh::new(&MeshDefinition::within(ground.walkable.clone())).unwrap();
    let corners = |cell| mesh.outline(cell).map(|at| at.as_dvec2()).collect::<Vec<_>>();
    let area = |corners: Vec<hybrid::glam::DVec2>| {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        sides.map(|(a, b)| 0.5 * a.perp_dot(*b)).sum::<f64>()
    };
    let free: f64 = mesh.cells().map(|cell| area(corners(cell))).sum();
    let lost = report.area - free;
    // Half a step of the lattice, along all sides.
    prop_assert!(
        (-0.001 * report.perimeter - 0.01..=0.001 * report.perimeter + 0.01).contains(&lost),
        "{} of {:?}",
        lost,
        report
    );
    Ok(())
}
