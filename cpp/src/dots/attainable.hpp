// What a position can still lead to, and keys that symmetric positions share.
//
// The upper bound for a player Q against P. Walls that Q can ever have are Q's live dots and,
// unless Q has stopped, the playable points. What reaches the edge past them can never be captured
// by Q.
//
// * P's dots that do not reach it, and have not scored, may be lost; Q's dots that P captured may
//   come free there (recapture=free, or the final step of scoring=territory).
// * P's dots to come count only where P can be made to place them, under ending=full: each at a
//   point without a neighbour that reaches the edge, and no more than P has turns left - less those
//   that P spends on calm points, which neither can ever block. Otherwise P stops, or grounds, as
//   soon as it is their turn.
// * When P grounds, P loses no more than the groups that do not touch the edge now: a group that
//   does can never be captured.
// * After a stop, the stopper gains nothing more, but for the final step.
//
// After a stop the other player plays alone. Filling up the board is a line of play, and mostly the
// best one: if it reaches the upper bound, the value is known.
//
// What a player may ever capture also tells which points matter. A pool lies within that set, and
// the dots of its chain are neighbours of it. All other points are idle: who holds them changes
// nothing, and those still playable are as good as each other, mere moves to pass the time with.
// Positions that differ only there, and in scores, share a key; values are kept relative to the
// margin. Not under ending=ground, where what holds a group to the edge matters everywhere.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <dotcore/core/bits.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/symmetry.hpp>
#include <dotcore/search/alphabeta_knowledge.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

[[nodiscard]] constexpr bool touches_edge(Size size, Point p) noexcept {
    return p.x() == 0 || p.y() == 0 || p.x() == size.width - 1 || p.y() == size.height - 1;
}

// A set of points on a board of up to 8 x 8, in one word: bit 8 * y + x.
struct SmallSet {
    std::uint64_t word = 0;

    template <class RowAt>
    [[nodiscard]] static SmallSet of(Size size, RowAt&& row_at) {
        SmallSet set;
        for (int y = 0; y < size.height; ++y) set.word |= row_at(y) << 8 * y;
        return set;
    }
    [[nodiscard]] int count() const noexcept { return std::popcount(word); }
    [[nodiscard]] SmallSet neighbours() const noexcept { return {bits::window::neighbours(word)}; }
    [[nodiscard]] SmallSet filled_from(SmallSet seeds) const noexcept {
        return {bits::window::fill(word, seeds.word & word)};
    }
    friend SmallSet operator&(SmallSet a, SmallSet b) noexcept { return {a.word & b.word}; }
    friend SmallSet operator|(SmallSet a, SmallSet b) noexcept { return {a.word | b.word}; }
    [[nodiscard]] SmallSet without(SmallSet b) const noexcept { return {word & ~b.word}; }
};

// The same for any board.
struct LargeSet {
    int height = 0;
    Rows rows{};

    template <class RowAt>
    [[nodiscard]] static LargeSet of(Size size, RowAt&& row_at) {
        LargeSet set;
        set.height = size.height;
        for (int y = 0; y < size.height; ++y) set.rows[static_cast<std::size_t>(y)] = row_at(y);
        return set;
    }
    [[nodiscard]] std::uint64_t row(int y) const noexcept {
        return y < 0 || y >= height ? 0 : rows[static_cast<std::size_t>(y)];
    }
    template <class Combine>
    [[nodiscard]] LargeSet combined(Combine&& combine) const {
        LargeSet set;
        set.height = height;
        for (int y = 0; y < height; ++y) set.rows[static_cast<std::size_t>(y)] = combine(y);
        return set;
    }
    [[nodiscard]] int count() const noexcept {
        int n = 0;
        for (int y = 0; y < height; ++y) n += std::popcount(row(y));
        return n;
    }
    [[nodiscard]] LargeSet neighbours() const {
        return combined(
            [this](int y) { return row(y) << 1 | row(y) >> 1 | row(y - 1) | row(y + 1); });
    }
    [[nodiscard]] LargeSet filled_from(const LargeSet& seeds) const {
        LargeSet reached = seeds & *this;
        for (bool changed = true; changed;) {
            changed = false;
            const auto grow = [&](int y) {
                const std::uint64_t from = reached.row(y - 1) | reached.row(y) | reached.row(y + 1);
                const std::uint64_t filled = bits::fill_runs(row(y), from);
                changed = changed || filled != reached.row(y);
                reached.rows[static_cast<std::size_t>(y)] = filled;
            };
            for (int y = 0; y < height; ++y) grow(y);
            for (int y = height - 1; y >= 0; --y) grow(y);
        }
        return reached;
    }
    friend LargeSet operator&(const LargeSet& a, const LargeSet& b) {
        return a.combined([&](int y) { return a.row(y) & b.row(y); });
    }
    friend LargeSet operator|(const LargeSet& a, const LargeSet& b) {
        return a.combined([&](int y) { return a.row(y) | b.row(y); });
    }
    [[nodiscard]] LargeSet without(const LargeSet& b) const {
        return combined([&](int y) { return row(y) & ~b.row(y); });
    }
};

