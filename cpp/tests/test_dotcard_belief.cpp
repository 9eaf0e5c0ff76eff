#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/belief.hpp>
#include <dotcore/dotcard/game.hpp>

using namespace dotcore;
using namespace dotcore::dotcard;

namespace {

// The acts of a game from its beginning up to some decision in a sub-round, by uniform chance; a
// player with a legal play declines with this probability.
Game random_game(int players, const Rules& rules, Rng& rng, int acts, double declines) {
    Game game(players, rules);
    game.resolve_chance(rng);
    Position::Actions actions;
    for (int i = 0; i < acts && !game.position().is_terminal(); ++i) {
        game.position().legal_actions(actions);
        const bool plays = actions.size() > 1 && rng.uniform() >= declines;
        const auto choices = static_cast<std::uint32_t>(actions.size() - 1);
        const Action action = plays ? actions[1 + rng.below(choices)] : actions[0];
        Game next = game;
        next.apply(action);
        next.resolve_chance(rng);
        // Games that are over show all there is.
        if (next.position().is_terminal()) break;
        game = next;
    }
    return game;
}

// What all see, and the hand that one sees.
bool look_alike(const Position& a, const Position& b, int player) {
    Table seen = a.table();
    if (seen.turn != player) seen.drawn = b.table().drawn;
    return seen == b.table() && a.hand(player) == b.hand(player);
}

struct Weighed {
    Position world;
    double weight;
};
using Worlds = std::unordered_map<std::uint64_t, Weighed>;

// All worlds with their weights, followed one by one through all acts of the game: equal cards told
// apart, so that a play of a kind is a play of each of its equals.
Worlds all_worlds(const Game& game, int player, double declines) {
    Worlds worlds{{0, {game.start(), 1.0}}};
    Game seen(game.start());
    for (const Action action : game.actions()) {
        const Position before = seen.position();
        seen.apply(action);
        const Position& after = seen.position();
        Worlds next;
        const auto follow = [&](const Position& world, Action act, double weight) {
            Position other = world;
            other.apply<false>(act, nullptr);
            if (!look_alike(after, other, player)) return;
            next.try_emplace(other.key(), Weighed{other, 0.0}).first->second.weight += weight;
        };
        for (const auto& [key, weighed] : worlds) {
            const Position& world = weighed.world;
            const double weight = weighed.weight;
            if (before.phase() == Phase::choose_starter) {
                follow(world, action, weight);
            } else if (before.current_player() == CHANCE) {
                world.pile().for_each(
                    [&](Card card, int count) { follow(world, card.kind(), weight * count); });
            } else if (!world.is_legal(action)) {
                continue;
            } else if (is_play(action)) {
                const bool is_drawn = world.table().drawn != Table::none;
                const int equals =
                    is_drawn ? 1 : world.hand(world.turn()).count(play_of(action).card);
                follow(world, action, weight * equals);
            } else {
                follow(world, action,
                       weight * (world.turn() != player && world.has_play() ? declines : 1.0));
            }
        }
        worlds = std::move(next);
        // A sub-round that is over shows all hands.
        if (after.table().sub_round != before.table().sub_round) {
            worlds = {{0, {after, 1.0}}};
        }
    }
    double sum = 0;
    for (const auto& [key, weighed] : worlds) sum += weighed.weight;
    for (auto& [key, weighed] : worlds) weighed.weight /= sum;
    return worlds;
}

// How far from their weights the worlds are drawn: about 0 on the mean, and 1 on deviation.
double deviation(Belief& belief, const Worlds& worlds, Rng& rng, int samples) {
    std::unordered_map<std::uint64_t, int> drawn;
    for (int i = 0; i < samples; ++i) {
        const Position world = belief.sample(rng);
        const std::uint64_t key = world.key();
        const auto found = worlds.find(key);
        REQUIRE(found != worlds.end());
        REQUIRE(found->second.world == world);
        ++drawn[key];
    }
    double chi_squared = 0;
    double cells = 0;
    double rare_expected = 0;
    double rare_drawn = 0;
    const auto add = [&](double expected, double count) {
        chi_squared += (count - expected) * (count - expected) / expected;
        cells += 1;
    };
    for (const auto& [key, weighed] : worlds) {
        const double expected = weighed.weight * samples;
        if (expected >= 5) {
            add(expected, drawn[key]);
        } else {
            rare_expected += expected;
            rare_drawn += drawn[key];
        }
    }
    if (rare_expected > 0) add(std::max(rare_expected, 1.0), rare_drawn);
    if (cells < 2) return 0;
    return (chi_squared - (cells - 1)) / std::sqrt(2 * (cells - 1));
}

Rules tiny(int max_pip, int copies, std::vector<int> bonus, int hand_size) {
    Rules rules;
    rules.deck = Deck::custom(max_pip, copies, bonus);
    rules.sub_rounds = static_cast<std::uint8_t>(max_pip + 1);
    rules.hand_size = static_cast<std::uint8_t>(hand_size);
    return rules;
}

// How far off the worst of the beliefs in many games is, against all worlds.
double worst_deviation(int players, const Rules& rules, double weight, bool chain_only,
                       std::uint64_t seed) {
    Rng rng(seed);
    double worst = 0;
    for (int found = 0, tries = 0; found < 12;) {
        REQUIRE(++tries < 1000);
        const int acts = 1 + static_cast<int>(rng.below(14));
        const Game game = random_game(players, rules, rng, acts, 0.3);
        const int player = static_cast<int>(rng.below(static_cast<std::uint32_t>(players)));
        Belief belief(game, player, PassModel{weight});
        // Beliefs without evidence are a part of it, too.
        if (belief.is_uniform() && rng.below(10) != 0) continue;
        const Worlds worlds = all_worlds(game, player, weight);
        if (worlds.size() < 2 || worlds.size() > 2000) continue;
        if (!belief.is_uniform()) ++found;
        if (chain_only) belief.use_chain_only();
        belief.set_sweeps(30);
        worst = std::max(worst, deviation(belief, worlds, rng, 3000));
        if (chain_only && !belief.is_uniform()) REQUIRE_FALSE(belief.is_independent());
    }
    return worst;
}

// Of a sub-round, after every act.
std::vector<std::uint8_t> markers_of(const Game& game) {
    std::vector<std::uint8_t> markers;
    Position position = game.start();
    for (const Action action : game.actions()) {
        position.apply<false>(action, nullptr);
        markers.push_back(position.table().open);
    }
    return markers;
}

// The game as it would have been if a world were true, told by an engine that knows no belief: the
// others' cards came in an order in which every card that a pass rules out came after that pass.
// Nothing if no such order is found. Not for drawn_card_only.
std::optional<Game> retold(const Game& game, int player, const Position& world, Rng& rng) {
    struct Item {
        Card card;
        std::size_t least = 0;  // it came after this act
        std::size_t most = 0;   // and before that
    };
    const int players = game.position().num_players();
    const std::vector<Action>& acts = game.actions();
    std::vector<std::vector<Item>> items(static_cast<std::size_t>(players));
    std::vector<std::vector<std::pair<std::size_t, Kinds>>> ruled_out(items.size());
    Game seen(game.start());
    for (std::size_t i = 0; i < acts.size(); ++i) {
        const Position before = seen.position();
        seen.apply(acts[i]);
        if (before.current_player() < 0) continue;
        const int seat = before.turn();
        const auto s = static_cast<std::size_t>(seat);
        if (is_play(acts[i])) {
            items[s].push_back({play_of(acts[i]).card, 0, i});
        } else if (acts[i] == pass_action && !before.is_open(seat) &&
                   seen.position().is_open(seat)) {
            Kinds kinds = 0;
            for (int kind = 0; kind < before.rules().deck.kinds(); ++kind) {
                Cards cards = before.cards();
                cards.hands[s] = CardSet{};
                cards.hands[s].add(Card::of_kind(kind));
                const Position one(players, before.rules(), before.table(), cards);
                if (one.has_play()) kinds |= Card::of_kind(kind).bit();
            }
            ruled_out[s].emplace_back(i, kinds);
        }
    }
    for (int seat = 0; seat < players; ++seat) {
        const auto s = static_cast<std::size_t>(seat);
        world.hand(seat).for_each([&](Card card, int count) {
            for (; count > 0; --count) items[s].push_back({card, 0, acts.size()});
        });
        for (Item& item : items[s]) {
            for (const auto& [act, kinds] : ruled_out[s]) {
                if (act < item.most && (kinds & item.card.bit()) != 0) item.least = act;
            }
        }
    }
    for (int attempt = 0; attempt < 50; ++attempt) {
        auto left = items;
        Game again(game.start());
        bool fits = true;
        for (std::size_t i = 0; i < acts.size() && fits; ++i) {
            const Position& before = again.position();
            Action act = acts[i];
            const int seat =
                before.phase() == Phase::deal ? before.table().dealt % players : before.turn();
            if (before.current_player() == CHANCE && seat != player) {
                // Of the cards that may come, the one that is needed first.
                std::vector<Item>& bag = left[static_cast<std::size_t>(seat)];
                rng.shuffle(std::span(bag));
                auto best = bag.end();
                for (auto item = bag.begin(); item != bag.end(); ++item) {
                    if (item->least > 0 && item->least > i) continue;
                    if (best == bag.end() || item->most < best->most) best = item;
                }
                fits = best != bag.end() && best->most > i;
                if (!fits) break;
                act = best->card.kind();
                bag.erase(best);
            }
            fits = before.is_legal(act);
            if (fits) again.apply(act);
        }
        // The tables of all acts follow from those of the last one and the acts, markers aside.
        if (fits && again.position() == world && markers_of(again) == markers_of(game))
            return again;
    }
    return std::nullopt;
}

Rules proving() {
    Rules rules;
    rules.voluntary_pass_opens = false;
    return rules;
}

}  // namespace

