// What games between simulated players cost, in CPU time: whole games of 2 to 6 usual players, some
// other players and options, and a time drawn.
//
//   bench_dotduel_simulate [--runs N]
//
// The best of N runs says what the code costs; 15 by default. Games a CPU second are in the last
// column.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/dotduel/simulate.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

namespace {

int runs = 15;

using Players = std::vector<SimulatedPlayer>;

double time_games(const std::string& name, const Players& players, const Rules& rules = {},
                  int threads = 1) {
    const MatchTable cards = MatchTable::of(Deck::standard(0));
    std::vector<SimulatedGame> games(4000);
    return time_and_print(runs, name, "game", [&] {
        simulate(cards, rules, players, 1, games, threads);
        keep(games.front());
        return games.size();
    });
}

void time_all_games() {
    for (std::size_t players = 2; players <= 6; ++players) {
        time_games(std::to_string(players) + " usual players", Players(players));
    }
    time_games("4 usual players, 2 threads", Players(4), {}, 2);
    SimulatedPlayer watchful;
    watchful.check = 1000;
    time_games("4 who check all claims", Players(4, watchful));
    SimulatedPlayer instant{0, 0, 0, 0, 0, 0, 0, 1000, 0};
    time_games("4 instant ones who see everything", Players(4, instant));
    instant.double_dot = 0;
    time_games("4 instant ones who only claim", Players(4, instant));
    Rules checked;
    checked.auto_check = AutoCheck::both;
    checked.false_call_penalty = FalseCall::barred;
    time_games("4 usual players, auto_check and penalties", Players(4), checked);
}

void time_draws() {
    const ReactionTimes times(350);
    constexpr std::uint64_t draws = 4'000'000;
    time_and_print(runs, "a time drawn, of one median", "time", [&] {
        Rng rng(1);
        std::int64_t all = 0;
        for (std::uint64_t i = 0; i < draws; ++i) all += times.draw(900, rng);
        keep(all);
        return draws;
    });
    std::vector<std::int64_t> medians;
    for (int i = 0; i < 1024; ++i) medians.push_back(400 + 250 * (i % 9));
    time_and_print(runs, "a time drawn, medians from a list", "time", [&] {
        Rng rng(1);
        std::int64_t all = 0;
        for (std::uint64_t i = 0; i < draws; ++i) all += times.draw(medians[i & 1023], rng);
        keep(all);
        return draws;
    });
    time_and_print(runs, "of it: a number by the generator alone", "number", [&] {
        Rng rng(1);
        std::uint64_t all = 0;
        for (std::uint64_t i = 0; i < draws; ++i) all += rng() >> 54;
        keep(all);
        return draws;
    });
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--runs" && i + 1 < argc) {
            runs = std::max(1, std::atoi(argv[++i]));
        } else {
            std::fprintf(stderr, "usage: bench_dotduel_simulate [--runs N]\n");
            return 2;
        }
    }
    time_all_games();
    time_draws();
}
