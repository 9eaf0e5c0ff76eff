// Cards as text, for tests: "9|4 5|5 B-15" a hand, "9|4 B-15=7" a track.

#pragma once

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <dotcore/dotcard/card_set.hpp>
#include <dotcore/dotcard/deck.hpp>
#include <dotcore/dotcard/track.hpp>

[[nodiscard]] inline std::vector<dotcore::dotcard::LaidCard> laid(
    const std::string& text, const dotcore::dotcard::Deck& deck = {}) {
    std::vector<dotcore::dotcard::LaidCard> cards;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        dotcore::dotcard::LaidCard card{deck.card_of(word.substr(0, equals))};
        if (equals != std::string::npos) {
            card.number = static_cast<std::int8_t>(std::stoi(word.substr(equals + 1)));
        }
        cards.push_back(card);
    }
    return cards;
}

[[nodiscard]] inline dotcore::dotcard::CardSet hand_of(const std::string& text,
                                                       const dotcore::dotcard::Deck& deck = {}) {
    dotcore::dotcard::CardSet hand;
    for (const dotcore::dotcard::LaidCard& each : laid(text, deck)) hand.add(each.card);
    return hand;
}
