#include <dotcore/dots/board.hpp>

#include <algorithm>
#include <exception>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

[[nodiscard]] std::vector<Point> points_of(const Region& region) {
    std::vector<Point> points;
    for (int y = region.first; y <= region.last; ++y) {
        bits::for_each_bit(region.row(y), [&](int x) { points.push_back(Point::at(x, y)); });
    }
    return points;
}

// The chain of an area: the walk around it, whatever stands there now.
[[nodiscard]] std::vector<Point> chain_around(const Region& area) {
    Region trimmed = area;
    while (trimmed.first < trimmed.last && trimmed.row(trimmed.first) == 0) ++trimmed.first;
    PaddedRows wall;
    wall.fill(~std::uint64_t{0});
    for (int y = area.first; y <= area.last; ++y) *row_of(wall, y) = ~area.row(y);
    Chain chain;
    find_chain(wall, trimmed, chain);
    return {chain.points().begin(), chain.points().end()};
}

[[nodiscard]] std::vector<std::span<const Point>> spans_of(const Board::Chains& chains) {
    return {chains.begin(), chains.end()};
}

[[nodiscard]] std::string text_of(int x, int y) {
    return "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
}

}  // namespace

Board::Board(Size size, const Rules& rules) : Board(start_position(size, rules)) {}

Board::Board(Size size, const Rules& rules, std::span<const Dot> dots)
    : Board(start_position(size, rules, dots)) {}

Board::Board(const Position& start) : start_(start), position_(start) { log_.keep_captures(); }

// Legality

Illegal Board::why_outside(Player player) const {
    const Illegal why = position_.why_illegal(player);
    return why == Illegal::none ? Illegal::outside : why;
}

Illegal Board::why_illegal(int x, int y, Player player) const {
    if (!size().holds(x, y)) return why_outside(player);
    return position_.why_illegal(Point::at(x, y), player);
}

Illegal Board::why_illegal(int x, int y, Player player, const Chains& chains) const {
    if (chains.size() > max_points) return Illegal::chain;
    if (!size().holds(x, y)) return why_outside(player);
    return position_.why_illegal(Point::at(x, y), player, spans_of(chains));
}

std::string Board::explain(Illegal why, int x, int y, Player player) const {
    const std::string point = text_of(x, y);
    const std::string playable = "; playable points: " + std::to_string(position_.playable_count());
    switch (why) {
        case Illegal::none:
            return point + " is legal";
        case Illegal::outside:
            return point + " is off the board; x is 0 to " + std::to_string(size().width - 1) +
                   ", y 0 to " + std::to_string(size().height - 1);
        case Illegal::occupied:
            return point + " holds a dot" + playable;
        case Illegal::captured: {
            const Player owner =
                (position_.territory_row(0, y) & Point::at(x, y).bit()) != 0 ? 0 : 1;
            std::string message =
                point + " lies in a region that player " + std::to_string(owner) + " captured";
            for (const CaptureRecord& capture : captures_) {
                if (std::find(capture.area.begin(), capture.area.end(), Point::at(x, y)) !=
                    capture.area.end()) {
                    message += " at move " + std::to_string(capture.move_number);
                    break;
                }
            }
            return message + playable;
        }
        case Illegal::suicide:
            return point + " lies in an empty pool of player " + std::to_string(other(player)) +
                   " and captures nothing there, which entry='illegal' forbids";
        case Illegal::over:
            return "the game is over (" + std::string(name_of(position_.result().reason)) +
                   "); undo() goes back";
        case Illegal::turn:
            if (position_.status().closing)
                return "the turn is not ended yet; close chains or end it";
            return "player " + std::to_string(player) + " stopped; only player " +
                   std::to_string(other(player)) + " moves now";
        case Illegal::chain:
            if (position_.rules().captures_by_itself()) {
                return "chains are named only under capture='manual'; here dots capture by "
                       "themselves";
            }
            return "no legal chain; a chain visits live dots of player " + std::to_string(player) +
                   " once each, neighbour to neighbour, around a live enemy dot";
    }
    return point;
}

