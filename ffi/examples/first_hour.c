/* The program of the guide's first hour: a crowd, a gate that closes and opens, a unit that is held up, calls that are refused.
   In Rust (hybrid/examples/first_hour.rs), C++ and JavaScript it is the same program and ends in the same state. */
#include <hnav/hnav.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CROWD = 40, ALL = CROWD + 2, EVENTS = 64 };

/* Seconds: the length of every step, and that of a frame of a game that draws 60 times a second. */
static const float TICK = 0.1f, FRAME = 1.0f / 60;

/* ANCHOR: check */
/* Every call returns a result. Below 0 it was refused: the message says why, and nothing has changed. */
static void check(hnavResult result) {
    if (result >= 0) return;
    fprintf(stderr, "first_hour: %s\n", hnavGetLastErrorMessage());
    exit(EXIT_FAILURE);
}
/* ANCHOR_END: check */

/* ANCHOR: world */
static hnavObstacleId addRectangle(hnavWorldId world, float left, float bottom, float right, float top) {
    const hnavVec2 points[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    hnavObstacleId obstacle;
    check(hnavWorld_AddObstacle(world, points, 4, &obstacle));
    return obstacle;
}

/* A yard of 60 x 40 m for units of up to 0.4 m radius; a wall with a gate and a back door in it; a hut with a door of 1.2 m. */
static hnavWorldId makeYard(void) {
    const hnavVec2 lower = {0, 0}, upper = {60, 40};
    const float radii[] = {0.4f};
    hnavWorldDef def = hnavDefaultWorldDef(lower, upper, radii, 1);
    hnavWorldId world;
    def.parameters.tick = TICK;
    check(hnavCreateWorld(&def, &world));
    addRectangle(world, 29, 0, 31, 18);
    addRectangle(world, 29, 22, 31, 34);
    addRectangle(world, 29, 37, 31, 40);
    addRectangle(world, 40, 4, 40.5f, 7.4f);
    addRectangle(world, 40, 8.6f, 40.5f, 12);
    addRectangle(world, 40.5f, 4, 48, 4.5f);
    addRectangle(world, 40.5f, 11.5f, 48, 12);
    addRectangle(world, 47.5f, 4.5f, 48, 11.5f);
    return world;
}
/* ANCHOR_END: world */

/* ANCHOR: units */
/* Forty units in five rows, a scout, and a guard of the other team who holds the door of the hut. */
static void addPeople(hnavWorldId world, hnavUnitId units[ALL]) {
    hnavUnitDef defs[ALL];
    for (int k = 0; k < CROWD; k++) {
        const hnavVec2 position = {4.0f + (float)(k % 8), 16.0f + (float)(k / 8)};
        defs[k] = hnavDefaultUnitDef(position, 0.4f, 2);
    }
    const hnavVec2 scout = {34, 8}, guard = {40.25f, 8};
    defs[CROWD] = hnavDefaultUnitDef(scout, 0.4f, 2);
    defs[CROWD + 1] = hnavDefaultUnitDef(guard, 0.4f, 2);
    defs[CROWD + 1].team = 1;
    check(hnavWorld_CreateUnits(world, defs, ALL, units));
    check(hnavWorld_Hold(world, &units[CROWD + 1], 1));
}
/* ANCHOR_END: units */

/* ANCHOR: edits */
/* What the game changes before a step: the gate closes after 6 s, and opens after 12 s. */
static void change(hnavWorldId world, uint64_t tick, hnavObstacleId *gate) {
    if (tick == 60) *gate = addRectangle(world, 29, 18, 31, 22);
    if (tick == 120) check(hnavWorld_RemoveObstacle(world, *gate));
}
/* ANCHOR_END: edits */

/* ANCHOR: events */
/* What the game makes of the events of a step; returns how many units have arrived. */
static int answer(hnavWorldId world, double seconds) {
    hnavEvent events[EVENTS];
    uint32_t count, letters;
    char words[512];
    int arrived = 0;
    /* If there are more than fit, the result is HNAV_RESULT_MORE, and `count` says how many there are. */
    check(hnavWorld_GetEvents(world, events, EVENTS, &count));
    for (uint32_t k = 0; k < count && k < EVENTS; k++) {
        const hnavEvent event = events[k];
        switch (event.kind) {
        case HNAV_EVENT_KIND_ARRIVED:
            arrived++;
            break;
        case HNAV_EVENT_KIND_STUCK_BY_UNITS: {
            const hnavVec2 aside = {37, 14};
            check(hnavWorld_ExplainInWords(world, event.unit, words, sizeof words, &letters));
            printf("%.1f s: a unit is stuck\n  %s\n", seconds, words);
            check(hnavWorld_OrderPoint(world, &event.blocker, 1, aside, NULL));
            break;
        }
        case HNAV_EVENT_KIND_CUT_OFF:
        case HNAV_EVENT_KIND_PLACE_BLOCKED:
            printf("%.1f s: a unit has lost its way, and %s its order\n", seconds, event.keepsOrder ? "keeps" : "loses");
            break;
        case HNAV_EVENT_KIND_DISPLACED:
            printf("%.1f s: a unit was put from %.2f %.2f to %.2f %.2f\n", seconds, event.from.x, event.from.y,
                   event.place.x, event.place.y);
            break;
        default:
            break;
        }
    }
    return arrived;
}
/* ANCHOR_END: events */

/* ANCHOR: frames */
/* What the game keeps of a unit; the library writes positions, velocities and headings where they lie. */
typedef struct {
    hnavVec2 position, velocity, heading, drawn;
} Figure;

static void readFigures(hnavWorldId world, const hnavUnitId units[ALL], Figure figures[ALL]) {
    hnavUnitColumns columns = hnavDefaultUnitColumns();
    columns.position = (hnavVectorColumn){&figures->position.x, &figures->position.y, sizeof(Figure)};
    columns.velocity = (hnavVectorColumn){&figures->velocity.x, &figures->velocity.y, sizeof(Figure)};
    columns.heading = (hnavVectorColumn){&figures->heading.x, &figures->heading.y, sizeof(Figure)};
    check(hnavWorld_ReadUnits(world, units, ALL, &columns));
}

/* Where they are drawn, `due` seconds after the last step: between where they were before it and where they are. */
static void placeFigures(Figure figures[ALL], float due) {
    for (int k = 0; k < ALL; k++) {
        figures[k].drawn.x = figures[k].position.x - figures[k].velocity.x * (TICK - due);
        figures[k].drawn.y = figures[k].position.y - figures[k].velocity.y * (TICK - due);
    }
}
/* ANCHOR_END: frames */

/* ANCHOR: mistakes */
static void refused(hnavResult result) {
    printf("refused with %d: %s\n", (int)result, result < 0 ? hnavGetLastErrorMessage() : "not at all");
}

/* Calls that are refused. Each says why, and has changed nothing. */
static void makeMistakes(hnavWorldId world, const hnavUnitId units[ALL]) {
    const hnavVec2 start = {2, 2}, goal = {50, 20}, beyond = {80, 20}, inWall = {29.5f, 4}, yard = {5, 5};
    const hnavUnitDef small = hnavDefaultUnitDef(start, 0.4f, 2), walled = hnavDefaultUnitDef(inWall, 0.4f, 2);
    const hnavUnitDef large = hnavDefaultUnitDef(yard, 0.9f, 2);
    hnavUnitId gone, unit;
    check(hnavWorld_CreateUnits(world, &small, 1, &gone));
    check(hnavWorld_DestroyUnits(world, &gone, 1));

    refused(hnavWorld_Step(world, FRAME));
    refused(hnavWorld_CreateUnits(world, &walled, 1, &unit));
    refused(hnavWorld_CreateUnits(world, &large, 1, &unit));
    refused(hnavWorld_OrderPoint(world, units, CROWD, beyond, NULL));
    refused(hnavWorld_OrderPoint(world, &gone, 1, goal, NULL));
    refused(hnavWorld_OrderPoint(world, units, 0, goal, NULL));
}
/* ANCHOR_END: mistakes */

/* ANCHOR: loop */
int main(void) {
    static Figure figures[ALL];
    const hnavVec2 goal = {50, 20}, inHut = {44, 8};
    const hnavWorldId world = makeYard();
    hnavUnitId units[ALL];
    hnavObstacleId gate = {0, 0};
    uint64_t tick = 0, hash;
    float due = 0;
    int arrived = 0;

    check(hnavGetAbiVersion() == HNAV_ABI_VERSION ? HNAV_RESULT_OK : HNAV_RESULT_FOREIGN_STRUCT);
    addPeople(world, units);
    check(hnavWorld_OrderPoint(world, units, CROWD, goal, NULL));
    check(hnavWorld_OrderPoint(world, &units[CROWD], 1, inHut, NULL));

    while (arrived < ALL && tick < 1000) {
        for (due += FRAME; due >= TICK; due -= TICK) {
            change(world, tick, &gate);
            check(hnavWorld_Step(world, TICK));
            check(hnavWorld_GetTickCount(world, &tick));
            arrived += answer(world, (double)tick * 0.1);
            readFigures(world, units, figures);
        }
        placeFigures(figures, due);
        /* Here a game draws its figures. */
    }
    printf("%d units are there after %.1f s\n", arrived, (double)tick * 0.1);
    makeMistakes(world, units);
    check(hnavWorld_GetStateHash(world, &hash));
    printf("state %016" PRIx64 "\n", hash);
    check(hnavDestroyWorld(world));
    return EXIT_SUCCESS;
}
/* ANCHOR_END: loop */
