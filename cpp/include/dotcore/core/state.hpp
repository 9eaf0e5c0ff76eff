// The one contract for every game state.
//
// Search and simulation are written against these names, and each game's Position meets them; the
// Python face has the same ones. An action is a number that means the same in every state of a
// game. `State` asks for what every game offers; the refinements below add what only some have.
//
// Returns are "higher is better" and sum to zero over the players.

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <dotcore/core/rng.hpp>

namespace dotcore {
inline namespace abi1 {

// An action's number, as listed in the game's table of actions.
using Action = std::int32_t;

// What current_player() says when no player is to move.
inline constexpr int CHANCE = -1;        // a deal, draw or die is due
inline constexpr int SIMULTANEOUS = -2;  // all players act at once
inline constexpr int TERMINAL = -4;      // the game is over

// A list of actions of fixed capacity, filled by legal_actions: sorted, no heap.
template <typename T>
concept ActionList = requires(T list, const T& constant, std::size_t i) {
    { constant.size() } -> std::convertible_to<std::size_t>;
    { constant[i] } -> std::convertible_to<Action>;
    constant.begin();
    constant.end();
};

// A list of actions with room for so many.
template <std::size_t Capacity>
class ActionArray {
public:
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] Action operator[](std::size_t i) const noexcept { return ids_[i]; }
    [[nodiscard]] const Action* begin() const noexcept { return ids_.data(); }
    [[nodiscard]] const Action* end() const noexcept { return ids_.data() + size_; }
    void clear() noexcept { size_ = 0; }
    void push_back(Action action) noexcept { ids_[size_++] = action; }

private:
    std::size_t size_ = 0;
    std::array<Action, Capacity> ids_;
};

// A position that search may copy, play on and take back.
//
// A game names two companions: `Actions`, an ActionList with room for the most actions a state can
// have, and `UndoLog`, where apply records what undo needs. The caller owns both.
template <typename T>
concept State = std::copyable<T> && ActionList<typename T::Actions> &&
                std::default_initializable<typename T::UndoLog> &&
                requires(T state, const T& constant, Action action, int player,
                         typename T::Actions& actions, typename T::UndoLog& log) {
                    // Looking
                    { constant.num_players() } -> std::convertible_to<int>;
                    { constant.current_player() } -> std::convertible_to<int>;
                    { constant.num_actions() } -> std::convertible_to<int>;
                    { constant.is_terminal() } -> std::convertible_to<bool>;
                    constant.legal_actions(actions);
                    { constant.returns(player) } -> std::convertible_to<double>;
                    // Doing and undoing
                    state.apply(action, log);
                    state.undo(log);
                    // Comparing: equal positions have equal keys
                    { constant.key() } -> std::same_as<std::uint64_t>;
                    { constant == constant } -> std::convertible_to<bool>;
                };

// A state that search copies with memcpy: no heap behind it.
template <typename T>
concept FlatState = State<T> && std::is_trivially_copyable_v<T>;

// A state of which each player sees a part only: hidden hands, a pile face down.
//
// A world that a player cannot tell from the true one is had from a copy by `resample`; search for
// a player looks at nothing else. Between two such worlds `info_key` of that player, and the legal
// actions while that player is to move, are the same. No state holds a future: what chance brings
// is drawn when it is due.
template <typename T>
concept HiddenState = State<T> && requires(T state, const T& constant, int player, Rng& rng) {
    // Draws anew, by its probability, what the player does not see. Nothing else changes.
    state.resample(player, rng);
    // Of all that the player sees.
    { constant.info_key(player) } -> std::same_as<std::uint64_t>;
    // One outcome of what chance is to do now, by its probability.
    { constant.sample_chance(rng) } -> std::convertible_to<Action>;
};

// A game with its own fast uniform random playout, to be found by argument-dependent lookup.
// A playout over legal lists is several times slower.
template <typename T, typename Generator>
concept HasRandomPlayout =
    State<T> && requires(T& state, Generator& generator) { random_playout(state, generator); };

}  // namespace abi1
}  // namespace dotcore
