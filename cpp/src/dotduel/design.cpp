#include <dotcore/dotduel/design.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/statistics.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {
namespace {

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

using Numbers = std::vector<int>;  // of all symbols

[[nodiscard]] std::string rounded(double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::fixed, 6);
    return {digits.data(), end.ptr};
}

constexpr int max_measured_order = 11;

void check(const Wish& wish) {
    const auto in = [](const char* name, int value, int least, int most) {
        if (value >= least && value <= most) return;
        throw RulesError(std::string(name) + "=" + std::to_string(value) + "; " +
                         std::to_string(least) + " to " + std::to_string(most));
    };
    static_cast<void>(plane(wish.order));
    in("showing", wish.showing, 2, std::min(plane_size(wish.order), 12));
    in("tries", wish.tries, 0, 10'000'000);
    if (wish.order > max_measured_order && (wish.even_double_dots || wish.double_dot_spread)) {
        throw RulesError("chances of a Double Dot are too slow to search by for order " +
                         std::to_string(wish.order) + "; at most " +
                         std::to_string(max_measured_order));
    }
    if (wish.most_on_a_card) in("most_on_a_card", *wish.most_on_a_card, 1, wish.order + 1);
    if (wish.double_dot_spread && !(*wish.double_dot_spread >= 0 && *wish.double_dot_spread <= 1)) {
        throw RulesError("double_dot_spread is a difference of chances, 0 to 1");
    }
}

// How far an assignment is from a wish. What comes first matters more.
struct Distance {
    int crowding = 0;       // over all cards and numbers, the square of the symbols too many
    double unevenness = 0;  // of the chances, beyond what is wished for
    double scatter = 0;     // of all chances, to find a way where the unevenness stays the same

    [[nodiscard]] bool is_met() const noexcept { return crowding == 0 && unevenness <= 0; }
    friend auto operator<=>(const Distance&, const Distance&) noexcept = default;
};

// Chances that are to be alike
struct Alike {
    double least = 1;
    double greatest = 0;
    double sum = 0;
    double squares = 0;
    int count = 0;

    void add(double chance) noexcept {
        least = std::min(least, chance);
        greatest = std::max(greatest, chance);
        sum += chance;
        squares += chance * chance;
        ++count;
    }
    [[nodiscard]] double spread() const noexcept {
        constexpr double rounding = 1e-12;  // of counts beyond 2^53
        return greatest - least > rounding ? greatest - least : 0;
    }
    // The sum of the squared distances from the mean
    [[nodiscard]] double scatter() const noexcept {
        return spread() > 0 ? squares - sum * sum / count : 0;
    }
};

// The chances of numbers with equally many symbols, by how many they are; those of none left out.
[[nodiscard]] std::map<int, Alike> by_share(const Profile& profile, const ChanceByNumber& chances) {
    std::map<int, Alike> shares;
    for (std::size_t number = 0; number < profile.size(); ++number) {
        if (profile[number] > 0) shares[profile[number]].add(chances[number]);
    }
    return shares;
}
[[nodiscard]] Alike all_of(const Profile& profile, const ChanceByNumber& chances) {
    Alike all;
    for (std::size_t number = 0; number < profile.size(); ++number) {
        if (profile[number] > 0) all.add(chances[number]);
    }
    return all;
}

[[nodiscard]] ChanceByNumber double_dot_chances(const Deck& deck, int showing) {
    ChanceByNumber chances{};
    for (int number = lowest_number; number <= highest_number; ++number) {
        chances[at(number)] = double_dot_chance(deck, showing, number);
    }
    return chances;
}

// An assignment of numbers to the symbols of a plane, and how far it is from the wish.
class Assignment {
public:
    Assignment(const Wish& wish, const Deck& deck)
        : wish_(wish), deck_(deck), profile_(deck.profile()), holders_(at(deck.symbol_count())) {
        for (int card = 0; card < deck.size(); ++card) {
            for (const std::uint16_t symbol : deck.card(card)) holders_[symbol].push_back(card);
        }
        read(deck);
    }

    [[nodiscard]] const Deck& deck() const noexcept { return deck_; }
    [[nodiscard]] const Distance& distance() const noexcept { return distance_; }
    [[nodiscard]] int number(int symbol) const noexcept { return deck_.numbers()[at(symbol)]; }
    // Is it on a card that has too many of its number?
    [[nodiscard]] bool is_crowded(int symbol) const noexcept {
        return std::any_of(holders_[at(symbol)].begin(), holders_[at(symbol)].end(), [&](int card) {
            return excess(counts_[at(card)][at(number(symbol))]) > 0;
        });
    }

    // Exchanges the numbers of two symbols, unless that leads farther from the wish.
    void try_exchange(int a, int b) {
        const Distance before = distance_;
        const int first = number(a);
        const int second = number(b);
        move(a, first, second);
        move(b, second, first);
        if (distance_.crowding <= before.crowding) {
            Numbers numbers(deck_.numbers().begin(), deck_.numbers().end());
            std::swap(numbers[at(a)], numbers[at(b)]);
            const Deck exchanged = deck_.with_numbers(numbers);
            const double first_chance = chances_[at(first)];
            const double second_chance = chances_[at(second)];
            if (is_about_chances()) measure(exchanged, first, second);
            if (distance_ <= before) {
                deck_ = exchanged;
                return;
            }
            chances_[at(first)] = first_chance;
            chances_[at(second)] = second_chance;
        }
        move(a, second, first);
        move(b, first, second);
        distance_ = before;
    }

private:
    [[nodiscard]] bool is_about_chances() const noexcept {
        return wish_.even_double_dots || wish_.double_dot_spread;
    }
    [[nodiscard]] int excess(int count) const noexcept {
        return wish_.most_on_a_card ? std::max(0, count - *wish_.most_on_a_card) : 0;
    }
    [[nodiscard]] int crowding(int count) const noexcept { return excess(count) * excess(count); }

