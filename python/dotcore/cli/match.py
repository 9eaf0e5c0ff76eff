"""``dotcore match``: two engines against each other, until it is clear who is stronger."""

from __future__ import annotations

import argparse
import math
import re
from typing import TYPE_CHECKING

from dotcore.cli._options import PRESETS, START_NAMES, Commands, add_json, count, duration, size
from dotcore.cli._terminal import CommandError, Terminal, plain

if TYPE_CHECKING:
    from dotcore.match import Match, Settings, Sprt, Standing

__all__ = ["add_to"]

_EPILOG = (
    "A and B are engines, such as strong, uniform:simulations=500 or 'gtp:my-engine --level 3'."
    " Limits in an engine's own options take the place of --time and --simulations."
)


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "match",
        help="two engines against each other, with Elo",
        description=(
            "Plays two engines against each other. Each opening is played twice, with colours"
            " swapped. With --out the match goes on where it was left."
        ),
        epilog=_EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("first", metavar="A", help="an engine")
    parser.add_argument("second", metavar="B", help="the engine that it meets")
    parser.add_argument("--games", type=count, default=100, metavar="N", help="default: 100")
    parser.add_argument(
        "--time", type=duration, metavar="S", help="seconds for a move (default: 1)"
    )
    parser.add_argument("--simulations", type=count, metavar="N", help="for a move")
    parser.add_argument(
        "--board", type=size, default=(20, 20), metavar="WxH", help="default: 20x20"
    )
    parser.add_argument("--rules", choices=PRESETS, default="bga", help="default: bga")
    parser.add_argument("--start", choices=START_NAMES, help="default: the rules' own")
    parser.add_argument(
        "--openings",
        default="random",
        metavar="WHAT",
        help="random (default), none, or an SGF file whose games are openings",
    )
    parser.add_argument(
        "--opening-dots",
        type=count,
        default=2,
        metavar="N",
        help="dots of each player in a random opening (default: 2)",
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="games at a time")
    parser.add_argument(
        "--out", metavar="DIR", help="keep the games there; go on with what is there"
    )
    parser.add_argument(
        "--sprt", type=_sprt, metavar="ELO0,ELO1", help="end as soon as this test is decided"
    )
    parser.add_argument(
        "--adjudicate",
        type=_adjudicate,
        default=(None, 1),
        metavar="K,M",
        help="a lead of K dots held for M moves wins (default: play to the end)",
    )
    parser.add_argument(
        "--max-moves", type=count, metavar="N", help="then who leads has won (default: no bound)"
    )
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="default: 0")
    add_json(parser)
    parser.set_defaults(run=run)


def _sprt(text: str) -> tuple[float, float]:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: two numbers are needed, as in 0,20") from None
    return elo0, elo1


def _adjudicate(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6}),(\d{1,6})", text, re.ASCII)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r}: dots and moves are needed, as in 10,20")
    return int(found[1]), int(found[2])


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore
    from dotcore.match import Match

    try:
        settings, sprt = _settings(options)
        match = Match(settings, options.games, jobs=options.jobs, folder=options.out, sprt=sprt)
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    interrupted = False
    with match:
        told = len(match.games)

        def tell_next() -> None:
            nonlocal told
            text = _game_text(match, told + 1)
            told += 1
            terminal.print(text)

        for note in match.notes:
            terminal.error(note)
        if not options.json:
            _start(terminal, match)
        try:
            for _ in match.play():
                if not options.json:
                    tell_next()
                    terminal.flush()
        except KeyboardInterrupt:
            interrupted = True
        except dotcore.Error as wrong:
            raise CommandError(str(wrong)) from None
        if options.json:
            terminal.json(match.to_dict() | {"complete": not interrupted})
        else:
            while told < len(match.games):
                tell_next()  # it had ended, but was not told, when Ctrl-C came
            _tell_end(terminal, match, options.out, interrupted)
    terminal.flush()
    if interrupted:
        raise KeyboardInterrupt


