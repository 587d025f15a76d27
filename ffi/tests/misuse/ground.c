/* Obstacles, and questions about the ground. */
#include "misuse.h"

static const hnavVec2 wall[] = {{20, 0}, {21, 0}, {21, 32}, {20, 32}};

static void obstacles(void) {
    hnavObstacleId obstacle = {0, 0}, removed;
    const hnavVec2 points[] = {{14, 14}, {18, NAN}, {18, 18}, {14, 18}};
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
    EXPECT(hnavWorld_Commit(world) == HNAV_RESULT_OK);
}

static void points(void) {
    bool answer = true;
    hnavVec2 point = none;

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_IsFree(world, here, 0.5f, 0, NULL));
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_IsFree(world, nowhere, 0.5f, 0, &answer));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "radius", hnavWorld_IsFree(world, here, -1, 0, &answer));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_IsFree(nullWorld, here, 0.5f, 0, &answer));
    EXPECT(answer);
    EXPECT(hnavWorld_IsFree(world, inside, 0.5f, 0, &answer) == HNAV_RESULT_OK && !answer);
    EXPECT(hnavWorld_IsFree(world, here, 0.5f, 0, &answer) == HNAV_RESULT_OK && answer);

    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_FindNearest(world, here, 0.5f, 0, 9, SKEWED(hnavVec2, &point)));
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_FindNearest(world, nowhere, 0.5f, 0, 9, &point));
    REFUSED(HNAV_RESULT_NOT_FINITE, "radius", hnavWorld_FindNearest(world, here, NAN, 0, 9, &point));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "radius", hnavWorld_FindNearest(world, here, 0.5f, 0, -9, &point));
    EXPECT(hnavWorld_FindNearest(world, inside, 0.5f, 0, 1, &point) == HNAV_RESULT_NONE);
    EXPECT(memcmp(&point, &none, sizeof none) == 0);
    EXPECT(hnavWorld_FindNearest(world, inside, 0.5f, 0, INFINITY, &point) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsFree(world, point, 0.5f, 0, &answer) == HNAV_RESULT_OK && answer);
}

static void ways(void) {
    bool answer = true;
    hnavVec2 point = none;
    hnavRayHit hit;
    memset(&hit, 77, sizeof hit);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_CastRay(world, here, there, 0.5f, 0, NULL));
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_CastRay(world, nowhere, there, 0.5f, 0, &hit));
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_CastRay(world, here, nowhere, 0.5f, 0, &hit));
    REFUSED(HNAV_RESULT_BLOCKED, "start", hnavWorld_CastRay(world, inside, there, 0.5f, 0, &hit));
    EXPECT(hnavWorld_CastRay(world, here, there, 0.5f, 0, &hit) == HNAV_RESULT_OK && hit.hit && hit.point.x < 14);
    EXPECT(hnavWorld_CastRay(world, here, here, 0.5f, 0, &hit) == HNAV_RESULT_OK && !hit.hit && hit.point.x == here.x);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Slide(world, here, there, 0.5f, 0, NULL));
    REFUSED(HNAV_RESULT_OUTSIDE, "start", hnavWorld_Slide(world, outside, there, 0.5f, 0, &point));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "radius", hnavWorld_Slide(world, here, there, 3, 0, &point));
    EXPECT(hnavWorld_Slide(world, here, there, 0.5f, 0, &point) == HNAV_RESULT_OK && point.x > 0);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_IsReachable(world, here, there, 0.5f, 0, NULL));
    REFUSED(HNAV_RESULT_BLOCKED, "goal", hnavWorld_IsReachable(world, here, inside, 0.5f, 0, &answer));
    REFUSED(HNAV_RESULT_OUTSIDE, "start", hnavWorld_IsReachable(world, outside, here, 0.5f, 0, &answer));
    EXPECT(hnavWorld_IsReachable(world, here, there, 0.5f, 0, &answer) == HNAV_RESULT_OK && answer);
}

