"""Draw a recorded game: coloured text for the terminal, and an SVG file beside the record."""

from __future__ import annotations

import sys
from pathlib import Path

from dotcore import sgf


def draw(path: Path) -> Path:
    game = sgf.read(path).games[0]
    board = game.board()
    print(board.to_ansi(color=sys.stdout.isatty(), unicode=sys.stdout.isatty()))
    first, second = (player.name or "?" for player in game.players)
    picture = path.with_suffix(".svg")
    text = board.to_svg(title=f"{first} - {second}", move_numbers=True, cell=32)
    picture.write_text(text, encoding="utf-8")
    return picture


if __name__ == "__main__":
    record = sys.argv[1] if len(sys.argv) > 1 else "examples/cross.sgf"
    print(draw(Path(record)))
