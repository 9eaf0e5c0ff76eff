"""What skill is worth in Dot Duel, by games between simulated players.

    python examples/dotduel_skill/study.py --docs docs

One player differs from the others, who are usual ones, in one trait; told is how often that player
wins. The tables go into ``dotduel_skill.md`` of the folder, in place of those between its marks
``<!-- table NAME -->`` and ``<!-- end -->``, the plots into ``images/`` there. The tables are the
same for a seed on every machine. Plots need matplotlib (``pip install "dotcore[viz]"``).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

from dotcore import dotduel
from dotcore.dotduel import Rules, SimulatedPlayer

DECKS = 10  # whose share of the games is the same
USUAL = SimulatedPlayer()

LOOKS = (40, 50, 60, 70, 80, 90, 100, 120, 140, 170, 200)  # per cent of the usual look_ms
LOOK_OTHERS = (1, 2, 3, 5)
TRAITS: dict[str, Sequence[int]] = {
    "miss": (0, 20, 40, 60, 100, 150, 200),
    "false_alarm": (0, 5, 15, 30, 60, 100),
    "check": (0, 200, 400, 600, 800, 1000),
    "double_dot": (0, 100, 200, 300, 500, 700, 1000),
    "wrong_double_dot": (0, 2, 5, 10, 20, 50),
}
TRAIT_OTHERS = (1, 3)
OPTIONS: dict[str, Rules] = {
    "default": Rules(),
    "auto_check over": Rules(auto_check="over"),
    "auto_check both": Rules(auto_check="both"),
    "false calls barred": Rules(false_call_penalty="barred"),
    "both, barred": Rules(auto_check="both", false_call_penalty="barred"),
}
VARIANTS: dict[str, SimulatedPlayer] = {
    "usual": USUAL,
    "look_ms 450": SimulatedPlayer(look_ms=450),
    "look_ms 1800": SimulatedPlayer(look_ms=1800),
    "miss 0": SimulatedPlayer(miss=0),
    "miss 200": SimulatedPlayer(miss=200),
    "false_alarm 0": SimulatedPlayer(false_alarm=0),
    "false_alarm 100": SimulatedPlayer(false_alarm=100),
    "check 0": SimulatedPlayer(check=0),
    "check 1000": SimulatedPlayer(check=1000),
    "double_dot 0": SimulatedPlayer(double_dot=0),
    "double_dot 1000": SimulatedPlayer(double_dot=1000),
}

# Where nobody else looks at claims: all traits of the odd one that are not usual
UNWATCHED: dict[str, dict[str, int]] = {
    "like the others": {"check": 0},
    "check 600": {},
    "check 1000": {"check": 1000},
    "miss 0": {"check": 0, "miss": 0},
    "miss 200": {"check": 0, "miss": 200},
    "false_alarm 0": {"check": 0, "false_alarm": 0},
    "false_alarm 100": {"check": 0, "false_alarm": 100},
}
UNWATCHED_OPTIONS = ("default", "auto_check over", "auto_check both")

PACES = (50, 100, 200, 300)  # per cent of all times of all players
PACED: dict[str, dict[str, int]] = {
    "look_ms 80 %": {"look_ms": USUAL.look_ms * 80 // 100},
    "miss 0": {"miss": 0},
    "check 0": {"check": 0},
    "double_dot 1000": {"double_dot": 1000},
}


@dataclass(frozen=True)
class Share:
    """How many of so many games were won."""

    wins: int
    games: int

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Return Wilson's interval, which holds the true rate in 95 of 100 studies."""
        n = self.games
        centre = (self.rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(self.rate * (1 - self.rate) / n + z * z / (4 * n * n))
        return centre - half, centre + half

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{100 * self.rate:.1f} ± {50 * (high - low):.1f}"


@dataclass(frozen=True)
class Bench:
    """How many games each figure rests on, and how they are drawn."""

    games: int = 20_000
    seed: int = 1
    threads: int = 1
    decks: list[dotduel.Deck] = field(
        default_factory=lambda: [dotduel.Deck.standard(seed) for seed in range(DECKS)]
    )

    def play(
        self, players: Sequence[SimulatedPlayer], rules: Rules | None = None
    ) -> list[dotduel.Simulation]:
        """One part for each deck, of the same size."""
        return [
            dotduel.simulate(
                max(1, self.games // len(self.decks)),
                players,
                seed=self.seed + number,
                threads=self.threads,
                deck=deck,
                rules=rules,
            )
            for number, deck in enumerate(self.decks)
        ]

    def share(
        self,
        player: SimulatedPlayer,
        others: int,
        rules: Rules | None = None,
        other: SimulatedPlayer = USUAL,
    ) -> Share:
        """How often a player wins against so many others who are all alike."""
        parts = self.play([player] + [other] * others, rules)
        wins = sum(int((part.winner == 0).sum()) for part in parts)
        return Share(wins, sum(len(part) for part in parts))


Row = list[Any]
Shares = dict[str, dict[int, Share]]  # of each curve, by the trait's value


def looks(bench: Bench) -> Shares:
    return {
        f"against {others}": {
            look: bench.share(SimulatedPlayer(look_ms=USUAL.look_ms * look // 100), others)
            for look in LOOKS
        }
        for others in LOOK_OTHERS
    }


def trait(bench: Bench, name: str) -> Shares:
    return {
        f"against {others}": {
            value: bench.share(SimulatedPlayer(**{name: value}), others) for value in TRAITS[name]
        }
        for others in TRAIT_OTHERS
    }


def options(bench: Bench) -> list[Row]:
    """Of each variant of a player against three usual ones, by the rules."""
    return [
        [variant, *(bench.share(player, 3, rules) for rules in OPTIONS.values())]
        for variant, player in VARIANTS.items()
    ]


def unwatched(bench: Bench) -> list[Row]:
    """Of an odd one among three who check no claim, by the rules."""
    careless = with_traits({"check": 0})
    return [
        [
            name,
            *(
                bench.share(with_traits(traits), 3, OPTIONS[rules], careless)
                for rules in UNWATCHED_OPTIONS
            ),
        ]
        for name, traits in UNWATCHED.items()
    ]


def paces(bench: Bench) -> list[Row]:
    """Of an odd one among three usual ones, everybody being faster or slower."""
    return [
        [
            f"{pace} %",
            *(
                bench.share(at_pace(pace, with_traits(traits)), 3, other=at_pace(pace, USUAL))
                for traits in PACED.values()
            ),
        ]
        for pace in PACES
    ]


def with_traits(traits: dict[str, int]) -> SimulatedPlayer:
    """A usual player but for these."""
    return SimulatedPlayer(**traits)


def at_pace(per_cent: int, player: SimulatedPlayer) -> SimulatedPlayer:
    """The same player with all times longer or shorter."""
    traits = player.as_dict()
    for name in ("look_ms", "symbol_ms", "react_ms"):
        traits[name] = traits[name] * per_cent // 100
    return SimulatedPlayer(**traits)


def usual_games(bench: Bench) -> list[Row]:
    """What games of usual players are like: means of a game."""
    rows = []
    for players in range(2, 7):
        parts = bench.play([USUAL] * players)
        games = sum(len(part) for part in parts)

        def mean(name: str, parts: list[dotduel.Simulation] = parts, games: int = games) -> float:
            return sum(int(getattr(part, name).sum()) for part in parts) / games

        rows.append(
            [
                players,
                f"{mean('rounds'):.1f}",
                f"{mean('duration_ms') / 60_000:.1f}",
                *(f"{mean(name):.1f}" for name in ("claims", "errors", "double_dots")),
                f"{mean('duels') / 2:.1f}",
            ]
        )
    return rows


def table_of(first: str, curves: Shares, unit: str = "") -> str:
    values = next(iter(curves.values()))
    rows = [[f"{value}{unit}", *(curve[value] for curve in curves.values())] for value in values]
    return markdown([first, *curves], rows)


def markdown(head: Iterable[Any], rows: Iterable[Iterable[Any]]) -> str:
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def put_in(text: str, tables: dict[str, str]) -> str:
    """Replace each table of a document."""
    for name, table in tables.items():
        place = re.compile(rf"(<!-- table {re.escape(name)} -->\n).*?(?=<!-- end -->)", re.DOTALL)
        if len(place.findall(text)) != 1:
            raise SystemExit(f"there should be one place for the table {name}")
        text = place.sub(rf"\1\n{table}\n", text)
    return text


# Plots


def plot(path: Path, panels: Sequence[tuple[str, Shares, int]]) -> None:
    """Draw curves with their intervals, panel beside panel; the usual value is marked."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    # The same file for the same figures, with its text as text
    style: dict[Any, Any] = {"svg.hashsalt": "dotcore", "svg.fonttype": "none", "font.size": 9}
    with plt.rc_context(style):
        figure, axes = plt.subplots(
            1, len(panels), figsize=(3.4 * len(panels) + 0.6, 3.4), squeeze=False
        )
        for axis, (label, curves, usual) in zip(axes[0], panels, strict=True):
            axis.axvline(usual, color="0.8", linewidth=1)
            for marker, (name, curve) in zip("osD^", curves.items(), strict=False):
                rates = [100 * share.rate for share in curve.values()]
                around = [share.interval() for share in curve.values()]
                down = [rate - 100 * low for rate, (low, _) in zip(rates, around, strict=True)]
                up = [100 * high - rate for rate, (_, high) in zip(rates, around, strict=True)]
                axis.errorbar(
                    list(curve),
                    rates,
                    [down, up],
                    label=name,
                    marker=marker,
                    markersize=3,
                    linewidth=1,
                    elinewidth=0.8,
                    capsize=1.5,
                )
            axis.set_xlabel(label)
            axis.set_ylim(bottom=0)
            axis.grid(color="0.92")
            axis.set_axisbelow(True)
        axes[0][0].set_ylabel("games won, %")
        axes[0][-1].legend(frameon=False)
        figure.tight_layout()
        figure.savefig(path, metadata={"Date": None, "Creator": None})
        plt.close(figure)


def study(bench: Bench, docs: Path, *, plots: bool) -> None:
    by_look = looks(bench)
    by_trait = {name: trait(bench, name) for name in TRAITS}
    tables = {
        "usual": markdown(
            ["players", "rounds", "minutes", "claims", "errors", "Double Dots", "duels"],
            usual_games(bench),
        ),
        "look_ms": table_of("look_ms", by_look, " %"),
        "options": markdown(["the odd one", *OPTIONS], options(bench)),
        "unwatched": markdown(["the odd one", *UNWATCHED_OPTIONS], unwatched(bench)),
        "paces": markdown(["all times", *PACED], paces(bench)),
    }
    tables |= {name: table_of(name, curves) for name, curves in by_trait.items()}
    document = docs / "dotduel_skill.md"
    text = put_in(document.read_text(encoding="utf-8"), tables)
    document.write_text(text, encoding="utf-8")
    if not plots:
        return
    images = docs / "images"
    images.mkdir(exist_ok=True)
    plot(images / "dotduel_skill_look.svg", [("look_ms, % of the usual", by_look, 100)])
    usual = USUAL.as_dict()
    for file, names in {
        "errors": ("miss", "false_alarm", "wrong_double_dot"),
        "attention": ("check", "double_dot"),
    }.items():
        plot(
            images / f"dotduel_skill_{file}.svg",
            [(f"{name}, thousandths", by_trait[name], usual[name]) for name in names],  # type: ignore[literal-required]
        )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--docs", type=Path, required=True, help="where dotduel_skill.md is")
    parser.add_argument("--games", type=int, default=20_000, help="for each figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--no-plots", action="store_true", help="tables alone")
    given = parser.parse_args(arguments)
    plots = not given.no_plots
    if plots:
        try:
            import matplotlib  # noqa: F401
        except ModuleNotFoundError:
            print("no plots: matplotlib is not installed", file=sys.stderr)
            plots = False
    study(Bench(given.games, given.seed, given.threads), given.docs, plots=plots)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
