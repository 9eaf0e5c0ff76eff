// Bindings of alpha-beta for Dots.

#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/alphabeta.hpp>

#include "bind_search.hpp"

namespace dotcore::bindings {

using namespace dots;

namespace {

// What a search found, with values in points.
struct Found {
    search::AlphaBetaResult result;
    double elapsed_ms = 0;

    [[nodiscard]] double value() const noexcept { return result.value.value / 2.0; }
};

// The limits of a call, where None is no limit.
struct LimitArguments {
    std::optional<std::int64_t> depth;
    std::optional<double> time_ms;
    std::optional<std::int64_t> nodes;
};

constexpr int deepest = dots::AlphaBeta::max_plies - 1;

[[nodiscard]] search::Limits as_limits(const LimitArguments& given) {
    if (!given.depth && !given.time_ms && !given.nodes)
        throw Error("no limit given; at least one of depth=, time_ms= and nodes=");
    search::Limits limits;
    if (given.depth) {
        if (*given.depth < 1 || *given.depth > deepest) {
            throw Error("depth=" + std::to_string(*given.depth) + "; 1 to " +
                        std::to_string(deepest));
        }
        limits.depth = static_cast<int>(*given.depth);
    }
    if (given.nodes) {
        if (*given.nodes < 1) throw Error("nodes=" + std::to_string(*given.nodes) + "; at least 1");
        limits.nodes = *given.nodes;
    }
    if (given.time_ms) {
        if (!(*given.time_ms > 0) || *given.time_ms > longest_ms) {
            throw Error("time_ms=" + std::string(py::str(py::float_(*given.time_ms))) +
                        "; more than 0, at most 1e9");
        }
        limits.deadline = after(search::Clock::now(), *given.time_ms);
    }
    return limits;
}

[[nodiscard]] std::size_t as_megabytes(std::int64_t megabytes) {
    constexpr auto most = static_cast<std::int64_t>(search::TranspositionTable::max_megabytes);
    if (megabytes < 1 || megabytes > most) {
        throw Error("table_mb=" + std::to_string(megabytes) + "; 1 to " + std::to_string(most));
    }
    return static_cast<std::size_t>(megabytes);
}

// A search with its table. One thread at a time searches; any may stop it.
class Engine {
public:
    explicit Engine(std::int64_t megabytes)
        : megabytes_{megabytes}, search_{as_megabytes(megabytes)} {}

    [[nodiscard]] Found run(const Board& board, const LimitArguments& given, bool complete) {
        const Position root = board.position();
        if (root.is_terminal()) throw Error("the game is over; there is nothing to search");
        const Claim claim(busy_);
        const auto start = search::Clock::now();
        const search::Limits limits = as_limits(given);
        stop_.clear();
        Found found;
        {
            WithoutGil release;
            found.result = search_.run(root, limits, complete, &stop_,
                                       [&release] { return release.is_interrupted(); });
        }
        if (PyErr_Occurred() != nullptr) throw py::error_already_set();
        found.elapsed_ms =
            std::chrono::duration<double, std::milli>(search::Clock::now() - start).count();
        return found;
    }
    void stop() noexcept { stop_.set(); }
    void forget() {
        const Claim claim(busy_);
        search_.forget();
    }
    [[nodiscard]] std::int64_t megabytes() const noexcept { return megabytes_; }

private:
    class Claim {
    public:
        explicit Claim(std::atomic<bool>& busy) : busy_{busy} {
            if (busy_.exchange(true))
                throw Error("searching in another thread; an AlphaBeta serves one at a time");
        }
        ~Claim() { busy_.store(false); }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        std::atomic<bool>& busy_;
    };

