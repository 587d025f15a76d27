//! Uses a mesh, a world, a scene or a map that anybody may have made in every way that there is: whatever it is, nothing
//! panics or hangs, and what is saved again comes back.

use glam::{Vec2, vec2};
use hybrid::navmesh::{
    Area, Bounds, DistanceOptions, Entry, Goal as FieldGoal, KindCosts, LinkDefinition, Location,
    MeshDefinition, NavMesh, PathOptions, RandomArea, Search, polygon,
};
use hybrid::{
    Discomfort, Driver, Fit, Formation, Goal, HeightGrid, OrderDefinition, Pace, Region, Repeat,
    Shape, UnitChange, UnitDefinition, UnitId, Unreachable, World, WorldDefinition,
};

use crate::fuzzing::forging::tile_count;
use crate::scenes::built_in;
use crate::scenes::loaded::{parse, prepared};
use crate::scenes::settings::Settings;
use crate::scoring::path_queries::build_mesh;
use crate::scoring::runner::{RunOptions, run};
use crate::sources::grid_map::GridMap;
use crate::sources::polygon_map::PolygonMap;
use crate::sources::source::Source;

/// Cells that are looked at one by one, at most.
const MOST_CELLS: usize = 64;

/// Tiles: a mesh of more is not made. It may have four million, and dozens of searches look at all of its cells: each takes
/// as long as the mesh is large, all of them half a minute for a tenth of that.
const MOST_TILES: f64 = 16_384.0;

/// Tiles: so many no mesh may have.
const TOO_MANY_TILES: f64 = 1e7;

/// Steps that a world is taken.
const STEPS: usize = 4;

/// Points of a rectangle: corners, middles, and some within.
fn points(bounds: Bounds) -> Vec<Vec2> {
    let shares = [vec2(0.06, 0.06), vec2(0.5, 0.5), vec2(0.93, 0.9), vec2(0.2, 0.8)];
    let size = bounds.max - bounds.min;
    let inside = shares.map(|share| bounds.min + size * share);
    [bounds.min, bounds.max, bounds.min + 1.0].into_iter().chain(inside).collect()
}

/// Asks everything that a mesh answers.
fn query(mesh: &NavMesh) {
    let bounds = mesh.definition().bounds;
    let (places, mut search) = (points(bounds), Search::default());
    let wild = [Vec2::splat(f32::MAX), vec2(-1e30, 3.0), Vec2::NAN];
    for &point in places.iter().chain(&wild) {
        let cell = match mesh.locate(point) {
            Location::Cell(cell) => Some(cell),
            _ => None,
        };
        let _ = (mesh.free_radius(point), mesh.free_cell_near(point, cell));
        let _ = (mesh.nearest_point(point, 10.0), mesh.walls_near(point, 3.0));
        let _ = mesh.ray_cast(point, places[3]);
        let _ = (mesh.slide(places[4], point), mesh.reachable(places[3], point));
    }
    for cell in mesh.cells().take(MOST_CELLS) {
        let _ = (mesh.outline(cell).count(), mesh.area(cell), mesh.component(cell));
        let _ = mesh.portals(cell).count();
    }
    let _ = mesh.cells_in(Bounds::new(places[3], places[3] + 5.0)).count();
    for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
        for (from, to) in [(places[2], places[5]), (places[4], places[6])] {
            let options = PathOptions::with_entry(entry).or_nearest().and_corridor();
            let _ = mesh.find_path(&mut search, from, to, &options);
            let Ok(kinds) = KindCosts::default().with_factor(1, 3.0) else { continue };
            let _ = mesh.find_path(&mut search, to, from, &options.with_kinds(kinds));
        }
    }
    let goals: Vec<FieldGoal> = places[3..].iter().map(|&place| FieldGoal::new(place)).collect();
    for goal in &goals {
        let options = DistanceOptions::with_limit(200.0);
        if let Ok(field) = mesh.distance_field(&[*goal], &options) {
            for &place in &places {
                let _ = field.remaining(mesh, place);
            }
        }
        if let Ok(field) = mesh.cost_field(&[*goal], &options) {
            for &place in &places {
                let _ = field.onward(mesh, place);
            }
        }
    }
    let disc = Some((places[4], 5.0));
    let _ = mesh.random_point([0.3, 0.6], &RandomArea { component: None, disc });
    let triangle = [places[4], places[4] + Vec2::X * 2.0, places[4] + Vec2::Y * 2.0];
    let _ = mesh.would_block(&triangle, places[3], places[5]);
}

