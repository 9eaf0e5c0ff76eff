// Where dice, the cards of DECK and random places come from.
//
// A server's engine has a generator of its own, or plays what it is given, as in a test: then the
// top of DECK is drawn, and a returned card goes in at a random place. The tick form of the game
// (tick_game.hpp) names each outcome as an act of chance; its DECK is a set, without an order.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotduel/pile.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// What chance is to do.
enum class Lot : std::uint8_t { nothing, die, roll, card, place };

class Chance {
public:
    // Drawing from a generator.
    explicit Chance(Rng& rng) noexcept : rng_(&rng) {}
    // The same, but as long as there are any these dice (1..6) and picks come first; a pick is
    // taken modulo what it is picked from.
    Chance(Rng& rng, std::span<const std::uint8_t> dice,
           std::span<const std::uint32_t> picks) noexcept
        : rng_(&rng), dice_(dice), picks_(picks) {}
    // These outcomes and no others: a die, the sum of two, a card of DECK, a place. DECK is a set,
    // kept by rising cards, and what would be rolled again at once is not rolled.
    [[nodiscard]] static Chance scripted(std::span<const std::uint8_t> outcomes) noexcept {
        return Chance(outcomes);
    }

    // Drawing
    [[nodiscard]] int die() noexcept {
        if (rng_ == nullptr) return next(Lot::die, 0b1111110);
        if (!dice_.empty()) {
            const int die = dice_.front();
            dice_ = dice_.subspan(1);
            ++dice_used_;
            return die;
        }
        return 1 + static_cast<int>(rng_->below(6));
    }
    // Two dice, for a number of which bits of `wanted` tell.
    [[nodiscard]] int roll(std::uint64_t wanted) noexcept {
        if (rng_ == nullptr) return next(Lot::roll, wanted);
        const int first = die();
        return first + die();
    }
    // Uniform in 0..bound-1; bound is 1 to 64.
    [[nodiscard]] int pick(int bound) noexcept {
        if (rng_ == nullptr) return next(Lot::place, ~std::uint64_t{0} >> (64 - bound));
        const auto limit = static_cast<std::uint32_t>(bound);
        if (!picks_.empty()) {
            const std::uint32_t pick = picks_.front();
            picks_ = picks_.subspan(1);
            ++picks_used_;
            return static_cast<int>(pick % limit);
        }
        return static_cast<int>(rng_->below(limit));
    }
    // DECK is not empty.
    [[nodiscard]] int draw(Pile& deck) noexcept {
        if (rng_ == nullptr) {
            const int card = next(Lot::card, deck.mask());
            deck.remove(card);
            return card;
        }
        return deck.take_at(0);
    }
    // A card goes back into DECK (R16).
    void put_back(Pile& deck, int card) noexcept {
        if (rng_ == nullptr) {
            deck.insert_sorted(card);
        } else {
            deck.insert_at(pick(deck.size() + 1), card);
        }
    }
    // A card of DECK that lay in the final's GROUNDS goes back to where it was.
    void put_on_top(Pile& deck, int card) const noexcept {
        if (rng_ == nullptr) {
            deck.insert_sorted(card);
        } else {
            deck.insert_at(0, card);
        }
    }

    // What a script lacked first, and a bit of each outcome that it could have had there. What was
    // done since then is worth nothing.
    [[nodiscard]] Lot lacking() const noexcept { return lacking_; }
    [[nodiscard]] std::uint64_t outcomes() const noexcept { return outcomes_; }
    // Of what was given to come first
    [[nodiscard]] std::size_t dice_used() const noexcept { return dice_used_; }
    [[nodiscard]] std::size_t picks_used() const noexcept { return picks_used_; }

private:
    explicit Chance(std::span<const std::uint8_t> outcomes) noexcept : script_(outcomes) {}
    [[nodiscard]] int next(Lot lot, std::uint64_t outcomes) noexcept {
        if (lacking_ == Lot::nothing && script_.empty()) {
            lacking_ = lot;
            outcomes_ = outcomes;
        }
        if (lacking_ != Lot::nothing) return std::countr_zero(outcomes);
        const int outcome = script_.front();
        script_ = script_.subspan(1);
        return outcome;
    }

    Rng* rng_ = nullptr;
    std::span<const std::uint8_t> dice_;
    std::span<const std::uint32_t> picks_;
    std::span<const std::uint8_t> script_;
    std::size_t dice_used_ = 0;
    std::size_t picks_used_ = 0;
    std::uint64_t outcomes_ = 0;
    Lot lacking_ = Lot::nothing;
};

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
