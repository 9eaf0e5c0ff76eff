// What the Dots core costs, in CPU time, and one number that guards what it does.
//
//   bench_dots [--json] [--runs N] [--only WORD] [--signature]
//
// Each figure is timed in several runs of the same work; the best of them says what the code costs,
// the median how quiet the machine was. Whatever a figure does not speak of is prepared before its
// clock starts. Nothing is judged here: figures are for people to compare.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/core/version.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/playout.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/start.hpp>
#include <dotcore/dots/text.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

struct Figure {
    std::string name;
    std::string unit;  // of best and median: nanoseconds for one of these
    double best = 0;
    double median = 0;
};

// work() does its work once and returns how many units of it there were.
[[nodiscard]] Figure timed(std::string name, std::string unit, int runs,
                           const std::function<std::uint64_t()>& work) {
    work();  // caches and branches warm
    std::vector<double> each;
    for (int i = 0; i < runs; ++i) {
        const double start = cpu_nanoseconds();
        const std::uint64_t units = work();
        each.push_back((cpu_nanoseconds() - start) / static_cast<double>(units));
    }
    std::ranges::sort(each);
    return {std::move(name), std::move(unit), each.front(), each[each.size() / 2]};
}

struct Variant {
    const char* name;
    Rules rules;
};
constexpr Variant variants[] = {{"zagram", Rules::zagram()}, {"bga", Rules::bga()}};
constexpr Size sizes[] = {{20, 20}, {30, 30}, {39, 32}};

[[nodiscard]] std::string described(std::string_view what, const Variant& variant, Size size) {
    return std::string(what) + " " + variant.name + " " + std::to_string(size.width) + "x" +
           std::to_string(size.height);
}

[[nodiscard]] Figure playout_figure(const Variant& variant, Size size, int runs) {
    const Position root(size, variant.rules);
    return timed(described("playout", variant, size), "dot", runs, [&root] {
        Rng rng(7);
        std::uint64_t dots = 0;
        for (int game = 0; game < 1000; ++game) {
            Position position = root;
            dots += static_cast<std::uint64_t>(random_playout(position, rng));
            keep(position);
        }
        return dots;
    });
}

// The dots of random games, of each those that were playable when their turn came.
[[nodiscard]] std::vector<std::vector<Point>> random_games(const Position& root, int games) {
    std::vector<std::vector<Point>> all;
    Rng rng(8);
    for (int game = 0; game < games; ++game) {
        std::vector<Point> order;
        for (int y = 0; y < root.size().height; ++y) {
            bits::for_each_bit(root.playable_row(y),
                               [&](int x) { order.push_back(Point::at(x, y)); });
        }
        rng.shuffle(std::span(order));
        Position position = root;
        std::vector<Point>& dots = all.emplace_back();
        for (const Point p : order) {
            if (!position.is_playable(p)) continue;
            position.place<false>(p, position.to_move(), nullptr);
            dots.push_back(p);
        }
    }
    return all;
}

[[nodiscard]] Figure undo_figure(const Variant& variant, Size size, int runs) {
    Position position(size, variant.rules);
    const std::vector<std::vector<Point>> games = random_games(position, 300);
    UndoLog log;
    return timed(described("dot and undo", variant, size), "dot", runs, [&] {
        std::uint64_t dots = 0;
        for (const std::vector<Point>& game : games) {
            for (const Point p : game) position.place(p, position.to_move(), log);
            keep(position);
            while (!log.empty()) position.undo(log);
            keep(position);
            dots += game.size();
        }
        return dots;
    });
}

// A board half full of random dots.
[[nodiscard]] Position middle_game(Size size, const Rules& rules) {
    Position position(size, rules);
    UndoLog log;
    const std::vector<Point> dots = random_games(position, 1).front();
    for (std::size_t i = 0; i < dots.size() / 2; ++i) {
        position.place(dots[i], position.to_move(), log);
    }
    return position;
}

