#include <dotcore/dots/move_model.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include <dotcore/dots/threats.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

#include "move_weights.inc"

// The neighbours that a neighbour goes to under each symmetry, in reading order.
constexpr std::uint8_t images[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {2, 1, 0, 4, 3, 7, 6, 5},
                                       {5, 6, 7, 3, 4, 0, 1, 2}, {7, 6, 5, 4, 3, 2, 1, 0},
                                       {0, 3, 5, 1, 6, 2, 4, 7}, {5, 3, 0, 6, 1, 7, 4, 2},
                                       {2, 4, 7, 1, 6, 0, 3, 5}, {7, 4, 2, 6, 1, 5, 3, 0}};

// The weight of each pattern, neighbours counted in. It is never destroyed: a thread may still be
// searching while the program ends.
using PatternTable = std::array<float, 65536>;
[[nodiscard]] const PatternTable& pattern_table() {
    static const PatternTable* const table = [] {
        auto* const weights = new PatternTable;
        for (unsigned pattern = 0; pattern < weights->size(); ++pattern) {
            const unsigned own = pattern & 255;
            const unsigned enemy = pattern >> 8;
            constexpr unsigned cross = 1U << 1 | 1U << 3 | 1U << 4 | 1U << 6;
            const unsigned kinds[3] = {own & ~enemy, enemy & ~own, own & enemy};
            float sum = 0;
            for (std::size_t kind = 0; kind < 3; ++kind) {
                sum += neighbour_weights[2 * kind][std::popcount(kinds[kind] & cross)];
                sum += neighbour_weights[2 * kind + 1][std::popcount(kinds[kind] & ~cross & 255)];
            }
            (*weights)[pattern] = sum;
        }
        for (const PatternWeight& known : pattern_weights) {
            std::array<unsigned, 8> same{};
            for (std::size_t s = 0; s < 8; ++s) {
                for (unsigned i = 0; i < 8; ++i) {
                    same[s] |= (known.pattern >> i & 1U) << images[s][i];
                    same[s] |= (known.pattern >> (8 + i) & 1U) << (8 + images[s][i]);
                }
            }
            std::sort(same.begin(), same.end());
            const auto end = std::unique(same.begin(), same.end());
            for (auto image = same.begin(); image != end; ++image) {
                (*weights)[*image] += static_cast<float>(known.hundredths) / 100;
            }
        }
        return weights;
    }();
    return *table;
}

// Five points of a row around column x, the lowest bit two to the left.
[[nodiscard]] unsigned five(std::uint64_t row, int x) noexcept {
    // A row of 64 columns has no bits for what lies beyond them: its other end would come around.
    const unsigned beyond = x < 2 ? (1U << (2 - x)) - 1 : x > 61 ? 31U & ~0U << (66 - x) : 0U;
    return static_cast<unsigned>(std::rotr(row, x - 2) & 31) | beyond;
}
// Five rows packed; off-board columns must already be right in the rows.
[[nodiscard]] unsigned around(const PaddedRows& rows, int x, int y) noexcept {
    const std::uint64_t* const row = row_of(rows, y);
    return five(row[-2], x) | five(row[-1], x) << 5 | five(row[0], x) << 10 |
           five(row[1], x) << 15 | five(row[2], x) << 20;
}
// The eight neighbours of 5x5 packed points, in reading order.
[[nodiscard]] unsigned neighbours(unsigned packed) noexcept {
    return (packed >> 6 & 7) | (packed >> 11 & 1) << 3 | (packed >> 13 & 1) << 4 |
           (packed >> 16 & 7) << 5;
}
constexpr unsigned straight = 1U << 2 | 1U << 10 | 1U << 14 | 1U << 22;
constexpr unsigned diagonal = 1U << 0 | 1U << 4 | 1U << 20 | 1U << 24;
constexpr unsigned knight =
    1U << 1 | 1U << 3 | 1U << 5 | 1U << 9 | 1U << 15 | 1U << 19 | 1U << 21 | 1U << 23;

}  // namespace

int distance_class(int dx, int dy) noexcept {
    const int a = std::max(std::abs(dx), std::abs(dy));
    const int b = std::min(std::abs(dx), std::abs(dy));
    if (a > 4) return distance_classes - 1 - (a < 7 ? 2 : a < 10 ? 1 : 0);
    return 1 + a * (a + 1) / 2 + b;
}

MoveModel::MoveModel(const Position& position, Player player, search::Recent recent)
    : size_(position.size()), patterns_(&pattern_table()) {
    const Action acts[2] = {recent.last, recent.before};
    for (int i = 0; i < 2; ++i) {
        const bool is_dot = acts[i] >= 0 && acts[i] < size_.points();
        const Point p = point_of(size_, is_dot ? acts[i] : 0);
        last_[i][0] = is_dot ? p.x() : -1;
        last_[i][1] = p.y();
    }
    for (auto& rows : dots_) rows.fill(~std::uint64_t{0});
    for (int y = 0; y < size_.height; ++y) {
        const std::uint64_t first = position.live_row(player, y);
        const std::uint64_t second = position.live_row(other(player), y);
        const std::uint64_t blocked = ~(first | second | position.playable_row(y));
        *row_of(dots_[0], y) = first | blocked;
        *row_of(dots_[1], y) = second | blocked;
    }
    CaptureList list;
    std::vector<Threat> quiet;
    for (const unsigned side : {0U, 1U}) {
        const Player mover = side == 0 ? player : other(player);
        list.clear();
        captures(position, mover, list);
        const auto note = [this](Point p, unsigned kind, int gain) {
            gains_[p.index][kind] = static_cast<std::uint8_t>(std::min(gain, 255));
        };
        for (const CapturingDot& capture : list) note(capture.dot, side, capture.gain);
        quiet.clear();
        threats(position, mover, quiet);
        for (const Threat& threat : quiet) note(threat.dot, 2 + side, threat.next.gain);
    }
}

