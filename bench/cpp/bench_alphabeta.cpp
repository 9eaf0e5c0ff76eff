// What alpha-beta costs, in nodes and CPU time: the tactical positions of tests/data/search, and
// small boards solved.
//
//   bench_alphabeta [--json] [--runs N] [--only WORD]
//
// The best of several runs is told. Nodes are the same on every machine; a change of them is a
// change of what the search does.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/dots/alphabeta.hpp>
#include <dotcore/dots/start.hpp>
#include <dotcore/dots/text.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

struct Work {
    std::string name;
    Position position;
    int depth;      // 0: until it is solved
    Action answer;  // -1: unknown
};

struct Figure {
    std::int64_t nodes = 0;
    double milliseconds = 0;
    bool is_right = false;
};

// X is to move; the star is the best dot.
constexpr std::string_view tactics[] = {
    "........\n........\n...X.X..\n..*OOX..\n...XOX..\n....OX..\n...XXO..\n........\n........",
    "........\n........\n...X....\n..XO.X..\n..XOO...\n..XX.*..\n........\n........",
    ".........\n....X....\n.........\n...OX*O..\n..O...O..\n..OXXXO..\n...OOOX..\n......X..\n"
    ".........",
    "...........\n....XXX....\n..OOX.O.O..\n.O.XOO*..O.\n...X.......\n...X..X....\n....XX.....\n"
    "...........",
    "............\n............\n..O.X.......\n...OX..XX...\n...XOXXXOO..\n...XOOXO....\n"
    "...X.O.*....\n............\n............",
    "............\n............\n.......OO...\n.....OOXXX..\n.....OX.....\n..O.OX.X....\n"
    "...OX.O..X..\n..OX.X*.....\n..OX.X..O...\n...OOOOO....\n............\n............",
};

[[nodiscard]] std::vector<Work> all_work() {
    std::vector<Work> all;
    for (const std::string_view drawn : tactics) {
        std::string text(drawn);
        const std::size_t star = text.find('*');
        text[star] = '.';
        const Position position = from_ascii(text, Rules::zagram());
        const auto line = static_cast<std::size_t>(position.size().width) + 1;
        const auto answer = static_cast<Action>(star - star / line);  // without the line ends
        all.push_back({"tactics " + std::to_string(all.size() + 1), position, 8, answer});
    }
    struct Solved {
        Size size;
        Ending ending;
        Start start;
        const char* name;
    };
    constexpr Solved boards[] = {
        {{4, 4}, Ending::full, Start::empty, "solve 4x4 full"},
        {{5, 4}, Ending::full, Start::cross, "solve 5x4 cross full"},
        {{5, 5}, Ending::stop, Start::cross, "solve 5x5 cross stop"},
        {{5, 5}, Ending::full, Start::cross, "solve 5x5 cross full"},
    };
    for (const Solved& board : boards) {
        Rules rules;
        rules.ending = board.ending;
        rules.start = board.start;
        all.push_back({board.name, start_position(board.size, rules), 0, -1});
    }
    return all;
}

[[nodiscard]] Figure measured(const Work& work, int runs) {
    std::optional<Figure> best;
    for (int i = 0; i < runs; ++i) {
        dots::AlphaBeta alphabeta(work.depth == 0 ? 256 : 16);
        search::Limits limits;
        if (work.depth != 0) limits.depth = work.depth;
        const double start = cpu_milliseconds();
        const search::AlphaBetaResult result =
            alphabeta.run(work.position, limits, work.depth == 0);
        const Figure figure{
            result.nodes, cpu_milliseconds() - start,
            work.answer < 0 ? result.value.is_proven() : result.best == work.answer};
        if (!best || figure.milliseconds < best->milliseconds) best = figure;
    }
    return *best;
}

}  // namespace

int main(int argc, char** argv) {
    bool json = false;
    int runs = 5;
    std::string only;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--json") {
            json = true;
        } else if (word == "--runs" && i + 1 < argc) {
            runs = std::max(1, std::atoi(argv[++i]));
        } else if (word == "--only" && i + 1 < argc) {
            only = argv[++i];
        } else {
            std::fprintf(stderr, "usage: %s [--json] [--runs N] [--only WORD]\n", argv[0]);
            return 2;
        }
    }
    bool is_first = true;
    if (json) std::printf("[");
    for (const Work& work : all_work()) {
        if (work.name.find(only) == std::string::npos) continue;
        const Figure figure = measured(work, runs);
        const auto nodes = static_cast<long long>(figure.nodes);
        if (json) {
            std::printf(
                "%s\n  {\"name\": \"%s\", \"nodes\": %lld, \"cpu_ms\": %.3f, \"right\": %s}",
                is_first ? "" : ",", work.name.c_str(), nodes, figure.milliseconds,
                figure.is_right ? "true" : "false");
        } else {
            std::printf("%-22s %10lld nodes %10.3f ms  %6.2f million nodes/s%s\n",
                        work.name.c_str(), nodes, figure.milliseconds,
                        static_cast<double>(figure.nodes) / figure.milliseconds / 1000,
                        figure.is_right ? "" : "  WRONG");
        }
        is_first = false;
    }
    if (json) std::printf("\n]\n");
    return 0;
}
