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

// These come from an implementation in another language, which has no limit on integers.
TEST_CASE("the first words of a seed are the same on every machine") {
    struct Known {
        std::uint64_t seed;
        std::array<std::uint64_t, 4> words;
    };
    const std::array<Known, 4> known{{
        {0, {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c}},
        {1, {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514, 0x642e1c7bc266a3a7}},
        {42, {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1}},
        {~std::uint64_t{0},
         {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f}},
    }};
    for (const Known& k : known) {
        Rng rng(k.seed);
        for (const std::uint64_t word : k.words) CHECK(rng() == word);
    }
    Rng stream = Rng::stream(7, 3);
    CHECK(stream() == 0x126154810cc829ad);
    CHECK(stream() == 0xfd216c91c588156b);
}

TEST_CASE("bounded draws, fractions and shuffles are the same on every machine") {
    Rng dice(5);
    for (const std::uint32_t face : {1, 3, 3, 4, 3, 4, 3, 4, 2, 2, 5, 1, 2, 4, 3, 5, 4, 4, 2, 4}) {
        CHECK(dice.below(6) == face);
    }
    // Here one draw in four is rejected.
    Rng wide(5);
    for (const std::uint32_t drawn :
         {1939442947U, 1664452020U, 1623142675U, 1167814148U, 1227103266U, 3216476154U}) {
        CHECK(wide.below(0xc0000000U) == drawn);
    }
    Rng fractions(5);
    CHECK(fractions.uniform() == 0.2884112281702357);
    CHECK(fractions.uniform() == 0.6020823331320106);
    std::array<int, 12> order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    Rng(6).shuffle(std::span<int>(order));
    CHECK(order == std::array<int, 12>{7, 5, 2, 3, 4, 6, 0, 11, 1, 8, 10, 9});
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
