"""Tactics of Dots, written straight from their definitions, on top of the slow twin.

Each definition names its mover; whose turn the position says it is plays no part. P is a player;
a dot that P places must be legal for P, and the game not over.

* ``gain(P, d)``: the margin of P after P placed d, minus the margin before; the margin is the score
  of P minus that of the other. It can be negative (``entry="capture"``: d is lost on entering).
* A *capture* is a dot with a positive gain.
* A *plan* of size k is a set of k playable points such that P, placing them in any order while the
  other passes, captures with the last dot; each dot before it gains and loses nothing. Its gain is
  the margin after all its dots minus that before. A dot of a plan of two is a *threat*.
* *Quiescence* Q(pos, P): the largest of 0 and, over the captures c of P, gain(c) minus Q(after c)
  of the other.
* The *ladder* of an attacker A with at most n attacking dots, L(pos, n): the largest of Q(pos, A)
  and, while n > 0, over the attacking dots t, -D(after t, n - 1). A dot attacks when it gains and
  loses nothing and leaves A a capture that A had not before, or one that gains more than before.
* The defence, D(pos, n), is the largest of what the defender has from

  - a dot r, legal for it, where A captures: gain(r) - L(after r, n);
  - any other capture c of its own: gain(c) - L(after c, n + 1), since A's answer to it should cost
    A none of its dots: the end of a ladder cannot be put off by taking things elsewhere;
  - passing: -Q(pos, A).

All values are in points, as their mover sees them, and net: what the defender captures on the way
counts against the attacker. (Engines that tell how much a ladder captures tell the gains of the
attacker along its line instead.) The defence knows no quiet dots, which only threaten something:
the value is what force brings, no proof.

Under ``capture="manual"`` nothing closes by itself, so no dot gains anything: there are no
captures, plans or ladders.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeAlias

from tests.oracle.chains import Point

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.oracle.dots import Position

# A way to go on: what it is worth to its mover, its dot (None: a pass, or nothing more is done),
# and the line that it begins, in which both go on as well as they can.
Line: TypeAlias = "tuple[Point | None, ...]"
Way: TypeAlias = "tuple[int, Point | None, Line]"


@contextmanager
def placed(position: Position, dot: Point, player: int) -> Iterator[int]:
    """Within, the player has placed the dot. Yields its gain."""
    before = margin(position, player)
    position.place(*dot, player)
    try:
        yield margin(position, player) - before
    finally:
        position.undo()


def margin(position: Position, player: int) -> int:
    return position.scores[player] - position.scores[1 - player]


def gain(position: Position, player: int, dot: Point) -> int:
    with placed(position, dot, player) as gained:
        return gained


def captures(position: Position, player: int) -> dict[Point, int]:
    """The captures of the player and what they gain."""
    gains = {dot: gain(position, player, dot) for dot in may_close(position, player)}
    return {dot: gained for dot, gained in gains.items() if gained > 0}


def may_close(position: Position, player: int) -> list[Point]:
    """The legal dots with two live dots of the player around them.

    A dot that captures lies on a chain, between two such neighbours: the others need no look.
    """
    return [dot for dot in legal(position, player) if neighbours(position, player, dot) >= 2]


def legal(position: Position, player: int) -> list[Point]:
    return position.legal_points(player)


def neighbours(position: Position, player: int, dot: Point) -> int:
    """How many live dots of the player touch the point."""
    x, y = dot
    around = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {dot}
    return len(around & position._state.live[player])


# Plans


def plans(position: Position, player: int, size: int) -> dict[frozenset[Point], int]:
    """All plans up to a size and what they gain, by trying all sets in all orders."""
    found = {}
    for k in range(1, size + 1):
        for dots in combinations(sorted(position.playable), k):
            gains = {plan_gain(position, player, order) for order in permutations(dots)}
            if None not in gains:
                (gained,) = gains  # that of every order
                assert gained is not None
                found[frozenset(dots)] = gained
    return found


def plan_gain(position: Position, player: int, dots: Sequence[Point]) -> int | None:
    """What the last of the dots captures, none before gaining or losing; None if it fails."""
    dot, *rest = dots
    if position.why_illegal(*dot, player) is not None:
        return None
    with placed(position, dot, player) as gained:
        if not rest:
            return gained if gained > 0 else None
        return plan_gain(position, player, rest) if gained == 0 else None


def threats(position: Position, player: int) -> set[Point]:
    return {dot for plan in plans(position, player, 2) if len(plan) == 2 for dot in plan}


# Quiescence and ladders


@dataclass(frozen=True)
class Ladder:
    """The ladder of an attacker.

    Attributes
    ----------
    value
        L(pos, n).
    worth
        The part of it that plain captures do not bring.
    best
        All first dots that reach the value; none where it is 0.
    line
        One line that reaches it, by turns, None for a pass; empty where the value is 0. The gains
        along it, of the attacker minus of the defender, add up to the value.
    """

    value: int
    worth: int
    best: frozenset[Point]
    line: Line


def quiescence(position: Position, player: int) -> int:
    return Fight().quiet(position, player)[0]


def ladder(position: Position, attacker: int, dots: int) -> Ladder:
    fight = Fight()
    ways = fight.attack_ways(position, attacker, dots)
    value, _, line = max(ways, key=worth_of)
    best = frozenset(dot for worth, dot, _ in ways if worth == value > 0 and dot is not None)
    return Ladder(
        value, value - fight.quiet(position, attacker)[0], best, line if value > 0 else ()
    )


def worth_of(way: Way) -> int:
    return way[0]


NOTHING: Way = (0, None, ())


class Fight:
    """The recursions, which know again the positions that they have seen."""

    def __init__(self) -> None:
        self._known: dict[object, Way] = {}
        self._captures: dict[object, dict[Point, int]] = {}

    def captures(self, position: Position, player: int) -> dict[Point, int]:
        key = (player, position.control_key())
        if key not in self._captures:
            self._captures[key] = captures(position, player)
        return self._captures[key]

    def quiet(self, position: Position, player: int) -> Way:
        """Q, with its first dot and line."""
        key = ("Q", player, position.control_key())
        if key not in self._known:
            self._known[key] = max(self.quiet_ways(position, player), key=worth_of)
        return self._known[key]

    def quiet_ways(self, position: Position, player: int) -> list[Way]:
        ways = [NOTHING]
        for dot in self.captures(position, player):
            with placed(position, dot, player) as gained:
                worth, _, line = self.quiet(position, 1 - player)
                ways.append((gained - worth, dot, (dot, *line)))
        return ways

    def attack(self, position: Position, attacker: int, dots: int) -> Way:
        """L, with its first dot and line."""
        key = ("L", attacker, dots, position.control_key())
        if key not in self._known:
            self._known[key] = max(self.attack_ways(position, attacker, dots), key=worth_of)
        return self._known[key]

    def attack_ways(self, position: Position, attacker: int, dots: int) -> list[Way]:
        ways = self.quiet_ways(position, attacker)
        for dot in self.attacks(position, attacker) if dots > 0 else ():
            with placed(position, dot, attacker):
                worth, _, line = self.defend(position, attacker, dots - 1)
                ways.append((-worth, dot, (dot, *line)))
        return ways

    def attacks(self, position: Position, attacker: int) -> list[Point]:
        """The attacking dots.

        A dot that opens a capture lies on its chain, beside another dot of it that is there
        already: the others need no look.
        """
        before = self.captures(position, attacker)
        found = []
        for dot in legal(position, attacker):
            if dot not in before and neighbours(position, attacker, dot) >= 1:
                with placed(position, dot, attacker) as gained:
                    after = self.captures(position, attacker) if gained == 0 else {}
                if any(after[each] > before.get(each, 0) for each in after):
                    found.append(dot)
        return found

    def defend(self, position: Position, attacker: int, dots: int) -> Way:
        """D, with its first dot and line."""
        key = ("D", attacker, dots, position.control_key())
        if key not in self._known:
            self._known[key] = max(self.defend_ways(position, attacker, dots), key=worth_of)
        return self._known[key]

    def defend_ways(self, position: Position, attacker: int, dots: int) -> list[Way]:
        defender = 1 - attacker
        worth, _, line = self.quiet(position, attacker)
        ways: list[Way] = [(-worth, None, (None, *line))]
        for dot, left in self.replies(position, attacker, dots):
            with placed(position, dot, defender) as gained:
                worth, _, line = self.attack(position, attacker, left)
                ways.append((gained - worth, dot, (dot, *line)))
        return ways

    def replies(self, position: Position, attacker: int, dots: int) -> list[tuple[Point, int]]:
        """The dots of the defence, each with the attacking dots that are left after it."""
        defender = 1 - attacker
        on_captures = {
            dot
            for dot in self.captures(position, attacker)
            if position.why_illegal(*dot, defender) is None
        }
        elsewhere = set(self.captures(position, defender)) - on_captures
        return sorted([(dot, dots) for dot in on_captures] + [(dot, dots + 1) for dot in elsewhere])


# Ladders in which only one value is asked for: quicker, since one good way is an answer


class Question:
    """Does a ladder reach a value? As the recursions above, but for what cannot matter."""

    def __init__(self, position: Position, attacker: int) -> None:
        self._position = position
        self._attacker = attacker
        self._fight = Fight()
        self._known: dict[object, bool] = {}

    def reaches(self, dots: int, value: int) -> bool:
        """L(pos, dots) >= value."""
        key = ("L", dots, value, self._position.control_key())
        if key not in self._known:
            quiet = self._fight.quiet(self._position, self._attacker)[0]
            self._known[key] = quiet >= value or (dots > 0 and any(self.reaching_dots(dots, value)))
        return self._known[key]

    def reaching_dots(self, dots: int, value: int) -> Iterator[Point]:
        """The attacking dots t with -D(after t, dots - 1) >= value."""
        for dot in list(self._fight.attacks(self._position, self._attacker)):
            with placed(self._position, dot, self._attacker):
                held = self.holds(dots - 1, 1 - value)
            if not held:
                yield dot

    def holds(self, dots: int, value: int) -> bool:
        """D(pos, dots) >= value."""
        key = ("D", dots, value, self._position.control_key())
        if key not in self._known:
            quiet = self._fight.quiet(self._position, self._attacker)[0]
            self._known[key] = -quiet >= value or any(
                self._holds_with(dot, left, value)
                for dot, left in self._fight.replies(self._position, self._attacker, dots)
            )
        return self._known[key]

    def _holds_with(self, dot: Point, dots: int, value: int) -> bool:
        with placed(self._position, dot, 1 - self._attacker) as gained:
            return not self.reaches(dots, gained - value + 1)


def ladder_value(position: Position, attacker: int, dots: int) -> int:
    """The value of ``ladder``."""
    question = Question(position, attacker)
    value = 0
    while question.reaches(dots, value + 1):
        value += 1
    return value


def ladder_best(position: Position, attacker: int, dots: int) -> tuple[int, frozenset[Point]]:
    """The value of ``ladder`` and its best dots."""
    value = ladder_value(position, attacker, dots)
    if value == 0:
        return 0, frozenset()
    question, fight = Question(position, attacker), Fight()
    attacking = question.reaching_dots(dots, value) if dots > 0 else ()
    quiet = {dot for worth, dot, _ in fight.quiet_ways(position, attacker) if worth == value}
    return value, frozenset(attacking) | frozenset(dot for dot in quiet if dot is not None)
