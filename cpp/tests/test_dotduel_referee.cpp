// Dot Duel's referee on a table of its own: a round by hand, chance by script, what may be done.

#include <doctest/doctest.h>

#include <array>
#include <numeric>
#include <vector>

#include <dotcore/dotduel/legal.hpp>
#include <dotcore/dotduel/names.hpp>
#include <dotcore/dotduel/referee.hpp>

#include "dotduel_games.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

// Fixture F with the cards 0..5 showing, then 10, 20, 30, 40 in DECK; the roll is 5, then 11.
struct Game {
    explicit Game(int players, const Rules& options = {}) : rules(options) {
        std::vector<std::uint8_t> order{0, 1, 2, 3, 4, 5, 10, 20, 30, 40};
        for (int card = 6; card < 57; ++card) {
            if (card % 10 != 0 || card > 40) order.push_back(static_cast<std::uint8_t>(card));
        }
        table = Referee::lay_out(players, order);
        dice = {6};
        dice.resize(static_cast<std::size_t>(players), 1);
        dice.insert(dice.end(), {2, 3, 5, 6});
        CHECK(act(0, -1, Verb::start) == Outcome::started);
        for (int p = 0; p < players; ++p) CHECK(act(0, p, Verb::roll) == Outcome::rolled);
        CHECK(act(0, 0, Verb::roll) == Outcome::rolled);
        CHECK(table.phase == Phase::seek);
    }
    Outcome act(Time t, int player, Verb verb, int what = -1, int with = -1) {
        return act(Event::of(t, player, verb, what, with));
    }
    Outcome act(const Event& event) {
        effects.clear();
        Chance chance(rng, std::span(dice).subspan(used), {});
        const Outcome outcome = Referee(table, cards, rules, chance, &effects).submit(event);
        used += chance.dice_used();
        CHECK(table.check_consistency(cards, rules) == nullptr);
        return outcome;
    }
    bool advance(Time t) {
        Chance chance(rng);
        return Referee(table, cards, rules, chance).advance(t);
    }

    MatchTable cards = MatchTable::of(fixture_f());
    Rules rules;
    Rng rng{1};
    Table table{};
    std::vector<std::uint8_t> dice{};
    std::size_t used = 0;
    Effects effects{};
};

}  // namespace

TEST_CASE("a claim that nobody proves wrong is added when its period is over, not before") {
    Game game(3);
    CHECK(game.act(0, 1, Verb::claim, 5, 1) == Outcome::claimed);  // there is none on card 5
    CHECK(Referee::next_deadline(game.table, game.rules) == 5000);
    CHECK(game.advance(4999));
    CHECK(game.table.personal[1].empty());
    CHECK(game.advance(5000));
    CHECK(game.table.personal[1].size() == 1);
    CHECK(!game.advance(4999));
}

TEST_CASE("an under-claim becomes a duel, which the first right total wins") {
    Game game(2);
    CHECK(game.act(0, 0, Verb::claim, 0, 1) == Outcome::claimed);
    CHECK(game.act(1, 1, Verb::dot_duel, 1) == Outcome::duel);
    CHECK(game.act(1, 0, Verb::agree) == Outcome::agreed);
    CHECK(game.act(1, 1, Verb::agree) == Outcome::agreed);
    REQUIRE(game.table.phase == Phase::duel_roll);
    CHECK(game.table.roller() == 1);
    CHECK(game.act(1, 1, Verb::roll) == Outcome::rolled);
    CHECK(game.table.grounds_mask() == (card_bit(10) | card_bit(20) | card_bit(30) | card_bit(40)));
    CHECK(game.act(1, 0, Verb::answer, 6) == Outcome::won);
    CHECK(game.table.personal[0].size() == 5);
    CHECK(game.table.round == 2);
    REQUIRE(!game.effects.empty());
    CHECK(game.effects.front().change == Change::duel_won);
}

TEST_CASE("a Double Dot voids claims and takes all that shows") {
    Game game(3);
    CHECK(game.act(0, 0, Verb::claim, 1, 1) == Outcome::claimed);
    CHECK(game.act(1, 2, Verb::double_dot, 0, 1) == Outcome::wrong_double_dot);
    CHECK(game.table.seat(2).status == Status::barred);
    CHECK(game.act(1, 1, Verb::double_dot, 3, 2) == Outcome::double_dot);
    CHECK(game.table.personal[1].mask() == 0x3f);
    CHECK(game.table.claim_count == 0);
    CHECK(game.table.seat(2).status == Status::out);
}