template <class Set>
class BoundsFinder {
public:
    explicit BoundsFinder(const Position& position)
        : position_{position},
          size_{position.size()},
          board_{Set::of(size_, [&](int) { return size_.columns(); })},
          edge_{Set::of(size_,
                        [&](int y) {
                            const bool whole = y == 0 || y == size_.height - 1;
                            return whole
                                       ? size_.columns()
                                       : (std::uint64_t{1} | std::uint64_t{1} << (size_.width - 1));
                        })},
          playable_{Set::of(size_, [&](int y) { return position.playable_row(y); })},
          scored_{Set::of(size_, [&](int y) { return position.scored_row(y); })},
          live_{plane([&](Player p, int y) { return position.live_row(p, y); })},
          dead_{plane([&](Player p, int y) { return position.dead_row(p, y); })},
          reached_{open_to(0).filled_from(edge_), open_to(1).filled_from(edge_)},
          exposed_{exposed(reached_[0]), exposed(reached_[1])} {}

    // No more than this is the final margin of player, as they see it, in half points.
    [[nodiscard]] int most_of(Player player) const {
        const Status& status = position_.status();
        const Rules& rules = position_.rules();
        const Player enemy = other(player);
        const int margin = margin_of(player);
        const bool counts_territory = rules.scores_territory() && rules.allows_stop();
        const bool has_stopped = status.stopped_by == player;
        if (has_stopped && !counts_territory) return margin;

        const Set& reached = reached_[at(player)];
        const Set enemies = (live_[at(enemy)] | dead_[at(enemy)]).without(scored_);
        int most = margin + 2 * enemies.without(reached).count();
        if (rules.frees_captured_dots() || counts_territory) {
            most += 2 * (dead_[at(player)] & scored_).without(reached).count();
        }
        if (!rules.allows_stop() || counts_territory) {
            const int points = exposed_[at(player)].count();
            if (counts_territory) most += points;
            if (!rules.allows_stop()) {
                const int first = (status.to_move == enemy) != status.closing ? 1 : 0;
                const int calm = playable_.without(exposed_[0] | exposed_[1]).count();
                most += 2 * std::min(points, (status.playable + first) / 2 - (calm + first) / 2);
            }
        }
        if (rules.allows_grounding()) most = std::min(most, most_if_grounded(player, margin));
        return most;
    }

    // The points that matter to anybody.
    [[nodiscard]] Set relevant() const {
        if (position_.rules().allows_grounding()) return board_;
        Set relevant = playable_.without(playable_);
        for (const Player player : {0, 1}) {
            const Set capturable =
                open_to(player).without(reached_[at(player)]) | exposed_[at(player)];
            relevant = relevant | capturable | (capturable.neighbours() & board_);
        }
        return relevant;
    }

    // The playable points that matter to nobody.
    [[nodiscard]] Set idle() const { return playable_.without(relevant()); }

