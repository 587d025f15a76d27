// What hnav.hpp adds to the C library: results that are true only with an answer, columns of any data, a path found once.
#include <hnav/hnav.h>

static int searches = 0;

static hnavResult countedPath(hnavWorldId world, const hnavPathQuery* query, hnavVec2* points, uint32_t capacity,
                              uint32_t* count, hnavPathInfo* info) {
  ++searches;
  return hnavWorld_FindPath(world, query, points, capacity, count, info);
}
#define hnavWorld_FindPath countedPath
#include <hnav/hnav.hpp>

#include "expect.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

void results(const hnav::World& world) {
  const auto free = world.findNearest({8, 8}, 0.5f, 1);
  expect(free && free.code() == HNAV_RESULT_OK, "a free point is near");
  const auto none = world.findNearestUnit({12, 12}, 0.5f);
  expect(!none && none.code() == HNAV_RESULT_NONE && none.message()[0] == '\0', "no unit is near, and nothing is refused");
  expect(!world.findNearest({80, 80}, 0.5f, 1), "nothing is free out there");
  expect(!world.unitState({}), "no unit is refused");
}

void paths(hnav::World& world) {
  const hnavVec2 wall[] = {{8, 0}, {9, 0}, {9, 12}, {8, 12}};
  const hnavObstacleId obstacle = *world.addObstacle(wall);
  expect(static_cast<bool>(world.commit()), "the wall stands");
  hnavPathInfo info{};
  const auto path = world.findPath(hnav::pathQuery({4, 4}, {12, 4}, 0.5f), &info);
  expect(path && searches == 1, "one search is enough");
  expect((*path).size() >= 3 && (*path).front() == hnavVec2{4, 4} && (*path).back() == hnavVec2{12, 4}, "round the wall");
  expect(info.length > 16, "its length is told");
  const auto refused = world.findPath(hnav::pathQuery({4, 4}, {40, 4}, 0.5f));
  expect(!refused && (*refused).empty() && searches == 2, "there is no path to a point outside");
  hnavVec2 first[1];
  const auto part = world.findPath(hnav::pathQuery({4, 4}, {12, 4}, 0.5f), first);
  expect(part && part.code() == HNAV_RESULT_MORE && *part == (*path).size(), "a part of a path is an answer");
  expect(static_cast<bool>(world.removeObstacle(obstacle)), "the wall goes");
}

void readBack(hnav::World& world) {
  const hnavVec2 outline[] = {{10, 2}, {12, 2}, {12, 4}, {11, 3}, {10, 4}};
  const hnavObstacleId obstacle = *world.addOutline(outline);
  const auto points = world.obstaclePoints(obstacle);
  expect(points && (*points).size() == 5 && (*points)[3] == outline[3], "an outline");
  expect((*world.obstacleRings(obstacle)).size() == 1, "of one ring");
  const hnavAreaId area = *world.addArea(outline, 2, 3);
  expect(world.area(area)->kind == 2 && world.area(area)->cost == 3, "an area");
  expect((*world.areaPoints(area)).size() == 5 && (*world.areaRings(area)).size() == 1, "and its outline");
  expect((*world.walkablePoints()).empty() && (*world.walkableRings()).empty(), "all is walkable");
  hnavHeightGridInfo info{};
  expect(!world.heights(info), "the ground is flat");
  const float heights[] = {0, 1, 2, 3};
  expect(world.setHeights({1, 1}, 4, 2, heights) && (*world.heights(info)).size() == 4 && info.columns == 2, "it is not");
  const hnavDiscomfortId fire = *world.addDiscomfort({5, 5}, 2, 3, 4);
  expect((*world.discomforts())[0] == fire && world.discomfort(fire)->amount == 3, "a fire");
  expect(world.removeObstacle(obstacle) && !world.obstaclePoints(obstacle), "what is removed is not read");
  expect(world.removeArea(area) && world.removeDiscomfort(fire) && world.setHeights({1, 1}, 4, 2, {}), "all goes");
}

