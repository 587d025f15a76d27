// What the readme shows runs, as it stands there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const readme = readFileSync(`${process.env.HYBRIDNAV_ROOT}/ffi/web/README.md`, "utf8");
const examples = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code);

test("the readme has an example of twenty lines at its beginning", () => {
  assert.ok(examples.length > 0);
  assert.ok(examples[0].trimEnd().split("\n").length <= 20, "more than twenty lines");
});

examples.forEach((code, index) => {
  test(`example ${index + 1} of the readme runs`, () => {
    const file = new URL(`./example-${index + 1}.mjs`, import.meta.url);
    writeFileSync(file, code);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file.pathname], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.ok(stdout.length > 0, "it says nothing");
  });
});
