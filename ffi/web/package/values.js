// Turns JavaScript values into what the module reads, and back. What is wrong is refused here, with its place; ranges are the
// module's affair.
import { enums, structs } from "./abi.js";
import { HybridNavError } from "./error.js";
import { readHandle, writeHandle } from "./handles.js";

const shown = (value) => {
  try {
    return typeof value === "bigint" ? `${value}n` : (JSON.stringify(value)?.slice(0, 60) ?? String(value));
  } catch {
    return typeof value;
  }
};

export const refuse = (where, expected, value) => {
  throw new HybridNavError("badType", `${where}: expected ${expected}, not ${shown(value)}`);
};

/** Refuses a key that has no meaning, by its place; says which one may be meant, or which there are, if they are not too many. */
export function refuseKey(where, known) {
  const plain = (text) => text.toLowerCase().replaceAll("_", "");
  const key = plain(where.slice(where.lastIndexOf(".") + 1));
  const meant = known.find((each) => plain(each) === key);
  const few = known.length <= 24 ? `: expected ${known.join(", ")}` : "";
  throw new HybridNavError("badType", `${where}: there is no such thing${meant === undefined ? few : `; is ${meant} meant?`}`);
}

const numbers = new Map();
for (const [name, items] of Object.entries(enums)) {
  numbers.set(name, new Map(Object.entries(items).map(([value, item]) => [item, Number(value)])));
}

export function number(value, where) {
  return typeof value === "number" ? value : refuse(where, "a number", value);
}

/** A whole number from `least` to `most`. */
export function whole(value, where, least = 0, most = 0xffff_ffff) {
  if (typeof value !== "number") refuse(where, "a whole number", value);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new HybridNavError(Number.isFinite(value) ? "outOfRange" : "notFinite", `${where}: ${value} is no whole number from ${least} to ${most}`);
  }
  return value;
}

/** 64 bits, from a whole number or a BigInt. */
export function wide(value, where) {
  const big = typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof big !== "bigint") refuse(where, "a whole number up to 2^53 - 1, or a BigInt", value);
  if (big < 0n || big >= 1n << 64n) throw new HybridNavError("outOfRange", `${where}: ${value} has more than 64 bits, or is negative`);
  return big;
}

/** An object that says more; none says nothing. */
export function options(value, where) {
  if (value === undefined) return {};
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : refuse(where, "an object", value);
}

/** A number if it is exact, else a BigInt. */
export const narrow = (big) => (big <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(big) : big);

function named(value, name, where) {
  const found = numbers.get(name).get(value);
  if (found === undefined) refuse(where, `one of ${[...numbers.get(name).keys()].map((item) => `"${item}"`).join(", ")}`, value);
  return found;
}

/** A point: `[x, y]`, or an object with `x` and `y`. */
export function putPoint({ f32 }, at, value, where) {
  const isArray = Array.isArray(value) && value.length === 2;
  if (!isArray && (typeof value !== "object" || value === null || Array.isArray(value))) refuse(where, "a point, [x, y] or {x, y}", value);
  const [x, y] = isArray ? value : [value.x, value.y];
  if (typeof x !== "number" || typeof y !== "number") refuse(where, "a point, [x, y] or {x, y}", value);
  f32[at >> 2] = x;
  f32[(at >> 2) + 1] = y;
}

export function takePoint(core, value, where) {
  const at = core.take(8);
  putPoint(core, at, value, where);
  return at;
}

export const getPoint = ({ f32 }, at) => ({ x: f32[at >> 2], y: f32[(at >> 2) + 1] });

/** Points, or a Float32Array or Float64Array of x and y in turn. Returns where they are and how many. */
export function takePoints(core, value, where) {
  if (value instanceof Float32Array || value instanceof Float64Array) {
    if (value.length % 2 !== 0) refuse(where, "an even number of coordinates, x and y in turn", value.length);
    const at = core.take(value.length * 4);
    core.f32.set(value, at >> 2);
    return [at, value.length / 2];
  }
  if (!Array.isArray(value)) refuse(where, "an array of points", value);
  const at = core.take(value.length * 8);
  for (let k = 0; k < value.length; k += 1) putPoint(core, at + 8 * k, value[k], `${where}[${k}]`);
  return [at, value.length];
}

export function getPoints(core, at, count) {
  return Array.from({ length: count }, (_, k) => getPoint(core, at + 8 * k));
}

const isPolygon = (value) => typeof value === "object" && value !== null && "border" in value;
// A ring among others, where a point of a ring would be numbers.
const isRing = (value) => isPolygon(value) || ArrayBuffer.isView(value) || (Array.isArray(value) && typeof value[0] === "object");

