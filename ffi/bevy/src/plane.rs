//! Which plane of the game's space the world lies in.

use bevy_math::{Quat, Vec2, Vec3};
use bevy_reflect::Reflect;
use hybrid::glam;

/// Below this half an angle counts as a right one: its cosine would be divided by.
const LEAST_COSINE: f32 = 1e-4;

/// A part of a unit vector that is no more than what rounding leaves of none.
const LEAST_PART: f32 = 1e-6;

/// Which plane of the game's space the world lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect)]
pub enum NavPlane {
    /// The ground of a game in three dimensions: the world's y is z. Units look along their negative z axis, as
    /// `Transform::forward` has it. The default.
    #[default]
    Xz,
    /// That of a game in two dimensions: the world's y is y. Units look along their x axis.
    Xy,
}

impl NavPlane {
    /// Returns a point of the game's space as one of the world.
    pub fn flatten(self, point: Vec3) -> Vec2 {
        match self {
            Self::Xz => Vec2::new(point.x, point.z),
            Self::Xy => Vec2::new(point.x, point.y),
        }
    }

    /// Returns a point of the world as one of the game's space, `height` above the plane.
    pub fn raise(self, point: Vec2, height: f32) -> Vec3 {
        match self {
            Self::Xz => Vec3::new(point.x, height, point.y),
            Self::Xy => Vec3::new(point.x, point.y, height),
        }
    }

    /// Returns how high a point of the game's space is above the plane.
    pub fn height(self, point: Vec3) -> f32 {
        match self {
            Self::Xz => point.y,
            Self::Xy => point.z,
        }
    }

    /// Returns the rotation of what looks to `heading`, a unit vector of the world.
    pub fn rotation(self, heading: Vec2) -> Quat {
        let (cosine, sine) = match self {
            Self::Xz => (-heading.y, -heading.x),
            Self::Xy => (heading.x, heading.y),
        };
        let half = ((1.0 + cosine).max(0.0) / 2.0).sqrt();
        let other = if half > LEAST_COSINE { sine / (2.0 * half) } else { 1.0 };
        let turn = match self {
            Self::Xz => Quat::from_xyzw(0.0, other, 0.0, half),
            Self::Xy => Quat::from_xyzw(0.0, 0.0, other, half),
        };
        turn.normalize()
    }

    /// Returns where what is turned so looks: a unit vector; east if it looks out of the plane.
    pub(crate) fn heading(self, rotation: Quat) -> Vec2 {
        let forward = match self {
            Self::Xz => rotation * Vec3::NEG_Z,
            Self::Xy => rotation * Vec3::X,
        };
        // Who was turned along an axis looks just there.
        let snap = |part: f32| if part.abs() < LEAST_PART { 0.0 } else { part };
        let flat = self.flatten(forward);
        Vec2::new(snap(flat.x), snap(flat.y)).try_normalize().unwrap_or(Vec2::X)
    }
}

/// Bevy's vector as the world's: their versions of glam need not be one.
pub(crate) fn inward(point: Vec2) -> glam::Vec2 {
    glam::Vec2::new(point.x, point.y)
}

/// The world's vector as Bevy's.
pub(crate) fn outward(point: glam::Vec2) -> Vec2 {
    Vec2::new(point.x, point.y)
}

/// The bits of a point: those of numbers that are none are equal, too.
pub(crate) fn bits(point: Vec2) -> [u32; 2] {
    point.to_array().map(f32::to_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_turned_looks_there() {
        for plane in [NavPlane::Xz, NavPlane::Xy] {
            for step in 0..64_u8 {
                let heading = Vec2::from_angle(f32::from(step) * std::f32::consts::TAU / 64.0);
                let found = plane.heading(plane.rotation(heading));
                assert!(found.distance(heading) < 1e-3, "{plane:?} {heading} {found}");
            }
        }
        for plane in [NavPlane::Xz, NavPlane::Xy] {
            for axis in Vec2::AXES {
                assert_eq!(plane.heading(plane.rotation(axis)), axis);
                assert_eq!(plane.heading(plane.rotation(-axis)), -axis);
            }
            assert_eq!(plane.heading(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)), Vec2::X);
        }
    }

    #[test]
    fn points_go_there_and_back() {
        for plane in [NavPlane::Xz, NavPlane::Xy] {
            let point = plane.raise(Vec2::new(3.0, 4.0), 5.0);
            assert_eq!((plane.flatten(point), plane.height(point)), (Vec2::new(3.0, 4.0), 5.0));
        }
    }
}
