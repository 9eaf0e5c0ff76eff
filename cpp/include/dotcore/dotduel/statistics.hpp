// Exact chances of a deck: how often nothing matches, how often there is a Double Dot.
//
// Of k cards drawn from the deck, and a number rolled with two dice. Sets of cards are counted, not
// sampled: without a match they are any k of the cards that lack the number; without a Double Dot
// they are those whose symbols of the number are all different.

#pragma once

#include <array>
#include <vector>

#include <dotcore/dotduel/deck.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

using ChanceByNumber = std::array<double, highest_number + 1>;

// How likely a number is rolled; 0 for 0 and 1.
[[nodiscard]] constexpr double roll_chance(int number) noexcept {
    const int off = number < 7 ? 7 - number : number - 7;
    return off > 5 ? 0 : (6 - off) / 36.0;
}

struct Statistics {
    // [cards][number], from 0 cards on
    std::vector<ChanceByNumber> no_match;
    std::vector<ChanceByNumber> double_dot;
    // [cards], over the roll
    std::vector<double> no_match_of_roll;
    std::vector<double> double_dot_of_roll;
};

// For up to `most_cards` cards. Throws RulesError unless that is 0..size(); or where a number has
// more than 64 symbols, or they lie on the cards in too many ways to be counted.
[[nodiscard]] Statistics statistics(const Deck& deck, int most_cards);

// statistics(deck, cards).double_dot[cards][number]
[[nodiscard]] double double_dot_chance(const Deck& deck, int cards, int number);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
