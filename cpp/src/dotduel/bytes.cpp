#include <dotcore/dotduel/bytes.hpp>

#include <dotcore/core/zobrist.hpp>
#include <dotcore/dotduel/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

constexpr int version = 1;

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// Hashes what is written to it.
class ByteHash {
public:
    void byte(int value) noexcept { take(static_cast<std::uint64_t>(value) & 0xff, 1); }
    void number(std::uint64_t value, int size) noexcept {
        take(size == 8 ? value : value & ((std::uint64_t{1} << 8 * size) - 1), size);
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return mix64(hash_); }

private:
    void take(std::uint64_t value, int size) noexcept {
        hash_ = (hash_ ^ value ^ static_cast<std::uint64_t>(size) << 60) * 0x9e3779b97f4a7c15;
        hash_ ^= hash_ >> 29;
    }
    std::uint64_t hash_ = 0x243f6a8885a308d3;
};

// How far the numbers of a table may have come, so that they can go on.
constexpr std::int32_t most_numbered = 1 << 30;

template <class Out>
void write_signed(Out& out, std::int64_t value, int size) {
    out.number(static_cast<std::uint64_t>(value), size);
}

template <class Out>
void write_pile(Out& out, const Pile& pile) {
    out.byte(pile.size());
    for (const std::uint8_t card : pile.cards()) out.byte(card);
}

template <class Out>
void write_table(Out& out, const Table& table) {
    out.byte(table.players);
    write_pile(out, table.deck);
    for (const std::uint8_t card : table.show) out.byte(card);
    out.byte(table.grounds_size);
    for (int i = 0; i < table.grounds_size; ++i) {
        out.byte(table.grounds[at(i)].card);
        out.byte(table.grounds[at(i)].from);
        out.byte(table.grounds[at(i)].place);
    }
    for (int p = 0; p < table.players; ++p) {
        write_pile(out, table.personal[at(p)]);
        const Seat& seat = table.seat(p);
        write_signed(out, seat.sit, 4);
        write_signed(out, seat.last_add, 4);
        out.byte(static_cast<int>(seat.status) | (seat.connected ? 4 : 0) | (seat.agreed ? 8 : 0));
        out.byte(seat.settled);
        out.byte(seat.thrown);
    }
    out.byte(static_cast<int>(table.phase));
    out.byte(table.number);
    out.byte(table.contenders);
    out.byte(table.first);
    out.byte(table.next_turn);
    out.byte(table.turn_from);
    out.byte(table.awaited);
    out.byte(table.winner);
    for (const std::int32_t value : {table.round, table.roll_id, table.last_claim_id,
                                     table.last_duel_id, table.acts_of_adding}) {
        write_signed(out, value, 4);
    }
    out.byte(table.claim_count);
    for (int i = 0; i < table.claim_count; ++i) {
        const OpenClaim& claim = table.claims[at(i)];
        write_signed(out, claim.due, 8);
        write_signed(out, claim.id, 4);
        out.byte(claim.player);
        out.byte(claim.card);
        out.byte(claim.count);
        out.byte(claim.callers);
    }
    out.byte(table.duel_count);
    out.byte(table.duels_fought);
    for (int i = 0; i < table.duel_count; ++i) {
        const Duel& duel = table.duels[at(i)];
        write_signed(out, duel.id, 4);
        out.byte(duel.initiator);
        out.byte(duel.other);
        out.byte(duel.card);
    }
    out.byte(table.in_duel);
    out.byte(table.unfilled);
    out.byte(table.misfired);
    out.byte(table.initiator);
    out.byte(table.duel_roller);
    for (const Time time : {table.now, table.roll_due, table.duel_due, table.idle_due}) {
        write_signed(out, time, 8);
    }
}

[[nodiscard]] std::int32_t read_int(ByteReader& in) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(in.number(4)));
}

