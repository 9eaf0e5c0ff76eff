#include <dotcore/dotduel/engine.hpp>

#include <numeric>
#include <string>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

constexpr int fewest_players = 2;  // R1

}  // namespace

void check_setup(const Setup& setup) {
    check_rules(setup.rules);
    if (setup.players < fewest_players || setup.players > max_players) {
        throw RulesError("players=" + std::to_string(setup.players) + "; 2 to 6");
    }
    const int cards = setup.deck.size();
    if (cards < show_slots) {
        throw RulesError("a deck of " + std::to_string(cards) + " cards; six have to show");
    }
    if (cards > MatchTable::capacity || setup.deck.symbol_count() > MatchTable::capacity) {
        throw RulesError("a deck of " + std::to_string(cards) + " cards and " +
                         std::to_string(setup.deck.symbol_count()) +
                         " symbols; at most 64 of each can be played with");
    }
    if (setup.deck.card_size() > most_counted) {
        throw RulesError("cards of " + std::to_string(setup.deck.card_size()) +
                         " symbols; the game has cards of up to 8");
    }
    CardMask seen = 0;
    for (const std::uint8_t card : setup.order) {
        if (card < cards) seen |= card_bit(card);
    }
    const bool is_whole =
        setup.order.size() == static_cast<std::size_t>(cards) && bits::count(seen) == cards;
    if (!setup.order.empty() && !is_whole) {
        throw RulesError("order: each card of the deck once, 0 to " + std::to_string(cards - 1));
    }
    for (const std::uint8_t die : setup.dice) {
        if (die < 1 || die > 6) {
            throw RulesError("dice: " + std::to_string(die) + "; a die shows 1 to 6");
        }
    }
}

bool SeenNumbers::contains(std::int64_t number) const noexcept {
    if (ranges_.empty() || number > ranges_.rbegin()->second) return false;
    const auto after = ranges_.upper_bound(number);
    return after != ranges_.begin() && number <= std::prev(after)->second;
}

void SeenNumbers::insert(std::int64_t number) {
    const auto after = ranges_.empty() || number > ranges_.rbegin()->first
                           ? ranges_.end()
                           : ranges_.upper_bound(number);
    const bool touches_after = after != ranges_.end() && after->first - 1 == number;
    if (after != ranges_.begin()) {
        const auto before = std::prev(after);
        if (number <= before->second) return;
        if (before->second + 1 == number) {
            before->second = touches_after ? after->second : number;
            if (touches_after) ranges_.erase(after);
            return;
        }
    }
    const std::int64_t last = touches_after ? after->second : number;
    const auto hint = touches_after ? ranges_.erase(after) : after;
    ranges_.emplace_hint(hint, number, last);
}

Engine::Engine(Setup setup)
    : setup_((check_setup(setup), std::move(setup))),
      cards_(MatchTable::of(setup_.deck)),
      rng_(setup_.seed) {
    std::vector<std::uint8_t> order = setup_.order;
    if (order.empty()) {
        order.resize(static_cast<std::size_t>(setup_.deck.size()));
        std::iota(order.begin(), order.end(), std::uint8_t{0});
        rng_.shuffle(std::span(order));
    }
    table_ = Referee::lay_out(setup_.players, order);
}

Chance Engine::chance() noexcept {
    return Chance(rng_, std::span(setup_.dice).subspan(dice_used_),
                  std::span(setup_.picks).subspan(picks_used_));
}

void Engine::spend(const Chance& chance) noexcept {
    dice_used_ += chance.dice_used();
    picks_used_ += chance.picks_used();
}

Outcome Engine::submit(const Event& event) {
    effects_.clear();
    const bool is_numbered = event.seq >= 0;
    if (is_numbered && seen_.contains(event.seq)) return Outcome::duplicate;
    Chance from = chance();
    const Outcome outcome = Referee(table_, cards_, setup_.rules, from, &effects_).submit(event);
    if (is_unheard(outcome)) return outcome;
    spend(from);
    if (is_numbered) seen_.insert(event.seq);
    keep(event, outcome, false);
    return outcome;
}

bool Engine::advance(Time t) {
    effects_.clear();
    const bool moves = t != table_.now;
    Chance from = chance();
    if (!Referee(table_, cards_, setup_.rules, from, &effects_).advance(t)) return false;
    spend(from);
    if (moves) keep(Event::of(t, -1, Verb::unknown), Outcome::ok, true);
    return true;
}

Outcome Engine::why_rejected(const Event& event) const noexcept {
    if (event.seq >= 0 && seen_.contains(event.seq)) return Outcome::duplicate;
    if (event.t < table_.now || event.t > latest_time) return Outcome::clock;
    return Referee::why_rejected(table_, cards_, setup_.rules, event);
}

void Engine::keep(const Event& event, Outcome outcome, bool is_advance) {
    log_.push_back({event, outcome, is_advance});
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
