// The version of dotcore, written here and nowhere else: the build reads it from this file.
//
// Every type of dotcore lives in `inline namespace abi1`. A consumer compiled against headers whose
// layouts differ from those of the library it meets at run time then fails to link, or is refused
// when it unwraps a Python object, instead of reading wrong memory. The number grows when the
// layout of a public type changes.

#pragma once

#include <string_view>

namespace dotcore {
inline namespace abi1 {

// Of the headers that this was compiled with
inline constexpr std::string_view version = "0.1.0";
inline constexpr int abi_version = 1;

// Of the archive that this was linked with; differs from `version` when an old one was found.
[[nodiscard]] std::string_view library_version() noexcept;

}  // namespace abi1
}  // namespace dotcore
