// One simulation of a search over hidden information, and the tree that it adds to. Ismcts and
// Determinized are made of this; ismcts.hpp tells how it works.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/search/information_tree.hpp>
#include <dotcore/search/ismcts_knowledge.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

enum class InformationSelection : std::uint8_t { uct, puct };

struct WalkOptions {
    InformationSelection selection = InformationSelection::puct;
    float exploration = 1.0F;  // how much more is tried than what looks best
    float first_play = 0.0F;   // how much worse than its node an untried act counts (puct)
    bool sees_all = false;     // no act of chance is hidden: for a world that is taken as the truth
};

// What is known of an act at the root.
struct RootAct {
    Action action = 0;
    float prior = 0;                 // how likely it looked beforehand, of all acts together 1
    std::uint64_t visits = 0;        // simulations that began with it
    std::uint64_t availability = 0;  // simulations that could have
    std::array<double, most_players> sums{};  // of what came back, one a player

    [[nodiscard]] double mean(int player) const noexcept {
        return visits == 0 ? 0.0
                           : sums[static_cast<std::size_t>(player)] / static_cast<double>(visits);
    }
    // More visits are better, then a higher mean for the player, then a higher prior.
    [[nodiscard]] bool is_better(const RootAct& other, int player) const noexcept {
        if (visits != other.visits) return visits > other.visits;
        if (visits == 0) return prior > other.prior;
        return mean(player) > other.mean(player);
    }
};

template <HiddenState S, HiddenKnowledge<S> K>
class InformationWalk {
public:
    // The acts at the root are those of `root`, to which its player must see to be the same in all
    // worlds.
    InformationWalk(const S& root, const K& knowledge, const WalkOptions& options,
                    std::size_t memory_bytes, const Rng& rng)
        : knowledge_(knowledge),
          options_(options),
          player_(root.current_player()),
          players_(static_cast<std::size_t>(root.num_players())),
          tree_(memory_bytes),
          rng_(rng) {
        knowledge_.candidates(root, rng_, candidates_);
        float sum = 0;
        for (const Weighted& candidate : candidates_) sum += candidate.weight;
        for (const Weighted& candidate : candidates_) {
            root_acts_.push_back({.action = candidate.action, .prior = candidate.weight / sum});
        }
    }

    // Searching
    void simulate(S world) {
        log_.clear();
        path_.clear();
        NodeId node = InformationTree::root;
        Values values{};
        while (true) {
            if (knowledge_.is_over(world)) {
                knowledge_.outcome(world, values);
                break;
            }
            const int mover = world.current_player();
            if (mover == CHANCE) {
                const Action outcome = world.sample_chance(rng_);
                const bool seen = options_.sees_all || knowledge_.sees_chance(world, player_);
                world.apply(outcome, log_);
                if (!seen) continue;
                const NodeId known = tree_.find(node, outcome);
                node = known != no_node ? known : tree_.make(node, outcome);
                if (node != no_node) {
                    path_.push_back({node, mover});
                    continue;
                }
            } else {
                knowledge_.candidates(world, rng_, candidates_);
                const auto [chosen, next] = choose(node);
                const Action action = candidates_[chosen].action;
                if (path_.empty()) first_ = action;
                world.apply(action, log_);
                node = next != no_node ? next : tree_.make(node, action);
                if (node != no_node) {
                    path_.push_back({node, mover});
                    if (next != no_node) continue;
                    tree_.at(node).availability = 1;
                }
            }
            // Here is something new, or there is no room for it.
            knowledge_.playout(world, rng_, values);
            break;
        }
        back_up(values);
    }
    [[nodiscard]] Rng& rng() noexcept { return rng_; }
    // Begins anew, with an empty tree.
    void reset(const Rng& rng) {
        tree_.clear();
        rng_ = rng;
        for (RootAct& act : root_acts_) {
            act = {.action = act.action, .prior = act.prior};
        }
        simulations_ = 0;
    }

