// Options that are numbers, each within a range.

#pragma once

#include <string>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {

// Throws RulesError, which tells the range, unless the value is within it.
inline void check_range(const char* option, int value, int least, int most) {
    if (value >= least && value <= most) return;
    throw RulesError(std::string(option) + "=" + std::to_string(value) + "; " +
                     std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace abi1
}  // namespace dotcore
