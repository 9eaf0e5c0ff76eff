// Bindings of dots::Board: the game's own vocabulary. The contract of all games is bound in
// bind_dots_contract.cpp.

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <cstring>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/names.hpp>
#include <dotcore/dots/text.hpp>

#include "bind_dots.hpp"

namespace dotcore::bindings {

using namespace dots;

const char* kind_name(Move::Kind kind) {
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

bool has_point(const Move& move) {
    return move.kind == Move::Kind::place || move.kind == Move::Kind::place_first ||
           move.kind == Move::Kind::enclose;
}

namespace {

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

// As a tuple of ints and, last, the chains as tuples of x, y, x, y ...
[[nodiscard]] py::tuple state_of(const MoveView& view) {
    py::list chains;
    for (const std::vector<Point>& chain : view.chains) {
        py::list numbers;
        for (const Point p : chain) {
            numbers.append(p.x());
            numbers.append(p.y());
        }
        chains.append(py::tuple(numbers));
    }
    const Move& move = view.move;
    return py::make_tuple(static_cast<int>(move.kind), int{move.player}, int{move.to_move},
                          move.point.x(), move.point.y(), py::tuple(chains));
}

[[nodiscard]] MoveView move_from(const py::tuple& state) {
    const auto in_range = [](int value, int most) { return value >= 0 && value <= most; };
    try {
        const auto [kind, player, to_move, x, y, chains] =
            state.cast<std::tuple<int, int, int, int, int, std::vector<std::vector<int>>>>();
        bool is_right = in_range(kind, static_cast<int>(Move::Kind::end_turn)) &&
                        in_range(player, 1) && in_range(to_move, 1) && in_range(x, max_side - 1) &&
                        in_range(y, max_side - 1);
        MoveView view;
        for (const std::vector<int>& numbers : chains) {
            std::vector<Point>& chain = view.chains.emplace_back();
            is_right = is_right && numbers.size() % 2 == 0;
            for (std::size_t i = 0; is_right && i < numbers.size(); i += 2) {
                is_right =
                    in_range(numbers[i], max_side - 1) && in_range(numbers[i + 1], max_side - 1);
                if (is_right) chain.push_back(Point::at(numbers[i], numbers[i + 1]));
            }
        }
        if (is_right) {
            view.move = {static_cast<Move::Kind>(kind), static_cast<std::int8_t>(player),
                         static_cast<std::int8_t>(to_move), Point::at(x, y),
                         static_cast<std::uint32_t>(chains.size())};
            return view;
        }
    } catch (const py::cast_error&) {
        // told below, like any other state that is none
    }
    throw InvalidRecord("the state of a Move is kind, player, to_move, x, y and chains");
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
            "Column of the dot, of the enemy dot for enclose; None for other acts.")
        .def_property_readonly(
            "y", [coordinate](const MoveView& v) { return coordinate(v, v.move.point.y()); },
            "Row of the dot, of the enemy dot for enclose; None for other acts.")
        .def_property_readonly(
            "enclose",
            [](const MoveView& v) {
                py::tuple chains(v.chains.size());
                for (std::size_t i = 0; i < v.chains.size(); ++i)
                    chains[i] = points_array(v.chains[i]);
                return chains;
            },
            "The chains that the move named, each (n, 2) int16.")
        .def(
            "__eq__",
            [](const MoveView& a, const MoveView& b) {
                return a.move == b.move && a.chains == b.chains;
            },
            py::is_operator())
        .def("__repr__", [](const MoveView& v) {
            std::string text = "<Move " + std::string(kind_name(v.move.kind)) + " by player " +
                               std::to_string(v.move.player);
            if (has_point(v.move)) {
                text += " at (" + std::to_string(v.move.point.x()) + ", " +
                        std::to_string(v.move.point.y()) + ")";
            }
            return text + ">";
        });

    move.attr("__hash__") = py::none();
    make_picklable(move, &state_of, &move_from);

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

[[nodiscard]] Board make_board(int width, int height, const py::object& rules,
                               const py::object& start, const OptionalPlayer& to_move) {
    const Size size{width, height};
    Rules chosen = as_rules(rules);
    const auto build = [&] {
        if (start.is_none()) return Board(size, chosen);
        if (py::isinstance<py::str>(start)) {
            chosen.start = option_named<Start>(utf8_of(start));
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
        .def_property_readonly(
            "stopped_by",
            [](const Board& b) {
                const int player = b.position().status().stopped_by;
                return player < 0 ? std::nullopt : std::optional<int>(player);
            },
            "Who stopped, or None; from then on only the other player moves.")
        .def_property_readonly(
            "is_closing", [](const Board& b) { return b.position().status().closing; },
            "capture=\"manual\": the player to move has placed a dot by apply() and may still "
            "close "
            "chains; only enclosing or ending the turn goes on.")
        .def_property_readonly("result", &result_of, "A `Result` once the game is over, else None.")
        .def_property_readonly(
            "captures", [](const Board& b) { return py::tuple(py::cast(b.captures())); },
            "The regions that moves closed, in order: a tuple of `Capture`. Starting dots close "
            "none of these.")
        .def_property_readonly(
            "final_pools", [](const Board& b) { return py::tuple(py::cast(b.final_pools())); },
            "What the final step of scoring=\"territory\" takes or would take now: a tuple of "
            "`Capture`, whose ``dots`` would score; playable points in ``area`` count half.")
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
            [](const std::string& text, const py::object& rules, const OptionalPlayer& to_move) {
                Position position = from_ascii(text, as_rules(rules));
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
        .def(
            "replay",
            [](Board& b, const MoveView& v) {
                if (has_point(v.move) && !b.size().holds(v.move.point.x(), v.move.point.y())) {
                    throw IllegalMove("the move lies off this board");
                }
                b.replay(v.move, v.chains);
            },
            py::arg("move"),
            R"(Make a move of another board's history, of any kind, by the player who made it.

Raises
------
IllegalMove
    If it cannot be made here; nothing is changed then.

>>> board = dots.Board(3, 3)
>>> board.place(1, 1)
0
>>> twin = dots.Board(3, 3)
>>> for move in board.moves:
...     twin.replay(move)
>>> twin == board
True
)")
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
    bind_dots_contract(board);
}

}  // namespace dotcore::bindings
