#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include <dotcore/dots/mcts.hpp>
#include <dotcore/dots/start.hpp>
#include <dotcore/search/mcts.hpp>

#include "toy_games.hpp"

using namespace dotcore;
using namespace dotcore::search;

namespace {

template <class State>
using ToyTree = search::Tree<State, toy::Knowledge<State>>;

template <class Tree>
void run(Tree& tree, std::int64_t simulations, int threads = 1) {
    const StopSignal stop;
    tree.run({.nodes = simulations}, stop, threads);
}

// Every kind of choosing, each with small numbers where these matter.
std::vector<MctsOptions> all_options() {
    std::vector<MctsOptions> all;
    for (const Selection selection : {Selection::uct, Selection::puct}) {
        for (const std::uint32_t grow_at : {1U, 3U}) {
            for (const float noise : {0.0F, 0.5F}) {
                for (const float amaf : {0.0F, 50.0F}) {
                    MctsOptions& options = all.emplace_back();
                    options.selection = selection;
                    options.grow_at = grow_at;
                    options.noise = noise;
                    options.amaf = amaf;
                    options.memory_mb = 4;
                }
            }
        }
    }
    return all;
}

std::uint64_t visits_of(std::span<const Edge> edges) {
    std::uint64_t sum = 0;
    for (const Edge& edge : edges) sum += edge.visits;
    return sum;
}

// Uniform priors, and the playout of one random game for a value.
template <class Tree>
float guess(typename Tree::Walk& leaf) {
    toy::Actions actions;
    leaf.state.legal_actions(actions);
    leaf.candidates.clear();
    for (const Action a : actions) leaf.candidates.push_back({a, 1.0F});
    auto copy = leaf.state;
    const float first = toy::Knowledge<decltype(copy)>{}.playout(copy, {}, leaf.rng).value;
    return leaf.state.current_player() == 0 ? first : -first;
}

}  // namespace

