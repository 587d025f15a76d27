//! Scenes as they are run: found by name or file, settings applied, checked, with their map and
//! arrangements.

use std::path::Path;

use glam::Vec2;
use hybrid::WorldParameters;
use hybrid::navmesh::Bounds;

use crate::error::Error;
use crate::scenes::alike::nearest;
use crate::scenes::built_in;
use crate::scenes::checks::{Places, check};
use crate::scenes::scene::Scene;
use crate::scenes::settings::{Settings, become_people};
use crate::sources::grid_map::GridMap;
use crate::sources::rectangles::blocked_rectangles;
use crate::sources::source::Source;

/// Arrangements of one shifted block: a step or none in each direction.
const SHIFTS: u64 = 9;

/// A scene that passed all checks.
#[derive(Debug, Clone)]
pub struct LoadedScene {
    /// The scene; its tick stands in `world.tick`.
    pub scene: Scene,
    /// Its file, to say where something stands. Empty text for a built-in scene.
    pub source: Source,
    /// The rectangle that units may stand in.
    pub bounds: Bounds,
    /// Boxes of the map's blocked cells.
    pub map_outlines: Vec<[Vec2; 4]>,
    /// Convex parts of what is not walkable.
    pub blocked: Vec<Vec<Vec2>>,
}

/// Loads a built-in scene by its name, or else a scene file by its path.
///
/// # Errors
/// [`Error`] with the place in the file.
pub fn load(name_or_path: &str, mut settings: Settings) -> Result<LoadedScene, Error> {
    let (scene, source) = match built_in::ALL.iter().find(|built_in| built_in.name == name_or_path)
    {
        Some(built_in) => (built_in.scene(&mut settings)?, Source::new(name_or_path, "")),
        None => {
            if !Path::new(name_or_path).exists() {
                return Err(Source::new(name_or_path, "").error(1, 1, missing(name_or_path)));
            }
            let source = Source::read(Path::new(name_or_path))?;
            (parse(&source)?, source)
        }
    };
    prepared(scene, source, settings)
}

/// The built-in scene that a name may mean that stands for none.
pub fn meant(name: &str) -> Option<&'static str> {
    nearest(name, built_in::ALL.iter().map(|built_in| built_in.name))
}

/// Why a name or path is no scene, and what may be meant.
fn missing(name_or_path: &str) -> String {
    let path = Path::new(name_or_path);
    let is_path = path.extension().is_some() || path.components().count() > 1;
    let what = if is_path { "no such file" } else { "no such file, and no such built-in scene" };
    let stem = path.file_stem().map_or(name_or_path.into(), |stem| stem.to_string_lossy());
    let meant = match meant(&stem) {
        Some(name) => format!("is the built-in scene {name} meant?"),
        None => "a scene file or a name that `headless scenes` lists is expected".to_owned(),
    };
    format!("{what}; {meant}")
}

/// Applies settings to a scene, checks it, and reads its map from the folder of its file.
///
/// # Errors
/// [`Error`] with the place in the file.
pub fn prepared(scene: Scene, source: Source, settings: Settings) -> Result<LoadedScene, Error> {
    let folder = Path::new(&source.name).parent().unwrap_or(Path::new("")).to_path_buf();
    prepared_with(scene, source, settings, |map| Source::read(&folder.join(map)))
}

