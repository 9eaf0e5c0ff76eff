// What the binding files of Dots share: arguments in, arrays out.

#pragma once

#include <span>
#include <string>
#include <vector>

#include <dotcore/dots/board.hpp>

#include "bindings.hpp"

namespace dotcore::bindings {

// 0 or 1; Error for any other number.
[[nodiscard]] dots::Player as_player(int player);

// Error unless the number is 0 or 1.
void require_player(int player);

// The named player, or whoever is to move where None is given.
[[nodiscard]] dots::Player as_player(const dots::Board& board, const std::optional<int>& player);

// Chains from any nesting of iterables of (x, y); a first point repeated at the end is dropped.
// A chain with a point off the board, or with more points than a board has, comes out empty:
// illegal.
[[nodiscard]] dots::Board::Chains as_chains(py::handle chains, dots::Size size);

// Rules from Rules, the name of a preset, or None for the defaults.
[[nodiscard]] dots::Rules as_rules(const py::object& rules);

// Starting dots from an iterable of (x, y, player); RulesError for a dot off the board.
[[nodiscard]] std::vector<dots::Dot> as_dots(py::handle items, dots::Size size);

// (n, 2) int16, x and y.
[[nodiscard]] py::array_t<std::int16_t> points_array(std::span<const dots::Point> points);

// (height, width) bool.
[[nodiscard]] py::array_t<bool> mask_array(const dots::Rows& rows, dots::Size size);

// place, stop, ground, resign, enclose or end_turn.
[[nodiscard]] const char* kind_name(dots::Move::Kind kind);
[[nodiscard]] bool has_point(const dots::Move& move);

using OptionalPlayer = std::optional<int>;

void bind_dots_contract(py::class_<dots::Board>& board);
void register_dots_values(py::module_& m);
void register_dots_board(py::module_& m);

}  // namespace dotcore::bindings
