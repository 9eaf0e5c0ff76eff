// The module dotcore.search, and what its parts share.

#include "bind_search.hpp"

#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/actions.hpp>

namespace dotcore::bindings {

search::Recent recent_of(const dots::Board& board) {
    const dots::Size size = board.size();
    const auto action_of = [&](const dots::Move& move) -> Action {
        using Kind = dots::Move::Kind;
        if (move.kind == Kind::place || move.kind == Kind::place_first) {
            return dots::dot_action(size, move.point);
        }
        return move.kind == Kind::enclose ? dots::enclose_action(size, move.point)
                                          : dots::plain_action(size);
    };
    search::Recent recent;
    const std::vector<dots::Move>& moves = board.moves();
    const std::size_t known = std::min<std::size_t>(moves.size(), 2);
    for (std::size_t i = moves.size() - known; i < moves.size(); ++i) {
        recent = recent.then(action_of(moves[i]));
    }
    return recent;
}

void check_limits(const std::optional<std::int64_t>& simulations,
                  const std::optional<double>& time_ms, int threads) {
    if (!simulations && !time_ms) throw Error("a limit is missing: simulations=, time_ms= or both");
    if (simulations && (*simulations < 1 || *simulations > most_simulations)) {
        throw Error("simulations=" + std::to_string(*simulations) + "; 1 to " +
                    std::to_string(most_simulations));
    }
    if (time_ms && !(*time_ms > 0 && *time_ms <= longest_ms)) {
        throw Error("time_ms=" + shown(py::float_(*time_ms)) + "; above 0, at most 1e9");
    }
    if (threads < 1 || threads > 256) {
        throw Error("threads=" + std::to_string(threads) + "; 1 to 256");
    }
}

void register_search(py::module_& m) {
    py::module_ search = m.def_submodule("search", "Search for the games.");
    register_search_mcts(search);
    register_search_hidden(search);
    register_search_model(search);
    register_search_alphabeta(search);
    register_search_tactics(search);
}

}  // namespace dotcore::bindings
