// What worlds do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, activities, load, pedestrianParameters } from "hybridnav";
import { yard } from "./support.mjs";

const nav = await load();

test("units walk round a wall, arrive, and say so", () => {
  const { world, units } = yard();
  const order = world.order(units, { goal: [50, 10], userData: 7 });
  const arrived = new Set();
  while (arrived.size < units.length && world.tickCount < 1000) {
    world.step();
    for (const event of world.events()) {
      assert.equal(event.order, order);
      if (event.kind === "arrived") arrived.add(event.unit);
    }
  }
  assert.deepEqual([...arrived].sort(), [...units].sort());
  const state = world.unit(units[0]);
  assert.equal(state.order, order);
  assert.ok(state.arrived && state.activity === "resting" && Math.hypot(state.position.x - 50, state.position.y - 10) < 4);
  const { units: members, goal, userData, follow, formation } = world.orderState(order);
  assert.deepEqual([members, goal, userData, follow, formation], [units, { x: 50, y: 10 }, 7, null, null]);
  assert.deepEqual(world.orders, [order]);
  world.free();
});

test("views show what the states say, and grow with the world", () => {
  const { world, units } = yard();
  world.order(units, { goal: [50, 10] });
  for (let k = 0; k < 20; k += 1) world.step();
  assert.deepEqual(world.units, units);
  const [positions, velocities, headings, desired] = [world.positions, world.velocities, world.headings, world.desiredVelocities];
  world.states().forEach((state, k) => {
    const row = (view) => ({ x: view[2 * k], y: view[2 * k + 1] });
    assert.deepEqual(row(positions), state.position);
    assert.deepEqual(row(velocities), state.velocity);
    assert.deepEqual(row(headings), state.heading);
    assert.deepEqual(row(desired), state.desiredVelocity);
    assert.equal(activities[world.activities[k]], state.activity);
  });
  assert.equal(world.positions, world.positions, "nothing changed: the same view");
  assert.ok(velocities.some((value) => value !== 0));
  world.addUnits(Array.from({ length: 500 }, (_, k) => ({ position: [35 + (k % 25) * 0.9, 1 + Math.floor(k / 25) * 0.9], radius: 0.4, maxSpeed: 1 })));
  assert.equal(world.positions.length, 2 * (units.length + 500));
  assert.equal(world.units.length, units.length + 500);
  world.removeUnits(world.units.slice(0, 500));
  assert.equal(world.positions.length, 2 * units.length);
  world.free();
});

test("a saved world goes on with the same bits, also in another instance of the module", async () => {
  const { world, units } = yard();
  world.order(units, { goal: [50, 10] });
  for (let k = 0; k < 50; k += 1) world.step();
  const bytes = world.save();
  const [elsewhere, other] = [await load(), await load()];
  const copies = [World.load(bytes, nav), World.load(bytes, elsewhere), World.load(bytes.slice().buffer)];
  assert.equal(other.isBroken, false);
  for (const copy of [world, ...copies]) for (let k = 0; k < 50; k += 1) copy.step();
  for (const copy of copies) assert.equal(copy.hash(), world.hash());
  world.load(bytes);
  assert.deepEqual(world.units, units, "handles of then are right again");
  for (let k = 0; k < 50; k += 1) world.step();
  assert.equal(copies[0].hash(), world.hash());
  for (const copy of [world, ...copies]) copy.free();
});

test("paths, rays and places", () => {
  const { world } = yard();
  const who = { radius: 0.4 };
  const path = world.findPath([5, 5], [55, 5], who);
  assert.ok(path.points.length >= 4 && path.length > 50 && path.cost === path.length && !path.isPartial);
  assert.deepEqual([path.points[0], path.points.at(-1)], [{ x: 5, y: 5 }, { x: 55, y: 5 }]);
  const exact = world.findPath({ x: 5, y: 5 }, { x: 55, y: 5 }, { ...who, entry: "exact" });
  assert.ok(exact.length <= path.length + 1e-3);
  assert.ok(world.isFree([5, 5], who) && !world.isFree([30, 5], who));
  assert.ok(world.isReachable([5, 5], [55, 5], who));
  const ray = world.castRay([5, 5], [55, 5], who);
  assert.ok(ray.hit && Math.abs(ray.point.x - 28.6) < 0.01 && ray.wall.length === 2);
  assert.equal(world.castRay([5, 5], [5, 30], who).wall, null);
  assert.ok(Math.abs(world.findNearest([30, 5], who).x - 30) < 1.5);
  assert.equal(world.findNearest([30, 5], { ...who, within: 0.5 }), null);
  assert.ok(world.slide([28, 5], [32, 8], who).y > 7);
  assert.ok(world.wouldBlock([[29, 21], [31, 21], [31, 40], [29, 40]], [5, 5], [55, 5], who));
  assert.ok(world.findWalls([28, 5], { ...who, within: 2 }).length > 0);
  const place = world.findRandomPoint([5, 5], { ...who, within: 3, random: () => 0.5 });
  assert.ok(Math.hypot(place.x - 5, place.y - 5) <= 3.01);
  const closed = world.addOutline([[40, 10], [50, 10], [50, 20], [40, 20]]);
  const partial = world.findPath([5, 5], [45, 15], { ...who, partial: true });
  assert.ok(partial.isPartial && partial.missing > 4);
  world.removeObstacle(closed);
  world.free();
});

