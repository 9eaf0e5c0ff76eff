// The extension module dotcore._core. What it holds is re-exported by the package's own modules.

#include "bindings.hpp"

#include <dotcore/core/version.hpp>

PYBIND11_MODULE(_core, m) {
    m.doc() = "The compiled part of dotcore; import its names from dotcore and its modules.";
    m.attr("__version__") = dotcore::version;

    dotcore::bindings::register_errors(m);
    dotcore::bindings::register_core(m);
    dotcore::bindings::register_dotcard(m);
    dotcore::bindings::register_dotduel(m);
    dotcore::bindings::register_dots(m);
    dotcore::bindings::register_search(m);
}
