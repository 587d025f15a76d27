/* The library and its worlds. */
#include "misuse.h"

static void definitions(hnavWorldId *made) {
    const hnavVec2 points[] = {{1, 1}, {9, NAN}, {9, 9}};
    const hnavPolygon walkable = {{points, 3}, NULL, 0};
    hnavWorldDef def = worldDef(), zeroed;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavCreateWorld(NULL, made));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavCreateWorld(&def, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavCreateWorld(SKEWED(hnavWorldDef, &def), made));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultWorldDef", hnavCreateWorld(&zeroed, made));
    def.structSize++;
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "structSize", hnavCreateWorld(&def, made));
    def = worldDef();
    def.walkable = &walkable;
    def.walkableCount = 1;
    REFUSED(HNAV_RESULT_NOT_FINITE, "point", hnavCreateWorld(&def, made));
    def = worldDef();
    def.lower.x = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "finite", hnavCreateWorld(&def, made));
    def = worldDef();
    def.upper = lower;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "bounds", hnavCreateWorld(&def, made));
    def = worldDef();
    def.upper.x = 1e30f;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "range", hnavCreateWorld(&def, made));
    def = worldDef();
    def.classRadii[1] = -1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "index 1", hnavCreateWorld(&def, made));
    def.classCount = UINT32_MAX;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "classes", hnavCreateWorld(&def, made));
    def = hnavDefaultWorldDef(lower, upper, NULL, 2);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "not NULL", hnavCreateWorld(&def, made));
}

static void parameters(hnavWorldId *made) {
    hnavWorldDef def = worldDef();
    def.parameters.tick = INFINITY;
    REFUSED(HNAV_RESULT_NOT_FINITE, "tick", hnavCreateWorld(&def, made));
    def.parameters.tick = 0;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "tick", hnavCreateWorld(&def, made));
    def = worldDef();
    def.parameters.entry = 77;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavEntry", hnavCreateWorld(&def, made));
    def = worldDef();
    def.parameters.windowGoal = -1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavWindowGoal", hnavCreateWorld(&def, made));
    def = worldDef();
    def.parameters.windowCells = 0;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "window_cells", hnavCreateWorld(&def, made));
    def = worldDef();
    def.parameters = hnavPedestrianParameters();
    def.parameters.headwayTime = -def.parameters.headwayTime;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "headway_time", hnavCreateWorld(&def, made));
}

static void living(hnavWorldId made) {
    uint32_t count = 77;
    uint64_t hash = 77;
    hnavPhase phase;

    REFUSED(HNAV_RESULT_NOT_FINITE, "step", hnavWorld_Step(made, NAN));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "tick", hnavWorld_Step(made, 0.5f));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "tick", hnavWorld_Step(made, 0));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetStateHash(made, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetTickCount(made, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetProfile(made, &phase, 1, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetProfile(made, NULL, 1, &count));
    EXPECT(count == 77 && hash == 77);
    EXPECT(hnavWorld_GetTickCount(made, &hash) == HNAV_RESULT_OK && hash == 0);
    EXPECT(hnavWorld_GetProfile(made, NULL, 0, &count) == HNAV_RESULT_OK && count == 0);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetTickCount(made, &hash) == HNAV_RESULT_OK && hash == 1);
    EXPECT(hnavWorld_GetProfile(made, &phase, 1, &count) == HNAV_RESULT_MORE && count > 1);
    EXPECT(phase.name[0] != '\0' && phase.seconds >= 0 && phase.seconds < 10);
}

static uint8_t tape[1 << 16];
static uint32_t tapeCount, tapeMost;

static bool writeTape(const uint8_t *bytes, uint32_t count, void *user) {
    EXPECT(user == &tapeCount && bytes != NULL && count > 0);
    if (tapeCount + count > tapeMost) return false;
    memcpy(tape + tapeCount, bytes, count);
    tapeCount += count;
    return true;
}

