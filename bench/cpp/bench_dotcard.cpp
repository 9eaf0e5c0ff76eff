// What the DotCard core costs, in CPU time: sub-rounds by chance, single acts, worlds drawn anew,
// and simulations of both searches over hidden information from the deal.
//
//   bench_dotcard [--runs N]
//
// The best of N runs says what the code costs; 7 by default. Unless something else is said, four
// players have D114.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/dotcard/ismcts.hpp>
#include <dotcore/dotcard/players.hpp>
#include <dotcore/dotcard/playout.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

int runs = 7;

struct Variant {
    const char* name;
    Rules rules;
};
[[nodiscard]] std::vector<Variant> variants() {
    Rules automatic;
    automatic.dot_call = DotCall::automatic;
    return {{"declared", Rules{}}, {"automatic", automatic}};
}

[[nodiscard]] Position dealt(const Rules& rules, int players, std::uint64_t seed) {
    Position position(players, rules);
    Rng rng(seed);
    while (position.current_player() == CHANCE) {
        position.apply<false>(position.sample_chance(rng), nullptr);
    }
    return position;
}

void time_sub_rounds() {
    for (const Variant& variant : variants()) {
        for (const Policy policy : {Policy::uniform, Policy::play_first}) {
            const std::string name = std::string("dealt and played ") + variant.name +
                                     (policy == Policy::uniform ? " uniform" : " play_first");
            time_and_print(runs, name, "sub-round", [&] {
                Rng rng(7);
                for (int i = 0; i < 5000; ++i) {
                    Position position(4, variant.rules);
                    random_sub_round(position, rng, policy);
                    keep(position);
                }
                return 5000U;
            });
        }
    }
}

// Positions of random sub-rounds in which somebody is to move.
[[nodiscard]] std::vector<Position> positions() {
    std::vector<Position> all;
    Rng rng(8);
    Actions actions;
    while (all.size() < 2000) {
        Position position = dealt(Rules{}, 4, rng());
        while (position.table().sub_round == 0) {
            if (position.current_player() == CHANCE) {
                position.apply<false>(position.sample_chance(rng), nullptr);
                continue;
            }
            all.push_back(position);
            position.apply<false>(Player(Style::play_first).choose(position, rng), nullptr);
        }
    }
    return all;
}

void time_acts() {
    const std::vector<Position> all = positions();
    const auto over_all = [&](const char* name, const char* unit, auto act) {
        time_and_print(runs, name, unit, [&] {
            Rng rng(9);
            for (const Position& position : all) act(position, rng);
            return all.size();
        });
    };
    Actions actions;
    UndoLog log;
    over_all("copy", "position", [](const Position& position, Rng&) {
        Position copy = position;
        keep(copy);
    });
    over_all("legal actions", "position", [&](const Position& position, Rng&) {
        position.legal_actions(actions);
        keep(actions);
    });
    std::vector<Position> played = all;
    time_and_print(runs, "legal actions, one applied and undone", "act", [&] {
        Rng rng(9);
        for (Position& position : played) {
            position.legal_actions(actions);
            position.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))], log);
            keep(position);
            position.undo(log);
        }
        return played.size();
    });
    over_all("copied and drawn anew (resample)", "world", [](const Position& position, Rng& rng) {
        Position world = position;
        world.resample(position.turn(), rng);
        keep(world);
    });
    over_all("info_key", "key", [](const Position& position, Rng&) {
        std::uint64_t key = position.info_key(position.turn());
        keep(key);
    });
    for (const Style style : all_styles) {
        const std::string name = "a play by " + std::string(name_of(style));
        over_all(name.c_str(), "act", [&](const Position& position, Rng& rng) {
            Action action = Player(style).choose(position, rng);
            keep(action);
        });
    }
}

void time_search() {
    const search::StopSignal stop;
    constexpr std::int64_t simulations = 20'000;
    for (const Variant& variant : variants()) {
        const Position position = dealt(variant.rules, 4, 1);
        for (const Rollout rollout : {Rollout::play_first, Rollout::model}) {
            const std::string kind = rollout == Rollout::model ? " model" : " play_first";
            const MonteCarlo knowledge(position, {.rollout = rollout});
            double one = 0;
            for (const int threads : {1, 2}) {
                const std::string name = std::string("ismcts ") + variant.name + kind + ", " +
                                         std::to_string(threads) + " thread(s)";
                const double time = time_and_print(runs, name, "simulation", [&] {
                    Ismcts search(position, knowledge, {}, 1);
                    search.run({.nodes = simulations}, stop, threads);
                    return search.simulations();
                });
                if (threads == 1) {
                    one = time;
                } else {
                    std::printf("  %-48s %9.2f\n", "  of one thread's, by CPU time", one / time);
                }
            }
            time_and_print(runs, std::string("determinized ") + variant.name + kind, "simulation",
                           [&] {
                               Determinized search(position, knowledge, {}, 1);
                               search.run({.nodes = simulations}, stop, 1);
                               return search.simulations();
                           });
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--runs" && i + 1 < argc) {
            runs = std::max(1, std::atoi(argv[++i]));
        } else {
            std::fprintf(stderr, "usage: bench_dotcard [--runs N]\n");
            return 2;
        }
    }
    time_sub_rounds();
    time_acts();
    time_search();
}
