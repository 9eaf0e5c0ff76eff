"""What players of Dot Duel may see and say: views, legal acts, effects; that truth is hidden."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from tests.dotduel_compare import random_stream, submit
from tests.dotduel_table import GROUNDS, SHOWN, Table, duel, race, seek

import dotcore
from dotcore import dotduel

# Legal acts


def accepted(engine: dotduel.Engine, player: int | None, verb: str, **said: Any) -> bool:
    """By why_rejected, and by a copy to which it is said."""
    refused = engine.why_rejected(engine.now, player, verb, **said)
    outcome = engine.copy().submit(engine.now, player, verb, **said)
    assert outcome.accepted is (refused is None)
    assert outcome.accepted or outcome.outcome == refused
    return outcome.accepted


def legal_by_trying(engine: dotduel.Engine, player: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for verb in ("start", "roll", "agree", "forfeit"):
        if accepted(engine, player, verb):
            found[verb] = True
    cards = range(57)
    claims = [card for card in cards if accepted(engine, player, "claim", card=card, count=1)]
    ids = range(1, 1 + max([claim["id"] or 0 for claim in engine.claims], default=0))
    calls = {
        verb: [id_ for id_ in ids if accepted(engine, player, verb, claim=id_, count=0)]
        for verb in ("dot_duel", "prove_over")
    }
    grounds = engine.zones()["grounds"]
    answers = [n for n in range(1, 100) if accepted(engine, player, "answer", total=n)]
    assert answers == list(range(1, len(answers) + 1))
    pairs = {
        verb: sorted(
            {
                card
                for pair in itertools.combinations(of, 2)
                if accepted(engine, player, verb, cards=list(pair))
                for card in pair
            }
        )
        for verb, of in (("double_dot", cards_near(engine)), ("duel_double_dot", [*grounds, 56]))
    }
    own = engine.zones()["personal"][player]
    places = [n for n in range(1, 5) if accepted(engine, player, "place", cards=own[:n])]
    found |= {"claim": claims, **calls, **pairs, "answer": len(answers), "place": sum(places)}
    return {verb: told for verb, told in found.items() if told}


def cards_near(engine: dotduel.Engine) -> list[int]:
    """All that shows, and a few others."""
    showing = [card for card in engine.show if card is not None]
    return sorted({*showing, 0, 20, 56})


@pytest.mark.parametrize("seed", range(12))
def test_legal_lists_what_is_accepted(seed: int) -> None:
    # Under stale_double_dot="wrong" cards that do not show may be named, at one's own cost.
    options = {"stale_double_dot": "reject", "grounds_pick": "choose"}
    for number, (game, _) in enumerate(random_stream(seed, 200, **options)):
        if number % 5 == seed % 5:
            for player in range(game.engine.players):
                assert game.engine.legal(player) == legal_by_trying(game.engine, player)


def test_legal_in_each_phase() -> None:
    table = Table(2)
    assert table.engine.legal() == {"start": True}
    assert table.engine.legal(1) == {}  # it is the host's
    table.do(0, None, "start")
    assert (table.engine.legal(), table.engine.legal(0)) == ({}, {"roll": True})
    table.do(0, 0, "roll")
    assert table.engine.legal(0) == {}
    table = seek(2)
    table.do(0, 0, "claim", 1, 1)
    free = [0, 2, 3, 4, 5]
    both = {"double_dot": SHOWN, "agree": True, "claim": free}
    assert table.engine.legal(0) == both
    assert table.engine.legal(1) == both | {"dot_duel": [1], "prove_over": [1]}
    assert duel().engine.legal(0) == {"forfeit": True}
    assert race().engine.legal(1) == {"answer": 32, "duel_double_dot": GROUNDS, "forfeit": True}
    table = duel(hands=[[50, 51, 52, 53], []], grounds_pick="choose")
    assert table.engine.legal(0) == {"place": 3, "forfeit": True}
    assert table.engine.legal(1) == {"forfeit": True}


# Truth is hidden


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"typed_calls_strict": True},
        {"call_names_count": True},
        {"stacked_claims": True},
        {"sitting_may_prove": False},
    ],
)
def test_what_is_legal_never_tells_if_a_claim_is_right(options: dict[str, Any]) -> None:
    """Three games that differ in the count alone: too few, right, too many."""
    seen = []
    for count in (1, 2, 3):
        table = seek(4, **options)
        table.do(0, 2, "double_dot", 0, 1)  # barred
        table.do(0, 3, "set_connected", False)
        table.do(0, 0, "claim", 0, count)
        refusals = [
            table.engine.why_rejected(0, player, verb, claim=1, count=2)
            for player in table.seats
            for verb in ("dot_duel", "prove_over")
        ]
        views = [table.engine.view(player) for player in table.seats]
        for view in views:
            assert view["claims"][0]["count"] == count
            view["claims"][0]["count"] = 0
        seen.append((refusals, views, [table.engine.legal(player) for player in table.seats]))
    assert seen[0] == seen[1] == seen[2]


def test_what_is_legal_does_not_tell_if_the_deck_matches() -> None:
    """The same table on a roll that nothing matches, and on one that much matches."""
    assert seek(2, [2]).engine.legal(0) == seek(2, [5]).engine.legal(0)


# Views


@pytest.mark.parametrize("seed", range(10))
def test_views_are_ready_for_json_and_are_alike_for_all_but_what_they_may_say(seed: int) -> None:
    for game, _ in random_stream(seed, 120):
        engine = game.engine
        views: list[Any] = [engine.view(player) for player in range(engine.players)]
        views.append(engine.view())
        for player, view in enumerate(views):
            assert json.loads(json.dumps(view)) == view
            assert view["player"] == (player if player < engine.players else None)
            assert view["legal"] == engine.legal(view["player"])
        public = [view | {"player": None, "legal": None} for view in views]
        assert all(view == public[0] for view in public)


def test_a_view_hides_the_order_of_deck() -> None:
    """Two games whose decks differ in order, as long as nothing is drawn."""
    one, other = seek(2, deck=[10, 20, 30, 40]), seek(2, deck=[40, 30, 20, 10])
    for t, player, verb, args in (
        (0, 0, "claim", (1, 1)),
        (0, 1, "claim", (4, 2)),
        (10, 0, "dot_duel", (2,)),
        (6000, 1, "agree", ()),
    ):
        one.do(t, player, verb, *args)
        other.do(t, player, verb, *args)
        for seat in (0, 1, None):
            assert one.engine.view(seat) == other.engine.view(seat)
    assert one.deck != other.deck
    one.agree(6000, 0)
    other.agree(6000, 0)
    assert one.engine.show[1] == 10
    assert other.engine.show[1] == 40


def test_where_a_card_goes_back_into_deck_is_hidden() -> None:
    told = []
    for place in (0, 30, 51):
        table = seek(2, picks=[place, place])
        table.do(0, 0, "claim", 1, 1)
        reply = table.engine.submit(1, 0, "double_dot", cards=[0, 1])
        told.append((reply.effects, table.engine.view(1)))
    assert told[0] == told[1] == told[2]


def test_a_view_holds_neither_seed_nor_hash() -> None:
    engine = dotduel.Engine(2, seed=0x1234567890ABCDEF)
    engine.submit(0, None, "start")
    text = json.dumps(engine.view(0))
    assert str(0x1234567890ABCDEF) not in text
    assert str(engine.hash) not in text
    assert "seed" not in text


@pytest.mark.parametrize("player", [-1, 2, 6, 100])
def test_seats_that_are_none_are_told(player: int) -> None:
    engine = dotduel.Engine(2, seed=1)
    for look in (engine.view, engine.legal):
        with pytest.raises(ValueError, match=f"player={player}"):
            look(player)


# Effects


class Watcher:
    """Somebody who sees effects alone, and keeps the table by them."""

    def __init__(self, players: int) -> None:
        self.show: list[int | None] = [None] * 6
        self.personal: list[list[int]] = [[] for _ in range(players)]
        self.grounds: list[int] = []
        self.aside: list[int] = []
        self.deck_size = 57
        self.number: int | None = None
        self.round = 0
        self.winner: int | None = None

    def take(self, card: int) -> None:
        """A card leaves where it is."""
        if card in self.show:
            self.show[self.show.index(card)] = None
            return
        for pile in (self.grounds, self.aside, *self.personal):
            if card in pile:
                pile.remove(card)
                return
        self.deck_size -= 1

    def see(self, effect: Any) -> None:
        change, card, player = effect["change"], effect.get("card"), effect.get("player")
        if change in ("shown", "added", "returned", "aside", "placed", "given_back"):
            self.take(card)
        if change == "shown":
            self.show[effect["slot"]] = card
        elif change == "added":
            self.personal[player].append(card)
        elif change == "aside":
            self.aside.append(card)
        elif change == "placed":
            self.grounds.append(card)
        elif change == "returned":
            self.deck_size += 1
        elif change == "given_back":
            if player is None:
                self.deck_size += 1
            else:
                self.personal[player].append(card)  # where it was, which a watcher can look up
        elif change == "rolled":
            self.number = effect["number"]
        elif change in ("seek_over", "duel_won", "over"):
            self.number = None
        elif change == "round":
            self.round = effect["round"]
        if change == "over":
            self.winner = player


@pytest.mark.parametrize("seed", range(40))
def test_effects_tell_all_that_happens_to_the_cards(seed: int) -> None:
    watcher, heard = None, 0
    for game, event in random_stream(seed):
        watcher = watcher or Watcher(game.engine.players)
        ahead = game.engine.copy()
        for effect in submit(ahead, event).effects:
            assert game.engine.now <= effect["t"] <= ahead.now
            watcher.see(effect)
            heard += 1
        view = ahead.view()
        assert watcher.show == view["show"]
        assert sorted(watcher.aside) == sorted(view["aside"])
        assert watcher.grounds == view["grounds"]
        assert [sorted(pile) for pile in watcher.personal] == [sorted(p) for p in view["personal"]]
        assert watcher.deck_size == view["deck_size"]
        assert watcher.number == view["number"]
        assert (watcher.round, watcher.winner) == (view["round"], view["winner"])
    assert heard > 10


def changes(reply: dotduel.Reply) -> list[str]:
    return [effect["change"] for effect in reply.effects]


def test_effects_of_a_double_dot_and_the_round_after_it() -> None:
    table = seek(2, [5, 5])
    table.do(0, 0, "claim", 1, 1)
    reply = table.engine.submit(3, 1, "double_dot", cards=[0, 2])
    assert changes(reply) == [
        *["voided"],
        *["added"] * 6,
        *["seek_over", "round_over", "round"],
        *["shown"] * 6,
    ]
    assert reply.effects[0] == {"change": "voided", "t": 3, "player": 0, "card": 1, "claim": 1}
    assert reply.effects[9] == {"change": "round", "t": 3, "round": 2}
    assert reply.effects[10] == {"change": "shown", "t": 3, "card": 10, "slot": 0}


def test_effects_of_timers_bear_the_time_at_which_they_were_due() -> None:
    table = seek(2)
    table.do(10, 0, "claim", 1, 1)
    table.do(20, 1, "claim", 2, 1)
    reply = table.engine.advance(9000)
    assert [(e["t"], e["card"]) for e in reply.effects] == [(5010, 1), (5020, 2)]


def test_effects_of_a_claim_that_is_proved() -> None:
    table = seek(3)
    table.do(0, 0, "claim", 5, 1)
    reply = table.engine.submit(1, 1, "prove_over", claim=1)
    assert reply.effects == [
        {"change": "barred", "t": 1, "player": 0},
        {"change": "voided", "t": 1, "player": 0, "card": 5, "claim": 1},
    ]


def test_effects_of_a_misfire() -> None:
    reply = race().engine.submit(0, 0, "answer", total=32)
    assert changes(reply)[:3] == ["misfired", "duel_won", "added"]
    assert reply.effects[0] == {"change": "misfired", "t": 0, "player": 0, "total": 32}


def test_bots_end_games_in_which_claims_are_void() -> None:
    rules = dotduel.Rules(auto_check="both")
    for seed in range(12):
        engine = dotduel.Engine(2, seed=seed, rules=rules)
        dotduel.bots.play(engine, [dotduel.bots.make("slow", seed + i) for i in range(2)])
        assert engine.is_over


def test_bots_say_so_where_the_rules_leave_them_no_time() -> None:
    engine = dotduel.Engine(2, seed=1, rules=dotduel.Rules(seek_idle_ms=500))
    with pytest.raises(dotcore.Error, match="no time"):
        dotduel.bots.play(engine, [dotduel.bots.make("slow", i) for i in range(2)])
