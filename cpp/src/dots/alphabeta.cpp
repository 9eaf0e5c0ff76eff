// What alpha-beta is told of Dots: plans, acts worth trying, values, keys (dots/alphabeta.hpp).

#include <dotcore/dots/alphabeta.hpp>

#include <algorithm>
#include <array>
#include <bit>

#include <dotcore/dots/symmetry.hpp>
#include <dotcore/dots/threats.hpp>

#include "attainable.hpp"
#include "plan_finder.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

using search::Attainable;
using search::Candidates;
using search::Keyed;

[[nodiscard]] constexpr std::size_t as_index(int i) noexcept { return static_cast<std::size_t>(i); }

// Orders of candidates
constexpr int capture_order = 1 << 22;  // an own capture, plus gain
constexpr int rescue_order = 1 << 21;   // on a point where the other captures
constexpr int elsewhere_early = 1 << 20;
constexpr int plan_order = 1 << 12;  // of a plan of two; less for longer ones
constexpr int gain_step = 1 << 6;

[[nodiscard]] constexpr Action idle_action(Size size) noexcept { return 2 * size.points() + 1; }

[[nodiscard]] int margin_halves(const Position& position, Player player) noexcept {
    const int lead = 2 * (position.score(0) - position.score(1)) - position.rules().komi_halves;
    return player == 0 ? lead : -lead;
}

[[nodiscard]] bool may_close_at(const Position& position, Point p, Player player) noexcept {
    return (may_close(position, player, p.y()) & p.bit()) != 0;
}

}  // namespace

// Plans

namespace {

// Keeps a cut if its dots capture with the last and not before; tells the gain.
[[nodiscard]] bool is_plan(Position& position, CapturePlan& plan, UndoLog& log) {
    int gain = 0;
    int laid = 0;
    bool holds = true;
    for (; laid < plan.size && holds; ++laid) {
        const Point p = plan.dots[as_index(laid)];
        if (!position.is_playable(p)) break;
        const int step = position.place(p, plan.player, log);
        gain += step;
        holds = laid + 1 == plan.size ? step > 0 : step == 0;
    }
    const bool is_whole = holds && laid == plan.size;
    for (int i = 0; i < laid; ++i) position.undo(log);
    plan.gain = static_cast<std::int16_t>(gain);
    return is_whole;
}

void add_cut(Position& position, Player player,
             const std::array<Point, CapturePlan::most_dots>& cut, int size, UndoLog& log,
             std::vector<CapturePlan>& plans, std::size_t first) {
    CapturePlan plan;
    plan.dots = cut;
    plan.size = static_cast<std::uint8_t>(size);
    plan.player = static_cast<std::int8_t>(player);
    std::sort(plan.dots.begin(), plan.dots.begin() + size);
    for (std::size_t i = first; i < plans.size(); ++i) {
        if (plans[i].size == plan.size &&
            std::equal(plan.dots.begin(), plan.dots.begin() + size, plans[i].dots.begin()))
            return;
    }
    if (!position.rules().captures_by_itself()) {
        plan.gain = 1;
    } else if (!is_plan(position, plan, log)) {
        return;
    }
    plans.push_back(plan);
}

void add_capture(const CapturingDot& capture, Player player, std::vector<CapturePlan>& plans) {
    CapturePlan plan;
    plan.dots[0] = capture.dot;
    plan.size = 1;
    plan.player = static_cast<std::int8_t>(player);
    plan.gain = capture.gain;
    plans.push_back(plan);
}

}  // namespace

void find_plans(Position& position, Player player, int most_dots, std::vector<CapturePlan>& plans) {
    const std::size_t first = plans.size();
    UndoLog log;
    const bool closes = position.rules().captures_by_itself();
    if (closes) {
        CaptureList found;
        captures(position, player, found);
        for (const CapturingDot& capture : found) add_capture(capture, player, plans);
        if (most_dots < 2) return;
    }
    PlanFinder finder(position, player);
    finder.around_all(position, other(player), std::min(most_dots, CapturePlan::most_dots),
                      [&](const auto& cut, int size) {
                          if (size == 1 && closes) return;
                          add_cut(position, player, cut, size, log, plans, first);
                      });
}

void find_plans_around(Position& position, Player player, Point target, int most_dots,
                       std::vector<CapturePlan>& plans) {
    const std::size_t first = plans.size();
    if (most_dots == 1 && position.rules().captures_by_itself()) {
        CaptureList found;
        captures_of(position, target, found);
        for (const CapturingDot& capture : found) add_capture(capture, player, plans);
        return;
    }
    UndoLog log;
    PlanFinder finder(position, player);
    finder.around(target, std::min(most_dots, CapturePlan::most_dots),
                  [&](const auto& cut, int size) {
                      add_cut(position, player, cut, size, log, plans, first);
                  });
}

