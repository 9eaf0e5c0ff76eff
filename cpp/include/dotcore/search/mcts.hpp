// Monte Carlo tree search for two players with full information.
//
// A simulation walks down the tree by UCT or PUCT, plays out or asks an evaluator at its end, and
// adds what came back to all edges on its way. Proven results (the ends of the game) back up as
// bounds, so that a proven position is known as such. What a game knows about its own actions and
// playouts comes in as a Knowledge type (mcts_knowledge.hpp).
//
// Values are 1 for a win, -1 for a loss, and may lie between. Inside a walk they are player 0's.

#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/search/limits.hpp>
#include <dotcore/search/mcts_knowledge.hpp>
#include <dotcore/search/tree.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

enum class Selection : std::uint8_t { uct, puct };

struct MctsOptions {
    Selection selection = Selection::puct;
    float exploration = 1.0F;  // how much more is tried than what looks best
    float first_play = 0.0F;   // how much worse than its position an untried action counts (puct)
    float amaf = 0.0F;         // visits after which an edge's own value weighs as much as what
                               // playouts say of its action (RAVE); 0 for none
    std::size_t most_candidates = 80;  // edges of a block, the most likely ones; 0 for all
    std::uint32_t grow_at = 8;         // visits of an edge after which its position gets a block
    float virtual_loss = 1.0F;         // losses that a simulation on its way counts as
    std::size_t memory_mb = 256;
    float noise = 0.0F;  // share of Dirichlet noise in the root's priors
    float noise_alpha = 0.15F;
};

template <typename S, Knowledge<S> K>
class Tree {
public:
    using Trace = typename K::Trace;

    using Path = std::vector<std::pair<Block*, Edge*>>;

    // A walk down the tree, and where it has got to. Also a leaf: a walk that stopped at a position
    // without a block, to be evaluated from outside.
    struct Walk {
        explicit Walk(const S& root, const Rng& generator = Rng(0)) : state(root), rng(generator) {}
        S state;
        typename S::UndoLog log;
        Path path;
        Rng rng;
        std::vector<Weighted> candidates;
    };

    // Setting up. The state must not be terminal, nor have chance or simultaneous acts to come.
    Tree(const S& root, const K& knowledge, const MctsOptions& options, std::uint64_t seed,
         Recent recent = {})
        : root_(root),
          recent_(recent),
          knowledge_(knowledge),
          options_(options),
          seed_(seed),
          noise_rng_(Rng::stream(seed, ~std::uint64_t{0})),
          arena_(options.memory_mb << 20) {}

    // Searching
    // Adds simulations, one at least, until a limit is met, the root is proven, or the signal is
    // set. limits.nodes are the simulations of this run; limits.depth is not looked at.
    void run(const Limits& limits, const StopSignal& stop, int threads) {
        while (workers_.size() < static_cast<std::size_t>(threads)) {
            workers_.emplace_back(root_, Rng::stream(seed_, workers_.size()));
        }
        for (std::int64_t left = limits.nodes; left > 0 && prepare();) {
            const std::uint64_t before = simulations_;
            tickets_ = static_cast<std::int64_t>(
                std::min<std::uint64_t>(static_cast<std::uint64_t>(left), next_look_ - before));
            share_out(limits, stop, threads);
            left -= static_cast<std::int64_t>(simulations_ - before);
            if (simulations_ < next_look_) return;  // a limit was met
        }
    }

