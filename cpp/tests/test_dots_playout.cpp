// Random games and perft. Test cases that start threads have "threads" in their name.

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <dotcore/dots/playout.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

namespace {

std::vector<PlayoutResult> played(const Position& position, std::size_t games, std::uint64_t seed,
                                  int threads) {
    std::vector<PlayoutResult> results(games);
    playouts(position, results, seed, threads);
    return results;
}

bool same(const std::vector<PlayoutResult>& a, const std::vector<PlayoutResult>& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
               return x.scores[0] == y.scores[0] && x.scores[1] == y.scores[1] && x.dots == y.dots;
           });
}

// perft by copies and one point after the other.
std::uint64_t slow_perft(const Position& position, int depth) {
    if (depth == 0 || position.is_terminal()) return 1;
    std::uint64_t leaves = 0;
    for (const Point p : drawn::playable_points(position)) {
        if (position.why_illegal(p, position.to_move()) != Illegal::none) continue;
        Position next = position;
        next.place<false>(p, position.to_move(), nullptr);
        leaves += slow_perft(next, depth - 1);
    }
    return leaves == 0 ? 1 : leaves;
}

}  // namespace

TEST_CASE("a playout fills the board: no legal dot is left, and what is stored is consistent") {
    Rng rng(110);
    for (const Rules& rules : drawn::all_rules()) {
        for (int round = 0; round < 5; ++round) {
            const Size size{between(rng, 1, 10), between(rng, 1, 10)};
            Position position(size, rules);
            const int dots = random_playout(position, rng);
            int live_and_dead = 0;
            for (int y = 0; y < size.height; ++y) {
                for (const Player player : {0, 1}) {
                    live_and_dead +=
                        std::popcount(position.live_row(player, y) | position.dead_row(player, y));
                }
            }
            REQUIRE(dots == live_and_dead);
            if (rules.forbids_suicide()) {
                for (const Point p : drawn::playable_points(position)) {
                    REQUIRE(position.why_illegal(p, position.to_move()) != Illegal::none);
                }
            } else {
                REQUIRE(position.playable_count() == 0);
                REQUIRE(position.is_terminal());
            }
            // All but the key, which playouts do not keep.
            const char* wrong = position.check_consistency();
            REQUIRE((wrong == nullptr || std::string(wrong) == "the key does not match"));
        }
    }
}

TEST_CASE("a playout is the game that place() plays with the same draws") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        for (const Rules& rules : {Rules::bga(), Rules::zagram()}) {
            Position fast({13, 11}, rules);
            Rng draws(seed);
            random_playout(fast, draws);
            Position slow({13, 11}, rules);
            UndoLog log;
            Rng same_draws(seed);
            std::vector<Point> urn = drawn::playable_points(slow);
            while (!urn.empty()) {
                const std::uint32_t i = same_draws.below(static_cast<std::uint32_t>(urn.size()));
                const Point p = urn[i];
                urn[i] = urn.back();
                urn.pop_back();
                if (slow.is_playable(p)) slow.place(p, slow.to_move(), log);
            }
            REQUIRE(draws == same_draws);
            REQUIRE(to_ascii(fast) == to_ascii(slow));
            REQUIRE(fast.score(0) == slow.score(0));
            REQUIRE(fast.score(1) == slow.score(1));
        }
    }
}

TEST_CASE("nothing is played in a game that is over, and only by one player after a stop") {
    Rng rng(111);
    Position over({3, 3});
    UndoLog log;
    over.ground(0, log);
    CHECK(random_playout(over, rng) == 0);
    Position stopped({3, 3});
    stopped.stop(0, log);
    CHECK(random_playout(stopped, rng) == 9);
    CHECK(to_ascii(stopped) == "OOO\nOOO\nOOO");
}

TEST_CASE("each of the orders of a tiny board is about equally frequent") {
    // On 3 x 1 the order shows in who owns which point: 3 choices of player 1's one dot.
    Rng rng(112);
    std::map<std::string, int> counts;
    for (int i = 0; i < 3000; ++i) {
        Position position({3, 1});
        random_playout(position, rng);
        ++counts[to_ascii(position)];
    }
    REQUIRE(counts.size() == 3);
    for (const auto& [text, count] : counts) CHECK(std::abs(count - 1000) < 6 * 26);
}

TEST_CASE("the result of each playout depends on seed and number alone") {
    const Position position({8, 8}, Rules::zagram());
    const std::vector<PlayoutResult> many = played(position, 100, 5, 1);
    const std::vector<PlayoutResult> few = played(position, 40, 5, 1);
    CHECK(same(few, {many.begin(), many.begin() + 40}));
    CHECK_FALSE(same(many, played(position, 100, 6, 1)));
    CHECK(played(position, 0, 5, 4).empty());
    for (std::uint64_t i = 0; i < 40; ++i) {
        Position copy = position;
        Rng rng = Rng::stream(5, i);
        const int dots = random_playout(copy, rng);
        const PlayoutResult& result = few[i];
        REQUIRE(result.dots == dots);
        REQUIRE(result.scores[0] == copy.score(0));
        REQUIRE(result.scores[1] == copy.score(1));
    }
}

TEST_CASE("playouts on several threads equal those on one, and leave the position as it was") {
    for (const Rules& rules : {Rules::bga(), Rules::zagram(), Rules{.entry = Entry::illegal}}) {
        const Position position({11, 9}, rules);
        const drawn::Memory before = drawn::memory_of(position);
        const std::vector<PlayoutResult> alone = played(position, 333, 9, 1);
        for (const int threads : {2, 3, 8, 100})
            CHECK(same(played(position, 333, 9, threads), alone));
        CHECK(drawn::memory_of(position) == before);
    }
}

TEST_CASE("callers on several threads play from one position at the same time") {
    const Position position({9, 9}, Rules::zagram());
    const std::vector<PlayoutResult> alone = played(position, 64, 3, 1);
    std::array<std::vector<PlayoutResult>, 4> results;
    {
        std::vector<std::jthread> callers;
        for (auto& result : results)
            callers.emplace_back([&] { result = played(position, 64, 3, 2); });
    }
    for (const auto& result : results) CHECK(same(result, alone));
}

TEST_CASE("perft of an empty board is the falling factorial while nothing is captured") {
    const Position position({4, 3});
    CHECK(perft(position, 0) == 1);
    CHECK(perft(position, 1) == 12);
    CHECK(perft(position, 2) == 12 * 11);
    CHECK(perft(position, 3) == 12 * 11 * 10);
    CHECK(perft(position, 4) == 12 * 11 * 10 * 9);
}

TEST_CASE("perft equals counting by copies, under all rules and from all kinds of positions") {
    Rng rng(113);
    for (const Rules& rules : drawn::automatic_rules()) {
        for (int round = 0; round < 12; ++round) {
            const Size size{between(rng, 1, 4), between(rng, 1, 4)};
            const Position position = drawn::strewn(rng, size, rules, 0.6, 0.3);
            const drawn::Memory before = drawn::memory_of(position);
            for (int depth = 0; depth <= 3; ++depth)
                REQUIRE(perft(position, depth) == slow_perft(position, depth));
            REQUIRE(drawn::memory_of(position) == before);
        }
    }
}

TEST_CASE("a game that ends before the depth counts once") {
    CHECK(perft(Position({2, 1}), 5) == 2);
    UndoLog log;
    Position over({2, 2});
    over.resign(0, log);
    CHECK(perft(over, 3) == 1);
}
