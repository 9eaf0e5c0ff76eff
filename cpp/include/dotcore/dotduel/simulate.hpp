// Whole games between simulated players, played by the referee's rules.
//
// Game i of a seed is the same whatever else is simulated with it, and on how many threads.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/rules.hpp>
#include <dotcore/dotduel/simulated_player.hpp>
#include <dotcore/dotduel/table.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// A game without max_rounds ends after so many: players who see nothing would go on for ever.
inline constexpr int most_simulated_rounds = 1000;

// What one game came to; members of players have as many entries as there are players.
struct SimulatedGame {
    template <class T>
    using ByPlayer = std::array<T, max_players>;

    std::int64_t duration_ms = 0;
    std::int32_t rounds = 0;
    std::int8_t winner = -1;
    ByPlayer<std::uint8_t> cards{};         // held at the end
    ByPlayer<std::uint16_t> claims{};       // made
    ByPlayer<std::uint16_t> duels{};        // fought, a final too
    ByPlayer<std::uint16_t> double_dots{};  // right ones, in duels too
    ByPlayer<std::uint16_t> errors{};       // claims of a wrong count, false calls, misfires, wrong
                                            // Double Dots
};

[[nodiscard]] SimulatedGame simulate_game(const MatchTable& cards, const Rules& rules,
                                          std::span<const SimulatedPlayer> players,
                                          std::uint64_t seed, std::uint64_t number);

// Games 0..games.size() - 1, on so many threads. `is_stopped` is asked from the calling thread now
// and then; if it says so the rest is left out. False then.
bool simulate(const MatchTable& cards, const Rules& rules, std::span<const SimulatedPlayer> players,
              std::uint64_t seed, std::span<SimulatedGame> games, int threads,
              const std::function<bool()>& is_stopped = {});

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
