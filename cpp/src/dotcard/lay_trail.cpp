// A set of cards put in order, by Hierholzer's walk.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trail_graph.hpp"

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {

void lay_trail(const TrailTask& task, const Trail& trail, const Card* bonus,
               std::vector<LaidCard>& track) {
    const CardSet& faces = trail.faces;
    const Layout layout = layout_of(faces, task.start);
    Visits visits;
    if (!task.block_on_block) visits = visits_of(faces, layout, task, trail.wilds);

    // Trails end in pairs, a wild between the two; the last end is that of the track.
    std::array<std::array<std::int8_t, max_numbers>, max_numbers> wilds{};
    int left = trail.wilds;
    int pending = -1;
    const auto end_at = [&](int v) {
        if (pending < 0) {
            pending = v;
            return;
        }
        ++wilds[at(pending)][at(v)];
        if (v != pending) ++wilds[at(v)][at(pending)];
        --left;
        pending = -1;
    };
    for (int i = 0; i < layout.pieces.count; ++i) {
        const Numbers piece = layout.pieces.numbers[at(i)];
        if ((layout.odd & piece) != 0) {
            for_each(layout.odd & piece, end_at);
        } else {
            const int v = task.block_on_block ? std::countr_zero(piece) : visits.doubled[at(i)];
            end_at(v);
            end_at(v);
        }
    }

    // Hierholzer's walk over dominoes and wilds, from its end back.
    struct Stop {
        std::int8_t number;
        bool by_wild;
    };
    std::array<std::array<std::int8_t, max_numbers>, max_numbers> dominoes{};
    std::array<int, max_numbers> blocks{};
    faces.for_each([&](Card card, int count) {
        if (card.is_block()) {
            blocks[at(card.high())] = count;
        } else {
            dominoes[at(card.high())][at(card.low())] = static_cast<std::int8_t>(count);
            dominoes[at(card.low())][at(card.high())] = static_cast<std::int8_t>(count);
        }
    });
    std::vector<Stop> open{{static_cast<std::int8_t>(task.start), false}};
    std::vector<Stop> walk;
    while (!open.empty()) {
        const int v = open.back().number;
        const auto go = [&](auto& edges, bool by_wild) {
            for (int to = 0; to < max_numbers; ++to) {
                if (edges[at(v)][at(to)] == 0) continue;
                --edges[at(v)][at(to)];
                if (to != v) --edges[at(to)][at(v)];
                open.push_back({static_cast<std::int8_t>(to), by_wild});
                return true;
            }
            return false;
        };
        if (go(dominoes, false) || go(wilds, true)) continue;
        walk.push_back(open.back());
        open.pop_back();
    }

    int end = task.start;
    const auto lay_wild = [&](int number) {
        track.push_back({*bonus++, static_cast<std::int8_t>(number)});
    };
    for (std::size_t i = walk.size(); i-- > 0;) {
        const int v = walk[i].number;
        const bool is_first = i + 1 == walk.size();
        if (walk[i].by_wild) {
            lay_wild(v);
        } else if (!is_first) {
            track.push_back({Card::face(end, v)});
        }
        end = v;
        int& here = blocks[at(v)];
        const auto lay_block = [&] {
            track.push_back({Card::face(v, v)});
            --here;
        };
        if (task.block_on_block) {
            while (here > 0) lay_block();
            continue;
        }
        if (here > 0 && !(is_first && task.covers_block)) lay_block();
        for (auto& extra = visits.extra[at(v)]; extra > 0 && here > 0; --extra, --left) {
            lay_wild(v);
            lay_block();
        }
    }
    while (left-- > 0) lay_wild(end);
}

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
