//! Areas and links as nodes.

use godot::classes::{IPolygon2D, Polygon2D};
use godot::prelude::*;
use hybrid::navmesh::{AreaDefinition, LinkDefinition};

/// Ground that costs more or less, or slows units down: its polygon. It belongs to the HybridNavWorld2D above it.
#[derive(GodotClass)]
#[class(base = Polygon2D, init)]
pub struct HybridNavArea2D {
    /// What a metre costs here, at least 0.1; less than 1 is a road.
    #[export]
    #[init(val = 1.0)]
    pub(crate) cost: f32,
    /// How fast units are here, as a factor of their greatest speed, from 0.001 to 1.
    #[export]
    #[init(val = 1.0)]
    pub(crate) speed: f32,
    /// Where areas overlap, those on the highest layer alone count.
    #[export]
    pub(crate) layer: i32,
    base: Base<Polygon2D>,
}

#[godot_api]
impl IPolygon2D for HybridNavArea2D {}

/// Ground that costs more or less, or slows units down: its polygon, on x and z. It belongs to the HybridNavWorld3D above it.
#[derive(GodotClass)]
#[class(base = Node3D, init)]
pub struct HybridNavArea3D {
    /// Its corners on x and z, before its transform.
    #[export]
    pub(crate) polygon: PackedVector2Array,
    /// What a metre costs here, at least 0.1; less than 1 is a road.
    #[export]
    #[init(val = 1.0)]
    pub(crate) cost: f32,
    /// How fast units are here, as a factor of their greatest speed, from 0.001 to 1.
    #[export]
    #[init(val = 1.0)]
    pub(crate) speed: f32,
    /// Where areas overlap, those on the highest layer alone count.
    #[export]
    pub(crate) layer: i32,
    base: Base<Node3D>,
}

/// Makes the class of links of a kind of node.
macro_rules! link_class {
    ($class:ident, $node:ident, $point:ident) => {
        /// A way where there is no ground: a jump, a ladder, a teleport. It leads from its node to `target`, and belongs to
        /// the HybridNavWorld of its kind above it.
        #[derive(GodotClass)]
        #[class(base = $node, init)]
        pub struct $class {
            /// Where it leads to, as seen from its node.
            #[export]
            pub(crate) target: $point,
            /// Whether it leads back as well.
            #[export]
            pub(crate) both_ways: bool,
            /// What it costs, as a distance on free ground.
            #[export]
            pub(crate) cost: f32,
            /// How many may be on it at once; 0 means any number.
            #[export]
            pub(crate) capacity: u32,
            base: Base<$node>,
        }

        impl $class {
            /// What it is like; `scale` of Godot's units are a metre.
            pub(crate) fn definition(&self, scale: f32) -> LinkDefinition {
                LinkDefinition {
                    both_ways: self.both_ways,
                    capacity: if self.capacity == 0 { u32::MAX } else { self.capacity },
                    ..LinkDefinition::new(self.cost / scale)
                }
            }
        }
    };
}

link_class!(HybridNavLink2D, Node2D, Vector2);
link_class!(HybridNavLink3D, Node3D, Vector3);

/// What an area is like.
pub(crate) fn area(cost: f32, speed: f32, layer: i32) -> AreaDefinition {
    AreaDefinition { cost, speed, layer, ..AreaDefinition::default() }
}
