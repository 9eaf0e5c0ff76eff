// The bytes that a fuzzer gives, as choices.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fuzz {

// The bytes one after the other, zeros after their end.
class Source {
public:
    explicit Source(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] bool is_empty() const { return at_ >= bytes_.size(); }
    int byte() { return is_empty() ? 0 : bytes_[at_++]; }
    int below(int bound) { return byte() % bound; }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

}  // namespace fuzz
