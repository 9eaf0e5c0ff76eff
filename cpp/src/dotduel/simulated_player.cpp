#include <dotcore/dotduel/simulated_player.hpp>

#include <dotcore/core/range.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

constexpr std::array<std::int32_t, 512> upper_quantiles{
#include "normal_quantiles.inc"
};

// e to the x, by sums and products alone: the library's differs from machine to machine.
[[nodiscard]] double exponential(double x) noexcept {
    int halvings = 0;
    while (x > 0.5 || x < -0.5) {
        x /= 2;
        ++halvings;
    }
    double sum = 1;
    double term = 1;
    for (int i = 1; i < 20; ++i) {
        term = term * x / i;
        sum = sum + term;
    }
    for (; halvings > 0; --halvings) sum = sum * sum;
    return sum;
}

}  // namespace

void check_player(const SimulatedPlayer& profile) {
    check_range("look_ms", profile.look_ms, 0, 60'000);
    check_range("symbol_ms", profile.symbol_ms, 0, 60'000);
    check_range("react_ms", profile.react_ms, 0, 60'000);
    check_range("spread", profile.spread, 0, 2'000);
    check_range("miss", profile.miss, 0, 1'000);
    check_range("false_alarm", profile.false_alarm, 0, 1'000);
    check_range("check", profile.check, 0, 1'000);
    check_range("double_dot", profile.double_dot, 0, 1'000);
    check_range("wrong_double_dot", profile.wrong_double_dot, 0, 1'000);
}

ReactionTimes::ReactionTimes(int spread) noexcept {
    for (std::size_t i = 0; i < upper_quantiles.size(); ++i) {
        const double z = static_cast<double>(upper_quantiles[i]) / (1 << 20);
        const double factor = exponential(z * spread / 1000);
        factors_[512 + i] = static_cast<std::uint32_t>(factor * 65536 + 0.5);
        factors_[511 - i] = static_cast<std::uint32_t>(65536 / factor + 0.5);
    }
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
