"""Trajectories go out in formats that tools of crowd research read, and PedPy measures what the readme says."""

import os
import pathlib
import re
import sqlite3

import numpy as np
import pytest
from yard import box, crowd, yard

from hybridnav import Recorder, Scene, Trajectory

pedpy = pytest.importorskip("pedpy")
README = pathlib.Path(os.environ["HYBRIDNAV_ROOT"]) / "ffi/python/README.md"


def walked():
    world = yard()
    units = crowd(world)
    world.order(units, (50, 10))
    recorder = Recorder(world, every=2)
    recorder.step(40)
    wall = world.add_obstacle(box(40, 10, 41, 20))
    recorder.step(20)
    world.remove_units(units[:10])
    world.remove_obstacle(wall)
    recorder.step(40)
    return recorder.trajectory()


def test_rows_are_where_units_were():
    trajectory = walked()
    assert trajectory.frame_rate == 5 and len(np.unique(trajectory.frames)) == 51 and len(np.unique(trajectory.ids)) == 50
    assert len(trajectory) == 31 * 50 + 20 * 40
    assert trajectory.positions[0].tolist() == [5, 10] and np.allclose(np.hypot(*trajectory.headings.T), 1)
    assert [frame for frame, _ in trajectory.walkable_areas] == [0, 21, 31]
    assert trajectory.walkable_areas[0][1] == trajectory.walkable_areas[2][1] != trajectory.walkable_areas[1][1]
    assert "50 units, 51 frames, 5 per second" in repr(trajectory)


def test_sqlite_is_read_by_pedpy(tmp_path):
    trajectory = walked()
    trajectory.write_sqlite(tmp_path / "walked.sqlite")
    trajectory.write_sqlite(tmp_path / "walked.sqlite")
    read = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=tmp_path / "walked.sqlite")
    assert read.frame_rate == 5 and len(read.data) == len(trajectory)
    table = read.data.sort_values(["frame", "id"])
    order = np.lexsort([trajectory.ids, trajectory.frames])
    assert (table[["x", "y"]].to_numpy() == trajectory.positions[order]).all() and (table.id.to_numpy() == trajectory.ids[order]).all()
    area = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=tmp_path / "walked.sqlite")
    assert area.polygon.area == pytest.approx(60 * 40 - 2 * 36)
    assert pedpy.is_trajectory_valid(traj_data=read, walkable_area=area)
    with sqlite3.connect(tmp_path / "walked.sqlite") as connection:
        areas = connection.execute("SELECT geometry_hash, COUNT(*) FROM frame_data GROUP BY 1 ORDER BY 1").fetchall()
    assert areas == [(0, 41), (1, 10)]


def test_sqlite_is_read_by_jupedsim(tmp_path):
    jupedsim = pytest.importorskip("jupedsim")
    trajectory = walked()
    trajectory.write_sqlite(tmp_path / "walked.sqlite")
    recording = jupedsim.Recording(str(tmp_path / "walked.sqlite"))
    assert recording.num_frames == 51 and recording.fps == 5
    frame = recording.frame(7)
    assert [agent.position for agent in frame.agents] == [tuple(at) for at in trajectory.positions[350:400]]
    assert recording.geometry().area == pytest.approx(60 * 40 - 2 * 36)


def test_hdf5_is_read_by_pedpy(tmp_path):
    pytest.importorskip("h5py")
    trajectory = Trajectory.from_run(Scene("door").run(ticks=50))
    trajectory.write_hdf5(tmp_path / "door.h5")
    read = pedpy.load_trajectory_from_ped_data_archive_hdf5(trajectory_file=tmp_path / "door.h5")
    assert read.frame_rate == 10 and len(read.data) == 51 * 100
    assert (read.data[["x", "y"]].to_numpy() == trajectory.positions).all()
    area = pedpy.load_walkable_area_from_ped_data_archive_hdf5(trajectory_file=tmp_path / "door.h5")
    assert pedpy.is_trajectory_valid(traj_data=read, walkable_area=area)


def test_pedpy_measures_what_the_readme_says():
    import figures

    text = README.read_text()
    for table in figures.rows():
        for row in table:
            assert row in text, f"the readme has no row {row}"
    flows = [float(flow) for flow in re.findall(r"^\| `door`, .* \| [\d.]+ \| ([\d.]+) \|$", text, re.M)]
    assert len(flows) == 4 and all(1.2 <= flow <= 1.9 for flow in flows)


def test_pedpy_and_the_scorecard_count_alike():
    import figures

    run = Scene("door", pedestrians=True).run()
    assert figures.door(120, True) == pytest.approx(run.scorecard["flow_per_metre"], rel=0.02)
