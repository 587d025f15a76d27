/* A door that opens, orders with way points, what happens to whom, saving, going back, recording and replaying. The same program is
 * door.cpp in C++. `door [FILE]` records into a file, door.rec unless one is named. */
#include <hnav/hnav.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void check(hnavResult result) {
    if (result >= 0) return; /* above 0: done in part, see each function */
    fprintf(stderr, "door: %s\n", hnavGetLastErrorMessage());
    exit(EXIT_FAILURE);
}

static hnavObstacleId add_box(hnavWorldId world, float x0, float y0, float x1, float y1) {
    const hnavVec2 corners[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    hnavObstacleId obstacle;
    check(hnavWorld_AddObstacle(world, corners, 4, &obstacle));
    return obstacle;
}

static uint64_t hash(hnavWorldId world) {
    uint64_t found;
    check(hnavWorld_GetStateHash(world, &found));
    return found;
}

/* The library calls it with each part of the recording. */
static bool write_recording(const uint8_t *bytes, uint32_t count, void *file) {
    return fwrite(bytes, 1, count, (FILE *)file) == count;
}

static void tell(hnavWorldId world, unsigned tick) {
    hnavEvent events[64];
    char words[512];
    uint32_t count, length;
    uint64_t number;
    /* HNAV_RESULT_MORE if there are more than 64: `count` says how many there are. */
    check(hnavWorld_GetEvents(world, events, 64, &count));
    for (uint32_t i = 0; i < count && i < 64; i++) {
        const hnavEvent *event = &events[i];
        check(hnavWorld_GetUnitUserData(world, event->unit, &number));
        printf("%u: unit %" PRIu64 " ", tick, number);
        switch (event->kind) {
            case HNAV_EVENT_KIND_ARRIVED:
                printf("is there\n");
                break;
            case HNAV_EVENT_KIND_PASSED_WAY_POINT:
                printf("has passed way point %" PRIu32 "\n", event->wayPoint);
                break;
            case HNAV_EVENT_KIND_CUT_OFF:
                printf("has no way to its goal, and %s its order\n", event->keepsOrder ? "keeps" : "loses");
                break;
            default: /* a way found, stuck ... */
                check(hnavWorld_ExplainInWords(world, event->unit, words, sizeof words, &length));
                printf("tells event %d: %s\n", (int)event->kind, words);
        }
    }
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "door.rec";
    const float radius = 0.5f;
    const hnavVec2 lower = {0, 0}, upper = {40, 30}, goal = {36, 5}, other = {36, 25}, back = {5, 5};
    const hnavVec2 way[] = {{10, 25}, {30, 15}};
    hnavWorldDef def = hnavDefaultWorldDef(lower, upper, &radius, 1);
    hnavWorldId world, again;
    hnavUnitDef unit_defs[4];
    hnavUnitId units[4];
    hnavVec2 places[4];
    FILE *file = fopen(name, "w+b");
    if (!file) return EXIT_FAILURE;
    check(hnavCreateWorld(&def, &world));
    add_box(world, 19, 0, 21, 13);
    add_box(world, 19, 17, 21, 30);
    const hnavObstacleId door = add_box(world, 19, 13, 21, 17);
    check(hnavWorld_StartRecording(world, write_recording, file));

    for (int k = 0; k < 4; k++) {
        const hnavVec2 position = {3, 9 + 3 * (float)k};
        unit_defs[k] = hnavDefaultUnitDef(position, radius, 2);
        unit_defs[k].userData = (uint64_t)k;
    }
    check(hnavWorld_CreateUnits(world, unit_defs, 4, units));
    check(hnavWorld_OrderPoint(world, units, 2, goal, NULL));
    hnavOrderDef order = hnavDefaultOrderDef(other);
    order.wayPoints = way;
    order.wayPointCount = 2;
    check(hnavWorld_GiveOrder(world, units + 2, 2, &order, NULL));

    hnavUnitColumns columns = hnavDefaultUnitColumns();
    columns.position.x = &places[0].x;
    columns.position.y = &places[0].y;
    columns.position.stride = sizeof places[0];
    for (unsigned tick = 0; tick < 400; tick++) {
        if (tick == 50) check(hnavWorld_RemoveObstacle(world, door));
        check(hnavWorld_Step(world, def.parameters.tick));
        tell(world, tick + 1);
        check(hnavWorld_ReadUnits(world, units, 4, &columns)); /* draw them at `places` */
    }
    check(hnavWorld_StopRecording(world));
    printf("the last one is at %.2f %.2f, the state is %016" PRIx64 "\n", places[3].x, places[3].y, hash(world));

    /* Bytes, for files and the network. In another world handles are new; user data and the order of units stay. */
    uint32_t count = 0;
    check(hnavWorld_Save(world, NULL, 0, &count));
    uint8_t *bytes = malloc(count);
    check(hnavWorld_Save(world, bytes, count, &count));
    check(hnavCreateWorld(&def, &again));
    check(hnavWorld_Load(again, bytes, count));
    free(bytes);
    printf("loaded: %s\n", hash(again) == hash(world) ? "the same" : "another");

    /* A state in memory, for rollback. */
    hnavSavedStateId state;
    check(hnavWorld_SaveState(world, &state));
    check(hnavWorld_OrderPoint(world, units, 4, back, NULL));
    for (int k = 0; k < 8; k++) check(hnavWorld_Step(world, def.parameters.tick));
    check(hnavWorld_RestoreState(world, state));
    check(hnavDestroySavedState(state));
    printf("gone back: %s\n", hash(again) == hash(world) ? "the same" : "another");

    /* The recording, which `headless replay` takes, too. */
    const long size = ftell(file);
    uint8_t *recording = malloc((size_t)size);
    rewind(file);
    if (fread(recording, 1, (size_t)size, file) != (size_t)size) return EXIT_FAILURE;
    check(hnavWorld_LoadRecording(again, recording, (uint32_t)size));
    free(recording);
    fclose(file);
    bool has_stepped = true;
    int steps = -1;
    for (; has_stepped; steps++) check(hnavWorld_ReplayStep(again, &has_stepped));
    printf("replayed %d steps: %s\n", steps, hash(again) == hash(world) ? "the same" : "another");
    check(hnavDestroyWorld(again));
    check(hnavDestroyWorld(world));
    return EXIT_SUCCESS;
}
