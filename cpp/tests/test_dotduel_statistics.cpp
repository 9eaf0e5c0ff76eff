// Exact chances: against all sets of cards counted one by one, and against the rules' figures.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/statistics.hpp>

#include "dotduel_decks.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

constexpr double rounding = 1e-12;

// Every set of cards of a small deck, looked at.
void check_by_counting(const Deck& deck) {
    const MatchTable table = MatchTable::of(deck);
    const Statistics found = statistics(deck, deck.size());
    for (int number = 2; number <= 12; ++number) {
        const auto rows = static_cast<std::size_t>(deck.size()) + 1;
        std::vector<double> all(rows);
        std::vector<double> empty(rows);
        std::vector<double> dotted(rows);
        for (CardMask cards = 0; cards <= table.all_cards(); ++cards) {
            const auto size = static_cast<std::size_t>(std::popcount(cards));
            ++all[size];
            empty[size] += table.nothing_matches(cards, number);
            dotted[size] += table.has_double_dot(cards, number);
        }
        for (std::size_t k = 0; k < rows; ++k) {
            const auto column = static_cast<std::size_t>(number);
            REQUIRE(found.no_match[k][column] == doctest::Approx(empty[k] / all[k]));
            REQUIRE(found.double_dot[k][column] == doctest::Approx(dotted[k] / all[k]));
            REQUIRE(double_dot_chance(deck, static_cast<int>(k), number) ==
                    found.double_dot[k][column]);
        }
    }
}

// Mean over seeds, and how far it may be from the true mean.
struct Mean {
    double sum = 0;
    double squares = 0;
    int count = 0;

    void add(double value) {
        sum += value;
        squares += value * value;
        ++count;
    }
    [[nodiscard]] double value() const { return sum / count; }
    [[nodiscard]] double error() const {
        return std::sqrt((squares / count - value() * value()) / count);
    }
};

}  // namespace

TEST_CASE("the chances of a roll are those of two dice") {
    std::vector<int> ways(13);
    for (std::size_t a = 1; a <= 6; ++a) {
        for (std::size_t b = 1; b <= 6; ++b) ++ways[a + b];
    }
    for (std::size_t number = 0; number <= 12; ++number) {
        CHECK(roll_chance(static_cast<int>(number)) == doctest::Approx(ways[number] / 36.0));
    }
    CHECK(roll_chance(13) == 0);
}

TEST_CASE("small decks, every set of cards counted") {
    check_by_counting(Deck::of_order(2, 1));
    check_by_counting(Deck::of_order(3, 1));
    Profile crowded{};
    crowded[7] = 8;
    crowded[4] = 5;
    check_by_counting(Deck::of_order(3, 1, crowded));
    auto cards = cards_of(Deck::standard(2));
    cards.resize(14);
    check_by_counting(Deck::from_cards(cards, numbers_of(Deck::standard(2)), true));
}

TEST_CASE("two cards of the rules' deck: the share of pairs whose symbol has the number") {
    const Deck deck = Deck::standard(1);
    const Statistics found = statistics(deck, 2);
    const Profile profile = deck.profile();
    for (std::size_t number = 2; number <= 12; ++number) {
        CHECK(found.double_dot[2][number] == doctest::Approx(profile[number] * 28 / 1596.0));
        CHECK(found.double_dot[1][number] == 0);
        CHECK(found.no_match[0][number] == 1);
    }
}

TEST_CASE("a symbol more than the deck's cards can avoid is always met") {
    const Statistics found = statistics(Deck::standard(1), 57);
    CHECK(found.no_match_of_roll[57] == 0);
    CHECK(found.double_dot_of_roll[57] == doctest::Approx(1).epsilon(rounding));
    for (std::size_t k = 1; k <= 57; ++k) {
        CHECK(found.no_match_of_roll[k] <= found.no_match_of_roll[k - 1]);
        CHECK(found.double_dot_of_roll[k] >= found.double_dot_of_roll[k - 1] - rounding);
    }
}

// The rules give four decimals of the mean over random assignments: half of the last one is
// allowed, and four standard errors of the mean over the seeds taken here.
TEST_CASE("the rules' figures, over random assignments with six symbols for 6 and 8") {
    Profile profile{};
    for (std::size_t number = 2; number <= 12; ++number) profile[number] = 5;
    profile[6] = profile[8] = 6;
    Mean no_match_6;
    Mean no_match_4;
    Mean double_dot_6;
    Mean double_dot_4;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Statistics found = statistics(Deck::standard(seed, profile), 6);
        no_match_6.add(found.no_match_of_roll[6]);
        no_match_4.add(found.no_match_of_roll[4]);
        double_dot_6.add(found.double_dot_of_roll[6]);
        double_dot_4.add(found.double_dot_of_roll[4]);
    }
    const auto check = [](const Mean& mean, double figure) {
        CHECK(std::abs(mean.value() - figure) < 0.00005 + 4 * mean.error());
        CHECK(mean.error() < 0.0001);
    };
    check(no_match_6, 0.0052);
    check(no_match_4, 0.0325);
    check(double_dot_6, 0.6893);
    check(double_dot_4, 0.4027);
}

TEST_CASE("what cannot be told is refused") {
    const Deck deck = Deck::standard(1);
    CHECK_THROWS_AS(static_cast<void>(statistics(deck, 58)), RulesError);
    CHECK_THROWS_AS(static_cast<void>(statistics(deck, -1)), RulesError);
    CHECK_THROWS_AS(static_cast<void>(double_dot_chance(deck, 6, 13)), RulesError);
    Profile one{};
    one[7] = plane_size(8);
    CHECK_THROWS_AS(static_cast<void>(statistics(Deck::of_order(8, 1, one), 6)), RulesError);
}
