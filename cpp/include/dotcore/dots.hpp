// Everything of Dots in one header: #include <dotcore/dots.hpp>.

#pragma once

#include <dotcore/dots/actions.hpp>
#include <dotcore/dots/board.hpp>
#include <dotcore/dots/bytes.hpp>
#include <dotcore/dots/look.hpp>
#include <dotcore/dots/names.hpp>
#include <dotcore/dots/playout.hpp>
#include <dotcore/dots/position.hpp>
#include <dotcore/dots/start.hpp>
#include <dotcore/dots/symmetry.hpp>
#include <dotcore/dots/text.hpp>
