"""Acts in words: who did what, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dotcore._player_names import checked_names, printable

if TYPE_CHECKING:
    from dotcore._core.dotcard import Game

__all__ = ["act_in_words", "deal_in_words"]


def act_in_words(
    before: Game,
    after: Game,
    action: int,
    names: Sequence[str] | None = None,
    *,
    you: int | None = None,
) -> str:
    """Tell an act, for those who sit at the table: no hidden card is named.

    Parameters
    ----------
    before, after
        The game as it was, and once the act was made.
    action
        The act; nothing is told of a dealt card.
    names
        Of the players; P0, P1, ... without.
    you
        The seat that is spoken to: "You draw 7|3", its own cards are named.

    >>> game = dotcard.Game(2, dotcard.Rules(hand_size=1))
    >>> for card in ["9|4", "9|9"]:
    ...     game.do(card)
    >>> before = game.copy()
    >>> game.do("9|4@P0")
    >>> act_in_words(before, game, int(game.action_history[-1]), ["Ann", "Bo"])
    'Ann lays 9|4 on the own track.\\nSub-round 1 is over: Ann goes out.'
    """
    called = _called(before, names)
    seat = before.turn
    who, is_you = ("You", True) if seat == you else (called[seat], False)

    def does(verb: str, third: str) -> str:
        return f"{who} {verb if is_you else third}"

    act = before.action_to_string(action)
    phase = before.phase
    if phase == "deal":
        return ""
    if phase == "choose_starter":
        return f"The lot: {called[action]} starts."
    if phase in ("draw", "penalty"):
        told = does("draw", "draws") + (f" {act}" if is_you else " a card")
        if phase == "penalty":
            told += ': "dot" was not said'
        return f"{told}.{_rest(before, after, called, you)}"
    if act == "draw":
        return ""  # the card follows
    if act == "pass":
        own = after.tracks[seat] if after.sub_round == before.sub_round else None
        opens = own is not None and own.is_open and not before.tracks[seat].is_open
        told = does("pass", "passes") + (" and open" + "s" * (not is_you) if opens else "")
        told += (" your track" if is_you else " the own track") if opens else ""
        return f"{told}.{_rest(before, after, called, you)}"
    return _play(before, after, act, does, called, you)


def deal_in_words(game: Game, names: Sequence[str] | None = None, *, you: int | None = None) -> str:
    """Tell what a sub-round begins with.

    >>> deal_in_words(dotcard.Game(2, seed=1))
    'Sub-round 1 of 10: start number 9, P0 begins.'
    """
    who = "you begin" if game.turn == you else f"{_called(game, names)[game.turn]} begins"
    head = f"Sub-round {game.sub_round} of {game.rules.sub_rounds}"
    return f"{head}: start number {game.start_number}, {who}."


def _called(game: Game, names: Sequence[str] | None) -> list[str]:
    known = checked_names(names, game.players) or [f"P{seat}" for seat in range(game.players)]
    return [printable(name).strip() for name in known]


def _play(
    before: Game,
    after: Game,
    act: str,
    does: Callable[[str, str], str],
    called: list[str],
    you: int | None,
) -> str:
    seat = before.turn
    says_dot = act.endswith("!")
    card, _, rest = act.removesuffix("!").partition("@")
    track, _, number = rest.partition("=")
    owner = None if track == "F" else int(track[1:])
    if owner is None:
        where = "the free track"
    elif owner == you:
        where = "your track"
    else:
        where = "the own track" if owner == seat else f"{called[owner]}'s track"
    told = does("lay", "lays") + f" {card}"
    if card.startswith("B"):
        told += f" as {'an' if number == '8' else 'a'} {number}"
    elif number:
        told += f", the {number} outward,"
    told += f" on {where}"
    if says_dot:
        told += f' and {"say" if seat == you else "says"} "dot"'
    told += "."
    if len(after.sheet) == len(before.sheet):
        if owner == seat and before.tracks[seat].is_open:
            told += f" That closes {where}."
        if after.lock is not None:
            told += " The block locks the game."
        elif before.lock is not None:
            told += " The game is unlocked."
        if _forgot_dot(before, says_dot) and before.pile_size == 0:
            told += ' "Dot" was not said, and there is no card to draw.'
    return told + _rest(before, after, called, you)


def _forgot_dot(before: Game, says_dot: bool) -> bool:
    is_due = before.rules.dot_call == "declared" and before.hand_sizes[before.turn] == 2
    return is_due and not says_dot


def _rest(before: Game, after: Game, called: list[str], you: int | None) -> str:
    """The turns that were missed on the way, or how the sub-round ended."""
    if len(after.sheet) > len(before.sheet):
        row = after.sheet[-1]
        if row.out is None:
            how = "nobody can or will play, and there is no card to draw"
        else:
            how = "you go out" if row.out == you else f"{called[row.out]} goes out"
        return f"\nSub-round {row.number} is over: {how}."
    told = ""
    for step in range(1, before.players):
        seat = (before.turn + step) % before.players
        if after.skips[seat] < before.skips[seat]:
            told += " You miss a turn." if seat == you else f" {called[seat]} misses a turn."
    return told
