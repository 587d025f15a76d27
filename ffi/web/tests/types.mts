// What the types allow, and what not: compiled, never run.
import { World, load, loadWithWorkers, HybridNavError, activities, type Event, type HybridNav, type Unit } from "hybridnav";

const nav = await load(new URL("hybridnav.wasm", "https://example.org/"));
const helped: HybridNav = await loadWithWorkers(3);
console.log(helped.workers);
helped.endWorkers();
const world = new World({ bounds: [0, 0, 1, 1], radii: [0.1], parameters: { tick: 0.05 }, on: nav });
const unit: Unit = world.addUnit({ position: [1, 2], radius: 1, maxSpeed: 2 });
const order = world.order([unit], { goal: { x: 1, y: 2 }, formation: { shape: "line" } });
world.moveGoal(order, [1, 2]);
world.order(unit, { goals: new Float32Array(2) });
world.addArea([[0, 0], [1, 0], [1, 1]], { speed: 0.5 });
world.addPolygons({ border: [[0, 0], [1, 0], [1, 1]], holes: [] });
const view: Float32Array = world.positions;
for (const event of world.events() satisfies Event[]) if (event.kind === "arrived") console.log(event.unit, view);
try {
  console.log(world.findPath([0, 0], [1, 1], { radius: 0.1, entry: "exact" }).points[0]?.x);
} catch (error) {
  if (error instanceof HybridNavError && error.code === "outside") console.log(activities[0]);
}
// @ts-expect-error A unit is no obstacle.
world.removeObstacle(unit);
// @ts-expect-error A misspelt key.
world.addUnit({ position: [1, 2], radius: 1, maxspeed: 2 });
// @ts-expect-error The list is the world's.
world.units.push(unit);
// @ts-expect-error A number of them.
await loadWithWorkers("3");
// @ts-expect-error No such event.
if (world.events()[0]?.kind === "gone") console.log(unit);
