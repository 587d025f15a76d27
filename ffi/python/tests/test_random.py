"""Random calls with random arguments: each is done or refused, and no panic, which is a BaseException, gets out."""

import random

import numpy as np
import pytest
from yard import box, crowd, yard

from hybridnav import Area, Discomfort, Link, Obstacle, Order, World

NAN, INF = float("nan"), float("inf")
METHODS = [name for name in dir(World) if not name.startswith("_") and name not in ("set_threads", "start_recording", "walkable_area")]
TERMS = [
    "radius", "max_speed", "acceleration", "mass", "heading", "team", "driver", "movement_kind", "user_data", "way_points", "repeat", "range",
    "unreachable", "exchange", "formation", "facing", "spacing", "front", "pace", "kind", "cost", "speed", "layer", "both_ways", "capacity",
    "entry", "partial", "within", "fit", "seconds", "start", "collision_layers", "collision_mask", "yields_to", "avoidance_radius", "turn_rate",
]  # fmt: skip
NAMES = ["engine", "world", "loop", "to_and_fro", "stop", "nearest", "line", "wedge", "box", "largest", "slowest", "exact", "move", ""]


def anything(rng, world, handles):
    """Something that fits, or nearly, or not at all."""
    kinds = [
        lambda: rng.choice([0, 1, 2, -1, 3, 16, 2**32, 2**63, 2**64, 10**30]),
        lambda: rng.choice([0.0, 0.4, 1.5, -0.0, -3.0, NAN, INF, 1e-40, 1e300]),
        lambda: rng.choice(NAMES),
        lambda: rng.choice([None, True, False, {}, [], (), b"ab", object()]),
        lambda: (rng.uniform(-5, 65), rng.uniform(-5, 45)),
        lambda: (rng.uniform(0.5, 28), rng.uniform(0.5, 39)),
        lambda: np.array([[rng.uniform(0, 60), rng.uniform(0, 40)] for _ in range(rng.randrange(5))]),
        lambda: box(rng.uniform(0, 30), rng.uniform(0, 20), rng.uniform(20, 60), rng.uniform(10, 40)),
        lambda: world.units[: rng.randrange(6)],
        lambda: int(rng.choice(world.units.tolist() or [7])),
        lambda: rng.choice(handles or [None]),
        lambda: np.full(rng.randrange(4), rng.choice([NAN, 1, -1, INF])),
        lambda: np.zeros((rng.randrange(3), rng.randrange(4)), dtype=rng.choice(["f4", "i8", "u1", "?", "U3", "c8", "O"])),
    ]
    return rng.choice(kinds)()


@pytest.mark.parametrize("seed", range(20))
def test_random_calls(seed):
    rng = random.Random(seed)
    world = yard()
    crowd(world, 20)
    handles, done, refused = [], 0, 0
    for _ in range(2000):
        name = rng.choice(METHODS)
        arguments = [anything(rng, world, handles) for _ in range(rng.randrange(4))]
        terms = {rng.choice(TERMS): anything(rng, world, handles) for _ in range(rng.randrange(3) // 2)}
        if name in ("step", "replay") or rng.random() < 0.05:
            name, arguments, terms = "step", [], {}
        try:
            method = getattr(world, name)
            given = method(*arguments, **terms) if callable(method) else method
            done += 1
        except (ValueError, TypeError, OverflowError):
            refused += 1
            continue
        if isinstance(given, (Order, Obstacle, Area, Link, Discomfort)):
            handles.append(given)
    assert done > 50 and refused > 50
    world.step(5)
    assert np.isfinite(world.positions).all() and np.isfinite(world.velocities).all()
    again = World.from_bytes(world.to_bytes())
    assert again.state_hash() == world.state_hash()
