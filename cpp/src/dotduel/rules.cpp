#include <dotcore/dotduel/rules.hpp>

#include <dotcore/core/range.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

void check_rules(const Rules& rules) {
    constexpr std::int32_t hour = 3'600'000;
    check_range("window_ms", rules.window_ms, 1, hour);
    check_range("roll_timeout_ms", rules.roll_timeout_ms, 0, hour);
    check_range("duel_timeout_ms", rules.duel_timeout_ms, 0, hour);
    check_range("seek_idle_ms", rules.seek_idle_ms, 0, hour);
    check_range("max_rounds", rules.max_rounds, 0, 1'000'000);
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
