// How an engine uses hnav: its own memory, its own threads, its own bodies, its own axes.
//
//   engine_loop [SECONDS [WORKERS]]      by default 20 seconds of game time, and 2 workers
//
// - Memory of the library comes from the engine's allocator, which counts.
// - The ground is x and z, y is up; positions are a struct of arrays that belongs to the engine, and the library reads and
//   writes them where they are.
// - The engine moves the bodies: the library only says with which velocity. So bodies may be ragdolls, cars, or players.
// - The world ticks ten times a second, whatever the frame rate; what is drawn is interpolated between two ticks.
// - The engine's workers help with the steps of the world; whoever helps, the state is the same, bit for bit.
// - Between two ticks the engine's threads ask for paths, all at the same time.
#include "workers.hpp"

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <thread>
#ifdef _WIN32
#include <malloc.h>
#endif

namespace {

// ANCHOR: memory
struct Memory {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<std::int64_t> bytes{0};

  static void* allocate(std::size_t size, std::size_t alignment, void* user) {
    Memory& memory = *static_cast<Memory*>(user);
    ++memory.calls;
    memory.bytes += static_cast<std::int64_t>(size);
    if (alignment < alignof(std::max_align_t)) alignment = alignof(std::max_align_t);
#ifdef _WIN32
    return _aligned_malloc(size, alignment);
#else
    // Sizes that are a multiple of the alignment, as this function wants them.
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#endif
  }
  static void release(void* block, std::size_t size, std::size_t, void* user) {
    static_cast<Memory*>(user)->bytes -= static_cast<std::int64_t>(size);
#ifdef _WIN32
    _aligned_free(block);
#else
    std::free(block);
#endif
  }
};
// ANCHOR_END: memory

// What the engine knows of its bodies.
struct Bodies {
  std::vector<float> x, y, z;     // now
  std::vector<float> oldX, oldZ;  // a tick ago
  std::vector<float> speedX, speedZ;
  std::vector<float> drawnX, drawnZ;

