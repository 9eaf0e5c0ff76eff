// Small games with hidden information for testing search, which knows none of them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/search/ismcts_knowledge.hpp>

#include "toy_games.hpp"

namespace toy {

using dotcore::CHANCE;

// Under a cup lies a die, which shows 0, 1, 2 or 3 with probabilities 1, 2, 4 and 1 in 8. Player 0
// guesses it and has 1 for the right number, -1 for a wrong one; player 1 has the contrary. Before
// that player 0 may look under the cup, which costs 0.1, or wait: then player 1 looks or not, and
// player 0 has to guess. So guessing 2 at once is worth 0, looking 0.9, waiting 0.
class Cup {
public:
    using Actions = toy::Actions;
    static constexpr Action look = 4;
    static constexpr Action wait = 5;
    static constexpr Action nod = 6;
    enum class Phase : std::uint8_t { first, looking, after_look, other, other_looks, last, over };

    explicit Cup(int die) : die_(die) {}

    [[nodiscard]] static int draw_die(Rng& rng) {
        const auto lot = rng.below(8);
        return lot < 1 ? 0 : lot < 3 ? 1 : lot < 7 ? 2 : 3;
    }

    [[nodiscard]] static int num_players() { return 2; }
    [[nodiscard]] static int num_actions() { return 7; }
    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] bool is_terminal() const { return phase_ == Phase::over; }
    [[nodiscard]] int current_player() const {
        switch (phase_) {
            case Phase::looking:
            case Phase::other_looks:
                return CHANCE;
            case Phase::other:
                return 1;
            case Phase::over:
                return TERMINAL;
            default:
                return 0;
        }
    }
    void legal_actions(Actions& actions) const {
        actions.clear();
        if (phase_ == Phase::other) {
            actions.push_back(look);
            actions.push_back(nod);
        } else if (current_player() == 0) {
            for (Action a = 0; a < 4; ++a) actions.push_back(a);
            if (phase_ == Phase::first) {
                actions.push_back(look);
                actions.push_back(wait);
            }
        }
    }
    [[nodiscard]] double returns(int player) const { return player == 0 ? value_ : -value_; }
    struct Step {
        Phase phase;
        bool looked;
    };
    using UndoLog = std::vector<Step>;
    void apply(Action a, UndoLog& log) {
        log.push_back({phase_, looked_});
        if (phase_ == Phase::looking) {
            phase_ = Phase::after_look;
        } else if (phase_ == Phase::other_looks) {
            phase_ = Phase::last;
        } else if (a == wait) {
            phase_ = Phase::other;
        } else if (a == nod) {
            phase_ = Phase::last;
        } else if (a == look) {
            looked_ = phase_ == Phase::first;
            phase_ = looked_ ? Phase::looking : Phase::other_looks;
        } else {
            value_ = (a == die_ ? 1.0 : -1.0) - (looked_ ? 0.1 : 0.0);
            phase_ = Phase::over;
        }
    }
    void undo(UndoLog& log) {
        phase_ = log.back().phase;
        looked_ = log.back().looked;
        value_ = 0;
        log.pop_back();
    }
    [[nodiscard]] Action sample_chance(Rng&) const { return die_; }
    void resample(int player, Rng& rng) {
        const bool knows = player == 0 && phase_ == Phase::after_look;
        if (!knows) die_ = draw_die(rng);
    }
    [[nodiscard]] std::uint64_t info_key(int player) const {
        const bool knows = player == 0 && phase_ == Phase::after_look;
        return static_cast<std::uint64_t>(phase_) * 16 +
               (knows ? static_cast<unsigned>(die_) : 15U);
    }
    [[nodiscard]] std::uint64_t key() const {
        return static_cast<std::uint64_t>(phase_) * 16 + static_cast<unsigned>(die_);
    }
    friend bool operator==(const Cup&, const Cup&) = default;

private:
    int die_;
    Phase phase_ = Phase::first;
    bool looked_ = false;
    double value_ = 0;
};

// Three players share a row of coins. Player 0 leaves it to player 1 (0) or to player 2 (1), who
// then takes one of two shares. Both would rather have a coin than harm player 0.
class Shares {
public:
    using Actions = toy::Actions;
    using UndoLog = std::vector<int>;

    [[nodiscard]] static int num_players() { return 3; }
    [[nodiscard]] static int num_actions() { return 2; }
    [[nodiscard]] bool is_terminal() const { return place_ >= 3; }
    [[nodiscard]] int current_player() const { return is_terminal() ? TERMINAL : place_; }
    void legal_actions(Actions& actions) const {
        actions.clear();
        if (is_terminal()) return;
        actions.push_back(0);
        actions.push_back(1);
    }
    [[nodiscard]] double returns(int player) const {
        constexpr std::array<std::array<double, 3>, 4> shares{
            {{0.5, 0.25, -0.75}, {-1, 0, 1}, {0.25, -0.5, 0.25}, {-0.25, -0.25, 0.5}}};
        return is_terminal()
                   ? shares[static_cast<std::size_t>(place_ - 3)][static_cast<std::size_t>(player)]
                   : 0;
    }
    void apply(Action a, UndoLog& log) {
        log.push_back(place_);
        place_ = place_ == 0 ? 1 + a : 3 + (place_ - 1) * 2 + a;
    }
    void undo(UndoLog& log) {
        place_ = log.back();
        log.pop_back();
    }
    [[nodiscard]] static Action sample_chance(Rng&) { return 0; }
    void resample(int, Rng&) const {}
    [[nodiscard]] std::uint64_t info_key(int) const { return key(); }
    [[nodiscard]] std::uint64_t key() const { return static_cast<std::uint64_t>(place_); }
    friend bool operator==(const Shares&, const Shares&) = default;

private:
    int place_ = 0;
};

// What is needed to search any of them.
template <class State>
struct HiddenKnowledge {
    void candidates(const State& world, Rng&, std::vector<dotcore::search::Weighted>& found) const {
        Actions actions;
        world.legal_actions(actions);
        found.clear();
        for (const Action a : actions) found.push_back({a, 1.0F});
    }
    [[nodiscard]] bool is_over(const State& world) const { return world.is_terminal(); }
    void outcome(const State& world, dotcore::search::Values& values) const {
        for (int player = 0; player < world.num_players(); ++player) {
            values[static_cast<std::size_t>(player)] = static_cast<float>(world.returns(player));
        }
    }
    void playout(State& world, Rng& rng, dotcore::search::Values& values) const {
        Actions actions;
        typename State::UndoLog log;
        while (!world.is_terminal()) {
            if (world.current_player() == CHANCE) {
                world.apply(world.sample_chance(rng), log);
                continue;
            }
            world.legal_actions(actions);
            world.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))], log);
        }
        outcome(world, values);
    }
    [[nodiscard]] bool sees_chance(const State& world, int player) const {
        if constexpr (requires { world.phase(); }) {
            return player == (world.phase() == State::Phase::looking ? 0 : 1);
        }
        return true;
    }
};

}  // namespace toy
