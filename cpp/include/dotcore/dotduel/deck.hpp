// A deck: which symbols are on a card, and which number each symbol stands for (R2..R5).
//
// The rules' deck has 57 cards of 8 symbols, a plane of order 7. Nine numbers have five symbols and
// two have six; which they are, and which symbols they get, is drawn from a seed. Any other
// assignment to numbers, any other plane and any custom deck that passes faults() will do.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotduel/plane.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

inline constexpr int lowest_number = 2;
inline constexpr int highest_number = 12;
inline constexpr int num_numbers = highest_number - lowest_number + 1;
inline constexpr int max_cards = 512;
inline constexpr int max_card_size = 255;
inline constexpr int max_symbols = 65535;

// How many symbols stand for each number: profile[number]. 0 and 1 are no numbers.
using Profile = std::array<int, highest_number + 1>;

// As even as can be; the numbers that have one symbol more than others are drawn.
[[nodiscard]] Profile balanced_profile(int symbols, Rng& rng);

// What can be wrong with a deck
enum class FaultKind : std::uint8_t {
    card_count,      // there are `found` cards; a full deck of such cards has `expected`
    card_size,       // `card` has `found` symbols and not `expected`
    symbol_twice,    // `card` has `symbol` `found` times (R3)
    unknown_symbol,  // `symbol` of `card` is none of the `expected` that numbers are given for
    shares_none,     // `card` and `other` share no symbol (R4)
    shares_several,  // `card` and `other` share `found` symbols (R4)
    symbol_count,    // there are `found` different symbols; a full deck has `expected`
    frequency,       // `symbol` is on `found` cards and not on `expected`
    number,          // `symbol` stands for `found`, which two dice do not show
    too_large        // `found` cards or symbols, of a card or in all; at most `expected`
};
[[nodiscard]] std::string_view name_of(FaultKind kind) noexcept;

struct Fault {
    FaultKind kind{};
    int card = -1;  // -1 where there is none to be named
    int other = -1;
    int symbol = -1;
    int found = 0;
    int expected = 0;

    // Is it about a symbol? Labels may be negative.
    [[nodiscard]] bool has_symbol() const noexcept {
        return kind == FaultKind::symbol_twice || kind == FaultKind::unknown_symbol ||
               kind == FaultKind::frequency || kind == FaultKind::number;
    }
    [[nodiscard]] std::string text() const;
    friend bool operator==(const Fault&, const Fault&) noexcept = default;
};

// All that is wrong with such cards, if anything, by kind in the order of FaultKind.
//
// A full deck has q^2 + q + 1 cards of q + 1 symbols, q at least 2; any two share exactly one, and
// each symbol is on q + 1 cards. A partial deck has cards of one size, any two of which share
// exactly one symbol. With `numbers` a symbol is a place in them; without, any labels will do.
[[nodiscard]] std::vector<Fault> faults(std::span<const std::vector<int>> cards,
                                        std::optional<std::span<const int>> numbers = std::nullopt,
                                        bool partial = false);

// The facts of a deck as NumPy shows them, row by row; MatchTable has those of up to 64 cards for
// use in play.
struct DeckTables {
    static constexpr int no_symbol_8 = 255;
    static constexpr int no_symbol_16 = 65535;

    std::vector<std::uint8_t> counts;            // cards x 13: symbols of that number on the card
    std::vector<std::uint8_t> pair_symbols_8;    // cards x cards, if there are at most 255 symbols,
    std::vector<std::uint16_t> pair_symbols_16;  // or else here; no_symbol on the diagonal
    std::vector<std::uint8_t> pair_numbers;      // cards x cards; 0 on the diagonal
};

// An immutable value. Copies share what they hold, and may be used from several threads.
class Deck {
public:
    // Making. Numbers are dealt at random, as many symbols for each as the profile says, or
    // balanced. Throws RulesError for an order without a plane, or a profile of other sums.
    [[nodiscard]] static Deck standard(std::uint64_t seed,
                                       const std::optional<Profile>& profile = std::nullopt);
    [[nodiscard]] static Deck of_order(int order, std::uint64_t seed,
                                       const std::optional<Profile>& profile = std::nullopt);
    // A custom one; the symbols of a card are sorted. Throws RulesError that tells the first
    // faults.
    [[nodiscard]] static Deck from_cards(std::span<const std::vector<int>> cards,
                                         std::span<const int> numbers, bool partial = false);
    // The same cards with other numbers. Throws RulesError.
    [[nodiscard]] Deck with_numbers(std::span<const int> numbers) const;

    // Looking
    [[nodiscard]] int size() const noexcept { return body_->size; }
    [[nodiscard]] int card_size() const noexcept { return body_->card_size; }
    [[nodiscard]] int symbol_count() const noexcept {
        return static_cast<int>(body_->numbers.size());
    }
    // Less than a whole plane: a deck that only partial = true lets pass.
    [[nodiscard]] bool is_partial() const noexcept { return body_->partial; }
    // Of all cards, one after the other, rising on each.
    [[nodiscard]] std::span<const std::uint16_t> cards() const noexcept { return body_->cards; }
    [[nodiscard]] std::span<const std::uint16_t> card(int card) const noexcept {
        const auto k = static_cast<std::size_t>(body_->card_size);
        return cards().subspan(static_cast<std::size_t>(card) * k, k);
    }
    // Of all symbols
    [[nodiscard]] std::span<const std::uint8_t> numbers() const noexcept { return body_->numbers; }
    [[nodiscard]] Profile profile() const noexcept;
    // Made when first asked for, and kept.
    [[nodiscard]] const DeckTables& tables() const;

    // Comparing
    friend bool operator==(const Deck& a, const Deck& b) noexcept {
        return a.body_ == b.body_ ||
               (a.body_->card_size == b.body_->card_size && a.body_->cards == b.body_->cards &&
                a.body_->numbers == b.body_->numbers);
    }
    // The same on every machine.
    [[nodiscard]] std::uint64_t key() const noexcept;

    // As bytes: "ddck", 1, cards (uint16), symbols of a card (uint16), symbols (uint16), the cards
    // (uint16 each), the numbers (bytes); little-endian. from_bytes throws InvalidRecord.
    [[nodiscard]] std::vector<std::uint8_t> to_bytes() const;
    [[nodiscard]] static Deck from_bytes(std::span<const std::uint8_t> bytes);

private:
    struct Body {
        int size = 0;
        int card_size = 0;
        bool partial = false;
        std::vector<std::uint16_t> cards;
        std::vector<std::uint8_t> numbers;
        mutable std::unique_ptr<const DeckTables> tables;
        mutable std::once_flag tables_made;
    };
    explicit Deck(std::shared_ptr<const Body> body) noexcept : body_(std::move(body)) {}

    std::shared_ptr<const Body> body_;
};

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
