// A simulated player looks at the showing cards one by one in an order of its own, says what it
// sees, checks some of what others say, and agrees when it has seen all. Everything it does is an
// event for the referee; what it sees may be wrong.

#include <dotcore/dotduel/simulate.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <system_error>
#include <thread>

#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

constexpr Time never = std::numeric_limits<Time>::max();

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

using Slots = unsigned;  // bit of each slot of SHOW

// The n-th slot of a set, for all sets and n: looked up, since loops of chance lengths are slow.
constexpr auto nth_slots = [] {
    std::array<std::array<std::uint8_t, show_slots>, 1U << show_slots> table{};
    for (Slots set = 0; set < table.size(); ++set) {
        std::size_t n = 0;
        for (Slots left = set; left != 0; left &= left - 1) {
            table[set][n++] = static_cast<std::uint8_t>(std::countr_zero(left));
        }
    }
    return table;
}();

// What a player is about to do in this SEEK.
struct Mind {
    // A look at somebody's claim
    struct Check {
        Time done = never;
        std::int32_t claim = 0;
    };
    static constexpr int most_checks = 8;

    Time look_done = never;
    Time agree_at = never;
    Time double_dot_at = never;
    Time busy_until = 0;  // with checking
    Slots to_look = 0;
    Slots looked = 0;       // at, and something seen
    std::int8_t slot = 0;   // that is looked at, and
    std::uint8_t seen = 0;  // how many symbols will be seen there
    std::uint8_t check_count = 0;
    std::array<std::uint8_t, 2> double_dot{};
    std::array<Check, most_checks> checks{};

    void forget() noexcept {
        look_done = agree_at = double_dot_at = never;
        busy_until = 0;
        to_look = looked = 0;
        check_count = 0;
    }
    // The earliest of all.
    [[nodiscard]] Time next() const noexcept {
        Time next = std::min({look_done, agree_at, double_dot_at});
        for (int i = 0; i < check_count; ++i) next = std::min(next, checks[at(i)].done);
        return next;
    }
};

class Simulation {
public:
    Simulation(const MatchTable& cards, const Rules& rules,
               std::span<const SimulatedPlayer> profiles, std::span<const ReactionTimes> times,
               Rng rng)
        : cards_(cards),
          rules_(rules),
          profiles_(profiles),
          times_(times),
          rng_(rng),
          chance_(rng_),
          referee_(table_, cards_, rules_, chance_) {
        std::array<std::uint8_t, MatchTable::capacity> order{};
        const auto deck = std::span(order).first(at(cards.cards()));
        for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<std::uint8_t>(i);
        rng_.shuffle(deck);
        table_ = Referee::lay_out(static_cast<int>(profiles.size()), deck);
        if (rules_.max_rounds == 0) rules_.max_rounds = most_simulated_rounds;
    }
    // The referee holds references to the members.
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    [[nodiscard]] SimulatedGame play() {
        (void)submit(Event::of(0, -1, Verb::start));
        while (table_.phase != Phase::over) step();
        result_.duration_ms = table_.now;
        result_.rounds = table_.round;
        result_.winner = table_.winner;
        for (int p = 0; p < table_.players; ++p) {
            result_.cards[at(p)] = static_cast<std::uint8_t>(table_.personal[at(p)].size());
        }
        return result_;
    }

private:
    void step() {
        switch (table_.phase) {
            case Phase::first_player:
                for (int p = 0; p < table_.players; ++p) {
                    if (table_.phase == Phase::first_player) {
                        (void)submit(Event::of(table_.now, p, Verb::roll));
                    }
                }
                break;
            case Phase::await_roll:
                roll();
                if (table_.phase == Phase::seek) begin_seek();
                break;
            case Phase::seek:
                seek();
                break;
            case Phase::duel_fill:
            case Phase::final_fill:
                place();
                break;
            case Phase::duel_roll:
            case Phase::final_roll:
                roll();
                break;
            default:
                race();
                break;
        }
    }

    Outcome submit(const Event& event) {
        const Outcome outcome = referee_.submit(event);
        if (outcome == Outcome::false_call || outcome == Outcome::wrong_double_dot ||
            outcome == Outcome::misfire) {
            ++result_.errors[at(event.player)];
        } else if (outcome == Outcome::double_dot) {
            ++result_.double_dots[at(event.player)];
        }
        return outcome;
    }

    // Rolling and placing

    void roll() {
        const int player = table_.roller();
        Time t = table_.now + time(player, profile(player).react_ms);
        if (table_.roll_due != Table::none) t = std::min(t, table_.roll_due - 1);
        const bool begins_duel = is_duel_roll(table_.phase);
        if (begins_duel) {
            for (int p = 0; p < table_.players; ++p) {
                if ((table_.in_duel >> p & 1) != 0) ++result_.duels[at(p)];
            }
        }
        (void)submit(Event::of(t, player, Verb::roll));
    }

