// The test program's main; the tests are in test_*.cpp, one file a header.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
