#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>

#include <dotcore/core/rng.hpp>

using dotcore::Rng;

TEST_CASE("the words drawn are those of xoshiro256**") {
    Rng rng = Rng::from_state({1, 2, 3, 4});
    for (const std::uint64_t word :
         {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL, 1216172134540287360ULL,
          607988272756665600ULL, 16172922978634559625ULL, 8476171486693032832ULL})
        CHECK(rng() == word);
}

TEST_CASE("a seed fills the state with the words of splitmix64") {
    const Rng::State expected{6457827717110365317, 3203168211198807973, 9817491932198370423U,
                              4593380528125082431};
    CHECK(Rng(1234567).state() == expected);
}

TEST_CASE("a generator made from a state goes on where the state was taken") {
    Rng first(9);
    (void)first();
    Rng second = Rng::from_state(first.state());
    CHECK(first == second);
    CHECK(first() == second());
}

TEST_CASE("streams of one seed differ, and depend on seed and number alone") {
    CHECK(Rng::stream(1, 0) == Rng::stream(1, 0));
    CHECK(Rng::stream(1, 0) != Rng::stream(1, 1));
    CHECK(Rng::stream(1, 0) != Rng::stream(2, 0));
}

TEST_CASE("bounded draws are within bounds and reach every value about equally often") {
    for (const std::uint32_t bound : {1U, 2U, 3U, 6U, 57U}) {
        Rng rng(bound);
        std::array<int, 57> counts{};
        const int draws = 2000 * static_cast<int>(bound);
        for (int i = 0; i < draws; ++i) {
            const std::uint32_t drawn = rng.below(bound);
            REQUIRE(drawn < bound);
            ++counts[drawn];
        }
        // Six standard deviations of a count
        const double tolerance = 6 * 44.7;
        for (std::uint32_t i = 0; i < bound; ++i)
            CHECK(std::abs(counts[i] - 2000) <= (bound == 1 ? 0 : tolerance));
    }
}

TEST_CASE("a bound just above half of the range rejects what would bias it") {
    Rng rng(1);
    for (int i = 0; i < 1000; ++i) CHECK(rng.below(0x80000001U) <= 0x80000000U);
}

TEST_CASE("uniform draws lie between 0 and 1 and average one half") {
    Rng rng(4);
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double drawn = rng.uniform();
        REQUIRE(drawn >= 0.0);
        REQUIRE(drawn < 1.0);
        sum += drawn;
    }
    CHECK(sum / 10000 == doctest::Approx(0.5).epsilon(0.05));
}

TEST_CASE("a shuffle is a permutation, the same for the same generator") {
    std::array<int, 20> first{};
    std::iota(first.begin(), first.end(), 0);
    std::array<int, 20> second = first;
    Rng(6).shuffle(std::span<int>(first));
    Rng(6).shuffle(std::span<int>(second));
    CHECK(first == second);
    CHECK_FALSE(std::is_sorted(first.begin(), first.end()));
    std::sort(first.begin(), first.end());
    for (int i = 0; i < 20; ++i) CHECK(first[static_cast<std::size_t>(i)] == i);
}

static_assert(std::uniform_random_bit_generator<Rng>);
