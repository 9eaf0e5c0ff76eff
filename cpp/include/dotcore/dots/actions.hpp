// Dots as a contract state: the numbers of its acts, the same in every position of a board's size.
//
//   y * width + x                       a dot at (x, y)
//   width * height                      stop, done or ground, as the ending says; absent under
//                                       ending=full. Under capture=manual, while the player who has
//                                       placed a dot can still close chains: the end of the turn.
//                                       entry=illegal makes it wait for a chain if the dot needs
//                                       one
//   width * height + 1 + y * width + x  capture=manual: closes the smallest chain around the enemy
//                                       dot at (x, y)

#pragma once

#include <cstddef>

#include <dotcore/core/state.hpp>
#include <dotcore/dots/point.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

[[nodiscard]] constexpr Action dot_action(Size size, Point p) noexcept {
    return p.y() * size.width + p.x();
}
[[nodiscard]] constexpr Action plain_action(Size size) noexcept { return size.points(); }
[[nodiscard]] constexpr Action enclose_action(Size size, Point enemy) noexcept {
    return size.points() + 1 + dot_action(size, enemy);
}
// The point of a dot or of the enemy dot to enclose; not of the plain action.
[[nodiscard]] constexpr Point point_of(Size size, Action action) noexcept {
    const int id = action < size.points() ? action : action - size.points() - 1;
    return Point::at(id % size.width, id / size.width);
}

// A list of actions with room for all that a position can have.
using Actions = ActionArray<2 * max_points + 1>;

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
