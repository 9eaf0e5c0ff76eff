// Dots written straight from the rules ("Exact definitions"): sets of points, flood fills, nothing
// clever. The fast core is held against it.
//
// Chains are found here by walking on the pool's points with the wall on the left hand; the core
// walks on the wall's dots. Insides are told by rays along columns; the core goes along rows.

#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dotcore/dots/pool.hpp>
#include <dotcore/dots/position.hpp>

namespace slow {

using dotcore::dots::max_points;
using dotcore::dots::Player;
using dotcore::dots::Point;
using dotcore::dots::Position;
using dotcore::dots::Rules;
using dotcore::dots::Size;

// A set of points, by their index.
using Set = std::bitset<max_points>;

struct Direction {
    int dx;
    int dy;
};
inline constexpr std::array<Direction, 4> orthogonal{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

inline bool has(const Set& set, int x, int y) { return set.test(Point::at(x, y).index); }

template <class RowOf>
Set set_of(Size size, RowOf&& row) {
    Set set;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < dotcore::dots::max_side; ++x) {
            if ((row(y) >> x & 1) != 0) set.set(Point::at(x, y).index);
        }
    }
    return set;
}

inline Set set_of(const dotcore::dots::Region& region) {
    return set_of({64, 64}, [&](int y) { return region.row(y); });
}

inline Set board_of(Size size) {
    return set_of(size, [size](int) { return size.columns(); });
}

inline Set set_of(std::span<const Point> points) {
    Set set;
    for (const Point p : points) set.set(p.index);
    return set;
}

// The wall of a core's find_pool and find_chain.
inline dotcore::dots::PaddedRows rows_of(const Set& wall) {
    dotcore::dots::PaddedRows rows{};
    for (int i = 0; i < max_points; ++i) {
        const Point p{static_cast<std::uint16_t>(i)};
        if (wall.test(p.index)) *dotcore::dots::row_of(rows, p.y()) |= p.bit();
    }
    return rows;
}

// The 4-connected set of points of the board outside wall that holds seed.
inline Set flood(const Set& wall, Size size, Point seed) {
    Set reached;
    reached.set(seed.index);
    std::vector<Point> ahead{seed};
    while (!ahead.empty()) {
        const Point p = ahead.back();
        ahead.pop_back();
        for (const Direction step : orthogonal) {
            const int x = p.x() + step.dx;
            const int y = p.y() + step.dy;
            if (!size.holds(x, y) || has(wall, x, y) || has(reached, x, y)) continue;
            reached.set(Point::at(x, y).index);
            ahead.push_back(Point::at(x, y));
        }
    }
    return reached;
}

inline bool holds_edge_point(const Set& set, Size size) {
    for (int x = 0; x < size.width; ++x) {
        if (has(set, x, 0) || has(set, x, size.height - 1)) return true;
    }
    for (int y = 0; y < size.height; ++y) {
        if (has(set, 0, y) || has(set, size.width - 1, y)) return true;
    }
    return false;
}

inline std::optional<Set> pool_at(const Set& wall, Size size, Point p) {
    if (wall.test(p.index)) return std::nullopt;
    const Set pool = flood(wall, size, p);
    return holds_edge_point(pool, size) ? std::nullopt : std::optional<Set>(pool);
}

// All pools, in the reading order of their first points.
inline std::vector<Set> all_pools(const Set& wall, Size size) {
    std::vector<Set> pools;
    Set seen = wall;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            if (has(seen, x, y)) continue;
            const Set part = flood(wall, size, Point::at(x, y));
            seen |= part;
            if (!holds_edge_point(part, size)) pools.push_back(part);
        }
    }
    return pools;
}

