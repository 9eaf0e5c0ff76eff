// dots::from_bytes on any bytes: they are refused with InvalidRecord, or make a board that is
// consistent, is written as it was read, and can be played on and undone.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/dots/bytes.hpp>
#include <dotcore/dots/text.hpp>

#include "expect.hpp"

using namespace dotcore;
using namespace dotcore::dots;
using fuzz::expect;

namespace {

[[nodiscard]] std::optional<Board> read(std::span<const std::uint8_t> bytes) {
    try {
        return from_bytes(bytes);
    } catch (const InvalidRecord&) {
        return std::nullopt;
    }
}

// Some acts of the contract, chosen by the position itself, and back again.
void play_on_and_undo(Board& board) {
    const Position before = board.position();
    const std::size_t moves = board.moves().size();
    Rng rng(before.key());
    Actions actions;
    for (int i = 0; i < 12; ++i) {
        board.position().legal_actions(actions);
        if (actions.empty()) break;
        board.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        fuzz::expect_nothing_wrong(board.position().check_consistency());
    }
    while (board.moves().size() > moves) board.undo();
    expect(board.position() == before && board.position().key() == before.key(),
           "undo leads back to the position");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* first, std::size_t size) {
    const std::span bytes(first, size);
    std::optional<Board> board = read(bytes);
    if (!board) return 0;
    board->check_consistency();
    const bool history = (bytes[5] & 1) != 0;
    const std::vector<std::uint8_t> written = to_bytes(*board, history);
    expect(std::ranges::equal(written, bytes), "a board is written as it was read");

    const Result result = board->position().result();
    expect((result.reason != Reason::none) == board->position().is_terminal(),
           "an end has a reason");
    expect(!to_ascii(board->position()).empty(), "a board can be shown");
    play_on_and_undo(*board);
    while (!board->moves().empty()) board->undo();
    expect(board->captures().empty() && board->chains().empty(), "undo takes all back");
    return 0;
}
