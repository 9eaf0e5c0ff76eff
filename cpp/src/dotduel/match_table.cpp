#include <dotcore/dotduel/match_table.hpp>

#include <algorithm>
#include <string>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

MatchTable MatchTable::of(const Deck& deck) {
    if (deck.size() > capacity || deck.symbol_count() > capacity) {
        throw RulesError("a deck of " + std::to_string(deck.size()) + " cards and " +
                         std::to_string(deck.symbol_count()) + " symbols; at most " +
                         std::to_string(capacity) + " of each can be played with");
    }
    MatchTable table{};
    table.cards_ = deck.size();
    table.symbols_ = deck.symbol_count();
    std::copy(deck.numbers().begin(), deck.numbers().end(), table.numbers_.begin());
    for (ByCard<std::uint8_t>& row : table.pair_symbols_) row.fill(no_symbol);
    for (int card = 0; card < table.cards_; ++card) {
        for (const std::uint16_t symbol : deck.card(card)) {
            const std::uint8_t number = table.numbers_[symbol];
            table.symbols_of_[at(card)] |= SymbolMask{1} << symbol;
            table.holders_[symbol] |= card_bit(card);
            table.with_number_[number] |= card_bit(card);
            ++table.counts_[at(card)][number];
        }
    }
    for (int symbol = 0; symbol < table.symbols_; ++symbol) {
        const int number = table.number_of(symbol);
        const CardMask holders = table.holders(symbol);
        table.symbols_with_[at(number)] |= SymbolMask{1} << symbol;
        std::array<std::uint8_t, capacity> cards;
        std::size_t count = 0;
        bits::for_each_bit(holders, [&](int card) { cards[count++] = narrow(card); });
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t a = cards[i];
            table.partners_[at(number)][a] |= holders & ~card_bit(cards[i]);
            for (std::size_t j = 0; j < count; ++j) {
                table.pair_symbols_[a][cards[j]] = narrow(symbol);
                table.pair_numbers_[a][cards[j]] = narrow(number);
            }
        }
    }
    for (std::size_t card = 0; card < capacity; ++card) {
        table.pair_symbols_[card][card] = no_symbol;
        table.pair_numbers_[card][card] = 0;
    }
    return table;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
