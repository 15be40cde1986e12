/* SPDX-License-Identifier: MIT */
/*
 * The version and the command line that made a record.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "record/record.h"

static const char **words;
static unsigned count, users;

/* getopt reorders argv, so the order is kept; the words themselves stay. */
void cli_remember(int argc, char **argv)
{
	words = calloc((size_t)argc + 1, sizeof *words);
	count = words ? (unsigned)argc : 0;
	if (!words)
		memory_lost();
	for (unsigned i = 0; i < count; i++)
		words[i] = argv[i];
}

void cli_remember_users(unsigned of_users)
{
	users = of_users < count ? of_users : 0;
}

const char *const *cli_users_words(unsigned *of_users)
{
	*of_users = users;
	return users ? words + 1 : NULL;
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