def _settings(options: argparse.Namespace) -> tuple[Settings, Sprt | None]:
    from dotcore.match import Adjudication, Settings, Sprt

    lead, held = options.adjudicate
    settings = Settings(
        (options.first, options.second),
        width=options.board[0],
        height=options.board[1],
        rules=options.rules,
        start=options.start,
        openings=options.openings,
        opening_dots=options.opening_dots,
        time_ms=None if options.time is None else 1000 * options.time,
        simulations=options.simulations,
        adjudication=Adjudication(lead, held, options.max_moves),
        seed=options.seed,
    )
    return settings, None if options.sprt is None else Sprt(*options.sprt)


def _start(terminal: Terminal, match: Match) -> None:
    settings = match.settings
    for letter, spec in zip("AB", settings.engines, strict=True):
        terminal.print(f"{letter}  {plain(spec)}")
    start = f", start {settings.start}" if settings.start else ""
    terminal.print(f"{settings.width}x{settings.height}, rules {settings.rules}{start}")
    if match.games:
        told = "1 game is" if len(match.games) == 1 else f"{len(match.games)} games are"
        terminal.print(f"{told} there already")
    terminal.flush()


def _game_text(match: Match, number: int) -> str:
    """The game that was the ``number``-th to end, and how the match stood then."""
    game, standing = match.games[number - 1], match.standing_after(number)
    done = f"{standing.games}/{match.wanted}"
    second = "BA"["AB".index(game["first"])]
    how = "draw" if game["winner"] is None else f"{game['winner']} wins"
    scores = " : ".join(f"{score:g}" for score in game["scores"])
    text = f"{done:>9}  {game['first']}-{second} {how:<6} {scores:>7}"
    text += f"  {game['moves']:>4} moves, {game['reason']:<9}"
    text += f"  A +{standing.wins} ={standing.draws} -{standing.losses}"
    state = None if match.sprt is None else match.sprt.state(standing)
    if state is not None:
        text += f"  LLR {state.llr:+.2f}"
    if game["detail"]:
        text += f"\n           {plain(game['detail'])}"
    return text


def _tell_end(terminal: Terminal, match: Match, out: str | None, interrupted: bool) -> None:
    standing = match.standing
    terminal.print()
    if not standing.games:
        terminal.print("no game was finished")
        return
    score = f"{100 * standing.score:.1f}%"
    terminal.print(
        f"A against B: {standing.games} games, +{standing.wins} ={standing.draws}"
        f" -{standing.losses}, score {score}"
    )
    terminal.print(_elo_text(standing))
    pairs = " ".join(map(str, standing.pairs))
    terminal.print(f"pairs      {pairs}   (A made 0, 1/2, 1, 3/2, 2 points)")
    state = match.sprt_state
    if state is not None and match.sprt is not None:
        told = {
            None: "open",
            "H0": f"A is stronger by {match.sprt.elo0:g} rather than {match.sprt.elo1:g}",
            "H1": f"A is stronger by {match.sprt.elo1:g} rather than {match.sprt.elo0:g}",
        }[state.decision]
        terminal.print(
            f"SPRT       LLR {state.llr:+.2f} between {state.lower:.2f} and {state.upper:.2f}:"
            f" {told}"
        )
    for engine in (0, 1):
        times = match.times(engine)
        moves = max(times.moves, 1)
        text = f"{'AB'[engine]} a move   {times.total_ms / moves:.1f} ms, at most"
        text += f" {times.max_ms:.1f}; {times.simulations / moves:.0f} simulations"
        terminal.print(text)
        failures = match.failures(engine)
        if failures:
            terminal.print(f"           failed in {len(failures)} games, which it lost")
    if interrupted or (standing.games < match.wanted and not match.is_decided):
        go_on = "; the same command goes on" if out is not None else ""
        terminal.print(f"{standing.games} of {match.wanted} games{go_on}")


def _elo_text(standing: Standing) -> str:
    def shown(value: float) -> str:
        return f"{value:+.0f}" if math.isfinite(value) else "+inf" if value > 0 else "-inf"

    low, high = standing.elo_interval
    return (
        f"Elo        {shown(standing.elo)}, 95 %: {shown(low)} to {shown(high)};"
        f" A is the stronger one with {100 * standing.los:.1f} %"
    )
