// A position's insides: setting up, ends, manual chains, grounding, keys, undo.

#include <doctest/doctest.h>

#include <array>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <dotcore/core/state.hpp>
#include <dotcore/dots/position.hpp>

#include "drawn.hpp"
#include "slow_dots.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using drawn::between;

static_assert(FlatState<Position>);
static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= 6144);
static_assert(Position::num_players() == 2);

namespace {

constexpr Rules manual{.capture = Capture::manual};
constexpr Rules to_the_full_without_suicide{.entry = Entry::illegal, .ending = Ending::full};

using OneChain = std::vector<Point>;

// A dot together with the chains it closes.
Illegal why(const Position& position, Point p, Player player,
            std::initializer_list<OneChain> chains) {
    const std::vector<std::span<const Point>> spans(chains.begin(), chains.end());
    return position.why_illegal(p, player, spans);
}
int place(Position& position, Point p, Player player, std::initializer_list<OneChain> chains,
          UndoLog& log) {
    const std::vector<std::span<const Point>> spans(chains.begin(), chains.end());
    return position.place(p, player, spans, log);
}

// Something that may happen in a game, legal or out of turn, drawn at random. False if nothing did.
bool act_at_random(Position& position, UndoLog& log, Rng& rng) {
    if (position.is_terminal()) return false;
    const std::uint32_t kind = rng.below(100);
    const auto player = static_cast<Player>(rng.below(2));
    if (kind == 0 && position.rules().allows_stop() && position.status().stopped_by != player) {
        position.stop(player, log);
    } else if (kind == 1) {
        position.ground(player, log);
    } else if (kind == 2) {
        position.resign(player, log);
    } else if (kind < 50 && !position.status().closing) {
        const std::vector<Point> playable = drawn::playable_points(position);
        if (playable.empty()) return false;
        const Point p = playable[rng.below(static_cast<std::uint32_t>(playable.size()))];
        if (position.why_illegal(p, player) != Illegal::none) return false;
        position.place(p, player, log);
    } else {
        Actions actions;
        position.legal_actions(actions);
        if (actions.empty()) return false;
        // Ending the game is rarely the choice, so that games grow long.
        std::size_t choice = rng.below(static_cast<std::uint32_t>(actions.size()));
        if (actions[choice] == position.size().points() && rng.below(10) != 0) choice = 0;
        position.apply(actions[choice], log);
    }
    return true;
}

}  // namespace

TEST_CASE("a new position is empty, all of it playable, with player 0 to move") {
    const Position position({39, 32});
    CHECK(position.size() == Size{39, 32});
    CHECK(position.rules() == Rules::bga());
    CHECK(position.to_move() == 0);
    CHECK(position.current_player() == 0);
    CHECK(position.playable_count() == 39 * 32);
    CHECK_FALSE(position.is_terminal());
    CHECK(position.result() == Result{});
    CHECK(position.check_consistency() == nullptr);
}

TEST_CASE("positions of all sizes are consistent from the start") {
    for (int width = 1; width <= 64; ++width) {
        for (int height = 1; height <= 64; ++height) {
            const Position position({width, height});
            REQUIRE(position.check_consistency() == nullptr);
            REQUIRE(position.playable_count() == width * height);
        }
    }
}

TEST_CASE("a position made of planes knows its score, its playable points and its key") {
    const Position position = from_ascii(R"(
        .XX..
        XoaX.
        .XXO.)",
                                         {});
    CHECK(position.score(0) == 1);
    CHECK(position.score(1) == 0);
    CHECK(position.playable_count() == 15 - 9);
    UndoLog log;
    Position played({5, 3});
    for (const auto& [x, y, player] : {std::array{1, 1, 1},
                                       {3, 2, 1},
                                       {1, 0, 0},
                                       {2, 0, 0},
                                       {0, 1, 0},
                                       {3, 1, 0},
                                       {1, 2, 0},
                                       {2, 2, 0}}) {
        played.place(Point::at(x, y), player, log);
    }
    played.set_to_move(0);
    CHECK(played == position);
    CHECK(played.key() == position.key());
}

