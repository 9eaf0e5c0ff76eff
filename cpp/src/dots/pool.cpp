#include <dotcore/dots/pool.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

// The eight neighbours, clockwise from north; even ones are orthogonal.
struct Step {
    int dx;
    int dy;
};
constexpr std::array<Step, 8> around{
    {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};
constexpr int south = 4;

[[nodiscard]] bool is_wall(const PaddedRows& wall, int x, int y) noexcept {
    return (*row_of(wall, y) >> x & 1) != 0;
}

}  // namespace

int Region::count() const noexcept {
    int points = 0;
    for (int y = first; y <= last; ++y) points += std::popcount(rows[static_cast<std::size_t>(y)]);
    return points;
}

bool Chain::holds(Point p) const noexcept {
    return std::find(dots.begin(), dots.begin() + size, p) != dots.begin() + size;
}

bool find_pool(const PaddedRows& wall, Size size, Point seed, Region& pool) noexcept {
    const std::uint64_t columns = size.columns();
    const std::uint64_t edges = 1 | std::uint64_t{1} << (size.width - 1);
    const auto open = [&](int y) { return ~*row_of(wall, y) & columns; };
    auto& rows = pool.rows;

    int first = seed.y();
    int last = first;
    const auto row = [&rows](int y) -> std::uint64_t& { return rows[static_cast<std::size_t>(y)]; };
    row(first) = bits::fill_runs(open(first), seed.bit());
    if ((row(first) & edges) != 0 || first == 0 || first == size.height - 1) return false;

    // Sweep down and up in turn, each time over all rows reached so far, until a sweep changes
    // nothing.
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = first;; ++y) {
            const std::uint64_t seeds = row(y) & open(y + 1);
            if (y == last) {
                if (seeds == 0) break;
                row(++last) = 0;
            }
            if ((seeds & ~row(y + 1)) != 0) {
                row(y + 1) = bits::fill_runs(open(y + 1), seeds | row(y + 1));
                if ((row(y + 1) & edges) != 0 || y + 1 == size.height - 1) return false;
                changed = true;
            }
        }
        for (int y = last;; --y) {
            const std::uint64_t seeds = row(y) & open(y - 1);
            if (y == first) {
                if (seeds == 0) break;
                row(--first) = 0;
            }
            if ((seeds & ~row(y - 1)) != 0) {
                row(y - 1) = bits::fill_runs(open(y - 1), seeds | row(y - 1));
                if ((row(y - 1) & edges) != 0 || y - 1 == 0) return false;
                changed = true;
            }
        }
    }
    pool.first = first;
    pool.last = last;
    return true;
}

void find_chain(const PaddedRows& wall, const Region& pool, Chain& chain) noexcept {
    // Above the first point of the pool's first row stands a dot of the chain. It touches the pool
    // only there, so the walk comes back to it once, at the end.
    const int start_x = std::countr_zero(pool.rows[static_cast<std::size_t>(pool.first)]);
    const int start_y = pool.first - 1;
    std::array<std::uint64_t, max_side> on_chain;
    std::fill(on_chain.begin() + pool.first - 1, on_chain.begin() + pool.last + 2, 0);

    int x = start_x;
    int y = start_y;
    int direction = south;  // towards a point of the pool
    chain.size = 0;
    do {
        std::uint64_t& row = on_chain[static_cast<std::size_t>(y)];
        const Point here = Point::at(x, y);
        if ((row & here.bit()) != 0) {
            while (chain.dots[static_cast<std::size_t>(chain.size - 1)] != here) {
                const Point dropped = chain.dots[static_cast<std::size_t>(--chain.size)];
                on_chain[static_cast<std::size_t>(dropped.y())] &= ~dropped.bit();
            }
        } else {
            row |= here.bit();
            chain.dots[static_cast<std::size_t>(chain.size++)] = here;
        }
        // Turn clockwise through the pool until a dot stands in the way.
        do direction = (direction + 1) & 7;
        while (!is_wall(wall, x + around[static_cast<std::size_t>(direction)].dx,
                        y + around[static_cast<std::size_t>(direction)].dy));
        x += around[static_cast<std::size_t>(direction)].dx;
        y += around[static_cast<std::size_t>(direction)].dy;
        // The point before that dot is an orthogonal neighbour of it: north-west of an orthogonal
        // step seen from its end, or west of a diagonal one, as directions turn.
        direction = (direction + ((direction & 1) != 0 ? 5 : 6)) & 7;
    } while (x != start_x || y != start_y);
}

bool is_simple_cycle(std::span<const Point> chain) noexcept {
    std::array<std::uint64_t, max_side> visited{};
    Point before = chain.empty() ? Point{} : chain.back();
    for (const Point dot : chain) {
        std::uint64_t& row = visited[static_cast<std::size_t>(dot.y())];
        if ((row & dot.bit()) != 0) return false;
        row |= dot.bit();
        if (std::abs(dot.x() - before.x()) > 1 || std::abs(dot.y() - before.y()) > 1) return false;
        before = dot;
    }
    return chain.size() >= 4;
}

void find_area(std::span<const Point> chain, Region& area) noexcept {
    int top = max_side;
    int bottom = 0;
    for (const Point dot : chain) {
        top = std::min(top, dot.y());
        bottom = std::max(bottom, dot.y());
    }
    std::array<std::uint64_t, max_side> on_chain;
    std::fill(on_chain.begin() + top, on_chain.begin() + bottom + 1, 0);
    std::fill(area.rows.begin() + top, area.rows.begin() + bottom + 1, 0);
    // A step between rows y and y + 1 is crossed, just below row y, by whoever walks along that
    // row.
    Point before = chain.back();
    for (const Point dot : chain) {
        const Point upper = dot.y() < before.y() ? dot : before;
        if (dot.y() != before.y()) area.rows[static_cast<std::size_t>(upper.y())] ^= upper.bit();
        on_chain[static_cast<std::size_t>(dot.y())] |= dot.bit();
        before = dot;
    }
    area.first = top + 1;
    area.last = bottom - 1;
    for (int y = area.first; y <= area.last; ++y) {
        std::uint64_t& row = area.rows[static_cast<std::size_t>(y)];
        row = bits::prefix_parity(row) & ~on_chain[static_cast<std::size_t>(y)];
    }
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
