#include <dotcore/dots/features.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <dotcore/core/bits.hpp>
#include <dotcore/dots/threats.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

// Where the points of a board come to lie in a plane: every symmetry is a step along x, a step
// along y and a start.
class Layout {
public:
    Layout(Size size, Symmetry symmetry) noexcept {
        const Size turned = transformed(size, symmetry);
        const auto at = [&](int x, int y) {
            return dot_action(turned, transformed(Point::at(x, y), size, symmetry));
        };
        start_ = at(0, 0);
        if (size.width > 1) along_x_ = at(1, 0) - start_;
        if (size.height > 1) along_y_ = at(0, 1) - start_;
    }
    [[nodiscard]] std::size_t operator()(int x, int y) const noexcept {
        return static_cast<std::size_t>(start_ + x * along_x_ + y * along_y_);
    }

private:
    int start_;
    int along_x_ = 0;
    int along_y_ = 0;
};

// The points of held that are 4-connected to the board's edge through it.
[[nodiscard]] Rows joined_to_edge(const Rows& held, Size size) noexcept {
    Rows reached{};
    const std::uint64_t sides = 1 | std::uint64_t{1} << (size.width - 1);
    const auto bottom = static_cast<std::size_t>(size.height - 1);
    for (bool changed = true; changed;) {
        changed = false;
        const auto grow = [&](std::size_t y) {
            if (held[y] == reached[y]) return;
            std::uint64_t seeds = reached[y] | sides;
            if (y > 0) seeds |= reached[y - 1];
            if (y < bottom) seeds |= reached[y + 1];
            if (y == 0 || y == bottom) seeds = ~std::uint64_t{0};
            const std::uint64_t row = bits::fill_runs(held[y], seeds);
            changed = changed || row != reached[y];
            reached[y] = row;
        };
        for (std::size_t y = 0; y <= bottom; ++y) grow(y);
        for (std::size_t y = bottom + 1; y-- > 0;) grow(y);
    }
    return reached;
}

// Equivalent to position.empty_pools(player), but quick where there is none.
[[nodiscard]] Rows playable_pools(const Position& position, Player player) noexcept {
    if (position.rules().captures_by_itself()) {
        std::uint64_t closed = 0;
        for (int y = 0; y < position.size().height; ++y)
            closed |= position.closed_row(player, y) & position.playable_row(y);
        if (closed == 0) return Rows{};
    }
    return position.empty_pools(player);
}

}  // namespace

void write_features(const Position& position, Player player, Symmetry symmetry,
                    std::span<float> out) {
    const Size size = position.size();
    const auto points = static_cast<std::size_t>(size.points());
    const Layout layout(size, symmetry);
    std::fill_n(out.begin(), feature_planes * points, 0.0F);
    const auto plane = [&](int number) {
        return out.subspan(static_cast<std::size_t>(number) * points, points);
    };
    const auto set = [&](int number, int y, std::uint64_t row) {
        float* const first = plane(number).data();
        bits::for_each_bit(row, [&](int x) { first[layout(x, y)] = 1.0F; });
    };
    const auto fill = [&](int number, float value) { std::ranges::fill(plane(number), value); };

    for (int y = 0; y < size.height; ++y) {
        set(4, y, position.scored_row(y));
        set(5, y, position.playable_row(y));
    }
    for (const int side : {0, 1}) {
        const Player p = side == 0 ? player : other(player);
        Rows held{};
        for (int y = 0; y < size.height; ++y) {
            held[static_cast<std::size_t>(y)] =
                position.live_row(p, y) | position.territory_row(p, y);
        }
        const Rows pools = playable_pools(position, p);
        const Rows grounded = joined_to_edge(held, size);
        for (int y = 0; y < size.height; ++y) {
            const auto row = static_cast<std::size_t>(y);
            set(side, y, position.live_row(p, y));
            set(2 + side, y, position.territory_row(p, y));
            set(8 + side, y, pools[row]);
            set(10 + side, y, grounded[row] & position.live_row(p, y));
        }
        CaptureList found;
        captures(position, p, found);
        float* const first = plane(12 + side).data();
        for (const CapturingDot& c : found) first[layout(c.dot.x(), c.dot.y())] = 1.0F;
    }
    const bool goes_on = !position.is_terminal();
    const Status& status = position.status();
    const std::array<int, 2> totals = position.total_halves();
    const int lead_halves =
        totals[static_cast<std::size_t>(player)] - totals[static_cast<std::size_t>(other(player))];
    if (goes_on && position.to_move() == player) {
        fill(6, 1.0F);
        if (status.closing) fill(15, 1.0F);
    }
    if (lead_halves != 0) {
        fill(7, static_cast<float>(lead_halves) / static_cast<float>(2 * size.points()));
    }
    if (status.stopped_by == other(player)) fill(14, 1.0F);
    fill(16, 1.0F);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
