/* hnav: crowds that find their way.
 *
 * Generated from the library's sources; do not edit.
 *
 * Units: lengths are metres, times seconds, angles radians. x points east, y north.
 *
 * Results: every function that can fail returns an hnavResult. Below 0 it was refused: nothing has changed, nothing
 * has been written, and hnavGetLastErrorMessage() says what is wrong and what would be right. Nothing is ever printed.
 *
 * Pointers: a function reads and writes the caller's memory only until it returns, and keeps no pointer. A pointer with
 * a count or a capacity is an array of at least that many items. NULL is refused unless the function says otherwise.
 *
 * Handles are numbers, passed by value; all zero (`hnavUnitId unit = {0, 0};`) is none. A stale handle is refused, also
 * one of another world: no two worlds have a handle in common. They can be compared and stored by their bytes. A handle
 * of what is gone comes back only when its place in the world has been used two billion times more (or when the world is
 * loaded, see hnavWorld_Load()); one of a world that is gone, after four million more worlds, of which a world is one more
 * each time that one of its places has been used 262 144 times. A world has at most 16 777 214 things of each kind.
 *
 * Definitions come from their hnavDefault... functions; others are refused. Zeroed ones, too. Fields that name a value of
 * an enumeration are int32_t.
 *
 * Threads: worlds are independent of each other. A world takes one call at a time that changes it, or any number of calls
 * at the same time that only read it: the hnavWorld_Get..., Find..., Is..., Read... and Explain... functions,
 * hnavWorld_CastRay(), hnavWorld_Slide(), hnavWorld_WouldBlock(), hnavWorld_Preview(), hnavWorld_ToGame(),
 * hnavWorld_FromGame(), hnavWorld_Save(), hnavWorld_SaveState(), hnavWorld_SaveStateInto() and hnavWorld_Draw(). From any
 * thread. Saved states are as worlds in this. A call that meets another one which it must not meet is refused with
 * HNAV_RESULT_LOCKED; so is a call that would change a world from a function that the world is calling. Nothing waits, but for the first query after an edit, in which the edit takes effect.
 *
 * Determinism: equal calls in equal order give equal positions, bit for bit, on every platform with IEEE arithmetic.
 */


#ifndef HNAV_H
#define HNAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The most points of an outline, holes of a polygon, polygons of one call, and way points of an order.
 */
#define HNAV_MAX_OUTLINE_POINTS 4096

/**
 * The version of this header's binary interface. A program compares it with hnavGetAbiVersion() before anything else.
 */
#define HNAV_ABI_VERSION 0

/**
 * The most radius classes of a world.
 */
#define HNAV_MAX_CLASSES 8

/**
 * How many kinds of ground and links there are.
 */
#define HNAV_MOVEMENT_KIND_FACTORS 16

/**
 * The size of the text of a phase's name, its final 0 included.
 */
#define HNAV_PHASE_NAME_SIZE 24

/**
 * What a call returns: 0 = done, above 0 = done in part, below 0 = refused (nothing has changed, no result has been
 * written, and hnavGetLastErrorMessage() says what would be right).
 */
enum hnavResult
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Done.
   */
  HNAV_RESULT_OK = 0,
  /**
   * Done, but not all results fitted into the caller's array: the first ones are there, and the count says how many
   * there are.
   */
  HNAV_RESULT_MORE = 1,
  /**
   * Done, but the path ends before the goal, at the nearest point that can be reached.
   */
  HNAV_RESULT_PARTIAL = 2,
  /**
   * There is no such thing; no result was written.
   */
  HNAV_RESULT_NONE = 3,
  /**
   * A pointer is NULL, or not aligned for its type.
   */
  HNAV_RESULT_BAD_POINTER = -1,
  /**
   * A handle is null, or names something that was destroyed, or belongs to another world.
   */
  HNAV_RESULT_STALE_HANDLE = -2,
  /**
   * A definition does not come from its hnavDefault... function, or from that of another version of the library.
   */
  HNAV_RESULT_FOREIGN_STRUCT = -3,
  /**
   * A number is NaN or infinite.
   */
  HNAV_RESULT_NOT_FINITE = -4,
  /**
   * A number or a count is out of its range.
   */
  HNAV_RESULT_OUT_OF_RANGE = -5,
  /**
   * An outline is not convex, encloses nothing, or is too large.
   */
  HNAV_RESULT_BAD_OUTLINE = -6,
  /**
   * A point or an outline lies outside the bounds of the world.
   */
  HNAV_RESULT_OUTSIDE = -7,
  /**
   * A point lies in an obstacle, or too near to a wall for the radius.
   */
  HNAV_RESULT_BLOCKED = -8,
  /**
   * No way leads to the goal.
   */
  HNAV_RESULT_UNREACHABLE = -9,
  /**
   * Round the goal there is not enough room for all units.
   */
  HNAV_RESULT_NO_ROOM = -10,
  /**
   * A unit is listed twice.
   */
  HNAV_RESULT_DUPLICATE = -11,
  /**
   * The obstacles of one place are too many for the mesh: remove some.
   */
  HNAV_RESULT_TOO_MANY_CELLS = -12,
  /**
   * Another call with the same world is still running: a world takes one call at a time that changes it, or several
   * that read it.
   */
  HNAV_RESULT_LOCKED = -13,
  /**
   * The library has been used already: the call belongs before every other one.
   */
  HNAV_RESULT_TOO_LATE = -15,
  /**
   * The call does not fit what it names: a motion for a unit that the world moves, another goal for units that have goals
   * of their own, a unit that would follow itself, an earlier state for a world that is being recorded.
   */
  HNAV_RESULT_MISMATCH = -17,
  /**
   * Bytes are no saved world, or were cut off or damaged, or are of a newer or an older format.
   */
  HNAV_RESULT_BAD_BYTES = -16,
  /**
   * What a recording was written to has refused a part of it.
   */
  HNAV_RESULT_NOT_WRITTEN = -18,
  /**
   * A world that is replayed is not the one any more that was recorded.
   */
  HNAV_RESULT_DIFFERENT = -19,
  /**
   * A fault in the library. A world that the call was changing refuses further work: destroy it. Others are not
   * affected.
   */
  HNAV_RESULT_PANIC = -14,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavResult hnavResult;
#else
typedef int32_t hnavResult;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Who moves a unit.
 */
enum hnavDriver
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The world: it moves in hnavWorld_Step().
   */
  HNAV_DRIVER_WORLD = 0,
  /**
   * The engine: the world never moves it. The engine says where it is, once a tick, with hnavWorld_SetMotions(), and
   * gets a desired velocity; the others avoid it.
   */
  HNAV_DRIVER_ENGINE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavDriver hnavDriver;
#else
typedef int32_t hnavDriver;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a unit is doing.
 */
enum hnavActivity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It has no order; it may step aside for friends, and returns.
   */
  HNAV_ACTIVITY_IDLE = 0,
  /**
   * It is on its way to its place.
   */
  HNAV_ACTIVITY_MOVING = 1,
  /**
   * It rests at its place; it may step aside for friends, and returns.
   */
  HNAV_ACTIVITY_RESTING = 2,
  /**
   * It holds its position, see hnavWorld_Hold().
   */
  HNAV_ACTIVITY_HOLDING = 3,
  /**
   * It is on its way and gets nowhere.
   */
  HNAV_ACTIVITY_STUCK = 4,
  /**
   * It is on a link, see hnavWorld_AddLink().
   */
  HNAV_ACTIVITY_CROSSING = 5,
  /**
   * Something that this version of the header has no name for.
   */
  HNAV_ACTIVITY_OTHER = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavActivity hnavActivity;
#else
typedef int32_t hnavActivity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What showed a unit its way when it last looked around.
 */
enum hnavGuidance
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Nothing: it has nowhere to go, or it waits, or it steps aside.
   */
  HNAV_GUIDANCE_NONE = 0,
  /**
   * Its place, which it sees.
   */
  HNAV_GUIDANCE_PLACE = 1,
  /**
   * The flow field of its group.
   */
  HNAV_GUIDANCE_FIELD = 2,
  /**
   * The distance field of its order: straight to the next corner of the shortest way.
   */
  HNAV_GUIDANCE_DISTANCE = 3,
  /**
   * A path of its own.
   */
  HNAV_GUIDANCE_PATH = 4,
  /**
   * The beginning of a link that it is about to take.
   */
  HNAV_GUIDANCE_LINK = 5,
  /**
   * Something that this version of the header has no name for.
   */
  HNAV_GUIDANCE_OTHER = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavGuidance hnavGuidance;
#else
typedef int32_t hnavGuidance;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What the goal of an order is.
 */
enum hnavGoalKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * One point for all units: each gets a place of its own round it.
   */
  HNAV_GOAL_KIND_POINT = 0,
  /**
   * A point for each unit.
   */
  HNAV_GOAL_KIND_EACH = 1,
  /**
   * A unit that is not one of them, wherever it goes: each gets a place of its own beside it.
   */
  HNAV_GOAL_KIND_UNIT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavGoalKind hnavGoalKind;
#else
typedef int32_t hnavGoalKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What becomes of units that cannot get to their goal: it is blocked, or no way leads there, or there is no room.
 */
enum hnavUnreachable
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * An order that one of its units cannot follow is refused. Units that lose their way later stop and have no order any
   * more.
   */
  HNAV_UNREACHABLE_STOP = 0,
  /**
   * They go to the nearest place that they can reach. When obstacles change so that a way opens they go on
   * (HNAV_EVENT_KIND_PATH_FOUND). The others go to the goal.
   */
  HNAV_UNREACHABLE_NEAREST = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavUnreachable hnavUnreachable;
#else
typedef int32_t hnavUnreachable;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Whether units of an order go on after its goal, for ever. Then they do not stop there: each passes the goal as it passes way
 * points, and tells so once per round (HNAV_EVENT_KIND_ARRIVED). What repeats needs HNAV_GOAL_KIND_POINT, a way point at least,
 * and a `range` of 0. Way points that cannot be reached are passed over. Who is at all points of its round that can be reached,
 * as they lie at one place, goes to its place at the goal and rests there, until obstacles change.
 */
enum hnavRepeat
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * They come to rest at the goal.
   */
  HNAV_REPEAT_ONCE = 0,
  /**
   * From the goal they go to the first way point, and so on round and round.
   */
  HNAV_REPEAT_LOOP = 1,
  /**
   * From the goal they go back past the way points to the first one, from there to the goal again, and so on to and fro.
   */
  HNAV_REPEAT_TO_AND_FRO = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavRepeat hnavRepeat;
#else
typedef int32_t hnavRepeat;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How the places of an order's units lie round its goal. The middle of all shapes but HNAV_SHAPE_OFFSETS is at the goal.
 */
enum hnavShape
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No formation: as close round the goal as they can, and they look as they came.
   */
  HNAV_SHAPE_NONE = 0,
  /**
   * As close together as they can, round the goal.
   */
  HNAV_SHAPE_COMPACT = 1,
  /**
   * Side by side, in one rank or some ranks: about eight times as wide as it is deep.
   */
  HNAV_SHAPE_LINE = 2,
  /**
   * One behind the other, in one file or some files: about eight times as deep as it is wide.
   */
  HNAV_SHAPE_COLUMN = 3,
  /**
   * In ranks that make about a square.
   */
  HNAV_SHAPE_BOX = 4,
  /**
   * In ranks that become wider from the front to the back: a triangle with its tip in front.
   */
  HNAV_SHAPE_WEDGE = 5,
  /**
   * Where each unit stands is said by `offsets`; units keep their own.
   */
  HNAV_SHAPE_OFFSETS = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavShape hnavShape;
#else
typedef int32_t hnavShape;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Who stands in front in a formation.
 */
enum hnavFront
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The units of the greatest radius.
   */
  HNAV_FRONT_LARGEST = 0,
  /**
   * Those of the least radius.
   */
  HNAV_FRONT_SMALLEST = 1,
  /**
   * Those that were named first in the order, rank by rank.
   */
  HNAV_FRONT_AS_GIVEN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavFront hnavFront;
#else
typedef int32_t hnavFront;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How fast the units of an order go.
 */
enum hnavPace
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Each as fast as it can.
   */
  HNAV_PACE_OWN = 0,
  /**
   * None faster than the slowest of them, as long as that has the order, so that they arrive together.
   */
  HNAV_PACE_SLOWEST = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavPace hnavPace;
#else
typedef int32_t hnavPace;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What happened to a unit.
 */
