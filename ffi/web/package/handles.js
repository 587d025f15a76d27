// Handles: objects that name things of a world. There is one object for each thing as long as it is there, so `===` compares.
import { HybridNavError } from "./error.js";

class Handle {
  #owner;
  #index;
  #generation;

  constructor(owner, index, generation) {
    this.#owner = owner;
    this.#index = index;
    this.#generation = generation;
  }

  /** As explanations, messages and the inspector write it: its place, and how often that has changed hands. */
  toString() {
    const uses = ((this.#generation & 0x3ff) << 8) | (this.#index >>> 24);
    return `${this.constructor.name}Id(${this.#index & 0xffffff}v${2 * uses + 1})`;
  }

  static is(handle, index, generation) {
    return handle.#index === index && handle.#generation === generation;
  }

  static write(handle, owner, at) {
    if (handle.#owner !== owner) {
      throw new HybridNavError("staleHandle", `${handle} belongs to another world`);
    }
    const { u32 } = owner.core;
    u32[at >> 2] = handle.#index;
    u32[(at >> 2) + 1] = handle.#generation;
  }
}

export class Unit extends Handle {}
export class Order extends Handle {}
export class Obstacle extends Handle {}
export class Area extends Handle {}
export class Link extends Handle {}
export class Discomfort extends Handle {}

const kinds = { UnitId: Unit, OrderId: Order, ObstacleId: Obstacle, AreaId: Area, LinkId: Link, DiscomfortId: Discomfort };

/** The kind of a handle; none of what is no handle. */
export const kindOf = (handle) => Object.keys(kinds).find((kind) => handle instanceof kinds[kind]);

/** What a world keeps of its handles. */
export const emptyTables = () => Object.fromEntries(Object.keys(kinds).map((kind) => [kind, new Map()]));

/** The handle at an address of the module's memory; null if it is none. */
export function readHandle(owner, kind, at) {
  const { u32 } = owner.core;
  const [index, generation] = [u32[at >> 2], u32[(at >> 2) + 1]];
  if (index === 0 && generation === 0) return null;
  const table = owner.tables[kind];
  const known = table.get(index);
  if (known !== undefined && Handle.is(known, index, generation)) return known;
  const handle = new kinds[kind](owner, index, generation);
  table.set(index, handle);
  return handle;
}

/** Puts a handle where the module reads it. */
export function writeHandle(owner, kind, at, handle, where) {
  if (!(handle instanceof kinds[kind])) {
    const name = kinds[kind].name.toLowerCase();
    throw new HybridNavError("badType", `${where}: expected a handle of kind ${name}, as the world gives it`);
  }
  Handle.write(handle, owner, at);
}
