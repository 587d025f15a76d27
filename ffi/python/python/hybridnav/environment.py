"""An example for learning: one walker in a crowd, with the interface of Gymnasium.

Gymnasium need not be there; if it is, `WalkerEnvironment` is one of its environments, and `gymnasium.utils.env_checker` is content
with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._native import Error, World

if TYPE_CHECKING:

    class _Base:
        np_random: np.random.Generator

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any: ...

else:
    try:
        from gymnasium import Env as _Base
        from gymnasium.spaces import Box
    except ImportError:

        class _Base:
            """What of Gymnasium's environments is needed here."""

            def reset(self, *, seed=None, options=None):
                if seed is not None or not hasattr(self, "np_random"):
                    self.np_random = np.random.default_rng(seed)

        class Box:
            """Arrays whose numbers lie between two others."""

            def __init__(self, low, high, shape, dtype):
                self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

            def contains(self, given):
                return given.shape == self.shape and bool(np.all((given >= self.low) & (given <= self.high)))


SIZE = 24.0
"""Metres: the side of the square."""
RADIUS = 0.3
SPEED = 1.4


class WalkerEnvironment(_Base):
    """You walk from the west side of a square to the east while a crowd crosses from south to north.

    An action is a velocity as a share of the greatest speed, (x, y) from -1 to 1. What is seen is the own position, the way to the goal, and of
    the eight nearest others where they are and how they move, seen from the walker: 4 + 8 * 4 numbers, scaled by the side of the square and by
    the speed. The reward is the way gained in metres, less a tenth for each other that is touched.
    """

    metadata: dict[str, Any] = {"render_modes": []}
    neighbours = 8

    def __init__(self, crowd: int = 60, ticks: int = 400) -> None:
        if crowd < self.neighbours or ticks < 1:
            raise Error(f"a crowd of {crowd} and {ticks} ticks: at least {self.neighbours} and 1 are expected")
        self.crowd, self.ticks = crowd, ticks
        self.render_mode: str | None = None
        if not TYPE_CHECKING:
            self.action_space = Box(-1.0, 1.0, (2,), np.float32)
            self.observation_space = Box(-4.0, 4.0, (4 + 4 * self.neighbours,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begins anew. Equal seeds give equal worlds."""
        super().reset(seed=seed)
        self.world = World((0, 0, SIZE, SIZE), RADIUS)
        columns = int(np.ceil(np.sqrt(self.crowd)))
        row, column = np.divmod(np.arange(self.crowd), columns)
        starts = np.stack([SIZE / 2 - columns / 2 + column + 0.5, 1.0 + row], axis=1)
        starts += self.np_random.uniform(-0.15, 0.15, starts.shape)
        others = self.world.add_units(starts, RADIUS, self.np_random.uniform(1.0, SPEED, self.crowd))
        self.world.order(others, (SIZE / 2, SIZE - 3.0))
        self.goal = np.array([SIZE - 2.0, SIZE / 2])
        self.me = self.world.add_unit((2.0, SIZE / 2), RADIUS, SPEED, driver="engine")
        self.row = int(np.flatnonzero(self.world.units == self.me)[0])
        return self._seen(), {}

    def step(self, action: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Walks for one tick. Returns what is seen, the reward, whether the goal is reached, whether time is up, and what else is known."""
        wish = np.clip(np.asarray(action, dtype=np.float64), -1.0, 1.0)
        velocity = SPEED * wish / max(1.0, float(np.hypot(*wish)))
        before = self.world.positions[self.row].astype(np.float64)
        after = np.clip(before + velocity * self.world.tick, RADIUS + 0.01, SIZE - RADIUS - 0.01)
        self.world.set_motions([self.me], after, (after - before) / self.world.tick)
        self.world.step()
        distance = np.hypot(*(self.world.positions - self.world.positions[self.row]).T)
        touched = int(np.sum(distance < 2 * RADIUS)) - 1
        gained = np.hypot(*(self.goal - before)) - np.hypot(*(self.goal - after))
        is_there = bool(np.hypot(*(self.goal - after)) < 1.0)
        is_over = self.world.tick_count >= self.ticks
        return self._seen(), float(gained) - 0.1 * touched, is_there, is_over, {"touched": touched}

    def _seen(self) -> npt.NDArray[np.float32]:
        positions, velocities = self.world.positions, self.world.velocities
        here = positions[self.row]
        offsets = positions - here
        nearest = np.argsort(np.hypot(*offsets.T), kind="stable")[1 : self.neighbours + 1]
        others = np.concatenate([offsets[nearest] / SIZE, velocities[nearest] / SPEED], axis=1)
        seen = np.concatenate([here / SIZE, (self.goal - here) / SIZE, others.ravel()])
        return np.asarray(np.clip(seen, -4.0, 4.0), dtype=np.float32)