TEST_CASE("a full board ends the game; more captured dots win, komi counts for the second player") {
    constexpr std::string_view text = R"(
        XXX
        XoX
        XXX)";
    CHECK(from_ascii(text, {}).result() == Result{0, 2, Reason::full});
    CHECK(from_ascii(text, {.komi_halves = 1}).result() == Result{0, 1, Reason::full});
    CHECK(from_ascii(text, {.komi_halves = 2}).result() == Result{-1, 0, Reason::full});
    CHECK(from_ascii(text, {.komi_halves = 3}).result() == Result{1, 1, Reason::full});
    CHECK(from_ascii(text, {}).current_player() == TERMINAL);
    CHECK(from_ascii(text, {}).why_illegal(0) == Illegal::over);
}

TEST_CASE("after a stop only the other player moves, until they say done") {
    Position position({3, 3});
    UndoLog log;
    position.place(Point::at(1, 1), 0, log);
    position.stop(1, log);
    CHECK(position.to_move() == 0);
    CHECK(position.why_illegal(1) == Illegal::turn);
    CHECK(position.why_illegal(Point::at(0, 0), 1) == Illegal::turn);
    position.place(Point::at(0, 1), 0, log);
    CHECK(position.to_move() == 0);
    CHECK_FALSE(position.is_terminal());
    position.stop(0, log);
    CHECK(position.is_terminal());
    CHECK(position.result() == Result{-1, 0, Reason::stop});
}

TEST_CASE("a board that fills up after a stop ended by the stop") {
    Position position({2, 1});
    UndoLog log;
    position.stop(0, log);
    position.place(Point::at(0, 0), 1, log);
    position.place(Point::at(1, 0), 1, log);
    CHECK(position.is_terminal());
    CHECK(position.result().reason == Reason::stop);
}

TEST_CASE("who resigns loses, whatever the score") {
    Position position = from_ascii(".X.\nXoX\n.X.", {});
    UndoLog log;
    position.resign(0, log);
    CHECK(position.result() == Result{1, 0, Reason::resign});
    CHECK(position.returns(0) == -1.0);
    CHECK(position.returns(1) == 1.0);
}

TEST_CASE("returns are zero while the game goes on and after a draw") {
    Position position({1, 1});
    CHECK(position.returns(0) == 0.0);
    UndoLog log;
    position.place(Point::at(0, 0), 0, log);
    CHECK(position.is_terminal());
    CHECK(position.returns(0) == 0.0);
    CHECK(position.returns(1) == 0.0);
}

TEST_CASE("where nothing else is left, a player who could only commit suicide has ended the game") {
    constexpr std::string_view text = "XXX\nX.X\nXXX";
    Position position = from_ascii(text, to_the_full_without_suicide);
    CHECK_FALSE(position.is_terminal());
    CHECK(position.has_legal_dot(0));
    CHECK_FALSE(position.has_legal_dot(1));
    position.set_to_move(1);
    CHECK(position.is_terminal());
    CHECK(position.result() == Result{-1, 0, Reason::full});
    // With a stop to choose it goes on.
    Position stoppable = from_ascii(text, {.entry = Entry::illegal});
    stoppable.set_to_move(1);
    CHECK_FALSE(stoppable.is_terminal());
}

TEST_CASE("grounding gives away each group that touches no edge, with its captures") {
    // The four in the middle hang on nothing; the pair at the left edge stays.
    Position position = from_ascii(R"(
        .......
        XX.....
        ...XX..
        ...XX..
        .......)",
                                   {});
    UndoLog log;
    position.ground(0, log);
    CHECK(position.score(1) == 4);
    CHECK(position.result() == Result{1, 8, Reason::ground});
    CHECK(to_ascii(position) == drawn::lines(R"(
        .......
        XX.....
        ...xx..
        ...xx..
        .......)"));
}

TEST_CASE("grounding frees what the lost group had captured, under both values of recapture") {
    constexpr std::string_view text = R"(
        .......
        ..X....
        .XoX...
        ..XX...
        .......)";
    for (const Recapture recapture : {Recapture::keep, Recapture::free}) {
        Position position = from_ascii(text, {.recapture = recapture});
        UndoLog log;
        position.ground(0, log);
        CHECK(position.score(0) == 0);
        // Dots and region hold together by orthogonal neighbours: one group of five dots.
        CHECK(position.score(1) == 5);
        CHECK(position.check_consistency() == nullptr);
    }
}

