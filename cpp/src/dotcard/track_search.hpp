// What the searches for tracks share: tracks so far as states, their cards to come, and how much
// those can weigh at most.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/dotcard/best_track.hpp>

#include "trail.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

// All that decides how a track can go on: equal ones have laid the same cards.
struct TrackState {
    CardSet left{};  // that may be laid yet
    std::int8_t end = 0;
    bool covers_block = false;

    friend constexpr bool operator==(const TrackState&, const TrackState&) noexcept = default;
};

struct TrackStateHash {
    [[nodiscard]] std::size_t operator()(const TrackState& state) const noexcept {
        std::uint64_t h = static_cast<std::uint64_t>(state.end) * 2 + (state.covers_block ? 1 : 0);
        for (const std::uint64_t plane : state.left.planes()) {
            h = (h ^ plane) * 0x9e3779b97f4a7c15;
            h ^= h >> 29;
        }
        return static_cast<std::size_t>(h);
    }
};

// A task with its options, and the nodes it has used.
class TrackSearch {
public:
    // Throws Error if the deck has no such start or hand, or the options are out of range.
    TrackSearch(const CardSet& hand, Objective objective, const TrackOptions& options,
                const Deck& deck);

    // Throws Error unless it is a number of the deck.
    [[nodiscard]] TrackState start(int number) const;

    struct Step {
        LaidCard laid;
        TrackState state;
        Weight weight;
    };
    // Every card that may come next, equal ones once, bonus cards with every number.
    template <class Act>
    void for_each_step(const TrackState& state, Act act) const;

    // The heaviest way to go on with at most so many cards. Unless it is exact, only its bound is
    // sure, and its cards may be too many.
    [[nodiscard]] Trail rest(const TrackState& state, int cards);
    // It, laid.
    void lay(const TrackState& state, const Trail& rest, std::vector<LaidCard>& track) const;

    [[nodiscard]] BestTrack answer(int start, std::vector<LaidCard> track, bool exact) const;
    [[nodiscard]] Weight weight(Card card) const noexcept {
        return card.is_bonus() ? bonus_weight(objective_, deck_.points(card))
                               : face_weights(objective_)[static_cast<std::size_t>(card.kind())];
    }

    [[nodiscard]] const TrackOptions& options() const noexcept { return options_; }
    [[nodiscard]] Objective objective() const noexcept { return objective_; }
    // The most cards that a track may have
    [[nodiscard]] int cap() const noexcept { return cap_; }
    [[nodiscard]] bool is_spent() const noexcept { return nodes >= options_.node_limit; }
    void sort_out_value(Weight weight, int& value, int& then) const noexcept;

    std::uint64_t nodes = 0;

private:
    [[nodiscard]] TrailTask task(const TrackState& state) const noexcept;
    // What the heaviest cards weigh, whether or not they can be laid.
    [[nodiscard]] Weight heaviest(const CardSet& cards, int count) const;
    // The price of a card that bounds trails of at most so many cards best.
    [[nodiscard]] Weight best_price(const TrailTask& task, int cards) const;

    const Deck& deck_;
    Objective objective_;
    TrackOptions options_;
    CardSet usable_;
    int hand_points_ = 0;
    int cap_ = 0;
    std::vector<Card> by_weight_;  // the kinds in hand, heaviest first; empty if nothing is capped
    static constexpr Weight no_price = -1;
    Weight price_ = no_price;  // that of the beginning serves all states
};

template <class Act>
void TrackSearch::for_each_step(const TrackState& state, Act act) const {
    const Kinds kinds = state.left.kinds();
    const auto lay = [&](Card card, std::int8_t number, int end) {
        Step step{{card, number}, state, weight(card)};
        step.state.left.take(card);
        step.state.end = static_cast<std::int8_t>(end);
        step.state.covers_block = card.is_block() && !options_.block_on_block;
        act(step);
    };
    Kinds faces = kinds & faces_with[static_cast<std::size_t>(state.end)];
    if (state.covers_block) faces &= ~all_blocks;
    for (; faces != 0; faces &= faces - 1) {
        const Card card = Card::of_kind(std::countr_zero(faces));
        lay(card, -1, card.across(state.end));
    }
    for (Kinds bonus = kinds & ~all_faces; bonus != 0; bonus &= bonus - 1) {
        const Card card = Card::of_kind(std::countr_zero(bonus));
        for (int number = 0; number <= deck_.max_pip(); ++number) {
            lay(card, static_cast<std::int8_t>(number), number);
        }
    }
}

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
