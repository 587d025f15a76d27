// Makes a JavaScript module of the C header: what structures look like in the memory of a 32-bit module, and what the numbers
// of enumerations mean. `node abi.mjs HEADER OUTPUT`
import { readFileSync, writeFileSync } from "node:fs";

const [header, output] = process.argv.slice(2);
const text = readFileSync(header, "utf8");
const camel = (words) => words.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const fail = (message) => {
  throw new Error(`${header}: ${message}`);
};

// Sizes and alignments of what is no structure.
const plain = {
  float: [4, "f32"], double: [8, "f64"], uint32_t: [4, "u32"], int32_t: [4, "i32"], uint64_t: [8, "u64"], bool: [1, "bool"],
  char: [1, "char"], pointer: [4, "pointer"],
};
// Numbers that say yes or no, and enumerations that are sums.
const flags = new Set(["partial", "bothWays", "connected", "exchange"]);

const enums = {};
for (const [, name, body] of text.matchAll(/^enum (hnav\w+)\n[^{]*\{([\s\S]*?)\n\};/gm)) {
  const prefix = `HNAV_${name.slice(4).replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()}_`;
  enums[name] = {};
  for (const [, item, value] of body.matchAll(/^ {2}(HNAV_\w+) = (-?\d+),/gm)) {
    enums[name][value] = camel(item.slice(prefix.length));
  }
}

const constants = {};
for (const [, name, value] of text.matchAll(/^#define HNAV_(\w+) (\d+)$/gm)) constants[`HNAV_${name}`] = Number(value);

const structs = {};
const layout = (type) => {
  if (plain[type]) return [plain[type][0], plain[type][0]];
  if (enums[type]) return [4, 4];
  const found = structs[type] ?? fail(`unknown type ${type}`);
  return [found.size, found.align];
};
const kind = (type, comment, name) => {
  if (type === "uint32_t" && flags.has(name)) return "flag";
  if (enums[type]) return type;
  const named = type === "int32_t" && comment.match(/\bAn? (hnav\w+)/)?.[1];
  if (named && enums[named]) return named;
  return plain[type]?.[1] ?? type;
};
for (const [, body, name] of text.matchAll(/^typedef struct \{\n([\s\S]*?)^\} (hnav\w+);/gm)) {
  let [size, align] = [0, 1];
  const fields = [];
  for (const [, comment, declared] of body.matchAll(/\/\*\*([\s\S]*?)\*\/\s*([^;]+);/g)) {
    const isPointer = /\*/.test(declared);
    const [, type, field, count] =
      isPointer ? [0, "pointer", declared.match(/\*\s*\)?(\w+)/)?.[1] ?? fail(declared)]
      : declared.match(/^(\w+) (\w+)(?:\[(\w+)\])?$/) ?? fail(`unreadable: ${declared}`);
    const number = count === undefined ? 1 : constants[count] ?? Number(count);
    const [each, alignment] = layout(type);
    size = Math.ceil(size / alignment) * alignment;
    fields.push({ name: field, offset: size, kind: kind(type, comment, field), count: number });
    [size, align] = [size + each * number, Math.max(align, alignment)];
  }
  structs[name] = { size: Math.ceil(size / align) * align, align, fields };
}

const short = (name) => name.slice(4);
const lines = ["// Made from the C header; do not edit.\n"];
lines.push("/** The names of the numbers of each enumeration. */", "export const enums = {");
for (const [name, items] of Object.entries(enums)) {
  lines.push(`  ${short(name)}: { ${Object.entries(items).map(([value, item]) => `${value < 0 ? `"${value}"` : value}: "${item}"`).join(", ")} },`);
}
lines.push("};\n", "/** Bytes of each structure, and where its fields lie. */", "export const structs = {");
for (const [name, { size, fields }] of Object.entries(structs)) {
  const all = fields.map(({ name: field, offset, kind: of, count }) =>
    `${field}: [${offset}, "${of.replace(/^hnav/, "")}"${count > 1 ? `, ${count}` : ""}]`);
  lines.push(`  ${short(name)}: { size: ${size}, fields: { ${all.join(", ")} } },`);
}
lines.push("};\n", `export const abiVersion = ${constants.HNAV_ABI_VERSION};`, "");
if (Object.keys(enums).length < 10 || Object.keys(structs).length < 20) fail("hardly anything was found");
writeFileSync(output, lines.join("\n"));