    [[nodiscard]] search::Attainable bounds() const {
        const Player player = position_.to_move();
        search::Attainable bounds{-most_of(other(player)), most_of(player)};
        const Status& status = position_.status();
        if (status.stopped_by == other(player) && !status.closing && bounds.low < bounds.high &&
            !position_.rules().scores_territory()) {
            bounds.low = std::max(bounds.low, filled_up(player, bounds.high));
        }
        return bounds;
    }

private:
    // What none of the walls that the player can have stands on.
    [[nodiscard]] Set open_to(Player player) const {
        const bool has_stopped = position_.status().stopped_by == player;
        const Set& own = live_[at(player)];
        return board_.without(has_stopped ? own : own | playable_);
    }
    // Playable points where a dot would not hold to the edge.
    [[nodiscard]] Set exposed(const Set& reached) const {
        return playable_.without(edge_).without(reached.neighbours() | reached);
    }

    template <class RowOf>
    [[nodiscard]] std::array<Set, 2> plane(RowOf&& row_of_player) const {
        return {Set::of(size_, [&](int y) { return row_of_player(0, y); }),
                Set::of(size_, [&](int y) { return row_of_player(1, y); })};
    }
    [[nodiscard]] static std::size_t at(Player player) noexcept {
        return static_cast<std::size_t>(player);
    }
    [[nodiscard]] int margin_of(Player player) const noexcept {
        const int lead =
            2 * (position_.score(0) - position_.score(1)) - position_.rules().komi_halves;
        return player == 0 ? lead : -lead;
    }

    [[nodiscard]] int most_if_grounded(Player player, int margin) const {
        const Player enemy = other(player);
        const Set held = live_[at(enemy)] |
                         Set::of(size_, [&](int y) { return position_.territory_row(enemy, y); });
        const Set lost = held.without(held.filled_from(edge_));
        return margin +
               2 * (lost & (live_[at(enemy)] | dead_[at(enemy)])).without(scored_).count() +
               2 * (lost & dead_[at(player)] & scored_).count();
    }

    // The margin when the player, who plays alone, fills the board up; ends early at enough.
    [[nodiscard]] int filled_up(Player player, int enough) const {
        Position filled = position_;
        const auto margin = [&] {
            const int lead = 2 * (filled.score(0) - filled.score(1)) - filled.rules().komi_halves;
            return player == 0 ? lead : -lead;
        };
        const Rows avoided = filled.pool_points(other(player));
        for (int y = 0; y < size_.height; ++y) {
            const std::uint64_t row =
                filled.playable_row(y) & ~avoided[static_cast<std::size_t>(y)];
            for (std::uint64_t left = row; left != 0; left &= left - 1) {
                const Point p = Point::at(std::countr_zero(left), y);
                if (!filled.is_playable(p)) continue;
                const int gain = filled.place<false>(p, player, nullptr);
                if (gain > 0 && margin() >= enough) return margin();
            }
        }
        if (!filled.rules().captures_by_itself()) {
            UndoLog log;
            for (;;) {
                const Rows enemies = filled.closable(player);
                int y = 0;
                while (y < size_.height && enemies[static_cast<std::size_t>(y)] == 0) ++y;
                if (y == size_.height) break;
                const int x = std::countr_zero(enemies[static_cast<std::size_t>(y)]);
                filled.enclose(Point::at(x, y), player, log);
            }
        }
        return margin();
    }

    const Position& position_;
    Size size_;
    Set board_;
    Set edge_;
    Set playable_;
    Set scored_;
    std::array<Set, 2> live_;
    std::array<Set, 2> dead_;
    std::array<Set, 2> reached_;  // from the edge, past all walls that the player can have
    std::array<Set, 2> exposed_;  // to the player: enemy dots placed there do not hold to the edge
};

template <class Set>
[[nodiscard]] search::Attainable bounds_of(const Position& position) {
    return BoundsFinder<Set>(position).bounds();
}

