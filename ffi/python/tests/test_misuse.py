"""Nonsense of every kind is refused with a message, changes nothing, and is never a panic."""

import numpy as np
import pytest
from yard import box, crowd, yard

import hybridnav
from hybridnav import Area, Discomfort, Error, Link, MovementKind, Obstacle, Order, Recorder, Replay, Scene, Trajectory, World

NAN, INF = float("nan"), float("inf")
POINTS = [
    (NAN, 1),
    (1, INF),
    (1e300, 1),
    (-5, 5),
    (1, 2, 3),
    (1,),
    (),
    [],
    5,
    "ab",
    None,
    object(),
    [(1, 2)],
    [[1, 2], [3]],
    np.array([1, 2], dtype=complex),
    np.array([True, False]),
    np.array(["1", "2"]),
    np.array([1, 2], dtype=object),
    np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]"),
    {"x": 1, "y": 2},
    {1, 2},
]
UNITS = [0, -1, 1, 2**32, 2**63, 2**64, 1.5, NAN, "x", None, object(), [[1]], [1.0, 2.0], [True], [None], {}, b"12", [2**70]]


def shape(given):
    try:
        return np.shape(given)
    except ValueError:
        return None


def same(world, call):
    """The call is refused, and the world is as before."""
    before = world.to_bytes()
    with pytest.raises((Error, TypeError)) as caught:
        call()
    assert str(caught.value)
    assert world.to_bytes() == before


@pytest.mark.parametrize("given", POINTS, ids=repr)
def test_points(given):
    world = yard()
    (unit,) = crowd(world, 1)
    mover = world.add_unit((20, 30), 0.4, 1, driver="engine")
    order = world.order(unit, (10, 10))
    for call in [
        lambda: world.add_unit(given, 0.4, 1),
        lambda: world.teleport(unit, given),
        lambda: world.set_motions([mover], given, (0, 0)) if shape(given) != (1, 2) else world.add_unit(given, 1, 1),
        lambda: world.find_path(given, (5, 5)),
        lambda: world.ray_cast(given, (5, 5)),
        lambda: world.add_link(given, (5, 5), cost=1),
        lambda: world.add_obstacle(given),
        lambda: world.add_area(given),
    ]:
        same(world, call)
    is_point = shape(given) == (2,) and isinstance(given, tuple) and np.isfinite(given).all()
    if not is_point:
        if shape(given) != (1, 2):
            same(world, lambda: world.order(unit, given))
        for call in [lambda: world.move_goal(order, given), lambda: world.units_in_circle(given, 1), lambda: world.nearest_unit(given)]:
            same(world, call)


@pytest.mark.parametrize("given", UNITS, ids=repr)
def test_units(given):
    world = yard()
    crowd(world, 3)
    world.remove_units(world.units)
    (other,) = crowd(world, 1)
    order = world.order(other, (10, 10))
    for call in [
        lambda: world.order(given, (5, 5)),
        lambda: world.follow(other, given),
        lambda: world.follow(given, other),
        lambda: world.join(order, given),
        lambda: world.stop(given),
        lambda: world.hold(given),
        lambda: world.teleport(given, (5, 5)),
        lambda: world.preview(given, (5, 5)),
        lambda: world.explain(given),
        lambda: world.unit(given),
        lambda: world.order_of(given),
        lambda: world.user_data_of(given),
        lambda: world.set_user_data(given, 1),
    ]:
        same(world, call)
    if given != {}:
        same(world, lambda: world.remove_units(given))
        same(world, lambda: world.set_units(given, team=1))
        same(world, lambda: world.set_motions(given, (1, 1), (0, 0)))


