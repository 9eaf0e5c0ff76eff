"""DotCard's Python face against objects that act while they are read, and numbers without end."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import time
from typing import Any

import pytest

import dotcore
from dotcore import dotcard


def test_a_text_whose_split_gives_a_list_that_changes_is_read_by_itself() -> None:
    words: list[Any] = []

    class Text(str):
        def split(self, *_: Any) -> list[Any]:
            return words

    class Word:
        end = 4

        @property
        def card(self) -> dotcard.Card:
            words.clear()
            return dotcard.Card("9|4")

    for _ in range(50):
        words[:] = [Word(), Word(), Word()]
        assert dotcard.check_track(Text("9|4 4|4"), 9).points == 21


@pytest.mark.parametrize("kind", [dotcard.Rules, dotcore.dots.Rules])
def test_a_state_whose_keys_change_it_is_refused(kind: Any) -> None:
    armed = False

    class Key:
        def __hash__(self) -> int:
            if armed:
                options.clear()
            return 1

    for _ in range(50):
        armed = False
        options: dict[Any, int] = {Key(): 1, Key(): 2, Key(): 3}
        armed = True
        with pytest.raises(dotcore.Error):
            kind.__new__(kind).__setstate__((options,))


@pytest.mark.parametrize("copies", [2**31, -(2**80), 1.5, "2", (1,), (1, 2, 3), (2**40, 1)])
def test_copies_that_are_none_are_told(copies: Any) -> None:
    with pytest.raises(dotcore.RulesError):
        dotcard.Deck(max_pip=2, copies=copies)
    with pytest.raises(dotcore.RulesError):
        dotcard.Rules(deck={"max_pip": 2, "copies": copies})


def test_a_deck_with_a_part_that_it_does_not_have_is_told() -> None:
    for name in ("colour", "\ud800"):
        with pytest.raises(dotcore.RulesError):
            dotcard.Rules(deck={name: 1})


def test_a_card_that_acts_in_the_game_does_not_choose_what_is_drawn() -> None:
    game = dotcard.Game(2, seed=1)

    class Half:
        def __index__(self) -> int:
            if game.current_player >= 0:
                game.draw()
            return 1

    with pytest.raises(dotcore.IllegalMove):
        game.play((Half(), 0), on=0)  # type: ignore[arg-type]
    assert game.phase == "draw"


@pytest.mark.parametrize("limit", [0, -1, 10_000_001, 2**62])
def test_work_that_could_not_be_interrupted_is_bounded(limit: int) -> None:
    with pytest.raises(dotcore.Error, match="node_limit"):
        dotcard.count_best(["9|4"], 9, node_limit=limit)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
def test_ctrl_c_ends_playouts_of_the_longest_games() -> None:
    program = textwrap.dedent(
        """
        from dotcore import dotcard
        deck = dotcard.Deck(max_pip=9, copies=7, bonus=[0] * 7)
        game = dotcard.Game(8, dotcard.Rules(deck=deck, sub_rounds=20, hand_size=48))
        print("now", flush=True)
        try:
            dotcard.playouts(game, 10**7, 1)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"now"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        assert process.stdout.read().strip() == b"interrupted"
        assert time.monotonic() - started < 10
