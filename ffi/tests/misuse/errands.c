/* Orders with way points, ranges and units to follow; orders that are changed, and what is told of them. */
#include "misuse.h"

enum { UNITS = 3 };

/* An order that follows units[2]. */
static hnavOrderDef following(const hnavUnitId *units) {
    hnavOrderDef def = hnavDefaultOrderDef(there);
    def.goalKind = HNAV_GOAL_KIND_UNIT;
    def.target = units[2];
    return def;
}

static void definitions(const hnavUnitId *units, hnavOrderId *order) {
    const uint64_t before = state(world);
    const hnavVec2 goals[] = {{10, 10}, {16, 16}}, lost[] = {{40, 4}};
    hnavOrderDef def = hnavDefaultOrderDef(there), zeroed;
    memset(&zeroed, 0, sizeof zeroed);

    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GiveOrder(world, units, 2, NULL, order));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GiveOrder(world, NULL, 2, &def, order));
    REFUSED(HNAV_RESULT_FOREIGN_STRUCT, "hnavDefaultOrderDef", hnavWorld_GiveOrder(world, units, 2, &zeroed, order));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "index", hnavWorld_GiveOrder(world, units, UINT32_MAX, &def, order));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GiveOrder(nullWorld, units, 2, &def, order));
    def.goalKind = 3;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavGoalKind", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.goalKind = HNAV_GOAL_KIND_EACH;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.goals = goals;
    def.unreachable = HNAV_UNREACHABLE_STOP;
    REFUSED(HNAV_RESULT_BLOCKED, "goal", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.range = 2;
    REFUSED(HNAV_RESULT_MISMATCH, "range", hnavWorld_GiveOrder(world, units, 1, &def, order));
    def = following(units);
    REFUSED(HNAV_RESULT_MISMATCH, "itself", hnavWorld_GiveOrder(world, units, 3, &def, order));
    def.target = nullUnit;
    REFUSED(HNAV_RESULT_STALE_HANDLE, "follow", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def = hnavDefaultOrderDef(there);
    def.wayPointCount = 2;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.wayPoints = lost;
    def.wayPointCount = UINT32_MAX;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at most", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.wayPointCount = 1;
    REFUSED(HNAV_RESULT_OUTSIDE, "way point 0", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.wayPoints = &inside;
    def.unreachable = HNAV_UNREACHABLE_STOP;
    REFUSED(HNAV_RESULT_BLOCKED, "way point 0", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.wayPoints = &nowhere;
    REFUSED(HNAV_RESULT_NOT_FINITE, "way point", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def = hnavDefaultOrderDef(there);
    def.range = -1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "range", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.range = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "range", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def = hnavDefaultOrderDef(nowhere);
    def.unreachable = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavUnreachable", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.unreachable = HNAV_UNREACHABLE_NEAREST;
    def.repeat = 3;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavRepeat", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.repeat = HNAV_REPEAT_LOOP;
    REFUSED(HNAV_RESULT_MISMATCH, "way point", hnavWorld_GiveOrder(world, units, 2, &def, order));
    def.repeat = HNAV_REPEAT_ONCE;
    REFUSED(HNAV_RESULT_NOT_FINITE, "goal", hnavWorld_GiveOrder(world, units, 2, &def, order));
    EXPECT(order->generation == 0 && state(world) == before);
}

static void changes(const hnavUnitId *units) {
    const hnavOrderId nullOrder = {0, 0};
    const hnavVec2 goals[] = {{10, 10}}, before[] = {{20, 4}};
    hnavOrderDef def = hnavDefaultOrderDef(there);
    hnavOrderId order, old;
    hnavOrderState known;

    REFUSED(HNAV_RESULT_STALE_HANDLE, "order", hnavWorld_JoinOrder(world, nullOrder, units, 1));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "order", hnavWorld_MoveGoal(world, nullOrder, here));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "order", hnavWorld_AppendGoal(world, nullOrder, here));
    def.wayPoints = before;
    def.wayPointCount = 1;
    def.unreachable = HNAV_UNREACHABLE_STOP;
    EXPECT(hnavWorld_GiveOrder(world, units, 1, &def, &order) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_JoinOrder(world, order, NULL, 1));
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "at least one", hnavWorld_JoinOrder(world, order, units, 0));
    REFUSED(HNAV_RESULT_BLOCKED, "goal", hnavWorld_MoveGoal(world, order, inside));
    REFUSED(HNAV_RESULT_NOT_FINITE, "goal", hnavWorld_MoveGoal(world, order, nowhere));
    REFUSED(HNAV_RESULT_OUTSIDE, "goal", hnavWorld_AppendGoal(world, order, outside));
    EXPECT(hnavWorld_JoinOrder(world, order, units, 2) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_MoveGoal(world, order, here) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_AppendGoal(world, order, there) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_GetOrder(world, order, &known) == HNAV_RESULT_OK && known.goalKind == HNAV_GOAL_KIND_POINT);
    EXPECT(known.goal.x == there.x && known.wayPointCount == 2 && known.unitCount == 2);

    old = order;
    def = following(units);
    EXPECT(hnavWorld_GiveOrder(world, units, 2, &def, &order) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "order", hnavWorld_GetOrder(world, old, &known));
    REFUSED(HNAV_RESULT_MISMATCH, "itself", hnavWorld_JoinOrder(world, order, units + 2, 1));
    REFUSED(HNAV_RESULT_MISMATCH, "follows", hnavWorld_AppendGoal(world, order, there));
    EXPECT(hnavWorld_GetOrder(world, order, &known) == HNAV_RESULT_OK && known.goalKind == HNAV_GOAL_KIND_UNIT);
    EXPECT(memcmp(&known.target, &units[2], sizeof units[2]) == 0);
    EXPECT(hnavWorld_OrderEach(world, units, goals, 1, &order) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_MISMATCH, "their own", hnavWorld_MoveGoal(world, order, there));
    REFUSED(HNAV_RESULT_MISMATCH, "their own", hnavWorld_AppendGoal(world, order, there));
    REFUSED(HNAV_RESULT_MISMATCH, "their own", hnavWorld_JoinOrder(world, order, units + 1, 1));
    EXPECT(hnavWorld_Stop(world, units, UNITS) == HNAV_RESULT_OK);
}

static void reading(const hnavUnitId *units) {
    const hnavOrderId nullOrder = {0, 0};
    const hnavVec2 before[] = {{20, 4}, {28, 8}};
    hnavOrderDef def = hnavDefaultOrderDef(there);
    hnavOrderId order, orders[1];
    hnavOrderState known;
    hnavUnitId members[UNITS];
    hnavVec2 points[2];
    uint32_t count = 77;
    memset(&known, 77, sizeof known);

    def.wayPoints = before;
    def.wayPointCount = 2;
    EXPECT(hnavWorld_GiveOrder(world, units, 2, &def, &order) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetOrder(world, nullOrder, &known));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetOrder(world, order, NULL));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetWayPoints(world, nullOrder, points, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetWayPoints(world, order, NULL, 2, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetOrderUnits(world, nullOrder, members, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetOrderUnits(world, order, members, 2, NULL));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetOrders(world, NULL, 1, &count));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetOrders(nullWorld, orders, 1, &count));
    EXPECT(count == 77 && known.unitCount != 2);
    EXPECT(hnavWorld_GetWayPoints(world, order, points, 2, &count) == HNAV_RESULT_OK && count == 2);
    EXPECT(memcmp(points, before, sizeof points) == 0);
    EXPECT(hnavWorld_GetOrderUnits(world, order, members, 1, &count) == HNAV_RESULT_MORE && count == 2);
    EXPECT(hnavWorld_GetOrders(world, orders, 1, &count) == HNAV_RESULT_OK && count == 1);
    EXPECT(memcmp(&orders[0], &order, sizeof order) == 0);
}

