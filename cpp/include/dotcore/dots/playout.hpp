// Uniform random games: dots only, never a stop or a grounding, until no dot is legal.

#pragma once

#include <cstdint>
#include <span>

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// Plays the game out with uniformly random legal dots and returns how many were placed.
// The position's key is not kept; under capture=manual nothing is ever captured.
int random_playout(Position& position, Rng& rng);

struct PlayoutResult {
    std::int16_t scores[2];
    std::int16_t dots;
};

// One playout from a copy of the position for each result. Game i of a seed draws from a stream of
// its own, made of seed and i, so the results do not depend on the number of threads, nor on how
// the games are shared out over calls: results[k] is game first + k. threads must be 1 or more.
void playouts(const Position& position, std::span<PlayoutResult> results, std::uint64_t seed,
              int threads, std::uint64_t first = 0);

// The number of games of exactly depth dots (fewer only where a game ends): the leaves of that
// tree.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
