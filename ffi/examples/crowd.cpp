// The built-in scene `maze` from C++: 200 units go through a maze from corner to corner.
//
//   crowd [TICKS [WORKERS]]      by default (or 0) until all have arrived, and 2 workers of a task system of its own
//
// It is made here as the scene's own source makes it, from the same seed; so after equal ticks the state is the same, bit
// for bit: `crowd 300` and `cargo run --release -- run maze --ticks 300 --json` print one state_hash.
#include "workers.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::size_t side = 24;
constexpr float cell = 5.0f, thickness = 0.5f;

// SplitMix64: Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t end) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    mixed ^= mixed >> 31;
    return static_cast<std::size_t>(((mixed >> 32) * end) >> 32);
  }

 private:
  std::uint64_t state_;
};

// A perfect maze by loop-erased random walks: David Wilson, "Generating Random Spanning Trees More Quickly than the Cover
// Time", 1996. Cell (x, y) has the number y * side + x.
class Maze {
 public:
  explicit Maze(std::uint64_t seed) : open_(side * side) {
    Random random(seed);
    std::vector<bool> inTree(side * side);
    std::vector<std::size_t> next(side * side);
    inTree.back() = true;
    for (std::size_t start = 0; start < side * side; ++start) {
      for (std::size_t at = start; !inTree[at]; at = next[at]) {
        const std::vector<std::size_t> near = around(at);
        next[at] = near[random.below(near.size())];
      }
      for (std::size_t at = start; !inTree[at]; at = next[at]) {
        inTree[at] = true;
        way(at, next[at]) = true;
      }
    }
  }

  // All cells, nearest to the first one first.
  std::vector<std::size_t> byDistance() const {
    std::vector<std::size_t> reached = {0};
    std::vector<bool> seen(side * side);
    seen[0] = true;
    for (std::size_t head = 0; head < reached.size(); ++head) {
      for (const std::size_t near : around(reached[head])) {
        if (joined(reached[head], near) && !seen[near]) {
          seen[near] = true;
          reached.push_back(near);
        }
      }
    }
    return reached;
  }

  // Adds the walls between cells: straight runs are one box, and go on to the far side of the walls that they meet.
  bool addWalls(hnav::World& world) const {
    const float half = thickness / 2, extent = side * cell;
    for (int axis = 0; axis < 2; ++axis) {
      const std::size_t across = axis == 0 ? 1 : side, along = axis == 0 ? side : 1;
      for (std::size_t line = 1; line < side; ++line) {
        const auto walled = [&](std::size_t at) {
          const std::size_t before = (line - 1) * across + at * along;
          return !joined(before, before + across);
        };
        for (std::size_t at = 0; at < side; ++at) {
          const std::size_t first = at;
          while (at < side && walled(at)) ++at;
          if (at == first) continue;
          const float middle = static_cast<float>(line) * cell;
          const float from = std::max(static_cast<float>(first) * cell - half, 0.0f);
          const float to = std::min(static_cast<float>(at) * cell + half, extent);
          const hnavVec2 lower = axis == 0 ? hnavVec2{middle - half, from} : hnavVec2{from, middle - half};
          const hnavVec2 upper = axis == 0 ? hnavVec2{middle + half, to} : hnavVec2{to, middle + half};
          const hnavVec2 box[] = {lower, {upper.x, lower.y}, upper, {lower.x, upper.y}};
          if (!world.addObstacle(box)) return false;
        }
      }
    }
    return true;
  }

 private:
  std::vector<std::size_t> around(std::size_t at) const {
    const std::size_t x = at % side, y = at / side;
    std::vector<std::size_t> near;
    if (x + 1 < side) near.push_back(at + 1);
    if (y + 1 < side) near.push_back(at + side);
    if (x > 0) near.push_back(at - 1);
    if (y > 0) near.push_back(at - side);
    return near;
  }
  struct Ways {
    bool east = false, north = false;
  };
  static bool isNorth(std::size_t a, std::size_t b) { return std::max(a, b) - std::min(a, b) == side; }
  bool& way(std::size_t a, std::size_t b) {
    Ways& ways = open_[std::min(a, b)];
    return isNorth(a, b) ? ways.north : ways.east;
  }
  bool joined(std::size_t a, std::size_t b) const {
    const Ways& ways = open_[std::min(a, b)];
    return isNorth(a, b) ? ways.north : ways.east;
  }

  std::vector<Ways> open_;
};

// 200 units: blocks of 7 x 7 in the cells nearest to the first one.
std::vector<hnavUnitDef> crowd(const Maze& maze) {
  constexpr int columns = 7;
  constexpr float pitch = 0.6f;
  const auto corner = [](std::size_t index) {
    return static_cast<float>(index) * cell + (cell - (columns - 1) * pitch) / 2 - 0.5f;
  };
  std::vector<hnavUnitDef> defs;
  for (const std::size_t at : maze.byDistance()) {
    for (int k = 0; k < columns * columns && defs.size() < 200; ++k) {
      const float x = corner(at % side) + static_cast<float>(k % columns) * pitch + 0.5f;
      const float y = corner(at / side) + static_cast<float>(k / columns) * pitch + 0.5f;
      defs.push_back(hnav::unitDef({x, y}, 0.25f, 2.0f));
    }
  }
  return defs;
}

int failed() {
  std::fprintf(stderr, "crowd: %s\n", hnavGetLastErrorMessage());
  return EXIT_FAILURE;
}

}  // namespace

int main(int count, char** arguments) {
  const long ticks = count > 1 ? std::atol(arguments[1]) : 0;
  Workers workers(count > 2 ? static_cast<unsigned>(std::atoi(arguments[2])) : 2);
  const float radii[] = {0.25f};
  const Maze maze(5);
  const hnavWorldDef def = hnav::worldDef({0, 0}, {side * cell, side * cell}, radii);

  hnav::Result<hnav::World> world = hnav::World::create(def);
  if (!world || !maze.addWalls(*world) || !world->setTaskSystem(workers.system())) return failed();
  const std::vector<hnavUnitDef> defs = crowd(maze);
  const auto units = world->createUnits(defs);
  const float far = (side - 0.5f) * cell;
  if (!units || !world->orderPoint(*units, {far, far})) return failed();

  std::size_t arrived = 0;
  long tick = 0;
  while (ticks > 0 ? tick < ticks : arrived < defs.size() && tick < 5000) {
    if (!world->step(def.parameters.tick)) return failed();
    ++tick;
    const auto events = world->events();
    const auto isArrival = [](const hnavEvent& event) { return event.kind == HNAV_EVENT_KIND_ARRIVED; };
    arrived += static_cast<std::size_t>(std::count_if((*events).begin(), (*events).end(), isArrival));
  }
  const auto hash = world->stateHash();
  std::printf("ticks %ld\narrived %zu of %zu\nstate_hash %016" PRIx64 "\n", tick, arrived, defs.size(), *hash);
  return EXIT_SUCCESS;
}