    std::int64_t megabytes_;
    dots::AlphaBeta search_;
    search::StopSignal stop_;
    std::atomic<bool> busy_{false};
};

[[nodiscard]] std::string as_text(const Found& found) {
    const std::string proof = found.result.value.is_proven() ? ", proven" : "";
    return "<AlphaBetaResult best=" + std::to_string(found.result.best) +
           " value=" + std::string(py::str(py::float_(found.value()))) + proof +
           ", depth=" + std::to_string(found.result.depth) +
           " nodes=" + std::to_string(found.result.nodes) + ">";
}

void bind_result(py::module_& m) {
    py::class_<Found> found(m, "AlphaBetaResult", R"(What `alphabeta` found.

Values are final margins in points, komi included, as the player to move sees them.
)");
    publish(found, "dotcore.search");
    found
        .def_property_readonly(
            "best", [](const Found& f) { return f.result.best; },
            "The id of the best action. Of a search that was stopped before its first iteration "
            "was through: the one that looked best.")
        .def_property_readonly("value", &Found::value,
                               "The final margin to expect, in points for the player to move.")
        .def_property_readonly(
            "proven", [](const Found& f) { return f.result.value.is_proven(); },
            "Whether value is exact: what perfect play of both leads to.")
        .def_property_readonly(
            "at_least", [](const Found& f) { return f.result.value.at_least; },
            "Whether it is proven that the position is worth no less than value.")
        .def_property_readonly(
            "at_most", [](const Found& f) { return f.result.value.at_most; },
            "Whether it is proven that the position is worth no more than value.")
        .def_property_readonly(
            "pv", [](const Found& f) { return f.result.line; },
            "The best line as a list of action ids, best first; as much as the table still knew.")
        .def_property_readonly(
            "depth", [](const Found& f) { return f.result.depth; },
            "Of the last iteration that was finished.")
        .def_property_readonly(
            "nodes", [](const Found& f) { return f.result.nodes; },
            "How many acts were done while searching.")
        .def_property_readonly(
            "stopped", [](const Found& f) { return f.result.stopped; },
            "Whether a limit of time or nodes or `stop` ended it, not its depth or a proof.")
        .def_property_readonly(
            "table_full", [](const Found& f) { return f.result.permille_full / 1000.0; },
            "Which share of the table this search filled, 0..1, from a sample.")
        .def_property_readonly(
            "elapsed_ms", [](const Found& f) { return f.elapsed_ms; }, "Time that passed.")
        .def("__repr__", &as_text);
    make_picklable(
        found,
        [](const Found& f) {
            const search::AlphaBetaResult& r = f.result;
            return py::make_tuple(r.best, r.value.value, r.value.at_least, r.value.at_most, r.depth,
                                  r.nodes, r.line, r.permille_full, r.stopped, f.elapsed_ms);
        },
        [](const py::tuple& state) {
            if (state.size() != 10) throw Error("no state of an AlphaBetaResult");
            Found f;
            search::AlphaBetaResult& r = f.result;
            r.best = state[0].cast<Action>();
            r.value = {state[1].cast<int>(), state[2].cast<bool>(), state[3].cast<bool>()};
            r.depth = state[4].cast<int>();
            r.nodes = state[5].cast<std::int64_t>();
            r.line = state[6].cast<std::vector<Action>>();
            r.permille_full = state[7].cast<int>();
            r.stopped = state[8].cast<bool>();
            f.elapsed_ms = state[9].cast<double>();
            return f;
        });
}

void bind_engine(py::module_& m) {
    py::class_<Engine> engine(m, "AlphaBeta", R"(Alpha-beta that keeps its table between searches.

For play: what was learnt about a position helps after the next move. `alphabeta` is the same for a
single search. ``table_mb`` is the memory of the table, 1 to 65536; it never grows.

>>> engine = search.AlphaBeta(table_mb=16)
>>> board = dots.Board(5, 5, start="cross")
>>> engine.run(board, depth=4).depth
4
)");
    publish(engine, "dotcore.search");
    engine.def(py::init<std::int64_t>(), py::kw_only(), py::arg("table_mb") = 64)
        .def(
            "run",
            [](Engine& self, const Board& board, const std::optional<std::int64_t>& depth,
               const std::optional<double>& time_ms, const std::optional<std::int64_t>& nodes,
               bool complete) { return self.run(board, {depth, time_ms, nodes}, complete); },
            py::arg("board"), py::kw_only(), py::arg("depth") = py::none(),
            py::arg("time_ms") = py::none(), py::arg("nodes") = py::none(),
            py::arg("complete") = false, "Search a position; all as in `alphabeta`.")
        .def("stop", &Engine::stop,
             "End the search that runs in another thread, soon; it returns what it has found.")
        .def("forget", &Engine::forget, "Empty the table.")
        .def_property_readonly("table_mb", &Engine::megabytes, "Memory of the table in MB.")
        .def("__repr__", [](const Engine& self) {
            return "<AlphaBeta table_mb=" + std::to_string(self.megabytes()) + ">";
        });
}

}  // namespace

void register_search_alphabeta(py::module_& m) {
    bind_result(m);
    bind_engine(m);
    m.def(
        "alphabeta",
        [](const Board& board, const std::optional<std::int64_t>& depth,
           const std::optional<double>& time_ms, const std::optional<std::int64_t>& nodes,
           bool complete, std::int64_t table_mb) {
            const auto engine = std::make_unique<Engine>(table_mb);
            return engine->run(board, {depth, time_ms, nodes}, complete);
        },
        py::arg("board"), py::kw_only(), py::arg("depth") = py::none(),
        py::arg("time_ms") = py::none(), py::arg("nodes") = py::none(), py::arg("complete") = false,
        py::arg("table_mb") = 64,
        R"(Find the best action by alpha-beta, deeper and deeper until a limit is reached.

Only dots that belong to short plans are tried - sets of dots that capture if the other passes - and
playing elsewhere. That sees captures, ladders and double threats far ahead, and says little about
quiet positions. With ``complete`` every legal act is tried: this solves small boards and late
positions, and ``proven`` says when it has.

The board is not changed; other threads run meanwhile, and may search the same board. Ctrl-C ends
it. Without ``time_ms`` the result does not depend on the machine.

Parameters
----------
depth
    Dots to look ahead, 1 to 249. Answers to a threat and captures beyond it are looked at as well.
time_ms
    Milliseconds.
nodes
    Acts to do in all.
complete
    Try every legal act, so that values can be proven.
table_mb
    Memory for positions that were met, in MB, 1 to 65536.

Raises
------
Error
    If the game is over, no limit is given, or a number is out of its range.

>>> board = dots.Board.from_ascii('''
...     .X...
...     XO...
...     .X...
... ''')
>>> result = search.alphabeta(board, depth=4)
>>> board.action_to_string(result.best), result.value
('2,1', 1.0)
>>> search.alphabeta(dots.Board(4, 4, start="cross"), time_ms=10_000, complete=True).proven
True
)");
}

}  // namespace dotcore::bindings