    void read(const Deck& deck) {
        counts_.assign(at(deck.size()), {});
        distance_ = {};
        for (int card = 0; card < deck.size(); ++card) {
            auto& counts = counts_[at(card)];
            for (const std::uint16_t symbol : deck.card(card)) ++counts[deck.numbers()[symbol]];
            for (const int count : counts) distance_.crowding += crowding(count);
        }
        if (is_about_chances()) {
            chances_ = double_dot_chances(deck, wish_.showing);
            measure();
        }
    }

    // A symbol's number changes: counts and crowding on its cards.
    void move(int symbol, int from, int to) {
        for (const int card : holders_[at(symbol)]) {
            int& less = counts_[at(card)][at(from)];
            int& more = counts_[at(card)][at(to)];
            distance_.crowding -= crowding(less) + crowding(more);
            --less;
            ++more;
            distance_.crowding += crowding(less) + crowding(more);
        }
    }

    // How even the chances are, after those of two numbers have changed.
    void measure(const Deck& deck, int a, int b) {
        for (const int number : {a, b}) {
            chances_[at(number)] = double_dot_chance(deck, wish_.showing, number);
        }
        measure();
    }
    void measure() {
        distance_.unevenness = 0;
        if (wish_.even_double_dots) {
            for (const auto& [symbols, chances] : by_share(profile_, chances_)) {
                distance_.unevenness += chances.scatter();
            }
        }
        if (wish_.double_dot_spread) {
            const Alike all = all_of(profile_, chances_);
            distance_.unevenness += std::max(0.0, all.spread() - *wish_.double_dot_spread);
            distance_.scatter = all.scatter();
        }
    }

    const Wish& wish_;
    Deck deck_;
    Profile profile_;
    std::vector<std::vector<int>> holders_;                    // cards by symbol
    std::vector<std::array<int, highest_number + 1>> counts_;  // by card and number
    ChanceByNumber chances_{};
    Distance distance_;
};

}  // namespace

int most_on_a_card(const Deck& deck) noexcept {
    int most = 0;
    for (int card = 0; card < deck.size(); ++card) {
        Profile counts{};
        for (const std::uint16_t symbol : deck.card(card)) {
            most = std::max(most, ++counts[deck.numbers()[symbol]]);
        }
    }
    return most;
}

double double_dot_spread(const Deck& deck, int showing) {
    return all_of(deck.profile(), double_dot_chances(deck, showing)).spread();
}

double uneven_double_dots(const Deck& deck, int showing) {
    double most = 0;
    for (const auto& [symbols, chances] :
         by_share(deck.profile(), double_dot_chances(deck, showing))) {
        most = std::max(most, chances.spread());
    }
    return most;
}

std::string Design::shortfall(const Wish& wish) const {
    std::string text;
    const auto tell = [&text](const std::string& wished, const std::string& found) {
        text += (text.empty() ? "" : "; ") + wished + ": the best deck found has " + found;
    };
    if (wish.most_on_a_card && most_on_a_card > *wish.most_on_a_card) {
        tell("most_on_a_card=" + std::to_string(*wish.most_on_a_card),
             std::to_string(most_on_a_card));
    }
    if (wish.even_double_dots && uneven_double_dots > 0) {
        tell("even_double_dots", "chances that differ by " + rounded(uneven_double_dots));
    }
    if (wish.double_dot_spread && double_dot_spread > *wish.double_dot_spread) {
        tell("double_dot_spread=" + rounded(*wish.double_dot_spread), rounded(double_dot_spread));
    }
    return text;
}

Design design(const Wish& wish, std::uint64_t seed, const std::function<bool()>& is_stopped) {
    // Chances take longer to count than exchanges to make.
    const int between_looks = wish.even_double_dots || wish.double_dot_spread ? 1 : 64;
    check(wish);
    Assignment assignment(wish, Deck::of_order(wish.order, seed, wish.profile));
    Rng rng = Rng::stream(seed, 1);
    const int symbols = plane_size(wish.order);
    const auto drawn = [&] {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(symbols)));
    };
    int tries = 0;
    while (!assignment.distance().is_met() && tries < wish.tries) {
        const int a = drawn();
        const int b = drawn();
        if (++tries % between_looks == 0 && is_stopped && is_stopped()) break;
        if (assignment.number(a) == assignment.number(b)) continue;
        if (assignment.distance().crowding > 0 && !assignment.is_crowded(a)) continue;
        assignment.try_exchange(a, b);
    }
    const Deck& deck = assignment.deck();
    return {deck,
            assignment.distance().is_met(),
            most_on_a_card(deck),
            uneven_double_dots(deck, wish.showing),
            double_dot_spread(deck, wish.showing),
            tries};
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
