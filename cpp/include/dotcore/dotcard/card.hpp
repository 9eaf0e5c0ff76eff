// A card of DotCard, by kind: equal cards are one kind.
//
// A face card shows two halves of 0..9 pips: a domino card two different ones, a block card the
// same twice (rule R4). A bonus card is wild: whoever lays it chooses its number (R16).
//
// Kinds are numbered the same in every deck: 0..54 the faces, high * (high + 1) / 2 + low with
// high >= low, then the deck's bonus cards, 55 and up, by falling value.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

inline constexpr int max_numbers = 10;  // pips and start numbers, 0..9
inline constexpr int face_kinds = 55;
inline constexpr int max_kinds = 64;
inline constexpr int max_bonus_kinds = max_kinds - face_kinds;

// Kinds as a set: bit k stands for kind k.
using Kinds = std::uint64_t;

inline constexpr Kinds all_faces = (Kinds{1} << face_kinds) - 1;

namespace detail {

struct Halves {
    std::uint8_t high = 0;
    std::uint8_t low = 0;
};
inline constexpr std::array<Halves, face_kinds> halves = [] {
    std::array<Halves, face_kinds> table{};
    std::size_t kind = 0;
    for (std::uint8_t high = 0; high < max_numbers; ++high) {
        for (std::uint8_t low = 0; low <= high; ++low) table[kind++] = {high, low};
    }
    return table;
}();

}  // namespace detail

class Card {
public:
    // Making
    constexpr Card() noexcept = default;
    [[nodiscard]] static constexpr Card of_kind(int kind) noexcept {
        Card card;
        card.kind_ = static_cast<std::uint8_t>(kind);
        return card;
    }
    // Either half first; 0..9 each.
    [[nodiscard]] static constexpr Card face(int a, int b) noexcept {
        return a >= b ? of_kind(a * (a + 1) / 2 + b) : of_kind(b * (b + 1) / 2 + a);
    }
    [[nodiscard]] static constexpr Card bonus(int index) noexcept {
        return of_kind(face_kinds + index);
    }

    // Looking
    [[nodiscard]] constexpr int kind() const noexcept { return kind_; }
    [[nodiscard]] constexpr Kinds bit() const noexcept { return Kinds{1} << kind_; }
    [[nodiscard]] constexpr bool is_bonus() const noexcept { return kind_ >= face_kinds; }
    [[nodiscard]] constexpr int bonus_index() const noexcept { return kind_ - face_kinds; }
    // Of a face card
    [[nodiscard]] constexpr int high() const noexcept { return detail::halves[kind_].high; }
    [[nodiscard]] constexpr int low() const noexcept { return detail::halves[kind_].low; }
    [[nodiscard]] constexpr int pips() const noexcept { return high() + low(); }
    // The half that shows when the other one touches `number`, which is one of the two.
    [[nodiscard]] constexpr int across(int number) const noexcept { return pips() - number; }
    [[nodiscard]] constexpr bool is_block() const noexcept {
        return !is_bonus() && high() == low();
    }

    friend constexpr bool operator==(Card, Card) noexcept = default;

private:
    std::uint8_t kind_ = 0;
};

// The faces with a half of this number.
inline constexpr std::array<Kinds, max_numbers> faces_with = [] {
    std::array<Kinds, max_numbers> sets{};
    for (int kind = 0; kind < face_kinds; ++kind) {
        const Card card = Card::of_kind(kind);
        sets[static_cast<std::size_t>(card.high())] |= card.bit();
        sets[static_cast<std::size_t>(card.low())] |= card.bit();
    }
    return sets;
}();

inline constexpr Kinds all_blocks = [] {
    Kinds blocks = 0;
    for (int number = 0; number < max_numbers; ++number) blocks |= Card::face(number, number).bit();
    return blocks;
}();

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
