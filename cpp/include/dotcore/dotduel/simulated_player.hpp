// What a simulated player is like: how fast the eyes are, how often they err, whom they trust.
//
// Times are whole milliseconds. A time has a log-normal distribution around its median; it is
// looked up in a table of quantiles by integers alone, so that it is the same on every machine.
// Rates are in thousandths.

#pragma once

#include <array>
#include <cstdint>

#include <dotcore/core/rng.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

struct SimulatedPlayer {
    std::int32_t look_ms = 900;         // to look at a card, in the median
    std::int32_t symbol_ms = 250;       // and for each symbol on it that is counted
    std::int32_t react_ms = 400;        // to say what one has seen, to roll, to agree
    std::int32_t spread = 350;          // thousandths: sigma of the logarithm of a time
    std::int32_t miss = 60;             // a symbol is overlooked
    std::int32_t false_alarm = 15;      // one symbol too many is seen on a card
    std::int32_t check = 600;           // somebody's claim is checked at all
    std::int32_t double_dot = 300;      // a Double Dot between two cards looked at is noticed
    std::int32_t wrong_double_dot = 2;  // two symbols of a number are taken for the same

    friend constexpr bool operator==(const SimulatedPlayer&,
                                     const SimulatedPlayer&) noexcept = default;
};

// Throws RulesError unless times are 0..60,000, the spread 0..2,000 and the rates 0..1,000.
void check_player(const SimulatedPlayer& profile);

// Times of one player: quantiles of exp(spread * z), z standard normal.
class ReactionTimes {
public:
    explicit ReactionTimes(int spread) noexcept;
    // A time of this median, in whole milliseconds.
    [[nodiscard]] std::int64_t draw(std::int64_t median, Rng& rng) const noexcept {
        return median * factors_[rng() >> 54] >> 16;
    }

private:
    std::array<std::uint32_t, 1024> factors_;  // times 2^16
};

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
