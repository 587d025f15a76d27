/* Calls every function wrongly, and checks that it is refused as documented, with a message, and that nothing has
 * changed. Prints what is not so. */
#include <hnav/hnav.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;
static hnavWorldId world;

static void expect(int right, const char *what, int line) {
    if (!right) {
        printf("line %d: %s\n", line, what);
        failures++;
    }
}

static uint64_t state(hnavWorldId of) {
    uint64_t hash = 0;
    expect(hnavWorld_GetStateHash(of, &hash) == HNAV_RESULT_OK, "no hash", 0);
    return hash;
}

#define EXPECT(condition) expect(condition, #condition, __LINE__)

/* The call is refused so; its message speaks of `word`. */
#define REFUSED(result, word, call) \
    do { \
        hnavResult got = (call); \
        const char *message = hnavGetLastErrorMessage(); \
        expect(got == (result), #call ": another result", __LINE__); \
        expect(strstr(message, word) != NULL, message, __LINE__); \
    } while (0)

static const float radii[] = {0.5f, 1.0f};
static const hnavVec2 lower = {0, 0}, upper = {32, 32}, here = {4, 4}, there = {28, 28};
static const hnavVec2 inside = {16, 16}, outside = {40, 4};
static const hnavVec2 square[] = {{14, 14}, {18, 14}, {18, 18}, {14, 18}};
static const hnavWorldId nullWorld = {0, 0};

static hnavWorldDef worldDef(void) {
    return hnavDefaultWorldDef(lower, upper, radii, 2);
}

static void worlds(void) {
    hnavWorldId made = nullWorld, old;
    hnavWorldDef def, zeroed;
    uint32_t count = 77;
    uint64_t hash = 77;
    memset(&zeroed, 0, sizeof zeroed);

    def = worldDef();
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavCreateWorld(NULL, &made));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavCreateWorld(&def, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavCreateWorld((hnavWorldDef *)(void *)((char *)&def + 1), &made));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultWorldDef", hnavCreateWorld(&zeroed, &made));
    def.structSize++;
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "structSize", hnavCreateWorld(&def, &made));
    def = worldDef();
    def.lower.x = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavCreateWorld(&def, &made));
    def = worldDef();
    def.upper = lower;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "bounds", hnavCreateWorld(&def, &made));
    def = worldDef();
    def.upper.x = 1e30f;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "range", hnavCreateWorld(&def, &made));
    def = worldDef();
    def.tick = INFINITY;
    REFUSED(HNAV_RESULT_NOT_FINITE, "tick", hnavCreateWorld(&def, &made));
    def.tick = 0;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "tick", hnavCreateWorld(&def, &made));
    def = worldDef();
    def.classRadii[1] = -1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "index 1", hnavCreateWorld(&def, &made));
    def.classCount = UINT32_MAX;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "classes", hnavCreateWorld(&def, &made));
    def = hnavDefaultWorldDef(lower, upper, NULL, 2);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "classes", hnavCreateWorld(&def, &made));
    EXPECT(made.index1 == 0 && made.generation == 0);

    def = worldDef();
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK && hnavWorld_IsValid(made));
    old = made;
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK && !hnavWorld_IsValid(old));
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK && !hnavWorld_IsValid(old));
    EXPECT(!hnavWorld_IsValid(nullWorld));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavDestroyWorld(nullWorld));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavDestroyWorld(old));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_Step(old, 0.1f));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_GetUnitCount(old, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_GetStateHash(old, &hash));
    REFUSED(HNAV_RESULT_NOT_FINITE, "step", hnavWorld_Step(made, NAN));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "tick", hnavWorld_Step(made, 0.5f));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetUnitCount(made, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetStateHash(made, NULL));
    EXPECT(count == 77 && hash == 77);
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK);
}

