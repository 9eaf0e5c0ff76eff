#include <dotcore/dotduel/legal.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

Legal legal(const Table& table, const MatchTable& cards, const Rules& rules, int player) noexcept {
    const auto accepts = [&](Verb verb, int what = -1, int with = -1) {
        const Event event = Event::of(table.now, player, verb, what, with);
        return Referee::why_rejected(table, cards, rules, event) == Outcome::ok;
    };
    Legal legal;
    legal.start = accepts(Verb::start);
    legal.roll = accepts(Verb::roll);
    legal.agree = accepts(Verb::agree);
    legal.forfeit = accepts(Verb::forfeit);
    if (is_fill(table.phase) && player == table.filler() && table.seat(player).connected) {
        legal.place = table.own_of(player);
    }
    if (accepts(Verb::answer, 1)) legal.answer = most_counted * table.grounds_size;
    const CardMask showing = table.show_mask();
    bits::for_each_bit(showing, [&](int card) {
        if (accepts(Verb::claim, card, 1)) legal.claim |= card_bit(card);
    });
    if (const CardMask others = showing & (showing - 1); others != 0) {
        const int first = std::countr_zero(showing);
        if (accepts(Verb::double_dot, first, std::countr_zero(others))) {
            legal.double_dot = showing;
        }
    }
    if (is_race(table.phase) && table.grounds_size >= 2) {
        const std::array<std::uint8_t, 2> two{table.grounds[0].card, table.grounds[1].card};
        const Event event = Event::naming(table.now, player, Verb::duel_double_dot, two);
        if (Referee::why_rejected(table, cards, rules, event) == Outcome::ok) {
            legal.duel_double_dot = table.grounds_mask();
        }
    }
    for (int i = 0; i < table.claim_count; ++i) {
        const std::int32_t id = table.claims[Table::at(i)].id;
        if (accepts(Verb::dot_duel, id, 0)) legal.dot_duel.push_back(id);
        if (accepts(Verb::prove_over, id, 0)) legal.prove_over.push_back(id);
    }
    return legal;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
