// A position of Dots and its moves: the part that search copies and playouts run on.
//
// Planes of 64 rows, one word a row: live dots of both players, what captured regions hold
// (territory, dead dots, dots that have scored), points still playable. It is trivially copyable
// and of one size for all boards; history lives in an UndoLog that the caller owns, or in a Board.
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
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <dotcore/core/bits.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/dots/actions.hpp>
#include <dotcore/dots/point.hpp>
#include <dotcore/dots/pool.hpp>
#include <dotcore/dots/rules.hpp>
#include <dotcore/dots/undo_log.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// Why an act is refused: no such point; a dot stands there; in a captured region; a dot into an
// empty pool that captures nothing; the game is over; the other player's turn; no legal chain.
enum class Illegal : std::uint8_t { none, outside, occupied, captured, suicide, over, turn, chain };

// The planes that make up a position's identity, numbered for keys.
enum class Plane : std::uint8_t { live0, live1, dead0, dead1, territory0, territory1, scored };

namespace detail {

// For the eight neighbours of a dot, packed as three rows of three bits: into how many 4-connected
// groups the points without own dots fall, counting groups that hold an orthogonal neighbour, and
// which group holds the northern, western, eastern and southern one.
struct Separation {
    std::uint8_t groups = 0;
    std::uint8_t members[4] = {0, 0, 0, 0};  // of each group: bits 0..3 = north, west, east, south
};
[[nodiscard]] constexpr std::array<Separation, 512> make_separations() noexcept {
    constexpr std::array<unsigned, 8> ring{0, 1, 2, 5,
                                           8, 7, 6, 3};  // clockwise from the north-west
    constexpr std::array<unsigned, 8> name{0, 0, 0, 2, 0, 3, 0, 1};  // bit of the orthogonal ones
    std::array<Separation, 512> table{};
    for (unsigned own = 0; own < 512; ++own) {
        const auto is_open = [&](std::size_t k) { return (own >> ring[k & 7] & 1) == 0; };
        std::size_t first = 0;  // where a group can start: just after an own dot
        while (first < 8 && is_open(first + 7)) ++first;
        Separation& entry = table[own];
        std::uint8_t members = 0;
        for (std::size_t i = first; i < first + 8; ++i) {
            if (is_open(i)) {
                if ((i & 1) != 0) members = static_cast<std::uint8_t>(members | 1U << name[i & 7]);
            }
            if (members != 0 && (!is_open(i) || i == first + 7)) {
                entry.members[entry.groups++] = members;
                members = 0;
            }
        }
    }
    return table;
}
inline constexpr std::array<Separation, 512> separations = make_separations();

}  // namespace detail

// How a game ended. winner is -1 for a draw; the margin of a resignation is 0.
struct Result {
    Player winner = -1;
    int margin_halves = 0;
    Reason reason = Reason::none;
    friend constexpr bool operator==(const Result&, const Result&) noexcept = default;
};

// A region that counts in the final step of scoring=territory.
struct FinalPool {
    Player owner = 0;
    Region area;
};

// A set of points as 64 rows.
using Rows = std::array<std::uint64_t, max_side>;

class Position {
public:
    using Actions = dots::Actions;
    using UndoLog = dots::UndoLog;

    // Setting up
    // An empty board; size must be 1..64 on both sides. Starting dots: start.hpp.
    explicit Position(Size size, const Rules& rules = {}) noexcept;
    // As after the given planes were reached in some game. Nothing is checked but in
    // check_consistency.
    struct Planes {
        std::array<Rows, 2> live{};
        std::array<Rows, 2> dead{};
        std::array<Rows, 2> territory{};
        Rows scored{};
    };
    Position(Size size, const Rules& rules, const Planes& planes, const Status& status) noexcept;
    void set_to_move(Player player) noexcept { status_.to_move = static_cast<std::int8_t>(player); }

