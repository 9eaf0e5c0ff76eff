#include <dotcore/dotcard/best_track.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_set>
#include <utility>

#include <dotcore/core/error.hpp>

#include "track_search.hpp"
#include "trail.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

TrackSearch::TrackSearch(const CardSet& hand, Objective objective, const TrackOptions& options,
                         const Deck& deck)
    : deck_(deck), objective_(objective), options_(options), usable_(hand) {
    hand.for_each([&](Card card, int count) {
        const bool is_known = card.kind() < deck.kinds();
        const int most = is_known ? deck.count(card) : 0;
        if (count > most) {
            throw Error(std::to_string(count) + " of " +
                        (is_known ? deck.card_name(card)
                                  : "the card of kind " + std::to_string(card.kind())) +
                        " in hand; the deck has " + std::to_string(most));
        }
    });
    if (options.max_cards < 0 && options.max_cards != TrackOptions::no_cap) {
        throw Error("max_cards=" + std::to_string(options.max_cards) +
                    "; 0 or more, or none for no cap");
    }
    hand_points_ = deck.points(hand);
    CardSet::Planes planes = hand.planes();
    for (std::uint64_t& plane : planes) {
        if (!options.use_bonus) plane &= all_faces;
        if (!options.allow_blocks) plane &= ~all_blocks;
    }
    usable_ = CardSet::of_planes(planes);
    const int size = usable_.size();
    cap_ = options.max_cards == TrackOptions::no_cap ? size : std::min(size, options.max_cards);
    if (cap_ < size) {
        usable_.for_each([&](Card card, int) { by_weight_.push_back(card); });
        std::sort(by_weight_.begin(), by_weight_.end(),
                  [&](Card a, Card b) { return weight(a) > weight(b); });
    }
}

TrackState TrackSearch::start(int number) const {
    if (number < 0 || number > deck_.max_pip()) {
        throw Error("start=" + std::to_string(number) + "; one of 0.." +
                    std::to_string(deck_.max_pip()));
    }
    return {usable_, static_cast<std::int8_t>(number), false};
}

TrailTask TrackSearch::task(const TrackState& state) const noexcept {
    TrailTask task;
    CardSet::Planes faces = state.left.planes();
    for (std::uint64_t& plane : faces) plane &= all_faces;
    task.faces = CardSet::of_planes(faces);
    task.start = state.end;
    task.covers_block = state.covers_block;
    task.block_on_block = options_.block_on_block;
    for (Kinds left = state.left.kinds() & ~all_faces; left != 0; left &= left - 1) {
        const Card card = Card::of_kind(std::countr_zero(left));
        for (int n = state.left.count(card); n > 0; --n) task.wilds.add(weight(card));
    }
    return task;
}

Weight TrackSearch::heaviest(const CardSet& cards, int count) const {
    Weight sum = 0;
    for (const Card card : by_weight_) {
        const int n = std::min(count, cards.count(card));
        const Weight each = weight(card);
        if (each <= 0) break;
        sum += n * each;
        count -= n;
        if (count == 0) break;
    }
    return sum;
}

Trail TrackSearch::rest(const TrackState& state, int cards) {
    const TrailTask task = this->task(state);
    Trail rest = heaviest_trail(task, objective_, nodes, options_.node_limit);
    if (rest.faces.size() + rest.wilds <= cards) return rest;
    rest.exact = false;
    rest.bound = std::min(rest.bound, heaviest(state.left, cards));
    if (price_ == no_price) price_ = best_price(task, cards);
    rest.bound = std::min(rest.bound, capped_bound(task, objective_, cards, price_));
    return rest;
}

