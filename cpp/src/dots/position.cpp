#include <dotcore/dots/position.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>
#include <vector>

#include "window.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

// The points of open (0 beyond the board) that are 4-connected to the board's edge through open.
[[nodiscard]] Rows reachable_from_edge(const Rows& open, Size size) noexcept {
    Rows reached{};
    const auto at = [](auto& rows, int y) -> auto& { return rows[static_cast<std::size_t>(y)]; };
    const std::uint64_t sides = 1 | std::uint64_t{1} << (size.width - 1);
    const int bottom = size.height - 1;
    for (bool changed = true; changed;) {
        changed = false;
        const auto grow = [&](int y) {
            std::uint64_t seeds = at(reached, y) | sides;
            if (y > 0) seeds |= at(reached, y - 1);
            if (y < bottom) seeds |= at(reached, y + 1);
            if (y == 0 || y == bottom) seeds = ~std::uint64_t{0};
            const std::uint64_t row = bits::fill_runs(at(open, y), seeds);
            changed = changed || row != at(reached, y);
            at(reached, y) = row;
        };
        for (int y = 0; y <= bottom; ++y) grow(y);
        for (int y = bottom; y >= 0; --y) grow(y);
    }
    return reached;
}

// Calls visit(pool) for each pool that lies in points; a pool of the wall's player.
template <class Visit>
void for_each_pool(const PaddedRows& wall, Size size, Rows points, Visit&& visit) {
    Region pool;
    for (int y = 0; y < size.height; ++y) {
        std::uint64_t& row = points[static_cast<std::size_t>(y)];
        while (row != 0) {
            if (!find_pool(wall, size, Point::at(std::countr_zero(row), y), pool)) return;
            for (int k = pool.first; k <= pool.last; ++k) {
                points[static_cast<std::size_t>(k)] &= ~pool.rows[static_cast<std::size_t>(k)];
            }
            visit(pool);
        }
    }
}

[[nodiscard]] bool is_inside(const Region& inner, const Region& outer) noexcept {
    for (int y = inner.first; y <= inner.last; ++y) {
        if ((inner.row(y) & ~outer.row(y)) != 0) return false;
    }
    return true;
}

}  // namespace

// Setting up

Position::Position(Size size, const Rules& rules) noexcept
    : columns_{size.columns()},
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
    key_ = compute_key();
}

Position::Position(Size size, const Rules& rules, const Planes& planes,
                   const Status& status) noexcept
    : Position(size, rules) {
    status_ = status;
    dead_ = planes.dead;
    territory_ = planes.territory;
    scored_ = planes.scored;
    int playable = 0;
    std::array<int, 2> scores{};
    for (int y = 0; y < height_; ++y) {
        for (const Player player : {0, 1}) {
            *row_of(live_[index(player)], y) = planes.live[index(player)][index(y)];
            playable_[index(y)] &=
                ~(planes.live[index(player)][index(y)] | planes.territory[index(player)][index(y)]);
            scores[index(player)] +=
                std::popcount(scored_[index(y)] & dead_[index(other(player))][index(y)]);
        }
        playable += std::popcount(playable_[index(y)]);
    }
    status_.playable = static_cast<std::int16_t>(playable);
    for (const Player player : {0, 1})
        status_.scores[player] = static_cast<std::int16_t>(scores[index(player)]);
    find_closed();
    key_ = compute_key();
}

void Position::find_closed() noexcept {
    status_.holds_enemy = 0;
    closed_ = {};
    if (!rules_.captures_by_itself()) return;
    for (const Player player : {0, 1}) {
        closed_[index(player)] = pool_points(player);
        for (int y = 0; y < height_; ++y) {
            if ((closed_[index(player)][index(y)] & live_row(other(player), y)) != 0) {
                status_.holds_enemy = static_cast<std::uint8_t>(status_.holds_enemy | 1 << player);
            }
        }
    }
}

// Looking

std::array<int, 2> Position::total_halves() const {
    std::array<int, 2> totals{2 * status_.scores[0], 2 * status_.scores[1] + rules_.komi_halves};
    if (!rules_.scores_territory() || !is_terminal() || end_reason() != Reason::stop) return totals;
    for (const FinalPool& pool : final_pools()) {
        const Player owner = pool.owner;
        const Player enemy = other(owner);
        for (int y = pool.area.first; y <= pool.area.last; ++y) {
            const std::uint64_t inside = pool.area.row(y);
            const std::uint64_t enemies = live_row(enemy, y) | dead_row(enemy, y);
            const std::uint64_t freed = dead_row(owner, y) & inside & scored_row(y);
            totals[index(owner)] += std::popcount(playable_row(y) & inside);
            totals[index(owner)] += 2 * std::popcount(enemies & inside & ~scored_row(y));
            totals[index(enemy)] -= 2 * std::popcount(freed);
        }
    }
    return totals;
}