def test_dead_handles_of_every_kind():
    world = yard()
    units = crowd(world, 2)
    order = world.order(units, (10, 10))
    obstacle, area = world.add_obstacle(box(40, 5, 41, 6)), world.add_area(box(40, 10, 41, 12))
    link, disc = world.add_link((40, 20), (45, 20), cost=3), world.add_discomfort((50, 30), 1, 1)
    world.stop(units)
    world.remove_obstacle(obstacle)
    world.remove_area(area)
    world.remove_link(link)
    world.remove_discomfort(disc)
    world.remove_units(units)
    world.step()
    for call in [
        lambda: world.join(order, units),
        lambda: world.move_goal(order, (5, 5)),
        lambda: world.append_goal(order, (5, 5)),
        lambda: world.remove_obstacle(obstacle),
        lambda: world.move_obstacle(obstacle, box(1, 1, 2, 2)),
        lambda: world.obstacle_outline(obstacle),
        lambda: world.remove_area(area),
        lambda: world.remove_link(link),
        lambda: world.remove_discomfort(disc),
        lambda: world.remove_units(units),
        lambda: world.unit(units[0]),
        lambda: world.user_data_of(order),
        lambda: world.user_data_of(obstacle),
        # One kind of handle is not another.
        lambda: world.remove_area(obstacle),
        lambda: world.move_goal(obstacle, (5, 5)),
        lambda: world.remove_obstacle(5),
        lambda: world.user_data_of(disc),
    ]:
        same(world, call)
    assert world.units_of(order).shape == (0,)
    for kind in (Order, Obstacle, Area, Link, Discomfort):
        for number in (0, 7, 2**33 + 1, -1, 2**64, "x", 1.5, None, True):
            with pytest.raises((Error, TypeError)):
                kind(number)


@pytest.mark.parametrize(
    "terms",
    [
        {"radius": 0},
        {"radius": -1},
        {"radius": NAN},
        {"radius": 5},
        {"radius": INF},
        {"radius": "wide"},
        {"radius": None},
        {"radius": [0.4]},
        {"radius": [0.4, 0.4, 0.4]},
        {"radius": [[0.4, 0.4]]},
        {"max_speed": 0},
        {"max_speed": NAN},
        {"max_speed": 1e9},
        {"max_speed": [1, NAN]},
        {"acceleration": 0},
        {"acceleration": [1, -1]},
        {"turn_rate": NAN},
        {"mass": [0, 1]},
        {"avoidance_radius": -1},
        {"heading": (0, 0)},
        {"heading": (NAN, 1)},
        {"heading": (1, 2, 3)},
        {"heading": [(1, 0)]},
        {"team": -1},
        {"team": 1.5},
        {"team": 2**32},
        {"team": [1, 2, 3]},
        {"team": "red"},
        {"movement_kind": 1},
        {"collision_mask": -1},
        {"user_data": 2**64},
        {"user_data": -1},
        {"user_data": 0.5},
        {"driver": "me"},
        {"driver": 3},
        {"speed": 3},
        {"positions_": []},
    ],
    ids=repr,
)
def test_units_to_be(terms):
    world = yard()
    crowd(world, 3)
    world.commit()
    given = {"radius": 0.4, "max_speed": 2, **terms}
    same(world, lambda: world.add_units([(10, 30), (12, 30)], given.pop("radius"), given.pop("max_speed"), **given))
    if not set(terms) & {"heading", "positions_", "speed"} and terms != {"radius": None}:
        same(world, lambda: world.set_units(world.units[:2], **terms))
    # One that is refused takes all others with it.
    same(world, lambda: world.add_units([(10, 30), (30, 10)], 0.4, 2))


def test_refusals_name_the_unit_and_what_would_be_right():
    world = yard()
    with pytest.raises(Error, match=r"unit 1: a unit at \[30, 10\].*choose a free position"):
        world.add_units([(10, 30), (30, 10)], 0.4, 2)
    with pytest.raises(Error, match="largest class is 0.4 m"):
        world.add_unit((10, 30), 0.5, 2)
    with pytest.raises(Error, match=r"\(n, 2\) is expected"):
        world.add_units([1, 2, 3], 0.4, 2)
    with pytest.raises(TypeError, match="speed.*there are acceleration"):
        world.add_unit((10, 30), 0.4, 2, speed=2)
    with pytest.raises(Error, match="'largest', 'smallest', 'as_given'"):
        world.order(crowd(world, 1), (10, 10), formation="line", front="me")
    assert issubclass(Error, ValueError) and Error.__module__ == "hybridnav"


