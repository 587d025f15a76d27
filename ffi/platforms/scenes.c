/* The scenes that have golden states, through the C library: prints the state of each. What they do is in calls.h, which
 * recorder.mjs writes. */
#include <hnav/hnav.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000 };

static hnavWorldId world;
static hnavUnitId units[MOST];
static uint32_t unitCount;
static float tick;

static void check(hnavResult result) {
    if (result == HNAV_RESULT_OK) return;
    fprintf(stderr, "scenes: %s\n", hnavGetLastErrorMessage());
    exit(EXIT_FAILURE);
}

static void room(uint32_t count) {
    if (count <= MOST) return;
    fprintf(stderr, "scenes: more than %d of a kind\n", MOST);
    exit(EXIT_FAILURE);
}

static void begin(const hnavWorldDef *def) {
    check(hnavCreateWorld(def, &world));
    unitCount = 0;
    tick = def->parameters.tick;
}

static void stand(const hnavVec2 *at, uint32_t count) {
    hnavObstacleId obstacle;
    check(hnavWorld_AddObstacle(world, at, count, &obstacle));
}

static void enter(const hnavVec2 *at, uint32_t count, float radius, float speed) {
    room(unitCount + count);
    for (uint32_t k = 0; k < count; k++) {
        const hnavUnitDef def = hnavDefaultUnitDef(at[k], radius, speed);
        check(hnavWorld_CreateUnits(world, &def, 1, &units[unitCount++]));
    }
}

/* To one point, or each to one of its own. */
static void order(const uint32_t *who, uint32_t count, const hnavVec2 *at, int each, uint32_t exchange) {
    static hnavUnitId members[MOST];
    hnavOrderDef def = hnavDefaultOrderDef(at[0]);
    for (uint32_t k = 0; k < count; k++) members[k] = units[who[k]];
    if (each) {
        def.goalKind = HNAV_GOAL_KIND_EACH;
        def.goals = at;
        def.exchange = exchange;
    }
    check(hnavWorld_GiveOrder(world, members, count, &def, NULL));
}

static void step(int times) {
    while (times-- > 0) check(hnavWorld_Step(world, tick));
}

#include "calls.h"

int main(void) {
    check(hnavGetAbiVersion() == HNAV_ABI_VERSION ? HNAV_RESULT_OK : HNAV_RESULT_FOREIGN_STRUCT);
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        uint64_t hash = 0;
        scenes[k].run();
        check(hnavWorld_GetStateHash(world, &hash));
        printf("%s %016" PRIx64 "\n", scenes[k].name, hash);
        check(hnavDestroyWorld(world));
    }
    return EXIT_SUCCESS;
}
