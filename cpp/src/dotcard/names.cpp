#include <dotcore/dotcard/names.hpp>

#include <array>
#include <charconv>
#include <optional>

#include <dotcore/core/error.hpp>
#include <dotcore/core/names.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dotcard {
namespace {

template <class Option>
struct Names;

template <>
struct Names<Starter> {
    static constexpr std::string_view option = "starter";
    static constexpr std::array<std::string_view, 4> names{"rotate", "fixed", "winner", "random"};
};
template <>
struct Names<SecondHalf> {
    static constexpr std::string_view option = "second_half";
    static constexpr std::array<std::string_view, 2> names{"mirror", "again"};
};
template <>
struct Names<FreeStart> {
    static constexpr std::string_view option = "free_start";
    static constexpr std::array<std::string_view, 2> names{"round", "any"};
};
template <>
struct Names<DotCall> {
    static constexpr std::string_view option = "dot_call";
    static constexpr std::array<std::string_view, 3> names{"declared", "automatic", "off"};
};
template <>
struct Names<Phase> {
    static constexpr std::array<std::string_view, 7> names{
        "choose_starter", "deal", "start", "draw", "drawn", "penalty", "over"};
};
template <>
struct Names<Illegal> {
    static constexpr std::array<std::string_view, 14> names{
        "",         "over",  "chance",    "number", "not_held", "closed",  "locked",
        "no_match", "block", "not_drawn", "dot",    "no_draw",  "no_pass", "not_in_pile"};
};

[[nodiscard]] std::string shown(std::string_view text) { return "'" + printable(text) + "'"; }

[[nodiscard]] std::optional<int> small_number(std::string_view text) {
    if (text.size() != 1 || text[0] < '0' || text[0] > '9') return std::nullopt;
    return text[0] - '0';
}

[[nodiscard]] std::string play_text(const Position& position, const Play& play) {
    const bool turned = play.target == reversed_free_track;
    const bool is_told_by_end =
        turned && position.targets().any_free && !play.card.is_bonus() && !play.card.is_block();
    std::string text = position.rules().deck.card_name(play.card) + "@" + track_name(play.track());
    if (turned && !is_told_by_end) text += "~";
    if (play.card.is_bonus()) {
        text += "=" + std::to_string(play.number);
    } else if (is_told_by_end) {
        text += "=" + std::to_string(play.card.low());
    }
    return play.dot ? text + "!" : text;
}

[[nodiscard]] std::optional<Play> parse_play(const Position& position, std::string_view text) {
    Play play;
    if (!text.empty() && text.back() == '!') {
        play.dot = true;
        text.remove_suffix(1);
    }
    std::optional<int> number;
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
        number = small_number(text.substr(equals + 1));
        if (!number) return std::nullopt;
        text = text.substr(0, equals);
    }
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view track = text.substr(at + 1);
    const std::optional<Card> card = position.rules().deck.find_card(text.substr(0, at));
    if (!card) return std::nullopt;
    play.card = *card;
    if (track == "F") {
        play.target = free_track;
    } else if (track == "F~") {
        play.target = reversed_free_track;
    } else {
        const std::optional<int> seat =
            track.size() == 2 && track[0] == 'P' ? small_number(track.substr(1)) : std::nullopt;
        if (!seat || *seat >= max_players) return std::nullopt;
        play.target = static_cast<std::int8_t>(*seat);
    }
    if (card->is_bonus()) {
        if (!number) return std::nullopt;
        play.number = static_cast<std::int8_t>(*number);
        return play;
    }
    if (!number) return play;
    // The end of a face card says which half is outward.
    if (*number != card->high() && *number != card->low()) return std::nullopt;
    if (play.target == reversed_free_track) {
        if (*number != card->low()) return std::nullopt;
    } else if (play.target == free_track && position.targets().any_free) {
        if (*number != card->high()) play.target = reversed_free_track;
    } else if (card->across(*number) != position.end(play.track())) {
        return std::nullopt;
    }
    return play;
}

}  // namespace

std::string_view name_of(Starter value) noexcept { return name_in<Names>(value); }
std::string_view name_of(SecondHalf value) noexcept { return name_in<Names>(value); }
std::string_view name_of(FreeStart value) noexcept { return name_in<Names>(value); }
std::string_view name_of(DotCall value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Phase value) noexcept { return name_in<Names>(value); }
std::string_view name_of(Illegal value) noexcept { return name_in<Names>(value); }

