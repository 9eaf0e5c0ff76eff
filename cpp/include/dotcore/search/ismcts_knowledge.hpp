// What a game with hidden information tells Monte Carlo search: which acts are worth trying in a
// world, how a world is played out and what it came to, how far to look, and which acts of chance a
// player sees. It is told by a small type that lives with the game; dotcard::MonteCarlo is one.

#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/search/mcts_knowledge.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

inline constexpr int most_players = 8;

// What something is worth for each player, about -1..1; only the first num_players() count.
using Values = std::array<float, most_players>;

// Draws worlds that the searching player cannot tell from the true one, by their probability. It
// must look at nothing else: then search cannot, either. Each thread works with a copy of its own.
template <typename S>
using WorldSource = std::function<S(Rng&)>;

// What a game tells search. A knowledge belongs to one root, and may hold what is public there.
template <typename K, typename S>
concept HiddenKnowledge = HiddenState<S> && std::copyable<K> &&
                          requires(const K& knowledge, const S& world, S& played, int player,
                                   Rng& rng, std::vector<Weighted>& candidates, Values& values) {
                              // The acts of the player to move worth trying in this world: legal
                              // ones, one at least, with weights above 0. For the searching player
                              // they may depend only on what that player sees.
                              knowledge.candidates(world, rng, candidates);
                              // Search looks no further than here. True of every terminal state.
                              { knowledge.is_over(world) } -> std::convertible_to<bool>;
                              // What a world at which search ends came to.
                              knowledge.outcome(world, values);
                              // Plays a world on to where search ends, and tells what it came to.
                              knowledge.playout(played, rng, values);
                              // The player will see what chance is about to do.
                              { knowledge.sees_chance(world, player) } -> std::convertible_to<bool>;
                          };

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