enum hnavEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Something that this version of the header has no name for.
   */
  HNAV_EVENT_KIND_OTHER = 0,
  /**
   * It came to rest at its place; once per order and unit, and again after the order's goal was moved, or the unit that it
   * follows has gone on and come to rest again. Where the order repeats its way (hnavRepeat): it passed the goal.
   */
  HNAV_EVENT_KIND_ARRIVED = 1,
  /**
   * It lost its way: an obstacle stands on its goal or place, and round the goal there is no other one left. Of this and
   * the other losses `keepsOrder` says what becomes of it.
   */
  HNAV_EVENT_KIND_PLACE_BLOCKED = 2,
  /**
   * It lost its way: obstacles cut it off from its goal.
   */
  HNAV_EVENT_KIND_CUT_OFF = 3,
  /**
   * It has got nowhere for 5 s: units that it touches are in its way, `blocker`. It keeps its order and goes on trying; where
   * that one holds its position and leaves no room beside it, it stands until the way is free.
   */
  HNAV_EVENT_KIND_STUCK_BY_UNITS = 4,
  /**
   * It has got nowhere for 5 s: its way leads into a wall. It keeps its order and goes on trying.
   */
  HNAV_EVENT_KIND_STUCK_BY_WALL = 5,
  /**
   * It has got nowhere for 5 s: no way leads from where it is to its place. It keeps its order and goes on trying.
   */
  HNAV_EVENT_KIND_STUCK_NO_WAY = 6,
  /**
   * It has entered a link: from now on it moves to its other end.
   */
  HNAV_EVENT_KIND_LINK_ENTERED = 7,
  /**
   * It has left a link, and is back on the ground.
   */
  HNAV_EVENT_KIND_LINK_LEFT = 8,
  /**
   * It passed a way point of its order, `wayPoint`, and goes on to the next one or to its goal.
   */
  HNAV_EVENT_KIND_PASSED_WAY_POINT = 9,
  /**
   * It lost its way: round the goal there is no room for it.
   */
  HNAV_EVENT_KIND_NO_ROOM = 10,
  /**
   * It lost its way: the unit that it followed was removed.
   */
  HNAV_EVENT_KIND_TARGET_GONE = 11,
  /**
   * A way has opened to the goal that it had lost: it goes on.
   */
  HNAV_EVENT_KIND_PATH_FOUND = 12,
  /**
   * For 10 s it has come no nearer to its place, or it has walked much farther than its shortest way, though nothing
   * that it touches is in its way. It keeps its order and goes on trying.
   */
  HNAV_EVENT_KIND_STUCK_NO_PROGRESS = 13,
  /**
   * An obstacle has come where it stood, `from`, and it was put beside it, to `place`: on the ground where it was, if any
   * of that is left. Or a change has made it too large for where it stood, see hnavWorld_SetUnits().
   */
  HNAV_EVENT_KIND_DISPLACED = 14,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavEventKind hnavEventKind;
#else
typedef int32_t hnavEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where searched paths enter the next mesh cell; it decides which cells they go through.
 */
enum hnavEntry
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Where the straight way to the goal crosses into it: fast, and 0.1 to 2 % longer than the shortest.
   */
  HNAV_ENTRY_CROSSING = 0,
  /**
   * In the middle, as in the paper: longer paths.
   */
  HNAV_ENTRY_MIDPOINT = 1,
  /**
   * As HNAV_ENTRY_CROSSING, each way into a cell searched for itself: two to four times the work, nearly always the
   * shortest path.
   */
  HNAV_ENTRY_PORTALS = 2,
  /**
   * Nowhere, from corner to corner: the shortest path there is.
   */
  HNAV_ENTRY_EXACT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavEntry hnavEntry;
#else
typedef int32_t hnavEntry;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where the field of a group's window begins, if its places lie outside.
 */
enum hnavWindowGoal
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Everywhere on its border where shortest ways leave it: units spread over the ways out by how long and how full
   * they are.
   */
  HNAV_WINDOW_GOAL_FRONTIER = 0,
  /**
   * Where the way of the group's leader leaves it, as in the paper: all units go the leader's way.
   */
  HNAV_WINDOW_GOAL_EXIT_POINT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavWindowGoal hnavWindowGoal;
#else
typedef int32_t hnavWindowGoal;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What hnavWorld_Draw() can draw; add up what is wanted.
 */
enum hnavDraw
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The free area of a radius class: filled polygons.
   */
  HNAV_DRAW_GROUND = 1,
  /**
   * The sides of its cells: segments.
   */
  HNAV_DRAW_CELLS = 2,
  /**
   * The obstacles as they were added: filled polygons.
   */
  HNAV_DRAW_OBSTACLES = 4,
  /**
   * The units: filled circles, by what they are doing, and their headings.
   */
  HNAV_DRAW_UNITS = 8,
  /**
   * The units' velocities: arrows that show the way of a second.
   */
  HNAV_DRAW_VELOCITIES = 16,
  /**
   * From each unit on its way to its place: segments.
   */
  HNAV_DRAW_PLACES = 32,
  /**
   * The paths of the groups' leaders: segments.
   */
  HNAV_DRAW_PATHS = 64,
  /**
   * The windows of the groups: segments, and a text.
   */
  HNAV_DRAW_WINDOWS = 128,
  /**
   * The flow fields in them: arrows.
   */
  HNAV_DRAW_FIELDS = 256,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavDraw hnavDraw;
#else
typedef uint32_t hnavDraw;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What hnavWorld_SetUnits() can change; add up what is wanted.
 */
enum hnavUnitField
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The radius.
   */
  HNAV_UNIT_FIELD_RADIUS = 1,
  /**
   * The greatest speed.
   */
  HNAV_UNIT_FIELD_MAX_SPEED = 2,
  /**
   * The greatest change of the velocity.
   */
  HNAV_UNIT_FIELD_ACCELERATION = 4,
  /**
   * The greatest change of the heading.
   */
  HNAV_UNIT_FIELD_TURN_RATE = 8,
  /**
   * How heavy it is.
   */
  HNAV_UNIT_FIELD_MASS = 16,
  /**
   * The movement kind.
   */
  HNAV_UNIT_FIELD_MOVEMENT_KIND = 32,
  /**
   * The team.
   */
  HNAV_UNIT_FIELD_TEAM = 64,
  /**
   * Who moves it.
   */
  HNAV_UNIT_FIELD_DRIVER = 128,
  /**
   * What the game keeps with it.
   */
  HNAV_UNIT_FIELD_USER_DATA = 256,
  /**
   * The collision layers that it is in.
   */
  HNAV_UNIT_FIELD_COLLISION_LAYERS = 512,
  /**
   * The collision layers that it meets.
   */
  HNAV_UNIT_FIELD_COLLISION_MASK = 1024,
  /**
   * The collision layers that it yields to.
   */
  HNAV_UNIT_FIELD_YIELDS_TO = 2048,
  /**
   * The radius from which others keep.
   */
  HNAV_UNIT_FIELD_AVOIDANCE_RADIUS = 4096,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavUnitField hnavUnitField;
#else
typedef uint32_t hnavUnitField;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What becomes of a unit that is given a class for which the ground where it stands is not free.
 */
enum hnavFit
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The change is refused.
   */
  HNAV_FIT_REFUSE = 0,
  /**
   * It is moved to the free ground nearest to it, on which it has room beside others: HNAV_EVENT_KIND_DISPLACED.
   */
  HNAV_FIT_MOVE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavFit hnavFit;
#else
typedef int32_t hnavFit;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where memory comes from, see hnavSetAllocator(). Take it from hnavDefaultAllocator(), then set both functions.
 */
typedef struct {
  /**
   * Set by hnavDefaultAllocator(): sizeof(hnavAllocator).
   */
  uint32_t structSize;
  /**
   * Gives `size` bytes at an address that is a multiple of `alignment`, a power of two; NULL if there are none. From any
   * thread.
   */
  void *(*allocate)(size_t size, size_t alignment, void *user);
  /**
   * Takes them back, with the numbers that they were asked for with. From any thread.
   */
  void (*release)(void *memory, size_t size, size_t alignment, void *user);
  /**
   * Passed on to both.
   */
  void *user;
} hnavAllocator;

/**
 * Hears of a refused call, in the thread that made it: its result, its message (UTF-8, valid until the function returns),
 * and what was given to hnavSetLog(). It must not throw; it may call the library, and is not told of what is refused
 * meanwhile.
 */
typedef void (*hnavLogFunction)(hnavResult result, const char *message, void *user);

/**
 * Everything that can be tuned in a world. hnavDefaultWorldDef() fills it with what is best for most games.
 */
typedef struct {
  /**
   * The length of every step, in seconds. 0.001 to 1; default 0.1. Shorter steps follow corners more tightly and
   * cost more.
   */
  float tick;
  /**
   * The side of a grid cell, in metres. 0 (the default): 1.25 times the least class radius; else at least 1/64 m and
   * at most 1.4 times the least class radius. Smaller cells follow walls more closely; the cost grows with the
   * square.
   */
  float cellSize;
  /**
   * The side of a mesh tile, in metres. 1 to 4 096; default 32. Good: one to five obstacles a tile.
   */
  float tileSize;
  /**
   * The sides of the corners of inflated obstacles. 4, 8, 16 or 32; default 8. More sides give more mesh cells and
   * cut less free area from the corners.
   */
  uint32_t cornerSides;
  /**
   * An hnavEntry: how the units' own paths are searched; default HNAV_ENTRY_CROSSING.
   */
  int32_t entry;
  /**
   * An hnavWindowGoal; default HNAV_WINDOW_GOAL_FRONTIER.
   */
  int32_t windowGoal;
  /**
   * The time between two plans of a group, in seconds, rounded to whole ticks. One tick to 60; default 0.5. Longer
   * saves time and reacts later.
   */
  float planPeriod;
  /**
   * Units sample their field where they expect to be after this time, in seconds. 0 to 5; default 0.4. Longer smooths
   * turns and cuts corners.
   */
  float lookAhead;
  /**
   * The distance between a group's bounds and the border of its window, in metres. 0 (the default): the greater of 20
   * radii and what a unit walks until the next plan, down to 10 radii behind the units and near their goal; else at
   * most 1 000, on all sides. Wider sees jams and second routes earlier.
   */
  float margin;
  /**
   * The most grid cells of a window. 2 048 to 4 194 304; default 20 000. A group that needs more is cut in two.
   */
  uint32_t windowCells;
  /**
   * The least number of units of a group that has a window. 1 to 1 000; default 4. Units of smaller groups walk
   * straight from corner to corner.
   */
  uint32_t windowUnits;
  /**
   * Units of one order nearer than this to each other belong to one group, in metres; they leave it when they are a third
   * farther off. Above 0 to 1 000; default 4.
   */
  float linkDistance;
  /**
   * The crowd density up to which units walk freely. 0 or more and below `densityMax`; default 0.6. One unit alone
   * makes at most 1.
   */
  float densityMin;
  /**
   * The crowd density from which on units walk as the crowd does. Default 1.6. Lower shuns crowds more.
   */
  float densityMax;
  /**
   * The least speed that the field assumes among others, as a share of the free speed. 0.001 to 1; default 0.15. Lower
   * makes jams look longer.
   */
  float speedFloor;
  /**
   * The least speed that the field assumes among units of one order. 0.001 to 1; default 0.5. Lower sends the flanks
   * of a queue back, round it and in again.
   */
  float companionFloor;
  /**
   * The weight of a way's length (the paper's alpha). 0 or more; default 0.1.
   */
  float pathWeight;
  /**
   * The weight of a way's time (the paper's beta). 0 or more, and not both weights 0; default 0.9.
   */
  float timeWeight;
  /**
   * How much of their speed units take from the field, and not its direction alone. 0 to 1; default 0: full speed, and
   * a crowd slows them where they touch. 1 is the paper's: crowds keep more apart and take longer.
   */
  float fieldSpeed;
  /**
   * The radius of a unit's influence on the crowd density, in its radii. 1 to 20; default 3.
   */
  float influence;
  /**
   * The distance between neighbouring places round a shared goal, in diameters of the largest unit. 1 to 10; default
   * 1.04. Wider with a wider `personalSpace`.
   */
  float slotSpacing;
  /**
   * A unit this near to its place that sees it walks there straight, in metres. 0 to 1 000; default 8.
   */
  float directDistance;
  /**
   * A unit this near to its place has arrived and rests, in its radii. 0.01 to 10; default 0.64.
   */
  float settleRadius;
  /**
   * A resting unit that was pushed farther than this walks back, in its radii. `settleRadius` to 100; default 2.
   */
  float returnRadius;
  /**
   * The time constant of the approach to a place, in seconds: speed is at most distance / this. One tick to 5; default
   * 0.3.
   */
  float approachTime;
  /**
   * The speed with which an idle or resting unit steps aside for a friend, as a share of its greatest. 0 (never) to 1;
   * default 0.4.
   */
  float stepAside;
  /**
   * A unit on its way that gets nowhere for this long is stuck, in seconds. One tick to 3 600; default 5.
   */
  float stuckTime;
  /**
   * How far ahead units look for others that they would touch, in seconds, and half of the time for which they hold
   * their course. 0 (not at all) to 5; default 1. Longer makes smoother ways in open country and wider bows in crowds.
   */
  float anticipation;
  /**
   * The room between units on their way, in sums of their radii. 1 to 3; default 1. More makes crowds less dense and
   * slower.
   */
  float personalSpace;
  /**
   * How often overlaps are corrected in a step, at most; where a crowd is pressed so hard that overlaps would become deeper,
   * up to twice as often again. 0 (units walk through each other) to 64; default 40.
   */
  uint32_t contactIterations;
  /**
   * The factor on each correction of an overlap. Above 0 to 1.9; default 1.5. Higher settles faster and trembles more.
   */
  float contactGain;
  /**
   * The most mesh cells that searches of units' own paths may expand in a step; and as much work is done at distance
   * fields of orders in the mean step, half of it at most at one, where a mesh cell that is seen from a goal or a
   * corner counts as 2. The rest waits for the next step. 1 or more; default 20 000 (a few milliseconds each).
   */
  uint32_t searchCells;
  /**
   * The ticks from asking for a plan, or for the distance field of an order, to its use. 0 to 100; default 0: a step
   * makes them itself; else they are made beside the steps in between, and units follow paths of their own until then. Distance fields
   * that take long come later still (`searchCells`).
   */
  uint32_t planLatency;
  /**
   * The most grid cells of all plans that are asked for in a tick; one is in any case. The groups that have waited longest
   * come first. 1 or more; default 200 000 (some ten milliseconds). Fewer make long steps rarer and plans older.
   */
  uint32_t planCells;
  /**
   * The slope from which on ground costs the most, as rise / run. 0.01 to 100; default 1. Lower makes groups go round
   * gentler hills.
   */
  float steepestSlope;
  /**
   * The speed that is assumed up such a slope, as a share of the free speed; a slope costs the mean of up and down. 0.01
   * to 1; default 0.1. Lower makes hills dearer.
   */
  float steepSpeed;
  /**
   * How often units look around, in seconds; at most `approach_time`. 0 (in every step) to 1; default 0.2. In between
   * they hold their course, and only keep apart; what a game changes they see in the next step. Longer saves time.
   */
  float lookPeriod;
  /**
   * The time gap that a unit keeps to whoever walks before it the same way, in seconds: it goes no faster than the free
   * distance between them over this. 0 (they only do not touch) to 5; default 0; hnavPedestrianParameters(): 1. Longer
   * makes crowds slower the denser they are, and lets fewer through a door.
   */
  float headwayTime;
} hnavWorldParameters;

