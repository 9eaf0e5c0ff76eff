#include <dotcore/dots/ladder.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "connected.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

constexpr int infinity = std::numeric_limits<std::int16_t>::max();
constexpr std::uint64_t all_columns = ~std::uint64_t{0};
constexpr int reach = 2;  // how far from the last exchange an attack is near

// Where the next attack is looked for: everywhere, or about the last exchange.
struct Focus {
    Point dot{};
    Point reply{};
    bool everywhere = false;

    [[nodiscard]] std::uint64_t hash() const noexcept {
        return everywhere ? 1 : (std::uint64_t{dot.index} << 17 | std::uint64_t{reply.index} << 1);
    }
};

// The columns of row y within reach of p.
[[nodiscard]] std::uint64_t near(Point p, int y) noexcept {
    if (y < p.y() - reach || y > p.y() + reach) return 0;
    constexpr std::uint64_t columns = (std::uint64_t{1} << (2 * reach + 1)) - 1;
    return p.x() >= reach ? columns << (p.x() - reach) : columns >> (reach - p.x());
}

}  // namespace

// The search of one position. Captures of both players are kept up to date dot by dot, each node's
// lists on top of one stack. Values are gains of the attacker from a node on.
class LadderReader::Search {
public:
    [[nodiscard]] Ladder read(const Position& position, Player attacker, const LadderLimits& limits,
                              const IsStopped& is_stopped) {
        begin(position, attacker, limits, is_stopped);
        Ladder ladder;
        const Lists root = lists_of_root();
        ladder.plain = ladder.value = quiet(attacker_, root, 0, infinity, 0);
        if (cut_) ladder.plain = ladder.value = quiet_at_least(attacker_, root);
        if (ladder.value > 0) ladder.line = line(0);
        if (!cut_ && limits.depth > 0) gather(root, ladder.value, [](int) { return all_columns; });
        // With one dot to go there is no attack after the last exchange, so near is everywhere.
        deepen(root, false, 1, ladder);
        if (limits.everywhere) deepen(root, true, 2, ladder);
        ladder.is_exact = !cut_ && (limits.everywhere || limits.depth <= 1 || attacks_.empty());
        while (!ladder.line.empty() && ladder.line.back() == Ladder::pass) ladder.line.pop_back();
        ladder.nodes = nodes_;
        return ladder;
    }

    void losses(const Position& position, Player player, std::span<const Point> candidates,
                const LadderLimits& limits, std::vector<LadderLoss>& found,
                const IsStopped& is_stopped) {
        found.clear();
        begin(position, other(player), limits, is_stopped);
        const Lists root = lists_of_root();
        gather(root, 0, [](int) { return all_columns; });
        Rows working{};  // attacks that win something now, or may
        for (std::size_t i = 0; i < attacks_.size(); ++i) {  // the list grows and shrinks meanwhile
            const Point dot = attacks_[i].dot;
            restart();
            if (best_of(root, dot, 0) > 0 || cut_) working[at(dot.y())] |= dot.bit();
        }
        for (const Point dot : candidates) {
            if (!is_allowed(dot, player)) continue;
            restart();
            if (is_ended_) return;
            attacks_.clear();
            with_dot(root, dot, player, [&](int gained, const Lists& after) {
                int best = quiet(attacker_, after, 0, infinity, 0);
                if (cut_) best = quiet_at_least(attacker_, after);
                gather(after, best, [&](int y) { return working[at(y)] | near(dot, y); });
                for (std::size_t i = 0; i < attacks_.size() && !cut_; ++i)
                    best = best_of(after, attacks_[i].dot, best);
                found.push_back(
                    {dot, static_cast<std::int16_t>(gained), static_cast<std::int16_t>(best)});
            });
        }
    }

private:
    // The captures of each player at a node, the largest first: stack_[from[p]..to[p]).
    struct Lists {
        std::array<std::size_t, 2> from;
        std::array<std::size_t, 2> to;
    };
    // An attacking dot and what it threatens.
    struct Attack {
        Point dot;
        std::int16_t gain;   // of the largest new capture
        std::int16_t count;  // of new captures
    };
    // Bounds of what a position is worth to a question, and whether attacks were left over there.
    struct Known {
        std::uint64_t key = 0;
        std::int16_t low = 0;
        std::int16_t high = 0;
        bool wants_more = false;
    };

