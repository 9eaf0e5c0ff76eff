// Bindings of tracks without a game: whether a row of cards is legal, and the best that a hand can
// lay.

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotcard/best_track.hpp>
#include <dotcore/dotcard/track.hpp>

#include "bind_dotcard.hpp"

namespace dotcore::bindings {

using namespace dotcard;

namespace {

// What the functions return.
struct TrackCardView {
    NamedCard card;
    std::optional<int> touching;
    int end = 0;

    [[nodiscard]] std::string text() const {
        return card.name() + (card.is_bonus ? "=" + std::to_string(end) : "");
    }
};
struct CheckedView {
    CheckedTrack track;
    std::vector<TrackCardView> cards;
};
struct CheckedTracksView {
    py::array_t<bool> valid;
    py::array_t<std::int16_t> first_wrong;
    py::array_t<std::uint8_t> fault;
    py::array_t<std::int8_t> end;
    py::array_t<std::int16_t> points;
    py::array_t<bool> lock;
};
struct BestTrackView {
    BestTrack track;
    std::vector<TrackCardView> cards;
    bool lock = false;
};
struct TrackListView {
    std::vector<BestTrackView> tracks;
    bool exact = true;
    std::uint64_t nodes = 0;
};

constexpr std::string_view objective_names[] = {"cards", "points", "remaining"};

[[nodiscard]] std::string text_of(const std::vector<TrackCardView>& cards) {
    std::string text;
    for (const TrackCardView& each : cards) text += (text.empty() ? "" : " ") + each.text();
    return text;
}

// Arguments

[[nodiscard]] Objective as_objective(const std::string& name) {
    const auto place = std::find(std::begin(objective_names), std::end(objective_names), name);
    if (place == std::end(objective_names)) {
        throw Error("objective='" + name + "'; one of 'cards', 'points', 'remaining'");
    }
    return static_cast<Objective>(place - std::begin(objective_names));
}

[[nodiscard]] int as_start(const std::optional<int>& start) {
    if (start == any_start) throw Error("start=-1; None for a track that any card starts");
    return start.value_or(any_start);
}

// A number chosen for a bonus card; what is none becomes one that is out of range.
[[nodiscard]] std::int8_t as_number(py::handle number) {
    std::int64_t value = 0;
    try {
        value = number.cast<std::int64_t>();
    } catch (const py::cast_error&) {
        throw py::type_error("a chosen number is an int, not " + shown(number));
    }
    return static_cast<std::int8_t>(std::clamp<std::int64_t>(value, -1, 100));
}

// A card that the deck does not have is one of a kind that no deck has: check_track tells.
[[nodiscard]] LaidCard in_deck(const NamedCard& named, std::int8_t number, const Deck& deck) {
    const std::optional<dotcard::Card> card = deck.find_card(named.name());
    return {card.value_or(dotcard::Card::of_kind(max_kinds - 1)), number};
}

// A card; of a bonus card, "B-15=7", a pair of it and its number, or a card that lies on a track.
[[nodiscard]] LaidCard as_laid(py::handle item, const Deck& deck) {
    if (py::isinstance<py::str>(item)) {
        const std::string text = utf8_of(item);
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) return in_deck(NamedCard::parse(text), -1, deck);
        const NamedCard card = NamedCard::parse(text.substr(0, equals));
        const std::string number = text.substr(equals + 1);
        if (number.empty() || number.size() > 2 ||
            number.find_first_not_of("0123456789") != std::string::npos) {
            throw Error("no card on a track: " + shown(item) + "; such as 9|4 or B-15=7");
        }
        return in_deck(card, static_cast<std::int8_t>(std::stoi(number)), deck);
    }
    if (!py::isinstance<NamedCard>(item) && py::hasattr(item, "card") && py::hasattr(item, "end")) {
        return in_deck(as_named_card(item.attr("card")), as_number(item.attr("end")), deck);
    }
    if (py::isinstance<py::tuple>(item) && py::len(item) == 2) {
        const auto pair = py::reinterpret_borrow<py::tuple>(item);
        if (!PyIndex_Check(pair[0].ptr())) {
            return in_deck(as_named_card(pair[0]), as_number(pair[1]), deck);
        }
    }
    return in_deck(as_named_card(item), -1, deck);
}

[[nodiscard]] std::vector<LaidCard> as_track(py::handle cards, const Deck& deck) {
    std::vector<LaidCard> track;
    if (py::isinstance<py::str>(cards)) {
        // Not by the method: a subclass could give a list that it changes while it is read.
        const auto words =
            py::reinterpret_steal<py::list>(PyUnicode_Split(cards.ptr(), nullptr, -1));
        if (!words) throw py::error_already_set();
        for (const py::handle word : words) track.push_back(as_laid(word, deck));
        return track;
    }
    for (const py::handle item : py::iter(cards)) track.push_back(as_laid(item, deck));
    return track;
}

[[nodiscard]] std::vector<TrackCardView> views_of(const std::vector<LaidCard>& cards, int start,
                                                  const Rules& rules, CheckedTrack& checked) {
    std::vector<TurnedCard> turned(cards.size());
    checked = check_track(cards, start, rules, turned);
    std::vector<TrackCardView> views;
    for (int i = 0; i < checked.legal; ++i) {
        const TurnedCard& each = turned[static_cast<std::size_t>(i)];
        views.push_back({NamedCard::of(rules.deck, each.card),
                         each.touching < 0 ? std::nullopt : std::optional<int>(each.touching),
                         each.outward});
    }
    return views;
}

// The functions

[[nodiscard]] CheckedView check(const py::object& cards, const std::optional<int>& start,
                                const py::object& rules_or_none) {
    const Rules rules = as_rules_of_dotcard(rules_or_none);
    CheckedView view;
    view.cards = views_of(as_track(cards, rules.deck), as_start(start), rules, view.track);
    return view;
}

[[nodiscard]] py::array_t<std::int16_t> codes_of(const py::object& cards, const py::object& deck) {
    const Deck of = as_deck(deck);
    std::vector<std::int16_t> codes;
    for (const LaidCard& laid : as_track(cards, of)) {
        if (of.count(laid.card) == 0) throw Error("a card that the deck " + of.name() + " lacks");
        if (laid.card.is_bonus() && (laid.number < 0 || laid.number >= max_numbers)) {
            throw Error(of.card_name(laid.card) + " has no number; give it as " +
                        of.card_name(laid.card) + "=7");
        }
        codes.push_back(code_of(laid));
    }
    return py::array_t<std::int16_t>(static_cast<py::ssize_t>(codes.size()), codes.data());
}

// As an array of whole numbers; those that T cannot hold become T's largest, which means nothing
// where it goes.
template <class T>
[[nodiscard]] py::array_t<T, py::array::c_style> as_small(const py::object& values,
                                                          const char* name) {
    const auto array = py::array::ensure(values);
    if (!array) throw py::type_error(std::string(name) + " must be an array of ints");
    const char kind = array.dtype().kind();
    if (array.size() != 0 && kind != 'i' && kind != 'u') {
        throw py::type_error(std::string(name) + " must hold ints, not " +
                             std::string(py::str(array.dtype())));
    }
    if (array.dtype().equal(py::dtype::of<T>())) {
        return py::array_t<T, py::array::c_style>::ensure(array);
    }
    const py::module_ numpy = py::module_::import("numpy");
    constexpr int most = std::numeric_limits<T>::max();
    const py::object low = numpy.attr("maximum")(array, kind == 'u' ? 0 : -most);
    return py::array_t < T,
           py::array::c_style | py::array::forcecast > ::ensure(numpy.attr("minimum")(low, most));
}

[[nodiscard]] CheckedTracksView check_many(const py::object& codes, const py::object& starts,
                                           const py::object& rules_or_none) {
    const Rules rules = as_rules_of_dotcard(rules_or_none);
    const auto cards = as_small<std::int16_t>(codes, "codes");
    if (cards.ndim() != 2) {
        throw py::value_error("codes has " + std::to_string(cards.ndim()) +
                              " dimensions; 2: a row of cards for each track");
    }
    const py::ssize_t n = cards.shape(0);
    auto from = as_small<std::int8_t>(starts, "starts");
    if (from.ndim() == 0) {
        const std::int8_t start = *from.data();
        from = py::array_t<std::int8_t, py::array::c_style>(n);
        std::fill_n(from.mutable_data(), n, start);
    }
    if (from.ndim() != 1 || from.shape(0) != n) {
        throw py::value_error("starts must be one number, or one for each of the " +
                              std::to_string(n) + " tracks");
    }
    CheckedTracksView view{py::array_t<bool>(n),         py::array_t<std::int16_t>(n),
                           py::array_t<std::uint8_t>(n), py::array_t<std::int8_t>(n),
                           py::array_t<std::int16_t>(n), py::array_t<bool>(n)};
    const auto size = static_cast<std::size_t>(n);
    const auto bytes = [size](py::array_t<bool>& flags) {
        return std::span(reinterpret_cast<std::uint8_t*>(flags.mutable_data()), size);
    };
    const TrackBatch batch{{cards.data(), static_cast<std::size_t>(cards.size())},
                           static_cast<std::size_t>(cards.shape(1)),
                           {from.data(), size}};
    const CheckedBatch out{bytes(view.valid),
                           {view.first_wrong.mutable_data(), size},
                           {view.fault.mutable_data(), size},
                           {view.end.mutable_data(), size},
                           {view.points.mutable_data(), size},
                           bytes(view.lock)};
    {
        const WithoutGil release;
        check_tracks(batch, rules, out);
    }
    return view;
}

// What all the searches are asked.
struct Question {
    Deck deck;
    CardSet hand;
    Objective objective;
    TrackOptions options;

