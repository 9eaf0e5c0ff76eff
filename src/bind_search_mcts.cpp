// Binding of Tree, which Monte Carlo search grows. Its results are made here, as objects of the
// Python class dotcore.search.Result.

#include "bind_search_mcts.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

namespace dotcore::bindings {

using search::Bounds;
using search::Clock;
using search::Edge;
using search::Limits;

namespace {

// Best first: as the tree judges, then by visits, value and prior.
[[nodiscard]] std::vector<Edge> in_order(std::span<const Edge> found) {
    std::vector<Edge> edges(found.begin(), found.end());
    const Edge* best = dots::Tree::best(edges);
    std::swap(edges.front(), edges[static_cast<std::size_t>(best - edges.data())]);
    std::stable_sort(edges.begin() + 1, edges.end(), [](const Edge& a, const Edge& b) {
        if (a.visits != b.visits) return a.visits > b.visits;
        if (a.visits == 0) return a.prior > b.prior;
        return a.mean() > b.mean();
    });
    return edges;
}

void check_limits(const std::optional<std::int64_t>& simulations,
                  const std::optional<double>& time_ms, int threads, std::uint64_t there) {
    bindings::check_limits(simulations, time_ms, threads);
    if (simulations && static_cast<std::uint64_t>(*simulations) + there > most_simulations) {
        throw Error("the tree holds " + std::to_string(there) + " simulations; at most " +
                    std::to_string(most_simulations));
    }
}

[[nodiscard]] py::object proven_of(Bounds bounds) {
    if (!bounds.settled()) return py::none();
    return py::str(bounds.lo > 0 ? "win" : bounds.lo < 0 ? "loss" : "draw");
}

}  // namespace

SearchTree::SearchTree(const dots::Board& board, const SearchConfig& config, std::uint64_t seed)
    : board_(board),
      config_(config),
      tree_(board.position(), dots::MonteCarlo(config.game), config.search, seed, recent_of(board)),
      size_(board.size()),
      num_actions_(board.position().num_actions()) {
    require_running();
}

void SearchTree::claim(const char* why_busy) {
    const char* busy = nullptr;
    if (busy_.compare_exchange_strong(busy, why_busy, std::memory_order_acquire)) return;
    throw Error(std::string("the tree is ") + busy);
}

void SearchTree::require_running() const {
    if (board_.position().is_terminal())
        throw Error("the game is over; there is nothing to search");
}

py::object SearchTree::run(const std::optional<std::int64_t>& simulations,
                           const std::optional<double>& time_ms, int threads) {
    require_running();
    const std::uint64_t before = tree_.simulations();
    check_limits(simulations, time_ms, threads, before);
    const Clock::time_point start = Clock::now();
    const Clock::time_point end = time_ms ? after(start, *time_ms) : Clock::time_point::max();
    std::int64_t left = simulations.value_or(most_simulations - static_cast<std::int64_t>(before));
    stop_.clear();
    // In portions, so that Ctrl-C is heard.
    for (Clock::time_point now = start;;) {
        const std::uint64_t done = tree_.simulations();
        Limits limits;
        limits.nodes = left;
        limits.deadline = std::min(end, after(now, portion_ms));
        {
            const WithoutGil release;
            tree_.run(limits, stop_, threads);
        }
        left -= static_cast<std::int64_t>(tree_.simulations() - done);
        now = Clock::now();
        run_simulations_ = tree_.simulations() - before;
        elapsed_ms_ = std::chrono::duration<double, std::milli>(now - start).count();
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (left <= 0 || now >= end || stop_.is_set() || tree_.bounds().settled()) break;
    }
    return result();
}

py::object SearchTree::result() const {
    const std::span<const Edge> found = tree_.edges();
    if (found.empty()) throw Error("nothing has been searched yet; run() first");
    const std::vector<Edge> edges = in_order(found);
    const Edge& best = edges.front();
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    const auto value = [&](const Edge& edge) { return edge.visits == 0 ? unknown : edge.mean(); };
    const auto margin = [&](const Edge& edge) {
        return edge.visits == 0 || !knows_margins_ ? unknown : edge.margin;
    };
    const Bounds bounds = tree_.bounds();
    py::dict parts;
    parts["best"] = best.action;
    parts["actions"] = array_of<std::int32_t>(edges, [](const Edge& e) { return e.action; });
    parts["visits"] = array_of<std::int64_t>(edges, [](const Edge& e) { return e.visits; });
    parts["values"] = array_of<float>(edges, value);
    parts["margins"] = array_of<float>(edges, margin);
    parts["priors"] = array_of<float>(edges, [](const Edge& e) { return e.prior; });
    parts["lower"] = array_of<std::int8_t>(edges, [](const Edge& e) { return e.bounds.lo; });
    parts["upper"] = array_of<std::int8_t>(edges, [](const Edge& e) { return e.bounds.hi; });
    parts["pv"] = tree_.line();
    parts["value"] =
        bounds.settled() ? static_cast<double>(bounds.lo) : static_cast<double>(value(best));
    parts["margin"] = static_cast<double>(margin(best));
    parts["proven"] = proven_of(bounds);
    parts["player"] = tree_.root().current_player();
    parts["width"] = size_.width;
    parts["height"] = size_.height;
    parts["simulations"] = tree_.simulations();
    parts["run_simulations"] = run_simulations_;
    parts["elapsed_ms"] = elapsed_ms_;
    parts["memory_mb"] = static_cast<double>(tree_.memory_bytes()) / (1 << 20);
    parts["is_full"] = tree_.is_full();
    return py::module_::import("dotcore.search").attr("Result")(**parts);
}

void SearchTree::advance(int action) {
    if (!board_.position().is_legal(action)) {
        board_.apply(action);  // says why not
    }
    dots::Board next = board_;
    next.apply(action);
    tree_.advance(action);
    board_ = std::move(next);
    run_simulations_ = 0;
    elapsed_ms_ = 0;
}

void register_search_mcts(py::module_& m) {
    register_search_config(m);
    py::class_<SearchTree> tree(m, "Tree", R"(A tree that Monte Carlo search grows from a position.

Parameters
----------
board : dots.Board
    Where to search. The tree holds a copy; the board is never changed.
config : Config, optional
    ``Config.strong()`` if none is given.
seed : int
    Of all that search draws. The same seed and number of simulations give the same result on one
    thread; nothing is promised for more.

One thread at a time may use a tree: another one that calls anything but ``stop`` or the plain
properties meanwhile gets an Error.

Raises
------
Error
    If the game is over.

>>> tree = search.Tree(dots.Board(5, 5), seed=1)
>>> first = tree.run(simulations=200)
>>> tree.advance(first.best)
>>> tree.simulations > 0, tree.board.is_legal(*tree.board.point_of(first.best))
(True, False)
)");
    publish(tree, "dotcore.search");
    tree.def(py::init(
                 [](const dots::Board& board, const py::object& config, const py::object& seed) {
                     const SearchConfig options = as_config(config);
                     const std::uint64_t number = as_seed(seed);
                     return std::make_unique<SearchTree>(board, options, number);
                 }),
             py::arg("board"), py::arg("config") = py::none(), py::arg("seed") = 0)
        .def(
            "run",
            [](SearchTree& self, const std::optional<std::int64_t>& simulations,
               const std::optional<double>& time_ms, int threads) {
                const Claim claim(self);
                return self.run(simulations, time_ms, threads);
            },
            py::arg("simulations") = py::none(), py::arg("time_ms") = py::none(),
            py::arg("threads") = 1,
            R"(Add simulations to the tree until a limit is met, the position is proven, or it is stopped.

Ctrl-C is heard: KeyboardInterrupt is then raised, and the tree goes on from there if it is run again.

Parameters
----------
simulations : int, optional
    How many to add.
time_ms : float, optional
    How long to go on. At least one of the two must be given.
threads : int
    How many threads walk the tree at once.

Returns
-------
Result
    What the whole tree says now.

Raises
------
Error
    If a limit is missing or out of range, the game is over, another thread uses the tree, or leaves
    of it are out for evaluation.
)")
        .def(
            "result",
            [](SearchTree& self) {
                const Claim claim(self);
                return self.result();
            },
            "What the tree says now. Error if nothing has been searched at this position.")
        .def(
            "advance",
            [](SearchTree& self, int action) {
                const Claim claim(self);
                self.advance(action);
            },
            py::arg("action"),
            "Play an action and keep what is known below it. IllegalMove, with nothing changed, if "
            "it is not legal.")
        .def("stop", &SearchTree::stop,
             "End a run that is going on in another thread. Nothing happens if there is none.")
        .def_property_readonly(
            "board",
            [](SearchTree& self) {
                const Claim claim(self);
                return self.board();
            },
            "A copy of the board at the root, with its history.")
        .def_property_readonly(
            "simulations",
            [](SearchTree& self) {
                const Claim claim(self);
                return self.tree().simulations();
            },
            "How many simulations the tree holds, those kept by advance() among them.")
        .def_property_readonly(
            "memory_mb",
            [](SearchTree& self) {
                const Claim claim(self);
                return static_cast<double>(self.tree().memory_bytes()) / (1 << 20);
            },
            "What the tree takes now.")
        .def_property_readonly(
            "is_full",
            [](SearchTree& self) {
                const Claim claim(self);
                return self.tree().is_full();
            },
            "Whether its memory is used up: search goes on, but the tree grows no more.")
        .def_property_readonly("config", &SearchTree::config)
        .def("__repr__", [](SearchTree& self) {
            return "<search.Tree on " + std::to_string(self.size().width) + "x" +
                   std::to_string(self.size().height) + ">";
        });
    register_search_leaves(m);
}

}  // namespace dotcore::bindings
