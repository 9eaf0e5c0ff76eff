#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include <dotcore/dots/look.hpp>

#include "drawn.hpp"
#include "slow_dots.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

namespace {

Position random_position(Rng& rng, const Rules& rules) {
    const Size size{between(rng, 1, 9), between(rng, 1, 9)};
    Position position = drawn::strewn(rng, size, rules, 0.45, 0.3);
    UndoLog log;
    for (int i = 0; i < 10 && position.playable_count() > 0; ++i) {
        const std::vector<Point> playable = drawn::playable_points(position);
        position.place(playable[rng.below(static_cast<std::uint32_t>(playable.size()))],
                       static_cast<Player>(rng.below(2)), log);
    }
    return position;
}

}  // namespace

TEST_CASE("captures of one dot: where, how much, and all points that some of them take") {
    const Position position = from_ascii(R"(
        .X.X..
        XO.OX.
        .X.X.O
        ...XOX
        ....X.)",
                                         {});
    const OneMoveCaptures found = one_move_captures(position, 0);
    CHECK(found.moves == std::vector<Point>{Point::at(2, 1), Point::at(4, 2)});
    CHECK(found.gains == std::vector<std::int16_t>{2, 1});
    CHECK(found.taken[1] == 0b001010);
    CHECK(found.taken[3] == 0b010000);
    CHECK(one_move_captures(position, 1).moves.empty());
}

TEST_CASE("captures of one dot are those that the rules, dot by dot, give") {
    Rng rng(100);
    for (const Rules& rules : drawn::automatic_rules()) {
        for (int round = 0; round < 25; ++round) {
            const Position position = random_position(rng, rules);
            if (position.is_terminal()) continue;
            for (const Player player : {0, 1}) {
                const auto own = static_cast<std::size_t>(player);
                std::vector<Point> moves;
                std::vector<std::int16_t> gains;
                slow::Set taken;
                for (const Point p : drawn::playable_points(position)) {
                    if (position.why_illegal(p, player) != Illegal::none) continue;
                    slow::Dots twin(position);
                    twin.place(p, player);
                    slow::Set passed = twin.land[own] & ~slow::Dots(position).land[own];
                    passed &= ~slow::Dots(position).live[own];
                    passed.reset(p.index);
                    if (passed.none()) continue;
                    taken |= passed;
                    moves.push_back(p);
                    gains.push_back(
                        static_cast<std::int16_t>(twin.score(player) - position.score(player)));
                }
                const OneMoveCaptures found = one_move_captures(position, player);
                CAPTURE(to_ascii(position));
                REQUIRE(found.moves == moves);
                REQUIRE(found.gains == gains);
                REQUIRE(slow::set_of(position.size(), [&](int y) {
                            return found.taken[static_cast<std::size_t>(y)];
                        }) == taken);
            }
        }
    }
}

TEST_CASE("under capture=manual no dot captures by itself") {
    const Position position = from_ascii(".X.\nXO.\n.X.", {.capture = Capture::manual});
    CHECK(one_move_captures(position, 0).moves.empty());
}

TEST_CASE("what grounding is worth is seen without grounding") {
    const Position position = from_ascii("...\n.X.\n...", {});
    const Position after = grounded(position, 0);
    CHECK(after.score(1) == 1);
    CHECK(after.is_terminal());
    CHECK_FALSE(position.is_terminal());
}

TEST_CASE("cells and owners are those of the drawing") {
    const Position position = from_ascii(R"(
        .XX..OO.
        XoaXOxbO
        .XX..OO.)",
                                         {});
    const auto cells = [&](int y) {
        std::string row;
        for (int x = 0; x < 8; ++x)
            row += std::to_string(static_cast<int>(cell_at(position, Point::at(x, y))));
        return row;
    };
    CHECK(cells(0) == "01100220");
    CHECK(cells(1) == "14512362");
    const auto owners = [&](int y) {
        std::string row;
        for (int x = 0; x < 8; ++x) row += "-01"[owner_of(position, Point::at(x, y)) + 1];
        return row;
    };
    CHECK(owners(0) == "-00--11-");
    CHECK(owners(1) == "00001111");
}

TEST_CASE("a dot freed is a dot again, in a region of its own player") {
    const Position position = from_ascii(R"(
        ..O..
        .OxO.
        OxOxO
        .OxO.
        ..O..)",
                                         {.recapture = Recapture::free});
    CHECK(cell_at(position, Point::at(2, 2)) == Cell::dot1);
    CHECK(owner_of(position, Point::at(2, 2)) == 1);
    CHECK(cell_at(position, Point::at(2, 1)) == Cell::taken0);
}

TEST_CASE("the planes for a network are point by point what a player sees") {
    Rng rng(101);
    for (const Rules& rules :
         {Rules{}, Rules::zagram(), Rules{.scoring = Scoring::territory, .komi_halves = 3}}) {
        for (int round = 0; round < 40; ++round) {
            Position position = random_position(rng, rules);
            UndoLog log;
            if (round % 4 == 0) position.stop(0, log);
            if (round % 8 == 0) position.stop(1, log);
            const Size size = position.size();
            const auto points = static_cast<std::size_t>(size.points());
            for (const Player player : {0, 1}) {
                std::vector<float> planes(observation_planes * points, -7.0F);
                observe(position, player, planes);
                const std::array<int, 2> totals = position.total_halves();
                const int lead = totals[static_cast<std::size_t>(player)] -
                                 totals[static_cast<std::size_t>(1 - player)];
                for (int y = 0; y < size.height; ++y) {
                    for (int x = 0; x < size.width; ++x) {
                        const auto bit = [x](std::uint64_t row) {
                            return static_cast<float>(row >> x & 1);
                        };
                        const std::array<float, observation_planes> expected{
                            bit(position.live_row(player, y)),
                            bit(position.live_row(1 - player, y)),
                            bit(position.territory_row(player, y)),
                            bit(position.territory_row(1 - player, y)),
                            bit(position.scored_row(y)),
                            bit(position.playable_row(y)),
                            position.current_player() == player ? 1.0F : 0.0F,
                            static_cast<float>(lead) / static_cast<float>(2 * size.points())};
                        for (std::size_t plane = 0; plane < observation_planes; ++plane) {
                            REQUIRE(planes[plane * points +
                                           static_cast<std::size_t>(y * size.width + x)] ==
                                    expected[plane]);
                        }
                    }
                }
            }
        }
    }
}
