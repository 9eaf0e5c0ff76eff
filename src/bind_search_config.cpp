// Binding of Config, the options of Monte Carlo search: a line for each in visit_options.

#include <pybind11/operators.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "bind_search_mcts.hpp"

namespace dotcore::bindings {

namespace {

using search::Selection;

// All options by name, with what they may be. They stand in this order wherever they are listed.
template <class Config, class Visit>
void visit_options(Config& c, Visit visit) {
    visit("selection", c.search.selection, 0, 0);
    visit("exploration", c.search.exploration, 0.0F, 100.0F);
    visit("first_play", c.search.first_play, -2.0F, 2.0F);
    visit("amaf", c.search.amaf, 0.0F, 1e6F);
    visit("grow_at", c.search.grow_at, 1, 1'000'000);
    visit("virtual_loss", c.search.virtual_loss, 0.0F, 100.0F);
    visit("memory_mb", c.search.memory_mb, 1, 32'768);
    visit("noise", c.search.noise, 0.0F, 1.0F);
    visit("noise_alpha", c.search.noise_alpha, 1e-3F, 100.0F);
    visit("informed", c.game.informed, 0, 0);
    visit("most_candidates", c.search.most_candidates, 0, 8193);
    visit("answers", c.game.playout.answers, 0.0F, 1.0F);
    visit("local", c.game.playout.local, 0.0F, 1000.0F);
    visit("informed_dots", c.game.playout.informed_dots, 0, 4096);
    visit("most_dots", c.game.playout.most_dots, 1, 4096);
    visit("ladder_nodes", c.game.ladder_nodes, 0, 1 << 24);
    visit("ladder_fear", c.game.ladder_fear, 0.0F, 100.0F);
    visit("margin_weight", c.game.margin_weight, 0.0F, 1.0F);
    visit("margin_scale", c.game.margin_scale, 0.5F, 4096.0F);
}

constexpr std::array<const char*, 2> selections{"uct", "puct"};

// A float as the shortest decimal that means it: 0.15, not 0.15000000596.
[[nodiscard]] double shortest(float value) {
    std::array<char, 48> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    double result = 0;
    std::from_chars(text.data(), end, result);
    return result;
}

[[nodiscard]] py::object told(Selection value) {
    return py::str(selections[static_cast<std::size_t>(value)]);
}
[[nodiscard]] py::object told(float value) { return py::float_(shortest(value)); }
[[nodiscard]] py::object told(bool value) { return py::bool_(value); }
template <class Int>
    requires std::is_integral_v<Int>
[[nodiscard]] py::object told(Int value) {
    return py::int_(value);
}

[[noreturn]] void refuse(const char* name, py::handle value, const std::string& wanted) {
    throw Error(std::string(name) + "=" + shown(value) + "; " + wanted);
}

[[noreturn]] void refuse_type(const char* name, py::handle value, const char* wanted) {
    throw py::type_error(std::string(name) + " must be " + wanted + ", not " + shown(value));
}

void set_option(const char* name, py::handle value, Selection& option, int, int) {
    for (std::size_t i = 0; i < selections.size(); ++i) {
        if (py::isinstance<py::str>(value) && utf8_of(value) == selections[i]) {
            option = static_cast<Selection>(i);
            return;
        }
    }
    refuse(name, value, "one of 'uct', 'puct'");
}
void set_option(const char* name, py::handle value, bool& option, int, int) {
    if (!PyBool_Check(value.ptr())) refuse_type(name, value, "a bool");
    option = value.ptr() == Py_True;
}
void set_option(const char* name, py::handle value, float& option, float least, float most) {
    const double number = PyBool_Check(value.ptr()) ? -1.0 : PyFloat_AsDouble(value.ptr());
    if (PyBool_Check(value.ptr()) || PyErr_Occurred()) {
        PyErr_Clear();
        refuse_type(name, value, "a float");
    }
    const auto rounded = static_cast<float>(number);
    if (!(rounded >= least && rounded <= most)) {
        refuse(name, value,
               std::string(py::str(told(least))) + " to " + std::string(py::str(told(most))));
    }
    option = rounded;
}
template <class Int>
    requires std::is_integral_v<Int>
void set_option(const char* name, py::handle value, Int& option, int least, int most) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!index || PyBool_Check(value.ptr())) {
        PyErr_Clear();
        refuse_type(name, value, "an int");
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || number < least || number > most) {
        refuse(name, value, std::to_string(least) + " to " + std::to_string(most));
    }
    option = static_cast<Int>(number);
}

[[nodiscard]] py::dict dict_of(const SearchConfig& config) {
    py::dict options;
    visit_options(config, [&](const char* name, const auto& option, auto, auto) {
        options[name] = told(option);
    });
    return options;
}

// The config but for the options given.
[[nodiscard]] SearchConfig changed(SearchConfig config, const py::dict& options) {
    std::size_t known = 0;
    visit_options(config, [&](const char* name, auto& option, auto least, auto most) {
        if (!options.contains(name)) return;
        ++known;
        set_option(name, options[name], option, least, most);
    });
    if (known != options.size()) {
        const py::dict all = dict_of(config);
        for (const auto& [name, value] : options) {
            if (all.contains(name)) continue;
            throw Error("Config has no option " + shown(name) + "; options are " +
                        std::string(py::str(py::str(", ").attr("join")(all))));
        }
    }
    return config;
}

[[nodiscard]] std::string repr_of(const SearchConfig& config) {
    const py::dict defaults = dict_of(SearchConfig{});
    std::string text;
    for (const auto& [name, value] : dict_of(config)) {
        if (py::object(defaults[name]).equal(value)) continue;
        text += (text.empty() ? "" : ", ") + std::string(py::str(name)) + "=" +
                std::string(py::repr(value));
    }
    return "Config(" + text + ")";
}

}  // namespace

