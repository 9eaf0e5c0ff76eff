// Whole games and sub-rounds by chance alone: for simulation, and to end what search begins.

#pragma once

#include <cstdint>

#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

// What the players do in a playout.
enum class Policy : std::uint8_t {
    uniform,    // any legal action, all alike
    play_first  // any legal play, all alike; draw or pass only without one
};

// What happened in a playout: acts of players (plays, draws, passes) and of chance.
struct PlayoutCounts {
    std::uint64_t decisions = 0;
    std::uint64_t chances = 0;
};

// Plays to the end of the game.
void random_playout(Position& position, Rng& rng, Policy policy = Policy::uniform,
                    PlayoutCounts* counts = nullptr) noexcept;

// Plays to the end of the sub-round: until the next one is to be dealt, or the game is over.
void random_sub_round(Position& position, Rng& rng, Policy policy = Policy::uniform,
                      PlayoutCounts* counts = nullptr) noexcept;

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
