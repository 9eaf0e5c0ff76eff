// The k best tracks, and how many are best: both go through beginnings of tracks, of which the
// heaviest rest tells how good they can become.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/best_track.hpp>

#include "track_search.hpp"
#include "trail.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

namespace {

// Remembers how heavy the rest can be at most: many tracks come by the same state.
class Bounds {
public:
    explicit Bounds(TrackSearch& search) : search_(search) {}

    [[nodiscard]] Weight of(const TrackState& state, int cards) {
        const auto [place, is_new] = known_.try_emplace(state, 0);
        if (is_new) place->second = search_.rest(state, cards).bound;
        return place->second;
    }

private:
    TrackSearch& search_;
    std::unordered_map<TrackState, Weight, TrackStateHash> known_;
};

class BestFirst {
public:
    BestFirst(TrackSearch& search, int start) : search_(search), bounds_(search) {
        const TrackState state = search.start(start);
        add(-1, {}, state, 0, 0);
    }

    // The next best track into `track`. False if there is none, or the nodes are spent.
    bool next(std::vector<LaidCard>& track) {
        while (!queue_.empty()) {
            const Entry entry = queue_.top();
            if (!entry.is_whole && search_.is_spent()) return false;
            queue_.pop();
            if (entry.is_whole) {
                track = cards_up_to(entry.beginning);
                return true;
            }
            grow(entry.beginning);
        }
        return false;
    }
    [[nodiscard]] bool is_empty() const noexcept { return queue_.empty(); }

private:
    struct Beginning {
        int before;  // one card shorter; -1: the empty one
        LaidCard last;
        int size;
        TrackState state;
        Weight weight;
    };
    struct Entry {
        Weight bound;   // no track that begins so weighs more; it does itself if it is whole
        bool is_whole;  // the beginning as a track that stops there
        int size;
        int beginning;

        // Of equal hopes, whole tracks first, then the longest beginning, then the oldest.
        friend bool operator<(const Entry& a, const Entry& b) noexcept {
            if (a.bound != b.bound) return a.bound < b.bound;
            if (a.is_whole != b.is_whole) return b.is_whole;
            if (a.size != b.size) return a.size < b.size;
            return a.beginning > b.beginning;
        }
    };

    void add(int before, const LaidCard& last, const TrackState& state, int size, Weight weight) {
        const int index = static_cast<int>(beginnings_.size());
        beginnings_.push_back({before, last, size, state, weight});
        queue_.push({weight + bounds_.of(state, search_.cap() - size), false, size, index});
    }

    void grow(int index) {
        const Beginning beginning = beginnings_[static_cast<std::size_t>(index)];
        queue_.push({beginning.weight, true, beginning.size, index});
        if (beginning.size == search_.cap()) return;
        search_.for_each_step(beginning.state, [&](const TrackSearch::Step& step) {
            add(index, step.laid, step.state, beginning.size + 1, beginning.weight + step.weight);
        });
    }

    [[nodiscard]] std::vector<LaidCard> cards_up_to(int index) const {
        std::vector<LaidCard> cards;
        while (index > 0) {
            const Beginning& beginning = beginnings_[static_cast<std::size_t>(index)];
            cards.push_back(beginning.last);
            index = beginning.before;
        }
        std::reverse(cards.begin(), cards.end());
        return cards;
    }

    TrackSearch& search_;
    Bounds bounds_;
    std::vector<Beginning> beginnings_;
    std::priority_queue<Entry> queue_;
};

class Counter {
public:
    Counter(TrackSearch& search, int best) : search_(search), bounds_(search), best_(best) {}

    // Tracks of the best value that begin with what led to this state; `cards` may follow.
    [[nodiscard]] std::uint64_t count(const TrackState& state, int cards, Weight weight) {
        if (const auto place = known_.find(state); place != known_.end()) return place->second;
        std::uint64_t sum = first_of(weight) == best_ ? 1 : 0;
        if (cards > 0) {
            search_.for_each_step(state, [&](const TrackSearch::Step& step) {
                const Weight next = weight + step.weight;
                if (search_.is_spent()) {
                    is_exact_ = false;
                    return;
                }
                if (first_of(next + bounds_.of(step.state, cards - 1)) < best_) return;
                const std::uint64_t more = count(step.state, cards - 1, next);
                sum = sum > most - more ? most : sum + more;
            });
        }
        known_.emplace(state, sum);
        return sum;
    }
    [[nodiscard]] bool is_exact() const noexcept { return is_exact_; }

private:
    static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

    TrackSearch& search_;
    Bounds bounds_;
    int best_;
    std::unordered_map<TrackState, std::uint64_t, TrackStateHash> known_;
    bool is_exact_ = true;
};

}  // namespace
}  // namespace detail

TrackList k_best(const CardSet& hand, int start, int k, Objective objective,
                 const TrackOptions& options, const Deck& deck) {
    if (k < 0) throw Error("k=" + std::to_string(k) + "; 0 or more");
    detail::TrackSearch search(hand, objective, options, deck);
    detail::BestFirst best_first(search, start);
    TrackList list;
    std::vector<LaidCard> track;
    while (static_cast<int>(list.tracks.size()) < k && best_first.next(track)) {
        list.tracks.push_back(search.answer(start, track, true));
    }
    list.exact = static_cast<int>(list.tracks.size()) == k || best_first.is_empty();
    list.nodes = search.nodes;
    return list;
}

TrackCount count_best(const CardSet& hand, int start, Objective objective,
                      const TrackOptions& options, const Deck& deck) {
    const BestTrack best = best_track(hand, start, objective, options, deck);
    TrackCount result;
    result.value = best.value;
    detail::TrackSearch search(hand, objective, options, deck);
    search.nodes = best.nodes;
    const int first =
        objective == Objective::remaining ? deck.points(hand) - best.value : best.value;
    detail::Counter counter(search, first);
    result.count = counter.count(search.start(start), search.cap(), 0);
    result.exact = best.exact && counter.is_exact();
    result.nodes = search.nodes;
    return result;
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
