// What the Rules of all games have in common in Python: immutable options by name.

#pragma once

#include <string>

#include <dotcore/core/error.hpp>

#include "bindings.hpp"

namespace dotcore::bindings {

// All options of a game's rules by name, ready for JSON.
template <class Rules>
using DictOf = py::dict (*)(const Rules&);

// What Rules(**options) is. An unknown name is a RulesError, like an unknown value.
template <class Rules>
[[nodiscard]] Rules rules_from(const py::object& given, DictOf<Rules> dict_of) {
    const py::dict options = own_dict(given);
    const py::dict known = dict_of(Rules{});
    for (const auto& [name, value] : options) {
        if (known.contains(name)) continue;
        throw RulesError("Rules has no option " + std::string(py::repr(name)) + "; options are " +
                         std::string(py::str(py::str(", ").attr("join")(known))));
    }
    return py::type::of<Rules>()(**options).template cast<Rules>();
}

// Rules(...) with the options that differ from the defaults.
[[nodiscard]] std::string rules_repr(const py::dict& options, const py::dict& defaults);

// The methods replace and pickling.
template <class Rules>
void bind_options(py::class_<Rules>& rules, DictOf<Rules> dict_of) {
    rules.def(
        "replace",
        [dict_of](const Rules& self, const py::kwargs& options) {
            py::dict all = dict_of(self);
            for (const auto& [name, value] : options) all[name] = value;
            return rules_from(all, dict_of);
        },
        "The same rules but for the options given. RulesError for an unknown option or value.");
    make_picklable(
        rules, [dict_of](const Rules& self) { return py::make_tuple(dict_of(self)); },
        [dict_of](const py::tuple& state) {
            if (state.size() != 1 || !py::isinstance<py::dict>(state[0])) {
                throw InvalidRecord("the state of Rules is a dict of options");
            }
            return rules_from(py::object(state[0]), dict_of);
        });
}

}  // namespace dotcore::bindings
