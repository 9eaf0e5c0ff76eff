// The module dotcore._core.dotduel, part by part.

#include "bind_dotduel.hpp"

namespace dotcore::bindings {

void register_dotduel(py::module_& m) {
    py::module_ dotduel = m.def_submodule("dotduel");
    register_dotduel_decks(dotduel);
    register_dotduel_rules(dotduel);
    register_dotduel_engine(dotduel);
    register_dotduel_simulate(dotduel);
    register_dotduel_tick(dotduel);
}

}  // namespace dotcore::bindings
