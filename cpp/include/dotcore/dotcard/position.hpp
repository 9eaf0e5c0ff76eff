// A position of DotCard and its acts: the part that search copies and playouts run on.
//
// A game is a row of sub-rounds. In each, cards are dealt one by one, card k to seat k mod n, then
// the seats take turns. Phase start: play a card, or draw if there is a pile, else pass. Phase
// drawn: play, or pass. A play ends the turn, a pass opens the own track and ends it (R9..R12).
// A block locks the game: until somebody covers it there is no other play (R14, R15).
// The sub-round ends with an empty hand (R2), or when since the last play every seat has passed
// with no pile (R20).
//
// The pile is a set, not an order: no position holds a future, and every card that leaves it is an
// act of chance. A position remembers open ends, not what lies below them; that is a Game's
// (game.hpp). It is trivially copyable; history lives in an UndoLog that the caller owns.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/dotcard/actions.hpp>
#include <dotcore/dotcard/card_set.hpp>
#include <dotcore/dotcard/rules.hpp>
#include <dotcore/dotcard/undo_log.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

// Where the turn's player may lay cards, and which.
struct Targets {
    std::uint16_t tracks = 0;  // bit of each track that takes a card with the number at its end
    bool any_free = false;     // the free track may be started with any card, either half outward
    Kinds faces = 0;           // the face cards that may be played at all, if they fit
    Kinds bonus = 0;           // the bonus cards that may be played
};

// Why an act is refused: the game is over; chance is to act; no such number; the card is not held;
// the track takes no card now (closed, not startable, own_track_first); another track is locked;
// the card does not touch the end; a block on a block; another card than the one drawn; "dot" with
// other than two cards; draw without a pile or a second time; pass before drawing; a card that is
// not in the pile.
enum class Illegal : std::uint8_t {
    none,
    over,
    chance,
    number,
    not_held,
    closed,
    locked,
    no_match,
    block,
    not_drawn,
    dot,
    no_draw,
    no_pass,
    not_in_pile
};

struct PlayoutCounts;

class Position {
public:
    using Actions = dotcard::Actions;
    using UndoLog = dotcard::UndoLog;

    // Setting up
    // A game before its first deal. Neither players nor rules are checked: see check_rules.
    Position(int players, const Rules& rules) noexcept;
    // The same, but a later sub-round comes first, counted from 0; who starts it is told by
    // `starter` unless it is negative or drawn by lot.
    Position(int players, const Rules& rules, int sub_round, int starter = -1) noexcept;
    // As after some game. Nothing is checked but in check_consistency.
    Position(int players, const Rules& rules, const Table& table, const Cards& cards) noexcept;

