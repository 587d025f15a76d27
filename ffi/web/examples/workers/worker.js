// A world in a worker of the page's, and workers of its own that help with each step. The page draws what it posts.
import { World, loadWithWorkers } from "hybridnav";

const [WIDTH, HEIGHT, EACH] = [160, 100, 1500];

const nav = await loadWithWorkers();
const world = new World({ bounds: [0, 0, WIDTH, HEIGHT], radii: [0.3] });
const walls = [[0, 30], [34, 66], [70, 100]];
for (const [low, high] of walls) world.addObstacle([[79, low], [81, low], [81, high], [79, high]]);
const armies = [6, 134].map((left) => {
  const place = (k) => ({ position: [left + 0.8 * (k % 25), 20 + Math.floor(k / 25)], radius: 0.3, maxSpeed: 3 });
  return world.addUnits(Array.from({ length: EACH }, (_, k) => place(k)));
});
world.order(armies[0], { goal: [140, 50] });
world.order(armies[1], { goal: [20, 50] });

let spent = 0;
setInterval(() => {
  const began = performance.now();
  world.step();
  spent += 0.1 * (performance.now() - began - spent);
  const { positions, tickCount } = world;
  postMessage({ walls, positions: positions.slice(), milliseconds: spent, workers: nav.workers, tickCount, hash: world.hash().toString(16) });
}, 100);