    [[nodiscard]] Rules rules() const {
        return {.deck = deck, .block_on_block = options.block_on_block};
    }
};

[[nodiscard]] Question question(const py::object& hand, const std::string& objective,
                                const py::object& deck, bool use_bonus, bool allow_blocks,
                                bool block_on_block, const std::optional<int>& max_cards,
                                std::int64_t node_limit) {
    // A call cannot be interrupted: it has to come to an end by itself.
    if (node_limit < 1 || node_limit > 10'000'000) {
        throw Error("node_limit=" + std::to_string(node_limit) + "; 1 to 10,000,000");
    }
    if (max_cards && *max_cards < 0) {
        throw Error("max_cards=" + std::to_string(*max_cards) + "; 0 or more, or None for no cap");
    }
    const Deck of = as_deck(deck);
    return {of,
            as_cards(hand, of),
            as_objective(objective),
            {.use_bonus = use_bonus,
             .allow_blocks = allow_blocks,
             .block_on_block = block_on_block,
             .max_cards = max_cards.value_or(TrackOptions::no_cap),
             .node_limit = static_cast<std::uint64_t>(node_limit)}};
}

[[nodiscard]] BestTrackView view_of(BestTrack track, const Rules& rules) {
    BestTrackView view;
    CheckedTrack checked;
    view.cards = views_of(track.cards, track.start, rules, checked);
    view.lock = checked.lock;
    view.track = std::move(track);
    return view;
}

// Binds `name(hand, [more,] objective, ...)`; `ask(question, more...)` answers it.
template <class... More, class Ask, class... Arguments>
void def_search(py::module_& m, const char* name, const char* doc, Ask ask, Arguments... more) {
    m.def(
        name,
        [ask](const py::object& hand, More... values, const std::string& objective,
              const py::object& deck, bool use_bonus, bool allow_blocks, bool block_on_block,
              const std::optional<int>& max_cards, std::int64_t node_limit) {
            return ask(question(hand, objective, deck, use_bonus, allow_blocks, block_on_block,
                                max_cards, node_limit),
                       values...);
        },
        py::arg("hand"), more..., py::arg("objective") = "cards", py::kw_only(),
        py::arg("deck") = "D114", py::arg("use_bonus").noconvert() = true,
        py::arg("allow_blocks").noconvert() = true, py::arg("block_on_block").noconvert() = true,
        py::arg("max_cards") = py::none(), py::arg("node_limit") = std::int64_t{1'000'000}, doc);
}

void bind_results(py::module_& m) {
    py::class_<TrackCardView> card(m, "TrackCard", "A card, and how it lies on a track.");
    publish(card, "dotcore.dotcard");
    card.def_property_readonly("card", [](const TrackCardView& c) { return c.card; })
        .def_property_readonly(
            "touching", [](const TrackCardView& c) { return c.touching; },
            "The number it lies against. None for a bonus card that starts a track without a start "
            "number.")
        .def_property_readonly(
            "end", [](const TrackCardView& c) { return c.end; },
            "The number outward: the open end after it, that chosen for a bonus card.")
        .def("__eq__",
             [](const TrackCardView& a, const py::object& other) -> py::object {
                 if (!py::isinstance<TrackCardView>(other)) {
                     return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 }
                 const auto& b = other.cast<const TrackCardView&>();
                 return py::bool_(a.card == b.card && a.touching == b.touching && a.end == b.end);
             })
        .def("__hash__",
             [](const TrackCardView& c) { return py::hash(py::make_tuple(c.text(), c.end)); })
        .def("__str__", &TrackCardView::text)
        .def("__repr__", [](const TrackCardView& c) { return "<TrackCard " + c.text() + ">"; });

    py::class_<CheckedView> checked(m, "CheckedTrack",
                                    "What check_track says of a track; true if it is legal.");
    publish(checked, "dotcore.dotcard");
    checked.def_property_readonly("valid", [](const CheckedView& v) { return v.track.is_valid(); })
        .def("__bool__", [](const CheckedView& v) { return v.track.is_valid(); })
        .def_property_readonly(
            "first_wrong",
            [](const CheckedView& v) {
                return v.track.is_valid() ? std::nullopt : std::optional(v.track.legal);
            },
            "The index of the first wrong card; None if there is none.")
        .def_property_readonly(
            "fault",
            [](const CheckedView& v) -> std::optional<std::string> {
                if (v.track.is_valid()) return std::nullopt;
                return std::string(name_of(v.track.fault));
            },
            "What is wrong with it: 'not_in_deck', 'number_out_of_range', 'does_not_touch' or "
            "'block_on_block'; None if nothing is.")
        .def_property_readonly(
            "end",
            [](const CheckedView& v) {
                return v.track.end == any_start ? std::nullopt : std::optional(v.track.end);
            },
            "The open end before the first wrong card; None of an empty track without a start "
            "number.")
        .def_property_readonly(
            "points", [](const CheckedView& v) { return v.track.points; },
            "Pips of the dominoes and blocks before it.")
        .def_property_readonly(
            "lock", [](const CheckedView& v) { return v.track.lock; },
            "Whether the last card before it is a block.")
        .def_property_readonly(
            "cards", [](const CheckedView& v) { return py::tuple(py::cast(v.cards)); },
            "The cards before it, and how they lie.")
        .def("__repr__", [](const CheckedView& v) {
            std::string text = "<CheckedTrack '" + text_of(v.cards) + "'";
            if (!v.track.is_valid()) {
                text += ", then " + std::string(name_of(v.track.fault)) + " at " +
                        std::to_string(v.track.legal);
            }
            return text + ">";
        });

    py::class_<CheckedTracksView> many(m, "CheckedTracks",
                                       "What check_tracks says: arrays, one element a track.");
    publish(many, "dotcore.dotcard");
    many.def_property_readonly(
            "valid", [](const CheckedTracksView& v) { return v.valid; }, "(n,) bool")
        .def_property_readonly(
            "first_wrong", [](const CheckedTracksView& v) { return v.first_wrong; },
            "(n,) int16: the index of the first wrong card, -1 if there is none")
        .def_property_readonly(
            "fault", [](const CheckedTracksView& v) { return v.fault; },
            "(n,) uint8: what is wrong with it, an index of dotcard.TRACK_FAULTS")
        .def_property_readonly(
            "end", [](const CheckedTracksView& v) { return v.end; },
            "(n,) int8: the open end; -1 of an empty track without a start number")
        .def_property_readonly(
            "points", [](const CheckedTracksView& v) { return v.points; }, "(n,) int16")
        .def_property_readonly(
            "lock", [](const CheckedTracksView& v) { return v.lock; }, "(n,) bool")
        .def("__len__", [](const CheckedTracksView& v) { return v.valid.size(); })
        .def("__repr__", [](const CheckedTracksView& v) {
            return "<CheckedTracks of " + std::to_string(v.valid.size()) + " tracks>";
        });

    py::class_<BestTrackView> best(m, "BestTrack", "A track that a hand can lay, and its worth.");
    publish(best, "dotcore.dotcard");
    best.def_property_readonly("cards",
                               [](const BestTrackView& v) { return py::tuple(py::cast(v.cards)); })
        .def_property_readonly("start", [](const BestTrackView& v) { return v.track.start; })
        .def_property_readonly("end", [](const BestTrackView& v) { return v.track.end; })
        .def_property_readonly(
            "lock", [](const BestTrackView& v) { return v.lock; },
            "Whether its last card is a block.")
        .def_property_readonly(
            "value", [](const BestTrackView& v) { return v.track.value; },
            "By the objective: cards laid, pips laid, or points left in hand.")
        .def_property_readonly(
            "then", [](const BestTrackView& v) { return v.track.then; },
            "By its tie-break: points left in hand for 'cards', else cards laid.")
        .def_property_readonly(
            "exact", [](const BestTrackView& v) { return v.track.exact; },
            "Whether it is sure: False if the node limit was hit.")
        .def_property_readonly("nodes", [](const BestTrackView& v) { return v.track.nodes; })
        .def("__len__", [](const BestTrackView& v) { return v.cards.size(); })
        .def("__str__", [](const BestTrackView& v) { return text_of(v.cards); })
        .def("__repr__", [](const BestTrackView& v) {
            return "<BestTrack '" + text_of(v.cards) + "' from " + std::to_string(v.track.start) +
                   ", value " + std::to_string(v.track.value) +
                   (v.track.exact ? "" : ", not sure") + ">";
        });

    py::class_<TrackListView> list(m, "TrackList", "The best tracks of a hand, the best first.");
    publish(list, "dotcore.dotcard");
    list.def_property_readonly("tracks",
                               [](const TrackListView& v) { return py::tuple(py::cast(v.tracks)); })
        .def_property_readonly(
            "exact", [](const TrackListView& v) { return v.exact; },
            "False if the node limit was hit and the list ends early.")
        .def_property_readonly("nodes", [](const TrackListView& v) { return v.nodes; })
        .def("__len__", [](const TrackListView& v) { return v.tracks.size(); })
        .def("__iter__",
             [](const TrackListView& v) { return py::iter(py::tuple(py::cast(v.tracks))); })
        .def(
            "__getitem__",
            [](const TrackListView& v, const py::object& index) -> py::object {
                return py::tuple(py::cast(v.tracks)).attr("__getitem__")(index);
            },
            py::arg("index"))
        .def("__repr__", [](const TrackListView& v) {
            return "<TrackList of " + std::to_string(v.tracks.size()) + " tracks" +
                   (v.exact ? "" : ", ended early") + ">";
        });

    py::class_<TrackCount> count(m, "TrackCount", "How many tracks reach the best value.");
    publish(count, "dotcore.dotcard");
    count.def_readonly("count", &TrackCount::count, "At most 2**64 - 1, which means that or more.")
        .def_readonly("value", &TrackCount::value, "The best value, by the objective.")
        .def_readonly("exact", &TrackCount::exact,
                      "False if the node limit was hit: there are more.")
        .def_readonly("nodes", &TrackCount::nodes)
        .def("__repr__", [](const TrackCount& c) {
            return "<TrackCount " + std::to_string(c.count) + (c.exact ? "" : " or more") +
                   ", value " + std::to_string(c.value) + ">";
        });
}

}  // namespace