    // Reading
    [[nodiscard]] const InformationTree& tree() const noexcept { return tree_; }
    // The acts worth trying at the root.
    [[nodiscard]] const std::vector<RootAct>& root_acts() const noexcept { return root_acts_; }
    [[nodiscard]] std::uint64_t simulations() const noexcept { return simulations_; }

private:
    struct Step {
        NodeId node;
        int mover;  // or CHANCE
    };

    // Which candidate, and the node that it leads to, if there is one.
    [[nodiscard]] std::pair<std::size_t, NodeId> choose(NodeId node) {
        known_.clear();
        std::uint32_t visits = 0;
        double value = 0;
        float weights = 0;
        for (const Weighted& candidate : candidates_) {
            const NodeId id = tree_.find(node, candidate.action);
            known_.push_back(id);
            weights += candidate.weight;
            if (id == no_node) continue;
            InformationNode& next = tree_.at(id);
            ++next.availability;
            visits += next.visits;
            value += next.value;
        }
        if (candidates_.size() == 1) return {0, known_[0]};
        const bool has_room = !tree_.is_full();
        return options_.selection == InformationSelection::uct
                   ? choose_uct(has_room)
                   : choose_puct(has_room, visits, value, weights);
    }
    [[nodiscard]] std::pair<std::size_t, NodeId> choose_uct(bool has_room) {
        std::size_t best = candidates_.size();
        float best_score = 0;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (known_[i] != no_node) continue;
            if (best == candidates_.size() || candidates_[i].weight > best_score) {
                best = i;
                best_score = candidates_[i].weight;
            }
        }
        if (best < candidates_.size() && has_room) return {best, no_node};
        const std::size_t untried = best;
        best = candidates_.size();
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (known_[i] == no_node) continue;
            const InformationNode& next = tree_.at(known_[i]);
            const auto n = static_cast<float>(std::max(next.visits, 1U));
            const float score =
                next.mean() +
                options_.exploration *
                    std::sqrt(std::log(static_cast<float>(next.availability) + 1.0F) / n);
            if (best == candidates_.size() || score > best_score) {
                best = i;
                best_score = score;
            }
        }
        if (best == candidates_.size()) return {untried, no_node};
        return {best, known_[best]};
    }
    [[nodiscard]] std::pair<std::size_t, NodeId> choose_puct(bool has_room, std::uint32_t visits,
                                                             double value, float weights) {
        const float own = visits == 0 ? 0.0F : static_cast<float>(value / visits);
        const float untried = own - options_.first_play;
        const float parent =
            options_.exploration * std::sqrt(static_cast<float>(visits) + 1.0F) / weights;
        std::size_t best = 0;
        float best_score = 0;
        bool found = false;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            float score = parent * candidates_[i].weight;
            if (known_[i] == no_node) {
                if (!has_room && visits > 0) continue;
                score += untried;
            } else {
                const InformationNode& next = tree_.at(known_[i]);
                score = next.mean() + score / (1.0F + static_cast<float>(next.visits));
            }
            if (!found || score > best_score) {
                found = true;
                best = i;
                best_score = score;
            }
        }
        return {best, known_[best]};
    }

    void back_up(const Values& values) noexcept {
        for (const Step& step : path_) {
            InformationNode& node = tree_.at(step.node);
            ++node.visits;
            if (step.mover >= 0) {
                node.value += static_cast<double>(values[static_cast<std::size_t>(step.mover)]);
            }
        }
        ++simulations_;
        for (RootAct& act : root_acts_) {
            ++act.availability;
            if (act.action != first_) continue;
            ++act.visits;
            for (std::size_t player = 0; player < players_; ++player) {
                act.sums[player] += static_cast<double>(values[player]);
            }
        }
    }

    K knowledge_;
    WalkOptions options_;
    int player_;
    std::size_t players_;
    InformationTree tree_;
    Rng rng_;
    std::vector<RootAct> root_acts_;
    std::uint64_t simulations_ = 0;

    // Of the simulation that goes on
    typename S::UndoLog log_;
    std::vector<Step> path_;
    std::vector<Weighted> candidates_;
    std::vector<NodeId> known_;  // the nodes that the candidates lead to
    Action first_ = 0;
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
