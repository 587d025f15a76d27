// Crowds: units that all know where to go, until the last one is there.
import { World, load } from "hybridnav";
import { Crowd, init } from "recast-navigation";
import { generateSoloNavMesh } from "recast-navigation/generators";
import { table, triangles } from "./rectangles.mjs";

const [RADIUS, SPEED, DT, LIMIT] = [0.3, 2, 0.1, 300];
// Steps count while everybody is on the way in all of these, in seconds.
const BUSY = 50;
// As near to its own place a unit is there, in metres; of the sum of two radii, this share is an overlap that is seen.
const [THERE, SEEN] = [1.5, 0.9];

const block = (count, columns, [x, y], pitch = 1) => Array.from({ length: count }, (_, k) => [x + (k % columns) * pitch, y + Math.floor(k / columns) * pitch]);
const ring = (count, [x, y], radius, turn) => Array.from({ length: count }, (_, k) => {
  const angle = (2 * Math.PI * k) / count + turn;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
});

const scenes = {
  "gate, 1000": {
    bounds: [0, 0, 120, 60],
    walls: [[58, 0, 60, 28], [58, 32, 60, 60]],
    free: [[0, 0, 58, 60], [58, 28, 60, 32], [60, 0, 120, 60]],
    from: block(1000, 40, [8, 17.5]),
    to: block(1000, 40, [72, 17.5]),
    exchange: true,
  },
  "circle, 250": { bounds: [0, 0, 120, 120], walls: [], free: [[0, 0, 120, 120]], from: ring(250, [60, 60], 50, 0), to: ring(250, [60, 60], 50, Math.PI), exchange: false },
  "500 against 500": {
    bounds: [0, 0, 120, 60],
    walls: [],
    free: [[0, 0, 120, 60]],
    from: [...block(500, 20, [5, 18]), ...block(500, 20, [95, 18])],
    to: [...block(500, 20, [95, 18]), ...block(500, 20, [5, 18])],
    exchange: true,
  },
};

const corners = ([x0, y0, x1, y1]) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

function ours({ bounds, walls, from, to, exchange }) {
  const world = new World({ bounds, radii: [RADIUS] });
  for (const wall of walls) world.addObstacle(corners(wall));
  const units = world.addUnits(from.map((position) => ({ position, radius: RADIUS, maxSpeed: SPEED })));
  const halves = from.length === 1000 && walls.length === 0 ? [[0, 500], [500, 1000]] : [[0, from.length]];
  for (const [first, last] of halves) world.order(units.slice(first, last), { goals: to.slice(first, last), exchange });
  return {
    step: () => world.step(),
    read: (into) => into.set(world.positions),
    // Those that exchange goals are where they should be at the place that they have now.
    places: () => world.states().flatMap(({ place }) => [place.x, place.y]),
    free: () => world.free(),
  };
}

function theirs({ free, from, to }) {
  const { success, navMesh, error } = generateSoloNavMesh(...triangles(free), {
    cs: 0.15, ch: 0.2, walkableRadius: 2, walkableHeight: 10, walkableClimb: 2, walkableSlopeAngle: 45, minRegionArea: 8,
  });
  if (!success) throw new Error(error);
  const crowd = new Crowd(navMesh, { maxAgents: from.length, maxAgentRadius: RADIUS });
  // As the package's own examples, with the best avoidance that there is.
  const parameters = {
    radius: RADIUS, height: 2, maxSpeed: SPEED, maxAcceleration: 2 * SPEED, collisionQueryRange: 12 * RADIUS,
    pathOptimizationRange: 30 * RADIUS, separationWeight: 1, obstacleAvoidanceType: 3,
  };
  const agents = from.map(([x, y]) => crowd.addAgent({ x, y: 0, z: y }, parameters));
  agents.forEach((agent, k) => agent.requestMoveTarget({ x: to[k][0], y: 0, z: to[k][1] }));
  const places = to.flat();
  return {
    step: () => crowd.update(DT),
    read: (into) => agents.forEach((agent, k) => {
      const { x, z } = agent.position();
      into[2 * k] = x;
      into[2 * k + 1] = z;
    }),
    places: () => places,
    free: () => (crowd.destroy(), navMesh.destroy()),
  };
}

/** Milliseconds of work of this process: others on the machine do not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Pairs that overlap so that it is seen. */
function overlaps(positions) {
  const [cells, side] = [new Map(), 2 * RADIUS];
  let pairs = 0;
  for (let k = 0; k < positions.length; k += 2) {
    const [x, y] = [positions[k], positions[k + 1]];
    const [cx, cy] = [Math.floor(x / side), Math.floor(y / side)];
    for (let dx = -1; dx <= 1; dx += 1) {
      for (let dy = -1; dy <= 1; dy += 1) {
        for (const other of cells.get((cx + dx) * 65536 + cy + dy) ?? []) {
          if (Math.hypot(positions[other] - x, positions[other + 1] - y) < SEEN * side) pairs += 1;
        }
      }
    }
    const key = cx * 65536 + cy;
    if (cells.has(key)) cells.get(key).push(k);
    else cells.set(key, [k]);
  }
  return pairs;
}

function run(make, scene) {
  const crowd = make(scene);
  const count = scene.from.length;
  const [positions, times, reads] = [new Float32Array(2 * count), [], []];
  let [last, pairs, away] = [0, 0, count];
  const steps = Math.round(LIMIT / DT);
  let step = 0;
  while (step < steps && away > 0) {
    step += 1;
    const begun = now();
    crowd.step();
    const stepped = now();
    crowd.read(positions);
    const read = now();
    if (step * DT <= BUSY) {
      times.push(stepped - begun);
      reads.push(read - stepped);
    }
    pairs += overlaps(positions);
    if (step % 5 !== 0) continue;
    const places = crowd.places();
    let missing = 0;
    for (let k = 0; k < count; k += 1) if (Math.hypot(positions[2 * k] - places[2 * k], positions[2 * k + 1] - places[2 * k + 1]) > THERE) missing += 1;
    if (missing < away) last = step * DT;
    away = missing;
  }
  crowd.free();
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { ms: mean(times), worst: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)], read: mean(reads), last, away, pairs: pairs / step };
}

await load();
await init();
console.log(`Crowds: steps of ${DT} s, radius ${RADIUS} m, ${SPEED} m/s, one thread; times are means of the work of the first ${BUSY} s, the 99th of 100 in brackets\n`);
const rows = [["", "", "ms per step", "ms to read", "last there, s", "not there", "overlaps per step"]];
const ratios = [];
for (const [name, scene] of Object.entries(scenes)) {
  // The compiler of the machine gets going.
  run(ours, { ...scenes["circle, 250"], from: scenes["circle, 250"].from.slice(0, 60), to: scenes["circle, 250"].to.slice(0, 60) });
  const [us, them] = [run(ours, scene), run(theirs, scene)];
  for (const [who, { ms, worst, read, last, away, pairs }] of [["hybridnav", us], ["recast-navigation", them]]) {
    rows.push([name, who, `${ms.toFixed(2)} (${worst.toFixed(1)})`, read.toFixed(3), last.toFixed(1), away, pairs.toFixed(1)]);
  }
  ratios.push(`${name}: ${(them.ms / us.ms).toFixed(1)} × as fast`);
}
table(rows);
console.log(`\n${ratios.join("\n")}\n`);
