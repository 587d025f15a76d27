//! The world's words, as scripts of Godot understand them.

/// What the world says in words of its own interface, and what that is here.
const SAID: [(&str, &str); 10] = [
    ("list a larger one in its definition", "list a larger one in its `radii`"),
    ("say that, or `Repeat::Once`", "say that, or leave `repeat` out"),
    (", or have it moved (Fit::Move)", ""),
    (", and ground of a kind that its movement kind may enter", ""),
    ("for its radius and movement kind", "for its radius"),
    ("its class needs", "it needs"),
    ("choose a larger tile size", "make the `bounds` smaller"),
    ("only units whose driver is the engine can be set", "give it the driver Game first"),
    ("the handle names", "the number names"),
    ("UnitId(null)", "what was given"),
];

/// Says what the world has said in words of the nodes; `name` knows units and orders by the world's words for them.
pub(crate) fn in_nodes(said: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let mut words = said.to_owned();
    for (theirs, ours) in SAID {
        words = words.replace(theirs, ours);
    }
    for kind in ["UnitId(", "OrderId("] {
        let mut from = 0;
        while let Some(begin) = words[from..].find(kind).map(|at| from + at)
            && let Some(end) = words[begin..].find(')').map(|at| begin + at + 1)
        {
            let ours = name(&words[begin..end]).unwrap_or_else(|| {
                let what = if kind == "UnitId(" { "a unit" } else { "the number" };
                what.to_owned()
            });
            words.replace_range(begin..end, &ours);
            from = begin + ours.len();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use hybrid::glam::{Vec2, vec2};
    use hybrid::navmesh::Bounds;
    use hybrid::{
        Goal, OrderDefinition, OrderId, Repeat, UnitDefinition, UnitId, World, WorldDefinition,
        WorldError,
    };

    use super::*;

    #[test]
    fn what_is_refused_names_nodes_and_what_they_have() -> Result<(), WorldError> {
        let bounds = Bounds::new(Vec2::ZERO, vec2(20.0, 20.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4]))?;
        let unit = world.add_unit(&UnitDefinition::new(vec2(4.0, 4.0), 0.4, 2.0))?;
        let wall = [vec2(9.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 20.0), vec2(9.0, 20.0)];
        world.add_obstacle(&wall)?;
        let goal = || Goal::Point(vec2(4.0, 10.0));
        let followed = OrderDefinition { repeat: Repeat::Loop, ..OrderDefinition::new(goal()) };
        let dead = world.add_unit(&UnitDefinition::new(vec2(6.0, 6.0), 0.4, 2.0))?;
        world.remove_unit(dead)?;
        let (large, at_wall) = (vec2(4.0, 4.0), vec2(9.5, 5.0));
        let refused = [
            (world.add_unit(&UnitDefinition::new(large, 0.9, 2.0)).err(), "in its `radii`"),
            (
                world.add_unit(&UnitDefinition::new(at_wall, 0.4, 2.0)).err(),
                "it needs 0.4 m to every wall; choose",
            ),
            (world.order(&[unit, unit], &goal()).err(), "Guard is listed twice"),
            (world.order(&[dead], &goal()).err(), "a unit names no unit of this world"),
            (world.order(&[UnitId::default()], &goal()).err(), "what was given names no unit"),
            (world.order_with(&[unit], &followed).err(), "or leave `repeat` out"),
            (
                world.move_goal(OrderId::default(), vec2(4.0, 10.0)).err(),
                "the number names no order",
            ),
            (
                world.set_motion(unit, large, Vec2::ZERO).err(),
                "Guard is moved by the world: give it the driver",
            ),
            (
                world.remove_obstacle(hybrid::ObstacleId::default()).err(),
                "the number names no obstacle",
            ),
        ];
        let name = |word: &str| (word == format!("{unit:?}")).then(|| "Guard".to_owned());
        for (error, expected) in refused {
            let words = in_nodes(&error.map(|error| error.to_string()).unwrap_or_default(), name);
            assert!(words.contains(expected), "{words}");
            assert!(!words.contains("Id(") && !words.contains("::"), "{words}");
        }
        Ok(())
    }

    #[test]
    fn other_words_stay() {
        for said in
            ["", "UnitId(", "a UnitId (no handle)", "the option range is far: give a number"]
        {
            assert_eq!(in_nodes(said, |_| None), said);
        }
    }
}
