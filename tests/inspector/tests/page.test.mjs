// The page in Chromium: it plays, goes to any moment, tells of units, and lets the world be changed.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { browser, folder, headless, inspector, recorded, shares } from "./browser.mjs";

const template = process.env.HYBRIDNAV_INSPECTOR;
const TEN = ["maze", "lanes", "circle", "counterflow_w4", "gate", "crossroads", "rally", "door_opens", "bridge_falls", "river"];
const [WALL, FREE, BLUE] = [[0x3b, 0x40, 0x48], [0xfa, 0xf8, 0xf3], [0x00, 0x72, 0xb2]];

let chrome;
before(async () => {
  chrome = await browser();
});
after(() => chrome.close());

for (const scene of TEN) {
  test(`${scene}, recorded, ends in the same state in the browser`, async () => {
    const { file, card } = recorded(scene, "--ticks", "120");
    assert.ok(statSync(file).size < 4e6, "one page is less than 4 MB");
    const { press, until, close } = await inspector(chrome, file);
    await press("End");
    const end = await until("the end", ({ tick, end }) => tick === end);
    assert.equal(end.hash, card.state_hash);
    await close();
  });
}

test("a recording plays, and any moment can be gone to", async () => {
  const { file, card } = recorded("maze");
  const { page, status, until, press, close } = await inspector(chrome, file);
  await until("playing", ({ tick, playing }) => playing && tick > 3);
  await press("Space");
  const { tick, end, screen } = await until("paused", ({ playing }) => !playing);
  await press("ArrowRight");
  await until("a step", (now) => now.tick === tick + 1);
  await press("ArrowLeft");
  await until("a step back", (now) => now.tick === tick);
  await press("End");
  const last = await until("the end", (now) => now.tick === end);
  assert.equal(last.hash, card.state_hash);
  // On the line: its middle is about the middle of the time.
  const [, , right, bottom] = screen;
  await page.mouse.click((right + 450) / 2, bottom + 14);
  const middle = await until("the middle", (now) => now.tick !== end);
  assert.ok(middle.tick > 0.1 * end && middle.tick < 0.9 * end, `${middle.tick} of ${end}`);
  // Back and forth many times: each within 100 ms, and at the end the state is the same.
  const times = [];
  for (let k = 0; k < 12; k += 1) {
    const wanted = Math.floor((end * ((k * 7) % 12)) / 12);
    times.push(await page.evaluate((step) => window.hybridnav.go_to(step), wanted));
    assert.equal((await status()).tick, wanted);
  }
  times.sort((a, b) => a - b);
  console.log(`to any moment: ${times[6].toFixed(0)} ms, at most ${times[11].toFixed(0)} ms`);
  await press("End");
  assert.equal((await until("the end", (now) => now.tick === end)).hash, card.state_hash);
  await close();
});

test("a unit is chosen by a click, and several by a box", async () => {
  const { file } = recorded("gate", "--ticks", "60");
  const { page, status, press, drag, close } = await inspector(chrome, file);
  await press("Space");
  await press("Home");
  const { first, screen } = await status();
  await page.mouse.click(...first);
  await page.waitForTimeout(200);
  assert.equal((await status()).chosen, 1);
  await drag([screen[0] + 3, screen[1] + 3], [screen[2] - 3, screen[3] - 3]);
  const { chosen, units } = await status();
  assert.equal(chosen, units);
  await close();
});

test("a wall is drawn, units are sent, and all of it is taken back and saved", async () => {
  const { page, status, until, press, drag, close, startMs } = await inspector(chrome, template);
  console.log(`the siege is open after ${startMs} ms`);
  const { units } = await until("playing", ({ tick }) => tick > 2);
  assert.ok(units >= 1000);
  await press("Space");
  const before = await until("paused", ({ playing }) => !playing);
  const [left, top, right, bottom] = before.screen;
  const at = (x, y) => [left + (right - left) * x, top + (bottom - top) * y];
  await press("w");
  await drag(at(0.1, 0.15), at(0.3, 0.15));
  const walled = await status();
  assert.deepEqual([walled.obstacles, walled.edits, walled.message], [before.obstacles + 1, 1, ""]);
  await press("s");
  await page.mouse.click(...at(0.5, 0.9));
  await page.waitForTimeout(200);
  await until("an order", ({ edits }) => edits === 2);
  await press("m");
  await drag(at(0.7, 0.8), at(0.8, 0.8));
  assert.equal((await status()).edits, 3);
  await press("v");
  await drag(at(0.2, 0.15), at(0.2, 0.2));
  const moved = await status();
  assert.equal(moved.obstacles, before.obstacles + 1);
  await press("ArrowRight");
  await press("ArrowRight");
  const changed = await until("two steps", ({ tick }) => tick === before.tick + 2);
  assert.notEqual(changed.hash, before.hash);

  const download = page.waitForEvent("download");
  await page.evaluate(() => window.hybridnav.save());
  const file = join(folder, "saved.rec");
  await (await download).saveAs(file);
  const replayed = headless("replay", file);
  assert.deepEqual([replayed.tick, replayed.state_hash, replayed.difference], [changed.tick, changed.hash, null]);

  // The address of a page with the recording in it opens the same situation.
  const link = await page.evaluate(() => window.hybridnav.link());
  const other = await inspector(chrome, template, { hash: link.slice(link.indexOf("#")) });
  await other.press("End");
  const there = await other.until("the end", ({ tick, end }) => tick === end);
  assert.equal(there.hash, changed.hash);
  await other.close();

  for (let left = changed.edits; left > 0; left -= 1) await press("u");
  const undone = await until("undone", ({ edits }) => edits === 0);
  assert.deepEqual([undone.tick, undone.hash], [before.tick, before.hash]);
  await close();
});

