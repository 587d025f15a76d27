// What a world consists of: its place in the module, its handles, and the columns of its units.
import { structs } from "./abi.js";
import { HybridNavError } from "./error.js";
import { emptyTables, readHandle } from "./handles.js";
import { getFields } from "./values.js";

/** What the methods of a world keep their owner under. */
export const owned = Symbol("owner");

// Of each row: its unit's handle, four vectors and a number.
const COLUMNS = { units: 8, positions: 8, velocities: 8, headings: 8, desiredVelocities: 8, activities: 4 };
const ROW = Object.values(COLUMNS).reduce((sum, bytes) => sum + bytes);

/** A world in the module. It does not know the object that a game holds, so that this one can be collected. */
export class Owner {
  constructor(core) {
    this.core = core;
    this.at = core.allocate(8);
    this.isFreed = false;
    this.forget();
    [this.block, this.capacity, this.count, this.views] = [0, 0, 0, {}];
  }

  /** Forgets everything that was known of the world. */
  forget() {
    this.tables = emptyTables();
    this.changed(true);
  }

  /** The world has changed: its columns are read anew when somebody asks for one, and its list of units if that may be another. */
  changed(units = false) {
    this.isRead = false;
    if (units) [this.isListed, this.units] = [false, undefined];
  }

  /** A call begins. */
  begin() {
    if (this.isFreed) throw new HybridNavError("freed", "the world has been freed");
    this.core.begin();
    return this.core;
  }

  check(name, ...given) {
    return this.core.check(name, this.at, ...given);
  }

  free() {
    if (this.isFreed) return;
    this.isFreed = true;
    if (this.core.isBroken) return;
    this.core.check("hnavDestroyWorld", this.at);
    this.core.release(this.at, 8);
    this.freeTape();
    if (this.capacity > 0) this.core.release(this.block, this.capacity * ROW);
    [this.views, this.tables, this.units] = [{}, emptyTables(), undefined];
  }

  /** Gives back the tape that the world was recorded on. */
  freeTape() {
    if (this.tape) this.core.call("hnavWeb_FreeTape", this.tape);
    this.tape = 0;
  }

  /** Where the results of a call lie that come with their number. */
  list(name, bytes, given = [], room = 256) {
    const { core } = this;
    const count = core.take(4);
    let items = core.take(room * bytes);
    let result = this.check(name, ...given, items, room, count);
    const found = core.u32[count >> 2];
    if (found > room) {
      items = core.take(found * bytes);
      result = this.check(name, ...given, items, found, count);
    }
    return { at: items, count: found, result };
  }

  /** The handles of a kind that a call lists. */
  handles(name, kind, given = []) {
    const { at, count } = this.list(name, 8, given);
    return Array.from({ length: count }, (_, k) => readHandle(this, kind, at + 8 * k));
  }

  /** A structure that a call writes. */
  state(name, struct, ...given) {
    const at = this.core.take(structs[struct].size);
    return { result: this.check(name, ...given, at), state: getFields(this, struct, at) };
  }

  /** The address of a column. */
  #column(name) {
    let offset = 0;
    for (const key in COLUMNS) {
      if (key === name) return this.block + offset * this.capacity;
      offset += COLUMNS[key];
    }
    return 0;
  }

  #list() {
    const { core } = this;
    const count = core.take(4);
    const list = () => this.check("hnavWorld_GetUnits", this.block, this.capacity, count);
    list();
    this.count = core.u32[count >> 2];
    if (this.count > this.capacity) {
      const capacity = Math.ceil((this.count * 1.5) / 8) * 8;
      const block = core.allocate(capacity * ROW);
      if (this.capacity > 0) core.release(this.block, this.capacity * ROW);
      [this.block, this.capacity] = [block, capacity];
      list();
    }
    this.isListed = true;
  }

  #read() {
    const { core } = this;
    if (!this.isListed) this.#list();
    const { fields } = structs.UnitColumns;
    const at = core.defined("UnitColumns", "hnavDefaultUnitColumns");
    const column = (field, name) => {
      const first = this.#column(name);
      core.u32.set([first, first + 4, 8], (at + fields[field][0]) >> 2);
    };
    column("position", "positions");
    column("velocity", "velocities");
    column("heading", "headings");
    column("desiredVelocity", "desiredVelocities");
    core.u32.set([this.#column("activities"), 4], (at + fields.activity[0]) >> 2);
    if (this.count > 0) this.check("hnavWorld_ReadUnits", this.block, this.count, at);
    this.isRead = true;
  }

  /** A column as it is now. */
  view(name) {
    this.begin();
    if (!this.isRead) this.#read();
    const [at, length] = [this.#column(name), this.count * (COLUMNS[name] / 4)];
    const known = this.views[name];
    if (known && known.buffer === this.core.u8.buffer && known.byteOffset === at && known.length === length) return known;
    const Kind = name === "activities" ? Uint32Array : Float32Array;
    return (this.views[name] = new Kind(this.core.u8.buffer, at, length));
  }

  /** All units, row by row. */
  roster() {
    if (this.units === undefined) {
      this.begin();
      if (!this.isListed) {
        this.#list();
        this.isRead = false;
      }
      this.units = Object.freeze(Array.from({ length: this.count }, (_, k) => readHandle(this, "UnitId", this.block + 8 * k)));
    }
    return this.units;
  }
}