Reason Position::end_reason() const noexcept {
    if (status_.ended != Reason::none) return status_.ended;
    return status_.stopped_by >= 0 ? Reason::stop : Reason::full;
}

Result Position::result() const {
    if (!is_terminal()) return {};
    if (status_.ended == Reason::resign) return {other(status_.loser), 0, Reason::resign};
    const std::array<int, 2> totals = total_halves();
    const int lead = totals[0] - totals[1];
    return {lead > 0 ? 0 : lead < 0 ? 1 : -1, std::abs(lead), end_reason()};
}

// Pools

Rows Position::pool_points(Player player) const noexcept {
    Rows open{};
    for (int y = 0; y < height_; ++y) open[index(y)] = ~live_row(player, y) & columns_;
    const Rows reached = reachable_from_edge(open, size());
    for (int y = 0; y < height_; ++y) open[index(y)] &= ~reached[index(y)];
    return open;
}

Rows Position::empty_pools(Player player) const noexcept {
    Rows points{};
    for_each_pool(wall(player), size(), pool_points(player), [&](const Region& pool) {
        if (holds_live(other(player), pool)) return;
        for (int y = pool.first; y <= pool.last; ++y)
            points[index(y)] |= pool.row(y) & playable_row(y);
    });
    return points;
}

Rows Position::closable(Player player) const noexcept {
    Rows points = pool_points(player);
    for (int y = 0; y < height_; ++y) points[index(y)] &= live_row(other(player), y);
    return points;
}

std::vector<FinalPool> Position::final_pools() const {
    std::vector<FinalPool> all;
    for (const Player player : {0, 1}) {
        for_each_pool(wall(player), size(), pool_points(player), [&](const Region& pool) {
            std::uint64_t wanted = 0;
            for (int y = pool.first; y <= pool.last; ++y) {
                wanted |= pool.row(y) & (playable_row(y) | live_row(other(player), y));
            }
            if (wanted == 0) return;
            Chain chain;
            find_chain(wall(player), pool, chain);
            FinalPool& next = all.emplace_back();
            next.owner = player;
            find_area(chain.points(), next.area);
        });
    }
    std::vector<FinalPool> outermost;
    for (const FinalPool& inner : all) {
        const bool is_outermost = std::none_of(all.begin(), all.end(), [&](const FinalPool& outer) {
            return &outer != &inner && is_inside(inner.area, outer.area);
        });
        if (is_outermost) outermost.push_back(inner);
    }
    return outermost;
}

// Legality

bool Position::enters_empty_pool(Point p, Player player) const noexcept {
    const Player owner = other(player);
    if (rules_.captures_by_itself() && (closed_[index(owner)][index(p.y())] & p.bit()) == 0)
        return false;
    Region pool;
    return find_pool(wall(owner), size(), p, pool) && !holds_live(player, pool);
}

bool Position::is_suicide(Point p, Player player) const noexcept {
    if (!enters_empty_pool(p, player)) return false;
    Position trial = *this;
    return trial.place<false>(p, player, nullptr) <= 0;
}

Illegal Position::why_illegal(Player player) const noexcept {
    if (is_terminal()) return Illegal::over;
    return status_.stopped_by == player || status_.closing ? Illegal::turn : Illegal::none;
}

Illegal Position::why_illegal(Point p, Player player) const noexcept {
    if (const Illegal why = why_illegal(player); why != Illegal::none) return why;
    if (!is_playable(p)) {
        const std::uint64_t dots =
            live_row(0, p.y()) | live_row(1, p.y()) | dead_row(0, p.y()) | dead_row(1, p.y());
        return (dots & p.bit()) != 0 ? Illegal::occupied : Illegal::captured;
    }
    if (rules_.forbids_suicide() && is_suicide(p, player)) return Illegal::suicide;
    return Illegal::none;
}

