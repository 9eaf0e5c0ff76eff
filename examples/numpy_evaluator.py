"""Search that asks an evaluator of your own, here a small one in NumPy, in both forms.

An evaluator stands where a neural network would: it reads planes of the board (`search.features`
tells which) and says how good each action looks and who will win. Nothing in dotcore knows what it
is made of; PyTorch, JAX or ONNX take its place in the same way.

The callback form is for one position: `search.mcts` calls the evaluator for every batch::

    search.mcts(board, simulations=400, evaluator=evaluator)

The pull form is for many games at once, such as self-play, and leaves the loop to you:
`search.Leaves` gathers positions from all trees into one batch, you answer, it applies::

    while n := leaves.gather():
        network(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
        leaves.apply()
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dotcore import dots, search

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


class SmallNetwork:
    """Two 3x3 convolutions that nobody has trained, and what a beginner knows on top of them.

    It shows how data flows, not how to play well: a dot that captures is good, a dot beside others
    is better than one alone, whoever leads will win.
    """

    def __init__(self, channels: int = 8, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        planes = len(search.feature_planes)
        self.first = rng.normal(0, 0.05, (9 * planes, channels)).astype(np.float32)
        self.second = rng.normal(0, 0.05, (9 * channels, 1)).astype(np.float32)
        self.plane = {name: i for i, name in enumerate(search.feature_planes)}

    def __call__(
        self,
        obs: Floats,
        mask: Bools,  # noqa: ARG002 - what is illegal may hold any logit
        logits_out: Floats,
        value_out: Floats,
    ) -> None:
        """Answer for n positions: write ``logits_out`` (n, num_actions), ``value_out`` (n,)."""
        n, _, height, width = obs.shape
        hidden = np.maximum(convolved(obs, self.first), 0)
        policy = convolved(hidden, self.second)[:, 0]
        policy += 3 * obs[:, self.plane["own_captures"]]
        policy += 2 * obs[:, self.plane["enemy_captures"]]
        logits_out[:] = -2  # stopping, or closing chains by hand
        logits_out[:, : height * width] = policy.reshape(n, height * width)
        points = height * width
        value_out[:] = np.tanh(obs[:, self.plane["lead"], 0, 0] * points / 4)


def convolved(planes: Floats, weights: Floats) -> Floats:
    """Return the 3x3 convolution of (n, planes, h, w), padded with zeros."""
    n, _, height, width = planes.shape
    padded = np.pad(planes, ((0, 0), (0, 0), (1, 1), (1, 1)))
    blocks = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    rows = blocks.transpose(0, 2, 3, 1, 4, 5).reshape(n * height * width, -1)
    result: Floats = (rows @ weights).reshape(n, height, width, -1).transpose(0, 3, 1, 2)
    return result


def best_move(board: dots.Board, network: SmallNetwork) -> search.Result:
    """Search one position: the callback form."""
    return search.mcts(board, simulations=200, evaluator=network, batch=16, symmetry="random")


def self_play(
    network: SmallNetwork, games: int, size: int, moves: int, simulations: int
) -> tuple[Floats, Floats]:
    """Play games side by side, a batch of all their positions at a time: the pull form.

    Returns what a network learns from: the planes of every position met, and the shares of the
    visits that its actions got.
    """
    config = search.Config(memory_mb=8, noise=0.25)
    trees = [search.Tree(dots.Board(size, size), config, seed=i) for i in range(games)]
    planes: list[Floats] = []
    policies: list[Floats] = []
    for move in range(moves):
        leaves = search.Leaves(trees, batch=64, simulations=simulations, symmetry="random")
        while n := leaves.gather():
            network(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
            leaves.apply()
        for i, tree in enumerate(trees):
            found = tree.result()
            policy = np.zeros(tree.board.num_actions, np.float32)
            policy[found.actions] = found.policy()
            planes.append(search.features(tree.board))
            policies.append(policy)
            tree.advance(found.sample(rng=1000 * i + move, temperature=1.0))
    return np.stack(planes), np.stack(policies)


if __name__ == "__main__":
    network = SmallNetwork()
    board = dots.Board.from_ascii("""
        ........
        ...X....
        ..XOX...
        .X.OX...
        ..X.....
        ........
    """)
    found = best_move(board, network)
    print(board.to_ansi(color=False, unicode=False))
    print(f"best: {board.point_of(found.best)}, value {found.value:+.2f}")
    print(found.visit_map())
    planes, policies = self_play(network, games=8, size=6, moves=4, simulations=60)
    print(f"self-play: planes {planes.shape}, policies {policies.shape}")
