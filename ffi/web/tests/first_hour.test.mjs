// The program that the guide shows runs, and says what the guide says of it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

test("the program of the first hour runs to its end", () => {
  const file = new URL("./first_hour.mjs", import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /is stuck\n.* bars? its way/);
  // Between 6 s and 12 s the gate on their way is closed.
  const [, there] = stdout.match(/\n42 units are there after (\d+\.\d) s\n/) ?? assert.fail(stdout);
  assert.ok(Number(there) <= 40, `they needed ${there} s`);
  assert.deepEqual(
    [...stdout.matchAll(/^refused with (\w+): /gm)].map(([, code]) => code),
    ["notFinite", "blocked", "outOfRange", "outside", "staleHandle", "badType"],
  );
  assert.match(stdout, /^state [0-9a-f]{16}$/m);
});
