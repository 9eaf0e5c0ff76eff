#include <dotcore/dotduel/tick_actions.hpp>

#include <algorithm>

#include <dotcore/core/error.hpp>
#include <dotcore/core/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {
namespace tick {

namespace {

// The pair of that number; the inverse of pair_number.
void take_apart(int number, int n, Parts& parts) noexcept {
    int a = 0;
    while (number >= n - 1 - a) {
        number -= n - 1 - a;
        ++a;
    }
    parts.first = a;
    parts.second = a + 1 + number;
}

}  // namespace

Parts parts_of(Action action) noexcept {
    using Kind = Parts::Kind;
    Parts parts;
    if (action < first_claim) {
        parts.kind = action == wait_action   ? Kind::wait
                     : action == roll_action ? Kind::roll
                                             : Kind::agree;
    } else if (action < first_dot_duel) {
        parts.kind = Kind::claim;
        parts.slot = (action - first_claim) / most_counted;
        parts.count = (action - first_claim) % most_counted + 1;
    } else if (action < first_double_dot) {
        const bool is_duel = action < first_prove_over;
        const int call = action - (is_duel ? first_dot_duel : first_prove_over);
        parts.kind = is_duel ? Kind::dot_duel : Kind::prove_over;
        parts.slot = call / max_players;
        parts.seat = call % max_players;
    } else if (action < first_answer) {
        parts.kind = Kind::double_dot;
        take_apart(action - first_double_dot, show_slots, parts);
    } else if (action < first_duel_double_dot) {
        parts.kind = Kind::answer;
        parts.count = action - first_answer + 1;
    } else if (action < first_give) {
        parts.kind = Kind::duel_double_dot;
        take_apart(action - first_duel_double_dot, max_named, parts);
    } else {
        parts.kind = Kind::give;
        parts.card = action - first_give;
    }
    return parts;
}

std::string to_string(Action action) {
    if (!is_action(action)) {
        throw Error("action " + std::to_string(action) + "; 0 to " +
                    std::to_string(num_actions - 1));
    }
    const Parts parts = parts_of(action);
    const auto text = [](int number) { return std::to_string(number); };
    using Kind = Parts::Kind;
    switch (parts.kind) {
        case Kind::wait:
            return "wait";
        case Kind::roll:
            return "roll";
        case Kind::agree:
            return "agree";
        case Kind::claim:
            return "claim " + text(parts.slot) + "x" + text(parts.count);
        case Kind::dot_duel:
            return "duel " + text(parts.slot) + "@P" + text(parts.seat);
        case Kind::prove_over:
            return "over " + text(parts.slot) + "@P" + text(parts.seat);
        case Kind::double_dot:
            return "double dot " + text(parts.first) + " " + text(parts.second);
        case Kind::answer:
            return "answer " + text(parts.count);
        case Kind::duel_double_dot:
            return "duel double dot " + text(parts.first) + " " + text(parts.second);
        case Kind::give:
            return "give " + text(parts.card);
    }
    return {};
}

Action from_string(std::string_view given) {
    for (Action action = 0; action < num_actions; ++action) {
        if (to_string(action) == given) return action;
    }
    throw Error("no action: '" + printable(given) + "'; such as wait, roll, agree, claim 3x2");
}

}  // namespace tick
}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