TEST_CASE(
    "Nim is solved: a proven win exactly where theory says so, and the best action keeps it") {
    for (const MctsOptions& options : all_options()) {
        for (const std::array<int, 3> heaps :
             {std::array{1, 2, 3}, {3, 3, 1}, {0, 2, 2}, {1, 1, 1}}) {
            const toy::Nim nim(heaps, heaps[0] & 1);
            ToyTree<toy::Nim> tree(nim, {}, options, 7);
            run(tree, 200'000);
            REQUIRE(tree.bounds().settled());
            CHECK((tree.bounds().lo == 1) == nim.is_won());
            if (!nim.is_won()) continue;
            toy::Nim next = nim;
            toy::Nim::UndoLog log;
            next.apply(ToyTree<toy::Nim>::best(tree.edges())->action, log);
            CHECK_FALSE(next.is_won());
        }
    }
}

TEST_CASE("what is proven of a game drawn by lot is its minimax value, whoever moves how often") {
    int proven = 0;
    const std::vector<MctsOptions> options = all_options();
    for (std::uint64_t lot = 1; lot <= 200; ++lot) {
        const toy::Lots start(lot, 6);
        if (start.is_terminal()) continue;
        const int exact = start.current_player() == 0 ? toy::minimax(start) : -toy::minimax(start);
        ToyTree<toy::Lots> tree(start, {}, options[lot % options.size()], lot);
        for (int i = 0; i < 100 && !tree.bounds().settled(); ++i) {
            run(tree, 50);
            CHECK(tree.bounds().lo <= exact);
            CHECK(exact <= tree.bounds().hi);
        }
        if (!tree.bounds().settled()) continue;
        ++proven;
        toy::Lots next = start;
        toy::Lots::UndoLog log;
        next.apply(ToyTree<toy::Lots>::best(tree.edges())->action, log);
        CHECK(toy::minimax(next) == toy::minimax(start));
    }
    CHECK(proven > 150);
}

TEST_CASE("what is proven through leaves that an evaluator judged is the minimax value too") {
    int proven = 0;
    for (std::uint64_t lot = 1; lot <= 100; ++lot) {
        const toy::Lots start(lot, 5);
        if (start.is_terminal()) continue;
        using Tree = ToyTree<toy::Lots>;
        Tree tree(start, {}, {.memory_mb = 1}, lot);
        std::vector<Tree::Walk> leaves(4, Tree::Walk(start));
        for (int i = 0; i < 500 && !tree.bounds().settled(); ++i) {
            std::size_t out = 0;
            while (out < leaves.size() && tree.pull(leaves[out])) ++out;
            if (i % 7 == 3 && out > 0) tree.take_back(leaves[--out]);
            for (std::size_t k = 0; k < out; ++k) {
                const float value = guess<Tree>(leaves[k]);
                tree.give(leaves[k], value);
            }
            CHECK(tree.leaves_out() == 0);
        }
        if (!tree.bounds().settled()) continue;
        ++proven;
        const int exact = start.current_player() == 0 ? toy::minimax(start) : -toy::minimax(start);
        CHECK(tree.bounds().lo == exact);
        for (const Edge& edge : tree.edges()) CHECK(edge.pending == 0);
    }
    CHECK(proven > 80);
}

TEST_CASE("a position of which not all actions are looked at is never proven lost") {
    for (std::uint64_t lot = 1; lot <= 100; ++lot) {
        const toy::Lots start(lot, 5);
        if (start.is_terminal()) continue;
        const int exact = start.current_player() == 0 ? toy::minimax(start) : -toy::minimax(start);
        ToyTree<toy::Lots> tree(start, toy::Knowledge<toy::Lots>{.most = 2}, {.memory_mb = 1}, lot);
        run(tree, 2'000);
        CHECK(tree.bounds().lo <= exact);
        CHECK(exact <= tree.bounds().hi);
    }
}

TEST_CASE("visits of the root's edges add up to the simulations, and nothing stays pending") {
    for (const MctsOptions& options : all_options()) {
        const toy::Nim nim({9, 9, 9});
        ToyTree<toy::Nim> tree(nim, {}, options, 1);
        run(tree, 300);
        run(tree, 700);
        CHECK(tree.simulations() == 1'000);
        CHECK(visits_of(tree.edges()) == 1'000);
        float priors = 0;
        for (const Edge& edge : tree.edges()) {
            CHECK(edge.pending == 0);
            priors += edge.prior;
        }
        CHECK(priors == doctest::Approx(1));
    }
}

TEST_CASE("how a search is cut into portions does not change it") {
    const toy::Nim nim({9, 8, 7});
    ToyTree<toy::Nim> whole(nim, {}, {.noise = 0.25F}, 3);
    ToyTree<toy::Nim> cut(nim, {}, {.noise = 0.25F}, 3);
    run(whole, 1'000);
    for (const std::int64_t part : {1, 2, 97, 400, 500}) run(cut, part);
    REQUIRE(whole.edges().size() == cut.edges().size());
    for (std::size_t i = 0; i < whole.edges().size(); ++i) {
        CHECK(whole.edges()[i].action == cut.edges()[i].action);
        CHECK(whole.edges()[i].visits == cut.edges()[i].visits);
        CHECK(whole.edges()[i].value == cut.edges()[i].value);
    }
    CHECK(whole.line() == cut.line());
}

TEST_CASE("advancing keeps what was known below the action, and bounds turn with the mover") {
    const toy::Nim nim({9, 8, 7});
    ToyTree<toy::Nim> tree(nim, {}, {.grow_at = 1}, 3);
    run(tree, 5'000);
    const Edge best = *ToyTree<toy::Nim>::best(tree.edges());
    const std::vector<Action> line = tree.line();
    tree.advance(best.action);
    CHECK(tree.root().current_player() == 1);
    CHECK(tree.simulations() <= best.visits);
    CHECK(tree.simulations() + 2 >= best.visits);
    CHECK(visits_of(tree.edges()) == tree.simulations());
    CHECK(tree.bounds() == best.bounds.turned());
    CHECK(tree.line() == std::vector(line.begin() + 1, line.end()));

    run(tree, 1'000);
    CHECK(visits_of(tree.edges()) == tree.simulations());
}

TEST_CASE("a game can be played to its end on one tree") {
    ToyTree<toy::Nim> tree(toy::Nim({9, 8, 7}), {}, {.memory_mb = 1}, 5);
    while (!tree.root().is_terminal()) {
        run(tree, 200);
        const Edge* best = ToyTree<toy::Nim>::best(tree.edges());
        REQUIRE(best != nullptr);
        tree.advance(best->action);
    }
    run(tree, 10);
    CHECK(tree.edges().empty());
}

TEST_CASE("an action that was never tried can be advanced to") {
    ToyTree<toy::Nim> tree(toy::Nim({3, 3, 3}), {}, {.memory_mb = 1}, 5);
    tree.advance(4);
    CHECK(tree.edges().empty());
    CHECK(tree.simulations() == 0);
    run(tree, 10);
    CHECK(tree.simulations() == 10);
}

TEST_CASE("noise goes to a new root once, and to the one after a move again") {
    const toy::Nim nim({9, 8, 7});
    ToyTree<toy::Nim> plain(nim, {}, {}, 3);
    ToyTree<toy::Nim> noisy(nim, {}, {.noise = 1.0F}, 3);
    run(plain, 1);
    run(noisy, 1);
    for (const Edge& edge : plain.edges()) CHECK(edge.prior == doctest::Approx(1.0 / 9));
    const std::vector<Edge> first(noisy.edges().begin(), noisy.edges().end());
    CHECK(first.front().prior > first.back().prior);
    run(noisy, 1);
    for (std::size_t i = 0; i < first.size(); ++i) CHECK(first[i].prior == noisy.edges()[i].prior);

    run(noisy, 2'000);
    noisy.advance(ToyTree<toy::Nim>::best(noisy.edges())->action);
    const float before = noisy.edges().front().prior;
    run(noisy, 1);
    CHECK(noisy.edges().front().prior != before);
}

TEST_CASE("a full tree goes on searching and takes no more than it may") {
    dots::Tree tree(dots::Position({20, 20}), dots::MonteCarlo{}, {.grow_at = 1, .memory_mb = 1},
                    1);
    run(tree, 3'000);
    CHECK(tree.is_full());
    const std::size_t taken = tree.memory_bytes();
    CHECK(taken <= std::size_t{1} << 20);
    run(tree, 1'000);
    CHECK(tree.simulations() == 4'000);
    CHECK(tree.memory_bytes() == taken);
    tree.advance(dots::Tree::best(tree.edges())->action);
    CHECK(tree.memory_bytes() < taken);
    CHECK_FALSE(tree.is_full());
    run(tree, 500);
    CHECK(visits_of(tree.edges()) == tree.simulations());
}

TEST_CASE("a search ends at its deadline, or soon after it is told to stop") {
    const dots::Position start({20, 20});
    dots::Tree tree(start, dots::MonteCarlo{}, {.memory_mb = 16}, 1);
    StopSignal stop;
    const auto began = Clock::now();
    tree.run({.deadline = began + std::chrono::milliseconds(20)}, stop, 1);
    CHECK(Clock::now() - began < std::chrono::seconds(10));
    {
        const std::jthread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.set();
        });
        tree.run({}, stop, 1);
    }
    const std::uint64_t before = tree.simulations();
    tree.run({}, stop, 1);
    CHECK(tree.simulations() == before + 1);  // a run makes one at least
}

TEST_CASE("several threads search one tree and lose no simulation") {
    dots::Tree tree(dots::Position({12, 12}), dots::MonteCarlo{}, {.grow_at = 2, .memory_mb = 2},
                    1);
    for (int i = 0; i < 3; ++i) {
        run(tree, 1'000, 3);
        CHECK(tree.simulations() == visits_of(tree.edges()));
        for (const Edge& edge : tree.edges()) CHECK(edge.pending == 0);
    }
    CHECK(tree.simulations() == 3'000);
    for (int i = 0; i < 5; ++i) {
        tree.advance(dots::Tree::best(tree.edges())->action);
        run(tree, 300, 2);
        CHECK(tree.simulations() == visits_of(tree.edges()));
    }
}

TEST_CASE("several threads prove what one proves") {
    for (std::uint64_t lot = 1; lot <= 30; ++lot) {
        const toy::Lots start(lot, 6);
        if (start.is_terminal()) continue;
        ToyTree<toy::Lots> tree(start, {}, {.grow_at = 1, .memory_mb = 4}, lot);
        run(tree, 20'000, 3);
        if (!tree.bounds().settled()) continue;
        const int exact = start.current_player() == 0 ? toy::minimax(start) : -toy::minimax(start);
        CHECK(tree.bounds().lo == exact);
    }
}
