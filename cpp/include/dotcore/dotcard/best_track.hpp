// The best track that a hand can lay alone from a start number, by one of three objectives.
//
// A track may stop anywhere, also after a block, and the empty track counts. With bonus cards left
// out, or blocks, those cards stay in the hand and still count there.
//
// The answer is exact and comes without a search through orders of cards: choosing what stays in
// the hand is a problem of shortest paths between ten numbers (cpp/src/dotcard/trail.hpp tells
// how). Only a cap on the number of cards, if it is in the way, or block_on_block=false together
// with bonus cards, may ask for a search, which the same method bounds.

#pragma once

#include <cstdint>
#include <vector>

#include <dotcore/dotcard/card_set.hpp>
#include <dotcore/dotcard/deck.hpp>
#include <dotcore/dotcard/track.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

enum class Objective : std::uint8_t {
    cards,     // most cards laid; of those, least points left in hand
    points,    // most pips of dominoes and blocks laid, bonus cards 0; then most cards
    remaining  // least points left in hand, bonus cards their minus points; then most cards
};

struct TrackOptions {
    static constexpr int no_cap = -1;

    bool use_bonus = true;
    bool allow_blocks = true;
    bool block_on_block = true;
    int max_cards = no_cap;                // of a track
    std::uint64_t node_limit = 1'000'000;  // of a call; a node takes about a microsecond
};

struct BestTrack {
    std::vector<LaidCard> cards;
    int start = 0;
    int end = 0;
    int value = 0;      // by the objective: cards laid, pips laid, or points left in hand
    int then = 0;       // by its tie-break: points left in hand, else cards laid
    bool exact = true;  // false: the node limit was hit, and there may be a better one
    std::uint64_t nodes = 0;
};

// All of these throw Error for a start or a hand that the deck does not have.
[[nodiscard]] BestTrack best_track(const CardSet& hand, int start, Objective objective,
                                   const TrackOptions& options = {}, const Deck& deck = {});
// The best over all start numbers, the lowest of them if several are as good. So it is for a free
// track that any card may start.
[[nodiscard]] BestTrack best_start(const CardSet& hand, Objective objective,
                                   const TrackOptions& options = {}, const Deck& deck = {});

// The k best tracks, the best first: all of them if there are fewer. Tracks differ if their cards
// or chosen numbers do, equal cards being one.
struct TrackList {
    std::vector<BestTrack> tracks;
    bool exact = true;  // false: the node limit was hit, and the list ends early
    std::uint64_t nodes = 0;
};
[[nodiscard]] TrackList k_best(const CardSet& hand, int start, int k, Objective objective,
                               const TrackOptions& options = {}, const Deck& deck = {});

// How many tracks reach the best value, whatever the tie-break says of them.
struct TrackCount {
    std::uint64_t count = 0;  // the highest number there is, if it is that or more
    int value = 0;
    bool exact = true;  // false: the node limit was hit, and there are more
    std::uint64_t nodes = 0;
};
[[nodiscard]] TrackCount count_best(const CardSet& hand, int start, Objective objective,
                                    const TrackOptions& options = {}, const Deck& deck = {});

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
