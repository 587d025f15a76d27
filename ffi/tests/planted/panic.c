/* A fault in the library is a result; the world that it hit refuses further work, others go on. The library must have been
 * built with the feature `planted-panic`. */
#include <hnav/hnav.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hnavResult hnavWorld_PanicInChange(hnavWorldId world);
hnavResult hnavWorld_PanicInQuery(hnavWorldId world);

static int failures = 0;

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            printf("%d: %s (%s)\n", __LINE__, #condition, hnavGetLastErrorMessage()); \
            failures++; \
        } \
    } while (0)

static hnavWorldId make(void) {
    const float radius = 0.5f;
    const hnavVec2 lower = {0, 0}, upper = {16, 16}, place = {4, 4};
    const hnavWorldDef def = hnavDefaultWorldDef(lower, upper, &radius, 1);
    const hnavUnitDef unitDef = hnavDefaultUnitDef(place, radius, 1);
    hnavWorldId world = {0, 0};
    hnavUnitId unit;
    EXPECT(hnavCreateWorld(&def, &world) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_CreateUnits(world, &unitDef, 1, &unit) == HNAV_RESULT_OK);
    return world;
}

static void hear(hnavResult result, const char *message, void *heard) {
    if (result == HNAV_RESULT_PANIC && strstr(message, "planted") != NULL) ++*(int *)heard;
}

static void *elsewhere(void *world) {
    EXPECT(hnavWorld_PanicInChange(*(hnavWorldId *)world) == HNAV_RESULT_PANIC);
    EXPECT(strstr(hnavGetLastErrorMessage(), "planted in a change") != NULL);
    return NULL;
}

int main(void) {
    hnavWorldId broken = make(), sound = make(), third = make();
    uint32_t count = 77;
    uint64_t hash = 77;
    int heard = 0;
    pthread_t thread;

    hnavSetLog(hear, &heard);
    /* A question that fails harms nothing. */
    EXPECT(hnavWorld_PanicInQuery(broken) == HNAV_RESULT_PANIC);
    EXPECT(strstr(hnavGetLastErrorMessage(), "planted in a query") != NULL);
    EXPECT(hnavWorld_Step(broken, 0.1f) == HNAV_RESULT_OK);
    /* A change that fails leaves a world that refuses everything but to be destroyed. */
    EXPECT(hnavWorld_PanicInChange(broken) == HNAV_RESULT_PANIC);
    EXPECT(strstr(hnavGetLastErrorMessage(), "please report it") != NULL);
    EXPECT(heard == 2);
    EXPECT(hnavWorld_Step(broken, 0.1f) == HNAV_RESULT_PANIC);
    EXPECT(strstr(hnavGetLastErrorMessage(), "destroy it") != NULL);
    EXPECT(hnavWorld_GetUnits(broken, NULL, 0, &count) == HNAV_RESULT_PANIC && count == 77);
    EXPECT(hnavWorld_GetStateHash(broken, &hash) == HNAV_RESULT_PANIC && hash == 77);
    EXPECT(hnavWorld_Commit(broken) == HNAV_RESULT_PANIC || hnavWorld_Commit(broken) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_IsValid(broken));
    EXPECT(hnavDestroyWorld(broken) == HNAV_RESULT_OK && !hnavWorld_IsValid(broken));
    /* Others go on, whichever thread it was. */
    EXPECT(hnavWorld_Step(sound, 0.1f) == HNAV_RESULT_OK);
    EXPECT(pthread_create(&thread, NULL, elsewhere, &third) == 0 && pthread_join(thread, NULL) == 0);
    EXPECT(hnavWorld_Step(third, 0.1f) == HNAV_RESULT_PANIC);
    EXPECT(hnavDestroyWorld(third) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_Step(sound, 0.1f) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetUnits(sound, NULL, 0, &count) == HNAV_RESULT_MORE && count == 1);
    EXPECT(hnavDestroyWorld(sound) == HNAV_RESULT_OK);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
