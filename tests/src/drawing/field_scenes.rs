//! A small example of each kind of field, as it is drawn.

use flowfield::{
    CostParameters, Crowd, Disc, FlowField, Frame, Goal, HeatMap, HeightField, Problem, Steps,
    Terrain, VectorField, WeightedField,
};
use glam::{IVec2, UVec2, Vec2};

use crate::drawing::canvas::Colour;
use crate::drawing::palette::{FREE, HEAT, UNREACHED, VIRIDIS, on_scale};

/// Why an example cannot be.
pub type Failure = Box<dyn std::error::Error>;

/// How far colours go towards that of free ground, so that arrows stand out.
const PALE: f32 = 0.45;

/// A field, and what else its picture shows.
#[derive(Debug)]
pub struct FieldScene {
    /// The file without its ending.
    pub name: &'static str,
    /// What is seen.
    pub title: String,
    /// Where one can walk.
    pub steps: Steps,
    /// By cell, the ground.
    pub colours: Vec<Colour>,
    /// By cell, the way to go.
    pub arrows: Vec<Vec2>,
    /// A field whose potential is drawn as a heat map with contour lines instead of the ground.
    pub potential: Option<FlowField>,
    /// Who walks there.
    pub discs: Vec<Disc>,
    /// The goals' cells.
    pub goals: Vec<UVec2>,
}

/// All examples.
///
/// # Errors
/// None is known: the type is that of the fields'.
pub fn all() -> Result<Vec<FieldScene>, Failure> {
    Ok(vec![
        heat_map(false)?,
        heat_map(true)?,
        weights()?,
        heights()?,
        terrain()?,
        continuum()?,
        ground()?,
    ])
}

/// Tiles drawn row by row from the greatest y: `#` is blocked, `G` the goal.
struct Map {
    steps: Steps,
    letters: Vec<char>,
}

impl Map {
    fn new(rows: &[&str]) -> Result<Self, Failure> {
        let size = UVec2::new(rows.first().map_or(0, |row| row.len()) as u32, rows.len() as u32);
        let mut steps = Steps::open(Frame::new(IVec2::ZERO, size, 1.0)?);
        let letters: Vec<char> = rows.iter().rev().flat_map(|row| row.chars()).collect();
        for index in (0..letters.len()).filter(|&index| letters[index] == '#') {
            steps.set_open(index, false)?;
        }
        Ok(Self { steps, letters })
    }

    fn frame(&self) -> &Frame {
        self.steps.frame()
    }

    fn goal(&self) -> UVec2 {
        let index = self.letters.iter().position(|&letter| letter == 'G').unwrap_or_default();
        self.frame().cell_at_index(index)
    }

    fn indices_of(&self, letter: char) -> impl Iterator<Item = usize> {
        (0..self.letters.len()).filter(move |&index| self.letters[index] == letter)
    }
}

/// The colour of each cell by its value; those of none as not reached.
fn shades(values: impl Iterator<Item = Option<f32>> + Clone) -> Vec<Colour> {
    let most = values.clone().flatten().fold(1e-3, f32::max);
    let shade = |value: f32| on_scale(VIRIDIS, 1.0 - value / most).towards(FREE, PALE);
    values.map(|value| value.map_or(UNREACHED, shade)).collect()
}

fn distances(heat_map: &HeatMap) -> impl Iterator<Item = Option<f32>> + Clone {
    let tiles = heat_map.distances().as_slice().iter();
    tiles.map(|&distance| (distance != HeatMap::UNREACHED).then_some(distance as f32))
}

const WALLS: [&str; 12] = [
    "......................",
    "......................",
    "..........#......##...",
    "...###....#......##...",
    "...###....#...........",
    "..........#...........",
    "..........#.....G.....",
    "..........#...........",
    "..........#...........",
    "....####..#....####...",
    ".......#..............",
    "......................",
];

