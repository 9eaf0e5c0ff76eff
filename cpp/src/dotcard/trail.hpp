// The heaviest trail: which cards of a hand, laid as a track from a number, weigh most?
//
// Numbers are vertices, dominoes edges, blocks loops; a track is a trail, which uses no edge twice.
// A bonus card ends one trail and begins another anywhere. So j bonus cards make j + 1 trails of
// face cards, the first of them from the start number.
//
// By Euler, a connected set of edges can be laid as q trails exactly if it has at most 2q odd
// vertices (a dangling half-edge at the start number counted in: 2q - 1). So what has to be chosen
// is not an order but what stays in the hand: paths that pair off the odd vertices that are too
// many. For positive weights the lightest such set (a T-join) is made of shortest paths, and with
// ten vertices a table over subsets of the odd ones pairs them best. That takes microseconds.
//
// Taking paths out may cut the rest into pieces, each of which wants a trail of its own. If they
// are too many, the lightest set is only a bound: the solver branches on the edges between such a
// piece and the rest, all of which are out; one of them stays in (and those before it are out for
// good), or all are out for good. The best hope comes first, and bounds are so tight that few hands
// need more than one node.
//
// Under block_on_block=false every block needs a visit of its own to its number. A vertex has no
// more visits than its degree gives, but that a wild can give one more: blocks beyond that are
// bought with wilds, as trails are. Where the chosen edges give fewer visits, the solver branches
// on the edges of that vertex that are out.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <dotcore/dotcard/best_track.hpp>
#include <dotcore/dotcard/card_set.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

// What an objective and its tie-break make of a card, in one number: first * unit + second. The
// sums of both stay within 16384 / 2 for any deck.
using Weight = std::int32_t;

inline constexpr Weight weight_unit = 1 << 14;
inline constexpr Weight no_weight = -(1 << 30);

[[nodiscard]] constexpr Weight weight_of(int first, int second) noexcept {
    return first * weight_unit + second;
}
[[nodiscard]] constexpr int first_of(Weight weight) noexcept {
    return (weight + weight_unit / 2) >> 14;
}
[[nodiscard]] constexpr int second_of(Weight weight) noexcept {
    return weight - first_of(weight) * weight_unit;
}

using FaceWeights = std::array<Weight, face_kinds>;

[[nodiscard]] const FaceWeights& face_weights(Objective objective) noexcept;
// `points` are those of the card in hand.
[[nodiscard]] constexpr Weight bonus_weight(Objective objective, int points) noexcept {
    switch (objective) {
        case Objective::cards:
            return weight_of(1, points);
        case Objective::points:
            return weight_of(0, 1);
        case Objective::remaining:
            break;
    }
    return weight_of(points, 1);
}

// No more trails than this ever help: there are ten vertices.
inline constexpr int max_trails = 12;

// The bonus cards, by falling weight: j of them are always the first j.
struct Wilds {
    static constexpr int most = max_bonus_kinds * max_copies;

    std::array<Weight, most> weights;
    int count = 0;

    Wilds() noexcept {}  // leaves the weights as they are
    void add(Weight weight) noexcept { weights[static_cast<std::size_t>(count++)] = weight; }
    [[nodiscard]] int useful() const noexcept {
        return count < max_trails ? count : max_trails - 1;
    }
};

struct TrailTask {
    CardSet faces{};  // that may be laid
    int start = 0;
    bool covers_block = false;  // the track so far ends with a block
    bool block_on_block = true;
    Wilds wilds;
};

// The cards of the heaviest trail, not yet in order.
struct Trail {
    CardSet faces{};
    int wilds = 0;              // laid, the first ones
    Weight weight = no_weight;  // no_weight: none was found
    Weight bound = no_weight;   // no trail weighs more
    bool exact = false;         // this one weighs that
};

// Counts the nodes it uses into `nodes` and gives up when they reach `limit`.
[[nodiscard]] Trail heaviest_trail(const TrailTask& task, Objective objective, std::uint64_t& nodes,
                                   std::uint64_t limit);

// A bound for trails of at most so many cards. Each card is charged a price, and the number of
// cards times the price is given back: whatever the price, no such trail weighs more than the
// heaviest trail at these terms (Lagrange). A card that is not worth its price is out to begin
// with; paths put such cards in as well as take others out. Pieces cost nothing here.
[[nodiscard]] Weight capped_bound(const TrailTask& task, Objective objective, int cards,
                                  Weight price);

// The trail laid: faces, and bonus cards in place as `bonus` gives them, one for each of its wilds.
void lay_trail(const TrailTask& task, const Trail& trail, const Card* bonus,
               std::vector<LaidCard>& track);

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
