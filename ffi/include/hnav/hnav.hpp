/* hnav for C++17: a thin layer over hnav.h, header-only.
 *
 * - hnav::World owns a world and destroys it. It can be moved, not copied.
 * - Arrays are spans: anything contiguous converts to one (arrays, std::vector, std::array, std::span).
 * - Every call that can fail returns a Result: the code of the C call, the message, and the value. Nothing is thrown.
 *   Define HNAV_EXCEPTIONS before the include, and refused calls throw hnav::Error instead.
 * - Methods are those of hnav.h, in the same words; what they mean, their units, ranges and results stand there. Each is
 *   one call of the C library. Those that return a std::vector allocate it, and may call twice.
 */
#ifndef HNAV_HPP
#define HNAV_HPP

#include <hnav/basics.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hnav {

/* Whether the library belongs to the header. */
inline bool isCompatible() { return hnavGetAbiVersion() == HNAV_ABI_VERSION; }

/* What the whole process shares. */
inline Status setAllocator(const hnavAllocator& allocator) { return hnavSetAllocator(&allocator); }
inline void setLog(hnavLogFunction log, void* user) { hnavSetLog(log, user); }

inline hnavWorldDef worldDef(hnavVec2 lower, hnavVec2 upper, Span<const float> classRadii) {
  return hnavDefaultWorldDef(lower, upper, classRadii.data(), classRadii.count());
}
inline hnavMovementKind movementKind() { return hnavDefaultMovementKind(); }
inline hnavTaskSystem taskSystem() { return hnavDefaultTaskSystem(); }
inline hnavOrderDef orderDef(hnavVec2 goal) { return hnavDefaultOrderDef(goal); }
/* A definition names arrays of its caller: they must live until the order was given. */
inline hnavOrderDef orderEachDef(Span<const hnavVec2> goals) {
  hnavOrderDef def = hnavDefaultOrderDef(hnavVec2{});
  def.goalKind = HNAV_GOAL_KIND_EACH;
  def.goals = goals.data();
  return def;
}
inline hnavOrderDef orderUnitDef(hnavUnitId target) {
  hnavOrderDef def = hnavDefaultOrderDef(hnavVec2{});
  def.goalKind = HNAV_GOAL_KIND_UNIT;
  def.target = target;
  return def;
}
inline hnavPointQuery pointQuery(hnavVec2 point, float radius, float within) {
  return hnavDefaultPointQuery(point, radius, within);
}
/* A polygon in somebody else's memory. */
inline hnavRing ring(Span<const hnavVec2> points) { return {points.data(), points.count()}; }
inline hnavPolygon polygon(Span<const hnavVec2> border, Span<const hnavRing> holes = {}) {
  return {ring(border), holes.data(), holes.count()};
}
inline hnavLinkDef linkDef(hnavVec2 from, hnavVec2 to, float cost) { return hnavDefaultLinkDef(from, to, cost); }
inline hnavUnitDef unitDef(hnavVec2 position, float radius, float maxSpeed) {
  return hnavDefaultUnitDef(position, radius, maxSpeed);
}
inline hnavPathQuery pathQuery(hnavVec2 from, hnavVec2 to, float radius) {
  return hnavDefaultPathQuery(from, to, radius);
}
inline hnavDebugDraw debugDraw() { return hnavDefaultDebugDraw(); }
inline hnavUnitColumns unitColumns() { return hnavDefaultUnitColumns(); }

