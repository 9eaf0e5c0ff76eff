// Bindings of dots::Board: a game's own vocabulary first, then the contract of all games.

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <charconv>
#include <cstring>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/bytes.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/names.hpp>
#include <dotcore/dots/text.hpp>

#include "bind_dots.hpp"

namespace dotcore::bindings {

using namespace dots;

namespace {

using OptionalPlayer = std::optional<int>;

// One act of a history, as Python sees it.
struct MoveView {
    Move move;
    Board::Chains chains;
};

// One-move captures with the size that their arrays need.
struct OneMoveView {
    OneMoveCaptures found;
    Size size;
};

[[nodiscard]] const char* kind_name(Move::Kind kind) {
    switch (kind) {
        case Move::Kind::place:
        case Move::Kind::place_first:
            return "place";
        case Move::Kind::stop:
            return "stop";
        case Move::Kind::ground:
            return "ground";
        case Move::Kind::resign:
            return "resign";
        case Move::Kind::enclose:
            return "enclose";
        case Move::Kind::end_turn:
            break;
    }
    return "end_turn";
}

[[nodiscard]] bool has_point(const Move& move) {
    return move.kind == Move::Kind::place || move.kind == Move::Kind::place_first ||
           move.kind == Move::Kind::enclose;
}

[[nodiscard]] std::vector<MoveView> moves_of(const Board& board) {
    std::vector<MoveView> views;
    views.reserve(board.moves().size());
    auto next = board.chains().begin();
    for (const Move& move : board.moves()) {
        views.push_back({move, Board::Chains(next, next + move.chains)});
        next += move.chains;
    }
    return views;
}

void bind_move(py::module_& m) {
    py::class_<MoveView> move(m, "Move", "An act in a game's history.");
    publish(move, "dotcore.dots");
    const auto coordinate = [](const MoveView& v, int value) {
        return has_point(v.move) ? std::optional<int>(value) : std::nullopt;
    };
    move.def_property_readonly(
            "kind", [](const MoveView& v) { return kind_name(v.move.kind); },
            "place, stop (also the later done), ground, resign; enclose and end_turn under "
            "capture=\"manual\".")
        .def_property_readonly(
            "player", [](const MoveView& v) { return int{v.move.player}; }, "0 or 1.")
        .def_property_readonly(
            "x", [coordinate](const MoveView& v) { return coordinate(v, v.move.point.x()); },
            "Column of the dot, or None.")
        .def_property_readonly(
            "y", [coordinate](const MoveView& v) { return coordinate(v, v.move.point.y()); },
            "Row of the dot, or None.")
        .def_property_readonly(
            "enclose",
            [](const MoveView& v) {
                py::tuple chains(v.chains.size());
                for (std::size_t i = 0; i < v.chains.size(); ++i)
                    chains[i] = points_array(v.chains[i]);
                return chains;
            },
            "The chains that the move named, each (n, 2) int16.")
        .def("__repr__", [](const MoveView& v) {
            std::string text = "<Move " + std::string(kind_name(v.move.kind)) + " by player " +
                               std::to_string(v.move.player);
            if (has_point(v.move)) {
                text += " at (" + std::to_string(v.move.point.x()) + ", " +
                        std::to_string(v.move.point.y()) + ")";
            }
            return text + ">";
        });

    py::class_<OneMoveView> captures(m, "OneMoveCaptures",
                                     "The dots of a player that capture at once.");
    publish(captures, "dotcore.dots");
    captures
        .def_property_readonly(
            "moves", [](const OneMoveView& v) { return points_array(v.found.moves); },
            "(n, 2) int16, in reading order.")
        .def_property_readonly(
            "gains",
            [](const OneMoveView& v) {
                return py::array_t<std::int16_t>(static_cast<py::ssize_t>(v.found.gains.size()),
                                                 v.found.gains.data());
            },
            "(n,) int16: dots that score, for each; 0 where an empty pool is blocked.")
        .def_property_readonly(
            "taken", [](const OneMoveView& v) { return mask_array(v.found.taken, v.size); },
            "(height, width) bool: the points that would pass to the player by some of them.");
}

[[nodiscard]] Board make_board(int width, int height, const std::optional<Rules>& rules,
                               const py::object& start, const OptionalPlayer& to_move) {
    const Size size{width, height};
    Rules chosen = rules.value_or(Rules{});
    const auto build = [&] {
        if (start.is_none()) return Board(size, chosen);
        if (py::isinstance<py::str>(start)) {
            chosen.start = option_named<Start>(start.cast<std::string>());
            return Board(size, chosen);
        }
        return Board(size, chosen, as_dots(start, size));
    };
    Board board = build();
    if (!to_move) return board;
    Position position = board.position();
    position.set_to_move(as_player(*to_move));
    return Board(position);
}

[[nodiscard]] py::object result_of(const Board& board) {
    const Result result = board.position().result();
    return result.reason == Reason::none ? py::object(py::none()) : py::cast(result);
}

[[nodiscard]] py::object why_illegal(const Board& board, int x, int y, const OptionalPlayer& player,
                                     const py::object& enclose) {
    const Illegal why =
        board.why_illegal(x, y, as_player(board, player), as_chains(enclose, board.size()));
    return why == Illegal::none ? py::object(py::none()) : py::cast(name_of(why));
}

[[nodiscard]] int point_id(const Board& board, Point p) {
    return p.y() * board.size().width + p.x();
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
    const int points = board.size().points();
    if (action < 0 || action >= board.position().num_actions()) {
        throw Error("action " + std::to_string(action) + "; 0 to " +
                    std::to_string(board.position().num_actions() - 1));
    }
    if (action == points) return plain_act(board);
    const int point = action < points ? action : action - points - 1;
    const std::string text = std::to_string(point % board.size().width) + "," +
                             std::to_string(point / board.size().width);
    return action < points ? text : "enclose " + text;
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
            return first + point_id(board, Point::at(x, y));
        }
    }
    throw Error("no action of this board: '" + text.substr(0, 40) + "'; \"x,y\"" +
                (knows_plain ? std::string(" or \"") + plain_act(board) + "\"" : ""));
}

