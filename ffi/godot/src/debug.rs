//! The layers of what can be seen of a world, as the worlds' property `debug_layers` has them.

use hybrid::{DebugLayer, DebugLine, World};

/// Hands out the lines of those layers of a world whose bits are set.
pub(crate) fn draw(world: &World, layers: i32, line: impl FnMut(DebugLine)) {
    world.debug_lines(0, |layer| layers & bit(layer) != 0, line);
}

fn bit(layer: DebugLayer) -> i32 {
    match layer {
        DebugLayer::Cell => 1,
        DebugLayer::Obstacle => 2,
        DebugLayer::Moving | DebugLayer::Resting | DebugLayer::Stuck => 4,
        DebugLayer::Velocity => 8,
        DebugLayer::Place => 16,
        DebugLayer::Path => 32,
        DebugLayer::Window => 64,
        DebugLayer::Field => 128,
    }
}
