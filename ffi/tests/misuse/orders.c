/* Orders, events, groups. */
#include "misuse.h"

static void ordering(const hnavUnitId *units, hnavOrderId *order) {
    const hnavUnitId twice[] = {units[0], units[0]};
    const hnavVec2 goals[] = {{10, 10}, {-16, 16}};
    const uint64_t before = state(world);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_OrderPoint(world, NULL, 2, there, order));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_OrderPoint(world, units, 2, there, SKEWED(hnavOrderId, order)));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least one", hnavWorld_OrderPoint(world, units, 0, there, order));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_OrderPoint(world, units, 3, there, order));
    REFUSED(HNAV_RESULT_DUPLICATE, "once", hnavWorld_OrderPoint(world, twice, 2, there, order));
    REFUSED(HNAV_RESULT_NOT_FINITE, "goal", hnavWorld_OrderPoint(world, units, 2, nowhere, order));
    REFUSED(HNAV_RESULT_OUTSIDE, "goal", hnavWorld_OrderPoint(world, units, 2, outside, order));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_OrderPoint(nullWorld, units, 2, there, order));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_OrderEach(world, units, NULL, 2, order));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_OrderEach(world, NULL, goals, 2, order));
    REFUSED(HNAV_RESULT_OUTSIDE, "goal", hnavWorld_OrderEach(world, units, goals, 2, order));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least one", hnavWorld_OrderEach(world, units, goals, 0, order));
    EXPECT(order->index1 == 0 && order->generation == 0);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Stop(world, NULL, 1));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least one", hnavWorld_Stop(world, units, 0));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_Stop(nullWorld, units, 2));
    REFUSED(HNAV_RESULT_DUPLICATE, "once", hnavWorld_Stop(world, twice, 2));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_Hold(world, units, 3));
    REFUSED(HNAV_RESULT_DUPLICATE, "once", hnavWorld_Hold(world, twice, 2));
    EXPECT(state(world) == before);
    EXPECT(hnavWorld_Hold(world, units, 2) == HNAV_RESULT_OK && state(world) != before);
    EXPECT(hnavWorld_Stop(world, units, 2) == HNAV_RESULT_OK && state(world) == before);
}

static void happening(const hnavUnitId *units, hnavOrderId *order) {
    hnavEvent events[2];
    uint32_t count = 77;
    uint64_t before = state(world);

    EXPECT(hnavWorld_OrderPoint(world, units, 1, here, order) == HNAV_RESULT_OK);
    for (int step = 0; count != 1 && step < 100; step++) {
        EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK && state(world) != before);
        EXPECT(hnavWorld_GetEvents(world, NULL, 0, &count) == (count == 0 ? HNAV_RESULT_OK : HNAV_RESULT_MORE));
    }
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetEvents(world, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetEvents(world, events, 2, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetEvents(nullWorld, events, 2, &count));
    EXPECT(hnavWorld_GetEvents(world, events, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(memcmp(&events[0].order, order, sizeof *order) == 0);
}

void misuseOrders(void) {
    const hnavUnitDef defs[] = {hnavDefaultUnitDef(here, 0.5f, 2), hnavDefaultUnitDef(here, 0.5f, 2)};
    hnavUnitId units[3];
    hnavOrderId order = {0, 0};
    units[2] = nullUnit;
    EXPECT(hnavWorld_CreateUnits(world, defs, 2, units) == HNAV_RESULT_OK);
    ordering(units, &order);
    happening(units, &order);
    EXPECT(hnavWorld_DestroyUnits(world, units, 2) == HNAV_RESULT_OK);
}

void misuseGroups(void) {
    enum { MANY = 6, CELLS = 20000 };
    static float density[CELLS];
    hnavUnitDef defs[MANY];
    hnavUnitId units[MANY], members[MANY];
    hnavVec2 points[32];
    hnavGroup group;
    uint32_t count = 77;

    for (int k = 0; k < MANY; k++) {
        const hnavVec2 place = {4 + (float)k, 4};
        defs[k] = hnavDefaultUnitDef(place, 0.5f, 2);
    }
    EXPECT(hnavWorld_CreateUnits(world, defs, MANY, units) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_OrderPoint(world, units, MANY, there, NULL) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetGroups(world, NULL, 1, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetGroups(world, &group, 1, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetGroups(nullWorld, &group, 1, &count));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "index", hnavWorld_GetGroupUnits(world, 1, members, MANY, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetGroupUnits(world, 0, NULL, MANY, &count));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "index", hnavWorld_GetGroupPath(world, UINT32_MAX, points, 32, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetGroupPath(world, 0, points, 32, NULL));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "index", hnavWorld_GetGroupDensity(world, 2, density, CELLS, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_GetGroupDensity(world, 0, SKEWED(float, density), CELLS, &count));
    EXPECT(count == 77);

    EXPECT(hnavWorld_GetGroups(world, &group, 1, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(group.unitCount == MANY && group.field.columns > 1 && group.field.velocity != NULL);
    EXPECT(group.field.potential[0] > 0);
    EXPECT(hnavWorld_GetGroupUnits(world, 0, members, MANY, &count) == HNAV_RESULT_OK && count == MANY);
    EXPECT(memcmp(units, members, sizeof units) == 0);
    EXPECT(hnavWorld_GetGroupPath(world, 0, points, 32, &count) == HNAV_RESULT_OK && count >= 2);
    EXPECT(hnavWorld_GetGroupDensity(world, 0, density, CELLS, &count) == HNAV_RESULT_OK);
    EXPECT(count == group.field.columns * group.field.rows);
    EXPECT(hnavWorld_DestroyUnits(world, units, MANY) == HNAV_RESULT_OK);
}
