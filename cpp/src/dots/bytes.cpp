#include <dotcore/dots/bytes.hpp>

#include <array>
#include <string>

#include <dotcore/core/bytes.hpp>
#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

constexpr std::array<std::uint8_t, 4> magic{'d', 'o', 't', 's'};
constexpr std::uint8_t version = 1;
constexpr std::uint8_t with_history = 1;

[[nodiscard]] std::int8_t player_or_none(ByteReader& in, const char* fault) {
    const auto value = static_cast<std::int8_t>(in.byte());
    if (value < -1 || value > 1) in.fail(fault);
    return value;
}
[[nodiscard]] std::int16_t signed16(ByteReader& in) {
    return static_cast<std::int16_t>(in.number(2));
}

// Calls visit(rows) for each plane in the order of the format; planes may be const.
template <class Planes, class Visit>
void for_each_plane(Planes& planes, Visit&& visit) {
    for (auto* pair : {&planes.live, &planes.dead, &planes.territory}) {
        visit((*pair)[0]);
        visit((*pair)[1]);
    }
    visit(planes.scored);
}

[[nodiscard]] Position::Planes planes_of(const Position& position) {
    Position::Planes planes;
    for (int y = 0; y < position.size().height; ++y) {
        const auto row = static_cast<std::size_t>(y);
        for (const Player player : {0, 1}) {
            const auto i = static_cast<std::size_t>(player);
            planes.live[i][row] = position.live_row(player, y);
            planes.dead[i][row] = position.dead_row(player, y);
            planes.territory[i][row] = position.territory_row(player, y);
        }
        planes.scored[row] = position.scored_row(y);
    }
    return planes;
}

void write_position(ByteWriter& out, const Position& position) {
    const Size size = position.size();
    const Rules& rules = position.rules();
    const Status& status = position.status();
    out.byte(size.width);
    out.byte(size.height);
    for (const int option : {static_cast<int>(rules.capture), static_cast<int>(rules.entry),
                             static_cast<int>(rules.recapture),
                             static_cast<int>(rules.capture_empty), static_cast<int>(rules.scoring),
                             static_cast<int>(rules.ending), static_cast<int>(rules.start)}) {
        out.byte(option);
    }
    out.number(static_cast<std::uint16_t>(rules.komi_halves), 2);
    out.byte(status.to_move);
    out.byte(status.stopped_by);
    out.byte(status.loser);
    out.byte(static_cast<int>(status.ended));
    out.byte(status.owes_chain ? 2 : status.closing ? 1 : 0);
    const Position::Planes planes = planes_of(position);
    for_each_plane(planes, [&](const Rows& rows) {
        for (int y = 0; y < size.height; ++y)
            out.number(rows[static_cast<std::size_t>(y)], (size.width + 7) / 8);
    });
}

[[nodiscard]] Position read_position(ByteReader& in) {
    Size size;
    size.width = in.byte();
    size.height = in.byte();
    if (!size.is_playable()) in.fail("a size outside 1..64");
    Rules rules;
    rules.capture = static_cast<Capture>(in.upto(1, "no value of capture"));
    rules.entry = static_cast<Entry>(in.upto(2, "no value of entry"));
    rules.recapture = static_cast<Recapture>(in.upto(1, "no value of recapture"));
    rules.capture_empty = in.upto(1, "no value of capture_empty") != 0;
    rules.scoring = static_cast<Scoring>(in.upto(1, "no value of scoring"));
    rules.ending = static_cast<Ending>(in.upto(2, "no value of ending"));
    rules.start = static_cast<Start>(in.upto(4, "no value of start"));
    rules.komi_halves = signed16(in);
    if (rules.komi_halves < -8192 || rules.komi_halves > 8192) in.fail("komi out of range");
    Status status;
    status.to_move = static_cast<std::int8_t>(in.upto(1, "no player to move"));
    status.stopped_by = player_or_none(in, "no player who stopped");
    status.loser = player_or_none(in, "no player who resigned");
    status.ended = static_cast<Reason>(in.upto(4, "no reason for the end"));
    const int closing = in.upto(2, "no state of a turn");
    status.closing = closing != 0;
    status.owes_chain = closing == 2;
    if (status.ended == Reason::full) in.fail("a full board is not an act");
    if ((status.ended == Reason::resign) != (status.loser >= 0))
        in.fail("a loser without a resignation");
    if (status.ended == Reason::stop && status.stopped_by < 0)
        in.fail("an end by stop without a stop");
    if (status.stopped_by >= 0 && (!rules.allows_stop() || status.to_move == status.stopped_by)) {
        in.fail("a stop that cannot be");
    }
    if (status.owes_chain && !rules.forbids_suicide()) in.fail("a chain that is not owed");
    if (status.closing && (rules.captures_by_itself() || status.ended != Reason::none))
        in.fail("a turn that cannot be");
    Position::Planes planes;
    for_each_plane(planes, [&](Rows& rows) {
        for (int y = 0; y < size.height; ++y) {
            rows[static_cast<std::size_t>(y)] = in.number((size.width + 7) / 8);
            if ((rows[static_cast<std::size_t>(y)] & ~size.columns()) != 0)
                in.fail("points beyond the board");
        }
    });
    const Position position(size, rules, planes, status);
    if (const char* wrong = position.check_consistency()) in.fail(wrong);
    return position;
}

}  // namespace

