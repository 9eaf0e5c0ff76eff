// The decoders of Dot Duel's logs and snapshots.
//
// After 0 come the bytes of a log, after 1 those of a snapshot. Few of them pass their checks; so
// after 2 comes a log without checks, each record after a byte of its length, and after 3 a
// snapshot without one: the right checks are put in here, as a forger would. Either is refused with
// InvalidRecord, or is consistent, is written as it was read, and can be played on.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/core/zobrist.hpp>
#include <dotcore/dotduel/bytes.hpp>
#include <dotcore/dotduel/engine.hpp>

#include "expect.hpp"
#include "source.hpp"

using namespace dotcore;
using namespace dotcore::dotduel;
using fuzz::expect;

namespace {

using Bytes = std::vector<std::uint8_t>;
using Span = std::span<const std::uint8_t>;

// As the engine makes it
void append_check(Bytes& bytes, Span part, std::uint64_t seed, std::uint64_t place) {
    std::uint64_t hash = mix64(seed ^ (place + 1) * 0x9e3779b97f4a7c15);
    for (const std::uint8_t byte : part) hash = (hash ^ byte) * 0x100000001b3;
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(mix64(hash) >> 8 * i));
}

struct Head {
    std::size_t size;
    std::uint64_t seed;
};
// Of a log or a snapshot: magic, version and set-up.
[[nodiscard]] std::optional<Head> head_of(Span bytes) {
    constexpr std::size_t magic = 5;
    if (bytes.size() < magic) return std::nullopt;
    try {
        ByteReader in(bytes.subspan(magic), "a set-up");
        const Setup setup = read_setup(in);
        return Head{magic + in.position(), setup.seed};
    } catch (const Error&) {
        return std::nullopt;
    }
}

[[nodiscard]] Bytes checked_log(Span bytes) {
    const auto head = head_of(bytes);
    if (!head) return {};
    Bytes log(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(head->size));
    append_check(log, bytes.first(head->size), head->seed, 0);
    Span left = bytes.subspan(head->size);
    for (std::uint64_t place = 1; !left.empty(); ++place) {
        const std::size_t length = std::min<std::size_t>(left[0], left.size() - 1);
        const Span record = left.subspan(1, length);
        log.insert(log.end(), record.begin(), record.end());
        append_check(log, record, head->seed, place);
        left = left.subspan(1 + length);
    }
    return log;
}

[[nodiscard]] Bytes checked_snapshot(Span bytes) {
    const auto head = head_of(bytes);
    if (!head) return {};
    Bytes snapshot(bytes.begin(), bytes.end());
    append_check(snapshot, bytes, head->seed, 0);
    return snapshot;
}

// Events that suit whatever table this is.
void play_on(Engine& engine) {
    Rng rng(engine.hash());
    const auto below = [&rng](int bound) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(bound)));
    };
    for (int i = 0; i < 60; ++i) {
        const Table& table = engine.table();
        const Time due = engine.next_deadline();
        Event event = Event::of(std::max(table.now, below(4) == 0 ? due : table.now + below(50)),
                                below(table.players), static_cast<Verb>(below(verb_count)),
                                below(8), 1 + below(8));
        if (below(2) == 0) event.what = table.show[Table::at(below(show_slots))];
        if (event.verb == Verb::dot_duel || event.verb == Verb::prove_over) {
            event.what = table.claims[Table::at(below(Table::most_claims))].id;
        }
        if (event.verb == Verb::place || event.verb == Verb::duel_double_dot) {
            event.named = static_cast<std::int8_t>(1 + below(3));
            for (int k = 0; k < event.named; ++k) {
                event.cards[Table::at(k)] = static_cast<std::uint8_t>(below(57));
            }
        }
        engine.submit(event);
    }
    engine.advance(engine.table().now + 10'000);
}

void read_log(Span bytes) {
    try {
        Engine engine = Engine::replay(bytes);
        fuzz::expect_nothing_wrong(engine.check_consistency());
        const Engine again = Engine::replay(engine.log());
        expect(again.table() == engine.table() && again.snapshot() == engine.snapshot(),
               "a log that was read is written as one that plays the same");
        play_on(engine);
        fuzz::expect_nothing_wrong(engine.check_consistency());
    } catch (const InvalidRecord&) {
    }
}

void read_snapshot(Span bytes) {
    try {
        Engine engine = Engine::restore(bytes);
        fuzz::expect_nothing_wrong(engine.check_consistency());
        expect(std::ranges::equal(engine.snapshot(), bytes),
               "a snapshot is written as it was read");
        // No game may have led to a forged one; it is played on for the sanitizers' sake.
        play_on(engine);
    } catch (const InvalidRecord&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* first, std::size_t length) {
    if (length == 0) return 0;
    const Span rest(first + 1, length - 1);
    switch (first[0] % 4) {
        case 0:
            read_log(rest);
            break;
        case 1:
            read_snapshot(rest);
            break;
        case 2:
            read_log(checked_log(rest));
            break;
        default:
            read_snapshot(checked_snapshot(rest));
            break;
    }
    return 0;
}
