"""Positions of DotCard for tests: hands are dealt as told, acts are written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dotcore import dotcard

if TYPE_CHECKING:
    from collections.abc import Iterator

# Five cards, start number 1: 0|0 1|0 1|1 B0 B-5. Two hands of two leave a pile of one.
TINY = dotcard.Deck(max_pip=1, copies=1, bonus=(0, -5))


def deal(*hands: str, first: int | None = None, sub_round: int = 1, **options: Any) -> dotcard.Game:
    """A game in which these hands were dealt, "9|4 B-5" to a player; seat ``first`` starts."""
    rules = dotcard.Rules(**{"hand_size": len(hands[0].split()), **options})
    game = dotcard.Game(len(hands), rules, sub_round=sub_round, starter=first)
    return give(game, *hands)


def give(game: dotcard.Game, *hands: str) -> dotcard.Game:
    """Deal these hands in the order of the deal, card k to seat k mod n."""
    assert game.phase == "deal"
    for lap in zip(*(hand.split() for hand in hands), strict=True):
        for card in lap:
            game.do(card)
    assert phase_of(game) == "start"
    for seat, hand in enumerate(hands):
        assert game.hand(seat) == cards(hand)
    return game


def phase_of(game: dotcard.Game) -> str:
    """The phase as any text, which no check before narrows down."""
    return game.phase


def do(game: dotcard.Game, *acts: str) -> dotcard.Game:
    """Make acts, one text each; "draw 4|0" and "pass" as at the table."""
    for act in acts:
        for word in act.split():
            game.do(word)
            game.check_consistency()
    return game


def cards(names: str) -> tuple[dotcard.Card, ...]:
    """Cards by kind, as the engine lists a hand."""
    named = [dotcard.Card(name) for name in names.split()]
    return tuple(sorted(named, key=lambda c: (c.is_bonus, c.high, c.low, -c.points)))


def acts(game: dotcard.Game) -> set[str]:
    """The legal acts as text."""
    return {game.action_to_string(action) for action in game.legal_actions()}


def bonus(card: str, *tracks: str) -> set[str]:
    """All ten plays of a bonus card on each of the tracks."""
    return {f"{card}@{track}={number}" for track in tracks for number in range(10)}


def with_dot(plays: set[str]) -> set[str]:
    """Each play without and with "dot"."""
    return plays | {play + "!" for play in plays}


def opened(game: dotcard.Game) -> str:
    """The seats whose markers are green, "02"."""
    return "".join(str(t.owner) for t in game.tracks if t.owner is not None and t.is_open)


def ends(game: dotcard.Game) -> list[int]:
    """The open ends of all tracks, the free one last."""
    return [track.end for track in game.tracks]


def one_card_rounds(game: dotcard.Game, rounds: int) -> Iterator[int]:
    """Plays sub-rounds in which the starter goes out at once; tells who that was."""
    for _ in range(rounds):
        number, seat = game.start_number, game.starter
        other = (number + 1) % 10
        hands = ["1|1", "2|2", "3|3", "4|4", "5|5", "6|6", "7|7"][: game.players]
        hands[seat] = f"{number}|{other}"
        give(game, *hands)
        yield seat
        do(game, f"{number}|{other}@P{seat}")
