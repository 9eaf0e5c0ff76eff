// The table of a game of Dot Duel: where each card is, who may do what, what is open.
//
// Each card of the deck is in exactly one zone: DECK, SHOW (six fixed slots), ASIDE (questioned
// cards, until their duel), GROUNDS, or a PERSONAL. An open claim is a mark on a card in SHOW. The
// referee (referee.hpp) changes it; this is what search copies and what a snapshot holds. Times are
// milliseconds on the host's clock.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <dotcore/dotduel/event.hpp>
#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/pile.hpp>
#include <dotcore/dotduel/rules.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

inline constexpr int show_slots = 6;  // R6
inline constexpr int no_card = 255;
inline constexpr int most_counted = 8;  // a claim counts 1 to this

enum class Phase : std::uint8_t {
    setup,
    first_player,
    await_roll,
    seek,
    duel_fill,
    duel_roll,
    duel_race,
    final_fill,
    final_roll,
    final_race,
    over
};
inline constexpr int phase_count = 11;

[[nodiscard]] constexpr bool is_fill(Phase phase) noexcept {
    return phase == Phase::duel_fill || phase == Phase::final_fill;
}
[[nodiscard]] constexpr bool is_duel_roll(Phase phase) noexcept {
    return phase == Phase::duel_roll || phase == Phase::final_roll;
}
[[nodiscard]] constexpr bool is_race(Phase phase) noexcept {
    return phase == Phase::duel_race || phase == Phase::final_race;
}
[[nodiscard]] constexpr bool is_final(Phase phase) noexcept {
    return phase >= Phase::final_fill && phase <= Phase::final_race;
}
[[nodiscard]] constexpr bool is_duel(Phase phase) noexcept {
    return phase >= Phase::duel_fill && phase <= Phase::final_race;
}

// Within a round (R15, R23, R25)
enum class Status : std::uint8_t { active, barred, out };

struct Seat {
    std::int32_t sit = 0;       // rounds to sit out, this one included if the status is out
    std::int32_t last_add = 0;  // number of the last act of adding, 0 if there was none (R46)
    Status status = Status::active;
    bool connected = true;
    bool agreed = false;       // that nothing showing matches (R27)
    std::uint8_t settled = 0;  // size of PERSONAL as the round began: what is above was added in it
    std::uint8_t thrown = 0;   // the die for who goes first, 0 before
    friend bool operator==(const Seat&, const Seat&) noexcept = default;
};

// A claim whose card is in SHOW. One that waits behind another on the same card has neither a
// deadline nor an id yet.
struct OpenClaim {
    static constexpr Time waits = -1;

    Time due = waits;  // the first instant that is no longer within the questioning period
    std::int32_t id = 0;
    std::uint8_t player = 0;
    std::uint8_t card = 0;
    std::uint8_t count = 0;
    std::uint8_t callers = 0;  // bit of each player who has called on it

    [[nodiscard]] bool is_live() const noexcept { return due != waits; }
    friend bool operator==(const OpenClaim&, const OpenClaim&) noexcept = default;
};

// A duel of this round, fought or to come, in order of initiation (R29).
struct Duel {
    std::int32_t id = 0;
    std::uint8_t initiator = 0;
    std::uint8_t other = 0;
    std::uint8_t card = 0;
    friend bool operator==(const Duel&, const Duel&) noexcept = default;
};

// A card in GROUNDS, and where in whose PERSONAL it was; -1: it comes from DECK.
struct Placed {
    std::uint8_t card = 0;
    std::int8_t from = -1;
    std::uint8_t place = 0;
    friend bool operator==(const Placed&, const Placed&) noexcept = default;
};

struct Table {
    static constexpr int most_claims = show_slots * max_players;
    static constexpr int none = -1;

    // Cards
    Pile deck{};
    std::array<std::uint8_t, show_slots> show{};  // no_card in an empty slot
    std::array<Placed, max_named> grounds{};      // in order of placing
    std::uint8_t grounds_size = 0;
    std::array<Pile, max_players> personal{};

    // Players
    std::uint8_t players = 0;
    std::array<Seat, max_players> seats{};

    // The round
    Phase phase = Phase::setup;
    std::uint8_t number = 0;       // rolled and still to be found; 0: none
    std::uint8_t contenders = 0;   // who may still go first; in the final and after: who is in it
    std::int8_t first = none;      // who went first
    std::int8_t next_turn = none;  // the seat after the last one that rolled for a round
    std::int8_t turn_from = none;  // whose turn it is in this round if they may, else the next one
    std::int8_t awaited = none;    // for whom roll_due was set
    std::int8_t winner = none;
    std::int32_t round = 0;
    std::int32_t roll_id = 0;
    std::int32_t last_claim_id = 0;
    std::int32_t last_duel_id = 0;
    std::int32_t acts_of_adding = 0;

