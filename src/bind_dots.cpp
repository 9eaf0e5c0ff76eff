// Bindings of Dots: rules, small values, and the functions over boards. The board itself is bound
// in bind_dots_board.cpp.

#include "bind_dots.hpp"

#include <pybind11/native_enum.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <thread>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/names.hpp>
#include <dotcore/dots/playout.hpp>

#include "bind_rules.hpp"

namespace dotcore::bindings {

using namespace dots;

void require_player(int player) {
    if (player != 0 && player != 1)
        throw Error("player=" + std::to_string(player) + "; players are 0 and 1");
}

Player as_player(int player) {
    require_player(player);
    return player;
}

Rules as_rules(const py::object& rules) {
    if (rules.is_none()) return Rules{};
    if (py::isinstance<py::str>(rules)) return preset_named(utf8_of(rules));
    if (py::isinstance<Rules>(rules)) return rules.cast<Rules>();
    throw py::type_error("rules must be Rules or the name of a preset, not " +
                         std::string(py::str(py::type::of(rules).attr("__name__"))));
}

Player as_player(const Board& board, const std::optional<int>& player) {
    return player ? as_player(*player) : board.position().to_move();
}

namespace {

// A pair or triple of ints from any sequence; TypeError, saying what is wanted, for anything else.
template <class Numbers>
[[nodiscard]] Numbers as_numbers(py::handle item, const char* wanted) {
    try {
        return item.cast<Numbers>();
    } catch (const py::cast_error&) {
        throw py::type_error(std::string(wanted) + " in ints of 32 bits, not " + shown(item));
    }
}

}  // namespace

Board::Chains as_chains(py::handle chains, Size size) {
    Board::Chains result;
    for (const py::handle chain : py::iter(chains)) {
        std::vector<Point>& points = result.emplace_back();
        bool is_possible = true;
        for (const py::handle item : py::iter(chain)) {
            const auto [x, y] =
                as_numbers<std::pair<int, int>>(item, "a point of a chain is (x, y)");
            is_possible = size.holds(x, y) && points.size() <= max_points;
            if (!is_possible) break;
            points.push_back(Point::at(x, y));
        }
        if (!is_possible) points.clear();
        if (points.size() > 1 && points.front() == points.back()) points.pop_back();
        if (result.size() > max_points) throw IllegalMove("more chains than points on a board");
    }
    return result;
}

std::vector<Dot> as_dots(py::handle items, Size size) {
    std::vector<Dot> dots;
    for (const py::handle item : py::iter(items)) {
        const auto [x, y, player] =
            as_numbers<std::tuple<int, int, int>>(item, "a starting dot is (x, y, player)");
        if (!size.holds(x, y)) {
            throw RulesError("starting dot (" + std::to_string(x) + ", " + std::to_string(y) +
                             ") is off a " + std::to_string(size.width) + "x" +
                             std::to_string(size.height) + " board");
        }
        dots.push_back({Point::at(x, y), as_player(player)});
        if (dots.size() > max_points) throw RulesError("more starting dots than points on a board");
    }
    return dots;
}

py::array_t<std::int16_t> points_array(std::span<const Point> points) {
    py::array_t<std::int16_t> array({static_cast<py::ssize_t>(points.size()), py::ssize_t{2}});
    std::int16_t* out = array.mutable_data();
    for (const Point p : points) {
        *out++ = static_cast<std::int16_t>(p.x());
        *out++ = static_cast<std::int16_t>(p.y());
    }
    return array;
}

py::array_t<bool> mask_array(const Rows& rows, Size size) {
    py::array_t<bool> array({size.height, size.width});
    bool* out = array.mutable_data();
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x)
            *out++ = (rows[static_cast<std::size_t>(y)] >> x & 1) != 0;
    }
    return array;
}

