// Positions drawn in a test, random ones, and all rules.

#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/text.hpp>

namespace drawn {

using namespace dotcore;
using namespace dotcore::dots;

// The position before the dot that a star marks, and that dot's point.
struct BeforeStar {
    Position position;
    Point star;
};

inline BeforeStar before_star(std::string_view text, const Rules& rules = {}) {
    std::string without(text);
    const std::size_t at = without.find('*');
    REQUIRE(at != std::string::npos);
    without[at] = '.';
    const Position position = from_ascii(without, rules);
    int y = -1;
    std::size_t line = 0;
    for (std::size_t end = 0; line <= at; line = end + 1) {
        end = without.find('\n', line);
        if (without.find_first_not_of(" \t", line) != end) ++y;
        if (end >= at) break;
    }
    const int x = static_cast<int>(at - without.find_first_not_of(" \t", line));
    return {position, Point::at(x, y)};
}

// The lines of a drawing without what surrounds them, as to_ascii writes them.
inline std::string lines(std::string_view text) {
    std::string kept;
    for (const char letter : text) {
        if (letter == ' ' || (letter == '\n' && (kept.empty() || kept.back() == '\n'))) continue;
        kept += letter;
    }
    while (!kept.empty() && kept.back() == '\n') kept.pop_back();
    return kept;
}

// Every combination of options that changes what dots do or how a game ends.
inline std::vector<Rules> all_rules() {
    std::vector<Rules> all;
    for (const Capture capture : {Capture::automatic, Capture::manual}) {
        for (const Entry entry : {Entry::wait, Entry::capture, Entry::illegal}) {
            for (const Recapture recapture : {Recapture::keep, Recapture::free}) {
                for (const bool capture_empty : {false, true}) {
                    for (const Scoring scoring : {Scoring::captures, Scoring::territory}) {
                        for (const Ending ending : {Ending::stop, Ending::ground, Ending::full}) {
                            all.push_back({.capture = capture,
                                           .entry = entry,
                                           .recapture = recapture,
                                           .capture_empty = capture_empty,
                                           .scoring = scoring,
                                           .ending = ending});
                        }
                    }
                }
            }
        }
    }
    return all;
}

// Those among them that play dots differently under capture=automatic.
inline std::vector<Rules> automatic_rules() {
    std::vector<Rules> kept;
    for (const Rules& rules : all_rules()) {
        if (rules.captures_by_itself() && rules.scoring == Scoring::captures &&
            rules.ending == Ending::stop) {
            kept.push_back(rules);
        }
    }
    return kept;
}

inline int between(Rng& rng, int low, int high) {
    return low + static_cast<int>(rng.below(static_cast<std::uint32_t>(high - low + 1)));
}

inline std::uint64_t random_row(Rng& rng, Size size, double density) {
    std::uint64_t row = 0;
    for (int x = 0; x < size.width; ++x) {
        if (rng.uniform() < density) row |= std::uint64_t{1} << x;
    }
    return row;
}

inline Point random_point(Rng& rng, Size size) {
    const int x = between(rng, 0, size.width - 1);
    const int y = between(rng, 0, size.height - 1);
    return Point::at(x, y);
}

// Dots strewn over the board, of each player up to a share of the points: full of pools that hold
// anything, which no game would show so soon.
inline Position strewn(Rng& rng, Size size, const Rules& rules, double first, double second) {
    first *= rng.uniform();
    second *= rng.uniform();
    Position::Planes planes;
    for (int y = 0; y < size.height; ++y) {
        const auto row = static_cast<std::size_t>(y);
        planes.live[0][row] = random_row(rng, size, first);
        planes.live[1][row] = random_row(rng, size, second) & ~planes.live[0][row];
    }
    return Position(size, rules, planes, Status{});
}

inline std::vector<Point> playable_points(const Position& position) {
    std::vector<Point> points;
    for (int y = 0; y < position.size().height; ++y) {
        bits::for_each_bit(position.playable_row(y),
                           [&](int x) { points.push_back(Point::at(x, y)); });
    }
    return points;
}

// All of a position's memory, also what equality looks past.
using Memory = std::array<std::byte, sizeof(Position)>;
inline Memory memory_of(const Position& position) {
    Memory memory;
    std::memcpy(memory.data(), &position, sizeof(Position));
    return memory;
}

}  // namespace drawn
