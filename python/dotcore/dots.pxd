# The door for Cython to Dots: the C++ classes, as the headers in dotcore/dots describe them.
#
#   from dotcore.dots cimport Board, Point, Position, Rules, Size, UndoLog
#
# Search works on Position and an UndoLog of its own, without the GIL and without checks; Board keeps
# the history, checks everything and raises dotcore.IllegalMove or dotcore.RulesError.
#
# Compile with include_dirs=[dotcore.get_include()], library_dirs=[dotcore.get_library_dir()],
# libraries=["dotcore"], as C++20. interop.pxd leads from a Python board to its C++ Board.

from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint64_t, uint8_t
from libcpp.string cimport string
from libcpp.vector cimport vector

from dotcore.core cimport Rng, raise_dotcore_error

cdef extern from "dotcore/dots/point.hpp" namespace "dotcore::dots" nogil:
    int max_side
    int max_points

    cdef cppclass Point:
        uint16_t index
        Point()
        @staticmethod
        Point at(int x, int y) noexcept
        int x() noexcept
        int y() noexcept
        bint operator==(const Point&) noexcept

    cdef cppclass Size:
        int width
        int height
        Size()
        Size(int width, int height)
        int points() noexcept
        bint holds(int x, int y) noexcept

cdef extern from "dotcore/dots/rules.hpp" namespace "dotcore::dots" nogil:
    cdef enum class Capture(uint8_t):
        automatic
        manual

    cdef enum class Entry(uint8_t):
        wait
        capture
        illegal

    cdef enum class Recapture(uint8_t):
        keep
        free

    cdef enum class Scoring(uint8_t):
        captures
        territory

    cdef enum class Ending(uint8_t):
        stop
        ground
        full

    cdef enum class Start(uint8_t):
        empty
        single
        cross
        double_cross
        four_crosses

    cdef cppclass Rules:
        Capture capture
        Entry entry
        Recapture recapture
        bint capture_empty
        Scoring scoring
        Ending ending
        Start start
        int16_t komi_halves
        Rules()
        @staticmethod
        Rules bga() noexcept
        @staticmethod
        Rules zagram() noexcept
        @staticmethod
        Rules zagram_territory() noexcept
        @staticmethod
        Rules russian() noexcept
        bint operator==(const Rules&) noexcept

cdef extern from "dotcore/dots/undo_log.hpp" namespace "dotcore::dots" nogil:
    cdef enum class Reason(uint8_t):
        none
        full
        stop
        ground
        resign

    cdef cppclass UndoLog:
        UndoLog()
        bint empty() noexcept
        size_t size() noexcept
        void clear() noexcept

cdef extern from "dotcore/dots/position.hpp" namespace "dotcore::dots" nogil:
    cdef enum class Illegal(uint8_t):
        none
        outside
        occupied
        captured
        suicide
        over
        turn
        chain

    cdef cppclass Actions:
        Actions()
        size_t size() noexcept
        bint empty() noexcept
        int32_t operator[](size_t i) noexcept

    cdef cppclass Result:
        int winner
        int margin_halves
        Reason reason

    cdef cppclass Position:
        Position(Size size) noexcept
        Position(Size size, const Rules& rules) noexcept
        Position(const Position&) noexcept
        # Looking
        Size size() noexcept
        const Rules& rules() noexcept
        int to_move() noexcept
        int score(int player) noexcept
        Result result() noexcept
        int playable_count() noexcept
        uint64_t playable_row(int y) noexcept
        uint64_t live_row(int player, int y) noexcept
        bint is_playable(Point p) noexcept
        bint is_live(int player, Point p) noexcept
        Illegal why_illegal(Point p, int player) noexcept
        # Doing and undoing; legality is not checked
        int place(Point p, int player, UndoLog& log) except +raise_dotcore_error
        int place_for_good "place<false>"(Point p, int player, UndoLog* no_log) except +raise_dotcore_error
        void stop(int player, UndoLog& log) except +raise_dotcore_error
        void ground(int player, UndoLog& log) except +raise_dotcore_error
        void resign(int player, UndoLog& log) except +raise_dotcore_error
        void undo(UndoLog& log) noexcept
        # The contract of all games
        int num_players() noexcept
        int num_actions() noexcept
        int current_player() noexcept
        bint is_terminal() noexcept
        void legal_actions(Actions& actions) noexcept
        void apply(int32_t action, UndoLog& log) except +raise_dotcore_error
        double returns(int player) noexcept
        uint64_t key() noexcept
        bint operator==(const Position&) noexcept

cdef extern from "dotcore/dots/board.hpp" namespace "dotcore::dots" nogil:
    cdef cppclass Board:
        Board(Size size) except +raise_dotcore_error
        Board(Size size, const Rules& rules) except +raise_dotcore_error
        Board(const Position& start) except +raise_dotcore_error
        Board(const Board&) except +raise_dotcore_error
        const Position& position() noexcept
        Illegal why_illegal(int x, int y, int player) except +raise_dotcore_error
        int place(int x, int y, int player) except +raise_dotcore_error
        int place(int x, int y, int player, const vector[vector[Point]]& chains) except +raise_dotcore_error
        void stop(int player) except +raise_dotcore_error
        void ground(int player) except +raise_dotcore_error
        void resign(int player) except +raise_dotcore_error
        void apply(int32_t action) except +raise_dotcore_error
        void undo() except +raise_dotcore_error
        void set_to_move(int player) except +raise_dotcore_error
        bint operator==(const Board&) noexcept

cdef extern from "dotcore/dots/playout.hpp" namespace "dotcore::dots" nogil:
    int random_playout(Position& position, Rng& rng) except +raise_dotcore_error
    uint64_t perft(const Position& position, int depth) except +raise_dotcore_error

cdef extern from "dotcore/dots/text.hpp" namespace "dotcore::dots" nogil:
    string to_ascii(const Position& position) except +raise_dotcore_error
