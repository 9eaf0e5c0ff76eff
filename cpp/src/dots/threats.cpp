#include <dotcore/dots/threats.hpp>

#include <algorithm>
#include <bit>

#include "connected.hpp"
#include "window.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// Three columns, the middle one x.
[[nodiscard]] constexpr std::uint64_t block(int x) noexcept {
    return x == 0 ? 0b11 : std::uint64_t{0b111} << (x - 1);
}

// The player's live dots around p, packed as for detail::separations.
[[nodiscard]] unsigned neighbours(const PaddedRows& wall, Point p) noexcept {
    const std::uint64_t* const row = row_of(wall, p.y());
    const auto three = [x = p.x()](std::uint64_t r) {
        return static_cast<unsigned>((x == 0 ? r << 1 : r >> (x - 1)) & 7);
    };
    return (three(row[-1]) | three(row[0]) << 3 | three(row[1]) << 6) & 0b111101111;
}

// Dots of the player that separate nothing may capture, in pools that were closed before.
[[nodiscard]] bool closes_anew(const Position& position, Player player) noexcept {
    if (position.rules().closes_empty_pools()) return true;
    if ((position.status().holds_enemy >> player & 1) == 0) return false;
    std::uint64_t shut_in = 0;
    for (int y = 0; y < position.size().height; ++y)
        shut_in |= position.closed_row(player, y) & position.live_row(other(player), y);
    return shut_in != 0;
}

[[nodiscard]] bool may_capture(const Position& position, Player player) noexcept {
    return position.rules().captures_by_itself() && position.why_illegal(player) == Illegal::none;
}

// What dots of one player would capture on a position that stays as it is.
class Closer {
public:
    Closer(const Position& position, Player player) noexcept
        : position_{position}, player_{player}, closes_anew_{closes_anew(position, player)} {}

    // max(0, gain(...)).
    [[nodiscard]] int gain(Point p) {
        const detail::Separation& separation =
            detail::separations[neighbours(position_.wall(player_), p)];
        const bool own_pool = (position_.closed_row(player_, p.y()) & p.bit()) != 0;
        if (own_pool && closes_anew_) return gain_by_trial(p);
        // In an own pool that holds no live enemy dots there is nothing to gain, whatever is
        // closed.
        if (separation.groups < 2) return 0;
        if (position_.rules().closes_empty_pools()) return gain_by_trial(p);
        const Region* area = nullptr;
        const int pools = close(p, separation, area);
        if (pools == 0) return 0;
        return pools == 1 ? worth(*area) : gain_by_trial(p);
    }

    // Whether the live dot would be captured by p.
    [[nodiscard]] bool takes(Point p, Point dot) {
        Position trial = position_;
        trial.place<false>(p, player_, nullptr);
        return !trial.is_live(other(player_), dot);
    }

private:
    [[nodiscard]] int gain_by_trial(Point p) const {
        Position trial = position_;
        return std::max(0, trial.place<false>(p, player_, nullptr));
    }

    // The number of pools that a dot at p closes. area is that of the one, if it is one.
    [[nodiscard]] int close(Point p, const detail::Separation& separation, const Region*& area) {
        const Window window{p, board_around(p)};
        const std::uint64_t open = ~(window.of(position_.wall(player_)) | window_centre);
        if (separation.groups == 2) {
            return close_between(window, open, window_members[separation.members[0]],
                                 window_members[separation.members[1]], area);
        }
        int pools = 0;
        std::uint64_t pool = 0;
        for (int i = 0; i < separation.groups; ++i) {
            const std::uint64_t seed = window_members[separation.members[at(i)]];
            const std::uint64_t group = bits::window::fill(open, seed);
            if (!is_pool(window, group)) continue;
            if (++pools > 1) return pools;
            pool = group;
            // Later groups would take its place in pool_, so it is found again where it matters.
        }
        if (pools == 1 && is_pool(window, pool)) area = area_of(window, pool);
        return pools;
    }

