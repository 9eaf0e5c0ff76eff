// Binding of the move model: its weights for a position, and what it sees, for fitting it anew.

#include <algorithm>

#include <pybind11/stl.h>

#include <dotcore/dots/move_model.hpp>

#include "bind_search.hpp"

namespace dotcore::bindings {

using dots::MoveFeatures;
using dots::MoveModel;
using dots::Point;
using dots::Position;

namespace {

template <class See>
void for_each_playable(const Position& position, See see) {
    for (int y = 0; y < position.size().height; ++y) {
        bits::for_each_bit(position.playable_row(y), [&](int x) { see(Point::at(x, y)); });
    }
}

[[nodiscard]] py::array_t<float> move_weights(const dots::Board& board,
                                              const std::optional<int>& player) {
    const Position& position = board.position();
    const MoveModel model(position, as_player(board, player), recent_of(board));
    const dots::Size size = position.size();
    py::array_t<float> weights({size.height, size.width});
    float* const out = weights.mutable_data();
    std::fill_n(out, size.points(), 0.0F);
    float sum = 0;
    for_each_playable(position,
                      [&](Point p) { sum += out[dots::dot_action(size, p)] = model.weight(p); });
    if (sum > 0) {
        for (int i = 0; i < size.points(); ++i) out[i] /= sum;
    }
    return weights;
}

[[nodiscard]] py::tuple move_features(const dots::Board& board, const std::optional<int>& player) {
    const Position& position = board.position();
    const MoveModel model(position, as_player(board, player), recent_of(board));
    const auto n = static_cast<py::ssize_t>(position.playable_count());
    py::array_t<std::int32_t> actions(n);
    py::array_t<std::uint16_t> features({n, static_cast<py::ssize_t>(dots::move_feature_columns)});
    std::int32_t* action = actions.mutable_data();
    std::uint16_t* out = features.mutable_data();
    for_each_playable(position, [&](Point p) {
        *action++ = dots::dot_action(position.size(), p);
        const MoveFeatures seen = model.features(p);
        *out++ = seen.pattern;
        *out++ = seen.last;
        *out++ = seen.before;
        *out++ = seen.edge;
        out = std::copy(seen.ring.begin(), seen.ring.end(), out);
        out = std::copy(seen.tactics.begin(), seen.tactics.end(), out);
    });
    return py::make_tuple(std::move(actions), std::move(features));
}

}  // namespace

void register_search_model(py::module_& m) {
    m.def(
        "move_weights", &move_weights, py::arg("board"), py::arg("player") = py::none(),
        R"(How likely a player is to place a dot on each point, by a model fitted to people's games.

It is what `mcts` begins with: quick, and without reading ahead.

Returns
-------
numpy.ndarray
    (height, width) float32, together 1; 0 where no dot can be placed.

>>> from dotcore import dots, search
>>> board = dots.Board(8, 8, start="cross")
>>> search.move_weights(board).shape
(8, 8)
)");
    m.def("move_features", &move_features, py::arg("board"), py::arg("player") = py::none(),
          R"(What the move model sees of each playable point; for fitting a model.

Returns
-------
tuple of numpy.ndarray
    The points' action ids (n,) int32 in reading order, and (n, 14) uint16: the pattern of the
    eight neighbours (own dots in bits 0 to 7, the other's in bits 8 to 15, both bits where nothing
    can be placed); classes of distance to the last dot, to the one before it and to the edge; own
    and enemy dots two points away, straight, a knight's move and diagonal; classes of the gain of
    a capture for the player and for the other, and of what a dot would threaten for either.

>>> from dotcore import dots, search
>>> actions, features = search.move_features(dots.Board(3, 3))
>>> features.shape
(9, 14)
)");
}

}  // namespace dotcore::bindings
