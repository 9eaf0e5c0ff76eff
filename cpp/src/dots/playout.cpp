#include <dotcore/dots/playout.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include "urn.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

// Under entry=illegal a point that is suicide now may become legal: it goes back into the urn.
int playout_without_suicide(Position& position, Rng& rng) {
    Urn urn(position);
    std::array<Point, max_points> set_aside;
    int dots = 0;
    while (urn.size > 0) {
        const Player player = position.to_move();
        std::uint32_t aside = 0;
        bool placed = false;
        while (!placed && urn.size > 0) {
            const Point p = urn.draw(rng);
            if (!position.is_playable(p)) continue;
            placed = position.why_illegal(p, player) == Illegal::none;
            if (placed) {
                position.place<false>(p, player, nullptr);
                ++dots;
            } else {
                set_aside[aside++] = p;
            }
        }
        if (!placed) break;
        std::copy_n(set_aside.begin(), aside, urn.points.begin() + urn.size);
        urn.size += aside;
    }
    return dots;
}

[[nodiscard]] std::uint64_t count_leaves(Position& position, int depth, UndoLog& log) {
    if (depth == 0 || position.is_terminal()) return 1;
    const bool all = !position.rules().forbids_suicide();
    if (depth == 1 && all) return static_cast<std::uint64_t>(position.playable_count());
    std::uint64_t leaves = 0;
    bool moved = false;
    const Player player = position.to_move();
    for (int y = 0; y < position.size().height; ++y) {
        bits::for_each_bit(position.playable_row(y), [&](int x) {
            const Point p = Point::at(x, y);
            if (!all && position.why_illegal(p, player) != Illegal::none) return;
            moved = true;
            position.place(p, player, log);
            leaves += count_leaves(position, depth - 1, log);
            position.undo(log);
        });
    }
    return moved ? leaves : 1;
}

}  // namespace

int random_playout(Position& position, Rng& rng) {
    if (position.is_terminal()) return 0;
    if (position.rules().forbids_suicide()) return playout_without_suicide(position, rng);
    Urn urn(position);
    int dots = 0;
    while (urn.size > 0) {
        const Point p = urn.draw(rng);
        if (!position.is_playable(p)) continue;
        position.place<false>(p, position.to_move(), nullptr);
        ++dots;
    }
    return dots;
}

void playouts(const Position& position, std::span<PlayoutResult> results, std::uint64_t seed,
              int threads, std::uint64_t first) {
    constexpr std::size_t batch = 16;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (;;) {
            const std::size_t begin = next.fetch_add(batch);
            if (begin >= results.size()) return;
            for (std::size_t k = begin; k < std::min(begin + batch, results.size()); ++k) {
                Rng rng = Rng::stream(seed, first + k);
                Position copy = position;
                const int dots = random_playout(copy, rng);
                results[k] = {{static_cast<std::int16_t>(copy.score(0)),
                               static_cast<std::int16_t>(copy.score(1))},
                              static_cast<std::int16_t>(dots)};
            }
        }
    };
    std::vector<std::jthread> others;
    const std::size_t useful = (results.size() + batch - 1) / batch;
    try {
        for (int i = 1; i < threads && static_cast<std::size_t>(i) < useful; ++i) {
            others.emplace_back(work);
        }
    } catch (const std::system_error&) {
        // The system gives no more threads; those there are do all the work.
    }
    work();
}

std::uint64_t perft(const Position& position, int depth) {
    Position copy = position;
    UndoLog log;
    return count_leaves(copy, depth, log);
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
