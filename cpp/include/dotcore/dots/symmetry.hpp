// The symmetries of a board: eight in general, four of which turn a rectangle into one of other
// shape.

#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// Rotations are clockwise; flip_x mirrors left and right, flip_y top and bottom.
enum class Symmetry : std::uint8_t {
    identity,
    rotate_90,
    rotate_180,
    rotate_270,
    flip_x,
    flip_y,
    transpose,
    anti_transpose
};

inline constexpr std::array<Symmetry, 8> all_symmetries{
    Symmetry::identity, Symmetry::rotate_90, Symmetry::rotate_180, Symmetry::rotate_270,
    Symmetry::flip_x,   Symmetry::flip_y,    Symmetry::transpose,  Symmetry::anti_transpose};

// True where width and height change places.
[[nodiscard]] constexpr bool turns_sides(Symmetry symmetry) noexcept {
    return symmetry == Symmetry::rotate_90 || symmetry == Symmetry::rotate_270 ||
           symmetry == Symmetry::transpose || symmetry == Symmetry::anti_transpose;
}

[[nodiscard]] constexpr Symmetry inverse(Symmetry symmetry) noexcept {
    if (symmetry == Symmetry::rotate_90) return Symmetry::rotate_270;
    if (symmetry == Symmetry::rotate_270) return Symmetry::rotate_90;
    return symmetry;
}

[[nodiscard]] constexpr Size transformed(Size size, Symmetry symmetry) noexcept {
    return turns_sides(symmetry) ? Size{size.height, size.width} : size;
}

// Where a point of a board of that size comes to lie.
[[nodiscard]] constexpr Point transformed(Point p, Size size, Symmetry symmetry) noexcept {
    const int x = p.x();
    const int y = p.y();
    const int right = size.width - 1;
    const int bottom = size.height - 1;
    switch (symmetry) {
        case Symmetry::rotate_90:
            return Point::at(bottom - y, x);
        case Symmetry::rotate_180:
            return Point::at(right - x, bottom - y);
        case Symmetry::rotate_270:
            return Point::at(y, right - x);
        case Symmetry::flip_x:
            return Point::at(right - x, y);
        case Symmetry::flip_y:
            return Point::at(x, bottom - y);
        case Symmetry::transpose:
            return Point::at(y, x);
        case Symmetry::anti_transpose:
            return Point::at(bottom - y, right - x);
        case Symmetry::identity:
            break;
    }
    return p;
}

[[nodiscard]] Position transformed(const Position& position, Symmetry symmetry);

// The symmetry that leads to the canonical form: of all that keep the board's shape the one whose
// position has the smallest key. Positions that are symmetric to each other share that form.
[[nodiscard]] std::pair<Position, Symmetry> canonical(const Position& position);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
