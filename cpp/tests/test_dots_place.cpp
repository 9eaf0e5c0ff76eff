// Placing a dot: the diagrams of the rules, and the core against a slow twin that looks at every
// pool.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <dotcore/dots/playout.hpp>
#include <dotcore/dots/position.hpp>

#include "drawn.hpp"
#include "slow_dots.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::before_star;
using drawn::between;

namespace {

// What the board looks like after the dot on the star, with the dots gained: "+1" and the drawing.
std::string after_star(std::string_view text, Player player, const Rules& rules = {}) {
    auto [position, star] = before_star(text, rules);
    UndoLog log;
    const int gained = position.place(star, player, log);
    CHECK(position.check_consistency() == nullptr);
    return (gained < 0 ? "" : "+") + std::to_string(gained) + "\n" + to_ascii(position);
}

constexpr Rules keeping{};
constexpr Rules freeing{.recapture = Recapture::free};
constexpr Rules entry_wait{.entry = Entry::wait};
constexpr Rules entry_capture{.entry = Entry::capture};
constexpr Rules entry_illegal{.entry = Entry::illegal};

// Places the dot in the core, with and without log, and in the twin, and compares everything.
void place_everywhere(Position& position, Point p, Player player, UndoLog& log) {
    slow::Dots twin(position);
    Position unlogged = position;
    const int expected = twin.place(p, player);
    const int gained = position.place(p, player, log);
    REQUIRE(slow::difference(position, twin) == "");
    REQUIRE(gained == expected);
    REQUIRE(position.check_consistency() == nullptr);
    REQUIRE(unlogged.place<false>(p, player, nullptr) == expected);
    REQUIRE(slow::difference(unlogged, twin) == "");
    REQUIRE(unlogged.status() == position.status());
}

}  // namespace

TEST_CASE("four dots around an enemy dot capture it") {
    CHECK(after_star(R"(
        .X.
        XO*
        .X.)",
                     0) == "+1\n.X.\nXoX\n.X.");
    CHECK(after_star(R"(
        .O.
        OX*
        .O.)",
                     1) == "+1\n.O.\nOxO\n.O.");
}

TEST_CASE("nothing is captured around empty points alone") {
    CHECK(after_star(R"(
        .X.
        X.*
        .X.)",
                     0) == "+0\n.X.\nX.X\n.X.");
}

TEST_CASE("the edge does not act as a wall") {
    CHECK(after_star(R"(
        XO.
        .*.)",
                     0) == "+0\nXO.\n.X.");
    CHECK(after_star("XO*", 0) == "+0\nXOX");
}

TEST_CASE("diagram a: the smallest area is taken and the pool around it stays open") {
    CHECK(after_star(R"(
        .XX.XX.
        X..*..X
        X.XOX.X
        X..X..X
        .X...X.
        ..XXX..)",
                     0) == "+1\n" + drawn::lines(R"(
        .XX.XX.
        X..X..X
        X.XoX.X
        X..X..X
        .X...X.
        ..XXX..)"));
}

TEST_CASE("diagram b: of two pools that one dot closes, the empty one stays open") {
    CHECK(after_star(R"(
        .X.X.
        X.*OX
        .X.X.)",
                     0) == "+1\n" + drawn::lines(R"(
        .X.X.
        X.XoX
        .X.X.)"));
}

TEST_CASE("diagram c: a dot that enters an empty pool lives, is taken, or is refused") {
    constexpr std::string_view text = R"(
        .X.
        X*X
        .X.)";
    CHECK(after_star(text, 1, entry_wait) == "+0\n.X.\nXOX\n.X.");
    CHECK(after_star(text, 1, entry_capture) == "-1\n.X.\nXoX\n.X.");
    const auto [position, star] = before_star(text, entry_illegal);
    CHECK(position.why_illegal(star, 1) == Illegal::suicide);
    CHECK(position.why_illegal(star, 0) == Illegal::none);
}

TEST_CASE("diagram d: an entering dot that captures is never taken nor refused") {
    for (const Rules& rules : {entry_wait, entry_capture, entry_illegal}) {
        CHECK(before_star(R"(
            .XO.
            X*XO
            .XO.)",
                          rules)
                  .position.why_illegal(Point::at(1, 1), 1) == Illegal::none);
        CHECK(after_star(R"(
            .XO.
            X*XO
            .XO.)",
                         1, rules) == "+1\n.XO.\nXOxO\n.XO.");
    }
}

TEST_CASE("diagram e: a region surrounded with what it holds; scores stand or dots are freed") {
    CHECK(after_star(R"(
        ..O..
        .OXO.
        OXoX*
        .OXO.
        ..O..)",
                     1, keeping) == "+4\n" + drawn::lines(R"(
        ..O..
        .OxO.
        OxoxO
        .OxO.
        ..O..)"));
    CHECK(after_star(R"(
        ..O..
        .OXO.
        OXoX*
        .OXO.
        ..O..)",
                     1, freeing) == "+5\n" + drawn::lines(R"(
        ..O..
        .OxO.
        OxOxO
        .OxO.
        ..O..)"));
}

