// A game with its history: what it records, what it refuses, and that a refusal changes nothing.

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/board.hpp>
#include <dotcore/dots/bytes.hpp>

#include "drawn.hpp"
#include "slow_dots.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

namespace {

constexpr Rules manual{.capture = Capture::manual};

Board drawn_board(std::string_view text, const Rules& rules = {}) {
    return Board(from_ascii(text, rules));
}

// The message of the Error that an act throws, having changed nothing.
std::string refusal(Board& board, const std::function<void(Board&)>& act) {
    const std::vector<std::uint8_t> before = to_bytes(board, true);
    const drawn::Memory memory = drawn::memory_of(board.position());
    std::string message = "no refusal";
    try {
        act(board);
    } catch (const Error& refused) {
        message = refused.what();
    }
    CHECK(to_bytes(board, true) == before);
    CHECK(drawn::memory_of(board.position()) == memory);
    CHECK_NOTHROW(board.check_consistency());
    return message;
}

const Board::Chains ring_at_1_1{
    {Point::at(1, 0), Point::at(2, 1), Point::at(1, 2), Point::at(0, 1)}};

// A game of all kinds of acts under the board's rules; illegal ones are refused.
void play_at_random(Board& board, Rng& rng, int acts) {
    const Size size = board.size();
    for (int i = 0; i < acts && !board.position().is_terminal(); ++i) {
        const auto player = static_cast<Player>(rng.below(2));
        try {
            switch (rng.below(24)) {
                case 0:
                    board.stop(player);
                    break;
                case 1:
                    if (rng.below(4) == 0) board.ground(player);
                    break;
                case 2:
                    if (rng.below(8) == 0) board.resign(player);
                    break;
                case 3:
                    board.set_to_move(player);
                    break;
                case 4:
                    board.undo();
                    break;
                case 5:
                case 6:
                case 7:
                case 8: {
                    Actions actions;
                    board.position().legal_actions(actions);
                    board.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
                    break;
                }
                default: {
                    const Point p = drawn::random_point(rng, size);
                    board.place(p.x(), p.y(), player);
                }
            }
        } catch (const IllegalMove&) {
            // Chosen blindly
        }
    }
}

}  // namespace

TEST_CASE("a board starts as its rules say") {
    const Board board({39, 32}, Rules::russian());
    CHECK(board.position().is_live(0, Point::at(19, 15)));
    CHECK(board.position().is_live(1, Point::at(20, 15)));
    CHECK(board.position().is_live(0, Point::at(20, 16)));
    CHECK(board.position().is_live(1, Point::at(19, 16)));
    CHECK(board.moves().empty());
    CHECK(board.position().to_move() == 0);
    CHECK(Board({5, 5}, {.start = Start::single}).position().to_move() == 1);
}

TEST_CASE("a size outside 1 to 64 and a wrong starting dot are refused") {
    CHECK_THROWS_AS(Board({0, 5}), RulesError);
    CHECK_THROWS_AS(Board({5, 65}), RulesError);
    CHECK_THROWS_AS(Board({1, 1}, {.start = Start::cross}), RulesError);
    const auto with_dots = [](std::vector<Dot> dots) { return Board({5, 5}, {}, dots); };
    CHECK_NOTHROW(with_dots({{Point::at(4, 4), 1}}));
    CHECK_THROWS_AS(with_dots({{Point::at(4, 4), 1}, {Point::at(4, 4), 0}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point::at(5, 4), 1}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point::at(4, 5), 1}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point::at(63, 63), 0}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point::at(0, 64), 0}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point{65535}, 0}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point::at(1, 1), 2}}), RulesError);
    CHECK_THROWS_AS(with_dots({{Point::at(1, 1), -1}}), RulesError);
}

