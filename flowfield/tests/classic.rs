//! The classic fields give what the documents that describe them show.

use std::f32::consts::PI;

use flowfield::glam::{IVec2, UVec2, Vec2};
use flowfield::{
    Direction, Frame, Goal, GoalError, HeatMap, HeatMapError, HeightError, HeightField, Potential,
    StepCosts, Steps, Terrain, VectorField, WeightError, WeightedField,
};
use proptest::prelude::*;

/// Tiles drawn row by row from the greatest y: `#` is blocked, `G` the goal, letters are for the tests.
struct Map {
    steps: Steps,
    letters: Vec<char>,
}

impl Map {
    fn new(rows: &[&str]) -> Self {
        let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
        let frame = Frame::new(IVec2::ZERO, size, 1.0).unwrap();
        let letters: Vec<char> = rows.iter().rev().flat_map(|row| row.chars()).collect();
        let mut steps = Steps::open(frame);
        for index in letters.iter().enumerate().filter(|(_, letter)| **letter == '#') {
            steps.set_open(index.0, false).unwrap();
        }
        Self { steps, letters }
    }

    fn find(&self, letter: char) -> UVec2 {
        let index = self.letters.iter().position(|&other| other == letter).unwrap();
        self.steps.frame().cell_at_index(index)
    }

    fn center(&self, letter: char) -> Vec2 {
        self.steps.frame().center(self.find(letter))
    }
}

fn heat_map(steps: &Steps, goals: &[UVec2]) -> HeatMap {
    let mut heat_map = HeatMap::default();
    heat_map.solve(steps, goals).unwrap();
    heat_map
}

fn gradient(heat_map: &HeatMap) -> VectorField {
    let mut field = VectorField::default();
    field.set_gradient(heat_map);
    field
}

/// Metres from the centre of the goal's tile: a little more than to its corners.
const ARRIVED: f32 = 0.75;

/// Follows a field in small steps, along a wall where one is in the way; the way until it stands still
/// or reaches the goal.
fn walk(steps: &Steps, field: impl Fn(Vec2) -> Option<Vec2>, from: Vec2, goal: Vec2) -> Vec<Vec2> {
    let open = |point: Vec2| {
        steps.frame().cell_of(point).is_some_and(|cell| steps.is_open(steps.frame().index_of(cell)))
    };
    let mut way = vec![from];
    for _ in 0..2000 {
        let at = way[way.len() - 1];
        let step = 0.05 * field(at).unwrap_or_default();
        let moves = [step, step * Vec2::X, step * Vec2::Y];
        let Some(next) = moves.into_iter().map(|step| at + step).find(|&next| open(next)) else {
            break;
        };
        if next == at || next.distance(goal) < ARRIVED {
            way.push(next);
            break;
        }
        way.push(next);
    }
    way
}

/// The tiles that one comes by, each the one that the last points to.
fn tiles(field: &VectorField, from: UVec2) -> Vec<UVec2> {
    let mut way = vec![from];
    loop {
        let tile = way[way.len() - 1];
        let step = field.vectors()[tile].round().as_ivec2();
        if step == IVec2::ZERO || way.len() > 1000 {
            return way;
        }
        way.push((tile.as_ivec2() + step).as_uvec2());
    }
}

fn arrives(way: &[Vec2], goal: Vec2) -> bool {
    way[way.len() - 1].distance(goal) < ARRIVED
}

#[test]
fn the_heat_map_holds_path_distances() {
    // Four tiles across and one down: 4.12 in a straight line, 9 round the wall.
    let map = Map::new(&["......", ".##...", "..#...", "P.#...", "..#.G.", "......"]);
    let heat_map = heat_map(&map.steps, &[map.find('G')]);
    assert_eq!(heat_map.distances()[map.find('P')], 7);
    let map = Map::new(&["......", ".##...", "..#...", "P.#...", "..#.G.", ".##...", "......"]);
    let heat_map = self::heat_map(&map.steps, &[map.find('G')]);
    assert!((map.center('P').distance(map.center('G')) - 4.12).abs() < 0.01);
    assert_eq!(heat_map.distances()[map.find('P')], 9);
    assert_eq!(heat_map.distances()[map.find('#')], HeatMap::UNREACHED);
}

