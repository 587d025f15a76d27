// The program of the guide's first hour: a crowd, a gate that closes and opens, a unit that is held up, calls that are refused.
// In Rust (hybrid/examples/first_hour.rs), C and JavaScript it is the same program and ends in the same state.
#include <hnav/hnav.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

// Seconds: the length of every step, and that of a frame of a game that draws 60 times a second.
constexpr float TICK = 0.1f, FRAME = 1.0f / 60;

// ANCHOR: check
// A Status or Result is true if the call was not refused; else it carries why, and nothing has changed.
void check(const hnav::Status& status) {
  if (status) return;
  std::fprintf(stderr, "first_hour: %s\n", status.message());
  std::exit(EXIT_FAILURE);
}

// The answer of a call that must not be refused.
template <class T>
T get(hnav::Result<T> result) {
  check(result);
  return std::move(*result);
}
// ANCHOR_END: check

// ANCHOR: world
hnavObstacleId addRectangle(hnav::World& world, hnavVec2 low, hnavVec2 high) {
  const hnavVec2 points[] = {low, {high.x, low.y}, high, {low.x, high.y}};
  return get(world.addObstacle(points));
}

// A yard of 60 x 40 m for units of up to 0.4 m radius; a wall with a gate and a back door in it; a hut with a door of 1.2 m.
hnav::World makeYard() {
  const float radii[] = {0.4f};
  hnavWorldDef def = hnav::worldDef({0, 0}, {60, 40}, radii);
  def.parameters.tick = TICK;
  hnav::World world = get(hnav::World::create(def));
  addRectangle(world, {29, 0}, {31, 18});
  addRectangle(world, {29, 22}, {31, 34});
  addRectangle(world, {29, 37}, {31, 40});
  addRectangle(world, {40, 4}, {40.5f, 7.4f});
  addRectangle(world, {40, 8.6f}, {40.5f, 12});
  addRectangle(world, {40.5f, 4}, {48, 4.5f});
  addRectangle(world, {40.5f, 11.5f}, {48, 12});
  addRectangle(world, {47.5f, 4.5f}, {48, 11.5f});
  return world;
}
// ANCHOR_END: world

// ANCHOR: units
struct People {
  std::vector<hnavUnitId> crowd;
  hnavUnitId scout, guard;
};

// Forty units in five rows, a scout, and a guard of the other team who holds the door of the hut.
People addPeople(hnav::World& world) {
  std::vector<hnavUnitDef> defs;
  for (int k = 0; k < 40; ++k) {
    defs.push_back(hnav::unitDef({4 + static_cast<float>(k % 8), 16 + static_cast<float>(k / 8)}, 0.4f, 2));
  }
  hnavUnitDef guard = hnav::unitDef({40.25f, 8}, 0.4f, 2);
  guard.team = 1;
  People people;
  people.crowd = get(world.createUnits(defs));
  people.scout = get(world.createUnit(hnav::unitDef({34, 8}, 0.4f, 2)));
  people.guard = get(world.createUnit(guard));
  const hnavUnitId holding[] = {people.guard};
  check(world.hold(holding));
  return people;
}
// ANCHOR_END: units

// ANCHOR: edits
// What the game changes before a step: the gate closes after 6 s, and opens after 12 s.
void change(hnav::World& world, std::uint64_t tick, hnavObstacleId& gate) {
  if (tick == 60) gate = addRectangle(world, {29, 18}, {31, 22});
  if (tick == 120) check(world.removeObstacle(gate));
}
// ANCHOR_END: edits