/* A world. */
class World {
 public:
  /* No world; every call is refused. */
  World() = default;
  ~World() { reset(); }
  World(World&& other) noexcept : id_(std::exchange(other.id_, hnavWorldId{})) {}
  World& operator=(World&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, hnavWorldId{});
    }
    return *this;
  }

  static Result<World> create(const hnavWorldDef& def) {
    World world;
    const hnavResult code = hnavCreateWorld(&def, &world.id_);
    return {code, std::move(world)};
  }
  /* Destroys it now. */
  void reset() {
    if (id_.generation != 0 || id_.index1 != 0) static_cast<void>(hnavDestroyWorld(id_));
    id_ = hnavWorldId{};
  }
  /* For calls of the C library. */
  hnavWorldId id() const { return id_; }
  bool isValid() const { return hnavWorld_IsValid(id_); }

  Status step(float seconds) { return hnavWorld_Step(id_, seconds); }
  Result<std::uint64_t> tickCount() const { return get<std::uint64_t>(hnavWorld_GetTickCount); }
  Result<std::uint64_t> stateHash() const { return get<std::uint64_t>(hnavWorld_GetStateHash); }
  Result<std::vector<hnavPhase>> profile() const { return all<hnavPhase>(hnavWorld_GetProfile); }
  Result<std::vector<std::uint8_t>> save() const { return all<std::uint8_t>(hnavWorld_Save); }
  Status load(Span<const std::uint8_t> bytes) { return hnavWorld_Load(id_, bytes.data(), bytes.count()); }

  Result<hnavCounters> counters() const { return get<hnavCounters>(hnavWorld_GetCounters); }
  Result<hnavMemory> memory() const { return get<hnavMemory>(hnavWorld_GetMemory); }
  Result<hnavWorldDef> def() const { return get<hnavWorldDef>(hnavWorld_GetDef); }
  Result<std::vector<hnavMovementKind>> movementKinds() const {
    return all<hnavMovementKind>(hnavWorld_GetMovementKinds);
  }
  Status finishPlans() { return hnavWorld_FinishPlans(id_); }
  Status setTaskSystem(const hnavTaskSystem& system) { return hnavWorld_SetTaskSystem(id_, &system); }
  Status setThreads(std::uint32_t workerCount) { return hnavWorld_SetThreads(id_, workerCount); }

  /* The ground. */
  Result<hnavObstacleId> addOutline(Span<const hnavVec2> outline) {
    return get<hnavObstacleId>(hnavWorld_AddOutline, outline.data(), outline.count());
  }
  Result<hnavObstacleId> addPolygons(Span<const hnavPolygon> polygons) {
    return get<hnavObstacleId>(hnavWorld_AddPolygons, polygons.data(), polygons.count());
  }
  Status moveObstacle(hnavObstacleId obstacle, Span<const hnavVec2> outline) {
    return hnavWorld_MoveObstacle(id_, obstacle, outline.data(), outline.count());
  }
  Result<hnavAreaId> addArea(Span<const hnavVec2> outline, std::uint32_t kind, float cost) {
    return get<hnavAreaId>(hnavWorld_AddArea, outline.data(), outline.count(), kind, cost);
  }
  Result<hnavAreaId> addAreaPolygons(Span<const hnavPolygon> polygons, std::uint32_t kind, float cost) {
    return get<hnavAreaId>(hnavWorld_AddAreaPolygons, polygons.data(), polygons.count(), kind, cost);
  }
  Status removeArea(hnavAreaId area) { return hnavWorld_RemoveArea(id_, area); }
  Result<hnavLinkId> addLink(const hnavLinkDef& def) { return get<hnavLinkId>(hnavWorld_AddLink, &def); }
  Status removeLink(hnavLinkId link) { return hnavWorld_RemoveLink(id_, link); }
  Result<hnavLinkDef> link(hnavLinkId link) const { return get<hnavLinkDef>(hnavWorld_GetLink, link); }
  Result<std::vector<hnavObstacleId>> obstacles() const { return all<hnavObstacleId>(hnavWorld_GetObstacles); }
  Result<std::vector<hnavAreaId>> areas() const { return all<hnavAreaId>(hnavWorld_GetAreas); }
  Result<std::vector<hnavLinkId>> links() const { return all<hnavLinkId>(hnavWorld_GetLinks); }
  Status setHeights(hnavVec2 lower, float spacing, std::uint32_t columns, Span<const float> heights) {
    return hnavWorld_SetHeights(id_, lower, spacing, columns, heights.data(), heights.count());
  }
  Result<float> height(hnavVec2 point) const { return get<float>(hnavWorld_GetHeight, point); }
  Result<hnavDiscomfortId> addDiscomfort(hnavVec2 center, float radius, float amount, float seconds) {
    return get<hnavDiscomfortId>(hnavWorld_AddDiscomfort, center, radius, amount, seconds);
  }
  Status removeDiscomfort(hnavDiscomfortId discomfort) { return hnavWorld_RemoveDiscomfort(id_, discomfort); }
  bool isDiscomfortValid(hnavDiscomfortId discomfort) const {
    return hnavWorld_IsDiscomfortValid(id_, discomfort);
  }
  Result<hnavObstacleId> addObstacle(Span<const hnavVec2> outline) {
    return get<hnavObstacleId>(hnavWorld_AddObstacle, outline.data(), outline.count());
  }
  Status removeObstacle(hnavObstacleId obstacle) { return hnavWorld_RemoveObstacle(id_, obstacle); }
  Status commit() { return hnavWorld_Commit(id_); }

  /* Questions: many threads may ask, while no call changes the world. */
  Result<std::uint32_t> findPath(const hnavPathQuery& query, Span<hnavVec2> points, hnavPathInfo* info = nullptr) const {
    std::uint32_t count = 0;
    const hnavResult code = hnavWorld_FindPath(id_, &query, points.data(), points.count(), &count, info);
    return {code, count};
  }
  Result<std::vector<hnavVec2>> findPath(const hnavPathQuery& query, hnavPathInfo* info = nullptr) const {
    return all<hnavVec2>([&](hnavWorldId id, hnavVec2* points, std::uint32_t capacity, std::uint32_t* count) {
      return hnavWorld_FindPath(id, &query, points, capacity, count, info);
    });
  }
  Result<std::vector<hnavPathLink>> findPathLinks(const hnavPathQuery& query) const {
    return all<hnavPathLink>(hnavWorld_FindPathLinks, &query);
  }
  Result<bool> isFree(hnavVec2 point, float radius, std::uint32_t movementKind = 0) const {
    return get<bool>(hnavWorld_IsFree, point, radius, movementKind);
  }
  Result<hnavVec2> findNearest(hnavVec2 point, float radius, float within, std::uint32_t movementKind = 0) const {
    return get<hnavVec2>(hnavWorld_FindNearest, point, radius, movementKind, within);
  }
  Result<hnavRayHit> castRay(hnavVec2 from, hnavVec2 to, float radius, std::uint32_t movementKind = 0) const {
    return get<hnavRayHit>(hnavWorld_CastRay, from, to, radius, movementKind);
  }
  Result<hnavVec2> slide(hnavVec2 from, hnavVec2 to, float radius, std::uint32_t movementKind = 0) const {
    return get<hnavVec2>(hnavWorld_Slide, from, to, radius, movementKind);
  }
  Result<bool> isReachable(hnavVec2 from, hnavVec2 to, float radius, std::uint32_t movementKind = 0) const {
    return get<bool>(hnavWorld_IsReachable, from, to, radius, movementKind);
  }
  Result<std::vector<hnavVec2>> findWalls(const hnavPointQuery& query) const {
    return all<hnavVec2>(hnavWorld_FindWalls, &query);
  }
  Result<hnavVec2> findRandomPoint(const hnavPointQuery& query, double randomA, double randomB) const {
    return get<hnavVec2>(hnavWorld_FindRandomPoint, &query, randomA, randomB);
  }
  Result<bool> wouldBlock(Span<const hnavVec2> outline, const hnavPathQuery& query) const {
    return get<bool>(hnavWorld_WouldBlock, outline.data(), outline.count(), &query);
  }

  /* Units. */
  Status createUnits(Span<const hnavUnitDef> defs, Span<hnavUnitId> units) {
    return hnavWorld_CreateUnits(id_, defs.data(), defs.count(), units.size() < defs.size() ? nullptr : units.data());
  }
  Result<std::vector<hnavUnitId>> createUnits(Span<const hnavUnitDef> defs) {
    std::vector<hnavUnitId> units(defs.size());
    const hnavResult code = hnavWorld_CreateUnits(id_, defs.data(), defs.count(), units.data());
    return {code, std::move(units)};
  }
  Result<hnavUnitId> createUnit(const hnavUnitDef& def) {
    return get<hnavUnitId>(hnavWorld_CreateUnits, &def, 1u);
  }
  Status destroyUnits(Span<const hnavUnitId> units) {
    return hnavWorld_DestroyUnits(id_, units.data(), units.count());
  }
  bool isUnitValid(hnavUnitId unit) const { return hnavWorld_IsUnitValid(id_, unit); }
  Result<std::vector<hnavUnitId>> units() const { return all<hnavUnitId>(hnavWorld_GetUnits); }
  Result<std::vector<hnavUnitState>> unitStates(Span<const hnavUnitId> units) const {
    std::vector<hnavUnitState> states(units.size());
    const hnavResult code = hnavWorld_GetUnitStates(id_, units.data(), units.count(), states.data());
    return {code, std::move(states)};
  }
  Result<hnavUnitState> unitState(hnavUnitId unit) const {
    return get<hnavUnitState>(hnavWorld_GetUnitStates, &unit, 1u);
  }
  Status readUnits(Span<const hnavUnitId> units, const hnavUnitColumns& columns) const {
    return hnavWorld_ReadUnits(id_, units.data(), units.count(), &columns);
  }
  Status setMotions(Span<const hnavUnitId> units, hnavConstVectorColumn positions, hnavConstVectorColumn velocities) {
    return hnavWorld_SetMotions(id_, units.data(), units.count(), positions, velocities);
  }

  Status teleport(hnavUnitId unit, hnavVec2 position) { return hnavWorld_Teleport(id_, unit, position); }
  Result<std::vector<hnavUnitId>> findUnitsInBox(hnavVec2 lower, hnavVec2 upper) const {
    return all<hnavUnitId>(hnavWorld_FindUnitsInBox, lower, upper);
  }
  Result<std::vector<hnavUnitId>> findUnitsInCircle(hnavVec2 center, float radius) const {
    return all<hnavUnitId>(hnavWorld_FindUnitsInCircle, center, radius);
  }
  Result<hnavUnitId> findNearestUnit(hnavVec2 point, float within, const std::uint32_t* team = nullptr) const {
    return get<hnavUnitId>(hnavWorld_FindNearestUnit, point, within, team);
  }

  /* What is kept with things. */
  Status setUserData(hnavUnitId unit, std::uint64_t data) { return hnavWorld_SetUnitUserData(id_, unit, data); }
  Status setUserData(hnavObstacleId obstacle, std::uint64_t data) {
    return hnavWorld_SetObstacleUserData(id_, obstacle, data);
  }
  Status setUserData(hnavOrderId order, std::uint64_t data) { return hnavWorld_SetOrderUserData(id_, order, data); }
  Status setUserData(hnavAreaId area, std::uint64_t data) { return hnavWorld_SetAreaUserData(id_, area, data); }
  Status setUserData(hnavLinkId link, std::uint64_t data) { return hnavWorld_SetLinkUserData(id_, link, data); }
  Result<std::uint64_t> userData(hnavAreaId area) const { return get<std::uint64_t>(hnavWorld_GetAreaUserData, area); }
  Result<std::uint64_t> userData(hnavLinkId link) const { return get<std::uint64_t>(hnavWorld_GetLinkUserData, link); }
  Result<std::uint64_t> userData(hnavUnitId unit) const { return get<std::uint64_t>(hnavWorld_GetUnitUserData, unit); }
  Result<std::uint64_t> userData(hnavObstacleId obstacle) const {
    return get<std::uint64_t>(hnavWorld_GetObstacleUserData, obstacle);
  }
  Result<std::uint64_t> userData(hnavOrderId order) const {
    return get<std::uint64_t>(hnavWorld_GetOrderUserData, order);
  }

  /* Where the world lies. */
  Status setOrigin(std::int64_t tilesX, std::int64_t tilesY) { return hnavWorld_SetOrigin(id_, tilesX, tilesY); }
  Status origin(std::int64_t& tilesX, std::int64_t& tilesY) const {
    return hnavWorld_GetOrigin(id_, &tilesX, &tilesY);
  }
  Status toGame(hnavVec2 point, double& x, double& y) const { return hnavWorld_ToGame(id_, point, &x, &y); }
  Result<hnavVec2> fromGame(double x, double y) const { return get<hnavVec2>(hnavWorld_FromGame, x, y); }

  /* Why, and what if. */
  Result<hnavReasons> explain(hnavUnitId unit) const { return get<hnavReasons>(hnavWorld_Explain, unit); }
  Result<std::string> explainInWords(hnavUnitId unit) const {
    auto text = all<char>(hnavWorld_ExplainInWords, unit);
    return {text.code(), (*text).empty() ? std::string() : std::string((*text).data())};
  }
  Result<std::vector<hnavVec2>> expectedWay(hnavUnitId unit) const {
    return all<hnavVec2>(hnavWorld_GetExpectedWay, unit);
  }
  Result<std::vector<hnavVec2>> preview(hnavUnitId unit, hnavVec2 goal) const {
    return all<hnavVec2>(hnavWorld_Preview, unit, goal);
  }

  /* Orders and what comes of them. */
  Result<hnavOrderId> orderPoint(Span<const hnavUnitId> units, hnavVec2 goal) {
    return get<hnavOrderId>(hnavWorld_OrderPoint, units.data(), units.count(), goal);
  }
  Result<hnavOrderId> orderEach(Span<const hnavUnitId> units, Span<const hnavVec2> goals) {
    const hnavVec2* data = goals.size() < units.size() ? nullptr : goals.data();
    return get<hnavOrderId>(hnavWorld_OrderEach, units.data(), data, units.count());
  }
  Result<hnavOrderId> giveOrder(Span<const hnavUnitId> units, const hnavOrderDef& def) {
    return get<hnavOrderId>(hnavWorld_GiveOrder, units.data(), units.count(), &def);
  }
  Status joinOrder(hnavOrderId order, Span<const hnavUnitId> units) {
    return hnavWorld_JoinOrder(id_, order, units.data(), units.count());
  }
  Status moveGoal(hnavOrderId order, hnavVec2 goal) { return hnavWorld_MoveGoal(id_, order, goal); }
  Status appendGoal(hnavOrderId order, hnavVec2 goal) { return hnavWorld_AppendGoal(id_, order, goal); }
  Result<hnavOrderState> order(hnavOrderId order) const { return get<hnavOrderState>(hnavWorld_GetOrder, order); }
  Result<std::vector<hnavOrderId>> orders() const { return all<hnavOrderId>(hnavWorld_GetOrders); }
  Result<std::vector<hnavVec2>> wayPoints(hnavOrderId order) const {
    return all<hnavVec2>(hnavWorld_GetWayPoints, order);
  }
  Result<std::vector<hnavUnitId>> orderUnits(hnavOrderId order) const {
    return all<hnavUnitId>(hnavWorld_GetOrderUnits, order);
  }
  Status stop(Span<const hnavUnitId> units) { return hnavWorld_Stop(id_, units.data(), units.count()); }
  Status hold(Span<const hnavUnitId> units) { return hnavWorld_Hold(id_, units.data(), units.count()); }
  Result<std::uint32_t> events(Span<hnavEvent> events) const {
    return get<std::uint32_t>(hnavWorld_GetEvents, events.data(), events.count());
  }
  Result<std::vector<hnavEvent>> events() const { return all<hnavEvent>(hnavWorld_GetEvents); }

  /* Groups and their fields. */
  Result<std::vector<hnavGroup>> groups() const { return all<hnavGroup>(hnavWorld_GetGroups); }
  Result<std::vector<hnavUnitId>> groupUnits(std::uint32_t group) const {
    return all<hnavUnitId>(hnavWorld_GetGroupUnits, group);
  }
  Result<std::vector<hnavVec2>> groupPath(std::uint32_t group) const {
    return all<hnavVec2>(hnavWorld_GetGroupPath, group);
  }
  Result<std::vector<float>> groupDensity(std::uint32_t group) const {
    return all<float>(hnavWorld_GetGroupDensity, group);
  }
  Status draw(const hnavDebugDraw& draw) const { return hnavWorld_Draw(id_, &draw); }

 private:
  /* Calls what writes one answer behind its arguments. */
  template <class T, class Call, class... Arguments>
  Result<T> get(Call call, Arguments... arguments) const {
    T answer{};
    const hnavResult code = call(id_, arguments..., &answer);
    return {code, std::move(answer)};
  }
  /* Calls what fills an array, until it is large enough. */
  template <class T, class Call, class... Arguments>
  Result<std::vector<T>> all(Call call, Arguments... arguments) const {
    std::vector<T> items;
    std::uint32_t count = 0;
    hnavResult code = call(id_, arguments..., items.data(), 0u, &count);
    while (code == HNAV_RESULT_MORE) {
      items.resize(count);
      code = call(id_, arguments..., items.data(), count, &count);
    }
    return {code, std::move(items)};
  }
  hnavWorldId id_{};
};

}  // namespace hnav

#endif