std::vector<std::uint8_t> to_bytes(const Board& board, bool history) {
    ByteWriter out;
    for (const std::uint8_t letter : magic) out.byte(letter);
    out.byte(version);
    out.byte(history ? with_history : 0);
    write_position(out, history ? board.start() : board.position());
    if (!history) return out.take();
    out.number(board.moves().size(), 4);
    std::size_t next = 0;
    for (const Move& move : board.moves()) {
        out.byte(static_cast<int>(move.kind));
        out.byte(move.player);
        out.byte(move.to_move);
        out.byte(move.point.x());
        out.byte(move.point.y());
        out.number(move.chains, 2);
        for (std::uint32_t i = 0; i < move.chains; ++i) {
            const std::vector<Point>& chain = board.chains()[next++];
            out.number(chain.size(), 2);
            for (const Point dot : chain) {
                out.byte(dot.x());
                out.byte(dot.y());
            }
        }
    }
    out.byte(board.position().to_move());
    return out.take();
}

Board from_bytes(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes, "board bytes");
    for (const std::uint8_t letter : magic) {
        if (in.byte() != letter) in.fail("no dots board");
    }
    if (in.byte() != version) in.fail("an unknown version");
    const int flags = in.upto(with_history, "unknown flags");
    Board board(read_position(in));
    if (flags == with_history) {
        const Size size = board.size();
        const std::uint64_t count = in.number(4);
        for (std::uint64_t i = 0; i < count; ++i) {
            Move move;
            move.kind = static_cast<Move::Kind>(
                in.upto(static_cast<int>(Move::Kind::end_turn), "no kind of move"));
            move.player = static_cast<std::int8_t>(in.upto(1, "no player"));
            move.to_move = static_cast<std::int8_t>(in.upto(1, "no player to move"));
            const int x = in.upto(size.width - 1, "a point off the board");
            const int y = in.upto(size.height - 1, "a point off the board");
            move.point = Point::at(x, y);
            Board::Chains chains(in.number(2));
            for (std::vector<Point>& chain : chains) {
                const std::uint64_t dots = in.number(2);
                for (std::uint64_t k = 0; k < dots; ++k) {
                    const int dot_x = in.upto(size.width - 1, "a chain off the board");
                    chain.push_back(
                        Point::at(dot_x, in.upto(size.height - 1, "a chain off the board")));
                }
            }
            move.chains = static_cast<std::uint32_t>(chains.size());
            try {
                board.replay(move, chains);
            } catch (const IllegalMove& refused) {
                in.fail("move " + std::to_string(i + 1) + " is illegal, " + refused.what());
            }
            // What a kind of move leaves open is written in one way only.
            if (board.moves().back() != move) in.fail("a move as no game records it");
        }
        try {
            board.set_to_move(in.upto(1, "no player to move"));
        } catch (const IllegalMove& refused) {
            in.fail(refused.what());
        }
    }
    if (!in.at_end()) in.fail("more bytes than a board has");
    return board;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
