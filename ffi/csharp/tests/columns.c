// What SpeedTests.cs does in C: ten thousand units that the engine moves are set and read. Prints microseconds of a frame.
#define _POSIX_C_SOURCE 199309L
#include <hnav/hnav.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { UNITS = 10000, FRAMES = 200 };

static hnavUnitDef defs[UNITS];
static hnavUnitId units[UNITS];
static hnavVec2 at[UNITS], by[UNITS], positions[UNITS], desired[UNITS];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void check(hnavResult result) {
  if (result < 0) {
    fprintf(stderr, "columns: %s\n", hnavGetLastErrorMessage());
    exit(EXIT_FAILURE);
  }
}

int main(void) {
  const float radius = 0.3f;
  const hnavVec2 zero = {0, 0}, far = {102, 102};
  const hnavWorldDef def = hnavDefaultWorldDef(zero, far, &radius, 1);
  hnavWorldId world;
  check(hnavCreateWorld(&def, &world));
  for (int k = 0; k < UNITS; k++) {
    const hnavVec2 position = {1.5f + (float)(k % 100), 1.5f + (float)(k / 100)};
    defs[k] = hnavDefaultUnitDef(position, radius, 1.4f);
    defs[k].driver = HNAV_DRIVER_ENGINE;
  }
  check(hnavWorld_CreateUnits(world, defs, UNITS, units));
  static double times[FRAMES];
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int k = 0; k < UNITS; k++) {
      const hnavVec2 position = {1.5f + (float)(k % 100) + (float)(frame % 2) * 0.1f, 1.5f + (float)(k / 100)};
      at[k] = position;
    }
    const hnavConstVectorColumn here = {&at[0].x, &at[0].y, sizeof *at}, still = {&by[0].x, &by[0].y, sizeof *by};
    hnavUnitColumns first = hnavDefaultUnitColumns(), second = hnavDefaultUnitColumns();
    first.position = (hnavVectorColumn){&positions[0].x, &positions[0].y, sizeof *positions};
    second.desiredVelocity = (hnavVectorColumn){&desired[0].x, &desired[0].y, sizeof *desired};
    const double began = now();
    check(hnavWorld_SetMotions(world, units, UNITS, here, still));
    check(hnavWorld_ReadUnits(world, units, UNITS, &first));
    check(hnavWorld_ReadUnits(world, units, UNITS, &second));
    times[frame] = now() - began;
  }
  qsort(times, FRAMES, sizeof *times, ascending);
  printf("set_and_read_us %.1f\n", times[FRAMES / 2]);
  return hnavDestroyWorld(world);
}
