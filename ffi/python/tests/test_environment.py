"""The example for learning."""

import warnings

import numpy as np
import pytest

from hybridnav import Error
from hybridnav.environment import WalkerEnvironment


def walk(seed, most=400):
    environment = WalkerEnvironment()
    seen, _ = environment.reset(seed=seed)
    total, states = 0.0, []
    for _ in range(most):
        way = seen[2:4] / np.linalg.norm(seen[2:4])
        seen, reward, is_there, is_over, known = environment.step(way)
        total += reward
        states.append(environment.world.state_hash())
        assert environment.observation_space.contains(seen) and known["touched"] >= 0
        if is_there or is_over:
            break
    return is_there, total, states


def test_straight_ahead_gets_there_and_seeds_repeat():
    is_there, total, states = walk(3)
    assert is_there and 10 < total < 20
    assert walk(3)[2] == states != walk(4)[2]


def test_time_runs_out():
    environment = WalkerEnvironment(ticks=5)
    environment.reset(seed=1)
    ends = [environment.step((0, 0))[3] for _ in range(5)]
    assert ends == [False] * 4 + [True]


def test_gymnasium_is_content():
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render")
        warnings.filterwarnings("ignore", message=".*spec")
        checker.check_env(WalkerEnvironment(), skip_render_check=True)


def test_nonsense_is_refused():
    for terms in ({"crowd": 3}, {"ticks": 0}):
        with pytest.raises(Error):
            WalkerEnvironment(**terms)
    environment = WalkerEnvironment()
    environment.reset(seed=1)
    with pytest.raises((Error, ValueError)):
        environment.step((float("nan"), 0))
