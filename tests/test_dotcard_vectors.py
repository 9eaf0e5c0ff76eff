"""Known games of DotCard, in tests/data/dotcard (its README tells the form of a line)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dotcore import dotcard

FOLDER = Path(__file__).parent / "data" / "dotcard"
Line = dict[str, Any]


def vectors(name: str) -> pytest.MarkDecorator:
    lines = [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]
    return pytest.mark.parametrize("line", lines, ids=[line.get("id") for line in lines])


def rules_of(line: Line) -> dotcard.Rules:
    options = dict(line["rules"])
    if isinstance(options.get("deck"), list):
        max_pip, *copies, bonus = options["deck"]
        options["deck"] = dotcard.Deck(max_pip=max_pip, copies=(copies[0], copies[1]), bonus=bonus)
    return dotcard.Rules(**options)


class Dealer:
    """Gives the cards of known decks in their order, and the starter where it is drawn by lot."""

    def __init__(self, game: dotcard.Game, line: Line) -> None:
        self.game, self.first = game, line["first"]
        self.decks = [row["deck"].split() for row in line["sub_rounds"]]
        self.starters = [row["starter"] for row in line["sub_rounds"]]
        for deck in self.decks:
            assert Counter(map(dotcard.Card, deck)) == Counter(game.rules.deck.cards)

    def give(self) -> list[str]:
        """All that chance is to give now; the cards among it."""
        given = []
        while self.game.current_player == -1:
            number = self.game.sub_round - self.first
            if self.game.phase == "choose_starter":
                self.game.do(f"P{self.starters[number]}")
            else:
                deck = self.decks[number]
                given.append(deck[len(deck) - self.game.pile_size])
                self.game.do(given[-1])
        return given


def state_of(game: dotcard.Game) -> str:
    """The state as a word of the file: see its README."""
    plays = {(play.card, play.on, play.end) for play in game.legal_plays}
    other = "d" if 0 in game.legal_actions() else "p"
    parts = [
        "".join(str(track.end) if track.is_started else "-" for track in game.tracks),
        "".join("rg"[track.is_open] for track in game.tracks[:-1]),
        game.lock or "-",
        ".".join(map(str, game.hand_sizes)),
        game.pile_size,
        "".join(map(str, game.skips)),
        f"{game.turn}{game.phase}",
        f"{len(plays)}{other}",
    ]
    return "/".join(map(str, parts))


def check_game(line: Line) -> None:
    rows = line["sub_rounds"]
    rules = rules_of(line)
    starter = None if rules.starter == "random" else rows[0]["starter"]
    game = dotcard.Game(line["players"], rules, sub_round=line["first"], starter=starter)
    dealer = Dealer(game, line)
    for number, row in enumerate(rows, 1):
        dealer.give()
        assert (game.start_number, game.starter) == (row["start_number"], row["starter"])
        if "hands" in row:
            hands = [sorted(map(dotcard.Card, hand.split())) for hand in row["hands"]]
            assert [sorted(game.hand(seat)) for seat in range(game.players)] == hands
        for act, state in zip(row["acts"].split(), [*row["states"].split(), None], strict=True):
            done, _, took = act.partition(":")
            game.do(done)
            if state is None:
                break
            assert dealer.give() == ([took] if took else [])
            assert state_of(game) == state, act
        assert len(game.sheet) == number
        assert game.sheet[-1].out == row["out"]
        assert list(game.sheet[-1].scores) == row["scores"]
    assert game.totals.tolist() == [sum(scores) for scores in zip(*game.scores, strict=True)]
    assert game.is_terminal == (line["first"] + len(rows) > rules.sub_rounds)
    if "totals" in line:
        assert game.totals.tolist() == line["totals"]
        assert game.ranks.tolist() == line["ranks"]
        assert list(game.winners) == line["winners"]
    game.check_consistency()
    while game.action_history.size:
        game.undo()
    assert game == dotcard.Game(line["players"], rules, sub_round=line["first"], starter=starter)


@vectors("games.jsonl")
def test_a_game_goes_as_known(line: Line) -> None:
    check_game(line)
