/* Looking units up, user data, origin, explanations. */
#include "misuse.h"

static void finding(const hnavUnitId *units) {
    const uint32_t team = 0, nobody = 9;
    hnavUnitId found[2];
    uint32_t count = 77;
    hnavUnitId nearest = nullUnit;

    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "region", hnavWorld_FindUnitsInBox(world, there, here, found, 2, &count));
    REFUSED(HNAV_RESULT_NOT_FINITE, "region", hnavWorld_FindUnitsInBox(world, nowhere, there, found, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindUnitsInBox(world, here, there, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindUnitsInBox(world, here, there, found, 2, NULL));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "region", hnavWorld_FindUnitsInCircle(world, here, -1, found, 2, &count));
    REFUSED(HNAV_RESULT_NOT_FINITE, "region", hnavWorld_FindUnitsInCircle(world, here, NAN, found, 2, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_FindUnitsInCircle(nullWorld, here, 1, found, 2, &count));
    EXPECT(count == 77);
    EXPECT(hnavWorld_FindUnitsInCircle(world, here, 1, found, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(hnavWorld_FindUnitsInBox(world, lower, upper, found, 1, &count) == HNAV_RESULT_MORE && count == 2);
    EXPECT(hnavWorld_IsUnitValid(world, found[0]));

    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "region", hnavWorld_FindNearestUnit(world, here, -1, NULL, &nearest));
    REFUSED(HNAV_RESULT_NOT_FINITE, "region", hnavWorld_FindNearestUnit(world, nowhere, 9, NULL, &nearest));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FindNearestUnit(world, here, 9, NULL, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_FindNearestUnit(world, here, 9, SKEWED(uint32_t, &team), &nearest));
    EXPECT(hnavWorld_FindNearestUnit(world, there, INFINITY, &nobody, &nearest) == HNAV_RESULT_NONE);
    EXPECT(nearest.generation == 0);
    EXPECT(hnavWorld_FindNearestUnit(world, there, INFINITY, &team, &nearest) == HNAV_RESULT_OK);
    EXPECT(memcmp(&nearest, &units[1], sizeof nearest) == 0);
}

static void keeping(hnavUnitId unit) {
    const hnavOrderId nullOrder = {0, 0};
    const hnavObstacleId nullObstacle = {0, 0};
    hnavObstacleId obstacle;
    hnavOrderId order;
    uint64_t data = 77;
    const hnavVec2 corner[] = {{30, 1}, {31, 1}, {31, 2}};

    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetUnitUserData(world, nullUnit, 5));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetUnitUserData(world, nullUnit, &data));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetUnitUserData(world, unit, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetObstacleUserData(world, nullObstacle, 5));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetObstacleUserData(world, nullObstacle, &data));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetOrderUserData(world, nullOrder, 5));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetOrderUserData(nullWorld, nullOrder, &data));
    EXPECT(data == 77);
    EXPECT(hnavWorld_AddObstacle(world, corner, 3, &obstacle) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_OrderPoint(world, &unit, 1, there, &order) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetUnitUserData(world, unit, &data) == HNAV_RESULT_OK && data == 0);
    EXPECT(hnavWorld_SetUnitUserData(world, unit, UINT64_MAX) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_SetObstacleUserData(world, obstacle, 5) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_SetOrderUserData(world, order, 6) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetUnitUserData(world, unit, &data) == HNAV_RESULT_OK && data == UINT64_MAX);
    EXPECT(hnavWorld_GetObstacleUserData(world, obstacle, &data) == HNAV_RESULT_OK && data == 5);
    EXPECT(hnavWorld_GetOrderUserData(world, order, &data) == HNAV_RESULT_OK && data == 6);
    EXPECT(hnavWorld_RemoveObstacle(world, obstacle) == HNAV_RESULT_OK);
}

