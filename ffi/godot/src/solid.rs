//! Nodes of three dimensions as outlines on x and z.

use godot::classes::base_material_3d::{Flags, ShadingMode};
use godot::classes::mesh::PrimitiveType;
use godot::classes::{
    BoxShape3D, CapsuleShape3D, CollisionObject3D, CollisionPolygon3D, CollisionShape3D,
    ConvexPolygonShape3D, CylinderShape3D, ImmediateMesh, MeshInstance3D, Shape3D, SphereShape3D,
    StandardMaterial3D, StaticBody3D,
};
use godot::prelude::*;
use hybrid::DebugLine;
use hybrid::glam::Vec2;

use crate::body::Place;
use crate::geometry::{circle, direction, hull};
use crate::parts::{HybridNavArea3D, HybridNavLink3D, area};
use crate::sources::Form;
use crate::unit::HybridNavUnit3D;

/// How high above the ground lines are drawn, in metres.
const LINE_HEIGHT: f32 = 0.05;

/// A point of the world as one of Godot's, on the ground.
pub(crate) fn outward(point: Vec2, scale: f32) -> Vector3 {
    Vector3::new(point.x * scale, 0.0, point.y * scale)
}

/// A point of Godot's as one of the world.
pub(crate) fn inward(point: Vector3, scale: f32) -> Vec2 {
    Vec2::new(point.x / scale, point.z / scale)
}

/// Where a unit's node is, in metres.
pub(crate) fn stands(node: &Gd<Node3D>, scale: f32) -> Vec2 {
    inward(node.get_position(), scale)
}

/// Where a unit's node is, in metres, and where it looks: along its negative z axis.
pub(crate) fn place(node: &Gd<Node3D>, scale: f32) -> Place {
    let yaw = node.get_rotation().y;
    Place { at: stands(node, scale), heading: direction(-yaw - std::f32::consts::FRAC_PI_2) }
}

/// Where a unit's node is that the game moves, or what it is below, in metres, and where it looks.
pub(crate) fn place_below(world: &Gd<Node3D>, node: &Gd<Node3D>, scale: f32) -> Place {
    let mut seen = node.get_transform();
    let mut above = node.get_parent();
    while let Some(parent) = above.filter(|parent| parent.instance_id() != world.instance_id()) {
        above = parent.get_parent();
        if let Ok(parent) = parent.try_cast::<Node3D>() {
            seen = parent.get_transform() * seen;
        }
    }
    let ahead = -seen.basis.col_c();
    let heading = Vec2::new(ahead.x, ahead.z).try_normalize().unwrap_or(Vec2::X);
    Place { at: inward(seen.origin, scale), heading }
}

/// Puts a unit's node somewhere at the height that it has, turned to where it looks if that is asked for, and returns where that is.
pub(crate) fn put(node: &mut Gd<Node3D>, place: Place, scale: f32, turns: bool) -> Vec2 {
    let at = outward(place.at, scale);
    let height = node.get_position().y;
    node.set_position(Vector3::new(at.x, height, at.z));
    if turns {
        let turned = node.get_rotation();
        let yaw = -place.heading.to_angle() - std::f32::consts::FRAC_PI_2;
        node.set_rotation(Vector3::new(turned.x, yaw, turned.z));
    }
    inward(at, scale)
}

/// Where a unit's node is on the ground, in units of Godot.
pub(crate) fn stance(node: &Gd<Node3D>) -> [f32; 2] {
    let at = node.get_position();
    [at.x, at.z]
}

/// Puts a unit's node back to where it was on the ground, in units of Godot, at the height that it has.
pub(crate) fn set_stance(node: &mut Gd<Node3D>, [x, z]: [f32; 2]) {
    let height = node.get_position().y;
    node.set_position(Vector3::new(x, height, z));
}

/// The transform of a node as seen from its world.
pub(crate) fn seen(world: &Gd<Node3D>, node: &Gd<Node3D>) -> Transform3D {
    world.get_global_transform().affine_inverse() * node.get_global_transform()
}

/// Whether nothing below a node is of the world.
pub(crate) fn is_apart(node: &Gd<Node>) -> bool {
    node.is_in_group("hybridnav_ignore") || node.clone().try_cast::<HybridNavUnit3D>().is_ok()
}

