//! Why units go where they go, and what an order would do.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Activity, Fallback, Goal, Guidance, UnitDefinition, UnitId, World, WorldError};

use crate::support::{add_wall, rectangle, strict, world_of};

/// Two halls of 40 m × 30 m, joined by a corridor that is `width` metres wide and 6 m long.
fn halls(width: f32) -> World {
    let (low, high) = (15.0 - 0.5 * width, 15.0 + 0.5 * width);
    world_of(86.0, 30.0)
        .radii(&[0.4])
        .walls(&[[40.0, 0.0, 46.0, low], [40.0, high, 46.0, 30.0]])
        .build()
}

fn crowd(world: &mut World, corner: Vec2, count: usize) -> Vec<UnitId> {
    let at = |k: usize| corner + 1.2 * vec2((k / 5) as f32, (k % 5) as f32);
    (0..count).map(|k| world.add_unit(&UnitDefinition::new(at(k), 0.4, 1.5)).unwrap()).collect()
}

fn length(way: &[Vec2]) -> f32 {
    way.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

#[test]
fn without_an_order_there_is_nothing_to_explain() {
    let mut world = halls(3.0);
    let unit = crowd(&mut world, vec2(5.0, 5.0), 1)[0];
    world.step(0.1).unwrap();
    let idle = world.explain(unit).unwrap();
    assert_eq!((idle.activity, idle.guidance), (Activity::Idle, Guidance::None));
    assert_eq!(idle.way, [world.unit(unit).unwrap().position]);
    assert!(idle.order.is_none() && idle.rest.is_none() && idle.field.is_none());
    assert!(idle.to_string().contains("idle"), "{idle}");
    world.remove_unit(unit).unwrap();
    assert_eq!(world.explain(unit), Err(WorldError::StaleUnit { unit }));
}

#[test]
fn who_is_walled_in_does_not_read_as_if_it_had_got_there() {
    let mut world = halls(3.0);
    let unit = crowd(&mut world, vec2(5.0, 5.0), 1)[0];
    let goal = vec2(80.0, 15.0);
    world.order(&[unit], &Goal::Point(goal)).unwrap();
    world.step(0.1).unwrap();
    assert_eq!(world.explain(unit).unwrap().lost_goal, None);
    let door = add_wall(&mut world, [42.0, 13.0, 43.0, 17.0]);
    (0..400).for_each(|_| world.step(0.1).unwrap());
    let reason = world.explain(unit).unwrap();
    assert_eq!((reason.activity, reason.lost_goal), (Activity::Resting, Some(goal)));
    assert!(reason.to_string().contains("to which no way leads"), "{reason}");
    world.remove_obstacle(door).unwrap();
    (0..400).for_each(|_| world.step(0.1).unwrap());
    let reason = world.explain(unit).unwrap();
    assert_eq!((reason.activity, reason.lost_goal), (Activity::Resting, None));
    assert_eq!(reason.place, Some(goal));
}

#[test]
fn one_unit_follows_the_path_of_the_preview() {
    let mut world = halls(3.0);
    let unit = crowd(&mut world, vec2(5.0, 5.0), 1)[0];
    let goal = vec2(80.0, 4.0);
    let other = world.clone();
    let preview = world.preview(&[unit], &Goal::Point(goal)).unwrap().remove(0);
    assert!((preview.seconds - preview.length / 1.5).abs() < 1e-3);
    assert!((preview.length - length(&preview.path)).abs() < 1e-3 && preview.path.len() >= 3);
    world.order(&[unit], &Goal::Point(goal)).unwrap();
    assert_eq!(world.explain(unit).unwrap().way, preview.path, "before the first step");
    (0..5).for_each(|_| world.step(0.1).unwrap());
    let reason = world.explain(unit).unwrap();
    assert_eq!((reason.guidance, reason.fallback), (Guidance::Path, Fallback::None));
    assert_eq!(reason.way[1..], preview.path[1..]);
    // Nothing has happened to the world that was asked.
    assert_eq!(other.orders().count(), 0);
}

#[test]
fn a_preview_refuses_what_the_order_would() {
    let mut world = halls(3.0);
    let units = crowd(&mut world, vec2(5.0, 5.0), 2);
    world.step(0.1).unwrap();
    for (units, goal) in [
        (&units[..0], Goal::Point(Vec2::ONE)),
        (&[units[0], units[0]], Goal::Point(Vec2::ONE)),
        (&units[..], Goal::Each(vec![Vec2::ONE])),
        (&units[..], Goal::Point(Vec2::NAN)),
        (&units[..], Goal::Point(vec2(-1.0, 0.0))),
        (&units[..], Goal::Point(vec2(43.0, 2.0))),
    ] {
        let expected = world.clone().order_with(units, &strict(&goal)).unwrap_err();
        assert_eq!(world.preview(units, &goal).unwrap_err().to_string(), expected.to_string());
    }
}

#[test]
fn a_preview_follows_a_unit_into_a_niche_as_far_as_the_order_does() {
    let mut world = world_of(32.0, 32.0).radii(&[0.2, 1.0]).build();
    for low in [10.0, 12.0] {
        let wall = [(low, 10.0), (low + 1.0, 10.0), (low + 1.0, 16.0), (low, 16.0)];
        world.add_obstacle(&wall.map(Vec2::from)).unwrap();
    }
    world.commit().unwrap();
    let small = UnitDefinition::new(vec2(11.5, 13.0), 0.2, 1.0);
    let target = world.add_unit(&small).unwrap();
    let big = world.add_unit(&UnitDefinition::new(vec2(25.0, 25.0), 1.0, 1.0)).unwrap();
    let preview = world.preview(&[big], &Goal::Unit(target)).unwrap().remove(0);
    let end = preview.path[preview.path.len() - 1];
    assert!(end != small.position && end.distance(small.position) < 3.6, "{end}");
    world.order(&[big], &Goal::Unit(target)).unwrap();
}

#[test]
fn a_crowd_goes_with_its_field_and_the_way_ends_at_the_place() {
    let mut world = halls(5.0);
    let units = crowd(&mut world, vec2(24.0, 3.0), 30);
    world.order(&units, &Goal::Point(vec2(60.0, 15.0))).unwrap();
    (0..10).for_each(|_| world.step(0.1).unwrap());
    let before = world.clone();
    let mut with_field = 0;
    for &unit in &units {
        let reason = world.explain(unit).unwrap();
        let (rest, field) = (reason.rest.unwrap(), reason.field.unwrap());
        assert!(rest.distance > 1.0 && field.potential >= 0.9 * rest.distance, "{reason}");
        assert_eq!(field.unit_count, 30);
        assert!(units.contains(&field.leader));
        assert_eq!(reason.way.last(), reason.place.as_ref(), "{reason}");
        // The shortest way to the nearest place, the way on to its own one, and what the field goes round.
        let spare = length(&reason.way) - rest.distance;
        assert!((-0.1..20.0).contains(&spare), "{spare} m longer: {reason}");
        with_field += usize::from(reason.guidance == Guidance::Field);
        assert!(reason.to_string().contains("on its way"), "{reason}");
    }
    assert!(with_field > 20, "{with_field}");
    assert_eq!(world.state_hash(), before.state_hash());
}

#[test]
fn who_waits_before_a_passage_waits_for_somebody() {
    let mut world = halls(1.3);
    let west = crowd(&mut world, vec2(22.0, 12.0), 15);
    let east = crowd(&mut world, vec2(58.0, 12.0), 15);
    world.order(&west, &Goal::Point(vec2(70.0, 15.0))).unwrap();
    world.order(&east, &Goal::Point(vec2(15.0, 15.0))).unwrap();
    let mut seen = 0;
    for _ in 0..300 {
        world.step(0.1).unwrap();
        for (units, others) in [(&west, &east), (&east, &west)] {
            for &unit in units {
                let reason = world.explain(unit).unwrap();
                let Some(passage) = reason.passage.as_ref().filter(|one| one.must_wait) else {
                    continue;
                };
                assert!(!passage.is_inside && (passage.width - 1.3).abs() < 0.1, "{reason}");
                assert!(passage.waits_for.iter().all(|other| others.contains(other)), "{reason}");
                assert!((5.0..7.5).contains(&passage.length), "{reason}");
                if !passage.waits_for.is_empty() {
                    seen += 1;
                    assert!(
                        reason.to_string().contains("go first")
                            || reason.to_string().contains("goes first"),
                        "{reason}"
                    );
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn nobody_waits_for_units_that_are_gone() {
    let mut world = halls(1.3);
    let west = crowd(&mut world, vec2(22.0, 12.0), 15);
    let east = crowd(&mut world, vec2(58.0, 12.0), 15);
    world.order(&west, &Goal::Point(vec2(70.0, 15.0))).unwrap();
    world.order(&east, &Goal::Point(vec2(15.0, 15.0))).unwrap();
    let waits_for = |world: &World, unit: UnitId| {
        world.explain(unit).unwrap().passage.map_or(Vec::new(), |passage| passage.waits_for)
    };
    let waiting = |world: &World| {
        let mut all = west.iter().chain(&east).copied();
        all.find(|&unit| !waits_for(world, unit).is_empty())
    };
    let unit = loop {
        world.step(0.1).unwrap();
        if let Some(unit) = waiting(&world) {
            break unit;
        }
    };
    let mut others = waits_for(&world, unit);
    let gone = others.remove(0);
    world.remove_unit(gone).unwrap();
    assert_eq!(waits_for(&world, unit), others);
}

#[test]
fn who_is_held_up_says_by_whom() {
    let mut world = halls(1.0);
    let plug = [14.6, 15.4]
        .map(|y| world.add_unit(&UnitDefinition::new(vec2(38.5, y), 0.4, 1.5)).unwrap());
    world.hold(&plug).unwrap();
    let posts = [13.0, 16.2].map(|y| rectangle([38.0, y, 39.0, y + 0.8]));
    for post in posts {
        world.add_obstacle(&post).unwrap();
    }
    for (low, high) in [(0.0, 13.0), (17.0, 30.0)] {
        add_wall(&mut world, [38.0, low, 39.0, high]);
    }
    let unit = world.add_unit(&UnitDefinition::new(vec2(34.0, 15.0), 0.4, 1.5)).unwrap();
    world.order(&[unit], &Goal::Point(vec2(60.0, 15.0))).unwrap();
    let (mut blocked, mut fallbacks) = (false, 0);
    for _ in 0..400 {
        world.step(0.1).unwrap();
        let reason = world.explain(unit).unwrap();
        blocked |= !reason.blocked_by.is_empty()
            && reason.blocked_by.iter().all(|other| plug.contains(other));
        fallbacks += usize::from(reason.fallback != Fallback::None);
        let text = reason.to_string();
        let said =
            ["; it tries", "; it waits", "; it stands"].iter().any(|words| text.contains(words));
        assert_eq!(reason.fallback != Fallback::None, said, "{text}");
    }
    assert!(blocked && fallbacks > 0, "{blocked} {fallbacks}");
}

#[test]
fn passages_tell_who_waits_and_by_which_part_the_others_go_in() {
    let mut world = halls(1.3);
    assert_eq!(world.passages().count(), 0, "nothing is known before the first step");
    let west = crowd(&mut world, vec2(22.0, 12.0), 15);
    let east = crowd(&mut world, vec2(58.0, 12.0), 15);
    world.order(&west, &Goal::Point(vec2(70.0, 15.0))).unwrap();
    world.order(&east, &Goal::Point(vec2(15.0, 15.0))).unwrap();
    let (mut seen, mut turns) = (0, [0; 2]);
    for _ in 0..300 {
        world.step(0.1).unwrap();
        let passages: Vec<_> = world.passages().collect();
        assert_eq!(passages.len(), 1);
        let passage = &passages[0];
        let alone = world.passage(0).map(|passage| (passage.width, passage.users));
        assert_eq!(alone, Some((passage.width, passage.users.clone())));
        assert!(world.passage(1).is_none());
        assert_eq!((passage.lanes(0.4), passage.lanes(0.7)), (1, 0));
        assert_eq!((passage.mouth(2), passage.entry(2, 0.4)), (None, None));
        for user in &passage.users {
            let reason = world.explain(user.unit).unwrap().passage.unwrap();
            assert_eq!(passage.mouth(user.end), Some(reason.mouth));
            assert_eq!((user.is_inside, user.must_wait), (reason.is_inside, reason.must_wait));
            assert_eq!(reason.mouth[0].x < 43.0, west.contains(&user.unit));
            if !user.is_inside {
                assert_eq!(passage.entry(user.end, 0.4).is_none(), user.must_wait);
            }
            seen += usize::from(user.must_wait);
        }
        turns
            .iter_mut()
            .zip(0..)
            .for_each(|(turn, end)| *turn += u32::from(passage.turn == Some(end)));
    }
    assert!(seen > 100 && turns.iter().all(|&turn| turn > 10), "{seen} {turns:?}");
    let gone = world.passages().next().unwrap().users.first().map(|user| user.unit);
    if let Some(gone) = gone {
        world.remove_unit(gone).unwrap();
        assert!(world.passages().all(|passage| passage.users.iter().all(|user| user.unit != gone)));
    }
    let again = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    let gates = |world: &World| -> Vec<[Vec2; 2]> {
        world.passages().flat_map(|passage| passage.gates().collect::<Vec<_>>()).collect()
    };
    assert!(gates(&again) == gates(&world) && !gates(&world).is_empty());
}

#[test]
fn directions_that_share_a_passage_go_in_by_their_right_halves() {
    let mut world = halls(3.0);
    let west = crowd(&mut world, vec2(22.0, 12.0), 5);
    let east = crowd(&mut world, vec2(58.0, 12.0), 5);
    world.order(&west, &Goal::Point(vec2(70.0, 15.0))).unwrap();
    world.order(&east, &Goal::Point(vec2(15.0, 15.0))).unwrap();
    let (mut shared, mut alone) = (0, 0);
    for _ in 0..300 {
        world.step(0.1).unwrap();
        let passage = world.passages().next().unwrap();
        for end in [0, 1] {
            let [left, right] = passage.mouth(end).unwrap();
            let [from, to] = passage.entry(end, 0.4).unwrap();
            assert_eq!(to, right);
            assert_eq!(from, if passage.is_opposed { left.midpoint(right) } else { left });
        }
        shared += usize::from(passage.is_opposed);
        alone += usize::from(!passage.is_opposed);
    }
    assert!(shared > 10 && alone > 10, "{shared} {alone}");
}
