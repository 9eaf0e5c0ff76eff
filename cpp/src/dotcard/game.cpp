#include <dotcore/dotcard/game.hpp>

#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

[[nodiscard]] Position checked_start(int players, const Rules& rules, int sub_round, int starter) {
    check_rules(rules, players);
    if (sub_round < 0 || sub_round >= rules.sub_rounds) {
        throw RulesError("sub_round=" + std::to_string(sub_round + 1) + "; 1 to " +
                         std::to_string(rules.sub_rounds));
    }
    if (starter < -1 || starter >= players) {
        throw RulesError("starter=" + std::to_string(starter) + "; 0 to " +
                         std::to_string(players - 1));
    }
    if (starter >= 0 && rules.draws_starter()) {
        throw RulesError("who starts is drawn by lot (starter='random'); it cannot be given");
    }
    return Position(players, rules, sub_round, starter);
}

[[nodiscard]] const Position& checked(const Position& start) {
    try {
        check_rules(start.rules(), start.num_players());
    } catch (const RulesError& wrong) {
        throw InvalidRecord(wrong.what());
    }
    if (const char* wrong = start.check_consistency()) throw InvalidRecord(wrong);
    return start;
}

}  // namespace

Game::Game(int players, const Rules& rules) : Game(players, rules, 0) {}

Game::Game(int players, const Rules& rules, int sub_round, int starter)
    : start_(checked_start(players, rules, sub_round, starter)), position_(start_) {}

Game::Game(const Position& start) : start_(checked(start)), position_(start_) {}

const std::vector<Laid>& Game::laid() const noexcept {
    return position_.is_terminal() && !sheet_.empty() ? sheet_.back().laid : laid_;
}

std::array<int, max_players> Game::ranks() const noexcept {
    std::array<int, max_players> ranks{};
    const int players = position_.num_players();
    for (int seat = 0; seat < players; ++seat) {
        int rank = 1;
        for (int other = 0; other < players; ++other) {
            if (position_.total(other) < position_.total(seat)) ++rank;
        }
        ranks[static_cast<std::size_t>(seat)] = rank;
    }
    return ranks;
}

double Game::reward(int seat) const noexcept {
    if (log_.empty()) return 0;
    const Position before(position_.num_players(), position_.rules(), log_.before(),
                          position_.cards());
    return position_.returns(seat) - before.returns(seat);
}

void Game::apply(Action action) {
    if (const Illegal why = position_.why_illegal(action); why != Illegal::none) {
        throw IllegalMove(explain(position_, action, why));
    }
    const Position before = position_;
    actions_.push_back(action);
    const std::size_t acts = log_.size();
    try {
        position_.apply(action, log_);
        record(action, before);
    } catch (...) {  // no memory
        if (log_.size() > acts) position_.undo(log_);
        actions_.pop_back();
        throw;
    }
}

void Game::record(Action action, const Position& before) {
    const bool plays = before.current_player() >= 0 && is_play(action);
    Laid card;
    if (plays) {
        const Play play = play_of(action);
        card.card = play.card;
        card.track = static_cast<std::int8_t>(play.track());
        card.player = static_cast<std::int8_t>(before.turn());
        card.end = static_cast<std::int8_t>(before.end_after(play));
        laid_.push_back(card);
    }
    const Cards* ended = log_.ended();
    if (ended == nullptr) return;
    try {
        SubRound row;
        row.number = before.table().sub_round;
        row.start_number = static_cast<std::uint8_t>(before.start_number());
        row.starter = before.table().starter;
        row.out = plays ? card.player : Table::none;
        row.hands = ended->hands;
        if (plays) row.hands[static_cast<std::size_t>(card.player)].take(card.card);
        for (int seat = 0; seat < before.num_players(); ++seat) {
            row.scores[static_cast<std::size_t>(seat)] =
                static_cast<std::int16_t>(position_.total(seat) - before.total(seat));
        }
        sheet_.push_back(std::move(row));
    } catch (...) {
        if (plays) laid_.pop_back();
        throw;
    }
    sheet_.back().laid.swap(laid_);
}

void Game::undo() {
    if (actions_.empty()) throw IllegalMove("nothing to undo");
    if (log_.ended() != nullptr) {
        laid_ = std::move(sheet_.back().laid);
        sheet_.pop_back();
    }
    position_.undo(log_);
    if (position_.current_player() >= 0 && is_play(actions_.back())) laid_.pop_back();
    actions_.pop_back();
}

Action Game::sample_chance(Rng& rng) {
    if (position_.current_player() != CHANCE) throw IllegalMove("no chance act is due");
    const Action outcome = position_.sample_chance(rng);
    apply(outcome);
    return outcome;
}

void Game::resolve_chance(Rng& rng) {
    while (position_.current_player() == CHANCE) sample_chance(rng);
}

void Game::forget_history() {
    start_ = position_;
    log_.clear();
    actions_.clear();
    start_laid_ = laid_;
    start_sheet_ = sheet_.size();
}

Game Game::with_hidden(const Position& world) const {
    Game other(world);
    other.laid_ = other.start_laid_ = laid_;
    other.sheet_ = sheet_;
    other.start_sheet_ = sheet_.size();
    return other;
}

void Game::check_consistency() const {
    if (const char* wrong = position_.check_consistency()) throw Error(wrong);
    if (log_.size() != actions_.size())
        throw Error("a history of another length than its undo log");
    Game again(start_);
    again.laid_ = start_laid_;
    again.sheet_.assign(sheet_.begin(), sheet_.begin() + static_cast<std::ptrdiff_t>(start_sheet_));
    for (const Action action : actions_) again.apply(action);
    if (!(again.position_ == position_) || again.laid_ != laid_ ||
        again.sheet_.size() != sheet_.size()) {
        throw Error("the history does not lead to the position");
    }
    // What lies on the tracks, if all of it is known.
    const Table& table = position_.table();
    if (start_.laid().size() == static_cast<int>(start_laid_.size())) {
        CardSet lying;
        int lock = Table::none;
        std::uint16_t started = 0;
        for (const Laid& card : laid()) {
            lying.add(card.card);
            started |= static_cast<std::uint16_t>(1U << card.track);
            lock = card.card.is_block() ? card.track : Table::none;
        }
        if (!(lying == position_.laid())) throw Error("other cards on the tracks than were laid");
        if (started != table.started)
            throw Error("another track is started than cards were laid on");
        if (!position_.is_terminal() && lock != table.lock)
            throw Error("a lock without a block, or a block without a lock");
    }
    UndoLog log = log_;
    Position back = position_;
    while (!log.empty()) back.undo(log);
    if (!(back == start_)) throw Error("undo does not lead to the start");
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
