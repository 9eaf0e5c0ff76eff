// What decks of Dot Duel cost, in CPU time: making one, looking up pairs, answering for six cards
// that show, exact chances, decks by wish.
//
//   bench_dotduel_deck [--runs N]
//
// The best of N runs says what the code costs; 7 by default. All are decks of 57 cards.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotduel/design.hpp>
#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/statistics.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

int runs = 7;

void time_making() {
    time_and_print(runs, "deck from a seed", "deck", [] {
        for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
            Deck deck = Deck::standard(seed);
            keep(deck);
        }
        return 100'000U;
    });
    time_and_print(runs, "deck from a seed, with its match table", "deck", [] {
        for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
            MatchTable table = MatchTable::of(Deck::standard(seed));
            keep(table);
        }
        return 20'000U;
    });
}

void time_pairs(const MatchTable& table) {
    Rng rng(1);
    std::vector<std::array<std::uint8_t, 2>> pairs(4096);
    for (auto& pair : pairs) {
        for (std::uint8_t& card : pair) card = static_cast<std::uint8_t>(rng.below(57));
    }
    const auto time = [&](const char* name, auto look_up) {
        time_and_print(runs, name, "pair", [&] {
            int sum = 0;
            for (int round = 0; round < 1000; ++round) {
                for (const auto& [a, b] : pairs) sum += look_up(a, b);
                keep(sum);
            }
            return 1000U * pairs.size();
        });
    };
    time("symbol that two cards share", [&](int a, int b) { return table.pair_symbol(a, b); });
    time("number of the symbol that two cards share",
         [&](int a, int b) { return table.pair_number(a, b); });
}

void time_shows(const MatchTable& table) {
    struct Show {
        CardMask cards;
        int number;
    };
    Rng rng(2);
    std::vector<Show> shows(4096);
    for (Show& show : shows) {
        show.cards = 0;
        while (bits::count(show.cards) < 6) show.cards |= card_bit(static_cast<int>(rng.below(57)));
        show.number = static_cast<int>(2 + rng.below(6) + rng.below(6));
    }
    const auto time = [&](const char* name, auto answer) {
        time_and_print(runs, name, "show", [&] {
            for (int round = 0; round < 100; ++round) {
                for (const Show& show : shows) {
                    auto found = answer(show.cards, show.number);
                    keep(found);
                }
            }
            return 100U * shows.size();
        });
    };
    MatchTable::Claims claims;
    MatchTable::DoubleDots dots;
    time("all claims and Double Dots of six cards", [&](CardMask cards, int number) {
        claims.clear();
        dots.clear();
        table.claims(cards, number, claims);
        table.double_dots(cards, number, dots);
        keep(claims);
        keep(dots);
        return claims.size() + dots.size();
    });
    time("is there a Double Dot among six cards",
         [&](CardMask cards, int number) { return table.has_double_dot(cards, number); });
    time("does nothing match",
         [&](CardMask cards, int number) { return table.nothing_matches(cards, number); });
    time("total of six cards",
         [&](CardMask cards, int number) { return table.total(cards, number); });
}

void time_chances() {
    time_and_print(runs, "exact chances for up to 12 cards", "deck", [] {
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            Statistics found = statistics(Deck::standard(seed), 12);
            keep(found);
        }
        return 100U;
    });
    time_and_print(runs, "deck with at most two of a number on a card", "deck", [] {
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            Design found = design({.most_on_a_card = 2}, seed);
            keep(found);
        }
        return 100U;
    });
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--runs") runs = std::atoi(argv[i + 1]);
    }
    const MatchTable table = MatchTable::of(Deck::standard(1));
    time_making();
    time_pairs(table);
    time_shows(table);
    time_chances();
}
