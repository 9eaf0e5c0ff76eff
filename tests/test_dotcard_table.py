"""What people see of a game of DotCard: the table as text and as SVG, the score sheet."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import dotcore
from dotcore import Rng, dotcard
from dotcore.dotcard import bots

EXAMPLE = Path(__file__).parents[1] / "examples" / "dotcard.jsonl"
NAMES = ["Ann", "Bo"]


def dealt(*hands: str, **options: Any) -> dotcard.Game:
    """A game in which these hands were dealt, "9|4 B-5" for each player."""
    cards = [hand.split() for hand in hands]
    game = dotcard.Game(len(hands), dotcard.Rules(hand_size=len(cards[0])).replace(**options))
    for turn in zip(*cards, strict=True):
        for card in turn:
            game.do(card)
    return game


def played(game: dotcard.Game, *acts: str) -> dotcard.Game:
    for act in acts:
        game.do(act)
    return game


def lines_of(text: str, start: str) -> list[str]:
    return [line for line in text.splitlines() if line.lstrip("> ").startswith(start)]


# Text


def test_cards_lie_with_the_half_that_touches_first_and_blocks_across() -> None:
    game = dealt("9|4 B-5 4|0", "9|9 7|7 8|1")
    played(game, "9|4@P0", "9|9@P1", "B-5@P1=7!", "7|7@P1!")
    assert str(game).splitlines()[:8] == [
        "sub-round 1 of 10, start number 9, 108 cards in the pile",
        "> P0    closed  [9|4] 4",
        "                [9]       [7]",
        "  P1    closed  [-][B-5=7][-] 7  LOCKED",
        "                [9]       [7]",
        "  free          starts with 9",
        "  P0    hand    4|0, total 0",
        "  P1    hand    8|1, total 0",
    ]


def test_a_seat_sees_no_other_hand() -> None:
    game = dealt("9|4 8|2", "7|3 B-15", "6|6 5|1")
    for seat in range(3):
        text = game.to_text(seat, names=["Ann", "Bo", "Ewa"])
        for other in range(3):
            (line,) = lines_of(text, f"P{other} {['Ann', 'Bo', 'Ewa'][other]:<5}hand") or [""]
            for card in game.hand(other):
                assert (str(card) in line) == (other == seat)


def test_the_text_of_a_seat_is_the_same_in_every_world_it_cannot_tell_apart() -> None:
    rng = Rng(5)
    game = dotcard.Game(4, seed=2)
    greedy = bots.make("greedy")
    for _ in range(60):
        game.apply(greedy.choose(game, rng))
        game.resolve_chance(rng)
    for seat in range(4):
        world = game.resample(seat, rng)
        assert world.to_text(seat) == game.to_text(seat)
        assert world.to_svg(seat) == game.to_svg(seat)


def test_markers_pile_and_turn_are_told() -> None:
    game = played(dealt("8|1 7|2", "9|5 8|0"), "draw", "6|6")
    assert str(game).splitlines()[-1] == "P0 is to play or pass, having drawn"
    game.do("pass")
    assert lines_of(str(game), "P0")[0] == "  P0    open    starts with 9"
    assert "109 cards in the pile" in str(game)
    game.do("draw")
    assert str(game).endswith("P1 is to get a card from the pile")


def test_before_the_deal_and_after_the_end() -> None:
    assert str(dotcard.Game(2)).endswith("cards are to be dealt")
    assert str(dotcard.Game(2, dotcard.Rules(starter="random"))).endswith("drawn by lot")
    record = dotcard.read_record(EXAMPLE)
    assert record.game.to_text(names=record.names).endswith("the game is over: P0 Ann wins")


def test_a_forgotten_dot_is_told() -> None:
    game = played(dealt("9|4 1|0", "8|1 7|1"), "9|4@P0")
    assert str(game).endswith('P0 is to get a card from the pile: "dot" was not said')


def test_a_free_track_that_any_card_starts() -> None:
    game = played(dealt("9|4 1|0 2|1", "9|1 7|1 8|8", free_start="any"), "9|4@P0", "9|1@P1")
    assert lines_of(str(game), "free") == ["  free          starts with any card"]


def test_a_position_without_what_lies_below_is_drawn_from_its_ends() -> None:
    game = played(dealt("9|4 1|0 2|1", "9|9 7|1 8|8"), "9|4@P0", "9|9@P1")
    bare = dotcard.Game.from_bytes(game.to_bytes())
    assert lines_of(str(bare), "P0")[0] == "> P0    closed  ... 4"
    assert lines_of(str(bare), "P1")[0] == "  P1    closed  ... 9  LOCKED"
    ET.fromstring(bare.to_svg())


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_lines_are_no_longer_than_the_width(width: int) -> None:
    rng = Rng(3)
    game = dotcard.Game(2, seed=3)
    random = bots.make("random")
    longest = game.copy()
    while not game.is_terminal:
        game.resolve_chance(rng)
        game.apply(random.choose(game, rng))
        if game.tracks[-1].is_started and sum(len(t.cards) for t in game.tracks) > sum(
            len(t.cards) for t in longest.tracks
        ):
            longest = game.copy()
    text = longest.to_text()
    cards = sum(len(track.cards) for track in longest.tracks)
    assert cards > 60
    for line in longest.to_text(width=width).splitlines()[1:]:
        assert len(line) <= width
    shown = len(re.findall(r"\[(?:\d\|\d|B-?\d+=\d|-)\]", text))
    assert shown == cards
    assert len(re.findall(r"\[(?:\d\|\d|B-?\d+=\d|-)\]", longest.to_text(width=width))) == cards


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"player": 2}, "player=2; 0 to 1"),
        ({"player": -1}, "player=-1"),
        ({"names": ["Ann"]}, "1 given; one of each of the 2 players"),
        ({"names": ["Ann", " "]}, "not all blank"),
        ({"names": ["Ann", "B" * 101]}, "1 to 100 signs"),
        ({"width": 39}, "40 columns or more"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], told: str) -> None:
    with pytest.raises(dotcore.Error, match=told):
        dotcard.Game(2).to_text(**options)  # type: ignore[arg-type]


def test_names_cannot_steer_a_terminal() -> None:
    text = dotcard.Game(2, seed=1).to_text(names=["A\x1b[31m\nn", "Bo"])
    assert "\x1b" not in text
    assert "A?[31m n" in text
    for wrong in ("AB", [1, 2]):
        with pytest.raises(TypeError):
            dotcard.Game(2).to_text(names=wrong)  # type: ignore[arg-type]


# The score sheet


def test_the_sheet_tells_who_went_out_and_shares_places() -> None:
    record = dotcard.read_record(EXAMPLE)
    assert record.game.score_sheet(record.names).splitlines() == [
        "sub-round  start  out     Ann   Bo  Ewa",
        "1          9      Ann       0    6   27",
        "2          8      Ewa      10    8    0",
        "total                      10   14   27",
        "place                       1    2    3",
    ]
    assert dotcard.Game(3).score_sheet().splitlines()[-1].split() == ["place", "1", "1", "1"]


def test_sub_rounds_that_are_not_known_are_one_line() -> None:
    game = dotcard.read_record(EXAMPLE).game
    bare = dotcard.Game.from_bytes(game.to_bytes())
    assert bare.score_sheet().splitlines()[1].split() == ["before", "10", "14", "27"]


def test_a_locked_sub_round_is_told() -> None:
    deck = dotcard.Deck(max_pip=2, copies=1)
    game = dotcard.Game(2, dotcard.Rules(deck=deck, hand_size=2, sub_rounds=1, starter="fixed"))
    played(game, "0|0", "1|0", "1|1", "2|1", "draw", "2|2", "pass", "draw", "2|0", "pass", "pass")
    assert game.is_terminal
    assert game.score_sheet().splitlines()[1].split()[:3] == ["1", "2", "locked"]


# SVG


def elements(picture: str, kind: str) -> list[ET.Element]:
    return [one for one in ET.fromstring(picture).iter() if one.get("class") == kind]


def test_every_card_is_drawn_once() -> None:
    record = dotcard.read_record(EXAMPLE)
    game = record.game
    picture = game.to_svg(names=record.names, title="A & B <c>")
    laid = [one.card for track in game.tracks for one in track.cards]
    held = [card for seat in range(3) for card in game.hand(seat)]
    blocks = sum(card.is_block for card in laid + held)
    bonus = sum(card.is_bonus for card in laid + held)
    assert len(elements(picture, "block")) == blocks
    assert len(elements(picture, "bonus")) == bonus
    assert len(elements(picture, "domino")) == len(laid + held) - blocks - bonus
    pips = "".join(one.get("d") or "" for one in elements(picture, "pips"))
    faces = [card for card in laid + held if not card.is_bonus]
    assert pips.count("M") == sum(card.points for card in faces)


def test_other_hands_lie_face_down_and_are_told_nowhere() -> None:
    game = dealt("9|4 8|2", "7|3 B-15")
    picture = game.to_svg(0)
    assert len(elements(picture, "back")) == 2
    assert "7|3" not in picture
    assert "B-15" not in picture
    assert "★−15" not in picture
    assert "7|3" in game.to_svg(1)


def test_a_picture_is_one_document_that_needs_nothing_else() -> None:
    game = played(dealt("9|4 1|0 2|1", "9|9 7|1 8|8"), "9|4@P0", "9|9@P1")
    picture = game.to_svg(0, names=["<A>", "B&B"], theme="dark", title="T")
    assert picture == game.copy().to_svg(0, names=["<A>", "B&B"], theme="dark", title="T")
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert [one.tag.rpartition("}")[2] for one in root][:2] == ["title", "desc"]
    assert "<A>" in (root[0].text or "")
    assert "LOCKED" in (root[1].text or "")
    assert not re.search(r"href|script|url\(|@import|http(?!://www\.w3\.org/2000/svg)", picture)
    assert len(elements(picture, "track locked")) == 1
    assert game._repr_svg_() == game.to_svg()


def test_a_long_track_goes_on_in_new_rows_within_the_width() -> None:
    rng = Rng(8)
    game = dotcard.Game(2, dotcard.Rules(sub_rounds=1), seed=8)
    bots.play(game, [bots.make("random")] * 2, rng)
    for width in (400, 960, 4000):
        picture = game.to_svg(width=width)
        for one in ET.fromstring(picture).iter():
            if one.get("class") in ("domino", "block", "bonus", "back"):
                right = float(one.get("x", "0")) + float(one.get("width", "0"))
                assert right <= width
                assert float(one.get("x", "0")) >= 0


@pytest.mark.parametrize(
    "options",
    [{"theme": "blue"}, {"width": 399}, {"width": 4001}, {"player": 2}, {"names": ["a"]}],
)
def test_pictures_that_cannot_be(options: dict[str, object]) -> None:
    with pytest.raises(dotcore.Error):
        dotcard.Game(2).to_svg(**options)  # type: ignore[arg-type]


def test_signs_that_xml_does_not_know_do_not_spoil_a_picture() -> None:
    ET.fromstring(dotcard.Game(2).to_svg(names=["a\0b\ud800", "c\x1b"], title="t\0"))