    // Pulling leaves, for evaluators outside
    // Walks to a position that no evaluator has seen; false if there is none to be had now (all
    // those in reach are out already, or the root is proven). A leaf must come back by give or
    // take_back before the tree is read, searched or moved.
    // Walks to known results count as simulations; it gives up after most_walks of them.
    [[nodiscard]] bool pull(Walk& leaf, std::uint64_t most_walks = 64) {
        if (leaves_out_ == 0 && root_edge_.child > growing) add_noise();
        for (; most_walks > 0 && !root_edge_.bounds.settled(); --most_walks) {
            const Stop stop = descend<true>(leaf);
            if (stop == Stop::taken) return false;
            if (stop == Stop::leaf) {
                ++leaves_out_;
                return true;
            }
            ++simulations_;
        }
        return false;
    }
    // The evaluator's answer: the value for the leaf's player to move, and in leaf.candidates what
    // it makes of all legal actions.
    void give(Walk& leaf, float value) {
        const int mover = leaf.state.current_player();
        last_edge(leaf.path).child = make_block(leaf.candidates, mover, true);
        if (leaf.path.empty()) add_noise();
        back_up(leaf.path, {mover == 0 ? value : -value, 0.0F});
        ++simulations_;
        --leaves_out_;
    }
    void take_back(const Walk& leaf) noexcept {
        last_edge(leaf.path).child = no_block;
        forget(leaf.path);
        --leaves_out_;
    }
    [[nodiscard]] int leaves_out() const noexcept { return leaves_out_; }

