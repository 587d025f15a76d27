"""Worlds: units, orders, ground, events, saving, recording."""

import copy
import pickle
import threading

import numpy as np
import pytest
from yard import box, crowd, yard

import hybridnav
from hybridnav import Area, Error, MovementKind, Order, Replay, World


def run(world, units, most=2000):
    arrived = 0
    while arrived < len(units) and world.tick_count < most:
        world.step()
        arrived += sum(event.kind == "arrived" for event in world.events)
    return arrived


def test_fifty_units_pass_a_gap():
    world = yard()
    units = crowd(world)
    order = world.order(units, (50, 10))
    assert isinstance(order, Order) and world.order_of(units[0]) == order and world.list_orders() == [order]
    assert run(world, units) == 50
    assert world.arrived.all() and (world.positions[:, 0] > 31).all()
    assert {hybridnav.ACTIVITIES[k] for k in world.activities} <= {"resting"}
    assert set(world.units_of(order).tolist()) == set(units.tolist())
    assert world.time == pytest.approx(0.1 * world.tick_count) and world.tick == pytest.approx(0.1)
    assert len(world) == 50 and units[3] in world and 12345 not in world and "x" not in world and bool(yard())


def test_many_ticks_at_once_tell_as_much():
    one, many = yard(), yard()
    for world in (one, many):
        world.order(crowd(world), (50, 10))
    told = []
    for _ in range(400):
        one.step()
        told += [(event.tick, event.kind, event.unit) for event in one.events]
    many.step(400)
    assert [(event.tick, event.kind, event.unit) for event in many.events] == told
    assert any(kind == "arrived" for _, kind, _ in told)
    assert one.state_hash() == many.state_hash()
    many.step(0)
    assert many.events == [] and many.tick_count == 400


def test_units_come_and_go_and_are_changed():
    world = yard()
    units = world.add_units([(5, 5), (7, 5), (9, 5)], [0.3, 0.35, 0.4], 2, mass=[1, 2, 3], team=4, heading=(0, 1), user_data=[7, 8, 9])
    assert world.radii.tolist() == pytest.approx([0.3, 0.35, 0.4]) and world.masses.tolist() == [1, 2, 3]
    assert world.teams.tolist() == [4] * 3 and world.user_data.tolist() == [7, 8, 9] and (world.headings == [0, 1]).all()
    world.set_units(units, max_speed=[1, 2, 3], team=1)
    assert world.max_speeds.tolist() == [1, 2, 3] and world.teams.tolist() == [1, 1, 1]
    world.remove_units(units[1])
    assert world.units.tolist() == [units[0], units[2]]
    one = world.add_unit((20, 20), 0.3, 1.5, driver="engine")
    world.set_motions([one], [(21, 20)], (1, 0))
    unit = world.unit(one)
    assert unit.position == (21, 20) and unit.driver == "engine" and unit.order is None and unit.activity == "idle"
    world.teleport(units[0], (12, 12))
    assert world.unit(units[0]).position == (12, 12)
    world.set_user_data(one, 2**64 - 1)
    assert world.user_data_of(one) == 2**64 - 1 == world.unit(one).user_data
    assert world.add_units([], 0.3, 1).shape == (0,) and world.add_units(np.zeros((0, 2)), 0.3, 1).shape == (0,)


def test_orders_of_every_kind():
    world = yard()
    units = crowd(world, 6)
    each = np.stack([np.arange(40, 46), np.full(6, 5)], axis=1)
    world.order(units, each)
    assert np.allclose(world.places, each)
    world.order(units[:3], (50, 10), way_points=[(20, 24), (40, 24)], range=3, unreachable="stop", pace="slowest")
    leader = world.add_unit((20, 30), 0.4, 1.0)
    patrol = world.order(leader, (20, 10), way_points=[(10, 10)], repeat="loop")
    follow = world.follow(units[3:], leader, range=2)
    assert world.order_of(units[3]) == follow != patrol
    world.step(20)
    world.stop(units[:3])
    assert world.order_of(units[0]) is None
    order = world.order(units[:2], (50, 30), formation="line", facing=(1, 0), spacing=0.5, front="smallest")
    world.join(order, units[2:3])
    world.move_goal(order, (50, 20))
    world.append_goal(order, (55, 20))
    world.hold(units[3:])
    world.order(units[:2], (50, 30), formation=[(0, 1), (0, -1)])
    world.order(units, each, exchange=True)
    world.step(10)
    ways = world.preview(units[:2], (50, 10))
    assert len(ways) == 2 and ways[0][0].shape[1] == 2 and ways[0][1] > 40 and ways[0][2] > 20
    assert "its way" in world.explain(units[0]) or "m to go" in world.explain(units[0])


