#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/best_track.hpp>

#include "written_cards.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

constexpr std::array objectives{Objective::cards, Objective::points, Objective::remaining};

// All tracks that a hand can lay, one card after the other, with what they are worth: the higher,
// the better.
class AllTracks {
public:
    using Worth = std::pair<int, int>;

    AllTracks(const CardSet& hand, int start, Objective objective, const TrackOptions& options,
              const Deck& deck)
        : objective_(objective), options_(options), deck_(deck) {
        go(hand, start, 0);
        std::sort(worths_.rbegin(), worths_.rend());
    }

    [[nodiscard]] const std::vector<Worth>& worths() const { return worths_; }
    [[nodiscard]] std::uint64_t best_values() const {
        return static_cast<std::uint64_t>(
            std::count_if(worths_.begin(), worths_.end(),
                          [&](const Worth& worth) { return worth.first == worths_[0].first; }));
    }

private:
    void go(const CardSet& hand, int end, int pips) {
        const int cards = static_cast<int>(track_.size());
        const int points = deck_.points(hand);
        switch (objective_) {
            case Objective::cards:
                worths_.emplace_back(cards, -points);
                break;
            case Objective::points:
                worths_.emplace_back(pips, cards);
                break;
            case Objective::remaining:
                worths_.emplace_back(-points, cards);
                break;
        }
        if (cards == options_.max_cards) return;
        hand.for_each([&](Card card, int) {
            if (card.is_bonus() && !options_.use_bonus) return;
            if (card.is_block() && !options_.allow_blocks) return;
            if (card.is_block() && !options_.block_on_block && !track_.empty() &&
                track_.back().is_block()) {
                return;
            }
            CardSet left = hand;
            left.take(card);
            track_.push_back(card);
            if (card.is_bonus()) {
                for (int number = 0; number <= deck_.max_pip(); ++number) go(left, number, pips);
            } else if (card.high() == end || card.low() == end) {
                go(left, card.across(end), pips + card.pips());
            }
            track_.pop_back();
        });
    }

    Objective objective_;
    const TrackOptions& options_;
    const Deck& deck_;
    std::vector<Card> track_;
    std::vector<Worth> worths_;
};

[[nodiscard]] AllTracks::Worth worth(const BestTrack& track, Objective objective) {
    switch (objective) {
        case Objective::cards:
            return {track.value, -track.then};
        case Objective::points:
            return {track.value, track.then};
        case Objective::remaining:
            break;
    }
    return {-track.value, track.then};
}

// What a track says of itself is true, and it keeps to the options.
void check_answer(const BestTrack& best, const CardSet& hand, Objective objective,
                  const TrackOptions& options, const Deck& deck) {
    const Rules rules{.deck = deck, .block_on_block = options.block_on_block};
    const CheckedTrack track = check_track(best.cards, best.start, rules);
    REQUIRE(track.is_valid());
    REQUIRE(track.end == best.end);
    CardSet left = hand;
    for (const LaidCard& each : best.cards) {
        REQUIRE(left.has(each.card));
        left.take(each.card);
        if (!options.use_bonus) REQUIRE(!each.card.is_bonus());
        if (!options.allow_blocks) REQUIRE(!each.card.is_block());
    }
    const int cards = static_cast<int>(best.cards.size());
    if (options.max_cards != TrackOptions::no_cap) REQUIRE(cards <= options.max_cards);
    const int points = deck.points(left);
    REQUIRE(best.value == (objective == Objective::cards    ? cards
                           : objective == Objective::points ? track.points
                                                            : points));
    REQUIRE(best.then == (objective == Objective::cards ? points : cards));
}

struct Drawn {
    CardSet hand;
    int start;
};

// Kinds are drawn with favour for the few numbers of a small deck, so that tracks grow long.
[[nodiscard]] Drawn draw(Rng& rng, const Deck& deck, int size, int wilds) {
    CardSet faces;
    CardSet bonus;
    deck.cards().for_each([&](Card card, int count) {
        for (; count > 0; --count) (card.is_bonus() ? bonus : faces).add(card);
    });
    Drawn drawn{{}, static_cast<int>(rng.below(static_cast<std::uint32_t>(deck.max_pip() + 1)))};
    for (int i = 0; i < size; ++i) {
        CardSet& pile = i < wilds ? bonus : faces;
        const auto cards = static_cast<std::uint32_t>(pile.size());
        const Card card = pile.nth(static_cast<int>(rng.below(cards)));
        pile.take(card);
        drawn.hand.add(card);
    }
    return drawn;
}

