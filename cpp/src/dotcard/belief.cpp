#include <dotcore/dotcard/belief.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <utility>

#include <dotcore/core/error.hpp>

#include "evidence.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

// Worlds drawn at first, to see whether drawing until one is borne out is the better way, and how
// many must be.
constexpr int first_draws = 200;
constexpr int enough_borne_out = 6;
constexpr int most_draws = 20'000;  // for a sample, before the chain takes over

constexpr int first_sweeps = 100;  // after a search, for each halving of the model's weight
// A violated proof counts as this much of a world: the chain may pass through worlds that are none,
// because those that are need not hang together.
constexpr double violation = 1.0 / 64;
constexpr std::size_t longest_excursion = 4096;
constexpr int search_sweeps = 2000;
constexpr int heats = 8;  // sweeps at each heat

constexpr int powers = 64;  // of either sign
constexpr double least_power = 1e-150;

// Powers of a base up to 1; their middle is the power 0.
void set_powers(std::vector<double>& table, double base) {
    table.resize(2 * powers + 1);
    double power = 1;
    for (std::size_t i = 0; i <= powers; ++i) {
        table[powers + i] = power;
        table[powers - i] = 1 / power;
        power = std::max(power * base, least_power);
    }
}
[[nodiscard]] double power_of(const std::vector<double>& table, int n) noexcept {
    return table[static_cast<std::size_t>(std::clamp(n, -powers, powers) + powers)];
}

[[nodiscard]] constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

}  // namespace

// Setting up

Belief::Belief(const Game& game, int player, PassModel model)
    : seen_(game.position()), player_(player), weight_(model.weight) {
    const int players = seen_.num_players();
    if (player < 0 || player >= players) {
        throw Error("player=" + std::to_string(player) + "; 0 to " + std::to_string(players - 1));
    }
    if (!(weight_ >= PassModel::least && weight_ <= 1)) {
        throw Error("a pass model's weight of " + std::to_string(weight_) +
                    "; 0.000001 to 1 (which proves nothing)");
    }
    if (seen_.is_terminal()) return;
    // Nothing hidden is kept.
    const CardSet unseen = seen_.unseen(player);
    Cards cards;
    cards.hands[at(player)] = seen_.hand(player);
    cards.pile = unseen;
    Table table = seen_.table();
    if (table.drawn != Table::none && table.turn != player) table.drawn = 0;
    seen_ = Position(players, seen_.rules(), table, cards);

    if (seen_.rules().opens_at_any_pass() && weight_ == 1) return;
    const auto seats = detail::read_evidence(game, player, weight_ < 1);
    std::vector<std::uint8_t> others;
    for (int seat = 0; seat < players; ++seat) {
        if (seat == player) continue;
        const auto number = static_cast<std::uint8_t>(seat);
        if (!watch(seats[at(seat)], number)) others.push_back(number);
    }
    if (watched_.empty()) return;
    hands_ = owners_.size();
    slots_.resize(hands_);
    for (const std::uint8_t seat : others) {
        owners_.insert(owners_.end(), at(seen_.hand_size(seat)), seat);
    }
    owners_.insert(owners_.end(), at(seen_.pile_size()), std::uint8_t{max_players});
    unseen.for_each([&](Card card, int count) {
        kinds_.insert(kinds_.end(), at(count), static_cast<std::uint8_t>(card.kind()));
    });
    excursion_.reserve(longest_excursion);
}