// Doing and undoing

void Board::record(Move::Kind kind, Player player, Point p, const Chains* chains) {
    const std::uint32_t count = chains == nullptr ? 0 : static_cast<std::uint32_t>(chains->size());
    if (count > 0) chains_.insert(chains_.end(), chains->begin(), chains->end());
    moves_.push_back(
        {kind, static_cast<std::int8_t>(player), position_.status().to_move, p, count});
}

void Board::keep_captures(const Chains* chains) {
    if (!log_.has_captures()) return;
    std::size_t named = 0;
    for (const UndoLog::Captured& captured : log_.take_captures()) {
        CaptureRecord& next = captures_.emplace_back();
        next.owner = captured.owner;
        next.chain = chains != nullptr && named < chains->size() ? (*chains)[named++]
                                                                 : chain_around(captured.area);
        next.area = points_of(captured.area);
        next.dots = points_of(captured.scored);
        next.move_number = static_cast<int>(moves_.size());
    }
}

int Board::place(int x, int y, Player player) {
    const Illegal why = why_illegal(x, y, player);
    if (why != Illegal::none) throw IllegalMove(explain(why, x, y, player));
    record(Move::Kind::place, player, Point::at(x, y), nullptr);
    const int gained = position_.place(Point::at(x, y), player, log_);
    keep_captures(nullptr);
    return gained;
}

int Board::place(int x, int y, Player player, const Chains& chains) {
    int gained = 0;
    const Illegal why = try_place(x, y, player, chains, &gained);
    if (why != Illegal::none) throw IllegalMove(explain(why, x, y, player));
    return gained;
}

Illegal Board::try_place(int x, int y, Player player, const Chains& chains, int* gained) {
    const Illegal why = why_illegal(x, y, player, chains);
    if (why != Illegal::none) return why;
    record(Move::Kind::place, player, Point::at(x, y), &chains);
    const int dots = position_.place(Point::at(x, y), player, spans_of(chains), log_);
    keep_captures(&chains);
    if (gained != nullptr) *gained = dots;
    return Illegal::none;
}

void Board::require_running(const char* act) const {
    if (position_.is_terminal()) {
        throw IllegalMove(std::string(act) + ": " +
                          explain(Illegal::over, 0, 0, position_.to_move()));
    }
}

void Board::stop(Player player) {
    require_running("stop");
    if (!position_.rules().allows_stop()) {
        throw IllegalMove("stop: ending='" + std::string(name_of(position_.rules().ending)) +
                          "' knows no stop; ending='stop' does");
    }
    if (position_.status().closing) {
        throw IllegalMove("stop: " + explain(Illegal::turn, 0, 0, player));
    }
    const int stopped_by = position_.status().stopped_by;
    if (stopped_by == player) {
        throw IllegalMove("stop: player " + std::to_string(player) + " stopped already; player " +
                          std::to_string(other(player)) + " plays on or says done");
    }
    record(Move::Kind::stop, player, Point{}, nullptr);
    position_.stop(player, log_);
}

void Board::ground(Player player, bool by_name) {
    require_running("ground");
    if (!by_name && !position_.rules().allows_grounding()) {
        throw IllegalMove("ground: ending='" + std::string(name_of(position_.rules().ending)) +
                          "' gives no grounding; name the player to ground all the same");
    }
    record(Move::Kind::ground, player, Point{}, nullptr);
    position_.ground(player, log_);
}

void Board::resign(Player player) {
    require_running("resign");
    record(Move::Kind::resign, player, Point{}, nullptr);
    position_.resign(player, log_);
}