    // Reading
    [[nodiscard]] const S& root() const noexcept { return root_; }
    [[nodiscard]] const K& knowledge() const noexcept { return knowledge_; }
    [[nodiscard]] const MctsOptions& options() const noexcept { return options_; }
    // The root's edges: those tried first, or most likely, first. None before the first run.
    [[nodiscard]] std::span<const Edge> edges() const noexcept {
        if (root_edge_.child <= growing) return {};
        return arena_.at(root_edge_.child).edges();
    }
    // What is proven of the root, for its player to move.
    [[nodiscard]] Bounds bounds() const noexcept { return root_edge_.bounds; }
    [[nodiscard]] std::uint64_t simulations() const noexcept { return simulations_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept { return arena_.used_bytes(); }
    // The memory is used up: what is there goes on learning, no block is added.
    [[nodiscard]] bool is_full() const noexcept { return relaxed(full_) != 0; }
    // The edge to play: proven to be best, or visited most; nullptr before the first run.
    [[nodiscard]] static const Edge* best(std::span<const Edge> edges) noexcept {
        const Edge* best = nullptr;
        for (const Edge& edge : edges) {
            if (best == nullptr || is_better(edge, *best)) best = &edge;
        }
        return best;
    }
    // The best actions in turn, as far as they have been tried.
    [[nodiscard]] std::vector<Action> line() const {
        std::vector<Action> line;
        for (BlockId id = root_edge_.child; id > growing;) {
            const Edge* edge = best(arena_.at(id).edges());
            if (edge == nullptr || (edge->visits == 0 && !edge->bounds.settled())) break;
            line.push_back(edge->action);
            id = edge->child;
        }
        return line;
    }

    // Moving
    // Plays a legal action at the root and keeps what is known below it.
    void advance(Action action) {
        Edge next;
        for (const Edge& edge : edges()) {
            if (edge.action == action) next = edge;
        }
        typename S::UndoLog log;
        const int before = root_.current_player();
        root_.apply(action, log);
        recent_ = recent_.then(action);
        if (next.child > growing) {
            next.child = arena_.keep(next.child);
        } else {
            arena_.clear();
        }
        if (root_.current_player() != before) next.bounds = next.bounds.turned();
        root_edge_ = next;
        simulations_ = next.child > growing ? arena_.at(next.child).visits : 0;
        full_ = 0;
        noisy_ = false;
        next_look_ = 0;
    }

private:
    static constexpr std::uint64_t first_look = 1000;
    static constexpr float cost_in_prior = 10;  // a cost of 0.1 divides a prior by e
    static constexpr float most_cost = 1;

    // Where a walk stopped: at a position to be evaluated; at one that is out for evaluation; or it
    // met a known result, and has been dealt with.
    enum class Stop : std::uint8_t { leaf, taken, done };

    [[nodiscard]] static bool is_better(const Edge& a, const Edge& b) noexcept {
        // A proven win before all, a proven loss after all; visits between.
        if ((a.bounds.lo == 1) != (b.bounds.lo == 1)) return a.bounds.lo == 1;
        if ((a.bounds.hi == -1) != (b.bounds.hi == -1)) return b.bounds.hi == -1;
        if (a.bounds.lo >= b.bounds.hi && a.bounds != b.bounds) return true;
        if (b.bounds.lo >= a.bounds.hi && a.bounds != b.bounds) return false;
        if (a.visits != b.visits) return a.visits > b.visits;
        return a.visits == 0 ? a.prior > b.prior : a.mean() > b.mean();
    }

    // The root's block is there, and looked at closely; false where nothing is left to search.
    [[nodiscard]] bool prepare() {
        if (root_edge_.child == growing || root_.is_terminal()) return false;
        if (root_edge_.child == no_block) {
            std::vector<Weighted> candidates;
            const bool complete = knowledge_.candidates(root_, recent_, noise_rng_, candidates);
            root_edge_.child = make_block(candidates, root_.current_player(), complete);
            if (root_edge_.child == no_block) return false;
        }
        if (simulations_ >= next_look_) look_closely();
        add_noise();
        return !root_edge_.bounds.settled();
    }
    void look_closely() {
        next_look_ = std::max<std::uint64_t>(first_look, 2 * simulations_);
        if constexpr (LooksCloser<K, S>) {
            Block& block = arena_.at(root_edge_.child);
            std::vector<Edge*> order;
            for (Edge& edge : block.edges()) order.push_back(&edge);
            std::stable_sort(order.begin(), order.end(),
                             [](const Edge* a, const Edge* b) { return is_better(*a, *b); });
            std::vector<Verdict> verdicts;
            for (const Edge* edge : order) verdicts.push_back({edge->action, edge->cost});
            knowledge_.look_closely(root_, simulations_, verdicts);
            float likely = 0;
            float sum = 0;
            for (const Edge& edge : block.edges()) {
                likely = std::max(likely, edge.prior);
                sum += edge.prior;
            }
            float changed = 0;
            for (std::size_t i = 0; i < order.size(); ++i) {
                Edge& edge = *order[i];
                const Verdict& verdict = verdicts[i];
                if (verdict.boost > 1) {
                    edge.prior = std::clamp(verdict.boost * edge.prior, edge.prior, likely);
                }
                const float cost = std::clamp(verdict.cost, 0.0F, most_cost);
                edge.prior *= std::exp(cost_in_prior * (edge.cost - cost));
                edge.cost = cost;
                changed += edge.prior;
            }
            // What is left to choose from is explored as much as before.
            if (changed > 0) {
                for (Edge& edge : block.edges()) edge.prior *= sum / changed;
            }
            sort_untried(block);
        }
    }
    void share_out(const Limits& limits, const StopSignal& stop, int threads) {
        std::vector<std::jthread> others;
        try {
            for (int i = 1; i < threads; ++i) {
                others.emplace_back([this, &limits, &stop, i] {
                    work(workers_[static_cast<std::size_t>(i)], limits, stop);
                });
            }
        } catch (const std::system_error&) {
            // The system gives no more threads; those there are do all the work.
        }
        work(workers_[0], limits, stop);
    }
    void work(Walk& walk, const Limits& limits, const StopSignal& stop) {
        std::int64_t done = 0;
        for (; done == 0 || !stop.is_set(); ++done) {
            if (relaxed(root_edge_.bounds).settled()) break;
            if (std::atomic_ref(tickets_).fetch_sub(1, std::memory_order_relaxed) <= 0) break;
            if (done > 0 && limits.deadline != Clock::time_point::max() &&
                Clock::now() >= limits.deadline) {
                break;
            }
            if (descend<false>(walk) == Stop::leaf) back_up(walk.path, play_out(walk));
        }
        add(simulations_, static_cast<std::uint64_t>(done));
    }

    [[nodiscard]] Outcome play_out(Walk& walk) {
        const Outcome outcome = knowledge_.playout(walk.state, recent(walk.path), walk.rng);
        if (options_.amaf > 0) spread(walk.path, Trace(walk.state), outcome.value);
        return outcome;
    }

    // From the root to a position without a block, or as far as need be.
    template <bool Pull>
    [[nodiscard]] Stop descend(Walk& walk) {
        walk.state = root_;
        walk.path.clear();
        walk.log.clear();
        if constexpr (Pull) {
            if (root_edge_.child <= growing) return take(root_edge_);
        }
        for (BlockId id = root_edge_.child;;) {
            Block& block = arena_.at(id);
            Edge& edge = select(block);
            walk.path.emplace_back(&block, &edge);
            add(edge.pending, std::uint16_t{1});
            const Bounds bounds = relaxed(edge.bounds);
            if (bounds.settled()) {
                meet_result(walk.path, bounds);
                return Stop::done;
            }
            walk.state.apply(edge.action, walk.log);
            id = std::atomic_ref(edge.child).load(std::memory_order_acquire);
            if (id > growing) continue;
            if (walk.state.is_terminal()) {
                finish(walk.path, knowledge_.outcome(walk.state));
                return Stop::done;
            }
            if constexpr (Pull) {
                const Stop stop = take(edge);
                if (stop == Stop::taken) forget(walk.path);
                return stop;
            } else {
                if (id == no_block && relaxed(edge.visits) >= options_.grow_at) {
                    id = grow(edge, walk);
                }
                if (id <= growing) return Stop::leaf;
            }
        }
    }
    static Stop take(Edge& edge) noexcept {
        return std::exchange(edge.child, growing) == growing ? Stop::taken : Stop::leaf;
    }
    [[nodiscard]] Recent recent(const Path& path) const noexcept {
        Recent recent =
            path.size() < 2 ? recent_ : Recent{path[path.size() - 2].second->action, -1};
        return path.empty() ? recent : recent.then(path.back().second->action);
    }
    [[nodiscard]] Edge& last_edge(const Path& path) noexcept {
        return path.empty() ? root_edge_ : *path.back().second;
    }

    // Choosing an edge
    [[nodiscard]] Edge& select(Block& block) noexcept {
        const std::span<Edge> edges = block.edges();
        const std::uint32_t opened = relaxed(block.opened);
        if (options_.selection == Selection::uct && options_.amaf <= 0 && opened < block.count) {
            return open(block, edges[opened]);
        }
        return options_.selection == Selection::uct ? choose<Selection::uct>(block)
                                                    : choose<Selection::puct>(block);
    }
    template <Selection How>
    [[nodiscard]] Edge& choose(Block& block) noexcept {
        const std::span<Edge> edges = block.edges();
        const std::uint32_t visits = relaxed(block.visits);
        const float own = visits == 0 ? 0.0F : static_cast<float>(relaxed(block.value) / visits);
        const float first_play = own - options_.first_play;
        const float parent =
            How == Selection::uct
                ? options_.exploration * std::sqrt(std::log(static_cast<float>(visits) + 1.0F))
                : options_.exploration * std::sqrt(static_cast<float>(visits) + 1.0F);
        // Untried edges stand in the order of their priors: of them only the first can be best.
        const std::uint32_t opened = relaxed(block.opened);
        const bool in_order = options_.amaf <= 0;
        const std::size_t end =
            in_order ? std::min<std::size_t>(opened + 1, edges.size()) : edges.size();
        const std::int8_t floor = floor_of(edges.first(end));
        Edge* best = nullptr;
        float best_score = 0;
        for (Edge& edge : edges.first(end)) {
            const Bounds bounds = relaxed(edge.bounds);
            if (bounds.settled() || bounds.hi <= floor) continue;
            const float score = score_of<How>(edge, first_play, parent);
            if (best == nullptr || score > best_score) {
                best = &edge;
                best_score = score;
            }
        }
        if (best == nullptr) {
            // Nothing open is worth a walk: the next untried one, or the best of what is settled.
            if (in_order && opened < edges.size()) return open(block, edges[opened]);
            for (Edge& edge : edges) {
                if (best == nullptr || relaxed(edge.bounds).lo > relaxed(best->bounds).lo) {
                    best = &edge;
                }
            }
            return *best;
        }
        if (in_order && best == &edges[end - 1] && end == opened + 1) open(block, *best);
        return *best;
    }
    template <Selection How>
    [[nodiscard]] float score_of(const Edge& edge, float first_play, float parent) const noexcept {
        const auto visits = static_cast<float>(relaxed(edge.visits));
        const auto pending = static_cast<float>(relaxed(edge.pending));
        const float tried = visits + pending * options_.virtual_loss;
        float mean = first_play;
        if (tried > 0) {
            mean =
                (static_cast<float>(relaxed(edge.value)) - pending * options_.virtual_loss) / tried;
        }
        if (options_.amaf > 0) {
            const float others = relaxed(edge.amaf_visits);
            if (others > 0) {
                // The weight that makes the mean squared error least, were the AMAF value off by
                // some constant (Gelly and Silver).
                const float weight = others / (others + tried + others * tried / options_.amaf);
                mean += weight * (relaxed(edge.amaf_value) - mean);
            }
        }
        mean -= edge.cost;
        if constexpr (How == Selection::uct) {
            return mean + parent / std::sqrt(std::max(tried, 0.5F));
        } else {
            return mean + parent * edge.prior / (1.0F + tried);
        }
    }
    // What the mover is already sure of.
    [[nodiscard]] static std::int8_t floor_of(std::span<const Edge> edges) noexcept {
        std::int8_t floor = -1;
        for (const Edge& edge : edges) floor = std::max(floor, relaxed(edge.bounds).lo);
        return floor;
    }
    static Edge& open(Block& block, Edge& edge) noexcept {
        const auto number = static_cast<std::uint32_t>(&edge - block.edges().data());
        if (relaxed(block.opened) == number) relax(block.opened, number + 1);
        return edge;
    }

    // Growing
    // The block is made by the thread that gets here first; the others go on without it.
    [[nodiscard]] BlockId grow(Edge& edge, Walk& walk) {
        std::atomic_ref<BlockId> child(edge.child);
        BlockId expected = no_block;
        if (is_full() || !child.compare_exchange_strong(expected, growing)) return no_block;
        const bool complete =
            knowledge_.candidates(walk.state, recent(walk.path), walk.rng, walk.candidates);
        const BlockId id = make_block(walk.candidates, walk.state.current_player(), complete);
        child.store(id, std::memory_order_release);
        return id;
    }
    // no_block if the arena is full or there is no candidate.
    [[nodiscard]] BlockId make_block(std::vector<Weighted>& candidates, int mover, bool complete) {
        if (candidates.empty()) return no_block;
        const auto first = [](const Weighted& a, const Weighted& b) { return a.weight > b.weight; };
        const std::size_t most = options_.most_candidates;
        if (most > 0 && candidates.size() > most) {
            std::nth_element(candidates.begin(),
                             candidates.begin() + static_cast<std::ptrdiff_t>(most),
                             candidates.end(), first);
            candidates.resize(most);
            complete = false;
        }
        if (!std::is_sorted(candidates.begin(), candidates.end(), first)) {
            std::sort(candidates.begin(), candidates.end(), first);
        }
        const BlockId id = arena_.make(candidates.size());
        if (id == no_block) {
            relax(full_, std::uint8_t{1});
            return no_block;
        }
        Block& block = *new (&arena_.at(id)) Block;
        block.count = static_cast<std::uint32_t>(candidates.size());
        block.mover = static_cast<std::int8_t>(mover);
        block.complete = complete;
        float sum = 0;
        for (const Weighted& candidate : candidates) sum += candidate.weight;
        Edge* edge = block.edges().data();
        for (const Weighted& candidate : candidates) {
            new (edge) Edge;
            edge->action = candidate.action;
            edge->prior =
                sum > 0 ? candidate.weight / sum : 1.0F / static_cast<float>(candidates.size());
            ++edge;
        }
        return id;
    }
    void add_noise() {
        if (noisy_ || options_.noise <= 0) return;
        noisy_ = true;
        Block& block = arena_.at(root_edge_.child);
        std::gamma_distribution<float> gamma(options_.noise_alpha, 1.0F);
        std::vector<float> draws(block.count);
        float sum = 0;
        for (float& draw : draws) sum += draw = gamma(noise_rng_);
        std::size_t i = 0;
        for (Edge& edge : block.edges()) {
            const float share = sum > 0 ? draws[i++] / sum : edge.prior;
            edge.prior += options_.noise * (share - edge.prior);
        }
        sort_untried(block);
    }
    // Untried edges stand in the order of their priors, after those that have been tried.
    static void sort_untried(Block& block) {
        const auto first = std::stable_partition(block.edges().begin(), block.edges().end(),
                                                 [](const Edge& e) { return e.visits > 0; });
        std::stable_sort(first, block.edges().end(),
                         [](const Edge& a, const Edge& b) { return a.prior > b.prior; });
        block.opened = static_cast<std::uint32_t>(first - block.edges().begin());
    }

    // Backing up
    void back_up(const Path& path, Outcome outcome) noexcept {
        for (auto step = path.rbegin(); step != path.rend(); ++step) {
            auto& [block, edge] = *step;
            const float sign = block->mover == 0 ? 1.0F : -1.0F;
            const auto value = static_cast<double>(sign * outcome.value);
            add(edge->visits, 1U);
            add(edge->value, value);
            add(edge->pending, static_cast<std::uint16_t>(-1));
            add(block->visits, 1U);
            add(block->value, value);
            const float mean = relaxed(edge->margin);
            relax(edge->margin, mean + (sign * outcome.margin - mean) /
                                           static_cast<float>(relaxed(edge->visits)));
        }
    }
    void forget(const Path& path) noexcept {
        for (const auto& [block, edge] : path) add(edge->pending, static_cast<std::uint16_t>(-1));
    }
    // Tells every block on the way what the playout says of its actions.
    void spread(const Path& path, const Trace& trace, float value) noexcept {
        for (const auto& [block, last] : path) {
            const float seen = block->mover == 0 ? value : -value;
            for (Edge& edge : block->edges()) {
                if (trace.player_of(edge.action) != block->mover) continue;
                const float n = relaxed(edge.amaf_visits) + 1.0F;
                const float mean = relaxed(edge.amaf_value);
                relax(edge.amaf_visits, n);
                relax(edge.amaf_value, mean + (seen - mean) / n);
            }
        }
    }
    // A walk came to an end of the game: it is proven, and perhaps what leads there.
    void finish(const Path& path, Outcome outcome) noexcept {
        const auto sign = static_cast<std::int8_t>((outcome.value > 0) - (outcome.value < 0));
        const auto& [block, edge] = path.back();
        const auto seen = static_cast<std::int8_t>(block->mover == 0 ? sign : -sign);
        relax(edge->bounds, Bounds{seen, seen});
        prove(path);
        back_up(path, outcome);
    }
    void meet_result(const Path& path, Bounds bounds) noexcept {
        const auto& [block, edge] = path.back();
        const auto value = static_cast<float>(block->mover == 0 ? bounds.lo : -bounds.lo);
        const float margin = relaxed(edge->margin);
        prove(path);
        back_up(path, {value, block->mover == 0 ? margin : -margin});
    }
    // Carries the bounds of the path's last edge up as far as they change anything.
    void prove(const Path& path) noexcept {
        for (std::size_t i = path.size(); i-- > 0;) {
            const Block& block = *path[i].first;
            Bounds bounds = block.bounds();
            if (i > 0 && path[i - 1].first->mover != block.mover) bounds = bounds.turned();
            Edge& above = i > 0 ? *path[i - 1].second : root_edge_;
            if (relaxed(above.bounds) == bounds) return;
            relax(above.bounds, bounds);
        }
    }

    S root_;
    Recent recent_;
    K knowledge_;
    MctsOptions options_;
    std::uint64_t seed_;
    Rng noise_rng_;
    Arena arena_;
    Edge root_edge_;  // the bounds are as the root's own mover sees them
    std::uint64_t simulations_ = 0;
    std::int64_t tickets_ = 0;  // simulations that may still be begun
    std::vector<Walk> workers_;
    int leaves_out_ = 0;
    std::uint8_t full_ = 0;
    bool noisy_ = false;
    std::uint64_t next_look_ = 0;  // simulations from which on the root is looked at closely again
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
