// The planes that a network reads, written straight into its input, in any symmetry of the board.
//
// One plane is height x width floats, as one player ("own") sees the position:
//
//    0 own live dots                         8 playable points in own empty pools
//    1 enemy live dots                       9 playable points in the enemy's empty pools
//    2 own captured regions                 10 own live dots joined to the edge (grounded)
//    3 the enemy's captured regions         11 enemy live dots joined to the edge
//    4 dots inside regions that score       12 points where an own dot captures dots at once
//    5 playable points                      13 points where an enemy dot captures dots at once
//    6 ones where own is to move            14 ones where the enemy has stopped
//    7 the lead in points over the number   15 ones where own may only close chains or end the turn
//      of points of the board, komi in it   16 ones: where the board is, for padding convolutions
//
// 0 to 7 are those of observe() (look.hpp). 10 and 11 hold the dots that their owner would keep by
// grounding: joined to the edge, side to side, through own dots and own captured regions. 12 and 13
// ask not whose turn it is; under capture=manual, where a dot alone captures nothing, they are 0.

#pragma once

#include <array>
#include <span>

#include <dotcore/core/state.hpp>
#include <dotcore/dots/actions.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/symmetry.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

inline constexpr int feature_planes = 17;

// A name for each plane, in order.
inline constexpr std::array<const char*, feature_planes> feature_names{
    "own_dots",     "enemy_dots",     "own_regions",   "enemy_regions",
    "scored_dots",  "playable",       "own_turn",      "lead",
    "own_pools",    "enemy_pools",    "own_grounded",  "enemy_grounded",
    "own_captures", "enemy_captures", "enemy_stopped", "own_closing",
    "ones"};

// out holds feature_planes * points floats, or more. Symmetries that turn the sides write planes of
// width x height: those of transformed(position, symmetry).
void write_features(const Position& position, Player player, Symmetry symmetry,
                    std::span<float> out);

// What an action becomes when the board is transformed: an action of the transformed board.
[[nodiscard]] constexpr Action transformed(Action action, Size size, Symmetry symmetry) noexcept {
    const Action plain = plain_action(size);
    if (action == plain) return plain;
    const Action first = action < plain ? 0 : plain + 1;
    const Point p = transformed(point_of(size, action), size, symmetry);
    return first + dot_action(transformed(size, symmetry), p);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
