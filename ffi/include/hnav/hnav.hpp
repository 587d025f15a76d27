/* hnav for C++17: a thin layer over hnav.h, header-only.
 *
 * - hnav::World owns a world and destroys it. It can be moved, not copied.
 * - Arrays are spans: anything contiguous converts to one (arrays, std::vector, std::array, std::span).
 * - Every call that can fail returns a Result: the code of the C call, the message, and the value. Nothing is thrown.
 *   Define HNAV_EXCEPTIONS before the include, and refused calls throw hnav::Error instead.
 * - Methods are those of hnav.h, in the same words; what they mean, their units, ranges and results stand there. Each is
 *   one call of the C library. Those that return a std::vector allocate it, and may call twice.
 * - A Result is true if there is an answer: HNAV_RESULT_NONE is false, and no refusal.
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

/* An allocator without functions, which are to be set. */
inline hnavAllocator allocator() { return hnavDefaultAllocator(); }
/* Has all memory of the library come from the caller's functions: the first call of all. */
inline Status setAllocator(const hnavAllocator& allocator) { return hnavSetAllocator(&allocator); }
/* Has a function of the caller told what is refused. */
inline void setLog(hnavLogFunction log, void* user) { hnavSetLog(log, user); }

/* The definition of a world between two corners, with its radius classes, in metres. */
inline hnavWorldDef worldDef(hnavVec2 lower, hnavVec2 upper, Span<const float> classRadii) {
  return hnavDefaultWorldDef(lower, upper, classRadii.data(), classRadii.count());
}
/* Parameters for people in cities and evacuations, for a definition of a world. */
inline hnavWorldParameters pedestrianParameters() { return hnavPedestrianParameters(); }
/* A movement kind to which all ground is alike. */
inline hnavMovementKind movementKind() { return hnavDefaultMovementKind(); }
/* A task system without functions, which are to be set. */
inline hnavTaskSystem taskSystem() { return hnavDefaultTaskSystem(); }
/* The definition of an order to a goal that units share. */
inline hnavOrderDef orderDef(hnavVec2 goal) { return hnavDefaultOrderDef(goal); }
/* A definition names arrays of its caller: they must live until the order was given. */
inline hnavOrderDef orderEachDef(Span<const hnavVec2> goals) {
  hnavOrderDef def = hnavDefaultOrderDef(hnavVec2{});
  def.goalKind = HNAV_GOAL_KIND_EACH;
  def.goals = goals.data();
  return def;
}
/* The definition of an order to follow a unit. */
inline hnavOrderDef orderUnitDef(hnavUnitId target) {
  hnavOrderDef def = hnavDefaultOrderDef(hnavVec2{});
  def.goalKind = HNAV_GOAL_KIND_UNIT;
  def.target = target;
  return def;
}
/* Round and round the way points and the goal, or to and fro: an hnavRepeat. */
inline hnavOrderDef orderPatrolDef(Span<const hnavVec2> wayPoints, hnavVec2 goal, std::int32_t repeat) {
  hnavOrderDef def = hnavDefaultOrderDef(goal);
  def.wayPoints = wayPoints.data();
  def.wayPointCount = wayPoints.count();
  def.repeat = repeat;
  return def;
}
/* A query about what is round a point, for a disc of a radius, within a distance; metres. */
inline hnavPointQuery pointQuery(hnavVec2 point, float radius, float within) {
  return hnavDefaultPointQuery(point, radius, within);
}
/* A polygon in somebody else's memory. */
inline hnavRing ring(Span<const hnavVec2> points) { return {points.data(), points.count()}; }
/* A polygon with its holes. */
inline hnavPolygon polygon(Span<const hnavVec2> border, Span<const hnavRing> holes = {}) {
  return {ring(border), holes.data(), holes.count()};
}
/* The definition of a link between two points, of a cost in metres. */
inline hnavLinkDef linkDef(hnavVec2 from, hnavVec2 to, float cost) { return hnavDefaultLinkDef(from, to, cost); }
/* The definition of an area of a kind and cost. */
inline hnavAreaDef areaDef(std::uint32_t kind, float cost) { return hnavDefaultAreaDef(kind, cost); }
/* The definition of an area of a kind where units are slower, and that costs as much more. */
inline hnavAreaDef slowAreaDef(std::uint32_t kind, float speed) { return hnavSlowAreaDef(kind, speed); }
/* The definition of a unit. */
inline hnavUnitDef unitDef(hnavVec2 position, float radius, float maxSpeed) {
  return hnavDefaultUnitDef(position, radius, maxSpeed);
}
/* A change of a unit that changes nothing. */
inline hnavUnitChange unitChange() { return hnavDefaultUnitChange(); }
/* The query for a path between two points, for a disc of a radius. */
inline hnavPathQuery pathQuery(hnavVec2 from, hnavVec2 to, float radius) {
  return hnavDefaultPathQuery(from, to, radius);
}
/* A drawing without functions, which are to be set. */
inline hnavDebugDraw debugDraw() { return hnavDefaultDebugDraw(); }
/* Columns of which everything is left out. */
inline hnavUnitColumns unitColumns() { return hnavDefaultUnitColumns(); }

