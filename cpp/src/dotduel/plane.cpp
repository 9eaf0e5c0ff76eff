#include <dotcore/dotduel/plane.hpp>

#include <algorithm>
#include <span>
#include <string>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {
namespace {

constexpr int standard_order = 7;
constexpr int standard_size = plane_size(standard_order);
constexpr std::array<int, standard_order + 1> difference_set{0, 1, 3, 13, 32, 36, 43, 52};
using StandardCards = std::array<std::uint16_t, std::size_t{standard_size} * difference_set.size()>;

// Card i is the difference set moved up by i. What passes the end comes in again from below, and
// first: so the card is sorted by beginning there.
constexpr StandardCards standard_cards = [] {
    StandardCards cards{};
    std::size_t at = 0;
    for (int i = 0; i < standard_size; ++i) {
        for (const int turn : {standard_size, 0}) {
            for (const int d : difference_set) {
                const int symbol = i + d - turn;
                if (symbol < 0 || symbol >= standard_size) continue;
                cards[at++] = static_cast<std::uint16_t>(symbol);
            }
        }
    }
    return cards;
}();

[[nodiscard]] std::vector<std::uint16_t> cards_over(const GaloisField& field) {
    const int q = field.size();
    std::vector<std::uint16_t> cards;
    cards.reserve(static_cast<std::size_t>(plane_size(q) * (q + 1)));
    const auto add = [&](int symbol) { cards.push_back(static_cast<std::uint16_t>(symbol)); };
    for (int m = 0; m < q; ++m) {
        for (int b = 0; b < q; ++b) {
            for (int x = 0; x < q; ++x) add(x * q + field.sum(field.product(m, x), b));
            add(q * q + m);
        }
    }
    for (int c = 0; c < q; ++c) {
        for (int y = 0; y < q; ++y) add(c * q + y);
        add(q * q + q);
    }
    for (int m = 0; m <= q; ++m) add(q * q + m);
    return cards;
}

}  // namespace

std::vector<std::uint16_t> plane(int order) {
    if (!is_plane_order(order)) {
        throw RulesError("order=" + std::to_string(order) +
                         "; there are planes of the orders 2, 3, 4, 5, 7, 8, 9, 11, 13 and 16");
    }
    if (order == standard_order) return {standard_cards.begin(), standard_cards.end()};
    return cards_over(GaloisField(order));
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
