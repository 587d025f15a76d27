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
 * one of another world. They can be compared and stored by their bytes.
 *
 * Definitions come from their hnavDefault... functions; others are refused. Zeroed ones, too.
 *
 * Threads: worlds are independent of each other. A world takes one call at a time, from any thread; a call that meets
 * another one is refused with HNAV_RESULT_LOCKED.
 *
 * Determinism: equal calls in equal order give equal positions, bit for bit, on every platform with IEEE arithmetic.
 */


#ifndef HNAV_H
#define HNAV_H

#include <stdbool.h>
#include <stdint.h>

/**
 * The version of this header's binary interface. A program compares it with hnavGetAbiVersion() before anything else.
 */
#define HNAV_ABI_VERSION 0

/**
 * The most radius classes of a world.
 */
#define HNAV_MAX_CLASSES 8

/**
 * The most points of an obstacle's outline.
 */
#define HNAV_MAX_OUTLINE_POINTS 4096

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
   * Another call with the same world is still running: a world takes one call at a time.
   */
  HNAV_RESULT_LOCKED = -13,
  /**
   * A fault in the library. The world refuses further work: destroy it. Others are not affected.
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
   * It came to rest at its place; once per order and unit.
   */
  HNAV_EVENT_KIND_ARRIVED = 1,
  /**
   * An obstacle was added on its place, and round the goal there is no other one left. It has no order any more.
   */
  HNAV_EVENT_KIND_PLACE_BLOCKED = 2,
  /**
   * An obstacle was added that cuts it off from its place. It has no order any more.
   */
  HNAV_EVENT_KIND_CUT_OFF = 3,
  /**
   * It has got nowhere for 5 s: units that it touches are in its way. It keeps its order and goes on trying.
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
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hnavEventKind hnavEventKind;
#else
typedef int32_t hnavEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

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
   * The length of every step, in seconds: 0.001 to 1, by default 0.1. Shorter steps follow corners more tightly and
   * cost more.
   */
  float tick;
} hnavWorldDef;

/**
 * Names a world. All zero is no world; a handle is never used twice.
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
 * Names an obstacle of a world. All zero is none; a handle is never used twice.
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
} hnavPathQuery;

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
   * Its greatest speed, in m/s: above 0.
   */
  float maxSpeed;
  /**
   * The greatest change of its velocity, in m/s^2: above 0, by default full speed in half a second.
   */
  float acceleration;
  /**
   * The greatest change of its heading, in rad/s: above 0, by default 2 pi.
   */
  float turnRate;
  /**
   * Where it looks at first: a direction of any length but 0, by default east.
   */
  hnavVec2 heading;
} hnavUnitDef;

/**
 * Names a unit of a world. All zero is none; a handle is never used twice.
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
 * Names an order of a world. All zero is none; a handle is never used twice.
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
 * Something that happened in a step.
 */
typedef struct {
  /**
   * The unit.
   */
  hnavUnitId unit;
  /**
   * The order that it had.
   */
  hnavOrderId order;
  /**
   * What happened.
   */
  hnavEventKind kind;
} hnavEvent;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

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
 * Moves the world on by one tick. `seconds` must be the `tick` of its definition.
 */
hnavResult hnavWorld_Step(hnavWorldId world, float seconds);

/**
 * A hash of all units and the number of steps. Worlds that were treated equally have equal hashes on every platform.
 */
hnavResult hnavWorld_GetStateHash(hnavWorldId world,
                                  uint64_t *hash);

/**
 * Adds a convex obstacle: its outline in metres, 3 to HNAV_MAX_OUTLINE_POINTS points, in either direction round. It
 * takes effect in the next step, or as soon as a call needs it. A unit that it lands on moves to the nearest free
 * place.
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
 * The query for a path between two points, in metres, for a disc of a radius, in metres.
 */
hnavPathQuery hnavDefaultPathQuery(hnavVec2 from, hnavVec2 to, float radius);

/**
 * Finds a short path past all obstacles (units do not count): its points, start and goal included. `count` gets their
 * number. If it is above `capacity`, only the first `capacity` points are written and the result is HNAV_RESULT_MORE.
 * With a `capacity` of 0, `points` may be NULL.
 */
hnavResult hnavWorld_FindPath(hnavWorldId world,
                              const hnavPathQuery *query,
                              hnavVec2 *points,
                              uint32_t capacity,
                              uint32_t *count);

/**
 * The definition of a unit at a position, in metres, with a radius, in metres, and a greatest speed, in m/s.
 */
hnavUnitDef hnavDefaultUnitDef(hnavVec2 position, float radius, float maxSpeed);

/**
 * Adds a unit, at rest and without an order.
 */
hnavResult hnavWorld_CreateUnit(hnavWorldId world, const hnavUnitDef *def, hnavUnitId *unit);

/**
 * Removes a unit.
 */
hnavResult hnavWorld_DestroyUnit(hnavWorldId world, hnavUnitId unit);

/**
 * How many units there are.
 */
hnavResult hnavWorld_GetUnitCount(hnavWorldId world, uint32_t *count);

/**
 * Where units stand, in metres: `positions[i]` is the centre of `units[i]`. Both arrays have `count` items; each unit
 * is listed once.
 */
hnavResult hnavWorld_GetPositions(hnavWorldId world,
                                  const hnavUnitId *units,
                                  uint32_t count,
                                  hnavVec2 *positions);

/**
 * Sends units to a point, in metres, in place of the orders they had: all or none. Each gets a place of its own round
 * the goal. `order` gets the order's handle, which events name; it may be NULL.
 */
hnavResult hnavWorld_OrderPoint(hnavWorldId world,
                                const hnavUnitId *units,
                                uint32_t count,
                                hnavVec2 goal,
                                hnavOrderId *order);

/**
 * What happened in the last step, in a fixed order of the units. `count` gets the number of events. If it is above
 * `capacity`, only the first `capacity` events are written and the result is HNAV_RESULT_MORE. With a `capacity` of 0,
 * `events` may be NULL.
 */
hnavResult hnavWorld_GetEvents(hnavWorldId world,
                               hnavEvent *events,
                               uint32_t capacity,
                               uint32_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HNAV_H */
