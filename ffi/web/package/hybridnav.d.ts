// Lengths are metres, times seconds, speeds m/s, angles radians; x points right, y up. Every call that is refused throws a
// HybridNavError and has changed nothing.

/** A point or a direction that a call takes. */
export type PointLike = readonly [number, number] | { readonly x: number; readonly y: number };

/** A point or a direction that a call gives. */
export interface Point {
  x: number;
  y: number;
}

/** Points that a call takes: a list, or the coordinates x and y in turn. */
export type PointsLike = readonly PointLike[] | Float32Array | Float64Array;

/** `[min x, min y, max x, max y]`. */
export type Box = readonly [number, number, number, number];

/** A polygon with holes: simple rings in either direction round, each point once. */
export interface PolygonLike {
  border: PointsLike;
  holes?: readonly PointsLike[];
}

export interface Polygon {
  border: Point[];
  holes: Point[][];
}

/** 64 bits that the world keeps with a thing and never looks at: whole numbers; BigInts beyond 2^53 - 1. By default 0. */
export type UserData = number | bigint;

/** Of which kind a refusal is. */
export type ErrorCode =
  | "badType" //       a value is of the wrong type, or a key has no meaning
  | "notFinite" //     a number is NaN or infinite
  | "outOfRange" //    a number or a count is out of its range
  | "staleHandle" //   a handle names something that is gone, or that belongs to another world
  | "badOutline" //    an outline is not convex, encloses nothing, or is too large
  | "outside" //       a point or an outline lies outside the bounds of the world
  | "blocked" //       a point lies in an obstacle, or too near to a wall for the radius
  | "unreachable" //   no way leads to the goal
  | "noRoom" //        round the goal there is not enough room for all units
  | "duplicate" //     a unit is listed twice
  | "tooManyCells" //  the obstacles of one place are too many for the mesh: remove some
  | "mismatch" //      the call does not fit what it names
  | "badBytes" //      bytes are no saved world, or were cut off or damaged, or are of another format
  | "notWritten" //    what a recording is written to has refused a part of it
  | "different" //     a world that is replayed is not the one any more that was recorded
  | "freed" //         the world has been freed
  | "notLoaded" //     the module is not loaded, or could not be
  | "noMemory" //      the module has no memory for what was given
  | "fault"; //        a fault in the library: the module and all of its worlds refuse further work

/** A refused call: `message` says what is wrong, where, and what would be right. */
export class HybridNavError extends Error {
  readonly code: ErrorCode;
}

/** An instance of the module, with memory of its own. */
export class HybridNav {
  private constructor();
  /** Bytes of its memory; it never shrinks. */
  readonly memoryBytes: number;
  /** Whether a fault has ended it. */
  readonly isBroken: boolean;
  /** How many workers help with the steps of its worlds at the moment. */
  readonly workers: number;
  /** Lets its workers go, as soon as they have done what they are at; its worlds go on without them. */
  endWorkers(): void;
}

/** What a module is loaded from: an address, a response, bytes, or what was compiled already. */
export type ModuleSource =
  | string | URL | BufferSource | Response | WebAssembly.Module | Promise<BufferSource | Response | WebAssembly.Module>;

/**
 * Loads the module, from where it lies beside the package's files, or from an address, a response, bytes, or what was
 * compiled already. Worlds are made on the instance that was loaded last, unless they say otherwise (`on`).
 */
export function load(source?: ModuleSource): Promise<HybridNav>;

/**
 * Loads the module `hybridnav_workers.wasm`, with workers that help with the steps of its worlds: 0 to 64, by default one less
 * than there are cores, at most 7. Results are the same bits. The calling thread must be allowed to wait, as all are in Node
 * and workers are in browsers, and needs `SharedArrayBuffer`, which pages have that are cross-origin isolated; else the call
 * is refused (`notLoaded`). The module's memory is at most 1 GiB.
 */
export function loadWithWorkers(workers?: number, source?: ModuleSource): Promise<HybridNav>;

