// Decks by wish.

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/design.hpp>
#include <dotcore/dotduel/statistics.hpp>

#include "dotduel_decks.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

// Looked up in the deck's tables, not with the search's own means.
[[nodiscard]] int most_in_tables(const Deck& deck) {
    const auto& counts = deck.tables().counts;
    return *std::max_element(counts.begin(), counts.end());
}

}  // namespace

TEST_CASE("no card with four of a number, three, or even two and two alone") {
    for (const int most : {3, 2}) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const Wish wish{.most_on_a_card = most};
            const Design found = design(wish, seed);
            REQUIRE(found.is_met);
            CHECK(found.shortfall(wish).empty());
            CHECK(most_in_tables(found.deck) <= most);
            CHECK(found.most_on_a_card == most_in_tables(found.deck));
            CHECK(found.deck.profile() == Deck::standard(seed).profile());
            CHECK(faults(cards_of(found.deck), numbers_of(found.deck)).empty());
        }
    }
}

TEST_CASE("even Double Dots: equally many symbols, equal chances") {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Design found = design({.even_double_dots = true}, seed);
        REQUIRE(found.is_met);
        const Statistics chances = statistics(found.deck, 6);
        const Profile profile = found.deck.profile();
        for (std::size_t a = 2; a <= 12; ++a) {
            for (std::size_t b = 2; b < a; ++b) {
                if (profile[a] != profile[b]) continue;
                CHECK(chances.double_dot[6][a] == doctest::Approx(chances.double_dot[6][b]));
            }
        }
    }
    // A deck that is only drawn is not like that: the wish means something.
    CHECK(uneven_double_dots(Deck::standard(0), 6) > 0.001);
}

TEST_CASE("a spread of chances is kept to") {
    const Wish wish{.double_dot_spread = 0.06};
    const Design found = design(wish, 1);
    REQUIRE(found.is_met);
    const Statistics chances = statistics(found.deck, 6);
    const auto [least, most] =
        std::minmax_element(chances.double_dot[6].begin() + 2, chances.double_dot[6].end());
    CHECK(*most - *least <= 0.06);
    CHECK(found.double_dot_spread == doctest::Approx(*most - *least));
    CHECK(double_dot_spread(Deck::standard(1), 6) > 0.06);
}

TEST_CASE("wishes together, with a profile, of another order") {
    Profile profile{};
    profile[6] = profile[7] = profile[8] = 7;
    const Wish wish{.order = 4,
                    .profile = profile,
                    .most_on_a_card = 4,
                    .even_double_dots = true,
                    .showing = 4};
    const Design found = design(wish, 3);
    REQUIRE(found.is_met);
    CHECK(found.deck.profile() == profile);
    CHECK(most_in_tables(found.deck) <= 4);
    CHECK(uneven_double_dots(found.deck, 4) == 0);
}

TEST_CASE("the same wish and seed, the same deck") {
    const Wish wish{.most_on_a_card = 2};
    CHECK(design(wish, 7).deck == design(wish, 7).deck);
    CHECK(design(wish, 7).deck != design(wish, 8).deck);
    CHECK(design(wish, 7).deck.key() == 13750925541371701529ULL);
    CHECK(design({.double_dot_spread = 0.06}, 1).deck.key() == 15848853628826759851ULL);
}

TEST_CASE("a wish that cannot be met is told") {
    // Any two symbols meet on a card.
    const Wish wish{.most_on_a_card = 1, .double_dot_spread = 0, .tries = 500};
    const Design found = design(wish, 1);
    CHECK_FALSE(found.is_met);
    CHECK(found.tries == 500);
    CHECK(
        found.shortfall(wish).starts_with("most_on_a_card=1: the best deck found has 2; "
                                          "double_dot_spread=0.000000: the best deck found has"));
}

TEST_CASE("a search can be stopped") {
    int asked = 0;
    const Design found = design({.most_on_a_card = 1}, 1, [&asked] { return ++asked == 3; });
    CHECK_FALSE(found.is_met);
    CHECK(asked == 3);
}

TEST_CASE("a wish that is none is refused") {
    const auto refused = [](const Wish& wish) {
        CHECK_THROWS_AS(static_cast<void>(design(wish, 1)), RulesError);
    };
    refused({.order = 6});
    refused({.profile = Profile{}});
    refused({.most_on_a_card = 0});
    refused({.most_on_a_card = 9});
    refused({.double_dot_spread = -0.1});
    refused({.double_dot_spread = std::numeric_limits<double>::quiet_NaN()});
    refused({.showing = 1});
    refused({.showing = 13});
    refused({.tries = -1});
    refused({.order = 13, .even_double_dots = true});
}