fn heat_map(is_cured: bool) -> Result<FieldScene, Failure> {
    let map = Map::new(&WALLS)?;
    let (steps, goals, name) = if is_cured {
        let corner = 2 * map.goal();
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| corner + UVec2::new(x, y));
        (map.steps.subdivided()?, four.to_vec(), "heat_map_cured")
    } else {
        (map.steps.clone(), vec![map.goal()], "heat_map")
    };
    let (mut heat_map, mut field) = (HeatMap::default(), VectorField::default());
    heat_map.solve(&steps, &goals)?;
    field.set_gradient(&heat_map);
    let title =
        if is_cured { "heat map, subdivided, four goals" } else { "heat map and its gradient" };
    Ok(FieldScene {
        name,
        title: title.into(),
        colours: shades(distances(&heat_map)),
        arrows: field.vectors().as_slice().to_vec(),
        potential: None,
        discs: Vec::new(),
        steps,
        goals,
    })
}

fn weights() -> Result<FieldScene, Failure> {
    let map = Map::new(&[
        "......................",
        "....bbb.......b.......",
        "...bbbbb......bb..##..",
        "...bbbbb.....bbb..##..",
        "....bbb......bb.......",
        "......................",
        ".......##........G....",
        ".......##...bb........",
        "...........bbbb.......",
        "....##.....bbbbb......",
        "....##......bb........",
        "......................",
    ])?;
    let frame = *map.frame();
    let weight = |letter: char| match letter {
        '#' => 1.0,
        'b' => 0.9,
        _ => 0.0,
    };
    let of_tile = |tile: UVec2| weight(map.letters[frame.index_of(tile)]);
    let field = WeightedField::new(frame, map.goal(), of_tile, |_, _| ())?;
    let colour = |&letter: &char| FREE.towards(Colour::hex(0x6aa84f), 0.8 * weight(letter));
    Ok(FieldScene {
        name: "weights",
        title: "weighted tiles: of two ways the lighter".into(),
        colours: map.letters.iter().map(colour).collect(),
        arrows: field.vectors().vectors().as_slice().to_vec(),
        potential: None,
        discs: Vec::new(),
        goals: vec![map.goal()],
        steps: map.steps,
    })
}

fn heights() -> Result<FieldScene, Failure> {
    let frame = Frame::new(IVec2::ZERO, UVec2::new(22, 12), 1.0)?;
    let (steps, mut terrain) = (Steps::open(frame), Terrain::new(frame));
    for index in 0..frame.cell_count() {
        let cell = frame.cell_at_index(index);
        let height = match (cell.x, cell.y) {
            (0..11, 0..8) => 0.0,
            (x, 8..) => (x as f32 - 6.0).clamp(0.0, 5.0),
            _ => 5.0,
        };
        terrain.set_height(index, height)?;
    }
    let goal = UVec2::new(18, 2);
    let field = HeightField::new(&steps, &terrain, &[goal])?;
    let colour = |&height: &f32| on_scale(HEAT, 0.1 + 0.1 * height).towards(FREE, PALE);
    Ok(FieldScene {
        name: "heights",
        title: "heights: up the ramp, not over the cliff".into(),
        colours: terrain.heights().as_slice().iter().map(colour).collect(),
        arrows: field.vectors().vectors().as_slice().to_vec(),
        potential: None,
        discs: Vec::new(),
        goals: vec![goal],
        steps,
    })
}

/// Mud and water.
const MUD: [&str; 12] = [
    "......................",
    ".......mmmmm..........",
    "......mmmmmmm.........",
    "......mmmmmmmm........",
    ".....mmmmmmmmm....##..",
    "....mmmmmmmmm.....##..",
    "....mmmmmmm......G##..",
    "...mmmmmm.........##..",
    "...######.............",
    "..########............",
    "...#######............",
    "......................",
];

