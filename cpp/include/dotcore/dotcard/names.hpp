// The names of options, phases and reasons, and acts as text: one place for each word that users
// read and write.
//
// An act is written "draw", "pass", or as a card and a track: 9|4@P0 on the track of seat 0,
// B-15@F=7 a bonus card on the free track with the number chosen, 7|3@F=3 a domino that starts the
// free track with its lower half outward (free_start=any), 5|5@P2! with "dot" said. For face cards
// the open end may always be written, too: 9|4@P0=4. Where the free track cannot be started so,
// the act with the lower half outward is written 7|3@F~. An outcome of chance is a card, or the
// seat that starts: P2.

#pragma once

#include <string>
#include <string_view>

#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

[[nodiscard]] std::string_view name_of(Starter value) noexcept;
[[nodiscard]] std::string_view name_of(SecondHalf value) noexcept;
[[nodiscard]] std::string_view name_of(FreeStart value) noexcept;
[[nodiscard]] std::string_view name_of(DotCall value) noexcept;
[[nodiscard]] std::string_view name_of(Phase value) noexcept;
[[nodiscard]] std::string_view name_of(Illegal value) noexcept;

// The value of that name. Throws RulesError that lists the names.
template <class Option>
[[nodiscard]] Option option_named(std::string_view name);

// P0 .. P7, F
[[nodiscard]] std::string track_name(int track);

// Any number of an act, of chance where chance is to act. Throws Error for a number that is none.
[[nodiscard]] std::string action_to_string(const Position& position, Action action);
// Throws Error for any text that names no act here; a named act need not be legal.
[[nodiscard]] Action string_to_action(const Position& position, std::string_view text);

// A message for people about an act that is refused.
[[nodiscard]] std::string explain(const Position& position, Action action, Illegal why);

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
