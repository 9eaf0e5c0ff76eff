"""Playing a record through the rules, and writing a played board as a record.

What the rules refuse is told, at its place in the text, and left out: an illegal dot is not
placed, of a dot with an illegal chain the dot is placed and that chain skipped.  Dots set up in
the root are the board's starting dots; further down they are placed out of turn.

A written chain is closed under capture="manual"; under automatic rules the dot closes what it
closes, and a chain is only what somebody noted.  ``TB``/``TW`` stand for the end of a territory
game: both players stop, and the rules close the final pools.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from dotcore import Error, IllegalMove, dots

from ._chain import smallest_chain
from ._dialects import OPTIONAL_ENCLOSURES, RulesGuess
from ._faults import FaultLog, invalid
from ._game import Game
from ._node import Node
from ._nodeview import PLAYED, Action, actions_of, setup_of
from ._scan import RawProperty
from ._values import Point, Result, format_point, format_result

__all__ = ["Replay", "check_game", "game_from_board"]


class Replay:
    """A board that follows a walk through a game's tree; faults go to ``log`` if there is one."""

    def __init__(
        self, game: Game, log: FaultLog | None = None, rules: dots.Rules | None = None
    ) -> None:
        size = game.size
        if size is None:
            raise invalid("the record names no possible board (SZ)")
        self.game = game
        self.width, self.height = size
        self.log = log
        rules = game.rules if rules is None else rules
        self.manual = rules.capture == "manual"
        self.territory = rules.scoring == "territory"
        self.final_pools_seen = False
        self.in_captured: tuple[int, int, int] | None = None  # first dot refused for that reason
        self.board = self._start(rules)

    def _start(self, rules: dots.Rules) -> dots.Board:
        found, to_move = setup_of(self.game.root._peek())
        players: dict[Point, int] = {}  # told when the record was looked over: outside, repeated
        for x, y, player, _ in found:
            if self._inside((x, y)):
                players.setdefault((x, y), player)
        start = [(x, y, player) for (x, y), player in players.items()]
        if rules.start != "empty":
            # Our own form names the start: then its dots are placed in the order that it has.
            board = dots.Board(self.width, self.height, rules)
            if sorted(start) == sorted((int(x), int(y), int(p)) for x, y, p in board.start_dots):
                if to_move is not None:
                    board.to_move = to_move
                return board
        try:
            board = dots.Board(self.width, self.height, rules, start=start)
        except Error as refused:
            self._tell("bad_start", found[0][3] if found else -1, str(refused))
            board = dots.Board(self.width, self.height, rules, start="empty")
            for x, y, player, at in found:
                if self._inside((x, y)):
                    self._place(board, x, y, player, at)
        if to_move is not None:
            board.to_move = to_move
        return board

    def play(self, node: Node) -> int:
        """Play what stands in ``node``; returns how many moves the board made for it."""
        if node._parent is None:
            return 0
        board = self.board
        before: int = board.move_number
        properties = node._peek()
        names = [one.name for one in properties]
        to_move: int | None = None
        if "AB" in names or "AW" in names or "PL" in names:
            found, to_move = setup_of(properties)
            for x, y, player, at in found:
                if self._inside((x, y)):
                    self._place(board, x, y, player, at)
        for one in properties:
            if one.name in PLAYED:
                for action in actions_of(one):
                    self._act(action)
        if to_move is not None and not board.is_terminal:
            board.to_move = to_move
        if "TB" in names or "TW" in names:
            self._final_pools()
        after: int = board.move_number
        return after - before

    def _act(self, action: Action) -> None:
        board, player = self.board, action.player
        if action.kind != "place":
            if board.result is not None:
                if board.result.reason != "full":  # a full board ends the game, told or not
                    self._tell("over", action.at, f"{action.kind} after the end of the game")
                return
            try:
                getattr(board, action.kind)(player)
            except IllegalMove as refused:
                self._tell("illegal_move", action.at, str(refused))
            return
        assert action.point is not None
        x, y = action.point
        if not self._inside(action.point):
            return  # told when the record was looked over
        if self.manual and (action.chains or action.around):
            self._place_and_enclose(action, x, y)
        else:
            self._place(board, x, y, player, action.at)

    def _place(self, board: dots.Board, x: int, y: int, player: int, at: int) -> None:
        if not board.try_place(x, y, player):
            why = board.why_illegal(x, y, player) or "illegal"
            self._tell_illegal(why, x, y, at)

    def _tell_illegal(self, why: str, x: int, y: int, at: int) -> None:
        if why == "captured" and self.in_captured is None:
            self.in_captured = x, y, at
        said = {
            "outside": "lies outside of the board",
            "occupied": "holds a dot already",
            "captured": "lies in a captured region",
            "suicide": "is a suicide, which these rules forbid",
            "over": "comes after the end of the game",
        }.get(why, f"is refused ({why})")
        self._tell(why if why == "over" else f"illegal_{why}", at, f"the dot at ({x}, {y}) {said}")

    def _place_and_enclose(self, action: Action, x: int, y: int) -> None:
        board, player = self.board, action.player
        chains = list(action.chains)
        for at, (dx, dy) in action.around:
            chain = self._chain_around((x, y), (dx, dy), player)
            if chain is None:
                self._tell("illegal_chain", at, f"no chain of the player runs around ({dx}, {dy})")
            else:
                chains.append((at, chain))
        legal = [(at, chain) for at, chain in chains if all(map(self._inside, chain))]
        if board.try_place(x, y, player, [chain for _, chain in legal]):
            return
        why = board.why_illegal(x, y, player)
        if why is not None:
            self._tell_illegal(why, x, y, action.at)
            return
        # Chains are judged one by one on the same position, so each may be tried alone.
        kept: list[Sequence[Point]] = []
        for at, chain in legal:
            if board.why_illegal(x, y, player, [chain]) is None:
                kept.append(chain)
            else:
                message = "the chain is no closed chain of the player's dots around an enemy dot"
                self._tell("illegal_chain", at, f"{message}; the dot is placed without it")
        if not board.try_place(x, y, player, kept):
            self._tell("illegal_chain", action.at, "the chains exclude one another; none is closed")
            self._place(board, x, y, player, action.at)

    def _chain_around(self, dot: Point, inside: Point, player: int) -> list[Point] | None:
        if not self._inside(inside):
            return None
        cells = self.board.cells()
        live = int(dots.Cell.DOT_0) if player == 0 else int(dots.Cell.DOT_1)
        return smallest_chain(
            self.width,
            self.height,
            lambda x, y: (x, y) == dot or int(cells[y, x]) == live,
            inside,
        )

    def _final_pools(self) -> None:
        """Both players stop; the rules close the final pools that TB and TW write down."""
        self.final_pools_seen = True
        board = self.board
        if self.territory and board.rules.ending == "stop":
            for _ in range(2):
                if not board.is_terminal:
                    board.stop()

    def _inside(self, point: Point) -> bool:
        return point[0] < self.width and point[1] < self.height

    def _tell(self, code: str, at: int, message: str) -> None:
        if self.log is not None:
            self.log.error(code, at, message)


