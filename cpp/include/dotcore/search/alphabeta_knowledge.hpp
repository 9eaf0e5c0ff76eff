// What a game tells alpha-beta: what ends are worth, which acts to try, how to guess at positions.
//
// The knowledge of a game is a class that lives with the game and meets AlphaBetaKnowledge;
// PlainKnowledge has a harmless answer to everything but the value of an end. Values are ints, the
// final margin as somebody sees it, in a unit of the game's choice.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <dotcore/core/state.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

// Beyond every value; small enough to be negated and added to.
inline constexpr int infinite_value = 1 << 28;

// What the final margin cannot leave any more, as one player sees it.
struct Attainable {
    int low = -infinite_value;
    int high = infinite_value;
};

// A value as one player sees it, and what is proven of it.
struct Value {
    int value = 0;
    bool at_least = false;
    bool at_most = false;

    [[nodiscard]] constexpr Value of_other() const noexcept { return {-value, at_most, at_least}; }
    [[nodiscard]] constexpr bool is_proven() const noexcept { return at_least && at_most; }
    friend constexpr bool operator==(const Value&, const Value&) noexcept = default;
};

// An act to try, and how soon: higher first.
struct Candidate {
    Action action = -1;
    int order = 0;
};

// Acts to try, in memory that the search owns. Once full it takes no more and says so.
class Candidates {
public:
    Candidates(Candidate* first, std::size_t room) noexcept : first_{first}, room_{room} {}

    void push(Action action, int order = 0) noexcept {
        if (size_ == room_) {
            is_short_ = true;
            return;
        }
        first_[size_++] = {action, order};
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_short() const noexcept { return is_short_; }
    [[nodiscard]] Candidate& operator[](std::size_t i) const noexcept { return first_[i]; }
    [[nodiscard]] Candidate* begin() const noexcept { return first_; }
    [[nodiscard]] Candidate* end() const noexcept { return first_ + size_; }

private:
    Candidate* first_;
    std::size_t room_;
    std::size_t size_ = 0;
    bool is_short_ = false;
};

// A position's key, maybe shared with positions that are the same but for symmetry or for a
// difference in value. What is kept for them all is written in a common frame.
struct Keyed {
    std::uint64_t key = 0;
    int frame = 0;           // for into_frame and out_of_frame
    int offset = 0;          // the position's value is the common one plus this
    std::uint64_t mark = 0;  // more for into_frame and out_of_frame
};

// An order above all that knowledge gives, which stays between 0 and half of it.
inline constexpr int first_tried = 1 << 24;

// What a game tells the search. Lists are made from a position that may be changed meanwhile, but
// is given back as it was.
template <typename K, typename G>
concept AlphaBetaKnowledge =
    State<G> && std::copyable<K> &&
    requires(K k, const K& constant, G& state, const G& position, int n, bool complete,
             Action action, const Keyed& keyed, Candidates& list) {
        // Acts that a game can still have, at most.
        { constant.longest_line(position) } -> std::convertible_to<int>;
        // A search begins; its root has ply 0.
        k.begin(position, complete);
        // An act has led to the position, at that ply.
        k.entered(position, action, n);
        // The margin of an ended game as the player sees it.
        { constant.final_value(position, n) } -> std::convertible_to<int>;
        // A guess of the final margin as the player to move sees it.
        { constant.evaluate(position) } -> std::convertible_to<int>;
        // Sound bounds of it, as the player to move sees it.
        { constant.attainable(position) } -> std::convertible_to<Attainable>;
        // Every legal act; one is enough of those that are certainly as good as each other.
        k.all(state, list);
        // The acts worth trying with that depth left, at that ply. True if
        // they are all legal ones.
        { k.worth_trying(state, n, n, list) } -> std::convertible_to<bool>;
        // Acts that change the margin at once, for the search beyond the
        // horizon, at that ply.
        k.noisy(state, n, list);
        // Legal acts for one who has nothing worth trying.
        k.quiet(state, list);
        // What the acts worth trying can change at most, as far as can be guessed: bounds of the
        // value with that depth left, at that ply. Asked after worth_trying.
        { constant.within_reach(position, n, n) } -> std::convertible_to<Attainable>;
        // The player to move is threatened and has to answer; asked after
        // worth_trying.
        { constant.is_forced(position, n) } -> std::convertible_to<bool>;
        // Playing elsewhere stands for every act that is not worth trying.
        // How soon it should be tried, below 0 for not at all; asked after
        // worth_trying. Doing it leads to that ply.
        { k.elsewhere_order(position, n) } -> std::convertible_to<int>;
        k.play_elsewhere(state, n);
        k.undo_elsewhere(state);
        // The act that led to the position was only part of a turn, and
        // costs no depth.
        { constant.continues_turn(position) } -> std::convertible_to<bool>;
        // The position's key, and actions into the frame that it shares and back.
        { constant.keyed(position) } -> std::convertible_to<Keyed>;
        { constant.into_frame(action, keyed) } -> std::convertible_to<Action>;
        { constant.out_of_frame(action, keyed) } -> std::convertible_to<Action>;
    };

// Answers for a game that says nothing but what an end is worth (final_value).
template <State G>
struct PlainKnowledge {
    [[nodiscard]] int longest_line(const G&) const noexcept { return 1000; }
    void begin(const G&, bool) noexcept {}
    void entered(const G&, Action, int) noexcept {}
    [[nodiscard]] int evaluate(const G&) const noexcept { return 0; }
    [[nodiscard]] Attainable attainable(const G&) const noexcept { return {}; }
    void all(const G& position, Candidates& list) const {
        typename G::Actions actions;
        position.legal_actions(actions);
        for (const Action action : actions) list.push(action);
    }
    [[nodiscard]] bool worth_trying(const G& position, int, int, Candidates& list) const {
        all(position, list);
        return true;
    }
    void noisy(const G&, int, Candidates&) const noexcept {}
    void quiet(const G&, Candidates&) const noexcept {}
    [[nodiscard]] Attainable within_reach(const G&, int, int) const noexcept { return {}; }
    [[nodiscard]] bool is_forced(const G&, int) const noexcept { return false; }
    [[nodiscard]] int elsewhere_order(const G&, int) const noexcept { return -1; }
    void play_elsewhere(G&, int) const noexcept {}
    void undo_elsewhere(G&) const noexcept {}
    [[nodiscard]] bool continues_turn(const G&) const noexcept { return false; }
    [[nodiscard]] Keyed keyed(const G& position) const noexcept { return {position.key(), 0}; }
    [[nodiscard]] Action into_frame(Action action, const Keyed&) const noexcept { return action; }
    [[nodiscard]] Action out_of_frame(Action action, const Keyed&) const noexcept { return action; }
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
