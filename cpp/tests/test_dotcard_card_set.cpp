// CardSet against plain counts of each kind.

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/card_set.hpp>
#include <dotcore/dotcard/deck.hpp>

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

using Counts = std::array<int, max_kinds>;

[[nodiscard]] std::size_t index(int i) { return static_cast<std::size_t>(i); }

[[nodiscard]] int below(Rng& rng, int n) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
}

void check_same(const CardSet& set, const Counts& counts) {
    int size = 0;
    Kinds kinds = 0;
    for (int kind = 0; kind < max_kinds; ++kind) {
        const Card card = Card::of_kind(kind);
        const int count = counts[index(kind)];
        REQUIRE(set.count(card) == count);
        REQUIRE(set.has(card) == (count > 0));
        if (count > 0) kinds |= card.bit();
        size += count;
    }
    REQUIRE(set.size() == size);
    REQUIRE(set.kinds() == kinds);
    REQUIRE(set.empty() == (size == 0));
    // Numbered, each card is there once.
    Counts numbered{};
    for (int i = 0; i < size; ++i) ++numbered[index(set.nth(i).kind())];
    REQUIRE(numbered == counts);
    // Told by rising kind
    Counts told{};
    int last = -1;
    set.for_each([&](Card card, int count) {
        REQUIRE(card.kind() > last);
        last = card.kind();
        told[index(card.kind())] = count;
    });
    REQUIRE(told == counts);
}

[[nodiscard]] std::pair<CardSet, Counts> random_set(Rng& rng, int most) {
    CardSet set;
    Counts counts{};
    for (int kind = 0; kind < max_kinds; ++kind) {
        counts[index(kind)] = below(rng, 2) == 0 ? 0 : below(rng, most + 1);
        for (int i = 0; i < counts[index(kind)]; ++i) set.add(Card::of_kind(kind));
    }
    return {set, counts};
}

}  // namespace

TEST_SUITE("dotcard card set") {
    TEST_CASE("an empty set") {
        check_same(CardSet{}, Counts{});
        CHECK(CardSet{} == CardSet::of_planes({}));
    }

    TEST_CASE("each kind is counted from 0 to 7 and back") {
        for (int kind = 0; kind < max_kinds; ++kind) {
            CardSet set;
            Counts counts{};
            for (int i = 1; i <= max_copies; ++i) {
                set.add(Card::of_kind(kind));
                counts[index(kind)] = i;
                check_same(set, counts);
            }
            for (int i = max_copies - 1; i >= 0; --i) {
                set.take(Card::of_kind(kind));
                counts[index(kind)] = i;
                check_same(set, counts);
            }
        }
    }

    TEST_CASE("cards added and taken one by one") {
        Rng rng(1);
        CardSet set;
        Counts counts{};
        for (int i = 0; i < 3000; ++i) {
            const int kind = below(rng, 8) == 0 ? max_kinds - 1 : below(rng, max_kinds);
            int& count = counts[index(kind)];
            if (count < max_copies && (count == 0 || below(rng, 2) == 0)) {
                set.add(Card::of_kind(kind));
                ++count;
            } else {
                set.take(Card::of_kind(kind));
                --count;
            }
            if (i % 10 == 0) check_same(set, counts);
        }
    }

    TEST_CASE("sums and differences of sets") {
        Rng rng(2);
        for (int i = 0; i < 300; ++i) {
            const int most = below(rng, max_copies + 1);
            const auto [a, in_a] = random_set(rng, most);
            const auto [b, in_b] = random_set(rng, max_copies - most);
            CardSet sum = a;
            sum.add(b);
            Counts in_sum = in_a;
            for (std::size_t kind = 0; kind < in_sum.size(); ++kind) in_sum[kind] += in_b[kind];
            check_same(sum, in_sum);
            CHECK(CardSet::of_planes(sum.planes()) == sum);
            CHECK((sum == a) == b.empty());
            CardSet rest = sum;
            rest.take(b);
            CHECK(rest == a);
            rest.take(a);
            CHECK(rest.empty());
        }
    }

    TEST_CASE("the cards of a deck are those that it counts") {
        const std::vector<int> bonus{0, -5, -5, -99};
        const std::array decks{Deck::d114(),
                               Deck::d104(),
                               Deck::d118(),
                               Deck::d59(),
                               Deck::custom(0, 7, bonus),
                               Deck::custom(6, 3, 5, bonus)};
        for (const Deck& deck : decks) {
            CAPTURE(deck.name());
            Counts counts{};
            for (int kind = 0; kind < deck.kinds(); ++kind) {
                counts[index(kind)] = deck.count(Card::of_kind(kind));
            }
            check_same(deck.cards(), counts);
        }
        CHECK(Deck::d114().size() == 114);
        CHECK(Deck::d104().size() == 104);
        CHECK(Deck::d118().size() == 118);
        CHECK(Deck::d59().size() == 59);
    }

    TEST_CASE("kinds count faces by their halves") {
        int kind = 0;
        for (int high = 0; high < max_numbers; ++high) {
            for (int low = 0; low <= high; ++low, ++kind) {
                const Card card = Card::face(high, low);
                REQUIRE(card == Card::face(low, high));
                REQUIRE(card.kind() == kind);
                REQUIRE(card.high() == high);
                REQUIRE(card.low() == low);
                REQUIRE(card.across(high) == low);
                REQUIRE(card.across(low) == high);
                REQUIRE(card.is_block() == (high == low));
                REQUIRE(((all_blocks >> kind & 1) != 0) == card.is_block());
                for (int number = 0; number < max_numbers; ++number) {
                    REQUIRE(((faces_with[index(number)] >> kind & 1) != 0) ==
                            (number == high || number == low));
                }
            }
        }
        CHECK(kind == face_kinds);
    }
}