  explicit Bodies(std::size_t count)
      : x(count), y(count), z(count), oldX(count), oldZ(count), speedX(count), speedZ(count), drawnX(count), drawnZ(count) {}
  std::size_t count() const { return x.size(); }
};

constexpr float tick = 0.1f, frame = 1.0f / 60, radius = 0.4f;

[[noreturn]] void fail() {
  std::fprintf(stderr, "engine_loop: %s\n", hnavGetLastErrorMessage());
  std::exit(EXIT_FAILURE);
}

void check(const hnav::Status& status) {
  if (!status) fail();
}

hnav::World makeYard() {
  const float radii[] = {radius};
  hnavWorldDef def = hnav::worldDef({0, 0}, {60, 40}, radii);
  def.parameters.tick = tick;
  hnav::Result<hnav::World> world = hnav::World::create(def);
  check(world);
  const float gaps[][2] = {{0, 12}, {16, 24}, {28, 40}};
  for (const auto& [from, to] : gaps) {
    const hnavVec2 wall[] = {{29, from}, {31, from}, {31, to}, {29, to}};
    check(world->addObstacle(wall));
  }
  return std::move(*world);
}

std::vector<hnavUnitId> makeUnits(hnav::World& world, Bodies& bodies) {
  std::vector<hnavUnitDef> defs;
  for (std::size_t k = 0; k < bodies.count(); ++k) {
    bodies.oldX[k] = bodies.x[k] = 4 + static_cast<float>(k % 12);
    bodies.oldZ[k] = bodies.z[k] = 14 + static_cast<float>(k / 12);
    hnavUnitDef def = hnav::unitDef({bodies.x[k], bodies.z[k]}, radius, 3);
    def.driver = HNAV_DRIVER_ENGINE;
    defs.push_back(def);
  }
  auto units = world.createUnits(defs);
  check(units);
  for (std::size_t k = 0; k < bodies.count(); ++k) check(world.setUserData((*units)[k], k));
  return std::move(*units);
}

// ANCHOR: bodies
// The engine's own motion: here, bodies glide along walls, and lean into the ground's bumps.
void moveBodies(const hnav::World& world, Bodies& bodies) {
  bodies.oldX = bodies.x;
  bodies.oldZ = bodies.z;
  for (std::size_t k = 0; k < bodies.count(); ++k) {
    const hnavVec2 from = {bodies.x[k], bodies.z[k]};
    const hnavVec2 aim = {from.x + bodies.speedX[k] * tick, from.y + bodies.speedZ[k] * tick};
    const hnav::Result<hnavVec2> end = world.slide(from, aim, radius);
    // Who stands where there is no ground stays there until the library leads it out.
    const hnavVec2 to = end ? *end : from;
    bodies.speedX[k] = (to.x - from.x) / tick;
    bodies.speedZ[k] = (to.y - from.y) / tick;
    bodies.x[k] = to.x;
    bodies.z[k] = to.y;
    bodies.y[k] = 0.1f * (to.x - static_cast<float>(static_cast<int>(to.x)));
  }
}
// ANCHOR_END: bodies

// ANCHOR: paths
// All threads ask at once; no call changes the world meanwhile.
std::size_t askPaths(const hnav::World& world, const Bodies& bodies, unsigned threadCount) {
  std::atomic<std::size_t> next{0}, found{0};
  const auto work = [&] {
    hnavVec2 points[32];
    for (std::size_t k = next++; k < bodies.count(); k = next++) {
      const auto path = world.findPath(hnav::pathQuery({bodies.x[k], bodies.z[k]}, {50, 5}, radius), points);
      if (path) ++found;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < threadCount; ++k) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return found;
}
// ANCHOR_END: paths

}  // namespace

int main(int argumentCount, char** arguments) {
  const float seconds = argumentCount > 1 ? static_cast<float>(std::atof(arguments[1])) : 20;
  static Memory memory;
  hnavAllocator allocator = hnav::allocator();
  allocator.allocate = Memory::allocate;
  allocator.release = Memory::release;
  allocator.user = &memory;
  // Before every other call.
  check(hnav::setAllocator(allocator));

  std::size_t arrived = 0, ticks = 0, paths = 0;
  std::uint64_t hash = 0;
  {
    Workers workers(argumentCount > 2 ? static_cast<unsigned>(std::atoi(arguments[2])) : 2);
    hnav::World world = makeYard();
    check(world.setTaskSystem(workers.system()));
    Bodies bodies(96);
    const std::vector<hnavUnitId> units = makeUnits(world, bodies);
    check(world.orderPoint(units, {50, 20}));

    // ANCHOR: loop
    hnavUnitColumns wanted = hnav::unitColumns();
    wanted.desiredVelocity = hnav::column(bodies.speedX.data(), bodies.speedZ.data());
    hnavEvent events[32];
    float due = 0;
    for (float now = 0; now < seconds; now += frame) {
      for (due += frame; due >= tick; due -= tick) {
        moveBodies(world, bodies);
        check(world.setMotions(units, hnav::column(static_cast<const float*>(bodies.x.data()), bodies.z.data()),
                               hnav::column(static_cast<const float*>(bodies.speedX.data()), bodies.speedZ.data())));
        check(world.step(tick));
        check(world.readUnits(units, wanted));
        const auto happened = world.events(events);
        check(happened);
        for (std::size_t k = 0; k < *happened && k < 32; ++k) arrived += events[k].kind == HNAV_EVENT_KIND_ARRIVED;
        if (++ticks % 50 == 0) paths += askPaths(world, bodies, 4);
      }
      // Drawn are the bodies a tick ago, moved on by the time since.
      const float share = due / tick;
      for (std::size_t k = 0; k < bodies.count(); ++k) {
        bodies.drawnX[k] = bodies.oldX[k] + (bodies.x[k] - bodies.oldX[k]) * share;
        bodies.drawnZ[k] = bodies.oldZ[k] + (bodies.z[k] - bodies.oldZ[k]) * share;
      }
    }
    // ANCHOR_END: loop
    const auto state = world.stateHash();
    check(state);
    hash = *state;
  }
  std::printf("ticks %zu\narrived %zu of 96\npaths %zu\nstate_hash %016" PRIx64 "\n", ticks, arrived, paths, hash);
  std::printf("allocations %" PRIu64 ", bytes at the end %" PRId64 "\n", memory.calls.load(), memory.bytes.load());
  return EXIT_SUCCESS;
}
