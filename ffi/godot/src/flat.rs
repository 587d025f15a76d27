//! Nodes of two dimensions as outlines.

use godot::classes::{
    CapsuleShape2D, CircleShape2D, CollisionObject2D, CollisionPolygon2D, CollisionShape2D,
    ConvexPolygonShape2D, Polygon2D, RectangleShape2D, Shape2D, StaticBody2D,
};
use godot::prelude::*;
use hybrid::DebugLine;
use hybrid::glam::Vec2;

use crate::body::Place;
use crate::geometry::{circle, direction, hull};
use crate::parts::{HybridNavArea2D, HybridNavLink2D, area};
use crate::sources::Form;
use crate::unit::HybridNavUnit2D;

/// A point of the world as one of Godot's.
pub(crate) fn outward(point: Vec2, scale: f32) -> Vector2 {
    Vector2::new(point.x * scale, point.y * scale)
}

/// A point of Godot's as one of the world.
pub(crate) fn inward(point: Vector2, scale: f32) -> Vec2 {
    Vec2::new(point.x / scale, point.y / scale)
}

/// Where a unit's node is, in metres.
pub(crate) fn stands(node: &Gd<Node2D>, scale: f32) -> Vec2 {
    inward(node.get_position(), scale)
}

/// Where a unit's node is, in metres, and where it looks.
pub(crate) fn place(node: &Gd<Node2D>, scale: f32) -> Place {
    Place { at: stands(node, scale), heading: direction(node.get_rotation()) }
}

/// Where a unit's node is that the game moves, or what it is below, in metres, and where it looks.
pub(crate) fn place_below(world: &Gd<Node2D>, node: &Gd<Node2D>, scale: f32) -> Place {
    let mut seen = node.get_transform();
    let mut above = node.get_parent();
    while let Some(parent) = above.filter(|parent| parent.instance_id() != world.instance_id()) {
        above = parent.get_parent();
        if let Ok(parent) = parent.try_cast::<Node2D>() {
            seen = parent.get_transform() * seen;
        }
    }
    let heading = Vec2::new(seen.a.x, seen.a.y).try_normalize().unwrap_or(Vec2::X);
    Place { at: inward(seen.origin, scale), heading }
}

/// Puts a unit's node somewhere, turned to where it looks if that is asked for, and returns where that is.
pub(crate) fn put(node: &mut Gd<Node2D>, place: Place, scale: f32, turns: bool) -> Vec2 {
    let at = outward(place.at, scale);
    node.set_position(at);
    if turns {
        node.set_rotation(place.heading.to_angle());
    }
    inward(at, scale)
}

/// Where a unit's node is, in units of Godot.
pub(crate) fn stance(node: &Gd<Node2D>) -> [f32; 2] {
    let at = node.get_position();
    [at.x, at.y]
}

/// Puts a unit's node back to where it was, in units of Godot.
pub(crate) fn set_stance(node: &mut Gd<Node2D>, [x, y]: [f32; 2]) {
    node.set_position(Vector2::new(x, y));
}

/// The transform of a node as seen from its world.
pub(crate) fn seen(world: &Gd<Node2D>, node: &Gd<Node2D>) -> Transform2D {
    world.get_global_transform().affine_inverse() * node.get_global_transform()
}

/// Whether nothing below a node is of the world.
pub(crate) fn is_apart(node: &Gd<Node>) -> bool {
    node.is_in_group("hybridnav_ignore") || node.clone().try_cast::<HybridNavUnit2D>().is_ok()
}

