// What the tests of the page share: a browser, pages of scenes, and what can be seen in a picture.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.env.PLAYWRIGHT, "package.json"));
const { chromium } = require("playwright-core");

export const folder = mkdtempSync(join(tmpdir(), "hybridnav-page-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A headless Chromium that draws without a graphics card. */
export const browser = () =>
  chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });

/** Runs the command; returns its scorecard or report. */
export const headless = (...args) =>
  JSON.parse(execFileSync(process.env.HEADLESS, [...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 }));

/** Runs a scene and writes its page. Returns the page and the scorecard. */
export function recorded(scene, ...args) {
  const file = join(folder, `${scene}${args.join("").replaceAll(/\W/g, "_")}.html`);
  const card = headless("run", scene, "--no-pictures", "--html", file, ...args);
  return { file, card };
}

/** The inspector in a tab of its own; `close` fails if anything was wrong in it. */
export async function inspector(chrome, file, { hash = "", width = 1280, height = 800, touch = false } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, hasTouch: touch, acceptDownloads: true });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  const began = Date.now();
  await page.goto(pathToFileURL(file) + hash);
  await page.waitForFunction(() => window.hybridnav?.status() !== undefined, null, { timeout: 60_000 });
  const startMs = Date.now() - began;
  const status = () => page.evaluate(() => JSON.parse(window.hybridnav.status()));
  /** Waits until the status is as wanted. */
  const until = async (what, wanted, seconds = 30) => {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const now = await status();
      if (wanted(now)) return now;
      assert.ok(Date.now() < end, `${what}: ${JSON.stringify(now)}`);
      await page.waitForTimeout(50);
    }
  };
  const press = async (key) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  };
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let k = 1; k <= 8; k += 1) {
      await page.mouse.move(from[0] + ((to[0] - from[0]) * k) / 8, from[1] + ((to[1] - from[1]) * k) / 8);
      await page.waitForTimeout(30);
    }
    await page.mouse.up();
    await page.waitForTimeout(150);
  };
  const close = async () => {
    await context.close();
    assert.deepEqual(wrong, []);
  };
  return { page, status, until, press, drag, close, startMs };
}

/** The shares of a picture's points, inside a rectangle, that are like each of some colours. */
export async function shares(page, [left, top, right, bottom], colours) {
  const clip = { x: left, y: top, width: right - left, height: bottom - top };
  const png = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async ([data, wanted]) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data: points } = context.getImageData(0, 0, image.width, image.height);
    const counts = wanted.map(() => 0);
    for (let at = 0; at < points.length; at += 4) {
      wanted.forEach(([r, g, b], k) => {
        const away = Math.abs(points[at] - r) + Math.abs(points[at + 1] - g) + Math.abs(points[at + 2] - b);
        if (away < 30) counts[k] += 1;
      });
    }
    return counts.map((count) => count / (points.length / 4));
  }, [png, colours]);
}
