//! What stands in a scene before there is a score: the world, its obstacles, areas and links.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::{KindCosts, LinkDefinition};
use hybrid::{ObstacleId, World, WorldDefinition, WorldError};

use crate::error::Error;
use crate::scenes::level::SceneLevel;
use crate::scenes::loaded::LoadedScene;
use crate::scenes::scene::Link;
use crate::scoring::errands::add_area;
use crate::scoring::walls::Walls;
use crate::sources::json_places::Key;

/// What stands, before there is a score.
pub(super) struct SceneGround<'a> {
    loaded: &'a LoadedScene,
    pub(super) world: World,
    pub(super) walls: Walls,
    pub(super) named: BTreeMap<String, (ObstacleId, usize)>,
}

impl<'a> SceneGround<'a> {
    /// Builds the world; all its calls may be recorded into a file.
    pub(super) fn new(loaded: &'a LoadedScene, record_to: Option<&Path>) -> Result<Self, Error> {
        let scene = &loaded.scene;
        let definition = WorldDefinition {
            parameters: scene.world.clone(),
            movement_kinds: movement_kinds(loaded)?,
            walkable: scene.ground.as_ref().and_then(SceneLevel::outline),
            ..WorldDefinition::new(loaded.bounds, scene.class_radii())
        };
        let mut world = World::new(&definition).map_err(|error| {
            let path = match &error {
                WorldError::Parameter { name, .. } => vec![Key::from("world"), Key::from(*name)],
                WorldError::Mesh { .. } => vec!["bounds".into()],
                _ => vec!["world".into()],
            };
            refused(loaded, &path, "the world", error)
        })?;
        if let Some(file) = record_to {
            let sink = File::create(file).map_err(|error| Error::unwritten(file, &error))?;
            world.start_recording(sink).map_err(|error| Error::unwritten(file, &error))?;
        }
        let reach = scene.class_radii().last().copied().unwrap_or_default();
        let mut ground =
            Self { loaded, world, walls: Walls::new(loaded.bounds, reach), named: BTreeMap::new() };
        ground.raise()?;
        for outline in &loaded.blocked {
            ground.walls.add(outline);
        }
        for outline in &loaded.map_outlines {
            ground.add(outline, None, &["map".into()])?;
        }
        for (index, obstacle) in scene.obstacles.iter().enumerate() {
            ground.add(
                &scene.outline(obstacle),
                obstacle.id.as_deref(),
                &["obstacles".into(), index.into()],
            )?;
        }
        ground.add_areas()?;
        ground.add_links()?;
        Ok(ground)
    }

    /// Tells the world how high the ground lies.
    fn raise(&mut self) -> Result<(), Error> {
        let heights = self.loaded.scene.ground.as_ref().and_then(SceneLevel::grid);
        let Some(heights) = heights else { return Ok(()) };
        let path = ["ground".into(), "heights".into()];
        let refused = |error| refused(self.loaded, &path, "the heights", error);
        self.world.set_heights(Some(heights)).map_err(refused)
    }

    fn add_areas(&mut self) -> Result<(), Error> {
        let scene = &self.loaded.scene;
        for (index, area) in scene.areas.iter().enumerate() {
            add_area(&mut self.world, scene, area).map_err(|error| {
                refused(self.loaded, &["areas".into(), index.into()], "the area", error)
            })?;
        }
        Ok(())
    }

    fn add_links(&mut self) -> Result<(), Error> {
        let scene = &self.loaded.scene;
        for (index, link) in scene.links.iter().enumerate() {
            let Link { cost, both_ways, kind, capacity, .. } = *link;
            let capacity = capacity.unwrap_or(u32::MAX);
            let definition = LinkDefinition { both_ways, cost, kind, capacity };
            let [from, to] = [link.from, link.to].map(|end| scene.turned(end.into()));
            self.world.add_link(from, to, &definition).map_err(|error| {
                refused(self.loaded, &["links".into(), index.into()], "the link", error)
            })?;
        }
        Ok(())
    }

    fn add(&mut self, outline: &[Vec2], id: Option<&str>, path: &[Key<'_>]) -> Result<(), Error> {
        let refused = |error| refused(self.loaded, path, "the obstacle", error);
        let standing =
            (self.world.add_obstacle(outline).map_err(refused)?, self.walls.add(outline));
        self.named.extend(id.map(|id| (id.to_owned(), standing)));
        Ok(())
    }
}

/// What the kinds of units exclude.
fn movement_kinds(loaded: &LoadedScene) -> Result<Vec<KindCosts>, Error> {
    let without = |excludes: &[u8]| {
        excludes.iter().try_fold(KindCosts::default(), |costs, &kind| costs.without(kind))
    };
    let all = loaded.scene.exclusions().into_iter().map(without);
    all.collect::<Result<_, _>>()
        .map_err(|error| refused(loaded, &["kinds".into()], "what is excluded", error.into()))
}

/// What the world says, at the place in the scene's file that made it say so.
pub(super) fn refused(
    loaded: &LoadedScene,
    path: &[Key<'_>],
    what: &str,
    error: WorldError,
) -> Error {
    let (message, prefix) = (error.to_string(), format!("{what}: "));
    // What a world says of an area begins with that word already.
    let is_said = message.starts_with(&prefix);
    loaded.places().error(path, if is_said { message } else { prefix + &message })
}
