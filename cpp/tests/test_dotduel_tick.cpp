// The tick game in C++: the contract of all games, random games undone word by word, bytes of every
// state, and what chance may bring.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/tick_game.hpp>

#include "dotduel_decks.hpp"
#include "dotduel_games.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;

static_assert(FlatState<TickPosition>);
static_assert(HiddenState<TickPosition>);

namespace {

[[nodiscard]] TickGame random_game(Rng& rng) {
    Rules rules = random_duel_rules(rng);
    rules.call_names_count = false;
    rules.tie_break = static_cast<TieBreak>(rng.below(2));
    // One draw a line: the order in which arguments are made is the compiler's.
    const int order = std::array{2, 3, 4, 7}[rng.below(4)];
    const Deck deck = Deck::of_order(order, rng());
    const int players = 2 + static_cast<int>(rng.below(5));
    const int tick_ms = std::array{300, 1000, 2500}[rng.below(3)];
    return TickGame(players, deck, rules, {tick_ms, 150});
}

// How likely an action is to be chosen: so that games get on, and there are duels. Players who pick
// among all claim too much and sit out.
[[nodiscard]] std::uint32_t weight(const TickPosition& position, Action action) {
    using Kind = tick::Parts::Kind;
    const tick::Parts parts = tick::parts_of(action);
    const Table& table = position.table();
    switch (parts.kind) {
        case Kind::wait:
        case Kind::agree:
            return 50;
        case Kind::claim: {
            const int card = table.show[static_cast<std::size_t>(parts.slot)];
            const int actual = position.cards().count(card, table.number);
            return parts.count == 1 || parts.count == actual ? 60 : 1;
        }
        case Kind::answer: {
            const int total = position.cards().total(table.grounds_mask(), table.number);
            return parts.count == total ? 60 : 1;
        }
        case Kind::prove_over:
        case Kind::double_dot:
        case Kind::duel_double_dot:
            return 4;
        default:
            return 100;
    }
}

[[nodiscard]] Action choose(const TickPosition& position, int player, Rng& rng) {
    TickPosition::Actions actions;
    position.legal_actions(player, actions);
    std::uint32_t all = 0;
    for (const Action action : actions) all += weight(position, action);
    std::uint32_t left = rng.below(all);
    for (const Action action : actions) {
        const std::uint32_t own = weight(position, action);
        if (left < own) return action;
        left -= own;
    }
    return tick::wait_action;
}

void act(TickGame& game, Rng& rng) {
    const TickPosition& position = game.position();
    if (position.current_player() == CHANCE) {
        (void)game.sample_chance(rng);
        return;
    }
    std::vector<Action> joint;
    for (int p = 0; p < position.num_players(); ++p) joint.push_back(choose(position, p, rng));
    game.apply_joint(joint);
}

void check_chance(const TickPosition& position) {
    const auto outcomes = position.chance_outcomes();
    if (position.current_player() != CHANCE) {
        REQUIRE(outcomes.empty());
        return;
    }
    double all = 0;
    std::set<Action> due;
    for (const auto& [action, probability] : outcomes) {
        REQUIRE(position.is_outcome(action));
        REQUIRE(probability > 0);
        all += probability;
        due.insert(action);
    }
    REQUIRE(due.size() == outcomes.size());
    REQUIRE(std::abs(all - 1) < 1e-12);
    for (Action action = -1; action < 70; ++action) {
        REQUIRE(position.is_outcome(action) == due.contains(action));
    }
}

void check_actions(const TickPosition& position) {
    TickPosition::Actions actions;
    for (int p = 0; p < position.num_players(); ++p) {
        position.legal_actions(p, actions);
        REQUIRE(actions.empty() == (position.current_player() != SIMULTANEOUS));
        Action before = -1;
        for (const Action action : actions) {
            REQUIRE(action > before);
            before = action;
            REQUIRE(position.is_legal(p, action));
            REQUIRE(tick::from_string(tick::to_string(action)) == action);
        }
        REQUIRE(before < tick::num_actions);
    }
}

void check_bytes(const TickGame& game) {
    for (const bool history : {false, true}) {
        const auto bytes = game.to_bytes(history);
        const TickGame read = TickGame::from_bytes(bytes);
        REQUIRE(read == game);
        REQUIRE(read.position().key() == game.position().key());
        REQUIRE(read.to_bytes(history) == bytes);
        REQUIRE(read.history_size() == (history ? game.history_size() : 0));
    }
}

}  // namespace

