"""A game of the server: its board and its engine, and a thread that does what is asked in order."""

from __future__ import annotations

import json
import math
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from dotcore import dots, engines
from dotcore._core import Error, IllegalMove, RulesError
from dotcore.server._requests import Request, RequestError, move_wishes

if TYPE_CHECKING:
    from dotcore import search
    from dotcore.dots import Board

__all__ = ["Game", "Task", "error_answer", "no_game"]

# So many requests may wait for a game.
_MAX_WAITING = 1000

Answer = dict[str, Any]


@dataclass
class Task:
    """A request on its way: ``cancel`` ends its search, ``answer`` sends what it has to say."""

    request: Request
    answer: Callable[[Answer], None]
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def is_endless(self) -> bool:
        """Whether only a stop ends it."""
        wishes = self.request.wishes
        return self.request.do == "analyze" and not {"time_ms", "simulations"} & wishes.keys()


class Game:
    """Does the tasks of a game one after the other, in a thread of its own.

    It is no game yet until a task ``new`` makes it one; a later ``new`` makes it another.

    Parameters
    ----------
    name : str
        What its answers say.
    engine : str
        The spec of its engine, where ``new`` names none.
    before : Game, optional
        One of the same name, whose tasks are to be done first.
    """

    def __init__(self, name: str, engine: str, before: Game | None) -> None:
        self.name = name
        self._default, self._before = engine, before
        self._position: tuple[Board, engines.Engine] | None = None
        self._seed: int | None = None
        self._open: list[Task] = []
        self._lock = threading.Lock()
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=f"game {name}", daemon=True)
        self._thread.start()

    # Called by the thread that reads

    def add(self, task: Task) -> None:
        """Let a task be done after those before it; those that have no end of their own end."""
        with self._lock:
            if len(self._open) >= _MAX_WAITING:
                raise RequestError("limit", f"{_MAX_WAITING} requests wait for this game")
            for other in self._open:
                if other.is_endless:
                    other.cancel.set()
            self._open.append(task)
        self._tasks.put(task)

    @property
    def is_idle(self) -> bool:
        """Whether it is no game, and nothing waits that could make it one."""
        with self._lock:
            return self._position is None and not self._open

    def stop(self, chosen: Callable[[Task], bool]) -> int:
        """End the searches of chosen tasks, begun or not; return how many there are."""
        with self._lock:
            found = [task for task in self._open if chosen(task) and not task.cancel.is_set()]
            for task in found:
                task.cancel.set()
        return sum(task.request.do in ("genmove", "analyze") for task in found)

    def finish(self) -> None:
        """Let the thread end after the tasks it has."""
        self._tasks.put(None)

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has."""
        self._thread.join(timeout)

    @property
    def is_alive(self) -> bool:
        """Whether its thread still works."""
        return self._thread.is_alive()

    # Called by the thread of the game

    def _work(self) -> None:
        if self._before is not None:
            self._before.join()
            self._before = None
        try:
            while (task := self._tasks.get()) is not None:
                if not self._do(task):
                    return
        finally:
            if self._position is not None:
                self._position[1].close()

    def _do(self, task: Task) -> bool:
        """Do a task and answer; return whether anybody reads the answers."""
        request = task.request
        try:
            told = getattr(self, f"_do_{request.do}")(task)
            answer = {**self._head(request), **told}
        except OSError:
            return False  # the thread that reads the requests was told
        except Exception as wrong:  # noqa: BLE001 - one bad request must not end the others
            answer = error_answer(request.id, wrong)
        finally:
            with self._lock:
                self._open.remove(task)
        try:
            task.answer(answer)
        except OSError:
            return False
        return True

    @property
    def _board(self) -> Board:
        if self._position is None:
            raise no_game(self.name)
        return self._position[0]

    @property
    def _engine(self) -> engines.Engine:
        if self._position is None:
            raise no_game(self.name)
        return self._position[1]

    def _go_to(self, board: Board) -> None:
        self._position = board, self._engine

    def _head(self, request: Request) -> Answer:
        return {"id": request.id, "do": request.do, "game": self.name}

    def _do_new(self, task: Task) -> Answer:
        wishes = task.request.wishes
        board = _new_board(wishes)
        engine = engines.make(_engine_spec(wishes, self._default))
        try:
            engine.new_game(board, wishes.get("seed"))
        except BaseException:
            engine.close()
            raise
        old, self._position = self._position, (board, engine)
        self._seed = wishes.get("seed")
        if old is not None:
            old[1].close()
        return self._state()

    def _do_close(self, _: Task) -> Answer:
        self._engine.close()
        self._position = None
        return {}

    def _do_state(self, task: Task) -> Answer:
        wishes = task.request.wishes
        told = self._state()
        if wishes.get("legal"):
            told["legal"] = [] if self._board.is_terminal else self._board.legal_actions().tolist()
        if wishes.get("moves"):
            told["start_dots"] = self._board.start_dots.tolist()
            told["moves"] = [_past_move(move) for move in self._board.moves]
        return told

    def _do_play(self, task: Task) -> Answer:
        after = self._board.copy()
        action = play(after, move_wishes(task.request.wishes))
        if action is None:
            self._engine.new_game(after, self._seed)
        else:
            self._engine.play(action, task.request.wishes.get("player"))
        self._go_to(after)
        return self._state()

    def _do_undo(self, task: Task) -> Answer:
        count = task.request.wishes.get("count", 1)
        number = self._board.move_number
        if count > number:
            raise IllegalMove(f"undo {count}: there are {number} moves")
        after = self._board.copy()
        for _ in range(count):
            after.undo()
        self._engine.new_game(after, self._seed)
        self._go_to(after)
        return self._state()

    def _do_genmove(self, task: Task) -> Answer:
        wishes = task.request.wishes
        player = wishes.get("player", self._board.current_player)
        clock = engines.Clock(**wishes["clock"]) if "clock" in wishes else None
        if self._board.is_terminal:
            raise IllegalMove("the game is over")
        choice = self._engine.genmove(wishes.get("time_ms"), clock, player, task.cancel)
        before = self._board.copy(history=False)
        if choice.action is None:
            self._board.resign(player)
            self._engine.new_game(self._board, self._seed)
            move: Answer = {"kind": "resign", "player": player}
        else:
            engines.apply_as(self._board, choice.action, player)
            move = {**_move(before, choice.action), "player": player}
        return {
            "move": move,
            "value": _number(choice.value),
            "margin": _number(choice.margin),
            "simulations": choice.simulations,
            "elapsed_ms": round(choice.elapsed_ms, 3),
            "pv": [_move(before, action) for action in choice.pv],
            **self._state(),
        }

    def _do_analyze(self, task: Task) -> Answer:
        wishes = task.request.wishes
        if self._board.is_terminal:
            raise IllegalMove("the game is over")
        start = monotonic()
        results = self._engine.analyze(
            wishes.get("time_ms"),
            wishes.get("every_ms", 100.0),
            wishes.get("simulations"),
            wishes.get("player"),
            task.cancel,
        )
        head = self._head(task.request)
        last = None
        for found in results:
            if last is not None:
                task.answer({**head, "final": False, "analysis": last})
            last = self._analysis(found, start, wishes.get("most"))
        assert last is not None
        return {"final": True, "stopped": task.cancel.is_set(), "analysis": last}

    # What is told

    def _state(self) -> Answer:
        board = self._board
        captures = [
            {
                "owner": capture.owner,
                "move_number": capture.move_number,
                "chain": capture.chain.tolist(),
                "area": capture.area.tolist(),
                "dots": capture.dots.tolist(),
            }
            for capture in board.captures
        ]
        return {"state": board.view(0), "captures": captures}

    def _analysis(self, found: search.Result, start: float, most: int | None) -> Answer:
        board = self._board
        order = [i for i in range(len(found.actions)) if found.visits[i] > 0][:most]
        return {
            "player": found.player,
            "value": _number(found.value),
            "margin": 0.0 if found.proven == "draw" else _number(found.margin),
            "proven": found.proven,
            "simulations": found.simulations,
            "elapsed_ms": round((monotonic() - start) * 1000, 3),
            "pv": [_move(board, action) for action in found.pv],
            "moves": [
                {
                    **_move(board, int(found.actions[i])),
                    "visits": int(found.visits[i]),
                    "value": _number(found.values[i]),
                    "margin": _number(found.margins[i]),
                    "prior": _number(found.priors[i]),
                }
                for i in order
            ],
        }


def play(board: Board, move: dict[str, Any]) -> int | None:
    """Do a move as a request tells it; return it as an action if it can be told as one."""
    player = move.get("player")
    if "action" in move:
        if move.keys() - {"action", "player"}:
            raise RequestError("request", "a move is told by its action, or by kind, x and y")
        engines.apply_as(board, move["action"], player)
        return int(move["action"])
    kind = move.get("kind", "place")
    has_point = {"x", "y"} <= move.keys()
    if has_point != (kind in ("place", "enclose")) or ({"x", "y"} & move.keys() and not has_point):
        raise RequestError("request", f"{kind}: {'x and y' if not has_point else 'no x and y'}")
    if "enclose" in move and kind != "place":
        raise RequestError("request", f"{kind} names no chains")
    if kind == "resign":
        board.resign(player)
        return None
    if kind == "place":
        if move.get("enclose"):
            board.place(move["x"], move["y"], player, move["enclose"])
            return None
        # Said by its number, so that who can close something stays on turn under capture=manual.
        action = _dot_action(board, move["x"], move["y"])
    elif kind == "enclose":
        if board.rules.capture != "manual":
            raise IllegalMove("enclose: only under capture=manual")
        action = board.enclose_action(move["x"], move["y"])
    else:
        if kind != ("end_turn" if board.is_closing else board.rules.ending):
            raise IllegalMove(f"no {kind} here under ending={board.rules.ending}")
        action = board.num_points
    engines.apply_as(board, action, player)
    return action


def _dot_action(board: Board, x: int, y: int) -> int:
    if x >= board.width or y >= board.height:
        raise IllegalMove(f"({x}, {y}) lies outside the board of {board.width}x{board.height}")
    return board.dot_action(x, y)


def _new_board(wishes: dict[str, Any]) -> Board:
    rules = wishes.get("rules", "bga")
    if isinstance(rules, dict):
        try:
            rules = dots.Rules(**rules)
        except TypeError:
            known = ", ".join(dots.Rules().as_dict())
            raise RequestError("rules", f"rules: options of the right types, of {known}") from None
    else:
        rules = dots.Rules.preset(rules)
    width = wishes.get("width", 20)
    board = dots.Board(
        width,
        wishes.get("height", width),
        rules,
        wishes.get("start"),
        wishes.get("to_move"),
    )
    moves = wishes.get("moves", [])
    done = 0
    try:
        for move in moves:
            play(board, move)
            done += 1
    except IllegalMove as wrong:
        raise IllegalMove(f"moves: move {done + 1}: {wrong}") from None
    return board


def _engine_spec(wishes: dict[str, Any], default: str) -> engines.EngineSpec:
    if "engine" not in wishes:
        return engines.EngineSpec.parse(default)
    spec = engines.EngineSpec.parse(wishes["engine"])
    if spec.kind == "gtp":
        # Requests may come from far away; what runs here is chosen here.
        raise engines.SpecError("a gtp engine can only be chosen where the server is started")
    return spec


def _move(board: Board, action: int) -> Answer:
    point = board.point_of(action)
    if point is None:
        return {"action": action, "kind": "end_turn" if board.is_closing else board.rules.ending}
    kind = "place" if action < board.num_points else "enclose"
    return {"action": action, "kind": kind, "x": point[0], "y": point[1]}


def _past_move(move: dots.Move) -> Answer:
    told: Answer = {"kind": move.kind, "player": move.player}
    if move.x is not None:
        told |= {"x": move.x, "y": move.y}
    if move.enclose:
        told["enclose"] = [chain.tolist() for chain in move.enclose]
    return told


def _number(value: Any) -> float | None:
    return None if value is None or not math.isfinite(value) else round(float(value), 6)


def no_game(name: str) -> RequestError:
    """Return the error that there is no game of this name."""
    return RequestError("no_game", f"no game {json.dumps(name)}")


def error_answer(number: Any, wrong: BaseException) -> Answer:
    """Return the answer that tells an error."""
    kind = "failed"
    if isinstance(wrong, RequestError):
        kind = wrong.kind
    else:
        for error, name in (
            (IllegalMove, "illegal_move"),
            (RulesError, "rules"),
            (engines.EngineError, "engine"),
            (Error, "request"),
        ):
            if isinstance(wrong, error):
                kind = name
                break
    message = str(wrong) or type(wrong).__name__
    return {"id": number, "error": {"type": kind, "message": message}}
