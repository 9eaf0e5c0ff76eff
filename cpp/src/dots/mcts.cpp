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

[[nodiscard]] auto verdict_of(std::span<search::Verdict> verdicts, Action action) {
    return std::find_if(verdicts.begin(), verdicts.end(),
                        [&](const search::Verdict& verdict) { return verdict.action == action; });
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
    // More for captures of both sides, to be made and to be stopped, than people give them.
    const auto bonus = [](float least, int gain) {
        return gain > 0 ? least + 0.5F * static_cast<float>(std::min(gain, 6)) : 0.0F;
    };
    for (const Action action : actions) {
        if (action >= plain_action(size)) {
            candidates.push_back({action, 1e-3F});
            continue;
        }
        const Point p = point_of(size, action);
        const float more = bonus(2.5F, model.own_capture(p)) + bonus(2.0F, model.enemy_capture(p));
        candidates.push_back({action, model.weight(p) * std::exp(more)});
    }
    return true;
}

void MonteCarlo::look_closely(const Position& position, std::uint64_t simulations,
                              std::span<search::Verdict> verdicts) const {
    if (!options_.informed || options_.ladder_nodes <= 0) return;
    constexpr std::size_t most_dots = 12;
    // Where everything can be captured ladders take long to read and say little.
    constexpr std::size_t most_captures = 64;
    CaptureList list;
    captures(position, 0, list);
    std::size_t fights = list.size();
    list.clear();
    captures(position, 1, list);
    fights += list.size();
    if (fights > most_captures) return;
    const Size size = position.size();
    const Player player = position.to_move();
    LadderReader reader;
    const std::uint64_t thousands = std::clamp<std::uint64_t>(simulations / 1000, 1, 4);
    const LadderLimits limits{
        .depth = 12,
        .nodes = thousands * static_cast<std::uint64_t>(options_.ladder_nodes),
        .everywhere = false};
    // Where a ladder of either side runs is where to look first.
    const auto boost = [&](Point p, float by) {
        const auto known = verdict_of(verdicts, dot_action(size, p));
        if (p != Ladder::pass && known != verdicts.end()) known->boost = by;
    };
    const Ladder own = reader.read(position, player, limits);
    const Ladder enemy = reader.read(position, other(player), limits);
    if (simulations < 1000) {
        for (const Point p : own.line) boost(p, 2.0F);
        for (const Point p : enemy.line) boost(p, 2.0F);
    }
    // What force brings: one's own ladder and then the other's, who is to move after it; a dot's
    // gain less what the other wins after that; elsewhere just the ladder of the other.
    const int elsewhere = -enemy.value;
    const int attack = own.value + elsewhere;
    std::vector<Point> dots;
    for (const search::Verdict& verdict : verdicts) {
        if (dots.size() == most_dots) break;
        if (verdict.action < plain_action(size)) dots.push_back(point_of(size, verdict.action));
    }
    const auto look_at = [&](Point p) {
        const bool known = std::find(dots.begin(), dots.end(), p) != dots.end();
        if (p != Ladder::pass && !known) dots.push_back(p);
    };
    if (!own.line.empty()) look_at(own.line.front());
    for (const Point p : enemy.line) look_at(p);
    std::vector<LadderLoss> losses;
    reader.losses(position, player, dots, limits, losses);
    const auto begins = [&](const LadderLoss& loss) {
        return !own.line.empty() && own.line.front() == loss.dot;
    };
    const auto wins = [&](const LadderLoss& loss) {
        const int kept = loss.gain - loss.lost;
        return begins(loss) ? std::max(attack, kept) : kept;
    };
    int most = std::max(attack, elsewhere);
    for (const LadderLoss& loss : losses) most = std::max(most, wins(loss));
    // One's own ladder is surely tried where nothing that was looked at brings more.
    for (const LadderLoss& loss : losses) {
        if (begins(loss) && wins(loss) == most) boost(loss.dot, 1e6F);
    }
    for (search::Verdict& verdict : verdicts) {
        verdict.cost = options_.ladder_fear * static_cast<float>(most - elsewhere);
    }
    for (const LadderLoss& loss : losses) {
        const auto known = verdict_of(verdicts, dot_action(size, loss.dot));
        if (known == verdicts.end()) continue;
        known->cost = options_.ladder_fear * static_cast<float>(most - wins(loss));
    }
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
