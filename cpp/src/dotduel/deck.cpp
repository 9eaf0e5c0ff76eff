#include <dotcore/dotduel/deck.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <dotcore/core/bytes.hpp>
#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {
namespace {

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

[[nodiscard]] std::vector<std::uint8_t> dealt_numbers(int symbols,
                                                      const std::optional<Profile>& wanted,
                                                      std::uint64_t seed) {
    Rng rng(seed);
    const Profile profile = wanted ? *wanted : balanced_profile(symbols, rng);
    int sum = 0;
    for (int number = 0; number <= highest_number; ++number) {
        const int share = profile[at(number)];
        if (share < 0 || share > symbols || (number < lowest_number && share != 0)) {
            throw RulesError("profile: " + std::to_string(share) + " symbols for " +
                             std::to_string(number) + "; 0 to " + std::to_string(symbols) +
                             " for each number of 2 to 12");
        }
        sum += share;
    }
    if (sum != symbols) {
        throw RulesError("profile: " + std::to_string(sum) + " symbols in all; the deck has " +
                         std::to_string(symbols));
    }
    std::vector<std::uint8_t> numbers;
    numbers.reserve(at(symbols));
    for (int number = lowest_number; number <= highest_number; ++number) {
        numbers.insert(numbers.end(), at(profile[at(number)]), static_cast<std::uint8_t>(number));
    }
    rng.shuffle(std::span<std::uint8_t>(numbers));
    return numbers;
}

void count_numbers(const Deck& deck, std::vector<std::uint8_t>& counts) {
    constexpr std::size_t columns = highest_number + 1;
    counts.resize(at(deck.size()) * columns);
    for (int card = 0; card < deck.size(); ++card) {
        std::uint8_t* const row = &counts[at(card) * columns];
        for (const std::uint16_t symbol : deck.card(card)) ++row[deck.numbers()[symbol]];
    }
}

// Card by card, with each of the cards before it that hold the symbol.
template <class Symbol>
void fill_pairs(const Deck& deck, std::vector<Symbol>& symbols,
                std::vector<std::uint8_t>& numbers) {
    const auto n = at(deck.size());
    // How many holders of a symbol were met, and which
    std::vector<std::uint16_t> met(at(deck.symbol_count()));
    std::vector<std::uint16_t> holders(at(deck.symbol_count()) * n);
    for (std::size_t a = 0; a < n; ++a) {
        for (const std::uint16_t symbol : deck.card(static_cast<int>(a))) {
            const std::uint8_t number = deck.numbers()[symbol];
            std::uint16_t* const of_symbol = &holders[symbol * n];
            for (std::size_t i = 0; i < met[symbol]; ++i) {
                const std::size_t b = of_symbol[i];
                symbols[a * n + b] = symbols[b * n + a] = static_cast<Symbol>(symbol);
                numbers[a * n + b] = numbers[b * n + a] = number;
            }
            of_symbol[met[symbol]++] = static_cast<std::uint16_t>(a);
        }
    }
}

}  // namespace

Profile balanced_profile(int symbols, Rng& rng) {
    std::array<int, num_numbers> numbers{};
    std::iota(numbers.begin(), numbers.end(), lowest_number);
    rng.shuffle(std::span<int>(numbers));
    Profile profile{};
    for (int i = 0; i < num_numbers; ++i) {
        profile[at(numbers[at(i)])] = symbols / num_numbers + (i < symbols % num_numbers ? 1 : 0);
    }
    return profile;
}

Deck Deck::standard(std::uint64_t seed, const std::optional<Profile>& profile) {
    return of_order(7, seed, profile);
}

Deck Deck::of_order(int order, std::uint64_t seed, const std::optional<Profile>& profile) {
    const auto body = std::make_shared<Body>();
    body->cards = plane(order);
    body->numbers = dealt_numbers(plane_size(order), profile, seed);
    body->size = plane_size(order);
    body->card_size = order + 1;
    return Deck(body);
}

Deck Deck::from_cards(std::span<const std::vector<int>> cards, std::span<const int> numbers,
                      bool partial) {
    const std::vector<Fault> wrong = faults(cards, numbers, partial);
    if (!wrong.empty()) {
        constexpr std::size_t told = 3;
        std::string message = "deck: ";
        for (std::size_t i = 0; i < std::min(told, wrong.size()); ++i) {
            message += (i == 0 ? "" : "; ") + wrong[i].text();
        }
        if (wrong.size() > told) {
            message += "; and " + std::to_string(wrong.size() - told) + " more";
        }
        throw RulesError(message);
    }
    const auto body = std::make_shared<Body>();
    body->size = static_cast<int>(cards.size());
    body->card_size = static_cast<int>(cards[0].size());
    for (const std::vector<int>& card : cards) {
        const auto first = static_cast<std::ptrdiff_t>(body->cards.size());
        for (const int symbol : card) body->cards.push_back(static_cast<std::uint16_t>(symbol));
        std::sort(body->cards.begin() + first, body->cards.end());
    }
    for (const int number : numbers) body->numbers.push_back(static_cast<std::uint8_t>(number));
    body->partial = partial && !faults(cards, numbers, false).empty();
    return Deck(body);
}

