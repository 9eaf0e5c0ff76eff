// What is accepted and what is rejected, and why; and what each verb does when it is accepted.

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

// Bits of all that two dice show.
constexpr std::uint64_t every_number = 0b1'1111'1111'1100;

[[nodiscard]] bool are_distinct(std::span<const std::uint8_t> named) noexcept {
    CardMask seen = 0;
    for (const std::uint8_t card : named) {
        if ((seen & card_bit(card)) != 0) return false;
        seen |= card_bit(card);
    }
    return true;
}

[[nodiscard]] CardMask mask_of(std::span<const std::uint8_t> named) noexcept {
    CardMask mask = 0;
    for (const std::uint8_t card : named) mask |= card_bit(card);
    return mask;
}

// What can't be meant in any game, nor, for what names cards or counts of a phase, in this one.
[[nodiscard]] bool is_illegal(const Table& table, const MatchTable& cards, const Rules& rules,
                              const Event& event) noexcept {
    if (event.verb == Verb::start) return event.player != -1;  // the host's alone
    if (event.player < 0 || event.player >= table.players) return true;
    const auto is_card = [&cards](int card) { return card >= 0 && card < cards.cards(); };
    const auto names_cards = [&] {
        if (event.named < 0 || event.named > max_named) return false;
        const auto named = event.named_cards();
        return std::all_of(named.begin(), named.end(), is_card);
    };
    switch (event.verb) {
        case Verb::set_connected:
            return event.what != 0 && event.what != 1;
        case Verb::claim:
            return !is_card(event.what) || event.with < 1 || event.with > most_counted;
        case Verb::dot_duel:
        case Verb::prove_over:
            if (table.phase == Phase::seek &&
                (event.what < 1 || event.what > table.last_claim_id)) {
                return true;
            }
            return rules.calls_name_count() && (event.with < 0 || event.with > most_counted);
        case Verb::double_dot:
            return !is_card(event.what) || !is_card(event.with) || event.what == event.with;
        case Verb::answer:
            return is_race(table.phase) &&
                   (event.what < 1 || event.what > most_counted * table.grounds_size);
        case Verb::place: {
            if (!names_cards()) return true;
            if (event.player != table.filler()) return false;
            const auto named = event.named_cards();
            const CardMask own = table.personal[static_cast<std::size_t>(event.player)].mask();
            return event.named != table.own_of(event.player) || !are_distinct(named) ||
                   (mask_of(named) & ~own) != 0;
        }
        case Verb::duel_double_dot: {
            if (!names_cards()) return true;
            if (!is_race(table.phase)) return false;
            const CardMask named = mask_of(event.named_cards());
            return (named & (named - 1)) == 0 || (named & ~table.grounds_mask()) != 0;
        }
        case Verb::unknown:
            return true;
        default:
            return false;
    }
}

[[nodiscard]] bool is_stale(const Table& table, const Event& event) noexcept {
    return (event.roll_id != -1 && event.roll_id != table.roll_id) ||
           (event.duel_id != -1 && event.duel_id != table.duel_id());
}

[[nodiscard]] bool is_of_phase(const Table& table, Verb verb) noexcept {
    switch (verb) {
        case Verb::start:
            return table.phase == Phase::setup;
        case Verb::roll:
            return table.phase == Phase::first_player || table.phase == Phase::await_roll ||
                   is_duel_roll(table.phase);
        case Verb::claim:
        case Verb::dot_duel:
        case Verb::prove_over:
        case Verb::double_dot:
        case Verb::agree:
            return table.phase == Phase::seek;
        case Verb::place:
            return is_fill(table.phase);
        case Verb::answer:
        case Verb::duel_double_dot:
            return is_race(table.phase);
        case Verb::forfeit:
            return is_duel(table.phase);
        default:
            return true;
    }
}

// Barred for the round, or out: the page's table of who may do what.
[[nodiscard]] bool is_sitting(const Table& table, const Rules& rules, const Event& event) noexcept {
    const Status status = table.seat(event.player).status;
    if (status == Status::active) return false;
    switch (event.verb) {
        case Verb::roll:
            return table.phase == Phase::await_roll;
        case Verb::prove_over:
            return !rules.lets_sitting_prove();
        case Verb::claim:
        case Verb::dot_duel:
        case Verb::double_dot:
        case Verb::agree:
            return true;
        default:
            return false;
    }
}

