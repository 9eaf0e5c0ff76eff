// Bindings of Dot Duel's decks: making, checking, looking, questions to whole arrays.

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
#include <dotcore/dotduel/statistics.hpp>

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

[[nodiscard]] py::object numpy(const char* name) { return py::module_::import("numpy").attr(name); }

// An array of ints of any kind. Unlike NumPy's own casts this takes no floats and bools.
[[nodiscard]] py::array as_int_array(const py::object& value, const char* name) {
    const py::array array = numpy("asarray")(value);
    const char kind = array.dtype().kind();
    if (kind == 'i' || kind == 'u') return array;
    if (array.size() == 0 && !py::isinstance<py::array>(value)) {
        return array.attr("astype")("int64");  // of an empty list NumPy makes floats
    }
    throw py::type_error(std::string(name) + " must hold ints, not " +
                         std::string(py::str(array.dtype())));
}

template <class Int>
using IntArray = py::array_t<Int, py::array::c_style>;
using Ints = IntArray<std::int64_t>;

template <class Int>
[[nodiscard]] bool holds(const py::array& array) {
    return array.dtype().equal(py::dtype::of<Int>()) &&
           (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
}

// Huge unsigned numbers do not turn negative on the way.
[[nodiscard]] Ints as_int64(const py::array& array) {
    if (holds<std::int64_t>(array)) return Ints(array);
    const py::int_ most(std::numeric_limits<std::int64_t>::max());
    const bool is_huge = array.dtype().kind() == 'u' && array.itemsize() == 8;
    const py::array limited = is_huge ? py::array(numpy("minimum")(array, most)) : array;
    return Ints(py::array(limited.attr("astype")("int64")));
}

using Shape = std::vector<py::ssize_t>;
[[nodiscard]] Shape shape_of(const py::array& array) {
    return {array.shape(), array.shape() + array.ndim()};
}

[[nodiscard]] py::array spread_to(const py::array& array, const Shape& shape) {
    if (shape_of(array) == shape) return array;
    return numpy("broadcast_to")(array, py::tuple(py::cast(shape)));
}

// Would broadcast_to do it?
[[nodiscard]] bool can_spread(const Shape& from, const Shape& to) {
    return from.size() <= to.size() &&
           std::equal(from.rbegin(), from.rend(), to.rbegin(),
                      [](py::ssize_t a, py::ssize_t b) { return a == b || a == 1; });
}

[[nodiscard]] std::string text_of(const Shape& shape) {
    return py::str(py::tuple(py::cast(shape)));
}

[[nodiscard]] Shape common_shape(const py::array& a, const py::array& b) {
    if (shape_of(a) == shape_of(b)) return shape_of(a);
    return numpy("broadcast_shapes")(py::tuple(py::cast(shape_of(a))),
                                     py::tuple(py::cast(shape_of(b))))
        .cast<Shape>();
}

template <class Int>
void check_within(const IntArray<Int>& values, int least, int most, const char* what) {
    const Int* const begin = values.data();
    const Int* const end = begin + values.size();
    // The highest bit of either difference tells; without a branch many are looked at at once.
    using Word = std::conditional_t<sizeof(Int) == 8, std::uint64_t, std::uint32_t>;
    Word differences = 0;
    for (const Int* v = begin; v != end; ++v) {
        differences |= (static_cast<Word>(*v) - static_cast<Word>(least)) |
                       (static_cast<Word>(most) - static_cast<Word>(*v));
    }
    if (differences >> (8 * sizeof(Word) - 1) == 0) return;
    const auto wrong = std::find_if(begin, end, [=](Int v) { return v < least || v > most; });
    throw Error(std::string(what) + " " + std::to_string(wrong == end ? Int{0} : *wrong) + "; " +
                std::to_string(least) + " to " + std::to_string(most));
}

// `out`, if it is given and fits, or a new array. A shape is asked for, not only room.
template <class T>
[[nodiscard]] py::array result_array(const std::optional<py::array>& out, const Shape& shape) {
    if (!out) return py::array_t<T>(shape);
    check_out(*out, py::dtype::of<T>(), 0);
    if (shape_of(*out) != shape) {
        throw py::value_error("out must have the shape " + text_of(shape) + ", not " +
                              text_of(shape_of(*out)));
    }
    return *out;
}

// What is read while `out` is written must not lie in the same memory.
[[nodiscard]] py::array apart_from(const py::array& array, const std::optional<py::array>& out) {
    if (!out || !numpy("may_share_memory")(array, *out).cast<bool>()) return array;
    return array.attr("copy")();
}

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

// Questions to arrays

template <class T, class Int>
void look_up_each(const std::vector<T>& table, int cards, const IntArray<Int>& rows,
                  const IntArray<Int>& columns, py::array& result) {
    check_within(rows, 0, cards - 1, "card");
    check_within(columns, 0, cards - 1, "card");
    const auto n = static_cast<std::uint64_t>(cards);
    const Int* const row = rows.data();
    const Int* const column = columns.data();
    T* const to = static_cast<T*>(result.mutable_data());
    for (py::ssize_t i = 0; i < result.size(); ++i) {
        // Other threads may have written to what was checked: then the answer is nonsense, and no
        // more than that.
        const auto place =
            static_cast<std::uint64_t>(row[i]) * n + static_cast<std::uint64_t>(column[i]);
        to[i] = table[std::min<std::uint64_t>(place, table.size() - 1)];
    }
}

// table[a][b] of each pair of cards
template <class T>
[[nodiscard]] py::array look_up(const Deck& deck, const std::vector<T>& table, const py::object& a,
                                const py::object& b, const std::optional<py::array>& out) {
    const py::array given_a = as_int_array(a, "a");
    const py::array given_b = as_int_array(b, "b");
    const Shape shape = common_shape(given_a, given_b);
    py::array result = result_array<T>(out, shape);
    const py::array rows = apart_from(spread_to(given_a, shape), out);
    const py::array columns = apart_from(spread_to(given_b, shape), out);
    // As they are, for the kinds that cards come in most; else all as int64.
    const auto done_as = [&]<class Int>(Int) {
        if (!holds<Int>(rows) || !holds<Int>(columns)) return false;
        look_up_each<T, Int>(table, deck.size(), rows, columns, result);
        return true;
    };
    if (!done_as(std::int64_t{}) && !done_as(std::int32_t{}) && !done_as(std::uint8_t{}) &&
        !done_as(std::uint16_t{})) {
        look_up_each<T, std::int64_t>(table, deck.size(), as_int64(rows), as_int64(columns),
                                      result);
    }
    return result;
}

[[nodiscard]] py::array pair_symbols(const Deck& deck, const py::object& a, const py::object& b,
                                     const std::optional<py::array>& out) {
    const DeckTables& tables = deck.tables();
    if (tables.pair_symbols_16.empty()) return look_up(deck, tables.pair_symbols_8, a, b, out);
    return look_up(deck, tables.pair_symbols_16, a, b, out);
}

[[nodiscard]] py::array pair_numbers(const Deck& deck, const py::object& a, const py::object& b,
                                     const std::optional<py::array>& out) {
    return look_up(deck, deck.tables().pair_numbers, a, b, out);
}

// Shows of cards, -1 for an empty slot, and the number rolled for each of them: copies, so that
// what is checked is what is used.
struct Shows {
    Shape shape;  // without the slots
    py::ssize_t slots = 0;
    std::vector<std::int16_t> cards;
    std::vector<std::uint8_t> numbers;

    Shows(const Deck& deck, const py::object& show, const py::object& number) {
        const Ints given = as_int64(as_int_array(show, "show"));
        const Ints rolled = as_int64(as_int_array(number, "number"));
        if (given.ndim() == 0) throw py::value_error("show must be an array of cards, not one");
        slots = given.shape(given.ndim() - 1);
        shape = shape_of(given);
        shape.pop_back();
        if (slots > max_cards) {
            throw py::value_error("a show of " + std::to_string(slots) + " slots; at most " +
                                  std::to_string(max_cards));
        }
        if (!can_spread(shape_of(rolled), shape)) {
            throw py::value_error("number of the shape " + text_of(shape_of(rolled)) +
                                  " for shows of the shape " + text_of(shape));
        }
        const Ints spread(spread_to(rolled, shape));
        cards.assign(given.data(), given.data() + given.size());
        check_within(given, -1, deck.size() - 1, "card");
        check_within(spread, lowest_number, highest_number, "number");
        numbers.assign(spread.data(), spread.data() + spread.size());
        for (std::int16_t& card : cards) {
            if (card >= deck.size()) card = -1;
        }
        for (std::uint8_t& rolled_number : numbers) {
            if (rolled_number > highest_number) rolled_number = 0;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return numbers.size(); }
    [[nodiscard]] std::span<const std::int16_t> operator[](std::size_t i) const noexcept {
        return std::span(cards).subspan(i * at(slots), at(slots));
    }
    [[nodiscard]] Shape with(std::initializer_list<py::ssize_t> more) const {
        Shape result = shape;
        result.insert(result.end(), more);
        return result;
    }
};

class Table {
public:
    explicit Table(const Deck& deck) : tables_(deck.tables()), size_(at(deck.size())) {}

    [[nodiscard]] std::uint8_t count(int card, std::uint8_t number) const noexcept {
        constexpr std::size_t columns = highest_number + 1;
        return card < 0 ? std::uint8_t{0} : tables_.counts[at(card) * columns + number];
    }
    [[nodiscard]] bool is_double_dot(int a, int b, std::uint8_t number) const noexcept {
        return a >= 0 && b >= 0 && tables_.pair_numbers[at(a) * size_ + at(b)] == number;
    }

private:
    const DeckTables& tables_;
    std::size_t size_;
};

[[nodiscard]] py::array claims(const Deck& deck, const py::object& show, const py::object& number,
                               const std::optional<py::array>& out) {
    const Shows shows(deck, show, number);
    const Table table(deck);
    py::array result = result_array<std::uint8_t>(out, shows.with({shows.slots}));
    auto* to = static_cast<std::uint8_t*>(result.mutable_data());
    for (std::size_t i = 0; i < shows.size(); ++i) {
        for (const int card : shows[i]) *to++ = table.count(card, shows.numbers[i]);
    }
    return result;
}

[[nodiscard]] py::array double_dots(const Deck& deck, const py::object& show,
                                    const py::object& number, const std::optional<py::array>& out) {
    const Shows shows(deck, show, number);
    const Table table(deck);
    py::array result = result_array<bool>(out, shows.with({shows.slots, shows.slots}));
    auto* to = static_cast<bool*>(result.mutable_data());
    for (std::size_t i = 0; i < shows.size(); ++i) {
        const auto cards = shows[i];
        for (std::size_t a = 0; a < cards.size(); ++a) {
            for (std::size_t b = 0; b < cards.size(); ++b) {
                *to++ = a < b && table.is_double_dot(cards[a], cards[b], shows.numbers[i]);
            }
        }
    }
    return result;
}

// One answer for each show
template <class Answer>
[[nodiscard]] py::array of_each(const Deck& deck, const py::object& show, const py::object& number,
                                const std::optional<py::array>& out, Answer answer) {
    const Shows shows(deck, show, number);
    const Table table(deck);
    py::array result = result_array<bool>(out, shows.shape);
    auto* const to = static_cast<bool*>(result.mutable_data());
    for (std::size_t i = 0; i < shows.size(); ++i) {
        to[i] = answer(table, shows[i], shows.numbers[i]);
    }
    return result;
}

[[nodiscard]] py::array nothing_matches(const Deck& deck, const py::object& show,
                                        const py::object& number,
                                        const std::optional<py::array>& out) {
    return of_each(
        deck, show, number, out,
        [](const Table& table, std::span<const std::int16_t> cards, std::uint8_t rolled) {
            return std::none_of(cards.begin(), cards.end(),
                                [&](int card) { return table.count(card, rolled) > 0; });
        });
}

[[nodiscard]] py::array has_double_dot(const Deck& deck, const py::object& show,
                                       const py::object& number,
                                       const std::optional<py::array>& out) {
    return of_each(
        deck, show, number, out,
        [](const Table& table, std::span<const std::int16_t> cards, std::uint8_t rolled) {
            for (std::size_t b = 0; b < cards.size(); ++b) {
                for (std::size_t a = 0; a < b; ++a) {
                    if (table.is_double_dot(cards[a], cards[b], rolled)) return true;
                }
            }
            return false;
        });
}

[[nodiscard]] py::array_t<double> as_array(const std::vector<ChanceByNumber>& rows) {
    py::array_t<double> array(
        {static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(highest_number + 1)});
    double* to = array.mutable_data();
    for (const ChanceByNumber& row : rows) to = std::copy(row.begin(), row.end(), to);
    return array;
}

[[nodiscard]] py::dict statistics_of(const Deck& deck, int cards) {
    const Statistics found = [&] {
        const WithoutGil release;
        return statistics(deck, cards);
    }();
    const auto line = [](const std::vector<double>& values) {
        return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
    };
    py::dict chances;
    chances["no_match"] = line(found.no_match_of_roll);
    chances["double_dot"] = line(found.double_dot_of_roll);
    chances["no_match_by_number"] = as_array(found.no_match);
    chances["double_dot_by_number"] = as_array(found.double_dot);
    return chances;
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

[[nodiscard]] Deck deck_from(const py::dict& given) {
    const py::dict parts = own_dict(given);
    const bool has_all = parts.size() == 3 && parts.contains("cards") &&
                         parts.contains("numbers") && parts.contains("partial") &&
                         py::isinstance<py::bool_>(parts["partial"]);
    if (!has_all)
        throw InvalidRecord("a deck has 'cards', 'numbers', and 'partial', true or false");
    try {
        return Deck::from_cards(as_cards(parts["cards"]), as_labels(parts["numbers"], max_symbols),
                                parts["partial"].cast<bool>());
    } catch (const Error& wrong) {
        throw InvalidRecord(wrong.what());
    } catch (py::error_already_set& wrong) {
        if (!wrong.matches(PyExc_TypeError)) throw;
        throw InvalidRecord("a deck's cards are lists of ints, its numbers a list of ints");
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

void bind_questions(py::class_<Deck>& deck) {
    const auto out = [] { return py::arg("out").noconvert() = py::none(); };
    deck.def("pair_symbols", &pair_symbols, py::arg("a"), py::arg("b"), out(),
             R"(The symbol that each two cards share.

``a`` and ``b`` are arrays of ints, or ints, that broadcast together. The result has the dtype of
``pair_symbol``; it is ``out`` itself, if given, which must have the shape and dtype of the result,
be C-contiguous and writable. Error, with nothing written, for cards that are not in the deck.

>>> deck = dotduel.Deck.standard()
>>> deck.pair_symbols([0, 0], [1, 2]).tolist()
[1, 3]
)")
        .def("pair_numbers", &pair_numbers, py::arg("a"), py::arg("b"), out(),
             "The number of the symbol that each two cards share, uint8, 0 for a card and itself; "
             "arguments as of pair_symbols.")
        .def("claims", &claims, py::arg("show"), py::arg("number"), out(),
             R"(The correct claims: how many symbols of the number rolled each showing card has.

Parameters
----------
show : (..., slots) int
    Cards, -1 for an empty slot.
number : int or (...) int
    2 to 12; for each show, or one for all.
out : optional
    What to write the result into, of its shape and dtype.

Returns
-------
(..., slots) uint8
    0 where nothing can be claimed.

Raises
------
Error
    For a card or a number that is none; nothing is written then.

>>> deck = dotduel.Deck.standard(seed=1)
>>> deck.claims([0, 1, 2, 3, 4, -1], 5).shape
(6,)
)")
        .def("double_dots", &double_dots, py::arg("show"), py::arg("number"), out(),
             "(..., slots, slots) bool, true where the cards of two slots make a Double Dot, the "
             "lower slot first; arguments as of claims.")
        .def("has_double_dot", &has_double_dot, py::arg("show"), py::arg("number"), out(),
             "(...) bool, is there a Double Dot in a show? Arguments as of claims.")
        .def("nothing_matches", &nothing_matches, py::arg("show"), py::arg("number"), out(),
             "(...) bool, has no card that shows a symbol of the number? Arguments as of claims.")
        .def("statistics", &statistics_of, py::arg("cards") = 12,
             R"(The exact chances that nothing matches, and that there is a Double Dot.

Of so many cards drawn from the deck, and two dice. Sets of cards are counted, not sampled.

Parameters
----------
cards : int
    Chances are told for 0 to this many.

Returns
-------
dict
    ``no_match`` and ``double_dot`` (cards + 1,) float64, over the roll; ``no_match_by_number`` and
    ``double_dot_by_number`` (cards + 1, 13) float64, when the number (the column) is rolled.

Raises
------
RulesError
    If there are not so many cards, or a number has too many symbols for all sets to be counted.

>>> deck = dotduel.Deck.standard(seed=1)
>>> deck.statistics()["double_dot"][[1, 2, 6]].round(2).tolist()
[0.0, 0.09, 0.68]
)");
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
    bind_questions(deck);
    deck.def(
            "to_bytes", [](const Deck& d) { return as_bytes(d.to_bytes()); },
            "The deck in a versioned little-endian form.")
        .def_static(
            "from_bytes", [](const py::bytes& bytes) { return Deck::from_bytes(span_of(bytes)); },
            py::arg("data"), "What to_bytes wrote. InvalidRecord for anything else.")
        .def("as_dict", &parts_of, "``cards``, ``numbers`` and ``partial``, ready for JSON.")
        .def_static("from_dict", &deck_from, py::arg("parts"),
                    "What as_dict gave. InvalidRecord for anything else.")
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
