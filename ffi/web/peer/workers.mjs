// Workers: how long a step takes with so many of them, against the module without. By the clock: workers are there to shorten that.
import { availableParallelism } from "node:os";
import { World, load, loadWithWorkers } from "hybridnav";
import { table } from "./rectangles.mjs";

const [TICKS, WARM_UP, ROUNDS] = [60, 20, 3];

/** Two armies that change places through two gates. */
function armies(each) {
  const side = Math.ceil(Math.sqrt(each));
  const [height, width] = [side + 40, 3 * side + 60];
  const world = new World({ bounds: [0, 0, width, height], radii: [0.3] });
  const middle = width / 2;
  for (const [low, high] of [[0, 0.3], [0.4, 0.6], [0.7, 1]]) {
    world.addObstacle([[-1, low], [1, low], [1, high], [-1, high]].map(([x, y]) => [middle + x, y * height]));
  }
  const block = (left) => world.addUnits(Array.from({ length: each }, (_, k) =>
    ({ position: [left + (k % side), 20 + Math.floor(k / side)], radius: 0.3, maxSpeed: 2 })));
  const [one, other] = [block(5), block(width - 5 - side)];
  world.order(one, { goal: [width - 5 - side / 2, height / 2] });
  world.order(other, { goal: [5 + side / 2, height / 2] });
  return world;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function measure(each) {
  const world = armies(each);
  for (let tick = 0; tick < WARM_UP; tick += 1) world.step();
  const times = [];
  for (let tick = 0; tick < TICKS; tick += 1) {
    const began = performance.now();
    world.step();
    times.push(performance.now() - began);
  }
  const hash = world.hash();
  world.free();
  return { ms: times.reduce((sum, time) => sum + time, 0) / TICKS, longest: Math.max(...times), hash };
}

const cores = availableParallelism();
const counts = [undefined, ...new Set([0, 1, cores - 1, cores])].filter((count) => count === undefined || count >= 0);
console.log(`Steps of two armies, on ${cores} cores; ms by the clock, the longest step in brackets; medians of ${ROUNDS} rounds\n`);
const rows = [["units", "workers", "ms per step", "as fast as without"]];
for (const each of [500, 5000]) {
  const seen = counts.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, count] of counts.entries()) {
      const nav = count === undefined ? await load() : await loadWithWorkers(count);
      while (nav.workers < (count ?? 0)) await new Promise((resolve) => setTimeout(resolve, 1));
      seen[index].push(measure(each));
      nav.endWorkers();
    }
  }
  const ms = seen.map((runs) => median(runs.map((run) => run.ms)));
  seen.forEach((runs, index) => {
    if (runs.some(({ hash }) => hash !== seen[0][0].hash)) throw new Error(`${counts[index]} workers end in another state`);
    const longest = median(runs.map((run) => run.longest));
    rows.push([2 * each, counts[index] ?? "load()", `${ms[index].toFixed(2)} (${longest.toFixed(1)})`, `${(ms[0] / ms[index]).toFixed(2)} ×`]);
  });
}
table(rows);
