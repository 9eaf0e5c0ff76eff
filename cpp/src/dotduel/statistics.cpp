#include <dotcore/dotduel/statistics.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include <dotcore/core/bits.hpp>
#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {
namespace {

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// Sets of cards by their size: element k counts those of k cards. Whole numbers, and exact as long
// as they are below 2^53.
using SetCounts = std::vector<double>;

// Of all sets of `cards` cards, up to the size `most`.
[[nodiscard]] SetCounts binomials(int cards, int most) {
    SetCounts counts(at(most) + 1);
    counts[0] = 1;
    for (int n = 0; n < cards; ++n) {
        for (int k = most; k > 0; --k) counts[at(k)] += counts[at(k - 1)];
    }
    return counts;
}

// Every set of one kind joined to every set of another.
[[nodiscard]] SetCounts joined(const SetCounts& a, const SetCounts& b) {
    SetCounts counts(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; i + j < a.size(); ++j) counts[i + j] += a[i] * b[j];
    }
    return counts;
}

// The symbols of one number, and which of them are on the cards.
struct Layout {
    int symbols = 0;
    int cards_without = 0;
    // Sets of two or more symbols that lie on one card, listed at their lowest.
    std::vector<std::vector<std::uint64_t>> together;
    std::vector<int> alone;  // for each symbol the cards with no other
};

[[nodiscard]] Layout layout_of(const Deck& deck, int number) {
    constexpr int most_symbols = 64;
    Layout layout;
    std::vector<int> places(at(deck.symbol_count()), -1);
    for (int symbol = 0; symbol < deck.symbol_count(); ++symbol) {
        if (deck.numbers()[at(symbol)] == number) places[at(symbol)] = layout.symbols++;
    }
    if (layout.symbols > most_symbols) {
        throw RulesError("statistics: " + std::to_string(layout.symbols) + " symbols for " +
                         std::to_string(number) + "; at most " + std::to_string(most_symbols));
    }
    layout.together.resize(at(layout.symbols));
    layout.alone.resize(at(layout.symbols));
    for (int card = 0; card < deck.size(); ++card) {
        std::uint64_t symbols = 0;
        for (const std::uint16_t symbol : deck.card(card)) {
            if (places[symbol] >= 0) symbols |= std::uint64_t{1} << places[symbol];
        }
        if (symbols == 0) {
            ++layout.cards_without;
        } else if (std::has_single_bit(symbols)) {
            ++layout.alone[at(std::countr_zero(symbols))];
        } else {
            layout.together[at(std::countr_zero(symbols))].push_back(symbols);
        }
    }
    return layout;
}

// Sets of cards with none of the number's symbols twice.
//
// Symbol by symbol it is decided which card shows it, if any: one that has no other, or one of
// those that have others, too, which are then used up. What is remembered is which of the symbols
// to come are used up.
[[nodiscard]] SetCounts sets_without_double_dot(const Layout& layout, int most) {
    constexpr std::size_t most_memories = 200'000;
    std::map<std::uint64_t, SetCounts> sets;
    sets[0] = SetCounts(at(most) + 1);
    sets[0][0] = 1;
    const auto add = [](SetCounts& to, const SetCounts& from, int cards, double ways) {
        to.resize(from.size());
        for (std::size_t k = at(cards); k < from.size(); ++k) to[k] += ways * from[k - at(cards)];
    };
    for (int symbol = 0; symbol < layout.symbols; ++symbol) {
        const std::uint64_t bit = std::uint64_t{1} << symbol;
        std::map<std::uint64_t, SetCounts> next;
        for (const auto& [used, counts] : sets) {
            SetCounts& here = next[used & ~bit];
            add(here, counts, 0, 1);
            if ((used & bit) != 0) continue;
            add(here, counts, 1, layout.alone[at(symbol)]);
            for (const std::uint64_t symbols : layout.together[at(symbol)]) {
                if ((symbols & used) == 0) add(next[(used | symbols) & ~bit], counts, 1, 1);
            }
        }
        sets = std::move(next);
        if (sets.size() > most_memories) {
            throw RulesError("statistics: " + std::to_string(layout.symbols) +
                             " symbols of a number lie on the cards in too many ways");
        }
    }
    return joined(sets.begin()->second, binomials(layout.cards_without, most));
}

void check_cards(const Deck& deck, const char* name, int cards) {
    if (cards >= 0 && cards <= deck.size()) return;
    throw RulesError(std::string(name) + "=" + std::to_string(cards) + "; 0 to " +
                     std::to_string(deck.size()));
}

}  // namespace

Statistics statistics(const Deck& deck, int most_cards) {
    check_cards(deck, "cards", most_cards);
    const std::size_t rows = at(most_cards) + 1;
    Statistics result{std::vector<ChanceByNumber>(rows), std::vector<ChanceByNumber>(rows),
                      std::vector<double>(rows), std::vector<double>(rows)};
    const SetCounts all = binomials(deck.size(), most_cards);
    for (int number = lowest_number; number <= highest_number; ++number) {
        const Layout layout = layout_of(deck, number);
        const SetCounts empty = binomials(layout.cards_without, most_cards);
        const SetCounts different = sets_without_double_dot(layout, most_cards);
        for (std::size_t k = 0; k < rows; ++k) {
            const double no_match = empty[k] / all[k];
            const double double_dot = (all[k] - different[k]) / all[k];
            result.no_match[k][at(number)] = no_match;
            result.double_dot[k][at(number)] = double_dot;
            result.no_match_of_roll[k] += roll_chance(number) * no_match;
            result.double_dot_of_roll[k] += roll_chance(number) * double_dot;
        }
    }
    return result;
}

double double_dot_chance(const Deck& deck, int cards, int number) {
    check_cards(deck, "cards", cards);
    if (number < lowest_number || number > highest_number) {
        throw RulesError("number=" + std::to_string(number) + "; 2 to 12");
    }
    const double all = binomials(deck.size(), cards)[at(cards)];
    return (all - sets_without_double_dot(layout_of(deck, number), cards)[at(cards)]) / all;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
