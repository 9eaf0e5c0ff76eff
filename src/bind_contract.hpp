// What the contract of all games looks like in Python: lists of actions, masks, bytes.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <dotcore/core/state.hpp>

#include "bindings.hpp"

namespace dotcore::bindings {

// An array of the actions; or their number, when they were written into `out`.
template <ActionList Actions>
[[nodiscard]] py::object actions_array(const Actions& actions, std::optional<py::array>& out) {
    if (out) {
        const auto ids = out_elements<std::int32_t>(*out, actions.size());
        std::copy(actions.begin(), actions.end(), ids.begin());
        return py::int_(actions.size());
    }
    return py::array_t<std::int32_t>(static_cast<py::ssize_t>(actions.size()), actions.begin());
}

// (num_actions,) bool, true for each of the actions; `out` itself, if given.
template <ActionList Actions>
[[nodiscard]] py::object actions_mask(const Actions& actions, int num_actions,
                                      std::optional<py::array>& out) {
    const auto size = static_cast<std::size_t>(num_actions);
    py::array array = out ? *out : py::array(py::array_t<bool>(static_cast<py::ssize_t>(size)));
    const std::span<bool> mask = out_elements<bool>(array, size);
    std::fill_n(mask.begin(), size, false);
    for (const Action action : actions) mask[static_cast<std::size_t>(action)] = true;
    return array;
}

// (ids int32, probabilities float64) of what chance may do.
template <class Outcome>
[[nodiscard]] py::tuple outcome_arrays(const std::vector<Outcome>& outcomes) {
    const auto size = static_cast<py::ssize_t>(outcomes.size());
    py::array_t<std::int32_t> ids(size);
    py::array_t<double> probabilities(size);
    for (py::ssize_t i = 0; i < size; ++i) {
        const auto& [action, probability] = outcomes[static_cast<std::size_t>(i)];
        ids.mutable_at(i) = action;
        probabilities.mutable_at(i) = probability;
    }
    return py::make_tuple(ids, probabilities);
}

[[nodiscard]] inline py::bytes as_bytes(const std::vector<std::uint8_t>& bytes) {
    return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}
// As long as the object lives.
[[nodiscard]] inline std::span<const std::uint8_t> span_of(const py::bytes& bytes) {
    const std::string_view view = bytes;
    return {reinterpret_cast<const std::uint8_t*>(view.data()), view.size()};
}

// Pickling as one bytes object; `name` is the class's.
template <class State, class ToBytes, class FromBytes>
void make_picklable_as_bytes(py::class_<State>& cls, const char* name, ToBytes to_bytes,
                             FromBytes from_bytes) {
    make_picklable(
        cls, [to_bytes](const State& state) { return py::make_tuple(as_bytes(to_bytes(state))); },
        [name, from_bytes](const py::tuple& state) {
            if (state.size() != 1 || !py::isinstance<py::bytes>(state[0])) {
                throw InvalidRecord(std::string("the state of a ") + name + " is one bytes object");
            }
            return from_bytes(span_of(py::reinterpret_borrow<py::bytes>(state[0])));
        });
}

}  // namespace dotcore::bindings