def dot_in_captured(game: Game, guess: RulesGuess) -> tuple[int, int, int] | None:
    """The first dot (x, y, offset) of the main line that lies where these rules have captured."""
    replay = Replay(game, rules=_rules(game, guess))
    for node in game.main_line():
        replay.play(node)
        if replay.in_captured is not None:
            return replay.in_captured
    return None


def _rules(game: Game, guess: RulesGuess) -> dots.Rules:
    return dots.Rules(komi=game.komi, **guess.options)


def check_game(game: Game, log: FaultLog) -> None:
    """Play all variations of a game and note what the rules refuse, then compare its result."""
    if game.size is None:
        return
    guess = game._first_guess()
    if guess.is_open:
        trial = log.branch()
        declined = _play_all(game, trial, guess)
        if declined is None:
            log.take(trial)
            return
        x, y, at = declined
        message = f"automatic rules would have captured ({x}, {y}) before this dot"
        log.warning("optional_enclosures", at, f"{message}: played without automatic capture")
        guess = OPTIONAL_ENCLOSURES
    _play_all(game, log, guess)


def _play_all(game: Game, log: FaultLog, guess: RulesGuess) -> tuple[int, int, int] | None:
    """As `check_game`, by the rules of ``guess``; stops where they are in doubt.

    Returns the dot of the main line that puts them there, by lying in a captured region.
    """
    replay = Replay(game, log, _rules(game, guess))
    board = replay.board
    path: list[tuple[Node, int, int]] = []  # nodes played, moves made for each, to_move before
    main_line = True
    for node in game.nodes():
        while path and path[-1][0] is not node._parent:
            _, made, to_move = path.pop()
            for _ in range(made):
                board.undo()
            if board.to_move != to_move and not board.is_terminal:
                board.to_move = to_move
        to_move = board.to_move
        path.append((node, replay.play(node), to_move))
        if main_line:
            if guess.is_open and replay.in_captured is not None:
                return replay.in_captured
            if not node._children:
                _check_result(replay, node)
                main_line = False
    return None


