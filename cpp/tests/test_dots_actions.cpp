// Dots as a contract state: the numbers of acts, and legal lists against the rules one by one.

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <dotcore/dots/position.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

static_assert(ActionList<Actions>);

namespace {

std::vector<Action> legal(const Position& position) {
    Actions actions;
    position.legal_actions(actions);
    return {actions.begin(), actions.end()};
}

// The dots that are legal alone, and those that are once a chain is closed with them.
std::vector<Action> expected_dots(const Position& position) {
    std::vector<Action> dots;
    const Size size = position.size();
    const Player player = position.to_move();
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const Point p = Point::at(x, y);
            const Illegal why = position.why_illegal(p, player);
            bool closes = false;
            if (why == Illegal::suicide && !position.rules().captures_by_itself()) {
                Position trial = position;
                UndoLog log;
                trial.place(p, player, log);
                for (const std::uint64_t row : trial.closable(player)) closes = closes || row != 0;
            }
            if (why == Illegal::none || closes) dots.push_back(y * size.width + x);
        }
    }
    return dots;
}

}  // namespace

TEST_CASE("the number of actions: points, one more to stop or ground, as many again for chains") {
    CHECK(Position({39, 32}).num_actions() == 39 * 32 + 1);
    CHECK(Position({39, 32}, Rules::russian()).num_actions() == 39 * 32 + 1);
    CHECK(Position({39, 32}, {.ending = Ending::full}).num_actions() == 39 * 32);
    CHECK(Position({39, 32}, {.capture = Capture::manual}).num_actions() == 2 * 39 * 32 + 1);
    CHECK(Position({39, 32}, {.capture = Capture::manual, .ending = Ending::full}).num_actions() ==
          2 * 39 * 32 + 1);
}

TEST_CASE("a dot's number is y times the width plus x") {
    Position position({5, 3});
    UndoLog log;
    position.apply(2 * 5 + 4, log);
    CHECK(position.is_live(0, Point::at(4, 2)));
    CHECK(position.to_move() == 1);
    CHECK(legal(position).size() == 15);
    CHECK(legal(position).back() == 15);
}

TEST_CASE("the number after the points stops, then says done") {
    Position position({2, 2});
    UndoLog log;
    position.apply(4, log);
    CHECK(position.status().stopped_by == 0);
    CHECK(position.current_player() == 1);
    position.apply(0, log);
    CHECK(position.current_player() == 1);
    position.apply(4, log);
    CHECK(position.current_player() == TERMINAL);
    CHECK(legal(position).empty());
}

TEST_CASE("under ending=ground that number grounds the player to move") {
    Position position = from_ascii("...\n.X.\n...", Rules::russian());
    UndoLog log;
    position.apply(9, log);
    CHECK(position.result() == Result{1, 2, Reason::ground});
}

TEST_CASE("under ending=full there is no such number") {
    const Position position({2, 2}, {.ending = Ending::full});
    CHECK(legal(position) == std::vector<Action>{0, 1, 2, 3});
}

TEST_CASE(
    "manual: whoever can close stays on turn, closes one chain after the other, and ends the "
    "turn") {
    auto [position, star] = drawn::before_star(R"(
        .X.X.
        XO*OX
        .X.X.)",
                                               {.capture = Capture::manual});
    UndoLog log;
    const Position before = position;
    position.apply(star.y() * 5 + star.x(), log);
    CHECK(position.status().closing);
    CHECK(position.current_player() == 0);
    CHECK(position.why_illegal(0) == Illegal::turn);
    CHECK(legal(position) == std::vector<Action>{15, 15 + 1 + 6, 15 + 1 + 8});
    position.apply(15 + 1 + 8, log);
    CHECK(position.score(0) == 1);
    CHECK(position.current_player() == 0);
    CHECK(legal(position) == std::vector<Action>{15, 15 + 1 + 6});
    position.apply(15, log);  // the other dot is left alone
    CHECK(position.current_player() == 1);
    CHECK_FALSE(position.status().closing);
    CHECK(to_ascii(position) == ".X.X.\nXOXoX\n.X.X.");
    while (!log.empty()) position.undo(log);
    CHECK(position == before);
}

