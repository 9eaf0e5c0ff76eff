// What the binding files of Dot Duel share.

#pragma once

#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/rules.hpp>
#include <dotcore/dotduel/table.hpp>

#include "bindings.hpp"

namespace dotcore::bindings {

// Rules, or None for the defaults.
[[nodiscard]] dotduel::Rules as_rules_of_dotduel(const py::object& rules);
// All options by name, ready for JSON.
[[nodiscard]] py::dict dict_of(const dotduel::Rules& rules);

// None for what is below 0.
[[nodiscard]] inline py::object or_none(std::int64_t value) {
    return value < 0 ? py::object(py::none()) : py::object(py::int_(value));
}

// The table as lists and dicts (bind_dotduel_view.cpp)
// Throws Error for no seat of the table.
[[nodiscard]] int as_seat(const dotduel::Table& table, int player);
[[nodiscard]] py::list list_of(std::span<const std::uint8_t> cards);
[[nodiscard]] py::list show_of(const dotduel::Table& table);
[[nodiscard]] py::list aside_of(const dotduel::Table& table);
[[nodiscard]] py::list grounds_of(const dotduel::Table& table);
[[nodiscard]] py::list personal_of(const dotduel::Table& table);
[[nodiscard]] py::list claims_of(const dotduel::Table& table);
[[nodiscard]] py::list scores_of(const dotduel::Table& table);
[[nodiscard]] py::list status_of(const dotduel::Table& table);
[[nodiscard]] py::object duel_of(const dotduel::Table& table);
// What a player may do by verb, and all that they see; without a player the host, a spectator.
[[nodiscard]] py::dict legal_of(const dotduel::Table& table, const dotduel::MatchTable& cards,
                                const dotduel::Rules& rules, const std::optional<int>& player);
[[nodiscard]] py::dict view_of(const dotduel::Table& table, const dotduel::MatchTable& cards,
                               const dotduel::Rules& rules, const std::optional<int>& player);

void bind_dotduel_questions(py::class_<dotduel::Deck>& deck);
void register_dotduel_decks(py::module_& m);
void register_dotduel_rules(py::module_& m);
void register_dotduel_engine(py::module_& m);
void register_dotduel_simulate(py::module_& m);
void register_dotduel_tick(py::module_& m);

}  // namespace dotcore::bindings
