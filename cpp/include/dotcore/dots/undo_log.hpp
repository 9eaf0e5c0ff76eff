// What undo needs: one step for every act, and the old values of the words that captures changed.
//
// The caller owns the log, so that a position stays small and copies stay cheap.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <dotcore/dots/point.hpp>
#include <dotcore/dots/pool.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

enum class Reason : std::uint8_t { none, full, stop, ground, resign };

// All of a position that is not a plane of points.
struct alignas(8) Status {
    std::int16_t scores[2] = {0, 0};  // captured dots of the opponent
    std::int16_t playable = 0;        // points where a dot may still be placed
    std::int8_t to_move = 0;
    std::int8_t stopped_by = -1;  // who stopped: from then on only the other moves
    std::int8_t loser = -1;       // who resigned
    Reason ended = Reason::none;  // by an act; that the board is full is seen, not stored
    bool closing = false;  // capture=manual: a dot is placed and its player may still close chains
    bool owes_chain =
        false;  // while closing: the dot is legal only with a chain, none is closed yet
    std::uint8_t holds_enemy =
        0;  // bit of each player some closed pool of whom may hold live enemy dots
    friend constexpr bool operator==(const Status&, const Status&) noexcept = default;
};

class UndoLog {
public:
    [[nodiscard]] bool empty() const noexcept { return steps_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
    void clear() noexcept {
        steps_.clear();
        words_.clear();
    }

    // Keeping captures, for histories that list them
    struct Captured {
        Player owner = 0;
        Region area;
        Region scored;  // the dots that scored
    };
    void keep_captures() noexcept { keeps_captures_ = true; }
    // The captures since the last call, in the order in which they were made.
    [[nodiscard]] std::vector<Captured> take_captures() { return std::exchange(captures_, {}); }
    [[nodiscard]] bool has_captures() const noexcept { return !captures_.empty(); }

private:
    friend class Position;

    struct Step {
        std::uint64_t key = 0;
        std::uint32_t words = 0;  // how many words were saved before this step
        Point point{};
        std::int8_t player = -1;  // who placed a dot at point; -1 for any other act
        std::int8_t to_move = 0;
    };
    // A word of the position that the step changed beside the placed dot itself.
    struct Word {
        std::uint64_t old = 0;
        std::uint32_t place = 0;  // in words from the position's start
    };

    std::vector<Step> steps_;
    std::vector<Word> words_;
    std::vector<Captured> captures_;
    bool keeps_captures_ = false;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
