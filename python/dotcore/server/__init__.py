"""Games and engines for frontends in any language: a JSON object a line in, one or more out.

`Server` is what ``dotcore serve-json`` runs with the standard pipes. The requests and answers:
docs/protocols.md.
"""

from __future__ import annotations

from dotcore.server._server import PROTOCOL, Server

__all__ = ["PROTOCOL", "Server"]
