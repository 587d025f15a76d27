/* Calls every function wrongly, and checks that it is refused as documented, with a message, and that nothing has
 * changed. Prints what is not so. */
#include "misuse.h"

static int failures = 0;

hnavWorldId world;
const hnavWorldId nullWorld = {0, 0};
const hnavUnitId nullUnit = {0, 0};
const hnavVec2 lower = {0, 0}, upper = {32, 32};
const hnavVec2 here = {4, 4}, there = {28, 28}, inside = {16, 16}, outside = {40, 4}, nowhere = {NAN, 4}, none = {-1, -1};
const hnavVec2 square[4] = {{14, 14}, {18, 14}, {18, 18}, {14, 18}};

void expect(int right, const char *what, const char *file, int line) {
    if (!right) {
        printf("%s:%d: %s\n", file, line, what);
        failures++;
    }
}

hnavWorldDef worldDef(void) {
    static const float radii[] = {0.5f, 1.0f};
    return hnavDefaultWorldDef(lower, upper, radii, 2);
}

uint64_t state(hnavWorldId of) {
    uint64_t hash = 0;
    EXPECT(hnavWorld_GetStateHash(of, &hash) == HNAV_RESULT_OK);
    return hash;
}

int main(void) {
    hnavWorldDef def;
    misuseAllocator(1);
    def = worldDef();
    EXPECT(hnavGetAbiVersion() == HNAV_ABI_VERSION);
    EXPECT(strstr(hnavGetLastErrorMessage(), "allocator") != NULL);
    misuseAllocator(0);
    misuseWorlds();
    EXPECT(hnavCreateWorld(&def, &world) == HNAV_RESULT_OK);
    misuseGround();
    misusePaths();
    misuseLand();
    misuseUnits();
    misuseColumns();
    misuseOrders();
    misuseGroups();
    misuseLookup();
    misuseErrands();
    misuseRecords();
    misuseStates();
    misuseDrawing();
    misuseReading();
    misuseLog();
    EXPECT(hnavDestroyWorld(world) == HNAV_RESULT_OK);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