TEST_CASE("a placed dot gains, and its capture is recorded with chain, area, dots and move") {
    Board board({4, 3});
    board.place(1, 1, 1);
    board.place(1, 0, 0);
    board.place(0, 1, 0);
    board.place(1, 2, 0);
    CHECK(board.captures().empty());
    CHECK(board.place(2, 1, 0) == 1);
    REQUIRE(board.captures().size() == 1);
    const CaptureRecord& capture = board.captures().front();
    CHECK(capture.owner == 0);
    CHECK(capture.move_number == 5);
    CHECK(capture.area == std::vector<Point>{Point::at(1, 1)});
    CHECK(capture.dots == std::vector<Point>{Point::at(1, 1)});
    CHECK(is_simple_cycle(capture.chain));
    CHECK(slow::set_of(capture.chain) == slow::set_of(ring_at_1_1[0]));
    CHECK_NOTHROW(board.check_consistency());
}

TEST_CASE("undo takes back moves and captures, down to the start, and then is refused") {
    Board board = drawn_board(".X..\nXO..\n.X..");
    const Board start = board;
    board.place(2, 1, 0);
    board.place(3, 0, 1);
    CHECK(board.captures().size() == 1);
    board.undo();
    CHECK(board.captures().size() == 1);
    board.undo();
    CHECK(board.captures().empty());
    CHECK(board == start);
    CHECK(board.position().key() == start.position().key());
    CHECK(refusal(board, [](Board& b) { b.undo(); }).find("nothing to undo") == 0);
}

TEST_CASE("a named player moves out of turn, and the other is then to move") {
    Board board({3, 3});
    board.place(0, 0, 1);
    CHECK(board.position().to_move() == 0);
    board.place(0, 1, 1);
    CHECK(board.position().to_move() == 0);
    board.undo();
    board.undo();
    CHECK(board.position().to_move() == 0);
}

TEST_CASE("refusals say what was wrong, and change nothing") {
    Board board = drawn_board(R"(
        .XX.
        XO..
        .XX.)");
    board.place(3, 1, 0);
    CHECK(refusal(board, [](Board& b) { b.place(1, 0, 1); }) ==
          "(1, 0) holds a dot; playable points: 4");
    CHECK(refusal(board, [](Board& b) { b.place(2, 1, 1); }) ==
          "(2, 1) lies in a region that player 0 captured at move 1; playable points: 4");
    CHECK(refusal(board, [](Board& b) { b.place(4, 0, 1); }) ==
          "(4, 0) is off the board; x is 0 to 3, y 0 to 2");
    CHECK(refusal(board, [](Board& b) { b.place(-1, 0, 1); }) ==
          "(-1, 0) is off the board; x is 0 to 3, y 0 to 2");
    CHECK(refusal(board, [](Board& b) {
              b.place(0, 0, 1, ring_at_1_1);
          }).find("chains are named only under") == 0);
    CHECK(refusal(board, [](Board& b) { b.apply(1); }) ==
          "action 1 is not legal: (1, 0) holds a dot; playable points: 4");
    CHECK(refusal(board, [](Board& b) { b.apply(-1); }) ==
          "action -1 is not legal; legal actions: 5 of 13");
    CHECK(refusal(board, [](Board& b) { b.apply(13); }) ==
          "action 13 is not legal; legal actions: 5 of 13");
    CHECK(refusal(board, [](Board& b) {
              b.ground(0, false);
          }).find("ground: ending='stop' gives no grounding") == 0);
    board.stop(1);
    CHECK(refusal(board, [](Board& b) { b.place(0, 0, 1); }) ==
          "player 1 stopped; only player 0 moves now");
    CHECK(refusal(board, [](Board& b) { b.stop(1); }) ==
          "stop: player 1 stopped already; player 0 plays on or says done");
    CHECK(refusal(board, [](Board& b) { b.set_to_move(1); }) ==
          "player 1 stopped; only player 0 moves now");
    board.stop(0);
    CHECK(refusal(board, [](Board& b) { b.place(0, 0, 0); }) ==
          "the game is over (stop); undo() goes back");
    CHECK(refusal(board, [](Board& b) { b.place(9, 9, 0); }) ==
          "the game is over (stop); undo() goes back");
    CHECK(refusal(board, [](Board& b) { b.stop(0); }).find("stop: the game is over") == 0);
    CHECK(refusal(board, [](Board& b) { b.ground(0); }).find("ground: the game is over") == 0);
    CHECK(refusal(board, [](Board& b) { b.resign(0); }).find("resign: the game is over") == 0);
    CHECK(refusal(board, [](Board& b) { b.apply(12); }).find("apply: the game is over") == 0);
}

