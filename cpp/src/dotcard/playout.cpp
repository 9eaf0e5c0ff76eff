#include <dotcore/dotcard/playout.hpp>

#include "urn.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

void random_sub_round(Position& position, Rng& rng, Policy policy, PlayoutCounts* counts) noexcept {
    position.play_sub_round(rng, policy == Policy::play_first, counts);
}

void random_playout(Position& position, Rng& rng, Policy policy, PlayoutCounts* counts) noexcept {
    while (!position.is_terminal()) random_sub_round(position, rng, policy, counts);
}

void Position::play_sub_round(Rng& rng, bool plays_first, PlayoutCounts* counts) noexcept {
    const int sub_round = table_.sub_round;
    std::uint64_t decisions = 0;
    std::uint64_t chances = 0;
    // The urn stands for the pile, which is set right in the end.
    Urn urn(pile());
    while (table_.sub_round == sub_round && !is_terminal()) {
        if (current_player() == CHANCE) {
            ++chances;
            if (table_.phase == Phase::choose_starter) {
                choose_starter(sample_chance(rng));
            } else {
                receive(urn.draw(rng));
            }
            continue;
        }
        ++decisions;
        const Targets where = targets();
        const int plays = count_plays(where);
        const int dots = may_say_dot() ? 2 : 1;
        const bool must_play = plays_first && plays > 0;
        const auto choices = static_cast<std::uint32_t>(plays * dots + (must_play ? 0 : 1));
        const int chosen = choices == 1 ? 0 : static_cast<int>(rng.below(choices));
        if (chosen < plays * dots) {
            Play play = nth_play(where, chosen >= plays ? chosen - plays : chosen);
            play.dot = chosen >= plays;
            lay(play);
        } else if (act_without_play() == draw_action) {
            table_.phase = Phase::draw;
        } else {
            pass();
        }
    }
    if (is_terminal()) cards_.pile = urn.cards_left();
    if (counts != nullptr) {
        counts->decisions += decisions;
        counts->chances += chances;
    }
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
