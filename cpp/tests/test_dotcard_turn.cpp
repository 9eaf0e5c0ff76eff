// Turns of DotCard where cards are scarce: missed turns, locked sub-rounds, further turns; markers;
// and playouts against games over legal lists.

#include <doctest/doctest.h>

#include <array>
#include <set>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/playout.hpp>
#include <dotcore/dotcard/turn.hpp>

#include "dotcard_positions.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

// Rules whose piles are soon empty.
[[nodiscard]] std::vector<Rules> scarce_rules() {
    const std::array bonus{0, -5};
    Rules rules;
    rules.deck = Deck::custom(2, 1, bonus);
    rules.sub_rounds = 6;
    rules.hand_size = 2;
    rules.skip_turns = 3;
    rules.block_extra_turn = true;
    std::vector<Rules> all{rules};
    rules.free_start = FreeStart::any;
    rules.voluntary_pass_opens = false;
    rules.starter = Starter::winner;
    rules.skip_turns = 0;
    all.push_back(rules);
    rules.deck = Deck::custom(1, 3, {});
    rules.sub_rounds = 4;
    rules.drawn_card_only = true;
    rules.skip_turns = 1;
    all.push_back(rules);
    return all;
}

[[nodiscard]] Action drawn_act(const Position& position, Rng& rng) {
    if (position.current_player() == CHANCE) return position.sample_chance(rng);
    Actions actions;
    position.legal_actions(actions);
    return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

void check_plays(const Position& position) {
    Actions actions;
    position.legal_actions(actions);
    std::set<Action> listed;
    for (const Action action : actions) {
        if (is_play(action)) listed.insert(action);
    }
    const Targets targets = position.targets();
    const int plays = position.count_plays(targets);
    std::set<Action> numbered;
    for (int n = 0; n < plays; ++n) {
        Play play = position.nth_play(targets, n);
        numbered.insert(action_of(play));
        play.dot = true;
        if (position.may_say_dot()) numbered.insert(action_of(play));
    }
    REQUIRE(numbered == listed);
    REQUIRE(static_cast<int>(listed.size()) == plays * (position.may_say_dot() ? 2 : 1));
    REQUIRE(position.has_play() == (plays != 0));
    if (position.current_player() < 0) return;
    // Exactly one of draw and pass
    REQUIRE(position.is_legal(draw_action) != position.is_legal(pass_action));
}

}  // namespace

TEST_CASE("scarce cards: plays are counted as listed, everything is undone") {
    Rng rng(1);
    int locked = 0;
    int missed = 0;
    for (const Rules& rules : scarce_rules()) {
        for (int game = 0; game < 60; ++game) {
            Position position(2 + game % 2, rules);
            UndoLog log;
            std::vector<Position> past;
            while (!position.is_terminal()) {
                check_plays(position);
                past.push_back(position);
                const int player = position.current_player();
                const Action action = drawn_act(position, rng);
                position.apply(action, log);
                REQUIRE(position.check_consistency() == nullptr);
                const Cards* const ended = log.ended();
                if (ended != nullptr && action == pass_action && player >= 0) ++locked;
                for (int seat = 0; seat < position.num_players(); ++seat) {
                    const auto at = static_cast<std::size_t>(seat);
                    if (position.table().skips[at] < past.back().table().skips[at]) ++missed;
                }
            }
            for (; !past.empty(); past.pop_back()) {
                position.undo(log);
                REQUIRE(position == past.back());
            }
        }
    }
    CHECK(locked > 100);
    CHECK(missed > 100);
}

TEST_CASE("a marker turns green by its owner's pass, red by the owner's play on that track") {
    Rng rng(3);
    std::vector<Rules> all = scarce_rules();
    for (const Rules& rules : odd_rules()) all.push_back(rules);
    for (const Rules& rules : all) {
        Position position(3, rules);
        while (!position.is_terminal()) {
            const Position before = position;
            const Action action = drawn_act(position, rng);
            const bool decides = position.current_player() >= 0;
            position.apply<false>(action, nullptr);
            if (position.table().sub_round != before.table().sub_round) continue;
            for (int seat = 0; seat < 3 && !position.is_terminal(); ++seat) {
                const bool own = decides && before.turn() == seat;
                const bool lays_there = own && is_play(action) && play_of(action).track() == seat;
                if (position.is_open(seat) && !before.is_open(seat)) {
                    REQUIRE((own && action == pass_action));
                }
                if (!position.is_open(seat) && before.is_open(seat)) REQUIRE(lays_there);
                if (lays_there) REQUIRE_FALSE(position.is_open(seat));
            }
        }
    }
}

TEST_CASE("chance draws every card of the pile as often as it is there") {
    Rng rng(4);
    Position position = dealt(4, {}, rng);
    position.apply<false>(draw_action, nullptr);
    double sum = 0;
    for (const auto& [action, probability] : position.chance_outcomes()) {
        CHECK(probability == doctest::Approx(position.pile().count(Card::of_kind(action)) / 86.0));
        CHECK(position.is_legal(action));
        sum += probability;
    }
    CHECK(sum == doctest::Approx(1));
}

TEST_CASE("playouts are as long as games over legal lists") {
    std::vector<Rules> all = scarce_rules();
    for (const Rules& rules : odd_rules()) all.push_back(rules);
    for (const Rules& rules : all) {
        PlayoutCounts fast;
        PlayoutCounts slow;
        Rng rng(7);
        const int games = rules.deck.size() > 40 ? 50 : 600;
        for (int i = 0; i < games; ++i) {
            Position position(3, rules);
            random_playout(position, rng, Policy::uniform, &fast);
            REQUIRE(position.check_consistency() == nullptr);
            position = Position(3, rules);
            while (!position.is_terminal()) {
                ++(position.current_player() == CHANCE ? slow.chances : slow.decisions);
                position.apply<false>(drawn_act(position, rng), nullptr);
            }
        }
        CHECK(static_cast<double>(fast.decisions) ==
              doctest::Approx(static_cast<double>(slow.decisions)).epsilon(0.08));
        CHECK(static_cast<double>(fast.chances) ==
              doctest::Approx(static_cast<double>(slow.chances)).epsilon(0.08));
    }
}
