//! Where a world lies in a game's own, much larger coordinates.

use glam::{DVec2, I64Vec2, Vec2};

use crate::recording::call::Call;
use crate::world::state::World;

impl World {
    /// Returns where the point (0, 0) of the world lies in the game's coordinates, in whole tiles (parameter `tile_size`); (0,
    /// 0) at first. All positions of a world are f32 relative to it, so that they stay exact to a fraction of a millimetre
    /// wherever the world lies: keep the world's bounds near (0, 0), and put what is far away into the origin.
    pub fn origin(&self) -> I64Vec2 {
        self.origin
    }

    /// Lays the whole world elsewhere in the game's coordinates: the point (0, 0) comes to lie at so many tiles. Nothing
    /// in the world changes, not a bit.
    pub fn set_origin(&mut self, tiles: I64Vec2) {
        self.note(|| Call::SetOrigin(tiles));
        self.origin = tiles;
    }

    /// A point of the world in the game's coordinates, in metres.
    pub fn position_in_game(&self, point: Vec2) -> DVec2 {
        self.origin_in_metres() + point.as_dvec2()
    }

    /// A point of the game's coordinates, in metres, in the world. It may lie outside its bounds.
    pub fn position_in_world(&self, point: DVec2) -> Vec2 {
        (point - self.origin_in_metres()).as_vec2()
    }

    fn origin_in_metres(&self) -> DVec2 {
        self.origin.as_dvec2() * f64::from(self.core.definition.parameters.tile_size)
    }
}
