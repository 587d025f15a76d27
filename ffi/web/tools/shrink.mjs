// Leaves out of a module what the package does not call, and makes the rest smaller.
// `node shrink.mjs MODULE OUTPUT PACKAGE LEVEL SHRINK`; `binaryen` is looked for from the current folder.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [input, output, folder, level, shrink] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), "package.json"));
const { default: binaryen } = await import(pathToFileURL(require.resolve("binaryen")));

const sources = readdirSync(folder).filter((name) => name.endsWith(".js"));
const text = sources.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
const named = new Set(text.match(/hnav\w+/g));

const bytes = readFileSync(input);
const compiled = await WebAssembly.compile(bytes);
const exports = WebAssembly.Module.exports(compiled);
const isShared = WebAssembly.Module.imports(compiled).some(({ kind }) => kind === "memory");
const { Features } = binaryen;
const features = (isShared ? Features.Atomics : 0) | Features.MutableGlobals | Features.SignExt | Features.NontrappingFPToInt | Features.BulkMemory
  | Features.BulkMemoryOpt | Features.ReferenceTypes | Features.Multivalue | Features.SIMD128 | Features.CallIndirectOverlong;
const module = binaryen.readBinary(bytes, features);
for (const { name } of exports) {
  if (name !== "memory" && !name.startsWith("__") && !named.has(name)) module.removeExport(name);
}
// What only the module with workers has.
const OF_WORKERS = /^hnavWeb_(ShareSteps|CountWorkers|CloseQueue|Serve|NoteLostWorker)$/;
const missing = [...named].filter((name) => /^hnav(World_|Web_|Default)/.test(name) && (isShared || !OF_WORKERS.test(name))
  && !exports.some((known) => known.name === name));
if (missing.length > 0) throw new Error(`the module does not export ${missing.join(", ")}`);
binaryen.setOptimizeLevel(Number(level));
binaryen.setShrinkLevel(Number(shrink));
module.optimize();
writeFileSync(output, module.emitBinary());
