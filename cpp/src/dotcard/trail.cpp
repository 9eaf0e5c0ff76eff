#include "trail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <vector>

#include "pairing.hpp"
#include "trail_graph.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

namespace {

[[nodiscard]] constexpr FaceWeights faces_by(Objective objective) noexcept {
    FaceWeights weights{};
    for (int kind = 0; kind < face_kinds; ++kind) {
        const int pips = Card::of_kind(kind).pips();
        weights[at(kind)] = objective == Objective::cards ? weight_of(1, pips) : weight_of(pips, 1);
    }
    return weights;
}
constexpr FaceWeights weights_of_cards = faces_by(Objective::cards);
constexpr FaceWeights weights_of_points = faces_by(Objective::points);

[[nodiscard]] constexpr Square<Weight> lengths_by(const FaceWeights& weights) noexcept {
    Square<Weight> lengths{};
    for (int a = 0; a < max_numbers; ++a) {
        for (int b = 0; b < max_numbers; ++b) {
            lengths[at(a)][at(b)] = weights[at(Card::face(a, b).kind())];
        }
    }
    return lengths;
}
constexpr Square<Weight> lengths_of_cards = lengths_by(weights_of_cards);
constexpr Square<Weight> lengths_of_points = lengths_by(weights_of_points);

[[nodiscard]] Weight plus(Weight a, Weight b) noexcept {
    return a <= no_weight || b <= no_weight ? no_weight : a + b;
}

class TrailSolver {
public:
    TrailSolver(const TrailTask& task, const FaceWeights& weights, const Square<Weight>& lengths,
                std::uint64_t& nodes, std::uint64_t limit, Weight price = 0) noexcept
        : task_(task), weights_(weights), lengths_(lengths), nodes_(nodes), limit_(limit) {
        const auto weight = [&](int i) { return task.wilds.weights[at(i)] - price; };
        Weight all_gains = 0;
        while (gaining_ < task.wilds.count && weight(gaining_) > 0) all_gains += weight(gaining_++);
        for (int j = 0; j <= task.wilds.useful(); ++j) {
            wild_sums_[at(j)] = j <= gaining_ ? all_gains : wild_sums_[at(j - 1)] + weight(j - 1);
        }
    }

    // The best hope first, so that no node is looked at that could not be the best.
    [[nodiscard]] Trail solve() {
        consider({task_.faces, 0});
        while (!hopes_.empty()) {
            std::pop_heap(hopes_.begin(), hopes_.end());
            const Hope hope = hopes_.back();
            hopes_.pop_back();
            if (hope.choice.bound <= best_.weight) break;
            if (nodes_ >= limit_) {
                unsettled_ = std::max(unsettled_, hope.choice.bound);
                improve(hope.choice);
                break;
            }
            settle(hope);
        }
        Trail trail = best_;
        trail.exact = unsettled_ <= best_.weight;
        trail.bound = std::max(best_.weight, unsettled_);
        return trail;
    }

    // The weight of the best choice if pieces cost nothing, and some faces may weigh less than
    // nothing; lengths are then what it costs to turn a domino in or out.
    [[nodiscard]] Weight bound() noexcept {
        const Graph graph = graph_of(task_.faces);
        const Pieces pieces = pieces_of(graph, task_.start);
        const CardSet gaining = without(task_.faces, losing());
        const Numbers odd = graph_of(gaining).odd ^ bit(task_.start);
        const int most_trails = task_.wilds.useful() + 1;
        const int count = most_trails == 1 ? 1 : pieces.count;
        for (int i = 0; i < count; ++i) {
            weigh(i, pieces.numbers[at(i)], odd, {}, gaining, graph, most_trails);
        }
        Choice choice;
        std::array<std::int8_t, max_numbers> trails{};
        share_trails(count, {}, pieces, {}, choice, trails);
        return choice.bound;
    }

private:
    struct Node {
        CardSet faces;   // that are not out for good
        Kinds kept = 0;  // of which no card more may be out
    };
    // The best choice at a node if pieces cost nothing.
    struct Choice {
        Weight bound = no_weight;
        CardSet faces;
        Kinds out = 0;  // dominoes of which one is out
        int wilds = 0;
        Weight wild_weight = 0;
    };
    struct Hope {
        Choice choice;
        Node node;