/// Edits a mesh in every way.
fn edit(mesh: &mut NavMesh) {
    let places = points(mesh.definition().bounds);
    let square = |at: Vec2| Bounds::new(vec2(at.x, at.y), vec2(at.x + 2.0, at.y + 1.5));
    let triangle = [places[4], places[4] + Vec2::X * 2.0, places[4] + Vec2::Y * 2.0];
    let ids: Vec<_> = mesh.obstacles().map(|(id, _)| id).take(2).collect();
    if let Some(&id) = ids.first() {
        let _ = mesh.move_obstacle(id, &triangle.map(|at| at + 1.0));
    }
    if let Some(&id) = ids.last() {
        let _ = mesh.remove_obstacle(id);
    }
    let _ = mesh.add_obstacle(&triangle);
    let corners = [vec2(0., 0.), vec2(3., 0.), vec2(3., 1.), vec2(1., 1.), vec2(1., 3.)];
    let _ = mesh.add_outline(polygon(&corners.map(|at| at + places[3]), &[]));
    let area = mesh.add_area(square(places[5]), Area { kind: 2, cost: 3.0 });
    let _ = mesh.add_surcharge(square(places[3]), 0.5);
    let _ = mesh.commit();
    let _ = area.map(|area| mesh.remove_area(area));
    let links: Vec<_> = mesh.links().map(|(id, _)| id).take(1).collect();
    for id in links {
        let _ = mesh.remove_link(id);
    }
    let _ = mesh.add_link(places[3], places[5], &LinkDefinition::new(1.0));
    let _ = mesh.commit();
}

/// Checks that the mesh comes back as it is.
fn check_saved(mesh: &NavMesh) {
    let bytes = mesh.to_bytes().unwrap_or_else(|error| panic!("it is not saved: {error}"));
    match NavMesh::from_bytes(&bytes) {
        Ok(again) => assert!(again.to_bytes().ok() == Some(bytes), "saved again it is another"),
        Err(error) => panic!("what was saved is refused: {error}"),
    }
}

/// Checks that the world comes back as it is.
fn check_saved_world(world: &World) {
    let bytes = world.to_bytes().unwrap_or_else(|error| panic!("it is not saved: {error}"));
    match World::from_bytes(&bytes) {
        Ok(again) => assert!(again.state_hash() == world.state_hash(), "it comes back as another"),
        Err(error) => panic!("what was saved is refused: {error}"),
    }
}

/// Loads bytes as a mesh and uses it, unless it is large; gives whether they are one.
///
/// # Panics
/// When what is loaded breaks an invariant.
pub fn mesh(bytes: &[u8]) -> bool {
    if (MOST_TILES..TOO_MANY_TILES).contains(&tile_count(bytes)) {
        return false;
    }
    let Ok(mut mesh) = NavMesh::from_bytes(bytes) else { return false };
    check_saved(&mesh);
    query(&mesh);
    edit(&mut mesh);
    query(&mesh);
    check_saved(&mesh);
    true
}

fn check_numbers(world: &World) {
    for unit in world.units() {
        let numbers = unit.position.is_finite() && unit.velocity.is_finite();
        assert!(numbers && unit.heading.is_finite(), "{unit:?}");
    }
}

