#include <dotcore/dots/mcts.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <dotcore/dots/informed_playout.hpp>
#include <dotcore/dots/ladder.hpp>
#include <dotcore/dots/move_model.hpp>
#include <dotcore/dots/threats.hpp>

namespace dotcore {
inline namespace abi1 {

template class search::Tree<dots::Position, dots::MonteCarlo>;

namespace dots {
namespace {

// Under capture=manual random dots alone would never capture: here every chain is closed as soon as
// it can be.
void play_out_by_hand(Position& position, Rng& rng) {
    Actions actions;
    UndoLog log;
    while (!position.is_terminal()) {
        position.legal_actions(actions);
        const auto plain = plain_action(position.size());
        // A stop stands last among the dots, the end of a turn first among the chains to close.
        const auto dots = static_cast<std::uint32_t>(
            std::lower_bound(actions.begin(), actions.end(), plain) - actions.begin());
        const bool closes = !actions.empty() && *(actions.end() - 1) > plain;
        const Action action = closes     ? *(actions.end() - 1)
                              : dots > 0 ? actions[rng.below(dots)]
                                         : actions[0];
        position.apply(action, log);
        log.clear();
    }
}

}  // namespace

MonteCarlo::Trace::Trace(const Position& end) noexcept
    : points_(static_cast<unsigned>(end.size().points())) {
    const unsigned width = static_cast<unsigned>(end.size().width);
    std::int8_t* owner = owners_.data();
    for (int y = 0; y < end.size().height; ++y) {
        const std::uint64_t first = end.live_row(0, y) | end.dead_row(0, y);
        const std::uint64_t second = end.live_row(1, y) | end.dead_row(1, y);
        for (unsigned x = 0; x < width; ++x) {
            *owner++ = static_cast<std::int8_t>(static_cast<int>(second >> x & 1) * 2 +
                                                static_cast<int>(first >> x & 1) - 1);
        }
    }
}

bool MonteCarlo::candidates(const Position& position, search::Recent recent, Rng& rng,
                            std::vector<search::Weighted>& candidates) const {
    candidates.clear();
    Actions actions;
    position.legal_actions(actions);
    if (!options_.informed) {
        for (const Action action : actions) candidates.push_back({action, 1.0F});
        rng.shuffle(std::span(candidates));
        return true;
    }
    const Size size = position.size();
    const Player player = position.to_move();
    const MoveModel model(position, player, recent);
    // Captures of both sides: to be made, and to be stopped.
    std::array<float, max_points> bonus{};
    CaptureList list;
    captures(position, player, list);
    for (const CapturingDot& capture : list) {
        bonus[capture.dot.index] += 2.5F + 0.5F * std::min<float>(capture.gain, 6);
    }
    list.clear();
    captures(position, other(player), list);
    for (const CapturingDot& capture : list) {
        bonus[capture.dot.index] += 2.0F + 0.5F * std::min<float>(capture.gain, 6);
    }
    for (const Action action : actions) {
        if (action >= plain_action(size)) {
            candidates.push_back({action, 1e-3F});
            continue;
        }
        const Point p = point_of(size, action);
        candidates.push_back({action, model.weight(p) * std::exp(bonus[p.index])});
    }
    return true;
}

bool MonteCarlo::root_candidates(const Position& position, search::Recent recent, Rng& rng,
                                 std::vector<search::Weighted>& found) const {
    const bool complete = candidates(position, recent, rng, found);
    if (!options_.informed || options_.ladder_nodes <= 0) return complete;
    const Size size = position.size();
    const Player player = position.to_move();
    LadderReader reader;
    const LadderLimits limits{.depth = 10,
                              .nodes = static_cast<std::uint64_t>(options_.ladder_nodes),
                              .everywhere = false};
    // A ladder of one's own begins with a dot worth trying.
    const Ladder own = reader.read(position, player, limits);
    if (!own.line.empty()) {
        const Action first = dot_action(size, own.line.front());
        float most = 0;
        for (const search::Weighted& c : found) most = std::max(most, c.weight);
        const auto known = std::find_if(found.begin(), found.end(),
                                        [&](const auto& c) { return c.action == first; });
        if (known == found.end()) {
            found.push_back({first, most});
        } else {
            known->weight = std::max(known->weight, most);
        }
    }
    // Dots after which the other wins more by a ladder than need be.
    std::vector<Point> dots;
    for (const search::Weighted& c : found) {
        if (c.action < plain_action(size)) dots.push_back(point_of(size, c.action));
    }
    std::vector<LadderLoss> losses;
    reader.losses(position, player, dots, limits, losses);
    int least = std::numeric_limits<int>::max();
    for (const LadderLoss& loss : losses) least = std::min(least, loss.lost - loss.gain);
    for (const LadderLoss& loss : losses) {
        const Action action = dot_action(size, loss.dot);
        for (search::Weighted& c : found) {
            if (c.action != action) continue;
            c.weight *=
                std::exp(-options_.ladder_fear * static_cast<float>(loss.lost - loss.gain - least));
        }
    }
    return complete;
}

search::Outcome MonteCarlo::playout(Position& position, search::Recent recent, Rng& rng) const {
    const Rules& rules = position.rules();
    if (!rules.captures_by_itself()) {
        play_out_by_hand(position, rng);
    } else if (options_.informed && !rules.forbids_suicide()) {
        informed_playout(position, recent, rng, options_.playout);
    } else {
        random_playout(position, rng);
    }
    return outcome(position);
}

search::Outcome MonteCarlo::outcome(const Position& position) const {
    const std::array<int, 2> totals = position.total_halves();
    const int lead = totals[0] - totals[1];
    const auto margin = static_cast<float>(lead) / 2;
    const auto result = static_cast<float>((lead > 0) - (lead < 0));
    const float share = std::clamp(margin / options_.margin_scale, -1.0F, 1.0F);
    return {result + options_.margin_weight * (share - result), margin};
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