// A search begins

int AlphaBetaDots::longest_line(const Position& position) const noexcept {
    // Dots, the end of a turn and a chain after each, stop and done.
    const int points = position.size().points();
    return (position.rules().captures_by_itself() ? 1 : 3) * points + 2;
}

void AlphaBetaDots::begin(const Position& root, bool complete) {
    complete_ = complete;
    const Size size = root.size();
    size_ = size;
    is_small_ = size.width <= 8 && size.height <= 8;
    plies_.assign(search::AlphaBeta<Position, AlphaBetaDots>::max_plies + 2, {});
    plans_.clear();
    worth_.assign(as_index(size.points()), 0);
    near_.reserve(as_index(size.points()));
    base_key_ = Position(size, root.rules()).key();
    Ply& first = at(0);
    first.scores = {root.status().scores[0], root.status().scores[1]};
    first.playable = root.status().playable;
    if (!complete || !is_small_) return;
    for (const Symmetry symmetry : all_symmetries) {
        std::vector<std::uint16_t>& turned = turned_[static_cast<std::size_t>(symmetry)];
        turned.clear();
        if (transformed(size, symmetry) != size) continue;
        for (Action action = 0; action <= 2 * size.points(); ++action) {
            Action after = action;
            if (action != plain_action(size)) {
                const Point p = transformed(point_of(size, action), size, symmetry);
                after = action < plain_action(size) ? dot_action(size, p) : enclose_action(size, p);
            }
            turned.push_back(static_cast<std::uint16_t>(after));
        }
    }
}

void AlphaBetaDots::entered(const Position& position, Action action, int ply) {
    if (complete_) return;
    const Ply& before = at(ply - 1);
    Ply& now = at(ply);
    now.has_plans = false;
    now.scores = {position.status().scores[0], position.status().scores[1]};
    now.playable = position.status().playable;
    now.is_derived = false;
    now.first = now.last = before.last;
    if (action >= plain_action(position.size()) || !before.has_plans ||
        !position.rules().captures_by_itself())
        return;
    now.dot = point_of(position.size(), action);
    now.has_captured = now.scores != before.scores || now.playable != before.playable - 1;
    now.is_derived = position.is_live(0, now.dot) || position.is_live(1, now.dot);
    now.mover = position.is_live(0, now.dot) ? 0 : 1;
}

// Worth

int AlphaBetaDots::final_value(const Position& position, Player player) const {
    const std::array<int, 2> totals = position.total_halves();
    return totals[as_index(player)] - totals[as_index(other(player))];
}

// The captured margin alone: a term for dots that hold to the edge lost matches against it.
int AlphaBetaDots::evaluate(const Position& position) const noexcept {
    return margin_halves(position, position.to_move());
}

Attainable AlphaBetaDots::attainable(const Position& position) const noexcept {
    if (!complete_) return {};
    return is_small_ ? bounds_of<SmallSet>(position) : bounds_of<LargeSet>(position);
}

// Acts

void AlphaBetaDots::all(Position& position, Candidates& list) {
    Actions actions;
    position.legal_actions(actions);
    const Size size = position.size();
    const Action plain = plain_action(size);
    const Player player = position.to_move();
    // Of the points that do not matter one is enough.
    std::uint64_t spare = 0;
    if (is_small_ && complete_) {
        spare = BoundsFinder<SmallSet>(position).idle().word;
        spare &= spare - 1;
    }
    const bool looks = position.rules().captures_by_itself() && !position.status().closing;
    for (const Action action : actions) {
        int order = action == plain ? 0 : plan_order;
        if (spare != 0 && action < plain) {
            const Point p = point_of(size, action);
            if ((spare >> (8 * p.y() + p.x()) & 1) != 0) continue;
        }
        if (looks && action < plain) {
            const Point p = point_of(size, action);
            const bool waits = position.status().holds_enemy != 0;
            if (waits || may_close_at(position, p, player)) {
                const int won = gain(position, p, player);
                if (won > 0) order += capture_order + won * gain_step;
                if (won < 0) order = 1;
            }
            if (order < capture_order && (waits || may_close_at(position, p, other(player)))) {
                const int lost = capture_gain(position, p, other(player));
                if (lost > 0) order += rescue_order + lost * gain_step;
            }
        }
        list.push(action, order);
    }
}

