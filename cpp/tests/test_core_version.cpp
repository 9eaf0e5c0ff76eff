#include <doctest/doctest.h>

#include <dotcore/core/version.hpp>

TEST_CASE("headers and archive are of one version") {
    CHECK(dotcore::version == dotcore::library_version());
}
