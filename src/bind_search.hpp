// What the binding files of search share.

#pragma once

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

}  // namespace dotcore::bindings