@pytest.mark.parametrize(
    "terms",
    [
        {"way_points": [(NAN, 1)]},
        {"way_points": (1, 2)},
        {"way_points": "here"},
        {"way_points": np.zeros((5000, 2)) + 5},
        {"repeat": "often"},
        {"repeat": 1},
        {"repeat": "loop"},
        {"range": -1},
        {"range": NAN},
        {"range": "near"},
        {"unreachable": "fly"},
        {"exchange": 2},
        {"exchange": "yes"},
        {"formation": "heap"},
        {"formation": [(0, 1)]},
        {"formation": [(0, NAN)] * 3},
        {"formation": 3},
        {"facing": (1, 0)},
        {"formation": "line", "facing": (0, 0)},
        {"formation": "line", "spacing": -1},
        {"formation": "line", "front": "back"},
        {"formation": "line", "range": 3},
        {"pace": "fast"},
        {"hurry": True},
    ],
    ids=repr,
)
def test_orders(terms):
    world = yard()
    units = crowd(world, 3)
    same(world, lambda: world.order(units, (50, 10), **terms))
    for call in [
        lambda: world.order([], (5, 5)),
        lambda: world.order([units[0], units[0]], (5, 5)),
        lambda: world.order(units, [(5, 5)]),
        lambda: world.order(units, [(5, 5)] * 4),
        lambda: world.order(units, (100, 100), unreachable="stop"),
        lambda: world.follow(units, units[0]),
    ]:
        same(world, call)


def test_ground():
    world = yard()
    crowd(world, 1)
    world.commit()
    square = box(10, 20, 12, 22)
    for call in [
        lambda: world.add_obstacle(square[:2]),
        lambda: world.add_obstacle([(1, 1)] * 5),
        lambda: world.add_obstacle([(1, 1), (2, 2), (3, 3)]),
        lambda: world.add_obstacle([(1, 1), (3, 3), (3, 1), (1, 3)]),
        lambda: world.add_obstacle(box(100, 100, 110, 110)),
        lambda: world.add_obstacle(box(0, 0, 1e30, 1)),
        lambda: world.add_obstacle(np.zeros((3, 3))),
        lambda: world.add_obstacle({"type": "Point", "coordinates": (1, 2)}),
        lambda: world.add_obstacle({"type": "Polygon"}),
        lambda: world.add_obstacle({"type": "Polygon", "coordinates": 5}),
        lambda: world.add_obstacle({"type": "Polygon", "coordinates": []}),
        lambda: world.add_obstacle({"type": "MultiPolygon", "coordinates": [[1, 2]]}),
        lambda: world.add_obstacle({}),
        lambda: world.add_area(square, kind=16),
        lambda: world.add_area(square, kind=-1),
        lambda: world.add_area(square, kind=1000),
        lambda: world.add_area(square, cost=0),
        lambda: world.add_area(square, cost=NAN),
        lambda: world.add_area(square, speed=0),
        lambda: world.add_area(square, speed=2),
        lambda: world.add_area(square, layer="top"),
        lambda: world.add_area(square, layers=1),
        lambda: world.add_link((5, 5), (10, 10)),
        lambda: world.add_link((5, 5), (10, 10), cost=-1),
        lambda: world.add_link((5, 5), (10, 10), cost=1, kind=16),
        lambda: world.add_link((5, 5), (10, 10), cost=1, capacity=0),
        lambda: world.add_link((5, 5), (10, 10), cost=1, capacity=2**40),
        lambda: world.add_link((5, 5), (10, 10), cost=1, both_ways="yes"),
        lambda: world.add_link((5, 5), (30, 10), cost=1),
        lambda: world.add_discomfort((5, 5), 0, 1),
        lambda: world.add_discomfort((5, 5), 1, -1),
        lambda: world.add_discomfort((5, 5), 1, 1, 0),
        lambda: world.add_discomfort((5, 5), 1, 1, NAN),
        lambda: world.add_discomfort((5, 5), "1", 1),
        lambda: world.set_heights([1, 2, 3]),
        lambda: world.set_heights([[NAN]]),
        lambda: world.set_heights([[]]),
        lambda: world.set_heights([[1, 2]], spacing=0),
        lambda: world.set_heights([[1, 2]], start=(1, 2, 3)),
        lambda: world.set_heights("hill"),
        lambda: world.walkable_area(-1),
        lambda: world.walkable_area(NAN),
        lambda: world.walkable_area("wide"),
        lambda: MovementKind(excludes=[16]),
        lambda: MovementKind(excludes=[-1]),
        lambda: MovementKind(excludes=3),
        lambda: MovementKind(speeds={0: 0}),
        lambda: MovementKind(factors={99: 1}),
        lambda: MovementKind(factors={0: NAN}),
        lambda: MovementKind(factors={"mud": 1}),
    ]:
        same(world, call)


