"""Which rules a record was played under, guessed from RU and AP, and our own way to write them.

No record of this game says in full what its rules were; programs and sites each have their habit:

=====================================  ===========================================================
the record has                         taken for
=====================================  ===========================================================
``RU[dotcore:...]``                    exactly these rules (this package wrote it)
``RU[Punish=0,...,MustSurr=0,...]``    zagram, territory rules: enclosures are optional
``RU[Punish=0,...,MustSurr=1,...]``    zagram, automatic capture
``AP[zagram.org]`` without RU          territory rules if a chain is written, else automatic
``AP[katago...]``, ``RU[sui1...]``     Russian rules; ``sui0`` entry="illegal",
                                       ``dotsCaptureEmptyBase1`` capture_empty
``AP[DotsGame...]``, ``RU[Border=..]`` Russian rules; ``Suicide=0``, ``BaseMode=1`` as above
``AP[www.szkrab.net.pl...]`` with      capture="manual", recapture="keep": it counts dots that were
written chains                         captured first and freed later
``AP[NOTAGO...]``, playdots.ru,        Russian rules
``RU[russian]``
``RU[`` a preset's name ``]``          that preset
anything else                          territory rules if final pools are written (TB, TW), else
                                       capture="manual" if a chain is written, else zagram's
                                       automatic rules, unless dots of the main line lie where
                                       those have captured: then capture="manual" too
=====================================  ===========================================================

Komi comes from KM, the starting dots from AB and AW, so ``start`` stays "empty" except in our own
form.  What the rules here cannot express (a border that walls in, say) is told as a warning.

Our own form is ``dotcore:`` and a preset's name, or the options that differ from the defaults:
``RU[dotcore:zagram]``, ``RU[dotcore:capture=manual,scoring=territory]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._faults import Severity
from ._values import Tell, unescape

__all__ = [
    "OPTIONAL_ENCLOSURES",
    "PRESETS",
    "RulesGuess",
    "format_rules",
    "guess_rules",
]

Options = dict[str, Any]  # as keywords of dots.Rules
OWN_PREFIX = "dotcore:"

DEFAULTS: Options = {
    "capture": "automatic",
    "entry": "wait",
    "recapture": "keep",
    "capture_empty": False,
    "scoring": "captures",
    "ending": "stop",
    "start": "empty",
}
_ALLOWED: dict[str, tuple[str, ...]] = {
    "capture": ("automatic", "manual"),
    "entry": ("wait", "capture", "illegal"),
    "recapture": ("keep", "free"),
    "capture_empty": ("0", "1"),
    "scoring": ("captures", "territory"),
    "ending": ("stop", "ground", "full"),
    "start": ("empty", "single", "cross", "double_cross", "four_crosses"),
}
PRESETS: dict[str, Options] = {
    "bga": dict(DEFAULTS),
    "zagram": DEFAULTS | {"entry": "capture", "recapture": "free"},
    "zagram_territory": DEFAULTS
    | {"capture": "manual", "recapture": "free", "scoring": "territory"},
    "russian": DEFAULTS
    | {"entry": "capture", "recapture": "free", "ending": "ground", "start": "cross"},
}
_MANUAL = DEFAULTS | {"capture": "manual", "recapture": "free"}
_RUSSIAN = PRESETS["russian"] | {"start": "empty"}


@dataclass(frozen=True)
class RulesGuess:
    """Options for `dots.Rules` (komi aside) and the sentence that says why these."""

    options: Options
    reason: str
    # Automatic capture is only the likelier reading: dots in captured regions speak against it.
    is_open: bool = False


OPTIONAL_ENCLOSURES = RulesGuess(
    dict(_MANUAL),
    "no rules and no chains, but dots where automatic rules have captured: nothing is closed",
)


def guess_rules(
    raw_rules: str | None, app: str, tell: Tell, *, chains: bool = False, pools: bool = False
) -> RulesGuess:
    """The rules of a record with this raw RU and this AP.

    ``chains``, ``pools``: are enclosures written with dots, final pools at the end.  ``tell``
    hears of odd rules, at offsets in the raw RU value.

    >>> guess_rules("russian", "", print).reason
    'RU[russian]: the Russian rules'
    """
    raw = raw_rules or ""
    text = unescape(raw).strip()
    if text.startswith(OWN_PREFIX):
        return _own(raw, tell)
    if (name := text.lower().replace(" ", "_").replace("-", "_")) in PRESETS:
        named = "the Russian rules" if name == "russian" else f"the preset {name}"
        return RulesGuess(PRESETS[name] | {"start": "empty"}, f"RU[{text}]: {named}")
    app_name = app.lower()
    if "MustSurr" in text or "Punish" in text:
        return _zagram(raw, tell)
    if "katago" in app_name or re.match(r"sui\d|dotsCaptureEmptyBase|startPosIsRandom", text):
        return _katago(raw, tell)
    if "dotsgame" in app_name or re.match(r"(Border|Suicide|BaseMode|InitPos)", text):
        return _dots_game(raw, tell)
    if "notago" in app_name or "playdots" in app_name:
        return RulesGuess(dict(_RUSSIAN), f"AP[{app[:40]}] plays the Russian rules")
    if chains and "szkrab" in app_name:
        reason = f"AP[{app[:40]}] counts the dots of every written chain, also those freed later"
        return RulesGuess(DEFAULTS | {"capture": "manual"}, reason)
    if pools or ("zagram" in app_name and chains):
        what = "written final pools" if pools else "AP[zagram.org] with written chains"
        return RulesGuess(dict(PRESETS["zagram_territory"]), f"{what}: territory rules")
    if chains:
        reason = "written chains, and no rules that would close them: each is closed as written"
        return RulesGuess(dict(_MANUAL), reason)
    reason = "no rules that are known here, no written chain: zagram's automatic rules"
    return RulesGuess(dict(PRESETS["zagram"]), reason, is_open=True)


def format_rules(options: Mapping[str, object]) -> str:
    """The raw RU value that `guess_rules` reads back as these options; komi is left to KM.

    >>> format_rules(PRESETS["bga"] | {"capture": "manual"})
    'dotcore:capture=manual'
    """
    told = {name: options[name] for name in DEFAULTS}
    for name, preset in PRESETS.items():
        if told == preset:
            return OWN_PREFIX + name
    changed = [
        f"{name}={int(value) if isinstance(value, bool) else value}"
        for name, value in told.items()
        if value != DEFAULTS[name]
    ]
    return OWN_PREFIX + ",".join(changed)


def _own(raw: str, tell: Tell) -> RulesGuess:
    start = raw.index(OWN_PREFIX) + len(OWN_PREFIX)
    options = dict(DEFAULTS)
    for at, item in _items(raw, start):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals and name in PRESETS:
            options.update(PRESETS[name])
        elif name not in _ALLOWED:
            message = f"unknown option {name[:30]!r}; one of {', '.join(_ALLOWED)}"
            tell(Severity.ERROR, "rules_unknown_key", at, message)
        elif value not in _ALLOWED[name]:
            allowed = ", ".join(_ALLOWED[name])
            message = f"{name}={value[:30]!r}; one of {allowed}"
            tell(Severity.ERROR, "rules_bad_value", at, message)
        else:
            options[name] = value == "1" if name == "capture_empty" else value
    return RulesGuess(options, f"RU[{raw[:60]}]")


def _items(raw: str, start: int) -> list[tuple[int, str]]:
    """The comma-separated items from ``start`` with their offsets, empty ones left out."""
    found = []
    for item in raw[start:].split(","):
        if item.strip():
            found.append((start + len(item) - len(item.lstrip()), item))
        start += len(item) + 1
    return found


_ZAGRAM_NEUTRAL = {"Punish": "0", "Holes": "1", "AddTurn": "0", "MinArea": "0", "LastSafe": "0"}
_ZAGRAM_KEYS = {*_ZAGRAM_NEUTRAL, "MustSurr", "Pass", "Stop", "ScoreTerr", "InstantWin"}


def _zagram(raw: str, tell: Tell) -> RulesGuess:
    settings = _settings(raw, _ZAGRAM_KEYS, tell)
    for name, neutral in _ZAGRAM_NEUTRAL.items():
        at, value = settings.get(name, (0, neutral))
        if value != neutral:
            tell(Severity.WARNING, "rules_unsupported", at, f"{name}={value} is not played here")
    if settings.get("MustSurr", (0, "0"))[1] == "0":
        reason = "zagram's rules with MustSurr=0: territory rules, enclosures are optional"
        return RulesGuess(dict(PRESETS["zagram_territory"]), reason)
    return RulesGuess(dict(PRESETS["zagram"]), "zagram's rules with MustSurr=1: automatic capture")


_DOTS_GAME_KEYS = {"Border", "Suicide", "BaseMode", "InitPosGenType", "InitPosType", "Komi"}


def _dots_game(raw: str, tell: Tell) -> RulesGuess:
    settings = _settings(raw, _DOTS_GAME_KEYS, tell)
    options = dict(_RUSSIAN)
    at, value = settings.get("Suicide", (0, "1"))
    if value == "0":
        options["entry"] = "illegal"
    at, value = settings.get("BaseMode", (0, "0"))
    if value == "1":
        options["capture_empty"] = True
    elif value != "0":
        tell(Severity.WARNING, "rules_unsupported", at, f"BaseMode={value} is not played here")
    at, value = settings.get("Border", (0, "0"))
    if value != "0":
        message = "a border that closes chains is not played here"
        tell(Severity.WARNING, "rules_unsupported", at, message)
    return RulesGuess(options, "the rules of DotsGame, Russian but for its options")


def _settings(raw: str, known: set[str], tell: Tell) -> dict[str, tuple[int, str]]:
    """``Name=1,Name`` as names with offset and value ("1" where none stands); the last counts."""
    settings: dict[str, tuple[int, str]] = {}
    for at, item in _items(raw, 0):
        name, equals, value = (part.strip() for part in item.partition("="))
        if name not in known:
            tell(Severity.WARNING, "rules_unknown_key", at, f"unknown rule {name[:30]!r}")
            continue
        if name in settings:
            message = f"{name} is given twice; the last counts"
            tell(Severity.WARNING, "rules_duplicate_key", at, message)
        if not equals:
            value = "1"
        if not re.fullmatch(r"-?\d{1,9}(\.\d{0,9})?", value, re.ASCII):
            tell(Severity.ERROR, "rules_bad_value", at, f"{name}={value[:30]!r} is no number")
            continue
        settings[name] = at, value
    return settings


# The starting dots and komi stand in AB, AW and KM as well, and are taken from there.
_SWITCH = re.compile(r"[0-9]|true|false", re.ASCII)
_KATAGO_KEYS = {
    "sui": _SWITCH,
    "dotsCaptureEmptyBase": _SWITCH,
    "startPosIsRandom": _SWITCH,
    "startPos": re.compile(r"[A-Z][A-Z_0-9]*", re.ASCII),
    "komi": re.compile(r"-?\d{1,6}(\.\d{1,6})?", re.ASCII),
}


def _katago(raw: str, tell: Tell) -> RulesGuess:
    """Keys and values without anything between: ``dotsCaptureEmptyBase0startPosCROSSsui1``."""
    settings: dict[str, str] = {}
    at = 0
    while at < len(raw):
        if raw[at] in ", \t\r\n":
            at += 1
            continue
        key = next((key for key in _KATAGO_KEYS if raw.startswith(key, at)), None)
        if key is None:
            tell(Severity.ERROR, "rules_unknown_key", at, f"unknown rule at {raw[at : at + 20]!r}")
            break
        value = _KATAGO_KEYS[key].match(raw, at + len(key))
        if value is None:
            message = f"{key} without a value; the rules from here on are not read"
            tell(Severity.ERROR, "rules_bad_value", at + len(key), message)
            break
        if key in settings:
            message = f"{key} is given twice; the last counts"
            tell(Severity.WARNING, "rules_duplicate_key", at, message)
        settings[key] = value[0]
        at = value.end()
    options = dict(_RUSSIAN)
    if settings.get("sui", "1") in ("0", "false"):
        options["entry"] = "illegal"
    if settings.get("dotsCaptureEmptyBase", "0") not in ("0", "false"):
        options["capture_empty"] = True
    return RulesGuess(options, "the rules of KataGo for dots, Russian but for its options")
