#include <dotcore/dotcard/look.hpp>

#include <algorithm>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

void observe(const Position& position, int seat, std::span<float> out) noexcept {
    const Table& table = position.table();
    const Rules& rules = position.rules();
    const int players = position.num_players();
    const auto kinds = static_cast<std::size_t>(rules.deck.kinds());
    std::fill(out.begin(), out.end(), 0.0F);
    const auto write = [](std::span<float> counts, const CardSet& cards) {
        cards.for_each([&](Card card, int count) {
            counts[static_cast<std::size_t>(card.kind())] = static_cast<float>(count);
        });
    };
    write(out.first(kinds), position.hand(seat));
    write(out.subspan(kinds, kinds), position.unseen(seat));
    if (table.drawn != Table::none && table.turn == seat) {
        out[2 * kinds + static_cast<std::size_t>(table.drawn)] = 1;
    }
    float* at = out.data() + 3 * kinds;
    const auto flag = [&](bool is) { *at++ = is ? 1.0F : 0.0F; };
    const auto one_of = [&](int which, int count) {
        for (int i = 0; i < count; ++i) flag(i == which);
    };
    for (int i = 0; i <= players; ++i) {
        const int track = i == players ? free_track : (seat + i) % players;
        one_of(position.end(track), max_numbers);
        flag(position.is_started(track));
        flag(track == free_track || position.is_open(track));
        flag(table.lock == track);
    }
    for (int i = 0; i < players; ++i) {
        const int other = (seat + i) % players;
        *at++ = static_cast<float>(position.hand_size(other)) / 10;
        *at++ = static_cast<float>(position.total(other)) / 100;
        *at++ = static_cast<float>(table.skips[static_cast<std::size_t>(other)]);
        flag((table.passed >> other & 1) != 0);
        flag(table.turn == other);
        flag(table.starter == other);
    }
    *at++ = static_cast<float>(position.pile_size()) / static_cast<float>(rules.deck.size());
    one_of(static_cast<int>(table.phase), 7);
    one_of(position.start_number(), max_numbers);
    *at++ =
        static_cast<float>(rules.sub_rounds - table.sub_round - (position.is_terminal() ? 1 : 0)) /
        static_cast<float>(rules.sub_rounds);
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
