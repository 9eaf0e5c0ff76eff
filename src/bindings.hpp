// What the binding files share.
//
// Every type and exception is published under the name that users import it by (dotcore.Rng, not
// dotcore._core.Rng): pickles and messages hold that name, and the extension module can be
// rearranged without breaking old pickles.

#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>

namespace dotcore::bindings {

namespace py = pybind11;

// One call for each part of the module, made by module.cpp
void register_errors(py::module_& m);
void register_core(py::module_& m);
void register_dotcard(py::module_& m);
void register_dotduel(py::module_& m);
void register_dots(py::module_& m);
void register_search(py::module_& m);

// Names the public module of a class; call it before the first def, whose signature shows the name.
//
// An object that `__new__` made and `__init__` never saw holds nothing. pybind11 would lend it
// memory as it comes, through the hook taken here: using such an object is a TypeError instead.
inline void publish(py::handle type, const char* module) {
    type.attr("__module__") = module;
    py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(type.ptr()))->operator_new =
        [](std::size_t) -> void* { throw py::type_error("this object was never initialised"); };
    // Left to itself Python would make an uninitialised object to pickle, and abort.
    type.attr("__reduce__") = py::cpp_function(
        [](const py::object& self) -> py::object {
            throw py::type_error("a " + py::type::of(self).attr("__name__").cast<std::string>() +
                                 " cannot be pickled or copied");
        },
        py::name("__reduce__"), py::is_method(type));
}

// Lets other Python threads run as long as it lives.
//
// A thread that comes back while the interpreter ends is parked until the process is gone, as
// Python 3.14 does. Earlier versions end such a thread from within, and with it the process.
class WithoutGil {
public:
    WithoutGil() : thread_(PyEval_SaveThread()) {}
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;
    ~WithoutGil() noexcept(false) { come_back(); }

    // Has Ctrl-C been pressed? Then a Python error is set.
    [[nodiscard]] bool is_interrupted() {
        come_back();
        const bool interrupted = PyErr_CheckSignals() != 0;
        thread_ = PyEval_SaveThread();
        return interrupted;
    }

private:
    void come_back();
    PyThreadState* thread_;
};

// Pickling, with every protocol: `get_state` makes a tuple of an object, `from_state` an object of
// such a tuple. py::pickle alone leaves protocols 0 and 1 to Python, which then aborts.
template <class Class, class GetState, class FromState>
void make_picklable(Class& cls, GetState get_state, FromState from_state) {
    cls.def(py::pickle(get_state, [from_state](const py::tuple& state) {
        try {
            return from_state(state);
        } catch (const py::cast_error&) {
            throw Error("this is not the state of such an object");
        }
    }));
    // In place of what publish put there, not as an overload of it.
    cls.attr("__reduce__") = py::cpp_function(
        [](const py::object& self) {
            return py::make_tuple(py::module_::import("copyreg").attr("__newobj__"),
                                  py::make_tuple(py::type::of(self)), self.attr("__getstate__")());
        },
        py::name("__reduce__"), py::is_method(cls));
}

// A str as UTF-8; lone surrogates, which that lacks, come out escaped.
[[nodiscard]] std::string utf8_of(py::handle text);

// The beginning of a value's repr, for messages; its type where it has none that can be told.
[[nodiscard]] std::string shown(py::handle value);

// A copy of a dict of options, whose owner may change it while it is read. Throws RulesError unless
// its keys are plain text.
[[nodiscard]] py::dict own_dict(py::handle options);

// An int within 0 .. 2**64 - 1, or anything with __index__; Error if it is outside.
[[nodiscard]] std::uint64_t as_seed(py::handle value);

// The `rng` of a call: a dotcore.Rng, which is drawn from in place, or an int seed for a generator
// that lasts as long as the call. The Rng must not be drawn from without the GIL.
class RngArgument {
public:
    explicit RngArgument(py::handle rng_or_seed);
    [[nodiscard]] Rng& operator*() noexcept { return own_ ? *own_ : *shared_; }

private:
    std::optional<Rng> own_;
    Rng* shared_ = nullptr;
};

// The elements of an `out` argument of a call. TypeError unless it holds exactly T, is
// C-contiguous, aligned and writable; ValueError if it has fewer than `least` elements.
void check_out(const py::array& out, const py::dtype& dtype, std::size_t least);

template <class T>
[[nodiscard]] std::span<T> out_elements(py::array& out, std::size_t least) {
    check_out(out, py::dtype::of<T>(), least);
    return {static_cast<T*>(out.mutable_data()), static_cast<std::size_t>(out.size())};
}

}  // namespace dotcore::bindings