[[nodiscard]] TrackOptions draw_options(Rng& rng, int size) {
    TrackOptions options;
    options.use_bonus = rng.below(8) != 0;
    options.allow_blocks = rng.below(8) != 0;
    options.block_on_block = rng.below(2) != 0;
    if (rng.below(3) == 0) {
        options.max_cards = static_cast<int>(rng.below(static_cast<std::uint32_t>(size + 1)));
    }
    return options;
}

void hold_against_all_tracks(const Deck& deck, int size, int wilds, int hands, std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < hands; ++i) {
        const Drawn drawn = draw(rng, deck, size, wilds);
        const TrackOptions options = draw_options(rng, size);
        for (const Objective objective : objectives) {
            CAPTURE(i);
            CAPTURE(static_cast<int>(objective));
            CAPTURE(options.block_on_block);
            CAPTURE(options.max_cards);
            const AllTracks all(drawn.hand, drawn.start, objective, options, deck);
            const BestTrack best = best_track(drawn.hand, drawn.start, objective, options, deck);
            REQUIRE(best.exact);
            check_answer(best, drawn.hand, objective, options, deck);
            REQUIRE(worth(best, objective) == all.worths()[0]);
            const TrackCount count = count_best(drawn.hand, drawn.start, objective, options, deck);
            REQUIRE(count.exact);
            REQUIRE(count.value == best.value);
            REQUIRE(count.count == all.best_values());
            if (i % 8 != 0) continue;
            const TrackList list = k_best(drawn.hand, drawn.start, 20, objective, options, deck);
            REQUIRE(list.exact);
            REQUIRE(list.tracks.size() == std::min<std::size_t>(20, all.worths().size()));
            std::set<std::vector<CardCode>> different;
            for (std::size_t n = 0; n < list.tracks.size(); ++n) {
                check_answer(list.tracks[n], drawn.hand, objective, options, deck);
                REQUIRE(worth(list.tracks[n], objective) == all.worths()[n]);
                std::vector<CardCode> codes;
                for (const LaidCard& each : list.tracks[n].cards) codes.push_back(code_of(each));
                different.insert(codes);
            }
            REQUIRE(different.size() == list.tracks.size());
        }
    }
}

[[nodiscard]] int most_cards(const char* hand, int start, const TrackOptions& options = {}) {
    return best_track(hand_of(hand), start, Objective::cards, options).value;
}

}  // namespace

TEST_CASE("equal cards count as often as they are there") {
    const BestTrack best = best_track(hand_of("9|4 9|4 4|4 4|4"), 9, Objective::cards);
    CHECK(best.value == 4);
    CHECK(best.then == 0);
    CHECK(best.end == 9);
    CHECK(most_cards("9|4 9|4 4|4 4|4", 9, {.allow_blocks = false}) == 2);
}

TEST_CASE("the empty track counts") {
    const CardSet hand = hand_of("7|3 B-15");
    const BestTrack best = best_track(hand, 9, Objective::remaining, {.use_bonus = false});
    CHECK(best.cards.empty());
    CHECK(best.value == -5);
    CHECK(best.end == 9);
    // Laying all would leave 0, more than the minus points of the bonus card.
    CHECK(best_track(hand, 9, Objective::remaining).value == -5);
    CHECK(best_track(hand, 9, Objective::cards).value == 2);
    CHECK(best_track({}, 9, Objective::points).value == 0);
}

TEST_CASE("minus points stay in the hand where they help") {
    // 9|9 and 9|8 lie at the start without the bonus card; the rest is worth less than it.
    const BestTrack left = best_track(hand_of("9|9 9|8 5|1 B-15"), 9, Objective::remaining);
    CHECK(left.value == 6 - 15);
    CHECK(left.cards == laid("9|9 9|8"));
    // Here it is worth more.
    CHECK(best_track(hand_of("9|9 9|8 5|5 5|5 B-15"), 9, Objective::remaining).value == 0);
}