    // Looking
    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] const Table& table() const noexcept { return table_; }
    [[nodiscard]] const Cards& cards() const noexcept { return cards_; }
    [[nodiscard]] const CardSet& hand(int seat) const noexcept { return cards_.hands[index(seat)]; }
    [[nodiscard]] const CardSet& pile() const noexcept { return cards_.pile; }
    [[nodiscard]] Phase phase() const noexcept { return table_.phase; }
    [[nodiscard]] int turn() const noexcept { return table_.turn; }
    [[nodiscard]] int hand_size(int seat) const noexcept { return table_.hand_sizes[index(seat)]; }
    [[nodiscard]] int pile_size() const noexcept { return table_.pile_size; }
    [[nodiscard]] int total(int seat) const noexcept { return table_.totals[index(seat)]; }
    [[nodiscard]] int start_number() const noexcept {
        return rules_.start_number(table_.sub_round);
    }
    // The number at a track's open end, the start number while it is not started.
    [[nodiscard]] int end(int track) const noexcept { return table_.ends[index(track)]; }
    [[nodiscard]] bool is_started(int track) const noexcept {
        return (table_.started >> track & 1) != 0;
    }
    [[nodiscard]] bool is_open(int seat) const noexcept { return (table_.open >> seat & 1) != 0; }
    // The cards that lie on the tracks.
    [[nodiscard]] CardSet laid() const noexcept;
    // The cards that a player does not see: the pile and the other hands.
    [[nodiscard]] CardSet unseen(int seat) const noexcept;
    // What each seat would score now (R2, R3).
    [[nodiscard]] int hand_points(int seat) const noexcept {
        return rules_.deck.points(hand(seat));
    }

    // Whose the card is that is dealt or drawn next.
    [[nodiscard]] int receiver() const noexcept {
        return table_.phase == Phase::deal ? table_.dealt % players_ : table_.turn;
    }

    // Legality
    // Exactly one of draw and pass is legal for a turn's player: this one.
    [[nodiscard]] Action act_without_play() const noexcept {
        return table_.phase == Phase::start && table_.pile_size > 0 ? draw_action : pass_action;
    }
    // For a turn's player; elsewhere nothing.
    [[nodiscard]] Targets targets() const noexcept;
    [[nodiscard]] bool has_play() const noexcept { return count_plays(targets()) != 0; }
    // How many plays the targets offer, "dot" said or not counting once.
    [[nodiscard]] int count_plays(const Targets& targets) const noexcept;
    // The n-th of them, in an order of no meaning.
    [[nodiscard]] Play nth_play(const Targets& targets, int n) const noexcept;
    // The number that a legal play leaves open.
    [[nodiscard]] int end_after(const Play& play) const noexcept;
    // "dot" may be said with a play.
    [[nodiscard]] bool may_say_dot() const noexcept {
        return rules_.hears_dot() && hand_size(turn()) == 2;
    }
    [[nodiscard]] Illegal why_illegal(Action action) const noexcept;

    // Doing and undoing. Legality is not checked.
    // Without a log nothing is kept to undo: for playouts, which throw positions away.
    template <bool Log>
    void apply(Action action, UndoLog* log);
    template <bool Log>
    void play(const Play& play, UndoLog* log);
    void apply(Action action, UndoLog& log) { apply<true>(action, &log); }
    void undo(UndoLog& log) noexcept;

    // Chance
    // One outcome of what chance is to do now, by its probability.
    [[nodiscard]] Action sample_chance(Rng& rng) const noexcept;
    struct Outcome {
        Action action = 0;
        double probability = 0;
    };
    [[nodiscard]] std::vector<Outcome> chance_outcomes() const;

    // What a player cannot see
    // Deals the cards that the player does not see anew, all orders of them alike.
    void resample(int player, Rng& rng) noexcept;
    // Of all that the player sees: equal for positions that look the same to them.
    [[nodiscard]] std::uint64_t info_key(int player) const noexcept;

    // The contract of all games (core/state.hpp)
    [[nodiscard]] int num_players() const noexcept { return players_; }
    [[nodiscard]] int num_actions() const noexcept { return action_count(rules_.deck); }
    [[nodiscard]] int current_player() const noexcept {
        switch (table_.phase) {
            case Phase::start:
            case Phase::drawn:
                return table_.turn;
            case Phase::over:
                return TERMINAL;
            default:
                return CHANCE;
        }
    }
    [[nodiscard]] bool is_terminal() const noexcept { return table_.phase == Phase::over; }
    // While chance is to act, there are none.
    void legal_actions(Actions& actions) const noexcept;
    [[nodiscard]] bool is_legal(Action action) const noexcept {
        return why_illegal(action) == Illegal::none;
    }
    // The mean of the others' totals less one's own, of the sub-rounds that are over.
    [[nodiscard]] double returns(int seat) const noexcept;

    // Comparing
    // Equal positions, equal keys. Players and rules take part, history does not.
    [[nodiscard]] std::uint64_t key() const noexcept;
    friend bool operator==(const Position&, const Position&) noexcept = default;
    // What is wrong with the position's insides, or nullptr. For tests and decoders.
    [[nodiscard]] const char* check_consistency() const noexcept;

    // Plays by chance to the end of the sub-round (playout.hpp).
    void play_sub_round(Rng& rng, bool plays_first, PlayoutCounts* counts) noexcept;

private:
    [[nodiscard]] static constexpr std::size_t index(int i) noexcept {
        return static_cast<std::size_t>(i);
    }
    [[nodiscard]] unsigned all_seats() const noexcept { return (1U << players_) - 1; }
    [[nodiscard]] std::uint64_t table_key(bool with_drawn) const noexcept;
    void lay(const Play& play) noexcept;
    void choose_starter(int seat) noexcept;
    void receive(Card card) noexcept;
    void pass() noexcept;
    void end_turn() noexcept;
    void pass_turn_on() noexcept;
    void end_sub_round(int out) noexcept;
    void begin_sub_round(int sub_round, int starter) noexcept;

    Cards cards_{};
    Table table_{};
    Rules rules_{};
    std::uint8_t players_ = 0;
};

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= 512);

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore

#include <dotcore/dotcard/turn.hpp>
