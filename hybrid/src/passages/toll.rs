//! What a wait before a passage costs in a window: paid once, on the step that enters the mouth.

use flowfield::{Direction, Frame, Toll};
use glam::{UVec2, Vec2};

use super::passage::Mouth;

/// Adds a toll to all steps of a frame that go in through a mouth. `cost` is in metres of free travel.
pub(crate) fn add(tolls: &mut Vec<Toll>, frame: &Frame, mouth: &Mouth, cost: f32) {
    // Centres of cells lie up to a cell inside walls.
    let along = (mouth.right - mouth.left).normalize_or_zero() * frame.cell_size;
    let wide = Mouth { left: mouth.left - along, right: mouth.right + along };
    let (min, max) = (wide.left.min(wide.right), wide.left.max(wide.right));
    let Some((first, last)) = cells(frame, min - frame.cell_size, max + frame.cell_size) else {
        return;
    };
    for y in first.y..=last.y {
        for x in first.x..=last.x {
            let cell = UVec2::new(x, y);
            let center = frame.center(cell);
            for direction in Direction::ALL {
                if enters(&wide, center, center + direction.unit() * frame.cell_size) {
                    tolls.push(Toll { cell, direction, cost });
                }
            }
        }
    }
}

/// The first and the last cell of a frame in a rectangle, if they meet.
fn cells(frame: &Frame, min: Vec2, max: Vec2) -> Option<(UVec2, UVec2)> {
    if max.cmplt(frame.min()).any() || min.cmpgt(frame.max()).any() {
        return None;
    }
    let inside = |point: Vec2| point.clamp(frame.center(UVec2::ZERO), frame.center(frame.size - 1));
    Some((frame.cell_of(inside(min))?, frame.cell_of(inside(max))?))
}

/// Returns whether a step goes in through a mouth.
fn enters(mouth: &Mouth, from: Vec2, to: Vec2) -> bool {
    let (before, after) = (mouth.depth(from), mouth.depth(to));
    if before >= 0.0 || after < 0.0 {
        return false;
    }
    let way = mouth.right - mouth.left;
    let at = from.lerp(to, before / (before - after)) - mouth.left;
    (0.0..=way.length_squared()).contains(&at.dot(way))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowfield::glam::IVec2;

    #[test]
    fn steps_into_the_mouth_pay_and_those_out_of_it_do_not() {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(20, 20), 0.5).unwrap();
        let mouth = Mouth { left: Vec2::new(4.0, 5.1), right: Vec2::new(6.0, 5.1) };
        let mut tolls = Vec::new();
        add(&mut tolls, &frame, &mouth, 7.0);
        assert!(mouth.inward().y > 0.0);
        assert_eq!(tolls.len(), 6, "four cells, and one beyond each end: {tolls:?}");
        for toll in &tolls {
            assert_eq!((toll.direction, toll.cell.y, toll.cost), (Direction::North, 9, 7.0));
        }
        add(&mut tolls, &frame, &Mouth { left: Vec2::splat(90.0), right: Vec2::splat(91.0) }, 1.0);
        assert_eq!(tolls.len(), 6);
    }
}
