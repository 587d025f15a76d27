"""A yard with a wall that has a gap, and units in it: what many tests begin with."""

import numpy as np

from hybridnav import World


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def yard(**terms):
    world = World((0, 0, 60, 40), [0.4], **terms)
    for low, high in [(0, 22), (26, 40)]:
        world.add_obstacle(box(29, low, 31, high))
    return world


def crowd(world, count=50):
    k = np.arange(count)
    return world.add_units(np.stack([5 + k % 10, 10 + k // 10], axis=1), 0.4, 2.0)
