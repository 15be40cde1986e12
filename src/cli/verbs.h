/* SPDX-License-Identifier: MIT */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

/* The verbs of the command, in the order in which its help has them. */
struct verb {
	const char *name;
	int (*run)(int argc, char **argv); /* NULL: not in this build */
	const char *title; /* NULL: it shares the row of the next one */
};

extern const struct verb verbs[];
extern const unsigned verb_count;

#endif