    // With two groups around the dot.
    [[nodiscard]] int close_between(const Window& window, std::uint64_t open, std::uint64_t first,
                                    std::uint64_t second, const Region*& area) {
        if (!bits::window::grow_apart(open, first, second)) return 0;
        // The first is whole within the window.
        if (is_pool(window, first)) {
            area = area_of(window, first);
            return 1;
        }
        second = bits::window::fill(open, second);
        if (!is_pool(window, second)) return 0;
        area = area_of(window, second);
        return 1;
    }

    // True if the group holds no edge point; then pool_ is it, unless it is whole in the window.
    [[nodiscard]] bool is_pool(const Window& window, std::uint64_t group) {
        if ((group & ~window.board) != 0) return false;
        if ((group & bits::window::border) == 0) return true;
        if (probe_edge(position_.wall(player_), position_.size(), window, group)) return false;
        return find_pool(wall_with(window.centre), position_.size(),
                         window.point(std::countr_zero(group)), pool_);
    }

    // The area of the pool that is_pool has just found.
    [[nodiscard]] const Region* area_of(const Window& window, std::uint64_t group) {
        if ((group & bits::window::border) == 0) {
            window.spread(group, pool_);
            if (is_its_own_area(group)) return &pool_;
        }
        find_chain(wall_with(window.centre), pool_, chain_);
        find_area(chain_.points(), area_);
        return &area_;
    }

    [[nodiscard]] int worth(const Region& area) const noexcept {
        const Player enemy = other(player_);
        const bool frees = position_.rules().frees_captured_dots();
        std::uint64_t live = 0;
        int dots = 0;
        for (int y = area.first; y <= area.last; ++y) {
            const std::uint64_t inside = area.rows[at(y)];
            const std::uint64_t enemies = position_.live_row(enemy, y) & inside;
            const std::uint64_t scored = position_.scored_row(y) & inside;
            live |= enemies;
            dots += std::popcount(enemies | (position_.dead_row(enemy, y) & inside & ~scored));
            if (frees) dots += std::popcount(position_.dead_row(player_, y) & scored);
        }
        return live != 0 ? dots : 0;
    }

    // The player's live dots and one more.
    [[nodiscard]] const PaddedRows& wall_with(Point p) noexcept {
        if (!is_wall_copied_) wall_ = position_.wall(player_);
        if (is_wall_copied_) *row_of(wall_, added_.y()) &= ~added_.bit();
        is_wall_copied_ = true;
        added_ = p;
        *row_of(wall_, p.y()) |= p.bit();
        return wall_;
    }

    // The window's points on the board.
    [[nodiscard]] std::uint64_t board_around(Point p) const noexcept {
        const Size size = position_.size();
        const int shift = p.x() - window_before;
        const std::uint64_t columns =
            (shift >= 0 ? size.columns() >> shift : size.columns() << -shift) & 0xff;
        const int above = std::max(0, -(p.y() - window_before));
        const int below = std::max(0, p.y() + 8 - window_before - size.height);
        return bits::window::left * columns & ~std::uint64_t{0} << (8 * above) &
               ~std::uint64_t{0} >> (8 * below);
    }

    const Position& position_;
    Player player_;
    bool closes_anew_;
    bool is_wall_copied_ = false;
    Point added_{};
    PaddedRows wall_;
    Region pool_;
    Region area_;
    Chain chain_;
};

