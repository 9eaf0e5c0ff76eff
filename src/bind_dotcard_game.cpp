// Bindings of dotcard::Game: making one, looking at it, playing. The contract of all games is bound
// in bind_dotcard_contract.cpp.

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/names.hpp>
#include <dotcore/dotcard/playout.hpp>

#include "bind_dotcard.hpp"

namespace dotcore::bindings {

using namespace dotcard;

namespace {

// What lies on the table, as Python sees it.
struct LaidView {
    NamedCard card;
    int end = 0;
    int player = 0;
};
struct TrackView {
    int track = 0;
    std::vector<LaidView> cards;
    int end = 0;
    bool is_started = false;
    bool is_open = false;
    bool is_locked = false;
};
struct PlayView {
    NamedCard card;
    int track = 0;
    int end = 0;
    bool dot = false;
    Action action = 0;
    std::string text;
};
struct SubRoundView {
    SubRound row;
    int players = 0;
    Deck deck;
};

[[nodiscard]] std::vector<TrackView> tracks_of(const Deck& deck, const std::vector<Laid>& laid,
                                               int players) {
    std::vector<TrackView> tracks(static_cast<std::size_t>(players) + 1);
    for (int i = 0; i <= players; ++i) {
        tracks[static_cast<std::size_t>(i)].track = i == players ? free_track : i;
    }
    for (const Laid& card : laid) {
        const int at = card.track == free_track ? players : card.track;
        TrackView& track = tracks[static_cast<std::size_t>(at)];
        track.cards.push_back({NamedCard::of(deck, card.card), card.end, card.player});
        track.end = card.end;
        track.is_started = true;
    }
    return tracks;
}

[[nodiscard]] std::vector<TrackView> tracks_of(const Game& game) {
    const Position& position = game.position();
    const int players = position.num_players();
    std::vector<TrackView> tracks = tracks_of(position.rules().deck, game.laid(), players);
    for (TrackView& track : tracks) {
        track.end = position.end(track.track);
        track.is_started = position.is_started(track.track);
        track.is_open = track.track == free_track || position.is_open(track.track);
        track.is_locked = position.table().lock == track.track;
    }
    return tracks;
}

[[nodiscard]] py::object owner_of(int track) {
    return track == free_track ? py::object(py::none()) : py::object(py::int_(track));
}

void require_seat(const Game& game, int seat) {
    const int players = game.position().num_players();
    if (seat >= 0 && seat < players) return;
    throw Error("player=" + std::to_string(seat) + "; 0 to " + std::to_string(players - 1));
}

[[nodiscard]] Game make_game(int players, const py::object& rules, const py::object& seed,
                             int sub_round, const std::optional<int>& starter) {
    if (starter && *starter < 0) {
        throw RulesError("starter=" + std::to_string(*starter) + "; 0 to " +
                         std::to_string(players - 1));
    }
    if (sub_round < 1) throw RulesError("sub_round=" + std::to_string(sub_round) + "; 1 or more");
    Game game(players, as_rules_of_dotcard(rules), sub_round - 1, starter.value_or(-1));
    if (!seed.is_none()) {
        RngArgument rng(seed);
        game.resolve_chance(*rng);
    }
    return game;
}

// The target of a play: a seat, "free", or None for the own track.
[[nodiscard]] int target_of(const Game& game, const py::object& on) {
    if (on.is_none()) return game.position().turn();
    if (py::isinstance<py::str>(on)) {
        const std::string name = utf8_of(on);
        if (name == "free" || name == "F") return free_track;
        for (int seat = 0; seat < game.position().num_players(); ++seat) {
            if (name == track_name(seat)) return seat;
        }
    } else if (py::isinstance<py::int_>(on) && !py::isinstance<py::bool_>(on)) {
        int seat = -1;
        try {
            seat = on.cast<int>();
        } catch (const py::cast_error&) {
        }
        require_seat(game, seat);
        return seat;
    }
    throw Error("on=" + shown(on) + "; a seat, 'free', or None for the own track");
}

void require_turn(const Game& game) {
    const Position& position = game.position();
    if (position.is_terminal()) throw IllegalMove(explain(position, 0, Illegal::over));
    if (position.current_player() == CHANCE)
        throw IllegalMove(explain(position, 0, Illegal::chance));
}

void play(Game& game, const py::object& card, const py::object& on,
          const std::optional<int>& number, bool dot, const std::optional<int>& end) {
    const Deck deck = game.position().rules().deck;
    Play play;
    play.card = as_card(card, deck);
    require_turn(game);  // after that: a card may be an object whose methods act in the game
    play.target = static_cast<std::int8_t>(target_of(game, on));
    play.dot = dot;
    if (play.card.is_bonus()) {
        if (!number) throw Error(deck.card_name(play.card) + " needs number=, the one it shows");
        if (*number < 0 || *number > deck.max_pip()) {
            throw IllegalMove("number=" + std::to_string(*number) + "; 0 to " +
                              std::to_string(deck.max_pip()));
        }
        play.number = static_cast<std::int8_t>(*number);
        if (end && *end != *number) {
            throw IllegalMove("end=" + std::to_string(*end) + "; a bonus card leaves its number");
        }
    } else if (number) {
        throw Error("number= is for bonus cards; " + deck.card_name(play.card) + " is none");
    } else if (end) {
        if (*end != play.card.high() && *end != play.card.low()) {
            throw IllegalMove("end=" + std::to_string(*end) + "; a half of " +
                              deck.card_name(play.card));
        }
        if (play.target == free_track && game.position().targets().any_free &&
            *end != play.card.high()) {
            play.target = reversed_free_track;
        }
    }
    const Action action = action_of(play);
    if (end && game.position().is_legal(action) && game.position().end_after(play) != *end) {
        throw IllegalMove(deck.card_name(play.card) + " leaves " +
                          std::to_string(game.position().end_after(play)) + " open, not " +
                          std::to_string(*end));
    }
    game.apply(action);
}

[[nodiscard]] py::tuple legal_plays(const Game& game) {
    const Position& position = game.position();
    Actions actions;
    position.legal_actions(actions);
    py::list plays;
    for (const Action action : actions) {
        if (!is_play(action)) continue;
        const Play play = play_of(action);
        plays.append(PlayView{NamedCard::of(position.rules().deck, play.card), play.track(),
                              position.end_after(play), play.dot, action,
                              action_to_string(position, action)});
    }
    return py::tuple(plays);
}

template <class Numbers>
[[nodiscard]] py::array_t<std::int32_t> by_seat(const Game& game, Numbers number_of) {
    py::array_t<std::int32_t> array(game.position().num_players());
    for (int seat = 0; seat < game.position().num_players(); ++seat) {
        array.mutable_at(seat) = number_of(seat);
    }
    return array;
}

[[nodiscard]] py::array_t<std::int32_t> scores_array(const Game& game) {
    const int players = game.position().num_players();
    py::array_t<std::int32_t> array(
        {static_cast<py::ssize_t>(game.sheet().size()), static_cast<py::ssize_t>(players)});
    std::int32_t* out = array.mutable_data();
    for (const SubRound& row : game.sheet()) {
        for (int seat = 0; seat < players; ++seat) {
            *out++ = row.scores[static_cast<std::size_t>(seat)];
        }
    }
    return array;
}

void bind_views(py::module_& m) {
    py::class_<LaidView> laid(m, "LaidCard", "A card on a track.");
    publish(laid, "dotcore.dotcard");
    laid.def_readonly("card", &LaidView::card)
        .def_readonly("end", &LaidView::end, "The number that it left open.")
        .def_readonly("player", &LaidView::player, "Who laid it.")
        .def("__str__",
             [](const LaidView& l) { return l.card.name() + "=" + std::to_string(l.end); })
        .def("__repr__", [](const LaidView& l) {
            return "<LaidCard " + l.card.name() + "=" + std::to_string(l.end) + " by player " +
                   std::to_string(l.player) + ">";
        });
    py::class_<TrackView> track(m, "Track",
                                "A track on the table, as it was when it was asked for.");
    publish(track, "dotcore.dotcard");
    track
        .def_property_readonly(
            "name", [](const TrackView& t) { return track_name(t.track); },
            "\"P0\" for the track of seat 0, \"F\" for the free track.")
        .def_property_readonly(
            "owner", [](const TrackView& t) { return owner_of(t.track); },
            "The seat whose track it is; None for the free track.")
        .def_property_readonly(
            "cards", [](const TrackView& t) { return py::tuple(py::cast(t.cards)); },
            "Its cards in order, as far as the history knows them.")
        .def_readonly("end", &TrackView::end,
                      "The number at its open end; the start number while it is not started.")
        .def_readonly("is_started", &TrackView::is_started)
        .def_readonly("is_open", &TrackView::is_open,
                      "Its marker is green. The free track has none and is open to all.")
        .def_readonly("is_locked", &TrackView::is_locked,
                      "Its last card is a block that locks the game.")
        .def("__repr__", [](const TrackView& t) {
            return "<Track " + track_name(t.track) + ": " + std::to_string(t.cards.size()) +
                   " cards, end " + std::to_string(t.end) + (t.is_open ? ", open" : "") +
                   (t.is_locked ? ", locked" : "") + ">";
        });
    py::class_<PlayView> play(m, "Play", "A card that may be laid on a track.");
    publish(play, "dotcore.dotcard");
    play.def_readonly("card", &PlayView::card)
        .def_property_readonly(
            "on",
            [](const PlayView& p) {
                return p.track == free_track ? py::object(py::str("free"))
                                             : py::object(py::int_(p.track));
            },
            "The track: a seat or \"free\", as Game.play takes it.")
        .def_readonly("end", &PlayView::end, "The number that it leaves open.")
        .def_readonly("dot", &PlayView::dot, "\"dot\" is said.")
        .def_readonly("action", &PlayView::action, "Its number, for Game.apply.")
        .def("__str__", [](const PlayView& p) { return p.text; })
        .def("__repr__", [](const PlayView& p) { return "<Play " + p.text + ">"; });
    py::class_<SubRoundView> row(m, "SubRound",
                                 "A sub-round that is over: a row of the score sheet.");
    publish(row, "dotcore.dotcard");
    row.def_property_readonly(
           "number", [](const SubRoundView& r) { return r.row.number + 1; }, "Counted from 1.")
        .def_property_readonly("start_number",
                               [](const SubRoundView& r) { return int{r.row.start_number}; })
        .def_property_readonly("starter", [](const SubRoundView& r) { return int{r.row.starter}; })
        .def_property_readonly(
            "out",
            [](const SubRoundView& r) {
                return r.row.out < 0 ? std::nullopt : std::optional<int>(r.row.out);
            },
            "Who went out; None if the game was locked.")
        .def_property_readonly(
            "scores",
            [](const SubRoundView& r) {
                py::tuple scores(static_cast<std::size_t>(r.players));
                for (std::size_t seat = 0; seat < scores.size(); ++seat) {
                    scores[seat] = int{r.row.scores[seat]};
                }
                return scores;
            },
            "The points of each player.")
        .def_property_readonly(
            "hands",
            [](const SubRoundView& r) {
                py::tuple hands(static_cast<std::size_t>(r.players));
                for (std::size_t seat = 0; seat < hands.size(); ++seat) {
                    hands[seat] = cards_tuple(r.row.hands[seat], r.deck);
                }
                return hands;
            },
            "The cards that were left to each player.")
        .def_property_readonly(
            "tracks",
            [](const SubRoundView& r) {
                return py::tuple(py::cast(tracks_of(r.deck, r.row.laid, r.players)));
            },
            "The tracks as they lay, seats first, then the free track.")
        .def("__repr__", [](const SubRoundView& r) {
            return "<SubRound " + std::to_string(r.row.number + 1) + ": " +
                   (r.row.out < 0 ? std::string("locked")
                                  : "player " + std::to_string(r.row.out) + " went out") +
                   ">";
        });
}

[[nodiscard]] py::array_t<std::int32_t> run_playouts(const Game& game, std::int64_t n,
                                                     const py::object& seed,
                                                     const std::string& policy,
                                                     const std::string& until, int threads) {
    if (n < 1 || n > 100'000'000) {
        throw Error("n=" + std::to_string(n) + "; 1 to 100,000,000 games a call");
    }
    if (threads < 1 || threads > 1024) {
        throw Error("threads=" + std::to_string(threads) + "; 1 to 1024");
    }
    if (policy != "uniform" && policy != "play_first") {
        throw Error("policy='" + policy.substr(0, 40) + "'; one of 'uniform', 'play_first'");
    }
    if (until != "game" && until != "sub_round") {
        throw Error("until='" + until.substr(0, 40) + "'; one of 'game', 'sub_round'");
    }
    const std::uint64_t number = as_seed(seed);
    const Policy how = policy == "uniform" ? Policy::uniform : Policy::play_first;
    const bool whole = until == "game";
    const Position start = game.position();
    const auto players = static_cast<std::size_t>(start.num_players());
    py::array_t<std::int32_t> totals(
        {static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(players)});
    std::int32_t* const out = totals.mutable_data();
    const auto play_range = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            Position position = start;
            Rng rng = Rng::stream(number, static_cast<std::uint64_t>(i));
            if (whole) {
                random_playout(position, rng, how);
            } else {
                random_sub_round(position, rng, how);
            }
            for (std::size_t seat = 0; seat < players; ++seat) {
                out[static_cast<std::size_t>(i) * players + seat] =
                    position.total(static_cast<int>(seat));
            }
        }
    };
    // In portions of some hundredths of a second, so that Ctrl-C is heard.
    const unsigned processors = std::max(std::thread::hardware_concurrency(), 1U);
    const auto workers =
        static_cast<std::int64_t>(std::min(static_cast<unsigned>(threads), processors));
    std::int64_t portion = workers;
    for (std::int64_t first = 0; first < n;) {
        const std::int64_t last = std::min(n, first + portion);
        const auto begin = std::chrono::steady_clock::now();
        {
            const WithoutGil release;
            std::vector<std::jthread> helpers;
            const std::int64_t share = (last - first + workers - 1) / workers;
            for (std::int64_t w = 1; w < workers; ++w) {
                const std::int64_t from = std::min(last, first + w * share);
                helpers.emplace_back(play_range, from, std::min(last, from + share));
            }
            play_range(first, std::min(last, first + share));
        }
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(50)) portion *= 2;
        first = last;
    }
    return totals;
}

}  // namespace

