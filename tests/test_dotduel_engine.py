"""Dot Duel's engine for a server: messages, the clock, the log, snapshots; laws of all games."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from tests.dotduel_compare import CoreGame, random_stream, submit
from tests.dotduel_table import ACCEPTED, F, Table, duel, race, seek
from tests.oracle.dotduel_events import Event

import dotcore
from dotcore import dotduel

# What servers get wrong


def test_the_second_of_two_claims_on_one_card_is_told_taken() -> None:
    table = seek()
    assert table.do(100, 0, "claim", 1, 1) == "CLAIMED"
    assert table.do(100, 1, "claim", 1, 1) == "TAKEN"


def test_two_claims_on_different_cards_at_one_time_are_both_good() -> None:
    table = seek()
    assert table.do(100, 0, "claim", 1, 1) == "CLAIMED"
    assert table.do(100, 1, "claim", 2, 1) == "CLAIMED"
    table.advance(5100)
    assert table.personal == [[1], [2], []]


def test_a_claim_that_a_double_dot_made_void_never_adds_later() -> None:
    table = seek(2, [5, 5])
    table.do(0, 0, "claim", 1, 1)
    table.do(4999, 1, "double_dot", 0, 2)
    table.advance(5000)
    assert table.personal == [[], [0, 1, 2, 3, 4, 5]]
    table.do(5000, 1, "roll")
    table.advance(100_000)
    assert table.personal[0] == []


def test_a_duel_answer_with_an_old_duel_id_is_stale() -> None:
    table = seek(3, [5, 11, 11])
    for card in (0, 4):
        table.do(0, 0, "claim", card, 1)
        table.do(0, 1, "dot_duel", table.claim_on(card))
    table.agree(0, 0, 1, 2)
    table.do(0, 1, "roll")
    assert table.do(0, 1, "answer", 6, duel_id=1) == "WON"
    table.do(0, 1, "roll")
    assert table.do(1, 0, "answer", 6, duel_id=1) == "STALE"
    assert table.do(1, 0, "forfeit", duel_id=2) == "FORFEITED"
    assert table.do(1, 0, "forfeit", duel_id=2) == "STALE"


def test_a_call_at_4999_ms_counts_and_at_5000_not() -> None:
    for t, outcome in ((4999, "DUEL"), (5000, "CLOSED")):
        table = seek()
        table.do(0, 0, "claim", 0, 1)
        assert table.do(t, 1, "dot_duel", 1) == outcome


def test_starting_twice_is_rejected() -> None:
    table = Table()
    assert table.do(0, None, "start") == "STARTED"
    before = table.engine.hash
    assert table.do(0, None, "start") == "PHASE"
    assert table.engine.hash == before


def test_a_dropped_player_returns_to_the_same_seat_cards_and_penalties() -> None:
    table = seek(3, [5, 5], hands=[[], [50, 51]])
    table.do(0, 1, "double_dot", 0, 1)
    table.do(1, 1, "set_connected", False)
    assert table.do(2, 1, "prove_over", 1) == "OFFLINE"
    table.agree(3, 0, 2)
    assert table.do(4, 1, "set_connected", True) == "OK"
    assert (table.personal[1], table.status) == ([50, 51], "AOA")
    assert table.do(5, 1, "roll") == "SITTING"


def test_with_all_players_out_the_round_passes() -> None:
    table = seek(3)
    for player in (0, 1, 2):
        table.do(0, player, "double_dot", 0, 1)
    assert (table.engine.round, table.status, table.phase) == (3, "AAA", "AWAIT_ROLL")


def test_the_same_event_twice_is_told_duplicate_and_changes_nothing() -> None:
    table = seek()
    engine = table.engine
    assert engine.submit(5, 0, "claim", card=1, count=1, seq=900).outcome == "CLAIMED"
    before = engine.hash, engine.log(), engine.snapshot()
    for t in (5, 99_999, 0):  # not even the clock, and before the clock is looked at
        reply = engine.submit(t, 0, "claim", card=1, count=1, seq=900)
        assert (reply.outcome, reply.effects) == ("DUPLICATE", [])
    assert (engine.hash, engine.log(), engine.snapshot()) == before


# Messages


def test_a_message_that_came_too_early_has_not_been_heard() -> None:
    table = seek(2)
    table.advance(50)
    engine = table.engine
    before = engine.hash
    assert engine.submit(49, 0, "agree", seq=77).outcome == "CLOCK"
    assert (engine.hash, engine.now) == (before, 50)
    assert engine.submit(50, 0, "agree", seq=77).outcome == "AGREED"  # its number is still free
    assert engine.submit(49, 0, "agree", seq=77).outcome == "DUPLICATE"
    assert engine.advance(49).outcome == "CLOCK"


def test_another_rejection_moves_the_clock_fires_timers_and_is_heard() -> None:
    table = seek(2)
    table.do(0, 0, "claim", 1, 1)
    reply = table.engine.submit(6000, 0, "claim", card=57, count=1, seq=77)
    assert reply.outcome == "ILLEGAL"
    assert [(e["change"], e["t"]) for e in reply.effects] == [("added", 5000)]
    assert (table.engine.now, table.personal[0]) == (6000, [1])
    assert table.engine.submit(6000, 0, "agree", seq=77).outcome == "DUPLICATE"


def test_the_common_checks_come_in_their_order() -> None:
    table = seek(3, [5, 5])
    table.do(0, 2, "double_dot", 0, 1)
    table.do(0, 2, "set_connected", False)
    assert table.do(0, 9, "answer", 1, roll_id=7) == "ILLEGAL"
    assert table.do(0, 2, "answer", 1, roll_id=7) == "STALE"
    assert table.do(0, 2, "answer", 1, roll_id=1) == "PHASE"
    assert table.do(0, 2, "agree") == "OFFLINE"
    table.do(0, 2, "set_connected", True)
    assert table.do(0, 2, "claim", 44, 1) == "SITTING"  # before the verb's own NOT_SHOWING
    assert table.do(0, 0, "agree", duel_id=1) == "STALE"


def test_a_late_claim_that_names_its_roll_is_stale() -> None:
    table = seek(2, [5, 8])
    table.agree(0, 0, 1)
    assert table.do(0, 1, "roll", roll_id=1) == "ROLLED"
    assert table.do(0, 0, "claim", 1, 1, roll_id=1) == "STALE"
    assert table.do(0, 0, "claim", 4, 1, roll_id=2) == "CLAIMED"


@pytest.mark.parametrize(
    ("verb", "args"),
    [("claim", (1, 1)), ("dot_duel", (1,)), ("prove_over", (1,)), ("double_dot", (0, 2)),
     ("agree", ())],
)  # fmt: skip
def test_seek_verbs_are_rejected_outside_seek(verb: str, args: tuple[Any, ...]) -> None:
    for table in (Table(2), Table(2).start(), duel(), race()):
        assert table.do(0, 1, verb, *args) == "PHASE"


@pytest.mark.parametrize(("verb", "args"), [("answer", (1,)), ("duel_double_dot", ([10, 40],))])
def test_race_verbs_are_rejected_outside_races(verb: str, args: tuple[Any, ...]) -> None:
    for table in (Table(2), Table(2).start(), seek(2), duel()):
        assert table.do(0, 1, verb, *args) == "PHASE"


def test_only_the_parties_of_a_duel_may_answer() -> None:
    table = race(3)
    assert table.do(0, 2, "answer", 6) == "NOT_YOURS"
    assert table.do(0, 2, "duel_double_dot", [10, 40]) == "NOT_YOURS"
    assert table.do(0, 2, "forfeit") == "NOT_YOURS"


def test_in_duels_status_is_nothing() -> None:
    table = seek(2, [5, 11])
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "dot_duel", 1)
    table.do(0, 1, "double_dot", 1, 2)
    table.do(0, 0, "double_dot", 2, 5)
    assert (table.phase, table.status) == ("DUEL_ROLL", "BB")
    assert table.do(0, 1, "roll") == "ROLLED"
    assert table.do(0, 1, "duel_double_dot", [10, 40]) == "DOUBLE_DOT"


# Who is connected


def test_with_nobody_connected_only_timers_run() -> None:
    table = seek(2)
    table.do(0, 0, "claim", 1, 1)
    table.agree(0, 1)
    for player in (0, 1):
        table.do(0, player, "set_connected", False)
    table.advance(100_000)
    assert (table.phase, table.personal[0], table.agreed) == ("SEEK", [1], [1])
    table.do(100_000, 1, "set_connected", True)
    assert table.phase == "AWAIT_ROLL"  # now everybody who is there has agreed


def test_a_round_passes_when_nobody_who_is_there_may_roll() -> None:
    table = seek(3)
    table.do(0, 2, "double_dot", 0, 1)
    table.agree(0, 0, 1)
    assert (table.engine.round, table.engine.roller, table.status) == (2, 1, "AAO")
    table.do(0, 0, "set_connected", False)
    table.do(0, 1, "set_connected", False)
    assert (table.engine.round, table.engine.roller, table.status) == (3, 2, "AAA")


def test_the_turn_to_roll_is_with_the_next_who_is_there_and_comes_back() -> None:
    table = seek(3, [5, 5, 5])
    table.agree(0, 0, 1, 2)
    table.do(0, 1, "set_connected", False)
    assert table.engine.roller == 2
    table.do(0, 1, "set_connected", True)
    assert table.engine.roller == 1


def test_a_duels_roll_is_with_the_other_when_the_initiator_is_away() -> None:
    table = duel()
    table.do(0, 1, "set_connected", False)
    assert table.do(0, 0, "roll") == "ROLLED"


def test_who_has_not_thrown_and_is_away_goes_first_no_more_once_somebody_has_thrown() -> None:
    table = Table(3, first=[2, 1])
    table.do(0, None, "start")
    table.do(0, 2, "set_connected", False)
    table.do(0, 0, "roll")
    table.do(0, 1, "roll")
    assert (table.view["first"], table.engine.roller) == (0, 0)


def test_who_has_thrown_and_is_away_may_go_first() -> None:
    table = Table(2, first=[6, 1])
    table.do(0, None, "start")
    table.do(0, 0, "roll")
    table.do(0, 0, "set_connected", False)
    table.do(0, 1, "roll")
    assert (table.view["first"], table.engine.roller) == (0, 1)


# The log, snapshots, copies


def played(seed: int, events: int = 150) -> tuple[CoreGame, list[Event]]:
    """The start of a random game, and the rest of its events."""
    done: list[Event] = []
    for game, event in random_stream(seed, 2 * events):
        if len(done) == events:
            start = game.engine.copy()
        done.append(event)
    if len(done) <= events:
        return played(seed + 1000, events)
    game.engine = start
    return game, done[events:]


def everything(engine: dotduel.Engine) -> tuple[Any, ...]:
    return engine.hash, engine.view(), engine.zones(), engine.snapshot(), engine.next_deadline


@pytest.mark.parametrize("seed", range(12))
def test_the_future_is_the_same_after_a_snapshot_a_replay_a_copy_and_a_pickle(seed: int) -> None:
    game, rest = played(seed)
    engine = game.engine
    others = [
        dotduel.Engine.restore(engine.snapshot()),
        dotduel.Engine.replay(engine.log()),
        engine.copy(),
        copy.copy(engine),
        copy.deepcopy(engine),
        pickle.loads(pickle.dumps(engine)),
        pickle.loads(pickle.dumps(dotduel.Engine.restore(engine.snapshot()))),
    ]
    for event in rest:
        reply = submit(engine, event)
        for other in others:
            told = submit(other, event)
            assert (told.outcome, told.effects) == (reply.outcome, reply.effects)
            assert other.hash == engine.hash
    for other in others:
        assert everything(other) == everything(engine)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_engines_rules_and_replies_by_all_protocols(protocol: int) -> None:
    engine = played(3)[0].engine
    read = pickle.loads(pickle.dumps(engine, protocol))
    assert everything(read) == everything(engine)
    assert read.log() == engine.log()
    restored = dotduel.Engine.restore(engine.snapshot())
    read = pickle.loads(pickle.dumps(restored, protocol))
    assert everything(read) == everything(engine)
    assert read.log_size == engine.log_size
    rules = pickle.loads(pickle.dumps(engine.rules, protocol))
    assert (rules, hash(rules)) == (engine.rules, hash(engine.rules))


def test_pieces_of_the_log_make_the_log_while_it_grows() -> None:
    pieces, since = b"", 0
    for number, (game, _) in enumerate(random_stream(5)):
        if number % 7 == 0:
            size = game.engine.log_size
            pieces += game.engine.log(since)
            since = size
            assert pieces == game.engine.log()
            assert dotduel.Engine.replay(pieces).hash == game.engine.hash


def test_every_record_of_the_log_can_be_asked_for_by_itself() -> None:
    engine = played(4)[0].engine
    size = engine.log_size
    whole = engine.log()
    tails = [engine.log(since) for since in range(1, size + 1)]
    assert tails[-1] == b""
    assert all(whole.endswith(tail) for tail in tails)
    assert sorted(map(len, tails), reverse=True) == [len(tail) for tail in tails]
    for since in (-1, size + 1, 2**40):
        with pytest.raises(dotcore.Error, match=f"since={since}"):
            engine.log(since)


def test_a_restored_engine_goes_on_with_the_log_where_it_was() -> None:
    game, rest = played(6)
    before, size = game.engine.log(), game.engine.log_size
    restored = dotduel.Engine.restore(game.engine.snapshot())
    assert (restored.log_size, restored.log(size)) == (size, b"")
    for event in rest:
        submit(restored, event)
        submit(game.engine, event)
    assert before + restored.log(size) == game.engine.log()
    with pytest.raises(dotcore.Error, match=f"restored after {size}"):
        restored.log(size - 1)
    with pytest.raises(dotcore.Error, match="restored"):
        restored.log()


def test_an_engine_restored_before_its_first_event_has_the_whole_log() -> None:
    engine = dotduel.Engine.restore(dotduel.Engine(2, F, seed=4).snapshot())
    engine.submit(0, None, "start")
    assert dotduel.Engine.replay(engine.log()).hash == engine.hash


def test_what_was_not_heard_is_not_in_the_log() -> None:
    engine = seek(2).engine
    size = engine.log_size
    engine.advance(100)
    engine.advance(100)  # no time has passed
    engine.advance(50)
    engine.submit(50, 0, "agree", seq=70)
    assert engine.log_size == size + 1
    engine.submit(100, 0, "agree", seq=70)
    engine.submit(100, 0, "agree", seq=70)
    engine.submit(100, 0, "shout")  # rejected, but heard
    assert engine.log_size == size + 3


def test_a_copy_goes_on_by_itself() -> None:
    engine = seek(2).engine
    other = engine.copy()
    before = everything(other)
    engine.submit(0, 0, "claim", card=1, count=1)
    assert everything(other) == before


def test_the_hash_is_of_the_whole_table_the_order_of_deck_included() -> None:
    one, other = seek(2), seek(2)
    assert one.engine.hash == other.engine.hash
    assert seek(2, deck=[20, 10, 30, 40]).engine.hash != one.engine.hash
    hashes = [one.engine.hash]
    for t, player, verb, args in ((0, 0, "claim", (1, 1)), (1, 1, "agree", ()), (2, 0, "x", ())):
        one.do(t, player, verb, *args)
        hashes.append(one.engine.hash)
    assert len(set(hashes)) == len(hashes)  # the last one moved the clock
    assert min(hashes) >= 0
    assert max(hashes) < 2**64


def test_numbers_of_messages_may_come_in_any_order() -> None:
    engine = seek(2).engine
    numbers = [2**63 - 1, 50, 40, 45, 41, 49, 1000, 42, 0]
    fresh = [number for number in numbers if number > 10 or number == 0]
    for number in fresh:
        assert engine.submit(0, None, "start", seq=number).outcome == "PHASE"
    restored = dotduel.Engine.restore(engine.snapshot())
    for number in fresh:
        assert restored.submit(0, None, "start", seq=number).outcome == "DUPLICATE"
    for number in (43, 44, 46, 51, 999, 1001, 2**63 - 2):
        assert restored.submit(0, None, "start", seq=number).outcome == "PHASE"


def test_engines_without_a_seed_differ() -> None:
    assert dotduel.Engine(2).log() != dotduel.Engine(2).log()


def test_what_an_engine_was_made_of() -> None:
    rules = dotduel.Rules(max_rounds=3)
    engine = dotduel.Engine(4, F, rules, seed=1)
    assert (engine.players, engine.deck, engine.rules) == (4, F, rules)
    assert dotduel.Engine(2, seed=1).deck == dotduel.Deck.standard(0)
    assert repr(engine) == "<Engine of 4 players, SETUP, round 0>"
    assert repr(engine.submit(0, None, "start")) == "<Reply STARTED, 6 effects>"


# Laws, after every event of random games


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_keeps_the_invariants(seed: int) -> None:
    for game, event in random_stream(seed, 300):
        engine = game.engine
        before, old, size = engine.view(), engine.hash, engine.log_size
        due = engine.next_deadline
        reply = submit(engine, event)
        engine.check_consistency()
        after = engine.view()
        zones = engine.zones()
        held = [card for pile in zones["personal"] for card in pile]
        shown = [card for card in zones["show"] if card is not None]
        everywhere = zones["deck"] + shown + zones["aside"] + zones["grounds"] + held
        assert sorted(everywhere) == list(range(57))
        live = [claim["card"] for claim in after["claims"] if claim["id"] is not None]
        assert len(live) == len(set(live))
        assert after["now"] >= before["now"]
        assert reply.accepted is (reply.outcome in ACCEPTED)
        if reply.outcome in ("DUPLICATE", "CLOCK"):
            assert (engine.hash, engine.log_size, reply.effects) == (old, size, [])
        elif not reply.accepted and (due is None or due > event[0]):
            assert (after | {"now": 0}, reply.effects) == (before | {"now": 0}, [])
        if after["phase"] == "OVER" and after["round"] != engine.rules.max_rounds:
            assert sum(after["scores"]) == 57
    again = dotduel.Engine.replay(engine.log())
    assert everything(again) == everything(engine)
    assert json.loads(json.dumps(engine.view())) == engine.view()


@pytest.mark.parametrize("seed", range(20))
def test_nothing_happens_before_the_next_deadline_and_something_at_it(seed: int) -> None:
    for game, _ in random_stream(seed, 150):
        engine, due = game.engine, game.engine.next_deadline
        ahead = engine.copy()
        if due is None:
            assert ahead.advance(engine.now + 10**7).effects == []
        else:
            assert due > engine.now
            assert ahead.advance(due - 1).effects == []
            assert ahead.view() | {"now": 0} == engine.view() | {"now": 0}
            before = ahead.view()
            ahead.advance(due)
            assert ahead.view() | {"now": 0} != before | {"now": 0}


def test_numbers_of_numpy_are_numbers() -> None:
    engine = dotduel.Engine(2, seed=1)
    assert engine.submit(np.int64(0), None, "start").outcome == "STARTED"
    assert engine.submit(np.uint16(5), np.int8(0), "roll", seq=np.int32(3)).outcome == "ROLLED"
    assert engine.submit(5, 0, "roll", seq=3).outcome == "DUPLICATE"
    assert engine.submit(5, np.float64(1), "roll").outcome == "ILLEGAL"
    assert engine.submit(5, np.True_, "roll").outcome == "ILLEGAL"
