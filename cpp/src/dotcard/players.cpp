#include <dotcore/dotcard/players.hpp>

#include <algorithm>
#include <limits>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/best_track.hpp>
#include <dotcore/dotcard/play_model.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

constexpr std::array<std::string_view, all_styles.size()> names{
    "random", "play_first", "greedy_points", "greedy_track", "expert"};

// Numbers that a greedy player thinks of for a bonus card.
constexpr int bonus_numbers = 3;

// The play that `judge` gives most, by lot among those; draw or pass if there is none, or none
// above `least`.
template <class Judge>
[[nodiscard]] Action best_play(const Position& position, Rng& rng, Judge judge,
                               float least = std::numeric_limits<float>::lowest()) {
    const PlayModel model(position);
    Action best = position.act_without_play();
    float most = least;
    std::uint32_t equals = 0;
    model.for_each_play(bonus_numbers, [&](const Play& play) {
        const float value = judge(model, play);
        if (value <= least || value < most) return;
        if (value > most) equals = 0;
        most = value;
        if (rng.below(++equals) == 0) best = action_of(play);
    });
    return best;
}

// The cards of a hand in the longest continuation of the own track after a play, the play included,
// and a little for its points.
class Continuation {
public:
    explicit Continuation(const Position& position) noexcept : position_(position) {
        options_.block_on_block = position.rules().lets_block_cover_block();
        options_.node_limit = 200;
    }
    [[nodiscard]] float operator()(const PlayModel&, const Play& play) const {
        const int seat = position_.turn();
        CardSet rest = position_.hand(seat);
        rest.take(play.card);
        const int end = play.track() == seat ? position_.end_after(play) : position_.end(seat);
        const Deck& deck = position_.rules().deck;
        const BestTrack best = best_track(rest, end, Objective::cards, options_, deck);
        return static_cast<float>(best.value) + 0.01F * static_cast<float>(deck.points(play.card));
    }

private:
    const Position& position_;
    TrackOptions options_;
};

}  // namespace

std::string_view name_of(Style style) noexcept { return names[static_cast<std::size_t>(style)]; }

std::optional<Style> find_style(std::string_view name) noexcept {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return all_styles[static_cast<std::size_t>(found - names.begin())];
}

Action Player::choose(const Position& position, Rng& rng) const {
    if (position.is_terminal()) throw Error("the game is over; there is nothing to choose");
    if (position.current_player() < 0) throw Error("chance is to act, not a player");
    switch (style_) {
        case Style::random: {
            Actions actions;
            position.legal_actions(actions);
            return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        }
        case Style::play_first: {
            const Targets targets = position.targets();
            const auto plays = static_cast<std::uint32_t>(position.count_plays(targets));
            if (plays == 0) return position.act_without_play();
            Play play = position.nth_play(targets, static_cast<int>(rng.below(plays)));
            play.dot = position.may_say_dot();
            return action_of(play);
        }
        case Style::greedy_points:
            return best_play(position, rng, [&](const PlayModel& model, const Play& play) {
                const int points = position.rules().deck.points(play.card);
                // A bonus card of no points comes after a face card of none.
                return play.card.is_bonus()
                           ? static_cast<float>(points) - 1 + 0.001F * model.score(play)
                           : static_cast<float>(points);
            });
        case Style::greedy_track:
            return best_play(position, rng, Continuation(position));
        case Style::expert:
            break;
    }
    const float patience = PlayModel(position).score_of_none();
    return best_play(
        position, rng, [](const PlayModel& model, const Play& play) { return model.score(play); },
        patience);
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
