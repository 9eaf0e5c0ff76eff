// The referee's clock: events in their order, timers before them, and what follows by itself.

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

// A long jump of the clock fires at most so many timers that start themselves anew (a duel rolled
// again, a turn to roll that passes on); the last of them as if its time had just come.
constexpr int most_repeats = 1000;

}  // namespace

Table Referee::lay_out(int players, std::span<const std::uint8_t> deck) noexcept {
    Table table;
    table.players = static_cast<std::uint8_t>(players);
    for (const std::uint8_t card : deck) table.deck.push_back(card);
    table.show.fill(no_card);
    return table;
}

Outcome Referee::submit(const Event& event) {
    if (event.t < table_.now || event.t > latest_time) return Outcome::clock;
    fire_timers(event.t);
    const Outcome refused = why_rejected(table_, cards_, rules_, event);
    if (refused != Outcome::ok) return refused;
    const Outcome outcome = act(event);
    // An event of this SEEK keeps it from ending for want of one.
    if (table_.phase == Phase::seek && rules_.seek_idle() != 0) {
        table_.idle_due = table_.now + rules_.seek_idle();
    }
    proceed();
    return outcome;
}

bool Referee::advance(Time t) {
    if (t < table_.now || t > latest_time) return false;
    fire_timers(t);
    return true;
}

Time Referee::next_deadline(const Table& table, const Rules&) noexcept {
    Time next = Table::none;
    const auto consider = [&next](Time due) {
        // What is due after the end of time never comes.
        if (due == Table::none || due > latest_time) return;
        if (next == Table::none || due < next) next = due;
    };
    switch (table.phase) {
        case Phase::seek:
            for (int i = 0; i < table.claim_count; ++i) {
                if (table.claims[at(i)].is_live()) consider(table.claims[at(i)].due);
            }
            // Open windows run out first.
            if (table.claim_count == 0) consider(table.idle_due);
            break;
        case Phase::await_roll:
        case Phase::duel_roll:
        case Phase::final_roll:
            consider(table.roll_due);
            break;
        case Phase::duel_race:
        case Phase::final_race:
            consider(table.duel_due);
            break;
        default:
            break;
    }
    return next;
}

void Referee::fire_timers(Time t) {
    for (int repeats = 0;;) {
        const Time due = next_deadline(table_, rules_);
        if (due == Table::none || due > t) break;
        table_.now = std::max(table_.now, due);
        if (table_.phase != Phase::seek && ++repeats > most_repeats) table_.now = t;
        fire_next(due);
        proceed();
        if (chance_.lacking() != Lot::nothing) break;
    }
    table_.now = t;
}

// The one timer that is due first; of claims due at one instant that of the lowest id.
void Referee::fire_next(Time due) {
    switch (table_.phase) {
        case Phase::seek:
            for (int i = 0; i < table_.claim_count; ++i) {
                if (table_.claims[at(i)].due == due) return settle(table_.claims[at(i)]);
            }
            break;  // idle: proceed() ends SEEK
        case Phase::await_roll:
            table_.turn_from = static_cast<std::int8_t>((table_.awaited + 1) % table_.players);
            table_.awaited = Table::none;
            table_.roll_due = Table::none;
            break;
        case Phase::duel_roll:
        case Phase::final_roll:
            table_.duel_roller = static_cast<std::int8_t>((table_.awaited + 1) % table_.players);
            table_.awaited = Table::none;
            table_.roll_due = Table::none;
            break;
        case Phase::duel_race:
        case Phase::final_race:
            roll_for_duel(Table::none);
            break;
        default:
            break;
    }
}

void Referee::proceed() {
    while (follows()) {
        if (chance_.lacking() != Lot::nothing) return;
    }
    await_roller();
}

// One thing that follows by itself from how the table is; false if nothing does.
bool Referee::follows() {
    switch (table_.phase) {
        case Phase::first_player:
            return settle_first_player();
        case Phase::await_roll:
            if (!passes_round()) return false;
            tell(Change::passed);
            end_round();
            return true;
        case Phase::seek:
            if (!seek_is_over()) return false;
            end_seek();
            return true;
        case Phase::duel_fill:
        case Phase::final_fill:
            return fill();
        default:
            return false;
    }
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
