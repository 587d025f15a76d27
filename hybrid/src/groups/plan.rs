//! The plan of a group: the flow field of its window, made from a snapshot of all that it depends on, by whoever has
//! time, while the world goes on.

use std::cell::Cell;
use std::sync::Arc;

use flowfield::{Crowd, Disc, Frame, Problem, Toll};
use glam::Vec2;
use navmesh::{Bounds, Location, NavMesh};

use super::barriers::{self, FirmDisc, Firmness};
use super::exit::{exit, outflow};
use super::frontier::Seeding;
use super::guide::Guide;
use super::window::Window;
use crate::base::handle::{OrderId, turn};
use crate::bodies::meeting::MeetingRules;
use crate::grids::walls::{WallScratch, Walls};
use crate::ground::modifiers::GroundModifiers;
use crate::parameters::{WindowGoal, WorldParameters};
use crate::passages::waits::Waits;
use crate::tasks::course::Shares;

/// What all plans of a tick have in common.
#[derive(Clone, Debug)]
pub(crate) struct CrowdSnapshot {
    pub(crate) tick: u64,
    pub(crate) parameters: WorldParameters,
    pub(crate) bounds: Bounds,
    /// All units of the world, as the crowd sees them, the turns of their orders, and whether they are held where they are.
    pub(crate) discs: Vec<Disc>,
    pub(crate) turns: Vec<u32>,
    pub(crate) held: Vec<bool>,
    /// Their radii, in metres, and for whom they do not move.
    pub(crate) radii: Vec<f32>,
    pub(crate) firm: Vec<Firmness>,
    /// Whom each meets; empty where all meet all.
    pub(crate) rules: Vec<MeetingRules>,
    pub(crate) waits: Waits,
    pub(crate) modifiers: Arc<GroundModifiers>,
}

impl CrowdSnapshot {
    /// Of a world without units.
    pub(crate) fn empty(parameters: &WorldParameters, bounds: Bounds) -> Self {
        Self {
            tick: 0,
            parameters: parameters.clone(),
            bounds,
            discs: Vec::new(),
            turns: Vec::new(),
            held: Vec::new(),
            radii: Vec::new(),
            firm: Vec::new(),
            rules: Vec::new(),
            waits: Waits::default(),
            modifiers: Arc::default(),
        }
    }
}

/// All that a plan is made from.
pub(crate) struct PlanInput {
    pub(crate) scene: Arc<CrowdSnapshot>,
    pub(crate) mesh: Arc<NavMesh>,
    pub(crate) guide: Arc<Guide>,
    pub(crate) order: OrderId,
    /// The mean of the units' greatest speeds.
    pub(crate) free_speed: f32,
    /// The least of their radii, in metres.
    pub(crate) radius: f32,
    /// Their team; `None` if they are of several.
    pub(crate) team: Option<u32>,
    /// Whom some of them meet; `None` where all meet all.
    pub(crate) rules: Option<MeetingRules>,
    /// Where the unit is that is nearest to the mean of their positions.
    pub(crate) leader: Vec2,
    /// The window's cells; `None` if there would be too many.
    pub(crate) frame: Option<Frame>,
    /// Its buffers are used again; in its room are the places of the units. Its walls are those of the frame, or none.
    pub(crate) window: Option<Arc<Window>>,
}

/// Room for what is done on the way to a plan. Nothing stays in it.
#[derive(Default)]
struct PlannerScratch {
    scratch: WallScratch,
    tolls: Vec<Toll>,
    /// Who does not move for the group.
    firm: Vec<FirmDisc>,
}

thread_local! {
    /// One for all plans of a thread.
    static DESK: Cell<PlannerScratch> = Cell::default();
}

impl Shares for PlanInput {
    const IS_SINGLE: bool = true;

    type Made = Arc<Window>;

    fn share(&mut self, _: u32) -> (u32, Option<Arc<Window>>) {
        let mut made = self.window.take().unwrap_or_default();
        // Nobody else has it.
        let window = Arc::make_mut(&mut made);
        window.tick = self.scene.tick;
        window.path.clear();
        window.path.extend(self.guide.path(self.leader));
        let mut scratch = DESK.take();
        window.solved = self.solve(window, &mut scratch).is_some();
        DESK.set(scratch);
        if !window.solved {
            // What is left in it belongs to whoever had it before.
            let Window { tick, path, .. } = std::mem::take(window);
            *window = Window { tick, path, ..Window::default() };
        }
        (1, Some(made))
    }
}

impl PlanInput {
    /// Returns whether some of the units meet one of the scene's.
    fn meets(&self, unit: usize) -> bool {
        let theirs = self.scene.rules.get(unit);
        self.rules.is_none_or(|rules| theirs.is_none_or(|theirs| rules.meets(theirs)))
    }

    /// Adds all units to a crowd that reach into it and that the order's own meet; and those of them to a list that do not move
    /// for these. Returns whether others than the order's own units stand or walk in its frame, or one that does not move.
    fn fill(&self, crowd: &mut Crowd, frame: &Frame, firm: &mut Vec<FirmDisc>) -> Option<bool> {
        let (low, high, scene) = (frame.min(), frame.max(), &self.scene);
        let own = turn(self.order);
        let mut has_strangers = false;
        firm.clear();
        let all = scene.discs.iter().zip(scene.turns.iter().zip(&scene.held));
        for (unit, (&disc, (&one, &is_held))) in all.enumerate() {
            let Disc { position, influence, .. } = disc;
            let reaches =
                (position + influence).cmpge(low).all() && (position - influence).cmple(high).all();
            if !reaches || !self.meets(unit) {
                continue;
            }
            let is_own = one == own;
            let is_firm = scene.firm[unit].is_firm(self.team);
            if is_firm {
                firm.push(FirmDisc { position, radius: scene.radii[unit] });
            }
            match is_own {
                true => crowd.add_companion(disc),
                false if is_held || is_firm => crowd.add_held(disc),
                false => crowd.add(disc),
            }
            .ok()?;
            has_strangers =
                has_strangers || (!is_own || is_firm) && frame.cell_of(position).is_some();
        }
        Some(has_strangers)
    }

