// Bindings of dotduel::Engine. Whatever a player's message holds, it comes out as an outcome.

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/names.hpp>

#include "bind_contract.hpp"
#include "bind_dotduel.hpp"

namespace dotcore::bindings {

using namespace dotduel;

namespace {

// An int, or what stands for one, such as NumPy's; not a bool. Nothing for anything else, and -1,
// of which there is no use here, for what has more than 64 bits.
[[nodiscard]] std::optional<long long> whole_number(py::handle value) {
    if (PyIndex_Check(value.ptr()) == 0 || PyBool_Check(value.ptr())) return std::nullopt;
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) {
        PyErr_Clear();
        return std::nullopt;
    }
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    return overflow == 0 ? small : -1;
}

// What a player sent in a place for a number: -1 for None; -2, which is never right, for what is
// no number, below 0, or too large.
constexpr std::int32_t nonsense = -2;
[[nodiscard]] std::int32_t number_sent(py::handle value) {
    if (value.is_none()) return -1;
    const auto number = whole_number(value);
    if (!number || *number < 0 || *number > 0x7fffffff) return nonsense;
    return static_cast<std::int32_t>(*number);
}

// The host's own time: an int. Out of all range it is the past.
[[nodiscard]] Time time_of(py::handle value) {
    const auto time = whole_number(value);
    if (!time) {
        throw py::type_error("t_ms must be an int, the host's time in milliseconds, not " +
                             shown(value));
    }
    return *time > latest_time ? -1 : Time{*time};
}

// Cards named by a player: a list or tuple of numbers, or a row of NumPy's. False for anything
// else.
[[nodiscard]] bool name_cards(py::handle cards, Event& event) {
    const bool is_list = py::isinstance<py::list>(cards) || py::isinstance<py::tuple>(cards);
    const bool is_row =
        py::isinstance<py::array>(cards) && py::reinterpret_borrow<py::array>(cards).ndim() == 1;
    if (!is_list && !is_row) return false;
    // Of a class of their own they may be anything.
    const auto items = py::reinterpret_steal<py::object>(PySequence_Tuple(cards.ptr()));
    if (!items) {
        PyErr_Clear();
        return false;
    }
    const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(items.ptr()));
    event.named = static_cast<std::int8_t>(std::min<std::size_t>(count, max_named + 1));
    for (std::size_t i = 0; i < count && i < max_named; ++i) {
        const std::int32_t card =
            number_sent(PyTuple_GET_ITEM(items.ptr(), static_cast<py::ssize_t>(i)));
        event.cards[i] = static_cast<std::uint8_t>(card < 0 || card > no_card ? no_card : card);
    }
    return true;
}

// What a player said, in the parts that a verb has.
struct Said {
    py::object card, count, claim, cards, total, on;
};

[[nodiscard]] Event event_of(py::handle t_ms, py::handle player, py::handle verb, const Said& said,
                             py::handle seq, py::handle roll_id, py::handle duel_id) {
    Event event;
    event.t = time_of(t_ms);
    const std::int32_t seat = number_sent(player);
    event.player = static_cast<std::int8_t>(seat > 100 ? nonsense : seat);
    if (py::isinstance<py::str>(verb)) event.verb = verb_named(utf8_of(verb));
    event.roll_id = number_sent(roll_id);
    event.duel_id = number_sent(duel_id);
    const auto is_number = [](py::handle id) { return id.is_none() || whole_number(id); };
    if (!is_number(roll_id) || !is_number(duel_id)) event.verb = Verb::unknown;
    switch (event.verb) {
        case Verb::set_connected:
            event.what = py::isinstance<py::bool_>(said.on) ? (said.on.is(py::bool_(true)) ? 1 : 0)
                                                            : nonsense;
            break;
        case Verb::claim:
            event.what = number_sent(said.card);
            event.with = number_sent(said.count);
            break;
        case Verb::dot_duel:
        case Verb::prove_over:
            event.what = number_sent(said.claim);
            event.with = number_sent(said.count);
            break;
        case Verb::double_dot: {
            Event two;
            if (name_cards(said.cards, two) && two.named == 2) {
                event.what = two.cards[0];
                event.with = two.cards[1];
            }
            break;
        }
        case Verb::answer:
            event.what = number_sent(said.total);
            break;
        case Verb::place:
        case Verb::duel_double_dot:
            if (!name_cards(said.cards, event)) event.named = max_named + 1;
            break;
        default:
            break;
    }
    if (!seq.is_none()) {
        const auto number = whole_number(seq);
        if (!number || *number < 0) {
            event.verb = Verb::unknown;  // nobody can tell which message this is
        } else {
            event.seq = *number;
        }
    }
    return event;
}

