// Alpha-beta for games of two players with all in the open: iterative deepening, principal
// variation search, aspiration, a transposition table, killers and history, and a search of noisy
// acts beyond the horizon.
//
// Values are ints, the final margin as somebody sees it; whose view it is follows from comparing
// players, never from whose turn should come next: a player may act several times running.
//
// Every value carries two marks of proof, one a side: at_least says that the true value, by perfect
// play of both to the end of the game, is no less, at_most that it is no more. The end of a game
// has both, a guess at the horizon none. A player's best act proves "at least"; "at most" takes
// every legal act. A value with both marks is exact, and a search whose root has one is over.
//
// There are two ways to search. `complete` tries every legal act and can prove. Otherwise only acts
// that the game's knowledge thinks worth trying are looked at, and playing elsewhere stands for all
// others; then marks of proof come out only where no act was left out.
//
// What a game tells the search is a class beside the game: alphabeta_knowledge.hpp.

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <dotcore/core/state.hpp>
#include <dotcore/search/alphabeta_knowledge.hpp>
#include <dotcore/search/limits.hpp>
#include <dotcore/search/transposition.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

// What a search found.
struct AlphaBetaResult {
    Action best = -1;
    Value value;               // as the player to move sees it
    int depth = 0;             // of the last finished iteration
    std::int64_t nodes = 0;    // acts done
    std::vector<Action> line;  // the principal variation, as far as it was kept
    int permille_full = 0;     // of the table
    bool stopped = false;      // by a limit or a signal, before depth or proof
};

// One search at a time; what it learnt stays in the table for the next. All memory is taken when it
// is made and when a search begins.
template <State G, AlphaBetaKnowledge<G> K>
class AlphaBeta {
public:
    // The deepest line in acts, beyond which positions are only guessed at.
    static constexpr int max_plies = 250;
    // Asked now and then while a search runs; true ends it.
    using Interrupt = std::function<bool()>;

    // Setting up
    explicit AlphaBeta(std::size_t table_megabytes, K knowledge = {})
        : table_{table_megabytes}, knowledge_{std::move(knowledge)} {}

    // Looking
    [[nodiscard]] const TranspositionTable& table() const noexcept { return table_; }
    [[nodiscard]] const K& knowledge() const noexcept { return knowledge_; }

    // Searching. A player must be to move in the root and in whatever follows; of a game that is
    // over the best action is -1. At least one limit, or a stop signal, should be set.
    [[nodiscard]] AlphaBetaResult run(const G& root, const Limits& limits, bool complete,
                                      const StopSignal* stop = nullptr,
                                      const Interrupt& interrupt = {});
    void forget() noexcept { table_.clear(); }

private:
    // The pseudo-act of playing elsewhere, within lists of candidates.
    static constexpr Action elsewhere = -2;
    static constexpr std::chrono::milliseconds interrupt_every{50};
    static constexpr std::int64_t check_every = 256;  // nodes
    static constexpr int killer_order = 1 << 16;
    static constexpr int most_history = 1 << 15;
    static constexpr std::size_t quiet_tries = 8;

    void prepare(const G& root, bool complete);
    void collect_root_acts(int depth);
    [[nodiscard]] Value search_window(int depth, int last_value);
    [[nodiscard]] Value search_root(int depth, int alpha, int beta);
    [[nodiscard]] Value search(int depth, int alpha, int beta, int ply, bool after_elsewhere);
    [[nodiscard]] Value search_noisy(int alpha, int beta, int ply);
    [[nodiscard]] Value child(Action action, int depth, int alpha, int beta, int ply);
    [[nodiscard]] Value pvs_child(Action action, int depth, int alpha, int beta, int ply,
                                  bool is_first);
    [[nodiscard]] static Value within(Value value, Attainable attainable) noexcept;
    [[nodiscard]] static Action next_of(Candidates& list, std::size_t i) noexcept;
    void order(Candidates& list, Action first, int ply, int player) const noexcept;
    void reward(Action action, int depth, int ply, int player) noexcept;
    [[nodiscard]] Action quiet_act(int depth);
    void read_line(AlphaBetaResult& result);
    void check_limits();

    [[nodiscard]] Keyed keyed() const noexcept {
        Keyed keyed = knowledge_.keyed(*state_);
        if (complete_) keyed.key ^= 0x9e3779b97f4a7c15;  // the two ways find different things
        return keyed;
    }
    [[nodiscard]] Candidates new_list() noexcept {
        return {arena_.data() + used_, arena_.size() - used_};
    }