// The bound is convex in the price.
Weight TrackSearch::best_price(const TrailTask& task, int cards) const {
    Weight low = 0;
    Weight high = weight(by_weight_.front());
    const auto bound = [&](Weight price) { return capped_bound(task, objective_, cards, price); };
    while (low < high) {
        const Weight middle = low + (high - low) / 2;
        if (bound(middle) <= bound(middle + 1)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

void TrackSearch::lay(const TrackState& state, const Trail& rest,
                      std::vector<LaidCard>& track) const {
    std::array<Card, max_kinds * max_copies> bonus;
    std::size_t count = 0;
    for (Kinds left = state.left.kinds() & ~all_faces; left != 0; left &= left - 1) {
        const Card card = Card::of_kind(std::countr_zero(left));
        for (int n = state.left.count(card); n > 0; --n) bonus[count++] = card;
    }
    track.reserve(track.size() + static_cast<std::size_t>(rest.faces.size() + rest.wilds));
    lay_trail(task(state), rest, bonus.data(), track);
}

void TrackSearch::sort_out_value(Weight weight, int& value, int& then) const noexcept {
    value = first_of(weight);
    then = second_of(weight);
    if (objective_ == Objective::cards) then = hand_points_ - then;
    if (objective_ == Objective::remaining) value = hand_points_ - value;
}

BestTrack TrackSearch::answer(int start, std::vector<LaidCard> track, bool exact) const {
    BestTrack best;
    best.start = best.end = start;
    Weight sum = 0;
    for (const LaidCard& laid : track) {
        sum += weight(laid.card);
        best.end = laid.card.is_bonus() ? laid.number : laid.card.across(best.end);
    }
    sort_out_value(sum, best.value, best.then);
    best.cards = std::move(track);
    best.exact = exact;
    best.nodes = nodes;
    return best;
}

namespace {

// Depth first, best hope first, no state twice: what was laid up to a state does not depend on how.
class DepthFirst {
public:
    explicit DepthFirst(TrackSearch& search) : search_(search) {}

    // The best track from a state; `rest` is what the search says of it.
    [[nodiscard]] std::vector<LaidCard> run(const TrackState& state, const Trail& rest) {
        take_beginning(state, rest);
        go(state, 0, rest.bound);
        return std::move(best_);
    }
    [[nodiscard]] bool is_exact() const noexcept { return is_exact_; }

private:
    struct Child {
        TrackSearch::Step step;
        Trail rest;
    };

    // As much of a trail as is allowed and pays is a track, too.
    void take_beginning(const TrackState& state, const Trail& rest) {
        std::vector<LaidCard> track;
        search_.lay(state, rest, track);
        Weight sum = 0;
        std::size_t size = 0;
        const std::size_t most = std::min(track.size(), static_cast<std::size_t>(search_.cap()));
        for (std::size_t i = 0; i < most; ++i) {
            sum += search_.weight(track[i].card);
            if (sum <= best_weight_) continue;
            best_weight_ = sum;
            size = i + 1;
        }
        track.resize(size);
        best_ = std::move(track);
    }

    void go(const TrackState& state, Weight weight, Weight bound) {
        if (weight > best_weight_) {
            best_weight_ = weight;
            best_ = path_;
        }
        const int cards = search_.cap() - static_cast<int>(path_.size());
        if (cards == 0 || weight + bound <= best_weight_) return;
        if (search_.is_spent()) {
            is_exact_ = false;
            return;
        }
        if (!seen_.insert(state).second) return;
        std::vector<Child> children;
        const Kinds kinds = state.left.kinds();
        const int first_bonus = std::countr_zero(kinds & ~all_faces);
        bool is_stuck = false;
        search_.for_each_step(state, [&](const TrackSearch::Step& step) {
            if (step.laid.card.is_bonus()) {
                // Of bonus cards the lightest stay in hand, and one number that leads nowhere will
                // do for all of them.
                if (step.laid.card.kind() != first_bonus) return;
                if ((kinds & faces_with[static_cast<std::size_t>(step.laid.number)]) == 0) {
                    if (is_stuck) return;
                    is_stuck = true;
                }
            }
            if (seen_.contains(step.state)) return;
            Child child{step, search_.rest(step.state, cards - 1)};
            const Weight sum = weight + step.weight;
            if (sum + child.rest.bound <= best_weight_) return;
            if (child.rest.exact) {
                best_weight_ = sum + child.rest.weight;
                best_ = path_;
                best_.push_back(step.laid);
                search_.lay(step.state, child.rest, best_);
            } else {
                children.push_back(child);
            }
        });
        std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
            return a.step.weight + a.rest.bound > b.step.weight + b.rest.bound;
        });
        for (const Child& child : children) {
            if (weight + child.step.weight + child.rest.bound <= best_weight_) break;
            path_.push_back(child.step.laid);
            go(child.step.state, weight + child.step.weight, child.rest.bound);
            path_.pop_back();
        }
    }

    TrackSearch& search_;
    std::unordered_set<TrackState, TrackStateHash> seen_;
    std::vector<LaidCard> path_;
    std::vector<LaidCard> best_;
    Weight best_weight_ = 0;
    bool is_exact_ = true;
};

[[nodiscard]] BestTrack best_from(TrackSearch& search, int start) {
    const TrackState state = search.start(start);
    const Trail rest = search.rest(state, search.cap());
    std::vector<LaidCard> track;
    if (rest.exact) {
        search.lay(state, rest, track);
        return search.answer(start, std::move(track), true);
    }
    DepthFirst depth_first(search);
    track = depth_first.run(state, rest);
    return search.answer(start, std::move(track), depth_first.is_exact());
}

}  // namespace
}  // namespace detail

BestTrack best_track(const CardSet& hand, int start, Objective objective,
                     const TrackOptions& options, const Deck& deck) {
    detail::TrackSearch search(hand, objective, options, deck);
    return detail::best_from(search, start);
}

BestTrack best_start(const CardSet& hand, Objective objective, const TrackOptions& options,
                     const Deck& deck) {
    detail::TrackSearch search(hand, objective, options, deck);
    const auto is_better = [&](const BestTrack& a, const BestTrack& b) {
        const bool less_is_more = objective == Objective::remaining;
        if (a.value != b.value) return less_is_more ? a.value < b.value : a.value > b.value;
        return objective == Objective::cards ? a.then < b.then : a.then > b.then;
    };
    BestTrack best = detail::best_from(search, 0);
    bool exact = best.exact;
    for (int start = 1; start <= deck.max_pip(); ++start) {
        BestTrack track = detail::best_from(search, start);
        exact = exact && track.exact;
        if (is_better(track, best)) best = std::move(track);
    }
    best.exact = exact;
    best.nodes = search.nodes;
    return best;
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
