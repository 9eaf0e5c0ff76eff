// Plans as minimal vertex cuts between an enemy dot and the board's edge.
//
// Menger's theorem bounds the search: as long as more disjoint ways lead to the edge than dots are
// left, no cut is small enough. Otherwise every cut takes a point of each way: branching over the
// points of one, and forbidding those that were branched over before, meets each cut once. The flow
// of disjoint ways is carried along, so that a branch costs one search for a further way.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/dots/alphabeta.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

class PlanFinder {
public:
    // The position is only read; the planner's live dots are the walls.
    PlanFinder(const Position& position, Player planner)
        : size_{position.size()}, stride_{size_.width + 2} {
        const auto cells = static_cast<std::size_t>(stride_ * (size_.height + 2));
        kind_.assign(cells, Kind::edge);
        for (int y = 0; y < size_.height; ++y) {
            const std::uint64_t wall = position.live_row(planner, y);
            const std::uint64_t playable = position.playable_row(y);
            for (int x = 0; x < size_.width; ++x) {
                kind_[cell(x, y)] = (wall >> x & 1) != 0       ? Kind::wall
                                    : (playable >> x & 1) != 0 ? Kind::open
                                                               : Kind::firm;
            }
        }
        flow_.ways.assign(cells, {});
        flow_.through.assign(cells, 0);
        seen_in_.assign(cells, 0);
        seen_out_.assign(cells, 0);
        from_.resize(2 * cells);
        clustered_.assign(cells, 0);
        steps_ = {-stride_, 1, stride_, -1};
    }

    // Calls found(cut, size) for each minimal cut around each group of enemy dots, smaller
    // than or as large as most.
    template <class Found>
    void around_all(const Position& position, Player enemy, int most, Found&& found) {
        for (int y = 0; y < size_.height; ++y) {
            bits::for_each_bit(position.live_row(enemy, y), [&](int x) {
                if (clustered_[cell(x, y)] == 0) around(Point::at(x, y), most, found);
            });
        }
    }

    template <class Found>
    void around(Point target, int most, Found&& found) {
        source_ = cell(target.x(), target.y());
        if (!mark_cluster()) return;  // it holds to the edge
        chosen_ = 0;
        // Most dots have too many ways out. Straight ways to the nearest edge tell that soonest;
        // but short ones are better to branch over.
        clear_flow();
        face_nearest_edge(target);
        while (value_ <= most && augment<Search::deep>()) {
        }
        if (value_ > most) return;
        clear_flow();
        branch(most, found);
    }

private:
    enum class Kind : std::uint8_t { wall, open, firm, edge };  // firm: neither wall nor playable
    enum class Search : std::uint8_t { broad, deep };
    struct Flow {
        std::vector<std::array<std::uint8_t, 4>> ways;  // units that leave a cell, by direction
        std::vector<std::uint8_t> through;
    };

    [[nodiscard]] std::size_t cell(int x, int y) const noexcept {
        return static_cast<std::size_t>((y + 1) * stride_ + x + 1);
    }
    [[nodiscard]] Point point(std::size_t c) const noexcept {
        const int i = static_cast<int>(c);
        return Point::at(i % stride_ - 1, i / stride_ - 1);
    }
    [[nodiscard]] std::size_t beside(std::size_t c, std::size_t way) const noexcept {
        return static_cast<std::size_t>(static_cast<int>(c) + steps_[way]);
    }
    static constexpr std::size_t back(std::size_t way) noexcept { return way ^ 2; }