fn terrain() -> Result<FieldScene, Failure> {
    let map = Map::new(&MUD)?;
    let mut terrain = Terrain::new(*map.frame());
    map.indices_of('m').try_for_each(|index| terrain.set_cost(index, 4.0))?;
    let (mut heat_map, mut field) = (HeatMap::default(), VectorField::default());
    heat_map.solve_terrain(&map.steps, &terrain, &[map.goal()])?;
    field.set_descent(&heat_map);
    let mud = Colour::hex(0x8a5a2b);
    let colour = |&letter: &char| if letter == 'm' { mud.towards(FREE, 0.5) } else { FREE };
    Ok(FieldScene {
        name: "terrain",
        title: "mud costs four times as much, water is blocked".into(),
        colours: map.letters.iter().map(colour).collect(),
        arrows: field.vectors().as_slice().to_vec(),
        potential: None,
        discs: Vec::new(),
        goals: vec![map.goal()],
        steps: map.steps,
    })
}

/// A group that stands in the way.
fn bystanders(center: Vec2) -> Vec<Disc> {
    let place = |k: u8| center + Vec2::new(f32::from(k % 6), f32::from(k / 6)) * 0.8;
    let disc = |k: u8| Disc { position: place(k), velocity: Vec2::ZERO, influence: 1.2 };
    (0..48).map(disc).collect()
}

fn continuum() -> Result<FieldScene, Failure> {
    let frame = Frame::new(IVec2::ZERO, UVec2::new(44, 24), 0.5)?;
    let mut steps = Steps::open(frame);
    for y in (0..24).filter(|y| !(4..9).contains(y) && !(15..20).contains(y)) {
        for x in 28..30 {
            steps.set_open(frame.index_of(UVec2::new(x, y)), false)?;
        }
    }
    let discs = bystanders(Vec2::new(8.5, 5.5));
    let field = solved(&steps, &Terrain::new(frame), &discs, UVec2::new(38, 12))?;
    Ok(continuous("continuum", "continuum: a crowd stands in the way", steps, field, discs))
}

fn ground() -> Result<FieldScene, Failure> {
    let frame = Frame::new(IVec2::ZERO, UVec2::new(44, 24), 0.5)?;
    let (steps, mut terrain) = (Steps::open(frame), Terrain::new(frame));
    let hill = frame.min() + Vec2::new(11.0, 5.0);
    let fire = frame.min() + Vec2::new(17.0, 8.5);
    for index in 0..frame.cell_count() {
        let at = frame.center(frame.cell_at_index(index));
        terrain.set_height(index, 3.0 * (1.0 - at.distance(hill) / 4.0).max(0.0))?;
        terrain.set_discomfort(index, 6.0 * (1.0 - at.distance(fire) / 2.5).max(0.0))?;
    }
    let field = solved(&steps, &terrain, &[], UVec2::new(40, 12))?;
    Ok(continuous("slopes", "continuum: round a hill, and a fire", steps, field, Vec::new()))
}

fn solved(
    steps: &Steps,
    terrain: &Terrain,
    discs: &[Disc],
    goal: UVec2,
) -> Result<FlowField, Failure> {
    let mut crowd = Crowd::new(*steps.frame());
    discs.iter().try_for_each(|&disc| crowd.add(disc))?;
    let mut field = FlowField::default();
    field.solve(&Problem {
        steps,
        terrain: Some(terrain),
        crowd: &crowd,
        free_speed: 1.4,
        parameters: &CostParameters::default(),
        goals: &[Goal { cell: goal, start: 0.0 }],
        sampled: None,
    })?;
    Ok(field)
}

fn continuous(
    name: &'static str,
    title: &str,
    steps: Steps,
    field: FlowField,
    discs: Vec<Disc>,
) -> FieldScene {
    let goal = |index: &usize| field.potential()[*index] == 0.0;
    let goals = (0..steps.frame().cell_count()).filter(goal);
    FieldScene {
        name,
        title: title.into(),
        colours: vec![UNREACHED; steps.frame().cell_count()],
        arrows: field.velocity().as_slice().to_vec(),
        goals: goals.map(|index| steps.frame().cell_at_index(index)).collect(),
        potential: Some(field),
        discs,
        steps,
    }
}
