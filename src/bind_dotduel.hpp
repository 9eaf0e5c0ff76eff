// What the binding files of Dot Duel share.

#pragma once

#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/rules.hpp>

#include "bindings.hpp"

namespace dotcore::bindings {

// Rules, or None for the defaults.
[[nodiscard]] dotduel::Rules as_rules_of_dotduel(const py::object& rules);
// All options by name, ready for JSON.
[[nodiscard]] py::dict dict_of(const dotduel::Rules& rules);

void register_dotduel_decks(py::module_& m);
void register_dotduel_rules(py::module_& m);
void register_dotduel_engine(py::module_& m);
void register_dotduel_simulate(py::module_& m);

}  // namespace dotcore::bindings
