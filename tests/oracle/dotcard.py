"""DotCard, written straight from the rules page: every state a fresh value, nothing clever.

Rules are cited as the page numbers them (R1 .. R20); "gap: .." names a row of its table of gaps.

Chance is explicit. Every card that leaves the pile - dealt, drawn, taken as a penalty - and the
random starter is one ``apply`` of an outcome while ``current_player`` is CHANCE. Outcomes are card
kinds, in proportion to what the pile still holds, or seats. The pile is a multiset: no state knows
its order.

The phases of a state: ``starter`` and ``deal`` (chance), ``start`` (a turn begins), ``taking``
(chance: the card just asked for), ``drawn`` (a card was drawn in this turn), ``penalty`` (chance:
the card for a forgotten "dot"), ``over`` (the whole game is).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tests.oracle.dotcard_rules import (
    DRAW,
    FIRST_PLAY,
    FREE,
    FREE_OTHER_WAY,
    MAX_PLAYERS,
    PASS,
    PRESETS,
    Bonus,
    Card,
    Deck,
    Face,
    Illegal,
    Play,
    Rules,
    is_block,
    parse_card,
    shared_ranks,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "CHANCE", "DRAW", "FREE", "FREE_OTHER_WAY", "PASS", "PRESETS", "TERMINAL",
    "Bonus", "Card", "Deck", "Face", "Game", "Illegal", "Laid", "Play", "Result", "Rules", "State",
    "parse_card", "settle",
]  # fmt: skip

CHANCE, TERMINAL = -1, -4
CHANCE_PHASES = ("starter", "deal", "taking", "penalty")

Hand: TypeAlias = "tuple[int, ...]"  # kinds, sorted: a multiset
# What happened, in order: a word, the seat, and details. See Game.public_history.
Event: TypeAlias = "tuple[Any, ...]"
HIDDEN_EVENTS = ("deal", "took", "penalty")  # their card is known to their seat alone


class Laid(NamedTuple):
    """A card on a track and the open end that it made."""

    kind: int
    end: int


class Result(NamedTuple):
    """A line of the score card: one ended sub-round."""

    how: str  # "out", "locked"
    winner: int | None  # who went out
    scores: tuple[int, ...]
    hands: tuple[Hand, ...]
    start_number: int
    starter: int


@dataclass(frozen=True)
class State:
    """All that matters from here on, the past aside."""

    sheet: tuple[Result, ...]
    phase: str
    starter: int  # of this sub-round; -1 while chance has still to name it
    turn: int
    hands: tuple[Hand, ...]
    pile: Hand
    tracks: tuple[tuple[Laid, ...], ...]  # by seat; the free track last
    open: tuple[bool, ...]  # green markers, by seat
    skips: tuple[int, ...]  # own turns still to be missed, by seat
    passed: frozenset[int] = frozenset()  # who passed on an empty pile since the last play
    drawn: int | None = None  # the kind drawn in this turn
    another_turn: bool = False  # while a penalty is taken: was the play a block that earns a turn?
    actions: int = 0  # acts of the players in this sub-round


def with_card(hand: Hand, kind: int) -> Hand:
    return tuple(sorted((*hand, kind)))


def without(hand: Hand, kind: int) -> Hand:
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


class Game:
    """A whole game: its state, what led to it, the acts of players and of chance.

    ``start_numbers`` and ``first_starter`` replace what the rules say for a game that is entered
    elsewhere than at its beginning: ``Game(4, rules, [2], first_starter=1)`` is one sub-round.
    """

    def __init__(
        self,
        players: int,
        rules: Rules | None = None,
        start_numbers: Sequence[int] | None = None,
        first_starter: int | None = None,
    ) -> None:
        self.players = players
        self.rules = rules = Rules() if rules is None else rules
        self.deck = rules.deck
        if start_numbers is None:
            start_numbers = rules.start_numbers()
        self.start_numbers = tuple(start_numbers)
        self._first_starter = first_starter
        if not 2 <= players <= MAX_PLAYERS:  # gap: players
            raise ValueError(f"players={players}; 2..{MAX_PLAYERS}")
        if rules.hand_size * players >= self.deck.size:  # gap: players
            raise ValueError("the cards dealt must be fewer than the deck")
        self._events: list[Event] = []
        self._history: list[tuple[State, int, int]] = []  # state, events before it, what it was fed
        self._state = self._new_sub_round(())

    # Looking

    @property
    def state(self) -> State:
        return self._state

    @property
    def history(self) -> list[tuple[State, int]]:
        """Every state so far and what was applied to it."""
        return [(state, action) for state, _, action in self._history]

    @property
    def is_terminal(self) -> bool:
        return self._state.phase == "over"

    @property
    def current_player(self) -> int:
        if self.is_terminal:
            return TERMINAL
        return CHANCE if self._state.phase in CHANCE_PHASES else self._state.turn

    @property
    def sub_round(self) -> int:
        """The number of the sub-round in play, from 1; the last one when the game is over."""
        return min(len(self._state.sheet) + 1, len(self.start_numbers))

    @property
    def start_number(self) -> int:
        return self.start_numbers[self.sub_round - 1]

    @property
    def sheet(self) -> tuple[Result, ...]:
        return self._state.sheet

    @property
    def totals(self) -> tuple[int, ...]:
        """The sums over the sub-rounds that have ended."""
        return tuple(sum(line.scores[seat] for line in self.sheet) for seat in range(self.players))

    @property
    def ranks(self) -> tuple[int, ...]:
        return shared_ranks(self.totals)

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if self.ranks[seat] == 1)

    def returns(self) -> tuple[Fraction, ...]:
        """The mean of the others' totals minus the own; before the end, by the totals so far."""
        totals = self.totals
        others = self.players - 1
        return tuple(Fraction(sum(totals) - own, others) - own for own in totals)

    def end_of(self, target: int) -> int | None:
        """The open end of a seat's track or of FREE; None where nothing lies."""
        track = self._track(target)
        return track[-1].end if track else None

    @property
    def ends(self) -> tuple[int | None, ...]:
        return tuple(self.end_of(target) for target in self._targets())

    @property
    def lock(self) -> int | None:
        """The target whose last card is a block (R14): while the sub-round runs, that is a lock."""
        for target in self._targets():
            track = self._track(target)
            if track and is_block(self.deck.kinds[track[-1].kind]):
                return target
        return None

    def points_of(self, hand: Hand) -> int:
        """R3, R17: the sum of the numbers printed on the cards."""
        return sum(self.deck.kinds[kind].points for kind in hand)

    # What may be done

    def plays(self) -> list[Play]:
        """The legal plays of the player in turn, "dot" aside."""
        state = self._state
        if state.phase not in ("start", "drawn"):
            return []
        kinds = sorted(set(state.hands[state.turn]))
        if state.phase == "drawn" and self.rules.drawn_card_only:  # gap: after drawing
            assert state.drawn is not None
            kinds = [state.drawn]
        return [
            play
            for target, number in self._places()
            for kind in kinds
            for play in self._ways_to_lay(kind, target, number)
        ]

    def _places(self) -> list[tuple[int, int | None]]:
        """The tracks that the player in turn may lay on, each with the number that must touch.

        The number is None where any card will do.
        """
        state, rules, me = self._state, self.rules, self._state.turn
        locked = self.lock
        if locked is not None:
            return [(locked, self.end_of(locked))]  # R14, R15: nothing else, own_track_first or not
        if rules.own_track_first and not state.tracks[me]:  # gap: must the own track come first
            return [(me, self.start_number)]
        places: list[tuple[int, int | None]] = []
        for seat in range(self.players):
            started = bool(state.tracks[seat])
            # R8; gap: an unstarted track's marker
            allowed = seat == me or (state.open[seat] and (started or rules.others_may_start))
            if allowed:
                places.append((seat, self.end_of(seat) if started else self.start_number))  # R6, R7
        if state.tracks[self.players]:
            places.append((FREE, self.end_of(FREE)))
        elif all(state.tracks[: self.players]):  # R13; gap: free track's start number
            places.append((FREE, self.start_number if rules.free_start == "round" else None))
        return places

    def _ways_to_lay(self, kind: int, target: int, number: int | None) -> list[Play]:
        card = self.deck.kinds[kind]
        if isinstance(card, Bonus):  # R16: it connects to any end, R18: also as a start card
            return [Play(kind, target, chosen) for chosen in self.deck.numbers]
        if card.is_block and self.lock is not None and not self.rules.block_on_block:
            return []  # gap: covering a block with its identical twin
        if number is None:
            either_way = [Play(kind, FREE, card.high), Play(kind, FREE_OTHER_WAY, card.low)]
            return either_way[:1] if card.is_block else either_way
        return [Play(kind, target, card.other_than(number))] if card.has(number) else []

    def _plays_by_action(self) -> dict[int, Play]:
        plays = self.plays()
        # R19; gap: "dot". With two cards in hand each play exists with and without the flag.
        if self.rules.dot_call == "declared" and len(self._state.hands[self._state.turn]) == 2:
            plays = [play._replace(dot=dot) for play in plays for dot in (False, True)]
        return {play.action(self.deck): play for play in plays}

    def draw_or_pass(self) -> int:
        """Exactly one of the two is legal ("A turn"; gap: deck empty)."""
        return DRAW if self._state.phase == "start" and self._state.pile else PASS

    def legal_actions(self) -> list[int]:
        """Sorted; for chance the ids of its outcomes; in the end nothing."""
        if self.is_terminal:
            return []
        if self.current_player == CHANCE:
            starts = self._state.phase == "starter"
            return sorted(range(self.players) if starts else set(self._state.pile))
        return sorted([self.draw_or_pass(), *self._plays_by_action()])

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """Each outcome with its probability, sorted: seats for the starter, else card kinds."""
        if self.current_player != CHANCE:
            raise Illegal("no chance here")
        if self._state.phase == "starter":
            return [(seat, Fraction(1, self.players)) for seat in range(self.players)]
        pile = self._state.pile
        return [(kind, Fraction(n, len(pile))) for kind, n in sorted(Counter(pile).items())]

    # Doing and undoing

    def apply(self, action: int) -> None:
        if action not in self.legal_actions():
            raise Illegal(f"action {action} in phase {self._state.phase}")
        self._history.append((self._state, len(self._events), action))
        if self.current_player == CHANCE:
            self._state = self._after_chance(action)
            return
        play = self._plays_by_action().get(action)
        self._state = replace(self._state, actions=self._state.actions + 1)
        if play is not None:
            self._state = self._after_play(play)
        elif action == DRAW:  # R9
            self._tell("draw", self._state.turn)
            self._state = replace(self._state, phase="taking")
        else:
            self._state = self._after_pass()

    def undo(self) -> None:
        if not self._history:
            raise Illegal("nothing to undo")
        self._state, events, _ = self._history.pop()
        del self._events[events:]

    def _tell(self, *event: Any) -> None:
        self._events.append(event)

    def _new_sub_round(self, sheet: tuple[Result, ...]) -> State:
        """Everything is reset (R5; gap: unstarted tracks and unlocked state at a new sub-round)."""
        starter = self._starter(sheet)
        if starter >= 0:
            self._tell("starter", starter)
        return State(
            sheet=sheet,
            phase="deal" if starter >= 0 else "starter",
            starter=starter,
            turn=starter,
            hands=((),) * self.players,
            pile=self.deck.cards(),
            tracks=((),) * (self.players + 1),
            open=(False,) * self.players,  # R5: closed
            skips=(0,) * self.players,
        )

    def _starter(self, sheet: tuple[Result, ...]) -> int:
        """Who starts the next sub-round (gap: who starts); -1: chance says."""
        if not sheet and self._first_starter is not None:
            return self._first_starter
        if self.rules.starter == "random":
            return -1
        if self.rules.starter == "rotate":
            return len(sheet) % self.players
        if self.rules.starter == "fixed" or not sheet:
            return 0
        last = sheet[-1]
        return last.starter if last.winner is None else last.winner

    def _after_chance(self, outcome: int) -> State:
        state = self._state
        if state.phase == "starter":
            self._tell("starter", outcome)
            return replace(state, phase="deal", starter=outcome, turn=outcome)
        # gap: deal order. Card k goes to seat k mod n.
        dealt = self.deck.size - len(state.pile)
        seat = dealt % self.players if state.phase == "deal" else state.turn
        hand = with_card(state.hands[seat], outcome)
        after = replace(
            state, hands=put(state.hands, seat, hand), pile=without(state.pile, outcome)
        )
        if state.phase == "deal":
            self._tell("deal", seat, outcome)
            complete = dealt + 1 == self.rules.hand_size * self.players
            return replace(after, phase="start") if complete else after
        if state.phase == "taking":
            self._tell("took", seat, outcome)
            return replace(after, phase="drawn", drawn=outcome)
        self._tell("penalty", seat, outcome)
        return self._turn_over(after)

    def _after_play(self, play: Play) -> State:
        state, me = self._state, self._state.turn
        self._tell("play", me, play)
        hand = without(state.hands[me], play.kind)
        place = min(play.target, FREE)
        where = self.players if place == FREE else place
        state = replace(
            state,
            hands=put(state.hands, me, hand),
            tracks=put(state.tracks, where, (*state.tracks[where], Laid(play.kind, play.end))),
            # R11: laying on the own track closes it, and nothing else does
            open=put(state.open, me, False) if place == me else state.open,
            passed=frozenset(),  # gap: locked game; any play empties the set
        )
        if not hand:  # R2, R18; gap: going out on a block or bonus
            return self._end_sub_round(state, winner=me)
        block = is_block(self.deck.kinds[play.kind])
        state = replace(state, another_turn=block and self.rules.block_extra_turn)
        forgotten = self.rules.dot_call == "declared" and len(hand) == 1 and not play.dot
        if forgotten and state.pile:  # R19
            return replace(state, phase="penalty")
        if forgotten and self.rules.skip_turns:  # R19: the deck is empty
            self._tell("must sit out", me, self.rules.skip_turns)
            skips = put(state.skips, me, state.skips[me] + self.rules.skip_turns)
            state = replace(state, skips=skips)
        return self._turn_over(state)

    def _after_pass(self) -> State:
        state, me = self._state, self._state.turn
        # R10, R15; gap: a voluntary pass opens the track. Opening an open track changes nothing.
        opens = self.rules.voluntary_pass_opens or not self.plays()
        state = replace(
            state,
            open=put(state.open, me, state.open[me] or opens),
            passed=state.passed if state.pile else state.passed | {me},
        )
        self._tell("pass", me, state.open[me])
        if len(state.passed) == self.players:  # R20; gap: locked game
            return self._end_sub_round(state, winner=None)
        return self._turn_over(state)

    def _turn_over(self, state: State) -> State:
        """The next turn: of the same player after a block that earns it, else of the next seat."""
        # gap: another turn after a block, but not with a skip pending
        again = state.another_turn and not state.skips[state.turn]
        state = replace(state, phase="start", drawn=None, another_turn=False)
        if again:
            return state
        turn, skips = (state.turn + 1) % self.players, state.skips
        while skips[turn]:  # R19; gap: sit out one lap. No pass, no marker turned.
            self._tell("sat out", turn)
            skips = put(skips, turn, skips[turn] - 1)
            turn = (turn + 1) % self.players
        return replace(state, turn=turn, skips=skips)

    def _end_sub_round(self, state: State, winner: int | None) -> State:
        """R2: who went out has 0, having no cards; R20: everybody scores the own hand."""
        line = Result(
            how="locked" if winner is None else "out",
            winner=winner,
            scores=tuple(self.points_of(hand) for hand in state.hands),
            hands=state.hands,
            start_number=self.start_numbers[len(state.sheet)],
            starter=state.starter,
        )
        self._tell("end", line)
        sheet = (*state.sheet, line)
        if len(sheet) == len(self.start_numbers):  # R1
            return replace(state, sheet=sheet, phase="over", drawn=None)
        return self._new_sub_round(sheet)

    # What players know

    def public_history(self) -> list[Event]:
        """What everybody saw since the game began.

        ("starter", seat), ("deal", seat, None), ("draw", seat), ("took", seat, None),
        ("play", seat, Play), ("penalty", seat, None), ("must sit out", seat, turns),
        ("sat out", seat), ("pass", seat, is the track open now), ("end", Result).
        The kind of a dealt, drawn or penalty card is told to its seat alone: ``seen_history``.
        At the end of a sub-round all hands are shown, for the scores are counted from them.
        """
        return self.seen_history(None)

    def seen_history(self, player: int | None) -> list[Event]:
        """The public history with the cards that this player was given."""
        return [
            (*event[:2], None) if event[0] in HIDDEN_EVENTS and event[1] != player else event
            for event in self._events
        ]

    def knowledge(self, player: int) -> dict[str, Any]:
        """Everything that the player may know; two states that differ here are told apart."""
        return {**self.public(), **self._private(player), "history": self.seen_history(player)}

    def public(self) -> dict[str, Any]:
        """What lies on the table, for all to see."""
        state = self._state
        return {
            "sub_round": self.sub_round,
            "start_number": self.start_number,
            "starter": state.starter,
            "phase": state.phase,
            "turn": state.turn,
            "tracks": state.tracks,
            "open": state.open,
            "lock": self.lock if not self.is_terminal else None,
            "hand_sizes": tuple(len(hand) for hand in state.hands),
            "pile_size": len(state.pile),
            "skips": state.skips,
            "passed": state.passed,
            "sheet": state.sheet,
            "totals": self.totals,
        }

    def _private(self, player: int) -> dict[str, Any]:
        state = self._state
        mine = state.phase == "drawn" and state.turn == player
        return {"hand": state.hands[player], "drawn": state.drawn if mine else None}

    def sees(self, player: int) -> tuple[Any, ...]:
        """The present part of ``knowledge``, to be compared."""
        return (*self.public().values(), *self._private(player).values())

    def supposing(self, state: State) -> Game:
        """A game under the same rules, without a past, that stands at this state."""
        other = Game(self.players, self.rules, self.start_numbers, self._first_starter)
        other._state = state
        return other

    # Writing

    def action_to_string(self, action: int) -> str:
        """``9|4@P0=4``, ``B-15@F=7!``, ``draw``, ``pass``; of chance, a card or ``seat 2``."""
        if action not in self.legal_actions():
            raise Illegal(f"action {action}")
        if self.current_player == CHANCE:
            starts = self._state.phase == "starter"
            return f"seat {action}" if starts else str(self.deck.kinds[action])
        if action < FIRST_PLAY:
            return ("draw", "pass")[action]
        return self._plays_by_action()[action].text(self.deck)

    def string_to_action(self, text: str) -> int:
        """The legal action that is written so."""
        if self.current_player == CHANCE:
            written = {self.action_to_string(action): action for action in self.legal_actions()}
        else:
            plays = self._plays_by_action().items()
            written = {play.text(self.deck): action for action, play in plays}
            written[self.action_to_string(self.draw_or_pass())] = self.draw_or_pass()
        if text not in written:
            raise Illegal(text)
        return written[text]

    def do(self, text: str) -> None:
        self.apply(self.string_to_action(text))

    # Checking

    def check(self) -> None:
        """Assert the page's invariants, those of the last step included."""
        state, deck = self._state, self.deck
        on_tracks = [laid.kind for track in state.tracks for laid in track]
        in_hands = [kind for hand in state.hands for kind in hand]
        cards = Counter([*on_tracks, *in_hands, *state.pile])
        assert cards == Counter(deck.cards()), "cards are conserved"
        running = state.phase in ("start", "taking", "drawn", "penalty")
        if running:
            assert all(state.hands), "a hand of 0 is the end of the sub-round"
            blocks = [
                target
                for target in self._targets()
                if self._track(target) and is_block(deck.kinds[self._track(target)[-1].kind])
            ]
            assert len(blocks) <= 1, "at most one lock"
            assert self.lock == (blocks[0] if blocks else None)
            bound = 3 * deck.size + (deck.size + 1) * self.players * (1 + self.rules.skip_turns)
            assert state.actions <= bound, "a sub-round ends"
            assert not (state.passed and state.pile), "R20 counts passes on an empty pile only"
            assert len(state.passed) < self.players
            assert not state.skips[state.turn] or state.phase == "penalty"
        elif state.phase in ("starter", "deal"):
            assert not on_tracks
            assert not any(state.open)
            assert not any(state.skips)
            assert not state.passed
        for seat in range(self.players):
            self._check_track(state.tracks[seat], self.start_number)
        any_start = self.rules.free_start == "any"
        self._check_track(state.tracks[self.players], None if any_start else self.start_number)
        if state.tracks[self.players]:
            assert all(state.tracks[: self.players]), "R13"
        legal = self.legal_actions()
        assert legal == sorted(set(legal))
        assert bool(legal) != self.is_terminal, "legal actions are never empty"
        if self.current_player >= 0:
            assert (DRAW in legal) != (PASS in legal), "exactly one of draw and pass"
            assert all(0 <= action < deck.num_actions for action in legal)
            assert (PASS in legal) == (state.phase == "drawn" or not state.pile)
        elif self.current_player == CHANCE:
            assert sum(chance for _, chance in self.chance_outcomes()) == 1
        self._check_sheet()
        if self._history:
            self._check_markers(*self._history[-1][::2])

    def _check_track(self, track: tuple[Laid, ...], end: int | None) -> None:
        """Each card touches the end before it with a half, and shows the other."""
        for laid in track:
            card = self.deck.kinds[laid.kind]
            if isinstance(card, Bonus):
                assert laid.end in self.deck.numbers
            elif end is None:
                assert card.has(laid.end)
            else:
                assert card.has(end)
                assert card.other_than(end) == laid.end
            end = laid.end

    def _check_sheet(self) -> None:
        for line in self.sheet:
            assert line.scores == tuple(self.points_of(hand) for hand in line.hands)
            assert (line.winner is None) == (line.how == "locked") == all(line.hands)
            if line.winner is not None:
                assert line.scores[line.winner] == 0
        assert sum(self.returns()) == 0, "zero-sum"

    def _check_markers(self, before: State, action: int) -> None:
        """Green only by a pass of the owner, red only by the owner's play on that track."""
        if len(before.sheet) < len(self.sheet) and not self.is_terminal:
            return  # a new sub-round: all are red
        for seat in range(self.players):
            if before.open[seat] != self._state.open[seat]:
                assert before.turn == seat
                if self._state.open[seat]:
                    assert action == PASS
                else:
                    assert len(self._state.tracks[seat]) == len(before.tracks[seat]) + 1

    def _targets(self) -> list[int]:
        return [*range(self.players), FREE]

    def _track(self, target: int) -> tuple[Laid, ...]:
        return self._state.tracks[self.players if target == FREE else target]


def settle(
    game: Game, orders: Sequence[Sequence[int]], starters: Sequence[int] | None = None
) -> None:
    """Resolve all pending chance from known deck orders (kinds, top first), one a sub-round.

    ``starters`` says who starts each sub-round where chance does. Nothing is kept between calls:
    the next card is the one at the place that the size of the pile tells.
    """
    while game.current_player == CHANCE:
        if game.state.phase == "starter":
            assert starters is not None
            game.apply(starters[game.sub_round - 1])
        else:
            order = orders[game.sub_round - 1]
            game.apply(order[len(order) - len(game.state.pile)])
