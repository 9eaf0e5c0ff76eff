// Seeking: what becomes of claims, of those who were wrong, and when it ends (R12..R28).

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

bool Referee::seek_is_over() const noexcept {
    const CardMask showing = table_.show_mask();
    if (showing == 0) return true;              // R26
    if (table_.claim_count != 0) return false;  // open windows run out first
    if (rules_.ends_without_match() && cards_.nothing_matches(showing, table_.number)) return true;
    if (table_.idle_due != Table::none && table_.now >= table_.idle_due) return true;
    bool is_anybody_active = false;
    bool have_agreed = true;  // all who are active and there
    for (int p = 0; p < table_.players; ++p) {
        const Seat& seat = table_.seat(p);
        const bool is_active = seat.status == Status::active;
        is_anybody_active |= is_active;
        have_agreed &= !is_active | !seat.connected | seat.agreed;
    }
    return !is_anybody_active || (have_agreed && table_.is_anybody_connected());  // R27
}

void Referee::end_seek() {
    tell(Change::seek_over);
    table_.number = 0;
    table_.idle_due = Table::none;
    for (Seat& seat : table_.seats) seat.agreed = false;
    if (table_.duel_count != 0) {
        begin_duel();
    } else {
        end_round();
    }
}

// The questioning period is over with no proof (R17).
void Referee::settle(const OpenClaim& open) {
    const OpenClaim claim = open;
    const int actual = cards_.count(claim.card, table_.number);
    if (rules_.finds_over(claim.count, actual)) return prove_over(claim);
    if (rules_.finds_under(claim.count, actual)) return void_claim(claim);
    take_from_show(claim.card);
    add(claim.player, claim.card);
}

// R15, R16
void Referee::prove_over(const OpenClaim& claim) {
    const int player = claim.player;
    bar(player);
    if (rules_.voids_overclaimers_claims()) remove_waiting(player);
    void_claim(claim);
    return_added(player);
    if (rules_.returns_overclaimers_claims()) {
        return_claimed(player);
    } else if (rules_.voids_overclaimers_claims()) {
        void_claims_of(player);
    }
}

void Referee::void_claims_of(int player) {
    remove_waiting(player);
    // What takes a void one's place comes last, and is another player's.
    for (int i = 0; i < table_.claim_count;) {
        const OpenClaim claim = table_.claims[at(i)];
        if (claim.player == player) {
            void_claim(claim);
        } else {
            ++i;
        }
    }
}

// The card stays in SHOW; who waits behind is next.
void Referee::void_claim(const OpenClaim& claim) {
    const int card = claim.card;
    tell(Change::voided, claim.player, card, claim.id);
    for (int i = 0; i < table_.claim_count; ++i) {
        if (table_.claims[at(i)].id != claim.id) continue;
        remove_claim(i);
        break;
    }
    for (Seat& seat : table_.seats) seat.agreed = false;
    for (int i = 0; i < table_.claim_count; ++i) {
        if (table_.claims[at(i)].card != card) continue;
        OpenClaim next = table_.claims[at(i)];
        remove_claim(i);
        open_claim(next);
        tell(Change::live, next.player, card, next.id);
        break;
    }
}

// The questioning period begins now (R13).
void Referee::open_claim(OpenClaim& claim) {
    claim.id = ++table_.last_claim_id;
    claim.due = rules_.claim_due(table_.now);
    table_.claims[at(table_.claim_count++)] = claim;
}

// R14
void Referee::set_aside(const OpenClaim& claim, int initiator) {
    Duel& duel = table_.duels[at(table_.duel_count++)];
    duel.id = ++table_.last_duel_id;
    duel.initiator = static_cast<std::uint8_t>(initiator);
    duel.other = claim.player;
    duel.card = claim.card;
    tell(Change::aside, initiator, claim.card, claim.player);
    take_from_show(duel.card);
}

// Claims on the card are gone with it.
void Referee::take_from_show(int card) {
    table_.show[at(table_.slot_of(card))] = no_card;
    for (int i = table_.claim_count - 1; i >= 0; --i) {
        if (table_.claims[at(i)].card == card) remove_claim(i);
    }
}

void Referee::remove_claim(int index) {
    const auto begin = table_.claims.begin();
    std::copy(begin + index + 1, begin + table_.claim_count, begin + index);
    table_.claims[at(--table_.claim_count)] = OpenClaim{};
}

void Referee::remove_waiting(int player) {
    for (int i = table_.claim_count - 1; i >= 0; --i) {
        const OpenClaim& claim = table_.claims[at(i)];
        if (claim.player != player || claim.is_live()) continue;
        tell(Change::voided, player, claim.card);
        remove_claim(i);
    }
}

// What the player added in this round goes back into DECK, in order of adding.
void Referee::return_added(int player) {
    Pile& own = table_.personal[at(player)];
    const int settled = table_.seat(player).settled;
    while (own.size() > settled) {
        const int card = own.take_at(settled);
        chance_.put_back(table_.deck, card);
        tell(Change::returned, player, card);
    }
}

// What the player claims goes back from SHOW into DECK, in order of claim.
void Referee::return_claimed(int player) {
    remove_waiting(player);
    for (int i = 0; i < table_.claim_count;) {
        const int card = table_.claims[at(i)].card;
        if (table_.claims[at(i)].player != player) {
            ++i;
            continue;
        }
        take_from_show(card);  // and with it all claims on it, which may be earlier ones
        chance_.put_back(table_.deck, card);
        tell(Change::returned, player, card);
        i = 0;
    }
}

void Referee::bar(int player) {
    Seat& seat = table_.seat(player);
    if (seat.status != Status::active) return;
    seat.status = Status::barred;
    seat.agreed = false;
    tell(Change::barred, player);
}

void Referee::sentence(int player, int rounds) {
    Seat& seat = table_.seat(player);
    seat.sit = rules_.sentence(seat.sit, rounds);
    tell(Change::sentenced, player, -1, seat.sit);
}

void Referee::add(int player, int card) {
    table_.personal[at(player)].push_back(card);
    table_.seat(player).last_add = ++table_.acts_of_adding;
    tell(Change::added, player, card);
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
