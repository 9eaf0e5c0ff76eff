// Decks: made from a seed, made of cards, and what is wrong with those that are none.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/deck.hpp>

#include "dotduel_decks.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

using Cards = std::vector<std::vector<int>>;
const Cards fano{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}};
const std::vector<int> seven_numbers{2, 3, 4, 5, 6, 7, 8};

[[nodiscard]] std::vector<std::string> texts(const std::vector<Fault>& faults) {
    std::vector<std::string> found;
    for (const Fault& fault : faults) found.push_back(fault.text());
    return found;
}

[[nodiscard]] int count(const std::vector<Fault>& faults, FaultKind kind) {
    return static_cast<int>(std::count_if(faults.begin(), faults.end(),
                                          [=](const Fault& fault) { return fault.kind == kind; }));
}

// The cards of order n that arithmetic modulo n makes: right for primes only
[[nodiscard]] Cards modulo(int n) {
    Cards cards;
    for (int i = 0; i <= n; ++i) {
        std::vector<int> card{0};
        for (int j = 0; j < n; ++j) card.push_back(1 + n * i + j);
        cards.push_back(card);
    }
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            std::vector<int> card{1 + i};
            for (int k = 0; k < n; ++k) card.push_back(n + 1 + n * k + (i * k + j) % n);
            cards.push_back(card);
        }
    }
    return cards;
}

}  // namespace

TEST_CASE("the standard deck has nine numbers with five symbols and two with six") {
    std::vector<int> with_six(13);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Deck deck = Deck::standard(seed);
        Profile profile = deck.profile();
        for (std::size_t number = 0; number < profile.size(); ++number) {
            if (profile[number] == 6) ++with_six[number];
        }
        std::sort(profile.begin(), profile.end());
        REQUIRE(profile == Profile{0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6});
    }
    // The two are drawn: each number has its turn, 36 times on average.
    for (std::size_t number = 2; number <= 12; ++number) CHECK(with_six[number] > 10);
}

TEST_CASE("a seed gives the same deck everywhere") {
    const Deck deck = Deck::standard(1);
    CHECK(deck == Deck::standard(1));
    CHECK(deck != Deck::standard(2));
    CHECK(deck.key() == Deck::standard(1).key());
    CHECK(deck.key() != Deck::standard(2).key());
    CHECK(deck.key() == 12330207735579592375ULL);
    CHECK(numbers_of(Deck::of_order(2, 5)) == std::vector<int>{2, 6, 9, 4, 10, 3, 12});
    std::vector<int> first = numbers_of(deck);
    first.resize(12);
    CHECK(first == std::vector<int>{9, 8, 3, 5, 2, 6, 10, 3, 11, 11, 10, 7});
}

TEST_CASE("a profile is kept, and must add up") {
    Profile profile{};
    profile[7] = 50;
    profile[2] = 7;
    CHECK(Deck::standard(3, profile).profile() == profile);
    profile[2] = 6;
    CHECK_THROWS_WITH_AS(static_cast<void>(Deck::standard(3, profile)),
                         "profile: 56 symbols in all; the deck has 57", RulesError);
    profile[2] = -1;
    CHECK_THROWS_AS(static_cast<void>(Deck::standard(3, profile)), RulesError);
    profile[2] = 0;
    profile[1] = 7;
    CHECK_THROWS_AS(static_cast<void>(Deck::standard(3, profile)), RulesError);
    profile[1] = 0;
    profile[7] = 2'000'000'000;
    profile[8] = 2'000'000'000;
    CHECK_THROWS_AS(static_cast<void>(Deck::standard(3, profile)), RulesError);
}

TEST_CASE("what a deck says of itself") {
    const Deck deck = Deck::of_order(3, 1);
    CHECK(deck.size() == 13);
    CHECK(deck.card_size() == 4);
    CHECK(deck.symbol_count() == 13);
    CHECK_FALSE(deck.is_partial());
    CHECK(Deck::from_cards(cards_of(deck), numbers_of(deck)) == deck);
    CHECK_FALSE(Deck::from_cards(cards_of(deck), numbers_of(deck), true).is_partial());
}

TEST_CASE("the symbols of a card may come in any order") {
    Cards turned = fano;
    for (std::vector<int>& card : turned) std::reverse(card.begin(), card.end());
    CHECK(Deck::from_cards(turned, seven_numbers) == Deck::from_cards(fano, seven_numbers));
}

