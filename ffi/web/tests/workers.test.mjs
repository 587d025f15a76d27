// With workers the states are those without, bit for bit; and what cannot be is refused.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { World, load, loadWithWorkers } from "hybridnav";
import { golden } from "./golden.mjs";
import { stage } from "./scene.mjs";
import { refused, yard } from "./support.mjs";

const { HYBRIDNAV_SCENES: scenes, HYBRIDNAV_ROOT: root } = process.env;
const { ticks, golden: states, terms } = golden(root);
const isThere = existsSync(new URL("./node_modules/hybridnav/hybridnav_workers.wasm", import.meta.url));
const skip = isThere ? false : "the package was built without hybridnav_workers.wasm";

/** Waits until so many workers serve. */
async function serving(nav, count) {
  while (nav.workers !== count) await new Promise((resolve) => setTimeout(resolve, 1));
}

for (const count of [0, 1, 3]) {
  for (const { name, states: [plain, slow] } of states) {
    test(`${name} with ${count} workers ends in its golden states`, { skip }, async () => {
      const nav = await loadWithWorkers(count);
      await serving(nav, count);
      for (const [index, expected] of [plain, slow].entries()) {
        const { world, apply } = stage(JSON.parse(readFileSync(`${scenes}/${name}.json`, "utf8")), terms[index]);
        for (let tick = 0; tick < ticks; tick += 1) {
          if (tick === 31) world.load(world.save());
          apply(tick);
          world.step();
        }
        assert.equal(world.hash().toString(16).padStart(16, "0"), expected);
        world.free();
      }
      nav.endWorkers();
      await serving(nav, 0);
    });
  }
}

test("memory grows under workers, and what they have made goes on without them", { skip }, async () => {
  const nav = await loadWithWorkers(2);
  await serving(nav, 2);
  const before = nav.memoryBytes;
  const world = new World({ bounds: [0, 0, 400, 400], radii: [0.4] });
  const at = (_, k) => ({ position: [20 + (k % 100), 20 + Math.floor(k / 100)], radius: 0.4, maxSpeed: 2 });
  world.order(world.addUnits(Array.from({ length: 4000 }, at)), { goal: [350, 350] });
  for (let tick = 0; tick < 20; tick += 1) world.step();
  assert.ok(nav.memoryBytes > before);
  assert.equal(world.positions.length, 8000);
  assert.ok(world.positions.every((coordinate) => coordinate > 0 && coordinate < 400));
  nav.endWorkers();
  await serving(nav, 0);
  const other = World.load(world.save(), await load());
  for (const each of [world, other]) each.step();
  assert.equal(other.hash(), world.hash());
});

test("a fault in a worker is an error, and no hang", { skip }, async () => {
  const nav = await loadWithWorkers(0);
  const here = new URL("./node_modules/hybridnav/", import.meta.url);
  const { HybridNav } = await import(new URL("module.js", here));
  const core = HybridNav.core(nav);
  // Its stack is so small that what it does writes below all memory.
  const module = await WebAssembly.compile(readFileSync(new URL("hybridnav_workers.wasm", here)));
  const storage = core.allocate(core.exports.__tls_size.value + 64);
  const workerData = { module, memory: core.memory, stack: 1600, storage };
  const worker = new Worker(new URL("node_worker.js", here), { workerData });
  const fault = new Promise((resolve) => worker.once("error", resolve));
  await serving(nav, 1);
  const { world } = yard({ count: 280 });
  world.order(world.units, { goal: [55, 35] });
  refused("fault", () => {
    for (let tick = 0; tick < 100; tick += 1) world.step();
  }, /unreachable/);
  assert.match((await fault).message, /memory access out of bounds/);
  assert.deepEqual([nav.isBroken, nav.workers], [true, 0]);
  const { world: other } = yard({ on: await load() });
  other.step();
});

test("counts that cannot be, and modules of the other kind, are refused", { skip }, async () => {
  const rejected = (promise, code, words) => assert.rejects(promise, { code, message: words });
  await rejected(loadWithWorkers(-1), "outOfRange", /0 to 64/);
  await rejected(loadWithWorkers(65), "outOfRange", /0 to 64/);
  await rejected(loadWithWorkers(1.5), "badType", /whole number/);
  await rejected(loadWithWorkers("2"), "badType", /whole number/);
  const plain = new URL("./node_modules/hybridnav/hybridnav.wasm", import.meta.url);
  await rejected(loadWithWorkers(1, plain), "notLoaded", /hybridnav_workers\.wasm/);
  const shared = new URL("./node_modules/hybridnav/hybridnav_workers.wasm", import.meta.url);
  await rejected(load(shared), "notLoaded", /hybridnav\.wasm/);
  const nav = await loadWithWorkers(1);
  const { world } = yard();
  world.step();
  world.free();
  refused("freed", () => world.step());
  nav.endWorkers();
  nav.endWorkers();
});
