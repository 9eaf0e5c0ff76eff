// Decks by wish: which symbol gets which number is searched for, not only drawn.
//
// A number with m symbols makes a Double Dot of m * C(q + 1, 2) pairs of cards, wherever the
// symbols are. What an assignment decides is how these pairs lie: in few cards with many symbols of
// the number, or in many cards with few; and with it the chances when more than two cards show.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <dotcore/dotduel/deck.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

struct Wish {
    int order = 7;
    std::optional<Profile> profile = std::nullopt;  // balanced, if none is given
    // No card has more symbols of one number than this.
    std::optional<int> most_on_a_card = std::nullopt;
    // Among `showing` cards a Double Dot is equally likely for numbers with equally many symbols.
    bool even_double_dots = false;
    // From the number with the least to that with the greatest chance it is no more than this,
    // those without symbols left out. A number with six symbols is ahead of one with five.
    std::optional<double> double_dot_spread = std::nullopt;
    int showing = 6;
    // Exchanges of two symbols' numbers that are tried before the search gives up.
    int tries = 100'000;
};

struct Design {
    Deck deck;  // the best that was found
    bool is_met;
    int most_on_a_card;
    double uneven_double_dots;  // the greatest difference that even_double_dots asks to be 0
    double double_dot_spread;
    int tries;  // that it took

    // What of the wish was not met, for people; empty if it is met.
    [[nodiscard]] std::string shortfall(const Wish& wish) const;
};

// A local search that depends on wish and seed alone. A wish that isn't met is no error: look at
// is_met. `is_stopped`, if given, is asked from time to time whether to give up. Throws RulesError
// for an order, a profile or limits that are none; chances are searched by up to order 11.
[[nodiscard]] Design design(const Wish& wish, std::uint64_t seed,
                            const std::function<bool()>& is_stopped = {});

// The most symbols of one number that a card has.
[[nodiscard]] int most_on_a_card(const Deck& deck) noexcept;
// The difference of the greatest and the least chance of a Double Dot among numbers with equally
// many symbols, at most; and among all numbers.
[[nodiscard]] double uneven_double_dots(const Deck& deck, int showing);
[[nodiscard]] double double_dot_spread(const Deck& deck, int showing);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
