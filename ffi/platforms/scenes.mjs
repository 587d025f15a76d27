// Runs the scenes that have golden states, through whatever `hybridnav` is, and prints the states:
// `node scenes.mjs ROOT SCENES [expected]`; SCENES is a folder of scenes as `headless scenes NAME --json` prints them.
// With `expected` it prints those that should be.
import { readFileSync } from "node:fs";
import { load } from "hybridnav";
import { golden } from "./golden.mjs";
import { stage } from "./scene.mjs";

const [root, scenes, expected] = process.argv.slice(2);
const { ticks, golden: all, terms } = golden(root);
await load();
for (const { name, states } of all) {
  const scene = JSON.parse(readFileSync(`${scenes}/${name}.json`, "utf8"));
  terms.forEach((changes, index) => {
    const label = index === 0 ? name : `${name}_late_plans`;
    if (expected !== undefined) {
      console.log(`${label} ${states[index]}`);
      return;
    }
    const { world, apply } = stage(scene, changes);
    for (let tick = 0; tick < ticks; tick += 1) {
      apply(tick);
      world.step();
    }
    console.log(`${label} ${world.hash(label).toString(16).padStart(16, "0")}`);
    world.free();
  });
}
