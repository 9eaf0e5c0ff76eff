// Determinized search (perfect-information Monte Carlo): one search for each of many worlds, each
// of which takes its world for the truth.
//
// Every player then knows all hands; what chance brings stays unknown, and branches for all. What
// the searches say of the acts at the root is put together: they vote, or their numbers are added.
// The method is stronger than one would think, and errs in known ways: it believes that it will
// know later what it cannot know (strategy fusion), and that nobody hides anything.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/search/ismcts.hpp>
#include <dotcore/search/ismcts_knowledge.hpp>
#include <dotcore/search/ismcts_walk.hpp>
#include <dotcore/search/limits.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

// By what an act is best: it is the best one in the most worlds; it was visited most in all worlds
// together; or the mean over the worlds of its value is highest, of the acts that were tried in at
// least half as many worlds as the one tried in the most.
enum class Combine : std::uint8_t { votes, visits, values };

struct DeterminizedOptions {
    Combine combine = Combine::visits;
    std::int64_t world_simulations = 100;  // in each world
    InformationSelection selection = InformationSelection::puct;
    float exploration = 1.0F;
    float first_play = 0.0F;
    std::size_t memory_mb = 64;  // of all threads together; a world's tree is thrown away
};

// An act at the root over all worlds.
struct CombinedAct {
    RootAct total;                             // visits and sums of all worlds
    std::uint64_t votes = 0;                   // worlds in which it is best
    std::uint64_t worlds = 0;                  // in which it was visited
    std::array<double, most_players> means{};  // sums of the worlds' mean values

    [[nodiscard]] double mean(int player) const noexcept {
        return worlds == 0 ? 0.0
                           : means[static_cast<std::size_t>(player)] / static_cast<double>(worlds);
    }
};

template <HiddenState S, HiddenKnowledge<S> K>
class Determinized {
public:
    // Setting up. Throws Error where no player is to move. Without a source, worlds are drawn by
    // root.resample.
    Determinized(const S& root, const K& knowledge, const DeterminizedOptions& options,
                 std::uint64_t seed, WorldSource<S> worlds = {})
        : root_(root),
          knowledge_(knowledge),
          options_(options),
          seed_(seed),
          worlds_(std::move(worlds)) {
        detail::require_mover(root);
        if (options.world_simulations < 1) throw Error("world_simulations: 1 at least");
        if (!worlds_) worlds_ = detail::resampled(root);
    }

    // Searching
    // Adds simulations, one at least, until a limit is met or the signal is set; a world that is
    // not finished goes on in the next run. limits.nodes are the simulations of this run, and are
    // rounded up to whole worlds; limits.depth is not looked at. All runs must have the same number
    // of threads; the first one settles it.
    void run(const Limits& limits, const StopSignal& stop, int threads) {
        if (workers_.empty()) hire(static_cast<std::size_t>(std::max(threads, 1)));
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        const auto before = static_cast<std::int64_t>(simulations());
        const std::int64_t target =
            limits.nodes > most - before ? most : before + std::max<std::int64_t>(limits.nodes, 1);
        const auto worlds =
            static_cast<std::uint64_t>(target / options_.world_simulations +
                                       (target % options_.world_simulations != 0 ? 1 : 0));
        detail::share_out(workers_.size(), [&](std::size_t number) {
            Worker& worker = workers_[number];
            const bool timed = limits.deadline != Clock::time_point::max();
            bool first = number == 0;
            while (worker.world < worlds) {
                if (!first && (stop.is_set() || (timed && Clock::now() >= limits.deadline))) break;
                first = false;
                step(worker);
            }
        });
    }

