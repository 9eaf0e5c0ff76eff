#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <dotcore/dots/pool.hpp>

#include "drawn.hpp"
#include "slow_dots.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

namespace {

using slow::Set;

struct Found {
    bool is_pool = false;
    Set pool;
    std::vector<Point> chain;
    Set area;
};

Found find(const Set& wall, Size size, Point seed) {
    const PaddedRows rows = slow::rows_of(wall);
    Found found;
    Region pool;
    if (!find_pool(rows, size, seed, pool)) return found;
    found.is_pool = true;
    found.pool = slow::set_of(pool);
    Chain chain;
    find_chain(rows, pool, chain);
    found.chain.assign(chain.points().begin(), chain.points().end());
    Region area;
    find_area(chain.points(), area);
    found.area = slow::set_of(area);
    return found;
}

// X stands for the wall; the seed is the star; of the drawing of what is found, c is the chain and
// a the area.
std::string chain_and_area(std::string_view text) {
    const auto [position, seed] = drawn::before_star(text);
    const Size size = position.size();
    const Position& drawing = position;
    const Set wall = slow::set_of(size, [&](int y) { return drawing.live_row(0, y); });
    const Found found = find(wall, size, seed);
    if (!found.is_pool) return "no pool";
    const Set chain = slow::set_of(found.chain);
    std::string result;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            result += slow::has(chain, x, y) ? 'c' : slow::has(found.area, x, y) ? 'a' : '.';
        }
        if (y + 1 < size.height) result += '\n';
    }
    return result;
}

Set random_wall(Rng& rng, Size size, double density) {
    std::vector<std::uint64_t> rows;
    for (int y = 0; y < size.height; ++y) rows.push_back(drawn::random_row(rng, size, density));
    return slow::set_of(size, [&](int y) { return rows[static_cast<std::size_t>(y)]; });
}

// A wall around a random blob of points, with some dots more inside and outside: pools with
// islands, spurs and pockets out of few dots.
Set random_ring(Rng& rng, Size size) {
    Set blob;
    const bool bends = size.width >= 6 && size.height >= 7 && rng.below(4) == 0;
    if (bends) {  // around a pocket at (3, 3)
        for (const auto& [x, y] :
             {std::pair{2, 2}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {2, 5}, {3, 5}, {4, 5}, {4, 4}}) {
            blob.set(Point::at(x, y).index);
        }
    }
    if (!bends) blob.set(Point::at(size.width / 2, size.height / 2).index);
    for (int i = 0; i < 200 && !bends && blob.count() < 13; ++i) {
        const int x = between(rng, 1, size.width - 2);
        const int y = between(rng, 1, size.height - 2);
        for (const slow::Direction step : slow::orthogonal) {
            if (slow::has(blob, x + step.dx, y + step.dy)) blob.set(Point::at(x, y).index);
        }
    }
    Set wall;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const bool touches = std::any_of(slow::orthogonal.begin(), slow::orthogonal.end(),
                                             [&](slow::Direction step) {
                                                 return size.holds(x + step.dx, y + step.dy) &&
                                                        slow::has(blob, x + step.dx, y + step.dy);
                                             });
            const double share = slow::has(blob, x, y) ? (bends ? 0.05 : 0.2)
                                 : touches             ? 1.0
                                                       : 0.05;
            if (rng.uniform() < share) wall.set(Point::at(x, y).index);
        }
    }
    return wall;
}

// Every simple cycle of the wall's dots, from each cycle's first dot on, in both directions.
class AllCycles {
public:
    AllCycles(const Set& wall, Size size) : wall_(wall), size_(size) {}

