/* Units: made, read, set, removed. */
#include "misuse.h"

static uint32_t unitCount(void) {
    uint32_t count = 77;
    hnavResult result = hnavWorld_GetUnits(world, NULL, 0, &count);
    EXPECT(result == (count == 0 ? HNAV_RESULT_OK : HNAV_RESULT_MORE));
    return count;
}

static void refusedDef(hnavResult result, const char *word, hnavUnitDef def) {
    /* One that is wrong spoils all. */
    hnavUnitDef defs[2];
    hnavUnitId units[2] = {{0, 0}, {0, 0}};
    defs[0] = hnavDefaultUnitDef(here, 0.5f, 2);
    defs[1] = def;
    REFUSED(result, word, hnavWorld_CreateUnits(world, defs, 2, units));
    EXPECT(strstr(hnavGetLastErrorMessage(), "defs[1]") != NULL);
    EXPECT(units[0].generation == 0 && units[1].generation == 0 && unitCount() == 0);
}

static void making(void) {
    hnavUnitDef def = hnavDefaultUnitDef(here, 0.5f, 2), zeroed;
    hnavUnitId unit = nullUnit;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_CreateUnits(world, NULL, 1, &unit));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_CreateUnits(world, &def, 1, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultUnitDef", hnavWorld_CreateUnits(world, &zeroed, 1, &unit));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultUnitDef", hnavWorld_CreateUnits(world, &zeroed, UINT32_MAX, &unit));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_CreateUnits(nullWorld, &def, 1, &unit));
    EXPECT(hnavWorld_CreateUnits(world, NULL, 0, NULL) == HNAV_RESULT_OK);
    refusedDef(HNAV_RESULT_FOREIGN_STRUCT, "structSize", zeroed);
    refusedDef(HNAV_RESULT_NOT_FINITE, "position", hnavDefaultUnitDef(nowhere, 0.5f, 2));
    refusedDef(HNAV_RESULT_OUTSIDE, "bounds", hnavDefaultUnitDef(outside, 0.5f, 2));
    refusedDef(HNAV_RESULT_BLOCKED, "wall", hnavDefaultUnitDef(inside, 0.5f, 2));
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "class", hnavDefaultUnitDef(here, 3, 2));
    refusedDef(HNAV_RESULT_NOT_FINITE, "speed", hnavDefaultUnitDef(here, 0.5f, NAN));
    def.turnRate = -1;
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "turn_rate", def);
    def = hnavDefaultUnitDef(here, 0.5f, 2);
    def.mass = 0;
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "mass", def);
    def = hnavDefaultUnitDef(here, 0.5f, 2);
    def.driver = 2;
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "hnavDriver", def);
    def = hnavDefaultUnitDef(here, 0.5f, 2);
    def.heading.x = def.heading.y = 0;
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "heading", def);
    def.heading.x = NAN;
    refusedDef(HNAV_RESULT_NOT_FINITE, "heading", def);
    def = hnavDefaultUnitDef(here, 0.5f, 2);
    EXPECT(def.collisionLayers == 1 && def.collisionMask == UINT32_MAX && def.yieldsTo == 0 && def.avoidanceRadius == 0);
    def.avoidanceRadius = 0.4f;
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "avoidance_radius", def);
    def.avoidanceRadius = 101;
    refusedDef(HNAV_RESULT_OUT_OF_RANGE, "avoidance_radius", def);
    def.avoidanceRadius = NAN;
    refusedDef(HNAV_RESULT_NOT_FINITE, "avoidance_radius", def);
}

static void removing(const hnavUnitId *units, hnavUnitId removed, hnavUnitId foreign) {
    const hnavUnitId twice[] = {units[0], units[0]}, mixed[] = {units[0], foreign};
    const uint64_t before = state(world);

    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_DestroyUnits(world, &removed, 1));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "another world", hnavWorld_DestroyUnits(world, &foreign, 1));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 1", hnavWorld_DestroyUnits(world, mixed, 2));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_DestroyUnits(world, units, UINT32_MAX));
    REFUSED(HNAV_RESULT_DUPLICATE, "once", hnavWorld_DestroyUnits(world, twice, 2));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_DestroyUnits(nullWorld, units, 1));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_DestroyUnits(world, NULL, 1));
    EXPECT(!hnavWorld_IsUnitValid(world, removed) && !hnavWorld_IsUnitValid(world, foreign));
    EXPECT(!hnavWorld_IsUnitValid(world, nullUnit) && !hnavWorld_IsUnitValid(nullWorld, units[0]));
    EXPECT(hnavWorld_IsUnitValid(world, units[0]) && unitCount() == 2 && state(world) == before);
}

