// What a player wants to see of a position: captures that one dot makes, the worth of grounding,
// the board as codes, and the planes that a network reads.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// The dots of a player that capture at once.
struct OneMoveCaptures {
    std::vector<Point> moves;         // in reading order
    std::vector<std::int16_t> gains;  // dots that score, for each; 0 where an empty pool is blocked
    Rows taken{};                     // all points that would pass to the player by some of them
};
[[nodiscard]] OneMoveCaptures one_move_captures(const Position& position, Player player);

// The position after the player grounded it; its scores are what grounding is worth.
[[nodiscard]] Position grounded(const Position& position, Player player);

// What stands on a point. taken: a dot that has scored (recapture=keep) or is captured now (free).
enum class Cell : std::uint8_t { empty, dot0, dot1, taken0, taken1, territory0, territory1 };
[[nodiscard]] Cell cell_at(const Position& position, Point p) noexcept;

// Who controls a point, by a live dot or a captured region; -1 for nobody.
[[nodiscard]] int owner_of(const Position& position, Point p) noexcept;

// Planes of height x width floats, as one player sees them: 0 own live dots, 1 enemy live dots, 2
// own captured regions, 3 the enemy's, 4 dots inside regions that score for their owner, 5 playable
// points, 6 ones where the player is to move, 7 the lead in points over the number of points of the
// board.
inline constexpr int observation_planes = 8;
// out holds observation_planes * height * width floats.
void observe(const Position& position, Player player, std::span<float> out);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
