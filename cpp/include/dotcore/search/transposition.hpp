// The transposition table: what a search found out about positions, in memory of a fixed size.
//
// A bucket is one cache line of four entries, each with the whole 64-bit key, so that a proof does
// not rest on two positions being mistaken for each other. An entry gives way by age and depth:
// results of earlier searches first, then shallow ones. The table never grows.
//
// An entry holds a value and what is known of it. The bound says how the value was found (as a
// lower bound, an upper bound or exactly, to a depth); the two marks of proof say that no guess
// took part in one side of it, and hold at any depth.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include <dotcore/core/state.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

enum class Bound : std::uint8_t { none, lower, upper, exact };

// What the table tells of a position, as the player to move sees it.
struct Finding {
    std::int32_t value = 0;
    std::int32_t action = -1;  // the best one or the one that refuted; below 0: none
    int depth = 0;             // 0..max_depth
    Bound bound = Bound::none;
    bool at_least = false;  // proven: the position is worth no less than value
    bool at_most = false;   // proven: no more

    [[nodiscard]] bool is_proven() const noexcept { return at_least || at_most; }
    friend bool operator==(const Finding&, const Finding&) noexcept = default;
};

class TranspositionTable {
public:
    static constexpr std::size_t max_megabytes = 65536;
    static constexpr int max_depth = 255;      // deeper findings are kept as of this depth
    static constexpr int max_action = 0xfffd;  // larger ones cannot be kept
    static constexpr std::size_t entries_a_bucket = 4;

    // megabytes: 1..max_megabytes. Throws std::bad_alloc. The memory is the system's zero pages: it
    // costs nothing before it is used.
    explicit TranspositionTable(std::size_t megabytes)
        : buckets_{megabytes * (std::size_t{1} << 20) / sizeof(Bucket) - 1},
          memory_{std::calloc(buckets_ + 1, sizeof(Bucket))} {
        if (memory_ == nullptr) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        const std::size_t past = address % sizeof(Bucket);
        table_ = reinterpret_cast<Bucket*>(static_cast<std::byte*>(memory_.get()) +
                                           (past == 0 ? 0 : sizeof(Bucket) - past));
    }

    // Looking
    [[nodiscard]] std::size_t bytes() const noexcept { return (buckets_ + 1) * sizeof(Bucket); }
    [[nodiscard]] bool probe(std::uint64_t key, Finding& finding) const noexcept {
        for (const Entry& entry : bucket_of(key).entries) {
            if (entry.key == key && entry.bound() != Bound::none) {
                finding = entry.finding();
                return true;
            }
        }
        return false;
    }
    // Loads what probe will look at.
    void prefetch(std::uint64_t key) const noexcept {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket_of(key));
#else
        static_cast<void>(key);
#endif
    }
    // Entries of the current search in thousandths, from a sample.
    [[nodiscard]] int permille_full() const noexcept {
        const std::size_t sample = buckets_ < 1000 ? buckets_ : 1000;
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i) {
            for (const Entry& entry : table_[i].entries) {
                if (entry.bound() != Bound::none && entry.age() == generation_) ++used;
            }
        }
        return static_cast<int>(used * 1000 / (sample * entries_a_bucket));
    }

    // Changing
    // A new search begins: what is in the table stays useful, but gives way first.
    void grow_older() noexcept { generation_ = (generation_ + 1) & age_mask; }
    void clear() noexcept {
        for (std::size_t i = 0; i < buckets_; ++i) table_[i] = Bucket{};
        generation_ = 0;
    }
    // finding.bound must not be none. About the same position, an exact proof stays
    // whatever comes, half a proof gives way to a deeper guess only.
    void store(std::uint64_t key, const Finding& finding) noexcept {
        Bucket& bucket = bucket_of(key);
        Entry* place = nullptr;
        int lowest = 0;
        for (Entry& entry : bucket.entries) {
            if (entry.bound() == Bound::none) {
                if (place == nullptr || lowest > -1000) place = &entry;
                lowest = -1000;
                continue;
            }
            if (entry.key == key) {
                if (keeps(entry.finding(), finding)) {
                    entry.refresh(generation_);
                    return;
                }
                const std::int32_t known = entry.finding().action;
                entry = Entry(key, finding, generation_);
                if (finding.action < 0) entry.set_action(known);
                return;
            }
            const int worth = entry.depth - (entry.age() == generation_ ? 0 : 256);
            if (place == nullptr || worth < lowest) {
                place = &entry;
                lowest = worth;
            }
        }
        *place = Entry(key, finding, generation_);
    }

private:
    static constexpr unsigned age_mask = 15;

    struct Entry {
        std::uint64_t key = 0;
        std::int32_t value = 0;
        std::uint16_t kept_action = 0;  // plus one: 0 is none
        std::uint8_t depth = 0;
        std::uint8_t marks = 0;  // bound (2 bits), at_least, at_most, age (4 bits)

        Entry() = default;
        Entry(std::uint64_t its_key, const Finding& finding, unsigned generation) noexcept
            : key{its_key},
              value{finding.value},
              depth{static_cast<std::uint8_t>(finding.depth < 0           ? 0
                                              : finding.depth > max_depth ? max_depth
                                                                          : finding.depth)},
              marks{static_cast<std::uint8_t>(static_cast<unsigned>(finding.bound) |
                                              (finding.at_least ? 4U : 0U) |
                                              (finding.at_most ? 8U : 0U) | generation << 4)} {
            set_action(finding.action);
        }
        void set_action(std::int32_t action) noexcept {
            kept_action =
                static_cast<std::uint16_t>(action < 0 || action > max_action ? 0 : action + 1);
        }
        [[nodiscard]] Bound bound() const noexcept { return static_cast<Bound>(marks & 3); }
        [[nodiscard]] unsigned age() const noexcept { return marks >> 4; }
        void refresh(unsigned generation) noexcept {
            marks = static_cast<std::uint8_t>((marks & 15) | generation << 4);
        }
        [[nodiscard]] Finding finding() const noexcept {
            return {value,
                    static_cast<std::int32_t>(kept_action) - 1,
                    depth,
                    bound(),
                    (marks & 4) != 0,
                    (marks & 8) != 0};
        }
    };
    struct alignas(64) Bucket {
        Entry entries[entries_a_bucket];
    };
    static_assert(sizeof(Entry) == 16 && sizeof(Bucket) == 64);

    [[nodiscard]] static bool keeps(const Finding& old, const Finding& fresh) noexcept {
        if (old.at_least && old.at_most) return true;
        return old.is_proven() && !fresh.is_proven() && old.depth >= fresh.depth;
    }

    // The high half of the key chooses the bucket; any number of buckets will do.
    [[nodiscard]] Bucket& bucket_of(std::uint64_t key) const noexcept {
        return table_[static_cast<std::size_t>(((key >> 32) * std::uint64_t{buckets_}) >> 32)];
    }

    struct Free {
        void operator()(void* memory) const noexcept { std::free(memory); }
    };

    std::size_t buckets_;
    std::unique_ptr<void, Free> memory_;
    Bucket* table_ = nullptr;
    unsigned generation_ = 0;
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
