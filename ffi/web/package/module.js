// Loads the module, and knows which one worlds are made on.
import { Core } from "./core.js";
import { HybridNavError } from "./error.js";

let latest;
// Where the module is if `load` is not told: how that is read differs between browsers and Node.
let readDefault;

export function setDefault(read) {
  readDefault = read;
}

async function instantiate(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return WebAssembly.instantiate(given, {});
  if (typeof Response === "function" && given instanceof Response) {
    if (!given.ok) throw new HybridNavError("notLoaded", `${given.url}: ${given.status} ${given.statusText}`);
    // Some servers send another type, which streaming refuses.
    return (await WebAssembly.instantiate(await given.arrayBuffer(), {})).instance;
  }
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return (await WebAssembly.instantiate(given, {})).instance;
  throw new HybridNavError("badType", "load: expected a URL, a Response, bytes, a WebAssembly.Module, or nothing");
}

/** An instance of the module, with memory of its own. */
export class HybridNav {
  #core;

  constructor(core) {
    this.#core = core;
  }

  /** Bytes of its memory. */
  get memoryBytes() {
    return this.#core.memoryBytes;
  }

  /** Whether a fault has ended it. */
  get isBroken() {
    return this.#core.isBroken;
  }

  static core(nav) {
    return nav.#core;
  }
}

/** Loads the module anew, from where it lies beside this one or from `source`. Worlds are made on the last one that was loaded. */
export async function load(source) {
  const isPlace = typeof source === "string" || source instanceof URL;
  let instance;
  try {
    instance = await instantiate(source === undefined || isPlace ? readDefault(source) : source);
  } catch (error) {
    if (error instanceof HybridNavError) throw error;
    throw new HybridNavError("notLoaded", `the module could not be loaded: ${error.message}`, { cause: error });
  }
  latest = new HybridNav(new Core(instance));
  return latest;
}

export function coreOf(nav = latest) {
  if (nav === undefined) throw new HybridNavError("notLoaded", "the module is not loaded: await load() first");
  if (!(nav instanceof HybridNav)) throw new HybridNavError("badType", "on: expected what load() has given");
  return HybridNav.core(nav);
}
