// What the binding files of search share.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <dotcore/search/limits.hpp>
#include <dotcore/search/mcts.hpp>

#include "bind_dots.hpp"

namespace dotcore::bindings {

// The last two actions of a board's history.
[[nodiscard]] search::Recent recent_of(const dots::Board& board);

// Monte Carlo tree search; search over hidden information; the move model; alpha-beta; captures,
// plans and ladders.
void register_search_mcts(py::module_& m);
void register_search_hidden(py::module_& m);
void register_search_model(py::module_& m);
void register_search_alphabeta(py::module_& m);
void register_search_tactics(py::module_& m);

// Limits of Monte Carlo search

inline constexpr std::int64_t most_simulations = std::numeric_limits<std::uint32_t>::max();
inline constexpr double longest_ms = 1e9;  // eleven days
// Searches run in portions as long as this, so that Ctrl-C is heard.
inline constexpr double portion_ms = 50;

[[nodiscard]] inline search::Clock::time_point after(search::Clock::time_point start, double ms) {
    return start + std::chrono::duration_cast<search::Clock::duration>(
                       std::chrono::duration<double, std::milli>(ms));
}

// Throws Error unless a limit is given and all are within their ranges.
void check_limits(const std::optional<std::int64_t>& simulations,
                  const std::optional<double>& time_ms, int threads);

// What `tell` says of each edge or act.
template <class T, class Edge, class Tell>
[[nodiscard]] py::array_t<T> array_of(const std::vector<Edge>& edges, Tell tell) {
    py::array_t<T> array(static_cast<py::ssize_t>(edges.size()));
    std::transform(edges.begin(), edges.end(), array.mutable_data(),
                   [&](const Edge& edge) { return static_cast<T>(tell(edge)); });
    return array;
}

}  // namespace dotcore::bindings
