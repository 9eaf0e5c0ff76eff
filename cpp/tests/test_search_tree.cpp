#include <doctest/doctest.h>

#include <vector>

#include <dotcore/search/tree.hpp>

using namespace dotcore;
using namespace dotcore::search;

namespace {

// A block with that many edges, their actions numbered from first.
BlockId made(Arena& arena, std::uint32_t edges, Action first) {
    const BlockId id = arena.make(edges);
    REQUIRE(id > growing);
    Block& block = *new (&arena.at(id)) Block;
    block.count = edges;
    for (Edge& edge : block.edges()) {
        new (&edge) Edge;
        edge.action = first++;
    }
    return id;
}

}  // namespace

TEST_CASE("bounds turn round when the other player looks at them") {
    CHECK(Bounds{-1, 0}.turned() == Bounds{0, 1});
    CHECK(Bounds{1, 1}.turned() == Bounds{-1, -1});
    CHECK(Bounds{0, 0}.settled());
    CHECK_FALSE(Bounds{}.settled());
}

TEST_CASE("a block is as good as its best edge, and no better only if all edges are there") {
    Arena arena(1 << 12);
    Block& block = arena.at(made(arena, 3, 0));
    block.complete = true;
    CHECK(block.bounds() == Bounds{-1, 1});
    block.edges()[0].bounds = {-1, -1};
    block.edges()[1].bounds = {-1, 0};
    block.edges()[2].bounds = {0, 0};
    CHECK(block.bounds() == Bounds{0, 0});
    block.complete = false;
    CHECK(block.bounds() == Bounds{0, 1});
    block.edges()[1].bounds = {1, 1};
    CHECK(block.bounds() == Bounds{1, 1});
}

TEST_CASE("an arena gives blocks until it is full and never more than it has") {
    Arena arena(4096);
    CHECK(arena.used_bytes() == 0);
    std::size_t blocks = 0;
    while (arena.make(4) != no_block) ++blocks;
    CHECK(blocks > 0);
    CHECK(arena.used_bytes() <= arena.capacity_bytes());
    CHECK(arena.used_bytes() == blocks * (sizeof(Block) + 4 * sizeof(Edge)));
    arena.clear();
    CHECK(arena.used_bytes() == 0);
    CHECK(arena.make(4) != no_block);
}

TEST_CASE("keeping a subtree moves it together and drops the rest") {
    Arena arena(1 << 16);
    const BlockId root = made(arena, 3, 0);
    const BlockId dropped = made(arena, 5, 100);
    const BlockId kept = made(arena, 2, 10);
    const BlockId below = made(arena, 4, 20);
    const BlockId also = made(arena, 1, 30);
    arena.at(root).edges()[0].child = dropped;
    arena.at(root).edges()[1].child = kept;
    arena.at(root).edges()[2].child = growing;
    arena.at(kept).edges()[1].child = below;
    arena.at(below).edges()[3].child = also;

    const BlockId moved = arena.keep(kept);
    CHECK(arena.used_bytes() == 3 * sizeof(Block) + 7 * sizeof(Edge));
    const std::span<Edge> top = arena.at(moved).edges();
    REQUIRE(top.size() == 2);
    CHECK(top[0].action == 10);
    CHECK(top[0].child == no_block);
    const std::span<Edge> next = arena.at(top[1].child).edges();
    REQUIRE(next.size() == 4);
    CHECK(next[3].action == 23);
    CHECK(arena.at(next[3].child).edges()[0].action == 30);
}

TEST_CASE("an edge without visits has no mean") {
    Edge edge;
    CHECK(edge.mean() == 0.0F);
    edge.visits = 4;
    edge.value = -2;
    CHECK(edge.mean() == -0.5F);
}
