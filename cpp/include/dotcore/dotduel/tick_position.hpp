// The tick form of Dot Duel: the same rules, but time goes in steps and all act at once.
//
// In each tick every player chooses one action, "wait" being one. The referee judges them one after
// the other, all at the same instant - by lot whose comes first, or by seat (tie_break) - then the
// clock goes on by one tick and timers fire. Dice, cards from DECK and the lot are acts of chance.
// DECK is a set here: any order of it is as likely as any other, so no position holds a future, and
// nothing else is hidden. Everybody is connected; counts need not be named in calls.
//
// A position is trivially copyable; it refers to its deck's match table, which the owner keeps.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <dotcore/core/bytes.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/dotduel/chance.hpp>
#include <dotcore/dotduel/referee.hpp>
#include <dotcore/dotduel/tick_actions.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// The words of a position that each act changed, as they were.
class TickUndoLog {
public:
    [[nodiscard]] std::size_t size() const noexcept { return starts_.size(); }
    [[nodiscard]] bool empty() const noexcept { return starts_.empty(); }
    void clear() noexcept {
        starts_.clear();
        words_.clear();
    }

private:
    friend class TickPosition;
    struct Word {
        std::uint64_t before;
        std::uint32_t place;
    };
    std::vector<Word> words_;
    std::vector<std::size_t> starts_;
};

// How long a tick is, and after how many the game ends at the latest, by cards held.
struct TickRules {
    std::int32_t tick_ms = 500;
    std::int32_t max_ticks = 20'000;
    friend constexpr bool operator==(const TickRules&, const TickRules&) noexcept = default;
};

// Throws RulesError for what the tick form cannot have: more than 57 cards, call_names_count,
// duel_timeout_ms below a tick; ticks of 1..60,000 ms, 1..10,000,000 of them.
void check_tick_rules(const MatchTable& cards, const Rules& rules, const TickRules& ticks);

class TickPosition {
public:
    using Actions = ActionArray<tick::num_actions>;
    using UndoLog = TickUndoLog;
    using Joint = std::array<Action, max_players>;

    // Before the first cards are turned up. Nothing is checked; `cards` must outlive the position.
    TickPosition(int players, const MatchTable& cards, std::uint64_t deck_key, const Rules& rules,
                 const TickRules& ticks) noexcept;

    // Looking
    [[nodiscard]] const Table& table() const noexcept { return table_; }
    [[nodiscard]] const MatchTable& cards() const noexcept { return *cards_; }
    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] const TickRules& tick_rules() const noexcept { return ticks_; }
    [[nodiscard]] int tick() const noexcept { return tick_; }
    // What chance is to do now, if it is: of a lot `card` a card, of `place` a place in the newest
    // first of a PERSONAL; Lot::nothing with is_order() if it is whose action comes first.
    [[nodiscard]] Lot lot() const noexcept { return lot_; }
    [[nodiscard]] bool is_order() const noexcept { return stage_ == Stage::order; }

    // The contract of all games (core/state.hpp)
    [[nodiscard]] int num_players() const noexcept { return table_.players; }
    [[nodiscard]] int num_actions() const noexcept { return tick::num_actions; }
    [[nodiscard]] int current_player() const noexcept {
        switch (stage_) {
            case Stage::over:
                return TERMINAL;
            case Stage::choose:
                return SIMULTANEOUS;
            default:
                return CHANCE;
        }
    }
    [[nodiscard]] bool is_terminal() const noexcept { return stage_ == Stage::over; }
    // Of one player, while all choose; elsewhere and without a player there are none.
    void legal_actions(int player, Actions& actions) const noexcept;
    void legal_actions(Actions& actions) const noexcept { actions.clear(); }
    [[nodiscard]] bool is_legal(int player, Action action) const noexcept;
    // +1 for the winner, -1/(n-1) for the others, 0 for all without a winner.
    [[nodiscard]] double returns(int player) const noexcept;

    // Doing and undoing. Legality is not checked.
    void apply(Action outcome, UndoLog& log);  // of chance
    void apply_joint(std::span<const Action> actions, UndoLog& log);
    void undo(UndoLog& log) noexcept;

    // Chance
    struct Outcome {
        Action action = 0;
        double probability = 0;
    };
    [[nodiscard]] std::vector<Outcome> chance_outcomes() const;
    [[nodiscard]] bool is_outcome(Action action) const noexcept;
    [[nodiscard]] Action sample_chance(Rng& rng) const noexcept;

    // Nothing is hidden: every world that a player holds possible is this one.
    void resample(int, Rng&) noexcept {}
    [[nodiscard]] std::uint64_t info_key(int) const noexcept { return key(); }

    // Comparing
    [[nodiscard]] std::uint64_t key() const noexcept;
    friend bool operator==(const TickPosition& a, const TickPosition& b) noexcept {
        return a.deck_key_ == b.deck_key_ && a.rules_ == b.rules_ && a.ticks_ == b.ticks_ &&
               a.table_ == b.table_ && a.tick_ == b.tick_ && a.stage_ == b.stage_ &&
               a.lot_ == b.lot_ && a.outcomes_ == b.outcomes_ && a.waiting_ == b.waiting_ &&
               a.actor_ == b.actor_ && a.joint_ == b.joint_ && a.script_ == b.script_ &&
               a.script_size_ == b.script_size_ && a.given_ == b.given_ &&
               a.given_count_ == b.given_count_ && a.roll_id_ == b.roll_id_;
    }
    // What is wrong, or nullptr.
    [[nodiscard]] const char* check_consistency() const noexcept;

    // As bytes: the table (bytes.hpp), tick, roll_id, actions of all, stage, and what is under way.
    void write(ByteWriter& out) const;
    // Of a game with the same players, deck and rules. Throws InvalidRecord.
    void read(ByteReader& in);

private:
    // What is to be done next: all choose, chance says whose action comes first, chance says what
    // comes of it.
    enum class Stage : std::uint8_t { choose, order, chance, over };
    static constexpr int start = -2;  // in actor_: the game's start
    static constexpr int clock = -3;  // the tick's end
    static constexpr int nobody = -1;
    // An event turns up at most six cards for a round, or four and a roll for a duel; a player's
    // twelve places in a final are the most.
    static constexpr int most_outcomes = 32;

    void settle();
    [[nodiscard]] bool run_actor();
    [[nodiscard]] bool event_of(int player, Event& event);
    template <class Act>
    void logged(UndoLog& log, Act act);

    const MatchTable* cards_;
    std::uint64_t deck_key_;
    std::uint64_t outcomes_ = 0;  // bit of each that chance may have now
    Table table_;
    Rules rules_;
    TickRules ticks_;
    Joint joint_{};
    std::int32_t tick_ = 0;
    std::int32_t roll_id_ = 0;                          // as the actions were chosen
    std::array<std::uint8_t, most_outcomes> script_{};  // of the actor's event, so far
    std::uint8_t script_size_ = 0;
    // Cards given one by one, until there are enough to place (grounds_pick=choose)
    std::array<std::uint8_t, 4> given_{};
    std::uint8_t given_count_ = 0;
    std::uint8_t waiting_ = 0;  // bit of each player whose action has not been judged yet
    std::int8_t actor_ = nobody;
    Stage stage_ = Stage::chance;
    Lot lot_ = Lot::nothing;
};

static_assert(std::is_trivially_copyable_v<TickPosition>);
static_assert(State<TickPosition>);

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
