#include <dotcore/dotcard/track.hpp>

#include <algorithm>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/card_set.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

namespace {

// A track that grows until a card is wrong.
class GrowingTrack {
public:
    GrowingTrack(int start, const Rules& rules) noexcept : rules_(rules) { so_far_.end = start; }

    [[nodiscard]] const CheckedTrack& so_far() const noexcept { return so_far_; }

    // False if the card is wrong. `first_end` is the end after a face card that starts a track
    // without a start number.
    bool lay(const LaidCard& laid, int first_end) noexcept {
        const Card card = laid.card;
        if (card.kind() >= rules_.deck.kinds() || used_.count(card) >= rules_.deck.count(card)) {
            return fails(TrackFault::not_in_deck);
        }
        if (card.is_bonus()) {
            if (laid.number < 0 || laid.number > rules_.deck.max_pip()) {
                return fails(TrackFault::number_out_of_range);
            }
            so_far_.end = laid.number;
        } else if (so_far_.end == any_start) {
            so_far_.end = first_end;
        } else if (card.high() != so_far_.end && card.low() != so_far_.end) {
            return fails(TrackFault::does_not_touch);
        } else if (so_far_.lock && card.is_block() && !rules_.lets_block_cover_block()) {
            return fails(TrackFault::block_on_block);
        } else {
            so_far_.end = card.across(so_far_.end);
        }
        used_.add(card);
        so_far_.lock = card.is_block();
        if (!card.is_bonus()) so_far_.points += card.pips();
        ++so_far_.legal;
        return true;
    }
    void lay_unknown() noexcept { fails(TrackFault::not_in_deck); }

private:
    bool fails(TrackFault fault) noexcept {
        so_far_.fault = fault;
        return false;
    }

    const Rules& rules_;
    CardSet used_;
    CheckedTrack so_far_;
};

// The outward half of the first card, of which there may be a choice.
enum class Outward : std::uint8_t { high, low };

[[nodiscard]] int outward_half(Card card, Outward outward) noexcept {
    if (card.is_bonus()) return any_start;
    return outward == Outward::high ? card.high() : card.low();
}

// Calls check(outward) for the readings of the first card, which tells what it makes of the track,
// and once more for the better reading if that is not the last one.
template <class Check>
CheckedTrack better_reading(bool has_choice, Check check) {
    const CheckedTrack high = check(Outward::high);
    if (!has_choice || high.is_valid()) return high;
    const CheckedTrack low = check(Outward::low);
    return low.legal > high.legal || low.is_valid() ? low : check(Outward::high);
}

void check_start(int start, const Rules& rules) {
    if (start != any_start && (start < 0 || start > rules.deck.max_pip())) {
        throw Error("start=" + std::to_string(start) + "; one of 0.." +
                    std::to_string(rules.deck.max_pip()) +
                    ", or none for a track that any card starts");
    }
}

[[nodiscard]] bool is_code(CardCode code) noexcept {
    return code >= 0 && code < 100 + max_numbers * max_bonus_kinds;
}

[[nodiscard]] CheckedTrack check_codes(std::span<const CardCode> codes, int start,
                                       const Rules& rules) noexcept {
    return better_reading(start == any_start, [&](Outward outward) noexcept {
        GrowingTrack track(start, rules);
        for (const CardCode code : codes) {
            if (code == no_card) break;
            if (!is_code(code)) {
                track.lay_unknown();
                break;
            }
            const LaidCard laid = laid_of(code);
            if (!track.lay(laid, outward_half(laid.card, outward))) break;
        }
        return track.so_far();
    });
}

}  // namespace

std::string_view name_of(TrackFault fault) noexcept {
    switch (fault) {
        case TrackFault::none:
            break;
        case TrackFault::not_in_deck:
            return "not_in_deck";
        case TrackFault::number_out_of_range:
            return "number_out_of_range";
        case TrackFault::does_not_touch:
            return "does_not_touch";
        case TrackFault::block_on_block:
            return "block_on_block";
    }
    return "none";
}

CheckedTrack check_track(std::span<const LaidCard> cards, int start, const Rules& rules,
                         std::span<TurnedCard> turned) {
    check_start(start, rules);
    return better_reading(start == any_start, [&](Outward outward) {
        GrowingTrack track(start, rules);
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const int before = track.so_far().end;
            if (!track.lay(cards[i], outward_half(cards[i].card, outward))) break;
            if (i >= turned.size()) continue;
            const Card card = cards[i].card;
            const int end = track.so_far().end;
            const int touching = card.is_bonus() ? before : card.across(end);
            turned[i] = {card, static_cast<std::int8_t>(touching), static_cast<std::int8_t>(end)};
        }
        return track.so_far();
    });
}

void check_tracks(const TrackBatch& batch, const Rules& rules, const CheckedBatch& out) {
    const std::size_t n = batch.starts.size();
    const std::size_t room = std::min({out.valid.size(), out.first_wrong.size(), out.fault.size(),
                                       out.end.size(), out.points.size(), out.lock.size()});
    if (batch.codes.size() < n * batch.width || room < n) {
        throw Error("a batch of " + std::to_string(n) + " tracks needs " + std::to_string(n) +
                    " x " + std::to_string(batch.width) + " card codes and " + std::to_string(n) +
                    " elements of each output");
    }
    for (const std::int8_t start : batch.starts) check_start(start, rules);
    for (std::size_t i = 0; i < n; ++i) {
        const CheckedTrack track =
            check_codes(batch.codes.subspan(i * batch.width, batch.width), batch.starts[i], rules);
        out.valid[i] = track.is_valid() ? 1 : 0;
        out.first_wrong[i] = static_cast<std::int16_t>(track.first_wrong());
        out.fault[i] = static_cast<std::uint8_t>(track.fault);
        out.end[i] = static_cast<std::int8_t>(track.end);
        out.points[i] = static_cast<std::int16_t>(track.points);
        out.lock[i] = track.lock ? 1 : 0;
    }
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
