#include <dotcore/dotduel/tick_game.hpp>

#include <algorithm>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/bytes.hpp>
#include <dotcore/dotduel/engine.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

[[nodiscard]] std::shared_ptr<const MatchTable> checked(int players, const Deck& deck,
                                                        const Rules& rules,
                                                        const TickRules& ticks) {
    Setup setup{players, deck, rules};
    check_setup(setup);
    auto cards = std::make_shared<const MatchTable>(MatchTable::of(deck));
    check_tick_rules(*cards, rules, ticks);
    return cards;
}

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

}  // namespace

TickGame::TickGame(int players, const Deck& deck, const Rules& rules, const TickRules& ticks)
    : deck_(deck),
      rules_(rules),
      cards_(checked(players, deck, rules, ticks)),
      position_(players, *cards_, deck.key(), rules, ticks) {}

double TickGame::reward(int player) const noexcept {
    // Only the last act of a game brings anything.
    return acts_.empty() ? 0 : position_.returns(player);
}

void TickGame::apply(Action outcome) {
    if (position_.current_player() == SIMULTANEOUS) {
        throw IllegalMove("all players act at once here: apply_joint, with an action of each");
    }
    if (position_.is_terminal()) throw IllegalMove("the game is over");
    if (!position_.is_outcome(outcome)) {
        throw IllegalMove("outcome " + std::to_string(outcome) +
                          "; one of chance_outcomes() is due");
    }
    position_.apply(outcome, log_);
    acts_.push_back({false, outcome, {}});
}

void TickGame::apply_joint(std::span<const Action> actions) {
    const int players = position_.num_players();
    if (position_.current_player() != SIMULTANEOUS) {
        throw IllegalMove(position_.is_terminal() ? "the game is over"
                                                  : "chance is to act: apply one of its outcomes");
    }
    if (actions.size() != at(players)) {
        throw IllegalMove(std::to_string(actions.size()) + " actions; one of each of the " +
                          std::to_string(players) + " players");
    }
    for (int p = 0; p < players; ++p) {
        if (position_.is_legal(p, actions[at(p)])) continue;
        throw IllegalMove("action " + std::to_string(actions[at(p)]) + " of player " +
                          std::to_string(p) + " is not legal; see legal_actions(" +
                          std::to_string(p) + ")");
    }
    Act act{true, 0, {}};
    std::copy(actions.begin(), actions.end(), act.joint.begin());
    position_.apply_joint(actions, log_);
    acts_.push_back(act);
}

void TickGame::undo() {
    if (acts_.empty()) throw IllegalMove("there is nothing to undo");
    position_.undo(log_);
    acts_.pop_back();
}

Action TickGame::sample_chance(Rng& rng) {
    if (position_.current_player() != CHANCE) throw IllegalMove("chance is not to act here");
    const Action outcome = position_.sample_chance(rng);
    apply(outcome);
    return outcome;
}

void TickGame::resolve_chance(Rng& rng) {
    while (position_.current_player() == CHANCE) (void)sample_chance(rng);
}

void TickGame::forget_history() noexcept {
    if (!acts_.empty()) is_whole_ = false;
    acts_.clear();
    log_.clear();
}

std::vector<std::uint8_t> TickGame::to_bytes(bool history) const {
    const bool from_start = history && is_whole_;
    ByteWriter out;
    write_header(out, "ddtk");
    out.byte(from_start ? 1 : 0);
    out.byte(position_.num_players());
    write(out, rules_);
    write(out, deck_);
    out.number(static_cast<std::uint64_t>(position_.tick_rules().tick_ms), 4);
    out.number(static_cast<std::uint64_t>(position_.tick_rules().max_ticks), 4);
    if (!from_start) {
        position_.write(out);
        return out.take();
    }
    out.number(acts_.size(), 4);
    for (const Act& act : acts_) {
        out.byte(act.is_joint ? 1 : 0);
        if (!act.is_joint) {
            out.byte(act.outcome);
            continue;
        }
        for (int p = 0; p < position_.num_players(); ++p) {
            out.number(static_cast<std::uint64_t>(act.joint[at(p)]), 2);
        }
    }
    return out.take();
}

TickGame TickGame::from_bytes(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes, "the bytes of a tick game");
    read_header(in, "ddtk");
    const bool from_start = in.upto(1, "neither with nor without a history") != 0;
    const int players = in.byte();
    const Rules rules = read_rules(in);
    const Deck deck = read_deck(in);
    TickRules ticks;
    ticks.tick_ms = static_cast<std::int32_t>(static_cast<std::uint32_t>(in.number(4)));
    ticks.max_ticks = static_cast<std::int32_t>(static_cast<std::uint32_t>(in.number(4)));
    try {
        TickGame game(players, deck, rules, ticks);
        if (!from_start) {
            game.position_.read(in);
            game.is_whole_ = false;
        } else {
            for (std::uint64_t left = in.number(4); left > 0; --left) {
                if (in.upto(1, "no kind of act") == 0) {
                    game.apply(in.byte());
                    continue;
                }
                TickPosition::Joint joint{};
                for (int p = 0; p < players; ++p) joint[at(p)] = static_cast<Action>(in.number(2));
                game.apply_joint(std::span(joint).first(at(players)));
            }
        }
        if (!in.at_end()) in.fail("something comes after the end");
        return game;
    } catch (const RulesError& error) {
        in.fail(error.what());
    } catch (const IllegalMove& error) {
        in.fail(error.what());
    }
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
