// A position of Dots and its moves: the part that search copies and playouts run on.
//
// Planes of 64 rows, one word a row: live dots of both players, what captured regions hold
// (territory, dead dots, dots that have scored), points still playable. It is trivially copyable and
// of one size for all boards; history lives in an UndoLog that the caller owns, or in a Board.
//
// A placed dot closes a pool of its player when it lies on the pool's chain. Most dots close
// nothing, which their eight neighbours show (separations below). Closed pools that were not
// captured are remembered in closed_, a plane that may hold too much but never too little:
// a point outside it lies in no closed pool. It spares the check on entering an empty pool, and it
// keeps the local test sound inside a player's own pool.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <dotcore/core/bits.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/dots/point.hpp>
#include <dotcore/dots/pool.hpp>
#include <dotcore/dots/rules.hpp>
#include <dotcore/dots/undo_log.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// Why an act is refused.
enum class Illegal : std::uint8_t { none, outside, occupied, captured, suicide, over, turn, chain };

// The planes that make up a position's identity, numbered for keys.
enum class Plane : std::uint8_t { live0, live1, dead0, dead1, territory0, territory1, scored };

namespace detail {

// For the eight neighbours of a dot, packed as three rows of three bits: the number of 4-connected
// groups of points without own dots that hold an orthogonal neighbour.
[[nodiscard]] constexpr std::array<std::uint8_t, 512> make_separations() noexcept {
    constexpr std::array<int, 8> ring{0, 1, 2, 5, 8, 7, 6, 3};  // clockwise from the north-west
    std::array<std::uint8_t, 512> table{};
    for (unsigned own = 0; own < 512; ++own) {
        int groups = 0;
        for (std::size_t i = 1; i < 8; i += 2) {  // each orthogonal neighbour that ends a group, clockwise
            const auto is_open = [&](std::size_t k) { return (own >> ring[k & 7] & 1) == 0; };
            if (is_open(i) && !(is_open(i + 1) && is_open(i + 2))) ++groups;
        }
        const bool all_open = (own & 0b111101111) == 0;
        table[own] = static_cast<std::uint8_t>(all_open ? 1 : groups);
    }
    return table;
}
inline constexpr std::array<std::uint8_t, 512> separations = make_separations();

}  // namespace detail

class Position {
public:
    // Setting up
    // An empty board; size must be 1..64 on both sides.
    explicit Position(Size size, const Rules& rules = {}) noexcept;

    // Looking
    [[nodiscard]] Size size() const noexcept { return {width_, height_}; }
    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] Player to_move() const noexcept { return status_.to_move; }
    [[nodiscard]] const Status& status() const noexcept { return status_; }
    [[nodiscard]] int score(Player player) const noexcept { return status_.scores[player]; }
    [[nodiscard]] int playable_count() const noexcept { return status_.playable; }
    [[nodiscard]] std::uint64_t playable_row(int y) const noexcept { return playable_[index(y)]; }
    [[nodiscard]] std::uint64_t live_row(Player player, int y) const noexcept { return *row_of(live_[index(player)], y); }
    [[nodiscard]] std::uint64_t dead_row(Player player, int y) const noexcept { return dead_[index(player)][index(y)]; }
    [[nodiscard]] std::uint64_t territory_row(Player player, int y) const noexcept {
        return territory_[index(player)][index(y)];
    }
    [[nodiscard]] std::uint64_t scored_row(int y) const noexcept { return scored_[index(y)]; }
    [[nodiscard]] bool is_playable(Point p) const noexcept { return (playable_[index(p.y())] & p.bit()) != 0; }
    [[nodiscard]] bool is_live(Player player, Point p) const noexcept {
        return (live_row(player, p.y()) & p.bit()) != 0;
    }
    // Equal positions, equal keys.
    [[nodiscard]] std::uint64_t key() const noexcept;

    // Doing and undoing
    // Places a dot on a playable point. Nothing is checked. Returns the dots gained by the player.
    template <bool Log>
    int place(Point p, Player player, UndoLog* log);
    void undo(UndoLog& log) noexcept;

private:
    using Rows = std::array<std::uint64_t, max_side>;

    [[nodiscard]] static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

    template <bool Log>
    int close_pools(Point p, Player player, bool own_pool, UndoLog* log);
    template <bool Log>
    int meet_pool(Point p, Player player, UndoLog* log);
    template <bool Log>
    int capture(const Region& area, Player owner, UndoLog* log);
    template <bool Log>
    void remember_closed(const Region& pool, Player owner, UndoLog* log);
    template <bool Log>
    int settle(Point p, Player player, unsigned separations, UndoLog* log);

    template <bool Log>
    void set_row(std::uint64_t& row, std::uint64_t value, UndoLog* log);

    std::array<PaddedRows, 2> live_;
    Rows playable_;
    std::array<Rows, 2> closed_;
    std::array<Rows, 2> dead_;
    std::array<Rows, 2> territory_;
    Rows scored_;
    std::uint64_t key_;
    std::uint64_t columns_;
    std::array<std::uint8_t, max_side> window_columns_;  // on-board columns of a window around column x
    Status status_;
    Rules rules_;
    std::uint8_t width_;
    std::uint8_t height_;
};

template <bool Log>
inline int Position::place(Point p, Player player, UndoLog* log) {
    const int x = p.x();
    const int y = p.y();
    const std::uint64_t bit = p.bit();
    std::uint64_t* const row = row_of(live_[index(player)], y);
    if constexpr (Log) {
        log->steps.push_back({key_, status_, static_cast<std::uint32_t>(log->rows.size()), p,
                              static_cast<std::int8_t>(player)});
        key_ ^= zobrist(static_cast<unsigned>(player), p.index);
    }
    row[0] |= bit;
    playable_[index(y)] &= ~bit;
    --status_.playable;
    status_.to_move = static_cast<std::int8_t>(other(player));

    const auto three = [x](std::uint64_t r) { return static_cast<unsigned>(std::rotr(r, x - 1) & 7); };
    unsigned neighbours = three(row[-1]) | three(row[0]) << 3 | three(row[1]) << 6;
    if (width_ == max_side && (x == 0 || x == max_side - 1)) [[unlikely]] {
        neighbours &= x == 0 ? 0b110110110 : 0b011011011;
    }
    const unsigned separations = detail::separations[neighbours & 0b111101111];
    const std::uint64_t in_pool = (closed_[0][index(y)] | closed_[1][index(y)]) & bit;
    if (separations < 2 && in_pool == 0) return 0;
    return settle<Log>(p, player, separations, log);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
