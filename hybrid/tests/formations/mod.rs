//! Places of units of several sizes, and formations.

mod marching;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{PathOptions, Search};
use hybrid::{
    Formation, Front, Goal, OrderDefinition, OrderId, Pace, Shape, Unit, UnitId, World, WorldError,
};

use crate::support::{TICK, all_arrived, rows, step_until, steps, world_of};

const TANK: f32 = 0.9;
const SCOUT: f32 = 0.3;

const SHAPES: [Shape; 5] = [Shape::Compact, Shape::Line, Shape::Column, Shape::Box, Shape::Wedge];

/// 20 tanks, then 100 scouts behind them.
fn army(world: &mut World, corner: Vec2) -> Vec<UnitId> {
    let mut units =
        rows(corner + vec2(14.0, 0.0)).of(TANK, 1.2).pitch(2.0).columns(4).add(world, 20);
    units.extend(rows(corner).of(SCOUT, 2.0).columns(10).add(world, 100));
    units
}

fn units_of(world: &World, units: &[UnitId]) -> Vec<Unit> {
    units.iter().map(|&unit| world.unit(unit).unwrap()).collect()
}

fn places_of(world: &World, units: &[UnitId]) -> Vec<(Vec2, f32)> {
    units_of(world, units).iter().map(|unit| (unit.place.unwrap(), unit.radius)).collect()
}

/// The area of the convex hull of some discs, in square metres: of 64 points of each.
fn hull_area(discs: &[(Vec2, f32)]) -> f32 {
    let angle = |k: u32| k as f32 / 64.0 * std::f32::consts::TAU;
    let rim = |&(center, radius): &(Vec2, f32)| {
        (0..64).map(move |k| center + radius * Vec2::from_angle(angle(k)))
    };
    let mut points: Vec<Vec2> = discs.iter().flat_map(rim).collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let chain = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(point - a) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    let next = hull.iter().cycle().skip(1);
    hull.iter().zip(next).map(|(a, b)| 0.5 * a.perp_dot(*b)).sum()
}

/// How much ground places take, compared with the least that discs can take which keep the same room: discs of the radius and
/// half of the free distance, in the densest packing of equal discs (π / √12 of the plane).
fn looseness(places: &[(Vec2, f32)], apart: impl Fn(f32) -> f32) -> f32 {
    let grown: Vec<(Vec2, f32)> =
        places.iter().map(|&(place, radius)| (place, radius + 0.5 * apart(radius))).collect();
    let discs: f32 = grown.iter().map(|(_, radius)| std::f32::consts::PI * radius * radius).sum();
    hull_area(&grown) / (discs / (std::f32::consts::PI / 12.0_f32.sqrt()))
}

