// Cards as a counted set: how many of each kind, 0 to 7.
//
// The counts stand in three words, one binary digit each: bit k of the word p is worth 2^p cards of
// kind k. What hands, piles and tracks are asked most, which kinds are there, is one `or`.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <dotcore/core/bits.hpp>
#include <dotcore/dotcard/card.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

inline constexpr int max_copies = 7;

class CardSet {
public:
    using Planes = std::array<std::uint64_t, 3>;

    // Making
    constexpr CardSet() noexcept = default;
    [[nodiscard]] static constexpr CardSet of_planes(const Planes& planes) noexcept {
        CardSet set;
        set.planes_ = planes;
        return set;
    }

    // Looking
    [[nodiscard]] constexpr const Planes& planes() const noexcept { return planes_; }
    [[nodiscard]] constexpr Kinds kinds() const noexcept {
        return planes_[0] | planes_[1] | planes_[2];
    }
    [[nodiscard]] constexpr bool empty() const noexcept { return kinds() == 0; }
    [[nodiscard]] constexpr bool has(Card card) const noexcept {
        return (kinds() & card.bit()) != 0;
    }
    [[nodiscard]] constexpr int count(Card card) const noexcept {
        const auto digit = [&](std::size_t p) {
            return static_cast<int>(planes_[p] >> card.kind() & 1);
        };
        return digit(0) + 2 * digit(1) + 4 * digit(2);
    }
    [[nodiscard]] constexpr int size() const noexcept {
        return bits::count(planes_[0]) + 2 * bits::count(planes_[1]) + 4 * bits::count(planes_[2]);
    }
    // The cards, equal ones told apart, in an order of no meaning: number 0 .. size() - 1.
    [[nodiscard]] constexpr Card nth(int number) const noexcept {
        std::size_t p = 0;
        int left = number;
        for (; p < 2; ++p) {
            const int cards = bits::count(planes_[p]) << p;
            if (left < cards) break;
            left -= cards;
        }
        return Card::of_kind(nth_bit(planes_[p], left >> p));
    }

    // Changing. There must be room for a card that is added, and a card to take.
    constexpr void add(Card card) noexcept {
        std::uint64_t carry = card.bit();
        for (std::uint64_t& plane : planes_) {
            plane ^= carry;
            carry &= ~plane;
        }
    }
    constexpr void take(Card card) noexcept {
        std::uint64_t borrow = card.bit();
        for (std::uint64_t& plane : planes_) {
            borrow &= (plane ^= borrow);
        }
    }
    // All cards of another set; every count must stay within 0..7.
    constexpr void add(const CardSet& other) noexcept {
        std::uint64_t carry = 0;
        for (std::size_t p = 0; p < planes_.size(); ++p) {
            const std::uint64_t a = planes_[p];
            const std::uint64_t b = other.planes_[p];
            planes_[p] = a ^ b ^ carry;
            carry = (a & b) | (carry & (a ^ b));
        }
    }
    constexpr void take(const CardSet& other) noexcept {
        std::uint64_t borrow = 0;
        for (std::size_t p = 0; p < planes_.size(); ++p) {
            const std::uint64_t a = planes_[p];
            const std::uint64_t b = other.planes_[p];
            planes_[p] = a ^ b ^ borrow;
            borrow = (~a & b) | (borrow & ~(a ^ b));
        }
    }

    // Does what `act(card, count)` says for every kind that is there, by rising kind.
    template <class Act>
    constexpr void for_each(Act act) const {
        for (Kinds left = kinds(); left != 0; left &= left - 1) {
            const Card card = Card::of_kind(std::countr_zero(left));
            act(card, count(card));
        }
    }

    friend constexpr bool operator==(const CardSet&, const CardSet&) noexcept = default;

private:
    // The place of the n-th lowest set bit.
    [[nodiscard]] static constexpr int nth_bit(std::uint64_t word, int n) noexcept {
        int place = 0;
        for (int half = 32; half != 0; half >>= 1) {
            const std::uint64_t low = word & ((std::uint64_t{1} << half) - 1);
            const int below = bits::count(low);
            if (n >= below) {
                n -= below;
                place += half;
                word >>= half;
            } else {
                word = low;
            }
        }
        return place;
    }

    Planes planes_{};
};

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
