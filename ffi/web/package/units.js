// The units of a world.
import { enums, structs } from "./abi.js";
import { Ground } from "./ground.js";
import { readHandle } from "./handles.js";
import { owned } from "./owner.js";
import { getFields, keysOf, number, options, putFields, refuse, refuseKey, takeHandle, takeHandles, takePoint, takePoints, whole } from "./values.js";

/** What the numbers in `activities` mean. */
export const activities = Object.freeze(Object.values(enums.Activity));

// Which values of a change count, as bits.
const changeable = Object.fromEntries(Object.entries(enums.UnitField).map(([bit, name]) => [name, Number(bit)]));

const box = (given, where) => (Array.isArray(given) && given.length === 4 ? given : refuse(where, "[min x, min y, max x, max y]", given));

export class Units extends Ground {
  addUnits(defs) {
    const owner = this[owned];
    const core = owner.begin();
    if (!Array.isArray(defs)) refuse("units", "an array of units", defs);
    const { size } = structs.UnitDef;
    const [at, out] = [core.take(size * defs.length), core.take(8 * defs.length)];
    const position = core.take(8);
    defs.forEach((def, k) => {
      const where = defs.length > 1 ? `units[${k}]` : "unit";
      if (typeof def !== "object" || def === null || Array.isArray(def)) refuse(where, "an object with position, radius and maxSpeed", def);
      // One that is misspelt is named before it is missed.
      if (def.radius === undefined || def.maxSpeed === undefined || def.position === undefined) {
        const [known, keys] = [keysOf("UnitDef"), Object.keys(def)];
        const stranger = keys.find((key) => def[key] !== undefined && !known.includes(key));
        if (stranger !== undefined) refuseKey(`${where}.${stranger}`, known);
      }
      core.f32.set([0, 0], position >> 2);
      core.call("hnavDefaultUnitDef", at + size * k, position, number(def.radius, `${where}.radius`), number(def.maxSpeed, `${where}.maxSpeed`));
      if (def.position === undefined) refuse(`${where}.position`, "a point, [x, y] or {x, y}", def.position);
      putFields(owner, "UnitDef", at + size * k, def, where);
    });
    owner.check("hnavWorld_CreateUnits", at, defs.length, out);
    owner.changed(true);
    return defs.map((_, k) => readHandle(owner, "UnitId", out + 8 * k));
  }

  addUnit(def) {
    return this.addUnits([def])[0];
  }

  removeUnits(units) {
    const owner = this[owned];
    owner.begin();
    owner.check("hnavWorld_DestroyUnits", ...takeHandles(owner, "UnitId", units, "units"));
    owner.changed(true);
  }

  removeUnit(unit) {
    this.removeUnits([unit]);
  }

  isUnit(unit) {
    const owner = this[owned];
    owner.begin();
    return owner.core.call("hnavWorld_IsUnitValid", owner.at, takeHandle(owner, "UnitId", unit, "unit")) !== 0;
  }

  get units() {
    return this[owned].roster();
  }

  get positions() {
    return this[owned].view("positions");
  }

  get velocities() {
    return this[owned].view("velocities");
  }

  get headings() {
    return this[owned].view("headings");
  }

  get desiredVelocities() {
    return this[owned].view("desiredVelocities");
  }

  get activities() {
    return this[owned].view("activities");
  }

  states(units = this.units) {
    const owner = this[owned];
    const core = owner.begin();
    const { size } = structs.UnitState;
    const [handles, count] = takeHandles(owner, "UnitId", units, "units");
    const at = core.take(size * count);
    owner.check("hnavWorld_GetUnitStates", handles, count, at);
    return Array.from({ length: count }, (_, k) => {
      const { isPassing, ...state } = getFields(owner, "UnitState", at + size * k);
      return { ...state, place: state.order && state.place, wayPoint: isPassing ? state.wayPoint : null };
    });
  }

  unit(unit) {
    return this.states([unit])[0];
  }

  setUnits(units, change) {
    const owner = this[owned];
    const core = owner.begin();
    const { size, fields } = structs.UnitChange;
    const [handles, count] = takeHandles(owner, "UnitId", units, "units");
    const isEach = Array.isArray(change);
    if (isEach && change.length !== count) refuse("change", `one change for all units, or ${count}`, change.length);
    const at = core.take(size * count);
    for (let k = 0; k < count; k += 1) {
      const [each, where] = isEach ? [change[k], `change[${k}]`] : [change, "change"];
      core.call("hnavDefaultUnitChange", at + size * k);
      putFields(owner, "UnitChange", at + size * k, each, where);
      const named = Object.keys(each).filter((key) => key !== "fit" && each[key] !== undefined);
      core.u32[(at + size * k + fields.fields[0]) >> 2] = named.reduce((sum, key) => sum | (changeable[key] ?? 0), 0);
    }
    owner.check("hnavWorld_SetUnits", handles, at, count);
    owner.changed();
  }

  setUnit(unit, change) {
    this.setUnits([unit], change);
  }

  setMotions(units, positions, velocities) {
    const owner = this[owned];
    const core = owner.begin();
    const [handles, count] = takeHandles(owner, "UnitId", units, "units");
    const column = (given, where) => {
      const [at, found] = takePoints(core, given, where);
      if (found !== count) refuse(where, `${count} of them, one for each unit`, found);
      const place = core.take(structs.ConstVectorColumn.size);
      core.u32.set([at, at + 4, 8], place >> 2);
      return place;
    };
    owner.check("hnavWorld_SetMotions", handles, count, column(positions, "positions"), column(velocities, "velocities"));
    owner.changed();
  }

  teleport(unit, position) {
    const owner = this[owned];
    const core = owner.begin();
    owner.check("hnavWorld_Teleport", takeHandle(owner, "UnitId", unit, "unit"), takePoint(core, position, "position"));
    owner.changed();
  }

  unitsInBox(bounds) {
    const owner = this[owned];
    const core = owner.begin();
    const [x0, y0, x1, y1] = box(bounds, "box");
    const corners = [takePoint(core, [x0, y0], "box"), takePoint(core, [x1, y1], "box")];
    return owner.handles("hnavWorld_FindUnitsInBox", "UnitId", corners);
  }

  unitsInCircle(center, radius) {
    const owner = this[owned];
    const core = owner.begin();
    return owner.handles("hnavWorld_FindUnitsInCircle", "UnitId", [takePoint(core, center, "center"), number(radius, "radius")]);
  }

  nearestUnit(point, of) {
    const owner = this[owned];
    const core = owner.begin();
    const { within = Infinity, team } = options(of, "of");
    const [side, out] = [core.take(4), core.take(8)];
    if (team !== undefined) core.u32[side >> 2] = whole(team, "team");
    const at = takePoint(core, point, "point");
    const result = owner.check("hnavWorld_FindNearestUnit", at, number(within, "within"), team === undefined ? 0 : side, out);
    return result === "none" ? null : readHandle(owner, "UnitId", out);
  }
}
