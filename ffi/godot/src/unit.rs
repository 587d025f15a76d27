//! Units as nodes.

use godot::prelude::*;

use crate::settings::Settings;
use crate::world::{HybridNavWorld2D, HybridNavWorld3D};

/// Who moves a unit.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = i64)]
pub enum UnitDriver {
    /// The world: it writes the node's position.
    #[default]
    World,
    /// The game: it moves the node, or its parent, and reads `desired_velocity`.
    Game,
}

/// Makes the class of units of a kind of node.
macro_rules! unit_class {
    ($class:ident, $node:ident, $interface:ident, $point:ident, $world:ident, $radius:literal, $speed:literal) => {
        /// A unit of a world: a disc that walks. It belongs to the HybridNavWorld of its kind above it, as its child or below nodes
        /// that are not moved; add what it looks like as its children. Distances are units of Godot.
        #[derive(GodotClass)]
        #[class(base = $node, init)]
        pub struct $class {
            /// The radius of its disc; at most the greatest one of the world's `radii`.
            #[export]
            #[init(val = $radius)]
            pub(crate) radius: f32,
            /// Its greatest speed, a second.
            #[export]
            #[init(val = $speed)]
            pub(crate) max_speed: f32,
            /// The greatest change of its velocity, a second; 0 means full speed in half a second.
            #[export]
            pub(crate) acceleration: f32,
            /// The greatest change of its heading, in radians a second.
            #[export]
            #[init(val = std::f32::consts::TAU)]
            pub(crate) turn_rate: f32,
            /// How heavy it is, relative to others; 0 means in proportion to its area.
            #[export]
            pub(crate) mass: f32,
            /// Its team: an idle unit steps aside for its own team only.
            #[export]
            pub(crate) team: u32,
            /// Who moves it.
            #[export]
            pub(crate) driver: UnitDriver,
            /// The layers that it is in.
            #[export(flags_2d_navigation)]
            #[init(val = 1)]
            pub(crate) collision_layers: u32,
            /// The layers of those that it meets; with others it walks through each other.
            #[export(flags_2d_navigation)]
            #[init(val = u32::MAX)]
            pub(crate) collision_mask: u32,
            /// The layers of those that it gives way to.
            #[export(flags_2d_navigation)]
            pub(crate) yields_to: u32,
            /// From how far others keep; 0 means its radius.
            #[export]
            pub(crate) avoidance_radius: f32,
            /// What it moved in the last step, a second.
            #[var(no_set)]
            pub(crate) velocity: $point,
            /// Where it wants to go; of a unit that the game moves with which velocity it should move now.
            #[var(no_set)]
            pub(crate) desired_velocity: $point,
            /// Whether it has arrived, once, since it got its order.
            #[var(no_set)]
            pub(crate) is_there: bool,
            /// The number of its order; 0 if it has none.
            #[var(no_set)]
            pub(crate) order: i64,
            /// What it is doing: idle, moving, resting, holding, crossing or stuck; empty if the world does not have it.
            #[var(no_set)]
            pub(crate) activity: GString,
            world: Option<Gd<$world>>,
            base: Base<$node>,
        }

        #[godot_api]
        impl $class {
            /// It came to rest at its place.
            #[signal]
            fn arrived();
            /// It passed a way point of its order, and goes on.
            #[signal]
            fn passed_way_point(index: i64);
            /// It has no way to its goal any more. It goes as near as it can if that says where; else it stops.
            #[signal]
            fn path_lost(reason: GString, goes_on: bool, goes_to: $point);
            /// A way has opened to the goal that it had lost: it goes on.
            #[signal]
            fn path_found();
            /// It has got nowhere for a while. The blocker is the unit that holds it up, if one does.
            #[signal]
            fn stuck(reason: GString, blocker: Option<Gd<$node>>);
            /// An obstacle has come where it stood, and it was put beside that.
            #[signal]
            fn displaced(from: $point, to: $point);
            /// It has entered a link.
            #[signal]
            fn link_entered();
            /// It has left a link.
            #[signal]
            fn link_left();

            /// The world that it belongs to; null if there is none above it.
            #[func]
            fn get_world(&self) -> Option<Gd<$world>> {
                self.world.clone()
            }
        }

        #[godot_api]
        impl $interface for $class {
            fn enter_tree(&mut self) {
                let mut above = self.base().get_parent();
                while let Some(node) = above {
                    if let Ok(mut world) = node.clone().try_cast::<$world>() {
                        world.bind_mut().enlist(self.to_gd());
                        self.world = Some(world);
                        return;
                    }
                    above = node.get_parent();
                }
            }

            fn exit_tree(&mut self) {
                if let Some(mut world) = self.world.take().filter(Gd::is_instance_valid) {
                    world.bind_mut().dismiss(self.to_gd().instance_id());
                }
                self.activity = GString::new();
            }
        }

        impl $class {
            /// The world does not have it any more, or not yet.
            pub(crate) fn forget(&mut self) {
                (self.velocity, self.desired_velocity) = ($point::ZERO, $point::ZERO);
                (self.is_there, self.order) = (false, 0);
                self.activity = GString::new();
            }

            /// What the world wants to know, in metres: `scale` of Godot's units are one.
            pub(crate) fn settings(&self, scale: f32) -> Settings {
                Settings {
                    radius: self.radius / scale,
                    max_speed: self.max_speed / scale,
                    acceleration: self.acceleration / scale,
                    turn_rate: self.turn_rate,
                    mass: self.mass,
                    team: self.team,
                    layers: self.collision_layers,
                    mask: self.collision_mask,
                    yields_to: self.yields_to,
                    avoidance_radius: self.avoidance_radius / scale,
                    is_game_driven: self.driver == UnitDriver::Game,
                }
            }
        }
    };
}

unit_class!(HybridNavUnit2D, Node2D, INode2D, Vector2, HybridNavWorld2D, 12.0, 64.0);
unit_class!(HybridNavUnit3D, Node3D, INode3D, Vector3, HybridNavWorld3D, 0.4, 2.0);
