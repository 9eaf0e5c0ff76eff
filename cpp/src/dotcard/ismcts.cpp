#include <dotcore/dotcard/ismcts.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include <dotcore/dotcard/play_model.hpp>
#include <dotcore/dotcard/playout.hpp>

namespace dotcore {
inline namespace abi1 {

template class search::InformationWalk<dotcard::Position, dotcard::MonteCarlo>;
template class search::Ismcts<dotcard::Position, dotcard::MonteCarlo>;
template class search::Determinized<dotcard::Position, dotcard::MonteCarlo>;

namespace dotcard {
namespace {

// Plays on to the end of the sub-round, everybody what looks best to them.
void play_by_model(Position& world, Rng& rng, int bonus_numbers) noexcept {
    const int sub_round = world.table().sub_round;
    while (world.table().sub_round == sub_round && !world.is_terminal()) {
        if (world.current_player() == CHANCE) {
            world.apply<false>(world.sample_chance(rng), nullptr);
            continue;
        }
        const PlayModel model(world);
        std::optional<Play> best;
        float most = model.score_of_none();
        model.for_each_play(bonus_numbers, [&](const Play& play) {
            const float score = model.score(play);
            if (score > most) {
                most = score;
                best = play;
            }
        });
        if (best) {
            world.play<false>(*best, nullptr);
        } else {
            world.apply<false>(world.act_without_play(), nullptr);
        }
    }
}

}  // namespace

MonteCarlo::MonteCarlo(const Position& root, const MonteCarloOptions& options) noexcept
    : options_(options), totals_(root.table().totals), sub_round_(root.table().sub_round) {}

void MonteCarlo::candidates(const Position& world, Rng&,
                            std::vector<search::Weighted>& candidates) const {
    candidates.clear();
    const PlayModel model(world);
    const auto weight = [&](float score) {
        return options_.informed ? std::exp(options_.sharpness * score) : 1.0F;
    };
    model.for_each_play(options_.bonus_numbers, [&](const Play& play) {
        candidates.push_back({action_of(play), weight(model.score(play))});
    });
    candidates.push_back({world.act_without_play(), weight(model.score_of_none())});
}

void MonteCarlo::outcome(const Position& world, search::Values& values) const noexcept {
    const int players = world.num_players();
    int sum = 0;
    for (int seat = 0; seat < players; ++seat) {
        sum += world.total(seat) - totals_[static_cast<std::size_t>(seat)];
    }
    for (int seat = 0; seat < players; ++seat) {
        const int own = world.total(seat) - totals_[static_cast<std::size_t>(seat)];
        const auto others = static_cast<float>(sum - own) / static_cast<float>(players - 1);
        values[static_cast<std::size_t>(seat)] =
            (others - static_cast<float>(own)) / options_.scale;
    }
}

void MonteCarlo::playout(Position& world, Rng& rng, search::Values& values) const noexcept {
    const Policy policy =
        options_.rollout == Rollout::uniform ? Policy::uniform : Policy::play_first;
    if (options_.rollout == Rollout::model) {
        play_by_model(world, rng, 1);
    } else {
        random_sub_round(world, rng, policy);
    }
    if (options_.to_game_end) random_playout(world, rng, policy);
    outcome(world, values);
}

bool MonteCarlo::sees_chance(const Position& world, int player) const noexcept {
    return world.phase() == Phase::choose_starter || world.receiver() == player;
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