// Inside the polygon of a chain, strictly: a ray upwards, just right of the point, crosses the
// links between its column and the next an odd number of times.
inline bool is_inside(std::span<const Point> chain, int x, int y) {
    bool inside = false;
    Point before = chain.back();
    for (const Point dot : chain) {
        if (dot.x() == x && dot.y() == y) return false;
        const bool crosses = (before.x() > x) != (dot.x() > x);
        // The link's end in this column is as good as its crossing: the ray is as near as we like.
        const int crossing = dot.x() > x ? before.y() : dot.y();
        if (crosses && crossing < y) inside = !inside;
        before = dot;
    }
    return inside;
}

inline Set area_of(std::span<const Point> chain) {
    Set area;
    const auto [left, right] = std::minmax_element(chain.begin(), chain.end(),
                                                   [](Point a, Point b) { return a.x() < b.x(); });
    const auto [top, bottom] = std::minmax_element(chain.begin(), chain.end(),
                                                   [](Point a, Point b) { return a.y() < b.y(); });
    for (int y = top->y(); y <= bottom->y(); ++y) {
        for (int x = left->x(); x <= right->x(); ++x) {
            if (is_inside(chain, x, y)) area.set(Point::at(x, y).index);
        }
    }
    return area;
}

inline Point first_of(const Set& set) {
    return Point{static_cast<std::uint16_t>(set._Find_first())};
}

// The wall dots met while going clockwise once around the outside of a pool, in order.
inline std::vector<Point> walk_around(const Set& pool) {
    const Point start = first_of(pool);
    int x = start.x();
    int y = start.y();
    std::size_t facing = 0;
    std::vector<Point> walk;
    do {
        const Point wall = Point::at(x + orthogonal[facing].dx, y + orthogonal[facing].dy);
        if (walk.empty() || walk.back() != wall) walk.push_back(wall);
        const std::size_t right = (facing + 1) % 4;
        const int beside_x = x + orthogonal[right].dx;
        const int beside_y = y + orthogonal[right].dy;
        if (!has(pool, beside_x, beside_y)) {
            facing = right;
            continue;
        }
        x = beside_x;
        y = beside_y;
        const int corner_x = x + orthogonal[facing].dx;
        const int corner_y = y + orthogonal[facing].dy;
        if (!has(pool, corner_x, corner_y)) continue;
        x = corner_x;
        y = corner_y;
        facing = (facing + 3) % 4;
    } while (x != start.x() || y != start.y() || facing != 0);
    if (walk.size() > 1 && walk.front() == walk.back()) walk.pop_back();
    return walk;
}

// The smallest simple chain around a pool: of the two loops that meet in a dot met twice, the chain
// is in the one that has the pool inside.
inline std::vector<Point> chain_around(const Set& pool) {
    const Point inner = first_of(pool);
    std::vector<Point> path;
    for (const Point dot : walk_around(pool)) {
        const auto met = std::find(path.begin(), path.end(), dot);
        if (met == path.end()) {
            path.push_back(dot);
            continue;
        }
        const std::vector<Point> loop(met, path.end());
        if (is_inside(loop, inner.x(), inner.y())) return loop;
        path.erase(met + 1, path.end());
    }
    return path;
}

// A board as sets, on which dots are placed by the letter of the rules under capture=automatic.
struct Dots {
    Size size;
    Rules rules;
    std::array<Set, 2> live;
    std::array<Set, 2> dead;
    std::array<Set, 2> land;  // captured regions
    Set scored;

    explicit Dots(const Position& position) : size(position.size()), rules(position.rules()) {
        for (const Player player : {0, 1}) {
            const auto i = static_cast<std::size_t>(player);
            live[i] = set_of(size, [&](int y) { return position.live_row(player, y); });
            dead[i] = set_of(size, [&](int y) { return position.dead_row(player, y); });
            land[i] = set_of(size, [&](int y) { return position.territory_row(player, y); });
        }
        scored = set_of(size, [&](int y) { return position.scored_row(y); });
    }

    [[nodiscard]] Set playable() const {
        return board_of(size) & ~(live[0] | live[1] | land[0] | land[1]);
    }
    [[nodiscard]] int score(Player player) const {
        return static_cast<int>((scored & dead[1 - static_cast<std::size_t>(player)]).count());
    }

