// Games of DotCard as bytes: the format byte by byte, round trips, and damage.

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/bytes.hpp>
#include <dotcore/dotcard/names.hpp>

#include "dotcard_positions.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

using Bytes = std::vector<std::uint8_t>;

Game random_game(Rng& rng, const Rules& rules, int players, int acts) {
    Game game(players, rules);
    for (int i = 0; i < acts && !game.position().is_terminal(); ++i) {
        if (game.position().current_player() == CHANCE) {
            game.sample_chance(rng);
            continue;
        }
        Actions actions;
        game.position().legal_actions(actions);
        game.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    return game;
}

// Refused, or read and written as it was.
bool is_read(const Bytes& bytes) {
    try {
        const Game game = from_bytes(bytes);
        game.check_consistency();
        REQUIRE(to_bytes(game, (bytes[5] & 1) != 0) == bytes);
        return true;
    } catch (const InvalidRecord&) {
        return false;
    }
}

}  // namespace

TEST_CASE("a game's bytes are those of the documented format") {
    const int bonus[] = {0, -5};
    Rules rules;
    rules.deck = Deck::custom(1, 1, 2, bonus);  // 0|0 0|0 1|0 1|1 1|1 B0 B-5
    rules.sub_rounds = 4;
    rules.hand_size = 2;
    rules.starter = Starter::winner;
    rules.dot_call = DotCall::off;
    rules.drawn_card_only = true;
    Game game(2, rules, 1);
    for (const char* text : {"0|0", "1|0", "1|1", "B-5", "0|0@P0", "draw", "B0"}) {
        game.apply(string_to_action(game.position(), text));
    }
    const Bytes head{'d', 'c', 'r', 'd', 1, 0, 2};
    const Bytes options{1, 1, 2, 2, 0, 1, 0xfb, 1,                 // deck
                        4, 2, 2, 0, 0, 2, 1,    1 + 8 + 16 + 32};  // rules
    const Bytes table{1, 4, 1, 0,  0, 55, 0, 0,                    // sub-round to passed
                      1, 0, 0, 0,                                  // started, dealt
                      0, 0, 0, 0,  0, 0,  0, 0, 0,                 // ends
                      0, 0, 0, 0,  0, 0,  0, 0, 0, 0,              // totals and turns to miss
                      1, 2, 1,                                     // hand of seat 0
                      3, 1, 1, 55, 1, 56, 1,                       // of seat 1
                      2, 0, 1, 2,  1};                             // pile
    Bytes expected = head;
    expected.insert(expected.end(), options.begin(), options.end());
    expected.insert(expected.end(), table.begin(), table.end());
    CHECK(to_bytes(game, false) == expected);
    const Bytes whole = to_bytes(game, true);
    const Bytes acts{7, 0, 0, 0, 0, 0, 1, 0, 2, 0, 56, 0, 2, 0, 0, 0, 55, 0};
    REQUIRE(whole.size() > acts.size());
    CHECK(Bytes(whole.end() - static_cast<std::ptrdiff_t>(acts.size()), whole.end()) == acts);
}

TEST_CASE("games are read as they were written, with and without history") {
    Rng rng(11);
    for (const Rules& rules : odd_rules()) {
        for (const int acts : {0, 3, 30, 90, 300, 100'000}) {
            const Game game = random_game(rng, rules, 2 + static_cast<int>(rng.below(4)), acts);
            const Bytes whole = to_bytes(game, true);
            const Game read = from_bytes(whole);
            REQUIRE(read == game);
            REQUIRE(read.actions() == game.actions());
            REQUIRE(read.laid() == game.laid());
            REQUIRE(read.sheet().size() == game.sheet().size());
            REQUIRE(to_bytes(read, true) == whole);
            const Bytes position = to_bytes(game, false);
            REQUIRE(from_bytes(position) == game);
            REQUIRE(from_bytes(position).actions().empty());
            REQUIRE(to_bytes(from_bytes(position), false) == position);
        }
    }
}

TEST_CASE("damaged bytes are refused, or are those of another game") {
    Rng rng(12);
    for (const Rules& rules : odd_rules()) {
        for (const bool history : {false, true}) {
            const Bytes bytes = to_bytes(random_game(rng, rules, 3, 60), history);
            REQUIRE(is_read(bytes));
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                REQUIRE(!is_read(
                    Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))));
            }
            Bytes longer = bytes;
            longer.push_back(0);
            CHECK(!is_read(longer));
            for (std::size_t at = 0; at < bytes.size(); ++at) {
                for (int i = 0; i < 6; ++i) {
                    Bytes damaged = bytes;
                    damaged[at] = i < 3 ? static_cast<std::uint8_t>(bytes[at] + (i - 1) * 2 + 1)
                                        : static_cast<std::uint8_t>(rng.below(256));
                    (void)is_read(damaged);
                }
            }
        }
    }
}

TEST_CASE("totals that no game reaches are refused") {
    Game game(2);
    Bytes bytes = to_bytes(game, false);
    REQUIRE(is_read(bytes));
    // Of player 0, in the first sub-round
    const std::size_t totals_at = 7 + 4 + 8 + 8 + 8 + 4 + 9;
    bytes[totals_at] = 1;
    CHECK(!is_read(bytes));
}
