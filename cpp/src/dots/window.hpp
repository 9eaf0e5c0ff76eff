// The neighbourhood of a new dot in one word, and what can be told from it.
//
// Most pools are small. One that does not touch the window's border is known whole; groups of
// points that leave the window are followed over the board, first by a quick look for a way to the
// edge.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <dotcore/core/bits.hpp>
#include <dotcore/dots/point.hpp>
#include <dotcore/dots/pool.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// The 8 x 8 window whose point (3, 3) is the dot.
inline constexpr int window_before = 3;
inline constexpr std::uint64_t window_centre = std::uint64_t{1}
                                               << (8 * window_before + window_before);

// For each set of orthogonal neighbours, as in detail::Separation.
inline constexpr std::array<std::uint64_t, 16> window_members = [] {
    std::array<std::uint64_t, 16> sets{};
    for (unsigned i = 0; i < 16; ++i) {
        sets[i] = ((i & 1) != 0 ? window_centre >> 8 : 0) |
                  ((i & 2) != 0 ? window_centre >> 1 : 0) |
                  ((i & 4) != 0 ? window_centre << 1 : 0) | ((i & 8) != 0 ? window_centre << 8 : 0);
    }
    return sets;
}();

struct Window {
    Point centre;
    std::uint64_t board = 0;  // the points on the board

    [[nodiscard]] std::uint64_t of(const PaddedRows& rows) const noexcept {
        const std::uint64_t* row = row_of(rows, centre.y() - window_before);
        const int shift = centre.x() - window_before;
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i) word |= (std::rotr(row[i], shift) & 0xff) << (8 * i);
        return word & board;
    }
    [[nodiscard]] Point point(int window_bit) const noexcept {
        return Point::at(centre.x() - window_before + window_bit % 8,
                         centre.y() - window_before + window_bit / 8);
    }
    // Only for sets on the board.
    void spread(std::uint64_t set, Region& region) const noexcept {
        const int top = centre.y() - window_before;
        const int shift = centre.x() - window_before;
        region.first = top + std::countr_zero(set) / 8;
        region.last = top + 7 - std::countl_zero(set) / 8;
        for (int y = region.first; y <= region.last; ++y) {
            region.rows[static_cast<std::size_t>(y)] =
                std::rotl(set >> (8 * (y - top)) & 0xff, shift);
        }
    }
};

// True only if the group leads to the edge, by a simple way up or down; false may still be open.
[[nodiscard]] inline bool probe_edge(const PaddedRows& wall, Size size, const Window& window,
                                     std::uint64_t group) noexcept {
    const std::uint64_t columns = size.columns();
    const std::uint64_t edges = 1 | std::uint64_t{1} << (size.width - 1);
    const int top = window.centre.y() - window_before;
    const int shift = window.centre.x() - window_before;
    const auto widen = [](std::uint64_t f, std::uint64_t open) {
        f &= open;
        f |= (f << 1 | f >> 1) & open;
        return f | ((f << 1 | f >> 1) & open);
    };
    std::uint64_t up = std::rotl(group & bits::window::top, shift);
    std::uint64_t down = std::rotl(group >> 56, shift);
    for (int step = 1; up != 0; ++step) {
        const int y = top - step;
        if (y < 0 || (up & edges) != 0) return true;
        up = widen(up, ~*row_of(wall, y) & columns);
    }
    for (int step = 8; down != 0; ++step) {
        const int y = top + step;
        if (y >= size.height || (down & edges) != 0) return true;
        down = widen(down, ~*row_of(wall, y) & columns);
    }
    return false;
}

// find_pool for a group that leaves the window.
[[nodiscard]] inline bool find_pool_beyond(const PaddedRows& wall, Size size, const Window& window,
                                           std::uint64_t group, Region& pool) noexcept {
    if ((group & ~window.board) != 0 || probe_edge(wall, size, window, group)) return false;
    return find_pool(wall, size, window.point(std::countr_zero(group)), pool);
}

// True where the area of a pool is the pool itself: no island stands in it, and the walk around it
// meets each dot once. The pool must not touch the window's border.
[[nodiscard]] inline bool is_its_own_area(std::uint64_t pool) noexcept {
    if (std::popcount(pool) <= 4) return true;
    const int faces = std::popcount(pool & pool >> 1 & pool >> 8 & pool >> 9);
    const int edges = std::popcount(pool & pool >> 1) + std::popcount(pool & pool >> 8);
    if (std::popcount(pool) - edges + faces != 1) return false;  // Euler: a hole, so an island
    const std::uint64_t north = pool << 8;
    const std::uint64_t south = pool >> 8;
    const std::uint64_t west = pool << 1;
    const std::uint64_t east = pool >> 1;
    // Where the pool's contact with a point ends, going clockwise: one end for each visit of the
    // walk.
    const std::uint64_t a = north & ~(pool << 7 & east);
    const std::uint64_t b = east & ~(pool >> 9 & south);
    const std::uint64_t c = south & ~(pool >> 7 & west);
    const std::uint64_t d = west & ~(pool << 9 & north);
    const std::uint64_t twice = (a & b) | ((a | b) & c) | ((a | b | c) & d);
    return (twice & ~pool) == 0;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
