//! What a scene says of units, orders and areas, as a world takes it.

use glam::Vec2;
use hybrid::navmesh::polygon;
use hybrid::{
    AreaId, Driver, Formation, Goal as WorldGoal, OrderDefinition, UnitDefinition, UnitId, World,
    WorldError,
};

use crate::scenes::scene::{Area, Block, DrivenBy, Goal, Scene};
use crate::scenes::terms::Terms;

/// The order for some units, and where each of them goes; `target` is the unit that they follow, and where it is. `None` where they
/// have neither a goal nor whom to follow.
pub fn errand(
    scene: &Scene,
    count: usize,
    goal: Option<&Goal>,
    terms: Terms<'_>,
    target: Option<(UnitId, Vec2)>,
) -> Option<(OrderDefinition, Vec<Vec2>)> {
    let (world_goal, places) = match (target, goal) {
        (Some((target, at)), _) => (WorldGoal::Unit(target), vec![at; count]),
        (None, Some(goal)) => {
            let turned = |k: usize| scene.turned(goal.position(k as u32));
            let places: Vec<Vec2> = (0..count).map(turned).collect();
            let shared = places.first().filter(|_| goal.point.is_some());
            let each = || WorldGoal::Each(places.clone());
            (shared.map_or_else(each, |&point| WorldGoal::Point(point)), places)
        }
        (None, None) => return None,
    };
    let plain = OrderDefinition::new(world_goal);
    let way_point = |&point: &[f32; 2]| scene.turned(point.into());
    let origin = scene.turned(Vec2::ZERO);
    let turned = |facing: Vec2| scene.turned(facing) - origin;
    let formation = terms
        .formation
        .map(|formation| Formation { facing: formation.facing.map(turned), ..formation.clone() });
    let definition = OrderDefinition {
        formation,
        pace: terms.pace,
        way_points: terms.way_points.iter().map(way_point).collect(),
        repeat: terms.repeat.unwrap_or_default(),
        range: terms.range.unwrap_or_default(),
        unreachable: terms.unreachable.unwrap_or(plain.unreachable),
        exchange: goal.is_some_and(|goal| goal.fan_out.is_some() && goal.exchange.unwrap_or(true)),
        ..plain
    };
    Some((definition, places))
}

/// Adds an area of a scene to its world.
///
/// # Errors
/// That of the world.
pub fn add_area(world: &mut World, scene: &Scene, area: &Area) -> Result<AreaId, WorldError> {
    let outline = polygon(&scene.area_outline(area), &[]);
    world.add_area(outline, area.definition())
}

/// A unit of a block at a position, if the scene has its kind.
pub fn definition(scene: &Scene, block: &Block, position: Vec2) -> Option<UnitDefinition> {
    let kind = scene.kinds.get(&block.kind)?;
    let excludes = |excludes: &&[u8]| *excludes == kind.excludes;
    let default = UnitDefinition::new(position, kind.radius, kind.speed);
    let driver = match kind.driven_by {
        Some(DrivenBy::Engine) => Driver::Engine,
        Some(DrivenBy::World) | None => Driver::World,
    };
    Some(UnitDefinition {
        movement_kind: scene.exclusions().iter().position(excludes).unwrap_or_default(),
        mass: kind.mass.unwrap_or(default.mass),
        team: block.team.unwrap_or_default(),
        driver,
        acceleration: kind.acceleration.unwrap_or(default.acceleration),
        turn_rate: kind.turn_rate.unwrap_or(default.turn_rate),
        ..default
    })
}