    // Under grounds_pick=choose: the newest cards.
    void place() {
        const int player = table_.filler();
        const auto own = table_.personal[at(player)].cards();
        (void)submit(
            Event::naming(table_.now, player, Verb::place, own.last(at(table_.own_of(player)))));
    }

    // Seeing

    [[nodiscard]] const SimulatedPlayer& profile(int player) const noexcept {
        return profiles_[at(player)];
    }
    [[nodiscard]] Time time(int player, std::int64_t median) noexcept {
        return times_[at(player)].draw(median, rng_);
    }
    [[nodiscard]] Time time_for_card(int player, int symbols) noexcept {
        return time(player, profile(player).look_ms + profile(player).symbol_ms * symbols);
    }
    [[nodiscard]] bool happens(int thousandths) noexcept {
        return thousandths != 0 && static_cast<int>(rng_.below(1000)) < thousandths;
    }
    // How many symbols of so many a player counts.
    [[nodiscard]] int count_of(int player, int symbols) noexcept {
        int count = symbols;
        for (int i = 0; i < symbols; ++i) count -= happens(profile(player).miss);
        count += happens(profile(player).false_alarm);
        return std::min(count, most_counted);
    }

    // Seeking

    void begin_seek() {
        claimed_ = 0;
        const Slots all = showing();
        for (int p = 0; p < table_.players; ++p) {
            Mind& mind = minds_[at(p)];
            mind.forget();
            next_[at(p)] = never;
            if (table_.seat(p).status != Status::active) continue;
            mind.to_look = all;
            look_on(p, table_.now);
            next_[at(p)] = mind.next();
        }
    }

    [[nodiscard]] Slots showing() const noexcept {
        Slots slots = 0;
        for (int slot = 0; slot < show_slots; ++slot) {
            if (table_.show[at(slot)] != no_card) slots |= 1U << slot;
        }
        return slots;
    }
    // Slots with a card that nobody claims now.
    [[nodiscard]] Slots unclaimed() const noexcept {
        CardMask claimed = 0;
        for (int i = 0; i < table_.claim_count; ++i) claimed |= card_bit(table_.claims[at(i)].card);
        Slots slots = 0;
        for (int slot = 0; slot < show_slots; ++slot) {
            const int card = table_.show[at(slot)];
            const bool is_free = card != no_card && (claimed >> (card & 63) & 1) == 0;
            slots |= static_cast<Slots>(is_free) << slot;
        }
        return slots;
    }

    // The earliest of what anybody is about to do, or the clock where nobody is.
    void seek() {
        Time t = never;
        for (int p = 0; p < table_.players; ++p) t = std::min(t, next_[at(p)]);
        unsigned first = 0;
        for (int p = 0; p < table_.players; ++p) first |= unsigned{next_[at(p)] == t} << p;
        if ((first & (first - 1)) != 0 && rules_.draws_ties()) {
            auto skip = rng_.below(static_cast<std::uint32_t>(bits::count(first)));
            for (; skip > 0; --skip) first &= first - 1;
        }
        const int player = std::countr_zero(first);
        bool may_void = rules_.auto_check != AutoCheck::off;
        if (t == never) {
            const Time due = Referee::next_deadline(table_, rules_);
            (void)referee_.advance(due == Table::none ? table_.now : due);
        } else {
            may_void |= act(player, t);
        }
        if (may_void && table_.phase == Phase::seek) wake();
    }

    // Who is idle though active has been taken by surprise: a claim was void.
    void wake() {
        for (int p = 0; p < table_.players; ++p) {
            Mind& mind = minds_[at(p)];
            const Seat& seat = table_.seat(p);
            if (seat.status != Status::active || seat.agreed) continue;
            if (mind.look_done != never || mind.agree_at != never) continue;
            mind.to_look |= claimed_;
            look_on(p, table_.now);
            next_[at(p)] = mind.next();
        }
    }

    // True if a claim may be void by it.
    bool act(int player, Time t) {
        Mind& mind = minds_[at(player)];
        bool may_void = false;
        if (mind.look_done == t) {
            mind.look_done = never;
            see(player, t);
        } else if (mind.agree_at == t) {
            mind.agree_at = never;
            (void)submit(Event::of(t, player, Verb::agree));
        } else if (mind.double_dot_at == t) {
            mind.double_dot_at = never;
            say_double_dot(player, t);
        } else {
            check(player, t);
            may_void = true;
        }
        next_[at(player)] = mind.next();
        return may_void;
    }