// Handles. There is one object for each thing as long as it is there: compare with ===, keep them as keys of a Map.
declare class Handle {
  protected constructor();
  toString(): string;
}
export class Unit extends Handle {
  private readonly kind: "unit";
}
export class Order extends Handle {
  private readonly kind: "order";
}
export class Obstacle extends Handle {
  private readonly kind: "obstacle";
}
export class Area extends Handle {
  private readonly kind: "area";
}
export class Link extends Handle {
  private readonly kind: "link";
}
export class Discomfort extends Handle {
  private readonly kind: "discomfort";
}

/** How paths are searched: `"crossing"` is fast and 0.1 to 2 % longer than the shortest, `"exact"` is the shortest. */
export type Entry = "crossing" | "midpoint" | "portals" | "exact";

/** Everything that can be tuned in a world; the C header `hnav.h` says of each what it means, its range and its default. */
export interface WorldParameters {
  tick: number;
  cellSize: number;
  tileSize: number;
  cornerSides: number;
  entry: Entry;
  windowGoal: "frontier" | "exitPoint";
  planPeriod: number;
  lookAhead: number;
  margin: number;
  windowCells: number;
  windowUnits: number;
  linkDistance: number;
  densityMin: number;
  densityMax: number;
  speedFloor: number;
  companionFloor: number;
  pathWeight: number;
  timeWeight: number;
  fieldSpeed: number;
  influence: number;
  slotSpacing: number;
  directDistance: number;
  settleRadius: number;
  returnRadius: number;
  approachTime: number;
  stepAside: number;
  stuckTime: number;
  anticipation: number;
  personalSpace: number;
  contactIterations: number;
  contactGain: number;
  searchCells: number;
  planLatency: number;
  planCells: number;
  steepestSlope: number;
  steepSpeed: number;
  lookPeriod: number;
  headwayTime: number;
}

/** How units of a kind see the 16 kinds of ground and links; a number stands for all 16. By default all 1. */
export interface MovementKind {
  /** By which factor each kind is dearer: 0.1 or more; Infinity: they cannot enter it. */
  factors?: readonly number[] | number;
  /** By which factor, 0.001 to 1, they are slower on each kind of ground. */
  speeds?: readonly number[] | number;
}

export interface WorldDefinition {
  /** Where the world is; its border is a wall. */
  bounds: Box;
  /** The radius classes, 1 to 8: a unit belongs to the least one that is not smaller than itself. Each costs a mesh. */
  radii: readonly number[];
  /** What differs from the defaults. */
  parameters?: Partial<WorldParameters>;
  /** Whether the defaults are those of people in cities and evacuations; by default false. */
  pedestrians?: boolean;
  /** The movement kinds of units; by default one, to which all ground costs what its area says. */
  movementKinds?: readonly MovementKind[];
  /** What is walkable within the bounds; by default all of it. */
  walkable?: PointsLike | PolygonLike | readonly (PolygonLike | PointsLike)[];
  /** The instance that it is made on; by default the one that was loaded last. */
  on?: HybridNav;
}

export interface UnitDefinition {
  /** Where its centre stands: inside the world, and free for its radius class. */
  position: PointLike;
  /** Of its disc: above 0, at most the world's greatest class. */
  radius: number;
  /** Its greatest speed. */
  maxSpeed: number;
  /** The greatest change of its velocity, in m/s²; by default full speed in half a second. In a crowd that goes in by a narrow way up to four times as much. */
  acceleration?: number;
  /** The greatest change of its heading, in rad/s; by default 2π. */
  turnRate?: number;
  /** Relative to others: the lighter of two makes the greater part of the room. By default in proportion to its area. */
  mass?: number;
  /** Where it looks at first; by default [1, 0]. */
  heading?: PointLike;
  /** An idle or resting unit steps aside for moving units of its own team only; by default 0. */
  team?: number;
  /** Who moves it: the world (the default), or the game, which says where it is by `setMotions`. */
  driver?: "world" | "engine";
  /** The index of one of the world's movement kinds; by default 0. */
  movementKind?: number;
  userData?: UserData;
  /** The layers that it is in, a bit for each; by default 1. */
  collisionLayers?: number;
  /** The layers of those that it meets; by default all. */
  collisionMask?: number;
  /** The layers of those that it gives way to; by default 0, none. */
  yieldsTo?: number;
  /** How large it is when it and others avoid each other; 0, the default: its radius. */
  avoidanceRadius?: number;
}

