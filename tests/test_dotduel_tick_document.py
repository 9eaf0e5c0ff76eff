"""The tables of docs/dotduel_tick.md are those of the code."""

from __future__ import annotations

import re
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dotcore import Rng, dotduel

DOCUMENT = Path(__file__).parents[1] / "docs" / "dotduel_tick.md"


def tables() -> dict[str, list[list[str]]]:
    """Rows of each table, by the section it is in."""
    found: dict[str, list[list[str]]] = {}
    section = ""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            found.setdefault(section, []).append(cells)
    return {name: rows[2:] for name, rows in found.items()}


def pair(a: int, b: int, n: int) -> int:
    return a * (2 * n - a - 1) // 2 + b - a - 1


def numbers_and_texts(number: str, text: str, ranges: str) -> list[tuple[int, str]]:
    """What a row of the table of actions says, for all values of its letters."""
    letters = {
        name: range(int(low), int(high) + 1)
        for name, low, high in re.findall(r"(\w) (\d+)\.\.(\d+)", ranges)
    }
    said = []
    for values in product(*letters.values()):
        names: dict[str, Any] = dict(zip(letters, values, strict=True))
        if "pair" in number and names["a"] >= names["b"]:
            continue
        value = eval(number.strip("`"), {"pair": pair}, names)
        said.append((value, text.strip("`").format(**names)))
    return said


def test_the_table_of_actions_is_that_of_the_game() -> None:
    game = dotduel.TickGame(2)
    game.resolve_chance(1)
    said = [
        row
        for number, text, ranges, _ in tables()["Actions"]
        for row in numbers_and_texts(number, text, ranges)
    ]
    assert sorted(number for number, _ in said) == list(range(game.num_actions))
    for number, text in said:
        assert game.action_to_string(number) == text
        assert game.string_to_action(text) == number


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("order", [3, 4, 7])
def test_the_layout_of_observations_is_that_of_the_game(players: int, order: int) -> None:
    symbols = order * order + order + 1
    # Few numbers, so that cards have several symbols of one.
    profile = {6: symbols // 3, 7: symbols - 2 * (symbols // 3), 8: symbols // 3}
    deck = dotduel.Deck.of_order(order, seed=1, profile=profile)
    rules = dotduel.Rules(grounds_pick="choose")
    names = {"n": players, "s": deck.num_symbols, "c": len(deck)}
    sizes = [eval(size.strip("`"), {}, names) for size, _ in tables()["Observations"]]
    phases = tables()["Observations"][0][1].partition("one of ")[2].split(", ")
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(5):
        game = dotduel.TickGame(players, deck, rules, tick_ms=1000, max_ticks=80)
        assert game.observation_shape == (sum(sizes),)
        while not game.is_terminal:
            if game.current_player == -1:
                game.sample_chance(int(rng.integers(2**32)))
                continue
            for player in range(players):
                parts = np.split(game.observe(player), np.cumsum(sizes)[:-1])
                check(parts, game, player, phases)
            seen.add(game.phase)
            game.apply_joint([quarrelsome(game, player, rng) for player in range(players)])
    assert {"FIRST_PLAYER", "AWAIT_ROLL", "SEEK", "DUEL_FILL", "DUEL_ROLL", "DUEL_RACE"} <= seen


def quarrelsome(game: dotduel.TickGame, player: int, rng: np.random.Generator) -> int:
    """An action of one who claims one symbol and doubts all claims, so that there are duels."""
    legal = game.legal_actions(player)
    weights = np.full(357, 0.01)
    weights[[0, 1, 2]] = 0.5, 1, 0.5
    weights[3:51:8] = weights[51:87] = 1
    weights[138:142] = weights[300:] = 1
    return int(rng.choice(legal, p=weights[legal] / weights[legal].sum()))


def check(parts: list[Any], game: dotduel.TickGame, player: int, phases: list[str]) -> None:
    """Compare parts of an observation, cut as the table says, with the view."""
    deck, view = game.deck, game.view(player)
    n, symbols = game.num_players, deck.num_symbols
    phase, number, sought, slots, grounds, seats, left, own, share, ticks = parts
    assert phase.tolist() == [float(name == game.phase) for name in phases]
    assert number.tolist() == [float(value == game.number) for value in range(2, 13)]
    assert sought.tolist() == [float(value == game.number) for value in deck.numbers]
    claims = {claim["card"]: claim for claim in view["claims"] if claim["id"] is not None}
    for slot, card in zip(slots.reshape(6, -1), game.show, strict=True):
        there, on_it, whose, count, time = np.split(slot, np.cumsum([1, symbols, n, 1]))
        assert there == (card is not None)
        if card is None:
            assert not slot.any()
            continue
        assert np.flatnonzero(on_it).tolist() == deck.cards[card].tolist()
        claim = claims.get(card)
        if claim is None:
            assert not np.concatenate([whose, count, time]).any()
            continue
        assert np.flatnonzero(whose).tolist() == [(claim["player"] - player) % n]
        assert count == pytest.approx(claim["count"] / 8)
        assert claim["deadline"] is not None
        assert time == pytest.approx((claim["deadline"] - view["now"]) / game.rules.window_ms)
    places = grounds.reshape(12, -1)
    assert places[:, 0].sum() == len(view["grounds"])
    for place, card in zip(places, view["grounds"], strict=False):
        assert np.flatnonzero(place[1:]).tolist() == deck.cards[card].tolist()
    for i, seat in enumerate(seats.reshape(n, 10)):
        who = (player + i) % n
        status = [float(view["status"][who] == name) for name in ("ACTIVE", "BARRED", "OUT")]
        duel = view["duel"]
        expected = [
            float(number)
            for number in (
                game.scores[who] / len(deck),
                *status,
                view["sit_out"][who] / 10,
                view["agreed"][who],
                who == view["roller"],
                duel is not None and who in duel["players"],
                duel is not None and who == duel["initiator"],
                duel is not None and who == duel["filler"],
            )
        ]
        assert seat == pytest.approx(expected)
    gone = {*game.show, *view["aside"], *view["grounds"], *chain(*view["personal"])}
    held = [card for card in range(len(deck)) if card not in gone]
    holders = (
        np.bincount(deck.cards[held].ravel(), minlength=symbols) if held else np.zeros(symbols)
    )
    assert left == pytest.approx(holders / 8)
    assert np.flatnonzero(own).tolist() == sorted(view["personal"][player])
    assert share == pytest.approx(len(held) / len(deck))
    assert ticks == pytest.approx((game.max_ticks - game.tick) / game.max_ticks)


def test_a_claim_may_be_called_in_as_many_ticks_as_the_page_says() -> None:
    game = dotduel.TickGame(2, dotduel.Deck.standard(seed=1))
    chance = Rng(1)
    game.resolve_chance(chance)
    while game.phase != "SEEK":
        game.apply_joint([1 if 1 in game.legal_actions(player) else 0 for player in range(2)])
        game.resolve_chance(chance)
    game.apply_joint([game.string_to_action("claim 0x1"), 0])
    ticks = 0
    while "duel 0@P0" in game.view(1)["legal"]:
        ticks += 1
        game.apply_joint([0, 0])
    assert ticks == 9
    assert "nine ticks" in DOCUMENT.read_text(encoding="utf-8")
