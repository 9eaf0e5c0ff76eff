// Tables, set-ups and rules as bytes: the parts of which an engine's log and snapshot are made.
//
// All numbers are little-endian. Set-up: players; the rules (five int32 in their order, seven
// options and seven bits as bytes); the deck (uint32 length, then as Deck::to_bytes); the seed
// (uint64); the order (a byte and the cards), dice and picks (uint32 and a byte or uint32 each).
// Table: as its members stand, a pile as its size and its cards.

#pragma once

#include <string_view>

#include <dotcore/core/bytes.hpp>
#include <dotcore/dotduel/engine.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// What a format begins with: a word, and version 1. Reading throws InvalidRecord for any other.
void write_header(ByteWriter& out, std::string_view magic);
void read_header(ByteReader& in, std::string_view magic);

void write(ByteWriter& out, const Rules& rules);
void write(ByteWriter& out, const Deck& deck);
void write(ByteWriter& out, const Setup& setup);
void write(ByteWriter& out, const Table& table);

// These throw InvalidRecord for anything that cannot have been written; a table's zones, claims and
// phases are for check_consistency to judge.
[[nodiscard]] Rules read_rules(ByteReader& in);
[[nodiscard]] Deck read_deck(ByteReader& in);
[[nodiscard]] Setup read_setup(ByteReader& in);
[[nodiscard]] Table read_table(ByteReader& in);

// A consistent table that is no game's may still lack room for what play puts there. What is wrong,
// or nullptr.
[[nodiscard]] const char* lacks_room(const Table& table) noexcept;

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
