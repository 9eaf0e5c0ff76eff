// The tree that Monte Carlo search grows: blocks of edges in one arena of a fixed size.
//
// A block is a position that search has looked into: its edges are the actions worth trying there.
// What is known of a position stands on the edge that leads to it, so a position costs memory only
// once it is worth a block. Numbers are read and written by several threads at once, through
// std::atomic_ref; nothing is locked, and what is approximate anyway may lose an update.
//
// All values of an edge are as the player sees them who moves along it (the block's mover).

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include <dotcore/core/state.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

// Reading and writing what other threads read and write.
template <class T>
[[nodiscard]] T relaxed(const T& number) noexcept {
    return std::atomic_ref<T>(const_cast<T&>(number)).load(std::memory_order_relaxed);
}
template <class T>
void relax(T& number, T value) noexcept {
    std::atomic_ref<T>(number).store(value, std::memory_order_relaxed);
}
template <class T>
void add(T& number, T value) noexcept {
    std::atomic_ref<T>(number).fetch_add(value, std::memory_order_relaxed);
}

// What is proven of a result: it is no worse than lo and no better than hi (-1 loss, 1 win).
struct alignas(2) Bounds {
    std::int8_t lo = -1;
    std::int8_t hi = 1;
    [[nodiscard]] constexpr bool settled() const noexcept { return lo == hi; }
    [[nodiscard]] constexpr Bounds turned() const noexcept {
        return {static_cast<std::int8_t>(-hi), static_cast<std::int8_t>(-lo)};
    }
    friend constexpr bool operator==(const Bounds&, const Bounds&) noexcept = default;
};

// The number of a block in the arena.
using BlockId = std::uint32_t;
inline constexpr BlockId no_block = 0;
inline constexpr BlockId growing = 1;  // some thread is about to make it

struct Edge {
    Action action = 0;
    BlockId child = no_block;
    std::uint32_t visits = 0;   // simulations that came back
    std::uint16_t pending = 0;  // simulations on their way
    Bounds bounds;
    double value = 0;       // sum of what came back, each -1..1
    float prior = 0;        // of all edges of a block together 1
    float margin = 0;       // mean margin of what came back
    float amaf_visits = 0;  // playouts in which the mover played this action at any time
    float amaf_value = 0;   // their mean value
    float cost = 0;         // what a closer look found against it, in value; at the root alone

    [[nodiscard]] float mean() const noexcept {
        const std::uint32_t n = relaxed(visits);
        return n == 0 ? 0.0F : static_cast<float>(relaxed(value) / n);
    }
};

struct alignas(8) Block {
    std::uint32_t count = 0;
    std::uint32_t opened = 0;  // edges chosen at least once, where they are chosen in order
    std::uint32_t visits = 0;
    std::int8_t mover = 0;
    bool complete = false;  // the edges are all legal actions
    double value = 0;       // sum over the edges' values

    [[nodiscard]] std::span<Edge> edges() noexcept {
        return {std::launder(reinterpret_cast<Edge*>(this + 1)), count};
    }
    [[nodiscard]] std::span<const Edge> edges() const noexcept {
        return {std::launder(reinterpret_cast<const Edge*>(this + 1)), count};
    }

    // What the edges prove of the position, as the mover sees it.
    [[nodiscard]] Bounds bounds() const noexcept {
        Bounds best{-1, -1};
        for (const Edge& edge : edges()) {
            const Bounds one = relaxed(edge.bounds);
            best.lo = std::max(best.lo, one.lo);
            best.hi = std::max(best.hi, one.hi);
        }
        if (!complete) best.hi = 1;
        return best;
    }
};
static_assert(sizeof(Edge) == 48 && std::is_trivially_copyable_v<Edge> &&
              std::is_trivially_copyable_v<Block>);

// Memory for blocks, taken once. The system lends pages as they are first written.
class Arena {
public:
    explicit Arena(std::size_t bytes)
        : capacity_(std::min<std::size_t>(bytes / unit, growing_limit)),
          units_(new Unit[capacity_]) {}

    // Making
    // A block with room for that many edges, not yet filled in; no_block when the arena is full.
    // May be called from several threads.
    [[nodiscard]] BlockId make(std::size_t edges) noexcept {
        const std::size_t size = units_for(edges);
        std::atomic_ref<std::size_t> used(used_);
        std::size_t first = used.load(std::memory_order_relaxed);
        do {
            if (capacity_ - first < size) return no_block;
        } while (!used.compare_exchange_weak(first, first + size, std::memory_order_relaxed));
        return static_cast<BlockId>(first);
    }
    void clear() noexcept { used_ = first_unit; }

    // Looking
    [[nodiscard]] Block& at(BlockId id) noexcept {
        return *std::launder(reinterpret_cast<Block*>(units_.get() + id));
    }
    [[nodiscard]] const Block& at(BlockId id) const noexcept {
        return *std::launder(reinterpret_cast<const Block*>(units_.get() + id));
    }
    [[nodiscard]] std::size_t used_bytes() const noexcept {
        return (relaxed(used_) - first_unit) * unit;
    }
    [[nodiscard]] std::size_t capacity_bytes() const noexcept { return capacity_ * unit; }

    // Keeps only what hangs below the root, moved together, and returns the root's new number.
    BlockId keep(BlockId root) {
        std::vector<std::pair<BlockId, BlockId>> moves{{root, 0}};  // of kept blocks: old, new
        for (std::size_t i = 0; i < moves.size(); ++i) {
            for (const Edge& edge : at(moves[i].first).edges()) {
                if (edge.child > growing) moves.emplace_back(edge.child, 0);
            }
        }
        std::sort(moves.begin(), moves.end());
        std::size_t next = first_unit;
        for (auto& [old_id, new_id] : moves) {
            new_id = static_cast<BlockId>(next);
            next += units_for(at(old_id).count);
        }
        const auto moved = [&](BlockId id) {
            return std::lower_bound(moves.begin(), moves.end(), std::pair(id, BlockId{0}))->second;
        };
        for (const auto& [old_id, new_id] : moves) {
            Block& block = at(old_id);
            for (Edge& edge : block.edges()) {
                if (edge.child > growing) edge.child = moved(edge.child);
            }
            std::memmove(units_.get() + new_id, units_.get() + old_id,
                         units_for(block.count) * unit);
        }
        used_ = next;
        return moved(root);
    }

private:
    static constexpr std::size_t unit = 8;
    static constexpr std::size_t first_unit = 2;  // numbers 0 and 1 are no blocks
    static constexpr std::size_t growing_limit = 0xffff'ffff;
    struct alignas(8) Unit {
        std::byte bytes[unit];
    };
    [[nodiscard]] static constexpr std::size_t units_for(std::size_t edges) noexcept {
        static_assert(sizeof(Block) % unit == 0 && sizeof(Edge) % unit == 0);
        return (sizeof(Block) + edges * sizeof(Edge)) / unit;
    }

    std::size_t capacity_;
    std::size_t used_ = first_unit;
    std::unique_ptr<Unit[]> units_;
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
