//! A match of two players over a bad network, by rollback: nobody waits for the other's orders, and who learns late that there were some goes
//! back and steps again. What goes back is the world's state ([`World::save_state`]) and what the game keeps beside it.
//!
//! `cargo run --release --example rollback` plays both sides in one process, with messages that come six frames late or not at all, and
//! compares what they saw.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::rc::Rc;
use std::time::{Duration, Instant};

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_hybridnav::hybrid::navmesh::Bounds;
use bevy_hybridnav::hybrid::{Goal, ObstacleId, SavedState, UnitId, WorldDefinition, glam::vec2};
use bevy_hybridnav::prelude::*;
use bevy_math::Vec2;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;
use ggrs::{
    Config, DesyncDetection, Frame, GgrsEvent, GgrsRequest, Message, NonBlockingSocket, P2PSession,
    PlayerType, PredictDefault, SessionBuilder, SessionState,
};
use serde::{Deserialize, Serialize};

const SOLDIERS: usize = 250;
const LAST_FRAME: Frame = 400;
/// How many frames a message is under way, and how many frames a player may be ahead of what is known of the other.
const DELAY: u64 = 6;
const AHEAD: usize = 8;
const CAMPS: [Vec2; 4] =
    [Vec2::new(15.0, 15.0), Vec2::new(15.0, 65.0), Vec2::new(95.0, 15.0), Vec2::new(95.0, 65.0)];

/// What a player does in a tick: mostly nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Input {
    #[default]
    Nothing,
    /// All of the player's soldiers go to a camp.
    Rally(u8),
    /// The gate in the middle opens or closes.
    Gate,
}

/// All that goes back: what is not in here must follow from it.
#[derive(Clone)]
struct Saved {
    world: SavedState,
    gate: Option<ObstacleId>,
}

struct Match;

impl Config for Match {
    type Input = Input;
    // Orders are rare: where none is known of there is none.
    type InputPredictor = PredictDefault;
    type State = Saved;
    type Address = usize;
}

/// A tick of the match.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

/// What the players do in this tick.
#[derive(Resource)]
struct Inputs([Input; 2]);

/// The gate, while it is closed.
#[derive(Resource, Default)]
struct Gate(Option<ObstacleId>);

#[derive(Component)]
struct Player(usize);

fn muster(mut commands: Commands) {
    for (from, to) in [(0.0, 34.0), (46.0, 80.0)] {
        let place = Transform::from_xyz(55.0, 0.0, (from + to) / 2.0);
        commands.spawn((NavObstacle::rectangle(Vec2::new(2.0, to - from)), place));
    }
    for player in 0..2 {
        for k in 0..SOLDIERS {
            let at = CAMPS[3 * player] + Vec2::new((k % 16) as f32, (k / 16) as f32) - 8.0;
            let place = Transform::from_xyz(at.x, 0.0, at.y);
            commands.spawn((NavUnit::new(0.35, 2.0), Player(player), place));
        }
    }
}

/// What players do goes to the world, which goes back, and not by entities, which do not.
fn command(
    mut nav: ResMut<NavWorld>,
    mut gate: ResMut<Gate>,
    inputs: Res<Inputs>,
    soldiers: Query<(&Player, &NavMotion)>,
) -> Result<(), BevyError> {
    for (player, input) in inputs.0.into_iter().enumerate() {
        match input {
            Input::Nothing => {}
            Input::Rally(camp) => {
                let of_player = soldiers.iter().filter(|(Player(of), _)| *of == player);
                let units: Vec<UnitId> =
                    of_player.filter_map(|(_, motion)| motion.unit()).collect();
                let to = CAMPS[usize::from(camp) % CAMPS.len()];
                nav.world_mut().order(&units, &Goal::Point(vec2(to.x, to.y)))?;
            }
            Input::Gate => match gate.0.take() {
                Some(closed) => nav.world_mut().remove_obstacle(closed)?,
                None => {
                    let bar = [(54.5, 34.0), (55.5, 34.0), (55.5, 46.0), (54.5, 46.0)];
                    let bar = bar.map(|(x, y)| vec2(x, y));
                    gate.0 = Some(nav.world_mut().add_obstacle(&bar)?);
                }
            },
        }
    }
    Ok(())
}

/// Messages under way: when they arrive, and where.
#[derive(Clone, Default)]
struct Network(Rc<RefCell<Vec<(u64, usize, Message)>>>, Rc<RefCell<u64>>);

/// The end of the network that a player has.
struct Plug(Network, usize);

impl NonBlockingSocket<usize> for Plug {
    fn send_to(&mut self, message: &Message, to: &usize) {
        let (now, mut under_way) = (*self.0.1.borrow(), self.0.0.borrow_mut());
        // Once the match runs, every seventh frame all is lost.
        if now < 100 || now % 7 != 0 {
            under_way.push((now + DELAY, *to, message.clone()));
        }
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        let now = *self.0.1.borrow();
        let mine = |(at, to, _): &mut (u64, usize, Message)| *to == self.1 && *at <= now;
        let arrived: Vec<_> = self.0.0.borrow_mut().extract_if(.., mine).collect();
        arrived.into_iter().map(|(.., message)| (1 - self.1, message)).collect()
    }
}

