#include <dotcore/core/version.hpp>

namespace dotcore {
inline namespace abi1 {

std::string_view library_version() noexcept { return version; }

}  // namespace abi1
}  // namespace dotcore
