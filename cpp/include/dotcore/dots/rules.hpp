// The options of Dots: where the rules' source is silent or traditions differ.
//
// Each option is asked for through one named predicate below; nothing else in the engine looks at
// the enumerations. Defaults are the source's own words (preset bga).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dotcore {
inline namespace abi1 {
namespace dots {

enum class Capture : std::uint8_t { automatic, manual };
enum class Entry : std::uint8_t { wait, capture, illegal };
enum class Recapture : std::uint8_t { keep, free };
enum class Scoring : std::uint8_t { captures, territory };
enum class Ending : std::uint8_t { stop, ground, full };
enum class Start : std::uint8_t { empty, single, cross, double_cross, four_crosses };

struct Rules {
    Capture capture = Capture::automatic;
    Entry entry = Entry::wait;
    Recapture recapture = Recapture::keep;
    bool capture_empty = false;
    Scoring scoring = Scoring::captures;
    Ending ending = Ending::stop;
    Start start = Start::empty;
    std::int16_t komi_halves = 0;  // half points added to the second player's total

    // Presets
    [[nodiscard]] static constexpr Rules bga() noexcept { return {}; }
    [[nodiscard]] static constexpr Rules zagram() noexcept {
        return {.entry = Entry::capture, .recapture = Recapture::free};
    }
    [[nodiscard]] static constexpr Rules zagram_territory() noexcept {
        return {.capture = Capture::manual,
                .recapture = Recapture::free,
                .scoring = Scoring::territory};
    }
    [[nodiscard]] static constexpr Rules russian() noexcept {
        return {.entry = Entry::capture,
                .recapture = Recapture::free,
                .ending = Ending::ground,
                .start = Start::cross};
    }

    // Asking
    // A placed dot captures by itself what it closes; otherwise only chains that are named capture.
    [[nodiscard]] constexpr bool captures_by_itself() const noexcept {
        return capture == Capture::automatic;
    }
    // A closed pool without live enemy dots is captured at once.
    [[nodiscard]] constexpr bool closes_empty_pools() const noexcept { return capture_empty; }
    // A dot that enters an empty pool and captures nothing is captured by the pool's owner.
    [[nodiscard]] constexpr bool captures_entering_dot() const noexcept {
        return entry == Entry::capture && captures_by_itself();
    }
    // A dot that enters an empty pool and captures nothing is not allowed.
    [[nodiscard]] constexpr bool forbids_suicide() const noexcept {
        return entry == Entry::illegal;
    }
    // Own dots that the opponent had captured are freed when their region is surrounded.
    [[nodiscard]] constexpr bool frees_captured_dots() const noexcept {
        return recapture == Recapture::free;
    }
    // When the game ends by stop, what is walled off counts.
    [[nodiscard]] constexpr bool scores_territory() const noexcept {
        return scoring == Scoring::territory;
    }
    // What the player to move may do instead of placing a dot.
    [[nodiscard]] constexpr bool allows_stop() const noexcept { return ending == Ending::stop; }
    [[nodiscard]] constexpr bool allows_grounding() const noexcept {
        return ending == Ending::ground;
    }

    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