TEST_CASE("grounding equals a flood fill from the edge, on random games") {
    Rng rng(30);
    for (int round = 0; round < 300; ++round) {
        const Size size{between(rng, 1, 14), between(rng, 1, 14)};
        for (const Recapture recapture : {Recapture::keep, Recapture::free}) {
            Position position(size, {.recapture = recapture});
            UndoLog log;
            for (int left = between(rng, 0, size.points());
                 left > 0 && position.playable_count() > 0; --left) {
                const std::vector<Point> playable = drawn::playable_points(position);
                position.place(playable[rng.below(static_cast<std::uint32_t>(playable.size()))],
                               static_cast<Player>(rng.below(3) == 0), log);
            }
            if (position.is_terminal()) continue;
            for (const Player player : {0, 1}) {
                slow::Dots twin(position);
                twin.ground(player);
                const Position before = position;
                position.ground(player, log);
                REQUIRE(slow::difference(position, twin) == "");
                position.undo(log);
                REQUIRE(position == before);
            }
        }
    }
}

TEST_CASE("under scoring=territory a stop counts captures to come and half a point a free point") {
    // X walls off an enemy dot and two free points, O one free point.
    Position position = from_ascii(R"(
        .XX....
        X.OX.O.
        .X.XO.O
        ..X..O.)",
                                   {.scoring = Scoring::territory});
    UndoLog log;
    CHECK(position.total_halves() == std::array{0, 0});
    position.stop(0, log);
    CHECK(position.total_halves() == std::array{0, 0});
    position.stop(1, log);
    CHECK(position.total_halves() == std::array{2 + 2, 1});
    CHECK(position.result() == Result{0, 3, Reason::stop});
    // The board itself is as it was.
    CHECK(position.score(0) == 0);
    CHECK(position.playable_count() > 0);
}

TEST_CASE("under scoring=territory a pool inside a pool of either player is not counted") {
    Position position = from_ascii(R"(
        ..XXX..
        .X...X.
        X..O..X
        X.O.O.X
        X..O..X
        .X...X.
        ..XXX..)",
                                   {.scoring = Scoring::territory});
    UndoLog log;
    position.stop(1, log);
    position.stop(0, log);
    // Four dots, and all other 17 points of the outer pool, the innermost among them.
    CHECK(position.total_halves() == std::array{2 * 4 + 17, 0});
}

TEST_CASE("under scoring=territory a full board has no final step") {
    Position position =
        from_ascii("XXX\nXOX\nXXX", {.capture = Capture::manual, .scoring = Scoring::territory});
    CHECK(position.is_terminal());
    CHECK(position.result() == Result{-1, 0, Reason::full});
}

TEST_CASE("manual: nothing closes by itself, and chains are judged with the dot placed") {
    auto [position, star] = drawn::before_star(R"(
        .X..
        XO*.
        .X..)",
                                               manual);
    const OneChain ring{Point::at(1, 0), Point::at(2, 1), Point::at(1, 2), Point::at(0, 1)};
    CHECK(why(position, star, 0, {ring}) == Illegal::none);
    CHECK(why(position, Point::at(3, 1), 0, {ring}) == Illegal::chain);  // a dot is missing
    CHECK(why(position, star, 1, {ring}) == Illegal::chain);             // and of the other player
    UndoLog log;
    Position alone = position;
    CHECK(alone.place(star, 0, log) == 0);
    CHECK(alone.score(0) == 0);
    CHECK(place(position, star, 0, {ring}, log) == 1);
    CHECK(to_ascii(position) == ".X..\nXoX.\n.X..");
}

TEST_CASE("manual: a chain need not hold the new dot nor be the smallest") {
    Position position = from_ascii(R"(
        ..XX..
        .X..X.
        X.XO.X
        .X..X.
        ..XX..)",
                                   manual);
    UndoLog log;
    const OneChain wide{Point::at(2, 0), Point::at(3, 0), Point::at(4, 1), Point::at(5, 2),
                        Point::at(4, 3), Point::at(3, 4), Point::at(2, 4), Point::at(1, 3),
                        Point::at(0, 2), Point::at(1, 1)};
    CHECK(why(position, Point::at(5, 0), 0, {wide}) == Illegal::none);
    CHECK(place(position, Point::at(5, 0), 0, {wide}, log) == 1);
    CHECK(to_ascii(position) == drawn::lines(R"(
        ..XX.X
        .XaaX.
        XaXoaX
        .XaaX.
        ..XX..)"));
}

