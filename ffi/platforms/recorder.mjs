// Stands in for the package `hybridnav`: worlds that only write down what they are asked for, as the C functions that
// `scenes.c` includes. What the scenes do not need is not there. The file's name is in RECORDED_CALLS.
import { appendFileSync, writeFileSync } from "node:fs";

const file = process.env.RECORDED_CALLS;
const write = (text) => appendFileSync(file, text);
const number = (value) => (Number.isInteger(value) ? `${value}` : `${Number(Math.fround(value).toPrecision(9))}f`);
const point = ([x, y]) => `{${number(x)}, ${number(y)}}`;
const points = (list) => `static const hnavVec2 at[] = {${list.map(point).join(", ")}};`;
const known = (object, keys) => {
  const stranger = Object.keys(object).find((key) => object[key] !== undefined && !keys.includes(key));
  if (stranger !== undefined) throw new Error(`the recorder does not know ${stranger}`);
};
// A name of a parameter and of its value as a constant of the header.
const upper = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const labels = [];

export async function load() {
  writeFileSync(file, "/* Written by recorder.mjs. */\n");
  process.on("exit", () => {
    write(`static const struct { const char *name; void (*run)(void); } scenes[] = {\n`);
    write(`${labels.map((label) => `    {"${label}", ${label}},\n`).join("")}};\n`);
  });
}

export class World {
  #lines = [];
  #units = 0;
  #steps = 0;

  constructor({ bounds, radii, parameters, ...others }) {
    known(others, []);
    this.#lines.push(`static const float radii[] = {${radii.map(number).join(", ")}};`);
    this.#lines.push(`static const hnavVec2 bounds[] = {${point(bounds.slice(0, 2))}, ${point(bounds.slice(2))}};`);
    this.#lines.push(`hnavWorldDef def = hnavDefaultWorldDef(bounds[0], bounds[1], radii, ${radii.length});`);
    for (const [key, value] of Object.entries(parameters)) {
      this.#lines.push(`def.parameters.${key} = ${typeof value === "string" ? `HNAV_${upper(key)}_${upper(value)}` : number(value)};`);
    }
    this.#lines.push("begin(&def);");
  }

  #say(line) {
    if (this.#steps > 0) this.#lines.push(`step(${this.#steps});`);
    this.#steps = 0;
    this.#lines.push(line);
  }

  addObstacle(outline) {
    this.#say(`{ ${points(outline)} stand(at, ${outline.length}); }`);
  }

  addUnits(defs) {
    const [{ radius, maxSpeed }] = defs;
    for (const def of defs) {
      known(def, ["position", "radius", "maxSpeed"]);
      if (def.radius !== radius || def.maxSpeed !== maxSpeed) throw new Error("the recorder makes units of one kind at a time");
    }
    this.#say(`{ ${points(defs.map(({ position }) => position))} enter(at, ${defs.length}, ${number(radius)}, ${number(maxSpeed)}); }`);
    return defs.map(() => this.#units++);
  }

  order(units, { goal, goals, exchange = false, ...others }) {
    known(others, []);
    const who = `static const uint32_t who[] = {${units.join(", ")}};`;
    this.#say(`{ ${who} ${points(goals ?? [goal])} order(who, ${units.length}, at, ${goals ? 1 : 0}, ${exchange ? 1 : 0}); }`);
  }

  step() {
    this.#steps += 1;
  }

  /** Ends the function, which is called so. */
  hash(label) {
    this.#say("");
    write(`static void ${label}(void) {\n${this.#lines.map((line) => (line ? `    ${line}\n` : "")).join("")}}\n`);
    labels.push(label);
    return 0n;
  }

  free() {}
}