        friend bool operator<(const Hope& a, const Hope& b) noexcept {
            return a.choice.bound < b.choice.bound;
        }
    };
    // A component of a node's graph; gains[q] if it is laid as at most q trails.
    struct Component {
        Numbers odd = 0;
        int most_trails = 1;
        std::array<Weight, max_trails + 1> gains;
    };

    [[nodiscard]] Kinds losing() const noexcept {
        Kinds kinds = 0;
        for (Kinds left = task_.faces.kinds(); left != 0; left &= left - 1) {
            if (weights_[at(std::countr_zero(left))] <= 0) kinds |= left & (~left + 1);
        }
        return kinds;
    }

    void consider(const Node& node) {
        ++nodes_;
        const Choice choice = choose(node);
        if (choice.bound <= best_.weight) return;
        hopes_.push_back({choice, node});
        std::push_heap(hopes_.begin(), hopes_.end());
    }

    // Its choice is the best if it can be laid.
    void settle(const Hope& hope) {
        const Choice& choice = hope.choice;
        const Layout layout = layout_of(choice.faces, task_.start);
        Kinds dominoes = 0;
        if (layout.trails - 1 > choice.wilds) {
            // Of a stray piece that is not a whole component
            for (int i = 1; i < layout.pieces.count && dominoes == 0; ++i) {
                const Numbers piece = layout.pieces.numbers[at(i)];
                if ((layout.odd & piece) != 0) continue;
                dominoes = choice.out & touching(piece) & ~within(piece);
            }
        } else {
            Numbers lacking = 0;
            if (!task_.block_on_block) {
                lacking = visits_of(choice.faces, layout, task_, choice.wilds).lacking;
            }
            if (lacking == 0) {
                take(choice.faces, choice, choice.bound);
                return;
            }
            dominoes = choice.out & touching(lacking);
        }
        improve(choice);
        branch(hope, dominoes);
    }

    // One of these dominoes, which are out in the choice, is kept, or all are out for good.
    void branch(const Hope& hope, Kinds dominoes) {
        if (dominoes == 0) {
            unsettled_ = std::max(unsettled_, hope.choice.bound);
            return;
        }
        Node child = hope.node;
        for (Kinds left = dominoes; left != 0; left &= left - 1) {
            const Kinds domino = left & (~left + 1);
            child.kept |= domino;
            consider(child);
            child.kept ^= domino;
            child.faces = less_one_of(child.faces, domino);
        }
        consider(child);
    }

    void take(const CardSet& faces, const Choice& choice, Weight weight) noexcept {
        if (weight <= best_.weight) return;
        best_.faces = faces;
        best_.wilds = choice.wilds;
        best_.weight = weight;
    }

    // Takes what is left of a choice without the pieces and blocks that cannot be laid.
    void improve(const Choice& choice) noexcept {
        CardSet faces = choice.faces;
        Layout layout = layout_of(faces, task_.start);
        while (layout.trails - 1 > choice.wilds) {
            faces = without(faces, within(layout.stray));
            layout = layout_of(faces, task_.start);
        }
        if (!task_.block_on_block) {
            while (true) {
                const Numbers lacking = visits_of(faces, layout, task_, choice.wilds).lacking;
                if (lacking == 0) break;
                const int v = std::countr_zero(lacking);
                faces.take(Card::face(v, v));
                layout = layout_of(faces, task_.start);
            }
        }
        Weight weight = choice.wild_weight;
        faces.for_each([&](Card card, int count) { weight += count * weights_[at(card.kind())]; });
        take(faces, choice, weight);
    }

    // Blocks that must not touch: those that find no visit of their own at the degree of their
    // number. One of them in a component that ends where it likes may come in all the same, others
    // cost a wild each.
    struct Excess {
        CardSet blocks;
        std::array<Card, max_trails> best{};  // the heaviest first
        std::array<Weight, max_trails + 1> gains{};
        int count = 0;
    };