/**
 * How units of a movement kind see the kinds of ground and of links. All 1 by hnavDefaultMovementKind().
 */
typedef struct {
  /**
   * By which factor each kind is dearer: 0.1 or more; infinite: they cannot enter it.
   */
  float factors[HNAV_MOVEMENT_KIND_FACTORS];
  /**
   * By which factor, 0.001 to 1, they are slower on each kind of ground. Where it is less than 1 and the factor of the
   * cost is 1, that is the inverse: ways take the least time.
   */
  float speeds[HNAV_MOVEMENT_KIND_FACTORS];
} hnavMovementKind;

/**
 * A point or a direction of the plane; x points east, y north.
 */
typedef struct {
  /**
   * The coordinate to the east.
   */
  float x;
  /**
   * The coordinate to the north.
   */
  float y;
} hnavVec2;

/**
 * A closed line, in either direction round: the last point is joined to the first one.
 */
typedef struct {
  /**
   * Its points, in metres.
   */
  const hnavVec2 *points;
  /**
   * How many there are: 3 to HNAV_MAX_OUTLINE_POINTS.
   */
  uint32_t count;
} hnavRing;

/**
 * An area of any form, convex or not, with or without holes: no line crosses itself or another one.
 */
typedef struct {
  /**
   * Its outer border.
   */
  hnavRing border;
  /**
   * Its holes, `holeCount` of them; NULL with a count of 0: none.
   */
  const hnavRing *holes;
  /**
   * See `holes`; at most HNAV_MAX_OUTLINE_POINTS.
   */
  uint32_t holeCount;
} hnavPolygon;

/**
 * What a world is made from. Take it from hnavDefaultWorldDef(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultWorldDef().
   */
  uint32_t structSize;
  /**
   * How many radius classes there are: 1 to HNAV_MAX_CLASSES. Each costs a navmesh.
   */
  uint32_t classCount;
  /**
   * The radius classes, in metres: different numbers above 0, in any order. A unit belongs to the least class that
   * is not smaller than its own radius.
   */
  float classRadii[HNAV_MAX_CLASSES];
  /**
   * The world's south-western corner, in metres. The border of the world is a wall.
   */
  hnavVec2 lower;
  /**
   * The world's north-eastern corner, in metres.
   */
  hnavVec2 upper;
  /**
   * Everything that can be tuned.
   */
  hnavWorldParameters parameters;
  /**
   * The movement kinds of units, `movementKindCount` of them; NULL with a count of 0 (the default): one, to which all
   * ground costs what its area says. Each pair of a radius class and a movement kind costs a navmesh, at most 32.
   */
  const hnavMovementKind *movementKinds;
  /**
   * See `movementKinds`.
   */
  uint32_t movementKindCount;
  /**
   * What is walkable within the bounds: polygons, `walkableCount` of them, whose borders are walls; NULL with a count of 0
   * (the default): all of it.
   */
  const hnavPolygon *walkable;
  /**
   * See `walkable`; at most HNAV_MAX_OUTLINE_POINTS.
   */
  uint32_t walkableCount;
} hnavWorldDef;

/**
 * Names a world. All zero is no world.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavWorldId;

/**
 * A phase of a step.
 */
typedef struct {
  /**
   * Its name, the same in every step, ended by 0.
   */
  char name[HNAV_PHASE_NAME_SIZE];
  /**
   * How long it took in the last step, in seconds.
   */
  double seconds;
} hnavPhase;

/**
 * The bytes that the parts of a world take, room for more included; what several worlds share counts in each.
 */
typedef struct {
  /**
   * Units, their neighbours and what they touch.
   */
  uint64_t units;
  /**
   * The windows of groups, and those kept for the next plans: crowds and fields.
   */
  uint64_t windows;
  /**
   * The distance fields of orders.
   */
  uint64_t distanceFields;
  /**
   * The meshes of all classes.
   */
  uint64_t meshes;
} hnavMemory;

/**
 * Names a saved state of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavSavedStateId;

/**
 * Takes bytes of a recording, and returns whether they were written.
 */
typedef bool (*hnavWriteRecording)(const uint8_t *bytes, uint32_t count, void *user);

/**
 * Names an obstacle of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavObstacleId;

/**
 * Names an area of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavAreaId;

/**
 * What an area is like. Take it from hnavDefaultAreaDef() or hnavSlowAreaDef(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultAreaDef() and hnavSlowAreaDef().
   */
  uint32_t structSize;
  /**
   * The kind of ground, 0 to 15, see hnavMovementKind.
   */
  uint32_t kind;
  /**
   * What a metre costs here, in metres of free ground: at least 0.1. Less than 1 is a road.
   */
  float cost;
  /**
   * Any whole number; by default 0. Where areas overlap, those on the highest layer alone count: a road on layer 1 is a
   * road wherever it leads through mud on layer 0. Of those on one layer the dearest counts.
   */
  int32_t layer;
  /**
   * How fast units are here, as a factor of their greatest speed: 0.001 to 1; by hnavDefaultAreaDef() 1. It changes no
   * way: that is for the cost to do, which is the inverse by hnavSlowAreaDef().
   */
  float speed;
} hnavAreaDef;

/**
 * A way from one point to another that is none over the ground: a jump, a ladder, a teleport. Take it from
 * hnavDefaultLinkDef(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultLinkDef().
   */
  uint32_t structSize;
  /**
   * Where it begins, in metres: free for at least one class.
   */
  hnavVec2 from;
  /**
   * Where it leads to, in metres: free for at least one class.
   */
  hnavVec2 to;
  /**
   * What it costs, in metres of free ground: 0 or more.
   */
  float cost;
  /**
   * The kind of link, 0 to 15, see hnavMovementKind; by default 0.
   */
  uint32_t kind;
  /**
   * How many may be on it at once: at least 1; by default any number.
   */
  uint32_t capacity;
  /**
   * Whether it leads back as well: 0 (the default) or 1.
   */
  uint32_t bothWays;
} hnavLinkDef;

/**
 * Names a link of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavLinkId;

/**
 * Names a discomfort of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavDiscomfortId;

/**
 * A ring of an outline that is read back.
 */
typedef struct {
  /**
   * How many points it has.
   */
  uint32_t count;
  /**
   * Whether it is a hole in the last border before it.
   */
  bool isHole;
} hnavRingInfo;

/**
 * What the ground in an area is like.
 */
typedef struct {
  /**
   * Its kind, 0 to 15.
   */
  uint32_t kind;
  /**
   * What a metre costs there, in metres of free ground.
   */
  float cost;
  /**
   * Its layer: where areas overlap, those on the highest one count.
   */
  int32_t layer;
  /**
   * What the game keeps with it, see hnavWorld_SetAreaUserData().
   */
  uint64_t userData;
} hnavAreaState;

/**
 * Where the heights of hnavWorld_SetHeights() lie.
 */
typedef struct {
  /**
   * Where the first one lies, in metres: the one with the least coordinates.
   */
  hnavVec2 lower;
  /**
   * How far neighbouring ones are apart, in metres.
   */
  float spacing;
  /**
   * How many a row has, from west to east.
   */
  uint32_t columns;
} hnavHeightGridInfo;

/**
 * A disc of ground that units shun, as it was added with hnavWorld_AddDiscomfort().
 */
typedef struct {
  /**
   * Its middle, in metres.
   */
  hnavVec2 center;
  /**
   * Its radius, in metres.
   */
  float radius;
  /**
   * How many metres of free ground more a metre there costs.
   */
  float amount;
  /**
   * How long it was to last when it was added, in seconds; infinite: until it is removed.
   */
  float seconds;
} hnavDiscomfortState;

/**
 * What path to look for. Take it from hnavDefaultPathQuery(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultPathQuery().
   */
  uint32_t structSize;
  /**
   * Where the path starts, in metres.
   */
  hnavVec2 from;
  /**
   * Where it ends, in metres.
   */
  hnavVec2 to;
  /**
   * The radius of who walks it, in metres: 0 to the world's greatest class. The path keeps the radius of the least
   * class that is not smaller from all walls.
   */
  float radius;
  /**
   * An hnavEntry: how to search; default HNAV_ENTRY_CROSSING.
   */
  int32_t entry;
  /**
   * Whether a goal that is blocked, outside or cannot be reached gives a path to the nearest point that can (1), or is
   * refused (0, the default).
   */
  uint32_t partial;
  /**
   * The movement kind of who walks it: the index of one of the world's; by default 0.
   */
  uint32_t movementKind;
} hnavPathQuery;

/**
 * What a path is like.
 */
typedef struct {
  /**
   * Its length over the ground, in metres.
   */
  float length;
  /**
   * What it costs: each metre as much as the ground there, and the links.
   */
  float cost;
  /**
   * The straight distance from its end to the goal, in metres; 0 if it leads there.
   */
  float missing;
  /**
   * How many mesh cells the search looked at.
   */
  uint32_t expanded;
  /**
   * How many of its legs are links, see hnavWorld_FindPathLinks().
   */
  uint32_t linkCount;
} hnavPathInfo;

/**
 * A leg of a path that is a link.
 */
typedef struct {
  /**
   * The index of the point at which the link begins; it leads to the next point.
   */
  uint32_t point;
  /**
   * The link.
   */
  hnavLinkId link;
} hnavPathLink;

/**
 * What a ray met.
 */
typedef struct {
  /**
   * Whether it met a wall. If not, the whole way is free, and the rest says where it ended.
   */
  bool hit;
  /**
   * The last free point of the ray, about 2 mm before the wall; its end if it met none.
   */
  hnavVec2 point;
  /**
   * The side of the free area that it met; free ground is to the left of the way from the first point to the second.
   */
  hnavVec2 wall[2];
} hnavRayHit;

/**
 * What to look for round a point. Take it from hnavDefaultPointQuery(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultPointQuery().
   */
  uint32_t structSize;
  /**
   * The point, in metres.
   */
  hnavVec2 point;
  /**
   * The radius of who stands there, in metres, see hnavPathQuery.
   */
  float radius;
  /**
   * How far from the point to look, in metres: 0 or more. hnavWorld_FindRandomPoint() takes less than 1/1024 m as 0: the
   * point itself, if it is free.
   */
  float within;
  /**
   * The movement kind of who stands there: the index of one of the world's; by default 0.
   */
  uint32_t movementKind;
  /**
   * Whether only ground counts to which a way over the ground leads from the point, which must be free then: 0 (the
   * default) or 1. For hnavWorld_FindRandomPoint() alone.
   */
  uint32_t connected;
} hnavPointQuery;

