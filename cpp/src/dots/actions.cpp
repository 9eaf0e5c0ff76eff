// Dots as a contract state: numbers for acts.
//
// y * width + x places a dot. The next number stops, says done or grounds, as the ending allows; it
// is absent under ending=full. Under capture=manual it ends the turn of a player who has placed a
// dot and could still close chains, and the numbers after it close the smallest chain around an
// enemy dot.

#include <dotcore/dots/position.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {

static_assert(FlatState<Position>);

int Position::num_actions() const noexcept {
    const int points = size().points();
    if (!rules_.captures_by_itself()) return 2 * points + 1;
    return rules_.ending == Ending::full ? points : points + 1;
}

void Position::legal_actions(Actions& actions) const noexcept {
    actions.clear();
    if (is_terminal()) return;
    const int points = size().points();
    if (status_.closing) {
        actions.push_back(points);
        const Rows enemies = closable(to_move());
        for (int y = 0; y < height_; ++y) {
            bits::for_each_bit(enemies[index(y)],
                               [&](int x) { actions.push_back(points + 1 + y * width_ + x); });
        }
        return;
    }
    const bool all = !rules_.forbids_suicide();
    for (int y = 0; y < height_; ++y) {
        bits::for_each_bit(playable_row(y), [&](int x) {
            if (all || why_illegal(Point::at(x, y), to_move()) == Illegal::none)
                actions.push_back(y * width_ + x);
        });
    }
    if (rules_.ending != Ending::full) actions.push_back(points);
}

void Position::apply(Action action, UndoLog& log) {
    const int points = size().points();
    const Player player = to_move();
    if (action < points) {
        place<true>(Point::at(action % width_, action / width_), player, &log);
        if (rules_.captures_by_itself()) return;
        const Rows enemies = closable(player);
        std::uint64_t any = 0;
        for (const std::uint64_t row : enemies) any |= row;
        if (any == 0) return;
        save_status(log);
        status_.closing = true;
        status_.to_move = static_cast<std::int8_t>(player);
    } else if (action > points) {
        const int point = action - points - 1;
        enclose(Point::at(point % width_, point / width_), player, log);
    } else if (status_.closing) {
        begin_act(log);
        status_.closing = false;
        pass_turn(player);
    } else if (rules_.allows_grounding()) {
        ground(player, log);
    } else {
        stop(player, log);
    }
}

double Position::returns(Player player) const {
    const Result end = result();
    if (end.reason == Reason::none || end.winner < 0) return 0.0;
    return end.winner == player ? 1.0 : -1.0;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
