//! The arguments of the command.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Runs crowds through mazes and other scenes without a display: scorecards and pictures.
///
/// Without a command the built-in scene "maze" runs.
///
/// `--help scene` tells the form of scene files.
///
/// Exit status: 0 done; 1 a scene's own expectation failed, a replay ends otherwise than it was recorded or has the
/// fault that it is shrunk to, or the soak has
/// findings; 2 bad input.
#[derive(Debug, Parser)]
#[command(name = "headless", version, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Option<Action>,
}

/// What the command does.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Lists the built-in scenes, or prints one as a scene file
    Scenes(ScenesArguments),
    /// Runs a scene: scorecard and pictures
    Run(RunArguments),
    /// Steps a recording again: exit status 1 if it ends otherwise than it did
    Replay(ReplayArguments),
    /// Runs built-in scenes and writes a page of their pictures and scores, each a click away from the playground
    Gallery(GalleryArguments),
    /// Asks a map for the paths of a file of queries
    Paths(PathsArguments),
    /// Draws the mesh of a map
    Draw(DrawArguments),
    /// Finds the walkable ground of a level mesh: a summary, a picture, and a scene whose units walk on it
    Soup(SoupArguments),
    /// Draws an example of each kind of flow field
    Fields(FieldsArguments),
    /// Runs random worlds under watch and says what it finds: exit status 1 if it finds anything
    Soak(SoakArguments),
}

/// Arguments of `scenes`.
#[derive(Debug, Args)]
pub struct ScenesArguments {
    /// A built-in scene; without it all are listed
    pub name: Option<String>,
    /// The scene as a scene file
    #[arg(long, requires = "name")]
    pub json: bool,
    /// A parameter of the world, or a key of the scene's own
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "json")]
    pub settings: Vec<String>,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// A built-in scene, or the path of a scene file
    pub scene: String,
    /// Folder of the pictures [default: out/SCENE]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Draw nothing
    #[arg(long)]
    pub no_pictures: bool,
    /// Most ticks, instead of the scene's budget
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ticks: Option<u32>,
    /// Threads that do the steps, the calling one among them [default: the machine's, at most 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// The arrangement to run, from 0 [default: 0]
    #[arg(long, value_name = "K", conflicts_with = "arrangements")]
    pub arrangement: Option<u64>,
    /// Run N arrangements, evenly strided over all; pictures are those of the first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub arrangements: Option<u64>,
    /// Record the run into this file, for `replay`
    #[arg(long, value_name = "FILE", conflicts_with = "arrangements")]
    pub record: Option<PathBuf>,
    /// Write a page for a browser, one file: the inspector with the run recorded in it
    #[arg(long, value_name = "FILE", conflicts_with = "arrangements")]
    pub html: Option<PathBuf>,
    /// The scorecard as JSON on stdout, and nothing else there
    #[arg(long)]
    pub json: bool,
    /// Say what each key of the scorecard means, below it
    #[arg(long, conflicts_with = "json")]
    pub explain: bool,
    /// A parameter of the world, or a key of the scene's own
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
}

