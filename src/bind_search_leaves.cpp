// Binding of Leaves, the door for evaluators written in Python, and of the planes they read.

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <dotcore/dots/features.hpp>
#include <dotcore/dots/leaves.hpp>

#include "bind_search_mcts.hpp"

namespace dotcore::bindings {

using dots::LeafBatch;
using dots::Symmetry;

namespace {

// The buffers between search and evaluator, and the arrays that show them. The arrays do not own
// what they show: NumPy then refuses to resize it, and it lives as long as any view of it.
class Buffers {
public:
    Buffers(dots::Size size, int num_actions, py::ssize_t rows) {
        obs = make<float>({rows, dots::feature_planes, size.height, size.width});
        mask = make<bool>({rows, num_actions});
        logits = make<float>({rows, num_actions});
        values = make<float>({rows});
        raw = {static_cast<float*>(obs.mutable_data()), static_cast<bool*>(mask.mutable_data()),
               static_cast<float*>(logits.mutable_data()),
               static_cast<float*>(values.mutable_data())};
    }

    py::array obs, mask, logits, values;
    dots::EvaluatorBuffers raw;

private:
    template <class T>
    [[nodiscard]] static py::array make(std::vector<py::ssize_t> shape) {
        std::size_t count = 1;
        for (const py::ssize_t side : shape) count *= static_cast<std::size_t>(side);
        std::unique_ptr<T[]> memory(new T[count]());
        const py::capsule owner(memory.get(), [](void* p) { delete[] static_cast<T*>(p); });
        return py::array_t<T>(std::move(shape), memory.release(), owner);
    }
};

class Leaves {
public:
    Leaves(std::vector<py::object> trees, py::ssize_t batch, std::uint64_t enough,
           bool random_symmetries, std::uint64_t seed)
        : objects_(std::move(trees)),
          trees_(trees_of(objects_)),
          enough_(enough),
          batch_(first().size(), first().num_actions(), static_cast<std::size_t>(batch),
                 random_symmetries, seed),
          buffers_(first().size(), first().num_actions(), batch) {
        for (SearchTree* tree : trees_) inner_.push_back(&tree->tree());
    }
    Leaves(const Leaves&) = delete;
    Leaves& operator=(const Leaves&) = delete;
    ~Leaves() { take_back(); }

    std::size_t gather() {
        const Use use(*this);
        if (batch_.size() > 0) throw Error("leaves are out; apply() or cancel() first");
        claim_all();
        try {
            const WithoutGil release;
            batch_.gather(inner_, enough_, buffers_.raw);
        } catch (...) {
            batch_.cancel();
            release_all();
            throw;
        }
        if (batch_.size() == 0) release_all();
        return batch_.size();
    }
    void apply() {
        const Use use(*this);
        if (batch_.size() == 0) throw Error("no leaves are out; gather() first");
        LeafBatch::Answer answer;
        {
            const WithoutGil release;
            answer = batch_.apply(buffers_.raw);
        }
        if (answer.fault != LeafBatch::Fault::none) complain(answer);
        for (SearchTree* tree : trees_) tree->forget_margins();
        release_all();
    }
    void cancel() {
        const Use use(*this);
        take_back();
    }
    [[nodiscard]] py::tuple trees() const { return py::cast(objects_); }
    [[nodiscard]] const Buffers& buffers() const noexcept { return buffers_; }
    [[nodiscard]] std::size_t batch() const noexcept { return batch_.capacity(); }
    [[nodiscard]] std::size_t size() const noexcept { return batch_.size(); }

private:
    // One call at a time. Taken and given back with the GIL held.
    class Use {
    public:
        explicit Use(Leaves& leaves) : leaves_(leaves) {
            if (leaves.in_use_) throw Error("the leaves are being used by another thread");
            leaves.in_use_ = true;
        }
        ~Use() { leaves_.in_use_ = false; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Leaves& leaves_;
    };

    [[nodiscard]] static std::vector<SearchTree*> trees_of(const std::vector<py::object>& objects) {
        if (objects.empty()) throw Error("trees is empty; at least one Tree");
        std::vector<SearchTree*> trees;
        for (const py::object& object : objects) {
            if (!py::isinstance<SearchTree>(object)) {
                throw py::type_error("trees must be Trees, not " + shown(object));
            }
            trees.push_back(object.cast<SearchTree*>());
            const SearchTree& one = *trees.front();
            const SearchTree& other = *trees.back();
            if (one.size() != other.size() || one.num_actions() != other.num_actions()) {
                throw Error("trees must share one board size and number of actions");
            }
        }
        std::vector<SearchTree*> sorted = trees;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
            throw Error("trees holds a tree twice");
        }
        return trees;
    }
    [[nodiscard]] const SearchTree& first() const noexcept { return *trees_.front(); }

