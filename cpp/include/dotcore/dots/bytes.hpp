// Boards as bytes: little-endian, versioned, the same on every machine.
//
// Version 1: "dots", 1, flags (1: a history follows), width, height; the seven options as one byte
// each and komi in half points (int16); to_move, stopped_by, loser (int8, -1 for none), ended,
// closing (2 if a chain is owed); seven planes - live 0 1, dead 0 1, territory 0 1, scored - of
// height rows of ceil(width / 8) bytes, bit x % 8 of byte x / 8 for column x. A history: number of
// moves (uint32), then for each kind, player, to_move, x, y (bytes), number of chains (uint16), and
// for each chain its number of dots (uint16) and their x, y; then who is to move in the end. With a
// history the position is the one it starts from.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/dots/board.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

[[nodiscard]] std::vector<std::uint8_t> to_bytes(const Board& board, bool history);

// Throws InvalidRecord for anything that to_bytes cannot have written.
[[nodiscard]] Board from_bytes(std::span<const std::uint8_t> bytes);

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
