// Bindings of Dot Duel's decks: making, checking, looking. Questions to whole arrays are bound in
// bind_dotduel_questions.cpp.

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/design.hpp>

#include "bind_contract.hpp"
#include "bind_dotduel.hpp"

namespace dotcore::bindings {

using namespace dotduel;

namespace {

[[nodiscard]] constexpr std::size_t at(std::int64_t i) noexcept {
    return static_cast<std::size_t>(i);
}

// Arguments

// An int, or anything with __index__, of 32 bits.
[[nodiscard]] int as_label(py::handle value) {
    const auto index = py::reinterpret_steal<py::int_>(PyNumber_Index(value.ptr()));
    if (!index) throw py::error_already_set();
    const long long label = PyLong_AsLongLong(index.ptr());
    const bool is_huge = PyErr_Occurred() != nullptr;
    PyErr_Clear();
    if (is_huge || label < std::numeric_limits<int>::min() ||
        label > std::numeric_limits<int>::max()) {
        throw Error(shown(index) + " is outside -2**31 .. 2**31 - 1");
    }
    return static_cast<int>(label);
}

// The first `most` + 1 ints of an iterable: enough to see that there are too many.
[[nodiscard]] std::vector<int> as_labels(py::handle values, int most) {
    std::vector<int> labels;
    for (const py::handle value : py::iter(values)) {
        labels.push_back(as_label(value));
        if (labels.size() > at(most)) break;
    }
    return labels;
}

[[nodiscard]] std::vector<std::vector<int>> as_cards(py::handle values) {
    std::vector<std::vector<int>> cards;
    for (const py::handle card : py::iter(values)) {
        cards.push_back(as_labels(card, max_card_size));
        if (cards.size() > max_cards) break;
    }
    return cards;
}

[[nodiscard]] std::optional<Profile> as_profile(const py::object& value) {
    if (value.is_none()) return std::nullopt;
    Profile profile{};
    if (!py::isinstance<py::dict>(value)) {
        const std::vector<int> shares = as_labels(value, num_numbers);
        if (shares.size() != num_numbers) {
            throw RulesError("profile: a dict of numbers, or 11 numbers of symbols for 2 to 12");
        }
        std::copy(shares.begin(), shares.end(), profile.begin() + lowest_number);
        return profile;
    }
    const auto copy = py::reinterpret_steal<py::dict>(PyDict_Copy(value.ptr()));
    for (const auto& [key, share] : copy) {
        const int number = as_label(key);
        if (number < lowest_number || number > highest_number) {
            throw RulesError("profile: number " + std::to_string(number) + "; 2 to 12");
        }
        profile[at(number)] = as_label(share);
    }
    return profile;
}

using Shape = std::vector<py::ssize_t>;

// Views of a deck's tables: they live as long as the deck, and cannot be written to.
template <class T>
[[nodiscard]] py::array view_of(const py::object& deck, const T* data, const Shape& shape) {
    py::array view(py::dtype::of<T>(), shape, Shape{}, data, deck);
    py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return view;
}

[[nodiscard]] const Deck& deck_of(const py::object& self) { return self.cast<const Deck&>(); }

[[nodiscard]] py::array pair_symbol_view(const py::object& self) {
    const Deck& deck = deck_of(self);
    const DeckTables& tables = deck.tables();
    const Shape shape{deck.size(), deck.size()};
    if (tables.pair_symbols_16.empty()) return view_of(self, tables.pair_symbols_8.data(), shape);
    return view_of(self, tables.pair_symbols_16.data(), shape);
}

// Making

[[nodiscard]] Deck designed(const py::object& seed, int order, const py::object& profile,
                            const std::optional<int>& most_on_a_card, bool even_double_dots,
                            const std::optional<double>& double_dot_spread, int showing,
                            int tries) {
    const Wish wish{.order = order,
                    .profile = as_profile(profile),
                    .most_on_a_card = most_on_a_card,
                    .even_double_dots = even_double_dots,
                    .double_dot_spread = double_dot_spread,
                    .showing = showing,
                    .tries = tries};
    const std::uint64_t drawn_from = as_seed(seed);
    bool is_interrupted = false;
    const Design found = [&] {
        WithoutGil release;
        return design(wish, drawn_from, [&] { return is_interrupted = release.is_interrupted(); });
    }();
    if (is_interrupted) throw py::error_already_set();
    if (!found.is_met) {
        throw RulesError("the wish is not met after " + std::to_string(found.tries) + " tries; " +
                         found.shortfall(wish));
    }
    return found.deck;
}

[[nodiscard]] py::list rows_of(const Deck& deck) {
    py::list rows;
    for (int card = 0; card < deck.size(); ++card) {
        py::list row;
        for (const std::uint16_t symbol : deck.card(card)) row.append(int{symbol});
        rows.append(row);
    }
    return rows;
}

[[nodiscard]] py::dict parts_of(const Deck& deck) {
    py::dict parts;
    parts["cards"] = rows_of(deck);
    py::list numbers;
    for (const std::uint8_t number : deck.numbers()) numbers.append(int{number});
    parts["numbers"] = numbers;
    parts["partial"] = deck.is_partial();
    return parts;
}

// A deck that was kept: every message tells where in it something is wrong

// The items of a list; of more than `most` only enough to see that there are too many.
template <class Read>
void read_list(py::handle values, int most, const std::string& where, const char* items,
               Read read) {
    auto list = py::reinterpret_steal<py::iterator>(PyObject_GetIter(values.ptr()));
    if (!list) {
        const py::error_already_set wrong;
        if (!wrong.matches(PyExc_TypeError)) throw wrong;
        throw InvalidRecord(where + ": " + shown(values) + " is no list of " + items);
    }
    for (int i = 0; i <= most && list != py::iterator::sentinel(); ++i, ++list) read(i, *list);
}

[[nodiscard]] int read_label(py::handle value, const std::string& where, const char* what) {
    try {
        return as_label(value);
    } catch (const Error& wrong) {
        throw InvalidRecord(where + ": " + wrong.what());
    } catch (py::error_already_set& wrong) {
        if (!wrong.matches(PyExc_TypeError)) throw;
        throw InvalidRecord(where + ": " + shown(value) + " is no " + what);
    }
}

[[nodiscard]] std::vector<std::vector<int>> read_cards(py::handle values) {
    std::vector<std::vector<int>> cards;
    read_list(values, max_cards, "cards", "cards", [&](int i, py::handle symbols) {
        const std::string where = "card " + std::to_string(i);
        std::vector<int>& card = cards.emplace_back();
        read_list(symbols, max_card_size, where, "symbols", [&](int, py::handle symbol) {
            card.push_back(read_label(symbol, where, "symbol number"));
        });
    });
    return cards;
}

[[nodiscard]] std::vector<int> read_numbers(py::handle values) {
    std::vector<int> numbers;
    read_list(values, max_symbols, "numbers", "numbers", [&](int i, py::handle number) {
        numbers.push_back(read_label(number, "symbol " + std::to_string(i), "number"));
    });
    return numbers;
}

void check_keys(const py::dict& parts) {
    std::string wrong;
    for (const char* const key : {"cards", "numbers", "partial"}) {
        if (!parts.contains(key))
            wrong += (wrong.empty() ? "" : "; ") + std::string(key) + " is missing";
    }
    for (const auto& [key, value] : parts) {
        const std::string name = utf8_of(key);
        if (name == "cards" || name == "numbers" || name == "partial") continue;
        wrong += (wrong.empty() ? "" : "; ") + std::string("unknown key ") + shown(key);
        break;
    }
    if (!wrong.empty()) throw InvalidRecord(wrong);
}

[[nodiscard]] Deck deck_from(const py::dict& given) {
    const py::dict parts = own_dict(given);
    check_keys(parts);
    if (!py::isinstance<py::bool_>(parts["partial"])) {
        throw InvalidRecord("partial=" + shown(parts["partial"]) + "; true or false");
    }
    const std::vector<std::vector<int>> cards = read_cards(parts["cards"]);
    const std::vector<int> numbers = read_numbers(parts["numbers"]);
    try {
        return Deck::from_cards(cards, numbers, parts["partial"].cast<bool>());
    } catch (const Error& wrong) {
        throw InvalidRecord(wrong.what());
    }
}

[[nodiscard]] std::vector<Fault> faults_of(const py::object& cards, const py::object& numbers,
                                           bool partial) {
    const std::vector<std::vector<int>> read = as_cards(cards);
    if (numbers.is_none()) return faults(read, std::nullopt, partial);
    return faults(read, as_labels(numbers, max_symbols), partial);
}

[[nodiscard]] std::optional<int> if_named(int id) {
    return id < 0 ? std::nullopt : std::optional(id);
}

void bind_fault(py::module_& m) {
    py::class_<Fault> fault(m, "Fault", R"(Something that is wrong with a deck; ``str`` tells it.

``kind`` is one of "card_count", "card_size", "symbol_twice", "unknown_symbol", "shares_none",
"shares_several", "symbol_count", "frequency", "number", "too_large". `Deck.faults` finds them.
)");
    publish(fault, "dotcore.dotduel");
    fault.def_property_readonly("kind", [](const Fault& f) { return name_of(f.kind); })
        .def_property_readonly(
            "card", [](const Fault& f) { return if_named(f.card); },
            "The card; None if it is about no card.")
        .def_property_readonly(
            "other", [](const Fault& f) { return if_named(f.other); },
            "The second card of a pair; None if it is about no pair.")
        .def_property_readonly(
            "symbol",
            [](const Fault& f) { return f.has_symbol() ? std::optional(f.symbol) : std::nullopt; },
            "The symbol; None if it is about no symbol.")
        .def_property_readonly(
            "found", [](const Fault& f) { return f.found; },
            "How many there are; of the kind \"number\" the number.")
        .def_property_readonly(
            "expected", [](const Fault& f) { return f.expected; },
            "How many there should be; 0 where that says nothing.")
        .def(py::self == py::self)
        .def("__hash__", [](const Fault& f) { return py::hash(py::str(f.text())); })
        .def("__str__", &Fault::text)
        .def("__repr__", [](const Fault& f) {
            return "<dotduel.Fault " + std::string(name_of(f.kind)) + ": " + f.text() + ">";
        });
}

void bind_making(py::class_<Deck>& deck) {
    deck.def_static(
            "standard",
            [](const py::object& seed, const py::object& profile) {
                return Deck::standard(as_seed(seed), as_profile(profile));
            },
            py::arg("seed") = 0, py::arg("profile") = py::none(),
            R"(The rules' deck: 57 cards of 8 symbols, a plane of order 7.

Parameters
----------
seed : int
    Deals the numbers to the symbols. The cards do not depend on it.
profile : dict or sequence of 11 int, optional
    How many symbols stand for each number of 2 to 12. By default nine numbers have five and two
    numbers, drawn too, have six.

Raises
------
RulesError
    If the profile does not add up to the symbols.

>>> deck = dotduel.Deck.standard(seed=1)
>>> len(deck), deck.cards.shape, sorted(deck.profile.values())
(57, (57, 8), [5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6])
)")
        .def_static(
            "of_order",
            [](int order, const py::object& seed, const py::object& profile) {
                return Deck::of_order(order, as_seed(seed), as_profile(profile));
            },
            py::arg("order"), py::arg("seed") = 0, py::arg("profile") = py::none(),
            R"(A deck of order**2 + order + 1 cards with order + 1 symbols each.

``seed`` and ``profile`` are those of `standard`. RulesError unless the order is 2, 3, 4, 5, 7, 8, 9,
11, 13 or 16; games are played with orders up to 7.

>>> len(dotduel.Deck.of_order(4))
21
)")
        .def_static(
            "from_cards",
            [](const py::object& cards, const py::object& numbers, bool partial) {
                return Deck::from_cards(as_cards(cards), as_labels(numbers, max_symbols), partial);
            },
            py::arg("cards"), py::arg("numbers"), py::arg("partial") = false,
            R"(A deck of your own.

Parameters
----------
cards : sequence of sequences of int, or array
    The symbols of each card, from 0 on, in any order.
numbers : sequence of int
    The number of each symbol, 2 to 12.
partial : bool
    Whether cards may be missing from a full deck. Any two must share exactly one symbol all the same.

Raises
------
RulesError
    That tells the first faults; `faults` lists all.
)")
        .def_static("faults", &faults_of, py::arg("cards"), py::arg("numbers") = py::none(),
                    py::arg("partial") = false,
                    R"(All that is wrong with such cards; empty if they make a deck.

Without ``numbers`` symbols may be any ints, such as 1 to 57.

Returns
-------
list of Fault

>>> for fault in dotduel.Deck.faults([[1, 2], [1, 2], [2, 3]], partial=True):
...     print(fault)
cards 0 and 1 share 2 symbols
)")
        .def_static("design", &designed, py::arg("seed") = 0, py::kw_only(), py::arg("order") = 7,
                    py::arg("profile") = py::none(), py::arg("most_on_a_card") = py::none(),
                    py::arg("even_double_dots") = false, py::arg("double_dot_spread") = py::none(),
                    py::arg("showing") = 6, py::arg("tries") = 100'000,
                    R"(A deck made by wish: the numbers of symbols are exchanged until it is met.

Parameters
----------
seed : int
    The same seed and wish give the same deck.
order, profile
    As for `of_order`.
most_on_a_card : int, optional
    No card has more symbols of one number.
even_double_dots : bool
    A Double Dot among ``showing`` cards is equally likely for numbers with equally many symbols.
double_dot_spread : float, optional
    Its chances differ by no more than this between any two numbers that have symbols. One with six
    symbols is always ahead of one with five: of the rules' deck 0.05 takes some search.
showing : int
    2 to 12 cards.
tries : int
    After so many exchanges the search gives up.

Raises
------
RulesError
    If the wish is not met, telling how near the search came; or is none. Chances are searched by up
    to order 11.

>>> deck = dotduel.Deck.design(seed=1, most_on_a_card=2, even_double_dots=True)
>>> int(deck.counts.max())
2
)");
}

void bind_looking(py::class_<Deck>& deck) {
    deck.def("__len__", &Deck::size)
        .def_property_readonly("card_size", &Deck::card_size, "How many symbols a card has.")
        .def_property_readonly("num_symbols", &Deck::symbol_count)
        .def_property_readonly("is_partial", &Deck::is_partial, "Are there cards missing?")
        .def_property_readonly(
            "profile",
            [](const Deck& d) {
                const Profile profile = d.profile();
                py::dict shares;
                for (int number = lowest_number; number <= highest_number; ++number) {
                    shares[py::int_(number)] = profile[at(number)];
                }
                return shares;
            },
            "How many symbols stand for each number of 2 to 12.")
        .def_property_readonly(
            "cards",
            [](const py::object& self) {
                const Deck& d = deck_of(self);
                return view_of(self, d.cards().data(), {d.size(), d.card_size()});
            },
            "(cards, card_size) uint16, the rising symbols of each card; a read-only view.")
        .def_property_readonly(
            "numbers",
            [](const py::object& self) {
                const Deck& d = deck_of(self);
                return view_of(self, d.numbers().data(), {d.symbol_count()});
            },
            "(num_symbols,) uint8, the number of each symbol; a read-only view.")
        .def_property_readonly(
            "counts",
            [](const py::object& self) {
                const Deck& d = deck_of(self);
                return view_of(self, d.tables().counts.data(), {d.size(), highest_number + 1});
            },
            "(cards, 13) uint8, how many symbols of a number (the column) are on a card; a "
            "read-only view.")
        .def_property_readonly("pair_symbol", &pair_symbol_view,
                               "(cards, cards) uint8, the symbol that two cards share, 255 on the "
                               "diagonal; uint16 and "
                               "65535 for decks of more than 255 symbols. A read-only view.")
        .def_property_readonly(
            "pair_number",
            [](const py::object& self) {
                const Deck& d = deck_of(self);
                return view_of(self, d.tables().pair_numbers.data(), {d.size(), d.size()});
            },
            "(cards, cards) uint8, the number of that symbol, 0 on the diagonal; a read-only "
            "view.");
}

}  // namespace

void register_dotduel_decks(py::module_& m) {
    bind_fault(m);
    py::class_<Deck> deck(m, "Deck", R"(A deck of Dot Duel. Immutable, hashable, picklable.

Cards are numbered from 0, symbols too; any two cards share exactly one symbol. Make one with
`standard`, `of_order`, `from_cards` or `design`. ``==`` compares cards and numbers.

>>> deck = dotduel.Deck.standard(seed=1)
>>> deck.cards[0].tolist()
[0, 1, 3, 13, 32, 36, 43, 52]
>>> int(deck.pair_symbol[0, 1]), bool(deck.numbers[1] == deck.pair_number[0, 1])
(1, True)
)");
    publish(deck, "dotcore.dotduel");
    bind_making(deck);
    bind_looking(deck);
    bind_dotduel_questions(deck);
    deck.def(
            "to_bytes", [](const Deck& d) { return as_bytes(d.to_bytes()); },
            "The deck in a versioned little-endian form.")
        .def_static(
            "from_bytes", [](const py::bytes& bytes) { return Deck::from_bytes(span_of(bytes)); },
            py::arg("data"), "What to_bytes wrote. InvalidRecord for anything else.")
        .def("as_dict", &parts_of, "``cards``, ``numbers`` and ``partial``, ready for JSON.")
        .def_static(
            "from_dict", &deck_from, py::arg("parts"),
            "What as_dict gave. InvalidRecord, which tells where it is wrong, for anything else.")
        .def(py::self == py::self)
        .def("__hash__", [](const Deck& d) { return py::hash(py::int_(d.key())); })
        .def("__repr__", [](const Deck& d) {
            return "<dotduel.Deck of " + std::to_string(d.size()) + " cards, " +
                   std::to_string(d.card_size()) + " symbols each" +
                   (d.is_partial() ? ", partial>" : ">");
        });
    make_picklable_as_bytes(
        deck, "Deck", [](const Deck& d) { return d.to_bytes(); },
        [](std::span<const std::uint8_t> bytes) { return Deck::from_bytes(bytes); });
}

}  // namespace dotcore::bindings