    // Looking
    [[nodiscard]] Size size() const noexcept { return {width_, height_}; }
    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] const Status& status() const noexcept { return status_; }
    [[nodiscard]] Player to_move() const noexcept { return status_.to_move; }
    [[nodiscard]] int score(Player player) const noexcept { return status_.scores[player]; }
    // Scores with komi and, after an end by stop under scoring=territory, the final step; in half
    // points.
    [[nodiscard]] std::array<int, 2> total_halves() const;
    [[nodiscard]] Result result() const;  // Reason::none while the game goes on
    [[nodiscard]] int playable_count() const noexcept { return status_.playable; }
    [[nodiscard]] std::uint64_t playable_row(int y) const noexcept { return playable_[index(y)]; }
    [[nodiscard]] std::uint64_t live_row(Player player, int y) const noexcept {
        return *row_of(live_[index(player)], y);
    }
    [[nodiscard]] std::uint64_t dead_row(Player player, int y) const noexcept {
        return dead_[index(player)][index(y)];
    }
    [[nodiscard]] std::uint64_t territory_row(Player player, int y) const noexcept {
        return territory_[index(player)][index(y)];
    }
    [[nodiscard]] std::uint64_t scored_row(int y) const noexcept { return scored_[index(y)]; }
    [[nodiscard]] const PaddedRows& wall(Player player) const noexcept {
        return live_[index(player)];
    }
    [[nodiscard]] bool is_playable(Point p) const noexcept {
        return (playable_[index(p.y())] & p.bit()) != 0;
    }
    [[nodiscard]] bool is_live(Player player, Point p) const noexcept {
        return (live_row(player, p.y()) & p.bit()) != 0;
    }

    // Pools
    // Points that may lie in a closed pool of the player; those outside surely do not. Under
    // capture=manual nothing is kept of them.
    [[nodiscard]] std::uint64_t closed_row(Player player, int y) const noexcept {
        return closed_[index(player)][index(y)];
    }
    // All points that lie in pools of the player.
    [[nodiscard]] Rows pool_points(Player player) const noexcept;
    // The playable points in the player's empty pools.
    [[nodiscard]] Rows empty_pools(Player player) const noexcept;
    // The live enemy dots that a chain of the player's live dots surrounds.
    [[nodiscard]] Rows closable(Player player) const noexcept;
    // What the final step of scoring=territory takes: all outermost pools with a playable point or
    // a live enemy dot, of both players.
    [[nodiscard]] std::vector<FinalPool> final_pools() const;

    // Legality
    // Why the player may place no dot at all now: over or turn.
    [[nodiscard]] Illegal why_illegal(Player player) const noexcept;
    // Why a dot of the player may not be placed. Under capture=manual: alone, without chains.
    [[nodiscard]] Illegal why_illegal(Point p, Player player) const noexcept;
    // Under capture=manual: a dot together with the chains that it closes.
    [[nodiscard]] Illegal why_illegal(
        Point p, Player player, std::span<const std::span<const Point>> chains) const noexcept;
    [[nodiscard]] bool has_legal_dot(Player player) const noexcept;

    // Doing and undoing
    // Places a dot. Legality is not checked. Returns the dots gained by the player, negative if
    // lost. Without a log neither the key nor holds what undo needs: for playouts, which throw
    // positions away.
    template <bool Log>
    int place(Point p, Player player, UndoLog* log);
    int place(Point p, Player player, UndoLog& log) { return place<true>(p, player, &log); }
    // A dot and the chains it closes, all legal. The turn passes.
    int place(Point p, Player player, std::span<const std::span<const Point>> chains, UndoLog& log);
    // Under capture=manual: closes the smallest chain around a closable enemy dot. The turn stays.
    int enclose(Point enemy, Player player, UndoLog& log);
    // Ends the stopping, or what is left after it: the second stop is "done". Not checked.
    void stop(Player player, UndoLog& log);
    void ground(Player player, UndoLog& log);
    void resign(Player player, UndoLog& log);
    void undo(UndoLog& log) noexcept;

    // The contract of all games (core/state.hpp)
    [[nodiscard]] static constexpr int num_players() noexcept { return 2; }
    [[nodiscard]] int num_actions() const noexcept;
    [[nodiscard]] int current_player() const noexcept {
        return is_terminal() ? TERMINAL : to_move();
    }
    [[nodiscard]] bool is_terminal() const noexcept {
        if (status_.ended != Reason::none) return true;
        if (status_.playable == 0) return !status_.closing;
        return rules_.forbids_suicide() && is_stuck();
    }
    void legal_actions(Actions& actions) const noexcept;
    // Equivalent to being among legal_actions(), for any number, without making the list.
    [[nodiscard]] bool is_legal(Action action) const noexcept;
    // One of legal_actions(); not checked.
    void apply(Action action, UndoLog& log);
    [[nodiscard]] double returns(Player player) const;

    // Comparing
    // Equal positions, equal keys. Size and rules take part, history does not.
    [[nodiscard]] std::uint64_t key() const noexcept;
    friend bool operator==(const Position& a, const Position& b) noexcept;
    // What is wrong with the position's insides, or nullptr. Slow; for tests and decoders.
    [[nodiscard]] const char* check_consistency() const noexcept;

