// Bindings of what all games share: exceptions, the random generator, checks of arguments.

#include <pybind11/operators.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <limits>
#include <thread>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>

#include "bind_rules.hpp"

namespace dotcore::bindings {

namespace {

// The Python twins of the C++ exceptions
struct Twins {
    py::object error, illegal_move, rules_error, invalid_record;
};

PYBIND11_CONSTINIT py::gil_safe_call_once_and_store<Twins> stored_twins;

py::object make_exception(py::module_& m, const char* name, py::handle base, const char* doc) {
    const std::string full_name = std::string("dotcore.") + name;
    auto type = py::reinterpret_steal<py::object>(
        PyErr_NewExceptionWithDoc(full_name.c_str(), doc, base.ptr(), nullptr));
    if (!type) throw py::error_already_set();
    m.attr(name) = type;
    return type;
}

// A message may quote bytes that a caller gave as text: what is no UTF-8 is shown escaped.
void raise_as(py::handle type, const char* message) {
    const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        message, static_cast<py::ssize_t>(std::strlen(message)), "backslashreplace"));
    if (text) PyErr_SetObject(type.ptr(), text.ptr());
}

void translate(std::exception_ptr thrown) {
    if (!thrown) return;
    const Twins& twins = stored_twins.get_stored();
    try {
        std::rethrow_exception(thrown);
    } catch (const IllegalMove& e) {
        raise_as(twins.illegal_move, e.what());
    } catch (const RulesError& e) {
        raise_as(twins.rules_error, e.what());
    } catch (const InvalidRecord& e) {
        raise_as(twins.invalid_record, e.what());
    } catch (const Error& e) {
        raise_as(twins.error, e.what());
    }
}

py::tuple state_of(const Rng& rng) {
    const Rng::State& s = rng.state();
    return py::make_tuple(s[0], s[1], s[2], s[3]);
}

Rng rng_from(const std::array<std::uint64_t, 4>& state) {
    if (state == std::array<std::uint64_t, 4>{})
        throw InvalidRecord("four zeros are no state of an Rng; at least one word must not be 0");
    return Rng::from_state(state);
}

Rng rng_from(const py::tuple& state) {
    std::array<std::uint64_t, 4> words{};
    if (state.size() != words.size())
        throw InvalidRecord("the state of an Rng has 4 words, not " + std::to_string(state.size()));
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = PyLong_Check(state[i].ptr()) ? PyLong_AsUnsignedLongLong(state[i].ptr()) : 0;
        if (!PyLong_Check(state[i].ptr()) || PyErr_Occurred()) {
            PyErr_Clear();
            throw InvalidRecord("the state of an Rng is 4 ints, each within 0 .. 2**64 - 1");
        }
    }
    return rng_from(words);
}

}  // namespace

// The end of the interpreter, as seen by threads that are without the GIL. The one state that
// modules share: an interpreter ends once.
struct InterpreterEnd {
    std::atomic<bool> has_begun{false};
    std::atomic<int> coming_back{0};
};
static InterpreterEnd interpreter_end;

