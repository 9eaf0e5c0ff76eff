// Decks for the tests of Dot Duel.

#pragma once

#include <cstdint>
#include <vector>

#include <dotcore/dotduel/deck.hpp>

// The cards of a deck as from_cards takes them
[[nodiscard]] inline std::vector<std::vector<int>> cards_of(const dotcore::dotduel::Deck& deck) {
    std::vector<std::vector<int>> cards;
    for (int card = 0; card < deck.size(); ++card) {
        const auto symbols = deck.card(card);
        cards.emplace_back(symbols.begin(), symbols.end());
    }
    return cards;
}

[[nodiscard]] inline std::vector<int> numbers_of(const dotcore::dotduel::Deck& deck) {
    return {deck.numbers().begin(), deck.numbers().end()};
}

// Fixture F of the rules: symbol s of order 7 stands for 2 + s mod 11.
[[nodiscard]] inline dotcore::dotduel::Deck fixture_f() {
    std::vector<int> numbers;
    for (int symbol = 0; symbol < 57; ++symbol) numbers.push_back(2 + symbol % 11);
    return dotcore::dotduel::Deck::standard(0).with_numbers(numbers);
}