/// The least of how far the discs of two places are apart, in metres; below 0 where they overlap.
fn least_gap(places: &[(Vec2, f32)]) -> f32 {
    let pairs = (0..places.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let gaps = pairs.map(|(one, other)| {
        let ((a, r), (b, s)) = (places[one], places[other]);
        a.distance(b) - r - s
    });
    gaps.fold(f32::INFINITY, f32::min)
}

#[test]
fn places_of_units_of_several_sizes_are_packed_by_their_own_radii() {
    let mut world = world_of(80.0, 40.0).radii(&[SCOUT, TANK]).build();
    let units = army(&mut world, vec2(4.0, 10.0));
    let goal = vec2(60.0, 20.0);
    world.order(&units, &Goal::Point(goal)).unwrap();
    let places = places_of(&world, &units);
    let gap = least_gap(&places);
    assert!(gap > 0.01, "{gap}");
    // The room of places is a share of the diameter here.
    let looseness = looseness(&places, |radius| 0.08 * radius);
    let far = places.iter().map(|(place, _)| place.distance(goal)).fold(0.0, f32::max);
    assert!(looseness < 1.25, "{looseness}");
    assert!(far < 6.5, "{far}");
    step_until(&mut world, 1500, |world| all_arrived(world, &units));
}

fn formed(goal: Vec2, formation: Formation) -> OrderDefinition {
    OrderDefinition { formation: Some(formation), ..OrderDefinition::new(Goal::Point(goal)) }
}

fn send(world: &mut World, units: &[UnitId], goal: Vec2, formation: Formation) -> OrderId {
    world.order_with(units, &formed(goal, formation)).unwrap()
}

/// Returns whether all units stand where their class may, and none in another one's room.
fn assert_stand(world: &World, places: &[(Vec2, f32)], spacing: f32) {
    for &(place, radius) in places {
        let class = if radius > SCOUT { 1 } else { 0 };
        let at = world.mesh(class).unwrap().locate(place);
        assert!(matches!(at, hybrid::navmesh::Location::Cell(_)), "{place}");
    }
    let gap = least_gap(places);
    assert!(gap > spacing - 0.01, "{gap}");
}

/// Seen from the goal with the front to the right: how far the places reach, to the front and to the sides.
fn extent(places: &[(Vec2, f32)], facing: Vec2) -> Vec2 {
    let turned = places.iter().map(|(place, _)| facing.conjugate_turn(*place));
    let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for place in turned {
        (least, most) = (least.min(place), most.max(place));
    }
    most - least
}

trait Turned {
    /// Turns a vector so that this one points to the right.
    fn conjugate_turn(self, vector: Vec2) -> Vec2;
}

impl Turned for Vec2 {
    fn conjugate_turn(self, vector: Vec2) -> Vec2 {
        vec2(self.dot(vector), self.perp_dot(vector))
    }
}

#[test]
fn shapes_lie_as_they_are_called() {
    let facing = vec2(1.0, 1.0).normalize();
    for (shape, slender) in [(Shape::Line, 8.0), (Shape::Column, 0.125), (Shape::Box, 1.0)] {
        let mut world = world_of(80.0, 80.0).radii(&[SCOUT, TANK]).build();
        let units = rows(vec2(4.0, 30.0)).of(SCOUT, 2.0).columns(8).add(&mut world, 64);
        let formation = Formation { facing: Some(facing), ..Formation::new(shape.clone()) };
        let order = send(&mut world, &units, vec2(50.0, 40.0), formation);
        let places = places_of(&world, &units);
        assert_stand(&world, &places, 0.1);
        let extent = extent(&places, facing) + 0.7;
        let is = extent.y / extent.x;
        assert!((slender / 1.6..=slender * 1.6).contains(&is), "{shape:?}: {extent}");
        let facing_now = world.order_view(order).unwrap().facing.unwrap();
        assert!(facing_now.distance(facing) < 1e-6);
    }
}

#[test]
fn the_front_is_where_the_way_leads_if_nobody_says_and_the_large_stand_there() {
    for (front, sign) in [(Front::Largest, 1.0), (Front::Smallest, -1.0)] {
        let mut world = world_of(80.0, 80.0).radii(&[SCOUT, TANK]).build();
        let units = army(&mut world, vec2(4.0, 30.0));
        let goal = vec2(60.0, 40.0);
        let order =
            send(&mut world, &units, goal, Formation { front, ..Formation::new(Shape::Box) });
        let view = world.order_view(order).unwrap();
        let facing = view.facing.unwrap();
        assert!(facing.x > 0.9, "{facing}");
        assert_eq!(view.formation.map(|formation| formation.front), Some(front));
        let mean = |units: &[UnitId]| {
            let places = places_of(&world, units);
            places.iter().map(|(place, _)| facing.dot(*place - goal)).sum::<f32>()
                / places.len() as f32
        };
        let (tanks, scouts) = (mean(&units[..20]), mean(&units[20..]));
        assert!(sign * (tanks - scouts) > 4.0, "{front:?}: {tanks} {scouts}");
    }
    // As given: the first half in front, whoever is nearer.
    let mut world = world_of(80.0, 80.0).radii(&[SCOUT, TANK]).build();
    let units = rows(vec2(4.0, 30.0)).of(SCOUT, 2.0).columns(6).add(&mut world, 36);
    let formation = Formation { front: Front::AsGiven, ..Formation::new(Shape::Box) };
    send(&mut world, &units, vec2(60.0, 40.0), formation);
    let places = places_of(&world, &units);
    for rank in 1..6 {
        let ahead = |rank: usize| places[rank * 6..][..6].iter().map(|(place, _)| place.x);
        let back = ahead(rank).fold(f32::NEG_INFINITY, f32::max);
        assert!(ahead(rank - 1).fold(f32::INFINITY, f32::min) > back, "{rank}");
    }
}

#[test]
fn where_a_shape_does_not_fit_it_bends() {
    // A wall through the middle of where they would stand, and the edge of the map beside it.
    let walls = [[40.0, 8.0, 40.5, 30.0], [30.0, 30.0, 60.0, 31.0]];
    for shape in SHAPES {
        let mut world = world_of(60.0, 40.0).radii(&[SCOUT, TANK]).walls(&walls).build();
        let units = army(&mut world, vec2(4.0, 5.0));
        let goal = vec2(36.0, 22.0);
        send(&mut world, &units, goal, Formation::new(shape.clone()));
        let places = places_of(&world, &units);
        assert_stand(&world, &places, 0.1);
        // Nobody is sent behind a wall.
        let mesh = world.mesh(1).unwrap();
        for (place, _) in places.iter().filter(|(_, radius)| *radius == TANK) {
            let options = PathOptions::default().by_length();
            let way = mesh.find_path(&mut Search::default(), goal, *place, &options).unwrap();
            assert!(way.length < 1.5 * place.distance(goal) + 4.01, "{shape:?} {place}");
        }
        let far = places.iter().map(|(place, _)| place.distance(goal)).fold(0.0, f32::max);
        assert!(far < 30.0, "{shape:?} {far}");
    }
}

#[test]
fn offsets_belong_to_their_units_and_turn_with_the_facing() {
    let mut world =
        world_of(60.0, 40.0).radii(&[SCOUT, TANK]).walls(&[[50.0, 0.0, 60.0, 40.0]]).build();
    let units = rows(vec2(4.0, 20.0)).of(SCOUT, 2.0).add(&mut world, 5);
    let offsets =
        vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0), vec2(-4.0, 0.0), vec2(0.0, -12.0)];
    let shape = Shape::Offsets(offsets.clone());
    let goal = vec2(40.0, 20.0);
    let formation = Formation { facing: Some(vec2(0.0, 3.0)), ..Formation::new(shape) };
    let order = send(&mut world, &units, goal, formation.clone());
    let places = places_of(&world, &units);
    for (place, offset) in places.iter().zip(&offsets).take(4) {
        assert!(place.0.distance(goal + offset.perp()) < 1e-4, "{place:?}");
    }
    // The last one would stand in the wall.
    assert!(places[4].0.distance(vec2(49.7, 20.0)) < 1.0, "{:?}", places[4]);
    assert_eq!(world.order_view(order).unwrap().formation, Some(&formation));
    let more = rows(vec2(4.0, 5.0)).of(SCOUT, 2.0).add(&mut world, 1);
    assert_eq!(world.join(order, &more), Err(WorldError::OffsetsOfTheirOwn { order }));
    // They keep them where the goal moves, and if one has left.
    world.stop(&units[..1]).unwrap();
    world.move_goal(order, vec2(30.0, 20.0)).unwrap();
    steps(&mut world, 8);
    let places = places_of(&world, &units[1..]);
    for (place, offset) in places.iter().zip(&offsets[1..]) {
        assert!(place.0.distance(vec2(30.0, 20.0) + offset.perp()) < 1e-4, "{place:?}");
    }
    step_until(&mut world, 600, |world| all_arrived(world, &units[1..]));
}

