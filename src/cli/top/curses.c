/* SPDX-License-Identifier: MIT */
/* Finds ncurses and its functions at run time. */
#include "cli/top/curses.h"

#if defined TALLY_NCURSES && TALLY_NCURSES
#include "base/library.h"

struct curses curses;

bool curses_load(struct error *err)
{
	static struct library library = {
		.file = "libncursesw.so.6",
		.package = "libncursesw6",
		.needs = "a screen that is redrawn needs",
	};

	if (!library_load(&library, err))
		return false;
#define F(name) library_find(&library, #name, &curses.name, err) &&
	return CURSES_FUNCTIONS(F) true;
#undef F
}
#else
bool curses_load(struct error *err)
{
	return error_set(err, "this build has no ncurses, which a screen that "
			      "is redrawn needs: install libncurses-dev and "
			      "build again; tally stat -I 1s prints rows");
}
#endif
