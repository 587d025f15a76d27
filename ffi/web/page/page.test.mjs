// The example with workers in Chromium: the page may share memory, workers help, and nothing is wrong in its console.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";

const { PLAYWRIGHT, HYBRIDNAV_ROOT: root, HYBRIDNAV_PACKAGE: folder } = process.env;
const { chromium } = createRequire(join(PLAYWRIGHT, "package.json"))("playwright-core");
const PORT = 8097;
let [server, chrome] = [];

before(async () => {
  server = spawn(process.execPath, [join(root, "ffi/web/examples/serve.mjs"), "workers", folder, String(PORT)]);
  await new Promise((resolve, fail) => server.stdout.once("data", resolve) && server.once("exit", fail));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"];
  chrome = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
});
after(async () => {
  await chrome?.close();
  server?.kill();
});

const said = (page) => page.textContent("#state");

test("two armies walk in a worker that others help", async () => {
  const page = await chrome.newPage();
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(`http://localhost:${PORT}/`);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  await page.waitForFunction(() => Number(document.getElementById("state").textContent.match(/tick (\d+)/)?.[1]) > 40, null, { timeout: 60_000 });
  const [, workers] = (await said(page)).match(/workers: (\d+)/);
  assert.equal(Number(workers), Math.min(cores - 1, 7), await said(page));
  console.log(await said(page));
  if (process.env.HYBRIDNAV_PICTURE) await page.screenshot({ path: process.env.HYBRIDNAV_PICTURE, fullPage: true });
  assert.deepEqual(wrong.filter((text) => !text.includes("favicon") && !text.includes("404")), []);
  await page.close();
});

test("a worker that cannot serve says why", async () => {
  const page = await chrome.newPage();
  await page.goto(`http://localhost:${PORT}/`);
  const heard = page.evaluate(() => new Promise((resolve) => {
    const worker = new Worker("/package/browser_worker.js", { type: "module" });
    worker.onerror = ({ message }) => resolve(message);
    worker.postMessage({ module: 1 });
  }));
  const late = new Promise((resolve) => setTimeout(resolve, 20_000, "nothing"));
  assert.match(await Promise.race([heard, late]), /WebAssembly/);
  await page.close();
});

test("the page's own thread is told where to load it", async () => {
  const page = await chrome.newPage();
  await page.goto(`http://localhost:${PORT}/`);
  const refusal = await page.evaluate(async () => {
    const { loadWithWorkers } = await import("/package/browser.js");
    return loadWithWorkers(1).catch(({ code, message }) => `${code}: ${message}`);
  });
  assert.match(refusal, /^notLoaded: .*must not wait.*worker/);
  await page.close();
});
