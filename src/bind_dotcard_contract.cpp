// Bindings of dotcard::Game: the contract of all games (numbered actions, chance, keys, bytes,
// observations).

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/belief.hpp>
#include <dotcore/dotcard/bytes.hpp>
#include <dotcore/dotcard/look.hpp>
#include <dotcore/dotcard/names.hpp>

#include "bind_contract.hpp"

#include "bind_dotcard.hpp"

namespace dotcore::bindings {

using namespace dotcard;

namespace {

[[nodiscard]] int as_seat(const Game& game, int player) {
    const int players = game.position().num_players();
    if (player >= 0 && player < players) return player;
    throw Error("player=" + std::to_string(player) + "; 0 to " + std::to_string(players - 1));
}

[[nodiscard]] bool is_current(const Game& game, const std::optional<int>& player) {
    return !player || as_seat(game, *player) == game.position().current_player();
}

[[nodiscard]] py::object legal_actions(const Game& game, const std::optional<int>& player,
                                       std::optional<py::array>& out) {
    Actions actions;
    if (is_current(game, player)) game.position().legal_actions(actions);
    return actions_array(actions, out);
}

[[nodiscard]] py::object legal_mask(const Game& game, const std::optional<int>& player,
                                    std::optional<py::array>& out) {
    Actions actions;
    if (is_current(game, player)) game.position().legal_actions(actions);
    return actions_mask(actions, game.position().num_actions(), out);
}

[[nodiscard]] py::object observe(const Game& game, int player, std::optional<py::array>& out) {
    const Position& position = game.position();
    const int seat = as_seat(game, player);
    const int size = observation_size(position.num_players(), position.rules().deck);
    py::array array = out ? *out : py::array(py::array_t<float>(size));
    const auto least = static_cast<std::size_t>(size);
    dotcard::observe(position, seat, out_elements<float>(array, least).first(least));
    return array;
}

template <class Number>
[[nodiscard]] py::array_t<double> by_seat(const Game& game, Number number_of) {
    py::array_t<double> values(game.position().num_players());
    for (int seat = 0; seat < game.position().num_players(); ++seat) {
        values.mutable_at(seat) = number_of(seat);
    }
    return values;
}

// Names of cards, for JSON.
[[nodiscard]] py::list names_of(const CardSet& cards, const Deck& deck) {
    py::list names;
    cards.for_each([&](dotcard::Card card, int count) {
        while (count-- > 0) names.append(deck.card_name(card));
    });
    return names;
}

[[nodiscard]] py::list laid_for_json(const Game& game, int track) {
    const Deck& deck = game.position().rules().deck;
    py::list cards;
    for (const Laid& laid : game.laid()) {
        if (laid.track != track) continue;
        py::dict card;
        card["card"] = deck.card_name(laid.card);
        card["end"] = int{laid.end};
        card["player"] = int{laid.player};
        cards.append(card);
    }
    return cards;
}

[[nodiscard]] py::dict view(const Game& game, int player) {
    const int seat = as_seat(game, player);
    const Position& position = game.position();
    const Table& table = position.table();
    const Deck& deck = position.rules().deck;
    const int players = position.num_players();
    py::dict seen;
    seen["game"] = "dotcard";
    seen["player"] = seat;
    seen["players"] = players;
    seen["rules"] = dict_of(position.rules());
    seen["sub_round"] = table.sub_round + 1;
    seen["start_number"] = position.start_number();
    seen["starter"] = int{table.starter};
    seen["phase"] = name_of(table.phase);
    seen["turn"] = int{table.turn};
    seen["current_player"] = position.current_player();
    seen["hand"] = names_of(position.hand(seat), deck);
    seen["pile_size"] = position.pile_size();
    py::list sizes;
    py::list totals;
    py::list skips;
    py::list passed;
    for (int i = 0; i < players; ++i) {
        sizes.append(position.hand_size(i));
        totals.append(position.total(i));
        skips.append(int{table.skips[static_cast<std::size_t>(i)]});
        passed.append((table.passed >> i & 1) != 0);
    }
    seen["hand_sizes"] = sizes;
    seen["totals"] = totals;
    seen["skips"] = skips;
    seen["passed"] = passed;
    py::list tracks;
    for (int i = 0; i <= players; ++i) {
        const int number = i == players ? free_track : i;
        py::dict track;
        track["name"] = track_name(number);
        track["cards"] = laid_for_json(game, number);
        track["end"] = position.end(number);
        track["is_started"] = position.is_started(number);
        track["is_open"] = number == free_track || position.is_open(number);
        track["is_locked"] = table.lock == number;
        tracks.append(track);
    }
    seen["tracks"] = tracks;
    seen["lock"] = table.lock == Table::none ? py::object(py::none())
                                             : py::object(py::str(track_name(table.lock)));
    const auto places = game.ranks();
    py::list ranks;
    py::list winners;
    for (int i = 0; i < players; ++i) {
        const int place = places[static_cast<std::size_t>(i)];
        ranks.append(place);
        if (position.is_terminal() && place == 1) winners.append(i);
    }
    seen["ranks"] = ranks;
    seen["winners"] = winners;
    py::list sheet;
    for (const SubRound& row : game.sheet()) {
        py::dict ended;
        ended["number"] = row.number + 1;
        ended["start_number"] = int{row.start_number};
        ended["starter"] = int{row.starter};
        ended["out"] = row.out < 0 ? py::object(py::none()) : py::object(py::int_(row.out));
        py::list scores;
        py::list hands;
        for (std::size_t i = 0; i < static_cast<std::size_t>(players); ++i) {
            scores.append(int{row.scores[i]});
            hands.append(names_of(row.hands[i], deck));
        }
        ended["scores"] = scores;
        ended["hands"] = hands;
        sheet.append(ended);
    }
    seen["sheet"] = sheet;
    // What may be done, to those who are to do it.
    py::list acts;
    if (position.current_player() == seat) {
        Actions actions;
        position.legal_actions(actions);
        for (const Action action : actions) acts.append(action_to_string(position, action));
    }
    seen["legal"] = acts;
    return seen;
}

[[nodiscard]] Game copy_of(const Game& game, bool history) {
    Game copy(game);
    if (!history) copy.forget_history();
    return copy;
}

[[nodiscard]] Game resample(const Game& game, int player, const py::object& rng,
                            const std::optional<double>& pass_model) {
    const int seat = as_seat(game, player);
    RngArgument generator(rng);
    const PassModel model{pass_model.value_or(1.0)};
    return game.with_hidden(dotcard::resample(game, seat, *generator, model));
}

}  // namespace

void bind_dotcard_contract(py::class_<Game>& game) {
    game.def_property_readonly("num_players",
                               [](const Game& g) { return g.position().num_players(); })
        .def_property_readonly(
            "current_player", [](const Game& g) { return g.position().current_player(); },
            "The seat that is to act; -1 (CHANCE) while a card is to be dealt or drawn, -4 "
            "(TERMINAL) when the game is over.")
        .def_property_readonly(
            "num_actions", [](const Game& g) { return g.position().num_actions(); },
            "Actions are numbered from 0 to this, the same in every state and every game: 0 draw, "
            "1 pass, 2 + (play * 10 + target) * 2 + dot for the rest. play is the kind of a face, "
            "or "
            "55 + bonus * 10 + number; target a seat, 8 the free track, 9 the free track started "
            "with the lower half outward.")
        .def_property_readonly("is_terminal",
                               [](const Game& g) { return g.position().is_terminal(); })
        .def("legal_actions", &legal_actions, py::arg("player") = py::none(),
             py::arg("out").noconvert() = py::none(),
             R"(The legal actions of the current player, sorted; none for others, nor for chance.

Returns
-------
(n,) int32
    Or, with ``out``, their number: the actions are then at the start of ``out``, which must be
    int32, C-contiguous, writable and large enough (``num_actions`` always is).
)")
        .def(
            "legal_mask", &legal_mask, py::arg("player") = py::none(),
            py::arg("out").noconvert() = py::none(),
            "(num_actions,) bool, true for each of legal_actions(); written into ``out`` if given.")
        .def(
            "apply", [](Game& g, int action) { g.apply(action); }, py::arg("action"),
            "Make a legal action, or an outcome of chance. IllegalMove, with nothing changed, for "
            "any other.")
        .def("undo", &Game::undo, "Take the last act back, one of chance too.")
        .def(
            "returns",
            [](const Game& g) {
                return by_seat(g, [&](int seat) { return g.position().returns(seat); });
            },
            "(players,) float64: the mean of the others' totals less the own, of the sub-rounds "
            "that are over.")
        .def(
            "rewards",
            [](const Game& g) { return by_seat(g, [&](int seat) { return g.reward(seat); }); },
            "(players,) float64: what the last act brought of returns().")
        .def(
            "chance_outcomes",
            [](const Game& g) { return outcome_arrays(g.position().chance_outcomes()); },
            "(ids int32, probabilities float64) of the card to be dealt or drawn, by kind, or of "
            "the seat to start; empty unless chance is to act.")
        .def(
            "sample_chance",
            [](Game& g, const py::object& rng) {
                RngArgument generator(rng);
                return g.sample_chance(*generator);
            },
            py::arg("rng"), "Make one act of chance and return it. IllegalMove if none is due.")
        .def(
            "resolve_chance",
            [](Game& g, const py::object& rng) {
                RngArgument generator(rng);
                g.resolve_chance(*generator);
            },
            py::arg("rng"),
            "Make all acts of chance that are due: deal, draw, penalty. Does nothing if none is.")
        .def("copy", &copy_of, py::arg("history") = true,
             "An equal game; without ``history`` nothing in it can be undone.")
        .def_property_readonly(
            "key", [](const Game& g) { return g.position().key(); },
            "64 bits; equal positions, equal keys. It tells of hidden cards: keep it from players.")
        .def(
            "__eq__", [](const Game& a, const Game& b) { return a == b; }, py::is_operator())
        .def(
            "to_bytes", [](const Game& g, bool history) { return as_bytes(to_bytes(g, history)); },
            py::arg("history") = false,
            "The position, or the whole game, in a versioned little-endian form. The position "
            "alone "
            "knows the ends of the tracks, not what lies below, and totals, not the sheet.")
        .def_static(
            "from_bytes", [](const py::bytes& bytes) { return from_bytes(span_of(bytes)); },
            py::arg("data"), "What to_bytes wrote. InvalidRecord for anything else.")
        .def(
            "action_to_string",
            [](const Game& g, int action) { return action_to_string(g.position(), action); },
            py::arg("action"),
            R"(An action as text: "draw", "pass", "9|4@P0", "B-5@F=7", "5|5@P2!" with "dot" said.

While chance is to act its outcomes are meant: "9|4", or "P2" where a starter is drawn.)")
        .def(
            "string_to_action",
            [](const Game& g, const std::string& text) {
                return string_to_action(g.position(), text);
            },
            py::arg("text"), "The action of such a text; Error for any other.")
        .def_property_readonly(
            "observation_shape",
            [](const Game& g) {
                return py::make_tuple(
                    observation_size(g.position().num_players(), g.position().rules().deck));
            },
            "(numbers,) of observe().")
        .def("observe", &observe, py::arg("player"), py::arg("out").noconvert() = py::none(),
             R"(What a player sees, as numbers for a network; seats are told from that player on.

For n players and a deck of k kinds: k own cards of each kind; k unseen cards of each kind; k the card
just drawn, where only that may be played; 13 (n + 1) of each track, own first, free last: its end
(10, one of them 1), started, open, locked; 6 n of each seat: cards in hand / 10, total / 100, turns
to miss, passed, to act, started the sub-round; 1 the share of cards still in the pile; 7 the phase;
10 the start number; 1 the share of sub-rounds left.

Returns
-------
(numbers,) float32
    ``out`` itself, if given: float32, C-contiguous, writable, of that many elements at least.
)")
        .def("view", &view, py::arg("player"), R"(What that player may know, ready for JSON.

Returns
-------
dict
    ``game``, ``player``, ``players``, ``rules``, ``sub_round``, ``start_number``, ``starter``,
    ``phase``, ``turn``, ``current_player``; ``hand``, the own cards; of each player
    ``hand_sizes``, ``totals``, ``skips``, ``passed``, ``ranks``; ``pile_size``; ``tracks``, each
    with ``name``, ``cards`` (``card``, ``end``, ``player``), ``end``, ``is_started``,
    ``is_open``, ``is_locked``; ``lock``; ``sheet``, the sub-rounds that are over, with the hands
    that were counted; ``winners``; ``legal``, the acts of the one who is to act, as text.

>>> sorted(dotcard.Game(3, seed=1).view(2))[:4]
['current_player', 'game', 'hand', 'hand_sizes']
)")
        .def(
            "info_key",
            [](const Game& g, int player) { return g.position().info_key(as_seat(g, player)); },
            py::arg("player"),
            "64 bits of what that player sees now: equal where nothing in sight differs.")
        .def(
            "resample", &resample, py::arg("player"), py::arg("rng"),
            py::arg("pass_model") = py::none(),
            R"(A world that the player cannot tell from this one: what they do not see is dealt anew.

All deals that fit what they saw are alike, equal cards told apart. A pass proves nothing where it may
be voluntary; under ``voluntary_pass_opens=False`` the markers are evidence, and used.

Parameters
----------
pass_model : float, optional
    How likely, against one who cannot play, a player draws or passes who could, 0.000001 to
    1. Worlds are then weighted by all draws and passes of the sub-round that the history holds.

Returns
-------
Game
    With the same table and score sheet, and no history to undo.

Raises
------
Error
    If there is no such player, or ``pass_model`` is out of its range.
)")
        .def("check_consistency", &Game::check_consistency,
             "Error if the insides contradict each other, or the history the position. Slow; for "
             "tests.")
        .def("__copy__", [](const Game& g) { return g; })
        .def(
            "__deepcopy__", [](const Game& g, const py::dict&) { return g; }, py::arg("memo"))
        .def("__repr__", [](const Game& g) {
            const Position& p = g.position();
            return "<dotcard.Game " + std::to_string(p.num_players()) + " players, sub-round " +
                   std::to_string(p.table().sub_round + 1) + " of " +
                   std::to_string(p.rules().sub_rounds) + ", " + std::string(name_of(p.phase())) +
                   ", turn of " + std::to_string(p.turn()) + ">";
        });
    game.attr("__hash__") = py::none();
    make_picklable_as_bytes(
        game, "Game", [](const Game& g) { return to_bytes(g, true); }, &from_bytes);
}

}  // namespace dotcore::bindings
