// Ladders against their definition, word for word, and known positions.

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <dotcore/dots/ladder.hpp>

#include "drawn.hpp"

using namespace drawn;

namespace {

// By the letter. All values as their mover sees them.

struct Gained {
    Point dot;
    int gain;
};

int lead(const Position& position, Player player) {
    return position.score(player) - position.score(other(player));
}

Position after(const Position& position, Point dot, Player player) {
    Position next = position;
    UndoLog log;
    next.place(dot, player, log);
    return next;
}

std::vector<Gained> slow_captures(const Position& position, Player player) {
    std::vector<Gained> found;
    for (const Point p : playable_points(position)) {
        if (position.why_illegal(p, player) != Illegal::none) continue;
        const int gained = lead(after(position, p, player), player) - lead(position, player);
        if (gained > 0) found.push_back({p, gained});
    }
    return found;
}

int slow_quiescence(const Position& position, Player player) {
    int best = 0;
    for (const Gained& c : slow_captures(position, player)) {
        best =
            std::max(best, c.gain - slow_quiescence(after(position, c.dot, player), other(player)));
    }
    return best;
}

bool threatens_more(const std::vector<Gained>& before, const std::vector<Gained>& now) {
    return std::ranges::any_of(now, [&](const Gained& c) {
        return std::ranges::none_of(
            before, [&](const Gained& b) { return b.dot == c.dot && b.gain >= c.gain; });
    });
}

int slow_ladder(const Position& position, Player attacker, int n);

int slow_defence(const Position& position, Player attacker, int n) {
    const Player defender = other(attacker);
    int best = -slow_quiescence(position, attacker);
    const auto reply = [&](Point dot, int left) {
        const Position next = after(position, dot, defender);
        best = std::max(best, lead(next, defender) - lead(position, defender) -
                                  slow_ladder(next, attacker, left));
    };
    const std::vector<Gained> threatened = slow_captures(position, attacker);
    for (const Gained& c : threatened) {
        if (position.why_illegal(c.dot, defender) == Illegal::none) reply(c.dot, n);
    }
    for (const Gained& c : slow_captures(position, defender)) {
        const bool is_elsewhere = std::ranges::none_of(
            threatened, [&](const Gained& other) { return other.dot == c.dot; });
        if (is_elsewhere) reply(c.dot, n + 1);
    }
    return best;
}

int slow_ladder(const Position& position, Player attacker, int n) {
    int best = slow_quiescence(position, attacker);
    if (n == 0) return best;
    const std::vector<Gained> before = slow_captures(position, attacker);
    for (const Point p : playable_points(position)) {
        if (position.why_illegal(p, attacker) != Illegal::none) continue;
        const Position next = after(position, p, attacker);
        if (lead(next, attacker) != lead(position, attacker)) continue;
        if (!threatens_more(before, slow_captures(next, attacker))) continue;
        best = std::max(best, -slow_defence(next, attacker, n - 1));
    }
    return best;
}

// What each player gains along a line, played out; the line must be legal.
struct Gains {
    int attacker = 0;
    int defender = 0;
    [[nodiscard]] int net() const { return attacker - defender; }
};
Gains gains_along(Position position, Player attacker, const std::vector<Point>& line) {
    Gains gains;
    UndoLog log;
    Player mover = attacker;
    for (const Point p : line) {
        if (p != Ladder::pass) {
            REQUIRE(position.why_illegal(p, mover) == Illegal::none);
            (mover == attacker ? gains.attacker : gains.defender) += position.place(p, mover, log);
        }
        mover = other(mover);
    }
    return gains;
}

Position random_position(Rng& rng, Size size, const Rules& rules) {
    if (rng.below(4) == 0) return strewn(rng, size, rules, 0.6, 0.6);
    Position position(size, rules);
    UndoLog log;
    const int dots = between(rng, size.points() / 3, size.points());
    for (int i = 0; i < dots; ++i) {
        const Point p = random_point(rng, size);
        const Player player = between(rng, 0, 1);
        if (position.why_illegal(p, player) == Illegal::none) position.place(p, player, log);
    }
    return position;
}

std::string told(const Position& position) {
    const Rules& rules = position.rules();
    return "\n" + to_ascii(position) + "\nentry " + std::to_string(static_cast<int>(rules.entry)) +
           ", recapture " + std::to_string(static_cast<int>(rules.recapture)) + ", capture_empty " +
           std::to_string(static_cast<int>(rules.capture_empty));
}

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

}  // namespace

