#include <dotcore/dots/start.hpp>

#include <array>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

void add_cross(std::vector<Dot>& dots, int x, int y, Player first) {
    dots.push_back({Point::at(x, y), first});
    dots.push_back({Point::at(x + 1, y), other(first)});
    dots.push_back({Point::at(x + 1, y + 1), first});
    dots.push_back({Point::at(x, y + 1), other(first)});
}

void require_size(Size size, Start start, Size least) {
    if (size.width >= least.width && size.height >= least.height) return;
    throw RulesError("start='" + std::string(name_of(start)) + "' needs a board of at least " +
                     std::to_string(least.width) + "x" + std::to_string(least.height) +
                     ", this one is " + std::to_string(size.width) + "x" +
                     std::to_string(size.height));
}

void require_playable(Size size) {
    if (size.is_playable()) return;
    throw RulesError("a board of " + std::to_string(size.width) + "x" +
                     std::to_string(size.height) + "; width and height are 1 to 64");
}

// A column or row for a cross in [low, high], one point off both ends where there is room.
[[nodiscard]] int inner_place(int low, int high, Rng& rng) {
    if (high - low >= 2) {
        ++low;
        --high;
    }
    return low + static_cast<int>(rng.below(static_cast<std::uint32_t>(high - low + 1)));
}

}  // namespace

std::vector<Dot> start_dots(Size size, Start start) {
    const int w = size.width;
    const int h = size.height;
    std::vector<Dot> dots;
    switch (start) {
        case Start::empty:
            break;
        case Start::single:
            dots.push_back({Point::at(w / 2, h / 2), 0});
            break;
        case Start::cross:
            require_size(size, start, {2, 2});
            add_cross(dots, (w + 1) / 2 - 1, h / 2 - 1, 0);
            break;
        case Start::double_cross:
            require_size(size, start, {4, 2});
            add_cross(dots, (w + 1) / 2 - 2, h / 2 - 1, 0);
            add_cross(dots, (w + 1) / 2, h / 2 - 1, 1);
            break;
        case Start::four_crosses: {
            require_size(size, start, {4, 4});
            const bool is_standard =
                w == 39 && h == 32;  // the one size whose places are set by custom
            const int x = is_standard ? 11 : (w - 3) / 3;
            const int y = is_standard ? 10 : (h - 3) / 3;
            add_cross(dots, x, y, 0);
            add_cross(dots, w - 2 - x, y, 0);
            add_cross(dots, w - 2 - x, h - 2 - y, 0);
            add_cross(dots, x, h - 2 - y, 0);
            break;
        }
    }
    return dots;
}

std::vector<Dot> random_four_crosses(Size size, Rng& rng) {
    require_playable(size);
    require_size(size, Start::four_crosses, {4, 4});
    const int half_w = size.width / 2;
    const int half_h = size.height / 2;
    std::vector<Dot> dots;
    for (const int bottom : {0, 1}) {
        for (const int right : {0, 1}) {
            const int x = right != 0 ? inner_place(size.width - half_w, size.width - 2, rng)
                                     : inner_place(0, half_w - 2, rng);
            const int y = bottom != 0 ? inner_place(size.height - half_h, size.height - 2, rng)
                                      : inner_place(0, half_h - 2, rng);
            add_cross(dots, x, y, 0);
        }
    }
    return dots;
}

Position start_position(Size size, const Rules& rules) {
    require_playable(size);
    Position position = start_position(size, rules, start_dots(size, rules.start));
    if (rules.start == Start::single) position.set_to_move(1);
    return position;
}

Position start_position(Size size, const Rules& rules, std::span<const Dot> dots) {
    require_playable(size);
    Position position(size, rules);
    UndoLog log;
    for (const Dot& dot : dots) {
        if (dot.player != 0 && dot.player != 1) {
            throw RulesError("starting dot of player " + std::to_string(dot.player) +
                             "; players are 0 and 1");
        }
        if (!size.holds(dot.point.x(), dot.point.y()) || !position.is_playable(dot.point)) {
            throw RulesError("starting dot (" + std::to_string(dot.point.x()) + ", " +
                             std::to_string(dot.point.y()) + ") is not on a playable point of a " +
                             std::to_string(size.width) + "x" + std::to_string(size.height) +
                             " board");
        }
        position.place(dot.point, dot.player, log);
    }
    position.set_to_move(0);
    return position;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
