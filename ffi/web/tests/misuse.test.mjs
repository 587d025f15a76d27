// What is wrong is refused by an error that says what and where; nothing traps, and nothing has changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, load } from "hybridnav";
import { refused, yard } from "./support.mjs";

test("nothing works before load", () => {
  refused("notLoaded", () => new World({ bounds: [0, 0, 1, 1], radii: [0.1] }), /await load/);
});

test("what is no module is not loaded", async () => {
  for (const source of ["/nowhere.wasm", new Uint8Array(9), new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])]) {
    await assert.rejects(load(source), { name: "HybridNavError", code: "notLoaded" });
  }
  await assert.rejects(load(7), { code: "badType" });
  const nav = await load();
  assert.equal(nav.isBroken, false);
});

test("numbers that are none", () => {
  const { world, units, wall } = yard();
  const before = world.hash();
  const unit = { position: [5, 30], radius: 0.4, maxSpeed: 2 };
  for (const bad of [NaN, Infinity, -Infinity, 1e300]) {
    refused("notFinite", () => world.addUnit({ ...unit, position: [bad, 30] }));
    refused("notFinite", () => world.addUnit({ ...unit, radius: bad }), /radius/);
    refused("notFinite", () => world.addUnit({ ...unit, heading: [0, bad] }));
    refused("notFinite", () => world.order(units, { goal: [bad, 0] }));
    refused("notFinite", () => world.addObstacle([[1, 1], [2, bad], [2, 2]]));
    refused("notFinite", () => world.findPath([1, 1], { x: bad, y: 2 }, { radius: 0.4 }));
    refused("notFinite", () => world.setUnits(units, { maxSpeed: bad }));
    refused("notFinite", () => new World({ bounds: [0, 0, bad, 1], radii: [0.1] }));
    refused("notFinite", () => world.teleport(units[0], [bad, 1]));
    if (!Number.isFinite(bad)) refused("notFinite", () => world.addUnit({ ...unit, team: bad }));
  }
  for (const bad of [undefined, null, "1", {}, [], [1], [1, "2"], [1, 2, 3], true, 1n, () => 1]) {
    refused("badType", () => world.order(units, { goal: bad }), /goal/);
    refused("badType", () => world.addUnit({ ...unit, position: bad }), /unit\.position/);
    if (bad !== undefined) refused("badType", () => world.addUnit({ ...unit, mass: bad }), /unit\.mass/);
    refused("badType", () => world.findPath([1, 1], [2, 2], { radius: bad }), /radius/);
    refused("badType", () => world.addObstacle(bad === undefined ? 5 : [[0, 0], [1, 0], bad]), /points/);
    refused("badType", () => world.removeObstacle(bad), /obstacle/);
    refused("badType", () => world.order([units[0], bad], { goal: [1, 1] }), /units\[1\]/);
  }
  refused("badType", () => world.addUnit({ ...unit, maxspeed: 3 }), /maxspeed.*is maxSpeed meant/);
  refused("badType", () => world.addUnit({ position: [5, 30], radius: 0.4, maxspeed: 3 }), /maxspeed.*is maxSpeed meant/);
  refused("badType", () => world.addUnit({ position: [5, 30], size: 0.4, maxSpeed: 3 }), /unit\.size: .*expected position, .*radius/);
  refused("badType", () => world.addUnit([5, 30]), /an object with position/);
  refused("badType", () => world.setUnit(units[0], { max_speed: 3 }), /change\.max_speed.*is maxSpeed meant/);
  refused("badType", () => world.order(units, { goal: [1, 1], waypoints: [[2, 2]] }), /waypoints.*is wayPoints meant/);
  refused("badType", () => world.order(units, { to: [1, 1] }), /order\.to: .*goal, goals, follow/);
  refused("badType", () => world.order(units, [1, 1]), /\{ goal: \[x, y\] \}/);
  refused("badType", () => world.order(units, { goal: [1, 1], formation: { form: "line" } }), /shape, facing/);
  refused("badType", () => world.isFree([1, 1], { radius: 0.4, movementkind: 0 }), /is movementKind meant/);
  for (const bad of [0.016, NaN, 0.1, "0.1", null]) refused("badType", () => world.step(bad), /no argument.*world\.dt.*, not/);
  refused("badType", () => world.addUnit({ ...unit, driver: "nobody" }), /"world", "engine"/);
  refused("badType", () => world.order(units, { goal: [1, 1], repeat: "sometimes" }), /toAndFro/);
  refused("badType", () => world.order(units, { goal: [1, 1], follow: units[0] }), /exactly one/);
  refused("badType", () => world.order(units, { goal: [1, 1], structSize: 4 }), /structSize/);
  refused("badType", () => world.order(units, { goals: [[1, 1]] }), /12 points/);
  refused("badType", () => world.addUnit(units[0]), /number|object/);
  refused("badType", () => world.removeObstacle(units[0]), /kind obstacle/);
  refused("badType", () => new World({ bounds: [0, 0, 1, 1], radii: [0.1], size: 3 }), /size/);
  refused("outOfRange", () => world.addUnit({ ...unit, team: -1 }), /team/);
  refused("outOfRange", () => world.addUnit({ ...unit, team: 1.5 }), /team/);
  refused("outOfRange", () => world.addUnit({ ...unit, userData: -5 }), /userData/);
  refused("outOfRange", () => world.addUnit({ ...unit, radius: 3 }), /radius/);
  refused("outOfRange", () => new World({ bounds: [0, 0, 9, 9], radii: [] }));
  refused("outOfRange", () => new World({ bounds: [0, 0, 9, 9], radii: Array(100).fill(0.1) }));
  refused("outOfRange", () => new World({ bounds: [0, 0, 9, 9], radii: [0.3], parameters: { tick: 7 } }), /tick/);
  refused("badType", () => new World({ bounds: [0, 0, 9, 9], radii: [0.3], parameters: { tack: 7 } }), /tack/);
  assert.equal(world.hash(), before);
  assert.deepEqual(world.obstacles, [wall]);
  world.free();
});

