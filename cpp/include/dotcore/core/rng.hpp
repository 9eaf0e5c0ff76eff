// The one random number generator: xoshiro256** seeded by splitmix64.
//
// The same seed gives the same draws on every compiler and platform; bounded draws and shuffles
// are our own for that reason (those of the standard library differ from one to the next).

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace dotcore {
inline namespace abi1 {

class Rng {
public:
    using result_type = std::uint64_t;
    using State = std::array<std::uint64_t, 4>;

    // Making
    explicit constexpr Rng(std::uint64_t seed) noexcept {
        for (std::uint64_t& word : state_) word = splitmix64(seed);
    }
    // The generator that state() was taken from. All zeros is no state of xoshiro256**; it is not
    // checked.
    [[nodiscard]] static constexpr Rng from_state(const State& state) noexcept {
        Rng rng(0);
        rng.state_ = state;
        return rng;
    }
    // A stream of its own for each number, so that work can be shared out without changing results.
    [[nodiscard]] static constexpr Rng stream(std::uint64_t seed, std::uint64_t number) noexcept {
        const std::uint64_t mixed = splitmix64(seed) + number;
        return Rng(mixed);
    }

    // Drawing
    constexpr std::uint64_t operator()() noexcept {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }
    // Uniform in 0..bound-1, without bias; bound must not be 0.
    constexpr std::uint32_t below(std::uint32_t bound) noexcept {
        std::uint64_t product = ((*this)() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
            const std::uint32_t least = -bound % bound;
            while (static_cast<std::uint32_t>(product) < least) product = ((*this)() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }
    // Uniform in [0, 1) with 53 bits.
    constexpr double uniform() noexcept { return static_cast<double>((*this)() >> 11) * 0x1p-53; }
    // Fisher-Yates, from the end.
    template <class T>
    constexpr void shuffle(std::span<T> items) noexcept {
        for (std::size_t left = items.size(); left > 1; --left) {
            std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
        }
    }

    // As a random bit generator of the standard library
    [[nodiscard]] static constexpr std::uint64_t min() noexcept { return 0; }
    [[nodiscard]] static constexpr std::uint64_t max() noexcept { return ~std::uint64_t{0}; }

    // Saving and comparing
    [[nodiscard]] constexpr const State& state() const noexcept { return state_; }
    friend constexpr bool operator==(const Rng&, const Rng&) noexcept = default;

private:
    static constexpr std::uint64_t splitmix64(std::uint64_t& seed) noexcept {
        std::uint64_t z = (seed += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    State state_{};
};

}  // namespace abi1
}  // namespace dotcore
