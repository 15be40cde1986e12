/* SPDX-License-Identifier: MIT */
/*
 * What `-t` says: a kind, a colon, and what only that kind understands.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "board/board.h"
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

/* Of `name` and `other`, up to where a word's name ends. */
static bool same_name(const char *name, const char *other)
{
	const size_t length = strcspn(name, "=,");

	return length && strcspn(other, "=,") == length &&
	       strncmp(name, other, length) == 0;
}

static const char *next_word(const char *word)
{
	word += strcspn(word, ",");
	return *word ? word + 1 : NULL;
}

bool target_words_once(const char *words, struct error *err)
{
	for (const char *word = words; word; word = next_word(word))
		for (const char *other = next_word(word); other;
		     other = next_word(other))
			if (same_name(word, other))
				return error_set(
					err,
					"%.*s is given twice, and means one "
					"thing; leave one out",
					(int)strcspn(word, "=,"), word);
	return true;
}

bool target_take_number(const char *text, uint64_t *number)
{
	struct error ignored;

	return number_read(text, number, &ignored);
}

bool target_take_clock(struct target_facts *to, const char *text,
		       struct error *err)
{
	char *end;

	const double hz = strtod(text, &end);

	if (*end || !isfinite(hz) || !(hz > 0))
		return error_set(err,
				 "clock=%s: it is in cycles a second, as in "
				 "400e6",
				 text);
	to->clock_hz = hz;
	return true;
}