#[test]
fn no_two_units_of_one_radius_have_crossing_ways() {
    for shape in [Shape::Line, Shape::Column, Shape::Box, Shape::Wedge] {
        let mut world = world_of(80.0, 80.0).radii(&[SCOUT, TANK]).build();
        let units = army(&mut world, vec2(4.0, 30.0));
        let facing = Some(vec2(-0.3, 1.0));
        send(&mut world, &units, vec2(55.0, 45.0), Formation { facing, ..Formation::new(shape) });
        let units = units_of(&world, &units);
        let squared = |unit: &Unit, of: &Unit| unit.position.distance_squared(of.place.unwrap());
        for (index, one) in units.iter().enumerate() {
            for other in units[..index].iter().filter(|other| other.radius == one.radius) {
                let now = squared(one, one) + squared(other, other);
                let swapped = squared(one, other) + squared(other, one);
                assert!(now <= swapped + 0.05, "{now} {swapped}");
            }
        }
    }
}

#[test]
fn what_is_no_formation_is_refused() {
    let mut world = world_of(40.0, 40.0).radii(&[SCOUT, TANK]).build();
    let units = rows(vec2(4.0, 18.0)).of(SCOUT, 2.0).add(&mut world, 3);
    let goal = vec2(25.0, 20.0);
    let state = world.state_hash();
    let line = || Formation::new(Shape::Line);
    let mut refused = |definition: &OrderDefinition| {
        let error = world.order_with(&units[..2], definition).unwrap_err();
        assert_eq!(world.state_hash(), state);
        error
    };
    for facing in [Vec2::NAN, Vec2::ZERO, vec2(f32::INFINITY, 0.0)] {
        let error = refused(&formed(goal, Formation { facing: Some(facing), ..line() }));
        assert!(matches!(error, WorldError::FormationFacing { .. }), "{error}");
    }
    for spacing in [-0.1, f32::NAN, f32::INFINITY, 1000.1] {
        let error = refused(&formed(goal, Formation { spacing, ..line() }));
        assert!(matches!(error, WorldError::FormationSpacing { .. }), "{error}");
    }
    let of = |offsets: Vec<Vec2>| formed(goal, Formation::new(Shape::Offsets(offsets)));
    assert_eq!(refused(&of(vec![Vec2::ZERO])), WorldError::OffsetCount { offsets: 1, units: 2 });
    let error = refused(&of(vec![Vec2::ZERO, vec2(1.0, f32::NEG_INFINITY)]));
    assert!(matches!(error, WorldError::OffsetNotFinite { index: 1, .. }), "{error}");
    for goal in [Goal::Each(vec![goal; 2]), Goal::Unit(units[2])] {
        assert_eq!(
            refused(&OrderDefinition { goal, ..formed(Vec2::ZERO, line()) }),
            WorldError::FormationGoal
        );
    }
    assert_eq!(
        refused(&OrderDefinition { range: 2.0, ..formed(goal, line()) }),
        WorldError::FormationGoal
    );
}

