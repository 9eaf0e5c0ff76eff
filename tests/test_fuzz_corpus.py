"""The inputs that fuzzing of the C++ core starts from, read once by way of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import dotcore
from dotcore import dotcard, dotduel, dots

CORPUS = Path(__file__).parent.parent / "cpp" / "fuzz" / "corpus"


def inputs(fuzzer: str) -> list[bytes]:
    contents = [path.read_bytes() for path in sorted((CORPUS / fuzzer).iterdir())]
    assert contents
    return contents


def test_boards_as_bytes_are_refused_or_written_as_they_were_read() -> None:
    read = 0
    for content in inputs("fuzz_bytes"):
        try:
            board = dots.Board.from_bytes(content)
        except dotcore.InvalidRecord:
            continue
        read += 1
        board.check_consistency()
        assert board.to_bytes(history=content[5] == 1) == content
    assert read >= 14


@pytest.mark.parametrize("rules", [dots.Rules.bga(), dots.Rules.zagram()])
def test_board_texts_are_refused_or_written_as_they_were_read(rules: dots.Rules) -> None:
    read = 0
    for content in inputs("fuzz_text"):
        text = content[1:].decode("latin-1")
        try:
            board = dots.Board.from_ascii(text, rules)
        except dotcore.InvalidRecord:
            continue
        read += 1
        board.check_consistency()
        assert board.to_ascii().split() == "".join(text.split(" ")).split()
    assert read >= 20


def test_dotcard_games_as_bytes_are_refused_or_written_as_they_were_read() -> None:
    read = 0
    for content in inputs("fuzz_dotcard"):
        if content[0] % 2 != 0:
            continue
        try:
            game = dotcard.Game.from_bytes(content[1:])
        except dotcore.InvalidRecord:
            continue
        read += 1
        game.check_consistency()
        assert game.to_bytes(history=content[6] == 1) == content[1:]
    assert read >= 10


def test_dot_duels_logs_and_snapshots_are_refused_or_written_as_they_were_read() -> None:
    logs = snapshots = 0
    for content in inputs("fuzz_dotduel_bytes"):
        try:
            if content[0] % 4 == 0:
                engine = dotduel.Engine.replay(content[1:])
                assert dotduel.Engine.replay(engine.log()).hash == engine.hash
                logs += 1
            elif content[0] % 4 == 1:
                engine = dotduel.Engine.restore(content[1:])
                assert engine.snapshot() == content[1:]
                snapshots += 1
            else:
                continue  # without checks: for the fuzzer alone
        except dotcore.InvalidRecord:
            continue
        engine.check_consistency()
    assert min(logs, snapshots) >= 10


def test_corpora_are_small() -> None:
    for folder in CORPUS.iterdir():
        sizes = [path.stat().st_size for path in folder.iterdir()]
        assert len(sizes) <= 100, folder
        assert max(sizes) <= 4200, folder
