/* What a world says of itself; polygons with holes, links on paths, walls and random points. */
#include "misuse.h"

static void reports(void) {
    hnavWorldDef def, asked = worldDef();
    hnavMovementKind kinds[2];
    hnavMemory memory = {77, 0, 0, 0};
    uint32_t count = 77;
    int64_t x = 77, y = 77;
    memset(&def, 77, sizeof def);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetDef(world, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetDef(nullWorld, &def));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetMovementKinds(world, NULL, 1, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetMovementKinds(nullWorld, kinds, 1, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetMemory(world, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetMemory(nullWorld, &memory));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetOrigin(world, &x, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetOrigin(nullWorld, &x, &y));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_FinishPlans(nullWorld));
    EXPECT(count == 77 && memory.units == 77 && x == 77 && y == 77 && def.classCount != 2);
    EXPECT(hnavWorld_GetDef(world, &def) == HNAV_RESULT_OK && def.structSize == sizeof def && def.classCount == 2);
    EXPECT(def.upper.x == asked.upper.x && def.classRadii[1] == 1 && def.parameters.cellSize > 0);
    EXPECT(hnavWorld_GetMovementKinds(world, kinds, 2, &count) == HNAV_RESULT_OK && count == 1 && kinds[0].factors[15] == 1);
    EXPECT(hnavWorld_GetMemory(world, &memory) == HNAV_RESULT_OK && memory.meshes > 1000);
    EXPECT(hnavWorld_GetOrigin(world, &x, &y) == HNAV_RESULT_OK && x == 0 && y == 0);
    EXPECT(hnavWorld_FinishPlans(world) == HNAV_RESULT_OK);
}

/* A yard of 8 m x 8 m with a court of 4 m x 4 m in it. */
static const hnavVec2 yard[] = {{2, 20}, {10, 20}, {10, 28}, {2, 28}};
static const hnavVec2 court[] = {{4, 22}, {8, 22}, {8, 26}, {4, 26}}, middle = {6, 24};

static void polygons(void) {
    const hnavRing hole = {court, 4}, wild = {court, UINT32_MAX}, missing = {NULL, 4};
    const hnavPolygon whole = {{yard, 4}, &hole, 1};
    hnavPolygon shape = whole;
    hnavObstacleId obstacle = {0, 0};
    hnavAreaId area = {0, 0};
    bool answer = false;

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddPolygons(world, NULL, 1, &obstacle));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddPolygons(world, &whole, 1, NULL));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at most", hnavWorld_AddPolygons(world, &whole, UINT32_MAX, &obstacle));
    EXPECT(hnavWorld_AddPolygons(world, NULL, 0, &obstacle) == HNAV_RESULT_BAD_OUTLINE);
    shape.border = missing;
    REFUSED(HNAV_RESULT_BAD_POINTER, "polygons[0]", hnavWorld_AddPolygons(world, &shape, 1, &obstacle));
    shape.border = wild;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at most", hnavWorld_AddPolygons(world, &shape, 1, &obstacle));
    shape = whole;
    shape.holeCount = UINT32_MAX;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "holes", hnavWorld_AddPolygons(world, &shape, 1, &obstacle));
    shape = whole;
    shape.holes = NULL;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddPolygons(world, &shape, 1, &obstacle));
    shape.holes = &missing;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddAreaPolygons(world, &shape, 1, 1, 2, &area));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddAreaPolygons(world, &whole, 1, 1, 2, NULL));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "kind", hnavWorld_AddAreaPolygons(world, &whole, 1, 16, 2, &area));
    REFUSED(HNAV_RESULT_NOT_FINITE, "cost", hnavWorld_AddAreaPolygons(world, &whole, 1, 1, NAN, &area));
    EXPECT(obstacle.generation == 0 && area.generation == 0);
    EXPECT(hnavWorld_AddAreaPolygons(world, &whole, 1, 1, 2, &area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    hnavAreaDef road = hnavDefaultAreaDef(2, 1), zeroed;
    memset(&zeroed, 0, sizeof zeroed);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddAreaOf(world, NULL, &whole, 1, &area));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultAreaDef", hnavWorld_AddAreaOf(world, &zeroed, &whole, 1, &area));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddAreaOf(world, &road, NULL, 1, &area));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_AddAreaOf(world, &road, &whole, 1, NULL));
    road.kind = 256;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "kind 256", hnavWorld_AddAreaOf(world, &road, &whole, 1, &area));
    road = hnavDefaultAreaDef(2, NAN);
    REFUSED(HNAV_RESULT_NOT_FINITE, "cost", hnavWorld_AddAreaOf(world, &road, &whole, 1, &area));
    const float speeds[] = {0, -1, 1.5f, INFINITY};
    for (int k = 0; k < 4; ++k) {
        road = hnavSlowAreaDef(2, speeds[k]);
        EXPECT(hnavWorld_AddAreaOf(world, &road, &whole, 1, &area) < 0);
    }
    road = hnavSlowAreaDef(2, NAN);
    REFUSED(HNAV_RESULT_NOT_FINITE, "speed", hnavWorld_AddAreaOf(world, &road, &whole, 1, &area));
    road = hnavSlowAreaDef(2, 0);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least 0.001", hnavWorld_AddAreaOf(world, &road, &whole, 1, &area));
    road = hnavSlowAreaDef(2, 0.25f);
    EXPECT(road.cost == 4);
    EXPECT(hnavWorld_AddAreaOf(world, &road, &whole, 1, &area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    road = hnavDefaultAreaDef(2, 1);
    road.layer = INT32_MIN;
    EXPECT(hnavWorld_AddAreaOf(world, &road, &whole, 1, &area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddPolygons(world, &whole, 1, &obstacle) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsFree(world, middle, 0.5f, 0, &answer) == HNAV_RESULT_OK && answer);
    EXPECT(hnavWorld_IsReachable(world, here, middle, 0.5f, 0, &answer) == HNAV_RESULT_OK && !answer);
    EXPECT(hnavWorld_RemoveObstacle(world, obstacle) == HNAV_RESULT_OK);
}

static void walkable(void) {
    const hnavRing hole = {court, 4};
    hnavPolygon shape = {{yard, 4}, &hole, 1};
    hnavWorldDef def = worldDef();
    hnavWorldId made = nullWorld;
    bool answer = true;

    def.walkableCount = 1;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavCreateWorld(&def, &made));
    def.walkable = &shape;
    shape.border.count = 2;
    REFUSED(HNAV_RESULT_BAD_OUTLINE, "walkable", hnavCreateWorld(&def, &made));
    shape.border.count = 4;
    EXPECT(made.generation == 0 && hnavCreateWorld(&def, &made) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsFree(made, middle, 0.5f, 0, &answer) == HNAV_RESULT_OK && !answer);
    EXPECT(hnavWorld_IsFree(made, there, 0.5f, 0, &answer) == HNAV_RESULT_OK && !answer);
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK);
}