#[test]
fn formations_of_one_and_of_five_thousand() {
    for shape in SHAPES {
        let mut world = world_of(40.0, 40.0).radii(&[SCOUT, TANK]).build();
        let one = rows(vec2(4.0, 18.0)).of(SCOUT, 2.0).add(&mut world, 1);
        send(&mut world, &one, vec2(25.0, 20.0), Formation::new(shape.clone()));
        assert_eq!(places_of(&world, &one)[0].0, vec2(25.0, 20.0), "{shape:?}");
        let mut world = world_of(160.0, 160.0).radii(&[SCOUT, TANK]).build();
        let units = rows(vec2(4.0, 4.0)).of(SCOUT, 2.0).columns(70).add(&mut world, 5000);
        let begun = std::time::Instant::now();
        // Much of a line and of a column lies outside.
        send(&mut world, &units, vec2(120.0, 120.0), Formation::new(shape.clone()));
        let seconds = begun.elapsed().as_secs_f32();
        assert!(seconds < 20.0, "{shape:?}: {seconds} s");
        let places = places_of(&world, &units);
        let mut sorted = places.clone();
        sorted.sort_by(|one, other| one.0.x.total_cmp(&other.0.x));
        let near = sorted.iter().enumerate().all(|(index, (place, _))| {
            let others =
                sorted[index + 1..].iter().take_while(|(other, _)| other.x < place.x + 0.69);
            others.into_iter().all(|(other, _)| other.distance(*place) > 0.69)
        });
        assert!(near, "{shape:?}");
    }
}