TEST_CASE("worlds are drawn as often as all of them, followed one by one, weigh") {
    Rules drawn_only = tiny(2, 2, {0}, 2);
    drawn_only.drawn_card_only = true;
    Rules doubles = tiny(2, 2, {-5, -5}, 2);
    Rules singles = tiny(3, 1, {0, -5}, 3);
    std::uint64_t seed = 100;
    for (const bool proves : {false, true}) {
        for (Rules rules : {drawn_only, doubles, singles}) {
            rules.voluntary_pass_opens = !proves;
            for (const double weight : {1.0, 0.2}) {
                if (!proves && weight == 1.0) continue;
                for (const bool chain_only : {false, true}) {
                    ++seed;
                    CAPTURE(seed);
                    const int players = seed % 3 == 0 && rules.deck.max_pip() == 2 ? 3 : 2;
                    CHECK(worst_deviation(players, rules, weight, chain_only, seed) < 6);
                }
            }
        }
    }
}

TEST_CASE("without evidence the worlds are those of Position::resample, number for number") {
    Rng rng(3);
    for (int round = 0; round < 60; ++round) {
        Rules rules;
        rules.drawn_card_only = round % 2 == 0;
        const int players = 2 + round % 4;
        Game game = random_game(players, rules, rng, round * 2, 0.4);
        for (int player = 0; player < players; ++player) {
            Belief belief(game, player);
            REQUIRE(belief.is_uniform());
            Rng a(7);
            Rng b(7);
            Position expected = game.position();
            expected.resample(player, a);
            CHECK(belief.sample(b) == expected);
            CHECK(resample(game, player, b).check_consistency() == nullptr);
        }
    }
}

