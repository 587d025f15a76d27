"""The states that the library has natively are those of Python, bit for bit."""

import os
import pathlib
import re

import numpy as np
import pytest
from yard import box

from hybridnav import Scene, World

ROOT = pathlib.Path(os.environ["HYBRIDNAV_ROOT"])
SOURCE = (ROOT / "tests/integration/determinism.rs").read_text()
TICKS = int(re.search(r"const TICKS: u32 = (\d+);", SOURCE)[1])
GOLDEN = re.findall(r'^ {4}\("(\w+)", \["(\w{16})", "(\w{16})"\]\),$', SOURCE, re.M)
TERMS = [{}, {"plan_latency": 3, "plan_cells": 9000}]


def hex_of(world):
    return f"{world.state_hash():016x}"


def outline(shape):
    return box(*shape["box"]) if "box" in shape else shape["polygon"]


class Stage:
    """A scene, made by the calls of this package alone."""

    def __init__(self, scene, terms):
        assert not scene.get("areas") and not scene.get("links") and not scene.get("map") and not scene.get("turn")
        self.world = World(
            scene["bounds"],
            sorted({kind["radius"] for kind in scene["kinds"].values()}),
            parameters={**scene["world"], "tick": scene.get("tick") or scene["world"]["tick"], **terms},
        )
        self.named = {}
        for shape in scene.get("obstacles", []):
            self.add(shape, shape.get("id"))
        self.blocks = [self.units(scene, block) for block in scene["blocks"]]
        self.give(scene)
        self.events = sorted(scene.get("events", []), key=lambda event: event["tick"])

    def add(self, shape, name):
        self.named[name] = self.world.add_obstacle(outline(shape))

    def units(self, scene, block):
        assert not block.get("scatter") and not block.get("way_points") and not block.get("follow") and not block.get("hold")
        kind = scene["kinds"][block["kind"]]
        k = np.arange(block["count"])
        columns, rows, pitch = block["columns"], block.get("rows", 1), np.float32(block.get("pitch", 1.0))
        step = np.stack([k % columns, rows * (k // columns)], axis=1).astype(np.float32)
        positions = np.array(block["anchor"], np.float32) + step * pitch + np.float32(0.5)
        return self.world.add_units(positions, kind["radius"], kind["speed"], team=block.get("team", 0))

    def give(self, scene):
        """Blocks that go to one point share an order."""
        taken = set()
        for index, block in enumerate(scene["blocks"]):
            if index in taken or block.get("goal") is None:
                continue
            goal = block["goal"]
            if "point" in goal:
                members = [k for k, other in enumerate(scene["blocks"]) if k >= index and other.get("goal") == goal]
                taken.update(members)
                self.world.order(np.concatenate([self.blocks[k] for k in members]), goal["point"])
            else:
                k = np.arange(block["count"])
                columns, rows = goal["columns"], goal["rows"]
                pitch = np.float32(goal.get("pitch", 1.0))
                step = np.stack([k % columns, rows * (k // columns)], axis=1).astype(np.float32)
                places = np.array(goal["fan_out"], np.float32) + step * pitch + np.float32(0.5)
                self.world.order(self.blocks[index], places, exchange=goal.get("exchange", True))

    def apply(self, tick):
        while self.events and self.events[0]["tick"] <= tick:
            event = self.events.pop(0)
            if "add_obstacle" in event:
                self.add(event["add_obstacle"], event.get("id"))
            else:
                self.world.remove_obstacle(self.named.pop(event["remove_obstacle"]))


def test_the_maze_is_that_of_the_command():
    expected = os.environ["HYBRIDNAV_MAZE_300"]
    world = Scene("maze").world()
    world.step(300)
    assert hex_of(world) == expected
    assert Scene("maze").run(ticks=300).scorecard["state_hash"] == expected
    stage = Stage(Scene("maze").definition(), {})
    stage.world.step(300)
    assert hex_of(stage.world) == expected


@pytest.mark.parametrize("terms", [0, 1])
@pytest.mark.parametrize("scene", GOLDEN, ids=lambda scene: scene[0])
def test_golden_states(scene, terms):
    name, *states = scene
    stage = Stage(Scene(name).definition(), TERMS[terms])
    for tick in range(TICKS):
        stage.apply(tick)
        stage.world.step()
    assert hex_of(stage.world) == states[terms]
    again = World.from_bytes(stage.world.to_bytes())
    again.step(10)
    stage.world.step(10)
    assert hex_of(again) == hex_of(stage.world)


def test_there_are_golden_states():
    assert len(GOLDEN) == 6