void changes(hnav::World& world) {
  const hnavUnitId units[] = {*world.createUnit(hnav::unitDef({2, 2}, 0.5f, 1)), *world.createUnit(hnav::unitDef({4, 2}, 0.5f, 1))};
  hnavUnitChange faster = hnav::unitChange();
  faster.fields = HNAV_UNIT_FIELD_MAX_SPEED | HNAV_UNIT_FIELD_USER_DATA;
  faster.maxSpeed = 3;
  faster.userData = 7;
  expect(world.setUnit(units[0], faster) && world.unitState(units[0])->maxSpeed == 3, "a unit is faster");
  const hnavUnitChange both[] = {hnav::unitChange(), faster};
  expect(world.setUnits(units, both) && *world.userData(units[1]) == 7, "both are changed");
  faster.maxSpeed = -1;
  expect(!world.setUnit(units[0], faster), "no unit goes backwards");
  expect(!world.setUnits(units, {&faster, 1}), "each unit needs a change");
  expect(static_cast<bool>(world.destroyUnits(units)), "they go");
}

void columns(hnav::World& world) {
  hnavUnitDef def = hnav::unitDef({4, 4}, 0.5f, 1);
  def.driver = HNAV_DRIVER_ENGINE;
  const hnavUnitId unit = *world.createUnit(def);
  hnavVec2 at = {5, 5}, speed = {1, 0};
  const auto position = [&] { return world.unitState(unit)->position; };
  expect(world.setMotions({&unit, 1}, hnav::column(&at), hnav::column(&speed)) && position() == at, "data that may be written");
  const hnavVec2 there = {6, 6};
  expect(world.setMotions({&unit, 1}, hnav::column(&there), hnav::column(&speed)) && position() == there, "one of each");
  float xs[] = {7}, ys[] = {3};
  const hnav::Status both = world.setMotions({&unit, 1}, hnav::column(xs, ys), {&speed.x, &speed.y, sizeof speed});
  expect(static_cast<bool>(both), "two arrays, and numbers");
  expect(position() == hnavVec2{7, 3}, "it is there");
  expect(static_cast<bool>(world.destroyUnits({&unit, 1})), "it goes");
}

void rollback(hnav::World& world) {
  const hnavUnitId unit = *world.createUnit(hnav::unitDef({2, 8}, 0.5f, 1));
  expect(static_cast<bool>(world.giveOrder({&unit, 1}, hnav::orderDef({14, 8}))), "a unit is ordered");
  hnav::Result<hnav::SavedState> made = world.saveState();
  expect(made && made->isValid() && *made->tickCount() == *world.tickCount(), "a state is saved");
  hnav::SavedState state = std::move(*made);
  expect(state.isValid() && !made->isValid(), "it is moved");
  expect(world.step(0.1f) && world.saveStateInto(state) && world.step(0.1f), "it is saved over");
  const std::uint64_t hash = *world.stateHash();
  expect(world.step(0.1f) && world.restoreState(state) && world.step(0.1f), "the world goes back");
  expect(*world.stateHash() == hash, "and on, as before");
  const hnavSavedStateId id = state.id();
  state = hnav::SavedState();
  expect(!hnavSavedState_IsValid(id) && !world.restoreState(state), "it is destroyed");
  expect(static_cast<bool>(world.destroyUnits({&unit, 1})), "the unit goes");
}

}  // namespace

int main() {
  const hnavAllocator allocator = hnav::allocator();
  expect(allocator.structSize == sizeof allocator && allocator.allocate == nullptr, "functions are to be set");
  const std::array<float, 1> radii = {0.5f};
  hnav::Result<hnav::World> world = hnav::World::create(hnav::worldDef({0, 0}, {16, 16}, radii));
  expect(static_cast<bool>(world), "a world");
  results(*world);
  paths(*world);
  readBack(*world);
  changes(*world);
  columns(*world);
  rollback(*world);
  std::printf("%d failures\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