test("the ground is read back", () => {
  const { world, wall } = yard({ movementKinds: [{}, { factors: Array.from({ length: 16 }, (_, k) => (k === 3 ? Infinity : 1)), speeds: 1 }] });
  assert.deepEqual(world.obstacles, [wall]);
  assert.equal(world.obstacle(wall).polygons[0].border.length, 4);
  const ring = world.addPolygons({ border: [[40, 20], [50, 20], [50, 30], [40, 30]], holes: [[[42, 22], [48, 22], [48, 28], [42, 28]]] }, { userData: 2n ** 60n });
  assert.deepEqual([world.obstacle(ring).polygons[0].holes.length, world.obstacle(ring).userData], [1, 2n ** 60n]);
  const mud = world.addArea([[5, 25], [15, 25], [15, 35], [5, 35]], { kind: 3, speed: 0.5, userData: 9 });
  assert.deepEqual({ ...world.area(mud), polygons: 0 }, { kind: 3, cost: 2, layer: 0, userData: 9, polygons: 0 });
  const link = world.addLink({ from: [28, 5], to: [32, 5], cost: 3, bothWays: true, capacity: 2 });
  assert.deepEqual(world.link(link), { from: { x: 28, y: 5 }, to: { x: 32, y: 5 }, cost: 3, kind: 0, capacity: 2, bothWays: true, userData: 0 });
  assert.equal(world.findPath([5, 5], [55, 5], { radius: 0.4 }).links[0].link, link);
  world.setHeights({ lower: [0, 0], spacing: 10, columns: 2, heights: [0, 1, 2, 3] });
  assert.equal(world.heightAt([10, 10]), 3);
  assert.deepEqual([...world.heights.heights], [0, 1, 2, 3]);
  world.setHeights(null);
  assert.equal(world.heights, null);
  const fire = world.addDiscomfort({ center: [10, 10], radius: 2, amount: 5 });
  assert.equal(world.discomfort(fire).seconds, Infinity);
  for (const thing of [wall, mud, link]) {
    world.setUserData(thing, 2 ** 53 - 1);
    assert.equal(world.userData(thing), 2 ** 53 - 1);
  }
  world.moveObstacle(wall, new Float32Array([29, 0, 31, 0, 31, 10, 29, 10]));
  world.removeDiscomfort(fire);
  world.removeLink(link);
  world.removeArea(mud);
  assert.deepEqual([world.areas, world.links, world.discomforts, world.walkable], [[], [], [], []]);
  assert.deepEqual(world.definition.movementKinds[1].factors[3], Infinity);
  world.free();
});

test("units change, are found, are put elsewhere, and are driven by a game", () => {
  const { world, units } = yard();
  world.setUnits(units, { maxSpeed: 3, team: 1 });
  world.setUnits(units.slice(0, 2), [{ userData: 5 }, { driver: "engine" }]);
  assert.deepEqual(world.states(units.slice(0, 2)).map(({ maxSpeed, team, userData, driver }) => [maxSpeed, team, userData, driver]), [[3, 1, 5, "world"], [3, 1, 0, "engine"]]);
  world.setMotions(units[1], [[20, 20]], [[1, 0]]);
  world.teleport(units[0], [22, 20]);
  assert.deepEqual(world.unitsInBox([19, 19, 23, 21]), units.slice(0, 2));
  assert.deepEqual(world.unitsInCircle([20, 20], 1), [units[1]]);
  assert.equal(world.nearestUnit([21.5, 20]), units[0]);
  assert.equal(world.nearestUnit([21.5, 20], { team: 3 }), null);
  assert.deepEqual(world.preview(units[0], [22, 30]).length, 2);
  world.hold(units[2]);
  const pursuit = world.order(units.slice(3), { follow: units[0], range: 3 });
  world.step();
  assert.equal(world.orderState(pursuit).follow, units[0]);
  for (const unit of units) {
    assert.ok(world.explain(unit).words.startsWith(`${unit} is `), "a unit is called by one name");
  }
  world.removeUnit(world.addUnit({ position: [5, 35], radius: 0.4, maxSpeed: 1 }));
  const again = world.addUnit({ position: [5, 35], radius: 0.4, maxSpeed: 1 });
  assert.ok(world.explain(again).words.startsWith(`${again} is `), "also where a place is used again");
  world.removeUnit(again);
  assert.ok(world.expectedWay(units[4]).length >= 2);
  assert.equal(world.unit(units[2]).activity, "holding");
  world.stop(units);
  assert.deepEqual(world.orders, []);
  world.removeUnit(units[5]);
  assert.deepEqual([world.isUnit(units[5]), world.isUnit(units[4])], [false, true]);
  world.free();
});

