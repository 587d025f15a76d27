//! What the pointer does to the world and to the view.

use eframe::egui::{Color32, Modifiers, PointerButton, Pos2, Rect, Response, Ui};
use hybrid::glam::Vec2;
use hybrid::navmesh::{AreaDefinition, Outline, polygon};
use hybrid::{
    AreaId, Call, Driver, Goal, ObstacleId, OrderDefinition, Unit, UnitDefinition, UnitId, World,
};

use crate::choices::{Choices, Tool};
use crate::timeline::Timeline;
use crate::view::View;

/// A click hits a unit that is so near, in points of the screen.
const REACH: f32 = 12.0;
/// How thick walls are, in metres.
const WALL_WIDTH: f32 = 0.5;
/// Half a side of a patch of mud, in metres.
const PATCH: f32 = 1.5;
/// How fast units are in mud, as a share.
const MUD: f32 = 0.5;
/// How many units are added by a click.
const ADDED: usize = 10;

/// What a drag has begun.
#[derive(Clone, Copy, Debug, Default)]
enum Drag {
    #[default]
    None,
    /// A box or a line, from here.
    From(Pos2),
    /// An obstacle, held there.
    Obstacle(ObstacleId, Vec2),
    /// Mud, painted there last.
    Mud(Vec2),
}

/// The pointer: what it drags.
#[derive(Debug, Default)]
pub struct Pointer {
    drag: Drag,
}

impl Pointer {
    /// Moves and zooms the view.
    pub fn move_view(&mut self, ui: &Ui, response: &Response, view: &mut View, tool: Tool) {
        let drags = |button| response.dragged_by(button);
        let touch = ui.input(|input| input.multi_touch());
        if let Some(touch) = touch {
            view.pan(touch.translation_delta);
            view.zoom(touch.zoom_delta, touch.center_pos);
            self.drag = Drag::None;
            return;
        }
        let pans = drags(PointerButton::Middle) || drags(PointerButton::Secondary);
        if pans || (tool == Tool::Pan && drags(PointerButton::Primary)) {
            view.pan(response.drag_delta());
        }
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) =
                ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            view.zoom(pinch * (scroll / 300.0).exp(), at);
        }
    }

    /// Does what the tool does where the pointer is. Returns what went wrong.
    pub fn use_tool(
        &mut self,
        ui: &Ui,
        response: &Response,
        view: &View,
        timeline: &mut Timeline,
        choices: &mut Choices,
    ) -> Result<(), String> {
        let Some(at) = response.interact_pointer_pos() else { return Ok(()) };
        let (point, modifiers) = (view.point(at), ui.input(|input| input.modifiers));
        if response.drag_started_by(PointerButton::Primary) || response.clicked() {
            timeline.begin_action();
        }
        if response.drag_started_by(PointerButton::Primary) {
            let from = ui.input(|input| input.pointer.press_origin()).unwrap_or(at);
            self.drag = begin(choices.tool, from, view, timeline.world());
        }
        let calls = if response.drag_stopped_by(PointerButton::Primary) {
            self.end(at, view, timeline.world(), choices, modifiers)
        } else if response.dragged_by(PointerButton::Primary) {
            self.go_on(point, timeline.world(), choices.tool)
        } else if response.clicked() {
            click(point, view, timeline.world(), choices, modifiers)
        } else {
            Vec::new()
        };
        // Of units that are added, some have no room: all others are.
        let mut refused = None;
        let mut done = 0;
        for call in calls {
            match timeline.edit(call) {
                Ok(()) => done += 1,
                Err(error) => refused = Some(error.to_string()),
            }
        }
        // The ground is cut anew now: what is drawn shows it, also while time stands.
        if done > 0 && choices.tool != Tool::Send {
            timeline.edit(Call::Commit).map_err(|error| error.to_string())?;
        }
        match refused {
            Some(message) if done == 0 => Err(message),
            Some(_) if choices.tool == Tool::Add => Err(format!("{done} of {ADDED} had room")),
            _ => Ok(()),
        }
    }

    fn go_on(&mut self, point: Vec2, world: &World, tool: Tool) -> Vec<Call> {
        match (&mut self.drag, tool) {
            (Drag::Obstacle(obstacle, held), Tool::Move) => {
                let by = point - *held;
                let moved = world
                    .obstacle(*obstacle)
                    .map(|view| ring(view.outline).map(|point| point + by).collect());
                let Some(outline) = moved.filter(|_| by.length() > 0.02) else { return Vec::new() };
                *held = point;
                vec![Call::MoveObstacle { obstacle: *obstacle, outline }]
            }
            (Drag::Mud(last), Tool::Mud) if last.distance(point) > PATCH => {
                *last = point;
                vec![mud(point)]
            }
            _ => Vec::new(),
        }
    }

    fn end(
        &mut self,
        at: Pos2,
        view: &View,
        world: &World,
        choices: &mut Choices,
        modifiers: Modifiers,
    ) -> Vec<Call> {
        let Drag::From(from) = std::mem::take(&mut self.drag) else { return Vec::new() };
        match choices.tool {
            Tool::Choose => {
                let inside = Rect::from_two_pos(from, at);
                let found = world
                    .units()
                    .filter(|unit| inside.contains(view.at(unit.position)))
                    .map(|unit| unit.id);
                choose(choices, found.collect(), modifiers);
                Vec::new()
            }
            Tool::Wall => {
                let (from, to) = (view.point(from), view.point(at));
                let along = (to - from).normalize_or(Vec2::X);
                let side = along.perp() * (0.5 * WALL_WIDTH);
                vec![Call::AddObstacle(vec![from + side, from - side, to - side, to + side])]
            }
            _ => Vec::new(),
        }
    }

    /// The box or line that is being drawn, on the screen.
    pub fn drawn(&self) -> Option<Pos2> {
        match self.drag {
            Drag::From(from) => Some(from),
            _ => None,
        }
    }
}