TEST_CASE("diagram f: thickening an old ring closes what is left of its pool") {
    CHECK(after_star(R"(
        .XXX.
        X.*.X
        X.O.X
        .XXX.)",
                     0) == "+1\n" + drawn::lines(R"(
        .XXX.
        XaXaX
        XaoaX
        .XXX.)"));
}

TEST_CASE("a dot in an own pool that is not on the smallest chain captures nothing") {
    CHECK(after_star(R"(
        .XXXXX.
        X.....X
        X..*.OX
        X.....X
        .XXXXX.)",
                     0) == "+0\n" + drawn::lines(R"(
        .XXXXX.
        X.....X
        X..X.OX
        X.....X
        .XXXXX.)"));
}

TEST_CASE("one dot can close four regions") {
    CHECK(after_star(R"(
        ..X.X..
        .XOXOX.
        ..X*X..
        .XOXOX.
        ..X.X..)",
                     0) == "+0\n" + drawn::lines(R"(
        ..X.X..
        .XOXOX.
        ..XXX..
        .XOXOX.
        ..X.X..)"));
    CHECK(after_star(R"(
        ..X.X..
        .XOXOX.
        .X.*.X.
        .XOXOX.
        ..X.X..)",
                     0) == "+4\n" + drawn::lines(R"(
        ..X.X..
        .XoXoX.
        .XaXaX.
        .XoXoX.
        ..X.X..)"));
}

TEST_CASE("an enemy dot in an inner empty pool of the owner is taken with the outer one") {
    // X's inner ring stood before O entered it; the star closes the outer ring.
    CHECK(after_star(R"(
        ..XXX..
        .X...X.
        X..X..X
        X.XOX.*
        X..X..X
        .X...X.
        ..XXX..)",
                     0, entry_wait) == "+1\n" + drawn::lines(R"(
        ..XXX..
        .XaaaX.
        XaaXaaX
        XaXoXaX
        XaaXaaX
        .XaaaX.
        ..XXX..)"));
}

TEST_CASE("capture_empty blocks a pool as it closes") {
    constexpr Rules rules{.capture_empty = true};
    CHECK(after_star(R"(
        .XX.
        X..*
        .XX.)",
                     0, rules) == "+0\n.XX.\nXaaX\n.XX.");
}

TEST_CASE("a pocket outside the chain stays playable") {
    CHECK(after_star(R"(
        .XX..XX.
        X..XX..X
        X.X..X.X
        XO.XX..X
        X......*
        .XXXXXX.)",
                     0) == "+1\n" + drawn::lines(R"(
        .XX..XX.
        XaaXXaaX
        XaX..XaX
        XoaXXaaX
        XaaaaaaX
        .XXXXXX.)"));
}

TEST_CASE("dots at the edges of a board 64 wide are no neighbours of each other") {
    Position position({64, 5});
    UndoLog log;
    // A ring around (0, 2), if only the row went round.
    position.place(Point::at(0, 2), 1, log);
    for (const Point p : {Point::at(0, 1), Point::at(1, 2), Point::at(0, 3), Point::at(63, 2)}) {
        position.place(p, 0, log);
    }
    CHECK(position.score(0) == 0);
    CHECK(position.check_consistency() == nullptr);
    // Next to the right edge a capture is one as anywhere.
    position.place(Point::at(62, 2), 1, log);
    for (const Point p : {Point::at(62, 1), Point::at(61, 2), Point::at(62, 3)})
        position.place(p, 0, log);
    CHECK(position.score(0) == 1);
    CHECK(position.check_consistency() == nullptr);
}

TEST_CASE("on a board 64 wide a dot on the other edge does not hide what a dot closes") {
    for (const bool mirrored : {false, true}) {
        const auto at = [mirrored](int x, int y) { return Point::at(mirrored ? 63 - x : x, y); };
        Position position({64, 5});
        UndoLog log;
        position.place(at(1, 2), 1, log);
        for (const Point p :
             {at(0, 1), at(1, 1), at(2, 2), at(1, 3), at(0, 3), at(63, 1), at(63, 2), at(63, 3)}) {
            position.place(p, 0, log);
        }
        CHECK(position.place(at(0, 2), 0, log) == 1);
        CHECK(position.check_consistency() == nullptr);
    }
}

TEST_CASE("on boards of one row or one column nothing is ever captured") {
    Rng rng(20);
    for (const Size size :
         {Size{1, 1}, Size{64, 1}, Size{1, 64}, Size{7, 1}, Size{1, 7}, Size{2, 64}, Size{64, 2}}) {
        for (const Rules& rules : {Rules::bga(), Rules::zagram()}) {
            Position position(size, rules);
            CHECK(random_playout(position, rng) == size.points());
            CHECK(position.score(0) == 0);
            CHECK(position.score(1) == 0);
            CHECK(position.is_terminal());
        }
    }
}