[[nodiscard]] Figure copy_figure(int runs) {
    const Position position = middle_game({39, 32}, Rules::bga());
    std::vector<Position> copies(16, position);
    return timed("copy of a position", "copy", runs, [&] {
        for (int i = 0; i < 10000; ++i) {
            for (Position& copy : copies) {
                copy = position;
                keep(copy);
            }
        }
        return 10000 * copies.size();
    });
}

[[nodiscard]] Figure legal_figure(int runs) {
    const Position position = middle_game({39, 32}, Rules::bga());
    Actions actions;
    return timed("legal actions, 39x32 half full", "list", runs, [&] {
        for (int i = 0; i < 20000; ++i) {
            position.legal_actions(actions);
            keep(actions);
        }
        return std::uint64_t{20000};
    });
}

[[nodiscard]] Figure observe_figure(int runs) {
    const Position position = middle_game({39, 32}, Rules::bga());
    std::vector<float> planes(static_cast<std::size_t>(observation_planes * 39 * 32));
    return timed("observe, 39x32 half full", "look", runs, [&] {
        for (int i = 0; i < 5000; ++i) {
            observe(position, 0, planes);
            keep(planes.front());
        }
        return std::uint64_t{5000};
    });
}

[[nodiscard]] Figure perft_figure(std::string name, const Position& position, int depth, int runs) {
    return timed(std::move(name), "leaf", runs, [&] { return perft(position, depth); });
}

// The signature: everything that random games under all options lead to, as text. Neither keys nor
// the memory of a position take part, so that it changes only when behaviour does.