[[nodiscard]] bool is_current(const Board& board, const OptionalPlayer& player) {
    return as_player(board, player) == board.position().current_player();
}

[[nodiscard]] py::object legal_actions(const Board& board, const OptionalPlayer& player,
                                       std::optional<py::array>& out) {
    Actions actions;
    if (is_current(board, player)) board.position().legal_actions(actions);
    if (out) {
        const std::span<std::int32_t> ids = out_elements<std::int32_t>(*out, actions.size());
        std::memcpy(ids.data(), actions.begin(), actions.size() * sizeof(std::int32_t));
        return py::int_(actions.size());
    }
    return py::array_t<std::int32_t>(static_cast<py::ssize_t>(actions.size()), actions.begin());
}

[[nodiscard]] py::object legal_mask(const Board& board, const OptionalPlayer& player,
                                    std::optional<py::array>& out) {
    Actions actions;
    if (is_current(board, player)) board.position().legal_actions(actions);
    const auto size = static_cast<std::size_t>(board.position().num_actions());
    py::array array = out ? *out : py::array(py::array_t<bool>(static_cast<py::ssize_t>(size)));
    const std::span<bool> mask = out_elements<bool>(array, size);
    std::fill_n(mask.begin(), size, false);
    for (const Action action : actions) mask[static_cast<std::size_t>(action)] = true;
    return array;
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

void bind_looking(py::class_<Board>& board) {
    board.def_property_readonly("width", [](const Board& b) { return b.size().width; })
        .def_property_readonly("height", [](const Board& b) { return b.size().height; })
        .def_property_readonly("num_points", [](const Board& b) { return b.size().points(); })
        .def_property_readonly("rules", [](const Board& b) { return b.position().rules(); })
        .def_property(
            "to_move", [](const Board& b) { return b.position().to_move(); },
            [](Board& b, int player) { b.set_to_move(as_player(player)); },
            "Who is to move, 0 or 1; may be set, except to a player who stopped. Not an act that "
            "undo takes back.")
        .def_property_readonly(
            "scores",
            [](const Board& b) { return std::pair(b.position().score(0), b.position().score(1)); },
            "(int, int): captured dots of each player.")
        .def_property_readonly(
            "totals",
            [](const Board& b) {
                const std::array<int, 2> halves = b.position().total_halves();
                return std::pair(halves[0] / 2.0, halves[1] / 2.0);
            },
            "(float, float): scores with komi and, after the end, territory.")
        .def_property_readonly("result", &result_of, "A `Result` once the game is over, else None.")
        .def_property_readonly(
            "captures", [](const Board& b) { return py::tuple(py::cast(b.captures())); },
            "The regions that moves closed, in order: a tuple of `Capture`. Starting dots close "
            "none of these.")
        .def_property_readonly(
            "moves", [](const Board& b) { return py::tuple(py::cast(moves_of(b))); },
            "The history: a tuple of `Move`. Starting dots are no moves.")
        .def_property_readonly(
            "move_number", [](const Board& b) { return b.moves().size(); },
            "How many moves undo() can take back.")
        .def_property_readonly(
            "last_move",
            [](const Board& b) {
                if (b.moves().empty()) return py::object(py::none());
                const Move& last = b.moves().back();
                return py::cast(MoveView{
                    last, Board::Chains(b.chains().end() - last.chains, b.chains().end())});
            },
            "The last `Move`, or None.")
        .def_property_readonly(
            "start_dots",
            [](const Board& b) {
                std::vector<std::array<std::int16_t, 3>> dots;
                for (int y = 0; y < b.size().height; ++y) {
                    for (int x = 0; x < b.size().width; ++x) {
                        for (const Player p : {0, 1}) {
                            const std::uint64_t row =
                                b.start().live_row(p, y) | b.start().dead_row(p, y);
                            if ((row >> x & 1) != 0) {
                                dots.push_back({static_cast<std::int16_t>(x),
                                                static_cast<std::int16_t>(y),
                                                static_cast<std::int16_t>(p)});
                            }
                        }
                    }
                }
                py::array_t<std::int16_t> array(
                    {static_cast<py::ssize_t>(dots.size()), py::ssize_t{3}});
                if (!dots.empty())
                    std::memcpy(array.mutable_data(), dots.data(), dots.size() * sizeof(dots[0]));
                return array;
            },
            "(n, 3) int16: x, y, player of the dots that stood at the start, in reading order.")
        .def(
            "is_legal",
            [](const Board& b, int x, int y, const OptionalPlayer& player) {
                return b.why_illegal(x, y, as_player(b, player)) == Illegal::none;
            },
            py::arg("x"), py::arg("y"), py::arg("player") = py::none(),
            "Whether a dot of the player may be placed there, without naming chains.")
        .def("why_illegal", &why_illegal, py::arg("x"), py::arg("y"),
             py::arg("player") = py::none(), py::arg("enclose") = py::tuple(),
             R"(None if the move is legal, else one word: what stands against it.

"outside" the board; "occupied" by a dot; "captured" region; "suicide" under ``entry="illegal"``;
the game is "over"; not that player's "turn"; no legal "chain" in ``enclose``.

>>> dots.Board(3, 3).why_illegal(3, 0)
'outside'
)")
        .def(
            "legal_moves",
            [](const Board& b, const OptionalPlayer& player) {
                const Player mover = as_player(b, player);
                std::vector<Point> points;
                for (int y = 0; y < b.size().height; ++y) {
                    bits::for_each_bit(b.position().playable_row(y), [&](int x) {
                        if (b.why_illegal(x, y, mover) == Illegal::none)
                            points.push_back(Point::at(x, y));
                    });
                }
                return points_array(points);
            },
            py::arg("player") = py::none(),
            "(n, 2) int16: where a dot of the player is legal, in reading order.")
        .def(
            "empty_pools",
            [](const Board& b, int player) {
                return mask_array(b.position().empty_pools(as_player(player)), b.size());
            },
            py::arg("player"),
            "(height, width) bool: playable points in the player's pools without enemy dots.")
        .def(
            "one_move_captures",
            [](const Board& b, int player) {
                return OneMoveView{one_move_captures(b.position(), as_player(player)), b.size()};
            },
            py::arg("player"),
            R"(The dots of a player that capture at once, as `OneMoveCaptures`. None under ``capture="manual"``.

>>> board = dots.Board.from_ascii('''
...     .X.
...     XOX
...     ...
... ''')
>>> board.one_move_captures(0).moves.tolist()
[[1, 2]]
)")
        .def(
            "scores_if_grounded",
            [](const Board& b, int player) {
                const Position after = grounded(b.position(), as_player(player));
                return std::pair(after.score(0), after.score(1));
            },
            py::arg("player"),
            "(int, int): the scores if that player grounded now, under any ``ending``.")
        .def(
            "cells",
            [](const Board& b) {
                py::array_t<std::uint8_t> array({b.size().height, b.size().width});
                std::uint8_t* out = array.mutable_data();
                for (int y = 0; y < b.size().height; ++y) {
                    for (int x = 0; x < b.size().width; ++x) {
                        *out++ = static_cast<std::uint8_t>(cell_at(b.position(), Point::at(x, y)));
                    }
                }
                return array;
            },
            "(height, width) uint8: what stands on each point, as `Cell` codes.")
        .def(
            "owners",
            [](const Board& b) {
                py::array_t<std::int8_t> array({b.size().height, b.size().width});
                std::int8_t* out = array.mutable_data();
                for (int y = 0; y < b.size().height; ++y) {
                    for (int x = 0; x < b.size().width; ++x) {
                        *out++ = static_cast<std::int8_t>(owner_of(b.position(), Point::at(x, y)));
                    }
                }
                return array;
            },
            "(height, width) int8: who controls each point by a live dot or a captured region; -1 "
            "nobody.")
        .def(
            "to_ascii", [](const Board& b) { return to_ascii(b.position()); },
            R"(The board as text, one line a row.

``X`` ``O`` dots of players 0 and 1, ``x`` ``o`` those that have scored (``recapture="keep"``) or are
captured now (``"free"``), ``a`` ``b`` empty points in regions of players 0 and 1, ``.`` free.
)")
        .def_static(
            "from_ascii",
            [](const std::string& text, const std::optional<Rules>& rules,
               const OptionalPlayer& to_move) {
                Position position = from_ascii(text, rules.value_or(Rules{}));
                if (to_move) position.set_to_move(as_player(*to_move));
                return Board(position);
            },
            py::arg("text"), py::arg("rules") = py::none(), py::arg("to_move") = py::none(),
            R"(The board that a text shows, without history; player 0 is to move unless told.

Blank lines and white space around rows do not count. A captured region is taken to reach as far
as the smallest chain around what is captured in it: regions of larger, named chains come out smaller.

Raises
------
InvalidRecord
    For other letters, uneven rows, a size outside 1..64, captured points without a chain around them.

>>> dots.Board.from_ascii('''
...     .X.
...     XoX
...     .X.
... ''').scores
(1, 0)
)");
}

void bind_playing(py::class_<Board>& board) {
    board
        .def(
            "place",
            [](Board& b, int x, int y, const OptionalPlayer& player, const py::object& enclose) {
                const Player mover = as_player(b, player);
                if (PyTuple_Check(enclose.ptr()) && PyTuple_GET_SIZE(enclose.ptr()) == 0)
                    return b.place(x, y, mover);
                return b.place(x, y, mover, as_chains(enclose, b.size()));
            },
            py::arg("x"), py::arg("y"), py::arg("player") = py::none(),
            py::arg("enclose") = py::tuple(),
            R"(Place a dot.

Parameters
----------
x, y : int
    The point, from the top left, 0-based.
player : int, optional
    Who places it; by default whoever is to move. A named player may move out of turn (records,
    set-up); the other is then to move.
enclose : iterable of chains
    Under ``capture="manual"``, the chains that the move closes, each an iterable of (x, y) in order;
    the first point may be repeated at the end. All are judged with the dot placed.

Returns
-------
int
    The dots that the player gained: captured, and freed under ``recapture="free"``; negative if the
    dot was captured by the owner of the pool it entered.

Raises
------
IllegalMove
    If the rules refuse it; nothing is changed then.

>>> board = dots.Board(3, 3)
>>> for x, y, player in [(1, 0, 0), (0, 1, 0), (1, 1, 1), (2, 1, 0)]:
...     board.place(x, y, player)
0
0
0
0
>>> board.place(1, 2, player=0)
1
)")
        .def(
            "try_place",
            [](Board& b, int x, int y, const OptionalPlayer& player, const py::object& enclose) {
                return b.try_place(x, y, as_player(b, player), as_chains(enclose, b.size())) ==
                       Illegal::none;
            },
            py::arg("x"), py::arg("y"), py::arg("player") = py::none(),
            py::arg("enclose") = py::tuple(),
            "As ``place``, but tells by True or False whether the move was legal and made.")
        .def("undo", &Board::undo, "Take the last move back. IllegalMove if there is none.")
        .def(
            "stop", [](Board& b, const OptionalPlayer& player) { b.stop(as_player(b, player)); },
            py::arg("player") = py::none(),
            R"(Stop: from then on only the other player moves, until a second ``stop()``, which means done.

Raises
------
IllegalMove
    If ``ending`` is not "stop", the game is over, or the player has stopped already.
)")
        .def(
            "ground",
            [](Board& b, const OptionalPlayer& player) {
                b.ground(as_player(b, player), player.has_value());
            },
            py::arg("player") = py::none(),
            R"(Ground: the player's groups that touch no edge go to the other player, and the game ends.

Raises
------
IllegalMove
    If the game is over, or no player is named and ``ending`` is not "ground".
)")
        .def(
            "resign",
            [](Board& b, const OptionalPlayer& player) { b.resign(as_player(b, player)); },
            py::arg("player") = py::none(), "Give the game up. IllegalMove if it is over.")
        .def(
            "transform",
            [](const Board& b, int symmetry) {
                if (symmetry < 0 || symmetry > 7)
                    throw Error("symmetry=" + std::to_string(symmetry) + "; 0 to 7");
                return b.transformed(static_cast<Symmetry>(symmetry));
            },
            py::arg("symmetry"), "The whole game, history included, under a `Symmetry`.")
        .def(
            "canonical",
            [](const Board& b) {
                const Symmetry symmetry = canonical(b.position()).second;
                return py::make_tuple(b.transformed(symmetry), symmetry);
            },
            R"(The form that all boards symmetric to this one share, and the `Symmetry` that leads there.

Only symmetries that keep the board's shape count: 8 on squares, 4 on other rectangles.
)");
}

void bind_contract(py::class_<Board>& board) {
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
around the enemy dot at (x, y), ``width * height`` ends the turn.

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
            "to_bytes",
            [](const Board& b, bool history) {
                const std::vector<std::uint8_t> bytes = to_bytes(b, history);
                return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            },
            py::arg("history") = false,
            "The position, or the whole game, in a versioned little-endian form.")
        .def_static(
            "from_bytes",
            [](const py::bytes& bytes) {
                const std::string_view view = bytes;
                return from_bytes(
                    {reinterpret_cast<const std::uint8_t*>(view.data()), view.size()});
            },
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
    make_picklable(
        board,
        [](const Board& b) {
            const std::vector<std::uint8_t> bytes = to_bytes(b, true);
            return py::make_tuple(
                py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        },
        [](const py::tuple& state) {
            if (state.size() != 1 || !py::isinstance<py::bytes>(state[0])) {
                throw InvalidRecord("the state of a Board is one bytes object");
            }
            const std::string_view view = py::reinterpret_borrow<py::bytes>(state[0]);
            return from_bytes({reinterpret_cast<const std::uint8_t*>(view.data()), view.size()});
        });
}

}  // namespace

void register_dots_board(py::module_& m) {
    bind_move(m);
    py::class_<Board> board(m, "Board", R"(A game of Dots: a position with its history.

Players are 0 and 1; points are (x, y), 0-based, from the top left.

Parameters
----------
width, height : int
    1 to 64.
rules : Rules, optional
    By default ``Rules.bga()``, the source to the letter.
start : str or iterable of (x, y, player), optional
    A starting position by name, or dots placed in order as moves would be; by default the rules' own.
to_move : int, optional
    Who begins: by default player 0, after ``start="single"`` player 1.

Raises
------
RulesError
    For a size outside 1..64, a start that does not fit, a starting dot on no playable point.

Not safe to be used by several threads at once; copies are.

>>> board = dots.Board(5, 4, start="cross")
>>> print(board)
.....
..XO.
..OX.
.....
)");
    publish(board, "dotcore.dots");
    board.def(py::init(&make_board), py::arg("width"), py::arg("height"),
              py::arg("rules") = py::none(), py::arg("start") = py::none(),
              py::arg("to_move") = py::none());
    bind_looking(board);
    bind_playing(board);
    bind_contract(board);
}

}  // namespace dotcore::bindings
