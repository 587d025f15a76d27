// Recordings: those of the command end here in the same state, and those that are made here are replayed and told apart.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { World, load } from "hybridnav";

const { HYBRIDNAV_SCENES: scenes } = process.env;
const hex = (hash) => hash.toString(16).padStart(16, "0");
const empty = () => new World({ bounds: [0, 0, 1, 1], radii: [0.125] });
await load();

const names = readdirSync(scenes).filter((name) => name.endsWith(".rec"));
assert.equal(names.length, 10);
for (const name of names) {
  test(`${name} ends in the state in which it was recorded natively`, () => {
    const card = JSON.parse(readFileSync(`${scenes}/${name.replace(".rec", ".card")}`, "utf8"));
    const world = empty();
    world.loadRecording(readFileSync(`${scenes}/${name}`));
    let steps = 0;
    while (world.replayStep()) steps += 1;
    assert.ok(steps >= card.ticks);
    assert.equal(hex(world.hash()), card.state_hash);
    assert.equal(world.replayStep(), false);
    world.free();
  });
}

/** A yard with twenty units on their way. */
function yard() {
  const world = new World({ bounds: [0, 0, 40, 40], radii: [0.4] });
  world.startRecording();
  world.addObstacle([[19, 0], [21, 0], [21, 18], [19, 18]]);
  const defs = Array.from({ length: 20 }, (_, k) => ({ position: [4 + (k % 5), 10 + Math.floor(k / 5)], radius: 0.4, maxSpeed: 2 }));
  world.order(world.addUnits(defs), { goal: [35, 10] });
  return world;
}

test("what was recorded is replayed, also as far as it was written", () => {
  const world = yard();
  const states = [];
  for (let tick = 0; tick < 30; tick += 1) {
    world.step();
    states.push(world.hash());
  }
  const part = world.recording();
  for (let tick = 0; tick < 30; tick += 1) {
    world.step();
    states.push(world.hash());
  }
  const whole = world.stopRecording();
  for (const [bytes, least] of [[part, 0], [whole, 60]]) {
    const again = empty();
    again.loadRecording(bytes);
    let step = 0;
    for (; again.replayStep(); step += 1) assert.equal(again.hash(), states[step]);
    assert.ok(step >= least, `${step}`);
    assert.equal(again.positions.length, 40);
    again.free();
  }
  world.free();
});

test("a world that was changed meanwhile is told at its tick", () => {
  const world = yard();
  for (let tick = 0; tick < 10; tick += 1) world.step();
  const bytes = world.stopRecording();
  const again = empty();
  again.loadRecording(bytes);
  for (let tick = 0; tick < 5; tick += 1) again.replayStep();
  again.teleport(again.units[3], [30, 30]);
  assert.throws(() => again.replayStep(), ({ code, message }) => code === "different" && message.includes("6"));
  again.free();
  world.free();
});

test("what is no recording is refused, and what is not recorded cannot be read", () => {
  const world = yard();
  world.step();
  const bytes = world.recording();
  const state = world.hash();
  assert.throws(() => world.loadRecording(bytes.slice(0, 9)), { code: "badBytes" });
  const damaged = bytes.slice();
  damaged[damaged.length >> 1] ^= 1;
  assert.throws(() => world.loadRecording(damaged), { code: "badBytes" });
  assert.throws(() => world.loadRecording("recording"), { code: "badType" });
  assert.equal(world.hash(), state);
  assert.throws(() => world.replayStep(), { code: "mismatch" });
  // Begun anew: the first one is over.
  world.startRecording();
  world.step();
  assert.ok(world.stopRecording().length > 0);
  assert.throws(() => world.recording(), { code: "mismatch" });
  assert.throws(() => world.stopRecording(), { code: "mismatch" });
  world.free();
  assert.throws(() => world.startRecording(), { code: "freed" });
});
