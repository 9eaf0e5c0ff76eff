#include <dotcore/dotcard/players.hpp>

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/play_model.hpp>

#include "dotcard_positions.hpp"
#include "written_cards.hpp"

using dotcore::Action;
using dotcore::CHANCE;
using dotcore::Rng;
using namespace dotcore::dotcard;

namespace {

// The seat's mean score in sub-rounds that the style plays against another, seats taking turns.
[[nodiscard]] double mean_lead(Style style, Style other, int players, int deals) {
    const Player chooser[2]{Player(style), Player(other)};
    double lead = 0;
    for (int deal = 0; deal < 2 * deals; ++deal) {
        const int swap = deal & 1;
        Rng rng = Rng::stream(1, static_cast<std::uint64_t>(deal / 2));
        Position position = dealt(players, Rules{}, rng, deal / 2 % 9);
        const int sub_round = position.table().sub_round;
        while (position.table().sub_round == sub_round) {
            const Action action = position.current_player() == CHANCE
                                      ? position.sample_chance(rng)
                                      : chooser[(position.turn() + swap) & 1].choose(position, rng);
            position.apply<false>(action, nullptr);
        }
        for (int seat = 0; seat < players; ++seat) {
            lead += ((seat + swap) & 1) == 0 ? -position.total(seat) : position.total(seat);
        }
    }
    return lead / (deals * players);
}

}  // namespace

TEST_CASE("dotcard players: every act is legal, under every rule") {
    for (const Style style : all_styles) {
        CAPTURE(name_of(style));
        const Player player(style);
        for (const Rules& rules : odd_rules()) {
            for (int players = 2; players <= 8; players += 3) {
                Rng rng(7);
                Position position(players, rules);
                int acts = 0;
                while (!position.is_terminal() && acts++ < 3000) {
                    Action action = 0;
                    if (position.current_player() == CHANCE) {
                        action = position.sample_chance(rng);
                    } else {
                        action = player.choose(position, rng);
                        REQUIRE(position.is_legal(action));
                    }
                    position.apply<false>(action, nullptr);
                }
            }
        }
    }
}

TEST_CASE("dotcard players: what a seat cannot see changes nothing") {
    for (const Style style : all_styles) {
        CAPTURE(name_of(style));
        Rng rng(3);
        for (int i = 0; i < 200; ++i) {
            const Position position = played(4, Rules{}, rng, 5 + i % 60);
            if (position.current_player() < 0) continue;
            Position other = position;
            other.resample(position.turn(), rng);
            Rng one(static_cast<std::uint64_t>(i));
            Rng same(static_cast<std::uint64_t>(i));
            REQUIRE(Player(style).choose(position, one) == Player(style).choose(other, same));
        }
    }
}

TEST_CASE("dotcard players: all but the random one say dot") {
    Rng rng(5);
    int seen = 0;
    for (int i = 0; i < 3000 && seen < 200; ++i) {
        const Position position = played(3, Rules{}, rng, 20 + i % 50);
        if (position.current_player() < 0 || !position.may_say_dot()) continue;
        ++seen;
        for (const Style style : all_styles) {
            if (style == Style::random) continue;
            const Action action = Player(style).choose(position, rng);
            if (is_play(action)) REQUIRE(play_of(action).dot);
        }
    }
    CHECK(seen == 200);
}

TEST_CASE("dotcard players: points, the track, and what an expert keeps") {
    Rng rng(1);
    // Start number 9. By points 9|8 goes first, but 9|1 leaves four cards to follow.
    const Position position = with_hand(hand_of("9|8 9|1 1|2 2|3 3|4"), 0);
    CHECK(play_of(Player(Style::greedy_points).choose(position, rng)).card == Card::face(9, 8));
    CHECK(play_of(Player(Style::greedy_track).choose(position, rng)).card == Card::face(9, 1));
    CHECK(play_of(Player(Style::expert).choose(position, rng)).card == Card::face(9, 1));
    // The last card goes, whatever it is.
    const Position last = with_hand(hand_of("B-15"), 0);
    CHECK(is_play(Player(Style::expert).choose(last, rng)));
}

TEST_CASE("dotcard players: each style beats those before it") {
    CHECK(mean_lead(Style::play_first, Style::random, 4, 300) > 15);
    CHECK(mean_lead(Style::greedy_points, Style::play_first, 4, 600) > 2);
    CHECK(mean_lead(Style::greedy_track, Style::greedy_points, 4, 600) > 2);
    CHECK(mean_lead(Style::expert, Style::greedy_track, 2, 1200) > 1);
}

TEST_CASE(
    "dotcard players: names are found again, and where chance or nobody is to act is an error") {
    for (const Style style : all_styles) CHECK(find_style(name_of(style)) == style);
    CHECK_FALSE(find_style("reckless").has_value());
    Rng rng(1);
    CHECK_THROWS_AS(static_cast<void>(Player(Style::expert).choose(Position(3, Rules{}), rng)),
                    dotcore::Error);
}

TEST_CASE("dotcard play model: what it says of plays") {
    const Position position = with_hand(hand_of("9|9 9|1 1|1 1|2 B-5"), 0);
    const PlayModel model(position);
    const auto block = model.features({Card::face(9, 9), -1, 0});
    CHECK(block[PlayModel::block_covered] == 1);
    CHECK(block[PlayModel::starts_own] == 1);
    CHECK(block[PlayModel::pips] == doctest::Approx(1.8));
    // 9|1 1|1 1|2 and the bonus card
    CHECK(block[PlayModel::chain] == doctest::Approx(0.4));
    const auto domino = model.features({Card::face(9, 1), -1, 0});
    CHECK(domino[PlayModel::follows_own] == doctest::Approx(0.2));
    CHECK(domino[PlayModel::chain] == doctest::Approx(0.3));
    const auto bonus = model.features({Card::bonus(1), 1, 0});
    CHECK(bonus[PlayModel::bonus] == 1);
    CHECK(bonus[PlayModel::bonus_points] == doctest::Approx(0.5));
    // A bonus card's numbers are those that go with the hand.
    int plays = 0;
    int bonus_plays = 0;
    model.for_each_play(2, [&](const Play& play) {
        ++plays;
        if (!play.card.is_bonus()) return;
        ++bonus_plays;
        CHECK((play.number == 1 || play.number == 9));
    });
    CHECK(plays == 4);
    CHECK(bonus_plays == 2);
    int all = 0;
    model.for_each_play(0, [&](const Play&) { ++all; });
    CHECK(all == position.count_plays(position.targets()));
    // Of a last bonus card one number is as good as any.
    const Position last = with_hand(hand_of("B-5"), 0);
    int last_plays = 0;
    PlayModel(last).for_each_play(3, [&](const Play&) { ++last_plays; });
    CHECK(last_plays == 1);
}
