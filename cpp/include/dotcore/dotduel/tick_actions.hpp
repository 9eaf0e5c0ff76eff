// Numbers of actions of the tick game: the same in every state and for every deck.
//
//   0 wait, 1 roll, 2 agree
//   3..50     claim the card in slot s with count c:      3 + 8 s + c - 1
//   51..86    "Dot Duel!" on the claim of seat p in slot s: 51 + 6 s + p
//   87..122   prove that claim to be of too many:          87 + 6 s + p
//   123..137  Double Dot of slots a < b, in the order 01 02 03 04 05 12 13 ..
//   138..233  answer 1..96 in a duel
//   234..299  duel Double Dot of places a < b of GROUNDS, of up to 12, in the same order
//   300..356  give the card 0..56 into GROUNDS (grounds_pick=choose)

#pragma once

#include <string>
#include <string_view>

#include <dotcore/core/state.hpp>
#include <dotcore/dotduel/table.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace tick {

inline constexpr Action wait_action = 0;
inline constexpr Action roll_action = 1;
inline constexpr Action agree_action = 2;
inline constexpr Action first_claim = 3;
inline constexpr Action first_dot_duel = first_claim + show_slots * most_counted;
inline constexpr Action first_prove_over = first_dot_duel + show_slots * max_players;
inline constexpr Action first_double_dot = first_prove_over + show_slots * max_players;
inline constexpr Action first_answer = first_double_dot + show_slots * (show_slots - 1) / 2;
inline constexpr Action first_duel_double_dot = first_answer + most_counted * max_named;
inline constexpr Action first_give = first_duel_double_dot + max_named * (max_named - 1) / 2;
inline constexpr int most_cards = 57;
inline constexpr int num_actions = first_give + most_cards;
static_assert(num_actions == 357);

// The number of a pair a < b among n things, in the order 01 02 .. 12 ..
[[nodiscard]] constexpr int pair_number(int a, int b, int n) noexcept {
    return a * (2 * n - a - 1) / 2 + b - a - 1;
}

// An action taken apart; members that its verb does not have are -1.
struct Parts {
    enum class Kind : std::uint8_t {
        wait,
        roll,
        agree,
        claim,
        dot_duel,
        prove_over,
        double_dot,
        answer,
        duel_double_dot,
        give
    };
    Kind kind = Kind::wait;
    int slot = -1;   // claim, calls
    int count = -1;  // claim; answer: the total
    int seat = -1;   // calls: whose claim
    int first = -1;  // Double Dots: slots or places of GROUNDS
    int second = -1;
    int card = -1;  // give
};
// The action must be one.
[[nodiscard]] Parts parts_of(Action action) noexcept;

[[nodiscard]] constexpr bool is_action(Action action) noexcept {
    return action >= 0 && action < num_actions;
}

// "wait", "claim 3x2" (slot x count), "duel 3@P1", "over 3@P1", "double dot 0 4", "answer 7",
// "duel double dot 0 3", "give 41". Throws Error for what is no action, or no such text.
[[nodiscard]] std::string to_string(Action action);
[[nodiscard]] Action from_string(std::string_view text);

}  // namespace tick

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
