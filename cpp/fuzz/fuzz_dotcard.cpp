// A game of DotCard out of bytes.
//
// After an even byte the rest goes to dotcard::from_bytes: it is refused with InvalidRecord, or
// makes a game that is consistent, is written as it was read, and can be played on to its end and
// undone.
//
// After an odd byte follow rules, players, then acts, illegal ones among them. After every act the
// position is consistent, a refused act has changed nothing, an act without a log leaves what one
// with a log leaves, plays are counted as they are listed, and worlds that a player cannot tell
// apart look the same. In the end the game survives its bytes, and all is undone.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/bytes.hpp>
#include <dotcore/dotcard/game.hpp>
#include <dotcore/dotcard/look.hpp>
#include <dotcore/dotcard/names.hpp>
#include <dotcore/dotcard/playout.hpp>

#include "expect.hpp"
#include "source.hpp"

using namespace dotcore;
using namespace dotcore::dotcard;
using fuzz::expect;
using fuzz::Source;

namespace {

// Bytes of a game

[[nodiscard]] std::optional<Game> read(std::span<const std::uint8_t> bytes) {
    try {
        return from_bytes(bytes);
    } catch (const InvalidRecord&) {
        return std::nullopt;
    }
}

void play_on_and_undo(Game& game, Rng& rng) {
    const Position before = game.position();
    const std::size_t acts = game.actions().size();
    for (int i = 0; i < 30 && !game.position().is_terminal(); ++i) {
        if (game.position().current_player() == CHANCE) {
            game.sample_chance(rng);
        } else {
            Actions actions;
            game.position().legal_actions(actions);
            game.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
        fuzz::expect_nothing_wrong(game.position().check_consistency());
    }
    while (game.actions().size() > acts) game.undo();
    expect(game.position() == before && game.position().key() == before.key(),
           "undo leads back to the position");
}

void read_bytes(std::span<const std::uint8_t> bytes) {
    std::optional<Game> game = read(bytes);
    if (!game) return;
    game->check_consistency();
    const bool history = (bytes[5] & 1) != 0;
    const std::vector<std::uint8_t> written = to_bytes(*game, history);
    expect(std::ranges::equal(written, bytes), "a game is written as it was read");

    const Position& position = game->position();
    const auto numbers =
        static_cast<std::size_t>(observation_size(position.num_players(), position.rules().deck));
    std::vector<float> seen(numbers);
    for (int seat = 0; seat < position.num_players(); ++seat) observe(position, seat, seen);
    Rng rng(position.key());
    Position ended = position;
    random_playout(ended, rng);
    fuzz::expect_nothing_wrong(ended.check_consistency());
    play_on_and_undo(*game, rng);
    while (!game->actions().empty()) game->undo();
    expect(game->sheet().empty() && game->laid().empty(), "undo takes all back");
}

// Rules and acts

[[nodiscard]] Rules draw_rules(Source& source) {
    Rules rules;
    const int max_pip = source.below(10);
    const int dominoes = source.below(8);
    const int blocks = source.below(8);
    std::vector<int> bonus;
    for (int left = source.below(10); left > 0; --left) bonus.push_back(-7 * (left % 4));
    rules.deck = Deck::custom(max_pip, dominoes, blocks, bonus);
    rules.sub_rounds = static_cast<std::uint8_t>(1 + source.below(2 * (max_pip + 1)));
    rules.hand_size = static_cast<std::uint8_t>(1 + source.below(8));
    rules.starter = static_cast<Starter>(source.below(4));
    rules.second_half = static_cast<SecondHalf>(source.below(2));
    rules.free_start = static_cast<FreeStart>(source.below(2));
    rules.dot_call = static_cast<DotCall>(source.below(3));
    rules.skip_turns = static_cast<std::uint8_t>(source.below(4));
    for (bool* const option :
         {&rules.others_may_start, &rules.own_track_first, &rules.block_extra_turn,
          &rules.block_on_block, &rules.drawn_card_only, &rules.voluntary_pass_opens}) {
        *option = source.below(2) != 0;
    }
    return rules;
}

// An act: mostly one that is legal, and of players mostly a play.
[[nodiscard]] Action draw_act(const Position& position, int lot, Source& source) {
    if (lot >= 248) return source.byte() * 16 + source.byte() - 2;
    if (position.current_player() == CHANCE) {
        const std::vector<Position::Outcome> outcomes = position.chance_outcomes();
        return outcomes[static_cast<std::size_t>(lot) % outcomes.size()].action;
    }
    Actions actions;
    position.legal_actions(actions);
    // A hand with a bonus card has more plays than a byte tells.
    const std::size_t which = static_cast<std::size_t>(lot) * 37;
    return lot < 32 ? actions[0] : actions[which % actions.size()];
}

void check_worlds(const Position& position, int player, Rng& rng) {
    Position world = position;
    world.resample(player, rng);
    fuzz::expect_nothing_wrong(world.check_consistency());
    expect(world.info_key(player) == position.info_key(player) &&
               world.hand(player) == position.hand(player) && world.laid() == position.laid(),
           "worlds that a player cannot tell apart look the same");
    random_sub_round(world, rng, rng.below(2) == 0 ? Policy::uniform : Policy::play_first);
    fuzz::expect_nothing_wrong(world.check_consistency());
}

void act(Game& game, int lot, Source& source) {
    const Position before = game.position();
    const Action action = draw_act(before, lot, source);
    const Illegal why = before.why_illegal(action);
    try {
        game.apply(action);
        expect(why == Illegal::none, "only legal acts are made");
    } catch (const IllegalMove&) {
        expect(why != Illegal::none && game.position() == before, "a refused act changes nothing");
        expect(!explain(before, action, why).empty(), "a refusal is explained");
        return;
    }
    const Position& after = game.position();
    fuzz::expect_nothing_wrong(after.check_consistency());
    Position unlogged = before;
    unlogged.apply<false>(action, nullptr);
    expect(unlogged == after, "an act does the same with and without a log");
    expect(string_to_action(before, action_to_string(before, action)) == action,
           "an act is read as it was written");
    if (after.current_player() >= 0) {
        Actions actions;
        after.legal_actions(actions);
        expect(!actions.empty() && std::is_sorted(actions.begin(), actions.end()),
               "there is always something to do");
        const int plays = after.count_plays(after.targets()) * (after.may_say_dot() ? 2 : 1);
        expect(actions.size() == static_cast<std::size_t>(plays) + 1, "plays are counted alike");
    }
}

void play_acts(Source source) {
    const Rules rules = draw_rules(source);
    const int players = 2 + source.below(7);
    try {
        Rng rng(static_cast<std::uint64_t>(source.byte()));
        Game game(players, rules, source.below(rules.sub_rounds));
        while (!source.is_empty() && !game.position().is_terminal()) {
            const int lot = source.byte();
            if (lot == 255) {
                if (!game.actions().empty()) game.undo();
            } else if (lot == 254) {
                game.resolve_chance(rng);
            } else if (lot == 253) {
                check_worlds(game.position(), source.below(players), rng);
            } else {
                act(game, lot, source);
            }
        }
        game.check_consistency();
        const std::vector<std::uint8_t> bytes = to_bytes(game, true);
        const Game read = from_bytes(bytes);
        expect(read == game && read.laid() == game.laid() && to_bytes(read, true) == bytes,
               "a game is read as it was written");
        while (!game.actions().empty()) game.undo();
        expect(game.position() == game.start() && game.position().key() == game.start().key() &&
                   game.laid().empty() && game.sheet().empty(),
               "undo leads back to the start");
    } catch (const RulesError&) {
        // More cards to deal than the deck has
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* first, std::size_t length) {
    if (length == 0) return 0;
    const std::span rest(first + 1, length - 1);
    if (first[0] % 2 == 0) {
        read_bytes(rest);
    } else {
        play_acts(Source(rest));
    }
    return 0;
}
