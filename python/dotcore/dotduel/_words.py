"""Words for what lies on the table and what happens there, the same in all pictures and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from dotcore._core import Error
from dotcore._player_names import labels

if TYPE_CHECKING:
    from dotcore._core.dotduel import Deck

__all__ = [
    "cards_count",
    "checked_player",
    "effect_text",
    "labels",
    "mark_of",
    "seconds",
    "state_text",
    "status_text",
]


def checked_player(player: int | None, players: int) -> int | None:
    """The seat; Error if it does not play."""
    if player is not None and not 0 <= player < players:
        raise Error(f"player={player}; 0 to {players - 1}, or None")
    return player


def cards_count(count: int) -> str:
    """So many cards.

    >>> cards_count(0), cards_count(1), cards_count(2)
    ('no cards', '1 card', '2 cards')
    """
    return "no cards" if count == 0 else "1 card" if count == 1 else f"{count} cards"


def seconds(milliseconds: int) -> str:
    """Seconds with a tenth, rounded down.

    >>> seconds(4999), seconds(-1)
    ('4.9 s', '0.0 s')
    """
    tenths = max(milliseconds, 0) // 100
    return f"{tenths // 10}.{tenths % 10} s"


@cache
def _marks(deck: Deck) -> tuple[str, ...]:
    seen: dict[int, int] = {}
    marks = []
    for number in deck.numbers.tolist():
        place = seen[number] = seen.get(number, -1) + 1
        letters = "" if place < 26 else chr(96 + place // 26)
        marks.append(f"{number}{letters}{chr(97 + place % 26)}")
    return tuple(marks)


def mark_of(deck: Deck, symbol: int) -> str:
    """A symbol where nothing can be drawn: its number, and a letter among those of that number.

    >>> deck = dotduel.Deck.from_cards([[0, 1], [0, 2], [1, 2]], [5, 7, 5], partial=True)
    >>> [mark_of(deck, symbol) for symbol in range(3)]
    ['5a', '7a', '5b']
    """
    return _marks(deck)[symbol]


def status_text(view: Mapping[str, Any], seat: int) -> str:
    """What holds for a player: barred, out, offline, agreed; empty if nothing does."""
    told = []
    status = view["status"][seat]
    if status == "BARRED":
        told.append("barred for this round")
    left = view["sit_out"][seat]
    if status == "OUT":
        told.append("out of this round")
    if left:
        told.append(f"{left} round{'s' * (left > 1)} to sit out")
    if not view["connected"][seat]:
        told.append("offline")
    if view["agreed"][seat]:
        told.append("has agreed")
    if view["phase"] == "FIRST_PLAYER" and view["thrown"][seat]:
        told.append(f"threw {view['thrown'][seat]}")
    return ", ".join(told)


def state_text(view: Mapping[str, Any], called: Sequence[str]) -> str:
    """What is going on, and who is to do what."""
    phase, duel = view["phase"], view["duel"]
    if phase == "OVER":
        winner = view["winner"]
        return "The game is over: " + (
            "nobody wins" if winner is None else f"{called[winner]} wins"
        )
    if phase == "SETUP":
        return "The game has not begun"
    if phase == "FIRST_PLAYER":
        return "All throw a die: the highest begins"
    roller = view["roller"]
    who = "Nobody" if roller is None else called[roller]
    if phase == "AWAIT_ROLL":
        return f"{who} is to roll"
    if phase == "SEEK":
        return f"Seek {view['number']}"
    assert duel is not None
    duelists = [called[seat] for seat in duel["players"]]
    if duel["is_final"]:
        what = f"Final of {' and '.join(duelists)}"
    else:
        what = f"Duel of {' and '.join(duelists)} about card {duel['card']}"
    if phase in ("DUEL_FILL", "FINAL_FILL"):
        filler = duel["filler"]
        return what + ("" if filler is None else f": {called[filler]} is to place cards")
    if phase in ("DUEL_ROLL", "FINAL_ROLL"):
        return f"{what}: {who} is to roll"
    return f"{what}: how many {view['number']}s?"


def effect_text(effect: Mapping[str, Any], called: Sequence[str]) -> str:
    """What has happened, in words; empty for what others tell already.

    >>> effect_text({"change": "rolled", "t": 0, "player": 1, "number": 7}, ["Ann", "Bo"])
    'Bo rolls 7.'
    """
    player = effect.get("player")
    who = "" if player is None else called[player]
    card = f"card {effect.get('card')}"
    told: dict[str, Callable[[], str]] = {
        "thrown": lambda: f"{who} throws {effect['die']}.",
        "first": lambda: f"{who} is the first player.",
        "round": lambda: f"Round {effect['round']}.",
        "passed": lambda: "Nobody can roll: the round passes.",
        "rolled": lambda: f"{who} rolls {effect['number']}.",
        "claimed": lambda: f"{who} claims {card}{_count_told(effect)}.",
        "live": lambda: f"{who}'s claim on {card} is open now.",
        "voided": lambda: f"{who}'s claim on {card} is void.",
        "added": lambda: f"{who} adds {card}.",
        "returned": lambda: f"{who} returns {card} to the deck.",
        "aside": lambda: f"{card.capitalize()} is set aside.",
        "barred": lambda: f"{who} is barred for the rest of the round.",
        "sentenced": lambda: f"{who} sits out {_rounds(effect['rounds'])}.",
        "seek_over": lambda: "Seeking is over.",
        "placed": lambda: f"{who} places {card}." if player is not None else "",
        "misfired": lambda: f"{who} says {effect['total']}: wrong.",
        "duel_won": lambda: f"{who} wins the duel." if player is not None else "",
        "over": lambda: f"{who} wins the game." if player is not None else "Nobody wins the game.",
    }
    change = effect["change"]
    return told[change]() if change in told else ""


def _count_told(effect: Mapping[str, Any]) -> str:
    """How many symbols a claim names, where the host has added that, and its number."""
    told = f": {effect['count']}" if "count" in effect else ""
    return told + (f" (#{effect['claim']})" if "claim" in effect else "")


def _rounds(count: int) -> str:
    return "the next round" if count == 1 else f"the next {count} rounds"