TEST_CASE("ties go to the lower rest in hand, or to more cards") {
    const BestTrack cards = best_track(hand_of("7|1 7|2 7|3"), 7, Objective::cards);
    CHECK(cards.cards == laid("7|3"));
    CHECK(cards.then == 17);
    const BestTrack points = best_track(hand_of("6|4 0|0 4|0"), 6, Objective::points);
    CHECK(points.value == 14);
    CHECK(points.then == 3);
}

TEST_CASE("a path is left out so that the rest can be laid in one go") {
    // Three dominoes meet at 0, so one of them stays; from 1 it is the light one.
    const BestTrack best = best_track(hand_of("1|0 2|0 9|0"), 1, Objective::points);
    CHECK(best.cards == laid("1|0 9|0"));
    // 1|0 is the only way to the ring, so it is not the one that stays.
    CHECK(best_track(hand_of("1|0 2|0 3|0 3|2 5|1"), 1, Objective::cards).value == 4);
}

TEST_CASE("a bonus card leads to another part of the hand") {
    CHECK(most_cards("1|0 8|7 8|8", 1) == 1);
    CHECK(most_cards("1|0 8|7 8|8 B0", 1) == 4);
    CHECK(most_cards("1|0 8|7 6|5 B0", 1) == 3);
    CHECK(most_cards("1|0 8|7 6|5 B0 B-5", 1) == 5);
}

TEST_CASE("blocks that must not touch need something between them") {
    const TrackOptions apart{.block_on_block = false};
    CHECK(most_cards("5|5 5|5", 5, apart) == 1);
    CHECK(most_cards("5|5 5|5 B0", 5, apart) == 3);
    CHECK(most_cards("5|5 5|5 7|5 7|5", 5, apart) == 4);
    CHECK(most_cards("5|5 5|5 7|5", 5, apart) == 2);
    CHECK(most_cards("5|5 5|5 7|5", 7, apart) == 2);
    CHECK(most_cards("5|5 5|5 7|5 5|3", 7, apart) == 3);
}

TEST_CASE("no more cards than the cap") {
    const CardSet hand = hand_of("9|1 9|2 2|1 9|9 9|9 8|1");
    const BestTrack best = best_track(hand, 9, Objective::points, {.max_cards = 3});
    CHECK(best.value == 18 + 18 + 11);
    CHECK(best_track(hand, 9, Objective::cards, {.max_cards = 0}).cards.empty());
    CHECK_THROWS_AS((void)best_track(hand, 9, Objective::cards, {.max_cards = -2}), Error);
}

TEST_CASE("the best start number, the lowest of those as good") {
    const CardSet hand = hand_of("7|3 3|3 5|3");
    const BestTrack best = best_start(hand, Objective::cards);
    CHECK(best.value == 3);
    CHECK(best.start == 5);
    CHECK(best_start(hand_of("B0"), Objective::cards).start == 0);
    for (int start = 0; start < max_numbers; ++start) {
        CHECK(best_track(hand, start, Objective::cards).value <= best.value);
    }
}

TEST_CASE("the best tracks in order") {
    const TrackList list = k_best(hand_of("7|1 7|2 7|3"), 7, 10, Objective::points);
    REQUIRE(list.tracks.size() == 4);
    CHECK(list.exact);
    CHECK(list.tracks[0].cards == laid("7|3"));
    CHECK(list.tracks[1].cards == laid("7|2"));
    CHECK(list.tracks[2].cards == laid("7|1"));
    CHECK(list.tracks[3].cards.empty());
    CHECK(k_best(hand_of("7|1"), 7, 0, Objective::points).tracks.empty());
    CHECK_THROWS_AS((void)k_best(hand_of("7|1"), 7, -1, Objective::points), Error);
}

TEST_CASE("the number of best tracks counts numbers chosen, and no equal card twice") {
    CHECK(count_best(hand_of("1|1 B-10 B-5"), 1, Objective::cards).count == 240);
    CHECK(count_best(hand_of("9|4 9|4"), 9, Objective::cards).count == 1);
    // Of all of 0..9 the tracks are more than 64 bits can count.
    const TrackCount all = count_best(Deck{}.cards(), 9, Objective::cards, {.node_limit = 2000});
    CHECK(all.value == 114);
    CHECK(!all.exact);
}