test("a recording is whole again when the changes to it are taken back", async () => {
  const { file, card } = recorded("gate", "--ticks", "80");
  const { page, status, until, press, drag, close } = await inspector(chrome, file);
  await press("End");
  const { end, screen } = await until("the end", (now) => now.tick === now.end);
  await press("ArrowRight");
  assert.equal((await status()).tick, end);
  await page.evaluate(() => window.hybridnav.go_to(40));
  const [left, top, right, bottom] = screen;
  const at = (x, y) => [left + (right - left) * x, top + (bottom - top) * y];
  await press("w");
  await drag(at(0.3, 0.4), at(0.3, 0.6));
  const changed = await until("a wall", ({ edits }) => edits === 1);
  assert.equal(changed.end, 40);
  await press("Control+z");
  const again = await until("no wall", ({ edits }) => edits === 0);
  assert.deepEqual([again.tick, again.end], [40, end]);
  await press("End");
  assert.equal((await until("the end", (now) => now.tick === end)).hash, card.state_hash);
  await close();
});

test("of changes at several moments each is taken back by itself", async () => {
  const { page, status, until, press, drag, close } = await inspector(chrome, template, { hash: "#scene=gate&settings=units%3D20" });
  await press("Space");
  await until("paused", ({ playing }) => !playing);
  const { screen: [left, top, right, bottom], obstacles } = await status();
  const at = (x, y) => [left + (right - left) * x, top + (bottom - top) * y];
  const wall = async (x, edits) => {
    await press("w");
    await drag(at(x, 0.2), at(x, 0.3));
    await until(`wall ${edits}`, (now) => now.edits === edits);
  };
  for (const [step, x, edits] of [[10, 0.2, 1], [20, 0.25, 2], [30, 0.3, 3]]) {
    await page.evaluate((step) => window.hybridnav.go_to(step), step);
    await wall(x, edits);
  }
  // At the second one's moment: the third is forgotten, the first two are there.
  await page.evaluate(() => window.hybridnav.go_to(20));
  await wall(0.35, 3);
  for (const [edits, tick] of [[2, 20], [1, 20], [0, 10]]) {
    await press("u");
    const now = await until("one less", (now) => now.edits === edits);
    assert.deepEqual([now.tick, now.obstacles], [tick, obstacles + edits]);
  }
  await close();
});

test("what is drawn looks like the scene", async () => {
  const { file } = recorded("maze", "--ticks", "60");
  const { page, status, press, close } = await inspector(chrome, file);
  await press("End");
  const { screen, scale } = await status();
  const [wall, free, units] = await shares(page, screen, [WALL, FREE, BLUE]);
  // 200 units of 0.25 m, on a picture that shows the whole of the maze.
  const picture = ((screen[2] - screen[0]) * (screen[3] - screen[1])) / scale ** 2;
  const expected = (200 * Math.PI * 0.25 ** 2) / picture;
  assert.ok(wall > 0.03 && wall < 0.15, `walls ${wall}`);
  assert.ok(free > 0.3 && free < 0.8, `free ground ${free}`);
  assert.ok(units > 0.4 * expected && units < 2.5 * expected, `units ${units}, expected ${expected}`);
  await page.screenshot({ path: join(process.env.PLAYWRIGHT, "maze.png") });
  await close();
});

test("every layer is drawn without an error", async () => {
  const { file } = recorded("courtyard", "--ticks", "200");
  const { page, press, status, close } = await inspector(chrome, file);
  await press("End");
  const { first } = await status();
  await page.mouse.click(...first);
  for (const key of ["1", "2", "4", "5", "6", "8", "9", "0", "0", "0", "0", "0"]) await press(key);
  await page.screenshot({ path: join(process.env.PLAYWRIGHT, "layers.png") });
  await close();
});

