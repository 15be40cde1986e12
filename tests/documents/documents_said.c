/* SPDX-License-Identifier: MIT */
/*
 * Rows of tests/documents on what is said of a monitor, more than what it has;
 * and what is said of a line that is no row.
 */
#include "documents/document_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"

void document_bad(const struct document_place *at, const char *why)
{
	fprintf(stderr, "%s:%u: %s\n", at->path, at->line, why);
	exit(1);
}

void document_copy(const struct document_place *at, char *to, const char *from)
{
	if (strlen(from) >= DOCUMENT_NAME) {
		fprintf(stderr,
			"%s:%u: '%s' has %u letters, and a word has at most "
			"%d: DOCUMENT_NAME in tests/kit/documents.h\n",
			at->path, at->line, from, (unsigned)strlen(from),
			DOCUMENT_NAME - 1);
		exit(1);
	}
	memcpy(to, from, strlen(from) + 1);
}

void *document_next_row(const struct document_place *at, const char *what,
			void *rows, size_t size, unsigned *count, size_t room)
{
	if (*count == room) {
		fprintf(stderr,
			"%s:%u: a monitor has at most %u rows '%s': make "
			"struct "
			"document in tests/kit/documents.h larger\n",
			at->path, at->line, (unsigned)room, what);
		exit(1);
	}
	return (char *)rows + size * (*count)++;
}

/* The number of a word in a list, or no row. */
static unsigned word_of(const struct document_place *at, const char *word,
			const char *const *list, unsigned count,
			const char *wanted)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i] && strcmp(list[i], word) == 0)
			return i;
	document_bad(at, wanted);
	return 0;
}

/* "reach el0 read CYCLE,INSTRET INHIBIT.CY,INHIBIT.IR" */
void document_read_reach(const struct document_place *at, struct document *d,
			 const char *rest)
{
	static const char wanted[] =
		"reach LEVEL nothing|read|all REGISTERS [REGISTER.FIELD,...]";
	static const char *const levels[] = { "el0", "el1",    "el2",
					      "el3", "marked", "unmarked",
					      "vs",  "vu" };
	static const char *const may[] = { "nothing", "read", "all" };
	struct document_reach *row = DOCUMENT_NEXT(d, reach, reaches);
	char level[128], does[128], about[128], by[128] = "";

	if (sscanf(rest, "%127s %127s %127s %127s", level, does, about, by) < 3)
		document_bad(at, wanted);
	row->level = 1u << word_of(at, level, levels, 8, wanted);
	row->may = word_of(at, does, may, 3, wanted);
	for (char *c = about; *c; c++)
		*c = *c == ',' ? ' ' : *c;
	for (char *c = by; *c; c++)
		*c = *c == ',' ? ' ' : *c;
	document_copy(at, row->about, about);
	document_copy(at, row->by, by);
}

void document_read_evidence(const struct document_place *at, struct document *d,
			    const char *rest)
{
	static const char *const words[] = {
		[EVIDENCE_TRANSCRIBED] = "transcribed",
		[EVIDENCE_AGREED] = "agreed",
	};
	static const char wanted[] = "evidence transcribed|agreed NAME...";
	char word[128], name[128];
	unsigned evidence;
	int used;

	if (sscanf(rest, "%127s%n", word, &used) != 1)
		document_bad(at, wanted);
	evidence = word_of(at, word, words, sizeof words / sizeof words[0],
			   wanted);
	for (rest += used; sscanf(rest, "%127s%n", name, &used) == 1;
	     rest += used) {
		struct document_evidence *row =
			DOCUMENT_NEXT(d, evidence, evidences);

		document_copy(at, row->name, name);
		row->evidence = evidence;
	}
}

void document_read_asks(const struct document_place *at, struct document *d,
			const char *rest)
{
	if (strcmp(rest + strspn(rest, " "), "running") != 0)
		document_bad(at, "asks running");
	d->asks_running = true;
}

void document_read_many(const struct document_place *at, struct document *d,
			const char *rest)
{
	if (strcmp(rest + strspn(rest, " "), "-") != 0)
		document_bad(at, "many -");
	d->many_unsaid = true;
}
