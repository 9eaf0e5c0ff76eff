// Dot Duel's logs and snapshots as bytes: the formats byte by byte, round trips, and damage.

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/bytes.hpp>
#include <dotcore/dotduel/engine.hpp>

#include "dotduel_games.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t check_size = 4;

Bytes cut(const Bytes& bytes, std::size_t size) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

Bytes joined(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

template <class Read>
bool is_refused(Read read, const Bytes& bytes) {
    try {
        (void)read(bytes);
        return false;
    } catch (const InvalidRecord&) {
        return true;
    }
}
bool is_log_refused(const Bytes& bytes) { return is_refused(Engine::replay, bytes); }
bool is_snapshot_refused(const Bytes& bytes) { return is_refused(Engine::restore, bytes); }

}  // namespace

TEST_CASE("a log's bytes are those of the documented format") {
    Rules rules;
    rules.window_ms = 0x1234;
    rules.max_rounds = 5;
    rules.overclaim_pending = OverclaimPending::to_deck;
    rules.stacked_claims = true;
    rules.sit_out_stacks = true;
    Setup setup{3, fixture_f(), rules};
    setup.seed = 0x0102030405060708;
    setup.dice = {6, 1};
    setup.picks = {0x0a0b0c};
    Engine engine(setup);
    Event event = Event::of(0x0201, 1, Verb::claim, 7, 2);
    event.seq = 9;
    event.roll_id = 3;
    engine.submit(event);
    engine.advance(0x0201 + 0x10000);
    const std::array<std::uint8_t, 2> two{10, 40};
    engine.submit(Event::naming(0x10201, 0, Verb::duel_double_dot, two));

    const Bytes magic_and_players{'d', 'd', 'l', 'g', 1, 3};
    const Bytes window_and_timeouts{0x34, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const Bytes rounds_and_options{5, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 1 + 4 + 64};
    const Bytes deck = setup.deck.to_bytes();
    const Bytes deck_size{static_cast<std::uint8_t>(deck.size() & 0xff),
                          static_cast<std::uint8_t>(deck.size() >> 8), 0, 0};
    const Bytes seed_and_order{8, 7, 6, 5, 4, 3, 2, 1, 0};
    const Bytes dice_and_picks{2, 0, 0, 0, 6, 1, 1, 0, 0, 0, 0x0c, 0x0b, 0x0a, 0};
    const Bytes head = joined({magic_and_players, window_and_timeouts, rounds_and_options,
                               deck_size, deck, seed_and_order, dice_and_picks});
    // Flags, time; verb, STALE, player; seq; what, with, roll_id
    const Bytes claim = joined({{1 + 2 + 4 + 8, 0x01, 0x02},
                                {3, 18, 1},
                                {9, 0, 0, 0, 0, 0, 0, 0},
                                {7, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}});
    const Bytes advance{64 + 128, 0, 0, 1, 0, 0, 0, 0, 0};
    // Flags, time; verb, PHASE, player; cards
    const Bytes call{32, 0, 0, 10, 19, 0, 2, 10, 40};

    const Bytes log = engine.log();
    std::size_t at = 0;
    for (const Bytes& part : {head, claim, advance, call}) {
        REQUIRE(log.size() >= at + part.size() + check_size);
        const auto begin = log.begin() + static_cast<std::ptrdiff_t>(at);
        CHECK(Bytes(begin, begin + static_cast<std::ptrdiff_t>(part.size())) == part);
        at += part.size() + check_size;
    }
    CHECK(at == log.size());
}

TEST_CASE("snapshots of each phase are read as they were written, and their future is the same") {
    Rng rng(11);
    std::array<int, phase_count> met{};
    for (int games = 0; games < 60; ++games) {
        Engine engine = random_duel(rng);
        RandomEvents source(rng());
        for (int i = 0; i < 600; ++i) {
            const Bytes bytes = engine.snapshot();
            Engine read = Engine::restore(bytes);
            REQUIRE(read.table() == engine.table());
            REQUIRE(read.snapshot() == bytes);
            REQUIRE(read.log_size() == engine.log_size());
            ++met[static_cast<std::size_t>(engine.table().phase)];
            const Event event = source.next(engine);
            REQUIRE(read.submit(event) == engine.submit(event));
            REQUIRE(read.effects() == engine.effects());
            REQUIRE(read.snapshot() == engine.snapshot());
            if (engine.table().phase == Phase::over) break;
        }
    }
    for (int i = 0; i < phase_count; ++i) {
        // The end of a game is met as the last one read; a final's choice has a case of its own.
        if (static_cast<Phase>(i) == Phase::over || static_cast<Phase>(i) == Phase::final_fill) {
            continue;
        }
        CHECK_MESSAGE(met[static_cast<std::size_t>(i)] > 0, "phase " << i);
    }
}

TEST_CASE("a snapshot in the midst of a final's choice") {
    Rules rules;
    rules.max_rounds = 1;
    rules.grounds_pick = GroundsPick::choose;
    Setup setup{2, fixture_f(), rules};
    setup.dice = {6, 1, 2, 3};
    Engine engine(setup);
    engine.submit(Event::of(0, -1, Verb::start));
    for (const int player : {0, 1, 0}) engine.submit(Event::of(0, player, Verb::roll));
    REQUIRE(engine.table().phase == Phase::seek);
    for (int slot = 0; slot < show_slots; ++slot) {
        const int card = engine.table().show[Table::at(slot)];
        REQUIRE(engine.submit(Event::of(0, slot % 2, Verb::claim, card, 1)) == Outcome::claimed);
    }
    engine.advance(5000);
    REQUIRE(engine.table().phase == Phase::final_fill);
    REQUIRE(engine.table().filler() == 1);
    const Pile& own = engine.table().personal[1];
    const std::array<std::uint8_t, 2> two{static_cast<std::uint8_t>(own[0]),
                                          static_cast<std::uint8_t>(own[2])};
    REQUIRE(engine.submit(Event::naming(5000, 1, Verb::place, two)) == Outcome::placed);
    REQUIRE(engine.table().phase == Phase::final_fill);
    Engine read = Engine::restore(engine.snapshot());
    CHECK(read.table() == engine.table());
    for (Engine* const one : {&engine, &read}) {
        CHECK(one->submit(Event::of(5000, 0, Verb::forfeit)) == Outcome::forfeited);
        CHECK(one->table().winner == 1);
        CHECK(one->table().personal[1].size() == 3);
    }
    CHECK(read.table() == engine.table());
}

TEST_CASE("damaged or cut logs and snapshots are refused") {
    Rng rng(12);
    for (int games = 0; games < 3; ++games) {
        Engine engine = random_duel(rng);
        RandomEvents source(rng());
        for (int i = 0; i < 80; ++i) engine.submit(source.next(engine));
        const Bytes log = engine.log();
        const Bytes snapshot = engine.snapshot();
        for (std::size_t at = 0; at < log.size(); at += games == 0 ? 1 : 3) {
            Bytes damaged = log;
            damaged[at] = static_cast<std::uint8_t>(damaged[at] + 1 + rng.below(255));
            REQUIRE(is_log_refused(damaged));
        }
        for (std::size_t at = 0; at < snapshot.size(); ++at) {
            Bytes damaged = snapshot;
            damaged[at] = static_cast<std::uint8_t>(damaged[at] + 1 + rng.below(255));
            REQUIRE(is_snapshot_refused(damaged));
            REQUIRE(is_snapshot_refused(cut(snapshot, at)));
        }
        // A log that ends after a record is the log of a shorter game; anywhere else it is cut.
        std::vector<std::size_t> ends;
        for (std::int64_t since = 1; since <= engine.log_size(); ++since) {
            ends.push_back(log.size() - engine.log(since).size());
        }
        for (std::size_t size = 0; size < log.size(); ++size) {
            const bool is_whole = std::ranges::find(ends, size) != ends.end();
            REQUIRE(is_log_refused(cut(log, size)) != is_whole);
        }
        Bytes longer = snapshot;
        longer.push_back(0);
        CHECK(is_snapshot_refused(longer));
    }
}

TEST_CASE("records that were moved, left out or come from another game are refused") {
    Engine engine({2, fixture_f(), {}, 5});
    for (int i = 0; i < 4; ++i) engine.submit(Event::of(10, 0, Verb::roll));  // all alike
    const Bytes log = engine.log();
    const std::size_t one = engine.log(1).size() / 4;
    const std::size_t head = log.size() - 4 * one;
    Bytes without = log;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(head + one),
                  without.begin() + static_cast<std::ptrdiff_t>(head + 2 * one));
    CHECK(is_log_refused(without));
    Engine other({2, fixture_f(), {}, 6});
    for (int i = 0; i < 4; ++i) other.submit(Event::of(10, 0, Verb::roll));
    Bytes mixed = cut(log, head);
    const Bytes records = other.log(1);
    mixed.insert(mixed.end(), records.begin(), records.end());
    CHECK(is_log_refused(mixed));
}

