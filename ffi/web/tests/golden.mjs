// The golden states, as `tests/integration/determinism.rs` has them: their one place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** After how many ticks, of which scenes, and under which terms each scene has its two states. */
export function golden(root) {
  const source = readFileSync(`${root}/tests/integration/determinism.rs`, "utf8");
  const ticks = Number(source.match(/const TICKS: u32 = (\d+);/)[1]);
  const states = [...source.matchAll(/^ {4}\("(\w+)", \["(\w{16})", "(\w{16})"\]\),$/gm)].map(([, name, ...pair]) => ({ name, states: pair }));
  // The terms are written twice: here, and there.
  assert.match(source, /const TERMS: \[&\[&str\]; 2\] = \[&\[\], &\["plan_latency=3", "plan_cells=9000"\]\];/);
  assert.equal(states.length, 6);
  return { ticks, golden: states, terms: [{}, { planLatency: 3, planCells: 9000 }] };
}