TEST_CASE("tick: random games are sound, and undoing them leads back through every state") {
    Rng rng(1);
    std::set<Phase> phases;
    for (int i = 0; i < 120; ++i) {
        CAPTURE(i);
        TickGame game = random_game(rng);
        std::vector<TickPosition> states{game.position()};
        while (!game.position().is_terminal()) {
            act(game, rng);
            const TickPosition& position = game.position();
            REQUIRE(position.check_consistency() == nullptr);
            check_chance(position);
            check_actions(position);
            double sum = 0;
            for (int p = 0; p < position.num_players(); ++p) sum += position.returns(p);
            REQUIRE(std::abs(sum) < 1e-12);
            states.push_back(position);
            phases.insert(position.table().phase);
        }
        REQUIRE(game.history_size() == states.size() - 1);
        while (game.history_size() > 0) {
            game.undo();
            states.pop_back();
            REQUIRE(game.position() == states.back());
            REQUIRE(game.position().key() == states.back().key());
            check_chance(game.position());
        }
        CHECK_THROWS_AS(game.undo(), IllegalMove);
    }
    CHECK(phases.size() == phase_count);
}

TEST_CASE("tick: a few acts undone and done again are as before") {
    Rng rng(2);
    TickGame game = random_game(rng);
    while (!game.position().is_terminal()) {
        const TickPosition before = game.position();
        const std::uint64_t key = before.key();
        const Rng::State state = rng.state();
        act(game, rng);
        const TickPosition after = game.position();
        game.undo();
        REQUIRE(game.position() == before);
        REQUIRE(game.position().key() == key);
        rng = Rng::from_state(state);
        act(game, rng);
        REQUIRE(game.position() == after);
    }
}

TEST_CASE("tick: the bytes of each state are read as that state") {
    Rng rng(3);
    for (int i = 0; i < 12; ++i) {
        CAPTURE(i);
        TickGame game = random_game(rng);
        int acts = 0;
        check_bytes(game);
        while (!game.position().is_terminal()) {
            act(game, rng);
            // A whole history is replayed: not at each of its acts.
            if (++acts % 7 == 0 || game.position().is_terminal() ||
                game.position().current_player() == CHANCE) {
                check_bytes(game);
            }
        }
    }
}

TEST_CASE("tick: what was read goes on like the game it was read from") {
    Rng rng(4);
    for (int i = 0; i < 20; ++i) {
        TickGame game = random_game(rng);
        for (int acts = 0; acts < 60 && !game.position().is_terminal(); ++acts) act(game, rng);
        TickGame read = TickGame::from_bytes(game.to_bytes(false));
        Rng same = rng;
        while (!game.position().is_terminal()) {
            act(game, rng);
            act(read, same);
            REQUIRE(read == game);
        }
        CHECK(read.to_bytes(false) == game.to_bytes(false));
    }
}

TEST_CASE("tick: bytes with one byte changed are refused, or read as a sound game") {
    Rng rng(5);
    TickGame game = random_game(rng);
    for (int acts = 0; acts < 40 && !game.position().is_terminal(); ++acts) act(game, rng);
    const auto bytes = game.to_bytes(false);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const int change : {1, 0x80, 0xff}) {
            auto changed = bytes;
            changed[i] = static_cast<std::uint8_t>(changed[i] ^ change);
            std::optional<TickGame> read;
            try {
                read = TickGame::from_bytes(changed);
            } catch (const InvalidRecord&) {
                continue;
            }
            REQUIRE(read->position().check_consistency() == nullptr);
            for (int acts = 0; acts < 5 && !read->position().is_terminal(); ++acts) act(*read, rng);
        }
        CHECK_THROWS_AS((void)TickGame::from_bytes(std::span(bytes).first(i)), InvalidRecord);
    }
}

