// The playable points of a position, drawn without replacement. A point may have been closed since.

#pragma once

#include <array>
#include <cstdint>

#include <dotcore/core/bits.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

struct Urn {
    std::uint32_t size = 0;
    std::array<Point, max_points> points;

    explicit Urn(const Position& position) noexcept {
        for (int y = 0; y < position.size().height; ++y) {
            bits::for_each_bit(position.playable_row(y),
                               [&](int x) { points[size++] = Point::at(x, y); });
        }
    }
    [[nodiscard]] Point draw(Rng& rng) noexcept {
        const std::uint32_t i = rng.below(size);
        const Point p = points[i];
        points[i] = points[--size];
        return p;
    }
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
