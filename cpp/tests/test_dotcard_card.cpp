// Cards, counted sets of cards, decks.

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/deck.hpp>

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

using Counts = std::array<int, max_kinds>;

Counts counts_of(const CardSet& set) {
    Counts counts{};
    for (int kind = 0; kind < max_kinds; ++kind) {
        counts[static_cast<std::size_t>(kind)] = set.count(Card::of_kind(kind));
    }
    return counts;
}

CardSet set_of(const Counts& counts) {
    CardSet set;
    for (int kind = 0; kind < max_kinds; ++kind) {
        for (int i = counts[static_cast<std::size_t>(kind)]; i > 0; --i) {
            set.add(Card::of_kind(kind));
        }
    }
    return set;
}

// Few cards, or counts near the bounds.
Counts random_counts(Rng& rng) {
    Counts counts{};
    const bool few = rng.below(2) == 0;
    for (int& count : counts) {
        count = static_cast<int>(few ? (rng.below(4) == 0 ? rng.below(3) : 0) : rng.below(8));
    }
    return counts;
}

}  // namespace

TEST_CASE("face cards are numbered by their halves, either one first") {
    int kind = 0;
    for (int high = 0; high < max_numbers; ++high) {
        for (int low = 0; low <= high; ++low, ++kind) {
            const Card card = Card::face(low, high);
            CHECK(card == Card::face(high, low));
            CHECK(card.kind() == kind);
            CHECK(card.high() == high);
            CHECK(card.low() == low);
            CHECK(card.across(high) == low);
            CHECK(card.is_block() == (high == low));
            CHECK(!card.is_bonus());
            for (int number = 0; number < max_numbers; ++number) {
                const bool has = (faces_with[static_cast<std::size_t>(number)] & card.bit()) != 0;
                CHECK(has == (number == high || number == low));
            }
        }
    }
    CHECK(kind == face_kinds);
    CHECK(Card::bonus(0).kind() == face_kinds);
    CHECK(!Card::bonus(0).is_block());
}

TEST_CASE("a set of cards counts as an array of counts does") {
    Rng rng(1);
    for (int round = 0; round < 300; ++round) {
        Counts a = random_counts(rng);
        CardSet set = set_of(a);
        CHECK(counts_of(set) == a);
        for (int step = 0; step < 50; ++step) {
            const Card card = Card::of_kind(static_cast<int>(rng.below(max_kinds)));
            int& count = a[static_cast<std::size_t>(card.kind())];
            if (rng.below(2) == 0 && count < max_copies) {
                set.add(card);
                ++count;
            } else if (count > 0) {
                set.take(card);
                --count;
            }
            REQUIRE(counts_of(set) == a);
        }
        Counts b{};
        Counts sum = a;
        for (std::size_t kind = 0; kind < b.size(); ++kind) {
            b[kind] = static_cast<int>(rng.below(static_cast<std::uint32_t>(8 - a[kind])));
            sum[kind] += b[kind];
        }
        CardSet both = set;
        both.add(set_of(b));
        REQUIRE(counts_of(both) == sum);
        both.take(set);
        REQUIRE(both == set_of(b));
        int size = 0;
        for (const int count : a) size += count;
        CHECK(set.size() == size);
        CHECK(set.empty() == (size == 0));
    }
}

TEST_CASE("the n-th card of a set runs through each card once") {
    Rng rng(2);
    for (int round = 0; round < 50; ++round) {
        const Counts counts = random_counts(rng);
        const CardSet set = set_of(counts);
        Counts found{};
        for (int n = 0; n < set.size(); ++n) {
            ++found[static_cast<std::size_t>(set.nth(n).kind())];
        }
        CHECK(found == counts);
        Counts told{};
        int last = -1;
        set.for_each([&](Card card, int count) {
            CHECK(card.kind() > last);
            last = card.kind();
            told[static_cast<std::size_t>(card.kind())] = count;
        });
        CHECK(told == counts);
    }
}

TEST_CASE("the decks of the leaflet and of its variants have their cards") {
    CHECK(Deck().size() == 114);
    CHECK(Deck::d104().size() == 104);
    CHECK(Deck::d118().size() == 118);
    CHECK(Deck::d59().size() == 59);
    CHECK(Deck::named("d59") == Deck::d59());
    CHECK(Deck().points(Deck().cards()) == 2 * 495 - 30);
    CHECK(Deck().kinds() == 59);
    CHECK(Deck::d104().count(Card::face(7, 7)) == 1);
    CHECK(Deck::d104().count(Card::face(7, 6)) == 2);
    const int bonus[] = {-5, 0, -5};
    const Deck deck = Deck::custom(2, 3, 1, bonus);
    CHECK(deck.size() == 3 * 3 + 3 + 3);
    CHECK(deck.cards().count(Card::bonus(0)) == 1);
    CHECK(deck.cards().count(Card::bonus(1)) == 2);
    CHECK(deck.points(Card::bonus(1)) == -5);
    CHECK(deck.count(Card::face(3, 0)) == 0);
    CHECK(deck.name() == "max_pip=2, copies=(3, 1), bonus=(0, -5, -5)");
}

TEST_CASE("cards have names, and what is no card is refused") {
    const Deck deck;
    for (int kind = 0; kind < deck.kinds(); ++kind) {
        const Card card = Card::of_kind(kind);
        CHECK(deck.card_of(deck.card_name(card)) == card);
    }
    CHECK(deck.card_of("4|9") == Card::face(9, 4));
    for (const char* text :
         {"", "|", "9|", "|4", "10|0", "9|x", "B", "B1", "B-16", "9|4 ", "-1|3"}) {
        CHECK_THROWS_AS((void)deck.card_of(text), Error);
    }
    const int one[] = {1};
    CHECK_THROWS_AS((void)Deck::custom(9, 2, one), RulesError);
    CHECK_THROWS_AS((void)Deck::custom(10, 2, {}), RulesError);
    CHECK_THROWS_AS((void)Deck::custom(9, 8, {}), RulesError);
    CHECK_THROWS_AS((void)Deck::named("D115"), RulesError);
}