[[nodiscard]] Time read_time(ByteReader& in, const char* fault) {
    const auto time = static_cast<Time>(in.number(8));
    if (time < -1 || time > 2 * latest_time) in.fail(fault);
    return time;
}

// -1, or up to `most`
[[nodiscard]] std::int8_t read_small(ByteReader& in, int most, const char* fault) {
    const int value = static_cast<std::int8_t>(in.byte());
    if (value < -1 || value > most) in.fail(fault);
    return static_cast<std::int8_t>(value);
}

[[nodiscard]] std::uint8_t read_upto(ByteReader& in, int most, const char* fault) {
    return static_cast<std::uint8_t>(in.upto(most, fault));
}

[[nodiscard]] Pile read_pile(ByteReader& in) {
    Pile pile;
    const int size = in.upto(MatchTable::capacity, "a pile of more than 64 cards");
    for (int i = 0; i < size; ++i) pile.push_back(in.upto(MatchTable::capacity - 1, "no card"));
    return pile;
}

template <class Option>
void read_option(ByteReader& in, Option& option) {
    const auto most = static_cast<int>(Names<Option>::names.size()) - 1;
    option = static_cast<Option>(in.upto(most, "no such option"));
}

}  // namespace

std::uint64_t Table::hash() const noexcept {
    ByteHash hash;
    write_table(hash, *this);
    return hash.value();
}

void write_header(ByteWriter& out, std::string_view magic) {
    for (const char c : magic) out.byte(c);
    out.byte(version);
}

void read_header(ByteReader& in, std::string_view magic) {
    for (const char c : magic) {
        if (in.byte() != static_cast<std::uint8_t>(c)) in.fail("these bytes are something else");
    }
    if (const int found = in.byte(); found != version) {
        in.fail("version " + std::to_string(found) + ", of which nothing is known here; 1 is");
    }
}

void write(ByteWriter& out, const Table& table) { write_table(out, table); }

void write(ByteWriter& out, const Rules& rules) {
    for (const std::int32_t value : {rules.window_ms, rules.roll_timeout_ms, rules.duel_timeout_ms,
                                     rules.seek_idle_ms, rules.max_rounds}) {
        write_signed(out, value, 4);
    }
    out.byte(static_cast<int>(rules.auto_check));
    out.byte(static_cast<int>(rules.false_call_penalty));
    out.byte(static_cast<int>(rules.overclaim_pending));
    out.byte(static_cast<int>(rules.stale_double_dot));
    out.byte(static_cast<int>(rules.grounds_pick));
    out.byte(static_cast<int>(rules.final_misfire));
    out.byte(static_cast<int>(rules.tie_break));
    out.byte((rules.stacked_claims ? 1 : 0) | (rules.call_names_count ? 2 : 0) |
             (rules.sitting_may_prove ? 4 : 0) | (rules.typed_calls_strict ? 8 : 0) |
             (rules.window_closed_end ? 16 : 0) | (rules.auto_end_no_match ? 32 : 0) |
             (rules.sit_out_stacks ? 64 : 0));
}

Rules read_rules(ByteReader& in) {
    Rules rules;
    rules.window_ms = read_int(in);
    rules.roll_timeout_ms = read_int(in);
    rules.duel_timeout_ms = read_int(in);
    rules.seek_idle_ms = read_int(in);
    rules.max_rounds = read_int(in);
    read_option(in, rules.auto_check);
    read_option(in, rules.false_call_penalty);
    read_option(in, rules.overclaim_pending);
    read_option(in, rules.stale_double_dot);
    read_option(in, rules.grounds_pick);
    read_option(in, rules.final_misfire);
    read_option(in, rules.tie_break);
    const int bits = in.upto(127, "no such options");
    rules.stacked_claims = (bits & 1) != 0;
    rules.call_names_count = (bits & 2) != 0;
    rules.sitting_may_prove = (bits & 4) != 0;
    rules.typed_calls_strict = (bits & 8) != 0;
    rules.window_closed_end = (bits & 16) != 0;
    rules.auto_end_no_match = (bits & 32) != 0;
    rules.sit_out_stacks = (bits & 64) != 0;
    try {
        check_rules(rules);
    } catch (const RulesError& error) {
        in.fail(error.what());
    }
    return rules;
}

