// The match table against a deck looked at card by card.

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotduel/match_table.hpp>

#include "dotduel_decks.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

using Pairs = std::vector<CardPair>;

// What any two of the cards share, found by looking.
struct Looked {
    const Deck& deck;

    [[nodiscard]] bool has(int card, int symbol) const {
        const auto symbols = deck.card(card);
        return std::count(symbols.begin(), symbols.end(), symbol) == 1;
    }
    [[nodiscard]] int number(int symbol) const {
        return deck.numbers()[static_cast<std::size_t>(symbol)];
    }
    [[nodiscard]] int count(int card, int rolled) const {
        int found = 0;
        for (int symbol = 0; symbol < deck.symbol_count(); ++symbol) {
            found += has(card, symbol) && number(symbol) == rolled;
        }
        return found;
    }
    // Cards that all show one symbol of the number
    [[nodiscard]] bool share(const std::vector<int>& cards, int rolled) const {
        for (int symbol = 0; symbol < deck.symbol_count(); ++symbol) {
            if (number(symbol) != rolled) continue;
            if (std::all_of(cards.begin(), cards.end(), [&](int c) { return has(c, symbol); })) {
                return true;
            }
        }
        return false;
    }
};

[[nodiscard]] std::vector<Deck> decks() {
    const Deck seven = Deck::standard(5);
    auto cards = cards_of(seven);
    cards.resize(55);
    Profile crowded{};
    crowded[7] = 40;
    crowded[3] = 17;
    return {fixture_f(),
            seven,
            Deck::standard(6, crowded),
            Deck::of_order(2, 1),
            Deck::of_order(5, 2),
            Deck::from_cards(cards, numbers_of(seven), true)};
}

[[nodiscard]] CardMask mask_of(const std::vector<int>& cards) {
    CardMask mask = 0;
    for (const int card : cards) mask |= card_bit(card);
    return mask;
}

}  // namespace

TEST_CASE("the rules' fixture F: claims and Double Dots of cards 0 to 5") {
    const MatchTable table = MatchTable::of(fixture_f());
    const CardMask show = 0b111111;
    const auto claims = [&](int number) {
        std::vector<Claim> found;
        table.claims(show, number, found);
        return found;
    };
    const auto double_dots = [&](int number) {
        Pairs found;
        table.double_dots(show, number, found);
        return found;
    };
    CHECK(claims(5) == std::vector<Claim>{{0, 2}, {1, 1}, {2, 1}, {3, 1}, {4, 2}});
    CHECK(double_dots(5) == Pairs{{0, 2}, {0, 3}, {0, 4}, {2, 3}});
    CHECK(claims(8) == std::vector<Claim>{{3, 2}, {4, 1}, {5, 1}});
    CHECK(double_dots(8) == Pairs{{3, 5}});
    CHECK(claims(11) == std::vector<Claim>{{1, 1}});
    CHECK(double_dots(11).empty());
}

TEST_CASE("the rules' fixture F: GROUNDS, and how often a card has how many of a number") {
    const MatchTable table = MatchTable::of(fixture_f());
    const CardMask grounds = mask_of({10, 20, 30, 40});
    Pairs found;
    table.double_dots(grounds, 11, found);
    CHECK(table.total(grounds, 11) == 6);
    CHECK(found == Pairs{{10, 40}});
    std::vector<int> cells(4);
    for (int card = 0; card < 57; ++card) {
        for (int number = 2; number <= 12; ++number) {
            ++cells.at(static_cast<std::size_t>(table.count(card, number)));
        }
    }
    CHECK(cells == std::vector<int>{289, 222, 114, 2});
    CHECK(table.count(54, 2) == 3);
    CHECK(table.count(55, 3) == 3);
}

TEST_CASE("one card, one symbol, one number, and two cards") {
    for (const Deck& deck : decks()) {
        const MatchTable table = MatchTable::of(deck);
        const Looked looked{deck};
        REQUIRE(table.cards() == deck.size());
        REQUIRE(table.symbols() == deck.symbol_count());
        for (int card = 0; card < deck.size(); ++card) {
            for (int number = 0; number < 16; ++number) {
                REQUIRE(table.count(card, number) == looked.count(card, number));
                REQUIRE((table.with_number(number) >> card & 1) ==
                        (looked.count(card, number) > 0));
            }
            for (int symbol = 0; symbol < deck.symbol_count(); ++symbol) {
                REQUIRE((table.symbols_of(card) >> symbol & 1) == looked.has(card, symbol));
                REQUIRE((table.holders(symbol) >> card & 1) == looked.has(card, symbol));
                REQUIRE(table.number_of(symbol) == looked.number(symbol));
            }
            for (int other = 0; other < deck.size(); ++other) {
                for (int number = 2; number <= 12; ++number) {
                    REQUIRE((table.partners(card, number) >> other & 1) ==
                            (card != other && looked.share({card, other}, number)));
                }
                const int symbol = table.pair_symbol(card, other);
                if (card == other) {
                    REQUIRE(symbol == MatchTable::no_symbol);
                    REQUIRE(table.pair_number(card, other) == 0);
                    continue;
                }
                REQUIRE(looked.has(card, symbol));
                REQUIRE(looked.has(other, symbol));
                REQUIRE(table.pair_number(card, other) == looked.number(symbol));
            }
        }
        REQUIRE(table.all_cards() ==
                (deck.size() == 64 ? ~CardMask{0} : card_bit(deck.size()) - 1));
        for (int number = 0; number < 16; ++number) {
            for (int symbol = 0; symbol < deck.symbol_count(); ++symbol) {
                REQUIRE((table.symbols_with(number) >> symbol & 1) ==
                        (looked.number(symbol) == number));
            }
        }
    }
}

