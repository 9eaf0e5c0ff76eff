#include <dotcore/dotduel/table.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

int Table::roller() const noexcept {
    if (is_duel_roll(phase)) {
        for (int i = 0; i < players; ++i) {
            const int player = (duel_roller + i) % players;
            if ((in_duel >> player & 1) != 0 && seat(player).connected) return player;
        }
        return none;
    }
    if (phase != Phase::await_roll) return none;
    for (int i = 0; i < players; ++i) {
        const int player = (turn_from + i) % players;
        if (seat(player).connected && seat(player).status != Status::out) return player;
    }
    return none;
}

int Table::filler() const noexcept {
    if (!is_fill(phase)) return none;
    for (int i = 0; i < players; ++i) {
        const int player = (initiator + i) % players;
        if ((in_duel & unfilled) >> player & 1) return player;
    }
    return none;
}

int Table::card_count() const noexcept {
    int count = deck.size() + grounds_size;
    for (const Pile& pile : personal) count += pile.size();
    for (const std::uint8_t card : show) count += card != no_card;
    for (int i = duels_fought; i < duel_count; ++i) count += is_aside(duels[at(i)].card);
    return count;
}

const char* Table::check_consistency(const MatchTable& cards, const Rules& rules) const noexcept {
    if (players < 2 || players > max_players) return "the number of players";
    // Zones: every card of the deck is in exactly one.
    CardMask seen = 0;
    int count = 0;
    const auto look_at = [&](int card) {
        if (card < cards.cards()) seen |= card_bit(card);
        ++count;
    };
    for (const std::uint8_t card : deck.cards()) look_at(card);
    for (const std::uint8_t card : show) {
        if (card != no_card) look_at(card);
    }
    if (grounds_size > max_named) return "the size of GROUNDS";
    for (int i = 0; i < grounds_size; ++i) look_at(grounds[at(i)].card);
    for (const Pile& pile : personal) {
        for (const std::uint8_t card : pile.cards()) look_at(card);
    }
    if (duel_count > show_slots || duels_fought > duel_count) return "the number of duels";
    const bool is_small_duel = is_duel(phase) && !is_final(phase);
    if (is_small_duel && duels_fought == duel_count) return "the duel that is fought";
    for (int i = duels_fought; i < duel_count; ++i) {
        const Duel& duel_of_round = duels[at(i)];
        if (duel_of_round.initiator >= players || duel_of_round.other >= players)
            return "who duels";
        if (duel_of_round.initiator == duel_of_round.other) return "a duel with oneself";
        if (is_aside(duel_of_round.card)) {
            look_at(duel_of_round.card);
        } else if (!is_small_duel || i != duels_fought || grounds_size != 1) {
            return "a questioned card that is not aside";  // but for R33
        }
    }
    if (count != cards.cards() || seen != cards.all_cards()) return "a card's zone";
    // Claims: at most one is live on a card, which shows; others wait behind it.
    if (claim_count > most_claims) return "the number of claims";
    if (claim_count != 0 && phase != Phase::seek) return "a claim outside SEEK";
    std::int32_t latest_id = 0;
    for (int i = 0; i < claim_count; ++i) {
        const OpenClaim& claim = claims[at(i)];
        if (claim.is_live() ? claim.id <= latest_id || claim.id > last_claim_id : claim.id != 0) {
            return "the id of a claim";
        }
        if (claim.is_live()) latest_id = claim.id;
        if (claim.player >= players) return "who claims";
        if (slot_of(claim.card) == none) return "a claim on a card that does not show";
        if (claim.count < 1 || claim.count > most_counted) return "the count of a claim";
        if (claim.is_live() && claim.due <= now) return "a claim that is overdue";
        if (!claim.is_live() && !rules.stacks_claims()) return "a claim that waits";
        int live = 0;
        for (int j = 0; j < claim_count; ++j) {
            live += claims[at(j)].card == claim.card && claims[at(j)].is_live();
        }
        if (live != 1) return "live claims on a card";
    }
    // Seats
    for (int p = 0; p < players; ++p) {
        const Seat& place = seat(p);
        if (place.sit < 0 || place.last_add < 0 || place.last_add > acts_of_adding) {
            return "the numbers of a seat";
        }
        if (place.status == Status::out && place.sit == 0 && phase != Phase::over &&
            !is_final(phase)) {
            return "a player who is out without a sentence";
        }
        const bool is_before_duels = phase == Phase::await_roll || phase == Phase::seek;
        if (place.settled > personal[at(p)].size() && is_before_duels) {
            return "the cards of an earlier round";
        }
    }
    // Phases
    const bool has_number = phase == Phase::seek || is_race(phase);
    if (has_number != (number != 0)) return "a number rolled";
    if (is_duel(phase) != (in_duel != 0)) return "who is in a duel";
    if (is_duel(phase) && (initiator < 0 || duel_roller < 0)) return "who initiated a duel";
    if (is_small_duel && in_duel != (1U << duel().initiator | 1U << duel().other)) {
        return "who is in a duel";
    }
    if (is_duel_roll(phase) || is_race(phase)) {
        if (grounds_size == 0) return "a duel without cards";
    } else if (is_fill(phase) && grounds_size > 0 && unfilled == in_duel) {
        return "cards in GROUNDS that nobody placed";
    }
    if (phase > Phase::first_player && (first < 0 || next_turn < 0)) return "who went first";
    if (phase == Phase::await_roll && turn_from < 0) return "whose turn it is";
    if (!is_duel(phase) && grounds_size != 0) return "cards in GROUNDS without a duel";
    if (now < 0 || now > latest_time) return "the clock";
    return nullptr;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
