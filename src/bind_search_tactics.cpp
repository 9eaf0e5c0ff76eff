// Bindings of the tactics of Dots: captures, plans of two dots, ladders.

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/ladder.hpp>
#include <dotcore/dots/threats.hpp>

#include "bind_search.hpp"

namespace dotcore::bindings {

using namespace dots;

namespace {

// What the functions return. A pass in a line is -1, as is a dot that a plan does not have.
struct CapturesFound {
    std::vector<Action> actions;
    std::vector<std::int16_t> gains;
};
struct PlansFound {
    int size = 2;
    std::vector<Action> actions;  // size for each plan
    std::vector<std::int16_t> gains;
};
struct LadderFound {
    int value = 0;
    int plain = 0;
    std::vector<Action> line;
    std::uint64_t nodes = 0;
    bool is_exact = false;
};
struct LossesFound {
    std::vector<Action> actions;
    std::vector<std::int16_t> gains;
    std::vector<std::int16_t> lost;
};

constexpr Action no_action = -1;
constexpr int deepest = 100;

template <class T>
[[nodiscard]] py::array_t<T> array_of(const std::vector<T>& values) {
    return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

// Arguments

[[nodiscard]] Position running(const Board& board) {
    if (board.position().is_terminal())
        throw Error("the game is over; there is nothing to capture any more");
    return board.position();
}

[[nodiscard]] LadderLimits as_limits(std::int64_t depth, std::int64_t nodes) {
    if (depth < 0 || depth > deepest)
        throw Error("depth=" + std::to_string(depth) + "; 0 to " + std::to_string(deepest));
    if (nodes < 1) throw Error("nodes=" + std::to_string(nodes) + "; at least 1");
    return {.depth = static_cast<int>(depth), .nodes = static_cast<std::uint64_t>(nodes)};
}

[[nodiscard]] std::vector<Point> as_points(const std::optional<py::iterable>& actions,
                                           const Position& position) {
    const Size size = position.size();
    std::vector<Point> points;
    if (!actions) {
        for (int y = 0; y < size.height; ++y) {
            bits::for_each_bit(position.playable_row(y),
                               [&](int x) { points.push_back(Point::at(x, y)); });
        }
        return points;
    }
    for (const py::handle item : *actions) {
        std::int64_t action = 0;
        try {
            action = item.cast<std::int64_t>();
        } catch (const py::cast_error&) {
            throw py::type_error("actions are ints, not " + shown(item));
        }
        if (action < 0 || action >= size.points()) {
            throw Error("action " + std::to_string(action) + " is no dot; 0 to " +
                        std::to_string(size.points() - 1));
        }
        points.push_back(point_of(size, static_cast<Action>(action)));
        if (points.size() > max_points) throw Error("more actions than points on a board");
    }
    return points;
}

// Runs long work without the GIL; Ctrl-C ends it.
template <class Work>
void run(Work&& work) {
    {
        WithoutGil release;
        work([&release] { return release.is_interrupted(); });
    }
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
}

// The functions

[[nodiscard]] CapturesFound find_captures(const Board& board, const OptionalPlayer& player) {
    const Player mover = as_player(board, player);
    const Position position = running(board);
    CaptureList list;
    captures(position, mover, list);
    CapturesFound found;
    for (const CapturingDot& c : list) {
        found.actions.push_back(dot_action(position.size(), c.dot));
        found.gains.push_back(c.gain);
    }
    return found;
}

[[nodiscard]] PlansFound find_plans(const Board& board, const OptionalPlayer& player,
                                    std::int64_t size) {
    const Player mover = as_player(board, player);
    if (size != 1 && size != 2) throw Error("size=" + std::to_string(size) + "; 1 or 2");
    const Position position = running(board);
    CaptureList single;
    captures(position, mover, single);
    std::vector<Plan> two;
    if (size == 2) {
        const WithoutGil release;
        pairs(position, mover, two);
    }
    PlansFound found{.size = static_cast<int>(size), .actions = {}, .gains = {}};
    const auto add = [&](Point dot) { found.actions.push_back(dot_action(position.size(), dot)); };
    for (const CapturingDot& c : single) {
        add(c.dot);
        if (size == 2) found.actions.push_back(no_action);
        found.gains.push_back(c.gain);
    }
    for (const Plan& plan : two) {
        for (const Point dot : plan.dots) add(dot);
        found.gains.push_back(plan.gain);
    }
    return found;
}

[[nodiscard]] LadderFound find_ladder(const Board& board, const OptionalPlayer& player,
                                      std::int64_t depth, std::int64_t nodes) {
    const Player attacker = as_player(board, player);
    const LadderLimits limits = as_limits(depth, nodes);
    const Position position = running(board);
    Ladder ladder;
    run([&](const LadderReader::IsStopped& is_stopped) {
        ladder = LadderReader().read(position, attacker, limits, is_stopped);
    });
    LadderFound found{ladder.value, ladder.plain, {}, ladder.nodes, ladder.is_exact};
    for (const Point dot : ladder.line) {
        found.line.push_back(dot == Ladder::pass ? no_action : dot_action(position.size(), dot));
    }
    return found;
}

[[nodiscard]] LossesFound find_losses(const Board& board, const OptionalPlayer& player,
                                      const std::optional<py::iterable>& actions,
                                      std::int64_t depth, std::int64_t nodes) {
    const Player mover = as_player(board, player);
    const LadderLimits limits = as_limits(depth, nodes);
    const Position position = running(board);
    const std::vector<Point> candidates = as_points(actions, position);
    std::vector<LadderLoss> losses;
    run([&](const LadderReader::IsStopped& is_stopped) {
        LadderReader().losses(position, mover, candidates, limits, losses, is_stopped);
    });
    LossesFound found;
    for (const LadderLoss& loss : losses) {
        found.actions.push_back(dot_action(position.size(), loss.dot));
        found.gains.push_back(loss.gain);
        found.lost.push_back(loss.lost);
    }
    return found;
}

// Classes

void bind_captures(py::module_& m) {
    py::class_<CapturesFound> found(m, "Captures", R"(The dots of a player that capture at once.

``len()`` tells how many.
)");
    publish(found, "dotcore.search");
    found
        .def_property_readonly(
            "actions", [](const CapturesFound& f) { return array_of(f.actions); },
            "(n,) int32: their action ids, ascending.")
        .def_property_readonly(
            "gains", [](const CapturesFound& f) { return array_of(f.gains); },
            "(n,) int16: by how much the player's lead grows with each.")
        .def("__len__", [](const CapturesFound& f) { return f.actions.size(); })
        .def("__repr__", [](const CapturesFound& f) {
            return "<Captures: " + std::to_string(f.actions.size()) + ">";
        });
    make_picklable(
        found, [](const CapturesFound& f) { return py::make_tuple(f.actions, f.gains); },
        [](const py::tuple& state) {
            if (state.size() != 2) throw Error("no state of Captures");
            CapturesFound f{state[0].cast<std::vector<Action>>(),
                            state[1].cast<std::vector<std::int16_t>>()};
            if (f.actions.size() != f.gains.size()) throw Error("no state of Captures");
            return f;
        });
}

void bind_plans(py::module_& m) {
    py::class_<PlansFound> found(m, "Plans", R"(Sets of dots that end in a capture.

``len()`` tells how many.
)");
    publish(found, "dotcore.search");
    found
        .def_property_readonly(
            "actions",
            [](const PlansFound& f) {
                return array_of(f.actions).reshape(
                    {static_cast<py::ssize_t>(f.gains.size()), static_cast<py::ssize_t>(f.size)});
            },
            "(n, size) int32: the action ids of each plan, ascending; -1 fills up a smaller plan.")
        .def_property_readonly(
            "gains", [](const PlansFound& f) { return array_of(f.gains); },
            "(n,) int16: by how much the player's lead has grown after all dots of each.")
        .def("__len__", [](const PlansFound& f) { return f.gains.size(); })
        .def("__repr__",
             [](const PlansFound& f) { return "<Plans: " + std::to_string(f.gains.size()) + ">"; });
    make_picklable(
        found, [](const PlansFound& f) { return py::make_tuple(f.size, f.actions, f.gains); },
        [](const py::tuple& state) {
            if (state.size() != 3) throw Error("no state of Plans");
            PlansFound f{state[0].cast<int>(), state[1].cast<std::vector<Action>>(),
                         state[2].cast<std::vector<std::int16_t>>()};
            const bool is_whole =
                (f.size == 1 || f.size == 2) &&
                f.actions.size() == f.gains.size() * static_cast<unsigned>(f.size);
            if (!is_whole) throw Error("no state of Plans");
            return f;
        });
}

void bind_ladder(py::module_& m) {
    py::class_<LadderFound> found(m, "Ladder",
                                  "What a player wins by captures and threats of capture alone.");
    publish(found, "dotcore.search");
    found
        .def_property_readonly(
            "value", [](const LadderFound& f) { return f.value; },
            "By how many dots the player's lead grows, whatever the other does; 0 or more.")
        .def_property_readonly(
            "worth", [](const LadderFound& f) { return f.value - f.plain; },
            "What of value captures alone, without threats, would not bring.")
        .def_property_readonly(
            "best",
            [](const LadderFound& f) {
                return f.line.empty() ? std::nullopt : std::optional<Action>(f.line.front());
            },
            "The action id of a first dot that reaches value; None where value is 0.")
        .def_property_readonly(
            "line", [](const LadderFound& f) { return array_of(f.line); },
            "(n,) int32: one line that reaches value, the player first, then by turns; -1 where "
            "the other does nothing. Empty where value is 0.")
        .def_property_readonly(
            "nodes", [](const LadderFound& f) { return f.nodes; },
            "How many positions were looked at.")
        .def_property_readonly(
            "is_exact", [](const LadderFound& f) { return f.is_exact; },
            "Whether there is no better ladder within the depth. False where nodes were too few: "
            "value is sure all the same, but there may be more.")
        .def("__repr__", [](const LadderFound& f) {
            return "<Ladder value=" + std::to_string(f.value) +
                   " best=" + (f.line.empty() ? "None" : std::to_string(f.line.front())) +
                   (f.is_exact ? "" : ", cut") + ">";
        });
    make_picklable(
        found,
        [](const LadderFound& f) {
            return py::make_tuple(f.value, f.plain, f.line, f.nodes, f.is_exact);
        },
        [](const py::tuple& state) {
            if (state.size() != 5) throw Error("no state of a Ladder");
            return LadderFound{state[0].cast<int>(), state[1].cast<int>(),
                               state[2].cast<std::vector<Action>>(), state[3].cast<std::uint64_t>(),
                               state[4].cast<bool>()};
        });
}

void bind_losses(py::module_& m) {
    py::class_<LossesFound> found(m, "LadderLosses",
                                  "What each of some dots would leave the other player to win.");
    publish(found, "dotcore.search");
    found
        .def_property_readonly(
            "actions", [](const LossesFound& f) { return array_of(f.actions); },
            "(n,) int32: the dots, as action ids.")
        .def_property_readonly(
            "gains", [](const LossesFound& f) { return array_of(f.gains); },
            "(n,) int16: by how much the player's lead grows with each; negative where it is lost.")
        .def_property_readonly(
            "lost", [](const LossesFound& f) { return array_of(f.lost); },
            "(n,) int16: the value of the other's best ladder after each.")
        .def("__len__", [](const LossesFound& f) { return f.actions.size(); })
        .def("__repr__", [](const LossesFound& f) {
            return "<LadderLosses: " + std::to_string(f.actions.size()) + ">";
        });
    make_picklable(
        found, [](const LossesFound& f) { return py::make_tuple(f.actions, f.gains, f.lost); },
        [](const py::tuple& state) {
            if (state.size() != 3) throw Error("no state of LadderLosses");
            LossesFound f{state[0].cast<std::vector<Action>>(),
                          state[1].cast<std::vector<std::int16_t>>(),
                          state[2].cast<std::vector<std::int16_t>>()};
            if (f.gains.size() != f.actions.size() || f.lost.size() != f.actions.size())
                throw Error("no state of LadderLosses");
            return f;
        });
}

}  // namespace

void register_search_tactics(py::module_& m) {
    bind_captures(m);
    bind_plans(m);
    bind_ladder(m);
    bind_losses(m);
    m.def("captures", &find_captures, py::arg("board"), py::arg("player") = py::none(),
          R"(All dots of a player that capture something at once.

Whose turn it is plays no part; ``player`` is whoever is to move where it is not given. A player who
may place no dots, having stopped, has none, and nobody has under ``capture="manual"``, where a dot
alone captures nothing.

Returns
-------
Captures
    ``actions`` (n,) int32; ``gains`` (n,) int16.

Raises
------
dotcore.Error
    If the game is over or there is no such player.

>>> board = dots.Board.from_ascii('''
...     .X..
...     XOOX
...     .X..
... ''')
>>> found = search.captures(board, player=0)
>>> len(found)
0
>>> board.place(2, 0, player=0)
0
>>> found = search.captures(board, player=0)
>>> found.actions.tolist(), found.gains.tolist()
([10], [2])
)");
    m.def("plans", &find_plans, py::arg("board"), py::arg("player") = py::none(),
          py::arg("size") = 2, R"(All plans of a player with up to ``size`` dots, 1 or 2.

A plan is a set of dots that the player places in any order while the other passes: the last
captures, none before does, and none loses anything. Plans of one dot, the captures, come first.

Returns
-------
Plans
    ``actions`` (n, size) int32, filled up with -1; ``gains`` (n,) int16.

Raises
------
dotcore.Error
    If the game is over, there is no such player, or ``size`` is another number.

>>> board = dots.Board.from_ascii('''
...     .X..
...     XOOX
...     .X..
... ''')
>>> search.plans(board, player=0).actions.tolist()
[[2, 10]]
)");
    m.def("ladder", &find_ladder, py::arg("board"), py::arg("player") = py::none(),
          py::arg("depth") = 12, py::arg("nodes") = 100000,
          R"(Read the best ladder of a player who may move first.

A ladder is a row of dots each of which threatens to capture; the other answers where a capture is
threatened, captures something, or lets it happen. ``depth`` is the number of threatening dots, 0 to
100, and ``nodes`` the number of positions looked at, at least 1. Captures that are there from the
beginning count as ladders too.

Returns
-------
Ladder
    ``value``, ``worth``, ``best``, ``line`` (n,) int32, ``nodes``, ``is_exact``.

Raises
------
dotcore.Error
    If the game is over, there is no such player, or a limit is out of range.

>>> board = dots.Board.from_ascii('''
...     .........
...     ......X..
...     .........
...     .........
...     .........
...     .XOOX....
...     ..XX.....
...     .........
... ''')
>>> ladder = search.ladder(board, player=0)
>>> ladder.value, board.point_of(ladder.best)
(2, (2, 4))
)");
    m.def("ladder_losses", &find_losses, py::arg("board"), py::arg("player") = py::none(),
          py::arg("actions") = py::none(), py::arg("depth") = 12, py::arg("nodes") = 20000,
          R"(Tell for each dot of a player what the other's best ladder wins after it.

``actions`` are action ids of dots, all playable points where they are not given; those that are not
legal are left out. ``depth`` and ``nodes`` are limits for each dot. To be quick, ladders are read
near the dot and where one works already: what is lost is sure, and seldom more.

Returns
-------
LadderLosses
    ``actions`` (n,) int32; ``gains``, ``lost`` (n,) int16.

Raises
------
dotcore.Error
    If the game is over, there is no such player, an action is no dot, or a limit is out of range.
TypeError
    If ``actions`` are not ints.

>>> board = dots.Board.from_ascii('''
...     .........
...     ......X..
...     .........
...     .........
...     .........
...     .XOOX....
...     ..XX.....
...     .........
... ''')
>>> losses = search.ladder_losses(board, player=1, actions=[0, 22])
>>> losses.lost.tolist()
[2, 0]
)");
}

}  // namespace dotcore::bindings