static void reading(const hnavUnitId *units, hnavUnitId foreign) {
    hnavUnitState states[3];
    hnavUnitId listed[2];
    uint32_t count = 77;
    memset(states, 77, sizeof states);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetUnits(world, NULL, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetUnits(world, listed, 2, NULL));
    EXPECT(count == 77);
    EXPECT(hnavWorld_GetUnits(world, listed, 2, &count) == HNAV_RESULT_OK && count == 2);
    EXPECT(memcmp(listed, units, sizeof listed) == 0);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetUnitStates(world, NULL, 2, states));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetUnitStates(world, units, 2, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_GetUnitStates(world, units, 3, states));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_GetUnitStates(world, units, UINT32_MAX, states));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 0", hnavWorld_GetUnitStates(world, &foreign, 1, states));
    EXPECT(states[0].radius != 0.5f);
    EXPECT(hnavWorld_GetUnitStates(world, NULL, 0, NULL) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetUnitStates(world, units, 2, states) == HNAV_RESULT_OK);
    EXPECT(states[1].push.x == 0 && states[1].radius == 0.5f && states[1].activity == HNAV_ACTIVITY_IDLE && !states[1].arrived);
}

static void changing(const hnavUnitId *units, hnavUnitId foreign) {
    const hnavUnitId twice[] = {units[0], units[0]}, mixed[] = {units[0], foreign};
    const uint64_t before = state(world);
    hnavUnitChange changes[2], zeroed;
    hnavUnitState known;
    memset(&zeroed, 0, sizeof zeroed);
    changes[0] = changes[1] = hnavDefaultUnitChange();

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_SetUnits(world, units, NULL, 1));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_SetUnits(world, NULL, changes, 1));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultUnitChange", hnavWorld_SetUnits(world, units, &zeroed, 1));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SetUnits(nullWorld, units, changes, 1));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 1", hnavWorld_SetUnits(world, mixed, changes, 2));
    REFUSED(HNAV_RESULT_DUPLICATE, "once", hnavWorld_SetUnits(world, twice, changes, 2));
    EXPECT(hnavWorld_SetUnits(world, NULL, NULL, 0) == HNAV_RESULT_OK);
    changes[1].fields = 8192;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavUnitField", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1].fields = HNAV_UNIT_FIELD_DRIVER;
    changes[1].driver = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavDriver", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1] = hnavDefaultUnitChange();
    changes[1].fit = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavFit", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1] = hnavDefaultUnitChange();
    changes[1].fields = HNAV_UNIT_FIELD_RADIUS;
    changes[1].radius = 3;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "changes[1]", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1].radius = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "radius", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1].fields = HNAV_UNIT_FIELD_MOVEMENT_KIND;
    changes[1].movementKind = 9;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "movement kind", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1].fields = HNAV_UNIT_FIELD_MAX_SPEED;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "max_speed", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1].fields = HNAV_UNIT_FIELD_AVOIDANCE_RADIUS;
    changes[1].avoidanceRadius = 101;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "avoidance_radius", hnavWorld_SetUnits(world, units, changes, 2));
    changes[1].fields = HNAV_UNIT_FIELD_MAX_SPEED;
    EXPECT(state(world) == before);
    /* Values that are not named do not count. */
    changes[1].maxSpeed = 3;
    changes[1].mass = -1;
    EXPECT(hnavWorld_SetUnits(world, units, changes, 2) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetUnitStates(world, units + 1, 1, &known) == HNAV_RESULT_OK && known.maxSpeed == 3 && known.mass > 0);
}

void misuseUnits(void) {
    const hnavWorldDef otherDef = worldDef();
    const hnavUnitDef def = hnavDefaultUnitDef(here, 0.5f, 2);
    const hnavUnitDef defs[] = {def, def, def};
    hnavUnitId units[3], foreign, removed;
    hnavWorldId other;

    making();
    EXPECT(hnavCreateWorld(&otherDef, &other) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnits(other, &def, 1, &foreign) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnits(world, defs, 3, units) == HNAV_RESULT_OK && unitCount() == 3);
    removed = units[2];
    EXPECT(hnavWorld_DestroyUnits(world, &removed, 1) == HNAV_RESULT_OK);
    removing(units, removed, foreign);
    reading(units, foreign);
    changing(units, foreign);
    EXPECT(hnavWorld_DestroyUnits(world, units, 2) == HNAV_RESULT_OK && unitCount() == 0);
    EXPECT(hnavDestroyWorld(other) == HNAV_RESULT_OK);
}