TEST_CASE("cards alone may have any labels") {
    Cards from_one = fano;
    for (std::vector<int>& card : from_one) {
        for (int& symbol : card) ++symbol;
    }
    CHECK(faults(from_one).empty());
    for (std::vector<int>& card : from_one) {
        for (int& symbol : card) symbol = -1000 * symbol;
    }
    CHECK(faults(from_one).empty());
    CHECK(texts(faults(fano, std::vector<int>{2, 3, 4, 5, 6, 7})) ==
          std::vector<std::string>{"card 2 has symbol 6; numbers are given for 0 to 5",
                                   "card 4 has symbol 6; numbers are given for 0 to 5",
                                   "card 5 has symbol 6; numbers are given for 0 to 5",
                                   "6 symbols; a full deck of such cards has 7"});
}

TEST_CASE("each kind of fault is told by name") {
    SUBCASE("a card too many symbols, and one that shares two") {
        Cards cards = fano;
        cards[0] = {0, 1, 2, 3};
        const auto found = faults(cards);
        CHECK(texts(found) == std::vector<std::string>{
                                  "card 0 has 4 symbols, not 3", "cards 0 and 1 share 2 symbols",
                                  "cards 0 and 3 share 2 symbols", "cards 0 and 5 share 2 symbols",
                                  "symbol 3 is on 4 cards, not 3"});
    }
    SUBCASE("a symbol twice") {
        Cards cards = fano;
        cards[0] = {0, 1, 1};
        CHECK(texts(faults(cards)) == std::vector<std::string>{"card 0 has symbol 1 twice",
                                                               "cards 0 and 5 share no symbol",
                                                               "cards 0 and 6 share no symbol",
                                                               "symbol 2 is on 2 cards, not 3"});
    }
    SUBCASE("numbers that two dice do not show") {
        CHECK(texts(faults(fano, std::vector<int>{2, 3, 4, 5, 1, 13, 8})) ==
              std::vector<std::string>{"symbol 4 stands for 1; numbers are 2 to 12",
                                       "symbol 5 stands for 13; numbers are 2 to 12"});
    }
    SUBCASE("a card missing") {
        const Cards cards(fano.begin(), fano.end() - 1);
        CHECK(texts(faults(cards)) ==
              std::vector<std::string>{
                  "6 cards; a full deck of such cards has 7", "symbol 2 is on 2 cards, not 3",
                  "symbol 4 is on 2 cards, not 3", "symbol 5 is on 2 cards, not 3"});
        CHECK(faults(cards, std::nullopt, true).empty());
        CHECK_THROWS_AS(static_cast<void>(Deck::from_cards(cards, seven_numbers)), RulesError);
        CHECK(Deck::from_cards(cards, seven_numbers, true).is_partial());
    }
    SUBCASE("no cards") {
        CHECK(count(faults(Cards{}), FaultKind::card_count) == 1);
        CHECK(count(faults(Cards{}, std::nullopt, true), FaultKind::card_count) == 1);
        CHECK(count(faults(Cards{{}}, std::nullopt, true), FaultKind::card_size) == 1);
    }
    SUBCASE("too many to be looked at") {
        CHECK(count(faults(Cards(513, {1, 2})), FaultKind::too_large) == 1);
        CHECK(count(faults(Cards{std::vector<int>(513)}), FaultKind::too_large) == 1);
    }
}

TEST_CASE("a sunflower is no full deck, though any two cards share one symbol") {
    Cards cards;
    int next = 1;
    for (int card = 0; card < 57; ++card) {
        std::vector<int> symbols{0};
        for (int i = 1; i < 8; ++i) symbols.push_back(next++);
        cards.push_back(symbols);
    }
    const auto found = faults(cards);
    CHECK(count(found, FaultKind::symbol_count) == 1);
    CHECK(count(found, FaultKind::frequency) == 400);
    CHECK(found.size() == 401);
    CHECK(Deck::from_cards(cards, std::vector<int>(400, 7), true).is_partial());
}

TEST_CASE("arithmetic modulo n makes no plane of order 4, 6, 8 or 9") {
    const auto bad_pairs = [](int n) {
        const auto found = faults(modulo(n));
        return count(found, FaultKind::shares_none) + count(found, FaultKind::shares_several);
    };
    CHECK(faults(modulo(5)).empty());
    CHECK(faults(modulo(7)).empty());
    CHECK(bad_pairs(4) == 32);
    CHECK(bad_pairs(6) == 324);
    CHECK(bad_pairs(8) == 768);
    CHECK(bad_pairs(9) == 729);
}

