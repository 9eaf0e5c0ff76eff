// A turn: what may be played, and what a play, a pass, a draw do. The hot part of Position, inline
// for those who play many.

#pragma once

#include <bit>

#include <dotcore/core/bits.hpp>
#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

inline constexpr std::uint16_t free_bit = 1U << free_track;
inline constexpr Kinds all_bonus = ~all_faces;

}  // namespace detail

inline Targets Position::targets() const noexcept {
    Targets found;
    if (table_.phase != Phase::start && table_.phase != Phase::drawn) return found;
    const Kinds held = hand(table_.turn).kinds();
    found.faces = held & all_faces;
    found.bonus = held & detail::all_bonus;
    if (table_.drawn != Table::none) {
        found.faces &= Kinds{1} << table_.drawn;
        found.bonus &= Kinds{1} << table_.drawn;
    }
    // R14 stands above all that follows.
    if (table_.lock != Table::none) {
        found.tracks = static_cast<std::uint16_t>(1U << table_.lock);
        if (!rules_.lets_block_cover_block()) found.faces &= ~all_blocks;
        return found;
    }
    const unsigned own = 1U << table_.turn;
    if (rules_.holds_to_own_track() && (table_.started & own) == 0) {
        found.tracks = static_cast<std::uint16_t>(own);
        return found;
    }
    unsigned tracks = table_.open;
    if (!rules_.lets_others_start()) tracks &= table_.started;
    tracks |= own;
    if ((table_.started & detail::free_bit) != 0) {
        tracks |= detail::free_bit;
    } else if ((table_.started & all_seats()) == all_seats()) {
        if (rules_.frees_free_start()) {
            found.any_free = true;
        } else {
            tracks |= detail::free_bit;
        }
    }
    found.tracks = static_cast<std::uint16_t>(tracks);
    return found;
}

inline int Position::count_plays(const Targets& targets) const noexcept {
    int plays = 0;
    bits::for_each_bit(targets.tracks, [&](int track) {
        plays += bits::count(targets.faces & faces_with[index(end(track))]);
    });
    int takers = bits::count(targets.tracks);
    if (targets.any_free) {
        plays += bits::count(targets.faces) + bits::count(targets.faces & ~all_blocks);
        ++takers;
    }
    if (targets.bonus != 0) {
        plays += bits::count(targets.bonus) * takers * (rules_.deck.max_pip() + 1);
    }
    return plays;
}

inline Play Position::nth_play(const Targets& targets, int n) const noexcept {
    Play play;
    // Takes n as the number among these kinds, or counts them off.
    const auto takes = [&](Kinds kinds, int target) {
        const int count = bits::count(kinds);
        if (n >= count) {
            n -= count;
            return false;
        }
        for (; n > 0; --n) kinds &= kinds - 1;
        play.card = Card::of_kind(std::countr_zero(kinds));
        play.target = static_cast<std::int8_t>(target);
        return true;
    };
    for (unsigned left = targets.tracks; left != 0; left &= left - 1) {
        const int track = std::countr_zero(left);
        if (takes(targets.faces & faces_with[index(end(track))], track)) return play;
    }
    if (targets.any_free) {
        if (takes(targets.faces, free_track)) return play;
        if (takes(targets.faces & ~all_blocks, reversed_free_track)) return play;
    }
    const int numbers = rules_.deck.max_pip() + 1;
    play.number = static_cast<std::int8_t>(n % numbers);
    n /= numbers;
    const auto on = [&](int target) { return takes(targets.bonus, target); };
    for (unsigned left = targets.tracks; left != 0; left &= left - 1) {
        if (on(std::countr_zero(left))) return play;
    }
    on(free_track);
    return play;
}

inline void Position::pass_turn_on() noexcept {
    int next = table_.turn;
    while (true) {
        if (++next == players_) next = 0;
        std::uint8_t& skips = table_.skips[index(next)];
        if (skips == 0) break;
        --skips;
    }
    table_.turn = static_cast<std::int8_t>(next);
    table_.phase = Phase::start;
}

// After a play and what it cost: while a sub-round runs, a lock says that the card was a block.
inline void Position::end_turn() noexcept {
    if (table_.lock != Table::none && rules_.grants_turn_after_block() &&
        table_.skips[index(table_.turn)] == 0) {
        table_.phase = Phase::start;
    } else {
        pass_turn_on();
    }
}

inline void Position::pass() noexcept {
    const auto own = static_cast<std::uint8_t>(1U << table_.turn);
    if (rules_.opens_at_any_pass() || !has_play()) table_.open |= own;
    table_.drawn = Table::none;
    if (table_.pile_size == 0) {
        table_.passed |= own;
        if (table_.passed == all_seats()) {
            end_sub_round(-1);
            return;
        }
    }
    pass_turn_on();
}

inline int Position::end_after(const Play& play) const noexcept {
    if (play.card.is_bonus()) return play.number;
    const int track = play.track();
    if (track == free_track && rules_.frees_free_start() && !is_started(track)) {
        return play.target == reversed_free_track ? play.card.low() : play.card.high();
    }
    return play.card.across(end(track));
}

inline void Position::lay(const Play& play) noexcept {
    const int seat = table_.turn;
    const int track = play.track();
    table_.ends[index(track)] = static_cast<std::int8_t>(end_after(play));
    // Under a lock the card covers it, whatever track that is on.
    table_.lock = play.card.is_block() ? static_cast<std::int8_t>(track) : Table::none;
    table_.started |= static_cast<std::uint16_t>(1U << track);
    if (track == seat) table_.open &= static_cast<std::uint8_t>(~(1U << seat));
    table_.passed = 0;
    table_.drawn = Table::none;
    const bool forgot_dot = may_say_dot() && !play.dot;
    cards_.hands[index(seat)].take(play.card);
    if (--table_.hand_sizes[index(seat)] == 0) {
        end_sub_round(seat);
    } else if (!forgot_dot) {
        end_turn();
    } else if (table_.pile_size > 0) {
        table_.phase = Phase::penalty;
    } else {
        table_.skips[index(seat)] =
            static_cast<std::uint8_t>(table_.skips[index(seat)] + rules_.skip_turns);
        end_turn();
    }
}

inline void Position::choose_starter(int seat) noexcept {
    table_.starter = table_.turn = static_cast<std::int8_t>(seat);
    table_.phase = Phase::deal;
}

// A card that has left the pile comes to the hand that it is for.
inline void Position::receive(Card card) noexcept {
    const bool dealing = table_.phase == Phase::deal;
    const std::size_t seat = index(receiver());
    cards_.hands[seat].add(card);
    ++table_.hand_sizes[seat];
    --table_.pile_size;
    if (dealing) {
        if (++table_.dealt < players_ * rules_.hand_size) return;
        table_.dealt = 0;
        table_.phase = Phase::start;
    } else if (table_.phase == Phase::penalty) {
        end_turn();
    } else {
        table_.phase = Phase::drawn;
        if (rules_.plays_drawn_card_only()) table_.drawn = static_cast<std::int8_t>(card.kind());
    }
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
