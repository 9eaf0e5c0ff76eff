// Tables, set-ups and rules as bytes: the parts of which an engine's log and snapshot are made.
//
// All numbers are little-endian. Set-up: players; the rules (five int32 in their order, seven
// options and seven bits as bytes); the deck (uint32 length, then as Deck::to_bytes); the seed
// (uint64); the order (a byte and the cards), dice and picks (uint32 and a byte or uint32 each).
// Table: as its members stand, a pile as its size and its cards.

#pragma once

#include <dotcore/core/bytes.hpp>
#include <dotcore/dotduel/engine.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

void write(ByteWriter& out, const Rules& rules);
void write(ByteWriter& out, const Setup& setup);
void write(ByteWriter& out, const Table& table);

// These throw InvalidRecord for anything that cannot have been written; a table's zones, claims and
// phases are for check_consistency to judge.
[[nodiscard]] Rules read_rules(ByteReader& in);
[[nodiscard]] Setup read_setup(ByteReader& in);
[[nodiscard]] Table read_table(ByteReader& in);

// A consistent table that is no game's may still lack room for what play puts there. What is wrong,
// or nullptr.
[[nodiscard]] const char* lacks_room(const Table& table) noexcept;

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
