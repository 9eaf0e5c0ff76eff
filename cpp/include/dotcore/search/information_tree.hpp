// The tree of what one player sees happen: nodes, the numbers on them, and the way to find them.
//
// A node is a row of events seen since the root. It and the event that leads to it are one record,
// found by a hash table of (node before, event), since of the many events that a node may have only
// the few are asked for that one world allows. Records stand in one row in the order of their
// making: a small search touches little memory. One thread works on a tree.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <dotcore/core/state.hpp>

namespace dotcore {
inline namespace abi1 {
namespace search {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffff'ffff;

// An event and the node after it.
struct InformationNode {
    NodeId before;
    Action event;
    double value;                // sum of what came back, as the player who acted sees it
    std::uint32_t visits;        // simulations that came back
    std::uint32_t availability;  // simulations that could have come here, since it was made
    NodeId first_after;          // events seen after this one, the newest first
    NodeId sibling;              // the next of those after the node before

    [[nodiscard]] float mean() const noexcept {
        return visits == 0 ? 0.0F : static_cast<float>(value / visits);
    }
};

class InformationTree {
public:
    static constexpr NodeId root = 0;

    // Takes no more than so much memory; the system lends it as it is first written.
    explicit InformationTree(std::size_t bytes)
        : capacity_(std::clamp<std::size_t>(bytes / bytes_for_node, 1, no_node)),
          nodes_(new InformationNode[capacity_]),
          index_(first_index, no_event) {
        clear();
    }

    // Looking
    [[nodiscard]] InformationNode& at(NodeId id) noexcept { return nodes_[id]; }
    [[nodiscard]] const InformationNode& at(NodeId id) const noexcept { return nodes_[id]; }
    [[nodiscard]] NodeId find(NodeId before, Action event) const noexcept {
        for (std::size_t slot = slot_of(before, event);; slot = (slot + 1) & (index_.size() - 1)) {
            const NodeId id = index_[slot];
            if (id == no_event) return no_node;
            if (nodes_[id].event == event && nodes_[id].before == before) return id;
        }
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_full() const noexcept { return size_ == capacity_; }
    [[nodiscard]] std::size_t used_bytes() const noexcept {
        return size_ * sizeof(InformationNode) + index_.size() * sizeof(NodeId);
    }

    // Making
    // The event must not be there yet; no_node if the memory is used up.
    NodeId make(NodeId before, Action event) {
        if (is_full()) return no_node;
        if (4 * size_ >= 3 * index_.size()) grow_index();
        const auto id = static_cast<NodeId>(size_++);
        nodes_[id] = {before, event, 0.0, 0, 0, no_node, nodes_[before].first_after};
        nodes_[before].first_after = id;
        enter(id);
        return id;
    }
    void clear() {
        nodes_[root] = {no_node, 0, 0.0, 0, 0, no_node, no_node};
        size_ = 1;
        std::fill(index_.begin(), index_.end(), no_event);
    }

private:
    static constexpr NodeId no_event = root;  // the root is no event's
    static constexpr std::size_t first_index = 1024;
    // The index holds at most four thirds of its power of two, and while it grows half as much.
    static constexpr std::size_t bytes_for_node = sizeof(InformationNode) + 4 * sizeof(NodeId);

    [[nodiscard]] std::size_t slot_of(NodeId before, Action event) const noexcept {
        const std::uint64_t key = std::uint64_t{before} << 32 | static_cast<std::uint32_t>(event);
        return ((key ^ key >> 29) * 0x9e37'79b9'7f4a'7c15 >> 32) & (index_.size() - 1);
    }
    void enter(NodeId id) noexcept {
        std::size_t slot = slot_of(nodes_[id].before, nodes_[id].event);
        while (index_[slot] != no_event) slot = (slot + 1) & (index_.size() - 1);
        index_[slot] = id;
    }
    void grow_index() {
        index_ = std::vector<NodeId>(2 * index_.size(), no_event);
        for (NodeId id = root + 1; id < size_; ++id) enter(id);
    }

    std::size_t capacity_;
    std::size_t size_ = 0;
    std::unique_ptr<InformationNode[]> nodes_;
    std::vector<NodeId> index_;  // a power of two in size
};

}  // namespace search
}  // namespace abi1
}  // namespace dotcore
