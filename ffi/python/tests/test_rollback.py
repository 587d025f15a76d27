"""Worlds go back to saved states, and on again with the same bits."""

import copy
import pickle

import numpy as np
import pytest
from yard import box, crowd, yard

from hybridnav import Error, Recorder, SavedState, World


def steps(world, count):
    world.step(count)
    return world.state_hash()


def test_a_world_goes_back_and_on_again():
    world = yard()
    units = crowd(world)
    world.order(units, (50, 10))
    world.step(20)
    state = world.save_state()
    assert isinstance(state, SavedState) and state.tick_count == world.tick_count == 20
    assert repr(state) == "<SavedState of tick 20>"
    after = steps(world, 8)
    late = world.add_unit((5, 35), 0.4, 1.0)
    gone = world.add_obstacle(box(40, 30, 42, 32))
    world.restore_state(state)
    assert world.tick_count == 20 and len(world) == 50 and late not in world and gone not in world.obstacles
    with pytest.raises(Error, match="unit"):
        world.unit(late)
    world.step()
    world.save_state_into(state)
    assert state.tick_count == 21 and steps(world, 7) == after
    world.remove_units(units[:3])
    world.restore_state(state)
    assert units[0] in world and steps(world, 7) == after
    other = World((0, 0, 1, 1), 0.125)
    other.restore_state(state)
    del world
    assert steps(other, 7) == after and other.bounds == (0, 0, 60, 40)


def test_a_ring_of_states():
    world, straight = yard(), yard()
    goals = [(50, 10), (50, 30)]
    for each in (world, straight):
        each.order(crowd(each), goals[0])
    ring = [world.save_state() for _ in range(4)]
    for tick in range(100):
        world.save_state_into(ring[tick % 4])
        world.step()
        if tick % 10 == 9:
            world.step(2)
            world.restore_state(ring[(tick - 3) % 4])
            world.step(4)
    assert world.tick_count == 100 and world.state_hash() == steps(straight, 100)


def test_columns_and_events_go_back():
    world = yard()
    units = crowd(world)
    world.order(units, (50, 10))
    positions = world.positions
    world.step(3)
    told = [(event.tick, event.kind, event.unit) for event in world.events]
    state, before = world.save_state(), positions.copy()
    world.step(500)
    assert world.events and not np.array_equal(positions, before)
    world.restore_state(state)
    assert world.positions is positions and np.array_equal(positions, before), "the same units: the same array"
    assert [(event.tick, event.kind, event.unit) for event in world.events] == told
    world.remove_units(units[0])
    assert world.positions.shape == (49, 2)
    world.restore_state(state)
    assert world.positions is not positions and np.array_equal(world.positions, before)
    # One unit has gone and another one has come: as many rows, of others.
    world.remove_units(units[0])
    world.add_unit((5, 35), 0.4, 1.0)
    kept = world.positions
    world.restore_state(state)
    assert world.positions is not kept and world.units.tolist() == units.tolist()


def test_a_recorder_sees_that_the_ground_is_another():
    world = yard()
    crowd(world, 1)
    state = world.save_state()
    recorder = Recorder(world)
    world.add_obstacle(box(40, 30, 42, 32))
    recorder.step()
    world.restore_state(state)
    recorder.step()
    areas = [wkt for _, wkt in recorder.trajectory().walkable_areas]
    assert len(areas) == 3 and areas[0] == areas[2] != areas[1]


def test_what_is_wrong_is_refused():
    world = yard()
    state = world.save_state()
    for bad in (None, 1, b"", world.to_bytes(), world, SavedState):
        for call in (world.restore_state, world.save_state_into):
            with pytest.raises(TypeError):
                call(bad)
    with pytest.raises(TypeError):
        SavedState()
    for call in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError):
            call(state)
    world.start_recording()
    before = world.state_hash()
    with pytest.raises(Error, match="recorded"):
        world.restore_state(state)
    assert world.state_hash() == before and world.is_recording
    world.stop_recording()
    world.restore_state(state)
