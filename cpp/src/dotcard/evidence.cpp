#include "evidence.hpp"

#include <dotcore/core/bits.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace detail {
namespace {

// What the turn's player could lay if they held one card of every kind, and had drawn none of them.
[[nodiscard]] Kinds playable_kinds(const Position& position) {
    Table table = position.table();
    table.drawn = Table::none;
    Cards cards = position.cards();
    cards.hands[static_cast<std::size_t>(table.turn)] = position.rules().deck.cards();
    const Position rich(position.num_players(), position.rules(), table, cards);
    const Targets targets = rich.targets();
    if (targets.any_free) return targets.faces | targets.bonus;
    Kinds fitting = 0;
    bits::for_each_bit(targets.tracks, [&](int track) {
        fitting |= faces_with[static_cast<std::size_t>(rich.end(track))];
    });
    return (targets.faces & fitting) | (targets.tracks != 0 ? targets.bonus : 0);
}

}  // namespace

std::array<Evidence, max_players> read_evidence(const Game& game, int player, bool with_hints) {
    std::array<Evidence, max_players> seats;
    Position position = game.start();
    const Rules& rules = position.rules();
    const auto begin = [&] {
        for (int seat = 0; seat < position.num_players(); ++seat) {
            Evidence& evidence = seats[static_cast<std::size_t>(seat)];
            evidence.slots = static_cast<std::uint16_t>(position.hand_size(seat));
            evidence.laid.clear();
            evidence.declines.clear();
        }
    };
    begin();
    for (const Action action : game.actions()) {
        const Table before = position.table();
        const int seat = position.receiver();
        Evidence& evidence = seats[static_cast<std::size_t>(seat)];
        const bool acts = before.phase == Phase::start || before.phase == Phase::drawn;
        if (!acts || seat == player) {
            // Of the hidden acts of chance, only that there was one is told.
            if (before.phase != Phase::choose_starter && !acts) ++evidence.slots;
            position.apply<false>(action, nullptr);
        } else if (is_play(action)) {
            if (before.drawn != Table::none) {
                --evidence.slots;
            } else {
                evidence.laid.push_back({play_of(action).card, evidence.slots});
            }
            position.apply<false>(action, nullptr);
        } else {
            const unsigned own = 1U << seat;
            const bool may_prove =
                action == pass_action && !rules.opens_at_any_pass() && (before.open & own) == 0;
            if (may_prove || with_hints) {
                evidence.declines.push_back({playable_kinds(position), evidence.slots,
                                             static_cast<std::uint16_t>(evidence.laid.size()),
                                             before.drawn != Table::none});
            }
            position.apply<false>(action, nullptr);
            if (may_prove) {
                evidence.declines.back().proof =
                    (position.table().open & own) != 0 ? Proof::none_fits : Proof::some_fits;
            }
        }
        if (position.table().sub_round != before.sub_round || position.is_terminal()) begin();
    }
    return seats;
}

}  // namespace detail
}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