    template <class Visit>
    void for_each(Visit&& visit) {
        for (int i = 0; i < max_points; ++i) {
            if (!wall_.test(static_cast<std::size_t>(i))) continue;
            path_.assign(1, Point{static_cast<std::uint16_t>(i)});
            on_path_.reset();
            on_path_.set(static_cast<std::size_t>(i));
            go_on(visit);
        }
    }

private:
    template <class Visit>
    void go_on(Visit& visit) {
        const Point here = path_.back();
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = here.x() + dx;
                const int y = here.y() + dy;
                if (!size_.holds(x, y) || !slow::has(wall_, x, y)) continue;
                const Point next = Point::at(x, y);
                if (next == path_.front() && path_.size() >= 4) visit(path_);
                // The first dot has the smallest index, so that each cycle is met from one dot
                // only.
                if (next <= path_.front() || on_path_.test(next.index)) continue;
                path_.push_back(next);
                on_path_.set(next.index);
                go_on(visit);
                on_path_.reset(next.index);
                path_.pop_back();
            }
        }
    }

    Set wall_;
    Size size_;
    std::vector<Point> path_;
    Set on_path_;
};

}  // namespace

TEST_CASE("the smallest pool has four dots around it") {
    CHECK(chain_and_area(R"(
        .X.
        X*X
        .X.)") == ".c.\ncac\n.c.");
}

TEST_CASE("points that reach the edge are no pool, and the edge is no wall") {
    CHECK(chain_and_area(R"(
        .XX.
        X..X
        X*.X)") == "no pool");
    CHECK(chain_and_area(R"(
        .XX.
        X..X
        X*..
        .XX.)") == "no pool");
    CHECK(chain_and_area("*") == "no pool");
    CHECK(chain_and_area("..*..") == "no pool");
}

TEST_CASE("own dots that hang into a pool and own islands are inside") {
    CHECK(chain_and_area(R"(
        .XXXXX.
        X..X..X
        X..X..X
        X*....X
        X..XX.X
        X..XX.X
        X.....X
        .XXXXX.)") == drawn::lines(R"(
        .cc.cc.
        caacaac
        caaaaac
        caaaaac
        caaaaac
        caaaaac
        caaaaac
        .ccccc.)"));
}

TEST_CASE("an own loop that hangs on one wall dot is inside") {
    CHECK(chain_and_area(R"(
        .XXXXXXX.
        X...X...X
        X..X.X..X
        X*..X...X
        X.......X
        .XXXXXXX.)") == drawn::lines(R"(
        .ccc.ccc.
        caaacaaac
        caaaaaaac
        caaaaaaac
        caaaaaaac
        .ccccccc.)"));
}

TEST_CASE("a loop may be a pool of its own, with the wall dot on its chain too") {
    CHECK(chain_and_area(R"(
        .XXXXXXX.
        X...X...X
        X..X*X..X
        X...X...X
        X.......X
        .XXXXXXX.)") == drawn::lines(R"(
        .........
        ....c....
        ...cac...
        ....c....
        .........
        .........)"));
}

TEST_CASE("a pocket that two touching dots of the chain shut in lies outside") {
    CHECK(chain_and_area(R"(
        .XX..XX.
        X..XX..X
        X.X..X.X
        X*.XX..X
        X......X
        .XXXXXX.)") == drawn::lines(R"(
        .cc..cc.
        caaccaac
        cac..cac
        caaccaac
        caaaaaac
        .cccccc.)"));
}

TEST_CASE("pools of a wall are those that a flood fill finds, on boards of all sizes") {
    Rng rng(11);
    const auto check = [&](Size size) {
        const Set wall = random_wall(rng, size, 0.35 + 0.4 * rng.uniform());
        const PaddedRows rows = slow::rows_of(wall);
        for (int i = 0; i < 12; ++i) {
            const Point seed = drawn::random_point(rng, size);
            if (wall.test(seed.index)) continue;
            const std::optional<Set> expected = slow::pool_at(wall, size, seed);
            Region pool;
            const bool is_pool = find_pool(rows, size, seed, pool);
            REQUIRE(is_pool == expected.has_value());
            if (!is_pool) continue;
            REQUIRE(slow::set_of(pool) == *expected);
            REQUIRE(pool.count() == static_cast<int>(expected->count()));
            // The first and the last row hold a point.
            REQUIRE(pool.row(pool.first) != 0);
            REQUIRE(pool.row(pool.last) != 0);
        }
    };
    for (int side = 1; side <= 64; ++side) {
        CAPTURE(side);
        check({side, side});
        check({side, between(rng, 1, 64)});
        check({between(rng, 1, 64), side});
        check({64, side});
    }
}

TEST_CASE("chain and area of every pool are those of a walk on the pool's side") {
    Rng rng(12);
    int pools = 0;
    const auto check = [&](Size size) {
        const Set wall = random_wall(rng, size, 0.3 + 0.4 * rng.uniform());
        for (const Set& pool : slow::all_pools(wall, size)) {
            if (pool.count() < 3 && rng.below(8) != 0)
                continue;  // of the smallest there are too many
            ++pools;
            const Found found = find(wall, size, slow::first_of(pool));
            REQUIRE(found.is_pool);
            const std::vector<Point> chain = slow::chain_around(pool);
            REQUIRE(slow::set_of(found.chain) == slow::set_of(chain));
            REQUIRE(found.area == slow::area_of(chain));
            REQUIRE((pool & ~found.area).none());
            REQUIRE(is_simple_cycle(found.chain));
        }
    };
    for (int round = 0; round < 6; ++round) {
        for (int side = 3; side <= 64; side += 1 + round) {
            check({side, between(rng, 3, 64)});
            check({between(rng, 3, 64), side});
        }
    }
    CHECK(pools > 3000);
}

TEST_CASE("the chain of a pool is the smallest of all simple cycles around it") {
    Rng rng(13);
    int pools = 0;
    int with_inner_dots = 0;
    int with_pockets = 0;
    while (pools < 500) {
        const Size size{between(rng, 5, 8), between(rng, 5, 8)};
        const Set wall = random_ring(rng, size);
        if (wall.count() > 18) continue;
        for (const Set& pool : slow::all_pools(wall, size)) {
            const Point seed = slow::first_of(pool);
            const Found found = find(wall, size, seed);
            REQUIRE(found.is_pool);
            ++pools;
            if ((found.area & wall).any()) ++with_inner_dots;
            // What a flood fill that takes the chain for a wall would call inside.
            Set shut_in;
            for (const Set& part : slow::all_pools(slow::set_of(found.chain), size))
                shut_in |= part;
            if (shut_in != found.area) ++with_pockets;
            // Of the cycles around the pool the one with the fewest points inside, made of the
            // pool's neighbours alone.
            std::size_t fewest = std::numeric_limits<std::size_t>::max();
            std::vector<Set> smallest;
            AllCycles(wall, size).for_each([&](const std::vector<Point>& cycle) {
                if (!slow::is_inside(cycle, seed.x(), seed.y())) return;
                const Set area = slow::area_of(cycle);
                if (area.count() > fewest) return;
                if (area.count() < fewest) smallest.clear();
                fewest = area.count();
                smallest.push_back(area);
            });
            REQUIRE(fewest == found.area.count());
            for (const Set& area : smallest) REQUIRE(area == found.area);
            for (const Point dot : found.chain) {
                REQUIRE(std::any_of(
                    slow::orthogonal.begin(), slow::orthogonal.end(), [&](slow::Direction step) {
                        return size.holds(dot.x() + step.dx, dot.y() + step.dy) &&
                               slow::has(pool, dot.x() + step.dx, dot.y() + step.dy);
                    }));
            }
        }
    }
    CHECK(with_inner_dots > 50);
    CHECK(with_pockets > 20);
}

TEST_CASE("the inside of any simple cycle, crossing itself or not, is even-odd") {
    Rng rng(14);
    int cycles = 0;
    for (int round = 0; round < 100; ++round) {
        const Size size{between(rng, 3, 6), between(rng, 3, 6)};
        const Set wall = random_wall(rng, size, 0.5);
        if (wall.count() > 14) continue;
        AllCycles(wall, size).for_each([&](const std::vector<Point>& cycle) {
            if (++cycles > 20000) return;
            REQUIRE(is_simple_cycle(cycle));
            Region area;
            find_area(cycle, area);
            REQUIRE(slow::set_of(area) == slow::area_of(cycle));
        });
    }
    CHECK(cycles > 5000);
}

TEST_CASE("a chain along the whole of a 64 x 64 board has all else inside") {
    Set wall = slow::board_of({64, 64});
    for (int y = 1; y < 63; ++y) {
        for (int x = 1; x < 63; ++x) wall.reset(Point::at(x, y).index);
    }
    const Found found = find(wall, {64, 64}, Point::at(20, 30));
    REQUIRE(found.is_pool);
    CHECK(found.area.count() == 62 * 62);
    CHECK(found.chain.size() == 4 * 62);  // the corners are cut
}

TEST_CASE("a pool that winds through a whole 64 x 64 board is found with its chain") {
    // One corridor, one point wide, back and forth over the board.
    const Size size{64, 64};
    Set wall = slow::board_of(size);
    for (int y = 1; y < 63; y += 2) {
        for (int x = 1; x < 63; ++x) wall.reset(Point::at(x, y).index);
        if (y + 2 < 63) wall.reset(Point::at((y / 2) % 2 == 0 ? 62 : 1, y + 1).index);
    }
    const Found found = find(wall, size, Point::at(1, 1));
    REQUIRE(found.is_pool);
    const Set pool = *slow::pool_at(wall, size, Point::at(1, 1));
    CHECK(found.pool == pool);
    CHECK(slow::set_of(found.chain) == slow::set_of(slow::chain_around(pool)));
    CHECK(found.area == slow::area_of(slow::chain_around(pool)));
}

TEST_CASE("a simple cycle has four dots or more, each once, each next to the one before") {
    const auto at = Point::at;
    using Chain4 = std::vector<Point>;
    CHECK(is_simple_cycle(Chain4{at(1, 0), at(2, 1), at(1, 2), at(0, 1)}));
    CHECK(is_simple_cycle(Chain4{at(0, 0), at(1, 0), at(1, 1), at(0, 1)}));
    CHECK_FALSE(is_simple_cycle(Chain4{}));
    CHECK_FALSE(is_simple_cycle(Chain4{at(1, 0)}));
    CHECK_FALSE(is_simple_cycle(Chain4{at(1, 0), at(0, 0), at(0, 1)}));
    CHECK_FALSE(is_simple_cycle(Chain4{at(1, 0), at(2, 1), at(1, 2), at(0, 1), at(1, 0)}));
    CHECK_FALSE(
        is_simple_cycle(Chain4{at(1, 0), at(2, 1), at(1, 2), at(0, 2)}));  // open: (0, 2) to (1, 0)
    CHECK_FALSE(is_simple_cycle(Chain4{at(1, 0), at(3, 1), at(1, 2), at(0, 1)}));  // a gap
    CHECK_FALSE(
        is_simple_cycle(Chain4{at(63, 0), at(0, 1), at(0, 2), at(63, 1)}));  // over the edge
}

TEST_CASE("a region knows nothing of the rows beyond its own") {
    Region region;
    CHECK(region.count() == 0);
    CHECK_FALSE(region.holds(Point::at(0, 0)));
    region.first = 3;
    region.last = 4;
    region.rows[3] = 0b101;
    region.rows[4] = std::uint64_t{1} << 63;
    CHECK(region.count() == 3);
    CHECK(region.holds(Point::at(2, 3)));
    CHECK_FALSE(region.holds(Point::at(1, 3)));
    CHECK(region.holds(Point::at(63, 4)));
    CHECK(region.row(2) == 0);
    CHECK(region.row(5) == 0);
}
