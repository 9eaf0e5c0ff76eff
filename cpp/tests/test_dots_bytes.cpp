// Boards as bytes: the format byte by byte, round trips, and damage.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/bytes.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

namespace {

using Bytes = std::vector<std::uint8_t>;

// Where things lie in the bytes of a board
constexpr std::size_t flags_at = 5;
constexpr std::size_t width_at = 6;
constexpr std::size_t options_at = 8;
constexpr std::size_t komi_at = 15;
constexpr std::size_t status_at = 17;
constexpr std::size_t planes_at = 22;

std::string refusal(const Bytes& bytes) {
    try {
        (void)from_bytes(bytes);
    } catch (const InvalidRecord& refused) {
        return refused.what();
    }
    return "read";
}

std::string refusal_with(Bytes bytes, std::size_t at, int value) {
    REQUIRE(at < bytes.size());
    bytes[at] = static_cast<std::uint8_t>(value);
    return refusal(bytes);
}

Board random_board(Rng& rng, const Rules& rules, int acts) {
    Board board({between(rng, 1, 9), between(rng, 1, 9)}, rules);
    for (int i = 0; i < acts && !board.position().is_terminal(); ++i) {
        Actions actions;
        board.position().legal_actions(actions);
        std::size_t choice = rng.below(static_cast<std::uint32_t>(actions.size()));
        if (actions[choice] == board.size().points() && rng.below(8) != 0) choice = 0;
        board.apply(actions[choice]);
    }
    return board;
}

void same_games(const Board& a, const Board& b) {
    REQUIRE(a == b);
    REQUIRE(a.start() == b.start());
    REQUIRE(a.moves() == b.moves());
    REQUIRE(a.chains() == b.chains());
    REQUIRE(a.captures().size() == b.captures().size());
    for (std::size_t i = 0; i < a.captures().size(); ++i) {
        REQUIRE(a.captures()[i].chain == b.captures()[i].chain);
        REQUIRE(a.captures()[i].area == b.captures()[i].area);
        REQUIRE(a.captures()[i].dots == b.captures()[i].dots);
        REQUIRE(a.captures()[i].owner == b.captures()[i].owner);
        REQUIRE(a.captures()[i].move_number == b.captures()[i].move_number);
    }
}

}  // namespace

TEST_CASE("a board's bytes are those of the documented format") {
    Board board({9, 2}, {.entry = Entry::capture, .komi_halves = -2});
    board.place(8, 0, 0);
    board.place(1, 1, 1);
    const Bytes position{'d',  'o',  't',  's', 1, 0, 9, 2, 0, 1, 0, 0, 0, 0, 0,  // options
                         0xfe, 0xff,                                              // komi
                         0,    0xff, 0xff, 0,   0,  // to move, stopped by, loser, ended, closing
                         0,    1,    0,    0,       // live dots of player 0, two bytes a row
                         0,    0,    2,    0,       // and of player 1
                         0,    0,    0,    0,   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    CHECK(to_bytes(board, false) == position);
    Bytes game = position;
    game[flags_at] = 1;
    std::fill(game.begin() + planes_at, game.end(), std::uint8_t{0});
    for (const int byte : {2, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0}) {
        game.push_back(static_cast<std::uint8_t>(byte));
    }
    CHECK(to_bytes(board, true) == game);
}

TEST_CASE("boards are read as they were written, under all rules, with and without history") {
    Rng rng(90);
    for (const Rules& rules : drawn::all_rules()) {
        const Board board = random_board(rng, rules, 60);
        const Bytes game = to_bytes(board, true);
        const Board read = from_bytes(game);
        same_games(read, board);
        REQUIRE(to_bytes(read, true) == game);
        const Bytes position = to_bytes(board, false);
        REQUIRE(from_bytes(position) == board);
        REQUIRE(from_bytes(position).moves().empty());
        REQUIRE(to_bytes(from_bytes(position), false) == position);
    }
}

TEST_CASE("a game with named chains, a resignation and a changed turn is read as it was written") {
    Board board(from_ascii(".X...\nXO...\n.X...", {.capture = Capture::manual}));
    board.place(2, 1, 0, {{Point::at(1, 0), Point::at(2, 1), Point::at(1, 2), Point::at(0, 1)}});
    board.set_to_move(0);
    board.place(4, 0, 0);
    board.set_to_move(0);
    same_games(from_bytes(to_bytes(board, true)), board);
    board.resign(1);
    same_games(from_bytes(to_bytes(board, true)), board);
    board.undo();
    board.stop(0);
    board.stop(1);
    same_games(from_bytes(to_bytes(board, true)), board);
}

TEST_CASE("the largest boards are read as they were written") {
    Rng rng(91);
    for (const Size size : {Size{64, 64}, Size{64, 1}, Size{1, 64}, Size{8, 8}, Size{57, 3}}) {
        const Board board(drawn::strewn(rng, size, {}, 0.2, 0.2));
        REQUIRE(from_bytes(to_bytes(board, true)) == board);
    }
}

TEST_CASE("bytes cut short anywhere, or with one more, are refused") {
    Rng rng(92);
    const Board board = random_board(rng, Rules::zagram(), 12);
    for (const bool history : {false, true}) {
        Bytes bytes = to_bytes(board, history);
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            REQUIRE_THROWS_AS((void)from_bytes(std::span(bytes).first(length)), InvalidRecord);
        }
        bytes.push_back(0);
        CHECK(refusal(bytes).find("more bytes than a board has") != std::string::npos);
    }
}

