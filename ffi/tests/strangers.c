/* However often things come and go in a world, its handles are never those of another one. Prints how many mistakes there
 * were. */
#include <hnav/hnav.h>
#include <stdio.h>

/* More often than a handle has room to count. */
enum { TIMES = 300000 };

static int failures = 0;

static void expect(int right) {
    failures += !right;
}

static void units(hnavWorldId one, hnavWorldId other) {
    const hnavVec2 place = {4, 4};
    const hnavUnitDef def = hnavDefaultUnitDef(place, 0.5f, 2);
    hnavUnitId unit, foreign;
    expect(hnavWorld_CreateUnits(other, &def, 1, &foreign) == HNAV_RESULT_OK);
    for (int k = 0; k < TIMES; k++) {
        expect(hnavWorld_CreateUnits(one, &def, 1, &unit) == HNAV_RESULT_OK && hnavWorld_IsUnitValid(one, unit));
        expect(!hnavWorld_IsUnitValid(one, foreign) && !hnavWorld_IsUnitValid(other, unit));
        expect(hnavWorld_DestroyUnits(one, &unit, 1) == HNAV_RESULT_OK && !hnavWorld_IsUnitValid(one, unit));
    }
}

static void obstacles(hnavWorldId one, hnavWorldId other) {
    const hnavVec2 square[] = {{8, 8}, {9, 8}, {9, 9}, {8, 9}};
    hnavObstacleId obstacle, foreign;
    expect(hnavWorld_AddObstacle(other, square, 4, &foreign) == HNAV_RESULT_OK);
    for (int k = 0; k < TIMES; k++) {
        expect(hnavWorld_AddObstacle(one, square, 4, &obstacle) == HNAV_RESULT_OK);
        expect(hnavWorld_RemoveObstacle(one, foreign) == HNAV_RESULT_STALE_HANDLE);
        expect(hnavWorld_RemoveObstacle(other, obstacle) == HNAV_RESULT_STALE_HANDLE);
        expect(hnavWorld_RemoveObstacle(one, obstacle) == HNAV_RESULT_OK);
    }
}

int main(void) {
    const hnavVec2 lower = {0, 0}, upper = {16, 16};
    const float radius = 0.5f;
    const hnavWorldDef def = hnavDefaultWorldDef(lower, upper, &radius, 1);
    hnavWorldId one, other;
    expect(hnavCreateWorld(&def, &one) == HNAV_RESULT_OK && hnavCreateWorld(&def, &other) == HNAV_RESULT_OK);
    units(one, other);
    obstacles(one, other);
    expect(hnavDestroyWorld(one) == HNAV_RESULT_OK && hnavDestroyWorld(other) == HNAV_RESULT_OK);
    printf("%d failures\n", failures);
    return failures != 0;
}
