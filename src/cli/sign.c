/* SPDX-License-Identifier: MIT */
/*
 * Who made a record, and told what.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "record/record.h"

static const char **words;
static unsigned count;

/* The words themselves live as long as the process; getopt moves them. */
void cli_remember(int argc, char **argv)
{
	words = calloc((size_t)argc + 1, sizeof *words);
	count = words ? (unsigned)argc : 0;
	for (unsigned i = 0; i < count; i++)
		words[i] = argv[i];
}

bool cli_sign(struct record *r)
{
	const char **kept = record_room(r, count, sizeof *kept);

	if (!kept)
		return false;
	for (unsigned i = 0; i < count; i++)
		kept[i] = record_text(r, words[i]);
	r->command = kept;
	r->commands = count;
	r->tally = record_text(r, TALLY_VERSION);
	return !r->failed;
}
