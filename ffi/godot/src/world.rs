//! Worlds as nodes.

use std::collections::{BTreeMap, BTreeSet};

use godot::classes::{Engine, ProjectSettings};
use godot::prelude::*;
use hybrid::glam::Vec2;
use hybrid::{DebugLine, Event, Goal, RecordingError, Region, UnitId, World, WorldError};

use crate::body::{Body, Place};
use crate::bytes::{self, SavedNodes, SavedUnit};
use crate::crowd::{Crowd, CrowdDefinition};
use crate::kept::{Kept, KeptSource, KeptUnit, remove_others};
use crate::options::{Options, unknown};
use crate::sources::{Form, Member, Source, put, word};
use crate::state::HybridNavState;
use crate::unit::{HybridNavUnit2D, HybridNavUnit3D};
use crate::words::in_nodes;
use crate::world_inside::world_inside;
use crate::world_saving::world_saving;
use crate::world_sources::world_sources;
use crate::{debug, flat, solid};

/// Makes the class of worlds of a kind of node.
macro_rules! world_class {
    (
        $class:ident, $node:ident, $interface:ident, $unit:ident, $point:ident, $points:ident, $transform:ident, $space:ident, $dimensions:literal,
        $scale:literal, $bounds:expr, $radius:literal, { $($drawing:tt)* }, |$this:ident| $redraw:expr
    ) => {
        /// A world in which crowds find their way. Units (HybridNavUnit), areas (HybridNavArea) and links (HybridNavLink) below it
        /// belong to it, and so do obstacles: polygons, and the shapes of static bodies, as long as they are in the tree. What is in the group
        /// `hybridnav_ignore` is left out, with all below it. Distances are units of Godot, and points those of its own space.
        /// Bounds, radii and all that a world is made from are read once: before its first step, or the first call.
        #[derive(GodotClass)]
        #[class(base = $node, init)]
        pub struct $class {
            /// Its rectangle; its border is a wall.
            #[export]
            #[init(val = $bounds)]
            bounds: Rect2,
            /// The radii of its classes: a unit is led as one of the least that is not smaller than its own. 1 to 8.
            #[export]
            #[init(val = PackedFloat32Array::from(&[$radius]))]
            radii: PackedFloat32Array,
            /// How many units of Godot a metre is. The world's defaults are for people of 0.2 to 0.5 m.
            #[export]
            #[init(val = $scale)]
            units_per_metre: f32,
            /// The length of a step, in seconds.
            #[export]
            #[init(val = 0.1)]
            tick: f32,
            /// How many steps after a plan was asked for it is used; 0 makes all plans in the step.
            #[export]
            plan_latency: u32,
            /// How many threads help; -1 means as many as are good, 0 none.
            #[export]
            #[init(val = -1)]
            threads: i32,
            /// Whether units slow down in crowds as people do.
            #[export]
            pedestrians: bool,
            /// Of obstacles in three dimensions: what is no higher than this is ground.
            #[export]
            #[init(val = 0.25)]
            step_height: f32,
            /// Whether it steps by itself, as physics time passes.
            #[export]
            #[init(val = true)]
            running: bool,
            /// Whether nodes are put between the last two steps, once a frame.
            #[export]
            #[init(val = true)]
            interpolate: bool,
            /// Whether units are turned to where they look.
            #[export]
            #[init(val = true)]
            turn_units: bool,
            /// What of it is drawn.
            #[export(flags = (Cells = 1, Obstacles = 2, Units = 4, Velocities = 8, Places = 16, Paths = 32, Windows = 64, Fields = 128))]
            debug_layers: i32,
            /// What was refused last, in the world's words.
            #[var(no_set)]
            last_error: GString,
            crowd: Option<Crowd>,
            has_failed: bool,
            members: Vec<Member<$unit, $node>>,
            known: BTreeMap<i64, UnitId>,
            sources: Vec<Source<$node, $transform>>,
            #[init(val = true)]
            is_stale: bool,
            has_new_units: bool,
            /// How often it has gone back, or on from elsewhere.
            returns: u64,
            lines: Vec<DebugLine>,
            base: Base<$node>,
        }

        #[godot_api]
        impl $class {
            /// It has taken a step.
            #[signal]
            fn stepped(tick_count: i64);
            /// A unit came to rest at its place.
            #[signal]
            fn unit_arrived(unit: Gd<$unit>, order: i64);
            /// It has refused what the game said, which has no effect. The message says why, and what would be right.
            #[signal]
            fn refused(message: GString, node: Option<Gd<$node>>);

            /// Sends units to a point, where each gets a place of its own. Returns the number of the order; 0 if it was refused.
            #[func]
            fn order(&mut self, units: AnyArray, goal: $point) -> i64 {
                self.order_with(units, goal, VarDictionary::new())
            }

            /// Sends units to a point by an order that says more: `way_points` to pass first, a `range` to stop in, whether the way repeats
            /// (`repeat`: once, loop, to_and_fro), what becomes of who cannot get there (`unreachable`: nearest, stop), and the `pace` (own, slowest).
            #[func]
            fn order_with(&mut self, units: AnyArray, goal: $point, options: VarDictionary) -> i64 {
                let goal = Goal::Point($space::inward(goal, self.units_per_metre));
                self.give(&units, goal, &options)
            }

            /// Sends units to a point each. Returns the number of the order; 0 if it was refused.
            #[func]
            fn order_each(&mut self, units: AnyArray, goals: $points) -> i64 {
                let inward = |&goal| $space::inward(goal, self.units_per_metre);
                let goals = goals.as_slice().iter().map(inward).collect();
                self.give(&units, Goal::Each(goals), &VarDictionary::new())
            }

            /// Sends units after another one, wherever that goes; they stop this near to it. Returns the number of the order; 0 if it was refused.
            #[func]
            fn follow(&mut self, units: AnyArray, target: Gd<$unit>, range: f32) -> i64 {
                self.admit();
                let target = self.handle(&target);
                let mut options = VarDictionary::new();
                options.set("range", range);
                self.give(&units, Goal::Unit(target), &options)
            }

            /// Lets more units join an order. Returns whether they did.
            #[func]
            fn join(&mut self, order: i64, units: AnyArray) -> bool {
                let units = self.handles(&units);
                self.ask(|crowd| crowd.world.join(crowd.order_of(order), &units)).is_some()
            }

            /// Moves the goal of an order under way. Returns whether it did.
            #[func]
            fn move_goal(&mut self, order: i64, goal: $point) -> bool {
                let goal = $space::inward(goal, self.units_per_metre);
                self.ask(|crowd| crowd.world.move_goal(crowd.order_of(order), goal)).is_some()
            }

            /// Has units go on to another goal after that of their order. Returns whether it did.
            #[func]
            fn append_goal(&mut self, order: i64, goal: $point) -> bool {
                let goal = $space::inward(goal, self.units_per_metre);
                self.ask(|crowd| crowd.world.append_goal(crowd.order_of(order), goal)).is_some()
            }

            /// Takes the orders of units away: they stop. Returns whether it did.
            #[func]
            fn stop(&mut self, units: AnyArray) -> bool {
                let units = self.handles(&units);
                self.ask(|crowd| crowd.world.stop(&units)).is_some()
            }

            /// Takes the orders of units away, and has them hold their position. Returns whether it did.
            #[func]
            fn hold(&mut self, units: AnyArray) -> bool {
                let units = self.handles(&units);
                self.ask(|crowd| crowd.world.hold(&units)).is_some()
            }

            /// Adds an obstacle that is no node: a polygon, convex or not. Returns its number; 0 if it was refused.
            #[func]
            fn add_obstacle(&mut self, outline: $points) -> i64 {
                let outline = self.outline(&outline);
                self.ask(|crowd| crowd.add_obstacle(&outline)).unwrap_or(0)
            }

            /// Gives an obstacle of `add_obstacle` another outline. Returns whether it did.
            #[func]
            fn move_obstacle(&mut self, number: i64, outline: $points) -> bool {
                let outline = self.outline(&outline);
                self.ask(|crowd| crowd.move_obstacle(number, &outline)).is_some()
            }

            /// Removes an obstacle of `add_obstacle`. Returns whether it did.
            #[func]
            fn remove_obstacle(&mut self, number: i64) -> bool {
                self.ask(|crowd| crowd.remove_obstacle(number)).is_some()
            }

            /// Looks for obstacles, areas and links below it anew: for those whose shape has changed where they are. Those that come, go
            /// or move it sees by itself.
            #[func]
            fn refresh(&mut self) {
                self.is_stale = true;
                for source in &mut self.sources {
                    source.seen = None;
                }
            }

            /// The corners of a way from one point to another for a unit of a radius; empty if there is none.
            #[func]
            fn find_path(&mut self, from: $point, to: $point, radius: f32) -> $points {
                let scale = self.units_per_metre;
                self.admit();
                let [from, to] = [from, to].map(|point| $space::inward(point, scale));
                let path = self.crowd.as_mut().map(|crowd| crowd.path(from, to, radius / scale));
                path.unwrap_or_default().into_iter().map(|point| $space::outward(point, scale)).collect()
            }

            /// The units in a circle.
            #[func]
            fn units_in(&mut self, center: $point, radius: f32) -> Array<Gd<$unit>> {
                let scale = self.units_per_metre;
                self.admit();
                let region = Region::Circle { center: $space::inward(center, scale), radius: radius / scale };
                let found = self.ask(|crowd| crowd.world.units_in(&region)).unwrap_or_default();
                found.into_iter().filter_map(|unit| self.node_of(unit)).collect()
            }

            /// Why a unit goes where it goes, in words.
            #[func]
            fn explain(&mut self, unit: Gd<$unit>) -> GString {
                self.admit();
                let unit = self.handle(&unit);
                let why = self.ask(|crowd| crowd.world.explain(unit).map(|why| why.to_string()));
                let why = in_nodes(&why.unwrap_or_default(), |word| self.name_of(word));
                GString::from(why.as_str())
            }

            /// Takes a step: where `running` is false, for games that have a clock of their own. Returns whether it did.
            #[func]
            fn step(&mut self) -> bool {
                self.admit();
                self.watch_sources();
                self.sync_units(|_| true);
                let Some(events) = self.ask(Crowd::step) else { return false };
                self.read(true);
                if !self.running {
                    self.show(1.0);
                }
                self.tell(&events);
                true
            }

            /// How many steps it has taken.
            #[func]
            fn get_tick_count(&self) -> i64 {
                self.crowd.as_ref().map_or(0, |crowd| crowd.world.tick_count() as i64)
            }

            /// How many units it has.
            #[func]
            fn get_unit_count(&self) -> i64 {
                self.known.len() as i64
            }

            /// A number, in hexadecimal, that is equal where all units are equal, bit for bit: for games in lock step.
            #[func]
            fn get_state_hash(&self) -> GString {
                let hash = self.crowd.as_ref().map_or(0, |crowd| crowd.world.state_hash());
                GString::from(format!("{hash:016x}").as_str())
            }

            #[func]
            fn on_node_added(&mut self, node: Gd<Node>) {
                self.is_stale |= self.base().is_ancestor_of(&node) && node.try_cast::<$node>().is_ok_and(|node| node.try_cast::<$unit>().is_err());
            }
        }

        #[godot_api]
        impl $interface for $class {
            fn enter_tree(&mut self) {
                let added = self.base().callable("on_node_added");
                let mut tree = self.base().get_tree();
                if !tree.is_connected("node_added", &added) {
                    tree.connect("node_added", &added);
                }
                self.is_stale = true;
            }

            fn exit_tree(&mut self) {
                let added = self.base().callable("on_node_added");
                let mut tree = self.base().get_tree();
                if tree.is_connected("node_added", &added) {
                    tree.disconnect("node_added", &added);
                }
            }

            fn physics_process(&mut self, delta: f64) {
                self.admit();
                if !self.running {
                    return;
                }
                let due = self.crowd.as_mut().map_or(0, |crowd| crowd.advance(delta));
                for _ in 0..due {
                    if !self.step() {
                        return;
                    }
                }
            }

            fn process(&mut self, _delta: f64) {
                self.show(self.fraction());
                if self.debug_layers != 0 || !self.lines.is_empty() {
                    self.lines.clear();
                    let lines = &mut self.lines;
                    if let Some(crowd) = &self.crowd {
                        debug::draw(&crowd.world, self.debug_layers, |line| lines.push(line));
                    }
                    let $this = self;
                    $redraw;
                }
            }

            $($drawing)*
        }

        world_inside!($class, $node, $unit, $point, $points, $transform, $space);
        world_sources!($class, $node, $transform, $space);
        world_saving!($class, $node, $unit, $space, $dimensions);
    };
}

world_class!(
    HybridNavWorld2D,
    Node2D,
    INode2D,
    HybridNavUnit2D,
    Vector2,
    PackedVector2Array,
    Transform2D,
    flat,
    2,
    32.0,
    Rect2::new(Vector2::ZERO, Vector2::new(1152.0, 648.0)),
    12.0,
    {
        fn draw(&mut self) {
            let (lines, scale) = (std::mem::take(&mut self.lines), self.units_per_metre);
            flat::draw(&mut self.base_mut(), &lines, scale);
            self.lines = lines;
        }
    },
    |this| this.base_mut().queue_redraw()
);

world_class!(
    HybridNavWorld3D,
    Node3D,
    INode3D,
    HybridNavUnit3D,
    Vector3,
    PackedVector3Array,
    Transform3D,
    solid,
    3,
    1.0,
    Rect2::new(Vector2::new(-32.0, -32.0), Vector2::new(64.0, 64.0)),
    0.4,
    {},
    |this| {
        let (lines, scale) = (std::mem::take(&mut this.lines), this.units_per_metre);
        solid::draw(&mut this.base_mut(), &lines, scale);
        this.lines = lines;
    }
);
