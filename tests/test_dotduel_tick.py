"""The tick form of Dot Duel: all act at once, and chance says whose action comes first."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from tests.dotduel_compare import RENAMED
from tests.oracle.dotduel import Engine as Twin
from tests.oracle.dotduel_events import random_options

import dotcore
from dotcore import dotduel

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4
WAIT, ROLL, AGREE = 0, 1, 2


def started(players: int = 3, number: int = 7, **options: Any) -> dotduel.TickGame:
    """Seat 0 goes first and has rolled that number; cards 0 to 5 of fixture F show."""
    game = dotduel.TickGame(players, fixture(), dotduel.Rules(**options))
    for card in range(6):
        game.apply(card)
    throw(game, 6, *[1] * (players - 1))
    joint(game, ROLL, *[WAIT] * (players - 1))
    game.apply(number)
    return game


def fixture() -> dotduel.Deck:
    base = (0, 1, 3, 13, 32, 36, 43, 52)
    cards = [sorted((i + d) % 57 for d in base) for i in range(57)]
    return dotduel.Deck.from_cards(cards, [2 + s % 11 for s in range(57)])


def joint(game: dotduel.TickGame, *actions: int | str) -> None:
    game.apply_joint([game.string_to_action(a) if isinstance(a, str) else a for a in actions])


def throw(game: dotduel.TickGame, *dice: int) -> None:
    """All throw these dice for who goes first, one seat after the other."""
    joint(game, *[ROLL] * game.num_players)
    for seat, die in enumerate(dice):
        if seat < len(dice) - 1 and game.rules.tie_break == "random":
            game.apply(seat)
        game.apply(die)


def wait(game: dotduel.TickGame, ticks: int) -> None:
    for _ in range(ticks):
        joint(game, *[WAIT] * game.num_players)


def texts(game: dotduel.TickGame, player: int) -> list[str]:
    return [game.action_to_string(action) for action in game.legal_actions(player).tolist()]


def test_the_numbers_of_actions_are_those_of_the_docs() -> None:
    game = dotduel.TickGame(2)
    game.resolve_chance(1)
    assert game.num_actions == 357
    for text, action in {
        "wait": 0,
        "roll": 1,
        "agree": 2,
        "claim 0x1": 3,
        "claim 5x8": 50,
        "duel 0@P0": 51,
        "duel 5@P5": 86,
        "over 0@P0": 87,
        "double dot 0 1": 123,
        "double dot 1 2": 128,
        "double dot 4 5": 137,
        "answer 1": 138,
        "answer 96": 233,
        "duel double dot 0 1": 234,
        "duel double dot 10 11": 299,
        "give 0": 300,
        "give 56": 356,
    }.items():
        assert game.string_to_action(text) == action
        assert game.action_to_string(action) == text


def test_first_come_the_six_cards_that_show() -> None:
    game = dotduel.TickGame(4)
    ids, probabilities = game.chance_outcomes()
    assert game.current_player == CHANCE
    assert ids.tolist() == list(range(57))
    assert probabilities == pytest.approx(1 / 57)
    game.apply(13)
    assert 13 not in game.chance_outcomes()[0]
    assert game.chance_outcomes()[1] == pytest.approx(1 / 56)
    assert game.action_to_string(14) == "card 14"


def test_two_dice_have_their_chances() -> None:
    game = dotduel.TickGame(2, fixture())
    game.resolve_chance(1)
    joint(game, ROLL, ROLL)
    game.apply(0)
    ids, probabilities = game.chance_outcomes()
    assert ids.tolist() == [1, 2, 3, 4, 5, 6]
    assert probabilities == pytest.approx(1 / 6)
    game.apply(6)
    game.apply(1)
    joint(game, ROLL, WAIT)
    ids, probabilities = game.chance_outcomes()
    assert ids.tolist() == list(range(2, 13))
    assert (probabilities * 36).round(9).tolist() == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_of_two_claims_on_a_card_in_one_tick_the_lot_takes_one() -> None:
    for first in (1, 2):
        game = started(number=5)
        joint(game, WAIT, "claim 0x2", "claim 0x1")
        ids, probabilities = game.chance_outcomes()
        assert ids.tolist() == [1, 2]
        assert probabilities.tolist() == [0.5, 0.5]
        assert game.action_to_string(1) == "P1"
        game.apply(first)
        (claim,) = game.view(0)["claims"]
        assert (claim["player"], claim["count"]) == (first, 3 - first)


def test_by_seat_the_lowest_comes_first_without_a_lot() -> None:
    game = started(number=5, tie_break="seq")
    joint(game, WAIT, "claim 0x2", "claim 0x1")
    assert game.current_player == SIMULTANEOUS
    assert [claim["player"] for claim in game.view(0)["claims"]] == [1]


def test_claims_on_two_cards_in_one_tick_are_both_good() -> None:
    game = started(number=5)
    joint(game, "claim 1x1", "claim 0x2", WAIT)
    game.apply(1)
    assert [claim["card"] for claim in game.view(0)["claims"]] == [0, 1]


def test_a_call_in_the_last_tick_of_the_window_counts_and_not_in_the_next() -> None:
    game = started(number=5)
    joint(game, "claim 0x1", WAIT, WAIT)
    wait(game, 8)
    assert "duel 0@P0" in texts(game, 1)
    late = game.copy()
    joint(game, WAIT, "duel 0@P0", WAIT)
    assert game.view(0)["aside"] == [0]
    wait(late, 1)
    assert "duel 0@P0" not in texts(late, 1)
    assert late.scores == [1, 0, 0]


def test_what_may_be_done_never_tells_whether_a_claim_is_right() -> None:
    rng = random.Random(4)
    for number in range(2, 13):
        games = [started(number=number) for _ in range(8)]
        slot = rng.randrange(6)
        for count, game in enumerate(games, start=1):
            joint(game, f"claim {slot}x{count}", WAIT, WAIT)
        for player in range(3):
            masks = [game.legal_mask(player) for game in games]
            assert all(np.array_equal(mask, masks[0]) for mask in masks)
            assert f"duel {slot}@P0" in texts(games[0], player) or player == 0


def test_a_duel_is_rolled_only_for_numbers_that_lie_there() -> None:
    game = started(2, number=5)
    joint(game, "claim 0x1", WAIT)
    joint(game, WAIT, "duel 0@P0")
    joint(game, AGREE, AGREE)
    game.apply(0)
    grounds = [10, 20, 30, 40]
    for card in grounds:
        assert game.action_to_string(card) == f"card {card}"
        game.apply(card)
    assert game.phase == "DUEL_ROLL"
    joint(game, WAIT, ROLL)
    counts = fixture().counts[grounds].sum(axis=0)
    ids, probabilities = game.chance_outcomes()
    assert ids.tolist() == [number for number in range(2, 13) if counts[number]]
    ways = np.array([6 - abs(7 - number) for number in ids.tolist()])
    assert probabilities == pytest.approx(ways / ways.sum())
    game.apply(11)
    assert len([t for t in texts(game, 0) if t.startswith("answer")]) == 32
    joint(game, "answer 6", "duel double dot 0 3")  # both are right
    before = game.copy()
    game.apply(0)
    game.resolve_chance(1)
    assert game.scores == [5, 0]
    before.apply(1)
    before.resolve_chance(1)
    assert before.scores == [0, 5]


def test_cards_are_given_one_by_one_where_there_is_a_choice() -> None:
    game = started(2, number=5, grounds_pick="choose")
    joint(game, "double dot 0 2", WAIT)  # seat 0 has six cards now
    for card in range(10, 16):
        game.apply(card)
    assert game.scores == [6, 0]
    joint(game, WAIT, ROLL)
    slot, number = next(
        (slot, number)
        for slot in range(6)
        for number in range(2, 13)
        if fixture().counts[10 + slot][number] == 2
    )
    game.apply(number)
    joint(game, f"claim {slot}x1", WAIT)
    joint(game, WAIT, f"duel {slot}@P0")
    joint(game, AGREE, AGREE)
    game.apply(0)
    game.apply(20)  # seat 1 has none: DECK gives it
    assert game.phase == "DUEL_FILL"
    assert texts(game, 1) == ["wait"]
    assert texts(game, 0) == ["wait", *(f"give {card}" for card in range(6))]
    joint(game, "give 2", WAIT)
    assert "give 2" not in texts(game, 0)
    joint(game, "give 5", WAIT)
    joint(game, "give 0", WAIT)
    assert game.view(0)["phase"] == "DUEL_ROLL"
    assert game.view(0)["grounds"] == [20, 2, 5, 0]


def test_out_of_ticks_the_most_cards_win() -> None:
    game = dotduel.TickGame(3, fixture(), max_ticks=4)
    for card in range(6):
        game.apply(card)
    throw(game, 6, 1, 1)
    joint(game, ROLL, WAIT, WAIT)
    game.apply(5)
    without = game.copy()
    joint(game, WAIT, WAIT, "double dot 0 2")
    game.resolve_chance(1)
    wait(game, 1)
    assert game.is_terminal
    assert game.current_player == TERMINAL
    assert game.returns().tolist() == [-0.5, -0.5, 1.0]
    assert game.rewards().tolist() == [-0.5, -0.5, 1.0]
    wait(without, 2)
    assert without.is_terminal
    assert without.returns().tolist() == [0, 0, 0]


def test_only_chance_is_applied_and_only_all_choose() -> None:
    game = dotduel.TickGame(2)
    with pytest.raises(dotcore.IllegalMove, match="chance is to act"):
        game.apply_joint([0, 0])
    game.resolve_chance(1)
    key = game.key
    with pytest.raises(dotcore.IllegalMove, match="apply_joint"):
        game.apply(0)
    for actions in ([], [0], [0, 0, 0], [0, 2], [0, -1], [0, 357], [0, 2**70], [1] * 50):
        with pytest.raises(dotcore.IllegalMove):
            game.apply_joint(actions)
    for wrong in ([0, 0.0], [0, None], ["wait", "roll"]):
        with pytest.raises(TypeError):
            game.apply_joint(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        game.apply_joint(7)  # type: ignore[arg-type]
    assert game.key == key


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"tick_ms": 0}, "tick_ms"),
        ({"tick_ms": 60_001}, "tick_ms"),
        ({"max_ticks": 0}, "max_ticks"),
        ({"rules": dotduel.Rules(call_names_count=True)}, "call_names_count"),
        ({"rules": dotduel.Rules(duel_timeout_ms=499)}, "duel_timeout_ms"),
        ({"deck": dotduel.Deck.of_order(8, seed=1)}, "cards"),
    ],
)
def test_what_the_tick_form_cannot_have(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(dotcore.RulesError, match=fault):
        dotduel.TickGame(**{"players": 3, **arguments})


def test_a_copy_without_history_goes_on_alike() -> None:
    game = started()
    copy = game.copy(history=False)
    with pytest.raises(dotcore.IllegalMove):
        copy.undo()
    for one in (game, copy):
        joint(one, "claim 0x1", WAIT, WAIT)
    assert game == copy
    assert game.key == copy.key


# Against the twin


class TickTwin(Twin):
    """The twin, drawing from DECK what the tick game drew."""

    drawn: list[int]

    def _arrange(self) -> None:
        top = [card for card in self.drawn if card in self.deck]
        self.deck = top + [card for card in self.deck if card not in top]

    def _top_up(self) -> None:
        self._arrange()
        super()._top_up()

    def _lay(self, player: int, chosen: list[int]) -> None:
        self._arrange()
        super()._lay(player, chosen)


class Mirror:
    """A tick game and the twin, which is told all that happens in it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        options = random_options(self.rng)
        options.pop("call_names_count", None)
        tick_ms = self.rng.choice((100, 500, 1000, 2500))
        if options.get("duel_timeout_ms", tick_ms) < tick_ms:
            options["duel_timeout_ms"] = tick_ms
        self.tick_ms = tick_ms
        players = self.rng.randint(2, 6)
        deck = dotduel.Deck.of_order(self.rng.choice((2, 3, 4, 7, 7)), seed=seed)
        rules = dotduel.Rules(
            tie_break=self.rng.choice(("seq", "random")),
            **{RENAMED.get(name, name): value for name, value in options.items()},
        )
        self.game = dotduel.TickGame(players, deck, rules, tick_ms=tick_ms, max_ticks=2000)
        self.dice: list[int] = []
        self.places: list[int] = []
        self.given: list[int] = []
        self.seq = 0
        self.texts: dict[int, str] = {}  # of the actions chosen
        self.twin = TickTwin(
            players,
            deck.cards.tolist(),
            deck.numbers.tolist(),
            list(range(len(deck))),
            lambda: self.dice.pop(0),
            self._pick,
            **options,
        )
        self.twin.drawn = []

    def _pick(self, _: int) -> int:
        # Where a card goes back into DECK is nothing here.
        is_place = self.twin.phase in ("DUEL_FILL", "FINAL_FILL")
        return self.places.pop(0) if is_place else 0

    def settle(self, waiting: list[int]) -> list[int]:
        """Chance until all choose again: gives in which order they acted."""
        order = []
        self.dice.clear()
        self.twin.drawn = []
        while self.game.current_player == CHANCE:
            word, number = _parts(self.game, self.game.sample_chance(self.rng.getrandbits(64)))
            if word == "P":
                order.append(number)
            elif word == "die":
                self.dice.append(number)
            elif word == "rolled":
                low = max(1, number - 6)
                self.dice += [low, number - low]
            elif word == "card":
                self.twin.drawn.append(number)
            else:
                self.places.append(number)
        return order + [player for player in waiting if player not in order]

    def choose(self) -> list[int]:
        view = self.game.view(0)
        joint = []
        for player in range(self.game.num_players):
            legal = self.game.legal_actions(player).tolist()
            weights = [self._weight(action, view) for action in legal]
            joint.append(self.rng.choices(legal, weights)[0])
        return joint

    def _weight(self, action: int, view: Mapping[str, Any]) -> float:
        """Sensible acts more often, so that a game gets on."""
        kind, *numbers = self.game.action_to_string(action).replace("x", " ").split()
        if kind == "wait":
            return 2
        if kind in ("roll", "agree", "give"):
            return 8
        if kind == "claim":
            card = view["show"][int(numbers[0])]
            truth = self.game.deck.counts[card][view["number"]]
            return float(8 if truth == int(numbers[1]) else 0.1 if truth else 0.01)
        return 0.3

    def tell(self, player: int, action: int) -> None:
        event = self.event(player, action)
        if event is None:
            return
        self.seq += 1
        verb, args = event
        self.twin.submit(self.twin.now, self.seq, player, verb, *args)

    def event(self, player: int, action: int) -> tuple[str, tuple[Any, ...]] | None:
        kind, *rest = self.texts[action].replace("x", " ").split()
        show, grounds = self.twin.show, self.twin.grounds
        if kind in ("roll", "agree"):
            return kind, ()
        if kind == "claim":
            card = show[int(rest[0])]
            return None if card is None else ("claim", (card, int(rest[1])))
        if kind in ("over", "duel") and "@" in rest[0]:
            slot, seat = rest[0].split("@P")
            open_claims = [c for c in self.twin.claims if c.card == show[int(slot)]]
            ids = [c.id for c in open_claims if c.player == int(seat)]
            verb = "dot_duel" if kind == "duel" else "prove_over"
            return (verb, (ids[0],)) if ids else None
        if kind == "double":
            a, b = show[int(rest[1])], show[int(rest[2])]
            return None if a is None or b is None else ("double_dot", (a, b))
        if kind == "answer":
            return "answer", (int(rest[0]),)
        if kind == "duel":
            a, b = int(rest[2]), int(rest[3])
            return ("duel_double_dot", ([grounds[a], grounds[b]],)) if b < len(grounds) else None
        if kind == "give":
            self.given.append(int(rest[0]))
            if len(self.given) < min(self.twin._places(player), len(self.twin.personal[player])):
                return None
            cards, self.given = self.given, []
            return "place", (cards,)
        return None

    def play(self) -> int:
        self.settle([])
        self.twin.submit(0, 0, None, "start")
        while not self.game.is_terminal:
            joint = self.choose()
            self.texts = {action: self.game.action_to_string(action) for action in joint}
            roll_id = self.twin.roll_id
            self.game.apply_joint(joint)
            waiting = [player for player, action in enumerate(joint) if action != WAIT]
            for player in self.settle(waiting):
                # What was chosen for one roll is not for the next.
                if self.twin.roll_id == roll_id or joint[player] == ROLL:
                    self.tell(player, joint[player])
            if self.twin.phase != "OVER":
                self.twin.advance(self.twin.now + self.tick_ms)
            self.compare()
        return self.game.tick

    def compare(self) -> None:
        view, twin = self.game.view(0), self.twin.state()
        found = (
            view["phase"],
            view["now"],
            view["round"],
            view["number"],
            view["deck_size"],
            view["show"],
            view["aside"],
            view["grounds"],
            view["scores"],
            view["sit_out"],
            [[c["id"], c["player"], c["card"]] for c in view["claims"] if c["id"] is not None],
        )
        names = ("ph", "now", "rd", "no", "dk", "sh", "as", "gr", "pe", "si")
        expected = (*(twin[name] for name in names), [claim[:3] for claim in twin["cl"]])
        if twin["ph"] == "OVER":  # the game may be over before the tick is
            found = (*found[:1], twin["now"], *found[2:])
        assert found == expected
        assert view["personal"] == self.twin.personal
        self.game.check_consistency()


def _parts(game: dotduel.TickGame, outcome: int) -> tuple[str, int]:
    game.undo()
    text = game.action_to_string(outcome)
    game.apply(outcome)
    if text.startswith("P"):
        return "P", int(text[1:])
    word, number = text.split()
    return word, int(number)


@pytest.mark.parametrize("seed", range(40))
def test_a_tick_game_is_what_the_twin_makes_of_the_same_acts(seed: int) -> None:
    assert Mirror(seed).play() > 0
