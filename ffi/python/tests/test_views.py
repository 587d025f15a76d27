"""Columns: read-only, without copies, filled anew in place, and never dangling."""

import gc
import sys

import numpy as np
import pytest
from yard import crowd, yard

COLUMNS = {
    "units": (np.uint64, 1),
    "positions": (np.float32, 2),
    "velocities": (np.float32, 2),
    "desired_velocities": (np.float32, 2),
    "headings": (np.float32, 2),
    "places": (np.float32, 2),
    "radii": (np.float32, 1),
    "max_speeds": (np.float32, 1),
    "masses": (np.float32, 1),
    "orders": (np.uint64, 1),
    "user_data": (np.uint64, 1),
    "teams": (np.uint32, 1),
    "activities": (np.uint8, 1),
    "arrived": (np.bool_, 1),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_is_one_array_that_changes_in_place(name):
    world = yard()
    assert getattr(world, name).shape[0] == 0
    units = crowd(world)
    order = world.order(units, (50, 10))
    dtype, dimensions = COLUMNS[name]
    column = getattr(world, name)
    assert column.dtype == dtype and column.ndim == dimensions and len(column) == 50 and column.flags.c_contiguous
    assert getattr(world, name) is column and not column.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        column[0] = 1
    before = column.copy()
    address = column.__array_interface__["data"][0]
    world.step(5)
    soon = column.copy()
    world.step(600)
    assert getattr(world, name) is column and column.__array_interface__["data"][0] == address
    changes = name in ("positions", "velocities", "desired_velocities", "headings", "activities", "arrived")
    stays = np.array_equal(before, soon, equal_nan=True) and np.array_equal(before, column, equal_nan=True)
    assert changes != stays or name == "places"
    if name == "orders":
        assert (column == order.number).all()


def test_rows_agree_with_units():
    world = yard()
    units = crowd(world)
    world.order(units[:25], (50, 10))
    world.step(77)
    for row, number in enumerate(world.units.tolist()):
        unit = world.unit(number)
        assert tuple(world.positions[row]) == unit.position and tuple(world.velocities[row]) == unit.velocity
        assert tuple(world.headings[row]) == unit.heading and world.arrived[row] == unit.arrived
        assert tuple(world.desired_velocities[row]) == unit.desired_velocity
        assert (unit.place is None and np.isnan(world.places[row]).all()) or tuple(world.places[row]) == unit.place
        assert (unit.order.number if unit.order else 0) == world.orders[row]


def test_other_calls_are_seen_when_a_column_is_read():
    world = yard()
    units = crowd(world, 3)
    positions = world.positions
    world.teleport(units[0], (20, 20))
    assert positions[0, 0] == 5
    assert world.positions is positions and positions[0, 0] == 20


def test_units_that_come_or_go_leave_old_columns_as_they_are():
    world = yard()
    units = crowd(world, 4)
    old = world.positions
    frozen = old.copy()
    world.remove_units(units[:2])
    world.order(units[2:], (50, 10))
    world.step(10)
    assert np.array_equal(old, frozen) and world.positions is not old and len(world.positions) == 2
    other = world.add_unit((20, 20), 0.4, 1)
    assert len(world.positions) == 3 and world.positions[world.units == other].tolist() == [[20, 20]]


def test_columns_outlive_their_world():
    world = yard()
    crowd(world)
    columns = {name: getattr(world, name) for name in COLUMNS}
    copies = {name: column.copy() for name, column in columns.items()}
    del world
    gc.collect()
    rubbish = [np.full(1000, 7.0) for _ in range(1000)]
    for name, column in columns.items():
        assert np.array_equal(column, copies[name], equal_nan=True), name
    assert len(rubbish) == 1000


def test_what_is_done_to_a_column_by_force_does_no_harm():
    world = yard()
    units = crowd(world, 5)
    world.order(units, (50, 10))
    positions = world.positions
    base = positions.base
    positions.setflags(write=True)
    positions[:] = np.nan
    world.step()
    assert np.isfinite(world.positions).all()
    base.setflags(write=False)
    with pytest.raises(ValueError):
        world.step()
    base.setflags(write=True)
    world.step()
    assert world.tick_count == 3


def test_a_world_that_is_asked_forever_holds_no_more_memory():
    world = yard()
    units = crowd(world, 5)
    world.step()
    positions = world.positions
    before = sys.getrefcount(positions)
    for _ in range(1000):
        world.positions
        world.step()
    assert sys.getrefcount(positions) == before and world.positions is positions
    for _ in range(200):
        world.remove_units(world.units)
        units = crowd(world, 5)
        world.positions
    assert len(world) == len(units) == 5
