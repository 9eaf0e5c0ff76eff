#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/track.hpp>

#include "written_cards.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

[[nodiscard]] CheckedTrack check(const char* track, int start, const Rules& rules = {}) {
    return check_track(laid(track, rules.deck), start, rules);
}

}  // namespace

TEST_CASE("an empty track is legal and ends where it starts") {
    const CheckedTrack track = check("", 7);
    CHECK(track.is_valid());
    CHECK(track.end == 7);
    CHECK(track.points == 0);
    CHECK(!track.lock);
    CHECK(track.first_wrong() == -1);
}

TEST_CASE("either half may be written first") {
    CHECK(check("9|4", 4).end == 9);
    CHECK(check("4|9", 4).end == 9);
    CHECK(check("9|4", 9).end == 4);
    CHECK(check("4|9 9|4 4|4", 4).end == 4);
}

TEST_CASE("the first wrong card ends what is told of a track") {
    const CheckedTrack track = check("9|4 4|4 7|3 3|3", 9);
    CHECK(!track.is_valid());
    CHECK(track.first_wrong() == 2);
    CHECK(track.fault == TrackFault::does_not_touch);
    CHECK(name_of(track.fault) == "does_not_touch");
    CHECK(track.end == 4);
    CHECK(track.points == 21);
    CHECK(track.lock);
}

TEST_CASE("a track leaves a lock exactly if its last card is a block") {
    CHECK(check("9|9", 9).lock);
    CHECK(check("9|9 9|9", 9).lock);
    CHECK(!check("9|9 9|4", 9).lock);
    CHECK(!check("9|9 B-15=9", 9).lock);
}

TEST_CASE("a bonus card connects anywhere, ends with its number and scores nothing") {
    const CheckedTrack track = check("B-15=4 9|4 B0=9", 0);
    CHECK(track.is_valid());
    CHECK(track.end == 9);
    CHECK(track.points == 13);
}

TEST_CASE("a chosen number is one of the deck's") {
    const Rules rules{.deck = Deck::custom(6, 2, std::array{0, -5})};
    CHECK(check("B-5=6", 0, rules).is_valid());
    for (const int number : {-1, 7, 10, 127}) {
        const std::vector<LaidCard> cards{{Card::bonus(0), static_cast<std::int8_t>(number)}};
        const CheckedTrack track = check_track(cards, 3, rules);
        CHECK(track.fault == TrackFault::number_out_of_range);
        CHECK(track.end == 3);
    }
}

TEST_CASE("a deck's cards can be used up") {
    CHECK(check("9|4 9|4", 9).is_valid());
    const CheckedTrack third = check("9|4 9|4 9|4", 9);
    CHECK(third.first_wrong() == 2);
    CHECK(third.fault == TrackFault::not_in_deck);
    CHECK(check("4|4 4|4", 4, {.deck = Deck::d104()}).first_wrong() == 1);
    CHECK(check("B0=1 B0=1", 4).first_wrong() == 1);
    CHECK(check("B0=1 B0=1", 4, {.deck = Deck::d118()}).is_valid());
    const std::vector<LaidCard> unknown{{Card::bonus(5), 3}};
    CHECK(check_track(unknown, 4, Rules{}).fault == TrackFault::not_in_deck);
    const Rules small{.deck = Deck::custom(6, 2, {})};
    const std::vector<LaidCard> too_high{{Card::face(9, 4)}};
    CHECK(check_track(too_high, 4, small).fault == TrackFault::not_in_deck);
}

TEST_CASE("a block covers its twin unless the rules refuse that") {
    const Rules strict{.block_on_block = false};
    CHECK(check("5|5 5|5", 5).is_valid());
    const CheckedTrack track = check("5|5 5|5", 5, strict);
    CHECK(track.first_wrong() == 1);
    CHECK(track.fault == TrackFault::block_on_block);
    CHECK(track.lock);
    CHECK(check("5|5 B0=5 5|5", 5, strict).is_valid());
    CHECK(check("5|5 7|5 7|5 5|5", 5, strict).is_valid());
}

