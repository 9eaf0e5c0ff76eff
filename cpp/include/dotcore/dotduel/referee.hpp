// The referee: what an event does to the table (rules R1..R47).
//
// It has no state of its own and no clock: everything it knows is on the table. Timers that are
// due at or before an event's time fire first. docs/dotduel.md has the rules, with each gap
// decided.

#pragma once

#include <dotcore/dotduel/chance.hpp>
#include <dotcore/dotduel/event.hpp>
#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/rules.hpp>
#include <dotcore/dotduel/table.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

class Referee {
public:
    // All must live as long as the referee; `effects`, where there is one, is appended to.
    Referee(Table& table, const MatchTable& cards, const Rules& rules, Chance& chance,
            Effects* effects = nullptr) noexcept
        : table_(table), cards_(cards), rules_(rules), chance_(chance), effects_(effects) {}

    // A table before the start, with all cards in this DECK, top first. Nothing is checked.
    [[nodiscard]] static Table lay_out(int players, std::span<const std::uint8_t> deck) noexcept;

    // One event, with its outcome. Duplicates are the host's to know: see engine.hpp.
    Outcome submit(const Event& event);
    // Only the clock: timers due at t fire. False, and nothing is changed, if t lies in the past.
    bool advance(Time t);
    // The next instant at which advance would do more than move the clock; -1: there is none.
    [[nodiscard]] static Time next_deadline(const Table& table, const Rules& rules) noexcept;

    // Would this be rejected now? `ok` if not. What is said of a claim never tells if it is true.
    [[nodiscard]] static Outcome why_rejected(const Table& table, const MatchTable& cards,
                                              const Rules& rules, const Event& event) noexcept;

private:
    // Verbs (verbs.cpp), each of them found to be legal
    Outcome act(const Event& event);
    Outcome claim(const Event& event);
    Outcome call(const Event& event);
    Outcome double_dot(const Event& event);
    void place(const Event& event);
    Outcome answer(const Event& event);
    Outcome duel_double_dot(const Event& event);

    // Time, and all that follows by itself: a phase that is over, a turn that is lost
    void fire_timers(Time t);
    void fire_next(Time t);
    void proceed();
    [[nodiscard]] bool follows();

    // Rounds (rounds.cpp)
    void throw_die(int player);
    [[nodiscard]] bool settle_first_player();
    void top_up();
    void begin_round();
    void end_round();
    [[nodiscard]] bool passes_round() const noexcept;
    void roll_two(int player, std::uint64_t wanted);
    void await_roller() noexcept;
    void score();

    // Seeking (seek.cpp)
    [[nodiscard]] bool seek_is_over() const noexcept;
    void end_seek();
    void settle(const OpenClaim& claim);
    void prove_over(const OpenClaim& claim);
    void void_claim(const OpenClaim& claim);
    void set_aside(const OpenClaim& claim, int initiator);
    void take_from_show(int card);
    void open_claim(OpenClaim& claim);
    void remove_claim(int index);
    void remove_waiting(int player);
    void void_claims_of(int player);
    void return_added(int player);
    void return_claimed(int player);
    void bar(int player);
    void sentence(int player, int rounds);
    void add(int player, int card);

    // Duels (duels.cpp)
    void begin_duel();
    void begin_final(unsigned tied);
    [[nodiscard]] bool fill();
    void fill_from_deck(int player, int count);
    void put_into_grounds(int player, int place);
    void place_in_grounds(int card, int from, int place);
    void roll_for_duel(int player);
    void win_duel(int player, bool takes_personal);
    void leave_duel(int player, bool by_mistake);
    void end_final(int winner);

    void tell(Change change, int player = -1, int card = -1, int value = -1) {
        if (effects_ != nullptr) {
            effects_->push_back({table_.now, value, change, static_cast<std::int8_t>(player),
                                 static_cast<std::int16_t>(card)});
        }
    }
    [[nodiscard]] static constexpr std::size_t at(int i) noexcept {
        return static_cast<std::size_t>(i);
    }

    Table& table_;
    const MatchTable& cards_;
    const Rules& rules_;
    Chance& chance_;
    Effects* effects_;
};

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
