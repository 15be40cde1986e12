/* SPDX-License-Identifier: MIT */
/*
 * Which files a result may be written over.  See writing.h.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/writing.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/output.h"

enum written written_of(enum report_form form)
{
	switch (form) {
	case REPORT_JSON:
		return WRITTEN_DOCUMENT;
	case REPORT_CSV:
		return WRITTEN_CSV;
	case REPORT_LINES:
		return WRITTEN_JSON;
	case REPORT_TEXT:
	case REPORT_NOTES:
		break;
	}
	return WRITTEN_TEXT;
}

enum written written_kept(enum report_form form)
{
	return form == REPORT_TEXT ? WRITTEN_DOCUMENT : written_of(form);
}

/* ---- what the name says -----------------------------------------------------
 */

#define AS(kind) (1u << WRITTEN_##kind)

/* Endings that say what a file is, and which results may have them. */
static const struct {
	const char *ending;
	unsigned as;
} endings[] = {
	{ ".json", AS(DOCUMENT) | AS(JSON) },
	{ ".jsonl", AS(JSON) },
	{ ".csv", AS(CSV) },
	{ ".md", AS(MARKDOWN) },
	{ ".html", AS(PAGE) },
	{ ".htm", AS(PAGE) },
	{ ".xml", AS(XML) },
	/* Nothing of these is ever written. */
	{ ".svg", 0 },
	{ ".pdf", 0 },
	{ ".png", 0 },
	{ ".xlsx", 0 },
	{ ".ods", 0 },
	{ ".yaml", 0 },
	{ ".yml", 0 },
	/* Files that are read, and what those are made of. */
	{ ".elf", 0 },
	{ ".o", 0 },
	{ ".a", 0 },
	{ ".c", AS(C) | AS(AMALGAM) },
	{ ".h", AS(C) | AS(AMALGAM) },
	{ ".s", 0 },
	{ ".S", 0 },
	{ ".cc", 0 },
	{ ".cpp", 0 },
	{ ".pcap", 0 },
	{ ".pcapng", 0 },
};

static bool ends_in(const char *path, const char *ending)
{
	const size_t all = strlen(path), own = strlen(ending);

	return all > own && strcmp(path + all - own, ending) == 0;
}

/* The ending of another kind of file; NULL: the name is as good as any. */
static const char *ends_wrong(const char *path, enum written as)
{
	for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++)
		if (ends_in(path, endings[i].ending))
			return endings[i].as >> as & 1 ? NULL
						       : endings[i].ending;
	return as == WRITTEN_PAGE ? "" : NULL;
}

/* ---- what is there ----------------------------------------------------------
 */

enum { LOOKED_AT = 4096 };

/* The beginning of a regular file. */
struct beginning {
	char text[LOOKED_AT + 1]; /* ends with a zero */
	size_t size;
};

static bool begins(const struct beginning *b, const char *with, size_t size)
{
	return b->size >= size && memcmp(b->text, with, size) == 0;
}

static bool is_capture(const struct beginning *b)
{
	static const char magic[][5] = {
		"\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d",
		"\x4d\x3c\xb2\xa1", "\x0a\x0d\x0d\x0a",
	};

	for (unsigned i = 0; i < sizeof magic / sizeof magic[0]; i++)
		if (begins(b, magic[i], 4))
			return true;
	return false;
}

static bool is_json(const struct beginning *b)
{
	const char first = b->text[strspn(b->text, " \t\r\n")];

	return first == '{' || first == '[';
}

static bool beginning_has(const struct beginning *b, const char *text)
{
	return memmem(b->text, b->size, text, strlen(text));
}

/* The kind of a file that the result must not replace; NULL: it may. */
static const char *treasure(const struct beginning *b, enum written as)
{
	if (begins(b, "\177ELF", 4))
		return "a program";
	if (is_capture(b))
		return "a capture";
	if (begins(b, "GOLT", 4) || begins(b, "TLOG", 4))
		return "a log that firmware kept";
	/* Each one's first comment says so in a line. */
	if (as == WRITTEN_C || as == WRITTEN_AMALGAM)
		return beginning_has(b, as == WRITTEN_C
						? "Not checked on hardware."
						: "Made by `tally amalgam ")
			       ? NULL
			       : "source that Tally has not written";
	/* Records and profiles begin with it. */
	if (is_json(b) && beginning_has(b, "\"schema\":"))
		return as == WRITTEN_DOCUMENT ? NULL
					      : "a document that Tally reads";
	if (is_json(b))
		return as == WRITTEN_DOCUMENT ? "no document of Tally's" : NULL;
	if (beginning_has(b, "<!DOCTYPE html") || beginning_has(b, "<html"))
		return as != WRITTEN_PAGE ? "a page"
		       : beginning_has(b, "content=\"Tally\"")
			       ? NULL
			       : "no page of Tally's";
	return NULL;
}

/* False: there is nothing to be lost. */
static bool look(const char *path, struct beginning *b)
{
	const int from = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t got = from < 0 ? 0 : read(from, b->text, LOOKED_AT);

	if (from >= 0)
		close(from);
	b->size = got > 0 ? (size_t)got : 0;
	b->text[b->size] = '\0';
	return b->size;
}

const char *writing_treasure(const char *path, enum written as)
{
	struct beginning b;
	struct stat there;

	if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
		return NULL;
	return look(path, &b) ? treasure(&b, as) : NULL;
}

int writing_refuse(const char *verb, const char *option, const char *path,
		   const char *what)
{
	return cli_error(CLI_USAGE, verb,
			 "%s %s: that is %s, which it would overwrite; name "
			 "another file",
			 option, path, what);
}

int writing_check(const char *verb, const char *option, const char *path,
		  enum written as, const struct writing_input *input,
		  unsigned inputs)
{
	const char *ending, *what;
	struct stat there;

	if (!path || strcmp(path, "-") == 0)
		return CLI_GOOD;
	for (unsigned i = 0; i < inputs; i++)
		if (input[i].path && output_same(path, input[i].path))
			return writing_refuse(verb, option, path,
					      input[i].what);
	if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
		return CLI_GOOD;
	what = writing_treasure(path, as);
	if (what)
		return writing_refuse(verb, option, path, what);
	ending = ends_wrong(path, as);
	if (ending && !*ending)
		return cli_error(CLI_USAGE, verb,
				 "%s %s: the name of a page ends in .html; "
				 "%s - writes it to standard output",
				 option, path, option);
	if (ending)
		return cli_error(CLI_USAGE, verb,
				 "%s %s: what would be written is no %s file; "
				 "name another one",
				 option, path, ending);
	return CLI_GOOD;
}
