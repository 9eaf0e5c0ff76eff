// An engine's log and snapshots.
//
// Log: "ddlg", 1, the set-up, a check of it; then the records. A record: flags (1 seq, 2 what, 4
// with, 8 roll_id, 16 duel_id, 32 cards, 64 a long time, 128 an advance); the time since the record
// before (uint16, long: int64); and of an event its verb, outcome, player (-1 for none), and what
// the flags tell: seq (int64), what, with, roll_id, duel_id (int32), a count and so many cards; a
// check. Snapshot: "ddsn", 1, the set-up, the generator (4 uint64), dice and picks used (uint32),
// size of the log and the time of its last record (int64), ranges of numbers seen (uint32 and two
// int64 each), the table; a check.
//
// A check is 32 bits of all that comes before it, of the seed and of a record's place. It finds
// what was damaged or moved; it is no proof against a forger.

#include <dotcore/core/zobrist.hpp>
#include <dotcore/dotduel/bytes.hpp>
#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotduel {

namespace {

constexpr int has_seq = 1, has_what = 2, has_with = 4, has_roll_id = 8, has_duel_id = 16,
              has_cards = 32, is_long = 64, is_advance_record = 128;

[[nodiscard]] std::uint32_t check_of(std::span<const std::uint8_t> bytes, std::uint64_t seed,
                                     std::uint64_t place) noexcept {
    std::uint64_t hash = mix64(seed ^ (place + 1) * 0x9e3779b97f4a7c15);
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return static_cast<std::uint32_t>(mix64(hash));
}

void append(std::vector<std::uint8_t>& bytes, const std::vector<std::uint8_t>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// A part, and the check of it.
void append_checked(std::vector<std::uint8_t>& bytes, ByteWriter& part, std::uint64_t seed,
                    std::uint64_t place) {
    const std::vector<std::uint8_t> written = part.take();
    append(bytes, written);
    ByteWriter check;
    check.number(check_of(written, seed, place), 4);
    append(bytes, check.take());
}

// Reads parts and their checks.
class PartReader : public ByteReader {
public:
    PartReader(std::span<const std::uint8_t> bytes, const char* what)
        : ByteReader(bytes, what), bytes_(bytes) {}
    void check_part(std::uint64_t seed, std::uint64_t place) {
        const std::size_t end = position();
        const auto expected = check_of(bytes_.subspan(start_, end - start_), seed, place);
        if (number(4) != expected) fail("damaged or moved: the check does not fit");
        start_ = position();
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t start_ = 0;
};

// How many records a log may have had, so that it can go on.
constexpr std::int64_t most_records = std::int64_t{1} << 53;

}  // namespace

std::vector<std::uint8_t> Engine::log(std::int64_t since) const {
    if (since < 0 || since > log_size()) {
        throw Error("since=" + std::to_string(since) + "; the log has " +
                    std::to_string(log_size()) + " records");
    }
    if (since < log_start_ && !has_whole_log()) {
        throw Error("since=" + std::to_string(since) + "; this engine was restored after " +
                    std::to_string(log_start_) + " records and has those from there on");
    }
    std::vector<std::uint8_t> bytes;
    ByteWriter out;
    if (since == 0) {
        write_header(out, "ddlg");
        write(out, setup_);
        append_checked(bytes, out, setup_.seed, 0);
    }
    const auto record_at = [this](std::int64_t place) -> const Record& {
        return log_[static_cast<std::size_t>(place - log_start_)];
    };
    const std::int64_t first = std::max(since, log_start_);
    Time before = first == log_start_ ? log_start_time_ : record_at(first - 1).event.t;
    for (std::int64_t place = first; place < log_size(); ++place) {
        const Record& record = record_at(place);
        const Event& event = record.event;
        const Time passed = event.t - before;
        before = event.t;
        const bool takes_long = passed > 0xffff;
        const int flags =
            (event.seq >= 0 ? has_seq : 0) | (event.what != -1 ? has_what : 0) |
            (event.with != -1 ? has_with : 0) | (event.roll_id != -1 ? has_roll_id : 0) |
            (event.duel_id != -1 ? has_duel_id : 0) | (event.named != 0 ? has_cards : 0) |
            (takes_long ? is_long : 0) | (record.is_advance ? is_advance_record : 0);
        out.byte(flags);
        out.number(static_cast<std::uint64_t>(passed), takes_long ? 8 : 2);
        if (!record.is_advance) {
            out.byte(static_cast<int>(event.verb));
            out.byte(static_cast<int>(record.outcome));
            out.byte(event.player);
            const auto write_if = [&](int flag, std::int64_t value, int size) {
                if ((flags & flag) != 0) out.number(static_cast<std::uint64_t>(value), size);
            };
            write_if(has_seq, event.seq, 8);
            write_if(has_what, event.what, 4);
            write_if(has_with, event.with, 4);
            write_if(has_roll_id, event.roll_id, 4);
            write_if(has_duel_id, event.duel_id, 4);
            if ((flags & has_cards) != 0) {
                out.byte(event.named);
                for (const std::uint8_t card : event.named_cards()) out.byte(card);
            }
        }
        append_checked(bytes, out, setup_.seed, static_cast<std::uint64_t>(place));
    }
    return bytes;
}

Engine Engine::replay(std::span<const std::uint8_t> log) {
    PartReader in(log, "the bytes of a Dot Duel log");
    read_header(in, "ddlg");
    Engine engine(read_setup(in));
    const std::uint64_t seed = engine.setup_.seed;
    in.check_part(seed, 0);
    for (std::uint64_t place = 1; !in.at_end(); ++place) {
        const int flags = in.byte();
        Event event;
        const auto passed = static_cast<Time>(in.number((flags & is_long) != 0 ? 8 : 2));
        if (passed < 0 || passed > latest_time) in.fail("a time that is none");
        event.t = engine.table_.now + passed;
        if ((flags & is_advance_record) != 0) {
            if ((flags & ~(is_long | is_advance_record)) != 0) in.fail("an advance of an event");
            in.check_part(seed, place);
            if (passed == 0 || !engine.advance(event.t)) in.fail("an advance that was none");
            continue;
        }
        event.verb = static_cast<Verb>(in.upto(verb_count - 1, "no verb"));
        const auto outcome = static_cast<Outcome>(in.upto(outcome_count - 1, "no outcome"));
        event.player = static_cast<std::int8_t>(in.byte());
        const auto read_if = [&](int flag, auto& value) {
            if ((flags & flag) == 0) return;
            using Number = std::remove_reference_t<decltype(value)>;
            value = static_cast<Number>(in.number(sizeof(Number)));
        };
        read_if(has_seq, event.seq);
        read_if(has_what, event.what);
        read_if(has_with, event.with);
        read_if(has_roll_id, event.roll_id);
        read_if(has_duel_id, event.duel_id);
        if ((flags & has_cards) != 0) {
            event.named = static_cast<std::int8_t>(in.byte());  // any number was heard
            const std::size_t count = event.named_cards().size();
            for (std::size_t i = 0; i < count; ++i) event.cards[i] = in.byte();
        }
        in.check_part(seed, place);
        const Outcome now = engine.submit(event);
        if (now != outcome) {
            in.fail("record " + std::to_string(place) + " is told " + std::string(name_of(now)) +
                    " and not " + std::string(name_of(outcome)));
        }
    }
    engine.effects_.clear();
    return engine;
}

std::vector<std::uint8_t> Engine::snapshot() const {
    ByteWriter out;
    write_header(out, "ddsn");
    write(out, setup_);
    for (const std::uint64_t word : rng_.state()) out.number(word, 8);
    out.number(dice_used_, 4);
    out.number(picks_used_, 4);
    out.number(static_cast<std::uint64_t>(log_size()), 8);
    out.number(static_cast<std::uint64_t>(log_.empty() ? log_start_time_ : log_.back().event.t), 8);
    out.number(seen_.ranges().size(), 4);
    for (const auto& [first, last] : seen_.ranges()) {
        out.number(static_cast<std::uint64_t>(first), 8);
        out.number(static_cast<std::uint64_t>(last), 8);
    }
    write(out, table_);
    std::vector<std::uint8_t> bytes;
    append_checked(bytes, out, setup_.seed, 0);
    return bytes;
}

Engine Engine::restore(std::span<const std::uint8_t> snapshot) {
    PartReader in(snapshot, "the bytes of a Dot Duel snapshot");
    read_header(in, "ddsn");
    Engine engine(read_setup(in));
    Rng::State state;
    for (std::uint64_t& word : state) word = in.number(8);
    if (state == Rng::State{}) in.fail("a generator that is none");
    engine.rng_ = Rng::from_state(state);
    engine.dice_used_ = in.number(4);
    engine.picks_used_ = in.number(4);
    if (engine.dice_used_ > engine.setup_.dice.size() ||
        engine.picks_used_ > engine.setup_.picks.size()) {
        in.fail("more dice or picks used than there are");
    }
    engine.log_start_ = static_cast<std::int64_t>(in.number(8));
    engine.log_start_time_ = static_cast<Time>(in.number(8));
    if (engine.log_start_ < 1 || engine.log_start_ > most_records || engine.log_start_time_ < 0) {
        in.fail("records before the first");
    }
    std::int64_t before = -2;
    for (std::uint64_t left = in.number(4); left > 0; --left) {
        const auto first = static_cast<std::int64_t>(in.number(8));
        const auto last = static_cast<std::int64_t>(in.number(8));
        if (first < 0 || first - 2 < before || last < first) in.fail("numbers seen out of order");
        engine.seen_.append(first, last);
        before = last;
    }
    engine.table_ = read_table(in);
    in.check_part(engine.setup_.seed, 0);
    if (!in.at_end()) in.fail("something comes after the end");
    if (const char* const fault = engine.check_consistency()) {
        in.fail(std::string("a table that cannot be: ") + fault);
    }
    if (const char* const fault = lacks_room(engine.table_)) {
        in.fail(std::string("a table that cannot be: ") + fault);
    }
    if (engine.table_.players != engine.setup_.players) in.fail("other players than the set-up's");
    if (engine.table_.now < engine.log_start_time_) in.fail("records later than the clock");
    return engine;
}

}  // namespace dotduel
}  // namespace abi1
}  // namespace dotcore
