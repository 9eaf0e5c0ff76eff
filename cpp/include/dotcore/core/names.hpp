// Options as words: the table of an enumeration's names, and finding a value in it.
//
// A game's names are told by specializations of a template of its own,
//
//   template <> struct Names<Ending> {
//       static constexpr std::string_view option = "ending";
//       static constexpr std::array<std::string_view, 3> names{"stop", "ground", "full"};
//   };
//
// in the order of the enumeration.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {

// The beginning of a text, for messages: 40 bytes at most, what is no printable ASCII as "?".
[[nodiscard]] inline std::string printable(std::string_view text) {
    std::string shown;
    for (const char c : text.substr(0, 40)) shown += c >= ' ' && c < 127 ? c : '?';
    return shown;
}

template <template <class> class Names, class Option>
[[nodiscard]] constexpr std::string_view name_in(Option value) noexcept {
    return Names<Option>::names[static_cast<std::size_t>(value)];
}

template <template <class> class Names, class Option>
[[nodiscard]] constexpr std::optional<Option> find_option(std::string_view name) noexcept {
    constexpr const auto& names = Names<Option>::names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return static_cast<Option>(i);
    }
    return std::nullopt;
}

// Throws RulesError that lists the names. `shown` is the name that is none of them, fit for a
// message.
template <template <class> class Names, class Option>
[[noreturn]] void refuse_option(std::string_view shown) {
    std::string message(Names<Option>::option);
    message += "='" + std::string(shown) + "'; one of ";
    const char* before = "'";
    for (const std::string_view name : Names<Option>::names) {
        message += before + std::string(name) + "'";
        before = ", '";
    }
    throw RulesError(message);
}

}  // namespace abi1
}  // namespace dotcore
