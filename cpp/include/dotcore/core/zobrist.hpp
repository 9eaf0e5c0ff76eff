// Keys for positions: one 64-bit number for every (plane, point), combined by xor.
//
// The numbers are computed, not looked up: a table for seven planes of a 64 x 64 board would
// push the board itself out of the first-level cache.

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

[[nodiscard]] constexpr std::uint64_t zobrist(unsigned plane, unsigned point) noexcept {
    return mix64((std::uint64_t{plane} << 16 | point) * 0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d);
}

}  // namespace abi1
}  // namespace dotcore
