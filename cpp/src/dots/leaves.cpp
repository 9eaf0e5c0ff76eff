#include <dotcore/dots/leaves.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dotcore {
inline namespace abi1 {
namespace dots {

LeafBatch::LeafBatch(Size size, int num_actions, std::size_t capacity, bool random_symmetries,
                     std::uint64_t seed)
    : size_(size),
      num_actions_(static_cast<std::size_t>(num_actions)),
      capacity_(capacity),
      rng_(seed) {
    for (const Symmetry symmetry : all_symmetries) {
        if (symmetry != Symmetry::identity && !random_symmetries) continue;
        if (transformed(size, symmetry) != size) continue;
        symmetries_.push_back(symmetry);
        std::vector<std::int32_t>& places = actions_.emplace_back();
        for (Action a = 0; a < num_actions; ++a) places.push_back(transformed(a, size, symmetry));
    }
    leaves_.reserve(capacity);
    walks_.reserve(capacity);
}

std::size_t LeafBatch::gather(std::span<Tree* const> trees, std::uint64_t enough,
                              const EvaluatorBuffers& buffers) {
    has_more_.assign(trees.size(), 1);
    std::size_t left = trees.size();
    if (turn_ >= trees.size()) turn_ = 0;
    for (; left > 0 && leaves_.size() < capacity_; turn_ = (turn_ + 1) % trees.size()) {
        if (has_more_[turn_] == 0) continue;
        Tree& tree = *trees[turn_];
        if (walks_.size() == leaves_.size()) walks_.emplace_back(tree.root());
        if (next_leaf(tree, enough, walks_[leaves_.size()])) {
            leaves_.push_back({&tree, rng_.below(static_cast<std::uint32_t>(symmetries_.size()))});
            write_row(buffers);
        } else {
            has_more_[turn_] = 0;
            --left;
        }
    }
    return leaves_.size();
}

bool LeafBatch::next_leaf(Tree& tree, std::uint64_t enough, Tree::Walk& walk) {
    // Walks may end at results that are known already, many one after the other near the end of a
    // game; those are simulations too.
    constexpr std::uint64_t most_walks = 1024;
    if (tree.leaves_out() == 0 && tree.root().is_terminal()) return false;
    const std::uint64_t there = tree.simulations() + static_cast<std::uint64_t>(tree.leaves_out());
    return there < enough && tree.pull(walk, std::min(most_walks, enough - there));
}

void LeafBatch::write_row(const EvaluatorBuffers& buffers) {
    constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();
    const std::size_t row = leaves_.size() - 1;
    const std::size_t symmetry = leaves_[row].symmetry;
    Tree::Walk& walk = walks_[row];
    const std::size_t planes = feature_planes * static_cast<std::size_t>(size_.points());
    write_features(walk.state, walk.state.to_move(), symmetries_[symmetry],
                   {buffers.planes + row * planes, planes});
    Actions actions;
    walk.state.legal_actions(actions);
    bool* const legal = buffers.legal + row * num_actions_;
    float* const logits = buffers.logits + row * num_actions_;
    std::fill_n(legal, num_actions_, false);
    walk.candidates.clear();
    const std::vector<std::int32_t>& places = actions_[symmetry];
    for (const Action action : actions) {
        const auto place = static_cast<std::size_t>(places[static_cast<std::size_t>(action)]);
        legal[place] = true;
        logits[place] = unwritten;
        walk.candidates.push_back({action, 0.0F});
    }
    buffers.values[row] = unwritten;
}

LeafBatch::Answer LeafBatch::read_row(std::size_t row, const EvaluatorBuffers& buffers) {
    Leaf& leaf = leaves_[row];
    std::vector<search::Weighted>& candidates = walks_[row].candidates;
    leaf.value = buffers.values[row];
    if (std::isnan(leaf.value)) return {Fault::value, row, 0};
    if (!(leaf.value >= -1 && leaf.value <= 1)) return {Fault::outside, row, 0};
    const float* const logits = buffers.logits + row * num_actions_;
    const std::vector<std::int32_t>& places = actions_[leaf.symmetry];
    float most = -std::numeric_limits<float>::infinity();
    for (search::Weighted& c : candidates) {
        c.weight = logits[static_cast<std::size_t>(places[static_cast<std::size_t>(c.action)])];
        if (!std::isfinite(c.weight)) {
            return {Fault::logit, row, places[static_cast<std::size_t>(c.action)]};
        }
        most = std::max(most, c.weight);
    }
    for (search::Weighted& c : candidates) c.weight = std::exp(c.weight - most);
    return {};
}

LeafBatch::Answer LeafBatch::apply(const EvaluatorBuffers& buffers) {
    for (std::size_t row = 0; row < leaves_.size(); ++row) {
        const Answer answer = read_row(row, buffers);
        if (answer.fault != Fault::none) return answer;
    }
    for (std::size_t row = 0; row < leaves_.size(); ++row) {
        leaves_[row].tree->give(walks_[row], leaves_[row].value);
    }
    leaves_.clear();
    return {};
}

void LeafBatch::cancel() noexcept {
    for (std::size_t row = leaves_.size(); row-- > 0;) {
        leaves_[row].tree->take_back(walks_[row]);
    }
    leaves_.clear();
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
