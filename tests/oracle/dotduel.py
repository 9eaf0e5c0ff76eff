"""Dot Duel, written straight from the rules page: plain lists, nothing clever, nothing cached.

Rules are cited as the page numbers them (R1 .. R47); "gap: .." names a row of its table of gaps.

Every act is one ``submit``: the common checks, then the verb's own rejections, then what it does.
After it, and after each timer, ``_settle`` moves the game on as far as it goes without anyone.
ROUND_START, ROUND_END and SCORE are passed through; no state shows them.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.oracle.dotduel_cards import is_double_dot
from tests.oracle.dotduel_rules import (
    FINALIST_PLACES,
    INITIATOR_PLACES,
    OPPONENT_PLACES,
    PHASES,
    SEEK_VERBS,
    SLOTS,
    SYMBOLS,
    TIMEOUTS_IN_ONE_GO,
    VERBS,
    Claim,
    Duel,
    Refused,
)
from tests.oracle.dotduel_table import Table

__all__ = ["Engine"]


class Engine(Table):
    """A game as it is played."""

    def copy(self) -> Engine:
        """An engine that goes on by itself; dice and picks too, unless they are bare functions."""
        return copy.deepcopy(self)

    # Acting

    def submit(
        self,
        t: int,
        seq: int,
        player: int | None,
        verb: str,
        *args: Any,
        roll_id: int | None = None,
        duel_id: int | None = None,
    ) -> str:
        """Do an act, or refuse it; gives the outcome (page: "Messages")."""
        if seq in self._seen:
            return "DUPLICATE"
        if t < self.now:
            return "CLOCK"
        self._seen.add(seq)
        self._fire_timers(t)
        try:
            self._check_legal(player, verb, args)
            if roll_id not in (None, self.roll_id):
                raise Refused("STALE")
            if duel_id is not None and (self.duel is None or duel_id != self.duel.id):
                raise Refused("STALE")
            if verb in PHASES and self.phase not in PHASES[verb]:
                raise Refused("PHASE")
            self._check_player(player, verb)
            outcome: str = getattr(self, f"_{verb}")(player, *args)
        except Refused as refused:
            return str(refused)
        if self.phase == "SEEK":
            self._last_event = self.now
        self._settle()
        return outcome

    def advance(self, t: int) -> str:
        """Let the clock run to ``t``."""
        if t < self.now:
            return "CLOCK"
        self._fire_timers(t)
        return "OK"

    # The common checks

    def _check_legal(self, player: int | None, verb: str, args: tuple[Any, ...]) -> None:
        """ILLEGAL: what GROUNDS must bear out is asked only where there is a race (or a fill)."""
        # `start` is the host's: it has no player.
        legal = verb in VERBS and (player is None if verb == "start" else player in self.seats)
        if legal and verb == "claim":
            card, count = args
            legal = self._is_card(card) and 1 <= count <= SYMBOLS
        elif legal and verb in ("dot_duel", "prove_over") and self.options.call_names_count:
            legal = len(args) == 2 and 0 <= args[1] <= SYMBOLS
        elif legal and verb == "double_dot":
            a, b = args
            legal = self._is_card(a) and self._is_card(b) and a != b
        elif legal and verb in ("place", "duel_double_dot"):
            legal = all(self._is_card(card) for card in args[0])
        if legal and self.phase in PHASES.get(verb, ()):
            if verb == "answer":
                legal = 1 <= args[0] <= SYMBOLS * len(self.grounds)
            elif verb == "duel_double_dot":
                named = set(args[0])
                legal = len(named) >= 2 and named <= set(self.grounds)
            elif verb in ("dot_duel", "prove_over"):
                legal = 1 <= args[0] <= self._last_claim
            elif verb == "place" and player == self._filler():
                legal = self._may_place(args[0])
        if not legal:
            raise Refused("ILLEGAL")

    def _is_card(self, card: int) -> bool:
        return 0 <= card < len(self.cards)

    def _check_player(self, player: int | None, verb: str) -> None:
        if verb in ("start", "set_connected"):
            return
        assert player is not None
        if not self.connected[player] and verb != "forfeit":
            raise Refused("OFFLINE")
        if self.status[player] == "ACTIVE":
            return
        # Only AWAIT_ROLL and SEEK ask for the status: in duels it is ignored.
        if verb == "roll" and self.phase == "AWAIT_ROLL":
            raise Refused("SITTING")
        may_prove = verb == "prove_over" and self.options.sitting_may_prove
        if verb in SEEK_VERBS and not may_prove:
            raise Refused("SITTING")

    # Time

    def _fire_timers(self, t: int) -> None:
        """Timers due at T fire before what is stamped T."""
        timeouts = 0
        while (due := self.next_deadline()) is not None and due <= t:
            self.now = due
            if self.phase == "SEEK":
                self._fire_in_seek()
            else:
                timeouts += 1
                if timeouts > TIMEOUTS_IN_ONE_GO:
                    self.now = t  # the rest are left out
                self._fire_timeout()
            self._settle()
        self.now = t

    def _fire_in_seek(self) -> None:
        due = [claim for claim in self.claims if claim.deadline == self.now]
        if due:
            self._end_window(due[0])
        else:
            self._end_seek()  # gap: endless play, `seek_idle_ms`; open windows ran out first

    def _fire_timeout(self) -> None:
        if self.phase == "AWAIT_ROLL":  # gap: who rolls: the turn passes on
            assert self.who is not None
            self._turn_from = self.who + 1
            self.who = None
        elif self.duel is not None and self.phase.endswith("_ROLL"):
            assert self._duel_who is not None
            self.duel.roll_from = self._duel_who + 1
            self._duel_who = None
        else:
            self._throw_for_grounds()  # gap: nobody answers a duel

    def _settle(self) -> None:
        """Whatever now follows without an act: the first player, who rolls, the end of SEEK .."""
        while self._step():
            pass

    def _step(self) -> bool:
        if self.phase == "FIRST_PLAYER":
            return self._judge_throws()
        if self.phase == "AWAIT_ROLL":
            return self._find_roller()
        if self.phase == "SEEK" and self._seek_is_over():
            self._end_seek()
            return True
        if self.phase in ("DUEL_FILL", "FINAL_FILL"):
            return self._fill()
        if self.phase in ("DUEL_ROLL", "FINAL_ROLL"):
            self._find_duel_roller()
        return False

    # SETUP, FIRST_PLAYER

    def _start(self, _: int | None) -> str:
        self._top_up()  # R6
        self.phase = "FIRST_PLAYER"
        return "STARTED"

    def _set_connected(self, player: int, on: bool) -> str:
        self.connected[player] = on
        return "OK"

    def _judge_throws(self) -> bool:
        """R7: the highest starts; gap: first-player tie: again among the tied."""
        if self.throws:  # an offline contender drops out once somebody has thrown
            self.contenders = [p for p in self.contenders if p in self.throws or self.connected[p]]
        if not self.throws or len(self.throws) < len(self.contenders):
            return False
        highest = max(self.throws.values())
        self.contenders = [p for p in self.contenders if self.throws[p] == highest]
        self.throws = {}
        if len(self.contenders) == 1:
            self.first = self.contenders[0]
            self._next_turn_from = self.first
            self._start_round()
        return True

    # ROUND_START, AWAIT_ROLL, ROUND_END

    def _start_round(self) -> None:
        self.phase = "AWAIT_ROLL"
        self.round += 1
        self._top_up()  # R8
        self.status = ["OUT" if rounds else "ACTIVE" for rounds in self.sit]
        self._turn_from = self._next_turn_from

    def _find_roller(self) -> bool:
        """The first seat that may roll; True when the round passes with no roll."""
        seats = self._seats_from(self._turn_from)
        not_out = [seat for seat in seats if self.status[seat] != "OUT"]
        may_roll = [seat for seat in not_out if self.connected[seat]]
        if not not_out or (any(self.connected) and not may_roll):
            self._end_round()
            return True
        who = may_roll[0] if may_roll else None
        if who != self.who:
            timeout = self.options.roll_timeout_ms
            self._roll_deadline = self.now + timeout if timeout and who is not None else None
        self.who = who
        return False

    def _roll(self, player: int) -> str:
        if self.phase == "FIRST_PLAYER":
            if player not in self.contenders:
                raise Refused("NOT_YOURS")
            if player in self.throws:
                raise Refused("ALREADY")
            self.throws[player] = self._dice()
        elif self.phase == "AWAIT_ROLL":
            if player != self.who:
                raise Refused("NOT_YOURS")
            self._next_turn_from = player + 1
            self.who = self._roll_deadline = None
            self.phase = "SEEK"
            self._throw()
        else:
            if player != self._duel_roller():
                raise Refused("NOT_YOURS")
            self.phase = self.phase.replace("ROLL", "RACE")
            self._duel_who = self._roll_deadline = None
            self._throw_for_grounds()
        return "ROLLED"

    def _throw(self) -> None:
        """R10. Each roll, re-rolls included, has an id."""
        self.roll_id += 1
        self.number = self._dice() + self._dice()

    def _end_round(self) -> None:
        for player in self.seats:
            if self.status[player] == "OUT":
                self.sit[player] -= 1
            self.status[player] = "ACTIVE"
        self.who = self._roll_deadline = None
        nothing_left = not self.deck and not self._showing()  # R42
        if nothing_left or self.round == self.options.max_rounds:  # gap: endless play
            self._score()
        else:
            self._start_round()

    # SEEK: claims

    def _claim(self, player: int, card: int, count: int) -> str:
        if card not in self.show:
            raise Refused("NOT_SHOWING")
        on_it = [claim for claim in self.claims + self.waiting if claim.card == card]
        if on_it and not self.options.stacked_claims:
            raise Refused("TAKEN")
        if any(claim.player == player for claim in on_it):
            raise Refused("ALREADY")
        claim = Claim(player, card, count)
        self.agreed.discard(player)
        if on_it:
            self.waiting.append(claim)
            return "QUEUED"
        self._open(claim)
        return "CLAIMED"

    def _open(self, claim: Claim) -> None:
        """R13. A claim that waited has its id from now on."""
        self._last_claim += 1
        claim.id = self._last_claim
        claim.deadline = self.now + self.options.window
        self.claims.append(claim)

    def _dot_duel(self, player: int, claim_id: int, count: int | None = None) -> str:
        claim = self._called(player, claim_id)
        actual = self._actual(claim.card)
        if self.options.call_names_count and count != actual:
            return self._false_call(player)
        if claim.count < actual:  # R14
            self._put_aside(claim, player)
            return "DUEL"
        if claim.count > actual and not self.options.typed_calls_strict:
            self._punish_over_claim(claim)  # gap: "Dot Duel!" on an over-claim
            return "PROVED"
        return self._false_call(player)

    def _prove_over(self, player: int, claim_id: int, count: int | None = None) -> str:
        claim = self._called(player, claim_id)
        actual = self._actual(claim.card)
        if self.options.call_names_count and count != actual:
            return self._false_call(player)
        if claim.count > actual:  # R15
            self._punish_over_claim(claim)
            return "PROVED"
        return self._false_call(player)

    def _called(self, player: int, claim_id: int) -> Claim:
        """The claim that the player calls; their only call on it is now spent."""
        found = [claim for claim in self.claims if claim.id == claim_id]
        if not found:
            raise Refused("CLOSED")
        if found[0].player == player:
            raise Refused("OWN")
        if (player, claim_id) in self._calls:
            raise Refused("ALREADY")
        self._calls.add((player, claim_id))
        return found[0]

    def _false_call(self, player: int) -> str:
        if self.options.false_call_penalty == "barred" and self.status[player] == "ACTIVE":
            self._bar(player)
            self._void_all(player)
        return "FALSE_CALL"

    def _put_aside(self, claim: Claim, initiator: int) -> None:
        self._take_from_show(claim.card)
        self.aside.append(claim.card)
        self._last_duel += 1
        players = [initiator, claim.player]
        self.duels.append(Duel(self._last_duel, initiator, players, list(players), claim.card))

    def _end_window(self, claim: Claim) -> None:
        actual, auto_check = self._actual(claim.card), self.options.auto_check
        if claim.count > actual and auto_check in ("over", "both"):
            self._punish_over_claim(claim)
        elif claim.count < actual and auto_check == "both":
            self._void(claim)
        else:  # R17
            self._take_from_show(claim.card)
            self.added[claim.player].append(claim.card)
            self._add(claim.player, [claim.card])

    def _void(self, claim: Claim) -> None:
        """The card stays in SHOW: the agreements are off and the next claim in wait is live."""
        self.claims.remove(claim)
        self.agreed.clear()
        behind = [other for other in self.waiting if other.card == claim.card]
        if behind:
            self.waiting.remove(behind[0])
            self._open(behind[0])

    # SEEK: penalties

    def _bar(self, player: int) -> None:
        if self.status[player] == "ACTIVE":
            self.status[player] = "BARRED"
        self.agreed.discard(player)

    def _sentence(self, player: int, rounds: int) -> None:
        """Gap: overlapping sit-outs."""
        if self.options.sit_out_stacks:
            self.sit[player] += rounds
        else:
            self.sit[player] = max(self.sit[player], rounds)

    def _punish_over_claim(self, claim: Claim) -> None:
        """R15, R16; gap: the over-claimed card; the claimant's other pending claims."""
        player = claim.player
        self._bar(player)
        self._return_added(player)
        if self.options.overclaim_pending != "keep":
            self._drop_waiting(player)  # first, lest one of them is opened only to be void at once
        self._void(claim)
        if self.options.overclaim_pending == "void":
            self._void_all(player)
        elif self.options.overclaim_pending == "return":
            self._return_pending(player)

    def _drop_waiting(self, player: int) -> None:
        self.waiting = [claim for claim in self.waiting if claim.player != player]

    def _return_added(self, player: int) -> None:
        for card in self.added[player]:
            self.personal[player].remove(card)
            self._return(card)
        self.added[player] = []

    def _void_all(self, player: int) -> None:
        self._drop_waiting(player)
        for claim in self._pending(player):
            self._void(claim)

    def _return_pending(self, player: int) -> None:
        self._drop_waiting(player)
        for claim in self._pending(player):
            self._take_from_show(claim.card)
            self._return(claim.card)

    def _pending(self, player: int) -> list[Claim]:
        return [claim for claim in self.claims if claim.player == player]

    # SEEK: Double Dot, the end

    def _double_dot(self, player: int, a: int, b: int) -> str:
        showing = a in self.show and b in self.show
        if not showing and self.options.stale_double_dot == "reject":
            raise Refused("NOT_SHOWING")
        assert self.number is not None
        if showing and is_double_dot(self.cards, self.numbers, [a, b], self.number):  # R18
            self._add(player, self._showing())  # R19, R20
            self.show = [None] * SLOTS
            return "DOUBLE_DOT"
        self._bar(player)  # R23
        self._return_added(player)  # R24
        self._return_pending(player)
        self._sentence(player, 1)  # R25
        return "WRONG_DOUBLE_DOT"

    def _agree(self, player: int) -> str:
        if player in self.agreed:
            raise Refused("ALREADY")
        self.agreed.add(player)
        return "AGREED"

    def _seek_is_over(self) -> bool:
        if not self._showing():  # R26
            return True
        if self.claims:  # open windows run out first
            return False
        active = {p for p in self.seats if self.status[p] == "ACTIVE"}
        if not active:  # gap: nobody ACTIVE
            return True
        if self.options.auto_end_no_match and not any(map(self._actual, self._showing())):
            return True
        # R27; of nobody connected nobody agrees
        return any(self.connected) and {p for p in active if self.connected[p]} <= self.agreed

    def _end_seek(self) -> None:
        """R28."""
        self.number = None
        self.claims = []
        self.waiting = []
        self._calls.clear()
        self.agreed.clear()
        self.added = [[] for _ in self.seats]
        self._next_duel()

    # Duels

    def _next_duel(self) -> None:
        if not self.duels:  # R41
            self.duel = None
            self._end_round()
            return
        self.duel = self.duels.pop(0)
        self.phase = "DUEL_FILL"

    def _places(self, player: int) -> int:
        """How many cards the player owes GROUNDS (R30, R45)."""
        assert self.duel is not None
        if self.duel.is_final:
            return FINALIST_PLACES
        return INITIATOR_PLACES if player == self.duel.initiator else OPPONENT_PLACES

    def _filler(self) -> int | None:
        """The player who fills GROUNDS now, in a phase of filling."""
        if self.duel is None or not self.duel.to_place:
            return None
        return self.duel.to_place[0]

    def _fill(self) -> bool:
        """Fill for the next player, unless that is theirs to choose."""
        player = self._filler()
        if player is None:
            return self._grounds_are_full()
        own = self.personal[player]
        due = min(self._places(player), len(own))
        is_a_choice = 0 < due < len(own)
        if self.options.grounds_pick == "choose" and is_a_choice and self.connected[player]:
            return False
        if self.options.grounds_pick == "random":
            left = list(own)
            chosen = [left.pop(self._picks(len(left))) for _ in range(due)]
        else:
            chosen = own[::-1][:due]  # the newest first
        self._lay(player, chosen)
        return True

    def _may_place(self, cards: list[int]) -> bool:
        """Different cards of their own, as many as they owe and have."""
        player = self._filler()
        assert player is not None
        own = self.personal[player]
        right_number = len(cards) == len(set(cards)) == min(self._places(player), len(own))
        return right_number and set(cards) <= set(own)

    def _place(self, player: int, cards: list[int]) -> str:
        if player != self._filler():
            raise Refused("NOT_YOURS")
        self._lay(player, cards)
        return "PLACED"

    def _lay(self, player: int, chosen: list[int]) -> None:
        """Cards go to GROUNDS: the player's own, then the top of DECK for what is short (R31)."""
        duel = self.duel
        assert duel is not None
        assert duel.to_place.pop(0) == player
        short = self._places(player) - len(chosen)
        from_deck, self.deck = self.deck[:short], self.deck[short:]  # R32
        for card in chosen:
            self.personal[player].remove(card)
        self.grounds += chosen + from_deck

    def _grounds_are_full(self) -> bool:
        duel = self.duel
        assert duel is not None
        if not self.grounds and duel.card is not None:  # R33
            self.aside.remove(duel.card)
            self.grounds.append(duel.card)
        if not self.grounds:
            self._end_final(None)
        else:
            self.phase = self.phase.replace("FILL", "ROLL")
            self._duel_who = self._roll_deadline = None
        return True

    def _duel_roller(self) -> int | None:
        """R34: the initiator; instead of one offline (or out of the final) the next duelist."""
        duel = self.duel
        assert duel is not None
        first = duel.initiator if duel.roll_from is None else duel.roll_from
        seats = self._seats_from(first)
        able = [seat for seat in seats if seat in duel.players and self.connected[seat]]
        return able[0] if able else None

    def _find_duel_roller(self) -> None:
        """Whoever is to roll has the whole time for it (gap: who rolls)."""
        who = self._duel_roller()
        if who != self._duel_who:
            timeout = self.options.roll_timeout_ms
            self._roll_deadline = self.now + timeout if timeout and who is not None else None
        self._duel_who = who

    def _throw_for_grounds(self) -> None:
        """R40: again while the number is on no card."""
        duel = self.duel
        assert duel is not None
        self._throw()
        while self._grounds_total() == 0:
            self._throw()
        timeout = self.options.duel_timeout_ms
        duel.deadline = self.now + timeout if timeout else None

    def _duelist(self, player: int) -> Duel:
        duel = self.duel
        assert duel is not None
        if player not in duel.players:
            raise Refused("NOT_YOURS")
        return duel

    def _answer(self, player: int, answer: int) -> str:
        self._duelist(player)
        if answer == self._grounds_total():  # R35
            self._win(player)
            return "WON"
        self._lose(player, misfire=True)  # R36
        return "MISFIRE"

    def _duel_double_dot(self, player: int, cards: list[int]) -> str:
        duel = self._duelist(player)
        if duel.misfired:  # R38
            raise Refused("AFTER_MISFIRE")
        assert self.number is not None
        if is_double_dot(self.cards, self.numbers, cards, self.number):  # R37
            self._win(player, double_dot=True)
            return "DOUBLE_DOT"
        if not duel.is_final:  # sit-outs don't reach the final
            self._sentence(player, 2)  # R39
        self._lose(player)
        return "WRONG_DOUBLE_DOT"

    def _forfeit(self, player: int) -> str:
        self._duelist(player)
        self._lose(player, forfeit=True)
        return "FORFEITED"

    def _lose(self, player: int, misfire: bool = False, forfeit: bool = False) -> None:
        """The player is out of the duel; the last one left has won it."""
        duel = self.duel
        assert duel is not None
        duel.players.remove(player)
        if player in duel.to_place:  # out before GROUNDS was full: they owe it nothing more
            duel.to_place.remove(player)
        duel.misfired = duel.misfired or misfire
        if len(duel.players) == 1:
            self._win(duel.players[0])
        elif self.options.final_misfire == "reroll" and not forfeit:
            self._throw_for_grounds()

    def _win(self, player: int, double_dot: bool = False) -> None:
        duel = self.duel
        assert duel is not None
        if duel.is_final:
            self._end_final(player)
            return
        won, self.grounds = self.grounds, []
        if duel.card in self.aside:
            assert duel.card is not None
            self.aside.remove(duel.card)
            won.append(duel.card)
        if double_dot:
            loser = next(other for other in duel.players if other != player)
            won += self.personal[loser]
            self.personal[loser] = []
        self._add(player, won)
        self.number = None
        self._next_duel()

    # SCORE, the final, OVER

    def _score(self) -> None:
        most = max(self.scores)
        tied = [player for player in self.seats if self.scores[player] == most]
        if len(tied) == 1:  # R43
            self.phase, self.winner = "OVER", tied[0]
            return
        assert self.first is not None
        # R46; of those who never added the first from the first player
        in_turn = [seat for seat in self._seats_from(self.first) if seat in tied]
        initiator = max(in_turn, key=lambda seat: self.last_add[seat])
        self._last_duel += 1
        in_turn = [seat for seat in self._seats_from(initiator) if seat in tied]
        self.duel = Duel(self._last_duel, initiator, tied, in_turn, None)  # R44
        self._before_final = copy.deepcopy((self.deck, self.personal))
        self.phase = "FINAL_FILL"

    def _end_final(self, winner: int | None) -> None:
        """Everyone gets their placed cards back, DECK too: scores stay."""
        self.deck, self.personal = self._before_final
        self.grounds = []
        self.duel = self.number = None
        self.phase, self.winner = "OVER", winner