static void moving(hnavUnitId unit) {
    const uint64_t before = state(world);
    double x = 77, y = 77;
    hnavVec2 point = none;
    hnavUnitState moved;

    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_Teleport(world, nullUnit, here));
    REFUSED(HNAV_RESULT_BLOCKED, "wall", hnavWorld_Teleport(world, unit, inside));
    REFUSED(HNAV_RESULT_OUTSIDE, "bounds", hnavWorld_Teleport(world, unit, outside));
    REFUSED(HNAV_RESULT_NOT_FINITE, "position", hnavWorld_Teleport(world, unit, nowhere));
    EXPECT(state(world) == before);
    EXPECT(hnavWorld_Teleport(world, unit, there) == HNAV_RESULT_OK && state(world) != before);
    EXPECT(hnavWorld_GetUnitStates(world, &unit, 1, &moved) == HNAV_RESULT_OK && moved.position.x == there.x);

    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetOrigin(nullWorld, 1, 1));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_ToGame(world, here, &x, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_ToGame(nullWorld, here, &x, &y));
    REFUSED(HNAV_RESULT_NOT_FINITE, "point", hnavWorld_ToGame(world, nowhere, &x, &y));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_FromGame(world, x, y, NULL));
    REFUSED(HNAV_RESULT_NOT_FINITE, "point", hnavWorld_FromGame(world, x, (double)NAN, &point));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "too far", hnavWorld_FromGame(world, 1e308, y, &point));
    EXPECT(x == 77 && y == 77 && point.x == none.x);
    EXPECT(hnavWorld_SetOrigin(world, 1000, -1000) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_ToGame(world, here, &x, &y) == HNAV_RESULT_OK && x == 32004 && y == -31996);
    EXPECT(hnavWorld_FromGame(world, x, y, &point) == HNAV_RESULT_OK && memcmp(&point, &here, sizeof here) == 0);
    EXPECT(hnavWorld_SetOrigin(world, 0, 0) == HNAV_RESULT_OK);
}