    TranspositionTable table_;
    K knowledge_;

    // The search that runs
    std::optional<G> state_;
    typename G::UndoLog log_{};
    Limits limits_{};
    const StopSignal* stop_ = nullptr;
    Interrupt interrupt_;
    Clock::time_point next_interrupt_{};
    std::int64_t nodes_ = 0;
    std::int64_t next_check_ = 0;
    int plies_ = 0;
    int num_actions_ = 0;
    bool complete_ = false;
    bool aborted_ = false;
    bool root_is_whole_ = false;  // the root's acts are all legal ones
    Attainable root_attainable_{};
    int root_depth_ = 0;
    bool root_improved_ = false;  // in this iteration, over the act that was tried first
    std::vector<Action> root_acts_;
    std::vector<Candidate> arena_;  // lists of candidates, one a ply, end to end
    std::size_t used_ = 0;
    std::vector<std::array<Action, 2>> killers_;
    std::vector<int> history_;
};

// Setting up and going deeper

template <State G, AlphaBetaKnowledge<G> K>
void AlphaBeta<G, K>::prepare(const G& root, bool complete) {
    state_.emplace(root);
    log_ = {};
    complete_ = complete;
    aborted_ = false;
    nodes_ = next_check_ = 0;
    num_actions_ = root.num_actions();
    plies_ = std::min(max_plies, knowledge_.longest_line(root) + 1);
    killers_.assign(static_cast<std::size_t>(plies_ + 2), {-1, -1});
    history_.assign(static_cast<std::size_t>(2 * num_actions_), 0);
    // Room for a list at each ply, half of all actions each, but for 8 MB at most; where it is used
    // up a node counts as the horizon.
    constexpr std::size_t most = (std::size_t{8} << 20) / sizeof(Candidate);
    const auto lists = static_cast<std::size_t>(plies_) / 2 + 2;
    arena_.resize(std::min(most, (static_cast<std::size_t>(num_actions_) + 2) * lists));
    used_ = 0;
    table_.grow_older();
    knowledge_.begin(root, complete);
    root_attainable_ = knowledge_.attainable(root);
    root_acts_.clear();
}

template <State G, AlphaBetaKnowledge<G> K>
AlphaBetaResult AlphaBeta<G, K>::run(const G& root, const Limits& limits, bool complete,
                                     const StopSignal* stop, const Interrupt& interrupt) {
    if (root.is_terminal()) return {};
    prepare(root, complete);
    limits_ = limits;
    stop_ = stop;
    interrupt_ = interrupt;
    next_interrupt_ = Clock::now() + interrupt_every;

    AlphaBetaResult result;
    result.value.value = knowledge_.evaluate(root);
    const int deepest = std::min(limits.depth, max_plies - 1);
    for (int depth = 1; depth <= deepest; ++depth) {
        collect_root_acts(depth);
        if (depth == 1) {  // should not even one iteration be finished
            result.best = root_acts_.front();
            if (result.best == elsewhere) result.best = quiet_act(0);
        }
        const Value value = search_window(depth, result.value.value);
        if (aborted_) {
            // An iteration that was cut short still counts if it found something better.
            if (root_improved_ && root_acts_.front() >= 0) result.best = root_acts_.front();
            break;
        }
        const Action best = root_acts_.front() == elsewhere ? quiet_act(depth) : root_acts_.front();
        if (aborted_) break;
        result.best = best;
        result.value = value;
        result.depth = depth;
        read_line(result);
        if (value.is_proven()) break;
    }
    result.stopped = aborted_;
    result.nodes = nodes_;
    result.permille_full = table_.permille_full();
    if (result.line.empty() || result.line.front() != result.best) result.line = {result.best};
    return result;
}

