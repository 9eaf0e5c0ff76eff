// What the best track of a hand costs, in CPU time: random hands of the rules' deck, by size, with
// and without two bonus cards among them, and under options that ask for a search.
//
//   bench_dotcard_tracks [--hands N] [--seed N]
//
// A hand is timed by the best of three runs of a few calls. Median and maximum over the hands are
// told, and the most nodes, which are the same on every machine.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/best_track.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

struct Task {
    CardSet hand;
    int start;
};

// Hands of so many cards, `wilds` of them bonus cards.
[[nodiscard]] std::vector<Task> random_tasks(int hands, int size, int wilds, std::uint64_t seed) {
    std::vector<Task> tasks;
    for (int i = 0; i < hands; ++i) {
        Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(i));
        CardSet faces;
        CardSet bonus;
        Deck{}.cards().for_each([&](Card card, int count) {
            for (; count > 0; --count) (card.is_bonus() ? bonus : faces).add(card);
        });
        Task task{{}, static_cast<int>(rng.below(max_numbers))};
        for (int n = 0; n < size; ++n) {
            CardSet& pile = n < wilds ? bonus : faces;
            const auto cards = static_cast<std::uint32_t>(pile.size());
            const Card card = pile.nth(static_cast<int>(rng.below(cards)));
            pile.take(card);
            task.hand.add(card);
        }
        tasks.push_back(task);
    }
    return tasks;
}

template <class Solve>
void measure(const char* title, const std::vector<Task>& tasks, int calls, Solve solve) {
    std::vector<double> times;
    std::uint64_t most_nodes = 0;
    int inexact = 0;
    for (const Task& task : tasks) {
        double best = 1e9;
        for (int run = 0; run < 3; ++run) {
            const double begin = cpu_milliseconds();
            for (int call = 0; call < calls; ++call) {
                const auto answer = solve(task);
                most_nodes = std::max(most_nodes, answer.nodes);
                inexact += run == 0 && call == 0 && !answer.exact ? 1 : 0;
            }
            best = std::min(best, (cpu_milliseconds() - begin) / calls);
        }
        times.push_back(best);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-34s %9.4f %9.4f %9.4f %9llu %8d\n", title, times[times.size() / 2],
                times[times.size() * 99 / 100], times.back(),
                static_cast<unsigned long long>(most_nodes), inexact);
}

}  // namespace

int main(int argc, char** argv) {
    int hands = 1000;
    std::uint64_t seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--hands") hands = std::max(1, std::atoi(argv[i + 1]));
        if (option == "--seed") seed = static_cast<std::uint64_t>(std::atoll(argv[i + 1]));
    }
    constexpr const char* names[] = {"cards", "points", "remaining"};
    for (const int wilds : {0, 2}) {
        for (const int size : {7, 16, 28}) {
            const std::vector<Task> tasks = random_tasks(hands, size, wilds, seed);
            std::printf(
                "\n%d cards, %d of them wild: ms   median       99%%       max     nodes  "
                "inexact\n",
                size, wilds);
            for (const Objective objective :
                 {Objective::cards, Objective::points, Objective::remaining}) {
                measure(names[static_cast<int>(objective)], tasks, 8, [&](const Task& task) {
                    return best_track(task.hand, task.start, objective);
                });
            }
            measure("cards, no block on block", tasks, 1, [](const Task& task) {
                return best_track(task.hand, task.start, Objective::cards,
                                  {.block_on_block = false, .node_limit = 20'000});
            });
            measure("cards, half of them at most", tasks, 1, [&](const Task& task) {
                return best_track(task.hand, task.start, Objective::cards,
                                  {.max_cards = size / 2, .node_limit = 20'000});
            });
            measure("points, half of them at most", tasks, 1, [&](const Task& task) {
                return best_track(task.hand, task.start, Objective::points,
                                  {.max_cards = size / 2, .node_limit = 20'000});
            });
            measure("cards, any start", tasks, 1,
                    [](const Task& task) { return best_start(task.hand, Objective::cards); });
            measure("points, 10 best tracks", tasks, 1, [](const Task& task) {
                return k_best(task.hand, task.start, 10, Objective::points);
            });
        }
    }
    return 0;
}