SearchConfig SearchConfig::uniform() {
    SearchConfig config;
    config.search.selection = Selection::uct;
    config.search.amaf = 0;
    config.search.most_candidates = 0;
    config.game.informed = false;
    return config;
}

SearchConfig as_config(const py::object& config) {
    if (config.is_none()) return {};
    if (py::isinstance<SearchConfig>(config)) return config.cast<SearchConfig>();
    throw py::type_error("config must be a Config, not " + shown(config));
}

void register_search_config(py::module_& m) {
    py::class_<SearchConfig> config(
        m, "Config",
        R"(The options of Monte Carlo search. Immutable, hashable, picklable.

``Config().as_dict()`` tells all with their defaults, which are those of ``Config.strong()``; a value
out of range is refused with a word on what may be.

Parameters
----------
selection : {"uct", "puct"}
    How a walk chooses among the actions of a position: by how well and how often each was tried, or
    also by how likely each looked beforehand.
exploration : float
    How much more is tried than what looks best.
first_play : float
    How much worse than its position an action counts that was never tried (puct).
amaf : float
    Visits after which an action's own value weighs as much as what all playouts say in which it was
    played at some time; 0 for none of that.
grow_at : int
    Visits after which an action's position gets a place of its own in the tree.
virtual_loss : float
    How many losses a simulation counts as while it is on its way: what keeps threads, and leaves that
    are out for evaluation, apart.
memory_mb : int
    What the tree may take. When it is full, search goes on without growing it.
noise, noise_alpha : float
    The share of Dirichlet noise in the root's priors, for self-play, and its parameter.
informed : bool
    Whether actions and playouts are chosen by knowledge of the game, or uniformly of all legal ones.
most_candidates : int
    How many actions of a position are looked at, the most likely ones; 0 for all.
answers : float
    How often a playout, if informed, answers a capture or a threat of one: 0 to 1.
local : float
    How much dots next to the last one are liked in a playout, if informed; 0 for no more than others.
informed_dots, most_dots : int
    For how many dots a playout, if informed, goes by ``answers`` and ``local``, and after how many it
    ends.
ladder_nodes : int
    How many positions at most are looked at, if informed, to see what ladder a dot at the root would
    allow the other; 0 for none.
ladder_fear : float
    How much less such a dot is tried: a factor of ``exp(-ladder_fear)`` for each point lost.
margin_weight, margin_scale : float
    The share of the margin in a playout's value, the rest being the result; and the margin, in
    points, that counts as much as a win.

Raises
------
Error
    For an unknown option or a value outside its range.

>>> search.Config(exploration=0.5).replace(memory_mb=16)
Config(exploration=0.5, memory_mb=16)
)");
    publish(config, "dotcore.search");
    config.def(py::init([](const py::kwargs& options) { return changed(SearchConfig{}, options); }))
        .def_static(
            "strong", [] { return SearchConfig{}; }, "The defaults: the strongest known.")
        .def_static("uniform", &SearchConfig::uniform,
                    "Plain UCT over all legal actions, with uniformly random playouts.")
        .def(
            "replace",
            [](const SearchConfig& self, const py::kwargs& options) {
                return changed(self, options);
            },
            "The same config but for the options given. Error for an unknown option or value.")
        .def("as_dict", &dict_of, "All options by name, ready for JSON.")
        .def(
            "__eq__",
            [](const SearchConfig& a, const SearchConfig& b) {
                return dict_of(a).equal(dict_of(b));
            },
            py::is_operator())
        .def("__hash__",
             [](const SearchConfig& self) {
                 return py::hash(py::tuple(dict_of(self).attr("values")()));
             })
        .def("__repr__", &repr_of);
    const SearchConfig defaults;
    visit_options(defaults, [&](const char* name, const auto&, auto, auto) {
        config.def_property_readonly(
            name, [name](const SearchConfig& self) { return py::object(dict_of(self)[name]); });
    });
    make_picklable(
        config, [](const SearchConfig& self) { return py::make_tuple(dict_of(self)); },
        [](const py::tuple& state) {
            if (state.size() != 1 || !py::isinstance<py::dict>(state[0])) {
                throw InvalidRecord("the state of a Config is a dict of options");
            }
            return changed(SearchConfig{}, state[0]);
        });
}

}  // namespace dotcore::bindings