void write(ByteWriter& out, const Deck& deck) {
    const std::vector<std::uint8_t> bytes = deck.to_bytes();
    out.number(bytes.size(), 4);
    for (const std::uint8_t byte : bytes) out.byte(byte);
}

Deck read_deck(ByteReader& in) {
    // Read one by one: what is not there ends it before there is memory for it.
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t left = in.number(4); left > 0; --left) bytes.push_back(in.byte());
    return Deck::from_bytes(bytes);
}

void write(ByteWriter& out, const Setup& setup) {
    out.byte(setup.players);
    write(out, setup.rules);
    write(out, setup.deck);
    out.number(setup.seed, 8);
    out.byte(static_cast<int>(setup.order.size()));
    for (const std::uint8_t card : setup.order) out.byte(card);
    out.number(setup.dice.size(), 4);
    for (const std::uint8_t die : setup.dice) out.byte(die);
    out.number(setup.picks.size(), 4);
    for (const std::uint32_t pick : setup.picks) out.number(pick, 4);
}

Setup read_setup(ByteReader& in) {
    const int players = in.byte();
    const Rules rules = read_rules(in);
    Setup setup{players, read_deck(in), rules};
    setup.seed = in.number(8);
    for (int left = in.byte(); left > 0; --left) setup.order.push_back(in.byte());
    for (std::uint64_t left = in.number(4); left > 0; --left) setup.dice.push_back(in.byte());
    for (std::uint64_t left = in.number(4); left > 0; --left) {
        setup.picks.push_back(static_cast<std::uint32_t>(in.number(4)));
    }
    try {
        check_setup(setup);
    } catch (const RulesError& error) {
        in.fail(error.what());
    }
    return setup;
}

Table read_table(ByteReader& in) {
    Table table;
    table.players = read_upto(in, max_players, "the number of players");
    const int last = table.players - 1;
    const int everybody = (1 << table.players) - 1;
    table.deck = read_pile(in);
    for (std::uint8_t& card : table.show) {
        card = in.byte();
        if (card >= MatchTable::capacity && card != no_card) in.fail("no card in SHOW");
    }
    table.grounds_size = read_upto(in, max_named, "the size of GROUNDS");
    for (int i = 0; i < table.grounds_size; ++i) {
        Placed& placed = table.grounds[at(i)];
        placed.card = read_upto(in, MatchTable::capacity - 1, "no card");
        placed.from = read_small(in, last, "who placed a card");
        placed.place = read_upto(in, MatchTable::capacity - 1, "where a card was");
    }
    for (int p = 0; p < table.players; ++p) {
        table.personal[at(p)] = read_pile(in);
        Seat& seat = table.seat(p);
        seat.sit = read_int(in);
        seat.last_add = read_int(in);
        const int bits = in.upto(15, "the state of a seat");
        if ((bits & 3) == 3) in.fail("the status of a seat");
        seat.status = static_cast<Status>(bits & 3);
        seat.connected = (bits & 4) != 0;
        seat.agreed = (bits & 8) != 0;
        seat.settled = in.byte();
        seat.thrown = read_upto(in, 6, "a die");
    }
    table.phase = static_cast<Phase>(in.upto(phase_count - 1, "no phase"));
    table.number = read_upto(in, highest_number, "the number rolled");
    table.contenders = read_upto(in, everybody, "who contends");
    table.first = read_small(in, last, "who went first");
    table.next_turn = read_small(in, last, "whose turn comes next");
    table.turn_from = read_small(in, last, "whose turn it is");
    table.awaited = read_small(in, last, "who is waited for");
    table.winner = read_small(in, last, "who won");
    for (std::int32_t* const value : {&table.round, &table.roll_id, &table.last_claim_id,
                                      &table.last_duel_id, &table.acts_of_adding}) {
        *value = read_int(in);
        if (*value < 0) in.fail("a number below 0");
    }
    table.claim_count = read_upto(in, Table::most_claims, "the number of claims");
    for (int i = 0; i < table.claim_count; ++i) {
        OpenClaim& claim = table.claims[at(i)];
        claim.due = read_time(in, "the end of a questioning period");
        claim.id = read_int(in);
        claim.player = read_upto(in, last, "who claims");
        claim.card = read_upto(in, MatchTable::capacity - 1, "no card");
        claim.count = in.byte();
        claim.callers = read_upto(in, everybody, "who called");
    }
    table.duel_count = read_upto(in, show_slots, "the number of duels");
    table.duels_fought = read_upto(in, show_slots, "the number of duels");
    for (int i = 0; i < table.duel_count; ++i) {
        Duel& duel = table.duels[at(i)];
        duel.id = read_int(in);
        duel.initiator = read_upto(in, last, "who duels");
        duel.other = read_upto(in, last, "who duels");
        duel.card = read_upto(in, MatchTable::capacity - 1, "no card");
    }
    table.in_duel = read_upto(in, everybody, "who duels");
    table.unfilled = read_upto(in, everybody, "who fills GROUNDS");
    table.misfired = in.upto(1, "a misfire") != 0;
    table.initiator = read_small(in, last, "who initiated the duel");
    table.duel_roller = read_small(in, last, "who rolls for the duel");
    for (Time* const time : {&table.now, &table.roll_due, &table.duel_due, &table.idle_due}) {
        *time = read_time(in, "a time");
    }
    return table;
}