TEST_CASE("other versions are told") {
    Engine engine({2, fixture_f(), {}, 5});
    for (Bytes bytes : {engine.log(), engine.snapshot()}) {
        bytes[4] = 2;
        try {
            if (bytes[3] == 'g') {
                (void)Engine::replay(bytes);
            } else {
                (void)Engine::restore(bytes);
            }
            FAIL("version 2 was read");
        } catch (const InvalidRecord& error) {
            CHECK(std::string(error.what()).find("version 2") != std::string::npos);
        }
    }
    CHECK(is_log_refused(engine.snapshot()));
    CHECK(is_snapshot_refused(engine.log()));
}

TEST_CASE("the hash is of all that a table's bytes hold") {
    Rng rng(13);
    Engine engine = random_duel(rng);
    RandomEvents source(14);
    for (int i = 0; i < 100; ++i) engine.submit(source.next(engine));
    ByteWriter out;
    write(out, engine.table());
    const Bytes bytes = out.take();
    int changed = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        Bytes other = bytes;
        other[at] = static_cast<std::uint8_t>(other[at] ^ 1);
        try {
            ByteReader in(other, "a table");
            const Table table = read_table(in);
            if (table == engine.table()) continue;
            REQUIRE(table.hash() != engine.hash());
            ++changed;
        } catch (const InvalidRecord&) {
        }
    }
    CHECK(changed > 60);
}