static void explaining(hnavUnitId unit) {
    hnavReasons reasons;
    hnavVec2 points[8];
    char text[400];
    uint32_t count = 77;
    memset(&reasons, 77, sizeof reasons);
    text[0] = 'x';

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Explain(world, unit, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_Explain(world, nullUnit, &reasons));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_ExplainInWords(world, nullUnit, text, 400, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_ExplainInWords(world, unit, NULL, 400, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_GetExpectedWay(world, nullUnit, points, 8, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetExpectedWay(world, unit, points, 8, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_Preview(world, nullUnit, here, points, 8, &count));
    REFUSED(HNAV_RESULT_NOT_FINITE, "goal", hnavWorld_Preview(world, unit, nowhere, points, 8, &count));
    REFUSED(HNAV_RESULT_BLOCKED, "goal", hnavWorld_Preview(world, unit, inside, points, 8, &count));
    EXPECT(count == 77 && text[0] == 'x' && reasons.waitsFor != 0);

    EXPECT(hnavWorld_Explain(world, unit, &reasons) == HNAV_RESULT_OK && reasons.activity == HNAV_ACTIVITY_IDLE);
    EXPECT(hnavWorld_ExplainInWords(world, unit, text, 5, &count) == HNAV_RESULT_MORE && count > 5 && count <= 400);
    EXPECT(hnavWorld_ExplainInWords(world, unit, text, 400, &count) == HNAV_RESULT_OK);
    EXPECT(strlen(text) + 1 == count && strstr(text, "idle") != NULL);
    EXPECT(hnavWorld_GetExpectedWay(world, unit, points, 8, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(hnavWorld_Preview(world, unit, there, points, 8, &count) == HNAV_RESULT_OK && count >= 3);
}

/* A gap of 1 m in a wall, with a unit on each side that wants to the other one. */
static hnavWorldId gapWorld(hnavUnitId units[2]) {
    const hnavVec2 left[] = {{19, 0}, {21, 0}, {21, 19.5f}, {19, 19.5f}};
    const hnavVec2 right[] = {{19, 20.5f}, {21, 20.5f}, {21, 40}, {19, 40}};
    const hnavVec2 starts[] = {{16, 20}, {24, 20}};
    const float radius = 0.4f;
    hnavWorldDef def = hnavDefaultWorldDef(lower, (hnavVec2){40, 40}, &radius, 1);
    hnavObstacleId wall;
    hnavOrderId order;
    hnavWorldId made;
    int k;
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddObstacle(made, left, 4, &wall) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddObstacle(made, right, 4, &wall) == HNAV_RESULT_OK);
    for (k = 0; k < 2; ++k) {
        const hnavUnitDef unit = hnavDefaultUnitDef(starts[k], radius, 1.4f);
        EXPECT(hnavWorld_CreateUnits(made, &unit, 1, &units[k]) == HNAV_RESULT_OK);
    }
    for (k = 0; k < 2; ++k) {
        EXPECT(hnavWorld_OrderPoint(made, &units[k], 1, starts[1 - k], &order) == HNAV_RESULT_OK);
    }
    return made;
}

static void passages(void) {
    hnavPassage gap[2];
    hnavPassageUser users[4];
    hnavVec2 points[4];
    hnavUnitId units[2];
    const hnavWorldId gate = gapWorld(units);
    uint32_t count = 77, tick, opposed = 0, waited = 0, k;

    EXPECT(hnavWorld_GetPassages(gate, gap, 2, &count) == HNAV_RESULT_OK && count == 0);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "0 of them", hnavWorld_GetPassageUsers(gate, 0, users, 4, &count));
    EXPECT(hnavWorld_Step(gate, 0.1f) == HNAV_RESULT_OK);
    count = 77;
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetPassages(nullWorld, gap, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetPassages(gate, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetPassageUsers(gate, 0, users, 4, NULL));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "passage 1", hnavWorld_GetPassageUsers(gate, 1, users, 4, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_GetPassageGates(gate, 0, SKEWED(hnavVec2, points), 3, &count));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "1 of them", hnavWorld_GetPassageGates(gate, UINT32_MAX, points, 4, &count));
    EXPECT(count == 77);

    EXPECT(hnavWorld_GetPassages(gate, NULL, 0, &count) == HNAV_RESULT_MORE && count == 1);
    EXPECT(hnavWorld_GetPassages(gate, gap, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(fabsf(gap[0].width - 1) < 0.01f && gap[0].length > 1.9f && gap[0].gateCount >= 2);
    EXPECT(fabsf(gap[0].end0.left.x - gap[0].end1.left.x) > 1.9f);
    EXPECT(hnavWorld_GetPassageGates(gate, 0, points, 4, &count) >= HNAV_RESULT_OK && count == 2 * gap[0].gateCount);
    EXPECT(memcmp(&points[0], &gap[0].end0.left, sizeof points[0]) == 0);
    EXPECT(memcmp(&points[1], &gap[0].end0.right, sizeof points[1]) == 0);
    for (tick = 0; tick < 160; ++tick) {
        EXPECT(hnavWorld_Step(gate, 0.1f) == HNAV_RESULT_OK);
        EXPECT(hnavWorld_GetPassages(gate, gap, 2, &count) == HNAV_RESULT_OK && count == 1);
        opposed += gap[0].isOpposed;
        EXPECT(hnavWorld_GetPassageUsers(gate, 0, users, 4, &count) == HNAV_RESULT_OK && count == gap[0].userCount);
        for (k = 0; k < count; ++k) {
            const int known = memcmp(&users[k].unit, &units[0], sizeof units[0]) == 0;
            EXPECT(known || memcmp(&users[k].unit, &units[1], sizeof units[1]) == 0);
            EXPECT(users[k].end < 2 && users[k].distance >= 0 && (!users[k].isInside || users[k].distance == 0));
            EXPECT(!users[k].mustWait || (users[k].end == 0 ? gap[0].end0 : gap[0].end1).mustWait);
            waited += users[k].mustWait;
        }
    }
    EXPECT(opposed > 0 && waited > 0 && count == 0);
    EXPECT(hnavDestroyWorld(gate) == HNAV_RESULT_OK);
}

void misuseLookup(void) {
    hnavUnitDef defs[2];
    hnavUnitId units[2];
    defs[0] = hnavDefaultUnitDef(here, 0.5f, 2);
    defs[1] = hnavDefaultUnitDef(there, 0.5f, 2);
    EXPECT(hnavWorld_CreateUnits(world, defs, 2, units) == HNAV_RESULT_OK);
    finding(units);
    explaining(units[0]);
    keeping(units[0]);
    moving(units[0]);
    passages();
    EXPECT(hnavWorld_DestroyUnits(world, units, 2) == HNAV_RESULT_OK);
}