void WithoutGil::come_back() {
    ++interpreter_end.coming_back;
    if (interpreter_end.has_begun) {
        --interpreter_end.coming_back;
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    PyEval_RestoreThread(thread_);
    --interpreter_end.coming_back;
}

// Called when the interpreter is about to end: whoever is on the way back still gets the GIL, those
// who come later are parked.
static void end_interpreter() {
    interpreter_end.has_begun = true;
    PyThreadState* const thread = PyEval_SaveThread();
    // Not for ever: a forked process may have inherited the number of threads it does not have.
    for (int ms = 0; interpreter_end.coming_back > 0 && ms < 1000; ++ms) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    PyEval_RestoreThread(thread);
}

std::string utf8_of(py::handle text) {
    return py::bytes(text.attr("encode")("utf-8", "backslashreplace"));
}

std::string shown(py::handle value) {
    try {
        return utf8_of(py::repr(value)[py::slice(0, 60, 1)]);
    } catch (const py::error_already_set&) {  // such as an int of too many digits
        return "some " + std::string(py::str(py::type::of(value).attr("__name__")));
    }
}

py::dict own_dict(py::handle options) {
    auto copy = py::reinterpret_steal<py::dict>(PyDict_Copy(options.ptr()));
    if (!copy) throw py::error_already_set();
    for (const auto& [name, value] : copy) {
        if (PyUnicode_CheckExact(name.ptr()) == 0 || PyUnicode_AsUTF8(name.ptr()) == nullptr) {
            PyErr_Clear();
            throw RulesError("an option is named by a text, not " + shown(name));
        }
    }
    return copy;
}

std::string rules_repr(const py::dict& options, const py::dict& defaults) {
    std::string text;
    for (const auto& [name, value] : options) {
        if (py::object(defaults[name]).equal(value)) continue;
        text += (text.empty() ? "" : ", ") + std::string(py::str(name)) + "=" +
                std::string(py::repr(value));
    }
    return "Rules(" + text + ")";
}

std::uint64_t as_seed(py::handle value) {
    const auto index = py::reinterpret_steal<py::int_>(PyNumber_Index(value.ptr()));
    if (!index) throw py::error_already_set();
    const unsigned long long seed = PyLong_AsUnsignedLongLong(index.ptr());
    if (PyErr_Occurred()) {
        PyErr_Clear();
        throw Error("seed " + shown(index) + " is outside 0 .. 2**64 - 1");
    }
    return seed;
}

RngArgument::RngArgument(py::handle rng_or_seed) {
    if (py::isinstance<Rng>(rng_or_seed))
        shared_ = rng_or_seed.cast<Rng*>();
    else if (PyIndex_Check(rng_or_seed.ptr()))
        own_.emplace(as_seed(rng_or_seed));
    else
        throw py::type_error("rng must be a dotcore.Rng or an int seed, not " +
                             std::string(py::str(py::type::of(rng_or_seed).attr("__name__"))));
}

void check_out(const py::array& out, const py::dtype& dtype, std::size_t least) {
    if (!out.dtype().equal(dtype))
        throw py::type_error("out must hold " + std::string(py::str(dtype)) + ", not " +
                             std::string(py::str(out.dtype())));
    if (!(out.flags() & py::array::c_style)) throw py::type_error("out must be C-contiguous");
    if (!(out.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_))
        throw py::type_error("out must be aligned");
    if (!out.writeable()) throw py::type_error("out must be writable");
    if (static_cast<std::size_t>(out.size()) < least)
        throw py::value_error("out must have room for " + std::to_string(least) +
                              " elements; it has " + std::to_string(out.size()));
}

void register_errors(py::module_& m) {
    stored_twins.call_once_and_store_result([&m] {
        Twins twins;
        twins.error =
            make_exception(m, "Error", PyExc_ValueError, "dotcore refused this; the base of all.");
        twins.illegal_move =
            make_exception(m, "IllegalMove", twins.error,
                           "A move, or an undo, that the rules or the state of the game refuse.");
        twins.rules_error = make_exception(
            m, "RulesError", twins.error,
            "An unknown option, a value outside its range, a start position that cannot be.");
        twins.invalid_record = make_exception(m, "InvalidRecord", twins.error,
                                              "A damaged record: bytes, text, pickle.");
        return twins;
    });
    py::register_local_exception_translator(&translate);
}

void register_core(py::module_& m) {
    py::module_::import("atexit").attr("register")(py::cpp_function(&end_interpreter));
    py::class_<Rng> rng(m, "Rng", R"(A random number generator: xoshiro256**, seeded by splitmix64.

The same seed gives the same draws on every platform, in Python and in C++.
Not safe to share between threads; give each its own.

>>> rng = dotcore.Rng(1)
>>> rng.below(6), rng.below(6), rng.below(6)
(4, 3, 3)
>>> rng == rng.copy()
True
)");
    publish(rng, "dotcore");
    rng.def(py::init([](const py::object& seed) { return Rng(as_seed(seed)); }), py::arg("seed"))
        .def("next_u64", &Rng::operator(), "The next 64 random bits, as an int.")
        .def(
            "below",
            [](Rng& self, std::int64_t n) {
                if (n < 1 || n > std::numeric_limits<std::uint32_t>::max())
                    throw Error("below(" + std::to_string(n) +
                                "): n must be within 1 .. 2**32 - 1");
                return self.below(static_cast<std::uint32_t>(n));
            },
            py::arg("n"), "A uniform int of 0 .. n - 1, without bias.")
        .def("uniform", &Rng::uniform, "A uniform float of [0, 1), with 53 random bits.")
        .def(
            "copy", [](const Rng& self) { return self; },
            "A generator in the same state, which will give the same draws.")
        .def_property_readonly("state", &state_of, "The four 64-bit words of the state.")
        .def_static(
            "from_state", [](const py::tuple& state) { return rng_from(state); }, py::arg("state"),
            "The generator that ``state`` was taken from.")
        .def(py::self == py::self)
        .def("__copy__", [](const Rng& self) { return self; })
        .def(
            "__deepcopy__", [](const Rng& self, const py::dict&) { return self; }, py::arg("memo"))
        .def("__repr__", [](const Rng& self) {
            return "dotcore.Rng.from_state(" + std::string(py::repr(state_of(self))) + ")";
        });
    make_picklable(rng, &state_of, [](const py::tuple& state) { return rng_from(state); });
}

}  // namespace dotcore::bindings