def test_queries():
    world = yard()
    crowd(world, 2)
    world.commit()
    for call in [
        lambda: world.find_path((5, 5), (50, 5), radius=-1),
        lambda: world.find_path((5, 5), (50, 5), radius=NAN),
        lambda: world.find_path((5, 5), (50, 5), radius=9),
        lambda: world.find_path((5, 5), (50, 5), movement_kind=1),
        lambda: world.find_path((5, 5), (50, 5), movement_kind=-1),
        lambda: world.find_path((5, 5), (50, 5), entry="window"),
        lambda: world.find_path((5, 5), (50, 5), partial=3),
        lambda: world.find_path((5, 5), (50, 5), exact=True),
        lambda: world.find_path((30, 5), (50, 5)),
        lambda: world.find_path((5, 5), (30, 5)),
        lambda: world.find_path((5, 5), (500, 5)),
        lambda: world.nearest_point((5, 5), within=-1),
        lambda: world.nearest_point((5, 5), within=NAN),
        lambda: world.units_in_box((5, 5, 1, 1)),
        lambda: world.units_in_box((5, 5)),
        lambda: world.units_in_box((NAN, 0, 1, 1)),
        lambda: world.units_in_circle((5, 5), -1),
        lambda: world.units_in_circle((5, 5), NAN),
        lambda: world.nearest_unit((5, 5), within=NAN),
        lambda: world.nearest_unit((5, 5), team=-1),
        lambda: world[0],
        lambda: world.step(-1),
        lambda: world.step(1.5),
        lambda: world.step("x"),
        lambda: world.step(None),
        lambda: world.step(2**64),
        lambda: world.step(True),
        lambda: world.set_threads(-1),
        lambda: world.set_threads(10**9),
        lambda: Replay(5),
        lambda: World.from_bytes(b""),
        lambda: World.from_bytes("x"),
        lambda: World.from_bytes(None),
    ]:
        with pytest.raises((Error, TypeError, OverflowError)):
            call()