    [[nodiscard]] Excess take_excess(CardSet& faces) const noexcept {
        Excess excess;
        for (int v = max_numbers; v-- > 0;) {
            const Card block = Card::face(v, v);
            if (!faces.has(block)) continue;
            const bool is_start = v == task_.start;
            const int visits = (degree(faces, v) + (is_start ? 2 : 1)) / 2 -
                               (is_start && task_.covers_block ? 1 : 0);
            for (int n = faces.count(block) - visits; n > 0; --n) {
                faces.take(block);
                excess.blocks.add(block);
            }
        }
        return excess;
    }
    // Blocks of high numbers weigh most, whatever the objective.
    void rank(Excess& excess) const noexcept {
        for (int v = max_numbers; v-- > 0;) {
            const Card block = Card::face(v, v);
            for (int n = excess.blocks.count(block); n > 0; --n) {
                if (excess.count == task_.wilds.useful()) return;
                excess.best[at(excess.count)] = block;
                excess.gains[at(excess.count + 1)] =
                    excess.gains[at(excess.count)] + weights_[at(block.kind())];
                ++excess.count;
            }
        }
    }

    [[nodiscard]] Choice choose(const Node& node) noexcept {
        Choice choice;
        CardSet faces = node.faces;
        const Graph graph = graph_of(faces);
        const Pieces pieces = pieces_of(graph, task_.start);
        const int wilds = task_.wilds.useful();
        const int count = wilds == 0 ? 1 : pieces.count;
        Excess excess;
        if (!task_.block_on_block) {
            excess = take_excess(faces);
            for (int i = 1; i < count; ++i) {
                for (Numbers left = pieces.numbers[at(i)]; left != 0;) {
                    const int highest = std::bit_width(left) - 1;
                    const Card block = Card::face(highest, highest);
                    left ^= bit(highest);
                    if (!excess.blocks.has(block)) continue;
                    excess.blocks.take(block);
                    faces.add(block);
                    break;
                }
            }
            rank(excess);
        }
        const Numbers odd = graph.odd ^ bit(task_.start);
        for (int i = 0; i < count; ++i) {
            weigh(i, pieces.numbers[at(i)], odd, node, faces, graph, wilds + 1);
        }
        std::array<std::int8_t, max_numbers> trails{};
        const int bought = share_trails(count, node, pieces, excess, choice, trails);
        if (choice.bound <= no_weight) return choice;
        Numbers dropped = graph.holding;
        for (int i = 0; i < count; ++i) {
            if (trails[at(i)] == 0) continue;
            dropped &= ~pieces.numbers[at(i)];
            const int paired = this->paired(i, trails[at(i)]);
            if (paired > 0) choice.out |= pairings_[at(i)].edges(paired);
        }
        choice.faces = less_one_of(without(faces, touching(dropped)), choice.out);
        for (int i = 0; i < bought; ++i) choice.faces.add(excess.best[at(i)]);
        return choice;
    }

    // How many odd vertices have to be paired off for so many trails
    [[nodiscard]] int paired(int component, int trails) const noexcept {
        const int odd = std::popcount(components_[at(component)].odd);
        const int ends = component == 0 ? 2 * trails - 1 : 2 * trails;
        return odd > ends ? odd - ends : 0;
    }

    void weigh(int i, Numbers numbers, Numbers odd, const Node& node, const CardSet& faces,
               const Graph& graph, int most_trails) noexcept {
        Component& component = components_[at(i)];
        component.odd = odd & numbers;
        const int enough = std::max(1, (std::popcount(component.odd) + 1) / 2);
        component.most_trails = std::min(enough, most_trails);
        Weight all = 0;
        without(faces, ~within(numbers)).for_each([&](Card card, int n) {
            all += n * weights_[at(card.kind())];
        });
        if (paired(i, 1) > 0) {
            const Kinds movable = faces.kinds() & ~node.kept & ~all_blocks;
            pairings_[at(i)].make(component.odd, node.kept == 0 ? graph.next : neighbours(movable),
                                  lengths_);
        }
        for (int q = 1; q <= component.most_trails; ++q) {
            const int pairs = paired(i, q);
            const Weight lost = pairs == 0 ? 0 : pairings_[at(i)].weight(pairs);
            component.gains[at(q)] = lost >= Pairing::impossible ? no_weight : all - lost;
        }
    }