#[test]
fn the_vector_field_is_the_gradient_of_the_heat_map() {
    let map = Map::new(&["....", "..#.", "G.A.", "...."]);
    let field = gradient(&heat_map(&map.steps, &[map.find('G')]));
    // Left 1, right 3; below 3, above a wall: the tile's own 2.
    let expected = Vec2::new(1.0 - 3.0, 3.0 - 2.0).normalize();
    assert_eq!(field.at(map.center('A')), Some(expected));
    assert_eq!(field.at(map.center('A') + 0.4), Some(expected), "the same in all the tile");
    assert_eq!(field.at(map.center('#')), None);
    assert_eq!(field.at(Vec2::new(-0.1, 1.0)), None);
    assert_eq!(field.sample(map.center('A')), Some(expected));
}

const WALL: [&str; 9] = [
    ".........",
    ".........",
    "....#....",
    "....#....",
    "...P#..G.",
    "....#....",
    "....#....",
    ".........",
    ".........",
];

#[test]
fn behind_the_middle_of_a_wall_a_unit_is_stuck_and_the_cure_frees_it() {
    let map = Map::new(&WALL);
    let (start, goal) = (map.center('P'), map.center('G'));
    let field = gradient(&heat_map(&map.steps, &[map.find('G')]));
    assert_eq!(field.at(start), Some(Vec2::X), "into the wall, with no part along it");
    assert!(!arrives(&walk(&map.steps, |at| field.at(at), start, goal), goal));
    // From anywhere off the axis it arrives all the same.
    assert!(arrives(&walk(&map.steps, |at| field.at(at), start + Vec2::Y, goal), goal));

    let fine = map.steps.subdivided().unwrap();
    let corner = 2 * map.find('G');
    let goals = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| corner + UVec2::new(x, y));
    let field = gradient(&heat_map(&fine, &goals));
    for from in [start, start + Vec2::new(0.3, 0.1), start - Vec2::new(2.0, 0.2)] {
        assert!(arrives(&walk(&fine, |at| field.at(at), from, goal), goal), "{from}");
    }
}

#[test]
fn weights_block_and_steer_and_the_callback_is_told_angles() {
    // The bush B weighs 0.9: the tile before it goes round, the rest go straight.
    let map = Map::new(&["....", "AB.G", "...."]);
    let frame = *map.steps.frame();
    let weight = |tile: UVec2| if tile == map.find('B') { 0.9 } else { 0.0 };
    let mut angles = Vec::new();
    let field =
        WeightedField::new(frame, map.find('G'), weight, |tile, angle| angles.push((tile, angle)));
    let field = field.unwrap();
    let angle = |x, y| angles.iter().find(|(tile, _)| *tile == UVec2::new(x, y)).unwrap().1;
    assert_eq!(angles.len(), 12, "every tile that is reached");
    assert_eq!(field.distances()[map.find('A')], 3);
    assert_eq!((angle(2, 1), angle(2, 0), angle(2, 2)), (0.0, PI / 4.0, -PI / 4.0));
    // Through the bush 2 + 0.9, across the corners 3.
    assert_eq!(angle(0, 1), 0.0);
    let heavier = |tile: UVec2| if tile == map.find('B') { 1.0 } else { 0.0 };
    let mut told = Vec::new();
    let field =
        WeightedField::new(frame, map.find('G'), heavier, |tile, angle| told.push((tile, angle)));
    let field = field.unwrap();
    assert_eq!(field.distances()[map.find('B')], HeatMap::UNREACHED);
    assert_eq!((told.len(), field.distances()[map.find('A')]), (11, 5));
    let there = told.iter().find(|(tile, _)| *tile == map.find('A')).unwrap().1;
    assert_eq!(there.abs(), PI / 4.0);
    let vector = field.vectors().vectors()[map.find('A')];
    assert!(vector.abs_diff_eq(Vec2::new(1.0, there.signum()) / 2_f32.sqrt(), 1e-6));
}