// Points that touch two of the parts that the dot has joined.
class Joints {
public:
    // part_with(seed): the connected set, without the dot, that holds seed.
    template <class PartWith>
    Joints(Size size, Point dot, unsigned around, PartWith&& part_with) : height_{size.height} {
        const ConnectedDots* part = nullptr;
        for (bool is_first = true; around != 0; is_first = false) {
            const int i = std::countr_zero(around);
            part = &part_with(Point::at(dot.x() + i % 3 - 1, dot.y() + i / 3 - 1));
            for (int k = i; k < 9; ++k) {
                const int y = dot.y() + k / 3 - 1;
                const int x = dot.x() + k % 3 - 1;
                if ((around >> k & 1) != 0 && (part->row(y) >> x & 1) != 0) around &= ~(1U << k);
            }
            if (around == 0 && is_first) return;  // all one part
            add(*part);
        }
    }
    [[nodiscard]] int first() const noexcept { return first_; }
    [[nodiscard]] int last() const noexcept { return last_; }
    [[nodiscard]] std::uint64_t row(int y) const noexcept { return twice_[at(y)]; }

private:
    void add(const ConnectedDots& part) noexcept {
        const int from = std::max(0, part.first - 1);
        const int to = std::min(height_ - 1, part.last + 1);
        if (last_ < 0) {
            first_ = from;
            last_ = from - 1;
        }
        while (first_ > from) clear(--first_);
        while (last_ < to) clear(++last_);
        for (int y = from; y <= to; ++y) {
            const std::uint64_t touched = part.touched(y);
            twice_[at(y)] |= once_[at(y)] & touched;
            once_[at(y)] |= touched;
        }
    }
    void clear(int y) noexcept { once_[at(y)] = twice_[at(y)] = 0; }

    int height_;
    int first_ = 0;
    int last_ = -1;
    std::array<std::uint64_t, max_side> once_;
    std::array<std::uint64_t, max_side> twice_;
};

// Spreads from a point through what is free of a player's dots, stopping where a dot of the player
// might close: no capture that takes the point is further off than what stops it.
class Surroundings {
public:
    Surroundings(const Position& position, Player enemy, Point dot) noexcept
        : position_{position}, enemy_{enemy}, size_{position.size()}, first_{dot.y()} {
        last_ = first_ - 1;
        open_row(++last_);
        reached_[at(first_)] = dot.bit();
    }

    // Calls visit(p) for each point that stops it, until the edge is reached.
    template <class Visit>
    void for_each_stop(Visit&& visit) noexcept {
        while (spread()) {
            bool stopped = false;
            for (int y = first_; y <= last_; ++y) {
                std::uint64_t touched = reached_[at(y)] << 1 | reached_[at(y)] >> 1;
                if (y > first_) touched |= reached_[at(y - 1)];
                if (y < last_) touched |= reached_[at(y + 1)];
                const std::uint64_t stops = touched & stops_[at(y)];
                if (stops == 0) continue;
                stopped = true;
                stops_[at(y)] &= ~stops;
                through_[at(y)] = stops;
                bits::for_each_bit(stops, [&](int x) { visit(Point::at(x, y)); });
            }
            if (!stopped) return;
            for (int y = first_; y <= last_; ++y) {
                reached_[at(y)] |= through_[at(y)];
                free_[at(y)] |= through_[at(y)];
                through_[at(y)] = 0;
            }
        }
    }

private:
    void open_row(int y) noexcept {
        stops_[at(y)] = may_close(position_, enemy_, y);
        free_[at(y)] = ~position_.live_row(enemy_, y) & size_.columns() & ~stops_[at(y)];
        reached_[at(y)] = through_[at(y)] = 0;
    }

    // False as soon as the edge is reached. Otherwise there is one row around all that is reached.
    [[nodiscard]] bool spread() noexcept {
        const std::uint64_t sides = 1 | std::uint64_t{1} << (size_.width - 1);
        const auto grow = [&](int y, std::uint64_t seeds) {
            const std::uint64_t row =
                reached_[at(y)] | bits::fill_runs(free_[at(y)], seeds | reached_[at(y)]);
            const bool changed = row != reached_[at(y)];
            reached_[at(y)] = row;
            return changed;
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (int y = first_; y <= last_; ++y) {
                changed = grow(y, y > first_ ? reached_[at(y - 1)] : 0) || changed;
                if ((reached_[at(y)] & sides) != 0) return false;
                if (y == last_ && reached_[at(y)] != 0) {
                    if (y == size_.height - 1) return false;
                    open_row(++last_);
                }
            }
            for (int y = last_; y >= first_; --y) {
                changed = grow(y, y < last_ ? reached_[at(y + 1)] : 0) || changed;
                if ((reached_[at(y)] & sides) != 0) return false;
                if (y == first_ && reached_[at(y)] != 0) {
                    if (y == 0) return false;
                    open_row(--first_);
                }
            }
        }
        return true;
    }