/**
 * What a unit is made from. Take it from hnavDefaultUnitDef(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultUnitDef().
   */
  uint32_t structSize;
  /**
   * Where its centre stands, in metres: inside the world, and free for its radius class.
   */
  hnavVec2 position;
  /**
   * The radius of its disc, in metres: above 0, at most the world's greatest class.
   */
  float radius;
  /**
   * Its greatest speed, in m/s: above 0, at most 1 000 000.
   */
  float maxSpeed;
  /**
   * The greatest change of its velocity, in m/s^2: above 0, at most 1 000 000; by default full speed in half a second. In a
   * crowd that goes in by a narrow way units get back the speed that others took from them up to four times as fast.
   */
  float acceleration;
  /**
   * The greatest change of its heading, in rad/s: above 0, at most 1 000 000; by default 2 pi.
   */
  float turnRate;
  /**
   * How heavy it is, relative to others: of two units that touch, the lighter one makes the greater part of the room.
   * Above 0, at most 1 000 000; by default in proportion to its area, 1 for a radius of 0.25 m.
   */
  float mass;
  /**
   * Where it looks at first: a direction of any length but 0, by default east.
   */
  hnavVec2 heading;
  /**
   * Its team; by default 0. An idle or resting unit steps aside for moving units of its own team only.
   */
  uint32_t team;
  /**
   * An hnavDriver: who moves it; by default HNAV_DRIVER_WORLD.
   */
  int32_t driver;
  /**
   * Its movement kind: the index of one of its world's; by default 0.
   */
  uint32_t movementKind;
  /**
   * Whatever the game wants to keep with it, see hnavWorld_SetUnitUserData(); by default 0.
   */
  uint64_t userData;
  /**
   * The layers that it is in, a bit for each; by default 1, the first layer. Two units touch, avoid and see each other only
   * if each one's collisionMask holds a layer of the other; else they walk through each other, and neither stands in the
   * other's way. In 0, or with a mask of 0, it is a ghost. Walls hold all units. Narrow passages are shared by units that
   * one of the first layer with a full mask meets.
   */
  uint32_t collisionLayers;
  /**
   * The layers of those that it meets, a bit for each; by default all, UINT32_MAX.
   */
  uint32_t collisionMask;
  /**
   * The layers of those that it gives way to, a bit for each; by default 0, none. Of two units on a course that leads them
   * together it does all of the dodging then, and where they touch it makes nearly all of the room. Otherwise each does half,
   * and so do two that give way to each other.
   */
  uint32_t yieldsTo;
  /**
   * How large it is when it and others avoid each other, in metres, apart from its radius, which is that of contacts, walls
   * and places. Two units try to pass at the sum of both. At least the radius, at most 100 m; 0, the default: the radius.
   */
  float avoidanceRadius;
} hnavUnitDef;

/**
 * Names a unit of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavUnitId;

/**
 * Names an order of a world. All zero is none.
 */
typedef struct {
  /**
   * The library's own.
   */
  uint32_t index1;
  /**
   * The library's own.
   */
  uint32_t generation;
} hnavOrderId;

/**
 * What can be read of a unit: its state after the last step.
 */
typedef struct {
  /**
   * The unit.
   */
  hnavUnitId unit;
  /**
   * Its order; none (all zero) if it has none. It keeps it after it has arrived.
   */
  hnavOrderId order;
  /**
   * Its centre, in metres.
   */
  hnavVec2 position;
  /**
   * What it really moved in the last step, in m/s, `push` included; of one that the engine moves, what the engine said. What
   * the game or an edit put elsewhere has not moved so: hnavWorld_Teleport() and HNAV_EVENT_KIND_DISPLACED leave it out.
   */
  hnavVec2 velocity;
  /**
   * The part of `velocity` that is beyond its greatest speed, in m/s: what contacts with others, walls or a fast link added
   * to what the unit may do. Mostly zero; always of one that the engine moves.
   */
  hnavVec2 push;
  /**
   * Where it wanted to go when it last looked around, in m/s. Of one that the engine moves: with which velocity it
   * should move now, others avoided.
   */
  hnavVec2 desiredVelocity;
  /**
   * Where it looks: a unit vector.
   */
  hnavVec2 heading;
  /**
   * Its place, if it has an order: its own goal, or its slot round a shared one, in metres; else where it is.
   */
  hnavVec2 place;
  /**
   * The way point that it is heading for, in metres, if `isPassing`; else its place.
   */
  hnavVec2 wayPoint;
  /**
   * The link that it is on; none (all zero) if it is on the ground.
   */
  hnavLinkId link;
  /**
   * What the game keeps with it, see hnavWorld_SetUnitUserData().
   */
  uint64_t userData;
  /**
   * The radius of its disc, in metres.
   */
  float radius;
  /**
   * Its greatest speed, in m/s.
   */
  float maxSpeed;
  /**
   * How heavy it is, relative to others.
   */
  float mass;
  /**
   * Its team.
   */
  uint32_t team;
  /**
   * The index of its class: radius classes in ascending order, of the first movement kind; then those of the others.
   */
  uint32_t classIndex;
  /**
   * Who moves it.
   */
  hnavDriver driver;
  /**
   * What it is doing.
   */
  hnavActivity activity;
  /**
   * What showed it its way when it last looked around.
   */
  hnavGuidance guidance;
  /**
   * Whether it has arrived, once, since it got the order.
   */
  bool arrived;
  /**
   * Whether it has way points to pass before it goes to its place.
   */
  bool isPassing;
  /**
   * The layers that it is in, a bit for each.
   */
  uint32_t collisionLayers;
  /**
   * The layers of those that it meets, a bit for each.
   */
  uint32_t collisionMask;
  /**
   * The layers of those that it gives way to, a bit for each.
   */
  uint32_t yieldsTo;
  /**
   * How large it is when it and others avoid each other, in metres.
   */
  float avoidanceRadius;
} hnavUnitState;

/**
 * What is changed of a unit. Take it from hnavDefaultUnitChange(), then set values, and name them in `fields`. Units and ranges are
 * those of hnavUnitDef.
 */
typedef struct {
  /**
   * Set by hnavDefaultUnitChange().
   */
  uint32_t structSize;
  /**
   * A sum of values of hnavUnitField: which of the values count; by default none. The others stay as they are.
   */
  uint32_t fields;
  /**
   * The radius of its disc, in metres. The unit is of the least class that holds it.
   */
  float radius;
  /**
   * Its greatest speed, in m/s. Its acceleration stays.
   */
  float maxSpeed;
  /**
   * The greatest change of its velocity, in m/s^2.
   */
  float acceleration;
  /**
   * The greatest change of its heading, in rad/s.
   */
  float turnRate;
  /**
   * How heavy it is. It does not follow the radius.
   */
  float mass;
  /**
   * Its movement kind.
   */
  uint32_t movementKind;
  /**
   * Its team.
   */
  uint32_t team;
  /**
   * The collision layers that it is in, bit by bit.
   */
  uint32_t collisionLayers;
  /**
   * The collision layers that it meets, bit by bit.
   */
  uint32_t collisionMask;
  /**
   * The collision layers that it yields to, bit by bit.
   */
  uint32_t yieldsTo;
  /**
   * The radius from which others keep, in metres; 0: that of its disc. Where nothing is said of it it grows with the radius
   * where it would be less.
   */
  float avoidanceRadius;
  /**
   * An hnavDriver: who moves it.
   */
  int32_t driver;
  /**
   * An hnavFit: what becomes of it where it does not fit where it stands; by default HNAV_FIT_REFUSE.
   */
  int32_t fit;
  /**
   * Whatever the game wants to keep with it.
   */
  uint64_t userData;
} hnavUnitChange;

/**
 * One vector of each unit in the caller's memory: the coordinates of unit `i` lie `i * stride` bytes behind those of the
 * first one. So any layout will do, without a copy:
 *
 * - an array of hnavVec2 `v`: `{&v[0].x, &v[0].y, sizeof v[0]}`,
 * - arrays `xs` and `ys`: `{xs, ys, sizeof(float)}`,
 * - a member `position` of an array of components in a world whose ground is x and z:
 *   `{&c[0].position.x, &c[0].position.z, sizeof c[0]}`.
 *
 * A coordinate with a NULL pointer is left out.
 */
typedef struct {
  /**
   * The first unit's coordinate to the east.
   */
  float *x;
  /**
   * The first unit's coordinate to the north.
   */
  float *y;
  /**
   * Bytes from unit to unit: a multiple of 4.
   */
  uint32_t stride;
} hnavVectorColumn;

/**
 * A 32-bit number of each unit in the caller's memory, see hnavVectorColumn.
 */
typedef struct {
  /**
   * The first unit's number; NULL: it is left out.
   */
  uint32_t *first;
  /**
   * Bytes from unit to unit: a multiple of 4.
   */
  uint32_t stride;
} hnavNumberColumn;

/**
 * What hnavWorld_ReadUnits() shall write. Take it from hnavDefaultUnitColumns(), where everything is left out.
 */
typedef struct {
  /**
   * Set by hnavDefaultUnitColumns().
   */
  uint32_t structSize;
  /**
   * The centres, in metres.
   */
  hnavVectorColumn position;
  /**
   * What units really moved in the last step, in m/s, see hnavUnitState.
   */
  hnavVectorColumn velocity;
  /**
   * The part of it that is beyond their greatest speeds, in m/s.
   */
  hnavVectorColumn push;
  /**
   * Where units wanted to go, in m/s; of those that the engine moves, with which velocity they should move now.
   */
  hnavVectorColumn desiredVelocity;
  /**
   * Where units look: unit vectors.
   */
  hnavVectorColumn heading;
  /**
   * What units are doing: values of hnavActivity.
   */
  hnavNumberColumn activity;
} hnavUnitColumns;

/**
 * As hnavVectorColumn, to be read.
 */
typedef struct {
  /**
   * The first unit's coordinate to the east.
   */
  const float *x;
  /**
   * The first unit's coordinate to the north.
   */
  const float *y;
  /**
   * Bytes from unit to unit: a multiple of 4.
   */
  uint32_t stride;
} hnavConstVectorColumn;

/**
 * Why a unit goes where it goes, as of the last step.
 */
typedef struct {
  /**
   * What it is doing.
   */
  hnavActivity activity;
  /**
   * What showed it its way.
   */
  hnavGuidance guidance;
  /**
   * How far it still is to the nearest place of its order, on the shortest way, in metres; below 0 where that is not
   * known.
   */
  float distance;
  /**
   * What the field of its group says: how far it still is, in metres of free travel; below 0 where there is none.
   */
  float potential;
  /**
   * Which way the field shows, as a share of the greatest speed; 0 where there is none.
   */
  hnavVec2 field;
  /**
   * Whether the next narrow passage on its way is near, and so the numbers below are known.
   */
  bool nearPassage;
  /**
   * Whether it must wait before the passage, or go back out of it, as it is the others' turn.
   */
  bool mustWait;
  /**
   * Whether no way leads to its goal: its place is then as near to it as it gets.
   */
  bool hasLostGoal;
  /**
   * How many units it waits for there.
   */
  uint32_t waitsFor;
  /**
   * How wide the passage is, in metres.
   */
  float passageWidth;
  /**
   * How far it is to the passage, in metres; 0 inside.
   */
  float passageDistance;
  /**
   * How many units that it touches are in its way.
   */
  uint32_t blockedBy;
  /**
   * For how long it has not got on, in seconds.
   */
  float standstill;
  /**
   * The goal to which no way leads, in metres; 0 where one does.
   */
  hnavVec2 lostGoal;
} hnavReasons;

/**
 * One of the two ends of a narrow passage.
 */
typedef struct {
  /**
   * The left end of its mouth, as seen when going in, in metres. The centre of a unit of the least radius can be there.
   */
  hnavVec2 left;
  /**
   * The right end of its mouth.
   */
  hnavVec2 right;
  /**
   * How long those wait who come there now, in seconds.
   */
  float wait;
  /**
   * Whether those who come there must wait, as it is the others' turn.
   */
  bool mustWait;
} hnavPassageEnd;

/**
 * A narrow passage, and what happens in it, as of the last step.
 */
typedef struct {
  /**
   * Its end 0.
   */
  hnavPassageEnd end0;
  /**
   * Its end 1.
   */
  hnavPassageEnd end1;
  /**
   * The least distance between its walls, in metres.
   */
  float width;
  /**
   * How far it is from mouth to mouth, in metres.
   */
  float length;
  /**
   * How many units have it before them, as the next one on their way, or are inside.
   */
  uint32_t userCount;
  /**
   * How many gates it has, the two mouths among them.
   */
  uint32_t gateCount;
  /**
   * Whether units come from both ends, or did so within the last two seconds.
   */
  bool isOpposed;
} hnavPassage;

/**
 * A unit whose way leads through a narrow passage.
 */
typedef struct {
  /**
   * The unit.
   */
  hnavUnitId unit;
  /**
   * The end from which it comes: 0 or 1.
   */
  uint32_t end;
  /**
   * How far it is from the mouth, in metres, along its way; 0 inside.
   */
  float distance;
  /**
   * Whether it has passed the mouth.
   */
  bool isInside;
  /**
   * Whether it must wait before the mouth, or go back out to it, as it is the others' turn.
   */
  bool mustWait;
} hnavPassageUser;

/**
 * What an order is made from. Take it from hnavDefaultOrderDef(), then change what you like.
 */
