// Bindings of Dot Duel: simulated players, and whole games between them.

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <chrono>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/simulate.hpp>

#include "bind_dotduel.hpp"
#include "bind_rules.hpp"

namespace dotcore::bindings {

using namespace dotduel;

namespace {

[[nodiscard]] py::dict traits_of(const SimulatedPlayer& player) {
    py::dict traits;
    traits["look_ms"] = player.look_ms;
    traits["symbol_ms"] = player.symbol_ms;
    traits["react_ms"] = player.react_ms;
    traits["spread"] = player.spread;
    traits["miss"] = player.miss;
    traits["false_alarm"] = player.false_alarm;
    traits["check"] = player.check;
    traits["double_dot"] = player.double_dot;
    traits["wrong_double_dot"] = player.wrong_double_dot;
    return traits;
}

[[nodiscard]] SimulatedPlayer make_player(std::int32_t look_ms, std::int32_t symbol_ms,
                                          std::int32_t react_ms, std::int32_t spread,
                                          std::int32_t miss, std::int32_t false_alarm,
                                          std::int32_t check, std::int32_t double_dot,
                                          std::int32_t wrong_double_dot) {
    const SimulatedPlayer player{look_ms,     symbol_ms, react_ms,   spread,          miss,
                                 false_alarm, check,     double_dot, wrong_double_dot};
    check_player(player);
    return player;
}

// What simulate returns
struct Simulation {
    py::array winner, rounds, duration_ms, cards, claims, duels, double_dots, errors;
};

template <class T, class Value>
[[nodiscard]] py::array column(const std::vector<SimulatedGame>& games, Value value) {
    py::array_t<T> array(static_cast<py::ssize_t>(games.size()));
    T* const out = array.mutable_data();
    for (std::size_t i = 0; i < games.size(); ++i) out[i] = static_cast<T>(value(games[i]));
    return array;
}
template <class Values>
[[nodiscard]] py::array columns(const std::vector<SimulatedGame>& games, std::size_t players,
                                Values values) {
    py::array_t<std::int32_t> array(
        {static_cast<py::ssize_t>(games.size()), static_cast<py::ssize_t>(players)});
    std::int32_t* out = array.mutable_data();
    for (const SimulatedGame& game : games) {
        for (std::size_t p = 0; p < players; ++p) *out++ = values(game)[p];
    }
    return array;
}

[[nodiscard]] std::vector<SimulatedPlayer> players_in(const py::object& players) {
    if (PyIndex_Check(players.ptr()) != 0) {
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(players.ptr()));
        if (!number) throw py::error_already_set();
        int overflow = 0;
        const long long count = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
        if (overflow != 0 || count < 2 || count > max_players) {
            throw RulesError("players=" + shown(players) + "; 2 to 6");
        }
        return std::vector<SimulatedPlayer>(static_cast<std::size_t>(count));
    }
    std::vector<SimulatedPlayer> list;
    for (const py::handle item : py::iter(players)) {
        if (!py::isinstance<SimulatedPlayer>(item)) {
            throw py::type_error("players are SimulatedPlayers, or their number, not " +
                                 shown(item));
        }
        if (list.size() == max_players) throw RulesError("more than 6 players");
        list.push_back(item.cast<SimulatedPlayer>());
    }
    if (list.size() < 2) throw RulesError("players: 2 to 6 of them");
    return list;
}

[[nodiscard]] Simulation run(std::int64_t n, const py::object& players, const py::object& seed,
                             int threads, const std::optional<Deck>& deck,
                             const py::object& rules) {
    constexpr std::int64_t most_games = 5'000'000;
    if (n < 1 || n > most_games) {
        throw Error("n=" + std::to_string(n) + "; 1 to 5,000,000 games a call");
    }
    if (threads < 1 || threads > 1024) {
        throw Error("threads=" + std::to_string(threads) + "; 1 to 1024");
    }
    const std::vector<SimulatedPlayer> seats = players_in(players);
    Setup setup{static_cast<int>(seats.size()), deck ? *deck : Deck::standard(0),
                as_rules_of_dotduel(rules)};
    check_setup(setup);
    const MatchTable cards = MatchTable::of(setup.deck);
    const std::uint64_t number = as_seed(seed);
    std::vector<SimulatedGame> games(static_cast<std::size_t>(n));
    {
        WithoutGil released;
        using Clock = std::chrono::steady_clock;
        auto asked = Clock::now();
        const auto is_stopped = [&] {
            if (Clock::now() - asked < std::chrono::milliseconds(50)) return false;
            asked = Clock::now();
            return released.is_interrupted();
        };
        (void)simulate(cards, setup.rules, seats, number, games, threads, is_stopped);
    }
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    const std::size_t p = seats.size();
    return {column<std::int8_t>(games, [](const auto& g) { return g.winner; }),
            column<std::int32_t>(games, [](const auto& g) { return g.rounds; }),
            column<std::int64_t>(games, [](const auto& g) { return g.duration_ms; }),
            columns(games, p, [](const auto& g) { return g.cards; }),
            columns(games, p, [](const auto& g) { return g.claims; }),
            columns(games, p, [](const auto& g) { return g.duels; }),
            columns(games, p, [](const auto& g) { return g.double_dots; }),
            columns(games, p, [](const auto& g) { return g.errors; })};
}

}  // namespace