// False if the seat has told nothing.
bool Belief::watch(const detail::Evidence& evidence, std::uint8_t number) {
    const auto holds = [&](const detail::Decline& decline, std::size_t slot) {
        return slot < decline.slots && (!decline.drawn_only || slot + 1 == decline.slots);
    };
    std::vector<detail::Decline> counted;
    std::vector<detail::Decline> forbidding;
    Kinds possible = seen_.pile().kinds();
    std::size_t laid = evidence.laid.size();
    for (std::size_t i = evidence.declines.size(); i-- > 0;) {
        const detail::Decline& decline = evidence.declines[i];
        while (laid > decline.laid) possible |= evidence.laid[--laid].card.bit();
        if ((decline.playable & possible) == 0) continue;
        (decline.proof == detail::Proof::none_fits ? forbidding : counted).push_back(decline);
    }
    if (counted.empty() && forbidding.empty()) return false;

    Watched seat;
    seat.seat = number;
    seat.first_place = owners_.size();
    seat.hand_size = at(seen_.hand_size(number));
    seat.first_laid = laid_.size();
    seat.laid = evidence.laid.size();
    seat.words = (counted.size() + 63) / 64;
    const std::size_t words = seat.words;
    seat.proofs.assign(words, 0);
    seat.counts.assign(words * 64, 0);
    seat.fitting.assign(words * max_kinds, 0);
    seat.reach.assign(words * evidence.slots, 0);
    seat.forbidden.assign(evidence.slots, 0);
    seat.holders.assign(evidence.slots, 0);
    std::vector<Word> before(words * seat.laid, 0);  // by laid card: the declines up to then
    for (std::size_t i = 0; i < counted.size(); ++i) {
        const detail::Decline& decline = counted[i];
        const Word bit = Word{1} << (i % 64);
        const auto mark = [&](std::vector<Word>& table, std::size_t row) {
            table[row * words + i / 64] |= bit;
        };
        if (decline.proof == detail::Proof::some_fits) mark(seat.proofs, 0);
        bits::for_each_bit(decline.playable, [&](int kind) { mark(seat.fitting, at(kind)); });
        for (std::size_t slot = 0; slot < evidence.slots; ++slot) {
            if (holds(decline, slot)) mark(seat.reach, slot);
        }
        for (std::size_t card = decline.laid; card < seat.laid; ++card) mark(before, card);
    }
    for (const detail::Decline& decline : forbidding) {
        for (std::size_t slot = 0; slot < evidence.slots; ++slot) {
            if (holds(decline, slot)) seat.forbidden[slot] |= decline.playable;
        }
    }
    for (std::size_t i = 0; i < seat.laid; ++i) {
        const auto& [card, slots] = evidence.laid[i];
        Laid gone;
        gone.watched = static_cast<std::uint8_t>(watched_.size());
        gone.slots = slots;
        for (std::size_t w = 0; w < words; ++w) {
            gone.fitting.push_back(seat.fitting[at(card.kind()) * words + w] &
                                   before[i * words + w]);
        }
        gone.forbidden.assign(slots, 0);
        for (const detail::Decline& decline : forbidding) {
            if (i < decline.laid || (decline.playable & card.bit()) == 0) continue;
            for (std::size_t slot = 0; slot < slots; ++slot) {
                if (holds(decline, slot)) gone.forbidden[slot] = 1;
            }
        }
        laid_.push_back(std::move(gone));
    }
    owners_.insert(owners_.end(), seat.hand_size, number);
    watchers_.insert(watchers_.end(), seat.hand_size, static_cast<std::uint8_t>(watched_.size()));
    watched_.push_back(std::move(seat));
    return true;
}

// Drawing

Position Belief::sample(Rng& rng) {
    if (is_uniform()) {
        Position world = seen_;
        world.resample(player_, rng);
        return world;
    }
    switch (way_) {
        case Way::undecided:
            decide_way(rng);
            break;
        case Way::search:
            search(rng);
            break;
        case Way::chain:
            run(rng, at(sweeps_) * steps_of_sweep());
            break;
        case Way::drawing:
            for (int draws = 0;; ++draws) {
                deal(rng);
                if (is_borne_out(rng)) break;
                if (draws < most_draws) continue;
                way_ = Way::search;
                return sample(rng);
            }
            break;
    }
    return world(rng);
}

