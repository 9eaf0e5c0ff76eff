#include <dotcore/dotcard/position.hpp>

#include <array>
#include <bit>

#include <dotcore/core/zobrist.hpp>

#include "urn.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

// A hash of words in a row.
class Hash {
public:
    void add(std::uint64_t word) noexcept {
        hash_ = mix64(hash_ ^ (word + ++words_ * 0x9e3779b97f4a7c15));
    }
    void add(const CardSet& set) noexcept {
        for (const std::uint64_t plane : set.planes()) add(plane);
    }
    // Eight small numbers, or fewer, in a word.
    template <class Number, std::size_t Size>
    void add(const std::array<Number, Size>& numbers) noexcept {
        constexpr std::size_t in_a_word = sizeof(std::uint64_t) / sizeof(Number);
        for (std::size_t first = 0; first < Size; first += in_a_word) {
            std::uint64_t word = 0;
            for (std::size_t i = first; i < Size && i < first + in_a_word; ++i) {
                word = word << (8 * sizeof(Number)) |
                       static_cast<std::make_unsigned_t<Number>>(numbers[i]);
            }
            add(word);
        }
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return hash_; }

private:
    std::uint64_t hash_ = 0;
    std::uint64_t words_ = 0;
};

[[nodiscard]] constexpr std::uint64_t packed(std::initializer_list<int> bytes) noexcept {
    std::uint64_t word = 0;
    for (const int byte : bytes) word = word << 8 | static_cast<std::uint8_t>(byte);
    return word;
}

void add_rules(Hash& hash, const Rules& rules, int players) noexcept {
    const Deck& deck = rules.deck;
    hash.add(packed({players, deck.max_pip(), deck.dominoes(), deck.blocks(), deck.bonus_kinds(),
                     rules.sub_rounds, rules.hand_size, rules.skip_turns}));
    hash.add(packed({static_cast<int>(rules.starter), static_cast<int>(rules.second_half),
                     static_cast<int>(rules.free_start), static_cast<int>(rules.dot_call)}) |
             packed({rules.others_may_start, rules.own_track_first, rules.block_extra_turn,
                     rules.block_on_block, rules.drawn_card_only, rules.voluntary_pass_opens})
                 << 16);
    for (int i = 0; i < deck.bonus_kinds(); ++i) {
        const Card card = Card::bonus(i);
        hash.add(packed({deck.count(card), deck.points(card)}));
    }
}

}  // namespace

Position::Position(int players, const Rules& rules) noexcept : Position(players, rules, 0) {}

Position::Position(int players, const Rules& rules, int sub_round, int starter) noexcept
    : rules_(rules), players_(static_cast<std::uint8_t>(players)) {
    begin_sub_round(sub_round,
                    starter >= 0 ? starter : rules.starting_seat(sub_round, players, 0, -1));
}

Position::Position(int players, const Rules& rules, const Table& table, const Cards& cards) noexcept
    : cards_(cards), table_(table), rules_(rules), players_(static_cast<std::uint8_t>(players)) {}

CardSet Position::laid() const noexcept {
    CardSet cards = rules_.deck.cards();
    cards.take(pile());
    for (int seat = 0; seat < players_; ++seat) cards.take(hand(seat));
    return cards;
}

CardSet Position::unseen(int seat) const noexcept {
    CardSet cards = pile();
    for (int other = 0; other < players_; ++other) {
        if (other != seat) cards.add(hand(other));
    }
    return cards;
}

// Legality

Illegal Position::why_illegal(Action action) const noexcept {
    if (is_terminal()) return Illegal::over;
    if (action < 0) return Illegal::number;
    if (current_player() == CHANCE) {
        if (table_.phase == Phase::choose_starter) {
            return action < players_ ? Illegal::none : Illegal::number;
        }
        if (action >= rules_.deck.kinds()) return Illegal::number;
        return pile().has(Card::of_kind(action)) ? Illegal::none : Illegal::not_in_pile;
    }
    if (action >= num_actions()) return Illegal::number;
    if (!is_play(action)) {
        if (action == act_without_play()) return Illegal::none;
        return action == draw_action ? Illegal::no_draw : Illegal::no_pass;
    }
    const Play play = play_of(action);
    const Card card = play.card;
    if (play.number > rules_.deck.max_pip()) return Illegal::number;
    if (!hand(turn()).has(card)) return Illegal::not_held;
    if (table_.drawn != Table::none && card.kind() != table_.drawn) return Illegal::not_drawn;
    if (play.dot && !may_say_dot()) return Illegal::dot;
    const Targets where = targets();
    const int track = play.track();
    if (where.any_free && track == free_track) {
        const bool turned = play.target == reversed_free_track;
        return turned && (card.is_bonus() || card.is_block()) ? Illegal::no_match : Illegal::none;
    }
    if (play.target == reversed_free_track || (where.tracks >> track & 1) == 0) {
        return table_.lock != Table::none ? Illegal::locked : Illegal::closed;
    }
    if (card.is_bonus()) return Illegal::none;
    if ((faces_with[index(end(track))] & card.bit()) == 0) return Illegal::no_match;
    return (where.faces & card.bit()) == 0 ? Illegal::block : Illegal::none;
}

