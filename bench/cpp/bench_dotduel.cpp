// What Dot Duel's engine costs, in CPU time: events judged and logged, rejections, looks, bytes.
//
//   bench_dotduel [--runs N]
//
// The best of N runs says what the code costs; 15 by default. Four players, the standard deck.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/legal.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

int runs = 15;
constexpr int players = 4;

[[nodiscard]] Engine fresh(std::uint64_t seed) {
    Setup setup{players, Deck::standard(0)};
    setup.seed = seed;
    return Engine(setup);
}

[[nodiscard]] int one_of(CardMask cards, Rng& rng) {
    for (auto skip = rng.below(static_cast<std::uint32_t>(bits::count(cards))); skip > 0; --skip) {
        cards &= cards - 1;
    }
    return std::countr_zero(cards);
}

// What players of middling skill say next: claims, one in ten of them wrong, calls, answers; they
// agree once nothing is left to claim.
[[nodiscard]] Event said(const Engine& engine, Rng& rng) {
    const Table& table = engine.table();
    const int first = static_cast<int>(rng.below(players));
    for (int i = 0; i < players; ++i) {
        const int player = (first + i) % players;
        const Legal may = legal(table, engine.cards(), engine.setup().rules, player);
        const Time t = table.now + rng.below(400);
        if (table.phase == Phase::setup) return Event::of(t, -1, Verb::start);
        if (may.roll) return Event::of(t, player, Verb::roll);
        if (may.answer != 0) {
            return Event::of(t, player, Verb::answer,
                             engine.cards().total(table.grounds_mask(), table.number));
        }
        const CardMask matching = engine.cards().matching(may.claim, table.number);
        if (matching != 0) {
            const int card = one_of(matching, rng);
            const int count = engine.cards().count(card, table.number);
            return Event::of(t, player, Verb::claim, card, rng.below(10) == 0 ? count + 1 : count);
        }
        for (const std::int32_t id : may.prove_over) {
            const OpenClaim& claim = *table.find_claim(id);
            if (claim.count > engine.cards().count(claim.card, table.number)) {
                return Event::of(t, player, Verb::prove_over, id);
            }
        }
        if (may.agree) return Event::of(std::max(t, engine.next_deadline()), player, Verb::agree);
    }
    return Event::of(std::max(table.now, engine.next_deadline()), first, Verb::agree);
}

struct Stream {
    Engine start;
    std::vector<Event> events{};
};
[[nodiscard]] std::vector<Stream> streams() {
    std::vector<Stream> all;
    Rng rng(1);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Stream stream{fresh(seed)};
        Engine engine = stream.start;
        std::int64_t seq = 0;
        while (engine.table().phase != Phase::over && stream.events.size() < 2000) {
            Event event = said(engine, rng);
            event.seq = ++seq;
            event.roll_id = engine.table().roll_id;
            engine.submit(event);
            stream.events.push_back(event);
        }
        all.push_back(stream);
    }
    return all;
}

void tell_of(const std::vector<Stream>& all) {
    std::size_t events = 0;
    int accepted = 0;
    int ended = 0;
    for (const Stream& stream : all) {
        Engine engine = stream.start;
        for (const Event& event : stream.events) accepted += !is_rejection(engine.submit(event));
        events += stream.events.size();
        ended += engine.table().phase == Phase::over;
    }
    std::printf("  %zu games, %d of them to their end, %zu events, %d accepted\n", all.size(),
                ended, events, accepted);
}

void time_events(const std::vector<Stream>& all) {
    time_and_print(runs, "submit, with effects and log", "event", [&] {
        std::uint64_t events = 0;
        for (const Stream& stream : all) {
            Engine engine = stream.start;
            for (const Event& event : stream.events) engine.submit(event);
            events += stream.events.size();
            keep(engine);
        }
        return events;
    });
    Engine engine = fresh(1);
    Rng rng(2);
    while (engine.table().phase != Phase::seek || engine.table().claim_count == 0) {
        engine.submit(said(engine, rng));
    }
    const Event taken =
        Event::of(engine.table().now, 1, Verb::claim, engine.table().claims[0].card, 1);
    time_and_print(runs, "submit of what is rejected", "event", [&] {
        Engine copy = engine;
        for (int i = 0; i < 10'000; ++i) copy.submit(taken);
        keep(copy);
        return 10'000U;
    });
}

void time_looks(const std::vector<Stream>& all) {
    std::vector<Engine> engines;
    for (const Stream& stream : all) {
        Engine engine = stream.start;
        for (std::size_t i = 0; i < stream.events.size() / 2; ++i) engine.submit(stream.events[i]);
        engines.push_back(engine);
    }
    const auto over_all = [&](const char* name, const char* unit, auto look) {
        time_and_print(runs, name, unit, [&] {
            for (int i = 0; i < 100; ++i) {
                for (const Engine& engine : engines) {
                    auto seen = look(engine);
                    keep(seen);
                }
            }
            return 100 * engines.size();
        });
    };
    over_all("hash", "hash", [](const Engine& engine) { return engine.hash(); });
    over_all("table copied", "table", [](const Engine& engine) { return engine.table(); });
    over_all("legal acts of a player", "list", [](const Engine& engine) {
        return legal(engine.table(), engine.cards(), engine.setup().rules, 0);
    });
    over_all("snapshot", "snapshot", [](const Engine& engine) { return engine.snapshot(); });
    over_all("the log's last record", "piece",
             [](const Engine& engine) { return engine.log(engine.log_size() - 1); });
    std::vector<std::vector<std::uint8_t>> snapshots;
    for (const Engine& engine : engines) snapshots.push_back(engine.snapshot());
    time_and_print(runs, "restore", "snapshot", [&] {
        for (const auto& bytes : snapshots) {
            Engine engine = Engine::restore(bytes);
            keep(engine);
        }
        return snapshots.size();
    });
    std::vector<std::vector<std::uint8_t>> logs;
    std::uint64_t records = 0;
    for (const Engine& engine : engines) {
        logs.push_back(engine.log());
        records += static_cast<std::uint64_t>(engine.log_size());
    }
    time_and_print(runs, "replay", "record", [&] {
        for (const auto& bytes : logs) {
            Engine engine = Engine::replay(bytes);
            keep(engine);
        }
        return records;
    });
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--runs" && i + 1 < argc) {
            runs = std::max(1, std::atoi(argv[++i]));
        } else {
            std::fprintf(stderr, "usage: bench_dotduel [--runs N]\n");
            return 2;
        }
    }
    const std::vector<Stream> all = streams();
    tell_of(all);
    time_events(all);
    time_looks(all);
}
