// Questions about ground, ways and units: nothing changes.
import { structs } from "./abi.js";
import { Orders } from "./orders.js";
import { owned } from "./owner.js";
import { getFields, getPoint, getPoints, number, options, putFields, refuse, refuseKey, takeHandle, takePoint, takePoints, whole } from "./values.js";

/** Who asks: a radius and a movement kind. */
function asker(who, known = "") {
  const { radius, movementKind = 0, ...others } = options(who, "who");
  const stranger = Object.keys(others).find((key) => !known.split(" ").includes(key));
  if (stranger !== undefined) refuseKey(stranger, ["radius", "movementKind", ...known.split(" ").filter(Boolean)]);
  return [number(radius, "radius"), whole(movementKind, "movementKind")];
}

function pathQuery(owner, from, to, query) {
  const { core } = owner;
  if (typeof query !== "object" || query === null) refuse("query", "an object with a radius", query);
  const ends = [takePoint(core, from, "from"), takePoint(core, to, "to")];
  const at = core.defined("PathQuery", "hnavDefaultPathQuery", ...ends, number(query.radius, "query.radius"));
  putFields(owner, "PathQuery", at, query, "query");
  return at;
}

function pointQuery(owner, point, query) {
  const { core } = owner;
  if (typeof query !== "object" || query === null) refuse("query", "an object with a radius", query);
  const { radius, within = Infinity } = query;
  const at = takePoint(core, point, "point");
  const made = core.defined("PointQuery", "hnavDefaultPointQuery", at, number(radius, "query.radius"), number(within, "query.within"));
  putFields(owner, "PointQuery", made, query, "query", "random");
  return made;
}

export class Queries extends Orders {
  findPath(from, to, query) {
    const owner = this[owned];
    const core = owner.begin();
    const [asked, info] = [pathQuery(owner, from, to, query), core.take(structs.PathInfo.size)];
    // As `list`, with one more result behind the number.
    const count = core.take(4);
    const find = (room, at) => owner.check("hnavWorld_FindPath", asked, at, room, count, info);
    let points = core.take(8 * 512);
    let result = find(512, points);
    const found = core.u32[count >> 2];
    if (found > 512) {
      points = core.take(8 * found);
      result = find(found, points);
    }
    const { linkCount, ...rest } = getFields(owner, "PathInfo", info);
    const path = { points: getPoints(core, points, found), ...rest, isPartial: result === "partial", links: [] };
    if (linkCount > 0) {
      const { size } = structs.PathLink;
      const links = owner.list("hnavWorld_FindPathLinks", size, [asked]);
      path.links = Array.from({ length: links.count }, (_, k) => getFields(owner, "PathLink", links.at + size * k));
    }
    return path;
  }

  isFree(point, who) {
    const core = this[owned].begin();
    const out = core.take(1);
    this[owned].check("hnavWorld_IsFree", takePoint(core, point, "point"), ...asker(who), out);
    return core.u8[out] !== 0;
  }

  findNearest(point, who) {
    const core = this[owned].begin();
    const out = core.take(8);
    const within = number(who?.within ?? Infinity, "within");
    const result = this[owned].check("hnavWorld_FindNearest", takePoint(core, point, "point"), ...asker(who, "within"), within, out);
    return result === "none" ? null : getPoint(core, out);
  }

  castRay(from, to, who) {
    const core = this[owned].begin();
    const ends = [takePoint(core, from, "from"), takePoint(core, to, "to")];
    const { state } = this[owned].state("hnavWorld_CastRay", "RayHit", ...ends, ...asker(who));
    return { ...state, wall: state.hit ? state.wall : null };
  }

  slide(from, to, who) {
    const core = this[owned].begin();
    const out = core.take(8);
    this[owned].check("hnavWorld_Slide", takePoint(core, from, "from"), takePoint(core, to, "to"), ...asker(who), out);
    return getPoint(core, out);
  }

  isReachable(from, to, who) {
    const core = this[owned].begin();
    const out = core.take(1);
    this[owned].check("hnavWorld_IsReachable", takePoint(core, from, "from"), takePoint(core, to, "to"), ...asker(who), out);
    return core.u8[out] !== 0;
  }

  wouldBlock(outline, from, to, query) {
    const owner = this[owned];
    const core = owner.begin();
    const out = core.take(1);
    owner.check("hnavWorld_WouldBlock", ...takePoints(core, outline, "outline"), pathQuery(owner, from, to, query), out);
    return core.u8[out] !== 0;
  }

