// The engine of a game server: the referee, a table, where chance comes from, and the log.
//
// It has no clock: each event carries the host's time, and advance(t) tells that time has passed.
// The same set-up and the same log give the same table on every machine. Events may come in any
// order; what is late or was there before is told so, and changes nothing.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/referee.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

// What a game begins with. Who knows the seed knows what comes: it must not reach a player.
struct Setup {
    int players = 0;
    Deck deck;
    Rules rules{};
    std::uint64_t seed = 0;
    // Instead of the seed's: DECK with its top first; dice and picks that come before drawn ones.
    std::vector<std::uint8_t> order{};
    std::vector<std::uint8_t> dice{};
    std::vector<std::uint32_t> picks{};
};

// Throws RulesError unless there are 2 to 6 players, a deck of 6 to 64 cards, an order of all its
// cards, dice of 1 to 6.
void check_setup(const Setup& setup);

// Numbers that have been there, as ranges. What comes in rising order takes no time and no space.
class SeenNumbers {
public:
    [[nodiscard]] bool contains(std::int64_t number) const noexcept;
    void insert(std::int64_t number);
    // First and last of each range, rising
    [[nodiscard]] const std::map<std::int64_t, std::int64_t>& ranges() const noexcept {
        return ranges_;
    }
    // Ranges must be given rising and apart, which is not checked.
    void append(std::int64_t first, std::int64_t last) {
        ranges_.emplace_hint(ranges_.end(), first, last);
    }
    friend bool operator==(const SeenNumbers&, const SeenNumbers&) = default;

private:
    std::map<std::int64_t, std::int64_t> ranges_;
};

class Engine {
public:
    // Making
    // Throws RulesError: see check_setup and check_rules.
    explicit Engine(Setup setup);

    // Playing. Each event has one outcome. DUPLICATE and CLOCK change nothing, other rejections
    // only the clock.
    Outcome submit(const Event& event);
    // False, which is CLOCK, if t lies in the past.
    bool advance(Time t);
    // What came of the last submit or advance.
    [[nodiscard]] const Effects& effects() const noexcept { return effects_; }

    // Looking
    [[nodiscard]] const Setup& setup() const noexcept { return setup_; }
    [[nodiscard]] const MatchTable& cards() const noexcept { return cards_; }
    [[nodiscard]] const Table& table() const noexcept { return table_; }
    // When advance should be called at the latest; -1: not before the next event.
    [[nodiscard]] Time next_deadline() const noexcept {
        return Referee::next_deadline(table_, setup_.rules);
    }
    // Would this be rejected if it came now? OK if not.
    [[nodiscard]] Outcome why_rejected(const Event& event) const noexcept;
    // Of the whole table, order of DECK included: not for players. The same on every machine.
    [[nodiscard]] std::uint64_t hash() const noexcept { return table_.hash(); }
    // What is wrong, or nullptr. For tests.
    [[nodiscard]] const char* check_consistency() const noexcept {
        return table_.check_consistency(cards_, setup_.rules);
    }

    // Keeping (engine_bytes.cpp)
    // Record 0 is the set-up; then come all events that were heard, advances too, each with its
    // outcome. Records are only ever added.
    [[nodiscard]] std::int64_t log_size() const noexcept {
        return log_start_ + static_cast<std::int64_t>(log_.size());
    }
    // False for an engine that was restored after some.
    [[nodiscard]] bool has_whole_log() const noexcept { return log_start_ == 1; }
    // The records from number `since` on: these bytes, one piece after the other, are a log that
    // replay reads. Throws Error for what the log has not, or what a restored engine no longer has.
    [[nodiscard]] std::vector<std::uint8_t> log(std::int64_t since = 0) const;
    // Plays a log again. Throws InvalidRecord for one that was cut within a record, or edited.
    [[nodiscard]] static Engine replay(std::span<const std::uint8_t> log);
    // All that is needed to play on; the log's records until now are not in it.
    [[nodiscard]] std::vector<std::uint8_t> snapshot() const;
    [[nodiscard]] static Engine restore(std::span<const std::uint8_t> snapshot);

private:
    struct Record {
        Event event;
        Outcome outcome;
        bool is_advance;
    };

    [[nodiscard]] Chance chance() noexcept;
    void spend(const Chance& chance) noexcept;
    void keep(const Event& event, Outcome outcome, bool is_advance);

    Setup setup_;
    MatchTable cards_;
    Rng rng_;
    std::size_t dice_used_ = 0;
    std::size_t picks_used_ = 0;
    Table table_;
    SeenNumbers seen_;
    Effects effects_;
    std::int64_t log_start_ = 1;  // number of records before these: the set-up, and what a
                                  // restored engine lacks
    Time log_start_time_ = 0;     // of the last of them
    std::vector<Record> log_;
};

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
