// Cards in an order: DECK with its top first, a PERSONAL with the oldest first.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <dotcore/dotduel/match_table.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// Room and places are not checked.
class Pile {
public:
    // Looking
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] int operator[](int i) const noexcept { return cards_[at(i)]; }
    [[nodiscard]] std::span<const std::uint8_t> cards() const noexcept {
        return {cards_.data(), at(size_)};
    }
    // The place of a card that is there.
    [[nodiscard]] int find(int card) const noexcept {
        return static_cast<int>(std::find(cards_.begin(), cards_.begin() + size_, card) -
                                cards_.begin());
    }
    [[nodiscard]] CardMask mask() const noexcept {
        CardMask mask = 0;
        for (const std::uint8_t card : cards()) mask |= card_bit(card);
        return mask;
    }

    // Changing
    void push_back(int card) noexcept { cards_[at(size_++)] = static_cast<std::uint8_t>(card); }
    void insert_at(int i, int card) noexcept {
        std::copy_backward(cards_.begin() + i, cards_.begin() + size_, cards_.begin() + size_ + 1);
        cards_[at(i)] = static_cast<std::uint8_t>(card);
        ++size_;
    }
    void insert_sorted(int card) noexcept {
        const auto end = cards_.begin() + size_;
        insert_at(static_cast<int>(std::lower_bound(cards_.begin(), end, card) - cards_.begin()),
                  card);
    }
    int take_at(int i) noexcept {
        const int card = cards_[at(i)];
        std::copy(cards_.begin() + i + 1, cards_.begin() + size_, cards_.begin() + i);
        cards_[at(--size_)] = 0;
        return card;
    }
    void remove(int card) noexcept { take_at(find(card)); }
    void clear() noexcept { *this = Pile{}; }

    friend bool operator==(const Pile&, const Pile&) noexcept = default;

private:
    [[nodiscard]] static constexpr std::size_t at(int i) noexcept {
        return static_cast<std::size_t>(i);
    }
    // Beyond the size all are 0, so that equal piles have equal bytes.
    std::array<std::uint8_t, MatchTable::capacity> cards_{};
    std::uint8_t size_ = 0;
};

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
