// What the binding files of Monte Carlo search share: its options, and a tree that guards itself
// against being used by two threads at once.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/mcts.hpp>
#include <dotcore/search/limits.hpp>

#include "bind_search.hpp"

namespace dotcore::bindings {

struct SearchConfig {
    search::MctsOptions search;
    dots::MonteCarloOptions game;

    [[nodiscard]] static SearchConfig uniform();
};

// The config of a call: a Config, or None for the default.
[[nodiscard]] SearchConfig as_config(const py::object& config);

// A tree with the board that it searches. What it holds is its own; one thread at a time uses it.
class SearchTree {
public:
    SearchTree(const dots::Board& board, const SearchConfig& config, std::uint64_t seed);
    SearchTree(const SearchTree&) = delete;
    SearchTree& operator=(const SearchTree&) = delete;

    // Taking it for a while
    // Throws Error while another has it.
    void claim(const char* why_busy = "being searched by another thread");
    void release() noexcept { busy_.store(nullptr, std::memory_order_release); }

    // For whoever has claimed it
    [[nodiscard]] dots::Tree& tree() noexcept { return tree_; }
    [[nodiscard]] const dots::Board& board() const noexcept { return board_; }
    void require_running() const;
    py::object run(const std::optional<std::int64_t>& simulations,
                   const std::optional<double>& time_ms, int threads);
    [[nodiscard]] py::object result() const;
    void advance(int action);
    // An evaluator has been asked, which tells no margins.
    void forget_margins() noexcept { knows_margins_ = false; }

    // For any thread
    void stop() noexcept { stop_.set(); }
    [[nodiscard]] const SearchConfig& config() const noexcept { return config_; }
    [[nodiscard]] dots::Size size() const noexcept { return size_; }
    [[nodiscard]] int num_actions() const noexcept { return num_actions_; }

private:
    dots::Board board_;
    SearchConfig config_;
    dots::Tree tree_;
    search::StopSignal stop_;
    std::atomic<const char*> busy_{nullptr};  // why, or nobody has it
    dots::Size size_;
    int num_actions_;
    std::uint64_t run_simulations_ = 0;  // of the last run
    double elapsed_ms_ = 0;
    bool knows_margins_ = true;
};

// Has a tree as long as it lives.
class Claim {
public:
    explicit Claim(SearchTree& tree) : tree_(tree) { tree_.claim(); }
    ~Claim() { tree_.release(); }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    SearchTree& tree_;
};

void register_search_config(py::module_& m);
void register_search_leaves(py::module_& m);

}  // namespace dotcore::bindings