// ANCHOR: events
// What the game makes of the events of a step; returns how many units have arrived.
int answer(hnav::World& world, double seconds) {
  int arrived = 0;
  for (const hnavEvent& event : get(world.events())) {
    switch (event.kind) {
      case HNAV_EVENT_KIND_ARRIVED:
        ++arrived;
        break;
      case HNAV_EVENT_KIND_STUCK_BY_UNITS: {
        const std::string words = get(world.explainInWords(event.unit));
        std::printf("%.1f s: a unit is stuck\n  %s\n", seconds, words.c_str());
        const hnavUnitId blocker[] = {event.blocker};
        check(world.orderPoint(blocker, {37, 14}));
        break;
      }
      case HNAV_EVENT_KIND_CUT_OFF:
      case HNAV_EVENT_KIND_PLACE_BLOCKED:
        std::printf("%.1f s: a unit has lost its way, and %s its order\n", seconds, event.keepsOrder ? "keeps" : "loses");
        break;
      case HNAV_EVENT_KIND_DISPLACED:
        std::printf("%.1f s: a unit was put from %.2f %.2f to %.2f %.2f\n", seconds, event.from.x, event.from.y,
                    event.place.x, event.place.y);
        break;
      default:
        break;
    }
  }
  return arrived;
}
// ANCHOR_END: events

// ANCHOR: frames
// What the game keeps of a unit; the library writes positions, velocities and headings where they lie.
struct Figure {
  hnavVec2 position, velocity, heading, drawn;
};

void readFigures(const hnav::World& world, const std::vector<hnavUnitId>& units, std::vector<Figure>& figures) {
  figures.resize(units.size());
  const auto column = [&](hnavVec2 Figure::*part) {
    hnavVec2& first = figures.front().*part;
    return hnavVectorColumn{&first.x, &first.y, sizeof(Figure)};
  };
  hnavUnitColumns columns = hnav::unitColumns();
  columns.position = column(&Figure::position);
  columns.velocity = column(&Figure::velocity);
  columns.heading = column(&Figure::heading);
  check(world.readUnits(units, columns));
}

// Where they are drawn, `due` seconds after the last step: between where they were before it and where they are.
void placeFigures(std::vector<Figure>& figures, float due) {
  for (Figure& figure : figures) {
    figure.drawn.x = figure.position.x - figure.velocity.x * (TICK - due);
    figure.drawn.y = figure.position.y - figure.velocity.y * (TICK - due);
  }
}
// ANCHOR_END: frames

// ANCHOR: mistakes
void refused(const hnav::Status& status) {
  std::printf("refused with %d: %s\n", static_cast<int>(status.code()), status.message());
}

// Calls that are refused. Each says why, and has changed nothing.
void makeMistakes(hnav::World& world, const People& people) {
  const hnavUnitId gone[] = {get(world.createUnit(hnav::unitDef({2, 2}, 0.4f, 2)))};
  check(world.destroyUnits(gone));

  refused(world.step(FRAME));
  refused(world.createUnit(hnav::unitDef({29.5f, 4}, 0.4f, 2)));
  refused(world.createUnit(hnav::unitDef({5, 5}, 0.9f, 2)));
  refused(world.orderPoint(people.crowd, {80, 20}));
  refused(world.orderPoint(gone, {50, 20}));
  refused(world.orderPoint(std::vector<hnavUnitId>(), {50, 20}));
}
// ANCHOR_END: mistakes

}  // namespace

// ANCHOR: loop
int main() {
  check(hnav::isCompatible() ? HNAV_RESULT_OK : HNAV_RESULT_FOREIGN_STRUCT);
  hnav::World world = makeYard();
  const People people = addPeople(world);
  const std::vector<hnavUnitId> units = get(world.units());
  std::vector<Figure> figures;
  const hnavUnitId scout[] = {people.scout};
  check(world.orderPoint(people.crowd, {50, 20}));
  check(world.orderPoint(scout, {44, 8}));

  hnavObstacleId gate = {};
  std::uint64_t tick = 0;
  std::size_t arrived = 0;
  float due = 0;
  while (arrived < units.size() && tick < 1000) {
    for (due += FRAME; due >= TICK; due -= TICK) {
      change(world, tick, gate);
      check(world.step(TICK));
      tick = get(world.tickCount());
      arrived += static_cast<std::size_t>(answer(world, static_cast<double>(tick) * 0.1));
      readFigures(world, units, figures);
    }
    placeFigures(figures, due);
    // Here a game draws its figures.
  }
  std::printf("%zu units are there after %.1f s\n", arrived, static_cast<double>(tick) * 0.1);
  makeMistakes(world, people);
  std::printf("state %016" PRIx64 "\n", get(world.stateHash()));
  return EXIT_SUCCESS;
}
// ANCHOR_END: loop
