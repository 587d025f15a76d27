// The example of two worlds in lock step: two threads that exchange inputs only stay the same, and find out when they do not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

async function game(turns, clicks, cheats) {
  const { port1, port2 } = new MessageChannel();
  const threads = [port1, port2].map((port, side) => {
    const workerData = { side, port, turns, clicks: clicks[side], cheats: side === 1 ? cheats : undefined };
    const worker = new Worker(new URL("./side.mjs", import.meta.url), { workerData, transferList: [port] });
    return new Promise((done, fail) => worker.on("message", done).on("error", fail));
  });
  return Promise.all(threads);
}

test("two threads stay the same for 200 turns", async () => {
  const [one, other] = await game(200, [{ 0: [70, 25], 90: [10, 12] }, { 5: [8, 25], 60: [60, 40] }]);
  assert.deepEqual([one.turn, one.differentIn, other.differentIn], [200, undefined, undefined]);
  assert.equal(one.hash, other.hash);
});

test("a world that was changed on one side is found in its turn by both", async () => {
  const [one, other] = await game(60, [{ 0: [70, 25] }, { 0: [8, 25] }], 31);
  assert.deepEqual([one.differentIn, other.differentIn], [31, 31]);
});
