// What a game tells Monte Carlo search: which actions are worth trying, how games are played out,
// and what they came to. It is told by a small type that lives with the game; dots::MonteCarlo is
// one.

#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

// An action worth trying, and how much so: weights are relative to each other.
struct Weighted {
    Action action = 0;
    float weight = 1;
};

// The last two actions before a position, -1 where there are none: where the fight is.
struct Recent {
    Action last = -1;
    Action before = -1;
    [[nodiscard]] constexpr Recent then(Action action) const noexcept { return {action, last}; }
};

// What a playout came to, for player 0.
struct Outcome {
    float value = 0;   // -1..1
    float margin = 0;  // in the game's points
};

// What a game tells Monte Carlo search.
template <typename K, typename S>
concept Knowledge = State<S> && std::copyable<K> &&
                    requires(const K& knowledge, const S& state, S& played, Recent recent, Rng& rng,
                             std::vector<Weighted>& candidates) {
                        typename K::Trace;
                        // The actions worth trying; true if these are all legal ones.
                        {
                            knowledge.candidates(state, recent, rng, candidates)
                        } -> std::convertible_to<bool>;
                        // Plays a game out.
                        { knowledge.playout(played, recent, rng) } -> std::same_as<Outcome>;
                        // What a finished game came to.
                        { knowledge.outcome(state) } -> std::same_as<Outcome>;
                        // Of a game played out: who played what (trace.player_of(action), -1 for
                        // nobody).
                        requires std::constructible_from<typename K::Trace, const S&>;
                    };

// What a closer look says of an action of the root: what speaks against it, in value, and how much
// more it should be tried.
struct Verdict {
    Action action = 0;
    float cost = 0;
    float boost = 1;
};

// Knowledge that looks more closely at a position that a move is wanted in: before the first
// simulation, and again whenever their number has doubled. The verdicts come in with the actions
// that look best first, and hold what was said the last time, boosts aside.
template <typename K, typename S>
concept LooksCloser =
    Knowledge<K, S> &&
    requires(const K& knowledge, const S& state, std::uint64_t simulations,
             std::span<Verdict> verdicts) { knowledge.look_closely(state, simulations, verdicts); };

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
