#include <dotcore/dots/symmetry.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

Position transformed(const Position& position, Symmetry symmetry) {
    if (symmetry == Symmetry::identity) return position;
    const Size size = position.size();
    Position::Planes planes;
    const auto carry = [&](Rows& to, int y, std::uint64_t row) {
        bits::for_each_bit(row, [&](int x) {
            const Point p = transformed(Point::at(x, y), size, symmetry);
            to[static_cast<std::size_t>(p.y())] |= p.bit();
        });
    };
    for (int y = 0; y < size.height; ++y) {
        for (const Player player : {0, 1}) {
            const auto i = static_cast<std::size_t>(player);
            carry(planes.live[i], y, position.live_row(player, y));
            carry(planes.dead[i], y, position.dead_row(player, y));
            carry(planes.territory[i], y, position.territory_row(player, y));
        }
        carry(planes.scored, y, position.scored_row(y));
    }
    return Position(transformed(size, symmetry), position.rules(), planes, position.status());
}

std::pair<Position, Symmetry> canonical(const Position& position) {
    std::pair<Position, Symmetry> best{position, Symmetry::identity};
    const bool is_square = position.size().width == position.size().height;
    for (const Symmetry symmetry : all_symmetries) {
        if (!is_square && turns_sides(symmetry)) continue;
        const Position turned = transformed(position, symmetry);
        if (turned.key() < best.first.key()) best = {turned, symmetry};
    }
    return best;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
