"""Runs the server: python -m examples.dotduel_server [--host H] [--port N] [--logs DIR]."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
from pathlib import Path

try:
    from .server import Server, listening
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "websockets":
        raise
    raise SystemExit("pip install -r examples/dotduel_server/requirements.txt") from None


async def _run(host: str, port: int, logs: Path) -> None:
    async with listening(Server(logs=logs), host, port) as bound:
        print(f"http://{host}:{bound}/  (Ctrl-C ends)", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m examples.dotduel_server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--logs", type=Path, default=Path("dotduel-logs"))
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(options.host, options.port, options.logs))


if __name__ == "__main__":
    main()