// Finds the plans at a ply, or derives them from those of the ply before. own: most dots of the
// player to move, others: of the other.
void AlphaBetaDots::know_plans(Position& position, int own, int others, int ply) {
    Ply& now = at(ply);
    if (now.has_plans) return;
    const Player player = position.to_move();
    const auto most = [&](Player side) { return side == player ? own : others; };
    now.first = ply == 0 ? 0 : at(ply - 1).last;
    plans_.resize(now.first);
    now.has_plans = true;
    if (!now.is_derived) {
        find_plans(position, 0, most(0), plans_);
        find_plans(position, 1, most(1), plans_);
        now.last = plans_.size();
        return;
    }
    if (now.has_captured) {
        find_plans(position, 0, std::min(most(0), 1), plans_);
        find_plans(position, 1, std::min(most(1), 1), plans_);
    }
    const Ply& before = at(ply - 1);
    for (std::size_t i = before.first; i < before.last; ++i) {
        CapturePlan plan = plans_[i];
        if (now.mover >= 0 && plan.holds(now.dot)) {
            if (plan.player != now.mover) continue;
            const auto end = plan.dots.begin() + plan.size;
            const auto done = std::find(plan.dots.begin(), end, now.dot);
            std::copy(done + 1, end, done);
            --plan.size;
        }
        if (plan.size < 1 || plan.size > most(plan.player)) continue;
        // A capture takes walls and targets of plans away.
        if (now.has_captured && (plan.size == 1 || !is_plan(position, plan, log_))) continue;
        plans_.push_back(plan);
    }
    if (now.mover >= 0) {
        // A new dot that stands alone may be surrounded itself.
        const int x = now.dot.x();
        const int y = now.dot.y();
        const std::uint64_t* const row = row_of(position.wall(now.mover), y);
        const bool is_joined =
            ((row[-1] | row[1]) >> x & 1) != 0 || ((row[0] << 1 | row[0] >> 1) >> x & 1) != 0;
        const Player enemy = other(now.mover);
        if (!is_joined && most(enemy) >= 1 && !touches_edge(position.size(), now.dot))
            find_plans_around(position, enemy, now.dot, most(enemy), plans_);
    }
    now.last = plans_.size();
}

bool AlphaBetaDots::worth_trying(Position& position, int depth, int ply, Candidates& list) {
    if (position.status().closing) {
        all(position, list);
        return true;
    }
    const Size size = position.size();
    const Player player = position.to_move();
    const bool is_alone = position.status().stopped_by >= 0;
    const int own = is_alone ? depth : (depth + 1) / 2;
    const int others = is_alone ? 0 : std::max(depth / 2, 1);
    if (ply == 0) at(0).has_plans = false;  // an iteration may want longer ones than the last
    know_plans(position, own, others, ply);
    const Ply& now = at(ply);
    near_.clear();
    const auto raise = [&](Action action, int order) {
        int& worth = worth_[as_index(action)];
        if (worth == 0) near_.push_back(action);
        worth = std::max(worth, order);
    };
    const bool is_threatened = is_under_threat(player, ply);
    for (std::size_t i = now.first; i < now.last; ++i) {
        const CapturePlan& plan = plans_[i];
        // Under threat only an answer, a capture or a threat of one's own is soon enough.
        if (is_threatened && plan.size > 2) continue;
        int order = plan_order >> plan.size;
        if (plan.size == 1) order = plan.player == player ? capture_order : rescue_order;
        order += plan.gain * (plan.size == 1 ? gain_step : 1) + 1;
        for (int k = 0; k < plan.size; ++k) {
            const Point p = plan.dots[as_index(k)];
            raise(dot_action(size, p), order);
        }
    }
    for (const Action action : near_) {
        int& worth = worth_[as_index(action)];
        if (!position.rules().forbids_suicide() || position.is_legal(action))
            list.push(action, worth);
        worth = 0;
    }
    if (is_alone || (ply == 0 && position.rules().ending != Ending::full)) {
        list.push(plain_action(size), 0);
    }
    return false;
}

void AlphaBetaDots::noisy(Position& position, int ply, Candidates& list) {
    const Size size = position.size();
    if (position.status().closing) {
        all(position, list);
        return;
    }
    const Player player = position.to_move();
    if (!position.rules().captures_by_itself()) {
        if (complete_) return;
        know_plans(position, 1, 1, ply);
    } else if (complete_ ||
               !(at(ply).is_derived && !at(ply).has_captured && at(ply - 1).has_plans)) {
        CaptureList found;
        captures(position, player, found);
        for (const CapturingDot& capture : found)
            list.push(dot_action(size, capture.dot), capture.gain);
        return;
    } else {
        know_plans(position, 1, 1, ply);
    }
    const Ply& now = at(ply);
    for (std::size_t i = now.first; i < now.last; ++i) {
        const CapturePlan& plan = plans_[i];
        if (plan.player == player && plan.size == 1)
            list.push(dot_action(size, plan.dots[0]), plan.gain);
    }
}

