// Bindings of dotduel::TickGame: the contract of all games.

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/names.hpp>
#include <dotcore/dotduel/tick_game.hpp>

#include "bind_contract.hpp"
#include "bind_dotduel.hpp"

namespace dotcore::bindings {

using namespace dotduel;

namespace {

[[nodiscard]] TickGame make_game(int players, const std::optional<Deck>& deck,
                                 const py::object& rules, std::int32_t tick_ms,
                                 std::int32_t max_ticks) {
    return TickGame(players, deck ? *deck : Deck::standard(0), as_rules_of_dotduel(rules),
                    {tick_ms, max_ticks});
}

[[nodiscard]] int as_seat(const TickGame& game, int player) {
    return bindings::as_seat(game.position().table(), player);
}

[[nodiscard]] TickPosition::Actions actions_of(const TickGame& game,
                                               const std::optional<int>& player) {
    TickPosition::Actions actions;
    if (player) {
        game.position().legal_actions(as_seat(game, *player), actions);
    } else {
        game.position().legal_actions(actions);
    }
    return actions;
}

void apply_joint(TickGame& game, const py::object& actions) {
    std::vector<Action> joint;
    for (const py::handle item : py::iter(actions)) {
        if (PyIndex_Check(item.ptr()) == 0) {
            throw py::type_error("actions are whole numbers, not " + shown(item));
        }
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(item.ptr()));
        if (!number) throw py::error_already_set();
        int overflow = 0;
        const long long action = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
        if (overflow != 0 || action < 0 || action >= tick::num_actions) {
            throw IllegalMove("action " + shown(item) + " of player " +
                              std::to_string(joint.size()) + "; 0 to " +
                              std::to_string(tick::num_actions - 1));
        }
        joint.push_back(static_cast<Action>(action));
        if (joint.size() > max_players) break;
    }
    game.apply_joint(joint);
}

[[nodiscard]] py::array_t<double> by_seat(const TickGame& game,
                                          double (*number_of)(const TickGame&, int)) {
    const int players = game.position().num_players();
    py::array_t<double> values(players);
    for (int p = 0; p < players; ++p) values.mutable_at(p) = number_of(game, p);
    return values;
}

// What chance is to do, as a word before its outcomes.
[[nodiscard]] const char* word_of(const TickPosition& position) {
    if (position.is_order()) return "P";
    switch (position.lot()) {
        case Lot::die:
            return "die ";
        case Lot::roll:
            return "rolled ";
        case Lot::card:
            return "card ";
        default:
            return "place ";
    }
}

[[nodiscard]] std::string action_to_string(const TickGame& game, Action action) {
    const TickPosition& position = game.position();
    if (position.current_player() != CHANCE) return tick::to_string(action);
    if (!position.is_outcome(action)) {
        throw Error("outcome " + std::to_string(action) + "; one of chance_outcomes() is due");
    }
    return word_of(position) + std::to_string(action);
}

[[nodiscard]] Action string_to_action(const TickGame& game, const std::string& text) {
    const TickPosition& position = game.position();
    if (position.current_player() != CHANCE) return tick::from_string(text);
    for (const auto& outcome : position.chance_outcomes()) {
        if (action_to_string(game, outcome.action) == text) return outcome.action;
    }
    throw Error("no outcome of chance here: '" + printable(text) + "'; such as '" +
                action_to_string(game, position.chance_outcomes().front().action) + "'");
}

[[nodiscard]] py::dict view(const TickGame& game, int player) {
    const TickPosition& position = game.position();
    py::dict seen =
        view_of(position.table(), position.cards(), position.rules(), as_seat(game, player));
    seen["game"] = "dotduel_tick";
    seen["tick"] = position.tick();
    seen["tick_ms"] = position.tick_rules().tick_ms;
    seen["max_ticks"] = position.tick_rules().max_ticks;
    seen["current_player"] = position.current_player();
    py::list acts;
    for (const Action action : actions_of(game, player)) acts.append(tick::to_string(action));
    seen["legal"] = acts;
    return seen;
}

[[nodiscard]] py::object observe(const TickGame& game, int player, std::optional<py::array>& out) {
    const TickPosition& position = game.position();
    const int seat = as_seat(game, player);
    const int size = observation_size(position.num_players(), position.cards());
    py::array array = out ? *out : py::array(py::array_t<float>(size));
    const auto least = static_cast<std::size_t>(size);
    dotduel::observe(position, seat, out_elements<float>(array, least).first(least));
    return array;
}

}  // namespace

