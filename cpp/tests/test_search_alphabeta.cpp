// Alpha-beta: on games written here, where players do not always alternate, and on Dots, held
// against trying everything.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/dots/alphabeta.hpp>
#include <dotcore/dots/start.hpp>
#include <dotcore/dots/symmetry.hpp>

#include "drawn.hpp"

using namespace dotcore;

namespace {

// Takeaway: from a heap of stones a player takes 1 to 3 and scores them; who takes exactly 2 moves
// again. The margin of stones is what counts. No relation to Dots.
class Takeaway {
public:
    struct Actions {
        std::array<Action, 3> ids{};
        std::size_t n = 0;
        [[nodiscard]] std::size_t size() const noexcept { return n; }
        [[nodiscard]] Action operator[](std::size_t i) const noexcept { return ids[i]; }
        [[nodiscard]] const Action* begin() const noexcept { return ids.data(); }
        [[nodiscard]] const Action* end() const noexcept { return ids.data() + n; }
    };
    struct UndoLog {
        std::vector<Takeaway> before;
    };

    explicit Takeaway(int stones) : stones_{stones} {}

    [[nodiscard]] static constexpr int num_players() noexcept { return 2; }
    [[nodiscard]] static constexpr int num_actions() noexcept { return 3; }
    [[nodiscard]] int current_player() const noexcept { return is_terminal() ? TERMINAL : mover_; }
    [[nodiscard]] bool is_terminal() const noexcept { return stones_ == 0; }
    void legal_actions(Actions& actions) const noexcept {
        actions.n = 0;
        for (Action id = 0; id < std::min(stones_, 3); ++id) actions.ids[actions.n++] = id;
    }
    [[nodiscard]] double returns(int player) const noexcept {
        const int lead = margin(player);
        return lead > 0 ? 1.0 : lead < 0 ? -1.0 : 0.0;
    }
    void apply(Action id, UndoLog& log) {
        log.before.push_back(*this);
        stones_ -= id + 1;
        // Taken stones are worth more the fewer are left.
        scores_[static_cast<std::size_t>(mover_)] += (id + 1) * (stones_ % 3 + 1);
        if (id != 1) mover_ = 1 - mover_;
    }
    void undo(UndoLog& log) {
        *this = log.before.back();
        log.before.pop_back();
    }
    [[nodiscard]] std::uint64_t key() const noexcept {
        return mix64(static_cast<std::uint64_t>(stones_) << 32 |
                     static_cast<std::uint64_t>(scores_[0]) << 20 |
                     static_cast<std::uint64_t>(scores_[1]) << 8 |
                     static_cast<std::uint64_t>(mover_ + 1));
    }
    [[nodiscard]] int margin(int player) const noexcept {
        const int lead = scores_[0] - scores_[1];
        return player == 0 ? lead : -lead;
    }
    [[nodiscard]] int mover() const noexcept { return mover_; }
    friend bool operator==(const Takeaway&, const Takeaway&) noexcept = default;

private:
    int stones_;
    std::array<int, 2> scores_{};
    int mover_ = 0;
};

struct TakeawayKnowledge : search::PlainKnowledge<Takeaway> {
    [[nodiscard]] int final_value(const Takeaway& game, int player) const {
        return game.margin(player);
    }
    [[nodiscard]] int evaluate(const Takeaway& game) const { return game.margin(game.mover()); }
};

int best_margin_of_first(Takeaway& game, Takeaway::UndoLog& log) {
    if (game.is_terminal()) return game.margin(0);
    Takeaway::Actions actions;
    game.legal_actions(actions);
    const int player = game.current_player();
    int best = player == 0 ? -1000 : 1000;
    for (const Action action : actions) {
        game.apply(action, log);
        const int value = best_margin_of_first(game, log);
        game.undo(log);
        best = player == 0 ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

// Everything tried, remembered by key: the final margin in half points as player 0 sees it.
class Everything {
public:
    int value(dots::Position& position) {
        const auto known = known_.find(position.key());
        if (known != known_.end()) return known->second;
        int best = 0;
        if (position.is_terminal()) {
            const auto totals = position.total_halves();
            best = totals[0] - totals[1];
        } else {
            const dots::Player player = position.to_move();
            dots::Actions actions;
            position.legal_actions(actions);
            best = player == 0 ? -100000 : 100000;
            for (const Action action : actions) {
                position.apply(action, log_);
                const int next = value(position);
                position.undo(log_);
                best = player == 0 ? std::max(best, next) : std::min(best, next);
            }
            const search::Attainable attainable = knowledge_.attainable(position);
            const int seen = player == 0 ? best : -best;
            if (attainable.low > seen || attainable.high < seen) ++wrong_bounds;
        }
        known_[position.key()] = best;
        return best;
    }
    explicit Everything(const dots::Position& root) { knowledge_.begin(root, true); }
    int wrong_bounds = 0;

private:
    std::unordered_map<std::uint64_t, int> known_;
    dots::UndoLog log_;
    dots::AlphaBetaDots knowledge_;
};

// Random acts until few points are left; nothing that ends the game.
dots::Position late_position(Rng& rng, dots::Size size, const dots::Rules& rules, int left) {
    dots::Position position(size, rules);
    dots::UndoLog log;
    dots::Actions actions;
    while (!position.is_terminal() && position.playable_count() > left) {
        position.legal_actions(actions);
        const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        const bool is_rare = action == dots::plain_action(size) && !position.status().closing;
        if (is_rare && rng.below(12) != 0 && actions.size() > 1) continue;
        position.apply(action, log);
        if (position.is_terminal() && position.playable_count() > left) position.undo(log);
    }
    return position;
}

struct Drawn {
    std::string_view text;
    std::int64_t most_nodes;
};

}  // namespace

static_assert(search::AlphaBetaKnowledge<TakeawayKnowledge, Takeaway>);
static_assert(search::AlphaBetaKnowledge<dots::AlphaBetaDots, dots::Position>);

TEST_CASE("a game where one may move again is solved as by trying everything") {
    for (int stones = 1; stones <= 14; ++stones) {
        Takeaway game(stones);
        Takeaway::UndoLog log;
        search::AlphaBeta<Takeaway, TakeawayKnowledge> alphabeta(1);
        const search::AlphaBetaResult result = alphabeta.run(game, {}, true);
        CAPTURE(stones);
        CHECK(game == Takeaway(stones));
        CHECK(result.value == search::Value{best_margin_of_first(game, log), true, true});
        for (const Action action : result.line) game.apply(action, log);
        CHECK(game.is_terminal());
        CHECK(game.margin(0) == result.value.value);
    }
}

TEST_CASE("a value that rests on a guess is not called proven") {
    search::AlphaBeta<Takeaway, TakeawayKnowledge> alphabeta(1);
    for (int depth = 1; depth <= 6; ++depth) {
        search::Limits limits;
        limits.depth = depth;
        const search::AlphaBetaResult result = alphabeta.run(Takeaway(40), limits, true);
        CHECK(result.depth == depth);
        CHECK_FALSE(result.value.at_least);
        CHECK_FALSE(result.value.at_most);
        CHECK_FALSE(result.stopped);
    }
}

TEST_CASE("late positions under all rules are solved as by trying everything") {
    Rng rng(11);
    search::AlphaBeta<dots::Position, dots::AlphaBetaDots> alphabeta(4);
    for (dots::Rules rules : drawn::all_rules()) {
        for (int game = 0; game < 12; ++game) {
            rules.komi_halves = static_cast<std::int16_t>(game % 3 == 0 ? rng.below(5) : 0);
            const dots::Size size{drawn::between(rng, 1, 6), drawn::between(rng, 1, 5)};
            dots::Position position =
                late_position(rng, size, rules, rules.captures_by_itself() ? 6 : 4);
            if (position.is_terminal()) continue;
            const drawn::Memory before = drawn::memory_of(position);
            const dots::Player player = position.to_move();
            Everything everything(position);
            const int value = everything.value(position) * (player == 0 ? 1 : -1);
            CAPTURE(dots::to_ascii(position));

            const search::AlphaBetaResult result = alphabeta.run(position, {}, true);
            CHECK(result.value == search::Value{value, true, true});
            CHECK(everything.wrong_bounds == 0);
            CHECK(drawn::memory_of(position) == before);
            // The best act, and the whole line, lead there.
            dots::UndoLog log;
            for (const Action action : result.line) {
                REQUIRE(position.is_legal(action));
                position.apply(action, log);
                CHECK(everything.value(position) * (player == 0 ? 1 : -1) == value);
            }
            while (!log.empty()) position.undo(log);

            // Acts worth trying only: what it calls proven is true.
            search::Limits limits;
            limits.depth = 6;
            const search::AlphaBetaResult some = alphabeta.run(position, limits, false);
            CHECK(position.is_legal(some.best));
            if (some.value.at_least) CHECK(some.value.value <= value);
            if (some.value.at_most) CHECK(some.value.value >= value);
        }
    }
}

TEST_CASE("positions that are symmetric to each other have one key in a complete search") {
    Rng rng(5);
    for (int i = 0; i < 300; ++i) {
        const dots::Size size{drawn::between(rng, 1, 8), drawn::between(rng, 1, 8)};
        const dots::Rules rules = i % 2 == 0 ? dots::Rules::bga() : dots::Rules::zagram();
        dots::Position position(size, rules);
        dots::UndoLog log;
        const int acts = drawn::between(rng, 0, size.points());
        for (int k = 0; k < acts && !position.is_terminal(); ++k) {
            dots::Actions actions;
            position.legal_actions(actions);
            const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
            if (action < size.points()) position.apply(action, log);
        }
        dots::AlphaBetaDots knowledge;
        knowledge.begin(position, true);
        const search::Keyed keyed = knowledge.keyed(position);
        for (const dots::Symmetry symmetry : dots::all_symmetries) {
            if (dots::transformed(size, symmetry) != size) continue;
            const dots::Position turned = dots::transformed(position, symmetry);
            const search::Keyed other = knowledge.keyed(turned);
            CHECK(other.key == keyed.key);
            // An action in the common frame leads to one position, wherever it is done.
            for (const dots::Point p : drawn::playable_points(position)) {
                const dots::Point q = dots::transformed(p, size, symmetry);
                const Action seen = knowledge.into_frame(dots::dot_action(size, q), other);
                const Action here = knowledge.out_of_frame(seen, keyed);
                dots::Position after = turned;
                after.place<true>(q, turned.to_move(), &log);
                dots::Position by_frame = position;
                by_frame.place<true>(dots::point_of(size, here), position.to_move(), &log);
                CHECK(knowledge.keyed(after).key == knowledge.keyed(by_frame).key);
            }
        }
    }
}

TEST_CASE("plans are what their definition says") {
    Rng rng(8);
    for (int i = 0; i < 200; ++i) {
        const dots::Size size{drawn::between(rng, 3, 6), drawn::between(rng, 3, 6)};
        const dots::Rules rules = i % 2 == 0 ? dots::Rules::bga() : dots::Rules::zagram();
        dots::Position position = late_position(rng, size, rules, size.points() / 2);
        if (position.is_terminal() || position.status().stopped_by >= 0) continue;
        const dots::Player player = static_cast<int>(rng.below(2));
        std::vector<dots::CapturePlan> plans;
        dots::find_plans(position, player, 3, plans);
        const auto is_listed = [&](std::vector<dots::Point> dots) {
            std::ranges::sort(dots);
            return std::ranges::any_of(plans, [&](const dots::CapturePlan& plan) {
                return plan.size == dots.size() &&
                       std::equal(dots.begin(), dots.end(), plan.dots.begin());
            });
        };
        // All sets of up to three dots, laid in order, of which the last captures and none before.
        dots::UndoLog log;
        const std::vector<dots::Point> free = drawn::playable_points(position);
        std::size_t found = 0;
        const auto gain = [&](dots::Point p) { return position.place(p, player, log); };
        CAPTURE(dots::to_ascii(position));
        const auto lay = [&](auto&& self, std::size_t from,
                             std::vector<dots::Point>& laid) -> void {
            for (std::size_t k = from; k < free.size(); ++k) {
                if (!position.is_playable(free[k])) continue;
                laid.push_back(free[k]);
                const int gained = gain(free[k]);
                if (gained > 0) {
                    // No part of it captures.
                    bool is_smallest = true;
                    dots::Position without = position;
                    for (std::size_t n = 0; n < laid.size(); ++n) position.undo(log);
                    for (const dots::Point spared : laid) {
                        dots::UndoLog own;
                        without = position;
                        int sum = 0;
                        for (const dots::Point p : laid) {
                            if (p != spared && without.is_playable(p))
                                sum += without.place(p, player, own);
                        }
                        is_smallest = is_smallest && sum == 0;
                    }
                    for (const dots::Point p : laid) gain(p);
                    if (is_smallest) {
                        ++found;
                        CHECK(is_listed(laid));
                    }
                } else if (gained == 0 && laid.size() < 3) {
                    self(self, k + 1, laid);
                }
                position.undo(log);
                laid.pop_back();
            }
        };
        std::vector<dots::Point> laid;
        lay(lay, 0, laid);
        CHECK(plans.size() == found);
    }
}

TEST_CASE("tactical positions are solved within a number of nodes") {
    // The star is the best dot of X. Nodes of the other engine that these come from: 139 to
    // 6.2 million.
    constexpr Drawn positions[] = {
        {R"(
            ........
            ........
            ...X.X..
            ..*OOX..
            ...XOX..
            ....OX..
            ...XXO..
            ........
            ........
        )",
         2500},
        {R"(
            ........
            ........
            ...X....
            ..XO.X..
            ..XOO...
            ..XX.*..
            ........
            ........
        )",
         4500},
        {R"(
            .........
            ....X....
            .........
            ...OX*O..
            ..O...O..
            ..OXXXO..
            ...OOOX..
            ......X..
            .........
        )",
         6500},
        {R"(
            ...........
            ....XXX....
            ..OOX.O.O..
            .O.XOO*..O.
            ...X.......
            ...X..X....
            ....XX.....
            ...........
        )",
         9000},
        {R"(
            ............
            ............
            ..O.X.......
            ...OX..XX...
            ...XOXXXOO..
            ...XOOXO....
            ...X.O.*....
            ............
            ............
        )",
         4500},
        {R"(
            ............
            ............
            .......OO...
            .....OOXXX..
            .....OX.....
            ..O.OX.X....
            ...OX.O..X..
            ..OX.X*.....
            ..OX.X..O...
            ...OOOOO....
            ............
            ............
        )",
         45000},
    };
    for (const Drawn& each : positions) {
        const auto [position, star] = drawn::before_star(each.text, dots::Rules::zagram());
        search::AlphaBeta<dots::Position, dots::AlphaBetaDots> alphabeta(16);
        search::Limits limits;
        limits.depth = 8;
        const search::AlphaBetaResult result = alphabeta.run(position, limits, false);
        CAPTURE(each.text);
        CHECK(result.best == dots::dot_action(position.size(), star));
        CHECK(result.nodes <= each.most_nodes);
    }
}

