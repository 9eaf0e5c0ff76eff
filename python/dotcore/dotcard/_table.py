"""The table as text, as one seat sees it or with all hands open.

A card on a track is [a|b], the half that it touches with first. A block lies crosswise and takes
three lines; a bonus card shows the number chosen for it. The number that is open stands last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING

from dotcore._core import Error
from dotcore._player_names import labels

if TYPE_CHECKING:
    from dotcore._core.dotcard import Card, Game, LaidCard, Track

    # Puts a style on a text; the style is "open", "closed", "lock", "turn" or "faint".
    Style = Callable[[str, str], str]

__all__ = ["checked_player", "table_lines", "to_text", "touching", "turn_text"]

_NAME = 16  # columns of a name at most


def to_text(
    self: Game,
    player: int | None = None,
    *,
    names: Sequence[str] | None = None,
    width: int = 80,
) -> str:
    """The table as text: tracks, markers, lock, hands, totals, and whose turn it is.

    Parameters
    ----------
    player
        The seat that looks: of the other hands only the number of cards is shown. None lays all
        hands open.
    names
        Of the players, to stand beside their seats.
    width
        Columns of a line, 40 or more; longer tracks and hands go on in a new line.

    Raises
    ------
    Error
        For a seat that does not play, names that do not fit, or too small a width.

    >>> game = dotcard.Game(2, dotcard.Rules(hand_size=3))
    >>> for act in ["9|4", "9|9", "B-5", "7|3", "2|2", "8|0", "9|4@P0", "9|9@P1"]:
    ...     game.do(act)
    >>> print(game.to_text(player=0, names=["Ann", "Bo"]))
    sub-round 1 of 10, start number 9, 108 cards in the pile
    > P0 Ann  closed  [9|4] 4
                      [9]
      P1 Bo   closed  [-] 9  LOCKED
                      [9]
      free            starts with 9
      P0 Ann  hand    2|2 B-5, total 0
      P1 Bo   hand    2 cards, total 0
    P0 Ann is to play
    """
    return "\n".join(table_lines(self, player, names, width))


def checked_player(game: Game, player: int | None) -> int | None:
    """The seat as an int; Error if it does not play."""
    if player is None:
        return None
    seat = index(player)
    if not 0 <= seat < game.players:
        raise Error(f"player={seat}; 0 to {game.players - 1}, or None for all")
    return seat


def touching(card: Card, end: int) -> int:
    """The half of a domino or block that is not its open end."""
    assert card.high is not None
    assert card.low is not None
    return card.low if card.high == end else card.high


def table_lines(
    game: Game,
    player: int | None,
    names: Sequence[str] | None,
    width: int,
    style: Style = lambda text, _: text,
) -> list[str]:
    """The lines of `to_text`, parts of them in styles."""
    seat = checked_player(game, player)
    if width < 40:
        raise Error(f"width={width}; 40 columns or more")
    called = [label[:_NAME].rstrip() for label in labels(names, game.players)]
    column = max(4, *map(len, called)) + 2
    lines = [style(_head(game), "faint")]
    for track in game.tracks:
        lines += _track_lines(game, track, called, column, width, style)
    for i, label in enumerate(called):
        lines += _hand_lines(game, i, seat, f"  {label:<{column}}hand    ", width)
    lines.append(style(turn_text(game, names), "turn"))
    return lines


def _head(game: Game) -> str:
    pile = game.pile_size
    cards = "no card" if pile == 0 else "1 card" if pile == 1 else f"{pile} cards"
    text = f"sub-round {game.sub_round} of {game.rules.sub_rounds}, start number "
    return f"{text}{game.start_number}, {cards} in the pile"


def turn_text(game: Game, names: Sequence[str] | None = None) -> str:
    """Who is to do what."""
    called = labels(names, game.players)
    who = called[game.turn]
    phase = game.phase
    if phase == "over":
        won = [called[seat] for seat in game.winners]
        return f"the game is over: {' and '.join(won)} {'win' if len(won) > 1 else 'wins'}"
    if phase == "choose_starter":
        return "who starts is to be drawn by lot"
    if phase == "deal":
        return "cards are to be dealt"
    if phase == "draw":
        return f"{who} is to get a card from the pile"
    if phase == "penalty":
        return f'{who} is to get a card from the pile: "dot" was not said'
    return f"{who} is to play" + (" or pass, having drawn" if phase == "drawn" else "")


def _hand_lines(game: Game, seat: int, looks: int | None, label: str, width: int) -> list[str]:
    cards = game.hand(seat)
    told = f"total {game.totals[seat]}"
    if skips := int(game.skips[seat]):
        told += f", misses {skips} turn{'s' * (skips > 1)}"
    if looks is None or looks == seat:
        words = [str(card) for card in cards] or ["no cards"]
    else:
        words = ["1 card" if len(cards) == 1 else f"{len(cards)} cards"]
    words[-1] += ","
    lines = [label]
    for word in [*words, told]:
        if len(lines[-1]) + len(word) > width and lines[-1].strip():
            lines.append(" " * len(label))
        lines[-1] += word + " "
    return [line.rstrip() for line in lines]


def _track_lines(
    game: Game, track: Track, called: list[str], column: int, width: int, style: Style
) -> list[str]:
    owner = track.owner
    is_turn = owner == game.turn and game.phase in ("start", "draw", "drawn", "penalty")
    name = "free" if owner is None else called[owner]
    marker = "" if owner is None else "open" if track.is_open else "closed"
    start = f"{'> ' if is_turn else '  '}{name:<{column}}"
    start = style(start, "turn") if is_turn else start
    start += style(f"{marker:<8}", marker or "faint")
    indent = column + 10
    if not track.cards:
        if (
            owner is None
            and not track.is_started
            and not all(t.is_started for t in game.tracks[:-1])
        ):
            return [start + style("not yet: a track has not been started", "faint")]
        if track.is_started:  # a position alone does not know what lies below
            end = f"... {track.end}"
        else:
            end = f"starts with {'any card' if _starts_with_any(game, track) else track.end}"
        return [start + end + (style("  LOCKED", "lock") if track.is_locked else "")]
    lines = []
    rows = _rows(track.cards, width - indent - 11)
    for row in rows:
        pieces = [_piece(card) for card in row]
        if any(len(piece) == 3 for piece in pieces):
            pieces = [piece if len(piece) == 3 else _flat(piece[0]) for piece in pieces]
            sides = ["".join(piece[i] for piece in pieces) for i in (0, 1, 2)]
        else:
            sides = ["", "".join(piece[0] for piece in pieces), ""]
        is_first, is_last = row is rows[0], row is rows[-1]
        if sides[0]:
            lines.append((" " * indent + sides[0]).rstrip())
        middle = (start if is_first else " " * indent) + sides[1]
        if is_last:
            middle += f" {track.end}" + (style("  LOCKED", "lock") if track.is_locked else "")
        lines.append(middle)
        if sides[2]:
            lines.append((" " * indent + sides[2]).rstrip())
    return lines


def _starts_with_any(game: Game, track: Track) -> bool:
    return track.owner is None and not track.is_started and game.rules.free_start == "any"


def _piece(laid: LaidCard) -> tuple[str, ...]:
    card = laid.card
    if card.is_bonus:
        return (f"[{card}={laid.end}]",)
    if card.is_block:
        return f"[{laid.end}]", "[-]", f"[{laid.end}]"
    return (f"[{touching(card, laid.end)}|{laid.end}]",)


def _flat(piece: str) -> tuple[str, str, str]:
    blank = " " * len(piece)
    return blank, piece, blank


def _rows(cards: Sequence[LaidCard], width: int) -> list[list[LaidCard]]:
    """The cards in rows that fit."""
    rows: list[list[LaidCard]] = [[]]
    used = 0
    for card in cards:
        needed = len(_piece(card)[0])
        if used + needed > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(card)
        used += needed
    return rows