typedef struct {
  /**
   * Set by hnavDefaultOrderDef().
   */
  uint32_t structSize;
  /**
   * An hnavGoalKind: which of `goal`, `goals` and `target` counts; by default HNAV_GOAL_KIND_POINT.
   */
  int32_t goalKind;
  /**
   * The point that all share, in metres.
   */
  hnavVec2 goal;
  /**
   * A point for each unit, in metres: as many as there are units, in their order; by default NULL.
   */
  const hnavVec2 *goals;
  /**
   * The unit that they follow; by default none.
   */
  hnavUnitId target;
  /**
   * Points that each unit passes first, one after the other, in metres, `wayPointCount` of them; NULL with a count of 0
   * (the default): none. A unit has passed one when it sees it and is as near to it as if all units of the order stood
   * round it; it does not stop there.
   */
  const hnavVec2 *wayPoints;
  /**
   * See `wayPoints`; at most HNAV_MAX_OUTLINE_POINTS.
   */
  uint32_t wayPointCount;
  /**
   * Units stop this near to a point or unit, in metres, where they see it; 0 to 1 000 000. By default 0: they go to it, or
   * beside it. Those for whom there is no room in range stand behind. Not for HNAV_GOAL_KIND_EACH.
   */
  float range;
  /**
   * An hnavUnreachable; by default HNAV_UNREACHABLE_NEAREST.
   */
  int32_t unreachable;
  /**
   * An hnavRepeat: whether the units go on after the goal; by default HNAV_REPEAT_ONCE.
   */
  int32_t repeat;
  /**
   * An hnavShape; by default HNAV_SHAPE_NONE: no formation. Others only for HNAV_GOAL_KIND_POINT without a range.
   */
  int32_t shape;
  /**
   * Where the front of the formation is, and where the units look when they are there: a direction of any length. By default
   * (0, 0): where they come from the way on, at their goal.
   */
  hnavVec2 facing;
  /**
   * How far neighbouring units of the formation are apart at least, from disc to disc, in metres: 0 to 1 000, by default 0.1.
   * Not for HNAV_SHAPE_OFFSETS.
   */
  float spacing;
  /**
   * An hnavFront: who stands in front; by default HNAV_FRONT_LARGEST. Neither for HNAV_SHAPE_COMPACT, where the largest are in
   * the middle, nor for HNAV_SHAPE_OFFSETS.
   */
  int32_t front;
  /**
   * For HNAV_SHAPE_OFFSETS: where each unit stands, seen from the goal, in metres, x to the front, y to the left; as many as
   * there are units, in their order. By default NULL.
   */
  const hnavVec2 *offsets;
  /**
   * See `offsets`.
   */
  uint32_t offsetCount;
  /**
   * An hnavPace; by default HNAV_PACE_OWN.
   */
  int32_t pace;
  /**
   * 1: units of one radius exchange the points of HNAV_GOAL_KIND_EACH where one of them stands in the other's way, or that
   * makes their ways shorter: so nobody has to squeeze through others who are there already. By default 0: each goes to its
   * own point. Places round a point or unit that all share are exchanged in any case.
   */
  uint32_t exchange;
} hnavOrderDef;

/**
 * What can be read of an order.
 */
typedef struct {
  /**
   * What its goal is.
   */
  hnavGoalKind goalKind;
  /**
   * The point that its units share, in metres; of a unit that they follow, where it was last seen; (0, 0) if they have
   * goals of their own.
   */
  hnavVec2 goal;
  /**
   * The unit that they follow; none (all zero) if they follow none.
   */
  hnavUnitId target;
  /**
   * How many way points it has, see hnavWorld_GetWayPoints().
   */
  uint32_t wayPointCount;
  /**
   * The index of the first of them, as in events: those before it are forgotten, see hnavWorld_AppendGoal().
   */
  uint32_t firstWayPoint;
  /**
   * How near its units go, in metres.
   */
  float range;
  /**
   * What becomes of units that cannot get there.
   */
  hnavUnreachable unreachable;
  /**
   * Whether its units go on after the goal.
   */
  hnavRepeat repeat;
  /**
   * How the places of its units lie round its goal; see hnavWorld_GetOffsets().
   */
  hnavShape shape;
  /**
   * Where the front of its formation is, and its units look when they are there: a unit vector; (0, 0) without a formation.
   */
  hnavVec2 facing;
  /**
   * How far neighbouring units of the formation are apart at least, in metres; 0 without a formation.
   */
  float spacing;
  /**
   * Who stands in front in the formation.
   */
  hnavFront front;
  /**
   * How fast its units go.
   */
  hnavPace pace;
  /**
   * Whether its units exchange goals of their own.
   */
  bool exchange;
  /**
   * How many units have it, see hnavWorld_GetOrderUnits(): at least 1.
   */
  uint32_t unitCount;
} hnavOrderState;

/**
 * Something that happened in a step.
 */
typedef struct {
  /**
   * The unit.
   */
  hnavUnitId unit;
  /**
   * The order that it had; none (all zero) where links are entered and left, and where it was displaced.
   */
  hnavOrderId order;
  /**
   * The link that was entered or left; else none (all zero).
   */
  hnavLinkId link;
  /**
   * Of a lost way: its new place, in metres, if it keeps its order. Of HNAV_EVENT_KIND_DISPLACED: where it was put. Else
   * (0, 0).
   */
  hnavVec2 place;
  /**
   * Of HNAV_EVENT_KIND_DISPLACED: where it stood, in metres; else (0, 0).
   */
  hnavVec2 from;
  /**
   * Of HNAV_EVENT_KIND_STUCK_BY_UNITS: the unit that holds it up, the one that bars the way for all of those that stand
   * behind each other before it; else none (all zero).
   */
  hnavUnitId blocker;
  /**
   * What happened.
   */
  hnavEventKind kind;
  /**
   * Of HNAV_EVENT_KIND_PASSED_WAY_POINT: the index of the way point in its order; else 0.
   */
  uint32_t wayPoint;
  /**
   * Whether it still has `order`. Of a lost way: if so, it goes as near to the goal as it can, see hnavUnreachable; if
   * not, it stops.
   */
  bool keepsOrder;
} hnavEvent;

/**
 * A flow field on a grid of square cells: row-major, row 0 has the least y.
 *
 * The arrays belong to the library. They hold until the next call that changes the world; looking at them later, or while
 * such a call runs, is not allowed.
 */
typedef struct {
  /**
   * The grid's south-western corner, in metres.
   */
  hnavVec2 lower;
  /**
   * The side of a cell, in metres.
   */
  float cellSize;
  /**
   * Cells from west to east.
   */
  uint32_t columns;
  /**
   * Cells from south to north.
   */
  uint32_t rows;
  /**
   * How far it still is from each cell's centre, in metres of free travel, the crowd taken into account; infinite where
   * no way leads on.
   */
  const float *potential;
  /**
   * Which way to go from each cell's centre, as a share of the greatest speed: at most 1 long on flat ground; zero where
   * no way leads on.
   */
  const hnavVec2 *velocity;
} hnavField;

/**
 * Units of one order that are near each other, and the window round them in which their flow field is solved.
 */
typedef struct {
  /**
   * The order that its units share.
   */
  hnavOrderId order;
  /**
   * The unit nearest to the mean of their positions.
   */
  hnavUnitId leader;
  /**
   * The index of their radius class, in ascending order of the radii.
   */
  uint32_t classIndex;
  /**
   * How many units it has, see hnavWorld_GetGroupUnits().
   */
  uint32_t unitCount;
  /**
   * The window's flow field. `columns` and `rows` are 0 if there is none: groups of few units have no window.
   */
  hnavField field;
} hnavGroup;

/**
 * How to draw, and what. Take it from hnavDefaultDebugDraw(), then set the functions. Those that are NULL are left out.
 * They are called from inside hnavWorld_Draw() only, bottom first; they may ask the world, not change it, and must not
 * throw. Points are metres; colours are 0xRRGGBBAA.
 */
typedef struct {
  /**
   * Set by hnavDefaultDebugDraw().
   */
  uint32_t structSize;
  /**
   * A sum of values of hnavDraw; by default HNAV_DRAW_GROUND, HNAV_DRAW_OBSTACLES and HNAV_DRAW_UNITS.
   */
  uint32_t flags;
  /**
   * The index of the radius class whose ground is drawn; by default 0, the least.
   */
  uint32_t classIndex;
  /**
   * Only what may reach into the rectangle between these corners is drawn; by default everything.
   */
  hnavVec2 lower;
  /**
   * See `lower`.
   */
  hnavVec2 upper;
  /**
   * A line.
   */
  void (*segment)(hnavVec2 from, hnavVec2 to, uint32_t colour, void *user);
  /**
   * A line with a head at its end.
   */
  void (*arrow)(hnavVec2 from, hnavVec2 to, uint32_t colour, void *user);
  /**
   * A filled convex polygon, counter-clockwise.
   */
  void (*polygon)(const hnavVec2 *points, uint32_t count, uint32_t colour, void *user);
  /**
   * A filled circle.
   */
  void (*circle)(hnavVec2 center, float radius, uint32_t colour, void *user);
  /**
   * A text that ends at 0, in UTF-8.
   */
  void (*text)(hnavVec2 at, const char *text, uint32_t colour, void *user);
  /**
   * Passed on to all of them.
   */
  void *user;
} hnavDebugDraw;

/**
 * Does a task's work; from any thread, once.
 */
typedef void (*hnavRunTask)(void *task);

/**
 * The engine's own task system. Take it from hnavDefaultTaskSystem(), then set the function.
 *
 * A task is an offer to help: whatever nobody has begun when a step needs it, the step does itself. So tasks may run late,
 * in any order, on any thread, also at once inside `enqueue`; but each must be run once, sooner or later, or its memory is
 * lost, and none may be thrown away. Results are the same bits, whoever helps. A task may outlive its world.
 */
typedef struct {
  /**
   * Set by hnavDefaultTaskSystem().
   */
  uint32_t structSize;
  /**
   * How many tasks can run at the same time, beside the thread that steps the world; 0: none are offered.
   */
  uint32_t workerCount;
  /**
   * Takes a task: `run(task)` is to be called once, soon, on any thread. It must return soon, not throw, and not call
   * the library. From any thread.
   */
  void (*enqueue)(hnavRunTask run, void *task, void *user);
  /**
   * Passed on to it.
   */
  void *user;
  /**
   * As `enqueue`, for urgent tasks: a step is at their work when it offers them, and only who begins soon can help. Where
   * tasks must wait they should go first. NULL, the default: `enqueue` takes them as well.
   */
  void (*enqueueUrgent)(hnavRunTask run, void *task, void *user);
} hnavTaskSystem;

/**
 * What the last step did, in numbers; but for `waited` they are the same on every machine and with any number of threads.
 */
typedef struct {
  /**
   * Units in the world.
   */
  uint32_t units;
  /**
   * Groups of units on their way.
   */
  uint32_t groups;
  /**
   * Plans that were asked for.
   */
  uint32_t plans;
  /**
   * Grid cells of their windows.
   */
  uint32_t planCells;
  /**
   * Groups that wait for a plan, since others took up the parameter `planCells`.
   */
  uint32_t carriedOver;
  /**
   * Distance fields of orders that were asked for.
   */
  uint32_t distanceFields;
  /**
   * Paths that were searched for single units.
   */
  uint32_t searches;
  /**
   * How long the step waited for plans that were due and not ready, or made them itself, in seconds.
   */
  double waited;
} hnavCounters;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * An allocator without functions, which are to be set. It may be asked for before hnavSetAllocator(): nothing is allocated.
 */
hnavAllocator hnavDefaultAllocator(void);

/**
 * Has all memory of the library come from the caller's functions, for the rest of the process: call it first of all,
 * before anything was allocated; later it is refused with HNAV_RESULT_TOO_LATE. The functions must neither call the
 * library nor throw. Where they give NULL the process ends: the library cannot go on without memory.
 */
hnavResult hnavSetAllocator(const hnavAllocator *allocator);

/**
 * The version of the library's binary interface: it must equal HNAV_ABI_VERSION, else header and library do not
 * belong together.
 */
uint32_t hnavGetAbiVersion(void);

/**
 * What was wrong with the last call of this thread that failed, and what would be right; empty if none has. The text
 * is UTF-8, belongs to the library, and is valid until the next failure in this thread. Never NULL.
 */
const char *hnavGetLastErrorMessage(void);

/**
 * Has a function hear of every call that is refused, in any thread, in place of the one before; NULL: nobody. The library
 * itself never prints.
 */
void hnavSetLog(hnavLogFunction log,
                void *user);

/**
 * Parameters for people in cities and evacuations, to be put in the place of those of hnavDefaultWorldDef(): people slow
 * down in dense crowds and pass doors as people do. Give units a radius of 0.2 m and a greatest speed of 1.34 m/s, or such as
 * vary round that.
 */
hnavWorldParameters hnavPedestrianParameters(void);

/**
 * A movement kind to which all ground costs what its area says.
 */
hnavMovementKind hnavDefaultMovementKind(void);

/**
 * The definition of a world between two corners, in metres, with everything else as it is best for most games. The
 * radii are copied; where they are wrong, hnavCreateWorld() says how.
 */
hnavWorldDef hnavDefaultWorldDef(hnavVec2 lower,
                                 hnavVec2 upper,
                                 const float *classRadii,
                                 uint32_t classCount);

/**
 * Makes a world without obstacles and units. Destroy it with hnavDestroyWorld().
 */
hnavResult hnavCreateWorld(const hnavWorldDef *def, hnavWorldId *world);

/**
 * Destroys a world with all that is in it; its handles are stale from then on.
 */
hnavResult hnavDestroyWorld(hnavWorldId world);

/**
 * Whether a handle names a world: it is not null, and the world has not been destroyed.
 */
bool hnavWorld_IsValid(hnavWorldId world);

/**
 * Moves the world on by one tick. `seconds` must be the `tick` of its parameters.
 */
hnavResult hnavWorld_Step(hnavWorldId world, float seconds);

/**
 * A hash of all units and the number of steps. Worlds that were treated equally have equal hashes on every platform.
 */
hnavResult hnavWorld_GetStateHash(hnavWorldId world,
                                  uint64_t *hash);