/** What changes of a unit. `fit` says what becomes of one that is too large for where it stands; by default it is refused. */
export type UnitChange = Partial<Omit<UnitDefinition, "position" | "heading">> & { fit?: "refuse" | "move" };

export type Activity = "idle" | "moving" | "resting" | "holding" | "stuck" | "crossing" | "other";
export type Guidance = "none" | "place" | "field" | "distance" | "path" | "link" | "other";

/** What the numbers in `World.activities` mean. */
export const activities: readonly Activity[];

export interface UnitState {
  unit: Unit;
  order: Order | null;
  position: Point;
  /** What it really moved in the last step, `push` included. */
  velocity: Point;
  /** The part of it that is beyond its greatest speed: contacts and walls. */
  push: Point;
  /** Where it wanted to go; of one that the game moves: with which velocity it should move now. */
  desiredVelocity: Point;
  heading: Point;
  /** Its place, if it has an order. */
  place: Point | null;
  /** The way point that it is heading for. */
  wayPoint: Point | null;
  link: Link | null;
  userData: UserData;
  radius: number;
  maxSpeed: number;
  mass: number;
  team: number;
  classIndex: number;
  driver: "world" | "engine";
  activity: Activity;
  guidance: Guidance;
  /** Whether it has arrived, once, since it got the order. */
  arrived: boolean;
  collisionLayers: number;
  collisionMask: number;
  yieldsTo: number;
  avoidanceRadius: number;
}

/** How the places of an order's units lie round its goal. With `offsets` the units stand as these say. */
export interface Formation {
  shape?: "compact" | "line" | "column" | "box" | "wedge" | "offsets";
  /** Where its front is, and where units look; by default where they come from the way on. */
  facing?: PointLike;
  /** From disc to disc, at least; by default 0.1. */
  spacing?: number;
  /** Who stands in front; by default the largest. */
  front?: "largest" | "smallest" | "asGiven";
  /** Where each unit stands, seen from the goal: x to the front, y to the left; one for each unit. */
  offsets?: PointsLike;
}

/** A goal for some units: exactly one of `goal`, `goals` and `follow`. */
export interface OrderDefinition {
  /** A point that all share: each gets a place of its own round it. */
  goal?: PointLike;
  /** A point for each unit. */
  goals?: PointsLike;
  /** A unit, wherever it goes. */
  follow?: Unit;
  /** Points that each unit passes first. */
  wayPoints?: PointsLike;
  /** Units stop this near to the goal, where they see it; by default 0: they go to it. */
  range?: number;
  /** Of units that cannot get there: they go as near as they can (the default), or the order is refused, or they stop. */
  unreachable?: "nearest" | "stop";
  /** Whether units go on after the goal; by default `"once"`: not. */
  repeat?: "once" | "loop" | "toAndFro";
  formation?: Formation;
  /** `"slowest"`: none goes faster than the slowest of them; by default `"own"`. */
  pace?: "own" | "slowest";
  /** Whether units of one radius exchange their `goals` where one stands in another's way; by default false. */
  exchange?: boolean;
  userData?: UserData;
}

export interface OrderState {
  /** The point that all share; of a unit that they follow where it was last seen; null if they have goals of their own. */
  goal: Point | null;
  follow: Unit | null;
  wayPoints: Point[];
  /** The index of the first of them, as in events. */
  firstWayPoint: number;
  range: number;
  unreachable: "nearest" | "stop";
  repeat: "once" | "loop" | "toAndFro";
  formation: { shape: NonNullable<Formation["shape"]>; facing: Point; spacing: number; front: NonNullable<Formation["front"]>; offsets: Point[] } | null;
  pace: "own" | "slowest";
  exchange: boolean;
  units: Unit[];
  userData: UserData;
}

