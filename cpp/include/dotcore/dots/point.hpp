// Points, players and sizes of a Dots board.

#pragma once

#include <cstdint>
#include <string>

namespace dotcore {
inline namespace abi1 {
namespace dots {

inline constexpr int max_side = 64;
inline constexpr int max_points = max_side * max_side;

// 0 moves first, 1 second. A plain int, since it indexes planes everywhere.
using Player = int;
[[nodiscard]] constexpr Player other(Player player) noexcept { return player ^ 1; }

// A point (x, y) from the top left, 0-based; its index does not depend on the board's size.
struct Point {
    std::uint16_t index;  // left open by default, since arrays of points are filled as they grow

    [[nodiscard]] static constexpr Point at(int x, int y) noexcept {
        return {static_cast<std::uint16_t>(y * max_side + x)};
    }
    [[nodiscard]] constexpr int x() const noexcept { return index % max_side; }
    [[nodiscard]] constexpr int y() const noexcept { return index / max_side; }
    [[nodiscard]] constexpr std::uint64_t bit() const noexcept { return std::uint64_t{1} << x(); }
    friend constexpr auto operator<=>(const Point&, const Point&) noexcept = default;
};

struct Size {
    int width = 0;
    int height = 0;

    [[nodiscard]] constexpr int points() const noexcept { return width * height; }
    [[nodiscard]] constexpr bool holds(int x, int y) const noexcept {
        return x >= 0 && x < width && y >= 0 && y < height;
    }
    [[nodiscard]] constexpr bool is_playable() const noexcept {
        return width >= 1 && width <= max_side && height >= 1 && height <= max_side;
    }
    // One bit for each column of the board.
    [[nodiscard]] constexpr std::uint64_t columns() const noexcept {
        return ~std::uint64_t{0} >> (max_side - width);
    }
    friend constexpr bool operator==(const Size&, const Size&) noexcept = default;
};

struct Dot {
    Point point;
    Player player = 0;
    friend constexpr bool operator==(const Dot&, const Dot&) noexcept = default;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
