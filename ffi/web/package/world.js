// A world: how it is made, stepped, saved and freed. What stands in it and moves in it is in the classes below this one.
import { structs } from "./abi.js";
import { HybridNavError } from "./error.js";
import { coreOf } from "./module.js";
import { Owner, owned } from "./owner.js";
import { Queries } from "./queries.js";
import { SavedState } from "./saved_state.js";
import { getFields, getPoint, number, options, putFields, refuse, refuseKey, takePoint, takePolygons } from "./values.js";

export { activities } from "./units.js";

// For games that forget to free a world.
const forgotten = new FinalizationRegistry((owner) => owner.free());

/** The definition of a world in the module's memory. */
function definition(core, given) {
  const owner = { core };
  const { bounds, radii, parameters, pedestrians = false, movementKinds, walkable, ...others } = options(given, "definition");
  delete others.on;
  const stranger = Object.keys(others)[0];
  if (stranger !== undefined) refuseKey(stranger, ["bounds", "radii", "parameters", "pedestrians", "movementKinds", "walkable", "on"]);
  if (!Array.isArray(bounds) || bounds.length !== 4) refuse("bounds", "[min x, min y, max x, max y]", bounds);
  if (!Array.isArray(radii)) refuse("radii", "an array of numbers", radii);
  const [lower, upper] = [takePoint(core, bounds.slice(0, 2), "bounds"), takePoint(core, bounds.slice(2), "bounds")];
  const list = core.take(4 * radii.length);
  radii.forEach((radius, k) => (core.f32[(list >> 2) + k] = number(radius, `radii[${k}]`)));
  const { fields } = structs.WorldDef;
  const at = core.defined("WorldDef", "hnavDefaultWorldDef", lower, upper, list, radii.length);
  if (typeof pedestrians !== "boolean") refuse("pedestrians", "true or false", pedestrians);
  if (pedestrians) core.call("hnavPedestrianParameters", at + fields.parameters[0]);
  if (parameters !== undefined) putFields(owner, "WorldParameters", at + fields.parameters[0], parameters, "parameters");
  const address = (field, value) => (core.u32[(at + fields[field][0]) >> 2] = value);
  if (movementKinds !== undefined) {
    if (!Array.isArray(movementKinds)) refuse("movementKinds", "an array of objects", movementKinds);
    const { size } = structs.MovementKind;
    const first = core.take(size * movementKinds.length);
    movementKinds.forEach((kind, k) => {
      core.call("hnavDefaultMovementKind", first + size * k);
      putFields(owner, "MovementKind", first + size * k, kind, `movementKinds[${k}]`);
    });
    address("movementKinds", first);
    address("movementKindCount", movementKinds.length);
  }
  if (walkable !== undefined) {
    const [first, count] = takePolygons(core, walkable, "walkable");
    address("walkable", first);
    address("walkableCount", count);
  }
  return at;
}

/** The parameters of people in cities and evacuations. */
export function pedestrianParameters(nav) {
  const core = coreOf(nav);
  core.begin();
  return getFields({ core }, "WorldParameters", core.defined("WorldParameters", "hnavPedestrianParameters"));
}

export class World extends Queries {
  constructor(given) {
    super();
    const core = coreOf(given?.on);
    core.begin();
    const def = definition(core, given);
    const owner = new Owner(core);
    try {
      core.check("hnavCreateWorld", def, owner.at);
      if (core.isShared) core.check("hnavWeb_ShareSteps", owner.at);
    } catch (error) {
      if (!core.isBroken) core.release(owner.at, 8);
      throw error;
    }
    this[owned] = owner;
    forgotten.register(this, owner, owner);
    this.#learn();
  }

  static load(bytes, on) {
    const world = new World({ bounds: [0, 0, 1, 1], radii: [0.125], on });
    try {
      world.load(bytes);
    } catch (error) {
      world.free();
      throw error;
    }
    return world;
  }

