// Positions in random games: legality told in four ways, undoing, playouts.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/dotcard/playout.hpp>
#include <dotcore/dotcard/position.hpp>

#include "dotcard_positions.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

static_assert(FlatState<Position>);
static_assert(HiddenState<Position>);
static_assert(HasRandomPlayout<Position, Rng>);

namespace {

Action random_act(const Position& position, Rng& rng) {
    if (position.current_player() == CHANCE) return position.sample_chance(rng);
    Actions actions;
    position.legal_actions(actions);
    const auto size = static_cast<std::uint32_t>(actions.size());
    // Plays rather than draws and passes
    return size > 1 && rng.below(4) != 0 ? actions[1 + rng.below(size - 1)]
                                         : actions[rng.below(size)];
}

// The list, is_legal, and what playouts choose from say the same.
void check_legality(const Position& position) {
    Actions actions;
    position.legal_actions(actions);
    REQUIRE(std::is_sorted(actions.begin(), actions.end()));
    if (position.current_player() < 0) {
        REQUIRE(actions.empty());
        return;
    }
    const std::set<Action> listed(actions.begin(), actions.end());
    REQUIRE(listed.size() == actions.size());
    for (Action action = 0; action < position.num_actions(); ++action) {
        REQUIRE(position.is_legal(action) == (listed.count(action) != 0));
    }
    const Targets targets = position.targets();
    std::set<Action> plays;
    for (int n = 0; n < position.count_plays(targets); ++n) {
        Play play = position.nth_play(targets, n);
        for (const bool dot : {false, true}) {
            play.dot = dot;
            if (!dot || position.may_say_dot()) plays.insert(action_of(play));
        }
        REQUIRE(play_of(action_of(play)) == play);
    }
    REQUIRE(plays.size() == static_cast<std::size_t>(position.count_plays(targets) *
                                                     (position.may_say_dot() ? 2 : 1)));
    plays.insert(actions[0]);  // draw or pass
    REQUIRE(plays == listed);
}

CardSet all_cards(const Position& position) {
    CardSet cards = position.pile();
    for (int seat = 0; seat < position.num_players(); ++seat) cards.add(position.hand(seat));
    cards.add(position.laid());
    return cards;
}

}  // namespace

TEST_CASE("random games keep their cards, tell legality alike, and are undone step by step") {
    Rng rng(5);
    for (const Rules& rules : odd_rules()) {
        for (const int players : {2, 3, 5}) {
            Position position(players, rules, rules.sub_rounds - 2);
            UndoLog log;
            std::vector<Position> before;
            while (!position.is_terminal()) {
                if (before.size() % 7 == 0) check_legality(position);
                before.push_back(position);
                const Action action = random_act(position, rng);
                Position unlogged = position;
                position.apply(action, log);
                unlogged.apply<false>(action, nullptr);
                REQUIRE(unlogged == position);
                REQUIRE(position.check_consistency() == nullptr);
                REQUIRE(all_cards(position) == rules.deck.cards());
                REQUIRE(position.key() != before.back().key());
                double sum = 0;
                for (int seat = 0; seat < players; ++seat) sum += position.returns(seat);
                REQUIRE(sum == doctest::Approx(0));
            }
            for (; !before.empty(); before.pop_back()) {
                position.undo(log);
                REQUIRE(position == before.back());
                REQUIRE(position.key() == before.back().key());
            }
            REQUIRE(log.empty());
        }
    }
}

TEST_CASE("a resampled position looks the same and differs in nothing that is seen") {
    Rng rng(6);
    for (const Rules& rules : odd_rules()) {
        for (int round = 0; round < 40; ++round) {
            const Position position = played(4, rules, rng, static_cast<int>(rng.below(80)));
            for (int player = 0; player < 4; ++player) {
                Position world = position;
                world.resample(player, rng);
                REQUIRE(world.check_consistency() == nullptr);
                REQUIRE(world.info_key(player) == position.info_key(player));
                REQUIRE(world.hand(player) == position.hand(player));
                REQUIRE(world.unseen(player) == position.unseen(player));
                REQUIRE(world.laid() == position.laid());
            }
        }
    }
}

TEST_CASE("hands are shown at the end of a game: nothing is left to sample") {
    Rng rng(7);
    Position position(3, Rules{}, 9);
    random_playout(position, rng);
    REQUIRE(position.is_terminal());
    for (int player = 0; player < 3; ++player) {
        Position world = position;
        world.resample(player, rng);
        CHECK(world == position);
    }
}

TEST_CASE("totals of the largest decks do not overflow") {
    // Everybody draws and passes: the whole deck of 385 cards and 3465 pips is held in the end.
    Rules rules;
    rules.deck = Deck::custom(9, 7, {});
    rules.sub_rounds = 20;
    rules.hand_size = 1;
    Position position(2, rules);
    Rng rng(8);
    while (!position.is_terminal()) {
        Actions actions;
        position.legal_actions(actions);
        position.apply<false>(
            position.current_player() == CHANCE ? position.sample_chance(rng) : actions[0],
            nullptr);
    }
    CHECK(position.total(0) + position.total(1) == 20 * 3465);
    CHECK(position.check_consistency() == nullptr);
}

TEST_CASE("playouts have the figures of uniform play and of play first") {
    Rules rules;
    rules.dot_call = DotCall::automatic;
    const auto means = [&](Policy policy) {
        Rng rng(9);
        PlayoutCounts counts;
        constexpr int games = 400;
        for (int game = 0; game < games; ++game) {
            Position position(4, rules);
            random_playout(position, rng, policy, &counts);
            REQUIRE(position.is_terminal());
            REQUIRE(position.check_consistency() == nullptr);
        }
        // Dealing is not counted among the draws.
        const double sub_rounds = 10.0 * games;
        return std::pair{static_cast<double>(counts.decisions) / sub_rounds,
                         static_cast<double>(counts.chances) / sub_rounds - 28};
    };
    const auto [uniform, uniform_draws] = means(Policy::uniform);
    CHECK(uniform == doctest::Approx(145).epsilon(0.04));
    CHECK(uniform_draws == doctest::Approx(49).epsilon(0.04));
    const auto [first, first_draws] = means(Policy::play_first);
    CHECK(first == doctest::Approx(59).epsilon(0.04));
    CHECK(first_draws == doctest::Approx(15).epsilon(0.06));
}

TEST_CASE("a playout of a sub-round is the same game as one by legal acts") {
    // The same end for the same chances cannot be had; but every end must be one of a game.
    Rng rng(10);
    for (const Rules& rules : odd_rules()) {
        for (int game = 0; game < 200; ++game) {
            Position position = played(3, rules, rng, static_cast<int>(rng.below(40)));
            const int sub_round = position.table().sub_round;
            random_sub_round(position, rng);
            REQUIRE(position.check_consistency() == nullptr);
            REQUIRE((position.is_terminal() || position.table().sub_round == sub_round + 1));
            REQUIRE((position.is_terminal() || position.pile() == rules.deck.cards()));
        }
    }
}
