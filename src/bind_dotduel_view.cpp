// The table of Dot Duel as Python sees it: lists, dicts, and the view of a player.

#include <pybind11/stl.h>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/legal.hpp>
#include <dotcore/dotduel/names.hpp>
#include <dotcore/dotduel/referee.hpp>

#include "bind_dotduel.hpp"

namespace dotcore::bindings {

using namespace dotduel;

int as_seat(const Table& table, int player) {
    if (player >= 0 && player < table.players) return player;
    throw Error("player=" + std::to_string(player) + "; 0 to " + std::to_string(table.players - 1));
}

py::list list_of(std::span<const std::uint8_t> cards) {
    py::list list;
    for (const std::uint8_t card : cards) list.append(int{card});
    return list;
}
namespace {

[[nodiscard]] py::list list_of(CardMask cards) {
    py::list list;
    bits::for_each_bit(cards, [&list](int card) { list.append(card); });
    return list;
}

}  // namespace

py::list show_of(const Table& table) {
    py::list show;
    for (const std::uint8_t card : table.show) {
        show.append(card == no_card ? py::object(py::none()) : py::object(py::int_(int{card})));
    }
    return show;
}
py::list aside_of(const Table& table) {
    py::list aside;
    for (int i = table.duels_fought; i < table.duel_count; ++i) {
        const int card = table.duels[Table::at(i)].card;
        if (table.is_aside(card)) aside.append(card);
    }
    return aside;
}
py::list grounds_of(const Table& table) {
    py::list grounds;
    for (int i = 0; i < table.grounds_size; ++i)
        grounds.append(int{table.grounds[Table::at(i)].card});
    return grounds;
}
py::list personal_of(const Table& table) {
    py::list personal;
    for (int p = 0; p < table.players; ++p) {
        personal.append(list_of(table.personal[Table::at(p)].cards()));
    }
    return personal;
}
namespace {

[[nodiscard]] py::list seats_of(unsigned mask) {
    py::list seats;
    for (int p = 0; p < max_players; ++p) {
        if ((mask >> p & 1) != 0) seats.append(p);
    }
    return seats;
}

}  // namespace

py::list claims_of(const Table& table) {
    py::list claims;
    for (int i = 0; i < table.claim_count; ++i) {
        const OpenClaim& open = table.claims[Table::at(i)];
        py::dict claim;
        claim["id"] = open.is_live() ? py::object(py::int_(open.id)) : py::object(py::none());
        claim["player"] = int{open.player};
        claim["card"] = int{open.card};
        claim["count"] = int{open.count};
        claim["deadline"] = or_none(open.due);
        claim["callers"] = seats_of(open.callers);
        claims.append(claim);
    }
    return claims;
}
namespace {

[[nodiscard]] py::list duels_of(const Table& table) {
    py::list duels;
    const int fought =
        table.duels_fought + (is_duel(table.phase) && !is_final(table.phase) ? 1 : 0);
    for (int i = fought; i < table.duel_count; ++i) {
        const Duel& waiting = table.duels[Table::at(i)];
        py::dict duel;
        duel["id"] = waiting.id;
        duel["initiator"] = int{waiting.initiator};
        duel["other"] = int{waiting.other};
        duel["card"] = int{waiting.card};
        duels.append(duel);
    }
    return duels;
}

}  // namespace

py::object duel_of(const Table& table) {
    if (!is_duel(table.phase)) return py::none();
    py::dict duel;
    duel["id"] = table.duel_id();
    const bool final = is_final(table.phase);
    duel["is_final"] = final;
    duel["initiator"] = int{table.initiator};
    py::list players = seats_of(table.in_duel);
    if (!final) {
        players = py::list();
        players.append(int{table.duel().initiator});
        players.append(int{table.duel().other});
    }
    duel["players"] = players;
    duel["card"] = final ? py::object(py::none()) : py::object(py::int_(int{table.duel().card}));
    duel["misfired"] = table.misfired;
    duel["deadline"] = or_none(table.duel_due);
    duel["filler"] = or_none(table.filler());
    return duel;
}

namespace {

template <class Value>
[[nodiscard]] py::list by_seat(const Table& table, Value value) {
    py::list list;
    for (int p = 0; p < table.players; ++p) list.append(value(table.seat(p)));
    return list;
}

}  // namespace

py::list scores_of(const Table& table) {
    py::list scores;
    for (int p = 0; p < table.players; ++p) scores.append(table.personal[Table::at(p)].size());
    return scores;
}

py::list status_of(const Table& table) {
    return by_seat(table, [](const Seat& seat) { return name_of(seat.status); });
}

py::dict legal_of(const Table& table, const MatchTable& cards, const Rules& rules,
                  const std::optional<int>& player) {
    py::dict may;
    const int seat = player ? as_seat(table, *player) : -1;
    const Legal legal = dotduel::legal(table, cards, rules, seat);
    if (legal.start) may["start"] = true;
    if (legal.roll) may["roll"] = true;
    if (legal.claim != 0) may["claim"] = list_of(legal.claim);
    const auto ids = [](const Legal::ClaimIds& claims) {
        py::list list;
        for (const std::int32_t id : claims) list.append(id);
        return list;
    };
    if (!legal.dot_duel.empty()) may["dot_duel"] = ids(legal.dot_duel);
    if (!legal.prove_over.empty()) may["prove_over"] = ids(legal.prove_over);
    if (legal.double_dot != 0) may["double_dot"] = list_of(legal.double_dot);
    if (legal.agree) may["agree"] = true;
    if (legal.place != 0) may["place"] = legal.place;
    if (legal.answer != 0) may["answer"] = legal.answer;
    if (legal.duel_double_dot != 0) may["duel_double_dot"] = list_of(legal.duel_double_dot);
    if (legal.forfeit) may["forfeit"] = true;
    return may;
}

py::dict view_of(const Table& table, const MatchTable& cards, const Rules& rules,
                 const std::optional<int>& player) {
    if (player) (void)as_seat(table, *player);
    py::dict seen;
    seen["game"] = "dotduel";
    seen["player"] = player ? py::object(py::int_(*player)) : py::object(py::none());
    seen["players"] = int{table.players};
    seen["rules"] = dict_of(rules);
    seen["phase"] = name_of(table.phase);
    seen["now"] = table.now;
    seen["next_deadline"] = or_none(Referee::next_deadline(table, rules));
    seen["round"] = table.round;
    seen["roll_id"] = table.roll_id;
    seen["number"] =
        table.number == 0 ? py::object(py::none()) : py::object(py::int_(int{table.number}));
    seen["roller"] = or_none(table.roller());
    seen["first"] = or_none(int{table.first});
    seen["deck_size"] = table.deck.size();
    seen["show"] = show_of(table);
    seen["aside"] = aside_of(table);
    seen["grounds"] = grounds_of(table);
    seen["personal"] = personal_of(table);
    seen["status"] = status_of(table);
    seen["sit_out"] = by_seat(table, [](const Seat& seat) { return seat.sit; });
    seen["connected"] = by_seat(table, [](const Seat& seat) { return seat.connected; });
    seen["agreed"] = by_seat(table, [](const Seat& seat) { return seat.agreed; });
    seen["thrown"] = by_seat(
        table, [](const Seat& seat) { return or_none(seat.thrown == 0 ? -1 : int{seat.thrown}); });
    seen["claims"] = claims_of(table);
    seen["duels"] = duels_of(table);
    seen["duel"] = duel_of(table);
    seen["scores"] = scores_of(table);
    seen["winner"] = or_none(int{table.winner});
    seen["legal"] = legal_of(table, cards, rules, player);
    return seen;
}

}  // namespace dotcore::bindings
