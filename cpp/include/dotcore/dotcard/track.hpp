// Is a row of cards a legal track? No game is needed for that.
//
// A track grows card by card: the touching half equals the open end, the other half is the new end
// (rule R6); a bonus card connects to any end and its chosen number is the new one (R16). Of the
// rules a track follows from, only the deck and "block_on_block" count here.
//
// Cards are taken as people write them: of a face card either half first. What is told of a track
// with a wrong card - end, points and lock - is that of the part before it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <dotcore/dotcard/card.hpp>
#include <dotcore/dotcard/rules.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

// A card as it lies on a track.
struct LaidCard {
    Card card{};
    std::int8_t number = -1;  // the one chosen for a bonus card; of no meaning for a face card

    friend constexpr bool operator==(const LaidCard&, const LaidCard&) noexcept = default;
};

// A card, and which of its halves is where. A bonus card touches with the number it covers; -1 if
// that is the start of a track without a start number.
struct TurnedCard {
    Card card{};
    std::int8_t touching = -1;
    std::int8_t outward = -1;

    friend constexpr bool operator==(const TurnedCard&, const TurnedCard&) noexcept = default;
};

// The start of a free track that may be started with any card (free_start=any). Either half of the
// first card may be outward then: it is read so that more of the track is legal, and with the
// higher half outward if that is all the same.
inline constexpr int any_start = -1;

enum class TrackFault : std::uint8_t {
    none,
    not_in_deck,          // no such card, or more of it than the deck has
    number_out_of_range,  // chosen for a bonus card: none, or not one of 0..max_pip
    does_not_touch,       // no half equals the open end
    block_on_block        // a block covers a block, which the rules refuse
};

// The word for it: "does_not_touch".
[[nodiscard]] std::string_view name_of(TrackFault fault) noexcept;

struct CheckedTrack {
    int legal = 0;  // cards before the first wrong one
    TrackFault fault = TrackFault::none;
    int end = any_start;  // the open end
    int points = 0;       // pips of dominoes and blocks; bonus cards are 0
    bool lock = false;    // the last card is a block

    [[nodiscard]] constexpr bool is_valid() const noexcept { return fault == TrackFault::none; }
    // The index of the first wrong card, -1 if there is none.
    [[nodiscard]] constexpr int first_wrong() const noexcept { return is_valid() ? -1 : legal; }

    friend constexpr bool operator==(const CheckedTrack&, const CheckedTrack&) noexcept = default;
};

// Throws Error unless `start` is 0..max_pip or any_start. The legal cards are written to `turned`,
// as many as there is room for.
[[nodiscard]] CheckedTrack check_track(std::span<const LaidCard> cards, int start,
                                       const Rules& rules, std::span<TurnedCard> turned = {});

// A card as a number: 10 * a + b for the face card a|b, either half first; for a bonus card
// 100 + 10 * index + chosen number, the index counting the deck's bonus cards by falling value.
using CardCode = std::int16_t;

inline constexpr CardCode no_card = -1;

// Of a bonus card, `number` must be 0..9.
[[nodiscard]] constexpr CardCode code_of(LaidCard laid) noexcept {
    const int code = laid.card.is_bonus()
                         ? 100 + laid.card.bonus_index() * max_numbers + laid.number
                         : laid.card.high() * max_numbers + laid.card.low();
    return static_cast<CardCode>(code);
}
// Of a code 0 .. 100 + 10 * max_bonus_kinds - 1.
[[nodiscard]] constexpr LaidCard laid_of(CardCode code) noexcept {
    if (code < 100) return {Card::face(code / max_numbers, code % max_numbers)};
    return {Card::bonus((code - 100) / max_numbers), static_cast<std::int8_t>(code % max_numbers)};
}

// Many tracks: row i of `codes`, `width` to a row, is a track from starts[i]. It ends at the first
// no_card or with the row. Other codes without a meaning are cards not in the deck.
struct TrackBatch {
    std::span<const CardCode> codes;
    std::size_t width = 0;
    std::span<const std::int8_t> starts;
};

// What is told of each track, one element a track.
struct CheckedBatch {
    std::span<std::uint8_t> valid;
    std::span<std::int16_t> first_wrong;  // -1: none
    std::span<std::uint8_t> fault;        // a TrackFault
    std::span<std::int8_t> end;
    std::span<std::int16_t> points;
    std::span<std::uint8_t> lock;
};

// Throws Error if a start is none or a span is too small for the batch; nothing is written then.
void check_tracks(const TrackBatch& batch, const Rules& rules, const CheckedBatch& out);

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