TEST_CASE("manual: no chain around empty points, none in bits, none under capture=automatic") {
    const Position position = from_ascii(R"(
        .X...
        X.X.O
        .X...)",
                                         manual);
    const OneChain ring{Point::at(1, 0), Point::at(2, 1), Point::at(1, 2), Point::at(0, 1)};
    const OneChain broken{Point::at(1, 0), Point::at(2, 1), Point::at(1, 2)};
    CHECK(why(position, Point::at(4, 0), 0, {ring}) == Illegal::chain);
    CHECK(why(position, Point::at(4, 0), 0, {broken}) == Illegal::chain);
    CHECK(why(position, Point::at(4, 0), 0, {OneChain{}}) == Illegal::chain);
    const Position automatic = from_ascii(".X...\nXO..O\n.X...", {});
    CHECK(why(automatic, Point::at(2, 1), 0, {ring}) == Illegal::chain);
    CHECK(why(automatic, Point::at(2, 1), 0, {}) == Illegal::none);
}

TEST_CASE("manual with entry=illegal: an entry is legal only with a chain") {
    constexpr Rules rules{.capture = Capture::manual, .entry = Entry::illegal};
    const auto [position, star] = drawn::before_star(R"(
        .XO.
        X*XO
        .XO.)",
                                                     rules);
    const OneChain ring{Point::at(2, 0), Point::at(3, 1), Point::at(2, 2), Point::at(1, 1)};
    CHECK(position.why_illegal(star, 1) == Illegal::suicide);
    CHECK(why(position, star, 1, {ring}) == Illegal::none);
}

TEST_CASE("manual: two chains of one move are judged before either is closed") {
    auto [position, star] = drawn::before_star(R"(
        .X.X.
        XO*OX
        .X.X.)",
                                               manual);
    const OneChain left{Point::at(1, 0), star, Point::at(1, 2), Point::at(0, 1)};
    const OneChain right{Point::at(3, 0), Point::at(4, 1), Point::at(3, 2), star};
    CHECK(why(position, star, 0, {left, right, left}) == Illegal::none);
    UndoLog log;
    const Position before = position;
    CHECK(place(position, star, 0, {left, right, left}, log) == 2);
    CHECK(position.check_consistency() == nullptr);
    position.undo(log);
    CHECK(position == before);
}

TEST_CASE("reasons for refusal: occupied, captured, over") {
    const Position position = from_ascii(R"(
        .XX.
        XoaX
        .XX.)",
                                         {});
    CHECK(position.why_illegal(Point::at(1, 0), 1) == Illegal::occupied);
    CHECK(position.why_illegal(Point::at(1, 1), 1) == Illegal::occupied);
    CHECK(position.why_illegal(Point::at(2, 1), 0) == Illegal::captured);
    CHECK(position.why_illegal(Point::at(0, 0), 0) == Illegal::none);
}

TEST_CASE("pools, empty pools and closable dots are those that a flood fill finds") {
    Rng rng(31);
    for (int round = 0; round < 400; ++round) {
        const Size size{between(rng, 1, round % 8 == 0 ? 64 : 14),
                        between(rng, 1, round % 8 == 0 ? 64 : 14)};
        const Position position = drawn::strewn(rng, size, {}, 0.5, 0.5);
        const slow::Dots twin(position);
        for (const Player player : {0, 1}) {
            const auto own = static_cast<std::size_t>(player);
            slow::Set in_pools;
            slow::Set in_empty_pools;
            for (const slow::Set& pool : slow::all_pools(twin.live[own], size)) {
                in_pools |= pool;
                if ((pool & twin.live[1 - own]).none()) in_empty_pools |= pool & twin.playable();
            }
            const auto set = [&](const Rows& rows) {
                return slow::set_of(size, [&](int y) { return rows[static_cast<std::size_t>(y)]; });
            };
            REQUIRE(set(position.pool_points(player)) == in_pools);
            REQUIRE(set(position.empty_pools(player)) == in_empty_pools);
            REQUIRE(set(position.closable(player)) == (in_pools & twin.live[1 - own]));
        }
    }
}