static void obstacles(void) {
    hnavObstacleId obstacle = {0, 0}, removed;
    hnavVec2 points[] = {{14, 14}, {18, NAN}, {18, 18}, {14, 18}};
    const hnavVec2 line[] = {{1, 1}, {2, 2}, {3, 3}}, dart[] = {{2, 2}, {8, 2}, {3, 3}, {2, 8}};
    const hnavVec2 far[] = {{50, 50}, {51, 50}, {50, 51}};

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddObstacle(world, NULL, 4, &obstacle));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddObstacle(world, square, 4, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_AddObstacle(nullWorld, square, 4, &obstacle));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at most", hnavWorld_AddObstacle(world, square, UINT32_MAX, &obstacle));
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "at least 3", hnavWorld_AddObstacle(world, NULL, 0, &obstacle));
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "at least 3", hnavWorld_AddObstacle(world, square, 2, &obstacle));
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "area", hnavWorld_AddObstacle(world, line, 3, &obstacle));
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "convex", hnavWorld_AddObstacle(world, dart, 4, &obstacle));
    REFUSED(HNAV_RESULT_NOT_FINITE, "vertex 1", hnavWorld_AddObstacle(world, points, 4, &obstacle));
    REFUSED(HNAV_RESULT_OUTSIDE, "outside", hnavWorld_AddObstacle(world, far, 3, &obstacle));
    EXPECT(obstacle.index1 == 0 && obstacle.generation == 0);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "obstacle", hnavWorld_RemoveObstacle(world, obstacle));

    EXPECT(hnavWorld_AddObstacle(world, square, 4, &obstacle) == HNAV_RESULT_OK);
    removed = obstacle;
    EXPECT(hnavWorld_RemoveObstacle(world, obstacle) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddObstacle(world, square, 4, &obstacle) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "obstacle", hnavWorld_RemoveObstacle(world, removed));
}

static void paths(void) {
    const hnavVec2 nowhere = {NAN, 4}, none = {-1, -1};
    const hnavVec2 wall[] = {{20, 0}, {21, 0}, {21, 32}, {20, 32}};
    hnavPathQuery query = hnavDefaultPathQuery(here, there, 0.5f), zeroed;
    hnavVec2 points[8];
    hnavObstacleId barrier;
    uint32_t count = 77;
    memset(&zeroed, 0, sizeof zeroed);
    points[0] = points[1] = none;

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPath(world, NULL, points, 8, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPath(world, &query, NULL, 8, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPath(world, &query, points, 8, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultPathQuery", hnavWorld_FindPath(world, &zeroed, points, 8, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_FindPath(nullWorld, &query, points, 8, &count));
    query.radius = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "radius", hnavWorld_FindPath(world, &query, points, 8, &count));
    query.radius = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "radius", hnavWorld_FindPath(world, &query, points, 8, &count));
    query = hnavDefaultPathQuery(nowhere, there, 0.5f);
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_FindPath(world, &query, points, 8, &count));
    query = hnavDefaultPathQuery(here, outside, 0.5f);
    REFUSED(HNAV_RESULT_OUTSIDE, "goal", hnavWorld_FindPath(world, &query, points, 8, &count));
    query = hnavDefaultPathQuery(inside, there, 0.5f);
    REFUSED(HNAV_RESULT_BLOCKED, "start", hnavWorld_FindPath(world, &query, points, 8, &count));
    query = hnavDefaultPathQuery(here, there, 0.5f);
    EXPECT(hnavWorld_AddObstacle(world, wall, 4, &barrier) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_UNREACHABLE, "no way", hnavWorld_FindPath(world, &query, points, 8, &count));
    EXPECT(hnavWorld_RemoveObstacle(world, barrier) == HNAV_RESULT_OK);
    EXPECT(count == 77 && memcmp(&points[0], &none, sizeof none) == 0);

    EXPECT(hnavWorld_FindPath(world, &query, points, 1, &count) == HNAV_RESULT_MORE);
    EXPECT(count >= 3 && memcmp(&points[0], &here, sizeof here) == 0);
    EXPECT(memcmp(&points[1], &none, sizeof none) == 0);
    EXPECT(hnavWorld_FindPath(world, &query, NULL, 0, &count) == HNAV_RESULT_MORE && count <= 8);
    EXPECT(hnavWorld_FindPath(world, &query, points, count, &count) == HNAV_RESULT_OK);
    EXPECT(memcmp(&points[count - 1], &there, sizeof there) == 0);
}

static void makingUnits(void) {
    const hnavVec2 nowhere = {4, -INFINITY};
    hnavUnitDef def = hnavDefaultUnitDef(here, 0.5f, 2), zeroed;
    hnavUnitId unit = {0, 0};
    uint32_t count = 77;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_CreateUnit(world, NULL, &unit));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_CreateUnit(world, &def, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultUnitDef", hnavWorld_CreateUnit(world, &zeroed, &unit));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_CreateUnit(nullWorld, &def, &unit));
    def.position = nowhere;
    REFUSED(HNAV_RESULT_NOT_FINITE, "position", hnavWorld_CreateUnit(world, &def, &unit));
    def.position = outside;
    REFUSED(HNAV_RESULT_OUTSIDE, "bounds", hnavWorld_CreateUnit(world, &def, &unit));
    def.position = inside;
    REFUSED(HNAV_RESULT_BLOCKED, "wall", hnavWorld_CreateUnit(world, &def, &unit));
    def = hnavDefaultUnitDef(here, 3, 2);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "class", hnavWorld_CreateUnit(world, &def, &unit));
    def = hnavDefaultUnitDef(here, 0.5f, NAN);
    REFUSED(HNAV_RESULT_NOT_FINITE, "speed", hnavWorld_CreateUnit(world, &def, &unit));
    def = hnavDefaultUnitDef(here, 0.5f, 2);
    def.turnRate = -1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "turn_rate", hnavWorld_CreateUnit(world, &def, &unit));
    def = hnavDefaultUnitDef(here, 0.5f, 2);
    def.heading.x = def.heading.y = 0;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "heading", hnavWorld_CreateUnit(world, &def, &unit));
    def.heading.x = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "heading", hnavWorld_CreateUnit(world, &def, &unit));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "unit", hnavWorld_DestroyUnit(world, unit));
    EXPECT(hnavWorld_GetUnitCount(world, &count) == HNAV_RESULT_OK && count == 0);
}