test("on a phone the picture has most of the room", async () => {
  const { file } = recorded("gate", "--ticks", "60");
  const { page, status, close } = await inspector(chrome, file, { width: 390, height: 780, touch: true });
  const { screen } = await status();
  assert.ok(screen[2] - screen[0] > 380 && screen[3] - screen[1] > 600, `${screen}`);
  await page.screenshot({ path: join(process.env.PLAYWRIGHT, "phone.png") });
  await close();
});

test("on a phone what is known of a unit leaves the picture to be seen, with the unit in it", async () => {
  const { file } = recorded("gate", "--ticks", "60");
  const { page, until, press, close } = await inspector(chrome, file, { width: 390, height: 844, touch: true });
  await press("Space");
  const { first } = await until("paused", ({ playing }) => !playing);
  await page.touchscreen.tap(...first);
  const { screen, places, first: unit } = await until("chosen", ({ chosen, places }) => chosen === 1 && places.Unit !== undefined);
  assert.ok(screen[3] - screen[1] > 350, `the picture ${screen}`);
  const [left, top, right, bottom] = places.Unit;
  assert.ok(left <= 1 && right >= 389 && top >= screen[3] && bottom - top > 200, `below it ${places.Unit}`);
  assert.ok(unit[1] > screen[1] && unit[1] < screen[3], `the unit ${unit}`);
  await page.screenshot({ path: join(process.env.PLAYWRIGHT, "phone-unit.png") });
  // The whole side, too, leaves room.
  await page.touchscreen.tap(22, 12);
  const side = await until("the side", ({ places }) => places.Layers !== undefined);
  assert.ok(side.screen[3] - side.screen[1] > 250, `the picture ${side.screen}`);
  await close();
});

test("what is no recording is refused in words", async () => {
  const { page, until, status, close } = await inspector(chrome, template);
  const { hash } = await status();
  await page.evaluate(() => window.hybridnav.open("notes.txt", new TextEncoder().encode("no recording")));
  const told = await until("a message", ({ message }) => message !== "");
  assert.match(told.message, /^notes.txt: .*recording.*\.json/);
  assert.ok(told.is_fault);
  assert.ok(hash.length === 16);
  await close();
  // In the page itself: it says so, and shows something else.
  const { file } = recorded("gate", "--ticks", "20");
  const damaged = join(folder, "damaged.html");
  writeFileSync(damaged, readFileSync(file, "utf8").replace(/(id="recording" type="text\/plain">.{40})..../, "$1AAAA"));
  const other = await inspector(chrome, damaged);
  const shown = await other.status();
  assert.match(shown.message, /recording[^]*siege is shown instead/);
  assert.equal(shown.scene, "siege");
  await other.close();
});

test("a wrong address is told with what would be right, and something is shown", async () => {
  for (const [hash, scene, message] of [
    ["#scene=seige", "siege", /^seige is no built-in scene; is siege meant\?[^]*siege is shown instead/],
    ["#scene=gate&settings=widht=3", "gate", /^settings: widht: no such key; is width meant\?[^]*own settings/],
    ["#scene=gate&width=3", "siege", /write settings=width=3/],
    ["#recording=AAAA", "siege", /recording/],
  ]) {
    const { page, until, press, close } = await inspector(chrome, template, { hash });
    const shown = await until("playing", ({ tick }) => tick > 1);
    assert.match(shown.message, message);
    assert.ok(shown.is_fault && shown.scene === scene, JSON.stringify(shown));
    await press("Space");
    const { screen } = shown;
    const [red] = await shares(page, [screen[0], screen[1], screen[0] + 500, screen[1] + 60], [[0xfd, 0xec, 0xf2]]);
    assert.ok(red > 0.2, `the message is seen: ${red}`);
    await page.mouse.click(screen[0] + 24, screen[1] + 24);
    assert.equal((await until("shut", (now) => now.message === "")).message, "");
    await close();
  }
});

const OWN = new URL("own_scene.json", import.meta.url);

