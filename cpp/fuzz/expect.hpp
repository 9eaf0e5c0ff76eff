// What a fuzzer does when something that must hold does not: say where, and end.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace fuzz {

inline void expect(bool holds, const char* what,
                   std::source_location where = std::source_location::current()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%u: %s\n", where.file_name(), static_cast<unsigned>(where.line()),
                 what);
    std::abort();
}

// For the calls that tell what is wrong, or nullptr.
inline void expect_nothing_wrong(const char* wrong,
                                 std::source_location where = std::source_location::current()) {
    expect(wrong == nullptr, wrong == nullptr ? "" : wrong, where);
}

}  // namespace fuzz