    void capture(const Set& area, Player player) {
        const auto owner = static_cast<std::size_t>(player);
        for (const std::size_t i : {0, 1}) {
            dead[i] |= live[i] & area;
            live[i] &= ~area;
        }
        scored |= dead[1 - owner] & area;
        if (rules.recapture == dotcore::dots::Recapture::free) scored &= ~(dead[owner] & area);
        land[owner] |= area;
        land[1 - owner] &= ~area;
    }

    // Looks at every pool of the board. Returns by how much the player's lead grows.
    int place(Point p, Player player) {
        const auto own = static_cast<std::size_t>(player);
        const std::size_t enemy = 1 - own;
        const int lead = score(player) - score(1 - player);
        std::optional<Set> entered = pool_at(live[enemy], size, p);
        if (entered && (*entered & live[own]).any()) entered.reset();

        live[own].set(p.index);
        struct Closed {
            Set pool;
            Set area;
        };
        std::vector<Closed> closed;
        for (const Set& pool : all_pools(live[own], size)) {
            const std::vector<Point> chain = chain_around(pool);
            if (std::find(chain.begin(), chain.end(), p) == chain.end()) continue;
            closed.push_back({pool, area_of(chain)});
        }
        std::sort(closed.begin(), closed.end(),
                  [](const Closed& a, const Closed& b) { return a.area.count() < b.area.count(); });
        bool has_taken = false;
        for (const Closed& c : closed) {
            if ((c.area & live[enemy]).any()) {
                capture(c.area, player);
                has_taken = true;
            } else if (rules.capture_empty && (c.pool & playable()).any()) {
                capture(c.area, player);
            }
        }
        if (entered && !has_taken && rules.entry == dotcore::dots::Entry::capture) {
            capture(area_of(chain_around(*entered)), 1 - player);
        }
        return score(player) - score(1 - player) - lead;
    }

    // Grounding: what hangs on no edge goes to the other player.
    void ground(Player player) {
        const auto own = static_cast<std::size_t>(player);
        const Set held = live[own] | land[own];
        Set lost = held;
        for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x) {
                const bool is_edge =
                    x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1;
                if (is_edge && has(held, x, y)) lost &= ~flood(~held, size, Point::at(x, y));
            }
        }
        const dotcore::dots::Recapture as_ruled = rules.recapture;
        rules.recapture = dotcore::dots::Recapture::free;
        capture(lost, 1 - player);
        rules.recapture = as_ruled;
    }
};

// What differs between the two, or nothing.
inline std::string difference(const Position& position, const Dots& dots) {
    const Dots seen(position);
    for (const std::size_t i : {0, 1}) {
        const std::string whose = " of player " + std::to_string(i);
        if (seen.live[i] != dots.live[i]) return "live dots" + whose;
        if (seen.dead[i] != dots.dead[i]) return "dead dots" + whose;
        if (seen.land[i] != dots.land[i]) return "regions" + whose;
        if (position.score(static_cast<int>(i)) != dots.score(static_cast<int>(i)))
            return "score" + whose;
    }
    if (seen.scored != dots.scored) return "dots that scored";
    const Set playable = set_of(dots.size, [&](int y) { return position.playable_row(y); });
    return playable == dots.playable() ? "" : "playable points";
}

}  // namespace slow

// How doctest tells a set of points.
template <>
struct doctest::StringMaker<slow::Set> {
    static doctest::String convert(const slow::Set& set) {
        std::string text;
        for (std::size_t i = set._Find_first(); i < set.size(); i = set._Find_next(i)) {
            const slow::Point p{static_cast<std::uint16_t>(i)};
            text += (text.empty() ? "(" : " (") + std::to_string(p.x()) + ", " +
                    std::to_string(p.y()) + ")";
        }
        return text.empty() ? "no points" : text.c_str();
    }
};
