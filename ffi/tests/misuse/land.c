/* Outlines, areas, links, heights, discomfort, movement kinds; who helps, and what was done. */
#include "misuse.h"

static const hnavVec2 corner[] = {{24, 2}, {28, 2}, {26, 3}, {28, 6}, {24, 6}};

static void outlines(void) {
    const hnavVec2 crossed[] = {{2, 2}, {6, 6}, {6, 2}, {2, 6}};
    hnavObstacleId obstacle = {0, 0}, gone;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddOutline(world, NULL, 5, &obstacle));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddOutline(world, corner, 5, NULL));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at most", hnavWorld_AddOutline(world, corner, UINT32_MAX, &obstacle));
    EXPECT(hnavWorld_AddOutline(world, crossed, 4, &obstacle) == HNAV_RESULT_BAD_OUTLINE);
    EXPECT(hnavWorld_AddOutline(world, corner, 2, &obstacle) == HNAV_RESULT_BAD_OUTLINE);
    EXPECT(hnavWorld_MoveObstacle(world, obstacle, square, 4) == HNAV_RESULT_STALE_HANDLE && obstacle.generation == 0);
    EXPECT(hnavWorld_AddOutline(world, corner, 5, &obstacle) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_MoveObstacle(world, obstacle, NULL, 4));
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "at least 3", hnavWorld_MoveObstacle(world, obstacle, square, 2));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_MoveObstacle(nullWorld, obstacle, square, 4));
    gone = obstacle;
    EXPECT(hnavWorld_RemoveObstacle(world, obstacle) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "obstacle", hnavWorld_MoveObstacle(world, gone, square, 4));
}

static void areas(void) {
    hnavAreaId area = {0, 0};
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddArea(world, NULL, 5, 1, 2, &area));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddArea(world, corner, 5, 1, 2, NULL));
    EXPECT(hnavWorld_AddArea(world, corner, 5, 16, 2, &area) < 0);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "kind 256", hnavWorld_AddArea(world, corner, 5, 256, 2, &area));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "0.1 or more", hnavWorld_AddArea(world, corner, 5, 1, 0.05f, &area));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "0.1 or more", hnavWorld_AddArea(world, corner, 5, 1, 0, &area));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "0.1 or more", hnavWorld_AddArea(world, corner, 5, 1, -1, &area));
    REFUSED(HNAV_RESULT_NOT_FINITE, "0.1 or more", hnavWorld_AddArea(world, corner, 5, 1, INFINITY, &area));
    EXPECT(hnavWorld_AddArea(world, corner, 5, 1, NAN, &area) < 0);
    EXPECT(hnavWorld_AddArea(world, corner, 2, 1, 2, &area) < 0 && area.generation == 0);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "area", hnavWorld_RemoveArea(world, area));
    EXPECT(hnavWorld_AddArea(world, corner, 5, 1, 0.25f, &area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddArea(world, corner, 5, 1, 2, &area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Commit(world) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "area", hnavWorld_RemoveArea(world, area));
}

static void links(void) {
    hnavLinkDef def = hnavDefaultLinkDef(here, there, 3), zeroed;
    hnavLinkId link = {0, 0};
    memset(&zeroed, 0, sizeof zeroed);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddLink(world, NULL, &link));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddLink(world, &def, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultLinkDef", hnavWorld_AddLink(world, &zeroed, &link));
    def.cost = -1;
    EXPECT(hnavWorld_AddLink(world, &def, &link) < 0);
    def = hnavDefaultLinkDef(inside, outside, 3);
    EXPECT(hnavWorld_AddLink(world, &def, &link) < 0);
    def = hnavDefaultLinkDef(here, nowhere, 3);
    EXPECT(hnavWorld_AddLink(world, &def, &link) < 0);
    def = hnavDefaultLinkDef(here, there, 3);
    def.capacity = 0;
    EXPECT(hnavWorld_AddLink(world, &def, &link) < 0);
    def = hnavDefaultLinkDef(here, there, 3);
    def.kind = 16;
    EXPECT(hnavWorld_AddLink(world, &def, &link) < 0 && link.generation == 0);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "link", hnavWorld_RemoveLink(world, link));
    def.kind = 0;
    def.bothWays = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "bothWays", hnavWorld_AddLink(world, &def, &link));
    def.bothWays = 0;
    EXPECT(hnavWorld_AddLink(world, &def, &link) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveLink(world, link) == HNAV_RESULT_OK);
}

