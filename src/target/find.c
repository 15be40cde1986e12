/* SPDX-License-Identifier: MIT */
/*
 * What `-t` says: a kind, a colon, and what only that kind understands.
 */
#include <stdio.h>
#include <string.h>

#include "target/inner.h"

static const struct target_kind *const kinds[] = {
#if TALLY_BOARDS
	&target_board_kind,
#endif
	&target_gdb_kind,
	&target_openocd_kind,
#ifdef __linux__
	&target_linux_kind,
#endif
	NULL,
};

static bool refuse(const char *text, struct error *err)
{
	char known[256] = "";
	size_t used = 0;

	for (unsigned i = 0; kinds[i] && used < sizeof known; i++)
		used += (size_t)snprintf(known + used, sizeof known - used,
					 "%s%s, %s", i ? ", and " : "",
					 kinds[i]->plural, kinds[i]->form);
	return error_set(err, "no target '%s'; this version has %s", text,
			 known);
}

struct target *target_find(const char *text,
			   const struct board_options *machine,
			   struct error *err)
{
	const size_t length = strcspn(text, ":");

	for (unsigned i = 0; kinds[i]; i++)
		if (strlen(kinds[i]->name) == length &&
		    strncmp(text, kinds[i]->name, length) == 0 &&
		    (text[length] || !strchr(kinds[i]->form, ':')))
			return kinds[i]->find(text + length +
						      (text[length] != 0),
					      machine, err);
	(void)refuse(text, err);
	return NULL;
}
