/* SPDX-License-Identifier: MIT */
/*
 * Words that go where the program's own do: those of the server, who may be a
 * stranger, line by line, cleaned and under the target's name; and ours.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "target/probe/server/gdb.h"

static void put(const struct gdb_run *r, const char *text)
{
	if (r->console)
		r->console(r->ctx, text, strlen(text), 1);
}

void gdb_run_line(struct gdb_run *r)
{
	char text[sizeof r->heard + 200];

	if (!r->heards)
		return;
	r->heard[r->heards] = '\0';
	r->heards = 0;
	snprintf(text, sizeof text, "%s says: %s\n", r->run.target->facts.name,
		 text_clean(r->heard));
	put(r, text);
}

void gdb_run_console(void *run, const void *bytes, size_t count)
{
	struct gdb_run *r = run;
	const char *from = bytes;

	for (size_t i = 0; r && i < count; i++) {
		if (from[i] == '\n' || r->heards == sizeof r->heard - 1)
			gdb_run_line(r);
		if (from[i] != '\n' && from[i] != '\r')
			r->heard[r->heards++] =
				(char)(from[i] ? from[i] : '\1');
	}
}

void gdb_run_say(struct gdb_run *r, const char *what)
{
	char text[600];

	gdb_run_line(r);
	snprintf(text, sizeof text, "%.590s\n", what);
	put(r, text);
}
