#include <algorithm>
#include <array>
#include <map>
#include <string>

#include <dotcore/dotduel/deck.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {
namespace {

// Of any label: how a message counts.
[[nodiscard]] std::string times(int count) {
    return count == 2 ? "twice" : std::to_string(count) + " times";
}

using Cards = std::span<const std::vector<int>>;

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
[[nodiscard]] constexpr int as_int(std::size_t i) noexcept { return static_cast<int>(i); }

// The size that most cards have; the larger of equally many.
[[nodiscard]] int usual_size(Cards cards) {
    std::map<std::size_t, int> frequencies;
    for (const std::vector<int>& card : cards) ++frequencies[card.size()];
    const auto usual =
        std::max_element(frequencies.begin(), frequencies.end(), [](const auto& a, const auto& b) {
            return a.second < b.second || (a.second == b.second && a.first < b.first);
        });
    return as_int(usual->first);
}

// How many symbols cards are to have. In a full deck at least 3: where most have fewer, the number
// of cards tells.
[[nodiscard]] int wanted_size(Cards cards, bool partial) {
    const int usual = usual_size(cards);
    if (partial) return std::max(usual, 1);
    if (usual >= 3) return usual;
    int order = 2;
    while (plane_size(order) < as_int(cards.size())) ++order;
    return plane_size(order) == as_int(cards.size()) ? order + 1 : 3;
}

class FaultFinder {
public:
    FaultFinder(Cards cards, std::optional<std::span<const int>> numbers, bool partial)
        : cards_(cards), numbers_(numbers), partial_(partial) {}

    [[nodiscard]] std::vector<Fault> find() && {
        if (!fits_size()) return std::move(faults_);
        if (cards_.empty()) {
            add({.kind = FaultKind::card_count, .found = 0, .expected = partial_ ? 1 : 7});
            return std::move(faults_);
        }
        wanted_size_ = wanted_size(cards_, partial_);
        check_cards();
        check_pairs();
        if (!partial_) check_symbols();
        check_numbers();
        std::stable_sort(faults_.begin(), faults_.end(),
                         [](const Fault& a, const Fault& b) { return a.kind < b.kind; });
        return std::move(faults_);
    }

private:
    void add(const Fault& fault) { faults_.push_back(fault); }
    [[nodiscard]] bool is_known(int symbol) const {
        return !numbers_ || (symbol >= 0 && at(symbol) < numbers_->size());
    }

    [[nodiscard]] bool fits_size() {
        const auto check = [this](std::size_t found, int most, int card) {
            if (found <= at(most)) return;
            add({.kind = FaultKind::too_large,
                 .card = card,
                 .found = as_int(found),
                 .expected = most});
        };
        check(cards_.size(), max_cards, -1);
        if (numbers_) check(numbers_->size(), max_symbols, -1);
        for (std::size_t c = 0; c < cards_.size(); ++c) {
            check(cards_[c].size(), max_card_size, as_int(c));
        }
        return faults_.empty();
    }

    void check_cards() {
        const int full = wanted_size_ * (wanted_size_ - 1) + 1;
        if (!partial_ && as_int(cards_.size()) != full) {
            add({.kind = FaultKind::card_count, .found = as_int(cards_.size()), .expected = full});
        }
        for (int c = 0; c < as_int(cards_.size()); ++c) {
            const std::vector<int>& card = cards_[at(c)];
            if (as_int(card.size()) != wanted_size_) {
                add({.kind = FaultKind::card_size,
                     .card = c,
                     .found = as_int(card.size()),
                     .expected = wanted_size_});
            }
            std::map<int, int> copies;
            for (const int symbol : card) ++copies[symbol];
            for (const auto& [symbol, count] : copies) {
                holders_[symbol].push_back(c);
                if (count > 1) {
                    add({.kind = FaultKind::symbol_twice,
                         .card = c,
                         .symbol = symbol,
                         .found = count,
                         .expected = 1});
                }
                if (!is_known(symbol)) {
                    add({.kind = FaultKind::unknown_symbol,
                         .card = c,
                         .symbol = symbol,
                         .expected = as_int(numbers_->size())});
                }
            }
        }
    }