    [[nodiscard]] static constexpr std::size_t at(int i) noexcept {
        return static_cast<std::size_t>(i);
    }

    void begin(const Position& position, Player attacker, const LadderLimits& limits,
               const IsStopped& is_stopped) {
        is_stopped_ = &is_stopped;
        is_ended_ = false;
        position_ = position;
        attacker_ = attacker;
        limits_ = limits;
        ++generation_;
        log_.clear();
        stack_.clear();
        attacks_.clear();
        restart();
    }
    // Counts nodes from here.
    void restart() noexcept {
        nodes_ = 0;
        cut_ = is_ended_;
    }

    [[nodiscard]] bool count_node() {
        constexpr std::uint64_t between_questions = 4096;
        if (++counted_ % between_questions == 0 && *is_stopped_ && (*is_stopped_)())
            cut_ = is_ended_ = true;
        cut_ = cut_ || nodes_ >= limits_.nodes;
        if (!cut_) ++nodes_;
        return !cut_;
    }

    // Lists

    void push_found(Lists& lists, Player player) {
        std::sort(found_.begin(), found_.end(), [](const CapturingDot& a, const CapturingDot& b) {
            return a.gain != b.gain ? a.gain > b.gain : a.dot < b.dot;
        });
        lists.from[at(player)] = stack_.size();
        stack_.insert(stack_.end(), found_.begin(), found_.end());
        lists.to[at(player)] = stack_.size();
    }
    [[nodiscard]] Lists lists_of_root() {
        Lists lists;
        for (const Player player : {0, 1}) {
            captures(position_, player, found_);
            push_found(lists, player);
        }
        return lists;
    }
    [[nodiscard]] Lists lists_after(const Lists& before, Point dot) {
        Lists lists;
        for (const Player player : {0, 1}) {
            const std::size_t count = before.to[at(player)] - before.from[at(player)];
            captures_after(position_, dot, player,
                           std::span(stack_).subspan(before.from[at(player)], count), found_);
            push_found(lists, player);
        }
        return lists;
    }
    [[nodiscard]] std::span<const CapturingDot> captures_in(const Lists& lists,
                                                            Player player) const noexcept {
        return std::span(stack_).subspan(lists.from[at(player)],
                                         lists.to[at(player)] - lists.from[at(player)]);
    }
    [[nodiscard]] int gain_in(const Lists& lists, Player player, Point dot) const noexcept {
        for (const CapturingDot& c : captures_in(lists, player)) {
            if (c.dot == dot) return c.gain;
        }
        return 0;
    }
    [[nodiscard]] bool is_allowed(Point dot, Player player) const noexcept {
        return position_.why_illegal(dot, player) == Illegal::none;
    }

    // Places a dot, calls visit(gain, lists after it), takes it back.
    template <class Visit>
    void with_dot(const Lists& lists, Point dot, Player player, Visit&& visit) {
        const std::size_t top = stack_.size();
        const int gained = position_.place(dot, player, log_);
        visit(gained, lists_after(lists, dot));
        position_.undo(log_);
        stack_.resize(top);
    }

    // Lines: lines_[ply] is the best found from the node at that ply on