    // What is open
    std::uint8_t claim_count = 0;
    std::uint8_t duel_count = 0;
    std::uint8_t duels_fought = 0;   // the duel of this number is being fought, in a duel phase
    std::uint8_t in_duel = 0;        // bit of each player who is still in it
    bool misfired = false;           // in the final: Double Dots are over (R38)
    std::uint8_t unfilled = 0;       // bit of each of them whose cards are not in GROUNDS yet
    std::int8_t initiator = none;    // of the duel or the final being fought (R29, R46)
    std::int8_t duel_roller = none;  // who rolls for the duel if connected, else the next one
    std::array<OpenClaim, most_claims> claims{};  // live ones by id, those that wait by age
    std::array<Duel, show_slots> duels{};

    // The clock
    Time now = 0;
    Time roll_due = none;  // when the turn to roll passes on, -1: never
    Time duel_due = none;  // when the duel is rolled again
    Time idle_due = none;  // when SEEK ends for want of events

    // Looking
    [[nodiscard]] const Seat& seat(int player) const noexcept { return seats[at(player)]; }
    [[nodiscard]] Seat& seat(int player) noexcept { return seats[at(player)]; }
    // Without a jump in them: where a card lies is pure chance, and a wrong guess costs more.
    [[nodiscard]] int slot_of(int card) const noexcept {
        unsigned slots = 0;
        for (int slot = 0; slot < show_slots; ++slot) {
            slots |= unsigned{show[at(slot)] == card} << slot;
        }
        return slots == 0 ? none : std::countr_zero(slots);
    }
    [[nodiscard]] CardMask show_mask() const noexcept {
        CardMask mask = 0;
        for (const std::uint8_t card : show) mask |= CardMask{card != no_card} << (card & 63);
        return mask;
    }
    [[nodiscard]] CardMask grounds_mask() const noexcept {
        CardMask mask = 0;
        for (int i = 0; i < grounds_size; ++i) mask |= card_bit(grounds[at(i)].card);
        return mask;
    }
    [[nodiscard]] const OpenClaim* find_claim(int id) const noexcept {
        for (int i = 0; i < claim_count; ++i) {
            if (claims[at(i)].id == id) return &claims[at(i)];
        }
        return nullptr;
    }
    [[nodiscard]] const OpenClaim* live_claim_on(int card) const noexcept {
        for (int i = 0; i < claim_count; ++i) {
            if (claims[at(i)].card == card && claims[at(i)].is_live()) return &claims[at(i)];
        }
        return nullptr;
    }
    [[nodiscard]] bool is_anybody_connected() const noexcept {
        for (int p = 0; p < players; ++p) {
            if (seat(p).connected) return true;
        }
        return false;
    }
    // The duel that is being fought; in the final only its id is told, by last_duel_id.
    [[nodiscard]] const Duel& duel() const noexcept { return duels[at(duels_fought)]; }
    [[nodiscard]] int duel_id() const noexcept {
        return is_final(phase) ? last_duel_id : is_duel(phase) ? duel().id : none;
    }
    // The questioned card of the duel being fought still lies aside; R33 puts it into GROUNDS.
    [[nodiscard]] bool is_aside(int card) const noexcept {
        for (int i = duels_fought; i < duel_count; ++i) {
            if (duels[at(i)].card == card) return (grounds_mask() & card_bit(card)) == 0;
        }
        return false;
    }
    // Whose turn it is to roll in AWAIT_ROLL or for a duel; -1 if nobody may.
    [[nodiscard]] int roller() const noexcept;
    // Whose turn it is to place cards, in a fill: the initiator's, then seat by seat.
    [[nodiscard]] int filler() const noexcept;
    // How many cards a player of the duel has to place (R30, R45), and how many of them of their
    // own; DECK gives the rest (R31).
    [[nodiscard]] int wanted_of(int player) const noexcept {
        return is_final(phase) ? 2 : player == duel().initiator ? 1 : 3;
    }
    [[nodiscard]] int own_of(int player) const noexcept {
        return std::min(wanted_of(player), personal[at(player)].size());
    }
    // The cards of the table, whatever zone they are in.
    [[nodiscard]] int card_count() const noexcept;

    // Comparing
    friend bool operator==(const Table&, const Table&) noexcept = default;
    // Of all that operator== compares, the order of DECK included; the same on every machine.
    [[nodiscard]] std::uint64_t hash() const noexcept;
    // What is wrong with the table of such a deck, or nullptr. For tests and decoders.
    [[nodiscard]] const char* check_consistency(const MatchTable& cards,
                                                const Rules& rules) const noexcept;

    [[nodiscard]] static constexpr std::size_t at(int i) noexcept {
        return static_cast<std::size_t>(i);
    }
};

static_assert(std::is_trivially_copyable_v<Table>);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