MoveFeatures MoveModel::features(Point p) const noexcept {
    const int x = p.x();
    const int y = p.y();
    MoveFeatures seen;
    const unsigned own = around(dots_[0], x, y);
    const unsigned enemy = around(dots_[1], x, y);
    seen.pattern = static_cast<std::uint16_t>(neighbours(own) | neighbours(enemy) << 8);
    const unsigned own_only = own & ~enemy;
    const unsigned enemy_only = enemy & ~own;
    const auto count = [](unsigned bits) { return static_cast<std::uint8_t>(std::popcount(bits)); };
    seen.ring = {count(own_only & straight), count(enemy_only & straight),
                 count(own_only & knight),   count(enemy_only & knight),
                 count(own_only & diagonal), count(enemy_only & diagonal)};
    const auto distance = [&](const int(&last)[2]) {
        return static_cast<std::uint8_t>(last[0] < 0 ? 0
                                                     : distance_class(x - last[0], y - last[1]));
    };
    std::transform(gains_[p.index].begin(), gains_[p.index].end(), seen.tactics.begin(),
                   [](int gain) { return static_cast<std::uint8_t>(size_class(gain)); });
    seen.last = distance(last_[0]);
    seen.before = distance(last_[1]);
    seen.edge =
        static_cast<std::uint8_t>(std::min({x, y, size_.width - 1 - x, size_.height - 1 - y, 5}));
    return seen;
}

float MoveModel::weight(Point p) const noexcept {
    const MoveFeatures seen = features(p);
    float sum = (*patterns_)[seen.pattern] + last_weights[seen.last] + before_weights[seen.before] +
                edge_weights[seen.edge];
    for (std::size_t i = 0; i < seen.ring.size(); ++i) {
        sum += ring_weights[i][std::min<std::size_t>(seen.ring[i], ring_most)];
    }
    for (std::size_t i = 0; i < seen.tactics.size(); ++i) {
        sum += tactics_weights[i][seen.tactics[i]];
    }
    return std::exp(sum);
}

// Local replies

namespace {

[[nodiscard]] const PatternTable& reply_table() {
    static const PatternTable* const table = [] {
        auto* const weights = new PatternTable;
        for (std::size_t i = 0; i < weights->size(); ++i) {
            (*weights)[i] = std::exp(pattern_table()[i]);
        }
        return weights;
    }();
    return *table;
}

}  // namespace

LocalReplies::LocalReplies(Size size)
    : size_(size),
      weights_(&reply_table()),
      straight_(std::exp(last_weights[distance_class(1, 0)])),
      diagonal_(std::exp(last_weights[distance_class(1, 1)])) {}

Point LocalReplies::draw(const Position& position, Point last, Player player, float elsewhere,
                         Rng& rng) const noexcept {
    const int x = last.x();
    const int y = last.y();
    unsigned own = 0;
    unsigned enemy = 0;
    for (int i = 0; i < 5; ++i) {
        const int row = y - 2 + i;
        std::uint64_t first = ~std::uint64_t{0};
        std::uint64_t second = first;
        if (row >= 0 && row < size_.height) {
            first = position.live_row(player, row);
            second = position.live_row(other(player), row);
            const std::uint64_t blocked = ~(first | second | position.playable_row(row));
            first |= blocked;
            second |= blocked;
        }
        own |= five(first, x) << (5 * i);
        enemy |= five(second, x) << (5 * i);
    }
    const unsigned open = ~(own | enemy);
    constexpr int places[8] = {6, 7, 8, 11, 13, 16, 17, 18};  // of the neighbours in the 5x5 block
    std::array<float, 8> sums;
    float sum = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        if ((open >> places[i] & 1) != 0) {
            const auto shift = [&](unsigned packed) {
                // The 3x3 block around a neighbour, as the inner block of a 5x5 one.
                return neighbours(places[i] >= 12 ? packed >> (places[i] - 12)
                                                  : packed << (12 - places[i]));
            };
            const unsigned pattern = shift(own) | shift(enemy) << 8;
            sum += (*weights_)[pattern] *
                   (i == 1 || i == 3 || i == 4 || i == 6 ? straight_ : diagonal_);
        }
        sums[i] = sum;
    }
    const float draw = static_cast<float>(rng() >> 40) * 0x1p-24F * (sum + elsewhere);
    if (draw >= sum) return Point{max_points};
    std::size_t i = 0;
    while (sums[i] <= draw) ++i;
    return Point::at(x + places[i] % 5 - 2, y + places[i] / 5 - 2);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
