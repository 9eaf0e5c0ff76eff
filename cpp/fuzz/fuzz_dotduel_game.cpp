// Games of Dot Duel out of bytes: rules and players, then events, any time, any verb, any numbers.
//
// After every event the table is consistent, what is told agrees with why_rejected, an event that
// was not heard has changed nothing, and what is listed as legal is accepted. In the end the log
// plays again, the snapshot is read, and both are as they were written.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/legal.hpp>

#include "expect.hpp"
#include "source.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;
using fuzz::expect;
using fuzz::Source;

namespace {

[[nodiscard]] Rules draw_rules(Source& source) {
    Rules rules;
    constexpr std::int32_t times[] = {0, 1, 700, 5000, 3'600'000};
    rules.window_ms = std::max(1, times[source.below(5)]);
    rules.roll_timeout_ms = times[source.below(5)];
    rules.duel_timeout_ms = times[source.below(5)];
    rules.seek_idle_ms = times[source.below(5)];
    rules.max_rounds = source.below(5);
    rules.auto_check = static_cast<AutoCheck>(source.below(3));
    rules.false_call_penalty = static_cast<FalseCall>(source.below(2));
    rules.overclaim_pending = static_cast<OverclaimPending>(source.below(3));
    rules.stale_double_dot = static_cast<StaleDoubleDot>(source.below(2));
    rules.grounds_pick = static_cast<GroundsPick>(source.below(3));
    rules.final_misfire = static_cast<FinalMisfire>(source.below(2));
    const int bits = source.byte();
    bool* const options[] = {&rules.stacked_claims,    &rules.call_names_count,
                             &rules.sitting_may_prove, &rules.typed_calls_strict,
                             &rules.window_closed_end, &rules.auto_end_no_match,
                             &rules.sit_out_stacks};
    for (int i = 0; i < 7; ++i) *options[i] = (bits >> i & 1) != 0;
    return rules;
}

// Any time, most often now or a little later.
[[nodiscard]] Time draw_time(const Engine& engine, Source& source) {
    const Time now = engine.table().now;
    const int lot = source.byte();
    if (lot < 160) return now + lot * lot / 16;
    if (lot < 240) return std::max(now, engine.next_deadline() - 1 + lot % 3);
    if (lot < 250) return now + Time{1000} * (lot - 239);
    return lot == 255 ? now - 1 : lot == 254 ? latest_time : now + Time{100'000'000};
}

// A number that a verb may name: one of the table's, or any.
[[nodiscard]] int draw_number(const Table& table, Source& source) {
    const int lot = source.byte();
    if (lot < 60) return table.show[Table::at(lot % show_slots)];
    if (lot < 100 && table.claim_count != 0) {
        return table.claims[Table::at(lot % table.claim_count)].id;
    }
    if (lot < 250) return lot % 70 - 1;
    return lot == 255 ? -2'147'483'647 : 2'147'483'647;
}

void name_cards(const Table& table, Source& source, Event& event) {
    event.named = static_cast<std::int8_t>(source.below(max_named + 3) - 1);
    for (int i = 0; i < std::min<int>(event.named, max_named); ++i) {
        const int lot = source.byte();
        const Pile& own = table.personal[Table::at(lot % table.players)];
        int card = lot;
        if (lot < 120 && table.grounds_size != 0) {
            card = table.grounds[Table::at(lot % table.grounds_size)].card;
        } else if (lot < 200 && !own.empty()) {
            card = own[own.size() - 1 - lot % own.size()];
        }
        event.cards[Table::at(i)] = static_cast<std::uint8_t>(card);
    }
}

[[nodiscard]] Event draw_event(const Engine& engine, Source& source) {
    const Table& table = engine.table();
    const int lot = source.byte();
    Event event;
    event.t = draw_time(engine, source);
    event.player = static_cast<std::int8_t>(source.below(table.players + 2) - 1);
    event.verb = static_cast<Verb>(lot % verb_count);
    if (event.verb == Verb::start && lot < 200) event.player = -1;
    const bool is_call = event.verb == Verb::dot_duel || event.verb == Verb::prove_over;
    event.what = draw_number(table, source);
    event.with =
        is_call || event.verb == Verb::claim ? source.below(11) - 1 : draw_number(table, source);
    if (event.verb == Verb::set_connected) event.what = source.below(4) == 0 ? 0 : 1;
    if (event.verb == Verb::answer && lot < 200) {
        event.what = engine.cards().total(table.grounds_mask(), table.number);
    }
    if (event.verb == Verb::place || event.verb == Verb::duel_double_dot) {
        name_cards(table, source, event);
    }
    if (lot >= 240) event.seq = source.byte();
    if (lot >= 250) event.roll_id = source.below(8) - 1;
    if (lot >= 253) event.duel_id = source.below(8) - 1;
    return event;
}

void check_legal(const Engine& engine) {
    const Table& table = engine.table();
    for (int player = 0; player < table.players; ++player) {
        const Legal may = legal(table, engine.cards(), engine.setup().rules, player);
        const auto is_accepted = [&](Verb verb, int what, int with) {
            return engine.why_rejected(Event::of(table.now, player, verb, what, with)) ==
                   Outcome::ok;
        };
        expect(may.roll == is_accepted(Verb::roll, -1, -1), "a roll is as it is listed");
        expect(may.agree == is_accepted(Verb::agree, -1, -1), "agreeing is as it is listed");
        if (may.claim != 0) {
            expect(is_accepted(Verb::claim, std::countr_zero(may.claim), 8), "a claim is accepted");
        }
        if (!may.prove_over.empty()) {
            expect(is_accepted(Verb::prove_over, may.prove_over[0], 1), "a call is accepted");
        }
        if (may.answer != 0) {
            expect(is_accepted(Verb::answer, may.answer, -1), "an answer is accepted");
        }
    }
}

void act(Engine& engine, const Event& event) {
    const Table before = engine.table();
    const std::int64_t records = engine.log_size();
    const Time due = engine.next_deadline();
    const Outcome refused = engine.why_rejected(event);
    const Outcome outcome = engine.submit(event);
    fuzz::expect_nothing_wrong(engine.check_consistency());
    expect(engine.next_deadline() == -1 || engine.next_deadline() > engine.table().now ||
               engine.table().now == latest_time,
           "no timer is overdue");
    if (is_unheard(outcome)) {
        expect(engine.table() == before && engine.log_size() == records && refused == outcome,
               "what is not heard changes nothing");
        return;
    }
    expect(engine.log_size() == records + 1, "what is heard is in the log");
    if (due != -1 && due <= event.t) return;
    expect(is_rejection(outcome) ? refused == outcome : refused == Outcome::ok,
           "an event is refused for the reason that was told");
    if (is_rejection(outcome)) {
        Table later = before;
        later.now = event.t;
        expect(engine.table() == later && engine.effects().empty(),
               "a rejection moves the clock alone");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* first, std::size_t length) {
    Source source(std::span(first, length));
    static const Deck decks[] = {Deck::standard(0), Deck::of_order(3, 1), Deck::of_order(2, 0)};
    Setup setup{2 + source.below(5), decks[std::max(0, source.below(6) - 3)], draw_rules(source)};
    setup.seed = static_cast<std::uint64_t>(source.byte());
    Engine engine(setup);
    for (int events = 0; !source.is_empty() && events < 3000; ++events) {
        act(engine, draw_event(engine, source));
        if (events % 32 == 0) check_legal(engine);
    }
    const std::vector<std::uint8_t> log = engine.log();
    const Engine again = Engine::replay(log);
    expect(again.table() == engine.table() && again.hash() == engine.hash() && again.log() == log,
           "a log plays again");
    const std::vector<std::uint8_t> snapshot = engine.snapshot();
    const Engine restored = Engine::restore(snapshot);
    expect(restored.table() == engine.table() && restored.snapshot() == snapshot,
           "a snapshot is read as it was written");
    return 0;
}
