// Dot Duel's engine: what it hears, random games with all their checks, logs that play again.

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/engine.hpp>

#include "dotduel_games.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

Setup setup_of(int players, std::uint64_t seed, const Rules& rules = {}) {
    Setup setup{players, fixture_f(), rules};
    setup.seed = seed;
    return setup;
}

}  // namespace

TEST_CASE("a set-up that cannot be is refused") {
    CHECK_THROWS_AS(Engine(setup_of(1, 0)), RulesError);
    CHECK_THROWS_AS(Engine(setup_of(7, 0)), RulesError);
    Setup setup = setup_of(2, 0);
    setup.order = {0, 1, 2};
    CHECK_THROWS_AS(check_setup(setup), RulesError);
    setup.order.clear();
    for (int i = 0; i < 57; ++i) setup.order.push_back(static_cast<std::uint8_t>(i));
    check_setup(setup);
    setup.order[3] = 4;
    CHECK_THROWS_AS(check_setup(setup), RulesError);
    setup = setup_of(2, 0);
    setup.dice = {1, 7};
    CHECK_THROWS_AS(check_setup(setup), RulesError);
    Rules rules;
    rules.window_ms = 0;
    CHECK_THROWS_AS(Engine(setup_of(2, 0, rules)), RulesError);
}

TEST_CASE("numbers seen are those of a set, whatever their order") {
    Rng rng(1);
    for (const std::uint32_t bound : {10U, 300U, 100'000U}) {
        SeenNumbers seen;
        std::set<std::int64_t> expected;
        for (int i = 0; i < 400; ++i) {
            const std::int64_t number = rng.below(bound);
            REQUIRE(seen.contains(number) == expected.contains(number));
            seen.insert(number);
            expected.insert(number);
            REQUIRE(seen.contains(number));
        }
        std::int64_t before = -2;
        std::size_t count = 0;
        for (const auto& [first, last] : seen.ranges()) {
            REQUIRE(first > before + 1);  // ranges that touch are one
            REQUIRE(last >= first);
            before = last;
            count += static_cast<std::size_t>(last - first + 1);
        }
        CHECK(count == expected.size());
    }
    SeenNumbers rising;
    for (int i = 0; i < 1000; ++i) rising.insert(i);
    CHECK(rising.ranges().size() == 1);
}

TEST_CASE("duplicates and the past change nothing at all") {
    Engine engine(setup_of(2, 1));
    Event start = Event::of(10, -1, Verb::start);
    start.seq = 5;
    REQUIRE(engine.submit(start) == Outcome::started);
    const std::vector<std::uint8_t> before = engine.snapshot();
    CHECK(engine.submit(start) == Outcome::duplicate);
    Event early = Event::of(9, 0, Verb::roll);
    early.seq = 6;
    CHECK(engine.why_rejected(early) == Outcome::clock);
    CHECK(engine.submit(early) == Outcome::clock);
    CHECK(!engine.advance(9));
    CHECK(engine.advance(10));
    CHECK(engine.effects().empty());
    CHECK(engine.snapshot() == before);
    CHECK(engine.log_size() == 2);  // the set-up and the start
    early.t = 10;
    CHECK(engine.submit(early) == Outcome::rolled);  // its number was still free
    CHECK(!engine.advance(latest_time + 1));
}

TEST_CASE("20,000 random events leave a consistent table, and replay, copies and snapshots agree") {
    Rng rng(2);
    std::array<int, outcome_count> outcomes{};
    std::array<int, phase_count> phases{};
    for (int events = 0; events < 20'000;) {
        Engine engine = random_duel(rng);
        Engine copy = engine;
        RandomEvents source(rng());
        for (int i = 0; i < 1500 && engine.table().phase != Phase::over; ++i, ++events) {
            const Event event = source.next(engine);
            const std::uint64_t before = engine.hash();
            const Table table = engine.table();
            const Time due = engine.next_deadline();
            const Outcome refused = engine.why_rejected(event);
            const Outcome outcome = engine.submit(event);
            ++outcomes[static_cast<std::size_t>(outcome)];
            ++phases[static_cast<std::size_t>(engine.table().phase)];
            const char* const fault = engine.check_consistency();
            REQUIRE_MESSAGE(fault == nullptr, std::string(fault == nullptr ? "" : fault));
            REQUIRE(engine.table().card_count() == 57);
            REQUIRE((engine.hash() == before) == (engine.table() == table));
            if (is_unheard(outcome)) REQUIRE(engine.table() == table);
            if (due == -1 || due > event.t) {
                REQUIRE(is_rejection(outcome) == (refused != Outcome::ok));
                if (is_rejection(outcome)) {
                    REQUIRE(outcome == refused);
                    Table later = table;
                    later.now = engine.table().now;
                    REQUIRE(engine.table() == later);
                }
            }
            REQUIRE((engine.next_deadline() == -1 || engine.next_deadline() > engine.table().now));
            REQUIRE(copy.submit(event) == outcome);
            if (i % 40 == 0) copy = Engine::restore(engine.snapshot());
        }
        REQUIRE(copy.table() == engine.table());
        const std::vector<std::uint8_t> log = engine.log();
        const Engine again = Engine::replay(log);
        REQUIRE(again.table() == engine.table());
        REQUIRE(again.log() == log);
        REQUIRE(again.snapshot() == engine.snapshot());
    }
    // All of them were met, but for what needs a tie at the end.
    for (int i = 0; i < outcome_count; ++i) {
        if (static_cast<Outcome>(i) == Outcome::after_misfire) continue;
        CHECK_MESSAGE(outcomes[static_cast<std::size_t>(i)] > 0, "outcome " << i);
    }
    for (int i = 1; i < phase_count; ++i) {
        if (static_cast<Phase>(i) == Phase::final_fill) continue;
        CHECK_MESSAGE(phases[static_cast<std::size_t>(i)] > 0, "phase " << i);
    }
}

TEST_CASE("the log in pieces is the log") {
    Rng rng(3);
    Engine engine = random_duel(rng);
    RandomEvents source(4);
    std::vector<std::uint8_t> pieces;
    std::int64_t since = 0;
    for (int i = 0; i < 400; ++i) {
        if (i % 9 == 0) {
            const std::vector<std::uint8_t> piece = engine.log(since);
            pieces.insert(pieces.end(), piece.begin(), piece.end());
            since = engine.log_size();
            REQUIRE(pieces == engine.log());
        }
        engine.submit(source.next(engine));
    }
    CHECK_THROWS_AS((void)engine.log(-1), Error);
    CHECK_THROWS_AS((void)engine.log(engine.log_size() + 1), Error);
}

TEST_CASE("a long jump of the clock fires a bounded number of timers") {
    Rules rules;
    rules.roll_timeout_ms = 1;
    Setup setup = setup_of(2, 1, rules);
    setup.dice = {6, 1};
    Engine engine(setup);
    engine.submit(Event::of(0, -1, Verb::start));
    engine.submit(Event::of(0, 0, Verb::roll));
    engine.submit(Event::of(0, 1, Verb::roll));
    REQUIRE(engine.table().phase == Phase::await_roll);
    CHECK(engine.advance(latest_time));
    CHECK(engine.table().now == latest_time);
    CHECK(engine.check_consistency() == nullptr);
}

// Made once; the same with every compiler, on every machine.
TEST_CASE("the hash of a known game") {
    Engine engine(setup_of(4, 20261130));
    CHECK(engine.hash() == 747432216867797353U);
    RandomEvents source(99);
    for (int i = 0; i < 300; ++i) engine.submit(source.next(engine));
    CHECK(engine.table().round > 2);
    CHECK(engine.hash() == 833268405376208943U);
}
