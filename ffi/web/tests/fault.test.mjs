// What becomes of a module that traps, which this one does not: one that is made here does so when a world is made.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, load } from "hybridnav";
import { refused, yard } from "./support.mjs";

const [I32, UNREACHABLE, END] = [0x7f, 0x00, 0x0b];
const name = (text) => [text.length, ...Buffer.from(text)];
const list = (items) => [items.length, ...items.flat()];
const section = (id, content) => {
  const size = content.length;
  return [id, (size & 0x7f) | 0x80, size >> 7, ...content];
};
// Each function: the number of what it takes, whether it gives a number, its code.
const functions = {
  hnavGetAbiVersion: [0, true, [0x41, 0, END]],
  hnavWeb_Allocate: [1, true, [0x41, 8, END]],
  hnavWeb_Release: [2, false, [END]],
  hnavDefaultWorldDef: [5, false, [UNREACHABLE, END]],
};
const all = Object.entries(functions);
const trapping = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, list(all.map(([, [takes, gives]]) => [0x60, ...list(Array(takes).fill([I32])), ...list(gives ? [[I32]] : [])]))),
  ...section(3, list(all.map((_, index) => [index]))),
  ...section(5, list([[0, 2]])),
  ...section(7, list([[...name("memory"), 2, 0], ...all.map(([text], index) => [...name(text), 0, index])])),
  ...section(10, list(all.map(([, [, , code]]) => [code.length + 1, 0, ...code]))),
]);

test("a trap is an error, ends its instance, and no other one", async () => {
  const sound = await load();
  const { world } = yard();
  const nav = await load(trapping);
  const definition = { bounds: [0, 0, 1, 1], radii: [0.1] };
  refused("fault", () => new World(definition), /unreachable.*load\(\)/);
  assert.deepEqual([nav.isBroken, sound.isBroken], [true, false]);
  refused("fault", () => new World(definition), /unreachable/);
  world.step();
  await load();
  new World(definition).free();
  world.free();
});
