// Games as bytes: little-endian, versioned, the same on every machine.
//
// Version 1: "dcrd", 1, flags (1: a history follows), players; the deck: max_pip, copies of
// dominoes, copies of blocks, number of bonus kinds, and of each its value (int8) and count; the
// rules: sub_rounds, hand_size, starter, second_half, free_start, dot_call, skip_turns (bytes) and
// bits of others_may_start 1, own_track_first 2, block_extra_turn 4, block_on_block 8,
// drawn_card_only 16, voluntary_pass_opens 32; the table: sub_round, phase, turn, starter, lock,
// drawn (int8, -1 for none), open, passed, started (uint16), dealt (uint16), 9 ends, and for each
// player total (int32) and turns to miss; for each player and the pile the number of kinds and of
// each kind its number and count. A history: the number of acts (uint32) and each act (uint16).
// With a history the position is the one it starts from.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dotcore/dotcard/game.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

[[nodiscard]] std::vector<std::uint8_t> to_bytes(const Game& game, bool history);

// Throws InvalidRecord for anything that to_bytes cannot have written.
[[nodiscard]] Game from_bytes(std::span<const std::uint8_t> bytes);

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
