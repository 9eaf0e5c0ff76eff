// The contract, met by the smallest game there is: two players take turns to count down.

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/state.hpp>
#include <dotcore/dots/playout.hpp>
#include <dotcore/dots/position.hpp>

namespace {

struct Countdown {
    struct Actions {
        std::size_t count = 0;
        [[nodiscard]] std::size_t size() const { return count; }
        dotcore::Action operator[](std::size_t i) const { return static_cast<int>(i); }
        [[nodiscard]] const int* begin() const { return nullptr; }
        [[nodiscard]] const int* end() const { return nullptr; }
    };
    using UndoLog = std::vector<dotcore::Action>;

    int left = 3;

    [[nodiscard]] int num_players() const { return 2; }
    [[nodiscard]] int current_player() const { return left > 0 ? left % 2 : dotcore::TERMINAL; }
    [[nodiscard]] int num_actions() const { return 1; }
    [[nodiscard]] bool is_terminal() const { return left == 0; }
    void legal_actions(Actions& out) const { out.count = left > 0 ? 1 : 0; }
    [[nodiscard]] double returns(int player) const { return player == 0 ? 1 : -1; }
    void apply(dotcore::Action action, UndoLog& log) {
        log.push_back(action);
        --left;
    }
    void undo(UndoLog& log) {
        log.pop_back();
        ++left;
    }
    [[nodiscard]] std::uint64_t key() const { return static_cast<std::uint64_t>(left); }
    bool operator==(const Countdown&) const = default;
};

struct WithoutUndo : Countdown {
    void undo(UndoLog&) = delete;
};

[[maybe_unused]] void random_playout(Countdown& state, dotcore::Rng&) { state.left = 0; }

}  // namespace

static_assert(dotcore::State<Countdown>);
static_assert(dotcore::FlatState<Countdown>);
static_assert(!dotcore::State<WithoutUndo>);
static_assert(!dotcore::State<int>);
static_assert(dotcore::HasRandomPlayout<Countdown, dotcore::Rng>);

static_assert(dotcore::FlatState<dotcore::dots::Position>);
static_assert(dotcore::HasRandomPlayout<dotcore::dots::Position, dotcore::Rng>);

TEST_CASE("a state of the contract is played to its end and taken back") {
    Countdown state;
    Countdown::UndoLog log;
    while (!state.is_terminal()) state.apply(0, log);
    CHECK(state.current_player() == dotcore::TERMINAL);
    while (!log.empty()) state.undo(log);
    CHECK(state == Countdown{});
}
