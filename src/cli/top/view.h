/* SPDX-License-Identifier: MIT */
#ifndef CLI_TOP_VIEW_H
#define CLI_TOP_VIEW_H

#include "cli/top/history.h"
#include "cli/top/hottest.h"

/*
 * The screen of a terminal: values with their past, a chart of the one that is
 * chosen, the hottest functions, and the keys.
 */
struct view {
	const struct history *history;
	const struct hottest *hottest;
	char target[160], program[1024];
	const char *state;  /* "measuring"; "ended" */
	char message[160];  /* of the last key; "": none */
	unsigned chosen;    /* a value */
	bool frozen, plain; /* plain: the terminal takes no UTF-8 */
	bool counts;        /* there are values, or there will be */
	struct view_screen *screen;
};

/* Takes over the terminal; false and `err`: it cannot. */
bool view_begin(struct view *v, struct error *err);
void view_draw(struct view *v);
/* The next key, an enum view_key or a character; VIEW_NONE: none was typed. */
enum view_key { VIEW_NONE = -1, VIEW_UP = 0x1000, VIEW_DOWN, VIEW_RESIZED };
int view_key(struct view *v);
/* Leaves the terminal as it was found, also if it was not begun. */
void view_end(struct view *v);
/* Gives the terminal back from a signal's handler, before the process ends. */
void view_give_back(void);

#endif
