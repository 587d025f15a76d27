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
    const hnavVec2 lower = {0, 0}, upper = {32, 32}, goal = {28, 16};
    const hnavVec2 wall[] = {{15, 8}, {16, 8}, {16, 24}, {15, 24}};
    hnavWorldDef worldDef = hnavDefaultWorldDef(lower, upper, &radius, 1);
    hnavVec2 points[32], positions[4];
    hnavUnitId units[4];
    hnavObstacleId obstacle;
    hnavWorldId world;
    uint32_t count, steps = 0, arrived = 0;

    if (hnavGetAbiVersion() != HNAV_ABI_VERSION) {
        fprintf(stderr, "hello: the library does not belong to the header\n");
        return EXIT_FAILURE;
    }
    check(hnavCreateWorld(&worldDef, &world));
    check(hnavWorld_AddObstacle(world, wall, 4, &obstacle));

    const hnavPathQuery query = hnavDefaultPathQuery((hnavVec2){4, 16}, goal, radius);
    check(hnavWorld_FindPath(world, &query, points, 32, &count));
    for (uint32_t i = 0; i < count; i++) {
        printf("path: %.2f %.2f\n", points[i].x, points[i].y);
    }

    for (int i = 0; i < 4; i++) {
        const hnavVec2 start = {4, 14 + (float)i};
        const hnavUnitDef unitDef = hnavDefaultUnitDef(start, radius, speed);
        check(hnavWorld_CreateUnit(world, &unitDef, &units[i]));
    }
    check(hnavWorld_OrderPoint(world, units, 4, goal, NULL));
    while (arrived < 4 && steps < 1000) {
        hnavEvent events[4];
        check(hnavWorld_Step(world, worldDef.tick));
        check(hnavWorld_GetEvents(world, events, 4, &count));
        for (uint32_t i = 0; i < count; i++) {
            arrived += events[i].kind == HNAV_EVENT_KIND_ARRIVED;
        }
        steps++;
    }
    check(hnavWorld_GetPositions(world, units, 4, positions));
    for (int i = 0; i < 4; i++) {
        printf("unit: %.2f %.2f\n", positions[i].x, positions[i].y);
    }
    printf("%u of 4 arrived\n", (unsigned)arrived);
    return hnavDestroyWorld(world) == HNAV_RESULT_OK && arrived == 4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