TEST_CASE("what is told of a claim does not tell if it is true") {
    for (const int count : {1, 2, 3}) {
        Game game(3);
        CHECK(game.act(0, 2, Verb::double_dot, 0, 1) == Outcome::wrong_double_dot);
        CHECK(game.act(0, 0, Verb::claim, 0, count) == Outcome::claimed);
        const auto why = [&](int player, Verb verb) {
            return Referee::why_rejected(game.table, game.cards, game.rules,
                                         Event::of(0, player, verb, 1));
        };
        CHECK(why(0, Verb::dot_duel) == Outcome::own);
        CHECK(why(1, Verb::dot_duel) == Outcome::ok);
        CHECK(why(1, Verb::prove_over) == Outcome::ok);
        CHECK(why(2, Verb::dot_duel) == Outcome::sitting);
        CHECK(why(2, Verb::prove_over) == Outcome::ok);
    }
}

TEST_CASE("legal acts are those that are not rejected") {
    Rng rng(5);
    for (int games = 0; games < 12; ++games) {
        Engine engine = random_duel(rng);
        RandomEvents source(rng());
        for (int i = 0; i < 300 && engine.table().phase != Phase::over; ++i) {
            engine.submit(source.next(engine));
            const Table& table = engine.table();
            const Rules& rules = engine.setup().rules;
            for (int player = 0; player < table.players; ++player) {
                const auto is_ok = [&](Verb verb, int what = -1, int with = -1) {
                    return Referee::why_rejected(table, engine.cards(), rules,
                                                 Event::of(table.now, player, verb, what, with)) ==
                           Outcome::ok;
                };
                const Legal may = legal(table, engine.cards(), rules, player);
                REQUIRE(may.start == is_ok(Verb::start));
                REQUIRE(may.roll == is_ok(Verb::roll));
                REQUIRE(may.agree == is_ok(Verb::agree));
                REQUIRE(may.forfeit == is_ok(Verb::forfeit));
                CardMask claims = 0;
                for (int card = 0; card < 57; ++card) {
                    if (is_ok(Verb::claim, card, 3)) claims |= card_bit(card);
                }
                REQUIRE(may.claim == claims);
                int answer = 0;
                while (is_ok(Verb::answer, answer + 1)) ++answer;
                REQUIRE(may.answer == answer);
                std::size_t calls = 0;
                for (int id = 1; id <= table.last_claim_id; ++id) {
                    calls += is_ok(Verb::dot_duel, id, 1);
                }
                REQUIRE(may.dot_duel.size() == calls);
            }
        }
    }
}

TEST_CASE("a script of chance that is too short says what it lacks, and needs no places in DECK") {
    Game game(2);
    Table table = game.table;
    table.personal[0].push_back(table.deck.take_at(0));  // added in this round
    Chance none = Chance::scripted({});
    Referee(table, game.cards, game.rules, none).submit(Event::of(0, 0, Verb::double_dot, 0, 1));
    CHECK(none.lacking() == Lot::nothing);  // DECK is a set
    CHECK(table.personal[0].empty());
    CHECK(table.deck.mask() == game.table.deck.mask());

    table = game.table;
    // The next round's card is drawn by script.
    Referee(table, game.cards, game.rules, none).submit(Event::of(0, 0, Verb::claim, 1, 1));
    Referee(table, game.cards, game.rules, none).advance(5000);
    Referee(table, game.cards, game.rules, none).submit(Event::of(5000, 0, Verb::agree));
    REQUIRE(none.lacking() == Lot::nothing);
    Table drawn = table;
    Referee(table, game.cards, game.rules, none).submit(Event::of(5000, 1, Verb::agree));
    CHECK(none.lacking() == Lot::card);
    const std::array<std::uint8_t, 1> card{33};
    Chance script = Chance::scripted(card);
    Referee(drawn, game.cards, game.rules, script).submit(Event::of(5000, 1, Verb::agree));
    CHECK(script.lacking() == Lot::nothing);
    CHECK(drawn.show[1] == 33);
}

TEST_CASE("names of verbs, outcomes and phases are read as they are written") {
    for (int i = 0; i < verb_count; ++i) {
        const auto verb = static_cast<Verb>(i);
        CHECK(verb_named(name_of(verb)) == verb);
    }
    CHECK(verb_named("Roll") == Verb::unknown);
    CHECK(name_of(Outcome::after_misfire) == "AFTER_MISFIRE");
    CHECK(name_of(Phase::over) == "OVER");
    CHECK(name_of(Change::over) == "over");
}
