// What the binding files of DotCard share: cards and rules as arguments, cards as results.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/dotcard/game.hpp>

#include "bindings.hpp"

namespace dotcore::bindings {

// A card as people hold it, of whatever deck: Python's Card.
struct NamedCard {
    bool is_bonus = false;
    std::int8_t high = 0;  // of a face card
    std::int8_t low = 0;
    std::int8_t value = 0;  // of a bonus card

    [[nodiscard]] static NamedCard of(const dotcard::Deck& deck, dotcard::Card card);
    // Throws Error for a text that is no card.
    [[nodiscard]] static NamedCard parse(std::string_view text);
    [[nodiscard]] std::string name() const;
    // Throws Error if the deck has no such card.
    [[nodiscard]] dotcard::Card in(const dotcard::Deck& deck) const;
    [[nodiscard]] int points() const noexcept { return is_bonus ? value : high + low; }
    [[nodiscard]] bool is_block() const noexcept { return !is_bonus && high == low; }
    friend constexpr auto operator<=>(const NamedCard&, const NamedCard&) noexcept = default;
};

// A Card, a text such as "9|4" or "B-15", or a pair of numbers.
[[nodiscard]] NamedCard as_named_card(py::handle card);
[[nodiscard]] dotcard::Card as_card(py::handle card, const dotcard::Deck& deck);
// Any iterable of cards. Throws Error if the deck has fewer of a kind.
[[nodiscard]] dotcard::CardSet as_cards(py::handle cards, const dotcard::Deck& deck);
// Cards by rising kind.
[[nodiscard]] py::tuple cards_tuple(const dotcard::CardSet& cards, const dotcard::Deck& deck);

// Rules, or None for the defaults; a Deck, or the name of a preset.
[[nodiscard]] dotcard::Rules as_rules_of_dotcard(const py::object& rules);
[[nodiscard]] dotcard::Deck as_deck(const py::object& deck);
// All options by name, ready for JSON.
[[nodiscard]] py::dict dict_of(const dotcard::Rules& rules);

void bind_dotcard_contract(py::class_<dotcard::Game>& game);
void register_dotcard_values(py::module_& m);
void register_dotcard_game(py::module_& m);
void register_dotcard_tracks(py::module_& m);

}  // namespace dotcore::bindings