/* Replays a recording of two steps, with damage first. */
static void replays(hnavWorldId made) {
    const hnavVec2 place = {10, 10};
    const hnavUnitDef def = hnavDefaultUnitDef(place, 0.5f, 2);
    bool hasStepped = false;
    uint64_t last = 0;
    hnavUnitId stranger;

    tapeCount = 0;
    tapeMost = sizeof tape;
    EXPECT(hnavWorld_StartRecording(made, writeTape, &tapeCount) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK && hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_StopRecording(made) == HNAV_RESULT_OK);
    last = state(made);

    REFUSED(HNAV_RESULT_MISMATCH, "hnavWorld_LoadRecording", hnavWorld_ReplayStep(made, &hasStepped));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_ReplayStep(made, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_ReplayStep(nullWorld, &hasStepped));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_LoadRecording(nullWorld, tape, tapeCount));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_LoadRecording(made, NULL, 9));
    REFUSED(HNAV_RESULT_BAD_BYTES, "recording", hnavWorld_LoadRecording(made, tape, 7));
    tape[tapeCount / 2] ^= 1;
    REFUSED(HNAV_RESULT_BAD_BYTES, "", hnavWorld_LoadRecording(made, tape, tapeCount));
    tape[tapeCount / 2] ^= 1;
    EXPECT(state(made) == last);

    EXPECT(hnavWorld_LoadRecording(made, tape, tapeCount) == HNAV_RESULT_OK && state(made) != last);
    EXPECT(hnavWorld_ReplayStep(made, &hasStepped) == HNAV_RESULT_OK && hasStepped);
    EXPECT(hnavWorld_ReplayStep(made, &hasStepped) == HNAV_RESULT_OK && hasStepped && state(made) == last);
    EXPECT(hnavWorld_ReplayStep(made, &hasStepped) == HNAV_RESULT_OK && !hasStepped && state(made) == last);

    /* A unit that was not recorded. */
    EXPECT(hnavWorld_LoadRecording(made, tape, tapeCount) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnits(made, &def, 1, &stranger) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_DIFFERENT, "tick", hnavWorld_ReplayStep(made, &hasStepped));
}

static void recordings(hnavWorldId made) {
    uint64_t before = state(made);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_StartRecording(made, NULL, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_StartRecording(nullWorld, writeTape, &tapeCount));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_StopRecording(nullWorld));
    REFUSED(HNAV_RESULT_MISMATCH, "hnavWorld_StartRecording", hnavWorld_StopRecording(made));
    REFUSED(HNAV_RESULT_NOT_WRITTEN, "false", hnavWorld_StartRecording(made, writeTape, &tapeCount));
    REFUSED(HNAV_RESULT_MISMATCH, "hnavWorld_StartRecording", hnavWorld_StopRecording(made));
    tapeMost = sizeof tape;
    EXPECT(hnavWorld_StartRecording(made, writeTape, &tapeCount) == HNAV_RESULT_OK && tapeCount > 20);
    EXPECT(memcmp(tape, "HNAVRECD", 8) == 0 && state(made) == before);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_StopRecording(made) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_StartRecording(made, writeTape, &tapeCount) == HNAV_RESULT_OK);
    tapeMost = tapeCount;
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_NOT_WRITTEN, "false", hnavWorld_StopRecording(made));
    replays(made);
}

static void saved(hnavWorldId made) {
    static uint8_t bytes[1 << 16];
    uint32_t count = 77;
    uint64_t before = 0, after = 0;

    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_Save(nullWorld, bytes, 1, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Save(made, NULL, 1, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Save(made, bytes, 1, NULL));
    EXPECT(count == 77);
    EXPECT(hnavWorld_Save(made, NULL, 0, &count) == HNAV_RESULT_MORE && count < sizeof bytes);
    EXPECT(hnavWorld_Save(made, bytes, sizeof bytes, &count) == HNAV_RESULT_OK);
    before = state(made);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    after = state(made);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_Load(nullWorld, bytes, count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Load(made, NULL, count));
    REFUSED(HNAV_RESULT_BAD_BYTES, "bytes", hnavWorld_Load(made, NULL, 0));
    REFUSED(HNAV_RESULT_BAD_BYTES, "cut off", hnavWorld_Load(made, bytes, count - 1));
    bytes[count / 2] ^= 1;
    REFUSED(HNAV_RESULT_BAD_BYTES, "", hnavWorld_Load(made, bytes, count));
    bytes[count / 2] ^= 1;
    EXPECT(state(made) == after);
    EXPECT(hnavWorld_Load(made, bytes, count) == HNAV_RESULT_OK && state(made) == before);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK && state(made) == after);
}

static void destroyed(hnavWorldId old) {
    uint32_t count = 77;
    uint64_t hash = 77;

    EXPECT(!hnavWorld_IsValid(nullWorld) && !hnavWorld_IsValid(old));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavDestroyWorld(nullWorld));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavDestroyWorld(old));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_Step(old, 0.1f));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_Commit(old));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_GetUnits(old, NULL, 0, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_GetStateHash(old, &hash));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_GetTickCount(old, &hash));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_GetProfile(old, NULL, 0, &count));
    EXPECT(count == 77 && hash == 77);
}

void misuseWorlds(void) {
    const hnavWorldDef def = worldDef();
    hnavWorldId made = nullWorld, old;

    definitions(&made);
    parameters(&made);
    EXPECT(made.index1 == 0 && made.generation == 0);
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK && hnavWorld_IsValid(made));
    old = made;
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK);
    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK);
    destroyed(old);
    living(made);
    saved(made);
    recordings(made);
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK);
}
