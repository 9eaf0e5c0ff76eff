// Bindings of DotCard: cards, decks, rules. The game is bound in bind_dotcard_game.cpp.

#include "bind_dotcard.hpp"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <charconv>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/names.hpp>

#include "bind_rules.hpp"

namespace dotcore::bindings {

using namespace dotcard;

NamedCard NamedCard::of(const Deck& deck, dotcard::Card card) {
    NamedCard named;
    named.is_bonus = card.is_bonus();
    if (named.is_bonus) {
        named.value = static_cast<std::int8_t>(deck.points(card));
    } else {
        named.high = static_cast<std::int8_t>(card.high());
        named.low = static_cast<std::int8_t>(card.low());
    }
    return named;
}

namespace {

[[nodiscard]] NamedCard face_card(int a, int b) {
    if (a < 0 || a >= max_numbers || b < 0 || b >= max_numbers) {
        throw Error("card " + std::to_string(a) + "|" + std::to_string(b) +
                    "; halves have 0 to 9 pips");
    }
    NamedCard card;
    card.high = static_cast<std::int8_t>(std::max(a, b));
    card.low = static_cast<std::int8_t>(std::min(a, b));
    return card;
}

[[nodiscard]] NamedCard bonus_card(int value) {
    if (value < -99 || value > 0) {
        throw Error("a bonus card of " + std::to_string(value) + " points; -99 to 0");
    }
    NamedCard card;
    card.is_bonus = true;
    card.value = static_cast<std::int8_t>(value);
    return card;
}

}  // namespace

NamedCard NamedCard::parse(std::string_view text) {
    const auto number = [](std::string_view digits) -> std::optional<int> {
        int value = 0;
        const char* const end = digits.data() + digits.size();
        const auto [at, fault] = std::from_chars(digits.data(), end, value);
        if (fault != std::errc{} || at != end) return std::nullopt;
        return value;
    };
    const std::size_t bar = text.find('|');
    if (bar != std::string_view::npos) {
        const auto a = number(text.substr(0, bar));
        const auto b = number(text.substr(bar + 1));
        if (a && b) return face_card(*a, *b);
    } else if (!text.empty() && (text[0] == 'B' || text[0] == 'b')) {
        if (const auto value = number(text.substr(1))) return bonus_card(*value);
    }
    throw Error("no card: '" + std::string(text.substr(0, 40)) + "'; such as 9|4, 5|5 or B-15");
}

std::string NamedCard::name() const {
    if (is_bonus) return "B" + std::to_string(value);
    return std::to_string(high) + "|" + std::to_string(low);
}

dotcard::Card NamedCard::in(const Deck& deck) const {
    const auto card = is_bonus ? deck.bonus_worth(value) : dotcard::Card::face(high, low);
    if (card && deck.count(*card) > 0) return *card;
    return deck.card_of(name());  // throws, and says why
}

NamedCard as_named_card(py::handle card) {
    if (py::isinstance<NamedCard>(card)) return card.cast<NamedCard>();
    if (py::isinstance<py::str>(card)) return NamedCard::parse(utf8_of(card));
    try {
        const auto [a, b] = card.cast<std::pair<int, int>>();
        return face_card(a, b);
    } catch (const py::cast_error&) {
        throw py::type_error("a card is a Card, a text such as '9|4', or a pair of numbers, not " +
                             shown(card));
    }
}

dotcard::Card as_card(py::handle card, const Deck& deck) { return as_named_card(card).in(deck); }

CardSet as_cards(py::handle cards, const Deck& deck) {
    CardSet set;
    if (py::isinstance<py::str>(cards)) {
        throw py::type_error("cards are an iterable of cards, not the text " + shown(cards));
    }
    for (const py::handle item : py::iter(cards)) {
        const dotcard::Card card = as_card(item, deck);
        if (set.count(card) == deck.count(card)) {
            throw Error("more than " + std::to_string(deck.count(card)) + " cards " +
                        deck.card_name(card) + "; the deck " + deck.name() + " has no more");
        }
        set.add(card);
    }
    return set;
}

py::tuple cards_tuple(const CardSet& cards, const Deck& deck) {
    py::tuple tuple(static_cast<std::size_t>(cards.size()));
    std::size_t at = 0;
    cards.for_each([&](dotcard::Card card, int count) {
        while (count-- > 0) tuple[at++] = py::cast(NamedCard::of(deck, card));
    });
    return tuple;
}

Deck as_deck(const py::object& deck) {
    if (py::isinstance<py::str>(deck)) return Deck::named(utf8_of(deck));
    if (py::isinstance<Deck>(deck)) return deck.cast<Deck>();
    throw py::type_error("deck must be a Deck or the name of a preset, not " + shown(deck));
}

Rules as_rules_of_dotcard(const py::object& rules) {
    if (rules.is_none()) return Rules{};
    if (py::isinstance<Rules>(rules)) return rules.cast<Rules>();
    throw py::type_error("rules must be dotcard.Rules, not " + shown(rules));
}

namespace {

[[nodiscard]] std::vector<int> bonus_of(const Deck& deck) {
    std::vector<int> values;
    for (int i = 0; i < deck.bonus_kinds(); ++i) {
        const auto card = dotcard::Card::bonus(i);
        values.insert(values.end(), static_cast<std::size_t>(deck.count(card)), deck.points(card));
    }
    return values;
}

// The preset's name, or what Deck(**) takes, ready for JSON.
[[nodiscard]] py::object deck_for_json(const Deck& deck) {
    const std::string name = deck.name();
    if (name.find('=') == std::string::npos) return py::str(name);
    py::dict parts;
    parts["max_pip"] = deck.max_pip();
    py::list copies;
    copies.append(deck.dominoes());
    copies.append(deck.blocks());
    parts["copies"] = copies;
    parts["bonus"] = bonus_of(deck);
    return parts;
}

[[nodiscard]] Deck custom_deck(int max_pip, const py::object& copies,
                               const std::vector<int>& bonus) {
    try {
        if (PyIndex_Check(copies.ptr()) != 0) {
            return Deck::custom(max_pip, copies.cast<int>(), bonus);
        }
        const auto [dominoes, blocks] = copies.cast<std::pair<int, int>>();
        return Deck::custom(max_pip, dominoes, blocks, bonus);
    } catch (const py::cast_error&) {
        throw RulesError("deck: copies=" + shown(copies) +
                         "; a number from 0 to 7, or a pair of them for dominoes and blocks");
    }
}

[[nodiscard]] std::string repr_of(const Deck& deck) {
    const std::string name = deck.name();
    if (name.find('=') == std::string::npos) return "Deck('" + name + "')";
    const std::string bonus = py::repr(py::tuple(py::cast(bonus_of(deck)))).cast<std::string>();
    const std::string copies =
        deck.dominoes() == deck.blocks()
            ? std::to_string(deck.dominoes())
            : "(" + std::to_string(deck.dominoes()) + ", " + std::to_string(deck.blocks()) + ")";
    return "Deck(max_pip=" + std::to_string(deck.max_pip()) + ", copies=" + copies +
           ", bonus=" + bonus + ")";
}

// What Deck(max_pip=, copies=, bonus=) takes.
[[nodiscard]] Deck deck_from(const py::dict& parts) {
    for (const auto& [name, value] : parts) {
        const std::string text = utf8_of(name);
        if (text != "max_pip" && text != "copies" && text != "bonus") {
            throw RulesError("deck has no part " + shown(name) + "; max_pip, copies, bonus");
        }
    }
    return py::type::of<Deck>()(**parts).cast<Deck>();
}

// Narrowed, where check_rules says the rest.
[[nodiscard]] std::uint8_t small(const char* option, int value, int least, int most) {
    if (value < least || value > most) {
        throw RulesError(std::string(option) + "=" + std::to_string(value) + "; " +
                         std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<std::uint8_t>(value);
}

[[nodiscard]] Rules make_rules(const py::object& deck, int sub_rounds, int hand_size,
                               const std::string& starter, const std::string& second_half,
                               bool others_may_start, bool own_track_first,
                               const std::string& free_start, bool block_extra_turn,
                               bool block_on_block, bool drawn_card_only, bool voluntary_pass_opens,
                               const std::string& dot_call, int skip_turns) {
    Rules rules;
    if (py::isinstance<py::dict>(deck)) {  // as as_dict tells a custom one
        rules.deck = deck_from(own_dict(deck));
    } else {
        rules.deck = as_deck(deck);
    }
    rules.sub_rounds = small("sub_rounds", sub_rounds, 1, 20);
    rules.hand_size = small("hand_size", hand_size, 1, 200);
    rules.starter = option_named<Starter>(starter);
    rules.second_half = option_named<SecondHalf>(second_half);
    rules.free_start = option_named<FreeStart>(free_start);
    rules.dot_call = option_named<DotCall>(dot_call);
    rules.skip_turns = small("skip_turns", skip_turns, 0, 20);
    rules.others_may_start = others_may_start;
    rules.own_track_first = own_track_first;
    rules.block_extra_turn = block_extra_turn;
    rules.block_on_block = block_on_block;
    rules.drawn_card_only = drawn_card_only;
    rules.voluntary_pass_opens = voluntary_pass_opens;
    check_rules(rules);
    return rules;
}

[[nodiscard]] std::string repr_of(const Rules& rules) {
    py::dict options = dict_of(rules);
    if (!py::isinstance<py::str>(options["deck"])) options["deck"] = rules.deck;
    return rules_repr(options, dict_of(Rules{}));
}

void bind_card(py::module_& m) {
    py::class_<NamedCard> card(m, "Card", R"(A card: a domino, a block, or a bonus card. Immutable.

Wherever a card is asked for, a text such as "9|4", "5|5" or "B-15" will do, or a pair of numbers.
Either half may come first.

>>> dotcard.Card("4|9"), dotcard.Card(5, 5).is_block, dotcard.Card.bonus(-15).points
(Card('9|4'), True, -15)
)");
    publish(card, "dotcore.dotcard");
    card.def(py::init([](const py::object& text) { return as_named_card(text); }), py::arg("card"))
        .def(py::init(&face_card), py::arg("high"), py::arg("low"))
        .def_static("bonus", &bonus_card, py::arg("value"),
                    "The bonus card worth so many points, -99 to 0.")
        .def_property_readonly(
            "high",
            [](const NamedCard& c) {
                return c.is_bonus ? std::nullopt : std::optional<int>(c.high);
            },
            "The larger half; None of a bonus card.")
        .def_property_readonly(
            "low",
            [](const NamedCard& c) {
                return c.is_bonus ? std::nullopt : std::optional<int>(c.low);
            },
            "The smaller half; None of a bonus card.")
        .def_property_readonly("is_bonus", [](const NamedCard& c) { return c.is_bonus; })
        .def_property_readonly("is_block", &NamedCard::is_block)
        .def_property_readonly("points", &NamedCard::points,
                               "What it counts in hand at the end of a sub-round.")
        .def(py::self == py::self)
        .def(py::self < py::self)
        .def(py::self <= py::self)
        .def(py::self > py::self)
        .def(py::self >= py::self)
        .def("__hash__",
             [](const NamedCard& c) {
                 return py::hash(py::make_tuple(c.is_bonus, c.high, c.low, c.value));
             })
        .def("__str__", &NamedCard::name)
        .def("__repr__", [](const NamedCard& c) { return "Card('" + c.name() + "')"; });
    make_picklable(
        card, [](const NamedCard& c) { return py::make_tuple(c.name()); },
        [](const py::tuple& state) {
            if (state.size() != 1 || !py::isinstance<py::str>(state[0])) {
                throw InvalidRecord("the state of a Card is its name");
            }
            return NamedCard::parse(utf8_of(state[0]));
        });
}

void bind_deck(py::module_& m) {
    py::class_<Deck> deck(m, "Deck", R"(A deck of cards. Immutable, hashable, picklable.

Parameters
----------
name : str
    "D114", the rules' deck: two sets of 45 dominoes and 10 blocks of 0 to 9 pips, and four bonus
    cards worth 0, -5, -10 and -15. "D104" has one set of blocks, "D118" eight bonus cards, "D59" one
    set of everything.
max_pip : int
    Instead of a name: pips and start numbers from 0 to this, at most 9.
copies : int or (int, int)
    How often each domino and block is there, at most 7; or of dominoes and blocks apart.
bonus : sequence of int
    The values of the bonus cards, -99 to 0.

Raises
------
RulesError
    For a name or a number that is none of these.

>>> dotcard.Deck("D114").size
114
>>> dotcard.Deck(max_pip=3, copies=2, bonus=[0, -5]).size
22
)");
    publish(deck, "dotcore.dotcard");
    deck.def(py::init([](const std::string& name) { return Deck::named(name); }), py::arg("name"))
        .def(py::init(&custom_deck), py::kw_only(), py::arg("max_pip"), py::arg("copies") = 2,
             py::arg("bonus") = std::vector<int>{})
        .def_property_readonly("name", &Deck::name, "The preset's name, or what it is made of.")
        .def_property_readonly("max_pip", &Deck::max_pip)
        .def_property_readonly(
            "copies", [](const Deck& d) { return py::make_tuple(d.dominoes(), d.blocks()); },
            "(dominoes, blocks): how often each is there.")
        .def_property_readonly(
            "bonus", [](const Deck& d) { return py::tuple(py::cast(bonus_of(d))); },
            "The values of the bonus cards, falling.")
        .def_property_readonly("size", &Deck::size, "How many cards there are.")
        .def("__len__", &Deck::size)
        .def_property_readonly(
            "num_kinds", &Deck::kinds,
            "Kinds of cards are numbered from 0 to this: 0 to 54 the faces, high * (high + 1) / 2 "
            "+ "
            "low, the same in every deck; then the bonus cards by falling value.")
        .def_property_readonly(
            "cards", [](const Deck& d) { return cards_tuple(d.cards(), d); }, "All cards, by kind.")
        .def(
            "count",
            [](const Deck& d, const py::object& card) {
                const std::optional<dotcard::Card> kind = d.find_card(as_named_card(card).name());
                return kind ? d.count(*kind) : 0;
            },
            py::arg("card"), "How many of that card there are.")
        .def(
            "kind_of",
            [](const Deck& d, const py::object& card) { return as_card(card, d).kind(); },
            py::arg("card"), "The number of a card's kind. Error for one that is not in the deck.")
        .def(
            "card_of",
            [](const Deck& d, int kind) {
                if (kind < 0 || kind >= d.kinds() || d.count(dotcard::Card::of_kind(kind)) == 0) {
                    throw Error("the deck has no kind of card " + std::to_string(kind));
                }
                return NamedCard::of(d, dotcard::Card::of_kind(kind));
            },
            py::arg("kind"), "The card of that kind. Error where there is none in the deck.")
        .def(py::self == py::self)
        .def("__hash__", [](const Deck& d) { return py::hash(py::str(d.name())); })
        .def("__repr__", [](const Deck& d) { return repr_of(d); });
    make_picklable(
        deck,
        [](const Deck& d) {
            return py::make_tuple(d.max_pip(), d.dominoes(), d.blocks(),
                                  py::tuple(py::cast(bonus_of(d))));
        },
        [](const py::tuple& state) {
            const auto [max_pip, dominoes, blocks, bonus] =
                py::object(state).cast<std::tuple<int, int, int, std::vector<int>>>();
            try {
                return Deck::custom(max_pip, dominoes, blocks, bonus);
            } catch (const RulesError& wrong) {
                throw InvalidRecord(wrong.what());
            }
        });
}

void bind_rules(py::module_& m) {
    py::class_<Rules> rules(m, "Rules",
                            R"(The options of a game of DotCard. Immutable, hashable, picklable.

Parameters
----------
deck : Deck or str
    The deck, or a preset's name: "D114", "D104", "D118", "D59".
sub_rounds : int
    10 or 20 in the leaflet; 1 up to twice the deck's numbers here.
hand_size : int
    Cards dealt to each player.
starter : {"rotate", "fixed", "winner", "random"}
    Who starts a sub-round: each in turn, always seat 0, who went out in the last one, or by lot.
second_half : {"mirror", "again"}
    Start numbers of sub-rounds 11 to 20: 0 to 9, or 9 to 0 once more.
others_may_start : bool
    Whether an open track that is not started may be started by others.
own_track_first : bool
    Whether one plays on the own track alone until it is started; covering a lock is exempt.
free_start : {"round", "any"}
    The free track starts with the sub-round's number, or with any card, either half outward.
block_extra_turn : bool
    Whether who lays a block has another turn.
block_on_block : bool
    Whether a block may be covered with its twin.
drawn_card_only : bool
    Whether after drawing only the drawn kind may be played.
voluntary_pass_opens : bool
    Whether every pass opens the own track, or only one without a legal play.
dot_call : {"declared", "automatic", "off"}
    Whether the player must say "dot" with the second-last card; elsewhere it is never forgotten.
skip_turns : int
    Own turns missed for a forgotten "dot" when no card is left to draw.

Raises
------
RulesError
    For an unknown value or a number out of range.

>>> dotcard.Rules(deck="D59", sub_rounds=20)
Rules(deck='D59', sub_rounds=20)
)");
    publish(rules, "dotcore.dotcard");
    rules
        .def(py::init(&make_rules), py::kw_only(), py::arg("deck") = "D114",
             py::arg("sub_rounds") = 10, py::arg("hand_size") = 7, py::arg("starter") = "rotate",
             py::arg("second_half") = "mirror", py::arg("others_may_start").noconvert() = true,
             py::arg("own_track_first").noconvert() = false, py::arg("free_start") = "round",
             py::arg("block_extra_turn").noconvert() = false,
             py::arg("block_on_block").noconvert() = true,
             py::arg("drawn_card_only").noconvert() = false,
             py::arg("voluntary_pass_opens").noconvert() = true, py::arg("dot_call") = "declared",
             py::arg("skip_turns") = 1)
        .def_property_readonly("deck", [](const Rules& r) { return r.deck; })
        .def_property_readonly("sub_rounds", [](const Rules& r) { return int{r.sub_rounds}; })
        .def_property_readonly("hand_size", [](const Rules& r) { return int{r.hand_size}; })
        .def_property_readonly("starter", [](const Rules& r) { return name_of(r.starter); })
        .def_property_readonly("second_half", [](const Rules& r) { return name_of(r.second_half); })
        .def_property_readonly("others_may_start",
                               [](const Rules& r) { return r.others_may_start; })
        .def_property_readonly("own_track_first", [](const Rules& r) { return r.own_track_first; })
        .def_property_readonly("free_start", [](const Rules& r) { return name_of(r.free_start); })
        .def_property_readonly("block_extra_turn",
                               [](const Rules& r) { return r.block_extra_turn; })
        .def_property_readonly("block_on_block", [](const Rules& r) { return r.block_on_block; })
        .def_property_readonly("drawn_card_only", [](const Rules& r) { return r.drawn_card_only; })
        .def_property_readonly("voluntary_pass_opens",
                               [](const Rules& r) { return r.voluntary_pass_opens; })
        .def_property_readonly("dot_call", [](const Rules& r) { return name_of(r.dot_call); })
        .def_property_readonly("skip_turns", [](const Rules& r) { return int{r.skip_turns}; })
        .def(
            "start_number",
            [](const Rules& r, int sub_round) {
                if (sub_round < 1 || sub_round > r.sub_rounds) {
                    throw Error("sub_round=" + std::to_string(sub_round) + "; 1 to " +
                                std::to_string(r.sub_rounds));
                }
                return r.start_number(sub_round - 1);
            },
            py::arg("sub_round"), "The number of all start cards of a sub-round, counted from 1.")
        .def(
            "as_dict", [](const Rules& self) { return dict_of(self); },
            "All options by name, ready for JSON; Rules(**) takes them back.")
        .def(py::self == py::self)
        .def("__hash__",
             [](const Rules& self) { return py::hash(py::str(py::str(dict_of(self)))); })
        .def("__repr__", [](const Rules& self) { return repr_of(self); });
    bind_options(rules, &dict_of);
}

}  // namespace

py::dict dict_of(const Rules& rules) {
    py::dict options;
    options["deck"] = deck_for_json(rules.deck);
    options["sub_rounds"] = int{rules.sub_rounds};
    options["hand_size"] = int{rules.hand_size};
    options["starter"] = name_of(rules.starter);
    options["second_half"] = name_of(rules.second_half);
    options["others_may_start"] = rules.others_may_start;
    options["own_track_first"] = rules.own_track_first;
    options["free_start"] = name_of(rules.free_start);
    options["block_extra_turn"] = rules.block_extra_turn;
    options["block_on_block"] = rules.block_on_block;
    options["drawn_card_only"] = rules.drawn_card_only;
    options["voluntary_pass_opens"] = rules.voluntary_pass_opens;
    options["dot_call"] = name_of(rules.dot_call);
    options["skip_turns"] = int{rules.skip_turns};
    return options;
}

void register_dotcard_values(py::module_& m) {
    bind_card(m);
    bind_deck(m);
    bind_rules(m);
}

void register_dotcard(py::module_& m) {
    py::module_ dotcard = m.def_submodule("dotcard");
    register_dotcard_values(dotcard);
    register_dotcard_game(dotcard);
    register_dotcard_tracks(dotcard);
}

}  // namespace dotcore::bindings
