/* What was put into a world is read back. */
#include "misuse.h"

static const hnavVec2 hole[] = {{13, 13}, {15, 13}, {15, 15}, {13, 15}};
static const hnavVec2 border[] = {{12, 12}, {16, 12}, {16, 16}, {12, 16}};

static void outlines(void) {
    const hnavObstacleId nullObstacle = {0, 0};
    const hnavAreaId nullArea = {0, 0};
    const hnavRing holes[] = {{hole, 4}};
    hnavPolygon frame;
    hnavObstacleId obstacle;
    hnavAreaId area;
    hnavAreaState known = {77, 77, 77, 77};
    hnavVec2 points[8];
    hnavRingInfo rings[2];
    uint32_t count = 77;
    frame.border.points = border;
    frame.border.count = 4;
    frame.holes = holes;
    frame.holeCount = 1;
    EXPECT(hnavWorld_AddPolygons(world, &frame, 1, &obstacle) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AddAreaPolygons(world, &frame, 1, 3, 2.5f, &area) == HNAV_RESULT_OK);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetObstaclePoints(world, obstacle, NULL, 8, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetObstaclePoints(world, obstacle, points, 8, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "obstacle", hnavWorld_GetObstaclePoints(world, nullObstacle, points, 8, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetObstaclePoints(nullWorld, obstacle, points, 8, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetObstacleRings(world, obstacle, NULL, 2, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "obstacle", hnavWorld_GetObstacleRings(world, nullObstacle, rings, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetArea(world, area, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "area", hnavWorld_GetArea(world, nullArea, &known));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetAreaPoints(world, area, NULL, 8, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "area", hnavWorld_GetAreaPoints(world, nullArea, points, 8, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetAreaRings(world, area, rings, 2, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "area", hnavWorld_GetAreaRings(world, nullArea, rings, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetWalkablePoints(world, points, 8, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetWalkableRings(world, NULL, 2, &count));
    EXPECT(count == 77 && known.kind == 77);

    EXPECT(hnavWorld_GetObstaclePoints(world, obstacle, NULL, 0, &count) == HNAV_RESULT_MORE && count == 8);
    EXPECT(hnavWorld_GetObstaclePoints(world, obstacle, points, 8, &count) == HNAV_RESULT_OK && count == 8);
    EXPECT(memcmp(points, border, sizeof border) == 0 && memcmp(points + 4, hole, sizeof hole) == 0);
    EXPECT(hnavWorld_GetObstacleRings(world, obstacle, rings, 2, &count) == HNAV_RESULT_OK && count == 2);
    EXPECT(rings[0].count == 4 && !rings[0].isHole && rings[1].count == 4 && rings[1].isHole);
    EXPECT(hnavWorld_GetArea(world, area, &known) == HNAV_RESULT_OK);
    EXPECT(known.kind == 3 && known.cost == 2.5f && known.userData == 0);
    EXPECT(hnavWorld_GetAreaPoints(world, area, points, 8, &count) == HNAV_RESULT_OK && count == 8);
    EXPECT(hnavWorld_GetAreaRings(world, area, rings, 2, &count) == HNAV_RESULT_OK && count == 2);
    EXPECT(hnavWorld_GetWalkablePoints(world, points, 8, &count) == HNAV_RESULT_OK && count == 0);
    EXPECT(hnavWorld_GetWalkableRings(world, rings, 2, &count) == HNAV_RESULT_OK && count == 0);
    EXPECT(hnavWorld_RemoveObstacle(world, obstacle) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_RemoveArea(world, area) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "removed", hnavWorld_GetObstacleRings(world, obstacle, rings, 2, &count));
}

static void ground(void) {
    const float heights[] = {0, 1, 2, 3, 4, 5};
    const hnavDiscomfortId nullDiscomfort = {0, 0};
    hnavDiscomfortId discomfort, listed[2];
    hnavDiscomfortState state;
    hnavHeightGridInfo info;
    float known[6] = {77, 77, 77, 77, 77, 77};
    uint32_t count = 77;

    EXPECT(hnavWorld_GetHeights(world, &info, known, 6, &count) == HNAV_RESULT_NONE && known[0] == 77);
    EXPECT(hnavWorld_SetHeights(world, here, 2, 3, heights, 6) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetHeights(world, NULL, known, 6, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetHeights(world, &info, NULL, 6, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetHeights(nullWorld, &info, known, 6, &count));
    EXPECT(hnavWorld_GetHeights(world, &info, known, 6, &count) == HNAV_RESULT_OK && count == 6);
    EXPECT(memcmp(known, heights, sizeof heights) == 0);
    EXPECT(info.columns == 3 && info.spacing == 2 && info.lower.x == here.x && info.lower.y == here.y);
    EXPECT(hnavWorld_SetHeights(world, here, 2, 3, NULL, 0) == HNAV_RESULT_OK);

    EXPECT(hnavWorld_AddDiscomfort(world, here, 2, 3, 5, &discomfort) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetDiscomforts(world, listed, 2, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetDiscomfort(world, discomfort, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "discomfort", hnavWorld_GetDiscomfort(world, nullDiscomfort, &state));
    EXPECT(hnavWorld_GetDiscomforts(world, listed, 2, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(hnavWorld_GetDiscomfort(world, listed[0], &state) == HNAV_RESULT_OK);
    EXPECT(state.center.x == here.x && state.radius == 2 && state.amount == 3 && state.seconds == 5);
    EXPECT(hnavWorld_RemoveDiscomfort(world, discomfort) == HNAV_RESULT_OK);
}

void misuseReading(void) {
    outlines();
    ground();
}