// The verb's own rejections, in the order of the page's table.
[[nodiscard]] Outcome own_rejection(const Table& table, const Rules& rules,
                                    const Event& event) noexcept {
    const int player = event.player;
    const bool is_in_duel = player >= 0 && (table.in_duel >> player & 1) != 0;
    switch (event.verb) {
        case Verb::roll:
            if (table.phase == Phase::first_player) {
                if ((table.contenders >> player & 1) == 0) return Outcome::not_yours;
                return table.seat(player).thrown != 0 ? Outcome::already : Outcome::ok;
            }
            return player == table.roller() ? Outcome::ok : Outcome::not_yours;
        case Verb::claim:
            if (table.slot_of(event.what) == Table::none) return Outcome::not_showing;
            if (table.live_claim_on(event.what) == nullptr) return Outcome::ok;
            if (!rules.stacks_claims()) return Outcome::taken;
            for (int i = 0; i < table.claim_count; ++i) {
                const OpenClaim& claim = table.claims[Table::at(i)];
                if (claim.card == event.what && claim.player == player) return Outcome::already;
            }
            return Outcome::ok;
        case Verb::dot_duel:
        case Verb::prove_over: {
            const OpenClaim* const claim = table.find_claim(event.what);
            if (claim == nullptr || !claim->is_live()) return Outcome::closed;
            if (claim->player == player) return Outcome::own;
            return (claim->callers >> player & 1) != 0 ? Outcome::already : Outcome::ok;
        }
        case Verb::double_dot: {
            const bool are_showing = table.slot_of(event.what) != Table::none &&
                                     table.slot_of(event.with) != Table::none;
            return are_showing || rules.punishes_stale_double_dot() ? Outcome::ok
                                                                    : Outcome::not_showing;
        }
        case Verb::agree:
            return table.seat(player).agreed ? Outcome::already : Outcome::ok;
        case Verb::place:
            return player == table.filler() ? Outcome::ok : Outcome::not_yours;
        case Verb::duel_double_dot:
            if (!is_in_duel) return Outcome::not_yours;
            return table.misfired ? Outcome::after_misfire : Outcome::ok;
        case Verb::answer:
        case Verb::forfeit:
            return is_in_duel ? Outcome::ok : Outcome::not_yours;
        default:
            return Outcome::ok;
    }
}

}  // namespace

Outcome Referee::why_rejected(const Table& table, const MatchTable& cards, const Rules& rules,
                              const Event& event) noexcept {
    if (is_illegal(table, cards, rules, event)) return Outcome::illegal;
    if (is_stale(table, event)) return Outcome::stale;
    if (!is_of_phase(table, event.verb)) return Outcome::phase;
    const bool needs_player = event.verb != Verb::start && event.verb != Verb::set_connected;
    if (needs_player && event.verb != Verb::forfeit && !table.seat(event.player).connected) {
        return Outcome::offline;
    }
    if (needs_player && is_sitting(table, rules, event)) return Outcome::sitting;
    return own_rejection(table, rules, event);
}

Outcome Referee::act(const Event& event) {
    const int player = event.player;
    switch (event.verb) {
        case Verb::start:
            table_.phase = Phase::first_player;
            table_.contenders = static_cast<std::uint8_t>((1U << table_.players) - 1);
            top_up();
            return Outcome::started;
        case Verb::set_connected:
            table_.seat(player).connected = event.what == 1;
            return Outcome::ok;
        case Verb::roll:
            if (table_.phase == Phase::first_player) {
                throw_die(player);
            } else if (table_.phase == Phase::await_roll) {
                table_.next_turn = static_cast<std::int8_t>((player + 1) % table_.players);
                table_.phase = Phase::seek;
                roll_two(player, every_number);
            } else {
                roll_for_duel(player);
            }
            return Outcome::rolled;
        case Verb::claim:
            return claim(event);
        case Verb::dot_duel:
        case Verb::prove_over:
            return call(event);
        case Verb::double_dot:
            return double_dot(event);
        case Verb::agree:
            table_.seat(player).agreed = true;
            return Outcome::agreed;
        case Verb::place:
            place(event);
            return Outcome::placed;
        case Verb::answer:
            return answer(event);
        case Verb::duel_double_dot:
            return duel_double_dot(event);
        case Verb::forfeit:
            leave_duel(player, false);
            return Outcome::forfeited;
        case Verb::unknown:
            break;
    }
    return Outcome::illegal;
}

