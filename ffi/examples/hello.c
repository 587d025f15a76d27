/* Finds a path round a wall, then sends four units behind it. */
#include <hnav/hnav.h>
#include <stdio.h>
#include <stdlib.h>

static void check(hnavResult result) {
    if (result != HNAV_RESULT_OK) {
        fprintf(stderr, "hello: %s\n", hnavGetLastErrorMessage());
        exit(EXIT_FAILURE);
    }
}

int main(void) {
    const float radius = 0.25f, speed = 1.4f;
    const hnavVec2 lower = {0, 0}, upper = {32, 32}, start = {4, 16}, goal = {28, 16};
    const hnavVec2 wall[] = {{15, 8}, {16, 8}, {16, 24}, {15, 24}};
    const hnavWorldDef worldDef = hnavDefaultWorldDef(lower, upper, &radius, 1);
    const hnavPathQuery query = hnavDefaultPathQuery(start, goal, radius);
    hnavUnitDef unitDefs[4];
    hnavUnitState states[4];
    hnavUnitId units[4];
    hnavVec2 points[32];
    hnavObstacleId obstacle;
    hnavWorldId world;
    hnavPathInfo path;
    uint32_t count, arrived = 0;

    if (hnavGetAbiVersion() != HNAV_ABI_VERSION) {
        fprintf(stderr, "hello: the library does not belong to the header\n");
        return EXIT_FAILURE;
    }
    check(hnavCreateWorld(&worldDef, &world));
    check(hnavWorld_AddObstacle(world, wall, 4, &obstacle));
    check(hnavWorld_FindPath(world, &query, points, 32, &count, &path));
    printf("a path of %.2f m\n", path.length);
    for (uint32_t i = 0; i < count; i++) {
        printf("path: %.2f %.2f\n", points[i].x, points[i].y);
    }
    for (int i = 0; i < 4; i++) {
        const hnavVec2 place = {start.x, start.y - 2 + (float)i};
        unitDefs[i] = hnavDefaultUnitDef(place, radius, speed);
    }
    check(hnavWorld_CreateUnits(world, unitDefs, 4, units));
    check(hnavWorld_OrderPoint(world, units, 4, goal, NULL));
    for (int step = 0; arrived < 4 && step < 1000; step++) {
        hnavEvent events[4];
        check(hnavWorld_Step(world, worldDef.parameters.tick));
        check(hnavWorld_GetEvents(world, events, 4, &count));
        for (uint32_t i = 0; i < count; i++) {
            arrived += events[i].kind == HNAV_EVENT_KIND_ARRIVED;
        }
    }
    check(hnavWorld_GetUnitStates(world, units, 4, states));
    for (int i = 0; i < 4; i++) {
        printf("unit: %.2f %.2f\n", states[i].position.x, states[i].position.y);
    }
    printf("%u of 4 arrived\n", (unsigned)arrived);
    check(hnavDestroyWorld(world));
    return arrived == 4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
