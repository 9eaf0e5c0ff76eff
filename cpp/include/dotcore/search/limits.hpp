// When a search ends: after so many nodes, at a depth, at a moment, or when it is told to stop.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace dotcore {
inline namespace abi1 {
namespace search {

using Clock = std::chrono::steady_clock;

// Where nothing is set, a search goes on until it is told to stop or has nothing left to find.
struct Limits {
    std::int64_t nodes = std::numeric_limits<std::int64_t>::max();  // positions or simulations
    int depth = std::numeric_limits<int>::max();
    Clock::time_point deadline = Clock::time_point::max();
};

// Set by any thread, seen by the searching ones soon after.
class StopSignal {
public:
    void set() noexcept { flag_.store(true, std::memory_order_relaxed); }
    void clear() noexcept { flag_.store(false, std::memory_order_relaxed); }
    [[nodiscard]] bool is_set() const noexcept { return flag_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> flag_{false};
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
