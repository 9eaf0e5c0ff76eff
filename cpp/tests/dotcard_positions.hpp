// Positions of DotCard for tests of those who play it.

#pragma once

#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/playout.hpp>
#include <dotcore/dotcard/position.hpp>

// A sub-round just dealt.
[[nodiscard]] inline dotcore::dotcard::Position dealt(int players,
                                                      const dotcore::dotcard::Rules& rules,
                                                      dotcore::Rng& rng, int sub_round = 0) {
    dotcore::dotcard::Position position(players, rules, sub_round);
    while (position.current_player() == dotcore::CHANCE) {
        position.apply<false>(position.sample_chance(rng), nullptr);
    }
    return position;
}

// One played on for so many acts, plays first; shorter if a sub-round ends.
[[nodiscard]] inline dotcore::dotcard::Position played(int players,
                                                       const dotcore::dotcard::Rules& rules,
                                                       dotcore::Rng& rng, int acts) {
    using namespace dotcore::dotcard;
    Position position = dealt(players, rules, rng);
    for (; acts > 0; --acts) {
        Position next = position;
        if (position.current_player() == dotcore::CHANCE) {
            next.apply<false>(position.sample_chance(rng), nullptr);
        } else {
            Actions actions;
            position.legal_actions(actions);
            const auto size = static_cast<std::uint32_t>(actions.size());
            next.apply<false>(size > 1 ? actions[1 + rng.below(size - 1)] : actions[0], nullptr);
        }
        if (next.table().sub_round != position.table().sub_round || next.is_terminal()) break;
        position = next;
    }
    return position;
}

// The first sub-round of four, just dealt, with such a hand for seat 0, who is to move.
[[nodiscard]] inline dotcore::dotcard::Position with_hand(const dotcore::dotcard::CardSet& hand,
                                                          std::uint64_t seed,
                                                          dotcore::dotcard::Rules rules = {}) {
    using namespace dotcore::dotcard;
    dotcore::Rng rng(seed);
    const Position position = dealt(4, rules, rng);
    Table table = position.table();
    Cards cards{};
    cards.hands[0] = hand;
    cards.pile = rules.deck.cards();
    cards.pile.take(hand);
    table.hand_sizes[0] = static_cast<std::uint16_t>(hand.size());
    for (std::size_t seat = 1; seat < 4; ++seat) {
        for (int i = 0; i < table.hand_sizes[seat]; ++i) {
            const Card card = cards.pile.nth(
                static_cast<int>(rng.below(static_cast<std::uint32_t>(cards.pile.size()))));
            cards.pile.take(card);
            cards.hands[seat].add(card);
        }
    }
    table.pile_size = static_cast<std::uint16_t>(cards.pile.size());
    return {4, rules, table, cards};
}

// Rules with options away from their defaults, each at least once.
[[nodiscard]] inline std::vector<dotcore::dotcard::Rules> odd_rules() {
    using namespace dotcore::dotcard;
    Rules strict;
    strict.others_may_start = false;
    strict.own_track_first = true;
    strict.block_on_block = false;
    strict.drawn_card_only = true;
    strict.voluntary_pass_opens = false;
    strict.dot_call = DotCall::off;
    strict.starter = Starter::winner;
    Rules loose;
    loose.free_start = FreeStart::any;
    loose.block_extra_turn = true;
    loose.skip_turns = 2;
    loose.starter = Starter::random;
    loose.sub_rounds = 20;
    Rules small;
    const int bonus[] = {0, -3};
    small.deck = Deck::custom(6, 2, bonus);
    small.sub_rounds = 7;
    small.hand_size = 5;
    small.dot_call = DotCall::automatic;
    small.second_half = SecondHalf::again;
    return {Rules{}, strict, loose, small};
}
