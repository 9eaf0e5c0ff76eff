"""What the SVG pictures of all games are made with: numbers and text, each written one way."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

__all__ = ["decimal", "escaped"]

# XML knows no other control characters, not even escaped.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def decimal(value: float) -> str:
    """At most two decimals, and no more than are needed.

    >>> decimal(12.0), decimal(0.125), decimal(2.5)
    ('12', '0.12', '2.5')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def escaped(content: str) -> str:
    """Text for between tags, whatever it holds.

    >>> escaped("<a> & \\0")
    '&lt;a&gt; &amp; \\ufffd'
    """
    return escape(_NO_XML.sub("\ufffd", content))
