// One side of a game in lock step: sides exchange what their players ask for, and nothing of what comes of it. Each steps a
// world of its own, and tells the hash of it, by which the other one sees that both are still the same.
import { World } from "hybridnav";

/** Turns from what a player asks for until it is done: longer than a message takes. */
const DELAY = 3;
const EMPTY = [];

/** Two towns with a wall between them, and a hundred units each. */
function world() {
  const made = new World({ bounds: [0, 0, 80, 50], radii: [0.4] });
  for (const [low, high] of [[0, 10], [14, 36], [40, 50]]) made.addObstacle([[39, low], [41, low], [41, high], [39, high]]);
  const army = (x, team) =>
    made.addUnits(Array.from({ length: 100 }, (_, k) => ({
      position: [x + (k % 10) * 1.2, 19 + Math.floor(k / 10) * 1.2], radius: 0.4, maxSpeed: 2, team,
    })));
  return { made, armies: [army(5, 0), army(64, 1)] };
}

export class Peer {
  /** `side` is 0 or 1; `send` gives a message to the other side. */
  constructor(side, send) {
    const { made, armies } = world();
    [this.side, this.send, this.world, this.armies] = [side, send, made, armies];
    /** The turn that comes next. */
    this.turn = 0;
    this.asked = [];
    // What each side asked for, by turns: nobody asks for anything in the first ones.
    this.inputs = [new Map(), new Map()];
    for (const inputs of this.inputs) for (let turn = 0; turn < DELAY; turn += 1) inputs.set(turn, EMPTY);
    this.hashes = new Map();
    /** The turn in which the worlds were different for the first time. */
    this.differentIn = undefined;
  }

  /** The player of this side sends its army somewhere. */
  ask(goal) {
    this.asked.push(goal);
  }

  /** A message of the other side has come. */
  receive({ turn, goals, hash }) {
    if (goals !== undefined) this.inputs[1 - this.side].set(turn, goals);
    if (hash !== undefined) this.#compare(turn, hash);
  }

  /** Does a turn, if it is known what both sides ask for in it. Returns whether it did. */
  advance() {
    const { turn, inputs } = this;
    // What is asked for now is told once, for a later turn.
    const later = turn + DELAY;
    if (!inputs[this.side].has(later)) {
      inputs[this.side].set(later, this.asked.splice(0));
      this.send({ turn: later, goals: inputs[this.side].get(later) });
    }
    if (!inputs.every((of) => of.has(turn))) return false;
    // In the order of the sides, on both of them.
    inputs.forEach((of, side) => {
      for (const goal of of.get(turn)) this.world.order(this.armies[side], { goal });
      of.delete(turn);
    });
    this.world.step();
    this.turn = turn + 1;
    const hash = this.world.hash();
    this.#compare(turn, hash);
    this.send({ turn, hash });
    return true;
  }

  #compare(turn, hash) {
    const other = this.hashes.get(turn);
    if (other === undefined) {
      this.hashes.set(turn, hash);
      return;
    }
    this.hashes.delete(turn);
    if (other !== hash) this.differentIn ??= turn;
  }
}
