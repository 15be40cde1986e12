/* SPDX-License-Identifier: MIT */
/* A proof as lines with check sums. */
#include "evidence/proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "evidence/inner.h"

static void put_line(struct proof_writer *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Anything but a printing letter of ASCII would not come back from a wire. */
static void put_line(struct proof_writer *w, const char *format, ...)
{
	char text[PROOF_LINE + 1];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	for (char *c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	fprintf(w->to, "%s *%08" PRIx32 "\n", text, proof_sum(0, text));
	w->sum = proof_sum(proof_sum(w->sum, text), "\n");
}

void proof_begin(struct proof_writer *w, FILE *to, const struct proof *p)
{
	*w = (struct proof_writer){ .to = to };
	if (*p->seen.name)
		put_line(w, "# tally seen 1 kind=%s name=%s lot=%s when=%s",
			 p->seen.kind, p->seen.name, p->seen.lot, p->seen.when);
	w->sum = 0; /* of the lines from here on */
	put_line(w, "TAP version 13");
	put_line(w,
		 "# tally proof 1 monitor=%s version=%s by=%s on=%" PRIx64
		 " where=%s",
		 p->monitor, p->version, p->by, p->core, p->where);
}

void proof_add(struct proof_writer *w, const struct proof_row *row)
{
	const bool good = row->outcome != PROOF_NOT_OK;
	char number[96] = "", what[sizeof row->what];

	/* A '#' would begin what is told of a result. */
	snprintf(what, sizeof what, "%s", row->what);
	for (char *c = what; *c; c++)
		if (*c == '#')
			*c = '/';
	if (row->outcome == PROOF_SKIPPED)
		w->skipped++;
	else if (good)
		w->ok++;
	else
		w->not_ok++;
	if (row->outcome == PROOF_SKIPPED)
		snprintf(number, sizeof number, " # SKIP %.80s", row->why);
	else if (row->counts && row->least == row->most)
		snprintf(number, sizeof number,
			 " # expected %" PRIu64 " counted %" PRIu64, row->least,
			 row->counted);
	else if (row->counts)
		snprintf(number, sizeof number,
			 " # least %" PRIu64 " most %" PRIu64
			 " counted %" PRIu64,
			 row->least, row->most, row->counted);
	put_line(w, "%s %u - %s: %.*s%s", good ? "ok" : "not ok", ++w->number,
		 row->check,
		 (int)(PROOF_LINE - 20 - strlen(row->check) - strlen(number)),
		 what, number);
}

void proof_end(struct proof_writer *w)
{
	put_line(w, "1..%u", w->number);
	put_line(
		w,
		"# end %u lines, %u ok, %u not ok, %u skipped, all *%08" PRIx32,
		w->number, w->ok, w->not_ok, w->skipped, w->sum);
}