    /// Solves the flow field of the window. `None` if there is none: nothing in the window leads to the goal.
    fn solve(&self, window: &mut Window, scratch: &mut PlannerScratch) -> Option<()> {
        let PlannerScratch { scratch, tolls, firm } = scratch;
        let (frame, mesh, scene) = (self.frame?, &*self.mesh, &*self.scene);
        let room = &mut window.room;
        room.cells = room.cells.max(frame.cell_count());
        let walls = match window.walls.take() {
            Some(walls) => walls,
            None => {
                let mut walls = room.walls.take().unwrap_or_else(|| Arc::new(Walls::closed(frame)));
                Arc::make_mut(&mut walls).find(mesh, frame, scratch).ok()?;
                walls
            }
        };
        window.walls = Some(Arc::clone(&walls));
        scene.modifiers.survey(&walls, &mut window.terrain, &mut room.terrain).ok()?;
        let crowd = window.crowd.get_or_insert_with(|| Crowd::new(frame));
        crowd.reset(frame);
        let has_strangers = self.fill(crowd, &frame, firm)?;
        let is_open = (0..frame.cell_count()).all(|cell| walls.steps().is_open(cell));
        let is_plain = window.terrain.is_none();
        window.is_its_own = is_open && is_plain && !has_strangers;
        let way_out = exit(&window.path, &frame);
        window.exit = way_out.map(|exit| exit.point);
        let (guide, places) = (&*self.guide, &room.places[..]);
        // Who shares no passage does not wait before it.
        let (none, rules) = (Waits::default(), self.rules.as_ref());
        let shares = rules.is_none_or(|rules| rules.meets(&MeetingRules::plain(0.0)));
        let waits = if shares { &scene.waits } else { &none };
        let seeding = Seeding { mesh, walls: &walls, guide, places, bounds: scene.bounds };
        let (free_speed, seeds) = (self.free_speed, &mut window.seeds);
        match (scene.parameters.window_goal, way_out) {
            (WindowGoal::Frontier, _) => {
                seeding.seeds(seeds, scratch, |point| {
                    waits.along(point, guide.way_points(point)) * free_speed
                });
            }
            (WindowGoal::ExitPoint, None) => {
                seeds.clear();
                seeds.extend(seeding.inside(places));
            }
            (WindowGoal::ExitPoint, Some(exit)) => {
                *seeds = outflow(mesh, &walls, exit, island_at(mesh, &walls, self.leader)?);
            }
        }
        let parameters = &scene.parameters.cost();
        let (steps, goals) = (walls.steps(), &window.seeds[..]);
        let terrain = window.terrain.as_ref();
        let problem =
            Problem { steps, terrain, crowd, free_speed, parameters, goals, sampled: None };
        waits.tolls(&frame, free_speed, tolls);
        barriers::add(tolls, &frame, firm, self.radius);
        window.field.solve_with_tolls(&problem, tolls).ok()
    }
}

/// The window's island at a point.
pub(crate) fn island_at(mesh: &NavMesh, walls: &Walls, point: Vec2) -> Option<u32> {
    match mesh.locate(point) {
        Location::Cell(cell) => walls.island_of(cell),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::meshes::Meshes;
    use crate::parameters::WorldDefinition;
    use glam::UVec2;

    #[test]
    fn a_window_without_a_field_shows_nothing_of_whoever_had_it_before() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(20.0));
        let definition = WorldDefinition::new(bounds, vec![0.5]);
        let meshes = Meshes::new(&definition).unwrap();
        let goals = vec![Vec2::new(15.0, 10.0)];
        let guide = Arc::new(Guide::new(meshes.shared(0), goals.clone(), None, 0).unwrap());
        let parameters = WorldParameters { cell_size: 0.5, ..definition.parameters };
        let scene = Arc::new(CrowdSnapshot::empty(&parameters, bounds));
        let frame = Frame::covering(Vec2::splat(4.0), Vec2::splat(12.0), 0.5).unwrap();
        let input = |frame: Option<Frame>, mut window: Arc<Window>| {
            Arc::make_mut(&mut window).room.places.clone_from(&goals);
            PlanInput {
                scene: Arc::clone(&scene),
                mesh: Arc::clone(meshes.shared(0)),
                guide: Arc::clone(&guide),
                order: OrderId::default(),
                free_speed: 1.0,
                radius: 0.5,
                team: None,
                rules: None,
                leader: Vec2::splat(8.0),
                frame,
                window: Some(window),
            }
        };
        let window = input(Some(frame), Arc::default()).share(1).1.unwrap();
        assert!(window.solved && window.exit.is_some() && window.crowd.is_some());
        let window = input(None, window).share(1).1.unwrap();
        assert!(!window.solved && window.seeds.is_empty() && window.room.cells == 0);
        assert_eq!(
            (window.exit, window.walls.is_none(), window.crowd.is_none()),
            (None, true, true)
        );
        assert_eq!((window.field.frame().size, window.path.len()), (UVec2::ONE, 2));
    }
}
