// Random games of Dot Duel for tests: rules, and events that are mostly sensible, sometimes wild.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/legal.hpp>

#include "dotduel_decks.hpp"

[[nodiscard]] inline dotcore::dotduel::Rules random_duel_rules(dotcore::Rng& rng) {
    using namespace dotcore::dotduel;
    Rules rules;
    const auto one_in = [&rng](std::uint32_t n) { return rng.below(n) == 0; };
    rules.window_ms = one_in(4) ? 700 : 5000;
    rules.roll_timeout_ms = one_in(3) ? 2000 : 0;
    rules.duel_timeout_ms = one_in(3) ? 3000 : 0;
    rules.seek_idle_ms = one_in(3) ? 4000 : 0;
    rules.max_rounds = one_in(2) ? 1 + static_cast<int>(rng.below(4)) : 0;
    rules.auto_check = static_cast<AutoCheck>(rng.below(3));
    rules.false_call_penalty = static_cast<FalseCall>(rng.below(2));
    rules.overclaim_pending = static_cast<OverclaimPending>(rng.below(3));
    rules.stale_double_dot = static_cast<StaleDoubleDot>(rng.below(2));
    rules.grounds_pick = static_cast<GroundsPick>(rng.below(3));
    rules.final_misfire = static_cast<FinalMisfire>(rng.below(2));
    for (bool* const option :
         {&rules.stacked_claims, &rules.call_names_count, &rules.sitting_may_prove,
          &rules.typed_calls_strict, &rules.window_closed_end, &rules.auto_end_no_match,
          &rules.sit_out_stacks}) {
        *option = one_in(2);
    }
    return rules;
}

// Draws events that suit the engine's table: the same with every compiler, so never two draws in
// one expression.
class RandomEvents {
public:
    explicit RandomEvents(std::uint64_t seed) : rng_(seed) {}

    [[nodiscard]] dotcore::dotduel::Event next(const dotcore::dotduel::Engine& engine) {
        using namespace dotcore::dotduel;
        Event event = below(10) == 0 ? wild(engine) : sensible(engine);
        event.t = time(engine);
        if (below(3) == 0) event.seq = below(20) == 0 ? below(1 + seq_) : ++seq_;
        if (below(6) == 0) event.roll_id = engine.table().roll_id - (below(10) == 0);
        if (below(12) == 0) event.duel_id = engine.table().duel_id();
        return event;
    }

private:
    using Event = dotcore::dotduel::Event;
    using Verb = dotcore::dotduel::Verb;

    [[nodiscard]] int below(int bound) {
        return static_cast<int>(rng_.below(static_cast<std::uint32_t>(bound)));
    }
    [[nodiscard]] dotcore::dotduel::Time time(const dotcore::dotduel::Engine& engine) {
        const auto now = engine.table().now;
        const auto due = engine.next_deadline();
        const int kind = below(100);
        if (kind < 50) return now;
        if (kind < 65 && due >= 0) return std::max(now, due - 1 + below(3));
        if (kind < 97) return now + below(900);
        return kind == 97 ? now + 5000 : kind == 98 ? now + 70'000 : now - 1;
    }

