// Rows of points as 64-bit words: bit x is column x.
//
// Everything that is done to a whole row at once lives here: parity from the left (the inside of
// a polygon), spreading along runs (a flood fill's step), 8 x 8 windows (a neighbourhood in one
// word).

#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace dotcore {
inline namespace abi1 {
namespace bits {

// Bit x of the result is the parity of bits 0..x of word.
[[nodiscard]] constexpr std::uint64_t prefix_parity(std::uint64_t word) noexcept {
    word ^= word << 1;
    word ^= word << 2;
    word ^= word << 4;
    word ^= word << 8;
    word ^= word << 16;
    return word ^ (word << 32);
}

// The runs of ones in open that hold a bit of seeds. Equivalent to a flood fill of one row.
[[nodiscard]] constexpr std::uint64_t fill_runs(std::uint64_t open, std::uint64_t seeds) noexcept {
    seeds &= open;
    // Upwards a carry runs through each seeded run; downwards there is no carry, so by doubling.
    std::uint64_t fill = (open & ~(open + seeds)) | seeds;
    fill |= open & (fill >> 1);
    open &= open >> 1;
    fill |= open & (fill >> 2);
    open &= open >> 2;
    fill |= open & (fill >> 4);
    open &= open >> 4;
    fill |= open & (fill >> 8);
    open &= open >> 8;
    fill |= open & (fill >> 16);
    open &= open >> 16;
    return fill | (open & (fill >> 32));
}

// std::popcount, but inline where the compiler would call a function: x86-64 counts bits in one
// instruction only with options that not every machine bears.
[[nodiscard]] constexpr int count(std::uint64_t word) noexcept {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return std::popcount(word);
#else
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<int>(word * 0x0101010101010101 >> 56);
#endif
}

// Calls visit(index) for each one bit, lowest first.
template <class Visit>
constexpr void for_each_bit(std::uint64_t word, Visit&& visit) {
    for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
}

// An 8 x 8 window in one word: bit 8 * row + column.
namespace window {

inline constexpr std::uint64_t left = 0x0101010101010101;
inline constexpr std::uint64_t right = left << 7;
inline constexpr std::uint64_t top = 0xff;
inline constexpr std::uint64_t bottom = top << 56;
inline constexpr std::uint64_t border = left | right | top | bottom;

// The four orthogonal neighbours of every point of set, within the window.
[[nodiscard]] constexpr std::uint64_t neighbours(std::uint64_t set) noexcept {
    return ((set & ~right) << 1) | ((set & ~left) >> 1) | (set << 8) | (set >> 8);
}

// The 4-connected parts of open that hold a point of seeds.
[[nodiscard]] constexpr std::uint64_t fill(std::uint64_t open, std::uint64_t seeds) noexcept {
    for (std::uint64_t reached = seeds;;) {
        reached |= neighbours(reached) & open;
        if (reached == seeds) return reached;
        seeds = reached;
    }
}

// Grows two parts of open side by side. False as soon as they meet: they are one. Else one of them
// can grow no more, and is first then; second need not be whole.
[[nodiscard]] constexpr bool grow_apart(std::uint64_t open, std::uint64_t& first,
                                        std::uint64_t& second) noexcept {
    const std::uint64_t open_left = open & ~left;
    const std::uint64_t open_right = open & ~right;
    const auto grown = [=](std::uint64_t set) {
        return set | (((set << 8) | (set >> 8)) & open) | (set << 1 & open_left) |
               (set >> 1 & open_right);
    };
    for (;;) {
        const std::uint64_t first_grown = grown(first);
        const std::uint64_t second_grown = grown(second);
        if ((first_grown & second_grown) != 0) return false;
        if (first_grown == first) return true;
        if (second_grown == second) {
            std::swap(first, second);
            return true;
        }
        first = first_grown;
        second = second_grown;
    }
}

}  // namespace window
}  // namespace bits
}  // namespace abi1
}  // namespace dotcore
