// Captures and plans against their definitions, by placing every dot everywhere.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/dots/threats.hpp>

#include "drawn.hpp"

using namespace drawn;

namespace {

// By the letter

using Gains = std::vector<std::pair<Point, int>>;  // of dots in reading order

int gain_by_placing(const Position& position, Point p, Player player) {
    Position after = position;
    UndoLog log;
    after.place(p, player, log);
    const auto lead = [player](const Position& at) {
        return at.score(player) - at.score(other(player));
    };
    return lead(after) - lead(position);
}

bool is_allowed(const Position& position, Point p, Player player) {
    return position.why_illegal(p, player) == Illegal::none;
}

Gains slow_captures(const Position& position, Player player) {
    Gains found;
    for (const Point p : playable_points(position)) {
        if (!is_allowed(position, p, player)) continue;
        const int gained = gain_by_placing(position, p, player);
        if (gained > 0) found.emplace_back(p, gained);
    }
    return found;
}

// What two dots in this order gain, or 0 where they are no plan.
int ordered_gain(const Position& position, Point first, Point second, Player player) {
    if (!is_allowed(position, first, player)) return 0;
    if (gain_by_placing(position, first, player) != 0) return 0;
    Position after = position;
    UndoLog log;
    after.place(first, player, log);
    if (!is_allowed(after, second, player)) return 0;
    return std::max(0, gain_by_placing(after, second, player));
}

std::vector<Plan> slow_pairs(const Position& position, Player player) {
    std::vector<Plan> found;
    const std::vector<Point> points = playable_points(position);
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t k = i + 1; k < points.size(); ++k) {
            const int one = ordered_gain(position, points[i], points[k], player);
            const int two = ordered_gain(position, points[k], points[i], player);
            if (one == 0 || two == 0) continue;
            CHECK(one == two);
            found.push_back({{points[i], points[k]}, static_cast<std::int16_t>(one), 2});
        }
    }
    return found;
}

int gain_in(const Gains& gains, Point p) {
    for (const auto& [dot, gained] : gains) {
        if (dot == p) return gained;
    }
    return 0;
}

std::vector<std::pair<Point, int>> slow_threats(const Position& position, Player player) {
    Gains found;
    const Gains before = slow_captures(position, player);
    for (const Point p : playable_points(position)) {
        if (!is_allowed(position, p, player) || gain_by_placing(position, p, player) != 0) continue;
        Position after = position;
        UndoLog log;
        after.place(p, player, log);
        int best = 0;
        for (const auto& [dot, gained] : slow_captures(after, player)) {
            if (gained > gain_in(before, dot)) best = std::max(best, gained);
        }
        if (best > 0) found.emplace_back(p, best);
    }
    return found;
}

Gains sorted(const CaptureList& list) {
    Gains gains;
    for (const CapturingDot& c : list) gains.emplace_back(c.dot, c.gain);
    std::ranges::sort(gains);
    return gains;
}

// Random positions: dots strewn over a board, or a game broken off.
Position random_position(Rng& rng, Size size, const Rules& rules) {
    if (rng.below(3) == 0) return strewn(rng, size, rules, 0.7, 0.7);
    Position position(size, rules);
    UndoLog log;
    const int dots = between(rng, 0, size.points());
    const bool in_turns = rng.below(3) != 0;
    for (int i = 0; i < dots; ++i) {
        const Point p = random_point(rng, size);
        const Player player = in_turns ? position.to_move() : between(rng, 0, 1);
        if (is_allowed(position, p, player)) position.place(p, player, log);
    }
    return position;
}

Rules any_rules(Rng& rng) {
    static const std::vector<Rules> all = all_rules();
    static const std::vector<Rules> automatic = automatic_rules();
    return rng.below(8) == 0 ? all[rng.below(static_cast<std::uint32_t>(all.size()))]
                             : automatic[rng.below(static_cast<std::uint32_t>(automatic.size()))];
}

Size random_size(Rng& rng, int most) { return {between(rng, 1, most), between(rng, 1, most)}; }

// How a failure shows its position.
std::string told(const Position& position, Player player) {
    const Rules& rules = position.rules();
    return "\n" + to_ascii(position) + "\nplayer " + std::to_string(player) + ", entry " +
           std::to_string(static_cast<int>(rules.entry)) + ", recapture " +
           std::to_string(static_cast<int>(rules.recapture)) + ", capture_empty " +
           std::to_string(static_cast<int>(rules.capture_empty));
}

// The same, for a failure.
std::string told(const Gains& gains) {
    std::string text;
    for (const auto& [dot, gained] : gains) {
        text += " (" + std::to_string(dot.x()) + ", " + std::to_string(dot.y()) +
                "): " + std::to_string(gained);
    }
    return text;
}

}  // namespace

TEST_CASE("all captures of one dot, as by placing everywhere") {
    Rng rng(41);
    for (int i = 0; i < 20000; ++i) {
        const Position position = random_position(rng, random_size(rng, 12), any_rules(rng));
        for (const Player player : {0, 1}) {
            CaptureList found;
            captures(position, player, found);
            CAPTURE(told(position, player));
            REQUIRE(told(sorted(found)) == told(slow_captures(position, player)));
            for (const Point p : playable_points(position)) {
                const int gained = gain_by_placing(position, p, player);
                REQUIRE(gain(position, p, player) == gained);
                REQUIRE(capture_gain(position, p, player) == std::max(0, gained));
            }
        }
    }
}