    // The next card on which the player sees something, or none: then the player agrees. What is
    // free is judged now; cards on which nothing is seen take their time.
    void look_on(int player, Time t) {
        Mind& mind = minds_[at(player)];
        Time when = std::max(t, mind.busy_until);
        Slots open = mind.to_look & unclaimed();
        while (open != 0) {
            const auto count = static_cast<std::uint32_t>(bits::count(open));
            const int slot = nth_slots[open][rng_.below(count)];
            open &= ~(1U << slot);
            mind.to_look &= ~(1U << slot);
            const int actual = cards_.count(table_.show[at(slot)], table_.number);
            when += time_for_card(player, actual);
            const int seen = count_of(player, actual);
            if (seen == 0) continue;
            mind.slot = static_cast<std::int8_t>(slot);
            mind.seen = static_cast<std::uint8_t>(seen);
            mind.look_done = when;
            return;
        }
        mind.agree_at = when + time(player, profile(player).react_ms);
    }

    // Symbols have been seen on a card.
    void see(int player, Time t) {
        const Mind& mind = minds_[at(player)];
        const int card = table_.show[at(mind.slot)];
        if (table_.seat(player).status != Status::active) return;
        if (card != no_card) {
            remember(player, mind.slot, t);
            if (table_.live_claim_on(card) == nullptr) claim(player, mind.slot, mind.seen, t);
            if (table_.phase != Phase::seek) return;
        }
        look_on(player, t);
    }

    // A card with symbols may make a Double Dot with one that had some too, claimed or not.
    void remember(int player, int slot, Time t) {
        Mind& mind = minds_[at(player)];
        const int card = table_.show[at(slot)];
        const Slots before = mind.looked & ~(1U << slot);
        mind.looked |= 1U << slot;
        if (mind.double_dot_at != never) return;
        for (Slots left = before; left != 0; left &= left - 1) {
            const int other = table_.show[at(std::countr_zero(left))];
            if (other == no_card) continue;
            const bool is_right = cards_.pair_number(card, other) == table_.number;
            if (!happens(is_right ? profile(player).double_dot
                                  : profile(player).wrong_double_dot)) {
                continue;
            }
            mind.double_dot = {static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(other)};
            mind.double_dot_at = t + time(player, profile(player).react_ms);
            return;
        }
    }

    void claim(int player, int slot, int count, Time t) {
        const int card = table_.show[at(slot)];
        const int actual = cards_.count(card, table_.number);
        if (submit(Event::of(t, player, Verb::claim, card, count)) != Outcome::claimed) return;
        ++result_.claims[at(player)];
        result_.errors[at(player)] =
            static_cast<std::uint16_t>(result_.errors[at(player)] + (count != actual));
        claimed_ |= 1U << slot;
        for (int p = 0; p < table_.players; ++p) {
            const bool may_check =
                table_.seat(p).status == Status::active || rules_.lets_sitting_prove();
            Mind& mind = minds_[at(p)];
            if (p == player || !may_check || mind.check_count == Mind::most_checks) continue;
            if (!happens(profile(p).check)) continue;
            const Time takes = time_for_card(p, actual);
            mind.busy_until = std::max(t, mind.busy_until) + takes;
            mind.checks[mind.check_count++] = {mind.busy_until, table_.last_claim_id};
            // Whatever else they were at waits as long.
            if (mind.look_done != never) mind.look_done += takes;
            if (mind.agree_at != never) mind.agree_at += takes;
            next_[at(p)] = mind.next();
        }
    }

    // Somebody's claim has been looked at.
    void check(int player, Time t) {
        Mind& mind = minds_[at(player)];
        int i = 0;
        while (mind.checks[at(i)].done != t) ++i;
        const std::int32_t id = mind.checks[at(i)].claim;
        mind.checks[at(i)] = mind.checks[at(--mind.check_count)];
        const OpenClaim* const claim = table_.find_claim(id);
        if (claim == nullptr || claim->due <= t) return;
        const int seen = count_of(player, cards_.count(claim->card, table_.number));
        if (seen > 0 && table_.seat(player).status == Status::active) {
            remember(player, table_.slot_of(claim->card), t);
        }
        if (seen == claim->count) return;
        const bool is_duel = seen > claim->count;
        if (is_duel && table_.seat(player).status != Status::active) return;
        (void)submit(Event::of(t, player, is_duel ? Verb::dot_duel : Verb::prove_over, id, seen));
    }

    void say_double_dot(int player, Time t) {
        const auto [a, b] = minds_[at(player)].double_dot;
        if (table_.seat(player).status != Status::active) return;
        const bool are_there = table_.slot_of(a) != Table::none && table_.slot_of(b) != Table::none;
        if (are_there) (void)submit(Event::of(t, player, Verb::double_dot, a, b));
    }

    // Duels

