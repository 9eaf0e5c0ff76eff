// The module dotcore.search, and what its parts share.

#include "bind_search.hpp"

#include <algorithm>
#include <vector>

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

void register_search(py::module_& m) {
    py::module_ search = m.def_submodule("search", "Search for the games.");
    register_search_mcts(search);
    register_search_hidden(search);
    register_search_model(search);
    register_search_alphabeta(search);
    register_search_tactics(search);
}

}  // namespace dotcore::bindings
