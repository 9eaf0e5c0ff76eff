// Alpha-beta for Dots: what the search is told of the game.
//
// Only dots that belong to short plans matter tactically. A plan is a set of dots that captures
// when the other passes; with depth d left a player can carry out plans of at most (d + 1) / 2
// dots, the other of d / 2. The acts worth trying are the points of both sides' plans, and playing
// elsewhere. Plans are found once at the root and after captures; in between they follow from those
// of the position before: a dot fulfils a part of its player's plans and breaks the other's.
//
// A plan is a smallest set of playable points that cuts some enemy dot off from the board's edge: a
// pool is 4-connected, its chain is the cut. So the plans around a dot are the minimal vertex cuts
// between it and the edge in the graph of points that are not the planner's live dots, where only
// playable points can be cut.
//
// What is attainable rests on the same thought. The walls that a player can ever have are their
// live dots and the points still playable; whatever reaches the edge past all of these can never be
// captured. And nobody is forced to lose more than by stopping, or grounding, at once.
//
// Values are half points of the final margin, komi included.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/dots/position.hpp>
#include <dotcore/search/alphabeta.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// Dots that capture when the other side passes, in any order, and none of which is spare.
struct CapturePlan {
    static constexpr int most_dots = 5;

    std::array<Point, most_dots> dots;
    std::uint8_t size = 0;
    std::int8_t player = 0;
    std::int16_t gain = 0;  // dots that score for the player, less what it costs

    [[nodiscard]] bool holds(Point p) const noexcept {
        for (int i = 0; i < size; ++i) {
            if (dots[static_cast<std::size_t>(i)] == p) return true;
        }
        return false;
    }
};

// All plans of a player with at most most_dots dots each, appended; those of one dot first.
// Not for capture=manual under which nothing closes by itself: there gains are not checked.
void find_plans(Position& position, Player player, int most_dots, std::vector<CapturePlan>& plans);
// Only those that capture the given live enemy dot.
void find_plans_around(Position& position, Player player, Point target, int most_dots,
                       std::vector<CapturePlan>& plans);

class AlphaBetaDots {
public:
    [[nodiscard]] int longest_line(const Position& position) const noexcept;
    void begin(const Position& root, bool complete);
    void entered(const Position& position, Action action, int ply);

    // Worth
    [[nodiscard]] int final_value(const Position& position, Player player) const;
    [[nodiscard]] int evaluate(const Position& position) const noexcept;
    [[nodiscard]] search::Attainable attainable(const Position& position) const noexcept;

    // Acts
    void all(Position& position, search::Candidates& list);
    [[nodiscard]] bool worth_trying(Position& position, int depth, int ply,
                                    search::Candidates& list);
    void noisy(Position& position, int ply, search::Candidates& list);
    void quiet(Position& position, search::Candidates& list);
    [[nodiscard]] search::Attainable within_reach(const Position& position, int depth,
                                                  int ply) const noexcept;
    [[nodiscard]] bool is_forced(const Position& position, int ply) const noexcept;
    [[nodiscard]] int elsewhere_order(const Position& position, int ply) const noexcept;
    void play_elsewhere(Position& position, int ply);
    void undo_elsewhere(Position& position) const noexcept;
    [[nodiscard]] bool continues_turn(const Position& position) const noexcept {
        return position.status().closing;
    }

    // Keys. On boards of up to 8 x 8, positions of a complete search that are symmetric to each
    // other share one, also if they differ in points that do not matter any more (attainable.hpp).
    [[nodiscard]] search::Keyed keyed(const Position& position) const noexcept;
    [[nodiscard]] Action into_frame(Action action, const search::Keyed& keyed) const noexcept;
    [[nodiscard]] Action out_of_frame(Action action, const search::Keyed& keyed) const noexcept;

private:
    // What is known of the plans at a ply.
    struct Ply {
        bool has_plans = false;
        bool is_derived = false;    // they follow from those of the ply before
        bool has_captured = false;  // the act between the two changed more than a point
        Player mover = 0;           // who placed it; -1 for playing elsewhere
        Point dot{};
        std::array<std::int16_t, 2> scores{};
        std::int16_t playable = 0;
        std::size_t first = 0;  // of its plans
        std::size_t last = 0;
    };
    [[nodiscard]] Ply& at(int ply) noexcept { return plies_[static_cast<std::size_t>(ply)]; }
    [[nodiscard]] bool is_under_threat(Player player, int ply) const noexcept;
    void know_plans(Position& position, int own, int others, int ply);

    [[nodiscard]] Action turned(Action action, int symmetry) const noexcept;

    Size size_{};
    bool complete_ = false;
    bool is_small_ = false;  // the board fits into a word
    std::uint64_t base_key_ = 0;
    std::vector<Ply> plies_;
    std::vector<CapturePlan> plans_;  // of all plies, one after the other
    UndoLog log_;
    std::vector<Action> near_;  // the candidates, while a list is made
    std::vector<int> worth_;    // by point: the order of a candidate, while a list is made
    std::array<std::vector<std::uint16_t>, 8> turned_;  // actions under each symmetry
};

using AlphaBeta = search::AlphaBeta<Position, AlphaBetaDots>;

}  // namespace dots

namespace search {
extern template class AlphaBeta<dots::Position, dots::AlphaBetaDots>;
}  // namespace search

}  // namespace abi1
}  // namespace dotcore