static void links(void) {
    const hnavLinkDef def = hnavDefaultLinkDef(here, there, 3);
    hnavPathQuery query = hnavDefaultPathQuery(here, there, 0.5f), zeroed;
    hnavLinkId link, listed[2];
    hnavLinkDef known;
    hnavPathLink legs[2];
    hnavVec2 points[8];
    hnavPathInfo info;
    uint64_t data = 77;
    uint32_t count = 77;
    memset(&zeroed, 0, sizeof zeroed);

    EXPECT(hnavWorld_AddLink(world, &def, &link) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetLink(world, link, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetLinks(world, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPathLinks(world, &query, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindPathLinks(world, NULL, legs, 2, &count));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "structSize", hnavWorld_FindPathLinks(world, &zeroed, legs, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetLinkUserData(world, link, NULL));
    EXPECT(count == 77);
    EXPECT(hnavWorld_SetLinkUserData(world, link, 5) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetLinkUserData(world, link, &data) == HNAV_RESULT_OK && data == 5);
    EXPECT(hnavWorld_GetLinks(world, listed, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(hnavWorld_GetLink(world, listed[0], &known) == HNAV_RESULT_OK && memcmp(&known, &def, sizeof def) == 0);
    EXPECT(hnavWorld_FindPath(world, &query, NULL, 0, &count, &info) == HNAV_RESULT_MORE && info.linkCount == 1);
    EXPECT(hnavWorld_FindPathLinks(world, &query, legs, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(memcmp(&legs[0].link, &link, sizeof link) == 0);
    EXPECT(hnavWorld_FindPath(world, &query, points, 8, &count, NULL) == HNAV_RESULT_OK && legs[0].point + 1 < count);
    EXPECT(memcmp(&points[legs[0].point + 1], &there, sizeof there) == 0);
    EXPECT(hnavWorld_RemoveLink(world, link) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "link", hnavWorld_GetLink(world, link, &known));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetLinkUserData(world, link, 5));
}

static void lists(void) {
    hnavObstacleId obstacles[4];
    hnavAreaId areas[1], area;
    hnavDiscomfortId discomfort;
    float height = 77;
    uint64_t data = 77;
    uint32_t count = 77;

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetObstacles(world, NULL, 4, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetAreas(world, areas, 1, NULL));
    EXPECT(count == 77 && hnavWorld_AddArea(world, yard, 4, 1, 2, &area) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetObstacles(world, obstacles, 4, &count) == HNAV_RESULT_OK && count >= 1);
    EXPECT(hnavWorld_GetAreas(world, areas, 1, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(memcmp(&areas[0], &area, sizeof area) == 0);
    EXPECT(hnavWorld_SetAreaUserData(world, area, 6) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetAreaUserData(world, area, &data) == HNAV_RESULT_OK && data == 6);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetAreaUserData(world, area, 6));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetAreaUserData(world, area, &data));

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetHeight(world, here, NULL));
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavWorld_GetHeight(world, nowhere, &height));
    EXPECT(height == 77 && hnavWorld_GetHeight(world, here, &height) == HNAV_RESULT_OK && height == 0);
    EXPECT(hnavWorld_AddDiscomfort(world, here, 2, 5, 0.05f, &discomfort) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsDiscomfortValid(world, discomfort) && !hnavWorld_IsDiscomfortValid(nullWorld, discomfort));
    EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK && hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK);
    EXPECT(!hnavWorld_IsDiscomfortValid(world, discomfort));
}

static void surroundings(void) {
    hnavPointQuery query = hnavDefaultPointQuery(here, 0.5f, 12), zeroed;
    hnavVec2 ends[64], point = none;
    uint32_t count = 77;
    bool answer = false;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindWalls(world, NULL, ends, 64, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindWalls(world, &query, NULL, 64, &count));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultPointQuery", hnavWorld_FindWalls(world, &zeroed, ends, 64, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindRandomPoint(world, &query, 0.5, 0.5, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "structSize", hnavWorld_FindRandomPoint(world, &zeroed, 0.5, 0.5, &point));
    EXPECT(hnavWorld_FindRandomPoint(world, &query, 1, 0.5, &point) < 0);
    REFUSED(HNAV_RESULT_NOT_FINITE, "random", hnavWorld_FindRandomPoint(world, &query, 0.5, (double)NAN, &point));
    query.connected = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "connected", hnavWorld_FindRandomPoint(world, &query, 0.5, 0.5, &point));
    query.connected = 0;
    query.radius = 3;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "radius", hnavWorld_FindWalls(world, &query, ends, 64, &count));
    query = hnavDefaultPointQuery(here, 0.5f, INFINITY);
    REFUSED(HNAV_RESULT_NOT_FINITE, "radius", hnavWorld_FindWalls(world, &query, ends, 64, &count));
    query = hnavDefaultPointQuery(inside, 0.5f, 12);
    query.connected = 1;
    REFUSED(HNAV_RESULT_BLOCKED, "start", hnavWorld_FindRandomPoint(world, &query, 0.5, 0.5, &point));
    query.movementKind = 1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "movement kind", hnavWorld_FindWalls(world, &query, ends, 64, &count));
    EXPECT(count == 77 && point.x == none.x);
    query = hnavDefaultPointQuery(inside, 0.5f, 0.5f);
    EXPECT(hnavWorld_FindRandomPoint(world, &query, 0.5, 0.5, &point) == HNAV_RESULT_NONE && point.x == none.x);
    query = hnavDefaultPointQuery(inside, 0.5f, 4);
    EXPECT(hnavWorld_FindWalls(world, &query, ends, 64, &count) == HNAV_RESULT_OK && count >= 8 && count % 2 == 0);
    EXPECT(hnavWorld_FindRandomPoint(world, &query, 0.5, 0.5, &point) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsFree(world, point, 0.5f, 0, &answer) == HNAV_RESULT_OK && answer);
}

void misuseRecords(void) {
    reports();
    polygons();
    walkable();
    links();
    lists();
    surroundings();
}
