# The door for Cython to what all games share.
#
#   from dotcore.core cimport Rng, raise_dotcore_error
#
# Compile with include_dirs=[dotcore.get_include()], language C++20, and link the archive
# `dotcore` of dotcore.get_library_dir().

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "dotcore/python/errors.hpp" namespace "dotcore::python":
    # For `except +raise_dotcore_error`: raises dotcore.IllegalMove and its kin.
    void raise_dotcore_error()

cdef extern from "dotcore/core/rng.hpp" namespace "dotcore" nogil:
    # The same draws as dotcore.Rng for the same seed.
    cdef cppclass Rng:
        Rng(uint64_t seed)
        Rng(const Rng&)
        uint64_t next_u64 "operator()"()
        uint32_t below(uint32_t bound)
        double uniform()
        bint operator==(const Rng&)
