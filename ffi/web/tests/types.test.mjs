// The types list what there is, and nothing else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as all from "hybridnav";

const types = readFileSync(new URL("./node_modules/hybridnav/hybridnav.d.ts", import.meta.url), "utf8");

test("everything that is exported has a type", () => {
  const declared = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), Object.keys(all).sort());
});

test("a world has what the types say", () => {
  const body = types.match(/^export class World \{\n([\s\S]*?)^\}/m)[1];
  const declared = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name);
  const found = new Set();
  for (let level = all.World.prototype; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    Object.getOwnPropertyNames(level).forEach((name) => found.add(name));
  }
  assert.deepEqual([...new Set(declared)].sort(), [...found].sort());
});

test("all refusals that the module knows are in the types", async () => {
  const { enums } = await import(new URL("./node_modules/hybridnav/abi.js", import.meta.url));
  // What a C program can do wrong, and this package cannot.
  const unknown = ["ok", "more", "partial", "none", "badPointer", "foreignStruct", "locked", "tooLate", "panic"];
  const codes = Object.values(enums.Result).filter((code) => !unknown.includes(code));
  for (const code of codes) assert.match(types, new RegExp(`\\| "${code}" //`));
});
