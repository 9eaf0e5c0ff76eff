// Bindings of search over hidden information, for DotCard: ISMCTS, determinized search, and players
// that do not search. Options come in as a dict that Python's configs have checked; results go out
// as the parts of dotcore.search.HiddenResult.

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/belief.hpp>
#include <dotcore/dotcard/game.hpp>
#include <dotcore/dotcard/ismcts.hpp>
#include <dotcore/dotcard/players.hpp>

#include "bind_search.hpp"

namespace dotcore::bindings {

using search::Clock;
using search::RootAct;

namespace {

struct Order {
    std::optional<std::int64_t> simulations;
    std::optional<double> time_ms;
    std::uint64_t seed = 0;
    int threads = 1;
};

[[nodiscard]] Order checked(const std::optional<std::int64_t>& simulations,
                            const std::optional<double>& time_ms, const py::object& seed,
                            int threads) {
    check_limits(simulations, time_ms, threads);
    return {simulations, time_ms, as_seed(seed), threads};
}

// One of the words, by its place among them.
template <class Enum, std::size_t Count>
[[nodiscard]] Enum one_of(const std::array<const char*, Count>& words, const std::string& word) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) throw Error("no such option: " + word);
    return static_cast<Enum>(found - words.begin());
}

constexpr std::array<const char*, 2> selections{"uct", "puct"};
constexpr std::array<const char*, 3> rollouts{"uniform", "play_first", "model"};
constexpr std::array<const char*, 3> combines{"votes", "visits", "values"};

// What the two configs share.
template <class Options>
void read_search(const py::dict& from, Options& options) {
    options.selection =
        one_of<search::InformationSelection>(selections, from["selection"].cast<std::string>());
    options.exploration = from["exploration"].cast<float>();
    options.first_play = from["first_play"].cast<float>();
    options.memory_mb = from["memory_mb"].cast<std::size_t>();
}
[[nodiscard]] dotcard::MonteCarloOptions game_options(const py::dict& from) {
    dotcard::MonteCarloOptions options;
    options.rollout = one_of<dotcard::Rollout>(rollouts, from["rollout"].cast<std::string>());
    options.to_game_end = from["to_game_end"].cast<bool>();
    options.scale = from["scale"].cast<float>();
    options.bonus_numbers = from["bonus_numbers"].cast<int>();
    options.informed = from["informed"].cast<bool>();
    options.sharpness = from["sharpness"].cast<float>();
    return options;
}

// Worlds that fit what the player saw; nothing where all of them are alike.
[[nodiscard]] search::WorldSource<dotcard::Position> believed(const dotcard::Game& game,
                                                              const py::dict& options) {
    const dotcard::PassModel model{options["pass_weight"].cast<double>()};
    dotcard::Belief belief(game, game.position().current_player(), model);
    if (belief.is_uniform()) return {};
    return [belief = std::move(belief)](Rng& rng) mutable { return belief.sample(rng); };
}

void require_mover(const dotcard::Game& game) {
    if (game.position().is_terminal()) {
        throw Error("the game is over; there is nothing to search");
    }
    if (game.position().current_player() < 0) {
        throw Error("chance is to act, not a player; resolve_chance(rng) first");
    }
}

