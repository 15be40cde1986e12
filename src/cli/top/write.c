/* SPDX-License-Identifier: MIT */
/* Files that a key of `tally top` writes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/top/top.h"
#include "record/document/file.h"

enum { NAMES = 1000, PATH = TOP_NAME + 32 };

/* The first number whose names are free; 0: none. */
static unsigned free_number(const char *name)
{
	char path[PATH];

	for (unsigned n = 1; n < NAMES; n++) {
		bool there;

		snprintf(path, sizeof path, "%s-%u.json", name, n);
		there = access(path, F_OK) == 0;
		snprintf(path, sizeof path, "%s-%u-functions.json", name, n);
		if (!there && access(path, F_OK) != 0)
			return n;
	}
	return 0;
}

static bool top_write_record(const char *path, const struct record *r,
			     struct error *err)
{
	struct output to = { 0 };
	bool good = output_begin(&to, path, err);

	if (good && !record_write(to.stream, r))
		good = error_no_memory(err);
	good = good && output_finish(&to, err) && output_place(&to, err);
	if (!good)
		output_give_up(&to);
	return good;
}

static bool copy_file(const char *path, const char *from, struct error *err)
{
	struct output to = { 0 };
	FILE *in = fopen(from, "r");
	char bytes[4096];
	size_t n;
	bool good = in && output_begin(&to, path, err);
	bool whole;

	if (!in)
		return error_set(err, "%s: it is gone", from);
	while (good && (n = fread(bytes, 1, sizeof bytes, in)))
		fwrite(bytes, 1, n, to.stream);
	whole = !ferror(in);
	fclose(in);
	if (good && !whole)
		good = error_set(err, "%s: it cannot be read", from);
	good = good && output_finish(&to, err) && output_place(&to, err);
	if (!good)
		output_give_up(&to);
	return good;
}

void top_write(const struct top *t, struct record *r, char *message,
	       size_t room)
{
	const unsigned n = free_number(t->o->name);
	char path[PATH], functions[PATH];
	struct error err;
	bool good = n != 0;

	snprintf(path, sizeof path, "%s-%u.json", t->o->name, n);
	snprintf(functions, sizeof functions, "%s-%u-functions.json",
		 t->o->name, n);
	if (!n)
		error_set(&err,
			  "%s-1.json and all after it are there; give "
			  "another name by -o",
			  t->o->name);
	if (!r && !t->hottest.whole)
		good = error_set(&err, "nothing was measured yet; press w "
				       "again in a while");
	if (good && r)
		good = top_write_record(path, r, &err);
	if (good && t->hottest.whole)
		good = copy_file(functions, t->hottest.file, &err);
	if (!good)
		snprintf(message, room, "not written: %s", err.text);
	else
		snprintf(message, room, "wrote %s%s%s", r ? path : "",
			 r && t->hottest.whole ? ", " : "",
			 t->hottest.whole ? functions : "");
}
