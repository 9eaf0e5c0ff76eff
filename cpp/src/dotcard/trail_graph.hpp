// A hand's face cards as a multigraph: numbers are vertices, dominoes edges, blocks loops.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <dotcore/dotcard/card_set.hpp>

#include "trail.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

// A set of numbers: bit v stands for v.
using Numbers = std::uint32_t;

[[nodiscard]] constexpr Numbers bit(int number) noexcept { return Numbers{1} << number; }
[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// Does what `act(number)` says for each number of a set, by rising number.
template <class Act>
void for_each(Numbers numbers, Act act) {
    for (; numbers != 0; numbers &= numbers - 1) act(std::countr_zero(numbers));
}

// The kinds with a half among these numbers.
[[nodiscard]] inline Kinds touching(Numbers numbers) noexcept {
    Kinds kinds = 0;
    for_each(numbers, [&](int v) { kinds |= faces_with[at(v)]; });
    return kinds;
}
// The kinds with both halves among them.
[[nodiscard]] inline Kinds within(Numbers numbers) noexcept {
    return all_faces & ~touching(~numbers & ((Numbers{1} << max_numbers) - 1));
}

[[nodiscard]] inline CardSet without(const CardSet& cards, Kinds kinds) noexcept {
    CardSet::Planes planes = cards.planes();
    for (std::uint64_t& plane : planes) plane &= ~kinds;
    return CardSet::of_planes(planes);
}
// One card less of each of these kinds, all of which are there.
[[nodiscard]] inline CardSet less_one_of(const CardSet& cards, Kinds kinds) noexcept {
    CardSet left = cards;
    left.take(CardSet::of_planes({kinds, 0, 0}));
    return left;
}

// Who is next to whom by dominoes, and whose degree is odd.
struct Graph {
    std::array<Numbers, max_numbers> next{};
    Numbers odd = 0;
    Numbers holding = 0;  // numbers with a card, dominoes or blocks
};

[[nodiscard]] inline std::array<Numbers, max_numbers> neighbours(Kinds dominoes) noexcept {
    std::array<Numbers, max_numbers> next{};
    for (int high = 1; high < max_numbers; ++high) {
        const auto lower =
            static_cast<Numbers>(dominoes >> Card::face(high, 0).kind()) & (bit(high) - 1);
        next[at(high)] |= lower;
        for_each(lower, [&](int low) { next[at(low)] |= bit(high); });
    }
    return next;
}

[[nodiscard]] inline Graph graph_of(const CardSet& faces) noexcept {
    Graph graph;
    graph.next = neighbours(faces.kinds() & ~all_blocks);
    const Kinds odd = faces.planes()[0] & ~all_blocks;
    for (int high = 0; high < max_numbers; ++high) {
        const Kinds row = odd >> Card::face(high, 0).kind();
        const auto lower = static_cast<Numbers>(row) & (bit(high) - 1);
        graph.odd ^= lower;
        if ((std::popcount(lower) & 1) != 0) graph.odd ^= bit(high);
        if (graph.next[at(high)] != 0 || faces.has(Card::face(high, high))) {
            graph.holding |= bit(high);
        }
    }
    return graph;
}

// All numbers that can be reached from one.
[[nodiscard]] inline Numbers reached(const std::array<Numbers, max_numbers>& next,
                                     int from) noexcept {
    Numbers seen = bit(from);
    for (Numbers fresh = seen; fresh != 0;) {
        Numbers further = 0;
        for_each(fresh, [&](int v) { further |= next[at(v)]; });
        fresh = further & ~seen;
        seen |= fresh;
    }
    return seen;
}

// The connected pieces of a graph that hold a card, that of the start number first in any case.
struct Pieces {
    std::array<Numbers, max_numbers> numbers{};
    int count = 0;
};

[[nodiscard]] inline Pieces pieces_of(const Graph& graph, int start) noexcept {
    Pieces pieces;
    Numbers left = graph.holding;
    for (int v = start;; v = std::countr_zero(left)) {
        const Numbers piece = reached(graph.next, v);
        pieces.numbers[at(pieces.count++)] = piece;
        left &= ~piece;
        if (left == 0) return pieces;
    }
}

[[nodiscard]] inline int degree(const CardSet& faces, int number) noexcept {
    const Kinds dominoes = faces_with[at(number)] & ~all_blocks;
    const CardSet::Planes& planes = faces.planes();
    return std::popcount(planes[0] & dominoes) + 2 * std::popcount(planes[1] & dominoes) +
           4 * std::popcount(planes[2] & dominoes);
}

// How a set of face cards is laid: pieces, where trails end, what wilds are left over.
struct Layout {
    Graph graph;
    Pieces pieces;
    Numbers odd = 0;    // the half-edge at the start counted in
    Numbers stray = 0;  // a piece that costs a trail without odd vertices; 0: none
    int trails = 0;     // at least so many
};

[[nodiscard]] inline Layout layout_of(const CardSet& faces, int start) noexcept {
    Layout layout;
    layout.graph = graph_of(faces);
    layout.pieces = pieces_of(layout.graph, start);
    layout.odd = layout.graph.odd ^ bit(start);
    for (int i = 0; i < layout.pieces.count; ++i) {
        const Numbers piece = layout.pieces.numbers[at(i)];
        const int odd = std::popcount(layout.odd & piece);
        layout.trails += std::max(1, (odd + 1) / 2);
        if (odd == 0) layout.stray = piece;
    }
    return layout;
}

// Where a trail of blocks that must not touch lacks visits.
struct Visits {
    std::array<std::int8_t, max_numbers> extra{};  // visits that wilds left over have to give
    std::array<std::int8_t, max_numbers>
        doubled{};        // by piece: the number where its trail ends twice
    Numbers lacking = 0;  // the numbers without visits enough, if wilds cannot help them all
};

[[nodiscard]] inline Visits visits_of(const CardSet& faces, const Layout& layout,
                                      const TrailTask& task, int wilds) noexcept {
    Visits visits;
    int spare = wilds - (layout.trails - 1);
    Numbers lacking = 0;
    for (int i = 0; i < layout.pieces.count; ++i) {
        const Numbers piece = layout.pieces.numbers[at(i)];
        bool is_free_to_end = i != 0 && (layout.odd & piece) == 0;
        visits.doubled[at(i)] = static_cast<std::int8_t>(std::countr_zero(piece));
        for_each(piece, [&](int v) {
            const int ends = (v == task.start ? 1 : 0) + ((layout.odd & bit(v)) != 0 ? 1 : 0);
            int lack = faces.count(Card::face(v, v)) - (degree(faces, v) + ends) / 2 +
                       (v == task.start && task.covers_block ? 1 : 0);
            if (lack > 0 && is_free_to_end) {
                is_free_to_end = false;
                visits.doubled[at(i)] = static_cast<std::int8_t>(v);
                --lack;
            }
            if (lack <= 0 || faces.count(Card::face(v, v)) == 0) return;
            visits.extra[at(v)] = static_cast<std::int8_t>(lack);
            spare -= lack;
            lacking |= bit(v);
        });
    }
    if (spare < 0) visits.lacking = lacking;
    return visits;
}

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
