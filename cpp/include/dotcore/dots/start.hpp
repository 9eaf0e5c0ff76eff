// Starting positions (rules: Dots, "Starting positions"): single dot, crosses, explicit dots.
//
// A cross is player 0 at (x, y) and (x+1, y+1), player 1 at (x+1, y) and (x, y+1).

#pragma once

#include <span>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// The dots of a named start in the order in which they are placed.
// Throws RulesError if the board is too small: smallest 1x1, 2x2, 4x2, 4x4.
[[nodiscard]] std::vector<Dot> start_dots(Size size, Start start);

// Four crosses, one anywhere in each quarter of the board, kept apart from the edge and each other
// where the board allows it. Throws RulesError below 4x4.
[[nodiscard]] std::vector<Dot> random_four_crosses(Size size, Rng& rng);

// The rules' own start. Throws RulesError for a size outside 1..64 or too small for the start.
[[nodiscard]] Position start_position(Size size, const Rules& rules);

// Explicit dots, placed in order as moves would be; player 0 is to move.
// Throws RulesError for a dot off the board, on another dot or in a captured region.
[[nodiscard]] Position start_position(Size size, const Rules& rules, std::span<const Dot> dots);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
