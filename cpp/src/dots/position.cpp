#include <dotcore/dots/position.hpp>

#include <algorithm>
#include <bit>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

// The 8 x 8 window whose point (3, 3) is the dot.
constexpr int window_before = 3;
constexpr std::uint64_t window_centre = std::uint64_t{1} << (8 * window_before + window_before);

// For each set of orthogonal neighbours, as in detail::Separation.
constexpr std::array<std::uint64_t, 16> window_members = [] {
    std::array<std::uint64_t, 16> sets{};
    for (unsigned i = 0; i < 16; ++i) {
        sets[i] = ((i & 1) != 0 ? window_centre >> 8 : 0) | ((i & 2) != 0 ? window_centre >> 1 : 0) |
                  ((i & 4) != 0 ? window_centre << 1 : 0) | ((i & 8) != 0 ? window_centre << 8 : 0);
    }
    return sets;
}();

struct Window {
    Point centre;
    std::uint64_t board = 0;  // the points on the board

    [[nodiscard]] std::uint64_t of(const PaddedRows& rows) const noexcept {
        const std::uint64_t* row = row_of(rows, centre.y() - window_before);
        const int shift = centre.x() - window_before;
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i) word |= (std::rotr(row[i], shift) & 0xff) << (8 * i);
        return word & board;
    }
    [[nodiscard]] Point point(int window_bit) const noexcept {
        return Point::at(centre.x() - window_before + window_bit % 8, centre.y() - window_before + window_bit / 8);
    }
    // Only for sets on the board.
    void spread(std::uint64_t set, Region& region) const noexcept {
        const int top = centre.y() - window_before;
        const int shift = centre.x() - window_before;
        region.first = top + std::countr_zero(set) / 8;
        region.last = top + 7 - std::countl_zero(set) / 8;
        for (int y = region.first; y <= region.last; ++y) {
            region.rows[static_cast<std::size_t>(y)] = std::rotl(set >> (8 * (y - top)) & 0xff, shift);
        }
    }
};

// True only if the group leads to the edge, by a simple way up or down; false may still be open.
[[nodiscard]] bool probe_edge(const PaddedRows& wall, Size size, const Window& window, std::uint64_t group) noexcept {
    const std::uint64_t columns = size.columns();
    const std::uint64_t edges = 1 | std::uint64_t{1} << (size.width - 1);
    const int top = window.centre.y() - window_before;
    const int shift = window.centre.x() - window_before;
    const auto widen = [](std::uint64_t f, std::uint64_t open) {
        f &= open;
        f |= (f << 1 | f >> 1) & open;
        return f | ((f << 1 | f >> 1) & open);
    };
    std::uint64_t up = std::rotl(group & bits::window::top, shift);
    std::uint64_t down = std::rotl(group >> 56, shift);
    for (int step = 1; up != 0; ++step) {
        const int y = top - step;
        if (y < 0 || (up & edges) != 0) return true;
        up = widen(up, ~*row_of(wall, y) & columns);
    }
    for (int step = 8; down != 0; ++step) {
        const int y = top + step;
        if (y >= size.height || (down & edges) != 0) return true;
        down = widen(down, ~*row_of(wall, y) & columns);
    }
    return false;
}

// find_pool for a group that leaves the window.
[[nodiscard]] bool find_pool_beyond(const PaddedRows& wall, Size size, const Window& window, std::uint64_t group,
                                    Region& pool) noexcept {
    if ((group & ~window.board) != 0 || probe_edge(wall, size, window, group)) return false;
    return find_pool(wall, size, window.point(std::countr_zero(group)), pool);
}