TEST_CASE("the table of separations is a flood fill of the 3 x 3 block, for all 512 of them") {
    for (unsigned own = 0; own < 512; ++own) {
        CAPTURE(own);
        const unsigned open = ~own & 0b111101111U;
        // The groups of open points that hold an orthogonal neighbour, each as its set of those.
        constexpr std::array<int, 4> orthogonal{1, 3, 5, 7};  // north, west, east, south
        std::vector<unsigned> expected;
        unsigned seen = 0;
        for (const int start : orthogonal) {
            if ((open >> start & 1) == 0 || (seen >> start & 1) != 0) continue;
            std::vector<int> ahead{start};
            unsigned group = 1U << start;
            while (!ahead.empty()) {
                const int at = ahead.back();
                ahead.pop_back();
                for (int k = 0; k < 9; ++k) {
                    const int distance = std::abs(k % 3 - at % 3) + std::abs(k / 3 - at / 3);
                    if (distance != 1 || (open >> k & 1) == 0 || (group >> k & 1) != 0) continue;
                    group |= 1U << k;
                    ahead.push_back(k);
                }
            }
            seen |= group;
            unsigned members = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                if ((group >> orthogonal[i] & 1) != 0) members |= 1U << i;
            }
            expected.push_back(members);
        }
        const detail::Separation& entry = detail::separations[own];
        std::vector<unsigned> members(entry.members, entry.members + entry.groups);
        std::ranges::sort(members);
        std::ranges::sort(expected);
        REQUIRE(members == expected);
    }
}

TEST_CASE("dots strewn at random: placing equals a search of every pool") {
    Rng rng(21);
    for (int round = 0; round < 1500; ++round) {
        const int most = round % 10 == 0 ? 64 : 12;
        const Size size{between(rng, 1, most), between(rng, 1, most)};
        CAPTURE(size.width);
        CAPTURE(size.height);
        for (const Rules& rules : drawn::automatic_rules()) {
            if (most == 64 && rng.below(6) != 0) continue;
            Position position = drawn::strewn(rng, size, rules, 0.65, 0.25);
            REQUIRE(position.check_consistency() == nullptr);
            UndoLog log;
            for (int i = 0; i < 4; ++i) {
                const std::vector<Point> playable = drawn::playable_points(position);
                if (playable.empty()) break;
                const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
                place_everywhere(position, p, static_cast<Player>(rng.below(2)), log);
            }
        }
    }
}

TEST_CASE("near the edges of boards 64 wide, placing equals a search of every pool") {
    Rng rng(24);
    for (int round = 0; round < 4000; ++round) {
        const Size size{64, between(rng, 3, 6)};
        // The middle is empty; both edges are full of dots.
        Position::Planes planes;
        for (int y = 0; y < size.height; ++y) {
            const auto row = static_cast<std::size_t>(y);
            constexpr std::uint64_t edges = 0xf00000000000000f;
            planes.live[0][row] = drawn::random_row(rng, size, 0.6) & edges;
            planes.live[1][row] = drawn::random_row(rng, size, 0.3) & edges & ~planes.live[0][row];
        }
        Position position(size, round % 2 == 0 ? Rules::bga() : Rules::zagram(), planes, Status{});
        UndoLog log;
        const Point p = Point::at(rng.below(2) == 0 ? 0 : 63, between(rng, 0, size.height - 1));
        if (!position.is_playable(p)) continue;
        place_everywhere(position, p, 0, log);
    }
}

TEST_CASE("whole games: placing equals a search of every pool, whoever moves") {
    Rng rng(22);
    for (int round = 0; round < 60; ++round) {
        const Size size{between(rng, 3, 13), between(rng, 3, 13)};
        for (const Rules& rules : drawn::automatic_rules()) {
            Position position(size, rules);
            UndoLog log;
            // One player moves more often, so that large areas close.
            const double share = 0.3 + 0.4 * rng.uniform();
            while (!position.is_terminal()) {
                const std::vector<Point> playable = drawn::playable_points(position);
                if (playable.empty()) break;
                const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
                const Player player = rng.uniform() < share ? 0 : 1;
                if (position.why_illegal(p, player) != Illegal::none) {
                    if (position.playable_count() < 5) break;
                    continue;
                }
                place_everywhere(position, p, player, log);
            }
        }
    }
}

TEST_CASE("whole games on large boards: placing equals a search of every pool") {
    Rng rng(23);
    for (const Size size : {Size{20, 20}, Size{39, 32}, Size{64, 24}, Size{24, 64}}) {
        for (const Rules& rules : {Rules::bga(), Rules::zagram()}) {
            Position position(size, rules);
            UndoLog log;
            int dots = 0;
            while (!position.is_terminal()) {
                const std::vector<Point> playable = drawn::playable_points(position);
                const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
                const Player player = position.to_move();
                // All of the end, where captures are, and a sample of what leads there.
                if (++dots % 4 == 0) {
                    place_everywhere(position, p, player, log);
                } else {
                    position.place(p, player, log);
                }
            }
            REQUIRE(position.check_consistency() == nullptr);
        }
    }
}