// R12, R13
Outcome Referee::claim(const Event& event) {
    OpenClaim claim;
    claim.player = static_cast<std::uint8_t>(event.player);
    claim.card = static_cast<std::uint8_t>(event.what);
    claim.count = static_cast<std::uint8_t>(event.with);
    table_.seat(event.player).agreed = false;
    if (table_.live_claim_on(event.what) != nullptr) {
        table_.claims[at(table_.claim_count++)] = claim;
        tell(Change::claimed, event.player, event.what);
        return Outcome::queued;
    }
    open_claim(claim);
    tell(Change::claimed, event.player, event.what, claim.id);
    return Outcome::claimed;
}

// "Dot Duel!", or a proof that there are fewer symbols: R14, R15. The truth decides.
Outcome Referee::call(const Event& event) {
    OpenClaim* const open =
        std::find_if(table_.claims.data(), table_.claims.data() + table_.claim_count,
                     [&event](const OpenClaim& claim) { return claim.id == event.what; });
    open->callers = static_cast<std::uint8_t>(open->callers | 1U << event.player);
    const OpenClaim claim = *open;
    const int actual = cards_.count(claim.card, table_.number);
    const bool is_verified = !rules_.calls_name_count() || event.with == actual;
    const bool is_duel_call = event.verb == Verb::dot_duel;
    if (is_verified && claim.count < actual && is_duel_call) {
        set_aside(claim, event.player);
        return Outcome::duel;
    }
    if (is_verified && claim.count > actual && !(is_duel_call && rules_.takes_calls_by_type())) {
        prove_over(claim);
        return Outcome::proved;
    }
    if (rules_.bars_false_calls() && table_.seat(event.player).status == Status::active) {
        bar(event.player);
        void_claims_of(event.player);
    }
    return Outcome::false_call;
}

// R18..R25
Outcome Referee::double_dot(const Event& event) {
    const int player = event.player;
    const CardMask showing = table_.show_mask();
    const CardMask named = card_bit(event.what) | card_bit(event.with);
    if ((named & ~showing) == 0 && cards_.is_double_dot(named, table_.number)) {
        for (int i = 0; i < table_.claim_count; ++i) {
            const OpenClaim& claim = table_.claims[at(i)];
            tell(Change::voided, claim.player, claim.card, claim.is_live() ? claim.id : -1);
        }
        table_.claims = {};
        table_.claim_count = 0;
        for (std::uint8_t& card : table_.show) {
            if (card != no_card) add(player, card);
            card = no_card;
        }
        return Outcome::double_dot;
    }
    bar(player);
    return_added(player);
    return_claimed(player);
    sentence(player, 1);
    return Outcome::wrong_double_dot;
}

void Referee::place(const Event& event) {
    const int player = event.player;
    const int wanted = table_.wanted_of(player);
    for (const std::uint8_t card : event.named_cards()) {
        put_into_grounds(player, table_.personal[at(player)].find(card));
    }
    fill_from_deck(player, wanted - event.named);
}

// R35, R36
Outcome Referee::answer(const Event& event) {
    if (event.what == cards_.total(table_.grounds_mask(), table_.number)) {
        win_duel(event.player, false);
        return Outcome::won;
    }
    tell(Change::misfired, event.player, -1, event.what);
    if (is_final(table_.phase)) table_.misfired = true;
    leave_duel(event.player, true);
    return Outcome::misfire;
}

// R37..R39
Outcome Referee::duel_double_dot(const Event& event) {
    if (cards_.is_double_dot(mask_of(event.named_cards()), table_.number)) {
        win_duel(event.player, true);
        return Outcome::double_dot;
    }
    if (!is_final(table_.phase)) sentence(event.player, 2);  // no round is left to sit out
    leave_duel(event.player, true);
    return Outcome::wrong_double_dot;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
