// Whatever is given to whatever call: it works, or throws a HybridNavError. Nothing traps, and nothing else is thrown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HybridNavError, World, load } from "hybridnav";
import { yard } from "./support.mjs";

// xorshift, so that what is found is found again.
function dice(seed) {
  let state = seed;
  return (end) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
}

const calls = new Map();
for (let level = World.prototype; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
    if (name === "constructor" || name === "free") continue;
    calls.set(name, get ? (world) => world[name] : (world, given) => value.apply(world, given));
  }
}

for (const seed of [1, 77, 4711, 90210]) {
  test(`junk of seed ${seed}`, async () => {
    const nav = await load();
    const roll = dice(seed);
    const pick = (list) => list[roll(list.length)];
    let { world, wall, units } = yard();
    const order = world.order(units, { goal: [50, 10] });
    const bytes = world.save();
    const scalars = [undefined, null, true, "x", "exact", 0, 1, -1, 0.4, 2, 7.5, 55, NaN, Infinity, 1e39, 2 ** 31, 2 ** 53, 5n, -5n, 2n ** 70n, Symbol("s"), () => 0.5];
    const keys = ["goal", "goals", "follow", "radius", "maxSpeed", "position", "within", "fit", "entry", "partial", "from", "to", "cost", "kind", "speed", "formation",
      "shape", "offsets", "wayPoints", "range", "repeat", "border", "holes", "center", "amount", "heights", "columns", "spacing", "lower", "x", "y", "random", "userData", "team", "driver"];
    const value = (depth) => {
      const kind = roll(10);
      if (kind < 3 || depth > 3) return pick(scalars);
      if (kind === 3) return pick([...units, wall, order, ...world.units.slice(0, 3), ...world.orders]);
      if (kind === 4) return [1 + roll(58), 1 + roll(38)];
      if (kind === 5) return [[2, 2], [4 + roll(50), 2], [4, 3 + roll(30)]].slice(0, 1 + roll(3));
      if (kind === 6) return { position: [5 + roll(50), 30], radius: 0.4, maxSpeed: 2, [pick(keys)]: value(depth + 1) };
      if (kind === 7) return { radius: 0.4, [pick(keys)]: value(depth + 1) };
      if (kind === 8) return Array.from({ length: roll(4) }, () => value(depth + 1));
      return pick([new Float32Array(roll(9)), bytes, bytes.slice(0, roll(900)), units, { [pick(keys)]: value(depth + 1), [pick(keys)]: value(depth + 1) }]);
    };
    const names = [...calls.keys()];
    let [done, refused] = [0, 0];
    for (let round = 0; round < 6000; round += 1) {
      const [name, given] = [pick(names), Array.from({ length: roll(4) }, () => value(0))];
      try {
        calls.get(name)(world, given);
        done += 1;
      } catch (error) {
        assert.ok(error instanceof HybridNavError, `${name}: ${error.stack}`);
        assert.notEqual(error.code, "fault", `${name}: ${error.message}`);
        refused += 1;
      }
      if (round % 100 === 0) world.step();
      if (world.units.length > 300) {
        world.free();
        ({ world, wall, units } = yard());
      }
    }
    assert.ok(done > 500 && refused > 500, `${done} done, ${refused} refused`);
    assert.equal(nav.isBroken, false);
    world.step();
    world.free();
  });
}
