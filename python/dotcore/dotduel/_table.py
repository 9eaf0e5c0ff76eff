"""The table as text for a terminal.

Where nothing can be drawn a symbol is its number and a letter: 7c is the third of the symbols that
stand for 7. Cards share exactly one symbol, so two cards that both have 7c share nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dotcore._core import Error

from ._words import cards_count, checked_player, labels, mark_of, seconds, state_text, status_text

if TYPE_CHECKING:
    from dotcore._core.dotduel import Deck, Engine

    # Puts a style on a text; the style is "sought", "turn", "warning" or "faint".
    Style = Callable[[str, str], str]

__all__ = ["table_lines", "to_text"]

_NAME = 16  # columns of a name at most


def to_text(
    self: Engine,
    player: int | None = None,
    *,
    names: Sequence[str] | None = None,
    width: int = 80,
) -> str:
    """The table as text: what shows in the six slots, claims, duels, and how the players stand.

    A symbol is its number with a letter, such as 7c. Nothing is told that players may not know.

    Parameters
    ----------
    player
        The seat that looks: what it may say now follows. None tells the table alone.
    names
        Of the players, to stand beside their seats.
    width
        Columns of a line, 40 or more.

    Raises
    ------
    Error
        For a seat that does not play, names that do not fit, or too small a width.

    >>> engine = dotduel.Engine(2, order=range(57), dice=[6, 1, 3, 4])
    >>> for t, player, verb in [(0, None, "start"), (1, 0, "roll"), (2, 1, "roll"), (3, 0, "roll")]:
    ...     assert engine.submit(t, player, verb).accepted
    >>> engine.submit(4, 1, "claim", card=2, count=1).outcome
    'CLAIMED'
    >>> print(engine.to_text(names=["Ann", "Bo"]))
    round 1, 51 cards in the deck
      1  card 0   3a  4a  5b  7d  7e  8c  11a 12c
      2  card 1   8d  8e  9b  10a 10b 10f 11a 11c
      3  card 2   2a  3e  4a  6e  9c  9d  10a 11d  #1 P1 Bo: 1, 5.0 s
      4  card 3   2e  3c  4a  4d  7a  8a  9e  10b
      5  card 4   2a  2d  3b  3f  10b 10c 11e 12c
      6  card 5   2a  3a  4c  6a  6c  7a  8d  12d
      P0 Ann  no cards
      P1 Bo   no cards
    Seek 7
    """
    return "\n".join(table_lines(self, player, names, width))


def table_lines(
    engine: Engine,
    player: int | None,
    names: Sequence[str] | None,
    width: int = 80,
    style: Style = lambda text, _: text,
) -> list[str]:
    """The lines of `to_text`, parts of them in styles."""
    checked_player(player, engine.players)
    if width < 40:
        raise Error(f"width={width}; 40 columns or more")
    called = [label[:_NAME].rstrip() for label in labels(names, engine.players)]
    view, deck = engine.view(player), engine.deck
    lines = [style(_head(view), "faint")]
    lines += _show_lines(view, deck, called, width, style)
    lines += _zone_lines(view, deck, called, width, style)
    lines += _player_lines(view, called)
    lines.append(style(state_text(view, called), "turn"))
    if player is not None and (may := _may(view)):
        lines += _folded(f"{called[player]} may", may, width)
    return lines


def _marks(deck: Deck, card: int, number: int | None) -> list[tuple[str, bool]]:
    """The marks of a card's symbols by rising number, and which of them are sought."""
    numbers = deck.numbers
    symbols = sorted(deck.cards[card].tolist(), key=lambda symbol: (int(numbers[symbol]), symbol))
    return [(mark_of(deck, symbol), int(numbers[symbol]) == number) for symbol in symbols]


def _head(view: Mapping[str, Any]) -> str:
    told = f"round {view['round']}" if view["round"] else "before the first round"
    return f"{told}, {cards_count(view['deck_size'])} in the deck"


def _show_lines(
    view: Mapping[str, Any], deck: Deck, called: list[str], width: int, style: Style
) -> Iterator[str]:
    for slot, card in enumerate(view["show"], 1):
        if card is None:
            yield f"  {slot}  -"
            continue
        claims = [claim for claim in view["claims"] if claim["card"] == card]
        told = "  ".join(_claim_text(view, claim, called) for claim in claims)
        yield from _card_lines(f"  {slot}  ", view, deck, card, told, width, style)


def _card_lines(
    start: str,
    view: Mapping[str, Any],
    deck: Deck,
    card: int,
    told: str,
    width: int,
    style: Style,
) -> list[str]:
    line = painted = f"{start}card {card}".ljust(14)
    for mark, is_sought in _marks(deck, card, view["number"]):
        space = " " * max(4 - len(mark), 1)
        line += mark + space
        painted += (style(mark, "sought") if is_sought else mark) + space
    painted = painted.rstrip()
    if not told:
        return [painted]
    if len(line.rstrip()) + len(told) + 2 > width:
        return [painted, " " * 14 + style(told, "warning")]
    return [f"{painted}  {style(told, 'warning')}"]


def _claim_text(view: Mapping[str, Any], claim: Mapping[str, Any], called: list[str]) -> str:
    who = called[claim["player"]]
    if claim["id"] is None:
        return f"{who} waits with {claim['count']}"
    return f"#{claim['id']} {who}: {claim['count']}, {seconds(claim['deadline'] - view['now'])}"


def _zone_lines(
    view: Mapping[str, Any], deck: Deck, called: list[str], width: int, style: Style
) -> Iterator[str]:
    for duel in view["duels"]:
        who, other = called[duel["initiator"]], called[duel["other"]]
        yield f"  aside   card {duel['card']}, duel of {who} and {other}"
    for place, card in enumerate(view["grounds"], 1):
        yield from _card_lines(f"  g{place} ", view, deck, card, "", width, style)


def _player_lines(view: Mapping[str, Any], called: list[str]) -> Iterator[str]:
    column = max(map(len, called)) + 2
    for seat, name in enumerate(called):
        told = cards_count(view["scores"][seat])
        if status := status_text(view, seat):
            told += f", {status}"
        yield f"  {name:<{column}}{told}"


def _may(view: Mapping[str, Any]) -> list[str]:
    """What the player may say, in the words of the rules."""
    words = {
        "start": "start",
        "roll": "roll",
        "claim": "claim",
        "dot_duel": "call a duel",
        "prove_over": "prove a claim of too many",
        "double_dot": "call a Double Dot",
        "agree": "agree that nothing matches",
        "place": "place cards",
        "answer": "answer",
        "duel_double_dot": "call a Double Dot",
        "forfeit": "forfeit",
    }
    return [told for verb, told in words.items() if verb in view["legal"]]


def _folded(start: str, parts: list[str], width: int) -> list[str]:
    lines = [start]
    for i, part in enumerate(parts):
        word = part + ("," if i + 1 < len(parts) else "")
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append("  ")
        lines[-1] += f" {word}"
    return lines
