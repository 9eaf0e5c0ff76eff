// The legal actions of a position, and what they do.

#include <dotcore/dots/actions.hpp>
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
    if (status_.closing) {
        if (!status_.owes_chain) actions.push_back(plain_action(size()));
        const Rows enemies = closable(to_move());
        for (int y = 0; y < height_; ++y) {
            bits::for_each_bit(enemies[index(y)], [&](int x) {
                actions.push_back(enclose_action(size(), Point::at(x, y)));
            });
        }
        return;
    }
    const bool all = !rules_.forbids_suicide();
    for (int y = 0; y < height_; ++y) {
        const Action first = dot_action(size(), Point::at(0, y));
        bits::for_each_bit(playable_row(y), [&](int x) {
            if (all || is_open_to(Point::at(x, y), to_move())) actions.push_back(first + x);
        });
    }
    if (rules_.ending != Ending::full) actions.push_back(plain_action(size()));
}

bool Position::is_legal(Action action) const noexcept {
    if (action < 0 || action >= num_actions() || is_terminal()) return false;
    const Action plain = plain_action(size());
    if (action == plain) {
        return status_.closing ? !status_.owes_chain : rules_.ending != Ending::full;
    }
    const Point p = point_of(size(), action);
    if (!status_.closing) return action < plain && is_playable(p) && is_open_to(p, to_move());
    Region pool;
    return action > plain && is_live(other(to_move()), p) &&
           find_pool(wall(to_move()), size(), p, pool);
}

void Position::apply(Action action, UndoLog& log) {
    const Action plain = plain_action(size());
    const Player player = to_move();
    if (action < plain) {
        const Point p = point_of(size(), action);
        const bool owes_chain = !rules_.captures_by_itself() && rules_.forbids_suicide() &&
                                enters_empty_pool(p, player);
        place(p, player, log);
        if (rules_.captures_by_itself()) return;
        if (!can_enclose(player)) return;
        save_status(log);
        status_.closing = true;
        status_.owes_chain = owes_chain;
        status_.to_move = static_cast<std::int8_t>(player);
    } else if (action > plain) {
        enclose(point_of(size(), action), player, log);
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
