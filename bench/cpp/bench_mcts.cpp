// What Monte Carlo search of Dots costs, in CPU time: simulations by playouts, on one thread and
// several, and leaves for an evaluator, without any Python.
//
//   bench_mcts [--runs N]
//
// The best of N runs says what the code costs; 5 by default.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/dots/leaves.hpp>
#include <dotcore/dots/mcts.hpp>
#include <dotcore/dots/start.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

int runs = 5;

[[nodiscard]] Rules crossed() {
    Rules rules = Rules::zagram();
    rules.start = Start::cross;
    return rules;
}

struct Engine {
    const char* name;
    MonteCarloOptions game;
    search::MctsOptions search;
};

[[nodiscard]] std::vector<Engine> engines() {
    std::vector<Engine> all{{"uniform", {}, {}}, {"strong", {}, {}}};
    all[0].game.informed = false;
    all[0].search.selection = search::Selection::uct;
    return all;
}

void time_playouts() {
    const Position start = start_position({20, 20}, crossed());
    for (const Engine& engine : engines()) {
        double one = 0;
        for (const int threads : {1, 2}) {
            const std::string name =
                std::string(engine.name) + ", " + std::to_string(threads) + " thread(s)";
            const double cost = time_and_print(runs, name, "simulation", [&] {
                Tree tree(start, MonteCarlo(engine.game), engine.search, 1);
                const search::StopSignal stop;
                tree.run({.nodes = 10'000}, stop, threads);
                return tree.simulations();
            });
            if (threads == 1) {
                one = cost;
            } else {
                std::printf("    of one thread's simulations a CPU second: %.2f\n", one / cost);
            }
        }
    }
}

// The same loop as in bench/bench_search.py: 16 trees, an evaluator that answers 0 throughout.
void time_leaves() {
    constexpr std::size_t batch = 256;
    const Position start = start_position({20, 20}, crossed());
    const auto actions = static_cast<std::size_t>(start.num_actions());
    const std::size_t planes = feature_planes * static_cast<std::size_t>(start.size().points());
    std::vector<float> obs(batch * planes);
    const std::unique_ptr<bool[]> legal(new bool[batch * actions]());
    std::vector<float> logits(batch * actions);
    std::vector<float> values(batch);
    const EvaluatorBuffers buffers{obs.data(), legal.get(), logits.data(), values.data()};
    for (const bool random : {false, true}) {
        const std::string name =
            std::string("16 trees, batch 256") + (random ? ", random symmetries" : "");
        time_and_print(runs, name, "leaf", [&] {
            std::vector<std::unique_ptr<Tree>> owned;
            std::vector<Tree*> trees;
            for (std::uint64_t seed = 0; seed < 16; ++seed) {
                owned.push_back(std::make_unique<Tree>(start, MonteCarlo{},
                                                       search::MctsOptions{.memory_mb = 64}, seed));
                trees.push_back(owned.back().get());
            }
            LeafBatch leaves(start.size(), start.num_actions(), batch, random, 1);
            std::uint64_t done = 0;
            while (const std::size_t n = leaves.gather(trees, 1024, buffers)) {
                std::fill_n(logits.begin(), n * actions, 0.0F);
                std::fill_n(values.begin(), n, 0.0F);
                if (leaves.apply(buffers).fault != LeafBatch::Fault::none) std::abort();
                done += n;
            }
            return done;
        });
    }
    Position position = start;
    UndoLog log;
    Rng rng(1);
    for (int i = 0; i < 100; ++i) {
        Actions legal_now;
        position.legal_actions(legal_now);
        const auto dots = static_cast<std::uint32_t>(legal_now.size() - 1);
        position.apply(legal_now[rng.below(dots)], log);
    }
    for (const Symmetry symmetry : {Symmetry::identity, Symmetry::rotate_90}) {
        time_and_print(runs, symmetry == Symmetry::identity ? "planes" : "planes, turned",
                       "position", [&] {
                           for (int i = 0; i < 20'000; ++i)
                               write_features(position, i & 1, symmetry, obs);
                           return std::uint64_t{20'000};
                       });
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    if (arguments.size() == 2 && arguments[0] == "--runs") {
        runs = std::atoi(std::string(arguments[1]).c_str());
    }
    if (runs < 1 || (!arguments.empty() && arguments.size() != 2)) {
        std::fprintf(stderr, "bench_mcts [--runs N]\n");
        return 2;
    }
    std::printf("20x20 from a cross, zagram rules\n");
    time_playouts();
    time_leaves();
    return 0;
}