Illegal Position::why_illegal(Point p, Player player,
                              std::span<const std::span<const Point>> chains) const noexcept {
    const Illegal alone = why_illegal(p, player);
    if (chains.empty()) return alone;
    if (alone != Illegal::none && alone != Illegal::suicide) return alone;
    if (rules_.captures_by_itself()) return Illegal::chain;
    Region area;
    for (const std::span<const Point> chain : chains) {
        if (!is_simple_cycle(chain)) return Illegal::chain;
        for (const Point dot : chain) {
            if (dot != p && !is_live(player, dot)) return Illegal::chain;
        }
        find_area(chain, area);
        if (!holds_live(other(player), area)) return Illegal::chain;
    }
    return Illegal::none;
}

bool Position::can_enclose(Player player) const noexcept {
    const Rows enemies = closable(player);
    return std::any_of(enemies.begin(), enemies.end(), [](std::uint64_t row) { return row != 0; });
}

// Under capture=manual: with the dot placed, something could be enclosed.
bool Position::is_legal_with_a_chain(Point p, Player player) const noexcept {
    if (rules_.captures_by_itself()) return false;
    Position trial = *this;
    trial.place<false>(p, player, nullptr);
    return trial.can_enclose(player);
}

bool Position::has_legal_dot(Player player) const noexcept {
    for (int y = 0; y < height_; ++y) {
        for (std::uint64_t row = playable_row(y); row != 0; row &= row - 1) {
            const Point p = Point::at(std::countr_zero(row), y);
            if (is_open_to(p, player)) return true;
        }
    }
    return false;
}

bool Position::is_stuck() const noexcept {
    return rules_.ending == Ending::full && !status_.closing && !has_legal_dot(to_move());
}

// Acts

void Position::begin_act(UndoLog& log) {
    log.steps_.push_back(
        {key_, static_cast<std::uint32_t>(log.words_.size()), Point{}, -1, status_.to_move});
    save_status(log);
}

int Position::place(Point p, Player player, std::span<const std::span<const Point>> chains,
                    UndoLog& log) {
    int gained = place<true>(p, player, &log);
    if (chains.empty()) return gained;
    Region area;
    for (const std::span<const Point> chain : chains) {
        find_area(chain, area);
        gained += capture<true>(area, player, rules_.frees_captured_dots(), &log);
    }
    return gained;
}

int Position::enclose(Point enemy, Player player, UndoLog& log) {
    begin_act(log);
    status_.owes_chain = false;
    Region pool;
    Region area;
    Chain chain;
    if (!find_pool(wall(player), size(), enemy, pool)) return 0;
    find_chain(wall(player), pool, chain);
    find_area(chain.points(), area);
    return capture<true>(area, player, rules_.frees_captured_dots(), &log);
}

void Position::stop(Player player, UndoLog& log) {
    begin_act(log);
    status_.closing = status_.owes_chain = false;
    if (status_.stopped_by >= 0) {
        status_.ended = Reason::stop;
        return;
    }
    status_.stopped_by = static_cast<std::int8_t>(player);
    status_.to_move = static_cast<std::int8_t>(other(player));
}

void Position::ground(Player player, UndoLog& log) {
    begin_act(log);
    status_.closing = status_.owes_chain = false;
    status_.ended = Reason::ground;
    Rows held{};
    for (int y = 0; y < height_; ++y)
        held[index(y)] = live_row(player, y) | territory_row(player, y);
    const Rows grounded = reachable_from_edge(held, size());
    Region lost;
    lost.first = 0;
    lost.last = height_ - 1;
    for (int y = 0; y < height_; ++y) lost.rows[index(y)] = held[index(y)] & ~grounded[index(y)];
    const bool keeps_captures = std::exchange(log.keeps_captures_, false);  // no chain closes here
    capture<true>(lost, other(player), true, &log);
    log.keeps_captures_ = keeps_captures;
}

void Position::resign(Player player, UndoLog& log) {
    begin_act(log);
    status_.closing = status_.owes_chain = false;
    status_.ended = Reason::resign;
    status_.loser = static_cast<std::int8_t>(player);
}

// Comparing