export type EventKind =
  | "arrived" //          it came to rest at its place; where the order repeats its way: it passed the goal
  | "passedWayPoint" //   of the index `wayPoint`
  | "placeBlocked" //     it lost its way: an obstacle stands on its place, and there is no other one
  | "cutOff" //           it lost its way: obstacles cut it off
  | "noRoom" //           it lost its way: round the goal there is no room
  | "targetGone" //       it lost its way: whom it followed was removed
  | "pathFound" //        a way has opened again
  | "stuckByUnits" //     it gets nowhere: units are in its way, `blocker`
  | "stuckByWall" //      it gets nowhere: its way leads into a wall
  | "stuckNoWay" //       it gets nowhere: no way leads from where it is
  | "stuckNoProgress" //  it comes no nearer to its place
  | "linkEntered"
  | "linkLeft"
  | "displaced" //        an obstacle has come where it stood, `from`, and it was put beside, to `place`
  | "other";

/** Something that happened in the last step. */
export interface Event {
  kind: EventKind;
  unit: Unit;
  order: Order | null;
  link: Link | null;
  /** Of a lost way: its new place, if it keeps its order. Of `"displaced"`: where it was put. */
  place: Point | null;
  from: Point | null;
  blocker: Unit | null;
  wayPoint: number | null;
  /** Whether it still has `order`. */
  keepsOrder: boolean;
}

export interface AreaDefinition {
  /** 0 to 15, see MovementKind; by default 0. */
  kind?: number;
  /** What a metre costs, in metres of free ground, at least 0.1; by default the inverse of `speed`. */
  cost?: number;
  /** How fast units are here, as a factor of their greatest speed, 0.001 to 1; by default 1. */
  speed?: number;
  /** Where areas overlap those on the highest layer count, of these the dearest; by default 0. */
  layer?: number;
  userData?: UserData;
}

export interface LinkDefinition {
  from: PointLike;
  to: PointLike;
  /** In metres of free ground: 0 or more. */
  cost: number;
  kind?: number;
  /** How many may be on it at once; by default any number. */
  capacity?: number;
  bothWays?: boolean;
  userData?: UserData;
}

export interface HeightGrid {
  /** Where the first height lies. */
  lower: PointLike;
  /** How far neighbouring ones are apart. */
  spacing: number;
  /** How many a row has. */
  columns: number;
  /** Row by row, from the least y on. */
  heights: readonly number[] | Float32Array;
}

export interface DiscomfortDefinition {
  center: PointLike;
  radius: number;
  /** How many metres of free ground more a metre there costs: above 0 to 1000. */
  amount: number;
  /** How long it lasts; by default until it is removed. */
  seconds?: number;
}

/** Who asks about the ground. */
export interface Walker {
  /** 0 to the world's greatest class. */
  radius: number;
  /** By default 0. */
  movementKind?: number;
}

export interface PathQuery extends Walker {
  entry?: Entry;
  /** Whether a goal that cannot be reached gives a path to the nearest point that can, or is refused (the default). */
  partial?: boolean;
}

export interface Path {
  /** Start and goal included. */
  points: Point[];
  length: number;
  /** Each metre as much as the ground there costs, and the links. */
  cost: number;
  /** From its end straight to the goal; 0 if it leads there. */
  missing: number;
  /** How many mesh cells the search looked at. */
  expanded: number;
  isPartial: boolean;
  /** Its legs that are links: each leads from the point of this index to the next one. */
  links: { point: number; link: Link }[];
}

export interface Explanation {
  /** In a sentence. */
  words: string;
  activity: Activity;
  guidance: Guidance;
  /** How far it still is, on the shortest way; null where that is not known. */
  distance: number | null;
  /** How far it still is, in metres of free travel; null where there is no field. */
  potential: number | null;
  /** Which way the field shows, as a share of the greatest speed. */
  field: Point;
  nearPassage: boolean;
  mustWait: boolean;
  /** Whether no way leads to its goal: its place is then as near to it as it gets. */
  hasLostGoal: boolean;
  waitsFor: number;
  passageWidth: number;
  passageDistance: number;
  blockedBy: number;
  /** For how long it has not got on. */
  standstill: number;
  /** The goal to which no way leads; zeros where one does. */
  lostGoal: Point;
}

