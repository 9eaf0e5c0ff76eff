// What players and host say to the engine (Event), what they are told (Outcome), and what came of
// it on the table (Effect).

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// Time in milliseconds on the host's clock, from the beginning of the game.
using Time = std::int64_t;
inline constexpr Time latest_time = Time{1} << 53;  // JSON's readers tell integers apart up to here

// In the order of the page's table of verbs. `unknown` is what a host could not read: illegal.
enum class Verb : std::uint8_t {
    start,
    set_connected,
    roll,
    claim,
    dot_duel,
    prove_over,
    double_dot,
    agree,
    place,
    answer,
    duel_double_dot,
    forfeit,
    unknown
};
inline constexpr int verb_count = 13;

// Each event has exactly one. From `duplicate` on they are rejections.
enum class Outcome : std::uint8_t {
    ok,
    started,
    rolled,
    claimed,
    queued,
    duel,
    proved,
    false_call,
    double_dot,
    wrong_double_dot,
    agreed,
    placed,
    won,
    misfire,
    forfeited,
    duplicate,
    clock,
    illegal,
    stale,
    phase,
    offline,
    sitting,
    not_yours,
    already,
    not_showing,
    taken,
    closed,
    own,
    after_misfire
};
inline constexpr int outcome_count = 29;

[[nodiscard]] constexpr bool is_rejection(Outcome outcome) noexcept {
    return outcome >= Outcome::duplicate;
}
// Neither is a part of the game: nothing at all has changed.
[[nodiscard]] constexpr bool is_unheard(Outcome outcome) noexcept {
    return outcome == Outcome::duplicate || outcome == Outcome::clock;
}

// Cards named in an event: as many as can lie in GROUNDS.
inline constexpr int max_named = 12;

// Members that a verb does not use are left as they are here. Negative numbers stand for "none".
struct Event {
    Time t = 0;
    std::int64_t seq = -1;   // the host's number of the message; -1: none, never a duplicate
    std::int32_t what = -1;  // claim, double_dot: a card; dot_duel, prove_over: a claim's id;
                             // answer: the total; set_connected: 0 or 1
    std::int32_t with = -1;  // claim: the count; double_dot: the other card; calls: the count named
    std::int32_t roll_id = -1;  // the roll that is meant; -1: whichever it is now
    std::int32_t duel_id = -1;
    Verb verb = Verb::unknown;
    std::int8_t player = -1;
    std::int8_t named = 0;  // how many cards; more than max_named is illegal
    std::array<std::uint8_t, max_named> cards{};

    // Making
    [[nodiscard]] static constexpr Event of(Time t, int player, Verb verb, int what = -1,
                                            int with = -1) noexcept {
        Event event;
        event.t = t;
        event.player = static_cast<std::int8_t>(player);
        event.verb = verb;
        event.what = what;
        event.with = with;
        return event;
    }
    [[nodiscard]] static constexpr Event naming(Time t, int player, Verb verb,
                                                std::span<const std::uint8_t> cards) noexcept {
        Event event = of(t, player, verb);
        event.named =
            static_cast<std::int8_t>(cards.size() > max_named ? max_named + 1 : cards.size());
        for (std::size_t i = 0; i < cards.size() && i < max_named; ++i) event.cards[i] = cards[i];
        return event;
    }

    [[nodiscard]] std::span<const std::uint8_t> named_cards() const noexcept {
        return {cards.data(), static_cast<std::size_t>(named < 0           ? 0
                                                       : named > max_named ? max_named
                                                                           : named)};
    }
    friend constexpr bool operator==(const Event&, const Event&) noexcept = default;
};

// What happens on the table, in the order in which it happens. All of it is seen by everybody.
enum class Change : std::uint8_t {
    thrown,      // player threw a die for who goes first: value
    first,       // player goes first
    round,       // a round begins: value is its number
    shown,       // a card comes to SHOW: value is the slot
    passed,      // the round passes without a roll
    rolled,      // player rolled: value
    claimed,     // player claims card: value is the claim's id
    live,        // a claim that waited is live now: value is its id
    voided,      // player's claim on card is void: value is its id
    added,       // player adds card to PERSONAL
    returned,    // card goes back into DECK, no one knows where; player had it
    aside,       // card is set aside for a duel that player called on the claimant, value
    barred,      // player is barred for the rest of the round
    sentenced,   // player sits out the next rounds: value is how many in all
    seek_over,   // nothing more is sought in this round
    duel,        // the duel over card begins, or the final (no card): value is its id
    placed,      // card comes to GROUNDS, from player or from DECK (-1)
    misfired,    // player answered wrong: value is the total named
    duel_won,    // player wins the duel
    round_over,  // value is the round's number
    given_back,  // after the final card goes back to player, or to DECK (-1)
    over         // player wins, or nobody (-1)
};
inline constexpr int change_count = 22;

struct Effect {
    Time t = 0;
    std::int32_t value = -1;
    Change change = Change::thrown;
    std::int8_t player = -1;
    std::int16_t card = -1;
    friend constexpr bool operator==(const Effect&, const Effect&) noexcept = default;
};

using Effects = std::vector<Effect>;

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
