#include <doctest/doctest.h>

#include <cstdint>

#include <dotcore/dots/point.hpp>

using namespace dotcore::dots;

static_assert(other(0) == 1 && other(1) == 0);
static_assert(sizeof(Point) == 2);
static_assert(Point::at(63, 63).index == max_points - 1);
static_assert(Size{39, 32}.points() == 1248);
static_assert(Size{64, 64}.columns() == ~std::uint64_t{0});
static_assert(Size{1, 5}.columns() == 1);

TEST_CASE("a point gives back its column and row, and its bit in the row") {
    for (int y = 0; y < max_side; ++y) {
        for (int x = 0; x < max_side; ++x) {
            const Point p = Point::at(x, y);
            REQUIRE(p.x() == x);
            REQUIRE(p.y() == y);
            REQUIRE(p.bit() == std::uint64_t{1} << x);
        }
    }
}

TEST_CASE("points are in reading order") {
    CHECK(Point::at(63, 0) < Point::at(0, 1));
    CHECK(Point::at(4, 7) < Point::at(5, 7));
    CHECK(Point::at(4, 7) == Point::at(4, 7));
}

TEST_CASE("boards have 1 to 64 points on a side") {
    CHECK(Size{1, 1}.is_playable());
    CHECK(Size{64, 64}.is_playable());
    CHECK(Size{1, 64}.is_playable());
    CHECK_FALSE(Size{0, 1}.is_playable());
    CHECK_FALSE(Size{1, 0}.is_playable());
    CHECK_FALSE(Size{65, 1}.is_playable());
    CHECK_FALSE(Size{1, 65}.is_playable());
    CHECK_FALSE(Size{-1, 5}.is_playable());
}

TEST_CASE("a size holds the points from the top left to its last column and row") {
    constexpr Size size{3, 2};
    CHECK(size.holds(0, 0));
    CHECK(size.holds(2, 1));
    CHECK_FALSE(size.holds(3, 0));
    CHECK_FALSE(size.holds(0, 2));
    CHECK_FALSE(size.holds(-1, 0));
    CHECK_FALSE(size.holds(0, -1));
}
