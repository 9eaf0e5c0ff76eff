// Planes and the fields that they are made over.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/plane.hpp>

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

const std::vector<int> orders{2, 3, 4, 5, 7, 8, 9, 11, 13, 16};

// All of it at compile time
constexpr GaloisField four(4);
static_assert(four.sum(2, 3) == 1 && four.product(2, 2) == 3 && four.product(2, 3) == 1);
constexpr GaloisField nine(9);
static_assert(nine.sum(1, 2) == 0 && nine.product(3, 3) == 2);
constexpr GaloisField sixteen(16);
static_assert(sixteen.product(2, 8) == 3 && sixteen.product(9, 2) == 1);

}  // namespace

TEST_CASE("a field of q elements keeps the laws of a field") {
    for (const int q : orders) {
        CAPTURE(q);
        const GaloisField field(q);
        for (int a = 0; a < q; ++a) {
            REQUIRE(field.sum(a, 0) == a);
            REQUIRE(field.product(a, 1) == a);
            std::set<int> sums;
            std::set<int> products;
            for (int b = 0; b < q; ++b) {
                sums.insert(field.sum(a, b));
                products.insert(field.product(a, b));
                REQUIRE(field.sum(a, b) == field.sum(b, a));
                REQUIRE(field.product(a, b) == field.product(b, a));
                for (int c = 0; c < q; ++c) {
                    REQUIRE(field.sum(field.sum(a, b), c) == field.sum(a, field.sum(b, c)));
                    REQUIRE(field.product(field.product(a, b), c) ==
                            field.product(a, field.product(b, c)));
                    REQUIRE(field.product(a, field.sum(b, c)) ==
                            field.sum(field.product(a, b), field.product(a, c)));
                }
            }
            // Every difference, and but for 0 every quotient
            REQUIRE(sums.size() == static_cast<std::size_t>(q));
            REQUIRE(products.size() == (a == 0 ? 1 : static_cast<std::size_t>(q)));
        }
    }
}

TEST_CASE("any two cards of a plane share exactly one symbol, and every symbol is on q + 1 cards") {
    for (const int q : orders) {
        CAPTURE(q);
        REQUIRE(is_plane_order(q));
        const std::vector<std::uint16_t> cards = plane(q);
        const auto n = static_cast<std::size_t>(plane_size(q));
        const auto k = static_cast<std::size_t>(q + 1);
        REQUIRE(cards.size() == n * k);
        std::vector<int> frequencies(n);
        for (const std::uint16_t symbol : cards) ++frequencies.at(symbol);
        REQUIRE(std::count(frequencies.begin(), frequencies.end(), q + 1) ==
                static_cast<std::ptrdiff_t>(n));
        for (std::size_t a = 0; a < n; ++a) {
            const auto first = cards.begin() + static_cast<std::ptrdiff_t>(a * k);
            const auto end = first + static_cast<std::ptrdiff_t>(k);
            REQUIRE(std::adjacent_find(first, end, std::greater_equal<>()) == end);
            for (std::size_t b = 0; b < a; ++b) {
                int shared = 0;
                for (std::size_t i = 0; i < k; ++i) {
                    shared += static_cast<int>(std::count(first, end, cards[b * k + i]));
                }
                REQUIRE(shared == 1);
            }
        }
    }
}

TEST_CASE("order 7 is the difference set of the rules, moved along") {
    const std::vector<std::uint16_t> cards = plane(7);
    CHECK(std::vector<int>(cards.begin(), cards.begin() + 8) ==
          std::vector<int>{0, 1, 3, 13, 32, 36, 43, 52});
    CHECK(std::vector<int>(cards.end() - 8, cards.end()) ==
          std::vector<int>{0, 2, 12, 31, 35, 42, 51, 56});
}

TEST_CASE("there is no plane of another order") {
    for (const int order : {-1, 0, 1, 6, 10, 12, 14, 15, 17}) {
        CAPTURE(order);
        CHECK_FALSE(is_plane_order(order));
        CHECK_THROWS_AS(static_cast<void>(plane(order)), RulesError);
    }
}