#[test]
fn rows_do_not_wrap_round() {
    let map = Map::new(&["...", "G..", "..."]);
    let field = WeightedField::new(*map.steps.frame(), map.find('G'), |_| 0.0, |_, _| ()).unwrap();
    assert_eq!(field.distances().as_slice(), [1, 2, 3, 0, 1, 2, 1, 2, 3]);
    let field = field.vectors().vectors();
    assert_eq!(field[UVec2::new(2, 2)], Vec2::new(-1.0, -1.0).normalize());
}

#[test]
fn weights_that_are_none_are_refused_before_any_direction() {
    let frame = Frame::new(IVec2::ZERO, UVec2::splat(3), 1.0).unwrap();
    let new = |weight: f32, goal: UVec2| {
        let of = |tile| if tile == UVec2::new(2, 1) { weight } else { 0.0 };
        WeightedField::new(frame, goal, of, |_, _| panic!("no direction"))
    };
    for weight in [f32::NAN, -0.1, f32::NEG_INFINITY] {
        let error = new(weight, UVec2::ZERO).unwrap_err();
        assert!(matches!(error, WeightError::Weight { tile: UVec2 { x: 2, y: 1 }, .. }));
    }
    let blocked = GoalError::Blocked { goal: 0, cell: UVec2::new(2, 1) };
    assert_eq!(new(f32::INFINITY, UVec2::new(2, 1)).unwrap_err(), WeightError::Goal(blocked));
    assert!(matches!(new(0.0, UVec2::splat(3)), Err(WeightError::Goal(GoalError::Outside { .. }))));
}

/// A plateau 4 m up on the right half: a short steep way with steps of 2 m in the lower rows, and a long
/// ramp of 1 m a tile in the upper ones.
fn hills() -> (Steps, Terrain) {
    let frame = Frame::new(IVec2::ZERO, UVec2::new(16, 9), 1.0).unwrap();
    let mut terrain = Terrain::new(frame);
    for index in 0..frame.cell_count() {
        let cell = frame.cell_at_index(index);
        let height = match (cell.x, cell.y) {
            (0..8, 0..6) => 0.0,
            (x, 6..) => (x as f32 - 4.0).clamp(0.0, 4.0),
            _ => 4.0,
        };
        terrain.set_height(index, height).unwrap();
    }
    (Steps::open(frame), terrain)
}

#[test]
fn a_crowd_takes_the_longer_smooth_ramp_and_never_crosses_a_cliff() {
    let (steps, terrain) = hills();
    let (frame, heights) = (*steps.frame(), terrain.heights());
    let goal = UVec2::new(14, 1);
    let field = HeightField::new(&steps, &terrain, &[goal]).unwrap();
    assert_eq!(field.costs()[UVec2::new(2, 2)], 1.0);
    assert_eq!(field.costs()[UVec2::new(7, 2)], 80.0, "20 × 4 m");
    assert_eq!(field.costs()[UVec2::new(8, 2)], 80.0, "of both its tiles");
    assert_eq!(field.integrated()[goal], 0.0);
    for start in (0..6).map(|y| UVec2::new(1, y)) {
        let way = tiles(field.vectors(), start);
        for pair in way.windows(2) {
            assert!((heights[pair[0]] - heights[pair[1]]).abs() < 2.0, "over a cliff: {way:?}");
        }
        assert_eq!(way[way.len() - 1], goal);
        assert!(way.iter().any(|tile| tile.y >= 6), "by the ramp: {way:?}");
    }
    // Down in a pit with walls of 3 m all round there is no way on.
    let mut pit = terrain.clone();
    pit.set_height(frame.index_of(UVec2::new(2, 2)), -3.0).unwrap();
    let field = HeightField::new(&steps, &pit, &[goal]).unwrap();
    assert_eq!(field.vectors().vectors()[UVec2::new(2, 2)], Vec2::ZERO);
    assert!(field.integrated()[UVec2::new(2, 2)].is_finite());
    let other = Terrain::new(Frame::default());
    let error = HeightField::new(&steps, &other, &[goal]).unwrap_err();
    assert!(matches!(error, HeightError::TerrainMismatch { .. }));
    let error = HeightField::new(&steps, &terrain, &[]).unwrap_err();
    assert_eq!(error, HeightError::Goal(GoalError::None));
}

