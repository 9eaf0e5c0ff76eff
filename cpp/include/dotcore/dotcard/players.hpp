// Players of DotCard that think no further than the play at hand: to measure search against, and to
// play with.
//
// A player sees what their seat sees: the own hand, the table, and so which cards are not seen. All
// but the random one always say "dot"; they play whenever they can, but for the expert, who may
// rather keep a bonus card.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

enum class Style : std::uint8_t {
    random,         // any legal act, all alike
    play_first,     // any legal play, all alike
    greedy_points,  // the card with the most points; bonus cards, which are worth keeping, last
    greedy_track,   // what leaves the longest continuation of the own track in hand; then points
    expert          // what looks best by the play model
};

inline constexpr std::array<Style, 5> all_styles{
    Style::random, Style::play_first, Style::greedy_points, Style::greedy_track, Style::expert};

[[nodiscard]] std::string_view name_of(Style style) noexcept;
[[nodiscard]] std::optional<Style> find_style(std::string_view name) noexcept;

class Player {
public:
    explicit Player(Style style) noexcept : style_(style) {}
    [[nodiscard]] Style style() const noexcept { return style_; }

    // A legal act for the turn's player. Throws Error unless a player is to move.
    [[nodiscard]] Action choose(const Position& position, Rng& rng) const;

private:
    Style style_;
};

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
