/* SPDX-License-Identifier: MIT */
/* The words behind a target's name, as in "gdb:HOST:PORT,clock=400e6". */
#include "target/inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

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
