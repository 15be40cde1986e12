/* SPDX-License-Identifier: MIT */
#ifndef GUEST_SYMBOL_H
#define GUEST_SYMBOL_H

#include <stdint.h>
#include <stdlib.h>

#include "program/program.h"
#include "test.h"

/* Gives the address of a guest program's symbol; without one the test fails.
 * All guests are linked within the first 4 GiB. */
static inline uint32_t symbol_of(const struct program *p, const char *name)
{
	struct error err = { "" };
	const struct program_symbol *s = program_find(p, name, &err);

	if (!s) {
		fail_msg("%s", err.text);
		abort(); /* not reached; the analyser cannot know */
	}
	assert_in_range(s->addr, 0, UINT32_MAX);
	return (uint32_t)s->addr;
}

#endif
