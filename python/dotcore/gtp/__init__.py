"""GTP, the Go Text Protocol, as programs of Dots speak it: the engine's end and the other one.

`Server` puts an engine behind GTP, ``dotcore gtp`` is that with the standard pipes. `Client` starts
a program and asks it, `GtpEngine` makes an engine of it that plays against others. What goes over
the line is told in docs/protocols.md.
"""

from __future__ import annotations

from dotcore.gtp._client import Client, GtpEngine
from dotcore.gtp._server import Server
from dotcore.gtp._words import (
    GtpError,
    color_text,
    move_text,
    point_text,
    read_color,
    read_move,
)

__all__ = [
    "Client",
    "GtpEngine",
    "GtpError",
    "Server",
    "color_text",
    "move_text",
    "point_text",
    "read_color",
    "read_move",
]
