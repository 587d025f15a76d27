// What a world stands on: obstacles, areas, links, heights and discomforts.
import { structs } from "./abi.js";
import { kindOf, readHandle } from "./handles.js";
import { owned } from "./owner.js";
import {
  getFields, getPoints, narrow, number, options, putFields, refuse, takeHandle, takePoint, takePoints, takePolygons, whole, wide,
} from "./values.js";

/** What sets the number that the world keeps with a thing, and what gives it. */
const USER_DATA = {
  ObstacleId: ["hnavWorld_SetObstacleUserData", "hnavWorld_GetObstacleUserData"],
  AreaId: ["hnavWorld_SetAreaUserData", "hnavWorld_GetAreaUserData"],
  LinkId: ["hnavWorld_SetLinkUserData", "hnavWorld_GetLinkUserData"],
  OrderId: ["hnavWorld_SetOrderUserData", "hnavWorld_GetOrderUserData"],
  UnitId: ["hnavWorld_SetUnitUserData", "hnavWorld_GetUnitUserData"],
};

/** The kind of a thing with which the world keeps a number. */
function keeper(thing) {
  const kind = kindOf(thing);
  return Object.hasOwn(USER_DATA, kind ?? "") ? kind : refuse("thing", "a unit, an order, an obstacle, an area or a link", thing);
}

/** Points and rings as a module lists them: polygons. */
function polygons(owner, ofPoints, ofRings, given) {
  const { core } = owner;
  const rings = owner.list(ofRings, 8, given);
  const points = owner.list(ofPoints, 8, given);
  const found = [];
  let at = points.at;
  for (let k = 0; k < rings.count; k += 1) {
    const { count, isHole } = getFields(owner, "RingInfo", rings.at + 8 * k);
    const ring = getPoints(core, at, count);
    at += 8 * count;
    if (isHole) found.at(-1).holes.push(ring);
    else found.push({ border: ring, holes: [] });
  }
  return found;
}

