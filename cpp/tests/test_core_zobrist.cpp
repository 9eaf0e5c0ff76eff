#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/zobrist.hpp>

using namespace dotcore;

TEST_CASE("mixing gives the same words on every machine") {
    CHECK(mix64(0) == 0);
    CHECK(mix64(1) == 0x4179b061e0c0e0d0);
    CHECK(mix64(~std::uint64_t{0}) == 0x448e29ced4103459);
    CHECK(row_key(0, 0, 0) == 0x4e17cf67001b3979);
    CHECK(row_key(6, 63, ~std::uint64_t{0}) == 0xe720bd951e266d40);
    CHECK(row_key(2, 5, 0b1011) == 0xf1f82b145c96147b);
}

TEST_CASE("mixing can be taken back, so no two words give the same") {
    const auto unmixed = [](std::uint64_t z) {
        constexpr std::uint64_t inverse = 0xcfee444d8b59a89b;
        static_assert(inverse * 0xd6e8feb86659fd93 == 1);
        z = (z ^ (z >> 32)) * inverse;
        z = (z ^ (z >> 32)) * inverse;
        return z ^ (z >> 32);
    };
    Rng rng(1);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t word = rng();
        REQUIRE(unmixed(mix64(word)) == word);
    }
}

TEST_CASE("one bit of a word changes about half of the mixed bits") {
    Rng rng(2);
    for (int bit = 0; bit < 64; ++bit) {
        int changed = 0;
        for (int i = 0; i < 500; ++i) {
            const std::uint64_t word = rng();
            changed += std::popcount(mix64(word) ^ mix64(word ^ std::uint64_t{1} << bit));
        }
        CHECK(changed > 500 * 27);
        CHECK(changed < 500 * 37);
    }
}

TEST_CASE("rows of one point or none have keys that all differ, whatever plane and row") {
    std::vector<std::uint64_t> keys;
    for (unsigned plane = 0; plane < 7; ++plane) {
        for (unsigned row = 0; row < 64; ++row) {
            keys.push_back(row_key(plane, row, 0));
            for (int x = 0; x < 64; ++x) keys.push_back(row_key(plane, row, std::uint64_t{1} << x));
        }
    }
    std::ranges::sort(keys);
    CHECK(std::ranges::adjacent_find(keys) == keys.end());
    CHECK(keys.front() != 0);
}

TEST_CASE("what placing one dot changes in a key differs for all planes, rows and columns") {
    // Otherwise two moves that lead to different positions could lead to the same key.
    std::vector<std::uint64_t> changes;
    for (unsigned plane = 0; plane < 7; ++plane) {
        for (unsigned row = 0; row < 64; ++row) {
            for (int x = 0; x < 64; ++x) {
                changes.push_back(row_key(plane, row, 0) ^
                                  row_key(plane, row, std::uint64_t{1} << x));
            }
        }
    }
    std::ranges::sort(changes);
    CHECK(std::ranges::adjacent_find(changes) == changes.end());
}
