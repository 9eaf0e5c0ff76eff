// Pools, chains and areas (rules: Dots, "Exact definitions").
//
// A pool is a 4-connected set of points outside a player's live dots that holds no edge point.
// Its chain is the smallest simple closed chain of that player's live dots around it; the area is
// everything inside that chain: the pool, own dots that hang into it, islands and their loops.
//
// The chain is found by walking around the pool along its outer wall. The walk may go out along a
// spur and come back, or run around a loop that hangs on one dot; whenever it meets a dot again,
// what lies between the two visits is dropped. What is left is simple. The inside is then the
// inside of that polygon, by parity, which leaves out pockets between dots that merely touch.

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <dotcore/core/bits.hpp>
#include <dotcore/dots/point.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// A plane's rows with empty rows around the board, so that neighbourhoods need no checks.
inline constexpr int row_padding = 4;
using PaddedRows = std::array<std::uint64_t, max_side + 2 * row_padding>;

// Row y of a padded plane.
[[nodiscard]] constexpr const std::uint64_t* row_of(const PaddedRows& rows, int y) noexcept {
    return rows.data() + row_padding + y;
}
[[nodiscard]] constexpr std::uint64_t* row_of(PaddedRows& rows, int y) noexcept {
    return rows.data() + row_padding + y;
}

// A set of points in rows first..last; the other rows are not to be read.
struct Region {
    int first = 0;
    int last = -1;
    std::array<std::uint64_t, max_side> rows;

    [[nodiscard]] int count() const noexcept;
    [[nodiscard]] std::uint64_t row(int y) const noexcept {
        return y >= first && y <= last ? rows[static_cast<std::size_t>(y)] : 0;
    }
    [[nodiscard]] bool holds(Point p) const noexcept { return (row(p.y()) & p.bit()) != 0; }
};

// A closed chain in order; the first dot is not repeated.
struct Chain {
    int size = 0;
    std::array<Point, max_points> dots;

    [[nodiscard]] std::span<const Point> points() const noexcept {
        return {dots.data(), static_cast<std::size_t>(size)};
    }
    [[nodiscard]] bool holds(Point p) const noexcept;
};

// The 4-connected set of points outside wall that holds seed. False (and pool is unfinished) as
// soon as it holds a point of the board's edge, for then it is no pool. seed must not be in wall.
[[nodiscard]] bool find_pool(const PaddedRows& wall, Size size, Point seed, Region& pool) noexcept;

// The smallest simple chain of wall around a pool that find_pool found.
void find_chain(const PaddedRows& wall, const Region& pool, Chain& chain) noexcept;

// True for a closed walk over 8 neighbours that visits each dot once.
[[nodiscard]] bool is_simple_cycle(std::span<const Point> chain) noexcept;

// The points inside a simple closed chain, given in order; the first dot is not repeated.
void find_area(std::span<const Point> chain, Region& area) noexcept;

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