TEST_CASE("tick: bytes with cards given that nobody could have given are refused") {
    Rng rng(7);
    Rules rules;
    rules.grounds_pick = GroundsPick::choose;
    int fills = 0;
    for (int i = 0; i < 200 && fills == 0; ++i) {
        TickGame game(2, Deck::standard(1), rules, {1000, 400});
        const Table& table = game.position().table();
        while (!game.position().is_terminal()) {
            act(game, rng);
            if (table.phase != Phase::duel_fill || table.filler() < 0) continue;
            auto bytes = game.to_bytes(false);
            if (game.position().current_player() != SIMULTANEOUS || bytes.back() != 0) continue;
            const int placer = table.filler();
            if (table.own_of(placer) < 3) continue;
            ++fills;
            const auto& personal = table.personal[static_cast<std::size_t>(placer)];
            const auto own = personal.cards();
            const int foreign = std::countr_zero(~personal.mask());
            const auto with = [&bytes](const std::vector<int>& given) {
                ByteWriter out;
                for (std::size_t at = 0; at + 1 < bytes.size(); ++at) out.byte(bytes[at]);
                out.byte(static_cast<int>(given.size()));
                for (const int card : given) out.byte(card);
                return out.take();
            };
            CHECK(TickGame::from_bytes(with({own[0], own[2]})).position().check_consistency() ==
                  nullptr);
            CHECK_THROWS_AS((void)TickGame::from_bytes(with({own[0], own[0]})), InvalidRecord);
            CHECK_THROWS_AS((void)TickGame::from_bytes(with({foreign})), InvalidRecord);
            CHECK_THROWS_AS((void)TickGame::from_bytes(with({own[0], own[1], own[2]})),
                            InvalidRecord);
            break;
        }
    }
    CHECK(fills == 1);
}

TEST_CASE("tick: the same game under other ticks or rules is another position") {
    const Deck deck = fixture_f();
    const TickGame game(2, deck, {}, {});
    CHECK_FALSE(game == TickGame(2, deck, {}, {.tick_ms = 501}));
    CHECK_FALSE(game == TickGame(2, deck, {}, {.max_ticks = 19'999}));
    Rules rules;
    rules.window_ms = 4999;
    CHECK_FALSE(game == TickGame(2, deck, rules, {}));
    CHECK_FALSE(game == TickGame(2, Deck::standard(1), {}, {}));
    CHECK(game == TickGame(2, fixture_f(), {}, {}));
}

TEST_CASE("tick: an observation fills its size, with numbers from 0 to 1") {
    Rng rng(6);
    for (int i = 0; i < 10; ++i) {
        TickGame game = random_game(rng);
        const int players = game.position().num_players();
        const int size = observation_size(players, game.position().cards());
        while (!game.position().is_terminal()) {
            act(game, rng);
            for (int p = 0; p < players; ++p) {
                std::vector<float> seen(static_cast<std::size_t>(size), -1);
                observe(game.position(), p, seen);
                for (const float number : seen) {
                    REQUIRE(number >= 0);
                    REQUIRE(number <= 1.5F);  // sentences that add up
                }
            }
        }
    }
}

TEST_CASE("tick: every action has its own text and its own parts") {
    std::set<std::string> texts;
    for (Action action = 0; action < tick::num_actions; ++action) {
        const std::string text = tick::to_string(action);
        REQUIRE(tick::from_string(text) == action);
        texts.insert(text);
    }
    CHECK(texts.size() == static_cast<std::size_t>(tick::num_actions));
    for (const char* const text :
         {"", "wai", "claim 6x1", "claim 0x9", "claim 0x0", "duel 0@P6", "double dot 1 1",
          "double dot 4 0", "answer 0", "answer 97", "give 57", "give -1", "claim 00x1", "wait "}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)tick::from_string(text), Error);
    }
    CHECK_THROWS_AS((void)tick::to_string(-1), Error);
    CHECK_THROWS_AS((void)tick::to_string(tick::num_actions), Error);
}