/// What a node puts into the world, if it is a node of such a kind.
pub(crate) fn form(
    node: &Gd<Node2D>,
    place: Transform2D,
    scale: f32,
    _step: f32,
) -> Result<Option<Form>, String> {
    let put = |points: &[Vector2]| -> Vec<Vec2> {
        points.iter().map(|&point| inward(place * point, scale)).collect()
    };
    if let Ok(node) = node.clone().try_cast::<HybridNavArea2D>() {
        let outline = put(node.get_polygon().as_slice());
        let node = node.bind();
        return Ok(Some(Form::Area(outline, area(node.cost, node.speed, node.layer))));
    }
    if let Ok(node) = node.clone().try_cast::<HybridNavLink2D>() {
        let node = node.bind();
        let ends = [Vector2::ZERO, node.target].map(|end| inward(place * end, scale));
        return Ok(Some(Form::Link(ends, node.definition(scale))));
    }
    if let Ok(node) = node.clone().try_cast::<Polygon2D>() {
        let offset = node.get_offset();
        let points: Vec<Vector2> =
            node.get_polygon().as_slice().iter().map(|&point| point + offset).collect();
        return Ok(Some(Form::Obstacle(put(&points))));
    }
    if is_of_a_mover(node) {
        return Ok(None);
    }
    if let Ok(node) = node.clone().try_cast::<CollisionPolygon2D>() {
        let outline = put(node.get_polygon().as_slice());
        return Ok((!node.is_disabled()).then_some(Form::Obstacle(outline)));
    }
    let Ok(node) = node.clone().try_cast::<CollisionShape2D>() else { return Ok(None) };
    let Some(shape) = node.get_shape().filter(|_| !node.is_disabled()) else { return Ok(None) };
    Ok(Some(Form::Obstacle(put(&corners(&shape)?))))
}

/// Whether a node is the shape of a body that is not part of the ground: only those of static bodies are.
fn is_of_a_mover(node: &Gd<Node2D>) -> bool {
    let body = node.get_parent().and_then(|parent| parent.try_cast::<CollisionObject2D>().ok());
    body.is_some_and(|body| body.try_cast::<StaticBody2D>().is_err())
}

/// The corners of a shape round its middle.
fn corners(shape: &Gd<Shape2D>) -> Result<Vec<Vector2>, String> {
    let ring = |radius: f32, shift: Vec2| {
        circle(radius).into_iter().map(move |corner| corner + shift).collect::<Vec<Vec2>>()
    };
    let rounded = if let Ok(shape) = shape.clone().try_cast::<RectangleShape2D>() {
        let half = shape.get_size() / 2.0;
        return Ok(vec![-half, Vector2::new(half.x, -half.y), half, Vector2::new(-half.x, half.y)]);
    } else if let Ok(shape) = shape.clone().try_cast::<ConvexPolygonShape2D>() {
        return Ok(shape.get_points().as_slice().to_vec());
    } else if let Ok(shape) = shape.clone().try_cast::<CircleShape2D>() {
        ring(shape.get_radius(), Vec2::ZERO)
    } else if let Ok(shape) = shape.clone().try_cast::<CapsuleShape2D>() {
        let reach = (shape.get_height() / 2.0 - shape.get_radius()).max(0.0);
        let mut ends = ring(shape.get_radius(), Vec2::new(0.0, reach));
        ends.extend(ring(shape.get_radius(), Vec2::new(0.0, -reach)));
        hull(ends)
    } else {
        return Err(format!(
            "a {} is no obstacle: take a rectangle, a circle, a capsule or a convex polygon",
            shape.get_class()
        ));
    };
    Ok(rounded.into_iter().map(|corner| Vector2::new(corner.x, corner.y)).collect())
}

/// Draws lines from inside a node's `_draw`.
pub(crate) fn draw(node: &mut Gd<Node2D>, lines: &[DebugLine], scale: f32) {
    if lines.is_empty() {
        return;
    }
    let mut points = PackedVector2Array::new();
    let mut colours = PackedColorArray::new();
    for line in lines {
        points.push(outward(line.from, scale));
        points.push(outward(line.to, scale));
        let [red, green, blue] = line.layer.colour();
        colours.push(Color::from_rgba8(red, green, blue, 255));
    }
    node.draw_multiline_colors(&points, &colours);
}
