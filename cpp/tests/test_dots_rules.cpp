#include <doctest/doctest.h>

#include <dotcore/dots/rules.hpp>

using namespace dotcore::dots;

static_assert(Rules{} == Rules::bga());
static_assert(Rules::zagram() != Rules::bga());
static_assert(Rules{.komi_halves = 1} != Rules{});

TEST_CASE("bga is the source's own words: wait, keep, captures, stop") {
    constexpr Rules rules = Rules::bga();
    CHECK(rules.captures_by_itself());
    CHECK_FALSE(rules.captures_entering_dot());
    CHECK_FALSE(rules.forbids_suicide());
    CHECK_FALSE(rules.frees_captured_dots());
    CHECK_FALSE(rules.closes_empty_pools());
    CHECK_FALSE(rules.scores_territory());
    CHECK(rules.allows_stop());
    CHECK_FALSE(rules.allows_grounding());
    CHECK(rules.start == Start::empty);
    CHECK(rules.komi_halves == 0);
}

TEST_CASE("zagram captures the entering dot and frees captured dots") {
    constexpr Rules rules = Rules::zagram();
    CHECK(rules.captures_by_itself());
    CHECK(rules.captures_entering_dot());
    CHECK(rules.frees_captured_dots());
    CHECK(rules.allows_stop());
    CHECK_FALSE(rules.scores_territory());
}

TEST_CASE("zagram's territory game is played with named chains") {
    constexpr Rules rules = Rules::zagram_territory();
    CHECK_FALSE(rules.captures_by_itself());
    CHECK_FALSE(rules.captures_entering_dot());
    CHECK(rules.frees_captured_dots());
    CHECK(rules.scores_territory());
    CHECK(rules.allows_stop());
}

TEST_CASE("russian rules ground, and start from a cross") {
    constexpr Rules rules = Rules::russian();
    CHECK(rules.captures_by_itself());
    CHECK(rules.captures_entering_dot());
    CHECK(rules.frees_captured_dots());
    CHECK(rules.allows_grounding());
    CHECK_FALSE(rules.allows_stop());
    CHECK(rules.start == Start::cross);
}

TEST_CASE("under capture=manual an entering dot is not captured, whatever entry says") {
    constexpr Rules rules{.capture = Capture::manual, .entry = Entry::capture};
    CHECK_FALSE(rules.captures_entering_dot());
}