// True where the area of a pool is the pool itself: no island stands in it, and the walk around it
// meets each dot once. The pool must not touch the window's border.
[[nodiscard]] bool is_its_own_area(std::uint64_t pool) noexcept {
    if (std::popcount(pool) <= 4) return true;
    const int faces = std::popcount(pool & pool >> 1 & pool >> 8 & pool >> 9);
    const int edges = std::popcount(pool & pool >> 1) + std::popcount(pool & pool >> 8);
    if (std::popcount(pool) - edges + faces != 1) return false;  // Euler: a hole, so an island
    const std::uint64_t north = pool << 8;
    const std::uint64_t south = pool >> 8;
    const std::uint64_t west = pool << 1;
    const std::uint64_t east = pool >> 1;
    // Where the pool's contact with a point ends, going clockwise: one end for each visit of the walk.
    const std::uint64_t a = north & ~(pool << 7 & east);
    const std::uint64_t b = east & ~(pool >> 9 & south);
    const std::uint64_t c = south & ~(pool >> 7 & west);
    const std::uint64_t d = west & ~(pool << 9 & north);
    const std::uint64_t twice = (a & b) | ((a | b) & c) | ((a | b | c) & d);
    return (twice & ~pool) == 0;
}

}  // namespace

Position::Position(Size size, const Rules& rules) noexcept
    : live_{},
      playable_{},
      closed_{},
      dead_{},
      territory_{},
      scored_{},
      key_{0},
      columns_{size.columns()},
      window_columns_{},
      status_{},
      rules_{rules},
      width_{static_cast<std::uint8_t>(size.width)},
      height_{static_cast<std::uint8_t>(size.height)} {
    for (int y = 0; y < size.height; ++y) playable_[index(y)] = columns_;
    for (int x = 0; x < size.width; ++x) {
        const int shift = x - window_before;
        const std::uint64_t seen = shift >= 0 ? columns_ >> shift : columns_ << -shift;
        window_columns_[index(x)] = static_cast<std::uint8_t>(seen & 0xff);
    }
    status_.playable = static_cast<std::int16_t>(size.points());
}

void Position::save_word(const std::uint64_t& word, UndoLog& log) {
    const auto distance = reinterpret_cast<const std::byte*>(&word) - reinterpret_cast<const std::byte*>(this);
    log.words_.push_back({word, static_cast<std::uint32_t>(distance / 8)});
}

void Position::save_status(UndoLog& log) {
    std::array<std::uint64_t, sizeof(Status) / 8> words;
    std::memcpy(words.data(), &status_, sizeof(Status));
    const auto distance = reinterpret_cast<const std::byte*>(&status_) - reinterpret_cast<const std::byte*>(this);
    for (std::size_t i = 0; i < words.size(); ++i) {
        log.words_.push_back({words[i], static_cast<std::uint32_t>(static_cast<std::size_t>(distance) / 8 + i)});
    }
}

template <bool Log>
inline void Position::set_row(std::uint64_t& row, std::uint64_t value, UndoLog* log) {
    if constexpr (Log) {
        if (row == value) return;
        save_word(row, *log);
    }
    row = value;
}

template <bool Log>
inline void Position::set_row(Plane plane, int y, std::uint64_t& row, std::uint64_t value, UndoLog* log) {
    if constexpr (Log) {
        if (row == value) return;
        save_word(row, *log);
        key_ ^= row_key(static_cast<unsigned>(plane), y, row) ^ row_key(static_cast<unsigned>(plane), y, value);
    }
    row = value;
}

template <bool Log>
void Position::remember_closed(const Region& pool, Player owner, UndoLog* log) {
    for (int y = pool.first; y <= pool.last; ++y) {
        std::uint64_t& row = closed_[index(owner)][index(y)];
        set_row<Log>(row, row | pool.rows[index(y)], log);
    }
}