test("a scene of one's own is opened by the button, or dropped on the page", async () => {
  const { page, status, until, press, close } = await inspector(chrome, template);
  await page.setInputFiles("#open", fileURLToPath(OWN));
  const opened = await until("the scene", ({ scene }) => scene === "own_scene.json");
  assert.deepEqual([opened.units, opened.obstacles, opened.message], [12, 2, ""]);
  await page.evaluate(() => window.hybridnav.go_to(100));
  const { state_hash } = headless("run", fileURLToPath(OWN), "--no-pictures", "--ticks", "100");
  await press("Space");
  await page.evaluate(() => window.hybridnav.go_to(100));
  assert.equal((await status()).hash, state_hash);
  const drop = (name, text) => page.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    document.getElementById("inspector").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]);
  const text = readFileSync(OWN, "utf8");
  await drop("wrong.json", text.replace('"radius"', '"radios"'));
  const wrong = await until("a message", ({ message }) => message !== "");
  assert.match(wrong.message, /^wrong.json:6:\d+: unknown field `radios`/);
  assert.deepEqual([wrong.scene, wrong.units], ["own_scene.json", 12]);
  await drop("cut.json", text.slice(0, 300));
  assert.match((await until("a message", ({ message }) => message.startsWith("cut"))).message, /^cut.json:\d+:\d+: /);
  await drop("six.json", text.replace('"count": 6', '"count": 7'));
  const six = await until("the other scene", ({ units }) => units === 13);
  assert.deepEqual([six.scene, six.message], ["six.json", ""]);
  await close();
});

test("a scene that names a map is opened when the map is given as well", async () => {
  const { page, status, until, press, close } = await inspector(chrome, template);
  const scene = { name: "harbour", map: "../maps/harbour.map", kinds: { walker: { radius: 0.4, speed: 1.5 } },
    blocks: [{ kind: "walker", count: 4, columns: 2, anchor: [3, 3], goal: { point: [5, 97] } }] };
  const file = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  const map = readFileSync(new URL("../../maps/harbour.map", import.meta.url));
  const text = JSON.stringify(scene);
  await page.setInputFiles("#open", file("harbour.json", text));
  const { message } = await until("what is missing", ({ message }) => message !== "");
  assert.match(message, /^harbour.json:1:\d+: a page reads no files by itself; open ..\/maps\/harbour.map as well/);
  await page.setInputFiles("#open", file("harbour.map", map));
  const opened = await until("the scene", ({ scene }) => scene === "harbour.json");
  assert.deepEqual([opened.units, opened.message], [4, ""]);
  await press("Space");
  await page.evaluate(() => window.hybridnav.go_to(50));
  writeFileSync(join(folder, "harbour.json"), text.replace("../maps/", ""));
  writeFileSync(join(folder, "harbour.map"), map);
  const { state_hash } = headless("run", join(folder, "harbour.json"), "--no-pictures", "--ticks", "50");
  assert.equal((await status()).hash, state_hash);
  await close();
});

const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];

test("an event is gone to by a click on it in the list or on the line, and its unit is chosen", async () => {
  const { page, status, until, press, close } = await inspector(chrome, template, { hash: "#scene=bridge_falls" });
  await press("Space");
  await page.evaluate(() => window.hybridnav.go_to(300));
  // The line becomes narrower as the time beside it grows: it is where it was until the next frame, for which somebody has to move.
  for (const x of [500, 510, 520]) {
    await page.mouse.move(x, 300);
    await page.waitForTimeout(150);
  }
  const { line: [left, top, right, bottom], first_trouble, end, places } = await status();
  assert.ok(first_trouble > 0, "somebody is in trouble there");
  await page.mouse.click(left + ((right - left) * first_trouble) / end + 2, (top + bottom) / 2);
  const there = await until("the mark's moment", ({ tick, chosen }) => tick === first_trouble && chosen > 0);
  assert.equal(there.playing, false);
  await page.mouse.click(...middle(there.places.Unit));
  await page.mouse.click(...middle((await until("shut", (now) => now.places.Events[1] < places.Events[1] + 1)).places.Events));
  const { places: open } = await until("the list", ({ places }) => places.event !== undefined);
  await press("End");
  await press("Escape");
  await page.mouse.click(...middle(open.event));
  const listed = await until("the event's unit", ({ chosen }) => chosen === 1);
  assert.ok(listed.tick > 0 && listed.tick <= end && !listed.playing, JSON.stringify(listed));
  await close();
});

test("10 000 units are stepped and drawn", async () => {
  const { page, until, press, close } = await inspector(chrome, template, { hash: "#scene=armies&settings=units%3D2500" });
  await until("ten thousand", ({ tick, units }) => units >= 10_000 && tick >= 10, 90);
  const timed = await until("some steps", ({ tick }) => tick >= 30, 120);
  const share = timed.draw_ms / (timed.draw_ms + timed.step_ms);
  console.log(`10 000 units: step ${timed.step_ms.toFixed(1)} ms, draw ${timed.draw_ms.toFixed(1)} ms, share ${(100 * share).toFixed(0)} %`);
  await press("Space");
  await close();
  assert.ok(page);
});
