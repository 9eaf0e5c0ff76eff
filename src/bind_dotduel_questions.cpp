// Bindings of Dot Duel's decks: questions to whole arrays of cards, and exact chances.

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/statistics.hpp>

#include "bind_contract.hpp"
#include "bind_dotduel.hpp"

namespace dotcore::bindings {

using namespace dotduel;

namespace {

[[nodiscard]] constexpr std::size_t at(std::int64_t i) noexcept {
    return static_cast<std::size_t>(i);
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

}  // namespace

void bind_dotduel_questions(py::class_<Deck>& deck) {
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

}  // namespace dotcore::bindings