def _check_result(replay: Replay, last: Node) -> None:
    """Tell a recorded result that the position at the end of the main line does not have.

    In territory games the halves of a point were dropped before subtracting, so half a point more
    or less is no fault; without the final pools the record is not complete and nothing is said.
    Under rules with grounding a margin may count what a player loses by it: many records end
    without the grounding itself.
    """
    game, board = replay.game, replay.board
    result = game.result
    if result is None or result.kind not in ("score", "draw", "ground"):
        return
    over = board.is_terminal
    if result.kind == "draw" and not over:
        return  # agreed on
    recorded = _signed(result)
    if replay.territory:
        if not (over or replay.final_pools_seen):
            return
        if abs(_lead(board.totals) - recorded) <= 0.5:
            return
        leads = [_lead(board.totals)]
    else:
        leads = [_lead(board.totals)]
        if not over and (board.rules.ending == "ground" or result.kind == "ground"):
            komi = board.rules.komi
            grounding = (0, 1) if result.winner is None else (1 - result.winner, result.winner)
            for player in grounding:
                leads.append(_lead(board.scores_if_grounded(player)) - komi)
        if result.kind == "ground":
            lead = leads[0] if over else leads[-1]
            if lead * recorded > 0:
                return
            leads = [lead]
        elif recorded in leads:
            return
    log = replay.log
    assert log is not None
    place = _place_of_result(game)
    played = format_result(_result_of(leads[0]))
    message = f"RE[{game._raw('RE')}]{place} is not what was played: {played}"
    log.warning("result_mismatch", _end_of_line(last), message)


def _lead(totals: tuple[float, float]) -> float:
    return totals[0] - totals[1]


def _signed(result: Result) -> float:
    if result.winner is None:
        return 0.0
    margin = 1.0 if result.margin is None else result.margin
    return margin if result.winner == 0 else -margin


def _result_of(lead: float) -> Result:
    return Result("score", 0 if lead > 0 else 1, abs(lead)) if lead else Result("draw")


def _place_of_result(game: Game) -> str:
    for one in game.root._peek():
        if one.name == "RE" and one.starts and game._source is not None:
            line, column = game._source.place(one.starts[0])
            return f" at {line}:{column}"
    return ""


def _end_of_line(last: Node) -> int:
    """Where the tree ends that the main line ends in: there the result is known."""
    game = last._game
    if last._index < 0 or game._source is None:
        return -1
    text = game._source.text
    close = text.find(")", game._spans[2 * last._index + 1])
    return len(text) if close < 0 else close + 1


def _moves_with_chains(board: dots.Board) -> Iterator[tuple[dots.Move, list[list[Point]]]]:
    """The moves, each with all chains it closed: enclosing acts belong to the dot before them."""
    closed = {capture.move_number: capture.chain for capture in board.captures}
    kept: tuple[dots.Move, list[list[Point]]] | None = None
    for number, move in enumerate(board.moves, 1):
        if move.kind == "enclose" and kept is not None:
            kept[1].append([(int(x), int(y)) for x, y in closed[number]])
        elif move.kind != "end_turn":
            if kept is not None:
                yield kept
            kept = move, [[(int(x), int(y)) for x, y in chain] for chain in move.enclose]
    if kept is not None:
        yield kept


def game_from_board(board: dots.Board, info: Mapping[str, str]) -> Game:
    """The game played on ``board``, checked by playing it again."""
    if board.is_closing:
        raise invalid("a record cannot hold a turn that is not ended; end it first")
    game = Game.new(board.width, board.height, rules=board.rules)
    root = game.root
    for name, text in info.items():
        root.set_text(name, text)
    start = [(int(x), int(y), int(player)) for x, y, player in board.start_dots]
    root.set_up(start)
    node = root
    for move, chains in _moves_with_chains(board):
        if move.x is not None and move.y is not None:
            node = node.add_move(move.player, move.x, move.y, chains)
        elif move.kind == "ground":
            node = node.add_ground(move.player)
        elif move.kind == "stop":
            node = node.add_stop(move.player)
        else:
            node = node.add_resign(move.player)
    if board.result is not None and "RE" not in info:
        game.result = _played_result(board)
    if not _gives(game, node, board):
        # The order of the starting dots tells, where they capture one another.
        _set_up_in_order(root, start)
        if not _gives(game, node, board):
            message = "this position did not come about by its starting dots and moves alone"
            raise invalid(message)
    return game


def _gives(game: Game, last: Node, board: dots.Board) -> bool:
    """Whether ``game``, which ends at ``last``, leads to ``board``, if need be by a PL there."""
    played = game.board()
    if not played.is_terminal and played.to_move != board.to_move:
        node = last if last.is_root else last.add_child()
        node.set_up((), to_move=board.to_move)
        played = game.board()
    return bool(played == board)


def _set_up_in_order(root: Node, start: Sequence[tuple[int, int, int]]) -> None:
    """Write starting dots as AB and AW in turn, which keeps their order; few readers like it."""
    for name in ("AB", "AW"):
        root.properties.pop(name, None)
    for player, run in groupby(start, key=lambda dot: dot[2]):
        values = [format_point(x, y) for x, y, _ in run]
        name = "AW" if player else "AB"
        root._change().append(RawProperty(name, name, values, [], -1, -1, -1))


def _played_result(board: dots.Board) -> Result:
    assert board.result is not None
    winner, margin = board.result.winner, float(board.result.margin)
    if winner is None:
        return Result("draw")
    if board.result.reason == "resign":
        return Result("resign", winner)
    return Result("score", winner, margin)