Position Belief::world(Rng& rng) {
    // Where there is no evidence, all orders are alike.
    rng.shuffle(std::span(kinds_).subspan(hands_));
    Cards cards;
    cards.hands[at(player_)] = seen_.hand(player_);
    for (std::size_t place = 0; place < kinds_.size(); ++place) {
        const std::uint8_t owner = owners_[place];
        (owner == max_players ? cards.pile : cards.hands[owner]).add(Card::of_kind(kinds_[place]));
    }
    Table table = seen_.table();
    if (table.drawn != Table::none && table.turn != player_) {
        // What came last: of a watched seat through its last slot, of another anyhow.
        std::size_t place = 0;
        while (owners_[place] != table.turn) ++place;
        if (place < hands_) place = at(watched_[watchers_[place]].holders.back());
        table.drawn = static_cast<std::int8_t>(kinds_[place]);
    }
    return Position(seen_.num_players(), seen_.rules(), table, cards);
}

void Belief::decide_way(Rng& rng) {
    struct Found {
        std::vector<std::uint8_t> kinds;
        std::vector<std::uint16_t> slots;
        std::vector<std::uint16_t> laid;
    };
    Found first;
    int borne_out = 0;
    for (int draws = 0; draws < first_draws && borne_out < enough_borne_out; ++draws) {
        deal(rng);
        if (!is_borne_out(rng) || ++borne_out > 1) continue;
        first.kinds = kinds_;
        first.slots = slots_;
        for (const Laid& gone : laid_) first.laid.push_back(gone.slot);
    }
    if (borne_out == 0) {
        search(rng);
        return;
    }
    kinds_ = first.kinds;
    slots_ = first.slots;
    for (std::size_t i = 0; i < laid_.size(); ++i) laid_[i].slot = first.laid[i];
    way_ = borne_out == enough_borne_out ? Way::drawing : Way::chain;
    count_all();
    set_heat(violation, weight_);
}

// All worlds alike, as far as the hands of watched seats go.
void Belief::deal(Rng& rng) {
    for (const Watched& seat : watched_) {
        std::size_t slots = 0;
        free_slots_.clear();
        const auto grow = [&](std::size_t most) {
            while (slots < most) free_slots_.push_back(static_cast<std::uint16_t>(slots++));
        };
        for (std::size_t i = seat.first_laid; i < seat.first_laid + seat.laid; ++i) {
            grow(laid_[i].slots);
            const auto count = static_cast<std::uint32_t>(free_slots_.size());
            std::uint16_t& chosen = free_slots_[rng.below(count)];
            laid_[i].slot = chosen;
            chosen = free_slots_.back();
            free_slots_.pop_back();
        }
        grow(seat.holders.size());
        std::copy(free_slots_.begin(), free_slots_.end(),
                  slots_.begin() + static_cast<std::ptrdiff_t>(seat.first_place));
    }
    const auto size = static_cast<std::uint32_t>(kinds_.size());
    for (std::uint32_t place = 0; place < hands_; ++place) {
        std::swap(kinds_[place], kinds_[place + rng.below(size - place)]);
    }
}

// By chance, as likely as the evidence makes the world.
bool Belief::is_borne_out(Rng& rng) {
    for (std::size_t place = 0; place < hands_; ++place) {
        if (watched_[watchers_[place]].forbidden[slots_[place]] >> kinds_[place] & 1) return false;
    }
    for (const Laid& gone : laid_) {
        if (gone.forbidden[gone.slot]) return false;
    }
    count_all();
    if (violations_ != 0) return false;
    if (hints_ == 0) return true;
    const double chance = rng.uniform();
    double likelihood = 1;
    for (int i = 0; i < hints_ && likelihood > chance; ++i) likelihood *= weight_;
    return chance < likelihood;
}

