#include <dotcore/search/ismcts.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <dotcore/core/error.hpp>
#include <dotcore/search/determinized.hpp>

#include "hidden_games.hpp"

using dotcore::Action;
using dotcore::Rng;
using dotcore::search::Clock;
using dotcore::search::Combine;
using dotcore::search::CombinedAct;
using dotcore::search::Determinized;
using dotcore::search::DeterminizedOptions;
using dotcore::search::InformationSelection;
using dotcore::search::InformationTree;
using dotcore::search::Ismcts;
using dotcore::search::IsmctsOptions;
using dotcore::search::Limits;
using dotcore::search::no_node;
using dotcore::search::RootAct;
using dotcore::search::StopSignal;
using toy::Cup;
using toy::Shares;

namespace {

using CupSearch = Ismcts<Cup, toy::HiddenKnowledge<Cup>>;
using CupWorlds = Determinized<Cup, toy::HiddenKnowledge<Cup>>;

static_assert(dotcore::search::HiddenKnowledge<toy::HiddenKnowledge<Cup>, Cup>);
static_assert(dotcore::search::HiddenKnowledge<toy::HiddenKnowledge<Shares>, Shares>);

[[nodiscard]] Limits nodes(std::int64_t count) {
    Limits limits;
    limits.nodes = count;
    return limits;
}

[[nodiscard]] const RootAct& act(const std::vector<RootAct>& acts, Action action) {
    return *std::find_if(acts.begin(), acts.end(),
                         [&](const RootAct& a) { return a.action == action; });
}
[[nodiscard]] const CombinedAct& act(const std::vector<CombinedAct>& acts, Action action) {
    return *std::find_if(acts.begin(), acts.end(),
                         [&](const CombinedAct& a) { return a.total.action == action; });
}

template <class Search>
[[nodiscard]] auto searched(Search search, std::int64_t simulations, int threads = 1) {
    StopSignal stop;
    search.run(nodes(simulations), stop, threads);
    return search.acts();
}

[[nodiscard]] bool same(const std::vector<RootAct>& a, const std::vector<RootAct>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RootAct& x, const RootAct& y) {
                          return x.action == y.action && x.visits == y.visits &&
                                 x.availability == y.availability && x.sums == y.sums;
                      });
}

}  // namespace

TEST_CASE("information tree: a node is found by the node before and the event") {
    InformationTree tree(1 << 20);
    const auto first = tree.make(InformationTree::root, 7);
    const auto second = tree.make(first, 7);
    const auto third = tree.make(first, 3);
    CHECK(tree.find(InformationTree::root, 7) == first);
    CHECK(tree.find(first, 7) == second);
    CHECK(tree.find(first, 3) == third);
    CHECK(tree.find(second, 7) == no_node);
    CHECK(tree.at(first).first_after == third);
    CHECK(tree.at(third).sibling == second);
    tree.clear();
    CHECK(tree.find(InformationTree::root, 7) == no_node);
    CHECK(tree.size() == 1);
}

TEST_CASE("information tree: nodes are found while the index grows, and memory is a bound") {
    constexpr std::size_t bytes = 1 << 20;
    InformationTree tree(bytes);
    std::vector<dotcore::search::NodeId> made{InformationTree::root};
    for (Action event = 0; !tree.is_full(); ++event) {
        made.push_back(tree.make(made[made.size() / 3], event));
    }
    CHECK(tree.make(InformationTree::root, -5) == no_node);
    CHECK(tree.used_bytes() <= bytes);
    CHECK(made.size() > bytes / 100);
    bool all = true;
    for (std::size_t i = 1; i < made.size(); ++i) {
        all &= tree.find(tree.at(made[i]).before, tree.at(made[i]).event) == made[i];
    }
    CHECK(all);
}

