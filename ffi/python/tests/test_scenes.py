"""Built-in scenes and their scorecards."""

import json

import numpy as np
import pytest

import hybridnav
from hybridnav import Error, Scene


def test_scenes_are_those_of_the_command():
    scenes = hybridnav.scenes()
    assert len(scenes) > 30 and scenes["door"] == "100 units leave a room through one door"
    for name, about in scenes.items():
        if name != "armies":
            scene = Scene(name)
            assert scene.name == name and scene.about == about and scene.arrangements >= 1
            assert len(scene.world()) > 0 and scene.definition()["name"] == name


def test_a_run_has_a_scorecard_and_positions():
    run = Scene("door", width_cm=100, pedestrians=True).run()
    card = run.scorecard
    assert card["scene"] == "door" and card["arrived"] == 100 and card["wall_violations"] == 0 and card["expect_failed"] == []
    assert 1.2 < card["flow_per_metre"] < 1.9
    assert run.positions.shape == run.headings.shape == (card["ticks"] + 1, 100, 2) and run.positions.dtype == np.float32
    assert run.ticks.tolist() == list(range(card["ticks"] + 1)) and run.frame_rate == 10
    assert run.radii.tolist() == pytest.approx([0.2] * 100)
    assert len(run.walkable_areas) == 1
    short = Scene("door", width_cm=100, pedestrians=True).run(ticks=21, every=5, threads=0)
    assert short.ticks.tolist() == [0, 5, 10, 15, 20] and short.frame_rate == 2
    assert np.array_equal(short.positions, run.positions[:21:5])
    none = Scene("door").run(ticks=5, every=0)
    assert none.positions.shape == (0, 100, 2) and none.scorecard["ticks"] == 5 and none.walkable_areas == []


def test_what_is_walkable_changes_with_doors():
    run = Scene("door_opens").run(every=10)
    assert len(run.walkable_areas) >= 3 and run.walkable_areas[0][0] == 0


def test_arrangements_differ():
    scene = Scene("oneway")
    hashes = {scene.run(arrangement=k, ticks=20).scorecard["state_hash"] for k in range(3)}
    assert len(hashes) == 3


def test_scene_files_are_run(tmp_path):
    file = tmp_path / "small.json"
    scene = {
        "name": "small",
        "bounds": [0, 0, 20, 20],
        "kinds": {"walker": {"radius": 0.3, "speed": 1.4}},
        "blocks": [{"kind": "walker", "count": 4, "columns": 2, "anchor": [2, 2], "goal": {"point": [15, 15]}}],
        "expect": {"arrived_min": 5},
    }
    file.write_text(json.dumps(scene))
    card = Scene(file).run().scorecard
    assert card["arrived"] == 4 and "expected at least 5" in card["expect_failed"][0]
    scene["kinds"]["walker"]["speed"] = -1
    file.write_text(json.dumps(scene))
    with pytest.raises(Error, match=r"small.json:1:\d+: -1; a number above 0 is expected"):
        Scene(file)
