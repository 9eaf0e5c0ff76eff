#include <dotcore/dots/look.hpp>

#include <algorithm>

namespace dotcore {
inline namespace abi1 {
namespace dots {

OneMoveCaptures one_move_captures(const Position& position, Player player) {
    OneMoveCaptures found;
    if (!position.rules().captures_by_itself()) return found;
    Position trial = position;
    UndoLog log;
    const int height = position.size().height;
    for (int y = 0; y < height; ++y) {
        bits::for_each_bit(position.playable_row(y), [&](int x) {
            const Point p = Point::at(x, y);
            if (position.why_illegal(p, player) != Illegal::none) return;
            trial.place(p, player, log);
            bool captures = false;
            for (int k = 0; k < height; ++k) {
                const std::uint64_t before =
                    position.territory_row(player, k) | position.live_row(player, k);
                const std::uint64_t taken =
                    trial.territory_row(player, k) & ~before & ~(k == y ? p.bit() : 0);
                captures = captures || taken != 0;
                found.taken[static_cast<std::size_t>(k)] |= taken;
            }
            if (captures) {
                found.moves.push_back(p);
                found.gains.push_back(
                    static_cast<std::int16_t>(trial.score(player) - position.score(player)));
            }
            trial.undo(log);
        });
    }
    return found;
}

Position grounded(const Position& position, Player player) {
    Position after = position;
    UndoLog log;
    after.ground(player, log);
    return after;
}

Cell cell_at(const Position& position, Point p) noexcept {
    const auto has = [&](std::uint64_t row) { return (row & p.bit()) != 0; };
    const int y = p.y();
    for (const Player player : {0, 1}) {
        if (has(position.live_row(player, y) | position.dead_row(player, y))) {
            const Cell plain = player == 0 ? Cell::dot0 : Cell::dot1;
            const Cell taken = player == 0 ? Cell::taken0 : Cell::taken1;
            return has(position.scored_row(y)) ? taken : plain;
        }
    }
    if (has(position.territory_row(0, y))) return Cell::territory0;
    if (has(position.territory_row(1, y))) return Cell::territory1;
    return Cell::empty;
}

int owner_of(const Position& position, Point p) noexcept {
    for (const Player player : {0, 1}) {
        const std::uint64_t held =
            position.live_row(player, p.y()) | position.territory_row(player, p.y());
        if ((held & p.bit()) != 0) return player;
    }
    return -1;
}

void observe(const Position& position, Player player, std::span<float> out) {
    const Size size = position.size();
    const Player enemy = other(player);
    std::fill(out.begin(), out.end(), 0.0F);
    const auto points = static_cast<std::size_t>(size.points());
    const auto set = [&](std::size_t plane, int y, std::uint64_t row) {
        const std::size_t first = plane * points + static_cast<std::size_t>(y * size.width);
        bits::for_each_bit(row, [&](int x) { out[first + static_cast<std::size_t>(x)] = 1.0F; });
    };
    for (int y = 0; y < size.height; ++y) {
        set(0, y, position.live_row(player, y));
        set(1, y, position.live_row(enemy, y));
        set(2, y, position.territory_row(player, y));
        set(3, y, position.territory_row(enemy, y));
        set(4, y, position.scored_row(y));
        set(5, y, position.playable_row(y));
    }
    const auto plane = [&](std::size_t i) { return out.subspan(i * points, points); };
    const bool to_move = !position.is_terminal() && position.to_move() == player;
    std::ranges::fill(plane(6), to_move ? 1.0F : 0.0F);
    const std::array<int, 2> totals = position.total_halves();
    const int lead_halves =
        totals[static_cast<std::size_t>(player)] - totals[static_cast<std::size_t>(enemy)];
    std::ranges::fill(plane(7),
                      static_cast<float>(lead_halves) / static_cast<float>(2 * size.points()));
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