TEST_CASE("any cards that show, any number") {
    Rng rng(1);
    for (const Deck& deck : decks()) {
        const MatchTable table = MatchTable::of(deck);
        const Looked looked{deck};
        for (int round = 0; round < 300; ++round) {
            std::vector<int> order(static_cast<std::size_t>(deck.size()));
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
            rng.shuffle(std::span<int>(order));
            order.resize(rng.below(std::min(13U, static_cast<std::uint32_t>(deck.size()) + 1)));
            std::sort(order.begin(), order.end());
            const CardMask show = mask_of(order);
            const int number = 2 + static_cast<int>(rng.below(11));
            std::vector<Claim> claims;
            Pairs pairs;
            int total = 0;
            for (std::size_t i = 0; i < order.size(); ++i) {
                const int count = looked.count(order[i], number);
                total += count;
                if (count > 0) {
                    claims.push_back(
                        {static_cast<std::uint8_t>(order[i]), static_cast<std::uint8_t>(count)});
                }
                for (std::size_t j = i + 1; j < order.size(); ++j) {
                    if (!looked.share({order[i], order[j]}, number)) continue;
                    pairs.push_back(
                        {static_cast<std::uint8_t>(order[i]), static_cast<std::uint8_t>(order[j])});
                }
            }
            MatchTable::Claims found_claims;
            MatchTable::DoubleDots found_pairs;
            table.claims(show, number, found_claims);
            table.double_dots(show, number, found_pairs);
            REQUIRE(std::vector<Claim>(found_claims.begin(), found_claims.end()) == claims);
            REQUIRE(Pairs(found_pairs.begin(), found_pairs.end()) == pairs);
            REQUIRE(table.total(show, number) == total);
            REQUIRE(table.nothing_matches(show, number) == claims.empty());
            REQUIRE(table.has_double_dot(show, number) == !pairs.empty());
            REQUIRE(table.is_double_dot(show, number) ==
                    (order.size() >= 2 && looked.share(order, number)));
        }
    }
}

TEST_CASE("all named cards must share one symbol, not each two of them one of the number") {
    const MatchTable table = MatchTable::of(fixture_f());
    // Of 5, cards 0, 2 and 3 share pairwise; one symbol is on 0, 2 and 3, or there are several.
    const auto symbol = table.pair_symbol(0, 2);
    REQUIRE(table.number_of(symbol) == 5);
    CHECK(table.is_double_dot(mask_of({0, 2}), 5));
    CHECK(table.is_double_dot(table.holders(symbol), 5));
    CHECK_FALSE(table.is_double_dot(mask_of({0, 2, 4}), 5));
    CHECK_FALSE(table.is_double_dot(mask_of({0, 2}), 6));
    CHECK_FALSE(table.is_double_dot(mask_of({0}), 5));
    CHECK_FALSE(table.is_double_dot(0, 5));
}

TEST_CASE("a deck of 64 cards has room, one of more has not") {
    // Sunflowers: one symbol on every card, and one more on each.
    const auto sunflower = [](int cards) {
        std::vector<std::vector<int>> all;
        for (int card = 0; card < cards; ++card) all.push_back({0, card + 1});
        return Deck::from_cards(all, std::vector<int>(static_cast<std::size_t>(cards) + 1, 7),
                                true);
    };
    const MatchTable table = MatchTable::of(sunflower(63));
    CHECK(table.symbols() == 64);
    MatchTable::DoubleDots all;
    table.double_dots(table.all_cards(), 7, all);
    CHECK(all.size() == 63 * 62 / 2);
    CHECK(table.total(table.all_cards(), 7) == 126);
    CHECK_THROWS_AS(static_cast<void>(MatchTable::of(sunflower(64))), RulesError);
    CHECK_THROWS_AS(static_cast<void>(MatchTable::of(Deck::of_order(8, 1))), RulesError);
    // Copies of one card of one symbol
    const std::vector<std::vector<int>> same(64, {0});
    const MatchTable full = MatchTable::of(Deck::from_cards(same, std::vector<int>{12}, true));
    CHECK(full.all_cards() == ~CardMask{0});
    CHECK(full.is_double_dot(full.all_cards(), 12));
}