TEST_CASE("a whole deck is one track") {
    for (const Deck& deck : {Deck::d114(), Deck::d104(), Deck::d118(), Deck::d59(),
                             Deck::custom(9, 7, std::array{0, -99})}) {
        const CardSet hand = deck.cards();
        const BestTrack best = best_track(hand, 3, Objective::cards, {}, deck);
        CHECK(best.exact);
        check_answer(best, hand, Objective::cards, {}, deck);
        for (const bool block_on_block : {true, false}) {
            for (const Objective objective : objectives) {
                const TrackOptions options{.block_on_block = block_on_block};
                check_answer(best_track(hand, 3, objective, options, deck), hand, objective,
                             options, deck);
            }
        }
    }
    CHECK(best_track(Deck::d114().cards(), 3, Objective::cards).value == 114);
}

TEST_CASE("at the node limit, what was found is a track, and said not to be sure") {
    Rng rng(5);
    const Deck deck;
    int inexact = 0;
    for (int i = 0; i < 40; ++i) {
        const Drawn drawn = draw(rng, deck, 20, 2);
        for (const Objective objective : objectives) {
            for (const int cap : {TrackOptions::no_cap, 9}) {
                const TrackOptions tight{
                    .block_on_block = false, .max_cards = cap, .node_limit = 3};
                const BestTrack best = best_track(drawn.hand, drawn.start, objective, tight, deck);
                check_answer(best, drawn.hand, objective, tight, deck);
                inexact += best.exact ? 0 : 1;
            }
        }
    }
    CHECK(inexact > 20);
    const TrackList list = k_best(Deck{}.cards(), 3, 1000, Objective::cards, {.node_limit = 100});
    CHECK(!list.exact);
}

TEST_CASE("large hands take few nodes, whatever blocks and bonus cards they hold") {
    Rng rng(9);
    const Deck deck = Deck::d118();
    for (int i = 0; i < 200; ++i) {
        const Drawn drawn = draw(rng, deck, 8 + i % 30, i % 5);
        for (const Objective objective : objectives) {
            const BestTrack best = best_track(drawn.hand, drawn.start, objective, {}, deck);
            CHECK(best.exact);
            CHECK(best.nodes < 500);
            check_answer(best, drawn.hand, objective, {}, deck);
        }
    }
    // Of 16 cards one stays, for which the one that is lightest alone will not do.
    const CardSet hand = hand_of("0|0 2|0 2|1 3|1 3|2 3|3 4|1 5|3 5|4 7|7 8|2 8|3 8|4 8|6 B0 B-10");
    const BestTrack best = best_track(hand, 2, Objective::cards);
    CHECK(best.value == 15);
    CHECK(best.then == 3);
    CHECK(best.nodes < 20);
}

TEST_CASE("a start and a hand are of the deck") {
    const Deck small = Deck::custom(3, 1, std::array{0});
    CHECK_THROWS_WITH_AS((void)best_track({}, 4, Objective::cards, {}, small),
                         "start=4; one of 0..3", Error);
    CHECK_THROWS_AS((void)best_track({}, any_start, Objective::cards), Error);
    CHECK_THROWS_WITH_AS((void)best_track(hand_of("3|2 3|2"), 3, Objective::cards, {}, small),
                         "2 of 3|2 in hand; the deck has 1", Error);
    CHECK_THROWS_AS((void)best_track(hand_of("9|4"), 3, Objective::cards, {}, small), Error);
    CardSet unknown;
    unknown.add(Card::bonus(3));
    CHECK_THROWS_AS((void)best_track(unknown, 3, Objective::cards, {}, small), Error);
}

TEST_CASE("best tracks are those of an exhaustive search") {
    const std::array<int, 4> bonus{0, -2, -2, -5};
    for (const int max_pip : {2, 3, 5}) {
        CAPTURE(max_pip);
        const Deck deck = Deck::custom(max_pip, 3, bonus);
        hold_against_all_tracks(deck, 8, 0, 300, 1);
        hold_against_all_tracks(deck, 6, 1, 300, 2);
        hold_against_all_tracks(deck, 5, 2, 60, 3);
    }
    hold_against_all_tracks(Deck::d59(), 10, 0, 300, 4);
    hold_against_all_tracks(Deck::d114(), 12, 0, 300, 5);
    hold_against_all_tracks(Deck::d114(), 6, 1, 100, 6);
    hold_against_all_tracks(Deck::custom(1, 1, std::array{0, -1, -1}), 5, 3, 30, 7);
}
