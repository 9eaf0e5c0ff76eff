#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/names.hpp>

using namespace dotcore;
using namespace dotcore::dots;

namespace {

template <class Option>
void names_lead_back(std::initializer_list<Option> values) {
    for (const Option value : values) {
        CHECK_FALSE(name_of(value).empty());
        CHECK(option_named<Option>(name_of(value)) == value);
    }
}

}  // namespace

TEST_CASE("every option's name leads back to it") {
    names_lead_back({Capture::automatic, Capture::manual});
    names_lead_back({Entry::wait, Entry::capture, Entry::illegal});
    names_lead_back({Recapture::keep, Recapture::free});
    names_lead_back({Scoring::captures, Scoring::territory});
    names_lead_back({Ending::stop, Ending::ground, Ending::full});
    names_lead_back(
        {Start::empty, Start::single, Start::cross, Start::double_cross, Start::four_crosses});
}

TEST_CASE("names are the words of the rules") {
    CHECK(name_of(Capture::automatic) == "automatic");
    CHECK(name_of(Entry::wait) == "wait");
    CHECK(name_of(Recapture::free) == "free");
    CHECK(name_of(Scoring::territory) == "territory");
    CHECK(name_of(Ending::ground) == "ground");
    CHECK(name_of(Start::double_cross) == "double_cross");
    CHECK(name_of(Illegal::none).empty());
    CHECK(name_of(Illegal::outside) == "outside");
    CHECK(name_of(Illegal::occupied) == "occupied");
    CHECK(name_of(Illegal::captured) == "captured");
    CHECK(name_of(Illegal::suicide) == "suicide");
    CHECK(name_of(Illegal::over) == "over");
    CHECK(name_of(Illegal::turn) == "turn");
    CHECK(name_of(Illegal::chain) == "chain");
    CHECK(name_of(Reason::none).empty());
    CHECK(name_of(Reason::full) == "full");
    CHECK(name_of(Reason::stop) == "stop");
    CHECK(name_of(Reason::ground) == "ground");
    CHECK(name_of(Reason::resign) == "resign");
}

TEST_CASE("four crosses have a second name") {
    CHECK(option_named<Start>("quadruple_cross") == Start::four_crosses);
}

TEST_CASE("an unknown name is refused with those that are known") {
    CHECK_THROWS_WITH_AS((void)option_named<Entry>("maybe"),
                         "entry='maybe'; one of 'wait', 'capture', 'illegal'", RulesError);
    CHECK_THROWS_AS((void)option_named<Capture>(""), RulesError);
    CHECK_THROWS_AS((void)option_named<Capture>("Automatic"), RulesError);
    // A long name is not thrown back whole.
    std::string message;
    try {
        (void)option_named<Ending>(std::string(100000, 'x'));
    } catch (const RulesError& refused) {
        message = refused.what();
    }
    CHECK(message.size() < 200);
}

TEST_CASE("komi is a multiple of a half within 4096 points") {
    CHECK(komi_from_points(0) == 0);
    CHECK(komi_from_points(0.5) == 1);
    CHECK(komi_from_points(-3.5) == -7);
    CHECK(komi_from_points(4096) == 8192);
    CHECK(komi_from_points(-4096) == -8192);
    for (const double points :
         {0.25, 4096.5, -4097.0, 1e300, -1e300, std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN()}) {
        CHECK_THROWS_AS((void)komi_from_points(points), RulesError);
    }
}
