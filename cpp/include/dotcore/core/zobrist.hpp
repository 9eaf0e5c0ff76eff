// Keys for positions: a 64-bit number for each row of each plane, combined by xor.
//
// Like Zobrist's numbers for single points, but a row changes in one step however many of its
// points do. The numbers are computed, not looked up: tables would push the board out of the
// first-level cache.

#pragma once

#include <cstdint>

namespace dotcore {
inline namespace abi1 {

// A bijection on 64 bits whose every output bit depends on every input bit.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    return z ^ (z >> 32);
}

// What a row of a plane adds to the key.
[[nodiscard]] constexpr std::uint64_t row_key(unsigned plane, unsigned row,
                                              std::uint64_t points) noexcept {
    return mix64(points ^ (std::uint64_t{plane} << 16 | (row + 1)) * 0x9e3779b97f4a7c15);
}

}  // namespace abi1
}  // namespace dotcore