TEST_CASE("on a track that any card starts, the half outward is the one that goes on") {
    CHECK(check("7|3 3|1", any_start).end == 1);
    CHECK(check("7|3 7|1", any_start).end == 1);
    CHECK(check("3|7", any_start).end == 7);
    CHECK(check("7|3 5|5", any_start).end == 7);
    CHECK(check("7|3 3|3 8|8", any_start).first_wrong() == 2);
    CHECK(check("B0=4 4|1", any_start).end == 1);
    CHECK(check("", any_start).end == any_start);
    std::array<TurnedCard, 2> turned{};
    CHECK(check_track(laid("7|3 3|1"), any_start, {}, turned).is_valid());
    CHECK(turned[0] == TurnedCard{Card::face(7, 3), 7, 3});
    CHECK(check_track(laid("7|3 5|5"), any_start, {}, turned).legal == 1);
    CHECK(turned[0] == TurnedCard{Card::face(7, 3), 3, 7});
}

TEST_CASE("each card is told how it lies") {
    std::array<TurnedCard, 4> turned{};
    CHECK(check_track(laid("4|9 4|4 B-5=0 0|3"), 9, {}, turned).is_valid());
    CHECK(turned == std::array<TurnedCard, 4>{{{Card::face(9, 4), 9, 4},
                                               {Card::face(4, 4), 4, 4},
                                               {Card::bonus(1), 4, 0},
                                               {Card::face(3, 0), 0, 3}}});
}

TEST_CASE("a start number is one of the deck's") {
    CHECK_THROWS_WITH_AS((void)check("", 10),
                         "start=10; one of 0..9, or none for a track that any card starts", Error);
    CHECK_THROWS_AS((void)check("", -2), Error);
}

TEST_CASE("codes of cards") {
    CHECK(code_of({Card::face(4, 9)}) == 94);
    CHECK(code_of({Card::face(0, 0)}) == 0);
    CHECK(code_of({Card::bonus(2), 7}) == 127);
    CHECK(laid_of(49).card == Card::face(9, 4));
    CHECK(laid_of(127) == LaidCard{Card::bonus(2), 7});
}

TEST_CASE("a batch is told what each of its tracks is told") {
    constexpr std::size_t n = 2000;
    constexpr std::size_t width = 5;
    for (const bool block_on_block : {true, false}) {
        const Rules rules{.deck = Deck::custom(2, 2, std::array{0, -5}),
                          .block_on_block = block_on_block};
        Rng rng(3);
        std::vector<CardCode> codes;
        std::vector<std::int8_t> starts;
        for (std::size_t i = 0; i < n; ++i) {
            starts.push_back(static_cast<std::int8_t>(static_cast<int>(rng.below(4)) - 1));
            for (std::size_t k = 0; k < width; ++k) {
                const std::uint32_t what = rng.below(40);
                const std::uint32_t face = rng.below(3) * 10 + rng.below(3);
                codes.push_back(static_cast<CardCode>(what == 0   ? -1
                                                      : what == 1 ? 250
                                                      : what < 8  ? 100 + rng.below(24)
                                                                  : face));
            }
        }
        std::array<std::vector<std::uint8_t>, 3> bytes;
        for (auto& each : bytes) each.resize(n);
        std::vector<std::int16_t> first_wrong(n);
        std::vector<std::int16_t> points(n);
        std::vector<std::int8_t> end(n);
        check_tracks({codes, width, starts}, rules,
                     {bytes[0], first_wrong, bytes[1], end, points, bytes[2]});
        int valid = 0;
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<LaidCard> cards;
            for (std::size_t k = 0; k < width && codes[i * width + k] != no_card; ++k) {
                const CardCode code = codes[i * width + k];
                cards.push_back(code < 190 ? laid_of(code) : LaidCard{Card::of_kind(63)});
            }
            const CheckedTrack one = check_track(cards, starts[i], rules);
            valid += one.is_valid() ? 1 : 0;
            REQUIRE(bytes[0][i] == (one.is_valid() ? 1 : 0));
            REQUIRE(first_wrong[i] == one.first_wrong());
            REQUIRE(bytes[1][i] == static_cast<std::uint8_t>(one.fault));
            REQUIRE(end[i] == one.end);
            REQUIRE(points[i] == one.points);
            REQUIRE(bytes[2][i] == (one.lock ? 1 : 0));
        }
        CHECK(valid > 20);
        points.pop_back();
        CHECK_THROWS_AS(check_tracks({codes, width, starts}, rules,
                                     {bytes[0], first_wrong, bytes[1], end, points, bytes[2]}),
                        Error);
    }
}
