"""The types say what the package has."""

import subprocess
import sys

import pytest


def run(*arguments):
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)


def test_stubs_agree_with_the_package(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "allowed").write_text("hybridnav\\._native\\.__all__\nhybridnav\\.environment\\._Base\\..*\n")
    found = run("mypy.stubtest", "hybridnav", "--allowlist", str(tmp_path / "allowed"), "--ignore-unused-allowlist")
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_package_and_its_use_are_typed(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(
        """
import numpy as np
import numpy.typing as npt
from hybridnav import Order, Recorder, Scene, Trajectory, World

world = World((0, 0, 10, 10), [0.3], pedestrians=True)
units: npt.NDArray[np.uint64] = world.add_units([(1, 1), (2, 2)], 0.3, [1.0, 2.0], team=1)
order: Order = world.order(units, (5, 5), formation="line")
world.step(10)
positions: npt.NDArray[np.float32] = world.positions
told: list[str] = [event.kind for event in world.events]
trajectory: Trajectory = Trajectory.from_run(Scene("door").run(ticks=3))
Recorder(world).step()
"""
    )
    found = run("mypy", "--strict", str(tmp_path / "use.py"))
    assert found.returncode == 0, found.stdout
    (tmp_path / "wrong.py").write_text('from hybridnav import World\nWorld((0, 0, 1, 1), 1).order([1], (1, 1), repeat="often")\n')
    assert run("mypy", "--strict", str(tmp_path / "wrong.py")).returncode == 1
    found = run("mypy", "--strict", "-p", "hybridnav")
    assert found.returncode == 0, found.stdout


def test_everything_says_what_it_is():
    import hybridnav

    silent = []
    for name in hybridnav.__all__:
        thing = getattr(hybridnav, name)
        if name in ("ACTIVITIES", "Error"):
            continue
        if not (thing.__doc__ or "").strip():
            silent.append(name)
        if isinstance(thing, type):
            for inner, value in vars(thing).items():
                if not inner.startswith("_") and not (value.__doc__ or "").strip():
                    silent.append(f"{name}.{inner}")
    assert silent == []
