// Games between simulated players: the same for a seed however they are run, ended under every
// rule, and times as their distribution says. Test cases that start threads have "threads" in
// their name.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/simulate.hpp>

#include "dotduel_decks.hpp"
#include "dotduel_games.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

using Players = std::vector<SimulatedPlayer>;

[[nodiscard]] bool same(const SimulatedGame& a, const SimulatedGame& b) {
    return a.duration_ms == b.duration_ms && a.rounds == b.rounds && a.winner == b.winner &&
           a.cards == b.cards && a.claims == b.claims && a.duels == b.duels &&
           a.double_dots == b.double_dots && a.errors == b.errors;
}
[[nodiscard]] bool same(const std::vector<SimulatedGame>& a, const std::vector<SimulatedGame>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return same(x, y); });
}

[[nodiscard]] std::vector<SimulatedGame> games_of(const Players& players, std::size_t n,
                                                  int threads = 1, const Rules& rules = {}) {
    const MatchTable cards = MatchTable::of(fixture_f());
    std::vector<SimulatedGame> games(n);
    REQUIRE(simulate(cards, rules, players, 9, games, threads));
    return games;
}

[[nodiscard]] int cards_in(const SimulatedGame& game) {
    int cards = 0;
    for (const int held : game.cards) cards += held;
    return cards;
}

// Sound, and over because no card was left or because of the round it was.
void check_end(const SimulatedGame& game, const Rules& rules, int players) {
    const int last = rules.max_rounds == 0 ? most_simulated_rounds : rules.max_rounds;
    REQUIRE(game.rounds >= 1);
    REQUIRE(game.rounds <= last);
    REQUIRE(game.duration_ms >= 0);
    REQUIRE(game.winner < players);
    if (game.rounds < last) REQUIRE(cards_in(game) == 57);
    REQUIRE(cards_in(game) <= 57);
    for (int p = players; p < max_players; ++p) {
        const auto seat = static_cast<std::size_t>(p);
        REQUIRE(game.cards[seat] + game.claims[seat] + game.duels[seat] + game.errors[seat] == 0);
    }
    const auto most = *std::max_element(game.cards.begin(), game.cards.end());
    if (std::count(game.cards.begin(), game.cards.begin() + players, most) == 1) {
        REQUIRE(game.winner >= 0);
        REQUIRE(game.cards[static_cast<std::size_t>(game.winner)] == most);
    }
}

// Players who differ in everything, and one who never sees a thing.
[[nodiscard]] Players mixed(int count, Rng& rng) {
    Players players;
    const auto upto = [&rng](std::uint32_t most) {
        return static_cast<std::int32_t>(rng.below(most + 1));
    };
    for (int p = 0; p < count; ++p) {
        SimulatedPlayer player{upto(3000), upto(1000), upto(2000), upto(900), upto(300),
                               upto(200),  upto(1000), upto(1000), upto(60)};
        if (rng.below(8) == 0) player.miss = 1000;
        check_player(player);
        players.push_back(player);
    }
    return players;
}

// The probability that a standard normal is at most x.
[[nodiscard]] double normal_share(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

}  // namespace

TEST_CASE("simulate: games on several threads equal those on one") {
    Rng rng(3);
    for (const int count : {2, 4, 6}) {
        const Players players = mixed(count, rng);
        const auto alone = games_of(players, 333);
        for (const int threads : {2, 3, 8, 100})
            CHECK(same(games_of(players, 333, threads), alone));
    }
}

TEST_CASE("simulate: a game is the same among few and many, and by itself") {
    const Players players(4);
    const auto many = games_of(players, 200);
    CHECK(same(games_of(players, 70), {many.begin(), many.begin() + 70}));
    const MatchTable cards = MatchTable::of(fixture_f());
    for (const std::size_t i : {0U, 63U, 64U, 199U}) {
        CHECK(same(simulate_game(cards, {}, players, 9, i), many[i]));
        CHECK_FALSE(same(simulate_game(cards, {}, players, 10, i), many[i]));
    }
}

