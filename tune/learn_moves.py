"""Fit the move model to records of games, and write its weights.

    python tune/learn_moves.py RECORD.sgf ... > cpp/src/dots/move_weights.inc

For each move of the records the model is asked how likely each playable point was; the weights are
those under which the points really chosen are most likely, drawn towards 0 as far as there are few
moves to tell (L2). Patterns that are the same but for symmetry share a weight. Told on the way, on
standard error: the mean log-likelihood of a move, and how often the move was the model's first, or
among its first 5 or 20; of a sixth of the games that is held back while ``--check`` is given.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dotcore import dots, search, sgf

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

# The neighbours of a point in reading order, as the model's patterns number them.
NEIGHBOURS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
STRAIGHT, DIAGONAL = (1, 3, 4, 6), (0, 2, 5, 7)
SMALLEST_BOARD = 9  # smaller ones are played differently
PULL, PATTERN_PULL = 0.02, 0.5  # towards 0, in moves


@dataclass
class Moves:
    """All playable points of all moves, one after another."""

    features: npt.NDArray[np.uint16]  # (points, columns)
    counts: Ints  # playable points of each move
    chosen: Ints  # index into features of the point chosen
    games: Ints  # of each move

    @property
    def starts(self) -> Ints:
        starts: Ints = np.cumsum(self.counts) - self.counts
        return starts


def at_the_start(played: dots.Board) -> dots.Board:
    """The game's first position, by rules under which dots capture by themselves.

    Under capture="manual" the model sees no captures, and most records are of such games.
    """
    start = played.copy()
    while start.moves:
        start.undo()
    cells = start.cells()
    first = [
        (int(x), int(y), player)
        for player, cell in enumerate((dots.Cell.DOT_0, dots.Cell.DOT_1))
        for y, x in np.argwhere(cells == cell)
    ]
    rules = played.rules if played.rules.capture == "automatic" else dots.Rules.zagram()
    return dots.Board(played.width, played.height, rules, first)


def read(paths: list[Path]) -> Moves:
    features, counts, chosen, games = [], [], [], []
    points = 0
    for number, path in enumerate(paths):
        for game in sgf.read(path).games:
            played = game.board()
            if min(played.width, played.height) < SMALLEST_BOARD:
                continue
            board = at_the_start(played)
            for move in played.moves:
                if move.kind != "place" or move.x is None or move.y is None:
                    continue
                if not board.is_legal(move.x, move.y, move.player):
                    continue  # a point that the record's players left open
                actions, seen = search.move_features(board, move.player)
                features.append(seen)
                counts.append(len(actions))
                action = move.y * board.width + move.x
                chosen.append(points + int(np.searchsorted(actions, action)))
                games.append(number)
                points += len(actions)
                board.place(move.x, move.y, player=move.player)
    return Moves(np.concatenate(features), np.array(counts), np.array(chosen), np.array(games))


def same_patterns() -> Ints:
    """For each pattern the least of those that are the same but for symmetry."""
    patterns = np.arange(1 << 16)
    least: Ints = patterns.copy()
    for symmetry in range(8):
        image = np.zeros_like(patterns)
        for i, (x, y) in enumerate(NEIGHBOURS):
            x1, y1 = -x if symmetry & 1 else x, -y if symmetry & 2 else y
            j = NEIGHBOURS.index((y1, x1) if symmetry & 4 else (x1, y1))
            image |= (patterns >> i & 1) << j | (patterns >> (8 + i) & 1) << (8 + j)
        least = np.minimum(least, image)
    return least


def neighbour_counts() -> Ints:
    """(6, 65536): straight and diagonal neighbours of each pattern that are own, enemy, blocked."""
    patterns = np.arange(1 << 16)
    own = np.stack([patterns >> i & 1 for i in range(8)])
    enemy = np.stack([patterns >> (8 + i) & 1 for i in range(8)])
    kinds = (own & ~enemy & 1, enemy & ~own & 1, own & enemy)
    sides = (list(STRAIGHT), list(DIAGONAL))
    counts: Ints = np.stack([kind[side].sum(0) for kind in kinds for side in sides])
    return counts


@dataclass
class Tables:
    """The parts of the model: each a table of weights, looked into once for each point."""

    names: list[str]
    sizes: list[int]
    lookups: npt.NDArray[np.int32]  # (points, tables), into all weights laid end to end
    patterns: Ints  # the patterns of the first table

    @property
    def offsets(self) -> list[int]:
        return [0, *np.cumsum(self.sizes).tolist()]

    def part(self, weights: Floats, name: str) -> list[Floats]:
        """The weights of all tables whose names begin so."""
        return [
            weights[self.offsets[i] : self.offsets[i + 1]]
            for i, each in enumerate(self.names)
            if each.startswith(name)
        ]


def tables_of(features: npt.NDArray[np.uint16]) -> Tables:
    patterns, number = np.unique(same_patterns(), return_inverse=True)
    counts = neighbour_counts()
    seen = features.astype(np.int64)
    parts: list[tuple[str, int, Ints]] = [("pattern", len(patterns), number[seen[:, 0]])]
    parts += [(f"neighbours{i}", 5, counts[i][seen[:, 0]]) for i in range(6)]
    parts += [("last", 19, seen[:, 1]), ("before", 19, seen[:, 2]), ("edge", 6, seen[:, 3])]
    parts += [(f"ring{i}", 5, np.minimum(seen[:, 4 + i], 4)) for i in range(6)]
    parts += [(f"tactics{i}", 6, seen[:, 10 + i]) for i in range(4)]
    sizes = [size for _, size, _ in parts]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    lookups = np.stack([part + offsets[i] for i, (_, _, part) in enumerate(parts)], axis=1)
    return Tables([name for name, _, _ in parts], sizes, lookups.astype(np.int32), patterns)


def fit(moves: Moves, tables: Tables, steps: int, check: bool) -> Floats:
    """Adam over all moves at once."""
    total = sum(tables.sizes)
    held_back = moves.games % 6 == 0 if check else np.zeros(len(moves.counts), bool)
    learnt = ~held_back
    of_learnt = np.repeat(learnt, moves.counts)
    pull = np.full(total, PULL)
    pull[: tables.sizes[0]] = PATTERN_PULL
    weights, mean, square = np.zeros(total), np.zeros(total), np.zeros(total)
    target: Any = sum(
        np.bincount(tables.lookups[moves.chosen[learnt], j], minlength=total)
        for j in range(len(tables.sizes))
    )
    for step in range(1, steps + 1):
        scores = weights[tables.lookups].sum(1)
        most = np.maximum.reduceat(scores, moves.starts)
        likely = np.exp(scores - np.repeat(most, moves.counts))
        sums = np.add.reduceat(likely, moves.starts)
        if step % 20 == 0 or step == steps:
            tell(step, moves, scores, scores[moves.chosen] - most - np.log(sums), held_back)
        likely = np.where(of_learnt, likely / np.repeat(sums, moves.counts), 0)
        expected: Any = sum(
            np.bincount(tables.lookups[:, j], likely, total) for j in range(len(tables.sizes))
        )
        slope = (expected - target + pull * weights) / learnt.sum()
        mean = 0.9 * mean + 0.1 * slope
        square = 0.98 * square + 0.02 * slope * slope
        rate = 0.15 * 0.5 ** (step / 30) / (1 - 0.9**step)
        weights -= rate * mean / (np.sqrt(square / (1 - 0.98**step)) + 1e-6)
    return weights


def tell(step: int, moves: Moves, scores: Floats, logs: Floats, held_back: Any) -> None:
    better = scores > np.repeat(scores[moves.chosen], moves.counts)
    rank = np.add.reduceat(better.astype(int), moves.starts)
    for name, which in (("learnt", ~held_back), ("held back", held_back)):
        if which.any():
            among = [f"{(rank[which] < n).mean():.3f}" for n in (1, 5, 20)]
            print(f"{step} {name}: {logs[which].mean():.4f}, {' '.join(among)}", file=sys.stderr)


def array_text(name: str, dimensions: str, rows: list[Floats]) -> str:
    def one(row: Floats) -> str:
        return "{" + ", ".join(f"{value:.2f}F" for value in row) + "}"

    inner = one(rows[0]) if len(rows) == 1 else "{\n    " + ",\n    ".join(map(one, rows)) + "}"
    return f"constexpr float {name}{dimensions} = {inner};\n"


def source(tables: Tables, weights: Floats) -> str:
    text = """// Fitted weights of the move model; made by tune/learn_moves.py, not by hand.
