/* SPDX-License-Identifier: MIT */
/* Lines with check sums among others.  See lines.h. */
#include "evidence/lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <zlib.h>

#include "evidence/inner.h"

enum { SUM_LETTERS = 8, MARK_LETTERS = 2 + SUM_LETTERS };

uint32_t proof_sum(uint32_t before, const char *text)
{
	return (uint32_t)crc32(before, (const Bytef *)text, (uInt)strlen(text));
}

bool proof_number(const char **at, const char *words, int base, uint64_t *to)
{
	const size_t size = strlen(words);
	char *end;

	if (strncmp(*at, words, size) != 0 ||
	    !isxdigit((unsigned char)(*at)[size]))
		return false;
	*to = strtoull(*at + size, &end, base);
	*at = end;
	return true;
}

static bool sums_up(const char *text, uint32_t sum)
{
	return proof_sum(0, text) == sum;
}

/* The next " *" with a sum behind it; NULL: there is none. */
static char *next_mark(char *at)
{
	while ((at = strstr(at, " *")) != NULL) {
		if (strspn(at + 2, "0123456789abcdef") >= SUM_LETTERS)
			return at;
		at++;
	}
	return NULL;
}

/* A text begins where one can begin: something may stand in front of it, the
 * time of day for instance.  NULL: nowhere. */
static char *text_begins(char *text, uint32_t sum)
{
	static const char *const begin[] = { "TAP version", "# tally ",
					     "not ok ",     "ok ",
					     "1..",         "# end ",
					     "log " };

	if (sums_up(text, sum))
		return text;
	for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
		for (char *at = strstr(text, begin[i]); at;
		     at = strstr(at + 1, begin[i]))
			if (sums_up(at, sum))
				return at;
	return NULL;
}

static void keep_half(struct checked_lines *l, const char *text)
{
	const size_t size = strlen(text);
	char *to = l->half[l->halves++ % CHECKED_HALVES];

	if (size >= CHECKED_MOST)
		text += size - (CHECKED_MOST - 1);
	snprintf(to, CHECKED_MOST, "%s", text);
}

/* Letters between the two, if the mark's sum is theirs; NULL: it is not.
 */
static const char *text_between(char *from, char *mark)
{
	char sum_text[SUM_LETTERS + 1] = "";
	const char *text;
	uint32_t sum;

	memcpy(sum_text, mark + 2, SUM_LETTERS);
	sum = (uint32_t)strtoul(sum_text, NULL, 16);
	if (mark - from >= CHECKED_MOST)
		from = mark - (CHECKED_MOST - 1);
	*mark = '\0';
	text = text_begins(from, sum);
	if (!text)
		*mark = ' ';
	return text;
}

/* The text of the first line in `from` that is one, with its mark: a sum may
 * stand within a line, too. */
static const char *first_text(char *from, char **mark)
{
	const char *text = NULL;

	while (*mark && (text = text_between(from, *mark)) == NULL)
		*mark = next_mark(*mark + 1);
	return text;
}

/* One of the lines before may be the first half of one. */
static const char *joined_text(struct checked_lines *l)
{
	for (unsigned i = 0; i < CHECKED_HALVES && i < l->halves; i++) {
		const char *half =
			l->half[(l->halves - 1 - i) % CHECKED_HALVES];
		const size_t size = strlen(half);
		const char *text;
		char *mark;

		if (!size)
			continue;
		snprintf(l->joined, sizeof l->joined, "%s%s", half, l->at);
		mark = next_mark(l->joined);
		text = first_text(l->joined, &mark);
		if (!text || mark + MARK_LETTERS <= l->joined + size)
			continue;
		l->at += mark + MARK_LETTERS - (l->joined + size);
		return text;
	}
	return NULL;
}

/* The rest of the line that is looked at. */
static enum checked look_at_rest(struct checked_lines *l, const char **text)
{
	char *mark = next_mark(l->at);
	const bool marked = mark != NULL;

	*text = first_text(l->at, &mark);
	if (*text)
		l->at = mark + MARK_LETTERS;
	else
		*text = joined_text(l);
	if (*text) {
		l->halves = 0;
		return CHECKED_LINE;
	}
	keep_half(l, l->at);
	l->at = NULL;
	return marked ? CHECKED_DAMAGED : CHECKED_NONE;
}

/* A wire's break is a byte of 0, and a terminal's program begins a line anew by
 * a CR: neither ends one.  A checked line has printable ASCII alone, so that a
 * file has no say over the terminal on which it is told. */
static bool read_line(struct checked_lines *l)
{
	ssize_t size = getline(&l->line, &l->room, l->from);

	if (size <= 0)
		return false;
	l->number++;
	while (size && strchr("\r\n", l->line[size - 1]))
		l->line[--size] = '\0';
	for (ssize_t i = 0; i < size; i++)
		if (l->line[i] < ' ' || l->line[i] > '~')
			l->line[i] = '?';
	l->at = l->line;
	return true;
}

enum checked checked_next(struct checked_lines *l, const char **text)
{
	for (;;) {
		const enum checked found =
			l->at ? look_at_rest(l, text) : CHECKED_NONE;

		if (found != CHECKED_NONE)
			return found;
		if (!read_line(l))
			return CHECKED_NONE;
	}
}

void checked_free(struct checked_lines *l)
{
	free(l->line);
	l->line = NULL;
}