    const Position& position_;
    Player enemy_;
    Size size_;
    int first_;
    int last_;
    Rows stops_;  // where the player might close, not looked at yet
    Rows free_;   // the other points without the player's dots
    Rows reached_;
    Rows through_;  // stops that the next spreading goes through
};

// Adds the captures among some points of a row.
void add_captures(Closer& closer, std::uint64_t points, int y, CaptureList& found) {
    bits::for_each_bit(points, [&](int x) {
        const Point p = Point::at(x, y);
        const int gained = closer.gain(p);
        if (gained > 0) found.push_back({p, static_cast<std::int16_t>(gained)});
    });
}

[[nodiscard]] int owner_of_live(const Position& position, Point dot) noexcept {
    return position.is_live(0, dot) ? 0 : position.is_live(1, dot) ? 1 : -1;
}

// part_with(seed): the connected set of the dot's player, without the dot, that holds seed.
template <class PartWith>
void find_captures_with(const Position& position, Point dot, CaptureList& found,
                        PartWith&& part_with) {
    found.clear();
    const int player = owner_of_live(position, dot);
    if (player < 0) return;
    const unsigned around = neighbours(position.wall(player), dot);
    const bool anew = closes_anew(position, player);
    if ((around == 0 && !anew) || !may_capture(position, player)) return;
    if (anew) return captures(position, player, found);
    Closer closer(position, player);
    const int height = position.size().height;
    const auto beside = [&](int y) {
        return y >= dot.y() - 1 && y <= dot.y() + 1 ? block(dot.x()) : 0;
    };
    for (int y = std::max(0, dot.y() - 1); y <= std::min(height - 1, dot.y() + 1); ++y) {
        add_captures(closer, may_close(position, player, y) & beside(y), y, found);
    }
    if (detail::separations[around].groups < 2) return;
    const Joints joints(position.size(), dot, around, part_with);
    for (int y = joints.first(); y <= joints.last(); ++y) {
        const std::uint64_t points = joints.row(y) & ~beside(y);
        if (points != 0) add_captures(closer, points & may_close(position, player, y), y, found);
    }
}

// The captures after `dot` that its player had not before it, or not with that gain.
void find_new(const Position& after, Point dot, const CaptureList& before, ConnectedSets& sets,
              CaptureList& found) {
    captures_with(after, dot, sets, found);
    found.erase_if([&](const CapturingDot& c) { return c.gain <= before.gain_at(c.dot); });
}

}  // namespace

int gain(const Position& position, Point p, Player player) {
    Position trial = position;
    return trial.place<false>(p, player, nullptr);
}

int capture_gain(const Position& position, Point p, Player player) {
    if (!position.rules().captures_by_itself()) return 0;
    return Closer(position, player).gain(p);
}

void captures(const Position& position, Player player, CaptureList& found) {
    found.clear();
    if (!may_capture(position, player)) return;
    Closer closer(position, player);
    const bool anew = closes_anew(position, player);
    for (int y = 0; y < position.size().height; ++y) {
        std::uint64_t points = may_close(position, player, y);
        if (anew) points |= position.closed_row(player, y) & position.playable_row(y);
        add_captures(closer, points, y, found);
    }
}

void captures_with(const Position& position, Point dot, CaptureList& found) {
    ConnectedDots part;
    find_captures_with(position, dot, found, [&](Point seed) -> const ConnectedDots& {
        find_connected(position, owner_of_live(position, dot), dot, seed, part);
        return part;
    });
}

void captures_with(const Position& position, Point dot, ConnectedSets& before, CaptureList& found) {
    find_captures_with(position, dot, found, [&](Point seed) -> const ConnectedDots& {
        return before.holding(seed, dot);
    });
}