TEST_CASE("of a game that is over there is no best action") {
    const dots::Rules rules{.start = dots::Start::cross};
    search::AlphaBeta<dots::Position, dots::AlphaBetaDots> alphabeta(1);
    CHECK(alphabeta.run(dots::start_position({2, 2}, rules), {}, true).best == -1);
}

TEST_CASE("a search keeps to its limit of nodes") {
    dots::Rules rules = dots::Rules::zagram();
    rules.ending = dots::Ending::full;  // otherwise an empty board is a draw at once
    const dots::Position position(dots::Size{9, 9}, rules);
    search::AlphaBeta<dots::Position, dots::AlphaBetaDots> alphabeta(1);
    for (const std::int64_t nodes : {1, 2, 10, 1000}) {
        search::Limits limits;
        limits.nodes = nodes;
        const search::AlphaBetaResult result = alphabeta.run(position, limits, true);
        CHECK(result.nodes <= nodes);
        CHECK(result.stopped);
        CHECK(position.is_legal(result.best));
    }
}

TEST_CASE("a search ends at its deadline, by a signal and when it is interrupted") {
    dots::Rules rules = dots::Rules::zagram();
    rules.ending = dots::Ending::full;
    const dots::Position position = dots::start_position({12, 12}, rules);
    search::AlphaBeta<dots::Position, dots::AlphaBetaDots> alphabeta(4);
    search::Limits limits;
    limits.deadline = search::Clock::now() + std::chrono::milliseconds(30);
    CHECK(alphabeta.run(position, limits, true).stopped);

    search::StopSignal stop;
    std::thread other([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        stop.set();
    });
    const search::AlphaBetaResult result = alphabeta.run(position, {}, true, &stop);
    other.join();
    CHECK(result.stopped);
    CHECK(position.is_legal(result.best));

    int asked = 0;
    CHECK(alphabeta.run(position, {}, true, nullptr, [&asked] { return ++asked == 2; }).stopped);
    CHECK(asked == 2);
}

TEST_CASE("the same search twice gives the same result") {
    const auto [position, star] = drawn::before_star(R"(
        ........
        ........
        ...X.X..
        ..*OOX..
        ...XOX..
        ....OX..
        ...XXO..
    )",
                                                     dots::Rules::zagram());
    search::Limits limits;
    limits.nodes = 3000;
    search::AlphaBeta<dots::Position, dots::AlphaBetaDots> one(2);
    search::AlphaBeta<dots::Position, dots::AlphaBetaDots> two(2);
    const search::AlphaBetaResult a = one.run(position, limits, false);
    const search::AlphaBetaResult b = two.run(position, limits, false);
    CHECK(a.best == b.best);
    CHECK(a.value == b.value);
    CHECK(a.line == b.line);
    CHECK(a.nodes == b.nodes);
}