def test_ground_of_every_kind():
    land = MovementKind(excludes=[1])
    world = World((0, 0, 40, 20), [0.3, 0.6], movement_kinds=[MovementKind(), land, MovementKind(speeds={2: 0.5}, factors={3: 2.0})])
    river = world.add_area(box(18, 0, 22, 20), kind=1)
    assert isinstance(river, Area) and world.areas == [river]
    assert world.find_path((5, 5), (35, 5)).length == pytest.approx(30)
    with pytest.raises(Error, match="no way"):
        world.find_path((5, 5), (35, 5), movement_kind=1)
    ford = world.add_link((17, 10), (23, 10), cost=8, both_ways=True, capacity=1)
    path = world.find_path((5, 5), (35, 5), movement_kind=1)
    assert len(path.links) == 1 and path.points.shape == (len(path), 2) and path.reaches_goal
    unit = world.add_unit((5, 10), 0.3, 1.4, movement_kind=1)
    world.order(unit, (35, 10))
    world.step(400)
    kinds = [event.kind for event in world.events if event.unit == unit]
    assert kinds == ["link_entered", "link_left", "arrived"]
    assert world.events[[event.kind for event in world.events].index("link_left")].link == ford
    world.remove_link(ford)
    world.remove_area(river)
    assert world.links == [] and world.areas == []
    mud = world.add_area(box(0, 0, 40, 20), speed=0.5, layer=-3)
    world.step()
    world.remove_area(mud)
    fire = world.add_discomfort((20, 10), 2, 50)
    assert world.find_path((5, 10), (35, 10)).length > 30
    world.remove_discomfort(fire)
    world.add_discomfort((20, 10), 2, 50, seconds=1)
    world.set_heights([[0, 0, 0], [0, 5, 0], [0, 0, 0]], start=(10, 5), spacing=5)
    assert world.height_at((15, 10)) == pytest.approx(5)
    world.set_heights(None)
    assert world.height_at((15, 10)) == 0


def test_obstacles_of_every_form_come_move_and_go():
    shapely = pytest.importorskip("shapely")
    world = World((0, 0, 40, 40), [0.5])
    court = world.add_obstacle(shapely.box(10, 10, 30, 30) - shapely.box(12, 12, 28, 28) - shapely.box(0, 19, 13, 21))
    several = world.add_obstacle(shapely.union_all([shapely.box(2, 2, 4, 4), shapely.box(6, 6, 8, 8)]))
    assert world.obstacles == [court, several] and len(world.obstacle_outline(several)) == 2
    area = world.walkable_area()
    assert sum(len(holes) for _, holes in area) == 3
    whole = shapely.from_wkt(hybridnav.polygons_to_wkt(area))
    assert whole.is_valid and whole.area == pytest.approx(1600 - 2 * 4 - (400 - 256 - 4), abs=0.1)
    assert shapely.from_wkt(hybridnav.polygons_to_wkt(world.walkable_area(0.5))).area < whole.area
    assert world.find_path((1, 20), (20, 20)).length == pytest.approx(19, abs=0.1)
    edits = world.obstacle_edits
    world.remove_obstacle(several)
    door = world.add_obstacle(box(10, 18.5, 12, 21.5))
    with pytest.raises(Error, match="no way"):
        world.find_path((1, 20), (20, 20))
    near = world.find_path((1, 20), (20, 20), partial=True)
    assert not near.reaches_goal and near.points[-1][0] < 10
    world.move_obstacle(door, box(34, 34, 36, 36))
    assert world.find_path((1, 20), (20, 20)).reaches_goal and world.obstacle_edits == edits + 3
    assert world.ray_cast((1, 20), (20, 20)) is None and world.ray_cast((1, 5), (39, 5)) is None
    hit = world.ray_cast((1, 15), (39, 15))
    assert hit is not None and hit[0] == pytest.approx(9.5, abs=0.05)
    assert world.nearest_point((11, 15))[0] < 9.51 or world.nearest_point((11, 15))[0] > 12.49
    assert world.nearest_point((11, 15), within=0.1) is None
    inside = World((0, 0, 40, 40), [0.5], walkable=shapely.Point(20, 20).buffer(10))
    with pytest.raises(Error, match="free"):
        inside.add_unit((2, 2), 0.5, 1)


def test_units_are_found():
    world = yard()
    units = crowd(world, 20)
    world.set_units(units[10:], team=1)
    assert world.units_in_box((4.5, 9.5, 6.5, 10.5)).tolist() == units[:2].tolist()
    assert set(world.units_in_circle((5, 10), 1).tolist()) == {units[0], units[1], units[10]}
    assert world.nearest_unit((5, 10)) == units[0]
    assert world.nearest_unit((5, 10), team=1) == units[10]
    assert world.nearest_unit((50, 30), within=5) is None