TEST_CASE("a stop is refused where the ending knows none") {
    Board board({3, 3}, Rules::russian());
    CHECK(refusal(board, [](Board& b) { b.stop(0); }) ==
          "stop: ending='ground' knows no stop; ending='stop' does");
    CHECK_NOTHROW(board.ground(0, false));
}

TEST_CASE("a suicide is refused under entry=illegal") {
    Board board = drawn_board(".X.\nX.X\n.X.", {.entry = Entry::illegal});
    CHECK(board.why_illegal(1, 1, 1) == Illegal::suicide);
    CHECK(refusal(board, [](Board& b) {
              b.place(1, 1, 1);
          }).find("(1, 1) lies in an empty pool of player 0") == 0);
    CHECK(board.why_illegal(1, 1, 0) == Illegal::none);
}

TEST_CASE("the reason is told in one word, or there is none") {
    Board board = drawn_board(".X..\nXO..\n.X..");
    CHECK(board.why_illegal(9, 0, 0) == Illegal::outside);
    CHECK(board.why_illegal(0, -1, 0) == Illegal::outside);
    CHECK(board.why_illegal(1, 1, 0) == Illegal::occupied);
    CHECK(board.why_illegal(2, 1, 0) == Illegal::none);
    CHECK(board.why_illegal(2, 1, 0, ring_at_1_1) == Illegal::chain);
    int gained = 7;
    CHECK(board.try_place(1, 1, 0, {}, &gained) == Illegal::occupied);
    CHECK(gained == 7);
    CHECK(board.try_place(2, 1, 0, {}, &gained) == Illegal::none);
    CHECK(gained == 1);
}

TEST_CASE("manual: named chains are recorded, replayed and undone") {
    Board board = drawn_board(R"(
        .X...
        XO...
        .X...)",
                              manual);
    CHECK(refusal(board, [](Board& b) { b.place(3, 1, 0, ring_at_1_1); }).find("no legal chain") ==
          0);
    CHECK(board.place(2, 1, 0, ring_at_1_1) == 1);
    REQUIRE(board.captures().size() == 1);
    CHECK(board.captures()[0].chain == ring_at_1_1[0]);
    CHECK(board.chains() == ring_at_1_1);
    CHECK(board.moves().back().chains == 1);
    CHECK_NOTHROW(board.check_consistency());
    board.undo();
    CHECK(board.chains().empty());
    CHECK(board.captures().empty());
}

TEST_CASE("manual: acts of the contract become moves that can be replayed and undone one by one") {
    Board board = drawn_board(".X...\nXO...\n.X...", manual);
    board.apply(5 + 2);
    CHECK(board.moves().back().kind == Move::Kind::place_first);
    CHECK(refusal(board, [](Board& b) { b.place(4, 0, 0); }).find("the turn is not ended yet") ==
          0);
    CHECK(refusal(board, [](Board& b) {
              b.apply(0);
          }).find("action 0 is not legal; legal actions: 2 of") == 0);
    CHECK(refusal(board, [](Board& b) { b.set_to_move(1); }).find("the turn is not ended yet") ==
          0);
    board.apply(15 + 1 + 6);
    CHECK(board.moves().back().kind == Move::Kind::enclose);
    REQUIRE(board.captures().size() == 1);
    CHECK(slow::set_of(board.captures()[0].chain) == slow::set_of(ring_at_1_1[0]));
    board.apply(15);
    CHECK(board.moves().back().kind == Move::Kind::end_turn);
    CHECK(board.position().to_move() == 1);
    CHECK_NOTHROW(board.check_consistency());
    board.undo();
    board.undo();
    CHECK(board.captures().empty());
    CHECK(board.position().status().closing);
    board.undo();
    CHECK(board.position() == board.start());
}

