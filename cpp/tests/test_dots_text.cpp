#include <doctest/doctest.h>

#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/text.hpp>

#include "drawn.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

namespace {

std::string refusal(std::string_view text, const Rules& rules = {}) {
    try {
        (void)from_ascii(text, rules);
    } catch (const InvalidRecord& refused) {
        return refused.what();
    }
    return "read";
}

}  // namespace

TEST_CASE("a text is read with blank lines and white space around its rows, player 0 to move") {
    const Position position = from_ascii("\n\n   XO.  \r\n\t.X.\n\n", {});
    CHECK(position.size() == Size{3, 2});
    CHECK(position.to_move() == 0);
    CHECK(to_ascii(position) == "XO.\n.X.");
}

TEST_CASE("all letters mean what they say") {
    const Position position = from_ascii(R"(
        .XX..OO.
        XoaXOxbO
        .XX..OO.)",
                                         {});
    CHECK(position.score(0) == 1);
    CHECK(position.score(1) == 1);
    CHECK(position.territory_row(0, 1) == 0b00000110);
    CHECK(position.territory_row(1, 1) == 0b01100000);
    CHECK(position.dead_row(1, 1) == 0b00000010);
    CHECK(position.dead_row(0, 1) == 0b00100000);
}

TEST_CASE("an own dead dot in a region is told from its wall") {
    // The dot in the middle hangs on nothing: it is dead, for it lies inside.
    const Position position = from_ascii(R"(
        .XXX.
        XaaaX
        XaXoX
        XaaaX
        .XXX.)",
                                         {});
    CHECK(position.dead_row(0, 2) == 0b00100);
    CHECK(position.live_row(0, 2) == 0b10001);
    CHECK(position.score(0) == 1);
}

TEST_CASE("texts that show no position are refused, with the place") {
    CHECK(refusal("") == "board text of 0x0 points; width and height are 1 to 64");
    CHECK(refusal(" \n\t\n") == "board text of 0x0 points; width and height are 1 to 64");
    CHECK(refusal(std::string(65, '.')) ==
          "board text of 65x1 points; width and height are 1 to 64");
    std::string tall;
    for (int i = 0; i < 65; ++i) tall += ".\n";
    CHECK(refusal(tall) == "board text of 1x65 points; width and height are 1 to 64");
    CHECK(refusal("..\n...") == "board text: row 2 has 3 points, the first has 2");
    CHECK(refusal("X.\n.Z") == "board text: row 2, column 2 is none of the letters .XOxoab");
    CHECK(refusal("X \n. X") != "read");
    CHECK(refusal("...\n.o.\n...") ==
          "board text: row 2, column 2 is captured, but no chain surrounds it");
    CHECK(refusal("...\n.a.\n...").find("no chain surrounds it") != std::string::npos);
    CHECK(refusal(".XX.\nXo.X\n.XX.") ==
          "board text: row 2, column 3 is free, but lies inside a captured region");
    // An empty point is its owner's, even where the other's dots surround it.
    CHECK(refusal(".XX.\nXobX\n.XX.") ==
          "board text: row 2, column 3 is captured, but no chain surrounds it");
    CHECK(refusal(".XX.\nXoOX\n.XX.").find("board text shows no position") == 0);
    CHECK(refusal(std::string(1000000, '\n')) ==
          "board text of 0x0 points; width and height are 1 to 64");
}

TEST_CASE("the largest board is written and read") {
    Rng rng(80);
    const Position position = drawn::strewn(rng, {64, 64}, {}, 0.1, 0.1);
    CHECK(from_ascii(to_ascii(position), {}) == position);
}

TEST_CASE("positions without regions in regions are read as they were written") {
    Rng rng(81);
    int with_captures = 0;
    for (const Recapture recapture : {Recapture::keep, Recapture::free}) {
        const Rules rules{.recapture = recapture};
        for (int round = 0; round < 300; ++round) {
            Position position({between(rng, 1, 9), between(rng, 1, 9)}, rules);
            UndoLog log;
            int captures = 0;
            for (int left = between(rng, 0, 80);
                 left > 0 && position.playable_count() > 0 && captures < 1; --left) {
                const std::vector<Point> playable = drawn::playable_points(position);
                const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
                if (position.place(p, rng.below(3) == 0 ? 1 : 0, log) != 0) ++captures;
            }
            position.set_to_move(0);
            REQUIRE(from_ascii(to_ascii(position), rules) == position);
            with_captures += captures;
        }
    }
    CHECK(with_captures > 100);
}

TEST_CASE("whatever is read is consistent and written as it was read") {
    Rng rng(82);
    constexpr std::string_view letters = ".XOxoab";
    int read = 0;
    for (int round = 0; round < 60000; ++round) {
        const Size size{between(rng, 1, 5), between(rng, 1, 5)};
        std::string text;
        for (int y = 0; y < size.height; ++y) {
            if (y > 0) text += '\n';
            for (int x = 0; x < size.width; ++x) {
                const bool inner = x > 0 && y > 0 && x < size.width - 1 && y < size.height - 1;
                text += inner ? letters[rng.below(7)] : letters[rng.below(3)];
            }
        }
        try {
            const Position position = from_ascii(text, {});
            REQUIRE(position.check_consistency() == nullptr);
            REQUIRE(to_ascii(position) == text);
            ++read;
        } catch (const InvalidRecord&) {
            // Not every drawing is a position.
        }
    }
    CHECK(read > 1000);
}
