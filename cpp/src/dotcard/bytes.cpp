#include <dotcore/dotcard/bytes.hpp>

#include <array>
#include <string>

#include <dotcore/core/bytes.hpp>
#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

constexpr std::array<std::uint8_t, 4> magic{'d', 'c', 'r', 'd'};
constexpr int version = 1;
constexpr int with_history = 1;

void write_rules(ByteWriter& out, const Rules& rules) {
    const Deck& deck = rules.deck;
    for (const int value : {deck.max_pip(), deck.dominoes(), deck.blocks(), deck.bonus_kinds()}) {
        out.byte(value);
    }
    for (int i = 0; i < deck.bonus_kinds(); ++i) {
        out.byte(deck.points(Card::bonus(i)));
        out.byte(deck.count(Card::bonus(i)));
    }
    for (const int value :
         {int{rules.sub_rounds}, int{rules.hand_size}, static_cast<int>(rules.starter),
          static_cast<int>(rules.second_half), static_cast<int>(rules.free_start),
          static_cast<int>(rules.dot_call), int{rules.skip_turns}}) {
        out.byte(value);
    }
    out.byte(rules.others_may_start | rules.own_track_first << 1 | rules.block_extra_turn << 2 |
             rules.block_on_block << 3 | rules.drawn_card_only << 4 |
             rules.voluntary_pass_opens << 5);
}

[[nodiscard]] Rules read_rules(ByteReader& in) {
    Rules rules;
    const int max_pip = in.byte();
    const int dominoes = in.byte();
    const int blocks = in.byte();
    std::vector<int> bonus;
    const int kinds = in.upto(max_bonus_kinds, "more bonus kinds than there can be");
    for (int i = 0; i < kinds; ++i) {
        const int value = static_cast<std::int8_t>(in.byte());
        const int count = in.upto(max_copies, "more bonus cards of a value than there can be");
        if (count == 0 || (!bonus.empty() && value >= bonus.back()))
            in.fail("bonus cards in disorder");
        bonus.insert(bonus.end(), static_cast<std::size_t>(count), value);
    }
    try {
        rules.deck = Deck::custom(max_pip, dominoes, blocks, bonus);
    } catch (const RulesError& wrong) {
        in.fail(wrong.what());
    }
    rules.sub_rounds = in.byte();
    rules.hand_size = in.byte();
    rules.starter = static_cast<Starter>(in.upto(3, "an unknown starter"));
    rules.second_half = static_cast<SecondHalf>(in.upto(1, "an unknown second half"));
    rules.free_start = static_cast<FreeStart>(in.upto(1, "an unknown free start"));
    rules.dot_call = static_cast<DotCall>(in.upto(2, "an unknown dot call"));
    rules.skip_turns = in.byte();
    const int bits = in.upto(63, "an unknown option");
    rules.others_may_start = (bits & 1) != 0;
    rules.own_track_first = (bits & 2) != 0;
    rules.block_extra_turn = (bits & 4) != 0;
    rules.block_on_block = (bits & 8) != 0;
    rules.drawn_card_only = (bits & 16) != 0;
    rules.voluntary_pass_opens = (bits & 32) != 0;
    return rules;
}

void write_cards(ByteWriter& out, const CardSet& cards) {
    int kinds = 0;
    cards.for_each([&](Card, int) { ++kinds; });
    out.byte(kinds);
    cards.for_each([&](Card card, int count) {
        out.byte(card.kind());
        out.byte(count);
    });
}

[[nodiscard]] CardSet read_cards(ByteReader& in) {
    CardSet cards;
    const int kinds = in.upto(max_kinds, "more kinds of cards than there are");
    int last = -1;
    for (int i = 0; i < kinds; ++i) {
        const int kind = in.upto(max_kinds - 1, "an unknown card");
        const int count = in.upto(max_copies, "more cards of a kind than there can be");
        if (kind <= last || count == 0) in.fail("cards in disorder");
        last = kind;
        for (int k = 0; k < count; ++k) cards.add(Card::of_kind(kind));
    }
    return cards;
}

void write_position(ByteWriter& out, const Position& position) {
    const Table& table = position.table();
    out.byte(position.num_players());
    write_rules(out, position.rules());
    for (const int value :
         {int{table.sub_round}, static_cast<int>(table.phase), int{table.turn}, int{table.starter},
          int{table.lock}, int{table.drawn}, int{table.open}, int{table.passed}}) {
        out.byte(value);
    }
    out.number(table.started, 2);
    out.number(table.dealt, 2);
    for (const std::int8_t end : table.ends) out.byte(end);
    for (int seat = 0; seat < position.num_players(); ++seat) {
        out.number(static_cast<std::uint32_t>(position.total(seat)), 4);
        out.byte(table.skips[static_cast<std::size_t>(seat)]);
    }
    for (int seat = 0; seat < position.num_players(); ++seat) write_cards(out, position.hand(seat));
    write_cards(out, position.pile());
}

[[nodiscard]] Position read_position(ByteReader& in) {
    const int players = in.byte();
    const Rules rules = read_rules(in);
    if (players < 2 || players > max_players) in.fail("players outside 2..8");
    Table table;
    table.sub_round = in.byte();
    table.phase = static_cast<Phase>(in.upto(static_cast<int>(Phase::over), "an unknown phase"));
    table.turn = static_cast<std::int8_t>(in.byte());
    table.starter = static_cast<std::int8_t>(in.byte());
    table.lock = static_cast<std::int8_t>(in.byte());
    table.drawn = static_cast<std::int8_t>(in.byte());
    table.open = in.byte();
    table.passed = in.byte();
    table.started = static_cast<std::uint16_t>(in.number(2));
    table.dealt = static_cast<std::uint16_t>(in.number(2));
    for (std::int8_t& end : table.ends) end = static_cast<std::int8_t>(in.byte());
    const auto seats = static_cast<std::size_t>(players);
    for (std::size_t seat = 0; seat < seats; ++seat) {
        table.totals[seat] = static_cast<std::int32_t>(in.number(4));
        table.skips[seat] = in.byte();
    }
    Cards cards;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        cards.hands[seat] = read_cards(in);
        table.hand_sizes[seat] = static_cast<std::uint16_t>(cards.hands[seat].size());
    }
    cards.pile = read_cards(in);
    table.pile_size = static_cast<std::uint16_t>(cards.pile.size());
    return Position(players, rules, table, cards);
}

}  // namespace

std::vector<std::uint8_t> to_bytes(const Game& game, bool history) {
    ByteWriter out;
    for (const std::uint8_t byte : magic) out.byte(byte);
    out.byte(version);
    out.byte(history ? with_history : 0);
    write_position(out, history ? game.start() : game.position());
    if (history) {
        out.number(game.actions().size(), 4);
        for (const Action action : game.actions())
            out.number(static_cast<std::uint64_t>(action), 2);
    }
    return out.take();
}

Game from_bytes(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes, "game bytes");
    for (const std::uint8_t expected : magic) {
        if (in.byte() != expected) in.fail("not a game of DotCard");
    }
    if (in.byte() != version) in.fail("an unknown version");
    const int flags = in.upto(with_history, "unknown flags");
    Game game(read_position(in));
    if (flags == with_history) {
        const std::uint64_t acts = in.number(4);
        for (std::uint64_t i = 0; i < acts; ++i) {
            const auto action = static_cast<Action>(in.number(2));
            if (!game.position().is_legal(action)) in.fail("an illegal act");
            game.apply(action);
        }
    }
    if (!in.at_end()) in.fail("more bytes than a game has");
    return game;
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
