// The options of Dot Duel: where the rules are silent or let people choose.
//
// Each option is asked for through one named predicate below; nothing else in the engine looks at
// the members. Defaults are those of docs/dotduel.md, whose table of gaps has a row for each name.

#pragma once

#include <algorithm>
#include <cstdint>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

inline constexpr int max_players = 6;  // R1
// Rounds to sit out: more than any game comes to.
inline constexpr int longest_sentence = 1000;

enum class AutoCheck : std::uint8_t { off, over, both };
enum class FalseCall : std::uint8_t { none, barred };
enum class OverclaimPending : std::uint8_t { void_them, keep, to_deck };
enum class StaleDoubleDot : std::uint8_t { reject, wrong };
enum class GroundsPick : std::uint8_t { top, random, choose };
enum class FinalMisfire : std::uint8_t { out, reroll };
enum class TieBreak : std::uint8_t { seq, random };

struct Rules {
    std::int32_t window_ms = 5000;
    std::int32_t roll_timeout_ms = 0;
    std::int32_t duel_timeout_ms = 0;
    std::int32_t seek_idle_ms = 0;
    std::int32_t max_rounds = 0;
    AutoCheck auto_check = AutoCheck::off;
    FalseCall false_call_penalty = FalseCall::none;
    OverclaimPending overclaim_pending = OverclaimPending::void_them;
    StaleDoubleDot stale_double_dot = StaleDoubleDot::reject;
    GroundsPick grounds_pick = GroundsPick::top;
    FinalMisfire final_misfire = FinalMisfire::out;
    TieBreak tie_break = TieBreak::random;
    bool stacked_claims = false;
    bool call_names_count = false;
    bool sitting_may_prove = true;
    bool typed_calls_strict = false;
    bool window_closed_end = false;
    bool auto_end_no_match = false;
    bool sit_out_stacks = false;

    // Claims and calls
    // When the questioning period of a claim made at t is over (R13, "deadline instant").
    [[nodiscard]] constexpr std::int64_t claim_due(std::int64_t t) const noexcept {
        return t + window_ms + (window_closed_end ? 1 : 0);
    }
    // A second claim waits behind the first ("second claim").
    [[nodiscard]] constexpr bool stacks_claims() const noexcept { return stacked_claims; }
    // A claim that nobody questioned is checked at its deadline, and this is wrong with it.
    [[nodiscard]] constexpr bool finds_over(int claimed, int actual) const noexcept {
        return auto_check != AutoCheck::off && claimed > actual;
    }
    [[nodiscard]] constexpr bool finds_under(int claimed, int actual) const noexcept {
        return auto_check == AutoCheck::both && claimed < actual;
    }
    [[nodiscard]] constexpr bool bars_false_calls() const noexcept {
        return false_call_penalty == FalseCall::barred;
    }
    // A call has to name the true count.
    [[nodiscard]] constexpr bool calls_name_count() const noexcept { return call_names_count; }
    // A barred player, or one who is out, may prove an over-claim.
    [[nodiscard]] constexpr bool lets_sitting_prove() const noexcept { return sitting_may_prove; }
    // "Dot Duel!" on an over-claim is a false call.
    [[nodiscard]] constexpr bool takes_calls_by_type() const noexcept { return typed_calls_strict; }
    // What becomes of the other claims of one whose over-claim was proved.
    [[nodiscard]] constexpr bool voids_overclaimers_claims() const noexcept {
        return overclaim_pending != OverclaimPending::keep;
    }
    [[nodiscard]] constexpr bool returns_overclaimers_claims() const noexcept {
        return overclaim_pending == OverclaimPending::to_deck;
    }
    // A Double Dot with a card that is no longer showing is wrong, not only late.
    [[nodiscard]] constexpr bool punishes_stale_double_dot() const noexcept {
        return stale_double_dot == StaleDoubleDot::wrong;
    }

    // Rounds
    // SEEK ends by itself when nothing that shows has the number.
    [[nodiscard]] constexpr bool ends_without_match() const noexcept { return auto_end_no_match; }
    // Rounds to sit out after being sentenced to `more` of them.
    [[nodiscard]] constexpr int sentence(int rounds, int more) const noexcept {
        return sit_out_stacks ? std::min(rounds + more, longest_sentence) : std::max(rounds, more);
    }
    [[nodiscard]] constexpr bool is_last_round(int round) const noexcept {
        return max_rounds != 0 && round >= max_rounds;
    }
    // SEEK ends after so many milliseconds without an event; 0 is never.
    [[nodiscard]] constexpr std::int64_t seek_idle() const noexcept { return seek_idle_ms; }
    // Whose turn it is to roll loses it after so many milliseconds; 0 is never.
    [[nodiscard]] constexpr std::int64_t roll_timeout() const noexcept { return roll_timeout_ms; }

    // Duels
    // A duel that nobody answers is rolled again after so many milliseconds; 0 is never.
    [[nodiscard]] constexpr std::int64_t duel_timeout() const noexcept { return duel_timeout_ms; }
    [[nodiscard]] constexpr bool draws_grounds() const noexcept {
        return grounds_pick == GroundsPick::random;
    }
    [[nodiscard]] constexpr bool lets_choose_grounds() const noexcept {
        return grounds_pick == GroundsPick::choose;
    }
    // A misfire in a final of more than two has the dice rolled again for the rest.
    [[nodiscard]] constexpr bool rerolls_final() const noexcept {
        return final_misfire == FinalMisfire::reroll;
    }

    // Simulation
    // Who acts first of those who act at the same time is drawn by lot; else the lowest seat.
    [[nodiscard]] constexpr bool draws_ties() const noexcept {
        return tie_break == TieBreak::random;
    }

    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

// Throws RulesError unless each option is within its range: window_ms 1..3,600,000, the other times
// 0..3,600,000, max_rounds 0..1,000,000.
void check_rules(const Rules& rules);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