TEST_CASE("every world could have been: all acts, told again with its cards, look the same") {
    Rng rng(17);
    int told = 0;
    for (int round = 0; round < 120; ++round) {
        const int players = 2 + round % 3;
        const double weight = round % 2 == 0 ? 1.0 : 0.2;
        const int acts = 5 + static_cast<int>(rng.below(100));
        const Game game = random_game(players, proving(), rng, acts, 0.25);
        if (game.position().table().sub_round != 0) continue;
        const int player = static_cast<int>(rng.below(static_cast<std::uint32_t>(players)));
        Belief belief(game, player, PassModel{weight});
        for (int i = 0; i < 3; ++i) {
            const Position world = belief.sample(rng);
            REQUIRE(world.check_consistency() == nullptr);
            REQUIRE(look_alike(game.position(), world, player));
            REQUIRE(world.unseen(player) == game.position().unseen(player));
            const std::optional<Game> other = retold(game, player, world, rng);
            REQUIRE(other.has_value());
            other->check_consistency();
            ++told;
            // What is true of the hidden cards has no part in what is believed of them.
            Belief same(*other, player, PassModel{weight});
            Belief first(game, player, PassModel{weight});
            Rng a(99);
            Rng b(99);
            for (int k = 0; k < 3; ++k) REQUIRE(same.sample(a) == first.sample(b));
            REQUIRE(a == b);
        }
    }
    CHECK(told > 150);
}