void Belief::count_all() {
    violations_ = 0;
    hints_ = 0;
    for (Watched& seat : watched_) {
        std::fill(seat.counts.begin(), seat.counts.end(), std::uint16_t{0});
        for (const Word proofs : seat.proofs) violations_ += bits::count(proofs);
    }
    const auto count = [&](Watched& seat, const Word* fitting, std::size_t slot) {
        recount(seat, nullptr, nullptr, fitting, &seat.reach[slot * seat.words]);
    };
    for (std::size_t place = 0; place < hands_; ++place) {
        Watched& seat = watched_[watchers_[place]];
        const std::size_t slot = slots_[place];
        seat.holders[slot] = static_cast<std::int32_t>(place);
        violations_ += static_cast<int>(seat.forbidden[slot] >> kinds_[place] & 1);
        if (seat.words != 0) count(seat, &seat.fitting[kinds_[place] * seat.words], slot);
    }
    for (std::size_t i = 0; i < laid_.size(); ++i) {
        const Laid& gone = laid_[i];
        Watched& seat = watched_[gone.watched];
        seat.holders[gone.slot] = ~static_cast<std::int32_t>(i);
        violations_ += gone.forbidden[gone.slot];
        if (seat.words != 0) count(seat, gone.fitting.data(), gone.slot);
    }
}

// The chain

// From any world to one that breaks no proof, by slow cooling, and on until it is a likely one.
void Belief::search(Rng& rng) {
    deal(rng);
    count_all();
    double heat = 1;
    for (int sweep = 0; sweep < search_sweeps; ++sweep) {
        if (sweep % heats == 0) {
            heat /= 2;
            set_heat(std::max(heat, violation), std::max(heat, weight_));
        }
        if (heat <= violation && heat <= weight_ && violations_ == 0) break;
        for (std::size_t i = 0; i < steps_of_sweep(); ++i) {
            Move move;
            step(rng, move);
        }
    }
    set_heat(violation, weight_);
    int sweeps = first_sweeps;
    for (heat = 0.5; heat > weight_; heat /= 2) sweeps += first_sweeps;
    run(rng, at(sweeps) * steps_of_sweep());
    way_ = Way::chain;
}

void Belief::set_heat(double violation_weight, double hint_weight) {
    set_powers(violation_powers_, violation_weight);
    set_powers(hint_powers_, hint_weight);
}

// One step of Metropolis and Hastings among all worlds, violations allowed. False if it stays.
bool Belief::step(Rng& rng, Move& move) {
    const auto chosen = rng.below(static_cast<std::uint32_t>(steps_of_sweep()));
    if (chosen < hands_) {
        move = {false, chosen, rng.below(static_cast<std::uint32_t>(kinds_.size()))};
        if (kinds_[move.a] == kinds_[move.b]) return false;
        if (!is_counted(move.a) && !is_counted(move.b)) {
            const int change =
                violations_by(move.a, kinds_[move.b]) + violations_by(move.b, kinds_[move.a]);
            if (change > 0 && rng.uniform() >= power_of(violation_powers_, change)) return false;
            std::swap(kinds_[move.a], kinds_[move.b]);
            violations_ += change;
            return true;
        }
    } else {
        const auto i = static_cast<std::uint32_t>(chosen - hands_);
        const Laid& gone = laid_[i];
        move = {true, i, rng.below(gone.slots)};
        if (gone.slot == move.b) return false;
        const std::int32_t other = watched_[gone.watched].holders[move.b];
        if (other < 0 && gone.slot >= laid_[static_cast<std::size_t>(~other)].slots) return false;
        // Undone, it is the same move with the slot that is left now.
    }
    const int violations = violations_;
    const int hints = hints_;
    const std::uint32_t slot = move.swaps_slots ? laid_[move.a].slot : 0;
    do_move(move);
    const double likelihood = power_of(violation_powers_, violations_ - violations) *
                              power_of(hint_powers_, hints_ - hints);
    if (move.swaps_slots) move.b = slot;  // what takes it back
    if (likelihood >= 1 || rng.uniform() < likelihood) return true;
    do_move(move);
    return false;
}

// Steps from world to world. What lies between two that break no proof is one step, or, if it
// takes too long, none: that keeps the law of the worlds as it is.
void Belief::run(Rng& rng, std::size_t steps) {
    for (std::size_t i = 0; i < steps; ++i) {
        const bool was_world = violations_ == 0;
        Move move;
        if (!step(rng, move) || !was_world || violations_ == 0) continue;
        excursion_.clear();
        excursion_.push_back(move);
        for (std::size_t n = 1; n < longest_excursion && violations_ != 0; ++n) {
            if (step(rng, move)) excursion_.push_back(move);
        }
        if (violations_ == 0) continue;
        for (; !excursion_.empty(); excursion_.pop_back()) do_move(excursion_.back());
    }
}