// Logarithms: a sum of them is how much more likely one point is than another.

constexpr std::size_t ring_most = 4;
"""
    for name in ("last", "before"):
        part = tables.part(weights, name)
        text += array_text(f"{name}_weights", "[distance_classes]", part)
    text += array_text("edge_weights", "[6]", tables.part(weights, "edge"))
    text += array_text("ring_weights", "[6][ring_most + 1]", tables.part(weights, "ring"))
    text += array_text("tactics_weights", "[4][size_classes]", tables.part(weights, "tactics"))
    text += "// By the number of neighbours: straight and diagonal ones: own, enemy, blocked.\n"
    text += array_text("neighbour_weights", "[6][5]", tables.part(weights, "neighbours"))
    text += """// What a pattern weighs beyond its numbers of neighbours, in hundredths: one of
// each eight that are the same but for symmetry.
struct PatternWeight {
    std::uint16_t pattern;
    std::int16_t hundredths;
};
constexpr PatternWeight pattern_weights[] = {
"""
    line = "   "
    (known,) = tables.part(weights, "pattern")
    for pattern, weight in zip(tables.patterns, known, strict=True):
        if abs(weight) > 0.05:
            entry = f" {{{pattern}, {round(weight * 100)}}},"
            if len(line) + len(entry) > 100:
                text += line + "\n"
                line = "   "
            line += entry
    return text + line.rstrip(",") + "};\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the move model to records of games.")
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--check", action="store_true", help="hold back a sixth of the games")
    options = parser.parse_args()
    moves = read(options.records)
    tables = tables_of(moves.features)
    print(f"{len(moves.counts)} moves, {sum(moves.counts)} points", file=sys.stderr)
    print(source(tables, fit(moves, tables, options.steps, options.check)), end="")


if __name__ == "__main__":
    main()