template <bool Log>
int Position::capture(const Region& area, Player owner, UndoLog* log) {
    const Player enemy = other(owner);
    if constexpr (Log) save_status(*log);
    int gained = 0;
    int freed = 0;
    int blocked = 0;
    for (int y = area.first; y <= area.last; ++y) {
        const std::uint64_t inside = area.rows[index(y)];
        std::uint64_t& own_live = *row_of(live_[index(owner)], y);
        std::uint64_t& enemy_live = *row_of(live_[index(enemy)], y);
        const std::uint64_t own_dead = dead_[index(owner)][index(y)] | (own_live & inside);
        const std::uint64_t enemy_dead = dead_[index(enemy)][index(y)] | (enemy_live & inside);
        const std::uint64_t scored = scored_[index(y)];
        const std::uint64_t scoring = enemy_dead & inside & ~scored;
        const std::uint64_t freeing = rules_.frees_captured_dots() ? own_dead & inside & scored : 0;
        gained += std::popcount(scoring);
        freed += std::popcount(freeing);
        blocked += std::popcount(playable_[index(y)] & inside);
        const auto set = [&](Plane first, Player player, std::uint64_t& row, std::uint64_t value) {
            set_row<Log>(static_cast<Plane>(static_cast<int>(first) + player), y, row, value, log);
        };
        std::uint64_t& own_land = territory_[index(owner)][index(y)];
        std::uint64_t& enemy_land = territory_[index(enemy)][index(y)];
        set(Plane::live0, owner, own_live, own_live & ~inside);
        set(Plane::live0, enemy, enemy_live, enemy_live & ~inside);
        set(Plane::dead0, owner, dead_[index(owner)][index(y)], own_dead);
        set(Plane::dead0, enemy, dead_[index(enemy)][index(y)], enemy_dead);
        set(Plane::territory0, owner, own_land, own_land | inside);
        set(Plane::territory0, enemy, enemy_land, enemy_land & ~inside);
        set(Plane::scored, 0, scored_[index(y)], (scored | scoring) & ~freeing);
        set_row<Log>(playable_[index(y)], playable_[index(y)] & ~inside, log);
        set_row<Log>(closed_[0][index(y)], closed_[0][index(y)] & ~inside, log);
        set_row<Log>(closed_[1][index(y)], closed_[1][index(y)] & ~inside, log);
    }
    status_.scores[owner] = static_cast<std::int16_t>(status_.scores[owner] + gained);
    status_.scores[enemy] = static_cast<std::int16_t>(status_.scores[enemy] - freed);
    status_.playable = static_cast<std::int16_t>(status_.playable - blocked);
    return gained + freed;
}

std::uint64_t Position::window_board(Point p) const noexcept {
    const int above = std::max(0, window_before - p.y());
    const int below = std::max(0, p.y() + 8 - window_before - height_);
    return bits::window::left * window_columns_[index(p.x())] & ~std::uint64_t{0} << (8 * above) &
           ~std::uint64_t{0} >> (8 * below);
}

template <bool Log>
int Position::settle(Point p, Player player, const detail::Separation& separation, UndoLog* log) {
    if (!rules_.captures_by_itself()) return 0;
    const bool own_pool = (closed_[index(player)][index(p.y())] & p.bit()) != 0;
    const bool enemy_pool = (closed_[index(other(player))][index(p.y())] & p.bit()) != 0;
    int gained = 0;
    if (separation.groups >= 2 || (own_pool && (status_.holds_enemy >> player & 1) != 0)) {
        gained = separation.groups == 2 && !own_pool ? close_between<Log>(separation, p, player, log)
                                                     : close_pools<Log>(p, player, log);
    }
    if (gained == 0 && enemy_pool) gained = -meet_pool<Log>(p, player, log);
    return gained;
}

template <bool Log>
int Position::close_pool(const Region& pool, const Region& area, Player player, UndoLog* log) {
    std::uint64_t enemies = 0;
    for (int y = area.first; y <= area.last; ++y) enemies |= live_row(other(player), y) & area.rows[index(y)];
    if (enemies != 0) return capture<Log>(area, player, log);
    if (rules_.closes_empty_pools()) {
        std::uint64_t playable = 0;
        for (int y = pool.first; y <= pool.last; ++y) playable |= playable_[index(y)] & pool.rows[index(y)];
        if (playable != 0) return capture<Log>(area, player, log);
    }
    remember_closed<Log>(pool, player, log);
    return 0;
}