/* A state of a world to go back to: World::saveState() makes it. */
class SavedState {
 public:
  /* No state; every call is refused. */
  SavedState() = default;
  /* Takes over a state of the C library. */
  explicit SavedState(hnavSavedStateId id) : id_(id) {}
  /* Destroys the state, if there is one. */
  ~SavedState() { reset(); }
  /* Takes over the state of another one, which has none then. */
  SavedState(SavedState&& other) noexcept : id_(std::exchange(other.id_, hnavSavedStateId{})) {}
  /* Destroys its own state, and takes over that of another one. */
  SavedState& operator=(SavedState&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, hnavSavedStateId{});
    }
    return *this;
  }
  /* Destroys it now. */
  void reset() {
    if (id_ != hnavSavedStateId{}) static_cast<void>(hnavDestroySavedState(id_));
    id_ = hnavSavedStateId{};
  }
  /* For calls of the C library. */
  hnavSavedStateId id() const { return id_; }
  /* Returns whether there is such a state. */
  bool isValid() const { return hnavSavedState_IsValid(id_); }
  /* Returns how many steps its world had done. */
  Result<std::uint64_t> tickCount() const {
    std::uint64_t ticks = 0;
    const hnavResult code = hnavSavedState_GetTickCount(id_, &ticks);
    return {code, ticks};
  }

 private:
  hnavSavedStateId id_{};
};

/* A world. */
class World {
 public:
  /* So many points of a path are found with one search. */
  static constexpr std::uint32_t PATH_POINTS = 1024;

