# From a Python object to the C++ object inside it, for Cython.
#
#   from dotcore.interop cimport board_of
#   cdef Board* board = board_of(python_board)
#
# Unwrap once per search, not once per move. The pointer is good as long as the Python object lives;
# without the GIL work on a copy, since another thread may use the object meanwhile.
#
# An extension module compiled for another layout of dotcore's types, or with a compiler whose
# classes are laid out differently, gets a TypeError.

from dotcore.core cimport Rng
from dotcore.dots cimport Board

cdef extern from *:
    """
    #include <pybind11/conduit/pybind11_conduit_v1.h>

    namespace {

    template <typename T>
    T* dotcore_unwrap(PyObject* object, const char* expected) {
        T* const found = pybind11_conduit_v1::get_type_pointer_ephemeral<T>(object);
        if (found == nullptr) {
            PyErr_Clear();
            PyErr_Format(PyExc_TypeError,
                         "expected a %s of the dotcore that this module was compiled for, not %s",
                         expected, Py_TYPE(object)->tp_name);
        }
        return found;
    }

    }  // namespace
    """
    Rng* unwrap_rng "dotcore_unwrap<dotcore::Rng>"(object rng, const char* expected) except NULL
    Board* unwrap_board "dotcore_unwrap<dotcore::dots::Board>"(object board, const char* expected) except NULL

cdef inline Board* board_of(object board) except NULL:
    """Return the C++ board of a dotcore.dots.Board; TypeError for anything else."""
    return unwrap_board(board, "dotcore.dots.Board")

cdef inline Rng* rng_of(object rng) except NULL:
    """Return the C++ generator of a dotcore.Rng; TypeError for anything else."""
    return unwrap_rng(rng, "dotcore.Rng")
