// DotCard as a contract state: the numbers of its acts, the same in every state of every game.
//
//   0   draw a card
//   1   pass
//   2 + (play * 10 + target) * 2 + dot
//       lay a card. play: the kind of a face card, 0..54, or 55 + bonus index * 10 + the number
//       chosen. target: a seat's own track, 0..7; the free track, 8; the free track started with
//       the lower half outward, 9 (free_start=any alone; under it, 8 puts the higher half outward).
//       dot: 1 if "dot" is said, which only a player with two cards in hand may do (R19).
//
// The numbers of chance are kinds of cards; of the lot for the starter (starter=random), seats.

#pragma once

#include <cstddef>

#include <dotcore/core/state.hpp>
#include <dotcore/dotcard/deck.hpp>
#include <dotcore/dotcard/undo_log.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

inline constexpr Action draw_action = 0;
inline constexpr Action pass_action = 1;

inline constexpr int target_count = 10;
inline constexpr int reversed_free_track = 9;

// A card laid on a track.
struct Play {
    Card card{};
    std::int8_t number = -1;  // that of a bonus card; -1 of a face card
    std::int8_t target = 0;   // 0..9, as above
    bool dot = false;

    [[nodiscard]] constexpr int track() const noexcept {
        return target == reversed_free_track ? free_track : target;
    }
    friend constexpr bool operator==(const Play&, const Play&) noexcept = default;
};

[[nodiscard]] constexpr int action_count(const Deck& deck) noexcept {
    return 2 + (face_kinds + deck.bonus_kinds() * max_numbers) * target_count * 2;
}
[[nodiscard]] constexpr bool is_play(Action action) noexcept { return action > pass_action; }
[[nodiscard]] constexpr Action action_of(const Play& play) noexcept {
    const int which = play.card.is_bonus()
                          ? face_kinds + play.card.bonus_index() * max_numbers + play.number
                          : play.card.kind();
    return 2 + (which * target_count + play.target) * 2 + (play.dot ? 1 : 0);
}
// Of an action from 2 up to action_count(deck) - 1.
[[nodiscard]] constexpr Play play_of(Action action) noexcept {
    const int number = action - 2;
    const int which = number / 2 / target_count;
    Play play;
    play.dot = (number & 1) != 0;
    play.target = static_cast<std::int8_t>(number / 2 % target_count);
    if (which < face_kinds) {
        play.card = Card::of_kind(which);
    } else {
        play.card = Card::bonus((which - face_kinds) / max_numbers);
        play.number = static_cast<std::int8_t>((which - face_kinds) % max_numbers);
    }
    return play;
}

// A list of actions with room for all that a position can have.
using Actions = ActionArray<2 + (face_kinds + max_bonus_kinds * max_numbers) * target_count * 2>;

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