template <class Option>
Option option_named(std::string_view name) {
    if (const auto value = find_option<Names, Option>(name)) return *value;
    refuse_option<Names, Option>(printable(name));
}
template Starter option_named<Starter>(std::string_view);
template SecondHalf option_named<SecondHalf>(std::string_view);
template FreeStart option_named<FreeStart>(std::string_view);
template DotCall option_named<DotCall>(std::string_view);

std::string track_name(int track) {
    return track == free_track ? "F" : "P" + std::to_string(track);
}

std::string action_to_string(const Position& position, Action action) {
    const bool chance = position.current_player() == CHANCE;
    const bool lot = position.phase() == Phase::choose_starter;
    const int count = lot      ? position.num_players()
                      : chance ? position.rules().deck.kinds()
                               : position.num_actions();
    if (action < 0 || action >= count) {
        throw Error("action " + std::to_string(action) + "; 0 to " + std::to_string(count - 1));
    }
    if (lot) return track_name(action);
    if (chance) return position.rules().deck.card_name(Card::of_kind(action));
    if (action == draw_action) return "draw";
    if (action == pass_action) return "pass";
    return play_text(position, play_of(action));
}

Action string_to_action(const Position& position, std::string_view text) {
    if (position.phase() == Phase::choose_starter) {
        const std::optional<int> seat =
            text.size() == 2 && text[0] == 'P' ? small_number(text.substr(1)) : std::nullopt;
        if (seat && *seat < position.num_players()) return *seat;
        throw Error("no seat: " + shown(text) + "; P0 to " +
                    track_name(position.num_players() - 1));
    }
    if (position.current_player() == CHANCE) {
        if (!position.rules().deck.find_card(text)) {
            throw Error(shown(text) + " is no card, and a card is due: resolve_chance, or name it");
        }
        return position.rules().deck.card_of(text).kind();
    }
    if (text == "draw") return draw_action;
    if (text == "pass") return pass_action;
    if (const std::optional<Play> play = parse_play(position, text)) return action_of(*play);
    throw Error("no act: " + shown(text) + "; draw, pass, or a card of the deck " +
                position.rules().deck.name() + " on a track, such as 9|4@P0 or B-5@F=7");
}

std::string explain(const Position& position, Action action, Illegal why) {
    const Deck& deck = position.rules().deck;
    const auto act = [&] { return action_to_string(position, action); };
    const auto play = [&] { return play_of(action); };
    const auto end = [&] { return std::to_string(position.end(play().track())); };
    switch (why) {
        case Illegal::none:
            break;
        case Illegal::over:
            return "the game is over";
        case Illegal::chance:
            return "a card is to be dealt or drawn first: resolve_chance";
        case Illegal::number: {
            if (position.phase() == Phase::choose_starter) {
                return "no seat " + std::to_string(action) + " to start; 0 to " +
                       std::to_string(position.num_players() - 1);
            }
            if (position.current_player() == CHANCE) {
                return "no kind of card " + std::to_string(action) + "; 0 to " +
                       std::to_string(deck.kinds() - 1);
            }
            if (action >= 0 && action < position.num_actions()) {
                return "number " + std::to_string(play().number) + " in " + act() + "; 0 to " +
                       std::to_string(deck.max_pip());
            }
            return "action " + std::to_string(action) + "; 0 to " +
                   std::to_string(position.num_actions() - 1);
        }
        case Illegal::not_held:
            return act() + ": player " + std::to_string(position.turn()) + " does not hold " +
                   deck.card_name(play().card);
        case Illegal::closed:
            return act() +
                   ": that track takes no card now; the own one, the free one once all are "
                   "started, and open ones do";
        case Illegal::locked:
            return act() + ": a block locks the game; it has to be covered on track " +
                   track_name(position.table().lock);
        case Illegal::no_match:
            return act() + ": the open end of track " + track_name(play().track()) + " is " + end();
        case Illegal::block:
            return act() + ": block_on_block=False, a block does not cover a block";
        case Illegal::not_drawn:
            return act() + ": drawn_card_only, only " +
                   deck.card_name(Card::of_kind(position.table().drawn)) + " may be played";
        case Illegal::dot:
            return act() +
                   ": \"dot\" is said only with two cards in hand, and only if dot_call='declared'";
        case Illegal::no_draw:
            return position.pile_size() == 0 ? "the pile is empty: pass instead"
                                             : "one card a turn is drawn: play or pass";
        case Illegal::no_pass:
            return "draw before passing: the pile holds " + std::to_string(position.pile_size()) +
                   " cards";
        case Illegal::not_in_pile:
            return deck.card_name(Card::of_kind(action)) + " is not in the pile";
    }
    return {};
}

}  // namespace dotcard
}  // namespace abi1
}  // namespace dotcore
