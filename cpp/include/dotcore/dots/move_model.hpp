// How likely a player is to place a dot on a point: a log-linear model of what stands around it.
//
// The weights were fitted to records of people's games (docs/search.md tells how). The model looks
// at the eight neighbours as a pattern, at what stands two points away, at the distance to the last
// two dots and to the edge, and whether a dot captures, threatens to, or stops the other's.

#pragma once

#include <array>
#include <cstdint>

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/search/mcts_knowledge.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// What the model sees of a point, as one player sees it.
struct MoveFeatures {
    std::uint16_t pattern = 0;  // neighbours in reading order: own in bits 0-7, enemy in bits 8-15;
                                // both bits where nothing can be played
    std::uint8_t last = 0;      // distance_class to the last dot, and to the one before it
    std::uint8_t before = 0;
    std::uint8_t edge = 0;  // points between it and the nearest edge, 5 at most
    // Two points away, own and enemy dots: straight, a knight's move, diagonal.
    std::array<std::uint8_t, 6> ring{};
    // The gain of a capture here, by size_class: the player's own and the one it takes from the
    // other; then the gain that a dot here would threaten, and one it stops the other threatening.
    std::array<std::uint8_t, 4> tactics{};
};

// 0 for no dot, 1.. by how far apart two points are, far_away from 5 on.
[[nodiscard]] int distance_class(int dx, int dy) noexcept;
inline constexpr int distance_classes = 19;

// 0 for nothing, then 1, 2, 3 to 4, 5 to 8, and more.
[[nodiscard]] constexpr int size_class(int gain) noexcept {
    return gain <= 2 ? gain : gain <= 4 ? 3 : gain <= 8 ? 4 : 5;
}
inline constexpr int size_classes = 6;
// Columns of the features as a table: what MoveFeatures holds, in its order.
inline constexpr int move_feature_columns = 14;

// The board prepared for looking at many points of it.
class MoveModel {
public:
    MoveModel(const Position& position, Player player, search::Recent recent);

    [[nodiscard]] MoveFeatures features(Point p) const noexcept;
    // Relative to the other points of the board.
    [[nodiscard]] float weight(Point p) const noexcept;
    // What a capture here gains the player, and what it would gain the other; 255 at most.
    [[nodiscard]] int own_capture(Point p) const noexcept { return gains_[p.index][0]; }
    [[nodiscard]] int enemy_capture(Point p) const noexcept { return gains_[p.index][1]; }

private:
    Size size_;
    const std::array<float, 65536>* patterns_;  // logarithms of the patterns' weights
    int last_[2][2];
    std::array<PaddedRows, 2> dots_;  // own and enemy dots; blocked points in both
    // Of captures and threats, in the order of MoveFeatures::tactics.
    std::array<std::array<std::uint8_t, 4>, max_points> gains_{};
};

// The model for playouts: only the patterns of the last dot's neighbours.
class LocalReplies {
public:
    explicit LocalReplies(Size size);

    // A playable neighbour of the last dot, drawn by weight, or off the board with the weight given
    // for all other points together.
    [[nodiscard]] Point draw(const Position& position, Point last, Player player, float elsewhere,
                             Rng& rng) const noexcept;

private:
    Size size_;
    const std::array<float, 65536>* weights_;  // of the neighbours' patterns
    float straight_;  // of standing next to the last dot, or diagonally to it
    float diagonal_;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