void Position::legal_actions(Actions& actions) const noexcept {
    actions.clear();
    if (current_player() < 0) return;
    actions.push_back(act_without_play());
    const Targets where = targets();
    // The targets by the number that they ask for.
    std::array<std::uint16_t, max_numbers> asking{};
    Kinds fitting = 0;
    bits::for_each_bit(where.tracks, [&](int track) {
        asking[index(end(track))] |= static_cast<std::uint16_t>(1U << track);
        fitting |= faces_with[index(end(track))];
    });
    const int dots = may_say_dot() ? 2 : 1;
    const auto push = [&](Play play, unsigned targets) {
        bits::for_each_bit(targets, [&](int target) {
            play.target = static_cast<std::int8_t>(target);
            const Action action = action_of(play);
            actions.push_back(action);
            if (dots == 2) actions.push_back(action + 1);
        });
    };
    const unsigned any_free = where.any_free ? detail::free_bit : 0U;
    bits::for_each_bit(where.faces & (where.any_free ? all_faces : fitting), [&](int kind) {
        const Card card = Card::of_kind(kind);
        unsigned targets = asking[index(card.high())] | asking[index(card.low())] | any_free;
        if (where.any_free && !card.is_block()) targets |= 1U << reversed_free_track;
        push({.card = card}, targets);
    });
    bits::for_each_bit(where.bonus, [&](int kind) {
        for (int number = 0; number <= rules_.deck.max_pip(); ++number) {
            push({.card = Card::of_kind(kind), .number = static_cast<std::int8_t>(number)},
                 where.tracks | any_free);
        }
    });
}

// Doing and undoing

template <bool Log>
void Position::play(const Play& play, UndoLog* log) {
    if constexpr (Log) {
        UndoLog::Step step{.table = table_, .card = play.card, .hand = table_.turn};
        if (hand_size(turn()) == 1) {
            step.ended = true;
            log->ends_.push_back(cards_);
        }
        log->steps_.push_back(step);
    }
    lay(play);
}

template <bool Log>
void Position::apply(Action action, UndoLog* log) {
    const Phase phase = table_.phase;
    if (phase == Phase::start || phase == Phase::drawn) {
        if (is_play(action)) {
            play<Log>(play_of(action), log);
            return;
        }
        if constexpr (Log) log->steps_.push_back({.table = table_});
        if (action == draw_action) {
            table_.phase = Phase::draw;
            return;
        }
        if constexpr (Log) {
            // The pass that ends a locked sub-round is told from the others by what it does.
            const Cards before = cards_;
            const std::uint8_t sub_round = table_.sub_round;
            pass();
            if (table_.sub_round != sub_round || is_terminal()) {
                log->ends_.push_back(before);
                log->steps_.back().ended = true;
            }
        } else {
            pass();
        }
        return;
    }
    if constexpr (Log) {
        UndoLog::Step step{.table = table_};
        if (phase != Phase::choose_starter) {
            step.card = Card::of_kind(action);
            step.hand = static_cast<std::int8_t>(receiver());
            step.from_pile = true;
        }
        log->steps_.push_back(step);
    }
    if (phase == Phase::choose_starter) {
        choose_starter(action);
    } else {
        cards_.pile.take(Card::of_kind(action));
        receive(Card::of_kind(action));
    }
}

void Position::undo(UndoLog& log) noexcept {
    const UndoLog::Step& step = log.steps_.back();
    if (step.ended) {
        cards_ = log.ends_.back();
        log.ends_.pop_back();
    } else if (step.hand != Table::none) {
        CardSet& hand = cards_.hands[index(step.hand)];
        if (step.from_pile) {
            hand.take(step.card);
            cards_.pile.add(step.card);
        } else {
            hand.add(step.card);
        }
    }
    table_ = step.table;
    log.steps_.pop_back();
}

void Position::end_sub_round(int out) noexcept {
    for (int seat = 0; seat < players_; ++seat) {
        table_.totals[index(seat)] += hand_points(seat);
    }
    if (table_.sub_round + 1 == rules_.sub_rounds) {
        table_.phase = Phase::over;
        table_.lock = Table::none;
        return;
    }
    const int next = table_.sub_round + 1;
    begin_sub_round(next, rules_.starting_seat(next, players_, table_.starter, out));
}