TEST_CASE("values that no board has are refused with what is wrong") {
    const Bytes bytes = to_bytes(Board({3, 3}), false);
    CHECK(refusal_with(bytes, 0, 'D') == "board bytes: no dots board before byte 1");
    CHECK(refusal_with(bytes, 4, 2) == "board bytes: an unknown version before byte 5");
    CHECK(refusal_with(bytes, flags_at, 2) == "board bytes: unknown flags before byte 6");
    CHECK(refusal_with(bytes, width_at, 0).find("a size outside 1..64") != std::string::npos);
    CHECK(refusal_with(bytes, width_at, 65).find("a size outside 1..64") != std::string::npos);
    for (std::size_t option = 0; option < 7; ++option) {
        CHECK(refusal_with(bytes, options_at + option, 5).find("no value of") != std::string::npos);
    }
    CHECK(refusal_with(bytes, komi_at + 1, 0x7f).find("komi out of range") != std::string::npos);
    CHECK(refusal_with(bytes, status_at, 2).find("no player to move") != std::string::npos);
    CHECK(refusal_with(bytes, status_at + 1, 2).find("no player who stopped") != std::string::npos);
    CHECK(refusal_with(bytes, status_at + 1, 0).find("a stop that cannot be") != std::string::npos);
    CHECK(refusal_with(bytes, status_at + 1, 1) == "read");
    CHECK(refusal_with(bytes, status_at + 2, 0).find("a loser without a resignation") !=
          std::string::npos);
    CHECK(refusal_with(bytes, status_at + 3, 1).find("a full board is not an act") !=
          std::string::npos);
    CHECK(refusal_with(bytes, status_at + 3, 2).find("an end by stop without a stop") !=
          std::string::npos);
    CHECK(refusal_with(bytes, status_at + 3, 3) == "read");
    CHECK(refusal_with(bytes, status_at + 3, 4).find("a loser without a resignation") !=
          std::string::npos);
    CHECK(refusal_with(bytes, status_at + 4, 1).find("a turn that cannot be") != std::string::npos);
    CHECK(refusal_with(bytes, planes_at, 8).find("points beyond the board") != std::string::npos);
    CHECK(refusal_with(bytes, planes_at + 3 * 2, 1).find("a dead dot outside") !=
          std::string::npos);
}

TEST_CASE("a history that no game records is refused") {
    Board board({3, 3});
    board.place(1, 1, 0);
    board.stop(1);
    const Bytes bytes = to_bytes(board, true);
    REQUIRE(refusal(bytes) == "read");
    const std::size_t moves = planes_at + 7 * 3 + 4;
    const std::size_t second = moves + 7;
    CHECK(refusal_with(bytes, moves, 7).find("no kind of move") != std::string::npos);
    CHECK(refusal_with(bytes, moves + 1, 2).find("no player") != std::string::npos);
    CHECK(refusal_with(bytes, moves + 3, 3).find("a point off the board") != std::string::npos);
    CHECK(refusal_with(bytes, second + 3, 1).find("a move as no game records it") !=
          std::string::npos);
    CHECK(refusal_with(bytes, second, 0).find("move 2 is illegal, (0, 0)") == std::string::npos);
    CHECK(refusal_with(bytes, moves + 5, 1) != "read");
    CHECK(refusal_with(bytes, bytes.size() - 1, 1).find("player 1 stopped") != std::string::npos);
    CHECK(refusal_with(bytes, bytes.size() - 1, 2).find("no player to move") != std::string::npos);
    // The contract's acts are no dots under capture=automatic.
    CHECK(refusal_with(bytes, moves, 4).find("a move as no game records it") != std::string::npos);
    CHECK(refusal_with(bytes, moves, 6).find("a move as no game records it") != std::string::npos);
}

TEST_CASE("bytes damaged at random are refused, or show a board that is written as it was read") {
    Rng rng(93);
    int read = 0;
    for (int round = 0; round < 4000; ++round) {
        const Board board = random_board(rng, drawn::all_rules()[rng.below(144)], 12);
        const bool history = rng.below(2) == 0;
        Bytes bytes = to_bytes(board, history);
        for (std::uint32_t i = rng.below(3) + 1; i > 0; --i) {
            bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] ^=
                static_cast<std::uint8_t>(1U << rng.below(8));
        }
        try {
            const Board damaged = from_bytes(bytes);
            ++read;
            REQUIRE_NOTHROW(damaged.check_consistency());
            REQUIRE(to_bytes(damaged, (bytes[flags_at] & 1) != 0) == bytes);
        } catch (const InvalidRecord&) {
            // As it should be
        }
    }
    CHECK(read > 100);
}
