// A deck: which cards there are, how often, and what the bonus cards are worth.
//
// The rules' deck is D114: two sets of the 45 domino and 10 block cards of 0..9 pips, and four
// bonus cards worth 0, -5, -10 and -15 points (gap "deck"). A deck of smaller numbers has pips
// 0..max_pip.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <dotcore/dotcard/card_set.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

class Deck {
public:
    // Presets
    [[nodiscard]] static constexpr Deck d114() noexcept { return Deck(9, 2, 2, 1); }
    [[nodiscard]] static constexpr Deck d104() noexcept { return Deck(9, 2, 1, 1); }
    [[nodiscard]] static constexpr Deck d118() noexcept { return Deck(9, 2, 2, 2); }
    [[nodiscard]] static constexpr Deck d59() noexcept { return Deck(9, 1, 1, 1); }
    // One that is named D114, D104, D118 or D59, in any case of letters. Throws RulesError.
    [[nodiscard]] static Deck named(std::string_view name);
    // `copies` sets of all cards of 0..max_pip pips, and the bonus cards with these values.
    // Throws RulesError: pips 0..9, copies 0..7, at most 9 different values of -99..0, 7 of each.
    [[nodiscard]] static Deck custom(int max_pip, int copies, std::span<const int> bonus);
    // Dominoes and blocks may be there in different numbers, as in D104.
    [[nodiscard]] static Deck custom(int max_pip, int dominoes, int blocks,
                                     std::span<const int> bonus);
    // The rules' deck
    constexpr Deck() noexcept : Deck(9, 2, 2, 1) {}

    // Looking
    [[nodiscard]] constexpr int max_pip() const noexcept { return max_pip_; }
    [[nodiscard]] constexpr int dominoes() const noexcept { return dominoes_; }  // of each
    [[nodiscard]] constexpr int blocks() const noexcept { return blocks_; }      // of each
    [[nodiscard]] constexpr int bonus_kinds() const noexcept { return bonus_kinds_; }
    // Kinds are numbered 0 .. kinds() - 1; faces above max_pip are numbered, too, and do not occur.
    [[nodiscard]] constexpr int kinds() const noexcept { return face_kinds + bonus_kinds_; }
    [[nodiscard]] constexpr int count(Card card) const noexcept {
        if (card.is_bonus()) {
            return card.bonus_index() < bonus_kinds_ ? bonus_counts_[index(card.bonus_index())] : 0;
        }
        return card.high() > max_pip_ ? 0 : card.is_block() ? blocks_ : dominoes_;
    }
    [[nodiscard]] constexpr CardSet cards() const noexcept {
        const Kinds faces = (Kinds{1} << (max_pip_ + 1) * (max_pip_ + 2) / 2) - 1;
        CardSet::Planes planes{};
        for (unsigned p = 0; p < planes.size(); ++p) {
            if (dominoes_ >> p & 1) planes[p] |= faces & ~all_blocks;
            if (blocks_ >> p & 1) planes[p] |= faces & all_blocks;
            for (int i = 0; i < bonus_kinds_; ++i) {
                if (bonus_counts_[index(i)] >> p & 1) planes[p] |= Card::bonus(i).bit();
            }
        }
        return CardSet::of_planes(planes);
    }
    [[nodiscard]] constexpr int size() const noexcept { return cards().size(); }
    // What a card in hand counts at the end of a sub-round (R3, R17).
    [[nodiscard]] constexpr int points(Card card) const noexcept {
        return card.is_bonus() ? bonus_values_[index(card.bonus_index())] : card.pips();
    }
    [[nodiscard]] constexpr int points(const CardSet& hand) const noexcept {
        int sum = 0;
        hand.for_each([&](Card card, int count) { sum += count * points(card); });
        return sum;
    }

    // The kind of bonus card that is worth so much, if there is one.
    [[nodiscard]] constexpr std::optional<Card> bonus_worth(int value) const noexcept {
        for (int i = 0; i < bonus_kinds_; ++i) {
            if (bonus_values_[index(i)] == value) return Card::bonus(i);
        }
        return std::nullopt;
    }

    // Names: 9|4, 5|5, B-15. The preset's name, or that of a custom deck, such as
    // "max_pip=6, copies=2, bonus=(0, -5)".
    [[nodiscard]] std::string card_name(Card card) const;
    // Either half first. Throws Error for a text that names no card of the deck.
    [[nodiscard]] Card card_of(std::string_view name) const;
    // The kind of that name; the deck need not hold it if it is a face.
    [[nodiscard]] std::optional<Card> find_card(std::string_view name) const;
    [[nodiscard]] std::string name() const;

    friend constexpr bool operator==(const Deck&, const Deck&) noexcept = default;

private:
    constexpr Deck(int max_pip, int dominoes, int blocks, int bonus_copies) noexcept
        : max_pip_(static_cast<std::uint8_t>(max_pip)),
          dominoes_(static_cast<std::uint8_t>(dominoes)),
          blocks_(static_cast<std::uint8_t>(blocks)) {
        for (const int value : {0, -5, -10, -15}) {
            bonus_values_[bonus_kinds_] = static_cast<std::int8_t>(value);
            bonus_counts_[bonus_kinds_++] = static_cast<std::uint8_t>(bonus_copies);
        }
    }
    [[nodiscard]] static constexpr std::size_t index(int i) noexcept {
        return static_cast<std::size_t>(i);
    }

    std::uint8_t max_pip_ = 0;
    std::uint8_t dominoes_ = 0;
    std::uint8_t blocks_ = 0;
    std::uint8_t bonus_kinds_ = 0;
    std::array<std::int8_t, max_bonus_kinds> bonus_values_{};  // falling
    std::array<std::uint8_t, max_bonus_kinds> bonus_counts_{};
};

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