const char* lacks_room(const Table& table) noexcept {
    for (const std::int32_t number : {table.round, table.roll_id, table.last_claim_id,
                                      table.last_duel_id, table.acts_of_adding}) {
        if (number > most_numbered) return "a number that is too large";
    }
    for (const Seat& seat : table.seats) {
        if (seat.sit > longest_sentence) return "a sentence that is too long";
    }
    // Each duel has a card that was in SHOW.
    const int showing = bits::count(table.show_mask());
    const int duels = table.phase == Phase::seek                       ? show_slots - showing
                      : is_duel(table.phase) && !is_final(table.phase) ? show_slots
                                                                       : 0;
    if (table.duel_count > duels) return "the number of duels";
    if (!is_duel(table.phase) && table.duels_fought != 0) return "duels fought outside of them";
    for (int i = 0; i < table.claim_count; ++i) {
        const OpenClaim& claim = table.claims[Table::at(i)];
        for (int j = 0; j < i; ++j) {
            const OpenClaim& other = table.claims[Table::at(j)];
            if (other.card == claim.card && other.player == claim.player) {
                return "two claims of a player on a card";
            }
        }
    }
    if (!is_duel(table.phase)) return nullptr;
    if ((table.in_duel & (table.in_duel - 1)) == 0) return "a duel of one";
    int placed = table.grounds_size;
    for (int p = 0; p < table.players; ++p) {
        const bool is_to_place = (table.in_duel & table.unfilled) >> p & 1;
        if (is_fill(table.phase) && is_to_place) placed += table.wanted_of(p);
    }
    if (placed > max_named) return "the size of GROUNDS";
    // After the final the cards go back to their places, the last one first.
    std::array<int, max_players> sizes{};
    for (int p = 0; p < table.players; ++p)
        sizes[Table::at(p)] = table.personal[Table::at(p)].size();
    for (int i = table.grounds_size - 1; i >= 0; --i) {
        const Placed& card = table.grounds[Table::at(i)];
        if (card.from == Table::none) continue;
        if (card.place > sizes[Table::at(card.from)]++) return "where a card was";
    }
    return nullptr;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
