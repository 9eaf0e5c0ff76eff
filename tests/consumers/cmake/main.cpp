// Games of Dots, DotCard and Dot Duel, played with the installed library by a program outside
// dotcore.
//
// tests/test_consumers.py plays the same games in Python and compares what is printed.

#include <iostream>

#include <dotcore/core/error.hpp>
#include <dotcore/core/rng.hpp>
#include <dotcore/core/version.hpp>
#include <dotcore/dotcard.hpp>
#include <dotcore/dotcard/ismcts.hpp>
#include <dotcore/dotduel.hpp>
#include <dotcore/dots/board.hpp>
#include <dotcore/dots/mcts.hpp>
#include <dotcore/dots/playout.hpp>

int main() {
    using namespace dotcore;
    if (version != library_version()) return 1;

    dots::Board board({20, 20}, dots::Rules::bga());
    Rng rng(1);
    for (int dots_left = 300; dots_left > 0;) {
        const int x = static_cast<int>(rng.below(20));
        const int y = static_cast<int>(rng.below(20));
        const int player = board.position().to_move();
        if (board.why_illegal(x, y, player) != dots::Illegal::none) continue;
        board.place(x, y, player);
        --dots_left;
    }
    const dots::Position& position = board.position();
    std::cout << position.score(0) << ' ' << position.score(1) << ' ' << position.key() << '\n';

    try {
        board.place(20, 0, 0);
    } catch (const IllegalMove& e) {
        std::cout << e.what() << '\n';
    }

    // Search copies the position and plays on without a history.
    dots::Position copy = position;
    std::cout << dots::random_playout(copy, rng) << '\n';

    dots::Tree tree(position, dots::MonteCarlo(), {}, 1);
    const search::StopSignal stop;
    tree.run({.nodes = 500}, stop, 1);
    std::cout << dots::Tree::best(tree.edges())->action << '\n';

    dotcard::Game game(4);
    Rng chance(1);
    game.resolve_chance(chance);
    while (!game.position().is_terminal()) {
        dotcard::Actions actions;
        game.position().legal_actions(actions);
        game.apply(actions[chance.below(static_cast<std::uint32_t>(actions.size()))]);
        game.resolve_chance(chance);
    }
    std::cout << game.actions().size() << ' ' << game.position().key() << '\n';

    dotduel::Engine engine({.players = 3, .deck = dotduel::Deck::standard(1), .seed = 1});
    engine.submit(dotduel::Event::of(0, -1, dotduel::Verb::start));
    for (int t = 1; engine.table().phase == dotduel::Phase::first_player; ++t) {
        engine.submit(dotduel::Event::of(t, t % 3, dotduel::Verb::roll));
    }
    std::cout << engine.table().round << ' ' << engine.hash() << '\n';
}
