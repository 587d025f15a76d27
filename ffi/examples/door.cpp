// A door that opens, orders with way points, what happens to whom, saving, going back, recording and replaying. The same program is
// door.c in C. `door [FILE]` records into a file, door.rec unless one is named.
#include <hnav/hnav.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

// A Status or Result is true if the call was not refused; else it carries why, and nothing has changed. With HNAV_EXCEPTIONS defined
// refused calls throw, and none of this is needed.
void check(const hnav::Status& status) {
  if (status) return;
  std::fprintf(stderr, "door: %s\n", status.message());
  std::exit(EXIT_FAILURE);
}

// The answer of a call that must not be refused: that of a Result is *result.
template <class T>
T get(hnav::Result<T> result) {
  check(result);
  return std::move(*result);
}

hnavObstacleId addBox(hnav::World& world, hnavVec2 low, hnavVec2 high) {
  const hnavVec2 corners[] = {low, {high.x, low.y}, high, {low.x, high.y}};
  return get(world.addObstacle(corners));
}

// The library calls it with each part of the recording.
bool writeRecording(const std::uint8_t* bytes, std::uint32_t count, void* user) {
  auto& recording = *static_cast<std::vector<std::uint8_t>*>(user);
  recording.insert(recording.end(), bytes, bytes + count);
  return true;
}

void tell(const hnav::World& world, unsigned tick) {
  for (const hnavEvent& event : get(world.events())) {
    std::printf("%u: unit %" PRIu64 " ", tick, get(world.userData(event.unit)));
    switch (event.kind) {
      case HNAV_EVENT_KIND_ARRIVED:
        std::printf("is there\n");
        break;
      case HNAV_EVENT_KIND_PASSED_WAY_POINT:
        std::printf("has passed way point %" PRIu32 "\n", event.wayPoint);
        break;
      case HNAV_EVENT_KIND_CUT_OFF:
        std::printf("has no way to its goal, and %s its order\n", event.keepsOrder ? "keeps" : "loses");
        break;
      default:  // a way found, stuck ...
        std::printf("tells event %d: %s\n", static_cast<int>(event.kind), get(world.explainInWords(event.unit)).c_str());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const float radii[] = {0.5f};
  const hnavWorldDef def = hnav::worldDef({0, 0}, {40, 30}, radii);
  const float tick = def.parameters.tick;
  hnav::World world = get(hnav::World::create(def));
  addBox(world, {19, 0}, {21, 13});
  addBox(world, {19, 17}, {21, 30});
  const hnavObstacleId door = addBox(world, {19, 13}, {21, 17});
  std::vector<std::uint8_t> recording;
  check(world.startRecording(writeRecording, &recording));

  std::vector<hnavUnitDef> defs;
  for (int k = 0; k < 4; ++k) {
    defs.push_back(hnav::unitDef({3, 9 + 3 * static_cast<float>(k)}, 0.5f, 2));
    defs.back().userData = static_cast<std::uint64_t>(k);
  }
  const std::vector<hnavUnitId> units = get(world.createUnits(defs));
  get(world.orderPoint({units.data(), 2}, {36, 5}));
  const hnavVec2 way[] = {{10, 25}, {30, 15}};
  hnavOrderDef order = hnav::orderDef({36, 25});
  order.wayPoints = way;
  order.wayPointCount = 2;
  get(world.giveOrder({units.data() + 2, 2}, order));

  std::vector<hnavVec2> places(units.size());
  hnavUnitColumns columns = hnav::unitColumns();
  columns.position = hnav::column(places.data());
  for (unsigned step = 0; step < 400; ++step) {
    if (step == 50) check(world.removeObstacle(door));
    check(world.step(tick));
    tell(world, step + 1);
    check(world.readUnits(units, columns));  // draw them at `places`
  }
  check(world.stopRecording());
  const std::uint64_t end = get(world.stateHash());
  std::printf("the last one is at %.2f %.2f, the state is %016" PRIx64 "\n", places[3].x, places[3].y, end);

  // Bytes, for files and the network. In another world handles are new; user data and the order of units stay.
  hnav::World again = get(hnav::World::create(def));
  check(again.load(get(world.save())));
  std::printf("loaded: %s\n", get(again.stateHash()) == end ? "the same" : "another");

  // A state in memory, for rollback.
  const hnav::SavedState state = get(world.saveState());
  get(world.orderPoint(units, {5, 5}));
  for (int k = 0; k < 8; ++k) check(world.step(tick));
  check(world.restoreState(state));
  std::printf("gone back: %s\n", get(world.stateHash()) == end ? "the same" : "another");

  // The recording, which `headless replay` takes, too.
  std::ofstream file(argc > 1 ? argv[1] : "door.rec", std::ios::binary);
  file.write(reinterpret_cast<const char*>(recording.data()), static_cast<std::streamsize>(recording.size()));
  check(again.loadRecording(recording));
  int steps = 0;
  while (get(again.replayStep())) ++steps;
  std::printf("replayed %d steps: %s\n", steps, get(again.stateHash()) == end ? "the same" : "another");
}