void Position::begin_sub_round(int sub_round, int starter) noexcept {
    const auto totals = table_.totals;
    table_ = Table{};
    table_.totals = totals;
    table_.sub_round = static_cast<std::uint8_t>(sub_round);
    table_.ends.fill(static_cast<std::int8_t>(start_number()));
    table_.starter = table_.turn = static_cast<std::int8_t>(starter);
    table_.phase = rules_.draws_starter() ? Phase::choose_starter : Phase::deal;
    cards_ = Cards{};
    cards_.pile = rules_.deck.cards();
    table_.pile_size = static_cast<std::uint16_t>(cards_.pile.size());
}

// Chance

Action Position::sample_chance(Rng& rng) const noexcept {
    if (table_.phase == Phase::choose_starter) return static_cast<Action>(rng.below(players_));
    return pile().nth(static_cast<int>(rng.below(table_.pile_size))).kind();
}

std::vector<Position::Outcome> Position::chance_outcomes() const {
    std::vector<Outcome> outcomes;
    if (current_player() != CHANCE) return outcomes;
    if (table_.phase == Phase::choose_starter) {
        for (int seat = 0; seat < players_; ++seat) outcomes.push_back({seat, 1.0 / players_});
        return outcomes;
    }
    pile().for_each([&](Card card, int count) {
        outcomes.push_back({card.kind(), static_cast<double>(count) / pile_size()});
    });
    return outcomes;
}

// What a player cannot see

void Position::resample(int player, Rng& rng) noexcept {
    if (is_terminal()) return;  // all hands have been shown
    cards_.pile = unseen(player);
    Urn urn(cards_.pile);
    for (int seat = 0; seat < players_; ++seat) {
        if (seat == player) continue;
        CardSet& hand = cards_.hands[index(seat)];
        hand = CardSet{};
        for (int i = 0; i < hand_size(seat); ++i) hand.add(urn.draw(rng));
        cards_.pile.take(hand);
    }
    if (table_.drawn != Table::none && table_.turn != player) {
        const CardSet& hand = cards_.hands[index(table_.turn)];
        const auto size = static_cast<std::uint32_t>(hand_size(table_.turn));
        table_.drawn = static_cast<std::int8_t>(hand.nth(static_cast<int>(rng.below(size))).kind());
    }
}

std::uint64_t Position::info_key(int player) const noexcept {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(player));
    if (is_terminal()) hash.add(key());  // all hands have been shown
    add_rules(hash, rules_, players_);
    hash.add(hand(player));
    hash.add(unseen(player));
    hash.add(table_key(table_.turn == player));
    return hash.value();
}

// Comparing

std::uint64_t Position::table_key(bool with_drawn) const noexcept {
    Hash hash;
    hash.add(table_.totals);
    hash.add(table_.ends);
    hash.add(table_.skips);
    hash.add(table_.hand_sizes);
    hash.add(packed({table_.open, table_.passed, table_.sub_round, static_cast<int>(table_.phase),
                     table_.turn, table_.starter, table_.lock, with_drawn ? table_.drawn : 0}));
    hash.add(std::uint64_t{table_.pile_size} << 32 | std::uint64_t{table_.dealt} << 16 |
             table_.started);
    return hash.value();
}

std::uint64_t Position::key() const noexcept {
    Hash hash;
    add_rules(hash, rules_, players_);
    for (int seat = 0; seat < players_; ++seat) hash.add(hand(seat));
    hash.add(pile());
    hash.add(table_key(true));
    return hash.value();
}

double Position::returns(int seat) const noexcept {
    int sum = 0;
    for (int other = 0; other < players_; ++other) sum += total(other);
    return static_cast<double>(sum - total(seat)) / (players_ - 1) - total(seat);
}