TEST_CASE("simulate: who asks to stop gets the rest left out") {
    const MatchTable cards = MatchTable::of(fixture_f());
    const Players players(3);
    std::vector<SimulatedGame> games(10'000);
    CHECK_FALSE(simulate(cards, {}, players, 1, games, 1, [] { return true; }));
    CHECK(games.front().rounds > 0);
    CHECK(games.back().rounds == 0);
    int asked = 0;
    games.resize(640);
    CHECK(simulate(cards, {}, players, 1, games, 1, [&asked] { return ++asked < 0; }));
    CHECK(asked == 640);  // after each game
    CHECK(games.back().rounds > 0);
}

TEST_CASE("simulate: games end under all rules, with any players") {
    Rng rng(5);
    const MatchTable cards = MatchTable::of(fixture_f());
    for (int i = 0; i < 400; ++i) {
        CAPTURE(i);
        Rules rules = random_duel_rules(rng);
        rules.tie_break = static_cast<TieBreak>(rng.below(2));
        if (rng.below(2) == 0) rules.max_rounds = 0;
        const int count = 2 + static_cast<int>(rng.below(5));
        const Players players = mixed(count, rng);
        check_end(simulate_game(cards, rules, players, 1, static_cast<std::uint64_t>(i)), rules,
                  count);
    }
}

TEST_CASE("simulate: a game under each option alone ends, and 57 cards are held") {
    const auto with = [](auto set) {
        Rules rules;
        set(rules);
        return rules;
    };
    const std::vector<Rules> variants{
        with([](Rules& r) { r.window_ms = 1; }),
        with([](Rules& r) { r.window_ms = 3'600'000; }),
        with([](Rules& r) { r.roll_timeout_ms = 1; }),
        with([](Rules& r) { r.duel_timeout_ms = 1; }),
        with([](Rules& r) { r.seek_idle_ms = 1000; }),
        with([](Rules& r) { r.auto_check = AutoCheck::over; }),
        with([](Rules& r) { r.auto_check = AutoCheck::both; }),
        with([](Rules& r) { r.false_call_penalty = FalseCall::barred; }),
        with([](Rules& r) { r.overclaim_pending = OverclaimPending::keep; }),
        with([](Rules& r) { r.overclaim_pending = OverclaimPending::to_deck; }),
        with([](Rules& r) { r.stale_double_dot = StaleDoubleDot::wrong; }),
        with([](Rules& r) { r.grounds_pick = GroundsPick::random; }),
        with([](Rules& r) { r.grounds_pick = GroundsPick::choose; }),
        with([](Rules& r) { r.final_misfire = FinalMisfire::reroll; }),
        with([](Rules& r) { r.tie_break = TieBreak::seq; }),
        with([](Rules& r) { r.stacked_claims = true; }),
        with([](Rules& r) { r.call_names_count = true; }),
        with([](Rules& r) { r.sitting_may_prove = false; }),
        with([](Rules& r) { r.typed_calls_strict = true; }),
        with([](Rules& r) { r.window_closed_end = true; }),
        with([](Rules& r) { r.auto_end_no_match = true; }),
        with([](Rules& r) { r.sit_out_stacks = true; })};
    const auto usual = games_of(Players(4), 60);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        CAPTURE(i);
        for (const auto& game : games_of(Players(4), 60, 1, variants[i])) {
            check_end(game, variants[i], 4);
            REQUIRE(cards_in(game) == 57);
        }
    }
    Rules two;
    two.max_rounds = 2;
    for (const auto& game : games_of(Players(4), 60, 1, two)) CHECK(game.rounds == 2);
}

TEST_CASE("simulate: who never sees anything has no card after the most rounds") {
    SimulatedPlayer blind;
    blind.miss = 1000;
    blind.false_alarm = 0;
    std::array<int, 2> wins{};
    for (const auto& game : games_of(Players(2, blind), 20)) {
        CHECK(game.rounds == most_simulated_rounds);
        CHECK(cards_in(game) == 0);
        CHECK(game.duels[0] >= 1);  // the final, with cards from DECK
        ++wins[static_cast<std::size_t>(game.winner)];
    }
    CHECK(wins[0] > 0);
    CHECK(wins[1] > 0);
}

TEST_CASE("simulate: traits out of their range are refused by name") {
    check_player({0, 0, 0, 0, 0, 0, 0, 0, 0});
    check_player({60'000, 60'000, 60'000, 2'000, 1'000, 1'000, 1'000, 1'000, 1'000});
    for (const auto member :
         {&SimulatedPlayer::look_ms, &SimulatedPlayer::symbol_ms, &SimulatedPlayer::react_ms,
          &SimulatedPlayer::spread, &SimulatedPlayer::miss, &SimulatedPlayer::false_alarm,
          &SimulatedPlayer::check, &SimulatedPlayer::double_dot,
          &SimulatedPlayer::wrong_double_dot}) {
        SimulatedPlayer player;
        player.*member = -1;
        CHECK_THROWS_AS(check_player(player), RulesError);
        player.*member = 60'001;
        CHECK_THROWS_AS(check_player(player), RulesError);
    }
    SimulatedPlayer player;
    player.spread = 2'001;
    CHECK_THROWS_WITH_AS(check_player(player), doctest::Contains("spread=2001"), RulesError);
}

// The table has 1,024 equally likely quantiles: its distribution function is a stair that meets
// the true one at each step's middle, so the two are never further apart than half a step, and
// 100,000 draws add at most 0.0043 to that in 95 of 100 samples (Kolmogorov).
TEST_CASE("times: they are log-normal around their median") {
    constexpr int draws = 100'000;
    constexpr std::int64_t median = 1'000'000;
    for (const int spread : {100, 350, 1000, 2000}) {
        CAPTURE(spread);
        const ReactionTimes times(spread);
        Rng rng(7);
        std::vector<std::int64_t> drawn(draws);
        for (std::int64_t& time : drawn) time = times.draw(median, rng);
        std::sort(drawn.begin(), drawn.end());
        double furthest = 0;
        for (int i = 0; i < draws; ++i) {
            const double ratio = static_cast<double>(drawn[static_cast<std::size_t>(i)]) / median;
            const double share = normal_share(std::log(ratio) * 1000 / spread);
            furthest = std::max(furthest, std::abs(share - (i + 0.5) / draws));
        }
        CHECK(furthest < 0.0043 + 0.5 / 1024);
    }
}

TEST_CASE("times: without spread each is the median, and half of the others are below it") {
    Rng rng(1);
    const ReactionTimes still(0);
    for (int i = 0; i < 1000; ++i) REQUIRE(still.draw(12'345, rng) == 12'345);
    const ReactionTimes moved(350);
    int below = 0;
    for (int i = 0; i < 10'000; ++i) {
        below += moved.draw(1000, rng) < 1000;
        REQUIRE(moved.draw(0, rng) == 0);
    }
    CHECK(below == doctest::Approx(5000).epsilon(0.04));  // four standard deviations of 50
}