TEST_CASE(
    "undo restores every byte, and acts keep all that is stored consistent, under all rules") {
    Rng rng(32);
    std::array<int, 5> ends{};
    for (const Rules& rules : drawn::all_rules()) {
        for (int round = 0; round < 6; ++round) {
            const Size size{between(rng, 1, 8), between(rng, 1, 8)};
            Position position =
                round < 4 ? Position(size, rules) : drawn::strewn(rng, size, rules, 0.4, 0.3);
            UndoLog log;
            std::vector<drawn::Memory> memories;
            std::vector<std::uint64_t> keys;
            for (int idle = 0; idle < 30;) {
                const drawn::Memory memory = drawn::memory_of(position);
                const std::uint64_t key = position.key();
                if (!act_at_random(position, log, rng)) {
                    ++idle;
                    continue;
                }
                memories.push_back(memory);
                keys.push_back(key);
                REQUIRE(log.size() == memories.size());
                const char* wrong = position.check_consistency();
                REQUIRE_MESSAGE(wrong == nullptr, wrong);
            }
            ++ends[static_cast<std::size_t>(position.result().reason)];
            while (!log.empty()) {
                position.undo(log);
                REQUIRE(position.key() == keys.back());
                REQUIRE(drawn::memory_of(position) == memories.back());
                memories.pop_back();
                keys.pop_back();
            }
        }
    }
    // Every kind of end was met.
    for (const Reason reason : {Reason::full, Reason::stop, Reason::ground, Reason::resign}) {
        CHECK(ends[static_cast<std::size_t>(reason)] > 0);
    }
}

TEST_CASE("the key kept from move to move is the one computed from the planes") {
    Rng rng(33);
    for (const Rules& rules : drawn::automatic_rules()) {
        Position position({7, 6}, rules);
        UndoLog log;
        while (position.playable_count() > 0) {
            const std::vector<Point> playable = drawn::playable_points(position);
            position.place(playable[rng.below(static_cast<std::uint32_t>(playable.size()))],
                           static_cast<Player>(rng.below(2)), log);
            Position::Planes planes;
            for (int y = 0; y < 6; ++y) {
                const auto row = static_cast<std::size_t>(y);
                for (const std::size_t i : {0, 1}) {
                    planes.live[i][row] = position.live_row(static_cast<int>(i), y);
                    planes.dead[i][row] = position.dead_row(static_cast<int>(i), y);
                    planes.territory[i][row] = position.territory_row(static_cast<int>(i), y);
                }
                planes.scored[row] = position.scored_row(y);
            }
            const Position rebuilt({7, 6}, rules, planes, position.status());
            REQUIRE(rebuilt == position);
            REQUIRE(rebuilt.key() == position.key());
        }
    }
}

TEST_CASE("equal positions have equal keys whatever the order of their dots") {
    Position one({6, 6});
    Position two({6, 6});
    UndoLog log;
    one.place(Point::at(1, 1), 0, log);
    one.place(Point::at(4, 2), 1, log);
    two.place(Point::at(4, 2), 1, log);
    two.place(Point::at(1, 1), 0, log);
    CHECK(one.to_move() != two.to_move());
    CHECK(one.key() != two.key());
    CHECK_FALSE(one == two);
    two.set_to_move(one.to_move());
    CHECK(one == two);
    CHECK(one.key() == two.key());
}