TEST_CASE("tables that no game comes to are not sound") {
    Engine engine({2, Deck::standard(1), {}, 6});
    engine.submit(Event::of(0, -1, Verb::start));
    for (const int seat : {0, 1}) engine.submit(Event::of(1, seat, Verb::roll));
    engine.submit(Event::of(2, engine.table().roller(), Verb::roll));
    Table table = engine.table();
    REQUIRE(table.phase == Phase::seek);
    // A questioned card, set aside
    const std::uint8_t card = std::exchange(table.show[0], static_cast<std::uint8_t>(no_card));
    table.last_duel_id = 2;
    table.duel_count = 1;
    table.duels[0] = {1, 0, 1, card};
    const auto fault = [&engine](const Table& forged) {
        return forged.check_consistency(engine.cards(), engine.setup().rules);
    };
    CHECK(fault(table) == nullptr);
    SUBCASE("a duel with oneself") { table.duels[0].other = 0; }
    SUBCASE("a duel of somebody who is not there") { table.duels[0].other = 2; }
    SUBCASE("two duels over a card") {
        table.duel_count = 2;
        table.duels[1] = {2, 1, 0, card};
    }
    SUBCASE("a duel over a card that shows") { table.duels[0].card = table.show[1]; }
    SUBCASE("more of a PERSONAL from before the round than there is") { table.seat(0).settled = 1; }
    CHECK(fault(table) != nullptr);
}

TEST_CASE("a turn to roll that is overdue with nobody to take it ends") {
    Rules rules;
    rules.roll_timeout_ms = 1000;
    const MatchTable cards = MatchTable::of(Deck::standard(1));
    Engine engine({2, Deck::standard(1), rules, 6});
    engine.submit(Event::of(0, -1, Verb::start));
    for (const int seat : {0, 1}) engine.submit(Event::of(1, seat, Verb::roll));
    Table table = engine.table();
    REQUIRE(table.phase == Phase::await_roll);
    for (Seat& seat : table.seats) seat.connected = false;
    table.roll_due = 0;
    Rng rng(1);
    Chance chance(rng);
    CHECK(Referee(table, cards, rules, chance).advance(5000));
    CHECK(table.now == 5000);
    CHECK(Referee::next_deadline(table, rules) == Table::none);
}