static void formations(const hnavUnitId *units) {
    const uint64_t before = state(world);
    const hnavOrderId nullOrder = {0, 0};
    const hnavVec2 offsets[] = {{0, 0}, {-2, 1}}, lost[] = {{0, 0}, {NAN, 1}};
    hnavOrderDef def = hnavDefaultOrderDef(there);
    hnavOrderId order = {0, 0};
    hnavOrderState known;
    hnavVec2 read[2];
    uint32_t count = 77;

    def.shape = 7;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavShape", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.shape = HNAV_SHAPE_WEDGE;
    def.front = 3;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavFront", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.front = HNAV_FRONT_SMALLEST;
    def.pace = 2;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "hnavPace", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.pace = HNAV_PACE_SLOWEST;
    def.spacing = -1;
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "spacing", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.spacing = INFINITY;
    REFUSED(HNAV_RESULT_NOT_FINITE, "spacing", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.spacing = 0.5f;
    def.facing.x = NAN;
    REFUSED(HNAV_RESULT_NOT_FINITE, "facing", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.facing.x = -3;
    def.range = 2;
    REFUSED(HNAV_RESULT_MISMATCH, "range", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.range = 0;
    def.shape = HNAV_SHAPE_OFFSETS;
    def.offsetCount = 2;
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.offsets = lost;
    REFUSED(HNAV_RESULT_NOT_FINITE, "index 1", hnavWorld_GiveOrder(world, units, 2, &def, &order));
    def.offsets = offsets;
    REFUSED(HNAV_RESULT_MISMATCH, "per unit", hnavWorld_GiveOrder(world, units, 1, &def, &order));
    EXPECT(order.generation == 0 && state(world) == before);
    EXPECT(hnavWorld_GiveOrder(world, units, 2, &def, &order) == HNAV_RESULT_OK);
    REFUSED(HNAV_RESULT_MISMATCH, "offset", hnavWorld_JoinOrder(world, order, units + 2, 1));
    REFUSED(HNAV_RESULT_STALE_HANDLE, "null", hnavWorld_GetOffsets(world, nullOrder, read, 2, &count));
    REFUSED(HNAV_RESULT_BAD_POINTER, "NULL", hnavWorld_GetOffsets(world, order, NULL, 2, &count));
    EXPECT(count == 77);
    EXPECT(hnavWorld_GetOffsets(world, order, read, 2, &count) == HNAV_RESULT_OK && count == 2);
    EXPECT(memcmp(read, offsets, sizeof read) == 0);
    EXPECT(hnavWorld_GetOrder(world, order, &known) == HNAV_RESULT_OK && known.shape == HNAV_SHAPE_OFFSETS);
    EXPECT(known.facing.x == -1 && known.spacing == 0.5f && known.front == HNAV_FRONT_SMALLEST);
    EXPECT(known.pace == HNAV_PACE_SLOWEST && known.unitCount == 2);
    EXPECT(hnavWorld_Stop(world, units, 2) == HNAV_RESULT_OK);
}

/* Steps until something of a kind has happened to a unit. */
static hnavEvent await(hnavUnitId unit, int32_t kind) {
    hnavEvent events[UNITS], none;
    memset(&none, 0, sizeof none);
    for (int step = 0; step < 600; step++) {
        uint32_t count = 0;
        EXPECT(hnavWorld_Step(world, 0.1f) == HNAV_RESULT_OK);
        EXPECT(hnavWorld_GetEvents(world, events, UNITS, &count) >= 0);
        for (uint32_t k = 0; k < count && k < UNITS; k++) {
            if (events[k].kind == kind && memcmp(&events[k].unit, &unit, sizeof unit) == 0) return events[k];
        }
    }
    EXPECT(!"it happened");
    return none;
}

/* To and fro, or for ever on by appended goals: the order does not grow. */
static void patrol(const hnavUnitId *units) {
    const hnavVec2 far = {12, 8}, ends[] = {{8, 8}, {5, 8}};
    hnavOrderDef def = hnavDefaultOrderDef(far);
    hnavOrderState read;
    hnavOrderId order;
    uint32_t count = 77;
    def.wayPoints = ends;
    def.wayPointCount = 2;
    def.repeat = HNAV_REPEAT_TO_AND_FRO;
    EXPECT(hnavWorld_GiveOrder(world, units, 1, &def, &order) == HNAV_RESULT_OK);
    for (int round = 0; round < 3; round++) {
        EXPECT(await(units[0], HNAV_EVENT_KIND_ARRIVED).keepsOrder);
        EXPECT(await(units[0], HNAV_EVENT_KIND_PASSED_WAY_POINT).wayPoint == 1);
    }
    EXPECT(hnavWorld_GetOrder(world, order, &read) == HNAV_RESULT_OK);
    EXPECT(read.repeat == HNAV_REPEAT_TO_AND_FRO && read.wayPointCount == 2);
    REFUSED(HNAV_RESULT_MISMATCH, "repeats", hnavWorld_AppendGoal(world, order, far));
    REFUSED(HNAV_RESULT_MISMATCH, "repeats", hnavWorld_MoveGoal(world, order, far));
    EXPECT(hnavWorld_OrderPoint(world, units, 1, ends[0], &order) == HNAV_RESULT_OK);
    for (int leg = 1; leg < 20; leg++) {
        await(units[0], HNAV_EVENT_KIND_ARRIVED);
        EXPECT(hnavWorld_AppendGoal(world, order, ends[leg % 2]) == HNAV_RESULT_OK);
        EXPECT(hnavWorld_GetOrder(world, order, &read) == HNAV_RESULT_OK && read.wayPointCount <= 1);
    }
    for (count = 0; hnavWorld_AppendGoal(world, order, ends[count % 2]) == HNAV_RESULT_OK; count++) EXPECT(count < 4096);
    REFUSED(HNAV_RESULT_OUT_OF_RANGE, "way points", hnavWorld_AppendGoal(world, order, ends[0]));
    EXPECT(count >= 4094);
}

static void happenings(const hnavUnitId *units) {
    const hnavVec2 ring[] = {{24, 24}, {32, 24}, {32, 25}, {25, 25}, {25, 32}, {24, 32}};
    hnavOrderDef def = following(units);
    hnavObstacleId barrier;
    hnavUnitState at;
    hnavEvent event = await(units[0], HNAV_EVENT_KIND_PASSED_WAY_POINT);

    /* units[0] is on its way by way points since `reading`. */
    EXPECT(event.wayPoint == 0 && event.keepsOrder && event.order.generation != 0);
    EXPECT(hnavWorld_GetUnitStates(world, units, 1, &at) == HNAV_RESULT_OK && at.isPassing && at.wayPoint.y == 8);
    EXPECT(hnavWorld_Stop(world, units, 2) == HNAV_RESULT_OK);
    /* A wall round the goal, and then none. */
    EXPECT(hnavWorld_AddOutline(world, ring, 6, &barrier) == HNAV_RESULT_OK);
    def = hnavDefaultOrderDef(there);
    EXPECT(def.unreachable == HNAV_UNREACHABLE_NEAREST);
    def.unreachable = HNAV_UNREACHABLE_STOP;
    REFUSED(HNAV_RESULT_UNREACHABLE, "no way", hnavWorld_GiveOrder(world, units, 1, &def, NULL));
    def.unreachable = HNAV_UNREACHABLE_NEAREST;
    EXPECT(hnavWorld_GiveOrder(world, units, 1, &def, NULL) == HNAV_RESULT_OK);
    event = await(units[0], HNAV_EVENT_KIND_CUT_OFF);
    EXPECT(event.keepsOrder && event.place.x > 0);
    EXPECT(hnavWorld_RemoveObstacle(world, barrier) == HNAV_RESULT_OK);
    event = await(units[0], HNAV_EVENT_KIND_PATH_FOUND);
    EXPECT(event.keepsOrder);
    patrol(units);
    /* The unit that they follow is gone. */
    def = following(units);
    EXPECT(hnavWorld_GiveOrder(world, units, 2, &def, NULL) == HNAV_RESULT_OK);
    EXPECT(hnavWorld_DestroyUnits(world, units + 2, 1) == HNAV_RESULT_OK);
    event = await(units[1], HNAV_EVENT_KIND_TARGET_GONE);
    EXPECT(event.keepsOrder && event.place.x > 0);
}

void misuseErrands(void) {
    hnavUnitDef defs[UNITS];
    hnavUnitId units[UNITS + 1];
    hnavOrderId order = {0, 0};
    for (int k = 0; k < UNITS; k++) {
        const hnavVec2 place = {4 + 2 * (float)k, 4};
        defs[k] = hnavDefaultUnitDef(place, 0.5f, 2);
        units[k + 1] = nullUnit;
    }
    EXPECT(hnavWorld_CreateUnits(world, defs, UNITS, units) == HNAV_RESULT_OK);
    definitions(units, &order);
    changes(units);
    formations(units);
    reading(units);
    happenings(units);
    EXPECT(hnavWorld_DestroyUnits(world, units, 2) == HNAV_RESULT_OK);
}
