// Loads the module, and knows which one worlds are made on.
import { Core } from "./core.js";
import { HybridNavError } from "./error.js";
import { countWorkers, instantiateShared, isForWorkers } from "./workers.js";

let latest;
// Where the modules are if `load` is not told, how they are read, and how a worker is started: that differs between browsers and Node.
let platform;

export function setPlatform(given) {
  platform = given;
}

// For games that forget an instance.
const forgotten = new FinalizationRegistry((workers) => workers.forEach((end) => end()));

/** The module that a source gives. */
async function moduleOf(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response === "function" && given instanceof Response) {
    if (!given.ok) throw new HybridNavError("notLoaded", `${given.url}: ${given.status} ${given.statusText}`);
    // Some servers send another type, which streaming refuses.
    return WebAssembly.compile(await given.arrayBuffer());
  }
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
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

  /** How many workers help with the steps of its worlds now. */
  get workers() {
    return this.#core.isShared && !this.#core.isBroken ? this.#core.call("hnavWeb_CountWorkers") : 0;
  }

  /** Lets its workers go, as soon as they have done what they are at; its worlds go on without. */
  endWorkers() {
    if (this.#core.isShared && !this.#core.isBroken) this.#core.call("hnavWeb_CloseQueue");
  }

  static core(nav) {
    return nav.#core;
  }
}

async function loadBy(read, source, instantiate) {
  const isPlace = typeof source === "string" || source instanceof URL;
  try {
    const core = await instantiate(await moduleOf(source === undefined || isPlace ? read(source) : source));
    latest = new HybridNav(core);
    return latest;
  } catch (error) {
    if (error instanceof HybridNavError) throw error;
    throw new HybridNavError("notLoaded", `the module could not be loaded: ${error.message}`, { cause: error });
  }
}

/** Loads the module anew, from where it lies beside this one or from `source`. Worlds are made on the last one that was loaded. */
export function load(source) {
  return loadBy(platform.read, source, async (module) => {
    if (isForWorkers(module)) throw new HybridNavError("notLoaded", "the module is for workers: load() takes hybridnav.wasm, loadWithWorkers() this one");
    return new Core(await WebAssembly.instantiate(module, {}));
  });
}

/** Loads the module, with workers that help with the steps of its worlds: by default one less than there are cores. */
export async function loadWithWorkers(workers, source) {
  const count = countWorkers(workers, platform);
  return loadBy(platform.readShared, source, async (module) => {
    const core = await instantiateShared(module, count, platform);
    forgotten.register(core, core.workers);
    return core;
  });
}

export function coreOf(nav = latest) {
  if (nav === undefined) throw new HybridNavError("notLoaded", "the module is not loaded: await load() first");
  if (!(nav instanceof HybridNav)) throw new HybridNavError("badType", "on: expected what load() has given");
  return HybridNav.core(nav);
}