/** One outline, a polygon `{border, holes}`, or several of these. Returns where they are and how many. */
export function takePolygons(core, value, where) {
  const all = Array.isArray(value) && value.some(isRing) ? value : [value];
  const { size, fields } = structs.Polygon;
  const at = core.take(size * all.length);
  const putRing = (place, points, name) => {
    const [first, count] = takePoints(core, points, name);
    core.u32.set([first, count], place >> 2);
  };
  all.forEach((shape, k) => {
    const name = all.length > 1 ? `${where}[${k}]` : where;
    const { border, holes = [] } = isPolygon(shape) ? shape : { border: shape };
    if (!Array.isArray(holes)) refuse(`${name}.holes`, "an array of outlines", holes);
    const place = at + size * k;
    putRing(place + fields.border[0], border, `${name}.border`);
    const rings = core.take(8 * holes.length);
    holes.forEach((hole, index) => putRing(rings + 8 * index, hole, `${name}.holes[${index}]`));
    core.u32[(place + fields.holes[0]) >> 2] = rings;
    core.u32[(place + fields.holeCount[0]) >> 2] = holes.length;
  });
  return [at, all.length];
}

function put(owner, at, kind, value, where) {
  const { core } = owner;
  switch (kind) {
    case "f32": core.f32[at >> 2] = number(value, where); break;
    case "u32": core.u32[at >> 2] = whole(value, where); break;
    case "i32": core.i32[at >> 2] = whole(value, where, -(2 ** 31), 2 ** 31 - 1); break;
    case "u64": core.u64[at >> 3] = wide(value, where); break;
    case "flag":
      if (typeof value !== "boolean") refuse(where, "true or false", value);
      core.u32[at >> 2] = value ? 1 : 0;
      break;
    case "Vec2": putPoint(core, at, value, where); break;
    default:
      if (kind.endsWith("Id")) writeHandle(owner, kind, at, value, where);
      else core.i32[at >> 2] = named(value, kind, where);
  }
}

/** The fields of a structure that an object may name. */
export const keysOf = (struct) => Object.keys(structs[struct].fields).filter((key) => !["structSize", "fields"].includes(key) && structs[struct].fields[key][1] !== "pointer");

/** Sets those fields of a structure that an object names; `others` are seen to elsewhere. Keys that mean nothing are refused. */
export function putFields(owner, struct, at, value, where, others = "") {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(where, "an object", value);
  const { fields } = structs[struct];
  const known = others.split(" ");
  for (const key of Object.keys(value)) {
    if (value[key] === undefined || known.includes(key)) continue;
    const field = Object.hasOwn(fields, key) && key !== "structSize" ? fields[key] : undefined;
    if (field === undefined || field[1] === "pointer") refuseKey(`${where}.${key}`, keysOf(struct));
    if (field.length > 2) putNumbers(owner.core, at + field[0], value[key], field[2], `${where}.${key}`);
    else put(owner, at + field[0], field[1], value[key], `${where}.${key}`);
  }
}

/** Exactly `count` numbers, or one for all. */
function putNumbers(core, at, value, count, where) {
  if (typeof value === "number") core.f32.fill(value, at >> 2, (at >> 2) + count);
  else if ((!Array.isArray(value) && !(value instanceof Float32Array)) || value.length !== count) refuse(where, `${count} numbers`, value);
  else value.forEach((item, k) => (core.f32[(at >> 2) + k] = number(item, `${where}[${k}]`)));
}

function get(owner, at, kind) {
  const { core } = owner;
  switch (kind) {
    case "f32": return core.f32[at >> 2];
    case "f64": return core.f64[at >> 3];
    case "u32": return core.u32[at >> 2];
    case "i32": return core.i32[at >> 2];
    case "u64": return narrow(core.u64[at >> 3]);
    case "bool": return core.u8[at] !== 0;
    case "flag": return core.u32[at >> 2] !== 0;
    case "Vec2": return getPoint(core, at);
    default:
      return kind.endsWith("Id") ? readHandle(owner, kind, at) : enums[kind]?.[core.i32[at >> 2]] ?? getFields(owner, kind, at);
  }
}

/** The fields of a structure as an object; pointers are left out. */
export function getFields(owner, struct, at) {
  const found = {};
  const { fields } = structs[struct];
  for (const key in fields) {
    const [offset, kind, count] = fields[key];
    if (kind === "pointer" || key === "structSize") continue;
    if (count === undefined) found[key] = get(owner, at + offset, kind);
    else if (kind === "f32") found[key] = [...owner.core.f32.subarray((at + offset) >> 2, ((at + offset) >> 2) + count)];
    else found[key] = Array.from({ length: count }, (_, k) => get(owner, at + offset + k * structs[kind].size, kind));
  }
  return found;
}

/** Handles of a kind, one or several. Returns where they are and how many. */
export function takeHandles(owner, kind, value, where) {
  const all = Array.isArray(value) ? value : typeof value?.[Symbol.iterator] === "function" ? [...value] : [value];
  const at = owner.core.take(8 * all.length);
  for (let k = 0; k < all.length; k += 1) writeHandle(owner, kind, at + 8 * k, all[k], `${where}[${k}]`);
  return [at, all.length];
}

export function takeHandle(owner, kind, value, where) {
  const at = owner.core.take(8);
  writeHandle(owner, kind, at, value, where);
  return at;
}
