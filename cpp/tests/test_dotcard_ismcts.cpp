#include <dotcore/dotcard/ismcts.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <dotcore/core/error.hpp>

#include "dotcard_positions.hpp"
#include "written_cards.hpp"

using dotcore::Action;
using dotcore::CHANCE;
using dotcore::Rng;
using namespace dotcore::dotcard;
using dotcore::search::CombinedAct;
using dotcore::search::DeterminizedOptions;
using dotcore::search::IsmctsOptions;
using dotcore::search::Limits;
using dotcore::search::RootAct;
using dotcore::search::StopSignal;
using dotcore::search::Values;
using dotcore::search::Weighted;

namespace {

constexpr IsmctsOptions small{.memory_mb = 8};
constexpr DeterminizedOptions few{.world_simulations = 20, .memory_mb = 8};

[[nodiscard]] std::vector<RootAct> ismcts(const Position& position, std::uint64_t seed,
                                          std::int64_t simulations, int threads = 1,
                                          const MonteCarloOptions& options = {}) {
    StopSignal stop;
    Ismcts search(position, MonteCarlo(position, options), small, seed);
    search.run({.nodes = simulations}, stop, threads);
    CHECK(search.simulations() == static_cast<std::uint64_t>(simulations));
    return search.acts();
}

[[nodiscard]] std::vector<CombinedAct> determinized(const Position& position, std::uint64_t seed,
                                                    std::int64_t simulations) {
    StopSignal stop;
    Determinized search(position, MonteCarlo(position), few, seed);
    search.run({.nodes = simulations}, stop, 1);
    return search.acts();
}

[[nodiscard]] bool same(const RootAct& a, const RootAct& b) {
    return a.action == b.action && a.visits == b.visits && a.sums == b.sums &&
           a.availability == b.availability && a.prior == b.prior;
}
[[nodiscard]] bool same(const std::vector<RootAct>& a, const std::vector<RootAct>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RootAct& x, const RootAct& y) { return same(x, y); });
}

}  // namespace

TEST_CASE("dotcard search: it finds legal acts in every position, under every rule") {
    for (const Rules& rules : odd_rules()) {
        for (const Rollout rollout : {Rollout::uniform, Rollout::play_first, Rollout::model}) {
            for (int players = 2; players <= 8; players += 3) {
                Rng rng(11);
                const MonteCarloOptions options{.rollout = rollout};
                for (int acts = 0; acts < 60; acts += 7) {
                    const Position position = played(players, rules, rng, acts);
                    if (position.current_player() < 0) continue;
                    std::uint64_t visits = 0;
                    for (const RootAct& act : ismcts(position, 1, 100, 1, options)) {
                        REQUIRE(position.is_legal(act.action));
                        visits += act.visits;
                        double sum = 0;
                        for (const double value : act.sums) sum += value;
                        REQUIRE(std::abs(sum) < 1e-3);  // zero-sum
                    }
                    REQUIRE(visits == 100);
                    for (const CombinedAct& act : determinized(position, 1, 40)) {
                        REQUIRE(position.is_legal(act.total.action));
                    }
                }
            }
        }
    }
}

TEST_CASE("dotcard search: equal seeds give equal results") {
    Rng rng(2);
    const Position position = dealt(4, Rules{}, rng);
    CHECK(same(ismcts(position, 5, 1500), ismcts(position, 5, 1500)));
    CHECK_FALSE(same(ismcts(position, 5, 1500), ismcts(position, 6, 1500)));
}

TEST_CASE("dotcard search: what the player cannot see changes nothing") {
    Rng rng(3);
    for (const Rules& rules : odd_rules()) {
        for (int i = 0; i < 10; ++i) {
            const Position position = played(2 + i % 4, rules, rng, 6 * i);
            if (position.current_player() < 0) continue;
            Position other = position;
            other.resample(position.turn(), rng);
            REQUIRE(same(ismcts(position, 9, 300), ismcts(other, 9, 300)));
            const auto one = determinized(position, 9, 100);
            const auto two = determinized(other, 9, 100);
            REQUIRE(std::equal(one.begin(), one.end(), two.begin(), two.end(),
                               [](const CombinedAct& a, const CombinedAct& b) {
                                   return same(a.total, b.total) && a.votes == b.votes;
                               }));
        }
    }
}

