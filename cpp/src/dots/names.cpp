#include <dotcore/dots/names.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <type_traits>

#include <dotcore/core/error.hpp>
#include <dotcore/core/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

template <class Option>
struct Names;

template <>
struct Names<Capture> {
    static constexpr std::string_view option = "capture";
    static constexpr std::array<std::string_view, 2> names{"automatic", "manual"};
};
template <>
struct Names<Entry> {
    static constexpr std::string_view option = "entry";
    static constexpr std::array<std::string_view, 3> names{"wait", "capture", "illegal"};
};
template <>
struct Names<Recapture> {
    static constexpr std::string_view option = "recapture";
    static constexpr std::array<std::string_view, 2> names{"keep", "free"};
};
template <>
struct Names<Scoring> {
    static constexpr std::string_view option = "scoring";
    static constexpr std::array<std::string_view, 2> names{"captures", "territory"};
};
template <>
struct Names<Ending> {
    static constexpr std::string_view option = "ending";
    static constexpr std::array<std::string_view, 3> names{"stop", "ground", "full"};
};
template <>
struct Names<Start> {
    static constexpr std::string_view option = "start";
    static constexpr std::array<std::string_view, 5> names{"empty", "single", "cross",
                                                           "double_cross", "four_crosses"};
};
template <>
struct Names<Illegal> {
    static constexpr std::array<std::string_view, 8> names{
        "", "outside", "occupied", "captured", "suicide", "over", "turn", "chain"};
};
template <>
struct Names<Reason> {
    static constexpr std::array<std::string_view, 5> names{"", "full", "stop", "ground", "resign"};
};

}  // namespace

std::string_view name_of(Capture value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Entry value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Recapture value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Scoring value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Ending value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Start value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Illegal value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Reason value) noexcept { return name_in<Names>(value); }

std::string_view shortened(std::string_view text) noexcept {
    std::size_t end = std::min<std::size_t>(text.size(), 40);
    while (end > 0 && end < text.size() && (text[end] & 0xC0) == 0x80) --end;
    return text.substr(0, end);
}

template <class Option>
Option option_named(std::string_view name) {
    if (const auto value = find_option<Names, Option>(name)) return *value;
    if constexpr (std::is_same_v<Option, Start>) {
        if (name == "quadruple_cross") return Start::four_crosses;
    }
    refuse_option<Names, Option>(shortened(name));
}

template Capture option_named<Capture>(std::string_view);
template Entry option_named<Entry>(std::string_view);
template Recapture option_named<Recapture>(std::string_view);
template Scoring option_named<Scoring>(std::string_view);
template Ending option_named<Ending>(std::string_view);
template Start option_named<Start>(std::string_view);

Rules preset_named(std::string_view name) {
    if (name == "bga") return Rules::bga();
    if (name == "zagram") return Rules::zagram();
    if (name == "zagram_territory") return Rules::zagram_territory();
    if (name == "russian") return Rules::russian();
    throw RulesError("rules='" + std::string(shortened(name)) +
                     "'; one of 'bga', 'zagram', 'zagram_territory', 'russian'");
}

std::int16_t komi_from_points(double points) {
    constexpr double most = 4096.0;
    const double halves = points * 2;
    if (!(std::abs(points) <= most) || halves != std::floor(halves)) {
        throw RulesError("komi=" + std::to_string(points) +
                         "; a multiple of 0.5 from -4096 to 4096");
    }
    return static_cast<std::int16_t>(halves);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