std::uint64_t Position::compute_key() const noexcept {
    std::uint64_t key = mix64(static_cast<std::uint64_t>(width_) << 8 | height_);
    std::uint64_t options = 0;
    for (const int option :
         {static_cast<int>(rules_.capture), static_cast<int>(rules_.entry),
          static_cast<int>(rules_.recapture), static_cast<int>(rules_.capture_empty),
          static_cast<int>(rules_.scoring), static_cast<int>(rules_.ending),
          static_cast<int>(rules_.start), static_cast<int>(rules_.komi_halves) & 0xffff}) {
        options = mix64(options + static_cast<std::uint64_t>(option) + 1);
    }
    key ^= options;
    const auto add = [&](Plane plane, int y, std::uint64_t row) {
        key ^= row_key(static_cast<unsigned>(plane), static_cast<unsigned>(y), row);
    };
    for (int y = 0; y < height_; ++y) {
        add(Plane::live0, y, live_row(0, y));
        add(Plane::live1, y, live_row(1, y));
        add(Plane::dead0, y, dead_row(0, y));
        add(Plane::dead1, y, dead_row(1, y));
        add(Plane::territory0, y, territory_row(0, y));
        add(Plane::territory1, y, territory_row(1, y));
        add(Plane::scored, y, scored_row(y));
    }
    return key;
}

std::uint64_t Position::key() const noexcept {
    std::uint64_t status = static_cast<std::uint8_t>(status_.to_move);
    status = status << 8 | static_cast<std::uint8_t>(status_.stopped_by);
    status = status << 8 | static_cast<std::uint8_t>(status_.loser);
    status = status << 8 | static_cast<std::uint8_t>(status_.ended);
    status = status << 8 | static_cast<std::uint8_t>(status_.closing);
    status = status << 8 | static_cast<std::uint8_t>(status_.owes_chain);
    return key_ ^ mix64(status + 1);
}

bool operator==(const Position& a, const Position& b) noexcept {
    const auto identity = [](Status status) {
        status.holds_enemy = 0;
        return status;
    };
    return a.key_ == b.key_ && a.size() == b.size() && a.rules_ == b.rules_ && a.live_ == b.live_ &&
           a.dead_ == b.dead_ && a.territory_ == b.territory_ && a.scored_ == b.scored_ &&
           identity(a.status_) == identity(b.status_);
}

const char* Position::check_consistency() const noexcept {
    int playable = 0;
    std::array<int, 2> scores{};
    for (int y = 0; y < max_side; ++y) {
        const std::uint64_t board = y < height_ ? columns_ : 0;
        const std::uint64_t live = live_row(0, y) | live_row(1, y);
        const std::uint64_t dead = dead_row(0, y) | dead_row(1, y);
        const std::uint64_t land = territory_row(0, y) | territory_row(1, y);
        if (((live | land | scored_row(y)) & ~board) != 0) return "points beyond the board";
        if ((live_row(0, y) & live_row(1, y)) != 0 || (dead_row(0, y) & dead_row(1, y)) != 0)
            return "two dots on a point";
        if ((territory_row(0, y) & territory_row(1, y)) != 0)
            return "a captured point with two owners";
        if ((live & land) != 0) return "a live dot in a captured region";
        if ((dead & ~land) != 0) return "a dead dot outside captured regions";
        if ((scored_row(y) & ~dead) != 0) return "a dot that scored and is not dead";
        if (playable_row(y) != (board & ~(live | land))) return "playable points do not match";
        const std::uint64_t taken =
            (dead_row(0, y) & territory_row(1, y)) | (dead_row(1, y) & territory_row(0, y));
        if ((taken & ~scored_row(y)) != 0) return "a captured dot that did not score";
        if (rules_.frees_captured_dots() && taken != scored_row(y))
            return "a freed dot that still scores";
        for (const Player player : {0, 1}) {
            scores[index(player)] += std::popcount(scored_row(y) & dead_row(other(player), y));
        }
        playable += std::popcount(playable_row(y));
    }
    if (playable != status_.playable) return "the number of playable points does not match";
    if (scores[0] != status_.scores[0] || scores[1] != status_.scores[1])
        return "scores do not match the dots";
    if (key_ != compute_key()) return "the key does not match";
    if (!rules_.captures_by_itself()) return nullptr;
    for (const Player player : {0, 1}) {
        const Rows pools = pool_points(player);
        for (int y = 0; y < height_; ++y) {
            if ((pools[index(y)] & playable_row(y) & ~closed_[index(player)][index(y)]) != 0)
                return "a closed pool was forgotten";
            if ((pools[index(y)] & live_row(other(player), y)) != 0 &&
                (status_.holds_enemy >> player & 1) == 0) {
                return "a live dot in a pool was forgotten";
            }
        }
    }
    return nullptr;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
