/* Finds a path round a wall, then sends a unit behind it. */
#include <hnav/hnav.h>
#include <stdio.h>
#include <stdlib.h>

static void check(hnavResult result) {
    if (result == HNAV_RESULT_OK) return;
    fprintf(stderr, "hello: %s\n", hnavGetLastErrorMessage());
    exit(EXIT_FAILURE);
}

int main(void) {
    const float radius = 0.25f, speed = 1.4f;
    const hnavVec2 lower = {0, 0}, upper = {32, 32}, start = {4, 16}, goal = {28, 16};
    const hnavVec2 wall[] = {{15, 8}, {16, 8}, {16, 24}, {15, 24}};
    const hnavWorldDef def = hnavDefaultWorldDef(lower, upper, &radius, 1);
    const hnavPathQuery query = hnavDefaultPathQuery(start, goal, radius);
    const hnavUnitDef unitDef = hnavDefaultUnitDef(start, radius, speed);
    hnavUnitState state = {0};
    hnavVec2 points[32];
    hnavObstacleId obstacle;
    hnavWorldId world;
    hnavPathInfo path;
    hnavUnitId unit;
    uint32_t count;

    check(hnavGetAbiVersion() == HNAV_ABI_VERSION ? HNAV_RESULT_OK : HNAV_RESULT_FOREIGN_STRUCT);
    check(hnavCreateWorld(&def, &world));
    check(hnavWorld_AddObstacle(world, wall, 4, &obstacle));
    check(hnavWorld_FindPath(world, &query, points, 32, &count, &path));
    printf("a path of %.2f m\n", path.length);
    for (uint32_t i = 0; i < count; i++) printf("path: %.2f %.2f\n", points[i].x, points[i].y);

    check(hnavWorld_CreateUnits(world, &unitDef, 1, &unit));
    check(hnavWorld_OrderPoint(world, &unit, 1, goal, NULL));
    for (int step = 0; step < 1000 && !state.arrived; step++) {
        check(hnavWorld_Step(world, def.parameters.tick));
        check(hnavWorld_GetUnitStates(world, &unit, 1, &state));
    }
    printf("the unit is at %.1f %.1f\n", state.position.x, state.position.y);
    check(hnavDestroyWorld(world));
}
