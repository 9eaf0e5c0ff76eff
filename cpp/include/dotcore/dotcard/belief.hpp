// What a player may believe of the hidden cards: worlds that fit all that they saw, each drawn as
// often as it is likely.
//
// All deals are alike, equal cards told apart, and a card that was laid may have been any of its
// equals in that hand. So by the rules' defaults, where a pass may always be voluntary (R12), all
// orders of the unseen cards are alike: Position::resample is then all there is to it. Evidence is
// - under voluntary_pass_opens=false the marker of a closed track at its owner's pass: it turned,
//   so none of the cards in hand could be laid; it did not, so one could;
// - with a PassModel every draw and every pass.
// It speaks of a hand as it was then: of cards still held, and of cards laid since, of which it is
// hidden when they were drawn.
//
// Read are the acts of the sub-round in play as far back as the game remembers. When a sub-round
// ends all hands are shown, and the next deal owes them nothing.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <dotcore/core/rng.hpp>
#include <dotcore/dotcard/game.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {

namespace detail {
struct Evidence;
}

// How others decline to play. Each draw and each pass of a player who could have laid a card is
// `weight` as likely as that of one who could not; 1 proves nothing. It must lie within least .. 1.
struct PassModel {
    static constexpr double least = 1e-6;

    double weight = 1;

    friend constexpr bool operator==(const PassModel&, const PassModel&) noexcept = default;
};

// Draws worlds. A value: each thread has a copy of its own.
//
// Where evidence is weak, worlds are drawn until one is borne out, so that all are independent and
// exact. Else a Markov chain runs whose only stationary law is the belief. It starts from a world
// that was so drawn if one came in time, else from one found by search and some hundred sweeps on.
// The samples after the first follow at a few sweeps each and are not quite independent. Where a
// model's weight is far below what the players show, 0.01 for those who often decline, the chain
// is slow and its first samples only near.
//
// Whatever the player cannot tell apart gives the same worlds for the same random numbers.
class Belief {
public:
    static constexpr int default_sweeps = 5;

    // Setting up
    // Throws Error if there is no such player or the model's weight is out of range.
    Belief(const Game& game, int player, PassModel model = {});
    // How many times, between two samples of the chain, each hidden card has its chance to change.
    void set_sweeps(int sweeps) noexcept { sweeps_ = sweeps; }
    // Never draw until borne out, or start from a world so drawn: for tests of the chain.
    void use_chain_only() noexcept { way_ = Way::search; }

    // Looking
    // There is no evidence: samples are those of Position::resample.
    [[nodiscard]] bool is_uniform() const noexcept { return watched_.empty(); }
    // Worlds are drawn until one is borne out. Known after the first sample.
    [[nodiscard]] bool is_independent() const noexcept {
        return is_uniform() || way_ == Way::drawing;
    }

    // Drawing
    // The position with hidden cards put in the places that the player cannot see. After the end
    // of the game all is seen.
    [[nodiscard]] Position sample(Rng& rng);

private:
    using Word = std::uint64_t;  // a bit for each of 64 counted declines of a seat
    enum class Way : std::uint8_t { undecided, search, drawing, chain };

    // A seat that gave evidence. Its hand was filled through slots, one for each card that it ever
    // received; which of them a laid card came through is hidden. The declines whose cards must be
    // counted are those that prove a card that fits, and those of the pass model.
    struct Watched {
        std::uint8_t seat = 0;
        std::size_t first_place = 0;
        std::size_t hand_size = 0;
        std::size_t first_laid = 0;
        std::size_t laid = 0;
        std::size_t words = 0;
        std::vector<Kinds> forbidden;       // by slot, to a card that is still held
        std::vector<Word> reach;            // by slot: the counted declines that it was there for
        std::vector<Word> fitting;          // by kind: the counted declines that it would have met
        std::vector<Word> proofs;           // those that prove a card that fits
        std::vector<std::uint16_t> counts;  // by counted decline: cards that fit
        std::vector<std::int32_t> holders;  // by slot: a place, or ~ a laid card
    };
    // A card that a watched seat laid: it came through one of the first `slots`.
    struct Laid {
        std::uint8_t watched = 0;
        std::uint16_t slots = 0;
        std::uint16_t slot = 0;
        std::vector<Word> fitting;            // as of its kind, but only while it was held
        std::vector<std::uint8_t> forbidden;  // by slot
    };
    struct Move {
        bool swaps_slots = false;  // a laid card and a slot; else two places
        std::uint32_t a = 0;
        std::uint32_t b = 0;
    };

    bool watch(const detail::Evidence& evidence, std::uint8_t number);
    [[nodiscard]] Position world(Rng& rng);
    // Drawing by chance
    void deal(Rng& rng);
    [[nodiscard]] bool is_borne_out(Rng& rng);
    void count_all();
    // The chain
    void decide_way(Rng& rng);
    void search(Rng& rng);
    void set_heat(double violation, double hint);
    bool step(Rng& rng, Move& move);
    void run(Rng& rng, std::size_t steps);
    [[nodiscard]] std::size_t steps_of_sweep() const noexcept { return hands_ + laid_.size(); }
    [[nodiscard]] bool is_counted(std::size_t place) const noexcept;
    [[nodiscard]] int violations_by(std::size_t place, std::uint8_t kind) const noexcept;
    void do_move(const Move& move) noexcept;
    void change_kind(std::size_t place, std::uint8_t kind) noexcept;
    void change_slot(std::int32_t holder, std::size_t slot) noexcept;
    void recount(Watched& seat, const Word* was, const Word* was_there, const Word* is,
                 const Word* is_there) noexcept;

    // What is seen: the hidden cards all in the pile.
    Position seen_;
    int player_ = 0;
    int sweeps_ = default_sweeps;
    Way way_ = Way::undecided;
    double weight_ = 1;

    std::vector<Watched> watched_;
    std::vector<Laid> laid_;
    // Places for unseen cards: the hands of watched seats, the other hands, the pile.
    std::size_t hands_ = 0;               // of the first
    std::vector<std::uint8_t> owners_;    // by place: the seat, or max_players for the pile
    std::vector<std::uint8_t> watchers_;  // by place of the first: index in watched_
    std::vector<std::uint16_t> slots_;    // by place of the first
    std::vector<std::uint8_t> kinds_;     // by place

    int violations_ = 0;  // of proofs
    int hints_ = 0;       // declines of the pass model in spite of a card that fits
    std::vector<double> violation_powers_;
    std::vector<double> hint_powers_;
    std::vector<Move> excursion_;
    std::vector<std::uint16_t> free_slots_;
};

// One world: what a Belief's first sample is.
[[nodiscard]] Position resample(const Game& game, int player, Rng& rng, PassModel model = {});

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