    // Reading
    [[nodiscard]] const S& root() const noexcept { return root_; }
    [[nodiscard]] const DeterminizedOptions& options() const noexcept { return options_; }
    [[nodiscard]] int player() const noexcept { return root_.current_player(); }
    // The acts worth trying at the root, the best first. Worlds not finished count as they stand.
    // None before the first run.
    [[nodiscard]] std::vector<CombinedAct> acts() const {
        std::vector<CombinedAct> acts;
        for (const Worker& worker : workers_) {
            std::vector<CombinedAct> own = worker.done;
            if (worker.walk.simulations() > 0) add_world(own, worker.walk.root_acts());
            if (acts.empty()) {
                acts = std::move(own);
                continue;
            }
            for (std::size_t i = 0; i < acts.size(); ++i) add(acts[i], own[i]);
        }
        std::uint64_t most_worlds = 0;
        for (const CombinedAct& act : acts) most_worlds = std::max(most_worlds, act.worlds);
        std::stable_sort(acts.begin(), acts.end(), [&](const CombinedAct& a, const CombinedAct& b) {
            return is_better(a, b, most_worlds);
        });
        return acts;
    }
    [[nodiscard]] std::uint64_t simulations() const noexcept {
        std::uint64_t sum = 0;
        for (const Worker& worker : workers_) sum += worker.simulations;
        return sum;
    }
    // Worlds searched, those not finished among them.
    [[nodiscard]] std::uint64_t worlds() const noexcept {
        std::uint64_t sum = 0;
        for (const Worker& worker : workers_) {
            sum += worker.finished + (worker.walk.simulations() > 0 ? 1 : 0);
        }
        return sum;
    }
    [[nodiscard]] std::size_t memory_bytes() const noexcept {
        std::size_t sum = 0;
        for (const Worker& worker : workers_) sum += worker.walk.tree().used_bytes();
        return sum;
    }

private:
    struct alignas(64) Worker {
        InformationWalk<S, K> walk;
        WorldSource<S> source;
        S truth;              // of the world being searched
        std::uint64_t world;  // its number
        std::uint64_t finished = 0;
        std::uint64_t simulations = 0;
        std::vector<CombinedAct> done{};  // in the order of the walk's
    };

    void hire(std::size_t threads) {
        const WalkOptions options{.selection = options_.selection,
                                  .exploration = options_.exploration,
                                  .first_play = options_.first_play,
                                  .sees_all = true};
        for (std::size_t i = 0; i < threads; ++i) {
            workers_.push_back({InformationWalk<S, K>(root_, knowledge_, options,
                                                      (options_.memory_mb << 20) / threads, Rng(0)),
                                worlds_, root_, i});
            Worker& worker = workers_.back();
            for (const RootAct& act : worker.walk.root_acts())
                worker.done.push_back({.total = act});
        }
    }
    // A world's random numbers are its own, so that it does not matter who searches it.
    void step(Worker& worker) {
        if (worker.walk.simulations() == 0) {
            worker.walk.reset(Rng::stream(seed_, worker.world));
            worker.truth = worker.source(worker.walk.rng());
        }
        worker.walk.simulate(worker.truth);
        ++worker.simulations;
        if (worker.walk.simulations() == static_cast<std::uint64_t>(options_.world_simulations)) {
            add_world(worker.done, worker.walk.root_acts());
            worker.walk.reset(Rng(0));
            worker.world += workers_.size();
            ++worker.finished;
        }
    }
    void add_world(std::vector<CombinedAct>& acts, const std::vector<RootAct>& world) const {
        std::size_t best = 0;
        for (std::size_t i = 0; i < world.size(); ++i) {
            if (world[i].is_better(world[best], player())) best = i;
            CombinedAct one{.total = world[i], .worlds = world[i].visits > 0 ? 1U : 0U};
            for (int p = 0; p < root_.num_players(); ++p) {
                one.means[static_cast<std::size_t>(p)] = world[i].mean(p);
            }
            add(acts[i], one);
        }
        ++acts[best].votes;
    }
    static void add(CombinedAct& act, const CombinedAct& more) noexcept {
        act.total.visits += more.total.visits;
        act.total.availability += more.total.availability;
        act.votes += more.votes;
        act.worlds += more.worlds;
        for (std::size_t p = 0; p < act.means.size(); ++p) {
            act.total.sums[p] += more.total.sums[p];
            act.means[p] += more.means[p];
        }
    }
    [[nodiscard]] bool is_better(const CombinedAct& a, const CombinedAct& b,
                                 std::uint64_t most_worlds) const noexcept {
        const auto counts = [&](const CombinedAct& act) { return 2 * act.worlds >= most_worlds; };
        switch (options_.combine) {
            case Combine::votes:
                if (a.votes != b.votes) return a.votes > b.votes;
                break;
            case Combine::values:
                if (counts(a) != counts(b)) return counts(a);
                if (a.mean(player()) != b.mean(player()))
                    return a.mean(player()) > b.mean(player());
                break;
            case Combine::visits:
                break;
        }
        return a.total.is_better(b.total, player());
    }

    S root_;
    K knowledge_;
    DeterminizedOptions options_;
    std::uint64_t seed_;
    WorldSource<S> worlds_;
    std::vector<Worker> workers_;
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