    [[nodiscard]] std::vector<Point>& line(std::size_t ply) {
        if (lines_.size() <= ply + 1) lines_.resize(ply + 2);
        return lines_[ply];
    }
    void set_line(std::size_t ply, Point first) {
        if (lines_.size() <= ply + 1) lines_.resize(ply + 2);
        lines_[ply].assign(1, first);
        lines_[ply].insert(lines_[ply].end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
    }

    // Search. All return what is not above alpha or not below beta only as a bound, and nothing of
    // use once cut_ is set.

    // Q for the player, as that player sees it.
    [[nodiscard]] int quiet(Player player, const Lists& lists, int alpha, int beta,
                            std::size_t ply) {
        line(ply).clear();
        const std::span<const CapturingDot> all = captures_in(lists, player);
        if (all.empty() || beta <= 0) return 0;
        // What follows a capture can only lessen what it gains.
        const int most = all.front().gain;
        if (most <= alpha) return most;
        Known& known = known_at(mix64(generation_ << 8 | 0x80 | static_cast<unsigned>(player)));
        const std::uint64_t key = known_key_;
        if (known.key == key && (known.low >= beta || known.high <= alpha))
            return known.low >= beta ? known.low : known.high;
        if (!count_node()) return 0;
        int best = 0;
        for (std::size_t i = lists.from[at(player)]; i < lists.to[at(player)]; ++i) {
            const CapturingDot c = stack_[i];
            if (best >= beta || c.gain <= std::max(alpha, best)) break;
            with_dot(lists, c.dot, player, [&](int, const Lists& after) {
                const int value = c.gain - quiet(other(player), after, c.gain - beta,
                                                 c.gain - std::max(alpha, best), ply + 1);
                if (value <= best || cut_) return;
                best = value;
                set_line(ply, c.dot);
            });
            if (cut_) return 0;
        }
        remember(known, key, best, alpha, beta, false);
        return best;
    }
    // What is sure of Q at a glance: the other's next capture gains no more than its largest.
    [[nodiscard]] int quiet_at_least(Player player, const Lists& lists) {
        int best = 0;
        line(0).clear();
        for (std::size_t i = lists.from[at(player)]; i < lists.to[at(player)]; ++i) {
            const CapturingDot c = stack_[i];
            with_dot(lists, c.dot, player, [&](int, const Lists& after) {
                const std::span<const CapturingDot> theirs = captures_in(after, other(player));
                const int value = c.gain - (theirs.empty() ? 0 : theirs.front().gain);
                if (value <= best) return;
                best = value;
                lines_[0].assign(1, c.dot);
            });
        }
        return best;
    }

    // Puts the attacks that could bring more than `least` on top of attacks_, the best first.
    // columns(y): where in a row they are looked for.
    template <class Columns>
    void gather(const Lists& lists, int least, Columns&& columns) {
        const std::size_t bottom = attacks_.size();
        const std::span<const CapturingDot> before = captures_in(lists, attacker_);
        const int largest = before.empty() ? 0 : before.front().gain;
        const int height = position_.size().height;
        sets_.begin(position_, attacker_);
        const bool asks_all = position_.rules().forbids_suicide();
        for (int y = 0; y < height; ++y) {
            std::uint64_t points = columns(y);
            if (points == 0) continue;
            points &= beside_dots(position_, attacker_, y);
            for (const CapturingDot& c : before) {
                if (c.dot.y() == y) points &= ~c.dot.bit();
            }
            bits::for_each_bit(points, [&](int x) {
                const Point dot = Point::at(x, y);
                if (asks_all && !is_allowed(dot, attacker_)) return;
                Attack attack{dot, 0, 0};
                if (position_.place(dot, attacker_, log_) == 0) {
                    captures_with(position_, dot, sets_, found_);
                    for (const CapturingDot& c : found_) {
                        if (c.gain <= gain_in(lists, attacker_, c.dot)) continue;
                        attack.gain = std::max(attack.gain, c.gain);
                        ++attack.count;
                    }
                }
                position_.undo(log_);
                if (attack.count > 0 && std::max<int>(attack.gain, largest) > least) {
                    attacks_.push_back(attack);
                }
            });
        }
        std::stable_sort(attacks_.begin() + static_cast<std::ptrdiff_t>(bottom), attacks_.end(),
                         [](const Attack& a, const Attack& b) {
                             const bool a_is_double = a.count > 1;
                             const bool b_is_double = b.count > 1;
                             return a_is_double != b_is_double ? a_is_double : a.gain > b.gain;
                         });
    }

    // An attack that builds on the last attacking dot touches the dots which that hangs together
    // with; one that goes for the reply is near it.
    void gather_about(const Lists& lists, int least, const Focus& focus) {
        if (focus.everywhere) {
            return gather(lists, least, [](int) { return all_columns; });
        }
        if (position_.is_live(attacker_, focus.dot)) {
            find_connected(position_, attacker_, no_point, focus.dot, connected_);
        } else {
            connected_.last = -1;
        }
        gather(lists, least, [&](int y) {
            return near(focus.dot, y) | near(focus.reply, y) | connected_.touched(y);
        });
    }

    // L, n dots to go.
    [[nodiscard]] int attack(const Lists& lists, int n, int alpha, int beta, const Focus& focus,
                             std::size_t ply) {
        Known& known =
            known_at(mix64(generation_ << 8 | static_cast<unsigned>(n)) ^ mix64(focus.hash()));
        const std::uint64_t key = known_key_;
        if (known.key == key && (known.low >= beta || known.high <= alpha)) {
            wants_more_ = wants_more_ || known.wants_more;
            line(ply).clear();
            return known.low >= beta ? known.low : known.high;
        }
        if (!count_node()) return 0;
        const bool wanted_more = std::exchange(wants_more_, false);
        int best = quiet(attacker_, lists, alpha, beta, ply);
        if (best < beta && !cut_) best = attack_on(lists, n, alpha, beta, focus, ply, best);
        if (!cut_) remember(known, key, best, alpha, beta, wants_more_);
        wants_more_ = wants_more_ || wanted_more;
        return best;
    }

    [[nodiscard]] int attack_on(const Lists& lists, int n, int alpha, int beta, const Focus& focus,
                                std::size_t ply, int best) {
        const std::size_t bottom = attacks_.size();
        gather_about(lists, std::max(alpha, best), focus);
        if (n == 0) {
            wants_more_ = wants_more_ || attacks_.size() > bottom;
            attacks_.resize(bottom);
            return best;
        }
        for (std::size_t i = bottom; i < attacks_.size() && best < beta && !cut_; ++i) {
            const Point dot = attacks_[i].dot;
            with_dot(lists, dot, attacker_, [&](int, const Lists& after) {
                const int value = defend(after, n - 1, std::max(alpha, best), beta,
                                         {dot, dot, focus.everywhere}, ply + 1);
                if (value <= best || cut_) return;
                best = value;
                set_line(ply, dot);
            });
        }
        attacks_.resize(bottom);
        return best;
    }

    // What the defence after an attacking dot leaves to the attacker.
    [[nodiscard]] int defend(const Lists& lists, int n, int alpha, int beta, Focus focus,
                             std::size_t ply) {
        if (!count_node()) return 0;
        int best = quiet(attacker_, lists, alpha, beta, ply + 1);
        set_line(ply, Ladder::pass);
        const Player defender = other(attacker_);
        const auto reply = [&](Point dot, int left) {
            if (!is_allowed(dot, defender)) return;
            focus.reply = dot;
            with_dot(lists, dot, defender, [&](int gained, const Lists& after) {
                const int value = attack(after, left, alpha + gained, std::min(beta, best) + gained,
                                         focus, ply + 1) -
                                  gained;
                if (value >= best || cut_) return;
                best = value;
                set_line(ply, dot);
            });
        };
        for (std::size_t i = lists.from[at(defender)]; i < lists.to[at(defender)]; ++i) {
            if (best <= alpha || cut_) return best;
            const Point dot = stack_[i].dot;
            // Captures elsewhere cost the attacker no dot, or they would push the end out of sight.
            reply(dot, gain_in(lists, attacker_, dot) == 0 ? n + 1 : n);
        }
        for (std::size_t i = lists.from[at(attacker_)]; i < lists.to[at(attacker_)]; ++i) {
            if (best <= alpha || cut_) return best;
            if (gain_in(lists, defender, stack_[i].dot) == 0) reply(stack_[i].dot, n);
        }
        return best;
    }

    // Tries the root's attacks with ever more dots, until more would bring nothing.
    void deepen(const Lists& root, bool everywhere, int first, Ladder& ladder) {
        wants_more_ = true;
        for (int n = first; n <= limits_.depth && wants_more_; ++n) {
            wants_more_ = false;
            for (std::size_t i = 0; i < attacks_.size() && !cut_; ++i) {
                const Point dot = attacks_[i].dot;
                with_dot(root, dot, attacker_, [&](int, const Lists& after) {
                    const int value =
                        defend(after, n - 1, ladder.value, infinity, {dot, dot, everywhere}, 1);
                    if (value <= ladder.value || cut_) return;
                    ladder.value = value;
                    set_line(0, dot);
                    ladder.line = lines_[0];
                });
            }
            if (cut_) return;
        }
    }

    // What one attack brings with as many dots as are allowed, near itself; least if not more.
    [[nodiscard]] int best_of(const Lists& lists, Point dot, int least) {
        with_dot(lists, dot, attacker_, [&](int, const Lists& after) {
            wants_more_ = true;
            for (int n = 0; n < limits_.depth && wants_more_; ++n) {
                wants_more_ = false;
                const int value = defend(after, n, least, infinity, {dot, dot, false}, 1);
                if (cut_) return;
                least = std::max(least, value);
            }
        });
        return least;
    }

    // Where it is known what the present position is worth to a question. Sets known_key_.
    [[nodiscard]] Known& known_at(std::uint64_t question) noexcept {
        known_key_ = position_.key() ^ question;
        return known_[known_key_ % known_.size()];
    }
    static void remember(Known& known, std::uint64_t key, int value, int alpha, int beta,
                         bool wants_more) noexcept {
        // A value that is not above alpha is a bound no better than alpha, as others were left out.
        known.key = key;
        known.low = static_cast<std::int16_t>(value > alpha ? value : 0);
        known.high = static_cast<std::int16_t>(value < beta ? std::max(value, alpha) : infinity);
        known.wants_more = wants_more;
    }

    Position position_{{1, 1}};
    Player attacker_ = 0;
    LadderLimits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t generation_ = 0;
    std::uint64_t counted_ = 0;  // of all calls
    const IsStopped* is_stopped_ = nullptr;
    bool is_ended_ = false;    // is_stopped has said so
    bool cut_ = false;         // that, or the nodes are used up
    bool wants_more_ = false;  // some line had attacks left when its dots were spent
    UndoLog log_;
    CaptureList found_;
    ConnectedDots connected_;
    ConnectedSets sets_;
    std::vector<CapturingDot> stack_;
    std::vector<Attack> attacks_;
    std::vector<std::vector<Point>> lines_;
    std::uint64_t known_key_ = 0;
    std::vector<Known> known_ = std::vector<Known>(1 << 14);
};

LadderReader::LadderReader() : search_{std::make_unique<Search>()} {}
LadderReader::~LadderReader() = default;
LadderReader::LadderReader(LadderReader&&) noexcept = default;
LadderReader& LadderReader::operator=(LadderReader&&) noexcept = default;

Ladder LadderReader::read(const Position& position, Player attacker, const LadderLimits& limits,
                          const IsStopped& is_stopped) {
    return search_->read(position, attacker, limits, is_stopped);
}

void LadderReader::losses(const Position& position, Player player,
                          std::span<const Point> candidates, const LadderLimits& limits,
                          std::vector<LadderLoss>& found, const IsStopped& is_stopped) {
    search_->losses(position, player, candidates, limits, found, is_stopped);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
