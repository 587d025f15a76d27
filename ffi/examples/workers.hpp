// An engine's task system as hnav wants it: threads and a queue. Used by the other examples.
#ifndef WORKERS_HPP
#define WORKERS_HPP

#include <hnav/hnav.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

// The engine's workers.
class Workers {
 public:
  explicit Workers(unsigned count) {
    for (unsigned k = 0; k < count; ++k) threads_.emplace_back([this] { work(); });
  }
  // Tasks that are left are run: each must be, once.
  ~Workers() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  hnavTaskSystem system() {
    hnavTaskSystem system = hnav::taskSystem();
    system.workerCount = static_cast<std::uint32_t>(threads_.size());
    system.enqueue = enqueue;
    system.user = this;
    system.enqueueUrgent = enqueueFirst;
    return system;
  }

 private:
  static void enqueue(hnavRunTask run, void* task, void* user) {
    Workers& workers = *static_cast<Workers*>(user);
    {
      const std::lock_guard<std::mutex> lock(workers.mutex_);
      workers.tasks_.emplace_back(run, task);
    }
    workers.wake_.notify_one();
  }
  static void enqueueFirst(hnavRunTask run, void* task, void* user) {
    Workers& workers = *static_cast<Workers*>(user);
    {
      const std::lock_guard<std::mutex> lock(workers.mutex_);
      workers.tasks_.emplace_front(run, task);
    }
    workers.wake_.notify_one();
  }
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const auto [run, task] = tasks_.front();
      tasks_.pop_front();
      lock.unlock();
      run(task);
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<hnavRunTask, void*>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

#endif
