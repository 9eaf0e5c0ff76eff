// A batch of leaves of several trees, on its way to an evaluator and back.
//
// gather() walks the trees, each in its turn, to positions that no evaluator has seen yet, and
// writes a row for each into the caller's buffers: planes and legal actions. The evaluator answers
// with logits and values, apply() puts these into the trees; cancel() takes the leaves back. Trees
// whose leaves are out must not be used otherwise, nor moved.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/features.hpp>
#include <dotcore/dots/mcts.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

// What an evaluator reads and writes, one row a leaf.
struct EvaluatorBuffers {
    float* planes = nullptr;  // feature_planes * points, as the leaf's player to move sees them
    bool* legal = nullptr;    // num_actions
    float* logits = nullptr;  // num_actions; how good each legal action looks, on a log scale
    float* values = nullptr;  // 1; the result for the player to move, -1..1
};

class LeafBatch {
public:
    // What is wrong with an evaluator's answer.
    enum class Fault : std::uint8_t {
        none,
        logit,    // of a legal action: not finite, or never written
        value,    // not a number, or never written
        outside,  // a value outside -1..1
    };
    struct Answer {
        Fault fault = Fault::none;
        std::size_t row = 0;
        Action action = 0;
    };

    // For boards of one size with that many actions. random_symmetries: each row shows its board in
    // one of the symmetries that keep its shape.
    LeafBatch(Size size, int num_actions, std::size_t capacity, bool random_symmetries,
              std::uint64_t seed);

    [[nodiscard]] std::size_t size() const noexcept { return leaves_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

    // Fills the buffers, with room for capacity() rows, and returns how many rows there are. None
    // come from trees that are proven, ended, or hold as many simulations as `enough`. The trees
    // take turns, and the next batch begins where this one ends. Nothing may be out before.
    std::size_t gather(std::span<Tree* const> trees, std::uint64_t enough,
                       const EvaluatorBuffers& buffers);
    // Puts the answers into the trees. Of a wrong one nothing is put anywhere: all leaves are still
    // out then.
    [[nodiscard]] Answer apply(const EvaluatorBuffers& buffers);
    void cancel() noexcept;

private:
    struct Leaf {
        Tree* tree = nullptr;
        std::size_t symmetry = 0;  // among those to choose from
        float value = 0;
    };
    [[nodiscard]] static bool next_leaf(Tree& tree, std::uint64_t enough, Tree::Walk& walk);
    // Writes the last leaf's row.
    void write_row(const EvaluatorBuffers& buffers);
    // Reads a row, each number once: the buffers may be written by others meanwhile.
    [[nodiscard]] Answer read_row(std::size_t row, const EvaluatorBuffers& buffers);

    Size size_;
    std::size_t num_actions_;
    std::size_t capacity_;
    std::vector<Symmetry> symmetries_;                // to choose from
    std::vector<std::vector<std::int32_t>> actions_;  // of each of these: where actions come to lie
    Rng rng_;
    std::size_t turn_ = 0;                // the tree whose turn it is
    std::vector<std::uint8_t> has_more_;  // of each tree
    std::vector<Tree::Walk> walks_;
    std::vector<Leaf> leaves_;  // those out; leaf i with walk i
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
