/* SPDX-License-Identifier: MIT */
#ifndef AMALGAM_SOURCES_H
#define AMALGAM_SOURCES_H

#include <stddef.h>

/*
 * The text of the freestanding library, and of kits made with it, as it was
 * when the command was built (tools/embed.py), so that the command can hand it
 * out wherever it runs.
 */
struct source {
	const char *name;        /* "src/core/session.c" */
	const char *const *line; /* each with its newline; NULL ends them */
};

extern const struct source sources[];
extern const unsigned source_count;

#endif
