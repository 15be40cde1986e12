/* SPDX-License-Identifier: MIT */
#ifndef CLI_HABITS_H
#define CLI_HABITS_H

/*
 * An option of perf or LIKWID that somebody typed by habit: what the verb has
 * for it.  `option` is a letter or a long name.
 */
struct habit {
	const char *option;
	const char *whose;
	const char *instead; /* a clause */
};

/* NULL: it is no such option. */
const struct habit *habit_of(const char *verb, const char *option);

#endif