TEST_CASE("manual: a late chain may be closed after any dot") {
    Position position = from_ascii(".X...\nXOX..\n.X...", {.capture = Capture::manual});
    UndoLog log;
    position.apply(4, log);
    CHECK(legal(position) == std::vector<Action>{15, 15 + 1 + 6});
    position.apply(15 + 1 + 6, log);
    CHECK(legal(position) == std::vector<Action>{15});
    position.apply(15, log);
    CHECK(position.score(0) == 1);
    CHECK(position.to_move() == 1);
}

TEST_CASE("manual: the turn passes at once where nothing can be closed") {
    Position position({4, 4}, {.capture = Capture::manual});
    UndoLog log;
    position.apply(0, log);
    CHECK_FALSE(position.status().closing);
    CHECK(position.to_move() == 1);
}

TEST_CASE("manual: after a stop the player who is left keeps the turn") {
    Position position = from_ascii(".X...\nXO...\n.X...", {.capture = Capture::manual});
    UndoLog log;
    position.stop(1, log);
    position.apply(5 + 2, log);
    CHECK(position.status().closing);
    position.apply(15 + 1 + 6, log);
    position.apply(15, log);
    CHECK(position.to_move() == 0);
    CHECK(position.score(0) == 1);
    position.apply(15, log);
    CHECK(position.result() == Result{0, 2, Reason::stop});
}

TEST_CASE(
    "manual with entry=illegal: an entry is legal if a chain can be closed, and waits for it") {
    auto [position, star] = drawn::before_star(
        R"(
        XXOO
        X*XO
        XXOO)",
        {.capture = Capture::manual, .entry = Entry::illegal, .ending = Ending::full});
    position.set_to_move(1);
    const Position before = position;
    CHECK_FALSE(position.is_terminal());
    const Action entry = star.y() * 4 + star.x();
    REQUIRE(legal(position) == std::vector<Action>{entry});
    UndoLog log;
    position.apply(entry, log);
    CHECK(position.current_player() == 1);
    const Action around_the_dot_beside = 12 + 1 + entry + 1;
    REQUIRE(legal(position) == std::vector<Action>{around_the_dot_beside});  // no end of turn yet
    CHECK(position.check_consistency() == nullptr);
    position.apply(around_the_dot_beside, log);
    CHECK(legal(position) == std::vector<Action>{12});
    position.apply(12, log);
    CHECK(position.result() == Result{1, 2, Reason::full});
    while (!log.empty()) position.undo(log);
    CHECK(position == before);
    CHECK(position.key() == before.key());
}

TEST_CASE(
    "legal actions are sorted, are the legal dots and the ends, and none exactly when it is over") {
    Rng rng(40);
    for (const Rules& rules : drawn::all_rules()) {
        for (int round = 0; round < 8; ++round) {
            const Size size{between(rng, 1, 7), between(rng, 1, 7)};
            Position position =
                round < 5 ? Position(size, rules) : drawn::strewn(rng, size, rules, 0.5, 0.5);
            UndoLog log;
            for (;;) {
                const std::vector<Action> actions = legal(position);
                CAPTURE(to_ascii(position));
                REQUIRE(actions.empty() == position.is_terminal());
                if (actions.empty()) break;
                REQUIRE(std::ranges::is_sorted(actions));
                REQUIRE(std::ranges::adjacent_find(actions) == actions.end());
                REQUIRE(actions.front() >= 0);
                REQUIRE(actions.back() < position.num_actions());
                for (Action action = -2; action < position.num_actions() + 2; ++action) {
                    REQUIRE(position.is_legal(action) ==
                            std::ranges::binary_search(actions, action));
                }
                if (!position.status().closing) {
                    std::vector<Action> expected = expected_dots(position);
                    if (rules.ending != Ending::full) expected.push_back(size.points());
                    REQUIRE(actions == expected);
                }
                // The last is the end of the game, if any: it is not to come too soon.
                const bool ends = actions.back() == size.points() && !position.status().closing;
                const auto choices = static_cast<std::uint32_t>(
                    actions.size() - (ends && actions.size() > 1 ? 1 : 0));
                position.apply(rng.below(40) == 0 ? actions.back() : actions[rng.below(choices)],
                               log);
                const char* wrong = position.check_consistency();
                REQUIRE_MESSAGE(wrong == nullptr, wrong);
            }
            REQUIRE(position.returns(0) + position.returns(1) == 0.0);
        }
    }
}