TEST_CASE("ladders of up to three dots, as by the definition") {
    Rng rng(51);
    int with_worth = 0;
    const std::vector<Rules> rules = automatic_rules();
    LadderReader reader;
    for (int i = 0; i < 8000; ++i) {
        const Size size{between(rng, 2, 6), between(rng, 2, 6)};
        const Position position =
            random_position(rng, size, rules[rng.below(static_cast<std::uint32_t>(rules.size()))]);
        if (position.playable_count() > 16) continue;
        CAPTURE(told(position));
        for (const Player attacker : {0, 1}) {
            CAPTURE(attacker);
            for (const int depth : {0, 1, 2, 3}) {
                if (depth == 3 && position.playable_count() > 9) continue;
                CAPTURE(depth);
                const Ladder ladder =
                    reader.read(position, attacker, {.depth = depth, .nodes = no_limit});
                REQUIRE(ladder.is_exact);
                REQUIRE(ladder.plain == slow_quiescence(position, attacker));
                REQUIRE(ladder.value == slow_ladder(position, attacker, depth));
                REQUIRE(ladder.line.empty() == (ladder.value == 0));
                REQUIRE(gains_along(position, attacker, ladder.line).net() == ladder.value);
                with_worth += ladder.worth() > 0 ? 1 : 0;
            }
        }
    }
    CHECK(with_worth > 300);
}

namespace {

// Positions of oppai-rs, which tells what X takes. In the last but two O takes four dots out of the
// wall meanwhile, one by one, and X mends it each time.
struct Known {
    const char* drawing;
    std::vector<std::pair<int, int>> best;  // the first dots that win; none where nothing is won
    int taken;                              // by X along the line
    std::uint64_t nodes;                    // that it takes at most
    int lost = 0;                           // by X along the line
};

const std::vector<Known>& known_positions() {
    static const std::vector<Known> all{
        {R"(
            .........
            .........
            .........
            .........
            ..XO.....
            .XOOX....
            ..XX.....
            .........
    )",
         {},
         0,
         360},
        {R"(
            .........
            ......X..
            .........
            .........
            .........
            .XOOX....
            ..XX.....
            .........
    )",
         {{2, 4}},
         2,
         160},
        {R"(
            .........
            .......X.
            .........
            .........
            .........
            .XOOX....
            ..XX.....
            .........
    )",
         {{2, 4}},
         2,
         205},
        {R"(
            ..............
            ...........XX.
            .............X
            .............X
            ...........OX.
            .......X..OOX.
            ........XXXX..
            .XOOX.........
            ..XX..........
            ..............
    )",
         {{2, 6}},
         2,
         225},
        {R"(
            ..............
            ..............
            ............X.
            ..............
            ..............
            ..............
            .....XX.......
            .XX.XOOO......
            .OO..OOX......
            .XX.XOX.......
            .....X........
            ..............
    )",
         {{3, 8}},
         2,
         280},
        {R"(
            ...........
            .........X.
            ...........
            .......X...
            ...........
            .XOOX......
            ..XX.......
            ...........
    )",
         {{2, 4}},
         2,
         530},
        {R"(
            ......
            .XX...
            .OO...
            .XXOX.
            ......
    )",
         {{3, 2}},
         1,
         20},
        {R"(
            .......
            .XX.XX.
            .OO.OO.
            .XXOXX.
            .......
    )",
         {},
         0,
         30},
        {R"(
            ..........
            ........X.
            ..........
            .OXX......
            ..OOOX....
            .OXXX.....
            ..........
    )",
         {},
         0,
         15},
        {R"(
            ..........
            .......X..
            ..........
            ..........
            ...XX.....
            .OXOOO....
            ...XOOX...
            .OXOOX....
            ...XX.....
    )",
         {},
         0,
         35},
        {R"(
            .................
            .......XXXX......
            ......X....XOO...
            .....XO.....XOO..
            .....OO......XOO.
            .....OO.....XOO..
            .....XX....XOO...
            .X.....XXXX......
            .................
    )",
         {{4, 4}},
         5,
         1400,
         4},
        {R"(
            .............
            .............
            .............
            .............
            .............
            .X.XXX.......
            ...OOO.......
            ..XXXXX......
            .............
    )",
         {{6, 6}},
         3,
         35},
        {R"(
            ..................
            ......X........X..
            ..................
            ..................
            ..XO.......XO.....
            .XOOX.....XOOX....
            ..XX.......XX.....
            ..................
    )",
         {{3, 3}, {12, 3}},
         3,
         150},
    };
    return all;
}

}  // namespace

