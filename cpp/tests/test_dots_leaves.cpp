#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <dotcore/dots/leaves.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

struct Memory {
    Memory(Size size, int num_actions, std::size_t rows)
        : actions(static_cast<std::size_t>(num_actions)),
          planes(rows * static_cast<std::size_t>(feature_planes * size.points())),
          legal(new bool[rows * actions]()),
          logits(rows * actions),
          values(rows) {}
    [[nodiscard]] EvaluatorBuffers buffers() {
        return {planes.data(), legal.get(), logits.data(), values.data()};
    }
    void answer(std::size_t rows) {
        for (std::size_t i = 0; i < rows * actions; ++i) logits[i] = 0;
        for (std::size_t i = 0; i < rows; ++i) values[i] = 0.25F;
    }

    std::size_t actions;
    std::vector<float> planes;
    std::unique_ptr<bool[]> legal;
    std::vector<float> logits;
    std::vector<float> values;
};

constexpr std::uint64_t any_number = 1 << 30;

}  // namespace

TEST_CASE("leaves come from all trees in turn, and their rows tell what is legal") {
    const Size size{6, 5};
    const Position start(size);
    Tree a(start, MonteCarlo{}, {.memory_mb = 1}, 1);
    Tree b(start, MonteCarlo{}, {.memory_mb = 1}, 2);
    const std::vector<Tree*> trees{&a, &b};
    LeafBatch batch(size, start.num_actions(), 8, false, 0);
    Memory memory(size, start.num_actions(), 8);
    CHECK(batch.gather(trees, any_number, memory.buffers()) == 2);  // both roots
    CHECK(std::count(memory.legal.get(), memory.legal.get() + 31, true) == 31);
    CHECK(std::isnan(memory.values[1]));
    memory.answer(2);
    REQUIRE(batch.apply(memory.buffers()).fault == LeafBatch::Fault::none);
    CHECK(a.simulations() == 1);
    CHECK(a.edges().size() == 31);

    for (int i = 0; i < 20; ++i) {
        const std::size_t rows = batch.gather(trees, any_number, memory.buffers());
        REQUIRE(rows == 8);
        CHECK(a.leaves_out() == 4);
        CHECK(b.leaves_out() == 4);
        memory.answer(rows);
        REQUIRE(batch.apply(memory.buffers()).fault == LeafBatch::Fault::none);
    }
    CHECK(a.simulations() == 81);
    CHECK(b.simulations() == 81);
}

TEST_CASE("a tree with enough simulations gives no leaves") {
    const Size size{5, 5};
    const Position start(size);
    Tree a(start, MonteCarlo{}, {.memory_mb = 1}, 1);
    Tree b(start, MonteCarlo{}, {.memory_mb = 1}, 2);
    const std::vector<Tree*> trees{&a, &b};
    LeafBatch batch(size, start.num_actions(), 7, true, 0);
    Memory memory(size, start.num_actions(), 7);
    while (const std::size_t rows = batch.gather(trees, 50, memory.buffers())) {
        memory.answer(rows);
        REQUIRE(batch.apply(memory.buffers()).fault == LeafBatch::Fault::none);
    }
    CHECK(a.simulations() == 50);
    CHECK(b.simulations() == 50);
}

TEST_CASE("a wrong answer is named and changes no tree") {
    const Size size{4, 4};
    const Position start(size);
    Tree tree(start, MonteCarlo{}, {.memory_mb = 1}, 1);
    const std::vector<Tree*> trees{&tree};
    LeafBatch batch(size, start.num_actions(), 4, false, 0);
    Memory memory(size, start.num_actions(), 4);
    REQUIRE(batch.gather(trees, any_number, memory.buffers()) == 1);
    memory.answer(1);
    REQUIRE(batch.apply(memory.buffers()).fault == LeafBatch::Fault::none);
    const std::size_t rows = batch.gather(trees, any_number, memory.buffers());
    REQUIRE(rows == 4);
    memory.answer(rows);

    using Fault = LeafBatch::Fault;
    const float infinite = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const auto& [value, fault] :
         {std::pair(nan, Fault::value), {infinite, Fault::outside}, {-1.5F, Fault::outside}}) {
        memory.values[2] = value;
        const LeafBatch::Answer answer = batch.apply(memory.buffers());
        CHECK(answer.fault == fault);
        CHECK(answer.row == 2);
        CHECK(tree.simulations() == 1);
    }
    memory.values[2] = 1;
    for (const float logit : {nan, infinite, -infinite}) {
        memory.logits[3 * memory.actions + 16] = logit;  // the stop
        CHECK(batch.apply(memory.buffers()).fault == Fault::logit);
        CHECK(tree.leaves_out() == 4);
    }
    batch.cancel();
    CHECK(tree.leaves_out() == 0);
    for (const search::Edge& edge : tree.edges()) CHECK(edge.pending == 0);
}

TEST_CASE("logits are read in the symmetry in which the board was shown") {
    // The evaluator likes one thing: dots beside the own lone dot.
    const Position start = from_ascii(".....\n.X...\n.....\n.....\n.....", {});
    for (const bool random : {false, true}) {
        Tree tree(start, MonteCarlo{}, {.memory_mb = 1}, 1);
        const std::vector<Tree*> trees{&tree};
        for (std::uint64_t seed = 0; seed < (random ? 16 : 1); ++seed) {
            Tree fresh(start, MonteCarlo{}, {.memory_mb = 1}, seed);
            const std::vector<Tree*> one{&fresh};
            LeafBatch batch({5, 5}, start.num_actions(), 1, random, seed);
            Memory memory({5, 5}, start.num_actions(), 1);
            REQUIRE(batch.gather(one, any_number, memory.buffers()) == 1);
            memory.answer(1);
            for (std::size_t plane : {std::size_t{0}, std::size_t{1}}) {
                for (std::size_t i = 0; i < 25; ++i) {
                    if (memory.planes[plane * 25 + i] == 0) continue;
                    if (i % 5 > 0) memory.logits[i - 1] = 5;
                    if (i % 5 < 4) memory.logits[i + 1] = 5;
                    if (i > 4) memory.logits[i - 5] = 5;
                    if (i < 20) memory.logits[i + 5] = 5;
                }
            }
            REQUIRE(batch.apply(memory.buffers()).fault == LeafBatch::Fault::none);
            std::vector<Action> liked;
            for (const search::Edge& edge : fresh.edges().first(4)) liked.push_back(edge.action);
            std::sort(liked.begin(), liked.end());
            CHECK(liked == std::vector<Action>{1, 5, 7, 11});
            CHECK(fresh.edges()[3].prior > 10 * fresh.edges()[4].prior);
        }
    }
}

TEST_CASE("an ended or proven tree gives no leaves") {
    Position over({3, 3});
    UndoLog log;
    over.stop(0, log);
    over.stop(1, log);
    REQUIRE(over.is_terminal());
    Tree ended(over, MonteCarlo{}, {.memory_mb = 1}, 1);
    const std::vector<Tree*> trees{&ended};
    LeafBatch batch({3, 3}, over.num_actions(), 4, false, 0);
    Memory memory({3, 3}, over.num_actions(), 4);
    CHECK(batch.gather(trees, any_number, memory.buffers()) == 0);
}