/// Asks and changes what a world has, once.
fn call(world: &mut World) {
    let places = points(world.definition().bounds);
    let units: Vec<UnitId> = world.units().map(|unit| unit.id).take(8).collect();
    for &unit in &units {
        let _ = world.explain(unit);
    }
    let _ = world.units_in(&Region::Box(world.definition().bounds));
    let _ = world.units_in(&Region::Circle { center: places[3], radius: 4.0 });
    let _ = (world.memory().total(), world.groups().count(), world.state_hash());
    let _ = (world.height_at(places[3]), world.position_in_game(places[3]));
    for order in world.orders().collect::<Vec<_>>() {
        let _ = world.order_view(order).is_some();
        let _ = world.append_goal(order, places[5]);
        let _ = world.join(order, &units[..units.len().min(1)]);
    }
    if let [first, .., last] = units[..] {
        let _ = world.preview(&units, &Goal::Point(places[5]));
        let near = OrderDefinition {
            range: 3.0,
            unreachable: Unreachable::Nearest,
            way_points: vec![places[4]],
            ..OrderDefinition::new(Goal::Point(places[5]))
        };
        let _ = world.order_with(&units[1..], &near);
        let _ = world.order(&[first], &Goal::Unit(last));
        let formation = Formation { facing: Some(Vec2::NEG_Y), ..Formation::new(Shape::Wedge) };
        let ranks = OrderDefinition {
            formation: Some(formation),
            pace: Pace::Slowest,
            repeat: Repeat::ToAndFro,
            ..OrderDefinition::new(Goal::Point(places[6]))
        };
        if let Ok(order) = world.order_with(&units[1..], &ranks) {
            let _ = world.join(order, &[first]);
        }
        let change = UnitChange {
            max_speed: Some(0.0),
            fit: Fit::Move,
            radius: Some(9.0),
            ..UnitChange::default()
        };
        let _ = world.set_unit(first, &change);
        let change =
            UnitChange { collision_mask: Some(0), yields_to: Some(1), ..UnitChange::default() };
        let _ = world.set_unit(last, &change);
        let _ = world.teleport(last, places[4]);
    }
    let at = places[4];
    let _ = world.add_obstacle(&[at, at + Vec2::X, at + Vec2::Y]);
    let _ = world
        .add_area(Bounds::new(vec2(at.x, at.y), vec2(at.x + 2.0, at.y + 3.0)), Area::default());
    let obstacle = world.obstacles().next();
    if let Some(obstacle) = obstacle {
        let _ = world.remove_obstacle(obstacle);
    }
    let radius = world.definition().class_radii[0];
    let _ = world.add_unit(&UnitDefinition::new(places[3], radius, 1.5));
}

/// Loads bytes as a world and goes on with it; gives whether they are one.
///
/// # Panics
/// When what is loaded breaks an invariant.
pub fn world(bytes: &[u8]) -> bool {
    let Ok(mut world) = World::from_bytes(bytes) else { return false };
    world.set_executor(None);
    check_saved_world(&world);
    let tick = world.definition().parameters.tick;
    for _ in 0..STEPS {
        let _ = world.step(tick);
        check_numbers(&world);
    }
    call(&mut world);
    for _ in 0..STEPS {
        let _ = world.step(tick);
        check_numbers(&world);
    }
    check_saved_world(&world);
    true
}