/// What a node puts into the world, if it is a node of such a kind. What is no higher than `step` is ground.
pub(crate) fn form(
    node: &Gd<Node3D>,
    place: Transform3D,
    scale: f32,
    step: f32,
) -> Result<Option<Form>, String> {
    if let Ok(node) = node.clone().try_cast::<HybridNavArea3D>() {
        let node = node.bind();
        let corners = node.polygon.as_slice().iter();
        let put = |corner: &Vector2| inward(place * Vector3::new(corner.x, 0.0, corner.y), scale);
        return Ok(Some(Form::Area(
            corners.map(put).collect(),
            area(node.cost, node.speed, node.layer),
        )));
    }
    if let Ok(node) = node.clone().try_cast::<HybridNavLink3D>() {
        let node = node.bind();
        let ends = [Vector3::ZERO, node.target].map(|end| inward(place * end, scale));
        return Ok(Some(Form::Link(ends, node.definition(scale))));
    }
    let body = node.get_parent().and_then(|parent| parent.try_cast::<CollisionObject3D>().ok());
    if body.is_some_and(|body| body.try_cast::<StaticBody3D>().is_err()) {
        return Ok(None);
    }
    let points = if let Ok(node) = node.clone().try_cast::<CollisionPolygon3D>() {
        let half = node.get_depth() / 2.0;
        let polygon = node.get_polygon();
        let corners = polygon.as_slice().iter();
        corners.flat_map(|at| [-half, half].map(|z| Vector3::new(at.x, at.y, z))).collect()
    } else if let Ok(node) = node.clone().try_cast::<CollisionShape3D>() {
        let Some(shape) = node.get_shape().filter(|_| !node.is_disabled()) else { return Ok(None) };
        corners(&shape)?
    } else {
        return Ok(None);
    };
    let points: Vec<Vector3> = points.into_iter().map(|point| place * point).collect();
    let is_ground = points.iter().all(|point| point.y <= step);
    let outline = hull(points.into_iter().map(|point| inward(point, scale)).collect());
    Ok((!is_ground).then_some(Form::Obstacle(outline)))
}

/// The corners of a shape round its middle.
fn corners(shape: &Gd<Shape3D>) -> Result<Vec<Vector3>, String> {
    let ring = |radius: f32, half: f32| {
        let ends = move |at: Vec2| [-half, half].map(|y| Vector3::new(at.x, y, at.y));
        circle(radius).into_iter().flat_map(ends).collect::<Vec<Vector3>>()
    };
    if let Ok(shape) = shape.clone().try_cast::<BoxShape3D>() {
        let half = shape.get_size() / 2.0;
        let sign = |bit: u8| if bit == 0 { -1.0 } else { 1.0 };
        let corner = |k: u8| half * Vector3::new(sign(k & 1), sign(k & 2), sign(k & 4));
        Ok((0..8).map(corner).collect())
    } else if let Ok(shape) = shape.clone().try_cast::<ConvexPolygonShape3D>() {
        Ok(shape.get_points().as_slice().to_vec())
    } else if let Ok(shape) = shape.clone().try_cast::<CylinderShape3D>() {
        Ok(ring(shape.get_radius(), shape.get_height() / 2.0))
    } else if let Ok(shape) = shape.clone().try_cast::<CapsuleShape3D>() {
        Ok(ring(shape.get_radius(), shape.get_height() / 2.0))
    } else if let Ok(shape) = shape.clone().try_cast::<SphereShape3D>() {
        Ok(ring(shape.get_radius(), shape.get_radius()))
    } else {
        Err(format!(
            "a {} is no obstacle: take a box, a cylinder, a capsule, a sphere or convex points",
            shape.get_class()
        ))
    }
}

/// Draws lines with a child of a node that is made for that.
pub(crate) fn draw(node: &mut Gd<Node3D>, lines: &[DebugLine], scale: f32) {
    const NAME: &str = "HybridNavLines";
    let child =
        node.get_node_or_null(NAME).and_then(|child| child.try_cast::<MeshInstance3D>().ok());
    let mut child = child.unwrap_or_else(|| {
        let mut made = MeshInstance3D::new_alloc();
        made.set_name(NAME);
        let mut material = StandardMaterial3D::new_gd();
        material.set_shading_mode(ShadingMode::UNSHADED);
        material.set_flag(Flags::ALBEDO_FROM_VERTEX_COLOR, true);
        made.set_material_override(&material);
        node.add_child(&made);
        made
    });
    let mut mesh = ImmediateMesh::new_gd();
    if !lines.is_empty() {
        mesh.surface_begin(PrimitiveType::LINES);
        for line in lines {
            let [red, green, blue] = line.layer.colour();
            mesh.surface_set_color(Color::from_rgba8(red, green, blue, 255));
            for end in [line.from, line.to] {
                mesh.surface_add_vertex(outward(end, scale) + Vector3::UP * LINE_HEIGHT * scale);
            }
        }
        mesh.surface_end();
    }
    child.set_mesh(&mesh);
}
