#include <dotcore/dotcard/rules.hpp>

#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/core/range.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

void check_rules(const Rules& rules) {
    check_range("sub_rounds", rules.sub_rounds, 1, 2 * (rules.deck.max_pip() + 1));
    check_range("hand_size", rules.hand_size, 1, 200);
    check_range("skip_turns", rules.skip_turns, 0, 20);
}

void check_rules(const Rules& rules, int players) {
    check_rules(rules);
    if (players < 2 || players > max_players) {
        throw RulesError("players=" + std::to_string(players) + "; 2 to " +
                         std::to_string(max_players));
    }
    const int dealt = players * rules.hand_size;
    const int size = rules.deck.size();
    if (dealt >= size) {
        throw RulesError(std::to_string(players) + " players with " +
                         std::to_string(rules.hand_size) + " cards each take " +
                         std::to_string(dealt) + " cards; the deck has " + std::to_string(size) +
                         ", and one more than are dealt is needed");
    }
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
