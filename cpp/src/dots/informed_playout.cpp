// Playouts that answer: what can be captured is captured, what is threatened is saved, and most
// dots are placed next to the last one where the move model expects them.

#include <dotcore/dots/informed_playout.hpp>

#include <dotcore/dots/move_model.hpp>
#include <dotcore/dots/threats.hpp>

#include "urn.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

constexpr Point nowhere{max_points};

// In a closed pool: a dot there is lost, or captures nothing that it could not capture later.
[[nodiscard]] bool is_dead(const Position& position, Point p) noexcept {
    return ((position.closed_row(0, p.y()) | position.closed_row(1, p.y())) & p.bit()) != 0;
}

// The best of the list, nowhere if it is empty.
[[nodiscard]] Point best_of(const CaptureList& captures) noexcept {
    Point best = nowhere;
    int most = 0;
    for (const CapturingDot& capture : captures) {
        if (capture.gain > most) {
            most = capture.gain;
            best = capture.dot;
        }
    }
    return best;
}

// What the last dot calls for: to be captured, or to be stopped from capturing.
[[nodiscard]] Point answer(const Position& position, Point last, Player player) {
    if (!position.is_live(other(player), last)) return nowhere;
    CaptureList captures;
    captures_of(position, last, captures);
    if (const Point p = best_of(captures); p != nowhere) return p;
    captures.clear();
    captures_with(position, last, captures);
    return best_of(captures);
}

}  // namespace

int informed_playout(Position& position, search::Recent recent, Rng& rng,
                     const InformedPlayout& how) {
    const Size size = position.size();
    const LocalReplies replies(size);
    Urn urn(position);
    Point last =
        recent.last >= 0 && recent.last < size.points() ? point_of(size, recent.last) : nowhere;
    int dots = 0;
    while (urn.size > 0 && dots < how.most_dots) {
        const Player player = position.to_move();
        Point p = nowhere;
        if (last != nowhere && dots < how.informed_dots) {
            if (how.answers > 0 && static_cast<float>(rng() >> 40) < how.answers * 0x1p24F) {
                p = answer(position, last, player);
                if (p != nowhere && !position.is_playable(p)) p = nowhere;
            }
            if (p == nowhere && how.local > 0) {
                p = replies.draw(position, last, player, 1 / how.local, rng);
            }
        }
        if (p == nowhere) {
            p = urn.draw(rng);
            if (!position.is_playable(p) || is_dead(position, p)) continue;
        }
        position.place<false>(p, player, nullptr);
        last = p;
        ++dots;
    }
    return dots;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
