// What the tests have in common.
import assert from "node:assert/strict";
import { HybridNavError, World } from "hybridnav";

/** A yard with a wall in its middle, and units to the left of it. */
export function yard({ count = 12, ...others } = {}) {
  const world = new World({ bounds: [0, 0, 60, 40], radii: [0.4], ...others });
  const wall = world.addObstacle([[29, 0], [31, 0], [31, 22], [29, 22]]);
  const at = (_, k) => ({ position: [5 + (k % 10), 10 + Math.floor(k / 10)], radius: 0.4, maxSpeed: 2 });
  const units = world.addUnits(Array.from({ length: count }, at));
  return { world, wall, units };
}

/** A call that is refused with a code, and with a message that says what is wrong. */
export function refused(code, call, words = /./) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof HybridNavError && error instanceof Error, `${error}`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    return true;
  });
}