export class Ground {
  #added(name, kind, ...given) {
    const owner = this[owned];
    const out = owner.core.take(8);
    owner.check(name, ...given, out);
    owner.changed();
    return readHandle(owner, kind, out);
  }

  #keep(owner, kind, handle, userData) {
    if (userData === undefined) return;
    owner.check(USER_DATA[kind][0], takeHandle(owner, kind, handle, "handle"), wide(userData, "userData"));
  }

  /** Adds a thing, with what is kept for the game. */
  #addedWith(userData, where, name, kind, ...given) {
    if (userData !== undefined) wide(userData, where);
    const added = this.#added(name, kind, ...given);
    this.#keep(this[owned], kind, added, userData);
    return added;
  }

  #kept(owner, kind, given) {
    const out = owner.core.take(8);
    owner.check(USER_DATA[kind][1], given, out);
    return narrow(owner.core.u64[out >> 3]);
  }

  setUserData(thing, userData) {
    const owner = this[owned];
    owner.begin();
    this.#keep(owner, keeper(thing), thing, wide(userData, "userData"));
  }

  userData(thing) {
    const owner = this[owned];
    owner.begin();
    const kind = keeper(thing);
    return this.#kept(owner, kind, takeHandle(owner, kind, thing, "thing"));
  }

  #obstacle(name, points, more) {
    const owner = this[owned];
    const { userData } = options(more, "more");
    return this.#addedWith(userData, "userData", name, "ObstacleId", ...points);
  }

  addObstacle(points, more) {
    return this.#obstacle("hnavWorld_AddObstacle", takePoints(this[owned].begin(), points, "points"), more);
  }

  addOutline(points, more) {
    return this.#obstacle("hnavWorld_AddOutline", takePoints(this[owned].begin(), points, "points"), more);
  }

  addPolygons(shapes, more) {
    return this.#obstacle("hnavWorld_AddPolygons", takePolygons(this[owned].begin(), shapes, "polygons"), more);
  }

  moveObstacle(obstacle, points) {
    const owner = this[owned];
    const core = owner.begin();
    owner.check("hnavWorld_MoveObstacle", takeHandle(owner, "ObstacleId", obstacle, "obstacle"), ...takePoints(core, points, "points"));
    owner.changed();
  }

  #remove(name, kind, handle, where) {
    const owner = this[owned];
    owner.begin();
    owner.check(name, takeHandle(owner, kind, handle, where));
    owner.changed();
  }

  removeObstacle(obstacle) {
    this.#remove("hnavWorld_RemoveObstacle", "ObstacleId", obstacle, "obstacle");
  }

  commit() {
    const owner = this[owned];
    owner.begin();
    owner.check("hnavWorld_Commit");
  }

  get obstacles() {
    this[owned].begin();
    return this[owned].handles("hnavWorld_GetObstacles", "ObstacleId");
  }

  obstacle(obstacle) {
    const owner = this[owned];
    owner.begin();
    const at = takeHandle(owner, "ObstacleId", obstacle, "obstacle");
    const outline = polygons(owner, "hnavWorld_GetObstaclePoints", "hnavWorld_GetObstacleRings", [at]);
    return { polygons: outline, userData: this.#kept(owner, "ObstacleId", at) };
  }

  get walkable() {
    this[owned].begin();
    return polygons(this[owned], "hnavWorld_GetWalkablePoints", "hnavWorld_GetWalkableRings", []);
  }

  addArea(shapes, area = {}) {
    const owner = this[owned];
    const core = owner.begin();
    const def = core.take(structs.AreaDef.size);
    const isSlow = area?.speed !== undefined && area.cost === undefined;
    const [kind, speed] = [whole(area?.kind ?? 0, "area.kind", 0, 0xffff_ffff), isSlow ? number(area.speed, "area.speed") : 1];
    core.call(isSlow ? "hnavSlowAreaDef" : "hnavDefaultAreaDef", def, kind, speed);
    putFields(owner, "AreaDef", def, area, "area", "userData");
    return this.#addedWith(area.userData, "area.userData", "hnavWorld_AddAreaOf", "AreaId", def, ...takePolygons(core, shapes, "polygons"));
  }

  removeArea(area) {
    this.#remove("hnavWorld_RemoveArea", "AreaId", area, "area");
  }

  get areas() {
    this[owned].begin();
    return this[owned].handles("hnavWorld_GetAreas", "AreaId");
  }

  area(area) {
    const owner = this[owned];
    owner.begin();
    const at = takeHandle(owner, "AreaId", area, "area");
    const { state } = owner.state("hnavWorld_GetArea", "AreaState", at);
    return { ...state, polygons: polygons(owner, "hnavWorld_GetAreaPoints", "hnavWorld_GetAreaRings", [at]) };
  }

  addLink(link) {
    const owner = this[owned];
    const core = owner.begin();
    const [from, to] = [takePoint(core, link?.from, "link.from"), takePoint(core, link?.to, "link.to")];
    const def = core.defined("LinkDef", "hnavDefaultLinkDef", from, to, number(link.cost, "link.cost"));
    putFields(owner, "LinkDef", def, link, "link", "userData");
    return this.#addedWith(link.userData, "link.userData", "hnavWorld_AddLink", "LinkId", def);
  }

  removeLink(link) {
    this.#remove("hnavWorld_RemoveLink", "LinkId", link, "link");
  }

  get links() {
    this[owned].begin();
    return this[owned].handles("hnavWorld_GetLinks", "LinkId");
  }

  link(link) {
    const owner = this[owned];
    owner.begin();
    const at = takeHandle(owner, "LinkId", link, "link");
    const { state } = owner.state("hnavWorld_GetLink", "LinkDef", at);
    return { ...state, userData: this.#kept(owner, "LinkId", at) };
  }

  setHeights(grid) {
    const owner = this[owned];
    const core = owner.begin();
    const { lower = [0, 0], spacing = 1, columns = 1, heights = [] } = options(grid ?? undefined, "grid");
    if (!Array.isArray(heights) && !(heights instanceof Float32Array)) refuse("heights", "an array of numbers", heights);
    const at = core.take(4 * heights.length);
    heights.forEach((height, k) => (core.f32[(at >> 2) + k] = number(height, `heights[${k}]`)));
    const corner = takePoint(core, lower, "lower");
    owner.check("hnavWorld_SetHeights", corner, number(spacing, "spacing"), whole(columns, "columns"), at, heights.length);
    owner.changed();
  }

  get heights() {
    const owner = this[owned];
    const core = owner.begin();
    const info = core.take(structs.HeightGridInfo.size);
    const { at, count, result } = owner.list("hnavWorld_GetHeights", 4, [info], 1024);
    if (result === "none") return null;
    return { ...getFields(owner, "HeightGridInfo", info), heights: core.f32.slice(at >> 2, (at >> 2) + count) };
  }

  heightAt(point) {
    const core = this[owned].begin();
    const out = core.take(4);
    this[owned].check("hnavWorld_GetHeight", takePoint(core, point, "point"), out);
    return core.f32[out >> 2];
  }

  addDiscomfort(discomfort) {
    const core = this[owned].begin();
    const { center, radius, amount, seconds = Infinity } = options(discomfort, "discomfort");
    const numbers = [number(radius, "radius"), number(amount, "amount"), number(seconds, "seconds")];
    return this.#added("hnavWorld_AddDiscomfort", "DiscomfortId", takePoint(core, center, "center"), ...numbers);
  }

  removeDiscomfort(discomfort) {
    this.#remove("hnavWorld_RemoveDiscomfort", "DiscomfortId", discomfort, "discomfort");
  }

  get discomforts() {
    this[owned].begin();
    return this[owned].handles("hnavWorld_GetDiscomforts", "DiscomfortId");
  }

  discomfort(discomfort) {
    this[owned].begin();
    const at = takeHandle(this[owned], "DiscomfortId", discomfort, "discomfort");
    return this[owned].state("hnavWorld_GetDiscomfort", "DiscomfortState", at).state;
  }
}