    void claim_all() {
        std::size_t claimed = 0;
        try {
            for (; claimed < trees_.size(); ++claimed) {
                trees_[claimed]->claim("waiting for answers about its leaves");
            }
        } catch (...) {
            while (claimed-- > 0) trees_[claimed]->release();
            throw;
        }
    }
    void release_all() noexcept {
        for (SearchTree* tree : trees_) tree->release();
    }
    void take_back() noexcept {
        if (batch_.size() == 0) return;
        batch_.cancel();
        release_all();
    }

    [[noreturn]] static void complain(const LeafBatch::Answer& answer) {
        using Fault = LeafBatch::Fault;
        const std::string row = "row " + std::to_string(answer.row) + ": ";
        if (answer.fault == Fault::logit) {
            throw Error(row + "the logit of legal action " + std::to_string(answer.action) +
                        " is not finite, or was never written");
        }
        if (answer.fault == Fault::value) {
            throw Error(row + "the value is nan, or was never written");
        }
        throw Error(row + "the value is outside -1..1");
    }

    std::vector<py::object> objects_;  // keep the trees alive
    std::vector<SearchTree*> trees_;
    std::vector<dots::Tree*> inner_;
    std::uint64_t enough_;
    LeafBatch batch_;
    Buffers buffers_;
    bool in_use_ = false;
};

[[nodiscard]] std::unique_ptr<Leaves> make_leaves(const py::iterable& trees, py::ssize_t batch,
                                                  const std::optional<std::int64_t>& simulations,
                                                  const std::string& symmetry,
                                                  const py::object& seed) {
    if (batch < 1 || batch > 16'384) throw Error("batch=" + std::to_string(batch) + "; 1 to 16384");
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    if (simulations && (*simulations < 1 || *simulations > most)) {
        throw Error("simulations=" + std::to_string(*simulations) + "; 1 to " +
                    std::to_string(most));
    }
    if (symmetry != "none" && symmetry != "random") {
        throw Error("symmetry=" + shown(py::str(symmetry)) + "; one of 'none', 'random'");
    }
    std::vector<py::object> objects;
    for (const py::handle tree : trees) objects.push_back(py::reinterpret_borrow<py::object>(tree));
    return std::make_unique<Leaves>(std::move(objects), batch,
                                    static_cast<std::uint64_t>(simulations.value_or(most)),
                                    symmetry == "random", as_seed(seed));
}

[[nodiscard]] Symmetry as_symmetry(int symmetry) {
    if (symmetry < 0 || symmetry > 7) {
        throw Error("symmetry=" + std::to_string(symmetry) + "; 0 to 7");
    }
    return static_cast<Symmetry>(symmetry);
}

[[nodiscard]] py::object features(const dots::Board& board, const OptionalPlayer& player,
                                  int symmetry, std::optional<py::array>& out) {
    const Symmetry s = as_symmetry(symmetry);
    const dots::Size size = transformed(board.size(), s);
    const auto least = static_cast<std::size_t>(dots::feature_planes * size.points());
    py::array array =
        out ? *out : py::array(py::array_t<float>({dots::feature_planes, size.height, size.width}));
    const std::span<float> planes = out_elements<float>(array, least);
    dots::write_features(board.position(), as_player(board, player), s, planes.first(least));
    return array;
}

[[nodiscard]] py::array_t<std::int32_t> symmetric_actions(const dots::Board& board, int symmetry) {
    const Symmetry s = as_symmetry(symmetry);
    py::array_t<std::int32_t> array(board.position().num_actions());
    std::int32_t* out = array.mutable_data();
    for (Action a = 0; a < board.position().num_actions(); ++a) {
        *out++ = transformed(a, board.size(), s);
    }
    return array;
}

void bind_features(py::module_& m) {
    py::tuple names(dots::feature_planes);
    for (std::size_t i = 0; i < dots::feature_names.size(); ++i) {
        names[i] = py::str(dots::feature_names[i]);
    }
    m.attr("feature_planes") = names;
    m.def("features", &features, py::arg("board"), py::arg("player") = py::none(),
          py::arg("symmetry") = 0, py::arg("out").noconvert() = py::none(),
          R"(The board as planes for a network, as one player ("own") sees it, in any symmetry.

``feature_planes`` names them in order:

0 own_dots, 1 enemy_dots
    Live dots.
2 own_regions, 3 enemy_regions
    Captured regions.
4 scored_dots
    Dots inside regions that score for their owner.
5 playable
    Points where a dot may still be placed.
6 own_turn
    Ones where the player is to move.
7 lead
    The lead in points, komi in it, over the number of points of the board.
8 own_pools, 9 enemy_pools
    Playable points in empty pools.
10 own_grounded, 11 enemy_grounded
    Live dots that grounding would keep: joined to the edge, side to side, through own dots and own
    captured regions.
12 own_captures, 13 enemy_captures
    Points where one dot captures others, whoever is to move; none under ``capture="manual"``.
14 enemy_stopped
    Ones where the other player has stopped.
15 own_closing
    Ones where the player may only close chains or end the turn (``capture="manual"``).
16 ones
    Ones: where the board is, for padding convolutions.

0 to 7 are those of ``Board.observe``.

Parameters
----------
board : dots.Board
player : int, optional
    Who is "own"; whoever is to move if not given.
symmetry : int
    0 to 7, a `dots.Symmetry`: the planes of the board transformed by it.
out : array, optional
    Where to write: float32, C-contiguous, writable, of that many elements at least.

Returns
-------
(17, height, width) float32
    Or ``out`` itself. Symmetries that turn the sides give planes of (width, height).

>>> board = dots.Board(5, 4)
>>> search.features(board, symmetry=dots.Symmetry.ROTATE_90).shape
(17, 5, 4)
>>> search.features(board)[search.feature_planes.index("ones")].sum()
np.float32(20.0)
)");
    m.def("symmetric_actions", &symmetric_actions, py::arg("board"), py::arg("symmetry"),
          R"(What each action becomes when the board is transformed: (num_actions,) int32.

The actions that come out are those of the transformed board. To turn a policy with the planes of
``features(board, symmetry=s)``: ``turned[search.symmetric_actions(board, s)] = policy``; to turn one
back: ``policy = turned[search.symmetric_actions(board, s)]``.

>>> search.symmetric_actions(dots.Board(3, 2), dots.Symmetry.FLIP_X).tolist()
[2, 1, 0, 5, 4, 3, 6]
)");
}

}  // namespace

void register_search_leaves(py::module_& m) {
    bind_features(m);
    py::class_<Leaves> leaves(m, "Leaves",
                              R"(Positions of several trees that wait for an evaluator, in batches.

The pull form of evaluation, for whoever wants to own the loop::

    while n := leaves.gather():
        network(leaves.obs[:n], leaves.mask[:n])  # writes logits[:n] and values[:n]
        leaves.apply()

The buffers are made once and used for every batch. While leaves are out - between ``gather`` and
``apply`` or ``cancel`` - their trees answer an Error to all other use.

Parameters
----------
trees : iterable of Tree
    On boards of one size, with one number of actions. They take turns. A tree that is proven or
    ended, or holds as many simulations as wanted, gives no leaves.
batch : int
    How many leaves at most are gathered at once; 1 to 16384.
simulations : int, optional
    How many simulations each tree is to hold in the end, those there are already among them.
symmetry : {"none", "random"}
    Whether each row shows its position as it is or in a random symmetry that keeps the board's
    shape. Logits are read in the same symmetry; nothing else is to be done about it.
seed : int
    Of the random symmetries.

Raises
------
Error
    If a number is out of range, the trees do not fit together, or one is given twice.

>>> trees = [search.Tree(dots.Board(5, 5), seed=i) for i in range(3)]
>>> leaves = search.Leaves(trees, batch=8, simulations=20)
>>> while n := leaves.gather():
...     leaves.logits[:n] = 0.0
...     leaves.values[:n] = 0.0
...     leaves.apply()
>>> [tree.simulations for tree in trees]
[20, 20, 20]
)");
    publish(leaves, "dotcore.search");
    leaves
        .def(py::init(&make_leaves), py::arg("trees"), py::arg("batch") = 256,
             py::arg("simulations") = py::none(), py::arg("symmetry") = "none", py::arg("seed") = 0)
        .def("gather", &Leaves::gather,
             R"(Collect leaves and write a row for each into the buffers. Returns how many rows.

None are left to collect, and nothing is out, where that is 0. Logits and values of the rows are nan
until they are written.

Raises
------
Error
    If leaves are out already, or a tree is in use elsewhere.
)")
        .def("apply", &Leaves::apply,
             R"(Put the answers for all rows gathered into the trees.

Raises
------
Error
    If no leaves are out; if the logit of a legal action is not finite, or a value is outside -1..1,
    nan or never written. Nothing is put into any tree then: the leaves stay out, for better answers
    or for ``cancel``.
)")
        .def(
            "cancel", &Leaves::cancel,
            "Take the leaves back, as if they had never been gathered. Nothing happens if none are "
            "out.")
        .def("__len__", &Leaves::size, "How many leaves are out.")
        .def_property_readonly("trees", &Leaves::trees)
        .def_property_readonly("batch", &Leaves::batch)
        .def_property_readonly(
            "obs", [](const Leaves& l) { return l.buffers().obs; },
            "(batch, planes, height, width) float32: the `features` of each leaf, as its player to "
            "move sees them.")
        .def_property_readonly(
            "mask", [](const Leaves& l) { return l.buffers().mask; },
            "(batch, num_actions) bool: the legal actions.")
        .def_property_readonly(
            "logits", [](const Leaves& l) { return l.buffers().logits; },
            "(batch, num_actions) float32, to be written: how good each action looks; softmax over "
            "the legal ones makes the priors.")
        .def_property_readonly(
            "values", [](const Leaves& l) { return l.buffers().values; },
            "(batch,) float32, to be written: the result expected by the player to move, -1..1.");
}

}  // namespace dotcore::bindings
