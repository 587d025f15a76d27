"""Who was where when, and files of it that tools of crowd research read."""

from __future__ import annotations

import os
import pathlib
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._native import Error, Run, World

if TYPE_CHECKING:
    from typing_extensions import Self

Polygons = Sequence[tuple[npt.NDArray[np.float64], Sequence[npt.NDArray[np.float64]]]]
"""Polygons, each as (border, holes), in arrays of the shape (n, 2): what `World.walkable_area` returns."""


def polygons_to_wkt(polygons: Polygons) -> str:
    """The polygons as well-known text: POLYGON, or MULTIPOLYGON where they are several."""

    def ring(corners: npt.NDArray[np.float64]) -> str:
        closed = [*corners, corners[0]]
        return "(" + ", ".join(f"{x:.17g} {y:.17g}" for x, y in closed) + ")"

    parts = ["(" + ", ".join([ring(border), *map(ring, holes)]) + ")" for border, holes in polygons]
    if not parts:
        return "POLYGON EMPTY"
    return f"POLYGON {parts[0]}" if len(parts) == 1 else f"MULTIPOLYGON ({', '.join(parts)})"


class Trajectory:
    """Who was where when: a row for each unit in each frame, sorted by frame.

    `frames` and `ids` are int64, `positions` and `headings` float32 of the shape (rows, 2), in metres and as unit vectors.
    `frame_rate` is frames per second. `walkable_areas` is a list of (frame, WKT): what was walkable from that frame on.
    """

    def __init__(
        self,
        frames: npt.ArrayLike,
        ids: npt.ArrayLike,
        positions: npt.ArrayLike,
        headings: npt.ArrayLike,
        frame_rate: float,
        walkable_areas: Sequence[tuple[int, str]],
    ) -> None:
        self.frames = np.asarray(frames, dtype=np.int64)
        self.ids = np.asarray(ids, dtype=np.int64)
        self.positions = np.asarray(positions, dtype=np.float32)
        self.headings = np.asarray(headings, dtype=np.float32)
        self.frame_rate = float(frame_rate)
        self.walkable_areas = list(walkable_areas)
        rows = len(self.frames)
        if not (self.ids.shape == (rows,) and self.positions.shape == self.headings.shape == (rows, 2)):
            raise Error("a trajectory needs as many frames as ids, positions and headings: (n,), (n,), (n, 2), (n, 2)")
        if not (self.frame_rate > 0 and np.isfinite(self.frame_rate)):
            raise Error(f"a frame rate of {frame_rate}: it must be above 0 and finite")

    @classmethod
    def from_run(cls, run: Run) -> Self:
        """The trajectory of a run of a scene. Units are numbered from 0, in the order of the scene's blocks."""
        positions = run.positions
        count, units, _ = positions.shape
        return cls(
            np.repeat(np.arange(count), units),
            np.tile(np.arange(units), count),
            positions.reshape(-1, 2),
            run.headings.reshape(-1, 2),
            run.frame_rate,
            [(frame, polygons_to_wkt(polygons)) for frame, polygons in run.walkable_areas],
        )

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        return f"<Trajectory of {len(np.unique(self.ids))} units, {len(np.unique(self.frames))} frames, {self.frame_rate:g} per second>"

    def write_sqlite(self, file: str | os.PathLike[str]) -> None:
        """Writes it as JuPedSim does, version 2 of its SQLite format: PedPy and JuPedSim's tools read it. An old file is replaced."""
        path = pathlib.Path(file)
        path.unlink(missing_ok=True)
        low, high = self._extent()
        wkts = {wkt: number for number, wkt in enumerate(dict.fromkeys(wkt for _, wkt in self.walkable_areas))}
        connection = sqlite3.connect(path)
        try:
            with connection:
                connection.executescript(
                    """
                    CREATE TABLE trajectory_data (
                        frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL
                    );
                    CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
                    CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
                    CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
                    CREATE INDEX frame_id_idx ON trajectory_data (frame, id);
                    """
                )
                metadata = {
                    "version": "2",
                    "fps": f"{self.frame_rate:.17g}",
                    "xmin": str(low[0]),
                    "xmax": str(high[0]),
                    "ymin": str(low[1]),
                    "ymax": str(high[1]),
                }
                connection.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
                connection.executemany("INSERT INTO geometry VALUES (?, ?)", ((number, wkt) for wkt, number in wkts.items()))
                connection.executemany("INSERT INTO frame_data VALUES (?, ?)", self._areas_by_frame(wkts))
                rows = zip(
                    self.frames.tolist(), self.ids.tolist(), *self.positions.T.tolist(), *self.headings.T.tolist(), strict=True
                )
                connection.executemany("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", rows)
        finally:
            connection.close()

    def write_hdf5(self, file: str | os.PathLike[str]) -> None:
        """Writes it as the Pedestrian Dynamics Data Archive does, as HDF5; z is 0. It needs h5py. Of several walkable areas it has the first."""
        try:
            import h5py  # type: ignore[import-untyped, import-not-found, unused-ignore]
        except ImportError as error:
            raise Error("write_hdf5 needs h5py: pip install 'hybridnav[hdf5]'") from error
        columns: list[tuple[str, Any]] = [("id", "<i8"), ("frame", "<i8"), ("x", "<f8"), ("y", "<f8"), ("z", "<f8")]
        table = np.zeros(len(self), dtype=columns)
        table["id"], table["frame"] = self.ids, self.frames
        table["x"], table["y"] = self.positions.T
        with h5py.File(file, "w") as hdf5:
            hdf5.attrs["file_version"] = "1.0.0"
            if self.walkable_areas:
                hdf5.attrs["wkt_geometry"] = self.walkable_areas[0][1]
            data = hdf5.create_dataset("trajectory", data=table)
            data.attrs["fps"] = self.frame_rate
            for name, about in {
                "id": "number of the unit",
                "frame": "number of the frame",
                "x": "x in metres",
                "y": "y in metres",
                "z": "z in metres",
            }.items():
                data.attrs[name] = about

    def _extent(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        if len(self) == 0:
            nothing = np.zeros(2, dtype=np.float32)
            return nothing, nothing
        return self.positions.min(axis=0), self.positions.max(axis=0)

    def _areas_by_frame(self, wkts: dict[str, int]) -> list[tuple[int, int]]:
        by_frame = []
        for frame in np.unique(self.frames).tolist():
            known = [wkt for first, wkt in self.walkable_areas if first <= frame]
            if known:
                by_frame.append((frame, wkts[known[-1]]))
        return by_frame


class Recorder:
    """Keeps where the units of a world are: call `observe` before the first step and after every step, or every so many.

    `step` does both: `Recorder(world, every=2).step(100)` steps 100 ticks and keeps every second one.
    """

    def __init__(self, world: World, every: int = 1) -> None:
        if every < 1:
            raise Error(f"every {every} ticks: at least 1 is expected")
        self.world = world
        self.every = every
        self._rows: list[tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32], npt.NDArray[np.float32]]] = []
        self._areas: list[tuple[int, str]] = []
        self._edits: int | None = None
        self.observe()

    def observe(self) -> None:
        """Keeps a frame."""
        world = self.world
        if self._edits != world.obstacle_edits:
            self._edits = world.obstacle_edits
            self._areas.append((len(self._rows), polygons_to_wkt(world.walkable_area())))
        self._rows.append((world.units, world.positions.copy(), world.headings.copy()))

    def step(self, ticks: int = 1) -> None:
        """Steps the world, and keeps a frame each time it has gone on by `every` ticks."""
        for _ in range(ticks // self.every):
            self.world.step(self.every)
            self.observe()
        self.world.step(ticks % self.every)

    def trajectory(self) -> Trajectory:
        """What was kept. Units are numbered from 0, in the order in which they came first."""
        numbers: dict[int, int] = {}
        ids = [[numbers.setdefault(unit, len(numbers)) for unit in units.tolist()] for units, _, _ in self._rows]
        frames = [np.full(len(row), frame) for frame, row in enumerate(ids)]
        rate = 1 / (float(f"{self.world.tick:.7g}") * self.every)
        return Trajectory(
            np.concatenate(frames),
            np.concatenate([np.asarray(row, dtype=np.int64) for row in ids]),
            np.concatenate([positions for _, positions, _ in self._rows]),
            np.concatenate([headings for _, _, headings in self._rows]),
            round(rate, 6),
            self._areas,
        )
