// A tick game with its history: what the tick form of Dot Duel is played with.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/tick_position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

class TickGame {
public:
    // Making
    // Throws RulesError: see check_setup (engine.hpp) and check_tick_rules.
    TickGame(int players, const Deck& deck, const Rules& rules, const TickRules& ticks);

    // Looking
    [[nodiscard]] const TickPosition& position() const noexcept { return position_; }
    [[nodiscard]] const Deck& deck() const noexcept { return deck_; }
    // How many acts can be undone.
    [[nodiscard]] std::size_t history_size() const noexcept { return acts_.size(); }
    // What the last act brought of returns.
    [[nodiscard]] double reward(int player) const noexcept;

    // Doing and undoing. IllegalMove, with nothing changed, for what is not legal.
    void apply(Action outcome);  // of chance
    void apply_joint(std::span<const Action> actions);
    void undo();
    Action sample_chance(Rng& rng);
    void resolve_chance(Rng& rng);
    void forget_history() noexcept;

    // Comparing: of positions, history aside
    friend bool operator==(const TickGame& a, const TickGame& b) noexcept {
        return a.position_ == b.position_;
    }

    // As bytes: "ddtk", 1, 1 if a history follows, players, the rules and the deck as in a set-up
    // (bytes.hpp), tick_ms and max_ticks (int32). A history: its number of acts (uint32), each a
    // byte 0 and an outcome, or 1 and an action (uint16) of each player. Else the position.
    [[nodiscard]] std::vector<std::uint8_t> to_bytes(bool history) const;
    // Throws InvalidRecord for anything that to_bytes cannot have written.
    [[nodiscard]] static TickGame from_bytes(std::span<const std::uint8_t> bytes);

private:
    struct Act {
        bool is_joint = false;
        Action outcome = 0;
        TickPosition::Joint joint{};
    };

    Deck deck_;
    Rules rules_;
    std::shared_ptr<const MatchTable> cards_;
    TickPosition position_;
    TickUndoLog log_;
    std::vector<Act> acts_;
    bool is_whole_ = true;  // the history goes back to the start
};

// What a player sees, as numbers for a network: see docs/dotduel_tick.md. Seats are told from that
// player on.
[[nodiscard]] int observation_size(int players, const MatchTable& cards) noexcept;
void observe(const TickPosition& position, int player, std::span<float> out) noexcept;

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
