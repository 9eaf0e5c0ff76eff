// Dots of a player that hang together: 8-connected sets of live dots.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/core/bits.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/threats.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// Each point of the row with its neighbours left and right.
[[nodiscard]] constexpr std::uint64_t widened(std::uint64_t row) noexcept {
    return row | row << 1 | row >> 1;
}

// A set of points in rows first..last; the other rows are not to be read.
struct ConnectedDots {
    int first = max_side;
    int last = -1;
    std::array<std::uint64_t, max_side> rows;

    [[nodiscard]] std::uint64_t row(int y) const noexcept {
        return y >= first && y <= last ? rows[static_cast<std::size_t>(y)] : 0;
    }
    // The points of the set and all next to them.
    [[nodiscard]] std::uint64_t touched(int y) const noexcept {
        return widened(row(y - 1) | row(y) | row(y + 1));
    }
};

inline constexpr Point no_point{0xffff};

// The 8-connected set of the player's live dots that holds seed, `without` being taken away first.
inline void find_connected(const Position& position, Player player, Point without, Point seed,
                           ConnectedDots& part) noexcept {
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    const int bottom = position.size().height - 1;
    const auto dots = [&](int y) {
        return position.live_row(player, y) & ~(y == without.y() ? without.bit() : 0);
    };
    int first = seed.y();
    int last = first;
    auto& rows = part.rows;
    rows[at(first)] = bits::fill_runs(dots(first), seed.bit());
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = first; y < bottom; ++y) {
            const std::uint64_t seeds = widened(rows[at(y)]) & dots(y + 1);
            if (y == last) {
                if (seeds == 0) break;
                rows[at(++last)] = 0;
            }
            if ((seeds & ~rows[at(y + 1)]) == 0) continue;
            rows[at(y + 1)] = bits::fill_runs(dots(y + 1), seeds | rows[at(y + 1)]);
            changed = true;
        }
        for (int y = last; y > 0; --y) {
            const std::uint64_t seeds = widened(rows[at(y)]) & dots(y - 1);
            if (y == first) {
                if (seeds == 0) break;
                rows[at(--first)] = 0;
            }
            if ((seeds & ~rows[at(y - 1)]) == 0) continue;
            rows[at(y - 1)] = bits::fill_runs(dots(y - 1), seeds | rows[at(y - 1)]);
            changed = true;
        }
    }
    part.first = first;
    part.last = last;
}

// The connected sets of a player's live dots on one position, found as they are asked for.
class ConnectedSets {
public:
    // Forgets all; the position must stay as it is until the next call, but for dots of which
    // nothing is asked.
    void begin(const Position& position, Player player) noexcept {
        position_ = &position;
        player_ = player;
        count_ = 0;
    }
    // The set that holds a live dot, to be used before the next call. `without`, a dot that was
    // placed since begin, is not part of it.
    [[nodiscard]] const ConnectedDots& holding(Point seed, Point without) {
        for (std::size_t i = 0; i < count_; ++i) {
            if ((sets_[i].row(seed.y()) & seed.bit()) != 0) return sets_[i];
        }
        if (count_ == sets_.size()) sets_.emplace_back();
        find_connected(*position_, player_, without, seed, sets_[count_]);
        return sets_[count_++];
    }

private:
    const Position* position_ = nullptr;
    Player player_ = 0;
    std::size_t count_ = 0;
    std::vector<ConnectedDots> sets_;
};

// As in threats.hpp, where the connected sets before the dot are at hand.
void captures_with(const Position& position, Point dot, ConnectedSets& before, CaptureList& found);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
