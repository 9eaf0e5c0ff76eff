// What undo needs: one step for every act, and the old words of the rows that captures changed.
//
// The caller owns the log, so that a position stays small and copies stay cheap.

#pragma once

#include <cstdint>
#include <vector>

#include <dotcore/dots/point.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

enum class Reason : std::uint8_t { none, full, stop, ground, resign };

// All of a position that is not a plane of points: small, and saved whole in every step.
struct Status {
    std::int16_t scores[2] = {0, 0};            // captured dots of the opponent
    std::int16_t territory_halves[2] = {0, 0};  // half points, counted at the end only
    std::int16_t playable = 0;                  // points where a dot may still be placed
    std::int8_t to_move = 0;
    std::int8_t stopped_by = -1;     // who stopped: from then on only the other moves
    std::int8_t loser = -1;          // who resigned
    Reason ended = Reason::none;     // by an act; a full board is seen, not stored
    bool closing = false;            // capture=manual: a dot is placed and its player may still close chains
    bool holds_enemy[2] = {false, false};  // some closed pool may hold live enemy dots
    friend constexpr bool operator==(const Status&, const Status&) noexcept = default;
};

class UndoLog {
public:
    struct Step {
        std::uint64_t key = 0;
        Status status;
        std::uint32_t rows = 0;  // how many row changes were logged before this step
        Point point;
        std::int8_t player = -1;  // who placed a dot at point; -1 for any other act
    };
    struct RowChange {
        std::uint32_t row = 0;
        std::uint64_t old = 0;
    };

    [[nodiscard]] bool empty() const noexcept { return steps.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return steps.size(); }
    void clear() noexcept {
        steps.clear();
        rows.clear();
    }

    std::vector<Step> steps;
    std::vector<RowChange> rows;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