// The key of a position on a board of up to 8 x 8, the same for all positions that are symmetric to
// it or differ in idle points and scores. The frame is the symmetry that leads to the one chosen
// among them: the one whose planes, read as numbers, come first.
[[nodiscard]] inline search::Keyed canonical_key(const Position& position, std::uint64_t base) {
    const std::uint64_t relevant = BoundsFinder<SmallSet>(position).relevant().word;
    const Size size = position.size();
    const auto turned = [size](std::uint64_t word, Symmetry symmetry) {
        const auto flip_x = [&](std::uint64_t w) {
            w = (w >> 1 & 0x5555555555555555) | (w & 0x5555555555555555) << 1;
            w = (w >> 2 & 0x3333333333333333) | (w & 0x3333333333333333) << 2;
            w = (w >> 4 & 0x0f0f0f0f0f0f0f0f) | (w & 0x0f0f0f0f0f0f0f0f) << 4;
            return w >> (8 - size.width);
        };
        const auto flip_y = [&](std::uint64_t w) {
            w = (w >> 8 & 0x00ff00ff00ff00ff) | (w & 0x00ff00ff00ff00ff) << 8;
            w = (w >> 16 & 0x0000ffff0000ffff) | (w & 0x0000ffff0000ffff) << 16;
            w = w >> 32 | w << 32;
            return w >> 8 * (8 - size.height);
        };
        const auto transpose = [](std::uint64_t w) {
            std::uint64_t t = (w ^ w >> 7) & 0x00aa00aa00aa00aa;
            w ^= t ^ t << 7;
            t = (w ^ w >> 14) & 0x0000cccc0000cccc;
            w ^= t ^ t << 14;
            t = (w ^ w >> 28) & 0x00000000f0f0f0f0;
            return w ^ t ^ t << 28;
        };
        switch (symmetry) {
            case Symmetry::rotate_90:
                return flip_x(transpose(word));
            case Symmetry::rotate_180:
                return flip_x(flip_y(word));
            case Symmetry::rotate_270:
                return flip_y(transpose(word));
            case Symmetry::flip_x:
                return flip_x(word);
            case Symmetry::flip_y:
                return flip_y(word);
            case Symmetry::transpose:
                return transpose(word);
            case Symmetry::anti_transpose:
                return flip_x(flip_y(transpose(word)));
            case Symmetry::identity:
                break;
        }
        return word;
    };
    std::array<std::uint64_t, 8> planes{};
    const auto add = [&](std::size_t plane, auto&& row_at) {
        for (int y = 0; y < size.height; ++y) planes[plane] |= row_at(y) << 8 * y;
    };
    add(0, [&](int y) { return position.playable_row(y); });
    add(1, [&](int y) { return position.live_row(0, y); });
    add(2, [&](int y) { return position.live_row(1, y); });
    add(3, [&](int y) { return position.territory_row(0, y); });
    add(4, [&](int y) { return position.territory_row(1, y); });
    const std::uint64_t idle = planes[0] & ~relevant;
    if (((planes[3] | planes[4]) & relevant) != 0) {
        add(5, [&](int y) { return position.dead_row(0, y); });
        add(6, [&](int y) { return position.dead_row(1, y); });
        add(7, [&](int y) { return position.scored_row(y); });
    }
    for (std::uint64_t& plane : planes) plane &= relevant;
    const unsigned all = size.width == size.height ? 0b11111111U : 0b00110101U;
    unsigned left = all;  // a bit for each symmetry that may still be chosen
    std::array<std::uint64_t, 8> images{};
    for (std::size_t plane = 0; plane < planes.size() && (left & (left - 1)) != 0; ++plane) {
        if (planes[plane] == 0) continue;
        std::uint64_t first = ~std::uint64_t{0};
        bits::for_each_bit(left, [&](int s) {
            const auto i = static_cast<std::size_t>(s);
            images[i] = turned(planes[plane], static_cast<Symmetry>(s));
            first = std::min(first, images[i]);
        });
        bits::for_each_bit(left, [&](int s) {
            if (images[static_cast<std::size_t>(s)] != first) left &= ~(1U << s);
        });
    }
    const int frame = std::countr_zero(left);
    const Status& status = position.status();
    std::uint64_t key = static_cast<std::uint8_t>(status.to_move);
    key = key << 8 | static_cast<std::uint8_t>(status.stopped_by);
    key = key << 1 | (status.closing ? 1U : 0U);
    key = key << 1 | (status.owes_chain ? 1U : 0U);
    key = base ^ mix64((key << 8 | static_cast<unsigned>(std::popcount(idle))) + 1);
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
        if (planes[plane] == 0) continue;
        const std::uint64_t image = turned(planes[plane], static_cast<Symmetry>(frame));
        key ^= row_key(static_cast<unsigned>(plane), 0, image);
    }
    const int lead = 2 * (position.score(0) - position.score(1));
    return {key, frame, status.to_move == 0 ? lead : -lead, idle};
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
