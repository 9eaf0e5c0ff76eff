// What Monte Carlo search knows of DotCard: which acts are worth trying, how a world is played out,
// and what it came to.
//
// Search ends with the sub-round: what a later one brings hardly depends on this one. Its value for
// a player is the mean of the others' scores in it less the own one, as in `returns`.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/position.hpp>
#include <dotcore/search/determinized.hpp>
#include <dotcore/search/ismcts.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

enum class Rollout : std::uint8_t {
    uniform,     // any legal act, all alike
    play_first,  // any legal play, all alike; draw or pass only without one
    model        // what looks best by the play model; slower, and more telling
};

struct MonteCarloOptions {
    Rollout rollout = Rollout::model;
    bool to_game_end = false;  // playouts go on to the end of the game; the tree never does
    float scale = 60.0F;       // points that are worth 1
    int bonus_numbers = 3;     // most numbers tried for a bonus card on a track; 0 for all
    float sharpness = 0.3F;    // how much the weights by that model differ; 0 is not at all
    bool informed = true;      // acts by how promising they look (play_model.hpp), or all alike
};

// Knowledge of DotCard in the sense of search/ismcts_knowledge.hpp, for searches from `root`.
class MonteCarlo {
public:
    explicit MonteCarlo(const Position& root, const MonteCarloOptions& options = {}) noexcept;
    [[nodiscard]] const MonteCarloOptions& options() const noexcept { return options_; }

    // "dot" is always said.
    void candidates(const Position& world, Rng& rng,
                    std::vector<search::Weighted>& candidates) const;
    [[nodiscard]] bool is_over(const Position& world) const noexcept {
        return world.table().sub_round != sub_round_ || world.is_terminal();
    }
    void outcome(const Position& world, search::Values& values) const noexcept;
    void playout(Position& world, Rng& rng, search::Values& values) const noexcept;
    [[nodiscard]] bool sees_chance(const Position& world, int player) const noexcept;

private:
    MonteCarloOptions options_;
    std::array<std::int32_t, max_players> totals_{};
    int sub_round_ = 0;
};

static_assert(search::HiddenKnowledge<MonteCarlo, Position>);

using Ismcts = search::Ismcts<Position, MonteCarlo>;
using Determinized = search::Determinized<Position, MonteCarlo>;

}  // namespace dotcard

extern template class search::InformationWalk<dotcard::Position, dotcard::MonteCarlo>;
extern template class search::Ismcts<dotcard::Position, dotcard::MonteCarlo>;
extern template class search::Determinized<dotcard::Position, dotcard::MonteCarlo>;

}  // namespace abi1
}  // namespace dotcore