/// Applies settings to a scene, checks it, and takes its map from `read`, which gets the map's path as it stands in the scene.
///
/// # Errors
/// [`Error`] with the place in the file, and those of `read`.
pub fn prepared_with(
    mut scene: Scene,
    source: Source,
    settings: Settings,
    read: impl FnOnce(&Path) -> Result<Source, Error>,
) -> Result<LoadedScene, Error> {
    unify_tick(&mut scene, &source)?;
    if std::mem::take(&mut scene.pedestrians) {
        become_people(&mut scene.world);
    }
    settings.apply(&mut scene.world)?;
    check(&scene, &source)?;
    let map = scene.map.as_deref().map(|map| GridMap::parse(&read(map)?)).transpose()?;
    let bounds = bounds(&scene, map.as_ref(), &source)?;
    let blocked = scene.ground.as_ref().map_or(Ok(Vec::new()), |ground| ground.blocked(bounds));
    let blocked = blocked
        .map_err(|message| Places(&source).error(&["ground".into(), "walkable".into()], message))?;
    let corner = |x: u32, y: u32| Vec2::new(x as f32, y as f32);
    let rectangles = map.iter().flat_map(blocked_rectangles).map(|r| {
        let ([x0, y0], [x1, y1]) = (r.min, r.max);
        [corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)]
    });
    Ok(LoadedScene { map_outlines: rectangles.collect(), blocked, scene, source, bounds })
}

/// Reads the text of a scene file; nothing is checked beyond its form.
///
/// # Errors
/// [`Error::Input`] with line and column.
pub fn parse(source: &Source) -> Result<Scene, Error> {
    serde_json::from_str(&source.text).map_err(|error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let message = error.to_string();
        let message = message
            .strip_suffix(&format!(" at line {} column {}", error.line(), error.column()))
            .unwrap_or(&message);
        let right = if error.is_data() { "" } else { "; well-formed JSON is expected" };
        source.error(line, column, format!("{message}{right}"))
    })
}

/// The scene's tick is the world's.
fn unify_tick(scene: &mut Scene, source: &Source) -> Result<(), Error> {
    if let Some(tick) = scene.tick.take() {
        if scene.world.tick != WorldParameters::default().tick && scene.world.tick != tick {
            let path = ["world".into(), "tick".into()];
            return Err(Places(source).error(
                &path,
                format!("a tick that is not the scene's, {tick} s; one of the two is expected"),
            ));
        }
        scene.world.tick = tick;
    }
    Ok(())
}

fn bounds(scene: &Scene, map: Option<&GridMap>, source: &Source) -> Result<Bounds, Error> {
    let extent = map.map(|map| Vec2::new(map.width() as f32, map.height() as f32));
    let bounds = match (scene.bounds, extent) {
        (Some([x0, y0, x1, y1]), _) => Bounds::new(Vec2::new(x0, y0), Vec2::new(x1, y1)),
        (None, extent) => Bounds::new(Vec2::ZERO, extent.unwrap_or_default()),
    };
    match extent.filter(|extent| !(bounds.contains(Vec2::ZERO) && bounds.contains(*extent))) {
        Some(Vec2 { x, y }) => Err(Places(source).error(
            &["bounds".into()],
            format!("the map does not fit; at least [0, 0, {x}, {y}] is expected"),
        )),
        None => Ok(bounds),
    }
}

impl LoadedScene {
    /// An input error at a value of the scene.
    pub fn places(&self) -> Places<'_> {
        Places(&self.source)
    }

    /// Number of arrangements: 9 for each shifted block.
    pub fn arrangements(&self) -> u64 {
        self.scene.blocks.iter().filter(|block| block.shift).fold(1, |count, _| count * SHIFTS)
    }

    /// How far an arrangement moves the anchor of each block: the first shifted block takes `i = k
    /// mod 9`, the next `i = ⌊k / 9⌋ mod 9` …, and moves by `(i mod 3 − 1, ⌊i / 3⌋ − 1)`.
    pub fn shifts(&self, arrangement: u64) -> Vec<Vec2> {
        let mut left = arrangement;
        let shift = |shifted: bool| {
            if !shifted {
                return Vec2::ZERO;
            }
            let step = left % SHIFTS;
            left /= SHIFTS;
            Vec2::new((step % 3) as f32 - 1.0, (step / 3) as f32 - 1.0)
        };
        self.scene.blocks.iter().map(|block| block.shift).map(shift).collect()
    }
}
