// Small games for testing search, which knows none of them.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/search/mcts.hpp>

namespace toy {

using dotcore::Action;
using dotcore::Rng;
using dotcore::TERMINAL;

using Actions = dotcore::ActionArray<32>;

// Nim: three heaps, one to three matches are taken from one of them; who takes the last wins.
// Action heap * 3 + count - 1. The player to move wins unless the heaps' remainders by four cancel
// out (Sprague and Grundy).
class Nim {
public:
    using Actions = toy::Actions;
    using UndoLog = std::vector<Action>;

    explicit Nim(std::array<int, 3> heaps, int mover = 0) : heaps_(heaps), mover_(mover) {}

    [[nodiscard]] static int num_players() { return 2; }
    [[nodiscard]] static int num_actions() { return 9; }
    [[nodiscard]] bool is_terminal() const { return heaps_ == std::array<int, 3>{}; }
    [[nodiscard]] int current_player() const { return is_terminal() ? TERMINAL : mover_; }
    void legal_actions(Actions& actions) const {
        actions.clear();
        for (Action a = 0; a < num_actions(); ++a) {
            if (heaps_[static_cast<std::size_t>(a / 3)] > a % 3) actions.push_back(a);
        }
    }
    [[nodiscard]] double returns(int player) const {
        if (!is_terminal()) return 0;
        return player == mover_ ? -1 : 1;
    }
    void apply(Action a, UndoLog& log) {
        heaps_[static_cast<std::size_t>(a / 3)] -= a % 3 + 1;
        mover_ = 1 - mover_;
        log.push_back(a);
    }
    void undo(UndoLog& log) {
        heaps_[static_cast<std::size_t>(log.back() / 3)] += log.back() % 3 + 1;
        mover_ = 1 - mover_;
        log.pop_back();
    }
    [[nodiscard]] std::uint64_t key() const {
        return static_cast<std::uint64_t>(heaps_[0] + 64 * (heaps_[1] + 64 * heaps_[2]) + mover_);
    }
    friend bool operator==(const Nim&, const Nim&) = default;

    [[nodiscard]] bool is_won() const {
        return ((heaps_[0] % 4) ^ (heaps_[1] % 4) ^ (heaps_[2] % 4)) != 0;
    }

private:
    std::array<int, 3> heaps_;
    int mover_;
};

// A game drawn by lot: how many actions a position has, who moves there and what the end is worth
// follow from the way to it. A player may move several times running; ends may be draws.
class Lots {
public:
    using Actions = toy::Actions;
    using UndoLog = std::vector<std::uint64_t>;

    Lots(std::uint64_t lot, int depth) : lot_(dotcore::mix64(lot)), left_(depth) {}

    [[nodiscard]] static int num_players() { return 2; }
    [[nodiscard]] static int num_actions() { return 4; }
    [[nodiscard]] bool is_terminal() const { return left_ == 0 || lot_ % 16 == 0; }
    [[nodiscard]] int current_player() const {
        return is_terminal() ? TERMINAL : static_cast<int>(lot_ >> 8 & 1);
    }
    void legal_actions(Actions& actions) const {
        actions.clear();
        if (is_terminal()) return;
        for (Action a = 0; a <= static_cast<Action>(lot_ >> 16 & 3); ++a) actions.push_back(a);
    }
    [[nodiscard]] double returns(int player) const {
        if (!is_terminal()) return 0;
        const int first = static_cast<int>((lot_ >> 24) % 3) - 1;
        return player == 0 ? first : -first;
    }
    void apply(Action a, UndoLog& log) {
        log.push_back(lot_);
        lot_ = dotcore::mix64(lot_ + static_cast<std::uint64_t>(a) + 1);
        --left_;
    }
    void undo(UndoLog& log) {
        lot_ = log.back();
        ++left_;
        log.pop_back();
    }
    [[nodiscard]] std::uint64_t key() const { return lot_; }
    friend bool operator==(const Lots&, const Lots&) = default;

private:
    std::uint64_t lot_;
    int left_;
};

// What is needed to search any of them.
template <class State>
struct Knowledge {
    // Who played what is not known.
    struct Trace {
        explicit Trace(const State&) {}
        [[nodiscard]] static int player_of(Action) { return -1; }
    };

    std::size_t most = 32;  // candidates

    bool candidates(const State& state, dotcore::search::Recent, Rng& rng,
                    std::vector<dotcore::search::Weighted>& found) const {
        Actions actions;
        state.legal_actions(actions);
        found.clear();
        for (const Action a : actions) found.push_back({a, 1.0F});
        rng.shuffle(std::span(found));
        const bool complete = found.size() <= most;
        if (!complete) found.resize(most);
        return complete;
    }
    [[nodiscard]] dotcore::search::Outcome playout(State& state, dotcore::search::Recent,
                                                   Rng& rng) const {
        Actions actions;
        typename State::UndoLog log;
        while (!state.is_terminal()) {
            state.legal_actions(actions);
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))], log);
        }
        return outcome(state);
    }
    [[nodiscard]] dotcore::search::Outcome outcome(const State& state) const {
        const auto value = static_cast<float>(state.returns(0));
        return {value, 3 * value};
    }
};

// The exact result for player 0.
template <class State>
int minimax(State state) {
    if (state.is_terminal()) return static_cast<int>(state.returns(0));
    Actions actions;
    state.legal_actions(actions);
    const int sign = state.current_player() == 0 ? 1 : -1;
    int best = -1;
    for (const Action a : actions) {
        State next = state;
        typename State::UndoLog log;
        next.apply(a, log);
        best = std::max(best, sign * minimax(next));
    }
    return sign * best;
}

}  // namespace toy
