// The module reaches the same states as the library does natively, bit for bit: those that `determinism.rs` has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { World, load } from "hybridnav";
import { golden } from "./golden.mjs";
import { stage } from "./scene.mjs";

const { HYBRIDNAV_SCENES: scenes, HYBRIDNAV_ROOT: root } = process.env;
const { ticks: TICKS, golden: GOLDEN, terms: TERMS } = golden(root);

const hex = (hash) => hash.toString(16).padStart(16, "0");
await load();

for (const { name, states } of GOLDEN) {
  const scene = JSON.parse(readFileSync(`${scenes}/${name}.json`, "utf8"));
  TERMS.forEach((terms, index) => {
    test(`${name} with ${JSON.stringify(terms)} ends in its golden state`, () => {
      const { world, apply } = stage(scene, terms);
      for (let tick = 0; tick < TICKS; tick += 1) {
        apply(tick);
        world.step();
      }
      assert.equal(hex(world.hash()), states[index]);
      world.free();
    });
  });
  test(`${name} from bytes before tick 31 ends in its golden state`, () => {
    const { world, apply } = stage(scene);
    for (let tick = 0; tick < TICKS; tick += 1) {
      // Events name obstacles by handles of the first world, which is why that is loaded in place.
      if (tick === 31) world.load(world.save());
      apply(tick);
      world.step();
    }
    assert.equal(hex(world.hash()), states[0]);
    const other = World.load(world.save());
    assert.equal(other.hash(), world.hash());
    world.step();
    other.step();
    assert.equal(other.hash(), world.hash());
    other.free();
    world.free();
  });
}
