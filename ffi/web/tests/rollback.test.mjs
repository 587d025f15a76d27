// Worlds go back to saved states, and on again with the same bits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SavedState, World, load } from "hybridnav";
import { refused, yard } from "./support.mjs";

await load();
const steps = (world, count) => {
  for (let step = 0; step < count; step += 1) world.step();
  return world.hash();
};

test("a world goes back and on again", () => {
  const { world, units } = yard();
  world.order(units, { goal: [50, 10] });
  steps(world, 20);
  const state = world.saveState();
  assert.equal(state.tickCount, world.tickCount);
  const hash = steps(world, 8);
  const late = world.addUnit({ position: [5, 35], radius: 0.4, maxSpeed: 1 });
  const count = world.units.length;
  world.restoreState(state);
  assert.equal(world.units.length, count - 1);
  assert.equal(world.units[0], units[0], "handles are right again");
  refused("staleHandle", () => world.unit(late));
  world.step();
  world.saveStateInto(state);
  assert.equal(steps(world, 7), hash);
  const other = new World({ bounds: [0, 0, 1, 1], radii: [0.125] });
  other.restoreState(state);
  assert.equal(other.tickCount, state.tickCount);
  assert.equal(steps(other, 7), hash);
  world.free();
  assert.equal(state.tickCount, 21, "a state does not need its world");
  state.free();
  other.free();
});

test("what is wrong is refused", async () => {
  const { world } = yard();
  const state = world.saveState();
  for (const bad of [undefined, null, 1, {}, world, new SavedState()]) {
    refused("badType", () => world.restoreState(bad), /saveState/);
    refused("badType", () => world.saveStateInto(bad), /saveState/);
  }
  world.startRecording();
  refused("mismatch", () => world.restoreState(state), /recorded/);
  world.stopRecording();
  const on = await load();
  const foreign = new World({ bounds: [0, 0, 1, 1], radii: [0.125], on });
  refused("staleHandle", () => foreign.restoreState(state), /another loaded module/);
  state.free();
  state.free();
  assert.equal(state.isFreed, true);
  refused("freed", () => world.restoreState(state), /state/);
  refused("freed", () => state.tickCount, /state/);
  world.free();
  refused("freed", () => world.saveState(), /world/);
});

test("states that are forgotten give their memory back", async () => {
  const nav = await load();
  const { world } = yard({ count: 250, on: nav });
  const make = () => {
    for (let k = 0; k < 100; k += 1) world.saveState();
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
