// Writes the licences of all crates that a package's library is made of: `node licences.mjs MANIFEST PACKAGE TARGET > FILE`. Texts are those
// of the crates' sources, each once; a crate without one is named with its licence and where it comes from.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const [manifest, root, target] = process.argv.slice(2);
const cargo = (...words) => execFileSync("cargo", [...words, "--locked", "--manifest-path", manifest], { encoding: "utf8", maxBuffer: 1 << 28 });
const { packages } = JSON.parse(cargo("metadata", "--format-version", "1"));
const built = cargo("tree", "--package", root, "--edges", "normal,no-proc-macro", "--prefix", "none", "--no-dedupe", "--target", target, "--format", "{p}");
const names = new Set(built.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
// What has no source is ours, and has its licences beside this file.
const used = packages.filter(({ name, version, source }) => source !== null && names.has(`${name} v${version}`));
if (used.length === 0) throw new Error(`${root} uses nothing`);

const known = /^(licen[cs]e|copying|unlicense|notice|copyright)/i;
const texts = new Map();
const say = (line = "") => process.stdout.write(`${line}\n`);
const readTexts = (label, folder, files) => {
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8").replace(/\r/g, "").trim();
    texts.set(text, [...(texts.get(text) ?? []), label]);
  }
  return files.length > 0;
};

say(`The library is made with Rust's standard library (MIT OR Apache-2.0) and ${used.length} crates of others. Their licence texts follow.\n`);
const bare = [];
for (const { name, version, license, license_file: named, manifest_path: path, repository } of used) {
  if (!license && !named) throw new Error(`${name} ${version} says nothing of a licence`);
  say(`${name} ${version}: ${license ?? named}`);
  const folder = dirname(path);
  const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && known.test(entry.name));
  const files = all.map((entry) => entry.name).sort();
  // Of two licences to choose from, the short one.
  const short = files.filter((file) => !/apache/i.test(file));
  if (!readTexts(`${name} ${version}`, folder, /\bMIT\b/.test(license) && short.some((file) => /mit/i.test(file)) ? short : files)) {
    bare.push(`${name} ${version} (${license}) brings no text of its licence; it comes from ${repository}`);
  }
}
bare.forEach((line) => say(line));

const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
const ofRust = join(sysroot, "share/doc/rust/COPYRIGHT-library.html");
if (existsSync(ofRust)) {
  const words = readFileSync(ofRust, "utf8").replace(/<(style|script)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, "");
  const plain = words.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;|&#x27;/g, "'").replace(/&amp;/g, "&");
  texts.set(plain.replace(/\n\s*\n+/g, "\n\n").trim(), ["Rust's standard library"]);
} else {
  say("Rust's standard library: its texts are in https://github.com/rust-lang/rust");
}
for (const [text, labels] of texts) say(`\n${"=".repeat(100)}\n${labels.join(", ")}\n\n${text}`);
