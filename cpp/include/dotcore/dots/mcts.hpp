// What Monte Carlo search knows of Dots: which dots are worth trying, how games are played out, and
// what a game came to.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/informed_playout.hpp>
#include <dotcore/dots/playout.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/search/mcts.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

struct MonteCarloOptions {
    bool informed = true;  // candidates and playouts by knowledge of the game, or uniform
    InformedPlayout playout;
    int ladder_nodes = 500;      // positions to read a ladder in, for a thousand simulations
    float ladder_fear = 0.2F;    // in value, for each point that a dot would lose to a ladder
    float margin_weight = 0.0F;  // share of the margin in a playout's value, the rest is the result
    float margin_scale = 10.0F;  // points of margin that count as much as a win
};

// Knowledge of Dots in the sense of search/mcts.hpp.
class MonteCarlo {
public:
    // Who played what: every point takes one dot at most in a game, so the end of a game tells.
    class Trace {
    public:
        explicit Trace(const Position& end) noexcept;
        [[nodiscard]] int player_of(Action action) const noexcept {
            return action < static_cast<Action>(points_) ? owners_[static_cast<unsigned>(action)]
                                                         : -1;
        }

    private:
        unsigned points_;
        std::array<std::int8_t, max_points> owners_;
    };

    MonteCarlo() = default;
    explicit MonteCarlo(const MonteCarloOptions& options) noexcept : options_(options) {}
    [[nodiscard]] const MonteCarloOptions& options() const noexcept { return options_; }

    bool candidates(const Position& position, search::Recent recent, Rng& rng,
                    std::vector<search::Weighted>& candidates) const;
    // Holds the best dots against the ladders that they would allow, the deeper the longer the
    // search has been going on.
    void look_closely(const Position& position, std::uint64_t simulations,
                      std::span<search::Verdict> verdicts) const;
    [[nodiscard]] search::Outcome playout(Position& position, search::Recent recent,
                                          Rng& rng) const;
    [[nodiscard]] search::Outcome outcome(const Position& position) const;

private:
    MonteCarloOptions options_;
};

static_assert(search::LooksCloser<MonteCarlo, Position>);

using Tree = search::Tree<Position, MonteCarlo>;

}  // namespace dots

extern template class search::Tree<dots::Position, dots::MonteCarlo>;

}  // namespace abi1
}  // namespace dotcore