TEST_CASE("dotcard search: the last card goes") {
    const Position position = with_hand(hand_of("9|4"), 1);
    const auto acts = ismcts(position, 1, 200);
    CHECK(acts.front().action == action_of({Card::face(9, 4), -1, 0}));
    CHECK(acts.front().mean(0) > acts.back().mean(0));
    CHECK(determinized(position, 1, 200).front().total.action == acts.front().action);
}

TEST_CASE("dotcard search: dot is said, and of a last bonus card one number is tried") {
    const Position two = with_hand(hand_of("9|4 3|2"), 1);
    for (const RootAct& act : ismcts(two, 1, 50)) {
        if (is_play(act.action)) CHECK(play_of(act.action).dot);
    }
    const Position last = with_hand(hand_of("B-10"), 1);
    CHECK(ismcts(last, 1, 50).size() == 2);
}

TEST_CASE("dotcard search: only the own draws, and what all see, branch the tree") {
    Rng rng(4);
    Position position(3, Rules{});
    const MonteCarlo knowledge(position);
    // A deal is for its seat alone.
    CHECK(knowledge.sees_chance(position, 0));
    CHECK_FALSE(knowledge.sees_chance(position, 1));
    position = dealt(3, Rules{}, rng);
    position.apply<false>(draw_action, nullptr);
    CHECK(knowledge.sees_chance(position, position.turn()));
    CHECK_FALSE(knowledge.sees_chance(position, (position.turn() + 1) % 3));
}

TEST_CASE("dotcard search: values are the others' mean score less the own one, of this sub-round") {
    Rng rng(6);
    Position position = dealt(3, Rules{}, rng);
    random_sub_round(position, rng);
    while (position.current_player() == CHANCE) {
        position.apply<false>(position.sample_chance(rng), nullptr);
    }
    const MonteCarlo knowledge(position, {.scale = 50});
    Position end = position;
    CHECK_FALSE(knowledge.is_over(end));
    Values values{};
    knowledge.playout(end, rng, values);
    CHECK(knowledge.is_over(end));
    for (int seat = 0; seat < 3; ++seat) {
        CHECK(values[static_cast<std::size_t>(seat)] ==
              doctest::Approx((end.returns(seat) - position.returns(seat)) / 50));
    }
    Position game_end = position;
    const MonteCarlo far(position, {.to_game_end = true});
    far.playout(game_end, rng, values);
    CHECK(game_end.is_terminal());
}

TEST_CASE("dotcard search: candidates are legal plays, with weights, and the draw or the pass") {
    Rng rng(8);
    std::vector<Weighted> found;
    for (const Rules& rules : odd_rules()) {
        for (int i = 0; i < 100; ++i) {
            const Position position = played(4, rules, rng, i);
            if (position.current_player() < 0) continue;
            Actions legal;
            position.legal_actions(legal);
            for (const int numbers : {0, 2}) {
                MonteCarlo(position, {.bonus_numbers = numbers}).candidates(position, rng, found);
                for (const Weighted& each : found) {
                    REQUIRE(position.is_legal(each.action));
                    REQUIRE(each.weight > 0);
                    REQUIRE(std::count_if(found.begin(), found.end(), [&](const Weighted& other) {
                                return other.action == each.action;
                            }) == 1);
                }
                const std::size_t all = legal.size() / (position.may_say_dot() ? 2 : 1);
                const bool last = position.hand_size(position.turn()) == 1;
                if (numbers == 0 && !position.may_say_dot() && !last) {
                    REQUIRE(found.size() == all);
                }
            }
        }
    }
}

TEST_CASE("dotcard search: it stops when another thread says so, and keeps to its memory") {
    Rng rng(1);
    const Position position = dealt(4, Rules{}, rng);
    StopSignal stop;
    Ismcts search(position, MonteCarlo(position), {.memory_mb = 1}, 1);
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.set();
    });
    search.run(Limits{}, stop, 2);
    CHECK(search.simulations() > 0);
    stopper.join();
    StopSignal go;
    search.run({.nodes = 30'000}, go, 2);
    CHECK(search.is_full());
    CHECK(search.memory_bytes() <= std::size_t{1} << 20);
}

TEST_CASE("dotcard search: nothing is searched after the end, or while chance is to act") {
    Rng rng(1);
    Position position(2, Rules{});
    CHECK_THROWS_AS(Ismcts(position, MonteCarlo(position), small, 1), dotcore::Error);
    random_playout(position, rng);
    CHECK_THROWS_AS(Ismcts(position, MonteCarlo(position), small, 1), dotcore::Error);
    CHECK_THROWS_AS(Determinized(position, MonteCarlo(position), few, 1), dotcore::Error);
}
