// Monte Carlo tree search over hidden information: single-observer information-set MCTS (Cowling,
// Powley and Whitehouse, 2012) for any number of players, with acts of chance.
//
// Each simulation takes a world that the searching player, who is to move at the root, cannot tell
// from the true one. In it all hands are known, and so are the legal acts. It walks down one tree
// that all worlds share, tries an act that was not tried before, is played out, and adds what came
// back to all nodes on its way. Each player maximises their own value (max^n), so that values are
// rows, one number a player.
//
// A node stands for what the searching player has seen since the root: everybody's acts, which are
// public, and those acts of chance that are theirs to see. What others draw makes no branch: the
// worlds with all the cards that they may have drawn meet in the same node. Acts of chance that are
// seen branch, by the probability that the worlds give them. Nodes are told apart by the way to
// them and not by info_key: that costs a look-up a step instead of a hash of all that is seen, and
// two ways to the same look are mostly different things to know (who passed, who could not follow).
//
// A node's acts are those of many worlds, of which one world allows some. An act that is rarely
// possible must not count as neglected: exploration counts the simulations that could have chosen
// it (availability), or the visits of the acts possible now.
//
// The others are searched for with the cards of the world at hand, so each world's players know
// what they hold; but their nodes mix what they would do with different hands, and they play as if
// they knew what the searching player holds. Both are the known price of a single observer.
//
// Threads grow trees of their own, which are added up at the end (root parallelism): they share
// nothing that is written.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/search/ismcts_knowledge.hpp>
#include <dotcore/search/ismcts_walk.hpp>
#include <dotcore/search/limits.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

struct IsmctsOptions {
    InformationSelection selection = InformationSelection::puct;
    float exploration = 1.0F;     // how much more is tried than what looks best
    float first_play = 0.0F;      // how much worse than its node an untried act counts (puct)
    std::size_t memory_mb = 256;  // of all threads together
};

namespace detail {

// Throws Error unless some player is to move.
template <HiddenState S>
void require_mover(const S& root) {
    if (root.is_terminal()) throw Error("the game is over; there is nothing to search");
    if (root.current_player() < 0) {
        throw Error("no player is to move; search begins where one is");
    }
    if (root.num_players() > most_players) throw Error("search is for 8 players at most");
}

// Worlds drawn by the state's own resample.
template <HiddenState S>
[[nodiscard]] WorldSource<S> resampled(const S& root) {
    return [root](Rng& rng) {
        S world = root;
        world.resample(root.current_player(), rng);
        return world;
    };
}

// Does work(0), work(1) ... on as many threads, the first one here.
template <class Work>
void share_out(std::size_t threads, const Work& work) {
    std::vector<std::jthread> others;
    std::size_t begun = 1;
    try {
        for (; begun < threads; ++begun) others.emplace_back(work, begun);
    } catch (const std::system_error&) {
        // The system gives no more threads: what is theirs is done here.
    }
    work(std::size_t{0});
    for (; begun < threads; ++begun) work(begun);
}

}  // namespace detail

template <HiddenState S, HiddenKnowledge<S> K>
class Ismcts {
public:
    // Setting up. Throws Error where no player is to move. Without a source, worlds are drawn by
    // root.resample.
    Ismcts(const S& root, const K& knowledge, const IsmctsOptions& options, std::uint64_t seed,
           WorldSource<S> worlds = {})
        : root_(root),
          knowledge_(knowledge),
          options_(options),
          seed_(seed),
          worlds_(std::move(worlds)) {
        detail::require_mover(root);
        if (!worlds_) worlds_ = detail::resampled(root);
    }

    // Searching
    // Adds simulations, one at least, until a limit is met or the signal is set. limits.nodes are
    // the simulations of this run; limits.depth is not looked at. All runs must have the same
    // number of threads; the first one settles it. What comes of a seed and a number of simulations
    // depends on the number of threads, but not on the runs that they are made in.
    void run(const Limits& limits, const StopSignal& stop, int threads) {
        if (workers_.empty()) hire(static_cast<std::size_t>(std::max(threads, 1)));
        const auto count = static_cast<std::int64_t>(workers_.size());
        const std::int64_t before = static_cast<std::int64_t>(simulations());
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        const std::int64_t target =
            limits.nodes > most - before ? most : before + std::max<std::int64_t>(limits.nodes, 1);
        detail::share_out(workers_.size(), [&](std::size_t number) {
            Worker& worker = workers_[number];
            // Shares differ by one at most, and the first ones are the larger.
            const auto place = static_cast<std::int64_t>(number);
            const std::int64_t share = target / count + (place < target % count ? 1 : 0);
            const bool timed = limits.deadline != Clock::time_point::max();
            bool first = place == 0;
            while (static_cast<std::int64_t>(worker.walk.simulations()) < share) {
                if (!first && (stop.is_set() || (timed && Clock::now() >= limits.deadline))) break;
                first = false;
                worker.walk.simulate(worker.worlds(worker.walk.rng()));
            }
        });
    }

