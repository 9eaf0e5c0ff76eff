#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/dots/features.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/threats.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

std::vector<float> features(const Position& position, Player player,
                            Symmetry symmetry = Symmetry::identity) {
    std::vector<float> out(static_cast<std::size_t>(feature_planes * position.size().points()),
                           7.0F);
    write_features(position, player, symmetry, out);
    return out;
}

// The named plane, drawn: # where it is not 0.
std::string plane(const Position& position, Player player, std::string_view name) {
    const auto number = static_cast<std::size_t>(
        std::find(feature_names.begin(), feature_names.end(), name) - feature_names.begin());
    REQUIRE(number < feature_names.size());
    const std::vector<float> all = features(position, player);
    const auto width = static_cast<std::size_t>(position.size().width);
    const auto points = static_cast<std::size_t>(position.size().points());
    std::string text;
    for (std::size_t i = 0; i < points; ++i) {
        if (i > 0 && i % width == 0) text += '\n';
        text += all[number * points + i] != 0 ? '#' : '.';
    }
    return text;
}

bool is_all(const Position& position, Player player, std::string_view name, bool set) {
    return plane(position, player, name).find(set ? '.' : '#') == std::string::npos;
}

Position played(Rng& rng, Size size, const Rules& rules) {
    Position position(size, rules);
    Actions actions;
    UndoLog log;
    for (int left = drawn::between(rng, 0, size.points()); left > 0; --left) {
        if (position.is_terminal()) break;
        position.legal_actions(actions);
        position.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))], log);
    }
    return position;
}

}  // namespace

TEST_CASE("every plane has a name of its own") {
    CHECK(std::set<std::string>(feature_names.begin(), feature_names.end()).size() ==
          feature_planes);
}

TEST_CASE("an empty pool's playable points, seen by its owner and by the enemy") {
    const Position position = from_ascii(".X...\nX.X..\n.X.O.\n.....", {});
    CHECK(plane(position, 0, "own_pools") == ".....\n.#...\n.....\n.....");
    CHECK(plane(position, 1, "enemy_pools") == ".....\n.#...\n.....\n.....");
    CHECK(is_all(position, 0, "enemy_pools", false));
}

TEST_CASE("dots joined to the edge side to side are grounded, diagonal ones are not") {
    const Position position = from_ascii(".X...\n.X.O.\n..X..\n...X.\n.....", {});
    CHECK(plane(position, 0, "own_grounded") == ".#...\n.#...\n.....\n.....\n.....");
    CHECK(is_all(position, 0, "enemy_grounded", false));
}

TEST_CASE("where one dot captures, whoever is to move") {
    const Position position = from_ascii(".X...\nXO...\n.X...\n.....", {});
    CHECK(plane(position, 0, "own_captures") == ".....\n..#..\n.....\n.....");
    CHECK(plane(position, 1, "enemy_captures") == ".....\n..#..\n.....\n.....");
    CHECK(is_all(position, 0, "enemy_captures", false));
}

TEST_CASE("whose turn it is, who has stopped, who is closing") {
    UndoLog log;
    Position position({3, 3}, {});
    CHECK(is_all(position, 0, "own_turn", true));
    CHECK(is_all(position, 1, "own_turn", false));
    position.stop(0, log);
    CHECK(is_all(position, 1, "enemy_stopped", true));
    CHECK(is_all(position, 0, "enemy_stopped", false));
    CHECK(is_all(position, 0, "ones", true));

    Position manual = from_ascii(".X.\nXO.\n.X.", Rules{.capture = Capture::manual});
    manual.set_to_move(0);
    manual.apply(5, log);
    REQUIRE(manual.status().closing);
    CHECK(is_all(manual, 0, "own_closing", true));
    CHECK(is_all(manual, 1, "own_closing", false));
}

TEST_CASE("the first planes are those of observe, whatever the rules") {
    Rng rng(1);
    for (const Rules& rules : drawn::all_rules()) {
        const Position position = played(rng, {7, 5}, rules);
        for (const Player player : {0, 1}) {
            std::vector<float> seen(
                static_cast<std::size_t>(observation_planes * position.size().points()));
            observe(position, player, seen);
            std::vector<float> planes = features(position, player);
            planes.resize(seen.size());
            CHECK(planes == seen);
        }
    }
}

TEST_CASE("the planes agree with the questions that they answer") {
    Rng rng(2);
    for (const Rules& rules : drawn::all_rules()) {
        const Position position = played(rng, {8, 9}, rules);
        const auto points = static_cast<std::size_t>(position.size().points());
        const std::vector<float> planes = features(position, 0);
        const auto at = [&](std::size_t number, int x, int y) {
            return planes[number * points + static_cast<std::size_t>(y * 8 + x)] != 0;
        };
        for (const Player player : {0, 1}) {
            const auto side = static_cast<std::size_t>(player);
            const Rows pools = position.empty_pools(player);
            const Position after = grounded(position, player);
            CaptureList found;
            captures(position, player, found);
            for (int y = 0; y < 9; ++y) {
                for (int x = 0; x < 8; ++x) {
                    const Point p = Point::at(x, y);
                    CHECK(at(8 + side, x, y) ==
                          ((pools[static_cast<std::size_t>(y)] >> x & 1) != 0));
                    CHECK(at(10 + side, x, y) ==
                          (position.is_live(player, p) && after.is_live(player, p)));
                    CHECK(at(12 + side, x, y) == (found.gain_at(p) > 0));
                }
            }
        }
    }
}

TEST_CASE("planes in a symmetry are the planes of the transformed position") {
    Rng rng(3);
    for (const Size size : {Size{1, 1}, {1, 6}, {7, 4}, {6, 6}, {64, 3}, {3, 64}}) {
        for (const Symmetry symmetry : all_symmetries) {
            const Position position = played(rng, size, Rules::zagram());
            CHECK(features(position, 1, symmetry) == features(transformed(position, symmetry), 1));
        }
    }
}

TEST_CASE("legal actions move with the board, and back by the inverse") {
    Rng rng(4);
    for (const Rules& rules : drawn::all_rules()) {
        for (const Symmetry symmetry : all_symmetries) {
            const Position position = played(rng, {5, 4}, rules);
            const Position turned = transformed(position, symmetry);
            Actions legal;
            Actions legal_turned;
            position.legal_actions(legal);
            turned.legal_actions(legal_turned);
            std::vector<Action> moved;
            for (const Action a : legal) {
                moved.push_back(transformed(a, position.size(), symmetry));
                CHECK(transformed(moved.back(), turned.size(), inverse(symmetry)) == a);
            }
            std::sort(moved.begin(), moved.end());
            CHECK(moved == std::vector(legal_turned.begin(), legal_turned.end()));
        }
    }
}