void add(std::uint64_t& signature, std::string_view text) {
    for (const char letter : text) {  // FNV-1a
        signature = (signature ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    }
}

void add_game(std::uint64_t& signature, Size size, const Rules& rules, Rng& rng) {
    Position position = start_position(size, rules);
    UndoLog log;
    Actions actions;
    for (;;) {
        position.legal_actions(actions);
        if (actions.empty()) break;
        // The end of the game, where there is one, is the last of the list or alone.
        const std::size_t ends = actions[actions.size() - 1] == size.points() ? 1 : 0;
        const bool goes_on = actions.size() > ends && rng.below(64) != 0;
        const auto choices = static_cast<std::uint32_t>(actions.size() - (goes_on ? ends : 0));
        position.apply(actions[rng.below(choices)], log);
    }
    const std::array<int, 2> halves = position.total_halves();
    add(signature, to_ascii(position) + " " + std::to_string(halves[0]) + " " +
                       std::to_string(halves[1]) + " " + std::to_string(log.size()));
}

[[nodiscard]] std::uint64_t signature() {
    std::uint64_t value = 0xcbf29ce484222325;
    Rng rng(9);
    for (int options = 0; options < 2 * 3 * 2 * 2 * 2 * 3; ++options) {
        Rules rules;
        int left = options;
        const auto next = [&left](int values) {
            const int option = left % values;
            left /= values;
            return option;
        };
        rules.capture = static_cast<Capture>(next(2));
        rules.entry = static_cast<Entry>(next(3));
        rules.recapture = static_cast<Recapture>(next(2));
        rules.capture_empty = next(2) != 0;
        rules.scoring = static_cast<Scoring>(next(2));
        rules.ending = static_cast<Ending>(next(3));
        rules.start = static_cast<Start>(options % 5);
        for (const Size size : {Size{5, 5}, Size{8, 6}, Size{13, 11}}) {
            for (int game = 0; game < 10; ++game) add_game(value, size, rules, rng);
        }
    }
    for (const Variant& variant : variants) {
        for (const Size size : {Size{20, 20}, Size{39, 32}, Size{64, 64}}) {
            std::vector<PlayoutResult> results(20);
            playouts(Position(size, variant.rules), results, 10, 1);
            for (const PlayoutResult& result : results) {
                add(value, std::to_string(result.scores[0]) + " " +
                               std::to_string(result.scores[1]) + " " +
                               std::to_string(result.dots) + "\n");
            }
        }
    }
    add(value, std::to_string(perft(middle_game({5, 5}, Rules::zagram()), 5)));
    return value;
}

[[nodiscard]] std::vector<Figure> all_figures(int runs, std::string_view only) {
    using Make = std::function<Figure()>;
    std::vector<std::pair<std::string, Make>> makers;
    for (const Variant& variant : variants) {
        for (const Size size : sizes) {
            makers.emplace_back("playout", [=] { return playout_figure(variant, size, runs); });
        }
    }
    for (const Variant& variant : variants) {
        for (const Size size : sizes) {
            makers.emplace_back("undo", [=] { return undo_figure(variant, size, runs); });
        }
    }
    makers.emplace_back("copy", [=] { return copy_figure(runs); });
    makers.emplace_back("legal", [=] { return legal_figure(runs); });
    makers.emplace_back("observe", [=] { return observe_figure(runs); });
    makers.emplace_back(
        "perft", [=] { return perft_figure("perft 4 of 7x7, empty", Position({7, 7}), 4, runs); });
    makers.emplace_back("perft", [=] {
        const Position middle = middle_game({9, 9}, Rules::zagram());
        return perft_figure("perft 4 of 9x9, half full", middle, 4, runs);
    });
    std::vector<Figure> figures;
    for (const auto& [word, make] : makers) {
        if (only.empty() || word == only) figures.push_back(make());
    }
    return figures;
}

void print_text(const std::vector<Figure>& figures, std::uint64_t number, int runs) {
    std::printf("dotcore %s, CPU time in ns, best and median of %d runs\n",
                std::string(library_version()).c_str(), runs);
    for (const Figure& figure : figures) {
        std::printf("%-32s %9.2f %9.2f  a %s\n", figure.name.c_str(), figure.best, figure.median,
                    figure.unit.c_str());
    }
    std::printf("signature %016llx\n", static_cast<unsigned long long>(number));
}

void print_json(const std::vector<Figure>& figures, std::uint64_t number, int runs) {
    std::printf("{\"version\": \"%s\", \"runs\": %d, \"signature\": \"%016llx\", \"figures\": [",
                std::string(library_version()).c_str(), runs,
                static_cast<unsigned long long>(number));
    const char* separator = "\n";
    for (const Figure& figure : figures) {
        std::printf(
            "%s  {\"name\": \"%s\", \"unit\": \"ns a %s\", \"best\": %.3f, \"median\": %.3f}",
            separator, figure.name.c_str(), figure.unit.c_str(), figure.best, figure.median);
        separator = ",\n";
    }
    std::printf("\n]}\n");
}

[[noreturn]] void explain_and_exit(int status) {
    std::fputs(
        "bench_dots [--json] [--runs N] [--only playout|undo|copy|legal|observe|perft] "
        "[--signature]\n",
        status == 0 ? stdout : stderr);
    std::exit(status);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    bool as_json = false;
    bool only_signature = false;
    int runs = 15;
    std::string_view only;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool has_next = i + 1 < arguments.size();
        if (arguments[i] == "--json") {
            as_json = true;
        } else if (arguments[i] == "--signature") {
            only_signature = true;
        } else if (arguments[i] == "--runs" && has_next) {
            runs = std::atoi(std::string(arguments[++i]).c_str());
            if (runs < 1) explain_and_exit(2);
        } else if (arguments[i] == "--only" && has_next) {
            only = arguments[++i];
        } else {
            explain_and_exit(arguments[i] == "--help" ? 0 : 2);
        }
    }
    const std::uint64_t number = signature();
    if (only_signature) {
        std::printf("%016llx\n", static_cast<unsigned long long>(number));
        return 0;
    }
    const std::vector<Figure> figures = all_figures(runs, only);
    if (as_json) {
        print_json(figures, number, runs);
    } else {
        print_text(figures, number, runs);
    }
    return 0;
}
