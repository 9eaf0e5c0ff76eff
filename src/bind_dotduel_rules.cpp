// Bindings of Dot Duel: the options.

#include <pybind11/operators.h>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/names.hpp>
#include <dotcore/dotduel/rules.hpp>

#include "bind_dotduel.hpp"
#include "bind_rules.hpp"

namespace dotcore::bindings {

using namespace dotduel;

namespace {

[[nodiscard]] Rules make_rules(std::int32_t window_ms, const std::string& auto_check,
                               const std::string& false_call_penalty,
                               const std::string& overclaim_pending,
                               const std::string& stale_double_dot, const std::string& grounds_pick,
                               const std::string& final_misfire, const std::string& tie_break,
                               bool stacked_claims, bool call_names_count, bool sitting_may_prove,
                               bool typed_calls_strict, bool window_closed_end,
                               bool auto_end_no_match, bool sit_out_stacks,
                               std::int32_t roll_timeout_ms, std::int32_t duel_timeout_ms,
                               std::int32_t seek_idle_ms, std::int32_t max_rounds) {
    Rules rules;
    rules.window_ms = window_ms;
    rules.auto_check = option_named<AutoCheck>(auto_check);
    rules.false_call_penalty = option_named<FalseCall>(false_call_penalty);
    rules.overclaim_pending = option_named<OverclaimPending>(overclaim_pending);
    rules.stale_double_dot = option_named<StaleDoubleDot>(stale_double_dot);
    rules.grounds_pick = option_named<GroundsPick>(grounds_pick);
    rules.final_misfire = option_named<FinalMisfire>(final_misfire);
    rules.tie_break = option_named<TieBreak>(tie_break);
    rules.stacked_claims = stacked_claims;
    rules.call_names_count = call_names_count;
    rules.sitting_may_prove = sitting_may_prove;
    rules.typed_calls_strict = typed_calls_strict;
    rules.window_closed_end = window_closed_end;
    rules.auto_end_no_match = auto_end_no_match;
    rules.sit_out_stacks = sit_out_stacks;
    rules.roll_timeout_ms = roll_timeout_ms;
    rules.duel_timeout_ms = duel_timeout_ms;
    rules.seek_idle_ms = seek_idle_ms;
    rules.max_rounds = max_rounds;
    check_rules(rules);
    return rules;
}

}  // namespace

py::dict dict_of(const Rules& rules) {
    py::dict options;
    options["window_ms"] = rules.window_ms;
    options["auto_check"] = name_of(rules.auto_check);
    options["false_call_penalty"] = name_of(rules.false_call_penalty);
    options["overclaim_pending"] = name_of(rules.overclaim_pending);
    options["stale_double_dot"] = name_of(rules.stale_double_dot);
    options["grounds_pick"] = name_of(rules.grounds_pick);
    options["final_misfire"] = name_of(rules.final_misfire);
    options["tie_break"] = name_of(rules.tie_break);
    options["stacked_claims"] = rules.stacked_claims;
    options["call_names_count"] = rules.call_names_count;
    options["sitting_may_prove"] = rules.sitting_may_prove;
    options["typed_calls_strict"] = rules.typed_calls_strict;
    options["window_closed_end"] = rules.window_closed_end;
    options["auto_end_no_match"] = rules.auto_end_no_match;
    options["sit_out_stacks"] = rules.sit_out_stacks;
    options["roll_timeout_ms"] = rules.roll_timeout_ms;
    options["duel_timeout_ms"] = rules.duel_timeout_ms;
    options["seek_idle_ms"] = rules.seek_idle_ms;
    options["max_rounds"] = rules.max_rounds;
    return options;
}

Rules as_rules_of_dotduel(const py::object& rules) {
    if (rules.is_none()) return Rules{};
    if (py::isinstance<Rules>(rules)) return rules.cast<Rules>();
    throw py::type_error("rules must be dotduel.Rules, not " + shown(rules));
}

void register_dotduel_rules(py::module_& m) {
    py::class_<Rules> rules(m, "Rules",
                            R"(The options of a game of Dot Duel. Immutable, hashable, picklable.

Times are milliseconds, one hour at most.

Parameters
----------
window_ms : int
    The questioning period of a claim.
auto_check : {"off", "over", "both"}
    What is found out at the end of a period that nobody used: nothing, claims of too many, or also
    claims of too few, which are then void.
false_call_penalty : {"none", "barred"}
    What a call on a right claim costs.
overclaim_pending : {"void", "keep", "return"}
    The other open claims of one who claimed too many: void, kept, or their cards go into the deck.
stale_double_dot : {"reject", "wrong"}
    A Double Dot with a card that shows no more.
grounds_pick : {"top", "random", "choose"}
    Which own cards go into the Dueling Grounds: the newest, by lot, or the player's choice.
final_misfire : {"out", "reroll"}
    What follows in a final of more than two when one of them is wrong and out of it.
tie_break : {"seq", "random"}
    Who is first of those who act at the same time in a simulation or a tick: the lowest seat, or by
    lot.
stacked_claims : bool
    Whether a claim on a claimed card waits behind that one.
call_names_count : bool
    Whether a call has to name the true count.
sitting_may_prove : bool
    Whether one who is barred or out may prove that a claim is of too many.
typed_calls_strict : bool
    Whether "Dot Duel!" on a claim of too many is a false call.
window_closed_end : bool
    Whether the last instant of a questioning period belongs to it.
auto_end_no_match : bool
    Whether seeking ends by itself when nothing that shows has the number.
sit_out_stacks : bool
    Whether rounds to sit out add up; otherwise the larger sentence counts.
roll_timeout_ms, duel_timeout_ms, seek_idle_ms : int
    After so long a turn to roll passes on, a duel is rolled again, seeking ends; 0 is never.
max_rounds : int
    The game ends after so many rounds, by the cards held; 0 is never.

Raises
------
RulesError
    For an unknown value or a number out of range.

>>> dotduel.Rules(grounds_pick="choose", max_rounds=20)
Rules(grounds_pick='choose', max_rounds=20)
)");
    publish(rules, "dotcore.dotduel");
    rules
        .def(py::init(&make_rules), py::kw_only(), py::arg("window_ms") = 5000,
             py::arg("auto_check") = "off", py::arg("false_call_penalty") = "none",
             py::arg("overclaim_pending") = "void", py::arg("stale_double_dot") = "reject",
             py::arg("grounds_pick") = "top", py::arg("final_misfire") = "out",
             py::arg("tie_break") = "random", py::arg("stacked_claims").noconvert() = false,
             py::arg("call_names_count").noconvert() = false,
             py::arg("sitting_may_prove").noconvert() = true,
             py::arg("typed_calls_strict").noconvert() = false,
             py::arg("window_closed_end").noconvert() = false,
             py::arg("auto_end_no_match").noconvert() = false,
             py::arg("sit_out_stacks").noconvert() = false, py::arg("roll_timeout_ms") = 0,
             py::arg("duel_timeout_ms") = 0, py::arg("seek_idle_ms") = 0, py::arg("max_rounds") = 0)
        .def_property_readonly("window_ms", [](const Rules& r) { return r.window_ms; })
        .def_property_readonly("auto_check", [](const Rules& r) { return name_of(r.auto_check); })
        .def_property_readonly("false_call_penalty",
                               [](const Rules& r) { return name_of(r.false_call_penalty); })
        .def_property_readonly("overclaim_pending",
                               [](const Rules& r) { return name_of(r.overclaim_pending); })
        .def_property_readonly("stale_double_dot",
                               [](const Rules& r) { return name_of(r.stale_double_dot); })
        .def_property_readonly("grounds_pick",
                               [](const Rules& r) { return name_of(r.grounds_pick); })
        .def_property_readonly("final_misfire",
                               [](const Rules& r) { return name_of(r.final_misfire); })
        .def_property_readonly("tie_break", [](const Rules& r) { return name_of(r.tie_break); })
        .def_property_readonly("stacked_claims", [](const Rules& r) { return r.stacked_claims; })
        .def_property_readonly("call_names_count",
                               [](const Rules& r) { return r.call_names_count; })
        .def_property_readonly("sitting_may_prove",
                               [](const Rules& r) { return r.sitting_may_prove; })
        .def_property_readonly("typed_calls_strict",
                               [](const Rules& r) { return r.typed_calls_strict; })
        .def_property_readonly("window_closed_end",
                               [](const Rules& r) { return r.window_closed_end; })
        .def_property_readonly("auto_end_no_match",
                               [](const Rules& r) { return r.auto_end_no_match; })
        .def_property_readonly("sit_out_stacks", [](const Rules& r) { return r.sit_out_stacks; })
        .def_property_readonly("roll_timeout_ms", [](const Rules& r) { return r.roll_timeout_ms; })
        .def_property_readonly("duel_timeout_ms", [](const Rules& r) { return r.duel_timeout_ms; })
        .def_property_readonly("seek_idle_ms", [](const Rules& r) { return r.seek_idle_ms; })
        .def_property_readonly("max_rounds", [](const Rules& r) { return r.max_rounds; })
        .def(
            "as_dict", [](const Rules& self) { return dict_of(self); },
            "All options by name, ready for JSON; Rules(**) takes them back.")
        .def(py::self == py::self)
        .def("__hash__",
             [](const Rules& self) { return py::hash(py::str(py::str(dict_of(self)))); })
        .def("__repr__",
             [](const Rules& self) { return rules_repr(dict_of(self), dict_of(Rules{})); });
    bind_options(rules, static_cast<DictOf<Rules>>(&dict_of));
}

}  // namespace dotcore::bindings
