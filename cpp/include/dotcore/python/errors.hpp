// Exceptions of dotcore for Python: the one header of dotcore that includes Python.h.
//
// Cython turns an unknown C++ exception into a RuntimeError. Declared `except +raise_dotcore_error`
// (core.pxd), a call raises what the Python module raises: dotcore.IllegalMove and its kin. Other
// exceptions become what Cython's plain `except +` makes of them.
//
// Include it before any header of the standard library, as Python.h asks.

#pragma once

#include <Python.h>

#include <ios>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include <dotcore/core/error.hpp>

namespace dotcore {
inline namespace abi1 {
namespace python {

// Sets the Python error `dotcore.<name>`. If dotcore cannot be imported, that error stands instead.
inline void set_error(const char* name, const char* message) noexcept {
    PyObject* const module = PyImport_ImportModule("dotcore");
    if (module == nullptr) return;
    PyObject* const type = PyObject_GetAttrString(module, name);
    Py_DECREF(module);
    if (type == nullptr) return;
    PyErr_SetString(type, message);
    Py_DECREF(type);
}

// Sets a Python error for the C++ exception that is being handled. Call it in a catch block, with
// the GIL held. A Python error that is already set is kept: it is the cause.
inline void raise_dotcore_error() noexcept {
    if (PyErr_Occurred() != nullptr) return;
    try {
        throw;
    } catch (const IllegalMove& e) {
        set_error("IllegalMove", e.what());
    } catch (const RulesError& e) {
        set_error("RulesError", e.what());
    } catch (const InvalidRecord& e) {
        set_error("InvalidRecord", e.what());
    } catch (const Error& e) {
        set_error("Error", e.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::bad_cast& e) {
        PyErr_SetString(PyExc_TypeError, e.what());
    } catch (const std::out_of_range& e) {
        PyErr_SetString(PyExc_IndexError, e.what());
    } catch (const std::invalid_argument& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const std::domain_error& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const std::ios_base::failure& e) {
        PyErr_SetString(PyExc_OSError, e.what());
    } catch (const std::overflow_error& e) {
        PyErr_SetString(PyExc_OverflowError, e.what());
    } catch (const std::range_error& e) {
        PyErr_SetString(PyExc_ArithmeticError, e.what());
    } catch (const std::underflow_error& e) {
        PyErr_SetString(PyExc_ArithmeticError, e.what());
    } catch (const std::exception& e) {
        PyErr_SetString(PyExc_RuntimeError, e.what());
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "unknown C++ exception");
    }
}

}  // namespace python
}  // namespace abi1
}  // namespace dotcore