  #learn() {
    this[owned].seconds = this.definition.parameters.tick;
  }

  free() {
    forgotten.unregister(this[owned]);
    this[owned].free();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }

  get isFreed() {
    return this[owned].isFreed;
  }

  get dt() {
    return this[owned].seconds;
  }

  step(...given) {
    const owner = this[owned];
    // Whoever gives the time of a frame would get another speed of the game than is meant.
    if (given[0] !== undefined) refuse("step", "no argument, as each lasts world.dt: take as many as are due", given[0]);
    owner.begin();
    owner.check("hnavWorld_Step", owner.seconds);
    owner.changed();
  }

  get tickCount() {
    const core = this[owned].begin();
    const out = core.take(8);
    this[owned].check("hnavWorld_GetTickCount", out);
    return Number(core.u64[out >> 3]);
  }

  hash() {
    const core = this[owned].begin();
    const out = core.take(8);
    this[owned].check("hnavWorld_GetStateHash", out);
    return core.u64[out >> 3];
  }

  get definition() {
    const owner = this[owned];
    const core = owner.begin();
    const { classCount, classRadii, lower, upper, parameters } = owner.state("hnavWorld_GetDef", "WorldDef").state;
    const { size } = structs.MovementKind;
    const { at, count } = owner.list("hnavWorld_GetMovementKinds", size, [], 32);
    const movementKinds = Array.from({ length: count }, (_, k) => getFields({ core }, "MovementKind", at + size * k));
    return { bounds: [lower.x, lower.y, upper.x, upper.y], radii: classRadii.slice(0, classCount), parameters, movementKinds };
  }

  memory() {
    this[owned].begin();
    return this[owned].state("hnavWorld_GetMemory", "Memory").state;
  }

  counters() {
    this[owned].begin();
    const { waited, ...counters } = this[owned].state("hnavWorld_GetCounters", "Counters").state;
    return counters;
  }

  save() {
    const owner = this[owned];
    const core = owner.begin();
    const { at, count } = owner.list("hnavWorld_Save", 1, [], owner.savedBytes ?? 1 << 16);
    owner.savedBytes = Math.ceil(count * 1.1);
    return core.u8.slice(at, at + count);
  }

  load(bytes) {
    this.#replace("hnavWorld_Load", bytes);
  }

  #replace(name, bytes) {
    const owner = this[owned];
    const core = owner.begin();
    const given = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
    if (!(given instanceof Uint8Array)) refuse("bytes", "a Uint8Array or an ArrayBuffer", bytes);
    const at = core.take(given.length);
    core.u8.set(given, at);
    owner.check(name, at, given.length);
    owner.changed(true);
    this.#learn();
  }

  saveState() {
    return SavedState.of(this[owned]);
  }

  saveStateInto(state) {
    const owner = this[owned];
    owner.check("hnavWorld_SaveStateInto", SavedState.place(state, owner.begin()));
  }

  restoreState(state) {
    const owner = this[owned];
    owner.check("hnavWorld_RestoreState", SavedState.place(state, owner.begin()));
    owner.changed(true);
    this.#learn();
  }

  startRecording() {
    const owner = this[owned];
    const core = owner.begin();
    const tape = core.call("hnavWeb_NewTape");
    try {
      core.check("hnavWeb_StartRecording", owner.at, tape);
    } catch (error) {
      // The tape that was there may still be written to.
      if (!core.isBroken) core.call("hnavWeb_FreeTape", tape);
      throw error;
    }
    owner.freeTape();
    owner.tape = tape;
  }

  recording() {
    const owner = this[owned];
    const core = owner.begin();
    if (!owner.tape) throw new HybridNavError("mismatch", "the world is not being recorded: call startRecording() first");
    const count = core.take(4);
    const at = core.call("hnavWeb_ReadTape", owner.tape, count);
    return core.u8.slice(at, at + core.u32[count >> 2]);
  }

  stopRecording() {
    const owner = this[owned];
    owner.begin();
    owner.check("hnavWorld_StopRecording");
    const bytes = this.recording();
    owner.freeTape();
    return bytes;
  }

  loadRecording(bytes) {
    this.#replace("hnavWorld_LoadRecording", bytes);
  }

  replayStep() {
    const owner = this[owned];
    const core = owner.begin();
    const out = core.take(4);
    try {
      owner.check("hnavWorld_ReplayStep", out);
    } finally {
      if (!core.isBroken) owner.changed(true);
    }
    return core.u8[out] !== 0;
  }

  get origin() {
    const core = this[owned].begin();
    const out = core.take(16);
    this[owned].check("hnavWorld_GetOrigin", out, out + 8);
    return [Number(BigInt.asIntN(64, core.u64[out >> 3])), Number(BigInt.asIntN(64, core.u64[(out >> 3) + 1]))];
  }

  setOrigin(tilesX, tilesY) {
    this[owned].begin();
    const tiles = [tilesX, tilesY].map((count) => (Number.isSafeInteger(count) ? BigInt(count) : refuse("origin", "whole numbers of tiles", count)));
    this[owned].check("hnavWorld_SetOrigin", ...tiles);
  }

  toGame(point) {
    const core = this[owned].begin();
    const out = core.take(16);
    this[owned].check("hnavWorld_ToGame", takePoint(core, point, "point"), out, out + 8);
    return { x: core.f64[out >> 3], y: core.f64[(out >> 3) + 1] };
  }

  fromGame(x, y) {
    const core = this[owned].begin();
    const out = core.take(8);
    this[owned].check("hnavWorld_FromGame", number(x, "x"), number(y, "y"), out);
    return getPoint(core, out);
  }
}
