#include <doctest/doctest.h>

#include <set>
#include <string>

#include <dotcore/dots/symmetry.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;
using enum dotcore::dots::Symmetry;

namespace {

std::string turned(std::string_view text, Symmetry symmetry) {
    return to_ascii(transformed(from_ascii(text, {}), symmetry));
}

Position played(Rng& rng, Size size, const Rules& rules) {
    Position position(size, rules);
    UndoLog log;
    for (int left = between(rng, 0, size.points()); left > 0 && position.playable_count() > 0;
         --left) {
        const std::vector<Point> playable = drawn::playable_points(position);
        const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
        position.place(p, rng.below(3) == 0 ? 1 : 0, log);
    }
    return position;
}

}  // namespace

TEST_CASE("each symmetry turns a board as its name says; rotations are clockwise") {
    constexpr std::string_view text = "XO.\n.X.";
    CHECK(turned(text, identity) == "XO.\n.X.");
    CHECK(turned(text, rotate_90) == ".X\nXO\n..");
    CHECK(turned(text, rotate_180) == ".X.\n.OX");
    CHECK(turned(text, rotate_270) == "..\nOX\nX.");
    CHECK(turned(text, flip_x) == ".OX\n.X.");
    CHECK(turned(text, flip_y) == ".X.\nXO.");
    CHECK(turned(text, transpose) == "X.\nOX\n..");
    CHECK(turned(text, anti_transpose) == "..\nXO\n.X");
}

TEST_CASE("symmetries map a board's points one to one onto those of the turned board") {
    for (const Size size : {Size{1, 1}, Size{5, 3}, Size{64, 1}, Size{64, 64}}) {
        for (const Symmetry symmetry : all_symmetries) {
            const Size to = transformed(size, symmetry);
            CHECK(to == (turns_sides(symmetry) ? Size{size.height, size.width} : size));
            std::set<Point> reached;
            for (int y = 0; y < size.height; ++y) {
                for (int x = 0; x < size.width; ++x) {
                    const Point p = transformed(Point::at(x, y), size, symmetry);
                    REQUIRE(to.holds(p.x(), p.y()));
                    REQUIRE(transformed(p, to, inverse(symmetry)) == Point::at(x, y));
                    reached.insert(p);
                }
            }
            CHECK(static_cast<int>(reached.size()) == size.points());
        }
    }
}

TEST_CASE("positions turned and turned back are the same, and keep scores and consistency") {
    Rng rng(60);
    for (const Rules& rules : drawn::automatic_rules()) {
        for (int round = 0; round < 10; ++round) {
            const Position position =
                played(rng, {between(rng, 1, 12), between(rng, 1, 12)}, rules);
            for (const Symmetry symmetry : all_symmetries) {
                const Position there = transformed(position, symmetry);
                const char* wrong = there.check_consistency();
                REQUIRE_MESSAGE(wrong == nullptr, wrong);
                for (const Player player : {0, 1})
                    REQUIRE(there.score(player) == position.score(player));
                REQUIRE(there.playable_count() == position.playable_count());
                REQUIRE(there.to_move() == position.to_move());
                REQUIRE(transformed(there, inverse(symmetry)) == position);
            }
        }
    }
}

TEST_CASE("a dot placed on a turned board does what it does on the board itself") {
    Rng rng(61);
    UndoLog log;
    for (const Rules& rules : drawn::automatic_rules()) {
        for (int round = 0; round < 30; ++round) {
            const Size size{between(rng, 2, 9), between(rng, 2, 9)};
            Position position = drawn::strewn(rng, size, rules, 0.5, 0.3);
            if (position.playable_count() == 0) continue;
            const std::vector<Point> playable = drawn::playable_points(position);
            const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
            const Symmetry symmetry = all_symmetries[rng.below(8)];
            Position there = transformed(position, symmetry);
            const auto player = static_cast<Player>(rng.below(2));
            const int gained = position.place(p, player, log);
            REQUIRE(there.place(transformed(p, size, symmetry), player, log) == gained);
            REQUIRE(there == transformed(position, symmetry));
        }
    }
}

TEST_CASE("positions that are symmetric to each other share a canonical form") {
    Rng rng(62);
    for (int round = 0; round < 60; ++round) {
        const int side = between(rng, 1, 9);
        const bool is_square = rng.below(2) == 0;
        const Position position = played(rng, {side, is_square ? side : between(rng, 1, 9)}, {});
        const auto [form, way] = canonical(position);
        REQUIRE(transformed(position, way) == form);
        for (const Symmetry symmetry : all_symmetries) {
            const Position there = transformed(position, symmetry);
            if (!(there.size() == position.size())) continue;
            REQUIRE(canonical(there).first == form);
        }
    }
}