TEST_CASE("a marker that turned rules out all that could have been laid") {
    // Seat 1 of two has passed with a closed track: none of its cards has a 9 or is a bonus card.
    Rules rules = proving();
    Rng rng(23);
    Position::Actions actions;
    int seen = 0;
    for (int round = 0; round < 400 && seen < 10; ++round) {
        Game game(2, rules);
        game.resolve_chance(rng);
        while (game.actions().back() != pass_action || game.position().turn() != 0) {
            game.position().legal_actions(actions);
            game.apply(actions[0]);
            game.resolve_chance(rng);
        }
        // Both drew and passed; nothing is laid.
        if (!game.position().is_open(1) || game.position().is_open(0)) continue;
        ++seen;
        Belief belief(game, 0);
        for (int i = 0; i < 50; ++i) {
            const Position world = belief.sample(rng);
            CHECK((world.hand(1).kinds() & (faces_with[9] | ~all_faces)) == 0);
        }
        // Seat 0 stayed closed, and so had such a card.
        Belief other(game, 1);
        for (int i = 0; i < 50; ++i) {
            const Position world = other.sample(rng);
            CHECK((world.hand(0).kinds() & (faces_with[9] | ~all_faces)) != 0);
        }
    }
    CHECK(seen > 0);
}

TEST_CASE("what came before a forgotten history, or in an earlier sub-round, is no evidence") {
    Rng rng(29);
    Game game = random_game(3, proving(), rng, 60, 0.2);
    const int player = game.position().turn();
    REQUIRE_FALSE(Belief(game, player).is_uniform());
    game.forget_history();
    CHECK(Belief(game, player).is_uniform());
    Position::Actions actions;
    const int sub_round = game.position().table().sub_round;
    while (game.position().table().sub_round == sub_round) {
        game.position().legal_actions(actions);
        game.apply(actions[actions.size() - 1]);
        if (game.position().table().sub_round == sub_round) game.resolve_chance(rng);
    }
    CHECK(game.position().phase() == Phase::deal);
    CHECK(Belief(game, player, PassModel{0.1}).is_uniform());
    game.resolve_chance(rng);
    CHECK(Belief(game, player, PassModel{0.1}).is_uniform());
    CHECK(Belief(game, player).sample(rng).check_consistency() == nullptr);
}

TEST_CASE("a game that begins in the middle of a turn shows what follows") {
    Rng rng(31);
    Rules rules = proving();
    rules.drawn_card_only = true;
    for (int round = 0; round < 40; ++round) {
        Game game = random_game(3, rules, rng, 20 + round, 0.3);
        if (game.position().phase() != Phase::drawn) continue;
        game.forget_history();
        const int seat = game.position().turn();
        const int player = (seat + 1) % 3;
        const Position begun = Belief(game, player).sample(rng);
        CHECK(begun.check_consistency() == nullptr);
        game.apply(pass_action);
        for (int i = 0; i < 20; ++i) {
            const Position world = Belief(game, player, PassModel{0.5}).sample(rng);
            REQUIRE(world.check_consistency() == nullptr);
            REQUIRE(look_alike(game.position(), world, player));
        }
    }
}

TEST_CASE("copies of a belief go on alike and apart") {
    Rng rng(37);
    Game game = random_game(4, proving(), rng, 80, 0.2);
    const int player = game.position().turn();
    Belief belief(game, player, PassModel{0.3});
    (void)belief.sample(rng);
    Belief copy = belief;
    Rng a(1);
    Rng b(1);
    for (int i = 0; i < 5; ++i) CHECK(belief.sample(a) == copy.sample(b));
    Belief moved = std::move(copy);
    CHECK(belief.sample(a) == moved.sample(b));
}

TEST_CASE("after the end of the game nothing is hidden") {
    Rng rng(41);
    Rules rules = proving();
    rules.sub_rounds = 1;
    Game game(2, rules);
    game.resolve_chance(rng);
    Position::Actions actions;
    while (!game.position().is_terminal()) {
        game.position().legal_actions(actions);
        game.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        if (!game.position().is_terminal()) game.resolve_chance(rng);
    }
    CHECK(resample(game, 0, rng, PassModel{0.5}) == game.position());
}

TEST_CASE("players and weights out of range are refused") {
    const Game game(2);
    CHECK_THROWS_AS(Belief(game, 2), Error);
    CHECK_THROWS_AS(Belief(game, -1), Error);
    CHECK_THROWS_AS(Belief(game, 0, PassModel{0.0}), Error);
    CHECK_THROWS_AS(Belief(game, 0, PassModel{1.5}), Error);
    CHECK_THROWS_AS(Belief(game, 0, PassModel{std::nan("")}), Error);
}