TEST_CASE("captures on large boards, width 64 included") {
    Rng rng(42);
    for (int i = 0; i < 200; ++i) {
        const Size size{between(rng, 50, 64), between(rng, 3, 64)};
        const Position position = random_position(rng, size, any_rules(rng));
        for (const Player player : {0, 1}) {
            CaptureList found;
            captures(position, player, found);
            CAPTURE(told(position, player));
            REQUIRE(told(sorted(found)) == told(slow_captures(position, player)));
        }
    }
}

TEST_CASE("may_close marks the points whose neighbours fall into two groups") {
    Rng rng(43);
    for (int i = 0; i < 300; ++i) {
        const Size size{between(rng, 1, 64), between(rng, 1, 8)};
        const Position position = strewn(rng, size, {}, 0.9, 0.4);
        for (const Point p : playable_points(position)) {
            unsigned own = 0;
            for (int k = 0; k < 9; ++k) {
                const int x = p.x() + k % 3 - 1;
                const int y = p.y() + k / 3 - 1;
                if (k != 4 && size.holds(x, y) && position.is_live(0, Point::at(x, y)))
                    own |= 1U << k;
            }
            const bool marked = (may_close(position, 0, p.y()) & p.bit()) != 0;
            REQUIRE(marked == (detail::separations[own].groups >= 2));
        }
    }
}

TEST_CASE("after each dot of a game: the captures it made possible, and those that take it") {
    Rng rng(44);
    int fresh = 0;
    int taking = 0;
    for (int game = 0; game < 3000; ++game) {
        Position position = random_position(rng, random_size(rng, 14), any_rules(rng));
        UndoLog log;
        for (int i = 0; i < 30; ++i) {
            const Player player = between(rng, 0, 1);
            const Point p = random_point(rng, position.size());
            if (!is_allowed(position, p, player)) continue;
            std::array<Gains, 2> before;
            for (const Player who : {0, 1})
                before[static_cast<std::size_t>(who)] = slow_captures(position, who);
            const std::string drawn_before = told(position, player);
            CAPTURE(drawn_before);
            position.place(p, player, log);
            CAPTURE(told(position, player));
            CAPTURE(p.x());
            CAPTURE(p.y());

            CaptureList found;
            for (const Player who : {0, 1}) {
                const Gains now = slow_captures(position, who);
                std::vector<CapturingDot> old;
                for (const auto& [dot, gained] : before[static_cast<std::size_t>(who)])
                    old.push_back({dot, static_cast<std::int16_t>(gained)});
                captures_after(position, p, who, old, found);
                REQUIRE(told(sorted(found)) == told(now));
            }
            if (!position.is_live(player, p)) continue;
            captures_with(position, p, found);
            const Gains own = slow_captures(position, player);
            for (const auto& [dot, gained] : sorted(found)) REQUIRE(gain_in(own, dot) == gained);
            for (const auto& [dot, gained] : own) {
                if (gained <= gain_in(before[static_cast<std::size_t>(player)], dot)) continue;
                ++fresh;
                REQUIRE(found.gain_at(dot) == gained);
            }

            captures_of(position, p, found);
            Gains takers;
            for (const auto& [dot, gained] : slow_captures(position, other(player))) {
                Position after = position;
                UndoLog unused;
                after.place(dot, other(player), unused);
                if (!after.is_live(player, p)) takers.emplace_back(dot, gained);
            }
            taking += static_cast<int>(takers.size());
            REQUIRE(told(sorted(found)) == told(takers));
        }
    }
    CHECK(fresh > 1000);
    CHECK(taking > 1000);
}

TEST_CASE("all plans of two dots, and threats, as by placing everywhere") {
    Rng rng(45);
    std::size_t plans = 0;
    for (int i = 0; i < 6000; ++i) {
        const Position position = random_position(rng, random_size(rng, 8), any_rules(rng));
        for (const Player player : {0, 1}) {
            CAPTURE(told(position, player));
            std::vector<Plan> found;
            pairs(position, player, found);
            const std::vector<Plan> expected = slow_pairs(position, player);
            for (const Plan& plan : expected) {
                const bool is_found = std::find(found.begin(), found.end(), plan) != found.end();
                CAPTURE(plan.dots[0].x());
                CAPTURE(plan.dots[0].y());
                CAPTURE(plan.dots[1].x());
                CAPTURE(plan.dots[1].y());
                REQUIRE(is_found);
            }
            REQUIRE(found.size() == expected.size());
            plans += found.size();

            std::vector<Threat> threatening;
            threats(position, player, threatening);
            Gains dots;
            for (const Threat& threat : threatening)
                dots.emplace_back(threat.dot, threat.next.gain);
            REQUIRE(told(dots) == told(slow_threats(position, player)));
        }
    }
    CHECK(plans > 1000);
}
