#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/start.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

std::string started(Size size, Start start) {
    return to_ascii(start_position(size, {.start = start}));
}

}  // namespace

TEST_CASE("single stands in the middle, and player 1 moves") {
    CHECK(started({1, 1}, Start::single) == "X");
    CHECK(started({3, 3}, Start::single) == "...\n.X.\n...");
    CHECK(started({4, 2}, Start::single) == "....\n..X.");
    CHECK(start_position({3, 3}, {.start = Start::single}).to_move() == 1);
}

TEST_CASE("a cross stands in the middle, left and above of it where sides are even") {
    CHECK(started({2, 2}, Start::cross) == "XO\nOX");
    CHECK(started({4, 3}, Start::cross) == ".XO.\n.OX.\n....");
    CHECK(started({5, 5}, Start::cross) == ".....\n..XO.\n..OX.\n.....\n.....");
    CHECK(start_position({4, 4}, {.start = Start::cross}).to_move() == 0);
}

TEST_CASE("a double cross is two crosses side by side, the second with colours swapped") {
    CHECK(started({4, 2}, Start::double_cross) == "XOOX\nOXXO");
    CHECK(started({6, 3}, Start::double_cross) == ".XOOX.\n.OXXO.\n......");
}

TEST_CASE("four crosses stand a third in, by custom elsewhere at 39 x 32") {
    CHECK(started({4, 4}, Start::four_crosses) == "XOXO\nOXoX\nXoXO\nOXOX");
    CHECK(started({9, 9}, Start::four_crosses) == drawn::lines(R"(
        .........
        .........
        ..XO.XO..
        ..OX.OX..
        .........
        ..XO.XO..
        ..OX.OX..
        .........
        .........)"));
    const std::vector<Dot> standard = start_dots({39, 32}, Start::four_crosses);
    REQUIRE(standard.size() == 16);
    CHECK(standard[0] == Dot{Point::at(11, 10), 0});
    CHECK(standard[1] == Dot{Point::at(12, 10), 1});
    CHECK(standard[2] == Dot{Point::at(12, 11), 0});
    CHECK(standard[3] == Dot{Point::at(11, 11), 1});
    CHECK(standard[8] == Dot{Point::at(26, 20), 0});
}

TEST_CASE("every named start fits on every board that is large enough, and on no smaller one") {
    struct Least {
        Start start;
        int width;
        int height;
        std::size_t dots;
    };
    for (const Least& least :
         {Least{Start::empty, 1, 1, 0}, Least{Start::single, 1, 1, 1}, Least{Start::cross, 2, 2, 4},
          Least{Start::double_cross, 4, 2, 8}, Least{Start::four_crosses, 4, 4, 16}}) {
        for (int width = 1; width <= 64; ++width) {
            for (int height = 1; height <= 64; ++height) {
                if (width < least.width || height < least.height) {
                    REQUIRE_THROWS_AS((void)start_dots({width, height}, least.start), RulesError);
                    continue;
                }
                const std::vector<Dot> dots = start_dots({width, height}, least.start);
                REQUIRE(dots.size() == least.dots);
                std::set<Point> points;
                for (const Dot& dot : dots) {
                    REQUIRE(Size{width, height}.holds(dot.point.x(), dot.point.y()));
                    points.insert(dot.point);
                }
                REQUIRE(points.size() == dots.size());
            }
        }
    }
    CHECK_THROWS_WITH_AS((void)start_dots({3, 3}, Start::four_crosses),
                         "start='four_crosses' needs a board of at least 4x4, this one is 3x3",
                         RulesError);
}

TEST_CASE("explicit dots are placed as moves would be, captures included, with player 0 to move") {
    const std::vector<Dot> dots{{Point::at(1, 1), 1},
                                {Point::at(1, 0), 0},
                                {Point::at(0, 1), 0},
                                {Point::at(2, 1), 0},
                                {Point::at(1, 2), 0}};
    const Position position = start_position({3, 3}, {}, dots);
    CHECK(to_ascii(position) == ".X.\nXoX\n.X.");
    CHECK(position.to_move() == 0);
    CHECK(position.check_consistency() == nullptr);
    std::vector<Dot> into_region = dots;
    into_region.push_back({Point::at(1, 1), 0});
    CHECK_THROWS_AS((void)start_position({3, 3}, {}, into_region), RulesError);
    CHECK_THROWS_AS((void)start_position({65, 3}, {}, {}), RulesError);
}

TEST_CASE("random four crosses lie one in each quarter, apart where the board allows it") {
    Rng rng(70);
    for (int width = 4; width <= 40; width += 3) {
        for (int height = 4; height <= 40; height += 4) {
            std::set<std::vector<int>> seen;
            for (int i = 0; i < 20; ++i) {
                const std::vector<Dot> dots = random_four_crosses({width, height}, rng);
                REQUIRE(dots.size() == 16);
                std::vector<int> places;
                for (std::size_t k = 0; k < 16; k += 4) {
                    const int x = dots[k].point.x();
                    const int y = dots[k].point.y();
                    REQUIRE(dots[k] == Dot{Point::at(x, y), 0});
                    REQUIRE(dots[k + 1] == Dot{Point::at(x + 1, y), 1});
                    REQUIRE(dots[k + 2] == Dot{Point::at(x + 1, y + 1), 0});
                    REQUIRE(dots[k + 3] == Dot{Point::at(x, y + 1), 1});
                    const bool right = k % 8 == 4;
                    const bool below = k >= 8;
                    REQUIRE((right ? x >= width - width / 2 : x + 1 < width / 2));
                    REQUIRE((below ? y >= height - height / 2 : y + 1 < height / 2));
                    REQUIRE(x + 1 < width);
                    REQUIRE(y + 1 < height);
                    places.push_back(x);
                    places.push_back(y);
                }
                CHECK_NOTHROW((void)start_position({width, height}, {}, dots));
                seen.insert(places);
            }
            if (width > 12 && height > 12) CHECK(seen.size() > 10);
        }
    }
    CHECK_THROWS_AS((void)random_four_crosses({3, 4}, rng), RulesError);
    CHECK_THROWS_AS((void)random_four_crosses({65, 64}, rng), RulesError);
}