export interface Group {
  order: Order;
  /** The unit nearest to the mean of their positions. */
  leader: Unit;
  classIndex: number;
  units: Unit[];
  /** The path of its leader as of the last plan. */
  path: Point[];
  /** Its flow field, if it has one. The arrays are views, see World.positions: row by row, row 0 with the least y. */
  window: {
    lower: Point;
    cellSize: number;
    columns: number;
    rows: number;
    potential: Float32Array;
    velocity: Float32Array;
  } | null;
}

/** One of the two ends of a narrow passage. */
export interface PassageEnd {
  /** The left and the right end of its mouth, as seen when going in: the centre of a unit of the least radius can be there. */
  mouth: [Point, Point];
  /** How long those wait who come there now, in seconds. */
  wait: number;
  /** Whether those who come there must wait, as it is the others' turn. */
  mustWait: boolean;
}

/** A unit whose way leads through a narrow passage. */
export interface PassageUser {
  unit: Unit;
  /** The end from which it comes: 0 or 1. */
  end: number;
  /** How far it is from the mouth, in metres, along its way; 0 inside. */
  distance: number;
  isInside: boolean;
  /** Whether it must wait before the mouth, or go back out to it, as it is the others' turn. */
  mustWait: boolean;
}

/** A narrow passage, and what happens in it. */
export interface Passage {
  /** The least distance between its walls, in metres. */
  width: number;
  /** How far it is from mouth to mouth, in metres. */
  length: number;
  /** Whether units come from both ends, or did so within the last two seconds. */
  isOpposed: boolean;
  ends: [PassageEnd, PassageEnd];
  /** The left and the right end of each gate, the two mouths among them, as seen on the way from end 0 to end 1. */
  gates: [Point, Point][];
  /** The units that have it before them, as the next one on their way, or are inside. */
  users: PassageUser[];
}

type Polygons = PointsLike | PolygonLike | readonly (PolygonLike | PointsLike)[];
type Units = Unit | Iterable<Unit>;

/** A state of a world to go back to, in the memory of the module: see `World.saveState`. */
export class SavedState {
  private constructor();
  /** How many steps its world had done. */
  readonly tickCount: number;
  /** Gives its memory back; everything else is refused from then on. States that are forgotten are freed some time later. */
  free(): void;
  readonly isFreed: boolean;
}

export class World {
  constructor(definition: WorldDefinition);
  /** A world from the bytes of a saved one. Its handles are new: `units` lists the units in the order that they had. */
  static load(bytes: Uint8Array | ArrayBuffer, on?: HybridNav): World;
  /** Gives its memory back; everything else is refused from then on. Worlds that are forgotten are freed some time later. */
  free(): void;
  readonly isFreed: boolean;

  /** The length of a step, in seconds: the parameter `tick`. */
  readonly dt: number;
  readonly tickCount: number;
  /** Moves the world on by `dt`. Edits take effect. */
  step(): void;
  /** What happened in the last step, in a fixed order. */
  events(): Event[];
  /** 64 bits that equal worlds have in common, on every platform. */
  hash(): bigint;
  /** All that decides its future. */
  save(): Uint8Array;
  /** Puts a saved world in the place of this one. Handles that this one gave before it was saved are right again. */
  load(bytes: Uint8Array | ArrayBuffer): void;
  /**
   * Saves the state that the world is in, to go back to: for rollback netcode and looks ahead. It shares meshes and distance
   * fields with the world: that takes far less time and memory than `save`.
   */
  saveState(): SavedState;
  /** Saves the state that the world is in over an older one, in the memory of that. */
  saveStateInto(state: SavedState): void;
  /**
   * Goes back to a saved state, or on to a later one, as often as needed: with the same calls, the next steps have the same bits.
   * Handles that were given before it was saved are right again. The error `mismatch` tells that the world is being recorded.
   */
  restoreState(state: SavedState): void;
  /** Begins to record the world as it is and every call that changes it. */
  startRecording(): void;
  /** What was written so far, all calls up to the last step among it: it can be replayed, counts as cut off, and may lack the last steps. */
  recording(): Uint8Array;
  /** Ends the recording, and returns all of it. */
  stopRecording(): Uint8Array;
  /** Puts the world with which a recording begins, from any language, in the place of this one: see `replayStep`. */
  loadRecording(bytes: Uint8Array | ArrayBuffer): void;
  /**
   * Does what was recorded up to the next step, and that step. Returns whether there was one. The error `different` tells the
   * tick at which the world is not the one any more that was recorded.
   */
  replayStep(): boolean;
  /** What it was made from, numbers in place of automatic values. */
  readonly definition: { bounds: Box; radii: number[]; parameters: WorldParameters; movementKinds: { factors: number[]; speeds: number[] }[] };
  /** Bytes by what takes them. */
  memory(): { units: number; windows: number; distanceFields: number; meshes: number };
  /** What the last step did. */
  counters(): { units: number; groups: number; plans: number; planCells: number; carriedOver: number; distanceFields: number; searches: number };

