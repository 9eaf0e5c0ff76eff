// Who goes first, rounds from their roll to their end, and the score (R6..R11, R42..R44).

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

void Referee::throw_die(int player) {
    Seat& seat = table_.seat(player);
    seat.thrown = static_cast<std::uint8_t>(chance_.die());
    tell(Change::thrown, player, -1, seat.thrown);
}

// True if somebody goes first now. The highest throw does; those who tie throw again (R7). Once
// somebody has thrown, who is offline and has not is no longer waited for.
bool Referee::settle_first_player() {
    unsigned thrown = 0;
    unsigned offline = 0;
    for (int p = 0; p < table_.players; ++p) {
        if (table_.seat(p).thrown != 0) thrown |= 1U << p;
        if (!table_.seat(p).connected) offline |= 1U << p;
    }
    if (thrown == 0) return false;
    table_.contenders = static_cast<std::uint8_t>(table_.contenders & (thrown | ~offline));
    if (table_.contenders != thrown) return false;
    int highest = 0;
    unsigned tied = 0;
    for (int p = 0; p < table_.players; ++p) {
        const int die = table_.seat(p).thrown;
        if (die == 0) continue;
        if (die > highest) tied = 0;
        if (die >= highest) tied |= 1U << p;
        highest = std::max(highest, die);
    }
    for (Seat& seat : table_.seats) seat.thrown = 0;
    table_.contenders = static_cast<std::uint8_t>(tied);
    if ((tied & (tied - 1)) != 0) return false;
    const int first = std::countr_zero(tied);
    table_.contenders = 0;
    table_.first = static_cast<std::int8_t>(first);
    table_.next_turn = table_.first;
    tell(Change::first, first);
    begin_round();
    return true;
}

// R6, R8
void Referee::top_up() {
    for (int slot = 0; slot < show_slots && !table_.deck.empty(); ++slot) {
        std::uint8_t& card = table_.show[at(slot)];
        if (card != no_card) continue;
        card = static_cast<std::uint8_t>(chance_.draw(table_.deck));
        tell(Change::shown, -1, card, slot);
    }
}

void Referee::begin_round() {
    ++table_.round;
    tell(Change::round, -1, -1, table_.round);
    top_up();
    for (int p = 0; p < table_.players; ++p) {
        Seat& seat = table_.seat(p);
        seat.status = seat.sit > 0 ? Status::out : Status::active;
        seat.settled = static_cast<std::uint8_t>(table_.personal[at(p)].size());
    }
    table_.turn_from = table_.next_turn;
    table_.awaited = Table::none;
    table_.phase = Phase::await_roll;
}

void Referee::end_round() {
    tell(Change::round_over, -1, -1, table_.round);
    for (int p = 0; p < table_.players; ++p) {
        Seat& seat = table_.seat(p);
        if (seat.status == Status::out) --seat.sit;
        seat.status = Status::active;
    }
    table_.duels = {};
    table_.duel_count = 0;
    table_.duels_fought = 0;
    const bool is_last = (table_.deck.empty() && table_.show_mask() == 0) ||  // R42
                         rules_.is_last_round(table_.round);
    if (is_last) {
        score();
    } else {
        begin_round();
    }
}

// No roll: all are out, or somebody is there but nobody who is there may roll.
bool Referee::passes_round() const noexcept {
    if (table_.roller() != Table::none) return false;
    if (table_.is_anybody_connected()) return true;
    for (int p = 0; p < table_.players; ++p) {
        if (table_.seat(p).status != Status::out) return false;
    }
    return true;
}

void Referee::roll_two(int player, std::uint64_t wanted) {
    table_.number = static_cast<std::uint8_t>(chance_.roll(wanted));
    ++table_.roll_id;
    tell(Change::rolled, player, -1, table_.number);
}

// Whoever is to roll has the whole time for it.
void Referee::await_roller() noexcept {
    const int player = table_.roller();
    if (player == table_.awaited) return;
    table_.awaited = static_cast<std::int8_t>(player);
    const bool is_timed = player != Table::none && rules_.roll_timeout() != 0;
    table_.roll_due = is_timed ? table_.now + rules_.roll_timeout() : Time{Table::none};
}

void Referee::score() {
    int most = 0;
    unsigned tied = 0;
    for (int p = 0; p < table_.players; ++p) {
        const int cards = table_.personal[at(p)].size();
        if (cards > most) tied = 0;
        if (cards >= most) tied |= 1U << p;
        most = std::max(most, cards);
    }
    if ((tied & (tied - 1)) != 0) return begin_final(tied);
    table_.phase = Phase::over;
    table_.winner = static_cast<std::int8_t>(std::countr_zero(tied));
    tell(Change::over, table_.winner);
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