test("passages tell who waits where", () => {
  const world = new World({ bounds: [0, 0, 40, 20], radii: [0.4] });
  // A wall with a gap in which nobody passes another.
  world.addObstacle([[19, 0], [21, 0], [21, 9.5], [19, 9.5]]);
  world.addObstacle([[19, 10.5], [21, 10.5], [21, 20], [19, 20]]);
  assert.deepEqual(world.passages(), []);
  const [west, east] = [8, 28].map((x) =>
    Array.from({ length: 20 }, (_, k) => world.addUnit({ position: [x + (k % 4), 8 + Math.floor(k / 4)], radius: 0.4, maxSpeed: 2 })));
  world.order(west, { goal: [35, 10] });
  world.order(east, { goal: [5, 10] });
  for (let tick = 0; tick < 80; tick++) world.step();
  const [gap, ...others] = world.passages();
  assert.deepEqual([others, gap.isOpposed, gap.ends.length], [[], true, 2]);
  assert.ok(Math.abs(gap.width - 1) < 0.01 && Math.abs(gap.length - 2) < 0.9);
  assert.deepEqual(gap.gates[0], gap.ends[0].mouth);
  const waiting = gap.users.filter((user) => user.mustWait);
  assert.ok(waiting.length > 0 && waiting.length < gap.users.length);
  const [side] = [0, 1].filter((end) => gap.ends[end].mustWait);
  assert.ok(waiting.every(({ end, unit }) => end === side && (west.includes(unit) || east.includes(unit))), "those of one side");
  world.free();
});

test("orders change on the way", () => {
  const { world, units } = yard();
  const order = world.order(units.slice(0, 6), { goal: [20, 30], wayPoints: [[20, 10]], formation: { shape: "line", facing: [0, 1] }, pace: "slowest" });
  world.join(order, units.slice(6));
  world.appendGoal(order, [10, 30]);
  world.moveGoal(order, [12, 30]);
  world.step();
  const { wayPoints, goal, formation, units: members } = world.orderState(order);
  assert.deepEqual([wayPoints.length, goal, formation.shape, members.length], [2, { x: 12, y: 30 }, "line", 12]);
  const each = units.map((_, k) => [10 + k, 35]);
  world.order(units, { goals: each, exchange: true, unreachable: "stop" });
  const groups = (world.step(), world.groups());
  assert.deepEqual(groups.flatMap((group) => group.units).length, units.length);
  const { window } = groups[0];
  assert.deepEqual([window.potential.length, window.velocity.length], [window.columns * window.rows, 2 * window.columns * window.rows]);
  assert.equal(world.groupDensity(0).length, window.potential.length);
  assert.equal(world.counters().units, 12);
  assert.ok(world.memory().meshes > 0);
  world.free();
});

test("a world lies anywhere in a game, and has parameters", () => {
  const world = new World({ bounds: [0, 0, 20, 20], radii: [0.3, 0.2], pedestrians: true, parameters: { tick: 0.05 } });
  world.setOrigin(-1000, 2);
  assert.deepEqual([world.origin, world.toGame([1, 2])], [[-1000, 2], { x: -31999, y: 66 }]);
  assert.deepEqual(world.fromGame(-31999, 66), { x: 1, y: 2 });
  const { radii, parameters, bounds } = world.definition;
  assert.deepEqual([radii.map(Math.fround), bounds, parameters.headwayTime, pedestrianParameters().headwayTime], [[0.2, 0.3].map(Math.fround), [0, 0, 20, 20], 1, 1]);
  assert.equal(world.dt, Math.fround(0.05));
  world.step();
  const before = nav.memoryBytes;
  assert.ok(before > 0);
  world.free();
  assert.ok(world.isFreed);
});
