// dots::from_ascii on any text: it is refused with InvalidRecord, or makes a position that is
// consistent, is written as it was read, and can be played to its end.
//
// The first byte picks the rules.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dots/playout.hpp>
#include <dotcore/dots/text.hpp>

#include "expect.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using fuzz::expect;

namespace {

[[nodiscard]] Rules rules_of(std::uint8_t byte) {
    return {.capture = static_cast<Capture>(byte & 1),
            .entry = static_cast<Entry>((byte >> 1) % 3),
            .recapture = static_cast<Recapture>(byte >> 5 & 1),
            .capture_empty = (byte >> 6 & 1) != 0,
            .scoring = static_cast<Scoring>(byte >> 7 & 1)};
}

// The rows of a text without the white space around them.
[[nodiscard]] std::string trimmed(std::string_view text) {
    std::string rows;
    for (const char letter : text) {
        if (letter == ' ' || letter == '\t' || letter == '\r') continue;
        if (letter == '\n' && (rows.empty() || rows.back() == '\n')) continue;
        rows += letter;
    }
    while (!rows.empty() && rows.back() == '\n') rows.pop_back();
    return rows;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* first, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(first + 1, first + size);
    try {
        Position position = from_ascii(text, rules_of(first[0]));
        fuzz::expect_nothing_wrong(position.check_consistency());
        const std::string written = to_ascii(position);
        expect(written == trimmed(text), "a position is written as it was read");
        expect(from_ascii(written, position.rules()) == position, "and is read as it was written");
        Rng rng(first[0]);
        random_playout(position, rng);
        (void)position.result();
    } catch (const InvalidRecord&) {
        // Most texts show no position.
    }
    return 0;
}