// Dots in contact with others, then nearer to the middle.
void AlphaBetaDots::quiet(Position& position, Candidates& list) {
    Actions actions;
    position.legal_actions(actions);
    const Size size = position.size();
    for (const Action action : actions) {
        if (action >= plain_action(size)) continue;
        const Point p = point_of(size, action);
        int order = 0;
        for (int dy = -2; dy <= 2; ++dy) {
            for (const Player player : {0, 1}) {
                const std::uint64_t row = row_of(position.wall(player), p.y())[dy];
                const std::uint64_t five = std::rotr(row, p.x() - 2) & 31;
                order += 4 * std::popcount(five);
            }
        }
        const int side = std::min({p.x(), p.y(), size.width - 1 - p.x(), size.height - 1 - p.y()});
        order = std::min(order, 24) + std::min(side, 4);
        list.push(action, order);
    }
}

// Each side gains no more than its best plan does, as often as its dots suffice for its shortest.
Attainable AlphaBetaDots::within_reach(const Position& position, int depth,
                                       int ply) const noexcept {
    const Player player = position.to_move();
    const Ply& now = plies_[as_index(ply)];
    std::array<int, 2> gain{};
    std::array<int, 2> size{CapturePlan::most_dots, CapturePlan::most_dots};
    for (std::size_t i = now.first; i < now.last; ++i) {
        const CapturePlan& plan = plans_[i];
        const auto side = as_index(plan.player);
        gain[side] = std::max<int>(gain[side], plan.gain);
        size[side] = std::min<int>(size[side], plan.size);
    }
    const auto reach = [&](Player side) {
        const int dots = side == player ? (depth + 1) / 2 : depth / 2;
        return 2 * gain[as_index(side)] * std::max(1, dots / size[as_index(side)]);
    };
    const int margin = evaluate(position);
    return {margin - reach(other(player)), margin + reach(player)};
}

bool AlphaBetaDots::is_under_threat(Player player, int ply) const noexcept {
    const Ply& now = plies_[as_index(ply)];
    return std::any_of(
        plans_.begin() + static_cast<std::ptrdiff_t>(now.first),
        plans_.begin() + static_cast<std::ptrdiff_t>(now.last),
        [player](const CapturePlan& plan) { return plan.player != player && plan.size == 1; });
}

bool AlphaBetaDots::is_forced(const Position& position, int ply) const noexcept {
    return position.status().stopped_by < 0 && is_under_threat(position.to_move(), ply);
}

int AlphaBetaDots::elsewhere_order(const Position& position, int ply) const noexcept {
    const Status& status = position.status();
    if (status.stopped_by >= 0 || status.closing || status.playable < 2) return -1;
    const Ply& now = plies_[as_index(ply)];
    for (std::size_t i = now.first; i < now.last; ++i) {
        if (plans_[i].size == 1) return 1;
    }
    return elsewhere_early;
}

void AlphaBetaDots::play_elsewhere(Position& position, int ply) {
    position.set_to_move(other(position.to_move()));
    const Ply& before = at(ply - 1);
    Ply& now = at(ply);
    now = before;
    now.has_plans = false;
    now.is_derived = before.has_plans;
    now.has_captured = false;
    now.mover = -1;
    now.first = now.last = before.last;
}

void AlphaBetaDots::undo_elsewhere(Position& position) const noexcept {
    position.set_to_move(other(position.to_move()));
}

// Keys

Keyed AlphaBetaDots::keyed(const Position& position) const noexcept {
    if (!complete_ || !is_small_) return {position.key(), 0};
    return canonical_key(position, base_key_);
}

// In the common frame an idle dot is one number more than there are actions: any idle point will
// do.
Action AlphaBetaDots::into_frame(Action action, const Keyed& keyed) const noexcept {
    if (keyed.mark != 0 && action < plain_action(size_)) {
        const Point p = point_of(size_, action);
        if ((keyed.mark >> (8 * p.y() + p.x()) & 1) != 0) return idle_action(size_);
    }
    return turned(action, keyed.frame);
}

Action AlphaBetaDots::out_of_frame(Action action, const Keyed& keyed) const noexcept {
    if (action == idle_action(size_)) {
        if (keyed.mark == 0) return -1;
        const int bit = std::countr_zero(keyed.mark);
        return dot_action(size_, Point::at(bit % 8, bit / 8));
    }
    return turned(action, static_cast<int>(inverse(static_cast<Symmetry>(keyed.frame))));
}

Action AlphaBetaDots::turned(Action action, int symmetry) const noexcept {
    return symmetry == 0 ? action : turned_[as_index(symmetry)][as_index(action)];
}

}  // namespace dots

namespace search {
template class AlphaBeta<dots::Position, dots::AlphaBetaDots>;
}  // namespace search

}  // namespace abi1
}  // namespace dotcore
