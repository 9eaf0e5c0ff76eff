// Observations of the tick game. Everything on the table is open; DECK is told as a set.

#include <dotcore/dotduel/tick_game.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

constexpr int seat_numbers = 10;

// Writes number after number.
class Row {
public:
    explicit Row(std::span<float> out) noexcept : out_(out) {}
    void add(float value) noexcept { out_[at_++] = value; }
    void add_if(bool on) noexcept { add(on ? 1.0F : 0.0F); }
    // `size` numbers, all 0 but one; none is 1 if `which` is outside.
    void one_of(int which, int size) noexcept {
        for (int i = 0; i < size; ++i) add_if(i == which);
    }
    void bits_of(std::uint64_t set, int size) noexcept {
        for (int i = 0; i < size; ++i) add_if((set >> i & 1) != 0);
    }

private:
    std::span<float> out_;
    std::size_t at_ = 0;
};

[[nodiscard]] float share(std::int64_t part, std::int64_t whole) noexcept {
    return static_cast<float>(part) / static_cast<float>(whole);
}

}  // namespace

int observation_size(int players, const MatchTable& cards) noexcept {
    const int symbols = cards.symbols();
    return phase_count + num_numbers + symbols + show_slots * (3 + symbols + players) +
           max_named * (1 + symbols) + players * seat_numbers + symbols + cards.cards() + 2;
}

void observe(const TickPosition& position, int player, std::span<float> out) noexcept {
    const Table& table = position.table();
    const MatchTable& cards = position.cards();
    const int players = table.players;
    const int symbols = cards.symbols();
    const auto from_player = [&](int seat) { return (seat - player + players) % players; };
    Row row(out);
    row.one_of(static_cast<int>(table.phase), phase_count);
    row.one_of(table.number - lowest_number, num_numbers);
    row.bits_of(cards.symbols_with(table.number), symbols);
    for (const std::uint8_t card : table.show) {
        const bool is_there = card != no_card;
        const OpenClaim* const claim = is_there ? table.live_claim_on(card) : nullptr;
        row.add_if(is_there);
        row.bits_of(is_there ? cards.symbols_of(card) : 0, symbols);
        row.one_of(claim != nullptr ? from_player(claim->player) : -1, players);
        row.add(claim != nullptr ? share(claim->count, most_counted) : 0);
        row.add(claim != nullptr ? share(claim->due - table.now, position.rules().window_ms) : 0);
    }
    for (int i = 0; i < max_named; ++i) {
        const bool is_there = i < table.grounds_size;
        row.add_if(is_there);
        row.bits_of(is_there ? cards.symbols_of(table.grounds[Table::at(i)].card) : 0, symbols);
    }
    for (int i = 0; i < players; ++i) {
        const int seat = (player + i) % players;
        const Seat& place = table.seat(seat);
        row.add(share(table.personal[Table::at(seat)].size(), cards.cards()));
        row.one_of(static_cast<int>(place.status), 3);
        row.add(share(place.sit, 10));
        row.add_if(place.agreed);
        row.add_if(seat == table.roller());
        row.add_if((table.in_duel >> seat & 1) != 0);
        row.add_if(seat == table.initiator);
        row.add_if(seat == table.filler());
    }
    for (int symbol = 0; symbol < symbols; ++symbol) {
        const CardMask left = table.deck.mask() & cards.holders(symbol);
        row.add(share(bits::count(left), most_counted));
    }
    row.bits_of(table.personal[Table::at(player)].mask(), cards.cards());
    row.add(share(table.deck.size(), cards.cards()));
    row.add(
        share(position.tick_rules().max_ticks - position.tick(), position.tick_rules().max_ticks));
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
