// What the tactics of Dots cost, in CPU time: captures, threats and ladders on positions with
// more and less random dots.
//
//   bench_tactics [--runs N] [FILE...]
//
// Each FILE holds positions as drawn by to_ascii, with empty lines between them; they are measured
// too, all under the zagram rules.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dots/ladder.hpp>
#include <dotcore/dots/text.hpp>
#include <dotcore/dots/threats.hpp>

#include "timing.hpp"

using namespace dotcore;
using namespace dotcore::dots;

namespace {

int runs = 5;

// work() does its work once and returns how many units of it there were.
void time_positions(const char* name, const char* unit,
                    const std::function<std::uint64_t()>& work) {
    work();  // caches and branches warm
    double best = 1e300;
    for (int i = 0; i < runs; ++i) {
        const double start = cpu_nanoseconds();
        std::uint64_t units = 0;
        while (cpu_nanoseconds() - start < 3e7) units += work();
        best = std::min(best, (cpu_nanoseconds() - start) / static_cast<double>(units));
    }
    std::printf("  %-34s %10.0f ns a %s\n", name, best, unit);
}

// Games of random dots, broken off when this share of the points is taken.
[[nodiscard]] std::vector<Position> random_positions(Size size, const Rules& rules, double share) {
    std::vector<Position> all;
    Rng rng(8);
    for (int i = 0; i < 20; ++i) {
        Position position(size, rules);
        UndoLog log;
        const int until = static_cast<int>((1 - share) * size.points());
        while (position.playable_count() > until) {
            const Point p =
                Point::at(static_cast<int>(rng.below(static_cast<std::uint32_t>(size.width))),
                          static_cast<int>(rng.below(static_cast<std::uint32_t>(size.height))));
            if (position.is_playable(p)) position.place(p, position.to_move(), log);
        }
        all.push_back(position);
    }
    return all;
}

[[nodiscard]] std::vector<Position> drawn_positions(const char* path) {
    std::vector<Position> all;
    std::ifstream file(path);
    std::string drawing;
    for (std::string line; std::getline(file, line) || !drawing.empty();) {
        if (!file || line.empty()) {
            if (!drawing.empty()) all.push_back(from_ascii(drawing, Rules::zagram()));
            drawing.clear();
        } else {
            drawing += line + "\n";
        }
        line.clear();
        if (!file) break;
    }
    return all;
}

void measure(const std::string& title, const std::vector<Position>& positions) {
    CaptureList found;
    std::uint64_t number = 0;
    for (const Position& position : positions) {
        for (const Player player : {0, 1}) {
            captures(position, player, found);
            number += found.size();
        }
    }
    std::printf("%s, %.1f captures a player\n", title.c_str(),
                static_cast<double>(number) / (2.0 * static_cast<double>(positions.size())));
    const std::uint64_t each = 2 * positions.size();
    time_positions("captures, placing everywhere", "player", [&] {
        for (const Position& position : positions) {
            Position trial = position;
            UndoLog log;
            for (const Player player : {0, 1}) {
                found.clear();
                for (int y = 0; y < position.size().height; ++y) {
                    bits::for_each_bit(position.playable_row(y), [&](int x) {
                        const int gained = trial.place(Point::at(x, y), player, log);
                        trial.undo(log);
                        if (gained > 0)
                            found.push_back({Point::at(x, y), static_cast<std::int16_t>(gained)});
                    });
                }
                keep(found);
            }
        }
        return each;
    });
    time_positions("captures", "player", [&] {
        for (const Position& position : positions) {
            for (const Player player : {0, 1}) {
                captures(position, player, found);
                keep(found);
            }
        }
        return each;
    });
    // Every tenth free point in turn gets a dot; both are asked about it.
    const auto local = [&](auto&& ask) {
        return [&, ask] {
            std::uint64_t asked = 0;
            for (const Position& position : positions) {
                Position trial = position;
                UndoLog log;
                int i = 0;
                for (int y = 0; y < position.size().height; ++y) {
                    bits::for_each_bit(position.playable_row(y), [&](int x) {
                        if (++i % 10 != 0) return;
                        trial.place(Point::at(x, y), i / 10 % 2, log);
                        ask(trial, Point::at(x, y));
                        trial.undo(log);
                        ++asked;
                    });
                }
            }
            return asked;
        };
    };
    time_positions("placing and undoing", "dot", local([](Position&, Point) {}));
    time_positions("captures_with and that", "dot", local([&](Position& trial, Point p) {
                       captures_with(trial, p, found);
                       keep(found);
                   }));
    time_positions("captures_of and that", "dot", local([&](Position& trial, Point p) {
                       captures_of(trial, p, found);
                       keep(found);
                   }));
    std::vector<Threat> threatening;
    time_positions("threats", "player", [&] {
        for (const Position& position : positions) {
            for (const Player player : {0, 1}) {
                threats(position, player, threatening);
                keep(threatening);
            }
        }
        return each;
    });
    std::vector<Plan> plans;
    time_positions("plans of two", "player", [&] {
        for (const Position& position : positions) {
            for (const Player player : {0, 1}) {
                pairs(position, player, plans);
                keep(plans);
            }
        }
        return each;
    });
    LadderReader reader;
    for (const bool everywhere : {false, true}) {
        time_positions(everywhere ? "ladder" : "ladder, near the last exchange", "player", [&] {
            for (const Position& position : positions) {
                for (const Player player : {0, 1}) {
                    Ladder ladder = reader.read(position, player, {.everywhere = everywhere});
                    keep(ladder);
                }
            }
            return each;
        });
    }
    std::vector<LadderLoss> losses;
    time_positions("losses, near the last exchange", "dot", [&] {
        std::uint64_t dots = 0;
        for (const Position& position : positions) {
            std::vector<Point> some;  // every tenth point
            int i = 0;
            for (int y = 0; y < position.size().height; ++y) {
                bits::for_each_bit(position.playable_row(y), [&](int x) {
                    if (++i % 10 == 0) some.push_back(Point::at(x, y));
                });
            }
            reader.losses(position, 0, some, {.nodes = 1000}, losses);
            dots += some.size();
            keep(losses);
        }
        return dots;
    });
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<const char*> files;
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--runs" && i + 1 < argc) {
            runs = std::max(1, std::atoi(argv[++i]));
        } else {
            files.push_back(argv[i]);
        }
    }
    for (const double share : {0.1, 0.25, 0.5}) {
        for (const Size size : {Size{20, 20}, Size{30, 30}, Size{39, 32}}) {
            measure(std::to_string(size.width) + "x" + std::to_string(size.height) + ", random, " +
                        std::to_string(static_cast<int>(share * 100)) + " % taken",
                    random_positions(size, Rules::zagram(), share));
        }
    }
    for (const char* file : files) measure(file, drawn_positions(file));
    return 0;
}