// The acts of the root, in the order of the last iteration; new ones come last.
template <State G, AlphaBetaKnowledge<G> K>
void AlphaBeta<G, K>::collect_root_acts(int depth) {
    Candidates list = new_list();
    if (complete_) {
        knowledge_.all(*state_, list);
        root_is_whole_ = !list.is_short();
    } else {
        root_is_whole_ = knowledge_.worth_trying(*state_, depth, 0, list) && !list.is_short();
        if (!root_is_whole_) {
            const int order = knowledge_.elsewhere_order(*state_, 0);
            if (order >= 0) list.push(elsewhere, order);
            if (list.size() == 0) knowledge_.all(*state_, list);
        }
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
    for (const Candidate& candidate : list) {
        if (std::find(root_acts_.begin(), root_acts_.end(), candidate.action) == root_acts_.end())
            root_acts_.push_back(candidate.action);
    }
}

// Aspiration: a narrow window around the last value, widened on the side that it misses.
template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::search_window(int depth, int last_value) {
    int below = depth > 2 ? 2 : infinite_value;
    int above = below;
    for (;;) {
        const int alpha = std::max(last_value - below, -infinite_value);
        const int beta = std::min(last_value + above, infinite_value);
        const Value value = search_root(depth, alpha, beta);
        if (aborted_ || value.is_proven()) return value;
        if (value.value <= alpha && alpha > -infinite_value) {
            below = below > 100 ? infinite_value : below * 8;
        } else if (value.value >= beta && beta < infinite_value) {
            above = above > 100 ? infinite_value : above * 8;
        } else {
            return value;
        }
    }
}

template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::search_root(int depth, int alpha, int beta) {
    root_improved_ = false;
    root_depth_ = depth;
    std::size_t best_index = 0;
    Value best{-infinite_value};
    bool at_most = root_is_whole_;
    int bar = alpha;
    for (std::size_t i = 0; i < root_acts_.size(); ++i) {
        const Value value = pvs_child(root_acts_[i], depth, bar, beta, 0, i == 0);
        if (aborted_) break;
        at_most = at_most && value.at_most;
        if (value.value > best.value ||
            (value.value == best.value && value.at_least && !best.at_least)) {
            best.value = value.value;
            best.at_least = value.at_least;
            // Below the window a value is no more than a bound, unless it is proven to be reached.
            if (value.value > bar || value.at_least) best_index = i;
            if (value.value > bar && i > 0) root_improved_ = true;
        }
        bar = std::max(bar, best.value);
        if (bar >= beta || best.value >= root_attainable_.high) {
            if (i + 1 < root_acts_.size()) at_most = false;
            break;
        }
    }
    const auto first = root_acts_.begin();
    std::rotate(first, first + static_cast<std::ptrdiff_t>(best_index),
                first + static_cast<std::ptrdiff_t>(best_index) + 1);
    if (aborted_) return best;
    best.at_most = at_most;
    // What is attainable at least is not used here: the first act is to be one that attains it.
    return within(best, {-infinite_value, root_attainable_.high});
}

// Searching

// Bounds of what can be attained are proofs.
template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::within(Value value, Attainable attainable) noexcept {
    if (value.value <= attainable.low) {
        value.value = attainable.low;
        value.at_least = true;
    }
    if (value.value >= attainable.high) {
        value.at_least = value.at_least && value.value == attainable.high;
        value.value = attainable.high;
        value.at_most = true;
    }
    return value;
}

template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::child(Action action, int depth, int alpha, int beta, int ply) {
    check_limits();
    if (aborted_) return {};
    ++nodes_;
    G& state = *state_;
    const int player = state.current_player();
    if (action == elsewhere) {
        knowledge_.play_elsewhere(state, ply + 1);
        const Value value = search(depth - 1, -beta, -alpha, ply + 1, true).of_other();
        knowledge_.undo_elsewhere(state);
        return {value.value, false, false};  // no act of the game: it proves nothing
    }
    state.apply(action, log_);
    Value value;
    if (state.is_terminal()) {
        value = {knowledge_.final_value(state, player), true, true};
    } else {
        knowledge_.entered(state, action, ply + 1);
        const int left = knowledge_.continues_turn(state) ? depth : depth - 1;
        value = state.current_player() == player
                    ? search(left, alpha, beta, ply + 1, false)
                    : search(left, -beta, -alpha, ply + 1, false).of_other();
    }
    state.undo(log_);
    return value;
}

// After the first act the others are only asked whether they are better, with a window of nothing.
template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::pvs_child(Action action, int depth, int alpha, int beta, int ply,
                                 bool is_first) {
    if (is_first || beta - alpha == 1) return child(action, depth, alpha, beta, ply);
    const Value value = child(action, depth, alpha, alpha + 1, ply);
    if (aborted_ || value.value <= alpha || value.value >= beta || value.is_proven()) return value;
    return child(action, depth, alpha, beta, ply);
}

template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::search(int depth, int alpha, int beta, int ply, bool after_elsewhere) {
    G& state = *state_;
    const Attainable attainable = knowledge_.attainable(state);
    if (attainable.low == attainable.high) return {attainable.low, true, true};
    if (attainable.low >= beta) return {attainable.low, true, false};
    if (attainable.high <= alpha) return {attainable.high, false, true};
    if (depth <= 0) return within(search_noisy(alpha, beta, ply), attainable);

    const Keyed keyed = this->keyed();
    Finding found;
    const bool is_known = table_.probe(keyed.key, found);
    if (is_known) {
        found.value += keyed.offset;
        const bool is_deep = found.depth >= depth;
        const bool is_low = found.at_least || (is_deep && found.bound != Bound::upper);
        const bool is_high = found.at_most || (is_deep && found.bound != Bound::lower);
        if ((is_low && is_high) || (is_low && found.value >= beta) ||
            (is_high && found.value <= alpha))
            return {found.value, found.at_least, found.at_most};
    }
    if (ply >= plies_) return within({knowledge_.evaluate(state)}, attainable);

    const std::size_t used = used_;
    Candidates list = new_list();
    bool is_whole = true;
    if (complete_) {
        knowledge_.all(state, list);
    } else {
        is_whole = knowledge_.worth_trying(state, depth, ply, list);
    }
    Value best{-infinite_value};
    if (!is_whole) {
        const Attainable reach = knowledge_.within_reach(state, depth, ply);
        if (reach.low >= beta) return within({reach.low}, attainable);
        if (reach.high <= alpha) return within({reach.high}, attainable);
        // Twice elsewhere running: both are content with what is there.
        const int elsewhere_order = knowledge_.elsewhere_order(state, ply);
        if (list.size() == 0 || (after_elsewhere && elsewhere_order >= 0)) {
            best.value = knowledge_.evaluate(state);
        } else if (elsewhere_order >= 0) {
            list.push(elsewhere, elsewhere_order);
        }
    }
    if (list.is_short()) return within({knowledge_.evaluate(state)}, attainable);
    used_ += list.size();
    // An answer to a threat is forced and costs no depth, as long as the line is not far too long.
    const bool is_free = !complete_ && ply < 2 * root_depth_ && knowledge_.is_forced(state, ply);
    const int left = is_free ? depth + 1 : depth;

    const int player = state.current_player();
    const Action first =
        is_known && found.action >= 0 ? knowledge_.out_of_frame(found.action, keyed) : -1;
    order(list, first, ply, player);
    bool at_most = is_whole;
    Action best_action = -1;
    int bar = std::max({alpha, attainable.low, best.value});
    const int enough = std::min(beta, attainable.high);
    std::size_t tried = 0;
    for (; tried < list.size() && bar < enough; ++tried) {
        const Action action = next_of(list, tried);
        const Value value = pvs_child(action, left, bar, enough, ply, tried == 0);
        if (aborted_) break;
        at_most = at_most && value.at_most;
        if (value.value > best.value) {
            best.value = value.value;
            best.at_least = value.at_least;
            if (action >= 0) best_action = action;
        } else if (value.value == best.value && value.at_least && !best.at_least) {
            best.at_least = true;
            best_action = action;
        }
        bar = std::max(bar, best.value);
    }
    used_ = used;
    if (aborted_) return {};
    if (best.value >= enough && best_action >= 0) reward(best_action, depth, ply, player);
    best.at_most = at_most && tried == list.size();
    best = within(best, attainable);
    const Bound bound = best.value >= beta    ? Bound::lower
                        : best.value <= alpha ? Bound::upper
                                              : Bound::exact;
    if (best_action >= 0) best_action = knowledge_.into_frame(best_action, keyed);
    table_.store(keyed.key, {best.value - keyed.offset, best_action, depth, bound, best.at_least,
                             best.at_most});
    return best;
}

// Beyond the horizon: stand, or change the margin at once. A guess, whatever it finds.
template <State G, AlphaBetaKnowledge<G> K>
Value AlphaBeta<G, K>::search_noisy(int alpha, int beta, int ply) {
    G& state = *state_;
    Value best{knowledge_.evaluate(state)};
    if (best.value >= beta || ply >= plies_) return best;
    const std::size_t used = used_;
    Candidates list = new_list();
    knowledge_.noisy(state, ply, list);
    if (list.is_short()) return best;
    used_ += list.size();
    const int player = state.current_player();
    for (std::size_t i = 0; i < list.size() && best.value < beta; ++i) {
        const Action action = next_of(list, i);
        check_limits();
        if (aborted_) break;
        ++nodes_;
        const int bar = std::max(alpha, best.value);
        state.apply(action, log_);
        int value = 0;
        if (state.is_terminal()) {
            value = knowledge_.final_value(state, player);
        } else {
            knowledge_.entered(state, action, ply + 1);
            value = state.current_player() == player ? search_noisy(bar, beta, ply + 1).value
                                                     : -search_noisy(-beta, -bar, ply + 1).value;
        }
        state.undo(log_);
        best.value = std::max(best.value, value);
    }
    used_ = used;
    return best;
}

// Acts and their order

// The act of highest order among those from i on, which then stands at i.
template <State G, AlphaBetaKnowledge<G> K>
Action AlphaBeta<G, K>::next_of(Candidates& list, std::size_t i) noexcept {
    std::size_t next = i;
    for (std::size_t k = i + 1; k < list.size(); ++k) {
        if (list[k].order > list[next].order) next = k;
    }
    std::swap(list[i], list[next]);
    return list[i].action;
}

template <State G, AlphaBetaKnowledge<G> K>
void AlphaBeta<G, K>::order(Candidates& list, Action first, int ply, int player) const noexcept {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for (Candidate& candidate : list) {
        const Action action = candidate.action;
        if (action < 0) continue;
        if (action == first) {
            candidate.order = 2 * first_tried;
            continue;
        }
        if (action == killers[0]) candidate.order += killer_order;
        if (action == killers[1]) candidate.order += killer_order / 2;
        candidate.order += history_[static_cast<std::size_t>(player * num_actions_ + action)];
    }
}

// An act that refuted is tried sooner next time.
template <State G, AlphaBetaKnowledge<G> K>
void AlphaBeta<G, K>::reward(Action action, int depth, int ply, int player) noexcept {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != action) killers = {action, killers[0]};
    int& credit = history_[static_cast<std::size_t>(player * num_actions_ + action)];
    credit += depth * depth;
    if (credit > most_history) {
        for (int& each : history_) each /= 2;
    }
}

