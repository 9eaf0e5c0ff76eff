// Boards as text: one letter a point, one line a row.
//
// X O dots of players 0 and 1; x o the same once they have scored (recapture=keep) or while they
// are captured (free); a b empty points in regions of players 0 and 1; . free.

#pragma once

#include <string>
#include <string_view>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

[[nodiscard]] std::string to_ascii(const Position& position);

// The position that a text shows, player 0 to move. Blank lines and white space around rows are
// passed over. A region is taken to reach as far as the smallest chain around what was captured.
// Throws InvalidRecord for other letters, uneven rows, sizes outside 1..64, or captured points
// without a chain.
[[nodiscard]] Position from_ascii(std::string_view text, const Rules& rules);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