/// One player's game.
struct Side {
    app: App,
    session: P2PSession<Match>,
    player: usize,
    hashes: BTreeMap<Frame, u64>,
    rollbacks: usize,
    deepest: Frame,
    longest: Duration,
}

impl Side {
    fn new(player: usize, network: &Network) -> Result<Self, Box<dyn Error>> {
        let bounds = Bounds::new(vec2(0.0, 0.0), vec2(110.0, 80.0));
        let nav = NavWorld::new(&WorldDefinition::new(bounds, vec![0.4]))?;
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
            .add_plugins(HybridNavPlugin::in_schedule(Tick))
            .insert_resource(nav)
            .init_resource::<Gate>()
            .insert_resource(Inputs([Input::Nothing; 2]))
            .add_systems(Startup, muster)
            .add_systems(Tick, command.before(NavSystems::Sync));
        app.finish();
        app.cleanup();
        app.update();
        // Everybody is in the world before the match begins: tick 1.
        app.world_mut().run_schedule(Tick);
        let mut builder = SessionBuilder::<Match>::new()
            .with_num_players(2)?
            .with_max_prediction_window(AHEAD)
            .with_desync_detection_mode(DesyncDetection::On { interval: 10 });
        builder = builder.add_player(PlayerType::Local, player)?;
        builder = builder.add_player(PlayerType::Remote(1 - player), 1 - player)?;
        let session = builder.start_p2p_session(Plug(network.clone(), player))?;
        let (rollbacks, deepest, longest) = (0, 0, Duration::ZERO);
        let hashes = BTreeMap::new();
        Ok(Self { app, session, player, hashes, rollbacks, deepest, longest })
    }

    /// What this player does in a frame.
    fn input(&self, frame: Frame) -> Input {
        match (self.player, frame % 60) {
            // Soon after the other has given an order: it will be done again.
            (0, 33) => Input::Gate,
            (player, at) if frame < LAST_FRAME && at as usize == 7 + 23 * player => {
                Input::Rally((frame / 60) as u8 + player as u8)
            }
            _ => Input::Nothing,
        }
    }

    fn frame(&mut self) -> Result<(), Box<dyn Error>> {
        self.session.poll_remote_clients();
        if let Some(GgrsEvent::DesyncDetected { frame, .. }) =
            self.session.events().find(|event| matches!(event, GgrsEvent::DesyncDetected { .. }))
        {
            return Err(format!("the players see different worlds since frame {frame}").into());
        }
        if self.session.current_state() != SessionState::Running {
            return Ok(());
        }
        let frame = self.session.current_frame();
        self.session.add_local_input(self.player, self.input(frame))?;
        match self.session.advance_frame() {
            Ok(requests) => self.fulfil(requests, frame),
            // Too far ahead of what is known of the other.
            Err(ggrs::GgrsError::PredictionThreshold) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Saves, goes back and steps, as the session wants it; then the frame is shown.
    fn fulfil(
        &mut self,
        requests: Vec<GgrsRequest<Match>>,
        now: Frame,
    ) -> Result<(), Box<dyn Error>> {
        let began = Instant::now();
        for request in requests {
            let world = self.app.world_mut();
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let (nav, gate) = (world.resource::<NavWorld>(), world.resource::<Gate>().0);
                    let hash = nav.world().state_hash();
                    let saved = Saved { world: nav.world().save_state(), gate };
                    cell.save(frame, Some(saved), Some(hash.into()));
                    self.hashes.insert(frame, hash);
                }
                GgrsRequest::LoadGameState { cell, frame } => {
                    let saved = cell.data().ok_or("nothing was saved")?;
                    let mut nav = world.resource_mut::<NavWorld>();
                    nav.world_mut().restore_state(&saved.world)?;
                    world.resource_mut::<Gate>().0 = saved.gate;
                    self.rollbacks += 1;
                    self.deepest = self.deepest.max(now - frame);
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    world.resource_mut::<Inputs>().0 = [0, 1].map(|player| inputs[player].0);
                    world.run_schedule(Tick);
                }
            }
        }
        self.app.update();
        self.longest = self.longest.max(began.elapsed());
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let network = Network::default();
    let mut sides = [Side::new(0, &network)?, Side::new(1, &network)?];
    while sides.iter().any(|side| side.session.confirmed_frame() < LAST_FRAME) {
        *network.1.borrow_mut() += 1;
        for side in &mut sides {
            side.frame()?;
        }
        // Sessions find each other by the clock.
        if sides.iter().any(|side| side.session.current_state() != SessionState::Running) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    for frame in 0..=LAST_FRAME {
        if sides[0].hashes.get(&frame) != sides[1].hashes.get(&frame) {
            return Err(format!("the players saw different worlds in frame {frame}").into());
        }
    }
    for Side { player, rollbacks, deepest, longest, .. } in &sides {
        println!(
            "player {player} went back {rollbacks} times, by up to {deepest} ticks; longest frame {longest:.1?}"
        );
    }
    println!("both saw the same {LAST_FRAME} ticks, state {:016x}", sides[0].hashes[&LAST_FRAME]);
    Ok(())
}
