/* What the library calls back, and what calls of it are allowed from there. */
#include "misuse.h"

#include <pthread.h>

static void *give(size_t size, size_t alignment, void *user) {
    (void)alignment, (void)user;
    return malloc(size);
}

static void take(void *memory, size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    free(memory);
}

void misuseAllocator(int early) {
    hnavAllocator allocator = hnavDefaultAllocator();
    EXPECT(allocator.structSize == sizeof allocator && allocator.allocate == NULL && allocator.release == NULL);
    memset(&allocator, 0, sizeof allocator);
    if (early) {
        /* Nothing has been allocated: these are refused for what they are. */
        REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavSetAllocator(NULL));
        REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "structSize", hnavSetAllocator(&allocator));
        allocator = hnavDefaultAllocator();
        allocator.allocate = give;
        REFUSED(HNAV_RESULT_BAD_POINTER, "function", hnavSetAllocator(&allocator));
        return;
    }
    allocator = hnavDefaultAllocator();
    allocator.allocate = give;
    allocator.release = take;
    REFUSED(HNAV_RESULT_TOO_LATE, "before every other call", hnavSetAllocator(&allocator));
}

struct heard {
    int count;
    hnavResult last;
};

static void hear(hnavResult result, const char *message, void *user) {
    struct heard *heard = user;
    hnavPathQuery query = hnavDefaultPathQuery(nowhere, there, 0.5f);
    heard->count++;
    heard->last = result;
    EXPECT(strstr(message, "null") != NULL);
    /* What is refused in here is not told: else this would have no end. */
    EXPECT(hnavWorld_FindPath(world, &query, NULL, 0, NULL, NULL) == HNAV_RESULT_BAD_POINTER);
    EXPECT(strstr(message, "null") != NULL);
}

void misuseLog(void) {
    struct heard heard = {0, HNAV_RESULT_OK};
    hnavSetLog(hear, &heard);
    EXPECT(hnavWorld_Step(nullWorld, 0.1f) == HNAV_RESULT_STALE_HANDLE);
    EXPECT(heard.count == 1 && heard.last == HNAV_RESULT_STALE_HANDLE);
    EXPECT(strstr(hnavGetLastErrorMessage(), "null") != NULL);
    EXPECT(hnavWorld_Commit(world) == HNAV_RESULT_OK && heard.count == 1);
    hnavSetLog(NULL, &heard);
    EXPECT(hnavWorld_Step(nullWorld, 0.1f) == HNAV_RESULT_STALE_HANDLE && heard.count == 1);
}

/* Whatever thread it is in: the world that draws may be asked, not changed. */
static void *meddle(void *calls) {
    const hnavPathQuery query = hnavDefaultPathQuery(here, there, 0.5f);
    hnavUnitId unit = nullUnit;
    hnavObstacleId obstacle = {0, 0};
    uint32_t count = 77;
    ++*(int *)calls;
    REFUSED(HNAV_RESULT_LOCKED, "still running", hnavWorld_Step(world, 0.1f));
    REFUSED(HNAV_RESULT_LOCKED, "still running", hnavDestroyWorld(world));
    REFUSED(HNAV_RESULT_LOCKED, "still running", hnavWorld_Commit(world));
    REFUSED(HNAV_RESULT_LOCKED, "still running", hnavWorld_AddObstacle(world, square, 4, &obstacle));
    REFUSED(HNAV_RESULT_LOCKED, "still running", hnavWorld_DestroyUnits(world, &unit, 1));
    EXPECT(hnavWorld_FindPath(world, &query, NULL, 0, &count, NULL) == HNAV_RESULT_MORE && count >= 2);
    return NULL;
}

static void segment(hnavVec2 from, hnavVec2 to, uint32_t colour, void *calls) {
    (void)from, (void)to, (void)colour;
    if (*(int *)calls == 0) {
        pthread_t other;
        meddle(calls);
        EXPECT(pthread_create(&other, NULL, meddle, calls) == 0 && pthread_join(other, NULL) == 0);
    }
}

static void polygon(const hnavVec2 *points, uint32_t count, uint32_t colour, void *calls) {
    (void)calls;
    EXPECT(count >= 3 && points[0].x >= 0 && (colour & 0xff) != 0);
}

void misuseDrawing(void) {
    int calls = 0;
    hnavDebugDraw draw = hnavDefaultDebugDraw(), zeroed;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_Draw(world, NULL));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultDebugDraw", hnavWorld_Draw(world, &zeroed));
    draw.segment = segment;
    draw.user = &calls;
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_Draw(nullWorld, &draw));
    draw.flags = UINT32_MAX;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavDraw", hnavWorld_Draw(world, &draw));
    draw.flags = HNAV_DRAW_CELLS;
    draw.classIndex = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "classIndex", hnavWorld_Draw(world, &draw));
    draw.classIndex = 1;
    draw.lower = nowhere;
    REFUSED(HNAV_RESULT_NOT_FINITE, "lower", hnavWorld_Draw(world, &draw));
    EXPECT(calls == 0);
    draw.lower = here;
    EXPECT(hnavWorld_Draw(world, &draw) == HNAV_RESULT_OK && calls == 2);
    draw.lower = outside;
    calls = 0;
    EXPECT(hnavWorld_Draw(world, &draw) == HNAV_RESULT_OK && calls == 0);
    draw = hnavDefaultDebugDraw();
    draw.polygon = polygon;
    EXPECT(hnavWorld_Draw(world, &draw) == HNAV_RESULT_OK);
}