void register_dotduel_tick(py::module_& m) {
    py::class_<TickGame> game(m, "TickGame",
                              R"(Dot Duel in steps of time: a state for search and learning.

In each tick all players choose one action at once, ``0`` being to wait; the referee judges them one
after the other at the same instant, in an order drawn by lot (``tie_break="random"``) or by seat,
then the clock goes on by ``tick_ms``. Dice, cards and lots are acts of chance. The deck is a set:
nothing is hidden, and no state holds a future. All are connected.

Parameters
----------
players : int
    2 to 6.
deck : Deck, optional
    6 to 57 cards; ``Deck.standard(0)`` by default.
rules : Rules, optional
    Without ``call_names_count``; ``duel_timeout_ms`` 0 or a tick at least.
tick_ms, max_ticks : int
    1 to 60,000, and after how many ticks the game ends at the latest, by cards held.

Raises
------
RulesError
    For what cannot be played so.

>>> game = dotduel.TickGame(2)
>>> game.resolve_chance(1)
>>> game.current_player, game.legal_actions(0).tolist()
(-2, [0, 1])
>>> game.action_to_string(123)
'double dot 0 1'
>>> game.apply_joint([1, 1])
>>> game.current_player
-1
)");
    publish(game, "dotcore.dotduel");
    game.def(py::init(&make_game), py::arg("players"), py::arg("deck") = py::none(),
             py::arg("rules") = py::none(), py::kw_only(), py::arg("tick_ms") = 500,
             py::arg("max_ticks") = 20000)
        .def_property_readonly("deck", [](const TickGame& g) { return g.deck(); })
        .def_property_readonly("rules", [](const TickGame& g) { return g.position().rules(); })
        .def_property_readonly("tick_ms",
                               [](const TickGame& g) { return g.position().tick_rules().tick_ms; })
        .def_property_readonly(
            "max_ticks", [](const TickGame& g) { return g.position().tick_rules().max_ticks; })
        .def_property_readonly(
            "tick", [](const TickGame& g) { return g.position().tick(); },
            "How many ticks are over.")
        .def_property_readonly(
            "phase", [](const TickGame& g) { return name_of(g.position().table().phase); })
        .def_property_readonly(
            "show", [](const TickGame& g) { return show_of(g.position().table()); },
            "The cards of the six slots, None in an empty one.")
        .def_property_readonly(
            "number",
            [](const TickGame& g) {
                const int number = g.position().table().number;
                return or_none(number == 0 ? -1 : number);
            },
            "The number that was rolled and is sought; None when none is.")
        .def_property_readonly(
            "scores", [](const TickGame& g) { return scores_of(g.position().table()); },
            "Cards of each player.")
        .def_property_readonly("round",
                               [](const TickGame& g) { return g.position().table().round; })
        .def_property_readonly(
            "grounds", [](const TickGame& g) { return grounds_of(g.position().table()); },
            "The cards of the duel being fought, in order of placing.")
        .def_property_readonly(
            "personal", [](const TickGame& g) { return personal_of(g.position().table()); },
            "The cards of each player, the oldest first.")
        .def_property_readonly(
            "claims", [](const TickGame& g) { return claims_of(g.position().table()); },
            "Open claims, as of an Engine.")
        .def_property_readonly(
            "duel", [](const TickGame& g) { return duel_of(g.position().table()); },
            "The duel being fought, as of an Engine; None if there is none.")
        .def_property_readonly(
            "winner",
            [](const TickGame& g) {
                for (int p = 0; p < g.position().num_players(); ++p) {
                    if (g.position().returns(p) > 0) return or_none(p);
                }
                return or_none(-1);
            },
            "Set when the game is over; None if nobody has won.")
        .def_property_readonly("num_players",
                               [](const TickGame& g) { return g.position().num_players(); })
        .def_property_readonly(
            "current_player", [](const TickGame& g) { return g.position().current_player(); },
            "-2 (SIMULTANEOUS) while all choose, -1 (CHANCE) while chance is to act, -4 (TERMINAL) "
            "when the game is over.")
        .def_property_readonly(
            "num_actions", [](const TickGame& g) { return g.position().num_actions(); },
            "357, in every state: 0 wait, 1 roll, 2 agree; 3 + 8 slot + count - 1 claim; 51 + 6 "
            "slot "
            "+ seat \"Dot Duel!\" on that seat's claim, 87 + 6 slot + seat prove it to be of too "
            "many; 123 + pair of slots Double Dot; 137 + total answer; 234 + pair of places duel "
            "Double Dot; 300 + card give it into GROUNDS.")
        .def_property_readonly("is_terminal",
                               [](const TickGame& g) { return g.position().is_terminal(); })
        .def(
            "legal_actions",
            [](const TickGame& g, const std::optional<int>& player, std::optional<py::array>& out) {
                return actions_array(actions_of(g, player), out);
            },
            py::arg("player") = py::none(), py::arg("out").noconvert() = py::none(),
            R"(What a player may choose, sorted, while all choose; none without a player.

Whether a claim is right never shows in it.

Returns
-------
(n,) int32
    Or, with ``out``, their number: the actions are then at the start of ``out``, which must be
    int32, C-contiguous, writable and large enough (``num_actions`` always is).
)")
        .def(
            "legal_mask",
            [](const TickGame& g, const std::optional<int>& player, std::optional<py::array>& out) {
                return actions_mask(actions_of(g, player), g.position().num_actions(), out);
            },
            py::arg("player") = py::none(), py::arg("out").noconvert() = py::none(),
            "(num_actions,) bool, true for each of legal_actions(player); written into ``out`` if "
            "given.")
        .def(
            "apply", [](TickGame& g, int action) { g.apply(action); }, py::arg("action"),
            "Make an outcome of chance. IllegalMove, with nothing changed, for any other.")
        .def("apply_joint", &apply_joint, py::arg("actions"),
             "Make one action of each player, by seat. IllegalMove, with nothing changed, if one "
             "is not legal.")
        .def("undo", &TickGame::undo, "Take the last act back, one of chance too.")
        .def(
            "returns",
            [](const TickGame& g) {
                return by_seat(g,
                               [](const TickGame& of, int p) { return of.position().returns(p); });
            },
            "(players,) float64: 1 for the winner, -1 / (players - 1) for the others; 0 before the "
            "end, and for all if nobody wins.")
        .def(
            "rewards",
            [](const TickGame& g) {
                return by_seat(g, [](const TickGame& of, int p) { return of.reward(p); });
            },
            "(players,) float64: what the last act brought of returns().")
        .def(
            "chance_outcomes",
            [](const TickGame& g) { return outcome_arrays(g.position().chance_outcomes()); },
            "(ids int32, probabilities float64) of the die (1 to 6), the sum of two, the card, the "
            "place in a PERSONAL, or the seat whose action comes first; empty unless chance is to "
            "act.")
        .def(
            "sample_chance",
            [](TickGame& g, const py::object& rng) {
                RngArgument generator(rng);
                return g.sample_chance(*generator);
            },
            py::arg("rng"), "Make one act of chance and return it. IllegalMove if none is due.")
        .def(
            "resolve_chance",
            [](TickGame& g, const py::object& rng) {
                RngArgument generator(rng);
                g.resolve_chance(*generator);
            },
            py::arg("rng"), "Make all acts of chance that are due. Does nothing if none is.")
        .def(
            "copy",
            [](const TickGame& g, bool history) {
                TickGame copy(g);
                if (!history) copy.forget_history();
                return copy;
            },
            py::arg("history") = true,
            "An equal game; without ``history`` nothing in it can be undone.")
        .def_property_readonly(
            "key", [](const TickGame& g) { return g.position().key(); },
            "64 bits; equal positions, equal keys.")
        .def(
            "__eq__", [](const TickGame& a, const TickGame& b) { return a == b; },
            py::is_operator())
        .def(
            "to_bytes",
            [](const TickGame& g, bool history) { return as_bytes(g.to_bytes(history)); },
            py::arg("history") = false,
            "The position, or the whole game, in a versioned little-endian form.")
        .def_static(
            "from_bytes", [](const py::bytes& data) { return TickGame::from_bytes(span_of(data)); },
            py::arg("data"), "What to_bytes wrote. InvalidRecord for anything else.")
        .def("action_to_string", &action_to_string, py::arg("action"),
             R"(An action as text: "claim 3x2" (slot and count), "duel 3@P1", "double dot 0 4".

While chance is to act its outcomes are meant: "die 4", "rolled 7", "card 12", "place 3", "P2".)")
        .def("string_to_action", &string_to_action, py::arg("text"),
             "The action of such a text; Error for any other.")
        .def_property_readonly(
            "observation_shape",
            [](const TickGame& g) {
                return py::make_tuple(
                    observation_size(g.position().num_players(), g.position().cards()));
            },
            "(numbers,) of observe().")
        .def("observe", &observe, py::arg("player"), py::arg("out").noconvert() = py::none(),
             R"(What a player sees, as numbers for a network; seats are told from that player on.

For n players, s symbols, c cards: 11 the phase; 11 the number sought; s symbols of that number; of
each of 6 slots 1 showing, s its symbols, n whose live claim, 1 its count / 8, 1 its time left; of 12
places of GROUNDS 1 there, s its symbols; of each seat 10: cards / c, active, barred, out, rounds to
sit out / 10, agreed, to roll, in the duel, its initiator, to place cards; s how many cards in DECK
have the symbol / 8; c own cards; 1 the share of cards in DECK; 1 the share of ticks left.

Returns
-------
(numbers,) float32
    ``out`` itself, if given: float32, C-contiguous, writable, of that many elements at least.
)")
        .def("view", &view, py::arg("player"),
             R"(What that player may know, ready for JSON: as `Engine.view`, and the ticks.

``legal`` lists the player's actions as text.
)")
        .def(
            "info_key",
            [](const TickGame& g, int player) { return g.position().info_key(as_seat(g, player)); },
            py::arg("player"), "64 bits of what that player sees: all, so the key.")
        .def(
            "resample",
            [](const TickGame& g, int player, const py::object& rng) {
                (void)as_seat(g, player);
                RngArgument generator(rng);
                TickGame copy(g);
                copy.forget_history();
                return copy;
            },
            py::arg("player"), py::arg("rng"),
            "A world that the player cannot tell from this one: an equal one, since nothing is "
            "hidden.")
        .def(
            "check_consistency",
            [](const TickGame& g) {
                if (const char* const fault = g.position().check_consistency()) {
                    throw Error(std::string("the game is not sound: ") + fault);
                }
            },
            "Error unless the game is sound: for tests.")
        .def("__repr__", [](const TickGame& g) {
            const TickPosition& position = g.position();
            return "<TickGame of " + std::to_string(position.num_players()) + " players, " +
                   std::string(name_of(position.table().phase)) + ", tick " +
                   std::to_string(position.tick()) + ">";
        });
    game.attr("__hash__") = py::none();
    make_picklable_as_bytes(
        game, "TickGame", [](const TickGame& g) { return g.to_bytes(true); },
        [](std::span<const std::uint8_t> data) { return TickGame::from_bytes(data); });
}

}  // namespace dotcore::bindings