def test_passages_tell_who_waits_where():
    world = hybridnav.World((0, 0, 40, 20), radii=[0.4])
    # A wall with a gap in which nobody passes another.
    world.add_obstacle([(19, 0), (21, 0), (21, 9.5), (19, 9.5)])
    world.add_obstacle([(19, 10.5), (21, 10.5), (21, 20), (19, 20)])
    assert world.passages() == []
    sides = [world.add_units([(x + k % 4, 8 + k // 4) for k in range(20)], 0.4, 2) for x in (8, 28)]
    for units, x in zip(sides, (35, 5), strict=True):
        world.order(units, (x, 10))
    world.step(80)
    (gap,) = world.passages()
    assert isinstance(gap, hybridnav.Passage) and repr(gap) == f"<Passage {gap.width:.2f} m wide>"
    assert gap.width == pytest.approx(1, abs=0.01) and gap.length == pytest.approx(2, abs=0.9)
    assert gap.is_opposed and gap.turn in (0, 1) and len(gap.waits) == 2
    assert gap.gates.shape[1] == 2 and len(gap.gates) % 2 == 0 and gap.gates.dtype == "float32"
    waiting = set(gap.waiting.tolist())
    assert waiting and waiting < set(gap.users.tolist()) <= {unit for units in sides for unit in units.tolist()}
    assert any(waiting <= set(units.tolist()) for units in sides), "one side waits"


def test_a_world_is_saved_and_goes_on_alike():
    world = yard()
    units = crowd(world)
    world.order(units, (50, 10))
    world.step(100)
    twins = [World.from_bytes(world.to_bytes()), world.copy(), copy.copy(world), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    for each in [world, *twins]:
        each.step(100)
    assert {each.state_hash() for each in twins} == {world.state_hash()}
    assert twins[0].units.tolist() == units.tolist()
    order = world.order_of(units[0])
    assert pickle.loads(pickle.dumps(order)) == order == Order(order.number) and hash(order) == hash(Order(int(order)))
    bytes_ = world.to_bytes()
    for cut in range(0, len(bytes_), 997):
        with pytest.raises(Error):
            World.from_bytes(bytes_[:cut])
    damaged = bytearray(bytes_)
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(Error):
        World.from_bytes(bytes(damaged))


def test_a_recording_is_stepped_again(tmp_path):
    world = yard()
    world.start_recording()
    assert world.is_recording
    world.order(crowd(world), (50, 10))
    world.step(50)
    memory = world.stop_recording()
    assert isinstance(memory, bytes) and not world.is_recording
    replay = Replay(memory)
    assert replay.step_count == 50 and replay.is_whole
    assert replay.step(20) == 20 and replay.world().tick_count == 20
    assert replay.step() == 30 and replay.step() == 0
    assert replay.world().state_hash() == world.state_hash()
    world.start_recording(tmp_path / "yard.rec")
    world.step(5)
    assert world.stop_recording() is None
    replay = Replay(tmp_path / "yard.rec")
    assert replay.step() == 5 and replay.world().state_hash() == world.state_hash()
    with pytest.raises(Error, match="not being recorded"):
        world.stop_recording()
    with pytest.raises(Error):
        world.start_recording(tmp_path / "there" / "is no such folder")
    with pytest.raises(Error):
        Replay(tmp_path / "nothing")
    for nonsense in [b"", b"nonsense", memory[:40]]:
        with pytest.raises(Error):
            Replay(nonsense)


def test_parameters_are_those_of_games_or_of_people():
    assert hybridnav.default_parameters()["headway_time"] == 0
    assert hybridnav.default_parameters(pedestrians=True)["headway_time"] == 1
    world = yard(parameters={"tick": np.float32(0.05), "window_goal": "exit_point"}, pedestrians=True)
    assert world.parameters["headway_time"] == 1 and world.parameters["window_goal"] == "exit_point"
    assert world.tick == pytest.approx(0.05) and world.parameters["cell_size"] > 0
    assert world.bounds == (0, 0, 60, 40) and world.class_radii == pytest.approx([0.4])


def test_threads_give_the_same_bits():
    hashes = set()
    for threads in (0, 1, 3):
        world = yard()
        world.set_threads(threads)
        world.order(crowd(world), (50, 10))
        world.step(150)
        hashes.add(world.state_hash())
    assert len(hashes) == 1


def test_steps_run_without_the_interpreter():
    world = yard()
    world.set_threads(0)
    world.order(crowd(world, 200), (50, 10))
    counted, refusals, done = 0, [], threading.Event()

    def work():
        world.step(600)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        counted += 1
        try:
            world.tick_count
        except Error as error:
            refusals.append(str(error))
    thread.join()
    # Without the interpreter it would have come to one or two.
    assert counted > 100
    assert refusals and "another thread" in refusals[0]
    assert world.tick_count == 600


def test_ctrl_c_ends_a_long_step():
    import _thread
    import signal

    world = yard()
    world.order(crowd(world), (50, 10))
    timer = threading.Timer(0.2, _thread.interrupt_main)
    # Shells have what runs in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            world.step(100_000_000)
    finally:
        signal.signal(signal.SIGINT, before)
    assert 0 < world.tick_count < 100_000_000
    world.step()
