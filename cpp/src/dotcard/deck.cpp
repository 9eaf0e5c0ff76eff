#include <dotcore/dotcard/deck.hpp>

#include <charconv>
#include <functional>
#include <optional>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

struct Preset {
    std::string_view name;
    Deck deck;
};
constexpr std::array<Preset, 4> presets{
    {{"D114", Deck::d114()}, {"D104", Deck::d104()}, {"D118", Deck::d118()}, {"D59", Deck::d59()}}};

[[nodiscard]] bool equal_but_for_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

[[nodiscard]] std::optional<int> number_in(std::string_view text) {
    int number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

Deck Deck::named(std::string_view name) {
    for (const Preset& preset : presets) {
        if (equal_but_for_case(preset.name, name)) return preset.deck;
    }
    throw RulesError("deck='" + printable(name) + "'; one of 'D114', 'D104', 'D118', 'D59'");
}

Deck Deck::custom(int max_pip, int copies, std::span<const int> bonus) {
    return custom(max_pip, copies, copies, bonus);
}

Deck Deck::custom(int max_pip, int dominoes, int blocks, std::span<const int> bonus) {
    const auto in = [](const char* what, int value, int least, int most) {
        if (value >= least && value <= most) return;
        throw RulesError(std::string("deck: ") + what + "=" + std::to_string(value) + "; " +
                         std::to_string(least) + " to " + std::to_string(most));
    };
    in("max_pip", max_pip, 0, max_numbers - 1);
    in("copies of dominoes", dominoes, 0, max_copies);
    in("copies of blocks", blocks, 0, max_copies);
    if (bonus.size() > static_cast<std::size_t>(max_bonus_kinds * max_copies)) {
        throw RulesError("deck: " + std::to_string(bonus.size()) + " bonus cards; at most " +
                         std::to_string(max_bonus_kinds * max_copies));
    }
    std::vector<int> values(bonus.begin(), bonus.end());
    std::sort(values.begin(), values.end(), std::greater<>());
    Deck deck(max_pip, dominoes, blocks, 0);
    deck.bonus_kinds_ = 0;
    deck.bonus_values_.fill(0);
    deck.bonus_counts_.fill(0);
    for (const int value : values) {
        in("bonus", value, -99, 0);
        const int kinds = deck.bonus_kinds_;
        if (kinds == 0 || deck.bonus_values_[index(kinds - 1)] != value) {
            if (kinds == max_bonus_kinds) {
                throw RulesError("deck: at most " + std::to_string(max_bonus_kinds) +
                                 " different bonus values");
            }
            deck.bonus_values_[index(kinds)] = static_cast<std::int8_t>(value);
            ++deck.bonus_kinds_;
        }
        if (++deck.bonus_counts_[index(deck.bonus_kinds_ - 1)] > max_copies) {
            throw RulesError("deck: at most " + std::to_string(max_copies) +
                             " bonus cards of a value");
        }
    }
    return deck;
}

std::string Deck::card_name(Card card) const {
    if (card.is_bonus()) return "B" + std::to_string(points(card));
    return std::to_string(card.high()) + "|" + std::to_string(card.low());
}

Card Deck::card_of(std::string_view name) const {
    const std::optional<Card> card = find_card(name);
    if (card && count(*card) > 0) return *card;
    throw Error("card '" + printable(name) + "' is not in the deck " + this->name() +
                "; such as 9|4, 5|5 or B-15");
}

std::optional<Card> Deck::find_card(std::string_view name) const {
    std::optional<Card> card;
    const std::size_t bar = name.find('|');
    if (bar != std::string_view::npos) {
        const std::optional<int> a = number_in(name.substr(0, bar));
        const std::optional<int> b = number_in(name.substr(bar + 1));
        if (a && b && *a >= 0 && *b >= 0 && *a < max_numbers && *b < max_numbers) {
            card = Card::face(*a, *b);
        }
    } else if (!name.empty() && (name.front() == 'B' || name.front() == 'b')) {
        const std::optional<int> value = number_in(name.substr(1));
        if (value) card = bonus_worth(*value);
    }
    return card;
}

std::string Deck::name() const {
    for (const Preset& preset : presets) {
        if (preset.deck == *this) return std::string(preset.name);
    }
    std::string bonus;
    for (int i = 0; i < bonus_kinds_; ++i) {
        for (int k = 0; k < bonus_counts_[index(i)]; ++k) {
            bonus += (bonus.empty() ? "" : ", ") + std::to_string(points(Card::bonus(i)));
        }
    }
    const std::string copies = dominoes_ == blocks_ ? std::to_string(dominoes_)
                                                    : "(" + std::to_string(dominoes_) + ", " +
                                                          std::to_string(blocks_) + ")";
    return "max_pip=" + std::to_string(max_pip_) + ", copies=" + copies + ", bonus=(" + bonus + ")";
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