/// Mud `m` costs as much as five tiles.
fn muddy(map: &Map) -> Terrain {
    let mut terrain = Terrain::new(*map.steps.frame());
    for index in (0..map.letters.len()).filter(|&index| map.letters[index] == 'm') {
        terrain.set_cost(index, 5.0).unwrap();
    }
    terrain
}

fn descent(map: &Map, steps: &Steps) -> (HeatMap, VectorField) {
    let (mut heat_map, mut field) = (HeatMap::default(), VectorField::default());
    heat_map.solve_terrain(steps, &muddy(map), &[map.find('G')]).unwrap();
    field.set_descent(&heat_map);
    (heat_map, field)
}

#[test]
fn mud_is_avoided_when_the_detour_is_cheaper_and_water_is_never_entered() {
    let map = Map::new(&[".......", ".mmmmm.", "PmmmmmG", ".mmmmm.", ".###mm.", "...#mm."]);
    let (heat, field) = descent(&map, &map.steps);
    assert_eq!(heat.distances()[map.find('P')], 1 + 1 + 6 + 2, "round by the top row");
    let way = tiles(&field, map.find('P'));
    let letters: String =
        way.iter().map(|&tile| map.letters[map.steps.frame().index_of(tile)]).collect();
    assert!(letters.starts_with('P') && letters.ends_with('G'), "{letters}");
    assert!(!letters.contains(['m', '#']), "{letters}");
    // Five columns of mud are worth it where the way round is longer still.
    let map =
        Map::new(&["#######", "#Pm..G#", "#.###.#", "#.#.#.#", "#.###.#", "#.....#", "#######"]);
    let (heat, field) = descent(&map, &map.steps);
    assert_eq!(heat.distances()[map.find('P')], 1 + 5 + 1 + 1);
    assert!(tiles(&field, map.find('P')).contains(&map.find('m')));
    assert_eq!(heat.distances()[UVec2::new(3, 3)], HeatMap::UNREACHED, "an island in the water");
    assert_eq!(field.sample(Vec2::new(3.5, 3.5)), None);
}

#[test]
fn a_tile_that_is_blocked_at_run_time_changes_the_field() {
    let map = Map::new(&["...", ".X.", "PYG"]);
    let mut steps = map.steps.clone();
    let (before, _) = descent(&map, &steps);
    steps.set_open(steps.frame().index_of(map.find('Y')), false).unwrap();
    let (after, field) = descent(&map, &steps);
    assert_eq!((before.distances()[map.find('P')], after.distances()[map.find('P')]), (2, 4));
    // Not across the corner of the blocked tile.
    assert_eq!(field.vectors()[map.find('P')], Vec2::Y);
    steps.set_open(steps.frame().index_of(map.find('Y')), true).unwrap();
    assert_eq!(descent(&map, &steps).0.distances(), before.distances());
}

