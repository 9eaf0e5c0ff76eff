// Duels and the final: fill, roll, race (R29..R41, R44..R47).

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

void Referee::begin_duel() {
    const Duel& duel = table_.duel();
    table_.phase = Phase::duel_fill;
    table_.in_duel = static_cast<std::uint8_t>(1U << duel.initiator | 1U << duel.other);
    table_.unfilled = table_.in_duel;
    table_.initiator = table_.duel_roller = static_cast<std::int8_t>(duel.initiator);
    tell(Change::duel, duel.initiator, duel.card, duel.id);
}

// Who added cards last rolls; if nobody ever did, the first of them from the first player (R46).
void Referee::begin_final(unsigned tied) {
    int initiator = Table::none;
    for (int i = 0; i < table_.players; ++i) {
        const int player = (table_.first + i) % table_.players;
        if ((tied >> player & 1) == 0) continue;
        if (initiator == Table::none ||
            table_.seat(player).last_add > table_.seat(initiator).last_add) {
            initiator = player;
        }
    }
    table_.phase = Phase::final_fill;
    table_.contenders = static_cast<std::uint8_t>(tied);
    table_.in_duel = table_.unfilled = table_.contenders;
    table_.initiator = table_.duel_roller = static_cast<std::int8_t>(initiator);
    ++table_.last_duel_id;
    tell(Change::duel, initiator, -1, table_.last_duel_id);
}

// Own cards first, then DECK's (R30..R33). False as long as somebody has to choose.
bool Referee::fill() {
    for (int player = table_.filler(); player != Table::none; player = table_.filler()) {
        const int own = table_.own_of(player);
        const Pile& personal = table_.personal[at(player)];
        const int wanted = table_.wanted_of(player);
        const bool has_choice = rules_.lets_choose_grounds() && personal.size() > wanted;
        if (has_choice && table_.seat(player).connected) return false;
        for (int i = 0; i < own; ++i) {
            put_into_grounds(player, rules_.draws_grounds() ? chance_.pick(personal.size())
                                                            : personal.size() - 1);
        }
        fill_from_deck(player, wanted - own);
    }
    if (table_.grounds_size == 0) {
        if (table_.phase == Phase::final_fill) {
            end_final(Table::none);
            return true;
        }
        place_in_grounds(table_.duel().card, Table::none, 0);
    }
    table_.phase = table_.phase == Phase::final_fill ? Phase::final_roll : Phase::duel_roll;
    table_.awaited = Table::none;
    return true;
}

void Referee::fill_from_deck(int player, int count) {
    for (; count > 0 && !table_.deck.empty(); --count) {
        place_in_grounds(chance_.draw(table_.deck), Table::none, 0);
    }
    table_.unfilled = static_cast<std::uint8_t>(table_.unfilled & ~(1U << player));
}

// The card at this place of the player's PERSONAL.
void Referee::put_into_grounds(int player, int place) {
    place_in_grounds(table_.personal[at(player)].take_at(place), player, place);
}

void Referee::place_in_grounds(int card, int from, int place) {
    Placed& placed = table_.grounds[at(table_.grounds_size++)];
    placed.card = static_cast<std::uint8_t>(card);
    placed.from = static_cast<std::int8_t>(from);
    placed.place = static_cast<std::uint8_t>(place);
    tell(Change::placed, from, card);
}

// A number that is on no card in GROUNDS is rolled again at once (R40).
void Referee::roll_for_duel(int player) {
    const CardMask grounds = table_.grounds_mask();
    std::uint64_t wanted = 0;
    for (int number = lowest_number; number <= highest_number; ++number) {
        if (!cards_.nothing_matches(grounds, number)) wanted |= std::uint64_t{1} << number;
    }
    do {
        roll_two(player, wanted);
    } while (cards_.nothing_matches(grounds, table_.number) && chance_.lacking() == Lot::nothing);
    table_.phase = is_final(table_.phase) ? Phase::final_race : Phase::duel_race;
    table_.duel_due =
        rules_.duel_timeout() == 0 ? Time{Table::none} : table_.now + rules_.duel_timeout();
}

// GROUNDS, the questioned card and, after a Double Dot, all that the other one has (R35, R37).
void Referee::win_duel(int player, bool takes_personal) {
    tell(Change::duel_won, player);
    if (is_final(table_.phase)) return end_final(player);
    const Duel duel = table_.duel();
    const bool is_aside = table_.is_aside(duel.card);
    for (int i = 0; i < table_.grounds_size; ++i) add(player, table_.grounds[at(i)].card);
    if (is_aside) add(player, duel.card);
    if (takes_personal) {
        Pile& other = table_.personal[at(player == duel.initiator ? duel.other : duel.initiator)];
        for (const std::uint8_t card : other.cards()) add(player, card);
        other.clear();
    }
    table_.grounds = {};
    table_.grounds_size = 0;
    table_.in_duel = table_.unfilled = 0;
    table_.initiator = table_.duel_roller = Table::none;
    table_.number = 0;
    table_.duel_due = Table::none;
    ++table_.duels_fought;
    if (table_.duels_fought < table_.duel_count) {
        begin_duel();
    } else {
        end_round();
    }
}

// By a misfire or a wrong Double Dot, or of their own will. The last one left wins.
void Referee::leave_duel(int player, bool by_mistake) {
    const unsigned left = table_.in_duel & ~(1U << player);
    if ((left & (left - 1)) == 0) return win_duel(std::countr_zero(left), false);
    table_.in_duel = static_cast<std::uint8_t>(left);
    if (by_mistake && rules_.rerolls_final()) roll_for_duel(Table::none);
}

// Scores stay: all get back what they placed, as it was.
void Referee::end_final(int winner) {
    for (int i = table_.grounds_size - 1; i >= 0; --i) {
        const Placed& placed = table_.grounds[at(i)];
        if (placed.from == Table::none) {
            chance_.put_on_top(table_.deck, placed.card);
        } else {
            table_.personal[at(placed.from)].insert_at(placed.place, placed.card);
        }
        tell(Change::given_back, placed.from, placed.card);
    }
    table_.grounds = {};
    table_.grounds_size = 0;
    table_.in_duel = table_.unfilled = 0;
    table_.initiator = table_.duel_roller = Table::none;
    table_.number = 0;
    table_.misfired = false;
    table_.duel_due = Table::none;
    table_.phase = Phase::over;
    table_.winner = static_cast<std::int8_t>(winner);
    tell(Change::over, winner);
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
