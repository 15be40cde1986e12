/* SPDX-License-Identifier: MIT */
/* How a simulated machine was set up, row by row of option/machine.h. */
#include <stdlib.h>
#include <string.h>

#include "record/record.h"

bool record_take_option(struct record *r, const struct option_row *row,
			const char *text, struct error *err)
{
	const char *kept = record_text(r, text);

	if (text && !kept)
		return error_no_memory(err);
	return option_take(row, kept, &r->machine, err);
}

static bool keep_value(void *ctx, const struct option_row *row,
		       const char *value)
{
	struct error ignored;

	return record_take_option(ctx, row, value, &ignored);
}

bool record_keep_machine(struct record *r, const struct board_options *o)
{
	for (unsigned i = 0; i < machine_row_count; i++)
		if (machine_rows[i].recorded &&
		    !option_each(&machine_rows[i], o, keep_value, r))
			r->failed = true;
	return !r->failed;
}

/* ---- what older records have in words ------------------------------------ */

static void note_unread(struct record *r, const struct option_row *row,
			const char *value)
{
	const char *before = r->unread ? r->unread : "";
	const size_t size = strlen(before) + strlen(row->name) + 5 +
			    (value ? strlen(value) : 0);
	char *text = record_room(r, size, 1);

	if (!text)
		return;
	snprintf(text, size, "%s%s--%s%s%s", before, *before ? " " : "",
		 row->name, value ? "=" : "", value ? value : "");
	r->unread = text;
}

void record_recall_machine(struct record *r, uint64_t missing)
{
	for (unsigned i = 0; !r->failed && i < r->commands; i++) {
		const char *value;
		const struct option_row *row;
		struct error ignored;

		if (strcmp(r->command[i], "--") == 0)
			break;
		row = machine_row_of(r->command[i], &value);
		if (!row || !row->recorded ||
		    !(missing >> (row - machine_rows) & 1))
			continue;
		if (row->argument && !value && i + 1 < r->commands &&
		    r->command[i + 1][0] != '-')
			value = r->command[++i];
		if ((row->argument && !value) ||
		    !record_take_option(r, row, value, &ignored))
			note_unread(r, row, value);
	}
}

/* ---- words --------------------------------------------------------------- */

void record_machine_facts(FILE *to, const struct record *r)
{
	const char *gap = "";

	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];
		const char *word = option_print(row, NULL, &r->machine)
					   ? row->fact
					   : row->plain;

		if (!word)
			continue;
		fprintf(to, "%s%s", gap, word);
		gap = ", ";
	}
}

struct words {
	FILE *to;
	const char *gap;
};

static bool print_value(void *ctx, const struct option_row *row,
			const char *value)
{
	struct words *w = ctx;

	fprintf(w->to, "%s--%s%s%s", w->gap, row->name, *value ? "=" : "",
		value);
	w->gap = " ";
	return true;
}

void record_machine_options(FILE *to, const struct record *r)
{
	struct words w = { to, "" };

	for (unsigned i = 0; i < machine_row_count; i++)
		if (machine_rows[i].recorded && !machine_rows[i].fact)
			option_each(&machine_rows[i], &r->machine, print_value,
				    &w);
	if (r->unread)
		fprintf(to, "%s%s", w.gap, r->unread);
	else if (!*w.gap)
		fputs("none", to);
}