static void usingUnits(void) {
    const hnavVec2 nowhere = {NAN, NAN}, none = {-1, -1};
    const hnavUnitDef def = hnavDefaultUnitDef(here, 0.5f, 2);
    hnavWorldDef otherDef = worldDef();
    hnavUnitId units[3] = {{0, 0}, {0, 0}, {0, 0}}, twice[2], foreign;
    hnavOrderId order = {0, 0};
    hnavVec2 positions[3];
    hnavEvent events[2];
    hnavWorldId other;
    uint32_t count = 77;
    uint64_t before;
    positions[0] = none;

    EXPECT(hnavCreateWorld(&otherDef, &other) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnit(other, &def, &foreign) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnit(world, &def, &units[0]) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnit(world, &def, &units[1]) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnit(world, &def, &units[2]) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_DestroyUnit(world, units[2]) == HNAV_RESULT_OK);
    twice[0] = twice[1] = units[0];
    before = state(world);

    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_DestroyUnit(world, units[2]));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "another world", hnavWorld_DestroyUnit(world, foreign));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_DestroyUnit(nullWorld, units[0]));

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetPositions(world, NULL, 2, positions));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetPositions(world, units, 2, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_GetPositions(world, units, 3, positions));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_GetPositions(world, units, UINT32_MAX, positions));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_GetPositions(world, &foreign, 1, positions));
    EXPECT(memcmp(&positions[0], &none, sizeof none) == 0);
    EXPECT(hnavWorld_GetPositions(world, NULL, 0, NULL) == HNAV_RESULT_OK);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_OrderPoint(world, NULL, 2, there, &order));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_OrderPoint(world, units, 2, there, (hnavOrderId *)(void *)((char *)&order + 1)));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least one", hnavWorld_OrderPoint(world, units, 0, there, &order));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_OrderPoint(world, units, 3, there, &order));
    REFUSED(HNAV_RESULT_DUPLICATE, "once", hnavWorld_OrderPoint(world, twice, 2, there, &order));
    REFUSED(HNAV_RESULT_NOT_FINITE, "goal", hnavWorld_OrderPoint(world, units, 2, nowhere, &order));
    REFUSED(HNAV_RESULT_OUTSIDE, "goal", hnavWorld_OrderPoint(world, units, 2, outside, &order));
    REFUSED(HNAV_RESULT_BLOCKED, "goal", hnavWorld_OrderPoint(world, units, 2, inside, &order));
    EXPECT(order.index1 == 0 && order.generation == 0 && state(world) == before);

    EXPECT(hnavWorld_OrderPoint(world, units, 2, here, &order) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK && state(world) != before);
    for (int step = 0; count != 1 && step < 100; step++) {
        EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK);
        EXPECT(hnavWorld_GetEvents(world, NULL, 0, &count) == (count == 0 ? HNAV_RESULT_OK : HNAV_RESULT_MORE));
    }
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetEvents(world, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetEvents(world, events, 2, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetEvents(nullWorld, events, 2, &count));
    EXPECT(hnavWorld_GetEvents(world, events, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(memcmp(&events[0].order, &order, sizeof order) == 0);
    EXPECT(hnavDestroyWorld(other) == HNAV_RESULT_OK);
}

int main(void) {
    const hnavWorldDef def = worldDef();
    EXPECT(hnavGetAbiVersion() == HNAV_ABI_VERSION);
    EXPECT(hnavGetLastErrorMessage()[0] == '\0');
    worlds();
    EXPECT(hnavCreateWorld(&def, &world) == HNAV_RESULT_OK);
    obstacles();
    paths();
    makingUnits();
    usingUnits();
    EXPECT(hnavDestroyWorld(world) == HNAV_RESULT_OK);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