const char* Position::check_consistency() const noexcept {
    const Table& t = table_;
    const auto seats = static_cast<std::size_t>(players_);
    if (t.turn < 0 || t.turn >= players_) return "the turn is nobody's";
    if (t.starter < 0 || t.starter >= players_) return "nobody starts";
    if (t.sub_round >= rules_.sub_rounds) return "a sub-round after the last";
    if ((t.open | t.passed) & ~all_seats()) return "markers or passes without a player";
    if (t.started & ~(all_seats() | detail::free_bit)) return "a track without a player";
    // Cards are conserved: no kind more often than in the deck, nor more cards than in all.
    CardSet deck = rules_.deck.cards();
    int left = deck.size();
    for (std::size_t seat = 0; seat <= seats; ++seat) {
        const CardSet& set = seat == seats ? cards_.pile : cards_.hands[seat];
        bool missing = (set.kinds() & ~deck.kinds()) != 0;
        set.for_each([&](Card card, int count) { missing |= count > deck.count(card); });
        if (missing) return "more cards of a kind than the deck holds";
        deck.take(set);
        left -= set.size();
        const int size = seat == seats ? t.pile_size : t.hand_sizes[seat];
        if (size != set.size()) return "a number of cards that is not counted";
    }
    for (std::size_t seat = 0; seat < max_players; ++seat) {
        if (t.skips[seat] > rules_.skip_turns) return "more turns to miss than a penalty has";
        if (seat < seats) continue;
        if (!cards_.hands[seat].empty() || t.hand_sizes[seat] != 0 || t.totals[seat] != 0 ||
            t.skips[seat] != 0) {
            return "a hand without a player";
        }
    }
    if (t.phase > Phase::over) return "no such phase";
    // No sub-round brings more than all pips, nor less than all bonus cards.
    const int over = t.sub_round + (is_terminal() ? 1 : 0);
    int most = 0;
    int least = 0;
    rules_.deck.cards().for_each([&](Card card, int count) {
        const int points = count * rules_.deck.points(card);
        (points > 0 ? most : least) += points;
    });
    for (const std::int32_t total : t.totals) {
        if (total < over * least || total > over * most) return "a total that cannot be reached";
    }
    const bool dealing = t.phase == Phase::choose_starter || t.phase == Phase::deal;
    if (dealing) {
        if (left != 0 || t.started != 0) return "cards on tracks before all are dealt";
        if (t.open != 0 || t.passed != 0 || t.turn != t.starter) {
            return "a turn before all cards are dealt";
        }
        for (const std::uint8_t skips : t.skips) {
            if (skips != 0) return "a turn to miss before all cards are dealt";
        }
        if (t.phase == Phase::choose_starter ? t.dealt != 0 || !rules_.draws_starter()
                                             : t.dealt >= players_ * rules_.hand_size) {
            return "a deal that is none";
        }
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const auto dealt = static_cast<std::size_t>(t.dealt);
            if (t.hand_sizes[seat] != dealt / seats + (seat < dealt % seats ? 1 : 0)) {
                return "a deal out of order";
            }
        }
    } else if (t.dealt != 0) {
        return "a deal that is over";
    }
    if (left < bits::count(t.started)) return "a started track without a card";
    if (left > 0 && t.started == 0) return "cards laid on no track";
    for (std::size_t track = 0; track < max_tracks; ++track) {
        if (t.ends[track] < 0 || t.ends[track] > rules_.deck.max_pip())
            return "an end of no number";
        if (!is_started(static_cast<int>(track)) && t.ends[track] != start_number()) {
            return "an end on a track that is not started";
        }
    }
    if ((t.started & detail::free_bit) && (t.started & all_seats()) != all_seats()) {
        return "a free track before all others";
    }
    if (t.lock != Table::none && (t.lock < 0 || t.lock >= max_tracks || !is_started(t.lock))) {
        return "a lock on no track";
    }
    if (t.drawn != Table::none &&
        (!rules_.plays_drawn_card_only() || t.phase != Phase::drawn || t.drawn < 0 ||
         t.drawn >= rules_.deck.kinds() || !hand(t.turn).has(Card::of_kind(t.drawn)))) {
        return "a drawn card that is not known or not held";
    }
    if (t.phase == Phase::drawn && rules_.plays_drawn_card_only() && t.drawn == Table::none) {
        return "a drawn card that is missing";
    }
    if ((t.phase == Phase::draw || t.phase == Phase::penalty) && t.pile_size == 0) {
        return "a draw from no pile";
    }
    if (t.phase == Phase::penalty && (!rules_.hears_dot() || hand_size(t.turn) != 1)) {
        return "a penalty for nothing";
    }
    if (t.passed != 0 && t.pile_size != 0) return "passes that do not count";
    int out = 0;
    for (int seat = 0; seat < players_; ++seat) out += hand_size(seat) == 0 ? 1 : 0;
    if (t.phase == Phase::over) {
        if (t.sub_round + 1 != rules_.sub_rounds) return "an end before the last sub-round";
        if (t.lock != Table::none) return "a lock after the end";
        // By a player who went out with a play, or by the passes of all.
        if (out != (t.passed == 0 ? 1 : 0) || (t.passed != 0 && t.passed != all_seats())) {
            return "an end without a reason";
        }
    } else if (!dealing) {
        if (t.skips[static_cast<std::size_t>(t.turn)] != 0) {
            return "the turn of a player who misses it";
        }
        if (t.passed == all_seats()) return "a sub-round that is over";
        if (out != 0) return "an empty hand in a sub-round that runs";
    }
    return nullptr;
}

template void Position::play<true>(const Play&, UndoLog*);
template void Position::play<false>(const Play&, UndoLog*);
template void Position::apply<true>(Action, UndoLog*);
template void Position::apply<false>(Action, UndoLog*);

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
