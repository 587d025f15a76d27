// Workers that help a module with the steps of its worlds.
import { Core } from "./core.js";
import { HybridNavError } from "./error.js";

// Pages of 64 KiB: what the module begins with, and 1 GiB, as all browsers give. The first one is what the module was linked with.
const [LEAST, MOST] = [64, 16384];

// What threads have elsewhere, in bytes.
const STACK = 2 << 20;

// More than that never have enough to do.
const LIMIT = 64;

const BY_DEFAULT = 7;

/** How many workers are wanted: as many as are given, else one less than there are cores. */
export function countWorkers(given, platform) {
  if (given === undefined) return Math.max(0, Math.min(platform.cores() - 1, BY_DEFAULT));
  if (!Number.isInteger(given)) throw new HybridNavError("badType", `workers: expected a whole number, got ${given}`);
  if (given < 0 || given > LIMIT) throw new HybridNavError("outOfRange", `workers: ${given}; 0 to ${LIMIT} are possible`);
  return given;
}

function need(isThere, words) {
  if (!isThere) throw new HybridNavError("notLoaded", words);
}

/** Whether a module gets its memory from outside. */
export const isForWorkers = (module) => WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");

/** Memory that workers can share with the calling thread. */
export function sharedMemory() {
  need(typeof SharedArrayBuffer === "function", "workers need SharedArrayBuffer: serve the page with the headers "
    + "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp");
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
  } catch {
    need(false, "the thread of a page must not wait for workers: load the module in a worker of the page's, which may");
  }
  return new WebAssembly.Memory({ initial: LEAST, maximum: MOST, shared: true });
}

/** An instance of the module on memory that is shared with so many workers. */
export async function instantiateShared(module, count, platform) {
  need(isForWorkers(module), "the module is not for workers: loadWithWorkers() takes hybridnav_workers.wasm of this package, load() this one");
  const memory = sharedMemory();
  const core = new Core(await WebAssembly.instantiate(module, { env: { memory } }), memory);
  const { exports } = core;
  const aligned = (bytes, alignment) => Math.ceil(core.allocate(bytes + alignment) / alignment) * alignment;
  try {
    await Promise.all(Array.from({ length: count }, () => new Promise((onReady, onError) => {
      const stack = aligned(STACK, 16) + STACK;
      const storage = aligned(exports.__tls_size.value, exports.__tls_align.value);
      core.workers.push(platform.startWorker({ module, memory, stack, storage }, onReady, onError));
    })));
  } catch (error) {
    core.endWorkers();
    throw error;
  }
  return core;
}