TEST_CASE("ismcts: looking under the cup is worth its price, and what is guessed is not known") {
    for (const auto selection : {InformationSelection::puct, InformationSelection::uct}) {
        CAPTURE(static_cast<int>(selection));
        const IsmctsOptions options{.selection = selection, .exploration = 1.0F, .memory_mb = 8};
        const auto acts = searched(CupSearch(Cup(0), {}, options, 1), 20'000);
        CHECK(acts.front().action == Cup::look);
        // What the player sees branches the tree; early guesses cost a little.
        CHECK(act(acts, Cup::look).mean(0) == doctest::Approx(0.9).epsilon(0.03));
        CHECK(act(acts, 2).mean(0) == doctest::Approx(0.0).scale(1).epsilon(0.1));
        CHECK(act(acts, 1).mean(0) == doctest::Approx(-0.5).epsilon(0.3));
        // What the other player sees does not.
        CHECK(act(acts, Cup::wait).mean(0) < 0.1);
        for (const RootAct& one : acts) {
            CHECK(one.mean(1) == doctest::Approx(-one.mean(0)));
            CHECK(one.availability == 20'000);
        }
    }
}

TEST_CASE("ismcts: what is known already is not forgotten") {
    Cup cup(3);
    Cup::UndoLog log;
    cup.apply(Cup::look, log);
    cup.apply(3, log);
    const auto acts = searched(CupSearch(cup, {}, {.memory_mb = 8}, 1), 500);
    CHECK(acts.front().action == 3);
    CHECK(acts.front().mean(0) == doctest::Approx(0.9));
}

TEST_CASE("ismcts: the line goes through what the player sees") {
    StopSignal stop;
    CupSearch search(Cup(0), {}, {.memory_mb = 8}, 1);
    search.run(nodes(5000), stop, 1);
    CHECK(search.line() == std::vector<Action>{Cup::look, 2, 2});
}

TEST_CASE("ismcts: each of three players looks to their own value") {
    using Search = Ismcts<Shares, toy::HiddenKnowledge<Shares>>;
    const auto acts = searched(Search(Shares(), {}, {.memory_mb = 8}, 1), 5000);
    CHECK(acts.front().action == 0);
    CHECK(acts.front().mean(0) == doctest::Approx(0.5).epsilon(0.1));
    CHECK(acts.front().mean(1) == doctest::Approx(0.25).epsilon(0.1));
    CHECK(acts.front().mean(2) == doctest::Approx(-0.75).epsilon(0.1));
    CHECK(act(acts, 1).mean(0) == doctest::Approx(-0.25).epsilon(0.2));
}

TEST_CASE("ismcts: the true world makes no difference") {
    const auto one = searched(CupSearch(Cup(0), {}, {.memory_mb = 8}, 5), 3000);
    const auto other = searched(CupSearch(Cup(3), {}, {.memory_mb = 8}, 5), 3000);
    CHECK(same(one, other));
}

TEST_CASE("ismcts: worlds come from the source that is given") {
    const auto threes = [](Rng&) { return Cup(3); };
    const auto acts = searched(CupSearch(Cup(0), {}, {.memory_mb = 8}, 1, threes), 2000);
    CHECK(acts.front().action == 3);
    CHECK(acts.front().mean(0) == 1.0);
}

TEST_CASE("ismcts: a seed and a number of simulations settle the result, in one run or several") {
    for (const int threads : {1, 3}) {
        StopSignal stop;
        CupSearch once(Cup(0), {}, {.memory_mb = 8}, 9);
        once.run(nodes(3001), stop, threads);
        CupSearch again(Cup(0), {}, {.memory_mb = 8}, 9);
        again.run(nodes(1000), stop, threads);
        again.run(nodes(2001), stop, threads);
        CHECK(once.simulations() == 3001);
        CHECK(again.simulations() == 3001);
        CHECK(same(once.acts(), again.acts()));
        CupSearch other(Cup(0), {}, {.memory_mb = 8}, 10);
        other.run(nodes(3001), stop, threads);
        CHECK_FALSE(same(once.acts(), other.acts()));
    }
}

TEST_CASE("ismcts: a full tree goes on learning") {
    StopSignal stop;
    CupSearch search(Cup(0), {}, {.memory_mb = 0}, 1);
    search.run(nodes(1000), stop, 1);
    CHECK(search.is_full());
    CHECK(search.simulations() == 1000);
    std::uint64_t visits = 0;
    for (const RootAct& one : search.acts()) visits += one.visits;
    CHECK(visits == 1000);
}

TEST_CASE("ismcts: a deadline that is over leaves one simulation") {
    StopSignal stop;
    Limits limits;
    limits.deadline = Clock::now();
    CupSearch search(Cup(0), {}, {.memory_mb = 8}, 1);
    search.run(limits, stop, 1);
    CHECK(search.simulations() == 1);
}

TEST_CASE("ismcts and determinized: a run ends when another thread says so") {
    const auto stops = [](auto search) {
        StopSignal stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.set();
        });
        search.run(Limits{}, stop, 2);
        CHECK(search.simulations() > 0);
    };
    stops(CupSearch(Cup(0), {}, {.memory_mb = 8}, 1));
    stops(CupWorlds(Cup(0), {}, {.memory_mb = 8}, 1));
}

TEST_CASE("ismcts and determinized: where nobody is to move there is nothing to search") {
    Cup cup(1);
    Cup::UndoLog log;
    cup.apply(Cup::look, log);
    CHECK_THROWS_AS(CupSearch(cup, {}, {}, 1), dotcore::Error);
    CHECK_THROWS_AS(CupWorlds(cup, {}, {}, 1), dotcore::Error);
    cup.apply(1, log);
    cup.apply(1, log);
    CHECK_THROWS_AS(CupSearch(cup, {}, {}, 1), dotcore::Error);
    CHECK_THROWS_AS(CupWorlds(cup, {}, {}, 1), dotcore::Error);
}

TEST_CASE("determinized: it believes that it will know (strategy fusion)") {
    for (const auto combine : {Combine::votes, Combine::visits, Combine::values}) {
        CAPTURE(static_cast<int>(combine));
        const DeterminizedOptions options{
            .combine = combine, .world_simulations = 4000, .exploration = 3.0F, .memory_mb = 8};
        const auto acts = searched(CupWorlds(Cup(0), {}, options, 1), 400'000);
        CHECK(act(acts, Cup::wait).mean(0) > 0.5);
        CHECK(act(acts, 2).mean(0) == doctest::Approx(0.0).scale(1).epsilon(0.3));
        std::uint64_t votes = 0;
        for (const CombinedAct& one : acts) votes += one.votes;
        CHECK(votes == 100);
        if (combine == Combine::values) CHECK(acts.front().total.action == Cup::wait);
    }
}

TEST_CASE("determinized: worlds are the same whoever searches them") {
    StopSignal stop;
    const DeterminizedOptions options{.world_simulations = 50, .memory_mb = 8};
    CupWorlds one(Cup(0), {}, options, 3);
    one.run(nodes(1999), stop, 1);
    CHECK(one.simulations() == 2000);
    CHECK(one.worlds() == 40);
    CupWorlds two(Cup(3), {}, options, 3);
    two.run(nodes(700), stop, 2);
    two.run(nodes(1300), stop, 2);
    const auto a = one.acts();
    const auto b = two.acts();
    REQUIRE(a.size() == b.size());
    for (const CombinedAct& mine : a) {
        const CombinedAct& theirs = act(b, mine.total.action);
        CHECK(mine.total.visits == theirs.total.visits);
        CHECK(mine.votes == theirs.votes);
        CHECK(mine.mean(0) == doctest::Approx(theirs.mean(0)));
    }
}
