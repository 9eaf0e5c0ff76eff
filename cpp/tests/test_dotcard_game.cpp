// Games: what lies on the table, the score sheet, errors that change nothing.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/bytes.hpp>
#include <dotcore/dotcard/game.hpp>
#include <dotcore/dotcard/names.hpp>

#include "dotcard_positions.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

void act(Game& game, Rng& rng) {
    if (game.position().current_player() == CHANCE) {
        game.sample_chance(rng);
        return;
    }
    Actions actions;
    game.position().legal_actions(actions);
    const auto size = static_cast<std::uint32_t>(actions.size());
    game.apply(size > 1 && rng.below(4) != 0 ? actions[1 + rng.below(size - 1)] : actions[0]);
}

std::string refusal(Game& game, Action action) {
    const Position before = game.position();
    const std::size_t acts = game.actions().size();
    std::string told;
    try {
        game.apply(action);
    } catch (const IllegalMove& refused) {
        told = refused.what();
    }
    CHECK(game.position() == before);
    CHECK(game.actions().size() == acts);
    return told;
}

}  // namespace

TEST_CASE("a sub-round goes on the sheet, and undo takes it off") {
    const int none[] = {0};
    Rules rules;
    rules.deck = Deck::custom(1, 1, none);  // 0|0 1|0 1|1 B0
    rules.sub_rounds = 2;
    rules.hand_size = 1;
    Game game(2, rules);
    for (const char* text : {"1|0", "1|1", "draw", "B0", "1|0@P0!"}) {
        game.apply(string_to_action(game.position(), text));
    }
    CHECK(game.laid() == std::vector<Laid>{{Card::face(1, 0), 0, 0, 0}});
    CHECK(game.sheet().empty());
    game.apply(string_to_action(game.position(), "1|1@P1"));
    REQUIRE(game.sheet().size() == 1);
    const SubRound& row = game.sheet().front();
    CHECK(row.start_number == 1);
    CHECK(row.starter == 0);
    CHECK(row.out == 1);
    CHECK(row.scores[0] == 0);
    CHECK(row.hands[0].count(Card::bonus(0)) == 1);
    CHECK(row.laid.size() == 2);
    CHECK(game.laid().empty());
    CHECK(game.position().table().sub_round == 1);
    game.check_consistency();
    game.undo();
    CHECK(game.sheet().empty());
    CHECK(game.laid().size() == 1);
    game.check_consistency();
    while (!game.actions().empty()) game.undo();
    CHECK(game == Game(2, rules));
    CHECK_THROWS_AS(game.undo(), IllegalMove);
}

TEST_CASE("a refused act is explained and changes nothing") {
    Rng rng(2);
    Game game(4);
    CHECK(refusal(game, -1).find("no kind of card -1") != std::string::npos);
    CHECK(refusal(game, 59).find("0 to 58") != std::string::npos);
    game.resolve_chance(rng);
    CHECK(refusal(game, pass_action).find("draw before passing") != std::string::npos);
    CHECK(refusal(game, game.position().num_actions()).find("0 to 1901") != std::string::npos);
    for (Action action = 0; action < game.position().num_actions(); ++action) {
        if (!game.position().is_legal(action)) CHECK(!refusal(game, action).empty());
    }
    CHECK_THROWS_AS((void)game.sample_chance(rng), IllegalMove);
}

TEST_CASE("every number of an act has a text of its own, wherever it is") {
    Rng rng(3);
    for (const Rules& rules : odd_rules()) {
        for (const int acts : {0, 7, 40, 90}) {
            const Position position = played(3, rules, rng, acts);
            if (position.current_player() < 0) continue;
            for (Action action = 0; action < position.num_actions(); ++action) {
                REQUIRE(string_to_action(position, action_to_string(position, action)) == action);
            }
        }
    }
}

TEST_CASE("a game with other hidden cards keeps table and sheet") {
    Rng rng(4);
    Game game(3);
    for (int i = 0; i < 400; ++i) act(game, rng);
    Position world = game.position();
    world.resample(1, rng);
    const Game other = game.with_hidden(world);
    CHECK(other.laid() == game.laid());
    CHECK(other.sheet().size() == game.sheet().size());
    CHECK(other.actions().empty());
    CHECK(other.position() == world);
    other.check_consistency();
}

TEST_CASE("a game that forgot its history goes on and is undone as far as it remembers") {
    Rng rng(5);
    for (const Rules& rules : odd_rules()) {
        Game game(4, rules);
        for (int i = 0; i < 150 && !game.position().is_terminal(); ++i) act(game, rng);
        game.forget_history();
        const Position here = game.position();
        const std::vector<Laid> laid = game.laid();
        const std::size_t rows = game.sheet().size();
        while (!game.position().is_terminal()) act(game, rng);
        game.check_consistency();
        while (!game.actions().empty()) game.undo();
        CHECK(game.position() == here);
        CHECK(game.laid() == laid);
        CHECK(game.sheet().size() == rows);
    }
}

TEST_CASE("equal totals share a rank") {
    Table table;
    table.sub_round = 1;
    table.ends.fill(8);
    table.totals = {12, 12, 30};
    Cards cards;
    cards.pile = Deck().cards();
    table.pile_size = 114;
    const Game game(Position(3, Rules{}, table, cards));
    CHECK(game.ranks()[0] == 1);
    CHECK(game.ranks()[1] == 1);
    CHECK(game.ranks()[2] == 3);
}

TEST_CASE("games that cannot be are refused") {
    CHECK_THROWS_AS(Game(1), RulesError);
    CHECK_THROWS_AS(Game(9), RulesError);
    CHECK_THROWS_AS(Game(2, Rules{}, 10), RulesError);
    CHECK_THROWS_AS(Game(2, Rules{}, 0, 2), RulesError);
    Rules rules;
    rules.hand_size = 57;
    CHECK_THROWS_AS(Game(2, rules), RulesError);
    rules.hand_size = 56;
    CHECK_NOTHROW(Game(2, rules));
    Position wrong(2, Rules{});
    Table table = wrong.table();
    table.turn = 1;
    CHECK_THROWS_AS(Game(Position(2, Rules{}, table, wrong.cards())), InvalidRecord);
}
