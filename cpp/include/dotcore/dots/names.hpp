// The names of options, players and reasons: one place for each word that users read and write.

#pragma once

#include <optional>
#include <string_view>

#include <dotcore/dots/position.hpp>
#include <dotcore/dots/rules.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

[[nodiscard]] std::string_view name_of(Capture value) noexcept;
[[nodiscard]] std::string_view name_of(Entry value) noexcept;
[[nodiscard]] std::string_view name_of(Recapture value) noexcept;
[[nodiscard]] std::string_view name_of(Scoring value) noexcept;
[[nodiscard]] std::string_view name_of(Ending value) noexcept;
[[nodiscard]] std::string_view name_of(Start value) noexcept;
[[nodiscard]] std::string_view name_of(Illegal value) noexcept;
[[nodiscard]] std::string_view name_of(Reason value) noexcept;

// The value of that name. Throws RulesError that lists the names.
template <class Option>
[[nodiscard]] Option option_named(std::string_view name);

// bga, zagram, zagram_territory or russian. Throws RulesError for any other name.
[[nodiscard]] Rules preset_named(std::string_view name);

// The beginning of a text, for messages: 40 bytes at most, and no UTF-8 letter cut in two.
[[nodiscard]] std::string_view shortened(std::string_view text) noexcept;

// Komi in half points from points. Throws RulesError unless it is a multiple of 0.5 within 4096.
[[nodiscard]] std::int16_t komi_from_points(double points);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