template <bool Log>
int Position::close_between(const detail::Separation& separation, Point p, Player player, UndoLog* log) {
    const Window window{p, window_board(p)};
    const PaddedRows& wall = live_[index(player)];
    const std::uint64_t open = ~window.of(wall);
    // Both groups grow side by side until they meet or one can grow no more.
    std::uint64_t first = window_members[separation.members[0]];
    std::uint64_t second = window_members[separation.members[1]];
    const std::uint64_t open_left = open & ~bits::window::left;
    const std::uint64_t open_right = open & ~bits::window::right;
    const auto grown = [=](std::uint64_t set) {
        return set | (((set << 8) | (set >> 8)) & open) | (set << 1 & open_left) | (set >> 1 & open_right);
    };
    for (;;) {
        const std::uint64_t first_grown = grown(first);
        const std::uint64_t second_grown = grown(second);
        if ((first_grown & second_grown) != 0) return 0;
        if (first_grown == first) break;
        if (second_grown == second) {
            std::swap(first, second);
            break;
        }
        first = first_grown;
        second = second_grown;
    }
    const std::uint64_t beyond = bits::window::border | ~window.board;
    std::uint64_t small = first;
    if ((small & beyond) != 0) small = second = bits::window::fill(open, second);
    Region pool;
    if ((small & beyond) == 0) {
        window.spread(small, pool);
        if (is_its_own_area(small)) return close_pool<Log>(pool, pool, player, log);
    } else if (!find_pool_beyond(wall, size(), window, first, pool) &&
               !find_pool_beyond(wall, size(), window, second, pool)) {
        return 0;
    }
    Chain chain;
    Region area;
    find_chain(wall, pool, chain);
    find_area(chain, area);
    return close_pool<Log>(pool, area, player, log);
}

template <bool Log>
int Position::close_pools(Point p, Player player, UndoLog* log) {
    const Window window{p, window_board(p)};
    const PaddedRows& wall = live_[index(player)];
    const std::uint64_t open = ~window.of(wall);
    struct Closed {
        Region pool;
        Region area;
        int points;
    };
    std::array<Closed, 4> closed;
    int count = 0;
    std::uint64_t seeds = bits::window::neighbours(window_centre) & open & window.board;
    while (seeds != 0) {
        const std::uint64_t seed = seeds & -seeds;
        const std::uint64_t group = bits::window::fill(open, seed);
        seeds &= ~group;
        Closed& c = closed[index(count)];
        if ((group & (bits::window::border | ~window.board)) == 0) {
            window.spread(group, c.pool);
            if (is_its_own_area(group)) {
                c.area = c.pool;
                c.points = c.area.count();
                ++count;
                continue;
            }
        } else {
            const Point inside = window.point(std::countr_zero(seed));
            if (std::any_of(closed.begin(), closed.begin() + count,
                            [inside](const Closed& k) { return k.pool.holds(inside); }))
                continue;
            if (!find_pool_beyond(wall, size(), window, group, c.pool)) continue;
        }
        Chain chain;
        find_chain(wall, c.pool, chain);
        if (!chain.holds(p)) {
            remember_closed<Log>(c.pool, player, log);
            continue;
        }
        find_area(chain, c.area);
        c.points = c.area.count();
        ++count;
    }
    std::array<int, 4> order{0, 1, 2, 3};
    for (int i = 1; i < count; ++i) {
        for (int k = i; k > 0 && closed[index(order[index(k)])].points < closed[index(order[index(k - 1)])].points; --k) {
            std::swap(order[index(k)], order[index(k - 1)]);
        }
    }
    int gained = 0;
    for (int i = 0; i < count; ++i) {
        const Closed& c = closed[index(order[index(i)])];
        gained += close_pool<Log>(c.pool, c.area, player, log);
    }
    return gained;
}

template <bool Log>
int Position::meet_pool(Point p, Player player, UndoLog* log) {
    if constexpr (Log) save_status(*log);
    const Player owner = other(player);
    Region pool;
    if (!find_pool(live_[index(owner)], size(), p, pool)) return 0;
    if (!rules_.captures_entering_dot()) {
        status_.holds_enemy = static_cast<std::uint8_t>(status_.holds_enemy | 1 << owner);
        return 0;
    }
    std::uint64_t others = 0;
    for (int y = pool.first; y <= pool.last; ++y) {
        others |= live_row(player, y) & pool.rows[index(y)] & ~(y == p.y() ? p.bit() : 0);
    }
    if (others != 0) {
        status_.holds_enemy = static_cast<std::uint8_t>(status_.holds_enemy | 1 << owner);
        return 0;
    }
    Chain chain;
    Region area;
    find_chain(live_[index(owner)], pool, chain);
    find_area(chain, area);
    return capture<Log>(area, owner, log);
}

template int Position::settle<false>(Point, Player, const detail::Separation&, UndoLog*);
template int Position::settle<true>(Point, Player, const detail::Separation&, UndoLog*);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