  // Views on the module's memory, without a copy: row k is that of units[k], two numbers a row (one in `activities`). They
  // hold until the next call of any world of this instance. Then read the property again: it costs next to nothing if nothing
  // has changed. One that was kept shows old numbers, those of others, or nothing (its length is 0 once memory has grown).
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** Unit vectors. */
  readonly headings: Float32Array;
  /** For units that the game moves: with which velocity they should move now. */
  readonly desiredVelocities: Float32Array;
  /** Indices of the list `activities`. */
  readonly activities: Uint32Array;
  /** All units, row by row; the same list until units are added or removed. */
  readonly units: readonly Unit[];

  addUnit(definition: UnitDefinition): Unit;
  /** All or none. */
  addUnits(definitions: readonly UnitDefinition[]): Unit[];
  removeUnit(unit: Unit): void;
  removeUnits(units: Units): void;
  /** Whether a unit of this world is still there. */
  isUnit(unit: Unit): boolean;
  unit(unit: Unit): UnitState;
  states(units?: Units): UnitState[];
  setUnit(unit: Unit, change: UnitChange): void;
  /** One change for all, or one for each; all or none. */
  setUnits(units: Units, change: UnitChange | readonly UnitChange[]): void;
  /** Says where units are that the game moves, and their velocities; once a tick, before `step`. */
  setMotions(units: Units, positions: PointsLike, velocities: PointsLike): void;
  /** Puts a unit elsewhere, at rest. */
  teleport(unit: Unit, position: PointLike): void;
  unitsInBox(box: Box): Unit[];
  unitsInCircle(center: PointLike, radius: number): Unit[];
  nearestUnit(point: PointLike, of?: { within?: number; team?: number }): Unit | null;

  /** Sends units somewhere, in place of the orders that they had: all or none. */
  order(units: Units, order: OrderDefinition): Order;
  /** Has more units follow an order. */
  join(order: Order, units: Units): void;
  moveGoal(order: Order, goal: PointLike): void;
  /** Has the units go on to another point once they have been at the goal. */
  appendGoal(order: Order, goal: PointLike): void;
  stop(units: Units): void;
  /** They stop and hold their position until the next order or `stop`. */
  hold(units: Units): void;
  readonly orders: Order[];
  orderState(order: Order): OrderState;

