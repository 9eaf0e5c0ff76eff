// DotCard, all of it but search: #include <dotcore/dotcard.hpp>

#pragma once

#include <dotcore/dotcard/belief.hpp>
#include <dotcore/dotcard/best_track.hpp>
#include <dotcore/dotcard/bytes.hpp>
#include <dotcore/dotcard/game.hpp>
#include <dotcore/dotcard/look.hpp>
#include <dotcore/dotcard/names.hpp>
#include <dotcore/dotcard/players.hpp>
#include <dotcore/dotcard/playout.hpp>
#include <dotcore/dotcard/track.hpp>