    [[nodiscard]] Event sensible(const dotcore::dotduel::Engine& engine) {
        using namespace dotcore::dotduel;
        const Table& table = engine.table();
        const int player = below(table.players);
        const Legal may = legal(table, engine.cards(), engine.setup().rules, player);
        if (!table.seat(player).connected && below(3) == 0) {
            return Event::of(0, player, Verb::set_connected, 1);
        }
        if (below(60) == 0) return Event::of(0, player, Verb::set_connected, 0);
        if (table.phase == Phase::setup) return Event::of(0, -1, Verb::start);
        if (may.roll) return Event::of(0, player, Verb::roll);
        if (may.place != 0) return place(table, player, may.place);
        if (may.answer != 0) return race(engine, player);
        if (may.forfeit && below(30) == 0) return Event::of(0, player, Verb::forfeit);
        return seek(engine, player, may);
    }
    [[nodiscard]] Event place(const dotcore::dotduel::Table& table, int player, int count) {
        std::vector<std::uint8_t> own;
        for (const auto card : table.personal[table.at(player)].cards()) own.push_back(card);
        rng_.shuffle(std::span(own));
        own.resize(static_cast<std::size_t>(count));
        return Event::naming(0, player, Verb::place, own);
    }
    [[nodiscard]] Event race(const dotcore::dotduel::Engine& engine, int player) {
        const auto& table = engine.table();
        if (table.grounds_size >= 2 && below(3) == 0) {
            const int first = below(table.grounds_size);
            const int step = 1 + below(table.grounds_size - 1);
            const std::array<std::uint8_t, 2> two{
                table.grounds[table.at(first)].card,
                table.grounds[table.at((first + step) % table.grounds_size)].card};
            return Event::naming(0, player, Verb::duel_double_dot, two);
        }
        const int right = engine.cards().total(table.grounds_mask(), table.number);
        return Event::of(0, player, Verb::answer, right + (below(3) == 0));
    }
    [[nodiscard]] Event seek(const dotcore::dotduel::Engine& engine, int player,
                             const dotcore::dotduel::Legal& may) {
        const auto& table = engine.table();
        const int kind = below(10);
        if (kind < 4 && may.claim != 0) {
            const int card = one_of(below(8) == 0 ? table.show_mask() : may.claim);
            const int more = below(6);  // half of them too few or too many by one
            const int count = engine.cards().count(card, table.number) + (more < 3 ? more - 1 : 0);
            return Event::of(0, player, Verb::claim, card, std::max(1, count));
        }
        if (kind < 6 && !may.dot_duel.empty()) return call(engine, player, may.dot_duel);
        if (kind == 6 && !may.prove_over.empty()) return call(engine, player, may.prove_over);
        if (kind == 7 && below(4) == 0 && may.double_dot != 0) {
            const int one = one_of(may.double_dot);
            return Event::of(0, player, Verb::double_dot, one, one_of(may.double_dot));
        }
        return Event::of(0, player, Verb::agree);
    }
    [[nodiscard]] Event call(const dotcore::dotduel::Engine& engine, int player,
                             const dotcore::dotduel::Legal::ClaimIds& ids) {
        const auto& table = engine.table();
        const int id = ids[static_cast<std::size_t>(below(static_cast<int>(ids.size())))];
        const auto* const claim = table.find_claim(id);
        const int actual = engine.cards().count(claim->card, table.number);
        const Verb verb = claim->count < actual ? Verb::dot_duel : Verb::prove_over;
        return Event::of(0, player, verb, id, below(4) == 0 ? below(4) : actual);
    }
    [[nodiscard]] Event wild(const dotcore::dotduel::Engine& engine) {
        using namespace dotcore::dotduel;
        const int cards = engine.cards().cards();
        Event event;
        event.player = static_cast<std::int8_t>(below(engine.table().players + 2) - 1);
        event.verb = static_cast<Verb>(below(verb_count));
        event.what = below(cards + 2) - 1;
        event.with = below(11) - 1;
        if (const int claims = engine.table().claim_count; claims != 0 && below(2) == 0) {
            event.what = engine.table().claims[Table::at(below(claims))].id;
            event.verb = below(2) == 0 ? Verb::dot_duel : Verb::prove_over;
        }
        event.named = static_cast<std::int8_t>(below(4));
        for (int i = 0; i < event.named; ++i) {
            event.cards[Table::at(i)] = static_cast<std::uint8_t>(below(cards + 1));
        }
        return event;
    }
    [[nodiscard]] int one_of(dotcore::dotduel::CardMask cards) {
        for (int skip = below(dotcore::bits::count(cards)); skip > 0; --skip) cards &= cards - 1;
        return std::countr_zero(cards);
    }

    dotcore::Rng rng_;
    int seq_ = 0;
};

// An engine with random rules, players and seed.
[[nodiscard]] inline dotcore::dotduel::Engine random_duel(dotcore::Rng& rng) {
    dotcore::dotduel::Setup setup{2 + static_cast<int>(rng.below(5)), fixture_f(),
                                  random_duel_rules(rng)};
    setup.seed = rng();
    return dotcore::dotduel::Engine(setup);
}
