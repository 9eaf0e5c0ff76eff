// What the acts of a sub-round tell a player about the hands of the others.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <dotcore/dotcard/game.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

enum class Proof : std::uint8_t {
    none_fits,  // a pass turned the marker
    some_fits,  // a pass left a closed track closed
    hint        // whether a card fits is for a pass model to weigh
};

// A draw or a pass. Slots and laid cards are numbered in the order of time.
struct Decline {
    Kinds playable = 0;       // the kinds that could have been laid
    std::uint16_t slots = 0;  // cards received by then
    std::uint16_t laid = 0;   // cards laid by then
    bool drawn_only = false;  // only the last card received counts
    Proof proof = Proof::hint;
};

// A card that came through one of the first `slots`.
struct LaidOpenly {
    Card card{};
    std::uint16_t slots = 0;
};

// Of a seat. A card that was drawn and, under drawn_card_only, laid at once is left out: it is
// known, and was in hand at no decline.
struct Evidence {
    std::uint16_t slots = 0;
    std::vector<LaidOpenly> laid;
    std::vector<Decline> declines;
};

// By seat, of the sub-round in play. That of `player` is of no meaning.
[[nodiscard]] std::array<Evidence, max_players> read_evidence(const Game& game, int player,
                                                              bool with_hints);

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
