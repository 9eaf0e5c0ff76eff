// What a player may do now, whatever comes of it: nothing here tells if a claim is true.

#pragma once

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

struct Legal {
    using ClaimIds = ShortList<std::int32_t, Table::most_claims>;

    bool start = false;
    bool roll = false;
    bool agree = false;
    bool forfeit = false;
    int place = 0;                 // how many of the own cards
    int answer = 0;                // the highest total that may be named, 0: none may
    CardMask claim = 0;            // cards that may be claimed
    CardMask double_dot = 0;       // cards any two of which may be called a Double Dot
    CardMask duel_double_dot = 0;  // the same of two or more, in a duel
    ClaimIds dot_duel{};
    ClaimIds prove_over{};
};

[[nodiscard]] Legal legal(const Table& table, const MatchTable& cards, const Rules& rules,
                          int player) noexcept;

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
