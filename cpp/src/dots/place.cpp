// Placing a dot: the pools it closes, and the pool it enters (rules: Dots, "Exact definitions").
//
// Between two groups of free points a dot can close one pool at most, and outside the player's own
// pools it is known to lie on that pool's chain. That is the usual case and has its own function.

#include <algorithm>
#include <bit>

#include <dotcore/dots/position.hpp>

#include "window.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {

void Position::save_word(const std::uint64_t& word, UndoLog& log) {
    const auto distance =
        reinterpret_cast<const std::byte*>(&word) - reinterpret_cast<const std::byte*>(this);
    log.words_.push_back({word, static_cast<std::uint32_t>(distance / 8)});
}

void Position::save_status(UndoLog& log) {
    std::array<std::uint64_t, sizeof(Status) / 8> words;
    std::memcpy(words.data(), &status_, sizeof(Status));
    const auto distance =
        reinterpret_cast<const std::byte*>(&status_) - reinterpret_cast<const std::byte*>(this);
    for (std::size_t i = 0; i < words.size(); ++i) {
        log.words_.push_back(
            {words[i], static_cast<std::uint32_t>(static_cast<std::size_t>(distance) / 8 + i)});
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
inline void Position::set_row(Plane plane, int y, std::uint64_t& row, std::uint64_t value,
                              UndoLog* log) {
    if constexpr (Log) {
        if (row == value) return;
        save_word(row, *log);
        key_ ^= key_change(plane, y, row, value);
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
int Position::capture(const Region& area, Player owner, bool frees, UndoLog* log) {
    const Player enemy = other(owner);
    if constexpr (Log) save_status(*log);
    UndoLog::Captured* kept = nullptr;
    if constexpr (Log) {
        if (log->keeps_captures_)
            kept = &log->captures_.emplace_back(UndoLog::Captured{owner, area, area});
    }
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
        const std::uint64_t freeing = frees ? own_dead & inside & scored : 0;
        if (kept != nullptr) kept->scored.rows[index(y)] = scoring;
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
    // A pool that was closed before is closed anew only for what the rules may take from it.
    const bool looks_again =
        own_pool && ((status_.holds_enemy >> player & 1) != 0 || rules_.closes_empty_pools());
    Taken taken;
    if (separation.groups == 2 && !own_pool) {
        taken = close_between<Log>(separation, p, player, log);
    } else if (separation.groups >= 2 || looks_again) {
        taken = close_around<Log>(p, player, log);
    }
    if (!taken.live && enemy_pool) return taken.dots - enter_pool<Log>(p, player, log);
    return taken.dots;
}

template <bool Log>
Position::Taken Position::close_pool(const Region& pool, const Region& area, Player player,
                                     UndoLog* log) {
    const bool frees = rules_.frees_captured_dots();
    if (holds_live(other(player), area)) return {capture<Log>(area, player, frees, log), true};
    if (rules_.closes_empty_pools()) {
        std::uint64_t playable = 0;
        for (int y = pool.first; y <= pool.last; ++y)
            playable |= playable_[index(y)] & pool.rows[index(y)];
        if (playable != 0) return {capture<Log>(area, player, frees, log), false};
    }
    remember_closed<Log>(pool, player, log);
    return {};
}

template <bool Log>
Position::Taken Position::close_between(const detail::Separation& separation, Point p,
                                        Player player, UndoLog* log) {
    const Window window{p, window_board(p)};
    const PaddedRows& wall = live_[index(player)];
    const std::uint64_t open = ~window.of(wall);
    std::uint64_t first = window_members[separation.members[0]];
    std::uint64_t second = window_members[separation.members[1]];
    if (!bits::window::grow_apart(open, first, second)) return {};
    const std::uint64_t beyond = bits::window::border | ~window.board;
    std::uint64_t small = first;
    if ((small & beyond) != 0) small = second = bits::window::fill(open, second);
    Region pool;
    if ((small & beyond) == 0) {
        window.spread(small, pool);
        if (is_its_own_area(small)) return close_pool<Log>(pool, pool, player, log);
    } else if (!find_pool_beyond(wall, size(), window, first, pool) &&
               !find_pool_beyond(wall, size(), window, second, pool)) {
        return {};
    }
    Chain chain;
    Region area;
    find_chain(wall, pool, chain);
    find_area(chain.points(), area);
    return close_pool<Log>(pool, area, player, log);
}

template <bool Log>
Position::Taken Position::close_around(Point p, Player player, UndoLog* log) {
    const Window window{p, window_board(p)};
    const PaddedRows& wall = live_[index(player)];
    const std::uint64_t open = ~window.of(wall);
    struct Closed {
        Region pool;
        Region area;
        int points;
    };
    std::array<Closed, 4> closed;
    std::array<int, 4> order;  // of closed, by the size of the area
    int count = 0;
    std::uint64_t seeds = bits::window::neighbours(window_centre) & open & window.board;
    while (seeds != 0) {
        const std::uint64_t seed = seeds & -seeds;
        const std::uint64_t group = bits::window::fill(open, seed);
        seeds &= ~group;
        Closed& c = closed[index(count)];
        bool is_plain = false;  // the area is the pool, so all around it is chain
        if ((group & (bits::window::border | ~window.board)) == 0) {
            window.spread(group, c.pool);
            is_plain = is_its_own_area(group);
        } else {
            const Point inside = window.point(std::countr_zero(seed));
            const bool is_known = std::any_of(order.begin(), order.begin() + count, [&](int k) {
                return closed[index(k)].pool.holds(inside);
            });
            if (is_known || !find_pool_beyond(wall, size(), window, group, c.pool)) continue;
        }
        if (is_plain) {
            c.area = c.pool;
        } else {
            Chain chain;
            find_chain(wall, c.pool, chain);
            if (!chain.holds(p)) {
                remember_closed<Log>(c.pool, player, log);
                continue;
            }
            find_area(chain.points(), c.area);
        }
        c.points = c.area.count();
        const auto place =
            std::upper_bound(order.begin(), order.begin() + count, c.points,
                             [&](int points, int k) { return points < closed[index(k)].points; });
        std::copy_backward(place, order.begin() + count, order.begin() + count + 1);
        *place = count++;
    }
    Taken all;
    for (int i = 0; i < count; ++i) {
        const Closed& c = closed[index(order[index(i)])];
        const Taken taken = close_pool<Log>(c.pool, c.area, player, log);
        all = {all.dots + taken.dots, all.live || taken.live};
    }
    return all;
}

template <bool Log>
int Position::enter_pool(Point p, Player player, UndoLog* log) {
    if constexpr (Log) save_status(*log);
    const Player owner = other(player);
    Region pool;
    if (!find_pool(live_[index(owner)], size(), p, pool)) return 0;
    std::uint64_t others = 0;
    for (int y = pool.first; y <= pool.last; ++y) {
        others |= live_row(player, y) & pool.rows[index(y)] & ~(y == p.y() ? p.bit() : 0);
    }
    if (others != 0 || !rules_.captures_entering_dot()) {
        status_.holds_enemy = static_cast<std::uint8_t>(status_.holds_enemy | 1 << owner);
        return 0;
    }
    Chain chain;
    Region area;
    find_chain(live_[index(owner)], pool, chain);
    find_area(chain.points(), area);
    return capture<Log>(area, owner, rules_.frees_captured_dots(), log);
}

template int Position::settle<false>(Point, Player, const detail::Separation&, UndoLog*);
template int Position::settle<true>(Point, Player, const detail::Separation&, UndoLog*);
template int Position::capture<true>(const Region&, Player, bool, UndoLog*);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