/**
 * Where the time of the last step went, phase by phase; none before the first step. `count` gets their number, see
 * hnavWorld_GetEvents() for `capacity`. Clocks are read for this report only.
 */
hnavResult hnavWorld_GetProfile(hnavWorldId world,
                                hnavPhase *phases,
                                uint32_t capacity,
                                uint32_t *count);

/**
 * How many steps were done.
 */
hnavResult hnavWorld_GetTickCount(hnavWorldId world, uint64_t *count);

/**
 * What a world was made from, also one that was loaded: radius classes in ascending order, numbers in place of automatic
 * values. The pointers in it are NULL and their counts 0, see hnavWorld_GetMovementKinds() and hnavWorld_Draw().
 */
hnavResult hnavWorld_GetDef(hnavWorldId world,
                            hnavWorldDef *def);

/**
 * The movement kinds of a world, at least one. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetMovementKinds(hnavWorldId world,
                                      hnavMovementKind *kinds,
                                      uint32_t capacity,
                                      uint32_t *count);

/**
 * How much memory a world takes, in bytes. It looks at all parts: not for every tick.
 */
hnavResult hnavWorld_GetMemory(hnavWorldId world, hnavMemory *memory);

/**
 * Saves a world as bytes: everything that decides its future, edits that are still to take effect included. `count` gets
 * their number, see hnavWorld_GetEvents() for `capacity`. Every call saves anew:
 * keep a buffer that is large enough for the next time.
 */
hnavResult hnavWorld_Save(hnavWorldId world,
                          uint8_t *bytes,
                          uint32_t capacity,
                          uint32_t *count);

/**
 * Puts a saved world in the place of this one, which keeps its handle and its threads or task system, and goes on with the
 * same bits on every machine. Handles that this world gave before it was saved are right again; handles that it gave since
 * then must be forgotten: they may be given anew. In any other world, and in another run of the game, handles differ: there
 * hnavWorld_GetUnits() lists the same units in the same order, and their user data says who is who.
 * Bytes that are cut off, damaged, foreign or of a newer or an older format are refused with HNAV_RESULT_BAD_BYTES, and the
 * world is as before. Takes as long as making all meshes anew.
 */
hnavResult hnavWorld_Load(hnavWorldId world,
                          const uint8_t *bytes,
                          uint32_t count);

/**
 * Saves the state that a world is in, to go back to with hnavWorld_RestoreState(): for rollback netcode, which steps a few
 * ticks again once it knows better what others did, and for looks ahead. It shares meshes and distance fields with the
 * world and copies the units: it takes far less time and memory than hnavWorld_Save(), and is of this process alone. Edits
 * that are still to take effect are so in it, too. `state` gets its handle; destroy it with hnavDestroySavedState(). It does not
 * need the world any more.
 */
hnavResult hnavWorld_SaveState(hnavWorldId world,
                               hnavSavedStateId *state);

/**
 * Saves the state that a world is in over an older one, of any world, in the memory of that: as hnavWorld_SaveState(), with
 * hardly an allocation. Rollback netcode keeps a ring of as many states as it may go back ticks, and one more.
 */
hnavResult hnavWorld_SaveStateInto(hnavWorldId world,
                                   hnavSavedStateId state);

/**
 * Goes back to a saved state, or on to a later one, as often as needed: with the same calls, the steps from there have the
 * same bits as those that came after it was saved. The world keeps its handle and its threads or task system; its events are
 * those of the state. Handles that this world gave before the state was saved are right again; handles that it gave since then
 * must be forgotten: the same calls give them anew. A state of another world makes this one as that one was; handles are then
 * as for hnavWorld_Load(). The replay of a recording ends.
 * HNAV_RESULT_MISMATCH if the world is being recorded, since a recording only goes on: to record a session that rolls back, step
 * a second world by those calls that are final.
 */
hnavResult hnavWorld_RestoreState(hnavWorldId world,
                                  hnavSavedStateId state);

/**
 * How many steps the world of a saved state had done.
 */
hnavResult hnavSavedState_GetTickCount(hnavSavedStateId state, uint64_t *ticks);

/**
 * Whether a handle names a saved state: it is not null, and the state has not been destroyed.
 */
bool hnavSavedState_IsValid(hnavSavedStateId state);

/**
 * Destroys a saved state; its handle is stale from then on.
 */
hnavResult hnavDestroySavedState(hnavSavedStateId state);

/**
 * Begins to record a world: `write` gets the world as it is, at once, and from now on every call that changes it, before the
 * step in which it counts; what a crash leaves can be replayed, by `headless replay FILE` and in Rust, on any machine. `write`
 * is called from inside calls of this world, on their threads; it must not call the library, nor throw. `user` is
 * passed on to it. Where it returns false the recording ends, and the world goes on; hnavWorld_StopRecording() tells
 * so. A world that is recorded already begins a new recording. Record from the start: that takes the least room.
 */
hnavResult hnavWorld_StartRecording(hnavWorldId world,
                                    hnavWriteRecording write,
                                    void *user);

/**
 * Writes the rest of a recording and ends it. Without this hnavWorld_Load() and hnavDestroyWorld() write the calls since the last step,
 * and the recording counts as cut off.
 * HNAV_RESULT_MISMATCH if nothing is recorded, HNAV_RESULT_NOT_WRITTEN if `write` has returned false: what was written before that can
 * be replayed.
 */
hnavResult hnavWorld_StopRecording(hnavWorldId world);

/**
 * Puts the world with which a recording begins in the place of this one, which keeps its handle and its threads or task system;
 * hnavWorld_ReplayStep() does then what was recorded. `bytes` are all that the function `write` of
 * hnavWorld_StartRecording() has got; what a crash has cut off is replayed as far as it was written. Handles are as for
 * hnavWorld_Load().
 * Bytes that are damaged, foreign or of another format are refused with HNAV_RESULT_BAD_BYTES, and the world is as before.
 */
hnavResult hnavWorld_LoadRecording(hnavWorldId world,
                                   const uint8_t *bytes,
                                   uint32_t count);

/**
 * Does the recorded calls up to the next recorded step, and that step. `hasStepped` tells whether there was one: at the end of
 * the recording the calls that came after its last step are done, and nothing else. The world is one like any other: it can be
 * asked and drawn; whoever changes it has another one than was recorded.
 * HNAV_RESULT_DIFFERENT if the world is not the one any more that was recorded: the message names the tick. It can be replayed on.
 * HNAV_RESULT_MISMATCH if the world was not loaded from a recording.
 */
hnavResult hnavWorld_ReplayStep(hnavWorldId world,
                                bool *hasStepped);

/**
 * Adds a convex obstacle: its outline in metres, 3 to HNAV_MAX_OUTLINE_POINTS points, in either direction round. A unit
 * that it lands on moves to the nearest free place.
 *
 * Edits are gathered: a call costs little, and all of them take effect together in the next step, in
 * hnavWorld_Commit(), or before the next query.
 */
hnavResult hnavWorld_AddObstacle(hnavWorldId world,
                                 const hnavVec2 *points,
                                 uint32_t count,
                                 hnavObstacleId *obstacle);

/**
 * Removes an obstacle; takes effect as hnavWorld_AddObstacle() does.
 */
hnavResult hnavWorld_RemoveObstacle(hnavWorldId world, hnavObstacleId obstacle);

/**
 * Makes all edits take effect now. Steps and queries do so by themselves: call it to choose the moment, or to learn of
 * HNAV_RESULT_TOO_MANY_CELLS at once. What edits mean for units is seen to in the next step.
 */
hnavResult hnavWorld_Commit(hnavWorldId world);

/**
 * Adds an obstacle of any form: a simple polygon, convex or not, 3 to HNAV_MAX_OUTLINE_POINTS points, in metres, in either
 * direction round. Takes effect as hnavWorld_AddObstacle() does.
 */
hnavResult hnavWorld_AddOutline(hnavWorldId world,
                                const hnavVec2 *points,
                                uint32_t count,
                                hnavObstacleId *obstacle);

/**
 * Adds an obstacle of any form, with holes or in several parts: `count` polygons, 1 to HNAV_MAX_OUTLINE_POINTS, that touch
 * at most in points. Takes effect as hnavWorld_AddObstacle() does.
 */
hnavResult hnavWorld_AddPolygons(hnavWorldId world,
                                 const hnavPolygon *shapes,
                                 uint32_t count,
                                 hnavObstacleId *obstacle);

/**
 * Gives an obstacle another convex outline, see hnavWorld_AddObstacle(), and so another place, size or form; it keeps its
 * handle.
 */
hnavResult hnavWorld_MoveObstacle(hnavWorldId world,
                                  hnavObstacleId obstacle,
                                  const hnavVec2 *points,
                                  uint32_t count);

/**
 * Adds an area of other ground: a simple polygon, convex or not, 3 to HNAV_MAX_OUTLINE_POINTS points, in metres. A metre
 * in it costs `cost` metres of free ground, at least 0.1, times the factor of a unit's movement kind for ground of this
 * kind, 0 to 15 (ground in no area is of kind 0). Where areas overlap the dearest counts, but see
 * hnavWorld_AddAreaOf(), which knows layers. Takes effect as
 * hnavWorld_AddObstacle() does.
 */
hnavResult hnavWorld_AddArea(hnavWorldId world,
                             const hnavVec2 *points,
                             uint32_t count,
                             uint32_t kind,
                             float cost,
                             hnavAreaId *area);

/**
 * Adds an area of other ground that has holes, or several parts: `count` polygons, see hnavWorld_AddPolygons(). For the
 * rest see hnavWorld_AddArea().
 */
hnavResult hnavWorld_AddAreaPolygons(hnavWorldId world,
                                     const hnavPolygon *shapes,
                                     uint32_t count,
                                     uint32_t kind,
                                     float cost,
                                     hnavAreaId *area);

/**
 * The definition of an area on layer 0, of a kind and a cost, see hnavAreaDef.
 */
hnavAreaDef hnavDefaultAreaDef(uint32_t kind, float cost);

/**
 * The definition of an area on layer 0 in which units have this share of their speed, 0.001 to 1, and a metre costs the
 * inverse, so that ways take the least time, see hnavAreaDef.
 */
hnavAreaDef hnavSlowAreaDef(uint32_t kind,
                            float speed);

/**
 * Adds an area of other ground of `count` polygons, see hnavWorld_AddPolygons(), with all that an area can have. For the
 * rest see hnavWorld_AddArea().
 */
hnavResult hnavWorld_AddAreaOf(hnavWorldId world,
                               const hnavAreaDef *def,
                               const hnavPolygon *shapes,
                               uint32_t count,
                               hnavAreaId *area);

/**
 * Removes an area; takes effect as hnavWorld_AddObstacle() does.
 */
hnavResult hnavWorld_RemoveArea(hnavWorldId world, hnavAreaId area);

/**
 * The definition of a one-way link from one point to another, in metres, with a cost in metres of free ground.
 */
hnavLinkDef hnavDefaultLinkDef(hnavVec2 from,
                               hnavVec2 to,
                               float cost);

/**
 * Adds a link; it takes effect at once.
 */
hnavResult hnavWorld_AddLink(hnavWorldId world, const hnavLinkDef *def, hnavLinkId *link);

/**
 * Removes a link. Units that are on it get to its end.
 */
hnavResult hnavWorld_RemoveLink(hnavWorldId world, hnavLinkId link);

/**
 * All links, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetLinks(hnavWorldId world, hnavLinkId *links, uint32_t capacity, uint32_t *count);

/**
 * What a link was made from.
 */
hnavResult hnavWorld_GetLink(hnavWorldId world, hnavLinkId link, hnavLinkDef *def);

/**
 * Says how high the ground lies, in metres, at the points of a grid, in place of what was said before: `count` heights in
 * rows of `columns`, row by row from south to north, `spacing` metres apart (at least 1/16), the first at `lower`; between
 * them bilinear, beyond the border as on it. Each square between four samples costs the more the steeper it is, for paths
 * and windows alike. With a `count` of 0 the ground is flat.
 */
hnavResult hnavWorld_SetHeights(hnavWorldId world,
                                hnavVec2 lower,
                                float spacing,
                                uint32_t columns,
                                const float *heights,
                                uint32_t count);

/**
 * How high the ground lies at a point, in metres; 0 where nothing was said of it.
 */
hnavResult hnavWorld_GetHeight(hnavWorldId world, hnavVec2 point, float *height);

/**
 * Adds a disc of ground that units shun: fire, gas, the reach of a gun. `center` and `radius` in metres; `amount` is how
 * many metres of free ground more a metre there costs, above 0 to 1000, and adds up where discs overlap; `seconds` is how
 * long it lasts, above 0, or infinite: what stays is seen by paths and windows, what passes by windows alone.
 */
hnavResult hnavWorld_AddDiscomfort(hnavWorldId world,
                                   hnavVec2 center,
                                   float radius,
                                   float amount,
                                   float seconds,
                                   hnavDiscomfortId *discomfort);

/**
 * Removes a discomfort before its time.
 */
hnavResult hnavWorld_RemoveDiscomfort(hnavWorldId world, hnavDiscomfortId discomfort);

/**
 * Whether a handle names a discomfort of the world: it is not null, not over, not removed, and not another world's.
 */
bool hnavWorld_IsDiscomfortValid(hnavWorldId world,
                                 hnavDiscomfortId discomfort);

