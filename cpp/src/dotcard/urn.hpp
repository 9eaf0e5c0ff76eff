// The pile of a position as a row of cards, drawn without replacement: faster than the set where
// many are drawn.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/card_set.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

struct Urn {
    std::uint32_t size = 0;
    std::array<Card, max_kinds * max_copies> cards;

    explicit Urn(const CardSet& pile) noexcept {
        for (std::size_t p = 0; p < pile.planes().size(); ++p) {
            for (Kinds left = pile.planes()[p]; left != 0; left &= left - 1) {
                const Card card = Card::of_kind(std::countr_zero(left));
                for (int copies = 1 << p; copies > 0; --copies) cards[size++] = card;
            }
        }
    }
    [[nodiscard]] Card draw(Rng& rng) noexcept {
        const std::uint32_t i = rng.below(size);
        const Card card = cards[i];
        cards[i] = cards[--size];
        return card;
    }
    [[nodiscard]] CardSet cards_left() const noexcept {
        CardSet set;
        for (std::uint32_t i = 0; i < size; ++i) set.add(cards[i]);
        return set;
    }
};

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
