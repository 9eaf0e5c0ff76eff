#include <doctest/doctest.h>

#include <string>

#include <dotcore/core/error.hpp>

using namespace dotcore;

TEST_CASE_TEMPLATE("every error is caught as dotcore::Error and tells its message", Kind,
                   IllegalMove, RulesError, InvalidRecord) {
    std::string message;
    try {
        throw Kind("what was wrong");
    } catch (const Error& e) {
        message = e.what();
    }
    CHECK(message == "what was wrong");
}