    // Reading
    [[nodiscard]] const S& root() const noexcept { return root_; }
    [[nodiscard]] const K& knowledge() const noexcept { return knowledge_; }
    [[nodiscard]] const IsmctsOptions& options() const noexcept { return options_; }
    [[nodiscard]] int player() const noexcept { return root_.current_player(); }
    // The acts worth trying at the root, the best first. None before the first run.
    [[nodiscard]] std::vector<RootAct> acts() const {
        std::vector<RootAct> acts;
        for (const Worker& worker : workers_) add_acts(acts, worker.walk.root_acts());
        const int player = root_.current_player();
        std::stable_sort(acts.begin(), acts.end(), [player](const RootAct& a, const RootAct& b) {
            return a.is_better(b, player);
        });
        return acts;
    }
    [[nodiscard]] std::uint64_t simulations() const noexcept {
        std::uint64_t sum = 0;
        for (const Worker& worker : workers_) sum += worker.walk.simulations();
        return sum;
    }
    // The events that were seen most, one after the other: acts, and the searching player's own
    // acts of chance. It begins with the best act.
    [[nodiscard]] std::vector<Action> line() const {
        std::vector<Action> line;
        const std::vector<RootAct> acts = this->acts();
        if (acts.empty() || acts.front().visits == 0) return line;
        std::vector<NodeId> nodes(workers_.size(), InformationTree::root);
        for (Action event = acts.front().action; event >= 0; event = most_seen(nodes)) {
            line.push_back(event);
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (nodes[i] != no_node) nodes[i] = workers_[i].walk.tree().find(nodes[i], event);
            }
        }
        return line;
    }
    [[nodiscard]] std::size_t memory_bytes() const noexcept {
        std::size_t sum = 0;
        for (const Worker& worker : workers_) sum += worker.walk.tree().used_bytes();
        return sum;
    }
    // The memory is used up: what is there goes on learning, no node is added.
    [[nodiscard]] bool is_full() const noexcept {
        return std::any_of(workers_.begin(), workers_.end(),
                           [](const Worker& worker) { return worker.walk.tree().is_full(); });
    }

private:
    // A line ends where fewer simulations went on.
    static constexpr std::uint64_t least_seen = 2;

    // What one thread writes shares no cache line with what another does.
    struct alignas(64) Worker {
        InformationWalk<S, K> walk;
        WorldSource<S> worlds;
    };

    void hire(std::size_t threads) {
        const WalkOptions options{.selection = options_.selection,
                                  .exploration = options_.exploration,
                                  .first_play = options_.first_play};
        for (std::size_t i = 0; i < threads; ++i) {
            workers_.push_back(
                {InformationWalk<S, K>(root_, knowledge_, options,
                                       (options_.memory_mb << 20) / threads, Rng::stream(seed_, i)),
                 worlds_});
        }
    }
    static void add_acts(std::vector<RootAct>& acts, const std::vector<RootAct>& more) {
        if (acts.empty()) {
            acts = more;
            return;
        }
        for (std::size_t i = 0; i < acts.size(); ++i) {
            acts[i].visits += more[i].visits;
            acts[i].availability += more[i].availability;
            for (std::size_t p = 0; p < acts[i].sums.size(); ++p)
                acts[i].sums[p] += more[i].sums[p];
        }
    }
    // The event seen most after these nodes, one in each tree; -1 if there is none to speak of.
    [[nodiscard]] Action most_seen(const std::vector<NodeId>& nodes) const {
        std::vector<std::pair<Action, std::uint64_t>> events;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i] == no_node) continue;
            const InformationTree& tree = workers_[i].walk.tree();
            for (NodeId id = tree.at(nodes[i]).first_after; id != no_node;) {
                const InformationNode& node = tree.at(id);
                events.emplace_back(node.event, node.visits);
                id = node.sibling;
            }
        }
        std::sort(events.begin(), events.end());
        Action most = -1;
        std::uint64_t visits = least_seen - 1;
        for (std::size_t i = 0; i < events.size();) {
            const Action event = events[i].first;
            std::uint64_t sum = 0;
            for (; i < events.size() && events[i].first == event; ++i) sum += events[i].second;
            if (sum > visits) {
                visits = sum;
                most = event;
            }
        }
        return most;
    }

    S root_;
    K knowledge_;
    IsmctsOptions options_;
    std::uint64_t seed_;
    WorldSource<S> worlds_;
    std::vector<Worker> workers_;
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
