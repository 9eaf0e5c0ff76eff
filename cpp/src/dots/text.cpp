#include <dotcore/dots/text.hpp>

#include <array>
#include <bit>
#include <vector>

#include <dotcore/core/error.hpp>
#include <dotcore/dots/look.hpp>

namespace dotcore {
inline namespace abi1 {
namespace dots {
namespace {

constexpr std::string_view letters = ".XOxoab";  // by Cell

[[nodiscard]] std::vector<std::string_view> rows_of(std::string_view text) {
    constexpr std::string_view blank = " \t\r";
    std::vector<std::string_view> rows;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const std::size_t first = line.find_first_not_of(blank);
        if (first == std::string_view::npos) continue;
        line = line.substr(first, line.find_last_not_of(blank) - first + 1);
        rows.push_back(line);
        if (rows.size() > max_side) break;
    }
    return rows;
}

[[nodiscard]] std::string place_of(int x, int y) {
    return "row " + std::to_string(y + 1) + ", column " + std::to_string(x + 1);
}

}  // namespace

std::string to_ascii(const Position& position) {
    const Size size = position.size();
    std::string text;
    text.reserve(static_cast<std::size_t>((size.width + 1) * size.height));
    for (int y = 0; y < size.height; ++y) {
        if (y > 0) text += '\n';
        for (int x = 0; x < size.width; ++x)
            text += letters[static_cast<std::size_t>(cell_at(position, Point::at(x, y)))];
    }
    return text;
}

Position from_ascii(std::string_view text, const Rules& rules) {
    const std::vector<std::string_view> lines = rows_of(text);
    const Size size{lines.empty() ? 0 : static_cast<int>(lines.front().size()),
                    static_cast<int>(lines.size())};
    if (!size.is_playable()) {
        throw InvalidRecord("board text of " + std::to_string(size.width) + "x" +
                            std::to_string(size.height) + " points; width and height are 1 to 64");
    }
    std::array<Rows, 2> dots{};
    std::array<Rows, 2> captured{};  // points whose letter says that the player captured them
    std::array<Rows, 2> empty{};     // those among them where no dot stands
    Rows lower{};
    for (int y = 0; y < size.height; ++y) {
        const std::string_view line = lines[static_cast<std::size_t>(y)];
        if (line.size() != lines.front().size()) {
            throw InvalidRecord("board text: row " + std::to_string(y + 1) + " has " +
                                std::to_string(line.size()) + " points, the first has " +
                                std::to_string(size.width));
        }
        for (int x = 0; x < size.width; ++x) {
            const std::size_t letter = letters.find(line[static_cast<std::size_t>(x)]);
            if (letter == std::string_view::npos) {
                throw InvalidRecord("board text: " + place_of(x, y) + " is none of the letters " +
                                    std::string(letters));
            }
            const auto row = static_cast<std::size_t>(y);
            const std::uint64_t bit = Point::at(x, y).bit();
            const Cell cell = static_cast<Cell>(letter);
            if (cell == Cell::dot0 || cell == Cell::taken0) dots[0][row] |= bit;
            if (cell == Cell::dot1 || cell == Cell::taken1) dots[1][row] |= bit;
            if (cell == Cell::taken0 || cell == Cell::taken1) lower[row] |= bit;
            if (cell == Cell::territory0) empty[0][row] |= bit;
            if (cell == Cell::territory1) empty[1][row] |= bit;
            if (cell == Cell::taken1 || cell == Cell::territory0) captured[0][row] |= bit;
            if (cell == Cell::taken0 || cell == Cell::territory1) captured[1][row] |= bit;
        }
    }
    Position::Planes planes;
    for (const Player player : {0, 1}) {
        const auto own = static_cast<std::size_t>(player);
        PaddedRows wall{};
        for (int y = 0; y < size.height; ++y) {
            const auto row = static_cast<std::size_t>(y);
            *row_of(wall, y) = dots[own][row] & ~lower[row];
        }
        Region pool;
        Region area;
        Chain chain;
        for (int y = 0; y < size.height; ++y) {
            const auto row = static_cast<std::size_t>(y);
            std::uint64_t left = captured[own][row];
            while ((left &= ~planes.territory[own][row]) != 0) {
                const int x = std::countr_zero(left);
                left &= left - 1;
                if (!find_pool(wall, size, Point::at(x, y), pool)) continue;
                find_chain(wall, pool, chain);
                find_area(chain.points(), area);
                for (int k = area.first; k <= area.last; ++k) {
                    planes.territory[own][static_cast<std::size_t>(k)] |= area.row(k);
                }
            }
        }
    }
    for (int y = 0; y < size.height; ++y) {
        const auto row = static_cast<std::size_t>(y);
        const std::uint64_t land = planes.territory[0][row] | planes.territory[1][row];
        // A dot that scored may have been captured back since; an empty point is its owner's.
        const std::uint64_t unexplained = (lower[row] & ~land) |
                                          (empty[0][row] & ~planes.territory[0][row]) |
                                          (empty[1][row] & ~planes.territory[1][row]);
        if (unexplained != 0) {
            throw InvalidRecord("board text: " + place_of(std::countr_zero(unexplained), y) +
                                " is captured, but no chain surrounds it");
        }
        const std::uint64_t free =
            land & ~(dots[0][row] | dots[1][row] | captured[0][row] | captured[1][row]);
        if (free != 0) {
            throw InvalidRecord("board text: " + place_of(std::countr_zero(free), y) +
                                " is free, but lies inside a captured region");
        }
        for (const std::size_t own : {std::size_t{0}, std::size_t{1}}) {
            planes.live[own][row] = dots[own][row] & ~land;
            planes.dead[own][row] = dots[own][row] & land;
        }
        planes.scored[row] = lower[row];
    }
    const Position position(size, rules, planes, Status{});
    if (const char* wrong = position.check_consistency()) {
        throw InvalidRecord(std::string("board text shows no position: ") + wrong);
    }
    return position;
}

}  // namespace dots
}  // namespace abi1
}  // namespace dotcore
