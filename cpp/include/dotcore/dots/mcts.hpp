// What Monte Carlo search knows of Dots: which dots are worth trying, how games are played out, and
// what a game came to.

#pragma once

#include <cstdint>
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
    int ladder_nodes = 500;      // for each dot at the root: positions to read ladders in
    float ladder_fear = 1.0F;    // how much less a dot is tried for each point it would lose
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
    bool root_candidates(const Position& position, search::Recent recent, Rng& rng,
                         std::vector<search::Weighted>& candidates) const;
    [[nodiscard]] search::Outcome playout(Position& position, search::Recent recent,
                                          Rng& rng) const;
    [[nodiscard]] search::Outcome outcome(const Position& position) const;

private:
    MonteCarloOptions options_;
};

static_assert(search::Knowledge<MonteCarlo, Position>);

using Tree = search::Tree<Position, MonteCarlo>;

}  // namespace dots

extern template class search::Tree<dots::Position, dots::MonteCarlo>;

}  // namespace abi1
}  // namespace dotcore