void Board::apply(Action action) {
    require_running("apply");
    const Action plain = plain_action(size());
    const Player player = position_.to_move();
    if (!position_.is_legal(action)) {
        std::string message = "action " + std::to_string(action) + " is not legal";
        if (action >= 0 && action < plain && !position_.status().closing) {
            const Point p = point_of(size(), action);
            message += ": " + explain(position_.why_illegal(p, player), p.x(), p.y(), player);
        } else {
            Actions legal;
            position_.legal_actions(legal);
            message += "; legal actions: " + std::to_string(legal.size()) + " of " +
                       std::to_string(position_.num_actions());
        }
        throw IllegalMove(message);
    }
    Move::Kind kind = Move::Kind::place;
    Point p{};
    if (action < plain) {
        if (!position_.rules().captures_by_itself()) kind = Move::Kind::place_first;
        p = point_of(size(), action);
    } else if (action > plain) {
        kind = Move::Kind::enclose;
        p = point_of(size(), action);
    } else if (position_.status().closing) {
        kind = Move::Kind::end_turn;
    } else {
        kind = position_.rules().allows_grounding() ? Move::Kind::ground : Move::Kind::stop;
    }
    record(kind, player, p, nullptr);
    position_.apply(action, log_);
    keep_captures(nullptr);
}

void Board::undo() {
    if (moves_.empty()) throw IllegalMove("nothing to undo; the board is at its start");
    const Move last = moves_.back();
    while (!captures_.empty() && captures_.back().move_number == static_cast<int>(moves_.size()))
        captures_.pop_back();
    moves_.pop_back();
    chains_.resize(chains_.size() - last.chains);
    position_.undo(log_);
}

void Board::set_to_move(Player player) {
    const Status& status = position_.status();
    const bool is_anothers_turn = status.closing && player != status.to_move;
    if (status.stopped_by == player || is_anothers_turn) {
        throw IllegalMove(explain(Illegal::turn, 0, 0, player));
    }
    position_.set_to_move(player);
}

void Board::forget_history() noexcept {
    start_ = position_;
    log_.clear();
    moves_.clear();
    chains_.clear();
    captures_.clear();
}

void Board::replay(const Move& move, const Chains& chains) {
    const Player to_move = position_.to_move();
    set_to_move(move.to_move);
    try {
        repeat(move, chains);
    } catch (...) {
        position_.set_to_move(to_move);
        throw;
    }
}

std::vector<CaptureRecord> Board::final_pools() const {
    std::vector<CaptureRecord> pools;
    for (const FinalPool& pool : position_.final_pools()) {
        Region scoring = pool.area;
        for (int y = scoring.first; y <= scoring.last; ++y) {
            const std::uint64_t enemies =
                position_.live_row(other(pool.owner), y) | position_.dead_row(other(pool.owner), y);
            scoring.rows[static_cast<std::size_t>(y)] &= enemies & ~position_.scored_row(y);
        }
        pools.push_back({pool.owner, chain_around(pool.area), points_of(pool.area),
                         points_of(scoring), static_cast<int>(moves_.size())});
    }
    return pools;
}

void Board::repeat(const Move& move, const Chains& chains) {
    const Point p = move.point;
    switch (move.kind) {
        case Move::Kind::place:
            place(p.x(), p.y(), move.player, chains);
            break;
        case Move::Kind::stop:
            stop(move.player);
            break;
        case Move::Kind::ground:
            ground(move.player);
            break;
        case Move::Kind::resign:
            resign(move.player);
            break;
        case Move::Kind::place_first:
            apply(dot_action(size(), p));
            break;
        case Move::Kind::enclose:
            apply(enclose_action(size(), p));
            break;
        case Move::Kind::end_turn:
            apply(plain_action(size()));
            break;
    }
}

Board Board::transformed(Symmetry symmetry) const {
    Board turned(dots::transformed(start_, symmetry));
    const auto turn = [&](Point p) { return dots::transformed(p, size(), symmetry); };
    auto next = chains_.begin();
    for (Move move : moves_) {
        Chains chains(next, next + move.chains);
        next += move.chains;
        for (std::vector<Point>& chain : chains)
            std::transform(chain.begin(), chain.end(), chain.begin(), turn);
        move.point = turn(move.point);
        turned.replay(move, chains);
    }
    turned.position_.set_to_move(position_.to_move());
    return turned;
}

void Board::check_consistency() const {
    if (const char* wrong = position_.check_consistency()) throw Error(wrong);
    if (!(transformed(Symmetry::identity) == *this))
        throw Error("the history does not lead to the position");
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