void captures_of(const Position& position, Point dot, CaptureList& found) {
    found.clear();
    const int owner = owner_of_live(position, dot);
    if (owner < 0) return;
    const Player enemy = other(owner);
    if (!may_capture(position, enemy)) return;
    Closer closer(position, enemy);
    if (closes_anew(position, enemy)) {
        CaptureList all;
        captures(position, enemy, all);
        for (const CapturingDot& c : all) {
            if (closer.takes(c.dot, dot)) found.push_back(c);
        }
        return;
    }
    Surroundings surroundings(position, enemy, dot);
    surroundings.for_each_stop([&](Point p) {
        const int gained = closer.gain(p);
        if (gained > 0 && closer.takes(p, dot)) {
            found.push_back({p, static_cast<std::int16_t>(gained)});
        }
    });
}

void captures_after(const Position& position, Point dot, Player player,
                    std::span<const CapturingDot> before, CaptureList& found) {
    if (closes_anew(position, player)) return captures(position, player, found);
    found.clear();
    if (!may_capture(position, player)) return;
    if (position.is_live(player, dot)) {
        captures_with(position, dot, found);
    } else {
        captures_of(position, dot, found);
    }
    Closer closer(position, player);
    const std::size_t fresh = found.size();
    for (const CapturingDot& c : before) {
        const bool is_listed = std::any_of(found.begin(), found.begin() + fresh,
                                           [&](const CapturingDot& f) { return f.dot == c.dot; });
        if (is_listed || !position.is_playable(c.dot)) continue;
        const int gained = closer.gain(c.dot);
        if (gained > 0) found.push_back({c.dot, static_cast<std::int16_t>(gained)});
    }
}

void pairs(const Position& position, Player player, std::vector<Plan>& found) {
    found.clear();
    if (!may_capture(position, player)) return;
    CaptureList before;
    captures(position, player, before);
    Position trial = position;
    UndoLog log;
    CaptureList after;
    ConnectedSets sets;
    sets.begin(trial, player);
    const auto is_quiet = [&](Point p) {
        return trial.why_illegal(p, player) == Illegal::none && before.gain_at(p) == 0;
    };
    for (int y = 0; y < position.size().height; ++y) {
        bits::for_each_bit(beside_dots(position, player, y), [&](int x) {
            const Point first = Point::at(x, y);
            if (!is_quiet(first)) return;
            const bool loses = trial.place(first, player, log) != 0;
            if (!loses) find_new(trial, first, before, sets, after);
            trial.undo(log);
            if (loses) return;
            std::sort(after.begin(), after.end(),
                      [](const CapturingDot& a, const CapturingDot& b) { return a.dot < b.dot; });
            for (const CapturingDot& c : after) {
                // In the other order too: each is allowed and neither loses anything.
                if (c.dot < first || before.gain_at(c.dot) != 0 || !is_quiet(c.dot)) continue;
                const bool is_plan = trial.place(c.dot, player, log) == 0 &&
                                     trial.why_illegal(first, player) == Illegal::none &&
                                     capture_gain(trial, first, player) > 0;
                trial.undo(log);
                if (is_plan) found.push_back({{first, c.dot}, c.gain, 2});
            }
        });
    }
}

void threats(const Position& position, Player player, std::vector<Threat>& found) {
    found.clear();
    if (!may_capture(position, player)) return;
    CaptureList before;
    captures(position, player, before);
    Position trial = position;
    UndoLog log;
    CaptureList after;
    ConnectedSets sets;
    sets.begin(trial, player);
    for (int y = 0; y < position.size().height; ++y) {
        bits::for_each_bit(beside_dots(position, player, y), [&](int x) {
            const Point dot = Point::at(x, y);
            if (before.gain_at(dot) != 0 || trial.why_illegal(dot, player) != Illegal::none) return;
            if (trial.place(dot, player, log) == 0) {
                find_new(trial, dot, before, sets, after);
                const auto best = std::max_element(
                    after.begin(), after.end(),
                    [](const CapturingDot& a, const CapturingDot& b) { return a.gain < b.gain; });
                if (best != after.end()) found.push_back({dot, *best});
            }
            trial.undo(log);
        });
    }
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