#[test]
fn bad_input_is_refused_and_changes_nothing() {
    let map = Map::new(&["..#", "G.."]);
    let mut heat_map = heat_map(&map.steps, &[map.find('G')]);
    let before = heat_map.distances().clone();
    let blocked = GoalError::Blocked { goal: 1, cell: map.find('#') };
    let goals = [map.find('G'), map.find('#')];
    assert_eq!(heat_map.solve(&map.steps, &[]), Err(GoalError::None));
    assert_eq!(heat_map.solve(&map.steps, &goals), Err(blocked.clone()));
    let outside = heat_map.solve(&map.steps, &[UVec2::new(0, 2)]);
    assert!(matches!(outside, Err(GoalError::Outside { goal: 0, .. })));
    let mut terrain = Terrain::new(*map.steps.frame());
    let solved = heat_map.solve_terrain(&map.steps, &terrain, &goals);
    assert_eq!(solved, Err(HeatMapError::Goal(blocked)));
    for bad in [1.5, 0.5] {
        terrain.set_cost(1, bad).unwrap();
        let solved = heat_map.solve_terrain(&map.steps, &terrain, &goals[..1]);
        assert!(matches!(solved, Err(HeatMapError::Cost { index: 1, .. })));
    }
    let other = Terrain::new(Frame::default());
    let solved = heat_map.solve_terrain(&map.steps, &other, &goals[..1]);
    assert!(matches!(solved, Err(HeatMapError::TerrainMismatch { .. })));
    assert_eq!(heat_map.distances(), &before);
}

proptest! {
    /// Against the potential's solver, which also knows one-sided updates only if every cell has one
    /// neighbour: by relaxing all tiles until nothing changes.
    #[test]
    fn distances_are_the_least_sums_of_costs(
        costs in prop::collection::vec(1_u32..9, 120),
        blocked in prop::collection::vec(0_usize..120, 0..50),
        walls in prop::collection::vec((0_usize..120, 0_usize..4), 0..40),
        goal in 0_usize..120,
    ) {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(12, 10), 1.0).unwrap();
        let (mut steps, mut terrain) = (Steps::open(frame), Terrain::new(frame));
        blocked.into_iter().for_each(|cell| steps.set_open(cell, false).unwrap());
        walls.into_iter().for_each(|(cell, way)| steps.set_step(cell, Direction::ALL[way], false).unwrap());
        steps.set_open(goal, true).unwrap();
        for (cell, &cost) in costs.iter().enumerate() {
            terrain.set_cost(cell, cost as f32).unwrap();
        }
        let goals = [frame.cell_at_index(goal)];
        let mut dial = HeatMap::default();
        dial.solve_terrain(&steps, &terrain, &goals).unwrap();
        let wave = heat_map(&steps, &goals);
        for (heat_map, costs) in [(dial, costs), (wave, vec![1; 120])] {
            let mut sums = vec![HeatMap::UNREACHED; 120];
            sums[goal] = 0;
            for _ in 0..120 {
                for cell in 0..120 {
                    for way in Direction::ALL.into_iter().filter(|&way| steps.step_is_open(cell, way)) {
                        let beyond = frame.neighbour(cell, way).unwrap();
                        sums[cell] = sums[cell].min(sums[beyond].saturating_add(costs[cell]));
                    }
                }
            }
            prop_assert_eq!(heat_map.distances().as_slice(), &sums[..]);
        }
    }
}

#[test]
fn in_a_corridor_the_heat_map_and_the_potential_are_the_same() {
    let map = Map::new(&[
        "#########",
        "#G..#...#",
        "###.#.#.#",
        "#...#.#.#",
        "#.###.#.#",
        "#.....#P#",
        "#########",
    ]);
    let mut potential = Potential::default();
    let costs = StepCosts::new(&map.steps, |_, _| 1.0).unwrap();
    potential.solve(&costs, &[Goal { cell: map.find('G'), start: 0.0 }]).unwrap();
    let heat_map = heat_map(&map.steps, &[map.find('G')]);
    assert_eq!(potential.values()[map.find('P')], heat_map.distances()[map.find('P')] as f32);
}
