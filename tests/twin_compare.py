"""Holds the core of Dots against its slow twin, in games of random acts of every kind.

`play` leads both through one game and compares what they say: the board, scores, totals, turn and
end after every act; legality and the tries that must be refused at many; pools, captures and looks
ahead, which cost the twin much, at some. `play_by_actions` does the same through the numbered
actions that all games share. What differs raises AssertionError.

``play(case, seed)`` repeats a game exactly.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.oracle.chains import ORTHOGONAL, Point, shifted
from tests.oracle.dots import Position, Rules
from tests.oracle.random_games import Action, larger_chain

from dotcore import IllegalMove, dots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Dot = tuple[int, int, int]

LARGE = 500  # points from which on the dear looks are rare, since each takes the twin seconds


@dataclass(frozen=True)
class Case:
    """The settings of a game: a size, rules with komi and named start, or dots that start it."""

    width: int
    height: int
    rules: Rules = field(default_factory=Rules)
    start: tuple[Dot, ...] | None = None
    to_move: int | None = None
    max_acts: int = 1_000_000

    @property
    def num_points(self) -> int:
        return self.width * self.height

    def twin(self) -> Position:
        return Position(self.width, self.height, self.rules, self.start, self.to_move)

    def board(self) -> dots.Board:
        return dots.Board(
            self.width, self.height, core_rules(self.rules), self.start, to_move=self.to_move
        )


@dataclass(frozen=True)
class Effort:
    """How often a look is taken at an act: the probabilities."""

    legality: float = 0.5  # why_illegal at a random point
    refusals: float = 0.1  # tries that must change nothing
    pools: float = 0.1  # empty pools, owners, scores if grounded
    ahead: float = 0.03  # legal dots, captures of one dot
    consistency: float = 1.0
    keys: float = 1.0
    undo: float = 0.03  # go back some acts and on otherwise

    def for_board(self, num_points: int) -> Effort:
        """Less of what grows faster than the board."""
        if num_points < LARGE:
            return self
        return replace(
            self, refusals=0.01, pools=0.4 / num_points, ahead=0.2 / num_points, consistency=0.02
        )


DEFAULT_EFFORT = Effort()
THOROUGH = Effort(legality=1.0, refusals=0.3, pools=0.3, ahead=0.1, undo=0.05)


@dataclass
class Tally:
    """What a game had in it."""

    acts: int = 0
    captures: int = 0
    kinds: dict[str, int] = field(default_factory=dict)


def core_rules(rules: Rules) -> dots.Rules:
    options: Any = asdict(rules)
    return dots.Rules(**options)


# Doing the same act on both


def do(game: Position | dots.Board, act: Action) -> None:
    """Do an act on either of the two."""
    if act.kind == "place":
        game.place(act.x, act.y, act.player, act.enclose)
    elif act.kind in ("stop", "done"):
        game.stop(act.player)
    elif act.kind == "ground":
        game.ground(act.player)
    elif act.kind == "resign":
        game.resign(act.player)
    elif act.kind == "undo":
        game.undo()
    else:
        raise ValueError(f"kind={act.kind!r}")


# What both say


def point_set(points: Iterable[Sequence[int]]) -> set[Point]:
    return {(int(x), int(y)) for x, y in points}


def mask_points(mask: np.ndarray) -> set[Point]:
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


def compare_boards(twin: Position, board: dots.Board) -> None:
    """What is cheap to tell."""
    assert board.to_ascii() == "\n".join(twin.board())
    assert board.scores == twin.scores
    assert board.totals == twin.totals
    assert board.to_move == twin.to_move
    assert board.is_terminal == twin.over
    result = board.result
    assert (result and (result.winner, result.margin, result.reason)) == twin.result
    if twin.over:
        assert board.current_player == -4
        won = twin.result[0] if twin.result else None
        assert board.returns().tolist() == {0: [1, -1], 1: [-1, 1], None: [0, 0]}[won]
    else:
        assert board.current_player == twin.to_move


def compare_legality(twin: Position, board: dots.Board, x: int, y: int, player: int | None) -> None:
    why = twin.why_illegal(x, y, player)
    assert board.why_illegal(x, y, player) == why, (x, y, player)
    assert board.is_legal(x, y, player) == (why is None), (x, y, player)


def compare_pools(twin: Position, board: dots.Board) -> None:
    owners = [[twin.owner(x, y) for x in range(board.width)] for y in range(board.height)]
    assert board.owners().tolist() == [[-1 if o is None else o for o in row] for row in owners]
    letters = "".join(twin.board())
    assert board.cells().reshape(-1).tolist() == [".XOxoab".index(letter) for letter in letters]
    for player in (0, 1):
        assert mask_points(board.empty_pools(player)) == twin.empty_pool_points(player)
        assert board.scores_if_grounded(player) == twin.scores_if_grounded(player)


def compare_ahead(twin: Position, board: dots.Board) -> None:
    for player in (0, 1):
        assert point_set(board.legal_moves(player)) == set(twin.legal_points(player))
        found = board.one_move_captures(player)
        if twin.rules.capture == "manual":
            assert len(found.moves) == 0
            continue
        gains, taken = twin.one_move_captures(player)
        moves = [(x, y) for x, y in found.moves.tolist()]
        assert dict(zip(moves, found.gains.tolist(), strict=True)) == gains
        assert mask_points(found.taken) == taken


def compare_captures(twin: Position, board: dots.Board) -> None:
    """The regions that moves closed; the twin keeps those of the starting dots too.

    The twin counts dots as moves, the core all acts.
    """
    number = [i for i, move in enumerate(board.moves, 1) if move.kind == "place"]
    told = [
        (c.owner, point_set(c.chain), point_set(c.area), point_set(c.dots), c.move_number)
        for c in board.captures
    ]
    by_moves = [c for c in twin.captures if c.move_number > 0]
    assert told == [
        (c.owner, set(c.chain), set(c.area), set(c.scored), number[c.move_number - 1])
        for c in by_moves
    ]


# Random starts and acts

LEAST_SIZES = {
    "empty": (1, 1),
    "single": (1, 1),
    "cross": (2, 2),
    "double_cross": (4, 2),
    "four_crosses": (4, 4),
}


def fitting_starts(width: int, height: int) -> list[str]:
    return [name for name, (w, h) in LEAST_SIZES.items() if width >= w and height >= h]


def random_start(case: Case, rng: random.Random, count: int, margin: int = 64) -> Case:
    """Let the case start with at most that many random dots, none further than that off an edge."""
    scratch = Position(case.width, case.height, replace(case.rules, start="empty"))
    near = [
        (x, y)
        for x, y in sorted(all_points(scratch))
        if min(x, y, case.width - 1 - x, case.height - 1 - y) < margin
    ]
    placed = []
    for point in rng.sample(near, min(len(near), count)):
        if point in scratch._state.playable:
            player = rng.randrange(2)
            scratch._put_and_close(point, player)
            placed.append((*point, player))
    return replace(case, start=tuple(placed))


def random_act(twin: Position, rng: random.Random) -> Action | None:
    """Choose a legal act, or None where no dot is legal and the rules know no other act."""
    rules, player = twin.rules, twin.to_move
    rate = min(0.02, 1 / (twin.width * twin.height))  # of acts that may end the game
    chance = rng.random() / rate
    if chance < 0.5 and rules.ending == "stop":
        return Action("stop", player if twin.stopped is not None else rng.choice((None, 0, 1)))
    if chance < 0.2 and rules.ending == "ground":
        return Action("ground", rng.choice((None, 0, 1)))
    if 0.5 <= chance < 0.57:
        return Action("ground", rng.choice((0, 1)))
    if 0.6 <= chance < 0.65:
        return Action("resign", rng.choice((None, 0, 1)))
    if twin.stopped is not None and rng.random() < 0.07:
        return Action("stop")
    named = rng.choice((None, player))
    if twin.stopped is None and rng.random() < 0.05:
        named = 1 - player
    dot = random_dot(twin, rng, named)
    if dot is not None:
        return dot
    if rules.ending == "stop":
        return Action("stop")
    return Action("ground") if rules.ending == "ground" else None


def random_dot(twin: Position, rng: random.Random, named: int | None) -> Action | None:
    """Choose a legal dot, under manual often with chains that it closes."""
    player = twin.to_move if named is None else named
    free = sorted(twin.playable)
    while free:
        i = rng.randrange(len(free))
        free[i], free[-1] = free[-1], free[i]
        dot = free.pop()
        chains: tuple[tuple[Point, ...], ...] = ()
        if twin.rules.capture == "manual" and rng.random() < 0.6:
            chains = random_chains(twin, rng, dot, player)
        if twin.why_illegal(*dot, named, chains) is None:
            return Action("place", named, *dot, chains)
    return None


def random_chains(
    twin: Position, rng: random.Random, dot: Point, player: int
) -> tuple[tuple[Point, ...], ...]:
    """Chains that are legal with the dot: new or late, smallest or larger, either way round.

    They are looked for beside the dot and around a few random enemy dots only.
    """
    trial = twin.copy()
    trial.lay(dot, player)
    enemies = sorted(trial._state.live[1 - player])
    candidates = [shifted(dot, direction) for direction in ORTHOGONAL]
    candidates += rng.sample(enemies, min(len(enemies), 3))
    chains = []
    around: set[Point] = set()
    for point in candidates:
        if point in around or rng.random() < 0.2:
            continue
        pool = trial.pool_at(point, player)
        if pool is None:
            continue
        around |= pool
        inside = sorted(point for point in pool if is_live(trial, point, 1 - player))
        if not inside:
            continue
        chain = trial.smallest_chain(pool, player)
        if rng.random() < 0.4:
            chain = larger_chain(trial, rng, rng.choice(inside), player, chain)
        turn = rng.randrange(len(chain))
        chain = chain[turn:] + chain[:turn]
        if rng.random() < 0.5:
            chain.reverse()
        if rng.random() < 0.5:
            chain.append(chain[0])
        chains.append(tuple(chain))
    rng.shuffle(chains)
    return tuple(chains)


def all_points(twin: Position) -> set[Point]:
    return {(x, y) for x in range(twin.width) for y in range(twin.height)}


def is_live(twin: Position, point: Point, player: int) -> bool:
    """Does a live dot of the player lie here? One in a region counts for nobody."""
    return point in twin._state.live[player]


# Tries that must be refused


def refused(board: dots.Board, what: Callable[[], object]) -> None:
    """Call what must be refused; nothing may change by it."""
    before = (board.to_bytes(history=True), board.key, board.to_ascii())
    with pytest.raises(IllegalMove):
        what()
    assert (board.to_bytes(history=True), board.key, board.to_ascii()) == before


def try_refusals(twin: Position, board: dots.Board, rng: random.Random) -> None:
    """Some acts that the rules refuse now."""
    x, y = rng.randrange(-2, twin.width + 2), rng.randrange(-2, twin.height + 2)
    player = rng.choice((None, 0, 1))
    if twin.why_illegal(x, y, player) is not None:
        refused(board, lambda: board.place(x, y, player))
        assert board.try_place(x, y, player) is False
    if twin.over:
        for act in (board.stop, board.ground, board.resign):
            refused(board, act)
            refused(board, lambda act=act: act(rng.randrange(2)))  # type: ignore[misc]
        refused(board, lambda: board.apply(rng.randrange(board.num_actions)))
        return
    if twin.rules.ending != "stop":
        refused(board, board.stop)
    elif twin.stopped is not None:
        stopped = twin.stopped
        refused(board, lambda: board.stop(stopped))
    if twin.rules.ending != "ground":
        refused(board, board.ground)
    chain = random_nonsense(twin, rng)
    if twin.playable:
        x, y = rng.choice(sorted(twin.playable)) if twin.width * twin.height < LARGE else (x, y)
        why = twin.why_illegal(x, y, player, chain)
        assert board.why_illegal(x, y, player, chain) == why, (x, y, player, chain)
        if why is not None:
            refused(board, lambda: board.place(x, y, player, chain))
    action = rng.randrange(-2, board.num_actions + 2)
    if action not in board.legal_actions():
        refused(board, lambda: board.apply(action))


def random_nonsense(twin: Position, rng: random.Random) -> list[list[Point]]:
    """Chains that are rarely legal: random walks, also off the board."""
    chains = []
    for _ in range(rng.choice((1, 1, 2))):
        x, y = rng.randrange(twin.width), rng.randrange(twin.height)
        chain = [(x, y)]
        for _ in range(rng.randrange(8)):
            x, y = x + rng.choice((-1, 0, 1)), y + rng.choice((-1, 0, 1))
            chain.append((x, y))
        chains.append(chain)
    return chains


# Whole games


class KeyBook:
    """The positions of a game by both keys: equal here exactly when equal there."""

    def __init__(self) -> None:
        self._core_key: dict[int, int] = {}
        self._control: dict[int, int] = {}

    def compare(self, twin: Position, board: dots.Board) -> None:
        control, key = hash(twin.control_key()), board.key
        assert self._core_key.setdefault(control, key) == key, "equal positions, different keys"
        assert self._control.setdefault(key, control) == control, "equal keys, other positions"


@dataclass(frozen=True)
class Past:
    """A position that undo must lead back to."""

    key: int
    board: dots.Board | None  # kept for some, where the board is large


def play(case: Case, seed: int, effort: Effort = DEFAULT_EFFORT) -> Tally:
    """Lead both through one random game, and the core back to its start."""
    rng = random.Random(seed)
    effort = effort.for_board(case.num_points)
    twin, board = case.twin(), case.board()
    tally, keys = Tally(), KeyBook()
    past: list[Past] = []
    compare_boards(twin, board)
    while not twin.over and tally.acts < case.max_acts:
        look(twin, board, rng, effort)
        if past and rng.random() < effort.undo:
            for _ in range(min(len(past), rng.randint(1, 5))):
                go_back(board, past)
                twin.undo()
            compare_boards(twin, board)
        act = random_act(twin, rng)
        if act is None:
            break
        kept = case.num_points < LARGE or rng.random() < 0.02
        past.append(Past(board.key, board.copy(history=False) if kept else None))
        do(twin, act)
        do(board, act)
        tally.acts += 1
        tally.kinds[act.kind] = tally.kinds.get(act.kind, 0) + 1
        compare_boards(twin, board)
        if rng.random() < effort.consistency:
            board.check_consistency()
        if rng.random() < effort.keys:
            keys.compare(twin, board)
    assert board.move_number == len(past)
    compare_captures(twin, board)
    tally.captures = len(twin.captures)
    try_refusals(twin, board, rng)
    end = board.copy()
    while past:
        go_back(board, past)
    assert board == case.board()
    refused(board, board.undo)
    compare_boards(twin, end)
    return tally


def look(twin: Position, board: dots.Board, rng: random.Random, effort: Effort) -> None:
    """Compare before an act what the effort allows."""
    if rng.random() < effort.legality:
        x, y = rng.randrange(-1, twin.width + 1), rng.randrange(-1, twin.height + 1)
        compare_legality(twin, board, x, y, rng.choice((None, 0, 1)))
    if rng.random() < effort.refusals:
        try_refusals(twin, board, rng)
    if rng.random() < effort.pools:
        compare_pools(twin, board)
    if rng.random() < effort.ahead:
        compare_ahead(twin, board)


def go_back(board: dots.Board, past: list[Past]) -> None:
    board.undo()
    before = past.pop()
    assert board.key == before.key
    assert before.board is None or board == before.board


# The numbered actions


@dataclass
class OpenTurn:
    """Under manual: a dot whose player may still close chains, and what was closed by it."""

    dot: Point
    player: int
    chains: list[list[Point]]
    trial: Position  # as the board stands now; the twin itself waits for the end of the turn
    owes_chain: bool = False  # the dot is legal only with a chain


def twin_actions(twin: Position, turn: OpenTurn | None) -> list[int]:
    """What the contract lists, by the twin."""
    width, points = twin.width, twin.width * twin.height
    if turn is not None:
        enemies = turn.trial.closable(turn.player)
        end = [] if turn.owes_chain and not turn.chains else [points]
        return [*end, *sorted(points + 1 + y * width + x for x, y in enemies)]
    if twin.over:
        return []
    ids = sorted(y * width + x for x, y in twin.playable if can_be_placed(twin, (x, y)))
    return ids if twin.rules.ending == "full" else [*ids, points]


def can_be_placed(twin: Position, dot: Point) -> bool:
    """A dot that is legal, alone or with some chain."""
    if twin.why_illegal(*dot) is None:
        return True
    return twin.rules.capture == "manual" and bool(with_dot(twin, dot).closable(twin.to_move))


def with_dot(twin: Position, dot: Point) -> Position:
    trial = twin.copy()
    trial.lay(dot, twin.to_move)
    return trial


def compare_actions(board: dots.Board, expected: Sequence[int]) -> None:
    actions = board.legal_actions()
    assert actions.dtype == np.int32
    assert actions.tolist() == list(expected)
    out = np.full(board.num_actions, -7, np.int32)
    assert board.legal_actions(out=out) == len(expected)
    assert out[: len(expected)].tolist() == list(expected)
    assert (out[len(expected) :] == -7).all()
    mask = board.legal_mask()
    assert mask.shape == (board.num_actions,)
    assert np.flatnonzero(mask).tolist() == list(expected)
    if not board.is_terminal:
        assert board.legal_actions(board.current_player).tolist() == list(expected)
        assert board.legal_actions(1 - board.current_player).size == 0
        assert not board.legal_mask(1 - board.current_player).any()


def play_by_actions(case: Case, seed: int) -> int:
    """Lead the core by random actions of the contract, the twin by what they mean.

    Returns the number of actions.
    """
    rng = random.Random(seed)
    twin, board = case.twin(), case.board()
    turn: OpenTurn | None = None
    past: list[Past] = []
    while len(past) < case.max_acts:
        expected = twin_actions(twin, turn)
        compare_actions(board, expected)
        if not expected:
            break
        action = choose_action(expected, case.num_points, rng)
        text = board.action_to_string(action)
        assert board.string_to_action(text) == action
        past.append(Past(board.key, board.copy(history=False)))
        board.apply(action)
        turn = follow(twin, turn, action)
        if turn is None:
            compare_boards(twin, board)
        else:
            assert board.to_ascii() == "\n".join(turn.trial.board())
            assert board.scores == turn.trial.scores
            assert board.current_player == turn.player
            assert not board.is_terminal
        board.check_consistency()
    acts = len(past)
    while past:
        go_back(board, past)
    assert board == case.board()
    return acts


def choose_action(expected: Sequence[int], points: int, rng: random.Random) -> int:
    """Stops and groundings are rare; what encloses and what ends a turn is as likely as any."""
    action = rng.choice(expected)
    if action == points and expected[0] < points and rng.random() < 0.9:
        action = rng.choice(expected)
    return action


def follow(twin: Position, turn: OpenTurn | None, action: int) -> OpenTurn | None:
    """Do on the twin what an action means. Returns the turn that it leaves open, if any."""
    points, width = twin.width * twin.height, twin.width
    if action > points:
        assert turn is not None
        point = ((action - points - 1) % width, (action - points - 1) // width)
        pool = turn.trial.pool_at(point, turn.player)
        assert pool is not None
        chain = turn.trial.smallest_chain(pool, turn.player)
        turn.trial._capture(turn.player, chain, turn.trial.area(chain))
        turn.chains.append(chain)
        return turn
    if action == points and turn is not None:
        twin.place(*turn.dot, turn.player, turn.chains)
        return None
    if action == points:
        twin.ground() if twin.rules.ending == "ground" else twin.stop()
        return None
    dot, player = (action % width, action // width), twin.to_move
    if twin.rules.capture == "manual":
        trial = with_dot(twin, dot)
        if trial.closable(player):
            return OpenTurn(dot, player, [], trial, twin.why_illegal(*dot) is not None)
    twin.place(*dot)
    return None
