// Playouts with knowledge of the game.

#pragma once

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/search/mcts_knowledge.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

struct InformedPlayout {
    float answers = 0;  // how often a capture or a threat of one is answered, 0..1
    float local = 0;    // how much the model's say counts in answers next to the last dot; 0:
                        // dots are drawn from the whole board
    int informed_dots = 4096;  // for so many dots from the start; then only dead ones are left out
    int most_dots = 4096;      // the playout ends after so many
};

// Plays on, for rules under which dots capture by themselves and every dot is allowed; returns how
// many were placed. The position's key is not kept.
int informed_playout(Position& position, search::Recent recent, Rng& rng,
                     const InformedPlayout& how);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
