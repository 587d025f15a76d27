//! The scenes: blocks of units on a map, each with one shared goal far away.

use std::path::{Path, PathBuf};

use glam::Vec2;
use headless::command::bench::BenchResult;
use headless::random::Random;
use headless::sources::grid_map::GridMap;
use headless::sources::rectangles::blocked_rectangles;
use hybrid::navmesh::{Bounds, KindCosts, MeshDefinition};
use hybrid::{
    Goal, OrderDefinition, UnitDefinition, UnitId, Unreachable, World, WorldDefinition, WorldError,
    WorldParameters,
};

/// Metres.
pub(crate) const RADIUS: f32 = 0.25;

/// Metres between units at the start.
pub(crate) const SPACING: f32 = 0.6;

/// Metres per second.
pub(crate) const SPEED: f32 = 1.4;

/// Metres between a start and its goal at least, as a share of the world's side.
pub(crate) const FAR: f32 = 0.3;

/// How often a place is looked for before the map counts as too narrow.
pub(crate) const TRIALS: usize = 100_000;

/// What is on the map.
#[derive(Clone, Copy)]
pub(crate) struct Crowd {
    pub(crate) units: usize,
    pub(crate) groups: usize,
}

/// Where the walls are.
pub(crate) enum Ground {
    Map(GridMap),
    /// A square without walls, of so many metres.
    Open(u32),
}

impl Ground {
    /// The map of the bars; `None` where the maps are not there.
    pub(crate) fn map(name: &str) -> BenchResult<Option<Self>> {
        let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/maps");
        let folder = std::env::var_os("HYBRIDNAV_MAPS").map_or_else(beside, PathBuf::from);
        let file = folder.join(name);
        Ok(if file.exists() { Some(Self::Map(GridMap::read(&file)?)) } else { None })
    }

    pub(crate) fn side(&self) -> f32 {
        match self {
            Self::Map(map) => map.width().min(map.height()) as f32,
            Self::Open(side) => *side as f32,
        }
    }

    fn outlines(&self) -> Vec<[Vec2; 4]> {
        let Self::Map(map) = self else { return Vec::new() };
        let corner = |x: u32, y: u32| Vec2::new(x as f32, y as f32);
        let outline = |r: headless::sources::rectangles::Rectangle| {
            let ([x0, y0], [x1, y1]) = (r.min, r.max);
            [corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)]
        };
        blocked_rectangles(map).into_iter().map(outline).collect()
    }

    /// Whether a square of so many metres round a point is free of walls.
    pub(crate) fn is_free(&self, center: Vec2, side: f32) -> bool {
        let (low, high) = (center - 0.5 * side, center + 0.5 * side);
        if low.min_element() < 0.0 || high.max_element() >= self.side() {
            return false;
        }
        let Self::Map(map) = self else { return true };
        let mut columns = low.x as u32..=high.x as u32;
        columns.all(|x| (low.y as u32..=high.y as u32).all(|y| map.is_open(x, y)))
    }

    /// A world with these walls, for units of one radius.
    pub(crate) fn world(&self, parameters: &WorldParameters) -> BenchResult<World> {
        self.world_of(vec![RADIUS], vec![KindCosts::default()], parameters)
    }

    /// A world with these walls, for units of some radii and movement kinds.
    pub(crate) fn world_of(
        &self,
        radii: Vec<f32>,
        movement_kinds: Vec<KindCosts>,
        parameters: &WorldParameters,
    ) -> BenchResult<World> {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(self.side()));
        let mut definition = WorldDefinition::new(bounds, radii);
        definition.movement_kinds = movement_kinds;
        definition.parameters = parameters.clone();
        let outlines = self.outlines();
        if !outlines.is_empty() {
            definition.parameters.tile_size =
                MeshDefinition::suggested_tile_size(bounds, outlines.len());
        }
        let mut world = World::new(&definition)?;
        for outline in outlines {
            world.add_obstacle(&outline)?;
        }
        world.commit()?;
        Ok(world)
    }

    /// A world in which all groups are under way.
    pub(crate) fn crowded(
        &self,
        Crowd { units, groups }: Crowd,
        parameters: &WorldParameters,
    ) -> BenchResult<World> {
        let mut world = self.world(parameters)?;
        let random = &mut Random::new(1);
        let mut starts: Vec<Vec2> = Vec::new();
        let share = units / groups;
        let side = (share as f32).sqrt().ceil() * SPACING;
        for _ in 0..groups {
            let units = self.block(&mut world, (share, side), &mut starts, random)?;
            self.send(&mut world, &units, side, random)?;
        }
        Ok(world)
    }

    pub(crate) fn point(&self, random: &mut Random) -> Vec2 {
        let mut along = || random.below(1 << 20) as f32 / (1 << 20) as f32 * self.side();
        Vec2::new(along(), along())
    }

    /// A square of units where there is room, away from the others.
    pub(crate) fn block(
        &self,
        world: &mut World,
        (count, side): (usize, f32),
        starts: &mut Vec<Vec2>,
        random: &mut Random,
    ) -> BenchResult<Vec<UnitId>> {
        for _ in 0..TRIALS {
            let center = self.point(random);
            let is_apart = starts.iter().all(|start| start.distance(center) > 1.5 * side + 2.0);
            if !is_apart || !self.is_free(center, side + 2.0) {
                continue;
            }
            starts.push(center);
            let columns = (count as f32).sqrt().ceil() as usize;
            let at = |k: usize| Vec2::new((k % columns) as f32, (k / columns) as f32) * SPACING;
            let unit = |k: usize| {
                let position = center - 0.5 * side + at(k);
                world.add_unit(&UnitDefinition::new(position, RADIUS, SPEED))
            };
            return Ok((0..count).map(unit).collect::<Result<_, WorldError>>()?);
        }
        Err("no room for a block of units".into())
    }

    /// Sends units to a point far away that they can reach.
    fn send(
        &self,
        world: &mut World,
        units: &[UnitId],
        side: f32,
        random: &mut Random,
    ) -> BenchResult<()> {
        let start = world.unit(units[0]).map_or(Vec2::ZERO, |unit| unit.position);
        for _ in 0..TRIALS {
            let goal = self.point(random);
            let is_far = goal.distance(start) > FAR * self.side();
            let strict = OrderDefinition {
                unreachable: Unreachable::Stop,
                ..OrderDefinition::new(Goal::Point(goal))
            };
            if is_far && self.is_free(goal, side) && world.order_with(units, &strict).is_ok() {
                return Ok(());
            }
        }
        Err("no goal for a block of units".into())
    }
}