static void readingColumns(const hnavUnitId *units) {
    hnavUnitColumns columns = hnavDefaultUnitColumns(), zeroed;
    struct { float x, up, z; } rows[2] = {{-1, -1, -1}, {-1, -1, -1}};
    uint32_t activities[2] = {77, 77};
    hnavVec2 pushes[2] = {{-1, -1}, {-1, -1}};
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_ReadUnits(world, units, 2, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_ReadUnits(world, NULL, 2, &columns));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultUnitColumns", hnavWorld_ReadUnits(world, units, 2, &zeroed));
    columns.position.x = &rows[0].x;
    columns.position.y = &rows[0].z;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "stride", hnavWorld_ReadUnits(world, units, 2, &columns));
    columns.position.stride = 10;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "position", hnavWorld_ReadUnits(world, units, 2, &columns));
    columns.position.stride = sizeof rows[0];
    columns.activity.first = SKEWED(uint32_t, activities);
    columns.activity.stride = sizeof activities[0];
    REFUSED(HNAV_RESULT_BAD_POINTER, "activity", hnavWorld_ReadUnits(world, units, 2, &columns));
    columns.activity.first = activities;
    columns.push.x = &pushes[0].x;
    columns.push.y = &pushes[0].y;
    columns.push.stride = 6;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "push", hnavWorld_ReadUnits(world, units, 2, &columns));
    columns.push.stride = sizeof pushes[0];
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 2", hnavWorld_ReadUnits(world, units, 3, &columns));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_ReadUnits(nullWorld, units, 2, &columns));
    EXPECT(rows[0].x == -1 && activities[0] == 77);
    EXPECT(hnavWorld_ReadUnits(world, units, 2, &columns) == HNAV_RESULT_OK);
    EXPECT(rows[1].x == here.x && rows[1].up == -1 && rows[1].z == here.y && activities[1] == HNAV_ACTIVITY_IDLE);
    EXPECT(pushes[0].x == 0 && pushes[1].y == 0);
}

static void settingMotions(const hnavUnitId *units) {
    hnavVec2 at[] = {{5, 5}, {5, 6}}, speeds[] = {{0, 0}, {1, 0}};
    const hnavConstVectorColumn positions = {&at[0].x, &at[0].y, sizeof at[0]};
    const hnavConstVectorColumn velocities = {&speeds[0].x, &speeds[0].y, sizeof speeds[0]};
    const hnavConstVectorColumn empty = {NULL, NULL, 8}, half = {&at[0].x, NULL, 8}, dense = {&at[0].x, &at[0].y, 0};
    const uint64_t before = state(world);

    REFUSED(HNAV_RESULT_BAD_POINTER, "positions", hnavWorld_SetMotions(world, units + 1, 1, empty, velocities));
    REFUSED(HNAV_RESULT_BAD_POINTER, "velocities", hnavWorld_SetMotions(world, units + 1, 1, positions, half));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "stride", hnavWorld_SetMotions(world, units + 1, 1, dense, velocities));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_SetMotions(world, NULL, 1, positions, velocities));
    REFUSED(HNAV_RESULT_MISMATCH, "moved by the world", hnavWorld_SetMotions(world, units, 2, positions, velocities));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index 1", hnavWorld_SetMotions(world, units + 1, UINT32_MAX, positions, velocities));
    at[0] = nowhere;
    REFUSED(HNAV_RESULT_NOT_FINITE, "units[0]", hnavWorld_SetMotions(world, units + 1, 1, positions, velocities));
    at[0] = outside;
    REFUSED(HNAV_RESULT_OUTSIDE, "bounds", hnavWorld_SetMotions(world, units + 1, 1, positions, velocities));
    at[0] = here;
    speeds[0].x = 2000;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "velocity", hnavWorld_SetMotions(world, units + 1, 1, positions, velocities));
    EXPECT(state(world) == before);
    speeds[0].x = 2;
    EXPECT(hnavWorld_SetMotions(world, units + 1, 1, positions, velocities) == HNAV_RESULT_OK && state(world) != before);
}

void misuseColumns(void) {
    hnavUnitDef defs[2];
    hnavUnitId units[3];
    defs[0] = defs[1] = hnavDefaultUnitDef(here, 0.5f, 2);
    defs[1].driver = HNAV_DRIVER_ENGINE;
    units[2] = nullUnit;
    EXPECT(hnavWorld_CreateUnits(world, defs, 2, units) == HNAV_RESULT_OK);
    readingColumns(units);
    settingMotions(units);
    EXPECT(hnavWorld_DestroyUnits(world, units, 2) == HNAV_RESULT_OK);
}