// Runs in portions, so that Ctrl-C is heard. The time that it took, in milliseconds.
template <class Search>
double run(Search& search, const Order& order) {
    const Clock::time_point start = Clock::now();
    const Clock::time_point end =
        order.time_ms ? after(start, *order.time_ms) : Clock::time_point::max();
    const std::int64_t most = order.simulations.value_or(most_simulations);
    const search::StopSignal stop;
    WithoutGil release;
    for (Clock::time_point now = start;;) {
        search::Limits limits;
        limits.nodes = most - static_cast<std::int64_t>(search.simulations());
        limits.deadline = std::min(end, after(now, portion_ms));
        search.run(limits, stop, order.threads);
        now = Clock::now();
        if (release.is_interrupted()) break;
        if (now >= end || static_cast<std::int64_t>(search.simulations()) >= most) break;
    }
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// What both searches tell; `total_of` gives an act's RootAct, `mean_of` its value for a player.
template <class Act, class Total, class Mean>
[[nodiscard]] py::dict parts_of(const dotcard::Position& root, const std::vector<Act>& acts,
                                float scale, Total total_of, Mean mean_of) {
    const int players = root.num_players();
    py::array_t<float> values({static_cast<py::ssize_t>(acts.size()), py::ssize_t{players}});
    float* value = values.mutable_data();
    for (const Act& act : acts) {
        for (int player = 0; player < players; ++player) {
            *value++ = total_of(act).visits == 0 ? std::numeric_limits<float>::quiet_NaN()
                                                 : scale * static_cast<float>(mean_of(act, player));
        }
    }
    py::dict parts;
    parts["best"] = total_of(acts.front()).action;
    parts["actions"] =
        array_of<std::int32_t>(acts, [&](const Act& act) { return total_of(act).action; });
    parts["visits"] =
        array_of<std::int64_t>(acts, [&](const Act& act) { return total_of(act).visits; });
    parts["availability"] =
        array_of<std::int64_t>(acts, [&](const Act& act) { return total_of(act).availability; });
    parts["priors"] = array_of<float>(acts, [&](const Act& act) { return total_of(act).prior; });
    parts["player_values"] = values;
    parts["player"] = root.current_player();
    return parts;
}

[[nodiscard]] py::dict ismcts(const dotcard::Game& game, const Order& order,
                              const py::dict& options) {
    require_mover(game);
    const dotcard::Position root = game.position();
    const dotcard::MonteCarloOptions of_game = game_options(options);
    search::IsmctsOptions of_search;
    read_search(options, of_search);
    dotcard::Ismcts search(root, dotcard::MonteCarlo(root, of_game), of_search, order.seed,
                           believed(game, options));
    const double elapsed_ms = run(search, order);
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    py::dict parts = parts_of(
        root, search.acts(), of_game.scale,
        [](const RootAct& act) -> const RootAct& { return act; },
        [](const RootAct& act, int player) { return act.mean(player); });
    parts["pv"] = search.line();
    parts["simulations"] = search.simulations();
    parts["elapsed_ms"] = elapsed_ms;
    parts["memory_mb"] = static_cast<double>(search.memory_bytes()) / (1 << 20);
    parts["is_full"] = search.is_full();
    return parts;
}

[[nodiscard]] py::dict determinized(const dotcard::Game& game, const Order& order,
                                    const py::dict& options) {
    using search::CombinedAct;
    require_mover(game);
    const dotcard::Position root = game.position();
    const dotcard::MonteCarloOptions of_game = game_options(options);
    search::DeterminizedOptions of_search;
    read_search(options, of_search);
    of_search.combine = one_of<search::Combine>(combines, options["combine"].cast<std::string>());
    of_search.world_simulations = options["world_simulations"].cast<std::int64_t>();
    dotcard::Determinized search(root, dotcard::MonteCarlo(root, of_game), of_search, order.seed,
                                 believed(game, options));
    const double elapsed_ms = run(search, order);
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    const std::vector<CombinedAct> acts = search.acts();
    py::dict parts = parts_of(
        root, acts, of_game.scale,
        [](const CombinedAct& act) -> const RootAct& { return act.total; },
        [](const CombinedAct& act, int player) { return act.mean(player); });
    parts["votes"] = array_of<std::int64_t>(acts, [](const CombinedAct& act) { return act.votes; });
    parts["worlds"] = search.worlds();
    parts["simulations"] = search.simulations();
    parts["elapsed_ms"] = elapsed_ms;
    parts["memory_mb"] = static_cast<double>(search.memory_bytes()) / (1 << 20);
    return parts;
}

}  // namespace

void register_search_hidden(py::module_& m) {
    m.def(
        "_ismcts",
        [](const dotcard::Game& game, const std::optional<std::int64_t>& simulations,
           const std::optional<double>& time_ms, const py::object& seed, int threads,
           const py::dict& options) {
            return ismcts(game, checked(simulations, time_ms, seed, threads), options);
        },
        py::arg("game"), py::arg("simulations"), py::arg("time_ms"), py::arg("seed"),
        py::arg("threads"), py::arg("options"));
    m.def(
        "_determinized",
        [](const dotcard::Game& game, const std::optional<std::int64_t>& simulations,
           const std::optional<double>& time_ms, const py::object& seed, int threads,
           const py::dict& options) {
            return determinized(game, checked(simulations, time_ms, seed, threads), options);
        },
        py::arg("game"), py::arg("simulations"), py::arg("time_ms"), py::arg("seed"),
        py::arg("threads"), py::arg("options"));
    m.def(
        "choose",
        [](const dotcard::Game& game, const std::string& style, const py::object& rng) {
            const auto known = dotcard::find_style(style);
            if (!known) {
                std::string styles;
                for (const dotcard::Style each : dotcard::all_styles) {
                    styles += (styles.empty() ? "'" : ", '") + std::string(name_of(each)) + "'";
                }
                throw Error("style='" + style + "'; one of " + styles);
            }
            RngArgument generator(rng);
            return dotcard::Player(*known).choose(game.position(), *generator);
        },
        py::arg("game"), py::arg("style") = "expert", py::arg("rng") = 0,
        R"(Choose an act for the player to move without any search.

Parameters
----------
game : dotcard.Game
    It is not changed. Only what its player to move sees is looked at.
style : {"expert", "greedy_track", "greedy_points", "play_first", "random"}
    ``expert``: what looks best by features of the play that were weighted by evolution in self-play;
    ``greedy_track``: what leaves the longest continuation of the own track in hand;
    ``greedy_points``: the card with the most points; ``play_first``: any play if there is one;
    ``random``: any legal act. All but ``random`` always say "dot".
rng : Rng or int
    Settles ties.

Returns
-------
int
    The id of a legal action.

Raises
------
Error
    If the game is over, chance is to act, or there is no such style.

>>> game = dotcard.Game(players=4, seed=1)
>>> search.choose(game) in game.legal_actions()
True
)");
}

}  // namespace dotcore::bindings
