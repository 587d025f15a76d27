"""Crowds that find their way: a navmesh plans far, a flow field steers near, one `World` joins them.

Lengths are metres, times seconds, speeds m/s, angles radians; x points east, y north. Whatever NumPy takes as an array is one here.
A refused call raises `Error`, a ValueError that says what would be right, and has changed nothing.
"""

from ._native import (
    ACTIVITIES,
    Area,
    Discomfort,
    Error,
    Event,
    Link,
    MovementKind,
    Obstacle,
    Order,
    Passage,
    Path,
    Replay,
    Run,
    SavedState,
    Scene,
    Unit,
    World,
    default_parameters,
    scenes,
)
from .trajectory import Recorder, Trajectory, polygons_to_wkt

__all__ = [
    "ACTIVITIES",
    "Area",
    "Discomfort",
    "Error",
    "Event",
    "Link",
    "MovementKind",
    "Obstacle",
    "Order",
    "Passage",
    "Path",
    "Recorder",
    "Replay",
    "Run",
    "SavedState",
    "Scene",
    "Trajectory",
    "Unit",
    "World",
    "default_parameters",
    "polygons_to_wkt",
    "scenes",
]
__version__ = "0.1.0"