  findWalls(point, query) {
    const owner = this[owned];
    const core = owner.begin();
    const { at, count } = owner.list("hnavWorld_FindWalls", 8, [pointQuery(owner, point, query)]);
    return Array.from({ length: count / 2 }, (_, k) => getPoints(core, at + 16 * k, 2));
  }

  findRandomPoint(point, query) {
    const owner = this[owned];
    const core = owner.begin();
    const out = core.take(8);
    const random = query?.random ?? Math.random;
    if (typeof random !== "function") refuse("query.random", "a function that gives numbers from 0 to 1", random);
    const drawn = [number(random(), "query.random()"), number(random(), "query.random()")];
    // It may have called the world.
    owner.begin();
    const place = core.take(8);
    const result = owner.check("hnavWorld_FindRandomPoint", pointQuery(owner, point, query), ...drawn, place);
    return result === "none" ? null : getPoint(core, place);
  }

  explain(unit) {
    const owner = this[owned];
    const core = owner.begin();
    const at = takeHandle(owner, "UnitId", unit, "unit");
    const { state } = owner.state("hnavWorld_Explain", "Reasons", at);
    const words = owner.list("hnavWorld_ExplainInWords", 1, [at], 512);
    const known = (value) => (value < 0 ? null : value);
    return { ...state, distance: known(state.distance), potential: known(state.potential), words: core.text(words.at) };
  }

  expectedWay(unit) {
    const owner = this[owned];
    const core = owner.begin();
    const { at, count } = owner.list("hnavWorld_GetExpectedWay", 8, [takeHandle(owner, "UnitId", unit, "unit")]);
    return getPoints(core, at, count);
  }

  preview(unit, goal) {
    const owner = this[owned];
    const core = owner.begin();
    const given = [takeHandle(owner, "UnitId", unit, "unit"), takePoint(core, goal, "goal")];
    const { at, count } = owner.list("hnavWorld_Preview", 8, given);
    return getPoints(core, at, count);
  }

  groups() {
    const owner = this[owned];
    const core = owner.begin();
    const { size, fields } = structs.Group;
    const listed = owner.list("hnavWorld_GetGroups", size);
    const { potential, velocity } = structs.Field.fields;
    return Array.from({ length: listed.count }, (_, k) => {
      const at = listed.at + size * k;
      const { field, unitCount, ...group } = getFields(owner, "Group", at);
      const cells = field.columns * field.rows;
      const view = ([offset], each) => new Float32Array(core.u8.buffer, core.u32[(at + fields.field[0] + offset) >> 2], cells * each);
      const window = cells > 0 ? { ...field, potential: view(potential, 1), velocity: view(velocity, 2) } : null;
      const units = owner.handles("hnavWorld_GetGroupUnits", "UnitId", [k]);
      const path = owner.list("hnavWorld_GetGroupPath", 8, [k]);
      return { ...group, units, path: getPoints(core, path.at, path.count), window };
    });
  }

  passages() {
    const owner = this[owned];
    const core = owner.begin();
    const listed = owner.list("hnavWorld_GetPassages", structs.Passage.size);
    return Array.from({ length: listed.count }, (_, k) => {
      const { end0, end1, userCount, gateCount, ...passage } = getFields(owner, "Passage", listed.at + structs.Passage.size * k);
      const ends = [end0, end1].map(({ left, right, ...end }) => ({ mouth: [left, right], ...end }));
      const corners = owner.list("hnavWorld_GetPassageGates", 8, [k]);
      const gates = Array.from({ length: corners.count / 2 }, (_, gate) => getPoints(core, corners.at + 16 * gate, 2));
      const { size } = structs.PassageUser;
      const waiting = owner.list("hnavWorld_GetPassageUsers", size, [k]);
      const users = Array.from({ length: waiting.count }, (_, user) => getFields(owner, "PassageUser", waiting.at + size * user));
      return { ...passage, ends, gates, users };
    });
  }

  groupDensity(group) {
    const core = this[owned].begin();
    const { at, count } = this[owned].list("hnavWorld_GetGroupDensity", 4, [whole(group, "group")], 4096);
    return core.f32.slice(at >> 2, (at >> 2) + count);
  }
}
