// With HNAV_EXCEPTIONS refused calls throw, with code and message; without it nothing is thrown.
#define HNAV_EXCEPTIONS
#include <hnav/hnav.hpp>

#include "expect.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

// What is taken from a result that goes at once must not lie in it.
static_assert(std::is_same_v<decltype(*std::declval<hnav::Result<int>>()), int>);

namespace {

// A call that must throw this, with a message that speaks of a word.
template <class Call>
void refused(hnavResult code, const char* word, Call call) {
  try {
    static_cast<void>(call());
    expect(false, word);
  } catch (const hnav::Error& error) {
    expect(error.code() == code, error.what());
    expect(std::strstr(error.what(), word) != nullptr, error.what());
  }
}

}  // namespace

int main() {
  const std::array<float, 1> radii = {0.5f};
  hnavWorldDef def = hnav::worldDef({0, 0}, {16, 16}, radii);
  hnav::World world = *hnav::World::create(def);
  const hnavUnitDef unitDef = hnav::unitDef({4, 4}, 0.5f, 1);
  const hnavUnitId unit = *world.createUnit(unitDef);
  const hnavUnitId units[] = {unit};
  for (hnavUnitId found : *world.units()) expect(found == unit, "the unit of a result that is gone");
  def.classCount = 0;

  refused(HNAV_RESULT_OUT_OF_RANGE, "classes", [&] { return hnav::World::create(def); });
  refused(HNAV_RESULT_OUTSIDE, "goal", [&] { return world.orderPoint(units, {40, 4}); });
  refused(HNAV_RESULT_OUT_OF_RANGE, "tick", [&] { return world.step(7); });
  refused(HNAV_RESULT_STALE_HANDLE, "null", [&] { return world.unitState({}); });
  refused(HNAV_RESULT_STALE_HANDLE, "null", [&] { return hnav::World().step(0.1f); });
  refused(HNAV_RESULT_OUTSIDE, "goal", [&] { return world.findPath(hnav::pathQuery({4, 4}, {40, 4}, 0.5f)); });

  // What is not refused throws nothing: neither does a partial path, nor that there is nothing.
  const hnavVec2 wall[] = {{8, 0}, {9, 0}, {9, 16}, {8, 16}};
  const hnavObstacleId obstacle = *world.addObstacle(wall);
  hnavPathQuery query = hnav::pathQuery({4, 4}, {12, 4}, 0.5f);
  query.partial = 1;
  expect(world.findPath(query).code() == HNAV_RESULT_PARTIAL, "a partial path");
  expect(world.findNearestUnit({12, 12}, 0.5f).code() == HNAV_RESULT_NONE, "no unit is near");
  world.removeObstacle(obstacle);
  const hnavVec2 before[] = {{4, 12}};
  hnavOrderDef order = hnav::orderDef({12, 12});
  order.wayPoints = before;
  order.wayPointCount = 1;
  const hnavOrderId given = *world.giveOrder(units, order);
  expect(world.order(given)->wayPointCount == 1 && (*world.wayPoints(given))[0] == before[0], "the order is known");
  world.appendGoal(given, {4, 4});
  expect((*world.wayPoints(given)).size() == 2 && (*world.orderUnits(given))[0] == unit, "it goes on");
  world.step(0.1f);
  expect(world.unitState(unit)->isPassing, "the unit is on its way");
  std::printf("%d failures\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
