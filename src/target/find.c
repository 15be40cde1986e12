/* SPDX-License-Identifier: MIT */
/*
 * Reads what `-t` says: a kind, a colon, and what only that kind understands.
 */
#include <stdio.h>
#include <string.h>

#include "boards/src/board.h"
#include "target/inner.h"

static const struct target_kind *const kinds[] = {
#if TALLY_BOARDS
	&target_board_kind,
#endif
	&target_gdb_kind,
	&target_openocd_kind,
#ifdef __linux__
	&target_linux_kind,
	&target_devmem_kind,
	&target_uio_kind,
#endif
	NULL,
};

/* A board's name, without what says that it is one. */
static bool is_board(const char *text)
{
	bool found = false;
#if TALLY_BOARDS
	unsigned count;
	const struct board_info *board = board_list(&count);

	for (unsigned i = 0; i < count; i++)
		found |= strcmp(board[i].name, text) == 0;
#else
	(void)text;
#endif
	return found;
}

static bool refuse(const char *text, struct error *err)
{
	char known[512] = "";
	size_t used = 0;

	if (is_board(text))
		return error_set(err, "no target '%s'; did you mean board:%s?",
				 text, text);
	for (unsigned i = 0; kinds[i] && used < sizeof known; i++)
		used += (size_t)snprintf(known + used, sizeof known - used,
					 "%s%s%s (%s)", i ? ", " : "",
					 i && !kinds[i + 1] ? "and " : "",
					 kinds[i]->plural, kinds[i]->form);
	return error_set(err, "no target '%s'; this version has %s", text,
			 known);
}

static const struct target_kind *kind_of(const char *text)
{
	const size_t length = strcspn(text, ":");

	for (unsigned i = 0; kinds[i]; i++)
		if (strlen(kinds[i]->name) == length &&
		    strncmp(text, kinds[i]->name, length) == 0 &&
		    (text[length] || kinds[i]->commands ||
		     !strchr(kinds[i]->form, ':')))
			return kinds[i];
	return NULL;
}

bool target_takes_command(const char *text)
{
	const struct target_kind *kind = text ? kind_of(text) : NULL;

	return kind && kind->commands;
}

struct target *target_find(const char *text,
			   const struct board_options *machine,
			   struct error *err)
{
	const struct target_kind *kind = kind_of(text);
	const size_t length = strcspn(text, ":");

	if (kind)
		return kind->find(text + length + (text[length] != 0), machine,
				  err);
	(void)refuse(text, err);
	return NULL;
}
