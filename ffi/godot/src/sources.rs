//! What a world knows of the nodes below it.

use godot::prelude::*;
use hybrid::glam::Vec2;
use hybrid::navmesh::{AreaDefinition, LinkDefinition, polygon};
use hybrid::{Activity, WorldError};

use crate::body::Body;
use crate::crowd::{Crowd, Piece};
use crate::geometry::digest;

/// What a node puts into the world, in metres.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Obstacle(Vec<Vec2>),
    Area(Vec<Vec2>, AreaDefinition),
    Link([Vec2; 2], LinkDefinition),
}

impl Form {
    /// A number for all of it: what is equal has one number.
    pub(crate) fn digest(&self) -> u64 {
        digest(format!("{self:?}").as_bytes())
    }
}

/// A unit's node, and what is known of it.
pub(crate) struct Member<N: GodotClass, B: GodotClass> {
    pub(crate) node: Gd<N>,
    /// It, as what it is by Godot's own: asked for each unit in each frame.
    pub(crate) base: Gd<B>,
    pub(crate) body: Option<Body>,
}

/// A node that puts something into the world.
pub(crate) struct Source<N: GodotClass, T> {
    pub(crate) node: Gd<N>,
    /// Where it was when it was looked at; `None`: it has to be looked at.
    pub(crate) seen: Option<T>,
    /// The digest of what the world was told; 0 if it has refused that, or there was nothing to tell.
    pub(crate) told: u64,
    pub(crate) piece: Option<Piece>,
}

/// What a unit is doing, as scripts read it.
pub(crate) fn word(activity: Activity) -> &'static str {
    match activity {
        Activity::Idle => "idle",
        Activity::Moving => "moving",
        Activity::Resting => "resting",
        Activity::Holding => "holding",
        Activity::Crossing => "crossing",
        Activity::Stuck => "stuck",
        _ => "",
    }
}

/// Puts something into a world, in place of what was there.
pub(crate) fn put(crowd: &mut Crowd, before: Option<Piece>, form: &Form) -> Result<Piece, String> {
    let words = |error: WorldError| error.to_string();
    match (before, form) {
        (Some(Piece::Obstacle(obstacle)), Form::Obstacle(outline)) => {
            crowd.shift_obstacle(obstacle, outline).map(Piece::Obstacle).map_err(words)
        }
        (before, form) => {
            let added = match form {
                Form::Obstacle(outline) => crowd.put_obstacle(outline).map(Piece::Obstacle),
                Form::Area(outline, area) => {
                    crowd.world.add_area(polygon(outline, &[]), *area).map(Piece::Area)
                }
                Form::Link(ends, link) => crowd.put_link(*ends, link).map(Piece::Link),
            };
            let added = added.map_err(words)?;
            before.map_or(Ok(()), |before| crowd.take(before)).map_err(words)?;
            Ok(added)
        }
    }
}