/**
 * The outline of an obstacle, as it was given or moved last, also where that is still to take effect: the points of all its
 * rings one after the other, in metres, each once. hnavWorld_GetObstacleRings() says where each ring ends. `count` gets their
 * number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetObstaclePoints(hnavWorldId world,
                                       hnavObstacleId obstacle,
                                       hnavVec2 *points,
                                       uint32_t capacity,
                                       uint32_t *count);

/**
 * The rings of an obstacle's outline: of each polygon the border, and then its holes. `count` gets their number, see
 * hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetObstacleRings(hnavWorldId world,
                                      hnavObstacleId obstacle,
                                      hnavRingInfo *rings,
                                      uint32_t capacity,
                                      uint32_t *count);

/**
 * What the ground in an area is like, also in one that is still to take effect.
 */
hnavResult hnavWorld_GetArea(hnavWorldId world, hnavAreaId area, hnavAreaState *state);

/**
 * The outline of an area, as hnavWorld_GetObstaclePoints() gives that of an obstacle.
 */
hnavResult hnavWorld_GetAreaPoints(hnavWorldId world,
                                   hnavAreaId area,
                                   hnavVec2 *points,
                                   uint32_t capacity,
                                   uint32_t *count);

/**
 * The rings of an area's outline, as hnavWorld_GetObstacleRings() gives those of an obstacle.
 */
hnavResult hnavWorld_GetAreaRings(hnavWorldId world,
                                  hnavAreaId area,
                                  hnavRingInfo *rings,
                                  uint32_t capacity,
                                  uint32_t *count);

/**
 * What is walkable within the bounds, see hnavWorldDef, as hnavWorld_GetObstaclePoints() gives the outline of an obstacle. No
 * points: all of it.
 */
hnavResult hnavWorld_GetWalkablePoints(hnavWorldId world,
                                       hnavVec2 *points,
                                       uint32_t capacity,
                                       uint32_t *count);

/**
 * The rings of what is walkable, as hnavWorld_GetObstacleRings() gives those of an obstacle.
 */
hnavResult hnavWorld_GetWalkableRings(hnavWorldId world,
                                      hnavRingInfo *rings,
                                      uint32_t capacity,
                                      uint32_t *count);

/**
 * The heights of hnavWorld_SetHeights(), row by row from south to north, also where they are still to take effect; `info`
 * gets where they lie. HNAV_RESULT_NONE if the ground is flat. `count` gets their number, see hnavWorld_GetEvents() for
 * `capacity`.
 */
hnavResult hnavWorld_GetHeights(hnavWorldId world,
                                hnavHeightGridInfo *info,
                                float *heights,
                                uint32_t capacity,
                                uint32_t *count);

/**
 * All discomforts that are not over, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetDiscomforts(hnavWorldId world,
                                    hnavDiscomfortId *discomforts,
                                    uint32_t capacity,
                                    uint32_t *count);

/**
 * A discomfort, as it was added.
 */
hnavResult hnavWorld_GetDiscomfort(hnavWorldId world,
                                   hnavDiscomfortId discomfort,
                                   hnavDiscomfortState *state);

/**
 * The query for a path between two points, in metres, for a disc of a radius, in metres.
 */
hnavPathQuery hnavDefaultPathQuery(hnavVec2 from, hnavVec2 to, float radius);

/**
 * Finds a short path past all obstacles (units do not count): its points, start and goal included. `count` gets their
 * number. If it is above `capacity`, only the first `capacity` points are written and the result is HNAV_RESULT_MORE.
 * With a `capacity` of 0, `points` may be NULL. `info` may be NULL.
 *
 * A path that does not lead to the goal, because the query allows it, comes with HNAV_RESULT_PARTIAL.
 *
 * Many threads may ask at the same time, while no call changes the world.
 */
hnavResult hnavWorld_FindPath(hnavWorldId world,
                              const hnavPathQuery *query,
                              hnavVec2 *points,
                              uint32_t capacity,
                              uint32_t *count,
                              hnavPathInfo *info);

/**
 * Which legs of the path of a query are links, in their order: the query is searched again as hnavWorld_FindPath() does.
 * `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_FindPathLinks(hnavWorldId world,
                                   const hnavPathQuery *query,
                                   hnavPathLink *links,
                                   uint32_t capacity,
                                   uint32_t *count);

/**
 * Whether the centre of a disc of a radius and a movement kind (see hnavPathQuery) may stand at a point: inside the world, and clear of all
 * walls.
 */
hnavResult hnavWorld_IsFree(hnavWorldId world,
                            hnavVec2 point,
                            float radius,
                            uint32_t movementKind,
                            bool *free);

/**
 * The point nearest to another where the centre of a disc of a radius and a movement kind (see hnavPathQuery) may stand, not farther than
 * `within` metres (0 or more, or infinite): `HNAV_RESULT_NONE` if there is none. A free point is its own nearest.
 */
hnavResult hnavWorld_FindNearest(hnavWorldId world,
                                 hnavVec2 point,
                                 float radius,
                                 uint32_t movementKind,
                                 float within,
                                 hnavVec2 *nearest);

/**
 * Whether a disc of a radius and a movement kind (see hnavPathQuery) can go straight from one point to another, and where the first wall
 * is.
 */
hnavResult hnavWorld_CastRay(hnavWorldId world,
                             hnavVec2 from,
                             hnavVec2 to,
                             float radius,
                             uint32_t movementKind,
                             hnavRayHit *hit);

/**
 * Where a disc of a radius and a movement kind (see hnavPathQuery) ends that moves from one point towards another and glides along the walls
 * that it meets: always a free point.
 */
hnavResult hnavWorld_Slide(hnavWorldId world,
                           hnavVec2 from,
                           hnavVec2 to,
                           float radius,
                           uint32_t movementKind,
                           hnavVec2 *end);

/**
 * Whether a way over the ground leads from one point to another, for a disc of a radius and a movement kind (see hnavPathQuery). No search
 * is needed.
 */
hnavResult hnavWorld_IsReachable(hnavWorldId world,
                                 hnavVec2 from,
                                 hnavVec2 to,
                                 float radius,
                                 uint32_t movementKind,
                                 bool *reachable);

/**
 * Whether a convex obstacle, if it were added, would cut the two ends of a query apart: a way leads from one to the
 * other now, and none would then. The world stays as it is.
 */
hnavResult hnavWorld_WouldBlock(hnavWorldId world,
                                const hnavVec2 *points,
                                uint32_t count,
                                const hnavPathQuery *query,
                                bool *blocks);

/**
 * The query for a disc of a radius round a point, and how far from there to look, all in metres.
 */
hnavPointQuery hnavDefaultPointQuery(hnavVec2 point, float radius, float within);

/**
 * The walls near a point, for the centre of who stands there: two ends each, in metres, one behind the other; free ground
 * is to the left of the way from the first to the second. A wall may come in several pieces. `within` must be finite.
 * `count` gets the number of ends, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_FindWalls(hnavWorldId world,
                               const hnavPointQuery *query,
                               hnavVec2 *ends,
                               uint32_t capacity,
                               uint32_t *count);

/**
 * A free point near another one, or anywhere where `within` is infinite; in metres. It is chosen by two random numbers of
 * your own, 0 or more and below 1: if all such numbers are equally likely then so are all free points, and equal numbers
 * give equal points. HNAV_RESULT_NONE if nothing there is free. It looks at all mesh cells that are near.
 */
hnavResult hnavWorld_FindRandomPoint(hnavWorldId world,
                                     const hnavPointQuery *query,
                                     double randomA,
                                     double randomB,
                                     hnavVec2 *point);

/**
 * The definition of a unit at a position, in metres, with a radius, in metres, and a greatest speed, in m/s.
 */
hnavUnitDef hnavDefaultUnitDef(hnavVec2 position, float radius, float maxSpeed);

/**
 * Adds units, at rest and without an order: all or none. Both arrays have `count` items; `units[i]` gets the handle of
 * the unit that is made from `defs[i]`.
 */
hnavResult hnavWorld_CreateUnits(hnavWorldId world,
                                 const hnavUnitDef *defs,
                                 uint32_t count,
                                 hnavUnitId *units);

/**
 * Removes units: all or none. Each is listed once.
 */
hnavResult hnavWorld_DestroyUnits(hnavWorldId world, const hnavUnitId *units, uint32_t count);

/**
 * Whether a handle names a unit of the world: it is not null, not stale, and not another world's.
 */
bool hnavWorld_IsUnitValid(hnavWorldId world, hnavUnitId unit);

/**
 * All units, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetUnits(hnavWorldId world, hnavUnitId *units, uint32_t capacity, uint32_t *count);

/**
 * Everything about units: `states[i]` is that of `units[i]`. Both arrays have `count` items. To get a few numbers of many
 * units, straight into your own memory, see hnavWorld_ReadUnits().
 */
hnavResult hnavWorld_GetUnitStates(hnavWorldId world,
                                   const hnavUnitId *units,
                                   uint32_t count,
                                   hnavUnitState *states);

/**
 * A change that changes nothing.
 */
hnavUnitChange hnavDefaultUnitChange(void);

/**
 * Changes units under way, all or none: `changes[i]` is what is changed of `units[i]`, and both arrays have `count` items. Each
 * unit is listed once. Its handle, its order, its place in its group and its velocity stay.
 *
 * A unit whose radius or movement kind changes may get another class. It must stand on free ground of that (on a link: at the end
 * of it, to which it goes on): `fit` says whether all is refused with HNAV_RESULT_BLOCKED where one does not, or it is moved
 * there at once (HNAV_EVENT_KIND_DISPLACED in the next step). So must one that the engine moved and the world moves now. It
 * looks for its way anew, and for another place where it could not stand at the one that it had, or would stand in its
 * neighbours. If it has no way any more, it is told so and treated as where an obstacle cuts it off. One that rests or
 * holds its position does so still. Edits of obstacles take effect, even if the change is refused.
 */
hnavResult hnavWorld_SetUnits(hnavWorldId world,
                              const hnavUnitId *units,
                              const hnavUnitChange *changes,
                              uint32_t count);

/**
 * Columns of which everything is left out.
 */
hnavUnitColumns hnavDefaultUnitColumns(void);

/**
 * Reads numbers of units into the caller's memory, wherever they belong: row `i` of each column is that of `units[i]`,
 * and `count` is the number of units and of rows. Columns must not overlap.
 */
hnavResult hnavWorld_ReadUnits(hnavWorldId world,
                               const hnavUnitId *units,
                               uint32_t count,
                               const hnavUnitColumns *columns);

/**
 * Says where units are that the engine moves, in metres, and their velocities, in m/s: all or none; call it once a tick,
 * before hnavWorld_Step(). Row `i` of both columns is that of `units[i]`, and no coordinate is left out. Positions in an
 * obstacle are accepted, since bodies of engines get there: such a unit is led to the nearest free place first.
 *
 * Refused are units that the world moves, positions outside the world, and speeds above 1000 m/s.
 */
hnavResult hnavWorld_SetMotions(hnavWorldId world,
                                const hnavUnitId *units,
                                uint32_t count,
                                hnavConstVectorColumn positions,
                                hnavConstVectorColumn velocities);

/**
 * The units whose centres lie in a rectangle, its border included, in the order of hnavWorld_GetUnits(). `count` gets
 * their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_FindUnitsInBox(hnavWorldId world,
                                    hnavVec2 lower,
                                    hnavVec2 upper,
                                    hnavUnitId *units,
                                    uint32_t capacity,
                                    uint32_t *count);

/**
 * The units whose centres lie in a circle, its border included, in the order of hnavWorld_GetUnits(). `radius` in metres,
 * 0 or more. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_FindUnitsInCircle(hnavWorldId world,
                                       hnavVec2 center,
                                       float radius,
                                       hnavUnitId *units,
                                       uint32_t capacity,
                                       uint32_t *count);

/**
 * The unit whose centre is nearest to a point, not farther than `within` metres (0 or more, or infinite); of a team, or of
 * any if `team` is NULL. HNAV_RESULT_NONE if there is none.
 */
hnavResult hnavWorld_FindNearestUnit(hnavWorldId world,
                                     hnavVec2 point,
                                     float within,
                                     const uint32_t *team,
                                     hnavUnitId *unit);

/**
 * All obstacles, in a fixed order, those included that are still to take effect. `count` gets their number, see
 * hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetObstacles(hnavWorldId world,
                                  hnavObstacleId *obstacles,
                                  uint32_t capacity,
                                  uint32_t *count);

/**
 * All areas, in a fixed order, those included that are still to take effect. `count` gets their number, see
 * hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetAreas(hnavWorldId world, hnavAreaId *areas, uint32_t capacity, uint32_t *count);

/**
 * Puts a unit elsewhere, at rest: to a free point in the world, in metres, from which a way leads to its place. It keeps
 * its order. Units that it lands on are pushed away in the next steps.
 */
hnavResult hnavWorld_Teleport(hnavWorldId world,
                              hnavUnitId unit,
                              hnavVec2 position);

/**
 * Lays the whole world elsewhere in the game's coordinates: its point (0, 0) comes to lie at so many tiles (parameter
 * `tileSize`). Nothing in the world changes, not a bit: positions are floats relative to the origin, so that they stay
 * exact wherever the world lies.
 */
