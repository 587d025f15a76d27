/* States of worlds to go back to. */
#include "misuse.h"

static const hnavSavedStateId nullState = {0, 0};

static bool writeNothing(const uint8_t *bytes, uint32_t count, void *user) {
    (void)bytes, (void)count, (void)user;
    return true;
}

/* What is refused changes neither world nor state. */
static void refusals(hnavWorldId made, hnavSavedStateId state0) {
    const uint64_t before = state(made);
    hnavSavedStateId another = {77, 77};
    uint64_t ticks = 77, saved = 0;

    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SaveState(nullWorld, &another));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_SaveState(made, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "aligned", hnavWorld_SaveState(made, SKEWED(hnavSavedStateId, &another)));
    EXPECT(another.index1 == 77 && another.generation == 77);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "saved state", hnavWorld_SaveStateInto(made, another));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_SaveStateInto(made, nullState));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "world", hnavWorld_SaveStateInto(nullWorld, state0));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_RestoreState(made, nullState));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "saved state", hnavWorld_RestoreState(made, another));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "world", hnavWorld_RestoreState(nullWorld, state0));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavSavedState_GetTickCount(state0, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavSavedState_GetTickCount(nullState, &ticks));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavDestroySavedState(nullState));
    EXPECT(!hnavSavedState_IsValid(nullState) && !hnavSavedState_IsValid(another) && ticks == 77);
    EXPECT(hnavWorld_StartRecording(made, writeNothing, NULL) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_MISMATCH, "recorded", hnavWorld_RestoreState(made, state0));
    EXPECT(hnavWorld_StopRecording(made) == HNAV_RESULT_OK);
    EXPECT(state(made) == before);
    EXPECT(hnavSavedState_GetTickCount(state0, &saved) == HNAV_RESULT_OK && saved == 0);
}

/* Back and on again: units, walls and handles. */
static void back(hnavWorldId made, hnavUnitId unit, hnavSavedStateId state0) {
    const hnavUnitDef def = hnavDefaultUnitDef(there, 0.5f, 1);
    hnavUnitId later = nullUnit, again = nullUnit;
    hnavObstacleId wall;
    uint64_t last = 0, count = 0;
    bool free = true;

    EXPECT(hnavWorld_RestoreState(made, state0) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnits(made, &def, 1, &later) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddObstacle(made, square, 4, &wall) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsFree(made, inside, 0.5f, 0, &free) == HNAV_RESULT_OK && !free);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    last = state(made);
    EXPECT(hnavWorld_RestoreState(made, state0) == HNAV_RESULT_OK && state(made) != last);
    EXPECT(hnavWorld_GetTickCount(made, &count) == HNAV_RESULT_OK && count == 0);
    EXPECT(hnavWorld_IsUnitValid(made, unit) && !hnavWorld_IsUnitValid(made, later));
    EXPECT(hnavWorld_IsFree(made, inside, 0.5f, 0, &free) == HNAV_RESULT_OK && free);
    EXPECT(hnavWorld_CreateUnits(made, &def, 1, &again) == HNAV_RESULT_OK && memcmp(&again, &later, sizeof later) == 0);
    EXPECT(hnavWorld_AddObstacle(made, square, 4, &wall) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK && state(made) == last);
}

void misuseStates(void) {
    const hnavWorldDef def = worldDef();
    const hnavUnitDef unitDef = hnavDefaultUnitDef(here, 0.5f, 1);
    const hnavOrderDef orderDef = hnavDefaultOrderDef(there);
    hnavWorldId made = nullWorld, other = nullWorld;
    hnavSavedStateId start = nullState, later = nullState;
    hnavUnitId unit;
    hnavOrderId order;
    uint64_t hash = 0, ticks = 0;

    EXPECT(hnavCreateWorld(&def, &made) == HNAV_RESULT_OK && hnavCreateWorld(&def, &other) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnits(made, &unitDef, 1, &unit) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GiveOrder(made, &unit, 1, &orderDef, &order) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_SaveState(made, &start) == HNAV_RESULT_OK && hnavSavedState_IsValid(start));
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK);
    refusals(made, start);
    back(made, unit, start);
    EXPECT(hnavWorld_SaveState(made, &later) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(made, 0.1f) == HNAV_RESULT_OK && hnavWorld_SaveStateInto(made, later) == HNAV_RESULT_OK);
    EXPECT(hnavSavedState_GetTickCount(later, &ticks) == HNAV_RESULT_OK && ticks == 2);
    /* A state does not need its world, and any world can take it. */
    hash = state(made);
    EXPECT(hnavDestroyWorld(made) == HNAV_RESULT_OK && hnavSavedState_IsValid(later));
    EXPECT(hnavWorld_RestoreState(other, later) == HNAV_RESULT_OK && state(other) == hash);
    EXPECT(hnavDestroySavedState(later) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavDestroySavedState(later));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "destroyed", hnavWorld_RestoreState(other, later));
    EXPECT(!hnavSavedState_IsValid(later) && state(other) == hash);
    EXPECT(hnavDestroySavedState(start) == HNAV_RESULT_OK && hnavDestroyWorld(other) == HNAV_RESULT_OK);
}
