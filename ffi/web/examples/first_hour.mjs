// The program of the guide's first hour: a crowd, a gate that closes and opens, a unit that is held up, calls that are refused.
// In Rust (hybrid/examples/first_hour.rs), C and C++ it is the same program and ends in the same state.
// ANCHOR: head
import { HybridNavError, World, load } from "hybridnav";

// Seconds: the length of every step, and that of a frame of a game that draws 60 times a second.
const TICK = 0.1;
const FRAME = 1 / 60;
// ANCHOR_END: head

// ANCHOR: world
const rectangle = (left, bottom, right, top) => [[left, bottom], [right, bottom], [right, top], [left, top]];

// A yard of 60 × 40 m for units of up to 0.4 m radius; a wall with a gate and a back door in it; a hut with a door of 1.2 m.
function makeYard() {
  const world = new World({ bounds: [0, 0, 60, 40], radii: [0.4], parameters: { tick: TICK } });
  const walls = [[29, 0, 31, 18], [29, 22, 31, 34], [29, 37, 31, 40]];
  const hut = [[40, 4, 40.5, 7.4], [40, 8.6, 40.5, 12], [40.5, 4, 48, 4.5], [40.5, 11.5, 48, 12], [47.5, 4.5, 48, 11.5]];
  for (const sides of [...walls, ...hut]) world.addObstacle(rectangle(...sides));
  return world;
}
// ANCHOR_END: world

// ANCHOR: units
// Forty units in five rows, a scout, and a guard of the other team who holds the door of the hut.
function addPeople(world) {
  const figure = (x, y) => ({ position: [x, y], radius: 0.4, maxSpeed: 2 });
  const crowd = world.addUnits(Array.from({ length: 40 }, (_, k) => figure(4 + (k % 8), 16 + Math.floor(k / 8))));
  const scout = world.addUnit(figure(34, 8));
  const guard = world.addUnit({ ...figure(40.25, 8), team: 1 });
  world.hold(guard);
  return { crowd, scout };
}
// ANCHOR_END: units

// ANCHOR: edits
let gate;

// What the game changes before a step: the gate closes after 6 s, and opens after 12 s.
function change(world) {
  if (world.tickCount === 60) gate = world.addObstacle(rectangle(29, 18, 31, 22));
  if (world.tickCount === 120) world.removeObstacle(gate);
}
// ANCHOR_END: edits

// ANCHOR: events
// What the game makes of the events of a step; returns how many units have arrived.
function answer(world) {
  const seconds = (world.tickCount * TICK).toFixed(1);
  let arrived = 0;
  for (const { kind, unit, blocker, keepsOrder, from, place } of world.events()) {
    if (kind === "arrived") arrived += 1;
    if (kind === "stuckByUnits") {
      console.log(`${seconds} s: ${unit} is stuck\n  ${world.explain(unit).words}`);
      world.order(blocker, { goal: [37, 14] });
    }
    if (kind === "cutOff" || kind === "placeBlocked") {
      console.log(`${seconds} s: ${unit} has lost its way, and ${keepsOrder ? "keeps" : "loses"} its order`);
    }
    if (kind === "displaced") console.log(`${seconds} s: ${unit} was put from ${from} to ${place}`);
  }
  return arrived;
}
// ANCHOR_END: events

// ANCHOR: frames
// Where units are drawn, `due` seconds after the last step: between where they were before it and where they are.
// The arrays are views on the module's memory: they are read anew each time, and not kept.
function draw(world, due, place) {
  const { units, positions, velocities, headings } = world;
  units.forEach((unit, row) => {
    const x = positions[2 * row] - velocities[2 * row] * (TICK - due);
    const y = positions[2 * row + 1] - velocities[2 * row + 1] * (TICK - due);
    place(unit, x, y, Math.atan2(headings[2 * row + 1], headings[2 * row]));
  });
}
// ANCHOR_END: frames

// ANCHOR: mistakes
function refused(call) {
  try {
    call();
  } catch (error) {
    if (!(error instanceof HybridNavError)) throw error;
    console.log(`refused with ${error.code}: ${error.message}`);
  }
}

// Calls that are refused. Each says why, and has changed nothing.
function makeMistakes(world, crowd) {
  const gone = world.addUnit({ position: [2, 2], radius: 0.4, maxSpeed: 2 });
  world.removeUnit(gone);

  refused(() => world.addObstacle([[1, 1], [2, NaN], [1, 2]]));
  refused(() => world.addUnit({ position: [29.5, 4], radius: 0.4, maxSpeed: 2 }));
  refused(() => world.addUnit({ position: [5, 5], radius: 0.9, maxSpeed: 2 }));
  refused(() => world.order(crowd, { goal: [80, 20] }));
  refused(() => world.order(gone, { goal: [50, 20] }));
  refused(() => world.order(crowd, { gaol: [50, 20] }));
}
// ANCHOR_END: mistakes

// ANCHOR: loop
await load();
const world = makeYard();
const { crowd, scout } = addPeople(world);
world.order(crowd, { goal: [50, 20] });
world.order(scout, { goal: [44, 8] });

let arrived = 0;
let due = 0;
// In a browser this is what requestAnimationFrame calls, with the time that has passed in the place of FRAME.
while (arrived < crowd.length + 2 && world.tickCount < 1000) {
  for (due += FRAME; due >= TICK; due -= TICK) {
    change(world);
    world.step();
    arrived += answer(world);
  }
  draw(world, due, (unit, x, y, angle) => {
    // Here a game moves its figure.
    if (![x, y, angle].every(Number.isFinite)) throw new Error(`${unit} is nowhere`);
  });
}
console.log(`${arrived} units are there after ${(world.tickCount * TICK).toFixed(1)} s`);
makeMistakes(world, crowd);
console.log(`state ${world.hash().toString(16).padStart(16, "0")}`);
world.free();
// ANCHOR_END: loop
