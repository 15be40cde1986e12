/* SPDX-License-Identifier: MIT */
#ifndef CLI_TOP_CURSES_H
#define CLI_TOP_CURSES_H

#include "base/error.h"

/*
 * The library that draws on terminals, loaded when a screen is wanted and not
 * when the command starts.  A build without its header has no screen.
 */
#if defined TALLY_NCURSES && TALLY_NCURSES
#define NCURSES_NOMACROS
#include <curses.h>

#define CURSES_FUNCTIONS(F)                                                    \
	F(cbreak)                                                              \
	F(curs_set)                                                            \
	F(delscreen)                                                           \
	F(delwin)                                                              \
	F(endwin)                                                              \
	F(getmaxx)                                                             \
	F(getmaxy)                                                             \
	F(keypad)                                                              \
	F(newterm)                                                             \
	F(newwin)                                                              \
	F(noecho)                                                              \
	F(waddnstr)                                                            \
	F(wattrset)                                                            \
	F(werase)                                                              \
	F(wgetch)                                                              \
	F(wmove)                                                               \
	F(wrefresh)                                                            \
	F(wtimeout)

struct curses {
#define F(name) __typeof__(name) *(name);
	CURSES_FUNCTIONS(F)
#undef F
};

extern struct curses curses;
#endif

/* Once; then it does nothing.  False: this build, or this computer, has none.
 */
bool curses_load(struct error *err);

#endif
