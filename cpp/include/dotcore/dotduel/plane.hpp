// Projective planes: what makes any two cards share exactly one symbol (R4).
//
// In a plane of order q any two lines meet in exactly one point. Lines are cards and points are
// symbols: q^2 + q + 1 of each, q + 1 symbols on a card, q + 1 cards for a symbol. Planes are known
// for prime powers. Arithmetic modulo q makes one of a prime only: 4, 8, 9 and 16 need the field
// GF(q).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

inline constexpr int max_plane_order = 16;

// Is there a plane of this order to be had here: a prime power of 2..16?
[[nodiscard]] constexpr bool is_plane_order(int order) noexcept {
    return order == 2 || order == 3 || order == 4 || order == 5 || order == 7 || order == 8 ||
           order == 9 || order == 11 || order == 13 || order == 16;
}
// Cards of such a plane, and as many symbols.
[[nodiscard]] constexpr int plane_size(int order) noexcept { return order * order + order + 1; }

// The field of q elements, 0..q-1: 0 and 1 are the field's own.
//
// For q = p^n the element e stands for the polynomial over GF(p) whose coefficients are the digits
// of e to the base p, and a product is taken modulo an irreducible polynomial of degree n.
class GaloisField {
public:
    // q must be a plane order.
    explicit constexpr GaloisField(int q) noexcept : size_(q) {
        const Base base = base_of(q);
        for (int a = 0; a < q; ++a) {
            for (int b = 0; b < q; ++b) {
                sums_[at(a, b)] = narrow(sum_of(a, b, base.prime));
                products_[at(a, b)] = narrow(product_of(a, b, q, base));
            }
        }
    }

    [[nodiscard]] constexpr int size() const noexcept { return size_; }
    [[nodiscard]] constexpr int sum(int a, int b) const noexcept { return sums_[at(a, b)]; }
    [[nodiscard]] constexpr int product(int a, int b) const noexcept { return products_[at(a, b)]; }

private:
    using Table = std::array<std::uint8_t, max_plane_order * max_plane_order>;

    struct Base {
        int prime;
        int remainder;  // what x^n is, as an element
    };
    // x^2 = x + 1, x^3 = x + 1 and x^4 = x + 1 over GF(2), x^2 = 2 over GF(3).
    [[nodiscard]] static constexpr Base base_of(int q) noexcept {
        return q == 9 ? Base{3, 2} : q == 4 || q == 8 || q == 16 ? Base{2, 3} : Base{q, 0};
    }
    [[nodiscard]] static constexpr int sum_of(int a, int b, int p) noexcept {
        int sum = 0;
        for (int place = 1; a + b != 0; place *= p, a /= p, b /= p) {
            sum += (a + b) % p * place;
        }
        return sum;
    }
    // By Horner's rule over the digits of b, the highest first.
    [[nodiscard]] static constexpr int product_of(int a, int b, int q, Base base) noexcept {
        if (q == base.prime) return a * b % q;
        int product = 0;
        for (int place = q / base.prime; place != 0; place /= base.prime) {
            product = times_x(product, q, base);
            for (int digit = b / place % base.prime; digit != 0; --digit) {
                product = sum_of(product, a, base.prime);
            }
        }
        return product;
    }
    [[nodiscard]] static constexpr int times_x(int a, int q, Base base) noexcept {
        const int shifted = a * base.prime;
        int result = shifted % q;
        for (int digit = shifted / q; digit != 0; --digit) {
            result = sum_of(result, base.remainder, base.prime);
        }
        return result;
    }
    [[nodiscard]] static constexpr std::size_t at(int a, int b) noexcept {
        return static_cast<std::size_t>(a * max_plane_order + b);
    }
    [[nodiscard]] static constexpr std::uint8_t narrow(int value) noexcept {
        return static_cast<std::uint8_t>(value);
    }

    Table sums_{};
    Table products_{};
    int size_;
};

// The cards of a plane, one after the other: order + 1 rising symbols each.
//
// Order 7 comes from the perfect difference set {0, 1, 3, 13, 32, 36, 43, 52}: card i has the
// symbols i + d modulo 57. Of other orders symbol x * q + y is the point (x, y), q^2 + m the
// direction of the slope m, q^2 + q that of the upright lines; card m * q + b is the line
// y = m * x + b, card q^2 + c the upright line x = c, and the last card holds the directions.
// Throws RulesError unless is_plane_order(order).
[[nodiscard]] std::vector<std::uint16_t> plane(int order);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