/// Small meshes with everything that is saved of one: walkable outlines, areas, surcharges, links, kinds, stale handles;
/// of tiles, baked, and made of polygons.
pub fn saved_meshes() -> Vec<Vec<u8>> {
    let border = [(0., 0.), (24., 0.), (23., 16.), (0., 15.)].map(|(x, y)| vec2(x, y));
    let triangle = |x: f32| [vec2(x, 3.0), vec2(x + 3.0, 5.0), vec2(x, 9.0)];
    let square = |x: f32, y: f32| Bounds::new(vec2(x, y), vec2(x + 3.0, y + 2.0));
    let made = |agent_radius: f32, within: bool| {
        let outline = MeshDefinition::within(polygon(&border, &[]));
        let whole = MeshDefinition::new(outline.bounds);
        let definition = if within { outline } else { whole };
        let kinds = KindCosts::default().with_factor(3, 2.0).ok()?.without(4).ok()?;
        let definition = MeshDefinition { agent_radius, tile_size: 8.0, kinds, ..definition };
        let mut mesh = NavMesh::new(&definition).ok()?;
        let gone = mesh.add_obstacle(&triangle(2.0)).ok()?;
        mesh.add_obstacle(&triangle(6.0)).ok()?;
        let angle = [(17., 1.), (22., 1.), (22., 3.), (19., 3.), (19., 9.), (17., 9.)];
        mesh.add_outline(polygon(&angle.map(|(x, y)| vec2(x, y)), &[])).ok()?;
        mesh.remove_obstacle(gone).ok()?;
        let old = mesh.add_area(square(1.0, 1.0), Area { kind: 1, cost: 2.0 }).ok()?;
        mesh.add_area(square(9.0, 11.0), Area { kind: 3, cost: 1.5 }).ok()?;
        mesh.add_surcharge(square(11.0, 11.5), 0.75).ok()?;
        mesh.remove_area(old).ok()?;
        mesh.commit().ok()?;
        let both = LinkDefinition { both_ways: true, capacity: 2, ..LinkDefinition::new(3.0) };
        let stale = mesh.add_link(vec2(2.0, 2.0), vec2(13.0, 3.0), &both).ok()?;
        mesh.add_link(vec2(3.0, 12.0), vec2(13.0, 3.0), &both).ok()?;
        mesh.remove_link(stale).ok()?;
        Some(mesh)
    };
    let tiled = [made(0.0, true), made(0.25, false)];
    let mut meshes: Vec<NavMesh> = tiled.into_iter().flatten().collect();
    let baked: Vec<NavMesh> =
        meshes.iter().filter_map(|mesh| mesh.bake(&mut |_| {}).ok()).collect();
    baked[0].prepare_exact(&mut |_| {});
    meshes.extend(baked);
    let corners = [(0., 0.), (4., 0.), (4., 4.), (0., 4.), (4., 1.), (5., 1.), (5., 2.), (4., 2.)];
    let vertices = corners.map(|(x, y)| vec2(x, y));
    meshes.extend(NavMesh::from_polygons(&vertices, &[vec![0, 1, 2, 3], vec![4, 5, 6, 7]]));
    meshes.iter().filter_map(|mesh| mesh.to_bytes().ok()).collect()
}

/// A small world with everything that is saved of one.
fn full_world() -> Option<World> {
    let bounds = Bounds::new(Vec2::ZERO, vec2(20.0, 12.0));
    let mut definition = WorldDefinition::new(bounds, vec![0.4, 0.6]);
    definition.movement_kinds.push(KindCosts::default().with_factor(1, 4.0).ok()?);
    let mut world = World::new(&definition).ok()?;
    world.set_executor(None);
    for (low, high) in [(0.0, 4.4), (5.6, 10.0)] {
        let wall = [vec2(7.5, low), vec2(8.5, low), vec2(8.5, high), vec2(7.5, high)];
        world.add_obstacle(&wall).ok()?;
    }
    world
        .add_area(Bounds::new(vec2(10.0, 0.5), vec2(13.0, 3.0)), Area { kind: 1, cost: 2.0 })
        .ok()?;
    let heights = HeightGrid {
        min: vec2(2.0, 9.0),
        spacing: 2.0,
        columns: 3,
        heights: vec![0.0, 0.5, 0.0, 0.3, 0.8, 0.1],
    };
    world.set_heights(Some(heights)).ok()?;
    let fire = |x: f32, seconds: f32| Discomfort {
        center: vec2(x, 2.0),
        radius: 1.0,
        amount: 2.0,
        seconds,
    };
    world.add_discomfort(&fire(15.0, f32::INFINITY)).ok()?;
    world.add_discomfort(&fire(3.0, 9.0)).ok()?;
    let link = LinkDefinition { both_ways: true, capacity: 1, ..LinkDefinition::new(1.0) };
    world.add_link(vec2(6.5, 8.5), vec2(9.5, 8.5), &link).ok()?;
    let add = |world: &mut World, at: Vec2, kind: usize| {
        let plain = UnitDefinition::new(at, 0.4, 1.4);
        world.add_unit(&UnitDefinition { movement_kind: kind, ..plain }).ok()
    };
    let block = |k: usize| vec2(1.5, 1.5) + 1.1 * vec2((k / 3) as f32, (k % 3) as f32);
    let west: Vec<UnitId> = (0..6).filter_map(|k| add(&mut world, block(k), 0)).collect();
    let east: Vec<UnitId> =
        (0..3).filter_map(|k| add(&mut world, vec2(14.0, 4.0 + 1.1 * k as f32), 1)).collect();
    let jumper = add(&mut world, vec2(5.9, 8.5), 0)?;
    let idle = add(&mut world, vec2(12.0, 8.0), 0)?;
    let engine = UnitDefinition::new(vec2(11.0, 6.0), 0.6, 1.4);
    world.add_unit(&UnitDefinition { driver: Driver::Engine, ..engine }).ok()?;
    let there = OrderDefinition {
        way_points: vec![vec2(10.0, 5.0)],
        range: 1.0,
        ..OrderDefinition::new(Goal::Point(vec2(16.0, 8.0)))
    };
    world.order_with(&west, &there).ok()?;
    world.order(&east[..2], &Goal::Each(vec![vec2(3.0, 6.0), vec2(4.0, 7.5)])).ok()?;
    world.order(&east[2..], &Goal::Unit(west[0])).ok()?;
    world.order(&[jumper], &Goal::Point(vec2(10.5, 8.5))).ok()?;
    (0..8).try_for_each(|_| world.step(0.1)).ok()?;
    world.remove_unit(idle).ok()?;
    world.add_obstacle(&[vec2(1.0, 8.0), vec2(2.0, 8.0), vec2(1.5, 9.0)]).ok()?;
    Some(world)
}

