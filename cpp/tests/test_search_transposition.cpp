// The transposition table.

#include <doctest/doctest.h>

#include <cstdint>

#include <dotcore/core/rng.hpp>
#include <dotcore/search/transposition.hpp>

using namespace dotcore::search;

namespace {

constexpr std::uint64_t key_in_bucket(std::uint64_t bucket, std::uint64_t low) {
    // With 2^14 - 1 buckets (1 MB) the topmost bits choose among them.
    return bucket << 50 | low;
}

}  // namespace

TEST_CASE("a finding comes back as it was stored") {
    TranspositionTable table(1);
    dotcore::Rng rng(3);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t key = rng();
        const Finding finding{static_cast<std::int32_t>(rng.below(40001)) - 20000,
                              static_cast<std::int32_t>(rng.below(9001)) - 1,
                              static_cast<int>(rng.below(256)),
                              static_cast<Bound>(1 + rng.below(3)),
                              rng.below(2) == 0,
                              rng.below(2) == 0};
        table.store(key, finding);
        Finding found;
        REQUIRE(table.probe(key, found));
        CHECK(found == finding);
    }
}

TEST_CASE("a table has the size that was asked for and keeps it") {
    TranspositionTable table(2);
    CHECK(table.bytes() == std::size_t{2} << 20);
    for (std::uint64_t i = 1; i < 200000; ++i)
        table.store(i * 0x9e3779b97f4a7c15, {1, 2, 3, Bound::exact});
    CHECK(table.bytes() == std::size_t{2} << 20);
    CHECK(table.permille_full() > 700);
    table.clear();
    CHECK(table.permille_full() == 0);
}

TEST_CASE("keys that differ in one low bit are told apart") {
    TranspositionTable table(1);
    table.store(key_in_bucket(7, 8), {5, 1, 4, Bound::exact});
    Finding found;
    CHECK(table.probe(key_in_bucket(7, 8), found));
    CHECK_FALSE(table.probe(key_in_bucket(7, 9), found));
    CHECK_FALSE(table.probe(0, found));
}

TEST_CASE("the shallowest of a full bucket gives way") {
    TranspositionTable table(1);
    for (int i = 0; i < 4; ++i)
        table.store(key_in_bucket(3, static_cast<std::uint64_t>(i) + 1),
                    {i, i, 10 + i, Bound::lower});
    table.store(key_in_bucket(3, 9), {9, 9, 1, Bound::lower});
    Finding found;
    CHECK_FALSE(table.probe(key_in_bucket(3, 1), found));
    for (const std::uint64_t low : {2, 3, 4, 9}) CHECK(table.probe(key_in_bucket(3, low), found));
}

TEST_CASE("what an earlier search left gives way before anything of this one") {
    TranspositionTable table(1);
    table.store(key_in_bucket(3, 1), {1, 1, 200, Bound::exact});
    table.grow_older();
    for (std::uint64_t low = 2; low <= 4; ++low)
        table.store(key_in_bucket(3, low), {1, 1, 1, Bound::exact});
    table.store(key_in_bucket(3, 5), {1, 1, 1, Bound::exact});
    Finding found;
    CHECK_FALSE(table.probe(key_in_bucket(3, 1), found));
    CHECK(table.probe(key_in_bucket(3, 2), found));
}

TEST_CASE("an exact proof stays, half a proof gives way to a deeper guess only") {
    TranspositionTable table(1);
    Finding found;
    const Finding exact{4, 1, 2, Bound::exact, true, true};
    table.store(11, exact);
    table.store(11, {6, 2, 9, Bound::exact});
    REQUIRE(table.probe(11, found));
    CHECK(found == exact);

    const Finding half{4, 1, 5, Bound::lower, true, false};
    table.store(12, half);
    table.store(12, {6, 2, 4, Bound::exact});
    REQUIRE(table.probe(12, found));
    CHECK(found == half);
    table.store(12, {6, 2, 6, Bound::exact});
    REQUIRE(table.probe(12, found));
    CHECK(found.value == 6);
}

TEST_CASE("a finding without an action leaves the known one") {
    TranspositionTable table(1);
    table.store(5, {1, 17, 2, Bound::lower});
    table.store(5, {0, -1, 3, Bound::upper});
    Finding found;
    REQUIRE(table.probe(5, found));
    CHECK(found.value == 0);
    CHECK(found.action == 17);
}