@pytest.mark.parametrize(
    ("bounds", "radii", "terms"),
    [
        ((0, 0, 10), 0.4, {}),
        ((10, 10, 0, 0), 0.4, {}),
        ((0, 0, NAN, 10), 0.4, {}),
        ((0, 0, INF, 10), 0.4, {}),
        ((0, 0, 1e9, 10), 0.4, {}),
        ((0, 0, 0, 0), 0.4, {}),
        ("yard", 0.4, {}),
        (None, 0.4, {}),
        ((0, 0, 10, 10), [], {}),
        ((0, 0, 10, 10), 0, {}),
        ((0, 0, 10, 10), -1, {}),
        ((0, 0, 10, 10), NAN, {}),
        ((0, 0, 10, 10), 50, {}),
        ((0, 0, 10, 10), [0.4, 0.4], {}),
        ((0, 0, 10, 10), [[0.4]], {}),
        ((0, 0, 10, 10), np.arange(1, 10) / 10, {}),
        ((0, 0, 10, 10), "wide", {}),
        ((0, 0, 10, 10), 0.4, {"walkable": [(1, 1)]}),
        ((0, 0, 10, 10), 0.4, {"walkable": "all"}),
        ((0, 0, 10, 10), 0.4, {"movement_kinds": []}),
        ((0, 0, 10, 10), 0.4, {"movement_kinds": 3}),
        ((0, 0, 10, 10), 0.4, {"movement_kinds": ["boat"]}),
        ((0, 0, 10, 10), 0.4, {"parameters": {"tick": NAN}}),
        ((0, 0, 10, 10), 0.4, {"parameters": {"tick": -1}}),
        ((0, 0, 10, 10), 0.4, {"parameters": {"tick": 1e300}}),
        ((0, 0, 10, 10), 0.4, {"parameters": {"tock": 1}}),
        ((0, 0, 10, 10), 0.4, {"parameters": {"tick": "long"}}),
        ((0, 0, 10, 10), 0.4, {"parameters": {"tick": object()}}),
        ((0, 0, 10, 10), 0.4, {"parameters": {1: 2}}),
        ((0, 0, 10, 10), 0.4, {"parameters": [1]}),
        ((0, 0, 10, 10), 0.4, {"parameters": "fast"}),
        ((0, 0, 10, 10), 0.4, {"pedestrians": "yes"}),
        ((0, 0, 10, 10), 0.4, {"people": True}),
    ],
    ids=repr,
)
def test_worlds(bounds, radii, terms):
    with pytest.raises((Error, TypeError)):
        World(bounds, radii, **terms)


def test_circles_in_parameters_are_refused():
    circle = {}
    circle["tick"] = circle
    with pytest.raises(Error, match="[Cc]ircular"):
        World((0, 0, 10, 10), 0.4, parameters=circle)


def test_scenes(tmp_path):
    (tmp_path / "wrong.json").write_text('{ "name": ')
    for call in [
        lambda: Scene("no such scene"),
        lambda: Scene(tmp_path / "wrong.json"),
        lambda: Scene(tmp_path),
        lambda: Scene(5),
        lambda: Scene(None),
        lambda: Scene("door", width=3),
        lambda: Scene("door", width_cm="wide"),
        lambda: Scene("door", width_cm=NAN),
        lambda: Scene("door", width_cm=-5),
        lambda: Scene("door", pedestrians=2),
        lambda: Scene("door", tick=0),
        lambda: Scene("door").run(arrangement=1),
        lambda: Scene("door").run(arrangement=-1),
        lambda: Scene("door").run(ticks=-1),
        lambda: Scene("door").run(ticks="all"),
        lambda: Scene("door").run(tick=5),
        lambda: Scene("door").world(99),
    ]:
        with pytest.raises((Error, TypeError)):
            call()


def test_trajectories():
    world = yard()
    for call in [
        lambda: Recorder(world, every=0),
        lambda: Recorder(None),
        lambda: Trajectory([0], [0], [(1, 2)], [(1, 0)], 0, []),
        lambda: Trajectory([0], [0], [(1, 2)], [(1, 0)], NAN, []),
        lambda: Trajectory([0], [0, 1], [(1, 2)], [(1, 0)], 10, []),
        lambda: Trajectory([0], [0], [1, 2], [(1, 0)], 10, []),
    ]:
        with pytest.raises((Error, TypeError, AttributeError)):
            call()
    nothing = hybridnav.polygons_to_wkt([])
    assert nothing == "POLYGON EMPTY"