static void relief(void) {
    const float heights[] = {0, 1, 2, 3, 4, 5}, wrong[] = {0, NAN};
    hnavDiscomfortId discomfort = {0, 0};
    EXPECT(hnavWorld_SetHeights(world, lower, 0, 3, heights, 6) < 0);
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_SetHeights(world, nowhere, 8, 3, heights, 6));
    EXPECT(hnavWorld_SetHeights(world, lower, 8, 4, heights, 6) < 0);
    EXPECT(hnavWorld_SetHeights(world, lower, 8, 0, heights, 6) < 0);
    EXPECT(hnavWorld_SetHeights(world, lower, 8, 2, wrong, 2) < 0);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_SetHeights(world, lower, 8, 3, NULL, 6));
    EXPECT(hnavWorld_SetHeights(world, lower, 8, 3, heights, 6) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_SetHeights(world, lower, 0, 0, NULL, 0) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddDiscomfort(world, here, 2, 5, 1, NULL));
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_AddDiscomfort(world, nowhere, 2, 5, 1, &discomfort));
    EXPECT(hnavWorld_AddDiscomfort(world, here, 0, 5, 1, &discomfort) < 0);
    EXPECT(hnavWorld_AddDiscomfort(world, here, 2, 1e9f, 1, &discomfort) < 0);
    REFUSED(HNAV_RESULT_NOT_FINITE, "time", hnavWorld_AddDiscomfort(world, here, 2, 5, NAN, &discomfort));
    EXPECT(discomfort.generation == 0);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "discomfort", hnavWorld_RemoveDiscomfort(world, discomfort));
    EXPECT(hnavWorld_AddDiscomfort(world, here, 2, 5, INFINITY, &discomfort) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveDiscomfort(world, discomfort) == HNAV_RESULT_OK);
}

static void kinds(void) {
    hnavWorldDef def = worldDef();
    hnavMovementKind plain[2];
    hnavWorldId made = nullWorld;
    hnavPathQuery query = hnavDefaultPathQuery(here, there, 0.5f);
    uint32_t count = 77;
    plain[0] = plain[1] = hnavDefaultMovementKind();
    def.movementKindCount = 2;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavCreateWorld(&def, &made));
    def.movementKinds = plain;
    def.movementKindCount = 0;
    plain[1].factors[3] = 0;
    def.movementKindCount = 2;
    EXPECT(hnavCreateWorld(&def, &made) < 0);
    plain[1].factors[3] = NAN;
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_NOT_FINITE && made.generation == 0);
    plain[1].factors[3] = 1;
    plain[1].speeds[3] = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "speed", hnavCreateWorld(&def, &made));
    const float wrong[] = {0, -1, 0.0001f, 1.5f};
    for (int k = 0; k < 4; ++k) {
        plain[1].speeds[3] = wrong[k];
        REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least 0.001", hnavCreateWorld(&def, &made));
        EXPECT(made.generation == 0);
    }
    hnavMovementKind known[2];
    plain[1].speeds[3] = 0.25f;
    plain[1].speeds[4] = 0.5f;
    plain[1].factors[4] = 3;
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetMovementKinds(made, known, 2, &count) == HNAV_RESULT_OK && count == 2);
    EXPECT(known[1].speeds[3] == 0.25f && known[1].factors[3] == 4 && known[0].speeds[3] == 1);
    EXPECT(known[1].speeds[4] == 0.5f && known[1].factors[4] == 3);
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK);
    made = nullWorld;
    count = 77;
    plain[1] = plain[0];
    plain[1].factors[3] = INFINITY;
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK);
    query.movementKind = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "movement kind", hnavWorld_FindPath(made, &query, NULL, 0, &count, NULL));
    query.movementKind = 1;
    EXPECT(count == 77 && hnavWorld_FindPath(made, &query, NULL, 0, &count, NULL) == HNAV_RESULT_MORE);
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK);
}

static void runAtOnce(hnavRunTask run, void *task, void *user) {
    ++*(int *)user;
    run(task);
}

static void helpers(void) {
    hnavTaskSystem tasks = hnavDefaultTaskSystem(), zeroed;
    hnavCounters counters;
    static int calls = 0;
    memset(&zeroed, 0, sizeof zeroed);
    counters.units = 77;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_SetTaskSystem(world, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultTaskSystem", hnavWorld_SetTaskSystem(world, &zeroed));
    REFUSED(HNAV_RESULT_BAD_POINTER, "enqueue", hnavWorld_SetTaskSystem(world, &tasks));
    tasks.enqueue = runAtOnce;
    tasks.user = &calls;
    tasks.workerCount = 2;
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetTaskSystem(nullWorld, &tasks));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "threads", hnavWorld_SetThreads(world, UINT32_MAX));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetThreads(nullWorld, 1));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetCounters(world, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetCounters(nullWorld, &counters));
    EXPECT(counters.units == 77);
    EXPECT(hnavWorld_SetTaskSystem(world, &tasks) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetCounters(world, &counters) == HNAV_RESULT_OK && counters.units == 0);
    EXPECT(hnavWorld_SetThreads(world, 0) == HNAV_RESULT_OK);
}

void misuseLand(void) {
    outlines();
    areas();
    links();
    relief();
    kinds();
    helpers();
}