    // The firm points that hang together with the source; false if the edge is among them.
    [[nodiscard]] bool mark_cluster() {
        queue_.clear();
        queue_.push_back(static_cast<std::uint32_t>(source_));
        clustered_[source_] = 1;
        bool is_inside = true;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (std::size_t way = 0; way < 4; ++way) {
                const std::size_t next = beside(queue_[i], way);
                if (kind_[next] == Kind::edge) is_inside = false;
                if (kind_[next] != Kind::firm || clustered_[next] != 0) continue;
                clustered_[next] = 1;
                queue_.push_back(static_cast<std::uint32_t>(next));
            }
        }
        return is_inside;
    }

    // The last direction is searched first when searching deep.
    void face_nearest_edge(Point p) noexcept {
        const std::array<int, 4> far{p.y(), size_.width - 1 - p.x(), size_.height - 1 - p.y(),
                                     p.x()};
        const auto nearest = std::min_element(far.begin(), far.end()) - far.begin();
        const std::array<int, 4> clockwise{-stride_, 1, stride_, -1};
        for (std::size_t way = 0; way < 4; ++way)
            steps_[way] = clockwise[(static_cast<std::size_t>(nearest) + 1 + way) % 4];
    }

    void clear_flow() {
        std::fill(flow_.ways.begin(), flow_.ways.end(), std::array<std::uint8_t, 4>{});
        std::fill(flow_.through.begin(), flow_.through.end(), std::uint8_t{0});
        value_ = 0;
    }

    // One more way from the source to the edge, past the points of which one way takes each.
    // An entered cell is left if nothing passes through it, or backwards along what enters it.
    template <Search order>
    [[nodiscard]] bool augment() {
        ++stamp_;
        queue_.clear();
        const auto reach = [&](std::size_t c, bool is_out, std::uint32_t from) {
            std::uint32_t& seen = is_out ? seen_out_[c] : seen_in_[c];
            if (seen == stamp_) return;
            seen = stamp_;
            const auto state = static_cast<std::uint32_t>(2 * c + (is_out ? 1 : 0));
            from_[state] = from;
            queue_.push_back(state);
        };
        reach(source_, true, none);
        for (std::size_t i = 0; i < queue_.size();) {
            std::uint32_t state = 0;
            if constexpr (order == Search::deep) {
                state = queue_.back();
                queue_.pop_back();
            } else {
                state = queue_[i++];
            }
            const std::size_t c = state / 2;
            if ((state & 1) != 0) {
                for (std::size_t way = 0; way < 4; ++way) {
                    const std::size_t next = beside(c, way);
                    if (kind_[next] == Kind::edge) {
                        push_back_to_source(state, way);
                        return true;
                    }
                    if (kind_[next] != Kind::wall) reach(next, false, state);
                }
                if (flow_.through[c] > 0) reach(c, false, state);
            } else {
                if (flow_.through[c] == 0 || kind_[c] == Kind::firm) reach(c, true, state);
                for (std::size_t way = 0; way < 4; ++way) {
                    const std::size_t before = beside(c, way);
                    if (kind_[before] != Kind::edge && flow_.ways[before][back(way)] > 0)
                        reach(before, true, state);
                }
            }
        }
        return false;
    }

    void push_back_to_source(std::uint32_t state, std::size_t last_way) {
        ++flow_.ways[state / 2][last_way];
        while (from_[state] != none) {
            const std::uint32_t before = from_[state];
            const std::size_t c = state / 2;
            const std::size_t b = before / 2;
            if (c == b) {  // through the cell, or undoing that
                if ((state & 1) != 0) {
                    ++flow_.through[c];
                } else {
                    --flow_.through[c];
                }
            } else {
                for (std::size_t way = 0; way < 4; ++way) {
                    if ((before & 1) != 0 && beside(b, way) == c) ++flow_.ways[b][way];
                    if ((before & 1) == 0 && beside(c, way) == b) --flow_.ways[c][way];
                }
            }
            state = before;
        }
        ++value_;
    }

    // The open cells on one of the disjoint ways, source first.
    [[nodiscard]] std::size_t one_way(std::vector<std::uint32_t>& cells) const {
        cells.clear();
        std::size_t c = source_;
        std::array<std::uint8_t, 4> left = flow_.ways[c];
        for (int guard = 0; guard < 4 * max_points; ++guard) {
            std::size_t way = 0;
            while (way < 4 && left[way] == 0) ++way;
            if (way == 4) break;
            c = beside(c, way);
            if (kind_[c] == Kind::edge) break;
            if (kind_[c] == Kind::open) cells.push_back(static_cast<std::uint32_t>(c));
            left = flow_.ways[c];
        }
        return cells.size();
    }

    // Takes the way that leads through an open cell out of the flow.
    void remove_way(std::size_t taken) {
        std::size_t c = taken;
        while (kind_[c] != Kind::edge) {
            std::size_t way = 0;
            while (way < 4 && flow_.ways[c][way] == 0) ++way;
            if (way == 4) break;
            --flow_.ways[c][way];
            if (c != source_ && flow_.through[c] > 0) --flow_.through[c];
            c = beside(c, way);
        }
        c = taken;
        while (c != source_) {
            std::size_t way = 0;
            std::size_t before = c;
            for (; way < 4; ++way) {
                before = beside(c, way);
                if (kind_[before] != Kind::edge && flow_.ways[before][back(way)] > 0) break;
            }
            if (way == 4) break;
            --flow_.ways[before][back(way)];
            if (before != source_ && flow_.through[before] > 0) --flow_.through[before];
            c = before;
        }
        --value_;
    }

    template <class Found>
    void branch(int left, Found& found) {
        while (value_ <= left && augment<Search::broad>()) {
        }
        if (value_ > left) return;
        if (value_ == 0) {
            if (chosen_ > 0 && borders_inside()) found(cut_, chosen_);
            return;
        }
        if (left == 0) return;
        const auto level = static_cast<std::size_t>(chosen_);
        if (saved_.size() <= level) {
            saved_.resize(level + 1);
            way_.resize(level + 1);
        }
        saved_[level] = flow_;
        int value = value_;
        const std::size_t length = one_way(way_[level]);
        for (std::size_t i = 0; i < length; ++i) {
            const std::size_t c = way_[level][i];
            if (flow_.through[c] > 0) remove_way(c);
            kind_[c] = Kind::wall;
            cut_[level] = point(c);
            ++chosen_;
            branch(left - 1, found);
            --chosen_;
            kind_[c] = Kind::firm;  // not to be chosen in the branches to come
            flow_ = saved_[level];
            value_ = value;
            while (value_ <= left && augment<Search::broad>()) {
            }
            if (value_ > left) break;
            saved_[level] = flow_;
            value = value_;
        }
        for (std::size_t i = 0; i < length; ++i) kind_[way_[level][i]] = Kind::open;
    }

    // Every dot of the cut borders on what it shuts in, which the last search for a way has seen.
    // That each is needed is left to those who lay the dots.
    [[nodiscard]] bool borders_inside() const noexcept {
        for (std::size_t i = 0; i < static_cast<std::size_t>(chosen_); ++i) {
            const std::size_t c = cell(cut_[i].x(), cut_[i].y());
            bool borders = false;
            for (std::size_t way = 0; way < 4; ++way) {
                borders = borders || seen_out_[beside(c, way)] == stamp_;
            }
            if (!borders) return false;
        }
        return true;
    }

    static constexpr std::uint32_t none = ~std::uint32_t{0};

    Size size_;
    int stride_;
    std::array<int, 4> steps_{};  // opposite directions are two apart
    std::vector<Kind> kind_;
    std::vector<std::uint8_t> clustered_;
    std::size_t source_ = 0;
    Flow flow_;
    int value_ = 0;  // of the flow
    std::vector<Flow> saved_;
    std::vector<std::vector<std::uint32_t>> way_;
    std::array<Point, CapturePlan::most_dots> cut_;
    int chosen_ = 0;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> seen_in_;
    std::vector<std::uint32_t> seen_out_;
    std::vector<std::uint32_t> from_;
    std::vector<std::uint32_t> queue_;  // cells, or states: 2 * cell, plus one for its way out
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
