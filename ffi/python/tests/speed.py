"""How long steps take from Python, and reading all columns; beside the command, which is written in Rust, in one run."""

import json
import os
import subprocess
import time

import numpy as np

from hybridnav import Scene, World

COLUMNS = "units positions velocities desired_velocities headings places radii max_speeds masses orders user_data teams activities arrived".split()
HEADLESS = os.environ.get("HYBRIDNAV_HEADLESS")
TICKS = 400


def stepped(read):
    """Milliseconds of 400 ticks of 500 units on one thread."""
    world = Scene("gaps", units=500).world()
    world.set_threads(0)
    began = time.perf_counter()
    if read:
        for _ in range(TICKS):
            world.step()
            for name in COLUMNS:
                getattr(world, name)
    else:
        world.step(TICKS)
    return 1e3 * (time.perf_counter() - began), world.state_hash()


def native():
    command = [HEADLESS, "run", "gaps", "--set", "units=500", "--ticks", str(TICKS), "--threads", "1", "--no-pictures", "--json"]
    card = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert card["ticks"] == TICKS
    return card["step_ms_mean"] * TICKS, int(card["state_hash"], 16)


def columns(count):
    """Milliseconds in which all columns of so many units are filled anew and read."""
    side = int(np.ceil(np.sqrt(count)))
    world = World((0, 0, side + 2, side + 2), 0.3)
    k = np.arange(count)
    units = world.add_units(np.stack([1.5 + k % side, 1.5 + k // side], axis=1), 0.3, 1.4)
    times = []
    for k in range(50):
        world.set_user_data(units[0], k)
        began = time.perf_counter()
        for name in COLUMNS:
            getattr(world, name)
        times.append(1e3 * (time.perf_counter() - began))
    assert world.user_data.max() == 49
    return float(np.median(times))


def main():
    runs = [(stepped(False), stepped(True), native() if HEADLESS else (np.nan, None)) for _ in range(3)]
    at_once, each, rust = (min(run[k][0] for run in runs) for k in range(3))
    hashes = {run[k][1] for run in runs for k in range(3)} - {None}
    assert len(hashes) == 1, hashes
    print(f"500 units, {TICKS} ticks, one thread: {rust:.0f} ms in Rust, {at_once:.0f} ms in one call, {each:.0f} ms in {TICKS} with all columns read")
    print(f"all {len(COLUMNS)} columns of 10 000 units: {columns(10_000):.2f} ms")


if __name__ == "__main__":
    main()
