"""Pictures of Dot Duel: symbols that differ, cards without overlaps, pages, the table."""

from __future__ import annotations

import ast
import hashlib
import inspect
import math
import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import dotcore
from dotcore import dotduel
from dotcore.dotduel import _layout, _symbols, _words, bots

SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]


@pytest.fixture(scope="module")
def deck() -> dotduel.Deck:
    return dotduel.Deck.standard(seed=1)


def groups(picture: str, kind: str) -> list[ET.Element]:
    return [one for one in ET.fromstring(picture).iter(f"{SVG}g") if one.get("class") == kind]


def path_points(path: ET.Element) -> list[Point]:
    """The points that a path of M and L steps goes through."""
    numbers = [float(text) for text in re.findall(r"-?[\d.]+", path.get("d", "").replace("h0", ""))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def middle_of(symbol: ET.Element) -> Point:
    found = re.fullmatch(r"translate\((-?[\d.]+) (-?[\d.]+)\)", symbol.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


def parts_of(symbol: ET.Element) -> tuple[ET.Element, ET.Element]:
    outline, dots = symbol.findall(f"{SVG}path")
    return outline, dots


def distance_to_edge(a: Point, b: Point) -> float:
    """From the origin to the line from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = -(a[0] * dx + a[1] * dy) / length if length else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.hypot(a[0] + along * dx, a[1] + along * dy)


# Symbols


@pytest.mark.parametrize("symbol", range(len(_symbols.OUTLINES)))
def test_an_outline_lies_between_the_two_circles(symbol: int) -> None:
    corners, _ = _symbols.outline_of(symbol)
    assert max(math.hypot(x, y) for x, y in corners) <= 1 + 1e-9
    nearest = min(distance_to_edge(a, b) for a, b in _symbols.edges(corners))
    assert nearest >= _symbols.INNER - 1e-3


def rays(symbol: int) -> list[float]:
    """How far an outline reaches in each of 96 directions: the farthest crossing of each ray."""
    corners, _ = _symbols.outline_of(symbol)
    reach = []
    for i in range(96):
        dx, dy = math.cos(2 * math.pi * i / 96), math.sin(2 * math.pi * i / 96)
        far = 0.0
        for (ax, ay), (bx, by) in _symbols.edges(corners):
            a, b = ax * dy - ay * dx, bx * dy - by * dx
            if a * b <= 0 and a != b:
                t = a / (a - b)
                far = max(far, (ax + t * (bx - ax)) * dx + (ay + t * (by - ay)) * dy)
        reach.append(far)
    return reach


def test_outlines_differ_however_they_are_turned() -> None:
    shapes = [rays(symbol) for symbol in range(len(_symbols.OUTLINES))]
    for i, j in combinations(range(len(shapes)), 2):
        one, other = shapes[i], shapes[j]
        least = min(
            max(abs(a - b) for a, b in zip(one, other[turn:] + other[:turn], strict=True))
            for turn in range(96)
        )
        assert least > 0.1, (_symbols.OUTLINES[i], _symbols.OUTLINES[j])


def test_57_symbols_differ_in_outline_or_in_light_and_dark() -> None:
    looks = {_symbols.outline_of(symbol) for symbol in range(57)}
    assert len(looks) == 57
    assert {style for _, style in looks} == {"light", "dark"}
    names = {_symbols.symbol_name(symbol) for symbol in range(_symbols.most_symbols())}
    assert len(names) == _symbols.most_symbols()


@pytest.mark.parametrize("number", range(2, 13))
def test_dots_are_as_many_as_the_number_and_do_not_touch(number: int) -> None:
    dots, radius = _symbols.dots_of(number)
    assert len(dots) == number
    # Clear of the line around them, too.
    assert max(math.hypot(x, y) for x, y in dots) + radius < _symbols.INNER - 0.04
    for a, b in combinations(dots, 2):
        assert math.dist(a, b) > 2.2 * radius


# Cards


@pytest.mark.parametrize("symbols", range(3, 11))
def test_symbols_of_a_card_do_not_overlap(symbols: int) -> None:
    for card in range(91):
        places = _layout.layout_of(symbols, card)
        assert len(places) == symbols
        for place in places:
            assert math.hypot(place.x, place.y) + place.radius < 0.98
            assert place.radius > 0.15
        for a, b in combinations(places, 2):
            assert math.dist(a[:2], b[:2]) > a.radius + b.radius + 0.02
        radii = sorted(place.radius for place in places)
        assert radii[-1] > 1.3 * radii[0]  # sizes vary


def test_what_is_drawn_of_all_57_cards_keeps_apart(deck: dotduel.Deck) -> None:
    for card in range(57):
        drawn = groups(deck.card_svg(card), "symbol")
        assert sorted(int(symbol.get("data-symbol", "")) for symbol in drawn) == (
            deck.cards[card].tolist()
        )
        discs = []
        for symbol in drawn:
            outline, dots = parts_of(symbol)
            number = int(symbol.get("data-number", ""))
            assert number == deck.numbers[int(symbol.get("data-symbol", ""))]
            assert len(path_points(dots)) == number
            half_line = float(outline.get("stroke-width", "")) / 2
            reach = max(math.hypot(x, y) for x, y in path_points(outline)) + half_line
            discs.append((middle_of(symbol), reach))
            assert math.hypot(*middle_of(symbol)) + reach < 100
        for (a, reach_a), (b, reach_b) in combinations(discs, 2):
            assert math.dist(a, b) > reach_a + reach_b


def test_a_dark_symbol_has_light_dots(deck: dotduel.Deck) -> None:
    for symbol in groups(deck.to_svg(), "symbol"):
        outline, dots = parts_of(symbol)
        is_dark = int(symbol.get("data-symbol", "")) >= len(_symbols.OUTLINES)
        assert (outline.get("fill"), dots.get("stroke")) == (
            ("#000000", "#ffffff") if is_dark else ("#ffffff", "#000000")
        )


def test_a_symbol_looks_the_same_on_each_of_its_cards(deck: dotduel.Deck) -> None:
    cards = [card for card in range(57) if 40 in deck.cards[card]]
    titles = set()
    for card in cards:
        for symbol in groups(deck.card_svg(card), "symbol"):
            if symbol.get("data-symbol") == "40":
                title = symbol.find(f"{SVG}title")
                assert title is not None
                titles.add(title.text)
    assert len(cards) == 8
    assert titles == {f"{deck.numbers[40]}: {_symbols.symbol_name(40)}"}


def test_pictures_of_cards_have_not_changed(deck: dotduel.Deck) -> None:
    """After a change of looks that was meant, the new hash belongs here."""
    picture = "".join(deck.card_svg(card) for card in (0, 17, 56))
    assert hashlib.sha256(picture.encode()).hexdigest()[:16] == "f406f3ba933ffadb"


@pytest.mark.parametrize("order", [2, 3, 4, 5, 8, 9])
def test_decks_of_other_orders_are_drawn(order: int) -> None:
    deck = dotduel.Deck.of_order(order)
    drawn = groups(deck.to_svg(), "symbol")
    assert len(drawn) == len(deck) * (order + 1)
    looks = {symbol.get("data-symbol"): ET.tostring(parts_of(symbol)[0]) for symbol in drawn}
    assert len(looks) == deck.num_symbols


def test_too_many_symbols_are_refused() -> None:
    deck = dotduel.Deck.of_order(11)
    for draw in (lambda: deck.card_svg(0), deck.to_svg, deck.to_pages):
        with pytest.raises(dotcore.Error, match="133 symbols; 116 are drawn at most"):
            draw()


def test_odd_wishes_for_cards_are_refused(deck: dotduel.Deck) -> None:
    with pytest.raises(dotcore.Error, match="card=57; 0 to 56"):
        deck.card_svg(57)
    with pytest.raises(dotcore.Error, match="card=-1"):
        deck.to_svg([0, -1])
    with pytest.raises(TypeError):
        deck.card_svg(1.5)  # type: ignore[arg-type]
    with pytest.raises(dotcore.Error, match="size=10; 60 to 4000"):
        deck.card_svg(0, size=10)
    with pytest.raises(dotcore.Error, match="columns=0"):
        deck.to_svg(columns=0)
    with pytest.raises(dotcore.Error, match="paper='a5'; one of 'a4', 'letter'"):
        deck.to_pages(paper="a5")  # type: ignore[arg-type]
    with pytest.raises(dotcore.Error, match="diameter=20; 30 to 180"):
        deck.to_pages(diameter=20)


# Pages


@pytest.mark.parametrize(("diameter", "per_page"), [(85, 6), (60, 12), (180, 1), (30, 40)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_card_is_on_one_page_within_its_margins(
    deck: dotduel.Deck, diameter: float, per_page: int, paper: Any
) -> None:
    pages = deck.to_pages(diameter=diameter, paper=paper)
    if paper == "a4":
        assert len(pages) == -(-57 // per_page)
    seen = []
    for page in pages:
        root = ET.fromstring(page)
        width, height = (float(text) for text in root.get("viewBox", "").split()[2:])
        assert root.get("width") == f"{width:g}mm"
        edges = []
        for card in groups(page, "card"):
            seen.append(int(card.get("data-card", "")))
            (edge,) = card.findall(f"{SVG}circle")
            x, y, r = (float(edge.get(name, "")) for name in ("cx", "cy", "r"))
            assert r == diameter / 2
            # Printers leave some millimetres free; cut marks are in them, too.
            assert x - r - 2.5 > 5
            assert x + r + 2.5 < width - 5
            assert y - r - 2.5 > 5
            assert y + r + 2.5 < height - 5
            edges.append((x, y))
        for a, b in combinations(edges, 2):
            assert math.dist(a, b) > diameter + 4.9
        cuts = [one for one in root.iter(f"{SVG}path") if one.get("class") == "cut"]
        assert len(cuts) == len(edges)
    assert seen == list(range(57))


def test_the_html_holds_all_pages(deck: dotduel.Deck) -> None:
    page = deck.to_html(diameter=60, paper="letter")
    assert "@page{size:letter;margin:0}" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert [page.count(one) for one in deck.to_pages(diameter=60, paper="letter")] == [1] * 5


# The table


def seeking() -> dotduel.Engine:
    """Roll 7; Bo's claim on slot 3 is open, Kim is barred."""
    engine = dotduel.Engine(3, order=range(57), dice=[6, 1, 2, 3, 4])
    engine.submit(0, None, "start")
    for t, player in enumerate([0, 1, 2, 0], 1):
        assert engine.submit(t, player, "roll").outcome == "ROLLED"
    assert engine.submit(5, 1, "claim", card=2, count=1).outcome == "CLAIMED"
    assert engine.submit(6, 2, "double_dot", cards=[0, 1]).outcome == "WRONG_DOUBLE_DOT"
    return engine


def words_in(picture: str) -> str:
    return "\n".join(text.text or "" for text in ET.fromstring(picture).iter(f"{SVG}text"))


def test_the_table_shows_slots_claims_and_players() -> None:
    engine = seeking()
    engine.advance(1005)
    picture = engine.to_svg(1, names=["Ann", "Bo & Co", "Kim <3"], title="Friday")
    told = words_in(picture)
    assert len(groups(picture, "card")) == 6
    for text in (
        "Friday", "Seek 7", "3  ·  card 2", "Bo & Co: 1  (4.0 s)", "Bo & Co (you)",
        "Kim <3", "barred for this round, 1 round to sit out", "51 cards in the deck",
    ):  # fmt: skip
        assert text in told


def test_an_empty_slot_is_drawn_as_one() -> None:
    engine = seeking()
    engine.advance(6000)
    assert engine.show[2] is None
    picture = engine.to_svg()
    assert len(groups(picture, "card")) == 5
    assert picture.count('class="empty"') == 1


def duel() -> dotduel.Engine:
    """Roll 7: card 0 has two 7s, Bo claims one, Ann calls."""
    engine = dotduel.Engine(2, order=range(57), dice=[6, 1, 3, 4, 3, 4])
    engine.submit(0, None, "start")
    for t, player in enumerate([0, 1, 0], 1):
        engine.submit(t, player, "roll")
    assert engine.submit(5, 1, "claim", card=0, count=1).outcome == "CLAIMED"
    assert engine.submit(6, 0, "dot_duel", claim=1).outcome == "DUEL"
    return engine


def test_a_waiting_duel_and_its_card_are_told() -> None:
    engine = duel()
    assert "Set aside for duels" in words_in(engine.to_svg())
    assert "P0 – P1" in words_in(engine.to_svg())
    assert "  aside   card 0, duel of P0 and P1" in engine.to_text().splitlines()


def test_a_duel_shows_its_grounds_large() -> None:
    engine = duel()
    for seat in (0, 1):
        assert engine.submit(7 + seat, seat, "agree").outcome == "AGREED"
    assert engine.submit(9, 0, "roll").outcome == "ROLLED"
    told = words_in(engine.to_svg(names=["Ann", "Bo"]))
    assert "Duel of Ann and Bo about card 0: how many 7s?" in told
    assert "Dueled over" in told
    assert "Showing" in told
    grounds = engine.view()["grounds"]
    assert len(grounds) == 4
    for place, card in enumerate(grounds, 1):
        assert f"{place}  ·  card {card}" in told
        assert any(line.startswith(f"  g{place} card {card}") for line in str(engine).splitlines())


def test_a_whole_game_can_be_drawn_and_told_at_any_time() -> None:
    engine = dotduel.Engine(4, seed=3)
    bot_list = [bots.make("quick", seed) for seed in range(4)]
    pictures: set[str] = set()
    engine.submit(0, None, "start")
    while not engine.is_over:
        plans = [
            (event[0], seat, event)
            for seat, bot in enumerate(bot_list)
            if (event := bot.next_event(engine.view(seat), engine.deck))
        ]
        due = engine.next_deadline
        if plans and (due is None or min(plans)[0] < due):
            _, seat, event = min(plans, key=lambda plan: plan[:2])
            bots.submit(engine, seat, event)
        else:
            assert due is not None
            engine.advance(due)
        ET.fromstring(engine.to_svg())
        pictures.add(engine.phase)
        assert max(map(len, engine.to_text(0, width=60).splitlines())) <= 60
    assert {"FIRST_PLAYER", "AWAIT_ROLL", "SEEK", "OVER"} <= pictures
    assert "wins the game" in words_in(engine.to_svg())


def test_equal_tables_give_equal_pictures() -> None:
    assert seeking().to_svg() == seeking().to_svg()
    assert seeking()._repr_svg_() == seeking().to_svg()
    assert str(seeking()) == seeking().to_text()


def test_the_order_of_the_deck_does_not_show() -> None:
    orders = [list(range(57)), [*range(6), *reversed(range(6, 57))]]
    one, other = (dotduel.Engine(2, seed=1, order=order) for order in orders)
    for engine in (one, other):
        engine.submit(0, None, "start")
    assert one.hash != other.hash
    assert one.to_svg(0) == other.to_svg(0)
    assert one.to_text(0) == other.to_text(0)


def test_odd_wishes_for_the_table_are_refused() -> None:
    engine = seeking()
    for draw in (engine.to_svg, engine.to_text):
        with pytest.raises(dotcore.Error, match="player=3; 0 to 2"):
            draw(3)
        with pytest.raises(dotcore.Error, match="names: 1 given"):
            draw(names=["Ann"])
    with pytest.raises(dotcore.Error, match="width=399"):
        engine.to_svg(width=399)
    with pytest.raises(dotcore.Error, match="width=39; 40"):
        engine.to_text(width=39)


def test_names_cannot_break_the_picture_or_the_text() -> None:
    engine = seeking()
    names = ["</svg><script>", "a\x00\x1b[31m\nb", "Ω" * 100]
    ET.fromstring(engine.to_svg(names=names, title="\x00<&>"))
    assert "\x1b" not in engine.to_text(names=names)


def test_every_effect_of_a_game_has_words_or_none() -> None:
    engine = dotduel.Engine(3, seed=4)
    bots.play(engine, [bots.make("slow", seed) for seed in range(3)])
    again = dotduel.Engine.replay(engine.log())
    assert again.hash == engine.hash
    for change in ("thrown", "first", "round", "rolled", "claimed", "added", "over"):
        told = {"change": change, "t": 0, "player": 0, "card": 1, "die": 2, "round": 3,
                "number": 7, "claim": 5}  # fmt: skip
        assert _words.effect_text(told, ["Ann"]).endswith(".")
    assert _words.effect_text({"change": "shown", "t": 0, "card": 1, "slot": 0}, []) == ""


@pytest.mark.parametrize(
    ("name", "shown"), [("_ShownDeck", dotduel.Deck), ("_ShownEngine", dotduel.Engine)]
)
def test_the_stub_tells_the_parameters_of_the_pictures(name: str, shown: type) -> None:
    stub = Path(dotcore.__file__).parent / "_core" / "dotduel.pyi"
    nodes = ast.parse(stub.read_text(encoding="utf-8")).body
    (found,) = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == name]
    for method in found.body:
        assert isinstance(method, ast.FunctionDef)
        told = inspect.signature(getattr(shown, method.name)).parameters
        arguments = [*method.args.args, *method.args.kwonlyargs]
        assert [one.arg for one in arguments] == list(told)
        given = [*method.args.defaults, *(one for one in method.args.kw_defaults if one)]
        defaults = [one.default for one in told.values() if one.default is not one.empty]
        assert [ast.unparse(one) for one in given] == list(map(repr, defaults))