    // How many trails each component gets, and how many wilds that takes. Returns how many blocks
    // in excess wilds are spent on.
    int share_trails(int count, const Node& node, const Pieces& pieces, const Excess& excess,
                     Choice& choice, std::array<std::int8_t, max_numbers>& trails) const noexcept {
        const int most = task_.wilds.useful() + 1;
        // best[i][t]: of the first i components, with t trails at most; taken: of the last of them
        std::array<std::array<Weight, max_trails + 1>, max_numbers + 1> best;
        std::array<std::array<std::int8_t, max_trails + 1>, max_numbers> taken{};
        best[0].fill(0);
        for (int i = 0; i < count; ++i) {
            const Component& component = components_[at(i)];
            const bool may_drop = i != 0 && (node.kept & touching(pieces.numbers[at(i)])) == 0;
            for (int t = 0; t <= most; ++t) {
                Weight most_weight = may_drop ? best[at(i)][at(t)] : no_weight;
                for (int q = 1; q <= std::min(t, component.most_trails); ++q) {
                    const Weight weight = plus(best[at(i)][at(t - q)], component.gains[at(q)]);
                    if (weight > most_weight) {
                        most_weight = weight;
                        taken[at(i)][at(t)] = static_cast<std::int8_t>(q);
                    }
                }
                best[at(i + 1)][at(t)] = most_weight;
            }
        }
        int chosen = 0;
        int bought = 0;
        for (int j = 0; j < most; ++j) {
            for (int x = 0; x <= std::min(j, excess.count); ++x) {
                const Weight weight =
                    plus(best[at(count)][at(j + 1 - x)], wild_sums_[at(j)] + excess.gains[at(x)]);
                if (weight <= choice.bound) continue;
                choice.bound = weight;
                choice.wild_weight = wild_sums_[at(j)];
                choice.wilds = std::max(j, gaining_);
                chosen = j + 1 - x;
                bought = x;
            }
        }
        for (int i = count; i-- > 0;) {
            trails[at(i)] = taken[at(i)][at(chosen)];
            chosen -= trails[at(i)];
        }
        return bought;
    }

    const TrailTask& task_;
    const FaceWeights& weights_;
    std::array<Weight, max_trails> wild_sums_;  // of the first j wilds and all others that gain
    int gaining_ = 0;                           // how many wilds gain, the first ones
    const Square<Weight>& lengths_;
    std::uint64_t& nodes_;
    std::uint64_t limit_;
    Trail best_;
    std::vector<Hope> hopes_;       // a heap
    Weight unsettled_ = no_weight;  // the highest bound of a node that was given up
    std::array<Component, max_numbers> components_;
    std::array<Pairing, max_numbers> pairings_;
};

}  // namespace

[[nodiscard]] static const Square<Weight>& face_lengths(Objective objective) noexcept {
    return objective == Objective::cards ? lengths_of_cards : lengths_of_points;
}

const FaceWeights& face_weights(Objective objective) noexcept {
    return objective == Objective::cards ? weights_of_cards : weights_of_points;
}

Trail heaviest_trail(const TrailTask& task, Objective objective, std::uint64_t& nodes,
                     std::uint64_t limit) {
    return TrailSolver(task, face_weights(objective), face_lengths(objective), nodes, limit)
        .solve();
}

Weight capped_bound(const TrailTask& task, Objective objective, int cards, Weight price) {
    FaceWeights weights = face_weights(objective);
    for (Weight& weight : weights) weight -= price;
    Square<Weight> lengths = face_lengths(objective);
    for (auto& row : lengths) {
        for (Weight& length : row) length = std::abs(length - price);
    }
    std::uint64_t nodes = 0;
    return TrailSolver(task, weights, lengths, nodes, 0, price).bound() + cards * price;
}

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
