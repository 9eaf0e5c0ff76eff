"""Events of Dot Duel as text: ``900 #3 P0 claim 12 2 roll=4``.

The time, the message's number if it has one, who says it (``-`` for nobody), the verb, what it
names, and the roll or duel that is meant. ``900 advance`` tells that time has passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dotcore import dotduel

Said = dict[str, Any]
# What the verbs name, in order; of cards there may be any number
NAMED = {
    "set_connected": ("on",),
    "claim": ("card", "count"),
    "dot_duel": ("claim", "count"),
    "prove_over": ("claim", "count"),
    "double_dot": ("cards",),
    "place": ("cards",),
    "answer": ("total",),
    "duel_double_dot": ("cards",),
}


def text_of(t: int, player: int | None, verb: str, said: Said) -> str:
    words = [str(t)]
    if said.get("seq") is not None:
        words.append(f"#{said['seq']}")
    if verb != "advance":
        words.append("-" if player is None else f"P{player}")
    words.append(verb)
    for name in NAMED.get(verb, ()):
        value = said.get(name)
        if name == "cards":
            words += map(str, value or [])
        elif name == "on":
            words.append("on" if value else "off")
        elif value is not None:
            words.append(str(value))
    words += [
        f"{name[:4]}={said[name]}" for name in ("roll_id", "duel_id") if said.get(name) is not None
    ]
    return " ".join(words)


def told_by(engine: dotduel.Engine, text: str) -> dotduel.Reply:
    """Do an event as it is written."""
    words = text.split()
    t, said = int(words.pop(0)), {}
    if words[0] == "advance":
        return engine.advance(t)
    if words[0].startswith("#"):
        said["seq"] = int(words.pop(0)[1:])
    who, verb = words.pop(0), words.pop(0)
    while words and "=" in words[-1]:
        name, value = words.pop().split("=")
        said[f"{name}_id"] = int(value)
    names = NAMED.get(verb, ())
    if names == ("cards",):
        return engine.submit(t, seat(who), verb, cards=[int(word) for word in words], **said)
    if names == ("on",):
        return engine.submit(t, seat(who), verb, on=words == ["on"], **said)
    named = {name: int(word) for name, word in zip(names, words, strict=False)}
    return engine.submit(t, seat(who), verb, **named, **said)


def seat(who: str) -> int | None:
    return None if who == "-" else int(who[1:])
