// A game of Dots as people handle it: a position with its history.
//
// Everything is checked and errors are thrown with a message for people; whatever throws has
// changed nothing. Search and simulation use Position itself.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/start.hpp>
#include <dotcore/dots/symmetry.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// A closed region: its chain in order, what lies inside, the dots that scored.
struct CaptureRecord {
    Player owner = 0;
    std::vector<Point> chain;
    std::vector<Point> area;
    std::vector<Point> dots;
    int move_number = 0;  // counted from 1
};

// An act in a game's history.
struct Move {
    // place: a dot, with the chains it closes. stop: also the later "done". The last three are acts
    // of the contract under capture=manual: a dot whose player may close chains yet, one such
    // chain, the end of the turn.
    enum class Kind : std::uint8_t { place, stop, ground, resign, place_first, enclose, end_turn };

    Kind kind = Kind::place;
    std::int8_t player = 0;
    std::int8_t to_move = 0;   // who was to move before it
    Point point{};             // of place and enclose
    std::uint32_t chains = 0;  // how many chains were named
    friend constexpr bool operator==(const Move&, const Move&) noexcept = default;
};

class Board {
public:
    using Chains = std::vector<std::vector<Point>>;

    // Setting up
    // Throws RulesError for a size outside 1..64, for a start that does not fit, for a wrong dot.
    explicit Board(Size size, const Rules& rules = {});
    Board(Size size, const Rules& rules, std::span<const Dot> dots);
    // A game that starts from any position.
    explicit Board(const Position& start);

    // Looking
    [[nodiscard]] const Position& position() const noexcept { return position_; }
    [[nodiscard]] const Position& start() const noexcept { return start_; }
    [[nodiscard]] Size size() const noexcept { return position_.size(); }
    [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
    // The chains that the moves named, of all moves in order.
    [[nodiscard]] const Chains& chains() const noexcept { return chains_; }
    // The regions that the moves of the history closed.
    [[nodiscard]] const std::vector<CaptureRecord>& captures() const noexcept { return captures_; }

    // The regions that would count, or have counted, in the final step of scoring=territory.
    [[nodiscard]] std::vector<CaptureRecord> final_pools() const;

    // Legality. Coordinates may be off the board.
    [[nodiscard]] Illegal why_illegal(int x, int y, Player player) const;
    [[nodiscard]] Illegal why_illegal(int x, int y, Player player, const Chains& chains) const;

    // Doing and undoing. Who throws, throws IllegalMove.
    int place(int x, int y, Player player);
    int place(int x, int y, Player player, const Chains& chains);
    // Equivalent to place, but says why instead of throwing.
    [[nodiscard]] Illegal try_place(int x, int y, Player player, const Chains& chains,
                                    int* gained = nullptr);
    void stop(Player player);
    void ground(Player player, bool by_name = true);
    void resign(Player player);
    void apply(Action action);
    void undo();
    void set_to_move(Player player);
    void forget_history() noexcept;
    // Does again what a history tells. Throws IllegalMove where it cannot be.
    void replay(const Move& move, const Chains& chains);

    // Turning the whole game
    [[nodiscard]] Board transformed(Symmetry symmetry) const;

    // A message for people about a refused dot.
    [[nodiscard]] std::string explain(Illegal why, int x, int y, Player player) const;

    // Insides are consistent and the history leads from the start to the position. Throws Error.
    void check_consistency() const;

    friend bool operator==(const Board& a, const Board& b) noexcept {
        return a.position_ == b.position_;
    }

private:
    [[nodiscard]] Illegal why_outside(Player player) const;
    void record(Move::Kind kind, Player player, Point p, const Chains* chains);
    void keep_captures(const Chains* chains);
    void repeat(const Move& move, const Chains& chains);
    void require_running(const char* act) const;

    Position start_;
    Position position_;
    UndoLog log_;
    std::vector<Move> moves_;
    Chains chains_;
    std::vector<CaptureRecord> captures_;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
