// Ladders: captures by a row of threats, each of which the other must answer.
//
// Q(pos, P), quiescence, is what P wins by captures alone when P moves first and either may leave
// off at any time: the larger of 0 and, over P's captures c, gain(c) - Q(after c, other).
//
// A ladder of an attacker A, with n attacking dots at most. A to move has L(pos, n), the largest of
//   Q(pos, A), and, while n > 0,
//   over each dot t that is no capture, loses nothing, and leaves A a capture that was not there or
//   gained less before t: what the defence after t leaves to A, with n - 1 dots to go.
// The defence is the least, for A, of
//   a dot r of the defender on a point where A captures:  L(after r, n) - gain(r),
//   a capture c of the defender elsewhere:                L(after c, n + 1) - gain(c),
//   a pass:                                               Q(pos, A),
// n being the dots that A has left. A capture elsewhere costs A no dot: a defender who takes dots
// from the wall one by one, each time mended, puts nothing off.
// Whose turn the position says it is plays no part; a player who may not place dots has none.
//
// The reader first follows attacks that lie near the last exchange, which is where ladders run, and
// deepens dot by dot; after that it tries attacks everywhere. What it finds is sure either way,
// since the defence is always complete; that there is no more is sure only of an exact result.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <dotcore/dots/threats.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

struct LadderLimits {
    int depth = 12;               // attacking dots
    std::uint64_t nodes = 20000;  // positions looked at; at least 1
    bool everywhere = true;       // false: only attacks near the last exchange, for engines
};

struct Ladder {
    // In a line: the defender passes.
    static constexpr Point pass{0xffff};

    int value = 0;  // L(pos, depth), or what of it was found
    int plain = 0;  // Q(pos, attacker), or what of it was found
    // One line that reaches the value, by turns, the attacker first; empty where the value is 0.
    std::vector<Point> line;
    std::uint64_t nodes = 0;
    // The value is L(pos, depth). Otherwise a limit has cut the search, and it may be more.
    bool is_exact = false;

    // What plain captures do not bring.
    [[nodiscard]] int worth() const noexcept { return value - plain; }
};

// What a dot would leave to the other player.
struct LadderLoss {
    Point dot;
    std::int16_t gain;  // of the dot itself
    std::int16_t lost;  // the other's best ladder after it
};

// Reads ladders. One reader for each thread; it keeps its memory from call to call.
class LadderReader {
public:
    // Asked every few thousand nodes; true ends the search as a limit would, and losses at the dot
    // it has come to.
    using IsStopped = std::function<bool()>;

    LadderReader();
    ~LadderReader();
    LadderReader(LadderReader&&) noexcept;
    LadderReader& operator=(LadderReader&&) noexcept;

    [[nodiscard]] Ladder read(const Position& position, Player attacker,
                              const LadderLimits& limits = {}, const IsStopped& is_stopped = {});
    // For each of the player's dots among candidates that is legal: the best ladder of the other
    // after it, in the order of candidates. Attacks that fail now are tried again only near the
    // dot, since a dot of the defender helps an attack only by being taken. limits hold for each.
    void losses(const Position& position, Player player, std::span<const Point> candidates,
                const LadderLimits& limits, std::vector<LadderLoss>& found,
                const IsStopped& is_stopped = {});

private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