namespace {

[[nodiscard]] Rules make_rules(const std::string& capture, const std::string& entry,
                               const std::string& recapture, bool capture_empty,
                               const std::string& scoring, const std::string& ending, double komi,
                               const std::string& start) {
    Rules rules;
    rules.capture = option_named<Capture>(capture);
    rules.entry = option_named<Entry>(entry);
    rules.recapture = option_named<Recapture>(recapture);
    rules.capture_empty = capture_empty;
    rules.scoring = option_named<Scoring>(scoring);
    rules.ending = option_named<Ending>(ending);
    rules.komi_halves = komi_from_points(komi);
    rules.start = option_named<Start>(start);
    return rules;
}

[[nodiscard]] py::dict dict_of(const Rules& rules) {
    py::dict options;
    options["capture"] = name_of(rules.capture);
    options["entry"] = name_of(rules.entry);
    options["recapture"] = name_of(rules.recapture);
    options["capture_empty"] = rules.capture_empty;
    options["scoring"] = name_of(rules.scoring);
    options["ending"] = name_of(rules.ending);
    options["komi"] = rules.komi_halves / 2.0;
    options["start"] = name_of(rules.start);
    return options;
}

void bind_rules(py::module_& m) {
    py::class_<Rules> rules(m, "Rules",
                            R"(The options of a game of Dots. Immutable, hashable, picklable.

Parameters
----------
capture : {"automatic", "manual"}
    Whether a dot captures by itself what it closes, or only with the chains named in ``place``.
entry : {"wait", "capture", "illegal"}
    What becomes of a dot placed into an empty pool of the enemy: it lives until a new dot of the
    owner closes the pool; it is captured at once unless it captures; it is not allowed then.
recapture : {"keep", "free"}
    Whether dots that the enemy had captured stay scored or are freed when their region is surrounded.
capture_empty : bool
    Whether a pool without enemy dots is blocked as soon as it is closed.
scoring : {"captures", "territory"}
    Whether walled off points count half a point each when the game ends by stop.
ending : {"stop", "ground", "full"}
    How a game may end before no dot can be placed.
komi : float
    Points for player 1, a multiple of 0.5.
start : {"empty", "single", "cross", "double_cross", "four_crosses"}
    The starting position; "quadruple_cross" is accepted for the last.

Raises
------
RulesError
    For an unknown value.

>>> dots.Rules.zagram()
Rules(entry='capture', recapture='free')
>>> dots.Rules(komi=0.5).replace(entry="illegal")
Rules(entry='illegal', komi=0.5)
)");
    publish(rules, "dotcore.dots");
    rules
        .def(py::init(&make_rules), py::kw_only(), py::arg("capture") = "automatic",
             py::arg("entry") = "wait", py::arg("recapture") = "keep",
             py::arg("capture_empty").noconvert() = false, py::arg("scoring") = "captures",
             py::arg("ending") = "stop", py::arg("komi") = 0.0, py::arg("start") = "empty")
        .def_static("preset", &preset_named, py::arg("name"),
                    "The preset of that name: bga, zagram, zagram_territory or russian.")
        .def_static("bga", &Rules::bga, "The defaults: the rules' source to the letter.")
        .def_static("zagram", &Rules::zagram,
                    "Entering dots are captured, captured dots can be freed.")
        .def_static("zagram_territory", &Rules::zagram_territory,
                    "Polish rules: chains are named, walled off points count.")
        .def_static("russian", &Rules::russian,
                    "As zagram, with grounding and a cross at the start.")
        .def_property_readonly("capture", [](const Rules& r) { return name_of(r.capture); })
        .def_property_readonly("entry", [](const Rules& r) { return name_of(r.entry); })
        .def_property_readonly("recapture", [](const Rules& r) { return name_of(r.recapture); })
        .def_property_readonly("capture_empty", [](const Rules& r) { return r.capture_empty; })
        .def_property_readonly("scoring", [](const Rules& r) { return name_of(r.scoring); })
        .def_property_readonly("ending", [](const Rules& r) { return name_of(r.ending); })
        .def_property_readonly("komi", [](const Rules& r) { return r.komi_halves / 2.0; })
        .def_property_readonly("start", [](const Rules& r) { return name_of(r.start); })
        .def("as_dict", &dict_of, "All options by name, ready for JSON.")
        .def(py::self == py::self)
        .def("__hash__",
             [](const Rules& self) { return py::hash(py::tuple(dict_of(self).attr("values")())); })
        .def("__repr__",
             [](const Rules& self) { return rules_repr(dict_of(self), dict_of(Rules{})); });
    bind_options(rules, &dict_of);
}

void bind_values(py::module_& m) {
    py::native_enum<Symmetry>(m, "Symmetry", "enum.IntEnum",
                              "The symmetries of a board; rotations are clockwise.")
        .value("IDENTITY", Symmetry::identity)
        .value("ROTATE_90", Symmetry::rotate_90)
        .value("ROTATE_180", Symmetry::rotate_180)
        .value("ROTATE_270", Symmetry::rotate_270)
        .value("FLIP_X", Symmetry::flip_x)
        .value("FLIP_Y", Symmetry::flip_y)
        .value("TRANSPOSE", Symmetry::transpose)
        .value("ANTI_TRANSPOSE", Symmetry::anti_transpose)
        .finalize();
    py::native_enum<Cell>(m, "Cell", "enum.IntEnum",
                          "What stands on a point, as Board.cells() tells it.")
        .value("EMPTY", Cell::empty)
        .value("DOT_0", Cell::dot0)
        .value("DOT_1", Cell::dot1)
        .value("TAKEN_DOT_0", Cell::taken0)
        .value("TAKEN_DOT_1", Cell::taken1)
        .value("TERRITORY_0", Cell::territory0)
        .value("TERRITORY_1", Cell::territory1)
        .finalize();

    py::class_<Result> result(m, "Result", "How a game ended.");
    publish(result, "dotcore.dots");
    result
        .def_property_readonly(
            "winner",
            [](const Result& r) {
                return r.winner < 0 ? std::nullopt : std::optional<int>(r.winner);
            },
            "0, 1, or None for a draw.")
        .def_property_readonly(
            "margin", [](const Result& r) { return r.margin_halves / 2.0; },
            "The difference of the totals; 0 after a resignation.")
        .def_property_readonly(
            "reason", [](const Result& r) { return name_of(r.reason); },
            "full, stop, ground or resign.")
        .def(py::self == py::self)
        .def("__repr__", [](const Result& r) {
            const std::string winner = r.winner < 0 ? "None" : std::to_string(r.winner);
            return "Result(winner=" + winner +
                   ", margin=" + std::string(py::repr(py::float_(r.margin_halves / 2.0))) +
                   ", reason='" + std::string(name_of(r.reason)) + "')";
        });
    make_picklable(
        result,
        [](const Result& r) {
            return py::make_tuple(r.winner, r.margin_halves, static_cast<int>(r.reason));
        },
        [](const py::tuple& state) {
            Result r;
            int reason = 0;
            try {
                std::tie(r.winner, r.margin_halves, reason) =
                    state.cast<std::tuple<int, int, int>>();
            } catch (const py::cast_error&) {
                reason = -1;
            }
            if (r.winner < -1 || r.winner > 1 || reason < 1 || reason > 4) {
                throw InvalidRecord("the state of a Result is winner, margin and reason");
            }
            r.reason = static_cast<Reason>(reason);
            return r;
        });

    py::class_<CaptureRecord> capture(m, "Capture", "A closed region.");
    publish(capture, "dotcore.dots");
    capture.def_readonly("owner", &CaptureRecord::owner, "Who captured it.")
        .def_property_readonly(
            "chain", [](const CaptureRecord& c) { return points_array(c.chain); },
            "(n, 2) int16: the dots around it in order, the first not repeated.")
        .def_property_readonly(
            "area", [](const CaptureRecord& c) { return points_array(c.area); },
            "(m, 2) int16: all points inside.")
        .def_property_readonly(
            "dots", [](const CaptureRecord& c) { return points_array(c.dots); },
            "(k, 2) int16: the dots that scored.")
        .def_readonly("move_number", &CaptureRecord::move_number,
                      "The move that closed it, counted from 1.")
        .def("__repr__", [](const CaptureRecord& c) {
            return "<Capture by player " + std::to_string(c.owner) + " at move " +
                   std::to_string(c.move_number) + ": " + std::to_string(c.area.size()) +
                   " points, " + std::to_string(c.dots.size()) + " dots>";
        });
}

// What playouts() gives.
struct PlayoutArrays {
    py::array_t<std::int16_t> scores;
    py::array_t<std::int16_t> dots;
};

[[nodiscard]] PlayoutArrays run_playouts(const Board& board, std::int64_t n, const py::object& seed,
                                         int threads) {
    if (n < 1) throw Error("n=" + std::to_string(n) + "; at least 1 game");
    if (n > 100'000'000)
        throw Error("n=" + std::to_string(n) + "; at most 100,000,000 games a call");
    if (threads < 1 || threads > 1024)
        throw Error("threads=" + std::to_string(threads) + "; 1 to 1024");
    const std::uint64_t number = as_seed(seed);
    const Position start = board.position();
    std::vector<PlayoutResult> results(static_cast<std::size_t>(n));
    // In portions, so that Ctrl-C is heard; threads beyond the processors make none faster.
    const unsigned processors = std::max(std::thread::hardware_concurrency(), 1U);
    const std::size_t portion = (std::size_t{1} << 20) /
                                static_cast<std::size_t>(start.size().points()) *
                                std::min(static_cast<unsigned>(threads), processors);
    for (std::size_t first = 0; first < results.size(); first += portion) {
        const std::span<PlayoutResult> part =
            std::span(results).subspan(first, std::min(portion, results.size() - first));
        {
            const WithoutGil release;
            playouts(start, part, number, threads, first);
        }
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    PlayoutArrays arrays{py::array_t<std::int16_t>({static_cast<py::ssize_t>(n), py::ssize_t{2}}),
                         py::array_t<std::int16_t>(static_cast<py::ssize_t>(n))};
    std::int16_t* scores = arrays.scores.mutable_data();
    std::int16_t* dots = arrays.dots.mutable_data();
    for (const PlayoutResult& game : results) {
        *scores++ = game.scores[0];
        *scores++ = game.scores[1];
        *dots++ = game.dots;
    }
    return arrays;
}

// Equivalent to perft(position, depth), but Ctrl-C is heard between its last levels.
[[nodiscard]] std::uint64_t count_leaves(const Position position, int depth) {
    const bool all = !position.rules().forbids_suicide();
    if (depth <= (all ? 3 : 2) || position.is_terminal()) {
        std::uint64_t leaves = 0;
        {
            const WithoutGil release;
            leaves = perft(position, depth);
        }
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        return leaves;
    }
    const Player player = position.to_move();
    std::uint64_t leaves = 0;
    bool moved = false;
    for (int y = 0; y < position.size().height; ++y) {
        bits::for_each_bit(position.playable_row(y), [&](int x) {
            const Point p = Point::at(x, y);
            if (!all && position.why_illegal(p, player) != Illegal::none) return;
            Position after = position;
            after.place<false>(p, player, nullptr);
            leaves += count_leaves(after, depth - 1);
            moved = true;
        });
    }
    return moved ? leaves : 1;
}

void bind_functions(py::module_& m) {
    py::class_<PlayoutArrays> arrays(m, "Playouts", "The results of many random games.");
    publish(arrays, "dotcore.dots");
    arrays
        .def_property_readonly(
            "scores", [](const PlayoutArrays& a) { return a.scores; },
            "(n, 2) int16: captured dots of each player.")
        .def_property_readonly(
            "dots", [](const PlayoutArrays& a) { return a.dots; }, "(n,) int16: dots placed.");

    m.def("playouts", &run_playouts, py::arg("board"), py::arg("n"), py::arg("seed"),
          py::arg("threads") = 1,
          R"(Play ``n`` games of uniform random dots from ``board`` until no dot can be placed.

Only dots are played, never a stop or a grounding; under ``capture="manual"`` nothing is captured.
The board is not changed. The result for a seed does not depend on ``threads``.

Returns
-------
Playouts
    ``scores`` (n, 2) int16, captured dots of each player; ``dots`` (n,) int16, dots placed.

Raises
------
Error
    If ``n`` or ``threads`` is less than 1 or far too large, or ``seed`` outside 0 .. 2**64 - 1.

>>> dots.playouts(dots.Board(5, 5), 100, seed=1).scores.shape
(100, 2)
)");
    m.def(
        "perft",
        [](const Board& board, int depth) {
            if (depth < 0 || depth > 64)
                throw Error("depth=" + std::to_string(depth) + "; 0 to 64");
            return count_leaves(board.position(), depth);
        },
        py::arg("board"), py::arg("depth"),
        R"(Count the sequences of ``depth`` legal dots from ``board``; shorter ones where a game ends.

Only dots are counted, never a stop, a grounding or named chains. The board is not changed.
20x20 at depth 3 takes moments, at depth 5 days; Ctrl-C ends it.

>>> dots.perft(dots.Board(3, 3), 2)
72
)");
    m.def(
        "random_four_crosses",
        [](int width, int height, const py::object& rng) {
            const std::vector<Dot> crosses =
                random_four_crosses({width, height}, *RngArgument(rng));
            py::array_t<std::int16_t> array(
                {static_cast<py::ssize_t>(crosses.size()), py::ssize_t{3}});
            std::int16_t* out = array.mutable_data();
            for (const Dot& dot : crosses) {
                *out++ = static_cast<std::int16_t>(dot.point.x());
                *out++ = static_cast<std::int16_t>(dot.point.y());
                *out++ = static_cast<std::int16_t>(dot.player);
            }
            return array;
        },
        py::arg("width"), py::arg("height"), py::arg("rng"),
        R"(Dots for ``Board(start=)``: a cross anywhere in each quarter of the board.

``rng`` is a `dotcore.Rng` or an int seed. The crosses keep one point off the board's edge and off
each other's quarters where there is room.

Returns
-------
(16, 3) int16
    x, y and player of each dot.

Raises
------
RulesError
    For a board below 4x4 or above 64x64.

>>> start = dots.random_four_crosses(20, 20, rng=7)
>>> dots.Board(20, 20, start=start).scores
(0, 0)
)");
    m.def(
        "transform_point",
        [](int x, int y, int width, int height, int symmetry) {
            const Size size{width, height};
            if (!size.is_playable() || !size.holds(x, y))
                throw Error("no such point on a board of that size");
            if (symmetry < 0 || symmetry > 7)
                throw Error("symmetry=" + std::to_string(symmetry) + "; 0 to 7");
            const Point p = transformed(Point::at(x, y), size, static_cast<Symmetry>(symmetry));
            return std::pair(p.x(), p.y());
        },
        py::arg("x"), py::arg("y"), py::arg("width"), py::arg("height"), py::arg("symmetry"),
        R"(Where point (x, y) of a board of that size comes to lie.

>>> dots.transform_point(2, 1, 5, 4, dots.Symmetry.ROTATE_90)
(2, 2)
)");
}

}  // namespace

void register_dots_values(py::module_& m) {
    bind_rules(m);
    bind_values(m);
}

void register_dots(py::module_& m) {
    py::module_ dots = m.def_submodule("dots", "The compiled part of dotcore.dots.");
    register_dots_values(dots);
    register_dots_board(dots);
    bind_functions(dots);
}

}  // namespace dotcore::bindings
