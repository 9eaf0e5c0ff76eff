// Writing and reading little-endian bytes: what the byte formats of all games are made with.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {

class ByteWriter {
public:
    // The lowest eight bits of a number.
    void byte(int value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
    void number(std::uint64_t value, int size) {
        for (int i = 0; i < size; ++i) byte(static_cast<int>(value >> (8 * i) & 0xff));
    }
    [[nodiscard]] std::vector<std::uint8_t> take() { return std::exchange(bytes_, {}); }

private:
    std::vector<std::uint8_t> bytes_;
};

// Throws InvalidRecord, with the place, for what is not there or out of its range.
class ByteReader {
public:
    // `what` names the bytes in messages and must outlive the reader.
    ByteReader(std::span<const std::uint8_t> bytes, const char* what)
        : bytes_(bytes), what_(what) {}

    [[nodiscard]] std::uint8_t byte() {
        if (at_ == bytes_.size()) {
            throw InvalidRecord(std::string(what_) + " end at byte " + std::to_string(at_));
        }
        return bytes_[at_++];
    }
    // A byte that must be at most `most`.
    [[nodiscard]] int upto(int most, const char* fault) {
        const int value = byte();
        if (value > most) fail(fault);
        return value;
    }
    [[nodiscard]] std::uint64_t number(int size) {
        std::uint64_t value = 0;
        for (int i = 0; i < size; ++i) value |= std::uint64_t{byte()} << (8 * i);
        return value;
    }
    // How many bytes have been read.
    [[nodiscard]] std::size_t position() const noexcept { return at_; }
    [[nodiscard]] bool at_end() const noexcept { return at_ == bytes_.size(); }
    [[noreturn]] void fail(const std::string& fault) const {
        throw InvalidRecord(std::string(what_) + ": " + fault + " before byte " +
                            std::to_string(at_));
    }

private:
    std::span<const std::uint8_t> bytes_;
    const char* what_;
    std::size_t at_ = 0;
};

}  // namespace abi1
}  // namespace dotcore
