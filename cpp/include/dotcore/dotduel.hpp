// Dot Duel, all of it: #include <dotcore/dotduel.hpp>

#pragma once

#include <dotcore/dotduel/bytes.hpp>
#include <dotcore/dotduel/deck.hpp>
#include <dotcore/dotduel/design.hpp>
#include <dotcore/dotduel/engine.hpp>
#include <dotcore/dotduel/legal.hpp>
#include <dotcore/dotduel/match_table.hpp>
#include <dotcore/dotduel/names.hpp>
#include <dotcore/dotduel/plane.hpp>
#include <dotcore/dotduel/referee.hpp>
#include <dotcore/dotduel/simulate.hpp>
#include <dotcore/dotduel/statistics.hpp>
#include <dotcore/dotduel/tick_game.hpp>
