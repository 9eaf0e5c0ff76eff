"""Dots, written straight from the rules: sets of points, flood fills, nothing clever.

The words are those of the rules ("Exact definitions"):

* A *live dot* lies in no captured region.
* A *pool* of a player is a maximal 4-connected set of points outside the player's live dots that
  holds no point of the board's edge.
* The *chain* around a pool is the smallest simple one; its *area* is the inside of its polygon.
* A dot has *scored* when it counts for its enemy: the score of a player is nothing but the number
  of the other player's scored dots.

Players are 0 (X, who moves first) and 1 (O); points are (x, y) from the top left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from tests.oracle.chains import ORTHOGONAL, Point, area_of, chain_around, is_cycle, opened, shifted
from tests.oracle.rules import PRESETS, Illegal, Rules, start_dots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

__all__ = ["PRESETS", "Capture", "Illegal", "Position", "Rules", "start_dots"]

Result: TypeAlias = "tuple[int | None, float, str]"  # winner, margin, reason


@dataclass(frozen=True)
class Capture:
    """One closed region: who closed it, with which chain, around what, in which move."""

    owner: int
    chain: frozenset[Point]
    area: frozenset[Point]
    scored: frozenset[Point]
    move_number: int


@dataclass
class State:
    """Everything that a move may change, so that undoing is going back to the copy before it."""

    dots: dict[Point, int]  # every dot ever placed, live or dead
    live: tuple[set[Point], set[Point]]  # by player
    region: dict[Point, int]  # captured points and whose they are at present
    scored: set[Point]  # dots that count for their enemy
    playable: set[Point]
    captures: list[Capture]
    final_step: list[float]  # what territory scoring adds to the totals in the end, by player
    to_move: int
    moves: int = 0  # dots placed in play
    stopped: int | None = None  # the player who has stopped
    result: Result | None = None

    def copy(self) -> State:
        return replace(
            self,
            dots=dict(self.dots),
            live=(set(self.live[0]), set(self.live[1])),
            region=dict(self.region),
            scored=set(self.scored),
            playable=set(self.playable),
            captures=list(self.captures),
            final_step=list(self.final_step),
        )


class Position:
    """A game of Dots: the position, its history, the acts of the players.

    ``start`` is None (the rules say), a name, or dots (x, y, player), placed in order as moves.
    """

    def __init__(
        self,
        width: int,
        height: int,
        rules: Rules | None = None,
        start: str | Sequence[tuple[int, int, int]] | None = None,
        to_move: int | None = None,
    ) -> None:
        self.width = width
        self.height = height
        self.rules = rules = Rules() if rules is None else rules
        self._state = State(
            dots={},
            live=(set(), set()),
            region={},
            scored=set(),
            playable={(x, y) for x in range(width) for y in range(height)},
            captures=[],
            final_step=[0.0, 0.0],
            to_move=0,
        )
        self._history: list[State] = []
        if start is None:
            start = rules.start
        if isinstance(start, str):
            self._state.to_move = 1 if start == "single" else 0
            start = start_dots(start, width, height)
        for x, y, player in start:
            reason = self._why_not_here((x, y))
            if reason is not None:
                raise Illegal(reason)
            self._put_and_close((x, y), player)
        if to_move is not None:
            self._state.to_move = to_move
        self._end_if_nothing_is_left()

    # Looking

    @property
    def to_move(self) -> int:
        return self._state.to_move

    @property
    def stopped(self) -> int | None:
        return self._state.stopped

    @property
    def scores(self) -> tuple[int, int]:
        scored_of = [0, 0]
        for point in self._state.scored:
            scored_of[self._state.dots[point]] += 1
        return scored_of[1], scored_of[0]

    @property
    def totals(self) -> tuple[float, float]:
        first, second = self.scores
        final = self._state.final_step
        return first + final[0], second + final[1] + self.rules.komi

    @property
    def over(self) -> bool:
        return self._state.result is not None

    @property
    def result(self) -> Result | None:
        return self._state.result

    @property
    def captures(self) -> list[Capture]:
        return list(self._state.captures)

    @property
    def playable(self) -> set[Point]:
        """The points that are empty and in no captured region."""
        return set(self._state.playable)

    def owner(self, x: int, y: int) -> int | None:
        """Who holds the point, by a live dot or by a captured region."""
        if (x, y) in self._state.region:
            return self._state.region[x, y]
        return self._state.dots.get((x, y))

    def board(self) -> list[str]:
        return [
            "".join(self._letter((x, y)) for x in range(self.width)) for y in range(self.height)
        ]

    def _letter(self, point: Point) -> str:
        if point in self._state.dots:
            letter = "XO"[self._state.dots[point]]
            return letter.lower() if point in self._state.scored else letter
        if point in self._state.region:
            return "ab"[self._state.region[point]]
        return "."

    def control_key(self) -> object:
        """Equal exactly for positions of one board that no look at them can tell apart."""
        state = self._state
        return (
            (self.width, self.height),
            frozenset(state.dots.items()),
            frozenset(state.region.items()),
            frozenset(state.scored),
            tuple(state.final_step),
            state.to_move,
            state.stopped,
            state.result,
        )

    def copy(self) -> Position:
        twin = object.__new__(Position)
        twin.width, twin.height, twin.rules = self.width, self.height, self.rules
        twin._state = self._state.copy()
        twin._history = list(self._history)
        return twin

    # Pools

    def _on_board(self, point: Point) -> bool:
        return 0 <= point[0] < self.width and 0 <= point[1] < self.height

    def _on_edge(self, point: Point) -> bool:
        return point[0] in (0, self.width - 1) or point[1] in (0, self.height - 1)

    def pool_at(
        self, point: Point, player: int, but_for: AbstractSet[Point] = frozenset()
    ) -> set[Point] | None:
        """The player's pool that holds the point, if there is one, as it were but for some dots."""
        wall = self._state.live[player]
        if but_for:
            wall = wall - but_for
        if point in wall or not self._on_board(point):
            return None
        right, bottom = self.width - 1, self.height - 1
        pool = {point}
        ahead = [point]
        for x, y in ahead:
            if x == 0 or y == 0 or x == right or y == bottom:
                return None
            for neighbour in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if neighbour not in wall and neighbour not in pool:
                    pool.add(neighbour)
                    ahead.append(neighbour)
        return pool

    def pools(self, player: int) -> list[set[Point]]:
        """All pools of the player, in the reading order of their first points."""
        found: list[set[Point]] = []
        seen: set[Point] = set()
        for y in range(self.height):
            for x in range(self.width):
                if (x, y) not in seen:
                    pool = self.pool_at((x, y), player)
                    if pool is not None:
                        found.append(pool)
                        seen |= pool
        return found

    def is_empty_pool(self, pool: set[Point], player: int) -> bool:
        """No live enemy dot in it, and a point to play on."""
        enemies = self._state.live[1 - player]
        return pool.isdisjoint(enemies) and not pool.isdisjoint(self._state.playable)

    def _empty_pool_at(self, point: Point, player: int) -> set[Point] | None:
        pool = self.pool_at(point, player)
        return pool if pool is not None and self.is_empty_pool(pool, player) else None

    def empty_pool_points(self, player: int) -> set[Point]:
        """The playable points in the empty pools of the player."""
        return {
            point
            for pool in self.pools(player)
            if self.is_empty_pool(pool, player)
            for point in pool & self._state.playable
        }

    def smallest_chain(self, pool: set[Point], player: int) -> list[Point]:
        chain = chain_around(pool)
        assert self._state.live[player].issuperset(chain)
        return chain

    def area(self, chain: Sequence[Point]) -> set[Point]:
        return area_of(chain)

    # Capturing

    def lay(self, point: Point, player: int) -> None:
        """Lay a dot down and nothing else: no capture, no turn, no history."""
        self._state.dots[point] = player
        self._state.live[player].add(point)
        self._state.playable.discard(point)

    def _capture(self, owner: int, chain: Iterable[Point], area: set[Point]) -> None:
        """Everything inside goes out of play (N5); what has not scored yet scores (N4, N7)."""
        state = self._state
        newly_scored = set()
        for point in area:
            state.region[point] = owner
            if point not in state.dots:
                continue
            if state.dots[point] != owner and point not in state.scored:
                newly_scored.add(point)
            if state.dots[point] == owner and self.rules.recapture == "free":
                state.scored.discard(point)
        state.scored |= newly_scored
        for player in (0, 1):
            state.live[player].difference_update(area)
        state.playable -= area
        state.captures.append(
            Capture(owner, frozenset(chain), frozenset(area), frozenset(newly_scored), state.moves)
        )

    def _pools_closed_by(
        self, dot: Point, player: int
    ) -> list[tuple[set[Point], list[Point], set[Point]]]:
        """Pool, chain and area of each pool that a dot on the board closes, smallest area first."""
        pools: list[set[Point]] = []
        for direction in ORTHOGONAL:
            beside = shifted(dot, direction)
            if not any(beside in pool for pool in pools):
                pool = self.pool_at(beside, player)
                if pool is not None:
                    pools.append(pool)
        closed = []
        for pool in pools:
            chain = self.smallest_chain(pool, player)
            if dot in chain:
                closed.append((pool, chain, area_of(chain)))
        # Areas of one size are apart from each other: their order shows in the list only.
        return sorted(closed, key=lambda each: (len(each[2]), min((y, x) for x, y in each[2])))

    def _close_around(self, dot: Point, player: int) -> bool:
        """The automatic captures of a new dot. Did they take a live enemy dot?"""
        has_taken = False
        for pool, chain, area in self._pools_closed_by(dot, player):
            if not area.isdisjoint(self._state.live[1 - player]):
                self._capture(player, chain, area)
                has_taken = True
            elif self.rules.capture_empty and self.is_empty_pool(pool, player):
                self._capture(player, chain, area)
        return has_taken

    def _put_and_close(
        self, dot: Point, player: int, enclose: Sequence[Sequence[Point]] = ()
    ) -> bool:
        """Place a dot with all that follows on the board. Did it take a live enemy dot?"""
        entered = self._empty_pool_at(dot, 1 - player)
        self.lay(dot, player)
        if self.rules.capture == "manual":
            for chain in enclose:
                self._capture(player, chain, area_of(chain))
            return bool(enclose)
        has_taken = self._close_around(dot, player)
        if self.rules.entry == "capture" and entered is not None and not has_taken:
            chain = self.smallest_chain(entered, 1 - player)
            self._capture(1 - player, chain, area_of(chain))
        return has_taken

    # Legality

    def _why_not_here(self, point: Point) -> str | None:
        """Why no dot may lie here, whatever it captures or not."""
        if not self._on_board(point):
            return "outside"
        if point in self._state.dots:
            return "occupied"
        if point in self._state.region:
            return "captured"
        return None

    def _is_legal_chain(self, chain: Sequence[Point], player: int) -> bool:
        """A simple cycle of the player's live dots with a live enemy dot inside."""
        return (
            is_cycle(chain)
            and self._state.live[player].issuperset(chain)
            and not area_of(chain).isdisjoint(self._state.live[1 - player])
        )

    def why_illegal(
        self,
        x: int,
        y: int,
        player: int | None = None,
        enclose: Sequence[Sequence[Point]] = (),
    ) -> str | None:
        """Say why the move is refused, in one word, or None.

        The first that holds: over, turn (the player has stopped), outside, occupied (a dot lies
        there, live or dead), captured (an empty point of a region), chain, suicide.
        """
        if self.over:
            return "over"
        if player is None:
            player = self.to_move
        if player == self._state.stopped:
            return "turn"
        point = (x, y)
        reason = self._why_not_here(point)
        if reason is not None:
            return reason
        if enclose and self.rules.capture != "manual":
            return "chain"
        if enclose:
            trial = self._trial()
            trial.lay(point, player)
            if not all(trial._is_legal_chain(opened(chain), player) for chain in enclose):
                return "chain"
            return None
        if self.rules.entry == "illegal" and self._empty_pool_at(point, 1 - player) is not None:
            has_taken = self._trial()._put_and_close(point, player)
            return None if has_taken else "suicide"
        return None

    def _has_move(self, player: int) -> bool:
        """Is any dot legal, alone or (manual) with some chain?"""
        for x, y in self._state.playable:
            if self.why_illegal(x, y, player) is None:
                return True
            if self.rules.capture == "manual":
                trial = self._trial()
                trial.lay((x, y), player)
                if trial.closable(player):
                    return True
        return False

    def legal_points(self, player: int | None = None) -> list[Point]:
        """The points where a dot without chains is legal."""
        return sorted(
            (x, y) for x, y in self._state.playable if self.why_illegal(x, y, player) is None
        )

    def _trial(self) -> Position:
        """A copy without a past, to try something on."""
        twin = self.copy()
        twin._history = []
        return twin

    # Acts

    def place(
        self,
        x: int,
        y: int,
        player: int | None = None,
        enclose: Sequence[Sequence[Point]] = (),
    ) -> None:
        """Place a dot, of the player to move or of a named one, with the chains it closes.

        Raises
        ------
        Illegal
            With the word of ``why_illegal``; nothing is changed then.
        """
        reason = self.why_illegal(x, y, player, enclose)
        if reason is not None:
            raise Illegal(reason)
        if player is None:
            player = self.to_move
        self._history.append(self._state.copy())
        self._state.moves += 1
        self._put_and_close((x, y), player, [opened(chain) for chain in enclose])
        if self._state.stopped is None:
            self._state.to_move = 1 - player
        self._end_if_nothing_is_left()

    def stop(self, player: int | None = None) -> None:
        """Stop (N10); by the player left alone afterwards: done.

        Raises
        ------
        Illegal
            over; turn, where the ending knows no stop or the player has stopped before.
        """
        if self.over:
            raise Illegal("over")
        if player is None:
            player = self.to_move
        if self.rules.ending != "stop" or player == self._state.stopped:
            raise Illegal("turn")
        self._history.append(self._state.copy())
        if self._state.stopped is None:
            self._state.stopped = player
            self._state.to_move = 1 - player
            return
        self._end("stop")

    def ground(self, player: int | None = None) -> None:
        """Ground the player to move, or, by name, either player under any ending.

        Raises
        ------
        Illegal
            over; turn, unnamed where the ending knows no grounding.
        """
        if self.over:
            raise Illegal("over")
        if player is None and self.rules.ending != "ground":
            raise Illegal("turn")
        if player is None:
            player = self.to_move
        self._history.append(self._state.copy())
        self._lose_what_is_not_grounded(player)
        self._end("ground")

    def resign(self, player: int | None = None) -> None:
        if self.over:
            raise Illegal("over")
        if player is None:
            player = self.to_move
        self._history.append(self._state.copy())
        self._state.result = (1 - player, 0.0, "resign")

    def undo(self) -> None:
        """Take the last act back."""
        self._state = self._history.pop()

    def enclose_smallest(self, x: int, y: int, player: int) -> None:
        """Manual only: close the smallest chain around a live enemy dot. The turn stays."""
        if self.over:
            raise Illegal("over")
        if player == self._state.stopped:
            raise Illegal("turn")
        if self.rules.capture != "manual" or (x, y) not in self.closable(player):
            raise Illegal("chain")
        pool = self.pool_at((x, y), player)
        assert pool is not None
        self._history.append(self._state.copy())
        chain = self.smallest_chain(pool, player)
        self._capture(player, chain, area_of(chain))
        self._end_if_nothing_is_left()

    # The end

    def _end(self, reason: str) -> None:
        if reason == "stop" and self.rules.scoring == "territory":
            self._count_territory()
        first, second = self.totals
        winner = None if first == second else 0 if first > second else 1
        self._state.result = (winner, abs(first - second), reason)

    def _end_if_nothing_is_left(self) -> None:
        """A full board ends every game; a player with no legal dot, one that knows no other act."""
        if not self._state.playable:
            self._end("full" if self._state.stopped is None else "stop")
        elif self.rules.ending == "full" and not self._has_move(self.to_move):
            self._end("full")

    def _count_territory(self) -> None:
        """Take the final step of territory scoring.

        All outermost pools are captured as one, for the totals alone: the board and the scores
        stay as the last dot left them.
        """
        state = self._state
        found = [
            (player, area_of(self.smallest_chain(pool, player)))
            for player in (0, 1)
            for pool in self.pools(player)
            if pool & state.playable or pool & state.live[1 - player]
        ]
        outermost = [
            (player, area) for player, area in found if not any(area < other for _, other in found)
        ]
        for player, area in outermost:
            for point in area:
                if point in state.playable:
                    state.final_step[player] += 0.5
                elif state.dots.get(point) == 1 - player and point not in state.scored:
                    state.final_step[player] += 1
                elif state.dots.get(point) == player and point in state.scored:
                    state.final_step[1 - player] -= 1

    def _lose_what_is_not_grounded(self, player: int) -> None:
        """Each group that the player holds away from the edge goes to the opponent."""
        state = self._state
        held = {
            (x, y)
            for x in range(self.width)
            for y in range(self.height)
            if self.owner(x, y) == player
        }
        while held:
            group = {held.pop()}
            ahead = list(group)
            for point in ahead:
                for direction in ORTHOGONAL:
                    neighbour = shifted(point, direction)
                    if neighbour in held:
                        held.remove(neighbour)
                        group.add(neighbour)
                        ahead.append(neighbour)
            if any(self._on_edge(point) for point in group):
                continue
            for point in group:
                state.region[point] = 1 - player
                if state.dots.get(point) == player:
                    state.scored.add(point)
                elif state.dots.get(point) == 1 - player:
                    state.scored.discard(point)
            state.live[player].difference_update(group)

    def scores_if_grounded(self, player: int) -> tuple[int, int]:
        trial = self._trial()
        trial._lose_what_is_not_grounded(player)
        return trial.scores

    # Looking ahead

    def one_move_captures(self, player: int) -> tuple[dict[Point, int], set[Point]]:
        """Which dots would capture at once, and what each would score; which points they take.

        Taken are all points, dots and empty ones, that would pass to the player. Under manual
        nothing closes by itself, so there are none.
        """
        gains: dict[Point, int] = {}
        taken: set[Point] = set()
        for x, y in self.legal_points(player):
            trial = self._trial()
            before = len(trial._state.captures)
            trial._put_and_close((x, y), player)
            made = [each for each in trial._state.captures[before:] if each.owner == player]
            if made:
                gains[x, y] = sum(len(capture.scored) for capture in made)
                for capture in made:
                    taken |= {point for point in capture.area if self.owner(*point) != player}
        return gains, taken

    def closable(self, player: int) -> set[Point]:
        """The live enemy dots with a chain of the player's live dots around them."""
        enemies = self._state.live[1 - player]
        return {point for pool in self.pools(player) for point in pool & enemies}