TEST_CASE("a history may be forgotten: the position stays and is the new start") {
    Board board({3, 3});
    board.place(0, 0, 0);
    const Position position = board.position();
    board.forget_history();
    CHECK(board.position() == position);
    CHECK(board.start() == position);
    CHECK(board.moves().empty());
    CHECK(refusal(board, [](Board& b) { b.undo(); }).find("nothing to undo") == 0);
}

TEST_CASE("a move that cannot be replayed changes nothing") {
    Board board({3, 3});
    board.place(0, 0, 0);
    const Move again{
        .kind = Move::Kind::place, .player = 1, .to_move = 0, .point = Point::at(0, 0)};
    CHECK(refusal(board, [&](Board& b) { b.replay(again, {}); }) ==
          "(0, 0) holds a dot; playable points: 8");
    const Move by_the_other{
        .kind = Move::Kind::place, .player = 1, .to_move = 0, .point = Point::at(1, 1)};
    board.replay(by_the_other, {});
    CHECK(board.moves().back().to_move == 0);
}

TEST_CASE("games of all kinds of acts are consistent, turn with their history, and are undone") {
    Rng rng(50);
    for (const Rules& rules : drawn::all_rules()) {
        for (int round = 0; round < 4; ++round) {
            Board board({between(rng, 1, 7), between(rng, 1, 7)}, rules);
            play_at_random(board, rng, 150);
            REQUIRE_NOTHROW(board.check_consistency());

            const auto symmetry = all_symmetries[rng.below(8)];
            const Board turned = board.transformed(symmetry);
            REQUIRE(turned.position() == transformed(board.position(), symmetry));
            REQUIRE(turned.moves().size() == board.moves().size());
            REQUIRE(turned.captures().size() == board.captures().size());
            REQUIRE(turned.transformed(inverse(symmetry)) == board);

            while (!board.moves().empty()) {
                const Player to_move = board.moves().back().to_move;
                board.undo();
                REQUIRE(board.position().to_move() == to_move);
            }
            REQUIRE(board.captures().empty());
            REQUIRE(board.chains().empty());
            Position start = board.start();
            start.set_to_move(board.position().to_move());
            REQUIRE(board.position() == start);
        }
    }
}

TEST_CASE(
    "the recorded chain of a capture is the smallest around its area, dots of the owner alone") {
    Rng rng(51);
    int captures = 0;
    for (int round = 0; round < 60; ++round) {
        Board board({between(rng, 5, 15), between(rng, 5, 15)},
                    round % 2 == 0 ? Rules::bga() : Rules::zagram());
        while (!board.position().is_terminal()) {
            const std::vector<Point> playable = drawn::playable_points(board.position());
            const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
            const std::size_t before = board.captures().size();
            board.place(p.x(), p.y(), rng.below(3) == 0 ? 1 : 0);
            const slow::Dots now(board.position());
            for (std::size_t i = before; i < board.captures().size(); ++i) {
                const CaptureRecord& capture = board.captures()[i];
                ++captures;
                REQUIRE(is_simple_cycle(capture.chain));
                REQUIRE(slow::area_of(capture.chain) == slow::set_of(capture.area));
                REQUIRE(std::ranges::is_sorted(capture.area));
                const slow::Set dots = slow::set_of(capture.dots);
                REQUIRE((dots & ~slow::set_of(capture.area)).none());
                REQUIRE((dots & ~now.scored).none());
                REQUIRE(capture.move_number == static_cast<int>(board.moves().size()));
                // Of the last region of a move the whole chain is still alive.
                if (i + 1 == board.captures().size()) {
                    REQUIRE((slow::set_of(capture.chain) &
                             ~now.live[static_cast<std::size_t>(capture.owner)])
                                .none());
                }
            }
        }
    }
    CHECK(captures > 200);
}