TEST_CASE("known ladders: what X wins, how it begins, and in how few positions it is read") {
    LadderReader reader;
    for (const Known& known : known_positions()) {
        const Position position = from_ascii(known.drawing, Rules::zagram());
        CAPTURE(std::string(known.drawing));
        const Ladder ladder = reader.read(position, 0);
        CHECK(ladder.is_exact);
        CHECK(ladder.nodes <= known.nodes);
        CHECK(ladder.value == known.taken - known.lost);
        if (ladder.value == 0) continue;
        const std::pair best{ladder.line[0].x(), ladder.line[0].y()};
        CHECK(std::ranges::find(known.best, best) != known.best.end());
        CHECK(gains_along(position, 0, ladder.line).net() == ladder.value);
        CHECK(gains_along(position, 0, ladder.line).attacker == known.taken);
    }
}

TEST_CASE("an attack that threatens from afar is found through the dots it hangs together with") {
    const Position position = from_ascii(R"(
        ..............
        ..............
        ............X.
        ..............
        ..............
        ..............
        .....XX.......
        .XX.XOOO......
        .OO..OOX......
        .XX.XOX.......
        .....X........
        ..............
    )",
                                         Rules::zagram());
    LadderReader reader;
    const Ladder ladder = reader.read(position, 0, {.everywhere = false});
    CHECK(ladder.value == 2);
    CHECK(ladder.line[0] == Point::at(3, 8));
    CHECK_FALSE(ladder.is_exact);
}

TEST_CASE("a ladder cut short says so and promises no more than it has found") {
    const Position position = from_ascii(R"(
        .........
        ......X..
        .........
        .........
        .........
        .XOOX....
        ..XX.....
        .........
    )",
                                         Rules::zagram());
    LadderReader reader;
    CHECK(reader.read(position, 0, {.depth = 3}).value == 0);
    const std::uint64_t needed = reader.read(position, 0).nodes;
    for (std::uint64_t nodes = 1; nodes < needed; ++nodes) {
        const Ladder ladder = reader.read(position, 0, {.nodes = nodes});
        CHECK(ladder.nodes <= nodes);
        CHECK_FALSE(ladder.is_exact);
        CHECK((ladder.value == 0 || ladder.value == 2));
    }
}

TEST_CASE("whoever has stopped has no ladder") {
    Position position = from_ascii(R"(
        .........
        ......X..
        .........
        .........
        .........
        .XOOX....
        ..XX.....
        .........
    )",
                                   Rules::bga());
    UndoLog log;
    LadderReader reader;
    CHECK(reader.read(position, 0).value == 2);
    position.stop(0, log);
    CHECK(reader.read(position, 0).value == 0);
    CHECK(reader.read(position, 0).is_exact);
}

TEST_CASE("which dots of O save the two that a ladder would take") {
    const Position position = from_ascii(R"(
        .........
        ......X..
        .........
        .........
        .........
        .XOOX....
        ..XX.....
        .........
    )",
                                         Rules::zagram());
    LadderReader reader;
    std::vector<LadderLoss> losses;
    reader.losses(position, 1, playable_points(position), {}, losses);
    CHECK(losses.size() == playable_points(position).size());
    std::string saving = "\n";
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 9; ++x) {
            const auto loss = std::ranges::find(losses, Point::at(x, y), &LadderLoss::dot);
            saving += loss == losses.end() ? '-' : static_cast<char>('0' + loss->lost);
        }
        saving += '\n';
    }
    CHECK(saving == R"(
222222222
222200-22
222000002
220000022
200000022
2----0222
22--02222
222222222
)");
}

TEST_CASE("what a dot loses is never more than the ladder after it, and seldom less") {
    Rng rng(52);
    LadderReader reader;
    std::vector<LadderLoss> losses;
    int asked = 0;
    int missed = 0;
    for (int i = 0; i < 300; ++i) {
        const Size size{between(rng, 5, 12), between(rng, 5, 12)};
        const Position position = random_position(rng, size, Rules::zagram());
        const LadderLimits limits{.depth = 3, .nodes = 100000};
        CAPTURE(told(position));
        for (const Player player : {0, 1}) {
            reader.losses(position, player, playable_points(position), limits, losses);
            for (const LadderLoss& loss : losses) {
                const Position next = after(position, loss.dot, player);
                const Ladder ladder = reader.read(next, other(player), limits);
                CHECK(loss.gain == lead(next, player) - lead(position, player));
                CHECK(loss.lost <= ladder.value);
                CHECK(loss.lost >= ladder.plain);
                ++asked;
                missed += loss.lost != ladder.value ? 1 : 0;
            }
        }
    }
    CHECK(missed * 50 < asked);
}