Deck Deck::with_numbers(std::span<const int> numbers) const {
    if (numbers.size() != body_->numbers.size()) {
        throw RulesError("deck: " + std::to_string(numbers.size()) + " numbers for " +
                         std::to_string(symbol_count()) + " symbols");
    }
    const auto body = std::make_shared<Body>();
    body->size = body_->size;
    body->card_size = body_->card_size;
    body->partial = body_->partial;
    body->cards = body_->cards;
    for (int symbol = 0; symbol < symbol_count(); ++symbol) {
        const int number = numbers[at(symbol)];
        if (number < lowest_number || number > highest_number) {
            Fault fault{FaultKind::number};
            fault.symbol = symbol;
            fault.found = number;
            throw RulesError("deck: " + fault.text());
        }
        body->numbers.push_back(static_cast<std::uint8_t>(number));
    }
    return Deck(body);
}

Profile Deck::profile() const noexcept {
    Profile profile{};
    for (const std::uint8_t number : numbers()) ++profile[number];
    return profile;
}

const DeckTables& Deck::tables() const {
    std::call_once(body_->tables_made, [this] {
        auto tables = std::make_unique<DeckTables>();
        count_numbers(*this, tables->counts);
        const auto n = at(size());
        tables->pair_numbers.resize(n * n);
        if (symbol_count() <= DeckTables::no_symbol_8) {
            tables->pair_symbols_8.assign(n * n, DeckTables::no_symbol_8);
            fill_pairs(*this, tables->pair_symbols_8, tables->pair_numbers);
        } else {
            tables->pair_symbols_16.assign(n * n, DeckTables::no_symbol_16);
            fill_pairs(*this, tables->pair_symbols_16, tables->pair_numbers);
        }
        body_->tables = std::move(tables);
    });
    return *body_->tables;
}

std::uint64_t Deck::key() const noexcept {
    std::uint64_t key = 0;
    const auto mix = [&key](std::uint64_t value) { key = Rng::stream(key, value)(); };
    mix(at(card_size()));
    for (const std::uint16_t symbol : cards()) mix(symbol);
    for (const std::uint8_t number : numbers()) mix(number);
    return key;
}

// Bytes

namespace {
constexpr std::array<std::uint8_t, 4> magic{'d', 'd', 'c', 'k'};
constexpr int version = 1;
}  // namespace

std::vector<std::uint8_t> Deck::to_bytes() const {
    ByteWriter out;
    for (const std::uint8_t letter : magic) out.byte(letter);
    out.byte(version);
    for (const int number : {size(), card_size(), symbol_count()}) out.number(at(number), 2);
    for (const std::uint16_t symbol : cards()) out.number(symbol, 2);
    for (const std::uint8_t number : numbers()) out.byte(number);
    return out.take();
}

Deck Deck::from_bytes(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes, "the bytes of a Dot Duel deck");
    for (const std::uint8_t letter : magic) {
        if (in.byte() != letter) in.fail("not 'ddck'");
    }
    if (in.byte() != version) in.fail("an unknown version");
    const auto size = static_cast<std::size_t>(in.number(2));
    const auto card_size = static_cast<std::size_t>(in.number(2));
    const auto symbols = static_cast<std::size_t>(in.number(2));
    // Before there is room made for what may never come
    if (bytes.size() != magic.size() + 7 + 2 * size * card_size + symbols)
        in.fail("a wrong length");
    std::vector<std::vector<int>> cards(size);
    for (std::vector<int>& card : cards) {
        for (std::size_t i = 0; i < card_size; ++i) {
            const auto symbol = static_cast<int>(in.number(2));
            if (!card.empty() && symbol <= card.back()) in.fail("symbols in disorder");
            card.push_back(symbol);
        }
    }
    std::vector<int> numbers(symbols);
    for (int& number : numbers) number = in.byte();
    try {
        return from_cards(cards, numbers, true);
    } catch (const RulesError& wrong) {
        in.fail(wrong.what());
    }
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