TEST_CASE("the error of from_cards tells the first faults and how many there are") {
    CHECK_THROWS_WITH_AS(
        static_cast<void>(Deck::from_cards(Cards(fano.begin(), fano.end() - 1), seven_numbers)),
        "deck: 6 cards; a full deck of such cards has 7; symbol 2 is on 2 cards, not 3; symbol 4 "
        "is "
        "on 2 cards, not 3; and 1 more",
        RulesError);
}

TEST_CASE("the tables of a deck tell counts, shared symbols and their numbers") {
    for (const int order : {2, 7, 16}) {
        CAPTURE(order);
        const Deck deck = Deck::of_order(order, 4);
        const DeckTables& tables = deck.tables();
        const auto n = static_cast<std::size_t>(deck.size());
        REQUIRE(tables.pair_symbols_8.empty() == (order == 16));
        for (std::size_t a = 0; a < n; ++a) {
            const auto card = deck.card(static_cast<int>(a));
            for (std::size_t number = 0; number <= 12; ++number) {
                const auto count = std::count_if(card.begin(), card.end(), [&](auto symbol) {
                    return deck.numbers()[symbol] == number;
                });
                REQUIRE(tables.counts[a * 13 + number] == count);
            }
            for (std::size_t b = 0; b < n; ++b) {
                const int symbol = order == 16 ? tables.pair_symbols_16[a * n + b]
                                               : tables.pair_symbols_8[a * n + b];
                const int number = tables.pair_numbers[a * n + b];
                if (a == b) {
                    REQUIRE(symbol == (order == 16 ? 65535 : 255));
                    REQUIRE(number == 0);
                    continue;
                }
                const auto other = deck.card(static_cast<int>(b));
                REQUIRE(std::count(card.begin(), card.end(), symbol) == 1);
                REQUIRE(std::count(other.begin(), other.end(), symbol) == 1);
                REQUIRE(deck.numbers()[static_cast<std::size_t>(symbol)] == number);
            }
        }
    }
}

TEST_CASE("threads that ask for the tables of one deck get the same") {
    const Deck deck = Deck::standard(1);
    std::vector<const DeckTables*> seen(4);
    std::vector<std::thread> threads;
    for (const DeckTables*& place : seen) {
        threads.emplace_back([&place, copy = deck] { place = &copy.tables(); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const DeckTables* tables : seen) CHECK(tables == &deck.tables());
}

TEST_CASE("a deck comes back from its bytes, and nothing else does") {
    const Deck partial = Deck::from_cards(Cards(fano.begin(), fano.end() - 2), seven_numbers, true);
    for (const Deck& deck : {Deck::standard(3), Deck::of_order(16, 1), partial}) {
        const std::vector<std::uint8_t> bytes = deck.to_bytes();
        CHECK(Deck::from_bytes(bytes) == deck);
        CHECK(Deck::from_bytes(bytes).is_partial() == deck.is_partial());
        for (std::size_t size = 0; size < std::min<std::size_t>(bytes.size(), 300); ++size) {
            CHECK_THROWS_AS(static_cast<void>(Deck::from_bytes(std::span(bytes).first(size))),
                            InvalidRecord);
        }
    }
    // Any byte changed: refused, or another deck, which then is what is written again.
    const std::vector<std::uint8_t> bytes = partial.to_bytes();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const int change : {1, 2, 128, 255}) {
            std::vector<std::uint8_t> changed = bytes;
            changed[at] = static_cast<std::uint8_t>(changed[at] ^ change);
            std::vector<std::uint8_t> written = changed;
            try {
                written = Deck::from_bytes(changed).to_bytes();
            } catch (const InvalidRecord&) {
                continue;
            }
            CHECK(written == changed);
        }
    }
}

TEST_CASE("other numbers on the same cards") {
    const Deck deck = Deck::from_cards(fano, seven_numbers);
    const std::vector<int> turned(seven_numbers.rbegin(), seven_numbers.rend());
    CHECK(deck.with_numbers(turned) == Deck::from_cards(fano, turned));
    CHECK_THROWS_AS(static_cast<void>(deck.with_numbers(std::vector<int>(6, 2))), RulesError);
    CHECK_THROWS_AS(static_cast<void>(deck.with_numbers(std::vector<int>(7, 13))), RulesError);
}
