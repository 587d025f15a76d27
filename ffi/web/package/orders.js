// Orders, and what became of them.
import { structs } from "./abi.js";
import { HybridNavError } from "./error.js";
import { readHandle } from "./handles.js";
import { owned } from "./owner.js";
import { Units } from "./units.js";
import { getFields, getPoints, narrow, options, putFields, refuse, refuseKey, takeHandle, takeHandles, takePoint, takePoints, wide } from "./values.js";

const NOWHERE = [0, 0];
const LOST = new Set(["placeBlocked", "cutOff", "noRoom", "targetGone"]);

const KEYS = ["goal", "goals", "follow", "wayPoints", "range", "unreachable", "repeat", "formation", "pace", "exchange", "userData"];
const SHAPE_KEYS = ["shape", "facing", "spacing", "front", "offsets"];

/** The definition of an order in the module's memory. */
function definition(owner, order, count) {
  const { core } = owner;
  if (typeof order !== "object" || order === null) refuse("order", "an object with goal, goals or follow", order);
  if (Array.isArray(order)) refuse("order", "an object as { goal: [x, y] }", order);
  const stranger = Object.keys(order).find((key) => order[key] !== undefined && !KEYS.includes(key));
  if (stranger !== undefined) refuseKey(`order.${stranger}`, KEYS);
  const { goal, goals, follow, wayPoints, formation, userData } = order;
  if ([goal, goals, follow].filter((given) => given !== undefined).length !== 1) {
    throw new HybridNavError("badType", "order: expected exactly one of goal, goals and follow");
  }
  const { fields } = structs.OrderDef;
  const at = core.defined("OrderDef", "hnavDefaultOrderDef", takePoint(core, goal === undefined ? NOWHERE : goal, "order.goal"));
  const address = (field, pointer) => (core.u32[(at + fields[field][0]) >> 2] = pointer);
  if (goals !== undefined) {
    const [first, found] = takePoints(core, goals, "order.goals");
    if (found !== count) refuse("order.goals", `${count} points, one for each unit`, found);
    putFields(owner, "OrderDef", at, { goalKind: "each" }, "order");
    address("goals", first);
  }
  if (follow !== undefined) putFields(owner, "OrderDef", at, { goalKind: "unit", target: follow }, "order");
  if (wayPoints !== undefined) {
    const [first, found] = takePoints(core, wayPoints, "order.wayPoints");
    address("wayPoints", first);
    address("wayPointCount", found);
  }
  if (formation !== undefined) {
    const { offsets, ...shape } = options(formation, "order.formation");
    for (const key of Object.keys(shape)) if (!SHAPE_KEYS.includes(key)) refuseKey(`order.formation.${key}`, SHAPE_KEYS);
    putFields(owner, "OrderDef", at, offsets === undefined ? shape : { shape: "offsets", ...shape }, "order.formation");
    if (offsets !== undefined) {
      const [first, found] = takePoints(core, offsets, "order.formation.offsets");
      address("offsets", first);
      address("offsetCount", found);
    }
  }
  if (userData !== undefined) wide(userData, "order.userData");
  const { goal: _, ...rest } = order;
  putFields(owner, "OrderDef", at, rest, "order", "goals follow wayPoints formation userData");
  return at;
}

export class Orders extends Units {
  order(units, order) {
    const owner = this[owned];
    const core = owner.begin();
    const handles = takeHandles(owner, "UnitId", units, "units");
    const [def, out] = [definition(owner, order, handles[1]), core.take(8)];
    owner.check("hnavWorld_GiveOrder", ...handles, def, out);
    owner.changed();
    const given = readHandle(owner, "OrderId", out);
    if (order.userData !== undefined && given !== null) owner.check("hnavWorld_SetOrderUserData", out, wide(order.userData, "order.userData"));
    return given;
  }

  #change(name, order, ...given) {
    const owner = this[owned];
    owner.check(name, takeHandle(owner, "OrderId", order, "order"), ...given);
    owner.changed();
  }

  join(order, units) {
    this[owned].begin();
    this.#change("hnavWorld_JoinOrder", order, ...takeHandles(this[owned], "UnitId", units, "units"));
  }

  moveGoal(order, goal) {
    this.#change("hnavWorld_MoveGoal", order, takePoint(this[owned].begin(), goal, "goal"));
  }

  appendGoal(order, goal) {
    this.#change("hnavWorld_AppendGoal", order, takePoint(this[owned].begin(), goal, "goal"));
  }

  stop(units) {
    this[owned].begin();
    this[owned].check("hnavWorld_Stop", ...takeHandles(this[owned], "UnitId", units, "units"));
    this[owned].changed();
  }

  hold(units) {
    this[owned].begin();
    this[owned].check("hnavWorld_Hold", ...takeHandles(this[owned], "UnitId", units, "units"));
    this[owned].changed();
  }

  get orders() {
    this[owned].begin();
    return this[owned].handles("hnavWorld_GetOrders", "OrderId");
  }

  orderState(order) {
    const owner = this[owned];
    const core = owner.begin();
    const at = takeHandle(owner, "OrderId", order, "order");
    const { state } = owner.state("hnavWorld_GetOrder", "OrderState", at);
    const points = (name) => {
      const { at: first, count } = owner.list(name, 8, [at]);
      return getPoints(core, first, count);
    };
    const userData = core.take(8);
    owner.check("hnavWorld_GetOrderUserData", at, userData);
    const { goalKind, goal, target, shape, facing, spacing, front, unitCount, wayPointCount, ...rest } = state;
    const formation = shape === "none" ? null : { shape, facing, spacing, front, offsets: points("hnavWorld_GetOffsets") };
    return {
      ...rest,
      goal: goalKind === "each" ? null : goal,
      follow: target,
      wayPoints: points("hnavWorld_GetWayPoints"),
      formation,
      units: owner.handles("hnavWorld_GetOrderUnits", "UnitId", [at]),
      userData: narrow(core.u64[userData >> 3]),
    };
  }

  events() {
    const owner = this[owned];
    owner.begin();
    const { size } = structs.Event;
    const { at, count } = owner.list("hnavWorld_GetEvents", size);
    return Array.from({ length: count }, (_, k) => {
      const event = getFields(owner, "Event", at + size * k);
      const isMoved = event.kind === "displaced";
      return {
        ...event,
        place: isMoved || (LOST.has(event.kind) && event.keepsOrder) ? event.place : null,
        from: isMoved ? event.from : null,
        wayPoint: event.kind === "passedWayPoint" ? event.wayPoint : null,
      };
    });
  }
}