  /** Adds a convex obstacle. Edits are gathered: they take effect in the next step or before the next question. */
  addObstacle(points: PointsLike, more?: { userData?: UserData }): Obstacle;
  /** Adds an obstacle that is any simple polygon. */
  addOutline(points: PointsLike, more?: { userData?: UserData }): Obstacle;
  /** Adds an obstacle with holes, or of several parts. */
  addPolygons(polygons: Polygons, more?: { userData?: UserData }): Obstacle;
  /** Gives an obstacle another convex outline. */
  moveObstacle(obstacle: Obstacle, points: PointsLike): void;
  removeObstacle(obstacle: Obstacle): void;
  /** Makes all edits take effect now. */
  commit(): void;
  readonly obstacles: Obstacle[];
  obstacle(obstacle: Obstacle): { polygons: Polygon[]; userData: UserData };
  /** None: all within the bounds. */
  readonly walkable: Polygon[];
  /** Adds other ground: dearer, slower, or closed to some movement kinds. */
  addArea(polygons: Polygons, area?: AreaDefinition): Area;
  removeArea(area: Area): void;
  readonly areas: Area[];
  area(area: Area): { kind: number; cost: number; layer: number; userData: UserData; polygons: Polygon[] };
  /** Adds a way that is none over the ground: a jump, a ladder. */
  addLink(link: LinkDefinition): Link;
  removeLink(link: Link): void;
  readonly links: Link[];
  link(link: Link): { from: Point; to: Point; cost: number; kind: number; capacity: number; bothWays: boolean; userData: UserData };
  /** Says how high the ground lies; null: it is flat. */
  setHeights(grid: HeightGrid | null): void;
  readonly heights: { lower: Point; spacing: number; columns: number; heights: Float32Array } | null;
  heightAt(point: PointLike): number;
  /** Adds ground that units shun: fire, gas. */
  addDiscomfort(discomfort: DiscomfortDefinition): Discomfort;
  removeDiscomfort(discomfort: Discomfort): void;
  readonly discomforts: Discomfort[];
  discomfort(discomfort: Discomfort): { center: Point; radius: number; amount: number; seconds: number };

  /** Finds a short path past all obstacles; units do not count. One that does not exist is refused: `"unreachable"`. */
  findPath(from: PointLike, to: PointLike, query: PathQuery): Path;
  isFree(point: PointLike, who: Walker): boolean;
  findNearest(point: PointLike, who: Walker & { within?: number }): Point | null;
  castRay(from: PointLike, to: PointLike, who: Walker): { hit: boolean; point: Point; wall: [Point, Point] | null };
  /** Where who moves towards a point ends, gliding along walls. */
  slide(from: PointLike, to: PointLike, who: Walker): Point;
  /** Whether a way over the ground leads there. No search is needed. */
  isReachable(from: PointLike, to: PointLike, who: Walker): boolean;
  /** Whether an obstacle, if it were added, would cut two points apart. */
  wouldBlock(outline: PointsLike, from: PointLike, to: PointLike, query: PathQuery): boolean;
  /** The walls near a point: free ground is to the left of the way from the first end to the second. */
  findWalls(point: PointLike, query: Walker & { within: number }): [Point, Point][];
  /** A free point near another one, or anywhere; `random` is Math.random by default. */
  findRandomPoint(point: PointLike, query: Walker & { within?: number; connected?: boolean; random?: () => number }): Point | null;

  /** Why a unit goes where it goes. */
  explain(unit: Unit): Explanation;
  /** The way that it is expected to take to its place. */
  expectedWay(unit: Unit): Point[];
  /** The way that it would go if it were ordered to a point now. */
  preview(unit: Unit, goal: PointLike): Point[];
  /** The groups as of the last step. */
  groups(): Group[];
  /**
   * The narrow passages, and who waits where, as of the last step, in an order that depends on where they are alone. None are known
   * before the first step, those of a large world some steps later.
   */
  passages(): Passage[];
  /** How dense the crowd is in each cell of the window of a group, by its index in `groups()`; empty without a window. */
  groupDensity(group: number): Float32Array;

  /** Keeps another number with a thing. */
  setUserData(thing: Unit | Order | Obstacle | Area | Link, userData: UserData): void;
  userData(thing: Unit | Order | Obstacle | Area | Link): UserData;

  /** Where the world lies in the game's coordinates, in tiles. */
  readonly origin: [number, number];
  setOrigin(tilesX: number, tilesY: number): void;
  toGame(point: PointLike): Point;
  fromGame(x: number, y: number): Point;
}

/** The parameters of people in cities and evacuations, see `WorldDefinition.pedestrians`. */
export function pedestrianParameters(nav?: HybridNav): WorldParameters;
