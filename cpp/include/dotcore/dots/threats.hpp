// Captures that one dot makes, and plans of several dots that end in a capture.
//
// gain(P, d) is by how much P's lead grows when P places d. A capture is a dot with a positive
// gain. A plan is a set of dots that P places in any order while the other passes: the last one
// captures, none before does, and none loses anything. A threat is a dot of a plan of two. Whose
// turn it is plays no part: each question names its player. Whoever may not place a dot (the game
// is over; the player has stopped) has no captures, and under capture=manual, where a dot alone
// captures nothing, nobody has.
//
// A dot closes a pool only where the 3x3 block around it shows two groups of free points or more
// (may_close), or where the player's own pool was closed before and holds live enemy dots. What is
// left is settled in an 8x8 window, seldom beyond it. After a new dot the captures it has made
// possible are next to it, or between the chains that it has joined: captures_with looks only
// there.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// A dot that captures, and what its player gains by it.
struct CapturingDot {
    Point dot;
    std::int16_t gain;  // left open by default, as a point is
    friend constexpr bool operator==(const CapturingDot&, const CapturingDot&) noexcept = default;
};

// A list with room for every point of a board: no heap, and nothing to set up.
class CaptureList {
public:
    CaptureList() noexcept {}  // not = default: that would clear the room

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] const CapturingDot& operator[](std::size_t i) const noexcept { return all_[i]; }
    [[nodiscard]] const CapturingDot* begin() const noexcept { return all_.data(); }
    [[nodiscard]] const CapturingDot* end() const noexcept { return all_.data() + size_; }
    [[nodiscard]] CapturingDot* begin() noexcept { return all_.data(); }
    [[nodiscard]] CapturingDot* end() noexcept { return all_.data() + size_; }
    // The gain of a dot in the list; 0 for any other.
    [[nodiscard]] int gain_at(Point dot) const noexcept {
        for (const CapturingDot& c : *this) {
            if (c.dot == dot) return c.gain;
        }
        return 0;
    }
    [[nodiscard]] int largest_gain() const noexcept {
        int largest = 0;
        for (const CapturingDot& c : *this) largest = c.gain > largest ? c.gain : largest;
        return largest;
    }
    void clear() noexcept { size_ = 0; }
    void push_back(CapturingDot c) noexcept { all_[size_++] = c; }
    template <class Predicate>
    void erase_if(Predicate&& is_unwanted) {
        const auto kept = std::remove_if(begin(), end(), is_unwanted);
        size_ = static_cast<std::size_t>(kept - begin());
    }

private:
    std::size_t size_ = 0;
    std::array<CapturingDot, max_points> all_;
};

// One dot
// By how much the player's lead grows with a dot at p; negative where p enters a pool and is
// captured. p must be playable; whether the dot is allowed is not asked.
[[nodiscard]] int gain(const Position& position, Point p, Player player);
// Equivalent to max(0, gain(...)), but faster.
[[nodiscard]] int capture_gain(const Position& position, Point p, Player player);

// All captures of the player, in reading order.
void captures(const Position& position, Player player, CaptureList& found);

// After a dot
// Captures of the dot's own player: all whose gain was smaller, or none, before the live dot was
// placed as the last, and perhaps others near it. In no order.
void captures_with(const Position& position, Point dot, CaptureList& found);
// Captures of the other player that take the live dot. In no order.
void captures_of(const Position& position, Point dot, CaptureList& found);
// From all captures of the player before some dot (of either player) to all after it. Equivalent to
// captures(), in another order.
void captures_after(const Position& position, Point dot, Player player,
                    std::span<const CapturingDot> before, CaptureList& found);

// Several dots
struct Plan {
    std::array<Point, 2> dots;  // in reading order; only the first counts in a plan of one
    std::int16_t gain;          // by how much the lead has grown after the last
    std::int8_t size;
    friend constexpr bool operator==(const Plan&, const Plan&) noexcept = default;
};
// All plans of two dots of the player, in reading order.
void pairs(const Position& position, Player player, std::vector<Plan>& found);

// A dot that captures nothing, and the best capture that it makes possible.
struct Threat {
    Point dot;
    CapturingDot next;
};
// The threats of the player, in reading order: dots with gain 0 after which there is a capture that
// was not there or gains more than it did.
void threats(const Position& position, Player player, std::vector<Threat>& found);

// Where a dot of the player can close a pool that is not closed, going by its eight neighbours
// alone; one bit for each playable point of the row.
[[nodiscard]] inline std::uint64_t may_close(const Position& position, Player player,
                                             int y) noexcept {
    const std::uint64_t* const row = row_of(position.wall(player), y);
    const std::uint64_t north = ~row[-1];
    const std::uint64_t south = ~row[1];
    const std::uint64_t west = ~(row[0] << 1);
    const std::uint64_t east = ~(row[0] >> 1);
    // Clockwise, where a group of free points with an orthogonal neighbour begins.
    const std::uint64_t at_north = north & ~(west & ~(row[-1] << 1));
    const std::uint64_t at_east = east & ~(north & ~(row[-1] >> 1));
    const std::uint64_t at_south = south & ~(east & ~(row[1] >> 1));
    const std::uint64_t at_west = west & ~(south & ~(row[1] << 1));
    const std::uint64_t two = (at_north & at_east) | ((at_north | at_east) & at_south) |
                              ((at_north | at_east | at_south) & at_west);
    return two & position.playable_row(y);
}

// Playable points of the row next to a live dot of the player. No other point can become part of a
// chain by two more dots of the player.
[[nodiscard]] inline std::uint64_t beside_dots(const Position& position, Player player,
                                               int y) noexcept {
    const std::uint64_t* const row = row_of(position.wall(player), y);
    const std::uint64_t three = row[-1] | row[0] | row[1];
    return (three | three << 1 | three >> 1) & position.playable_row(y);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
