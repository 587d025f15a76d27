// An instance of the WebAssembly module: its functions, its memory, and room for the arguments and results of a call.
import { abiVersion, enums, structs } from "./abi.js";
import { HybridNavError } from "./error.js";

// Room that is kept for arguments and results, in bytes. Calls that need more get it for as long as they run, and the next ones
// find it there.
const SCRATCH = 1 << 16;

const text = new TextDecoder();

/** Calls the functions of one instance. Everything is read through the arrays, which `call` renews when memory has grown. */
export class Core {
  constructor({ exports }, memory = exports.memory) {
    const version = exports.hnavGetAbiVersion?.();
    if (version !== abiVersion) {
      throw new HybridNavError("notLoaded", `the module's interface is ${version}, and this package's ${abiVersion}: load the module of this package`);
    }
    this.exports = exports;
    this.memory = memory;
    this.isShared = typeof SharedArrayBuffer === "function" && memory.buffer instanceof SharedArrayBuffer;
    this.workers = [];
    this.isBroken = false;
    this.renew();
    [this.block, this.size, this.wanted, this.extras] = [this.allocate(SCRATCH), SCRATCH, 0, []];
    this.begin();
  }

  /** Bytes of the module's memory. It never shrinks. */
  get memoryBytes() {
    return this.memory.buffer.byteLength;
  }

  renew() {
    const { buffer } = this.memory;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
  }

  /** Calls a function of the module. */
  call(name, ...given) {
    if (this.isBroken) throw this.fault();
    let result;
    try {
      result = this.exports[name](...given);
    } catch (error) {
      this.isBroken = true;
      this.endWorkers();
      throw this.fault(error);
    }
    // The arrays of memory that has grown are empty; where it is shared they only are too short.
    if (this.u8.length === 0 || (this.isShared && this.u8.buffer !== this.memory.buffer)) this.renew();
    return result;
  }

  /** Ends the workers, at whatever they are: nothing that they hold is used any more. */
  endWorkers() {
    for (const end of this.workers.splice(0)) end();
  }

  /** Calls a function that says whether it did what it should. */
  check(name, ...given) {
    const result = this.call(name, ...given);
    if (result < 0) {
      const message = this.text(this.call("hnavGetLastErrorMessage"));
      throw new HybridNavError(enums.Result[result] ?? "fault", message);
    }
    return enums.Result[result];
  }

  fault(error) {
    if (error) this.reason = error.message;
    const advice = "please report it; the loaded module and all of its worlds refuse further work: load() another one";
    return new HybridNavError("fault", `a fault in the library (${this.reason}), ${advice}`, { cause: error });
  }

  /** A text of the module's that ends at 0. */
  text(at) {
    return text.decode(this.u8.slice(at, this.u8.indexOf(0, at)));
  }

  /** Memory of the module's, to be released. */
  allocate(bytes) {
    const at = bytes < 2 ** 31 ? this.call("hnavWeb_Allocate", Math.max(bytes, 1)) : 0;
    if (at === 0) throw new HybridNavError("noMemory", `the module has no memory for ${bytes} bytes`);
    return at;
  }

  release(at, bytes) {
    this.call("hnavWeb_Release", at, Math.max(bytes, 1));
  }

  /** A call begins: what the last one took is free again. */
  begin() {
    for (const [at, bytes] of this.extras) this.release(at, bytes);
    this.extras.length = 0;
    if (this.wanted > this.size) {
      this.release(this.block, this.size);
      [this.block, this.size] = [0, 0];
      [this.block, this.size] = [this.allocate(this.wanted), this.wanted];
    }
    [this.wanted, this.top] = [0, this.block];
  }

  /** Room for an argument or a result, at an address that every type can have. */
  take(bytes) {
    const rounded = (bytes + 7) & ~7;
    this.wanted += rounded;
    if (this.top + rounded <= this.block + this.size && rounded >= bytes) {
      const at = this.top;
      this.top += rounded;
      return at;
    }
    const at = this.allocate(bytes);
    this.extras.push([at, bytes]);
    return at;
  }

  /** Room for a structure, as the function `maker` makes it of what is given. */
  defined(name, maker, ...given) {
    const at = this.take(structs[name].size);
    this.call(maker, at, ...given);
    return at;
  }
}
