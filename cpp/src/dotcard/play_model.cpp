#include <dotcore/dotcard/play_model.hpp>

#include <algorithm>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

constexpr PlayModel::Coefficients fitted_by_play{
    -5.56F, -6.41F, 0.06F, 5.37F, -4.91F, -1.36F, -4.74F, -1.42F, 2.04F, 2.82F, 1.69F, 0.64F,
    2.56F,  3.31F,  1.63F, 1.36F, -3.75F, -1.46F, -3.99F, 0.52F,  3.96F, 7.82F, 2.56F};

}  // namespace

const PlayModel::Coefficients& PlayModel::fitted() noexcept { return fitted_by_play; }

PlayModel::PlayModel(const Position& position, const Coefficients& coefficients) noexcept
    : position_(position),
      coefficients_(coefficients),
      targets_(position.targets()),
      hand_(position.hand(position.turn())),
      held_(hand_.kinds()),
      seat_(position.turn()),
      shortest_(1 << 10) {
    unseen_ = position.pile().kinds();
    for (int seat = 0; seat < position.num_players(); ++seat) {
        if (seat == seat_) continue;
        unseen_ |= position.hand(seat).kinds();
        shortest_ = std::min(shortest_, position.hand_size(seat));
    }
    hand_.for_each([&](Card card, int count) {
        if (card.is_bonus()) {
            wilds_ += count;
        } else if (card.is_block()) {
            blocks_[index(card.high())] = static_cast<std::uint8_t>(count);
        } else {
            touching_[index(card.high())] |= static_cast<std::uint16_t>(1U << card.low());
            touching_[index(card.low())] |= static_cast<std::uint16_t>(1U << card.high());
            for (const int number : {card.high(), card.low()}) {
                std::uint8_t& dominoes = dominoes_[index(number)];
                dominoes = static_cast<std::uint8_t>(dominoes + count);
            }
        }
    });
}

template <class Add>
void PlayModel::describe(const Play& play, Add add) const noexcept {
    const Card card = play.card;
    const int track = play.track();
    const Table& table = position_.table();
    const Kinds wilds = ~all_faces;
    const float late = 1.0F / static_cast<float>(1 + shortest_);
    const bool last = position_.hand_size(seat_) == 1;
    const int end = position_.end_after(play);
    if (card.is_bonus()) {
        add(bonus, 1);
        add(bonus_points, -0.1F * static_cast<float>(position_.rules().deck.points(card)));
        add(bonus_late, late);
    } else {
        add(pips, 0.1F * static_cast<float>(card.pips()));
        add(pips_late, 0.1F * late * static_cast<float>(card.pips()));
    }
    const bool own = track == seat_;
    if (own) add(position_.is_open(seat_) ? on_own_open : on_own, 1);
    if (own && !position_.is_started(seat_)) add(starts_own, 1);
    if (track == free_track) add(on_free, 1);
    if (table.lock != Table::none) add(uncovers, 1);
    if (last) {
        add(goes_out, 1);
        return;
    }
    const bool twin = hand_.count(card) > 1;
    const Kinds rest = twin ? held_ : held_ & ~card.bit();
    if (twin) add(twins, 1);
    const int follows = bits::count(rest & faces_with[index(end)]);
    if (card.is_block()) {
        const bool covered = follows > 0 || (rest & wilds) != 0;
        add(covered ? block_covered : block_bare, 1);
    }
    add(own ? follows_own : follows_public, 0.1F * static_cast<float>(follows));
    // Where the player may go on: the own track, the open ones, the free one.
    unsigned tracks = table.open | 1U << seat_;
    tracks |= table.started & 1U << free_track;
    tracks |= 1U << track;
    Kinds fitting = 0;
    bits::for_each_bit(tracks, [&](int other) {
        fitting |= faces_with[index(other == track ? end : position_.end(other))];
    });
    const int fits = bits::count(rest & fitting);
    add(fits_after, 0.1F * static_cast<float>(fits));
    if (fits == 0 && (rest & wilds) == 0) add(stuck_after, 1);
    const float going_on =
        0.1F * static_cast<float>(chain_from(own ? end : position_.end(seat_), card));
    add(chain, going_on);
    add(chain_late, late * going_on);
    if (!own) add(rare_end, 0.1F * static_cast<float>(10 - unseen(end)));
}

