// Bindings of dots::Board: the contract of all games (numbered actions, keys, bytes, observations).

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <charconv>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/bytes.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/names.hpp>
#include <dotcore/dots/text.hpp>

#include "bind_contract.hpp"

#include "bind_dots.hpp"

namespace dotcore::bindings {

using namespace dots;

namespace {

[[nodiscard]] Point as_point(const Board& board, int x, int y) {
    if (!board.size().holds(x, y)) throw Error(board.explain(Illegal::outside, x, y, 0));
    return Point::at(x, y);
}

void require_action(const Board& board, int action) {
    if (action >= 0 && action < board.position().num_actions()) return;
    throw Error("action " + std::to_string(action) + "; 0 to " +
                std::to_string(board.position().num_actions() - 1));
}

// Actions as text: "x,y", "enclose x,y", and a word for the act between them.
[[nodiscard]] const char* plain_act(const Board& board) {
    const Status& status = board.position().status();
    if (status.closing) return "end_turn";
    if (board.position().rules().allows_grounding()) return "ground";
    if (board.position().rules().allows_stop()) return status.stopped_by < 0 ? "stop" : "done";
    return "end_turn";
}

[[nodiscard]] std::string action_to_string(const Board& board, int action) {
    require_action(board, action);
    const Action plain = plain_action(board.size());
    if (action == plain) return plain_act(board);
    const Point p = point_of(board.size(), action);
    const std::string text = std::to_string(p.x()) + "," + std::to_string(p.y());
    return action < plain ? text : "enclose " + text;
}

[[nodiscard]] int string_to_action(const Board& board, const std::string& text) {
    const int points = board.size().points();
    const bool knows_plain = board.position().num_actions() > points;
    if (knows_plain && text == plain_act(board)) return points;
    const std::string_view prefix = "enclose ";
    const bool encloses = text.rfind(prefix, 0) == 0;
    const char* at = text.data() + (encloses ? prefix.size() : 0);
    const char* const end = text.data() + text.size();
    int x = -1;
    int y = -1;
    auto parsed = std::from_chars(at, end, x);
    if (parsed.ec == std::errc{} && parsed.ptr != end && *parsed.ptr == ',') {
        parsed = std::from_chars(parsed.ptr + 1, end, y);
        const int first = encloses ? points + 1 : 0;
        if (parsed.ec == std::errc{} && parsed.ptr == end && board.size().holds(x, y) &&
            first + points <= board.position().num_actions()) {
            const Action action = first + dot_action(board.size(), Point::at(x, y));
            if (action_to_string(board, action) == text) return action;  // no "+1,2", "01,2"
        }
    }
    throw Error("no action of this board: '" + std::string(shortened(text)) + "'; \"x,y\"" +
                (knows_plain ? std::string(" or \"") + plain_act(board) + "\"" : ""));
}

[[nodiscard]] bool is_current(const Board& board, const OptionalPlayer& player) {
    return as_player(board, player) == board.position().current_player();
}

[[nodiscard]] py::object legal_actions(const Board& board, const OptionalPlayer& player,
                                       std::optional<py::array>& out) {
    Actions actions;
    if (is_current(board, player)) board.position().legal_actions(actions);
    return actions_array(actions, out);
}

[[nodiscard]] py::object legal_mask(const Board& board, const OptionalPlayer& player,
                                    std::optional<py::array>& out) {
    Actions actions;
    if (is_current(board, player)) board.position().legal_actions(actions);
    return actions_mask(actions, board.position().num_actions(), out);
}

[[nodiscard]] py::object observe(const Board& board, int player, std::optional<py::array>& out) {
    const Size size = board.size();
    const auto least = static_cast<std::size_t>(observation_planes * size.points());
    py::array array =
        out ? *out : py::array(py::array_t<float>({observation_planes, size.height, size.width}));
    const std::span<float> planes = out_elements<float>(array, least);
    dots::observe(board.position(), as_player(player), planes.first(least));
    return array;
}

[[nodiscard]] py::dict view(const Board& board, int player) {
    require_player(player);  // nothing is hidden in Dots: both see the same
    const Position& position = board.position();
    py::dict seen;
    seen["game"] = "dots";
    seen["width"] = position.size().width;
    seen["height"] = position.size().height;
    seen["rules"] = py::cast(position.rules()).attr("as_dict")();
    seen["board"] = py::str(to_ascii(position)).attr("split")("\n");
    seen["to_move"] = position.to_move();
    seen["current_player"] = position.current_player();
    py::list scores;
    py::list totals;
    for (const Player p : {0, 1}) {
        scores.append(position.score(p));
        totals.append(position.total_halves()[static_cast<std::size_t>(p)] / 2.0);
    }
    seen["scores"] = scores;
    seen["totals"] = totals;
    const Status& status = position.status();
    seen["stopped_by"] =
        status.stopped_by < 0 ? py::object(py::none()) : py::object(py::int_(status.stopped_by));
    seen["is_closing"] = status.closing;
    seen["move_number"] = board.moves().size();
    py::object last = py::none();
    if (!board.moves().empty()) {
        const Move& move = board.moves().back();
        py::dict act;
        act["kind"] = kind_name(move.kind);
        act["player"] = int{move.player};
        if (has_point(move)) {
            act["x"] = move.point.x();
            act["y"] = move.point.y();
        }
        last = act;
    }
    seen["last_move"] = last;
    const Result end = position.result();
    py::object result = py::none();
    if (end.reason != Reason::none) {
        py::dict ended;
        ended["winner"] =
            end.winner < 0 ? py::object(py::none()) : py::object(py::int_(end.winner));
        ended["margin"] = end.margin_halves / 2.0;
        ended["reason"] = name_of(end.reason);
        result = ended;
    }
    seen["result"] = result;
    return seen;
}

}  // namespace

void bind_dots_contract(py::class_<Board>& board) {
    board.def_property_readonly("num_players", [](const Board&) { return 2; })
        .def_property_readonly(
            "current_player", [](const Board& b) { return b.position().current_player(); },
            "0 or 1; -4 (TERMINAL) when the game is over.")
        .def_property_readonly(
            "num_actions", [](const Board& b) { return b.position().num_actions(); },
            "Actions are numbered from 0 to this, the same in every state of the game.")
        .def_property_readonly("is_terminal",
                               [](const Board& b) { return b.position().is_terminal(); })
        .def("legal_actions", &legal_actions, py::arg("player") = py::none(),
             py::arg("out").noconvert() = py::none(),
             R"(The legal actions of the current player, sorted; none for the other one.

Action ``y * width + x`` places a dot. ``width * height`` stops, says done or grounds, as ``ending``
says; it is absent under "full". Under ``capture="manual"`` a player who has placed a dot and can
enclose something stays on turn: ``width * height + 1 + y * width + x`` closes the smallest chain
around the enemy dot at (x, y), ``width * height`` ends the turn. Under ``entry="illegal"`` a dot that
is legal only with a chain is listed too; its turn ends after a chain is closed.

Returns
-------
(n,) int32
    Or, with ``out``, their number: the actions are then at the start of ``out``, which must be
    int32, C-contiguous, writable and large enough (``num_actions`` always is).

>>> dots.Board(2, 2).legal_actions().tolist()
[0, 1, 2, 3, 4]
)")
        .def(
            "legal_mask", &legal_mask, py::arg("player") = py::none(),
            py::arg("out").noconvert() = py::none(),
            "(num_actions,) bool, true for each of legal_actions(); written into ``out`` if given.")
        .def(
            "apply", [](Board& b, int action) { b.apply(action); }, py::arg("action"),
            "Make one of legal_actions(). IllegalMove, with nothing changed, for any other.")
        .def(
            "dot_action",
            [](const Board& b, int x, int y) { return dot_action(b.size(), as_point(b, x, y)); },
            py::arg("x"), py::arg("y"), "The action that places a dot at (x, y).")
        .def(
            "enclose_action",
            [](const Board& b, int x, int y) {
                const Action action = enclose_action(b.size(), as_point(b, x, y));
                require_action(b, action);
                return action;
            },
            py::arg("x"), py::arg("y"),
            "capture=\"manual\": the action that closes the smallest chain around the enemy dot "
            "there.")
        .def(
            "point_of",
            [](const Board& b, int action) {
                require_action(b, action);
                if (action == plain_action(b.size())) return py::object(py::none());
                const Point p = point_of(b.size(), action);
                return py::object(py::make_tuple(p.x(), p.y()));
            },
            py::arg("action"),
            "(x, y) of an action: of its dot, or of the enemy dot that it encloses; None for the "
            "others.")
        .def(
            "returns",
            [](const Board& b) {
                py::array_t<double> values(2);
                for (const Player p : {0, 1}) values.mutable_at(p) = b.position().returns(p);
                return values;
            },
            "(2,) float64: +1 for the winner, -1 for the loser, 0 for a draw or while the game "
            "goes on.")
        .def(
            "rewards",
            [](const Board& b) {
                py::array_t<double> values(2);
                for (const Player p : {0, 1}) values.mutable_at(p) = b.position().returns(p);
                return values;
            },
            "(2,) float64: what the last act brought. Only the end pays in Dots, so the same as "
            "returns().")
        .def(
            "chance_outcomes",
            [](const Board&) {
                return py::make_tuple(py::array_t<std::int32_t>(0), py::array_t<double>(0));
            },
            "(ids int32, probabilities float64): empty, nothing in Dots is left to chance.")
        .def(
            "sample_chance",
            [](Board&, const py::object& rng) {
                const RngArgument checked(rng);
                throw IllegalMove("no chance act is due; nothing in Dots is left to chance");
            },
            py::arg("rng"), "IllegalMove: nothing in Dots is left to chance.")
        .def(
            "resolve_chance", [](Board&, const py::object& rng) { const RngArgument checked(rng); },
            py::arg("rng"), "Does nothing: nothing in Dots is left to chance.")
        .def(
            "copy", [](const Board& b, bool history) { return history ? b : Board(b.position()); },
            py::arg("history") = true,
            "An equal board; without ``history`` nothing in it can be undone.")
        .def_property_readonly(
            "key", [](const Board& b) { return b.position().key(); },
            "64 bits; equal positions, equal keys. Size, rules and who is to move take part.")
        .def(
            "__eq__", [](const Board& a, const Board& b) { return a == b; }, py::is_operator())
        .def(
            "to_bytes", [](const Board& b, bool history) { return as_bytes(to_bytes(b, history)); },
            py::arg("history") = false,
            "The position, or the whole game, in a versioned little-endian form.")
        .def_static(
            "from_bytes", [](const py::bytes& bytes) { return from_bytes(span_of(bytes)); },
            py::arg("data"), "What to_bytes wrote. InvalidRecord for anything else.")
        .def("action_to_string", &action_to_string, py::arg("action"),
             R"(An action as text: "x,y", "stop", "done", "ground", "end_turn", "enclose x,y".)")
        .def("string_to_action", &string_to_action, py::arg("text"),
             "The action of such a text; Error for any other.")
        .def_property_readonly(
            "observation_shape",
            [](const Board& b) {
                return py::make_tuple(observation_planes, b.size().height, b.size().width);
            },
            "(planes, height, width) of observe().")
        .def("observe", &observe, py::arg("player"), py::arg("out").noconvert() = py::none(),
             R"(The board as planes for a network, as one player sees it.

0 own live dots, 1 enemy live dots, 2 own captured regions, 3 the enemy's, 4 dots that have scored
or are captured, 5 playable points, 6 ones where the player is to move, 7 the lead in points over the
number of points of the board.

Returns
-------
(8, height, width) float32
    ``out`` itself, if given: float32, C-contiguous, writable, of that many elements at least.
)")
        .def("view", &view, py::arg("player"),
             "What that player may know, ready for JSON. Nothing is hidden in Dots: both see the "
             "same.")
        .def(
            "info_key",
            [](const Board& b, int player) {
                require_player(player);
                return b.position().key();
            },
            py::arg("player"), "64 bits of what that player saw: in Dots the key.")
        .def(
            "resample",
            [](const Board& b, int player, const py::object& rng) {
                require_player(player);
                const RngArgument checked(rng);
                return Board(b.position());
            },
            py::arg("player"), py::arg("rng"),
            "A world that the player cannot tell from this one: a copy.")
        .def("check_consistency", &Board::check_consistency,
             "Error if the insides contradict each other, or the history the position. Slow; for "
             "tests.")
        .def("__copy__", [](const Board& b) { return b; })
        .def(
            "__deepcopy__", [](const Board& b, const py::dict&) { return b; }, py::arg("memo"))
        .def("__str__", [](const Board& b) { return to_ascii(b.position()); })
        .def("__repr__", [](const Board& b) {
            return "<dots.Board " + std::to_string(b.size().width) + "x" +
                   std::to_string(b.size().height) + ", " + std::to_string(b.moves().size()) +
                   " moves, score " + std::to_string(b.position().score(0)) + ":" +
                   std::to_string(b.position().score(1)) + ">";
        });
    board.attr("__hash__") = py::none();
    make_picklable_as_bytes(
        board, "Board", [](const Board& b) { return to_bytes(b, true); }, &from_bytes);
}

}  // namespace dotcore::bindings
