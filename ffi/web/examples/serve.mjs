// Serves the page of an example: `node serve.mjs EXAMPLE [PACKAGE] [PORT]`, where EXAMPLE is a folder beside this file and PACKAGE one that
// `ffi/web/build` has made. A bundler would do as well: workers have no import maps, so that the name of the package is made its address here.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [example = "workers", folder = "target/web/hybridnav", port = "8080"] = process.argv.slice(2);
const here = join(dirname(fileURLToPath(import.meta.url)), basename(example));
const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };
// A page with these may share memory with its workers.
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

createServer(({ url }, response) => {
  // Names alone: nothing outside the two folders can be asked for.
  const name = basename(new URL(url, "http://localhost").pathname) || "index.html";
  const from = url.startsWith("/package/") ? resolve(folder) : here;
  try {
    let body = readFileSync(join(from, name));
    if (name.endsWith(".js")) body = body.toString().replaceAll('from "hybridnav"', 'from "/package/browser.js"');
    response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream", ...ISOLATED }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(port), () => console.log(`http://localhost:${port}`));