template <class Add>
void PlayModel::describe_none(Add add) const noexcept {
    add(no_play, 1.0F);
    if (position_.hand_size(seat_) == 1) add(no_play_at_last, 1.0F);
}

PlayModel::Features PlayModel::features(const Play& play) const noexcept {
    Features features{};
    describe(play, [&](Feature feature, float number) { features[feature] = number; });
    return features;
}

PlayModel::Features PlayModel::features_of_none() const noexcept {
    Features features{};
    describe_none([&](Feature feature, float number) { features[feature] = number; });
    return features;
}

float PlayModel::score(const Play& play) const noexcept {
    float sum = 0;
    describe(play, [&](Feature feature, float number) { sum += coefficients_[feature] * number; });
    return sum;
}

float PlayModel::score_of_none() const noexcept {
    float sum = 0;
    describe_none([&](Feature feature, float number) { sum += coefficients_[feature] * number; });
    return sum;
}

int PlayModel::chain_from(int number, Card laid) const noexcept {
    const bool is_domino = !laid.is_bonus() && !laid.is_block();
    const unsigned halves = is_domino ? 1U << laid.high() | 1U << laid.low() : 0U;
    const bool cuts = is_domino && hand_.count(laid) == 1;
    const auto neighbours = [&](int v) {
        const unsigned all = touching_[index(v)];
        return cuts && (halves >> v & 1) != 0 ? all & ~halves : all;
    };
    unsigned reached = 1U << number;
    for (unsigned fresh = reached; fresh != 0;) {
        unsigned next = 0;
        bits::for_each_bit(fresh, [&](int v) { next |= neighbours(v); });
        fresh = next & ~reached;
        reached |= fresh;
    }
    int ends = 0;
    int blocks = 0;
    unsigned odd = 0;
    bits::for_each_bit(reached, [&](int v) {
        const int dominoes = dominoes_[index(v)] - static_cast<int>(halves >> v & 1);
        ends += dominoes;
        blocks += blocks_[index(v)];
        odd |= static_cast<unsigned>(dominoes & 1) << v;
    });
    if (laid.is_block() && (reached >> laid.high() & 1) != 0) --blocks;
    const int wilds = wilds_ - (laid.is_bonus() ? 1 : 0);
    const int odd_ends = bits::count(odd ^ 1U << number);
    return ends / 2 + blocks + wilds - std::max(0, (odd_ends - 1) / 2 - wilds);
}

PlayModel::Numbers PlayModel::numbers(int target, int most) const noexcept {
    Numbers found;
    const int last = position_.rules().deck.max_pip();
    if (most <= 0) {
        for (int number = 0; number <= last; ++number) {
            found.numbers[index(found.count++)] = static_cast<std::int8_t>(number);
        }
        return found;
    }
    // After the last card numbers are all the same.
    const bool all_same = position_.hand_size(seat_) == 1;
    const int end = std::min(most, all_same ? 1 : last + 1);
    std::array<bool, max_numbers> taken{};
    const auto take = [&](int number) {
        taken[index(number)] = true;
        found.numbers[index(found.count++)] = static_cast<std::int8_t>(number);
    };
    const bool shared = target != seat_;
    while (found.count < end) {
        // The last place on a shared track is for what the others have least of.
        const bool rarest = shared && found.count > 0 && found.count == end - 1;
        int best = -1;
        for (int number = 0; number <= last; ++number) {
            if (taken[index(number)]) continue;
            if (best < 0 || (rarest ? unseen(number) < unseen(best) : own(number) > own(best))) {
                best = number;
            }
        }
        if (found.count > 0 && !rarest && own(best) == 0) {
            if (!shared) break;
            // Nothing more goes with the hand: on to the rarest.
            best = -1;
            for (int number = 0; number <= last; ++number) {
                if (!taken[index(number)] && (best < 0 || unseen(number) < unseen(best))) {
                    best = number;
                }
            }
            take(best);
            break;
        }
        take(best);
    }
    return found;
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
