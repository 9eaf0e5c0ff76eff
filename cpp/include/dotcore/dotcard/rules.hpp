// The options of DotCard: where the leaflet is silent or lets people choose.
//
// Each option is asked for through one named predicate below; nothing else in the engine looks at
// the members. Defaults are the leaflet's own words. Names in quotes are rows of the gaps in
// docs/dotcard.md.

#pragma once

#include <cstdint>

#include <dotcore/dotcard/deck.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

inline constexpr int max_players = 8;

enum class Starter : std::uint8_t { rotate, fixed, winner, random };
enum class SecondHalf : std::uint8_t { mirror, again };
enum class FreeStart : std::uint8_t { round, any };
enum class DotCall : std::uint8_t { declared, automatic, off };

struct Rules {
    Deck deck{};
    std::uint8_t sub_rounds = 10;
    std::uint8_t hand_size = 7;
    Starter starter = Starter::rotate;
    SecondHalf second_half = SecondHalf::mirror;
    FreeStart free_start = FreeStart::round;
    DotCall dot_call = DotCall::declared;
    std::uint8_t skip_turns = 1;
    bool others_may_start = true;
    bool own_track_first = false;
    bool block_extra_turn = false;
    bool block_on_block = true;
    bool drawn_card_only = false;
    bool voluntary_pass_opens = true;

    // Asking
    // The number of all start cards of a sub-round, counted from 0 (R7, "sub-rounds 11..20").
    [[nodiscard]] constexpr int start_number(int sub_round) const noexcept {
        const int most = deck.max_pip();
        const int half = most + 1;
        if (sub_round < half) return most - sub_round;
        return second_half == SecondHalf::mirror ? sub_round - half : most - (sub_round - half);
    }
    // Who starts is drawn by lot ("who starts").
    [[nodiscard]] constexpr bool draws_starter() const noexcept {
        return starter == Starter::random;
    }
    // Who starts a sub-round otherwise. `before` started the last one, and `out` went out in it,
    // -1 if it was locked.
    [[nodiscard]] constexpr int starting_seat(int sub_round, int players, int before,
                                              int out) const noexcept {
        switch (starter) {
            case Starter::rotate:
                return sub_round % players;
            case Starter::winner:
                return sub_round == 0 ? 0 : out >= 0 ? out : before;
            case Starter::fixed:
            case Starter::random:
                break;
        }
        return 0;
    }
    // A start card may be laid on an open track of somebody else.
    [[nodiscard]] constexpr bool lets_others_start() const noexcept { return others_may_start; }
    // Nothing but the own track may be played on before that is started.
    [[nodiscard]] constexpr bool holds_to_own_track() const noexcept { return own_track_first; }
    // The free track may be started with any card, either half outward.
    [[nodiscard]] constexpr bool frees_free_start() const noexcept {
        return free_start == FreeStart::any;
    }
    // Who lays a block has another turn.
    [[nodiscard]] constexpr bool grants_turn_after_block() const noexcept {
        return block_extra_turn;
    }
    // A block may be covered with a block.
    [[nodiscard]] constexpr bool lets_block_cover_block() const noexcept { return block_on_block; }
    // After drawing, only the drawn kind may be played.
    [[nodiscard]] constexpr bool plays_drawn_card_only() const noexcept { return drawn_card_only; }
    // A pass opens the own track even if there was a legal play.
    [[nodiscard]] constexpr bool opens_at_any_pass() const noexcept { return voluntary_pass_opens; }
    // The player has to say "dot" with the second-last card, or pays for it (R19).
    [[nodiscard]] constexpr bool hears_dot() const noexcept {
        return dot_call == DotCall::declared;
    }

    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

// Throws RulesError unless each option is within its range: sub-rounds within twice the start
// numbers (the leaflet's games have 10 or 20), hand_size 1..200, skip_turns 0..20.
void check_rules(const Rules& rules);
// The same, and for so many players: 2..8, and fewer cards dealt than the deck holds.
void check_rules(const Rules& rules, int players);

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
