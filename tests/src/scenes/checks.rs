//! What the types of a scene cannot say: checked before anything runs, with the place in the file.

use std::collections::BTreeSet;

use crate::error::Error;
use crate::scenes::followed::Followed;
use crate::scenes::scene::{Area, Event, Goal, Obstacle, Scene};
use crate::scenes::terms::Terms;
use crate::scorecard::check_limit;
use crate::sources::json_places::{Key, place_of};
use crate::sources::source::Source;

/// Most distinct radii of the kinds: the world has one mesh for each.
pub const MOST_RADII: usize = 8;
/// Most units of a scene: a slip of the pen, not a crowd, beyond.
const MOST_UNITS: usize = 1_000_000;
/// Most shifted blocks: 9 arrangements each, all countable.
const MOST_SHIFTED: usize = 10;

/// A scene's file, to say where something stands.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a>(pub &'a Source);

impl Places<'_> {
    /// An input error at a value of the scene.
    pub fn error(self, path: &[Key<'_>], message: impl Into<String>) -> Error {
        let (line, column) = place_of(&self.0.text, path);
        self.0.error(line, column, message)
    }

    fn require(self, holds: bool, path: &[Key<'_>], message: &str) -> Result<(), Error> {
        if holds { Ok(()) } else { Err(self.error(path, message)) }
    }

    fn positive(self, value: f32, path: &[Key<'_>]) -> Result<(), Error> {
        self.require(
            value.is_finite() && value > 0.0,
            path,
            &format!("{value}; a number above 0 is expected"),
        )
    }
}

/// Checks a scene that was read.
///
/// # Errors
/// [`Error::Input`] with the place in the file.
pub fn check(scene: &Scene, source: &Source) -> Result<(), Error> {
    let places = Places(source);
    check_head(scene, places)?;
    check_obstacles(scene, places)?;
    check_kinds(scene, places)?;
    check_blocks(scene, places)?;
    check_ids(scene, places)?;
    check_events(scene, places)?;
    for limit in scene.expect.keys() {
        check_limit(limit)
            .map_err(|message| places.error(&["expect".into(), limit.as_str().into()], message))?;
    }
    Ok(())
}

fn check_head(scene: &Scene, places: Places<'_>) -> Result<(), Error> {
    let folder = !scene.name.is_empty() && scene.name != ".." && scene.name != ".";
    let plain = folder && !scene.name.contains(['/', '\\', '\0', '\n']);
    places.require(plain, &["name".into()], "a name that can also name a folder is expected")?;
    let bounds_or_map = scene.bounds.is_some() || scene.map.is_some();
    places.require(
        bounds_or_map,
        &[],
        "neither bounds nor map; \"bounds\": [min x, min y, max x, max y] is expected",
    )?;
    if let Some(bounds) = &scene.bounds {
        check_box(bounds, &["bounds".into()], places)?;
    }
    places.positive(scene.world.tick, &["tick".into()])?;
    places.require(
        scene.budget > 0,
        &["budget".into()],
        "0; a number of ticks above 0 is expected",
    )?;
    places.positive(scene.arrive_radius, &["arrive_radius".into()])?;
    places.positive(scene.near_radius, &["near_radius".into()])?;
    places.require(
        scene.turn.is_finite(),
        &["turn".into()],
        "a finite number of degrees is expected",
    )?;
    places.require(
        scene.turn == 0.0 || scene.ground.is_none(),
        &["turn".into()],
        "a scene with \"ground\" cannot be turned; 0 is expected",
    )?;
    places.positive(scene.bound_s.unwrap_or(1.0), &["bound_s".into()])?;
    if let Some(lanes) = &scene.lanes {
        check_box(lanes, &["lanes".into()], places)?;
    }
    if let Some(line) = &scene.line {
        check_line(line, &["line".into()], places)?;
    }
    let mut gaps = scene.gaps.iter().enumerate();
    gaps.try_for_each(|(index, gap)| check_line(gap, &["gaps".into(), index.into()], places))
}

fn check_line(line: &[f32; 4], path: &[Key<'_>], places: Places<'_>) -> Result<(), Error> {
    let [x0, y0, x1, y1] = line;
    let fits = line.iter().all(|value| value.is_finite()) && (x0, y0) != (x1, y1);
    places.require(fits, path, "no line; [x, y, x, y] of two points is expected")
}

fn check_box(corners: &[f32; 4], path: &[Key<'_>], places: Places<'_>) -> Result<(), Error> {
    let [x0, y0, x1, y1] = corners;
    let fits = corners.iter().all(|value| value.is_finite()) && x0 < x1 && y0 < y1;
    places.require(
        fits,
        path,
        "an empty box; [min x, min y, max x, max y] with min < max is expected",
    )
}

fn check_obstacles(scene: &Scene, places: Places<'_>) -> Result<(), Error> {
    for (index, obstacle) in scene.obstacles.iter().enumerate() {
        check_obstacle(obstacle, &["obstacles".into(), index.into()], places)?;
    }
    for (index, area) in scene.areas.iter().enumerate() {
        let Area { box_, polygon, .. } = area.clone();
        let shape = Obstacle { box_, polygon, id: None };
        check_obstacle(&shape, &["areas".into(), index.into()], places)?;
    }
    Ok(())
}

fn check_obstacle(obstacle: &Obstacle, path: &[Key<'_>], places: Places<'_>) -> Result<(), Error> {
    match (&obstacle.box_, &obstacle.polygon) {
        (Some(corners), None) => check_box(corners, &[path, &["box".into()]].concat(), places),
        (None, Some(_)) => Ok(()), // the world checks polygons
        _ => Err(places.error(path, "exactly one of \"box\" and \"polygon\" is expected")),
    }
}

fn check_kinds(scene: &Scene, places: Places<'_>) -> Result<(), Error> {
    places.require(
        !scene.kinds.is_empty(),
        &["kinds".into()],
        "no kind; at least one is expected",
    )?;
    for (name, kind) in &scene.kinds {
        let path = |key: &'static str| [Key::from("kinds"), name.as_str().into(), key.into()];
        places.positive(kind.radius, &path("radius"))?;
        places.positive(kind.speed, &path("speed"))?;
        places.positive(kind.acceleration.unwrap_or(1.0), &path("acceleration"))?;
        places.positive(kind.turn_rate.unwrap_or(1.0), &path("turn_rate"))?;
        places.positive(kind.mass.unwrap_or(1.0), &path("mass"))?;
    }
    let radii = scene.class_radii().len();
    let message = format!("{radii} distinct radii; at most {MOST_RADII} are expected");
    places.require(radii <= MOST_RADII, &["kinds".into()], &message)
}

fn check_blocks(scene: &Scene, places: Places<'_>) -> Result<(), Error> {
    places.require(
        !scene.blocks.is_empty(),
        &["blocks".into()],
        "no block; at least one is expected",
    )?;
    for (index, block) in scene.blocks.iter().enumerate() {
        let path = |key: &'static str| [Key::from("blocks"), index.into(), key.into()];
        let known = || scene.kinds.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        if !scene.kinds.contains_key(&block.kind) {
            return Err(places.error(
                &path("kind"),
                format!("no kind '{}'; the scene has {}", block.kind, known()),
            ));
        }
        places.require(block.count > 0, &path("count"), "0 units; at least 1 is expected")?;
        places.require(block.columns > 0, &path("columns"), "0 columns; at least 1 is expected")?;
        places.require(block.rows != 0, &path("rows"), "0; rows go up (1) or down (-1)")?;
        places.positive(block.pitch, &path("pitch"))?;
        places.require(
            block.anchor.iter().all(|value| value.is_finite()),
            &path("anchor"),
            "two finite numbers are expected",
        )?;
        if let Some(goal) = &block.goal {
            check_goal(goal, &path("goal"), places)?;
        }
        let has_point = block.goal.as_ref().is_some_and(|goal| goal.point.is_some());
        places.require(
            block.formation.is_none() || has_point,
            &path("formation"),
            "a formation without a point; a goal with a \"point\" is expected",
        )?;
        check_terms(scene, index, block.goal.as_ref(), block.terms(), &path("follow"), places)?;
        let idle = !block.hold || block.goal.is_none() && block.follow.is_none();
        places.require(idle, &path("hold"), "a block with a goal; only idle units hold")?;
    }
    let units = scene.unit_count();
    places.require(
        units <= MOST_UNITS,
        &["blocks".into()],
        &format!("{units} units; at most {MOST_UNITS} are expected"),
    )?;
    let shifted = scene.blocks.iter().filter(|block| block.shift).count();
    let message = format!("{shifted} shifted blocks; at most {MOST_SHIFTED} are expected");
    places.require(shifted <= MOST_SHIFTED, &["blocks".into()], &message)
}

/// Whether what an order of a block says beside its goal fits it; whom it follows stands at a path.
fn check_terms(
    scene: &Scene,
    block: usize,
    goal: Option<&Goal>,
    terms: Terms<'_>,
    path: &[Key<'_>],
    places: Places<'_>,
) -> Result<(), Error> {
    let own = &path[..path.len() - 1];
    places.require(
        goal.is_none() || terms.follow.is_none(),
        path,
        "a goal and somebody to follow; one of \"goal\" and \"follow\" is expected",
    )?;
    let has_order = goal.is_some() || terms.follow.is_some();
    let message = "an order without a goal; \"goal\" or \"follow\" is expected";
    places.require(has_order || !terms.are_any(), own, message)?;
    let numbers = terms.way_points.as_flattened();
    places.require(
        numbers.iter().all(|value| value.is_finite()),
        &[own, &["way_points".into()]].concat(),
        "finite numbers are expected",
    )?;
    let Some((target, unit)) = terms.follow.map(Followed::parts) else { return Ok(()) };
    let found = scene.block_index(target);
    let fits = found.is_some_and(|found| found != block && unit < scene.blocks[found].count);
    let message =
        "no such unit; another block of the scene, or { \"block\": b, \"unit\": k }, is expected";
    places.require(fits, path, message)
}

fn check_goal(goal: &Goal, path: &[Key<'_>], places: Places<'_>) -> Result<(), Error> {
    let Goal { point, fan_out, columns, rows, pitch, exchange } = goal;
    let is_lattice = fan_out.is_some() || columns.is_some() || rows.is_some();
    let lattice = is_lattice || pitch.is_some() || exchange.is_some();
    let one_point = point.is_some() && !lattice;
    if let Some(pitch) = *pitch {
        places.positive(pitch, &[path, &["pitch".into()]].concat())?;
    }
    let each = point.is_none()
        && fan_out.is_some()
        && columns.is_some_and(|n| n > 0)
        && rows.is_some_and(|n| n != 0);
    let message = "{ \"point\": [x, y] } or { \"fan_out\": [x, y], \"columns\": n, \"rows\": ±n } is expected";
    places.require(one_point || each, path, message)
}

/// Ids of obstacles (those of events too) and of blocks are one set of names.
fn check_ids(scene: &Scene, places: Places<'_>) -> Result<(), Error> {
    let obstacles = scene
        .obstacles
        .iter()
        .map(|obstacle| &obstacle.id)
        .enumerate()
        .map(|(index, id)| ("obstacles", index, id));
    let blocks = scene
        .blocks
        .iter()
        .map(|block| &block.id)
        .enumerate()
        .map(|(index, id)| ("blocks", index, id));
    let events = scene
        .events
        .iter()
        .map(|event| &event.id)
        .enumerate()
        .map(|(index, id)| ("events", index, id));
    let mut seen = BTreeSet::new();
    for (list, index, id) in obstacles.chain(blocks).chain(events) {
        if let Some(id) = id.as_ref().filter(|id| !seen.insert(*id)) {
            return Err(places.error(
                &[list.into(), index.into(), "id".into()],
                format!("id '{id}' stands twice; ids are unique"),
            ));
        }
    }
    Ok(())
}

fn check_events(scene: &Scene, places: Places<'_>) -> Result<(), Error> {
    let mut standing: BTreeSet<&str> =
        scene.obstacles.iter().filter_map(|obstacle| obstacle.id.as_deref()).collect();
    let mut areas: BTreeSet<&str> = BTreeSet::new();
    for (index, event) in scene.events_in_order() {
        let path = |key: &'static str| [Key::from("events"), index.into(), key.into()];
        let message = format!("lies beyond the budget of {} ticks", scene.budget);
        places.require(event.tick < scene.budget, &path("tick"), &message)?;
        check_event_form(event, index, places)?;
        if let Some(obstacle) = &event.add_obstacle {
            check_obstacle(obstacle, &path("add_obstacle"), places)?;
            standing.extend(event.id.as_deref());
        }
        if let Some(Area { box_, polygon, .. }) = event.add_area.clone() {
            let shape = Obstacle { box_, polygon, id: None };
            check_obstacle(&shape, &path("add_area"), places)?;
            areas.extend(event.id.as_deref());
        }
        if let Some(id) = event.remove_area.as_deref().filter(|id| !areas.remove(id)) {
            let message =
                format!("no area '{id}' has been added by tick {}; its id is expected", event.tick);
            return Err(places.error(&path("remove_area"), message));
        }
        if let Some(id) = event.remove_obstacle.as_deref().filter(|id| !standing.remove(id)) {
            let message = format!(
                "no obstacle '{id}' stands at tick {}; the id of one that does is expected",
                event.tick
            );
            return Err(places.error(&path("remove_obstacle"), message));
        }
        if event.block.as_ref().is_some_and(|name| scene.block_index(name).is_none()) {
            let message = format!(
                "no such block; a number below {} or the id of a block is expected",
                scene.blocks.len()
            );
            return Err(places.error(&path("block"), message));
        }
        if let Some(Some(goal)) = &event.goal {
            check_goal(goal, &path("goal"), places)?;
        }
        if let Some(block) = event.block.as_ref().and_then(|name| scene.block_index(name)) {
            let goal = event.goal.as_ref().and_then(Option::as_ref);
            check_terms(scene, block, goal, event.terms(), &path("follow"), places)?;
        }
    }
    Ok(())
}

fn check_event_form(event: &Event, index: usize, places: Places<'_>) -> Result<(), Error> {
    let (add, block) =
        (event.add_obstacle.is_some() || event.add_area.is_some(), event.block.is_some());
    let all = [
        event.add_obstacle.is_some(),
        event.remove_obstacle.is_some(),
        event.add_area.is_some(),
        event.remove_area.is_some(),
        block,
    ];
    let one = all.into_iter().filter(|&is_there| is_there).count() == 1;
    let path = ["events".into(), index.into()];
    places.require(
        one,
        &path,
        "exactly one of \"add_obstacle\", \"remove_obstacle\", \"add_area\", \"remove_area\" and \"block\" is expected",
    )?;
    places.require(
        block == (event.goal.is_some() || event.follow.is_some()) && (block || !event.terms().are_any()),
        &path,
        "\"goal\" or \"follow\", and what an order says beside it, stands with \"block\", and only there (a goal of null stops the block)",
    )?;
    places.require(
        add || event.id.is_none(),
        &path,
        "\"id\" stands with \"add_obstacle\" and \"add_area\" only",
    )?;
    let inner = event.add_obstacle.as_ref().is_some_and(|obstacle| obstacle.id.is_some());
    places.require(
        !inner,
        &path,
        "the id of an obstacle that appears stands beside \"add_obstacle\", not in it",
    )
}