hnavResult hnavWorld_SetOrigin(hnavWorldId world,
                               int64_t tilesX,
                               int64_t tilesY);

/**
 * Where the world lies, see hnavWorld_SetOrigin(): `tilesX` and `tilesY` get its origin, in tiles; (0, 0) by default.
 */
hnavResult hnavWorld_GetOrigin(hnavWorldId world,
                               int64_t *tilesX,
                               int64_t *tilesY);

/**
 * A point of the world in the game's coordinates, in metres: `x` and `y` get its own.
 */
hnavResult hnavWorld_ToGame(hnavWorldId world, hnavVec2 point, double *x, double *y);

/**
 * A point of the game's coordinates, in metres, in the world. It may lie outside its bounds.
 */
hnavResult hnavWorld_FromGame(hnavWorldId world, double x, double y, hnavVec2 *point);

/**
 * Keeps a number with a unit, for as long as it lives: an index or an address of your own. The world never looks at it.
 */
hnavResult hnavWorld_SetUnitUserData(hnavWorldId world,
                                     hnavUnitId unit,
                                     uint64_t userData);

/**
 * The number that is kept with a unit; 0 if none was set.
 */
hnavResult hnavWorld_GetUnitUserData(hnavWorldId world, hnavUnitId unit, uint64_t *userData);

/**
 * Keeps a number with an obstacle, see hnavWorld_SetUnitUserData().
 */
hnavResult hnavWorld_SetObstacleUserData(hnavWorldId world, hnavObstacleId obstacle, uint64_t userData);

/**
 * The number that is kept with an obstacle; 0 if none was set.
 */
hnavResult hnavWorld_GetObstacleUserData(hnavWorldId world, hnavObstacleId obstacle, uint64_t *userData);

/**
 * Keeps a number with an order, see hnavWorld_SetUnitUserData(). An order lives as long as units have it.
 */
hnavResult hnavWorld_SetOrderUserData(hnavWorldId world, hnavOrderId order, uint64_t userData);

/**
 * The number that is kept with an order; 0 if none was set.
 */
hnavResult hnavWorld_GetOrderUserData(hnavWorldId world, hnavOrderId order, uint64_t *userData);

/**
 * Keeps a number with an area, see hnavWorld_SetUnitUserData().
 */
hnavResult hnavWorld_SetAreaUserData(hnavWorldId world, hnavAreaId area, uint64_t userData);

/**
 * The number that is kept with an area; 0 if none was set.
 */
hnavResult hnavWorld_GetAreaUserData(hnavWorldId world, hnavAreaId area, uint64_t *userData);

/**
 * Keeps a number with a link, see hnavWorld_SetUnitUserData().
 */
hnavResult hnavWorld_SetLinkUserData(hnavWorldId world, hnavLinkId link, uint64_t userData);

/**
 * The number that is kept with a link; 0 if none was set.
 */
hnavResult hnavWorld_GetLinkUserData(hnavWorldId world, hnavLinkId link, uint64_t *userData);

/**
 * Why a unit goes where it goes. It takes as long as a path or two: for units that somebody looks at.
 */
hnavResult hnavWorld_Explain(hnavWorldId world, hnavUnitId unit, hnavReasons *reasons);

/**
 * Says why a unit goes where it goes in a sentence, in UTF-8, ended by 0. `count` gets its bytes, the 0 included. Of
 * one that is longer than `capacity` nothing but its beginning is written, not ended, and the result is HNAV_RESULT_MORE.
 */
hnavResult hnavWorld_ExplainInWords(hnavWorldId world,
                                    hnavUnitId unit,
                                    char *text,
                                    uint32_t capacity,
                                    uint32_t *count);

/**
 * The way that a unit is expected to take, from where it is to its place, in metres; one point if it goes nowhere.
 * `count` gets the number of its points, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetExpectedWay(hnavWorldId world,
                                    hnavUnitId unit,
                                    hnavVec2 *points,
                                    uint32_t capacity,
                                    uint32_t *count);

/**
 * The way that a unit would go if it were ordered to a point now, in metres. Nothing changes. `count` gets the number of
 * its points, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_Preview(hnavWorldId world,
                             hnavUnitId unit,
                             hnavVec2 goal,
                             hnavVec2 *points,
                             uint32_t capacity,
                             uint32_t *count);

/**
 * All narrow passages, in an order that depends on where they are alone. None are known before the first step, those of a
 * large world some steps later. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetPassages(hnavWorldId world,
                                 hnavPassage *passages,
                                 uint32_t capacity,
                                 uint32_t *count);

/**
 * The units whose way leads through a narrow passage before any other one, in a fixed order. `passage` is its index in what
 * hnavWorld_GetPassages() gives, as of the same step. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetPassageUsers(hnavWorldId world,
                                     uint32_t passage,
                                     hnavPassageUser *users,
                                     uint32_t capacity,
                                     uint32_t *count);

/**
 * The gates of a narrow passage from its end 0 to its end 1: the left and the right end of each, as seen on that way, in
 * metres. `passage` is as of hnavWorld_GetPassageUsers(). `count` gets the number of points, two for each gate, see
 * hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetPassageGates(hnavWorldId world,
                                     uint32_t passage,
                                     hnavVec2 *points,
                                     uint32_t capacity,
                                     uint32_t *count);

/**
 * The definition of an order to go to a point, in metres, and no more.
 */
hnavOrderDef hnavDefaultOrderDef(hnavVec2 goal);

/**
 * Gives units an order, in place of the orders they had: all or none. `order` gets the order's handle, which events name;
 * it may be NULL.
 *
 * An order lives as long as units have it: until all of them got another one, were stopped or destroyed. Its units may
 * change (hnavWorld_JoinOrder(), hnavWorld_Stop()), and so may its goal (hnavWorld_MoveGoal(), hnavWorld_AppendGoal()).
 */
hnavResult hnavWorld_GiveOrder(hnavWorldId world,
                               const hnavUnitId *units,
                               uint32_t count,
                               const hnavOrderDef *def,
                               hnavOrderId *order);

/**
 * Sends units to a point, in metres, in place of the orders they had: all or none. Each gets a place of its own round
 * the goal; those who cannot get there go as near as they can, and events tell (HNAV_UNREACHABLE_NEAREST). `order` gets
 * the order's handle, which events name; it may be NULL. For way points, ranges, units to follow and what becomes of goals
 * that cannot be reached see hnavWorld_GiveOrder().
 */
hnavResult hnavWorld_OrderPoint(hnavWorldId world,
                                const hnavUnitId *units,
                                uint32_t count,
                                hnavVec2 goal,
                                hnavOrderId *order);

/**
 * Sends each unit to a point of its own, in metres, in place of the orders they had: all or none. `goals[i]` is that of
 * `units[i]`; both arrays have `count` items. `order` gets the order's handle, which events name; it may be NULL.
 */
hnavResult hnavWorld_OrderEach(hnavWorldId world,
                               const hnavUnitId *units,
                               const hnavVec2 *goals,
                               uint32_t count,
                               hnavOrderId *order);

/**
 * Has more units follow an order, in place of the orders they had: all or none; units that follow it already do so still.
 * They go to the way point to which the hindmost unit of the order goes. Units that have goals of their own
 * (HNAV_GOAL_KIND_EACH) cannot be joined.
 */
hnavResult hnavWorld_JoinOrder(hnavWorldId world,
                               hnavOrderId order,
                               const hnavUnitId *units,
                               uint32_t count);

/**
 * Moves the goal of an order to another point, in metres; an order that followed a unit follows it no longer. May be
 * called every tick: places and ways change as soon as it matters. Units that have arrived set off again, and will arrive
 * again. Where there is too little room for all, some stop where they are. Not for units that have goals of their own.
 */
hnavResult hnavWorld_MoveGoal(hnavWorldId world,
                              hnavOrderId order,
                              hnavVec2 goal);

/**
 * Has the units of an order go on to another point, in metres, once they have been at the goal that they have now: that
 * becomes the last way point. Units that have arrived there set off, and will arrive again. Neither for units that have
 * goals of their own nor for those that follow one, whose way has no end.
 */
hnavResult hnavWorld_AppendGoal(hnavWorldId world,
                                hnavOrderId order,
                                hnavVec2 goal);

/**
 * Takes the units' orders away: all or none. They stop where they are, and hold their position no longer.
 */
hnavResult hnavWorld_Stop(hnavWorldId world, const hnavUnitId *units, uint32_t count);

/**
 * Takes the units' orders away and has them hold their position until the next order or hnavWorld_Stop(): all or none.
 * They neither step aside nor does contact with others move them.
 */
hnavResult hnavWorld_Hold(hnavWorldId world,
                          const hnavUnitId *units,
                          uint32_t count);

/**
 * What an order is like now. An order without units is forgotten, and its handle stale.
 */
hnavResult hnavWorld_GetOrder(hnavWorldId world, hnavOrderId order, hnavOrderState *state);

/**
 * The way points of an order, in metres, those included that its units have passed since the game last appended a goal. `count` gets their number, see
 * hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetWayPoints(hnavWorldId world,
                                  hnavOrderId order,
                                  hnavVec2 *points,
                                  uint32_t capacity,
                                  uint32_t *count);

/**
 * The units that have an order, in the order of hnavWorld_GetUnits(). `count` gets their number, see
 * hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetOrderUnits(hnavWorldId world,
                                   hnavOrderId order,
                                   hnavUnitId *units,
                                   uint32_t capacity,
                                   uint32_t *count);

/**
 * All orders that units have, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetOrders(hnavWorldId world,
                               hnavOrderId *orders,
                               uint32_t capacity,
                               uint32_t *count);

/**
 * The offsets of an order's formation, in metres, in the order in which its units were named; none if its shape is not
 * HNAV_SHAPE_OFFSETS. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
 */
hnavResult hnavWorld_GetOffsets(hnavWorldId world,
                                hnavOrderId order,
                                hnavVec2 *offsets,
                                uint32_t capacity,
                                uint32_t *count);

/**
 * What happened in the last step, in a fixed order of the units. `count` gets the number of events. If it is above
 * `capacity`, only the first `capacity` events are written and the result is HNAV_RESULT_MORE. With a `capacity` of 0,
 * `events` may be NULL.
 */
hnavResult hnavWorld_GetEvents(hnavWorldId world,
                               hnavEvent *events,
                               uint32_t capacity,
                               uint32_t *count);

/**
 * The groups as of the last step. `count` gets their number, see hnavWorld_GetEvents() for `capacity`. A group's index in
 * this list holds until the next call that changes the world.
 */
hnavResult hnavWorld_GetGroups(hnavWorldId world,
                               hnavGroup *groups,
                               uint32_t capacity,
                               uint32_t *count);

/**
 * The units of a group, in the order of hnavWorld_GetUnits(). `count` gets their number, see hnavWorld_GetEvents() for
 * `capacity`.
 */
hnavResult hnavWorld_GetGroupUnits(hnavWorldId world,
                                   uint32_t group,
                                   hnavUnitId *units,
                                   uint32_t capacity,
                                   uint32_t *count);

/**
 * The path of a group's leader as of the last plan, in metres. `count` gets the number of its points, see
 * hnavWorld_GetEvents() for `capacity`; 0 where it is not known yet.
 */
hnavResult hnavWorld_GetGroupPath(hnavWorldId world,
                                  uint32_t group,
                                  hnavVec2 *points,
                                  uint32_t capacity,
                                  uint32_t *count);

/**
 * How dense the crowd is in each cell of a group's window, row-major as hnavField: one unit alone makes at most 1, a
 * packed crowd 2.5 to 3. `count` gets the number of cells, see hnavWorld_GetEvents() for `capacity`; 0 without a window.
 */
hnavResult hnavWorld_GetGroupDensity(hnavWorldId world,
                                     uint32_t group,
                                     float *density,
                                     uint32_t capacity,
                                     uint32_t *count);

/**
 * Draws the ground, obstacles and units of the whole world, with no function yet.
 */
hnavDebugDraw hnavDefaultDebugDraw(void);

/**
 * Draws the world as it was after the last step, on the ground as it is now.
 */
hnavResult hnavWorld_Draw(hnavWorldId world, const hnavDebugDraw *draw);

/**
 * A task system without workers and function.
 */
hnavTaskSystem hnavDefaultTaskSystem(void);

/**
 * Has the engine's task system help with the world's steps, in place of threads of its own.
 */
hnavResult hnavWorld_SetTaskSystem(hnavWorldId world, const hnavTaskSystem *system);

/**
 * Has so many threads of the world's own help with its steps, 0 to 256: they start when there is work for them, and end
 * with the world. With 0 whoever steps the world does everything. A new world has one thread less than the machine has
 * cores, at most 7. Results are the same bits.
 */
hnavResult hnavWorld_SetThreads(hnavWorldId world,
                                uint32_t workerCount);

/**
 * Gets all plans done that are under way, on this thread where nobody else has begun: then no other thread works for the
 * world. They are used when they are due, as ever: results do not change.
 */
hnavResult hnavWorld_FinishPlans(hnavWorldId world);

/**
 * What the last step did, in numbers.
 */
hnavResult hnavWorld_GetCounters(hnavWorldId world, hnavCounters *counters);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HNAV_H */