test("places that are none, and units twice", () => {
  const { world, units } = yard();
  refused("outside", () => world.addUnit({ position: [100, 5], radius: 0.4, maxSpeed: 1 }));
  refused("blocked", () => world.addUnit({ position: [30, 5], radius: 0.4, maxSpeed: 1 }));
  refused("duplicate", () => world.order([units[0], units[0]], { goal: [1, 1] }));
  refused("badOutline", () => world.addObstacle([[1, 1], [2, 2]]));
  refused("badOutline", () => world.addObstacle([[1, 1], [5, 1], [2, 2], [1, 5]]));
  refused("outOfRange", () => world.addOutline(Array.from({ length: 5000 }, (_, k) => [k, 1])));
  world.addObstacle([[29, 21], [31, 21], [31, 40], [29, 40]]);
  refused("unreachable", () => world.findPath([5, 5], [55, 5], { radius: 0.4 }));
  refused("unreachable", () => world.order(units, { goal: [55, 5], unreachable: "stop" }));
  refused("mismatch", () => world.setMotions(units, units.map(() => [1, 1]), units.map(() => [0, 0])));
  refused("badType", () => world.setMotions(units, [[1, 1]], [[0, 0]]), /12/);
  refused("mismatch", () => world.order(units, { follow: units[0] }));
  world.free();
});

test("handles of what is gone, of another world, and of another kind", () => {
  const [{ world, units, wall }, other] = [yard(), yard()];
  const order = world.order(units, { goal: [50, 10] });
  refused("staleHandle", () => other.world.removeUnit(units[0]), /another world/);
  refused("staleHandle", () => other.world.order(other.units, { follow: units[0] }));
  world.removeUnits(units.slice(0, 6));
  for (const call of [() => world.unit(units[0]), () => world.removeUnit(units[0]), () => world.order(units, { goal: [50, 10] }), () => world.explain(units[3])]) {
    refused("staleHandle", call);
  }
  world.stop(units.slice(6));
  refused("staleHandle", () => world.moveGoal(order, [50, 10]));
  refused("staleHandle", () => world.orderState(order));
  world.removeObstacle(wall);
  refused("staleHandle", () => world.removeObstacle(wall));
  refused("staleHandle", () => world.obstacle(wall));
  // A place that is used again does not bring the old handle back.
  const [added] = world.addUnits([{ position: [5, 10], radius: 0.4, maxSpeed: 2 }]);
  assert.notEqual(added, units[5]);
  assert.equal(world.isUnit(units[5]), false);
  other.world.free();
  world.free();
});

test("a world that was freed refuses everything", () => {
  const { world, units } = yard();
  const { positions } = world;
  world.free();
  world.free();
  for (const call of [
    () => world.step(), () => world.positions, () => world.units.length, () => world.hash(), () => world.save(), () => world.events(),
    () => world.addUnit({ position: [1, 1], radius: 0.4, maxSpeed: 1 }), () => world.order(units, { goal: [1, 1] }),
    () => world.findPath([1, 1], [2, 2], { radius: 0.4 }), () => world.definition, () => world.groups(), () => world.load(new Uint8Array(3)),
  ]) refused("freed", call);
  assert.equal(typeof positions[0], "number", "an old view shows something, and nothing breaks");
});

test("views after the memory has grown are empty, and new ones are right", async () => {
  const nav = await load();
  const { world } = yard();
  const [positions, bytes] = [world.positions, nav.memoryBytes];
  const others = [];
  while (nav.memoryBytes === bytes) others.push(yard({ count: 200, bounds: [0, 0, 200, 200] }).world);
  assert.equal(positions.length, 0);
  assert.equal(positions[0], undefined);
  assert.equal(world.positions.length, 24);
  assert.equal(world.positions[0], 5);
  for (const other of others) other.free();
  world.free();
});

test("bytes that are no world", () => {
  const { world } = yard();
  const [bytes, before] = [world.save(), world.hash()];
  for (const bad of [new Uint8Array(0), bytes.slice(0, 100), bytes.slice(0, -1), bytes.map((byte, k) => (k === 200 ? byte ^ 1 : byte))]) {
    refused("badBytes", () => world.load(bad));
    refused("badBytes", () => World.load(bad));
  }
  refused("badType", () => world.load("bytes"));
  assert.equal(world.hash(), before);
  world.free();
});

test("more than the memory holds is refused, and the world goes on", () => {
  const { world } = yard();
  refused("outOfRange", () => world.addObstacle(new Float32Array(1 << 20)));
  world.step();
  world.free();
});

test("forgotten worlds give their memory back", { skip: globalThis.gc === undefined && "needs --expose-gc" }, async () => {
  const nav = await load();
  const make = () => {
    for (let k = 0; k < 40; k += 1) yard({ count: 50 }).world.step();
  };
  make();
  const after = nav.memoryBytes;
  for (let round = 0; round < 6; round += 1) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 10));
    make();
  }
  assert.ok(nav.memoryBytes < 2 * after, `${after} bytes have become ${nav.memoryBytes}`);
});