    // Each has one try at what was rolled: a Double Dot if they notice one, else the total.
    void race() {
        const CardMask grounds = table_.grounds_mask();
        const int number = table_.number;
        const int total = cards_.total(grounds, number);
        std::array<Event, max_players> tries{};
        unsigned left = table_.in_duel;
        for (unsigned who = left; who != 0; who &= who - 1) {
            const int player = std::countr_zero(who);
            tries[at(player)] = attempt(player, grounds, total);
        }
        const std::int32_t roll_id = table_.roll_id;
        const int duel_id = table_.duel_id();
        while ((left & table_.in_duel) != 0 && table_.roll_id == roll_id && is_race(table_.phase) &&
               table_.duel_id() == duel_id) {
            left &= table_.in_duel;
            int first = std::countr_zero(left);
            for (unsigned who = left; who != 0; who &= who - 1) {
                const int player = std::countr_zero(who);
                if (tries[at(player)].t < tries[at(first)].t) first = player;
            }
            Event event = tries[at(first)];
            if (table_.duel_due != Table::none) event.t = std::min(event.t, table_.duel_due - 1);
            event.t = std::max(event.t, table_.now);
            left &= ~(1U << first);
            if (submit(event) == Outcome::after_misfire) {
                (void)submit(Event::of(event.t, first, Verb::answer, std::max(total, 1)));
            }
        }
    }

    [[nodiscard]] Event attempt(int player, CardMask grounds, int total) {
        const SimulatedPlayer& profile = this->profile(player);
        const std::int64_t looks = std::int64_t{profile.look_ms} * table_.grounds_size;
        const Time t = table_.now + time(player, looks + std::int64_t{profile.symbol_ms} * total);
        ShortList<CardPair, max_named*(max_named - 1) / 2> pairs;
        cards_.double_dots(grounds, table_.number, pairs);
        for (const CardPair& pair : pairs) {
            if (!happens(profile.double_dot)) continue;
            const std::array<std::uint8_t, 2> named{pair.first, pair.second};
            // Somewhere on the way.
            const Time seen = table_.now + (t - table_.now) * rng_.below(1024) / 1024;
            return Event::naming(seen + time(player, profile.react_ms), player,
                                 Verb::duel_double_dot, named);
        }
        int count = 0;
        bits::for_each_bit(cards_.matching(grounds, table_.number), [&](int card) {
            count += count_of(player, cards_.count(card, table_.number));
        });
        // There is one: otherwise the dice would have been rolled again.
        return Event::of(t + time(player, profile.react_ms), player, Verb::answer,
                         std::max(count, 1));
    }

    const MatchTable& cards_;
    Rules rules_;
    std::span<const SimulatedPlayer> profiles_;
    std::span<const ReactionTimes> times_;
    Rng rng_;
    Chance chance_;
    Table table_{};
    Referee referee_;
    std::array<Mind, max_players> minds_{};
    std::array<Time, max_players> next_{};  // of each mind
    Slots claimed_ = 0;                     // slots that were claimed in this SEEK
    SimulatedGame result_{};
};

[[nodiscard]] std::vector<ReactionTimes> times_of(std::span<const SimulatedPlayer> players) {
    std::vector<ReactionTimes> times;
    times.reserve(players.size());
    for (const SimulatedPlayer& profile : players) times.emplace_back(profile.spread);
    return times;
}

}  // namespace

SimulatedGame simulate_game(const MatchTable& cards, const Rules& rules,
                            std::span<const SimulatedPlayer> players, std::uint64_t seed,
                            std::uint64_t number) {
    const std::vector<ReactionTimes> times = times_of(players);
    return Simulation(cards, rules, players, times, Rng::stream(seed, number)).play();
}

bool simulate(const MatchTable& cards, const Rules& rules, std::span<const SimulatedPlayer> players,
              std::uint64_t seed, std::span<SimulatedGame> games, int threads,
              const std::function<bool()>& is_stopped) {
    const std::vector<ReactionTimes> times = times_of(players);
    constexpr std::size_t portion = 64;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    const auto work = [&](bool may_ask) {
        while (!stop) {
            const std::size_t first = next.fetch_add(portion);
            if (first >= games.size()) return;
            const std::size_t last = std::min(first + portion, games.size());
            for (std::size_t i = first; i < last && !stop; ++i) {
                games[i] = Simulation(cards, rules, players, times, Rng::stream(seed, i)).play();
                if (may_ask && is_stopped && is_stopped()) stop = true;
            }
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t useful = (games.size() + portion - 1) / portion;
        try {
            for (int i = 1; i < threads && static_cast<std::size_t>(i) < useful; ++i) {
                others.emplace_back(work, false);
            }
        } catch (const std::system_error&) {
            // The system gives no more threads; those there are do all the work.
        }
        work(true);
    }
    return !stop;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
