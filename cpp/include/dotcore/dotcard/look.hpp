// A position as numbers for a network, as one seat sees it.
//
// Seats are told from the one who looks on: own, next, and so on, then the free track. The numbers,
// for n players and a deck of k kinds:
//
//   k               own cards of each kind
//   k               unseen cards of each kind: the pile and the other hands
//   k               the card just drawn, where only that may be played (drawn_card_only)
//   13 (n + 1)      of each track: its end (10, one of them 1), started, open, locked
//   6 n             of each seat: cards in hand / 10, total / 100, turns to miss, passed since the
//                   last play with no pile, is to act, started the sub-round
//   1               cards in the pile / cards in the deck
//   7               the phase: choose_starter, deal, start, draw, drawn, penalty, over
//   10              the start number
//   1               sub-rounds left / sub-rounds

#pragma once

#include <span>

#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

[[nodiscard]] constexpr int observation_size(int players, const Deck& deck) noexcept {
    return 3 * deck.kinds() + 13 * (players + 1) + 6 * players + 1 + 7 + 10 + 1;
}

// Writes observation_size numbers. Nothing depends on what the seat does not see.
void observe(const Position& position, int seat, std::span<float> out) noexcept;

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
