// The words of Dot Duel: options, phases, verbs, outcomes.

#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <dotcore/core/names.hpp>
#include <dotcore/dotduel/event.hpp>
#include <dotcore/dotduel/rules.hpp>
#include <dotcore/dotduel/table.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

template <class Option>
struct Names;

template <>
struct Names<AutoCheck> {
    static constexpr std::string_view option = "auto_check";
    static constexpr std::array<std::string_view, 3> names{"off", "over", "both"};
};
template <>
struct Names<FalseCall> {
    static constexpr std::string_view option = "false_call_penalty";
    static constexpr std::array<std::string_view, 2> names{"none", "barred"};
};
template <>
struct Names<OverclaimPending> {
    static constexpr std::string_view option = "overclaim_pending";
    static constexpr std::array<std::string_view, 3> names{"void", "keep", "return"};
};
template <>
struct Names<StaleDoubleDot> {
    static constexpr std::string_view option = "stale_double_dot";
    static constexpr std::array<std::string_view, 2> names{"reject", "wrong"};
};
template <>
struct Names<GroundsPick> {
    static constexpr std::string_view option = "grounds_pick";
    static constexpr std::array<std::string_view, 3> names{"top", "random", "choose"};
};
template <>
struct Names<FinalMisfire> {
    static constexpr std::string_view option = "final_misfire";
    static constexpr std::array<std::string_view, 2> names{"out", "reroll"};
};
template <>
struct Names<TieBreak> {
    static constexpr std::string_view option = "tie_break";
    static constexpr std::array<std::string_view, 2> names{"seq", "random"};
};
template <>
struct Names<Phase> {
    static constexpr std::string_view option = "phase";
    static constexpr std::array<std::string_view, phase_count> names{
        "SETUP",     "FIRST_PLAYER", "AWAIT_ROLL", "SEEK",       "DUEL_FILL", "DUEL_ROLL",
        "DUEL_RACE", "FINAL_FILL",   "FINAL_ROLL", "FINAL_RACE", "OVER"};
};
template <>
struct Names<Status> {
    static constexpr std::string_view option = "status";
    static constexpr std::array<std::string_view, 3> names{"ACTIVE", "BARRED", "OUT"};
};
template <>
struct Names<Verb> {
    static constexpr std::string_view option = "verb";
    static constexpr std::array<std::string_view, verb_count> names{
        "start",           "set_connected", "roll",   "claim", "dot_duel",
        "prove_over",      "double_dot",    "agree",  "place", "answer",
        "duel_double_dot", "forfeit",       "unknown"};
};
template <>
struct Names<Outcome> {
    static constexpr std::string_view option = "outcome";
    static constexpr std::array<std::string_view, outcome_count> names{
        "OK",        "STARTED", "ROLLED",     "CLAIMED",      "QUEUED",
        "DUEL",      "PROVED",  "FALSE_CALL", "DOUBLE_DOT",   "WRONG_DOUBLE_DOT",
        "AGREED",    "PLACED",  "WON",        "MISFIRE",      "FORFEITED",
        "DUPLICATE", "CLOCK",   "ILLEGAL",    "STALE",        "PHASE",
        "OFFLINE",   "SITTING", "NOT_YOURS",  "ALREADY",      "NOT_SHOWING",
        "TAKEN",     "CLOSED",  "OWN",        "AFTER_MISFIRE"};
};
template <>
struct Names<Change> {
    static constexpr std::string_view option = "change";
    static constexpr std::array<std::string_view, change_count> names{
        "thrown",   "first",      "round",      "shown", "passed",   "rolled",
        "claimed",  "live",       "voided",     "added", "returned", "aside",
        "barred",   "sentenced",  "seek_over",  "duel",  "placed",   "misfired",
        "duel_won", "round_over", "given_back", "over"};
};

template <class Option>
[[nodiscard]] constexpr std::string_view name_of(Option value) noexcept {
    return name_in<Names>(value);
}
// The option of that name; throws RulesError that lists the names.
template <class Option>
[[nodiscard]] Option option_named(std::string_view name) {
    if (const auto found = find_option<Names, Option>(name)) return *found;
    refuse_option<Names, Option>(printable(name));
}
// What a host calls by no such name is Verb::unknown.
[[nodiscard]] constexpr Verb verb_named(std::string_view name) noexcept {
    return find_option<Names, Verb>(name).value_or(Verb::unknown);
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