// Which player's, card's or number's effects tell of these.
[[nodiscard]] py::dict told_of(const Effect& effect) {
    py::dict told;
    told["change"] = name_of(effect.change);
    told["t"] = effect.t;
    if (effect.player >= 0) told["player"] = int{effect.player};
    if (effect.card >= 0) told["card"] = int{effect.card};
    if (effect.value >= 0) {
        switch (effect.change) {
            case Change::thrown:
                told["die"] = effect.value;
                break;
            case Change::round:
            case Change::round_over:
                told["round"] = effect.value;
                break;
            case Change::shown:
                told["slot"] = effect.value;
                break;
            case Change::rolled:
                told["number"] = effect.value;
                break;
            case Change::claimed:
            case Change::live:
            case Change::voided:
                told["claim"] = effect.value;
                break;
            case Change::aside:
                told["claimant"] = effect.value;
                break;
            case Change::sentenced:
                told["rounds"] = effect.value;
                break;
            case Change::duel:
                told["duel_id"] = effect.value;
                break;
            case Change::misfired:
                told["total"] = effect.value;
                break;
            default:
                break;
        }
    }
    return told;
}

struct Reply {
    Outcome outcome;
    Effects effects;
};

[[nodiscard]] py::list effects_of(const Effects& effects) {
    py::list list;
    for (const Effect& effect : effects) list.append(told_of(effect));
    return list;
}

template <class Number>
[[nodiscard]] std::vector<Number> numbers_in(const py::object& given, const char* what,
                                             std::uint64_t most) {
    std::vector<Number> numbers;
    if (given.is_none()) return numbers;
    for (const py::handle item : py::iter(given)) {
        if (PyIndex_Check(item.ptr()) == 0) {
            throw py::type_error(std::string(what) + " are whole numbers, not " + shown(item));
        }
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(item.ptr()));
        if (!number) throw py::error_already_set();
        const std::int32_t value = number_sent(number);
        if (value < 0 || static_cast<std::uint64_t>(value) > most) {
            throw RulesError(std::string(what) + ": " + shown(item) + "; 0 to " +
                             std::to_string(most));
        }
        numbers.push_back(static_cast<Number>(value));
    }
    return numbers;
}

[[nodiscard]] Engine make_engine(int players, const std::optional<Deck>& deck,
                                 const py::object& rules, const py::object& seed,
                                 const py::object& order, const py::object& dice,
                                 const py::object& picks) {
    const std::uint64_t own_seed =
        seed.is_none() ? py::module_::import("secrets").attr("randbits")(64).cast<std::uint64_t>()
                       : as_seed(seed);
    Setup setup{players, deck ? *deck : Deck::standard(0), as_rules_of_dotduel(rules)};
    setup.seed = own_seed;
    setup.order = numbers_in<std::uint8_t>(order, "order", 255);
    if (!order.is_none() && setup.order.empty())
        throw RulesError("order: each card of the deck once");
    setup.dice = numbers_in<std::uint8_t>(dice, "dice", 6);
    setup.picks = numbers_in<std::uint32_t>(picks, "picks", 0x7fffffff);
    return Engine(std::move(setup));
}

void bind_reply(py::module_& m) {
    py::class_<Reply> reply(m, "Reply", R"(What an event came to: one outcome, and what happened.

``outcome`` is a word in capitals; ``accepted`` tells if it is none of the rejections; ``effects``
are dicts in the order of what happened on the table, timers that were due first. Each has
``change`` and ``t``, and where there is one ``player``, ``card``, ``claim``, ``number``, ``die``,
``round``, ``slot``, ``claimant``, ``rounds``, ``duel_id``, ``total``. Everybody may see them.
)");
    publish(reply, "dotcore.dotduel");
    reply.def_property_readonly("outcome", [](const Reply& r) { return name_of(r.outcome); })
        .def_property_readonly("accepted", [](const Reply& r) { return !is_rejection(r.outcome); })
        .def_property_readonly("effects", [](const Reply& r) { return effects_of(r.effects); })
        .def("__repr__", [](const Reply& r) {
            return "<Reply " + std::string(name_of(r.outcome)) + ", " +
                   std::to_string(r.effects.size()) + " effects>";
        });
}

}  // namespace