  /* No world; every call is refused. */
  World() = default;
  /* Destroys the world, if there is one. */
  ~World() { reset(); }
  /* Takes over the world of another one, which has none then. */
  World(World&& other) noexcept : id_(std::exchange(other.id_, hnavWorldId{})) {}
  /* Destroys its own world, and takes over that of another one. */
  World& operator=(World&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, hnavWorldId{});
    }
    return *this;
  }

  /* Makes a world; hnavCreateWorld(). */
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
  /* Returns whether there is such a world. */
  bool isValid() const { return hnavWorld_IsValid(id_); }

  /* Moves the world on by one tick, in seconds. */
  Status step(float seconds) { return hnavWorld_Step(id_, seconds); }
  /* Returns how many steps were done. */
  Result<std::uint64_t> tickCount() const { return get<std::uint64_t>(hnavWorld_GetTickCount); }
  /* Returns a hash of the state: equal worlds have equal ones. */
  Result<std::uint64_t> stateHash() const { return get<std::uint64_t>(hnavWorld_GetStateHash); }
  /* Returns where the time of the last step went. */
  Result<std::vector<hnavPhase>> profile() const { return all<hnavPhase>(hnavWorld_GetProfile); }
  /* Returns the world as bytes. */
  Result<std::vector<std::uint8_t>> save() const { return all<std::uint8_t>(hnavWorld_Save); }
  /* Puts a saved world in the place of this one. */
  Status load(Span<const std::uint8_t> bytes) { return hnavWorld_Load(id_, bytes.data(), bytes.count()); }
  /* Saves the state that the world is in, to go back to with restoreState(). */
  Result<SavedState> saveState() const {
    hnavSavedStateId state{};
    const hnavResult code = hnavWorld_SaveState(id_, &state);
    return {code, SavedState(state)};
  }
  /* Saves the state that the world is in over an older one, in the memory of that. */
  Status saveStateInto(SavedState& state) const { return hnavWorld_SaveStateInto(id_, state.id()); }
  /* Goes back to a saved state, or on to a later one. */
  Status restoreState(const SavedState& state) { return hnavWorld_RestoreState(id_, state.id()); }
  /* Begins to record the world and all calls that change it. */
  Status startRecording(hnavWriteRecording write, void* user = nullptr) {
    return hnavWorld_StartRecording(id_, write, user);
  }
  /* Writes the rest of the recording and ends it. */
  Status stopRecording() { return hnavWorld_StopRecording(id_); }
  /* Puts the world with which a recording begins in the place of this one: see replayStep(). */
  Status loadRecording(Span<const std::uint8_t> bytes) {
    return hnavWorld_LoadRecording(id_, bytes.data(), bytes.count());
  }
  /* Does what was recorded up to the next step, and that step. Returns whether there was one. */
  Result<bool> replayStep() { return get<bool>(hnavWorld_ReplayStep); }

  /* Returns what the last step did, in numbers. */
  Result<hnavCounters> counters() const { return get<hnavCounters>(hnavWorld_GetCounters); }
  /* Returns how many bytes the world takes. */
  Result<hnavMemory> memory() const { return get<hnavMemory>(hnavWorld_GetMemory); }
  /* Returns what the world was made from. */
  Result<hnavWorldDef> def() const { return get<hnavWorldDef>(hnavWorld_GetDef); }
  /* Returns the movement kinds of the world. */
  Result<std::vector<hnavMovementKind>> movementKinds() const {
    return all<hnavMovementKind>(hnavWorld_GetMovementKinds);
  }
  /* Gets all plans done that are under way. */
  Status finishPlans() { return hnavWorld_FinishPlans(id_); }
  /* Has an engine's threads help with steps. */
  Status setTaskSystem(const hnavTaskSystem& system) { return hnavWorld_SetTaskSystem(id_, &system); }
  /* Has so many threads of the library help with steps. */
  Status setThreads(std::uint32_t workerCount) { return hnavWorld_SetThreads(id_, workerCount); }

  /* The ground. */

  /* Adds an obstacle of any form. */
  Result<hnavObstacleId> addOutline(Span<const hnavVec2> outline) {
    return get<hnavObstacleId>(hnavWorld_AddOutline, outline.data(), outline.count());
  }
  /* Adds an obstacle with holes, or in several parts. */
  Result<hnavObstacleId> addPolygons(Span<const hnavPolygon> polygons) {
    return get<hnavObstacleId>(hnavWorld_AddPolygons, polygons.data(), polygons.count());
  }
  /* Gives an obstacle another convex outline. */
  Status moveObstacle(hnavObstacleId obstacle, Span<const hnavVec2> outline) {
    return hnavWorld_MoveObstacle(id_, obstacle, outline.data(), outline.count());
  }
  /* Adds ground of a kind (0 to 15), a metre of which costs so many metres. */
  Result<hnavAreaId> addArea(Span<const hnavVec2> outline, std::uint32_t kind, float cost) {
    return get<hnavAreaId>(hnavWorld_AddArea, outline.data(), outline.count(), kind, cost);
  }
  /* Adds ground with holes, or in several parts. */
  Result<hnavAreaId> addAreaPolygons(Span<const hnavPolygon> polygons, std::uint32_t kind, float cost) {
    return get<hnavAreaId>(hnavWorld_AddAreaPolygons, polygons.data(), polygons.count(), kind, cost);
  }
  /* Adds an area of polygons, with what a definition says of it. */
  Result<hnavAreaId> addArea(const hnavAreaDef& def, Span<const hnavPolygon> polygons) {
    return get<hnavAreaId>(hnavWorld_AddAreaOf, &def, polygons.data(), polygons.count());
  }
  /* Removes an area. */
  Status removeArea(hnavAreaId area) { return hnavWorld_RemoveArea(id_, area); }
  /* Adds a link: a way where no ground is. */
  Result<hnavLinkId> addLink(const hnavLinkDef& def) { return get<hnavLinkId>(hnavWorld_AddLink, &def); }
  /* Removes a link. */
  Status removeLink(hnavLinkId link) { return hnavWorld_RemoveLink(id_, link); }
  /* Returns what a link was made from. */
  Result<hnavLinkDef> link(hnavLinkId link) const { return get<hnavLinkDef>(hnavWorld_GetLink, link); }
  /* Returns all obstacles. */
  Result<std::vector<hnavObstacleId>> obstacles() const { return all<hnavObstacleId>(hnavWorld_GetObstacles); }
  /* Returns all areas. */
  Result<std::vector<hnavAreaId>> areas() const { return all<hnavAreaId>(hnavWorld_GetAreas); }
  /* Returns all links. */
  Result<std::vector<hnavLinkId>> links() const { return all<hnavLinkId>(hnavWorld_GetLinks); }
  /* Returns the points of an obstacle's outline, ring after ring. */
  Result<std::vector<hnavVec2>> obstaclePoints(hnavObstacleId obstacle) const {
    return all<hnavVec2>(hnavWorld_GetObstaclePoints, obstacle);
  }
  /* Returns the rings of an obstacle's outline. */
  Result<std::vector<hnavRingInfo>> obstacleRings(hnavObstacleId obstacle) const {
    return all<hnavRingInfo>(hnavWorld_GetObstacleRings, obstacle);
  }
  /* Returns what the ground in an area is like. */
  Result<hnavAreaState> area(hnavAreaId area) const { return get<hnavAreaState>(hnavWorld_GetArea, area); }
  /* Returns the points of an area's outline, ring after ring. */
  Result<std::vector<hnavVec2>> areaPoints(hnavAreaId area) const {
    return all<hnavVec2>(hnavWorld_GetAreaPoints, area);
  }
  /* Returns the rings of an area's outline. */
  Result<std::vector<hnavRingInfo>> areaRings(hnavAreaId area) const {
    return all<hnavRingInfo>(hnavWorld_GetAreaRings, area);
  }
  /* Returns the points of what is walkable, ring after ring; none: all of the bounds. */
  Result<std::vector<hnavVec2>> walkablePoints() const { return all<hnavVec2>(hnavWorld_GetWalkablePoints); }
  /* Returns the rings of what is walkable. */
  Result<std::vector<hnavRingInfo>> walkableRings() const { return all<hnavRingInfo>(hnavWorld_GetWalkableRings); }
  /* Returns the heights of the ground, row by row, and writes where they lie; HNAV_RESULT_NONE if it is flat. */
  Result<std::vector<float>> heights(hnavHeightGridInfo& info) const {
    return all<float>(hnavWorld_GetHeights, &info);
  }
  /* Returns all discomforts that are not over. */
  Result<std::vector<hnavDiscomfortId>> discomforts() const {
    return all<hnavDiscomfortId>(hnavWorld_GetDiscomforts);
  }
  /* Returns a discomfort, as it was added. */
  Result<hnavDiscomfortState> discomfort(hnavDiscomfortId discomfort) const {
    return get<hnavDiscomfortState>(hnavWorld_GetDiscomfort, discomfort);
  }
  /* Says how high the ground lies, row by row, in metres. */
  Status setHeights(hnavVec2 lower, float spacing, std::uint32_t columns, Span<const float> heights) {
    return hnavWorld_SetHeights(id_, lower, spacing, columns, heights.data(), heights.count());
  }
  /* Returns how high the ground lies at a point, in metres. */
  Result<float> height(hnavVec2 point) const { return get<float>(hnavWorld_GetHeight, point); }
  /* Adds a disc of ground that groups shun for a time. */
  Result<hnavDiscomfortId> addDiscomfort(hnavVec2 center, float radius, float amount, float seconds) {
    return get<hnavDiscomfortId>(hnavWorld_AddDiscomfort, center, radius, amount, seconds);
  }
  /* Removes a discomfort before it is over. */
  Status removeDiscomfort(hnavDiscomfortId discomfort) { return hnavWorld_RemoveDiscomfort(id_, discomfort); }
  /* Returns whether a discomfort is there, and not over. */
  bool isDiscomfortValid(hnavDiscomfortId discomfort) const {
    return hnavWorld_IsDiscomfortValid(id_, discomfort);
  }
  /* Adds a convex obstacle. */
  Result<hnavObstacleId> addObstacle(Span<const hnavVec2> outline) {
    return get<hnavObstacleId>(hnavWorld_AddObstacle, outline.data(), outline.count());
  }
  /* Removes an obstacle. */
  Status removeObstacle(hnavObstacleId obstacle) { return hnavWorld_RemoveObstacle(id_, obstacle); }
  /* Has staged edits take effect now, not with the next step. */
  Status commit() { return hnavWorld_Commit(id_); }

  /* Questions: many threads may ask, while no call changes the world. */

  /* Finds a path into the caller's points; returns how many points it has, which may be more than fit. */
  Result<std::uint32_t> findPath(const hnavPathQuery& query, Span<hnavVec2> points, hnavPathInfo* info = nullptr) const {
    std::uint32_t count = 0;
    const hnavResult code = hnavWorld_FindPath(id_, &query, points.data(), points.count(), &count, info);
    return {code, count};
  }
  /* Finds a path. It is searched once, and again only if it has more than PATH_POINTS points. */
  Result<std::vector<hnavVec2>> findPath(const hnavPathQuery& query, hnavPathInfo* info = nullptr) const {
    std::vector<hnavVec2> points(PATH_POINTS);
    std::uint32_t count = 0;
    hnavResult code = hnavWorld_FindPath(id_, &query, points.data(), PATH_POINTS, &count, info);
    if (code == HNAV_RESULT_MORE) {
      points.resize(count);
      code = hnavWorld_FindPath(id_, &query, points.data(), count, &count, info);
    }
    points.resize(code < 0 ? 0 : count);
    return {code, std::move(points)};
  }
  /* Returns which legs of a path are links: the path is searched again. */
  Result<std::vector<hnavPathLink>> findPathLinks(const hnavPathQuery& query) const {
    return all<hnavPathLink>(hnavWorld_FindPathLinks, &query);
  }
  /* Returns whether a disc may stand at a point. */
  Result<bool> isFree(hnavVec2 point, float radius, std::uint32_t movementKind = 0) const {
    return get<bool>(hnavWorld_IsFree, point, radius, movementKind);
  }
  /* Returns the nearest point where a disc may stand. */
  Result<hnavVec2> findNearest(hnavVec2 point, float radius, float within, std::uint32_t movementKind = 0) const {
    return get<hnavVec2>(hnavWorld_FindNearest, point, radius, movementKind, within);
  }
  /* Returns where a disc that goes straight meets a wall. */
  Result<hnavRayHit> castRay(hnavVec2 from, hnavVec2 to, float radius, std::uint32_t movementKind = 0) const {
    return get<hnavRayHit>(hnavWorld_CastRay, from, to, radius, movementKind);
  }
  /* Returns where a disc gets that goes towards a point and slides along walls. */
  Result<hnavVec2> slide(hnavVec2 from, hnavVec2 to, float radius, std::uint32_t movementKind = 0) const {
    return get<hnavVec2>(hnavWorld_Slide, from, to, radius, movementKind);
  }
  /* Returns whether a way leads from one point to another. */
  Result<bool> isReachable(hnavVec2 from, hnavVec2 to, float radius, std::uint32_t movementKind = 0) const {
    return get<bool>(hnavWorld_IsReachable, from, to, radius, movementKind);
  }
  /* Returns the walls near a point, two points each. */
  Result<std::vector<hnavVec2>> findWalls(const hnavPointQuery& query) const {
    return all<hnavVec2>(hnavWorld_FindWalls, &query);
  }
  /* Returns a free point near another one, by two random numbers from 0 up to 1. */
  Result<hnavVec2> findRandomPoint(const hnavPointQuery& query, double randomA, double randomB) const {
    return get<hnavVec2>(hnavWorld_FindRandomPoint, &query, randomA, randomB);
  }
  /* Returns whether an obstacle would cut two points apart. */
  Result<bool> wouldBlock(Span<const hnavVec2> outline, const hnavPathQuery& query) const {
    return get<bool>(hnavWorld_WouldBlock, outline.data(), outline.count(), &query);
  }

  /* Units. */

  /* Adds units, all or none; their handles are written to `units`. */
  Status createUnits(Span<const hnavUnitDef> defs, Span<hnavUnitId> units) {
    return hnavWorld_CreateUnits(id_, defs.data(), defs.count(), units.size() < defs.size() ? nullptr : units.data());
  }
  /* Adds units, all or none; returns their handles. */
  Result<std::vector<hnavUnitId>> createUnits(Span<const hnavUnitDef> defs) {
    std::vector<hnavUnitId> units(defs.size());
    const hnavResult code = hnavWorld_CreateUnits(id_, defs.data(), defs.count(), units.data());
    return {code, std::move(units)};
  }
  /* Adds a unit. */
  Result<hnavUnitId> createUnit(const hnavUnitDef& def) {
    return get<hnavUnitId>(hnavWorld_CreateUnits, &def, 1u);
  }
  /* Removes units, all or none. */
  Status destroyUnits(Span<const hnavUnitId> units) {
    return hnavWorld_DestroyUnits(id_, units.data(), units.count());
  }
  /* Returns whether there is such a unit. */
  bool isUnitValid(hnavUnitId unit) const { return hnavWorld_IsUnitValid(id_, unit); }
  /* Returns all units. */
  Result<std::vector<hnavUnitId>> units() const { return all<hnavUnitId>(hnavWorld_GetUnits); }
  /* Returns everything about units. */
  Result<std::vector<hnavUnitState>> unitStates(Span<const hnavUnitId> units) const {
    std::vector<hnavUnitState> states(units.size());
    const hnavResult code = hnavWorld_GetUnitStates(id_, units.data(), units.count(), states.data());
    return {code, std::move(states)};
  }
  /* Returns everything about a unit. */
  Result<hnavUnitState> unitState(hnavUnitId unit) const {
    return get<hnavUnitState>(hnavWorld_GetUnitStates, &unit, 1u);
  }
  /* Changes units under way, all or none. */
  Status setUnits(Span<const hnavUnitId> units, Span<const hnavUnitChange> changes) {
    const hnavUnitChange* data = changes.size() < units.size() ? nullptr : changes.data();
    return hnavWorld_SetUnits(id_, units.data(), data, units.count());
  }
  /* Changes a unit under way. */
  Status setUnit(hnavUnitId unit, const hnavUnitChange& change) { return hnavWorld_SetUnits(id_, &unit, &change, 1); }
  /* Writes a few numbers of many units straight into the caller's memory. */
  Status readUnits(Span<const hnavUnitId> units, const hnavUnitColumns& columns) const {
    return hnavWorld_ReadUnits(id_, units.data(), units.count(), &columns);
  }
  /* Says where units are that the engine moves, and their velocities. */
  Status setMotions(Span<const hnavUnitId> units, ReadColumn positions, ReadColumn velocities) {
    return hnavWorld_SetMotions(id_, units.data(), units.count(), positions, velocities);
  }

  /* Puts a unit elsewhere, at rest. */
  Status teleport(hnavUnitId unit, hnavVec2 position) { return hnavWorld_Teleport(id_, unit, position); }
  /* Returns the units whose centres are in a box. */
  Result<std::vector<hnavUnitId>> findUnitsInBox(hnavVec2 lower, hnavVec2 upper) const {
    return all<hnavUnitId>(hnavWorld_FindUnitsInBox, lower, upper);
  }
  /* Returns the units whose centres are in a circle. */
  Result<std::vector<hnavUnitId>> findUnitsInCircle(hnavVec2 center, float radius) const {
    return all<hnavUnitId>(hnavWorld_FindUnitsInCircle, center, radius);
  }
  /* Returns the unit nearest to a point, of a team if one is given; HNAV_RESULT_NONE if none is near. */
  Result<hnavUnitId> findNearestUnit(hnavVec2 point, float within, const std::uint32_t* team = nullptr) const {
    return get<hnavUnitId>(hnavWorld_FindNearestUnit, point, within, team);
  }

  /* What is kept with things. */

  /* Keeps a number with a unit. */
  Status setUserData(hnavUnitId unit, std::uint64_t data) { return hnavWorld_SetUnitUserData(id_, unit, data); }
  /* Keeps a number with an obstacle. */
  Status setUserData(hnavObstacleId obstacle, std::uint64_t data) {
    return hnavWorld_SetObstacleUserData(id_, obstacle, data);
  }
  /* Keeps a number with an order. */
  Status setUserData(hnavOrderId order, std::uint64_t data) { return hnavWorld_SetOrderUserData(id_, order, data); }
  /* Keeps a number with an area. */
  Status setUserData(hnavAreaId area, std::uint64_t data) { return hnavWorld_SetAreaUserData(id_, area, data); }
  /* Keeps a number with a link. */
  Status setUserData(hnavLinkId link, std::uint64_t data) { return hnavWorld_SetLinkUserData(id_, link, data); }
  /* Returns what is kept with an area. */
  Result<std::uint64_t> userData(hnavAreaId area) const { return get<std::uint64_t>(hnavWorld_GetAreaUserData, area); }
  /* Returns what is kept with a link. */
  Result<std::uint64_t> userData(hnavLinkId link) const { return get<std::uint64_t>(hnavWorld_GetLinkUserData, link); }
  /* Returns what is kept with a unit. */
  Result<std::uint64_t> userData(hnavUnitId unit) const { return get<std::uint64_t>(hnavWorld_GetUnitUserData, unit); }
  /* Returns what is kept with an obstacle. */
  Result<std::uint64_t> userData(hnavObstacleId obstacle) const {
    return get<std::uint64_t>(hnavWorld_GetObstacleUserData, obstacle);
  }
  /* Returns what is kept with an order. */
  Result<std::uint64_t> userData(hnavOrderId order) const {
    return get<std::uint64_t>(hnavWorld_GetOrderUserData, order);
  }

  /* Where the world lies. */

  /* Says where the world lies in the game's coordinates, in whole tiles. */
  Status setOrigin(std::int64_t tilesX, std::int64_t tilesY) { return hnavWorld_SetOrigin(id_, tilesX, tilesY); }
  /* Writes where the world lies in the game's coordinates, in whole tiles. */
  Status origin(std::int64_t& tilesX, std::int64_t& tilesY) const {
    return hnavWorld_GetOrigin(id_, &tilesX, &tilesY);
  }
  /* Writes a point of the world in the game's coordinates. */
  Status toGame(hnavVec2 point, double& x, double& y) const { return hnavWorld_ToGame(id_, point, &x, &y); }
  /* Returns a point of the game's coordinates in those of the world. */
  Result<hnavVec2> fromGame(double x, double y) const { return get<hnavVec2>(hnavWorld_FromGame, x, y); }

  /* Why, and what if. */

  /* Returns why a unit does what it does. */
  Result<hnavReasons> explain(hnavUnitId unit) const { return get<hnavReasons>(hnavWorld_Explain, unit); }
  /* Returns why a unit does what it does, as English text. */
  Result<std::string> explainInWords(hnavUnitId unit) const {
    auto text = all<char>(hnavWorld_ExplainInWords, unit);
    return {text.code(), (*text).empty() ? std::string() : std::string((*text).data())};
  }
  /* Returns the way that a unit is expected to take to its place. */
  Result<std::vector<hnavVec2>> expectedWay(hnavUnitId unit) const {
    return all<hnavVec2>(hnavWorld_GetExpectedWay, unit);
  }
  /* Returns all narrow passages, and what happens in them. */
  Result<std::vector<hnavPassage>> passages() const { return all<hnavPassage>(hnavWorld_GetPassages); }
  /* Returns the units whose way leads through a passage before any other, by its index in `passages()`. */
  Result<std::vector<hnavPassageUser>> passageUsers(uint32_t passage) const {
    return all<hnavPassageUser>(hnavWorld_GetPassageUsers, passage);
  }
  /* Returns the gates of a passage, two points each. */
  Result<std::vector<hnavVec2>> passageGates(uint32_t passage) const {
    return all<hnavVec2>(hnavWorld_GetPassageGates, passage);
  }
  /* Returns the way that a unit would take to a goal. */
  Result<std::vector<hnavVec2>> preview(hnavUnitId unit, hnavVec2 goal) const {
    return all<hnavVec2>(hnavWorld_Preview, unit, goal);
  }

  /* Orders and what comes of them. */

  /* Sends units to a goal that they share. */
  Result<hnavOrderId> orderPoint(Span<const hnavUnitId> units, hnavVec2 goal) {
    return get<hnavOrderId>(hnavWorld_OrderPoint, units.data(), units.count(), goal);
  }
  /* Sends each unit to a goal of its own. */
  Result<hnavOrderId> orderEach(Span<const hnavUnitId> units, Span<const hnavVec2> goals) {
    const hnavVec2* data = goals.size() < units.size() ? nullptr : goals.data();
    return get<hnavOrderId>(hnavWorld_OrderEach, units.data(), data, units.count());
  }
  /* Sends units by a definition that says more. */
  Result<hnavOrderId> giveOrder(Span<const hnavUnitId> units, const hnavOrderDef& def) {
    return get<hnavOrderId>(hnavWorld_GiveOrder, units.data(), units.count(), &def);
  }
  /* Has units follow an order that others have. */
  Status joinOrder(hnavOrderId order, Span<const hnavUnitId> units) {
    return hnavWorld_JoinOrder(id_, order, units.data(), units.count());
  }
  /* Gives an order another goal. */
  Status moveGoal(hnavOrderId order, hnavVec2 goal) { return hnavWorld_MoveGoal(id_, order, goal); }
  /* Has an order go on to another goal after its own. */
  Status appendGoal(hnavOrderId order, hnavVec2 goal) { return hnavWorld_AppendGoal(id_, order, goal); }
  /* Returns what an order is and how it stands. */
  Result<hnavOrderState> order(hnavOrderId order) const { return get<hnavOrderState>(hnavWorld_GetOrder, order); }
  /* Returns all orders. */
  Result<std::vector<hnavOrderId>> orders() const { return all<hnavOrderId>(hnavWorld_GetOrders); }
  /* Returns the way points of an order. */
  Result<std::vector<hnavVec2>> wayPoints(hnavOrderId order) const {
    return all<hnavVec2>(hnavWorld_GetWayPoints, order);
  }
  /* Returns where each unit of an order stands in its formation, seen from the goal. */
  Result<std::vector<hnavVec2>> offsets(hnavOrderId order) const {
    return all<hnavVec2>(hnavWorld_GetOffsets, order);
  }
  /* Returns the units that have an order. */
  Result<std::vector<hnavUnitId>> orderUnits(hnavOrderId order) const {
    return all<hnavUnitId>(hnavWorld_GetOrderUnits, order);
  }
  /* Takes the orders of units away. */
  Status stop(Span<const hnavUnitId> units) { return hnavWorld_Stop(id_, units.data(), units.count()); }
  /* Has units hold their positions. */
  Status hold(Span<const hnavUnitId> units) { return hnavWorld_Hold(id_, units.data(), units.count()); }
  /* Writes what happened in the last step to the caller's events; returns how many there are. */
  Result<std::uint32_t> events(Span<hnavEvent> events) const {
    return get<std::uint32_t>(hnavWorld_GetEvents, events.data(), events.count());
  }
  /* Returns what happened in the last step. */
  Result<std::vector<hnavEvent>> events() const { return all<hnavEvent>(hnavWorld_GetEvents); }

  /* Groups and their fields. */

  /* Returns the groups as of the last step. */
  Result<std::vector<hnavGroup>> groups() const { return all<hnavGroup>(hnavWorld_GetGroups); }
  /* Returns the units of a group. */
  Result<std::vector<hnavUnitId>> groupUnits(std::uint32_t group) const {
    return all<hnavUnitId>(hnavWorld_GetGroupUnits, group);
  }
  /* Returns the way of a group's leader. */
  Result<std::vector<hnavVec2>> groupPath(std::uint32_t group) const {
    return all<hnavVec2>(hnavWorld_GetGroupPath, group);
  }
  /* Returns how dense the crowd is in the cells of a group's window. */
  Result<std::vector<float>> groupDensity(std::uint32_t group) const {
    return all<float>(hnavWorld_GetGroupDensity, group);
  }
  /* Has the caller's functions draw the world. */
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