// The root's player has nothing better than playing elsewhere: the best of some quiet acts.
template <State G, AlphaBetaKnowledge<G> K>
Action AlphaBeta<G, K>::quiet_act(int depth) {
    Candidates list = new_list();
    knowledge_.quiet(*state_, list);
    if (list.size() == 0) knowledge_.all(*state_, list);
    std::stable_sort(list.begin(), list.end(),
                     [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
    Action best = list[0].action;
    if (depth == 0) return best;
    used_ += list.size();
    int best_value = -infinite_value;
    const std::size_t tries = std::min(list.size(), quiet_tries);
    for (std::size_t i = 0; i < tries; ++i) {
        const Value value = child(list[i].action, depth, best_value, infinite_value, 0);
        if (aborted_) break;
        if (value.value > best_value) {
            best_value = value.value;
            best = list[i].action;
        }
    }
    used_ = 0;
    return best;
}

// The best line, as far as the table still knows it.
template <State G, AlphaBetaKnowledge<G> K>
void AlphaBeta<G, K>::read_line(AlphaBetaResult& result) {
    result.line.clear();
    G& state = *state_;
    Action action = result.best;
    const auto legal = std::make_unique<typename G::Actions>();
    while (action >= 0 && static_cast<int>(result.line.size()) < plies_) {
        state.legal_actions(*legal);
        if (!std::binary_search(legal->begin(), legal->end(), action)) break;
        state.apply(action, log_);
        result.line.push_back(action);
        if (state.is_terminal()) break;
        const Keyed keyed = this->keyed();
        Finding found;
        action = table_.probe(keyed.key, found) && found.action >= 0
                     ? knowledge_.out_of_frame(found.action, keyed)
                     : -1;
    }
    for (std::size_t i = 0; i < result.line.size(); ++i) state.undo(log_);
}

template <State G, AlphaBetaKnowledge<G> K>
void AlphaBeta<G, K>::check_limits() {
    if (nodes_ >= limits_.nodes) aborted_ = true;
    if (aborted_ || nodes_ < next_check_) return;
    next_check_ = nodes_ + check_every;
    if (stop_ != nullptr && stop_->is_set()) aborted_ = true;
    if (limits_.deadline == Clock::time_point::max() && !interrupt_) return;
    const Clock::time_point now = Clock::now();
    if (now >= limits_.deadline) aborted_ = true;
    if (interrupt_ && now >= next_interrupt_) {
        if (interrupt_()) aborted_ = true;
        next_interrupt_ = Clock::now() + interrupt_every;
    }
}

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