fn begin(tool: Tool, from: Pos2, view: &View, world: &World) -> Drag {
    let point = view.point(from);
    match tool {
        Tool::Choose | Tool::Wall => Drag::From(from),
        Tool::Mud => Drag::Mud(point + Vec2::splat(2.0 * PATCH)),
        Tool::Move => {
            obstacle_at(world, point).map_or(Drag::None, |obstacle| Drag::Obstacle(obstacle, point))
        }
        _ => Drag::None,
    }
}

fn click(
    point: Vec2,
    view: &View,
    world: &World,
    choices: &mut Choices,
    modifiers: Modifiers,
) -> Vec<Call> {
    match choices.tool {
        Tool::Choose => {
            choose(choices, unit_at(world, view, point).into_iter().collect(), modifiers);
            Vec::new()
        }
        Tool::Send => {
            let all = world.units().filter(|unit| unit.driver == Driver::World).map(|unit| unit.id);
            let units =
                if choices.units.is_empty() { all.collect() } else { choices.units.clone() };
            vec![Call::Order { units, definition: OrderDefinition::new(Goal::Point(point)) }]
        }
        Tool::Mud => vec![mud(point)],
        Tool::Erase => match (obstacle_at(world, point), area_at(world, point)) {
            (Some(obstacle), _) => vec![Call::RemoveObstacle(obstacle)],
            (None, area) => area.map(Call::RemoveArea).into_iter().collect(),
        },
        Tool::Add => add(world, choices, point),
        Tool::Pan | Tool::Wall | Tool::Move => Vec::new(),
    }
}

/// Chooses units; with Shift also those that are chosen already.
fn choose(choices: &mut Choices, mut found: Vec<UnitId>, modifiers: Modifiers) {
    if modifiers.shift {
        found.append(&mut choices.units);
    }
    found.sort_unstable();
    found.dedup();
    choices.units = found;
}

/// The unit that is nearest to a point, if it is near.
fn unit_at(world: &World, view: &View, point: Vec2) -> Option<UnitId> {
    let away = |unit: &Unit| unit.position.distance(point);
    let nearest = world.units().min_by(|a, b| away(a).total_cmp(&away(b)))?;
    (away(&nearest) < nearest.radius.max(REACH / view.scale)).then_some(nearest.id)
}

/// The corners of the first border of an outline.
fn ring(outline: &Outline) -> impl Iterator<Item = Vec2> {
    outline
        .polygons()
        .first()
        .into_iter()
        .flat_map(|polygon| polygon.border())
        .map(|point| point.as_vec2())
}

fn contains(outline: &Outline, point: Vec2) -> bool {
    let points: Vec<Vec2> = ring(outline).collect();
    let mut is_inside = false;
    for (k, &a) in points.iter().enumerate() {
        let b = points[(k + 1) % points.len()];
        let spans = (a.y > point.y) != (b.y > point.y);
        if spans && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            is_inside = !is_inside;
        }
    }
    is_inside
}

fn obstacle_at(world: &World, point: Vec2) -> Option<ObstacleId> {
    world
        .obstacles()
        .find(|&id| world.obstacle(id).is_some_and(|view| contains(view.outline, point)))
}

fn area_at(world: &World, point: Vec2) -> Option<AreaId> {
    world.areas().find(|&id| world.area(id).is_some_and(|view| contains(view.outline, point)))
}

fn mud(center: Vec2) -> Call {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let outline = corners.map(|corner| center + Vec2::from_array(corner) * PATCH);
    Call::AddArea { outline: polygon(&outline, &[]), area: AreaDefinition::of_speed(1, MUD) }
}

/// Some more units, like the chosen one.
fn add(world: &World, choices: &Choices, point: Vec2) -> Vec<Call> {
    let model =
        choices.units.first().and_then(|&unit| world.unit(unit)).or_else(|| world.units().next());
    let radius = world.definition().class_radii.first().copied().unwrap_or(0.25);
    let plain = UnitDefinition::new(
        point,
        model.map_or(radius, |unit| unit.radius),
        model.map_or(1.4, |unit| unit.max_speed),
    );
    let team = model.map_or(0, |unit| unit.team);
    let place = |k: usize| {
        point + Vec2::new((k % 5) as f32 - 2.0, (k / 5) as f32 - 0.5) * (2.2 * plain.radius)
    };
    (0..ADDED)
        .map(|k| Call::AddUnit(UnitDefinition { position: place(k), team, ..plain }))
        .collect()
}

/// The colour of what is being drawn.
pub const DRAWN: Color32 = crate::palette::ACCENT;
