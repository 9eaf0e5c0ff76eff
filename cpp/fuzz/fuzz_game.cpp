// A game on dots::Board out of bytes: rules, a size, then any acts, illegal ones among them.
//
// After every act the board is consistent, a refused act has changed nothing, and a dot placed
// without a log leaves what one with a log leaves. In the end all is undone.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/board.hpp>
#include <dotcore/dots/bytes.hpp>
#include <dotcore/dots/look.hpp>

#include "expect.hpp"
#include "source.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using fuzz::expect;
using fuzz::Source;

namespace {

[[nodiscard]] Rules draw_rules(Source& source) {
    Rules rules;
    rules.capture = static_cast<Capture>(source.below(2));
    rules.entry = static_cast<Entry>(source.below(3));
    rules.recapture = static_cast<Recapture>(source.below(2));
    rules.capture_empty = source.below(2) != 0;
    rules.scoring = static_cast<Scoring>(source.below(2));
    rules.ending = static_cast<Ending>(source.below(3));
    rules.start = static_cast<Start>(source.below(5));
    rules.komi_halves = static_cast<std::int16_t>(source.byte() - 128);
    return rules;
}

// A point on the board or just beside it.
[[nodiscard]] std::pair<int, int> draw_point(Source& source, Size size) {
    const int x = source.below(size.width + 2) - 1;
    const int y = source.below(size.height + 2) - 1;
    return {x, y};
}

[[nodiscard]] Board::Chains draw_chains(Source& source, Size size) {
    Board::Chains chains(static_cast<std::size_t>(source.below(3)));
    for (std::vector<Point>& chain : chains) {
        // A walk from point to neighbour, as chains are, or anything.
        int x = source.below(size.width);
        int y = source.below(size.height);
        for (int left = source.below(16); left > 0; --left) {
            chain.push_back(Point::at(x, y));
            const int step = source.below(9);
            x = std::clamp(x + step % 3 - 1, 0, size.width - 1);
            y = std::clamp(y + step / 3 - 1, 0, size.height - 1);
        }
    }
    return chains;
}

// The dot with a log and without: the same position but for the key.
void compare_unlogged(const Position& before, Point p, Player player, const Position& after) {
    Position unlogged = before;
    unlogged.place<false>(p, player, nullptr);
    for (int y = 0; y < before.size().height; ++y) {
        bool same = unlogged.playable_row(y) == after.playable_row(y) &&
                    unlogged.scored_row(y) == after.scored_row(y);
        for (const Player each : {0, 1}) {
            same = same && unlogged.live_row(each, y) == after.live_row(each, y) &&
                   unlogged.dead_row(each, y) == after.dead_row(each, y) &&
                   unlogged.territory_row(each, y) == after.territory_row(each, y);
        }
        expect(same, "a dot does the same with and without a log");
    }
    expect(unlogged.status() == after.status(), "scores are the same with and without a log");
}

void act(Board& board, Source& source) {
    const int kind = source.below(32);
    const Player player = source.below(2);
    switch (kind) {
        case 0:
            board.stop(player);
            return;
        case 1:
            board.ground(player, source.below(2) != 0);
            return;
        case 2:
            board.resign(player);
            return;
        case 3:
            board.set_to_move(player);
            return;
        case 4:
        case 5:
            board.undo();
            return;
        case 6: {
            const auto [x, y] = draw_point(source, board.size());
            board.place(x, y, player, draw_chains(source, board.size()));
            return;
        }
        case 7:
        case 8:
        case 9: {  // the highest numbers are the rare acts
            Actions actions;
            board.position().legal_actions(actions);
            if (!actions.empty()) {
                board.apply(actions[actions.size() - 1 - source.byte() % actions.size()]);
            }
            return;
        }
        case 10:
            board.apply(source.byte() - 4 + source.byte() * 16);
            return;
        case 11:  // every dot of the board: not where they are thousands
            if (board.size().points() <= 64) (void)one_move_captures(board.position(), player);
            return;
        case 12:
            (void)grounded(board.position(), player);
            return;
        default: {
            const auto [x, y] = draw_point(source, board.size());
            const Position before = board.position();
            board.place(x, y, player);
            compare_unlogged(before, Point::at(x, y), player, board.position());
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* first, std::size_t length) {
    Source source({first, length});
    const Rules rules = draw_rules(source);
    // Small boards are full of captures; every eighth may be of any size.
    const int most = source.below(8) == 0 ? 64 : 12;
    const int width = 1 + source.below(most);
    const Size size{width, 1 + source.below(most)};
    try {
        Board board(size, rules);
        for (int i = 0; i < 200 && !source.is_empty(); ++i) {
            const Position before = board.position();
            const std::size_t moves = board.moves().size();
            try {
                act(board, source);
            } catch (const IllegalMove&) {
                expect(board.position() == before && board.moves().size() == moves,
                       "a refused act changes nothing");
                continue;
            }
            fuzz::expect_nothing_wrong(board.position().check_consistency());
        }
        board.check_consistency();
        const std::vector<std::uint8_t> bytes = to_bytes(board, true);
        const Board read = from_bytes(bytes);
        expect(read == board && to_bytes(read, true) == bytes, "a game is read as it was written");
        const Symmetry symmetry = all_symmetries[static_cast<std::size_t>(source.below(8))];
        expect(board.transformed(symmetry).transformed(inverse(symmetry)) == board,
               "a game turned and turned back is the same");
        while (!board.moves().empty()) board.undo();
        Position start = board.start();
        start.set_to_move(board.position().to_move());
        expect(board.position() == start && board.position().key() == start.key(),
               "undo leads back to the start");
        expect(board.captures().empty() && board.chains().empty(), "undo takes all back");
    } catch (const RulesError&) {
        // A board too small for its start
    }
    return 0;
}