/// Small worlds with everything that is saved of one.
pub fn saved_worlds() -> Vec<Vec<u8>> {
    full_world().and_then(|world| world.to_bytes().ok()).into_iter().collect()
}

/// The most units of a scene that is run here.
const MOST_UNITS: u64 = 200;

/// The greatest side of a scene that is run here, in metres.
const LARGEST: f32 = 400.0;

/// Reads text as a scene file, and runs it for some steps if it is one and small; gives whether it was run.
pub fn scene(text: &[u8]) -> bool {
    let source = Source::new("scene.json", String::from_utf8_lossy(text));
    let Ok(mut scene) = parse(&source) else { return false };
    // Any file of the machine might be named.
    scene.map = None;
    let units = scene.blocks.iter().map(|block| u64::from(block.count)).sum::<u64>();
    let Ok(loaded) = prepared(scene, source, Settings::default()) else { return false };
    let size = loaded.bounds.max - loaded.bounds.min;
    if units > MOST_UNITS || size.max_element() > LARGEST {
        return false;
    }
    let options = RunOptions { ticks: Some(6), threads: Some(0), ..RunOptions::default() };
    run(&loaded, options, &mut |_| {}).is_ok()
}

/// Reads text as a grid map and as a polygon map; asks the mesh of what is one, and gives whether it is.
pub fn map(text: &[u8]) -> bool {
    let source = Source::new("a.map", String::from_utf8_lossy(text));
    if let Ok(map) = GridMap::parse(&source)
        && let Ok((mesh, _)) = build_mesh(&map, 0.2, None)
    {
        query(&mesh);
        return true;
    }
    let Ok(mesh) = PolygonMap::parse(source).and_then(|map| map.mesh()) else { return false };
    query(&mesh);
    true
}

/// The built-in scenes that are small, as files.
pub fn seed_scenes() -> Vec<String> {
    let scenes = built_in::ALL.iter().filter_map(|one| one.scene(&mut Settings::default()).ok());
    let files = scenes.filter_map(|scene| serde_json::to_string(&scene).ok());
    files.filter(|file| file.len() < 4000).collect()
}

/// Small maps of both kinds.
pub fn seed_maps() -> Vec<String> {
    let grid = "type octile\nheight 4\nwidth 6\nmap\n......\n..@@..\n.T@@.G\n......\n";
    let polygons = "mesh\n2\n4 2\n0 0 2 1 -1\n2 0 2 1 -1\n2 2 2 1 -1\n0 2 2 1 -1\n\
                    3 0 1 2 1 -1 -1\n3 0 2 3 -1 -1 0\n";
    vec![grid.into(), polygons.into()]
}
