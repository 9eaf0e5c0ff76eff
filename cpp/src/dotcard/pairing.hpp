// Pairing off odd vertices by shortest paths: what has to stay in the hand so that the rest can be
// laid in fewer trails.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "trail_graph.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

template <class T>
using Square = std::array<std::array<T, 16>, max_numbers>;

// The lightest ways to pair off odd vertices of one component, by paths.
class Pairing {
public:
    static constexpr Weight impossible = 1 << 29;

    // `odd` are to be paired, over edges given by `next`.
    void make(Numbers odd, const std::array<Numbers, max_numbers>& next,
              const Square<Weight>& lengths) noexcept {
        count_ = 0;
        for_each(odd, [&](int v) { vertices_[at(count_++)] = static_cast<std::int8_t>(v); });
        for (int i = 0; i + 1 < count_; ++i) find_paths(vertices_[at(i)], next, lengths);
        lightest_.fill(impossible);
        lightest_[0] = 0;
        by_mask_[0] = 0;
        for (Numbers mask = 3; mask < bit(count_); ++mask) {
            if ((std::popcount(mask) & 1) != 0) continue;
            const int first = std::countr_zero(mask);
            const Numbers others = mask & (mask - 1);
            const auto& paths = distance_[at(vertices_[at(first)])];
            Weight least = impossible;
            for_each(others, [&](int i) {
                const Weight weight = paths[at(vertices_[at(i)])] + by_mask_[others ^ bit(i)];
                if (weight < least) {
                    least = weight;
                    partner_[mask] = static_cast<std::int8_t>(i);
                }
            });
            by_mask_[mask] = least;
            const auto size = at(std::popcount(mask));
            if (least < lightest_[size]) {
                lightest_[size] = least;
                mask_[size] = mask;
            }
        }
    }
    // Of pairing off that many of them, whichever that are best
    [[nodiscard]] Weight weight(int paired) const noexcept { return lightest_[at(paired)]; }
    // The edges of the paths: those on an even number of paths drop out.
    [[nodiscard]] Kinds edges(int paired) const noexcept {
        Kinds edges = 0;
        for (Numbers mask = paired == 0 ? 0 : mask_[at(paired)]; mask != 0;) {
            const int first = std::countr_zero(mask);
            const int second = partner_[mask];
            mask ^= bit(first) | bit(second);
            const int from = vertices_[at(first)];
            for (int v = vertices_[at(second)]; v != from;) {
                const int before = before_[at(from)][at(v)];
                edges ^= Card::face(v, before).bit();
                v = before;
            }
        }
        return edges;
    }

private:
    // Dijkstra's, with sets of numbers for queues
    void find_paths(int from, const std::array<Numbers, max_numbers>& next,
                    const Square<Weight>& lengths) noexcept {
        auto& distance = distance_[at(from)];
        auto& before = before_[at(from)];
        distance.fill(impossible);
        distance[at(from)] = 0;
        Numbers open = bit(from);
        Numbers settled = 0;
        while (open != 0) {
            int nearest = std::countr_zero(open);
            for_each(open & (open - 1), [&](int v) {
                if (distance[at(v)] < distance[at(nearest)]) nearest = v;
            });
            open &= ~bit(nearest);
            settled |= bit(nearest);
            const Weight so_far = distance[at(nearest)];
            for_each(next[at(nearest)] & ~settled, [&](int v) {
                const Weight weight = so_far + lengths[at(nearest)][at(v)];
                if (weight < distance[at(v)]) {
                    distance[at(v)] = weight;
                    before[at(v)] = static_cast<std::int8_t>(nearest);
                    open |= bit(v);
                }
            });
        }
    }

    int count_ = 0;
    std::array<std::int8_t, max_numbers> vertices_{};
    Square<Weight> distance_;
    Square<std::int8_t> before_;
    std::array<Weight, 1 << max_numbers> by_mask_;       // of odd vertices by their rank
    std::array<std::int8_t, 1 << max_numbers> partner_;  // of the lowest in the mask
    std::array<Weight, max_numbers + 1> lightest_{};     // by number of paired ones
    std::array<Numbers, max_numbers + 1> mask_{};
};

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
