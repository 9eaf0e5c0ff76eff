// What dotcore throws.
//
// Each kind has a Python twin of the same name (dotcore.Error, a ValueError, and its subclasses).
// A message says what was wrong and what would be right. Whatever throws has changed nothing.
// A call that may fail in the normal course of a game has a noexcept `try_` form beside it.

#pragma once

#include <stdexcept>

namespace dotcore {
inline namespace abi1 {

// The base of all: catch it for "dotcore refused this".
class Error : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

// A move, or an undo, that the rules or the state of the game refuse.
class IllegalMove : public Error {
public:
    using Error::Error;
};

// An unknown option, a value outside its range, a start position that cannot be.
class RulesError : public Error {
public:
    using Error::Error;
};

// A damaged record: bytes, board text, pickle.
class InvalidRecord : public Error {
public:
    using Error::Error;
};

}  // namespace abi1
}  // namespace dotcore
