// How promising a play of DotCard is, by what its player sees: the numbers that players and search
// judge plays by before they look any deeper.
//
// A play is described by a few features, and its weight is exp(coefficients . features), to be
// compared with the weights of the other plays in the same position and with that of the draw or
// the pass. The coefficients were found by evolution, in some hundred thousand sub-rounds against a
// player that looks for the longest track, and against themselves.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

class PlayModel {
public:
    // Points and numbers in tens, so that features are about 0..1.
    enum Feature : std::uint8_t {
        no_play,          // the draw or the pass
        no_play_at_last,  // the same with one card in hand: it is that card that is not laid
        pips,             // of a face card
        pips_late,        // the same, times how near the shortest other hand is to its end
        bonus,            // it is a bonus card
        bonus_points,     // what it would be worth in hand
        bonus_late,       // it is a bonus card, times how near the end is
        goes_out,         // the last card
        on_own,           // on the own track while that is closed
        on_own_open,      // on the own track, which closes it
        on_free,
        starts_own,      // the own track's start card
        block_covered,   // a block, and the hand holds a card to cover it with
        block_bare,      // a block, and it does not
        follows_own,     // cards left in hand that fit the new end, of the own track
        follows_public,  // the same, of the free track or somebody else's
        fits_after,      // cards left in hand that fit some track that one may then play on
        stuck_after,     // there is none
        uncovers,        // the play ends a lock
        rare_end,        // how few unseen cards fit the new end, of a track that others may use
        twins,           // a card with the same halves as this one is left in hand
        chain,           // cards left in hand that the own track may go on with, about
        chain_late,      // the same, times how near the end is
        feature_count
    };
    using Features = std::array<float, feature_count>;
    using Coefficients = std::array<float, feature_count>;

    // The best that were found.
    [[nodiscard]] static const Coefficients& fitted() noexcept;
    // For the turn's player. The position and the coefficients must stay.
    explicit PlayModel(const Position& position,
                       const Coefficients& coefficients = fitted()) noexcept;

    // Looking
    [[nodiscard]] Features features(const Play& play) const noexcept;
    [[nodiscard]] Features features_of_none() const noexcept;
    // The logarithm of a play's weight, and of the draw's or the pass's.
    [[nodiscard]] float score(const Play& play) const noexcept;
    [[nodiscard]] float score_of_none() const noexcept;

    // The numbers worth choosing for a bonus card on a target, the best first: those that go with
    // the rest of the hand, on tracks that others may use, too, the one that they have least of.
    struct Numbers {
        std::array<std::int8_t, max_numbers> numbers{};
        int count = 0;
    };
    [[nodiscard]] Numbers numbers(int target, int most) const noexcept;

    // Calls act(play) for each play worth considering: all cards on all targets, with "dot" said
    // where it can be, with so many numbers at most for a bonus card.
    template <class Act>
    void for_each_play(int most_numbers, Act act) const;

private:
    // The longest track that the rest of the hand can lay from a number, by a bound that is mostly
    // met (Euler: of a connected set of cards all but one for each further pair of numbers with an
    // odd count). `laid` leaves the hand first.
    [[nodiscard]] int chain_from(int number, Card laid) const noexcept;
    // Calls add(feature, number) for each that is not 0.
    template <class Add>
    void describe(const Play& play, Add add) const noexcept;
    template <class Add>
    void describe_none(Add add) const noexcept;
    // Cards in hand, and kinds of unseen cards, with this number.
    [[nodiscard]] int own(int number) const noexcept {
        return bits::count(held_ & faces_with[index(number)]);
    }
    [[nodiscard]] int unseen(int number) const noexcept {
        return bits::count(unseen_ & faces_with[index(number)]);
    }
    [[nodiscard]] static constexpr std::size_t index(int i) noexcept {
        return static_cast<std::size_t>(i);
    }

    const Position& position_;
    const Coefficients& coefficients_;
    Targets targets_;
    CardSet hand_;
    Kinds held_ = 0;
    Kinds unseen_ = 0;
    std::array<std::uint16_t, max_numbers>
        touching_{};                                    // numbers that share a domino with this one
    std::array<std::uint8_t, max_numbers> dominoes_{};  // in hand with this number
    std::array<std::uint8_t, max_numbers> blocks_{};
    int wilds_ = 0;
    int seat_ = 0;
    int shortest_ = 0;  // of the others' hands
};

template <class Act>
void PlayModel::for_each_play(int most_numbers, Act act) const {
    const bool dot = position_.may_say_dot();
    const auto push = [&](Kinds kinds, int target) {
        bits::for_each_bit(kinds, [&](int kind) {
            act(Play{Card::of_kind(kind), -1, static_cast<std::int8_t>(target), dot});
        });
    };
    const auto push_bonus = [&](int target) {
        bits::for_each_bit(targets_.bonus, [&](int kind) {
            const Card card = Card::of_kind(kind);
            const Numbers numbers = this->numbers(target, most_numbers);
            for (int i = 0; i < numbers.count; ++i) {
                act(Play{card, numbers.numbers[index(i)], static_cast<std::int8_t>(target), dot});
            }
        });
    };
    bits::for_each_bit(targets_.tracks, [&](int track) {
        push(targets_.faces & faces_with[index(position_.end(track))], track);
        if (targets_.bonus != 0) push_bonus(track);
    });
    if (targets_.any_free) {
        push(targets_.faces, free_track);
        push(targets_.faces & ~all_blocks, reversed_free_track);
        push_bonus(free_track);
    }
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
