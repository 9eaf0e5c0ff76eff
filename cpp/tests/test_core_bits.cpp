#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include <dotcore/core/bits.hpp>
#include <dotcore/core/rng.hpp>

using namespace dotcore;

namespace {

bool has(std::uint64_t word, int bit) { return (word >> bit & 1) != 0; }
std::uint64_t one(int bit) { return std::uint64_t{1} << bit; }

std::uint64_t slow_prefix_parity(std::uint64_t word) {
    std::uint64_t result = 0;
    bool odd = false;
    for (int i = 0; i < 64; ++i) {
        odd = odd != has(word, i);
        if (odd) result |= one(i);
    }
    return result;
}

std::uint64_t slow_fill_runs(std::uint64_t open, std::uint64_t seeds) {
    std::uint64_t filled = open & seeds;
    for (int i = 1; i < 64; ++i) {
        if (has(filled, i - 1) && has(open, i)) filled |= one(i);
    }
    for (int i = 62; i >= 0; --i) {
        if (has(filled, i + 1) && has(open, i)) filled |= one(i);
    }
    return filled;
}

std::uint64_t slow_neighbours(std::uint64_t set) {
    std::uint64_t result = 0;
    for (int i = 0; i < 64; ++i) {
        const int column = i % 8;
        const int row = i / 8;
        const bool touched = (column > 0 && has(set, i - 1)) || (column < 7 && has(set, i + 1)) ||
                             (row > 0 && has(set, i - 8)) || (row < 7 && has(set, i + 8));
        if (touched) result |= one(i);
    }
    return result;
}

std::uint64_t slow_window_fill(std::uint64_t open, std::uint64_t seeds) {
    std::vector<int> ahead;
    for (int i = 0; i < 64; ++i) {
        if (has(seeds, i)) ahead.push_back(i);
    }
    std::uint64_t reached = seeds;
    while (!ahead.empty()) {
        const std::uint64_t beside = slow_neighbours(one(ahead.back())) & open & ~reached;
        ahead.pop_back();
        reached |= beside;
        for (int i = 0; i < 64; ++i) {
            if (has(beside, i)) ahead.push_back(i);
        }
    }
    return reached;
}

// Words of every density, so that runs of all lengths occur.
std::uint64_t random_word(Rng& rng) {
    std::uint64_t word = rng();
    for (std::uint32_t i = rng.below(4); i > 0; --i) word |= rng();
    for (std::uint32_t i = rng.below(4); i > 0; --i) word &= rng();
    return word;
}

}  // namespace

static_assert(bits::prefix_parity(0b100100) == 0b011100);
static_assert(bits::fill_runs(0b1110111, 0b0100000) == 0b1110000);
static_assert(bits::window::fill(0b1111, 0b1) == 0b1111);

TEST_CASE("prefix parity is the parity of all bits up to each bit") {
    for (int i = 0; i < 64; ++i) CHECK(bits::prefix_parity(one(i)) == ~std::uint64_t{0} << i);
    Rng rng(1);
    for (int i = 0; i < 5000; ++i) {
        const std::uint64_t word = random_word(rng);
        REQUIRE(bits::prefix_parity(word) == slow_prefix_parity(word));
    }
}

TEST_CASE("filling runs of a row equals spreading bit by bit, for all short rows at both ends") {
    for (const int shift : {0, 29, 56}) {
        for (std::uint64_t open = 0; open < 256; ++open) {
            for (std::uint64_t seeds = 0; seeds < 256; ++seeds) {
                REQUIRE(bits::fill_runs(open << shift, seeds << shift) ==
                        slow_fill_runs(open << shift, seeds << shift));
            }
        }
    }
}

TEST_CASE("filling runs of a row equals spreading bit by bit, for random rows") {
    Rng rng(2);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t open = random_word(rng);
        const std::uint64_t seeds = random_word(rng);
        REQUIRE(bits::fill_runs(open, seeds) == slow_fill_runs(open, seeds));
    }
}

TEST_CASE("one seed fills a whole row of 64 open points, from either end and from within") {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    for (int i = 0; i < 64; ++i) CHECK(bits::fill_runs(all, one(i)) == all);
    CHECK(bits::fill_runs(all, 0) == 0);
    CHECK(bits::fill_runs(0, all) == 0);
    CHECK(bits::fill_runs(~one(63), one(63)) == 0);
}

TEST_CASE("bits are visited from the lowest up") {
    std::vector<int> visited;
    bits::for_each_bit(one(63) | one(0) | one(17), [&](int i) { visited.push_back(i); });
    CHECK(visited == std::vector<int>{0, 17, 63});
    bits::for_each_bit(0, [](int) { FAIL("no bit to visit"); });
}

TEST_CASE("neighbours in a window stop at its sides") {
    for (int i = 0; i < 64; ++i) CHECK(bits::window::neighbours(one(i)) == slow_neighbours(one(i)));
    Rng rng(3);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t set = random_word(rng);
        REQUIRE(bits::window::neighbours(set) == slow_neighbours(set));
    }
    CHECK(std::popcount(bits::window::border) == 28);
}

TEST_CASE("filling a window equals a flood fill point by point") {
    Rng rng(4);
    for (int i = 0; i < 5000; ++i) {
        const std::uint64_t open = random_word(rng);
        const std::uint64_t seeds = random_word(rng) & random_word(rng) & open;
        REQUIRE(bits::window::fill(open, seeds) == slow_window_fill(open, seeds));
    }
}