impl RunArguments {
    /// A scene with nothing else said.
    pub fn of(scene: &str) -> Self {
        Self {
            scene: scene.into(),
            out: None,
            no_pictures: false,
            ticks: None,
            threads: None,
            arrangement: None,
            arrangements: None,
            record: None,
            html: None,
            json: false,
            explain: false,
            settings: Vec::new(),
        }
    }
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// A recording
    pub file: PathBuf,
    /// Step no farther than to this tick
    #[arg(long, value_name = "T")]
    pub until: Option<u64>,
    /// Another recording, stepped beside it: tells the first tick in which the worlds differ, and the first thing in which they do
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Threads that do the steps, the calling one among them [default: the machine's, at most 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Write a recording into this file that has nothing in it that the fault does not need: a panic, other states with more threads,
    /// or a broken --expect. Exit status 1: the fault is there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["until", "against", "html"])]
    pub shrink: Option<PathBuf>,
    /// The fault: more events than N, as stuck_max=N, path_lost_max=N (in C: cut off, place blocked or no room) or displaced_max=N
    #[arg(long, value_name = "KEY=N", requires = "shrink")]
    pub expect: Option<String>,
    /// Most runs of the recording that it may take to shrink it
    #[arg(long, value_name = "N", requires = "shrink", default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..))]
    pub runs: u32,
    /// Write a page for a browser, one file: the inspector with the recording in it
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// The report as JSON on stdout, and nothing else there
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gallery`.
#[derive(Debug, Args)]
pub struct GalleryArguments {
    /// Folder of the page
    pub folder: PathBuf,
    /// Built-in scenes; without them all
    pub scenes: Vec<String>,
}

/// Arguments of `paths`.
#[derive(Debug, Args)]
pub struct PathsArguments {
    /// A MovingAI .map, or a Polyanya .mesh
    pub map: PathBuf,
    /// A .queries file with exact lengths, or a .scen file
    pub queries: PathBuf,
    /// Where paths enter the next cell
    #[arg(long, value_enum, default_value_t = EntryName::Crossing)]
    pub entry: EntryName,
    /// Radius of the agent in metres
    #[arg(long, value_name = "R", default_value_t = 0.0, allow_negative_numbers = true)]
    pub radius: f32,
    /// Search on a baked mesh
    #[arg(long)]
    pub bake: bool,
    /// Side of a tile in metres [default: by the number of obstacles]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub tile: Option<f32>,
    /// The report as JSON on stdout, and nothing else there
    #[arg(long)]
    pub json: bool,
    /// How often each query is timed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub reps: u32,
}

/// The entries by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EntryName {
    /// The middle of the overlap of two cells.
    Midpoint,
    /// Where the straight line to the goal crosses it.
    Crossing,
    /// Where the straight line to the goal crosses it, with directed portals as nodes.
    Portals,
    /// None: exact shortest paths.
    Exact,
}

/// Arguments of `draw`.
#[derive(Debug, Args)]
pub struct DrawArguments {
    /// A MovingAI .map, or a Polyanya .mesh
    pub map: PathBuf,
    /// Folder of the picture [default: out/MAP]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Radius of the agent in metres
    #[arg(long, value_name = "R", default_value_t = 0.0, allow_negative_numbers = true)]
    pub radius: f32,
    /// Side of a tile in metres [default: by the number of obstacles]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub tile: Option<f32>,
}

/// Arguments of `soup`. Lengths are metres; what they mean is said of `SoupDefinition`.
#[derive(Debug, Args)]
pub struct SoupArguments {
    /// A level of triangles: a Wavefront .obj, or a binary glTF .glb
    pub file: PathBuf,
    /// Folder of the picture and the scene [default: out/FILE]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Side of a cell; borders are found to within one
    #[arg(long, value_name = "M", default_value_t = 0.2, allow_negative_numbers = true)]
    pub cell_size: f32,
    /// Height of a voxel; climbs are found to within one
    #[arg(long, value_name = "M", default_value_t = 0.1, allow_negative_numbers = true)]
    pub cell_height: f32,
    /// Free height that an agent needs
    #[arg(long, value_name = "M", default_value_t = 1.8, allow_negative_numbers = true)]
    pub agent_height: f32,
    /// The highest step
    #[arg(long, value_name = "M", default_value_t = 0.4, allow_negative_numbers = true)]
    pub climb: f32,
    /// The steepest ground, in degrees, from 0 to 90
    #[arg(long, value_name = "DEG", default_value_t = 45.0, value_parser = degrees)]
    #[arg(allow_negative_numbers = true)]
    pub slope: f32,
    /// Islands with less area are left out, in square metres
    #[arg(long, value_name = "M2", default_value_t = 1.0, allow_negative_numbers = true)]
    pub least_island: f32,
    /// The axis that points up
    #[arg(long, value_enum, default_value_t = UpName::Y)]
    pub up: UpName,
    /// Both sides of triangles are ground, not only those that face up
    #[arg(long)]
    pub two_sided: bool,
    /// Which of several floors counts that lie over each other
    #[arg(long, value_enum, default_value_t = FloorName::Only)]
    pub floor: FloorName,
    /// Only ground counts that can be walked to from here, x and y of the scene and a height
    #[arg(long, value_name = "X,Y,Z", value_parser = three, allow_negative_numbers = true)]
    pub start: Option<[f32; 3]>,
    /// From sample to sample of the heights [default: 0.5, or a cell if that is more]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub height_spacing: Option<f32>,
    /// Units of the scene
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub units: u32,
    /// Their radius; ground is left out where none of them has room
    #[arg(long, value_name = "R", default_value_t = 0.3, value_parser = radius)]
    #[arg(allow_negative_numbers = true)]
    pub radius: f32,
    /// The summary as JSON on stdout, and nothing else there
    #[arg(long)]
    pub json: bool,
}

/// The axes that may point up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UpName {
    /// The second: (x, y, z) becomes (x, −z), y high.
    Y,
    /// The third.
    Z,
}

/// What becomes of floors that lie over each other, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FloorName {
    /// They are refused.
    Only,
    /// The lowest counts.
    Lowest,
    /// The highest counts.
    Highest,
}

/// Arguments of `fields`.
#[derive(Debug, Args)]
pub struct FieldsArguments {
    /// Folder of the pictures
    #[arg(long, value_name = "DIR", default_value = "out/fields")]
    pub out: PathBuf,
}

/// Arguments of `soak`.
#[derive(Debug, Args)]
pub struct SoakArguments {
    /// How long; the seeds begin at one that is made from the clock, and printed
    #[arg(long, value_name = "N", conflicts_with = "seeds", value_parser = minutes)]
    #[arg(allow_negative_numbers = true)]
    pub minutes: Option<f64>,
    /// The seeds of the worlds, the last one excluded [default: 0..100]
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub seeds: Option<Range<u64>>,
    /// Only worlds in which every order must end, without what else there is
    #[arg(long, conflicts_with = "wild")]
    pub liveness: bool,
    /// Only worlds with all that there is
    #[arg(long)]
    pub wild: bool,
    /// Print the program of the first of the seeds, and run nothing
    #[arg(long, conflicts_with = "minutes")]
    pub print: bool,
    /// Run the program of a file instead
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["seeds", "minutes", "print", "liveness", "wild"])]
    pub program: Option<PathBuf>,
    /// Do not look for the smallest program that shows a fault
    #[arg(long)]
    pub no_shrink: bool,
    /// Worlds that run at the same time [default: the machine's threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Of 1000 worlds, how many may have findings; a panic, worlds that differ, or a unit in a wall always count
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    #[arg(conflicts_with = "program")]
    pub tolerate: u32,
    /// Seconds after which a world counts as one that hangs: the soak tells it and ends
    #[arg(long, value_name = "N", default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..))]
    pub hangs: u64,
}

/// The most minutes that a soak may take: a year.
const MOST_MINUTES: f64 = 525_600.0;

/// Reads a number of minutes.
fn minutes(text: &str) -> Result<f64, String> {
    let minutes =
        text.parse().ok().filter(|&minutes: &f64| minutes > 0.0 && minutes <= MOST_MINUTES);
    minutes.ok_or_else(|| format!("a number above 0 is expected, of at most {MOST_MINUTES}"))
}

/// Reads a slope.
fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees| (0.0..=90.0).contains(degrees));
    degrees.ok_or_else(|| "a number of degrees from 0 to 90 is expected".into())
}

/// Reads a radius.
fn radius(text: &str) -> Result<f32, String> {
    let radius = text.parse().ok().filter(|radius| (0.02..=100.0).contains(radius));
    radius.ok_or_else(|| "a number of metres from 0.02 to 100 is expected".into())
}

/// Reads a place with its height.
fn three(text: &str) -> Result<[f32; 3], String> {
    let numbers: Option<Vec<f32>> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|at: &f32| at.is_finite()))
        .collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| "three finite numbers are expected, as in 4,2.5,0".into())
}

/// Reads a range of seeds.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let ends = text
        .split_once("..")
        .and_then(|(first, end)| Some(first.parse::<u64>().ok()?..end.parse::<u64>().ok()?));
    ends.filter(|seeds| !seeds.is_empty())
        .ok_or_else(|| "two numbers are expected, as in 0..100".into())
}
