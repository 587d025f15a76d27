"""What PedPy measures of trajectories of hybridnav, beside what people were measured to do: rows of the readme's tables."""

import pathlib
import tempfile

import numpy as np
import pedpy
import shapely

from hybridnav import Recorder, Scene, Trajectory, World

KINDS = (False, True)
DENSITIES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)


def weidmann(density):
    """m/s, of people on level ground at a density of so many a square metre (Weidmann 1993)."""
    return 1.34 * (1 - np.exp(-1.913 * (1 / density - 1 / 5.4)))


def loaded(trajectory):
    """The trajectory and the walkable area as PedPy reads them from a file in JuPedSim's format."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trajectory.sqlite"
        trajectory.write_sqlite(file)
        return (
            pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=file),
            pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=file),
        )


def density_and_speed(traj, area, frames):
    """Means of both in an area over frames: people a square metre, and m/s along their ways over half a second."""
    density = pedpy.compute_classic_density(traj_data=traj, measurement_area=area).reset_index()
    speeds = pedpy.compute_individual_speed(
        traj_data=traj, frame_step=5, speed_calculation=pedpy.SpeedCalculation.BORDER_SINGLE_SIDED
    )
    speed = pedpy.compute_mean_speed_per_frame(
        traj_data=traj, individual_speed=speeds, measurement_area=area
    ).reset_index()
    return [float(table[table.frame.isin(frames)][column].mean()) for table, column in [(density, "density"), (speed, "speed")]]


def one_way(density, pedestrians):
    """A corridor of 3 m, at first full of people over 100 m, who all go one way: from 15 to 30 s, between 45 and 60 m."""
    world = World((0, 0, 140, 3), 0.2, pedestrians=pedestrians)
    count = int(density * 300)
    rows = int(np.clip(round(3 / np.sqrt(300 / count)), 1, 7))
    step = np.array([100 / -(-count // rows), 3 / rows])
    k = np.arange(count)
    shift = np.random.default_rng(count).uniform(-0.5, 0.5, (count, 2)) * np.maximum(step - 0.42, 0)
    units = world.add_units((np.stack([k // rows, k % rows], axis=1) + 0.5) * step + shift, 0.2, 1.34)
    world.order(units, (125, 1.5))
    recorder = Recorder(world)
    recorder.step(300)
    traj, _ = loaded(recorder.trajectory())
    return density_and_speed(traj, pedpy.MeasurementArea(shapely.box(45, 0, 60, 3)), range(150, 301))


def two_ways(pedestrians):
    """The scene `corridor`: 27 and 27 meet. The ten seconds in which it is fullest."""
    scene = Scene("corridor", pedestrians=pedestrians)
    traj, _ = loaded(Trajectory.from_run(scene.run()))
    area = pedpy.MeasurementArea(shapely.box(*scene.definition()["lanes"]))
    density = pedpy.compute_classic_density(traj_data=traj, measurement_area=area).density.to_numpy()
    first = int(np.argmax(np.convolve(density, np.ones(100), "valid")))
    return density_and_speed(traj, area, range(first, first + 100))


def flow(name, lines, pedestrians, **settings):
    """People a metre and second through lines, from the first tenth of them to the last."""
    run = Scene(name, pedestrians=pedestrians, **settings).run(every=2)
    traj, walkable = loaded(Trajectory.from_run(run))
    assert pedpy.is_trajectory_valid(traj_data=traj, walkable_area=walkable)
    flows = []
    for line in lines:
        _, crossings = pedpy.compute_n_t(traj_data=traj, measurement_line=pedpy.MeasurementLine(line))
        frames = np.sort(crossings.frame.to_numpy())
        first, last = len(frames) // 10, len(frames) * 9 // 10
        seconds = (frames[last] - frames[first]) / run.frame_rate
        flows.append((last - first) / seconds / shapely.LineString(line).length)
    return float(np.mean(flows))


def door(width_cm, pedestrians):
    return flow("door", [[(9, 10 - width_cm / 200), (9, 10 + width_cm / 200)]], pedestrians, width_cm=width_cm)


def gate(pedestrians):
    """Both ways together."""
    line = Scene("gate").definition()["line"]
    return flow("gate", [np.reshape(line, (2, 2))], pedestrians)


def evacuation(pedestrians):
    return flow("evacuation", [np.reshape(gap, (2, 2)) for gap in Scene("evacuation").definition()["gaps"]], pedestrians)


def rows():
    """The rows of the two tables of the readme."""
    speeds = []
    for density in DENSITIES:
        games, people = (one_way(density, kind) for kind in KINDS)
        speeds.append(f"| one way, 3 m | {games[0]:.2f} | {games[1]:.2f} | {people[0]:.2f} | {people[1]:.2f} | {weidmann(people[0]):.2f} |")
    games, people = (two_ways(kind) for kind in KINDS)
    speeds.append(f"| `corridor`, two ways, 3 m | {games[0]:.2f} | {games[1]:.2f} | {people[0]:.2f} | {people[1]:.2f} | {weidmann(people[0]):.2f} |")
    flows = [(f"`door`, {width / 100:.1f} m", lambda kind, width=width: door(width, kind)) for width in (80, 120, 160, 240)]
    flows += [("`gate`, 2.4 m, two ways", gate), ("`evacuation`, four exits of 1 m", evacuation)]
    return speeds, [f"| {name} | {measure(False):.2f} | {measure(True):.2f} |" for name, measure in flows]


if __name__ == "__main__":
    for table in rows():
        print("\n".join(table), end="\n\n")
