/* What the parts of the misuse program share. */
#ifndef MISUSE_H
#define MISUSE_H

#include <hnav/hnav.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints what is not right, and counts it. */
void expect(int right, const char *what, const char *file, int line);

#define EXPECT(condition) expect((condition) ? 1 : 0, #condition, __FILE__, __LINE__)

/* The call is refused so; its message speaks of `word`. */
#define REFUSED(result, word, call) \
    do { \
        hnavResult got = (call); \
        const char *message = hnavGetLastErrorMessage(); \
        expect(got == (result), #call ": another result", __FILE__, __LINE__); \
        expect(strstr(message, word) != NULL, message, __FILE__, __LINE__); \
    } while (0)

/* A pointer that is not aligned. */
#define SKEWED(type, pointer) ((type *)(void *)((char *)(pointer) + 1))

/* A world of 32 m x 32 m with the classes 0.5 m and 1 m. */
hnavWorldDef worldDef(void);
uint64_t state(hnavWorldId world);

extern hnavWorldId world;
extern const hnavWorldId nullWorld;
extern const hnavUnitId nullUnit;
extern const hnavVec2 lower, upper;
/* Free points, a point inside `square`, a point outside the world, one that is none, and an answer that was not given. */
extern const hnavVec2 here, there, inside, outside, nowhere, none;
extern const hnavVec2 square[4];

void misuseAllocator(int early);
void misuseLog(void);
void misuseWorlds(void);
void misuseGround(void);
void misusePaths(void);
void misuseLand(void);
void misuseUnits(void);
void misuseColumns(void);
void misuseOrders(void);
void misuseGroups(void);
void misuseLookup(void);
void misuseErrands(void);
void misuseRecords(void);
void misuseStates(void);
void misuseDrawing(void);
void misuseReading(void);

#endif
