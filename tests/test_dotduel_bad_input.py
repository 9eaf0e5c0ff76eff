"""What a host of Dot Duel may be sent: junk in every place has one outcome, and changes nothing.

Logs and snapshots that were cut, damaged or edited are refused with a reason.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.dotduel_compare import random_stream
from tests.dotduel_table import F, Table, duel, race, seek

import dotcore
from dotcore import dotduel


class Odd:
    """No number, and nothing that may be asked for one."""

    def __index__(self) -> int:
        raise AssertionError("nobody may ask")

    def __eq__(self, other: object) -> bool:
        raise AssertionError("nobody may ask")

    __hash__ = None  # type: ignore[assignment]


JUNK: list[Any] = [
    None, True, False, -1, -(2**31), 2**31 - 1, 2**31, 2**32 + 1, 2**63, -(2**63), 2**200,
    -(2**200), 57, 255, 256, 1.0, 0.5, float("nan"), float("inf"), 1j, "", "1", "roll", "\ud800",
    "\0", b"1", [], [1], (), {}, {"card": 1}, set(), object(), Odd(), Odd, ...,
]  # fmt: skip


def some(*besides: Any) -> Iterator[Any]:
    for value in JUNK:
        if not any(value is other for other in besides):
            yield value


def everything_but_time(engine: dotduel.Engine) -> tuple[Any, ...]:
    return engine.view() | {"now": 0}, engine.zones()


# Junk in messages


SOUND: list[tuple[Any, int, str, dict[str, Any]]] = [
    (lambda: Table(2), 0, "set_connected", {"on": True}),
    (lambda: seek(2), 0, "claim", {"card": 1, "count": 1}),
    (lambda: claimed(), 1, "dot_duel", {"claim": 1}),
    (lambda: claimed(), 1, "prove_over", {"claim": 1}),
    (lambda: claimed(call_names_count=True), 1, "prove_over", {"claim": 1, "count": 2}),
    (lambda: seek(2), 0, "double_dot", {"cards": [0, 2]}),
    (lambda: duel(hands=[[50, 51, 52, 53], []], grounds_pick="choose"), 0, "place",
     {"cards": [50, 51, 52]}),
    (lambda: race(), 0, "answer", {"total": 6}),
    (lambda: race(), 0, "duel_double_dot", {"cards": [10, 40]}),
]  # fmt: skip


def claimed(**options: Any) -> Table:
    table = seek(2, **options)
    table.do(0, 0, "claim", 0, 1)
    return table


@pytest.mark.parametrize(("make", "player", "verb", "said"), SOUND, ids=lambda part: str(part)[:40])
def test_junk_in_any_argument_of_a_verb_is_illegal_and_changes_nothing(
    make: Any, player: int, verb: str, said: dict[str, Any]
) -> None:
    engine = make().engine
    before = everything_but_time(engine)
    old = engine.hash
    assert engine.why_rejected(engine.now, player, verb, **said) is None
    for name in said:
        for junk in some(*(True, False) if name == "on" else ()):
            told = said | {name: junk}
            assert engine.why_rejected(engine.now, player, verb, **told) == "ILLEGAL"
            reply = engine.submit(engine.now, player, verb, **told)
            assert (reply.outcome, reply.effects, reply.accepted) == ("ILLEGAL", [], False)
            assert engine.hash == old
    assert everything_but_time(engine) == before
    assert engine.submit(engine.now, player, verb, **said).accepted


@pytest.mark.parametrize("named", [[0], [0, 2, 3], [0, None], [0, 0.0], [0, "2"], [[0], 2], [0, -2],
                                   [0, 57], [0, 2**70], (0, 256), [0, 0], range(2), {0, 2},
                                   list(range(2000)), [0, Odd()]])  # fmt: skip
def test_cards_of_a_double_dot_that_are_not_two_are_illegal(named: Any) -> None:
    engine = seek(2).engine
    old = engine.hash
    assert engine.submit(0, 0, "double_dot", cards=named).outcome == "ILLEGAL"
    assert engine.hash == old


@pytest.mark.parametrize(
    "named",
    [
        *([10] * 3, [10, None], [10, "40"], [10, -1], [10, 297], (10, 11), [10, True]),
        *(list(range(13)), [10] * 500, [Odd(), 10]),
    ],
)
def test_cards_of_a_duels_double_dot_that_are_not_in_grounds_are_illegal(named: Any) -> None:
    engine = race().engine
    old = engine.hash
    assert engine.submit(0, 0, "duel_double_dot", cards=named).outcome == "ILLEGAL"
    assert engine.hash == old


@pytest.mark.parametrize("table", [Table(2), Table(2).start(), seek(2), duel(), race()],
                         ids=lambda table: table.phase)  # fmt: skip
def test_junk_for_a_player_is_illegal_in_every_phase(table: Table) -> None:
    engine = table.engine
    old = engine.hash
    for verb in ("roll", "agree", "forfeit", "claim", "set_connected", "place", "start"):
        for junk in some():
            if verb == "start" and junk is None:
                continue
            said: dict[str, Any] = {"on": True} if verb == "set_connected" else {}
            assert engine.submit(engine.now, junk, verb, **said).outcome == "ILLEGAL"
    assert engine.hash == old


@pytest.mark.parametrize("verb", [*some("roll"), "Roll", "roll ", "ROLL", "unknown", "advance"])
def test_a_verb_that_is_none_is_illegal(verb: Any) -> None:
    engine = Table(2).start().engine
    old = engine.hash
    assert engine.submit(engine.now, 0, verb).outcome == "ILLEGAL"
    assert engine.why_rejected(engine.now, 0, verb) == "ILLEGAL"
    assert engine.hash == old


def test_a_message_whose_number_is_none_is_illegal() -> None:
    engine = seek(2).engine
    old = engine.hash
    for junk in some(None):
        if type(junk) is not int or not 0 <= junk < 2**63:
            assert engine.submit(0, 0, "agree", seq=junk).outcome == "ILLEGAL"
    assert engine.hash == old


def test_counts_out_of_range_and_cards_that_are_none() -> None:
    engine = seek(2).engine
    old = engine.hash
    for count in (0, 9, 100):
        assert engine.submit(0, 0, "claim", card=1, count=count).outcome == "ILLEGAL"
    for card in (57, 64, 255, 256, 1000):
        assert engine.submit(0, 0, "claim", card=card, count=1).outcome == "ILLEGAL"
    for claim in (0, 1, 2, 99):  # none was made yet
        assert engine.submit(0, 1, "dot_duel", claim=claim).outcome == "ILLEGAL"
    assert engine.hash == old


@pytest.mark.parametrize("total", [0, 33, 1000])
def test_answers_beyond_what_grounds_can_hold_are_illegal(total: int) -> None:
    table = race()
    assert table.do(0, 0, "answer", total) == "ILLEGAL"
    assert table.phase == "DUEL_RACE"


def test_arguments_that_a_verb_does_not_have_are_nothing() -> None:
    engine = seek(2).engine
    reply = engine.submit(0, 0, "claim", card=1, count=1, total=Odd(), cards="x", on=3, claim={})
    assert reply.outcome == "CLAIMED"


# The host's own mistakes


@pytest.mark.parametrize("t", [None, True, 1.0, float("nan"), "5", b"5", [], Odd()])
def test_a_time_that_is_no_int_is_a_type_error(t: Any) -> None:
    engine = seek(2).engine
    before = engine.snapshot()
    for call in (
        lambda: engine.submit(t, 0, "agree"),
        lambda: engine.advance(t),
        lambda: engine.why_rejected(t, 0, "agree"),
    ):
        with pytest.raises(TypeError, match="milliseconds"):
            call()
    assert engine.snapshot() == before


@pytest.mark.parametrize("t", [-1, 99, -(2**63), 2**53 + 1, 2**63, 2**200, -(2**200)])
def test_times_that_run_backwards_or_beyond_all_bounds_are_told_clock(t: int) -> None:
    table = seek(2)
    table.advance(100)
    engine = table.engine
    before = engine.snapshot(), engine.log()
    assert engine.submit(t, 0, "agree").outcome == "CLOCK"
    assert engine.why_rejected(t, 0, "agree") == "CLOCK"
    assert engine.advance(t).outcome == "CLOCK"
    assert (engine.snapshot(), engine.log()) == before


def test_the_last_of_all_times_is_played() -> None:
    table = seek(2, roll_timeout_ms=1, duel_timeout_ms=1, seek_idle_ms=1)
    table.do(0, 0, "claim", 1, 1)
    assert table.engine.advance(2**53).outcome == "OK"
    assert table.engine.submit(2**53, 0, "shout").outcome == "ILLEGAL"
    table.engine.check_consistency()
    assert dotduel.Engine.replay(table.engine.log()).hash == table.engine.hash


def test_unknown_arguments_are_a_type_error() -> None:
    engine: Any = seek(2).engine
    with pytest.raises(TypeError):
        engine.submit(0, 0, "claim", Card=1)
    with pytest.raises(TypeError):
        engine.submit(0, 0, "claim", 1, 1)
    with pytest.raises(TypeError):
        engine.submit(0)


# Set-ups


@pytest.mark.parametrize(
    "wrong",
    [
        {"order": []},
        {"order": range(56)},
        {"order": [*range(56), 57]},
        {"order": [*range(56), 55]},
        {"order": [*range(57), 57]},
        {"order": [*range(56), 312]},
        {"order": [*range(56), -1]},
        {"order": [*range(56), 2**70]},
        {"dice": [0]},
        {"dice": [7]},
        {"dice": [-1]},
        {"dice": [1, 262]},
        {"picks": [-1]},
        {"picks": [2**31]},
        {"picks": [2**70]},
        {"players": 0},
        {"players": 7},
        {"players": -2},
    ],
)
def test_set_ups_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(dotcore.RulesError):
        dotduel.Engine(**{"players": 2, "deck": F, "seed": 1, **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"order": 5},
        {"order": [0.0] * 57},
        {"order": ["0"] * 57},
        {"dice": [1.5]},
        {"dice": 3},
        {"picks": [None]},
        {"players": "2"},
        {"players": None},
        {"deck": 5},
        {"rules": {"max_rounds": 3}},
        {"rules": "top"},
        {"seed": "1"},
        {"seed": 1.5},
    ],
)
def test_set_ups_of_wrong_types_are_type_errors(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        dotduel.Engine(**{"players": 2, "deck": F, "seed": 1, **wrong})


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(dotcore.Error):
        dotduel.Engine(2, seed=seed)
    assert dotduel.Engine(2, seed=2**64 - 1).players == 2


def test_decks_that_are_no_game_are_refused() -> None:
    small = dotduel.Deck.from_cards(F.cards[:5].tolist(), F.numbers.tolist(), partial=True)
    with pytest.raises(dotcore.RulesError, match="six have to show"):
        dotduel.Engine(2, small)
    with pytest.raises(dotcore.RulesError):
        dotduel.Engine(2, dotduel.Deck.of_order(8))  # 73 cards of nine symbols
    assert dotduel.Engine(2, dotduel.Deck.of_order(2)).zones()["deck"] != []


@pytest.mark.parametrize("options", [{"window_ms": 1.5}, {"stacked_claims": 1}, {"auto_check": 1},
                                     {"max_rounds": "3"}, {"window_ms": None}])  # fmt: skip
def test_rules_of_wrong_types_are_type_errors(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        dotduel.Rules(**options)


# Logs and snapshots


def played(events: int = 25, seed: int = 2) -> dotduel.Engine:
    for number, (game, _) in enumerate(random_stream(seed)):
        if number == events:
            return game.engine
    raise AssertionError("a short game")


def small(engine: dotduel.Engine) -> dotduel.Engine:
    """The same stand without the thousands of dice that the stream was given."""
    fresh = dotduel.Engine(engine.players, F, engine.rules, seed=5)
    fresh.submit(0, None, "start", seq=1)
    for t in range(1, 30):
        fresh.submit(t * 300, t % engine.players, "roll", seq=t + 1)
        fresh.submit(t * 300, t % engine.players, "agree", roll_id=1)
        fresh.submit(t * 300, 0, "claim", card=fresh.show[t % 6] or 0, count=1 + t % 3)
    fresh.advance(60_000)
    return fresh


SMALL = small(played())


def refused(read: Any, content: Any) -> str:
    with pytest.raises(dotcore.InvalidRecord) as error:
        read(content)
    return str(error.value)


def test_a_snapshot_with_any_byte_changed_is_refused() -> None:
    snapshot, rng = SMALL.snapshot(), random.Random(1)
    for at in range(len(snapshot)):
        for value in (snapshot[at] ^ 1, snapshot[at] ^ 0x80, rng.randrange(256)):
            if value != snapshot[at]:
                damaged = snapshot[:at] + bytes([value]) + snapshot[at + 1 :]
                assert refused(dotduel.Engine.restore, damaged)


def test_a_log_with_any_byte_changed_is_refused() -> None:
    log, rng = SMALL.log(), random.Random(2)
    for at in range(len(log)):
        value = rng.choice([log[at] ^ 1, log[at] ^ 0x80, log[at] ^ rng.randrange(1, 256)])
        assert refused(dotduel.Engine.replay, log[:at] + bytes([value]) + log[at + 1 :])


def test_a_snapshot_of_any_other_length_is_refused() -> None:
    snapshot = SMALL.snapshot()
    for length in range(len(snapshot)):
        assert refused(dotduel.Engine.restore, snapshot[:length])
    assert refused(dotduel.Engine.restore, snapshot + b"\0")


def test_a_log_is_refused_unless_it_ends_after_a_record() -> None:
    """Then it is the log of the same game, earlier."""
    log = SMALL.log()
    ends = {len(log) - len(SMALL.log(since)) for since in range(1, SMALL.log_size + 1)}
    for length in range(len(log)):
        if length in ends:
            assert log.startswith(dotduel.Engine.replay(log[:length]).log())
        else:
            assert refused(dotduel.Engine.replay, log[:length])


def test_records_that_are_left_out_or_change_places_are_refused() -> None:
    log = SMALL.log()
    pieces = [SMALL.log(since) for since in range(SMALL.log_size + 1)]
    records = [pieces[i][: len(pieces[i]) - len(pieces[i + 1])] for i in range(SMALL.log_size)]
    assert b"".join(records) == log
    for i in range(1, len(records) - 1):
        assert refused(dotduel.Engine.replay, b"".join(records[:i] + records[i + 1 :]))
        swapped = [*records[:i], records[i + 1], records[i], *records[i + 2 :]]
        assert refused(dotduel.Engine.replay, b"".join(swapped))
        assert refused(dotduel.Engine.replay, b"".join([*records[:i], records[i], *records[i:]]))


def test_a_log_of_another_seed_does_not_go_with_these_records() -> None:
    other = dotduel.Engine(SMALL.players, F, SMALL.rules, seed=6)
    assert refused(dotduel.Engine.replay, other.log() + SMALL.log(1))


@pytest.mark.parametrize(("read", "write"), [("replay", "log"), ("restore", "snapshot")])
def test_another_version_is_told(read: str, write: str) -> None:
    content = getattr(SMALL, write)()
    for version in (0, 2, 255):
        other = content[:4] + bytes([version]) + content[5:]
        assert f"version {version}" in refused(getattr(dotduel.Engine, read), other)


def test_what_is_neither_is_refused() -> None:
    for content in (b"", b"ddlg", b"ddsn\1", b"dcrd\1" + bytes(200), bytes(1000), b"\xff" * 1000):
        assert refused(dotduel.Engine.replay, content)
        assert refused(dotduel.Engine.restore, content)
    assert refused(dotduel.Engine.replay, SMALL.snapshot())
    assert refused(dotduel.Engine.restore, SMALL.log())


def test_lengths_of_what_is_not_there_take_no_memory() -> None:
    """A set-up that tells of four billion dice."""
    fresh = dotduel.Engine(2, F, seed=1).log()
    at = len(fresh) - 12  # dice, picks, check
    assert fresh[at : at + 8] == bytes(8)
    assert refused(dotduel.Engine.replay, fresh[:at] + b"\xff" * 4 + fresh[at + 4 :])


@pytest.mark.parametrize("content", [None, "ddlg", 5, [1], bytearray(b"ddlg")])
def test_what_is_no_bytes_is_a_type_error(content: Any) -> None:
    for read in (dotduel.Engine.replay, dotduel.Engine.restore):
        with pytest.raises(TypeError):
            read(content)


@pytest.mark.parametrize("state", [(), (True,), (1, 2), (True, b""), (False, b"ddsn"), (True, "x")])
def test_states_that_are_no_engines_are_refused(state: Any) -> None:
    engine: Any = dotduel.Engine.__new__(dotduel.Engine)
    with pytest.raises(dotcore.InvalidRecord):
        engine.__setstate__(state)


# Threads


def test_threads_that_use_one_engine_at_once() -> None:
    table = seek(4, stacked_claims=True, roll_timeout_ms=5)
    engine, told, stop = table.engine, [0] * 6, threading.Event()

    def say(player: int) -> None:
        rng = random.Random(player)
        while not stop.is_set() and told[player] < 4000:
            cards = [card for card in engine.show if card is not None] or [0]
            engine.submit(engine.now + rng.randrange(3), player, "claim", card=rng.choice(cards),
                          count=1)  # fmt: skip
            engine.submit(engine.now, player, rng.choice(("agree", "roll")))
            told[player] += 1

    def look(number: int) -> None:
        while not stop.is_set():
            engine.view(number % 4)
            engine.legal(number % 4)
            dotduel.Engine.restore(engine.snapshot()).check_consistency()
            engine.log(engine.log_size)
            told[number] += 1

    threads = [threading.Thread(target=say, args=(player,)) for player in range(4)]
    threads += [threading.Thread(target=look, args=(number,)) for number in (4, 5)]
    for thread in threads:
        thread.start()
    for thread in threads[:4]:
        thread.join()
    stop.set()
    for thread in threads[4:]:
        thread.join()
    assert min(told) > 0
    engine.check_consistency()
    assert dotduel.Engine.replay(engine.log()).hash == engine.hash


@pytest.mark.parametrize("odd", ["x", float("nan"), 1.0, True, [1], {}])
@pytest.mark.parametrize("name", ["roll_id", "duel_id"])
def test_an_id_that_is_no_number_is_illegal_and_one_that_is_another_stale(
    name: str, odd: object
) -> None:
    engine = dotduel.Engine(2, seed=1)
    engine.submit(0, None, "start")
    assert engine.submit(0, 0, "roll", **{name: odd}).outcome == "ILLEGAL"
    for other in (-5, 7, 2**80):
        assert engine.submit(0, 0, "roll", **{name: other}).outcome == "STALE"


def test_only_the_host_starts() -> None:
    engine = dotduel.Engine(2, seed=1)
    for player in (0, 1, 2, -1, "0"):
        assert engine.submit(0, player, "start").outcome == "ILLEGAL"
    assert engine.submit(0, None, "start").outcome == "STARTED"


def test_cards_that_cannot_be_listed_are_illegal() -> None:
    class Odd(list[int]):
        def __iter__(self) -> Any:
            raise OSError("no")

    engine = dotduel.Engine(2, seed=1)
    for verb in ("double_dot", "place", "duel_double_dot"):
        assert engine.submit(0, 0, verb, cards=Odd([1, 2])).outcome == "ILLEGAL"
        assert engine.submit(0, 0, verb, cards=np.array([[1, 2]])).outcome == "ILLEGAL"
        assert engine.submit(0, 0, verb, cards=np.array([1, 2])).outcome == "PHASE"