TEST_CASE("a key tells apart whatever can still matter") {
    const auto key_of = [](std::string_view text, const Rules& rules = {}) {
        return from_ascii(text, rules).key();
    };
    std::vector<std::uint64_t> keys{
        key_of("....\n...."),
        key_of("...\n...\n..."),
        key_of("..\n..\n..\n.."),
        key_of("X...\n...."),
        key_of("O...\n...."),
        key_of(".X..\n...."),
        key_of("....\nX..."),
        // Who surrounds, whether it is captured, and whether it scored
        key_of(".X.\nXOX\n.X."),
        key_of(".X.\nXoX\n.X."),
        key_of(".X.\nXaX\n.X."),
        key_of(".X.\nX.X\n.X."),
        key_of(".O.\nObO\n.O."),
    };
    for (const Rules& rules : drawn::all_rules()) {
        if (!(rules == Rules{})) keys.push_back(Position({4, 2}, rules).key());
    }
    keys.push_back(Position({4, 2}, {.komi_halves = 1}).key());
    keys.push_back(Position({4, 2}, {.komi_halves = -1}).key());
    Position position({4, 2});
    position.set_to_move(1);
    keys.push_back(position.key());
    UndoLog log;
    position = Position({4, 2});
    for (const Player player : {0, 1}) {
        position.stop(player, log);
        keys.push_back(position.key());
        position.stop(other(player), log);
        keys.push_back(position.key());
        position.undo(log);
        position.undo(log);
        position.resign(player, log);
        keys.push_back(position.key());
        position.undo(log);
    }
    position.ground(0, log);
    keys.push_back(position.key());
    const std::set<std::uint64_t> different(keys.begin(), keys.end());
    CHECK(different.size() == keys.size());
}

TEST_CASE("positions of random games that differ have keys that differ") {
    Rng rng(34);
    std::set<std::uint64_t> keys;
    int positions = 0;
    for (int game = 0; game < 200; ++game) {
        Position position({8, 8});
        UndoLog log;
        keys.insert(position.key());
        while (position.playable_count() > 0) {
            const std::vector<Point> playable = drawn::playable_points(position);
            position.place(playable[rng.below(static_cast<std::uint32_t>(playable.size()))],
                           position.to_move(), log);
            // Early ones may be the same in two games.
            if (position.playable_count() > 58) continue;
            keys.insert(position.key());
            ++positions;
        }
    }
    CHECK(static_cast<int>(keys.size()) == positions + 1);
}

TEST_CASE("a log may be cleared to forget, and is then empty") {
    Position position({4, 4});
    UndoLog log;
    CHECK(log.empty());
    position.place(Point::at(1, 1), 0, log);
    CHECK(log.size() == 1);
    log.clear();
    CHECK(log.empty());
    CHECK_FALSE(log.has_captures());
}

TEST_CASE("a log that keeps captures tells owner, area and the dots that scored") {
    auto [position, star] = drawn::before_star(R"(
        .XX.
        X.O*
        .XX.)");
    UndoLog log;
    log.keep_captures();
    position.place(star, 0, log);
    REQUIRE(log.has_captures());
    const std::vector<UndoLog::Captured> captures = log.take_captures();
    CHECK_FALSE(log.has_captures());
    REQUIRE(captures.size() == 1);
    CHECK(captures[0].owner == 0);
    CHECK(captures[0].area.row(1) == 0b0110);
    CHECK(captures[0].scored.row(1) == 0b0100);
}

TEST_CASE("what is wrong with a position is told") {
    const auto wrong = [](auto spoil, const Rules& rules = {}) {
        Position::Planes planes;
        spoil(planes);
        const char* message = Position({3, 3}, rules, planes, Status{}).check_consistency();
        return std::string(message == nullptr ? "" : message);
    };
    CHECK(wrong([](auto&) {}) == "");
    CHECK(wrong([](auto& p) { p.live[0][0] = 8; }) == "points beyond the board");
    CHECK(wrong([](auto& p) { p.live[0][0] = p.live[1][0] = 1; }) == "two dots on a point");
    CHECK(wrong([](auto& p) { p.territory[0][1] = p.territory[1][1] = 2; }) ==
          "a captured point with two owners");
    CHECK(wrong([](auto& p) { p.live[0][1] = p.territory[1][1] = 2; }) ==
          "a live dot in a captured region");
    CHECK(wrong([](auto& p) { p.dead[0][1] = 2; }) == "a dead dot outside captured regions");
    CHECK(wrong([](auto& p) { p.scored[1] = 2; }) == "a dot that scored and is not dead");
    CHECK(wrong([](auto& p) { p.dead[1][1] = p.territory[0][1] = 2; }) ==
          "a captured dot that did not score");
    CHECK(wrong([](auto& p) { p.dead[1][1] = p.territory[1][1] = p.scored[1] = 2; }) == "");
    CHECK(wrong([](auto& p) { p.dead[1][1] = p.territory[1][1] = p.scored[1] = 2; },
                {.recapture = Recapture::free}) == "a freed dot that still scores");
}
