/* SPDX-License-Identifier: MIT */
/* Two profiles by function, for programs: CSV and JSON. */
#include <jansson.h>
#include <string.h>

#include "base/csv.h"
#include "report/profile_diff.h"
#include "json/writer.h"

static const char *state_of(const struct sample_change *row)
{
	return !row->there[SAMPLE_BEFORE]  ? "new"
	       : !row->there[SAMPLE_AFTER] ? "gone"
					   : "both";
}

static const struct sample_column *event(const struct sample_diff *d,
					 unsigned column)
{
	return &d->side[0]->column[d->column[0][column]];
}

static void csv_row(FILE *to, const struct sample_diff *d,
		    const struct sample_change *row, unsigned column)
{
	fputs(row->cause ? "cause," : "function,", to);
	csv_text(to, row->name);
	fputc(',', to);
	csv_text(to, event(d, column)->name);
	fputc(',', to);
	csv_text(to, event(d, column)->monitor);
	for (unsigned s = 0; s < SAMPLE_SIDES; s++)
		if (row->there[s])
			fprintf(to, ",%llu",
				(unsigned long long)row->cost[s][column]);
		else
			fputc(',', to);
	fprintf(to, ",%s\r\n", state_of(row));
}

void profile_diff_csv(FILE *to, const struct sample_diff *d)
{
	fputs("kind,name,event,monitor,before,after,state\r\n", to);
	for (uint32_t i = 0; i < d->rows; i++)
		for (unsigned k = 0; k < d->columns; k++)
			csv_row(to, d, &d->row[i], k);
}

/* JSON's whole numbers have 63 bits here; more is a number all the same. */
static json_t *count(uint64_t n)
{
	return n <= INT64_MAX ? json_integer((json_int_t)n)
			      : json_real((double)n);
}

static json_t *costs(const struct sample_diff *d,
		     const struct sample_change *row, unsigned side)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->columns; i++)
		json_array_append_new(list, count(row->cost[side][i]));
	return list;
}

static json_t *totals(const struct sample_diff *d, unsigned side)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->columns; i++)
		json_array_append_new(list,
				      count(sample_diff_total(d, side, i)));
	return list;
}

static json_t *side_value(const struct sample_diff *d, unsigned side)
{
	const struct sample *s = d->side[side];

	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "target",
			 writer_text(s->target), "monitors",
			 writer_text(s->monitors), "program",
			 writer_text(s->program), "sha256",
			 writer_text(s->sha256), "total", totals(d, side));
}

static json_t *row_value(const struct sample_diff *d,
			 const struct sample_change *row)
{
	json_t *value = json_pack(
		"{s:s, s:o, s:s}", "kind", row->cause ? "cause" : "function",
		"name", writer_text(row->name), "state", state_of(row));

	for (unsigned s = 0; s < SAMPLE_SIDES; s++)
		json_object_set_new(
			value, s == SAMPLE_BEFORE ? "before" : "after",
			row->there[s] ? costs(d, row, s) : json_null());
	return value;
}

bool profile_diff_json(FILE *to, const struct sample_diff *d,
		       const char *forced)
{
	json_t *rows = json_array(), *columns = json_array();
	json_t *root;
	bool good;

	for (unsigned i = 0; i < d->columns; i++)
		json_array_append_new(
			columns,
			json_pack("{s:o, s:o}", "name",
				  writer_text(event(d, i)->name), "monitor",
				  writer_text(event(d, i)->monitor)));
	for (uint32_t i = 0; i < d->rows; i++)
		json_array_append_new(rows, row_value(d, &d->row[i]));
	root = json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o}", "diff", 1,
			 "document", "profiles", "before",
			 side_value(d, SAMPLE_BEFORE), "after",
			 side_value(d, SAMPLE_AFTER), "forced",
			 writer_text(*forced ? forced : NULL), "columns",
			 columns, "rows", rows);
	good = root && json_array_size(rows) == d->rows &&
	       json_dumpf(root, to, JSON_INDENT(2)) == 0;
	json_decref(root);
	fputc('\n', to);
	return good;
}
