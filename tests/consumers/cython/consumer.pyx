# The game of ../cmake/main.cpp once more, from Cython: on a C++ board, then on a Python one.

import dotcore
from dotcore import dots

from cython.operator cimport dereference as value_of

from dotcore.core cimport Rng
from dotcore.dots cimport Board, Illegal, Position, Rules, Size, random_playout
from dotcore.interop cimport board_of, rng_of


cdef int play(Board* board, Rng* rng) except -1 nogil:
    cdef int dots_left = 300
    cdef int x, y, player
    while dots_left > 0:
        x = rng.below(20)
        y = rng.below(20)
        player = board.position().to_move()
        if board.why_illegal(x, y, player) != Illegal.none:
            continue
        board.place(x, y, player)
        dots_left -= 1
    return 0


cdef void show(Board* board, Rng* rng) except *:
    cdef Position* copy = new Position(board.position())
    try:
        print(copy.score(0), copy.score(1), copy.key())
        try:
            board.place(20, 0, 0)
        except dotcore.IllegalMove as refused:
            print(refused)
        print(random_playout(value_of(copy), value_of(rng)))
    finally:
        del copy


def on_a_board_of_its_own():
    cdef Board* board = new Board(Size(20, 20), Rules.bga())
    cdef Rng* rng = new Rng(1)
    try:
        with nogil:
            play(board, rng)
        show(board, rng)
    finally:
        del rng
        del board


def on_a_python_board():
    python_board = dots.Board(20, 20, rules=dots.Rules.bga())
    python_rng = dotcore.Rng(1)
    cdef Board* board = board_of(python_board)
    cdef Rng* rng = rng_of(python_rng)
    play(board, rng)
    show(board, rng)
    assert python_rng != dotcore.Rng(1)  # it was drawn from
    assert python_board.move_number == 300
    assert python_board.scores == (board.position().score(0), board.position().score(1))
    assert python_board.key == board.position().key()


def refused():
    for wrong in (None, 1, dotcore.Rng(1), dots.Rules()):
        try:
            board_of(wrong)
        except TypeError as error:
            assert "expected a dotcore.dots.Board" in str(error), error
        else:
            raise AssertionError(wrong)
    try:
        del_board(new Board(Size(65, 20)))
    except dotcore.RulesError:
        pass
    else:
        raise AssertionError("a board of 65 columns")


cdef void del_board(Board* board) noexcept:
    del board


def main():
    on_a_board_of_its_own()
    on_a_python_board()
    refused()
