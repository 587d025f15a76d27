//! Lists of gates against all gates, one by one.

use glam::Vec2;
use navmesh::Bounds;

use super::super::close::{Close, GateNumber};
use super::super::passage::Mouth;
use super::Random;

/// Metres: the side of squares.
const SIDE: f32 = 2.0;

/// Half of the side of the world, in metres.
const HALF: f32 = 50.0;

fn point(random: &mut Random, half: f32) -> Vec2 {
    Vec2::new(random.between(-half, half), random.between(-half, half))
}

fn gate(number: u32, left: Vec2, right: Vec2) -> GateNumber {
    GateNumber::new(number, number % 3, Mouth { left, right })
}

fn empty() -> Close {
    Close::new(Bounds::new(Vec2::splat(-HALF), Vec2::splat(HALF)), SIDE)
}

/// Whether a step crosses a gate.
fn crosses(gate: &GateNumber, from: Vec2, to: Vec2) -> bool {
    let Mouth { left, right } = gate.mouth;
    let side = |a: Vec2, b: Vec2, at: Vec2| (b - a).perp_dot(at - a) > 0.0;
    side(left, right, from) != side(left, right, to)
        && side(from, to, left) != side(from, to, right)
}

/// Compares random steps with all gates; returns how many were crossed, and how many were listed.
fn check(close: &Close, gates: &[GateNumber], random: &mut Random, steps: usize) -> [usize; 2] {
    let mut seen = [0; 2];
    for _ in 0..steps {
        let (from, way) = (point(random, 1.1 * HALF), point(random, 0.1 * HALF));
        let clear = from + way.clamp_length_max(close.clearance(from));
        assert!(!gates.iter().any(|gate| crosses(gate, from, clear)), "{from} {clear}");
        let to = from + way.clamp_length_max(close.side());
        let listed: Vec<(u32, u32)> =
            close.at(from).map(|gate| (gate.passage, gate.index)).collect();
        assert!(listed.iter().all(|&(passage, _)| gates.iter().any(|g| g.passage == passage)));
        seen[1] += listed.len();
        for gate in gates.iter().filter(|gate| crosses(gate, from, to)) {
            seen[0] += 1;
            assert!(listed.contains(&(gate.passage, gate.index)), "{from} {to}: {gate:?}");
            assert!(
                close
                    .gates_in([from.min(to), from.max(to)])
                    .any(|other| other.passage == gate.passage)
            );
        }
    }
    seen
}

#[test]
fn lists_hold_all_that_a_short_step_crosses() {
    let mut random = Random(5);
    let gates: Vec<GateNumber> = (0..300)
        .map(|number| {
            let from = point(&mut random, 0.9 * HALF);
            gate(number, from, from + point(&mut random, 0.1 * HALF))
        })
        .collect();
    let mut close = empty();
    close.replace(&[], &gates);
    let [crossed, listed] = check(&close, &gates, &mut random, 20_000);
    assert!(crossed > 1000 && listed < 20 * 20_000, "{crossed} {listed}");
}

#[test]
fn lists_that_were_kept_through_edits_hold_all_that_a_short_step_crosses() {
    let mut random = Random(11);
    let (mut close, mut gates, mut crossed) = (empty(), Vec::new(), 0);
    for round in 0..60 {
        // Now and then all are gone, so that squares far from all gates are seen, too.
        let is_over = round % 20 == 19;
        let goes = |random: &mut Random| is_over || random.below(3) == 0;
        let (gone, stay): (Vec<GateNumber>, Vec<GateNumber>) =
            gates.into_iter().partition(|_| goes(&mut random));
        let count = if is_over { 1 } else { random.below(20) as u32 };
        let come: Vec<GateNumber> = (0..count)
            .map(|number| {
                let from = point(&mut random, 0.9 * HALF);
                gate(round * 100 + number, from, from + point(&mut random, 0.1 * HALF))
            })
            .collect();
        close.replace(&gone, &come);
        gates = [stay, come].concat();
        crossed += check(&close, &gates, &mut random, 2000)[0];
    }
    assert!(crossed > 500, "{crossed}");
}

#[test]
fn nothing_is_near_where_there_is_nothing() {
    assert!(empty().at(Vec2::ONE).next().is_none());
    assert!(empty().clearance(Vec2::ONE) > 10.0 * SIDE);
    assert!(empty().extent().is_none());
    let mut close = empty();
    let only = gate(4, Vec2::ZERO, Vec2::X);
    close.replace(&[], &[only]);
    for far in [1e3, 1e12, f32::MAX, f32::NEG_INFINITY] {
        assert!(close.at(Vec2::splat(far)).next().is_none(), "{far}");
    }
    let near: Vec<u32> = close.at(Vec2::splat(0.5)).map(|gate| gate.passage).collect();
    assert_eq!((near, close.clearance(Vec2::splat(0.5))), (vec![4], 0.0));
    close.replace(&[only], &[]);
    assert!(close.at(Vec2::splat(0.5)).next().is_none() && close.clearance(Vec2::ZERO) > SIDE);
}

#[test]
fn squares_of_a_large_world_are_larger() {
    let mut close = Close::new(Bounds::new(Vec2::ZERO, Vec2::splat(1e5)), 1.0);
    assert!((20.0..50.0).contains(&close.side()), "{}", close.side());
    close.replace(&[], &[gate(0, Vec2::ZERO, Vec2::splat(1e5))]);
    for at in [1.0, 3e4, 5e4, 1e5 - 1.0] {
        assert!(close.at(Vec2::splat(at)).next().is_some(), "{at}");
    }
}
