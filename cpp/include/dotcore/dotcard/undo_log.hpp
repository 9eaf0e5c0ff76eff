// What undo needs: for every act the table as it was and where a card went, for the end of a
// sub-round all hands and the pile besides.
//
// The caller owns the log, so that a position stays small and copies stay cheap.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/dotcard/card_set.hpp>
#include <dotcore/dotcard/rules.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

// A seat's own track has the seat's number; the free track comes after the last of eight.
inline constexpr int free_track = max_players;
inline constexpr int max_tracks = max_players + 1;

enum class Phase : std::uint8_t {
    choose_starter,  // chance: starter=random
    deal,            // chance
    start,           // the turn's player plays, or draws if they can, else passes
    draw,            // chance
    drawn,           // the turn's player plays or passes
    penalty,         // chance: a card for the "dot" that was not said
    over
};

// All of a position that is not a set of cards.
struct Table {
    static constexpr std::int8_t none = -1;

    std::array<std::int32_t, max_players> totals{};  // of the sub-rounds that are over
    std::array<std::int8_t, max_tracks> ends{};  // open ends; on unstarted tracks the start number
    std::array<std::uint8_t, max_players> skips{};  // own turns to be missed
    std::array<std::uint16_t, max_players> hand_sizes{};
    std::uint16_t pile_size = 0;
    std::uint16_t dealt = 0;     // cards dealt so far, while they are
    std::uint16_t started = 0;   // bit of each track that holds a card
    std::uint8_t open = 0;       // bit of each seat whose marker is green
    std::uint8_t passed = 0;     // bit of each seat that passed with no pile since the last play
    std::uint8_t sub_round = 0;  // counted from 0
    Phase phase = Phase::deal;
    std::int8_t turn = 0;
    std::int8_t starter = 0;   // who started, or is to start, the sub-round
    std::int8_t lock = none;   // the track whose block locks the game
    std::int8_t drawn = none;  // the kind just drawn; known only under drawn_card_only

    friend constexpr bool operator==(const Table&, const Table&) noexcept = default;
};

// The hands and the pile.
struct Cards {
    std::array<CardSet, max_players> hands{};
    CardSet pile{};

    friend constexpr bool operator==(const Cards&, const Cards&) noexcept = default;
};

class UndoLog {
public:
    [[nodiscard]] bool empty() const noexcept { return steps_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
    void clear() noexcept {
        steps_.clear();
        ends_.clear();
    }
    // The table as it was before the last act; the log must not be empty.
    [[nodiscard]] const Table& before() const noexcept { return steps_.back().table; }
    // The hands as they were when the last act ended a sub-round, the card laid last in its hand
    // yet; nullptr if it ended none.
    [[nodiscard]] const Cards* ended() const noexcept {
        return !steps_.empty() && steps_.back().ended ? &ends_.back() : nullptr;
    }

private:
    friend class Position;

    struct Step {
        Table table;
        Card card{};
        std::int8_t hand = Table::none;  // whose hand the card left or came to; none: no card moved
        bool from_pile = false;          // it came from the pile; else it left for a track
        bool ended = false;              // the last of ends_ holds all cards as they were
    };

    std::vector<Step> steps_;
    std::vector<Cards> ends_;
};

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