void register_dotduel_simulate(py::module_& m) {
    py::class_<SimulatedPlayer> player(
        m, "SimulatedPlayer",
        R"(What a simulated player is like. Immutable, hashable, picklable.

It looks at the showing cards one by one, claims where it counts any symbols, checks some of what
others claim, and agrees when it has seen all. Times are whole milliseconds, 60,000 at most, and
log-normal around their median; rates are thousandths.

Parameters
----------
look_ms, symbol_ms : int
    To look at a card, and for each symbol of the number on it.
react_ms : int
    To say what was seen, to roll, to agree.
spread : int
    Thousandths: the sigma of a time's logarithm, 2,000 at most.
miss : int
    A symbol is overlooked.
false_alarm : int
    One symbol too many is counted on a card.
check : int
    Somebody's claim is checked at all.
double_dot : int
    A Double Dot between two cards with symbols that were looked at is noticed.
wrong_double_dot : int
    Two symbols of the number are taken for the same.

Raises
------
RulesError
    For a number out of range.

>>> dotduel.SimulatedPlayer(look_ms=600)
SimulatedPlayer(look_ms=600)
)");
    publish(player, "dotcore.dotduel");
    const SimulatedPlayer usual;
    player
        .def(py::init(&make_player), py::kw_only(), py::arg("look_ms") = usual.look_ms,
             py::arg("symbol_ms") = usual.symbol_ms, py::arg("react_ms") = usual.react_ms,
             py::arg("spread") = usual.spread, py::arg("miss") = usual.miss,
             py::arg("false_alarm") = usual.false_alarm, py::arg("check") = usual.check,
             py::arg("double_dot") = usual.double_dot,
             py::arg("wrong_double_dot") = usual.wrong_double_dot)
        .def_readonly("look_ms", &SimulatedPlayer::look_ms)
        .def_readonly("symbol_ms", &SimulatedPlayer::symbol_ms)
        .def_readonly("react_ms", &SimulatedPlayer::react_ms)
        .def_readonly("spread", &SimulatedPlayer::spread)
        .def_readonly("miss", &SimulatedPlayer::miss)
        .def_readonly("false_alarm", &SimulatedPlayer::false_alarm)
        .def_readonly("check", &SimulatedPlayer::check)
        .def_readonly("double_dot", &SimulatedPlayer::double_dot)
        .def_readonly("wrong_double_dot", &SimulatedPlayer::wrong_double_dot)
        .def(
            "as_dict", [](const SimulatedPlayer& self) { return traits_of(self); },
            "All of it by name, ready for JSON; SimulatedPlayer(**) takes it back.")
        .def(py::self == py::self)
        .def(
            "__hash__",
            [](const SimulatedPlayer& self) { return py::hash(py::str(py::str(traits_of(self)))); })
        .def("__repr__", [](const SimulatedPlayer& self) {
            std::string text = "SimulatedPlayer(";
            const py::dict usual_traits = traits_of(SimulatedPlayer{});
            const char* comma = "";
            for (const auto& [name, value] : traits_of(self)) {
                if (value.equal(usual_traits[name])) continue;
                text += comma + utf8_of(name) + "=" + std::string(py::str(value));
                comma = ", ";
            }
            return text + ")";
        });
    make_picklable(
        player, [](const SimulatedPlayer& self) { return py::make_tuple(traits_of(self)); },
        [](const py::tuple& state) {
            if (state.size() != 1 || !py::isinstance<py::dict>(state[0])) {
                throw InvalidRecord("the state of a SimulatedPlayer is a dict");
            }
            return py::type::of<SimulatedPlayer>()(**py::dict(state[0])).cast<SimulatedPlayer>();
        });

    py::class_<Simulation> simulation(m, "Simulation",
                                      R"(What n simulated games of p players came to.

``winner`` (n,) int8, -1 for none; ``rounds`` (n,) int32; ``duration_ms`` (n,) int64 of the game's
own time; and of each player, (n, p) int32: ``cards`` held at the end, ``claims`` made, ``duels``
fought, a final too, right ``double_dots``, ``errors``: claims of a wrong count, false calls,
misfires and wrong Double Dots.
)");
    publish(simulation, "dotcore.dotduel");
    simulation.def_readonly("winner", &Simulation::winner)
        .def_readonly("rounds", &Simulation::rounds)
        .def_readonly("duration_ms", &Simulation::duration_ms)
        .def_readonly("cards", &Simulation::cards)
        .def_readonly("claims", &Simulation::claims)
        .def_readonly("duels", &Simulation::duels)
        .def_readonly("double_dots", &Simulation::double_dots)
        .def_readonly("errors", &Simulation::errors)
        .def("__len__", [](const Simulation& s) { return s.winner.size(); })
        .def("__repr__", [](const Simulation& s) {
            return "<Simulation of " + std::to_string(s.winner.size()) + " games>";
        });

    m.def("simulate", &run, py::arg("n"), py::arg("players") = 4, py::kw_only(),
          py::arg("seed") = 0, py::arg("threads") = 1, py::arg("deck") = py::none(),
          py::arg("rules") = py::none(),
          R"(Play ``n`` whole games between simulated players.

Parameters
----------
n : int
    1 to 5,000,000.
players : int or iterable of SimulatedPlayer
    2 to 6 of them, or how many usual ones.
seed : int
    0 to 2**64 - 1. Game i of a seed is the same for every ``n`` and ``threads``.
threads : int
    1 to 1,024; other Python threads run meanwhile.
deck : Deck, optional
    ``Deck.standard(0)`` by default.
rules : Rules, optional
    Without ``max_rounds`` a game ends after 1,000 rounds at the latest.

Returns
-------
Simulation

>>> games = dotduel.simulate(1000, 4, seed=1)
>>> games.cards.shape, bool((games.cards.sum(axis=1) == 57).all())
((1000, 4), True)
)");
}

}  // namespace dotcore::bindings