static void blocking(void) {
    bool answer = false;
    hnavPathQuery query = hnavDefaultPathQuery(here, there, 0.5f), zeroed;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_WouldBlock(world, wall, 4, NULL, &answer));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_WouldBlock(world, NULL, 4, &query, &answer));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_WouldBlock(world, wall, 4, &query, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "structSize", hnavWorld_WouldBlock(world, wall, 4, &zeroed, &answer));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at most", hnavWorld_WouldBlock(world, wall, UINT32_MAX, &query, &answer));
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "at least 3", hnavWorld_WouldBlock(world, wall, 2, &query, &answer));
    query.to = inside;
    REFUSED(HNAV_RESULT_BLOCKED, "goal", hnavWorld_WouldBlock(world, wall, 4, &query, &answer));
    EXPECT(!answer);
    query.to = there;
    EXPECT(hnavWorld_WouldBlock(world, wall, 4, &query, &answer) == HNAV_RESULT_OK && answer);
    EXPECT(hnavWorld_IsReachable(world, here, there, 0.5f, 0, &answer) == HNAV_RESULT_OK && answer);
}

void misuseGround(void) {
    obstacles();
    points();
    ways();
    blocking();
}

void misusePaths(void) {
    hnavPathQuery query = hnavDefaultPathQuery(here, there, 0.5f), zeroed;
    hnavVec2 found[8];
    hnavPathInfo info = {-1, -1, -1, 77, 77};
    hnavObstacleId barrier;
    uint32_t count = 77;
    memset(&zeroed, 0, sizeof zeroed);
    found[0] = found[1] = none;

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPath(world, NULL, found, 8, &count, &info));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPath(world, &query, NULL, 8, &count, &info));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPath(world, &query, found, 8, NULL, &info));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_FindPath(world, &query, found, 8, &count, SKEWED(hnavPathInfo, &info)));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultPathQuery", hnavWorld_FindPath(world, &zeroed, found, 8, &count, &info));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_FindPath(nullWorld, &query, found, 8, &count, &info));
    query.radius = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "radius", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    query.radius = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "radius", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    query = hnavDefaultPathQuery(here, there, 0.5f);
    query.entry = 4;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavEntry", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    query = hnavDefaultPathQuery(nowhere, there, 0.5f);
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    query = hnavDefaultPathQuery(here, outside, 0.5f);
    REFUSED(HNAV_RESULT_OUTSIDE, "goal", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    query = hnavDefaultPathQuery(inside, there, 0.5f);
    REFUSED(HNAV_RESULT_BLOCKED, "start", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    query = hnavDefaultPathQuery(here, there, 0.5f);
    EXPECT(hnavWorld_AddObstacle(world, wall, 4, &barrier) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_UNREACHABLE, "no way", hnavWorld_FindPath(world, &query, found, 8, &count, &info));
    EXPECT(count == 77 && info.expanded == 77 && memcmp(&found[0], &none, sizeof none) == 0);
    query.partial = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "partial", hnavWorld_FindPath(world, &query, NULL, 0, &count, NULL));
    query.partial = 1;
    EXPECT(hnavWorld_FindPath(world, &query, found, 8, &count, &info) == HNAV_RESULT_PARTIAL && info.missing > 7);
    EXPECT(hnavWorld_RemoveObstacle(world, barrier) == HNAV_RESULT_OK);
    found[0] = found[1] = none;

    EXPECT(hnavWorld_FindPath(world, &query, found, 1, &count, &info) == HNAV_RESULT_MORE);
    EXPECT(count >= 3 && info.missing == 0 && info.length > 33 && memcmp(&found[0], &here, sizeof here) == 0);
    EXPECT(memcmp(&found[1], &none, sizeof none) == 0);
    EXPECT(hnavWorld_FindPath(world, &query, NULL, 0, &count, NULL) == HNAV_RESULT_MORE && count <= 8);
    EXPECT(hnavWorld_FindPath(world, &query, found, count, &count, NULL) == HNAV_RESULT_OK);
    EXPECT(memcmp(&found[count - 1], &there, sizeof there) == 0);
}
