// A game of DotCard as people handle it: a position with its history, the tracks as they lie on the
// table, the score sheet.
//
// Everything is checked and errors are thrown with a message for people; whatever throws has
// changed nothing. Search and simulation use Position itself.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

// A card on the table.
struct Laid {
    Card card{};
    std::int8_t track = 0;   // 0..7, free_track
    std::int8_t end = 0;     // the number that it left open
    std::int8_t player = 0;  // who laid it
    friend constexpr bool operator==(const Laid&, const Laid&) noexcept = default;
};

// A sub-round that is over: a row of the score sheet, and what lay on the table.
struct SubRound {
    std::uint8_t number = 0;  // counted from 0
    std::uint8_t start_number = 0;
    std::int8_t starter = 0;
    std::int8_t out = -1;  // who went out; -1 if it was locked (R20)
    std::array<std::int16_t, max_players> scores{};
    std::array<CardSet, max_players> hands{};  // what they were counted from
    std::vector<Laid> laid;
};

class Game {
public:
    // Setting up
    // Before the first deal. Throws RulesError: see check_rules.
    explicit Game(int players, const Rules& rules = {});
    // A game that begins with a later sub-round, counted from 0. Throws RulesError if there is
    // no such sub-round or starting seat; `starter` -1 leaves that to the rules.
    Game(int players, const Rules& rules, int sub_round, int starter = -1);
    // A game that begins in any position. What lies on its tracks below the ends is not known.
    // Throws InvalidRecord for a position that contradicts itself.
    explicit Game(const Position& start);

    // Looking
    [[nodiscard]] const Position& position() const noexcept { return position_; }
    [[nodiscard]] const Position& start() const noexcept { return start_; }
    // All acts since the start, those of chance among them.
    [[nodiscard]] const std::vector<Action>& actions() const noexcept { return actions_; }
    // The cards on the table, in the order in which they were laid; of the last sub-round after the
    // end of the game.
    [[nodiscard]] const std::vector<Laid>& laid() const noexcept;
    // The sub-rounds that are over.
    [[nodiscard]] const std::vector<SubRound>& sheet() const noexcept { return sheet_; }
    // Places by totals: the least has 1, equal totals share one (12, 12, 30: 1, 1, 3).
    [[nodiscard]] std::array<int, max_players> ranks() const noexcept;
    // What the last act brought: see Position::returns.
    [[nodiscard]] double reward(int seat) const noexcept;

    // Doing and undoing. Who throws, throws IllegalMove.
    void apply(Action action);
    void undo();
    // Everything that is left to chance, until a player is to act.
    void resolve_chance(Rng& rng);
    Action sample_chance(Rng& rng);
    // What lies on the table and the score sheet stay.
    void forget_history();
    // The same table and score sheet with other hidden cards, and nothing to undo.
    [[nodiscard]] Game with_hidden(const Position& world) const;

    // Insides are consistent and the history leads from the start to the position. Throws Error.
    void check_consistency() const;

    friend bool operator==(const Game& a, const Game& b) noexcept {
        return a.position_ == b.position_;
    }

private:
    void record(Action action, const Position& before);

    Position start_;
    Position position_;
    UndoLog log_;
    std::vector<Action> actions_;
    std::vector<Laid> laid_;
    std::vector<SubRound> sheet_;
    // What was known at the start
    std::vector<Laid> start_laid_;
    std::size_t start_sheet_ = 0;
};

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