void Belief::do_move(const Move& move) noexcept {
    if (move.swaps_slots) {
        const Laid& gone = laid_[move.a];
        const std::int32_t other = watched_[gone.watched].holders[move.b];
        const std::size_t left = gone.slot;
        change_slot(~static_cast<std::int32_t>(move.a), move.b);
        change_slot(other, left);
    } else {
        const std::uint8_t kind = kinds_[move.a];
        change_kind(move.a, kinds_[move.b]);
        change_kind(move.b, kind);
    }
}

bool Belief::is_counted(std::size_t place) const noexcept {
    return place < hands_ && watched_[watchers_[place]].words != 0;
}

// Cards that another kind would add to those that are forbidden.
int Belief::violations_by(std::size_t place, std::uint8_t kind) const noexcept {
    if (place >= hands_) return 0;
    const Kinds forbidden = watched_[watchers_[place]].forbidden[slots_[place]];
    return static_cast<int>(forbidden >> kind & 1) -
           static_cast<int>(forbidden >> kinds_[place] & 1);
}

void Belief::change_kind(std::size_t place, std::uint8_t kind) noexcept {
    violations_ += violations_by(place, kind);
    const std::uint8_t was = std::exchange(kinds_[place], kind);
    if (!is_counted(place)) return;
    Watched& seat = watched_[watchers_[place]];
    const Word* reach = &seat.reach[slots_[place] * seat.words];
    recount(seat, &seat.fitting[was * seat.words], reach, &seat.fitting[kind * seat.words], reach);
}

void Belief::change_slot(std::int32_t holder, std::size_t slot) noexcept {
    const auto change = [&](Watched& seat, std::uint16_t& place, const Word* fitting) {
        seat.holders[slot] = holder;
        const std::size_t was = std::exchange(place, static_cast<std::uint16_t>(slot));
        if (seat.words == 0) return;
        recount(seat, fitting, &seat.reach[was * seat.words], fitting,
                &seat.reach[slot * seat.words]);
    };
    if (holder < 0) {
        Laid& gone = laid_[static_cast<std::size_t>(~holder)];
        violations_ += gone.forbidden[slot] - gone.forbidden[gone.slot];
        change(watched_[gone.watched], gone.slot, gone.fitting.data());
    } else {
        const auto place = static_cast<std::size_t>(holder);
        Watched& seat = watched_[watchers_[place]];
        const std::uint8_t kind = kinds_[place];
        violations_ += static_cast<int>(seat.forbidden[slot] >> kind & 1) -
                       static_cast<int>(seat.forbidden[slots_[place]] >> kind & 1);
        change(seat, slots_[place], seat.fitting.data() + kind * seat.words);
    }
}

// A card that met the declines `was` & `was_there` meets `is` & `is_there`; nullptr for none.
void Belief::recount(Watched& seat, const Word* was, const Word* was_there, const Word* is,
                     const Word* is_there) noexcept {
    for (std::size_t w = 0; w < seat.words; ++w) {
        const Word before = was == nullptr ? 0 : was[w] & was_there[w];
        const Word after = is[w] & is_there[w];
        std::uint16_t* counts = &seat.counts[w * 64];
        const Word proofs = seat.proofs[w];
        // A proof that lacks a card that fits is violated; a hint is given by one that fits.
        for (Word left = before & ~after; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            if (--counts[i] != 0) continue;
            if (proofs >> i & 1) {
                ++violations_;
            } else {
                --hints_;
            }
        }
        for (Word left = after & ~before; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            if (counts[i]++ != 0) continue;
            if (proofs >> i & 1) {
                --violations_;
            } else {
                ++hints_;
            }
        }
    }
}

Position resample(const Game& game, int player, Rng& rng, PassModel model) {
    return Belief(game, player, model).sample(rng);
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