void register_dotcard_tracks(py::module_& m) {
    bind_results(m);
    py::list faults;
    for (int fault = 0; fault <= static_cast<int>(TrackFault::block_on_block); ++fault) {
        faults.append(py::str(std::string(name_of(static_cast<TrackFault>(fault)))));
    }
    m.attr("TRACK_FAULTS") = py::tuple(faults);

    m.def("check_track", &check, py::arg("cards"), py::arg("start"), py::arg("rules") = py::none(),
          R"(Whether a row of cards is a legal track from an open end ``start``.

Face cards may be written with either half first. A bonus card needs the number chosen for it:
"B-15=7", a pair ("B-15", 7), or a card taken from a track. ``cards`` may be one text of cards with
spaces between them. End, points, lock and cards of the answer are those of the part before the
first wrong card.

Parameters
----------
cards : iterable of cards, or str
start : int or None
    None for a free track that any card starts (free_start="any"), either half outward: it is read
    so that more of the track is legal.
rules : Rules, optional
    The deck and block_on_block count.

Raises
------
Error
    For a text that is no card, or a start number that the deck does not have. A card that the deck
    lacks is a fault of the track instead.

>>> dotcard.check_track("4|9 4|4 7|3", 9)
<CheckedTrack '9|4 4|4', then does_not_touch at 2>
>>> dotcard.check_track(["9|4", ("B-15", 7)], 9).end
7
)");
    m.def("check_tracks", &check_many, py::arg("codes"), py::arg("starts"),
          py::arg("rules") = py::none(),
          R"(check_track for many tracks at once.

Parameters
----------
codes : (n, length) array of ints
    A row of cards for each track, up to the first -1: 10 * a + b for the face card a|b, either half
    first; 100 + 10 * index + chosen number for a bonus card, the index counting the deck's
    different bonus cards by falling value. track_codes makes them of cards.
starts : int or (n,) array of ints
    -1 for a free track that any card starts.

Raises
------
Error
    For a start number that the deck does not have, or shapes that do not fit.

>>> dotcard.check_tracks([[94, 44, 73], [94, 127, -1]], 9).first_wrong.tolist()
[2, -1]
)");
    m.def("track_codes", &codes_of, py::arg("cards"), py::arg("deck") = "D114",
          R"(The cards of a track as check_tracks takes them, (length,) int16.

>>> dotcard.track_codes("9|4 B-10=7").tolist()
[94, 127]
)");

    def_search<int>(
        m, "best_track",
        R"(The best track that a hand can lay alone from an open end ``start``.

It may stop anywhere, also after a block, and the empty track counts. Cards that may not be laid
still count as left in hand. Exact, mostly within microseconds; only ``max_cards``, and
``block_on_block=False`` with bonus cards in hand, may need a longer search.

Parameters
----------
hand : iterable of cards
start : int
objective : {"cards", "points", "remaining"}
    Most cards laid, then least points left in hand; most pips of dominoes and blocks laid, then
    most cards; least points left in hand, then most cards. A bonus card counts its minus points in
    hand and 0 on a track.
deck : Deck or str
use_bonus, allow_blocks, block_on_block : bool
    Whether bonus cards may be laid, blocks, and a block on a block.
max_cards : int, optional
    The most cards of a track.
node_limit : int
    Bounds the work; the answer is not ``exact`` if it was hit. A node takes some microseconds.

Raises
------
Error
    For an unknown objective, a start number or a hand that the deck does not have.

>>> dotcard.best_track(["9|4", "9|4", "4|4", "4|4"], 9)
<BestTrack '9|4 4|4 4|4 9|4' from 9, value 4>
)",
        [](const Question& q, int start) {
            BestTrack best;
            {
                const WithoutGil release;
                best = best_track(q.hand, start, q.objective, q.options, q.deck);
            }
            return view_of(std::move(best), q.rules());
        },
        py::arg("start"));
    def_search<>(m, "best_start",
                 R"(best_track over all start numbers; the lowest of those that are as good.

That is the best on a free track that any card may start, too.

>>> dotcard.best_start(["7|3", "3|3", "5|3"]).start
5
)",
                 [](const Question& q) {
                     BestTrack best;
                     {
                         const WithoutGil release;
                         best = best_start(q.hand, q.objective, q.options, q.deck);
                     }
                     return view_of(std::move(best), q.rules());
                 });
    def_search<int, int>(
        m, "k_best",
        R"(The ``k`` best tracks of a hand, the best first; all if there are fewer.

Tracks differ if their cards or chosen numbers do, equal cards being one. Arguments are those of
best_track.

>>> [str(track) for track in dotcard.k_best(["7|1", "7|2"], 7, 3)]
['7|2', '7|1', '']
)",
        [](const Question& q, int start, int k) {
            TrackList list;
            {
                const WithoutGil release;
                list = k_best(q.hand, start, k, q.objective, q.options, q.deck);
            }
            TrackListView view{{}, list.exact, list.nodes};
            for (BestTrack& track : list.tracks) {
                view.tracks.push_back(view_of(std::move(track), q.rules()));
            }
            return view;
        },
        py::arg("start"), py::arg("k"));
    def_search<int>(
        m, "count_best",
        R"(How many tracks reach the best value, whatever the tie-break says of them.

Tracks differ as those of k_best do. Arguments are those of best_track.

>>> dotcard.count_best(["1|1", "B-10", "B-5"], 1)
<TrackCount 240, value 3>
)",
        [](const Question& q, int start) {
            const WithoutGil release;
            return count_best(q.hand, start, q.objective, q.options, q.deck);
        },
        py::arg("start"));
}

}  // namespace dotcore::bindings