private:
    [[nodiscard]] static constexpr std::size_t index(int i) noexcept {
        return static_cast<std::size_t>(i);
    }

    // Placing a dot: what it closes, what it enters (place.cpp)
    struct Taken {
        int dots = 0;
        bool live = false;  // a live enemy dot was among them
    };
    template <bool Log>
    int settle(Point p, Player player, const detail::Separation& separation, UndoLog* log);
    template <bool Log>
    Taken close_between(const detail::Separation& separation, Point p, Player player, UndoLog* log);
    template <bool Log>
    Taken close_around(Point p, Player player, UndoLog* log);
    template <bool Log>
    Taken close_pool(const Region& pool, const Region& area, Player player, UndoLog* log);
    template <bool Log>
    int enter_pool(Point p, Player player, UndoLog* log);
    template <bool Log>
    int capture(const Region& area, Player owner, bool frees, UndoLog* log);
    template <bool Log>
    void remember_closed(const Region& pool, Player owner, UndoLog* log);
    [[nodiscard]] std::uint64_t window_board(Point p) const noexcept;

    // Legality and ends (position.cpp)
    [[nodiscard]] bool holds_live(Player player, const Region& region) const noexcept {
        std::uint64_t dots = 0;
        for (int y = region.first; y <= region.last; ++y)
            dots |= live_row(player, y) & region.rows[index(y)];
        return dots != 0;
    }
    [[nodiscard]] bool can_enclose(Player player) const noexcept;
    [[nodiscard]] bool enters_empty_pool(Point p, Player player) const noexcept;
    [[nodiscard]] bool is_suicide(Point p, Player player) const noexcept;
    [[nodiscard]] bool is_stuck() const noexcept;
    [[nodiscard]] bool is_legal_with_a_chain(Point p, Player player) const noexcept;
    // A playable point where the player may place a dot, alone or with chains to come.
    [[nodiscard]] bool is_open_to(Point p, Player player) const noexcept {
        return !rules_.forbids_suicide() || !is_suicide(p, player) ||
               is_legal_with_a_chain(p, player);
    }
    [[nodiscard]] Reason end_reason() const noexcept;
    void begin_act(UndoLog& log);
    void pass_turn(Player player) noexcept {
        if (status_.stopped_by < 0) status_.to_move = static_cast<std::int8_t>(other(player));
    }

    // Changing words so that undo finds them
    // How the key changes with a row of a plane.
    [[nodiscard]] static constexpr std::uint64_t key_change(Plane plane, int y, std::uint64_t from,
                                                            std::uint64_t to) noexcept {
        const auto p = static_cast<unsigned>(plane);
        const auto row = static_cast<unsigned>(y);
        return row_key(p, row, from) ^ row_key(p, row, to);
    }
    template <bool Log>
    void set_row(std::uint64_t& row, std::uint64_t value, UndoLog* log);
    template <bool Log>
    void set_row(Plane plane, int y, std::uint64_t& row, std::uint64_t value, UndoLog* log);
    void save_word(const std::uint64_t& word, UndoLog& log);
    void save_status(UndoLog& log);
    [[nodiscard]] std::uint64_t compute_key() const noexcept;
    void find_closed() noexcept;

    std::array<PaddedRows, 2> live_{};
    Rows playable_{};
    std::array<Rows, 2> closed_{};
    std::array<Rows, 2> dead_{};
    std::array<Rows, 2> territory_{};
    Rows scored_{};
    std::uint64_t key_ = 0;
    std::uint64_t columns_ = 0;
    std::array<std::uint8_t, max_side>
        window_columns_{};  // on-board columns of a window around column x
    Status status_{};
    Rules rules_{};
    std::uint8_t width_ = 0;
    std::uint8_t height_ = 0;
};

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= 6 * 1024);

template <bool Log>
inline int Position::place(Point p, Player player, UndoLog* log) {
    const int x = p.x();
    const int y = p.y();
    const std::uint64_t bit = p.bit();
    std::uint64_t* const row = row_of(live_[index(player)], y);
    if constexpr (Log) {
        log->steps_.push_back({key_, static_cast<std::uint32_t>(log->words_.size()), p,
                               static_cast<std::int8_t>(player), status_.to_move});
        key_ ^= key_change(player == 0 ? Plane::live0 : Plane::live1, y, row[0], row[0] | bit);
    }
    row[0] |= bit;
    playable_[index(y)] &= ~bit;
    --status_.playable;
    pass_turn(player);

    const auto three = [x](std::uint64_t r) {
        return static_cast<unsigned>(std::rotr(r, x - 1) & 7);
    };
    unsigned neighbours = three(row[-1]) | three(row[0]) << 3 | three(row[1]) << 6;
    if (width_ == max_side && (x == 0 || x == max_side - 1)) [[unlikely]] {
        neighbours &= x == 0 ? 0b110110110 : 0b011011011;
    }
    neighbours &= 0b111101111;
    const std::uint64_t in_pool = (closed_[0][index(y)] | closed_[1][index(y)]) & bit;
    if (detail::separations[neighbours].groups < 2 && in_pool == 0) return 0;
    return settle<Log>(p, player, detail::separations[neighbours], log);
}

inline void Position::undo(UndoLog& log) noexcept {
    const UndoLog::Step step = log.steps_.back();
    log.steps_.pop_back();
    while (log.words_.size() > step.words) {
        const UndoLog::Word word = log.words_.back();
        log.words_.pop_back();
        std::memcpy(reinterpret_cast<std::byte*>(this) + 8 * word.place, &word.old, 8);
    }
    key_ = step.key;
    if (step.player >= 0) {
        *row_of(live_[index(step.player)], step.point.y()) &= ~step.point.bit();
        playable_[index(step.point.y())] |= step.point.bit();
        ++status_.playable;
        status_.to_move = step.to_move;
    }
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