void register_dotcard_game(py::module_& m) {
    bind_views(m);
    py::class_<Game> game(
        m, "Game", R"(A game of DotCard: the table, all hands, the score sheet, and the history.

Cards are dealt and drawn by chance: after an act that needs a card, `current_player` is -1 until
`resolve_chance(rng)` has given it. The game holds no order of the pile and no generator.

Parameters
----------
players : int
    2 to 8.
rules : Rules, optional
    The options; the leaflet's game by default.
seed : int or Rng, optional
    Makes the first deal with it, and forgets it. Without one the first deal is due.
sub_round : int
    The sub-round that the game begins with, counted from 1.
starter : int, optional
    Who starts that one, if not the player whom the rules name.

Raises
------
RulesError
    For a number of players or cards that cannot be.

>>> game = dotcard.Game(players=4, seed=1)
>>> game.hand(0)[:3]
(Card('4|0'), Card('4|4'), Card('7|4'))
>>> game.draw()
>>> game.resolve_chance(7)
>>> len(game.hand(0))
8
)");
    publish(game, "dotcore.dotcard");
    game.def(py::init(&make_game), py::arg("players") = 4, py::arg("rules") = py::none(),
             py::arg("seed") = py::none(), py::kw_only(), py::arg("sub_round") = 1,
             py::arg("starter") = py::none())
        // Looking
        .def_property_readonly("rules", [](const Game& g) { return g.position().rules(); })
        .def_property_readonly(
            "players", [](const Game& g) { return g.position().num_players(); }, "How many play.")
        .def_property_readonly(
            "turn", [](const Game& g) { return g.position().turn(); },
            "The seat whose turn it is, also while it waits for a card.")
        .def_property_readonly(
            "phase", [](const Game& g) { return name_of(g.position().phase()); },
            "choose_starter, deal, start (of a turn), draw, drawn, penalty or over. Chance is to "
            "act "
            "in choose_starter, deal, draw and penalty.")
        .def_property_readonly(
            "sub_round", [](const Game& g) { return g.position().table().sub_round + 1; },
            "Counted from 1.")
        .def_property_readonly(
            "start_number", [](const Game& g) { return g.position().start_number(); },
            "The number of this sub-round's start cards.")
        .def_property_readonly(
            "starter", [](const Game& g) { return int{g.position().table().starter}; },
            "Who started this sub-round.")
        .def(
            "hand",
            [](const Game& g, int player) {
                require_seat(g, player);
                return cards_tuple(g.position().hand(player), g.position().rules().deck);
            },
            py::arg("player"), "The cards of a player, by kind.")
        .def_property_readonly(
            "pile",
            [](const Game& g) {
                return cards_tuple(g.position().pile(), g.position().rules().deck);
            },
            "The cards that can be drawn, by kind: they have no order.")
        .def_property_readonly("pile_size", [](const Game& g) { return g.position().pile_size(); })
        .def_property_readonly(
            "hand_sizes",
            [](const Game& g) {
                return by_seat(g, [&](int seat) { return g.position().hand_size(seat); });
            },
            "(players,) int32")
        .def_property_readonly(
            "tracks", [](const Game& g) { return py::tuple(py::cast(tracks_of(g))); },
            "The track of each seat, then the free track.")
        .def_property_readonly(
            "lock",
            [](const Game& g) {
                const int lock = g.position().table().lock;
                return lock == Table::none ? std::nullopt
                                           : std::optional<std::string>(track_name(lock));
            },
            "The name of the track whose block locks the game, or None.")
        .def_property_readonly(
            "skips",
            [](const Game& g) {
                return by_seat(g, [&](int seat) {
                    return int{g.position().table().skips[static_cast<std::size_t>(seat)]};
                });
            },
            "(players,) int32: own turns still to be missed.")
        .def_property_readonly(
            "passed",
            [](const Game& g) {
                py::array_t<bool> array(g.position().num_players());
                for (int seat = 0; seat < g.position().num_players(); ++seat) {
                    array.mutable_at(seat) = (g.position().table().passed >> seat & 1) != 0;
                }
                return array;
            },
            "(players,) bool: who has passed with no pile since the last play. When all have, the "
            "sub-round is locked.")
        .def_property_readonly(
            "totals",
            [](const Game& g) { return by_seat(g, [&](int s) { return g.position().total(s); }); },
            "(players,) int32: points of the sub-rounds that are over. Least wins.")
        .def_property_readonly("scores", &scores_array,
                               "(sub-rounds over, players) int32, as far as the history tells.")
        .def_property_readonly(
            "sheet",
            [](const Game& g) {
                py::list rows;
                for (const SubRound& row : g.sheet()) {
                    rows.append(
                        SubRoundView{row, g.position().num_players(), g.position().rules().deck});
                }
                return py::tuple(rows);
            },
            "The sub-rounds that are over, as far as the history tells.")
        .def_property_readonly(
            "ranks",
            [](const Game& g) {
                const auto ranks = g.ranks();
                return by_seat(g, [&](int s) { return ranks[static_cast<std::size_t>(s)]; });
            },
            "(players,) int32: places by totals. Equal totals share a place: 12, 12, 30 give 1, 1, "
            "3.")
        .def_property_readonly(
            "winners",
            [](const Game& g) {
                const auto ranks = g.ranks();
                py::list winners;
                for (int seat = 0; g.position().is_terminal() && seat < g.position().num_players();
                     ++seat) {
                    if (ranks[static_cast<std::size_t>(seat)] == 1) winners.append(seat);
                }
                return py::tuple(winners);
            },
            "Who has won; empty while the game goes on.")
        .def_property_readonly("legal_plays", &legal_plays,
                               "What may be laid now, \"dot\" said and not said apart.")
        .def_property_readonly(
            "action_history",
            [](const Game& g) {
                return py::array_t<std::int32_t>(static_cast<py::ssize_t>(g.actions().size()),
                                                 g.actions().data());
            },
            "(acts,) int32: all acts since the start, those of chance among them.")
        .def(
            "why_illegal",
            [](const Game& g, int action) -> std::optional<std::string> {
                const Illegal why = g.position().why_illegal(action);
                if (why == Illegal::none) return std::nullopt;
                return explain(g.position(), action, why);
            },
            py::arg("action"), "Why an action is refused now; None if it is legal.")
        // Playing
        .def("play", &play, py::arg("card"), py::arg("on") = py::none(), py::kw_only(),
             py::arg("number") = py::none(), py::arg("dot").noconvert() = false,
             py::arg("end") = py::none(),
             R"(Lay a card on a track.

Parameters
----------
card : Card, str or (int, int)
on : int or str, optional
    A seat, or "free"; the own track by default.
number : int
    The number that a bonus card shows.
dot : bool
    Say "dot", with two cards in hand.
end : int, optional
    The number to be left open. It matters only where the free track may be started with any card:
    the higher half by default.

Raises
------
IllegalMove
    If that cannot be played now. Nothing has changed then.
Error
    If it names no card, no track, or no number where one is needed.
)")
        .def(
            "draw",
            [](Game& g) {
                require_turn(g);
                g.apply(draw_action);
            },
            "Draw a card: chance gives it, see resolve_chance.")
        .def(
            "pass_turn",
            [](Game& g) {
                require_turn(g);
                g.apply(pass_action);
            },
            "Pass: the own track opens. IllegalMove while a card can be drawn first.")
        .def(
            "do",
            [](Game& g, const std::string& text) { g.apply(string_to_action(g.position(), text)); },
            py::arg("act"),
            "Make an act given as text: \"draw\", \"pass\", \"9|4@P0\", \"B-5@F=7\", \"5|5@P2!\"; "
            "also one of chance. Error for a text that names no act, IllegalMove for one that is "
            "refused.");
    bind_dotcard_contract(game);
    m.def("playouts", &run_playouts, py::arg("game"), py::arg("n"), py::arg("seed"), py::kw_only(),
          py::arg("policy") = "uniform", py::arg("until") = "game", py::arg("threads") = 1,
          R"(Play ``n`` games by chance from ``game`` on.

Parameters
----------
policy : {"uniform", "play_first"}
    Any legal action, all alike; or any legal play, and draw or pass only without one.
until : {"game", "sub_round"}
    Where each ends.

The game is not changed. The result for a seed does not depend on ``threads``.

Returns
-------
(n, players) int32
    The totals at the end of each.

>>> dotcard.playouts(dotcard.Game(4, seed=1), 100, seed=1).shape
(100, 4)
)");
}

}  // namespace dotcore::bindings