void register_dotduel_engine(py::module_& m) {
    bind_reply(m);
    py::class_<Engine> engine(
        m, "Engine", R"(The game of a server: it judges what players say, and keeps the log.

It has no clock. The host stamps each message with its own time, in milliseconds from wherever it
likes to count (0 to 2**53, anything else is CLOCK), and calls `advance` at `next_deadline` at the latest. Whatever a message holds has
one outcome and never raises. The seed decides all shuffles and dice: who knows it knows what comes.

Parameters
----------
players : int
    2 to 6 (R1).
deck : Deck, optional
    6 to 64 cards; ``Deck.standard(0)`` by default.
rules : Rules, optional
seed : int, optional
    0 to 2**64 - 1; by default one that nobody can guess.
order : sequence of int, optional
    The cards of the deck, top first, in place of a shuffle.
dice, picks : sequence of int
    Dice (1 to 6) and other draws that come before drawn ones, each pick taken modulo its bound.

Raises
------
RulesError
    For players, a deck, an order or dice that cannot be.

>>> engine = dotduel.Engine(players=3, seed=1)
>>> engine.submit(0, None, "start").outcome
'STARTED'
>>> engine.submit(10, 0, "roll").effects
[{'change': 'thrown', 't': 10, 'player': 0, 'die': 5}]
)");
    publish(engine, "dotcore.dotduel");
    engine
        .def(py::init(&make_engine), py::arg("players"), py::arg("deck") = py::none(),
             py::arg("rules") = py::none(), py::kw_only(), py::arg("seed") = py::none(),
             py::arg("order") = py::none(), py::arg("dice") = py::tuple(),
             py::arg("picks") = py::tuple())
        .def(
            "submit",
            [](Engine& e, const py::object& t_ms, const py::object& player, const py::object& verb,
               const py::object& card, const py::object& count, const py::object& claim,
               const py::object& cards, const py::object& total, const py::object& on,
               const py::object& seq, const py::object& roll_id, const py::object& duel_id) {
                const Event event =
                    event_of(t_ms, player, verb, {card, count, claim, cards, total, on}, seq,
                             roll_id, duel_id);
                const Outcome outcome = e.submit(event);
                return Reply{outcome, e.effects()};
            },
            py::arg("t_ms"), py::arg("player"), py::arg("verb"), py::kw_only(),
            py::arg("card") = py::none(), py::arg("count") = py::none(),
            py::arg("claim") = py::none(), py::arg("cards") = py::none(),
            py::arg("total") = py::none(), py::arg("on") = py::none(), py::arg("seq") = py::none(),
            py::arg("roll_id") = py::none(), py::arg("duel_id") = py::none(),
            R"(Judge one event; timers that are due at its time fire first.

Verbs and what they need: ``start`` (player None, so that it is the host's alone), ``set_connected`` (``on``), ``roll``, ``claim``
(``card``, ``count``), ``dot_duel`` and ``prove_over`` (``claim``; ``count`` under
``call_names_count``), ``double_dot`` (``cards``, two), ``agree``, ``place`` (``cards``), ``answer``
(``total``), ``duel_double_dot`` (``cards``), ``forfeit``. A number that was given as ``seq`` before
makes a DUPLICATE; ``roll_id`` and ``duel_id`` other than the present ones make it STALE.

DUPLICATE and CLOCK (``t_ms`` lies in the past) change nothing at all, other rejections only the
clock. TypeError if ``t_ms``, the host's own, is no int; whatever else is odd is ILLEGAL.
)")
        .def(
            "advance",
            [](Engine& e, const py::object& t_ms) {
                const bool is_later = e.advance(time_of(t_ms));
                return Reply{is_later ? Outcome::ok : Outcome::clock, e.effects()};
            },
            py::arg("t_ms"), "Let the timers that are due by then fire: OK, or CLOCK for the past.")
        .def(
            "why_rejected",
            [](const Engine& e, const py::object& t_ms, const py::object& player,
               const py::object& verb, const py::object& card, const py::object& count,
               const py::object& claim, const py::object& cards, const py::object& total,
               const py::object& on, const py::object& seq, const py::object& roll_id,
               const py::object& duel_id) -> py::object {
                const Event event =
                    event_of(t_ms, player, verb, {card, count, claim, cards, total, on}, seq,
                             roll_id, duel_id);
                const Outcome outcome = e.why_rejected(event);
                if (outcome == Outcome::ok) return py::none();
                return py::cast(name_of(outcome));
            },
            py::arg("t_ms"), py::arg("player"), py::arg("verb"), py::kw_only(),
            py::arg("card") = py::none(), py::arg("count") = py::none(),
            py::arg("claim") = py::none(), py::arg("cards") = py::none(),
            py::arg("total") = py::none(), py::arg("on") = py::none(), py::arg("seq") = py::none(),
            py::arg("roll_id") = py::none(), py::arg("duel_id") = py::none(),
            "The rejection that the event would meet as the table is now, timers aside; None if "
            "it would be accepted.")
        .def_property_readonly(
            "next_deadline", [](const Engine& e) { return or_none(e.next_deadline()); },
            "When `advance` should be called at the latest; None if nothing is due by itself.")
        .def(
            "legal",
            [](const Engine& e, const std::optional<int>& player) {
                return legal_of(e.table(), e.cards(), e.setup().rules, player);
            },
            py::arg("player") = py::none(),
            R"(What the player may say now, by verb; for None, the host.

``claim``, ``double_dot``, ``duel_double_dot`` list cards, ``dot_duel`` and ``prove_over`` claims;
``place`` is how many cards, ``answer`` the highest total; for the rest it is True. Whether a claim
is right never shows.
)")
        .def(
            "view",
            [](const Engine& e, const std::optional<int>& player) {
                return view_of(e.table(), e.cards(), e.setup().rules, player);
            },
            py::arg("player") = py::none(),
            R"(All that this player may know, ready for JSON; for None, a spectator.

All but the order of the deck is open to everybody. Cards are numbers of the deck's. docs/dotduel.md
has a table of what is in it.

>>> sorted(dotduel.Engine(2, seed=1).view(0))[:5]
['agreed', 'aside', 'claims', 'connected', 'deck_size']
)")
        .def_property_readonly("players", [](const Engine& e) { return e.setup().players; })
        .def_property_readonly("deck", [](const Engine& e) { return e.setup().deck; })
        .def_property_readonly("rules", [](const Engine& e) { return e.setup().rules; })
        .def_property_readonly(
            "phase", [](const Engine& e) { return name_of(e.table().phase); },
            "SETUP, FIRST_PLAYER, AWAIT_ROLL, SEEK, DUEL_FILL, DUEL_ROLL, "
            "DUEL_RACE, FINAL_FILL, FINAL_ROLL, FINAL_RACE or OVER.")
        .def_property_readonly("now", [](const Engine& e) { return e.table().now; })
        .def_property_readonly("round", [](const Engine& e) { return e.table().round; })
        .def_property_readonly("roll_id", [](const Engine& e) { return e.table().roll_id; })
        .def_property_readonly(
            "number",
            [](const Engine& e) {
                return or_none(e.table().number == 0 ? -1 : int{e.table().number});
            },
            "The number that was rolled and is sought; None when none is.")
        .def_property_readonly(
            "roller", [](const Engine& e) { return or_none(e.table().roller()); },
            "Whose turn it is to roll, for a round or a duel; None elsewhere.")
        .def_property_readonly(
            "show", [](const Engine& e) { return show_of(e.table()); },
            "The cards of the six slots, None in an empty one.")
        .def_property_readonly(
            "aside", [](const Engine& e) { return aside_of(e.table()); },
            "Questioned cards that wait for their duel.")
        .def_property_readonly(
            "grounds", [](const Engine& e) { return grounds_of(e.table()); },
            "The cards of the duel being fought, in order of placing.")
        .def_property_readonly(
            "personal", [](const Engine& e) { return personal_of(e.table()); },
            "The cards of each player, the oldest first.")
        .def_property_readonly(
            "deck_size", [](const Engine& e) { return e.table().deck.size(); },
            "How many cards are left in the deck.")
        .def_property_readonly(
            "status", [](const Engine& e) { return status_of(e.table()); },
            "Of each player ACTIVE, BARRED (for the round) or OUT (for whole rounds).")
        .def_property_readonly(
            "claims", [](const Engine& e) { return claims_of(e.table()); },
            "Open claims: id, player, card, count, deadline (None for one that "
            "waits behind another), callers.")
        .def_property_readonly(
            "duel", [](const Engine& e) { return duel_of(e.table()); },
            "The duel being fought: id, is_final, initiator, players, card, "
            "misfired, deadline, filler; None if there is none.")
        .def_property_readonly(
            "scores", [](const Engine& e) { return scores_of(e.table()); }, "Cards of each player.")
        .def_property_readonly(
            "winner", [](const Engine& e) { return or_none(int{e.table().winner}); },
            "Set when the game is over; None if nobody has won.")
        .def_property_readonly("is_over",
                               [](const Engine& e) { return e.table().phase == Phase::over; })
        .def(
            "zones",
            [](const Engine& e) {
                const Table& table = e.table();
                py::dict zones;
                zones["deck"] = list_of(table.deck.cards());
                zones["show"] = show_of(table);
                zones["aside"] = aside_of(table);
                zones["grounds"] = grounds_of(table);
                zones["personal"] = personal_of(table);
                return zones;
            },
            "Where each card is, the deck with its top first: for the host alone.")
        .def_property_readonly(
            "hash", [](const Engine& e) { return e.hash(); },
            "64 bits of the whole table, the order of the deck included; the same on every "
            "machine. Not for players.")
        .def_property_readonly(
            "log_size", [](const Engine& e) { return e.log_size(); },
            "How many records the log has; the first is the set-up.")
        .def(
            "log", [](const Engine& e, std::int64_t since) { return as_bytes(e.log(since)); },
            py::arg("since") = 0,
            R"(The log's records from number ``since`` on. The first, number 0, is the set-up.

Records are only ever added: pieces that follow each other, each from the `log_size` at which the
one before was taken, make a log for `replay`. It holds the seed. Error for what the log has not.
)")
        .def_static(
            "replay", [](const py::bytes& log) { return Engine::replay(span_of(log)); },
            py::arg("log"),
            "Play a log again. InvalidRecord if it was cut within a record, damaged or edited.")
        .def(
            "snapshot", [](const Engine& e) { return as_bytes(e.snapshot()); },
            "All that is needed to play on, but for the records of the log until now.")
        .def_static(
            "restore", [](const py::bytes& snapshot) { return Engine::restore(span_of(snapshot)); },
            py::arg("snapshot"),
            "The engine of a snapshot; its log goes on where that one's was. InvalidRecord for "
            "anything else.")
        .def(
            "copy", [](const Engine& e) { return Engine(e); },
            "An engine that plays on by itself, with the same chance before it.")
        .def(
            "check_consistency",
            [](const Engine& e) {
                if (const char* const fault = e.check_consistency()) {
                    throw Error(std::string("the table is not sound: ") + fault);
                }
            },
            "Error unless the table is sound: for tests.")
        .def("__repr__", [](const Engine& e) {
            return "<Engine of " + std::to_string(e.setup().players) + " players, " +
                   std::string(name_of(e.table().phase)) + ", round " +
                   std::to_string(e.table().round) + ">";
        });
    make_picklable(
        engine,
        // With its log, where that is whole.
        [](const Engine& e) {
            return py::make_tuple(e.has_whole_log(),
                                  as_bytes(e.has_whole_log() ? e.log() : e.snapshot()));
        },
        [](const py::tuple& state) {
            if (state.size() != 2 || !py::isinstance<py::bytes>(state[1])) {
                throw InvalidRecord("the state of an Engine is a bool and a bytes object");
            }
            const auto bytes = py::reinterpret_borrow<py::bytes>(state[1]);
            const bool is_log = state[0].cast<bool>();
            return is_log ? Engine::replay(span_of(bytes)) : Engine::restore(span_of(bytes));
        });
}

}  // namespace dotcore::bindings