    void check_pairs() {
        const int n = as_int(cards_.size());
        std::vector<std::uint16_t> shared(at(n) * at(n));
        for (const auto& [symbol, holders] : holders_) {
            for (std::size_t i = 0; i < holders.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) ++shared[at(holders[j] * n + holders[i])];
            }
        }
        for (int a = 0; a < n; ++a) {
            for (int b = a + 1; b < n; ++b) {
                const int found = shared[at(a * n + b)];
                if (found == 1) continue;
                add({.kind = found == 0 ? FaultKind::shares_none : FaultKind::shares_several,
                     .card = a,
                     .other = b,
                     .found = found,
                     .expected = 1});
            }
        }
    }

    void check_symbols() {
        const int full = wanted_size_ * (wanted_size_ - 1) + 1;
        const auto frequency = [&](int symbol, int found) {
            if (found == wanted_size_) return;
            add({.kind = FaultKind::frequency,
                 .symbol = symbol,
                 .found = found,
                 .expected = wanted_size_});
        };
        const int symbols = as_int(numbers_ ? numbers_->size() : holders_.size());
        if (symbols != full) {
            add({.kind = FaultKind::symbol_count, .found = symbols, .expected = full});
        }
        if (numbers_) {
            for (int symbol = 0; symbol < symbols; ++symbol) {
                const auto known = holders_.find(symbol);
                frequency(symbol, known == holders_.end() ? 0 : as_int(known->second.size()));
            }
        } else {
            for (const auto& [symbol, holders] : holders_)
                frequency(symbol, as_int(holders.size()));
        }
    }

    void check_numbers() {
        if (!numbers_) return;
        for (int symbol = 0; symbol < as_int(numbers_->size()); ++symbol) {
            const int number = (*numbers_)[at(symbol)];
            if (number >= lowest_number && number <= highest_number) continue;
            add({.kind = FaultKind::number, .symbol = symbol, .found = number});
        }
    }

    Cards cards_;
    std::optional<std::span<const int>> numbers_;
    bool partial_;
    int wanted_size_ = 0;
    std::map<int, std::vector<int>> holders_;  // cards by symbol
    std::vector<Fault> faults_;
};

}  // namespace

std::string_view name_of(FaultKind kind) noexcept {
    constexpr std::array<std::string_view, 10> names{
        "card_count",     "card_size",    "symbol_twice", "unknown_symbol", "shares_none",
        "shares_several", "symbol_count", "frequency",    "number",         "too_large"};
    return names[static_cast<std::size_t>(kind)];
}

std::string Fault::text() const {
    const auto a_card = [this] { return "card " + std::to_string(card); };
    const auto a_pair = [this] {
        return "cards " + std::to_string(card) + " and " + std::to_string(other);
    };
    const auto a_symbol = [this] { return "symbol " + std::to_string(symbol); };
    const std::string so_many = std::to_string(found);
    const std::string wanted = std::to_string(expected);
    switch (kind) {
        case FaultKind::card_count:
            return so_many + " cards; a full deck of such cards has " + wanted;
        case FaultKind::card_size:
            return a_card() + " has " + so_many + " symbols, not " + wanted;
        case FaultKind::symbol_twice:
            return a_card() + " has " + a_symbol() + " " + times(found);
        case FaultKind::unknown_symbol:
            return a_card() + " has " + a_symbol() + "; numbers are given for 0 to " +
                   std::to_string(expected - 1);
        case FaultKind::shares_none:
            return a_pair() + " share no symbol";
        case FaultKind::shares_several:
            return a_pair() + " share " + so_many + " symbols";
        case FaultKind::symbol_count:
            return so_many + " symbols; a full deck of such cards has " + wanted;
        case FaultKind::frequency:
            return a_symbol() + " is on " + so_many + " cards, not " + wanted;
        case FaultKind::number:
            return a_symbol() + " stands for " + so_many + "; numbers are 2 to 12";
        case FaultKind::too_large:
            break;
    }
    return (card < 0 ? std::string("a deck") : a_card()) + " of " + so_many + "; at most " + wanted;
}

std::vector<Fault> faults(std::span<const std::vector<int>> cards,
                          std::optional<std::span<const int>> numbers, bool partial) {
    return FaultFinder(cards, numbers, partial).find();
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
