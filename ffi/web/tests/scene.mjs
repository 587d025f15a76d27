// Runs scenes as `headless scenes NAME --json` prints them. What they may say and these do not is refused.
import { World } from "hybridnav";

const f = Math.fround;
const add = (a, b) => [f(a[0] + b[0]), f(a[1] + b[1])];
const known = (object, keys, where) => {
  const stranger = Object.keys(object).find((key) => !keys.split(" ").includes(key));
  if (stranger !== undefined) throw new Error(`${where}: this runner does not know ${stranger}`);
};
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

// As the scene runner counts, in 32-bit floats.
function lattice(k, columns, rows, pitch, anchor) {
  const step = [k % columns, rows * Math.floor(k / columns)];
  return add(add(anchor.map(f), step.map((count) => f(f(count) * f(pitch)))), [0.5, 0.5]);
}

const outline = ({ box, polygon }) => polygon ?? [[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]];

function goals(goal, count) {
  known(goal, "point fan_out columns rows pitch exchange", "goal");
  if (goal.point) return { goal: goal.point };
  const at = (_, k) => lattice(k, goal.columns ?? 1, goal.rows ?? 1, goal.pitch ?? 1, goal.fan_out);
  return { goals: Array.from({ length: count }, at), exchange: goal.exchange ?? true };
}

/** The world of a scene with its orders; `apply` does what happens before a tick. */
export function stage(scene, changes = {}) {
  known(scene, "name about bounds budget end_when_all_arrived world obstacles kinds blocks events arrive_radius near_radius gaps line lanes turn bound_s expect", "scene");
  if (scene.turn !== 0) throw new Error("this runner turns nothing");
  const parameters = Object.fromEntries(Object.entries(scene.world).map(([key, value]) => [camel(key), typeof value === "string" ? camel(value) : value]));
  const radii = [...new Set(Object.values(scene.kinds).map(({ radius }) => f(radius)))].sort((a, b) => a - b);
  const world = new World({ bounds: scene.bounds, radii, parameters: { ...parameters, ...changes } });
  const standing = new Map();
  const stand = (obstacle, id) => {
    const added = world.addObstacle(outline(obstacle));
    if (id !== undefined) standing.set(id, added);
  };
  for (const obstacle of scene.obstacles ?? []) stand(obstacle, obstacle.id);
  const blocks = scene.blocks.map((block, index) => {
    known(block, "kind count columns anchor rows pitch goal id team shift", `blocks[${index}]`);
    const kind = scene.kinds[block.kind];
    known(kind, "radius speed", "kind");
    const at = (_, k) => ({
      position: lattice(k, block.columns, block.rows, block.pitch, block.anchor), radius: kind.radius, maxSpeed: kind.speed, team: block.team,
    });
    return world.addUnits(Array.from({ length: block.count }, at));
  });
  // Blocks that go to one point share an order.
  const shared = (block) => (block.goal?.point ? JSON.stringify(block.goal) : undefined);
  scene.blocks.forEach((block, index) => {
    const first = scene.blocks.findIndex((other) => shared(block) !== undefined && shared(other) === shared(block));
    if (!block.goal || (first >= 0 && first < index)) return;
    const members = scene.blocks.flatMap((other, k) => (k === index || (first >= 0 && shared(other) === shared(block)) ? blocks[k] : []));
    world.order(members, goals(block.goal, members.length));
  });
  const events = (scene.events ?? []).toSorted?.((a, b) => a.tick - b.tick) ?? [...(scene.events ?? [])].sort((a, b) => a.tick - b.tick);
  const apply = (tick) => {
    while (events.length > 0 && events[0].tick <= tick) {
      const event = events.shift();
      known(event, "tick add_obstacle remove_obstacle id", "event");
      if (event.add_obstacle) stand(event.add_obstacle, event.id);
      if (event.remove_obstacle) world.removeObstacle(standing.get(event.remove_obstacle));
    }
  };
  return { world, apply, units: blocks.flat() };
}
