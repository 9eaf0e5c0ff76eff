// What matches: claims and Double Dots of any cards that show, in a few instructions.
//
// A set of cards is a word, bit c for card c; a set of symbols likewise. The table is for decks of
// up to 64 cards and 64 symbols, 16 KB without a pointer, and may be copied as it is. Cards,
// symbols and numbers are not checked: they must be there; numbers 0..15 may be asked for, and
// those that two dice do not show match nothing.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <dotcore/core/bits.hpp>
#include <dotcore/dotduel/deck.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

using CardMask = std::uint64_t;
using SymbolMask = std::uint64_t;

[[nodiscard]] constexpr CardMask card_bit(int card) noexcept { return CardMask{1} << card; }

// A list that needs no heap. Adding more than Capacity is not checked.
template <class T, std::size_t Capacity>
class ShortList {
public:
    constexpr void push_back(const T& item) noexcept { items_[size_++] = item; }
    constexpr void clear() noexcept { size_ = 0; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const noexcept { return items_[i]; }
    [[nodiscard]] constexpr const T* begin() const noexcept { return items_.data(); }
    [[nodiscard]] constexpr const T* end() const noexcept { return items_.data() + size_; }

private:
    std::size_t size_ = 0;
    std::array<T, Capacity> items_;
};

// A card and how many of its symbols have the number: what a correct claim says (R12).
struct Claim {
    std::uint8_t card;
    std::uint8_t count;
    friend constexpr bool operator==(const Claim&, const Claim&) noexcept = default;
};
struct CardPair {
    std::uint8_t first;  // the lower one
    std::uint8_t second;
    friend constexpr bool operator==(const CardPair&, const CardPair&) noexcept = default;
};

struct MatchTable {
    static constexpr int capacity = 64;
    static constexpr int no_symbol = 255;

    // With room for what any cards can give
    using Claims = ShortList<Claim, capacity>;
    using DoubleDots = ShortList<CardPair, capacity*(capacity - 1) / 2>;

    // Making. Throws RulesError for a deck of more than 64 cards or symbols.
    [[nodiscard]] static MatchTable of(const Deck& deck);

    // One card, one symbol, one number
    [[nodiscard]] constexpr int cards() const noexcept { return cards_; }
    [[nodiscard]] constexpr int symbols() const noexcept { return symbols_; }
    [[nodiscard]] constexpr int count(int card, int number) const noexcept {
        return counts_[at(card)][at(number)];
    }
    [[nodiscard]] constexpr int number_of(int symbol) const noexcept {
        return numbers_[at(symbol)];
    }
    [[nodiscard]] constexpr CardMask all_cards() const noexcept {
        return ~CardMask{0} >> (capacity - cards_);
    }
    [[nodiscard]] constexpr CardMask with_number(int number) const noexcept {
        return with_number_[at(number)];
    }
    [[nodiscard]] constexpr CardMask holders(int symbol) const noexcept {
        return holders_[at(symbol)];
    }
    [[nodiscard]] constexpr SymbolMask symbols_of(int card) const noexcept {
        return symbols_of_[at(card)];
    }
    [[nodiscard]] constexpr SymbolMask symbols_with(int number) const noexcept {
        return symbols_with_[at(number)];
    }

    // Two cards: the symbol that they share, no_symbol for a == b, and its number, 0 for a == b
    [[nodiscard]] constexpr int pair_symbol(int a, int b) const noexcept {
        return pair_symbols_[at(a)][at(b)];
    }
    [[nodiscard]] constexpr int pair_number(int a, int b) const noexcept {
        return pair_numbers_[at(a)][at(b)];
    }
    // The cards that make a Double Dot with this one.
    [[nodiscard]] constexpr CardMask partners(int card, int number) const noexcept {
        return partners_[at(number)][at(card)];
    }

    // Cards that show
    [[nodiscard]] constexpr CardMask matching(CardMask cards, int number) const noexcept {
        return cards & with_number(number);
    }
    [[nodiscard]] constexpr bool nothing_matches(CardMask cards, int number) const noexcept {
        return matching(cards, number) == 0;
    }
    // Symbols of the number on all of them: what a duel asks for (R35).
    [[nodiscard]] constexpr int total(CardMask cards, int number) const noexcept {
        int sum = 0;
        bits::for_each_bit(matching(cards, number), [&](int card) { sum += count(card, number); });
        return sum;
    }
    // Appends all correct claims, by card; `out` has push_back(Claim), such as Claims.
    template <class Out>
    constexpr void claims(CardMask cards, int number, Out& out) const {
        bits::for_each_bit(matching(cards, number), [&](int card) {
            out.push_back(Claim{narrow(card), counts_[at(card)][at(number)]});
        });
    }
    // Appends all Double Dots, by first and second card; `out` has push_back(CardPair).
    template <class Out>
    constexpr void double_dots(CardMask cards, int number, Out& out) const {
        for (CardMask left = matching(cards, number); left != 0;) {
            const int first = std::countr_zero(left);
            left &= left - 1;
            bits::for_each_bit(left & partners(first, number), [&](int second) {
                out.push_back(CardPair{narrow(first), narrow(second)});
            });
        }
    }
    [[nodiscard]] constexpr bool has_double_dot(CardMask cards, int number) const noexcept {
        for (CardMask left = matching(cards, number); left != 0;) {
            const int first = std::countr_zero(left);
            left &= left - 1;
            if ((left & partners(first, number)) != 0) return true;
        }
        return false;
    }
    // Do all of the named cards, two or more, share one symbol of the number (R18, R37)?
    [[nodiscard]] constexpr bool is_double_dot(CardMask named, int number) const noexcept {
        if ((named & (named - 1)) == 0) return false;
        SymbolMask shared = symbols_with(number);
        bits::for_each_bit(named, [&](int card) { shared &= symbols_of(card); });
        return shared != 0;
    }

private:
    static constexpr std::size_t num_columns = 16;
    template <class T>
    using ByCard = std::array<T, capacity>;
    template <class T>
    using ByNumber = std::array<T, num_columns>;

    [[nodiscard]] static constexpr std::size_t at(int i) noexcept {
        return static_cast<std::size_t>(i);
    }
    [[nodiscard]] static constexpr std::uint8_t narrow(int value) noexcept {
        return static_cast<std::uint8_t>(value);
    }

    ByNumber<ByCard<CardMask>> partners_;
    ByCard<ByCard<std::uint8_t>> pair_symbols_;
    ByCard<ByCard<std::uint8_t>> pair_numbers_;
    ByCard<ByNumber<std::uint8_t>> counts_;
    ByCard<SymbolMask> symbols_of_;
    std::array<CardMask, capacity> holders_;
    std::array<std::uint8_t, capacity> numbers_;
    ByNumber<CardMask> with_number_;
    ByNumber<SymbolMask> symbols_with_;
    int cards_;
    int symbols_;
};
static_assert(std::is_trivially_copyable_v<MatchTable>);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
