#include <dotcore/dotduel/tick_position.hpp>

#include <algorithm>
#include <cstring>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/core/range.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/dotduel/bytes.hpp>
#include <dotcore/dotduel/legal.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// Of 36 rolls of two dice, how many show the number.
[[nodiscard]] constexpr int ways(int number) noexcept {
    return number <= 7 ? number - 1 : 13 - number;
}

}  // namespace

void check_tick_rules(const MatchTable& cards, const Rules& rules, const TickRules& ticks) {
    check_range("tick_ms", ticks.tick_ms, 1, 60'000);
    check_range("max_ticks", ticks.max_ticks, 1, 10'000'000);
    check_range("the deck's size", cards.cards(), show_slots, tick::most_cards);
    if (rules.calls_name_count()) {
        throw RulesError("call_names_count=True; actions of the tick game name no count in calls");
    }
    if (rules.duel_timeout() != 0 && rules.duel_timeout() < ticks.tick_ms) {
        throw RulesError("duel_timeout_ms=" + std::to_string(rules.duel_timeout()) +
                         "; 0, or at least a tick of " + std::to_string(ticks.tick_ms));
    }
}

TickPosition::TickPosition(int players, const MatchTable& cards, std::uint64_t deck_key,
                           const Rules& rules, const TickRules& ticks) noexcept
    : cards_(&cards), deck_key_(deck_key), rules_(rules), ticks_(ticks), actor_(start) {
    std::array<std::uint8_t, MatchTable::capacity> deck{};
    for (int card = 0; card < cards.cards(); ++card)
        deck[at(card)] = static_cast<std::uint8_t>(card);
    table_ = Referee::lay_out(players, std::span(deck).first(at(cards.cards())));
    settle();
}

// Goes on until somebody has to choose, or chance.
void TickPosition::settle() {
    for (;;) {
        if (actor_ == nobody) {
            if (waiting_ == 0) {
                actor_ = clock;
            } else if ((waiting_ & (waiting_ - 1)) != 0 && rules_.draws_ties()) {
                stage_ = Stage::order;
                lot_ = Lot::nothing;
                outcomes_ = waiting_;
                return;
            } else {
                actor_ = static_cast<std::int8_t>(std::countr_zero(waiting_));
            }
        }
        const bool ends_tick = actor_ == clock;
        const bool starts = actor_ == start;
        if (!run_actor()) {
            stage_ = Stage::chance;
            return;
        }
        if (actor_ >= 0) waiting_ = static_cast<std::uint8_t>(waiting_ & ~(1U << actor_));
        actor_ = nobody;
        script_ = {};
        script_size_ = 0;
        lot_ = Lot::nothing;
        outcomes_ = 0;
        tick_ += ends_tick;
        if (table_.phase == Phase::over || tick_ == ticks_.max_ticks) {
            waiting_ = 0;
            joint_ = {};
            stage_ = Stage::over;
            return;
        }
        if (ends_tick || starts) {
            joint_ = {};
            roll_id_ = table_.roll_id;
            stage_ = Stage::choose;
            return;
        }
    }
}

// The actor's event, with the outcomes of chance so far. False, and nothing is done but to ask for
// the next outcome, if they are not enough.
bool TickPosition::run_actor() {
    Event event;
    if (actor_ == start) {
        event = Event::of(table_.now, -1, Verb::start);
    } else if (actor_ >= 0 && !event_of(actor_, event)) {
        return true;
    }
    Table table = table_;
    Chance chance = Chance::scripted(std::span(script_).first(script_size_));
    Referee referee(table, *cards_, rules_, chance);
    if (actor_ == clock) {
        (void)referee.advance(table.now + ticks_.tick_ms);
    } else {
        (void)referee.submit(event);
    }
    lot_ = chance.lacking();
    outcomes_ = chance.outcomes();
    if (lot_ != Lot::nothing) return false;
    // Cards that were given count for the fill that they were given in.
    if (is_fill(table_.phase) &&
        (table.phase != table_.phase || table.filler() != table_.filler())) {
        given_ = {};
        given_count_ = 0;
    }
    table_ = table;
    return true;
}

// False if there is nothing to be judged: what was meant is gone, or a card was merely given.
bool TickPosition::event_of(int player, Event& event) {
    const tick::Parts parts = tick::parts_of(joint_[at(player)]);
    using Kind = tick::Parts::Kind;
    const auto of = [&](Verb verb, int what = -1, int with = -1) {
        event = Event::of(table_.now, player, verb, what, with);
        event.roll_id = roll_id_;
        return true;
    };
    switch (parts.kind) {
        case Kind::wait:
            return false;
        case Kind::roll:
            return of(Verb::roll);
        case Kind::agree:
            return of(Verb::agree);
        case Kind::claim: {
            const int card = table_.show[at(parts.slot)];
            return card != no_card && of(Verb::claim, card, parts.count);
        }
        case Kind::dot_duel:
        case Kind::prove_over: {
            const int card = table_.show[at(parts.slot)];
            const OpenClaim* const claim = card == no_card ? nullptr : table_.live_claim_on(card);
            if (claim == nullptr || claim->player != parts.seat) return false;
            return of(parts.kind == Kind::dot_duel ? Verb::dot_duel : Verb::prove_over, claim->id);
        }
        case Kind::double_dot: {
            const int a = table_.show[at(parts.first)];
            const int b = table_.show[at(parts.second)];
            return a != no_card && b != no_card && of(Verb::double_dot, a, b);
        }
        case Kind::answer:
            return of(Verb::answer, parts.count);
        case Kind::duel_double_dot: {
            if (parts.second >= table_.grounds_size) return false;
            const std::array<std::uint8_t, 2> two{table_.grounds[at(parts.first)].card,
                                                  table_.grounds[at(parts.second)].card};
            event = Event::naming(table_.now, player, Verb::duel_double_dot, two);
            event.roll_id = roll_id_;
            return true;
        }
        case Kind::give: {
            // When it is the last of them the event is all of them.
            if (player != table_.filler()) return false;
            const auto own = static_cast<std::size_t>(table_.own_of(player));
            const auto given = std::span(given_).first(given_count_);
            const bool is_given = std::find(given.begin(), given.end(), parts.card) != given.end();
            if (!is_given && given.size() < std::min(own, given_.size())) {
                given_[given_count_++] = static_cast<std::uint8_t>(parts.card);
            }
            if (given_count_ < own) return false;
            event = Event::naming(table_.now, player, Verb::place,
                                  std::span(given_).first(given_count_));
            return true;
        }
    }
    return false;
}

void TickPosition::legal_actions(int player, Actions& actions) const noexcept {
    actions.clear();
    if (stage_ != Stage::choose) return;
    const Legal legal = dotduel::legal(table_, *cards_, rules_, player);
    actions.push_back(tick::wait_action);
    if (legal.roll) actions.push_back(tick::roll_action);
    if (legal.agree) actions.push_back(tick::agree_action);
    for (int slot = 0; slot < show_slots && legal.claim != 0; ++slot) {
        const int card = table_.show[at(slot)];
        if (card == no_card || (legal.claim & card_bit(card)) == 0) continue;
        for (int count = 1; count <= most_counted; ++count) {
            actions.push_back(tick::first_claim + slot * most_counted + count - 1);
        }
    }
    const auto list_calls = [&](const Legal::ClaimIds& ids, Action first) {
        for (int slot = 0; slot < show_slots; ++slot) {
            const OpenClaim* const claim = table_.live_claim_on(table_.show[at(slot)]);
            if (claim == nullptr || std::find(ids.begin(), ids.end(), claim->id) == ids.end()) {
                continue;
            }
            actions.push_back(first + slot * max_players + claim->player);
        }
    };
    list_calls(legal.dot_duel, tick::first_dot_duel);
    list_calls(legal.prove_over, tick::first_prove_over);
    if (legal.double_dot != 0) {
        for (int a = 0; a < show_slots; ++a) {
            for (int b = a + 1; b < show_slots; ++b) {
                if (table_.show[at(a)] == no_card || table_.show[at(b)] == no_card) continue;
                actions.push_back(tick::first_double_dot + tick::pair_number(a, b, show_slots));
            }
        }
    }
    for (int total = 1; total <= legal.answer; ++total) {
        actions.push_back(tick::first_answer + total - 1);
    }
    if (legal.duel_double_dot != 0) {
        for (int a = 0; a < table_.grounds_size; ++a) {
            for (int b = a + 1; b < table_.grounds_size; ++b) {
                actions.push_back(tick::first_duel_double_dot + tick::pair_number(a, b, max_named));
            }
        }
    }
    if (legal.place != 0) {
        CardMask own = table_.personal[at(player)].mask();
        for (int i = 0; i < given_count_; ++i) own &= ~card_bit(given_[at(i)]);
        bits::for_each_bit(own, [&](int card) { actions.push_back(tick::first_give + card); });
    }
}

bool TickPosition::is_legal(int player, Action action) const noexcept {
    Actions actions;
    legal_actions(player, actions);
    return std::find(actions.begin(), actions.end(), action) != actions.end();
}

double TickPosition::returns(int player) const noexcept {
    if (stage_ != Stage::over) return 0;
    int winner = table_.winner;
    if (table_.phase != Phase::over) {  // out of ticks
        int most = -1;
        for (int p = 0; p < table_.players; ++p) {
            const int cards = table_.personal[at(p)].size();
            if (cards == most) winner = nobody;
            if (cards > most) winner = p;
            most = std::max(most, cards);
        }
    }
    if (winner == nobody) return 0;
    return player == winner ? 1.0 : -1.0 / (table_.players - 1);
}

template <class Act>
void TickPosition::logged(UndoLog& log, Act act) {
    static_assert(sizeof(TickPosition) % sizeof(std::uint64_t) == 0);
    constexpr std::size_t count = sizeof(TickPosition) / sizeof(std::uint64_t);
    std::array<std::uint64_t, count> before;
    std::array<std::uint64_t, count> after;
    std::memcpy(before.data(), static_cast<const void*>(this), sizeof(TickPosition));
    act();
    std::memcpy(after.data(), static_cast<const void*>(this), sizeof(TickPosition));
    log.starts_.push_back(log.words_.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (before[i] != after[i]) {
            log.words_.push_back({before[i], static_cast<std::uint32_t>(i)});
        }
    }
}

void TickPosition::apply(Action outcome, UndoLog& log) {
    logged(log, [this, outcome] {
        if (stage_ == Stage::order) {
            actor_ = static_cast<std::int8_t>(outcome);
        } else {
            script_[script_size_++] = static_cast<std::uint8_t>(outcome);
        }
        settle();
    });
}

void TickPosition::apply_joint(std::span<const Action> actions, UndoLog& log) {
    logged(log, [this, actions] {
        for (int p = 0; p < table_.players; ++p) {
            joint_[at(p)] = actions[at(p)];
            if (actions[at(p)] != tick::wait_action)
                waiting_ = static_cast<std::uint8_t>(waiting_ | 1U << p);
        }
        settle();
    });
}

void TickPosition::undo(UndoLog& log) noexcept {
    constexpr std::size_t count = sizeof(TickPosition) / sizeof(std::uint64_t);
    std::array<std::uint64_t, count> words;
    std::memcpy(words.data(), static_cast<const void*>(this), sizeof(TickPosition));
    const std::size_t first = log.starts_.back();
    log.starts_.pop_back();
    for (; log.words_.size() > first; log.words_.pop_back()) {
        words[log.words_.back().place] = log.words_.back().before;
    }
    std::memcpy(static_cast<void*>(this), words.data(), sizeof(TickPosition));
}

std::vector<TickPosition::Outcome> TickPosition::chance_outcomes() const {
    std::vector<Outcome> outcomes;
    if (current_player() != CHANCE) return outcomes;
    double all = 0;
    bits::for_each_bit(outcomes_, [&](int outcome) {
        const double weight = lot_ == Lot::roll ? ways(outcome) : 1;
        outcomes.push_back({outcome, weight});
        all += weight;
    });
    for (Outcome& outcome : outcomes) outcome.probability /= all;
    return outcomes;
}

bool TickPosition::is_outcome(Action action) const noexcept {
    return current_player() == CHANCE && action >= 0 && action < 64 &&
           (outcomes_ >> action & 1) != 0;
}

Action TickPosition::sample_chance(Rng& rng) const noexcept {
    int all = 0;
    bits::for_each_bit(outcomes_,
                       [&](int outcome) { all += lot_ == Lot::roll ? ways(outcome) : 1; });
    int left = static_cast<int>(rng.below(static_cast<std::uint32_t>(all)));
    Action drawn = 0;
    bits::for_each_bit(outcomes_, [&](int outcome) {
        if (left >= 0) drawn = outcome;
        left -= lot_ == Lot::roll ? ways(outcome) : 1;
    });
    return drawn;
}

std::uint64_t TickPosition::key() const noexcept {
    std::uint64_t hash = table_.hash() ^ deck_key_;
    const auto add = [&hash](std::uint64_t value) {
        hash = mix64(hash ^ value) + 0x9e3779b97f4a7c15;
    };
    add(static_cast<std::uint64_t>(tick_) << 32 | static_cast<std::uint32_t>(roll_id_));
    add(std::uint64_t{waiting_} << 24 | std::uint64_t{static_cast<std::uint8_t>(actor_)} << 16 |
        static_cast<std::uint64_t>(stage_) << 8 | static_cast<std::uint64_t>(lot_));
    add(outcomes_);
    for (const Action action : joint_) add(static_cast<std::uint64_t>(action));
    for (int i = 0; i < script_size_; ++i) add(script_[at(i)] + 1U);
    for (int i = 0; i < given_count_; ++i) add(given_[at(i)] + 256U);
    add(static_cast<std::uint64_t>(ticks_.tick_ms) << 32 |
        static_cast<std::uint32_t>(ticks_.max_ticks));
    return hash;
}

void TickPosition::write(ByteWriter& out) const {
    dotduel::write(out, table_);
    out.number(static_cast<std::uint64_t>(tick_), 4);
    out.number(static_cast<std::uint64_t>(roll_id_), 4);
    for (int p = 0; p < table_.players; ++p)
        out.number(static_cast<std::uint64_t>(joint_[at(p)]), 2);
    out.byte(static_cast<int>(stage_));
    out.byte(actor_);
    out.byte(waiting_);
    out.byte(script_size_);
    for (int i = 0; i < script_size_; ++i) out.byte(script_[at(i)]);
    out.byte(given_count_);
    for (int i = 0; i < given_count_; ++i) out.byte(given_[at(i)]);
}

void TickPosition::read(ByteReader& in) {
    TickPosition read = *this;
    read.table_ = read_table(in);
    if (read.table_.players != table_.players) in.fail("other players than the rules'");
    read.tick_ = static_cast<std::int32_t>(in.number(4));
    read.roll_id_ = static_cast<std::int32_t>(in.number(4));
    read.joint_ = {};
    for (int p = 0; p < table_.players; ++p) {
        read.joint_[at(p)] = static_cast<Action>(in.number(2));
        if (!tick::is_action(read.joint_[at(p)])) in.fail("no action");
    }
    read.stage_ = static_cast<Stage>(in.upto(3, "what is to be done"));
    read.actor_ = static_cast<std::int8_t>(in.byte());
    if (read.actor_ < clock || read.actor_ >= table_.players) in.fail("who acts");
    read.waiting_ = in.byte();
    read.script_ = {};
    read.script_size_ = static_cast<std::uint8_t>(in.upto(most_outcomes - 1, "too many outcomes"));
    for (int i = 0; i < read.script_size_; ++i) read.script_[at(i)] = in.byte();
    read.given_ = {};
    read.given_count_ = static_cast<std::uint8_t>(in.upto(3, "too many cards given"));
    for (int i = 0; i < read.given_count_; ++i) {
        read.given_[at(i)] = static_cast<std::uint8_t>(in.upto(tick::most_cards - 1, "no card"));
    }
    // What chance may have now follows from the rest; each outcome before was one that it had.
    read.lot_ = Lot::nothing;
    read.outcomes_ = 0;
    if (read.table_.check_consistency(*cards_, rules_) != nullptr ||
        lacks_room(read.table_) != nullptr) {
        in.fail("no table of this game");
    }
    for (int p = 0; p < table_.players; ++p) {
        if (!read.table_.seat(p).connected) in.fail("somebody who is not there");
    }
    if (read.actor_ < nobody && read.waiting_ != 0) in.fail("who acts");
    if (read.stage_ == Stage::order) read.outcomes_ = read.waiting_;
    if (read.stage_ == Stage::chance) {
        TickPosition replayed = read;
        for (int i = 0; i <= read.script_size_; ++i) {
            replayed.script_size_ = static_cast<std::uint8_t>(i);
            if (read.actor_ == nobody || replayed.run_actor()) in.fail("chance has nothing to do");
            if (i == read.script_size_) break;
            if (!replayed.is_outcome(read.script_[at(i)])) in.fail("no outcome of chance");
        }
        read.lot_ = replayed.lot_;
        read.outcomes_ = replayed.outcomes_;
    } else if (read.script_size_ != 0 || (read.stage_ != Stage::order && read.waiting_ != 0)) {
        in.fail("outcomes of nothing");
    }
    const bool is_over = read.table_.phase == Phase::over || read.tick_ == ticks_.max_ticks;
    if ((read.stage_ == Stage::over) != is_over) in.fail("whether the game is over");
    if (read.stage_ != Stage::chance && read.actor_ != nobody) in.fail("who acts");
    if (read.check_consistency() != nullptr) in.fail("no position of this game");
    *this = read;
}

const char* TickPosition::check_consistency() const noexcept {
    if (const char* const fault = table_.check_consistency(*cards_, rules_)) return fault;
    const auto deck = table_.deck.cards();
    if (!std::is_sorted(deck.begin(), deck.end())) return "DECK in an order of its own";
    if (tick_ < 0 || tick_ > ticks_.max_ticks) return "the number of ticks";
    if ((current_player() == CHANCE) != (outcomes_ != 0)) return "what chance may have";
    if (script_size_ > most_outcomes) return "too many outcomes of one event";
    if ((waiting_ >> table_.players) != 0) return "who acts";
    if (stage_ == Stage::choose && (waiting_ != 0 || actor_ != nobody)) return "who acts";
    if (given_count_ != 0) {
        // Different ones of those that the placer holds. When they are enough they are placed, for
        // which chance may have to add some.
        const int placer = is_fill(table_.phase) ? table_.filler() : nobody;
        const bool are_placed = stage_ == Stage::chance && actor_ == placer;
        if (placer == nobody || given_count_ >= table_.own_of(placer) + are_placed) {
            return "the number of cards given";
        }
        CardMask given = 0;
        for (int i = 0; i < given_count_; ++i) given |= card_bit(given_[at(i)]);
        const CardMask own = table_.personal[at(placer)].mask();
        if (bits::count(given) != given_count_ || (given & ~own) != 0) return "the cards given";
    }
    return nullptr;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
